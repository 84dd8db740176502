"""What is dealt: draws of cards and dice, the features rules make of them, and the supply the cards come from."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from croupier.rule import rule
from croupier.rulebook.wager import Rule


class Draw(StrEnum):
    """How a draw's elements count."""

    SET = "set"
    """Cards whose order no rule can see."""
    ORDERED = "ordered"
    """Cards in the order they came."""
    DIE = "die"
    """The face of a die."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A named draw: so many cards, or a die of so many faces."""

    name: str
    kind: Draw
    count: int


@dataclass(frozen=True, slots=True)
class Feature:
    """A named value that a rule makes of draws and other features, such as a hand's strength."""

    name: str
    rule: Rule


class Renewal(StrEnum):
    """When the cards are shuffled."""

    CONTINUOUS = "continuous"
    """Every round from the full composition."""
    SHOE = "shoe"
    """When the cut card has come out."""
    ALTERNATING = "alternating"
    """Every round, two decks taking turns."""


class Burn(StrEnum):
    """What is burned after a shuffle."""

    NONE = "none"
    ONE = "one"
    """One card, face down."""
    BY_VALUE = "by value"
    """The first card is shown and as many more as its value go face down."""


@dataclass(frozen=True, slots=True)
class Supply:
    """Where the cards come from."""

    decks: int
    renewal: Renewal
    clause: str
    decks_clause: str
    """The clause that says how many of each card there are."""
    cut_from_end: int = 0
    rounds_after_cut: int = 0
    """How many more rounds are dealt once the round in which the cut card came out is over."""
    rounds_after_cut_first: int | None = None
    """The same where the cut card came before that round's first card; None where that makes no difference."""
    cut_clause: str = ""
    burn: Burn = Burn.NONE
    burn_clause: str = ""
    burn_count: Callable[[int], int] = lambda _: 0
    """How many cards go face down for the card shown."""
    colours: tuple[str, ...] = ("shoe",)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return 52 * self.decks

    @property
    def rounds_after(self) -> tuple[int, int]:
        """How many more rounds are dealt where the cut card came within a round, and where it came before its cards."""
        first = self.rounds_after_cut_first
        return self.rounds_after_cut, self.rounds_after_cut if first is None else first


# ── The end of a shoe ────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def behind_the_cut(drawn: int, size: int, cut_from_end: int) -> bool:
    """Whether the last of so many cards drawn from a shoe lay behind its cut card; without one, none does."""
    return cut_from_end > 0 and drawn > size - cut_from_end


@rule
def cut_comes_first(drawn_before: int, size: int, cut_from_end: int) -> bool:
    """Whether the cut card lies before the first card of a round, once so many cards were drawn in earlier ones."""
    return drawn_before >= size - cut_from_end


@rule
def rounds_at_cut(drawn_before: int, size: int, cut_from_end: int, after_cut: int, after_cut_first: int) -> int:
    """How many rounds are left when the cut card comes out; the one in which it does counts too."""
    return 1 + (after_cut_first if cut_comes_first(drawn_before, size, cut_from_end) else after_cut)


@rule
def rounds_after_this(rounds_left: int) -> int:
    """How many rounds are left once a round is over; the shoe is at its end when there are none."""
    return rounds_left - 1
