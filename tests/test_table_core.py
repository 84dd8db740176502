"""What every table does, whatever is played at it: seats, chips, wagers, cards and house rules."""

import pytest

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBurn,
    AwaitCards,
    AwaitDecision,
    AwaitDie,
    AwaitRound,
    AwaitSettlement,
    AwaitShuffle,
    awaiting,
)
from croupier.table.core import open_table
from croupier.table.ledger import layout
from croupier.table.state import BANK_WAGER
from tests.any_table import CARD_GAMES, EVERY_GAME, HOUSE_RULES, answer, bet, first_wager, opened, play_out, rulebook
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import rules_to_try
from tests.rounds import Script

# ── Seats and chips ──────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
def test_a_seat_is_taken_with_chips_and_left_with_them(of: str) -> None:
    script = Script(of, seats=0)
    assert script.do(c.Sit(2, "Ada", 120_50)) == (e.SeatTaken(2, "Ada", 120_50),)
    assert script.do(c.BuyChips(2, 9_50)) == (e.ChipsBought(2, 9_50),)
    assert script.state.chips(2) == 130_00
    assert script.do(c.Leave(2)) == (e.SeatLeft(2, 130_00),)
    assert script.state.seated == {}
    assert script.state.ledger.accounts == {}


@EVERY_GAME
@pytest.mark.parametrize(
    "command",
    [
        c.Sit(99, "Ada", 1_00),
        c.Sit(0, "Ada", 1_00),
        c.BuyChips(99, 1_00),
        c.Leave(-1),
        c.PlaceWager(99, "ante", 1_00),
        c.WithdrawWager(99, "ante"),
    ],
    ids=str,
)
def test_a_seat_that_the_table_does_not_have_is_refused(of: str, command: c.Command) -> None:
    refused = opened(of).refused(command)
    assert refused.clause == rulebook(of).seats_clause
    assert "there is no seat" in str(refused)
    assert "seats are 1 to" in str(refused)


@EVERY_GAME
@pytest.mark.parametrize("command", [c.BuyChips(5, 1_00), c.Leave(5), c.PlaceWager(5, "x", 1), c.WithdrawWager(5, "x")])
def test_a_seat_where_nobody_sits_does_nothing(of: str, command: c.Command) -> None:
    refused = opened(of).refused(command)
    assert str(refused) == f"nobody sits at seat 5 ({rulebook(of).seats_clause})."


@EVERY_GAME
def test_a_seat_is_one_players_alone(of: str) -> None:
    refused = opened(of).refused(c.Sit(1, "Another", 1_00))
    assert str(refused) == f"seat 1 is taken by Player 1 ({rulebook(of).seats_clause})."


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "two\nlines", "\x1b[31mred"])
def test_a_name_is_short_and_printable(name: str) -> None:
    refused = Script("baccarat", seats=0).refused(c.Sit(1, name, 1_00))
    assert str(refused) == "a player's name has 1 to 40 printable characters and no blank at either end."


def test_a_name_of_forty_characters_and_a_single_cent_will_do() -> None:
    script = Script("baccarat", seats=0)
    script.do(c.Sit(1, "x" * 40, 1))
    assert (script.state.seated, script.state.chips(1)) == ({1: "x" * 40}, 1)


@pytest.mark.parametrize("cents", [0, -1])
def test_no_chips_are_not_brought(cents: int) -> None:
    script = Script("baccarat", seats=1)
    for command in (c.Sit(2, "Ada", cents), c.BuyChips(1, cents)):
        assert "the chips must be above 0" in str(script.refused(command))


@EVERY_GAME
def test_a_player_leaves_before_betting_but_not_with_a_wager_down(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    refused = script.refused(c.Leave(1))
    assert "seat 1 has a part in round 1 and leaves after it" in str(refused)
    script.do(c.Leave(2))
    script.do(c.WithdrawWager(1, first_wager(of)), c.Leave(1))
    assert 1 not in script.state.seated


@EVERY_GAME
def test_chips_may_be_bought_during_a_round(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    script.close()
    before = script.state.chips(1)
    script.do(c.BuyChips(1, 7_00))
    assert script.state.chips(1) == before + 7_00


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
def test_an_unknown_wager_is_refused_with_the_ones_there_are(of: str) -> None:
    script = opened(of)
    refused = script.refused(c.PlaceWager(1, "martingale", 10_00))
    assert f'there is no wager "martingale"; there are {", ".join(script.state.rulebook.wagers_by_id)}' in str(refused)
    assert str(script.refused(c.WithdrawWager(1, "martingale"))) == "seat 1 has nothing on martingale."


@EVERY_GAME
def test_a_wager_beyond_a_seats_chips_is_refused_and_one_that_takes_all_is_not(of: str) -> None:
    fee = game(of).rulebook().seat_fee
    script = Script(of, seats=3, chips=20_00)
    if script.state.player_banked:
        script.bank(3)
    script.open()
    refused = script.refused(bet(of, 1, 21_00 - fee))
    assert "seat 1 has $20, not the" in str(refused)
    script.do(bet(of, 1, 20_00 - fee))
    assert script.state.chips(1) == fee


@EVERY_GAME
def test_a_wager_is_placed_anew_not_added_to(of: str) -> None:
    script = opened(of)
    for cents in (10_00, 30_00, 20_00):
        script.do(bet(of, 1, cents))
        assert script.state.stake(1, first_wager(of)) == cents
        assert script.state.chips(1) == 1_000_00 - cents
    assert script.state.ledger.balance(layout(1, first_wager(of))) == 20_00


@EVERY_GAME
def test_betting_is_not_closed_while_nobody_has_bet(of: str) -> None:
    refused = opened(of).refused(c.CloseBets())
    assert "nobody has bet" in str(refused)


@pytest.mark.parametrize("of", ["casino-monte", "baccarat"])
@pytest.mark.parametrize(
    "command", [c.OfferBank(), c.TakeBank(1), c.DeclineBank(1), c.PassBank(1), c.PlaceWager(1, BANK_WAGER, 5_00)]
)
def test_a_bank_that_the_house_has_is_not_taken(of: str, command: c.Command) -> None:
    refused = opened(of).refused(command)
    assert "the house banks this game; there is no bank to take" in str(refused)
    assert refused.clause == game(of).rulebook().bank.clause


def test_a_player_dealer_may_withdraw_the_wager_and_then_has_none() -> None:
    script = opened("three-card-poker")
    script.do(bet("three-card-poker", 1), c.WithdrawWager(3, BANK_WAGER))
    assert (script.state.bank_wager, script.state.chips(3)) == (0, 1_000_00)
    assert script.refused(c.CloseBets()).clause == "TCP-T2"


def test_a_player_dealers_wager_is_on_no_spot() -> None:
    script = opened("three-card-poker")
    refused = script.refused(c.PlaceWager(3, BANK_WAGER, 5_00, spot=1))
    assert str(refused) == "the player-dealer's wager does not name a spot (TCP-T1)."


# ── Rounds, cards and dice ───────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(1, "player", 10_00),
        c.WithdrawWager(1, "player"),
        c.CloseBets(),
        c.DealCards((0,)),
        c.RollDie(1),
        c.Decide(1, "fold"),
        c.TimeOut(1),
        c.SettleRound(),
        c.VoidRound("nothing to void"),
        c.BurnCards(None),
    ],
    ids=str,
)
def test_without_a_round_nothing_of_a_round_happens(of: str, command: c.Command) -> None:
    script = Script(of, seats=2)
    if script.state.player_banked:
        script.bank(2)
    sentence = str(script.refused(command))
    assert sentence.endswith(".")
    assert "\n" not in sentence


@EVERY_GAME
def test_a_round_is_opened_once(of: str) -> None:
    script = opened(of)
    refused = script.refused(c.OpenRound())
    assert "a round opens only between rounds, and round 1 is open" in str(refused)


@EVERY_GAME
@pytest.mark.parametrize("shown", [None, 0])
def test_no_card_is_burned_where_none_is_due(of: str, shown: int | None) -> None:
    script = opened(of)
    assert "no card is to be burned now" in str(script.refused(c.BurnCards(shown)))
    script.do(bet(of, 1))
    play_out(script)
    assert "no card is to be burned now" in str(script.refused(c.BurnCards(shown)))


def test_a_shoe_is_burned_as_its_house_burns() -> None:
    monte, baccarat = Script("casino-monte", {"shuffle": "shoe"}, seats=1), Script("baccarat", seats=1)
    for script in (monte, baccarat):
        script.do(c.Shuffle("shoe", "commitment"))
        assert script.awaits == AwaitBurn()
    assert "the burned card is not shown" in str(monte.refused(c.BurnCards(0)))
    assert "the first card is shown, and burns by its value" in str(baccarat.refused(c.BurnCards(None)))


@CARD_GAMES
@pytest.mark.parametrize("card", [-1, 52, 1_000])
def test_what_is_no_card_is_not_dealt(of: str, card: int) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    script.close()
    while isinstance(script.awaits, AwaitDie):
        script.roll(1)
    cards = (card, *DECK)[: script.awaited(AwaitCards).count]
    refused = script.refused(c.DealCards(cards))
    assert f"a card is a number from 0 to 51, not {card}" in str(refused)
    assert refused.clause == script.state.rulebook.supply.decks_clause


@CARD_GAMES
def test_more_or_fewer_cards_than_the_table_waits_for_are_refused(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    script.close()
    count = script.awaited(AwaitCards).count
    for cards in (DECK[: count + 1], DECK[: count - 1]):
        assert f"{len(cards)} cards came where {count} are dealt" in str(script.refused(c.DealCards(cards)))


@pytest.mark.parametrize(("of", "decks"), [("baccarat", 8), ("baccarat", 6), ("casino-monte", 6)])
def test_a_card_is_dealt_as_often_as_the_decks_hold_it_and_not_once_more(of: str, decks: int) -> None:
    house = {"decks": decks} | ({"shuffle": "shoe"} if of == "casino-monte" else {"burn": False})
    script = Script(of, house, seats=1)
    dealt = 0
    while dealt < decks:
        if not isinstance(script.awaits, AwaitCards):
            script.open()
            script.do(bet(of, 1))
            script.close()
        if isinstance(script.awaits, AwaitCards):
            script.do(c.DealCards((51,)))
            dealt += 1
        while not isinstance(script.awaits, AwaitCards | AwaitRound) and (command := answer(script)):
            script.do(command)
    if not isinstance(script.awaits, AwaitCards):
        script.open()
        script.do(bet(of, 1))
        script.close()
    refused = script.refused(c.DealCards((51,)))
    assert f"As would be dealt more often than the {decks} decks hold it" in str(refused)
    assert refused.clause == script.state.rulebook.supply.decks_clause


def test_where_decisions_have_no_order_each_seat_decides_once_when_it_likes() -> None:
    script = opened("casino-monte")
    script.do(bet("casino-monte", 1), bet("casino-monte", 2), bet("casino-monte", 3))
    script.close()
    script.deal("Jd", "As", "4h")
    script.roll(1)
    for seat, left in ((2, (1, 3)), (3, (1,))):
        script.do(c.Decide(seat, "check"))
        assert script.awaited(AwaitDecision).seats == left
        assert f"seat {seat} has decided" in str(script.refused(c.Decide(seat, "raise_1")))
    script.do(c.Decide(1, "raise_1"))
    assert script.awaits == AwaitSettlement()


@EVERY_GAME
def test_a_command_that_no_table_knows_is_refused_in_one_sentence(of: str) -> None:
    script = opened(of)
    refused = script.refused("deal")  # type: ignore[arg-type]  # what a confused caller might send
    assert str(refused) == "a table knows no command str."


# ── House rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


@HOUSE_RULES
def test_house_rules_change_between_rounds_only(of: str) -> None:
    usual = game(of).house()
    others = ({name: value} for name, values in rules_to_try(of).items() for value in values)
    change = c.ChangeHouse(next(rule for rule in others if usual.with_changes(rule) != usual))
    script = opened(of)
    refused = script.refused(change)
    assert "house rules change only between rounds, and round 1 is open" in str(refused)
    script.do(bet(of, 1))
    play_out(script)
    (changed,) = script.do(change)
    assert isinstance(changed, e.HouseChanged)
    assert changed.house == {**game(of).house().show(), **change.changes}
    assert script.state == script.folded()


@EVERY_GAME
def test_a_house_rule_that_does_not_exist_or_may_not_be_dealt_is_refused(of: str) -> None:
    script = Script(of, seats=1)
    refused = script.refused(c.ChangeHouse({"colour": "green"}))
    assert refused.field == "house.colour"
    assert "unknown house rule; there are" in str(refused)
    if "decks" in game(of).house().show():
        refused = script.refused(c.ChangeHouse({"decks": 7}))
        assert "7 may be analysed but not dealt; at a table give 6 or 8" in str(refused)
        with pytest.raises(Refused, match="may be analysed but not dealt"):
            open_table(game(of), {"decks": 1})


def test_cards_that_lie_ready_are_shuffled_anew_when_the_house_changes_the_decks_and_only_then() -> None:
    script = Script("casino-monte", seats=1)
    script.shuffle()
    script.do(c.ChangeHouse({"initial_minimum": 5}))
    assert script.awaits == AwaitRound()
    script.do(c.ChangeHouse({"decks": 8}))
    assert awaiting(script.state) == AwaitShuffle(416)


def test_seats_are_not_taken_away_from_under_players() -> None:
    script = Script("baccarat", seats=5)
    refused = script.refused(c.ChangeHouse({"seats": 4}))
    assert str(refused) == "somebody sits beyond seat 4 (LM-R7)."
    script.do(c.Leave(5), c.ChangeHouse({"seats": 4}))
    assert script.state.rulebook.seats == 4
