"""Blackjack and smaller games like it, played naively: every card of every deal is drawn one after another.

Nothing is shared with the solver: the dealer's second card is drawn with the first ones, both hands of a split are
played out one after the other, and probabilities are fractions that are multiplied card by card.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

Cards = tuple[int, ...]
Strategy = Callable[[Cards, int, int], str]
"""What to do with a hand in ascending order, against the dealer's first card; and the card that was split, or 0."""
Then = Callable[[Cards, int, dict[int, int]], Fraction]
"""What follows a hand that is done: its cards, its stake, and the cards that are left."""


@dataclass(frozen=True)
class Rules:
    """A game like blackjack: 21 with aces as 11, or something smaller."""

    goal: int = 21
    ace_adds: int = 10
    stands_on: int = 17
    draws_on_soft: bool = False
    """Whether the dealer draws on a soft total of what others stand on."""
    split_draws: bool = True
    """Whether the hands of a split are played on; else each gets one card."""
    split_doubles: bool = False
    splits: bool = True

    def total(self, hand: Cards) -> int:
        return sum(hand) + (self.ace_adds if self.soft(hand) else 0)

    def soft(self, hand: Cards) -> bool:
        return 1 in hand and sum(hand) + self.ace_adds <= self.goal

    def natural(self, hand: Cards) -> bool:
        return len(hand) == 2 and self.total(hand) == self.goal

    def options(self, hand: Cards, split: int) -> list[str]:
        """What a player may do; nothing at the goal or beyond."""
        if self.total(hand) >= self.goal:
            return []
        if split and not self.split_draws:
            return ["stand"]
        options = ["stand", "hit"]
        if len(hand) == 2 and (not split or self.split_doubles):
            options.append("double")
        if len(hand) == 2 and hand[0] == hand[1] and not split and self.splits:
            options.append("split")
        return options


def drawn(left: dict[int, int]) -> Iterator[tuple[int, Fraction, dict[int, int]]]:
    """Every card that may come, how likely it is, and what is left."""
    total = sum(left.values())
    for card, count in left.items():
        if count:
            yield card, Fraction(count, total), {**left, card: count - 1}


@dataclass(frozen=True)
class Play:
    """A game played by one strategy from one deck."""

    rules: Rules
    strategy: Strategy

    def mean(self, deck: dict[int, int], up: int | None = None, first: Cards | None = None) -> Fraction:
        """What all rounds win on average; of those with one first card and one first hand, what they add to it."""
        won = Fraction(0)
        for one, p, left in drawn(deck):
            for shown, q, left_2 in drawn(left):
                for two, r, left_3 in drawn(left_2):
                    if (up is None or shown == up) and (first is None or tuple(sorted((one, two))) == first):
                        for hole, s, left_4 in drawn(left_3):
                            won += p * q * r * s * self.round(ascending(one, two), (shown, hole), left_4)
        return won

    def round(self, hand: Cards, dealer: Cards, left: dict[int, int]) -> Fraction:
        rules = self.rules
        if rules.natural(hand):
            return Fraction(0) if rules.natural(dealer) else Fraction(3, 2)
        if rules.natural(dealer):
            return Fraction(-1)
        if self.choice(hand, dealer[0]) == "split":
            return self.split(hand, dealer, left)

        def then(cards: Cards, stake: int, rest: dict[int, int]) -> Fraction:
            return self.settled([(cards, stake)], dealer, rest)

        return self.play(hand, dealer[0], left, then)

    def choice(self, hand: Cards, up: int, split: int = 0) -> str:
        options = self.rules.options(hand, split)
        if not options:
            return "stand"
        chosen = self.strategy(hand, up, split)
        assert chosen in options, (hand, up, split, chosen)
        return chosen

    def play(self, hand: Cards, up: int, left: dict[int, int], then: Then, split: int = 0) -> Fraction:
        """A hand until it is done, and what follows."""
        chosen = self.choice(hand, up, split)
        if chosen == "stand":
            return then(hand, 1, left)
        if chosen == "double":
            return sum((p * then(ascending(*hand, card), 2, rest) for card, p, rest in drawn(left)), Fraction(0))
        return sum(
            (p * self.play(ascending(*hand, card), up, rest, then, split) for card, p, rest in drawn(left)), Fraction(0)
        )

    def split(self, hand: Cards, dealer: Cards, left: dict[int, int]) -> Fraction:
        """Two hands, one after the other, each with a second card first."""
        up = dealer[0]

        def second(first: Cards, first_stake: int, rest: dict[int, int]) -> Fraction:
            def both(cards: Cards, stake: int, last: dict[int, int]) -> Fraction:
                return self.settled([(first, first_stake), (cards, stake)], dealer, last)

            return sum(
                (p * self.play(ascending(hand[1], card), up, after, both, hand[0]) for card, p, after in drawn(rest)),
                Fraction(0),
            )

        return sum(
            (p * self.play(ascending(hand[0], card), up, after, second, hand[0]) for card, p, after in drawn(left)),
            Fraction(0),
        )

    def settled(self, hands: list[tuple[Cards, int]], dealer: Cards, left: dict[int, int]) -> Fraction:
        """What hands win once the dealer has drawn."""
        rules = self.rules
        total = rules.total(dealer)
        if total < rules.stands_on or (rules.draws_on_soft and total == rules.stands_on and rules.soft(dealer)):
            return sum((p * self.settled(hands, (*dealer, card), rest) for card, p, rest in drawn(left)), Fraction(0))
        won = Fraction(0)
        for hand, stake in hands:
            mine = rules.total(hand)
            if mine > rules.goal:
                won -= stake
            elif total > rules.goal or mine > total:
                won += stake
            elif mine < total:
                won -= stake
        return won


def ascending(*cards: int) -> Cards:
    return tuple(sorted(cards))
