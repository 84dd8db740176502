"""Figures for people and machines: the one edge where fractions are rounded."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.exact.calls import Call
from croupier.exact.report import Analysis, WagerReport


def exact(number: Fraction) -> dict[str, object]:
    """A figure as data: the fraction and its value."""
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}


def plain(number: Fraction) -> int | float:
    """A figure as a plain number."""
    return number.numerator if number.denominator == 1 else float(number)


def wager_data(report: WagerReport) -> dict[str, object]:
    """A wager's figures as data."""
    spread = report.distribution
    return {
        "includes": list(report.includes),
        "combinations": report.combinations,
        "combinations_of": report.combinations_of,
        "house_edge": exact(report.house_edge),
        "element_of_risk": exact(report.element_of_risk),
        "average_wager": exact(report.average_wager),
        "hit_frequency": exact(report.hit_frequency),
        "shares": {"win": float(spread.win), "push": float(spread.push), "lose": float(spread.lose)},
        "standard_deviation": spread.standard_deviation,
        "skewness": spread.skewness,
        "maximum_exposure": plain(report.maximum_exposure),
        "outcomes": [
            {
                "outcome": row.outcome,
                "combinations": row.combinations,
                "probability": float(row.probability),
                "pays": str(row.pays),
                "return": float(row.contribution),
            }
            for row in report.rows
        ],
    }


def analysis_data(analysis: Analysis, game: str, house: Mapping[str, object]) -> dict[str, object]:
    """An analysis as data."""
    return {
        "game": game,
        "house": dict(house),
        "strategy": analysis.strategy,
        "wagers": {id_: wager_data(report) for id_, report in analysis.wagers.items()},
    }


def call_data(call: Call, *, several: bool) -> dict[str, object]:
    """A decision at one sight as data; of several decisions, which one it is and what was decided before."""
    of = {"decision": call.decision, "decided": dict(call.decided)} if several else {}
    return {
        **of,
        "sees": dict(call.sees),
        "best": call.best,
        "values": {option: exact(value) for option, value in call.values},
    }
