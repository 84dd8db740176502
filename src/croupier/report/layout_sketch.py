"""A sketch of the layout, drawn from the data that the terminal and the browser draw it from."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import Final

from croupier.errors import listed
from croupier.report.plain_text import plain
from croupier.rulebook import CardPlaces, Circle, Fixture, FixtureKind, Rulebook, Words
from croupier.rulebook.geometry import STRAIGHT, Area
from croupier.rulebook.layout import Region, Shape

HEIGHT: Final = 420.0
INK: Final = "#222"
FONT: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
LETTER: Final = 0.56
"""How wide a letter is for its height, on average."""
LEADING: Final = 1.1
"""From line to line, for the size of the type."""
FACE: Final = 14.0
"""How wide the face of a die is drawn."""
SMALLEST, LARGEST = 4.5, 12.0
"""The sizes of the type, in the units of the drawing."""


@dataclass(frozen=True)
class Sketch:
    """The felt of a game in lines, without colours."""

    book: Rulebook

    @property
    def title(self) -> str:
        return f"Layout of {self.book.game.title}"

    @property
    def alt(self) -> str:
        """What lies where, in words."""
        felt, seats = self.book.felt, self.book.seats
        aside = [name for item in felt.on_felt if (name := name_of(item, self.book))]
        before = [name for item in felt.seat if (name := name_of(item, self.book))]
        return (
            f"The table seen from above, the dealer at the top. On the dealer's side: {listed(aside)}. Before each of "
            f"{seats} {'seat' if seats == 1 else 'seats'}, seat 1 at the right: {listed(before)}."
        )

    @property
    def width(self) -> float:
        return HEIGHT * self.book.felt.aspect

    def svg(self) -> str:
        """The drawing, as large as its felt is wide."""
        regions = self.book.felt.regions(self.book.seats)
        drawn = "".join(part for region in regions for part in self.region(region))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.1f} {HEIGHT:.1f}" '
            f'width="{self.width:.0f}" height="{HEIGHT:.0f}" font-family="{FONT}" fill="none" stroke="{INK}">'
            f"{self.outline()}{drawn}</svg>"
        )

    def outline(self) -> str:
        """The felt: a rectangle whose far side is half an ellipse."""
        wide, straight = self.width, HEIGHT * STRAIGHT
        return (
            f'<path d="M1 1H{wide - 1:.1f}V{straight:.1f}A{wide / 2 - 1:.1f} {HEIGHT - straight - 1:.1f} 0 0 1 1 '
            f'{straight:.1f}Z" stroke-width="1.5" fill="#fff"/>'
        )

    def region(self, region: Region) -> Iterator[str]:
        """One thing in its place."""
        area, item = region.area, region.item
        x, y, wide, high = area.x * self.width, area.y * HEIGHT, area.width * self.width, area.height * HEIGHT
        match item:
            case CardPlaces():
                yield from (self.rectangle(part, dashed=True) for part in region.parts)
                if not region.seat:
                    yield self.words(str(item.sign) or item.slot, x, y - high / 2 + 8, max(wide, 60), area.turn)
                yield from self.die_faces(item.faces, region)
            case Circle(shape=shape):
                round_ = "ellipse" if shape in (Shape.CIRCLE, Shape.ELLIPSE) and not self.book.felt.bands else ""
                yield self.ellipse(area) if round_ else self.rectangle(area)
                yield self.words(
                    printed(item, self.book), x, y, wide * 0.9, area.turn, high * 0.9, is_round=bool(round_)
                )
            case Fixture(kind=FixtureKind.NAME):
                if region.seat:
                    yield self.words(str(region.seat), x, y, wide, area.turn)
            case Fixture(kind=kind):
                yield self.rectangle(area)
                yield self.words(str(item.sign) or kind.value, x, y, wide * 0.92, area.turn)
            case Words(says=says):
                if isinstance(says, str):
                    yield self.words(says, x, y, wide, area.turn)

    def die_faces(self, faces: tuple[int, ...], region: Region) -> Iterator[str]:
        """The faces of a die that are printed below cards, each as its number in a square."""
        below = region.area.y + region.area.height / 2 - FACE * 0.6 / HEIGHT
        for place, face in enumerate(faces):
            aside = (place - (len(faces) - 1) / 2) * FACE * 1.3 / self.width
            square = Area(region.area.x + aside, below, FACE / self.width, FACE / HEIGHT)
            yield self.rectangle(square)
            yield self.words(str(face), square.x * self.width, square.y * HEIGHT, FACE, 0, FACE * 0.8)

    def rectangle(self, area: Area, *, dashed: bool = False) -> str:
        x, y, wide, high = area.x * self.width, area.y * HEIGHT, area.width * self.width, area.height * HEIGHT
        dash = ' stroke-dasharray="3 2"' if dashed else ""
        return (
            f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="2" '
            f'stroke-width="0.8"{dash}{turned(area.turn, x, y)}/>'
        )

    def ellipse(self, area: Area) -> str:
        x, y = area.x * self.width, area.y * HEIGHT
        rx, ry = area.width * self.width / 2, area.height * HEIGHT / 2
        return (
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" stroke-width="0.8"'
            f"{turned(area.turn, x, y)}/>"
        )

    def words(
        self, text: str, x: float, y: float, wide: float, turn: float, high: float = HEIGHT, *, is_round: bool = False
    ) -> str:
        """Words about a point: on as many lines as their place needs, as large as fits."""
        lines = best_lines(plain(text), wide)
        size = max(SMALLEST, min(LARGEST, largest(lines, wide, high, is_round=is_round)))
        first = y - (len(lines) - 1) * size * LEADING / 2 + size * 0.35
        rows = "".join(
            f'<tspan x="{x:.1f}" y="{first + place * size * LEADING:.1f}">{escape(line)}</tspan>'
            for place, line in enumerate(lines)
        )
        return (
            f'<text font-size="{size:.1f}" text-anchor="middle" fill="{INK}" stroke="none"{turned(turn, x, y)}>'
            f"{rows}</text>"
        )


def largest(lines: list[str], wide: float, high: float, *, is_round: bool) -> float:
    """The size at which lines fit into their place; in a round one, the outer ones have less room."""
    found = high / len(lines) / LEADING
    for place, line in enumerate(lines):
        letters = max(len(line), 1) * LETTER
        if is_round:  # the outer corner of the line lies within the ellipse
            edge = (abs(place - (len(lines) - 1) / 2) + 0.5) * LEADING
            found = min(found, 1 / sqrt((letters / wide) ** 2 + (2 * edge / high) ** 2))
        else:
            found = min(found, wide / letters)
    return found


def turned(turn: float, x: float, y: float) -> str:
    return f' transform="rotate({turn:.1f} {x:.1f} {y:.1f})"' if turn else ""


def best_lines(text: str, wide: float) -> list[str]:
    """Words on lines: all on one where that can be read, else a line for each."""
    words = text.split()
    return [text] if len(text) * LARGEST * 0.7 * LETTER <= wide or len(words) < 2 else words


def printed(item: Circle, book: Rulebook) -> str:
    """What is printed at the place of a wager."""
    return item.sign.symbol or item.sign.text or book.wagers_by_id[item.wager].label


def name_of(item: CardPlaces | Circle | Fixture | Words, book: Rulebook) -> str:
    """What something on the felt is called in a sentence."""
    match item:
        case CardPlaces(slot=slot, sign=sign, faces=faces):
            below = f" with the die faces {' and '.join(map(str, faces))} below" if faces else ""
            return f"cards of {sign.text or slot}{below}" if slot != "seat" else "the seat's own cards"
        case Circle(sign=sign, wager=wager, spot=spot):
            label = book.wagers_by_id[wager].label
            return f"{label} ({sign.text})" if spot and sign.text else label
        case Fixture(kind=FixtureKind.NAME):
            return ""
        case Fixture(kind=kind, sign=sign):
            return sign.text or kind.value
        case Words(says=says):
            return f"the words “{says}”" if isinstance(says, str) else ""
