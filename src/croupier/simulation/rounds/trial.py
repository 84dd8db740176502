"""An experiment: a game, its house rules, a strategy and a seed, from which every round follows.

Estimates are kept at *marks*, eight to every doubling of the rounds. Marks are places in the order of the rounds, so
what is kept there is the same whoever plays, in whatever chunks, however often the run was interrupted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, sqrt
from typing import Final

import numpy as np

from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.analysis import Analysis
from croupier.exact.count import kept_count
from croupier.exact.counter import Layout, Plan
from croupier.exact.late_sights import check_sights
from croupier.exact.solve import Played, Solver, base_wagers, model_of, rules_of, solver_of, usual_stakes
from croupier.exact.space import Composition, Ints, every_card, without
from croupier.exact.strategy import plans_by
from croupier.rulebook import Game
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Wager
from croupier.simulation.job import Chunk, Job, Packed, played
from croupier.simulation.random_words import ROUNDS_MAX, key_of
from croupier.simulation.rounds.kernel import rounds_kernel
from croupier.simulation.sights import Uncounted, sights_looked_up
from croupier.simulation.statistics import Z_99
from croupier.simulation.strategy_lookup import tables
from croupier.simulation.trial import Player, Point, Progress, Run, Trial, digest, known_job

CHUNK: Final = 1 << 22
"""Rounds that are handed out together: a fifth of a second's work for a core."""
PILOT: Final = 1 << 18
"""Rounds from which the spread of results is taken where nothing was counted."""
MARK_FIRST: Final = 1 << 10
MARKS_PER_DOUBLING: Final = 8


@dataclass(frozen=True)
class Experiment(Trial):
    """Rounds of one model under one strategy and one seed, each dealt from all the cards."""

    solver: Solver
    """The count beside which the simulation is read, or the model alone where it was not counted."""
    strategy: str
    plan_of_row: Ints
    seed: int | str
    removed: tuple[int, ...] = ()
    """Cards that were taken out first."""
    other: Model | None = None
    """The model that is played, where it is not the one that was counted: somebody else's rules beside ours."""
    given: Mapping[str, object] | None = None
    """The strategy as it was given, where it is one's own."""

    @property
    def model(self) -> Model:
        return self.other or self.solver.model

    unit = "round"
    chunk = CHUNK
    units_max = ROUNDS_MAX

    def conditions(self, run: Run) -> Conditions:
        """What made a run, and the command that gives it again."""
        return replace(self.asked, options={"--rounds": sum(run.progress.tally), **self.asked.options})

    @cached_property
    def asked(self) -> Conditions:
        """What made every round; how many there are is for the run to say."""
        of = self.solver.conditions if self.other is None else conditions_of(self.other, removed=self.removed)
        strategy = (self.given or self.strategy) if self.model.decisions else None
        asked_for = {"--exact": self.is_counted and not needs_count(self.model, strategy)}
        return of.asked("simulate", strategy=strategy, seed=self.seed, options=asked_for)

    @cached_property
    def composition(self) -> Composition:
        """The cards that every round is dealt from."""
        return self.solver.counts.composition if self.other is None else without(self.other.composition, self.removed)

    @property
    def is_counted(self) -> bool:
        """Whether there are exact figures to read the simulation beside."""
        return not isinstance(self.solver.counts, Uncounted)

    @cached_property
    def exact(self) -> Analysis:
        """What the exact engine says of this strategy; whoever asks has every deal counted, if it was not yet."""
        if self.is_counted:
            return Analysis(self.solver.play(self.plan_of_row), self.strategy)
        counted = solver_of(self.model, removed=self.removed)
        return Analysis(counted.play(self.plans_at(counted.counts.sights)), self.strategy)

    @cached_property
    def dealable(self) -> tuple[Ints, Ints]:
        """Every sight that is looked up, in order, and the row of its plan."""
        counts = self.solver.counts
        return sights_looked_up(counts, self.model, np.arange(len(counts.sights)))

    def plans_at(self, sights: Ints) -> Ints:
        """The plan at some sights that can be dealt."""
        codes, rows = self.dealable
        return self.plan_of_row[rows[np.searchsorted(codes, sights)]]

    @cached_property
    def job(self) -> Job:
        counts = self.solver.counts
        shoe = every_card(self.composition)
        codes, rows = self.dealable
        sights, plans = tables(counts.layout, codes, self.plan_of_row[rows])
        return Job(
            kernel=rounds_kernel(self.model, self.composition),
            key=key_of(self.seed, f"rounds of {self.model.id}"),
            arrays=(Packed.of(shoe), Packed.of(sights), Packed.of(plans)),
            cells=len(counts.layout.plans) * counts.layout.joints,
        )

    def played(self, progress: Progress) -> Played:
        """The rounds of a run, by plan and joint outcome, as the exact engine keeps deals."""
        joints = self.solver.counts.layout.joints
        plans = self.priced.plans
        table = {(plans[cell // joints], cell % joints): n for cell, n in enumerate(progress.tally) if n}
        if self.other is not None or not self.is_counted:
            check_paid(self.priced, table)
        return Dealt(self.priced, table)

    @cached_property
    def priced(self) -> Solver:
        """The count, with the odds of the model that is played."""
        if self.other is None:
            return self.solver
        lines = {wager.id: wager.lines for wager in self.other.wagers}
        wagers = tuple(replace(wager, lines=lines[wager.id]) for wager in self.solver.model.wagers)
        return Solver(self.solver.counts, replace(self.solver.model, wagers=wagers))

    @cached_property
    def pays(self) -> Mapping[str, tuple[tuple[int, ...], int]]:
        """What a unit on each wager wins in every cell of a tally, times a common denominator that is given too."""
        found = {}
        for wager in base_wagers(self.priced.model):
            cells = [pay for plan in self.priced.plans for pay in self.priced.winnings(plan, {wager.id: 1})]
            scale = lcm(*(pay.denominator for pay in cells))
            found[wager.id] = tuple(int(pay * scale) for pay in cells), scale
        return found

    def won(self, progress: Progress) -> dict[str, Fraction]:
        """What a unit on each wager in every round of a run has won altogether."""
        return {
            id_: Fraction(sum(pay * n for pay, n in zip(cells, progress.tally, strict=True) if n), scale)
            for id_, (cells, scale) in self.pays.items()
        }

    def deviation(self, progress: Progress) -> float:
        """The standard deviation of the main wager: exact, or that of the rounds of a run where nothing was counted."""
        if self.is_counted:
            return self.exact.wagers[self.main].distribution.standard_deviation
        cells, scale = self.pays[self.main]
        rounds = sum(progress.tally)
        mean = Fraction(sum(pay * n for pay, n in zip(cells, progress.tally, strict=True)), rounds)
        squares = Fraction(sum(pay * pay * n for pay, n in zip(cells, progress.tally, strict=True)), rounds)
        return sqrt(squares - mean**2) / scale

    def mark_after(self, unit: int) -> int:
        """The first mark after a round, of 1024, 1152, 1280 and so on, 2048, 2304 and so on."""
        return mark_after(unit)

    def point(self, progress: Progress) -> Point:
        return Point(progress.units, self.won(progress))

    def check(self, run: Run) -> None:
        if min(run.progress.tally) < 0 or sum(run.progress.tally) != run.progress.units:
            raise ValueError
        if any(list(point.won) != list(self.pays) for point in run.trail):
            raise ValueError

    def gpu_player(self) -> tuple[Player, int]:
        from croupier.simulation.rounds import gpu  # noqa: PLC0415  # slow to import, and of use to few

        return gpu.player(self.model, self.composition, self.job.cells), gpu.CHUNK

    @cached_property
    def other_odds(self) -> tuple["OtherOdds", ...]:
        """Where the model that is played pays otherwise than the one that was counted, for all that a deal comes to."""
        if self.other is None:
            return ()
        paid_by = {(wager.id, int(line.code)): line.odds for wager in self.other.wagers for line in wager.lines}
        found = {}
        for plan, joint in self.exact.played.table:
            for wager in staked(self.solver, plan):
                line = wager.line(int(self.solver.code_of_joint[wager.id][joint]))
                pays = paid_by.get((wager.id, int(line.code)))
                if pays != line.odds:
                    found[wager.id, line.id] = OtherOdds(wager.id, line.id, pays, line.odds)
        return tuple(found.values())

    @property
    def main(self) -> str:
        """The wager whose estimate is watched: the one a decision rests on, or the first."""
        return next(wager.id for wager in base_wagers(self.model) if wager.id in usual_stakes(self.model))

    def rounds_until(self, half_width: Fraction | float) -> int:
        """How many rounds bring the main wager's 99% interval to this half-width, by the spread of its results.

        Where that is exact, nothing that is dealt has a say in it, so a run that stops there is no more likely to look
        well or ill. Where nothing was counted, it is the spread in the first `PILOT` rounds, whoever plays the others.
        """
        try:
            wanted = Fraction(half_width)
        except (OverflowError, TypeError, ValueError):
            raise Refused(f"{quoted(half_width)} is not a share; give one such as 0.0001", field="until") from None
        if wanted <= 0:
            raise Refused("the half-width must be above 0, such as 0.01%", field="until")
        spread = (self.exact if self.is_counted else self.pilot).wagers[self.main].distribution.variance
        rounds = max(1, ceil(spread * (Fraction(Z_99) / wanted) ** 2))
        if rounds > ROUNDS_MAX:
            raise Refused(f"that would take more than {ROUNDS_MAX:,} rounds; give a wider interval", field="until")
        return rounds

    @cached_property
    def pilot(self) -> Analysis:
        """The first rounds, played here: what is known of a game before a run, where it was not counted."""
        tally = played(Chunk(self.job, 0, PILOT)).tolist()
        return Analysis(self.played(Progress(PILOT, tuple(tally))), self.strategy)

    @cached_property
    def known_by(self) -> Mapping[str, str]:
        lines = [
            (wager.id, [(int(line.code), line.id, str(line.odds)) for line in wager.lines])
            for model in (self.model, self.solver.model)
            for wager in model.wagers
        ]
        plans = b"".join(packed.array.tobytes() for packed in self.job.arrays[1:])
        return {
            "game": self.model.id,
            "seed": str(self.seed),
            "cards": digest(repr(self.composition).encode()),
            "strategy": f"{self.strategy} {digest(plans)}",
            "odds": digest(repr(lines).encode()),
            "rules": digest(f"{self.job.key} {self.job.kernel.made_of}".encode()),
        }


def mark_after(unit: int) -> int:
    """The first mark after a unit."""
    if unit < MARK_FIRST:
        return MARK_FIRST
    step = (1 << (unit.bit_length() - 1)) // MARKS_PER_DOUBLING
    return (unit // step + 1) * step


@dataclass(frozen=True, slots=True)
class OtherOdds:
    """An outcome of a wager that is paid otherwise than in the exact figures."""

    wager: str
    outcome: str
    pays: Fraction | None
    """What it pays net of commission; none where the model has no line for it."""
    exact: Fraction


def staked(solver: Solver, plan: Plan) -> tuple[Wager, ...]:
    """The wagers on which something lies when a plan is followed and every wager was placed."""
    units = solver.units(plan, {wager.id: 1 for wager in base_wagers(solver.model)})
    return tuple(wager for wager in solver.model.wagers if units.get(wager.id))


def check_paid(solver: Solver, table: Iterable[tuple[Plan, int]]) -> None:
    """Refuse an outcome that came up and for which a wager has no line."""
    for plan, joint in table:
        for wager in staked(solver, plan):
            code = int(solver.code_of_joint[wager.id][joint])
            if code not in {int(line.code) for line in wager.lines}:
                raise Refused(f"the wager {wager.id} came to the code {code}, for which it has no line")


def known_beside(fresh: Experiment, job: Job, **own: str) -> dict[str, str]:
    """What units follow from that are dealt otherwise than an experiment's rounds, with parts of their own."""
    shared = {part: of for part, of in fresh.known_by.items() if part != "rules"}
    return {**shared, **own, **known_job(job)}


class Dealt(Played):
    """Rounds that were dealt by chance, where the exact engine has all deals."""

    @property
    def total(self) -> int:
        return sum(self.table.values())


def experiment(
    game: str | Game | Model,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    beside: str | Game | Model | None = None,
    exact: bool = False,
) -> Experiment:
    """Prepare an experiment: its strategy is found, and its exact figures where they are needed or asked for.

    The best strategy and the simple one come from a count of all deals. One's own, and a game that has no decisions,
    need none: they are counted where `exact` figures are asked for, and read back where they were counted before.

    With `beside`, a game or model, that one is counted and its strategy followed, while the rounds are dealt by the
    rules of the first: so somebody else's rules, written as a model, are tried against exact figures that are known.
    """
    (model, book), taken = rules_of(game, house), tuple(removed)
    counted = model if beside is None else model_of(beside)
    if exact or beside is not None or needs_count(model, strategy):
        check_sights(counted, taken)
        solver = solver_of(counted, removed=taken)
    else:
        solver = uncounted(model, taken)
    solver = replace(solver, book=book if beside is None else None)
    named, plan_of_row = plans_by(solver, strategy)
    if counted is not model:
        check_comparable(model, counted)
    given = strategy if isinstance(strategy, Mapping) else None
    return Experiment(solver, named, plan_of_row, seed, taken, None if counted is model else model, given)


def needs_count(model: Model, strategy: object) -> bool:
    """Whether a strategy can be followed only when every deal was counted."""
    return bool(model.decisions) and (not isinstance(strategy, Mapping) or Layout(model).offers_by_sight)


def uncounted(model: Model, removed: Iterable[int] = ()) -> Solver:
    """A model ready to be played: with the count that was made before, or else without one."""
    composition = without(model.composition, removed)
    return Solver(kept_count(model, composition) or Uncounted(model, composition), model)


def check_comparable(played: Model, counted: Model) -> None:
    """Refuse to read one model beside another whose wagers, decisions or codes are not the same."""
    shapes = []
    for model in (played, counted):
        layout = Layout(model)
        places = [rule for rule, _ in layout.rules]
        shapes.append(
            (
                [(wager.id, places.index(wager.outcome)) for wager in model.wagers],
                [codes for _, codes in layout.rules],
                [
                    (d.id, d.wager, d.base, d.codes, d.places, [(o.id, o.code, o.multiple) for o in d.options])
                    for d in model.decisions
                ],
            )
        )
    if shapes[0] != shapes[1]:
        raise Refused(
            f"{played.id} cannot be read beside {counted.id}: their wagers, decisions or outcome codes are not the same"
        )
