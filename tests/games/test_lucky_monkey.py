"""Lucky Monkey: the side bet on third cards, its four paytables and when it is settled."""

from itertools import product

import pytest

from croupier.cards import NO_CARD, cards_from
from croupier.errors import Refused
from croupier.games import game
from croupier.games.baccarat import banker_draws, player_draws
from croupier.table import commands as c
from croupier.table import events as e
from tests.clauses import guards, proves
from tests.games.described import coup, paid, refusal, wagers
from tests.rounds import Script

# A coup for each line. Player's 5 draws; Banker draws on 3 after anything but an eight, and alone on 5.
COUPS = {
    "one_face": ("2h 3d Kc", "2s Ah 5h"),
    "player_face": ("2h 3d Kc", "Ks 7h"),
    "banker_face": ("2h 4d", "2s 3h Qc"),
    "both_faces": ("2h 3d Kc", "2s Ah Qc"),
    "same_rank": ("2h 3d Kc", "2s Ah Kd"),
    "same_rank_and_suit": ("2h 3d Kc", "2s Ah Kc"),
}

# The four paytables as ruling LM-R1 reads them.
PAYTABLES = {
    1: dict(zip(COUPS, (1, 3, 8, 15, 15, 15), strict=True)),
    2: dict(zip(COUPS, (1, 3, 8, 10, 25, 25), strict=True)),
    3: dict(zip(COUPS, (1, 3, 8, 10, 10, 75), strict=True)),
    4: dict(zip(COUPS, (1, 3, 6, 10, 25, 75), strict=True)),
}
LOST = ("lose", None, "-2.00")

Paid = tuple[str, str | None, str]


def monkey(player: str, banker: str, **house: object) -> Paid:
    """Outcome, odds and result of $2 on Lucky Monkey."""
    return paid(coup(player, banker, {"tie": 1, "lucky_monkey": 2}, **house), "lucky_monkey")


def clauses(player: str, banker: str) -> list[str]:
    """The clauses under which Lucky Monkey was settled."""
    found: list[str] = wagers(coup(player, banker, {"tie": 1, "lucky_monkey": 2}))["lucky_monkey"]["clauses"]
    return found


@proves("LM-T", "LM-E", "LM-R1")
@pytest.mark.parametrize(("paytable", "line"), list(product(PAYTABLES, COUPS)))
def test_LM_T_every_line_of_every_paytable_pays_its_odds(paytable: int, line: str) -> None:
    odds = PAYTABLES[paytable][line]
    assert monkey(*COUPS[line], lucky_monkey_paytable=paytable) == (line, f"{odds}:1", f"{2 * odds}.00")


@proves("LM-T1")
def test_LM_T1_is_in_use_unless_the_house_says_otherwise() -> None:
    assert [monkey(*hands)[1] for hands in COUPS.values()] == ["1:1", "3:1", "8:1", "15:1", "15:1", "15:1"]


@guards("LM-T1")
def test_LM_T1_pays_no_more_for_the_same_rank_or_suit() -> None:
    assert {monkey(*COUPS[line])[2] for line in ("both_faces", "same_rank", "same_rank_and_suit")} == {"30.00"}


@proves("LM-T2")
def test_LM_T2_pays_25_for_the_same_rank_in_any_suits() -> None:
    lines = ("both_faces", "same_rank", "same_rank_and_suit")
    assert [monkey(*COUPS[line], lucky_monkey_paytable=2)[1] for line in lines] == ["10:1", "25:1", "25:1"]


@guards("LM-T2")
def test_LM_T2_pays_two_different_court_cards_less_than_paytable_1() -> None:
    assert monkey(*COUPS["both_faces"], lucky_monkey_paytable=2)[2] == "20.00"


@proves("LM-T3")
def test_LM_T3_pays_75_for_the_same_rank_and_suit_alone() -> None:
    lines = ("both_faces", "same_rank", "same_rank_and_suit")
    assert [monkey(*COUPS[line], lucky_monkey_paytable=3)[1] for line in lines] == ["10:1", "10:1", "75:1"]


@guards("LM-T3")
def test_LM_T3_pays_the_same_rank_in_another_suit_no_more_than_any_two() -> None:
    assert monkey(*COUPS["same_rank"], lucky_monkey_paytable=3)[2] == "20.00"


@proves("LM-T4")
def test_LM_T4_pays_6_where_only_banker_draws_and_rises_from_10_to_75() -> None:
    odds = [monkey(*hands, lucky_monkey_paytable=4)[1] for hands in COUPS.values()]
    assert odds == ["1:1", "3:1", "6:1", "10:1", "25:1", "75:1"]


@guards("LM-T4")
def test_LM_T4_does_not_pay_banker_alone_8_to_1() -> None:
    assert monkey(*COUPS["banker_face"], lucky_monkey_paytable=4)[2] == "12.00"


@guards("LM-T", "LM-E", "LM-R1")
@pytest.mark.parametrize(
    ("paytable", "right"),
    [
        (0, "give 1 to 4"),
        (5, "give 1 to 4"),
        (
            [1, 3, 8, 15, 15],
            "give odds for one_face, player_face, banker_face, both_faces, same_rank, same_rank_and_suit",
        ),
    ],
)
def test_LM_T_there_is_no_fifth_paytable_and_none_with_five_lines(paytable: object, right: str) -> None:
    with pytest.raises(Refused) as refused:
        game("baccarat").house({"lucky_monkey_paytable": paytable})
    assert (refused.value.clause, refused.value.field) == ("LM-T", "house.lucky_monkey_paytable")
    assert right in refused.value.reason


@proves("LM-E")
def test_LM_E_a_house_may_post_a_scale_of_its_own() -> None:
    scale = [2, "5:2", 8, 10, 25, 100]
    assert monkey(*COUPS["player_face"], lucky_monkey_paytable=scale) == ("player_face", "5:2", "5.00")
    assert monkey(*COUPS["same_rank_and_suit"], lucky_monkey_paytable=scale) == (
        "same_rank_and_suit",
        "100:1",
        "200.00",
    )


@guards("LM-T")
@pytest.mark.parametrize(
    ("player", "banker"),
    [("2h 3d 4c", "2s Ah 5h"), ("2h 3d Tc", "Ks 7h"), ("2h 4d", "2s 3h Ac"), ("Kh Kd 4c", "Js Qh 5h")],
)
def test_LM_T_every_other_outcome_loses(player: str, banker: str) -> None:
    assert monkey(player, banker) == LOST
    assert clauses(player, banker) == ["LM-T"]


@proves("LM-1")
@pytest.mark.parametrize(
    ("player", "banker"), [("2h 3d Kc", "2s Ah 5h"), ("2h 3d 4c", "2s Ah Jh"), ("2h 3d Qc", "2s Ah Th")]
)
def test_LM_1_both_draw_and_one_of_the_third_cards_is_a_court_card(player: str, banker: str) -> None:
    assert monkey(player, banker) == ("one_face", "1:1", "2.00")
    assert clauses(player, banker) == ["LM-1", "LM-T"]


@guards("LM-1")
@pytest.mark.parametrize(("player", "banker"), [("2h 3d Tc", "2s Ah Th"), ("2h 3d 9c", "2s Ah Ah")])
def test_LM_1_both_draw_and_neither_third_card_is_a_court_card(player: str, banker: str) -> None:
    assert monkey(player, banker) == LOST


@proves("LM-2")
@pytest.mark.parametrize("third", "JQK")
@pytest.mark.parametrize("banker", ["Ks 7h", "Ks 6h", "Ks 5h", "Ks 4h"])  # each stands against a court card
def test_LM_2_only_player_draws_and_gets_a_court_card(third: str, banker: str) -> None:
    assert monkey(f"2h 3d {third}c", banker) == ("player_face", "3:1", "6.00")
    assert clauses(f"2h 3d {third}c", banker) == ["LM-2", "LM-T"]


@guards("LM-2")
@pytest.mark.parametrize("third", "A23456789T")
def test_LM_2_only_player_draws_and_gets_another_card(third: str) -> None:
    assert monkey(f"2h 3d {third}c", "Ks 7h") == LOST


@proves("LM-3")
@pytest.mark.parametrize("third", "JQK")
@pytest.mark.parametrize("player", ["2h 4d", "2h 5d"])
def test_LM_3_only_banker_draws_and_gets_a_court_card(third: str, player: str) -> None:
    assert monkey(player, f"2s 3h {third}c") == ("banker_face", "8:1", "16.00")
    assert clauses(player, f"2s 3h {third}c") == ["LM-3", "LM-T"]


@guards("LM-3")
@pytest.mark.parametrize("third", "A23456789T")
def test_LM_3_only_banker_draws_and_gets_another_card(third: str) -> None:
    assert monkey("2h 4d", f"2s 3h {third}c") == LOST


@proves("LM-4")
@pytest.mark.parametrize(("one", "other"), list(product("JQK", repeat=2)))
def test_LM_4_both_draw_a_court_card_and_the_bettor_wins_more(one: str, other: str) -> None:
    line = "same_rank" if one == other else "both_faces"
    assert monkey(f"2h 3d {one}c", f"2s Ah {other}d") == (line, "15:1", "30.00")
    assert clauses(f"2h 3d {one}c", f"2s Ah {other}d") == ["LM-4", "LM-T"]


@guards("LM-4")
def test_LM_4_a_court_card_and_a_ten_are_paid_as_one_court_card() -> None:
    assert monkey("2h 3d Kc", "2s Ah Tc") == ("one_face", "1:1", "2.00")


@proves("LM-R2")
@pytest.mark.parametrize(
    ("banker_third", "line", "odds"),
    [("Kc", "same_rank_and_suit", 75), ("Kd", "same_rank", 25), ("Qc", "both_faces", 10)],
)
def test_LM_R2_the_highest_of_the_events_applies(banker_third: str, line: str, odds: int) -> None:
    paid_ = monkey("2h 3d Kc", f"2s Ah {banker_third}", lucky_monkey_paytable=4)
    assert paid_ == (line, f"{odds}:1", f"{2 * odds}.00")


@guards("LM-R2")
def test_LM_R2_the_lower_events_are_not_paid_on_top_and_a_suit_alone_is_nothing() -> None:
    assert monkey("2h 3d Kc", "2s Ah Kc", lucky_monkey_paytable=4)[2] == "150.00"  # not 75 + 25 + 10 to 1
    assert monkey("2h 3d Kc", "2s Ah Qc", lucky_monkey_paytable=4)[0] == "both_faces"  # one suit, two ranks


@proves("LM-D")
@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_LM_D_jacks_queens_and_kings_decide_it_and_no_other_card(rank: str) -> None:
    won = {"J", "Q", "K"}
    assert (monkey(f"2h 3d {rank}c", "Ks 7h")[0] == "player_face") == (rank in won)


@guards("LM-D")
@pytest.mark.parametrize(("player", "banker"), [("Kh Qd 2c", "Ks 7h"), ("Kh Jd 2c", "Qs Kh 5h"), ("Kh 6d", "Qs Kh 5h")])
def test_LM_D_court_cards_among_the_first_two_do_not_count(player: str, banker: str) -> None:
    assert monkey(player, banker) == LOST


def betting(*, side_bet: bool = True, **house: object) -> Script:
    """A table of two that takes bets: Player and Banker bettors, each with Lucky Monkey."""
    table = Script("baccarat", house, seats=2)
    table.open()
    extra = {"lucky_monkey": 5} if side_bet else {}
    table.bet(1, player=10, **extra)
    table.bet(2, banker=20, tie=3, **extra)
    return table


def settled_in_order(table: Script, *cards: str) -> list[tuple[int, str]]:
    """Deal a coup and give the wagers in the order they were settled."""
    table.close()
    table.deal(*cards)
    return list(table.settle())


@proves("LM-5", "LM-R7")
@pytest.mark.parametrize("cards", [("Kh", "Ks", "7d", "6d"), ("Kh", "Ks", "9d", "2d"), ("Kh", "Ks", "2d", "8d")])
def test_LM_5_without_third_cards_lucky_monkey_is_collected_before_anything_else(cards: tuple[str, ...]) -> None:
    table = betting()
    order = settled_in_order(table, *cards)
    assert order == [(1, "lucky_monkey"), (2, "lucky_monkey"), (1, "player"), (2, "banker"), (2, "tie")]
    collected = [event for event in table.all(e.WagerSettled) if event.wager == "lucky_monkey"]
    assert collected == [
        e.WagerSettled(seat, "lucky_monkey", 5_00, "lose", None, -5_00, None, ("LM-5",)) for seat in (1, 2)
    ]


@guards("LM-5", "LM-R7")
@pytest.mark.parametrize(
    "cards",
    [
        ("2h", "Ks", "3d", "7h", "9c"),  # Player alone draws, and Lucky Monkey loses
        ("2h", "Ks", "3d", "7h", "Kc"),  # Player alone draws, and it wins
        ("2h", "2s", "4d", "3h", "9c"),  # Banker alone draws
        ("2h", "2s", "3d", "Ah", "9c", "5h"),  # both draw
    ],
)
def test_LM_5_with_a_third_card_lucky_monkey_is_settled_after_the_main_wagers(cards: tuple[str, ...]) -> None:
    order = settled_in_order(betting(), *cards)
    assert order == [(1, "player"), (2, "banker"), (2, "tie"), (1, "lucky_monkey"), (2, "lucky_monkey")]


def no_third_card_as_the_document_says(player: int, banker: int) -> bool:
    """The document's own words: both at least 6, or one of them 8 or 9."""
    return (player >= 6 and banker >= 6) or player in (8, 9) or banker in (8, 9)


@proves("LM-5b")
@pytest.mark.parametrize(("player", "banker"), list(product(range(10), repeat=2)))
def test_LM_5b_no_third_card_comes_when_both_hold_6_or_one_holds_8_or_9(player: int, banker: int) -> None:
    (third,) = cards_from("6c")  # the card after which Banker draws on the most totals
    player_third = third if player_draws(player, banker) else NO_CARD
    nobody = player_third == NO_CARD and not banker_draws(player, banker, player_third)
    assert nobody == no_third_card_as_the_document_says(player, banker)


@guards("LM-5b")
def test_LM_5b_a_five_on_either_side_without_a_natural_brings_a_third_card() -> None:
    assert monkey("Kh 5d Qc", "Ks 7h") == ("player_face", "3:1", "6.00")
    assert monkey("Kh 6d", "Ks 5h Qc") == ("banker_face", "8:1", "16.00")
    assert refusal(coup("Kh 6d", "Ks 5h", {"tie": 1, "lucky_monkey": 2})).clause == "BAC-B"


@proves("LM-A")
def test_LM_A_lucky_monkey_is_for_those_who_like_beside_any_main_wager() -> None:
    assert [wager for _, wager in settled_in_order(betting(side_bet=False), "Kh", "Ks", "7d", "6d")] == [
        "player",
        "banker",
        "tie",
    ]


@proves("LM-R4", "LM-A")
@pytest.mark.parametrize("beside", [{"player": 5}, {"banker": 5}, {"tie": 1}])
def test_LM_R4_a_player_banker_or_tie_wager_at_the_seat_is_enough(beside: dict[str, object]) -> None:
    description = coup(*COUPS["player_face"], {**beside, "lucky_monkey": 2})
    assert paid(description, "lucky_monkey") == ("player_face", "3:1", "6.00")


@guards("LM-R4", "LM-A")
def test_LM_R4_lucky_monkey_alone_is_refused_even_beside_another_seats_wager() -> None:
    refused = refusal(coup(*COUPS["player_face"], {"player": 5}, {"lucky_monkey": 2}))
    assert (refused.clause, refused.field) == ("LM-R4", "seats[1].lucky_monkey")
    assert refused.reason == "Lucky Monkey needs a wager on Player or Banker or Tie at the same seat"


@guards("LM-R4")
def test_LM_R4_the_last_main_wager_is_not_withdrawn_from_under_lucky_monkey() -> None:
    table = betting()
    table.do(c.WithdrawWager(2, "tie"))
    refused = table.refused(c.WithdrawWager(2, "banker"))
    assert (refused.clause, refused.reason) == ("LM-R4", "Lucky Monkey needs it; withdraw lucky_monkey first")
    table.do(c.WithdrawWager(2, "lucky_monkey"), c.WithdrawWager(2, "banker"))
    assert table.state.chips(2) == 10_000_00


@proves("LM-R4")
def test_LM_R4_a_house_may_let_lucky_monkey_stand_alone() -> None:
    description = coup(*COUPS["player_face"], {"lucky_monkey": 2}, lucky_monkey_alone="yes")
    assert paid(description, "lucky_monkey") == ("player_face", "3:1", "6.00")


@proves("LM-B")
def test_LM_B_lucky_monkey_is_placed_before_any_card() -> None:
    table = Script("baccarat", seats=1)
    table.open()
    table.bet(1, player=5)
    assert table.do(c.PlaceWager(1, "lucky_monkey", 2_00)) == (e.WagerPlaced(1, "lucky_monkey", 2_00, 0),)
    assert table.state.chips(1) == 9_993_00


@guards("LM-B")
@pytest.mark.parametrize("dealt", [0, 1, 4, 5])
def test_LM_B_once_the_betting_is_closed_lucky_monkey_is_neither_placed_nor_taken_back(dealt: int) -> None:
    table = betting()
    table.close()
    table.deal(*("2h", "2s", "3d", "Ah", "9c")[:dealt])
    refused = table.refused(c.PlaceWager(1, "lucky_monkey", 2_00))
    assert (refused.clause, refused.reason) == ("BAC-4", "no wager is taken now: betting is closed")
    refused = table.refused(c.WithdrawWager(1, "lucky_monkey"))
    assert (refused.clause, refused.reason) == ("BAC-4", "no wager is withdrawn now: betting is closed")


@guards("LM-B")
def test_LM_B_nobody_bets_lucky_monkey_for_another_seat_or_on_a_numbered_spot() -> None:
    table = betting()
    assert table.refused(c.PlaceWager(1, "lucky_monkey", 2_00, by=2)).clause == "LM-R7"
    refused = table.refused(c.PlaceWager(1, "lucky_monkey", 2_00, 1))
    assert (refused.clause, refused.reason) == ("LM-B", "Lucky Monkey does not name a spot")


@proves("LM-R1", "LM-4")
@pytest.mark.parametrize("decks", [6, 8])
def test_LM_R1_six_and_eight_decks_hold_the_same_king_twice(decks: int) -> None:
    assert monkey(*COUPS["same_rank_and_suit"], decks=decks, lucky_monkey_paytable=3)[1] == "75:1"
    assert clauses(*COUPS["same_rank_and_suit"]) == ["LM-4", "LM-T"]
