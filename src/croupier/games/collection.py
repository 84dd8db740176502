"""Collection schedules of a California table: flat fees by the total of all Antes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused, quoted
from croupier.money import cents_from, dollars, price

RATES_MAX: Final = 5  # TCP-FEE7


@dataclass(frozen=True, slots=True)
class Collection:
    """One schedule: its table limit, the player fee, and the player-dealer's fees by total table action."""

    clause: str
    least: int
    most: int | None
    player_fee: int
    tiers: tuple[tuple[int | None, int], ...]
    """Upper bound of the total table action, and the fee, both in cents; the last has no bound."""

    def player_dealer_fee(self, action: int) -> int:
        """TCP-FEE: the player-dealer's flat fee for this much in Antes."""
        return next(fee for up_to, fee in self.tiers if up_to is None or action <= up_to)

    @property
    def largest_player_dealer_fee(self) -> int:
        """The most a player-dealer can be charged."""
        return max(fee for _, fee in self.tiers)


SCHEDULES: Final = (
    Collection("TCP-FEE1", 5_00, 100_00, 1_00, ((100_00, 1_00), (None, 2_00))),  # TCP-FEE1
    Collection("TCP-FEE2", 50_00, None, 1_00, ((200_00, 1_00), (None, 2_00))),  # TCP-FEE2
)


class CollectionKind:
    """Parses a collection schedule: 1, 2, or a table of the house's own flat fees."""

    def read(self, value: object) -> Collection:
        """Parse a schedule; refuse more than five rates and anything but flat fees (TCP-FEE7)."""
        if str(value) in ("1", "2"):
            return SCHEDULES[int(str(value)) - 1]
        if not isinstance(value, Mapping):
            raise Refused(f"{quoted(value)} is not a collection schedule; give 1, 2 or a table of flat fees")
        unknown = set(value) - {"minimum", "maximum", "player_fee", "tiers"}
        if unknown or not {"minimum", "player_fee", "tiers"} <= set(value):
            raise Refused("a collection schedule has minimum, player_fee, tiers and optionally maximum")
        tiers = value["tiers"]
        if not isinstance(tiers, list | tuple) or not tiers:
            raise Refused("tiers must be a list of {up_to, fee}, the last without up_to")
        if len(tiers) > RATES_MAX:
            raise Refused(
                f"there are {len(tiers)} rates; one table limit may have at most {RATES_MAX}", clause="TCP-FEE7"
            )
        least = cents_from(value["minimum"])
        most = cents_from(value["maximum"]) if "maximum" in value else None
        if least <= 0 or (most is not None and most < least):
            raise Refused("the minimum must be above 0, and the maximum at least the minimum")
        return Collection("TCP-FEE", least, most, flat(value["player_fee"]), read_tiers(tiers))

    def values(self) -> tuple[object, ...]:
        return tuple(range(1, len(SCHEDULES) + 1))

    def show(self, value: Collection) -> object:
        """The schedule's number if it is one of the document's, otherwise its table."""
        if value in SCHEDULES:
            return SCHEDULES.index(value) + 1
        tiers = [
            {"fee": dollars(fee)} | ({} if up_to is None else {"up_to": dollars(up_to)}) for up_to, fee in value.tiers
        ]
        limit = {"minimum": dollars(value.least)} | ({} if value.most is None else {"maximum": dollars(value.most)})
        return limit | {"player_fee": dollars(value.player_fee), "tiers": tiers}

    def allowed(self) -> str:
        return "1, 2 or a table of flat fees"


def flat(value: object) -> int:
    """TCP-FEE7: a fee is an amount, never a fraction or percentage."""
    if isinstance(value, str) and ("%" in value or "/" in value):
        raise Refused(f"{quoted(value)} is a share; a collection fee is a flat amount of dollars", clause="TCP-FEE7")
    cents = cents_from(value)
    if cents < 0:
        raise Refused(f"the fee is {price(cents)}; it must be 0 or more")
    return cents


def read_tiers(tiers: list[object] | tuple[object, ...]) -> tuple[tuple[int | None, int], ...]:
    """Parse tiers in ascending order, the last without a bound."""
    read: list[tuple[int | None, int]] = []
    for number, tier in enumerate(tiers, 1):
        last = number == len(tiers)
        wanted = {"fee"} if last else {"fee", "up_to"}
        if not isinstance(tier, Mapping) or set(tier) != wanted:
            raise Refused(f"tier {number} must have {' and '.join(sorted(wanted))} only; the last tier has no up_to")
        up_to = None if last else cents_from(tier["up_to"])
        before = read[-1][0] if read else 0
        if up_to is not None and before is not None and up_to <= before:
            raise Refused(f"tier {number} ends at {price(up_to)}; it must end above the tier before it")
        read.append((up_to, flat(tier["fee"])))
    return tuple(read)
