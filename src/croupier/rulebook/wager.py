"""Wagers and decisions: the outcomes that rules give, and what they pay.

A rule function maps cards to an outcome *code*; a `Line` says what that code is called and what it pays. Readings that
only move money change lines, never rules, so one count of outcomes prices every paytable and every reading. Clauses,
limits and turns matter only at the table; a game that is only analysed leaves them out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import Refused, quoted
from croupier.odds import PUSHED
from croupier.rulebook.part import Part, check_fields

RuleFunction = Callable[..., int]


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
    """How many times the base wager is staked on the decision's wager."""


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
    base: str
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

    def __post_init__(self) -> None:
        """Refuse fields of wrong types, and an option that takes a stake back."""
        check_fields(self)
        for option in self.options:
            if option.multiple < 0:
                raise Refused(
                    f"the option {option.id} of {self.id} stakes {option.multiple} times the wager on {self.base}; "
                    "give 0 or more"
                )

    def option(self, id_: str) -> Option | None:
        for option in self.options:
            if option.id == id_:
                return option
        return None
