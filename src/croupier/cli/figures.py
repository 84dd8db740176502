"""Figures for people and machines: the one edge where fractions are rounded."""

from fractions import Fraction

from croupier.conditions import Conditions
from croupier.exact.calls import Call
from croupier.exact.exposure import Exposure
from croupier.exact.report import Analysis, WagerReport
from croupier.exact.solve import TIES
from croupier.money import dollars


def exact(number: Fraction) -> dict[str, object]:
    """A figure as data: the fraction and its value."""
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}


def wager_data(report: WagerReport) -> dict[str, object]:
    """A wager's figures as data."""
    spread = report.distribution
    return {
        "includes": list(report.includes),
        "combinations": report.combinations,
        "combinations_of": report.combinations_of,
        "house_edge": exact(report.house_edge),
        "return_to_player": exact(report.return_to_player),
        "element_of_risk": exact(report.element_of_risk),
        "average_wager": exact(report.average_wager),
        "hit_frequency": exact(report.hit_frequency),
        "shares": {"win": float(spread.win), "push": float(spread.push), "lose": float(spread.lose)},
        "variance": exact(spread.variance),
        "standard_deviation": spread.standard_deviation,
        "volatility_index": spread.volatility_index,
        "skewness": spread.skewness,
        "top_win": exact(report.top_win),
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


def analysis_data(analysis: Analysis, conditions: Conditions) -> dict[str, object]:
    """An analysis as data."""
    sights, met = analysis.ties
    return {
        "game": conditions.game,
        "house": dict(conditions.house),
        "strategy": analysis.strategy,
        "conditions": conditions.to_dict(),
        "ties": {"sights": sights, "share": exact(met), "taken": TIES},
        "wagers": {id_: wager_data(report) for id_, report in analysis.wagers.items()},
        "covariance": [
            {"wagers": list(pair), **exact(covariance)} for pair, covariance in analysis.every_covariance.items()
        ],
        "exposure": None if analysis.exposure is None else exposure_data(analysis.exposure),
    }


def exposure_data(found: Exposure) -> dict[str, object]:
    """What a bank can lose, as data: dollars, or null where there is no limit."""
    return {
        "one_seat": None if found.one_seat is None else dollars(found.one_seat),
        "stakes": {id_: dollars(stake) for id_, stake in found.stakes.items()},
        "outcomes": dict(found.outcomes),
        "unlimited": list(found.unlimited),
        "seats": found.seats,
        "all_seats": None if found.all_seats is None else dollars(found.all_seats),
        "all_seats_is": "exact" if found.shared else "upper bound",
        "bank": "player-dealer" if found.player_banked else "house",
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
