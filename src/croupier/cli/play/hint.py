"""A hint as the terminal shows it."""

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from croupier.cli.play import drawing
from croupier.money import price

if TYPE_CHECKING:
    from croupier.hint import Hint


def hint_shown(hint: "Hint", width: int) -> RenderableType:
    """The options, best first, in dollars and as exact fractions."""
    grid = drawing.grid_of(width)
    for heading in ("hint", "on average", f"exactly, per {price(hint.base)}"):
        grid.add_column(heading, justify="left" if heading == "hint" else "right")
    labels = {option.id: option.label for option in hint.decision.options}
    values = hint.advice.options
    for id_ in sorted(values, key=lambda id_: -values[id_]):
        best = not hint.advice.cost(id_)
        grid.add_row(labels[id_], dollars(hint.cents(id_)), str(values[id_]), style="bold" if best else "")
    return Group(grid, Text(" ".join((f"Over {hint.advice.deals:,} deals.", *hint.notes)), "dim"))


def dollars(cents: Fraction) -> str:
    rounded = round(cents)
    return f"{'-' if rounded < 0 else '+'}${abs(rounded) / 100:,.2f}"
