"""Where things lie, as a stylesheet: the regions of a felt in per cent, so that pages need no style of their own.

On a wide screen everything lies where the layout puts it. On a narrow one the felt is a sheet: what lies before a seat
keeps its place within the seat's own square, and the squares stand in a grid.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from json import dumps
from math import cos, radians, sin
from urllib.parse import urlencode

from croupier.rulebook import Layout, Rulebook
from croupier.rulebook.geometry import Area, Rectangle
from croupier.rulebook.layout import Region

WIDE = "(min-width: 700px)"
NARROW = "(max-width: 699.98px)"


def percent(value: float) -> str:
    return f"{100 * value:.2f}".rstrip("0").rstrip(".") + "%"


def box(area: Area | Rectangle, turn: float = 0.0) -> str:
    """A rectangle as CSS has it."""
    turned = f";rotate:{turn:.1f}deg" if turn else ""
    return (
        f"left:{percent(area.x - area.width / 2)};top:{percent(area.y - area.height / 2)};"
        f"width:{percent(area.width)};height:{percent(area.height)}{turned}"
    )


def rules(layout: Layout, seats: int) -> Iterator[str]:
    """Each thing by its classes: `t` and its number at the dealer's; `s` and the seat, then `i` and its number.

    Single cards are `k` and their number, within the place of their hand.
    """
    regions = layout.regions(seats)
    yield f".felt{{aspect-ratio:{layout.aspect:g};--aspect:{layout.aspect:g}}}"
    for place, region in enumerate(each for each in regions if not each.seat):
        yield f".t{place}{{{box(region.area)}}}"
        yield from cards(f".t{place}", region, layout.aspect)
    for seat in range(1, seats + 1):
        for place, region in enumerate(each for each in regions if each.seat == seat):
            yield f".s{seat} .i{place}{{{box(region.area, region.area.turn)}}}"
    yield "}@media " + NARROW + "{"
    yield f".square{{aspect-ratio:{layout.seat_shape:g}}}"
    for place, (_, within) in enumerate(layout.before_seat()):
        yield f".i{place}{{{box(within)}}}"
    yield "}@media all{"
    for place, region in enumerate(each for each in regions if each.seat == 1):
        yield from cards(f".i{place}", region, layout.aspect)


def cards(selector: str, region: Region, aspect: float) -> Iterator[str]:
    """The places of single cards within the place of their hand."""
    whole = region.area
    for place, part in enumerate(region.parts):
        (x, y), is_across = offset(whole, part, aspect), part.width * aspect > part.height
        wide, high = part.width * aspect, part.height
        if is_across:  # drawn upright and turned about its middle
            wide, high = high, wide
        width = whole.width * aspect
        within = Rectangle(0.5 + x / width, 0.5 + y / whole.height, wide / width, high / whole.height)
        yield f"{selector} .k{place}{{{box(within, 90.0 if is_across else 0.0)}}}"


def offset(whole: Area, part: Area, aspect: float) -> tuple[float, float]:
    """How far the middle of a part lies from that of the whole, in the whole's own directions."""
    x, y = (part.x - whole.x) * aspect, part.y - whole.y
    across, along = cos(radians(whole.turn)), sin(radians(whole.turn))
    return x * across + y * along, y * across - x * along


@lru_cache(maxsize=64)
def stylesheet(layout: Layout, seats: int) -> str:
    """The places of a felt with so many seats."""
    return "@media " + WIDE + "{" + "".join(rules(layout, seats)) + "}"


@lru_cache(maxsize=64)
def stylesheet_name(layout: Layout, seats: int) -> str:
    """What it is called: by what is in it, so that browsers may keep it."""
    return sha256(stylesheet(layout, seats).encode()).hexdigest()[:16]


def felt_address(book: Rulebook) -> str:
    """Where the stylesheet of any felt is, whether there is a table with it or not."""
    told = {"house": dumps(book.house.changes(), separators=(",", ":")), "v": stylesheet_name(book.felt, book.seats)}
    return f"/felt/of/{book.game.id}?{urlencode(told)}"
