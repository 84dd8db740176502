"""Charts of what card counters can win: by wager, by way to bet, by cut card, and what the removal of a card does."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Protocol

from croupier.cards import RANKS
from croupier.chart import Bars, Chart, Dots, Line, Lines, between, interval, interval_rows, percent, said, signed
from croupier.protect.counting import Way
from croupier.protect.depth import Depth
from croupier.simulation.statistics import Z_99

WON: Final = "won in a shoe (units)"
EFFECT: Final = "gained when one card is gone (% of a unit)"
BEHIND: Final = "cards behind the cut card"
DEALT: Final = "cards dealt before the round"
SHARE: Final = "rounds, or advantage of a unit (%)"
EDGE: Final = "player’s edge (% of the stakes before the deal)"
NOTE: Final = "± is half a 99% interval"


class Won(Protocol):
    """What a way to bet wins in a shoe, and its standard error."""

    @property
    def per_shoe(self) -> float: ...
    @property
    def error(self) -> float: ...


def units_chart(wagers: Iterable[tuple[str, Way, Way]], note: str) -> Chart:
    """What perfect play and the best simple count win, by wager."""
    low, high = between(WON)
    told = [
        (label, name, way) for label, *ways in wagers for name, way in zip(("perfect", "best count"), ways, strict=True)
    ]
    rows = interval_rows("wager", WON, ((label, way.per_shoe, Z_99 * way.error) for label, _, way in told))
    words = ", ".join(f"{label} {signed(way.per_shoe, WON, 4)}" for label, name, way in told if name == "perfect")
    return Chart(
        title="What counting wins in a shoe, by wager",
        alt=f"Units won in a shoe by perfect play: {words}.",
        rows=tuple({**row, "play": name} for row, (_, name, _) in zip(rows, told, strict=True)),
        marks=Dots(of="wager", value=WON, low=low, high=high, series="play", lines=(Line(0, "nothing"),), places=4),
        note=f"{note}; {NOTE}",
    )


def ways_chart(label: str, ways: Sequence[Way], note: str) -> Chart:
    """What each way to bet wins."""
    low, high = between(WON)
    best = max(ways, key=lambda way: way.per_shoe)
    return Chart(
        title=f"{label}: what each way to bet wins in a shoe",
        alt=f"{best.name.capitalize()} wins most of {len(ways)} ways to bet: "
        f"{signed(best.per_shoe, WON, 4)} units in a shoe.",
        rows=interval_rows("way to bet", WON, ((way.name, way.per_shoe, Z_99 * way.error) for way in ways)),
        marks=Dots(of="way to bet", value=WON, low=low, high=high, lines=(Line(0, "nothing"),), places=4),
        note=f"{note}; {NOTE}",
    )


def cuts_chart(label: str, cuts: Sequence[tuple[int, Won, Won]], note: str) -> Chart:
    """What is won by how many cards lie behind the cut card."""
    low, high = between(WON)
    rows = [
        {BEHIND: cut, "play": name, **interval(WON, way.per_shoe, Z_99 * way.error)}
        for name, told in (
            ("perfect", [(cut, way) for cut, way, _ in cuts]),
            ("best count", [(cut, way) for cut, _, way in cuts]),
        )
        for cut, way in told
    ]
    (first, best, _), (last, least, _) = cuts[0], cuts[-1]
    return Chart(
        title=f"{label}: units won in a shoe, by cut card",
        alt=f"Perfect play wins {said(best.per_shoe, WON, 4)} units in a shoe with {first:,} cards behind the cut card "
        f"and {said(least.per_shoe, WON, 4)} with {last:,}.",
        rows=tuple(rows),
        marks=Lines(x=BEHIND, y=WON, series="play", low=low, high=high, zero=True),
        note=f"{note}; {NOTE}",
    )


def depth_chart(label: str, depths: Sequence[Depth], note: str) -> Chart:
    """How much a wager favours the player where it does, by how much of the shoe was dealt."""
    rows = [
        {DEALT: depth.dealt_from, "share": name, SHARE: 100 * value}
        for name, told in (
            ("rounds in its favour", [(depth, depth.frequency) for depth in depths]),
            ("advantage in those", [(depth, depth.advantage) for depth in depths]),
        )
        for depth, value in told
    ]
    most, last = max(depths, key=lambda depth: depth.frequency), depths[-1]
    best, end = said(100 * most.frequency, SHARE, 2), said(100 * last.advantage, SHARE, 2)
    return Chart(
        title=f"{label}: advantage by depth of the shoe",
        alt=f"The share of rounds that favour the player is largest after {most.dealt_from} cards, {best}; at the "
        f"end of the shoe the mean advantage in such rounds is {end}.",
        rows=tuple(rows),
        marks=Lines(x=DEALT, y=SHARE, series="share", zero=True),
        note=note,
    )


def removal_chart(label: str, effects: Sequence[Fraction], note: str) -> Chart:
    """What the value of a unit gains when one card of a rank is gone."""
    told = list(zip(RANKS, map(percent, effects), strict=True))
    rank, most = max(told, key=lambda each: abs(each[1]))
    return Chart(
        title=f"{label}: effects of removal",
        alt=f"When one card is gone, the value of a unit changes most for the rank {rank}: {signed(most, EFFECT, 4)}.",
        rows=tuple({"rank": name, EFFECT: effect} for name, effect in told),
        marks=Bars(of="rank", value=EFFECT, places=4),
        note=note,
    )


def players_edge_chart(title: str, told: Sequence[tuple[str, Fraction]], note: str) -> Chart:
    """The player's edge in some cases, exactly."""
    words = ", ".join(f"{name} {signed(percent(edge), EDGE, 4)}" for name, edge in told)
    return Chart(
        title=title,
        alt=f"The player’s edge: {words}.",
        rows=tuple({"case": name, EDGE: percent(edge)} for name, edge in told),
        marks=Bars(of="case", value=EDGE, places=4),
        note=note,
    )
