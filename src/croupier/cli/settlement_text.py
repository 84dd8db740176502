"""A settled round as people read it."""

from collections.abc import Collection, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.play.drawing import cards_inline, hand, hand_label, side_by_side, signed, spot_sign
from croupier.money import dollars, price
from croupier.rulebook import PlayerDealerBank, seat_slot
from croupier.rulebook.house import rule_text
from croupier.settlement import rules_in_force
from croupier.settlement.coverage import Left, coverage
from croupier.table.events import WagerSettled
from croupier.table.state import State


def told(state: State) -> RenderableType:
    """A settled round as people read it: the cards, every wager, what each seat is handed, and why."""
    lefts = coverage(state)
    table = wagers_in_order(state, lefts) if lefts else wagers(state)
    said = Text("\n").join(words(state, lefts))
    head = (Text(state.game.title, "bold"), rules(state))
    return Group(*head, Padding(cards(state), (1, 2)), table, said, Text(""), clauses(state))


def rules(state: State) -> RenderableType:
    """The house rules that decide what this round pays, and others that are not usual, with their clauses."""
    in_force = rules_in_force(state)
    if not in_force:
        return Text("No house rule decides what these wagers pay.", "dim")
    clause_of = {parameter.name: parameter.clause for parameter in state.game.parameters}
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in in_force.items():
        table.add_row(Text(name, "dim"), rule_text(value), Text(clause_of[name], "dim"))
    return Group(Text("House rules that decide this round:", "dim"), Padding(table, (0, 2), expand=False))


# ── The cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cards(state: State) -> RenderableType:
    """The cards that all seats share."""
    if state.rulebook.spots:
        titles = [(spot_sign(spot), f"position {spot.number}") for spot in state.rulebook.spots]
    elif state.player_banked:
        titles = [(Text(f"player-dealer · seat {state.player_dealer}", "bold"), "player-dealer")]
    else:
        titles = [(Text(slot.capitalize(), "bold"), slot) for slot in ("player", "banker")]
    return side_by_side(*(block(state, title, slot) for title, slot in titles))


def block(state: State, title: Text, slot: str) -> Text:
    """Cards under a title, with what they come to."""
    held = state.cards(slot)
    if slot in ("player", "banker"):
        from croupier.games.baccarat import total

        return under(title, hand(held, state.colour), Text(str(total(*(*held, -1)[:3])), "bold"))
    if slot == "player-dealer":
        from croupier.games.three_card_poker import laid_out, qualifies, strength

        held = laid_out(held)  # TCP-D13c
        qualified = "qualifies" if qualifies(strength(*held)) else "does not qualify"
        named = Text(f"{hand_label(held, state.rulebook)}, {qualified}", "italic")
        return under(title, hand(held, state.colour), named)
    return under(title, hand(held, state.colour))


def under(*rows: Text) -> Text:
    """Rows one under the other."""
    return Text("\n", justify="center").join(rows)


# ── The wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def in_layout_order(state: State, seat: int) -> list[WagerSettled]:
    """A seat's settled wagers in the order of the layout."""
    order = list(state.rulebook.wagers_by_id)
    return sorted((s for s in state.settled if s.seat == seat), key=lambda s: order.index(s.wager))


def wagers(state: State) -> Table:
    """A row for every wager, seat by seat."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("seat", "wager"):
        table.add_column(heading, no_wrap=True)
    table.add_column("stake", justify="right", no_wrap=True)
    table.add_column("outcome", min_width=9)
    for heading in ("pays", "wins", "returned"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("clauses", style="dim")
    for seat in state.players:
        for place, settled_ in enumerate(in_layout_order(state, seat)):
            table.add_row(
                whose(state, seat) if place == 0 else "",
                label(state, settled_),
                dollars(settled_.stake),
                called(settled_),
                settled_.odds or "",
                signed_dollars(settled_.result),
                dollars(settled_.stake + settled_.result),
                ", ".join(settled_.clauses),
            )
        table.add_row()
    return table


def wagers_in_order(state: State, lefts: Sequence[Left]) -> RenderableType:
    """The hands, and every wager in the order in which it met the bank, with what was left of that after it."""
    hands = (Text.assemble("seat ", whose(state, seat)) for seat in dict.fromkeys(s.seat for s in state.settled))
    one = all(left.to_pay == left.to_take for left in lefts)
    heads = ("seat", "wager", "stake", "outcome", "wins", *(("bank left",) if one else ("can pay", "can take")))
    rows = [tuple(Text(head, "dim") for head in heads)]
    for left in lefts:
        met, amounts = left.after, (left.to_pay,) if one else (left.to_pay, left.to_take)
        before = (str(met.seat), label(state, met), dollars(met.stake), called(met))
        rows.append((*map(Text, before), signed_dollars(met.result), *(Text(dollars(cents)) for cents in amounts)))
    heading, *lines = lined_up(rows, left={0, 1, 3})
    parts = [Text("\nIn the order of settlement:", "dim"), heading]
    for line, left in zip(lines, lefts, strict=True):
        parts += [line, reasons(left.after)]
    return Group(Padding(Text("\n").join(hands), (0, 2)), *parts, Text(""))


def reasons(met: WagerSettled) -> Text:
    """What a wager is paid, how much of that is covered, what goes back, and the clauses, in a line below it."""
    said = [f"pays {met.odds}"] if met.odds else []
    said += [f"{price(met.covered)} is covered"] if met.covered is not None else []
    back = f"{price(met.stake + met.result)} goes back" if met.stake + met.result else "nothing goes back"
    return Text(f"      {', '.join((*said, back))} ({', '.join(met.clauses)})", "dim")


def lined_up(rows: Sequence[Sequence[Text]], left: Collection[int]) -> list[Text]:
    """Rows as lines, column under column; some columns begin on the left, the others end on the right."""
    widths = [max(cells[place].cell_len for cells in rows) for place in range(len(rows[0]))]
    lines = []
    for cells in rows:
        line = Text()
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            blank = Text(" " * (width - cell.cell_len))
            line.append_text(Text.assemble(cell, blank) if place in left else Text.assemble(blank, cell))
            line.append("  " if place < len(widths) - 1 else "")
        lines.append(line)
    return lines


def whose(state: State, seat: int) -> Text:
    """A seat with what it chose or held."""
    name = Text(f"{seat}")
    if state.spot(seat):
        name.append("  ").append_text(spot_sign(state.rulebook.spots[state.spot(seat) - 1]))
    held = state.cards(seat_slot(seat))
    return name.append("  ").append_text(cards_inline(held, state.colour)) if held else name


def label(state: State, settled_: WagerSettled) -> str:
    """A wager's printed name."""
    return state.rulebook.wagers_by_id[settled_.wager].label


def called(settled_: WagerSettled) -> str:
    """What became of a wager, in words."""
    return settled_.outcome.replace("_", " ")


def signed_dollars(cents: int) -> Text:
    """What was won or lost, lined up."""
    return Text(f"+{dollars(cents)}" if cents > 0 else dollars(cents), signed(cents).style)


# ── In plain words ───────────────────────────────────────────────────────────────────────────────────────────────────


def words(state: State, lefts: Sequence[Left]) -> list[Text]:
    """What the dealer does, one sentence a seat, and what the bank makes of it."""
    sentences = []
    for seat in state.players:
        settled_ = in_layout_order(state, seat)
        net, back = sum(s.result for s in settled_), sum(s.stake + s.result for s in settled_)
        handed = f"is handed {price(back)}" if back else "gets nothing back"
        sentences.append(Text(f"Seat {seat} {handed} and {comes_out(net)}."))
    who = "The player-dealer" if state.player_banked else "The house"
    sentences.append(Text(f"{who} {comes_out(state.bank_result)}{bank_use(state, lefts)}."))
    if state.fees:
        sentences.append(Text(fees(state)))
    return sentences


def comes_out(cents: int) -> str:
    """How somebody comes out of a round."""
    if cents == 0:
        return "comes out even"
    return f"wins {price(cents)}" if cents > 0 else f"loses {price(-cents)}"


def bank_use(state: State, lefts: Sequence[Left]) -> str:
    """How far a limited wager went, and what that means."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        return ""
    used, wager = price(state.bank_used), price(state.bank_wager)
    if bank.coverage == "action":
        return f"; {used} of the {wager} wager is used, by all that was paid and taken together"
    farthest = max(lefts, key=lambda left: abs(left.result))
    if not farthest.result:
        return f"; the {wager} wager was not needed"
    by_then = f"{'lost' if farthest.result < 0 else 'won'} {used}"
    after = f"seat {farthest.after.seat}'s {state.rulebook.wagers_by_id[farthest.after.wager].label}"
    return (
        f". Under net coverage never more than the {wager} wager is won or lost, and money that comes back counts "
        f"again; at the farthest, after {after}, the player-dealer had {by_then}"
    )


def fees(state: State) -> str:
    """The collection, which is no part of the result."""
    whose = {seat: "the player-dealer" if seat == state.player_dealer else f"seat {seat}" for seat in state.fees}
    each = ", ".join(f"{price(cents)} from {whose[seat]}" for seat, cents in state.fees.items())
    return f"Collection, no part of the result: {each}; {price(sum(state.fees.values()))} in the drop box."


def clauses(state: State) -> Table:
    """Every clause that was cited, once, in our words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(style="dim")
    cited = dict.fromkeys(id_ for seat in state.players for s in in_layout_order(state, seat) for id_ in s.clauses)
    for id_ in cited:
        table.add_row(id_, state.game.clause(id_).text)
    return table
