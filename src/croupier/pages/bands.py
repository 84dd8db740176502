"""Places of wagers as bands along all seats, drawn as lines across the felt; the viewer's own part is marked."""

from itertools import pairwise

import htpy as h

from croupier.rulebook import Layout
from croupier.rulebook.geometry import BAND_INNER, BAND_OUTER, band_angles, band_point

HEIGHT = 1000
"""The height of the drawing."""


def bands(layout: Layout, seats: int, mine: int = 0) -> h.Element:
    """The lines between bands and between seats."""
    angles, count = band_angles(seats), len(layout.circles)
    wide = HEIGHT * layout.aspect

    def at(along: float, angle: float) -> str:
        x, y = band_point(along, angle)
        return f"{x * wide:.0f} {y * HEIGHT:.0f}"

    def arc(along: float, end: float, sweep: int) -> str:
        across = BAND_INNER.width + (BAND_OUTER.width - BAND_INNER.width) * along
        deep = BAND_INNER.height + (BAND_OUTER.height - BAND_INNER.height) * along
        return f"A{across * wide:.0f} {deep * HEIGHT:.0f} 0 0 {sweep} {at(along, end)}"

    first, last = angles[0], angles[-1]
    along = [place / count for place in range(count + 1)]
    curves = "".join(f"M{at(each, first)}{arc(each, last, 1)}" for each in along)
    between = "".join(f"M{at(0, angle)}L{at(1, angle)}" for angle in angles)
    own = list(pairwise(angles))[mine - 1] if mine else None
    return h.svg(".bands", viewBox=f"0 0 {wide:.0f} {HEIGHT}", aria_hidden="true")[
        h.path(class_="between", d=between),
        h.path(d=curves),
        own and h.path(class_="own-part", d=f"M{at(0, own[0])}{arc(0, own[1], 1)}L{at(1, own[1])}{arc(1, own[0], 0)}Z"),
    ]
