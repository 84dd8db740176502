"""A round as one seat sees it, for rules that ask about a round: a card that lies face down is None."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from croupier.rulebook import Round
from croupier.table.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class RoundView:
    """What a seat may know of a round, asked for as rules ask."""

    view: View

    @property
    def die(self) -> int:
        """The face of the die, 0 before it is rolled."""
        return self.view.die

    @property
    def player_dealer(self) -> int:
        """The seat that banks, 0 where the house does."""
        return self.view.player_dealer

    @property
    def action_button(self) -> int:
        """The seat with the action button, 0 where none is used."""
        return self.view.action_button

    @property
    def players(self) -> tuple[int, ...]:
        """The seats with a wager."""
        return tuple(seat.seat for seat in self.view.seats if seat.wagers)

    def cards(self, slot: str) -> tuple[int | None, ...]:
        """The cards in a slot; one that is not known where nothing lies there yet."""
        return dict(self.view.cards).get(slot) or (None,)

    def stake(self, seat: int, wager: str) -> int:
        """The cents a seat has on a wager, 0 when none."""
        return self.stakes(seat).get(wager, 0)

    def stakes(self, seat: int) -> "Mapping[str, int]":
        """What a seat has on each wager."""
        return next((dict(other.wagers) for other in self.view.seats if other.seat == seat), {})

    def spot(self, seat: int) -> int:
        """The betting spot a seat chose, 0 where the game has none."""
        return next((other.spot for other in self.view.seats if other.seat == seat), 0)

    def decided(self, seat: int, decision: str = "") -> str:
        """The option a seat chose last, in one decision or in any; empty before."""
        return next(reversed(self.choices(seat, decision)), "")

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        """Every option a seat chose, in order; of one decision, or of all."""
        made = next((other.decisions for other in self.view.seats if other.seat == seat), ())
        return tuple(option for id_, option in made if not decision or id_ == decision)


def round_view(view: View) -> Round:
    """A round as one seat sees it; rules that are asked before all cards are open must expect None among them."""
    return cast("Round", RoundView(view))
