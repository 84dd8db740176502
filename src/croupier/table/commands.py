"""What may be asked of a table. Chance and time come in here too: the table has neither cards, dice nor clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ChangeHouse:
    """Set house rules anew, between rounds."""

    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat with chips."""

    seat: int
    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class BuyChips:
    """Bring more chips to a seat."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a seat with its chips."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferBank:
    """Offer the bank round the table, where nobody has it."""


@dataclass(frozen=True, slots=True)
class TakeBank:
    """Accept the bank."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeclineBank:
    """Decline the bank."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassBank:
    """Give the bank up before one has to."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Bring shuffled cards, with the commitment to their order."""

    colour: str
    commitment: str


@dataclass(frozen=True, slots=True)
class BurnCards:
    """Burn after a shuffle; the card shown, where the house shows one."""

    shown: int | None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Open a round for wagers."""

    action_button: int = 0


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """Put cents on a wager, in place of what lay there before."""

    seat: int
    wager: str
    cents: int
    spot: int = 0
    by: int | None = field(default=None)
    """The seat whose player puts the chips down, if not its own."""


@dataclass(frozen=True, slots=True)
class WithdrawWager:
    """Take a wager back before the betting is closed."""

    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class CloseBets:
    """No more bets."""


@dataclass(frozen=True, slots=True)
class DealCards:
    """The cards that come out next."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollDie:
    """The face the die shows."""

    face: int


@dataclass(frozen=True, slots=True)
class Decide:
    """A player's decision."""

    seat: int
    option: str
    by: int | None = field(default=None)
    """The seat whose player decides, if not its own."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of a silent seat is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SettleRound:
    """Settle; from here on nothing is voided."""


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Call the round off and return everything."""

    reason: str


Command = (
    ChangeHouse
    | Sit
    | BuyChips
    | Leave
    | OfferBank
    | TakeBank
    | DeclineBank
    | PassBank
    | Shuffle
    | BurnCards
    | OpenRound
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | DealCards
    | RollDie
    | Decide
    | TimeOut
    | SettleRound
    | VoidRound
)
