"""Rounds played by chance beside the exact figures."""

from collections.abc import Iterator

from croupier.chart import words_of
from croupier.errors import Refused
from croupier.exact.wager_report import WagerReport
from croupier.figures import count, decimal
from croupier.report.document import Block, Cell, Facts, Section, Table
from croupier.report.game_report import SEED, GameReport
from croupier.report.words import say
from croupier.simulation.request import simulate
from croupier.simulation.rounds.estimates import Estimates, Seen


def simulated(report: GameReport) -> Section:
    return Section("simulation", "Simulation", tuple(blocks(report)))


def blocks(report: GameReport) -> Iterator[Block]:
    if not report.simulated:
        yield say("No rounds were played by chance for this document; the option --simulate ROUNDS plays some.")
        return
    try:
        found = simulate(report.book, report.simulated, exact=True, seed=SEED)
    except Refused as refused:
        yield say(f"Rounds of this game cannot be played beside the exact figures: {refused.reason}.")
        return
    if not isinstance(found, Estimates):
        yield say(
            "The rounds of this game are not dealt from all the cards each, so no exact figure stands beside them."
        )
        return
    yield say(
        f"{found.rounds:,} rounds were dealt by chance from the seed “{SEED}” and settled by the rules themselves, a "
        "second way to the same figures. A z-score is how many standard errors a mean lies above the exact one."
    )
    yield means(report, found)
    yield from fit(found)
    for id_, estimate in found.wagers.items():
        yield outcomes(report, id_, estimate.outcomes)


def means(report: GameReport, found: Estimates) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for id_, one in found.wagers.items():
        rows.append(
            (
                report.book.wagers_by_id[id_].label,
                decimal(one.mean, signed=True),
                "–" if one.expected is None else decimal(one.expected, signed=True),
                decimal(one.standard_error),
                "–" if one.z is None else decimal(one.z, 3, signed=True),
            )
        )
    return Table(("Wager", "Mean", "Exactly", "Standard error", "z"), tuple(rows), caption="Mean result of a unit")


def fit(found: Estimates) -> Iterator[Block]:
    """How well all joint outcomes fit."""
    if found.fit is None or not found.fit.is_tested:
        yield say("Chi-square was not tested: there is nothing to compare.")
        return
    p_value: Cell = "–" if found.fit.p_value is None else decimal(found.fit.p_value, 4)
    yield Facts(
        (
            ("Chi-square of all joint outcomes", decimal(found.fit.chi_square, 3)),
            ("Degrees of freedom", count(found.fit.freedom)),
            ("p-value", p_value),
            ("Agrees with the exact figures", "yes" if found.agrees else "no"),
        )
    )


def outcomes(report: GameReport, id_: str, seen: tuple[Seen, ...]) -> Table:
    of = report.wagers[id_]
    rows: list[tuple[Cell, ...]] = []
    for each in seen:
        expected: Cell = "–" if each.expected is None else decimal(each.expected, 1)
        rows.append(
            (
                of.words(each.outcome) if isinstance(of, WagerReport) else words_of(each.outcome),
                count(each.count),
                expected,
                "–" if each.z is None else decimal(each.z, 3, signed=True),
            )
        )
    return Table(("Outcome", "Came", "Expected", "z"), tuple(rows), caption=f"Outcomes of {of.wager.label}")
