"""The roads: results of earlier rounds from the same cards, as bead plate and big road, from the layout's marks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import htpy as h

from croupier.rulebook import Mark, Rulebook

DEEP: Final = 6
"""How many marks a column holds."""
BEAD, RING = 24, 16
"""The sides of the squares of both roads."""
BEAD_COLUMNS, RING_COLUMNS = 12, 18
"""How many columns are shown; older ones move out on the left."""


class Placed(NamedTuple):
    """A mark in its place on the big road."""

    column: int
    row: int
    mark: Mark
    crossed: int = 0
    """How many results were noted across it."""


def road(book: Rulebook, letters: Sequence[str]) -> h.Element:
    """Both roads of a table; an empty place for a game that notes no results."""
    noted = book.felt.road
    if noted is None:
        return h.section("#road", hidden=True)
    by_letter = {mark.letter: mark for mark in noted.marks}
    marks = [by_letter[letter] for letter in letters if letter in by_letter]
    counts = Counter(mark.letter for mark in marks)
    told = ", ".join(f"{mark.sign.text} {counts[mark.letter]}" for mark in noted.marks)
    latest = ", ".join(mark.sign.text for mark in marks[:-7:-1]) or "none yet"
    clauses = " ".join(noted.clauses) or None
    return h.section("#road.box.roads", aria_label="Roads", data_clause=clauses)[
        h.h2["Roads", h.small[" · ".join(f"{counts[mark.letter]} {mark.letter}" for mark in noted.marks)]],
        h.figure[
            h.figcaption["Bead plate"],
            drawing(
                BEAD, BEAD_COLUMNS, f"Bead plate of {len(marks)} rounds: {told}. Latest first: {latest}.", beads(marks)
            ),
        ],
        h.figure[
            h.figcaption["Big road"],
            drawing(RING, RING_COLUMNS, "Big road: a new column for each change of winner.", rings(big_road(marks))),
        ],
    ]


def drawing(side: int, columns: int, said: str, inside: Iterator[h.Element]) -> h.Element:
    """A grid of squares with what lies in them."""
    wide, high = columns * side, DEEP * side
    lines = "".join(f"M{x} 0V{high}" for x in range(0, wide + 1, side))
    lines += "".join(f"M0 {y}H{wide}" for y in range(0, high + 1, side))
    return h.svg(viewBox=f"-.5 -.5 {wide + 1} {high + 1}", role="img", aria_label=said)[
        h.path(class_="grid", d=lines), inside
    ]


def beads(marks: Sequence[Mark]) -> Iterator[h.Element]:
    """Every result in turn, column by column, as a bead with its letter; the last one has a ring."""
    columns = -(-len(marks) // DEEP)
    first = max(0, columns - BEAD_COLUMNS) * DEEP
    for place, mark in enumerate(marks[first:]):
        column, row = divmod(place, DEEP)
        x, y = (column + 0.5) * BEAD, (row + 0.5) * BEAD
        yield h.circle(class_=f"bead {mark.sign.colour}", cx=f"{x:g}", cy=f"{y:g}", r="9.5")
        yield h.text(x=f"{x:g}", y=f"{y + 4:g}")[mark.letter]
        if first + place == len(marks) - 1:
            yield h.circle(class_="last", cx=f"{x:g}", cy=f"{y:g}", r="11")


def big_road(marks: Sequence[Mark]) -> list[Placed]:
    """Results in columns of the same one; a column that is full turns to the right, and ties cross the mark before."""
    placed: list[Placed] = []
    taken: set[tuple[int, int]] = set()
    start, waiting = -1, 0
    for mark in marks:
        if mark.crosses:
            if placed:
                placed[-1] = placed[-1]._replace(crossed=placed[-1].crossed + 1)
            else:
                waiting += 1
            continue
        if placed and placed[-1].mark == mark:
            column, row = placed[-1].column, placed[-1].row + 1
            if row == DEEP or (column, row) in taken or column > start:
                column, row = column + 1, row - 1
        else:
            start += 1
            while (start, 0) in taken:
                start += 1
            column, row = start, 0
        taken.add((column, row))
        placed.append(Placed(column, row, mark, waiting))
        waiting = 0
    return placed


def rings(placed: Sequence[Placed]) -> Iterator[h.Element]:
    """The big road's marks: rings and discs, with lines for what crossed them."""
    first = max(0, max((each.column for each in placed), default=0) + 1 - RING_COLUMNS)
    for column, row, mark, crossed in placed:
        if column < first:
            continue
        x, y = (column - first + 0.5) * RING, (row + 0.5) * RING
        hollow = " hollow" if mark.sign.symbol == "○" else ""
        yield h.circle(class_=f"ring {mark.sign.colour}{hollow}", cx=f"{x:g}", cy=f"{y:g}", r="5.8")
        if crossed:
            yield h.path(class_="crossing", d=f"M{x - 6.5:g} {y + 6.5:g}L{x + 6.5:g} {y - 6.5:g}")
        if crossed > 1:
            yield h.text(class_="times", x=f"{x:g}", y=f"{y + 3.2:g}")[str(crossed)]
