"""Card counting: what somebody wins who bets on a wager only when the cards that are left favour it.

Shoes are dealt by chance, and before every round the wager is valued exactly from all cards unseen. So nothing but the
order of the cards is left to chance: what a way to bet wins is the mean of exact values, and its error is small.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.protect.removal import Count
from croupier.protect.walk import Walk
from croupier.rulebook.deal import Supply, rounds_at_cut

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
AT_ONCE: Final = 250
"""So many shoes are dealt before they are valued."""
STEPS: Final = 4
"""A threshold is looked for in steps of a quarter of a true count."""
LEAST: Final = 1e-12
"""A value above this is an advantage."""


@dataclass(frozen=True)
class Dealt:
    """All rounds of many shoes, with the exact value of a wager before each."""

    shoe: Ints
    """The number of each round's shoe."""
    gone: Ints
    """How many cards had left the shoe before each round, and after it."""
    ranks: npt.NDArray[np.int16]
    """How many of each rank were unseen."""
    value: Floats
    won: Floats
    """What a unit won, or nothing where only a spread is known."""
    spread: Floats
    """The variance of a unit's result, where it was worked out in place of results."""

    @cached_property
    def cards(self) -> Ints:
        """How many cards were unseen before each round."""
        return np.asarray(self.ranks.sum(axis=1), dtype=np.int64)

    @cached_property
    def starts(self) -> Ints:
        """Where each shoe begins, and where the last one ends."""
        first = np.flatnonzero(np.concatenate(([True], self.shoe[1:] != self.shoe[:-1])))
        return np.append(first, len(self.shoe))

    @property
    def shoes(self) -> int:
        return len(self.starts) - 1

    def some(self, rounds: npt.NDArray[np.bool_]) -> "Dealt":
        """The same without some rounds."""
        return Dealt(*(getattr(self, name)[rounds] for name in ("shoe", "gone", "ranks", "value", "won", "spread")))

    def up_to(self, supply: Supply, cut: int) -> "Dealt":
        """The rounds that are dealt if the cut card lies so many cards from the end, farther than it did."""
        dealt = np.zeros(len(self.shoe), dtype=np.bool_)
        within, first = supply.rounds_after
        for start, end in pairwise(self.starts.tolist()):
            behind = np.flatnonzero(self.gone[start:end, 1] > supply.size - cut)
            last = end
            if len(behind):
                at = start + int(behind[0])
                last = min(end, at + rounds_at_cut(int(self.gone[at, 0]), supply.size, cut, within, first))
            dealt[start:last] = True
        return self.some(dealt)


def dealt_shoes(walk: Walk, shoes: int, progress: Callable[[float], None] = lambda _: None) -> Dealt:
    """Deal shoes and value the wager before every round."""
    parts: list[tuple[npt.NDArray[np.generic], ...]] = []
    for first in range(0, shoes, AT_ONCE):
        last = min(first + AT_ONCE, shoes)
        rounds = walk.rounds(first, last)
        value, square = walk.value.worth(rounds.unseen)
        spread = np.zeros_like(value) if square is None else square - value**2
        parts.append((rounds.shoe, rounds.gone, rounds.ranks.astype(np.int16), value, rounds.won, spread))
        progress(last / shoes)
    return Dealt(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def true_count(dealt: Dealt, count: Count, decks: int) -> Floats:
    """The running count, without what an unbalanced one drifts by, over the decks unseen."""
    tags = np.array([float(tag) for tag in count.tags])
    drift = float(sum(count.tags)) / len(tags)
    running = (4 * decks - dealt.ranks) @ tags
    return np.asarray((running - drift * (52 * decks - dealt.cards)) * 52 / dealt.cards, dtype=np.float64)


def running_count(dealt: Dealt, count: Count, decks: int) -> Floats:
    """The running count from a start at which a whole shoe ends at nothing."""
    tags = np.array([float(tag) for tag in count.tags])
    return np.asarray((4 * decks - dealt.ranks) @ tags - 4 * decks * tags.sum(), dtype=np.float64)


def best_threshold(signal: Floats, value: Floats, steps: int) -> float:
    """The threshold from which on bets win most, among steps of the signal."""
    places = np.floor(signal * steps).astype(np.int64)
    low = int(places.min())
    above = np.cumsum(np.bincount(places - low, value)[::-1])[::-1]
    best = int(np.argmax(above))
    return (low + best) / steps if above[best] > 0 else inf


@dataclass(frozen=True)
class Way:
    """One way to bet, and what came of it."""

    name: str
    count: Count | None
    """None for somebody who knows the exact value."""
    threshold: float
    """The least signal (true count, running count or value) at which the larger bet is made."""
    correlation: float
    shoes: int
    rounds: int
    bets: int
    units: float
    """Won in all shoes, by exact values."""
    staked: float
    error: float
    """The standard error of what a shoe wins."""
    deviation: float
    """Of what a shoe wins, by the results that came."""
    advantage: float
    """The mean value of a larger bet."""

    @property
    def per_shoe(self) -> float:
        return self.units / self.shoes

    @property
    def per_100(self) -> float:
        """What 100 rounds win, watched ones included."""
        return 100 * self.units / self.rounds

    @property
    def frequency(self) -> float:
        return self.bets / self.rounds

    @property
    def n0(self) -> float:
        """How many shoes it takes until the mean win is as large as its deviation."""
        return (self.deviation / self.per_shoe) ** 2 if self.per_shoe > 0 else inf


@dataclass(frozen=True)
class Stakes:
    """How much is bet: the least where nothing favours a bet, and the most where something does."""

    least: float = 0.0
    most: float = 1.0

    def __str__(self) -> str:
        return f"{self.least:g} to {self.most:g}"


def followed(dealt: Dealt, way: str, signal: Floats, threshold: float, stakes: Stakes, count: Count | None) -> Way:
    """What a way to bet wins."""
    bets = signal >= threshold
    staked = np.where(bets, stakes.most, stakes.least)
    starts = dealt.starts[:-1]
    worth = np.add.reduceat(staked * dealt.value, starts)
    results = np.add.reduceat(staked * dealt.won, starts)
    spread = float((staked**2 * dealt.spread).sum()) / dealt.shoes
    several = dealt.shoes > 1
    return Way(
        way,
        count,
        threshold,
        1.0,
        dealt.shoes,
        len(dealt.value),
        int(bets.sum()),
        float(worth.sum()),
        float(staked.sum()),
        float(worth.std(ddof=1)) / sqrt(dealt.shoes) if several else inf,
        sqrt(float(results.var(ddof=1)) + spread + (float(worth.var(ddof=1)) if spread else 0.0)) if several else inf,
        float(dealt.value[bets].mean()) if bets.any() else 0.0,
    )


def perfect(dealt: Dealt, stakes: Stakes) -> Way:
    """Whoever knows the exact value before every round: the ceiling of all ways."""
    return followed(dealt, "perfect", dealt.value, LEAST, stakes, None)


def counted(dealt: Dealt, counts: Mapping[str, Count], decks: int, stakes: Stakes) -> Iterator[Way]:
    """Whoever bets by a count, from its best threshold on; an unbalanced one by the running count too."""
    for name, count in counts.items():
        signals = {name: true_count(dealt, count, decks)}
        if not count.balanced:
            signals[f"{name}, running"] = running_count(dealt, count, decks)
        for way, signal in signals.items():
            steps = STEPS if way == name else 1
            yield followed(dealt, way, signal, best_threshold(signal, dealt.value, steps), stakes, count)


@dataclass(frozen=True)
class Leaving:
    """Somebody who leaves a shoe when the count falls below a mark, and sits down at a new one."""

    mark: float
    per_100: float
    """What 100 rounds win, watched ones included."""
    rounds: float
    """How many rounds of a shoe are watched."""


def best_leaving(dealt: Dealt, count: Count, decks: int, threshold: float, stakes: Stakes) -> Leaving:
    """The mark at which leaving wins most by the round: the first round at which the true count is below it."""
    signal = true_count(dealt, count, decks)
    won = np.where(signal >= threshold, stakes.most, stakes.least) * dealt.value
    order = np.arange(len(signal)) - np.repeat(dealt.starts[:-1], np.diff(dealt.starts))
    best = Leaving(-inf, 100 * float(won.sum()) / len(won), len(won) / dealt.shoes)
    for mark in np.unique(np.floor(signal)).tolist():
        below = np.where(signal < mark, order, len(signal))
        left_at = np.minimum.reduceat(below, dealt.starts[:-1])
        stays = order < np.repeat(left_at, np.diff(dealt.starts))
        watched = int(stays.sum())
        if watched and (per_100 := 100 * float(won[stays].sum()) / watched) > best.per_100:
            best = Leaving(mark, per_100, watched / dealt.shoes)
    return best
