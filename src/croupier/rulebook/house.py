"""House rules: the parameters a house may set, and one frozen, checked value for all of them.

A `Parameter` knows its kind, default, clause and what may be dealt at a table; reading a `House` through it is typed
(`house[DECKS]` is an int). A default stands here, with its parameter, and nowhere else.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, Protocol, TypeVar

from croupier.errors import QUOTE_LENGTH_MAX, Refused, quoted, visible, written
from croupier.money import cents_from, dollars, price
from croupier.odds import odds_from, odds_text
from croupier.rulebook.part import one_word
from croupier.spelling import meant, nearest

EVERY: Final = "every wager"

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class ParameterKind(Protocol[T_co]):
    """How a parameter's value is parsed, checked and shown."""

    def read(self, value: object) -> T_co:
        """Parse a value, or refuse it and say what would be right."""

    def show(self, value: Any) -> object:  # noqa: ANN401  # the kind's own type, which a covariant protocol cannot name
        """The value as plain data that `read` accepts."""

    def allowed(self) -> str:
        """The allowed values, in words."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, value: object) -> int:
        text = str(value)
        if not is_digits(value):
            raise Refused(f"{quoted(value)} is not a whole number; give {self.least} to {self.most}")
        number = int(text)
        if not self.least <= number <= self.most:
            raise Refused(f"{number} is out of range; give {self.least} to {self.most}")
        return number

    def show(self, value: int) -> object:
        return value

    def allowed(self) -> str:
        return f"{self.least} to {self.most}"


def is_digits(value: object) -> bool:
    """Whether a value is a whole number of nine digits at most, or written as one."""
    text = str(value)
    return not isinstance(value, bool) and text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise Refused(f"{quoted(value)} is not one of {', '.join(self.words)}")
        return self.words[self.words.index(value)]

    def show(self, value: str) -> object:
        return value

    def allowed(self) -> str:
        return " or ".join(self.words)

    def values(self) -> tuple[object, ...]:
        return self.words


class YesNo:
    """Yes or no, or true or false as in files."""

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if value in ("yes", "true"):
            return True
        if value in ("no", "false"):
            return False
        raise Refused(f"{quoted(value)} is neither yes nor no")

    def show(self, value: bool) -> object:  # noqa: FBT001  # this is the value, not a switch
        return value

    def allowed(self) -> str:
        return "yes or no"

    def values(self) -> tuple[object, ...]:
        return True, False


NAMED_LINE: Final = re.compile(r"\s*(?P<line>[^\W\d][^:=]*|\d[^:=]*[^\W\d][^:=]*)[:=]\s*(?P<odds>\S.*)")
"""A line and its odds: `straight:8`, `three of a kind = 30 to 1`."""
WHOLE_MAX: Final = 10**8
RATE_LENGTH_MAX: Final = 24
WRITTEN_RATE: Final = re.compile(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+|[0-9]+/[0-9]+)%?")


class Rate:
    """A share from 0 to 1: `1/20`, `0.05` or `5%`."""

    def read(self, value: object) -> Fraction:
        """Parse a fraction, a decimal or a percentage exactly."""
        text = str(value).strip()
        try:
            if isinstance(value, bool) or len(text) > RATE_LENGTH_MAX or not WRITTEN_RATE.fullmatch(text):
                raise ValueError
            rate = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except (ValueError, ZeroDivisionError):
            raise Refused(
                f"{quoted(value)} is not a rate; give a fraction such as 1/20 or a percentage such as 5%"
            ) from None
        if not 0 <= rate < 1:
            percent = f"; for {text} percent write {text}%" if 1 <= rate < 100 and text.isdigit() else ""
            raise Refused(f"{text} is out of range; a rate is at least 0 and below 1{percent}")
        return rate

    def show(self, value: Fraction) -> object:
        return str(value)

    def allowed(self) -> str:
        return "a share below 1, such as 1/20 or 5%"


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of dollars, kept in cents."""

    least: int
    most: int

    def read(self, value: object) -> int:
        cents = cents_from(value)
        if not self.least <= cents <= self.most:
            raise Refused(f"{price(cents)} is out of range; give {price(self.least)} to {price(self.most)}")
        return cents

    def show(self, value: int) -> object:
        return dollars(value)

    def allowed(self) -> str:
        return f"{price(self.least)} to {price(self.most)}"


@dataclass(frozen=True, slots=True)
class Paytable:
    """Odds for each line of a paytable, in the document's order; a number stands for a printed paytable."""

    lines: tuple[str, ...]
    printed: tuple[tuple[int | Fraction, ...], ...]

    def read(self, value: object) -> tuple[Fraction, ...]:
        """Parse a list of odds, odds separated by commas, odds by name, or the number of a printed paytable."""
        named = self.by_line(value)
        if named is not None:
            if missing := [line for line in self.lines if line not in named]:
                raise Refused(f"odds are missing for {', '.join(missing)}; give them for every line")
            value = [named[line] for line in self.lines]
        elif isinstance(value, str) and not {",", ":"}.isdisjoint(value):
            value = value.split(",")
        if not isinstance(value, list | tuple):
            return self.printed_under(value)
        if len(value) != len(self.lines):
            raise Refused(f"{len(value)} odds for {len(self.lines)} lines; give odds for {', '.join(self.lines)}")
        return tuple(odds_from(odds) for odds in value)

    def changed(self, now: tuple[Fraction, ...], value: object) -> tuple[Fraction, ...]:
        """Parse odds by the names of some lines, of which the others keep theirs; or a whole paytable."""
        named = self.by_line(value)
        return self.read(value if named is None else {**dict(zip(self.lines, now, strict=True)), **named})

    def printed_under(self, number: object) -> tuple[Fraction, ...]:
        """The printed paytable of a number."""
        found = Whole(-WHOLE_MAX, WHOLE_MAX).read(number) if is_digits(number) else 0
        if not 1 <= found <= len(self.printed):
            raise Refused(f"{quoted(number)} is not the number of a printed paytable; give {self.allowed()}")
        return tuple(Fraction(odds) for odds in self.printed[found - 1])

    def by_line(self, value: object) -> dict[str, object] | None:
        """Odds by the names of their lines, each once: `pair:2, flush=4`; None where lines are not named."""
        if isinstance(value, Mapping):
            named = [(str(name), odds) for name, odds in value.items()]
        else:
            parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
            found = [NAMED_LINE.fullmatch(str(part)) for part in parts]
            named = [(part["line"], part["odds"]) for part in found if part]
            if not named or len(named) < len(found):
                return None
        lines: dict[str, object] = {}
        for name, odds in named:
            line = meant(name, self.lines)
            if line is None:
                raise Refused(f"there is no line {quoted(name.strip())}; {nearest(name, self.lines, 'lines')}")
            if line in lines:
                raise Refused(f"odds are given twice for {quoted(line)}; give them once for each line")
            lines[line] = odds
        return lines

    def show(self, value: tuple[Fraction, ...]) -> object:
        """The number of a printed paytable, otherwise the odds."""
        for number, printed in enumerate(self.printed, 1):
            if value == printed:
                return number
        return [odds_text(odds) for odds in value]

    def allowed(self) -> str:
        """The numbers of the printed paytables, and the lines that other odds are given for."""
        printed = "1" if len(self.printed) == 1 else f"1 to {len(self.printed)}"
        return f"{printed}, or odds for {', '.join(self.lines)}"

    def values(self) -> tuple[object, ...]:
        return tuple(range(1, len(self.printed) + 1))


@dataclass(frozen=True, slots=True)
class Parameter(Generic[T_co]):
    """One thing a house may set."""

    name: str
    kind: ParameterKind[T_co]
    default: T_co
    clause: str
    help: str
    table: tuple[T_co, ...] = ()
    """The values that may be dealt at a table, if analysis allows more."""
    at_a_table: Callable[["House"], str] = lambda _: ""
    """Why the value may not be dealt together with the other house rules; empty if it may."""
    decides: tuple[str, ...] = ()
    """The wagers whose result it can change in a dealt round, or `EVERY` wager."""

    def __post_init__(self) -> None:
        """Refuse a name that cannot be typed, and a default that the kind does not allow."""
        if why := one_word(self.name):
            raise Refused(f"a house rule: {why}")
        try:
            self.kind.read(self.kind.show(self.default))
        except (AttributeError, Refused, TypeError, ValueError) as error:
            why = error.reason if isinstance(error, Refused) else f"give {self.kind.allowed()}"
            raise Refused(f"the default of the house rule {self.name} is {quoted(self.default)}: {why}") from None

    def read(self, value: object) -> T_co:
        """Parse a value for this parameter."""
        try:
            return self.kind.read(value)
        except Refused as refused:
            clause = refused.clause or self.clause
            raise Refused(refused.reason, clause=clause, field=f"house.{self.name}") from None
        except (TypeError, ValueError, RecursionError):  # a number of thousands of digits, a list that holds itself
            reason = f"{quoted(value)} cannot be read; give {self.kind.allowed()}"
            raise Refused(reason, clause=self.clause, field=f"house.{self.name}") from None

    def allowed(self) -> str:
        """The allowed values in words, and those allowed at a table if they are fewer."""
        at_a_table = " or ".join(str(self.kind.show(value)) for value in self.table)
        return f"{self.kind.allowed()}; at a table {at_a_table}" if at_a_table else self.kind.allowed()


class House:
    """All house rules of one game: frozen, complete and checked."""

    __slots__ = ("_shown", "_values", "parameters")

    def __init__(self, parameters: tuple[Parameter[Any], ...], given: Mapping[str, object] | None = None) -> None:
        """Parse the given values; the others take their defaults."""
        given = dict(given or {})
        names = {parameter.name for parameter in parameters}
        for name in given:
            if name not in names:
                raise Refused(
                    f"unknown house rule; there are {', '.join(sorted(names))}",
                    field=f"house.{visible(str(name)[:QUOTE_LENGTH_MAX])}",
                )
        self.parameters = parameters
        self._values = {p.name: p.read(given[p.name]) if p.name in given else p.default for p in parameters}
        self._shown: dict[str, Any] = {}
        """What `show` gives, once somebody has asked: a house never changes."""

    def __getitem__(self, parameter: Parameter[T]) -> T:
        try:
            value: T = self._values[parameter.name]
        except KeyError:
            known = ", ".join(self._values) or "none"
            raise Refused(f"the house rule {parameter.name} is not among the game's `parameters`: {known}") from None
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"House({self.changes()})"

    def show(self) -> dict[str, object]:
        """All rules as plain data that can be parsed again."""
        if not self._shown:
            self._shown = {p.name: p.kind.show(self._values[p.name]) for p in self.parameters}
        return {name: value.copy() if type(value) is list else value for name, value in self._shown.items()}

    def changes(self) -> dict[str, object]:
        """The rules that differ from their defaults, as plain data."""
        return {p.name: p.kind.show(self[p]) for p in self.parameters if self[p] != p.default}

    def with_changes(self, changes: Mapping[str, object]) -> "House":
        """The same house with some rules changed."""
        return House(self.parameters, {**self.show(), **changes})

    def deciding(self, wagers: Collection[str]) -> dict[str, object]:
        """The rules that decide what these wagers pay, and those that differ from their defaults, as plain data."""
        return {
            p.name: p.kind.show(self[p])
            for p in self.parameters
            if EVERY in p.decides or not set(p.decides).isdisjoint(wagers) or self[p] != p.default
        }

    def check_dealable(self) -> None:
        """Refuse house rules that may be analysed but not dealt."""
        for p in self.parameters:
            if p.table and self[p] not in p.table:
                allowed = " or ".join(str(p.kind.show(value)) for value in p.table)
                raise Refused(
                    f"{p.kind.show(self[p])} may be analysed but not dealt; at a table give {allowed}",
                    clause=p.clause,
                    field=f"house.{p.name}",
                )
            if wrong := p.at_a_table(self):
                raise Refused(wrong, clause=p.clause, field=f"house.{p.name}")


def rule_text(value: object) -> str:
    """A value of a house rule as `-p` accepts it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return written(value)
    if not isinstance(value, list):
        return str(value)
    odds = [str(each) for each in value]
    return ",".join(each.removesuffix(":1") for each in odds) if len(odds) > 1 else odds[0]


def check_limits(house: House, least: Parameter[int], most: Parameter[int]) -> None:
    """Refuse a minimum above the maximum."""
    if house[least] > house[most]:
        raise Refused(
            f"the least wager {price(house[least])} is above the largest {price(house[most])}",
            clause=least.clause,
            field=f"house.{least.name}",
        )
