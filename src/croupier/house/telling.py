"""A round so far, told to one viewer: the records since it opened, and what was said of them.

What a viewer may know of a card is asked of the same function as everywhere (`may_see`), and sentences name only cards
that the whole table sees.
"""

from collections.abc import Iterator
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

UNTOLD: Final = (e.TableContinued, e.WagerWithdrawn, e.WagersStacked)
"""What whoever does it knows, or what the felt shows."""
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


def round_told(table: Table, guest: str, name_of: NameOf) -> list[Said]:
    """What was said in the last round, to one viewer, in order."""
    opened = table.recorder.opened
    if opened is None:
        return []
    state = opened.copy()
    called = names_at(table, name_of)
    names = {player: called[seat] for seat, player in state.seated.items() if seat in table.company_names}
    names |= {person.guest: called[seat] for seat, person in table.people.items()}
    names |= {guest: YOU} if guest else {}
    teller = Teller(state, Narrator({player: name for player, name in names.items() if name}, sees_all=False))
    (number, _, first), *others = round_records(table)
    teller.open(number, first)
    for number, _, event in others:
        teller.hear(number, event)
    return teller.said


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
            clauses = clauses_of(event, self.book)
            announced = (id_ for clause in clauses for id_ in self.book.felt.announced_with(clause))
            self.say(number, str(sentence), (*clauses, *announced))

    def hear(self, number: int, event: e.Event) -> None:
        """Tell a record."""
        before = self.state.copy()
        step = self.dealer.step(event, before)
        apply(self.state, event)
        clauses = clauses_of(event, before.rulebook)
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

    def sentence(self, event: e.Event, before: State) -> Sentence | None:
        """What is told of an event besides the dealer's words; a settlement only if it carries out a procedure."""
        if isinstance(event, e.WagerSettled):
            procedures = {clause.id for clause in self.book.game.clauses if clause.kind is Kind.PROCEDURE}
            if procedures.isdisjoint(event.clauses):
                return None
            verb = "win" if event.result > 0 else "lose" if event.result < 0 else "get back"
            wager = self.book.wagers_by_id[event.wager].label
            return Sentence(f"{price(event.stake)} on {wager}", self.narrator.who(event.seat, before), verb)
        return None if isinstance(event, UNTOLD) else self.narrator.tell(event, before, self.state)

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
                what = f"{sentence.who} {what}"
            _, start, whats = self.gathered
            clauses = tuple(dict.fromkeys((*self.said.pop().clauses, *clauses)))
        whats.append(what)
        self.said.append(Said(number, f"{start} {', '.join(whats)}.", clauses))
        self.gathered = kind, start, whats
