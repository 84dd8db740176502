"""`croupier simulate`: rounds by chance beside the exact figures, watched as they are played."""

import csv
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from croupier.cards import card_names
from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.output import PRINTED, Shaped, check_destinations, deliver
from croupier.cli.progress import notice
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted
from croupier.front.inputs import cards, file_of, share_from, strategy_from, whole_from
from croupier.front.variant import Variant, check_device, game
from croupier.simulation import (
    Checkpoint,
    Crew,
    Experiment,
    Simulation,
    experiment,
    follow,
    on_cluster,
    on_cores,
    on_gpu,
    rounds_of,
)
from croupier.simulation.checkpoint import Unkept
from croupier.simulation.course import WORKERS_MAX, Played, begun
from croupier.simulation.estimate import Estimate, finite
from croupier.simulation.experiment import Z_99
from croupier.simulation.sheets import in_short
from croupier.simulation.streams import ROUNDS_MAX
from croupier.simulation.tails import ALARM, POWER

AGREES: Final = 0
DISAGREES: Final = 1
INTERRUPTED: Final = 130
DEALINGS: Final = ("fresh", "shoe", "shuffler")
SIMULATIONS: Final = {
    "rounds": "rounds that are dealt from all the cards",
    "shoe": "shoes",
    "shuffler": "a shuffler",
    "paths": "bankroll paths",
    "table": "a table of several seats",
}
"""What each simulation is of."""
UNSAID: Final = {"--removed": "", "--stake": (), "--dealing": "fresh"}
"""What options are that nobody gave; all others are None."""
OF_TABLES: Final = ("--bank", "--shift", "--button")
OF_PATHS: Final = ("--stake", "--paths")
UNFIT: Final = {
    "rounds": (*OF_TABLES, *OF_PATHS, "--held-back"),
    "shoe": (*OF_TABLES, *OF_PATHS, "--until", "--bankroll", "--held-back"),
    "shuffler": (*OF_TABLES, *OF_PATHS, "--until", "--bankroll"),
    "paths": (*OF_TABLES, "--until", "--held-back"),
    "table": (*OF_PATHS, "--until", "--dealing", "--held-back", "--removed"),
}
"""The options that say nothing about a simulation."""
COLUMNS: Final = ("game", "strategy", "seed", "rounds", "wager", "mean", "standard_error", "exact", "z")
OUTCOME_COLUMNS: Final = ("outcome", "count", "expected", "probability")


@dataclass(frozen=True)
class Order:
    """A simulation as it is asked for at the command line."""

    game: str
    _: KW_ONLY
    rounds: str | None
    until: str | None
    strategy: str
    house: dict[str, object]
    paytables: tuple[str, ...]
    removed: str
    seed: str
    workers: int | None
    checkpoint: Path | None
    cluster: str | None = None
    device: str = "cpu"
    dealing: str = "fresh"
    held_back: int | None = None
    seats: str | None = None
    bank: str | None = None
    shift: int | None = None
    button: int | None = None
    bankroll: str | None = None
    stake: tuple[str, ...] = ()
    paths: int | None = None
    exact: bool = False

    @cached_property
    def about(self) -> Variant:
        """The game, under its house rules."""
        return game(self.game, house=self.house, paytable=self.paytables)

    def conditions(self, made: Conditions | None, options: Mapping[str, object]) -> Conditions:
        """What makes a result, or made it: the game as it was named here, the strategy's file, further options."""
        of = self.about.conditions
        if made is None:
            strategy = strategy_from(self.strategy, "--strategy") if self.about.model.decisions else None
            made = of.asked("simulate", strategy=strategy, seed=self.seed, options={"--exact": self.exact})
            made = replace(made, removed=cards(self.removed, "--removed"))
        more = {name: value for name, value in options.items() if value not in (None, False, ())}
        own = file_of(self.strategy) if self.about.model.decisions else ""
        return replace(made, place=of.place, strategy_file=own, options={**more, **made.options})


@dataclass
class Known:
    """What is known of a run at any moment, also when it is cut short."""

    order: Order
    run: Simulation | None = None
    interrupted: bool = False

    @property
    def about(self) -> Variant:
        """The game, under its house rules."""
        return self.order.about

    @property
    def conditions(self) -> Conditions:
        """What made it."""
        if self.run is None:
            return self.order.conditions(None, {"--rounds": self.order.rounds, "--until": self.order.until})
        return self.order.conditions(self.run.conditions, {})


def run_simulate(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Play what is asked for, show it, and give the exit status."""
    check_destinations(csv, order.checkpoint, as_json=as_json)
    check_device(order.device, order.cluster)
    if order.workers is not None and (order.cluster is not None or order.device == "gpu"):
        raise Refused("this says how many cores of this machine play; leave it out", field="--workers")
    simulation = simulation_of(order)
    for option in UNFIT[simulation]:
        if getattr(order, option.removeprefix("--").replace("-", "_")) != UNSAID.get(option):
            raise Refused(f"this says nothing about {SIMULATIONS[simulation]}; leave it out", field=option)
    if simulation == "rounds":
        return run_rounds(order, csv=csv, as_json=as_json)
    if order.device == "gpu":
        raise Refused("a GPU plays rounds that are dealt from all the cards, and no others", field="--device")
    if simulation == "table":
        from croupier.cli.tables import run_tables

        return run_tables(order, csv=csv, as_json=as_json)
    from croupier.cli.shoes import run_bands, run_shoes

    return (run_bands if simulation == "paths" else run_shoes)(order, csv=csv, as_json=as_json)


def simulation_of(order: Order) -> str:
    """Which simulation is asked for."""
    if order.dealing not in DEALINGS:
        raise Refused(f"{quoted(order.dealing)} is no way to deal; give {', '.join(DEALINGS)}", field="--dealing")
    if order.seats is not None:
        return "table"
    if order.dealing != "fresh":
        return order.dealing
    return "paths" if order.bankroll is not None else "rounds"


@contextmanager
def crew_of(order: Order, trial: Played) -> Iterator[Crew]:
    """Who plays: a cluster, a GPU, or this machine's cores."""
    if order.cluster is not None:
        crew = on_cluster(order.cluster, notice)
    elif order.device == "gpu" and isinstance(trial, Experiment):
        crew = on_gpu(trial)
    else:
        crew = on_cores(trial, workers_from(order.workers))
    with crew as manned:
        yield manned


def run_rounds(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Play rounds that are dealt from all the cards."""
    rounds = None if order.rounds is None else rounds_from(order.rounds)
    until = None if order.until is None else until_from(order.until)
    workers_from(order.workers)
    known = Known(order)
    unkept: Unkept | None = None
    try:
        trial = prepared(order, known)
        last = rounds_of(trial, rounds, until)
        with crew_of(order, trial) as crew:
            play(known, trial, last, crew, checkpoint=order.checkpoint, quiet=as_json or csv == PRINTED)
    except KeyboardInterrupt:
        known.interrupted = True
    except Unkept as refused:  # what was played is told all the same
        unkept = refused
    if unkept is None or known.run is not None:
        show(known, csv=csv, as_json=as_json)
    if unkept is not None:
        raise unkept
    if known.interrupted:
        return INTERRUPTED
    return DISAGREES if known.run is None or known.run.disagrees else AGREES


def prepared(order: Order, known: Known) -> Experiment:
    """The experiment that is asked for."""
    about = known.about
    return experiment(
        about.game or about.model,
        house=about.house,
        strategy=strategy_from(order.strategy, "--strategy"),
        removed=cards(order.removed, "--removed"),
        seed=order.seed,
        exact=order.exact,
        notice=notice,
    )


def play(known: Known, trial: Experiment, last: int, crew: Crew, *, checkpoint: Path | None, quiet: bool) -> None:
    """Play on, noting what is known after every chunk."""
    keeper = None if checkpoint is None else Checkpoint(checkpoint, trial)
    begin = begun(trial) if keeper is None else keeper.read()
    if begin.rounds:
        known.run = begin
    runs = follow(begin, last, crew)
    with closing(runs if keeper is None else keeper.keeping(runs)) as going, watched(begin, last, quiet=quiet) as tell:
        for known.run in going:
            tell(known.run)


# ── What is asked for ────────────────────────────────────────────────────────────────────────────────────────────────


def rounds_from(text: str) -> int:
    """A number of rounds: 1e9, 10000000, 2.5e6."""
    return whole_from(text, "rounds", "--rounds", ROUNDS_MAX)


def until_from(text: str) -> Fraction:
    """A half-width, 0.01%."""
    half_width = share_from(text, "--until")
    if not half_width:
        raise Refused("no number of rounds makes an interval vanish; give a share such as 0.01%", field="--until")
    return half_width


def workers_from(number: int | None) -> int:
    """How many cores; 0 for all of them."""
    if number is None:
        return 0
    if not 1 <= number <= WORKERS_MAX:
        raise Refused(f"{number:,} workers cannot be had; give 1 to {WORKERS_MAX:,}", field="--workers")
    return number


# ── While it goes ────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def watched(begin: Simulation, last: int, *, quiet: bool) -> Iterator[Callable[[Simulation], None]]:
    """A bar on standard error, where somebody watches: how fast, how long yet, and the main wager's interval."""
    screen = Console(stderr=True)
    if quiet or not screen.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.fields[done]}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[estimate]}"),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=last, completed=begin.rounds, done="", rate="", estimate="")

        def tell(run: Simulation) -> None:
            if not bar.finished and bar.tasks[0].completed < run.rounds:
                done, rate, estimate = bar_texts(run)
                bar.update(task, completed=run.rounds, done=done, rate=rate, estimate=estimate)

        yield tell


def bar_texts(run: Simulation) -> tuple[str, str, str]:
    """What a bar says of a run: how far it is, how fast, and the main wager's interval."""
    trial = run.experiment
    mean = float(trial.won(run.progress)[trial.main] / run.rounds)
    half = Z_99 * trial.deviation(run.progress) / run.rounds**0.5
    return (
        f"{in_short(run.rounds)} rounds",
        f"{run.rounds_per_second / 1e6:,.1f} M/s",
        f"{trial.main} {mean:+.4%} ± {half:.4%} (99%)",
    )


# ── When it is over ──────────────────────────────────────────────────────────────────────────────────────────────────


def show(known: Known, *, csv: Path | None, as_json: bool) -> None:
    """Print what is known, for people or for machines."""
    result = Shaped(lambda: simulation_data(known), lambda: csv_text(known), lambda: show_text(known))
    deliver(result, csv=csv, as_json=as_json)


def show_text(known: Known) -> None:
    """Print what is known, for people."""
    out = console()
    out.print(heading_of(known.conditions))
    out.print()
    if known.run is None:
        out.print("Interrupted before a round was played.")
    else:
        out.print(known.run)
        if known.interrupted:
            out.print("Interrupted: this is what is known so far.")
    out.print(footing_of(known.conditions), soft_wrap=True)


def simulation_data(known: Known) -> dict[str, object]:
    """A run as data."""
    run = known.run
    data: dict[str, object] = {
        "game": known.about.id,
        "house": dict(known.about.house),
        "strategy": run.experiment.strategy if run else None,
        "seed": known.order.seed,
        "removed": list(card_names(known.conditions.removed)),
        "interrupted": known.interrupted,
        "rounds": run.rounds if run else 0,
        "seconds": run.seconds if run else 0.0,
        "rounds_per_second": run.rounds_per_second if run else 0.0,
        "main": run.experiment.main if run else None,
        "wagers": {id_: estimate_data(estimate) for id_, estimate in run.wagers.items()} if run else {},
        "chi_square": finite(run.chi_square) if run else None,
        "degrees_of_freedom": run.fit.freedom if run and run.fit else None,
        "p_value": run.p_value if run else None,
        "counted": run.experiment.is_counted if run else None,
        "tested": run.is_tested if run else None,
        "agrees": None if run is None or not run.is_tested else run.agrees,
        "false_alarm_rate": ALARM,
        "power": POWER,
        "verdict": run.verdict if run else "Nothing was played.",
        "conditions": known.conditions.to_dict(),
    }
    return data


def estimate_data(estimate: Estimate) -> dict[str, object]:
    """One wager as data."""
    return {
        "includes": list(estimate.seen.includes),
        "mean": estimate.mean,
        "standard_error": estimate.standard_error,
        "standard_error_from": estimate.error_from,
        "half_width_99": estimate.half_width,
        "exact": estimate.expected,
        "z": estimate.z,
        "p_at_most": estimate.p_at_most,
        "tested": estimate.is_tested,
        "detectable_error": finite(estimate.detectable),
        "outcomes": [
            {
                "outcome": seen.outcome,
                "count": seen.count,
                "expected": seen.expected,
                "probability": None if seen.probability is None else float(seen.probability),
            }
            for seen in estimate.outcomes
        ],
    }


def csv_text(known: Known) -> str:
    """A run as CSV: a row for every outcome of every wager, the wager's figures on each of them."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, *OUTCOME_COLUMNS))
    if known.run is not None:
        run = known.run
        of = (known.about.id, run.experiment.strategy, known.order.seed, run.rounds)
        for id_, estimate in run.wagers.items():
            figures = (id_, estimate.mean, estimate.standard_error, estimate.expected, estimate.z)
            for seen in estimate.outcomes:
                chance = None if seen.probability is None else float(seen.probability)
                writer.writerow((*of, *figures, seen.outcome, seen.count, seen.expected, chance))  # none is left empty
    return text.getvalue()
