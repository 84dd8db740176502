"""Rows of means that chance has a part in, each with the interval that it lies in."""

from collections.abc import Iterable
from math import isfinite


def between(column: str) -> tuple[str, str]:
    """The columns of an interval."""
    return f"from, {column}", f"to, {column}"


def interval(column: str, value: float, half_width: float) -> dict[str, object]:
    """A value, and where its interval begins and ends; both are the value where nothing is known of it."""
    half = half_width if isfinite(half_width) else 0.0
    low, high = between(column)
    return {column: value, low: value - half, high: value + half}


def interval_rows(of: str, column: str, told: Iterable[tuple[str, float, float]]) -> tuple[dict[str, object], ...]:
    """Rows of names and means, each with half the width of its interval."""
    return tuple({of: name, **interval(column, value, half)} for name, value, half in told)
