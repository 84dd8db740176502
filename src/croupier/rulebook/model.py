"""A model: the part of a rulebook that decides what a wager is worth.

Draws, features, decisions, wagers and the cards they come from: no table, no seats, no order of events. The exact
engine and the simulation read models; a rulebook contains one, and a game that is only analysed can be written
as a model alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Final

from croupier.errors import Refused, quoted
from croupier.rulebook.deal import Draw, Drawn, Feature
from croupier.rulebook.part import check_fields
from croupier.rulebook.wager import Decision, Rule, Wager

DECKS_MAX: Final = 16
CardRule = Callable[[int], int]
Fixed = Mapping[str, tuple[int | None, ...]]
"""Known cards and dice, draw by draw; None for an unknown card."""


@dataclass(frozen=True)
class Model:
    """What is drawn, seen, decided and won."""

    id: str
    decks: int
    draws: tuple[Drawn, ...]
    wagers: tuple[Wager, ...]
    features: tuple[Feature, ...] = ()
    decisions: tuple[Decision, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    """Values that rules read and that are chosen before the deal, such as a betting spot."""
    per_seat: tuple[str, ...] = ()
    """Draws and constants that each seat has for itself, such as its hand or spot; all others are shared."""
    suits_alike: bool = False
    """Whether swapping suits leaves every outcome and every sight the same."""
    told_apart_by: tuple[CardRule, ...] = ()
    """Rules of a single card: cards that agree on all of them are alike to every rule. If empty, all cards differ."""
    taken: Rule | None = None
    """How many cards a round takes from the shoe, drawn ones from the first on and burned ones; None: all of them."""
    burned: int = 0
    """How many cards a round burns unseen between its draws, at most: no outcome depends on them, but a shoe does."""

    sight_from: Callable[[Mapping[str, tuple[int, ...]]], Fixed] = dict
    """Converts what a player asking for advice knows into fixed draws."""

    def __post_init__(self) -> None:
        """Refuse a model whose parts do not fit together, and name the part."""
        check_fields(self)
        for name in self.per_seat:
            if name not in (*self.constants, *(drawn.name for drawn in self.draws)):
                raise Refused(f"{self.id}: `per_seat` names {quoted(name)}, which is not a draw or constant")
        if not 1 <= self.decks <= DECKS_MAX:
            raise Refused(f"{self.id} has {self.decks} decks; a model has 1 to {DECKS_MAX}")
        wagers, decisions = [wager.id for wager in self.wagers], [decision.id for decision in self.decisions]
        features = {feature.name: feature.rule.inputs for feature in self.features}
        drawn = [drawn.name for drawn in self.draws]
        check_named(f"{self.id}: draws", drawn)
        check_named(f"{self.id}: wagers", wagers)
        for decision in self.decisions:
            check_named(f"{self.id}: options of {decision.id}", [option.id for option in decision.options])
            check_options(self.id, decision)
        named = [*drawn, *(feature.name for feature in self.features), *self.constants, *decisions]
        check_named(f"{self.id}: draws, features, constants and decisions", named)
        if self.burned < 0:
            raise Refused(f"{self.id} burns {self.burned} cards in a round; burn 0 or more")
        for each in self.draws:
            if each.count < 1:
                raise Refused(f"{self.id}: {each.name} is a draw of {each.count}; draw at least 1")
        cards = {each.name: 1 if each.kind is Draw.DIE else each.count for each in self.draws}
        for rule in self.rules():
            check_rule(self.id, rule, dict.fromkeys(named, 1) | cards)
        check_order(self.id, features)
        check_stakes(self.id, wagers, self.decisions)

    def rules(self) -> tuple[Rule, ...]:
        """Every rule, features first."""
        return (
            *(feature.rule for feature in self.features),
            *(decision.sees for decision in self.decisions),
            *(wager.outcome for wager in self.wagers),
            *(() if self.taken is None else (self.taken,)),
        )


def check_named(what: str, names: Sequence[str]) -> None:
    """Refuse an empty list, and two things with one name."""
    if not names:
        raise Refused(f"{what}: there are none; give at least one")
    for name in names:
        if names.count(name) > 1:
            raise Refused(f"{what}: two are called {name!r}; give each its own name")


def check_options(model: str, decision: Decision) -> None:
    """Refuse options that nothing tells apart, and a decision without a sight."""
    told_by = [(option.code, option.multiple) for option in decision.options]
    if len(set(told_by)) < len(told_by):
        codes = [option.code for option in decision.options]
        raise Refused(f"{model}: options of {decision.id} have the codes {codes}; give each its own")
    if decision.codes < 1:
        raise Refused(f"{model}: `codes` of the decision {decision.id} is {decision.codes}; give 1 or more")


def check_rule(model: str, rule: Rule, cards: Mapping[str, int]) -> None:
    """Refuse a rule that reads an unknown name, or takes more or fewer values than it is given."""
    name = getattr(rule.function, "__name__", repr(rule.function))
    for input_ in rule.inputs:
        if input_ not in cards:
            known = ", ".join(cards)
            raise Refused(f"{model}: {name} reads {input_!r}, which is not defined; defined are {known}")
    given = sum(cards[input_] for input_ in rule.inputs)
    if not isinstance(rule.function, FunctionType):
        raise Refused(f"{model}: {name} must be a function written in Python, so that it can be compiled")
    code = rule.function.__code__
    if code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount:
        raise Refused(
            f"{model}: {name} takes *args, **kwargs or arguments by name only, which cannot be compiled; name each of "
            f"the {given} values of {', '.join(rule.inputs)} as an argument of its own"
        )
    takes = code.co_argcount
    if takes != given:
        raise Refused(f"{model}: {name} takes {takes} values, but is given {given}: {', '.join(rule.inputs)}")


def check_order(model: str, features: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse features that depend on themselves."""
    waiting = dict(features)
    while waiting:
        ready = [name for name, inputs in waiting.items() if not waiting.keys() & set(inputs)]
        if not ready:
            raise Refused(f"{model}: {', '.join(waiting)} depend on each other; let one come first")
        for name in ready:
            del waiting[name]


def check_stakes(model: str, wagers: Sequence[str], decisions: Sequence[Decision]) -> None:
    """Refuse a decision about an unknown wager, or about a stake that is not placed yet."""
    placed = set(wagers) - {decision.wager for decision in decisions}
    for decision in decisions:
        for wager in (decision.wager, decision.base):
            if wager not in wagers:
                raise Refused(f"{model}: the decision {decision.id!r} names the wager {wager!r}, which does not exist")
        if decision.base not in placed:
            raise Refused(
                f"{model}: {decision.id} is a multiple of the stake on {decision.base}, which is not placed before it; "
                "put what a decision adds on its own wager"
            )
        placed.add(decision.wager)
