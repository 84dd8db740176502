"""The mathematics report: every figure in every format is the engine's, and nothing that was asked for is missing."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.figures import Figure
from croupier.front.variant import Variant
from croupier.kernel.effort import effort
from croupier.report.clauses_in_force import not_in_force
from croupier.report.document import (
    Cell,
    Document,
    Facts,
    Illustration,
    Section,
    Table,
    figures_of,
    text_of,
)
from croupier.report.game_report import GameReport
from croupier.report.html import html
from croupier.report.layout_sketch import LEADING, LETTER, best_lines, largest
from croupier.report.markdown import markdown
from croupier.report.mathematics.method import drawn_told, method
from croupier.report.mathematics.rules import house_rules
from croupier.report.mathematics.strategy import strategy
from croupier.report.paper import Paper
from croupier.report.pdf import pdf
from croupier.report.sensitivity import choices
from croupier.report.submission import misdeals
from croupier.rulebook import Rulebook
from croupier.rulebook.deal import Draw, Drawn
from tests.report.reading import Page, is_rounded, markdown_text, pdf_text, squeezed

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
SECTIONS = (
    *("summary", "rules", "layout", "equipment", "house-rules", "rulings", "wagers", "together", "strategy"),
    *("sensitivity", "sessions", "protection", "method", "simulation", "submission", "glossary", "trace", "credits"),
)
FIGURES = "Figures of one round, per unit placed before the deal"
WIDE = 12
"""A table of more columns may be split on paper."""
QUICK = "high_card"
SLOW = ("casino-monte", "three-card-poker", "baccarat", "casino_war", "red_dog", "sic_bo", "blackjack")


def variant(name: str) -> Variant:
    file = EXAMPLES / f"{name}.py"
    return croupier.game(str(file) if file.is_file() else name)


def paper(name: str, *, simulate: int = 0, protection: bool = False) -> Paper:
    return variant(name).report(date="2026-01-31", simulate=simulate, protection=protection)


def book(name: str) -> Rulebook:
    found = variant(name).rulebook
    assert found is not None
    return found


def tables(document: Document, id_: str) -> dict[str, Table]:
    """The tables of a section by their captions."""
    section = next(each for each in document.every_section() if each.id == id_)
    return {block.caption: block for block in section.blocks if isinstance(block, Table)}


def value(cell: Cell) -> Fraction:
    assert isinstance(cell, Figure)
    return Fraction(cell.value)


@pytest.fixture(scope="module")
def quick() -> Paper:
    return paper(QUICK)


def every_format_agrees(made: Document) -> None:
    """Each figure is the rounded value, and stands in each format, in the order of the document."""
    figures = list(made.figures())
    assert len(figures) > 100
    for figure in figures:
        assert is_rounded(figure), figure
    assert Page(html(made)).figures == [(str(each.value), each) for each in figures]
    for text in (pdf_text(pdf(made)), markdown_text(markdown(made))):
        place = 0
        for figure, in_order in ordered(made):
            shown = squeezed(figure)
            found = text.find(shown, place if in_order else 0)
            assert found >= 0, figure
            if in_order and len(shown) > 2:
                place = found + len(shown)


def ordered(made: Document) -> Iterator[tuple[Figure, bool]]:
    """Every figure, and whether it is printed in the order of the document: a table so wide that it is split is not."""
    for section in made.every_section():
        for block in section.blocks:
            split = isinstance(block, Table) and len(block.heads) > WIDE
            yield from ((figure, not split) for figure in figures_of(block))


def variant_repeats(of: Variant) -> bool:
    return of.model.repeat is not None


def every_wager_is_as_counted(document: Document, of: Variant) -> None:
    """The table of outcomes and the figures of every wager are those of the engine."""
    for id_, report in of.analyze().wagers.items():
        found = tables(document, f"wager-{id_}")
        if not found:  # averages alone are known
            assert variant_repeats(of)
            continue
        *rows, _ = found["Outcomes"].rows
        assert [value(row[1]) for row in rows] == [row.combinations for row in report.rows]
        assert [value(row[2]) for row in rows] == [row.probability for row in report.rows]
        assert [value(row[4]) for row in rows] == [row.pays for row in report.rows]
        assert [value(row[5]) for row in rows] == [row.contribution for row in report.rows]
        told = {
            text_of(row[0]): value(row[2])
            for row in found["Figures of one round, per unit placed before the deal"].rows
        }
        assert told["House edge"] == report.house_edge == 1 - told["Return to player"]
        assert told["Element of risk"] == report.element_of_risk
        assert told["Hit frequency"] == report.hit_frequency
        assert told["Variance"] == report.variance
        assert told["Standard deviation"] == Fraction(report.standard_deviation)
        assert told["Skewness"] == Fraction(report.distribution.skewness)


def test_every_format_prints_the_figures_of_the_engine(quick: Paper) -> None:
    every_format_agrees(quick.document)
    every_wager_is_as_counted(quick.document, variant(QUICK))


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_so_do_those_of_our_games_and_of_plug_ins(name: str) -> None:
    made = paper(name, simulate=100_000)
    every_format_agrees(made.document)
    every_wager_is_as_counted(made.document, variant(name))
    assert [section.id for section in made.document.sections] == list(SECTIONS)


@pytest.mark.slow
def test_protection_and_bank_are_told_where_they_are_asked_for() -> None:
    made = paper("three-card-poker", protection=True)
    text = markdown(made.document)
    assert "The bank of a player:" in text
    assert "Card counting" in text


def test_nothing_that_is_asked_for_is_missing(quick: Paper) -> None:
    assert [section.id for section in quick.document.sections] == list(SECTIONS)
    for section in quick.document.sections:
        assert section.blocks or section.parts
    facts = dict(quick.document.facts)
    assert facts["Date"] == "2026-01-31"
    assert facts["Rulebook"] == quick.report.conditions.digest
    assert str(facts["Made with"]).startswith("croupier report ")


def test_the_command_names_whatever_decides_the_document(quick: Paper) -> None:
    known = replace(quick.report, sheet="letter", edition="2", simulated=1_000, protection=True)
    with effort(anyway=True):
        every = known.command("mathematics")
    for part in ("--paper letter", "--edition 2", "--date 2026-01-31", "--simulate 1000", "--protection", "--anyway"):
        assert part in every


def test_every_clause_and_ruling_is_told_and_traced(quick: Paper) -> None:
    game = quick.report.book.game
    listed = [block for part in rules_of(quick.document) for block in part.blocks if isinstance(block, Table)]
    told = {text_of(row[0]) for table in listed for row in table.rows}
    assert {clause.id for clause in game.clauses} <= told
    traced = [text_of(row[0]) for row in tables(quick.document, "trace")[""].rows]
    assert traced == [*(clause.id for clause in game.clauses), *(ruling.id for ruling in game.rulings)]


def rules_of(document: Document) -> tuple[Section, ...]:
    return next(section for section in document.sections if section.id == "rules").parts


def test_every_picture_says_what_it_shows(quick: Paper) -> None:
    drawn = [
        block.picture
        for section in quick.document.every_section()
        for block in section.blocks
        if isinstance(block, Illustration)
    ]
    assert len(drawn) > 3
    assert all(len(picture.alt) > 20 and picture.title for picture in drawn)


@pytest.mark.slow
def test_a_simulation_stands_beside_the_exact_figures() -> None:
    means = tables(paper(QUICK, simulate=20_000).document, "simulation")["Mean result of a unit"]
    for row in means.rows:
        mean, exact, error, z = map(value, row[1:])
        assert float((mean - exact) / error) == pytest.approx(float(z))
        assert abs(z) < 5


def test_the_submission_map_leaves_open_what_an_applicant_adds(quick: Paper) -> None:
    text = Page(html(quick.document)).text
    for words in (
        "Regulation 14.230(2)",
        "205 CMR 147.04(3)(e)",
        "11 CCR 2071",
        "It claims no approval",
        "Open: the laboratory's report",
        "Open: the statement of lawfulness",
        "Open: the game's documents say nothing of misdeals",
    ):
        assert words in text


@pytest.mark.parametrize("name", ["casino-monte", "three-card-poker", "baccarat"])
def test_the_ruling_on_rounds_that_are_called_off_stands_beside_misdeals(name: str) -> None:
    game = variant(name).rulebook
    assert game is not None
    *_, found = misdeals(GameReport(game)).blocks
    assert isinstance(found, Table)
    assert text_of(found.rows[0][0]) == game.void_clause


@pytest.mark.slow
def test_a_document_is_the_same_to_the_byte_from_a_count_of_its_own(quick: Paper) -> None:
    again = paper(QUICK)
    assert again.data(".pdf") == quick.data(".pdf")
    assert again.data(".html") == quick.data(".html")
    assert again.data(".md") == quick.data(".md")


def test_house_rules_that_are_chosen_stand_out(quick: Paper) -> None:
    book = quick.report.book
    of = next(choice for choice in choices(book) if not choice.is_here)
    other = Paper(
        quick.kind,
        replace(quick.report, book=book.game.rulebook(book.house.with_changes({of.parameter.name: of.value}))),
    )
    rules = next(iter(tables(other.document, "house-rules").values()))
    (marked,) = rules.marked
    assert text_of(rules.rows[marked][0]) == of.parameter.name
    assert "(usually " in text_of(rules.rows[marked][1])
    assert other.report.conditions.digest != quick.report.conditions.digest or of.edges is None


def test_each_choice_is_priced_as_the_game_under_it_is(quick: Paper) -> None:
    game = variant(QUICK)
    for choice in quick.report.choices:
        found = game.with_rules(house={choice.parameter.name: choice.value}).analyze().wagers
        edges = {id_: report.house_edge for id_, report in found.items()}
        assert edges == (dict(choice.edges) if choice.edges is not None else quick.report.edges)


def test_the_method_says_what_is_drawn_and_how_many_deals_there_are_in_one_list() -> None:
    report = GameReport(book("casino_war"))
    (facts,) = (block for block in method(report).blocks if isinstance(block, Facts))
    assert dict(facts.rows) == {
        "Decks": "6 of 52 cards",
        "Draw card": "1 card",
        "Draw dealer": "1 card",
        "Draw war card": "1 card",
        "Draw dealer war card": "1 card",
        "All deals": f"{312 * 311 * 310 * 309:,}",
    }
    assert report.analysis.wagers["ante"].combinations_of == "1 card × 1 card × 1 card × 1 card"


def test_the_order_of_cards_is_told_where_there_is_one() -> None:
    hand = Drawn("hand", Draw.SET, 5)
    assert drawn_told(hand) == "5 cards, in any order"
    assert drawn_told(replace(hand, kind=Draw.ORDERED)) == "5 cards, in order"
    assert drawn_told(replace(hand, kind=Draw.DIE, count=6)) == "a die with 6 faces"


def test_money_has_the_same_form_in_house_rules_as_in_tables() -> None:
    rules, *_ = house_rules(GameReport(book("baccarat"))).blocks
    assert isinstance(rules, Table)
    assert {text_of(row[0]): text_of(row[1]) for row in rules.rows}["maximum"] == "$1,000.00"


@pytest.mark.parametrize("procedure", ["standard", "alternate"])
def test_a_procedure_that_is_not_chosen_is_not_in_force_as_a_whole(procedure: str) -> None:
    game = book("casino-monte").game
    out = not_in_force(game.rulebook(game.house().with_changes({"procedure": procedure})))
    sections = {clause.id: clause.section for clause in game.clauses}
    alternate = {id_ for id_, section in sections.items() if section == "Alternate Dealing Procedure"}
    assert len(alternate) > 15
    assert out & alternate == (alternate if procedure == "standard" else frozenset())
    assert bool(out - alternate) == (procedure == "alternate")


def test_what_is_printed_in_a_circle_of_the_sketch_stays_within_it() -> None:
    for text in ("6 Card Bonus", "Pair Plus", "Ante", "A wager of a long name"):
        lines = best_lines(text, 30)
        size = largest(lines, 30, 30, is_round=True)
        for place, line in enumerate(lines):
            wide = len(line) * LETTER * size
            high = (2 * abs(place - (len(lines) - 1) / 2) + 1) * LEADING * size
            assert wide**2 + high**2 <= 30**2 * 1.0001


def test_a_strategy_is_told_in_the_words_of_the_table() -> None:
    """Options and wagers by their labels, never by their ids."""
    report = GameReport(book("casino-monte"))
    section = strategy(report)
    blocks = [block for part in section.parts for block in part.blocks]
    ids = {option.id for decision in report.book.decisions for option in decision.options}
    told = [block for block in blocks if isinstance(block, Table)]
    words = {text_of(cell) for table in told for row in (table.heads, *table.rows) for cell in row}
    assert not ids & words
    assert "Raise 3×" in words
    (edges,) = [b.picture for b in blocks if isinstance(b, Illustration) and b.picture.title.startswith("House edge")]
    assert edges.title == "House edge of Initial by strategy"
    *_, calls = told
    best = {text_of(head): place for place, head in enumerate(calls.heads)}
    for row, call in zip(calls.rows, report.strategy.closest, strict=True):
        labels = {option.id: option.label for option in report.book.decisions[0].options}
        assert text_of(row[best["Best"]]) == labels[call.best]
        assert value(row[best["Margin"]]) == call.margin
        assert {id_: value(row[best[labels[id_]]]) for id_, _ in call.values} == dict(call.values)


def test_house_rules_are_told_as_people_write_them() -> None:
    rules, *_ = house_rules(GameReport(book("baccarat"))).blocks
    assert isinstance(rules, Table)
    rows = {row[0]: row[1] for row in rules.rows}
    assert rows["commission"] == "5%"
    assert rows["minimum"] == "$5.00"
    assert rows["cut_card"] == "16"
