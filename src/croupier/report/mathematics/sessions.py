"""Sessions: what many rounds come to."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from croupier.exact.session import QUANTILES, ROUNDS_PER_HOUR, Session, session
from croupier.figures import decimal, share
from croupier.report.charts import illustrations
from croupier.report.document import Block, Cell, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.words import say

ROUNDS: Final = (60, 200, 1_000)


def sessions(report: GameReport) -> Section:
    return Section("sessions", "Sessions", tuple(blocks(report)))


def blocks(report: GameReport) -> Iterator[Block]:
    if report.repeats:
        yield say(
            "The deals of a game whose decision is asked again and again cannot be listed one by one, so its sessions "
            "are not worked out; the bands at each wager say how far results stray after many rounds."
        )
        return
    every = [session(report.solver, rounds=rounds) for rounds in ROUNDS]
    base = report.book.wagers_by_id[next(iter(every[0].stakes))].label
    best = ", under the best strategy" if report.book.decisions else ""
    yield say(
        f"One unit on {base} in every round, each round dealt from all the cards{best}. "
        "Probabilities are exact but for an error below 0.000000000001."
    )
    yield Table(
        ("Figure", *(f"{rounds:,} rounds" for rounds in ROUNDS)),
        tuple((name, *cells) for name, cells in rows(every)),
        caption=f"What so many rounds at one unit on {base} come to, in units",
        note=f"An hour is {ROUNDS_PER_HOUR} rounds. After N0 rounds the expected loss is as large "
        "as one standard deviation.",
    )
    yield from illustrations(every[1])


def rows(every: list[Session]) -> Iterator[tuple[str, list[Cell]]]:
    yield "Expected result", [decimal(one.mean, 4) for one in every]
    yield "Standard deviation", [decimal(one.standard_deviation, 4) for one in every]
    yield "Skewness", [decimal(one.skewness, 4) for one in every]
    yield "Ahead", [share(one.ahead, 2) for one in every]
    yield "Level", [share(one.level, 2) for one in every]
    yield "Behind", [share(one.behind, 2) for one in every]
    for part in QUANTILES:
        yield f"{float(part):.0%} end at or below", [decimal(one.quantile(part), 2) for one in every]
    n0: Fraction | None = every[0].n0
    yield "N0, rounds", ["none" if n0 is None else decimal(n0, 0)] * len(every)
    yield "Expected loss an hour", [decimal(one.loss_per_hour, 4) for one in every]
