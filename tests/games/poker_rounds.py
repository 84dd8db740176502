"""Rounds of Three Card Poker for tests: a bank, hands with their wagers, and the round that they make."""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision
from tests.rounds import Script

CHIPS = 10_000_000_00
AMPLE = 1_000_000
"""Dollars of a bank that no wager here can exhaust."""

QUEEN_HIGH = "Qs 7d 2c"
"""A player-dealer's hand that qualifies; the deuce is at the bottom."""
JACK_HIGH = "Jc 7d 2s"
"""One that does not."""


@dataclass(frozen=True)
class Hand:
    """A player's stack, wagers in dollars, and decision."""

    cards: str
    ante: int = 10
    pair_plus: int = 0
    six_card_bonus: int = 0
    decision: str = "play"

    @property
    def wagers(self) -> dict[str, int]:
        """The wagers that stand before the deal."""
        wagers = {"ante": self.ante, "pair_plus": self.pair_plus, "six_card_bonus": self.six_card_bonus}
        return {wager: dollars for wager, dollars in wagers.items() if dollars}


Hands = Mapping[int, Hand]

# Against QUEEN_HIGH: three hands of distinct cards that beat it, are beaten by it, or tie it. None is on a paytable,
# nor makes anything of the six cards.
BEATS = ("Ks 3d 4h", "Kd 3h 4c", "Kh 3c 4d")
LOSES = ("Js 9d 4s", "Jd 9h 5d", "Jh 9c 5h")
TIES = ("Qd 7h 2s", "Qh 7c 2d", "Qc 7s 2h")


def banked(
    house: Mapping[str, object] | None = None,
    *,
    seats: tuple[int, ...] = (1, 2, 3, 7),
    player_dealer: int = 7,
    chips: int = CHIPS,
) -> Script:
    """A table at which one seat has just taken the bank."""
    script = Script("three-card-poker", house, seats, chips)
    script.bank(player_dealer)
    return script


def wager(script: Script, hands: Hands, bank: int = AMPLE, button: int = 0) -> Script:
    """Open a round and place every wager in dollars; betting stays open."""
    script.open(button)
    script.bet_bank(bank)
    for seat, hand in hands.items():
        script.bet(seat, **hand.wagers)
    return script


def deal(script: Script, dealer: str, hands: Hands) -> Script:
    """Close the betting and give every stack to the slot it is meant for."""
    script.close()
    while isinstance(script.awaits, AwaitCards):
        slot = script.awaits.slot
        script.deal(dealer if slot == "player-dealer" else hands[int(slot.removeprefix("seat "))].cards)
    return script


def decide(script: Script, hands: Hands) -> Script:
    """Let every player decide in turn."""
    while isinstance(script.awaits, AwaitDecision):
        (seat,) = script.awaits.seats
        script.do(c.Decide(seat, hands[seat].decision))
    return script


def play(
    dealer: str,
    hands: Hands,
    *,
    bank: int = AMPLE,
    house: Mapping[str, object] | None = None,
    player_dealer: int = 7,
    button: int = 0,
) -> Script:
    """A whole round up to its settlement."""
    script = banked(house, seats=tuple(sorted({*hands, player_dealer})), player_dealer=player_dealer)
    return decide(deal(wager(script, hands, bank, button), dealer, hands), hands)


Paid = dict[tuple[int, str], tuple[str, int]]


def paid(script: Script) -> Paid:
    """Settle, and give each wager's outcome and result in cents, in the order they were settled."""
    return {key: (settled.outcome, settled.result) for key, settled in script.settle().items()}


def finish(script: Script, hands: Hands, dealer: str = QUEEN_HIGH, bank: int = AMPLE) -> None:
    """Play one more round at a table, from the shuffle to the close."""
    decide(deal(wager(script, hands, bank), dealer, hands), hands).settle()


def kinds(events: tuple[e.Event, ...]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]
