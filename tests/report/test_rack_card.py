"""Rack card: what fits on one folded sheet, each figure the engine's."""

from fractions import Fraction

import pytest

from croupier.figures import Figure
from croupier.report import rack_card
from croupier.report.document import (
    Document,
    Form,
    Paragraph,
    text_of,
)
from croupier.report.game_report import GameReport
from croupier.report.paytables import every_paying
from tests.drill.practised import book_of
from tests.report.documented import cell, lines, made, section, tables

QUICK = ("casino-monte", "baccarat", "red-dog")
ALL = (*QUICK, pytest.param("three-card-poker", marks=pytest.mark.slow))


@pytest.mark.parametrize("name", ALL)
def test_it_is_one_sheet_of_two_panels(name: str) -> None:
    document = made("rack-card", name)
    assert document.form is Form.FOLDED
    assert [panel.id for panel in document.sections] == ["how-to-play", "what-pays"]


@pytest.mark.parametrize("name", ALL)
def test_every_line_that_pays_is_on_it(name: str) -> None:
    told, wager = set(), ""
    for row in next(tables(section(made("rack-card", name), "what-pays"))).rows:
        wager = cell(row[0]) or wager
        told |= {(each, cell(row[1])) for each in wager.split(", ")}
    assert told == {(wager.label, line.label) for wager, line in every_paying(book_of(name))}


@pytest.mark.parametrize("name", ALL)
def test_edges_are_those_of_the_analysis(name: str) -> None:
    report = GameReport(book_of(name))
    figures = [row[1] for row in next(tables(section(made("rack-card", name), "edge"))).rows]
    told = {figure.value for figure in figures if isinstance(figure, Figure)}
    assert told == {each.house_edge for each in report.analysis.wagers.values()}


def strategy_lines(document: Document) -> list[str]:
    return list(lines(section(document, "strategy")))


@pytest.mark.parametrize("name", ["casino-monte", "red-dog", ALL[-1]])
def test_the_strategy_is_the_simple_one_line_by_line(name: str) -> None:
    found, told = GameReport(book_of(name)).strategy, strategy_lines(made("rack-card", name))
    labels = {option.id: option.label for option in book_of(name).decisions[0].options}
    field = found.solver.model.decisions[0].fields[-1].name
    for cut in found.table:
        seen = {value for _, value in cut.group}
        does = f"{labels[cut.above]} with {field} {cut.at} or higher, {labels[cut.below]} below."
        if not cut.at:
            does = f"{labels[cut.above]}."
        matching = [line for line in told if line.endswith(does)]
        assert any(seen <= set(line.split(":")[0].replace(",", "").split()) for line in matching), cut
    cost = "No way of playing is better." if not found.cost else "It gives away "
    assert told[-1].startswith(cost)


def test_a_strategy_too_long_for_a_card_is_in_the_mathematics_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rack_card, "LINES_MAX", 0)
    (told,) = section(rack_card.document(GameReport(book_of("casino-monte"))), "strategy").blocks
    assert isinstance(told, Paragraph)
    assert "the mathematics report" in text_of(told.runs).lower()


def test_a_game_without_decisions_has_nothing_to_do() -> None:
    assert all(each.id != "strategy" for each in made("rack-card", "baccarat").every_section())


def test_other_house_rules_change_edges_and_are_named() -> None:
    document = rack_card.document(GameReport(book_of("baccarat", tie_pays=9, burn=False)))
    figure = next(tables(section(document, "edge"))).rows[2][1]
    assert isinstance(figure, Figure)
    assert isinstance(figure.value, Fraction)
    usual = next(tables(section(made("rack-card", "baccarat"), "edge"))).rows[2][1]
    assert figure != usual
    assert dict(document.facts)["House rules"] == "tie_pays = 9, burn = no"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["casino-monte", "baccarat", pytest.param("three-card-poker", marks=pytest.mark.slow)])
def test_it_fits_one_page(name: str, paper: str) -> None:
    pytest.importorskip("typst")
    from croupier.report.pdf import Sheet, pictures  # noqa: PLC0415  # of an extra

    assert len(pictures(made("rack-card", name), Sheet(paper), ppi=20)) == 1
