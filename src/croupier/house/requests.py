"""What is asked of the house: by guests, by operators, and by the clock.

A request holds plain values. Who asks, the key that makes it happen once, and the moment it was made against travel
beside it, in `Asked`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_type_hints

from croupier.table.commands import is_text, is_whole


@dataclass(frozen=True, slots=True)
class Against:
    """The moment a guest saw when asking: other seats may act in the meantime, the own seat may not."""

    round: int
    step: int
    """The place in the procedure, -1 between rounds."""
    version: int
    """The number of the last record that was about the own seat."""


# ── Guests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Enter:
    """Begin a session, with practice chips."""

    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    name: str


@dataclass(frozen=True, slots=True)
class RotateToken:
    """Exchange the session's token for a new one."""


@dataclass(frozen=True, slots=True)
class MakeLink:
    """Make a link that carries the session to another device, once and soon."""


@dataclass(frozen=True, slots=True)
class RedeemLink:
    secret: str


@dataclass(frozen=True, slots=True)
class TopUp:
    """Ask for more practice chips."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Have the usual time, ten times as long, or no limit at tables where one sits down from now on."""

    pace: str
    """`usual`, `slow` or `off`, as far as a table allows it."""


@dataclass(frozen=True, slots=True)
class OpenOwnTable:
    """Open a table of one's own, and sit down there where chips are named."""

    game: str
    name: str
    house: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    is_private: bool = False
    """Whether it is listed for nobody else: whoever has its address may come."""
    cents: int = 0
    """The chips to sit down with; 0 to open the table only."""
    banks: bool = True
    """Whether to be offered the bank there, in a game that players bank."""
    reason: str = ""
    """Why, for the record."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """Leave every table and end the session; with `erase`, the name goes too."""

    erase: bool = False


@dataclass(frozen=True, slots=True)
class ShareRound:
    """Let whoever has a link look at one's own view of a round that is over."""

    round: int


@dataclass(frozen=True, slots=True)
class RevokeShare:
    share: str
    """The hash of its secret."""


# ── At a table ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sit:
    seat: int
    """0 for any that is free."""
    cents: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave the seat: at once, or after the round where one has a part in it."""


@dataclass(frozen=True, slots=True)
class Buy:
    cents: int


@dataclass(frozen=True, slots=True)
class Bet:
    """Put chips on wagers, all of them or none; 0 cents takes one back."""

    wagers: Mapping[str, int]
    spot: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """Betting may close as far as this seat is concerned."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Decide."""

    option: str
    decision: str = ""


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Take the bank that is offered, or decline it."""

    take: bool


@dataclass(frozen=True, slots=True)
class GiveUpBank:
    """Pass the bank on before one has to."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Have the usual time, ten times as long, or no limit, where the table allows it."""

    pace: str
    """`usual`, `slow` or `off`."""


@dataclass(frozen=True, slots=True)
class Return:
    """Be back at a seat that was marked away."""


# ── Operators ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class OpenTable:
    game: str
    name: str
    house: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PauseTable:
    """Let the round in progress conclude, and open no other."""

    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTable:
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Conclude the round, send everybody's chips back, and open what is still sealed."""

    reason: str


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Change house rules between rounds."""

    changes: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change clocks, limits and company."""

    changes: Mapping[str, Any]
    reason: str


@dataclass(frozen=True, slots=True)
class VoidRound:
    reason: str


@dataclass(frozen=True, slots=True)
class EndGuest:
    """End somebody's session, and erase the name at once where that is asked for."""

    guest: str
    reason: str
    erase: bool = False


# ── The clock and the wires ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: whatever is due at a table is done, once; without a table, sessions that are over end."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A guest's stream began, or ended."""

    is_there: bool


@dataclass(frozen=True, slots=True)
class Restart:
    """The house has begun to run a table that was kept: its clocks start again, with a grace."""

    is_restored: bool = False
    """Whether it comes from a backup: cards may have been seen since, so nothing of them is used any more."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something significant that happened around the house: a start, a self-check, an export, a failed login."""

    what: str
    subject: str = ""
    why: str = ""
    before: str = ""
    after: str = ""


SessionRequest = (
    Rename | RotateToken | MakeLink | TopUp | SetPace | OpenOwnTable | EndSession | ShareRound | RevokeShare
)
"""What only whoever has a session may ask."""
GuestRequest = Enter | RedeemLink | SessionRequest
TableRequest = Sit | Stand | Buy | Bet | Done | Choose | AnswerOffer | GiveUpBank | SetClock | Return
OperatorRequest = (
    OpenTable | PauseTable | ResumeTable | CloseTable | ChangeRules | ChangeSettings | VoidRound | EndGuest
)
OwnersRequest = PauseTable | ResumeTable | CloseTable
"""What whoever opened a table may ask of it, too."""
Request = GuestRequest | TableRequest | OperatorRequest | Tick | Connected | Restart | Note


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with who asks, of which table, under which key, and what they saw."""

    request: Request
    guest: str = ""
    operator: str = ""
    table: str = ""
    key: str = ""
    against: Against | None = None
    token: str = field(default="", repr=False)
    """The session's own token, where it is exchanged for another; nobody keeps it."""


# ── Types at the door ────────────────────────────────────────────────────────────────────────────────────────────────


def is_mapping(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(is_text, value))


def is_amounts(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(is_text, value)) and all(map(is_whole, value.values()))


IS_RIGHT: Final[Mapping[object, tuple[str, Callable[[object], bool]]]] = {
    int: ("a whole number", is_whole),
    str: ("a text", is_text),
    bool: ("true or false", lambda value: type(value) is bool),
    Mapping[str, int]: ("whole numbers by names", is_amounts),
    Mapping[str, Any]: ("values by names", is_mapping),
}
"""By a field's type: what it must be, and whether a value is that."""


HINTS: Final = {kind: get_type_hints(kind) for kind in (*Request.__args__, Against)}
"""The types of the fields of every kind of request."""


def wrong_field(request: Request | Against) -> tuple[str, str] | None:
    """The first field that is not of its type, and what it must be; None if all are right."""
    for name, hint in HINTS[type(request)].items():
        what, is_right = IS_RIGHT[hint]
        if not is_right(getattr(request, name)):
            return name, what
    return None
