"""One round as tables: how it was dealt, and how it was settled."""

from croupier import figures
from croupier.report.document import Cell, Table
from croupier.report.examples import cards_text
from croupier.report.procedure_words import label, place_name
from croupier.rulebook import owner_of
from croupier.settlement.coverage import coverage
from croupier.settlement.sampler import Sample
from croupier.settlement.text import held
from croupier.table.events import CardsDealt, CardsExposed, DieRolled, Event
from croupier.table.state import State


def dealing_table(sample: Sample, caption: str = "") -> Table:
    """Every deal, roll and exposure of a round, in order."""
    rows: list[tuple[Cell, ...]] = []
    for event in sample.events:
        if told := dealt_row(event, sample):
            rows.append((str(len(rows) + 1), *told))
    return Table(("Order", "Where", "What", "Side", "Clause"), tuple(rows), words=5, caption=caption)


def dealt_row(event: Event, sample: Sample) -> tuple[Cell, ...] | None:
    book = sample.book
    match event:
        case CardsDealt(slot=slot, cards=cards, face_up=face_up, clause=clause):
            where = f"seat {owner_of(slot)}" if owner_of(slot) else place_name(book, slot)
            return where, cards_text(cards), "face up" if face_up else "face down", clause
        case DieRolled(face=face, clause=clause):
            return "die", str(face), "", clause
        case CardsExposed(slot=slot, cards=cards, clause=clause):
            where = f"seat {owner_of(slot)}" if owner_of(slot) else place_name(book, slot)
            return where, cards_text(cards), "turned up", clause
        case _:
            return None


def settled_table(state: State, caption: str = "") -> Table:
    """Every wager of a round in the order of settlement, with what a limited bank could still pay and take.

    What a seat chose or holds is named beside it.
    """
    book, lefts = state.rulebook, coverage(state)
    one = all(left.to_pay == left.to_take for left in lefts)
    heads = ["Seat", "Wager", "Outcome", "Clauses", "Stake", "Wins"]
    if lefts:
        heads += ["Bank left"] if one else ["Can pay", "Can take"]
    rows = []
    for place, met in enumerate(state.settled):
        row: tuple[Cell, ...] = (
            f"{met.seat} {held(state, met.seat)}",
            label(book, met.wager),
            met.outcome.replace("_", " ") + (f", pays {met.odds}" if met.odds else ""),
            ", ".join(met.clauses),
            figures.money(met.stake),
            figures.money(met.result),
        )
        if lefts:
            left = lefts[place]
            row += tuple(map(figures.money, (left.to_pay,) if one else (left.to_pay, left.to_take)))
        rows.append(row)
    return Table(tuple(heads), tuple(rows), words=4, caption=caption)
