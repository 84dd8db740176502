"""Cards, dice and fixtures as SVG, drawn by code: each is a small picture of its own that browsers keep.

A card is 100 wide and 140 high with a large index, so that it can be read on a phone. Nothing here takes text from
anybody: all of it is made from the names of cards, faces and fixtures that the package knows.
"""

from functools import cache
from typing import Final

from croupier.cards import CARD_NAMES
from croupier.rulebook import FixtureKind

PAPER: Final = "#fdfcf8"
EDGE: Final = "#c9c3b4"
RED: Final = "#b01c2b"
BLACK: Final = "#1a1c20"
BACKS: Final = {"red": "#8c2433", "blue": "#23427a"}
"""The backs of decks by their colour; one without a colour is red."""
SUIT_PATHS: Final = {
    "h": "M50 91C22 67 7 50 7 31a21.6 21.6 0 0 1 43-5.500a21.6 21.6 0 0 1 43 5.500C93 50 78 67 50 91z",
    "d": "M50 5Q66 30 86 50Q66 70 50 95Q34 70 14 50Q34 30 50 5z",
    "s": "M50 6C61 28 92 42 92 64a20 20 0 0 1-36.5 11.500C57 84 61 91 68 95H32c7-4 11-11 12.5-19.500A20 20 0 0 1 8 64C8 42 39 28 50 6z",
    "c": "M50 6a20.5 20.5 0 0 1 15.5 34A20.5 20.5 0 1 1 55.5 74C57 84 61 91 68 95H32c7-4 11-11 12.5-21"
    "A20.5 20.5 0 1 1 34.5 40A20.5 20.5 0 0 1 50 6z",
}
INK: Final = {"h": RED, "d": RED, "s": BLACK, "c": BLACK}
COURTS: Final = "JQK"
JOKERS: Final = {"Jk": BLACK, "Jr": RED}
STAR: Final = "M50 3L61.400 36.600L97 37L68.500 58.200L79 92L50 71.500L21 92L31.500 58.200L3 37L38.600 36.600z"
SANS: Final = "system-ui,-apple-system,'Segoe UI',Inter,Roboto,Helvetica,Arial,sans-serif"
SERIF: Final = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif"
PIPS: Final = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))} | {
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def picture(width: int, height: int, inside: str) -> str:
    """An SVG by itself."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inside}</svg>'


def suit_mark(suit: str, x: float, y: float, size: float) -> str:
    """A suit in a square."""
    return f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" d="{SUIT_PATHS[suit]}"/>'


@cache
def card_face(name: str) -> str:
    """The face of a card, such as `Qs`."""
    if name in JOKERS:
        return joker_face(name)
    rank, suit = name[0], name[1]
    index = "10" if rank == "T" else rank
    tight = ' letter-spacing="-2"' if len(index) > 1 else ""
    corner = (
        f'<text x="17.5" y="33" font-size="{31 if len(index) == 1 else 27}" font-weight="600" text-anchor="middle" '
        f'font-family="{SANS}"{tight}>{index}</text>' + suit_mark(suit, 8.5, 39, 18)
    )
    if rank in COURTS:
        middle = (
            '<rect x="32" y="18" width="36" height="104" rx="3" fill="none" stroke="currentColor" stroke-opacity=".32"/>'
            f'<text x="50" y="86" font-size="46" text-anchor="middle" font-family="{SERIF}">{rank}</text>'
            + suit_mark(suit, 42, 25, 16)
            + f'<g transform="rotate(180 50 70)">{suit_mark(suit, 42, 25, 16)}</g>'
        )
    else:
        middle = suit_mark(suit, 26, 46, 48)
    return picture(
        100,
        140,
        f'<rect x=".5" y=".5" width="99" height="139" rx="8" fill="{PAPER}" stroke="{EDGE}"/>'
        f'<g color="{INK[suit]}" fill="{INK[suit]}">{middle}{corner}<g transform="rotate(180 50 70)">{corner}</g></g>',
    )


def joker_face(name: str) -> str:
    """The face of a joker: a star, and its word down both sides."""
    ink = JOKERS[name]
    word = "".join(
        f'<text x="14" y="{25 + 17 * place}" font-size="17" font-weight="700" text-anchor="middle" '
        f'font-family="{SANS}">{letter}</text>'
        for place, letter in enumerate("JOKER")
    )
    return picture(
        100,
        140,
        f'<rect x=".5" y=".5" width="99" height="139" rx="8" fill="{PAPER}" stroke="{EDGE}"/>'
        f'<g fill="{ink}"><path transform="translate(23 43) scale(.54)" d="{STAR}"/>{word}'
        f'<g transform="rotate(180 50 70)">{word}</g></g>',
    )


@cache
def card_small(name: str) -> str:
    """The face of a card that is drawn small: its rank and suit, and nothing else."""
    if name in JOKERS:
        return joker_face(name)
    rank, suit = name[0], name[1]
    index = "10" if rank == "T" else rank
    size, tight = (74, "") if len(index) == 1 else (66, ' letter-spacing="-6"')
    return picture(
        100,
        140,
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
        f'<g fill="{INK[suit]}"><text x="{50 if len(index) == 1 else 47}" y="66" font-size="{size}" font-weight="700" '
        f'text-anchor="middle" font-family="{SANS}"{tight}>{index}</text>{suit_mark(suit, 23, 76, 54)}</g>',
    )


@cache
def card_back(colour: str) -> str:
    """The back of a card."""
    return picture(
        100,
        140,
        '<defs><pattern id="l" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0H10M0 0V10" stroke="#fff" stroke-opacity=".32" stroke-width="1.3"/>'
        '<circle cx="5" cy="5" r="1.1" fill="#fff" fill-opacity=".4"/></pattern></defs>'
        f'<rect x=".5" y=".5" width="99" height="139" rx="8" fill="{PAPER}" stroke="{EDGE}"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="4.5" fill="{BACKS[colour]}"/>'
        '<rect x="6" y="6" width="88" height="128" rx="4.5" fill="url(#l)"/>'
        '<rect x="10" y="10" width="80" height="120" rx="2.5" fill="none" stroke="#fff" stroke-opacity=".55"/>',
    )


@cache
def die_face(face: int) -> str:
    """A die from above: pips where there is room for them, otherwise its number."""
    body = f'<rect x="2" y="2" width="96" height="96" rx="20" fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
    if face in PIPS:
        pips = (f'<circle cx="{50 + 25 * x}" cy="{50 + 25 * y}" r="9.5" fill="{BLACK}"/>' for x, y in PIPS[face])
        return picture(100, 100, body + "".join(pips))
    number = (
        f'<text x="50" y="68" font-size="52" font-weight="600" text-anchor="middle" font-family="{SANS}">{face}</text>'
    )
    return picture(100, 100, body + number)


def printed_face(face: int) -> str:
    """A die face as it is printed on the felt: an outline in the colour of the print."""
    pips = "".join(f'<circle cx="{12 + 5 * x}" cy="{12 + 5 * y}" r="1.9"/>' for x, y in PIPS.get(face, ()))
    return (
        '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="1.5" y="1.5" width="21" height="21" rx="4.5" '
        f'fill="none" stroke="currentColor" stroke-width="1.5"/><g fill="currentColor">{pips}</g></svg>'
    )


FIXTURES: Final = {
    FixtureKind.SHOE: (
        '<path d="M6 14H92L114 46V84H6z" fill="#1b1512" stroke="#8f6d54" stroke-width="1.5"/>'
        '<path d="M14 24H84L100 46H14z" fill="#0006"/>'
        + "".join(
            f'<rect x="{18 + 4.4 * n:g}" y="26" width="3" height="20" rx=".8" fill="{PAPER}"/>' for n in range(13)
        )
        + '<rect x="76" y="24" width="2.6" height="24" fill="#d98e04"/>'
        f'<rect x="92" y="56" width="20" height="26" rx="2" fill="#0007" stroke="#8f6d54"/>'
        f'<rect x="96" y="60" width="12" height="17" rx="1.5" fill="{BACKS["red"]}" stroke="{PAPER}" stroke-width="1.2"/>'
    ),
    FixtureKind.SHUFFLER: (
        '<rect x="8" y="12" width="104" height="72" rx="9" fill="#1b1512" stroke="#8f6d54" stroke-width="1.5"/>'
        '<rect x="24" y="24" width="72" height="9" rx="4.5" fill="#000" stroke="#8f6d54"/>'
        f'<g fill="{PAPER}"><rect x="28" y="20" width="64" height="2.4" rx="1"/><rect x="30" y="16" width="60" height="2.4" rx="1"/></g>'
        f'<rect x="42" y="52" width="36" height="25" rx="2.5" fill="{BACKS["red"]}" stroke="{PAPER}" stroke-width="1.6"/>'
    ),
    FixtureKind.DISCARD_RACK: (
        '<rect x="22" y="10" width="76" height="74" rx="6" fill="#ffffff14" stroke="#f3efe266" stroke-width="1.5"/>'
        + "".join(
            f'<rect x="31" y="{72 - 3.6 * n:g}" width="58" height="2.4" rx="1" fill="{PAPER}"/>' for n in range(9)
        )
    ),
    FixtureKind.DROP_BOX: (
        '<rect x="12" y="18" width="96" height="64" rx="7" fill="#1b1512" stroke="#8f6d54" stroke-width="1.5"/>'
        '<rect x="34" y="29" width="52" height="7" rx="3.5" fill="#000" stroke="#b08b6d"/>'
        '<path d="M12 50H108" stroke="#8f6d54"/>'
    ),
}
"""What stands on the felt, 120 wide and 96 high; the die cup is drawn with its die by the page."""


@cache
def fixture_picture(kind: FixtureKind, colour: str = "red") -> str:
    """Something that stands on the felt, with cards of a colour in it."""
    return picture(120, 96, FIXTURES[kind].replace(BACKS["red"], BACKS[colour]))


def fixture_name(kind: FixtureKind, colour: str = "red") -> str:
    """The file name of its picture."""
    return f"{kind.value.replace(' ', '-')}{'' if colour == 'red' else f'-{colour}'}.svg"


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    return (
        {f"{name}.svg": card_face(name) for name in CARD_NAMES}
        | {f"{name}-small.svg": card_small(name) for name in CARD_NAMES}
        | {f"back-{colour}.svg": card_back(colour) for colour in BACKS}
        | {f"die-{face}.svg": die_face(face) for face in range(1, 21)}
        | {fixture_name(kind, colour): fixture_picture(kind, colour) for kind in FIXTURES for colour in BACKS}
    )
