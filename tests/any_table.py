"""Any game's table, driven the same way: one wager that stands by itself, and a round played to its end."""

from collections.abc import Iterator

import pytest

from croupier.cards import DECK
from croupier.games import GAMES, game
from croupier.rulebook import Rulebook
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, AwaitSettlement, AwaitWagers
from croupier.table.state import State, apply, fold
from tests.games.table_games import TABLE_GAMES
from tests.rounds import Script

EVERY_GAME = pytest.mark.parametrize("of", [*GAMES, *TABLE_GAMES])
"""Ours and those made up for the table; who uses it imports the fixture `table_games` too."""


def rulebook(of: str) -> Rulebook:
    """The rulebook of a game under its usual house rules."""
    return (TABLE_GAMES.get(of) or game(of)).rulebook()


CARD_GAMES = pytest.mark.parametrize("of", [of for of in (*GAMES, *TABLE_GAMES) if rulebook(of).slots])
HOUSE_RULES = pytest.mark.parametrize("of", [of for of in (*GAMES, *TABLE_GAMES) if rulebook(of).game.parameters])
"""Games that deal cards, and games whose house has rules to choose."""


def first_wager(of: str) -> str:
    """A wager that stands by itself."""
    return rulebook(of).placed_wagers[0].id


def opened(of: str, chips: int = 1_000_00, seats: int = 3) -> Script:
    """A table that takes wagers; where a player banks, the last seat does, with $100."""
    script = Script(of, seats=seats, chips=chips)
    if script.state.player_banked:
        script.bank(seats)
    script.open()
    if script.state.player_banked:
        script.bet_bank(100)
    return script


def bet(of: str, seat: int, cents: int = 10_00) -> c.PlaceWager:
    """A wager that stands by itself."""
    return c.PlaceWager(seat, first_wager(of), cents, spot=1 if rulebook(of).spots else 0)


def cards_for(script: Script) -> c.DealCards:
    """The next cards of a deck in order."""
    start = script.state.drawn % 40
    return c.DealCards(DECK[start : start + script.awaited(AwaitCards).count])


def answer(script: Script) -> c.Command | None:
    """A command that lets a table go on, until the round is over."""
    match script.awaits:
        case AwaitWagers():
            return c.CloseBets()
        case AwaitCards():
            return cards_for(script)
        case AwaitDie():
            return c.RollDie(4)
        case AwaitDecision():
            return c.TimeOut(script.awaits.seats[0])
        case AwaitSettlement():
            return c.SettleRound()
        case _:
            return None


def play_out(script: Script) -> None:
    """Let a round go on to its end, everybody silent."""
    while command := answer(script):
        script.do(command)


def rounds_of(of: str) -> Script:
    """A table after two rounds, with players coming, going, buying chips and withdrawing."""
    script = opened(of)
    for number in range(2):
        if number:
            script.open()
            if script.state.player_banked:
                script.bet_bank(100)
        script.do(bet(of, 1), bet(of, 2), c.WithdrawWager(2, first_wager(of)), bet(of, 2, 20_00))
        play_out(script)
        script.do(c.BuyChips(1, 50_00))
    script.do(c.Leave(2))
    return script


def prefixes(script: Script) -> Iterator[tuple[e.Event, State]]:
    """Each event with the state that it led to."""
    state = fold(script.game, script.events[:1])
    for event in script.events[1:]:
        state = state.copy()
        apply(state, event)
        yield event, state
