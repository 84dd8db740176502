"""Casino Monte: the Full Monte side wager, its paytable and how its hands are read."""

from itertools import permutations

import pytest

from croupier.errors import Refused
from croupier.games import game
from tests.clauses import guards, proves
from tests.games.described import monte, paid, refusal, wagers

NOTHING = ("lose", None, "-2.00")
PAIR = ("pair", "1:1", "2.00")
FLUSH = ("flush", "3:1", "6.00")
STRAIGHT = ("straight", "5:1", "10.00")
THREE_OF_A_KIND = ("three_of_a_kind", "10:1", "20.00")
STRAIGHT_FLUSH = ("straight_flush", "25:1", "50.00")
SUITED_THREE = ("three_of_a_kind_suited", "100:1", "200.00")

Paid = tuple[str, str | None, str]


def full_monte(cards: str, **house: object) -> Paid:
    """Outcome, odds and result of $2 on Full Monte."""
    return paid(monte(cards, {"spot": 1, "initial": 1, "full_monte": 2}, **house), "full_monte")


def clauses(cards: str) -> list[str]:
    """The clauses under which Full Monte was settled."""
    found: list[str] = wagers(monte(cards, {"spot": 1, "initial": 1, "full_monte": 2}))["full_monte"]["clauses"]
    return found


def in_any_order(cards: str) -> set[Paid]:
    """What the three cards pay in each of the six orders."""
    return {full_monte(" ".join(order)) for order in permutations(cards.split())}


@proves("CM-FM", "CM-S4")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Jd Jd Jd", SUITED_THREE),
        ("9h Th Jh", STRAIGHT_FLUSH),
        ("Jd Js Jc", THREE_OF_A_KIND),
        ("9h Tc Jh", STRAIGHT),
        ("9h Kh Jh", FLUSH),
        ("9h 9c Jh", PAIR),
    ],
)
def test_CM_FM_a_pair_or_better_wins_in_whatever_order_the_cards_came(cards: str, expected: Paid) -> None:
    assert in_any_order(cards) == {expected}


@guards("CM-FM", "CM-S4")
@pytest.mark.parametrize("cards", ["2c 6c 9d", "As Kd Jh", "2h 4h 6c", "Tc Jc Kd", "2s 3d 5h"])
def test_CM_FM_less_than_a_pair_loses(cards: str) -> None:
    assert in_any_order(cards) == {NOTHING}


@proves("CM-FM1")
@pytest.mark.parametrize("card", ["Ac", "Jd", "2h", "Ts"])
def test_CM_FM1_three_of_a_kind_suited_pays_100_to_1(card: str) -> None:
    assert full_monte(f"{card} {card} {card}") == SUITED_THREE
    assert clauses(f"{card} {card} {card}") == ["CM-FM", "CM-FM1"]


@guards("CM-FM1")
def test_CM_FM1_a_third_jack_of_another_suit_does_not_pay_100_to_1() -> None:
    assert full_monte("Jd Jd Js") == THREE_OF_A_KIND


@proves("CM-FM2")
@pytest.mark.parametrize("cards", ["2c 3c 4c", "Qd Kd Ad", "Ah 2h 3h", "9s Ts Js"])
def test_CM_FM2_a_straight_flush_pays_25_to_1(cards: str) -> None:
    assert full_monte(cards) == STRAIGHT_FLUSH
    assert clauses(cards) == ["CM-FM", "CM-FM2"]


@guards("CM-FM2")
@pytest.mark.parametrize(("cards", "instead"), [("2c 3c 4d", STRAIGHT), ("2c 3c 5c", FLUSH)])
def test_CM_FM2_one_suit_or_one_rank_off_does_not_pay_25_to_1(cards: str, instead: Paid) -> None:
    assert full_monte(cards) == instead


@proves("CM-FM3")
@pytest.mark.parametrize("cards", ["2c 2d 2h", "As Ad Ah", "Jd Js Jc"])
def test_CM_FM3_three_of_a_kind_pays_10_to_1(cards: str) -> None:
    assert full_monte(cards) == THREE_OF_A_KIND
    assert clauses(cards) == ["CM-FM", "CM-FM3"]


@guards("CM-FM3")
def test_CM_FM3_two_of_a_kind_do_not_pay_10_to_1() -> None:
    assert full_monte("Jd Js Tc") == PAIR


RUNS = ("A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA")


@proves("CM-FM4")
@pytest.mark.parametrize("ranks", RUNS)
def test_CM_FM4_each_of_the_twelve_straights_pays_5_to_1(ranks: str) -> None:
    cards = f"{ranks[0]}c {ranks[1]}d {ranks[2]}c"
    assert in_any_order(cards) == {STRAIGHT}
    assert clauses(cards) == ["CM-FM", "CM-FM4"]


@guards("CM-FM4")
@pytest.mark.parametrize("ranks", ["235", "346", "9TQ", "QA2", "A24", "JQA", "KA2"])
def test_CM_FM4_a_gap_leaves_no_straight(ranks: str) -> None:
    assert full_monte(f"{ranks[0]}c {ranks[1]}d {ranks[2]}c") == NOTHING


@proves("CM-FM5")
@pytest.mark.parametrize("suit", "cdhs")
def test_CM_FM5_a_flush_pays_3_to_1(suit: str) -> None:
    cards = f"2{suit} 9{suit} K{suit}"
    assert full_monte(cards) == FLUSH
    assert clauses(cards) == ["CM-FM", "CM-FM5"]


@guards("CM-FM5")
@pytest.mark.parametrize("cards", ["2c 9c Kd", "2c 9d Kc", "2d 9c Kc"])
def test_CM_FM5_two_cards_of_a_suit_are_no_flush(cards: str) -> None:
    assert full_monte(cards) == NOTHING


@proves("CM-FM6")
@pytest.mark.parametrize("cards", ["Jd Js Ah", "Jd Ah Js", "Ah Jd Js", "2c 2d 3c", "Jd Jd As"])
def test_CM_FM6_a_pair_pays_1_to_1(cards: str) -> None:
    assert full_monte(cards) == PAIR
    assert clauses(cards) == ["CM-FM", "CM-FM6"]


@guards("CM-FM6")
def test_CM_FM6_neighbours_in_rank_are_no_pair() -> None:
    assert full_monte("Jd Ts Ah") == NOTHING


@proves("CM-R1")
@pytest.mark.parametrize(("cards", "expected"), [("As 2d 3h", STRAIGHT), ("Qs Kd Ah", STRAIGHT)])
def test_CM_R1_the_ace_plays_low_before_a_deuce_and_high_after_a_king(cards: str, expected: Paid) -> None:
    assert in_any_order(cards) == {expected}


@guards("CM-R1")
@pytest.mark.parametrize(("cards", "expected"), [("Ks Ad 2h", NOTHING), ("Ks As 2s", FLUSH)])
def test_CM_R1_king_ace_deuce_is_no_straight(cards: str, expected: Paid) -> None:
    assert in_any_order(cards) == {expected}


@proves("CM-R1")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("As 2d 3h", NOTHING), ("As 2s 3s", FLUSH), ("Qs Kd Ah", STRAIGHT), ("Qs Ks As", STRAIGHT_FLUSH)],
)
def test_CM_R1_a_house_may_let_the_ace_play_high_only(cards: str, expected: Paid) -> None:
    assert full_monte(cards, ace_low_straight=False) == expected
    assert full_monte(cards, ace_low_straight="no") == expected


@guards("CM-R1")
def test_CM_R1_the_reading_of_the_ace_is_yes_or_no() -> None:
    refused = refusal(monte("As 2d 3h", {"spot": 1, "initial": 1}, ace_low_straight="perhaps"))
    assert (refused.clause, refused.field) == ("CM-R1", "house.ace_low_straight")
    assert refused.reason == '"perhaps" is neither yes nor no'


@proves("CM-R2")
@pytest.mark.parametrize("cards", ["As As Ks", "As Ks As", "Ks As As"])
def test_CM_R2_three_cards_of_a_suit_that_hold_a_pair_are_a_flush(cards: str) -> None:
    assert full_monte(cards) == FLUSH


@guards("CM-R2")
def test_CM_R2_the_pair_inside_a_flush_and_the_flush_inside_a_straight_flush_are_not_paid_on_top() -> None:
    assert wagers(monte("As As Ks", {"spot": 1, "initial": 1, "full_monte": 2}))["full_monte"]["returned"] == "8.00"
    assert wagers(monte("2c 3c 4c", {"spot": 1, "initial": 1, "full_monte": 2}))["full_monte"]["returned"] == "52.00"
    assert full_monte("As As Kd") == PAIR  # one suit off, the pair is all there is


@proves("CM-R3")
def test_CM_R3_suited_means_one_rank_and_one_suit_in_all_three_cards() -> None:
    assert full_monte("Jd Jd Jd", decks=8) == SUITED_THREE


@guards("CM-R3")
@pytest.mark.parametrize(
    ("cards", "instead"), [("Jd Jd Js", THREE_OF_A_KIND), ("Jd Js Jd", THREE_OF_A_KIND), ("Jd Jd Td", FLUSH)]
)
def test_CM_R3_two_identical_cards_with_one_suit_or_rank_off_are_not_suited_three(cards: str, instead: Paid) -> None:
    assert full_monte(cards) == instead


@proves("CM-S4")
def test_CM_S4_the_schedule_names_the_same_odds_and_a_house_may_set_others() -> None:
    assert game("casino-monte").house().show()["full_monte_paytable"] == 1
    assert full_monte("Jd Jd Jd", full_monte_paytable=[60, 25, 10, 5, 3, 1]) == (
        "three_of_a_kind_suited",
        "60:1",
        "120.00",
    )
    assert full_monte("Jd Js Ah", full_monte_paytable="60,25,10,5,3,3:2") == ("pair", "3:2", "3.00")


@guards("CM-S4")
@pytest.mark.parametrize(
    ("paytable", "right"),
    [
        (
            [100, 25, 10, 5, 3],
            "give odds for three_of_a_kind_suited, straight_flush, three_of_a_kind, straight, flush, pair",
        ),
        (2, "give 1, or odds for three_of_a_kind_suited, "),
        ([100, 25, 10, 5, 3, -1], "a winning wager pays 0:1 or more"),
    ],
)
def test_CM_S4_a_paytable_with_a_line_missing_unknown_or_below_nothing_is_refused(paytable: object, right: str) -> None:
    with pytest.raises(Refused) as refused:
        game("casino-monte").house({"full_monte_paytable": paytable})
    assert (refused.value.clause, refused.value.field) == ("CM-FM", "house.full_monte_paytable")
    assert right in refused.value.reason
