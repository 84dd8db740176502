"""`croupier design`, `croupier session` and the prices of `croupier rulings`: what follows from a wager's figures."""

import json
from fractions import Fraction

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from croupier.cli.analyze import notice, rule_line, strategy_from
from croupier.cli.figures import exact
from croupier.cli.options import game_id
from croupier.errors import Refused
from croupier.exact.api import Reading, analyze, readings
from croupier.exact.design import design
from croupier.exact.report import Analysis
from croupier.exact.session import session
from croupier.exact.sheet import share
from croupier.games import game as game_by_id
from croupier.money import cents_from
from croupier.rulebook import Rate


def share_from(text: str, field: str) -> Fraction:
    """A share such as 5% or 1/20."""
    try:
        return Rate().read(text)
    except Refused as refused:
        raise refused.at(field) from None


def band_from(text: str, field: str) -> tuple[Fraction, Fraction]:
    """A band of shares, `5%..6%`."""
    low, dots, high = text.partition("..")
    if not dots:
        raise Refused(f"{text!r:.40} is no band; give two shares, such as 5%..6%", field=field)
    return share_from(low, field), share_from(high, field)


def wager_of(analysis: Analysis, wager: str) -> str:
    """A wager's id, or a refusal that names those there are."""
    if wager not in analysis.wagers:
        raise Refused(f"there is no wager {wager!r:.40}; there are {', '.join(analysis.wagers)}", field="WAGER")
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
    game = game_by_id(game_id(name))
    analysis = analyze(game, house=game.house(house).show(), notice=notice)
    report = analysis.wagers[wager_of(analysis, wager)]
    try:
        listed = [int(each) for each in payouts.split(",")] if payouts else None
    except ValueError:
        raise Refused(f"{payouts!r:.60} are no payouts; give such as 1,2,3,5,10", field="--payouts") from None
    found = design(
        report,
        edge=band_from(edge, "--edge"),
        hit=band_from(hit, "--hit") if hit else None,
        top_max=top,
        least=least,
        payouts=listed,
        count=count,
    )
    if not as_json:
        Console().print(found)
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
    print(json.dumps({"game": game.id, "wager": wager, "total": found.total, "tables": tables}, indent=2))


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
    game = game_by_id(game_id(name))
    rules = game.house(house)
    analysis = analyze(game, house=rules.show(), strategy=strategy_from(strategy), notice=notice)
    spread = analysis.distribution({wager_of(analysis, wager) if wager else next(iter(analysis.wagers)): 1})
    money = dollars_from(bankroll, "--bankroll") if bankroll else None
    found = session(spread, rounds=rounds, bankroll=money, stake=dollars_from(stake, "--stake"))
    if not as_json:
        console = Console()
        console.print(Text(game.title, style="bold"), Text(rule_line(rules.changes()), style="dim"))
        console.print(found)
        return
    data: dict[str, object] = {
        "game": game.id,
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


def priced_readings(name: str) -> list[Reading]:
    """Every reading of a game's rulings, with the edge of each wager under it."""
    return list(readings(game_by_id(game_id(name)), notice=notice))


def readings_told(name: str) -> Group:
    """What the ambiguities are worth: a table of the readings that move an edge, and the names of those that do not."""
    priced = priced_readings(name)
    wagers = list(priced[0].edges)
    usual = next(reading for reading in priced if reading.default)
    table = Table(title="What each reading does to the house edge", title_justify="left", box=None)
    for column in ("ruling", "reading", *wagers):
        table.add_column(column, justify="right" if column in wagers else "left", no_wrap=column != "reading")
    still = []
    for ruling, parameter in dict.fromkeys((reading.ruling, reading.parameter) for reading in priced):
        mine = [reading for reading in priced if (reading.ruling, reading.parameter) == (ruling, parameter)]
        if all(reading.edges == usual.edges for reading in mine):
            still.append(f"{parameter} ({ruling})")
            continue
        for reading in mine:
            shown = "yes" if reading.value is True else "no" if reading.value is False else str(reading.value)
            default = " (default)" if reading.default else ""
            cells = [edge_cell(reading.edges[wager], usual.edges[wager]) for wager in wagers]
            table.add_row(ruling, f"{parameter} = {shown}{default}", *cells)
    rest = f"No edge of one seat with an ample bank and fresh cards moves with {', '.join(still)}." if still else ""
    return Group(table, Text(rest, style="dim"))


def edge_cell(edge: Fraction, usual: Fraction) -> Text:
    """An edge, standing out where it is not the usual one."""
    return Text(share(edge), style="" if edge == usual else "bold")


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
