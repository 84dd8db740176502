"""What comes from outside: absurd files, numbers that are none, names that steer a terminal, closed streams."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import IO

import pytest

from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.money import cents_from
from croupier.odds import odds_from
from croupier.rulebook import Rate
from croupier.settlement.reading import DOTS_MAX, parse
from tests.cli.conftest import Command
from tests.cli.described import COUP, MONTE, changed

MEMORY_MAX = 4 << 30
"""Bytes: a dotted name of 40,000 parts used to take more."""
ESC = "\x1b[31m"


RUN = "from croupier.cli.main import main; main()"


def bounded() -> None:
    """Give a process little memory."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MAX, MEMORY_MAX))


def without_standard_error() -> None:
    """Start a process whose standard error is closed."""
    os.close(2)


def started(
    *arguments: str | Path,
    before: Callable[[], None] = bounded,
    err: int | IO[bytes] = subprocess.PIPE,
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, arguments)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=err,
        check=False,
        preexec_fn=before,  # no threads run here
    )


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 30_000) + " = 1",
        "[" + ".".join("a" * 30_000) + "]",
        "[[" + " . ".join(["'a'"] * 8_000) + "]]",
        'x = { s = """\n""", ' + ".".join(['"="'] * 8_000) + " = 1 }",
    ],
    ids=["key", "table", "quoted", "inline"],
)
def test_a_dotted_name_without_end_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(Refused, match=rf"^line \d has more than {DOTS_MAX} dots; write short names") as refused:
        parse(text)
    assert len(str(refused.value)) < 120


def test_lines_with_dots_enough_for_every_description_are_read() -> None:
    numbers = ", ".join(["1.5"] * DOTS_MAX)
    assert parse(f"list = [{numbers}]") == {"list": [Decimal("1.5")] * DOTS_MAX}
    assert parse("a.b.c = 1\n'x.y' = \"....\"") == {"a": {"b": {"c": 1}}, "x.y": "...."}


@pytest.mark.parametrize(
    "arguments",
    [
        ("settle", "FILE"),
        ("house", "baccarat", "--house", "FILE"),
        ("analyze", "three-card-poker", "--strategy", "FILE"),
        ("simulate", "three-card-poker", "--seats", "FILE"),
    ],
)
def test_every_command_refuses_it_in_a_sentence_and_without_much_memory(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "long.toml"
    file.write_text(".".join("a" * 40_000) + " = 1")
    ran = started(*(file if word == "FILE" else word for word in arguments))
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"line 1 has more than 32 dots" in ran.stderr.splitlines()[-1]
    assert b"Traceback" not in ran.stderr


NUMBERS = ("1e999999999", "1e-999999999", "1e99999999999999999999", "9" * 5_000, "1e19", "-1e400")
PLACES = ("seats.0.initial", "seats.0.spot", "house.decks", "house.initial_maximum", "house.full_monte_paytable")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("path", PLACES)
def test_a_number_beyond_all_bounds_is_refused_in_a_sentence(croupier: Command, number: str, path: str) -> None:
    text = json.dumps(changed(MONTE, path, "NUMBER")).replace('"NUMBER"', number)
    ran = croupier("settle", "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert "holds a number of more than 18 digits" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("number", ["1e999999999", "inf", "-nan", "1e-400", "0x" + "f" * 5_000])
def test_a_number_beyond_all_bounds_in_toml_is_refused_in_a_sentence(
    croupier: Command, number: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"commission = {number}\n")
    ran = croupier("house", "baccarat", "--house", file)
    assert (ran.status, ran.out) == (2, "")
    assert "18 digits" in ran.err or "is not a number" in ran.err


@pytest.mark.parametrize("number", ["1e999999999", "-1e999999999"])
def test_python_may_hand_over_such_a_number_too(number: str) -> None:
    with pytest.raises(Refused, match="is too large"):
        cents_from(Decimal(number))


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "baccarat", "--rounds", "1_0"),
        ("play", "baccarat", "--seat", "1_0"),
        ("play", "baccarat", "--chips", "1_000"),
        ("house", "baccarat", "-p", "decks=1_0"),
        ("house", "baccarat", "-p", "commission=1_0%"),
        ("house", "baccarat", "-p", "commission=1/2_0"),
        ("house", "baccarat", "-p", "minimum=1_0"),
        ("house", "baccarat", "-p", "lucky_monkey_paytable=1_0,1,1,1,1,1"),
        ("house", "baccarat", "-p", "lucky_monkey_paytable=1:1_0,1,1,1,1,1"),
        ("session", "baccarat", "--rounds", "1_0"),
        ("session", "baccarat", "--stake", "1_0"),
        ("simulate", "baccarat", "--rounds", "1_0"),
        ("simulate", "baccarat", "--workers", "1_0"),
        ("simulate", "baccarat", "--until", "1_0%"),
        ("design", "three-card-poker", "six_card_bonus", "--edge", "5%..6%", "--payouts", "1_0,2"),
        ("design", "three-card-poker", "six_card_bonus", "--edge", "5%..6%", "--max-top", "1_0"),
    ],
)
def test_an_underscore_makes_no_number(croupier: Command, arguments: tuple[str, ...]) -> None:
    ran = croupier(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "_0" in ran.err


@pytest.mark.parametrize(
    "odds", ["1_0", "1:1_0", "1/2", "+1", "1:", ":1", "1:0", "1e2", "\u0661", "1.5", "", "9" * 30, True]
)
def test_odds_are_whole_numbers_of_digits(odds: object) -> None:
    with pytest.raises(Refused, match="is not odds"):
        odds_from(odds)


@pytest.mark.parametrize("odds", [40, "40", "40:1", "40 to 1", "40 : 1", " 40 "])
def test_odds_may_be_written_in_several_ways(odds: object) -> None:
    assert odds_from(odds) == 40


@pytest.mark.parametrize(
    "rate", ["1_0%", "1e-2", "1/0", "5%%", "+5%", "\u0665%", "inf", "nan", "", "%", "1/2/3", "1 / 20"]
)
def test_a_rate_is_a_fraction_a_decimal_or_a_percentage(rate: str) -> None:
    with pytest.raises(Refused, match="is not a rate"):
        Rate().read(rate)


@pytest.mark.parametrize("rate", ["1/20", "5%", "0.05", ".05", "5.0%"])
def test_a_rate_may_be_written_in_several_ways(rate: str) -> None:
    assert str(Rate().read(rate)) == "1/20"


def test_a_line_of_a_paytable_is_given_once(croupier: Command) -> None:
    lines = "one_face=1,player_face=3,banker_face=8,both_faces=15,same_rank=15,same_rank_and_suit=15"
    assert croupier("house", "baccarat", "-p", f"lucky_monkey_paytable={lines}").status == 0
    ran = croupier("house", "baccarat", "-p", f"lucky_monkey_paytable={lines}, one_face=50")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        'croupier: house.lucky_monkey_paytable: odds are given twice for "one_face"; give them once for each line '
        "(LM-T).\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("house", "baccarat", "-p", "decks=6", "-p", "decks=8"),
            '-p: "decks" is set twice; set each house rule once.',
        ),
        (
            ("analyze", "casino-monte", "--paytable", "full_monte=1", "--paytable", "full_monte=2"),
            '--paytable: "full_monte" is given twice; give it once.',
        ),
    ],
)
def test_nothing_that_is_set_twice_is_taken_silently(
    croupier: Command, arguments: tuple[str, ...], sentence: str
) -> None:
    assert croupier(*arguments) == (2, "", f"croupier: {sentence}\n")


# ── Text and names ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", [("play", "baccarat"), ("simulate", "baccarat", "--rounds", "1000")])
def test_a_seed_of_bytes_that_are_no_text_is_refused(croupier: Command, command: tuple[str, ...]) -> None:
    ran = croupier(*command, "--seed", "\udcff")
    assert (ran.status, ran.out, ran.err) == (2, "", "croupier: --seed: this is not text in UTF-8.\n")


def test_no_file_name_steers_the_terminal(croupier: Command, tmp_path: Path) -> None:
    journal, missing = tmp_path / f"j{ESC}.jsonl", tmp_path / f"x{ESC}"
    described = tmp_path / f"r{ESC}.json"
    described.write_text(json.dumps(COUP))
    for arguments in (
        ("play", "baccarat", "--journal", journal, "--rounds", "1"),
        ("audit", journal),
        ("audit", missing),
        ("play", "--journal", journal, "casino-monte"),
        ("settle", described),
        ("settle", missing),
        ("house", "baccarat", "--house", missing),
        ("analyze", f"{missing}.py:GAME"),
        ("analyze", "baccarat", "--strategy", missing),
        ("simulate", "baccarat", "--seats", missing),
        ("play", f"bac{ESC}"),
        ("house", "baccarat", "-p", f"dec{ESC}=8"),
    ):
        ran = croupier(*arguments)
        assert ran.out + ran.err
        assert "\x1b" not in ran.out + ran.err, arguments


# ── Streams and sizes ────────────────────────────────────────────────────────────────────────────────────────────────


TOLD_NOBODY = {("settle", "/nowhere"): 2, ("play", "nothing"): 2, ("rules", "--nonsense"): 2, ("rules", "CM-7d"): 0}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "status"), TOLD_NOBODY.items())
def test_a_refusal_that_nobody_can_read_keeps_its_status(arguments: tuple[str, ...], status: int) -> None:
    closed = started(*arguments, before=without_standard_error, err=subprocess.DEVNULL)
    with Path("/dev/full").open("wb") as full:
        unwritten = started(*arguments, err=full)
    for ran in (closed, unwritten):
        assert (ran.returncode, bool(ran.stdout)) == (status, status == 0)


def test_what_is_told_on_standard_error_never_goes_among_the_results() -> None:
    command = ("analyze", "casino-monte", "-p", "decks=1", "--json")
    ran = started(*command, before=without_standard_error, err=subprocess.DEVNULL)
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["wagers"]


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["100000000", "²", "0", "-5", "9" * 5_000, "80"])
def test_no_width_that_is_claimed_makes_output_endless(columns: str) -> None:
    ran = started("rules", "CM-7d", COLUMNS=columns, LINES=columns)
    assert ran.returncode == 0
    assert max(map(len, ran.stdout.splitlines())) <= 999
    assert b"CM-7d" in ran.stdout


@pytest.mark.parametrize("id_", GAMES)
def test_a_house_rule_reads_back_what_it_shows(id_: str) -> None:
    known = game(id_)
    assert known.house(known.house().show()) == known.house()
