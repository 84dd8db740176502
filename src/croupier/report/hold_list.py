"""A list of holds, best first: what to keep of a hand whose other cards are exchanged.

What may be held of a poker hand is put in classes by what it makes, or could come to. A player of the list goes through
it from the top and keeps the first that the hand has; of several alike, that of the lowest cards. The order of the list
starts from what the classes are worth where they are best; then neighbours are exchanged while that wins anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.cards import ACE, DECK, TEN, cards_from, rank_of, suit_of
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.decision_values import sees
from croupier.exact.solve import Solver
from croupier.exact.strategy import codes_of
from croupier.hands import Poker, five_card_hand
from croupier.rulebook import Decision, Model
from croupier.sheet import number_of

HAND: Final = 5
"""Hands of so many cards have classes."""
NOTHING: Final = "nothing: draw every card"
GAPS: Final = ("no gap", "one gap", "two gaps")
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


@dataclass(frozen=True)
class Hold:
    """A line of the list."""

    words: str
    best: int
    """In how many deals holding this is best."""
    worth: Fraction
    """The mean result of a unit in those."""
    kept: int
    """In how many deals a player of the list holds it."""


@dataclass(frozen=True)
class HoldList:
    """What to hold, best first, and what playing by that costs."""

    holds: tuple[Hold, ...]
    high: tuple[int, ...]
    """The ranks of which a single card is ever the best hold."""
    edges: tuple[Fraction, Fraction]
    """The house edge of the wager under the best strategy and under the list."""

    @property
    def cost(self) -> Fraction:
        """What the list loses per initial unit against the best."""
        best, listed = self.edges
        return listed - best


def has_holds(model: Model) -> bool:
    """Whether all that is decided is which of five cards are held."""
    return [each.hand_cards for each in model.decisions if each.exchanges] == [HAND] and len(model.decisions) == 1


def hold_list(solver: Solver, analysis: Analysis) -> HoldList | None:
    """The list of a game whose only decision is which of five cards are held; None where it would not tell all."""
    (decision,) = solver.model.decisions
    hands = hands_of(solver, decision)
    if hands is None:
        return None
    solved = solver.solved()
    values, deals, best = solved.values[0], solved.deals[0], solved.best[0]
    keeps = [option.keeps or () for option in decision.options]
    high = high_ranks(hands, [keeps[place] for place in best.tolist()])
    chosen = options_by_class(hands, keeps, high)
    has = {words: options >= 0 for words, options in chosen.items()}
    won = {words: np.take_along_axis(values, np.maximum(chosen[words], 0)[:, None], axis=1)[:, 0] for words in chosen}
    most = values.max(axis=1)
    best_at: dict[str, Mask] = {words: has[words] & (won[words] == most) for words in chosen}
    names = [words for words, here in best_at.items() if here.any()]
    if not np.any([has[words] for words in names], axis=0).all():  # a hand of which nothing in the list can be held
        return None
    met = {words: int(deals[best_at[words]].sum()) for words in names}
    worth = {words: Fraction(int(most[best_at[words]].sum()), solved.scale * met[words]) for words in names}
    names, taken = in_order(sorted(names, key=lambda words: worth[words], reverse=True), has, won)
    option = np.array([chosen[words] for words in names])[taken, np.arange(len(taken))]
    played = Analysis(solver.play(option[solved.groups[0]]), "list")
    wager = next(iter(analysis.wagers))
    holds = (
        Hold(words, met[words], worth[words], int(deals[taken == place].sum())) for place, words in enumerate(names)
    )
    return HoldList(
        tuple(holds),
        high,
        (analysis.wagers[wager].house_edge, played.wagers[wager].house_edge),
    )


def hands_of(solver: Solver, decision: Decision) -> list[tuple[int, ...]] | None:
    """The hand at every sight, as its words say; None where they say something else."""
    rows = np.unique(solver.groups()[0], return_index=True)[1]
    found: list[tuple[int, ...]] = []
    for code in codes_of(solver)[0][rows].tolist():
        told = [value for _, value in sees(decision, code)]
        try:
            (cards,) = [cards_from(value) for value in told]
        except (Refused, ValueError):
            return None
        if len(cards) != HAND or not set(cards) <= set(DECK):
            return None
        found.append(cards)
    return found


def high_ranks(hands: Sequence[Sequence[int]], kept: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(
        sorted({rank_of(hand[places[0]]) for hand, places in zip(hands, kept, strict=True) if len(places) == 1})
    )


def options_by_class(
    hands: Sequence[tuple[int, ...]], keeps: Sequence[tuple[int, ...]], high: tuple[int, ...]
) -> dict[str, Numbers]:
    """For every class the option that holds it in each hand, and -1 where the hand has none."""
    dealt, found = np.array(hands, dtype=np.int64), dict[str, Numbers]()
    for place in sorted(range(len(keeps)), key=lambda place: keeps[place], reverse=True):  # the lowest cards last
        held, where = np.unique(dealt[:, list(keeps[place])], axis=0, return_inverse=True)
        words = [class_of(tuple(cards), frozenset(high)) for cards in held.tolist()]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(words))}
        of_hand = np.array([numbers[name] for name in words])[where.reshape(-1)]
        for name, number in numbers.items():
            if name:
                options = found.setdefault(name, np.full(len(hands), -1, dtype=np.int64))
                options[of_hand == number] = place
    return found


def in_order(names: list[str], has: Mapping[str, Mask], won: Mapping[str, Numbers]) -> tuple[list[str], Numbers]:
    """Holds in an order in which exchanging neighbours wins nothing, and which comes first in each hand.

    What comes first in none is left out.
    """
    while True:
        names = bettered(names, has, won)
        taken = np.argmax([has[words] for words in names], axis=0)
        first = [words for place, words in enumerate(names) if (taken == place).any()]
        if first == names:
            return names, taken
        names = first


def bettered(names: list[str], has: Mapping[str, Mask], won: Mapping[str, Numbers]) -> list[str]:
    """Exchange neighbours in the list while that wins anything."""
    names, moved = list(names), True
    while moved:
        moved, open_ = False, np.ones(len(next(iter(has.values()))), dtype=np.bool_)
        for place in range(len(names) - 1):
            one, other = names[place], names[place + 1]
            both = open_ & has[one] & has[other]
            if int(won[other][both].sum()) > int(won[one][both].sum()):
                names[place], names[place + 1], moved = other, one, True
            open_ = open_ & ~has[names[place]]
    return names


# ── Classes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def class_of(held: tuple[int, ...], high: frozenset[int]) -> str:
    """What some cards make, or could come to; empty for what nobody would hold."""
    ranks = {rank_of(card) for card in held}
    if not held:
        return NOTHING
    if len(held) == HAND:
        made = Poker(five_card_hand(*held))
        return f"{made.words}, as dealt" if made >= Poker.STRAIGHT else ""
    if len(ranks) < len(held):
        return repeated_class([rank_of(card) for card in held], high)
    if len(held) == 1:
        return "one high card" if ranks <= high else ""
    highs = number_of(len(ranks & high), "high card") if ranks & high else "no high card"
    return drawing_class(held, ranks, highs, ranks <= high)


def repeated_class(ranks: Sequence[int], high: frozenset[int]) -> str:
    """Cards of like ranks, and nothing beside them."""
    each = sorted(ranks.count(rank) for rank in set(ranks))
    if each == [2]:
        return "a pair of high cards" if ranks[0] in high else "a lower pair"
    return {(2, 2): "two pair", (3,): "three of a kind", (4,): "four of a kind"}.get(tuple(each), "")


def drawing_class(held: tuple[int, ...], ranks: set[int], highs: str, all_high: bool) -> str:  # noqa: FBT001  # a fact
    """Cards of different ranks that a straight or a flush could come of, or that are all high."""
    count, suited = len(held), len({suit_of(card) for card in held}) == 1
    low = {-1 if rank == ACE else rank for rank in ranks}
    gaps = min(max(each) - min(each) for each in (ranks, low)) - count + 1
    is_run = gaps <= HAND - count
    if suited and min(ranks) >= TEN:
        return f"{count} to a royal flush" + (f", {highs}" if count == 2 else "")
    if suited and is_run and count > 2:
        return f"{count} to a straight flush" + (f", {GAPS[gaps]}, {highs}" if count == 3 else "")
    if suited and count > 2:
        return f"{count} to a flush" + (f", {highs}" if count == 3 else "")
    if is_run and count == 4:
        is_open = not gaps and ACE not in ranks
        return f"4 to {'an open' if is_open else 'an inside'} straight, {highs}"
    return f"{count} high cards of {'one suit' if suited else 'several suits'}" if all_high else ""
