"""A round so far, told to one viewer: the records since it opened, and what was said of them.

What a viewer may know of a card is asked of the same function as everywhere (`may_see`), and sentences name only cards
that the whole table sees.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from croupier.house.listing import NameOf, names_at
from croupier.house.recorder import Recent
from croupier.house.table import Table
from croupier.money import price
from croupier.record.narration import YOU, Narrator, Sentence, StepWords, clauses_of
from croupier.rulebook import Kind, Rulebook
from croupier.table import events as e
from croupier.table.state import State, apply
from croupier.table.view import SPECTATOR

UNTOLD: Final = (e.TableContinued, e.WagersStacked)
"""What the felt shows, or nobody needs to know."""
GATHERED: Final = (e.WagerPlaced, e.FeeCollected, e.WagerSettled)
"""What is told together where several come one after the other."""


class Said(NamedTuple):
    """Something that was said at a table."""

    number: int
    """The record that it is about, or the last of several."""
    text: str
    clauses: tuple[str, ...] = ()


class Seen(NamedTuple):
    """A record, and whose eyes saw it: of what happened before somebody sat down, a spectator's."""

    number: int
    event: e.Event
    seat: int


def round_records(table: Table) -> list[Recent]:
    """The records since the last round opened, as far as they are at hand."""
    recent = table.recorder.recent
    opened = max((place for place, each in enumerate(recent) if isinstance(each.event, e.RoundOpened)), default=None)
    return [] if opened is None else list(recent[opened:])


def round_seen(table: Table, guest: str) -> Iterator[Seen]:
    """The last round as a guest saw it, record by record."""
    seat = table.seat_of(guest)
    sat = table.people[seat].sat if seat else 0
    for number, _, event in round_records(table):
        yield Seen(number, event, seat if number > sat else SPECTATOR)


def round_told(table: Table, guest: str, name_of: NameOf) -> tuple[Said, ...]:
    """What was said in the last round, to one viewer, in order."""
    recorder = table.recorder
    if recorder.opened is None:
        return ()
    called = names_at(table, name_of)
    names = {player: called[seat] for seat, player in recorder.opened.seated.items() if seat in table.company_names}
    names |= {person.guest: called[seat] for seat, person in table.people.items()}
    records = tuple(round_records(table))
    came = {each.event.player for each in records if isinstance(each.event, e.SeatTaken)}
    names |= {guest: YOU} if guest in names.keys() | came else {}
    named = tuple((player, name) for player, name in names.items() if name)
    return told(RoundSoFar(recorder.head, recorder.opened, records), named)


@dataclass(frozen=True, slots=True)
class RoundSoFar:
    """The records of a round, known by the head of the journal after them, which is like no other."""

    head: str
    opened: State = field(compare=False)
    records: tuple[Recent, ...] = field(compare=False)


@lru_cache(maxsize=256)
def told(so_far: RoundSoFar, names: tuple[tuple[str, str], ...]) -> tuple[Said, ...]:
    """What was said in a round, with the names of players; told once to all who are called the same."""
    teller = Teller(so_far.opened.copy(), Narrator(dict(names), sees_all=False))
    (number, _, first), *others = so_far.records
    teller.open(number, first)
    for number, _, event in others:
        teller.hear(number, event)
    return tuple(teller.said)


class Teller:
    """Tells a round event by event; the wagers of a seat, and fees, in one sentence."""

    def __init__(self, state: State, narrator: Narrator) -> None:
        self.state = state
        self.narrator = narrator
        self.dealer = StepWords()
        self.said: list[Said] = []
        self.gathered: tuple[type, str, list[str]] | None = None
        """The kind of what was said last, whose it is and what it was, while more of it may come."""

    @property
    def book(self) -> Rulebook:
        return self.state.rulebook

    def open(self, number: int, event: e.Event) -> None:
        """Tell the record that opened the round; the state is the one after it."""
        sentence = self.narrator.tell(event, self.state, self.state)
        if sentence:
            self.say(number, str(sentence), self.with_announced(clauses_of(event, self.book)))

    def hear(self, number: int, event: e.Event) -> None:
        """Tell a record."""
        before = self.state.copy()
        step = self.dealer.step(event, before)
        apply(self.state, event)
        clauses = clauses_of(event, before.rulebook)
        if isinstance(event, e.CardsShuffled):
            clauses = self.with_announced(clauses)
        says = self.dealer.speaks(step)
        if step and says:
            announced = self.book.felt.announced_with(step.clause)
            self.say(number, says, (getattr(event, "clause", "") or step.clause, *announced))
        sentence = self.sentence(event, before)
        if sentence is None:
            return
        if isinstance(event, GATHERED):
            self.gather(number, type(event), sentence, clauses)
        elif says:
            self.say(number, f"{says} {sentence}", (*self.said.pop().clauses, *clauses))
        else:
            self.say(number, str(sentence), clauses)

    def with_announced(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Clauses, and those that are announced with them."""
        return (*clauses, *(id_ for clause in clauses for id_ in self.book.felt.announced_with(clause)))

    def sentence(self, event: e.Event, before: State) -> Sentence | None:
        """What is told of an event besides the dealer's words; a settlement only if it carries out a procedure."""
        if isinstance(event, e.WagerSettled):
            procedures = {clause.id for clause in self.book.game.clauses if clause.kind is Kind.PROCEDURE}
            if procedures.isdisjoint(event.clauses):
                return None
            verb = "win" if event.result > 0 else "lose" if event.result < 0 else "get back"
            wager = self.book.wagers_by_id[event.wager].label
            return Sentence(f"{price(event.stake)} on {wager}", self.narrator.who(event.seat, before), verb)
        is_others = isinstance(event, e.WagerWithdrawn) and self.narrator.who(event.seat, before) != YOU
        return None if is_others or isinstance(event, UNTOLD) else self.narrator.tell(event, before, self.state)

    def say(self, number: int, text: str, clauses: tuple[str, ...]) -> None:
        self.gathered = None
        text = text.replace("-$", "−$")  # a terminal's hyphen is a minus sign on a page
        self.said.append(Said(number, text, tuple(dict.fromkeys(filter(None, clauses)))))

    def gather(self, number: int, kind: type, sentence: Sentence, clauses: tuple[str, ...]) -> None:
        """Add to what was said last: wagers of the same seat, fees and settlements of any."""
        start, what = sentence.start, sentence.what
        whats: list[str] = []
        if self.gathered and self.gathered[0] is kind and (kind is not e.WagerPlaced or self.gathered[1] == start):
            if self.gathered[1] != start:
                what = f"{'you' if sentence.who == YOU else sentence.who} {what}"
            _, start, whats = self.gathered
            clauses = tuple(dict.fromkeys((*self.said.pop().clauses, *clauses)))
        whats.append(what)
        self.said.append(Said(number, f"{start} {', '.join(whats)}.", clauses))
        self.gathered = kind, start, whats
