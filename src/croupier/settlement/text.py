"""A settled round as people read it."""

from collections.abc import Sequence
from typing import Final

from croupier.cards import card_sign
from croupier.money import dollars, price
from croupier.rulebook import CardPlaces, PlayerDealerBank, seat_slot
from croupier.rulebook.house import rule_text
from croupier.settlement.coverage import coverage
from croupier.settlement.shape import reads_dice
from croupier.sheet import Sheet
from croupier.table.events import WagerSettled
from croupier.table.state import State

INDENT: Final = "  "
APART: Final = "   "
WIDTH: Final = 78


def sheet_of(state: State) -> Sheet:
    """The cards, every wager, what each seat is handed, and why."""
    return Sheet(
        state.game.title,
        parts=(
            rules(state),
            Sheet("", drawing=tuple(cards(state))),
            Sheet("", drawing=tuple(wagers(state))),
            Sheet("", facts=tuple((line,) for line in words(state))),
            Sheet("", heads=("clause", "in our words"), rows=tuple(clauses(state)), words=2),
        ),
    )


def rules(state: State) -> Sheet:
    """The house rules that decide what this round pays, and others that are not usual, with their clauses."""
    in_force = rules_in_force(state)
    if not in_force:
        return Sheet("", note="No house rule decides what these wagers pay.")
    clause_of = {parameter.name: parameter.clause for parameter in state.game.parameters}
    rows = [(f"{INDENT}{name}", rule_text(value), clause_of[name]) for name, value in in_force.items()]
    return Sheet("House rules that decide this round:", facts=tuple(rows))


def rules_in_force(state: State) -> dict[str, object]:
    """The house rules that decide what this round's wagers pay or take, and others that are not usual."""
    return state.rulebook.house.deciding({settled.wager for settled in state.settled})


# ── The cards ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cards(state: State) -> list[str]:
    """The cards that all seats share, as they lie on the felt, with what they are called, and dice that decide."""
    felt = state.rulebook.felt
    blocks = [place_block(state, item) for item in felt.table if isinstance(item, CardPlaces)]
    rows: list[list[list[str]]] = [[]]
    for each in blocks:
        if rows[-1] and sum(len(other[0]) + len(APART) for other in (*rows[-1], each)) > WIDTH:
            rows.append([])
        rows[-1].append(each)
    lines = [f"{INDENT}{APART.join(row)}".rstrip() for row_of in rows for row in zip(*row_of, strict=True)]
    dice = [f"{INDENT}dice {' '.join(map(str, state.dice))}"] if state.dice and reads_dice(state.rulebook) else []
    return [*(line for line in lines if line), *dice]


def place_block(state: State, place: CardPlaces) -> list[str]:
    """The cards of one slot under its name, in the order in which they are read."""
    held = place.laid(state.cards(place.slot))
    seat = f" · seat {state.player_dealer}" if place.banks and state.player_banked else ""
    return block(f"{place.sign}{seat}", held, place.called(held))


def block(title: str, held: Sequence[int], below: str = "") -> list[str]:
    """Drawn cards between two lines, all of one width."""
    signs = [card_sign(card) for card in held]
    drawn = (
        "╭───╮" * len(held),
        "".join(f"│{sign[:-1]:<3}│" for sign in signs),
        "".join(f"│ {sign[-1]} │" for sign in signs),
        "╰───╯" * len(held),
    )
    width = max(map(len, (title, *drawn, below)))
    return [row.center(width) for row in (title, *drawn, below)]


# ── The wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(state: State) -> list[str]:
    """Whose hands they are, and every wager with what was left of a player-dealer's wager after it, and why."""
    lefts = coverage(state)
    one = all(left.to_pay == left.to_take for left in lefts)
    met = [left.after for left in lefts] or [s for seat in state.players for s in wagers_of(state, seat)]
    heads: tuple[str, ...] = ("seat", "wager", "stake", "outcome", "wins")
    rows: list[tuple[str, ...]] = [
        (str(s.seat), label(state, s), dollars(s.stake), called(s), signed(s.result)) for s in met
    ]
    if lefts:
        heads += ("bank left",) if one else ("can pay", "can take")
        amounts = ((left.to_pay,) if one else (left.to_pay, left.to_take) for left in lefts)
        rows = [(*row, *map(dollars, after)) for row, after in zip(rows, amounts, strict=True)]
    heading, *lines = lined_up([heads, *rows], left=(0, 1, 3))
    seats = dict.fromkeys(s.seat for s in met)
    hands = [f"{INDENT}seat {seat}  {held(state, seat)}" for seat in seats if held(state, seat)]
    told = [each for line, s in zip(lines, met, strict=True) for each in (line, reasons(s))]
    order = ["In the order of settlement:"] if lefts else []
    return [*hands, *([""] if hands else ()), *order, heading, *told]


def wagers_of(state: State, seat: int) -> list[WagerSettled]:
    """A seat's settled wagers in the order of the layout."""
    order = list(state.rulebook.wagers_by_id)
    return sorted((s for s in state.settled if s.seat == seat), key=lambda s: order.index(s.wager))


def held(state: State, seat: int) -> str:
    """What a seat chose or held."""
    spots = {circle.spot: str(circle.sign) for circle in state.rulebook.felt.circles if circle.spot}
    if state.spot(seat):
        return spots[state.spot(seat)]
    slot = seat_slot(seat)
    return " ".join(map(card_sign, state.rulebook.lying(slot, state.cards(slot), state.choices(seat))))


def reasons(met: WagerSettled) -> str:
    """What a wager is paid, how much of that is covered, what goes back, and the clauses, in a line below it."""
    said = [f"pays {met.odds}"] if met.odds else []
    said += [f"{price(met.covered)} is covered"] if met.covered is not None else []
    back = f"{price(met.stake + met.result)} goes back" if met.stake + met.result else "nothing goes back"
    return f"      {', '.join((*said, back))} ({', '.join(met.clauses)})"


def lined_up(rows: Sequence[Sequence[str]], left: Sequence[int]) -> list[str]:
    """Rows as lines, column under column; some columns begin on the left, the others end on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        INDENT.join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in rows
    ]


def label(state: State, settled: WagerSettled) -> str:
    """A wager's printed name."""
    return state.rulebook.wagers_by_id[settled.wager].label


def called(settled: WagerSettled) -> str:
    """What became of a wager, in words."""
    return settled.outcome.replace("_", " ")


def signed(cents: int) -> str:
    """What was won or lost."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


# ── In plain words ───────────────────────────────────────────────────────────────────────────────────────────────────


def words(state: State) -> list[str]:
    """What the dealer does, one sentence a seat, and what the bank makes of it."""
    sentences = []
    for seat in state.players:
        settled = wagers_of(state, seat)
        net, back = sum(s.result for s in settled), sum(s.stake + s.result for s in settled)
        handed = f"is handed {price(back)}" if back else "gets nothing back"
        sentences.append(f"Seat {seat} {handed} and {comes_out(net)}.")
    who = "The player-dealer" if state.player_banked else "The house"
    sentences.append(f"{who} {comes_out(state.bank_result)}{bank_use(state)}.")
    if state.fees:
        sentences.append(fees(state))
    return sentences


def comes_out(cents: int) -> str:
    if cents == 0:
        return "comes out even"
    return f"wins {price(cents)}" if cents > 0 else f"loses {price(-cents)}"


def bank_use(state: State) -> str:
    """How far a limited wager went, and what that means."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        return ""
    used, wager = price(state.bank_used), price(state.bank_wager)
    if bank.coverage == "action":
        return f"; {used} of the {wager} wager is used, by all that was paid and taken together"
    farthest = max(coverage(state), key=lambda left: abs(left.result))
    if not farthest.result:
        return f"; the {wager} wager was not needed"
    by_then = f"{'lost' if farthest.result < 0 else 'won'} {used}"
    after = f"seat {farthest.after.seat}'s {label(state, farthest.after)}"
    return (
        f". Under net coverage never more than the {wager} wager is won or lost, and money that comes back counts "
        f"again; at the farthest, after {after}, the player-dealer had {by_then}"
    )


def fees(state: State) -> str:
    """The collection, which does not count towards the result."""
    whose = {seat: "the player-dealer" if seat == state.player_dealer else f"seat {seat}" for seat in state.fees}
    each = ", ".join(f"{price(cents)} from {whose[seat]}" for seat, cents in state.fees.items())
    return f"Collection, not counted in the result: {each}; {price(sum(state.fees.values()))} in the drop box."


def clauses(state: State) -> list[tuple[str, str]]:
    """Every clause that was cited, once, in our words."""
    cited = dict.fromkeys(id_ for seat in state.players for s in wagers_of(state, seat) for id_ in s.clauses)
    return [(id_, state.game.clause(id_).text) for id_ in cited]
