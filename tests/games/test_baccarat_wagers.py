"""Baccarat: placing and paying Player, Banker and Tie, the commission to the cent, limits, and coups called off."""

import re
from fractions import Fraction

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards
from croupier.table.core import open_table
from tests.clauses import guards, proves
from tests.games.described import answers, coup, paid, refusal, wagers
from tests.rounds import Script

PLAYER_WINS = ("Kh 7d", "Kc 6d")
BANKER_WINS = ("Kh 6d", "Kc 7d")
TIED = ("Kh 7d", "Kc 7h")


def betting(**house: object) -> Script:
    """A table of three that takes bets."""
    table = Script("baccarat", house)
    table.open()
    return table


@proves("BAC-3", "BAC-4", "BAC-P", "BAC-B3", "BAC-6", "LM-R7")
def test_BAC_4_a_coup_in_order_from_the_first_wager_to_the_discards() -> None:
    table = Script("baccarat", seats=2)
    table.shuffle()
    before = len(table.events)
    table.open()
    table.bet(1, banker=10, tie=5)
    table.bet(2, player=20)
    table.close()
    table.deal("9h", "3s", "3d", "Ks", "Kc", "4d")
    table.settle()
    p1, b1, p2, b2, p3, b3 = cards_from("9h 3s 3d Ks Kc 4d")
    assert table.events[before:] == [
        e.RoundOpened(1, "shoe", 0, 0),
        e.WagerPlaced(1, "banker", 10_00, 0),
        e.WagerPlaced(1, "tie", 5_00, 0),
        e.WagerPlaced(2, "player", 20_00, 0),
        e.BetsClosed("BAC-4"),
        e.CardsDealt("player", (p1,), face_up=True, clause="BAC-4"),
        e.CardsDealt("banker", (b1,), face_up=True, clause="BAC-4"),
        e.CardsDealt("player", (p2,), face_up=True, clause="BAC-4"),
        e.CardsDealt("banker", (b2,), face_up=True, clause="BAC-4"),
        e.CardsDealt("player", (p3,), face_up=True, clause="BAC-P"),
        e.CardsDealt("banker", (b3,), face_up=True, clause="BAC-B3"),
        e.SettlementBegan("BAC-6"),
        e.WagerSettled(1, "banker", 10_00, "win", "19:20", 9_50, None, ("BAC-7", "LM-R5")),
        e.WagerSettled(1, "tie", 5_00, "lose", None, -5_00, None, ("BAC-8",)),
        e.WagerSettled(2, "player", 20_00, "lose", None, -20_00, None, ("BAC-6",)),
        e.CardsPickedUp(("player", "banker"), "BAC-9"),
        e.RoundClosed(1, 15_50),
    ]
    assert table.folded() == table.state


@guards("BAC-3")
def test_BAC_3_no_wager_is_taken_once_the_betting_is_closed_and_none_closes_it() -> None:
    table = betting()
    refused = table.refused(c.CloseBets())
    assert (refused.clause, refused.reason) == ("BAC-3", "nobody has bet")
    table.bet(1, player=5)
    table.close()
    for wager in ("player", "banker", "tie"):
        refused = table.refused(c.PlaceWager(2, wager, 10_00))
        assert (refused.clause, refused.reason) == ("BAC-4", "no wager is taken now: betting is closed")


@guards("BAC-3")
def test_BAC_3_a_described_seat_without_a_wager_is_refused() -> None:
    refused = refusal(coup(*PLAYER_WINS, {}))
    assert (refused.clause, refused.field) == ("BAC-3", "seats[0]")
    assert refused.reason == "seat 1 has no wager; give one of player, banker, tie, lucky_monkey"


@guards("BAC-4")
def test_BAC_4_cards_come_one_at_a_time_and_only_once_the_betting_is_closed() -> None:
    table = betting()
    table.bet(1, player=5)
    refused = table.refused(c.DealCards((0,)))
    assert (refused.clause, refused.reason) == ("BAC-3", "no card is dealt now")
    table.close()
    refused = table.refused(c.DealCards((0, 1)))
    assert (refused.clause, refused.reason) == ("BAC-4", "2 cards came where 1 are dealt")


@proves("BAC-4", "LM-R7")
def test_BAC_4_the_first_four_cards_go_player_banker_player_banker() -> None:
    table = betting()
    table.bet(1, player=5)
    table.close()
    for slot in ("player", "banker", "player", "banker"):
        assert table.awaits == AwaitCards(slot, 1, face_up=True)
        table.deal("Kh")


@guards("BAC-4")
@pytest.mark.parametrize("cards", ["Kh", "Kh 7d 2c 3c"])
def test_BAC_4_a_described_hand_has_two_or_three_cards(cards: str) -> None:
    refused = refusal(coup(cards, "Kc 6d", {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-4", "player")
    assert "2 or 3 cards" in refused.reason


@proves("BAC-6", "LM-R3")
@pytest.mark.parametrize(("player", "banker"), [("Kh 7d", "Kc 6d"), ("Kh 9d", "Kc 8d"), ("Kh Ad 5c", "Kc Ac 3d")])
def test_BAC_6_the_higher_total_wins_and_player_pays_even_money(player: str, banker: str) -> None:
    settled = wagers(coup(player, banker, {"player": 10, "banker": 20}))
    assert settled["player"] == {
        "stake": "10.00",
        "outcome": "win",
        "odds": "1:1",
        "result": "10.00",
        "returned": "20.00",
        "clauses": ["BAC-6"],
    }
    assert (settled["banker"]["outcome"], settled["banker"]["result"]) == ("lose", "-20.00")
    assert settled["banker"]["clauses"] == ["BAC-6"]


@guards("BAC-6")
@pytest.mark.parametrize(("coup_", "outcome"), [(BANKER_WINS, "lose"), (TIED, "push")])
def test_BAC_6_player_is_not_paid_when_one_point_short_or_level(coup_: tuple[str, str], outcome: str) -> None:
    assert paid(coup(*coup_, {"player": 10}), "player")[:2] == (outcome, None)


@proves("BAC-7", "LM-R3")
@pytest.mark.parametrize(("stake", "win"), [("10", "9.50"), ("5", "4.75"), ("100", "95.00"), ("1000", "950.00")])
def test_BAC_7_banker_pays_even_money_less_five_per_cent(stake: str, win: str) -> None:
    assert paid(coup(*BANKER_WINS, {"banker": stake}), "banker") == ("win", "19:20", win)


@guards("BAC-7")
def test_BAC_7_no_commission_is_taken_from_a_lost_or_pushed_banker_wager_or_from_a_player_win() -> None:
    assert paid(coup(*PLAYER_WINS, {"banker": 10}), "banker") == ("lose", None, "-10.00")
    assert paid(coup(*TIED, {"banker": 10}), "banker") == ("push", None, "0.00")
    assert paid(coup(*PLAYER_WINS, {"player": 10}), "player") == ("win", "1:1", "10.00")


@proves("BAC-7", "LM-R3")
@pytest.mark.parametrize(
    ("commission", "odds", "win"), [("4%", "24:25", "96.00"), ("1/40", "39:40", "97.50"), ("0", "1:1", "100.00")]
)
def test_BAC_7_a_house_may_set_another_commission(commission: str, odds: str, win: str) -> None:
    assert paid(coup(*BANKER_WINS, {"banker": 100}, commission=commission), "banker") == ("win", odds, win)


@guards("BAC-7", "LM-R3")
@pytest.mark.parametrize("commission", ["100%", "-1/20", "five"])
def test_BAC_7_a_commission_that_is_no_share_is_refused(commission: str) -> None:
    refused = refusal(coup(*BANKER_WINS, {"banker": 100}, commission=commission))
    assert (refused.clause, refused.field) == ("BAC-7", "house.commission")


@proves("BAC-8", "LM-R3")
@pytest.mark.parametrize(
    ("player", "banker"), [TIED, ("Kh 9d", "Kc 9h"), ("Kh 5d 2c", "Kc 3d 4h"), ("Kh Kd Kc", "Kc Kd Kh")]
)
def test_BAC_8_equal_totals_pay_tie_8_to_1_and_push_player_and_banker(player: str, banker: str) -> None:
    settled = wagers(coup(player, banker, {"player": 10, "banker": 20, "tie": 3}))
    assert {id_: (wager["outcome"], wager["odds"], wager["returned"]) for id_, wager in settled.items()} == {
        "player": ("push", None, "10.00"),
        "banker": ("push", None, "20.00"),
        "tie": ("win", "8:1", "27.00"),
    }
    assert {tuple(wager["clauses"]) for wager in settled.values()} == {("BAC-8",)}


@guards("BAC-8")
@pytest.mark.parametrize("coup_", [PLAYER_WINS, BANKER_WINS])
def test_BAC_8_a_point_apart_is_no_tie(coup_: tuple[str, str]) -> None:
    settled = wagers(coup(*coup_, {"tie": 3}))["tie"]
    assert (settled["outcome"], settled["odds"], settled["result"]) == ("lose", None, "-3.00")
    assert settled["clauses"] == ["BAC-8"]


@proves("LM-R3")
def test_LM_R3_a_house_may_pay_tie_9_to_1() -> None:
    assert paid(coup(*TIED, {"tie": 3}, tie_pays=9), "tie") == ("win", "9:1", "27.00")


# Five per cent of the stake in cents, exactly; the commission under each rounding; what is then won.
COMMISSIONS = [
    ("5.00", {"half_up": "4.75", "up": "4.75", "down": "4.75"}),  # 25.00
    ("5.09", {"half_up": "4.84", "up": "4.83", "down": "4.84"}),  # 25.45
    ("5.10", {"half_up": "4.84", "up": "4.84", "down": "4.85"}),  # 25.50
    ("5.11", {"half_up": "4.85", "up": "4.85", "down": "4.86"}),  # 25.55
    ("5.30", {"half_up": "5.03", "up": "5.03", "down": "5.04"}),  # 26.50, where half to even would differ
    ("5.50", {"half_up": "5.22", "up": "5.22", "down": "5.23"}),  # 27.50
]


@proves("LM-R5")
@pytest.mark.parametrize("rounding", ["half_up", "up", "down"])
@pytest.mark.parametrize(("stake", "wins"), COMMISSIONS)
def test_LM_R5_a_commission_is_rounded_to_the_cent_as_the_house_says(
    stake: str, wins: dict[str, str], rounding: str
) -> None:
    assert paid(coup(*BANKER_WINS, {"banker": stake}, commission_rounding=rounding), "banker")[2] == wins[rounding]


@proves("LM-R5")
@pytest.mark.parametrize(("stake", "wins"), COMMISSIONS)
def test_LM_R5_a_house_that_says_nothing_rounds_half_up(stake: str, wins: dict[str, str]) -> None:
    assert paid(coup(*BANKER_WINS, {"banker": stake}), "banker")[2] == wins["half_up"]


@guards("LM-R5")
def test_LM_R5_commission_is_worked_out_for_each_wager_and_not_on_their_sum() -> None:
    both = answers(coup(*BANKER_WINS, {"banker": "5.30"}, {"banker": "5.30"}))
    assert [seat["net"] for seat in both] == ["5.03", "5.03"]  # 27 cents each, where the sum would owe 53


@guards("LM-R5")
@pytest.mark.parametrize("rounding", ["half_up", "up", "down"])
def test_LM_R5_the_odds_stay_exact_whatever_the_rounding(rounding: str) -> None:
    baccarat = game("baccarat")
    banker = baccarat.rulebook(baccarat.house({"commission_rounding": rounding})).wagers_by_id["banker"]
    assert {line.id: line.odds for line in banker.lines} == {"banker": Fraction(19, 20), "tie": 0, "player": -1}


@guards("LM-R5")
def test_LM_R5_there_is_no_fourth_rounding() -> None:
    refused = refusal(coup(*BANKER_WINS, {"banker": 10}, commission_rounding="half_even"))
    assert (refused.clause, refused.field) == ("LM-R5", "house.commission_rounding")
    assert refused.reason == '"half_even" is not one of half_up, up, down'


@proves("LM-R3", "LM-R7")
def test_LM_R7_the_house_rules_that_hold_unless_the_house_says_otherwise() -> None:
    assert game("baccarat").house().show() == {
        "decks": 8,
        "seats": 7,
        "commission": "1/20",
        "commission_rounding": "half_up",
        "tie_pays": 8,
        "cut_card": 16,
        "cut_card_first": "this_and_one_more",
        "burn": True,
        "minimum": "5.00",
        "maximum": "1000.00",
        "tie_minimum": "1.00",
        "tie_maximum": "100.00",
        "lucky_monkey_paytable": 1,
        "lucky_monkey_alone": False,
        "lucky_monkey_minimum": "1.00",
        "lucky_monkey_maximum": "100.00",
    }


@proves("LM-R7")
@pytest.mark.parametrize(
    "bets",
    [
        {"player": 5, "banker": 5, "tie": 1, "lucky_monkey": 1},
        {"player": 1000, "banker": 1000, "tie": 100, "lucky_monkey": 100},
    ],
)
def test_LM_R7_wagers_at_the_limits_are_taken(bets: dict[str, object]) -> None:
    settled = wagers(coup(*PLAYER_WINS, bets))
    assert {id_: wager["stake"] for id_, wager in settled.items()} == {id_: f"{bet}.00" for id_, bet in bets.items()}


@guards("LM-R7")
@pytest.mark.parametrize(
    ("wager", "stake", "label", "limits"),
    [
        ("player", "4.99", "Player", "$5 to $1,000"),
        ("player", "1000.01", "Player", "$5 to $1,000"),
        ("banker", "4.99", "Banker", "$5 to $1,000"),
        ("banker", "1000.01", "Banker", "$5 to $1,000"),
        ("tie", "0.99", "Tie", "$1 to $100"),
        ("tie", "100.01", "Tie", "$1 to $100"),
        ("lucky_monkey", "0.99", "Lucky Monkey", "$1 to $100"),
        ("lucky_monkey", "100.01", "Lucky Monkey", "$1 to $100"),
    ],
)
def test_LM_R7_a_cent_beyond_the_limits_is_refused(wager: str, stake: str, label: str, limits: str) -> None:
    beside = {"player": 10} if wager == "lucky_monkey" else {}
    refused = refusal(coup(*PLAYER_WINS, {**beside, wager: stake}))
    assert (refused.clause, refused.field) == ("LM-R7", f"seats[0].{wager}")
    shown = "$1,000.01" if stake == "1000.01" else f"${stake}"
    assert refused.reason == f"{shown} on {label} is outside the limits; bet {limits}"


@guards("LM-R7")
@pytest.mark.parametrize(
    ("least", "most"),
    [("minimum", "maximum"), ("tie_minimum", "tie_maximum"), ("lucky_monkey_minimum", "lucky_monkey_maximum")],
)
def test_LM_R7_a_least_wager_above_the_largest_is_refused(least: str, most: str) -> None:
    with pytest.raises(Refused) as refused:
        open_table(game("baccarat"), {least: 20, most: 10})
    assert (refused.value.clause, refused.value.field) == ("LM-R7", f"house.{least}")
    assert refused.value.reason == "the least wager $20 is above the largest $10"


@proves("LM-R7")
def test_LM_R7_a_table_has_seven_seats() -> None:
    assert [seat["seat"] for seat in answers(coup(*PLAYER_WINS, *[{"player": 5}] * 7))] == [1, 2, 3, 4, 5, 6, 7]


@guards("LM-R7")
@pytest.mark.parametrize("seat", [0, 8])
def test_LM_R7_there_is_no_eighth_seat_unless_the_house_has_one(seat: int) -> None:
    refused = Script("baccarat").refused(c.Sit(seat, "Late", 100_00))
    assert (refused.clause, refused.reason) == ("LM-R7", f"there is no seat {seat}; seats are 1 to 7")
    Script("baccarat", {"seats": 8}).do(c.Sit(8, "Late", 100_00))


@guards("LM-R7")
@pytest.mark.parametrize("wager", ["player", "banker", "tie"])
def test_LM_R7_nobody_bets_at_another_players_seat(wager: str) -> None:
    refused = betting().refused(c.PlaceWager(1, wager, 10_00, by=2))
    assert (refused.clause, refused.reason) == ("LM-R7", "seat 2 may not bet on seat 1's spot")


@proves("LM-R8")
@pytest.mark.parametrize("dealt", range(7))
def test_LM_R8_a_coup_called_off_before_it_is_settled_returns_every_wager(dealt: int) -> None:
    table = betting()
    table.bet(1, player=10, tie=5, lucky_monkey=5)
    table.bet(2, banker=20)
    table.close()
    table.deal(*("9h", "3s", "3d", "Ks", "Kc", "4d")[:dealt])
    assert table.do(c.VoidRound("a card fell")) == (e.RoundVoided(1, "a card fell", "LM-R8"),)
    assert [table.state.chips(seat) for seat in (1, 2)] == [10_000_00] * 2


@guards("LM-R8")
def test_LM_R8_a_settled_coup_is_not_called_off() -> None:
    table = betting()
    table.bet(1, player=10)
    table.close()
    table.deal("Kh", "Kc", "7d", "6d")
    table.settle()
    refused = table.refused(c.VoidRound("I want my chips back"))
    assert refused.clause == "LM-R8"
    assert refused.reason == "no round is open; a round is voided before it is settled, never after"
    assert table.state.chips(1) == 10_010_00


MONEY_RULES = [
    *("minimum", "maximum", "tie_minimum", "tie_maximum"),
    *("lucky_monkey_minimum", "lucky_monkey_maximum"),
]


@guards("LM-R3", "LM-R4", "LM-R6", "LM-R7")
@pytest.mark.parametrize(
    ("rule", "value", "clause", "right"),
    [
        ("seats", 0, "LM-R7", "give 1 to 14"),
        ("seats", 15, "LM-R7", "give 1 to 14"),
        ("tie_pays", 0, "BAC-8", "give 1 to 50"),
        ("tie_pays", 51, "BAC-8", "give 1 to 50"),
        ("burn", "maybe", "LM-R6", "neither yes nor no"),
        ("lucky_monkey_alone", "maybe", "LM-R4", "neither yes nor no"),
        *((rule, 0, "LM-R7", "give $0.01 to $10,000,000") for rule in MONEY_RULES),
        *((rule, "10000000.01", "LM-R7", "give $0.01 to $10,000,000") for rule in MONEY_RULES),
    ],
)
def test_LM_R7_a_house_rule_out_of_bounds_is_refused(rule: str, value: object, clause: str, right: str) -> None:
    with pytest.raises(Refused, match=re.escape(right)) as refused:
        game("baccarat").house({rule: value})
    assert (refused.value.clause, refused.value.field) == (clause, f"house.{rule}")


@guards("BAC-6")
def test_BAC_6_the_house_pays_and_no_player_takes_the_bank() -> None:
    refused = Script("baccarat").refused(c.OfferBank())
    assert (refused.clause, refused.reason) == ("BAC-6", "the house banks this game; there is no bank to take")


@guards("BAC-3")
def test_BAC_3_main_wagers_are_on_no_numbered_spot() -> None:
    refused = betting().refused(c.PlaceWager(1, "player", 10_00, 1))
    assert (refused.clause, refused.reason) == ("BAC-3", "Player does not name a spot")
