"""Strategies: simple ones that a person can remember, and one's own from a file; the optimal one comes from `solve`.

A strategy is a plan for every sight. A *simple* one has, for each decision and each value of what cannot be ordered
(the exposed card), one cut in what can (this hand or better), and options of its own for each way the earlier decisions
went, where that matters. What a cut may go by are the decision's own fields: a game whose later decision should go by
what was seen earlier says so in that decision's sight. Where what it says is not offered, it takes the option that
always is. A strategy of one's own is a list of rules read from top to bottom, and takes only what is offered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from croupier.errors import Refused, quoted
from croupier.exact.late_sights import check_sights
from croupier.exact.offers import Mask, up_to
from croupier.exact.solve import Numbers, Solver, Stakes, decision_of, option_place, preference, summed_by
from croupier.exact.space import Ints
from croupier.figures import share
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, SightField
from croupier.sheet import Sheet, Shown

JOINT_MAX: Final = 4096
"""So many ways to cut all decisions but the last are tried; where there are more, decisions are cut one by one."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One line of a simple strategy: below the cut one option, from it on another."""

    group: tuple[tuple[str, str], ...]
    """What cannot be ordered, by name and in words."""
    at: str
    """The least hand, rank or total that takes the option above; empty when all take it."""
    below: str
    above: str
    decision: str
    decided: tuple[tuple[str, str], ...] = ()
    """What was decided before, where that matters: decisions and options."""

    def data(self, *, several: bool) -> dict[str, object]:
        """The line as data; of several decisions, which one it is and what was decided before."""
        of = {"decision": self.decision, "decided": dict(self.decided)} if several else {}
        return {**of, **dict(self.group), "from": self.at or None, "below": self.below, "above": self.above}


@dataclass(frozen=True, repr=False)
class Simple(Shown):
    """A simple strategy and what it costs."""

    model: Model
    cuts: tuple[Cut, ...]
    plan_of_row: Ints
    cost: Fraction
    """What it loses per initial unit against the optimum."""
    jointly: bool
    """Whether no other cuts of all decisions together are better; else those of no one decision are, the rest kept."""

    @property
    def sheet(self) -> Sheet:
        parts = tuple(
            cuts_sheet(decision, [cut for cut in self.cuts if cut.decision == decision.id])
            for decision in self.model.decisions
        )
        costs = f"Remembering no more than this costs {share(self.cost, 6)} of the initial wager."
        how = "" if self.jointly else " Cut one decision at a time, last first, until none could be cut better."
        if len(parts) == 1:
            return replace(parts[0], note=costs)
        return Sheet("The best that is as simple as this", parts=parts, note=costs + how)

    def __repr__(self) -> str:
        return f"Simple({self.model.id}, {len(self.cuts)} cuts, cost={self.cost})"


def cuts_sheet(decision: Decision, cuts: Sequence[Cut]) -> Sheet:
    """The cuts of one decision, a line for each thing that is seen."""
    labels = {option.id: option.label for option in decision.options}
    ordered = ordered_field(decision)
    title = f"{decision.id}: the best table of {f'one cut in {ordered.name}' if ordered else 'one option for each'}"
    heads = [name for name, _ in (*cuts[0].decided, *cuts[0].group)]
    heads += [f"lower {ordered.name}", f"{ordered.name} from", "on"] if ordered else ["decide"]
    rows = []
    for cut in cuts:
        told = [value for _, value in (*cut.decided, *cut.group)]
        cells = [labels[cut.below] if cut.at else "", cut.at, labels[cut.above]] if ordered else [labels[cut.above]]
        rows.append((*told, *cells))
    return Sheet(title, heads=tuple(heads), rows=tuple(rows), words=len(heads))


def ordered_field(decision: Decision) -> SightField | None:
    """The first thing seen that can be put in order."""
    return next((field for field in decision.fields if field.ordered), None)


def codes_of(solver: Solver) -> list[Ints]:
    """For each decision, what its own sight is at every row."""
    codes = solver.counts.sights
    own_codes: list[Ints] = []
    for decision in reversed(solver.model.decisions):
        codes, own_code = np.divmod(codes, decision.codes)
        own_codes.insert(0, own_code)
    return own_codes


# ── Simple ones ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cells:
    """What a simple strategy can tell apart when one decision is made: groups, and levels within each."""

    decision: Decision
    ordered: SightField | None
    groups: tuple[tuple[tuple[tuple[str, str], ...], tuple[int, ...]], ...]
    """Each group in words, and the levels in it; its cells follow one another."""
    cell_of_row: Ints

    @property
    def count(self) -> int:
        return sum(len(levels) for _, levels in self.groups)

    @property
    def ways(self) -> int:
        """How many ways there are to cut all groups once."""
        options = len(self.decision.options)
        return prod(options + (len(levels) - 1) * options * (options - 1) for _, levels in self.groups)

    def slices(self) -> Iterator[slice]:
        """The cells of each group."""
        start = 0
        for _, levels in self.groups:
            yield slice(start, start + len(levels))
            start += len(levels)

    def every_choice(self) -> Iterator[tuple[int, ...]]:
        """Every way to cut all groups once, as an option for each cell."""
        options = range(len(self.decision.options))

        def of_group(levels: int) -> Iterator[tuple[int, ...]]:
            for option in options:
                yield (option,) * levels
            for cut, low, high in product(range(1, levels), options, options):
                if low != high:
                    yield (low,) * cut + (high,) * (levels - cut)

        for chosen in product(*(tuple(of_group(len(levels))) for _, levels in self.groups)):
            yield tuple(option for group in chosen for option in group)


def check_simple(model: Model) -> None:
    """Refuse, before anything is counted, a model that has no simple strategy."""
    if not model.decisions:
        raise Refused(f"{model.id} has no decisions")
    for decision in model.decisions:
        if not decision.fields:
            raise Refused(f"the decision {decision.id} does not say what its sight tells; give it fields")


def cells_of(decision: Decision, codes: Ints, asked: Mask) -> Cells:
    """What a simple strategy can tell apart at one decision, given for every row its sight and whether it is asked.

    A row at which it is never asked is put into the first cell, where it changes nothing.
    """
    ordered = ordered_field(decision)
    grouped = [field for field in decision.fields if not field.ordered]
    seen, place = np.unique(codes, return_inverse=True)
    told = [
        (*(field.value(code) for field in grouped), ordered.value(code) if ordered else 0) for code in seen.tolist()
    ]
    groups: dict[tuple[int, ...], list[int]] = {}
    met = {told[each] for each in np.unique(place[asked]).tolist()} or set(told)
    for *key, level in sorted(met):
        groups.setdefault(tuple(key), []).append(level)
    cell = {(*key, level): number for number, (key, level) in enumerate((k, v) for k in groups for v in groups[k])}
    return Cells(
        decision,
        ordered,
        tuple(
            (tuple((field.name, field.show(value)) for field, value in zip(grouped, key, strict=True)), tuple(levels))
            for key, levels in groups.items()
        ),
        np.array([cell.get(each, 0) for each in told], dtype=np.int64)[place],
    )


def always_offered(decision: Decision) -> int:
    """The place of the option that is taken where another is not offered."""
    if option := decision.option(decision.default):
        return decision.options.index(option)
    return next(place for place, option in enumerate(decision.options) if option.offered is None)


@dataclass(frozen=True)
class Effect:
    """What comes of an option that is wanted at one decision, by rows and by how the decisions before it went."""

    place: Ints
    """How the decision goes: as wanted, or where that is not offered by the option that always is, or not asked."""
    amiss: Mask
    """Whether it is asked and that is not offered."""
    asked: Mask
    """The same for every option: whether it is asked."""


def effect_of(decision: Decision, offered: Mask) -> Effect:
    """What options that are wanted lead to, given what is offered."""
    options = len(decision.options)
    asked: Mask = np.asarray(offered[..., :options].any(axis=-1))
    instead = np.where(asked, always_offered(decision), decision.places - 1)[..., None]
    open_ = offered[..., :options]
    return Effect(np.where(open_, np.arange(options), instead), asked[..., None] & ~open_, asked)


@dataclass(frozen=True)
class Cutting:
    """The search for cuts: all rows that look alike to a simple strategy are one.

    A *choice* is an option for each cell of a decision, for each way the earlier decisions went. If the choices of all
    decisions but one are given, the best cuts of that one are found group by group and way by way.
    """

    cells: tuple[Cells, ...]
    place: tuple[Ints, ...]
    """For each decision, the cell of every kind of row."""
    values: Numbers
    """For each kind of row, the sum of results by how all decisions went."""
    effects: tuple[Effect, ...]
    """For each decision, by kinds of row: what comes of the options that a choice wants; none where all are offered."""

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape[1:]

    def wanted(self, depth: int, worth: Numbers) -> Numbers:
        """Results by how a decision goes as results by what is wanted; what is not offered is worth a bit less."""
        if not self.effects:
            return worth
        effect = self.effects[depth]
        return np.take_along_axis(worth, effect.place, axis=-1) - effect.amiss

    def worth(self, depth: int, choices: Sequence[Ints]) -> Numbers:
        """The results by the options up to a decision, those after it being chosen already."""
        worth = self.wanted(len(self.shape) - 1, self.values)
        for later in reversed(range(depth + 1, len(self.shape))):
            chosen = choices[later][self.place[later]]
            worth = self.wanted(later - 1, np.take_along_axis(worth, chosen[..., None], axis=-1)[..., 0])
        return worth

    def total(self, choices: Sequence[Ints]) -> int:
        """What choices come to in all."""
        chosen = choices[0][self.place[0]]
        return sum(int(won) for won in np.take_along_axis(self.worth(0, choices), chosen[:, None], axis=1)[:, 0])

    def went(self, choices: Sequence[Ints]) -> tuple[Ints, ...]:
        """For each decision, how it goes at every kind of row."""
        went: tuple[Ints, ...] = ()
        for depth, choice in enumerate(choices):
            chosen = choice[(self.place[depth], *went)]
            if self.effects:
                chosen = self.effects[depth].place[(np.arange(len(chosen)), *went, chosen)]
            went = (*went, chosen)
        return went

    def reached(self, depth: int, choices: Sequence[Ints]) -> Ints:
        """1 for the way that choices go to a decision, for each kind of row, and 0 for all others."""
        reached = np.zeros(self.values.shape[: depth + 1], dtype=np.int64)
        reached[(np.arange(len(reached)), *self.went(choices[:depth]))] = 1
        return reached

    def by_cell(self, depth: int, choices: Sequence[Ints], *, everywhere: bool = False) -> Numbers:
        """The results at each cell, way and option of a decision: those of deals that go that way, or of all."""
        worth = self.worth(depth, choices)
        if not everywhere:
            worth = worth * self.reached(depth, choices)[..., None]
        return summed_by(worth, self.place[depth])

    def best_choice(self, depth: int, by_cell: Numbers) -> Ints:
        """The best cuts of one decision."""
        choice = np.zeros(by_cell.shape[:-1], dtype=np.int64)
        decision = self.cells[depth].decision
        for way in np.ndindex(*by_cell.shape[1:-1]):
            for cells in self.cells[depth].slices():
                cut, low, high = best_cut(by_cell[(cells, *way)], decision)
                choice[(cells, *way)] = np.where(np.arange(cells.stop - cells.start) < cut, low, high)
        return choice

    def found(self) -> tuple[list[Ints], bool]:
        """The best choices, and whether they are so jointly."""
        *earlier, _ = self.cells
        many = prod(cells.ways ** len(self.ways_to(depth)) for depth, cells in enumerate(earlier))
        if many <= JOINT_MAX:
            return max(self.jointly(), key=self.total), True
        return self.backwards(), False

    def jointly(self) -> Iterator[list[Ints]]:
        """Every way to cut all decisions but the last, with the best cuts of that one."""
        each = [
            [self.choice_of(depth, each) for each in product(cells.every_choice(), repeat=len(self.ways_to(depth)))]
            for depth, cells in enumerate(self.cells[:-1])
        ]
        last = len(self.cells) - 1
        for earlier in product(*each):
            yield [*earlier, self.best_choice(last, self.by_cell(last, earlier))]

    def ways_to(self, depth: int) -> list[tuple[Any, ...]]:
        """The ways on which a decision is asked."""
        ways = list(np.ndindex(*self.shape[:depth]))
        if not self.effects:
            return ways
        return [way for way in ways if self.effects[depth].asked[(slice(None), *way)].any()]

    def choice_of(self, depth: int, of_ways: tuple[tuple[int, ...], ...]) -> Ints:
        """A choice from one for each way on which a decision is asked."""
        choice = np.zeros((self.cells[depth].count, *self.shape[:depth]), dtype=np.int64)
        for way, options in zip(self.ways_to(depth), of_ways, strict=True):
            choice[(slice(None), *way)] = np.array(options)
        return choice

    def backwards(self) -> list[Ints]:
        """Cuts found one decision after the other, last first, over and over until none gains.

        The first time a decision is cut for all deals, as if every way led to it; then for those that go that way.
        """
        depths = range(len(self.cells))
        choices = [np.zeros((self.cells[depth].count, *self.shape[:depth]), dtype=np.int64) for depth in depths]
        for depth in reversed(depths):
            choices[depth] = self.best_choice(depth, self.by_cell(depth, choices, everywhere=True))
        total = self.total(choices)
        while True:
            for depth in reversed(depths):
                choices[depth] = self.best_choice(depth, self.by_cell(depth, choices))
            before, total = total, self.total(choices)
            if total == before:
                return choices

    def told(self, depth: int, choices: list[Ints]) -> Iterator[Cut]:
        """The cuts of one decision in words; ways are told apart only where that is worth something."""
        by_cell = self.by_cell(depth, choices)
        ways = tuple(range(1, by_cell.ndim - 1))
        common = self.best_choice(depth, by_cell.sum(axis=ways))
        alike = [*choices[:depth], common.reshape(-1, *[1] * depth) + np.zeros_like(choices[depth])]
        if self.total([*alike, *choices[depth + 1 :]]) == self.total(choices):
            choices[depth] = alike[depth]
            yield from self.in_words(depth, common, ())
            return
        reached = self.reached(depth, choices) * (self.effects[depth].asked if self.effects else 1)
        met = summed_by(reached, self.place[depth])
        for way in self.ways_to(depth):
            if met[(slice(None), *way)].any():
                yield from self.in_words(depth, choices[depth][(slice(None), *way)], way)

    def in_words(self, depth: int, choice: Ints, way: tuple[int, ...]) -> Iterator[Cut]:
        """One decision's choice, group by group."""
        own = self.cells[depth]
        before = [cells.decision for cells in self.cells[:depth]]
        went = zip(before, way, strict=False)
        decided = tuple((d.id, d.options[place].id) for d, place in went if place < len(d.options))
        for (group, levels), cells in zip(own.groups, own.slices(), strict=True):
            low, high = (own.decision.options[place].id for place in (int(choice[cells][0]), int(choice[cells][-1])))
            cut = int(np.argmax(choice[cells] == choice[cells][-1]))
            at = own.ordered.show(levels[cut]) if own.ordered and cut else ""
            yield Cut(group, at, low, high, own.decision.id, decided)


def simple(solver: Solver, stakes: Stakes | None = None) -> Simple:
    """Find the best strategy of one cut per decision and group, by trying all of them exactly.

    With several decisions, all cuts of all but the last are tried together if they are no more than `JOINT_MAX`. If
    they are more, decisions are cut one at a time, the last one first, until no decision could be cut better by itself;
    other cuts of several together may then be better yet, and `jointly` says so. The cost is exact either way.
    """
    check_simple(solver.model)
    orders = [options_first(decision) for decision in solver.model.decisions]
    decisions = [
        replace(decision, options=tuple(decision.options[place] for place in order if place < len(decision.options)))
        for decision, order in zip(solver.model.decisions, orders, strict=True)
    ]  # so that nothing depends on the order in which a game lists its options
    offered, pattern = patterns(solver)
    offered = offered[np.ix_(range(len(offered)), *orders)]
    effects = [effect_of(decision, up_to(offered, depth)) for depth, decision in enumerate(decisions)]
    cells = tuple(
        cells_of(decision, codes, up_to(effect.asked, -1)[pattern])
        for decision, codes, effect in zip(decisions, codes_of(solver), effects, strict=True)
    )
    columns = [each.cell_of_row for each in cells]
    offers = solver.counts.layout.offers
    kinds, kind = np.unique(np.stack([*columns, pattern] if offers else columns, axis=1), axis=0, return_inverse=True)
    values, scale = solver.values(stakes)
    alike = summed_by(values, kind).reshape(len(kinds), *solver.shape)[np.ix_(range(len(kinds)), *orders)]
    of_kind: tuple[Effect, ...] = ()
    if offers:
        of_kind = tuple(Effect(*(each[kinds[:, -1]] for each in (e.place, e.amiss, e.asked))) for e in effects)
        alike = alike.astype(object) * (len(kinds) * len(decisions) + 1)  # what is not offered loses a tie, no more
    cutting = Cutting(cells, tuple(kinds.T[: len(cells)]), alike, of_kind)
    choices, jointly = cutting.found()
    cuts = tuple(cut for depth in range(len(cells)) for cut in cutting.told(depth, choices))
    as_listed = [np.array(order)[went][kind] for order, went in zip(orders, cutting.went(choices), strict=True)]
    plans = np.ravel_multi_index(as_listed, solver.shape)
    best, easy = (int_sum(values, each) for each in (solver.best_plans(stakes), plans))
    return Simple(solver.model, cuts, plans, Fraction(best - easy, scale * solver.counts.total), jointly)


def options_first(decision: Decision) -> list[int]:
    """The ways that a decision may go in the order of preference; not being asked comes last."""
    return sorted(preference(decision), key=lambda place: place == len(decision.options))


def patterns(solver: Solver) -> tuple[Mask, Ints]:
    """All that is offered at some row, each once, and which of it every row has."""
    rows = len(solver.counts.sights)
    if not solver.counts.layout.offers:
        return np.ones((1, *solver.shape), dtype=np.bool_), np.zeros(rows, dtype=np.int64)
    offered, pattern = np.unique(solver.counts.offered.reshape(rows, -1), axis=0, return_inverse=True)
    return offered.reshape(-1, *solver.shape), pattern


def int_sum(values: Numbers, plans: Ints) -> int:
    """What plans come to in all, exactly."""
    return int(np.take_along_axis(values, plans[:, None], axis=1).sum())  # `values` leaves room for it


def best_cut(by_level: Numbers, decision: Decision) -> tuple[int, int, int]:
    """The first level that takes the upper option, the lower option and the upper one, by trying every cut.

    Of cuts that are worth the same, one that stakes more is taken, level for level.
    """
    options = by_level.shape[1]
    stakes = np.array([option.multiple for option in decision.options], dtype=np.int64)
    below = np.concatenate((np.zeros((1, options), dtype=by_level.dtype), np.cumsum(by_level, axis=0)))
    above = below[-1] - below
    every = below[:-1, :, None] + above[:-1, None, :]
    cuts, lows, highs = np.unravel_index(np.flatnonzero(every == every.max()), every.shape)
    place = int(np.argmax(cuts * stakes[lows] + (len(by_level) - cuts) * stakes[highs]))
    cut, low, high = int(cuts[place]), int(lows[place]), int(highs[place])
    return cut, low if cut else high, high


# ── One's own ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Condition:
    """What a rule asks of one field: one of some values, or a value between two."""

    field: str
    values: frozenset[int] = frozenset()
    least: int | None = None
    most: int | None = None

    def holds(self, value: int) -> bool:
        if self.values:
            return value in self.values
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True)
class OwnRule:
    """One rule of a strategy file: where all conditions hold, this option."""

    decision: str
    option: int
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Own:
    """A strategy of one's own, read and found to fit a model."""

    rules: tuple[OwnRule, ...]
    defaults: tuple[int, ...]
    """For each decision, the option that is taken where no rule holds."""


def read_own(model: Model, text: Mapping[str, object]) -> Own:
    """Read a strategy, or refuse it, before anything is counted."""
    if not model.decisions:
        raise Refused(f"{model.id} has nothing to decide")
    given = dict(text)
    if given.pop("game", model.id) != model.id:
        raise Refused(f"this strategy is for {quoted(text['game'])}, not for {model.id}", field="game")
    otherwise = given.pop("otherwise", None)
    listed = given.pop("rule", [])
    for name in given:
        raise Refused("there is no such field; a strategy has game, otherwise and rule", field=str(name))
    if not isinstance(listed, list):
        raise Refused("rule is a list, written [[rule]] in TOML", field="rule")
    return Own(
        tuple(own_rule(model, rule, f"rule {number}") for number, rule in enumerate(listed, 1)),
        tuple(option_place(decision, *default_of(decision, otherwise)) for decision in model.decisions),
    )


def own(solver: Solver, text: Mapping[str, object]) -> Ints:
    """Read a strategy and give its plan at every sight."""
    mine = read_own(solver.model, text)
    wanted = []
    for decision, seen, default in zip(solver.model.decisions, codes_of(solver), mine.defaults, strict=True):
        rules = [rule for rule in mine.rules if rule.decision == decision.id]
        codes, place = np.unique(seen, return_inverse=True)
        wanted.append(chosen_by(rules, decision, codes, default)[place])
    if not solver.counts.layout.offers:
        return np.ravel_multi_index(wanted, solver.shape)
    went: tuple[Ints, ...] = ()
    for decision, option, group, offered in zip(
        solver.model.decisions, wanted, solver.groups(), solver.offered, strict=True
    ):
        effect = effect_of(decision, offered[(group, *went)])
        row = np.arange(len(option))
        for first in np.flatnonzero(effect.amiss[row, option])[:1].tolist():
            raise Refused(not_offered(solver, decision, int(option[first]), first), field="strategy")
        went = (*went, effect.place[row, option])
    return np.ravel_multi_index(went, solver.shape)


def not_offered(solver: Solver, decision: Decision, option: int, row: int) -> str:
    """What to tell of a strategy that takes what is not offered."""
    code = int(codes_of(solver)[solver.model.decisions.index(decision)][row])
    told = {field.name: field.show(field.value(code)) for field in decision.fields} or {"code": str(code)}
    seen = ", ".join(f"{name} {value}" for name, value in told.items())
    id_ = decision.options[option].id
    return f"the strategy takes {id_} at {decision.id} where it is not offered, as with {seen}; add a rule for that"


def check_strategy(model: Model, strategy: str | Mapping[str, object]) -> None:
    """Refuse, before anything is counted, a strategy that a model cannot be played by."""
    if strategy != "optimal" and model.decisions:
        check_sights(model)
    if isinstance(strategy, Mapping):
        read_own(model, strategy)
    elif strategy == "simple":
        check_simple(model)
    else:
        check_named(strategy)


def check_named(strategy: object) -> None:
    """Refuse a strategy that is neither one's own nor known by its name."""
    if not isinstance(strategy, Mapping) and strategy not in ("optimal", "simple"):
        raise Refused(
            f"{quoted(strategy)} is not a strategy; give optimal, simple, or one of your own", field="strategy"
        )


def plans_by(solver: Solver, strategy: str | Mapping[str, object], stakes: Stakes | None = None) -> tuple[str, Ints]:
    """A strategy's name and its plan at every sight; where nothing is decided all are the same."""
    check_named(strategy)
    if not solver.model.decisions:
        return "none", solver.best_plans(stakes)
    if isinstance(strategy, Mapping):
        return "own", own(solver, strategy)
    return strategy, simple(solver, stakes).plan_of_row if strategy == "simple" else solver.best_plans(stakes)


def chosen_by(rules: Sequence[OwnRule], decision: Decision, codes: Ints, default: int) -> Ints:
    """The option at each sight: that of the first rule that holds. A condition is asked once of each value there is."""
    asked = {condition.field for rule in rules for condition in rule.conditions}
    values = {
        field.name: np.unique([field.value(code) for code in codes.tolist()], return_inverse=True)
        for field in decision.fields
        if field.name in asked
    }
    chosen = np.full(len(codes), default, dtype=np.int64)
    for rule in reversed(rules):
        holds = np.ones(len(codes), dtype=np.bool_)
        for condition in rule.conditions:
            distinct, place = values[condition.field]
            holds &= np.array([condition.holds(value) for value in distinct.tolist()])[place]
        chosen[holds] = rule.option
    return chosen


def default_of(decision: Decision, otherwise: object) -> tuple[object, str]:
    """What is decided where no rule holds: one option for all decisions, or one for each."""
    if isinstance(otherwise, Mapping):
        return otherwise.get(decision.id), f"otherwise.{decision.id}"
    return otherwise, "otherwise"


def own_rule(model: Model, rule: object, field: str) -> OwnRule:
    if not isinstance(rule, Mapping):
        raise Refused("a rule has fields: decide, and what has to be seen", field=field)
    given = dict(rule)
    id_ = given.pop("decision", model.decisions[0].id)
    try:
        decision = decision_of(model, id_)
    except Refused as refused:
        raise refused.at(field) from None
    option = option_place(decision, given.pop("decide", None), f"{field}.decide")
    fields = {known.name: known for known in decision.fields}
    conditions = []
    for name, wanted in given.items():
        if name not in fields:
            raise Refused(f"{quoted(name)} is not seen; seen are {', '.join(fields)}", field=field)
        conditions.append(condition(fields[name], wanted, f"{field}.{name}"))
    return OwnRule(decision.id, option, tuple(conditions))


def condition(field: SightField, wanted: object, where: str) -> Condition:
    """Read what a rule asks of a field: a value, a list of values, or `X or better`, `X or worse`, `exactly X`."""
    try:
        if isinstance(wanted, list):
            if not wanted:
                raise Refused("an empty list never holds; name values, or leave the field out where any will do")
            return Condition(field.name, frozenset(read(field, str(one)) for one in wanted))
        text = str(wanted).strip()
        if field.ordered and text.endswith(" or worse"):
            return Condition(field.name, most=read(field, text.removesuffix(" or worse")))
        if field.ordered and not text.startswith("exactly "):
            return Condition(field.name, least=read(field, text.removesuffix(" or better")))
        return Condition(field.name, frozenset({read(field, text.removeprefix("exactly "))}))
    except Refused as refused:
        raise refused.at(where) from None


def read(field: SightField, text: str) -> int:
    """Read a field's value; a game of one's own may fail in its own way at what it does not know."""
    try:
        return field.read(text)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Refused(f"{quoted(text)} cannot be read as {field.name}") from error
