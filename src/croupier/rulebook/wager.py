"""Wagers and decisions: the outcomes that rules give, and what they pay.

A rule function maps cards to an outcome *code*; a `Line` says what that code is called and what it pays. Readings that
only move money change lines, never rules, so one count of outcomes prices every paytable and every reading. Clauses,
limits and turns matter only at the table; a game that is only analysed leaves them out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeVar

from croupier.errors import Refused, quoted
from croupier.odds import PUSHED
from croupier.rulebook.part import Part, check_fields

RuleFunction = Callable[..., int]
Card = TypeVar("Card")
"""A card, or what stands for one where it is shown."""
HOLDS_MAX: Final = 10
"""With more cards than this, there are more ways to hold some of them than anybody could choose from."""
NOT_ASKED: Final = -1
"""The code of a decision that a seat is not asked for."""


@dataclass(frozen=True, slots=True)
class Rule(Part):
    """A rule function applied to named draws, features and decisions."""

    function: RuleFunction
    inputs: tuple[str, ...]


def not_whole(function: RuleFunction, given: object) -> str:
    """What to tell the author of a rule that gives no code."""
    name = getattr(function, "__name__", "a rule")
    what = "nothing" if given is None else quoted(given)
    return f"{name} returns {what}; a rule must return a whole number in every case"


@dataclass(frozen=True, slots=True)
class Line(Part):
    """One outcome of a wager: its code, its name, what it pays and the clauses that say so."""

    code: int
    id: str
    label: str
    pays: Fraction
    """What a unit wins: -1 loses it whole, Fraction(-1, 2) half of it."""
    clauses: tuple[str, ...] = ()
    outcome: str = ""
    """What a settlement calls it; by default the line's id."""
    commission: Fraction = PUSHED
    """The share of the win that the bank keeps, rounded to the cent when it is paid."""

    @property
    def odds(self) -> Fraction:
        """What a unit is paid after commission."""
        return self.pays * (1 - self.commission) if self.pays > 0 else self.pays

    @property
    def called(self) -> str:
        return self.outcome or self.id


@dataclass(frozen=True)
class Wager:
    """Something a seat can bet on."""

    id: str
    label: str
    outcome: Rule
    lines: tuple[Line, ...]
    clause: str = ""
    least: int = 0
    """In cents; a wager made by a decision has no limits of its own."""
    most: int | None = None
    limit_clause: str = ""
    whole_dollars: str = ""
    """The clause that asks for whole dollars, if any."""
    needs: tuple[str, ...] = ()
    """One of these wagers must be placed first."""
    needs_clause: str = ""
    pooled: bool = False
    """Whether its rule reads all its cards as one set, regardless of who holds them and of their order."""
    back_line: str = ""
    """The clause that forbids others to bet on a seat's spot."""
    uncovered_clause: str = ""
    """The wager's own clause on what a limited bank does not cover, if any."""
    equals: str = ""
    """The wager that this one is placed with, at the same stake; it is never bet alone."""

    def __post_init__(self) -> None:
        """Index the lines by code; refuse two lines for one code or with one id, and a commission beyond 1."""
        check_fields(self)
        codes = [int(line.code) for line in self.lines]
        if not codes or len(set(codes)) < len(codes) or min(codes) < 0:
            raise Refused(
                f"the wager {self.id} has lines for the codes {codes}; give one line for each code, from 0 on"
            )
        ids = [line.id for line in self.lines]
        for line in self.lines:
            if ids.count(line.id) > 1:
                raise Refused(f"the wager {self.id} has two lines called {quoted(line.id)}; give each its own id")
            if not 0 <= line.commission <= 1:
                raise Refused(
                    f"the line {line.id} of {self.id} has a commission of {line.commission}; it must be from 0 to 1, "
                    "such as Fraction(1, 20)"
                )
        object.__setattr__(self, "_line_of_code", {int(line.code): line for line in self.lines})

    def line(self, code: int, deal: str = "") -> Line:
        """The line for a code; a code without one is refused, with the deal that gave it if it is known."""
        lines: dict[int, Line] = self._line_of_code  # type: ignore[attr-defined]  # set once, when the value is made
        found = lines.get(int(code))
        if found is None:
            rule = getattr(self.outcome.function, "__name__", "its rule")
            given = f" for {deal}" if deal else ""
            raise Refused(
                f"{rule} gives the code {int(code)}{given}, and the wager {self.id} has lines for "
                f"{', '.join(map(str, lines))} only; add a line for it"
            )
        return found


@dataclass(frozen=True, slots=True)
class Option(Part):
    """One option of a decision: a code for the rules, and what it stakes."""

    code: int
    id: str
    label: str
    multiple: int
    """How many times the base wager is staked on the decision's wager; -1 takes a wager that is its own base back."""
    offered: Rule | None = None
    """Offered where this rule of what the seat sees gives another number than 0; None: wherever the seat is asked."""
    takes: int | None = None
    """How many cards it takes of a draw that comes after it; None: all of them."""
    keeps: tuple[int, ...] | None = None
    """The places in the hand, from 0 on, of the cards that it keeps; None: nothing is exchanged."""

    def new_cards(self, count: int) -> int:
        """How many new cards it takes of a draw of so many."""
        if self.keeps is not None:
            return count - len(self.keeps)
        return count if self.takes is None else self.takes


def holds(cards: int, *, draws_most: int | None = None) -> tuple[Option, ...]:
    """An option for each way to hold some cards of a hand and to exchange the others, up to so many.

    The code has a bit for each card that is held, and the id names their places, counted from 1.

    >>> [option.id for option in holds(2)]
    ['hold_none', 'hold_1', 'hold_2', 'hold_12']
    """
    if not 1 <= cards <= HOLDS_MAX:
        raise Refused(f"`holds` is for hands of 1 to {HOLDS_MAX} cards, not of {cards}")
    options = []
    for code in range(1 << cards):
        kept = tuple(place for place in range(cards) if code >> place & 1)
        places = [str(place + 1) for place in kept]
        if cards - len(kept) <= (cards if draws_most is None else draws_most):
            label = f"Hold {' '.join(places)}" if len(kept) < cards else "Hold all"
            options.append(
                Option(code, f"hold_{''.join(places) or 'none'}", label if kept else "Draw all", 0, keeps=kept)
            )
    return tuple(options)


UNASKED: Final = Option(NOT_ASKED, "not_asked", "Not asked", 0)
"""What stands for an option where a seat is not asked."""


@dataclass(frozen=True)
class SightField(Part):
    """One part of a sight: how to extract it from the code, show it and parse it."""

    name: str
    value: Callable[[int], int]
    show: Callable[[int], str]
    read: Callable[[str], int]
    ordered: bool = False
    """Whether *this or better* makes sense."""


@dataclass(frozen=True)
class Decision(Part):
    """A choice each player makes in the middle of a round, from what that seat sees."""

    id: str
    wager: str
    """Where its options stake, or what they take back; empty if they stake nothing."""
    base: str
    """The wager whose stake they are multiples of; empty if they stake nothing."""
    options: tuple[Option, ...]
    sees: Rule
    """Gives the sight: one code for all situations the seat cannot tell apart. What it saw earlier it still knows."""
    codes: int
    """One more than the largest code that `sees` gives."""
    clause: str = ""
    default: str = ""
    """The option the table takes for a player who does not answer."""
    in_order: bool = False
    """Whether seats decide one after another."""
    only_by_player: str = ""
    """The clause that forbids others to decide for a seat."""
    fields: tuple["SightField", ...] = ()
    """The parts of a sight."""
    shown: Callable[[int], tuple[tuple[str, str], ...]] | None = None
    """The whole sight by name, if its fields leave out something that matters."""
    asked: Rule | None = None
    """Asked where this rule of what the seat sees gives another number than 0; None: always. Rules that read a decision
    which is not asked get the code `NOT_ASKED`."""

    def __post_init__(self) -> None:
        """Refuse fields of wrong types, and options that cannot be."""
        check_fields(self)
        if self.options and all(option.offered for option in self.options):
            raise Refused(f"the decision {self.id} offers every option by a rule; offer one of them always")
        if bool(self.wager) != bool(self.base):
            raise Refused(
                f"the decision {self.id} names the wager {quoted(self.wager)} and the base {quoted(self.base)}; name "
                "both, or neither if it stakes nothing"
            )
        least = -1 if self.wager == self.base else 0
        for option in self.options:
            if option.multiple and not self.wager:
                raise Refused(
                    f"the option {option.id} of {self.id} stakes {option.multiple} times a wager, but {self.id} names "
                    "none; give 0, or name the wager and its base"
                )
            if option.multiple < least:
                right = "-1, which takes the wager back, or more" if least else "0 or more"
                raise Refused(
                    f"the option {option.id} of {self.id} stakes {option.multiple} times the wager on {self.base}; "
                    f"give {right}"
                )
        if (default := self.option(self.default)) and default.offered:
            raise Refused(f"the option {default.id}, the default of {self.id}, must always be offered")

    def option(self, id_: str) -> Option | None:
        for option in self.options:
            if option.id == id_:
                return option
        return None

    @cached_property
    def depends(self) -> bool:
        """Whether a rule says where it is asked, or where one of its options is offered."""
        return self.asked is not None or any(option.offered for option in self.options)

    @property
    def places(self) -> int:
        """In how many ways it may go: one for each option, and a last one for not being asked."""
        return len(self.options) + (self.asked is not None)

    def at(self, place: int) -> Option:
        """The option at a place, or `UNASKED`."""
        return self.options[place] if place < len(self.options) else UNASKED

    @property
    def exchanges(self) -> bool:
        """Whether its options keep cards of a hand and exchange the others."""
        return any(option.keeps is not None for option in self.options)

    @property
    def hand_cards(self) -> int:
        """How many cards the hand has that it exchanges; 0 if it exchanges none."""
        return 1 + max((place for option in self.options for place in option.keeps or ()), default=-1)

    def keeping(self, places: Iterable[int]) -> Option | None:
        """The option that keeps the cards in these places."""
        kept = tuple(sorted(set(places)))
        return next((option for option in self.options if option.keeps == kept), None)

    def held(self, id_: str, dealt: Sequence[Card], cards: int) -> tuple[Card, ...]:
        """What a hand of so many cards is after an option, of all cards that were dealt to it.

        New cards lie where the discards lay, once they are dealt. Before the decision the hand is as it was dealt.
        """
        option = self.option(id_)
        if option is None or option.keeps is None:
            return tuple(dealt)
        new = list(dealt[cards:])
        lying: list[Card] = []
        for place in range(cards):
            if place in option.keeps:
                lying.append(dealt[place])
            elif new:
                lying.append(new.pop(0))
        return (*lying, *new)
