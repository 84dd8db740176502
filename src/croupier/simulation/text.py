"""How figures of all simulations are written for people."""

from collections.abc import Mapping
from math import ceil, floor, isfinite, log10
from typing import Final

from croupier.errors import listed
from croupier.simulation.statistics import POWER

NOT_COUNTED: Final = "not counted"
UNCOUNTED: Final = (
    "Not tested: the deals were not counted, so there are no exact figures to compare with; ask for them (--exact, or "
    "exact=True in Python). Errors and intervals come from these rounds alone, so a prize that never came up is not in "
    "them."
)


def percent(number: float) -> str:
    return f"{number:+.4%}"


def signed(number: float | None) -> str:
    """A z-score."""
    return "–" if number is None else f"{number:+.2f}"


def rounded_up(error: float) -> str:
    """An error as a percentage in two figures, never less than it is."""
    places = 1 - floor(log10(100 * error)) if error else 0
    return f"{ceil(100 * error * 10**places) / 10**places:,.{max(places, 0)}f}%"


def in_short(rounds: int) -> str:
    """A number of rounds in three figures: 1.05M, 33.6M, 1.00G."""
    power = int(log10(rounds)) // 3
    return f"{rounds / 1000**power:.{2 - int(log10(rounds)) % 3}f}{'_kMGT'[power].strip('_')}" if power else f"{rounds}"


def missed(units: str, mean: str, least: Mapping[str, float | None]) -> str:
    """The least difference from exact figures that each wager's units show, of which any smaller one may be missed."""
    tested = [f"{rounded_up(error)} on {id_}" for id_, error in least.items() if error is not None and isfinite(error)]
    if not tested:
        return ""
    return (
        f"By the spread of these {units}, {mean} by {listed(tested)} stands out in {POWER * 100:.0f} of 100 such runs; "
        f"a smaller difference may have been missed."
    )
