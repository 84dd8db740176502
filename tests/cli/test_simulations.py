"""Shoes, shufflers, bankrolls and tables at the command line: what is shown, told, written, refused and kept."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.errors import Mismatch, Refused
from croupier.exact.solve import model_of
from croupier.front.inputs import seats_from, stakes_from
from croupier.simulation.checkpoint import Checkpoint, Unkept
from croupier.simulation.request import NEEDS
from croupier.simulation.request import stakes_from as usual_stakes
from croupier.simulation.trial import Run
from tests.cli.conftest import Command, Ran

PLAIN = ("simulate", "bac", "--rounds", "5000", "--seed", "7")
SHOE = (*PLAIN, "--dealing", "shoe")
SHUFFLER = ("simulate", "monte", *PLAIN[2:], "--dealing", "shuffler", "--held-back", "20")
STAKES = ("--stake", "banker=10", "--stake", "tie=2.50")
PATHS = ("simulate", "bac", "--rounds", "50", "--seed", "7", "--paths", "200", "--bankroll", "200", *STAKES)
TABLE = (
    *("simulate", "tcp", "--rounds", "990", "--strategy", "simple", "--seed", "7", "--workers", "1", "--shift", "20"),
    *("--bank", "300", "--bankroll", "1000", "-p", "exposed_card=no", "--seats"),
)


def data_of(ran: Ran) -> dict[str, object]:
    assert ran.status == 0, ran.err
    found: dict[str, object] = json.loads(ran.out)
    return found


# ── Shown, told and written ──────────────────────────────────────────────────────────────────────────────────────────


def test_shoes_are_shown_to_people(croupier: Command) -> None:
    ran = croupier(*SHOE)
    assert ran.status == 0
    assert "shoes of 416 cards, the cut card 16 from the end" in ran.out
    assert "rounds in a shoe" in ran.out


def test_shoes_are_told_to_machines_with_the_keys_of_all_simulations(croupier: Command) -> None:
    data = json.loads(croupier(*SHUFFLER, "--json").out)
    assert data["rounds"] == 5_000
    assert data["sittings"] == 5
    assert {"seconds", "rounds_per_second", "chi_square", "p_value", "house", "interrupted"} <= set(data)
    assert {"mean", "standard_error", "exact", "z"} <= set(data["wagers"]["initial"])


def test_shoes_are_written_as_rows(croupier: Command, tmp_path: Path) -> None:
    printed = croupier(*SHOE, "--csv", "-").out
    assert croupier(*SHOE, "--csv", tmp_path / "shoes.csv").status == 0
    assert (tmp_path / "shoes.csv").read_text(encoding="utf-8") == printed
    heads, *rows = printed.splitlines()
    assert heads.startswith("game,strategy,seed,dealing,units,rounds,wager,mean,standard_error,exact,z")
    assert len(rows) == 4


def test_bankrolls_are_shown_told_and_written(croupier: Command) -> None:
    assert "10 on banker, 2.50 on tie each round" in croupier(*PATHS).out
    data = data_of(croupier(*PATHS, "--json"))
    assert (data["paths"], data["rounds"], data["needs"]) == (200, 50, 12.5)
    rows = croupier(*PATHS, "--csv", "-").out.splitlines()
    assert rows[0].startswith("round,1%,5%,25%,50%,75%,95%,99%,mean,ruined,ahead")
    assert len(rows) == 51


def test_a_table_is_told_to_people_and_machines(croupier: Command, tmp_path: Path) -> None:
    data = json.loads(croupier(*TABLE, "6", "--csv", tmp_path / "seats.csv", "--json").out)
    assert data["shifts"] == 50
    assert {each["strategy"] for each in data["seats"]} == {"simple"}
    rows = (tmp_path / "seats.csv").read_text().splitlines()
    assert rows[0].startswith("reading,position,wager,mean,standard_error")
    assert len(rows) == 1 + 2 * (6 + 3 + 3)
    ran = croupier(*TABLE, "6")
    assert (ran.status, "The seats from the left, coverage by net" in ran.out) == (0, True)
    assert "shifts are whole: 1,000 rounds are played, 50 shifts of 20" in ran.err


@pytest.mark.slow
def test_each_simulation_is_chosen_by_what_is_said_of_it(croupier: Command) -> None:
    for asked, key, schema in (
        (SHOE, "shoes", ".shoes"),
        (SHUFFLER, "sittings", ".shoes"),
        (PATHS, "paths", ".bankrolls"),
        ((*TABLE, "2"), "shifts", ".tables"),
        (PLAIN, "p_value", ""),
    ):
        data = data_of(croupier(*asked, "--json"))
        assert key in data
        assert data["schema"] == f"croupier.simulation{schema}/1"


# ── Cut short and kept ───────────────────────────────────────────────────────────────────────────────────────────────


def interrupted(*_: object, **__: object) -> Iterator[object]:
    yield from map(interrupt, [None])


def interrupt(_: object) -> object:
    raise KeyboardInterrupt


def test_an_interruption_shows_what_is_known(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.simulation.run.follow", interrupted)
    shown = croupier(*SHOE)
    assert (shown.status, "Interrupted before a round was played." in shown.out) == (130, True)
    told = croupier(*PATHS, "--json")
    assert (told.status, json.loads(told.out)["interrupted"]) == (130, True)


@pytest.mark.parametrize("asked", [SHOE, SHUFFLER])
def test_a_run_of_units_goes_on_from_its_checkpoint(croupier: Command, asked: tuple[str, ...], tmp_path: Path) -> None:
    def figures(*more: object) -> object:
        return data_of(croupier(*asked, *more, "--json"))["wagers"]

    kept = ("--checkpoint", tmp_path / "kept")
    first = figures(*kept)
    assert figures(*kept, "--rounds", "9000") == figures("--rounds", "9000") != first
    assert "played already" in croupier(*asked, *kept).err
    assert "another experiment" in croupier(*asked, *kept, "--seed", "8").err


def test_a_run_that_cannot_be_kept_is_told_all_the_same(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(keeper: Checkpoint, run: Run) -> None:
        if run.progress.units:
            raise Unkept(keeper.file, "No space left on device")

    monkeypatch.setattr(Checkpoint, "write", refuse)
    ran = croupier(*PATHS, "--checkpoint", tmp_path / "kept", "--json")
    assert (ran.status, "kept cannot be written: No space left on device" in ran.err) == (74, True)
    assert json.loads(ran.out)["paths"] == 200


# ── Stakes and seats ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stake_alone_is_on_the_first_wager() -> None:
    assert stakes_from(["5", "tie=1.50"], "player") == {"player": Fraction(5), "tie": Fraction(3, 2)}


def test_a_stake_of_ten_is_usual() -> None:
    assert usual_stakes(None, model_of("baccarat")) == {"player": Fraction(10)}


@pytest.mark.parametrize("stake", [("tie=x",), ("5", "player=5")])
def test_stakes_that_are_none_are_refused(croupier: Command, stake: tuple[str, ...]) -> None:
    ran = croupier(*PATHS[:-4], *(word for each in stake for word in ("--stake", each)))
    assert (ran.status, ran.out, "--stake" in ran.err) == (2, "", True)


def test_seats_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "seats.toml"
    file.write_text('[[seat]]\nante = 25\n[[seat]]\nante = 10\npair_plus = 5\nstrategy = "optimal"\n')
    seats = seats_from(str(file), "simple")
    assert not isinstance(seats, int)
    assert [(dict(each.stakes), each.strategy) for each in seats] == [
        ({"ante": 25_00}, "simple"),
        ({"ante": 10_00, "pair_plus": 5_00}, "optimal"),
    ]


def test_seats_are_listed_in_python_as_a_file_lists_them(tmp_path: Path) -> None:
    file = tmp_path / "seats.toml"
    file.write_text('[[seat]]\nante = 25\n[[seat]]\nante = 10\npair_plus = 5\nstrategy = "optimal"\n')
    listed: list[dict[str, object]] = [{"ante": 25}, {"ante": "$10", "pair_plus": 5, "strategy": "optimal"}]
    assert seats_from(listed, "simple") == seats_from(file, "simple")
    with pytest.raises(Refused, match=r'^seats: "red" is not a spot; give its number\.$'):
        seats_from([{"initial": 5, "spot": "red"}], "simple")


@pytest.mark.slow
def test_a_table_whose_seats_are_in_a_file_is_given_again_by_its_command(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "seats.toml"
    file.write_text('[[seat]]\nante = 25\n[[seat]]\nante = 10\nstrategy = "optimal"\n')
    made = json.loads(croupier(*TABLE, file, "--json").out)["conditions"]
    assert f"--seats {file}" in made["command"]
    assert "--strategy simple" in made["command"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seat = 3", "lists no seats"),
        ("[[seat", "neither JSON nor TOML"),
        ("[[seat]]\nante = 1.234", "whole number of cents"),
        ("[[seat]]\nante = 5\nspot = true", "is not a spot"),
        ("[[seat]]\nante = 5\nstrategy = 1", "is not a strategy"),
    ],
)
def test_a_file_that_lists_no_seats_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "seats.toml"
    file.write_text(text)
    with pytest.raises(Refused, match=why):
        seats_from(str(file), "simple")


# ── What goes with what ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ((*PLAIN, "--dealing", "hand"), '--dealing: "hand" is not a way to deal; give fresh, shoe, shuffler.'),
        ((*SHOE, "--held-back", "3"), "--held-back needs --dealing shuffler."),
        ((*PLAIN, "--held-back", "3"), "--held-back needs --dealing shuffler."),
        ((*PLAIN, "--dealing", "shuffler"), "--held-back: give how many"),
        ((*PLAIN, "--dealing", "shuffler", "--held-back", "411"), "--held-back: 411"),
        ((*SHOE, "--until", "1%"), "--until does not go with --dealing."),
        ((*PATHS, "--until", "1%"), "--until does not go with --bankroll."),
        ((*SHOE, "--bankroll", "500"), "--bankroll does not go with --dealing."),
        ((*PATHS, "--bank", "500"), "--bank needs --seats."),
        ((*PLAIN, "--bank", "500"), "--bank needs --seats."),
        ((*PLAIN, "--shift", "3"), "--shift needs --seats."),
        ((*PLAIN, "--button", "3"), "--button needs --seats."),
        ((*PLAIN, "--stake", "5"), "--stake needs --bankroll."),
        ((*PLAIN, "--paths", "5"), "--paths needs --bankroll."),
        ((*PLAIN, "--device", "abacus"), '--device: "abacus" is not a device'),
        ((*PLAIN, "--device", "gpu", "--cluster", "127.0.0.1:1"), "--device: a cluster"),
        ((*SHOE, "--device", "gpu"), "--device: a GPU plays only rounds"),
        ((*TABLE, "6", "--removed", "Ah"), "--removed does not go with --seats."),
        ((*TABLE, "6", "--stake", "5"), "--stake does not go with --seats."),
        ((*TABLE, "6", "--dealing", "shoe"), "--dealing does not go with --seats."),
    ],
)
def test_what_does_not_go_together_is_refused(croupier: Command, asked: tuple[str, ...], why: str) -> None:
    ran = croupier(*asked)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {why}")


@pytest.mark.parametrize("name", NEEDS)
def test_python_is_told_by_the_names_of_arguments(name: str) -> None:
    from croupier.simulation import simulate  # noqa: PLC0415  # as a program does

    with pytest.raises(Mismatch) as refused:
        simulate("baccarat", **{name: 1})  # type: ignore[arg-type]
    assert str(refused.value) == f"{name} needs {NEEDS[name]}."
