"""What has happened at a table: frozen facts in the past tense, from which its state is folded.

An event tells all that the state needs and nothing that the rules would hide from the operator; who may see what is the
business of `croupier.table.view`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

PLAYER = "player"
TABLE = "table"
"""Who decided: the player, or the table for a player who was silent."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    game: str
    house: Mapping[str, object]
    name: str


@dataclass(frozen=True, slots=True)
class HouseChanged:
    house: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    name: str
    cents: int


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


@dataclass(frozen=True, slots=True)
class DieRolled:
    face: int
    clause: str


@dataclass(frozen=True, slots=True)
class CardsExposed:
    slot: str
    places: tuple[int, ...]
    cards: tuple[int, ...]
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
    by: str
    clause: str


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


Event = (
    TableOpened
    | HouseChanged
    | SeatTaken
    | ChipsBought
    | SeatLeft
    | BankOffered
    | BankTaken
    | BankDeclined
    | BankPassed
    | CardsShuffled
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
    | CardsUnloaded
    | DecisionMade
    | SettlementBegan
    | WagersStacked
    | WagerSettled
    | CardsPickedUp
    | RoundClosed
    | RoundVoided
)
