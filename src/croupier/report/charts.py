"""Charts of results as illustrations."""

from collections.abc import Iterator

from croupier.report.document import Illustration
from croupier.result import Result


def illustrations(result: Result, *names: str) -> Iterator[Illustration]:
    """The charts of a result, or those of some names as far as it has them."""
    charts = result.charts()
    for name in names or tuple(charts):
        if chart := charts.get(name):
            yield Illustration(chart, chart.title)
