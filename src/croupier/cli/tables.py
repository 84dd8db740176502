"""`croupier simulate GAME --seats …`: several seats at one table, and the bank that they play against."""

import csv as csv_
import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Final

from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.options import told_as_options
from croupier.cli.output import PRINTED, Shaped, deliver
from croupier.cli.progress import notice
from croupier.cli.shoes import Course, by_units, play
from croupier.cli.simulate import Order, crew_of, rounds_from
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted
from croupier.front.inputs import described_in, dollars_from, strategy_from
from croupier.money import cents_from
from croupier.simulation.seating import Seat
from croupier.simulation.table_trial import check_shifts
from croupier.simulation.tables import TableSimulation, TableTrial, table_trial

ROUNDS: Final = 1_000_000
SHIFT: Final = 200
NUMBER: Final = re.compile(r"[+-]?[0-9]+")
DIGITS: Final = 9
SEATS_END: Final = 100
"""No table has so many seats."""
NOTHING: Final = {"rounds": 0, "shifts": 0, "wagers": {}, "chi_square": None, "p_value": None}
"""What is known of a table before its first shift."""


def run_tables(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Play what is asked for, show it, and give the exit status."""
    rounds = ROUNDS if order.rounds is None else rounds_from(order.rounds)
    about = order.about
    course, seen = Course(), None
    with course.cut_short(), told_as_options("bank", "bankroll", "seats", "shift"):
        trial = prepared(order)
        shifts = -(-rounds // trial.shift)
        if shifts * trial.shift != rounds:
            notice(
                f"shifts are whole: {shifts * trial.shift:,} rounds are played, {shifts:,} shifts of {trial.shift:,}"
            )
        check_shifts(trial, shifts)
        with crew_of(order, trial) as crew:
            following = by_units(trial, shifts, crew)
            play(trial, following, course, checkpoint=order.checkpoint, quiet=as_json or csv == PRINTED)
    if course.progress:
        seen = TableSimulation(trial, course.progress, course.seconds)
    of = {"game": about.id, "house": dict(about.house), "seed": order.seed, "interrupted": course.interrupted}
    conditions = order.conditions(None if seen is None else seen.conditions, asked_for(order, seen))
    data = of | (seen.json() if seen else NOTHING) | {"conditions": conditions.to_dict()}
    result = Shaped(
        lambda: data, lambda: csv_text(seen), lambda: show(seen, conditions, interrupted=course.interrupted)
    )
    deliver(result, csv=csv, as_json=as_json)
    return course.over()


def asked_for(order: Order, seen: TableSimulation | None) -> dict[str, object]:
    """The options that decide the figures of a table."""
    rounds = order.rounds if seen is None else seen.shifts * seen.trial.shift
    names = ("seats", "bank", "bankroll", "shift", "button", "exact")
    return {"--rounds": rounds, **{f"--{name}": getattr(order, name) for name in names}}


def show(seen: TableSimulation | None, conditions: Conditions, *, interrupted: bool) -> None:
    """Print what is known, for people."""
    out = console()
    out.print(heading_of(conditions))
    out.print()
    out.print("Interrupted before a shift was played." if seen is None else seen)
    if seen is not None and interrupted:
        out.print("Interrupted: this is what is known so far.")
    out.print(footing_of(conditions), soft_wrap=True)


def prepared(order: Order) -> TableTrial:
    """The table that is asked for; seats that do not say how they decide follow the strategy of all."""
    about = order.about
    if about.game is None:
        raise Refused(
            f"{about.id} is a model and says nothing of seats, limits and a bank; play a game", field="--seats"
        )
    if order.button is not None and order.button < 1:
        raise Refused("seats are counted from 1", field="--button")
    strategy = strategy_from(order.strategy, "--strategy")
    return table_trial(
        about.game,
        seats=seats_of(order.seats or "", strategy),
        bank=amount_from(order.bank, "--bank"),
        bankroll=amount_from(order.bankroll, "--bankroll"),
        shift=SHIFT if order.shift is None else order.shift,
        strategy=strategy,
        house=about.house,
        button=order.button or 0,
        seed=order.seed,
        exact=order.exact,
        notice=notice,
    )


def amount_from(text: str | None, field: str) -> str | None:
    """What a bank has or wagers, in dollars."""
    if text is not None and dollars_from(text, field) <= 0:
        raise Refused(f"nobody banks with {quoted(text)}; give dollars, such as 500", field=field)
    return text


def seats_of(text: str, strategy: str | Mapping[str, object]) -> int | tuple[Seat, ...]:
    """So many seats, or those of a file."""
    if not text.strip():
        raise Refused("say how many, or name a file that lists them", field="--seats")
    if not NUMBER.fullmatch(text):
        return seats_from(text, strategy)
    if not 1 <= (number := int(text[:DIGITS])) < SEATS_END:
        raise Refused(f"{quoted(text)} seats cannot play; give their number, such as 6", field="--seats")
    return number


def seats_from(file: str, strategy: str | Mapping[str, object]) -> tuple[Seat, ...]:
    """Read seats: a `[[seat]]` for each, with dollars by wager, and a spot or a strategy where it has its own."""
    data = described_in(file)
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


def csv_text(seen: TableSimulation | None) -> str:
    """A row for every reading, seat and wager."""
    text = StringIO()
    rows = seen.rows() if seen else []
    writer = csv_.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
