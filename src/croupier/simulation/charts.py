"""Charts of simulations: what was seen beside what is exact, and what shoes, seats and bankrolls came to."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from croupier.chart import (
    Bands,
    Chart,
    Dots,
    Histogram,
    Line,
    Lines,
    between,
    interval_rows,
    percent,
    said,
    signed,
    words_of,
)

OFF: Final = "too often by (standard deviations)"
PART: Final = "paths (%)"
ROUND: Final = "rounds played"
BANKROLL: Final = "bankroll ($)"
LINES_99: Final = 2.576
"""99 of 100 results of chance lie within so many standard deviations."""


def means_chart(title: str, column: str, told: Sequence[tuple[str, float, float]], words: str, note: str) -> Chart:
    """Means with their intervals, by wager; nothing is where there is no difference."""
    low, high = between(column)
    return Chart(
        title=title,
        alt=words,
        rows=interval_rows("wager", column, told),
        marks=Dots(of="wager", value=column, low=low, high=high, lines=(Line(0, "no difference"),), places=4),
        note=f"{note}; ± is half a 99% interval",
    )


def frequencies_chart(label: str, told: Sequence[tuple[str, int, float, float]], note: str) -> Chart:
    """How often each outcome came: its count, what was expected, and how far apart they are."""
    most = max(told, key=lambda each: abs(each[3]))
    within = sum(abs(off) < LINES_99 for *_, off in told)
    return Chart(
        title=f"{label}: how often outcomes came, against what is exact",
        alt=f"{within} of {len(told)} outcomes came within {LINES_99:.2f} standard deviations of what is exact. The "
        f"farthest is {words_of(most[0])}: {most[1]:,} times, {signed(most[3])} standard deviations from "
        f"{most[2]:,.1f}.",
        rows=tuple(
            {"outcome": words_of(name), "count": count, "expected (count)": expected, OFF: off}
            for name, count, expected, off in told
        ),
        marks=Dots(
            of="outcome",
            value=OFF,
            lines=(Line(-LINES_99, said(-LINES_99)), Line(0, "exact"), Line(LINES_99, said(LINES_99))),
        ),
        note=f"{note}; 99% lie between the outer lines",
    )


def lengths_chart(title: str, unit: str, lengths: Mapping[int, int], note: str) -> Chart:
    """How many rounds units have."""
    total, rounds = sum(lengths.values()), f"rounds in a {unit}"
    column = f"{unit}s (%)"
    mean = sum(length * count for length, count in lengths.items()) / total
    return Chart(
        title=title,
        alt=f"A {unit} has {mean:,.2f} rounds on average, from {min(lengths):,} to {max(lengths):,}.",
        rows=tuple(
            {rounds: length, "from (rounds)": length - 0.5, "to (rounds)": length + 0.5, column: percent(count / total)}
            for length, count in sorted(lengths.items())
        ),
        marks=Histogram(
            low="from (rounds)",
            high="to (rounds)",
            value=column,
            x=rounds,
            lines=(Line(mean, f"mean {mean:,.1f}"),),
        ),
        note=note,
    )


def seats_chart(title: str, column: str, does: str, told: Sequence[tuple[str, str, float, float]], note: str) -> Chart:
    """What each seat wins, by reading of coverage where there are several."""
    low, high = between(column)
    first = [(seat, value) for reading, seat, value, _ in told if reading == told[0][0]]
    best, worst = max(first, key=lambda each: each[1]), min(first, key=lambda each: each[1])
    rows = interval_rows("seat", column, ((seat, value, half) for _, seat, value, half in told))
    several = len({reading for reading, *_ in told}) > 1
    return Chart(
        title=title,
        alt=f"Seat {best[0]} {does} most, {said(best[1], column)}, and seat {worst[0]} least, "
        f"{said(worst[1], column)}.",
        rows=tuple({"coverage by": reading, **row} for (reading, *_), row in zip(told, rows, strict=True)),
        marks=Dots(of="seat", value=column, low=low, high=high, series="coverage by" if several else ""),
        note=f"{note}; ± is half a 99% interval",
    )


def bands_chart(title: str, told: Sequence[tuple[int, Mapping[str, float]]], words: str, note: str) -> Chart:
    """The bands in which most bankrolls run, by rounds; the middle one of their limits is the median."""
    limits = list(told[0][1])
    middle = len(limits) // 2
    return Chart(
        title=title,
        alt=words,
        rows=tuple({ROUND: number, **{f"{name} ($)": value for name, value in of.items()}} for number, of in told),
        marks=Bands(
            x=ROUND,
            y=BANKROLL,
            bands=tuple((f"{limits[n]} ($)", f"{limits[-1 - n]} ($)") for n in range(middle)),
            middle=f"{limits[middle]} ($)",
        ),
        note=f"{note}; so many percent of paths have no more",
    )


def chances_chart(title: str, told: Sequence[tuple[int, Mapping[str, Fraction]]], note: str) -> Chart:
    """The shares of paths that are ahead or ruined, by rounds."""
    last, final = told[-1]
    words = " and ".join(f"{said(percent(part), PART)} are {name}" for name, part in final.items())
    return Chart(
        title=title,
        alt=f"After {last:,} rounds, {words}.",
        rows=tuple(
            {ROUND: number, "paths that are": name, PART: percent(of[name])} for name in final for number, of in told
        ),
        marks=Lines(x=ROUND, y=PART, series="paths that are", zero=True, smooth=True),
        note=note,
    )


def apart_words(told: Iterable[tuple[str, float, float]], column: str) -> str:
    """Means and their intervals in a sentence's words."""
    return ", ".join(f"{name} {signed(value, column, 4)} ± {said(half, column, 4)}" for name, value, half in told)
