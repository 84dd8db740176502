"""`croupier simulate` from a shoe, at a shuffler, and along bankroll paths: what is asked for, played and shown."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from time import perf_counter
from typing import Final, Protocol

from rich.console import Console, RenderableType
from rich.progress import Progress as Bar
from rich.text import Text

from croupier.cli.analyze import notice, removed_cards, rule_line, strategy_from, with_paytables
from croupier.cli.console import console as plain_console
from croupier.cli.options import game_id
from croupier.cli.wagers import dollars_from
from croupier.errors import Refused, quoted
from croupier.exact.space import Ints
from croupier.games import game as game_by_id
from croupier.kernel.work import threads
from croupier.rulebook import Game, House
from croupier.simulate.bands import HEADS, Bands, Paths, check_paths
from croupier.simulate.experiment import Progress, Trial, experiment, run
from croupier.simulate.job import Chunk, played
from croupier.simulate.shoe_report import ShoeSimulation
from croupier.simulate.shoes import Together, check_units, shoes, sittings

DONE: Final = 0
INTERRUPTED: Final = 130
DEALINGS: Final = ("shoe", "shuffler")
COLUMNS: Final = ("game", "strategy", "seed", "dealing", "units", "rounds", "wager")
Player = Callable[[Chunk], Ints]


@dataclass(frozen=True)
class Asked:
    """What every simulation is asked for with."""

    game: str
    _: KW_ONLY
    house: dict[str, object]
    paytables: tuple[str, ...] = ()
    removed: str = ""
    strategy: str = "optimal"
    seed: str = "0"
    workers: int = 0
    """How many cores; 0 for all."""

    @property
    def rules(self) -> tuple[Game, House]:
        """The game, and its house rules."""
        game = game_by_id(game_id(self.game))
        return game, game.house(with_paytables(self.house, self.paytables))


@dataclass(frozen=True)
class ShoesAsked(Asked):
    """Shoes or sittings of at least so many rounds in all."""

    rounds: int
    dealing: str
    held_back: int | None = None
    sitting: int = 1_000

    def trial(self) -> Together:
        """Prepare it, or refuse what does not go together."""
        game, house = self.rules
        if self.dealing not in DEALINGS:
            raise Refused(f"{quoted(self.dealing)} is no way to deal; give {' or '.join(DEALINGS)}", field="--dealing")
        if self.dealing == "shoe":
            if self.held_back is not None:
                raise Refused("a shoe holds nothing back; a shuffler does", field="--held-back")
            return shoes(
                game,
                house=house.show(),
                strategy=strategy_from(self.strategy),
                removed=removed_cards(self.removed),
                seed=self.seed,
                notice=notice,
            )
        if self.held_back is None:
            raise Refused("say how many discards the shuffler holds back, 0 for none", field="--held-back")
        return sittings(
            game,
            self.held_back,
            rounds=self.sitting,
            house=house.show(),
            strategy=strategy_from(self.strategy),
            removed=removed_cards(self.removed),
            seed=self.seed,
            notice=notice,
        )


@dataclass(frozen=True)
class BandsAsked(Asked):
    """Bankroll paths of so many rounds."""

    rounds: int
    paths: int
    bankroll: str
    stakes: tuple[str, ...]
    """WAGER=DOLLARS each, or DOLLARS alone on the first wager."""

    def trial(self) -> Paths:
        """Prepare it."""
        game, house = self.rules
        fresh = experiment(
            game,
            house=house.show(),
            strategy=strategy_from(self.strategy),
            removed=removed_cards(self.removed),
            seed=self.seed,
            notice=notice,
        )
        stakes = stakes_from(self.stakes, next(iter(fresh.exact.wagers)))
        return Paths(fresh, stakes, dollars_from(self.bankroll, "--bankroll"), self.rounds)


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


def play(
    trial: Chunked, last: int, *, workers: int, quiet: bool, executor: Executor | None = None, player: Player = played
) -> Course:
    """Play so many units; Ctrl-C ends it with what is known."""
    course = Course(trial.start)
    started = perf_counter()
    try:
        with nullcontext(executor) if executor else threads(workers) as crew, watched(last, quiet=quiet) as tell:
            going = run(trial, last, executor=crew, player=player, chunk=trial.chunk, workers=workers)
            with closing(going):  # type: ignore[type-var]  # a generator
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


def run_shoes(
    asked: ShoesAsked,
    *,
    csv_to: Path | None,
    as_json: bool,
    executor: Executor | None = None,
    player: Player = played,
) -> int:
    """Simulate from a shoe or at a shuffler, show it, and give the exit status."""
    trial = asked.trial()
    units = max(2, -(-asked.rounds // trial.usual))  # the spread of one unit is unknown
    check_units(trial.called, units)
    quiet = as_json or csv_to == Path("-")
    course = play(trial, units, workers=asked.workers, quiet=quiet, executor=executor, player=player)
    seen = trial.read(course.progress, course.seconds) if course.progress.units else None
    rows = shoe_rows(seen) if seen else []
    return show(asked, course, seen, shoe_data(seen), rows, csv_to=csv_to, as_json=as_json)


def run_bands(
    asked: BandsAsked,
    *,
    csv_to: Path | None,
    as_json: bool,
    executor: Executor | None = None,
    player: Player = played,
) -> int:
    """Simulate bankroll paths, show their bands, and give the exit status."""
    trial = asked.trial()
    check_paths(trial, asked.paths)
    quiet = as_json or csv_to == Path("-")
    course = play(trial, asked.paths, workers=asked.workers, quiet=quiet, executor=executor, player=player)
    seen = Bands(trial, course.progress, course.seconds) if course.progress.units else None
    rows: list[tuple[object, ...]] = [HEADS, *seen.rows()] if seen else []
    return show(asked, course, seen, seen.data() if seen else {"paths": 0}, rows, csv_to=csv_to, as_json=as_json)


def show(
    asked: Asked,
    course: Course,
    seen: RenderableType | None,
    data: Mapping[str, object],
    rows: list[tuple[object, ...]],
    *,
    csv_to: Path | None,
    as_json: bool,
) -> int:
    """Print what is known, for people or for machines."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    if csv_to is not None and csv_to != Path("-"):
        csv_to.write_text(text.getvalue(), encoding="utf-8")
    game, house = asked.rules
    if as_json:
        full = {"house": house.show(), "interrupted": course.interrupted, **data}
        print(json.dumps(full, indent=2, ensure_ascii=False, allow_nan=False))
    elif csv_to == Path("-"):
        sys.stdout.write(text.getvalue())
    else:
        console = plain_console()
        console.print(Text(game.title, style="bold"), Text(rule_line(house.changes()), style="dim"))
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
