"""Shoes, shufflers and bankroll paths as the command line shows them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cli import shoes
from croupier.cli.shoes import run_bands, run_shoes
from croupier.cli.simulate import Order, run_simulate
from croupier.errors import Refused
from croupier.front.inputs import stakes_from
from croupier.simulation.checkpoint import UnitsCheckpoint, Unkept
from croupier.simulation.course import Run

PLAIN = Order(
    "baccarat",
    rounds="5000",
    until=None,
    strategy="optimal",
    house={},
    paytables=(),
    removed="",
    seed="7",
    workers=None,
    checkpoint=None,
)
SHOE = replace(PLAIN, dealing="shoe")
SHUFFLER = replace(PLAIN, game="monte", dealing="shuffler", held_back=20)
PATHS = replace(PLAIN, game="bac", rounds="50", paths=200, bankroll="200", stake=("banker=10", "tie=2.50"))


def test_shoes_are_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shoes(SHOE, csv=None, as_json=False) == 0
    said = capsys.readouterr().out
    assert "shoes of 416 cards, the cut card 16 from the end" in said
    assert "rounds in a shoe" in said


def test_shoes_are_told_to_machines_with_the_keys_of_all_simulations(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_shoes(SHUFFLER, csv=None, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rounds"] == 5_000
    assert data["sittings"] == 5
    assert {"seconds", "rounds_per_second", "chi_square", "p_value", "house", "interrupted"} <= set(data)
    assert {"mean", "standard_error", "exact", "z"} <= set(data["wagers"]["initial"])


def test_shoes_are_written_as_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_shoes(SHOE, csv=Path("-"), as_json=False) == 0
    printed = capsys.readouterr().out
    assert run_shoes(SHOE, csv=tmp_path / "shoes.csv", as_json=False) == 0
    assert (tmp_path / "shoes.csv").read_text(encoding="utf-8") == printed
    heads, *rows = printed.splitlines()
    assert heads.startswith("game,strategy,seed,dealing,units,rounds,wager,mean,standard_error,exact,z")
    assert len(rows) == 4


def test_bands_are_shown_told_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bands(PATHS, csv=None, as_json=False) == 0
    assert "10 on banker, 2.50 on tie each round" in capsys.readouterr().out
    assert run_bands(PATHS, csv=None, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["paths"], data["rounds"], data["needs"]) == (200, 50, 12.5)
    assert run_bands(PATHS, csv=Path("-"), as_json=False) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("round,1%,5%,25%,50%,75%,95%,99%,mean,ruined,ahead")
    assert len(rows) == 51


def interrupted(*_: object, **__: object) -> Iterator[object]:
    yield from map(interrupt, [None])


def interrupt(_: object) -> object:
    raise KeyboardInterrupt


def test_an_interruption_shows_what_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoes, "follow_units", interrupted)
    monkeypatch.setattr(shoes, "follow_rounds", interrupted)
    assert run_shoes(SHOE, csv=None, as_json=False) == 130
    assert "Interrupted before anything was played." in capsys.readouterr().out
    assert run_bands(PATHS, csv=None, as_json=True) == 130
    assert json.loads(capsys.readouterr().out)["interrupted"] is True


def test_a_stake_alone_is_on_the_first_wager() -> None:
    assert stakes_from(["5", "tie=1.50"], "player") == {"player": Fraction(5), "tie": Fraction(3, 2)}


def test_each_simulation_is_chosen_by_what_is_said_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    for order, key in ((SHOE, "shoes"), (SHUFFLER, "sittings"), (PATHS, "paths"), (PLAIN, "p_value")):
        run_simulate(order, csv=None, as_json=True)
        assert key in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (replace(PLAIN, dealing="hand"), "--dealing"),
        (replace(SHOE, held_back=3), "--held-back"),
        (replace(PLAIN, held_back=3), "--held-back"),
        (replace(PLAIN, dealing="shuffler"), "--held-back"),
        (replace(PLAIN, dealing="shuffler", held_back=411), "--held-back"),
        (replace(SHOE, until="1%"), "--until"),
        (replace(PATHS, until="1%"), "--until"),
        (replace(PATHS, bank="500"), "--bank"),
        (replace(PLAIN, bank="500"), "--bank"),
        (replace(PLAIN, shift=3), "--shift"),
        (replace(PLAIN, stake=("5",)), "--stake"),
        (replace(PLAIN, paths=5), "--paths"),
        (replace(PLAIN, device="abacus"), "--device"),
        (replace(PLAIN, device="gpu", cluster="127.0.0.1:1"), "--device"),
        (replace(SHOE, device="gpu"), "--device"),
        (replace(PLAIN, game="tcp", seats="6", removed="Ah"), "--removed"),
    ],
)
def test_what_does_not_go_together_is_refused(order: Order, field: str) -> None:
    with pytest.raises(Refused) as refused:
        run_simulate(order, csv=None, as_json=False)
    assert refused.value.field == field


@pytest.mark.parametrize("stake", [("tie=x",), ("5", "player=5")])
def test_stakes_that_are_none_are_refused(stake: tuple[str, ...]) -> None:
    with pytest.raises(Refused):
        run_bands(replace(PATHS, stake=stake), csv=None, as_json=False)


def test_a_stake_of_ten_is_usual() -> None:
    assert shoes.paths_of(replace(PATHS, stake=())).stakes == {"player": Fraction(10)}


@pytest.mark.parametrize(("order", "more"), [(SHOE, "9000"), (SHUFFLER, "9000")])
def test_a_run_of_units_goes_on_from_its_checkpoint(
    order: Order, more: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def figures(order: Order) -> object:
        assert run_simulate(order, csv=None, as_json=True) == 0
        return json.loads(capsys.readouterr().out)["wagers"]

    kept = replace(order, checkpoint=tmp_path / "kept")
    first = figures(kept)
    assert figures(replace(kept, rounds=more)) == figures(replace(order, rounds=more)) != first
    with pytest.raises(Refused, match="played already"):
        run_simulate(kept, csv=None, as_json=True)
    with pytest.raises(Refused, match="another experiment"):
        run_simulate(replace(kept, seed="8"), csv=None, as_json=True)


def test_a_run_that_cannot_be_kept_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(keeper: UnitsCheckpoint, run: Run) -> None:
        if run.progress.units:
            raise Unkept(keeper.file, "No space left on device")

    monkeypatch.setattr(UnitsCheckpoint, "write", refuse)
    with pytest.raises(Unkept, match="kept cannot be written: No space left on device"):
        run_simulate(replace(PATHS, checkpoint=tmp_path / "kept"), csv=None, as_json=True)
    assert json.loads(capsys.readouterr().out)["paths"] == 200
