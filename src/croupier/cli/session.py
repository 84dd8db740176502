"""`croupier session`: what many rounds come to, worked out exactly."""

import csv as csv_
import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier.cli.analyze import counted, counting_bar, file_of, strategy_from, with_paytables
from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.games import Asked, asked
from croupier.cli.options import told_as_options, whole_from
from croupier.cli.output import PRINTED, Shaped, check_destinations, deliver
from croupier.cli.wagers import dollars_from, stakes_from
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted
from croupier.exact.bankroll import check_brought
from croupier.exact.session import ROUNDS_MAX, ROUNDS_PER_HOUR, Session, check_asked, mix_of, session
from croupier.exact.solve import base_wagers
from croupier.exact.strategy import check_strategy
from croupier.money import cents_from

DONE: Final = 0
INTERRUPTED: Final = 130
"""The status of a program that Ctrl-C ended."""


@dataclass(frozen=True)
class Order:
    """A session as it is asked for at the command line."""

    game: str
    _: KW_ONLY
    house: dict[str, object]
    paytables: Iterable[str]
    removed: str
    rounds: str
    stake: Iterable[str]
    bankroll: str | None
    strategy: str
    rounds_per_hour: str | None


def run_session(order: Order, *, csv: Path | None, as_json: bool) -> int:
    """Work out what a session comes to, show it, and give the exit status."""
    check_destinations(csv, None, as_json=as_json)
    about = asked(order.game, with_paytables(order.house, order.paytables))
    try:
        with told_as_options("rounds", "stake", "bankroll", "strategy", rounds_per_hour="--rounds-per-hour"):
            found = worked_out(order, about, quiet=as_json or csv == PRINTED)
    except KeyboardInterrupt:
        Console(stderr=True).print(Text("Interrupted before it was worked out.", style="dim"))
        return INTERRUPTED
    conditions = replace(found.conditions or about.conditions, strategy_file=file_of(order.strategy))
    result = Shaped(lambda: session_data(conditions, found), lambda: csv_text(found), lambda: show(conditions, found))
    deliver(result, csv=csv, as_json=as_json)
    return DONE


def worked_out(order: Order, about: Asked, *, quiet: bool) -> Session:
    """The session that is asked for; what cannot be is refused before anything is counted."""
    rounds = whole_from(order.rounds, "rounds", "--rounds", ROUNDS_MAX)
    an_hour = Fraction(ROUNDS_PER_HOUR) if order.rounds_per_hour is None else rate_from(order.rounds_per_hour)
    check_asked(rounds, an_hour)
    stakes = mix_of(about.model, stakes_from(order.stake, base_wagers(about.model)[0].id))
    bankroll = None if order.bankroll is None else dollars_from(order.bankroll, "--bankroll")
    check_brought(bankroll, sum(stakes.values(), Fraction(0)))
    strategy = strategy_from(order.strategy)
    check_strategy(about.model, strategy)
    solver = counted(about, order.removed)
    with counting_bar("worked out") as tell:
        return session(
            solver,
            rounds=rounds,
            stake=stakes,
            bankroll=bankroll,
            strategy=strategy,
            rounds_per_hour=an_hour,
            progress=(lambda _: None) if quiet else tell,
        )


RATIO: Final = re.compile(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}")


def rate_from(text: str) -> Fraction:
    """Rounds per hour, such as 60, 72.5 with two decimals at most, or 145/2, as a result's own command has it."""
    try:
        return Fraction(text) if RATIO.fullmatch(text) else Fraction(cents_from(text), 100)
    except Refused:
        raise Refused(
            f"{quoted(text)} is not a number of rounds; give one such as 60", field="--rounds-per-hour"
        ) from None


def session_data(conditions: Conditions, found: Session) -> dict[str, object]:
    """A session as data."""
    of = {"game": conditions.game, "house": dict(conditions.house), "strategy": conditions.strategy_name}
    return {**of, **found.data(), "conditions": conditions.to_dict()}


def csv_text(found: Session) -> str:
    """The distribution as CSV, a row for every result."""
    text = StringIO()
    csv_.writer(text, lineterminator="\n").writerows(found.rows())
    return text.getvalue()


def show(conditions: Conditions, found: Session) -> None:
    """Print a session for people."""
    out = console()
    out.print(heading_of(conditions))
    out.print()
    out.print(found.figures)
    out.print(footing_of(conditions), soft_wrap=True)
