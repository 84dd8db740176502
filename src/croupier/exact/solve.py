"""Decisions solved backwards, and what a strategy leads to.

A *plan* is one option for every decision, or that it is not asked. For each sight the count gives every plan's exact
total; the last decision is chosen best for every way the earlier ones may have gone, of what is offered there, then the
one before it, and so on. What a strategy comes to is a small table, plan and joint outcome against deals, from which
every figure follows in fractions.

Where options are worth exactly the same, that which stakes more is taken, as those who publish figures do, unless what
it stakes more goes back whatever comes: then that which stakes less. Of those that stake the same, the first by name is
taken. No edge depends on it, but the average wager, the element of risk and the spread do, and they must not depend on
the order in which a game lists its options.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.count import Counts, count
from croupier.exact.counter import Layout, Plan
from croupier.exact.evaluation import result
from croupier.exact.late_sights import late_from
from croupier.exact.offers import Mask, first_rows, groups_of, up_to
from croupier.exact.rolls import rolls
from croupier.exact.space import Composition, Ints, Space, without
from croupier.exact.uncoded import deal_without_code
from croupier.games import game as game_by_id
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Option, Wager

if TYPE_CHECKING:
    from croupier.exact.late_counter import Payoffs

Stakes = Mapping[str, int | Fraction]
"""Units on each wager that is bet; its companions and what decisions stake follow it."""
Numbers = npt.NDArray[Any]

SAFE = 1 << 62
TIES: Final = "the option that stakes more, unless the difference is returned whatever happens"
"""Which of two options that are worth exactly the same is taken."""


def base_wagers(model: Model) -> tuple[Wager, ...]:
    """The wagers that are bet before the deal; what is placed with one is a part of its stake."""
    return tuple(wager for wager in model.placed if not wager.equals)


def placed_units(model: Model, stakes: Stakes) -> dict[str, Fraction]:
    """Units on every wager as the cards are dealt."""
    return {wager.id: Fraction(stakes.get(wager.equals or wager.id, 0)) for wager in model.placed}


def rests_on(model: Model, decision: Decision) -> str:
    """The wager that is bet and that a decision's stake is a multiple of; empty if it stakes nothing."""
    return next((wager.equals or wager.id for wager in model.wagers if wager.id == decision.base), "")


def usual_stakes(model: Model) -> Stakes:
    """One unit on each wager that a decision rests on, or on the first wager where none is made."""
    bet = [wager.id for wager in base_wagers(model)]
    bases = set(bet) & {rests_on(model, decision) for decision in model.decisions}
    return dict.fromkeys(bases or bet[:1], 1)


def check_stakes(model: Model, stakes: Stakes) -> None:
    """Refuse stakes on an unknown wager, or on one that only a decision makes."""
    known = [wager.id for wager in base_wagers(model)]
    with_ = {wager.id: wager.equals for wager in model.placed if wager.equals}
    for id_ in stakes:
        if id_ in with_:
            raise Refused(f"{id_} is placed with {with_[id_]}, at the same stake; stake on that", field="stake")
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
        counted = zip(self.model.composition, self.counts.composition, strict=True)
        removed = tuple(card for card, (whole, left) in enumerate(counted) for _ in range(whole - left))
        return conditions_of(self.book or self.model, removed=removed, place=self.place)

    def repriced(self, model: Model) -> "Solver":
        """The same count under other odds: a model whose rules and codes are those that were counted."""
        if self.counts.decided_for is not None:
            return self.repriced_aside(model)
        ours, theirs = self.counts.layout, Layout(model)
        if (ours.outcomes, ours.ways, ours.sights) != (theirs.outcomes, theirs.ways, theirs.sights):
            raise Refused(f"{model.id} has other rules than were counted; count it anew")
        return Solver(self.counts, model)

    def repriced_aside(self, model: Model) -> "Solver":
        """The same where decisions were made while counting: only what they do not touch may have other odds."""
        own = {wager.id: wager for wager in self.model.wagers}
        other = [wager for wager in model.wagers if own.get(wager.id) != wager]
        if any(wager.id not in own or wager.outcome != own[wager.id].outcome for wager in other):
            raise Refused(f"{model.id} has other rules than were counted; count it anew")
        for wager in other:
            if self.touched(wager):
                raise Refused(
                    f"decisions of {model.id} were made while its deals were counted, for the odds of {wager.id} then; "
                    "count it anew"
                )
        return Solver(self.counts, replace(self.model, wagers=model.wagers))

    def touched(self, wager: Wager) -> bool:
        """Whether a wager's result or stake depends on decisions, or theirs on it."""
        decisions = self.model.decisions
        staked = {id_ for decision in decisions for id_ in (decision.wager, decision.base)}
        return bool({wager.id, wager.equals} & staked or self.model.needs(wager.outcome) & {d.id for d in decisions})

    def check_decided(self, stakes: Stakes) -> None:
        """Refuse stakes for which other decisions may be best than were made while counting."""
        if self.counts.decided_for is None:
            return
        touched = {wager.id for wager in self.model.wagers if self.touched(wager)}
        asked, made = (
            {id_: Fraction(units) for id_, units in each if units and id_ in touched}
            for each in (stakes.items(), self.counts.decided_for)
        )
        largest = [max(each.values(), default=Fraction(1)) for each in (asked, made)]
        if {id_: u / largest[0] for id_, u in asked.items()} != {id_: u / largest[1] for id_, u in made.items()}:
            raise Refused(
                f"decisions of {self.model.id} were made while its deals were counted, for stakes of "
                f"{', '.join(f'{units} on {id_}' for id_, units in self.counts.decided_for)}; other stakes may ask for "
                "others",
                field="stake",
            )

    @property
    def plans(self) -> tuple[Plan, ...]:
        """Every way to decide, decision by decision."""
        return self.counts.layout.plans

    @cached_property
    def possible_plans(self) -> tuple[Plan, ...]:
        """Those that are offered somewhere, as far as that was counted."""
        layout = self.counts.layout
        if not layout.offers or not self.counts.total:
            return tuple(layout.path_of_plan)
        return tuple(p for p, path in layout.path_of_plan.items() if len(self.counts.joints_of_path[path]))

    @cached_property
    def offered(self) -> tuple[Mask, ...]:
        """For each decision, by what was seen and by the options before: what is offered."""
        counts = self.counts
        if not counts.layout.offers:
            shapes = [(int(group.max()) + 1, *self.shape[: depth + 1]) for depth, group in enumerate(self.groups())]
            return tuple(np.broadcast_to(np.True_, shape) for shape in shapes)
        return tuple(up_to(counts.offered, d)[first_rows(group)] for d, group in enumerate(self.groups()))

    @property
    def shape(self) -> tuple[int, ...]:
        """In how many ways each decision may go."""
        return self.counts.layout.shape

    def options(self, plan: Plan) -> tuple[Option, ...]:
        """The options of a plan; `UNASKED` of a decision that is not asked."""
        return tuple(decision.at(place) for decision, place in zip(self.model.decisions, plan, strict=True))

    def path_of(self, plan: Plan) -> int:
        """The path of decisions, as far as outcomes and offers depend on them, that a plan takes."""
        return self.counts.layout.path_of_plan[plan]

    @cached_property
    def code_of_joint(self) -> dict[str, Ints]:
        """For each wager, its outcome code in every joint outcome."""
        joints = np.arange(self.counts.layout.joints)
        codes: dict[str, Ints] = {}
        if self.counts.layout.by_roll:
            return codes_by_roll(self.model, self.counts.layout)
        for rule, size in reversed(self.counts.layout.outcomes):
            joints, code = np.divmod(joints, size)
            for wager in self.model.wagers:
                if wager.outcome == rule:
                    codes[wager.id] = code
        return codes

    def units(self, plan: Plan, stakes: Stakes) -> dict[str, Fraction]:
        """Units on every wager when a plan is followed."""
        check_stakes(self.model, stakes)
        placed = placed_units(self.model, stakes)
        for decision, place in zip(self.model.decisions, plan, strict=True):
            if decision.wager:
                before = placed.get(decision.wager, Fraction(0))
                placed[decision.wager] = before + decision.at(place).multiple * placed[decision.base]
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
        if plan not in self.counts.layout.path_of_plan:
            return  # nobody can
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
        payoffs = {plan: self.payoffs(plan, stakes) for plan in self.possible_plans}
        scale = lcm(*(own for _, own in payoffs.values()))
        scaled = {plan: (won * (scale // own)) ** power for plan, (won, own) in payoffs.items()}
        largest = max(int(abs(won).max()) for won in scaled.values())
        kind: Any = np.int64 if largest * self.counts.total < SAFE else object
        values = np.zeros((len(self.counts.sights), len(self.plans)), dtype=kind)
        for number, plan in enumerate(self.plans):
            if plan not in scaled:
                continue
            joint, counts, rows, starts = self.counts.by_path[self.path_of(plan)]
            won = scaled[plan].astype(kind)[joint]
            values[rows[starts], number] = np.add.reduceat(counts.astype(kind, copy=False) * won, starts)
        return values, scale

    def solved(self, stakes: Stakes | None = None) -> "Solved":
        """Every decision solved, from the last to the first: an earlier one presumes the best of those after it."""
        self.check_decided(stakes or usual_stakes(self.model))
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
        decisions, shape = self.model.decisions, self.shape
        worth = worth.reshape(len(self.counts.sights), *shape)
        groups = self.groups()
        deals = [summed_by(self.counts.deals_of_row, group) for group in groups]
        values: list[Numbers] = []
        best: list[Ints] = []
        for depth in reversed(range(len(shape))):
            ranked = ranking(worth, self.offered[depth])
            chosen = best_of(ranked, preference(decisions[depth]))
            tied = (ranked == ranked.max(axis=-1, keepdims=True)) & self.offered[depth]
            if np.any(tied.sum(axis=-1) > 1):
                squares = self.values(stakes, 2)[0].reshape(len(self.counts.sights), *shape)
                for place, later in reversed(list(enumerate(best, depth + 1))):
                    squares = summed_by(taken(squares, later), parents(groups[place], groups[place - 1]))
                chosen = least_of(tied & (squares == taken(squares, chosen)[..., None]), decisions[depth])
            values.insert(0, worth)
            best.insert(0, chosen)
            if depth:
                worth = summed_by(taken(worth, chosen), parents(groups[depth], groups[depth - 1]))
        return Solved(tuple(groups), tuple(deals), tuple(values), scale, tuple(best), self.offered)

    def best_plans(self, stakes: Stakes | None = None) -> Ints:
        """The plan that the optimal strategy follows at each sight."""
        if not self.model.decisions:
            return np.zeros(len(self.counts.sights), dtype=np.int64)
        return self.solved(stakes).plan_of_row

    def groups(self) -> list[Ints]:
        """For each decision, the number of the sight (with all sights before it) that each row belongs to."""
        return self._groups

    @cached_property
    def _groups(self) -> list[Ints]:
        return groups_of(self.model, self.counts.sights)

    def play(self, plan_of_row: Ints) -> "Played":
        """What following a plan at each sight leads to."""
        table: dict[tuple[Plan, int], int] = {}
        for number, plan in enumerate(self.plans):
            if plan not in self.counts.layout.path_of_plan:
                continue
            joint, counts, rows, _ = self.counts.by_path[self.path_of(plan)]
            here = plan_of_row[rows] == number
            deals = np.zeros(self.counts.layout.joints, dtype=np.int64)
            np.add.at(deals, joint[here], counts[here])
            table.update({(plan, code): int(deals[code]) for code in np.flatnonzero(deals).tolist()})
        if sum(table.values()) != self.counts.total:
            raise ArithmeticError("the deals of a strategy do not add up to all deals")
        return Played(self, table)


def codes_by_roll(model: Model, layout: Layout) -> dict[str, Ints]:
    """For each wager, its outcome code in every roll of the dice."""
    codes = {wager.id: np.zeros(layout.joints, dtype=np.int64) for wager in model.wagers}
    ((numbered, _),) = layout.outcomes
    for facts in rolls(model):
        number = result(model, numbered, facts)
        for wager in model.wagers:
            codes[wager.id][number] = result(model, wager.outcome, facts)
    return codes


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
    offered: tuple[Mask, ...]
    """For each decision, by what was seen and by the options before: what is offered."""

    def ranking(self, depth: int) -> Numbers:
        """The values of one decision, what is not offered being below all others."""
        return ranking(self.values[depth], self.offered[depth])

    @cached_property
    def plan_of_row(self) -> Ints:
        """The plan that each row follows when every decision is the best."""
        return followed(self.best, self.groups, self.values[-1].shape[1:])


def preference(decision: Decision) -> tuple[int, ...]:
    """The places of a decision's options in the order in which those worth the same are taken: larger stakes first."""
    return by_stake(decision, -1)


def by_stake(decision: Decision, sign: int) -> tuple[int, ...]:
    """The places of a decision's options by their stakes times a sign, then by name."""
    options = [decision.at(place) for place in range(decision.places)]
    return tuple(sorted(range(len(options)), key=lambda place: (sign * options[place].multiple, options[place].id)))


def ranking(values: Numbers, offered: Mask) -> Numbers:
    """Values, with what is not offered below all others."""
    return values if offered.all() else np.where(offered, values, values.min() - 1)


def best_of(values: Numbers, order: Sequence[int]) -> Ints:
    """The place of the largest value along the last axis, the first in an order where several are."""
    places = np.array(order, dtype=np.int64)
    best: Ints = places[np.argmax(values[..., places], axis=-1)]
    return best


def least_of(alike: Numbers, decision: Decision) -> Ints:
    """Of options that come to the same, the place of the one that stakes least, the first by name where several do."""
    places = np.array(by_stake(decision, 1))
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
    composition = without(model.composition, removed)
    late = late_from(model, composition)
    if late is None:
        return Solver(count(model, composition, executor=executor, device=device), model, book, place)
    from croupier.exact.late_decisions import counted_late  # noqa: PLC0415  # few games need it

    payoffs = payoffs_of(model, composition)
    counts = counted_late(model, composition, payoffs, late, executor=executor, device=device)
    return Solver(counts, counts.model, book, place)


def payoffs_of(model: Model, composition: Composition, stakes: Stakes | None = None) -> "Payoffs":
    """What each plan wins in each joint outcome, in whole numbers, for decisions made while deals are counted."""
    from croupier.exact.late_counter import Payoffs  # noqa: PLC0415  # few games need it

    stakes = stakes or usual_stakes(model)
    nothing = np.zeros(0, dtype=np.int64)
    solver = Solver(Counts(model, composition, 0, nothing, nothing), model)
    won = {plan: solver.payoffs(plan, stakes) for plan in solver.counts.layout.path_of_plan}
    scale = lcm(*(own for _, own in won.values()))
    scaled = {plan: each * (scale // own) for plan, (each, own) in won.items()}
    if max(int(abs(each).max()) for each in scaled.values()) * Space(model, composition, lumped=True).total >= SAFE:
        raise Refused(f"{model.id} pays too finely to decide while its deals are counted")
    return Payoffs(scaled, tuple(sorted((id_, Fraction(units)) for id_, units in stakes.items())))


def check_counted(solver: Solver) -> None:
    """Refuse a solver that was made to play a strategy, without a count."""
    if not solver.counts.total:
        raise Refused(f"the deals of {solver.model.id} were not counted; give the game, or a solver of `solver_of`")
