"""What has happened at a table: frozen facts in the past tense, from which its state is folded.

An event tells all that the state needs and nothing that the rules would hide from the operator; who may see what is the
business of `croupier.table.view`. What the table cannot know by itself (digests, commitments, salts, who acted) comes
in with commands and is recorded as it came.
"""

from collections.abc import Mapping
from dataclasses import dataclass

PLAYER = "player"
TABLE = "table"
HOUSE = "house"
"""Who acted: the player, the table by itself (as for a player who was silent), or the house."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    game: str
    house: Mapping[str, object]
    name: str
    table: str = ""
    """What tells this table from every other, whatever it is called."""
    version: str = ""
    """The game's own version."""
    composition: tuple[str, ...] = ()
    """The side bets on the layout."""
    digest: str = ""
    """The rulebook digest."""
    chance: str = "given"
    """Where cards and dice come from: `entropy`, `seed`, or `given` by whoever drives the table."""


@dataclass(frozen=True, slots=True)
class TableContinued:
    """Somebody took the table over from its journal."""

    table: str
    version: str
    digest: str
    chance: str
    cut: int
    """How many bytes of a torn last record were cut off."""


@dataclass(frozen=True, slots=True)
class HouseChanged:
    house: Mapping[str, object]
    digest: str = ""
    actor: str = HOUSE
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    player: str
    """A pseudonym; the name that goes with it is kept elsewhere."""
    cents: int
    house_run: bool = False
    """Whether the house plays this seat."""


@dataclass(frozen=True, slots=True)
class ChipsBought:
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class BankOffered:
    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class BankTaken:
    seat: int


@dataclass(frozen=True, slots=True)
class BankDeclined:
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class BankPassed:
    seat: int


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    colour: str
    commitment: str
    number: int = 0
    """The table's n-th shuffle."""


@dataclass(frozen=True, slots=True)
class DiceCommitted:
    """The dice of a round are fixed, and nobody knows them yet."""

    round: int
    commitment: str


@dataclass(frozen=True, slots=True)
class CardsBurned:
    shown: int | None
    count: int
    clause: str


@dataclass(frozen=True, slots=True)
class CutCardAppeared:
    """The cut card came out ahead of the card just dealt."""

    clause: str


@dataclass(frozen=True, slots=True)
class RoundOpened:
    round: int
    colour: str
    player_dealer: int
    action_button: int


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    seat: int
    wager: str
    cents: int
    spot: int


@dataclass(frozen=True, slots=True)
class WagerWithdrawn:
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class BetsClosed:
    clause: str


@dataclass(frozen=True, slots=True)
class FeeCollected:
    seat: int
    cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class CardsDealt:
    slot: str
    cards: tuple[int, ...]
    face_up: bool
    clause: str
    salt: str = ""
    """Keeps cards that lie face down from being guessed by trying hashes."""


@dataclass(frozen=True, slots=True)
class DieRolled:
    face: int
    clause: str
    die: int = 1
    """Which die of the round."""


@dataclass(frozen=True, slots=True)
class CardsExposed:
    slot: str
    places: tuple[int, ...]
    cards: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards were burned in mid-round, unseen."""

    count: int
    clause: str


@dataclass(frozen=True, slots=True)
class CardsUnloaded:
    count: int
    clause: str


@dataclass(frozen=True, slots=True)
class DecisionMade:
    seat: int
    option: str
    cents: int
    """What it stakes; below zero, what it takes back."""
    by: str
    clause: str
    decision: str = ""
    turn: int = 1
    """Which of the decisions that this hand makes in the round."""
    hand: int = 1
    """Which of the seat's hands."""


@dataclass(frozen=True, slots=True)
class SettlementBegan:
    clause: str


@dataclass(frozen=True, slots=True)
class WagersStacked:
    seats: tuple[int, ...]
    wager: str
    on: str
    clause: str


@dataclass(frozen=True, slots=True)
class WagerSettled:
    seat: int
    wager: str
    stake: int
    outcome: str
    odds: str | None
    result: int
    covered: int | None
    clauses: tuple[str, ...]
    hand: int = 1


@dataclass(frozen=True, slots=True)
class CardsPickedUp:
    slots: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    round: int
    bank_result: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    round: int
    reason: str
    clause: str
    actor: str = HOUSE


Event = (
    TableOpened
    | TableContinued
    | HouseChanged
    | SeatTaken
    | ChipsBought
    | SeatLeft
    | BankOffered
    | BankTaken
    | BankDeclined
    | BankPassed
    | CardsShuffled
    | DiceCommitted
    | CardsBurned
    | CutCardAppeared
    | RoundOpened
    | WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | FeeCollected
    | CardsDealt
    | DieRolled
    | CardsExposed
    | CardsDiscarded
    | CardsUnloaded
    | DecisionMade
    | SettlementBegan
    | WagersStacked
    | WagerSettled
    | CardsPickedUp
    | RoundClosed
    | RoundVoided
)
