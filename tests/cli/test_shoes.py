"""Shoes, shufflers and bankroll paths as the command line shows them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cli.shoes import BandsAsked, ShoesAsked, run_bands, run_shoes, stakes_from
from croupier.errors import Refused
from croupier.exact.space import Ints
from croupier.simulate.job import Chunk

SHOE = ShoesAsked("baccarat", house={}, rounds=5_000, dealing="shoe", seed="7")
SHUFFLER = ShoesAsked("monte", house={}, rounds=5_000, dealing="shuffler", held_back=20, sitting=100)
PATHS = BandsAsked("bac", house={}, rounds=50, paths=200, bankroll="200", stakes=("banker=10", "tie=2.50"))


def test_shoes_are_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shoes(SHOE, csv_to=None, as_json=False) == 0
    said = capsys.readouterr().out
    assert "shoes of 416 cards, the cut card 16 from the end" in said
    assert "rounds in a shoe" in said


def test_shoes_are_told_to_machines_with_the_keys_of_all_simulations(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shoes(SHUFFLER, csv_to=None, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rounds"] == 5_000
    assert data["sittings"] == 50
    assert {"seconds", "rounds_per_second", "chi_square", "p_value", "house", "interrupted"} <= set(data)
    assert {"mean", "standard_error", "exact", "z"} <= set(data["wagers"]["initial"])


def test_shoes_are_written_as_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_shoes(SHOE, csv_to=Path("-"), as_json=False) == 0
    printed = capsys.readouterr().out
    assert run_shoes(SHOE, csv_to=tmp_path / "shoes.csv", as_json=False) == 0
    assert (tmp_path / "shoes.csv").read_text(encoding="utf-8") == printed
    heads, *rows = printed.splitlines()
    assert heads.startswith("game,strategy,seed,dealing,units,rounds,wager,mean,standard_error,exact,z")
    assert len(rows) == 4


def test_bands_are_shown_told_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bands(PATHS, csv_to=None, as_json=False) == 0
    assert "10 on banker, 2.50 on tie each round" in capsys.readouterr().out
    assert run_bands(PATHS, csv_to=None, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["paths"], data["rounds"], data["needs"]) == (200, 50, 12.5)
    assert run_bands(PATHS, csv_to=Path("-"), as_json=False) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("round,1%,5%,25%,50%,75%,95%,99%,mean,ruined,ahead")
    assert len(rows) == 51


def interrupt(_: Chunk) -> Ints:
    raise KeyboardInterrupt


def test_an_interruption_shows_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shoes(SHOE, csv_to=None, as_json=False, player=interrupt) == 130
    assert "Interrupted before anything was played." in capsys.readouterr().out
    assert run_bands(PATHS, csv_to=None, as_json=True, player=interrupt) == 130
    assert json.loads(capsys.readouterr().out)["interrupted"] is True


def test_a_stake_alone_is_on_the_first_wager() -> None:
    assert stakes_from(["5", "tie=1.50"], "player") == {"player": Fraction(5), "tie": Fraction(3, 2)}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (ShoesAsked("baccarat", house={}, rounds=10, dealing="hand"), "--dealing"),
        (ShoesAsked("baccarat", house={}, rounds=10, dealing="shoe", held_back=3), "--held-back"),
        (ShoesAsked("baccarat", house={}, rounds=10, dealing="shuffler"), "--held-back"),
        (ShoesAsked("baccarat", house={}, rounds=10, dealing="shuffler", held_back=411), "held_back"),
    ],
)
def test_what_does_not_go_together_is_refused(asked: ShoesAsked, field: str) -> None:
    with pytest.raises(Refused) as refused:
        run_shoes(asked, csv_to=None, as_json=False)
    assert refused.value.field == field


@pytest.mark.parametrize("stakes", [("tie=x",), ("5", "player=5"), ()])
def test_stakes_that_are_none_are_refused(stakes: tuple[str, ...]) -> None:
    asked = BandsAsked("bac", house={}, rounds=5, paths=5, bankroll="200", stakes=stakes)
    with pytest.raises(Refused):
        run_bands(asked, csv_to=None, as_json=False)
