"""Exchanged hands counted by subsets, where outcomes depend only on which cards are held in the end.

Every hand that could be held in the end is looked at once, and each subset of cards is told how many of those that hold
it come to which outcome. What is drawn to some cards without any of the discards then follows by inclusion and
exclusion: hands that hold the kept cards, less those that hold a discard too, and so on. Five cards of a deck are
2,598,960 hands, where drawing for each of them would be 2,598,960 times as many.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.exact.count_cache import Kept
from croupier.exact.counter import Layout
from croupier.exact.parts import merged, no_code
from croupier.exact.space import Composition, Ints, Rows, Space
from croupier.kernel.effort import EFFORT
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Drawn
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

HANDS_MAX: Final = 1 << 24
"""So many hands, at most, are listed whole."""
ROWS_AT_ONCE: Final = 1 << 13
CODES_SIGNATURE: Final = "int64(int64[:,::1], int64[::1], int64[:,::1], int64[:,::1])"
SEEN, FIXED, NAMING = range(3)
"""What is told of a hand before the decision: its sight, the outcomes that depend on it alone, the naming of suits."""


@dataclass(frozen=True)
class Pool:
    """A space whose one decision exchanges cards of the only hand, each card being there once."""

    space: Space

    @property
    def model(self) -> Model:
        return self.space.model

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.model)

    @property
    def hand(self) -> Drawn:
        return self.model.draws[0]

    @property
    def final(self) -> Drawn:
        """The hand in the end."""
        return self.model.draws[-1]

    @cached_property
    def deck(self) -> Composition:
        """All cards of which the hand in the end may be, a hand that is known included."""
        known = [slot.known for slot in self.space.slots if slot.known is not None]
        return tuple(copies + known.count(card) for card, copies in enumerate(self.space.composition))

    @property
    def applies(self) -> bool:
        """Whether the space can be counted in this way."""
        model, known = self.model, {slot.known is None for slot in self.space.slots}
        if (
            len(model.decisions) != 1 or len(model.draws) != 2 or len(known) != 1 or not self.final.of
        ):  # the hand, before and after
            return False
        if self.layout.offers or self.final.count != self.hand.count or set(self.deck) - {0, 1}:
            return False
        if comb(sum(self.deck), self.final.count) > HANDS_MAX:
            return False
        seen = {self.hand.name, *model.constants}
        held = {self.final.name, self.final.after, *model.constants}
        reads = {name for rule, _ in self.layout.outcomes for name in self.read(rule)}
        return model.decisions[0].id not in reads and all(
            self.layout.needs(rule) <= seen or self.layout.needs(rule) <= held for rule, _ in self.layout.outcomes
        )

    def read(self, rule: Rule) -> set[str]:
        """The draws, constants and decisions that a rule names, or a feature that it reads."""
        features = {feature.name: feature.rule for feature in self.model.features}
        return set().union(*(self.read(features[n]) if n in features else {n} for n in rule.inputs), ())

    # ── Outcomes ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def strides(self) -> dict[Rule, int]:
        """What each code of an outcome adds to the joint outcome."""
        sizes = [size for _, size in self.layout.outcomes]
        return {rule: prod(sizes[place + 1 :]) for place, (rule, _) in enumerate(self.layout.outcomes)}

    @cached_property
    def of_final(self) -> tuple[Rule, ...]:
        """The outcomes that depend on the hand in the end."""
        return tuple(rule for rule, _ in self.layout.outcomes if self.final.name in self.layout.needs(rule))

    def told(self, drawn: Drawn, rows: Rows, cards: Ints, rules: tuple[Rule, ...], *, sees: bool) -> Ints:
        """The joint outcome of some rules for every row of kinds, and what is seen of it."""
        source = HandSource(self.model)
        kernel = source.kernel(self, drawn, rules, sees=sees)
        told = np.zeros((len(rows), 3), dtype=np.int64)
        fault = kernel.compiled(np.ascontiguousarray(rows, dtype=np.int64), cards, self.space.renamed, told)
        if fault:
            raise no_code(self.model, fault)
        return told


class HandSource(Source):
    """Lines that apply rules to one hand after the other."""

    def kernel(self, pool: Pool, drawn: Drawn, rules: tuple[Rule, ...], *, sees: bool) -> Kernel:
        self.emit("def tell(rows, cards, renamed, told):", "    for row in range(len(rows)):")
        self.depth = 2
        names = [f"x{place}" for place in range(drawn.count)]
        for place, name in enumerate(names):
            self.emit(f"{name} = int(cards[rows[row, {place}]])")
        self.known[drawn.name] = names
        wanted = set().union(*(rule.inputs for rule in rules), *(d.sees.inputs for d in self.model.decisions if sees))
        self.features({decision.id for decision in self.model.decisions}, wanted)
        self.emit("joint = 0")
        for rule, size in pool.layout.outcomes:
            if rule in rules:
                self.emit(f"code = {self.call(rule)}")
                self.within("code", size, rule)
                self.emit(f"joint += code * {pool.strides[rule]}")
        self.emit(f"told[row, {FIXED}] = joint")
        if sees and pool.space.renames_suits:
            self.lowest_sight(self.within)
            self.emit(f"told[row, {SEEN}] = seen", f"told[row, {NAMING}] = sight_naming")
        elif sees:
            self.sights(self.within)
            self.emit(f"told[row, {SEEN}] = combined")
        self.depth = 1
        self.emit("return 0")
        return Kernel("tell", CODES_SIGNATURE, self.text, tuple(self.rules.items()))

    def within(self, name: str, codes: int, rule: Rule) -> None:
        """Stop at a code that is none."""
        self.emit(f"if not 0 <= {name} < {codes}:", f"    return {-1 - self.model.rules().index(rule)}")


# ── Hands, and subsets of them ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Hands:
    """Every hand that could be held in the end, and what it comes to."""

    rows: Rows
    """The places of its cards in the deck, in ascending order."""
    codes: Ints
    """Its outcome, counted from 0 among those that come up."""
    joints: Ints
    """The joint outcomes that come up."""


_listed: dict[tuple[object, ...], Hands] = {}
"""The hands that were listed last: several hands of one game are asked about in turn."""


def hands_of(pool: Pool) -> Hands:
    """Every hand that could be held in the end, listed once for the same rules and cards."""
    model = pool.model
    of = (pool.layout.outcomes, model.features, tuple(model.constants.items()), pool.final, pool.deck)
    if of not in _listed:
        hands = listed(pool)
        _listed.clear()
        _listed[of] = hands
    return _listed[of]


def listed(pool: Pool) -> Hands:
    """List every hand of a deck and apply the rules to it."""
    deck = pool.deck
    count, size = pool.final.count, sum(deck)
    places = chain.from_iterable(combinations(range(size), count))
    rows = np.fromiter(places, dtype=np.uint8, count=comb(size, count) * count).reshape(-1, count)
    cards = np.flatnonzero(np.array(deck))
    told = pool.told(pool.final, rows, cards, pool.of_final, sees=False)
    joints, codes = np.unique(told[:, FIXED], return_inverse=True)
    return Hands(rows, codes, joints)


def drawn_to(hands: Hands, hand: Ints) -> Ints:
    """By mask of what is kept of one hand: how many draws without any of the others come to each outcome.

    A hand that is held in the end belongs to the mask of the cards that it shares with the one that was dealt.
    """
    bit_of = np.zeros(int(hands.rows.max()) + 1, dtype=np.int64)
    bit_of[hand] = 1 << np.arange(len(hand))
    masks = bit_of[hands.rows].sum(axis=1)
    width = len(hands.joints)
    counts = np.bincount(masks * width + hands.codes, minlength=width << len(hand))
    return counts.reshape(1 << len(hand), width)


class Subsets:
    """For every subset of the cards of a hand, how many hands hold it and come to each outcome."""

    def __init__(self, hands: Hands, deck: int) -> None:
        """Count the hands of every subset."""
        self.size = hands.rows.shape[1]
        self.choose = np.array([[comb(n, k) for k in range(self.size + 1)] for n in range(deck + 1)], dtype=np.int64)
        width = len(hands.joints)
        self.tables: list[npt.NDArray[np.int32]] = []
        for count in range(self.size + 1):
            table = np.zeros(comb(deck, count) * width, dtype=np.int32)
            for mask in range(1 << self.size):
                if mask.bit_count() == count:
                    cells = self.rank(hands.rows, mask) * width + hands.codes
                    table += np.bincount(cells, minlength=len(table)).astype(np.int32)
            self.tables.append(table.reshape(-1, width))

    def rank(self, rows: Rows, mask: int) -> Ints:
        """The number, among all subsets of as many cards, of the one that a mask takes of each row."""
        rank: Ints = np.zeros(len(rows), dtype=np.int64)
        taken = 0
        for place in range(self.size):
            if mask >> place & 1:
                taken += 1
                rank += self.choose[rows[:, place], taken]
        return rank

    def holding(self, rows: Rows, mask: int) -> Ints:
        """How many hands hold what a mask takes of each row, by outcome."""
        return self.tables[mask.bit_count()][self.rank(rows, mask)].astype(np.int64)

    def drawn(self, rows: Rows) -> Ints:
        """By row and by mask of what is kept: how many draws without any of the others come to each outcome."""
        whole = (1 << self.size) - 1
        counts = np.stack([self.holding(rows, mask) for mask in range(whole + 1)], axis=1)
        for place in range(self.size):  # take off, card by card, the hands that hold it as a discard
            for mask in range(whole + 1):
                if not mask >> place & 1:
                    counts[:, mask] -= counts[:, mask | 1 << place]
        return counts


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def counted(pool: Pool) -> Kept:
    """Count a space by subsets."""
    space = pool.space
    progress = EFFORT.get().progress
    progress(0)
    hands = hands_of(pool)
    cards = np.array([card for card, _ in space.kinds], dtype=np.int64)
    rows, weights = space.rows(len(space.slots))
    is_known = any(slot.known is not None for slot in space.slots)
    if is_known:  # whose cards are given themselves
        cards = np.arange(len(pool.deck))
    told = pool.told(
        pool.hand, rows, cards, tuple(rule for rule in pool.strides if rule not in pool.of_final), sees=True
    )
    in_deck = np.cumsum(np.array(pool.deck)) - 1
    dealt = cards[rows]
    places = dealt if is_known else dealt_in_order(space, dealt, told[:, NAMING])
    subsets = None if is_known else Subsets(hands, sum(pool.deck))
    keys, counts = [], []
    for first in range(0, len(rows), ROWS_AT_ONCE):
        part = slice(first, first + ROWS_AT_ONCE)
        lying = in_deck[places[part]]
        some = paths_of(pool, lying, subsets.drawn if subsets else partial(drawn_alone, hands))
        key = told[part, SEEN, None] * len(pool.layout.paths) + np.arange(len(pool.layout.paths))
        key = key[..., None] * pool.layout.joints + told[part, FIXED, None, None] + hands.joints
        some *= weights[part, None, None]
        met = some > 0
        keys.append(key[met])
        counts.append(some[met])
        progress(min(1, (first + ROWS_AT_ONCE) / len(rows)))
    return Kept(*merged(list(zip(keys, counts, strict=True))), leaves=len(rows))


def dealt_in_order(space: Space, dealt: Ints, naming: Ints) -> Ints:
    """The cards of each hand in ascending order, as the lowest sight names them."""
    order = np.argsort(space.renamed[naming[:, None], dealt], axis=1, kind="stable")
    return np.take_along_axis(dealt, order, axis=1)


def drawn_alone(hands: Hands, rows: Ints) -> Ints:
    """The same for the rows of subsets, each looked up by itself."""
    return np.stack([drawn_to(hands, row) for row in rows])


def paths_of(pool: Pool, places: Ints, drawn_to_rows: Callable[[Ints], Ints]) -> Ints:
    """By row and path: how many weighted draws come to each outcome; cards are numbered as they lie in the deck."""
    order = np.argsort(places, axis=1, kind="stable")
    drawn = drawn_to_rows(np.take_along_axis(places, order, axis=1))
    rank = np.argsort(order, axis=1, kind="stable")  # of each card of the hand, among them in ascending order
    late, parts = pool.space.late, []
    for (code,) in pool.layout.paths:
        option = late.option(code)
        mask = sum((1 << rank[:, place] for place in option.keeps or ()), np.zeros(len(places), dtype=np.int64))
        parts.append(drawn[np.arange(len(places)), mask] * late.weight(option))
    return np.stack(parts, axis=1)
