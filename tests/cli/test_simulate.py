"""Simulation at the command line: its contract, what it prints when it is cut short, and what it refuses."""

import csv
import importlib
import io
import json
import os
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from rich.console import Console

from croupier import files
from croupier.cli.commands import simulate as command
from croupier.cli.main import main
from croupier.cli.progress import bar
from croupier.exact.space import Ints
from croupier.front.variant import game as named
from croupier.result import is_ours
from croupier.rulebook import Model
from croupier.sheet import number_of
from croupier.simulation import request
from croupier.simulation import run as running
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds.trial import Experiment, experiment
from croupier.simulation.run import Crew, Goal, follow
from croupier.simulation.tables.trial import TableTrial
from croupier.simulation.trial import Run
from tests.cli.conftest import Command, Ran
from tests.simulation.playing import simulate
from tests.simulation.wrong import WRONG

FIGURES = {
    *(
        "includes",
        "mean",
        "standard_error",
        "standard_error_from",
        "half_width_99",
        "exact",
        "z",
        "p_at_most",
        "tested",
    ),
    *("detectable_error", "outcomes"),
}
FIELDS = {
    *("game", "house", "strategy", "seed", "interrupted", "rounds", "seconds", "rounds_per_second", "main", "wagers"),
    *("chi_square", "degrees_of_freedom", "p_value", "counted", "tested", "agrees", "false_alarm_rate", "power"),
    *("verdict", "removed", "conditions", "schema"),
}

OWN = Path(__file__).parent.parent.parent / "examples" / "let_it_ride.py"


def refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def data_of(ran: Ran) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(ran.out, parse_constant=refuse_constant)
    assert set(data) == FIELDS
    return data


@pytest.mark.slow
def test_data_has_the_fixed_shape_and_says_what_the_library_says(croupier: Command) -> None:
    ran = croupier("simulate", "tcp", "--rounds", "1e5", "--seed", "7", "--json")
    assert ran.status == 0
    data, run = data_of(ran), simulate("three-card-poker", 100_000, seed=7)
    assert (data["game"], data["strategy"], data["seed"], data["rounds"]) == (
        run.trial.model.id,
        "optimal",
        "7",
        100_000,
    )
    assert data["house"]["pair_plus_paytable"] == 1
    assert data["rounds_per_second"] == pytest.approx(data["rounds"] / data["seconds"])
    assert (data["chi_square"], data["p_value"], data["verdict"]) == (run.chi_square, run.p_value, run.verdict)
    assert set(data["wagers"]) == {"ante", "pair_plus", "six_card_bonus"}
    assert data["main"] == "ante"
    assert data["wagers"]["ante"]["includes"] == ["play"]
    for id_, wager in data["wagers"].items():
        assert set(wager) == FIGURES
        assert (wager["mean"], wager["z"]) == (run.wagers[id_].mean, run.wagers[id_].z)
        assert wager["z"] == pytest.approx((wager["mean"] - wager["exact"]) / wager["standard_error"])
        assert sum(row["count"] for row in wager["outcomes"]) == 100_000
        assert sum(row["expected"] for row in wager["outcomes"]) == pytest.approx(100_000)
        assert sum(row["probability"] for row in wager["outcomes"]) == pytest.approx(1)


@pytest.mark.slow
def test_the_exact_figure_is_that_of_the_analysis(croupier: Command) -> None:
    exact = json.loads(croupier("analyze", "monte", "-p", "decks=2", "--json").out)["wagers"]
    data = data_of(croupier("simulate", "monte", "-p", "decks=2", "--rounds", "1000", "--json"))
    for id_, wager in data["wagers"].items():
        assert wager["exact"] == -exact[id_]["house_edge"]["value"]


@pytest.mark.parametrize(("text", "rounds"), [("1e4", 10_000), ("10000", 10_000), ("2.5e3", 2_500), ("1", 1)])
def test_rounds_are_written_as_people_write_them(croupier: Command, text: str, rounds: int) -> None:
    assert data_of(croupier("simulate", "bac", "--rounds", text, "--json"))["rounds"] == rounds


@pytest.mark.slow
def test_house_rules_paytables_strategy_and_cards_are_heeded(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('otherwise = "check"\n')
    plain, *others = (
        data_of(croupier("simulate", "monte", "--rounds", "1e4", "--json", *arguments))
        for arguments in (
            (),
            ("--paytable", "full_monte=1,1,1,1,1,1"),
            ("--strategy", file, "--exact"),
            ("--strategy", "simple"),
            ("--removed", "As Ks"),
        )
    )
    assert [other["strategy"] for other in others] == ["optimal", "own", "simple", "optimal"]
    assert others[0]["wagers"]["full_monte"]["mean"] != plain["wagers"]["full_monte"]["mean"]
    assert others[1]["wagers"]["initial"]["exact"] < plain["wagers"]["initial"]["exact"]
    assert others[3]["wagers"]["full_monte"]["exact"] != plain["wagers"]["full_monte"]["exact"]


def test_until_stops_at_the_half_width_or_at_the_rounds(croupier: Command) -> None:
    data = data_of(croupier("simulate", "bac", "--exact", "--until", "1%", "--json"))
    assert 0.0099 < data["wagers"]["player"]["half_width_99"] <= 0.01
    assert data_of(croupier("simulate", "bac", "--until", "1%", "--rounds", "500", "--json"))["rounds"] == 500


@pytest.mark.slow
def test_any_text_is_a_seed(croupier: Command) -> None:
    counts = [
        data_of(croupier("simulate", "monte", "--rounds", "1e4", "--seed", seed, "--json"))["wagers"]["initial"]["mean"]
        for seed in ("", "0", "-1", "seven", "♠", "x" * 1_000)
    ]
    assert len(set(counts)) == len(counts)


def test_workers_change_nothing(croupier: Command) -> None:
    one, three = (data_of(croupier("simulate", "monte", "--rounds", "1e5", "--workers", n, "--json")) for n in (1, 3))
    assert one["wagers"] == three["wagers"]


def test_people_read_tables_charts_and_a_verdict(croupier: Command) -> None:
    experiment("casino-monte", house={"decks": 2})  # counted and kept, so that nobody has to be told of it
    ran = croupier("simulate", "monte", "--rounds", "1e5", "-p", "decks=2")
    assert (ran.status, ran.err) == (0, "")
    for words in (
        *("Casino Monte", "decks = 2", "100,000 rounds", "initial with raise", "standard error", "99% interval"),
        *("raise_3:all_alike", "standard errors off", "●", "░", "Agrees with the exact figures"),
        *("● mean so far   ░ 99% of right runs   ─ exact\n", "rounds, on a logarithmic scale\n"),
    ):
        assert words in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.slow
def test_csv_has_a_row_for_every_outcome_on_standard_output_or_in_a_file(croupier: Command, tmp_path: Path) -> None:
    printed = croupier("simulate", "tcp", "--rounds", "1e4", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    data = data_of(croupier("simulate", "tcp", "--rounds", "1e4", "--json", "--csv", tmp_path / "out.csv"))
    assert (tmp_path / "out.csv").read_text() == printed.out
    told = [(id_, row) for id_, wager in data["wagers"].items() for row in wager["outcomes"]]
    assert len(rows) == len(told)
    for row, (id_, outcome) in zip(rows, told, strict=True):
        assert (row["game"], row["seed"], row["rounds"], row["wager"]) == ("three-card-poker", "0", "10000", id_)
        assert (row["outcome"], int(row["count"])) == (outcome["outcome"], outcome["count"])
        assert float(row["mean"]) == data["wagers"][id_]["mean"]
    with_text = croupier("simulate", "tcp", "--rounds", "1e4", "--csv", tmp_path / "out.csv")
    assert "Agrees" in with_text.out


def test_rules_that_disagree_end_with_status_1(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "experiment", lambda model, **_: experiment(WRONG[model.id], beside=model))
    ran = croupier("simulate", "monte", "--rounds", "1e5", "--json")
    assert ran.status == 1
    assert data_of(ran)["agrees"] is False
    assert "Disagrees" in croupier("simulate", "monte", "--rounds", "1e5").out


# ── Where it goes ────────────────────────────────────────────────────────────────────────────────────────────────────

SIMULATIONS = (
    ("bac", "--rounds", "1000"),
    ("bac", "--rounds", "5000", "--dealing", "shoe"),
    ("bac", "--rounds", "50", "--paths", "200", "--bankroll", "200", "--stake", "banker=10", "--stake", "tie=2.50"),
    ("tcp", "--rounds", "40", "--shift", "20", "--seats", "6", "-p", "exposed_card=no"),
)


@pytest.mark.slow
@pytest.mark.parametrize("asked", SIMULATIONS)
def test_a_file_that_cannot_be_written_costs_nobody_the_result(croupier: Command, asked: tuple[str, ...]) -> None:
    ran = croupier("simulate", *asked, "--json", "--csv", "/dev/full")
    assert json.loads(ran.out)["interrupted"] is False
    assert ran.status == 74
    assert ran.err.endswith("croupier: /dev/full cannot be written: No space left on device.\n")


@pytest.mark.slow
@pytest.mark.parametrize("asked", SIMULATIONS)
def test_somebody_who_reads_no_further_costs_nobody_the_file(
    croupier: Command, asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(console: Console, *_: object, **__: object) -> None:
        if not console.stderr:
            raise BrokenPipeError

    monkeypatch.setattr(Console, "print", closed)
    assert croupier("simulate", *asked, "--csv", tmp_path / "out.csv").status == 141
    assert len((tmp_path / "out.csv").read_text().splitlines()) > 4


def test_a_seed_that_steers_a_terminal_is_escaped(croupier: Command, tmp_path: Path) -> None:
    asked = ("simulate", "bac", "--rounds", "1000", "--seed", "\x1b[2J")
    text = croupier(*asked, "--csv", tmp_path / "out.csv")
    assert (text.status, text.out.count(r"seed \u001b[2J"), "\x1b" in text.out) == (0, 1, False)
    assert r",\u001b[2J," in (tmp_path / "out.csv").read_text()
    printed = croupier(*asked, "--json").out
    assert printed.isascii()
    assert json.loads(printed)["seed"] == "\x1b[2J"


def test_a_checkpoint_is_not_written_over(croupier: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    asked = ("simulate", "monte", "--rounds", "1000")
    same = croupier(*asked, "--checkpoint", kept, "--csv", tmp_path / "." / "kept")
    assert (same.status, same.out, kept.exists()) == (2, "", False)
    assert "--csv: the checkpoint is kept there" in same.err
    assert croupier(*asked, "--checkpoint", kept).status == 0
    before = kept.read_bytes()
    other = croupier(*asked, "--csv", kept)
    assert (other.status, other.out, kept.read_bytes()) == (2, "", before)
    assert "this file holds something else and is not replaced" in other.err


JOURNAL = '{"event": "table_opened", "game": "baccarat"}\n'


@pytest.mark.slow
@pytest.mark.parametrize("asked", SIMULATIONS)
def test_a_file_of_another_kind_is_not_written_over(
    croupier: Command, asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.jsonl"
    file.write_text(JOURNAL)
    (tmp_path / "link").symlink_to(file)
    for name in ("table.jsonl", "link"):
        ran = croupier("simulate", *asked, "--csv", tmp_path / name)
        assert (ran.status, ran.out, file.read_text()) == (2, "", JOURNAL), "refused before anything is played"
        assert "this file holds something else and is not replaced" in ran.err
    # somebody puts a journal there while the rounds are played
    monkeypatch.setattr("croupier.cli.output.check_replaceable", lambda *_: None)
    late = croupier("simulate", *asked, "--json", "--csv", file)
    assert (late.status, json.loads(late.out)["interrupted"], file.read_text()) == (2, False, JOURNAL)


@pytest.mark.slow
@pytest.mark.parametrize("asked", SIMULATIONS)
def test_a_csv_of_ours_is_replaced_whole_or_not_at_all(
    croupier: Command, asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link = tmp_path / "out.csv", tmp_path / "link.csv"
    link.symlink_to(file)
    assert croupier("simulate", *asked, "--csv", link).status == 0
    first = file.read_text()
    assert is_ours(file.read_bytes())
    assert croupier("simulate", *asked, "--seed", "other", "--csv", link).status == 0
    assert link.is_symlink()
    assert file.read_text() != first
    second = file.read_text()

    class Failing(files.Disk):
        """A disk that cannot rename."""

        def rename(self, source: Path, target: Path) -> None:
            """Fail."""
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(files, "disk", Failing())
    ran = croupier("simulate", *asked, "--csv", file, "--json")
    assert (ran.status, json.loads(ran.out)["interrupted"]) == (74, False)
    assert ran.err.endswith(f"croupier: {file} cannot be written: Input/output error.\n")
    assert file.read_text() == second
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "out.csv"], "no draft is left"


def test_a_pipe_is_written_into(croupier: Command, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert croupier("simulate", "bac", "--rounds", "1000", "--csv", pipe).status == 0
    reader.join()
    assert read[0].startswith("game,strategy,seed,rounds,wager,mean")


def test_a_pipe_is_no_checkpoint(croupier: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = croupier("simulate", "monte", "--checkpoint", tmp_path / "pipe")
    assert (ran.status, "not a regular file" in ran.err) == (2, True)


# ── What made it ─────────────────────────────────────────────────────────────────────────────────────────────────────

REMOVED = ("--removed", "Ah Kd", "--seed", "a b")


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        ("bac", "--rounds", "1000", *REMOVED, "-p", "decks=6"),
        ("bac", "--rounds", "1000", *REMOVED, "--exact", "-p", "decks=1"),
        ("monte", "--until", "5%", "--strategy", "simple", "-p", "decks=2"),
        ("monte", "--rounds", "1000", "--strategy", "OWN", "--paytable", "full_monte=50,40,30,6,3,1"),
        ("bac", "--rounds", "500", "--dealing", "shoe", *REMOVED),
        ("bac", "--rounds", "500", "--dealing", "shuffler", "--held-back", "12", *REMOVED),
        ("bac", "--rounds", "50", "--paths", "200", "--bankroll", "200", "--stake", "banker=10", "--stake", "tie=2.50"),
        ("tcp", "--rounds", "40", "--shift", "20", "--seats", "6", "--bank", "300", "-p", "exposed_card=no"),
        (OWN, "--rounds", "500"),
    ],
    ids=lambda asked: " ".join(map(str, asked[1:5])),
)
def test_the_command_in_the_data_gives_the_data_again(
    croupier: Command, asked: tuple[object, ...], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('otherwise = "check"\n[[rule]]\ndecide = "raise_3"\nrank = "J or better"\n')
    given = [own if word == "OWN" else word for word in asked]
    first = json.loads(croupier("simulate", *given, "--json").out)
    made = first["conditions"]
    program, verb, *words = shlex.split(made["command"])
    assert (program, verb, made["game"], made["seed"]) == ("croupier", "simulate", first["game"], first["seed"])
    assert (made["removed"], len(made["digest"])) == (["Kd", "Ah"] if REMOVED[1] in given else [], 64)
    again = json.loads(croupier(verb, *words).out)
    for name in set(first) - {"seconds", "rounds_per_second"}:
        assert again[name] == first[name], name
    text = croupier("simulate", *given).out
    assert ("cards removed: Kd Ah" in text) == (REMOVED[1] in given)
    assert f"rulebook {made['digest'][:16]}" in text
    assert "again: croupier simulate" in text


def test_a_run_knows_what_made_it() -> None:
    run = simulate("casino-monte", 100, house={"decks": 2}, removed=[0, 1], seed=7, strategy="simple")
    assert run.conditions.command == (
        "croupier simulate casino-monte -p decks=2 --removed '2c 2d' --strategy simple --seed 7 --rounds 100"
    )


# ── Cut short ────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def interrupted_crew(_: Experiment, workers: int) -> Iterator[Crew]:
    """Somebody presses Ctrl-C when 50,000 rounds are played."""

    def player(chunk: Chunk) -> Ints:
        if chunk.last > 50_000:
            raise KeyboardInterrupt
        return played(chunk)

    with ThreadPoolExecutor(2) as executor:
        yield Crew(executor, player, workers=2, chunk=10_000)


def test_what_is_known_by_then_is_printed_and_the_run_can_go_on(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ("simulate", "monte", "--rounds", "2e5", "--checkpoint", tmp_path / "kept", "--json")
    with monkeypatch.context() as patched:
        patched.setattr(running, "on_cores", interrupted_crew)
        cut = croupier(*asked)
        assert cut.status == 130
        data = data_of(cut)
        assert (data["interrupted"], data["rounds"], data["agrees"]) == (True, 50_000, True)
        assert "Interrupted: this is what is known so far." in croupier("simulate", "monte", "--rounds", "2e5").out
    resumed, whole = data_of(croupier(*asked)), data_of(croupier("simulate", "monte", "--rounds", "2e5", "--json"))
    for name in FIELDS - {"seconds", "rounds_per_second"}:
        assert resumed[name] == whole[name]


def test_cut_short_before_the_first_round_it_still_says_so(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(request, "experiment", counting)
    ran = croupier("simulate", "monte", "--json")
    data = data_of(ran)
    assert (ran.status, data["rounds"], data["wagers"], data["p_value"]) == (130, 0, {}, None)
    assert "before a round was played" in croupier("simulate", "monte").out
    assert croupier("simulate", "monte", "--csv", "-").out.count("\n") == 1


@pytest.mark.parametrize(
    ("asked", "prepared"),
    [
        (("bac", "--dealing", "shoe"), "shoes"),
        (("monte", "--dealing", "shuffler", "--held-back", "0"), "sittings"),
        (("monte", "--bankroll", "300"), "experiment"),
        (("tcp", "--seats", "6"), "table_trial"),
    ],
)
def test_cut_short_while_it_is_prepared_every_simulation_says_so(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...], prepared: str
) -> None:
    def counting(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(request, prepared, counting)
    ran = croupier("simulate", *asked, "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["interrupted"], data["seed"]) == (130, True, "0")
    assert "Interrupted before a" in croupier("simulate", *asked).out


@pytest.mark.slow
def test_a_table_that_is_cut_short_says_so(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(trial: TableTrial, since: Run, goal: Goal, crew: Crew) -> Iterator[Run]:
        yield from follow(trial, since, replace(goal, last=goal.last // 2), crew)
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "follow", cut)
    asked = ("simulate", *SIMULATIONS[-1], "--rounds", "80")
    ran = croupier(*asked, "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["interrupted"], data["shifts"]) == (130, True, 2)
    assert "Interrupted: this is what is known so far." in croupier(*asked).out


def test_a_file_that_cannot_be_written_in_the_end_costs_nobody_the_result(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Full(files.Disk):
        """A disk that holds one file more."""

        left = 1

        def write(self, descriptor: int, data: bytes) -> None:
            """Write the first, and no other."""
            if not self.left:
                raise OSError(28, "No space left on device")
            self.left -= 1
            super().write(descriptor, data)

    monkeypatch.setattr(files, "disk", Full())
    ran = croupier("simulate", "monte", "--rounds", "1e4", "--checkpoint", tmp_path / "kept", "--json")
    assert (ran.status, data_of(ran)["rounds"]) == (74, 10_000)
    assert ran.err == f"croupier: {tmp_path / 'kept'} cannot be written: No space left on device.\n"


@pytest.mark.slow
def test_a_game_of_ones_own_is_simulated_from_its_file(croupier: Command) -> None:
    data = data_of(croupier("simulate", OWN, "--rounds", "1e5", "--json"))
    assert (data["game"], data["house"], data["agrees"]) == ("let-it-ride", {}, True)
    assert data["wagers"]["bet_3"]["includes"] == ["bet_1", "bet_2"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--dealing", "shoe"), "--dealing: let-it-ride is a model and does not say how a shoe is cut"),
        (("--seats", "3"), "--seats: let-it-ride is a model and has no seats"),
    ],
)
def test_a_model_says_nothing_of_shoes_and_tables(croupier: Command, arguments: tuple[str, ...], why: str) -> None:
    ran = croupier("simulate", OWN, *arguments)
    assert (ran.status, ran.out, why in ran.err) == (2, "", True), ran.err


def test_bankrolls_are_followed_in_a_game_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []

    def prepare(model: Model, **_: object) -> None:
        found.append(model.id)
        raise KeyboardInterrupt

    monkeypatch.setattr(request, "experiment", prepare)
    monkeypatch.setattr(request, "sittings", lambda model, _, **how: prepare(model, **how))
    for asked in (("--bankroll", "300"), ("--dealing", "shuffler", "--held-back", "3")):
        with pytest.raises(SystemExit):
            main(["simulate", str(OWN), *asked])
    assert found == ["let-it-ride", "let-it-ride"]


def test_a_game_of_ones_own_is_known_by_the_name_that_others_import(tmp_path: Path) -> None:
    """Workers of a cluster look for its rules there; a name that is taken stays with whoever has it."""
    for name, known_as in (("lone_game_of_mine", "lone_game_of_mine"), ("colorsys", "own_game_colorsys")):
        file = tmp_path / f"{name}.py"
        file.write_text(OWN.read_text(encoding="utf-8"), encoding="utf-8")
        for _ in range(2):  # the second time it is there already
            model = named(str(file)).model
            assert {wager.outcome.function.__module__ for wager in model.wagers} == {known_as}
    assert not hasattr(importlib.import_module("colorsys"), "LET_IT_RIDE")


def test_a_bar_says_how_far_how_fast_and_how_near(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_on = io.StringIO()
    screen = Console(file=drawn_on, force_terminal=True, width=80, color_system=None)
    monkeypatch.setattr("rich.console.Console", lambda **_: screen)
    run = simulate("casino-monte", 150_000)
    with bar("") as tell:
        command.told(tell, replace(run, run=replace(run.run, share=0.75)))
    drawn = drawn_on.getvalue()
    for words in ("150k rounds", "75.0%", "M/s", "-:--:--", "initial -", "± 1.5844% (99%)"):
        assert words in drawn


def test_one_of_a_thing_is_one() -> None:
    assert [number_of(count, "shift") for count in (0, 1, 2_000)] == ["0 shifts", "1 shift", "2,000 shifts"]


def test_nobody_watches_where_there_is_no_terminal(croupier: Command) -> None:
    experiment("casino-monte")  # counted and kept, so that nobody has to be told of it
    assert croupier("simulate", "monte", "--rounds", "1e4").err == ""


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        *((("--rounds", text), "--rounds") for text in ("0", "-5", "1e30", "nan", "inf", "1e999999999", "2.5", "many")),
        *((("--until", text), "--until") for text in ("0", "0%", "-1%", "nan", "1", "x")),
        (("--until", "0.0000000001%"), "a wider interval"),
        *((("--workers", text), "--workers") for text in ("0", "-1", "10000", "two")),
        (("--strategy", "nowhere.toml"), "nowhere.toml"),
        (("--removed", "Ax"), "--removed"),
        (("--paytable", "full_monte=2"), "odds"),
        (("-p", "decks=0"), "CM-I1"),
        (("--checkpoint", "."), "cannot be read"),
        (("--checkpoint", "nowhere/kept"), "no such folder"),
        (("--csv", "nowhere/out.csv"), "--csv"),
        (("--csv", "-", "--json"), "--csv"),
        (("--strategy", ""), "--strategy"),
        (("--rounds", ""), "--rounds"),
        (("--rounds", "", "--bankroll", "300"), "--rounds"),
        (("--rounds", "", "--dealing", "shuffler", "--held-back", "0"), "--rounds"),
        (("--rounds", "", "--seats", "2"), "--rounds"),
        (("--bankroll", "300", "--paths", "0"), "--paths"),
        (("--bankroll", "300", "--stake", "red=5"), "--stake"),
        (("--bankroll", "1"), "--bankroll"),
        (("--bankroll", "x", "--seats", "2"), "--bankroll"),
        (("--cluster", ""), "--cluster"),
        (("--cluster", "127.0.0.1:1", "--workers", "9"), "--workers"),
        (("--device", "gpu", "--workers", "9"), "--workers"),
        *((("--seats", text), "--seats") for text in ("", "-1", "0", "7000000000000", "8")),
        (("--seats", "2", "--bank", "500"), "--bank"),
        (("--seats", "2", "--bank", "-5"), "--bank: "),
        (("--seats", "2", "--shift", "0"), "--shift"),
        (("--seats", "2", "--button", "0"), "--button"),
        (("--bank", ""), "--bank"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    croupier: Command, arguments: tuple[str, ...], why: str
) -> None:
    ran = croupier("simulate", "monte", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.strip().splitlines()[-1].startswith("croupier: ")
    assert "Traceback" not in ran.err


def test_a_checkpoint_of_another_run_is_refused(croupier: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert croupier("simulate", "monte", "--rounds", "1e4", "--checkpoint", kept).status == 0
    for arguments, why in (
        (("monte", "--rounds", "1e4", "--seed", "2"), "whose seed is not the same (0, not 2)"),
        (("bac", "--rounds", "1e4"), "whose game is not the same"),
        (("monte", "--rounds", "1e3"), "10,000 rounds are played already"),
    ):
        ran = croupier("simulate", *arguments, "--checkpoint", kept)
        assert (ran.status, ran.out, why in ran.err) == (2, "", True), ran.err
    kept.write_bytes(kept.read_bytes()[:-3])
    ran = croupier("simulate", "monte", "--rounds", "1e4", "--checkpoint", kept)
    assert (ran.status, "damaged" in ran.err) == (2, True)
