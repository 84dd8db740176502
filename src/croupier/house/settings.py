"""What an operator may set: for the whole house, and for each table. Times are in seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from croupier.errors import Refused, quoted
from croupier.house.plain import by_name

SECOND: Final = 1000
"""In milliseconds, which the house counts in."""
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """Settings of the whole house."""

    idle: int = 12 * HOUR
    """A session ends when nothing was asked for so long."""
    absolute: int = 7 * DAY
    """A session ends after so long in any case."""
    link: int = 5 * MINUTE
    """How long a link to another device can be used."""
    share: int = 30 * DAY
    """How long a shared round can be looked at."""
    again: int = 2 * MINUTE
    """How long whoever lost the answer with a new token may ask for it again, under the same key."""
    seen_every: int = MINUTE
    """How often it is written down that a guest was seen."""
    answers: int = DAY
    """How long answers are kept."""
    late: int = 30
    """A deadline that is missed by more than this found nobody running the table: its clock starts again."""
    welcome: int = 1_000_00
    """The practice chips of a new guest, in cents, and what a top-up fills the wallet to."""
    tables: int = 500
    tables_of_guest: int = 6
    own_tables: int = 300
    """How many tables that guests opened may be open at once."""
    own_tables_of_guest: int = 6
    deserted: int = 15 * MINUTE
    """A table that a guest opened closes by itself when nobody has sat there for so long."""
    guests: int = 10_000
    unused: int = 10 * MINUTE
    """A session with which nothing was done for so long gives way to a newcomer when the house is full."""
    shares: int = 10_000
    """How many rounds may be shared at a time, by all guests together."""
    shares_of_guest: int = 20
    answers_of_guest: int = 16
    """How many answers to each guest are at hand; a store has the others."""
    bets: int = 150
    """How often the wagers of a seat may be changed in a round. Each time is a record that its page tells."""
    snapshot_every: int = 20
    """A snapshot is made after so many rounds."""
    recent: int = 200
    """How many records of each table are at hand for those who reconnect."""
    refusals: int = 20
    """How many refusals of a guest are logged in a minute."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Settings of one table."""

    bet: int = 30
    """Seconds to bet."""
    decide: int = 20
    """Seconds for each decision."""
    bank: int = 20
    """Seconds to answer an offer of the bank."""
    between: int = 4
    """Seconds between rounds."""
    grace: int = 10
    """Seconds added to every clock after an outage."""
    allow_slow: bool = True
    """Whether players may have ten times as long."""
    allow_off: bool = False
    """Whether players may switch their clock off."""
    silent: int = 2
    """Whoever is silent so often in a row is marked away."""
    disconnected: int = MINUTE
    """Whoever is not connected for so many seconds is marked away; whoever connects again in time is not."""
    freed: int = 10 * MINUTE
    """Seconds after which the seat of somebody away is freed."""
    house_run: int = 0
    """How many house-run players keep people company."""
    least_chips: int = 1_00
    """The least that people sit down with, in cents."""
    most_chips: int = 10_000_00
    persons: int = 12
    """How many people may sit."""

    def allows(self, pace: str) -> bool:
        """Whether players may have so much time."""
        return {"usual": True, "slow": self.allow_slow, "off": self.allow_off}[pace]


LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "bet": (5, HOUR),
    "decide": (5, HOUR),
    "bank": (5, HOUR),
    "between": (0, 10 * MINUTE),
    "grace": (0, 10 * MINUTE),
    "silent": (1, 100),
    "disconnected": (5, DAY),
    "freed": (10, DAY),
    "house_run": (0, 12),
    "least_chips": (1, 10**12),
    "most_chips": (1, 10**12),
    "persons": (1, 12),
}
"""The least and the most of each setting that is a number."""


FOR_GUESTS: Final = frozenset(
    ("bet", "decide", "bank", "between", "allow_slow", "allow_off", "house_run", "least_chips", "most_chips", "persons")
)
"""What guests may set at a table of their own."""


def with_settings(before: TableSettings, changes: Mapping[str, Any]) -> TableSettings:
    """Change settings of a table, or refuse and say which is not right."""
    known = {each.name: each for each in fields(TableSettings)}
    for name, value in changes.items():
        if name not in known:
            raise Refused(f"there is no such setting; there are {', '.join(known)}", field=f"settings.{name}")
        if name not in LIMITS:
            if type(value) is not bool:
                raise Refused(f"this is true or false, not {quoted(value)}", field=f"settings.{name}")
            continue
        least, most = LIMITS[name]
        if type(value) is not int or not least <= value <= most:
            raise Refused(f"give a whole number from {least} to {most}, not {quoted(value)}", field=f"settings.{name}")
    after = replace(before, **changes)
    if after.least_chips > after.most_chips:
        raise Refused("the least chips must not be more than the most", field="settings.least_chips")
    return after


def as_changes(before: TableSettings, after: TableSettings) -> dict[str, Any]:
    """Which settings differ, and what they are afterwards."""
    old = by_name(before)
    return {name: value for name, value in by_name(after).items() if old[name] != value}
