"""The felt as data: where cards, wagers and fixtures lie, what is printed there, and captions as rules.

A game declares what lies on the dealer's side, row by row, and what lies before each seat. Whatever draws a table (a
terminal, a browser, a printed sketch) reads the same data and knows no game. Everything names the clauses it carries
out. `Layout.regions` gives each thing its place; a game that gives no coordinates gets them by order.

Coordinates are parts of the felt's width and height: x to the right as players see it, y from the dealer to the
players. Seat 1 is at the dealer's left, so on the right of the picture, and the others follow clockwise.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from croupier.rulebook.geometry import (
    ASPECT,
    NAME_STRIP,
    Area,
    Rectangle,
    band_angles,
    band_cell,
    inside,
    rows_of,
    seat_frames,
)
from croupier.rulebook.procedure import Round, Slot, seat_slot

Caption = Callable[[tuple[int, ...]], str]
"""What the cards of a slot are called, given those that are known; empty if there is nothing to say."""
OWN_HAND: Final = "seat"
"""Stands for each seat's own slot in what lies before a seat."""


class Sign(NamedTuple):
    """A name printed on the felt, perhaps with a symbol and in a colour."""

    text: str
    symbol: str = ""
    colour: str = ""

    def __str__(self) -> str:
        """The symbol before the name."""
        return f"{self.symbol} {self.text}".strip()


class Shape(StrEnum):
    """How the place of a wager is outlined."""

    CIRCLE = "circle"
    BOX = "box"
    ELLIPSE = "ellipse"


class FixtureKind(StrEnum):
    """What stands on the felt besides cards and wagers."""

    DIE_CUP = "die cup"
    SHOE = "shoe"
    SHUFFLER = "shuffler"
    DISCARD_RACK = "discard rack"
    DROP_BOX = "drop box"
    BANK_WAGER = "bank's wager"
    PAYTABLE = "paytable"
    NAME = "name"


class CardPlaces(NamedTuple):
    """Where the cards of a slot lie, side by side."""

    slot: Slot
    """A slot of the table, or `OWN_HAND` before a seat."""
    places: int
    """How many empty places are printed."""
    sign: Sign = Sign("")
    """What is printed above; a slot without a name is called by its own."""
    faces: tuple[int, ...] = ()
    """Die faces printed below."""
    caption: Caption | None = None
    arranged: Callable[[tuple[int, ...]], tuple[int, ...]] | None = None
    """In which order the cards are laid out once all of them are known; None: as dealt."""
    room: int = 0
    """The most cards that may lie here, if that is more than the places printed."""
    across: tuple[int, ...] = ()
    """Which cards lie across, counted from 0."""
    banks: bool = False
    """Whether it is the bank's hand; where a player banks, the title names that player."""
    note: str = ""
    """What is printed small beside the name."""
    leftward: bool = False
    """Whether cards are laid from right to left, as players see it."""
    clauses: tuple[str, ...] = ()

    @property
    def most(self) -> int:
        """The most cards that may lie here."""
        return max(self.places, self.room, 1)

    def called(self, known: tuple[int, ...]) -> str:
        """What cards are called, as far as they are known."""
        return self.caption(known) if self.caption and known else ""

    def laid(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards in the order in which they are laid out."""
        return self.arranged(cards) if self.arranged else cards


class Circle(NamedTuple):
    """Where a seat places a wager, or one of several spots for it."""

    wager: str
    sign: Sign
    """What is printed in it."""
    spot: int = 0
    """The betting spot that it is; 0 for a wager without spots."""
    pays: str = ""
    """Odds printed in it."""
    at: tuple[float, float] | None = None
    """Its middle within the seat's own square, from the dealer's side to the player's; None: by order, the first wager
    nearest the player."""
    size: float = 0.28
    """Its width, in parts of that square."""
    shape: Shape = Shape.CIRCLE
    clauses: tuple[str, ...] = ()


class Fixture(NamedTuple):
    """Something that stands on the felt, or beside it."""

    kind: FixtureKind
    sign: Sign = Sign("")
    wager: str = ""
    """Whose paytable it is."""
    clauses: tuple[str, ...] = ()


class Words(NamedTuple):
    """A line printed on the felt, or one that follows from the round so far."""

    says: str | Callable[[Round], str]
    clauses: tuple[str, ...] = ()

    def said(self, so_far: Round) -> str:
        """The line now."""
        return self.says if isinstance(self.says, str) else self.says(so_far)


class Notice(NamedTuple):
    """Something posted beside the felt: names, and what is said of each."""

    sign: Sign
    lines: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...] = ()


class Mark(NamedTuple):
    """How one kind of result is noted."""

    letter: str
    sign: Sign
    """Its name and colour: red, blue or green."""
    crosses: bool = False
    """Whether the big road notes it as a line across the mark before, instead of in a place of its own."""


class Road(NamedTuple):
    """Results of earlier rounds from the same shuffle, noted one after the other."""

    marks: tuple[Mark, ...]
    of: Callable[[Round], int]
    """Which mark a round got, counted from 0; it is told only of cards that everybody saw."""
    clauses: tuple[str, ...] = ()


Item = CardPlaces | Circle | Fixture | Words
Row = tuple[CardPlaces | Fixture | Words, ...]


class Region(NamedTuple):
    """A thing in its place on the felt."""

    item: Item
    area: Area
    seat: int = 0
    """Before which seat it lies; 0 on the dealer's side."""
    parts: tuple[Area, ...] = ()
    """The places of single cards."""

    @property
    def slot(self) -> Slot:
        """The slot of its cards; empty if it is not for cards."""
        match self.item:
            case CardPlaces(slot=slot):
                return seat_slot(self.seat) if self.seat else slot
            case _:
                return ""


@dataclass(frozen=True)
class Layout:
    """What lies on the felt, and where."""

    rows: tuple[Row, ...] = ()
    """The dealer's side: rows from the dealer to the players, each from left to right as players see it."""
    seat: tuple[CardPlaces | Circle, ...] = ()
    """What lies before each seat, in the order of the wagers."""
    clauses: tuple[str, ...] = ()
    """Clauses that the felt as a whole carries out."""
    aspect: float = ASPECT
    """How wide the felt is for its height."""
    seat_shape: float = 1.0
    """How wide the place of a seat is for its depth."""
    bands: bool = False
    """Whether the places of wagers are bands that run along all seats, the first nearest the players."""
    notices: tuple[Notice, ...] = ()
    """What is posted beside the felt besides limits and paytables."""
    road: Road | None = None
    """How the results of earlier rounds are noted beside the felt."""
    announced: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The clause of a step, and those that the dealer's words carry out with it."""
    _slots: Mapping[Slot, CardPlaces] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the card places by slot."""
        every = (*self.table, *self.seat)
        object.__setattr__(self, "_slots", {item.slot: item for item in every if isinstance(item, CardPlaces)})

    @property
    def table(self) -> tuple[CardPlaces | Fixture | Words, ...]:
        """Everything on the dealer's side, in order."""
        return tuple(item for row in self.rows for item in row)

    @property
    def felt_rows(self) -> tuple[Row, ...]:
        """The dealer's side without what is posted beside the felt."""
        rows = (tuple(item for item in row if not is_posted(item)) for row in self.rows)
        return tuple(row for row in rows if row)

    @property
    def on_felt(self) -> tuple[CardPlaces | Fixture | Words, ...]:
        """Everything that lies on the dealer's side, in order."""
        return tuple(item for row in self.felt_rows for item in row)

    @property
    def posted(self) -> tuple[Fixture, ...]:
        """The paytables beside the felt."""
        return tuple(item for item in self.table if isinstance(item, Fixture) and is_posted(item))

    @property
    def circles(self) -> tuple[Circle, ...]:
        """The places of a seat's wagers, in order."""
        return tuple(item for item in self.seat if isinstance(item, Circle))

    @property
    def hand(self) -> CardPlaces | None:
        """The place of a seat's own cards, if it is dealt any."""
        return self._slots.get(OWN_HAND)

    def cards(self, slot: Slot) -> CardPlaces:
        """Where the cards of a slot lie; a slot that the layout does not name is called by its own name."""
        if slot.startswith("seat ") and self.hand:
            return self.hand
        return self._slots.get(slot) or CardPlaces(slot, 0, Sign(slot))

    def fixture(self, kind: FixtureKind) -> Fixture | None:
        """The first fixture of a kind, if there is one."""
        return next((item for item in self.table if isinstance(item, Fixture) and item.kind is kind), None)

    def cited(self) -> tuple[str, ...]:
        """Every clause that the layout carries out, once."""
        items = (*self.table, *self.seat, *self.notices, *((self.road,) if self.road else ()))
        said = (id_ for _, ids in self.announced for id_ in ids)
        return tuple(dict.fromkeys((*self.clauses, *(id_ for item in items for id_ in item.clauses), *said)))

    def announced_with(self, clause: str) -> tuple[str, ...]:
        """The clauses that are carried out by what the dealer says at a step."""
        return tuple(id_ for step, ids in self.announced if step == clause for id_ in ids)

    def with_circles(self, *circles: Circle) -> "Layout":
        """The same felt with more places for wagers before each seat."""
        return replace(self, seat=(*self.seat, *circles))

    def regions(self, seats: int) -> tuple[Region, ...]:
        """Everything in its place, the dealer's side first and then seat by seat."""
        rows = self.felt_rows
        table = rows_of(tuple(grouped(row) for row in rows), self.aspect)
        placed = [
            Region(item, area, parts=parts(item, area, self.aspect))
            for row, areas in zip(rows, table, strict=True)
            for item, area in zip(row, areas, strict=True)
        ]
        if self.bands:
            return (*placed, *self.in_bands(seats))
        frames = seat_frames(seats, self.aspect, self.seat_shape, tuple(region.area for region in placed))
        for seat, frame in enumerate(frames, 1):
            for item, within in self.before_seat():
                area = inside(frame, within, self.aspect)
                placed.append(Region(item, area, seat, parts(item, area, self.aspect)))
        return tuple(placed)

    def in_bands(self, seats: int) -> Iterator[Region]:
        """The wagers of every seat in bands, and beyond them its name."""
        deep = 1 / len(self.circles)
        for seat, (first, last) in enumerate(pairwise(band_angles(seats)), 1):
            for place, circle in enumerate(self.circles):
                area = band_cell(first, last, 1 - deep * (place + 1), 1 - deep * place, self.aspect)
                yield Region(circle, area, seat)
            yield Region(Fixture(FixtureKind.NAME), band_cell(first, last, *NAME_STRIP, self.aspect), seat)

    def before_seat(self) -> Iterator[tuple[Item, Rectangle]]:
        """What lies before a seat, each thing with its part of the seat's square: cards, wagers, the name."""
        if self.bands:
            deep = (1 - NAME_DEPTH) / len(self.circles)
            for place, circle in enumerate(self.circles):
                yield circle, Rectangle(0.5, 1 - NAME_DEPTH - deep * (place + 0.5), 0.96, 0.96 * deep)
            yield Fixture(FixtureKind.NAME), Rectangle(0.5, 1 - NAME_DEPTH / 2, 0.9, NAME_DEPTH - 0.03)
            return
        top = HAND_DEPTH if self.hand else 0.0
        if self.hand:
            wide = (self.hand.most * (CARD[0] + APART) - APART) / CARD[1] / self.seat_shape
            high = min(HAND_DEPTH - 0.02, 0.95 / wide)  # so that a card keeps its shape
            yield self.hand, Rectangle(0.5, (HAND_DEPTH - 0.02) / 2, wide * high, high)
        free = [circle for circle in self.circles if circle.at is None]
        columns = min(len(free), 3 if self.seat_shape > NARROW else 1) or 1
        depth = (1 - NAME_DEPTH - top) / (-(-len(free) // columns) or 1)
        for place, circle in enumerate(free):
            row, column = divmod(place, columns)
            across = min(columns, len(free) - row * columns)
            size = min(max(circle.size, 0.6 / columns), 0.92 / columns, 0.92 * depth / self.seat_shape)
            middle = (column + 0.5 + (columns - across) / 2) / columns, 1 - NAME_DEPTH - depth * (row + 0.5)
            yield circle, self.outline(circle._replace(at=middle, size=size))
        for circle in self.circles:
            if circle.at is not None:
                yield circle, self.outline(circle)
        yield Fixture(FixtureKind.NAME), Rectangle(0.5, 1 - NAME_DEPTH / 2, 0.9, NAME_DEPTH - 0.03)

    def outline(self, circle: Circle) -> Rectangle:
        """The part of a seat's square that a wager's place takes; a circle is round on the felt."""
        x, y = circle.at or (0.5, 0.5)
        return Rectangle(x, y, circle.size, circle.size * self.seat_shape * DEPTHS[circle.shape])


HAND_DEPTH: Final = 0.24
NARROW: Final = 0.7
"""Up to this shape, a seat's wagers lie in one column."""
NAME_DEPTH: Final = 0.16
DEPTHS: Final = {Shape.CIRCLE: 1.0, Shape.BOX: 0.72, Shape.ELLIPSE: 0.72}
"""How deep each shape is for its width."""
CARD: Final = (0.145, 0.203)
"""Width and height of a card, in parts of the felt's height."""
TITLE, BELOW, APART = 0.045, 0.045, 0.012


def is_posted(item: CardPlaces | Fixture | Words) -> bool:
    """Whether something is posted beside the felt and takes no room on it."""
    return isinstance(item, Fixture) and item.kind is FixtureKind.PAYTABLE


Blocks = tuple[tuple[float, float], ...]


def grouped(row: Row) -> tuple[Blocks, Blocks, Blocks]:
    """A row as blocks: those from its first cards to its last in the middle, the others to the left and right."""
    cards = [place for place, item in enumerate(row) if isinstance(item, CardPlaces)]
    first, last = (cards[0], cards[-1] + 1) if cards else (0, len(row))
    blocks = tuple(block(item) for item in row)
    return blocks[:first], blocks[first:last], blocks[last:]


def block(item: CardPlaces | Fixture | Words) -> tuple[float, float]:
    """The width and height that something takes on the dealer's side, in parts of the felt's height."""
    match item:
        case CardPlaces(most=most, across=across):
            lying = sum(CARD[1] if place in across else CARD[0] for place in range(most))
            return lying + (most - 1) * APART, TITLE + CARD[1] + BELOW
        case Fixture(kind=FixtureKind.BANK_WAGER):
            return 0.55, 0.045
        case Fixture():
            return 0.16, 0.2
        case Words():
            return 0.7, 0.04


def parts(item: Item, area: Area, aspect: float) -> tuple[Area, ...]:
    """The places of single cards within the place of a slot."""
    if not isinstance(item, CardPlaces):
        return ()
    own = item.slot == OWN_HAND
    width, height = (item.most * (CARD[0] + APART) - APART, CARD[1]) if own else block(item)
    left, found = 0.0, []
    for place in range(item.most):
        wide, high = CARD[::-1] if place in item.across else CARD
        bottom = height if own else TITLE + CARD[1]  # a card that lies across shares the bottom edge
        middle = (left + wide / 2) / width
        x = 1 - middle if item.leftward else middle
        within = Rectangle(x, (bottom - high / 2) / height, wide / width, high / height)
        found.append(inside(area, within, aspect))
        left += wide + APART
    return tuple(found)
