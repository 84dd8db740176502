"""`croupier simulate` from a shoe, at a shuffler, and along bankroll paths: what is asked for, played and shown."""

import csv as csv_
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from time import perf_counter
from typing import Final, Protocol

from rich.console import Console, RenderableType
from rich.progress import Progress as Bar

from croupier.cli.analyze import notice, removed_cards, strategy_from, with_paytables
from croupier.cli.asked import asked
from croupier.cli.console import console as plain_console
from croupier.cli.options import game_id
from croupier.cli.simulate import Order, crew_of, rounds_from
from croupier.cli.wagers import dollars_from
from croupier.errors import Refused, quoted
from croupier.games import game as game_by_id
from croupier.rulebook import Game, House
from croupier.simulate import ROUNDS, Crew
from croupier.simulate.bands import HEADS, Bands, Paths, check_paths
from croupier.simulate.experiment import Progress, Trial, experiment, run
from croupier.simulate.shoe_report import ShoeSimulation
from croupier.simulate.shoes import Together, check_units, shoes, sittings

DONE: Final = 0
INTERRUPTED: Final = 130
STAKE: Final = ("10",)
PATHS: Final = 10_000
PATH_ROUNDS: Final = 1_000
COLUMNS: Final = ("game", "strategy", "seed", "dealing", "units", "rounds", "wager")


def game_and_rules(order: Order) -> tuple[Game, House]:
    """The game, and its house rules."""
    game = game_by_id(game_id(order.game))
    return game, game.house(with_paytables(order.house, order.paytables))


def shoes_of(order: Order) -> Together:
    """Shoes or sittings that are asked for."""
    game, house = game_and_rules(order)
    rules, strategy, removed = house.show(), strategy_from(order.strategy), removed_cards(order.removed)
    if order.dealing == "shoe":
        return shoes(game, house=rules, strategy=strategy, removed=removed, seed=order.seed, notice=notice)
    if order.held_back is None:
        raise Refused("say how many discards the shuffler holds back, 0 for none", field="--held-back")
    held_back = order.held_back
    return sittings(game, held_back, house=rules, strategy=strategy, removed=removed, seed=order.seed, notice=notice)


def paths_of(order: Order) -> Paths:
    """Bankroll paths that are asked for."""
    game, house = game_and_rules(order)
    fresh = experiment(
        game,
        house=house.show(),
        strategy=strategy_from(order.strategy),
        removed=removed_cards(order.removed),
        seed=order.seed,
        notice=notice,
    )
    stakes = stakes_from(order.stake or STAKE, next(iter(fresh.exact.wagers)))
    rounds = rounds_from(order.rounds) if order.rounds else PATH_ROUNDS
    return Paths(fresh, stakes, dollars_from(order.bankroll or "", "--bankroll"), rounds)


def stakes_from(given: Iterable[str], first: str) -> dict[str, Fraction]:
    """Stakes on wagers, `ante=10` or `10` alone for the first wager."""
    stakes: dict[str, Fraction] = {}
    for text in given:
        wager, named, dollars = text.rpartition("=")
        id_ = wager.strip() if named else first
        if id_ in stakes:
            raise Refused(f"{quoted(id_)} is staked on twice", field="--stake")
        stakes[id_] = dollars_from(dollars, "--stake")
    return stakes


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Chunked(Trial, Protocol):
    """A trial that says how many of its units are handed out together."""

    @property
    def chunk(self) -> int:
        """How many units are handed out together."""


@dataclass
class Course:
    """How far a run has come, also when it is cut short."""

    progress: Progress
    seconds: float = 0.0
    interrupted: bool = False


def play(trial: Chunked, last: int, crew: Crew, *, quiet: bool) -> Course:
    """Play so many units; Ctrl-C ends it with what is known."""
    course = Course(trial.start)
    started = perf_counter()
    going = run(trial, last, executor=crew.executor, player=crew.player, chunk=trial.chunk, workers=crew.workers)
    try:
        with watched(last, quiet=quiet) as tell, closing(going):
            for course.progress in going:
                course.seconds = perf_counter() - started
                tell(course.progress.units)
    except KeyboardInterrupt:
        course.interrupted = True
    return course


@contextmanager
def watched(last: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where somebody watches."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda _: None
        return
    with Bar(console=console, transient=True) as bar:
        task = bar.add_task("", total=last)
        yield lambda done: bar.update(task, completed=done)


# ── What is asked for ────────────────────────────────────────────────────────────────────────────────────────────────


def run_shoes(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Simulate from a shoe or at a shuffler, show it, and give the exit status."""
    rounds = rounds_from(order.rounds) if order.rounds else ROUNDS
    trial = shoes_of(order)
    units = max(2, -(-rounds // trial.usual))  # the spread of one unit is unknown
    check_units(trial.called, units)
    with crew_of(order, trial) as crew:
        course = play(trial, units, crew, quiet=as_json or csv == Path("-"))
    seen = trial.read(course.progress, course.seconds) if course.progress.units else None
    rows = shoe_rows(seen) if seen else []
    return show(order, course, seen, shoe_data(seen), rows, csv=csv, as_json=as_json)


def run_bands(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Simulate bankroll paths, show their bands, and give the exit status."""
    trial = paths_of(order)
    paths = order.paths or PATHS
    check_paths(trial, paths)
    with crew_of(order, trial) as crew:
        course = play(trial, paths, crew, quiet=as_json or csv == Path("-"))
    seen = Bands(trial, course.progress, course.seconds) if course.progress.units else None
    rows: list[tuple[object, ...]] = [HEADS, *seen.rows()] if seen else []
    return show(order, course, seen, seen.data() if seen else {"paths": 0}, rows, csv=csv, as_json=as_json)


def show(
    order: Order,
    course: Course,
    seen: RenderableType | None,
    data: Mapping[str, object],
    rows: list[tuple[object, ...]],
    *,
    csv: Path | None,
    as_json: bool,
) -> int:
    """Print what is known, for people or for machines."""
    text = StringIO()
    csv_.writer(text, lineterminator="\n").writerows(rows)
    if csv is not None and csv != Path("-"):
        csv.write_text(text.getvalue(), encoding="utf-8")
    _, house = game_and_rules(order)
    if as_json:
        full = {"house": house.show(), "interrupted": course.interrupted, **data}
        print(json.dumps(full, indent=2, ensure_ascii=False, allow_nan=False))
    elif csv == Path("-"):
        sys.stdout.write(text.getvalue())
    else:
        console = plain_console()
        console.print(asked(order.game, with_paytables(order.house, order.paytables)).heading)
        console.print(seen if seen is not None else "Interrupted before anything was played.")
        if seen is not None and course.interrupted:
            console.print("Interrupted: this is what is known so far.")
    return INTERRUPTED if course.interrupted else DONE


def shoe_data(seen: ShoeSimulation | None) -> dict[str, object]:
    """Shoes or sittings as data."""
    return seen.data() if seen else {"rounds": 0, "wagers": {}, "chi_square": None, "p_value": None}


def shoe_rows(seen: ShoeSimulation) -> list[tuple[object, ...]]:
    """Shoes or sittings as rows: one for each wager."""
    of = (seen.game, seen.strategy, seen.seed, seen.how, seen.units, seen.rounds)
    wagers = {id_: spread.data() for id_, spread in seen.wagers.items()}
    heads = next(iter(wagers.values()))
    return [(*COLUMNS, *heads), *((*of, id_, *figures.values()) for id_, figures in wagers.items())]
