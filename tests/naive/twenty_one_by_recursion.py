"""Blackjack solved again with floating-point numbers, by recursion over the cards that are left.

Nothing is shared with the solver: probabilities are divided at every card, the dealer's hidden card is thought of as
drawn last, and hands are told by their sum and whether they hold an ace. The dealer stands on every 17, any two cards
may be doubled, and a split makes two hands that are not split again; aces get one card each.
"""

from collections.abc import Iterator
from functools import cache

Deck = tuple[int, ...]
"""How many cards there are of each value, aces first."""
GOAL, STANDS_ON, ACE, TEN = 21, 17, 1, 10


def counted(points: int, has_ace: bool) -> int:  # a hand is these two
    return points + 10 if has_ace and points + 10 <= GOAL else points


def without(deck: Deck, value: int) -> Deck:
    return (*deck[: value - 1], deck[value - 1] - 1, *deck[value:])


@cache
def dealt(points: int, has_ace: bool, deck: Deck) -> tuple[tuple[int, float], ...]:  # as above
    """How likely the dealer comes to each total, 22 for all that are over."""
    total = counted(points, has_ace)
    if total >= STANDS_ON:
        return ((min(total, GOAL + 1), 1.0),)
    found: dict[int, float] = {}
    for value, count in enumerate(deck, 1):
        if count:
            for end, likely in dealt(points + value, has_ace or value == ACE, without(deck, value)):
                found[end] = found.get(end, 0.0) + likely * count / sum(deck)
    return tuple(found.items())


class Against:
    """Hands against one first card of the dealer's, who has looked and has no blackjack."""

    def __init__(self, up: int) -> None:
        self.up = up
        self.hidden = {ACE: TEN, TEN: ACE}.get(up, 0)
        """The value that would make a blackjack."""
        self.ends: dict[Deck, list[tuple[int, float]]] = {}
        self.bests: dict[tuple[int, bool, Deck], float] = {}

    def blackjack(self, deck: Deck) -> float:
        """How likely the hidden card makes one."""
        return deck[self.hidden - 1] / sum(deck) if self.hidden else 0.0

    def totals(self, deck: Deck) -> list[tuple[int, float]]:
        if deck not in self.ends:
            found: dict[int, float] = {}
            for value, count in enumerate(deck, 1):
                if count and value != self.hidden:
                    likely = count / sum(deck) / (1 - self.blackjack(deck))
                    for end, then in dealt(self.up + value, ACE in (self.up, value), without(deck, value)):
                        found[end] = found.get(end, 0.0) + likely * then
            self.ends[deck] = list(found.items())
        return self.ends[deck]

    def stand(self, points: int, has_ace: bool, deck: Deck) -> float:  # as above
        mine = counted(points, has_ace)
        if mine > GOAL:
            return -1.0
        return sum(p * ((end > GOAL or mine > end) - (mine < end <= GOAL)) for end, p in self.totals(deck))

    def cards(self, deck: Deck) -> Iterator[tuple[int, float, Deck]]:
        """Every card that may come, the dealer having no blackjack."""
        for value, count in enumerate(deck, 1):
            if count:
                left = without(deck, value)
                none = (1 - self.blackjack(left)) / (1 - self.blackjack(deck))
                yield value, count / sum(deck) * none, left

    def best(self, points: int, has_ace: bool, deck: Deck) -> float:  # as above
        """To stand or to go on hitting."""
        key = points, has_ace, deck
        if key not in self.bests:
            stands = self.stand(*key)
            if counted(points, has_ace) < GOAL:
                hits = (p * self.best(points + v, has_ace or v == ACE, left) for v, p, left in self.cards(deck))
                stands = max(stands, sum(hits))
            self.bests[key] = stands
        return self.bests[key]

    def first(self, one: int, two: int, deck: Deck, *, doubles: bool = True) -> float:
        """Two cards: to play on, or to double."""
        points, has_ace = one + two, ACE in (one, two)
        found = self.best(points, has_ace, deck)
        if doubles and counted(points, has_ace) < GOAL:
            drawn = (p * self.stand(points + v, has_ace or v == ACE, left) for v, p, left in self.cards(deck))
            found = max(found, 2 * sum(drawn))
        return found

    def split(self, value: int, deck: Deck, *, doubles: bool) -> float:
        """Two hands of one card each; both are worth the same."""
        if value == ACE:
            return 2 * sum(p * self.stand(ACE + v, True, left) for v, p, left in self.cards(deck))
        return 2 * sum(p * self.first(value, v, left, doubles=doubles) for v, p, left in self.cards(deck))


def won(decks: int, *, splits: bool, doubles_after: bool = False) -> float:
    """What a unit wins on average by the best play."""
    full = (*(4 * decks for _ in range(9)), 16 * decks)
    total = 0.0
    for up in range(ACE, TEN + 1):
        against, after_up = Against(up), without(full, up)
        for one in range(ACE, TEN + 1):
            after_one = without(after_up, one)
            for two in range(ACE, TEN + 1):
                likely = full[up - 1] / sum(full) * after_up[one - 1] / sum(after_up)
                likely *= after_one[two - 1] / sum(after_one)
                deck = without(after_one, two)
                lost = against.blackjack(deck)
                if {one, two} == {ACE, TEN}:
                    total += likely * (1 - lost) * 1.5
                    continue
                worth = against.first(one, two, deck)
                if splits and one == two:
                    worth = max(worth, against.split(one, deck, doubles=doubles_after))
                total += likely * ((1 - lost) * worth - lost)
    dealt.cache_clear()
    return total
