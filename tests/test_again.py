"""Steps that are done again: what a procedure may repeat, how far, and that it ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.rulebook import Again, Deal, Decide, Game, House, Rulebook, Step
from croupier.table import commands as c
from croupier.table.state import fold
from examples.games.blackjack import BLACKJACK
from tests.rounds import Script


def changed(change: Callable[[tuple[Step, ...]], tuple[Step, ...]]) -> Game:
    """Blackjack with another procedure."""

    def build(game: Game, house: House) -> Rulebook:
        book = BLACKJACK.build(game, house)
        return replace(book, procedure=change(book.procedure))

    return replace(BLACKJACK, build=build)


def with_again(**fields: Any) -> Game:
    """Blackjack whose players are asked again in another way."""

    def change(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        first = next(step for step in steps if isinstance(step, Again))
        return tuple(replace(step, **fields) if step is first else step for step in steps)

    return changed(change)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (with_again(steps=0), "repeats 0 steps; it needs 1 or more before it, all Deal or Decide"),
        (with_again(steps=99), "repeats 99 steps"),
        (with_again(most=0), "repeats at most 0 times; give 1 to 100"),
        (with_again(most=10**9), "repeats at most 1000000000 times; give 1 to 100"),
        (with_again(when=lambda: True), "`when` of Again (BJ-8) is called with the round so far; let it take that"),
    ],
)
def test_a_procedure_repeats_deals_and_decisions_that_stand_just_before(game: Game, why: str) -> None:
    with pytest.raises(Refused) as refused:
        game.rulebook()
    assert why in str(refused.value)


def test_an_again_may_not_repeat_another_one() -> None:
    def change(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        last = max(place for place, step in enumerate(steps) if isinstance(step, Again))
        twice = replace(steps[last], steps=2)  # type: ignore[arg-type]  # an Again
        return (*steps[: last + 1], twice, *steps[last + 1 :])

    with pytest.raises(Refused, match="all Deal or Decide"):
        changed(change).rulebook()


def test_steps_that_would_be_repeated_for_ever_are_refused_and_change_nothing() -> None:
    table = Script(with_again(when=lambda _: True), {"shuffle": "continuous"}, seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    table.deal("Ts", "9h", "6c", "9c")
    assert "nothing to do" in table.refused(c.Decide(1, "stand")).reason


def test_who_is_asked_for_ever_is_not_asked_more_often_than_the_step_says() -> None:
    asks = with_again(when=lambda so_far: bool(so_far.players), most=3)
    book = asks.rulebook()
    steps = tuple(
        replace(step, order=lambda so_far: so_far.players) if isinstance(step, Decide) else step
        for step in book.procedure
    )
    table = Script(replace(asks, build=lambda *_: replace(book, procedure=steps)), seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    table.deal("Ts", "9h", "6c", "9c")
    for _ in range(3):
        table.decide(seat_1="stand")
    refused = table.refused(c.Decide(1, "stand"))
    assert "seat 1 is to decide on play once more than 3 times again; `most` of Again says so" in str(refused)
    table.do(c.VoidRound("the rules never end"))


def test_a_hand_that_is_drawn_to_for_ever_gets_no_more_cards_than_the_step_says() -> None:
    def change(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        last = max(place for place, step in enumerate(steps) if isinstance(step, Again))
        again = replace(steps[last], when=lambda _: True, most=2)  # type: ignore[arg-type]  # an Again
        return (*steps[: last - 1], replace(steps[last - 1], when=lambda _: True), again, *steps[last + 1 :])  # type: ignore[arg-type]  # a Deal

    table = Script(changed(change), {"shuffle": "continuous"}, seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    table.deal("Ts", "9h", "6c", "9c")
    table.decide(seat_1="stand")
    table.deal("2c", "2d")
    refused = table.refused(c.DealCards(cards_from("2h")))
    assert "dealer is to be dealt to once more than 2 times again" in str(refused)


def test_a_deal_after_a_decision_that_draws_nothing_is_refused() -> None:
    def change(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(
            replace(each, after="play") if isinstance(each, Deal) and each.clause == "BJ-9" else each for each in steps
        )

    with pytest.raises(Refused, match=r"follows the decision play, after which the model draws nothing; leave out"):
        changed(change).rulebook()


def test_slots_and_descriptions_know_how_many_cards_and_decisions_there_may_be() -> None:
    book = BLACKJACK.rulebook()
    seat, dealer = book.slots["seat 3"], book.slots["dealer"]
    assert (seat.least, seat.most, dealer.least, dealer.most) == (2, 21, 2, 13)
    assert book.times("play") == 19


def test_a_hand_of_many_cards_is_folded_from_events_alone() -> None:
    table = Script(BLACKJACK, {"shuffle": "continuous"}, seats=1)
    table.open()
    table.bet(1, bet=10)
    table.close()
    table.deal("As", "9h", "Ad", "9c")
    for card in ("Ac", "Ah", "As", "2c", "2d", "4h", "3c"):
        table.decide(seat_1="hit")
        table.do(c.DealCards(cards_from(card)))
        assert fold(BLACKJACK, table.events) == table.state
    table.decide(seat_1="stand")
    assert table.settle()[1, "bet"].result == -10_00
    assert len(table.state.decisions[1]) == 8
