"""A workbook as it is written: its figures, its texts, its sheets, and the same bytes every time."""

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.exact.wager_report import WagerReport
from croupier.report.game_report import GameReport
from croupier.report.mark import MARK, ours
from croupier.report.workbook import write
from croupier.report.workbook.cells import Book, cell_text, too_long
from croupier.report.workbook.outcomes import followers, joint_rows, outcomes_of
from tests.example_games import EXAMPLES
from tests.report.office import formulas, named, near, opened
from tests.report.workbooks import OURS, pay_cells, report_of, workbook_of

ROOT = Path(__file__).parent.parent.parent
WRITE_ONE = """
import croupier, hashlib
from croupier.report.game_report import GameReport
from croupier.report.workbook import write
book = croupier.game("casino-monte").rulebook
print(hashlib.sha256(write(GameReport(book=book, place="casino-monte", date="2026-01-31"))).hexdigest())
"""


def small_book() -> Book:
    return Book(paper="a4", properties={})


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", OURS)
def test_outcomes_are_those_of_the_report_with_the_lines_that_pay_them(name: str) -> None:
    analysis = report_of(name).analysis
    for report in analysis.wagers.values():
        outcomes = outcomes_of(report, analysis.played)
        counts: dict[tuple[str, Fraction], int] = {}
        for row in outcomes.rows:
            counts[row.name, row.pays] = counts.get((row.name, row.pays), 0) + row.combinations
        assert counts == {(row.outcome, row.pays): row.combinations for row in report.rows}
        average = sum((row.units * row.probability for row in outcomes.rows), Fraction(0))
        assert average == report.average_wager


@pytest.mark.parametrize("name", OURS)
def test_the_joint_table_gives_the_covariances(name: str) -> None:
    analysis = report_of(name).analysis
    every = [outcomes_of(report, analysis.played) for report in analysis.wagers.values()]
    joint = joint_rows(analysis.played, every)
    assert sum(joint.values()) == analysis.played.total
    pays = [[row.pays for row in each.rows] for each in every]
    ids = list(analysis.wagers)
    for (one, other), value in analysis.every_covariance.items():
        a, b = ids.index(one), ids.index(other)
        product = sum((n * pays[a][key[a]] * pays[b][key[b]] for key, n in joint.items()), Fraction(0))
        means = analysis.wagers[one].distribution.mean * analysis.wagers[other].distribution.mean
        assert product / analysis.played.total - means == value


@pytest.mark.parametrize("name", OURS)
def test_every_figure_carries_its_value_and_every_check_holds(name: str) -> None:
    data = workbook_of(name)
    for id_, report in report_of(name).analysis.wagers.items():
        assert isinstance(report, WagerReport)
        for figure in ("house_edge", "element_of_risk", "average_wager", "hit_frequency", "variance"):
            assert near(named(data, f"{id_}_{figure}"), float(getattr(report, figure)))
    checks = [cell for cell in formulas(data) if isinstance(cell.value, bool)]
    assert len(checks) > 20
    assert all(cell.value for cell in checks)


def test_no_formula_is_without_a_value() -> None:
    assert [cell for name in OURS for cell in formulas(workbook_of(name)) if cell.value is None] == []


def test_counts_of_more_digits_than_a_spreadsheet_keeps_stand_beside_as_text() -> None:
    sheet = opened(workbook_of("baccarat"))["Tie"]
    heads = next(row for row in sheet.iter_rows(values_only=True) if row[:2] == ("Outcome", "Id"))
    place = heads.index("Combinations exactly")
    assert "4,998,398,275,503,360" in [row[place] for row in sheet.iter_rows(values_only=True)]
    assert "475,627,426,473,216" in [row[place] for row in sheet.iter_rows(values_only=True)]
    cells = {cell.value for row in opened(workbook_of("three-card-poker"))["Pair Plus"].iter_rows() for cell in row}
    assert "Combinations exactly" not in cells
    assert "Probability exactly, as computed" in cells
    assert (too_long(10**15 - 1), too_long(10**15)) == (False, True)


def test_a_commission_and_a_fraction_are_written_as_they_are() -> None:
    written = {cell.formula for cell in formulas(workbook_of("baccarat"))}
    assert "=1/20" in written


def test_one_line_of_a_paytable_is_one_cell_to_change_for_all_wagers_that_have_it() -> None:
    game = EXAMPLES["mississippi-stud"].game
    found = followers(game.rulebook())
    assert found["fifth_street", "royal_flush"] == ("ante", "royal_flush")
    assert set(found.values()) == {("ante", line) for _, line in found}
    assert followers(report_of("casino-monte").book) == {}


def test_cells_to_change_are_told_by_their_colour() -> None:
    cells = list(pay_cells(workbook_of("casino-monte"), report_of("casino-monte")))
    assert {cell.wager for cell in cells} == {"initial", "raise", "full_monte"}


@pytest.mark.slow
def test_where_averages_alone_are_known_they_are_stated() -> None:
    example = EXAMPLES["blackjack"]
    report = GameReport(book=example.game.rulebook(), place=example.place)
    data = write(report)
    (known,) = report.wagers.values()
    assert near(named(data, f"{known.wager.id}_house_edge"), float(known.house_edge))
    assert "Joint figures" not in opened(data).sheetnames


# ── Texts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("https://x.test")'])
def test_a_text_stays_a_text_whatever_it_begins_with(text: str) -> None:
    book = small_book()
    book.page("one").text(0, 0, text)
    cell = opened(book.data())["one"]["A1"]
    assert (cell.data_type, cell.value, cell.quotePrefix) == ("s", text, True)


def test_the_words_of_a_game_never_become_a_formula_or_markup() -> None:
    game = croupier.game("monte").game
    assert game is not None
    title = '=cmd|"/c calc"!A1'
    first, *others = game.rulings
    hostile = replace(game, title=title, rulings=(replace(first, text="<r><t>x</t></r>"), *others))
    data = write(GameReport(book=hostile.rulebook(), place="casino-monte"))
    assert not any("cmd" in cell.formula for cell in formulas(data))
    book = opened(data)
    assert str(book["Contents"]["A1"].value).startswith("=cmd|")
    assert "<r><t>x</t></r>" in {str(cell.value).strip() for row in book["Rulings"].iter_rows() for cell in row}


def test_what_cannot_be_seen_is_escaped_and_a_text_too_long_says_so() -> None:
    assert cell_text("a\x00b\ud800") == "a\\u0000b\\ud800"
    assert cell_text("x" * 40_000).endswith("… (the first 32,000 of 40,000 characters)")


def test_titles_of_sheets_are_what_sheets_can_be_called() -> None:
    book = small_book()
    titles = [book.page(text).title for text in ("A/B: [x]?*", "a b   x", "History", "", "'q'", "l" * 40, "L" * 40)]
    assert titles == ["A B   x", "a b   x (2)", "History (2)", "Sheet", "q", "l" * 31, "L" * 27 + " (2)"]
    assert [book.prefix(id_) for id_ in ("ante", "Ante", "6-card", "é")] == ["ante", "ante_2", "w_6_card", "w__"]
    assert len(opened(book.data()).sheetnames) == len(titles)


# ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_game_gives_the_same_bytes() -> None:
    book = report_of("casino-monte").book
    assert write(GameReport(book=book, place="casino-monte")) == workbook_of("casino-monte")
    assert write(GameReport(book=book, place="casino-monte", date="2026-01-31")) != workbook_of("casino-monte")


@pytest.mark.slow
def test_neither_time_zone_nor_locale_nor_hash_seed_changes_a_byte() -> None:
    digests = set()
    for zone, locale, seed in (("UTC", "C", "1"), ("Pacific/Auckland", "de_DE.UTF-8", "2")):
        where = {**os.environ, "TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", WRITE_ONE]
        ran = subprocess.run(words, cwd=ROOT, env=where, capture_output=True, text=True, check=True)
        digests.add(ran.stdout)
    assert len(digests) == 1


def test_properties_bear_the_date_that_is_given_and_the_mark_of_our_documents(tmp_path: Path) -> None:
    book = report_of("casino-monte").book
    known = opened(write(GameReport(book=book, place="casino-monte", date="2026-01-31"))).properties
    assert (known.created.isoformat(), known.modified.isoformat()) == ("2026-01-31T00:00:00", "2026-01-31T00:00:00")
    assert known.keywords == f"{MARK} workbook"
    assert opened(workbook_of("casino-monte")).properties.created.year == 2000
    file = tmp_path / "monte.xlsx"
    file.write_bytes(workbook_of("casino-monte"))
    assert ours(file)(workbook_of("casino-monte")[:64])


@pytest.mark.parametrize(("paper", "number"), [("a4", 9), ("letter", 1)])
def test_every_sheet_is_laid_out_for_the_paper(paper: str, number: int) -> None:
    book = opened(write(replace(report_of("casino-monte"), sheet=paper)))
    for sheet in book.worksheets:
        assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (number, "landscape")
        fitted = sheet.sheet_properties.pageSetUpPr
        assert fitted is not None
        assert (fitted.fitToPage, sheet.page_setup.fitToHeight) == (True, 0)
        assert sheet.freeze_panes is not None
    assert book["Full Monte"].print_title_rows is not None


def test_the_contents_lead_to_every_other_sheet() -> None:
    book = opened(workbook_of("three-card-poker"))
    first = book["Contents"]
    led = [cell.hyperlink.location for row in first.iter_rows() for cell in row if cell.hyperlink]
    assert led == [f"'{title}'!A1" for title in book.sheetnames[1:]]
    words = {str(cell.value) for row in first.iter_rows() for cell in row}
    assert report_of("three-card-poker").conditions.digest in words
    assert report_of("three-card-poker").command("workbook", ".xlsx") in words


def test_strategy_rules_and_rulings_are_told() -> None:
    book = opened(workbook_of("three-card-poker"))
    told = {title: {str(c.value) for row in book[title].iter_rows() for c in row} for title in book.sheetnames}
    game = report_of("three-card-poker").book.game
    assert {clause.id for clause in game.clauses} <= told["Clauses"]
    assert {ruling.id for ruling in game.rulings} <= told["Rulings"]
    assert {parameter.name for parameter in game.parameters} <= told["House rules"]
    assert str(report_of("three-card-poker").strategy.cost) in " ".join(told["Strategy"])


def test_where_no_simple_strategy_can_be_told_the_sheet_says_why() -> None:
    book = report_of("casino-monte").book
    decisions = tuple(replace(decision, fields=()) for decision in book.decisions)
    blind = replace(book, model=replace(book.model, decisions=decisions))
    sheets = opened(write(GameReport(book=blind)))
    words = " ".join(str(cell.value) for row in sheets["Strategy"].iter_rows() for cell in row)
    assert "does not say which parts of what is seen a short table could go by" in words
    assert "How often best play takes each option" in words


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_model_alone_is_refused() -> None:
    with pytest.raises(Refused, match="give a game, not a model alone"):
        write(GameReport(book=croupier.game("monte").model))  # type: ignore[arg-type]  # as a program may


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(Refused, match="give a4 or letter"):
        write(replace(report_of("casino-monte"), sheet="a3"))


def test_what_must_be_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "croupier.report.kinds.find_spec", lambda name: None if name == "xlsxwriter" else find_spec(name)
    )
    with pytest.raises(Refused, match="needs xlsxwriter; in a checkout install"):
        write(report_of("casino-monte"))
