"""A side bet of another house is one new file: it is dealt, settled, refused and replayed like any other wager."""

from pathlib import Path

import pytest

import croupier
from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.games.baccarat import PLAIN_BACCARAT
from croupier.games.lucky_monkey import BACCARAT
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import open_table, step
from croupier.table.replay import cause_of
from croupier.table.state import fold
from examples.games.dragon_7 import DRAGON_7
from tests.clauses import guards, proves
from tests.rounds import Script

BOTH = BACCARAT.with_side_bets(DRAGON_7)


def betting(**house: object) -> Script:
    """A table with both side bets that takes bets."""
    table = Script(BOTH, house, seats=2)
    table.open()
    return table


def dragon(*cards: str) -> e.WagerSettled:
    """What became of $5 on Dragon 7 in a coup dealt in this order."""
    table = betting()
    table.bet(1, banker=10, dragon_7=5)
    table.close()
    table.deal(*cards)
    return table.settle()[1, "dragon_7"]


def test_the_game_speaks_of_it_as_of_its_own_wagers() -> None:
    assert [wager.id for wager in BOTH.rulebook().wagers] == ["player", "banker", "tie", "lucky_monkey", "dragon_7"]
    assert BOTH.clause("D7-2").text == "It wins 40:1 if Banker wins with a three-card total of 7."
    assert [document.id for document in BOTH.documents][-1] == "dragon-7"
    assert BOTH.house({"dragon_7_maximum": 250}).show()["dragon_7_maximum"] == "250.00"


@proves("D7-1", "D7-2")
def test_a_coup_with_both_side_bets_from_the_first_wager_to_the_discards() -> None:
    table = Script(BOTH, seats=2)
    table.shuffle()
    before = len(table.events)
    table.open()
    table.bet(1, banker=10, lucky_monkey=2, dragon_7=5)
    table.bet(2, player=20, dragon_7=1)
    table.close()
    table.deal("9h", "3s", "3d", "Ks", "Kc", "4d")  # Player 2, Banker 3 + 4
    table.settle()
    p1, b1, p2, b2, p3, b3 = cards_from("9h 3s 3d Ks Kc 4d")
    assert table.events[before:] == [
        e.RoundOpened(1, "shoe", 0, 0),
        e.WagerPlaced(1, "banker", 10_00, 0),
        e.WagerPlaced(1, "lucky_monkey", 2_00, 0),
        e.WagerPlaced(1, "dragon_7", 5_00, 0),
        e.WagerPlaced(2, "player", 20_00, 0),
        e.WagerPlaced(2, "dragon_7", 1_00, 0),
        e.BetsClosed("BAC-4"),
        e.CardsDealt("player", (p1,), face_up=True, clause="BAC-4"),
        e.CardsDealt("banker", (b1,), face_up=True, clause="BAC-4"),
        e.CardsDealt("player", (p2,), face_up=True, clause="BAC-4"),
        e.CardsDealt("banker", (b2,), face_up=True, clause="BAC-4"),
        e.CardsDealt("player", (p3,), face_up=True, clause="BAC-P"),
        e.CardsDealt("banker", (b3,), face_up=True, clause="BAC-B3"),
        e.SettlementBegan("BAC-6"),
        e.WagerSettled(1, "banker", 10_00, "win", "19:20", 9_50, None, ("BAC-7", "LM-R5")),
        e.WagerSettled(2, "player", 20_00, "lose", None, -20_00, None, ("BAC-6",)),
        e.WagerSettled(1, "lucky_monkey", 2_00, "one_face", "1:1", 2_00, None, ("LM-1", "LM-T")),
        e.WagerSettled(1, "dragon_7", 5_00, "dragon_7", "40:1", 200_00, None, ("D7-2",)),
        e.WagerSettled(2, "dragon_7", 1_00, "dragon_7", "40:1", 40_00, None, ("D7-2",)),
        e.CardsPickedUp(("player", "banker"), "BAC-9"),
        e.RoundClosed(1, -231_50),
    ]
    assert [table.state.chips(seat) for seat in (1, 2)] == [10_211_50, 10_020_00]


@proves("D7-3")
@guards("D7-2")
@pytest.mark.parametrize(
    "cards",
    [
        ("Kh", "Ks", "6d", "7d"),  # Banker's seven is in two cards
        ("Kh", "3s", "2d", "Kd", "2c", "3c"),  # Banker wins with a three-card six
        ("Kh", "3s", "2d", "Kd", "5c", "4c"),  # seven against seven is a tie
        ("Kh", "3s", "4d", "Kd", "4c", "4h"),  # Player's eight beats the three-card seven
    ],
)
def test_anything_but_a_winning_three_card_seven_loses(cards: tuple[str, ...]) -> None:
    assert dragon(*cards) == e.WagerSettled(1, "dragon_7", 5_00, "lose", None, -5_00, None, ("D7-3",))


@guards("D7-3")
def test_banker_drawing_alone_to_seven_wins_it_too() -> None:
    assert dragon("Kh", "Ks", "6d", "5d", "2c").result == 200_00


def test_lucky_monkey_is_still_collected_first_when_no_third_card_comes() -> None:
    table = betting()
    table.bet(1, banker=10, dragon_7=5, lucky_monkey=2)
    table.close()
    table.deal("Kh", "Ks", "6d", "7d")
    assert list(table.settle()) == [(1, "lucky_monkey"), (1, "banker"), (1, "dragon_7")]


@proves("D7-R1")
@pytest.mark.parametrize(("cents", "shown"), [(99, "$0.99"), (100_01, "$100.01")])
def test_a_cent_outside_its_limits_is_refused(cents: int, shown: str) -> None:
    table = betting()
    table.bet(1, banker=10)
    refused = table.refused(c.PlaceWager(1, "dragon_7", cents))
    assert (refused.clause, refused.reason) == (
        "D7-R1",
        f"{shown} on Dragon 7 is outside the limits; bet $1 to $100",
    )
    table.do(c.PlaceWager(1, "dragon_7", 100_00))


@guards("D7-R1")
def test_its_other_clauses_are_kept_like_any_others() -> None:
    table = betting()
    table.bet(2, banker=10)
    refused = table.refused(c.PlaceWager(1, "dragon_7", 5_00))
    assert (refused.clause, refused.reason) == (
        "D7-R1",
        "Dragon 7 needs a wager on Player or Banker or Tie at the same seat",
    )
    with pytest.raises(Refused) as wrong_limits:
        open_table(BOTH, {"dragon_7_minimum": 20, "dragon_7_maximum": 10})
    assert (wrong_limits.value.clause, wrong_limits.value.field) == ("D7-R1", "house.dragon_7_minimum")


def test_the_record_alone_leads_back_to_the_table_and_its_causes_to_the_record() -> None:
    table = betting()
    table.bet(1, banker=10, dragon_7=5)
    table.close()
    table.deal("9h", "3s", "3d", "Ks", "Kc", "4d")
    table.settle()
    assert fold(BOTH, table.events) == table.state
    state, replayed = open_table(BOTH)
    events: list[e.Event] = list(replayed)
    for event in table.events[1:]:
        command = cause_of(event)
        if command is not None:
            state, happened = step(state, command)
            events += happened
    assert (state, events) == (table.state, table.events)


def test_a_coup_called_off_returns_it() -> None:
    table = betting()
    table.bet(1, banker=10, dragon_7=5)
    table.close()
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


def test_baccarat_without_side_bets_is_a_game_too() -> None:
    assert [wager.id for wager in PLAIN_BACCARAT.rulebook().wagers] == ["player", "banker", "tie"]


def test_the_package_knows_nothing_of_it() -> None:
    sources = Path(croupier.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "dragon" in path.read_text(encoding="utf-8").lower()] == []
