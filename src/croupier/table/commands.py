"""What may be asked of a table. Chance and time come in here too: the table has neither cards, dice nor clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NoReturn, get_type_hints

from croupier.errors import Refused, quoted

NUMBER_MAX: Final = 10**18
"""No count of cents, seats or cards is larger."""
AMPLE_CENTS: Final = 10**17
"""The chips of a seat whose chips are not the question: a hundred times the largest amount that can be written."""
AMPLE_BANK: Final = AMPLE_CENTS // 10
"""A player-dealer's wager that covers whatever comes."""


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


WHOLE: Final = f"(type({{0}}) is int and {-NUMBER_MAX} <= {{0}} <= {NUMBER_MAX})"
KINDS: Final[Mapping[object, tuple[str, str]]] = {
    int: ("a whole number", WHOLE),
    int | None: ("a whole number or null", f"({{0}} is None or {WHOLE})"),
    str: ("a text", "(type({0}) is str and ({0}.isascii() or is_text({0})))"),
    bool: ("true or false", "(type({0}) is bool)"),
    tuple[int, ...]: ("a tuple of whole numbers", "(type({0}) is tuple and all(map(is_whole, {0})))"),
    Mapping[str, object]: ("a mapping by names", "(isinstance({0}, Mapping) and all(map(is_text, {0})))"),
}
"""By a field's type: what it must be, in words and as an expression."""
WORDS: Final[dict[str, Any]] = {"Mapping": Mapping, "is_text": is_text, "is_whole": is_whole}


def checks_of(kind: type) -> list[tuple[str, str, str]]:
    """What each field of a kind of command must be: its name, and what in words and as an expression."""
    hints = get_type_hints(kind)
    return [(field.name, *KINDS[hints[field.name]]) for field in fields(kind)]


def check_of(kind: type) -> Callable[[Any], bool]:
    """Compile whether a command is right from its fields, as dataclasses compile their methods."""
    return compiled(
        "command", " and ".join(check.format(f"command.{name}") for name, _, check in checks_of(kind)) or "True"
    )


def compiled(argument: str, expression: str) -> Callable[[Any], bool]:
    """A function of one argument that gives the value of an expression."""
    function: Callable[[Any], bool] = eval(f"lambda {argument}: {expression}", WORDS)  # noqa: S307  # of our own making
    return function


IS_RIGHT: Final[Mapping[type, Callable[[Any], bool]]] = {kind: check_of(kind) for kind in Command.__args__}
"""By kind of command: whether all fields of one are of their types."""


def refuse_types(command: Command) -> NoReturn:
    """Refuse a command for the first field that is not of its type."""
    for name, what, check in checks_of(type(command)):
        value = getattr(command, name)
        if not compiled("it", check.format("it"))(value):
            raise Refused(f"{name} must be {what}, not {quoted(value)}", field=type(command).__name__)
    raise AssertionError(f"every field of {command} is right")
