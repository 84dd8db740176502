"""A document says nothing that the house rules of its game have set otherwise."""

import re
from fractions import Fraction

import pytest

from croupier.figures import Figure
from croupier.report.clauses_in_force import set_here
from croupier.report.document import Document, Section, Table, text_of
from croupier.report.game_report import GameReport
from croupier.report.layout_sketch import Sketch
from croupier.report.mathematics.rules import house_rules, rules
from croupier.report.mathematics.together import exposure
from croupier.report.mathematics.wagers import bands, lines_table, outcome_table
from croupier.report.workbook.contents import clauses_told, rulings_told
from tests.drill.practised import book_of
from tests.report.documented import cell, made, section, tables, words

COLLECTION = {"minimum": 20, "player_fee": 3, "tiers": [{"up_to": 150, "fee": 2}, {"fee": 5}]}


def noted(of: Document | Section) -> dict[str, str]:
    """What stands beside the words of a clause, by its id."""
    rows = (row for table in tables(of) if table.heads[0] in ("Clause", "Ruling") for row in table.rows)
    found = {cell(row[0]): [cell(each) for each in row[1:] if " Here " in cell(each)] for row in rows}
    return {id_: told[0].partition(" Here ")[2] for id_, told in found.items() if told}


def test_clauses_that_house_rules_win_over_say_so() -> None:
    assert noted(section(made("rules", "baccarat", tie_pays=9, commission="1/30"), "clauses")) == {
        "BAC-7": "commission = 1/30.",
        "BAC-8": "tie_pays = 9.",
    }
    odds = "80,25,10,5,7:2,1"
    paid = noted(section(made("rules", "casino-monte", full_monte_paytable=odds, decks=8), "clauses"))
    assert paid == {
        "CM-I1": "decks = 8.",
        **dict.fromkeys(("CM-FM", "CM-FM1", "CM-FM5"), f"full_monte_paytable = {odds}."),
    }


def test_a_clause_is_noted_for_the_line_that_a_reading_pays_otherwise() -> None:
    """TCP-W1b pushes the Ante of a lower hand, which this reading pays; the rule's own clause is a ruling."""
    document = made("rules", "three-card-poker", ante_when_dealer_not_qualified="always_wins")
    assert noted(section(document, "clauses")) == {"TCP-W1b": "ante_when_dealer_not_qualified = always_wins."}


@pytest.mark.parametrize("name", ["casino-monte", "baccarat", "three-card-poker", "red-dog"])
def test_under_the_usual_rules_nothing_is_noted(name: str) -> None:
    assert set_here(book_of(name)) == {}
    assert " Here " not in words(made("rules", name))


def test_every_document_that_tells_clauses_notes_them() -> None:
    report = GameReport(book_of("casino-monte", ace_low_straight=False, procedure="alternate", decks=8))
    note = {"CM-I1": "decks = 8."}
    assert noted(rules(report)) == note
    (sheet,) = clauses_told(report)
    assert noted(sheet) == note
    kinds = {cell(row[0]): cell(row[1]) for table in tables(sheet) for row in table.rows}
    assert (kinds["CM-1"], kinds["CM-A1"]) == ("not in force here", "procedure")
    (sheet,) = rulings_told(report)
    assert noted(sheet)["CM-R1"] == "ace_low_straight = no."


def test_a_dealer_is_not_told_odds_that_are_not_paid() -> None:
    document = made("dealers-guide", "three-card-poker", pair_plus_paytable="50,40,30,6,4,1")
    told = [line for line in words(document).split("\n") if "TCP-PP: " in line]
    assert told
    assert all("one pair. Here pair_plus_paytable = 50,40,30,6,4,1. TCP-PP4" in line for line in told)


def test_a_share_that_no_percentage_tells_exactly_is_a_fraction() -> None:
    report = GameReport(book_of("baccarat", commission="1/30"))
    rows = {cell(row[0]): row for row in next(tables(house_rules(report))).rows}
    assert cell(rows["commission"][1]) == "1/30 (usually 5%)"
    odds = {cell(row[0]): cell(row[2]) for row in lines_table(report.analysis.wagers["banker"]).rows}
    assert odds["banker"] == "1:1, less 1/30 of the win"


def test_a_schedule_of_the_house_s_own_is_told_in_words_with_all_its_fees() -> None:
    report = GameReport(book_of("three-card-poker", collection=COLLECTION))
    found = house_rules(report)
    fees = next(table for table in tables(found) if table.heads[1:] == ("Amount",))
    assert [tuple(map(cell, row)) for row in fees.rows] == [
        ("Each Ante", "$3"),
        ("Player-dealer, Antes of $150 in all or less", "$2"),
        ("Player-dealer, above that", "$5"),
    ]
    told = [cell(row[1]) for table in tables(found) for row in table.rows if cell(row[0]) == "collection"]
    assert told == ["minimum 20.00; player_fee 3.00; tiers (fee 2.00, up_to 150.00) (fee 5.00) (usually 1)"]


@pytest.mark.parametrize(
    ("name", "who"),
    [("casino-monte", "house"), pytest.param("three-card-poker", "player-dealer", marks=pytest.mark.slow)],
)
def test_the_edge_is_kept_by_whoever_banks(name: str, who: str) -> None:
    assert section(made("rack-card", name), "edge").title == f"What the {who} keeps"


def test_what_the_bank_loses_most_is_told_by_lines_that_come_to_it() -> None:
    report = GameReport(book_of("casino-monte"))
    (table,) = (block for block in exposure(report) if isinstance(block, Table))
    assert [cell(row[1]) for row in table.rows] == ["All three alike", "Three of a kind suited", "All three alike"]
    figures = [[each for each in row if isinstance(each, Figure)] for row in table.rows]
    assert sum(Fraction(pays.value) * Fraction(stake.value) for pays, stake in figures) == 13_000


def test_outcomes_are_told_in_words() -> None:
    found = GameReport(book_of("casino-monte")).analysis.wagers["initial"]
    told = [cell(row[0]) for row in outcome_table(found).rows]
    assert told[:3] == ["Raise 3×: all three alike", "Raise 3×: highest, tied by one", "Raise 3×: highest card"]
    assert told[-2:] == ["Raise 3×: not the highest", "all"]
    drawn = found.charts()["returns"]
    assert [row["outcome"] for row in drawn.rows] == told[:-1]


def test_the_least_return_is_that_of_the_worst_result() -> None:
    """Who raises 3 times and loses has lost 4 units for the one placed before the deal."""
    wagers = GameReport(book_of("casino-monte")).analysis.wagers
    told = {id_: text_of(bands(each).note) for id_, each in wagers.items()}
    assert told["initial"].endswith("no actual return lies below -300%.")
    assert told["full_monte"].endswith("no actual return lies below 0%.")


def test_the_sketch_shows_the_faces_that_are_printed_on_the_felt() -> None:
    """CM-4b, and the same under the other procedure."""
    sketch = Sketch(book_of("casino-monte", procedure="alternate"))
    for colour, faces in (("red", (1, 2)), ("white", (3, 4)), ("blue", (5, 6))):
        assert f"cards of {colour} with the die faces {faces[0]} and {faces[1]} below" in sketch.alt
    drawn = sketch.svg()
    high = {face: re.findall(rf'y="([0-9.]+)">{face}</tspan>', drawn)[0] for face in range(1, 7)}
    assert len(set(high.values())) == 1
    assert "with the die faces" not in Sketch(book_of("three-card-poker")).alt
