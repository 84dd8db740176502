"""Settlements that begin at the wrong seat: the order itself, and what it moves."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.protect.first_seat import WrongFirstSeat, begun_later, from_later, wrong_first_seat
from croupier.simulation.tables.seats import seat
from croupier.simulation.tables.trial import table_trial

RATE = Fraction(1, 100)
SIMPLE = {"otherwise": "play"}
SEATS = tuple(seat(ante=10, strategy=SIMPLE) for _ in range(3))


def test_each_turn_round_the_table_begins_later() -> None:
    by_seat = [(seat, wager) for seat in (2, 3, 1) for wager in "ab"]
    assert list(from_later(by_seat, (2, 3, 1), 1)) == [(3, "a"), (3, "b"), (1, "a"), (1, "b"), (2, "a"), (2, "b")]
    by_wager = [(seat, wager) for wager in "ab" for seat in (2, 3, 1)]
    assert list(from_later(by_wager, (2, 3, 1), 1)) == [(3, "a"), (1, "a"), (2, "a"), (3, "b"), (1, "b"), (2, "b")]
    assert list(from_later(by_wager[:2], (2, 3, 1), 1)) == [(3, "a"), (2, "a")]
    assert list(from_later(by_seat, (2, 3, 1), 0)) == by_seat
    assert list(from_later((), (2, 3, 1), 1)) == []


@pytest.mark.slow
@pytest.mark.parametrize("order", ["by_seat", "by_wager"])
@pytest.mark.parametrize("forfeits", ["in_turn", "at_fold"])
def test_the_table_settles_so_where_the_action_button_is_at_that_seat(order: str, forfeits: str) -> None:
    house = {"settlement_order": order, "forfeits": forfeits, "forfeit_order": "as_settled"}
    right = table_trial("three-card-poker", seats=SEATS, bank=50, house=house)
    later = table_trial(begun_later(game("three-card-poker"), 1), seats=SEATS, bank=50, house=house)
    button = {**house, "first_action": "action_button"}
    there = table_trial("three-card-poker", seats=SEATS, bank=50, house=button, button=2)
    assert not np.array_equal(later.orders, right.orders)
    assert np.array_equal(later.orders, there.orders)


def moved(bank: int, later: int) -> WrongFirstSeat:
    return wrong_first_seat(
        game("three-card-poker").rulebook(), SEATS, bank, RATE, later=later, batches=6, shifts=20, seed="first"
    )


@pytest.mark.slow
def test_a_short_bank_pays_those_who_come_first() -> None:
    found = moved(20, 1)
    bank, first, *others = found.moved
    assert abs(bank.gain + first.gain + sum(each.gain for each in others)) < 1e-6  # no cent is made or lost
    assert first.is_certain
    assert found.per_100(first) == pytest.approx(first.gain / 100)
    assert repr(found).startswith("<WrongFirstSeat of Three Card Poker 6 Card Bonus: begun 1 seat late")
    assert [row["position"] for row in found.to_rows()] == ["bank", 1, 2, 3]


def test_a_gain_is_the_mean_of_its_batches_and_as_sure_as_they_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 wins 10, 20 and 60 cents more in three batches: 30 on average, ± 26.46 / √3; and 4, 5 and 6 else."""
    right, late = [[-4.0, 4.0], [-5.0, 5.0], [-6.0, 6.0]], [[-14.0, 14.0], [-25.0, 25.0], [-66.0, 66.0]]
    answers = iter((right, late))
    monkeypatch.setattr("croupier.protect.first_seat.batched", lambda *_: iter(next(answers)))
    bank, seat_1 = wrong_first_seat(game("three-card-poker").rulebook(), SEATS, 20, RATE, batches=3).moved
    assert (seat_1.position, seat_1.right, seat_1.gain) == (1, 5, 30)
    assert seat_1.error == pytest.approx(700**0.5 / 3**0.5)
    assert seat_1.right_error == pytest.approx(1 / 3**0.5)
    assert (bank.gain, bank.error) == (-30, seat_1.error)
    assert not seat_1.is_certain


@pytest.mark.slow
def test_nothing_moves_where_the_bank_covers_all_or_the_seat_is_right() -> None:
    for bank, later in ((500, 1), (20, 0)):
        assert all(each.gain == each.error == 0 for each in moved(bank, later).moved)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"bank": 20, "later": 3}, "begins 0 to 2 seats late"),
        ({"bank": 20, "rate": Fraction(2)}, "a share from 0 to 1"),
        ({"bank": 20, "batches": 1}, "give 2 batches or more"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        wrong_first_seat(game("three-card-poker").rulebook(), SEATS, **{"rate": RATE, **given})  # type: ignore[arg-type]  # as given


def test_a_bank_without_limit_moves_nothing() -> None:
    with pytest.raises(Refused, match="has no limit"):
        wrong_first_seat(game("baccarat").rulebook(), 3, 20, RATE)
