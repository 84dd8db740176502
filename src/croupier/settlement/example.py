"""An example of a described round: dealt at a table by fixed chance, and described as any dealt round is."""

from collections.abc import Sequence
from random import Random
from typing import Final

from croupier.rulebook import Game, Rulebook
from croupier.settlement.dealing import unburned
from croupier.settlement.description import Described, description_of
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting
from croupier.table.core import next_colour, open_table
from croupier.table.driver import act, drive
from croupier.table.legal import LegalWager, legal
from croupier.table.state import State, offers

STAKE: Final = 10_00
BANK_STAKE: Final = 200_00


def example_of(book: Rulebook) -> Described:
    """A round that can be settled: one seat bets on everything and stakes all it may, a second does little."""
    state = seated(book.game, book.house.show())
    chance = Random(0)  # noqa: S311  # the same round every time
    return description_of(drive(state, lambda now, waiting: answer(now, waiting, chance)))


def seated(game: Game, house: dict[str, object]) -> State:
    """A table whose wagers are placed."""
    state = open_table(unburned(game), house).state
    seats, banker = state.rulebook.seats, state.rulebook.seats if state.player_banked else 0
    if banker:
        state = act(state, (c.Sit(banker, "the bank", c.AMPLE_CENTS), c.OfferBank(), c.TakeBank(banker)))
    players = [seat for seat in range(1, min(seats, 3)) if seat != banker] or [1]
    state = act(state, [c.Sit(seat, f"Seat {seat}", c.AMPLE_CENTS) for seat in players])
    button = players[0] if state.rulebook.action_button else 0
    shuffle = (c.Shuffle(next_colour(state), ""),) if state.rulebook.supply.decks else ()
    state = act(state, (*shuffle, c.OpenRound(button)))
    if banker:
        state = bet(state, banker, legal(state, banker).wagers[0], BANK_STAKE)
    for seat in players:
        while offered := [offer for offer in legal(state, seat).wagers if not state.stake(seat, offer.wager)]:
            state = bet(state, seat, offered[0], STAKE)
            if seat != players[0]:
                break
    return act(state, (c.CloseBets(),))


def bet(state: State, seat: int, offer: LegalWager, usual: int) -> State:
    """Place a usual stake, or the nearest that is taken."""
    cents = min(max(usual, offer.least), offer.most)
    spot = offer.spots[(seat - 1) % len(offer.spots)] if offer.spots else 0
    return act(state, (c.PlaceWager(seat, offer.wager, cents - cents % offer.unit, spot),))


def answer(state: State, waiting: Awaiting, chance: Random) -> Sequence[c.Command]:
    """Cards and dice by chance; the first player stakes the most, the others what the table would decide for them."""
    match waiting:
        case AwaitCards(count=count):
            left = [card for card, copies in enumerate(state.remaining) for _ in range(copies)]
            return (c.DealCards(tuple(chance.sample(left, count))),)
        case AwaitDie(faces=faces):
            return (c.RollDie(chance.randint(1, faces)),)
        case AwaitDecision(decision=id_, seats=(seat, *_)):
            decision = state.rulebook.decisions_by_id[id_]
            most = max(offers(state, seat, decision), key=lambda option: option.multiple)
            default = decision.option(decision.default) or decision.options[0]
            return (c.Decide(seat, (most if seat == state.players[0] else default).id),)
        case _:
            return ()
