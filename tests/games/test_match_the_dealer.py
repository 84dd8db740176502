"""Match the Dealer, clause by clause, from its one file: Spanish decks, which have no tens."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier.cards import TEN, cards_from, rank_of
from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused
from croupier.record.proofs import check
from croupier.rulebook import Burn, Renewal
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitRound, AwaitShuffle, AwaitWagers, awaiting
from examples.games.match_the_dealer import MATCH_THE_DEALER, Matched, matched
from tests.clauses import guards, proves
from tests.memory_recorder import Kept
from tests.rounds import Script


def betting(seats: int = 1, **house: Any) -> Script:
    """A table that takes bets."""
    table = Script(MATCH_THE_DEALER, house, seats=seats)
    table.open()
    return table


def played(own: str, dealer: str, **house: Any) -> int:
    """What $1 won."""
    table = betting(**house)
    table.bet(1, match=1)
    table.close()
    table.deal(own, dealer)
    return table.settle()[1, "match"].result // 100


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MD-1")
def test_six_or_eight_decks_of_48_cards_hold_no_ten() -> None:
    supply = MATCH_THE_DEALER.rulebook().supply
    assert (supply.decks, supply.size, len(supply.deck)) == (6, 288, 48)
    assert TEN not in {rank_of(card) for card in supply.deck}
    assert MATCH_THE_DEALER.rulebook(MATCH_THE_DEALER.house({"decks": 8})).supply.size == 384
    assert Script(MATCH_THE_DEALER).awaited(AwaitShuffle).count == 288


@guards("MD-1")
def test_a_ten_and_a_seventh_card_are_not_dealt_and_seven_decks_are_not_used() -> None:
    table = betting(seats=4)
    for seat in (1, 2, 3, 4):
        table.bet(seat, match=1)
    table.close()
    assert table.refused(c.DealCards(cards_from("Ts 2c"))).clause == "MD-1"
    table.deal("As As", "As As", "As As")
    assert table.refused(c.DealCards(cards_from("As 2c"))).clause == "MD-1"
    with pytest.raises(croupier.Refused, match="may be analysed but not dealt"):
        Script(MATCH_THE_DEALER, {"decks": 7})


@proves("MD-2")
@pytest.mark.parametrize(
    ("own", "dealer", "is_"),
    [
        ("9s 4d", "9d", "ONE"),
        ("9s 9h", "9d", "TWO"),
        ("9s 4d", "9s", "SUITED"),
        ("9s 9d", "9s", "SUITED_AND_ONE"),
        ("9s 9s", "9s", "TWO_SUITED"),
    ],
)
def test_cards_match_by_rank_and_better_by_suit(own: str, dealer: str, is_: str) -> None:
    assert matched(*cards_from(f"{own} {dealer}")) == Matched[is_]


@guards("MD-2")
def test_kings_and_queens_do_not_match_and_a_suit_alone_does_not_either() -> None:
    assert matched(*cards_from("Ks Js Qs")) == Matched.NOTHING


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MD-3", "MD-4")
def test_two_cards_go_to_each_player_and_one_to_the_dealer_all_face_up() -> None:
    table = betting(seats=2)
    table.bet(1, match=1)
    table.bet(2, match=1)
    table.close()
    table.deal("Ks 2h", "4c 4d", "9d")
    dealt = [(event.slot, len(event.cards), event.face_up) for event in table.all(e.CardsDealt)]
    assert dealt == [("seat 1", 2, True), ("seat 2", 2, True), ("dealer", 1, True)]


@guards("MD-3", "MD-4")
def test_nothing_is_bet_once_cards_are_dealt_and_nothing_dealt_before() -> None:
    table = betting(seats=2)
    assert table.refused(c.DealCards(cards_from("Ks 2c"))).reason
    table.bet(1, match=1)
    table.close()
    assert table.refused(c.PlaceWager(2, "match", 1_00)).clause in ("MD-3", "MD-4")


# ── Payment ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MD-5", "MD-6")
def test_matches_are_paid_together() -> None:
    hands = ("9s 4d", "9s 9h", "9d 4d", "9d 9h", "9d 9d")
    assert [played(own, "9d") for own in hands] == [4, 8, 9, 13, 18]
    eight = {"decks": 8, "match_pays": 3, "suited_pays": 12}
    assert [played(own, "9d", **eight) for own in hands] == [3, 6, 12, 15, 24]


@guards("MD-5", "MD-6")
@proves("MD-7")
def test_without_a_match_the_wager_loses() -> None:
    assert played("Kd 8d", "9d") == -1


@guards("MD-7")
def test_one_match_is_enough() -> None:
    assert played("Kd 9c", "9d") == 4


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("MD-R1")
def test_limits_are_the_house_s() -> None:
    table = betting(minimum=5)
    assert table.refused(c.PlaceWager(1, "match", 4_99)).clause == "MD-R1"
    table.bet(1, match=5)


@guards("MD-R1")
def test_limits_are_in_order() -> None:
    with pytest.raises(croupier.Refused) as refused:
        MATCH_THE_DEALER.rulebook(MATCH_THE_DEALER.house({"minimum": 50, "maximum": 20}))
    assert refused.value.clause == "MD-R1"
    assert betting().refused(c.PlaceWager(1, "match", 101_00)).clause == "MD-R1"


@proves("MD-R2")
def test_the_shoe_has_a_cut_card_and_one_card_is_burned() -> None:
    supply = MATCH_THE_DEALER.rulebook().supply
    assert (supply.renewal, supply.cut_from_end, supply.burn) == (Renewal.SHOE, 72, Burn.ONE)
    other = MATCH_THE_DEALER.rulebook(MATCH_THE_DEALER.house({"shuffle": "continuous"})).supply
    assert (other.renewal, other.cut_from_end, other.burn) == (Renewal.CONTINUOUS, 0, Burn.NONE)


@guards("MD-R2")
def test_the_cut_card_comes_after_216_cards_of_288_and_not_before() -> None:
    table = Script(MATCH_THE_DEALER, seats=1)
    table.shuffle()
    deck = iter(sorted(MATCH_THE_DEALER.rulebook().supply.deck * 6))
    while not table.all(e.CutCardAppeared):
        table.do(c.OpenRound())
        table.bet(1, match=1)
        table.close()
        table.do(c.DealCards((next(deck), next(deck))), c.DealCards((next(deck),)))
        table.settle()
    assert table.state.drawn == 217  # one burned, and 72 rounds of three: the cut card lies before the last
    assert isinstance(table.awaits, AwaitShuffle)


@proves("MD-R3")
def test_a_round_called_off_returns_the_wager() -> None:
    table = betting()
    table.bet(1, match=10)
    table.close()
    table.deal("9s 4d")
    table.do(c.VoidRound("a card fell"))
    assert table.state.chips(1) == 10_000_00


@guards("MD-R3")
def test_house_rules_do_not_change_within_a_round() -> None:
    assert betting().refused(c.ChangeHouse({"suited_pays": 12})).clause == "MD-R3"


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("house", "edge"),
    [({}, "3.06"), ({"decks": 8, "match_pays": 3, "suited_pays": 12}, "2.99")],  # Wizard of Odds
)
def test_match_the_dealer_has_the_published_edge(house: dict[str, Any], edge: str) -> None:
    assert f"{float(100 * croupier.game(MATCH_THE_DEALER, **house).analyze().wagers['match'].house_edge):.2f}" == edge


def test_six_decks_have_the_published_figures() -> None:  # E. Jacobson, 888casino
    match = croupier.game(MATCH_THE_DEALER).analyze().wagers["match"]
    assert f"{float(100 * match.house_edge):.3f}" == "3.055"
    assert f"{float(match.standard_deviation):.3f}" == "2.448"
    assert f"{float(100 * match.hit_frequency):.3f}" == "15.411"


@pytest.mark.parametrize(("decks", "one", "suited"), [(6, 4, 9), (8, 3, 12), (1, 4, 9)])
def test_the_edge_is_what_a_count_by_hand_gives(decks: int, one: int, suited: int) -> None:
    others, same = 48 * decks - 1, decks - 1
    unsuited = 3 * decks
    match_chance = Fraction(2, others)  # by linearity: each of two cards is a match with the same chance
    won = match_chance * (same * suited + unsuited * one)
    apart = others - same - unsuited
    lost = Fraction(apart * (apart - 1), others * (others - 1))
    found = croupier.game(MATCH_THE_DEALER, decks=decks, match_pays=one, suited_pays=suited).analyze()
    assert found.wagers["match"].house_edge == lost - won


# ── Committed and proved ─────────────────────────────────────────────────────────────────────────────────────────────


def shoes_of(rounds: int) -> Kept:
    """Rounds dealt from committed shoes."""
    chance, kept = Chance.seeded("spanish"), Kept()
    dealer = Dealer(open_bound(chance, MATCH_THE_DEALER, {"cut_card": 192}).state, chance, recorder=kept)
    dealer.do(c.Sit(1, "Player 1", 1_000_00))
    while dealer.state.round < rounds or dealer.state.in_round:
        dealer.go_on()
        match awaiting(dealer.state):
            case AwaitRound():
                dealer.do(c.OpenRound())
            case AwaitWagers():
                dealer.do(c.PlaceWager(1, "match", 5_00), c.CloseBets())
            case _:
                dealer.do(c.SettleRound())
    return kept


def test_every_card_of_a_spanish_shoe_is_proved_and_another_composition_is_caught() -> None:
    kept = shoes_of(70)
    used = next(use for use in kept.uses if use.used_up)
    assert used.subject.length == 288
    assert '"croupier commitment 3"' in used.subject.text
    assert "Tc" not in used.subject.text
    assert check(kept.openings(), kept.uses).cards > 60
    for other in ({"deck": tuple(range(48))}, {"sizes": (5,)}):
        spoiled = [replace(use, subject=replace(use.subject, **other)) for use in kept.uses]
        with pytest.raises(Refused, match="leaves"):
            check(kept.openings(), spoiled)
