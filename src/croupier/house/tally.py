"""Skill, luck and edge: a round's result taken apart exactly, and the running sums over many rounds.

*Skill* is the value of each choice less the value of the best one: 0, or below. The *edge* is what the wagers are worth
under best play before any card is dealt, less the fees. *Luck* is the rest of the result, so that its mean is 0 however
somebody plays.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Final

from croupier.house.own_round import Choice, OwnRound
from croupier.house.rows import Played
from croupier.table import events as e

BANKED: Final = "you banked, and a bank has no wagers to value"
VOIDED: Final = "it was called off"
NO_WAGERS: Final = "you had no wagers"
REPEATED: Final = "a hand that is decided several times over is not counted"
PARTS: Final = ("skill", "luck", "edge")


@dataclass(frozen=True)
class Weighing:
    """A choice, who made it, what it is worth in cents and what the best one is."""

    decision: str
    option: str
    by: str
    value: Fraction
    best: Fraction

    @property
    def skill(self) -> Fraction:
        return self.value - self.best


@dataclass(frozen=True)
class Reckoning:
    """A round taken apart, in cents; or why that cannot be done."""

    result: int = 0
    """What the wagers came to, less fees."""
    edge: Fraction = Fraction(0)
    choices: tuple[Weighing, ...] = ()
    notes: tuple[str, ...] = ()
    why_not: str = ""

    @cached_property
    def skill(self) -> Fraction:
        return total(each.skill for each in self.choices)

    @cached_property
    def luck(self) -> Fraction:
        return self.result - self.skill - self.edge


@dataclass(frozen=True)
class Tally:
    """The rounds of a guest, the first one first; None for one that is not counted yet."""

    rounds: Sequence[Reckoning | None] = ()

    @cached_property
    def counted(self) -> list[Reckoning]:
        return [each for each in self.rounds if each and not each.why_not]

    @property
    def waiting(self) -> int:
        """How many rounds are not counted yet."""
        return sum(each is None for each in self.rounds)

    @cached_property
    def left_out(self) -> Mapping[str, int]:
        """How many rounds have no part in the sums, by the reason."""
        return Counter(each.why_not for each in self.rounds if each and each.why_not)

    @cached_property
    def sums(self) -> Mapping[str, Fraction]:
        return {part: total(getattr(each, part) for each in self.counted) for part in PARTS}

    @property
    def result(self) -> int:
        return sum(each.result for each in self.counted)

    def running(self, part: str) -> list[float]:
        """One of the sums after each round, for a picture."""
        return list(accumulate((float(getattr(each, part)) for each in self.counted), initial=0.0))

    @property
    def by_the_clock(self) -> int:
        """How many choices were not made by the guest in time."""
        return sum(choice.by != e.PLAYER for each in self.counted for choice in each.choices)


def total(values: Iterable[Fraction]) -> Fraction:
    """The sum, by denominators first: a tally has thousands of values, and few denominators."""
    numerators: dict[int, int] = {}
    for value in values:
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator
    return sum((Fraction(number, of) for of, number in numerators.items()), Fraction(0))


@dataclass(frozen=True)
class PlayedRound:
    """A round of a guest's that is over, as another process finds it."""

    game: str
    house: str
    """The house rules, as JSON."""
    played: Played
    lines: Sequence[str]


def reckoned(
    own: OwnRound,
    value_of: Callable[[Mapping[str, int]], Fraction],
    weighed: Callable[[Choice], Mapping[str, Fraction]],
    notes: Iterable[str] = (),
) -> Reckoning:
    """Take a round apart, given what wagers are worth before the deal, and what the options of a choice are worth."""
    events = [event for _, event, _ in own.seen]
    seat = own.played.seat
    if any(isinstance(event, e.RoundVoided) for event in events):
        return Reckoning(why_not=VOIDED)
    if any(isinstance(event, e.RoundOpened) and event.player_dealer == seat for event in events):
        return Reckoning(why_not=BANKED)
    mine = [event for event in events if getattr(event, "seat", 0) == seat]
    bet = {wager.id for wager in own.book.placed_wagers}
    stakes = {id_: cents for id_, cents in stakes_of(mine).items() if id_ in bet}
    if not stakes:
        return Reckoning(why_not=NO_WAGERS)
    made = Counter((event.decision, event.hand) for event in mine if isinstance(event, e.DecisionMade))
    if any(hand > 1 or times > 1 for (_, hand), times in made.items()):
        return Reckoning(why_not=REPEATED)
    fees = sum(event.cents for event in mine if isinstance(event, e.FeeCollected))
    result = sum(event.result for event in mine if isinstance(event, e.WagerSettled))
    choices = []
    for choice in own.choices():
        options = weighed(choice)
        choices.append(
            Weighing(choice.decision, choice.option, choice.by, options[choice.option], max(options.values()))
        )
    return Reckoning(result - fees, value_of(stakes) - fees, tuple(choices), tuple(notes))


def stakes_of(mine: Iterable[e.Event]) -> dict[str, int]:
    """What a seat had on each wager as the betting ended, in cents."""
    stakes: dict[str, int] = {}
    for event in mine:
        if isinstance(event, e.WagerPlaced):
            stakes[event.wager] = event.cents
        elif isinstance(event, e.WagerWithdrawn):
            stakes.pop(event.wager, None)
    return stakes
