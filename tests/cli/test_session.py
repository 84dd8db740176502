"""`croupier session`: what it says, what it refuses, and when."""

import contextlib
import csv
import json
import os
import pty
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from croupier.exact.session import session
from tests.cli.conftest import Command
from tests.interrupts import hear_interrupts

ROOT = Path(__file__).parents[2]
INVENTED = str(ROOT / "tests" / "exact" / "invented.py")
MIX = ("session", "tcp", "--stake", "ante=10", "--stake", "pair_plus=5", "--bankroll", "200", "--rounds", "100")


def test_people_read_the_wagers_the_bankroll_and_when_ruin_comes(croupier: Command) -> None:
    told = " ".join(croupier(*MIX).out.split())
    right = session("three-card-poker", stake={"ante": 10, "pair_plus": 5}, bankroll=200, rounds=100)
    assert "100 rounds at 10 on ante and 5 on pair_plus" in told
    assert "bankroll 200; ruined below 15; 25 pays for every option" in told
    assert f"ruined with 200 {float(right.ruin or 0):.4%}" in told
    assert f"half of the ruined by round {right.ruin_round()}" in told
    assert f"expected loss an hour {float(right.loss_per_hour):,.2f} at 60 rounds an hour" in told
    assert "rounds until the expected loss is one standard deviation" in told
    assert "there is no edge, bet nothing" in told


def test_somebody_who_is_ruined_ends_with_what_he_brought_at_worst(croupier: Command) -> None:
    asked = ("session", "monte", "--rounds", "200", "--stake", "10", "--bankroll", "300", "--json")
    data = json.loads(croupier(*asked).out)
    assert data["quantiles"]["0.01"] == data["quantiles"]["0.25"] == -300
    assert min(data["distribution"]["results"]) == -300
    assert data["stakes"] == {"initial": 10}
    assert data["ruin"]["levels"] == [10, 20, 30, 40]
    ruined = sum(
        p
        for x, p in zip(data["distribution"]["results"], data["distribution"]["probabilities"], strict=True)
        if x < -290
    )
    assert ruined == pytest.approx(data["ruin"]["probability"])
    once = ("session", "monte", "--rounds", "1", "--stake", "10", "--bankroll", "40", "--json")
    assert round(json.loads(croupier(*once).out)["ruin"]["probability"], 4) == 0.1196


def test_data_have_all_that_people_read(croupier: Command) -> None:
    data = json.loads(croupier(*MIX, "--rounds-per-hour", "72", "--json").out)
    right = session(
        "three-card-poker", stake={"ante": 10, "pair_plus": 5}, bankroll=200, rounds=100, rounds_per_hour=72
    )
    assert {name: data[name] for name in right.data()} == json.loads(json.dumps(right.data()))
    assert (data["game"], data["strategy"], data["rounds_per_hour"]) == ("three-card-poker", "optimal", 72)


def test_every_result_is_written_as_csv(croupier: Command, tmp_path: Path) -> None:
    printed = croupier(*MIX, "--csv", "-").out
    croupier(*MIX, "--csv", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == printed
    heads, *rows = csv.reader(StringIO(printed))
    assert heads == ["result", "probability", "at_most", "software", "rulebook", "command"]
    data = json.loads(croupier(*MIX, "--json").out)["distribution"]
    assert [float(row[0]) for row in rows] == data["results"]
    assert float(rows[-1][2]) == pytest.approx(1)


@pytest.mark.slow
def test_a_strategy_and_cards_that_are_gone_count(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('otherwise = "fold"\n')
    data = json.loads(croupier("session", "tcp", "--strategy", file, "--rounds", "3", "--json").out)
    assert data["mean"]["exact"] == "-3/1"
    plain, gone = (
        json.loads(croupier("session", "tcp", "--rounds", "3", "--json", *how).out)["house_edge"]["exact"]
        for how in ((), ("--removed", "Ah Kd"))
    )
    assert plain != gone


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--stake", "much"), "--stake"),
        (("--stake", "0"), "--stake: the stake on initial must be above 0"),
        (("--stake", "full_monte=5"), "--stake: full_monte needs a stake on initial too (CM-R5)"),
        (("--stake", "5", "--stake", "initial=5"), '--stake: "initial" is staked on twice'),
        (("--stake", "red=5"), '--stake: there is no wager "red"'),
        (("--rounds", "0"), "--rounds"),
        (("--rounds", "1.5"), "--rounds"),
        (("--rounds", "2e6"), '--rounds: "2e6" rounds cannot be played; give 1 to 1,000,000'),
        (("--rounds", "many"), "--rounds"),
        (("--rounds-per-hour", "0"), "--rounds-per-hour: the rounds per hour must be above 0"),
        *(
            (("--rounds-per-hour", text), "--rounds-per-hour")
            for text in ("fast", "1e999999999", "1e-999999999", "nan")
        ),
        *((("--rounds", text), "--rounds") for text in ("1e999999999", "1e-999999999", "nan", "inf")),
        (("--bankroll", ""), "--bankroll"),
        (("--bankroll", "9", "--stake", "10"), "--bankroll: 9 does not pay for the first round, which takes 10"),
        (("--strategy", ""), "--strategy"),
        (("--removed", "Ax"), "--removed"),
        (("--csv", "-", "--json"), "--csv"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_counted(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], why: str
) -> None:
    monkeypatch.setattr("croupier.exact.solve.count", lambda *_, **__: pytest.fail("this was counted"))
    ran = croupier("session", "monte", *arguments)
    assert (ran.status, ran.out, why in ran.err) == (2, "", True), ran.err


def test_rounds_are_written_as_people_write_them(croupier: Command) -> None:
    told = croupier("session", "bac", "--rounds", "1e5", "--stake", "banker=10").out
    assert "100,000 rounds at 10 on banker" in told


def test_what_is_too_long_is_refused_before_it_is_worked_out(croupier: Command) -> None:
    ran = croupier("session", "bac", "--rounds", "1e6", "--stake", "banker=0.37", "--bankroll", "100000")
    assert (ran.status, ran.out) == (2, "")
    assert "minutes to work out; give fewer rounds" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_long_one_shows_a_bar_and_can_be_stopped() -> None:
    ours, theirs = pty.openpty()
    code = "import sys; from croupier.cli.main import main; main(sys.argv[1:])"
    command = (sys.executable, "-c", code, "session", "bac", "--rounds", "1e5", "--stake", "banker=10")
    with subprocess.Popen(
        (*command, "--bankroll", "1000"),
        stderr=theirs,
        stdin=theirs,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_interrupts,  # noqa: PLW1509  # no threads here
    ) as process:
        os.close(theirs)
        seen = b""
        while b"worked out" not in seen:
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # a terminal that nobody reads would keep the command waiting
            while os.read(ours, 4096):
                pass
        out, _ = process.communicate()
    os.close(ours)
    assert (process.returncode, out) == (130, b"")
