"""Values show themselves: in a terminal, in a notebook, and in a line."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from croupier.exact.advice import advise
from croupier.exact.analysis import analyze
from croupier.exact.decision_values import calls, calls_sheet
from croupier.exact.design import design
from croupier.exact.readings import readings
from croupier.exact.session import session
from croupier.exact.solve import solver_of
from croupier.exact.strategy import simple
from croupier.sheet import Sheet, Shown
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.invented import WAR


def in_a_terminal(value: object, width: int = 120) -> str:
    """What a terminal shows, without its colours."""
    out = StringIO()
    Console(file=out, width=width, color_system=None).print(value)
    return out.getvalue()


def war_report() -> Shown:
    return analyze(WAR).wagers["ante"]


MONTE = "casino-monte"
VALUES: dict[str, tuple[Callable[[], object], tuple[str, ...], str]] = {
    "analysis": (
        lambda: analyze(WAR),
        ("2,652 deals counted", "Ante with double", "house edge", "strategy: optimal"),
        "<Analysis of war: house edge ante ",
    ),
    "wager": (
        war_report,
        ("Ante with double", "double:win", "2,652 combinations"),
        "<WagerReport of war: ante, house edge ",
    ),
    "advice": (
        lambda: advise(MONTE, {"own": (36,)}),
        ("Best: raise_3", "worth per unit", "35214/48205"),
        "<Advice of Casino Monte: raise_3, worth +0.7305 a unit>",
    ),
    "simple": (
        lambda: simple(solver_of(MONTE)),
        ("one cut in rank", "Raise 3×", "costs 0.000000%"),
        "Simple(casino-monte, 2 cuts, cost=0)",
    ),
    "simple of several": (
        lambda: simple(solver_of(LET_IT_RIDE)),
        ("first: the best table", "second: the best table", "Let it ride"),
        "Simple(let-it-ride, 6 cuts, cost=0)",
    ),
    "call": (lambda: calls(solver_of(MONTE))[0], ("The decision raise", "exposed", "other"), "Call(row=0, "),
    "readings": (
        lambda: readings(MONTE),
        (
            "What each reading does",
            "ace_low_straight = no",
            "decks = 8",
            "moves with shuffle",
            "positions (CM-R8)",
            "`croupier simulate casino-monte`",
        ),
        "<Readings of Casino Monte: ",
    ),
    "reading": (
        lambda: next(iter(readings(MONTE))),
        ("CM-R1: ace_low_straight = yes (default)", "4.1683%", "26121/626665"),
        "Reading(ruling='CM-R1'",
    ),
    "session": (
        lambda: session(analyze(WAR).distribution({"ante": 1}), rounds=10),
        ("10 rounds at 1", "standard deviation"),
        "<Session: 10 rounds at 1: ahead ",
    ),
    "design": (
        lambda: design(analyze(MONTE).wagers["full_monte"], edge=(Fraction(1, 20), Fraction(6, 100)), count=1),
        ("full_monte: ", "keep the house edge from 5.00% to 6.00%"),
        "<Design of Casino Monte: full_monte, ",
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_shows_itself_everywhere(name: str) -> None:
    make, words, line = VALUES[name]
    value = make()
    assert isinstance(value, Shown)
    terminal, notebook = in_a_terminal(value), value._repr_html_()
    for word in words:
        assert word in terminal
        assert word in notebook
    assert repr(value).startswith(line)
    assert "\n" not in repr(value)
    assert notebook.startswith("<")


@pytest.mark.slow
def test_calls_of_several_decisions_have_a_table_for_each() -> None:
    sheet = calls_sheet("Some", calls(solver_of(LET_IT_RIDE))[-2:] + calls(solver_of(LET_IT_RIDE))[:1])
    assert [part.title for part in sheet.parts] == ["second", "first"]
    assert sheet.parts[0].heads[:3] == ("first", "own", "shared")


def test_what_somebody_wrote_is_no_markup() -> None:
    sheet = Sheet("[bold]<b>", heads=("[red]",), rows=(("<i>[/]",),), note="&")
    assert in_a_terminal(sheet).split() == ["[bold]<b>", "[red]", "<i>[/]", "&"]
    assert "<b>&lt;b&gt;" not in sheet.html()
    assert "[bold]&lt;b&gt;" in sheet.html()
    assert "&lt;i&gt;[/]" in sheet.html()


def test_a_table_too_wide_comes_in_parts_that_are_whole() -> None:
    sheet = Sheet("", heads=("word", "one", "another"), rows=(("a", "+0.25", "1,000"), ("bc", "1", "2")), words=1)
    assert in_a_terminal(sheet, 20).splitlines() == [
        "word    one  another",
        "a     +0.25    1,000",
        "bc        1        2",
    ]
    narrow = ["word    one", "a     +0.25", "bc        1", "", "word  another", "a       1,000", "bc          2"]
    assert in_a_terminal(sheet, 19).splitlines() == narrow


def test_words_too_wide_go_on_below() -> None:
    sheet = Sheet("", heads=("which", "sum"), rows=(("one word after another " * 2, "1"), ("a", "2")), words=1)
    assert in_a_terminal(sheet, 34).splitlines() == [
        "which                          sum",
        "one word after another one       1",
        "word after another",
        "a                                2",
    ]


@pytest.mark.parametrize("width", [80, 60])
def test_nothing_is_cut_short_where_there_is_little_room(width: int) -> None:
    every = calls(solver_of(MONTE))
    shown = in_a_terminal(calls_sheet("Every decision", every), width)
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= width
    for call in every:
        for value in (dict(call.sees)["exposed"], f"{call.deals:,}", *(f"{float(v):+.4f}" for _, v in call.values)):
            assert value in shown


def test_what_stands_out_is_marked() -> None:
    sheet = Sheet("", heads=("a",), rows=(("one",), ("two",)), words=1, marked=frozenset({1}))
    assert "<td>one</td>" in sheet.html()
    assert "<td><b>two</b></td>" in sheet.html()
    assert "<b>" not in replace(sheet, marked=frozenset()).html()


def test_the_short_form_is_the_long_one() -> None:
    solver = solver_of(WAR)
    assert analyze(solver).wagers["ante"].rows == analyze(WAR).wagers["ante"].rows
    assert analyze(solver).strategy == "optimal"
