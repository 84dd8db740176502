"""Pictures of the pages on protection, drawn from the same kept figures as the pages' tables.

`docs.py` draws them when it writes the pages, with what they say in words, and its check draws them again: the same
figures come to the same bytes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.chart import Chart
from croupier.protect.bank_charts import positions_chart
from croupier.protect.counting import Stakes
from croupier.protect.counting_charts import cuts_chart, depth_chart
from croupier.protect.depth import Depth
from croupier.simulation.tables.tally import Mean
from scripts.docs_protection import TITLES, Data, data_of, kept, placed_by
from scripts.docs_text import escaped
from scripts.protection_figures import ROOT

FOLDER: Final = ROOT / "docs" / "pictures"


@dataclass(frozen=True)
class Won:
    """What some way to bet wins in a shoe."""

    per_shoe: float
    error: float


def won(way: Data) -> Won:
    return Won(way["units_per_shoe"], way["standard_error"])


def counted(name: str) -> tuple[str, Data, str]:
    """The only wager of a figure, what was counted of it, and what it is from."""
    data = data_of(name)
    ((id_, found),) = data["wagers"].items()
    note = f"{kept()[name]['command']}; {data['shoes']:,} shoes, bets of {Stakes(*data['spread'])} units"
    return TITLES[id_], found, note


def cut_card(name: str) -> Chart:
    label, found, note = counted(name)
    cuts = [(int(cut), won(each["perfect"]), won(each["simple"])) for cut, each in found["by_cut_card"].items()]
    return cuts_chart(label, cuts, note)


def depth(name: str) -> Chart:
    label, found, note = counted(name)
    depths = [
        Depth(
            dealt_from=each["cards_dealt_from"],
            rounds=each["rounds"],
            value=each["mean_value"],
            deviation=each["deviation_of_value"],
            frequency=each["frequency"],
            advantage=each["mean_advantage"],
            per_shoe=each["units_per_shoe"],
        )
        for each in found["by_depth"]
    ]
    return depth_chart(label, depths, note)


def seats(name: str) -> Chart:
    data = data_of(name)
    results = [each["result_by_round"] for each in data["bank"]["seats"]]
    means = [(Mean(Fraction(each["mean"]), each["standard_error"]), placed_by(data)) for each in results]
    return positions_chart(means, f"{kept()[name]['command']}; {data['rounds_dealt']:,} rounds")


PICTURES: Final[dict[str, tuple[Callable[[str], Chart], str]]] = {
    "protection-cut-card": (cut_card, "lucky-monkey"),
    "protection-depth": (depth, "lucky-monkey"),
    "protection-seats": (seats, "bank"),
}
"""By file: what is drawn, and the kept figure that it is drawn from."""


def chart_of(name: str) -> Chart:
    make, figure = PICTURES[name]
    return make(figure)


def picture(name: str) -> str:
    """A picture with what it says, in words, for whoever cannot see it."""
    chart = chart_of(name)
    return f"![{escaped(f'{chart.title}. {chart.alt}')}](pictures/{name}.svg)\n"


def stale() -> dict[str, str]:
    """The drawings that differ from what is kept, by file."""
    drawn = {f"{name}.svg": chart_of(name).svg() for name in PICTURES}
    there = {name: (FOLDER / name).read_text(encoding="utf-8") for name in drawn if (FOLDER / name).exists()}
    return {name: drawing for name, drawing in drawn.items() if there.get(name) != drawing}


def draw() -> Iterator[str]:
    """Draw again what is stale, and name it."""
    for name, drawing in stale().items():
        (FOLDER / name).write_text(drawing, encoding="utf-8")
        yield name


PARTS = {"picture": picture}
