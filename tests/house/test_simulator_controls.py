"""What the simulator finds out: each control breaks one promise of the house, and playing and checking then fails."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from croupier.cards import card_name
from croupier.errors import BooksDoNotBalance, Refused
from croupier.house import listing, table_desk
from croupier.house.floor import Floor
from croupier.house.recorder import RowRecorder
from croupier.house.rows import Answer, Document, Line, Opening, Played, Posting, Row, Sealed
from croupier.house.table import Table
from croupier.house.unit import GUEST, TABLE, Work
from croupier.record.journal import GENESIS, Fault
from croupier.rulebook import owner_of
from croupier.table import events as e
from croupier.table.core import Stepped
from croupier.table.state import State
from croupier.table.view import SPECTATOR, View, view
from tests.house.memory_store import MemoryStore
from tests.house.simulator import Odds, Simulation
from tests.house.test_simulator import GAMES, simulation

ROUGH: Final = Odds(lost=8, doubled=4, crash=40, jump=500, nap=100)
PLAYED: Final = {id_: GAMES[id_] for id_ in ("casino-monte", "three-card-poker")}

Done = list[object]
"""What a control has done."""
Control = Callable[[pytest.MonkeyPatch, Done], None]


def play_and_check() -> Simulation:
    simulated = simulation(1, 6, ROUGH, PLAYED)
    for _ in range(4):
        simulated.run(1_000)
        simulated.check_wallets()
    simulated.check()
    return simulated


LOST: Final[Mapping[str, Callable[[Row], bool]]] = {
    "a line": lambda row: isinstance(row, Line) and '"wager_placed"' in row.text,
    "a posting": lambda row: isinstance(row, Posting) and row.why == "sit",
    "an opening": lambda row: isinstance(row, Opening),
    "a secret": lambda row: isinstance(row, Sealed),
    "an answer": lambda row: isinstance(row, Answer) and row.status == 200,
    "a table": lambda row: isinstance(row, Document) and row.kind == TABLE,
    "a wallet": lambda row: isinstance(row, Document) and row.kind == GUEST,
    "a part in a round": lambda row: isinstance(row, Played),
}
"""Rows of which one gets lost."""


def pay_twice(patch: pytest.MonkeyPatch, done: Done) -> None:
    """Whoever leaves gets the chips twice."""
    gather = Work.gather

    def twice(work: Work, table: Table) -> None:
        done.extend(table.returned)
        table.returned *= 2
        gather(work, table)

    patch.setattr(Work, "gather", twice)


def post_twice(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A wallet's posting is written twice."""
    commit = MemoryStore.commit

    def twice(store: MemoryStore, rows: Sequence[Row]) -> bool:
        again = [row for row in rows if isinstance(row, Posting) and row.why == "leave"]
        done.extend(again)
        return commit(store, (*rows, *again))

    patch.setattr(MemoryStore, "commit", twice)


def show_spectators(patch: pytest.MonkeyPatch, done: Done) -> None:
    """Spectators see what lies face down."""

    def shown(state: State, seat: int = SPECTATOR) -> View:
        seen = view(state, seat)
        if seat != SPECTATOR or not state.dealt:
            return seen
        done.append(seat)
        return replace(seen, cards=tuple(state.dealt.items()))

    patch.setattr(listing, "view", shown)


def tell_spectators(patch: pytest.MonkeyPatch, done: Done) -> None:
    """Spectators are told what is dealt face down to a seat."""
    tell = listing.event_listing

    def told(recent: Any, seat: int, name_of: listing.NameOf) -> listing.Shown:
        said, event = tell(recent, seat, name_of), recent.event
        if seat == SPECTATOR and isinstance(event, e.CardsDealt) and owner_of(event.slot) and not event.face_up:
            done.append(event)
            said["cards"] = [card_name(card) for card in event.cards]
        return said

    patch.setattr("croupier.house.house.event_listing", told)


def time_out_twice(patch: pytest.MonkeyPatch, done: Done) -> None:
    """What a table decides for somebody who was silent is recorded twice."""
    record = RowRecorder.record

    def twice(recorder: RowRecorder, steps: Sequence[Stepped]) -> None:
        again = [step for step in steps if getattr(step.events[0], "by", e.PLAYER) == e.TABLE]
        done.extend(again)
        record(recorder, [*steps, *again])

    patch.setattr(RowRecorder, "record", twice)


def stay_due(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A deadline is not over once its tick was served, so that it comes again."""
    due: property = vars(Table)["due"]

    def again(table: Table) -> int | None:
        at: int | None = due.__get__(table)
        if at is None or at <= table.now + 1000:
            return at
        done.append(at)
        return table.now

    patch.setattr(Table, "due", property(again))


def forget_answers(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A house that starts does not know what it has answered."""
    patch.setattr(Floor, "load_answers", lambda _, answers: done.extend(answers))


def answer_anew(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A house that goes on does not know what it has answered."""
    patch.setattr(Floor, "keep_answer", lambda _, answer: done.append(answer))


def balance_after_restart(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A wallet that is loaded has a cent too many."""
    load = Floor.load_guest

    def too_many(floor: Floor, document: Document, answers: Sequence[Answer] = ()) -> None:
        done.append(document)
        body: Mapping[str, Any] = document.body or {}
        load(floor, replace(document, body={**body, "chips": body["chips"] + 1}), answers)

    patch.setattr(Floor, "load_guest", too_many)


def chips_after_restart(patch: pytest.MonkeyPatch, done: Done) -> None:
    """Chips that are loaded lie before another seat than they did."""
    fold = Floor.folded

    def moved(floor: Floor, *what: Any) -> State:
        state = fold(floor, *what)
        seats = [seat for seat in state.seated if state.chips(seat) >= 100]
        if len(seats) > 1:
            done.append(seats)
            state.ledger.move(f"seat {seats[0]}", f"seat {seats[1]}", 100)
        return state

    patch.setattr(Floor, "folded", moved)


def break_the_chain(patch: pytest.MonkeyPatch, done: Done) -> None:
    """A record is not bound to those before it."""
    record = RowRecorder.record

    def unbound(recorder: RowRecorder, steps: Sequence[Stepped]) -> None:
        done.append(steps)
        recorder.head = GENESIS
        record(recorder, steps)

    patch.setattr(RowRecorder, "record", unbound)


def take_old_versions(patch: pytest.MonkeyPatch, done: Done) -> None:
    """What is asked against an earlier moment of a seat is done nevertheless."""

    def acting(at: Any) -> tuple[Table, int]:
        table, seat = table_desk.seated(at)
        done.extend([at.asked] * (at.asked.against.version != table.version(seat)))
        table.hear(seat)
        return table, seat

    patch.setattr(table_desk, "acting", acting)


def keep_seats(patch: pytest.MonkeyPatch, done: Done) -> None:
    """The house still knows by guest who sat where, once they have left."""
    patch.setattr(Floor, "clear_seats", lambda _, table: done.append(table))


CONTROLS: Final[tuple[Control, ...]] = (
    pay_twice,
    post_twice,
    show_spectators,
    tell_spectators,
    time_out_twice,
    stay_due,
    forget_answers,
    answer_anew,
    balance_after_restart,
    chips_after_restart,
    break_the_chain,
    take_old_versions,
    keep_seats,
)
FOUND: Final = (AssertionError, KeyError, Fault, Refused, BooksDoNotBalance)
"""How playing and checking fails."""


def test_a_house_that_keeps_its_promises_passes() -> None:
    simulated = play_and_check()
    assert simulated.crashes
    assert simulated.rounds > 40


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.__name__)
def test_a_promise_that_is_broken_is_found_out(control: Control, monkeypatch: pytest.MonkeyPatch) -> None:
    done: Done = []
    control(monkeypatch, done)
    with pytest.raises(FOUND):
        play_and_check()
    assert done


@pytest.mark.parametrize("what", LOST)
def test_a_row_that_gets_lost_is_found_out(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write, met, third = MemoryStore.write, list[Row](), 3

    def drop(store: MemoryStore, row: Row) -> None:
        met.extend([row] * LOST[what](row))
        if len(met) != third or row is not met[-1]:
            write(store, row)

    monkeypatch.setattr(MemoryStore, "write", drop)
    with pytest.raises(FOUND):
        play_and_check()
    assert len(met) >= third
