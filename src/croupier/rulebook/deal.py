"""What is dealt: draws of cards and dice, features that rules compute from them, and the supply of cards."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from croupier.cards import DECK, NO_CARD, card_name, composition_of
from croupier.rule import rule
from croupier.rulebook.part import Part
from croupier.rulebook.wager import Rule


class Draw(StrEnum):
    """The kind of a draw."""

    SET = "set"
    """Cards whose order no rule can see."""
    ORDERED = "ordered"
    """Cards in the order they are dealt."""
    DIE = "die"
    """The face of a die."""


@dataclass(frozen=True, slots=True)
class Drawn(Part):
    """One draw of a game: its name, its kind, and the number of cards or of the die's faces.

    A draw may come after the last decision: then each option says how many of its cards it takes (`Option.takes`), and
    the others are `NO_CARD`. Where it goes on from a hand, it has the cards that the option keeps of that hand
    (`Option.keeps`), and as many new ones as make up its count.
    """

    name: str
    kind: Draw
    count: int
    after: str = ""
    """The decision after which it is drawn; empty: before all decisions."""
    of: str = ""
    """The draw from which an option keeps cards; empty: all its cards are new."""


def deal_text(draws: Iterable[Drawn], facts: Mapping[str, tuple[int, ...]]) -> str:
    """What was drawn, and what else is known, in one line: `hand Qs 6d 4c, die 3, play 1`."""
    kinds = {drawn.name: drawn.kind for drawn in draws}

    def value(name: str, number: int) -> str:
        is_card = kinds.get(name, Draw.DIE) is not Draw.DIE
        return str(number) if not is_card else "none" if number == NO_CARD else card_name(number)

    return ", ".join(f"{name} {' '.join(value(name, each) for each in facts[name])}" for name in facts)


@dataclass(frozen=True, slots=True)
class Feature(Part):
    """A named value that a rule computes from draws and other features, such as a hand's strength."""

    name: str
    rule: Rule


class Renewal(StrEnum):
    """When the cards are shuffled."""

    CONTINUOUS = "continuous"
    """Every round from the full composition."""
    SHOE = "shoe"
    """After the cut card has appeared."""
    ALTERNATING = "alternating"
    """Every round, with two decks that take turns."""


class Burn(StrEnum):
    """Which cards are burned after a shuffle."""

    NONE = "none"
    ONE = "one"
    """One card, face down."""
    BY_VALUE = "by value"
    """The first card is shown, and as many more as its value are burned face down."""


@dataclass(frozen=True, slots=True)
class Supply(Part):
    """Where the cards come from."""

    decks: int
    renewal: Renewal
    clause: str
    decks_clause: str
    """The clause that says how many of each card there are."""
    cut_from_end: int = 0
    rounds_after_cut: int = 0
    """How many more rounds are dealt after the round in which the cut card appeared."""
    rounds_after_cut_first: int | None = None
    """The same if the cut card came before that round's first card; None if that makes no difference."""
    cut_clause: str = ""
    burn: Burn = Burn.NONE
    burn_clause: str = ""
    burn_count: Callable[[int], int] = lambda _: 0
    """How many cards are burned face down for the card shown."""
    colours: tuple[str, ...] = ("shoe",)
    deck: tuple[int, ...] = DECK
    """The cards of one deck, the same as the model's."""

    @property
    def size(self) -> int:
        return len(self.deck) * self.decks

    @property
    def composition(self) -> tuple[int, ...]:
        """How many of each card there are."""
        return composition_of(self.deck, self.decks)

    @property
    def rounds_after(self) -> tuple[int, int]:
        """How many more rounds follow if the cut card appeared within a round, and if it came before its first card."""
        first = self.rounds_after_cut_first
        return self.rounds_after_cut, self.rounds_after_cut if first is None else first


NO_CARDS: Final = Supply(decks=0, renewal=Renewal.CONTINUOUS, clause="", decks_clause="", colours=())
"""The supply of a game that deals no cards."""


# ── The end of a shoe ────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def behind_the_cut(drawn: int, size: int, cut_from_end: int) -> bool:
    """Whether the last of the cards drawn lay behind the cut card; never without a cut card."""
    return cut_from_end > 0 and drawn > size - cut_from_end


@rule
def cut_comes_first(drawn_before: int, size: int, cut_from_end: int) -> bool:
    """Whether the cut card lies before the first card of a round."""
    return drawn_before >= size - cut_from_end


@rule
def rounds_at_cut(drawn_before: int, size: int, cut_from_end: int, after_cut: int, after_cut_first: int) -> int:
    """How many rounds are left when the cut card appears, including the current one."""
    return 1 + (after_cut_first if cut_comes_first(drawn_before, size, cut_from_end) else after_cut)


@rule
def rounds_after_this(rounds_left: int) -> int:
    """How many rounds are left after this one; at 0 the shoe is finished."""
    return rounds_left - 1
