"""Charts: numbers as results describe them, and their drawings. Only who draws one needs what draws it."""

from croupier.chart.chart import Chart
from croupier.chart.intervals import between, interval, interval_rows
from croupier.chart.marks import Bands, Bars, Dots, Heat, Histogram, Line, Lines, Mark, Points
from croupier.chart.words import percent, said, signed, words_of

__all__ = [
    "Bands",
    "Bars",
    "Chart",
    "Dots",
    "Heat",
    "Histogram",
    "Line",
    "Lines",
    "Mark",
    "Points",
    "between",
    "interval",
    "interval_rows",
    "percent",
    "said",
    "signed",
    "words_of",
]
