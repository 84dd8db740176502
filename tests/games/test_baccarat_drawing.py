"""Baccarat: card values, naturals, and the drawing rules line by line."""

from functools import cache
from itertools import product

import pytest

from croupier.cards import NO_CARD, card_from, cards_from
from croupier.games import game
from croupier.games.baccarat import total, value_of
from croupier.rulebook import Draw, Drawn
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitSettlement, awaiting
from croupier.table.core import step
from croupier.table.state import State
from tests.clauses import guards, proves
from tests.games.described import coup, paid, refusal
from tests.rounds import Script

RANKS = "A23456789TJQK"

# Two cards for every total, without an eight or nine where none is needed.
HANDS = {0: "Kh Kd", 1: "Kh Ad", 2: "Kh 2d", 3: "Kh 3d", 4: "Kh 4d", 5: "Kh 5d", 6: "Kh 6d", 7: "Kh 7d"} | {
    8: "Kh 8d",
    9: "Kh 9d",
}

# D draws, S stands. Player's row is by Player's two-card total 0 to 7.
PLAYER = "DDDDDDSS"
# Banker's rows are by Banker's two-card total; the columns are Player's third card.
#   A23456789TJQK
BANKER = {
    0: "DDDDDDDDDDDDD",
    1: "DDDDDDDDDDDDD",
    2: "DDDDDDDDDDDDD",
    3: "DDDDDDDSDDDDD",
    4: "SDDDDDDSSSSSS",
    5: "SSSDDDDSSSSSS",
    6: "SSSSSDDSSSSSS",
    7: "SSSSSSSSSSSSS",
}
# Banker's row by its two-card total 0 to 7 when Player has stood.
BANKER_ALONE = "DDDDDDSS"


@cache
def dealt(player: int, banker: int) -> State:
    """A table at which the first four cards of a coup with these totals lie."""
    table = Script("baccarat", seats=1)
    table.open()
    table.bet(1, player=10)
    table.close()
    (p1, p2), (b1, b2) = cards_from(HANDS[player]), cards_from(HANDS[banker])
    table.do(*(c.DealCards((card,)) for card in (p1, b1, p2, b2)))
    return table.state


def draws(state: State) -> str:
    """Who draws next: `player`, `banker` or nobody."""
    waiting = awaiting(state)
    return waiting.slot if isinstance(waiting, AwaitCards) else ""


def banker_after(player: int, banker: int, third: str) -> bool:
    """Whether Banker draws after Player has drawn a card of this rank."""
    state = dealt(player, banker)
    assert draws(state) == "player"
    return draws(step(state, c.DealCards((card_from(f"{third}s"),))).state) == "banker"


@proves("BAC-2")
@pytest.mark.parametrize(
    ("rank", "value"), [*((str(number), number) for number in range(2, 10)), ("A", 1), *((ten, 0) for ten in "TJQK")]
)
def test_BAC_2_aces_count_one_number_cards_their_number_tens_and_court_cards_nothing(rank: str, value: int) -> None:
    assert [value_of(card_from(rank + suit)) for suit in "cdhs"] == [value] * 4


@proves("BAC-2")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("9c 9d", 8), ("5c 5d", 0), ("Kc 9d", 9), ("Ac Ad", 2), ("9c 9d 9h", 7), ("6c 7d 8h", 1), ("Tc Jd Qh", 0)],
)
def test_BAC_2_the_tens_of_a_total_are_dropped(cards: str, expected: int) -> None:
    assert total(*(*cards_from(cards), NO_CARD)[:3]) == expected


@guards("BAC-2")
def test_BAC_2_a_higher_sum_with_a_lower_last_digit_does_not_win() -> None:
    # Player's cards sum to 15 and count 5; Banker's sum to 6.
    assert paid(coup("7c 8d 2h", "Kh 6d", {"player": 10}), "player")[0] == "win"  # 17 counts 7
    assert paid(coup("7c 8d Kh", "Kh 6d", {"player": 10}), "player")[0] == "lose"  # 15 counts 5


@proves("BAC-5", "LM-R3")
@pytest.mark.parametrize(("player", "banker"), [pair for pair in product(range(10), repeat=2) if max(pair) >= 8])
def test_BAC_5_after_an_eight_or_nine_on_either_side_nobody_draws(player: int, banker: int) -> None:
    assert awaiting(dealt(player, banker)) == AwaitSettlement()


@guards("BAC-5", "LM-R3")
@pytest.mark.parametrize("totals", [(7, 5), (5, 7), (0, 7), (7, 0), (6, 0)])
def test_BAC_5_a_seven_is_no_natural(totals: tuple[int, int]) -> None:
    assert draws(dealt(*totals)) == ("player" if totals[0] <= 5 else "banker")


@guards("BAC-5")
def test_BAC_5_an_eight_or_nine_in_three_cards_is_no_natural() -> None:
    # Player reaches 9 in three cards, and Banker still draws on its 3.
    state = step(dealt(5, 3), c.DealCards((card_from("4s"),))).state
    assert draws(state) == "banker"


@guards("BAC-5")
@pytest.mark.parametrize(
    ("player", "banker", "field"),
    [("Kh 8d 2c", "Kh 5d", "player"), ("Kh 5d 2c", "Kh 9d", "player"), ("Kh 9d", "Kh 5d 2c", "banker")],
)
def test_BAC_5_a_third_card_described_beside_a_natural_is_refused(player: str, banker: str, field: str) -> None:
    refused = refusal(coup(player, banker, {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-5", field)
    assert refused.reason == f"the rules give the {field} no third card here"


@proves("BAC-P")
@pytest.mark.parametrize(("player", "banker"), list(product(range(8), repeat=2)))
def test_BAC_P_player_draws_on_0_to_5_and_stands_on_6_or_7(player: int, banker: int) -> None:
    assert (draws(dealt(player, banker)) == "player") == (PLAYER[player] == "D")


@guards("BAC-P")
def test_BAC_P_a_third_card_that_player_must_not_or_must_have_is_refused() -> None:
    refused = refusal(coup("Kh 6d 2c", "Kh 7d", {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-P", "player")
    assert refused.reason == "the rules give the player no third card here"
    refused = refusal(coup("Kh 5d", "Kh 7d", {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-P", "player")
    assert refused.reason == "the player gets a third card here and none is described"


@proves("BAC-B0", "BAC-B3", "BAC-B4", "BAC-B5", "BAC-B6", "BAC-B7")
@pytest.mark.parametrize(("player", "banker"), list(product(range(6), range(8))))
def test_BAC_B_every_banker_total_against_every_third_card_of_player(player: int, banker: int) -> None:
    assert "".join("D" if banker_after(player, banker, third) else "S" for third in RANKS) == BANKER[banker]


@proves("BAC-B", "BAC-B7")
@pytest.mark.parametrize(("player", "banker"), list(product((6, 7), range(8))))
def test_BAC_B_when_player_stood_banker_draws_on_0_to_5(player: int, banker: int) -> None:
    assert draws(dealt(player, banker)) == ("banker" if BANKER_ALONE[banker] == "D" else "")


@guards("BAC-B")
def test_BAC_B_when_player_stood_banker_does_not_draw_on_six_as_it_may_after_a_third_card() -> None:
    assert draws(dealt(6, 6)) == ""
    assert banker_after(5, 6, "6")
    refused = refusal(coup("Kh 6d", "Kh 6d 2c", {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-B", "banker")
    refused = refusal(coup("Kh 6d", "Kh 5d", {"player": 10}))
    assert refused.reason == "the banker gets a third card here and none is described"
    assert (refused.clause, refused.field) == ("BAC-B", "banker")


@guards("BAC-B7")
@pytest.mark.parametrize("player", ["Kh 5d 6c", "Kh 5d 7c", "Kh 6d"])
def test_BAC_B7_a_third_card_for_a_banker_of_seven_is_refused(player: str) -> None:
    refused = refusal(coup(player, "Kh 7d 2c", {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-B7", "banker")
    assert refused.reason == "the rules give the banker no third card here"


@proves("BAC-B0")
@pytest.mark.parametrize(("banker", "third"), list(product((0, 1, 2), RANKS)))
def test_BAC_B0_banker_draws_on_0_to_2_whatever_player_drew(banker: int, third: str) -> None:
    assert banker_after(0, banker, third)


@guards("BAC-B0")
@pytest.mark.parametrize("banker", ["Kh Kd", "Kh Ad", "Kh 2d"])
def test_BAC_B0_a_banker_of_0_to_2_without_a_third_card_is_refused(banker: str) -> None:
    refused = refusal(coup("Kh 5d 8c", banker, {"player": 10}))
    assert (refused.clause, refused.field) == ("BAC-B0", "banker")
    assert refused.reason == "the banker gets a third card here and none is described"


@proves("BAC-B3")
@pytest.mark.parametrize("third", "A2345679TJQK")
def test_BAC_B3_banker_draws_on_3_after_any_card_but_an_eight(third: str) -> None:
    assert banker_after(2, 3, third)


@guards("BAC-B3")
def test_BAC_B3_banker_stands_on_3_after_an_eight() -> None:
    assert not banker_after(2, 3, "8")
    assert refusal(coup("Kh 2d 8c", "Kh 3d Ac", {"player": 10})).clause == "BAC-B3"
    assert refusal(coup("Kh 2d 9c", "Kh 3d", {"player": 10})).clause == "BAC-B3"


@proves("BAC-B4")
@pytest.mark.parametrize("third", "234567")
def test_BAC_B4_banker_draws_on_4_after_a_two_to_seven(third: str) -> None:
    assert banker_after(2, 4, third)


@guards("BAC-B4")
@pytest.mark.parametrize("third", "A89TJQK")
def test_BAC_B4_banker_stands_on_4_after_any_other_card(third: str) -> None:
    assert not banker_after(2, 4, third)
    assert refusal(coup(f"Kh 2d {third}c", "Kh 4d 2c", {"player": 10})).clause == "BAC-B4"


@proves("BAC-B5")
@pytest.mark.parametrize("third", "4567")
def test_BAC_B5_banker_draws_on_5_after_a_four_to_seven(third: str) -> None:
    assert banker_after(2, 5, third)


@guards("BAC-B5")
@pytest.mark.parametrize("third", "A2389TJQK")
def test_BAC_B5_banker_stands_on_5_after_any_other_card(third: str) -> None:
    assert not banker_after(2, 5, third)
    assert refusal(coup(f"Kh 2d {third}c", "Kh 5d 2c", {"player": 10})).clause == "BAC-B5"


@proves("BAC-B6")
@pytest.mark.parametrize("third", "67")
def test_BAC_B6_banker_draws_on_6_after_a_six_or_seven(third: str) -> None:
    assert banker_after(2, 6, third)


@guards("BAC-B6")
@pytest.mark.parametrize("third", "A234589TJQK")
def test_BAC_B6_banker_stands_on_6_after_any_other_card(third: str) -> None:
    assert not banker_after(2, 6, third)
    assert refusal(coup(f"Kh 2d {third}c", "Kh 6d 2c", {"player": 10})).clause == "BAC-B6"


@proves("BAC-4", "BAC-P", "BAC-B")
def test_BAC_4_an_analysis_draws_six_cards_in_order_of_which_the_rules_use_four_to_six() -> None:
    book = game("baccarat").rulebook()
    assert book.model.draws == (Drawn("coup", Draw.ORDERED, 6),)
    for cards, thirds in [
        ("Kh Ks 7d 6d 2c 3c", ("", "")),
        ("2h Ks 3d 7h 9c 3c", ("9c", "")),
        ("2h 2s 4d 3h 9c 3c", ("", "9c")),
        ("2h 2s 3d Ah 9c 5h", ("9c", "5h")),
    ]:
        facts = {"coup": cards_from(cards)}
        expected = tuple(card_from(third) if third else NO_CARD for third in thirds)
        assert book.fact("player_third", facts) + book.fact("banker_third", facts) == expected


@proves("BAC-B", "BAC-B0", "BAC-B3", "BAC-B4", "BAC-B5", "BAC-B6")
@pytest.mark.parametrize(
    ("player", "banker", "clause"),
    [
        (("Kh 6d"), "Ks 5h 2c", "BAC-B"),
        (("Kh 2d 2s"), "Ks 2h 2c", "BAC-B0"),
        (("Kh 2d 9s"), "Ks 3h 2c", "BAC-B3"),
        (("Kh 2d 2s"), "Ks 4h 2c", "BAC-B4"),
        (("Kh 2d 4s"), "Ks 5h 2c", "BAC-B5"),
        (("Kh 2d 6s"), "Ks 6h 2c", "BAC-B6"),
    ],
)
def test_BAC_B_bankers_third_card_is_recorded_under_the_clause_that_gave_it(
    player: str, banker: str, clause: str
) -> None:
    table = Script("baccarat")
    table.open()
    table.bet(1, banker=10)
    table.close()
    p1, p2, *player_third = player.split()
    b1, b2, banker_third = banker.split()
    table.deal(p1, b1, p2, b2, *player_third, banker_third)
    last = table.all(e.CardsDealt)[-1]
    assert (last.slot, last.cards, last.clause) == ("banker", cards_from(banker_third), clause)
