"""Worked examples: rounds found for what they show, each settled from its description as `croupier settle` does it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from croupier.cards import card_sign
from croupier.chance import Chance
from croupier.errors import Refused
from croupier.report.game_report import SEED
from croupier.rulebook import CardPlaces, Line, Rulebook
from croupier.settlement.cases import Case, cases_of
from croupier.settlement.description import Described, description_of
from croupier.settlement.round import Settlement, settle
from croupier.settlement.sampler import Sample, Sampler, Stakes
from croupier.settlement.shape import reads_dice
from croupier.settlement.text import held
from croupier.table.events import WagerSettled
from croupier.table.state import State

DEALS_MAX: Final = 3_000
"""So many rounds are dealt for an example before it is left out."""
ALONE: Final = Stakes(seats=1, multiples=(2,), one_in=10**6)
"""One seat with $10 on what is shown, and on what that needs."""
TWO: Final = Stakes(seats=2, multiples=(2, 4))
"""Two seats with every wager, for what one seat cannot show."""
TABLE: Final = Stakes(seats=3, multiples=(1, 2, 3, 4, 5))
"""Three seats with every wager, for the order of things."""


@dataclass(frozen=True)
class Example:
    """One wager in one round."""

    case: Case
    line: Line
    description: Described
    settlement: Settlement
    met: WagerSettled
    also: frozenset[Case] = frozenset()
    """Every case of the same round."""

    @property
    def state(self) -> State:
        """The table once all was settled."""
        return self.settlement.state

    @cached_property
    def lies(self) -> str:
        """What lies on the table for the seat that the example is about."""
        return "; ".join((*shared(self.state), *own(self.state, self.met.seat)))


def example_of(case: Case, sample: Sample, rulebook: Rulebook) -> Example:
    """An example from a round that was found, settled anew from its description."""
    place = sample.wager_cases.index(case)
    description = description_of(sample.before)
    settlement = settle(description, game=rulebook.game)
    seat, wager = sample.settled[place].seat, sample.settled[place].wager
    met = next(each for each in settlement.state.settled if (each.seat, each.wager) == (seat, wager))
    return Example(case, sample.lines[place], description, settlement, met, frozenset(sample.wager_cases))


class Finder:
    """Finds rounds, the same ones every time."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.samplers = {stakes: Sampler(book, Chance.seeded(SEED), stakes) for stakes in (ALONE, TWO, TABLE)}

    @cached_property
    def every(self) -> tuple[Example, ...]:
        """An example of every case of every wager, in the order of the layout; one that is not found is left out."""
        found = (self.example(case) for case in cases_of(self.book) if case.wager)
        return tuple(example for example in found if example)

    def example(self, case: Case) -> Example | None:
        """A round with one seat, or with two where the bank has to fall short."""
        sample = self.samplers[TWO if case.is_short else ALONE].find(case, DEALS_MAX)
        return example_of(case, sample, self.book) if sample else None

    def busy_example(self, case: Case) -> Example | None:
        """A round of two seats with every wager."""
        sample = self.samplers[TWO].find(case, DEALS_MAX)
        return example_of(case, sample, self.book) if sample else None

    def survey(self) -> Sample:
        """A round of several seats, dealt from all cards alike."""
        return self.samplers[TABLE].deal()

    @cached_property
    def table(self) -> Sample:
        """A round of several seats with every wager; the busiest of a few."""
        return max((self.samplers[TABLE].deal() for _ in range(12)), key=lambda sample: len(sample.settled))


def check_dealable(book: Rulebook) -> None:
    """Refuse house rules that can be analysed and not dealt: there is no round to show."""
    try:
        book.house.check_dealable()
    except Refused as refused:
        raise Refused(
            f"rules and guides are for a table that is dealt; {refused.reason}",
            clause=refused.clause,
            field=refused.field,
        ) from None


# ── What lies on the table ───────────────────────────────────────────────────────────────────────────────────────────


def shared(state: State) -> Iterator[str]:
    """The cards that all seats share, with what they are called, and dice that decide."""
    felt = state.rulebook.felt
    for place in felt.table:
        cards = place.laid(state.cards(place.slot)) if isinstance(place, CardPlaces) else ()
        if isinstance(place, CardPlaces) and cards:
            called = place.called(cards)
            yield f"{place.sign} {cards_text(cards)}{f' ({called})' if called else ''}"
    if state.dice and state.rulebook.description.dice and reads_dice(state.rulebook):
        yield f"{'dice' if len(state.dice) > 1 else 'die'} {' '.join(map(str, state.dice))}"


def own(state: State, seat: int) -> Iterator[str]:
    """A seat's spot or cards, and what it decided."""
    book = state.rulebook
    if told := held(state, seat):
        yield f"spot {told}" if state.spot(seat) else f"hand {told}"
    for made in state.decisions.get(seat, ()):
        option = book.decisions_by_id[made.decision].option(made.option)
        yield option.label if option else made.option


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(map(card_sign, cards))
