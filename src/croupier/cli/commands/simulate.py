"""`croupier simulate`: play rounds by chance."""

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from croupier.cli.options import (
    AnywayOption,
    ClusterOption,
    DeviceOption,
    GameArgument,
    HouseOption,
    JsonOption,
    PaytableOption,
    RemovedOption,
    RulesOption,
    StrategyOption,
    at_least_one,
    house_rules,
    text_from,
    told_as_options,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from croupier.conditions import Strategy
    from croupier.simulation.result import SimulationResult
    from croupier.simulation.tables.seats import Seat

DISAGREES: Final = 1
INTERRUPTED: Final = 130
DIGITS: Final = 9
SEATS_END: Final = 100
"""No table has so many seats."""
OPTIONS: Final = {"stake": "stake", "stakes": "stake", "held_back": "held-back", "shifts": "rounds"}
"""The options that are not named as their arguments."""
ARGUMENTS: Final = {
    *("rounds", "until", "strategy", "dealing", "seats", "bank", "shift", "button", "bankroll", "paths", "workers"),
    *("cluster", "device", "removed", *OPTIONS),
}

SHOES = "Shoes and shufflers"
BANKROLLS = "Bankrolls"
TABLES = "Several seats and one bank"


EPILOG = (
    "Examples: `croupier simulate tcp --rounds 1e9` · `croupier simulate bac --until 0.01% --json` · "
    "`croupier simulate bac --dealing shoe` · `croupier simulate tcp --seats 6 --bank 500 --bankroll 5000` · "
    "`croupier simulate monte --bankroll 500 --stake 10`"
)


def simulate(
    game: GameArgument,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds, such as 1e9; ten million when left out.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Stop when the 99% interval of the first wager is ± this wide."),
    ] = None,
    strategy: StrategyOption = "optimal",
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Deal the same rounds again.")] = "0",
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the run in a file, and go on from it.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write outcome counts as CSV; - prints them instead of text.")
    ] = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
    workers: Annotated[
        int | None, typer.Option(parser=at_least_one, metavar="N", help="Use so many cores; all of them when left out.")
    ] = None,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Count every deal too, for the exact column, where the strategy could be played without."
        ),
    ] = False,
    dealing: Annotated[
        str,
        typer.Option(
            metavar="fresh|shoe|shuffler",
            help="Deal every round from all the cards, a shoe to its cut card, or from a continuous shuffler.",
            rich_help_panel=SHOES,
        ),
    ] = "fresh",
    held_back: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="How many of the last discards a shuffler cannot deal next.",
            rich_help_panel=SHOES,
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="Follow bankrolls from here, --rounds long; with --seats, that of the player-dealer.",
            rich_help_panel=BANKROLLS,
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[WAGER=]DOLLARS", help="What rides on a wager, again for each.", rich_help_panel=BANKROLLS
        ),
    ] = None,
    paths: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="How many bankrolls are followed.", rich_help_panel=BANKROLLS),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N|FILE", help="So many seats of mixed wagers, or those of a TOML file.", rich_help_panel=TABLES
        ),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="The player-dealer's wager in each round; enough for all when left out.",
            rich_help_panel=TABLES,
        ),
    ] = None,
    shift: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="ROUNDS", help="How many rounds a shift has.", rich_help_panel=TABLES),
    ] = None,
    button: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="SEAT", help="Where the action button stands.", rich_help_panel=TABLES),
    ] = None,
) -> None:
    """Play rounds by chance with the rules themselves, and read the result beside the exact figures.

    Exit status 0 when both agree, 1 when they disagree, 130 when Ctrl-C ended it; what is known by then is printed.
    74 when the output cannot be written.
    """
    from dataclasses import replace

    from croupier.cli.output import PRINTED, check_destinations, deliver
    from croupier.cli.progress import notice
    from croupier.front import inputs
    from croupier.front.variant import game as named
    from croupier.simulation.checkpoint import Unkept
    from croupier.simulation.request import simulate as play
    from croupier.simulation.result import NothingPlayed
    from croupier.simulation.words import ROUNDS_MAX

    check_destinations(csv, checkpoint, as_json=json)
    with told_as_options():
        about = named(game, house=house_rules(rules, house), paytable=paytable or ())
    chosen, seed = inputs.strategy_from(strategy, "--strategy"), text_from(seed, "--seed")
    taken = tuple(sorted(inputs.cards(removed, "--removed")))
    given = {
        "--rounds": rounds,
        "--until": until,
        "--dealing": None if dealing == "fresh" else dealing,
        "--held-back": held_back,
        "--bankroll": bankroll,
        "--stake": tuple(stake or ()),
        "--paths": paths,
        "--seats": seats,
        "--bank": bank,
        "--shift": shift,
        "--button": button,
        "--exact": exact,
    }
    decided = chosen if about.model.decisions else None
    conditions = replace(about.conditions.asked("simulate", strategy=decided, seed=seed, options=given), removed=taken)
    result: SimulationResult | NothingPlayed = NothingPlayed(conditions)
    status, unkept = 0, None
    try:
        with as_options(), watched(quiet=json or csv == PRINTED) as tell:
            result = play(
                about.game or about.model,
                None if rounds is None else inputs.whole_from(rounds, "rounds", "--rounds", ROUNDS_MAX),
                dealing=dealing,
                held_back=held_back,
                seats=None if seats is None else seats_from(seats, chosen),
                bank=bank,
                shift=shift,
                button=button,
                bankroll=bankroll,
                stakes=inputs.stakes_from(stake, about.wagers[0], "--stake") if stake else None,
                paths=paths,
                until=None if until is None else inputs.share_from(until, "--until"),
                strategy=chosen,
                house=about.house or None,
                removed=taken,
                exact=exact,
                seed=seed,
                workers=workers or 0,
                cluster=cluster,
                device=device,
                checkpoint=checkpoint,
                progress=tell,
                notice=notice,
            )
        status = DISAGREES if getattr(result, "disagrees", False) else 0
    except KeyboardInterrupt as cut:
        status, result = INTERRUPTED, getattr(cut, "result", result)
    except Unkept as refused:  # what was played is told all the same
        if refused.result is None:
            raise
        unkept, result = refused, refused.result
    if not isinstance(result, NothingPlayed):
        options = {name: value for name, value in conditions.options.items() if name != "--until"}
        conditions = replace(conditions, options={**options, **result.conditions.options})
    file = inputs.file_of(strategy) if about.model.decisions else ""
    deliver(replace(result, conditions=replace(conditions, strategy_file=file)), csv=csv, as_json=json)
    if unkept is not None:
        raise unkept
    raise typer.Exit(status)


@contextmanager
def as_options() -> "Iterator[None]":
    """Name in a refusal the options of the command, where a function has arguments."""
    from croupier.errors import Refused
    from croupier.simulation.request import Mismatch

    try:
        yield
    except Mismatch as refused:
        raise Mismatch(option(refused.field), refused.verb, option(refused.other)) from None
    except Refused as refused:
        field = option(refused.field) if refused.field in ARGUMENTS else refused.field
        raise Refused(refused.reason, clause=refused.clause, field=field) from None


def option(argument: str) -> str:
    """The option that gives an argument, or a value of one."""
    name, _, value = argument.partition("=")
    return f"--{OPTIONS.get(name, name)} {value}".strip()


@contextmanager
def watched(*, quiet: bool, screen: "Console | None" = None) -> "Iterator[Callable[[SimulationResult], None] | None]":
    """A bar on standard error, where somebody watches: how far, how fast, how long yet, and the figure to watch."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from croupier.simulation.text import in_short

    screen = screen or Console(stderr=True)
    if quiet or not screen.is_terminal:
        yield None
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
        task = bar.add_task("", total=1.0, visible=False, done="", rate="", estimate="")

        def tell(result: "SimulationResult") -> None:
            done, rate = f"{in_short(result.rounds)} rounds", f"{result.rounds_per_second / 1e6:,.1f} M/s"
            share = result.run.share
            bar.update(task, completed=share, visible=True, done=done, rate=rate, estimate=result.estimate)

        yield tell


def seats_from(text: str, strategy: "Strategy") -> "int | tuple[Seat, ...]":
    """So many seats, or those of a file: a `[[seat]]` for each, with dollars by wager, and a spot or strategy."""
    from croupier.errors import Refused, quoted
    from croupier.front.inputs import described_in

    if not text.strip():
        raise Refused("give a number of seats, or the file that lists them", field="--seats")
    if re.fullmatch(r"[+-]?[0-9]+", text):
        if not 1 <= (number := int(text[:DIGITS])) < SEATS_END:
            raise Refused(f"{quoted(text)} seats cannot play; give their number, such as 6", field="--seats")
        return number
    data = described_in(text)
    listed = data.get("seat")
    if set(data) != {"seat"} or not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise Refused("this lists no seats; begin each with [[seat]]", field=text)
    try:
        return tuple(seat_from(each, strategy) for each in listed)
    except Refused as refused:
        raise refused.at(text) from None


def seat_from(given: dict[str, object], strategy: "Strategy") -> "Seat":
    """One seat of a file; one that does not say how it decides follows the strategy of all."""
    from croupier.errors import Refused, quoted
    from croupier.front.inputs import strategy_from
    from croupier.money import cents_from
    from croupier.simulation.tables.seats import Seat

    spot, own = given.pop("spot", 0), given.pop("strategy", None)
    if not isinstance(spot, int) or isinstance(spot, bool):
        raise Refused(f"{quoted(spot)} is not a spot; give its number")
    if own is not None and not isinstance(own, str):
        raise Refused(f"{quoted(own)} is not a strategy; give optimal, simple, or the file of your own")
    stakes = {id_: cents_from(dollars) for id_, dollars in given.items()}
    return Seat(stakes, spot, strategy if own is None else strategy_from(own))
