"""The bank's hands behind one first card: how many orders of the cards left lead to each, whatever a seat has taken.

The bank draws by rule, so what it draws can be listed once: every set of cards that it may end with, the folded hand
and the number of orders in which the rule lets these cards come. How many orders of all cards that are left begin so is
that number times a falling product for each kind, which differs by what a seat has taken. Here it is worked out for
all of a seat's hands side by side, one factor for each card.

Numbers of orders are whole numbers without limit: 64 bits where they are enough, Python's own where not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import perm
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.errors import Refused
from croupier.exact.folded_hands import HANDS_MAX, Gone, Kinds, applied, one_more

Numbers = npt.NDArray[Any]
"""Whole numbers of 64 bits, or Python's own."""
WORD: Final = 1 << 63
ROWS_AT_ONCE: Final = 1 << 10
OVER: Final = -1
"""The group of the bank's hands that end the round."""


@dataclass(frozen=True)
class BankHand:
    """A set of cards that the bank draws behind its first one, and what its hand is then."""

    gone: Gone
    folded: int
    orders: int
    """In how many orders the bank draws these cards."""
    is_over: bool
    """Whether the round is over before anybody decides."""

    @property
    def cards(self) -> int:
        return sum(self.gone)


def bank_hands(kinds: Kinds, up: int) -> list[BankHand]:
    """Every hand that the bank may end with behind a first card of one kind."""
    repeat = kinds.repeat
    full = (*kinds.full[:up], kinds.full[up] - 1, *kinds.full[up + 1 :])
    found: list[BankHand] = []
    drawn: dict[tuple[Gone, int], int] = {(kinds.none, kinds.folded(repeat.empty)[up]): 1}
    held = 1
    while drawn:
        level: dict[tuple[Gone, int], int] = {}
        for (gone, folded), orders in drawn.items():
            over = held == repeat.cards and repeat.over is not None and bool(applied(repeat.over, folded))
            if over or (held >= repeat.cards and not applied(repeat.drawing, folded)):
                found.append(BankHand(gone, folded, orders, over))
            else:
                level[gone, folded] = orders
        if level and held > sum(full):
            raise Refused(f"{repeat.drawing.__name__} lets the bank draw more cards than there are")
        held += 1
        drawn = {}
        for (gone, folded), orders in level.items():
            after = kinds.folded(folded)
            for kind, all_ in enumerate(full):
                if gone[kind] < all_:
                    key = one_more(gone, kind), after[kind]
                    drawn[key] = drawn.get(key, 0) + orders
        if len(drawn) + len(found) > HANDS_MAX:
            raise Refused(
                f"the bank may come to more than {HANDS_MAX:,} hands; let {repeat.drawing.__name__} end them, and name "
                "the game's card rules in `told_apart_by`"
            )
    return found


@dataclass(frozen=True)
class Orders:
    """Orders of the cards that are left once a seat's hand and the bank's first card are gone.

    Of `left` cards the first `left - kept` are put in order: so many that no hand needs more, so that all numbers are
    of one unit, and drawing a card divides it by the number of cards there were.
    """

    kept: int
    known: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    def of(self, left: int) -> int:
        found = self.known.get(left)
        if found is None:
            found = self.known[left] = perm(left, left - self.kept)
        return found


def bank_ways(
    kinds: Kinds, up: int, hands: Sequence[BankHand], gone: Sequence[Gone], orders: Orders, group_of: Mapping[int, int]
) -> list[dict[int, int]]:
    """By what is gone: how many orders lead to each group of the bank's folded hands that do not end the round."""
    found: list[dict[int, int]] = []
    for start in range(0, len(gone), ROWS_AT_ONCE):
        rows = np.array(gone[start : start + ROWS_AT_ONCE], dtype=np.int64)
        left = np.array(kinds.full, dtype=np.int64) - rows
        left[:, up] -= 1
        found += some_ways(left, hands, orders, group_of)
    return found


def some_ways(
    left: npt.NDArray[np.int64], hands: Sequence[BankHand], orders: Orders, group_of: Mapping[int, int]
) -> list[dict[int, int]]:
    """The same for some rows of what is left."""
    cards_left = left.sum(axis=1).tolist()
    by_length: dict[tuple[int, int], Numbers] = {}
    products: dict[Gone, Numbers] = {(0,) * left.shape[1]: np.ones(len(left), dtype=np.int64)}
    narrow = [perm(max(cards_left), cards) < WORD for cards in range(max(hand.cards for hand in hands) + 1)]
    for hand in hands:
        key = OVER if hand.is_over else group_of[hand.folded], hand.cards
        by_length[key] = by_length.get(key, 0) + hand.orders * falling(products, hand.gone, left, narrow)
    behind: dict[int, Numbers] = {}
    ways: dict[int, Numbers] = {}
    for (group, cards), summed in by_length.items():
        if cards not in behind:
            rest = [orders.of(each - cards) if each - cards >= orders.kept else 0 for each in cards_left]
            behind[cards] = np.array(rest, dtype=object)
        ways[group] = ways.get(group, 0) + summed.astype(object) * behind[cards]
    check_all(ways, [orders.of(each) for each in cards_left])
    ways.pop(OVER, None)
    if not ways:  # the bank's first cards always end the round
        return [{} for _ in cards_left]
    return [dict(zip(ways, row, strict=True)) for row in zip(*ways.values(), strict=True)]


def falling(products: dict[Gone, Numbers], cards: Gone, left: npt.NDArray[np.int64], narrow: Sequence[bool]) -> Numbers:
    """In how many ways some cards can be drawn in a fixed order, for each row of what is left.

    `narrow` says whether 64 bits are enough for so many cards.
    """
    known = products.get(cards)
    if known is None:
        kind = next(place for place, count in enumerate(cards) if count)
        fewer = (*cards[:kind], cards[kind] - 1, *cards[kind + 1 :])
        before, more = falling(products, fewer, left, narrow), left[:, kind] - (cards[kind] - 1)
        if not narrow[sum(cards)]:
            before, more = before.astype(object), more.astype(object)
        known = products[cards] = before * more  # from 0 on it stays 0
    return known


def check_all(ways: Mapping[int, Numbers], all_: Sequence[int]) -> None:
    """Refuse decks that can run out before the bank has drawn: every order must end in one of its hands."""
    total: Any = sum(ways.values())
    if total.tolist() != list(all_):
        raise Refused("the cards can run out before the bank has drawn; use more decks, or remove fewer cards")
