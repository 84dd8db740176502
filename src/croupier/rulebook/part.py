"""A part of a game: a value of the vocabulary, whose fields are checked against their types when it is written.

Who writes a game need not run a type checker, so what it would find is refused here, in a sentence. Only the field
itself is looked at: what it contains was checked when that was written.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from numbers import Rational
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from croupier.errors import Refused, quoted

WORDS: Final[dict[object, str]] = {
    int: "a whole number",
    str: "a text",
    bool: "True or False",
    Fraction: "an exact number, such as Fraction(3, 2)",
    NoneType: "None",
}
MANY: Final[dict[object, str]] = {int: "whole numbers", str: "texts"}


class Part:
    """Refuses fields of wrong types."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Check the fields."""
        check_fields(self)


def check_fields(part: Any) -> None:  # noqa: ANN401  # of any dataclass
    """Refuse a part of a game if a field is not of its type, and name the field."""
    for name, expected in types_of(part.__class__):
        value = getattr(part, name)
        if not fits(value, expected):
            which = next((f" {quoted(id_)}" for key in ("id", "name", "clause") if (id_ := getattr(part, key, ""))), "")
            raise Refused(
                f"{type(part).__name__}{which}: `{name}` must be {words(expected)}, but is {shown(value, expected)}"
            )


@cache
def types_of(kind: Any) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401  # of any dataclass
    """The fields of a kind of part that its author gives, with their types."""
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind) if field.init)


def fits(value: object, expected: Any) -> bool:  # noqa: ANN401  # of any type
    """Whether a value is of a type; of protocols and type variables, every value is."""
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return any(fits(value, each) for each in arguments)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if arguments[-1:] == (...,):
            return all(fits(each, arguments[0]) for each in value)
        return len(value) == len(arguments) and all(map(fits, value, arguments))
    if origin is Callable or expected is Callable:
        return callable(value)
    if origin is Mapping:
        return isinstance(value, Mapping)
    if expected is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if expected is Fraction:
        return isinstance(value, Rational)
    return not is_plain(expected) or isinstance(value, expected)


def is_plain(expected: Any) -> bool:  # noqa: ANN401  # of any type
    """Whether values of a type can be told by it."""
    return isinstance(expected, type) and (expected in WORDS or issubclass(expected, Enum) or is_dataclass(expected))


def words(expected: Any) -> str:  # noqa: ANN401  # of any type
    """A type as a person reads it."""
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(words, arguments)))
    if origin is tuple:
        of = arguments[0]
        return f"a tuple of {MANY.get(of) or ('functions' if get_origin(of) is Callable else many(of))}"
    if origin is Callable or expected is Callable:
        return "a function"
    if origin is Mapping:
        return "a mapping"
    if isinstance(expected, type) and issubclass(expected, Enum):
        return " or ".join(f"{expected.__name__}.{each.name}" for each in expected)
    return WORDS.get(expected) or f"a {expected.__name__}"


def many(expected: Any) -> str:  # noqa: ANN401  # of any type
    """Several values of a type; those of a generic or a union by no name."""
    return expected.__name__ if isinstance(expected, type) and not get_args(expected) else "values"


def shown(value: object, expected: Any) -> str:  # noqa: ANN401  # of any type
    """A value that does not fit; a lone value in place of a tuple is shown as one."""
    takes_many = any(get_origin(each) is tuple for each in (expected, *get_args(expected)))
    if takes_many and isinstance(value, str):
        return f"the text {quoted(value)}; write ({quoted(value)},)"
    if takes_many and isinstance(value, list):
        return "a list; write round brackets"
    if takes_many and not isinstance(value, tuple):
        return f"{shown(value, NoneType)}; write a comma after a lone value"
    if isinstance(value, tuple):
        wrong = next((each for each in value if not fits(each, get_args(expected)[0])), value) if takes_many else value
        return f"a tuple with {shown(wrong, NoneType)} in it" if wrong is not value else "a tuple"
    if value is None or isinstance(value, str | int | float):
        return repr(value) if not isinstance(value, str) else quoted(value)
    return f"{getattr(value, '__name__', '') or type(value).__name__}"


def one_word(name: str) -> str:
    """Why a name cannot be typed as one word; empty if it can."""
    if name and all(letter.isalnum() or letter in "_-" for letter in name):
        return ""
    example = "".join(letter if letter.isalnum() else "_" for letter in name) or "name"
    return f"the name {quoted(name)} must be one word, such as {quoted(example)}"
