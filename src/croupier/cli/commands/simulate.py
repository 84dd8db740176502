"""`croupier simulate`: play rounds by chance."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from croupier.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.simulation.result import SimulationResult

DISAGREES: Final = 1
INTERRUPTED: Final = 130

SHOES = "Shoes and shufflers"
BANKROLLS = "Bankrolls"
TABLES = "Several seats and one bank"


EPILOG = (
    "Examples: `croupier simulate tcp --rounds 1e9` · `croupier simulate bac --until 0.01% --json` · "
    "`croupier simulate bac --dealing shoe` · `croupier simulate tcp --seats 6 --bank 500 --bankroll 5000` · "
    "`croupier simulate monte --bankroll 500 --stake 10`"
)


def simulate(
    game: options.GameArgument,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds, such as 1e9; ten million by default.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Stop when the 99% interval of the first wager is ± this wide."),
    ] = None,
    strategy: options.StrategyOption = "optimal",
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    removed: options.RemovedOption = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Deal the same rounds again.")] = "0",
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the run in a file, and continue from it.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write outcome counts as CSV; - prints them instead of text.")
    ] = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: options.JsonOption = False,
    workers: Annotated[
        int | None,
        typer.Option(parser=options.at_least_one, metavar="N", help="How many cores to use; all of them by default."),
    ] = None,
    cluster: options.ClusterOption = None,
    device: options.DeviceOption = "cpu",
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Also count every deal for the exact column, even if the strategy does not need it."
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
            parser=options.whole,
            metavar="N",
            help="How many of the last discards a shuffler cannot deal next.",
            rich_help_panel=SHOES,
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="Follow bankrolls that begin with this for --rounds each; with --seats, the player-dealer's.",
            rich_help_panel=BANKROLLS,
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[WAGER=]DOLLARS", help="The stake on a wager. May be repeated.", rich_help_panel=BANKROLLS
        ),
    ] = None,
    paths: Annotated[
        int | None,
        typer.Option(
            parser=options.whole, metavar="N", help="How many bankrolls are followed.", rich_help_panel=BANKROLLS
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N|FILE", help="How many seats, with mixed wagers; or a TOML file of seats.", rich_help_panel=TABLES
        ),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="The player-dealer's wager in each round; by default, enough to cover everything.",
            rich_help_panel=TABLES,
        ),
    ] = None,
    shift: Annotated[
        int | None,
        typer.Option(
            parser=options.whole, metavar="ROUNDS", help="How many rounds a shift has.", rich_help_panel=TABLES
        ),
    ] = None,
    button: Annotated[
        int | None,
        typer.Option(
            parser=options.whole, metavar="SEAT", help="The seat with the action button.", rich_help_panel=TABLES
        ),
    ] = None,
) -> None:
    """Play rounds by chance with the rules themselves, and read the result beside the exact figures.

    Exit status 0 when both agree, 1 when they disagree, 130 when Ctrl-C ended it; what is known by then is printed.
    74 when the output cannot be written.
    """
    from dataclasses import replace

    from croupier.cli.output import PRINTED, check_destinations, deliver
    from croupier.cli.progress import bar, is_watched
    from croupier.front import inputs
    from croupier.simulation.checkpoint import Unkept
    from croupier.simulation.result import NothingPlayed

    check_destinations(csv, checkpoint, as_json=json, plot=plot, chart=chart)
    with options.told_as_options():
        about = options.variant(game, rules, house, paytable)
    chosen, seed = inputs.strategy_from(strategy, "--strategy"), options.text_from(seed, "--seed")
    taken = tuple(sorted(inputs.cards(removed, "--removed")))
    asked: dict[str, Any] = {
        "rounds": rounds,
        "until": until,
        "dealing": dealing,
        "held_back": held_back,
        "bankroll": bankroll,
        "stake": stake or None,
        "paths": paths,
        "seats": seats,
        "bank": bank,
        "shift": shift,
        "button": button,
        "exact": exact,
    }
    given = {f"--{name.replace('_', '-')}": value for name, value in asked.items()}
    given |= {"--dealing": None if dealing == "fresh" else dealing, "--stake": tuple(stake or ())}
    decided = chosen if about.model.decisions else None
    conditions = replace(about.conditions.asked("simulate", strategy=decided, seed=seed, options=given), removed=taken)
    result: SimulationResult | NothingPlayed = NothingPlayed(conditions)
    status, unkept = 0, None
    try:
        with options.told_as_options(), bar("") as tell:
            result = about.simulate(
                **asked,
                strategy=chosen,
                removed=taken,
                seed=seed,
                workers=workers or 0,
                cluster=cluster,
                device=device,
                checkpoint=checkpoint,
                progress=None if json or csv == PRINTED or not is_watched() else partial(told, tell),
            )
        status = DISAGREES if getattr(result, "disagrees", False) else 0
    except KeyboardInterrupt as cut:
        status, result = INTERRUPTED, getattr(cut, "result", result)
    except Unkept as refused:  # what was played is told all the same
        if refused.result is None:
            raise
        unkept, result = refused, refused.result
    if not isinstance(result, NothingPlayed):
        kept = {name: value for name, value in conditions.options.items() if name != "--until"}
        conditions = replace(conditions, options={**kept, **result.conditions.options})
    file = inputs.file_of(strategy) if about.model.decisions else ""
    if isinstance(result, NothingPlayed):
        plot = None  # there is nothing to draw
    result = replace(result, conditions=replace(conditions, strategy_file=file))
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)
    if unkept is not None:
        raise unkept
    raise typer.Exit(status)


def told(tell: "Callable[[float, str, str], None]", result: "SimulationResult") -> None:
    """Show how far a run is, how fast, and the figure to watch."""
    from croupier.simulation.text import in_short

    done = f"{in_short(result.rounds)} rounds  {result.rounds_per_second / 1e6:,.1f} M/s"
    tell(result.run.share, done, result.estimate)
