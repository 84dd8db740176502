"""What one seat may know: built by listing, never by taking away.

A card is listed when it lies face up, or lies in the seat's own hand, which its player has looked at (TCP-D9). Chips,
wagers, decisions, dice and settlements are in plain sight of the whole table.
"""

from dataclasses import dataclass

from croupier.rulebook import owner_of
from croupier.table.awaiting import Awaiting, awaiting
from croupier.table.events import WagerSettled
from croupier.table.ledger import DROP_BOX
from croupier.table.state import BANK_WAGER, State

SPECTATOR = 0
"""The seat of somebody who has none."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it."""

    seat: int
    name: str
    house_run: bool
    chips: int
    spot: int
    wagers: tuple[tuple[str, int], ...]
    decision: str
    """The option it chose last; empty before."""
    decided_by: str
    decisions: tuple[tuple[str, str], ...]
    """Every decision it made and the option it chose, in order."""


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat sees it."""

    seat: int
    game: str
    table: str
    round: int
    awaiting: Awaiting
    player_dealer: int
    action_button: int
    bank_wager: int
    bank_used: int
    bank_result: int
    drop_box: int
    dice: tuple[int, ...]
    deck: str
    seats: tuple[SeatView, ...]
    cards: tuple[tuple[str, tuple[int | None, ...]], ...]
    """Slots in the order they were dealt to, and their cards; None for one this seat may not know."""
    stacked: tuple[int, ...]
    """Seats whose Play lies on their Ante."""
    settled: tuple[WagerSettled, ...]
    commitment: str

    @property
    def die(self) -> int:
        """The face of the die rolled last, 0 before one is rolled."""
        return self.dice[-1] if self.dice else 0


def may_see(seat: int, slot: str, *, face_up: bool) -> bool:
    """Whether a seat may know the cards in a slot: they lie face up, or in its own hand."""
    return face_up or (seat != SPECTATOR and owner_of(slot) == seat)


def view(state: State, seat: int = SPECTATOR) -> View:
    """List what a seat may know at this moment."""
    return View(
        seat=seat,
        game=state.game.id,
        table=state.name,
        round=state.round,
        awaiting=awaiting(state),
        player_dealer=state.player_dealer if state.in_round else state.bank_holder,
        action_button=state.action_button,
        bank_wager=state.bank_wager,
        bank_used=state.bank_used,
        bank_result=state.bank_result if state.player_banked or state.in_round else 0,
        drop_box=state.ledger.balance(DROP_BOX),
        dice=state.dice,
        deck=state.colour,
        seats=tuple([seat_view(state, other) for other in sorted(state.seated)]),
        cards=tuple(
            [
                (
                    slot,
                    tuple([held.card if may_see(seat, slot, face_up=held.face_up) else None for held in cards]),
                )
                for slot, cards in state.held.items()
            ]
        ),
        stacked=state.stacked,
        settled=state.settled,
        commitment=state.commitment,
    )


def seat_view(state: State, seat: int) -> SeatView:
    """List what everybody sees of a seat."""
    made = state.decisions.get(seat, ())
    return SeatView(
        seat=seat,
        name=state.seated[seat],
        house_run=seat in state.house_run,
        chips=state.chips(seat),
        spot=state.spot(seat),
        wagers=tuple(
            [(wager, cents) for (owner, wager), cents in state.stakes.items() if owner == seat and wager != BANK_WAGER]
        ),
        decision=made[-1].option if made else "",
        decided_by=made[-1].by if made else "",
        decisions=tuple([(each.decision, each.option) for each in made]),
    )
