"""A round at a table as a description that `settle` takes: the way back from `described`."""

from collections.abc import Callable
from typing import Final

from croupier.cards import card_names
from croupier.errors import Refused
from croupier.money import dollars
from croupier.rulebook import clockwise, seat_slot
from croupier.table.state import State

Description = dict[str, object]


def description_of(state: State) -> Description:
    """Describe the round that is or was last at a table, all its cards known."""
    changed = state.rulebook.house.changes()
    describe = DESCRIBES.get(state.game.id.partition("+")[0])
    if describe is None:
        raise Refused(f"rounds of {state.game.title} cannot be described yet", field="game")
    return {"game": state.game.id, **({"house": changed} if changed else {}), **describe(state)}


def wagers(state: State, seat: int) -> Description:
    """What a seat bet before any decision, in the order of the layout."""
    placed = (wager.id for wager in state.rulebook.wagers if wager.id not in state.rulebook.decision_of_wager)
    return {id_: dollars(state.stake(seat, id_)) for id_ in placed if state.stake(seat, id_)}


def hand(state: State, slot: str) -> list[str]:
    """The cards of a slot."""
    return list(card_names(state.cards(slot)))


def casino_monte(state: State) -> Description:
    """Three cards, and for each seat its spot, wagers and raise."""

    def described(seat: int) -> Description:
        raised = state.stake(seat, "raise")
        return (
            {"seat": seat, "spot": state.spot(seat)}
            | wagers(state, seat)
            | ({"raise": dollars(raised)} if raised else {})
        )

    cards = [name for spot in state.rulebook.spots for name in hand(state, f"position {spot.number}")]
    return {"cards": cards, "seats": [described(seat) for seat in state.players]}


def baccarat(state: State) -> Description:
    """Both hands, and the wagers of each seat."""
    hands = {side: hand(state, side) for side in ("player", "banker")}
    return {**hands, "seats": [{"seat": seat} | wagers(state, seat) for seat in state.players]}


def three_card_poker(state: State) -> Description:
    """The player-dealer and each seat with its cards, wagers and decision."""
    cards = hand(state, "player-dealer")
    dealer: Description = {"seat": state.player_dealer, "wager": dollars(state.bank_wager), "cards": cards}
    if any(getattr(step, "clause", "") == "TCP-D8" for step in state.rulebook.procedure):
        dealer["exposed"] = cards[-1]  # the bottom card of the stack
    button: Description = {"action_button": first_to_act(state)} if state.rulebook.action_button else {}
    seats = [
        {"seat": seat, "cards": hand(state, seat_slot(seat))} | wagers(state, seat) | {"decision": state.decided(seat)}
        for seat in state.players
    ]
    return {"player_dealer": dealer, **button, "seats": seats}


def first_to_act(state: State) -> int:
    """The seat with a wager at the action button or next to it, clockwise: seats without one are not described."""
    return next(seat for seat in clockwise(state.rulebook.seats, state.action_button) if seat in state.players)


DESCRIBES: Final[dict[str, Callable[[State], Description]]] = {
    "casino-monte": casino_monte,
    "baccarat": baccarat,
    "three-card-poker": three_card_poker,
}
