"""Descriptions are read strictly: a field is taken by its name, and what nobody takes is refused."""

import json
import sys
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Final

from croupier.cards import card_from, cards_from
from croupier.errors import Refused, quoted, unreadable
from croupier.money import cents_from

TEXT_LENGTH_MAX: Final = 1_000_000
NESTING_MAX: Final = 8
DOTS_MAX: Final = 32
"""Dots in a line of TOML: a name of n parts lies in one line, and reading it takes room for n² of them."""
NUMBER_MAX: Final = 10**18
DIGITS_MAX: Final = 18
"""Digits before and after the point of a number, so that no sum or comparison with it can fail."""
JOURNAL: Final = '{"n":0,"event":"'
"""How a journal begins."""

BEYOND_ALL: Final = f"holds a number of more than {DIGITS_MAX} digits"


def read_text(file: str) -> str:
    """Read a file, or standard input for `-`, as text, or refuse it by its name."""
    name = "standard input" if file == "-" else file
    if file == "-" and sys.stdin is None:
        raise Refused("this is closed", field=name)
    try:
        if file == "-":
            data = sys.stdin.buffer.read(TEXT_LENGTH_MAX + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(TEXT_LENGTH_MAX + 1)
    except OSError as error:
        raise unreadable(error, name) from None
    if len(data) > TEXT_LENGTH_MAX:
        raise Refused(f"this is longer than {TEXT_LENGTH_MAX:,} bytes", field=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("this is not text in UTF-8", field=name) from None


def parse(text: str) -> object:
    """Read a description written in JSON or TOML."""
    if len(text) > TEXT_LENGTH_MAX:
        raise Refused(f"this is longer than {TEXT_LENGTH_MAX:,} characters")
    if not text.strip():
        raise Refused("nothing is described here")
    if text.startswith(JOURNAL):
        raise Refused("this is a journal; `croupier history FILE ROUND --settle` settles a round of it")
    try:
        if text.lstrip().startswith("{"):  # a bracket opens a table of TOML; a list of JSON would describe nothing
            value = json.loads(text, parse_float=Decimal, parse_constant=not_a_number, object_pairs_hook=without_twins)
        else:
            check_dots(text)
            value = tomllib.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise Refused(f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"this is neither JSON nor TOML: {error}") from None
    except (ArithmeticError, RecursionError, ValueError):
        raise Refused(f"this is nested deeper than {NESTING_MAX} levels, or {BEYOND_ALL}") from None
    check_sane(value)
    return value


def check_dots(text: str) -> None:
    """Refuse a line of TOML whose dotted name might have more parts than can be read."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS_MAX:
            raise Refused(
                f"line {number} has more than {DOTS_MAX} dots; write short names, and long lists line by line"
            )


def not_a_number(word: str) -> object:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise Refused(f"{word} is not a number")


def without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that names a field twice."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise Refused("the field is given twice", field=name[:60])
        fields[name] = value
    return fields


def check_sane(value: object, depth: int = 0) -> None:
    """Refuse what could not even be quoted in a refusal: numbers and nesting without end, fields without a name."""
    if depth > NESTING_MAX:
        raise Refused(f"this is nested deeper than {NESTING_MAX} levels")
    if isinstance(value, int) and abs(value) > NUMBER_MAX:
        raise Refused(f"this {BEYOND_ALL}")
    if isinstance(value, Decimal):
        check_decimal(value)
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise Refused(f"{quoted(name)} is not the name of a field; a name is a text")
    if isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            check_sane(part, depth + 1)


def check_decimal(number: Decimal) -> None:
    """Refuse a number that is none, or has too many digits on either side of its point."""
    if not number.is_finite():
        raise Refused(f"{number} is not a number")
    exponent = number.as_tuple().exponent
    if number.adjusted() > DIGITS_MAX or (isinstance(exponent, int) and not -DIGITS_MAX <= exponent <= DIGITS_MAX):
        raise Refused(f"this {BEYOND_ALL}")


class Fields:
    """An object of a description: fields are taken by name, and one that nobody takes is refused."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, Mapping):
            raise Refused("give an object with fields", field=path or "round")
        self.left = dict(value)
        self.path = path

    def where(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def take(self, name: str, clause: str = "") -> object:
        if name not in self.left:
            raise Refused("the field is missing", field=self.where(name), clause=clause)
        return self.left.pop(name)

    def number(self, name: str, clause: str) -> int:
        """Take the number of a seat or spot."""
        value = self.take(name, clause)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused(f"{quoted(value)} is not the number of a {name}", field=self.where(name), clause=clause)
        return value

    def money(self, name: str, clause: str) -> int:
        """Take an amount of money as cents, 0 when absent; an amount of nothing is refused."""
        if name not in self.left:
            return 0
        cents = self.cents(name, clause)
        if cents == 0:
            raise Refused("leave the wager out instead of giving 0", field=self.where(name), clause=clause)
        return cents

    def cents(self, name: str, clause: str) -> int:
        """Take an amount of money, whatever it is, as cents."""
        value = self.take(name, clause)
        try:
            return cents_from(value)
        except Refused as refused:
            raise Refused(refused.reason, field=self.where(name), clause=clause) from None

    def card(self, name: str, value: object, clause: str) -> int:
        try:
            return card_from(value)
        except Refused as refused:
            raise Refused(refused.reason, field=self.where(name), clause=clause) from None

    def cards(self, name: str, least: int, most: int, clause: str, deck: str) -> list[int]:
        """Take cards, a list or one text: how many is said by one clause, what a card is by another."""
        value = self.take(name, clause)
        in_text: tuple[int, ...] = ()
        if isinstance(value, str):
            try:
                in_text = cards_from(value)
            except Refused as refused:
                raise Refused(refused.reason, field=self.where(name), clause=deck) from None
        given = in_text if isinstance(value, str) else value
        if not isinstance(given, list | tuple) or not least <= len(given) <= most:
            count = str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"
            cards_ = "card" if most == 1 else "cards"
            raise Refused(f"give a list of {count} {cards_}", field=self.where(name), clause=clause)
        if isinstance(value, str):
            return [*in_text]
        return [self.card(f"{name}[{place}]", text, deck) for place, text in enumerate(given)]

    def close(self, known: str) -> None:
        """Refuse fields that nobody took."""
        for name in self.left:
            raise Refused(f"there is no such field; there are {known}", field=self.where(str(name)[:60]))
