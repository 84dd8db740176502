"""The list of holds: what it calls cards, and what it costs a player who keeps to it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from croupier.cards import JACK, cards_from, rank_of
from croupier.exact import late_sights
from croupier.figures import Figure, share
from croupier.report import rack_card
from croupier.report.document import (
    Paragraph,
    Section,
    Table,
    text_of,
)
from croupier.report.game_report import GameReport
from croupier.report.hold_list import HoldList, class_of, hands_of, has_holds, in_order
from croupier.report.kinds import KINDS
from croupier.report.mathematics.strategy import strategy
from croupier.report.pdf import Sheet, pictures
from croupier.rulebook import Rulebook
from tests.drill.practised import book_of
from tests.example_games import EXAMPLES
from tests.report.documented import lines, section

HIGH = frozenset(range(JACK, JACK + 4))
HANDS = comb(52, 5)


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("", "nothing: draw every card"),
        ("Qs", "one high card"),
        ("9s", ""),
        ("Js Jh", "a pair of high cards"),
        ("2s 2h", "a lower pair"),
        ("2s 3h", ""),
        ("2s 2h 9c", ""),
        ("2s 2h 9c 9d", "two pair"),
        ("2s 2h 2c", "three of a kind"),
        ("2s 2h 2c 2d", "four of a kind"),
        ("Ts As", "2 to a royal flush, 1 high card"),
        ("Js As", "2 to a royal flush, 2 high cards"),
        ("Jh As", "2 high cards of several suits"),
        ("Js Qs Ks", "3 to a royal flush"),
        ("9s Ts Js", "3 to a straight flush, no gap, 1 high card"),
        ("As 2s 4s", "3 to a straight flush, one gap, 1 high card"),
        ("5s 6s 9s", "3 to a straight flush, two gaps, no high card"),
        ("5s 6s Ts", "3 to a flush, no high card"),
        ("5s 6s 7s 9s", "4 to a straight flush"),
        ("2s 6s 7s Ks", "4 to a flush"),
        ("5s 6h 7s 8s", "4 to an open straight, no high card"),
        ("5s 6h 7s 9s", "4 to an inside straight, no high card"),
        ("As 2h 3s 4s", "4 to an inside straight, 1 high card"),
        ("Jh Qs Ks As", "4 to an inside straight, 4 high cards"),
        ("Ts Js Qs Ks As", "royal flush, as dealt"),
        ("2s 3s 4h 5h 6s", "straight, as dealt"),
        ("2s 2h 4h 5h 6s", ""),
    ],
)
def test_cards_are_called_by_what_they_make_or_could_come_to(cards: str, called: str) -> None:
    assert class_of(cards_from(cards), HIGH) == called


def test_only_a_game_that_decides_nothing_but_holds_of_five_cards_has_a_list() -> None:
    assert has_holds(EXAMPLES["jacks-or-better"].game.rulebook().model)
    assert not has_holds(book_of("casino-monte").model)
    assert not has_holds(book_of("baccarat").model)


def test_holds_that_never_come_first_are_left_out_and_what_is_left_is_put_in_order_again() -> None:
    has = {"a": np.array([True, True, False]), "b": np.array([True, True, False]), "c": np.array([True, True, True])}
    won = {"a": np.array([3, 1, 0]), "b": np.array([2, 2, 0]), "c": np.array([1, 5, 1])}
    assert in_order(["a", "b", "c"], has, won)[0] == ["c"]
    won["c"] = np.array([0, 3, 1])
    names, taken = in_order(["c", "b", "a"], has, won)
    assert (names, taken.tolist()) == (["b", "c"], [0, 0, 1])


def table_of(section: Section, caption: str) -> Table:
    blocks = [block for part in section.parts for block in part.blocks]
    return next(block for block in blocks if isinstance(block, Table) and block.caption.startswith(caption))


def played_hand_by_hand(report: GameReport, found: HoldList) -> tuple[Fraction, dict[str, Fraction]]:
    """The edge of the list and how often each hold is kept, picked from the cards of each hand by trying subsets."""
    solver = report.solver
    (decision,), solved = solver.model.decisions, solver.solved()
    hands = hands_of(solver, decision)
    assert hands is not None
    options = {option.keeps or (): number for number, option in enumerate(decision.options)}
    places = {hold.words: place for place, hold in enumerate(found.holds)}
    won, kept = 0, Counter[str]()
    for hand, values, deals in zip(hands, solved.values[0].tolist(), solved.deals[0].tolist(), strict=True):
        tried = []
        for which in chain.from_iterable(combinations(range(5), size) for size in range(6)):
            held = tuple(hand[place] for place in which)
            words = class_of(held, HIGH)
            if words in places:
                tried.append((places[words], sorted(map(rank_of, held)), which, words))
        *_, which, words = min(tried)
        won += values[options[which]]
        kept[words] += deals
    total = solver.counts.total
    return Fraction(-won, solved.scale * total), {
        words: Fraction(count * HANDS, total) for words, count in kept.items()
    }


@pytest.mark.slow
def test_the_list_of_jacks_or_better_is_complete_and_costs_less_than_a_fiftieth_of_a_percent() -> None:
    report = GameReport(EXAMPLES["jacks-or-better"].game.rulebook())
    found = report.holds
    assert found is not None
    assert found.high == tuple(sorted(HIGH))
    total = report.solver.counts.total
    kept = {hold.words: Fraction(hold.kept, total) * HANDS for hold in found.holds}
    assert sum(kept.values()) == HANDS
    # Straight flushes are held before all else; four to a royal flush before a flush, a straight and a pair.
    assert kept["royal flush, as dealt"] == 4
    assert kept["straight flush, as dealt"] == 36
    assert kept["four of a kind"] == 13 * 48
    assert kept["full house, as dealt"] == 13 * 12 * 4 * 6
    assert kept["three of a kind"] == 13 * 4 * comb(12, 2) * 16
    assert kept["4 to a royal flush"] == 4 * 5 * 47 - 4  # of each suit; less four straight flushes from nine to king
    best, listed = found.edges
    assert best == report.edges["bet"]
    assert (listed, kept) == played_hand_by_hand(report, found)
    assert 0 < found.cost == listed - best < Fraction(1, 5000)
    first, *_, last = found.holds
    assert first.worth == 799
    assert last.words == "nothing: draw every card"
    table = table_of(strategy(report), "What to hold")
    assert [text_of(row[0]).lower() for row in table.rows] == [hold.words for hold in found.holds]
    card_says_what_to_hold(report, found)


def card_says_what_to_hold(report: GameReport, found: HoldList) -> None:
    """The list is on the rack card, which is still one page."""
    card = rack_card.document(report)
    first, *holds, last = lines(section(card, "strategy"))
    assert first.endswith("High cards are jack, queen, king and ace.")
    assert [line.lower() for line in holds] == [hold.words for hold in found.holds]
    assert last == f"It gives away {share(found.cost)} of the first bet against the best play."
    assert next(lines(section(card, "how-to-play"))) == report.book.game.goal
    assert "Bet ($1 to $100)." in lines(section(card, "how-to-play"))
    for paper in ("a4", "letter"):
        assert len(pictures(card, Sheet(paper), ppi=20)) == 1


def without_fields(book: Rulebook) -> Rulebook:
    model = book.model
    decisions = tuple(
        replace(decision, fields=(), shown=lambda code: (("hand", str(code)),)) for decision in model.decisions
    )
    return replace(book, model=replace(model, decisions=decisions))


def test_a_game_whose_sights_have_no_parts_is_told_how_often_each_option_is_best() -> None:
    section = strategy(GameReport(without_fields(book_of("casino-monte"))))
    assert [part.id for part in section.parts] == ["optimal-strategy", "simple-strategy", "closest-calls"]
    table = table_of(section, "How often best play takes each option")
    assert [text_of(row[1]) for row in table.rows] == [o.label for o in book_of("casino-monte").decisions[0].options]
    shares = [row[2].value for row in table.rows if isinstance(row[2], Figure)]
    assert sum(Fraction(each) for each in shares) == 1


def test_a_game_whose_late_decisions_were_made_while_counting_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_sights, "SIGHTS_MAX", 100)
    monkeypatch.setattr(late_sights, "KEPT_MAX", 20)
    report = GameReport(book_of("three-card-poker"))
    section = strategy(report)
    assert [part.id for part in section.parts] == ["optimal-strategy"]
    method, why = section.parts[0].blocks
    assert isinstance(method, Paragraph)
    assert isinstance(why, Paragraph)
    assert "late decisions were made while the deals were counted" in text_of(why.runs)
    (card,) = (each for each in rack_card.document(report).every_section() if each.id == "strategy")
    (told,) = card.blocks
    assert isinstance(told, Paragraph)
    assert text_of(told.runs) == "What is best depends on more than a card has room for."


@pytest.mark.slow
def test_no_document_of_such_a_game_needs_what_was_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_sights, "SIGHTS_MAX", 100)
    monkeypatch.setattr(late_sights, "KEPT_MAX", 20)
    report = GameReport(book_of("three-card-poker"), simulated=1_000)
    assert report.is_late
    for kind in KINDS.values():
        assert kind.workbook(report) if kind.name == "workbook" else kind.document(report).sections
