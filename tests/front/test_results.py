"""Every result keeps one protocol: a line, a terminal, a notebook, data, rows, CSV and frames."""

import csv
import json
from collections.abc import Callable
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import croupier
from croupier import result
from croupier.errors import Refused
from croupier.exact.readings import readings
from croupier.result import Result
from tests.cli.conftest import Command

pytestmark = pytest.mark.slow


def counted(variant: croupier.Variant, *, strategy: str = "optimal", removed: str = "") -> croupier.Analysis:
    """The analysis of a game whose deals are counted."""
    found = variant.analyze(strategy=strategy, removed=removed)
    assert isinstance(found, croupier.Analysis)
    return found


def monte() -> croupier.Variant:
    return croupier.game("monte", decks=1)


RESULTS: dict[str, tuple[Callable[[], Result], tuple[str, ...]]] = {
    "analysis": (lambda: monte().analyze(), ("analyze", "monte", "-p", "decks=1")),
    "every decision": (lambda: monte().analyze(decisions=True), ("analyze", "monte", "-p", "decks=1", "--decisions")),
    "comparison": (
        lambda: croupier.game("monte").sweep(decks=(1, 2)),
        ("analyze", "monte", "-p", "decks=1", "--beside", "-p", "decks=2"),
    ),
    "strategy": (lambda: monte().strategy(), ("strategy", "monte", "-p", "decks=1")),
    "advice": (lambda: monte().advise(own="Jd"), ("advise", "monte", "-p", "decks=1", "--own", "Jd")),
    "design": (
        lambda: monte().design("full_monte", edge="5%..6%", count=3),
        ("design", "monte", "full_monte", "-p", "decks=1", "--edge", "5%..6%", "--count", "3"),
    ),
    "session": (
        lambda: monte().session(rounds=20, stake="$10", bankroll="$100"),
        ("session", "monte", "-p", "decks=1", "--rounds", "20", "--stake", "10", "--bankroll", "$100"),
    ),
    "rulings": (lambda: croupier.game("monte").rulings(prices=False), ("rulings", "monte", "--no-prices")),
    "wager": (lambda: monte().analyze().wagers["full_monte"], ()),
    "exposure": (lambda: counted(monte()).exposure or pytest.fail("there is none"), ()),
    "readings": (lambda: readings("casino-monte"), ()),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_keeps_the_protocol(name: str) -> None:
    found = RESULTS[name][0]()
    assert isinstance(found, Result)
    assert repr(found).startswith(f"<{type(found).__name__}")
    assert "\n" not in repr(found)
    data = found.to_dict()
    assert str(data["schema"]).startswith("croupier.")
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    rows = found.to_rows()
    assert rows
    assert all(list(row) == list(rows[0]) for row in rows)
    read = list(csv.DictReader(StringIO(found.to_csv())))
    made_by = [] if found.conditions is None else ["software", "rulebook", "command"]
    assert [list(row) for row in read] == [[*row, *made_by] for row in rows]
    assert len({each for row in rows for each in map(type, row.values())} - {str, int, float, bool, type(None)}) == 0
    assert found._repr_html_().startswith("<")
    out = StringIO()
    Console(file=out, width=80).print(found)
    assert max(map(len, out.getvalue().splitlines())) <= 80


def test_a_notebook_gets_words_from_the_left_and_figures_to_the_right() -> None:
    html = monte().analyze().wagers["full_monte"]._repr_html_()
    assert '<th>outcome</th><th class="figure">combinations</th>' in html
    assert '<td>pair</td><td class="figure">' in html
    assert "<td>house edge</td><td>" in html
    assert "div.croupier td,div.croupier th{padding:.15em .5em;text-align:left!important" in html


def test_a_notebook_keeps_the_lines_of_a_drawing() -> None:
    html = monte().session(rounds=20, stake="$10", bankroll="$100")._repr_html_()
    assert "<pre>" in html
    assert "pre{font-family:monospace;line-height:1.25;white-space:pre}" in html
    assert html.count("<style>") == 1
    assert html.endswith("</div>")


@pytest.mark.parametrize("name", [name for name, (_, command) in RESULTS.items() if command])
def test_a_command_prints_what_the_library_gives(croupier: Command, name: str) -> None:
    make, command = RESULTS[name]
    found = make()
    assert json.loads(croupier(*command, "--json").out) == json.loads(json.dumps(found.to_dict()))
    assert croupier(*command, "--csv", "-").out == found.to_csv()


def test_a_csv_file_is_written_and_may_be_written_again(croupier: Command, tmp_path: Any) -> None:  # a path
    for name, (make, command) in RESULTS.items():
        if not command:
            continue
        file = tmp_path / f"{name}.csv"
        for _ in range(2):
            assert croupier(*command, "--csv", file).status == 0, name
        assert file.read_text() == make().to_csv()
    kept = tmp_path / "mine.txt"
    kept.write_text("keep this")
    assert croupier("analyze", "monte", "-p", "decks=1", "--csv", kept).status == 2
    assert kept.read_text() == "keep this"


def test_a_frame_needs_a_library_and_gets_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    found = monte().analyze()
    monkeypatch.setattr(result, "find_spec", lambda _: None)
    with pytest.raises(Refused, match="install pandas or polars first"):
        found.to_frame()
    monkeypatch.setattr(result, "find_spec", lambda name: name == "polars")
    monkeypatch.setattr(result, "import_module", lambda name: SimpleNamespace(DataFrame=lambda rows: (name, rows)))
    assert found.to_frame() == ("polars", found.to_rows())
    with pytest.raises(Refused, match="library"):
        found.to_frame("excel")


def test_a_variant_counts_once() -> None:
    variant = monte()
    first = counted(variant).played.solver
    assert counted(variant, strategy="simple").played.solver is first
    assert variant.strategy().solver is first
    assert counted(variant, removed="Ah").played.solver is not first


@pytest.mark.parametrize("theirs", ["wager,amount\nmine,5\n", "decision,\n", "notes\n"])
def test_a_csv_file_of_somebody_else_is_not_replaced(theirs: str, croupier: Command, tmp_path: Any) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(theirs)
    ran = croupier("analyze", "monte", "--csv", file)
    assert ran.status == 2
    assert "is not replaced; give another name" in ran.err
    assert file.read_text() == theirs
