"""A model: the part of a rulebook that decides what a wager is worth.

Draws, features, decisions, wagers and the cards they come from: no table, no seats, no order of events. The exact
engine and the simulation read models; a rulebook gives its own, and a game that is only to be analysed can be written
as a model alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from croupier.errors import Refused
from croupier.rulebook.deal import Draw, Drawn, Feature
from croupier.rulebook.wager import Decision, Rule, Wager

CardRule = Callable[[int], int]
Fixed = Mapping[str, tuple[int | None, ...]]
"""Cards and dice that are known, draw by draw; None where a card is not."""


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
    """Names that rules use and that are chosen before the deal, such as a betting spot."""
    per_seat: tuple[str, ...] = ()
    """Draws and constants that each seat of a table has for itself, as its hand or its spot; all others are shared."""
    suits_alike: bool = False
    """Whether renaming the suits changes no outcome and no information."""
    told_apart_by: tuple[CardRule, ...] = ()
    """Rules of a single card: cards that agree on all of them are alike to every rule. None means all cards differ."""
    taken: Rule | None = None
    """How many of the cards drawn a round takes out of the shoe, the first ones; all of them where nothing is said."""

    sight_from: Callable[[Mapping[str, tuple[int, ...]]], Fixed] = dict
    """Turns what a player asking for advice knows into draws that are fixed."""

    def __post_init__(self) -> None:
        """Refuse a model whose parts do not fit together, in words that name the part."""
        cards = {drawn.name: 1 if drawn.kind is Draw.DIE else drawn.count for drawn in self.draws}
        others = [*(f.name for f in self.features), *self.constants, *(d.id for d in self.decisions)]
        for name in others:
            if name in cards:
                raise Refused(f"{self.id} has two things called {name!r}; rules could not tell them apart")
            cards[name] = 1
        for name in self.per_seat:
            if name not in (*self.constants, *(drawn.name for drawn in self.draws)):
                raise Refused(f"{self.id} has no draw or constant {name!r}, which each seat is to have for itself")
        for rule in self.rules():
            check_rule(self.id, rule, cards)
        wagers = {wager.id for wager in self.wagers}
        for decision in self.decisions:
            for wager in (decision.wager, decision.base):
                if wager not in wagers:
                    raise Refused(f"{self.id} has no wager {wager!r}, which the decision {decision.id!r} names")

    def rules(self) -> tuple[Rule, ...]:
        """Every rule, features first."""
        return (
            *(feature.rule for feature in self.features),
            *(decision.sees for decision in self.decisions),
            *(wager.outcome for wager in self.wagers),
            *(() if self.taken is None else (self.taken,)),
        )


def check_rule(model: str, rule: Rule, cards: Mapping[str, int]) -> None:
    """Refuse a rule that reads what there is not, or takes more or fewer cards than it is given."""
    name = rule.function.__name__
    for input_ in rule.inputs:
        if input_ not in cards:
            known = ", ".join(cards)
            raise Refused(f"{model} has no draw, feature, constant or decision {input_!r} for {name}; it has {known}")
    given = sum(cards[input_] for input_ in rule.inputs)
    code = getattr(rule.function, "__code__", None)
    if code is not None and code.co_argcount != given:
        raise Refused(f"{model}: {name} takes {code.co_argcount} values and {', '.join(rule.inputs)} are {given}")
