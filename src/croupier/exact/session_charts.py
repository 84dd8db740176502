"""Charts of sessions: the distribution of their result, who is ahead, and when ruin comes."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from croupier.chart import Bars, Chart, Histogram, Line, Lines, percent, said

COLUMNS: Final = 60
"""A histogram has so many columns at most."""
PROBABILITY: Final = "probability (%)"
RESULT: Final = "result ($)"
ROUND: Final = "rounds played"
RUINED: Final = "ruined by then (%)"


def histogram_chart(
    title: str,
    words: str,
    points: tuple[Fraction, Fraction, Sequence[int]],
    between: tuple[Fraction, Fraction],
    lines: Iterable[tuple[str, Fraction]],
    note: str,
    alive: Fraction | None = None,
) -> Chart:
    """The distribution of a result in dollars, from the sums of its probabilities by points that are evenly apart.

    The points are given by the first of them, how far they are apart, and the sums before each and of all. Whoever is
    ruined has less than `alive`, which are many at few results: their bars are cut.
    """
    lowest, step, sums = points
    start, stop = (int((end - lowest) / step) for end in between)
    wide = -(-(stop - start + 1) // COLUMNS)
    rows = tuple(
        {
            "from ($)": float(lowest + step * (low - Fraction(1, 2))),
            "to ($)": float(lowest + step * (high - Fraction(1, 2))),
            PROBABILITY: percent(Fraction(sums[min(high, len(sums) - 1)] - sums[min(low, len(sums) - 1)], sums[-1])),
        }
        for low, high in pairwise(range(start, stop + wide + 1, wide))
    )
    living = [row[PROBABILITY] for row in rows if alive is None or row["from ($)"] >= alive]
    return Chart(
        title=title,
        alt=words,
        rows=rows,
        marks=Histogram(
            low="from ($)",
            high="to ($)",
            value=PROBABILITY,
            x=RESULT,
            top=max(living) if living and alive is not None else None,
            lines=tuple(Line(float(at), f"{name} {said(float(at), RESULT, 0)}") for name, at in lines),
        ),
        note=note,
    )


def ahead_chart(title: str, shares: Iterable[tuple[str, Fraction]], note: str) -> Chart:
    """Who is ahead, level and behind in the end."""
    told = list(shares)
    return Chart(
        title=title,
        alt=f"In the end, {', '.join(f'{said(percent(each), PROBABILITY)} are {name}' for name, each in told)}.",
        rows=tuple({"in the end": name, PROBABILITY: percent(each)} for name, each in told),
        marks=Bars(of="in the end", value=PROBABILITY),
        note=note,
    )


def ruin_chart(title: str, ruined: Sequence[tuple[int, Fraction]], note: str) -> Chart:
    """The probability to be ruined by each round."""
    last, final = ruined[-1]
    return Chart(
        title=title,
        alt=f"The probability to be ruined rises to {said(percent(final), RUINED)} after {last:,} rounds.",
        rows=tuple({ROUND: number, RUINED: percent(each)} for number, each in ruined),
        marks=Lines(x=ROUND, y=RUINED, zero=True, smooth=True),
        note=note,
    )
