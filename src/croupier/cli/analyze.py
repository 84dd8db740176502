"""`croupier analyze` and `croupier strategy`: what a game mathematician opens first."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from fractions import Fraction

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from croupier.cards import cards_from
from croupier.cli.asked import asked
from croupier.cli.console import console
from croupier.cli.figures import analysis_data, call_data, exact
from croupier.cli.options import check_device, described_in
from croupier.errors import Refused, quoted
from croupier.exact.api import analyze, solver_of, without
from croupier.exact.calls import Call, calls, calls_sheet, closest, departures, riding, ties
from croupier.exact.count import count
from croupier.exact.report import Analysis
from croupier.exact.sheet import share
from croupier.exact.solve import Solver
from croupier.exact.space import full
from croupier.exact.strategy import Cut, Simple, simple
from croupier.rulebook.model import Model

SHOWN = 10
WHOLE_MAX = 60
"""So many decisions are shown whole."""


def notice(line: str) -> None:
    """Say on standard error what takes its time."""
    Console(stderr=True).print(Text(f"{line} …", style="dim"))


def counted(model: Model, removed: str, *, cluster: str | None, device: str) -> Solver:
    """A model's count, made on a cluster or on a GPU where one is asked for; a bar shows how a long one goes."""
    composition = without(full(model.decks), removed_cards(removed))
    check_device(device, cluster)
    with counting_on(cluster) as executor, counting_bar() as tell:
        return Solver(count(model, composition, executor=executor, device=device, notice=notice, progress=tell), model)


@contextmanager
def counting_on(cluster: str | None) -> Iterator[Executor | None]:
    """Where a count is made: on a cluster where one is named, else on this machine."""
    if cluster is None:
        yield None
        return
    from croupier.kernel.cluster import cluster_executor

    with cluster_executor(cluster, notice=notice) as (executor, _):
        yield executor


@contextmanager
def counting_bar(called: str = "counted") -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where somebody watches."""
    err = Console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(called, total=1.0, visible=False)
        yield lambda share: bar.update(task, completed=share, visible=True)


def with_paytables(house: dict[str, object], paytables: Iterable[str]) -> dict[str, object]:
    """Add paytables given as WAGER=ODDS,ODDS,… to house rules."""
    given = dict(house)
    for paytable in paytables:
        wager, has_odds, odds = paytable.partition("=")
        if not has_odds:
            raise Refused(f"{quoted(paytable)} is no paytable; give WAGER=ODDS,ODDS,…", field="--paytable")
        given[f"{wager.strip()}_paytable"] = [each.strip() for each in odds.split(",")]
    return given


def strategy_from(text: str) -> str | Mapping[str, object]:
    """`optimal`, `simple`, or the file of one's own strategy."""
    if text in ("optimal", "simple"):
        return text
    if not text.strip():
        raise Refused("name a strategy: optimal, simple, or the file of one of your own", field="--strategy")
    return described_in(text)


def removed_cards(text: str) -> tuple[int, ...]:
    """Cards taken out, `Ah Kd`."""
    try:
        return cards_from(text)
    except Refused as refused:
        raise refused.at("--removed") from None


# ── croupier analyze ─────────────────────────────────────────────────────────────────────────────────────────────────


def run_analyze(
    name: str,
    *,
    house: dict[str, object],
    paytables: Iterable[str],
    removed: str,
    strategy: str,
    decisions: bool,
    as_json: bool,
    cluster: str | None = None,
    device: str = "cpu",
) -> None:
    """Analyse a game and show its figures."""
    about = asked(name, with_paytables(house, paytables))
    chosen = strategy_from(strategy)
    analysis = analyze(counted(about.model, removed, cluster=cluster, device=device), strategy=chosen)
    every = calls(analysis.played.solver) if decisions else []
    if as_json:
        data = analysis_data(analysis, about.id, about.house)
        if decisions:
            data["decisions"] = [call_data(call, several=len(about.model.decisions) > 1) for call in every]
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    out = console()
    out.print(about.heading)
    for report in analysis.wagers.values():
        out.print(report)
        out.print()
    if about.model.decisions:
        out.print(Text(f"strategy: {analysis.strategy}; `croupier strategy {name}` shows it", style="dim"))
    if every:
        out.print(calls_sheet("Every decision", every))


# ── croupier strategy ────────────────────────────────────────────────────────────────────────────────────────────────


def run_strategy(name: str, *, house: dict[str, object], removed: str, as_json: bool) -> None:
    """Show a game's optimal strategy, the simple one, and what simplicity costs."""
    about = asked(name, house)
    solver = solver_of(about.model, removed=removed_cards(removed), notice=notice)
    easy = simple(solver)
    apart = departures(solver, easy)
    near = closest(solver, SHOWN)
    if as_json:
        print(json.dumps(strategy_data(solver, easy, apart, near), indent=2, ensure_ascii=False))
        return
    out = console()
    out.print(about.heading)
    out.print(easy)
    best, easily = (share(edge, 6) for edge in edges(solver, easy))
    out.print(f"House edge of the {base_of(solver)} wager: optimal {best}, this {easily}.")
    if apart:
        out.print(f"\n{departing(solver, apart)}")
        out.print(calls_sheet("Where the optimum departs", apart[:SHOWN]))
    out.print()
    out.print(calls_sheet("The closest calls", near))
    if sum(values[..., 0].size for values in solver.solved().values) <= WHOLE_MAX:
        out.print()
        out.print(calls_sheet("Every decision", calls(solver)))
    out.print(f"\n{tied(solver)}")
    for each in riding(solver):
        out.print(f"\n{each}{about.cited(each.wager)}")


def base_of(solver: Solver) -> str:
    """The wager that the first decision rests on."""
    return solver.model.decisions[0].base


def edges(solver: Solver, easy: Simple) -> tuple[Fraction, Fraction]:
    """The house edge of the base wager under the optimal strategy and under a simple one."""
    optimal, easily = analyze(solver), Analysis(solver.play(easy.plan_of_row), "simple")
    return optimal.wagers[base_of(solver)].house_edge, easily.wagers[base_of(solver)].house_edge


def departing(solver: Solver, apart: list[Call]) -> str:
    """How often the optimum is not as simple as that."""
    several = len(solver.model.decisions) > 1
    parts = []
    for decision, seen in zip(solver.model.decisions, solver.solved().deals, strict=True):
        mine = [call for call in apart if call.decision == decision.id]
        deals = sum(call.deals for call in mine) / solver.counts.total
        if mine:
            where = f" of {decision.id}" if several else ""
            parts.append(f"at {len(mine):,} of {len(seen):,} sights{where}, {deals:.4%} of deals")
    return (
        f"The true optimum is no such table: {', and '.join(parts)}, it goes by more than this, such as the cards that "
        "a hand takes out of the deck. Those that cost most:"
    )


def tied(solver: Solver) -> str:
    """How often two options are best alike, and which is taken."""
    found, met = ties(solver)
    if not found:
        return "No two options are best alike anywhere."
    where = f"{found:,} {'sight' if found == 1 else 'sights'}, {share(met)} of deals"
    return (
        f"At {where}, two options are worth exactly the same, and the first of them is taken: no edge hangs on it, but "
        "the average wager, the element of risk and the spread do."
    )


def strategy_data(solver: Solver, easy: Simple, apart: list[Call], near: list[Call]) -> dict[str, object]:
    """A strategy as data; which decision is meant is told where there are several."""
    optimal, easily = edges(solver, easy)
    several = len(solver.model.decisions) > 1
    return {
        "game": solver.model.id,
        "decision": solver.model.decisions[0].id,
        **({"decisions": [decision.id for decision in solver.model.decisions]} if several else {}),
        "optimal_edge": exact(optimal),
        "simple_edge": exact(easily),
        **({"jointly": easy.jointly} if several else {}),
        "simple": [cut_data(cut, several=several) for cut in easy.cuts],
        "departures": [call_data(call, several=several) for call in apart[:SHOWN]],
        "closest": [call_data(call, several=several) for call in near],
        "ties": ties(solver)[0],
        "riding": [
            {"wager": each.wager, "changed": each.changed, "whatever_its_size": each.agrees} for each in riding(solver)
        ],
    }


def cut_data(cut: Cut, *, several: bool) -> dict[str, object]:
    """A line of a simple strategy as data."""
    of = {"decision": cut.decision, "decided": dict(cut.decided)} if several else {}
    return {**of, **dict(cut.group), "from": cut.at or None, "below": cut.below, "above": cut.above}
