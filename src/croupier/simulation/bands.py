"""Bankrolls over time: many paths of so many rounds, and the bands in which most of them run.

A path stakes the same mix of wagers every round, each dealt from fresh cards, and follows its decisions. A path that
cannot place its next wagers is ruined and stays where it is; one that cannot afford an option takes the best that it
can afford. That is the process of `croupier.exact.bankroll`, which `croupier.exact.session` works out. At some rounds,
the *marks*, every path is added to a histogram of results, so that paths may be as many as one likes and their totals
merge like any others. A histogram keeps every result apart where it has room to, and otherwise as many neighbours
together as it must; `resolution` says how far apart its steps are.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, gcd, isqrt, lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.bankroll import Level, check_brought, checked_mix, levels, stated_plans
from croupier.exact.report import Distribution
from croupier.exact.session import QUANTILES, bankroll_text
from croupier.exact.solve import Solver, Stakes
from croupier.exact.space import Composition, Ints
from croupier.kernel.kernel import Kernel
from croupier.rulebook.model import Model
from croupier.sheet import Sheet, amount, share
from croupier.simulation.checkpoint import play_on_cores
from croupier.simulation.experiment import Experiment, Progress, digest, known_beside
from croupier.simulation.job import Job, Packed, check_whole
from croupier.simulation.plans import Bytes, look_up, tables
from croupier.simulation.sights import all_sights
from croupier.simulation.streams import ROUNDS_MAX, TEMPLATE, drawing, key_of
from croupier.simulation.writer import RoundSource

if TYPE_CHECKING:
    from rich.console import RenderableType

MARKS: Final = 60
BINS: Final = 2_048
"""Steps of a histogram."""
FACTS: Final = 4
"""What else is added up at a mark: paths ruined, ahead, level, and the sum of results."""
SPREADS: Final = 8
"""A histogram reaches this many standard deviations to either side; what lies beyond is in its end steps."""
CHUNK_ROUNDS: Final = 1 << 22
SUM_MAX: Final = 1 << 62
"""No sum of a chunk may come near the end of a machine's integers."""
LENGTH_MAX: Final = 10**6
SIGNATURE: Final = (
    "int64(int64, int64, int64, uint8[::1], int64[::1], uint8[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64[::1], int64[::1])"
)


@dataclass(frozen=True)
class Paths:
    """Bankroll paths under one strategy and one seed."""

    fresh: Experiment
    stakes: Stakes
    """Units on each wager in every round; a decision's wager follows."""
    bankroll: Fraction
    rounds: int

    def __post_init__(self) -> None:
        """Refuse stakes that cannot be placed, a bankroll that pays for no round, and paths too long to number."""
        checked_mix(self.fresh.model, self.stakes)
        check_whole(rounds=self.rounds)
        if not 1 <= self.rounds <= LENGTH_MAX:
            raise Refused(f"paths of {self.rounds:,} rounds are not played; 1 to {LENGTH_MAX:,} are", field="rounds")
        check_brought(self.bankroll, self.needs)
        if self.farthest >= SUM_MAX:
            raise Refused(
                f"{self.rounds:,} rounds of such stakes are beyond counting in steps of {float(self.grain):g}; "
                f"stake less, or amounts with a larger common part",
                field="stake",
            )

    @property
    def solver(self) -> Solver:
        """The count that says what is best of all that can be afforded."""
        return self.fresh.exact.played.solver

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What a round needs at least, and how it is played from there on."""
        fresh, stated = self.fresh, None
        if fresh.strategy == "simple":
            stated = stated_plans(self.solver, self.stakes, "simple")
        elif fresh.strategy not in ("optimal", "none"):
            codes, plans = all_sights(fresh.solver.counts, fresh.plan_of_row)
            stated = plans[np.searchsorted(codes, self.solver.counts.sights)]
        return levels(self.solver, self.stakes, stated)

    @property
    def one(self) -> Distribution:
        """The exact result of one round, if everything can be afforded."""
        return self.levels[-1].one

    @property
    def needs(self) -> Fraction:
        """What a round needs at least."""
        return self.levels[0].needs

    @property
    def needs_most(self) -> Fraction:
        """What pays for every option of a round."""
        return self.levels[-1].needs

    @cached_property
    def best(self) -> Fraction:
        """What a round may win."""
        return max(result for level in self.levels for result, deals in level.one.deals.items() if deals)

    @cached_property
    def worst(self) -> Fraction:
        """What a round may come to if it is lost."""
        return min(result for level in self.levels for result, deals in level.one.deals.items() if deals)

    @cached_property
    def payoffs(self) -> tuple[Fraction, ...]:
        """The result of a round, by plan and joint outcome."""
        solver = self.solver
        return tuple(pay for plan in solver.plans for pay in solver.winnings(plan, self.stakes))

    @cached_property
    def grain(self) -> Fraction:
        """The largest amount of which every result is a whole number."""
        apart = lcm(*(pay.denominator for pay in self.payoffs))
        return Fraction(gcd(*(int(pay * apart) for pay in self.payoffs)) or apart, apart)

    @cached_property
    def farthest(self) -> int:
        """How far a path can come to either side, in grains."""
        return self.rounds * max(abs(int(pay / self.grain)) for pay in self.payoffs)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The least result, in grains, at which each level begins; of no path where none can fall so low."""
        return tuple(max(ceil((level.needs - self.bankroll) / self.grain), -self.farthest) for level in self.levels)

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """The rounds after which paths are looked at, the last one among them."""
        steps = min(MARKS, self.rounds)
        return tuple(-(-self.rounds * step // steps) for step in range(1, steps + 1))

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For each mark the first result of its histogram and how many are taken together, in grains."""
        mean, worst, best = self.one.mean / self.grain, int(self.worst / self.grain), int(self.best / self.grain)
        variance = self.one.variance / self.grain**2
        found = []
        for mark in self.marks:
            reach = SPREADS * (isqrt(ceil(variance * mark)) + 1)
            low = max(mark * worst, floor(mark * mean) - reach, -floor(self.bankroll / self.grain))
            high = min(mark * best, ceil(mark * mean) + reach)
            found.append((low, max(1, -(-(high - low + 1) // BINS))))
        return tuple(found)

    @property
    def cells(self) -> int:
        """How many numbers are added up."""
        return len(self.marks) * (BINS + FACTS)

    @property
    def chunk(self) -> int:
        """How many paths are handed out together."""
        return max(1, min(CHUNK_ROUNDS // self.rounds, SUM_MAX // max(1, self.farthest)))

    @cached_property
    def job(self) -> Job:
        """What a worker needs."""
        pays = np.array([int(pay / self.grain) for pay in self.payoffs], dtype=np.int64)
        low, width = (np.array(column, dtype=np.int64) for column in zip(*self.steps, strict=True))
        limits = np.array([self.rounds, *self.places], dtype=np.int64)
        shoe = np.repeat(np.arange(52, dtype=np.uint8), self.fresh.composition)
        sights, plans = self.tables
        found: tuple[npt.NDArray[Any], ...] = (shoe, sights, plans, pays, limits)
        arrays = (*found, np.array(self.marks, dtype=np.int64), low, width)
        return Job(
            kernel=paths_kernel(self.fresh.model, self.fresh.solver.counts.composition),
            key=key_of(self.fresh.seed, f"paths of {self.fresh.model.id}"),
            arrays=tuple(map(Packed.of, arrays)),
            cells=self.cells,
        )

    @cached_property
    def tables(self) -> tuple[Ints, Bytes]:
        """The look-up of all levels' plans, one after the other, by the same sights."""
        counts = self.solver.counts
        codes, rows = all_sights(counts, np.arange(len(counts.sights)))
        found = [tables(counts.layout, codes, level.plan_of_row[rows]) for level in self.levels]
        return found[0][0], np.concatenate([plans for _, plans in found])

    @cached_property
    def known_by(self) -> Mapping[str, str]:
        """What every path follows from, part by part."""
        stakes = repr(sorted((id_, str(units)) for id_, units in self.stakes.items())).encode()
        own = {"stakes": digest(stakes), "bankroll": str(self.bankroll), "rounds": str(self.rounds)}
        return known_beside(self.fresh, self.job, **own)

    @property
    def start(self) -> Progress:
        """Before the first path."""
        return Progress(0, (0,) * self.cells)


def paths_kernel(model: Model, composition: Composition) -> Kernel:
    """A kernel whose units are paths; the rounds of path n are numbered from n times their number on."""
    source = RoundSource(model)
    source.start = "level * size"
    source.emit("def play(key, first, last, shoe, sights, plans, pays, limits, marks, lowest, width, tally):")
    source.depth = 1
    source.emit("bad, rounds, least, top = 0, limits[0], limits[1], limits.size - 2", "size = plans.size // (top + 1)")
    source.emit("for path in range(first, last):")
    source.depth = 2
    source.emit("total, mark = 0, 0", "for number in range(rounds):")
    source.depth = 3
    source.emit("if total < least:", "    break", "level = top")
    source.emit("while total < limits[1 + level]:", "    level -= 1")
    source.emit(*drawing(source.bounds(sum(composition)), "path * rounds + number"))
    source.deal(composition)
    source.play()
    source.emit("total += pays[joint]", "if number + 1 == marks[mark]:")
    source.emit("    look(tally, mark, total, total < least, lowest, width)", "    mark += 1")
    source.depth = 2
    source.emit("while mark < marks.size:", "    look(tally, mark, total, True, lowest, width)", "    mark += 1")
    source.depth = 1
    source.emit("return bad")
    text = TEMPLATE + LOOK + look_up(source.layout) + source.text
    return Kernel("play", SIGNATURE, text, tuple(source.rules.items()))


LOOK: Final = f"""
@inline
def look(tally, mark, total, ruined, lowest, width):
    cell = mark * {BINS + FACTS}
    tally[cell + min(max((total - lowest[mark]) // width[mark], 0), {BINS - 1})] += 1
    tally[cell + {BINS}] += ruined
    tally[cell + {BINS + 1}] += total > 0
    tally[cell + {BINS + 2}] += total == 0
    tally[cell + {BINS + 3}] += total


"""


@dataclass(frozen=True)
class Mark:
    """All paths after some round."""

    round: int
    paths: int
    bankroll: Fraction
    low: int
    width: int
    most: int
    """What a path can have won by then, in grains."""
    grain: Fraction
    tally: tuple[int, ...]

    @property
    def ruined(self) -> Fraction:
        """The share of paths that cannot place their next wagers."""
        return Fraction(self.tally[BINS], self.paths)

    @property
    def ahead(self) -> Fraction:
        """The share of paths that have more than they brought."""
        return Fraction(self.tally[BINS + 1], self.paths)

    @property
    def level(self) -> Fraction:
        """The share of paths that have what they brought."""
        return Fraction(self.tally[BINS + 2], self.paths)

    @property
    def mean(self) -> Fraction:
        """The mean bankroll."""
        return self.bankroll + Fraction(self.tally[BINS + 3], self.paths) * self.grain

    @property
    def resolution(self) -> Fraction:
        """How far apart the steps of the histogram are."""
        return self.width * self.grain

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many paths are in a step or below it."""
        return tuple(accumulate(self.tally[:BINS]))

    def quantile(self, part: Fraction | float) -> Fraction:
        """A bankroll that so many of the paths do not exceed: the upper end of a step of the histogram.

        It lies less than a resolution above the least such bankroll; the last step ends with the most there can be.
        """
        step = bisect_left(self.counts, Fraction(part) * self.paths)
        end = min(self.low + (step + 1) * self.width - 1, self.most) if step < BINS - 1 else self.most
        return self.bankroll + end * self.grain

    def results(self) -> dict[Fraction, int]:
        """How many paths came to each result, or to the step of the histogram that begins with it."""
        return {(self.low + n * self.width) * self.grain: count for n, count in enumerate(self.tally[:BINS]) if count}


@dataclass(frozen=True, repr=False)
class Bands:
    """Paths played so far: quantiles of their bankrolls, round by round."""

    trial: Paths
    progress: Progress
    seconds: float

    @property
    def paths(self) -> int:
        """How many there are."""
        return self.progress.units

    @property
    def rounds(self) -> int:
        """How many rounds they have, played or not."""
        return self.paths * self.trial.rounds

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """The paths after some rounds, evenly apart, the last one among them."""
        size = BINS + FACTS
        return tuple(
            Mark(
                round=number,
                paths=self.paths,
                bankroll=self.trial.bankroll,
                low=low,
                width=width,
                most=number * int(self.trial.best / self.trial.grain),
                grain=self.trial.grain,
                tally=self.progress.tally[at : at + size],
            )
            for number, (low, width), at in zip(
                self.trial.marks, self.trial.steps, range(0, self.trial.cells, size), strict=True
            )
        )

    @property
    def last(self) -> Mark:
        """The paths at their end."""
        return self.marks[-1]

    def data(self) -> dict[str, object]:
        """All of it, for machines; amounts are in the unit of the stakes."""
        return {
            "game": self.trial.fresh.model.id,
            "strategy": self.trial.fresh.strategy,
            "seed": self.trial.fresh.seed,
            "stakes": {id_: float(units) for id_, units in self.trial.stakes.items()},
            "bankroll": float(self.trial.bankroll),
            "needs": float(self.trial.needs),
            "needs_most": float(self.trial.needs_most),
            "rounds": self.trial.rounds,
            "paths": self.paths,
            "seconds": self.seconds,
            "ruined": float(self.last.ruined),
            "ahead": float(self.last.ahead),
            "resolution": float(self.last.resolution),
            "bands": [dict(zip(HEADS, row, strict=True)) for row in self.rows()],
        }

    def rows(self) -> tuple[tuple[float, ...], ...]:
        """A row for every mark, as `HEADS` names it."""
        return tuple(
            (
                mark.round,
                *(float(mark.quantile(part)) for part in QUANTILES),
                float(mark.mean),
                float(mark.ruined),
                float(mark.ahead),
                float(mark.resolution),
            )
            for mark in self.marks
        )

    def chart(self, height: int = 18) -> tuple[str, ...]:
        """The bands in lines of text: a column for every mark, darker where more paths are, a line for the median."""
        columns = [[mark.quantile(part) for part in QUANTILES] for mark in self.marks]
        top = max(max(column) for column in columns)
        bottom = min(min(column) for column in columns)
        tall = (top - bottom) / height or Fraction(1)
        labels = {0: amount(Fraction(round(top))), height - 1: amount(Fraction(round(bottom)))}
        start = min(height - 1, int((top - self.trial.bankroll) / tall))
        labels.setdefault(start, amount(self.trial.bankroll))
        wide = max(map(len, labels.values()))
        lines = []
        for row in range(height):
            high, low = top - row * tall, top - (row + 1) * tall
            cells = "".join(shade(column, low, high) for column in columns)
            lines.append(f"{labels.get(row, ''):>{wide}} ┤{cells}".rstrip())
        last = f"{self.trial.rounds:,}"
        return (*lines, " " * wide + " └" + "─" * len(columns), " " * (wide + 2) + last.rjust(len(columns)))

    @property
    def sheet(self) -> Sheet:
        """What is shown of it."""
        trial, last = self.trial, self.last
        staked = ", ".join(f"{amount(Fraction(units))} on {id_}" for id_, units in trial.stakes.items() if units)
        return Sheet(
            f"{trial.fresh.model.id}: {self.paths:,} paths of {trial.rounds:,} rounds, {staked} each round",
            facts=(
                ("bankroll", bankroll_text(trial.bankroll, [level.needs for level in trial.levels])),
                ("ruined", share(last.ruined, 2)),
                (
                    "ahead / level / behind",
                    " / ".join(share(p, 2) for p in (last.ahead, last.level, 1 - last.ahead - last.level)),
                ),
                *((f"{share(part, 0)} end at most at", amount(last.quantile(part))) for part in QUANTILES),
            ),
            drawing=("", *self.chart()),
            note="░ 1% to 99% of paths, ▒ 5% to 95%, ▓ 25% to 75%, ━ the median; a ruined path cannot place its next "
            "wagers and stays where it is. "
            f"What paths end at is told in steps of {amount(last.resolution)}, by the upper end of a step.",
        )

    def __repr__(self) -> str:
        """One line, as the histograms are many."""
        return f"Bands(paths={self.paths}, rounds={self.trial.rounds}, ruined={float(self.last.ruined):.6f})"

    def __rich__(self) -> "RenderableType":
        """For a terminal."""
        return self.sheet

    def _repr_html_(self) -> str:
        """For a notebook."""
        return self.sheet.html()


HEADS: Final = ("round", *(f"{share(part, 0)}" for part in QUANTILES), "mean", "ruined", "ahead", "resolution")


def shade(column: list[Fraction], low: Fraction, high: Fraction) -> str:
    """The sign for a stretch of amounts in a column of quantiles: 1, 5, 25, 50, 75, 95 and 99%."""
    if low < column[3] <= high:
        return "━"
    for inner, sign in ((2, "▓"), (1, "▒"), (0, "░")):
        if column[inner] <= high and column[-1 - inner] > low:
            return sign
    return " "


def bands(
    trial: Experiment,
    *,
    stakes: Mapping[str, int | Fraction],
    bankroll: Fraction | int,
    rounds: int = 1_000,
    paths: int = 10_000,
    workers: int = 0,
    checkpoint: str | Path | None = None,
) -> Bands:
    """Play so many paths on this machine's cores, kept in a checkpoint file where one is given."""
    walked = Paths(trial, stakes, Fraction(bankroll), rounds)
    check_paths(walked, paths)
    run = play_on_cores(walked, paths, workers, checkpoint)
    return Bands(walked, run.progress, run.seconds)


def check_paths(trial: Paths, paths: int) -> None:
    """Refuse more paths than there are rounds for."""
    check_whole(paths=paths)
    most = ROUNDS_MAX // trial.rounds
    if not 1 <= paths <= most:
        raise Refused(f"{paths:,} paths cannot be played; 1 to {most:,} can", field="paths")
