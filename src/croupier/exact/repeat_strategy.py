"""Strategies for a repeat by what is seen: one option for each sight, the best such table, or one's own from a file.

A seat that decides by its sights alone forgets the cards that its hand is made of. Which option is best at a sight then
depends on how often each hand comes to it, and so on the other sights: all of them are improved together, over and
over, until nothing gains.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

from croupier.exact.folded_hands import Hand
from croupier.exact.repeat_solver import Choice, RepeatSolver, Sight, Solved
from croupier.exact.strategy import check_named, check_simple, read_own


@dataclass(frozen=True)
class Followed:
    """A repeat played by one strategy: what was solved against each first card of the bank."""

    solver: RepeatSolver
    solved: tuple[Solved, ...]

    def ups(self) -> Iterator[tuple[int, Solved]]:
        """How many first cards of its kind the bank has, and what was solved against it."""
        for each in self.solved:
            yield self.solver.kinds.full[each.against.up], each

    @cached_property
    def won(self) -> int:
        """What all rounds win together, in orders of cards times the scale of payoffs."""
        return sum(ways * each.total() for ways, each in self.ups())

    @property
    def unit(self) -> int:
        """The orders of cards that there are in all."""
        return perm(self.solver.cards, self.solver.cards - self.solver.orders.kept)

    @property
    def mean(self) -> Fraction:
        """What a round wins for a unit on the base wager."""
        return Fraction(self.won, self.unit * self.solver.payoffs.scale)

    def by_sight(self, *, everywhere: bool = False) -> dict[Sight, dict[int, int]]:
        """What each option is worth at each sight, by how often hands come to it; or as if all ways led to them."""
        sums: dict[Sight, dict[int, int]] = {}
        for ways, each in self.ups():
            for hand, times in each.reached(everywhere=everywhere).items():
                at = sums.setdefault(each.against.sight(hand), {})
                for place, won in each.options[hand].items():
                    at[place] = at.get(place, 0) + ways * times * won
        return sums


def played(solver: RepeatSolver, choice: Choice | None = None) -> Followed:
    """Play by the best option of every hand, or by one option for each sight."""
    return Followed(solver, tuple(against.solved(choice) for against in solver.against))


def best_of(solver: RepeatSolver, sums: Mapping[Sight, Mapping[int, int]]) -> dict[Sight, int]:
    """The best option of each sight; of two that are worth the same, the one that stakes more."""
    return {
        sight: max((place for place in solver.preferred if place in at), key=lambda place: at[place])
        for sight, at in sums.items()
    }


def by_sights(solver: RepeatSolver, best: Followed) -> tuple[Choice, Followed]:
    """The table of one option for each sight that no further improvement helps, and what it comes to."""
    check_simple(solver.model)
    choice = best_of(solver, best.by_sight(everywhere=True))
    followed = played(solver, choice)
    while True:
        better = choice | best_of(solver, followed.by_sight())
        if better == choice:
            return choice, followed
        again = played(solver, better)
        if again.won <= followed.won:
            return choice, followed
        choice, followed = better, again


def own_choice(solver: RepeatSolver, text: Mapping[str, object]) -> Choice:
    """A strategy of one's own: at each sight the first rule that holds and is offered, else what it says otherwise."""
    mine, decision = read_own(solver.model, text), solver.decision
    default = next(place for place, option in enumerate(decision.options) if option.id == decision.default)
    found: dict[Sight, int] = {}
    for sight in sights_of(solver):
        values = {field.name: field.value(sight.code) for field in decision.fields}
        rules = (rule.option for rule in mine.rules if all(c.holds(values[c.field]) for c in rule.conditions))
        wanted = (*rules, mine.defaults[0], default)
        found[sight] = next(place for place in wanted if place in sight.offered)
    return found


def sights_of(solver: RepeatSolver) -> set[Sight]:
    """Every sight at which something is decided."""
    return {against.sight(hand) for against in solver.against for hand in decided(against.possible, solver)}


def decided(hands: list[Hand], solver: RepeatSolver) -> Iterator[Hand]:
    """The hands that are asked."""
    return (hand for hand in hands if solver.hands.offers[hand.folded])


def followed_by(solver: RepeatSolver, strategy: str | Mapping[str, object]) -> tuple[str, Followed]:
    """A strategy's name, and what it comes to."""
    check_named(strategy)
    if isinstance(strategy, Mapping):
        return "own", played(solver, own_choice(solver, strategy))
    best = played(solver)
    return strategy, by_sights(solver, best)[1] if strategy == "simple" else best
