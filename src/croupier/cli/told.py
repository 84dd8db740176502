"""A settled round as people read it."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.play.draw import cards_inline, hand, hand_label, side_by_side, signed, spot_sign
from croupier.money import dollars, price
from croupier.rulebook import seat_slot
from croupier.table import State
from croupier.table.events import WagerSettled


def told(state: State) -> RenderableType:
    """A settled round as people read it: the cards, every wager, what each seat is handed, and why."""
    parts: list[RenderableType] = [Text(state.game.title, "bold")]
    changes = state.rulebook.house.changes()
    if changes:
        parts.append(Text("house rules: " + ", ".join(f"{name} {value}" for name, value in changes.items()), "dim"))
    parts += [Padding(cards(state), (1, 2)), wagers(state), Text("\n").join(words(state)), Text(""), clauses(state)]
    return Group(*parts)


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
    """A row for every wager."""
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
                state.rulebook.wagers_by_id[settled_.wager].label,
                dollars(settled_.stake),
                outcome(settled_),
                settled_.odds or "",
                signed_dollars(settled_.result),
                dollars(settled_.stake + settled_.result),
                ", ".join(settled_.clauses),
            )
        table.add_row()
    return table


def whose(state: State, seat: int) -> Text:
    """A seat with what it chose or held."""
    name = Text(f"{seat}")
    if state.spot(seat):
        name.append("  ").append_text(spot_sign(state.rulebook.spots[state.spot(seat) - 1]))
    held = state.cards(seat_slot(seat))
    return name.append("  ").append_text(cards_inline(held, state.colour)) if held else name


def outcome(settled_: WagerSettled) -> str:
    """What became of a wager, in words."""
    called = settled_.outcome.replace("_", " ")
    return called if settled_.covered is None else f"{called}, {price(settled_.covered)} covered"


def signed_dollars(cents: int) -> Text:
    """What was won or lost, lined up."""
    return Text(f"+{dollars(cents)}" if cents > 0 else dollars(cents), signed(cents).style)


# ── In plain words ───────────────────────────────────────────────────────────────────────────────────────────────────


def words(state: State) -> list[Text]:
    """What the dealer does, one sentence a seat, and what the bank makes of it."""
    sentences = []
    for seat in state.players:
        settled_ = in_layout_order(state, seat)
        net, back = sum(s.result for s in settled_), sum(s.stake + s.result for s in settled_)
        handed = f"is handed {price(back)}" if back else "gets nothing back"
        sentences.append(Text(f"Seat {seat} {handed} and {comes_out(net)}."))
    who = "The player-dealer" if state.player_banked else "The house"
    sentences.append(Text(f"{who} {comes_out(state.bank_result)}{bank_use(state)}."))
    if state.fees:
        sentences.append(Text(fees(state)))
    return sentences


def comes_out(cents: int) -> str:
    """How somebody comes out of a round."""
    if cents == 0:
        return "comes out even"
    return f"wins {price(cents)}" if cents > 0 else f"loses {price(-cents)}"


def bank_use(state: State) -> str:
    """How much of a limited wager was used."""
    return f"; {price(state.bank_used)} of the {price(state.bank_wager)} wager is used" if state.player_banked else ""


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
