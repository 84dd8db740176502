"""Red Dog, clause by clause, from its one file; its figures are in `tests/exact/test_own_games.py`."""

from typing import Any

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.rulebook import Burn, Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision
from examples.games.red_dog import CONSECUTIVE, PAIR, RED_DOG, spread
from tests.clauses import guards, proves
from tests.rounds import Script


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(RED_DOG, house, seats=seats)
    table.open()
    return table


def dealt(two: str, **house: Any) -> Script:
    """A table with $10 on the Ante and two cards."""
    table = betting(**house)
    table.bet(1, ante=10)
    table.close()
    table.deal(*two.split())
    return table


def played(two: str, third: str = "", option: str = "", **house: Any) -> dict[str, int]:
    """What $10 on the Ante, and on a raise, won."""
    table = dealt(two, **house)
    if option:
        table.decide(seat_1=option)
    if third:
        table.deal(third)
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards and wagers ─────────────────────────────────────────────────────────────────────────────────────────────────


@proves("RD-1", "RD-R3")
def test_decks_come_from_a_shoe_with_a_cut_card_and_one_card_is_burned() -> None:
    supply = RED_DOG.rulebook().supply
    assert (supply.decks, supply.renewal, supply.cut_from_end, supply.burn) == (6, Renewal.SHOE, 26, Burn.ONE)
    other = RED_DOG.rulebook(RED_DOG.house({"shuffle": "continuous", "decks": 1})).supply
    assert (other.decks, other.renewal, other.cut_from_end, other.burn) == (1, Renewal.CONTINUOUS, 0, Burn.NONE)


@guards("RD-1", "RD-R3")
def test_sixteen_decks_are_analysed_and_not_dealt() -> None:
    with pytest.raises(Refused, match="may be analysed but not dealt"):
        Script(RED_DOG, {"decks": 16})
    with pytest.raises(Refused, match="3 to 208"):
        RED_DOG.house({"cut_card": 2})


@proves("RD-2", "RD-7")
@pytest.mark.parametrize(
    ("two", "is_"),
    [("2c Ad", 11), ("5c 7d", 1), ("Kc 2c", 10), ("9h 4s", 4), ("Kc Ac", CONSECUTIVE), ("9h 9s", PAIR)],
)
def test_the_spread_is_the_number_of_ranks_between(two: str, is_: int) -> None:
    assert spread(*cards_from(two)) == is_


@guards("RD-2", "RD-7")
def test_an_ace_is_never_low() -> None:
    assert spread(*cards_from("As 2d")) == 11 != CONSECUTIVE


@proves("RD-3", "RD-4")
def test_two_cards_are_dealt_face_up_for_all_players() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=20)
    table.close()
    table.deal("5c", "6d")
    assert [(event.slot, event.face_up) for event in table.all(e.CardsDealt)] == [("left", True), ("right", True)]
    assert {seat: won.result for (seat, _), won in table.settle().items()} == {1: 0, 2: 0}


@guards("RD-3", "RD-4")
def test_no_ante_is_placed_once_cards_are_dealt() -> None:
    table = betting(seats=2)
    assert table.refused(c.DealCards(cards_from("Ks"))).reason
    table.bet(1, ante=10)
    table.close()
    assert table.refused(c.PlaceWager(2, "ante", 10_00)).clause in ("RD-3", "RD-4")


# ── The spread ───────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("RD-5")
@guards("RD-8", "RD-9")
def test_consecutive_cards_push_and_no_third_comes() -> None:
    table = dealt("5c 6d")
    assert not isinstance(table.awaits, AwaitDecision | AwaitCards)
    assert played("5c 6d") == {"ante": 0}


@guards("RD-5")
def test_cards_with_one_rank_between_are_not_consecutive() -> None:
    assert isinstance(dealt("5c 7d").awaits, AwaitDecision)


@proves("RD-6")
def test_a_pair_is_dealt_a_third_card_without_a_raise() -> None:
    assert isinstance(dealt("9c 9d").awaits, AwaitCards)
    assert played("9c 9d", "9h") == {"ante": 110}
    assert played("9c 9d", "8h") == {"ante": 0}


@guards("RD-6")
def test_nobody_raises_on_a_pair() -> None:
    assert dealt("9c 9d").refused(c.Decide(1, "raise")).reason


@proves("RD-8", "RD-R1")
def test_on_a_spread_each_player_may_raise_by_the_ante() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=20)
    table.close()
    table.deal("2c", "Td")
    assert table.awaited(AwaitDecision).seats == (1, 2)
    table.decide(seat_1="raise", seat_2="call")
    table.deal("7h")
    won = {place: settled.result // 100 for place, settled in table.settle().items()}
    assert won == {(1, "ante"): 10, (1, "raise"): 10, (2, "ante"): 20}


@guards("RD-R1")
def test_no_raise_is_of_another_amount() -> None:
    assert dealt("2c Td").refused(c.PlaceWager(1, "raise", 5_00)).reason
    assert dealt("2c Td").refused(c.Decide(1, "raise_half")).reason


# ── The third card ───────────────────────────────────────────────────────────────────────────────────────────────────


@proves("RD-9")
def test_the_third_card_lies_in_the_middle() -> None:
    table = dealt("5c 9d")
    table.decide(seat_1="call")
    table.deal("7h")
    last = table.all(e.CardsDealt)[-1]
    assert (last.slot, last.face_up, last.clause) == ("middle", True, "RD-9")


@proves("RD-10")
@pytest.mark.parametrize(
    ("two", "third", "won"),
    [("5c 7d", "6h", 50), ("8d 5c", "6h", 40), ("5c 9d", "8h", 20), ("5c Td", "8h", 10), ("2c Ad", "Kh", 10)],
)
def test_a_third_card_between_wins_by_the_spread(two: str, third: str, won: int) -> None:
    assert played(two, third, "raise") == {"ante": won, "raise": won}
    assert played(two, third, "call") == {"ante": won}


@guards("RD-10", "RD-R5")
@proves("RD-11")
@pytest.mark.parametrize("third", ["5h", "9h", "4h", "Ah"])
def test_any_other_third_card_loses_both(third: str) -> None:
    assert played("5c 9d", third, "raise") == {"ante": -10, "raise": -10}


@guards("RD-11")
def test_the_order_of_the_first_two_cards_does_not_matter() -> None:
    assert played("9d 5c", "7h", "call") == played("5c 9d", "7h", "call") == {"ante": 20}


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("RD-R2")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25, maximum=50)
    assert table.refused(c.PlaceWager(1, "ante", 50_01)).clause == "RD-R2"
    table.bet(1, ante=25)


@guards("RD-R2")
def test_limits_are_in_order_and_seats_are_seven() -> None:
    with pytest.raises(Refused) as refused:
        RED_DOG.rulebook(RED_DOG.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "RD-R2"
    assert betting().refused(c.Sit(8, "Ada", 100_00)).clause == "RD-R2"


@proves("RD-R4")
def test_a_round_called_off_returns_ante_and_raise() -> None:
    table = dealt("2c Td")
    table.decide(seat_1="raise")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("RD-R4")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"paytable": 1})).clause == "RD-R4"


@proves("RD-R5")
def test_a_part_of_a_cent_is_not_paid() -> None:
    table = Script(RED_DOG, {"paytable": ["5", "4", "2", "1:3", "11"]}, seats=1)
    table.open()
    table.bet(1, ante=10)
    table.close()
    table.deal("2c", "Td")
    table.decide(seat_1="call")
    table.deal("7h")
    assert table.settle()[1, "ante"].result == 3_33
