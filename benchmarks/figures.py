"""Figures and the bars they are held against, as benchmarks print and write them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured, and the bar it is held against."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    at_most: bool = True

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.bar is None or (self.value <= self.bar if self.at_most else self.value >= self.bar)

    @property
    def row(self) -> tuple[str, ...]:
        """What is printed of it."""
        value = f"{self.value:,.0f}" if self.value >= 1000 else f"{self.value:.3g}"
        if self.bar is None:
            return self.name, value, self.unit, "", ""
        bar = f"{'≤' if self.at_most else '≥'} {self.bar:g}"
        return self.name, value, self.unit, bar, "[green]met" if self.met else "[red]missed"


def table_of(figures: Iterable[Figure], title: str = "") -> Table:
    """Figures one under the other."""
    table = Table(title, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("measured", "", "bar", ""):
        table.add_column(column, justify="right", no_wrap=True)
    for figure in figures:
        table.add_row(*figure.row)
    return table


def write(figures: Iterable[Figure], file: Path) -> None:
    """Write figures for machines."""
    plain = [{"name": f.name.strip(), "value": f.value, "unit": f.unit, "bar": f.bar, "met": f.met} for f in figures]
    file.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
