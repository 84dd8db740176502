"""The geometry of a felt: rows on the dealer's side, seats on an arc opposite, nothing upon anything else."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final, NamedTuple

ASPECT: Final = 1.6
STRAIGHT: Final = 0.58
"""Down to here the felt's sides are straight; below they are half an ellipse."""
MARGIN: Final = 0.015
TOP: Final = 0.035
ROW_GAP: Final = 0.012
MIDDLE_GAP: Final = 0.11
"""The most that lies between two things in the middle of a row."""
SIDE_GAP: Final = 0.03
"""The least between those beside it, unless all of them have less."""
ARC_MIDDLE: Final = (0.5, 0.36)
ARC_HALF: Final = (0.415, 0.44)
"""The seats lie on a part of this ellipse."""
ARC_FIRST: Final = radians(14)
"""How far below the horizontal the outermost seats lie at a full table."""
SEAT_STEP_MAX: Final = radians(30)
FRAME_DEPTH_MAX: Final = 0.36
TURNS: Final = (15.0, 75.0)
"""How far the places of seats turn with the arc, in degrees: little if that leaves room, else with it."""


class Rectangle(NamedTuple):
    """A part of something: its middle and its size, in parts of the whole."""

    x: float
    y: float
    width: float
    height: float


class Area(NamedTuple):
    """A rectangle on the felt by its middle and size, in parts of the felt's width and height."""

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    """In degrees clockwise, about its middle; turned as drawn, where both directions have one scale."""

    def corners(self, aspect: float = ASPECT) -> tuple[tuple[float, float], ...]:
        """The four corners, in parts of the felt's width and height."""
        across, along = cos(radians(self.turn)), sin(radians(self.turn))
        found = []
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = right * self.width * aspect / 2, down * self.height / 2
            found.append((self.x + (x * across - y * along) / aspect, self.y + x * along + y * across))
        return tuple(found)


def inside(whole: Area, part: Rectangle, aspect: float) -> Area:
    """A part of an area, turned with it."""
    x, y = (part.x - 0.5) * whole.width * aspect, (part.y - 0.5) * whole.height
    across, along = cos(radians(whole.turn)), sin(radians(whole.turn))
    return Area(
        whole.x + (x * across - y * along) / aspect,
        whole.y + x * along + y * across,
        part.width * whole.width,
        part.height * whole.height,
        whole.turn,
    )


def on_felt(x: float, y: float, margin: float = 0.0) -> bool:
    """Whether a point lies on the felt: a rectangle whose far side is half an ellipse."""
    if not (margin <= x <= 1 - margin and margin <= y):
        return False
    if y <= STRAIGHT:
        return True
    return hypot((x - 0.5) / (0.5 - margin), (y - STRAIGHT) / (1 - margin - STRAIGHT)) <= 1


def overlap(one: Area, other: Area, aspect: float = ASPECT) -> bool:
    """Whether two areas share more than an edge: no line parallel to a side of either parts them."""
    shapes = [[(x * aspect, y) for x, y in area.corners(aspect)] for area in (one, other)]
    for turn in (one.turn, one.turn + 90, other.turn, other.turn + 90):
        across, along = cos(radians(turn)), sin(radians(turn))
        (low, high), (least, most) = (
            (min(reach), max(reach)) for reach in ([x * across + y * along for x, y in shape] for shape in shapes)
        )
        if high <= least + 1e-9 or most <= low + 1e-9:
            return False
    return True


Row = Sequence[tuple[float, float]]
"""Blocks side by side, each with its width and height in parts of the felt's height."""


def rows_of(rows: Sequence[tuple[Row, Row, Row]], aspect: float) -> tuple[tuple[Area, ...], ...]:
    """Places for rows of blocks: those in the middle side by side there, the others spread to its left and right."""
    found, top = [], TOP
    for left, middle, right in rows:
        every = (*left, *middle, *right)
        scale = min(1.0, (aspect - 2 * MARGIN) / (sum(width for width, _ in every) + 0.02 * (len(every) + 1)))
        height = max((high for _, high in every), default=0.0) * scale
        places = [*spread(left, middle, right, aspect, scale)]
        found.append(
            tuple(
                Area(x / aspect, top + height / 2, width * scale / aspect, high * scale)
                for x, (width, high) in zip(places, every, strict=True)
            )
        )
        top += height + ROW_GAP
    return tuple(found)


def spread(left: Row, middle: Row, right: Row, aspect: float, scale: float) -> Iterator[float]:
    """The middles of the blocks of a row, in parts of the felt's height."""
    every = (*left, *middle, *right)
    free = aspect - 2 * MARGIN - scale * sum(width for width, _ in every)
    even = free / (len(every) + 1)
    between = min(even, MIDDLE_GAP)
    half = (scale * sum(width for width, _ in middle) + between * (len(middle) - 1)) / 2 if middle else 0.0
    sides = [(aspect / 2 - MARGIN - half - scale * sum(w for w, _ in row)) / (len(row) + 1) for row in (left, right)]
    if min(sides) < min(even, SIDE_GAP) or not middle:  # one side is too full: spread all of them alike
        half, between, sides = aspect / 2 - MARGIN - even, even, [even, even]
        left, middle, right = (), every, ()
    groups = ((MARGIN + sides[0], left, sides[0]), (aspect / 2 - half, middle, between))
    for start, row, gap in (*groups, (aspect / 2 + half + sides[1], right, sides[1])):
        x = start
        for width, _ in row:
            yield x + width * scale / 2
            x += width * scale + gap


@lru_cache(maxsize=64)
def seat_frames(seats: int, aspect: float, shape: float, taken: tuple[Area, ...]) -> tuple[Area, ...]:
    """The place of every seat: on an arc, as large as leaves them all on the felt and apart."""
    return max((frames_turned(seats, aspect, shape, taken, most) for most in TURNS), key=lambda found: found[0].height)


def frames_turned(
    seats: int, aspect: float, shape: float, taken: tuple[Area, ...], turn_most: float
) -> tuple[Area, ...]:
    """The same, turned by no more than so many degrees."""
    middles = [(x, y, max(-turn_most, min(turn_most, turn))) for x, y, turn in arc(seats, aspect)]

    def sized(depth: float) -> tuple[Area, ...]:
        return tuple(Area(x, y, depth * shape / aspect, depth, turn) for x, y, turn in middles)

    def fits(frames: tuple[Area, ...]) -> bool:
        return (
            all(on_felt(x, y, MARGIN) for frame in frames for x, y in frame.corners(aspect))
            and not any(overlap(frame, other, aspect) for frame in frames for other in taken)
            and not any(overlap(one, other, aspect) for one, other in pairwise(frames))
        )

    least, most = 0.0, FRAME_DEPTH_MAX
    if fits(sized(most)):
        return sized(most)
    for _ in range(12):
        depth = (least + most) / 2
        least, most = (depth, most) if fits(sized(depth)) else (least, depth)
    return sized(least)


def arc(seats: int, aspect: float) -> list[tuple[float, float, float]]:
    """The middle of every seat and how far the arc has turned there, seat 1 on the right and then clockwise."""
    full = pi - 2 * ARC_FIRST
    width = min(full, SEAT_STEP_MAX * (seats - 1))
    samples = [pi / 2 - width / 2 + width * place / 400 for place in range(401)]
    points = [(ARC_MIDDLE[0] + ARC_HALF[0] * cos(angle), ARC_MIDDLE[1] + ARC_HALF[1] * sin(angle)) for angle in samples]
    lengths = [0.0]
    for (x, y), (x2, y2) in pairwise(points):
        lengths.append(lengths[-1] + hypot((x2 - x) * aspect, y2 - y))
    found = []
    for seat in range(seats):
        wanted = lengths[-1] * (seat / (seats - 1) if seats > 1 else 0.5)
        place = min(range(401), key=lambda at: abs(lengths[at] - wanted))
        angle, (x, y) = samples[place], points[place]
        slope_x, slope_y = -ARC_HALF[0] * aspect * sin(angle), ARC_HALF[1] * cos(angle)
        found.append((x, y, -degrees(atan2(slope_y, -slope_x))))
    return found


# ── Bands ────────────────────────────────────────────────────────────────────────────────────────────────────────────

BAND_ANGLE: Final = radians(35)
BAND_INNER: Final = Rectangle(0.5, 0.292, 0.352, 0.251)
BAND_OUTER: Final = Rectangle(0.5, 0.237, 0.56, 0.63)
"""The middles and half axes of two ellipses; bands run between them, from an angle below the horizontal on."""
BAND_STEP_MAX: Final = radians(24)
NAME_STRIP: Final = (1.05, 1.2)
"""Where names lie, beyond the outer ellipse: parts of the way from the inner one."""
Point = tuple[float, float]


def band_point(along: float, angle: float) -> Point:
    """A point between the inner ellipse (0) and the outer one (1)."""
    inner, outer = (
        (oval.x + oval.width * cos(angle), oval.y + oval.height * sin(angle)) for oval in (BAND_INNER, BAND_OUTER)
    )
    return inner[0] + (outer[0] - inner[0]) * along, inner[1] + (outer[1] - inner[1]) * along


def band_angles(seats: int) -> tuple[float, ...]:
    """Where the places of seats meet, from the right to the left: one more than there are seats."""
    width = min(pi - 2 * BAND_ANGLE, BAND_STEP_MAX * seats)
    return tuple(pi / 2 - width / 2 + width * place / seats for place in range(seats + 1))


def band_cell(first: float, last: float, start: float, end: float, aspect: float) -> Area:
    """A rectangle within a part of a band: from one angle to another, between two parts of the way outwards."""
    middle = (first + last) / 2
    x, y = band_point((start + end) / 2, middle)

    def apart(one: Point, other: Point) -> float:
        return hypot((one[0] - other[0]) * aspect, one[1] - other[1])

    right, left = band_point(start, first), band_point(start, last)
    turn = degrees(atan2(right[1] - left[1], (right[0] - left[0]) * aspect))
    depth = apart(band_point(start, middle), band_point(end, middle))
    return Area(x, y, 0.84 * apart(left, right) / aspect, 0.88 * depth, turn)
