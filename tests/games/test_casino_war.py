"""Casino War, clause by clause, from its one file."""

from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier.cards import cards_from
from croupier.rulebook import Burn, Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision
from examples.games.casino_war import CASINO_WAR, Compared, compared
from tests.clauses import guards, proves
from tests.rounds import Script


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(CASINO_WAR, house, seats=seats)
    table.open()
    return table


def played(own: str, dealer: str, war: str = "", **house: Any) -> dict[str, int]:
    """What $10 on the Ante and $1 on Tie won, dealt these cards; in a tie the player goes to war."""
    table = betting(**house)
    table.bet(1, ante=10, tie=1)
    table.close()
    table.deal(own, dealer)
    if war:
        table.decide(seat_1="war")
        table.deal(*war.split())
    return {wager: settled.result // 100 for (_, wager), settled in table.settle().items()}


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CW-2")
@pytest.mark.parametrize(
    ("own", "dealer", "is_"),
    [
        ("As", "Kd", "HIGHER"),
        ("Ah", "2c", "HIGHER"),
        ("Tc", "Jc", "LOWER"),
        ("9c", "9h", "EQUAL"),
        ("7d", "7d", "EQUAL"),
    ],
)
def test_aces_are_high_and_suits_do_not_matter(own: str, dealer: str, is_: str) -> None:
    assert compared(*cards_from(f"{own} {dealer}")) == Compared[is_]


@guards("CW-2")
def test_an_ace_is_never_low_and_no_suit_beats_another() -> None:
    assert compared(*cards_from("2s Ac")) == Compared.LOWER
    assert {compared(8 * 4 + own, 8 * 4 + dealer) for own in range(4) for dealer in range(4)} == {Compared.EQUAL}


@proves("CW-1", "CW-R5")
def test_six_decks_come_from_a_shoe_with_a_cut_card_and_one_card_is_burned() -> None:
    supply = CASINO_WAR.rulebook().supply
    assert (supply.decks, supply.renewal, supply.cut_from_end, supply.burn) == (6, Renewal.SHOE, 78, Burn.ONE)
    other = CASINO_WAR.rulebook(CASINO_WAR.house({"shuffle": "continuous", "decks": 8})).supply
    assert (other.decks, other.renewal, other.cut_from_end, other.burn) == (8, Renewal.CONTINUOUS, 0, Burn.NONE)


@guards("CW-1", "CW-R5")
def test_five_decks_are_not_dealt() -> None:
    with pytest.raises(croupier.Refused, match="may be analysed but not dealt"):
        Script(CASINO_WAR, {"decks": 5})
    with pytest.raises(croupier.Refused, match="16 to 208"):
        CASINO_WAR.house({"cut_card": 15})


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────


@proves("CW-3", "CW-4")
def test_players_get_a_card_each_and_then_the_dealer_all_face_up() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=20, tie=5)
    table.close()
    table.deal("Ks", "2h", "9d")
    table.settle()
    dealt = [(event.slot, event.face_up) for event in table.all(e.CardsDealt)]
    assert dealt == [("seat 1", True), ("seat 2", True), ("dealer", True)]


@guards("CW-3", "CW-4")
def test_nothing_is_bet_once_cards_are_dealt_and_nothing_dealt_before() -> None:
    table = betting()
    assert table.refused(c.DealCards(cards_from("Ks"))).reason
    table.bet(1, ante=10)
    table.close()
    assert table.refused(c.PlaceWager(1, "tie", 1_00)).clause in ("CW-3", "CW-4")


@proves("CW-5")
def test_the_higher_card_wins_even_money() -> None:
    assert played("Ks", "Qd")["ante"] == 10
    assert played("Qs", "Kd")["ante"] == -10


@guards("CW-5", "CW-7", "CW-9")
def test_without_a_tie_nobody_is_asked_and_no_second_card_comes() -> None:
    table = betting()
    table.bet(1, ante=10)
    table.close()
    table.deal("Ks", "Qd")
    assert not isinstance(table.awaits, AwaitDecision | AwaitCards)
    assert table.refused(c.Decide(1, "war")).reason


@proves("CW-6")
def test_a_tie_pays_ten_to_one_whatever_the_war_brings() -> None:
    assert [played("9s", "9d", war)["tie"] for war in ("2c Ad", "Ac 2d", "5c 5d")] == [10, 10, 10]
    assert played("9s", "9d", "2c Ad", tie_pays=11)["tie"] == 11


@guards("CW-6")
def test_a_tied_war_alone_is_not_a_tie() -> None:
    assert played("9s", "8d")["tie"] == played("8s", "9d")["tie"] == -1


# ── War ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CW-7", "CW-9")
def test_only_tied_players_go_to_war_and_one_card_of_the_dealer_s_serves_them_all() -> None:
    table = betting(seats=3)
    for seat in (1, 2, 3):
        table.bet(seat, ante=10 * seat)
    table.close()
    table.deal("9s", "Kd", "9h", "9c")
    assert table.awaited(AwaitDecision).seats == (1, 3)
    table.decide(seat_3="war", seat_1="war")
    table.deal("4s", "Jh", "Tc")
    won = {place: settled.result // 100 for place, settled in table.settle().items()}
    assert won == {(1, "ante"): -10, (1, "raise"): -10, (2, "ante"): 20, (3, "ante"): 0, (3, "raise"): 30}
    assert [event.slot for event in table.all(e.CardsDealt)][-3:] == ["seat 1", "seat 3", "dealer"]


@proves("CW-10")
def test_a_war_won_pays_the_raise_and_returns_the_ante() -> None:
    assert played("9s", "9d", "Kc Qd") == {"ante": 0, "raise": 10, "tie": 10}


@guards("CW-10")
@proves("CW-11")
def test_a_war_lost_loses_ante_and_raise() -> None:
    assert played("9s", "9d", "Qc Kd") == {"ante": -10, "raise": -10, "tie": 10}


@guards("CW-11")
@proves("CW-12", "CW-R2")
def test_a_tied_war_is_won_and_may_pay_a_bonus() -> None:
    assert played("9s", "9d", "4c 4d") == {"ante": 0, "raise": 10, "tie": 10}
    assert played("9s", "9d", "4c 4d", tied_war="bonus") == {"ante": 10, "raise": 10, "tie": 10}


@guards("CW-12", "CW-R2")
def test_the_bonus_is_for_a_tied_war_alone() -> None:
    assert played("9s", "9d", "Kc Qd", tied_war="bonus")["ante"] == 0
    assert played("Ks", "Qd", tied_war="bonus")["ante"] == 10


@proves("CW-13")
def test_who_surrenders_loses_half_of_the_ante() -> None:
    table = betting()
    table.bet(1, ante=10, tie=1)
    table.close()
    table.deal("9s", "9d")
    table.decide(seat_1="surrender")
    won = table.settle()
    assert {wager: settled.result // 100 for (_, wager), settled in won.items()} == {"ante": -5, "tie": 10}
    assert (won[1, "ante"].outcome, won[1, "ante"].clauses) == ("surrendered", ("CW-13",))


@guards("CW-13")
def test_nobody_surrenders_a_card_that_is_not_tied() -> None:
    for cards in ("Ks Qd", "Qs Kd"):
        table = betting(seats=2)
        table.bet(1, ante=10)
        table.bet(2, ante=10)
        table.close()
        own, dealer = cards.split()
        table.deal(own, dealer.replace("d", "h"), dealer)
        assert table.awaited(AwaitDecision).seats == (2,)
        assert "seat 1 is not asked for war" in table.refused(c.Decide(1, "surrender")).reason


@proves("CW-R1")
def test_who_is_silent_surrenders_and_loses_the_larger_half() -> None:
    table = betting()
    table.do(c.PlaceWager(1, "ante", 10_01))
    table.close()
    table.deal("9s", "9d")
    table.do(c.TimeOut(1))
    assert table.settle()[1, "ante"].result == -5_01


@guards("CW-R1")
def test_nobody_goes_to_war_without_the_chips() -> None:
    table = Script(CASINO_WAR, seats=1, chips=15_00)
    table.open()
    table.bet(1, ante=10)
    table.close()
    table.deal("9s", "9d")
    assert "$5" in table.refused(c.Decide(1, "war")).reason
    table.decide(seat_1="surrender")


@proves("CW-8", "CW-R3")
def test_three_cards_are_burned_before_the_cards_of_a_war_once_for_all() -> None:
    table = betting(seats=2)
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.close()
    before = table.state.drawn
    table.deal("9s", "9h", "9d")
    table.decide(seat_1="war", seat_2="war")
    assert [event.count for event in table.all(e.CardsDiscarded)] == [3]
    table.deal("4s", "5h", "5d")
    assert table.state.drawn - before == 3 + 3 + 3


@guards("CW-8", "CW-R3")
def test_no_card_is_burned_without_a_war() -> None:
    table = betting()
    table.bet(1, ante=10)
    table.close()
    table.deal("9s", "9d")
    table.decide(seat_1="surrender")
    assert not table.all(e.CardsDiscarded)


@guards("CW-R3")
def test_no_burned_card_can_be_seen() -> None:
    assert {event.slot for event in Script(CASINO_WAR).all(e.CardsDealt)} <= {"seat 1", "dealer"}
    assert set(CASINO_WAR.rulebook().slots) == {"dealer", *(f"seat {seat}" for seat in range(1, 8))}


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("CW-R4")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=25, tie_maximum=5)
    assert table.refused(c.PlaceWager(1, "ante", 24_99)).clause == "CW-R4"
    table.bet(1, ante=25, tie=5)


@guards("CW-R4")
def test_tie_needs_an_ante_and_limits_are_in_order() -> None:
    assert betting().refused(c.PlaceWager(1, "tie", 1_00)).clause == "CW-R4"
    for names in (("minimum", "maximum"), ("tie_minimum", "tie_maximum")):
        with pytest.raises(croupier.Refused) as refused:
            CASINO_WAR.rulebook(CASINO_WAR.house(dict(zip(names, (50, 20), strict=True))))
        assert refused.value.clause == "CW-R4"


@proves("CW-R6")
def test_a_round_called_off_returns_ante_and_raise() -> None:
    table = betting()
    table.bet(1, ante=10, tie=1)
    table.close()
    table.deal("9s", "9d")
    table.decide(seat_1="war")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("CW-R6")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"tied_war": "bonus"})).clause == "CW-R6"


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tied_war", "ante"),
    [("raise", "2.8771"), ("bonus", "2.3301")],  # Wizard of Odds
)
def test_casino_war_has_the_published_edge(tied_war: str, ante: str) -> None:
    wagers = croupier.game(CASINO_WAR, tied_war=tied_war).analyze().wagers
    assert f"{float(100 * wagers['ante'].house_edge):.4f}" == ante
    assert f"{float(100 * wagers['tie'].house_edge):.4f}" == "18.6495"


def by_hand(decks: int, bonus: int) -> Fraction:
    """The edge of always going to war, counted by hand: a tie, then two of the cards that are left."""
    cards, rank = 52 * decks, 4 * decks
    tie = Fraction(rank - 1, cards - 1)
    won = lost = tied = 0
    for of in range(13):
        left = [rank - 2 * (r == of) for r in range(13)]
        for own in range(13):
            for dealer in range(13):
                ways = left[own] * (left[dealer] - (own == dealer))
                won, tied, lost = (
                    won + ways * (own > dealer),
                    tied + ways * (own == dealer),
                    lost + ways * (own < dealer),
                )
    every = won + tied + lost
    return -tie * Fraction(won + tied * (1 + bonus) - 2 * lost, every)


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize(("tied_war", "bonus"), [("raise", 0), ("bonus", 1)])
def test_the_edge_is_what_a_count_by_hand_gives(decks: int, tied_war: str, bonus: int) -> None:
    wagers = croupier.game(CASINO_WAR, decks=decks, tied_war=tied_war).analyze().wagers
    assert wagers["ante"].house_edge == by_hand(decks, bonus)
    assert wagers["ante"].average_wager == 1 + Fraction(4 * decks - 1, 52 * decks - 1)


def test_advice_is_to_go_to_war() -> None:
    game = croupier.game(CASINO_WAR)
    assert game.advise(card="9s", dealer="9d").best == "war"
    assert game.advise(card="9s", dealer="9d").options["surrender"] == Fraction(-1, 2)
    with pytest.raises(croupier.Refused, match="war is not asked with these cards, so there is nothing to decide"):
        game.advise(card="9s", dealer="Td")


@pytest.mark.parametrize(
    ("decks", "bonus", "war", "surrender"),  # Wizard of Odds
    [
        (1, "2.06", "2.42", "2.94"),
        (2, "2.24", "2.70", "3.40"),
        (4, "2.31", "2.84", "3.62"),
        (6, "2.33", "2.88", "3.70"),
        (8, "2.34", "2.90", "3.73"),
    ],
)
def test_every_way_to_play_has_its_published_edge(decks: int, bonus: str, war: str, surrender: str) -> None:
    def edge(tied_war: str, option: str) -> Fraction:
        game = croupier.game(CASINO_WAR, decks=decks, tied_war=tied_war)
        return game.analyze(strategy={"otherwise": option}).wagers["ante"].house_edge

    assert f"{float(100 * edge('bonus', 'war')):.2f}" == bonus
    assert f"{float(100 * edge('raise', 'war')):.2f}" == war
    assert f"{float(100 * edge('raise', 'surrender')):.2f}" == surrender
    assert edge("raise", "surrender") == Fraction(4 * decks - 1, 2 * (52 * decks - 1))


def test_nothing_is_told_of_decisions_that_nobody_makes() -> None:
    rows = {row.outcome for row in croupier.game(CASINO_WAR).analyze().wagers["ante"].rows}
    assert rows == {"higher", "lower", "war:war_won", "war:war_tied", "war:war_lost"}
