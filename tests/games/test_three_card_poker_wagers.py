"""Description of Table Used, and Dealing Procedures 1 to 5: places, spots, limits and "no more bets"."""

import pytest

from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards
from croupier.table.state import BANK_WAGER
from tests.clauses import guards, proves
from tests.games.poker_rounds import BEATS, CHIPS, LOSES, QUEEN_HIGH, Hand, banked, deal, play, wager
from tests.rounds import Script

ONE_HAND = {1: Hand(LOSES[0], pair_plus=5, six_card_bonus=5)}
BEFORE_THE_DEAL = ["ante", "pair_plus", "six_card_bonus"]


def betting(house: dict[str, object] | None = None) -> Script:
    """A table that takes wagers, with the bank's $1,000 down."""
    script = banked(house)
    script.open()
    script.bet_bank(1_000)
    return script


# ── TCP-L1: seven places ─────────────────────────────────────────────────────────────────────────────────────────────


@proves("TCP-L1")
def test_TCP_L1_six_players_and_a_player_dealer_play_a_round() -> None:
    hands = {seat: Hand(cards) for seat, cards in enumerate((*BEATS, *LOSES), 1)}
    script = play(QUEEN_HIGH, hands)
    settled = script.settle()
    assert {seat for seat, _ in settled} == {1, 2, 3, 4, 5, 6}
    assert script.all(e.RoundOpened)[0].player_dealer == 7


@guards("TCP-L1")
@pytest.mark.parametrize("seat", [0, 8, -1])
def test_TCP_L1_there_is_no_eighth_place(seat: int) -> None:
    script = Script("three-card-poker", seats=7)
    refused = script.refused(c.Sit(seat, "One too many", 100_00))
    assert refused.clause == "TCP-L1"
    assert f"there is no seat {seat}; seats are 1 to 7" in str(refused)


@guards("TCP-L1", "TCP-D3")
@pytest.mark.parametrize("bet", BEFORE_THE_DEAL)
def test_TCP_L1_the_player_dealer_is_no_player_and_bets_no_ante(bet: str) -> None:
    refused = betting().refused(c.PlaceWager(7, bet, 10_00))
    assert refused.clause == "TCP-L1"
    assert "seat 7 is the player-dealer and bets on no hand" in str(refused)


# ── TCP-D1, TCP-R9, TCP-R7: limits and whole dollars ─────────────────────────────────────────────────────────────────


@proves("TCP-D1", "TCP-R9", "TCP-FEE1", "TCP-FEE2")
@pytest.mark.parametrize(("collection", "ante"), [(1, 5), (1, 100), (2, 50), (2, 101), (2, 1_000_000)])
def test_TCP_D1_an_ante_at_the_tables_limits_stands(collection: int, ante: int) -> None:
    script = betting({"collection": collection})
    script.bet(1, ante=ante)
    assert script.state.stake(1, "ante") == ante * 100
    assert script.state.chips(1) == CHIPS - ante * 100


@guards("TCP-D1", "TCP-R9", "TCP-FEE1", "TCP-FEE2")
@pytest.mark.parametrize(
    ("collection", "ante", "clause", "right"),
    [
        (1, 4, "TCP-FEE1", "bet $5 to $100"),
        (1, 101, "TCP-FEE1", "bet $5 to $100"),
        (2, 49, "TCP-FEE2", "bet $50 up"),
    ],
)
def test_TCP_D1_an_ante_one_dollar_beyond_the_limits_is_refused(
    collection: int, ante: int, clause: str, right: str
) -> None:
    refused = betting({"collection": collection}).refused(c.PlaceWager(1, "ante", ante * 100))
    assert refused.clause == clause
    assert right in str(refused)


@proves("TCP-R9")
@pytest.mark.parametrize("bonus", ["pair_plus", "six_card_bonus"])
@pytest.mark.parametrize(
    ("house", "least", "most"), [({}, 1, 100), ({"bonus_minimum": 5}, 5, 100), ({"collection": 2}, 1, 500_000)]
)
def test_TCP_R9_bonus_wagers_run_from_their_own_minimum_to_the_tables_maximum(
    bonus: str, house: dict[str, object], least: int, most: int
) -> None:
    script = betting(house)
    script.bet(1, ante=50)
    for dollars in (least, most):
        script.bet(1, **{bonus: dollars})
        assert script.state.stake(1, bonus) == dollars * 100


@guards("TCP-R9")
@pytest.mark.parametrize("bonus", ["pair_plus", "six_card_bonus"])
@pytest.mark.parametrize(
    ("house", "cents", "right"),
    [
        ({}, 101_00, "bet $1 to $100"),
        ({"bonus_minimum": 5}, 4_00, "bet $5 to $100"),
        ({"bonus_minimum": 5, "collection": 2}, 4_00, "bet $5 up"),
    ],
)
def test_TCP_R9_a_bonus_wager_one_dollar_beyond_its_limits_is_refused(
    bonus: str, house: dict[str, object], cents: int, right: str
) -> None:
    script = betting(house)
    script.bet(1, ante=50)
    refused = script.refused(c.PlaceWager(1, bonus, cents))
    assert refused.clause == "TCP-R9"
    assert right in str(refused)


@proves("TCP-R9")
@guards("TCP-R9")
def test_TCP_R9_the_player_dealers_wager_has_a_minimum() -> None:
    script = banked({"player_dealer_minimum": 50})
    script.open()
    refused = script.refused(c.PlaceWager(7, BANK_WAGER, 49_00))
    assert refused.clause == "TCP-R9"
    assert "$49 is below the least wager $50" in str(refused)
    script.bet_bank(50)
    assert script.state.bank_wager == 50_00


@proves("TCP-R7")
def test_TCP_R7_a_whole_dollar_stands_on_every_spot() -> None:
    script = wager(banked(), {1: Hand(LOSES[0], ante=7, pair_plus=1, six_card_bonus=3)}, bank=11)
    assert script.state.stakes == {
        (7, BANK_WAGER): 11_00,
        (1, "ante"): 7_00,
        (1, "pair_plus"): 1_00,
        (1, "six_card_bonus"): 3_00,
    }


@guards("TCP-R7")
@pytest.mark.parametrize(
    ("seat", "bet"), [(1, "ante"), (1, "pair_plus"), (1, "six_card_bonus"), (7, BANK_WAGER)], ids=str
)
@pytest.mark.parametrize("cents", [10_01, 10_50, 9_99])
def test_TCP_R7_odd_cents_are_refused_on_every_spot(seat: int, bet: str, cents: int) -> None:
    script = betting()
    script.bet(1, ante=10)
    refused = script.refused(c.PlaceWager(seat, bet, cents))
    assert refused.clause == "TCP-R7"
    assert "is not a whole number of dollars" in str(refused)


@guards("TCP-D1")
@pytest.mark.parametrize("cents", [0, -5_00])
def test_TCP_D1_no_chips_are_no_wager(cents: int) -> None:
    refused = betting().refused(c.PlaceWager(1, "ante", cents))
    assert refused.clause == "TCP-D3"
    assert "must be above 0" in str(refused)


@guards("TCP-D1")
def test_TCP_D1_chips_that_a_seat_does_not_have_are_not_wagered() -> None:
    script = banked(chips=20_00)
    script.open()
    # $20 in all: $10 on the Ante and $1 for its collection leave $9 for a bonus.
    script.do(c.PlaceWager(1, "ante", 10_00))
    refused = script.refused(c.PlaceWager(1, "pair_plus", 10_00))
    assert "seat 1 has $10, not the $10 for pair_plus and $1 of collection" in str(refused)
    script.do(c.PlaceWager(1, "pair_plus", 9_00))
    assert script.state.chips(1) == 1_00


# ── TCP-D2, TCP-PP9, TCP-6CB9: no back-line betting ──────────────────────────────────────────────────────────────────


@proves("TCP-D2", "TCP-PP9", "TCP-6CB9")
def test_TCP_D2_a_player_bets_on_the_spots_of_their_own_seat() -> None:
    script = betting()
    for bet in BEFORE_THE_DEAL:
        script.do(c.PlaceWager(1, bet, 10_00, by=1))
    assert [script.state.stake(1, bet) for bet in BEFORE_THE_DEAL] == [10_00, 10_00, 10_00]


@guards("TCP-D2", "TCP-PP9", "TCP-6CB9")
@pytest.mark.parametrize("by", [2, 7])
@pytest.mark.parametrize(
    ("bet", "clause"), [("ante", "TCP-D2"), ("pair_plus", "TCP-PP9"), ("six_card_bonus", "TCP-6CB9")]
)
def test_TCP_D2_nobody_bets_behind_another_players_spot(by: int, bet: str, clause: str) -> None:
    script = betting()
    script.bet(1, ante=10)
    refused = script.refused(c.PlaceWager(1, bet, 10_00, by=by))
    assert refused.clause == clause
    assert f"seat {by} may not bet on seat 1's spot" in str(refused)


@guards("TCP-D2")
def test_TCP_D2_nobody_makes_another_players_play_wager() -> None:
    script = deal(wager(banked(), ONE_HAND), QUEEN_HIGH, ONE_HAND)
    refused = script.refused(c.Decide(1, "play", by=2))
    assert refused.clause == "TCP-D10"
    assert "seat 2 may not decide for seat 1" in str(refused)


# ── TCP-D3, TCP-D4, TCP-PP1, TCP-6CB1: what needs what ───────────────────────────────────────────────────────────────


@proves("TCP-D3")
def test_TCP_D3_only_seats_with_an_ante_are_in_the_round() -> None:
    script = wager(banked(), {1: Hand(LOSES[0]), 3: Hand(LOSES[1])})
    script.close()
    assert script.state.players == (1, 3)
    assert script.awaits == AwaitCards("seat 1", 3, face_up=False)


@guards("TCP-D3")
def test_TCP_D3_without_an_ante_no_round_begins() -> None:
    script = betting()
    refused = script.refused(c.CloseBets())
    assert refused.clause == "TCP-D3"
    assert "nobody has bet" in str(refused)


@guards("TCP-D3")
def test_TCP_D3_play_is_not_bet_before_the_cards_are_inspected() -> None:
    script = betting()
    script.bet(1, ante=10)
    refused = script.refused(c.PlaceWager(1, "play", 10_00))
    assert refused.clause == "TCP-D11"
    assert "Play is not bet before the cards; it is decided later" in str(refused)


@proves("TCP-D4", "TCP-PP1", "TCP-6CB1")
@pytest.mark.parametrize("bonus", ["pair_plus", "six_card_bonus"])
def test_TCP_D4_a_player_with_an_ante_may_bet_a_bonus_or_not(bonus: str) -> None:
    script = betting()
    script.bet(1, ante=10)
    script.bet(2, ante=10, **{bonus: 20})
    script.close()
    assert script.state.stakes == {
        (7, BANK_WAGER): 1_000_00,
        (1, "ante"): 10_00,
        (2, "ante"): 10_00,
        (2, bonus): 20_00,
    }


@guards("TCP-D4", "TCP-PP1", "TCP-6CB1")
@pytest.mark.parametrize(
    ("bonus", "clause", "label"),
    [("pair_plus", "TCP-PP1", "Pair Plus"), ("six_card_bonus", "TCP-6CB1", "6 Card Bonus")],
)
def test_TCP_D4_a_bonus_without_an_ante_is_refused(bonus: str, clause: str, label: str) -> None:
    script = betting()
    script.bet(2, ante=10)  # another seat's Ante does not count
    refused = script.refused(c.PlaceWager(1, bonus, 5_00))
    assert refused.clause == clause
    assert f"{label} needs a wager on Ante at the same seat" in str(refused)


@guards("TCP-PP1", "TCP-6CB1")
@pytest.mark.parametrize(("bonus", "clause"), [("pair_plus", "TCP-PP1"), ("six_card_bonus", "TCP-6CB1")])
def test_TCP_PP1_an_ante_is_not_withdrawn_from_under_a_bonus(bonus: str, clause: str) -> None:
    script = betting()
    script.bet(1, ante=10, **{bonus: 5})
    refused = script.refused(c.WithdrawWager(1, "ante"))
    assert refused.clause == clause
    assert f"withdraw {bonus} first" in str(refused)
    script.do(c.WithdrawWager(1, bonus), c.WithdrawWager(1, "ante"))
    assert script.state.chips(1) == CHIPS


# ── TCP-D5, TCP-PP2, TCP-6CB2, TCP-R13: no more bets ─────────────────────────────────────────────────────────────────


@proves("TCP-D5", "TCP-PP2", "TCP-6CB2")
@pytest.mark.parametrize("bet", BEFORE_THE_DEAL)
def test_TCP_D5_until_no_more_bets_a_wager_is_made_increased_decreased_and_withdrawn(bet: str) -> None:
    script = betting()
    script.bet(1, ante=10)
    for dollars in (10, 25, 5):
        script.bet(1, **{bet: dollars})
        assert script.state.stake(1, bet) == dollars * 100
    assert script.do(c.WithdrawWager(1, bet)) == (e.WagerWithdrawn(1, bet, 5_00),)
    assert script.state.stake(1, bet) == 0


@proves("TCP-D5")
def test_TCP_D5_the_closing_is_announced_before_anything_else_happens() -> None:
    events = wager(banked(), ONE_HAND).close()
    assert events[0] == e.BetsClosed("TCP-D5")


@guards("TCP-D5", "TCP-R13", "TCP-PP2", "TCP-6CB2")
@pytest.mark.parametrize(("seat", "bet"), [*((1, bet) for bet in BEFORE_THE_DEAL), (7, BANK_WAGER)], ids=str)
@pytest.mark.parametrize("dealt", [False, True])
def test_TCP_D5_after_no_more_bets_nothing_is_made_increased_or_withdrawn(seat: int, bet: str, dealt: bool) -> None:
    script = wager(banked(), ONE_HAND)
    if dealt:
        deal(script, QUEEN_HIGH, ONE_HAND)
    else:
        script.close()
    for command, what in (
        (c.PlaceWager(seat, bet, 20_00), "no wager is taken now: betting is closed"),
        (c.PlaceWager(2, bet, 20_00), "no wager is taken now: betting is closed"),
        (c.WithdrawWager(seat, bet), "no wager is withdrawn now: betting is closed"),
    ):
        refused = script.refused(command)
        assert refused.clause == "TCP-D5"
        assert what in str(refused)


@proves("TCP-R13")
def test_TCP_R13_no_more_bets_fixes_the_six_card_bonus_as_it_stands() -> None:
    script = wager(banked(), {1: Hand(LOSES[0], six_card_bonus=5)})
    script.close()
    assert script.state.stake(1, "six_card_bonus") == 5_00
    assert script.refused(c.PlaceWager(1, "six_card_bonus", 6_00)).clause == "TCP-D5"
