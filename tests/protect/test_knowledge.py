"""Knowing something of hidden cards: what others have published, second methods, and cards that tell nothing."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from croupier.cards import DECK, JOKER, rank_of
from croupier.errors import Refused
from croupier.exact.analysis import analyze
from croupier.exact.solve import solver_of
from croupier.games import game
from croupier.protect.card_class import CardClass, card_class
from croupier.protect.knowledge import Glimpse, Knowledge, knowing, knowledge
from croupier.rule import rule
from croupier.rulebook import Model
from examples.games.blackjack import BLACKJACK
from tests.exact import foreign
from tests.exact.invented import CLIMB, by_tree, deck
from tests.protect import hidden_cards as small
from tests.three_draw import THREE


def percent(number: Fraction | float, like: str) -> str:
    """A number in per cent with as many digits as somebody printed."""
    return f"{float(100 * number):.{len(like.partition('.')[2])}f}"


# ── Every strategy of small games ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "glimpses",
    [
        (Glimpse("bank"),),
        pytest.param((Glimpse("bank", 2, card_class("paint")),), marks=pytest.mark.slow),
        pytest.param((Glimpse("bank", by=card_class("colour")),), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("model", [small.DUEL, pytest.param(small.IN_ORDER, marks=pytest.mark.slow)])
def test_the_best_of_all_strategies_is_what_the_engine_finds(model: Model, glimpses: tuple[Glimpse, ...]) -> None:
    cards = small.FEW[:4]
    stakes = {"ante": 1}
    best, strategies = small.best_of_every_strategy(model, small.only(cards), glimpses, stakes)
    found = knowledge(model, *glimpses, removed=small.gone(cards), stakes=stakes)
    assert strategies >= 2**4
    assert found.edge == best


@pytest.mark.slow
def test_both_cards_of_a_set_are_known() -> None:
    glimpses = (Glimpse("bank", 1, card_class("5J")), Glimpse("bank", 2, card_class("paint")))
    best, _ = small.best_of_every_strategy(small.DUEL, small.only(small.FEW[:4]), glimpses, {"ante": 1})
    assert knowledge(small.DUEL, *glimpses, removed=small.gone(small.FEW[:4])).edge == best


@pytest.mark.slow
def test_what_the_table_loses_is_told_of_a_unit_and_of_all_rounds() -> None:
    book, seen = game("three-card-poker").rulebook(), Glimpse("hole", by=card_class("QKA"))
    always = knowledge(book, seen).table_cost
    assert always > 0
    assert knowledge(book, seen, often=Fraction(1, 3)).table_cost == always / 3
    assert knowledge(book, seen, stakes={"ante": 2}).table_cost == always


@pytest.mark.slow
@pytest.mark.parametrize("decision", ["", "climb"])
def test_knowledge_before_the_first_decision_or_a_later_one(decision: str) -> None:
    cards = "2c 4d 7h 9s Jc"
    model = knowing(CLIMB, Glimpse("second", by=card_class("paint"), decision=decision))
    removed = tuple(card for card, copies in enumerate(deck(cards)) if not copies)
    found = knowledge(CLIMB, Glimpse("second", by=card_class("paint"), decision=decision), removed=removed)
    assert found.informed.mean == by_tree(model, deck(cards))
    assert len({tuple(row) for row in found.to_rows()}) == 1  # the same columns for both decisions
    assert "The strategy to recognise" in str(found)
    assert found.ordinary.mean == by_tree(CLIMB, deck(cards))
    assert found.gain > 0


# ── Knowledge that is worth nothing ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_card_that_no_outcome_depends_on_tells_nothing_but_that_it_is_gone() -> None:
    seen = knowledge(small.DUEL, Glimpse("spare", by=card_class("suit")))
    assert seen.gain == 0
    assert seen.departures_per_100 == 0


@pytest.mark.slow
def test_a_card_that_the_seat_sees_anyway_gains_nothing() -> None:
    seen = knowledge(small.DUEL, Glimpse("own", by=card_class("rank")))
    assert seen.gain == 0
    assert seen.departures_per_100 == 0


def test_a_card_that_is_never_seen_gains_nothing() -> None:
    never = knowledge(small.DUEL, Glimpse("bank"), often=Fraction(0), removed=small.gone())
    assert never.gain == 0
    assert never.departures_per_100 == 0
    assert never.result.mean == never.ordinary.mean


def test_a_card_that_is_seen_now_and_then_gains_in_proportion() -> None:
    always, seldom = (
        knowledge(small.DUEL, Glimpse("bank"), often=often, removed=small.gone())
        for often in (Fraction(1), Fraction(1, 8))
    )
    assert seldom.gain == always.gain / 8 > 0
    assert seldom.departures_per_100 == always.departures_per_100 / 8 > 0
    chance = Fraction(1, 8)
    second = always.informed.moment(2) * chance + always.ordinary.moment(2) * (1 - chance)
    assert seldom.result.variance == second - seldom.result.mean**2


def test_the_share_of_rounds_that_makes_a_game_even() -> None:
    even = knowledge(small.DUEL, Glimpse("bank"), removed=small.gone()).even_at
    assert even is not None
    assert 0 < even < 1
    assert knowledge(small.DUEL, Glimpse("bank"), removed=small.gone(), often=even).edge == 0


# ── What others have published ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def nevada_seen() -> Knowledge:
    return knowledge(foreign.nevada(card_seen=False), Glimpse("hole"))


@pytest.mark.slow
def test_nevada_rules_without_a_card_seen(nevada_seen: Knowledge) -> None:
    # apheat.net, 12 June 2015
    ordinary = nevada_seen.ordinary
    assert percent(-ordinary.mean, "3.3730") == "3.3730"
    assert percent(ordinary.win, "44.9127") == "44.9127"
    assert f"{ordinary.standard_deviation:.4f}" == "1.6393"


@pytest.mark.slow
def test_nevada_rules_with_a_dealer_card_seen(nevada_seen: Knowledge) -> None:
    # apheat.net, 12 June 2015
    assert percent(nevada_seen.edge, "3.4829") == "3.4829"
    assert percent(nevada_seen.hit_frequency, "54.2203") == "54.2203"
    assert f"{nevada_seen.standard_deviation:.4f}" == "1.7417"


@pytest.mark.slow
def test_a_card_seen_is_a_card_up(nevada_seen: Knowledge) -> None:
    """The same game written with a card that is dealt face up is counted by other draws and comes to the same."""
    assert nevada_seen.edge == -analyze(foreign.nevada(card_seen=True)).wagers["ante"].house_edge


@pytest.mark.slow
def test_the_tell_of_a_seen_card(nevada_seen: Knowledge) -> None:
    plays = {
        dict(tell.cut.group)["hole[1]"]: (tell.cut.below, tell.cut.at, tell.cut.above) for tell in nevada_seen.table
    }
    assert plays["J"] == ("play", "", "play")
    assert {rank: plays[rank][1] for rank in "QKA"} == {"Q": "Q-9-2", "K": "K-9-2", "A": "A-9-2"}
    assert {tell.ordinary.at for tell in nevada_seen.table if tell.ordinary} == {"Q-6-4"}
    assert sum(tell.rounds for tell in nevada_seen.table) == 1
    assert f"{float(nevada_seen.departures_per_100):.2f}" == "28.34"


@pytest.mark.slow
def test_a_card_that_is_edge_sorted() -> None:
    # apheat.net, 11 January 2013: +1.837%, cut off after the third digit
    sorted_ = knowledge(foreign.nevada(card_seen=False), Glimpse("hole", by=card_class("QKA")))
    assert sorted_.edge == Fraction(467_689, 25_448_150)
    assert percent(sorted_.edge, "1.8378")[:5] == "1.837"


@pytest.mark.slow
def test_an_unidentified_court_card_seen() -> None:
    # 888casino, hole-card play: then play from Q-J-5
    paint = knowledge(foreign.nevada(card_seen=False), Glimpse("hole", by=card_class("paint")))
    (line,) = [tell.cut for tell in paint.table if dict(tell.cut.group)["hole[1]"] == "J, Q or K"]
    assert (line.below, line.at, line.above) == ("fold", "Q-J-5", "play")


# ── Our own games ────────────────────────────────────────────────────────────────────────────────────────────────────


def monte_knowing(place: int) -> Fraction:
    """What Casino Monte is worth to spot 1 if a card's rank is known: all ranks and positions gone through by hand.

    The seat sees which position is exposed, and so whether that is the card it knows.
    """
    copies = 24
    won: dict[tuple[int, ...], list[int]] = {}
    total = 0
    for ranks in product(range(13), repeat=3):
        left = [copies] * 13
        ways = 1
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        highest = max(ranks)
        alike = ranks.count(highest)
        first = -1 if ranks[0] < highest else 3 if alike == 3 else 1
        raised = -1 if ranks[0] < highest else 1
        for position in range(3):
            total += 2 * ways
            sums = won.setdefault((position, ranks[position], ranks[place - 1]), [0] * 4)
            for multiple in range(4):
                sums[multiple] += 2 * ways * (first + multiple * raised)
    return Fraction(sum(max(sums) for sums in won.values()), total)


@pytest.mark.parametrize("place", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_casino_monte_by_hand(place: int) -> None:
    """The engine knows the whole card, and the exposed card's position and rank; no suit matters."""
    found = knowledge(game("casino-monte").rulebook(), Glimpse("cards", place, card_class("rank")))
    assert found.edge == monte_knowing(place) == {1: Fraction(4101, 9641)}.get(place, Fraction(74_541, 626_665))
    assert found.ordinary.mean == Fraction(-26_121, 626_665)


@pytest.mark.slow
def test_an_exposed_card_is_told_from_the_one_that_is_known() -> None:
    """White's card is paint, and a 7 is exposed: play differs by whether it is white's."""
    found = knowledge(game("casino-monte").rulebook(), Glimpse("cards", 2, card_class("paint")))
    assert found.edge == Fraction(17_609, 626_665)
    below = {
        (known, die): tell.cut.at
        for tell in found.table
        for (_, known), (_, die), (_, exposed) in [tell.cut.group]
        if exposed == "other"
    }
    assert below == {
        ("no paint", "3 or 4"): "6",
        ("no paint", "5 or 6"): "8",
        ("J, Q or K", "3 or 4"): "",
        ("J, Q or K", "5 or 6"): "",
    }


@pytest.mark.slow
def test_a_second_card_of_the_player_dealer() -> None:
    book = game("three-card-poker").rulebook()
    found = knowledge(book, Glimpse("hole", by=card_class("rank")))
    assert found.edge == Fraction(2_207_087, 29_083_600)
    assert found.edge > 0 > -analyze(book).wagers["ante"].house_edge == found.ordinary.mean


# ── Classes of cards, and what is refused ────────────────────────────────────────────────────────────────────────────


def test_what_is_recognised_of_a_card() -> None:
    assert [sum(card_class(text).of(card) for card in DECK) for text in ("QKA", "10 Jc", "paint", "colour")] == [
        12,
        5,
        12,
        26,
    ]
    assert [card_class(text).count for text in ("card", "rank", "suit", "QKA")] == [52, 13, 4, 2]
    assert [card_class(text).keeps_suits_alike for text in ("card", "rank", "suit", "QKA", "colour", "As")] == [
        *(True, True, True, True),
        *(False, False),
    ]
    assert card_class("QKA").read("not QKA") == 0


def test_a_class_of_ones_own() -> None:
    @rule
    def odd(card: int) -> int:
        return rank_of(card) & 1

    assert CardClass("odd", odd, str).count == 2
    with pytest.raises(Refused, match="mark its function with @rule"):
        CardClass("odd", lambda card: card & 1, str)


@pytest.mark.parametrize("text", ["", "paints", "XY", "23456789TJQKA", "Q-K"])
def test_a_class_that_nobody_knows(text: str) -> None:
    with pytest.raises(Refused, match="does not say what is recognised of a card"):
        card_class(text)


@pytest.mark.parametrize(
    ("glimpses", "why"),
    [
        ((), "name at least one card"),
        ((Glimpse("hand"),), 'draws no cards called "hand"; it draws own, bank, spare'),
        ((Glimpse("bank", 3),), "bank has no card 3; name one of 1 to 2"),
        ((Glimpse("bank", 0),), "bank has no card 0"),
        ((Glimpse("bank"), Glimpse("bank")), "known twice"),
        ((Glimpse("bank", decision="raise"),), 'has no decision "raise"; it has call'),
    ],
)
def test_cards_that_cannot_be_known(glimpses: tuple[Glimpse, ...], why: str) -> None:
    with pytest.raises(Refused, match=why.replace("[", r"\[")):
        knowledge(small.DUEL, *glimpses)


def test_a_share_of_rounds_is_a_share() -> None:
    with pytest.raises(Refused, match="a share from 0 to 1"):
        knowledge(small.DUEL, Glimpse("bank"), often=Fraction(3, 2))


def test_a_game_without_decisions_has_nothing_to_gain() -> None:
    with pytest.raises(Refused, match="nothing to decide"):
        knowledge(game("baccarat").rulebook(), Glimpse("coup"))


def test_what_is_drawn_late_what_repeats_and_a_joker_are_refused() -> None:
    with pytest.raises(Refused, match="final is drawn after hold, so nobody knows it before"):
        knowledge(THREE, Glimpse("final"))
    with pytest.raises(Refused, match="blackjack asks play again and again; what a hidden card is worth then is open"):
        knowledge(BLACKJACK.rulebook(), Glimpse("dealer"))
    with pytest.raises(Refused, match="the deck of duel holds a joker, which is in no class of cards"):
        knowledge(replace(small.DUEL, deck=(*DECK, JOKER)), Glimpse("bank"))


def test_what_it_shows_and_gives_as_data() -> None:
    found = knowledge(small.DUEL, Glimpse("bank", by=card_class("paint")), removed=small.gone())
    assert repr(found).startswith("<Knowledge of duel: bank[1] as paint seen: player's edge ")
    assert "The strategy to recognise" in str(found)
    assert found.to_dict()["schema"] == "croupier.knowledge/1"
    rows = found.to_rows()
    assert [row["bank[1]"] for row in rows] == ["no paint", "J, Q or K"]
    assert sum(Fraction(str(row["rounds_exact"])) for row in rows) == 1


@pytest.mark.slow
def test_what_is_known_adds_up_to_what_is_not() -> None:
    """The values of every option at a sight are the same, known or not, once all classes are added up."""
    informed = solver_of(knowing(small.DUEL, Glimpse("bank")))
    plain = solver_of(small.DUEL)
    values, scale = informed.values({"ante": 1})
    ordinary, unit = plain.values({"ante": 1})
    factor = Fraction(plain.counts.total, informed.counts.total)
    own = informed.counts.sights // 52
    for row, sight in enumerate(plain.counts.sights):
        for option in range(2):
            both = sum(int(each) for each in values[own == sight, option])
            assert Fraction(both, scale) * factor == Fraction(int(ordinary[row, option]), unit)
