"""Calls: what each option is worth in one situation, and which of them stand out.

A *situation* is a decision, all that was seen so far and all that was decided before. A call's values presume
that later decisions are made at their best.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from croupier.exact.solve import Solved, Solver, Stakes, base_wagers, usual_stakes
from croupier.exact.space import Ints
from croupier.exact.strategy import Simple
from croupier.result import figure
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision
from croupier.sheet import Sheet, Shown


@dataclass(frozen=True, slots=True)
class Call(Shown):
    """One situation and what each option is worth there, per initial unit."""

    row: int
    """The first row of what is seen."""
    sees: tuple[tuple[str, str], ...]
    """All that was seen so far, by name and in words."""
    deals: int
    values: tuple[tuple[str, Fraction], ...]
    """Of the options that are offered there."""
    best: str
    decision: str
    decided: tuple[tuple[str, str], ...] = ()
    """What was decided before: decisions and options. One that was not asked is left out."""

    @property
    def margin(self) -> Fraction:
        """What the best option gains on the next best."""
        first, second, *_ = sorted((value for _, value in self.values), reverse=True)
        return first - second

    def data(self, *, several: bool) -> dict[str, Any]:
        """The call as data; of several decisions, which one it is and what was decided before."""
        of = {"decision": self.decision, "decided": dict(self.decided)} if several else {}
        values = {option: figure(value) for option, value in self.values}
        return {**of, "sees": dict(self.sees), "best": self.best, "values": values}

    @property
    def sheet(self) -> Sheet:
        return calls_sheet(f"The decision {self.decision}", [self])


def calls_sheet(title: str, shown: Iterable[Call]) -> Sheet:
    """Calls side by side, a table for each decision."""
    of_decision: dict[str, list[Call]] = {}
    for call in shown:
        of_decision.setdefault(call.decision, []).append(call)
    tables = [one_decision_sheet(title, each) for each in of_decision.values()]
    if len(tables) == 1:
        return tables[0]
    named = zip(of_decision, of_decision.values(), strict=True)
    return Sheet(title, parts=tuple(one_decision_sheet(id_, each) for id_, each in named))


def one_decision_sheet(title: str, shown: list[Call]) -> Sheet:
    names = list(dict.fromkeys(name for call in shown for name, _ in (*call.decided, *call.sees)))
    options = list(dict.fromkeys(option for call in shown for option, _ in call.values))
    return Sheet(
        title,
        heads=(*names, *options, "best", "margin", "deals"),
        rows=tuple(
            (
                *(dict((*call.decided, *call.sees)).get(name, "–") for name in names),
                *(
                    f"{float(value):+.4f}" if value is not None else "–"
                    for value in map(dict(call.values).get, options)
                ),
                call.best,
                f"{float(call.margin):.6f}",
                f"{call.deals:,}",
            )
            for call in shown
        ),
        words=len(names),
    )


# ── Situations ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Node(NamedTuple):
    """A situation by its numbers."""

    depth: int
    group: int
    way: tuple[int, ...]


def sees(decision: Decision, code: int) -> tuple[tuple[str, str], ...]:
    """What a sight tells, field by field and in words."""
    if decision.shown:
        return decision.shown(code)
    return tuple((field.name, field.show(field.value(code))) for field in decision.fields) or (("code", str(code)),)


def sees_so_far(model: Model, depth: int, sight: int) -> tuple[tuple[str, str], ...]:
    """What all sights up to a decision tell; a name that several of them use is given with its decision."""
    told: list[tuple[str, str, str]] = []
    for decision in reversed(model.decisions[: depth + 1]):
        sight, code = divmod(sight, decision.codes)
        told[:0] = [(decision.id, name, value) for name, value in sees(decision, code)]
    names = [name for _, name, _ in told]
    return tuple((name if names.count(name) == 1 else f"{id_} {name}", value) for id_, name, value in told)


def first_rows(solved: Solved) -> list[Ints]:
    """For each decision, the first row of everything that may be seen."""
    return [np.unique(group, return_index=True)[1] for group in solved.groups]


def calls_at(solver: Solver, solved: Solved, nodes: Iterable[Node]) -> Iterator[Call]:
    decisions = solver.model.decisions
    firsts = first_rows(solved)
    later = [int(np.prod([d.codes for d in decisions[depth + 1 :]], dtype=object)) for depth in range(len(decisions))]
    for depth, group, way in nodes:
        row, deals = int(firsts[depth][group]), int(solved.deals[depth][group])
        values, offered = (each[depth][(group, *way)].tolist() for each in (solved.values, solved.offered))
        worth = tuple(
            (option.id, Fraction(value, solved.scale * deals))
            for option, value, is_offered in zip(decisions[depth].options, values, offered, strict=False)
            if is_offered
        )
        places = zip(decisions, way, strict=False)
        decided = tuple((d.id, d.options[place].id) for d, place in places if place < len(d.options))
        seen = sees_so_far(solver.model, depth, int(solver.counts.sights[row]) // later[depth])
        best = decisions[depth].options[int(solved.best[depth][(group, *way)])].id
        yield Call(row, seen, deals, worth, best, decisions[depth].id, decided)


def ways_of(solver: Solver, solved: Solved, plan_of_row: Ints) -> list[tuple[Ints, ...]]:
    """For each decision, the options that a strategy took before it and takes at it, for everything that is seen."""
    options = np.unravel_index(plan_of_row, solver.shape)
    return [tuple(option[rows] for option in options[: depth + 1]) for depth, rows in enumerate(first_rows(solved))]


def calls(solver: Solver, rows: Ints | None = None, stakes: Stakes | None = None) -> list[Call]:
    """The decisions at some sights, or at all: every one of them, after every way that the earlier ones may go.

    Where no two options are offered there is nothing to decide.
    """
    if not solver.model.decisions:
        return []
    solved = solver.solved(stakes)
    nodes = (
        Node(depth, group, way)
        for depth, groups in enumerate(solved.groups)
        for group in np.unique(groups if rows is None else groups[rows]).tolist()
        for way in np.ndindex(*solved.values[depth].shape[1:-1])
        if np.count_nonzero(solved.offered[depth][(group, *way)]) > 1
    )
    return list(calls_at(solver, solved, nodes))


def closest(solver: Solver, count: int, stakes: Stakes | None = None) -> list[Call]:
    """The decisions that matter least: where the best option gains least, and something, on the next best.

    Of those that best play leads to; what would be best after a mistake is in `calls`.
    """
    if not solver.model.decisions:
        return []
    solved = solver.solved(stakes)
    nodes: list[Node] = []
    for depth, taken in enumerate(ways_of(solver, solved, solved.plan_of_row)):
        at = (np.arange(len(solved.deals[depth])), *taken[:-1])
        ranked = np.sort(solved.ranking(depth)[at], axis=1)
        margin = (ranked[:, -1] - ranked[:, -2]).astype(float) / solved.deals[depth]
        margin[(margin == 0) | (solved.offered[depth][at].sum(axis=1) < 2)] = np.inf
        nodes += [
            Node(depth, group, tuple(int(option[group]) for option in taken[:-1]))
            for group in np.argsort(margin, kind="stable")[: 4 * count].tolist()
            if np.isfinite(margin[group])
        ]
    found = sorted(calls_at(solver, solved, nodes), key=lambda call: (call.margin, len(call.decided), call.row))
    return found[:count]


def ties(solver: Solver, stakes: Stakes | None = None) -> tuple[int, Fraction]:
    """At how many decisions that best play leads to two options are best alike, and the share of deals that meet one.

    `solve` says which of them is taken. No expectation depends on that; the average wager, and so the element of risk
    and the spread, may.
    """
    if not solver.model.decisions:
        return 0, Fraction(0)
    solved = solver.solved(stakes)
    met, found = np.zeros(len(solver.counts.sights), dtype=np.bool_), 0
    for depth, taken in enumerate(ways_of(solver, solved, solved.plan_of_row)):
        at = (np.arange(len(solved.deals[depth])), *taken[:-1])
        values = solved.ranking(depth)[at]
        best = (values == values.max(axis=1, keepdims=True)) & solved.offered[depth][at]
        tied = best.sum(axis=1) > 1
        found += int(tied.sum())
        met |= tied[solved.groups[depth]]
    return found, Fraction(int(solver.counts.deals_of_row[met].sum()), solver.counts.total)


def departures(solver: Solver, from_: Simple, stakes: Stakes | None = None) -> list[Call]:
    """Where a simple strategy leads to a decision that the optimum makes otherwise, and better; dearest first."""
    solved = solver.solved(stakes)
    nodes: list[Node] = []
    for depth, taken in enumerate(ways_of(solver, solved, from_.plan_of_row)):
        *way, chosen = taken
        values = solved.ranking(depth)[(np.arange(len(chosen)), *way)]
        apart = values.max(axis=1) > np.take_along_axis(values, chosen[:, None], axis=1)[:, 0]
        nodes += [Node(depth, group, tuple(int(w[group]) for w in way)) for group in np.flatnonzero(apart).tolist()]
    return sorted(calls_at(solver, solved, nodes), key=lambda call: -call.margin * call.deals)


# ── Other wagers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Riding:
    """Whether a wager that depends on decisions it does not stake on would change them."""

    wager: str
    label: str
    sights: int
    """How many sights were gone through."""
    changed: int
    """At how many of them a wager of the same size as the others changes what is best."""
    agrees: bool
    """Whether the play that is best without it is best for it alone: then no size of it changes anything."""

    def __str__(self) -> str:
        if self.agrees:
            return (
                f"A {self.label} wager of any size changes no decision: at all {self.sights:,} sights "
                "what is best without it is best for it too."
            )
        if self.changed:
            return f"A {self.label} wager of the same size changes {self.changed:,} of {self.sights:,} decisions."
        return f"A {self.label} wager of the same size changes no decision; a larger one may."


def riding(solver: Solver, stakes: Stakes | None = None) -> tuple[Riding, ...]:
    """Prove of every wager that a decision may forfeit whether it changes what is best (TCP-R12).

    Play that is best for two wagers apart is best for any mix of them, as no mix can win more than their bests.
    """
    if solver.counts.decided_for is not None:
        return ()  # decisions were made for the usual stakes alone
    model, layout = solver.model, solver.counts.layout
    decided, staked = {d.id for d in model.decisions}, usual_stakes(model)
    alone = solver.best_plans(stakes)
    usual = stakes or staked
    found = []
    for wager in base_wagers(model):
        if wager.id in staked or not layout.needs(wager.outcome) & decided:
            continue
        values, _ = solver.values({wager.id: 1})
        best, kept = (
            sum(int(value) for value in np.take_along_axis(values, plans[:, None], axis=1)[:, 0])
            for plans in (solver.best_plans({wager.id: 1}), alone)
        )
        changed = int((solver.best_plans({**usual, wager.id: 1}) != alone).sum())
        found.append(Riding(wager.id, wager.label, len(alone), changed, best == kept))
    return tuple(found)
