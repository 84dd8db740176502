"""`croupier simulate` from a shoe, at a shuffler, and along bankroll paths: what is asked for, played and shown."""

import csv as csv_
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.options import told_as_options
from croupier.cli.output import PRINTED, Shaped, deliver
from croupier.cli.progress import notice
from croupier.cli.simulate import Order, crew_of, rounds_from
from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.front.inputs import cards, dollars_from, stakes_from, strategy_from
from croupier.front.variant import Variant
from croupier.simulation import ROUNDS, Crew
from croupier.simulation.bands import HEADS, Bands, Paths, check_paths
from croupier.simulation.checkpoint import UnitsCheckpoint, Unkept
from croupier.simulation.course import Run, follow_units
from croupier.simulation.experiment import Progress, Resumable, experiment
from croupier.simulation.shoe_report import ShoeSimulation
from croupier.simulation.shoes import Together, follow_rounds, last_unit, shoes, sittings

DONE: Final = 0
INTERRUPTED: Final = 130
STAKE: Final = ("10",)
PATHS: Final = 10_000
PATH_ROUNDS: Final = 1_000
COLUMNS: Final = ("game", "strategy", "seed", "dealing", "units", "rounds", "wager")


def shoes_of(order: Order) -> Together:
    """Shoes or sittings that are asked for."""
    about = order.about
    strategy, removed = strategy_from(order.strategy, "--strategy"), cards(order.removed, "--removed")
    if order.dealing == "shoe":
        if about.game is None:
            raise Refused(f"{about.id} is a model and does not say how a shoe is cut and burned", field="--dealing")
        return shoes(
            about.game,
            house=about.house,
            strategy=strategy,
            removed=removed,
            seed=order.seed,
            exact=order.exact,
            notice=notice,
        )
    if order.held_back is None:
        raise Refused("say how many discards the shuffler holds back, 0 for none", field="--held-back")
    return sittings(
        about.game or about.model,
        order.held_back,
        house=about.house,
        strategy=strategy,
        removed=removed,
        seed=order.seed,
        exact=order.exact,
        notice=notice,
    )


def paths_of(order: Order) -> Paths:
    """Bankroll paths that are asked for."""
    rounds = PATH_ROUNDS if order.rounds is None else rounds_from(order.rounds)
    bankroll = dollars_from(order.bankroll or "", "--bankroll")
    about = order.about
    fresh = experiment(
        about.game or about.model,
        house=about.house,
        strategy=strategy_from(order.strategy, "--strategy"),
        removed=cards(order.removed, "--removed"),
        seed=order.seed,
        exact=True,  # what a round may lose and win comes from the count
        notice=notice,
    )
    stakes = stakes_from(order.stake or STAKE, next(iter(fresh.exact.wagers)))
    return Paths(fresh, stakes, bankroll, rounds)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Course:
    """How far a run has come, also when it is cut short or cannot be kept."""

    progress: Progress | None = None
    seconds: float = 0.0
    interrupted: bool = False
    unkept: Unkept | None = None

    @contextmanager
    def cut_short(self) -> Iterator[None]:
        """Take an interruption for an end, and a run that cannot be kept for one to be told all the same."""
        try:
            yield
        except KeyboardInterrupt:
            self.interrupted = True
        except Unkept as refused:
            if self.progress is None:
                raise
            self.unkept = refused

    def over(self) -> int:
        """The exit status, once everything was told."""
        if self.unkept is not None:
            raise self.unkept
        return INTERRUPTED if self.interrupted else DONE


@dataclass(frozen=True)
class Following:
    """How a run is followed to its end, and how far it is on the way there."""

    runs: Callable[[Run], Generator[Run]]
    done: Callable[[Run], int]
    whole: int


def by_units(trial: Resumable, last: int, crew: Crew) -> Following:
    """Follow a run up to a unit."""
    return Following(lambda begin: follow_units(trial, begin, last, crew), lambda run: run.progress.units, last)


def play(trial: Resumable, following: Following, course: Course, *, checkpoint: Path | None, quiet: bool) -> None:
    """Play to the end, from a checkpoint on where there is one; Ctrl-C ends it with what is known."""
    keeper = None if checkpoint is None else UnitsCheckpoint(checkpoint, trial)
    begin = Run(trial.start, 0.0) if keeper is None else keeper.read()
    if begin.progress.units:
        course.progress, course.seconds = begin.progress, begin.seconds
    runs = following.runs(begin)
    kept = runs if keeper is None else keeper.keeping(runs)
    with course.cut_short(), watched(begin, following, quiet=quiet) as tell, closing(kept) as going:
        for run in going:
            course.progress, course.seconds = run.progress, run.seconds
            tell(run)


@contextmanager
def watched(begin: Run, following: Following, *, quiet: bool) -> Iterator[Callable[[Run], None]]:
    """A bar on standard error, where somebody watches: how far, how fast, how long yet."""
    screen = Console(stderr=True)
    if quiet or not screen.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.completed:,} of {task.total:,}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=following.whole, completed=following.done(begin), rate="")

        def tell(run: Run) -> None:
            done = following.done(run)
            bar.update(task, completed=done, rate=f"{done / run.seconds:,.0f}/s" if run.seconds else "")

        yield tell


# ── What is asked for ────────────────────────────────────────────────────────────────────────────────────────────────


def run_shoes(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Simulate from a shoe or at a shuffler, show it, and give the exit status."""
    rounds = ROUNDS if order.rounds is None else rounds_from(order.rounds)
    about = order.about
    course, seen, last = Course(), None, None
    with course.cut_short(), told_as_options(held_back="--held-back"):
        trial = shoes_of(order)
        with crew_of(order, trial) as crew:
            following = Following(
                lambda begin: follow_rounds(trial, begin, rounds, crew),
                lambda run: trial.rounds_in(run.progress),
                rounds,
            )
            play(trial, following, course, checkpoint=order.checkpoint, quiet=as_json or csv == PRINTED)
            if course.progress and not course.interrupted:
                last = last_unit(trial, course.progress, rounds, crew)
    if course.progress:
        seen = trial.read(course.progress, course.seconds, last)
    made = seen.conditions if seen else None
    asked_for: dict[str, object] = (
        {} if seen else {"--dealing": order.dealing, "--held-back": order.held_back, "--rounds": order.rounds}
    )
    conditions = order.conditions(made, asked_for)
    shown = Seen(about, conditions, seen, shoe_data(seen), shoe_rows(seen) if seen else [])
    return show(order, course, shown, csv=csv, as_json=as_json)


def run_bands(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Simulate bankroll paths, show their bands, and give the exit status."""
    about = order.about
    course, seen = Course(), None
    with course.cut_short(), told_as_options("stake", "rounds", "bankroll", "paths"):
        trial = paths_of(order)
        paths = PATHS if order.paths is None else order.paths
        check_paths(trial, paths)
        with crew_of(order, trial) as crew:
            following = by_units(trial, paths, crew)
            play(trial, following, course, checkpoint=order.checkpoint, quiet=as_json or csv == PRINTED)
    if course.progress:
        seen = Bands(trial, course.progress, course.seconds)
    rows: list[tuple[object, ...]] = [HEADS, *seen.rows()] if seen else []
    rounds, number = (seen.trial.rounds, seen.paths) if seen else (order.rounds, order.paths)
    asked_for = {"--bankroll": order.bankroll, "--stake": order.stake, "--rounds": rounds, "--paths": number}
    conditions = order.conditions(None, asked_for)
    shown = Seen(about, conditions, seen, seen.data() if seen else {"paths": 0}, rows)
    return show(order, course, shown, csv=csv, as_json=as_json)


@dataclass(frozen=True)
class Seen:
    """What came of a run, for people and for machines."""

    about: Variant
    conditions: Conditions
    value: RenderableType | None
    data: Mapping[str, object]
    rows: list[tuple[object, ...]]

    def csv(self) -> str:
        """The rows as CSV."""
        text = StringIO()
        csv_.writer(text, lineterminator="\n").writerows(self.rows)
        return text.getvalue()

    def show(self, *, interrupted: bool) -> None:
        """Print it for people."""
        out = console()
        out.print(heading_of(self.conditions))
        out.print()
        out.print(self.value if self.value is not None else "Interrupted before anything was played.")
        if self.value is not None and interrupted:
            out.print("Interrupted: this is what is known so far.")
        out.print(footing_of(self.conditions), soft_wrap=True)


def show(order: Order, course: Course, seen: Seen, *, csv: Path | None, as_json: bool) -> int:
    """Print what is known, and give the exit status."""
    of = {"game": seen.about.id, "house": dict(seen.about.house), "seed": order.seed, "interrupted": course.interrupted}
    said = {"conditions": seen.conditions.to_dict()}
    result = Shaped(lambda: {**of, **seen.data, **said}, seen.csv, lambda: seen.show(interrupted=course.interrupted))
    deliver(result, csv=csv, as_json=as_json)
    return course.over()


def shoe_data(seen: ShoeSimulation | None) -> dict[str, object]:
    """Shoes or sittings as data."""
    return seen.data() if seen else {"rounds": 0, "wagers": {}, "chi_square": None, "p_value": None}


def shoe_rows(seen: ShoeSimulation) -> list[tuple[object, ...]]:
    """Shoes or sittings as rows: one for each wager."""
    of = (seen.game, seen.strategy, seen.seed, seen.how, seen.units, seen.rounds)
    wagers = {id_: spread.data() for id_, spread in seen.wagers.items()}
    heads = next(iter(wagers.values()))
    return [(*COLUMNS, *heads), *((*of, id_, *figures.values()) for id_, figures in wagers.items())]
