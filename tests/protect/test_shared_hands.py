"""Seats that share their hands: seats alone, a small deck by hand, and what a study found."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.solve import solver_of
from croupier.games import game
from croupier.protect.knowledge import Glimpse, knowing, staked_alone
from croupier.protect.shared_hands import Estimate, Sampled, SharedSource, Tally, shared_hands
from croupier.rulebook import Model, Rulebook
from tests.exact import foreign
from tests.exact.invented import CLIMB
from tests.protect import hidden_cards as small


def shared_by_hand(cards: tuple[int, ...], seats: int) -> Fraction:
    """What a seat of the duel is worth that knows all seats' cards: every deal of a small deck."""
    won = Fraction(0)
    deals = list(permutations(cards, seats))
    for own in deals:
        left = [card for card in cards if card not in own]
        banks = list(combinations(left, 2))
        called = sum(2 * (small.duel(own[0], small.highest_of_two(*bank), 1) - 1) for bank in banks)
        won += max(Fraction(called, len(banks)), small.FOLD)
    return won / len(deals)


@pytest.fixture(scope="module")
def three_seats() -> small.Shared:
    return small.Shared(*(shared_hands(small.DUEL, seats, deals=20_000, removed=small.gone()) for seats in (1, 3)))


def test_a_seat_alone_gains_nothing_and_is_worth_what_the_engine_says(three_seats: small.Shared) -> None:
    alone = three_seats.alone
    assert alone.gain == Estimate(Fraction(0), 0.0)
    assert alone.departures == ()
    assert alone.alone == shared_by_hand(small.FEW, 1)
    assert alone.unaided.covers(alone.alone)


def test_an_option_that_is_as_good_is_no_departure(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the second of two deals the other option is better by 2."""

    def alike(sampled: Sampled, _: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        row = int(np.flatnonzero(sampled.solver.best_plans(sampled.stakes) == 1)[0])
        yield np.array([[[3, 3]], [[5, 3]]]), np.full((2, 1), row, dtype=np.int64)

    monkeypatch.setattr("croupier.protect.shared_hands.parts", alike)
    found = shared_hands(small.DUEL, 1, deals=2, removed=small.gone())
    assert found.departures_per_100 == 50


def test_what_is_gained_is_told_of_a_unit_whatever_is_placed() -> None:
    one, three = (
        shared_hands(small.DUEL, 3, deals=600, removed=small.gone(), stakes={"ante": units}) for units in (1, 3)
    )
    assert one.gain.mean == three.gain.mean > 0
    assert one.gain.error == pytest.approx(three.gain.error)
    assert one.edge.mean == three.edge.mean


def test_three_seats_of_a_small_deck_gain_what_every_deal_says(three_seats: small.Shared) -> None:
    shared, exactly = three_seats.shared, shared_by_hand(small.FEW, 3)
    assert exactly > shared.alone
    assert shared.edge.covers(exactly)
    assert shared.unaided.covers(exactly)
    assert 0 < shared.gain.half_width < 0.02
    assert not shared.edge.covers(shared.alone)


def test_an_estimate_is_as_sure_as_its_deals_are_alike() -> None:
    """Results of 0.5 and 1.5 have a standard error of 0.5; 99 of 100 intervals of 2.576 of those hold the mean."""
    tally = Tally(2)
    tally.add(np.array([1, 3]))
    found = tally.estimate
    assert found.mean == 1
    assert found.error == 0.5
    assert found.half_width == pytest.approx(2.5758 / 2, abs=1e-4)
    assert found.covers(Fraction(-1, 4))
    assert not found.covers(Fraction(-3, 10))


def test_the_interval_is_as_narrow_as_asked_for() -> None:
    found = shared_hands(small.DUEL, 3, within=Fraction(1, 50), removed=small.gone())
    assert found.gain.half_width <= 0.02


def test_progress_is_told_and_ends_with_all() -> None:
    told: list[float] = []
    shared_hands(small.DUEL, 3, deals=2_000, removed=small.gone(), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_what_it_shows_and_gives_as_data(three_seats: small.Shared) -> None:
    assert repr(three_seats.shared).startswith("<SharedHands of duel: 3 seats: player's edge ")
    assert three_seats.shared.to_dict()["schema"] == "croupier.shared-hands/1"
    assert "3 seats share their hands" in str(three_seats.shared)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ((CLIMB, 2), "has 2 decisions"),
        ((game("casino-monte").rulebook(), 2), "hold no cards of their own"),
        ((game("three-card-poker").rulebook(), 8), "8 seats cannot share"),
        ((small.DUEL, 0), "0 seats cannot share"),
        ((game("baccarat").rulebook(), 2), "has 0 decisions"),
    ],
)
def test_what_cannot_be_shared(given: tuple[Model | Rulebook, int], why: str) -> None:
    with pytest.raises(Refused, match=why):
        shared_hands(*given, deals=10)


def test_a_deck_is_too_small_for_so_many_seats() -> None:
    with pytest.raises(Refused, match="too few for 5 seats"):
        shared_hands(small.DUEL, 5, deals=10, removed=small.gone())


@pytest.mark.slow
def test_every_option_of_a_sampled_deal_is_worth_what_the_engine_counts() -> None:
    """Also with a second dealer card known, where the sampled kernel and the counter share nothing but the rules."""
    model = knowing(staked_alone(game("three-card-poker").rulebook().model, {"ante": 1}), Glimpse("hole"))
    Sampled(solver_of(model), 1, {"ante": Fraction(1)}, 0).check_alone()


@pytest.mark.slow
def test_a_sight_that_does_not_tell_its_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of seats alone fails where the cards that a seat holds are valued as others than it sees."""
    solver = solver_of(staked_alone(small.DUEL, {"ante": 1}), removed=small.gone())
    sampled = Sampled(solver, 2, {"ante": Fraction(1)}, 0)
    sampled.check_alone()
    wrong = solver.best_plans({"ante": 1})
    monkeypatch.setattr(type(solver), "values", lambda *_: (np.ones((len(wrong), 2), dtype=np.int64), 1))
    with pytest.raises(Refused, match="does not tell the cards"):
        sampled.check_alone()


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "edge"), [(7, "2.32"), (6, "2.62")])
def test_seats_that_share_do_not_beat_nevada_rules(seats: int, edge: str) -> None:
    # Zender in ggbnews.com: the house keeps an edge; a study of ours found how much
    found = shared_hands(foreign.nevada(card_seen=False), seats, deals=12_288)
    assert not found.beaten
    assert abs(-100 * float(found.edge.mean) - float(edge)) <= 100 * found.edge.half_width + 0.005


@pytest.mark.slow
def test_six_seats_of_our_own_game_gain_half_a_point() -> None:
    found = shared_hands(game("three-card-poker").rulebook(), 6, deals=12_288)
    assert abs(100 * float(found.gain.mean) - 0.54) <= 100 * found.gain.half_width + 0.005
    assert not found.beaten


def test_nothing_is_hidden_from_the_loops() -> None:
    source = SharedSource(solver_of(staked_alone(small.DUEL, {"ante": 1}), removed=small.gone()), 2)
    assert source.ways == 6 * 2  # two of four cards, then one of two that nothing depends on
