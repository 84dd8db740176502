"""Tables that go anywhere: houses to draw, and a command for whatever a table waits for, all chance from the caller."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from croupier.games import game
from croupier.record.journal import Chain
from croupier.rulebook import Game, Parameter, Wager
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBank,
    AwaitBurn,
    AwaitCards,
    AwaitDecision,
    AwaitDie,
    AwaitRound,
    AwaitShuffle,
    AwaitWagers,
    awaiting,
)
from croupier.table.core import next_colour, open_table, step
from croupier.table.state import BANK_WAGER, State, offers

FLAT_FEES = {
    "minimum": 2,
    "maximum": 60,
    "player_fee": "0.50",
    "tiers": [{"up_to": 20, "fee": 0}, {"up_to": 50, "fee": "1.25"}, {"fee": 3}],
}

FURTHER: dict[str, dict[str, list[Any]]] = {
    "casino-monte": {
        "cut_card": [260, 78],  # 260 of 312 lie behind it, so that a short test comes to it
        "positions": [6, 3],
        "full_monte_paytable": [1, [50, 20, 10, 5, "3:2", "1:2"]],
        "initial_minimum": ["1.00", "0.25"],
    },
    "baccarat": {
        "seats": [7, 4],
        "cut_card": [260, 16],
        "commission": ["1/20", "1/25", "0"],
        "tie_pays": [8, 9],
        "cut_card_first": ["this_and_one_more", "this_only"],  # the third needs more cards behind the cut card
        "minimum": ["5.00", "0.01"],
    },
    "three-card-poker": {
        "collection": [1, 2, FLAT_FEES],
        "pair_plus_paytable": [1, [100, 40, 30, "13:2", 3, 1]],
    },
    "burned-war": {"cut_card": [90, 40], "burned": [3, 2]},
    "streets": {},
    "three-dice": {},
    "press": {},
}
"""Amounts and numbers that are worth a try, where any would do."""


def rules_to_try(of: str) -> dict[str, list[Any]]:
    """Values of a game's house rules that may be dealt: every word, every printed paytable, and further ones."""
    found = {}
    for parameter in game(of).parameters:
        values = [parameter.kind.show(value) for value in parameter.table] or list(values_of(parameter))
        if len(values) > 1:
            found[parameter.name] = values
    return found | FURTHER.get(of, {})


def values_of(parameter: Parameter[Any]) -> tuple[object, ...]:
    """Every value, where they can be listed."""
    listed: Callable[[], tuple[object, ...]] = getattr(parameter.kind, "values", tuple)
    return listed()


def houses(of: str) -> st.SearchStrategy[dict[str, Any]]:
    """House rules of a game that may be dealt."""
    return st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in rules_to_try(of).items()}
    )


def any_house(of: str, chance: Random) -> dict[str, Any]:
    """House rules by chance instead of a strategy."""
    return {name: chance.choice(values) for name, values in rules_to_try(of).items() if chance.random() < 0.5}


def likely(state: State, chance: Random) -> c.Command:
    """A command that a table in this state will take, or nearly always will."""
    waiting = awaiting(state)
    match waiting:
        case AwaitBank(seat=None):
            return c.OfferBank()
        case AwaitBank(seat=int(seat)):
            return chance.choice((c.TakeBank, c.TakeBank, c.DeclineBank, c.TimeOut))(seat)
        case AwaitShuffle():
            return c.Shuffle(next_colour(state), "ab" * 32)
        case AwaitBurn():
            shown = any_cards(state, 1, chance)[0]
            return c.BurnCards(shown if state.rulebook.supply.burn == "by value" else None)
        case AwaitRound():
            button = chance.choice(sorted(state.seated)) if state.rulebook.action_button and state.seated else 0
            return c.OpenRound(button)
        case AwaitWagers():
            return likely_wager(state, chance)
        case AwaitCards():
            return c.DealCards(any_cards(state, waiting.count, chance))
        case AwaitDie():
            return c.RollDie(chance.randint(1, waiting.faces))
        case AwaitDecision():
            return likely_decision(state, waiting.seats, chance)
        case _:
            return c.SettleRound()


def any_cards(state: State, count: int, chance: Random) -> tuple[int, ...]:
    """Cards that are still there to be dealt."""
    return tuple(chance.sample([card for card, left in enumerate(state.remaining) for _ in range(left)], count))


def likely_wager(state: State, chance: Random) -> c.Command:
    """A wager of a seat that can pay it, or the end of the betting."""
    dealer = state.player_dealer
    if dealer and not state.bank_wager:
        most = max(1, state.chips(dealer) // 100 - 3)
        return c.PlaceWager(dealer, BANK_WAGER, 100 * min(most, chance.choice((1, 10, 40, 200, 10_000))))
    if any(wager != BANK_WAGER for _, wager in state.stakes) and chance.random() < 0.15:
        return c.CloseBets()
    seats = [seat for seat in sorted(state.seated) if seat != dealer]
    seat = chance.choice(seats or [1])
    before_the_cards = state.rulebook.placed_wagers
    wager = chance.choice(before_the_cards)
    if wager.needs and not any(state.stake(seat, needed) for needed in wager.needs):
        wager = before_the_cards[0]
    alone = 1 + len(state.rulebook.companions[wager.id])
    nothing_leans = wager.needs or sum(owner == seat for owner, _ in state.stakes) == alone
    if chance.random() < 0.1 and state.stake(seat, wager.id) and nothing_leans:
        return c.WithdrawWager(seat, wager.id)
    spot = state.spot(seat) or chance.randint(1, len(state.rulebook.spots) or 1)
    chooses = state.rulebook.spots and wager is before_the_cards[0]
    return c.PlaceWager(seat, wager.id, likely_cents(wager, chance), spot if chooses else 0)


def likely_cents(wager: Wager, chance: Random) -> int:
    """A stake within the limits, in odd cents where they are allowed."""
    most = min(wager.most or 200_00, wager.least * 30)
    return (
        chance.randint(wager.least // 100, most // 100) * 100
        if wager.whole_dollars
        else chance.randint(wager.least, most)
    )


def likely_decision(state: State, seats: tuple[int, ...], chance: Random) -> c.Command:
    """What a seat that can decide may decide, or its silence."""
    seat = chance.choice(seats)
    asked = awaiting(state)
    assert isinstance(asked, AwaitDecision)
    decision = state.rulebook.decisions_by_id[asked.decision]
    open_to = offers(state, seat, decision)
    affordable = [o for o in open_to if o.multiple * state.stake(seat, decision.base) <= state.chips(seat)]
    return c.TimeOut(seat) if chance.random() < 0.15 else c.Decide(seat, chance.choice(affordable).id)


def played(of: str | Game, rounds: int, chance: Random, house: Mapping[str, Any] | None = None) -> list[e.Event]:
    """Everything that happened at a table over some rounds of anything legal, voids included."""
    state, opened = open_table(game(of) if isinstance(of, str) else of, dict(house or {}))
    events: list[e.Event] = list(opened)

    def do(command: c.Command) -> None:
        nonlocal state
        state, happened = step(state, command)
        events.extend(happened)

    for seat in range(1, state.rulebook.seats + 1):
        do(c.Sit(seat, f"Player {seat}", 100_000_00))
    while state.round < rounds or state.in_round:
        called_off = state.in_round and chance.random() < 0.01
        do(c.VoidRound("a card was exposed") if called_off else likely(state, chance))
    return events


def lines_of(events: Iterable[e.Event]) -> list[str]:
    """The journal that tells of events."""
    return [*map(Chain().line, events)]
