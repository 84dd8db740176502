"""The dealer: hands chance to the table when it asks, and every event to whoever listens.

The table's state says how many cards have been drawn, so the dealer keeps no place of its own; with a seed it can pick
a shoe up where a journal left it, by deriving the shuffle again and comparing commitments.
"""

from collections.abc import Callable, Iterable
from typing import Final

from croupier.chance import Chance, Shuffled
from croupier.rulebook import Burn
from croupier.table import State, awaiting, step
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import next_colour

CHANCE: Final = frozenset({"shuffle", "burn", "cards", "die"})
"""What the dealer answers by itself."""

Listener = Callable[[tuple[e.Event, ...], State], None]


class Dealer:
    """Drives one table."""

    def __init__(self, state: State, chance: Chance, *, shuffles: int = 0, listener: Listener | None = None) -> None:
        """Take a table over after so many shuffles."""
        self.state = state
        self.chance = chance
        self.shuffles = shuffles
        self.listener = listener
        self.cards: Shuffled | None = None
        self.used: list[Shuffled] = []
        """Every shuffle this dealer dealt from, for opening them to an auditor."""
        if shuffles and state.deck_ready:
            again = chance.shuffle(shuffles, state.rulebook.supply.decks)
            if again.commitment == state.commitment:
                self.cards = again
                self.used.append(again)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Hand a command to the table and its events to the listener."""
        self.state, events = step(self.state, command)
        if self.listener:
            self.listener(events, self.state)
        return events

    def go_on(self) -> tuple[e.Event, ...]:
        """Answer what only chance can answer, until somebody else is asked."""
        happened: list[e.Event] = []
        while (command := self.next()) is not None:
            happened += self.do(command)
        return tuple(happened)

    def next(self) -> c.Command | None:
        """The command that chance gives next, if it is chance's turn."""
        waiting = awaiting(self.state)
        if waiting.what in ("burn", "round") and self.cards is None:
            return self.shuffle()  # the cards that lie ready are not known to this dealer
        match waiting.what:
            case "shuffle":
                return self.shuffle()
            case "burn":
                by_value = self.state.rulebook.supply.burn is Burn.BY_VALUE
                return c.BurnCards(self.draw(1)[0] if by_value else None)
            case "cards":
                return c.DealCards(self.draw(waiting.count))
            case "die":
                return c.RollDie(self.chance.die(self.state.round, waiting.count))
            case _:
                return None

    def shuffle(self) -> c.Shuffle:
        """Shuffle, and commit to the order."""
        self.shuffles += 1
        self.cards = self.chance.shuffle(self.shuffles, self.state.rulebook.supply.decks)
        self.used.append(self.cards)
        return c.Shuffle(next_colour(self.state), self.cards.commitment)

    def draw(self, count: int) -> tuple[int, ...]:
        """The next cards of the shuffle."""
        if self.cards is None:
            raise LookupError("the order of these cards is not known to this dealer")
        return self.cards.order[self.state.drawn : self.state.drawn + count]


def shuffles_in(events: Iterable[e.Event]) -> int:
    """How many shuffles a journal tells of."""
    return sum(isinstance(event, e.CardsShuffled) for event in events)
