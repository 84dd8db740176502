"""`croupier analyze` and `croupier strategy`: what a game mathematician opens first."""

import json
import tomllib
from collections.abc import Iterable, Mapping

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cards import cards_from
from croupier.cli.figures import analysis_data, call_data
from croupier.cli.options import game_id, read_text
from croupier.errors import Refused
from croupier.exact.api import analyze, solver_of
from croupier.exact.report import Analysis, WagerReport
from croupier.exact.sheet import share
from croupier.exact.solve import Solver
from croupier.exact.strategy import Call, Simple, calls, closest, departures, only_decision, simple
from croupier.games import game as game_by_id

CLOSEST = 10


def notice(line: str) -> None:
    """Say on standard error what takes its time."""
    Console(stderr=True).print(Text(f"{line} …", style="dim"))


def with_paytables(house: dict[str, object], paytables: Iterable[str]) -> dict[str, object]:
    """Add paytables given as WAGER=ODDS,ODDS,… to house rules."""
    given = dict(house)
    for paytable in paytables:
        wager, has_odds, odds = paytable.partition("=")
        if not has_odds:
            raise Refused(f"{paytable!r:.60} is no paytable; give WAGER=ODDS,ODDS,…", field="--paytable")
        given[f"{wager.strip()}_paytable"] = [each.strip() for each in odds.split(",")]
    return given


def strategy_from(text: str) -> str | Mapping[str, object]:
    """`optimal`, `simple`, or the file of one's own strategy."""
    if text in ("optimal", "simple"):
        return text
    try:
        return tomllib.loads(read_text(text))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"this is no TOML: {error}", field=text) from None


def removed_cards(text: str) -> tuple[int, ...]:
    """Cards taken out, `Ah Kd`."""
    try:
        return cards_from(text)
    except Refused as refused:
        raise refused.at("--removed") from None


def run_analyze(
    name: str,
    *,
    house: dict[str, object],
    paytables: Iterable[str],
    removed: str,
    strategy: str,
    decisions: bool,
    as_json: bool,
) -> None:
    """Analyse a game and show its figures."""
    game = game_by_id(game_id(name))
    rules = game.house(with_paytables(house, paytables))
    analysis = analyze(
        game,
        house=rules.show(),
        strategy=strategy_from(strategy),
        removed=removed_cards(removed),
        notice=notice,
    )
    if as_json:
        data = analysis_data(analysis, game.id, rules.show())
        if decisions:
            data["decisions"] = [call_data(call) for call in every_call(analysis.played.solver)]
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    console = Console()
    console.print(Text(game.title, style="bold"), Text(rule_line(rules.changes()), style="dim"))
    for report in analysis.wagers.values():
        console.print(wager_table(report))
        console.print(figures_table(report))
    if analysis.model.decisions:
        console.print(Text(f"strategy: {analysis.strategy}; `croupier strategy {game.id}` shows it", style="dim"))
    if decisions:
        show_calls(console, every_call(analysis.played.solver), "Every decision")


def rule_line(changes: Mapping[str, object]) -> str:
    """The house rules that are not the usual ones."""
    return ", ".join(f"{name} = {value}" for name, value in changes.items()) or "usual house rules"


def every_call(solver: Solver) -> list[Call]:
    """The decisions at all sights, none where nothing is decided."""
    return calls(solver, np.arange(len(solver.counts.sights))) if solver.model.decisions else []


def wager_table(report: WagerReport) -> Table:
    """The outcome table of a wager."""
    included = "".join(f" with {id_}" for id_ in report.includes)
    table = Table(title=f"{report.wager.label}{included}", title_justify="left", caption_justify="left")
    table.caption = f"{report.combinations:,} combinations: {report.combinations_of}"
    for column in ("outcome", "combinations", "probability", "pays", "return"):
        table.add_column(column, justify="left" if column == "outcome" else "right", no_wrap=True)
    for row in report.rows:
        style = "green" if row.pays > 0 else "" if row.pays == 0 else "red"
        table.add_row(
            row.outcome,
            f"{row.combinations:,}",
            f"{float(row.probability):.8f}",
            Text(f"{row.pays}", style=style),
            f"{float(row.contribution):+.8f}",
        )
    return table


def figures_table(report: WagerReport) -> Table:
    """The figures of a wager in two columns."""
    spread = report.distribution
    table = Table(show_header=False, box=None, padding=(0, 2))
    rows = (
        ("house edge", share(report.house_edge), f"{report.house_edge}"),
        ("element of risk", share(report.element_of_risk), f"{report.element_of_risk}"),
        ("average wager", f"{float(report.average_wager):.6f}", f"{report.average_wager}"),
        ("hit frequency", share(report.hit_frequency), f"{report.hit_frequency}"),
        ("win / push / lose", f"{share(spread.win, 2)} / {share(spread.push, 2)} / {share(spread.lose, 2)}", ""),
        ("standard deviation", f"{spread.standard_deviation:.6f}", ""),
        ("skewness", f"{spread.skewness:.6f}", ""),
        ("maximum exposure", f"{report.maximum_exposure} to 1", ""),
    )
    for name, value, fraction in rows:
        table.add_row(Text(name, style="dim"), Text(value, style="bold"), Text(fraction, style="dim"))
    return table


def run_strategy(name: str, *, house: dict[str, object], removed: str, as_json: bool) -> None:
    """Show a game's optimal strategy, the simple one, and what simplicity costs."""
    game = game_by_id(game_id(name))
    rules = game.house(house)
    solver = solver_of(game, house=rules.show(), removed=removed_cards(removed), notice=notice)
    only_decision(solver)
    easy = simple(solver)
    apart = departures(solver, easy)
    optimum = Analysis(solver.play(solver.best_plans()), "optimal")
    easily = Analysis(solver.play(easy.plan_of_row), "simple")
    base = solver.model.decisions[0].base
    if as_json:
        print(json.dumps(strategy_data(solver, easy, optimum, easily), indent=2, ensure_ascii=False))
        return
    console = Console()
    console.print(Text(f"{game.title}: what to do when", style="bold"), Text(rule_line(rules.changes()), style="dim"))
    console.print(cuts_table(solver, easy))
    edges = optimum.wagers[base].house_edge, easily.wagers[base].house_edge
    console.print(f"house edge: optimal {share(edges[0], 6)}, this table {share(edges[1], 6)};")
    console.print(f"remembering no more than this costs {share(easy.cost, 6)} of the {base} wager.")
    if len(apart):
        part = sum(int(solver.counts.deals_of_row[row]) for row in apart) / solver.counts.total
        console.print(
            f"The true optimum is no such table: at {len(apart):,} of {len(solver.counts.sights):,} sights, "
            f"{part:.4%} of deals, the cards that a hand takes out of the deck decide otherwise. Those that cost most:"
        )
        show_calls(console, dearest(solver, apart), "Where the optimum departs")
    show_calls(console, closest(solver, CLOSEST), "The closest calls")
    show_riding_wagers(console, solver)


def dearest(solver: Solver, rows: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> list[Call]:
    """The departures that are worth most, deals counted."""
    return sorted(calls(solver, rows), key=lambda call: -call.margin * call.deals)[:CLOSEST]


def show_riding_wagers(console: Console, solver: Solver) -> None:
    """Say whether other wagers that hang on the decision would change it (TCP-R12)."""
    decision = solver.model.decisions[0]
    alone = solver.best_plans({decision.base: 1})
    for wager in solver.model.wagers:
        hangs = decision.id in solver.counts.layout.needs(wager.outcome)
        if hangs and wager.id not in (decision.base, decision.wager):
            changed = int((solver.best_plans({decision.base: 1, wager.id: 1}) != alone).sum())
            says = f"changes {changed:,} decisions" if changed else "changes no decision"
            console.print(f"A {wager.label} wager of the same size {says}.")


def cuts_table(solver: Solver, easy: Simple) -> Table:
    """The simple strategy, a line for each thing that is seen."""
    decision = solver.model.decisions[0]
    options = {option.id: option.label for option in decision.options}
    ordered = next(field.name for field in decision.fields if field.ordered)
    table = Table(title=f"The best table that has one cut in {ordered}", title_justify="left")
    for name, _ in easy.cuts[0].group:
        table.add_column(name)
    for column in ("below", "from", "on"):
        table.add_column({"below": f"lower {ordered}", "from": f"{ordered} from", "on": "on"}[column])
    for cut in easy.cuts:
        table.add_row(
            *(value for _, value in cut.group), options[cut.below] if cut.at else "", cut.at, options[cut.above]
        )
    return table


def show_calls(console: Console, shown: list[Call], title: str) -> None:
    """Decisions as a table."""
    if not shown:
        return
    table = Table(title=title, title_justify="left")
    for name, _ in shown[0].sees:
        table.add_column(name)
    for option, _ in shown[0].values:
        table.add_column(option, justify="right")
    table.add_column("best")
    table.add_column("margin", justify="right")
    table.add_column("deals", justify="right")
    for call in shown:
        table.add_row(
            *(value for _, value in call.sees),
            *(f"{float(value):+.6f}" for _, value in call.values),
            call.best,
            f"{float(call.margin):.6f}",
            f"{call.deals:,}",
        )
    console.print(table)


def strategy_data(solver: Solver, easy: Simple, optimum: Analysis, easily: Analysis) -> dict[str, object]:
    """A strategy as data."""
    base = solver.model.decisions[0].base
    return {
        "game": solver.model.id,
        "decision": solver.model.decisions[0].id,
        "optimal_edge": analysis_data(optimum, solver.model.id, {})["wagers"][base]["house_edge"],  # type: ignore[index]
        "simple_edge": analysis_data(easily, solver.model.id, {})["wagers"][base]["house_edge"],  # type: ignore[index]
        "simple": [
            {**dict(cut.group), "from": cut.at or None, "below": cut.below, "above": cut.above} for cut in easy.cuts
        ],
        "departures": [call_data(call) for call in dearest(solver, departures(solver, easy))],
        "closest": [call_data(call) for call in closest(solver, CLOSEST)],
    }
