"""`--plot` writes a drawing whole or not at all, and refuses what cannot be before anything is worked out."""

import os
import sys
import threading
from pathlib import Path

import pytest

from croupier import files
from croupier.chart.drawing import PNG_HEAD
from tests.cli.conftest import Command

COMMANDS: dict[str, tuple[str, ...]] = {
    "advise": ("advise", "monte", "own=Jd"),
    "analyze": ("analyze", "monte"),
    "compare": ("analyze", "monte", "-p", "decks=5..6"),
    "design": ("design", "monte", "full_monte", "--edge", "5%..6%"),
    "rulings": ("rulings", "bac"),
    "session": ("session", "monte", "--rounds", "20"),
    "simulate": ("simulate", "monte", "--rounds", "1000"),
    "strategy": ("strategy", "monte"),
}
SLOW: dict[str, tuple[str, ...]] = {
    "bank": ("bank", "tcp", "--seats", "1", "--bank", "20", "--no-readings"),
    "protect": ("protect", "bac", "tie", "--shoes", "5"),
}


@pytest.mark.parametrize(
    "asked", [*COMMANDS.values(), *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW.values())]
)
def test_every_command_with_charts_draws_its_main_one(
    asked: tuple[str, ...], croupier: Command, tmp_path: Path
) -> None:
    file = tmp_path / "chart.svg"
    plain, ran = croupier(*asked), croupier(*asked, "--plot", file)
    assert ran.status == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert f"drawn in {file}." in ran.err
    assert len(ran.out.splitlines()) == len(plain.out.splitlines()), "the text is as without it"


def test_a_chart_is_named_as_wagers_are(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "chart.PNG"
    assert croupier("analyze", "tcp", "--plot", file, "--chart", "Returns Pair Plus").status == 0
    assert file.read_bytes().startswith(PNG_HEAD)
    again = tmp_path / "again.png"
    assert croupier("analyze", "tcp", "--plot", again, "--chart", "returns_pair_plus", "--json").status == 0
    assert again.read_bytes() == file.read_bytes(), "the same input gives the same bytes"


def test_the_table_and_the_drawing_are_both_written(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("analyze", "monte", "--csv", tmp_path / "a.csv", "--plot", tmp_path / "a.svg")
    assert ran.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.svg"]
    assert "rows written to" in ran.err
    assert "drawn in" in ran.err


def test_a_chart_that_there_is_not_costs_nobody_the_result(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("analyze", "monte", "--plot", tmp_path / "a.svg", "--chart", "pie")
    assert ran.status == 2
    assert ran.err == (
        'croupier: --chart: there is no chart "pie"; the charts are edges, returns_initial, results_initial, '
        "returns_full_monte, results_full_monte.\n"
    )
    assert "house edge" in ran.out
    assert not list(tmp_path.iterdir())


def test_what_has_nothing_to_draw_is_refused_after_it_is_told(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("rulings", "bac", "--no-prices", "--plot", tmp_path / "a.svg")
    assert ran.status == 2
    assert "--plot: Rulings has nothing to draw; the results of analyze," in ran.err
    assert ran.out


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--plot", "nowhere/a.svg"), 'there is no folder "nowhere"'),
        (("--plot", "a.pdf"), "is neither .svg nor .png"),
        (("--plot", "a"), "is neither .svg nor .png"),
        (("--plot", "-"), "is neither .svg nor .png"),
        (("--plot", ""), "is neither .svg nor .png"),
        (("--plot", "folder.svg"), "it is a folder"),
        (("--plot", "theirs.svg"), "this file holds something else and is not replaced"),
        (("--plot", "theirs.png"), "this file holds something else and is not replaced"),
        (("--plot", "a.svg", "--csv", "./a.svg"), "--plot: the table is kept there"),
        (("--chart", "edges"), "--chart needs --plot"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_anything_is_counted(
    given: tuple[str, ...], why: str, croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "theirs.svg").write_text("<svg>mine</svg>")
    (tmp_path / "theirs.png").write_bytes(PNG_HEAD + b"mine")
    before = sorted(tmp_path.iterdir())
    ran = croupier("simulate", "tcp", "--rounds", "1e15", *given)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_checkpoint_is_not_drawn_over(croupier: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.svg"
    ran = croupier("simulate", "tcp", "--rounds", "1e15", "--checkpoint", kept, "--plot", kept)
    assert ran.status == 2
    assert "--plot: the checkpoint is kept there" in ran.err


def test_without_the_extra_nothing_is_counted(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ran = croupier("simulate", "tcp", "--rounds", "1e15", "--plot", tmp_path / "a.svg")
    assert (ran.status, ran.out) == (2, "")
    assert "drawing a chart needs vl_convert; in a checkout install it with: `pip install '.[report]'`" in ran.err


def test_a_drawing_of_ours_is_replaced_whole_or_not_at_all(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link = tmp_path / "a.png", tmp_path / "link.png"
    link.symlink_to(file)
    assert croupier("analyze", "monte", "--plot", link).status == 0
    first = file.read_bytes()
    assert croupier("analyze", "monte", "-p", "decks=8", "--plot", link).status == 0
    second = file.read_bytes()
    assert second != first
    assert link.is_symlink()

    class Failing(files.Disk):
        """A disk that cannot rename."""

        def rename(self, source: Path, target: Path) -> None:
            """Fail."""
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(files, "disk", Failing())
    ran = croupier("analyze", "monte", "--plot", link, "--json")
    assert ran.status == 74
    assert ran.out.startswith("{"), "a drawing that fails costs nobody the figures"
    assert file.read_bytes() == second
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "link.png"], "no draft is left"


def test_a_pipe_is_written_into(croupier: Command, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe.svg", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert croupier("analyze", "monte", "--plot", pipe).status == 0
    reader.join()
    assert read[0].startswith("<svg")


@pytest.mark.parametrize("command", sorted({asked[0] for asked in (*COMMANDS.values(), *SLOW.values())}))
def test_help_tells_of_plots(command: str, croupier: Command) -> None:
    told = croupier(command, "--help").out
    assert "--plot" in told
    assert "--chart" in told
