"""Skill, luck and edge, drawn: the running tally of a guest, and one round taken apart."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import htpy as h

from croupier.house.tally import PARTS, Reckoning, Tally
from croupier.pages.advice_page import signed_dollars
from croupier.rulebook import Rulebook
from croupier.table.events import PLAYER

WORDS: Final = {
    "skill": ("Skill", "your choices, against the best ones; 0 is perfect"),
    "luck": ("Luck", "what chance gave or took; its average is 0"),
    "edge": ("Edge", "what your wagers are worth under best play, less fees"),
}
DASHES: Final = {"skill": "7 4", "luck": "none", "edge": "2 4"}
ADDRESS: Final = "/rounds/tally"
POINTS: Final = 240
WIDE, HIGH = 600, 160
COUNTING: Final = "Counting…"
BASIS: Final = (
    "Counted exactly, shown to the cent. What a bank could not pay, and rounding to the cent, show up as luck. A shoe "
    "is taken to be full. The best choice counts even if you did not have the chips for it."
)


def box(tally: Tally) -> h.Element:
    """The whole tally."""
    counted, waits = len(tally.counted), bool(tally.waiting)
    return h.section("#tally.box", aria_labelledby="tally-title", data_later=ADDRESS if waits else None)[
        h.h2("#tally-title")[
            "Skill, luck and edge",
            h.span(class_=sign_of(tally.result))[rounded(Fraction(tally.result))] if counted else None,
        ],
        h.dl(".parts")[(part_row(part, tally.sums[part]) for part in PARTS)] if counted else None,
        picture(tally),
        h.p(role="status" if waits else None)[
            [f"{COUNTING} {tally.waiting} of {rounds_words(len(tally.rounds))} still to come. "] if waits else None,
            waits and h.noscript[h.a(href=ADDRESS)["Look again."]],
            not tally.rounds and "There is nothing to add up yet.",
            counted > 0 and f"Skill, luck and edge of {rounds_words(counted)} add up to the result. ",
            tally.by_the_clock > 0
            and f"{tally.by_the_clock} of your choices {were(tally.by_the_clock)} made by the table in your place. ",
            [f"Not counted: {rounds_words(number)} ({why}). " for why, number in tally.left_out.items()],
        ],
        h.p[h.small[BASIS]] if counted else None,
    ]


def rounds_words(number: int) -> str:
    return "1 round" if number == 1 else f"{number:,} rounds"


def were(number: int) -> str:
    return "was" if number == 1 else "were"


def part_row(part: str, cents: Fraction) -> h.Element:
    name, words = WORDS[part]
    return h.div[
        h.dt[swatch(part), name], h.dd(class_=sign_of(cents))[h.b[rounded(cents)]], h.dd(".means")[h.small[words]]
    ]


def swatch(part: str) -> h.Element:
    """How a line of the picture is drawn."""
    return h.svg(".swatch", viewBox="0 0 28 8", aria_hidden="true")[
        h.path(class_=f"run {part}", d="M1 4H27", stroke_dasharray=DASHES[part])
    ]


def picture(tally: Tally) -> h.Node:
    """The three sums, round by round."""
    if len(tally.counted) < 2:
        return None
    lines = {part: sampled(tally.running(part)) for part in PARTS}
    points = [each for line in lines.values() for each in line]
    low, high = min(points), max(points)
    span = high - low or 1.0
    said = ", ".join(f"{WORDS[part][0].lower()} {rounded(tally.sums[part])}" for part in PARTS)
    return h.figure(".runs-of")[
        h.span(".most", aria_hidden="true")[rounded(Fraction(high))],
        h.svg(
            viewBox=f"0 0 {WIDE} {HIGH}",
            preserveAspectRatio="none",
            role="img",
            aria_label=f"The sums after each of {rounds_words(len(tally.counted))}; at the end {said}.",
        )[
            h.path(class_="zero", d=f"M0 {at(0.0, low, span)}H{WIDE}"),
            (
                h.path(class_=f"run {part}", d=drawn(line, low, span), stroke_dasharray=DASHES[part])
                for part, line in lines.items()
            ),
        ],
        h.span(".least", aria_hidden="true")[rounded(Fraction(low))],
    ]


def sampled(line: Sequence[float]) -> list[float]:
    """A line in not too many points, its last one among them."""
    step = max(1, -(-len(line) // POINTS))
    return [*line[::-1][::step]][::-1]


def drawn(line: Sequence[float], low: float, span: float) -> str:
    across = WIDE / (len(line) - 1)
    return "M" + "L".join(f"{place * across:.1f} {at(value, low, span)}" for place, value in enumerate(line))


def at(value: float, low: float, span: float) -> str:
    """How far below the top a value lies."""
    return f"{HIGH - 4 - (value - low) / span * (HIGH - 8):.1f}"


def rounded(cents: Fraction) -> str:
    """Dollars to the cent, with a sign."""
    return signed_dollars(Fraction(round(cents)))


def sign_of(cents: Fraction | int) -> str:
    whole = round(cents)
    return "good" if whole > 0 else "bad" if whole < 0 else ""


# ── One round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def round_box(book: Rulebook, reckoning: Reckoning | None, address: str) -> h.Element:
    """One round taken apart; None while it is being counted."""
    if reckoning is None:
        return h.section("#reckoning.box", data_later=address)[
            h.h2["Skill, luck and edge"],
            h.p(role="status")[COUNTING, h.noscript[" ", h.a(href=address)["Look again."]]],
        ]
    if reckoning.why_not:
        return h.section("#reckoning.box")[
            h.h2["Skill, luck and edge"], h.p[f"This round is not counted: {reckoning.why_not}."]
        ]
    return h.section("#reckoning.box")[
        h.h2["Skill, luck and edge"],
        h.table[
            h.tbody[
                row("Edge", "the wagers under best play, less fees", reckoning.edge),
                (
                    row(
                        "Skill",
                        option_label(book, each.decision, each.option)
                        + ("" if each.by == PLAYER else ", chosen by the table"),
                        each.skill,
                    )
                    for each in reckoning.choices
                ),
                row("Luck", "the rest", reckoning.luck),
                row("Result", "", Fraction(reckoning.result)),
            ]
        ],
        reckoning.notes and h.p[h.small[" ".join(reckoning.notes)]],
    ]


def row(name: str, words: str, cents: Fraction) -> h.Element:
    return h.tr[
        h.th(scope="row")[name, words and [h.br, h.small[words]]], h.td(class_=sign_of(cents))[signed_dollars(cents)]
    ]


def option_label(book: Rulebook, decision: str, option: str) -> str:
    found = book.decisions_by_id[decision].option(option)
    return found.label if found else option
