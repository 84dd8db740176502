"""Decisions solved backwards, and what a strategy leads to.

A *plan* is one option for every decision. For each sight the count gives every plan's exact total; the last decision is
chosen best for every way the earlier ones may have gone, then the one before it, and so on. What a strategy comes to is
a small table, plan and joint outcome against deals, from which every figure follows in fractions.

Where options are worth exactly the same, that which stakes more is taken, as those who publish figures do, unless what
it stakes more goes back whatever comes: then that which stakes less. Of those that stake the same, the first by name is
taken. No edge depends on it, but the average wager, the element of risk and the spread do, and they must not depend on
the order in which a game lists its options.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.count import Counts, count
from croupier.exact.counter import Layout
from croupier.exact.space import Ints, full, without
from croupier.exact.uncoded import deal_without_code
from croupier.games import game as game_by_id
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Option, Wager

Plan = tuple[int, ...]
"""The place of the chosen option in each decision."""
Stakes = Mapping[str, int | Fraction]
"""Units on each wager; a decision's wager follows its base."""
Numbers = npt.NDArray[Any]

SAFE = 1 << 62
TIES: Final = "the option that stakes more, unless the difference is returned whatever happens"
"""Which of two options that are worth exactly the same is taken."""


def base_wagers(model: Model) -> tuple[Wager, ...]:
    """The wagers that are placed before the deal."""
    decided = {decision.wager for decision in model.decisions}
    return tuple(wager for wager in model.wagers if wager.id not in decided)


def usual_stakes(model: Model) -> Stakes:
    """One unit on each wager that a decision rests on, or on the first wager where none is made."""
    placed = {wager.id for wager in base_wagers(model)}
    bases = placed & {decision.base for decision in model.decisions}
    return dict.fromkeys(bases or {model.wagers[0].id}, 1)


def check_stakes(model: Model, stakes: Stakes) -> None:
    """Refuse stakes on an unknown wager, or on one that only a decision makes."""
    known = [wager.id for wager in base_wagers(model)]
    for id_ in stakes:
        if id_ not in known:
            raise Refused(f"there is no wager {quoted(id_)} to stake on; there are {', '.join(known)}", field="stake")


def checked_mix(model: Model, stakes: Mapping[str, int | Fraction]) -> dict[str, Fraction]:
    """Stakes on wagers that can be placed together, or a refusal that says which cannot and why."""
    known = {wager.id: wager for wager in base_wagers(model)}
    if not stakes:
        raise Refused(f"stake on at least one wager: {', '.join(known)}", field="stake")
    check_stakes(model, stakes)
    for id_, units in stakes.items():
        if units <= 0:
            raise Refused(f"the stake on {id_} must be above 0", field="stake")
        wager = known[id_]
        if wager.needs and not any(other in stakes for other in wager.needs):
            needed = " or ".join(wager.needs)
            raise Refused(f"{id_} needs a stake on {needed} too", clause=wager.needs_clause, field="stake")
    return {id_: Fraction(units) for id_, units in stakes.items()}


@dataclass(frozen=True)
class Solver:
    """One count, ready to be asked about decisions."""

    counts: Counts
    model: Model
    """What was counted, or the same rules under other odds."""
    book: Rulebook | None = None
    """The rulebook that the model is of, where it is of one."""
    place: str = ""
    """How the game was named at the command line."""

    @cached_property
    def conditions(self) -> Conditions:
        """What every answer presumes: the game, its house rules and the cards that it is dealt from."""
        counted = zip(full(self.model.decks), self.counts.composition, strict=True)
        removed = tuple(card for card, (whole, left) in enumerate(counted) for _ in range(whole - left))
        return conditions_of(self.book or self.model, removed=removed, place=self.place)

    def repriced(self, model: Model) -> "Solver":
        """The same count under other odds: a model whose rules and codes are those that were counted."""
        ours, theirs = self.counts.layout, Layout(model)
        if (ours.outcomes, ours.paths, ours.sights) != (theirs.outcomes, theirs.paths, theirs.sights):
            raise Refused(f"{model.id} has other rules than were counted; count it anew")
        return Solver(self.counts, model)

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        """Every way to decide, decision by decision."""
        return tuple(product(*(range(len(decision.options)) for decision in self.model.decisions)))

    def options(self, plan: Plan) -> tuple[Option, ...]:
        return tuple(decision.options[place] for decision, place in zip(self.model.decisions, plan, strict=True))

    def path_of(self, plan: Plan) -> int:
        """The path of decisions, as far as outcomes depend on them, that a plan takes."""
        layout = self.counts.layout
        codes = {d.id: int(o.code) for d, o in zip(self.model.decisions, self.options(plan), strict=True)}
        return layout.paths.index(tuple(codes[decision.id] for decision in layout.path_decisions))

    @cached_property
    def code_of_joint(self) -> dict[str, Ints]:
        """For each wager, its outcome code in every joint outcome."""
        joints = np.arange(self.counts.layout.joints)
        codes = {}
        for rule, size in reversed(self.counts.layout.outcomes):
            joints, code = np.divmod(joints, size)
            for wager in self.model.wagers:
                if wager.outcome == rule:
                    codes[wager.id] = code
        return codes

    def units(self, plan: Plan, stakes: Stakes) -> dict[str, Fraction]:
        """Units on every wager when a plan is followed."""
        check_stakes(self.model, stakes)
        placed = {wager.id: Fraction(stakes.get(wager.id, 0)) for wager in base_wagers(self.model)}
        for decision, option in zip(self.model.decisions, self.options(plan), strict=True):
            placed[decision.wager] = placed.get(decision.wager, Fraction(0)) + option.multiple * placed[decision.base]
        return placed

    def payoffs(self, plan: Plan, stakes: Stakes) -> tuple[Numbers, int]:
        """What a plan wins in every joint outcome, times a common denominator that is given too."""
        staked = {id_: units for id_, units in self.units(plan, stakes).items() if units}
        wagers = [wager for wager in self.model.wagers if wager.id in staked]
        won = [{int(line.code): line.odds * staked[wager.id] for line in wager.lines} for wager in wagers]
        scale = lcm(*(each.denominator for by_code in won for each in by_code.values()))
        total = np.zeros(self.counts.layout.joints, dtype=object)
        for wager, by_code in zip(wagers, won, strict=True):
            self.check_lines(wager, plan)
            codes = self.code_of_joint[wager.id]
            scaled = [int(by_code.get(code, 0) * scale) for code in range(int(codes.max()) + 1)]
            total += np.array(scaled, dtype=object)[codes]
        return total, scale

    def winnings(self, plan: Plan, stakes: Stakes) -> tuple[Fraction, ...]:
        """What a plan wins in every joint outcome."""
        won, scale = self.payoffs(plan, stakes)
        return tuple(Fraction(int(each), scale) for each in won)

    def check_lines(self, wager: Wager, plan: Plan) -> None:
        """Refuse to price an outcome that comes up and for which the wager has no line."""
        met = self.counts.joints_of_path[self.path_of(plan)]
        unpaid = {int(code) for code in self.code_of_joint[wager.id][met]} - {int(line.code) for line in wager.lines}
        if unpaid:
            rule = wager.outcome.function.__name__
            found = deal_without_code(self.model, wager.outcome, unpaid)
            raise Refused(
                f"{rule} gives the codes {sorted(unpaid)}, and the wager {wager.id} has no lines for them"
                + (f": {found[1]} for {found[0]}" if found else "")
            )

    def values(self, stakes: Stakes | None = None, power: int = 1) -> tuple[Numbers, int]:
        """For every sight and plan the sum of results over its deals, times a common denominator that is given too.

        Or the sum of a power of those results, all of them times the denominator.
        """
        stakes = stakes or usual_stakes(self.model)
        payoffs = [self.payoffs(plan, stakes) for plan in self.plans]
        scale = lcm(*(own for _, own in payoffs))
        scaled = [(won * (scale // own)) ** power for won, own in payoffs]
        largest = max(int(abs(won).max()) for won in scaled)
        kind: Any = np.int64 if largest * self.counts.total < SAFE else object
        values = np.zeros((len(self.counts.sights), len(self.plans)), dtype=kind)
        for number, (plan, won) in enumerate(zip(self.plans, scaled, strict=True)):
            joint, counts, _, starts = self.counts.by_path[self.path_of(plan)]
            values[:, number] = np.add.reduceat(counts.astype(kind, copy=False) * won.astype(kind)[joint], starts)
        return values, scale

    def solved(self, stakes: Stakes | None = None) -> "Solved":
        """Every decision solved, from the last to the first: an earlier one presumes the best of those after it."""
        staked = frozenset((stakes or usual_stakes(self.model)).items())
        if staked not in self._solved:
            self._solved[staked] = self._solve(stakes)
        return self._solved[staked]

    @cached_property
    def _solved(self) -> dict[frozenset[tuple[str, int | Fraction]], "Solved"]:
        """What was solved already, by stakes: several figures of one result ask for the same."""
        return {}

    def _solve(self, stakes: Stakes | None) -> "Solved":
        worth, scale = self.values(stakes)
        decisions = self.model.decisions
        shape = [len(decision.options) for decision in decisions]
        worth = worth.reshape(len(self.counts.sights), *shape)
        groups = self.groups()
        deals = [summed_by(self.counts.deals_of_row, group) for group in groups]
        values: list[Numbers] = []
        best: list[Ints] = []
        for depth in reversed(range(len(shape))):
            chosen = best_of(worth, preference(decisions[depth]))
            tied = worth == worth.max(axis=-1, keepdims=True)
            if np.any(tied.sum(axis=-1) > 1):
                squares = self.values(stakes, 2)[0].reshape(len(self.counts.sights), *shape)
                for place, later in reversed(list(enumerate(best, depth + 1))):
                    squares = summed_by(taken(squares, later), parents(groups[place], groups[place - 1]))
                chosen = least_of(tied & (squares == taken(squares, chosen)[..., None]), decisions[depth])
            values.insert(0, worth)
            best.insert(0, chosen)
            if depth:
                worth = summed_by(taken(worth, chosen), parents(groups[depth], groups[depth - 1]))
        return Solved(tuple(groups), tuple(deals), tuple(values), scale, tuple(best))

    def best_plans(self, stakes: Stakes | None = None) -> Ints:
        """The plan that the optimal strategy follows at each sight."""
        if not self.model.decisions:
            return np.zeros(len(self.counts.sights), dtype=np.int64)
        return self.solved(stakes).plan_of_row

    def groups(self) -> list[Ints]:
        """For each decision, the number of the sight (with all sights before it) that each row belongs to."""
        rows = self.counts.sights
        groups: list[Ints] = []
        for decision in reversed(self.model.decisions):
            _, group = np.unique(rows, return_inverse=True)
            groups.insert(0, group)
            rows = rows // decision.codes
        return groups

    def play(self, plan_of_row: Ints) -> "Played":
        """What following a plan at each sight leads to."""
        table: dict[tuple[Plan, int], int] = {}
        for number, plan in enumerate(self.plans):
            joint, counts, rows, _ = self.counts.by_path[self.path_of(plan)]
            here = plan_of_row[rows] == number
            deals = np.zeros(self.counts.layout.joints, dtype=np.int64)
            np.add.at(deals, joint[here], counts[here])
            table.update({(plan, code): int(deals[code]) for code in np.flatnonzero(deals).tolist()})
        if sum(table.values()) != self.counts.total:
            raise ArithmeticError("the deals of a strategy do not add up to all deals")
        return Played(self, table)


@dataclass(frozen=True)
class Solved:
    """Decisions solved: for each, everything that may have been seen and decided before."""

    groups: tuple[Ints, ...]
    """For each decision, the number of what was seen so far, for every row."""
    deals: tuple[Ints, ...]
    """For each decision, how many deals lead to what was seen."""
    values: tuple[Numbers, ...]
    """For each decision, by what was seen, by the options before and by its own: the sum of results over all deals,
    times the scale, later decisions being made at their best."""
    scale: int
    best: tuple[Ints, ...]
    """For each decision, by what was seen and by the options before: the best option."""

    @cached_property
    def plan_of_row(self) -> Ints:
        """The plan that each row follows when every decision is the best."""
        return followed(self.best, self.groups, self.values[-1].shape[1:])


def preference(decision: Decision) -> tuple[int, ...]:
    """The places of a decision's options in the order in which those worth the same are taken: larger stakes first."""
    options = decision.options
    return tuple(sorted(range(len(options)), key=lambda place: (-options[place].multiple, options[place].id)))


def best_of(values: Numbers, order: Sequence[int]) -> Ints:
    """The place of the largest value along the last axis, the first in an order where several are."""
    places = np.array(order, dtype=np.int64)
    best: Ints = places[np.argmax(values[..., places], axis=-1)]
    return best


def least_of(alike: Numbers, decision: Decision) -> Ints:
    """Of options that come to the same, the place of the one that stakes least, the first by name where several do."""
    options = decision.options
    places = np.array(sorted(range(len(options)), key=lambda place: (options[place].multiple, options[place].id)))
    least: Ints = places[np.argmax(alike[..., places], axis=-1)]
    return least


def taken(values: Numbers, chosen: Ints) -> Numbers:
    """The values of the options that are chosen."""
    return np.take_along_axis(values, chosen[..., None], axis=-1)[..., 0]


def followed(chosen: Sequence[Ints], groups: Sequence[Ints], shape: Sequence[int]) -> Ints:
    """The plan that each row follows when decisions are made in turn."""
    plan = np.zeros(len(groups[0]), dtype=np.int64)
    earlier: tuple[Ints, ...] = ()
    for choice, group, size in zip(chosen, groups, shape, strict=True):
        option = choice[(group, *earlier)]
        plan = plan * size + option
        earlier = (*earlier, option)
    return plan


@dataclass(frozen=True)
class Played:
    """What a strategy comes to: deals by plan and joint outcome."""

    solver: Solver
    table: Mapping[tuple[Plan, int], int]

    @property
    def total(self) -> int:
        return self.solver.counts.total


def parents(child: Ints, parent: Ints) -> Ints:
    """The parent group of each child group."""
    of = np.zeros(int(child.max()) + 1, dtype=np.int64)
    of[child] = parent
    return of


def summed_by(worth: Numbers, group: Ints) -> Numbers:
    """Rows of the same group added up."""
    sums = np.zeros((int(group.max()) + 1, *worth.shape[1:]), dtype=worth.dtype)
    np.add.at(sums, group, worth)
    return sums


def decision_of(model: Model, id_: object) -> Decision:
    for decision in model.decisions:
        if decision.id == id_:
            return decision
    known = ", ".join(decision.id for decision in model.decisions) or "none"
    raise Refused(f"{model.id} has no decision {quoted(id_)}; it has {known}")


def option_place(decision: Decision, id_: object, field: str) -> int:
    """The place of an option among those of its decision."""
    for place, option in enumerate(decision.options):
        if option.id == id_:
            return place
    known = ", ".join(option.id for option in decision.options)
    what = "this is left out" if id_ is None else f"{quoted(id_)} cannot be decided"
    raise Refused(f"{what}; decide {known}", clause=decision.clause, field=field)


# ── From a game ──────────────────────────────────────────────────────────────────────────────────────────────────────


def model_of(game: str | Game | Model | Rulebook, house: Mapping[str, object] | None = None) -> Model:
    return rules_of(game, house)[0]


def rules_of(
    game: str | Game | Model | Rulebook, house: Mapping[str, object] | None = None
) -> tuple[Model, Rulebook | None]:
    """The model of a game under house rules, and the rulebook that it is part of; a model alone has none."""
    if isinstance(game, Model):
        if house:
            raise Refused(f"{game.id} is a model and has no house rules")
        return game, None
    if isinstance(game, Rulebook):
        if house:
            raise Refused(f"{game.game.id} has its house rules already; give other ones with the game")
        return game.model, game
    known = game_by_id(game) if isinstance(game, str) else game
    book = known.rulebook(known.house(house))
    return book.model, book


def solver_of(
    game: str | Game | Model | Rulebook,
    *,
    house: Mapping[str, object] | None = None,
    removed: Iterable[int] = (),
    executor: Executor | None = None,
    device: str = "cpu",
    place: str = "",
) -> Solver:
    """Count a game, or read its count back, ready for questions."""
    model, book = rules_of(game, house)
    counts = count(model, without(full(model.decks), removed), executor=executor, device=device)
    return Solver(counts, model, book, place)


def check_counted(solver: Solver) -> None:
    """Refuse a solver that was made to play a strategy, without a count."""
    if not solver.counts.total:
        raise Refused(f"the deals of {solver.model.id} were not counted; give the game, or a solver of `solver_of`")
