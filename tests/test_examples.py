"""The examples run, say what they should, and use only what a user is meant to use."""

import ast
import re
import runpy
from fractions import Fraction
from pathlib import Path

import pytest

from scripts import docs
from scripts.docs_text import blocks
from tests import notebook

ROOT = Path(__file__).resolve().parent.parent
MONTE = notebook.FOLDER / "the-mathematics-of-casino-monte.ipynb"
BANK = notebook.FOLDER / "running-a-player-dealer-bank.ipynb"
FOR_USERS = re.compile(r"croupier(\.(cards|drill|envs|games|hands|money|odds|rule|rulebook(\.\w+)?))?")
"""The modules that an example or a page may import."""


@pytest.mark.parametrize(
    ("example", "printed"),
    [("games/red_dog", "6 decks: house edge 2.7978%"), ("let_it_ride", "house edge 3.5057% of one bet")],
)
def test_an_example_prints_the_published_edge(example: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / f"{example}.py"), run_name="__main__")
    assert printed in capsys.readouterr().out


def imported(source: str) -> set[str]:
    """The modules of Croupier that a source imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.partition(".")[0] == "croupier"}


@pytest.mark.parametrize("path", [*sorted((ROOT / "examples").rglob("*.py")), MONTE, BANK], ids=lambda path: path.name)
def test_an_example_imports_no_internals(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        source = "\n".join(
            "".join(cell["source"]) for cell in notebook.read(path)["cells"] if cell["cell_type"] == "code"
        )
    assert imported(source)
    assert [name for name in imported(source) if not FOR_USERS.fullmatch(name)] == []


@pytest.mark.parametrize("page", docs.pages(), ids=docs.shown)
def test_a_page_imports_no_internals(page: Path) -> None:
    found = {name for block in blocks(page.read_text(encoding="utf-8"), "python") for name in imported(block)}
    assert {name for name in found if not FOR_USERS.fullmatch(name)} == set()


@pytest.mark.parametrize("path", [MONTE, BANK], ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    read = notebook.read(path)
    assert (read["nbformat"], read["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in read["cells"]}) == len(read["cells"]) > 10
    for cell in read["cells"]:
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.slow  # compiles a count for every number of decks
def test_the_mathematics_of_casino_monte() -> None:
    ran = notebook.run(MONTE)
    assert ran.names["initial"].house_edge == Fraction(26121, 626665)
    assert ran.names["by_hand"] == ran.names["counted"] == Fraction(253, 48205)
    assert ran.names["best"].cost == 0
    assert ran.names["never"].house_edge == Fraction(11913, 48205)
    assert "own card exposed: below J check, from it on raise_3" in ran.printed
    assert "ace_low_straight no 7.9471%" in ran.printed
    assert "ruined 46.35%, ahead 36.08%" in ran.printed
    assert all("<table" in shown for shown in ran.shown[:-1])


@pytest.mark.slow  # compiles the simulation of a whole table
def test_running_a_player_dealer_bank() -> None:
    ran = notebook.run(BANK)
    assert ran.names["small"].to_dict()["bank"] == {"net": "-30.00", "wager": "30.00", "used": "30.00", "fee": "1.00"}
    assert ran.names["readings"]["action"] != ran.names["readings"]["net"]
    assert ran.names["edges"]["ante"] == Fraction(4373389, 101792600)
    short = [figures["rounds_short"] for figures in ran.names["banks"].values()]
    assert short == sorted(short, reverse=True)
    assert short[0] > short[-1]


def test_the_plot_of_a_paytable_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "price-a-paytable.md").read_text(encoding="utf-8")
    (plot,) = blocks(page, "py")
    names = {"rows": [{"house_edge": edge / 100} for edge in range(5)]}
    exec(compile(plot, "price-a-paytable.md", "exec"), names)  # noqa: S102  # the page's own code
    assert (tmp_path / "pair-plus.svg").stat().st_size > 0
