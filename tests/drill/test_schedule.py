"""The schedule: Leitner boxes, counted in questions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.chance import Chance
from croupier.drill.schedule import INTERVALS, Answered, Card, Schedule

KEYS = ("a:1", "a:2", "b:1", "b:2", "c:1")


def after(*answers: tuple[str, bool]) -> Schedule:
    schedule = Schedule()
    for key, is_right in answers:
        schedule = schedule.after(Answered(key, is_right, 2.0))
    return schedule


def test_what_is_missed_is_due_after_three_questions() -> None:
    assert after(("a:1", False)).cards["a:1"] == Card(1, 1 + INTERVALS[0], 1, 0, 2.0)


def test_right_answers_move_a_case_up_at_growing_intervals() -> None:
    schedule, gaps = Schedule(), []
    for _ in range(7):
        before = schedule.asked
        schedule = schedule.after(Answered("a:1", is_right=True))
        gaps.append(schedule.cards["a:1"].due - before - 1)
        while not schedule.is_due("a:1"):
            schedule = schedule.after(Answered("b:1", is_right=True))
    assert gaps == [8, 20, 50, 120, 120, 120, 120]
    assert gaps == sorted(gaps)


def test_a_wrong_answer_goes_back_to_the_first_box_from_anywhere() -> None:
    high = Schedule(200, {"a:1": Card(5, 100, 9, 9, 10.0)})
    assert high.after(Answered("a:1", is_right=False)).cards["a:1"].box == 1


def test_a_right_answer_before_its_time_moves_nothing() -> None:
    schedule = after(("a:1", False), ("a:1", True))
    assert (schedule.cards["a:1"].box, schedule.cards["a:1"].due) == (1, 4)


def test_what_is_overdue_comes_first_then_what_is_new_then_what_is_due_soonest() -> None:
    missed = after(("a:1", False), ("a:2", False), *[("x", True)] * 3)
    assert missed.next_of(KEYS, lambda _: 1) == "a:1"
    waiting = after(("a:1", False))
    assert [waiting.next_of(KEYS, lambda _: 0), waiting.next_of(KEYS, lambda _: 1)] == ["a:2", "b:1"]
    assert waiting.next_of(("a:1",), lambda _: 0) == "a:1"
    assert waiting.next_of(KEYS, lambda _: 0, but=KEYS) == ""


def test_somebody_who_misses_everything_still_meets_what_is_new() -> None:
    choices, schedule = Chance.seeded("missing").choices("all"), Schedule()
    for _ in range(60):
        schedule = schedule.after(Answered(schedule.next_of(KEYS, choices.below), is_right=False))
    assert set(schedule.cards) == set(KEYS)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.booleans()), max_size=60))
def test_boxes_stay_within_bounds_and_answers_are_counted(answers: list[tuple[str, bool]]) -> None:
    schedule = after(*answers)
    assert schedule.asked == len(answers)
    assert sum(card.asked for card in schedule.cards.values()) == len(answers)
    assert sum(card.right for card in schedule.cards.values()) == sum(is_right for _, is_right in answers)
    for card in schedule.cards.values():
        assert 1 <= card.box <= len(INTERVALS)
        assert card.due > 0


@pytest.mark.parametrize("key", KEYS)
def test_what_was_never_asked_is_due(key: str) -> None:
    assert Schedule().is_due(key)
