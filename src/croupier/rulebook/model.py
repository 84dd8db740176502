"""A model: the part of a rulebook that decides what a wager is worth.

Draws, features, decisions, wagers and the cards they come from: no table, no seats, no order of events. The exact
engine and the simulation read models; a rulebook gives its own, and a game that is only to be analysed can be written
as a model alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from croupier.rulebook.deal import Drawn, Feature
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
    suits_alike: bool = False
    """Whether renaming the suits changes no outcome and no information."""
    told_apart_by: tuple[CardRule, ...] = ()
    """Rules of a single card: cards that agree on all of them are alike to every rule. None means all cards differ."""

    sight_from: Callable[[Mapping[str, tuple[int, ...]]], Fixed] = dict
    """Turns what a player asking for advice knows into draws that are fixed."""

    def rules(self) -> tuple[Rule, ...]:
        """Every rule, features first."""
        return (
            *(feature.rule for feature in self.features),
            *(decision.sees for decision in self.decisions),
            *(wager.outcome for wager in self.wagers),
        )
