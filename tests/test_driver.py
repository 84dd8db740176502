"""One loop drives every table: it asks, does, and asks again, until nothing is answered."""

from collections.abc import Sequence
from random import Random

import pytest

from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused
from croupier.games import game
from croupier.rulebook import Burn, clockwise, next_clockwise
from croupier.settlement.dealing import unburned
from croupier.table import commands as c
from croupier.table.awaiting import AwaitBank, AwaitChance, Awaiting, AwaitRound, AwaitShuffle, awaiting
from croupier.table.core import open_table, step
from croupier.table.driver import act, drive
from croupier.table.state import State
from tests.any_table import EVERY_GAME, bet, opened
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import likely


def seated(of: str) -> State:
    """A table at which everybody sits."""
    state, _ = open_table(game(of))
    for seat in range(1, state.rulebook.seats + 1):
        state, _ = step(state, c.Sit(seat, f"Player {seat}", 100_000_00))
    return state


@EVERY_GAME
def test_a_table_is_driven_until_nothing_is_answered(of: str) -> None:
    chance, asked = Random(3), list[Awaiting]()

    def answer(state: State, waiting: Awaiting) -> Sequence[c.Command]:
        asked.append(waiting)
        return () if state.round == 3 and not state.in_round else (likely(state, chance),)

    state = drive(seated(of), answer)
    assert (state.round, state.in_round) == (3, False)
    assert asked[-1] == awaiting(state)
    assert len(asked) > 30


def test_the_state_that_is_driven_stays_as_it_was() -> None:
    before = seated("baccarat")
    copy = before.copy()
    after = drive(before, lambda _, waiting: (c.Shuffle("shoe", ""),) if isinstance(waiting, AwaitShuffle) else ())
    assert before == copy
    assert after != before


def test_commands_that_belong_together_are_done_together() -> None:
    batches: list[Sequence[c.Command]] = []

    def do(state: State, commands: Sequence[c.Command]) -> State:
        batches.append(commands)
        return act(state, commands)

    together = (c.OfferBank(), c.DeclineBank(1), c.TakeBank(2))
    state = drive(seated("three-card-poker"), lambda _, waiting: together if isinstance(waiting, AwaitBank) else (), do)
    assert batches == [together]
    assert state.bank_holder == 2


def test_a_refusal_reaches_whoever_drives() -> None:
    with pytest.raises(Refused, match="no round is open"):
        drive(seated("baccarat"), lambda *_: (c.CloseBets(),))


@EVERY_GAME
def test_a_dealer_drives_by_chance_alone_until_somebody_is_asked(of: str) -> None:
    chance = Chance.seeded("driven")
    dealer = Dealer(open_bound(chance, game(of)).state, chance)
    dealer.do(c.Sit(1, "Player", 1_000_00))
    dealer.go_on()
    assert not isinstance(awaiting(dealer.state), AwaitChance)
    assert isinstance(awaiting(dealer.state), AwaitBank if dealer.state.player_banked else AwaitRound)


@EVERY_GAME
def test_wagers_placed_before_the_deal_are_those_that_no_decision_makes(of: str) -> None:
    book = game(of).rulebook()
    made = {decision.wager for decision in book.decisions}
    assert [wager.id for wager in book.placed_wagers] == [wager.id for wager in book.wagers if wager.id not in made]


def test_clockwise_the_last_seat_is_followed_by_the_first() -> None:
    assert clockwise(7, 5) == (5, 6, 7, 1, 2, 3, 4)
    assert clockwise(7, 1) == (1, 2, 3, 4, 5, 6, 7)
    assert [next_clockwise(7, seat) for seat in (0, 1, 6, 7)] == [1, 2, 7, 1]


def test_a_described_round_is_dealt_at_a_table_that_burns_nothing_and_keeps_its_house_rules() -> None:
    usual = game("baccarat")
    other = unburned(usual)
    assert other is unburned(usual)
    assert (other.rulebook().supply.burn, usual.rulebook().supply.burn) == (Burn.NONE, Burn.BY_VALUE)
    state = open_table(other).state
    changed = step(state, c.ChangeHouse({"decks": 6})).state
    assert changed.rulebook.supply.burn is Burn.NONE  # what was opened without burning goes on so


def test_a_state_keeps_no_way_to_change_but_events() -> None:
    script = opened("baccarat")
    script.do(bet("baccarat", 1))
    assert script.folded() == script.state
    assert not hasattr(script.state, "set_rulebook")
