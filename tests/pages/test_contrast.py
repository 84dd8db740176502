"""Contrast in both themes, worked out from the colours of the stylesheet; targets that a finger can hit."""

import re
from importlib import resources
from itertools import combinations
from math import hypot
from typing import Final

import pytest

from croupier.games import GAMES, game
from croupier.rulebook import Circle, Game
from tests.example_games import EXAMPLES

CSS: Final = resources.files("croupier.pages").joinpath("static/croupier.css").read_text(encoding="utf-8")
TEXT, LINE = 4.5, 3.0
"""WCAG 2.2 AA: the least contrast of text, and of lines and marks."""
TARGET = 24


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,8})\b", block))


LIGHT: Final = tokens(CSS[CSS.index(":root {") : CSS.index("@media")])
DARK: Final = LIGHT | tokens(re.search(r":root\.dark \{(.*?)\}", CSS, re.DOTALL).group(1))  # type: ignore[union-attr]
THEMES: Final = {"light": LIGHT, "dark": DARK}


def channels(colour: str) -> tuple[float, float, float, float]:
    digits = colour.removeprefix("#")
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, *more = (int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2))
    return red, green, blue, more[0] if more else 1.0


def over(colour: str, ground: str) -> tuple[float, float, float]:
    """A colour that lets some of the ground through, as it is seen."""
    *above, alpha = channels(colour)
    *below, _ = channels(ground)
    red, green, blue = (alpha * a + (1 - alpha) * b for a, b in zip(above, below, strict=True))
    return red, green, blue


def luminance(colour: tuple[float, float, float]) -> float:
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, ground: str) -> float:
    one, other = sorted((luminance(over(colour, ground)), luminance(over(ground, ground))))
    return (other + 0.05) / (one + 0.05)


def test_contrast_is_worked_out_as_the_standard_says() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ffffff80", "#000000") == pytest.approx(contrast("#808080", "#000000"), abs=0.05)


GROUNDS = ("page", "panel", "sunk")
FELTS = ("felt", "felt-deep")
TEXTS = [
    *((ink, ground) for ink in ("ink", "ink-2", "good", "bad", "accent") for ground in GROUNDS),
    ("accent-ink", "accent"),
    *((ink, felt) for ink in ("print", "print-2", "gold") for felt in FELTS),
]
LINES = [
    *(("edge", ground) for ground in GROUNDS),
    *(("focus", ground) for ground in GROUNDS),
    *((mark, felt) for mark in ("print-line", "gold", "red", "white", "blue") for felt in FELTS),
    *((road, "panel") for road in ("road-red", "road-blue", "road-green")),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_text_stands_out_from_its_ground(theme: str, ink: str, ground: str) -> None:
    found = contrast(THEMES[theme][ink], THEMES[theme][ground])
    assert found >= TEXT, f"{ink} on {ground} in the {theme} theme: {found:.2f}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("line", "ground"), LINES)
def test_lines_and_marks_stand_out_from_their_ground(theme: str, line: str, ground: str) -> None:
    found = contrast(THEMES[theme][line], THEMES[theme][ground])
    assert found >= LINE, f"{line} on {ground} in the {theme} theme: {found:.2f}"


def rules(selector: str) -> dict[str, str]:
    """The declarations of the rules with exactly this selector."""
    bodies = re.findall(rf"(?:^|\}}|\s){re.escape(selector)} \{{([^}}]*)\}}", CSS)
    return {name: value.strip() for body in bodies for name, value in re.findall(r"([\w-]+):\s*([^;]+)", body)}


@pytest.mark.parametrize("chip", [".chip", ".chip.c1", ".chip.c25", ".chip.c100", ".chip.c500"])
def test_the_number_on_a_chip_can_be_read(chip: str) -> None:
    given = rules(".chip") | rules(chip)
    assert contrast(given["--number"], given["--body"]) >= TEXT


@pytest.mark.parametrize("road", ["road-red", "road-blue", "road-green"])
@pytest.mark.parametrize("theme", THEMES)
def test_the_letter_on_a_bead_can_be_read(theme: str, road: str) -> None:
    assert contrast("#fff", THEMES[theme][road]) >= TEXT


@pytest.mark.parametrize("label", [".paid", ".puck", ".ribbon", ".paid.back", ".chip.n4 .amount"])
def test_labels_upon_the_felt_can_be_read(label: str) -> None:
    given = rules(label)
    ground = re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found[1]], given["background"])
    assert contrast(given["color"], ground) >= TEXT


def test_both_ways_to_the_dark_theme_have_the_same_colours() -> None:
    by_system = tokens(re.search(r":root:not\(\.light\) \{(.*?)\}", CSS, re.DOTALL).group(1))  # type: ignore[union-attr]
    assert by_system == {name: DARK[name] for name in by_system}
    assert LIGHT | by_system == DARK


NARROWEST_FELT = 700 - 2 * 24 - 2 * 13
"""The width of the felt on the narrowest screen on which things lie where the layout puts them."""


@pytest.mark.parametrize("of", [*map(game, GAMES), *(each.game for each in EXAMPLES.values())], ids=lambda of: of.id)
def test_places_of_wagers_are_far_enough_apart_to_be_hit(of: Game) -> None:
    """Buttons are at least as large as this, and the middles of two are as far apart on the narrowest felt."""
    assert rules("button.spot")["min-width"] == rules("button.spot")["min-height"] == f"{TARGET}px"
    book = of.rulebook()
    own = [each.area for each in book.felt.regions(book.seats) if each.seat == 1 and isinstance(each.item, Circle)]
    high = NARROWEST_FELT / book.felt.aspect
    assert own
    for one, other in combinations(own, 2):
        assert hypot((one.x - other.x) * NARROWEST_FELT, (one.y - other.y) * high) >= TARGET
