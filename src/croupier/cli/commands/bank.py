"""`croupier bank`: what a player-dealer's bank is worth."""

from typing import Annotated

import typer

from croupier.cli import options

EPILOG = (
    "Examples: `croupier bank tcp --seats 6 --bank 120` · `croupier bank tcp --bank 70 --respond --no-readings` · "
    "`croupier bank tcp --stake ante=10 --stake pair_plus=5 --bankroll 5000` · `croupier bank tcp --bank 80 --late 1`"
)
ROUNDS, PER_HOUR, DEALT, OPTIMAL = "200", "60", "1048576", "optimal"
"""What is said where nobody says."""


def bank(
    game: options.GameArgument,
    seats: Annotated[str, typer.Option(metavar="N", help="How many seats bet against it.")] = "6",
    stake: options.StakeOption = None,
    wager: Annotated[
        str | None,
        typer.Option("--bank", metavar="DOLLARS", help="The player-dealer's wager; by default, all it can win."),
    ] = None,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds a shift has.")] = ROUNDS,
    rounds_per_hour: Annotated[str, typer.Option(metavar="N", help="How fast rounds are played.")] = PER_HOUR,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="State the risk that this does not last the shift.")
    ] = None,
    dealt: Annotated[
        str, typer.Option(metavar="N", help="How many rounds are dealt where a figure cannot be exact, such as 1e6.")
    ] = DEALT,
    button: Annotated[
        str | None, typer.Option(metavar="SEAT", help="The seat with the action button, where the house uses one.")
    ] = None,
    respond: Annotated[bool, typer.Option("--respond", help="Also find how the seats should play this bank.")] = False,
    readings: Annotated[
        bool, typer.Option("--readings/--no-readings", help="Also value it under other readings of the rules.")
    ] = True,
    late: Annotated[
        str | None,
        typer.Option(
            metavar="SEATS", help="Instead, say what a settlement costs whom that begins so many seats late by mistake."
        ),
    ] = None,
    rate: Annotated[
        str | None, typer.Option(metavar="SHARE", help="How often it begins there; 1/100 by default.")
    ] = None,
    strategy: options.StrategyOption = OPTIMAL,
    device: Annotated[
        str,
        typer.Option(metavar="cpu|gpu", help="With --respond: on an NVIDIA GPU the second seat is solved exactly too."),
    ] = "cpu",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Other rounds for another seed.")] = "0",
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """What a player-dealer's bank is worth: by round and shift, by wager, by position, and under other readings.

    Without --stake, every seat bets $10 on the first wager. Exit status 130 when Ctrl-C ended it, 74 when the output
    cannot be written.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.cli.progress import bar

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    if late is not None or rate is not None:
        said = {
            "--bankroll": bankroll is not None,
            "--respond": respond,
            "--readings": not readings,
            "--strategy": strategy != OPTIMAL,
            "--rounds": rounds != ROUNDS,
            "--rounds-per-hour": rounds_per_hour != PER_HOUR,
            "--dealt": dealt != DEALT,
            "--button": button is not None,
            "--device": device != "cpu",
        }
        check_late(late, [name for name, given in said.items() if given])
        with (
            options.told_as_options(game="GAME", late="--late", later="--late", rate="--rate"),
            bar("settled twice") as tell,
        ):
            moved = options.variant(game, rules, house, paytable).late_settlement(
                late or 1, bank=wager, seats=seats, rate=rate or "1/100", stake=stake, seed=seed, progress=tell
            )
        deliver(moved, csv=csv, as_json=json, plot=plot, chart=chart)
        return
    with options.told_as_options(game="GAME", respond="--respond"), bar("dealt") as tell:
        result = options.variant(game, rules, house, paytable).bank(
            seats=seats,
            stake=stake,
            bank=wager,
            rounds=rounds,
            rounds_per_hour=rounds_per_hour,
            bankroll=bankroll,
            dealt=dealt,
            button=button,
            respond=respond,
            readings=readings,
            strategy=strategy,
            device=device,
            seed=seed,
            progress=tell,
        )
    deliver(result, csv=csv, as_json=json, plot=plot, chart=chart)


def check_late(late: str | None, said: list[str]) -> None:
    """Refuse options that say nothing about a settlement begun late."""
    from croupier.errors import Mismatch

    if late is None:
        raise Mismatch("--rate", "needs", "--late")
    if said:
        raise Mismatch(said[0], "does not go with", "--late")
