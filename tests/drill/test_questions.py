"""Questions: the answer is what the settlement pays, to the cent, and nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest

import croupier
from croupier.chance import Chance
from croupier.drill import Drill, Layout, Question
from croupier.errors import Refused
from croupier.money import cents_from
from croupier.rulebook import Game, House, Line, Rulebook, Wager
from tests.drill.practised import PRACTISED, book_of, drill_of, game_of

LAYOUTS = 3


def layouts(drill: Drill, count: int = LAYOUTS) -> list[Layout]:
    return [drill.next_layout() for _ in range(count)]


def paid(layout: Layout, game: Game) -> dict[tuple[int, str], int]:
    """What `croupier settle` pays for the description of a layout, by seat and wager."""
    rows = croupier.settle(layout.described, game=game).to_rows()
    return {(int(str(row["seat"])), str(row["wager"])): cents_from(row["result"]) for row in rows}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("name", PRACTISED)
def test_the_answer_is_what_the_described_round_pays(name: str, level: int) -> None:
    for layout in layouts(drill_of(name, level=level)):
        asked = {(q.seat, q.case.wager): q.right for q in layout.questions if not q.is_fee}
        assert asked == paid(layout, game_of(name))


@pytest.mark.parametrize("name", PRACTISED)
def test_an_answer_is_right_to_the_cent(name: str) -> None:
    drill = drill_of(name, level=3)
    for question in drill.questions(drill.next_layout()):
        assert drill.answer(question, question.right).is_right
        assert not drill.answer(question, question.right + 1).is_right
        assert not drill.answer(question, question.right - 1).is_right


def test_fees_are_those_that_go_to_the_drop_box() -> None:
    layout = drill_of("three-card-poker").next_layout()
    settled = croupier.settle(layout.described).to_dict()
    fees = sum(question.right for question in layout.questions if question.is_fee)
    assert fees == cents_from(settled["drop_box"]) > 0


def test_a_fee_cites_what_says_how_much_it_is_and_refuses_what_only_a_wager_can_do() -> None:
    for collection, schedule in ((1, "TCP-FEE1"), (2, "TCP-FEE2")):
        drill = Drill(book_of("three-card-poker", collection=collection), Chance.seeded("fees"))
        fees = [question for question in drill.next_layout().questions if question.is_fee]
        assert {question.clauses for question in fees} == {(schedule, "TCP-FEE5")}
        for word in ("lose", "l", "nonsense"):
            with pytest.raises(Refused, match=f'"{word}" is not an answer. Type what is collected, such as 1 or'):
                fees[0].read(word)


# ── One source ───────────────────────────────────────────────────────────────────────────────────────────────────────


def paying(game: Game, wager: str, pays: Fraction) -> Game:
    """A game in which every winning line of a wager pays other odds."""

    def other(line: Line) -> Line:
        return replace(line, pays=pays) if line.pays > 0 else line

    def of(each: Wager) -> Wager:
        return replace(each, lines=tuple(map(other, each.lines))) if each.id == wager else each

    def build(same: Game, house: House) -> Rulebook:
        book = game.build(same, house)
        return replace(book, model=replace(book.model, wagers=tuple(map(of, book.wagers))))

    return replace(game, build=build)


def test_other_odds_change_question_and_answer_alike() -> None:
    seed, usual = "same cards", game_of("casino-monte")
    wrong = paying(usual, "full_monte", Fraction(77))
    right_book, wrong_book = usual.rulebook(), wrong.rulebook()
    pairs = zip(
        layouts(Drill(right_book, Chance.seeded(seed)), 12),
        layouts(Drill(wrong_book, Chance.seeded(seed)), 12),
        strict=True,
    )
    won = 0
    for usually, wrongly in pairs:
        for one, other in zip(usually.questions, wrongly.questions, strict=True):
            changed = one.case.wager == "full_monte" and one.right > 0
            assert other.right == (77 * one.stake if changed else one.right)
            won += changed
    assert won


# ── Answers as people type them ──────────────────────────────────────────────────────────────────────────────────────


def any_question() -> Question:
    return next(question for question in drill_of("casino-monte").next_layout().questions if question.stake)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("10", 1000), ("+10", 1000), ("-5", -500), ("$12.50", 1250), ("-$4", -400), (" push ", 0), ("PUSH", 0), ("0", 0)],
)
def test_an_answer_is_read_as_people_type_it(typed: str, cents: int) -> None:
    assert any_question().read(typed) == cents


def test_lose_is_the_whole_stake() -> None:
    question = any_question()
    assert question.read("lose") == -question.stake


@pytest.mark.parametrize("typed", ["", "ten", "1.005", "10 11", "9" * 50, "--5", "½"])
def test_what_is_not_an_answer_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        any_question().read(typed)


# ── What is drawn ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", PRACTISED)
def test_the_view_shows_no_result(name: str) -> None:
    for layout in layouts(drill_of(name), 3):
        assert layout.view.settled == ()
        assert {seat.seat for seat in layout.view.seats} >= {question.seat for question in layout.questions}


def test_captions_are_for_beginners_alone() -> None:
    easy, usual = (drill_of("baccarat", level=level).next_layout().book.felt.cards("player") for level in (1, 2))
    assert easy.caption is not None
    assert usual.caption is None


def test_one_clause_alone_is_asked_about() -> None:
    drill = drill_of("baccarat", only="bac-7")
    for layout in layouts(drill, 3):
        asked = drill.questions(layout)
        assert asked
        assert all("BAC-7" in question.clauses for question in asked)


def test_a_clause_that_pays_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(Refused, match="CM-2 decides no payment at level 2; those that do are CM-7a"):
        drill_of("casino-monte", only="CM-2")
    with pytest.raises(Refused, match="has no clause"):
        drill_of("casino-monte", only="XX-1")
