"""`croupier design` and the prices of `croupier rulings`: what follows from a wager's figures; shares and stakes."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from croupier.cli.analyze import counted, notice
from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.figures import exact
from croupier.cli.games import asked
from croupier.cli.options import game_id, told_as_options
from croupier.errors import Refused, quoted
from croupier.exact.api import analyze
from croupier.exact.design import Wanted, design
from croupier.exact.readings import Readings, readings
from croupier.exact.report import Analysis, riders_of
from croupier.exact.solve import base_wagers
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
    known = {each.id: each for each in base_wagers(about.model)}
    if wager not in known:
        raise Refused(f"there is no wager {quoted(wager)}; there are {', '.join(known)}", field="wager")
    if payouts is not None and not re.fullmatch(PAYOUTS, payouts):
        raise Refused(f"{quoted(payouts)} are no payouts; give such as 1,2,3,5,10", field="--payouts")
    listed = tuple(int(each) for each in payouts.split(",")) if payouts is not None else None
    edges = band_from(edge, "--edge", edge_from)
    hits = band_from(hit, "--hit") if hit is not None else None
    with told_as_options("edge", "hit", "payouts", "count", top_max="--max-top"):
        riders = tuple(decision.wager for decision in riders_of(about.model, wager))
        Wanted(edges, hits, top, least, {}, listed, None, count).check(known[wager], riders)
        report = analyze(counted(about)).wagers[wager]
        with searching_bar() as tell:
            found = design(
                report,
                edge=edges,
                hit=hits,
                top_max=top,
                least=least,
                payouts=listed,
                count=count,
                progress=tell,
            )
    asked_for = {
        "--edge": edge,
        "--hit": hit,
        "--max-top": top,
        "--least": least,
        "--payouts": payouts,
        "--count": count,
    }
    conditions = about.conditions.asked("design", wager, options=asked_for)
    if not as_json:
        out = console()
        out.print(heading_of(conditions))
        out.print()
        out.print(found)
        out.print(footing_of(conditions), soft_wrap=True)
        return
    tables = [
        {
            "pays": dict(zip(found.lines, table.pays, strict=True)),
            "house_edge": exact(table.house_edge),
            "return_to_player": exact(1 - table.house_edge),
            "hit_frequency": exact(table.hit_frequency),
            "variance": exact(table.variance),
            "standard_deviation": table.standard_deviation,
        }
        for table in found.tables
    ]
    data = {"game": about.id, "wager": wager, "total": found.total, "tables": tables}
    print(json.dumps(data | {"conditions": conditions.to_dict()}, indent=2, ensure_ascii=False))


@contextmanager
def searching_bar() -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where somebody watches: how many is not known beforehand, so it only moves."""
    err = Console(stderr=True)
    columns = (TextColumn("searching"), BarColumn(), TextColumn("{task.completed:,.0f} beginnings of paytables"))
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda met: bar.update(task, completed=met)


def dollars_from(text: str, field: str) -> Fraction:
    """An amount of dollars."""
    try:
        return Fraction(cents_from(text), 100)
    except Refused as refused:
        raise refused.at(field) from None


def stakes_from(given: Iterable[str], first: str) -> dict[str, Fraction]:
    """Stakes on wagers, `ante=10` or `10` alone for the first wager."""
    stakes: dict[str, Fraction] = {}
    for text in given:
        wager, named, dollars = text.rpartition("=")
        id_ = wager.strip() if named else first
        if id_ in stakes:
            raise Refused(f"{quoted(id_)} is staked on twice; give one amount for each wager", field="--stake")
        stakes[id_] = dollars_from(dollars, "--stake")
    return stakes


def priced_readings(name: str) -> Readings:
    """Every reading of a game's rulings, with the edge of each wager under it."""
    return readings(game_by_id(game_id(name)), notice=notice)


def readings_data(name: str) -> dict[str, object]:
    """What the ambiguities are worth, as data."""
    found = priced_readings(name)
    prices = [
        {
            "ruling": reading.ruling,
            "parameter": reading.parameter,
            "value": reading.value,
            "default": reading.default,
            "house_edge": {wager: exact(edge) for wager, edge in reading.edges.items()},
        }
        for reading in found
    ]
    return {"prices": prices, "conditions": None if found.conditions is None else found.conditions.to_dict()}
