"""Description: what the fields of a described round are called, where a game has kinder names than its rulebook gives.

Without one, a slot of the table is a field of its name, a wager and a decision are fields of their ids, and a player's
bank is called `bank`.
"""

from dataclasses import dataclass

from croupier.rulebook.procedure import Slot


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A field that names one card of a hand, which may then be given in any order."""

    name: str
    place: int
    """Where the card lies in the hand, counted from 0 in the order of the deal."""
    clause: str


@dataclass(frozen=True, slots=True)
class CardsField:
    """The cards of one slot, or of several one after the other."""

    name: str
    slots: tuple[Slot, ...]
    names: NamedCard | None = None


@dataclass(frozen=True, slots=True)
class DecisionField:
    """What a decision is called, and whether the dollars it stakes stand for its options."""

    decision: str
    name: str
    in_dollars: bool = False
    """The stake is given instead of an option, and left out for an option that stakes nothing."""
    clause: str = ""
    """The clause against a stake that no option makes."""


@dataclass(frozen=True, slots=True)
class AbsentField:
    """A field that this house does not have and another may."""

    path: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class Description:
    """Kinder names for the fields of a described round; what is not named keeps the name that its rulebook gives."""

    cards: tuple[CardsField, ...] = ()
    bank: str = "bank"
    bank_cards: CardsField | None = None
    """The cards of a slot of the table that are described with the bank."""
    decisions: tuple[DecisionField, ...] = ()
    dice: bool = True
    """Whether dice are described; not where cards are described by where they lie and nothing paid depends on dice."""
    absent: tuple[AbsentField, ...] = ()
