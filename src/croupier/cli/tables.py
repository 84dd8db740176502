"""`croupier simulate GAME --seats …`: several seats at one table, and the bank that they play against."""

import csv as csv_
import json
import sys
import tomllib
from collections.abc import Mapping
from contextlib import closing, suppress
from io import StringIO
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from croupier.cli.analyze import notice, strategy_from, with_paytables
from croupier.cli.options import game_id, read_text
from croupier.cli.simulate import Order, crew_of, rounds_from
from croupier.errors import Refused, quoted
from croupier.money import cents_from
from croupier.simulate import Crew
from croupier.simulate.seating import Seat
from croupier.simulate.tables import TableSimulation, TableTrial, run_table, table_trial

ROUNDS: Final = 1_000_000
SHIFT: Final = 200
PLAYED: Final = 0
INTERRUPTED: Final = 130


def run_tables(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Play what is asked for, show it, and give the exit status."""
    rounds = rounds_from(order.rounds) if order.rounds else ROUNDS
    trial = prepared(order)
    with crew_of(order, trial) as crew:
        simulation = play(trial, max(1, ceil(rounds / trial.shift)), crew, quiet=as_json or csv == Path("-"))
    if csv is not None and csv != Path("-"):
        csv.write_text(csv_text(simulation), encoding="utf-8", newline="")
    if as_json:
        print(json.dumps(simulation.json(), indent=2, ensure_ascii=False, allow_nan=False))
    elif csv == Path("-"):
        sys.stdout.write(csv_text(simulation))
    elif not simulation.shifts:
        print("Interrupted before a shift was played.")
    else:
        Console(highlight=False, markup=False, emoji=False).print(simulation)
    return PLAYED if simulation.shifts * trial.shift >= rounds else INTERRUPTED


def prepared(order: Order) -> TableTrial:
    """The table that is asked for; seats that do not say how they decide follow the strategy of all."""
    strategy = strategy_from(order.strategy)
    number = order.seats if order.seats.isascii() and order.seats.isdigit() and len(order.seats) < 4 else ""
    return table_trial(
        game_id(order.game),
        seats=int(number) if number else seats_from(order.seats, strategy),
        bank=order.bank,
        bankroll=order.bankroll,
        shift=SHIFT if order.shift is None else order.shift,
        strategy=strategy,
        house=with_paytables(order.house, order.paytables),
        button=order.button or 0,
        seed=order.seed,
        notice=notice,
    )


def seats_from(file: str, strategy: str | Mapping[str, object]) -> tuple[Seat, ...]:
    """Read seats: a `[[seat]]` for each, with dollars by wager, and a spot or a strategy where it has its own."""
    try:
        data = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"this is no TOML: {error}", field=file) from None
    listed = data.get("seat")
    if set(data) != {"seat"} or not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise Refused("this lists no seats; begin each with [[seat]]", field=file)
    try:
        return tuple(one_seat(each, strategy) for each in listed)
    except Refused as refused:
        raise refused.at(file) from None


def one_seat(given: dict[str, object], strategy: str | Mapping[str, object]) -> Seat:
    """One seat of a file."""
    spot, own = given.pop("spot", 0), given.pop("strategy", None)
    if not isinstance(spot, int) or isinstance(spot, bool):
        raise Refused(f"{quoted(spot)} is no spot; give its number")
    if own is not None and not isinstance(own, str):
        raise Refused(f"{quoted(own)} is no strategy; it is optimal, simple, or the file of one of your own")
    stakes = {id_: cents_from(dollars) for id_, dollars in given.items()}
    return Seat(stakes, spot, strategy if own is None else strategy_from(own))


def play(trial: TableTrial, shifts: int, crew: Crew, *, quiet: bool) -> TableSimulation:
    """Play, with a bar on standard error where somebody watches; an interruption keeps what is known."""
    console = Console(stderr=True)
    started, progress = perf_counter(), trial.start
    columns = (TextColumn("{task.completed:,} shifts"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    watched = console.is_terminal and not quiet
    going = run_table(trial, shifts, executor=crew.executor, player=crew.player, workers=crew.workers)
    with Progress(*columns, console=console, transient=True, disable=not watched) as bar, closing(going):
        task = bar.add_task("", total=shifts)
        with suppress(KeyboardInterrupt):
            for progress in going:
                bar.update(task, completed=progress.units)
    return TableSimulation(trial, progress, perf_counter() - started)


def csv_text(simulation: TableSimulation) -> str:
    """A row for every reading, seat and wager."""
    text = StringIO()
    rows = simulation.rows() if simulation.shifts else []
    writer = csv_.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
