"""Effects of removal: how much a wager's value moves when one card is gone, and the counts that follow from it.

A count gives each rank a tag and adds the tags of all cards seen. What it says about a wager is measured by its
*betting correlation*: the correlation, over the cards of a deck, between a card's tag and what its removal does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import Final

import numpy as np

from croupier.cards import RANKS, rank_of
from croupier.errors import Refused
from croupier.exact.space import Composition
from croupier.protect.polynomial import Values

SUITS: Final = 4
LEVELS: Final = (1, 2)


@dataclass(frozen=True)
class Removal:
    """What the removal of each card does to one wager."""

    wager: str
    value: Fraction
    """What the wager is worth while all cards are there."""
    effects: tuple[Fraction, ...]
    """By card, how much more it is worth without one such card."""

    @cached_property
    def by_rank(self) -> tuple[Fraction, ...]:
        """The mean effect of the cards of each rank."""
        return tuple(sum(self.effects[SUITS * rank : SUITS * rank + SUITS], Fraction(0)) / SUITS for rank in range(13))

    @cached_property
    def suits_matter(self) -> bool:
        """Whether the suit of a card makes a difference."""
        return any(effect != self.by_rank[rank_of(card)] for card, effect in enumerate(self.effects))


def effects_of_removal(values: Values, composition: Composition) -> dict[str, Removal]:
    """The exact effect of the removal of every card, one at a time, on every wager."""
    if min(composition) < 1:
        raise Refused("an effect of removal needs at least one of each card")
    rows = np.tile(np.array(composition, dtype=np.int64), (len(composition) + 1, 1))
    rows[np.arange(len(composition)), np.arange(len(composition))] -= 1
    sums = values.sums(rows)
    whole = values.of(composition)
    left = values.deals(sum(composition) - 1)
    return {
        wager.id: Removal(
            wager.id,
            whole[wager.id],
            tuple(Fraction(int(each), left) - whole[wager.id] for each in sums[:-1, number]),
        )
        for number, wager in enumerate(values.wagers)
    }


@dataclass(frozen=True)
class Count:
    """A way to count cards: a tag for each rank, from the deuce to the ace."""

    tags: tuple[int | Fraction, ...]
    name: str = ""

    @property
    def balanced(self) -> bool:
        """Whether the tags of a whole deck add up to nothing."""
        return sum(self.tags) == 0

    def correlation(self, removal: Removal) -> float:
        """The betting correlation: 1 where the count knows all that single cards tell."""
        mean = Fraction(sum(self.tags)) / len(self.tags)
        centred = [Fraction(tag) - mean for tag in self.tags]
        effects = removal.by_rank
        middle = sum(effects, Fraction(0)) / len(effects)
        spread = sum(each**2 for each in centred)
        shared = sum((one * (other - middle) for one, other in zip(centred, effects, strict=True)), Fraction(0))
        of_effects = sum((effect - middle) ** 2 for card in removal.effects for effect in (card,)) / SUITS
        return float(shared) / sqrt(float(spread) * float(of_effects)) if spread and of_effects else 0.0

    def __str__(self) -> str:
        told = (f"{tag:+}" if isinstance(tag, int) else f"{float(tag):+.3f}" for tag in self.tags)
        return ", ".join(f"{RANKS[rank]} {words}" for rank, words in enumerate(told) if self.tags[rank]) or "nothing"


def linear_count(removal: Removal) -> Count:
    """The best linear count: the effects themselves, in units of the largest."""
    largest = max(map(abs, removal.by_rank)) or Fraction(1)
    mean = sum(removal.by_rank, Fraction(0)) / len(removal.by_rank)
    return Count(tuple((effect - mean) / largest for effect in removal.by_rank), "linear")


def simple_counts(removal: Removal) -> dict[str, Count]:
    """The best counts with whole tags of one level and of two, balanced and unbalanced, by betting correlation."""
    found: dict[str, Count] = {}
    for level in LEVELS:
        best = best_tags(removal.by_rank, level)
        for name, tags in best.items():
            found[f"{name}, level {level}"] = Count(tags, f"{name}, level {level}")
    return found


def best_tags(effects: Sequence[Fraction], level: int) -> Mapping[str, tuple[int, ...]]:
    """Of all tags up to a level those of the largest correlation, found exactly.

    The correlation depends on three sums over ranks: of tags, of their squares, and of tags times effects. So for every
    pair of the first two the largest third is kept, rank by rank.
    """
    scale = lcm(*(effect.denominator for effect in effects))
    whole = [int(effect * scale) for effect in effects]
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for effect in whole:
        longer: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (tags, squares), (shared, chosen) in best.items():
            for tag in range(-level, level + 1):
                key = (tags + tag, squares + tag * tag)
                new = shared + tag * effect
                if key not in longer or (new, (*chosen, tag)) > longer[key]:
                    longer[key] = (new, (*chosen, tag))
        best = longer
    ranks, middle = len(whole), sum(whole)
    found: dict[str, tuple[int, ...]] = {}
    for name, wanted in (("balanced", True), ("unbalanced", False)):
        # correlation² with its sign: (n·Σte - Σt·Σe)² / (n·Σt² - (Σt)²), over a number that is the same for all
        ranked = [
            (Fraction((ranks * shared - tags * middle) * abs(ranks * shared - tags * middle), spread), chosen)
            for (tags, squares), (shared, chosen) in best.items()
            if (spread := ranks * squares - tags * tags) > 0 and (tags == 0) == wanted
        ]
        found[name] = max(ranked)[1]
    return found
