"""`croupier design`, `croupier session` and the prices of `croupier rulings`: what follows from a wager's figures."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from croupier.cli.analyze import notice, strategy_from
from croupier.cli.asked import asked
from croupier.cli.console import console
from croupier.cli.figures import exact
from croupier.cli.options import game_id, told_as_options
from croupier.errors import Refused, quoted
from croupier.exact.api import analyze
from croupier.exact.design import design
from croupier.exact.readings import Readings, readings
from croupier.exact.report import Analysis
from croupier.exact.session import session
from croupier.games import game as game_by_id
from croupier.money import cents_from
from croupier.rulebook import Rate

PAYOUTS: Final = r" *-?[0-9]{1,18} *(, *-?[0-9]{1,18} *)*"


def share_from(text: str, field: str) -> Fraction:
    """A share such as 5% or 1/20."""
    try:
        return Rate().read(text)
    except Refused as refused:
        raise refused.at(field) from None


def edge_from(text: str, field: str) -> Fraction:
    """A house edge, which a game that favours the player has below nothing."""
    return -share_from(text.strip()[1:], field) if text.strip().startswith("-") else share_from(text, field)


def band_from(text: str, field: str, read: Callable[[str, str], Fraction] = share_from) -> tuple[Fraction, Fraction]:
    """A band of shares, `5%..6%`."""
    low, dots, high = text.partition("..")
    if not dots:
        raise Refused(f"{quoted(text)} is no band; give two shares, such as 5%..6%", field=field)
    return read(low, field), read(high, field)


def wager_of(analysis: Analysis, wager: str) -> str:
    """A wager's id, or a refusal that names those there are."""
    if wager not in analysis.wagers:
        raise Refused(f"there is no wager {quoted(wager)}; there are {', '.join(analysis.wagers)}", field="wager")
    return wager


def run_design(
    name: str,
    wager: str,
    *,
    house: dict[str, object],
    edge: str,
    hit: str | None,
    top: int,
    least: int,
    payouts: str | None,
    count: int,
    as_json: bool,
) -> None:
    """Search paytables for a wager."""
    about = asked(name, house)
    analysis = analyze(about.model, notice=notice)
    report = analysis.wagers[wager_of(analysis, wager)]
    if payouts is not None and not re.fullmatch(PAYOUTS, payouts):
        raise Refused(f"{quoted(payouts)} are no payouts; give such as 1,2,3,5,10", field="--payouts")
    listed = [int(each) for each in payouts.split(",")] if payouts is not None else None
    with told_as_options("edge", "hit", "payouts", "count", top_max="--max-top"):
        found = design(
            report,
            edge=band_from(edge, "--edge", edge_from),
            hit=band_from(hit, "--hit") if hit is not None else None,
            top_max=top,
            least=least,
            payouts=listed,
            count=count,
        )
    if not as_json:
        console().print(found)
        return
    tables = [
        {
            "pays": dict(zip(found.lines, table.pays, strict=True)),
            "house_edge": exact(table.house_edge),
            "hit_frequency": exact(table.hit_frequency),
            "standard_deviation": table.standard_deviation,
        }
        for table in found.tables
    ]
    print(json.dumps({"game": about.id, "wager": wager, "total": found.total, "tables": tables}, indent=2))


def dollars_from(text: str, field: str) -> Fraction:
    """An amount of dollars."""
    try:
        return Fraction(cents_from(text), 100)
    except Refused as refused:
        raise refused.at(field) from None


def run_session(
    name: str,
    *,
    house: dict[str, object],
    rounds: int,
    stake: str,
    wager: str | None,
    bankroll: str | None,
    strategy: str,
    as_json: bool,
) -> None:
    """Work out what a session comes to."""
    about = asked(name, house)
    analysis = analyze(about.model, strategy=strategy_from(strategy), notice=notice)
    staked = next(iter(analysis.wagers)) if wager is None else wager_of(analysis, wager)
    money = None if bankroll is None else dollars_from(bankroll, "--bankroll")
    with told_as_options("rounds", "stake", "bankroll"):
        found = session(
            analysis.distribution({staked: 1}), rounds=rounds, bankroll=money, stake=dollars_from(stake, "--stake")
        )
    if not as_json:
        out = console()
        out.print(about.heading)
        out.print(found)
        return
    data: dict[str, object] = {
        "game": about.id,
        "rounds": rounds,
        "mean": exact(found.mean),
        "standard_deviation": found.standard_deviation,
        "skewness": found.skewness,
        "ahead": float(found.ahead),
        "level": float(found.level),
        "behind": float(found.behind),
        "error": float(found.error),
        "quantiles": {str(q): float(found.quantile(q)) for q in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)},
    }
    if found.ruin is not None and found.ruin_error is not None:
        data |= {"ruin": float(found.ruin), "ruin_error": float(found.ruin_error)}
    print(json.dumps(data, indent=2))


def priced_readings(name: str) -> Readings:
    """Every reading of a game's rulings, with the edge of each wager under it."""
    return readings(game_by_id(game_id(name)), notice=notice)


def readings_data(name: str) -> list[dict[str, object]]:
    """What the ambiguities are worth, as data."""
    return [
        {
            "ruling": reading.ruling,
            "parameter": reading.parameter,
            "value": reading.value,
            "default": reading.default,
            "house_edge": {wager: exact(edge) for wager, edge in reading.edges.items()},
        }
        for reading in priced_readings(name)
    ]
