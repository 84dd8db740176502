"""Blackjack, clause by clause, from its one file; and its figures, published and worked out in other ways."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import croupier
from croupier.cards import card_from, cards_from
from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.exact.readings import readings
from croupier.exact.repeat_report import AverageReport
from croupier.exact.repeat_solver import RepeatSolver
from croupier.exact.repeat_strategy import Followed, by_sights, own_choice, played
from croupier.hint import hint
from croupier.rulebook import Burn, Game, House, Renewal, Rulebook, Ruling
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitSettlement, awaiting
from croupier.table.core import step
from croupier.table.legal import legal
from croupier.table.state import State
from croupier.table.state import fold as fold_events
from croupier.table.view import view
from examples.games.blackjack import (
    BLACKJACK,
    fold,
    folded,
    halves,
    hand_from,
    hand_text,
    is_blackjack,
    is_soft,
    may_double,
    may_double_after_a_split,
    may_hit,
    may_split,
    total,
    up_from,
    up_text,
    value,
)
from tests.clauses import guards, proves
from tests.naive.twenty_one import Cards, Rules, drawn
from tests.naive.twenty_one_by_recursion import won as won_by_recursion
from tests.random_tables import likely
from tests.rounds import Script

CONTINUOUS = {"shuffle": "continuous"}


def dealt(*cards: str, seats: int = 1, **house: Any) -> Script:
    """A table with $10 on each Bet, dealt in the order of the rules: players, dealer, players, dealer face down."""
    table = Script(BLACKJACK, {**CONTINUOUS, **house}, seats=seats)
    table.open()
    for seat in range(1, seats + 1):
        table.bet(seat, bet=10)
    table.close()
    table.deal(*cards)
    return table


def won(table: Script) -> dict[tuple[int, str], int]:
    """What each wager won in dollars, once no card and no decision is missing."""
    return {key: settled.result // 100 for key, settled in table.settle().items()}


def offered(state: State) -> tuple[str, ...]:
    """What seat 1 may do with its hand."""
    found = legal(state, 1).decision
    assert found
    return tuple(option.option for option in found.options)


def hand(cards: str) -> int:
    return folded(cards_from(cards))


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("BJ-1", "BJ-R4")
def test_six_decks_come_from_a_shoe_with_a_cut_card_and_one_card_is_burned() -> None:
    supply = BLACKJACK.rulebook().supply
    assert (supply.decks, supply.renewal, supply.cut_from_end, supply.burn) == (6, Renewal.SHOE, 78, Burn.ONE)
    single = BLACKJACK.rulebook(BLACKJACK.house({"decks": 1})).supply
    assert (single.decks, single.cut_from_end) == (1, 26)
    shuffled = BLACKJACK.rulebook(BLACKJACK.house({"decks": 8, **CONTINUOUS})).supply
    assert (shuffled.decks, shuffled.renewal, shuffled.burn) == (8, Renewal.CONTINUOUS, Burn.NONE)


@guards("BJ-1", "BJ-R4")
def test_nine_decks_are_not_used_and_a_card_comes_no_more_often_than_there_are_decks() -> None:
    with pytest.raises(croupier.Refused, match="1 to 8"):
        BLACKJACK.house({"decks": 9})
    table = dealt("Ks", "9h", decks=1)
    assert table.refused(c.DealCards(cards_from("Ks"))).clause == "BJ-1"


@proves("BJ-2")
@pytest.mark.parametrize(
    ("cards", "counts", "soft"),
    [
        ("Kd 7s", 17, 0),
        ("Jc Qh", 20, 0),
        ("As 6d", 17, 1),
        ("As 6d Tc", 17, 0),
        ("As Ad", 12, 1),
        ("As Ad Ac 8h", 21, 1),
        ("9s 5d Ac", 15, 0),
        ("2s 3d 4c 5h", 14, 0),
    ],
)
def test_courts_count_ten_and_an_ace_eleven_while_it_can(cards: str, counts: int, soft: int) -> None:
    assert (total(hand(cards)), is_soft(hand(cards))) == (counts, soft)


@guards("BJ-2")
def test_only_one_ace_of_a_hand_counts_eleven_and_the_order_of_cards_does_not_matter() -> None:
    assert total(hand("As Ad Ah Ac")) == 14
    assert total(hand("Ts 9d Ah")) == total(hand("Ah 9d Ts")) == 20
    assert sorted({value(card) for card in range(52)}) == list(range(1, 11))


@proves("BJ-3")
@pytest.mark.parametrize("cards", ["As Kd", "Td Ah", "Qs Ac"])
def test_an_ace_with_a_ten_or_a_court_card_is_a_blackjack(cards: str) -> None:
    assert is_blackjack(hand(cards)) == 1


@guards("BJ-3")
@pytest.mark.parametrize("cards", ["7s 7d 7h", "As 5d 5c", "As 9d", "Ks Qd", "As"])
def test_twenty_one_with_more_cards_is_no_blackjack(cards: str) -> None:
    assert is_blackjack(hand(cards)) == 0


# ── Wagers and the deal ──────────────────────────────────────────────────────────────────────────────────────────────


@proves("BJ-4", "BJ-5")
def test_two_cards_go_to_each_player_and_the_dealer_hides_the_second() -> None:
    table = dealt("Ks", "9h", "7d", "8c", "8h", "Tc", seats=2)
    shown = [(event.slot, event.face_up) for event in table.all(e.CardsDealt)]
    assert shown == [
        *(("seat 1", True), ("seat 2", True), ("dealer", True)),
        *(("seat 1", True), ("seat 2", True), ("dealer", False)),
    ]


@guards("BJ-4", "BJ-5")
def test_nothing_is_bet_once_cards_are_dealt_and_nothing_dealt_before() -> None:
    table = Script(BLACKJACK, CONTINUOUS, seats=1)
    table.open()
    assert table.refused(c.DealCards(cards_from("Ks"))).reason
    table.bet(1, bet=10)
    table.close()
    assert table.refused(c.PlaceWager(1, "bet", 20_00)).clause == "BJ-5"
    assert table.refused(c.PlaceWager(1, "double", 10_00)).reason


@proves("BJ-6")
def test_nobody_plays_against_a_blackjack_and_all_but_a_blackjack_lose() -> None:
    table = dealt("Ks", "Ah", "Ad", "9c", "Kh", "Tc", seats=2)
    assert isinstance(table.awaits, AwaitSettlement)
    settled = table.settle()
    assert {key: (each.result // 100, each.clauses) for key, each in settled.items()} == {
        (1, "bet"): (-10, ("BJ-6",)),
        (2, "bet"): (0, ("BJ-7",)),
    }


@guards("BJ-6")
def test_a_dealer_who_draws_to_21_has_no_blackjack_and_players_play() -> None:
    table = dealt("Ks", "Ad", "9c", "5c")
    assert table.awaited(AwaitDecision).seats == (1,)
    table.decide(seat_1="stand")
    table.deal("5d")
    assert won(table) == {(1, "bet"): -10}


@proves("BJ-7")
@pytest.mark.parametrize(("pays", "wins"), [("3:2", 15), ("6:5", 12)])
def test_a_blackjack_is_paid_and_its_player_is_not_asked(pays: str, wins: int) -> None:
    table = dealt("As", "9d", "Kc", "8h", blackjack_pays=pays)
    assert won(table) == {(1, "bet"): wins}
    assert won(dealt("As", "Ad", "Kc", "Kh", blackjack_pays=pays)) == {(1, "bet"): 0}


@guards("BJ-7")
def test_twenty_one_with_three_cards_wins_no_more_than_even_money() -> None:
    table = dealt("7s", "9d", "7c", "8h")
    table.decide(seat_1="hit")
    table.deal("7h")
    assert won(table) == {(1, "bet"): 10}


# ── Playing a hand ───────────────────────────────────────────────────────────────────────────────────────────────────


@proves("BJ-8")
def test_players_play_one_after_another_each_until_the_hand_is_done() -> None:
    table = dealt("5s", "6h", "9d", "5c", "6c", "8c", seats=2)
    assert table.awaited(AwaitDecision).seats == (1,)
    table.decide(seat_1="hit")
    assert table.awaited(AwaitCards).slot == "seat 1"
    table.deal("2c")
    assert table.awaited(AwaitDecision).seats == (1,)
    table.decide(seat_1="hit")
    table.deal("3c")
    table.decide(seat_1="stand")
    assert table.awaited(AwaitDecision).seats == (2,)
    table.decide(seat_2="stand")
    assert won(table) == {(1, "bet"): -10, (2, "bet"): -10}
    assert table.folded() == table.state


@guards("BJ-8", "BJ-R3")
def test_nobody_plays_out_of_turn_after_standing_or_for_another() -> None:
    table = dealt("5s", "6h", "9d", "5c", "6c", "8c", seats=2)
    assert table.refused(c.Decide(2, "stand")).clause == "BJ-8"
    assert table.refused(c.Decide(1, "stand", by=2)).clause == "BJ-R3"
    table.decide(seat_1="stand")
    assert table.refused(c.Decide(1, "hit")).clause == "BJ-8"


@proves("BJ-9")
def test_a_hit_brings_one_card_and_a_hand_over_21_loses_at_once() -> None:
    table = dealt("Ts", "9d", "6c", "8h")
    table.decide(seat_1="hit")
    table.deal("Kc")
    assert isinstance(table.awaits, AwaitSettlement)  # not asked again, and nothing is drawn for nobody
    assert won(table) == {(1, "bet"): -10}


@guards("BJ-9")
def test_who_stands_gets_no_card() -> None:
    table = dealt("Ts", "9d", "6c", "8h")
    table.decide(seat_1="stand")
    assert table.refused(c.DealCards(cards_from("2c"))).reason
    assert won(table) == {(1, "bet"): -10}


@proves("BJ-10")
def test_a_double_stakes_as_much_again_for_one_card() -> None:
    table = dealt("6s", "9d", "5c", "8h")
    assert offered(table.state) == ("stand", "hit", "double")
    table.decide(seat_1="double")
    table.deal("Kc")
    assert won(table) == {(1, "bet"): 10, (1, "double"): 10}
    assert may_double(hand("6s 5c")) == 1


@guards("BJ-10")
def test_nobody_doubles_with_three_cards_or_gets_a_second_one() -> None:
    table = dealt("2s", "9d", "3c", "8h")
    table.decide(seat_1="hit")
    table.deal("4c")
    assert offered(table.state) == ("stand", "hit")
    assert "not offered" in table.refused(c.Decide(1, "double")).reason
    other = dealt("2s", "9d", "3c", "8h")
    other.decide(seat_1="double")
    other.deal("4c")
    assert other.refused(c.Decide(1, "hit")).reason
    assert won(other) == {(1, "bet"): -10, (1, "double"): -10}
    poor = Script(BLACKJACK, CONTINUOUS, seats=1, chips=15_00)
    poor.open()
    poor.bet(1, bet=10)
    poor.close()
    poor.deal("6s", "9d", "5c", "8h")
    assert "not the $10" in poor.refused(c.Decide(1, "double")).reason


@proves("BJ-11")
def test_nobody_is_asked_who_has_21() -> None:
    table = dealt("6s", "9d", "5c", "8h")
    table.decide(seat_1="hit")
    table.deal("Kc")
    assert isinstance(table.awaits, AwaitSettlement)
    assert won(table) == {(1, "bet"): 10}


@guards("BJ-11")
def test_with_20_a_player_is_asked() -> None:
    assert dealt("Ts", "9d", "Kc", "8h").awaited(AwaitDecision).seats == (1,)


@proves("BJ-12", "BJ-13", "BJ-14", "BJ-15")
def test_two_cards_of_one_value_become_two_hands_with_a_card_each() -> None:
    assert [may_split(hand(cards)) for cards in ("8s 8d", "Ks Td", "As Ah")] == [1, 1, 1]
    eight, ace = halves(hand("8s 8d")), halves(hand("As Ah"))
    assert (total(eight), total(ace)) == (8, 11)
    three, king = cards_from("3c Kc")
    assert (may_hit(fold(eight, three)), may_hit(fold(ace, three))) == (1, 0)
    assert (may_double(fold(eight, three)), may_double_after_a_split(fold(eight, three))) == (0, 1)
    assert (total(fold(ace, king)), is_blackjack(fold(ace, king))) == (21, 0)


@guards("BJ-12", "BJ-13", "BJ-14", "BJ-15")
def test_other_cards_are_not_split_no_hand_is_split_twice_and_a_table_deals_none() -> None:
    assert [may_split(hand(cards)) for cards in ("8s 9d", "8s 8d 8c", "As Kh")] == [0, 0, 0]
    assert may_split(fold(halves(hand("8s 8d")), card_from("8c"))) == 0
    assert may_double_after_a_split(fold(halves(hand("As Ad")), card_from("8c"))) == 0
    with pytest.raises(croupier.Refused, match="may be analysed but not dealt"):
        Script(BLACKJACK, {"splits": "once"})
    assert "split" not in offered(dealt("8s", "9d", "8c", "8h").state)


# ── The dealer ───────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("BJ-16", "BJ-17")
@pytest.mark.parametrize(
    ("soft_17", "dealer", "more", "wins"),
    [
        ("stand", "6d Tc", "2h", -10),  # 18 against 17
        ("stand", "6d As", "", 0),  # a soft 17 stands
        ("hit", "6d As", "4h", -10),  # and draws to 21 here
        ("stand", "2d 2c", "3h 4h 5c Kc", 10),  # draws until 17, and is bust
    ],
)
def test_the_dealer_draws_to_17_as_the_house_says(soft_17: str, dealer: str, more: str, wins: int) -> None:
    up, hole = dealer.split()
    table = dealt("Ts", up, "7c", hole, soft_17=soft_17)
    table.decide(seat_1="stand")
    table.deal(*more.split())
    exposed = [event.cards for event in table.all(e.CardsExposed)]
    assert exposed == [cards_from(hole)]
    assert won(table) == {(1, "bet"): wins}


@guards("BJ-16", "BJ-17", "BJ-R2")
def test_the_dealer_stands_on_17_and_draws_for_nobody() -> None:
    table = dealt("Ts", "9d", "7c", "8h")
    table.decide(seat_1="stand")
    assert table.refused(c.DealCards(cards_from("2c"))).reason
    assert won(table) == {(1, "bet"): 0}
    natural = dealt("As", "6d", "Kc", "5h")
    assert isinstance(natural.awaits, AwaitSettlement)


@proves("BJ-18", "BJ-19", "BJ-R2")
def test_the_nearer_hand_wins_equal_ones_push_and_a_dealer_who_is_bust_pays_all() -> None:
    for dealer, more, wins in (("8d", "", (10, 0, -10)), ("5d", "Ks", (10, 10, 10))):
        table = dealt("Ts", "Th", "Td", "Tc", "9h", "8c", "7c", dealer, seats=3)
        for seat in (1, 2, 3):
            table.do(c.Decide(seat, "stand"))
        table.deal(*more.split())
        assert won(table) == {(seat, "bet"): result for seat, result in enumerate(wins, 1)}


@guards("BJ-18", "BJ-19")
def test_who_is_bust_loses_even_where_the_dealer_is_bust_too() -> None:
    table = dealt("Ts", "9h", "6d", "6c", "9d", "Tc", seats=2)
    table.decide(seat_1="hit")
    table.deal("Kc")
    table.decide(seat_2="stand")
    table.deal("Kh")
    assert won(table) == {(1, "bet"): -10, (2, "bet"): 10}
    level = dealt("Ts", "9h", "9d", "Tc")
    level.decide(seat_1="stand")
    assert won(level) == {(1, "bet"): 0}


# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────


@proves("BJ-R1", "BJ-R3")
def test_there_are_seven_seats_with_limits_and_one_wager() -> None:
    book = BLACKJACK.rulebook()
    assert book.seats == 7
    assert [(wager.id, wager.least, wager.most) for wager in book.placed_wagers] == [("bet", 5_00, 500_00)]
    assert [option.id for option in book.decisions[0].options] == ["stand", "hit", "double"]


@proves("BJ-20")
def test_two_cards_are_given_up_for_half_of_the_bet_and_the_dealer_draws_for_nobody() -> None:
    table = dealt("Ts", "Td", "6c", "6h", surrender=True)
    assert offered(table.state) == ("stand", "hit", "double", "surrender")
    table.decide(seat_1="surrender")
    assert isinstance(table.awaits, AwaitSettlement)
    assert won(table) == {(1, "bet"): -5}
    advice = croupier.game(BLACKJACK, decks=1, surrender=True, **CONTINUOUS).advise(hand="Ts 6c", up="Td")
    assert (advice.best, advice.options["surrender"]) == ("surrender", Fraction(-1, 2))
    without = croupier.game(BLACKJACK, decks=1, **CONTINUOUS).advise(hand="Ts 6c", up="Td")
    assert {id_: advice.options[id_] for id_ in without.options} == without.options


@guards("BJ-20")
def test_three_cards_are_not_given_up_nor_any_where_the_house_does_not_say_so() -> None:
    table = dealt("2s", "Td", "6c", "6h", surrender=True)
    table.decide(seat_1="hit")
    table.deal("8c")
    assert offered(table.state) == ("stand", "hit")
    assert offered(dealt("Ts", "Td", "6c", "6h").state) == ("stand", "hit", "double")
    natural = dealt("Ts", "Ad", "6c", "Kh", surrender=True)
    assert isinstance(natural.awaits, AwaitSettlement)
    assert won(natural) == {(1, "bet"): -10}


@guards("BJ-R1")
def test_nobody_insures_or_surrenders() -> None:
    table = dealt("Ts", "Ad", "6c", "8h")
    for option in ("insurance", "surrender"):
        assert table.refused(c.Decide(1, option)).reason


@proves("BJ-R5")
def test_a_round_may_be_called_off_until_it_is_settled() -> None:
    table = dealt("Ts", "9d", "6c", "8h")
    table.do(c.VoidRound("The dealer showed the second card."))
    assert table.state.chips(1) == 10_000_00


@proves("BJ-R4")
@pytest.mark.parametrize("cut_card", [1, 6])
def test_a_round_for_which_the_cards_do_not_last_is_called_off_and_the_shoe_is_shuffled(cut_card: int) -> None:
    chance = Chance.seeded("too few cards")
    house = {"decks": 1, "seats": 7, "cut_card": cut_card, "soft_17": "hit"}
    state, opened = open_bound(chance, BLACKJACK, house)
    heard = list(opened)
    dealer = Dealer(state, chance, listener=lambda events, _: heard.extend(events))
    dealer.do(*(c.Sit(seat, f"Player {seat}", 10_000_00) for seat in range(1, 8)))
    chosen = Random(4)
    while dealer.state.round < 40 or dealer.state.in_round:
        dealer.go_on()
        dealer.do(likely(dealer.state, chosen))
    voided = [(event.reason, after) for event, after in pairwise(heard) if isinstance(event, e.RoundVoided)]
    assert {reason for reason, _ in voided} == {"no cards are left to deal"}
    assert {type(after) for _, after in voided} == {e.CardsShuffled}
    assert fold_events(BLACKJACK, heard) == dealer.state


@guards("BJ-R5")
def test_house_rules_do_not_change_in_a_round() -> None:
    assert dealt("Ts", "9d").refused(c.ChangeHouse({"decks": 8})).clause == "BJ-R5"


def test_a_hint_at_the_table_counts_with_the_cards_that_lie_open() -> None:
    table = dealt("Ts", "9h", "Td", "6c", "9c", "Tc", seats=2, decks=1)
    (decision,) = table.state.rulebook.decisions
    found = hint(table.state.rulebook, view(table.state, 1), decision).advice
    alone = croupier.game(BLACKJACK, decks=1, **CONTINUOUS).advise(hand="Ts 6c", up="Td", seen="9h 9c")
    assert found.options == alone.options
    assert (found.best, set(found.options)) == ("hit", {"stand", "hit", "double"})
    table.decide(seat_1="hit")
    table.deal("2c")
    assert set(hint(table.state.rulebook, view(table.state, 1), decision).advice.options) == {"stand", "hit"}


def test_hands_are_named_as_strategies_name_them() -> None:
    for text in ("16", "soft 18", "8-8", "A-A", "10-10"):
        assert hand_text(hand_from(text)) == text
    assert [up_text(up_from(text)) for text in ("A", "10", "2")] == ["A", "10", "2"]


def test_facts_that_give_cards_in_place_of_a_folded_hand_are_refused() -> None:
    def build(of: Game, house: House) -> Rulebook:
        return replace(BLACKJACK.build(of, house), facts=lambda so_far, seat: {"hand": so_far.cards(f"seat {seat}")})

    table = Script(replace(BLACKJACK, build=build), CONTINUOUS, seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    with pytest.raises(croupier.Refused, match="for 'hand'; give the folded hand in a tuple of 1, as"):
        table.deal("Ts", "9h", "6c", "9c")


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def solver(up: str = "", removed: str = "", **house: Any) -> RepeatSolver:
    """The solver under house rules, against one first card or all."""
    model = BLACKJACK.rulebook(BLACKJACK.house(house)).model
    gone = [0] * 52
    for card in cards_from(removed):
        gone[card] += 1
    left = tuple(model.decks - count for count in gone)
    return RepeatSolver(model, left, up=card_from(up) if up else None)


def values(followed: Followed, cards: str) -> tuple[str, ...]:
    """What stand, hit and double are worth with two cards, to six places."""
    (solved,) = followed.solved
    kinds = [followed.solver.kinds.of_card[card] for card in cards_from(cards)]
    at = next(each for each in solved.against.first if all(each.gone[kind] == kinds.count(kind) for kind in kinds))
    found = solved.values(at)
    return tuple(f"{float(found[option]):.6f}" for option in ("stand", "hit", "double"))


PUBLISHED = {  # Wizard of Odds, blackjack appendix 9: expected returns against an ace without a blackjack
    ("1", "stand"): {
        "2c Ac": ("-0.661732", "-0.067808", "-0.593281"),
        "3c 2c": ("-0.659375", "-0.291565", "-1.318751"),
        "4c Ac": ("-0.658818", "-0.153931", "-0.619882"),
        "5c 4c": ("-0.654533", "-0.070215", "-0.395771"),
        "6c Ac": ("-0.482815", "-0.199899", "-0.527213"),
        "6c 4c": ("-0.636118", "0.081506", "0.048615"),
        "6c 5c": ("-0.634013", "0.172946", "0.240259"),
        "7c Ac": ("-0.101015", "-0.108386", "-0.357778"),
    },
    ("1", "hit"): {
        "2c Ac": ("-0.589084", "-0.107929", "-0.552040"),
        "4c 3c": ("-0.582464", "-0.375417", "-1.067304"),
        "6c 5c": ("-0.575374", "0.143003", "0.234296"),
        "7c Ac": ("-0.223909", "-0.173175", "-0.414678"),
    },
    ("2", "hit"): {
        "3c Ac": ("-0.593169", "-0.137018", "-0.570172"),
        "6c 4c": ("-0.587412", "0.038312", "-0.003909"),
        "6c 5c": ("-0.587564", "0.121079", "0.166650"),
        "7c Ac": ("-0.224703", "-0.165428", "-0.416886"),
    },
    ("5", "hit"): {
        "2c Ac": ("-0.596923", "-0.100728", "-0.583036"),
        "5c 3c": ("-0.595445", "-0.266380", "-0.829741"),
        "6c 5c": ("-0.594346", "0.109880", "0.128187"),
    },
}


@pytest.mark.parametrize(("decks", "soft_17"), PUBLISHED)
def test_first_hands_are_worth_what_is_published(decks: str, soft_17: str) -> None:
    followed = played(solver("Ac", decks=int(decks), soft_17=soft_17))
    published = PUBLISHED[decks, soft_17]
    assert {cards: values(followed, cards) for cards in published} == published


SUITS = " ".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "hs")
"""Two suits, to be taken out: 26 cards are left."""


Left = dict[int, int]


class Naive:
    """Hands against one first card of the dealer, by drawing card by card."""

    def __init__(self, up: int) -> None:
        self.up, self.rules = up, Rules(splits=False)

    def dealer(self, hand: Cards, left: Left) -> Iterator[tuple[int, Fraction]]:
        """Every total that the dealer comes to, and how likely it is."""
        if self.rules.total(hand) >= self.rules.stands_on:
            yield self.rules.total(hand), Fraction(1)
            return
        for card, p, rest in drawn(left):
            for end, q in self.dealer((*hand, card), rest):
                yield end, p * q

    def stand(self, hand: Cards, left: Left) -> Fraction:
        """What a hand wins where the dealer has no blackjack."""
        mine, won_ = self.rules.total(hand), Fraction(0)
        for hole, p, rest in drawn(left):
            if not self.rules.natural((self.up, hole)):
                for end, q in self.dealer((self.up, hole), rest):
                    won_ += p * q * (-1 if mine > 21 else (end > 21 or mine > end) - (mine < end <= 21))
        return won_

    def draw(self, hand: Cards, left: Left, then: Callable[[Cards, Left], Fraction]) -> Fraction:
        return sum((p * then((*hand, card), rest) for card, p, rest in drawn(left)), Fraction(0))

    def best(self, hand: Cards, left: Left) -> Fraction:
        stands = self.stand(hand, left)
        return stands if self.rules.total(hand) >= 21 else max(stands, self.draw(hand, left, self.best))

    def values(self, hand: Cards, left: Left) -> dict[str, Fraction]:
        """What each option is worth once the dealer has no blackjack."""
        likely = sum((p for hole, p, _ in drawn(left) if not self.rules.natural((self.up, hole))), Fraction(0))
        doubled = 2 * self.draw(hand, left, self.stand)
        found = {"stand": self.stand(hand, left), "hit": self.draw(hand, left, self.best), "double": doubled}
        return {option: won_ / likely for option, won_ in found.items()}


@pytest.mark.parametrize(("cards", "up"), [("Tc 8c", "Tc"), ("9c 7c", "Tc"), ("9c 9d", "Ac")])
def test_hands_from_half_a_deck_are_worth_what_drawing_card_by_card_gives(cards: str, up: str) -> None:
    followed = played(solver(up, SUITS, decks=1))
    (solved,) = followed.solved
    kinds = [followed.solver.kinds.of_card[card] for card in cards_from(cards)]
    at = next(each for each in solved.against.first if all(each.gone[kind] == kinds.count(kind) for kind in kinds))
    left = dict.fromkeys(range(1, 10), 2) | {10: 8}
    for card in cards_from(f"{cards} {up}"):
        left[value(card)] -= 1
    naive = Naive(value(card_from(up))).values(tuple(value(card) for card in cards_from(cards)), left)
    assert solved.values(at) == naive


@pytest.mark.slow
def test_a_single_deck_has_the_edge_that_fractions_divided_at_every_card_give() -> None:
    edge = croupier.game(BLACKJACK, decks=1).analyze().wagers["bet"].house_edge
    assert f"{float(edge):.12f}" == "0.003334915963"


@pytest.mark.slow
@pytest.mark.parametrize("splits", ["none", "once", "once_and_double"])
def test_edges_are_those_of_a_recursion_over_the_cards_left_that_divides_at_every_card(splits: str) -> None:
    report = croupier.game(BLACKJACK, decks=1, splits=splits).analyze().wagers["bet"]
    naive = won_by_recursion(1, splits=splits != "none", doubles_after=splits == "once_and_double")
    assert float(report.house_edge) == pytest.approx(-naive, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("house", "edge"),  # all of them by `tests.naive.twenty_one_by_recursion` too, which takes minutes for eight decks
    [
        ({"decks": 1, "splits": "once"}, "-0.0248%"),
        ({"decks": 1, "splits": "once_and_double"}, "-0.1541%"),
        ({"decks": 8}, "1.0009%"),
        ({"decks": 8, "splits": "once"}, "0.6072%"),
        ({"decks": 8, "splits": "once_and_double"}, "0.4858%"),
    ],
)
def test_edges_stay_what_they_are(house: dict[str, Any], edge: str) -> None:
    report = croupier.game(BLACKJACK, **house).analyze().wagers["bet"]
    assert f"{float(report.house_edge):.4%}" == edge
    assert isinstance(report, AverageReport) == ("splits" in house)


# ── The table and the solver ─────────────────────────────────────────────────────────────────────────────────────────

TINY = "Ac 5c 5d 6c 9c 9d Tc Td Jc Jd"
REST = " ".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs" if f"{rank}{suit}" not in TINY.split())
HITS = (5, 6, 10, 12, 14)


def every_deal(state: State, left: tuple[int, ...]) -> Iterator[tuple[Fraction, int]]:
    """Every way that a round at the table may go from here with these cards: how likely it is, and what it wins."""
    waiting = awaiting(state)
    match waiting:
        case AwaitCards():
            for card in left:
                rest = tuple(each for each in left if each != card)
                for p, result in every_deal(step(state, c.DealCards((card,))).state, rest):
                    yield p / len(left), result
        case AwaitDecision():
            now = total(folded(state.cards("seat 1")))
            wanted = "double" if now == 11 and "double" in offered(state) else "hit" if now in HITS else "stand"
            yield from every_deal(step(state, c.Decide(1, wanted)).state, left)
        case _:
            yield Fraction(1), sum(each.result for each in step(state, c.SettleRound()).state.settled)


@pytest.mark.slow
def test_every_deal_of_a_tiny_deck_pays_at_the_table_what_the_solver_says() -> None:
    table = Script(BLACKJACK, {"decks": 1, **CONTINUOUS}, seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    deals = list(every_deal(table.state, cards_from(TINY)))
    assert sum(p for p, _ in deals) == 1
    mean = sum((p * result for p, result in deals), Fraction(0)) / 10_00
    tiny = solver(removed=REST, decks=1)
    hits = {"hand": [str(each) for each in HITS], "decide": "hit"}
    own = {"otherwise": "stand", "rule": [{"hand": "11", "decide": "double"}, hits]}
    assert played(tiny, own_choice(tiny, own)).mean == mean


@pytest.mark.slow
def test_rounds_dealt_at_the_table_by_the_best_table_of_sights_agree_with_its_edge() -> None:
    six = solver(decks=6)
    choice, followed = by_sights(six, played(six))
    book = BLACKJACK.rulebook(BLACKJACK.house({"decks": 6, "seats": 1, **CONTINUOUS}))
    (decision,), chance = book.decisions, Random("blackjack at the table")
    results: list[int] = []
    by_code = {(sight.code, len(sight.offered)): decision.options[place].id for sight, place in choice.items()}
    table = Script(BLACKJACK, book.house.show(), seats=1, chips=10_000_000_00)
    while len(results) < 4_000:
        table.open()
        table.bet(1, bet=10)
        table.close()
        cards = iter(chance.sample([card for card in range(52) for _ in range(6)], 60))
        while not isinstance(table.awaits, AwaitSettlement):
            waiting = table.awaits
            if isinstance(waiting, AwaitCards):
                table.do(c.DealCards((next(cards),)))
            else:
                assert isinstance(waiting, AwaitDecision)
                code = book.outcome(decision.sees, book.drawn(table.state, 1))
                table.do(c.Decide(1, by_code[code, len(offered(table.state))]))
        results.append(sum(settled.result for settled in table.settle().values()))
    spread = 1.13 / len(results) ** 0.5
    assert abs(sum(results) / 10_00 / len(results) - float(followed.mean)) < 4 * spread  # once in 16,000 seeds


@pytest.mark.slow
def test_what_each_reading_of_a_ruling_is_worth_is_told() -> None:
    open_ = Ruling("BJ-R6", "Houses differ on a soft 17.", ("soft_17",))
    told = readings(replace(BLACKJACK, rulings=(*BLACKJACK.rulings, open_)))
    edges = {reading.value: reading.edges["bet"] for reading in told if reading.parameter == "soft_17"}
    assert edges == {
        each: croupier.game(BLACKJACK, soft_17=each).analyze().wagers["bet"].house_edge for each in ("stand", "hit")
    }
    assert len({reading.edges["bet"] for reading in told}) == 2
    assert "moves with seats (BJ-R3)" in str(told)
    assert "croupier simulate" not in str(told)
