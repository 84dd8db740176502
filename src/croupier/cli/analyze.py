"""`croupier analyze` and `croupier strategy`: what a game mathematician opens first."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from croupier.cards import cards_from
from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.figures import analysis_data, call_data, exact
from croupier.cli.games import Asked, asked
from croupier.cli.options import check_device, described_in, is_json
from croupier.errors import Refused, quoted
from croupier.exact.api import analyze, without
from croupier.exact.calls import Call, calls, calls_sheet, closest, departures, riding, ties
from croupier.exact.count import Counts, count
from croupier.exact.report import Analysis
from croupier.exact.solve import TIES, Solver, check_stakes
from croupier.exact.space import full
from croupier.exact.strategy import Cut, Simple, check_simple, check_strategy, simple
from croupier.sheet import share

UNITS_LENGTH_MAX = 24
SHOWN = 10
NO_TIES = "No two options are best alike anywhere."
WHOLE_MAX = 60
"""So many decisions are shown whole."""


def notice(line: str) -> None:
    """Say on standard error what takes its time."""
    Console(stderr=True).print(Text(f"{line} …", style="dim"))


def counted(about: Asked, removed: str = "", *, cluster: str | None = None, device: str = "cpu") -> Solver:
    """A game's count, made on a cluster or on a GPU where one is asked for."""
    composition = without(full(about.model.decks), removed_cards(removed))
    check_device(device, cluster)
    with counting_on(cluster) as executor:
        counts = count(about.model, composition, executor=executor, device=device, notice=notice)
    return Solver(counts, about.model, about.book, about.place)


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
    given: dict[str, object] = {}
    for paytable in paytables:
        wager, has_odds, odds = paytable.partition("=")
        if not has_odds:
            raise Refused(f"{quoted(paytable)} is no paytable; give WAGER=ODDS,ODDS,…", field="--paytable")
        if f"{wager.strip()}_paytable" in given:
            raise Refused(f"{quoted(wager.strip())} is given twice; give each wager one paytable", field="--paytable")
        given[f"{wager.strip()}_paytable"] = [each.strip() for each in odds.split(",")]
    return house | given


def strategy_from(text: str) -> str | Mapping[str, object]:
    """`optimal`, `simple`, or the file of one's own strategy."""
    if text in ("optimal", "simple"):
        return text
    if not text.strip():
        raise Refused("name a strategy: optimal, simple, or the file of one of your own", field="--strategy")
    return described_in(text)


def file_of(strategy: str) -> str:
    """The file that a strategy is read from, if it is one that can be read again."""
    return "" if strategy in ("optimal", "simple", "-") or is_json(strategy) else strategy


def stakes_from(texts: Iterable[str]) -> dict[str, Fraction] | None:
    """Units on wagers, WAGER=UNITS; None where nobody says any."""
    stakes: dict[str, Fraction] = {}
    for text in texts:
        wager, given, units = text.partition("=")
        try:
            number = Fraction(units.strip()) if given and len(units) <= UNITS_LENGTH_MAX else Fraction(0)
        except (ValueError, ZeroDivisionError):
            number = Fraction(0)
        if number <= 0 or "e" in units.lower():
            raise Refused(
                f"{quoted(text)} is not a stake; give WAGER=UNITS, such as ante=1 or pair_plus=1/2", field="--stake"
            )
        if wager.strip() in stakes:
            raise Refused(f"{wager.strip()} is given twice; give each wager once", field="--stake")
        stakes[wager.strip()] = number
    return stakes or None


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
    stakes: Iterable[str],
    decisions: bool,
    as_json: bool,
    cluster: str | None = None,
    device: str = "cpu",
) -> None:
    """Analyse a game and show its figures."""
    about = asked(name, with_paytables(house, paytables))
    chosen, staked = strategy_from(strategy), stakes_from(stakes)
    check_strategy(about.model, chosen)
    check_stakes(about.model, staked or {})
    analysis = analyze(counted(about, removed, cluster=cluster, device=device), strategy=chosen, stakes=staked)
    conditions = replace(analysis.conditions, strategy_file=file_of(strategy))
    if decisions:
        conditions = replace(conditions, options={**conditions.options, "--decisions": True})
    every = calls(analysis.played.solver, stakes=staked) if decisions else []
    if as_json:
        data = analysis_data(analysis, conditions)
        counts = analysis.played.solver.counts
        data |= {"deals": counts.total, "classes": counts.classes or None}
        if decisions:
            data["decisions"] = [call_data(call, several=len(about.model.decisions) > 1) for call in every]
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    out = console()
    out.print(heading_of(conditions))
    for part in (*analysis.wagers.values(), *analysis.together()):
        out.print()
        out.print(part)
    for line in analysis.tied():
        out.print(f"\n{line}")
    out.print(Text(f"\n{merged_words(analysis.played.solver.counts)}", style="dim"))
    if every:
        out.print()
        out.print(calls_sheet("Every decision", every))
    if about.model.decisions:
        shows = f"\n`{analysis.played.solver.conditions.asked('strategy').command}` shows the best strategy"
        out.print(Text(shows, style="dim"), soft_wrap=True)
    out.print(footing_of(conditions), soft_wrap=True)


def merged_words(counts: Counts) -> str:
    """How many deals there are, and as how many they were counted."""
    if counts.classes in (0, counts.total):
        return f"{counts.total:,} deals counted"
    return f"{counts.total:,} deals counted as {counts.classes:,} classes of deals that the rules cannot tell apart"


# ── croupier strategy ────────────────────────────────────────────────────────────────────────────────────────────────


def run_strategy(name: str, *, house: dict[str, object], removed: str, as_json: bool) -> None:
    """Show a game's optimal strategy, the simple one, and what simplicity costs."""
    about = asked(name, house)
    check_simple(about.model)
    solver = counted(about, removed)
    conditions = solver.conditions.asked("strategy")
    easy = simple(solver)
    apart = departures(solver, easy)
    near = closest(solver, SHOWN)
    if as_json:
        data = strategy_data(solver, easy, apart, near) | {"conditions": conditions.to_dict()}
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    out = console()
    out.print(heading_of(conditions))
    out.print()
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
    for line in (*analyze(solver).tied(), *([] if ties(solver)[0] else [NO_TIES])):
        out.print(f"\n{line}")
    for each in riding(solver):
        out.print(f"\n{each}{about.cited(each.wager)}")
    out.print(footing_of(conditions), soft_wrap=True)


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
        "taken": TIES,
        "riding": [
            {"wager": each.wager, "changed": each.changed, "whatever_its_size": each.agrees} for each in riding(solver)
        ],
    }


def cut_data(cut: Cut, *, several: bool) -> dict[str, object]:
    """A line of a simple strategy as data."""
    of = {"decision": cut.decision, "decided": dict(cut.decided)} if several else {}
    return {**of, **dict(cut.group), "from": cut.at or None, "below": cut.below, "above": cut.above}
