"""What may be asked of a table. Chance and time come in here too: the table has neither cards, dice nor clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, get_type_hints

from croupier.errors import Refused, quoted

NUMBER_MAX: Final = 10**18
"""No count of cents, seats or cards is larger."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Take the table over from its journal."""

    table: str
    version: str
    digest: str
    chance: str
    cut: int = 0


@dataclass(frozen=True, slots=True)
class ChangeHouse:
    """Set house rules anew, between rounds."""

    changes: Mapping[str, object]
    digest: str = ""
    actor: str = "house"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat with chips."""

    seat: int
    player: str
    cents: int
    house_run: bool = False


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
class CommitDice:
    """Fix the dice of the next round."""

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
    salt: str = ""
    """Recorded with cards that lie face down, so that no hash of the record tells them."""


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
    decision: str = ""
    """Which decision is meant, where that is said: another one than is asked is refused."""
    turn: int = 0


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
    actor: str = "house"


Command = (
    Continue
    | ChangeHouse
    | Sit
    | BuyChips
    | Leave
    | OfferBank
    | TakeBank
    | DeclineBank
    | PassBank
    | Shuffle
    | CommitDice
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

# ── Types at the door ────────────────────────────────────────────────────────────────────────────────────────────────


def is_whole(value: object) -> bool:
    """Whether a value is a plain integer of a size that a record can hold; True is not one."""
    return type(value) is int and -NUMBER_MAX <= value <= NUMBER_MAX


def is_text(value: object) -> bool:
    """Whether a value is text that can be written: half a surrogate pair cannot."""
    return type(value) is str and (value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value))


KINDS: Final[Mapping[object, tuple[str, Callable[[Any], bool]]]] = {
    int: ("a whole number", is_whole),
    int | None: ("a whole number or null", lambda value: value is None or is_whole(value)),
    str: ("a text", is_text),
    bool: ("true or false", lambda value: type(value) is bool),
    tuple[int, ...]: ("a tuple of whole numbers", lambda value: type(value) is tuple and all(map(is_whole, value))),
    Mapping[str, object]: (
        "a mapping by names",
        lambda value: isinstance(value, Mapping) and all(map(is_text, value)),
    ),
}
"""By a field's type: what it must be, in words and as a check."""


def door(kind: type) -> tuple[tuple[str, str, Callable[[Any], bool]], ...]:
    """What the fields of a command must be."""
    hints = get_type_hints(kind)
    return tuple((field.name, *KINDS[hints[field.name]]) for field in fields(kind))


DOORS: Final = {kind: door(kind) for kind in Command.__args__}


def check_types(command: Command) -> None:
    """Refuse a command whose fields are not of their types, before anything is kept of it."""
    for name, what, is_right in DOORS[type(command)]:
        value = getattr(command, name)
        if not is_right(value):
            raise Refused(f"{name} must be {what}, not {quoted(value)}", field=type(command).__name__)
