"""CSV as a spreadsheet opens it: what people wrote stays text, and numbers stay numbers."""

import csv
from fractions import Fraction
from io import StringIO

import pytest

from croupier.result import Row, as_text, csv_of, exact, in_columns


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "+", "--1", "-½", "=", "-1\n"],
)
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert as_text(text) == f"'{text}"
    assert next(csv.DictReader(StringIO(csv_of([{"seed": text}]), newline="")))["seed"] == f"'{text}"


@pytest.mark.parametrize(
    "number", ["-0.5", "+3", "-1/2", "-242/5525", "-1e-7", "+2.5E6", "-5%", "-.5", "-1.", -0.5, -3, Fraction(-1, 2)]
)
def test_a_number_stays_as_it_is(number: object) -> None:
    assert as_text(number) == number
    assert csv_of([{"x": number}]) == f"x\n{number}\n"


def test_every_form_in_which_figures_are_written_reads_back() -> None:
    value = Fraction(-26121, 626665)
    row = next(csv.DictReader(StringIO(csv_of([in_columns("edge", value)]))))
    assert (float(row["edge"]), Fraction(row["edge_exact"])) == (float(value), value)
    assert row["edge_exact"] == exact(value)


def test_no_end_of_a_line_within_a_text_begins_another_row() -> None:
    text = "a\r=1\n=2"
    (row,) = csv.DictReader(StringIO(csv_of([{"x": text, "y": 1}]), newline=""))
    assert row == {"x": text, "y": "1"}


def test_columns_and_other_cells_are_written_as_ever() -> None:
    rows: list[Row] = [{"=head": "a", "b": None}, {"=head": 'x,"y"', "b": 1}]
    assert csv_of(rows) == "'=head,b\na,\n" + '"x,""y""",1\n'
    assert csv_of([]) == ""
