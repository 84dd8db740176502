"""Hints at the table: the exact value of each option, from what the seat can see."""

import re
from fractions import Fraction

import pytest

from croupier.cards import cards_from
from croupier.exact.advice import advise
from croupier.games import game
from croupier.hint import hint
from croupier.rulebook import seat_slot
from croupier.table import commands as c
from croupier.table.core import open_table
from croupier.table.driver import act
from croupier.table.state import State
from croupier.table.view import view
from examples.games.casino_war import CASINO_WAR
from tests.cli.at_the_table import played
from tests.harbour import HARBOUR

pytestmark = pytest.mark.slow  # an exact hint compiles its game

MONTE_CARDS = cards_from("Kd 9c 4h")


def monte(die: int, spot: int, house: dict[str, object] | None = None) -> State:
    """Casino Monte where a decision is asked, the cards as above."""
    state = act(open_table(game("casino-monte"), house).state, [c.Sit(1, "Ada", 1_000_00), c.Shuffle("shoe", "1" * 64)])
    state = act(state, [c.OpenRound(), c.PlaceWager(1, "initial", 20_00, spot), c.PlaceWager(1, "full_monte", 5_00)])
    if house:  # the alternate procedure rolls the die first
        return act(state, [c.CloseBets(), c.RollDie(die), c.DealCards(MONTE_CARDS[:1])])
    return act(state, [c.CloseBets(), *(c.DealCards((card,)) for card in MONTE_CARDS), c.RollDie(die)])


@pytest.mark.parametrize("die", [1, 3, 5])
@pytest.mark.parametrize("spot", [1, 2, 3])
@pytest.mark.parametrize("alternate", [False, True])
def test_a_hint_at_casino_monte_is_the_advice_on_the_exposed_card(die: int, spot: int, alternate: bool) -> None:
    house: dict[str, object] | None = {"procedure": "alternate"} if alternate else None
    state = monte(die, spot, house)
    position = (die + 1) // 2
    exposed = MONTE_CARDS[:1] if alternate else MONTE_CARDS[position - 1 : position]
    given = hint(state.rulebook, view(state, 1), state.rulebook.decisions[0])
    whose = "own" if position == spot else "other"
    stakes = {"initial": Fraction(1), "full_monte": Fraction(1, 4)}
    assert given.advice.options == advise("casino-monte", {whose: exposed}, house=house, stakes=stakes).options
    assert given.base == 20_00


def poker(house: dict[str, object], hand: str) -> State:
    """Three Card Poker where seat 2 decides on a hand, with Pair Plus at stake."""
    state = act(
        open_table(game("three-card-poker"), house).state,
        [c.Sit(1, "Bea", 1_000_00), c.Sit(2, "Ada", 1_000_00), c.Sit(3, "Cy", 1_000_00), c.OfferBank(), c.TakeBank(1)],
    )
    wagers = (c.PlaceWager(1, "bank", 500_00), c.PlaceWager(2, "ante", 20_00), c.PlaceWager(3, "ante", 5_00))
    state = act(
        state, [c.Shuffle("red", "1" * 64), c.OpenRound(), *wagers, c.PlaceWager(2, "pair_plus", 10_00), c.CloseBets()]
    )
    dealt = (cards_from(hand), cards_from("As Ks Qs"), cards_from("2h 3h 9d"))
    return act(state, [c.DealCards(cards) for cards in dealt])


@pytest.mark.parametrize("exposed", [True, False])
@pytest.mark.parametrize("hand", ["Qh 6d 3c", "2c 2d 9s"])
def test_a_hint_at_three_card_poker_counts_what_a_fold_forfeits(exposed: bool, hand: str) -> None:
    house: dict[str, object] = {"exposed_card": exposed}
    state = poker(house, hand)
    given = hint(state.rulebook, view(state, 2), state.rulebook.decisions[0])
    known = {"hand": cards_from(hand)} | ({"up": cards_from("9d")} if exposed else {})
    stakes = {"ante": Fraction(1), "pair_plus": Fraction(1, 2)}
    assert given.advice.options == advise("three-card-poker", known, house=house, stakes=stakes).options
    assert given.advice.options["fold"] == Fraction(-3, 2)
    assert seat_slot(3) in dict(view(state, 2).cards), "another hand lies there, face down, and is not counted out"


def test_a_hint_is_told_in_dollars_and_as_a_fraction_best_first() -> None:
    text = played("three-card-poker", "n", "a 20", "hint", "p", "q", seed="evening")
    assert re.search(r"^Play +-\$15\.37 +-289/376$\n^Fold +-\$20\.00 +-1$", text, re.MULTILINE)
    assert "Over 1,128 deals. The bank is taken to cover every wager." in text
    assert text.count("Your decision?") == 2, "it is asked again"


def test_a_count_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.exact.advice.INTERPRETED_MAX", 0)  # so that it is counted part by part
    shares: list[float] = []
    state = monte(1, 1)
    hint(state.rulebook, view(state, 1), state.rulebook.decisions[0], shares.append)
    assert shares
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_between_decisions_a_hint_says_where_values_are_found() -> None:
    text = played("baccarat", "hint", "q")
    assert "Hints are given for decisions; `croupier analyze baccarat` tells what every wager costs." in " ".join(
        text.split()
    )


def test_a_hint_names_a_game_of_ones_own_by_its_file() -> None:
    text = " ".join(played(CASINO_WAR, "hint", "q").split())
    (named,) = re.findall(r"`croupier analyze (\S+)` tells", text)
    assert named.endswith("examples/games/casino_war.py:CASINO_WAR")


def harbour(*commands: c.Command) -> State:
    """Harbour where seat 1 has a 5, an 8 and the tide of 9, and what follows."""
    state = act(open_table(HARBOUR).state, [c.Sit(1, "Ada", 1_000_00), c.Shuffle("shoe", "1" * 64), c.OpenRound()])
    placed = (c.PlaceWager(1, "ante", 10_00), c.CloseBets())
    dealt = (c.DealCards(cards_from("5d 8h")), c.DealCards(cards_from("9h")))
    return act(state, [*placed, *dealt, *commands])


def test_a_hint_at_a_second_decision_knows_what_was_decided_before() -> None:
    state = harbour(c.Decide(1, "sail"), c.RollDie(4))
    book = state.rulebook
    known = {"hand": cards_from("5d 8h"), "tide": cards_from("9h"), "wind": (4,)}
    given = hint(book, view(state, 1), book.decisions[1])
    said = advise(book.model, known, stakes={"ante": Fraction(1)}, decided={"sail": "sail"})
    assert given.advice.options == said.options
    assert given.advice.decided == {"sail": "sail"}
    assert set(given.advice.options) == {"hold", "press"}
