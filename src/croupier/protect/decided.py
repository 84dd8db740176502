"""What a wager with a decision is worth by the cards that are left, if every decision is made at its best for them.

For every sight and option the sum of winnings is a polynomial in how many cards there are of each kind, as in
`polynomial`; at each sight the largest is taken. So a player who knows the cards that are left is valued who also
raises by them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, perm, prod
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.evaluation import Facts, result
from croupier.exact.space import Composition, Ints
from croupier.exact.uncoded import deal
from croupier.protect.polynomial import Kinds, itself, kinds_by
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model, offers_of
from croupier.rulebook.wager import Decision, Option, Wager

LOOKED_AT_MAX: Final = 1 << 20
"""So many deals are looked at in plain Python, at most."""
TRIED: Final = 300
EXACT: Final = 1 << 53
"""Whole numbers below this are exact as floats, so that sums may be taken by matrices of them."""

Sums = npt.NDArray[Any]
Found = dict[tuple[tuple[int, ...], int], list[list[int]]]
"""By multiset of kinds and by sight: for each option what is won, and its squares, added up."""


@dataclass(frozen=True)
class DecidedValue:
    """A base wager with all that one decision stakes on it, by the cards that are left."""

    model: Model
    wager: Wager
    kinds: Kinds
    cards: int
    faces: int
    scale: int
    options: int
    multisets: tuple[tuple[int, ...], ...] = ()
    first: Sums = field(default_factory=lambda: np.zeros((0, 0)))
    """By multiset, then by sight and option: what is won over all deals, scaled."""
    second: Sums = field(default_factory=lambda: np.zeros((0, 0)))
    """The same of squares."""

    @cached_property
    def fine_of_card(self) -> Ints:
        return np.array(self.kinds.coarse_of_card, dtype=np.int64)

    def deals(self, cards: int) -> int:
        """What a sum over all deals from so many cards is divided by to give a value."""
        return self.scale * perm(cards, self.cards) * self.faces

    def products(self, left: Ints) -> Sums:
        """For every row of numbers of kinds and every multiset, how many deals have it."""
        found = np.ones((len(left), len(self.multisets)), dtype=np.float64)
        for number, multiset in enumerate(self.multisets):
            for place, kind in enumerate(multiset):
                found[:, number] *= np.maximum(left[:, kind] - multiset[:place].count(kind), 0)
        return found

    def worth(self, left: Ints) -> tuple[Sums, Sums]:
        """For every row of numbers of kinds the value of a unit played at its best, and the mean of its square."""
        products = self.products(left)
        shape = (len(left), -1, self.options)
        first, second = ((products @ each).reshape(shape) for each in (self.first, self.second))
        best = first.argmax(axis=2)[..., None]
        deals = np.array([float(self.deals(int(cards))) for cards in left.sum(axis=1)])
        value = np.take_along_axis(first, best, axis=2).sum(axis=(1, 2)) / deals
        return value, np.take_along_axis(second, best, axis=2).sum(axis=(1, 2)) / (deals * self.scale)

    def of(self, composition: Composition) -> Fraction:
        """The exact value of a unit, from these cards."""
        left = np.zeros((1, len(self.kinds.cards)), dtype=np.int64)
        np.add.at(left[0], self.fine_of_card, np.array(composition, dtype=np.int64))
        sums = (self.products(left) @ self.first).reshape(-1, self.options)
        return Fraction(int(sums.max(axis=1).sum()), self.deals(sum(composition)))


def decided_value(model: Model, wager: Wager, cards_most: int) -> DecidedValue:
    """Look at one deal of every sequence of kinds, at what is seen in it and at what each option wins."""
    if len(model.decisions) != 1:
        raise Refused(f"{model.id} has {len(model.decisions)} decisions; one can be valued by the cards that are left")
    (decision,) = model.decisions
    if offers_of(decision) or model.late:
        raise Refused(f"what {decision.id} offers or draws depends on the cards; it is not valued by the cards left")
    if wager.id != decision.base:
        raise Refused(f"the decision {decision.id} stakes on {decision.base}, not on {wager.id}")
    kinds = kinds_of(model)
    dice = [drawn for drawn in model.draws if drawn.kind is Draw.DIE]
    cards = sum(drawn.count for drawn in model.draws if drawn.kind is not Draw.DIE)
    faces = prod(drawn.count for drawn in dice)
    looked_at = len(kinds.cards) ** cards * faces
    if looked_at > LOOKED_AT_MAX:
        raise Refused(f"{model.id} has {looked_at:,} sequences of kinds of cards and faces, more than are looked at")
    about = involved(model, decision)
    scale = lcm(*(line.odds.denominator for each in about for line in each.lines))
    pays = {each.id: {int(line.code): int(line.odds * scale) for line in each.lines} for each in about}
    found: Found = {}
    for sequence in product(range(len(kinds.cards)), repeat=cards):
        multiset = tuple(sorted(sequence))
        for rolled in product(*(range(1, drawn.count + 1) for drawn in dice)):
            facts = facts_of(model, [kinds.cards[kind][0] for kind in sequence], rolled)
            sight = result(model, decision.sees, dict(facts))
            sums = found.setdefault((multiset, sight), [[0, 0] for _ in decision.options])
            for place, option in enumerate(decision.options):
                won = won_by(model, decision, option, facts, pays)
                sums[place][0] += won
                sums[place][1] += won**2
    return put_together(
        DecidedValue(model, wager, kinds, cards, faces, scale, len(decision.options)), found, cards_most
    )


def put_together(value: DecidedValue, found: Found, cards_most: int) -> DecidedValue:
    """What was found as matrices of whole numbers."""
    multisets = tuple(dict.fromkeys(multiset for multiset, _ in found))
    sights = tuple(dict.fromkeys(sight for _, sight in found))
    rows, columns = ({each: place for place, each in enumerate(every)} for every in (multisets, sights))
    matrices = np.zeros((2, len(multisets), len(sights), value.options))
    for (multiset, sight), sums in found.items():
        matrices[:, rows[multiset], columns[sight]] = np.array(sums).T
    largest = float(abs(matrices).sum(axis=(2, 3)).max())
    if largest * perm(cards_most, value.cards) >= EXACT:
        raise Refused(f"{cards_most} cards are too many to sum exactly what {value.model.id} pays")
    first, second = matrices.reshape(2, len(multisets), -1)
    return replace(value, multisets=multisets, first=first, second=second)


def won_by(
    model: Model, decision: Decision, option: Option, facts: Facts, pays: Mapping[str, Mapping[int, int]]
) -> int:
    """What a unit wins in one deal under an option, with what the option stakes, scaled."""
    decided = {**facts, decision.id: (int(option.code),)}
    stakes = {decision.base: 1}
    stakes[decision.wager] = stakes.get(decision.wager, 0) + option.multiple
    return sum(
        stakes[each.id] * pays[each.id][result(model, each.outcome, dict(decided))]
        for each in involved(model, decision)
        if stakes[each.id]
    )


def facts_of(model: Model, cards: list[int], rolled: tuple[int, ...]) -> Facts:
    """Cards and faces as facts of a model."""
    left, faces = iter(cards), iter(rolled)
    facts: Facts = {name: (value,) for name, value in model.constants.items()}
    for drawn in model.draws:
        if drawn.kind is Draw.DIE:
            facts[drawn.name] = (next(faces),)
        else:
            facts[drawn.name] = tuple(next(left) for _ in range(drawn.count))
    return facts


def kinds_of(model: Model) -> Kinds:
    """Kinds of cards that sights and outcomes tell apart: what the model says, or ranks where suits make no difference.

    That suits make none is tried on deals by chance.
    """
    rules = model.told_apart_by
    if not rules:
        rules = (rank_of,) if all(suits_alike(model, seed) for seed in range(TRIED)) else (itself,)
    return kinds_by(rules, rules)


def suits_alike(model: Model, seed: int) -> bool:
    """Whether a deal is seen and settled alike when its cards are of other suits, each by itself."""
    chance = Random(seed)  # noqa: S311  # tried the same way every time
    dealt = deal(model, chance)
    cards = [drawn.name for drawn in model.draws if drawn.kind is not Draw.DIE]
    other = {**dealt, **{name: tuple(card & ~3 | chance.randrange(4) for card in dealt[name]) for name in cards}}
    (decision,) = model.decisions
    return all(
        result(model, rule, {**dealt, decision.id: (int(option.code),)})
        == result(model, rule, {**other, decision.id: (int(option.code),)})
        for option in decision.options
        for rule in (decision.sees, *(wager.outcome for wager in involved(model, decision)))
    )


def involved(model: Model, decision: Decision) -> tuple[Wager, ...]:
    """The wagers whose stakes a decision concerns."""
    return tuple(wager for wager in model.wagers if wager.id in (decision.base, decision.wager))
