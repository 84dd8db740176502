"""Dealing errors: what they cost in a hundred rounds, made so often.

An error is another model of the same game: a line that pays other odds, a rule that is misapplied, a decision that is
overlooked. Both models are counted together, deal by deal, so that it is known how often the error changes anything and
what one costs. A player who does not know of it plays as before. One who does knows only how often it is made, not
when, and answers with the play that is best against both, weighted by that.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import ClassVar, Final

import numpy as np

from croupier.chart import Bars, Chart, said, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.counter import Plan
from croupier.exact.solve import (
    Numbers,
    Solver,
    Stakes,
    base_wagers,
    checked_mix,
    rules_of,
    solver_of,
    usual_stakes,
)
from croupier.exact.space import Ints
from croupier.figures import share
from croupier.kernel.effort import Progress, effort
from croupier.protect.knowledge import HUNDRED, signed, staked_alone
from croupier.result import Result, Row, figure, in_columns
from croupier.rulebook import Rulebook
from croupier.rulebook.deal import Feature
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule, RuleFunction, Wager
from croupier.sheet import Sheet

ALWAYS: Final = Fraction(1)


# ── Models with an error ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Mistake:
    """An error, and the game as it is dealt while it is made."""

    name: str
    model: Model


def wager_of(model: Model, id_: str) -> Wager:
    for wager in model.wagers:
        if wager.id == id_:
            return wager
    known = ", ".join(wager.id for wager in model.wagers)
    raise Refused(f"{model.id} has no wager {quoted(id_)}; it has {known}", field="wager")


def odds_of(wager: Wager, id_: str) -> Fraction:
    for line in wager.lines:
        if line.id == id_:
            return line.odds
    known = ", ".join(line.id for line in wager.lines)
    raise Refused(f"{wager.id} has no line {quoted(id_)}; it has {known}", field="line")


def with_wager(model: Model, changed: Wager) -> Model:
    return replace(model, wagers=tuple(changed if wager.id == changed.id else wager for wager in model.wagers))


def mispaid(model: Model, wager: str, pays: Mapping[str, Fraction | str]) -> Mistake:
    """Lines of a wager that are paid otherwise: as other odds, or as another line.

    `{"win": "bonus"}` pays a win as the bonus; `{"win": Fraction(6)}` pays it 6 to 1, and 0 returns the stake.
    """
    of = wager_of(model, wager)
    odds = {line: odds_of(of, paid) if isinstance(paid, str) else Fraction(paid) for line, paid in pays.items()}
    for line in odds:
        odds_of(of, line)
    lines = tuple(
        replace(line, pays=odds[line.id], commission=Fraction(0)) if line.id in odds else line for line in of.lines
    )
    said = ", ".join(f"{line} as {paid}" for line, paid in pays.items())
    return Mistake(f"{of.label} pays {said}", with_wager(model, replace(of, lines=lines)))


def paid_twice(model: Model, wager: str, line: str) -> Mistake:
    """A winning line that is paid a second time."""
    twice = mispaid(model, wager, {line: 2 * odds_of(wager_of(model, wager), line)})
    return replace(twice, name=f"{wager_of(model, wager).label} pays {line} twice")


def misread(model: Model, readings: Mapping[str, Mapping[str, str]]) -> Mistake:
    """Lines of several wagers that are taken for others, as when nobody asks whether a hand qualifies."""
    mistaken = model
    for wager, lines in readings.items():
        mistaken = mispaid(mistaken, wager, lines).model
    said = ", ".join(dict.fromkeys(f"{one} for {other}" for lines in readings.values() for one, other in lines.items()))
    return Mistake(f"mistaken: {said}", mistaken)


def misapplied(model: Model, name: str, function: RuleFunction) -> Mistake:
    """Another rule in the place of a feature's or a wager's own, on the same inputs."""
    if name not in {feature.name for feature in model.features}:
        of = wager_of(model, name)
        wrong = with_wager(model, replace(of, outcome=replace(of.outcome, function=function)))
    else:
        wrong = replace(
            model,
            features=tuple(
                replace(feature, rule=replace(feature.rule, function=function)) if feature.name == name else feature
                for feature in model.features
            ),
        )
    return Mistake(f"{name} by {getattr(function, '__name__', 'another rule')}", wrong)


def overlooked(model: Model, feature: str, value: int) -> Mistake:
    """A feature that is taken to be the same in every deal, such as a card that is never drawn."""
    if feature not in {each.name for each in model.features}:
        known = ", ".join(each.name for each in model.features) or "none"
        raise Refused(f"{model.id} has no feature {quoted(feature)}; it has {known}", field="feature")
    left = tuple(each for each in model.features if each.name != feature)
    wrong = replace(model, features=left, constants={**model.constants, feature: value})
    return Mistake(f"{feature} is always {value}", wrong)


def not_forfeited(model: Model, wager: str, decision: str, option: str) -> Mistake:
    """A wager that is settled as if a decision had gone one way, whichever way it went."""
    of = wager_of(model, wager)
    decided = next((each for each in model.decisions if each.id == decision), None)
    if decided is None:
        known = ", ".join(each.id for each in model.decisions) or "none"
        raise Refused(f"{model.id} has no decision {quoted(decision)}; it has {known}", field="decision")
    taken = decided.option(option)
    if taken is None:
        known = ", ".join(each.id for each in decided.options)
        raise Refused(f"{decision} has no option {quoted(option)}; it has {known}", field="option")
    if decision not in of.outcome.inputs:
        raise Refused(f"{wager} does not depend on {decision}; nothing is forfeited by it", field="wager")
    name = f"{decision} as {option}"
    inputs = tuple(name if input_ == decision else input_ for input_ in of.outcome.inputs)
    knowing_it = replace(model, constants={**model.constants, name: int(taken.code)})
    wrong = with_wager(knowing_it, replace(of, outcome=replace(of.outcome, inputs=inputs)))
    return Mistake(f"{of.label} is settled as if the player chose {taken.label}", wrong)


# ── Both models together ─────────────────────────────────────────────────────────────────────────────────────────────

IN_ERROR: Final = " in error"


def together(right: Model, wrong: Model) -> Model:
    """One model with the outcomes of both: each wager as it should be settled, and as it is in error."""
    if right.draws != wrong.draws or right.decisions != wrong.decisions:
        raise Refused(f"an error changes what is won in {right.id}, not what is dealt or decided")
    if [wager.id for wager in right.wagers] != [wager.id for wager in wrong.wagers]:
        raise Refused(f"an error changes what is won in {right.id}, not which wagers there are")
    changed = changed_names(right, wrong)

    def renamed(rule: Rule) -> Rule:
        return replace(rule, inputs=tuple(changed.get(input_, input_) for input_ in rule.inputs))

    copies = tuple(
        replace(wager, id=wager.id + IN_ERROR, outcome=renamed(wager.outcome), needs=()) for wager in wrong.wagers
    )
    features = tuple(Feature(changed[each.name], renamed(each.rule)) for each in wrong.features if each.name in changed)
    constants = {changed[name]: value for name, value in wrong.constants.items() if name in changed}
    return replace(
        right,
        wagers=(*right.wagers, *copies),
        features=(*right.features, *features),
        constants={**right.constants, **constants},
    )


def changed_names(right: Model, wrong: Model) -> dict[str, str]:
    """The features and constants of an error's model that differ, or depend on such; each with a name of its own."""
    ours = {feature.name: feature.rule for feature in right.features}
    theirs = {feature.name: feature.rule for feature in wrong.features}
    found = {name for name, rule in theirs.items() if ours.get(name) != rule}
    found |= {name for name, value in wrong.constants.items() if right.constants.get(name) != value}
    while more := {name for name, rule in theirs.items() if found & set(rule.inputs)} - found:
        found |= more
    return {name: name + IN_ERROR for name in found}


@dataclass(frozen=True)
class Erring(Solver):
    """A count of a game and an error in it, asked about rounds of which so many have the error."""

    rate: Fraction = ALWAYS

    def parts(self, plan: Plan, stakes: Stakes) -> tuple[Numbers, Numbers, int]:
        """What a plan wins in every joint outcome, rightly and in error, times a common denominator."""
        units = {id_: each for id_, each in self.units(plan, stakes).items() if each and IN_ERROR not in id_}
        won = []
        for suffix in ("", IN_ERROR):
            for id_, staked in units.items():
                wager = wager_of(self.model, id_ + suffix)
                self.check_lines(wager, plan)
                won.append((suffix, wager, {int(line.code): line.odds * staked for line in wager.lines}))
        scale = lcm(*(each.denominator for _, _, by_code in won for each in by_code.values()))
        sums = {suffix: np.zeros(self.counts.layout.joints, dtype=object) for suffix in ("", IN_ERROR)}
        for suffix, wager, by_code in won:
            codes = self.code_of_joint[wager.id]
            scaled = [int(by_code.get(code, 0) * scale) for code in range(int(codes.max()) + 1)]
            sums[suffix] = sums[suffix] + np.array(scaled, dtype=object)[codes]
        return sums[""], sums[IN_ERROR], scale

    def payoffs(self, plan: Plan, stakes: Stakes) -> tuple[Numbers, int]:
        """What a plan wins on average in every joint outcome, the error being made at its rate."""
        right, wrong, scale = self.parts(plan, stakes)
        made, all_ = self.rate.numerator, self.rate.denominator
        return right * (all_ - made) + wrong * made, scale * all_

    def expected(self, plan_of_row: Ints, stakes: Stakes) -> Fraction:
        """What a strategy wins in a round."""
        won = Fraction(0)
        for (plan, joint), deals in self.play(plan_of_row).table.items():
            results, scale = self.priced(plan, stakes)
            won += Fraction(int(results[joint]) * deals, scale)
        return won / self.counts.total

    def priced(self, plan: Plan, stakes: Stakes) -> tuple[Numbers, int]:
        """The payoffs of a plan, worked out once."""
        key = plan, frozenset(stakes.items())
        if key not in self._priced:
            self._priced[key] = self.payoffs(plan, stakes)
        return self._priced[key]

    @cached_property
    def _priced(self) -> dict[object, tuple[Numbers, int]]:
        return {}

    def at(self, rate: Fraction) -> "Erring":
        """The same count, asked about another rate."""
        return Erring(self.counts, self.model, self.book, self.place, rate)


# ── What it costs ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WagerCost:
    """What an error does to a unit on one wager, played as ever, with what rides on it."""

    value: Fraction
    """What a unit wins in a round without errors."""
    gain: Fraction
    """What it wins more if the error is made whenever it can be."""

    @property
    def even_at(self) -> Fraction | None:
        """The rate at which the wager is worth nothing to either side; none where errors do not get it there."""
        if self.gain == 0 or not 0 <= -self.value / self.gain <= 1:
            return None
        return -self.value / self.gain


@dataclass(frozen=True, repr=False)
class ErrorCost(Result):
    """What an error costs the bank; what it costs is what players gain, so it may be less than nothing.

    >>> import croupier
    >>> croupier.game("tcp").error_cost("twice:pair_plus.pair", rate="1%")
    <ErrorCost of Three Card Poker 6 Card Bonus: Pair Plus pays pair twice, 1.00% of the time: costs +0.1694 units \
in 100 rounds, +0.1694 against best play>
    """

    schema: ClassVar[str] = "croupier.error-cost/1"

    mistake: str
    rate: Fraction
    """In what share of the rounds in which it can be made it is."""
    stakes: Mapping[str, Fraction]
    value: Fraction
    """What best play wins in a round without errors."""
    changed: Fraction
    """The share of rounds whose result the error would change."""
    always: Fraction
    """What the same play wins in a round if the error is made whenever it can be."""
    answered: Fraction
    """What the best answer to the rate wins in a round."""
    departures_per_100: Fraction
    """How often in a hundred rounds that answer decides otherwise."""
    by_wager: Mapping[str, WagerCost]
    """By wager placed before the deal."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def staked(self) -> Fraction:
        return sum(self.stakes.values(), Fraction(0))

    @property
    def cost_per_100(self) -> Fraction:
        """What the bank loses by it in a hundred rounds, to somebody who plays as ever."""
        return HUNDRED * self.rate * (self.always - self.value)

    @property
    def answered_per_100(self) -> Fraction:
        """The same to somebody who knows the rate and answers it best."""
        return HUNDRED * (self.answered - self.value)

    @property
    def errors_per_100(self) -> Fraction:
        """In how many of a hundred rounds a result is changed by it."""
        return HUNDRED * self.rate * self.changed

    @property
    def cost_of_one(self) -> Fraction:
        """What one such error costs on average; 0 where none changes anything."""
        return (self.always - self.value) / self.changed if self.changed else Fraction(0)

    @property
    def even_at(self) -> Fraction | None:
        """The rate at which the same play is worth nothing to either side; none where errors do not get it there."""
        return WagerCost(self.value, self.always - self.value).even_at

    @property
    def summary(self) -> str:
        return (
            f"{self.mistake}, {share(self.rate, 2)} of the time: costs {float(self.cost_per_100):+.4f} units "
            f"in 100 rounds, {float(self.answered_per_100):+.4f} against best play"
        )

    def data(self) -> dict[str, object]:
        return {
            "mistake": self.mistake,
            "rate": figure(self.rate),
            "stakes": {id_: str(units) for id_, units in self.stakes.items()},
            "players_edge": figure(self.value / self.staked),
            "players_edge_with_errors": figure(self.value / self.staked + self.cost_per_100 / HUNDRED / self.staked),
            "players_edge_answered": figure(self.answered / self.staked),
            "rounds_changed": figure(self.changed),
            "errors_per_100": figure(self.errors_per_100),
            "cost_of_one": figure(self.cost_of_one),
            "cost_per_100": figure(self.cost_per_100),
            "cost_per_100_answered": figure(self.answered_per_100),
            "departures_per_100": figure(self.departures_per_100),
            "even_at": None if self.even_at is None else figure(self.even_at),
            "by_wager": {
                id_: {
                    "value": figure(each.value),
                    "gain": figure(each.gain),
                    "cost_per_100": figure(HUNDRED * self.rate * each.gain),
                    "even_at": None if each.even_at is None else figure(each.even_at),
                }
                for id_, each in self.by_wager.items()
            },
        }

    def to_rows(self) -> list[Row]:
        return [
            {
                "mistake": self.mistake,
                **in_columns("rate", self.rate),
                **in_columns("errors_per_100", self.errors_per_100),
                **in_columns("cost_of_one", self.cost_of_one),
                **in_columns("cost_per_100", self.cost_per_100),
                **in_columns("cost_per_100_answered", self.answered_per_100),
                **in_columns("departures_per_100", self.departures_per_100),
            }
        ]

    def charts(self) -> dict[str, Chart]:
        """What the error costs in a hundred rounds, by wager and in all."""
        column = "cost in 100 rounds (units)"
        told = [(words_of(id_), float(HUNDRED * self.rate * each.gain)) for id_, each in self.by_wager.items()]
        if len(told) > 1:
            told.append(("all of them", float(self.cost_per_100)))
        told.append(("answered best", float(self.answered_per_100)))
        chart = Chart(
            title=f"{self.mistake}: what it costs the bank",
            alt=f"Made {share(self.rate, 2)} of the time, it costs {said(float(self.cost_per_100), column, 4)} units "
            f"in 100 rounds, and {said(float(self.answered_per_100), column, 4)} against the best answer.",
            rows=tuple({"wagered on": name, column: value} for name, value in told),
            marks=Bars(of="wagered on", value=column, places=4),
            note=self.drawn_from,
        )
        return {"costs": chart}

    @property
    def sheet(self) -> Sheet:
        even = "–" if self.even_at is None else f"{share(self.even_at, 2)} of the time"
        answer = f"{float(self.departures_per_100):.2f} departures in 100 rounds"
        return Sheet(
            self.mistake,
            facts=(
                ("staked", ", ".join(f"{units} on {id_}" for id_, units in self.stakes.items())),
                ("made", f"{share(self.rate, 2)} of the time"),
                ("changes", f"{share(self.changed)} of rounds", f"{float(self.errors_per_100):.4f} in 100"),
                ("one costs", f"{float(self.cost_of_one):+.4f} units"),
                ("costs in 100 rounds", f"{float(self.cost_per_100):+.4f} units", str(self.cost_per_100)),
                ("answered best", f"{float(self.answered_per_100):+.4f} units", answer),
                ("player's edge without errors", signed(self.value / self.staked)),
                ("player's edge, answered best", signed(self.answered / self.staked)),
                ("same play is even at", even),
            ),
            heads=("a unit on", "wins", "gains by an error", "costs in 100 rounds", "even at"),
            rows=tuple(
                (
                    id_,
                    signed(each.value),
                    signed(each.gain),
                    f"{float(HUNDRED * self.rate * each.gain):+.4f}",
                    "–" if each.even_at is None else share(each.even_at, 2),
                )
                for id_, each in self.by_wager.items()
            ),
            words=1,
        )


def error_cost(
    game: Model | Rulebook,
    mistake: Mistake,
    rate: Fraction,
    *,
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    progress: Progress | None = None,
) -> ErrorCost:
    """What an error costs that is made so often, exactly.

    The stakes are a unit on each wager that decisions rest on and on each that the error concerns, where nobody says.
    """
    model, book = rules_of(game)
    gone = tuple(removed)
    if not 0 <= rate <= 1:
        raise Refused(f"an error cannot be made {rate} of the time; give a share from 0 to 1", field="rate")
    staked = checked_mix(model, stakes or concerned(model, mistake.model))
    right, wrong = staked_alone(model, staked), staked_alone(mistake.model, staked)
    with effort(progress=progress):
        counted = solver_of(together(right, wrong), removed=gone)
    solver = Erring(counted.counts, counted.model, counted.book, counted.place, Fraction(0))
    usual = solver.best_plans(staked)
    erring = solver.at(rate)
    answer = erring.best_plans(staked) if rate else usual
    always = solver.at(ALWAYS)
    value = solver.expected(usual, staked)
    return ErrorCost(
        mistake.name,
        rate,
        staked,
        value,
        share_changed(solver, usual, staked),
        always.expected(usual, staked),
        erring.expected(answer, staked),
        departing(erring, usual, answer, staked),
        {id_: wager_cost(solver, usual, id_) for id_ in staked},
        conditions_of(book or model, removed=gone),
    )


def wager_cost(solver: Erring, plans: Ints, wager: str) -> WagerCost:
    """What an error does to a unit on one wager."""
    value, always = (solver.at(rate).expected(plans, {wager: 1}) for rate in (Fraction(0), ALWAYS))
    return WagerCost(value, always - value)


def concerned(model: Model, wrong: Model) -> dict[str, int | Fraction]:
    """A unit on each wager that decisions rest on, and on each that an error concerns, with what those need."""
    changed = set(changed_names(model, wrong))
    features = {feature.name: feature.rule for feature in wrong.features}

    def touched(rule: Rule) -> bool:
        return any(name in changed or (name in features and touched(features[name])) for name in rule.inputs)

    placed = base_wagers(model)
    stakes: dict[str, int | Fraction] = dict(usual_stakes(model)) if model.decisions else {}
    for one, other in zip(model.wagers, wrong.wagers, strict=True):
        if one in placed and (one != other or touched(other.outcome)):
            stakes[one.id] = 1
            if one.needs and not any(id_ in stakes for id_ in one.needs):
                stakes[one.needs[0]] = 1
    return stakes or dict(usual_stakes(model))


def share_changed(solver: Erring, plans: Ints, stakes: Stakes) -> Fraction:
    """The share of rounds whose result an error would change."""
    played = solver.play(plans).table
    parts = {plan: solver.parts(plan, stakes) for plan in {plan for plan, _ in played}}
    changed = sum(deals for (plan, joint), deals in played.items() if parts[plan][0][joint] != parts[plan][1][joint])
    return Fraction(changed, solver.counts.total)


def departing(solver: Erring, usual: Ints, answer: Ints, stakes: Stakes) -> Fraction:
    """How often in a hundred rounds an answer decides otherwise, and gains by it."""
    apart = np.flatnonzero(usual != answer)
    if not len(apart):
        return Fraction(0)
    values, _ = solver.values(stakes)
    gains = values[apart, answer[apart]] > values[apart, usual[apart]]
    deals = solver.counts.deals_of_row[apart[gains]]
    return HUNDRED * Fraction(sum(int(each) for each in deals), solver.counts.total)
