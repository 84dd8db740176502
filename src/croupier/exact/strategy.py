"""Strategies: the optimal one, simple ones a person can remember, and one's own from a file.

A strategy is a plan for every sight. The optimum comes from `solve`; a simple strategy is, for each value of what
cannot be ordered (the exposed card), one cut in what can (this hand or better); a strategy of one's own is a list of
rules read from top to bottom.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as pairs
from typing import Any

import numpy as np

from croupier.errors import Refused
from croupier.exact.solve import Solver, Stakes
from croupier.exact.space import Ints
from croupier.rulebook.wager import Decision, SightField


@dataclass(frozen=True, slots=True)
class Cut:
    """One line of a simple strategy: below the cut one option, from it on another."""

    group: tuple[tuple[str, str], ...]
    """What cannot be ordered, by name and in words."""
    at: str
    """The least hand, rank or total that takes the option above; empty when all take it."""
    below: str
    above: str


@dataclass(frozen=True)
class Simple:
    """A simple strategy and what it costs."""

    cuts: tuple[Cut, ...]
    plan_of_row: Ints
    cost: Fraction
    """What it loses per initial unit against the optimum."""


def only_decision(solver: Solver) -> Decision:
    """The decision of a game that has one."""
    decisions = solver.model.decisions
    if len(decisions) != 1:
        raise Refused(f"{solver.model.id} has {len(decisions) or 'no'} decisions; this is worked out for one")
    return decisions[0]


def field_values(solver: Solver, field: SightField) -> Ints:
    """The value of a field at every sight."""
    return np.array([field.value(int(code)) for code in solver.counts.sights], dtype=np.int64)


def simple(solver: Solver, stakes: Stakes | None = None) -> Simple:
    """Find the best strategy of one cut per group, by trying all of them exactly."""
    decision = only_decision(solver)
    ordered = next((field for field in decision.fields if field.ordered), None)
    if ordered is None:
        raise Refused(f"nothing that is seen before {decision.id} can be put in order")
    grouped = [field for field in decision.fields if not field.ordered]
    values, scale = solver.values(stakes)
    height = field_values(solver, ordered)
    keys = np.stack([field_values(solver, field) for field in grouped] or [np.zeros_like(height)], axis=1)
    plan_of_row = np.zeros(len(height), dtype=np.int64)
    cuts = []
    for key in np.unique(keys, axis=0):
        rows = np.flatnonzero((keys == key).all(axis=1))
        least, below, above = best_cut(values[rows], height[rows])
        plan_of_row[rows] = np.where(height[rows] >= least, above, below)
        group = tuple((f.name, f.show(int(v))) for f, v in zip(grouped, key, strict=False))
        options = decision.options
        at = ordered.show(least) if least > int(height[rows].min()) else ""
        cuts.append(Cut(group, at, options[below].id, options[above].id))
    best = solver.best_plans(stakes)
    lost = total(values, best) - total(values, plan_of_row)
    return Simple(tuple(cuts), plan_of_row, Fraction(lost, scale * solver.counts.total))


def total(values: Any, plan_of_row: Ints) -> int:  # noqa: ANN401  # integers of either kind
    """The sum of results that plans lead to, times the values' scale."""
    return sum(int(value) for value in np.take_along_axis(values, plan_of_row[:, None], axis=1)[:, 0])


def best_cut(values: Any, height: Ints) -> tuple[int, int, int]:  # noqa: ANN401  # integers of either kind
    """The least height that takes the upper option, the lower option and the upper one, by trying every cut."""
    levels, level = np.unique(height, return_inverse=True)
    by_level = np.zeros((len(levels), values.shape[1]), dtype=values.dtype)
    np.add.at(by_level, level, values)
    below = np.concatenate((np.zeros((1, values.shape[1]), dtype=values.dtype), np.cumsum(by_level, axis=0)))
    above = below[-1] - below
    best = max(
        (int(below[cut, low]) + int(above[cut, high]), -cut, -low, -high)
        for cut in range(len(levels))
        for low, high in pairs(range(values.shape[1]), repeat=2)
        if cut or low == high
    )
    _, cut, low, high = best
    return int(levels[-cut]), -low, -high


# ── One's own ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Condition:
    """What a rule asks of one field."""

    field: SightField
    values: frozenset[int]
    least: int | None
    most: int | None

    def holds(self, code: int) -> bool:
        """Whether a sight meets it."""
        value = self.field.value(code)
        if self.values:
            return value in self.values
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True)
class OwnRule:
    """One rule of a strategy file: where all conditions hold, this option."""

    decision: str
    option: int
    conditions: tuple[Condition, ...]


def own(solver: Solver, text: Mapping[str, object]) -> Ints:
    """Read a strategy and give its plan at every sight."""
    decisions = solver.model.decisions
    if not decisions:
        raise Refused(f"{solver.model.id} has nothing to decide")
    given = dict(text)
    if given.pop("game", solver.model.id) != solver.model.id:
        raise Refused(f"this strategy is for {text['game']!r}, not for {solver.model.id}", field="game")
    otherwise = given.pop("otherwise", None)
    listed = given.pop("rule", [])
    for name in given:
        raise Refused("there is no such field; a strategy has game, otherwise and rule", field=str(name))
    if not isinstance(listed, list):
        raise Refused("rule is a list, written [[rule]] in TOML", field="rule")
    rules = [own_rule(decisions, rule, f"rule {number}") for number, rule in enumerate(listed, 1)]
    plan = np.zeros(len(solver.counts.sights), dtype=np.int64)
    codes = solver.counts.sights
    own_codes: list[Ints] = []
    for decision in reversed(decisions):
        codes, own_code = np.divmod(codes, decision.codes)
        own_codes.insert(0, own_code)
    for decision, seen in zip(decisions, own_codes, strict=True):
        default = option_place(decision, otherwise, "otherwise")
        mine = [rule for rule in rules if rule.decision == decision.id]
        chosen = [
            next((rule.option for rule in mine if all(c.holds(code) for c in rule.conditions)), default)
            for code in seen.tolist()
        ]
        plan = plan * len(decision.options) + np.array(chosen, dtype=np.int64)
    return plan


def option_place(decision: Decision, option: object, field: str) -> int:
    """The place of an option that a strategy names."""
    for place, known in enumerate(decision.options):
        if known.id == option:
            return place
    ids = ", ".join(known.id for known in decision.options)
    raise Refused(f"{option!r} cannot be decided; decide {ids}", clause=decision.clause, field=field)


def own_rule(decisions: tuple[Decision, ...], rule: object, field: str) -> OwnRule:
    """Read one rule."""
    if not isinstance(rule, Mapping):
        raise Refused("a rule has fields: decide, and what has to be seen", field=field)
    given = dict(rule)
    id_ = given.pop("decision", decisions[0].id)
    decision = next((known for known in decisions if known.id == id_), None)
    if decision is None:
        raise Refused(f"there is no decision {id_!r}; there are {', '.join(d.id for d in decisions)}", field=field)
    option = option_place(decision, given.pop("decide", None), f"{field}.decide")
    fields = {known.name: known for known in decision.fields}
    conditions = []
    for name, wanted in given.items():
        if name not in fields:
            raise Refused(f"{name!r} is not seen; seen are {', '.join(fields)}", field=field)
        conditions.append(condition(fields[name], wanted, f"{field}.{name}"))
    return OwnRule(decision.id, option, tuple(conditions))


def condition(field: SightField, wanted: object, where: str) -> Condition:
    """Read what a rule asks of a field: a value, a list of values, or `X or better`, `X or worse`, `exactly X`."""
    try:
        if isinstance(wanted, list):
            return Condition(field, frozenset(field.read(str(one)) for one in wanted), None, None)
        text = str(wanted).strip()
        if field.ordered and text.endswith(" or worse"):
            return Condition(field, frozenset(), None, field.read(text.removesuffix(" or worse")))
        if field.ordered and not text.startswith("exactly "):
            return Condition(field, frozenset(), field.read(text.removesuffix(" or better")), None)
        return Condition(field, frozenset({field.read(text.removeprefix("exactly "))}), None, None)
    except Refused as refused:
        raise refused.at(where) from None


# ── What stands out ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Call:
    """One sight and what each option is worth there, per initial unit."""

    row: int
    sees: tuple[tuple[str, str], ...]
    deals: int
    values: tuple[tuple[str, Fraction], ...]
    best: str

    @property
    def margin(self) -> Fraction:
        """What the best option gains on the next best."""
        first, second, *_ = sorted((value for _, value in self.values), reverse=True)
        return first - second


def sees(decision: Decision, code: int) -> tuple[tuple[str, str], ...]:
    """What a sight tells, field by field and in words."""
    if decision.shown:
        return decision.shown(code)
    return tuple((field.name, field.show(field.value(code))) for field in decision.fields) or (("code", str(code)),)


def calls(solver: Solver, rows: Ints, stakes: Stakes | None = None) -> list[Call]:
    """The decisions at some sights."""
    decision = only_decision(solver)
    values, scale = solver.values(stakes)
    found = []
    for row in rows.tolist():
        deals = int(solver.counts.deals_of_row[row])
        worth = tuple(
            (o.id, Fraction(int(v), scale * deals)) for o, v in zip(decision.options, values[row], strict=True)
        )
        best = max(worth, key=lambda pair: pair[1])[0]
        found.append(Call(row, sees(decision, int(solver.counts.sights[row])), deals, worth, best))
    return found


def closest(solver: Solver, count: int, stakes: Stakes | None = None) -> list[Call]:
    """The decisions that matter least: where the best option gains least, and something, on the next best."""
    values, _ = solver.values(stakes)
    ranked = np.sort(values, axis=1)
    margin = (ranked[:, -1] - ranked[:, -2]).astype(float) / solver.counts.deals_of_row
    margin[margin == 0] = np.inf
    nearest = np.argsort(margin, kind="stable")[: 4 * count]
    in_order = sorted(calls(solver, nearest, stakes), key=lambda call: (call.margin, call.row))
    return in_order[:count]


def departures(solver: Solver, from_: Simple, stakes: Stakes | None = None) -> Ints:
    """The sights at which the optimum does not follow a simple strategy."""
    return np.flatnonzero(solver.best_plans(stakes) != from_.plan_of_row)
