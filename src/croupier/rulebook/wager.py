"""Wagers and decisions: outcomes that rules give, and what a house pays for them.

A rule function maps cards to an outcome *code*; a `Line` says what that code is called and what it pays. Readings that
only move money change lines, never rules, so one count of outcomes prices every paytable and every reading. Clauses,
limits and manners are for the table: a game that is only to be analysed leaves them out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational

from croupier.errors import Refused
from croupier.odds import PUSHED

RuleFunction = Callable[..., int]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule function applied to named draws, features and decisions."""

    function: RuleFunction
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome of a wager: its code, its name, what it pays and the clauses that say so."""

    code: int
    id: str
    label: str
    pays: Fraction
    clauses: tuple[str, ...] = ()
    outcome: str = ""
    """What a settlement calls it; the line's own id where the document names the hand."""
    commission: Fraction = PUSHED
    """The share of the win that the bank keeps, rounded to the cent when it is paid."""

    @property
    def odds(self) -> Fraction:
        """What a unit is paid net of commission."""
        return self.pays * (1 - self.commission) if self.pays > 0 else self.pays

    @property
    def called(self) -> str:
        """What a settlement calls this outcome."""
        return self.outcome or self.id


@dataclass(frozen=True)
class Wager:
    """Something a seat may bet on."""

    id: str
    label: str
    outcome: Rule
    lines: tuple[Line, ...]
    clause: str = ""
    least: int = 0
    """In cents; a wager that a decision makes has no limits of its own."""
    most: int | None = None
    limit_clause: str = ""
    whole_dollars: str = ""
    """The clause that asks for whole dollars, where one does."""
    needs: tuple[str, ...] = ()
    """Any one of these wagers must stand first."""
    needs_clause: str = ""
    pooled: bool = False
    """Whether its rule sees all its cards as one set, whoever holds them and in whatever order they came."""
    back_line: str = ""
    """The clause under which nobody else may bet on a seat's spot."""
    uncovered_clause: str = ""
    """The wager's own clause on what a limited bank does not cover, where it has one."""

    def __post_init__(self) -> None:
        """Index the lines by the code that the rule gives; refuse two for one code, and odds that are not exact."""
        codes = [int(line.code) for line in self.lines]
        if not codes or len(set(codes)) < len(codes) or min(codes) < 0:
            raise Refused(f"the wager {self.id} has lines for the codes {codes}; give one for each code from 0 on")
        for line in self.lines:
            if not isinstance(line.pays, Rational):
                raise Refused(f"the line {line.id} of {self.id} pays {line.pays!r}; odds are exact, as Fraction(3, 2)")
        object.__setattr__(self, "_line_of_code", {int(line.code): line for line in self.lines})

    def line(self, code: int) -> Line:
        """Give the line of an outcome code."""
        lines: dict[int, Line] = self._line_of_code  # type: ignore[attr-defined]  # set once, when the value is made
        return lines[int(code)]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a seat may decide: a code for the rules and what it stakes."""

    code: int
    id: str
    label: str
    multiple: int
    """How many times the base wager is staked on the decision's wager."""


@dataclass(frozen=True)
class SightField:
    """One thing that a sight tells: how it is found in the code, shown and read."""

    name: str
    value: Callable[[int], int]
    show: Callable[[int], str]
    read: Callable[[str], int]
    ordered: bool = False
    """Whether *this or better* makes sense of it."""


@dataclass(frozen=True)
class Decision:
    """A choice each player makes in mid-round, from what that seat sees."""

    id: str
    wager: str
    base: str
    options: tuple[Option, ...]
    sees: Rule
    """What the seat learns: a rule function giving one code per information set; what it saw earlier it still knows."""
    codes: int
    """One more than the largest code that `sees` gives."""
    clause: str = ""
    default: str = ""
    """What the table decides for a player who is silent."""
    in_order: bool = False
    """Whether seats decide one after the other."""
    only_by_player: str = ""
    """The clause under which nobody else decides for a seat."""
    fields: tuple["SightField", ...] = ()
    """What a code tells, field by field."""
    shown: Callable[[int], tuple[tuple[str, str], ...]] | None = None
    """A sight in full, by name, where its fields leave something out that matters."""

    def option(self, id_: str) -> Option | None:
        """Find an option by its id."""
        return next((option for option in self.options if option.id == id_), None)
