"""One meaning for an option wherever it occurs, and nothing of Python shows through."""

import json
from pathlib import Path

import pytest

from croupier.cli.app import app
from croupier.cli.parameters import gathered
from tests.cli.conftest import Command

COMMANDS = sorted(each.callback.__name__ for each in app.registered_commands if each.callback)
EXACT = ("analyze", "strategy", "session", "design")
MONTE_1 = ("monte", "-p", "decks=1")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_no_type_of_python(croupier: Command, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = croupier(command, "--help").out
    assert "Usage" in told
    for kind in ("<bool>", "<str>", "<int>", "<path>"):
        assert kind not in told


def test_the_same_options_are_there_wherever_they_make_sense(croupier: Command) -> None:
    wanted = {
        "--csv": ("analyze", "strategy", "advise", "design", "session", "rulings", "simulate"),
        "--json": COMMANDS[:0] or EXACT,
        "--paytable": ("analyze", "strategy", "advise", "session", "simulate"),
        "--removed": (*EXACT, "simulate"),
        "--device": (*EXACT, "simulate"),
        "--cluster": (*EXACT, "simulate"),
        "--stake": ("analyze", "advise", "session", "simulate"),
    }
    helps = {command: croupier(command, "--help").out for command in COMMANDS}
    for option, commands in wanted.items():
        assert [command for command in commands if option not in helps[command]] == [], option


def test_a_stake_is_written_alike_everywhere(croupier: Command) -> None:
    for asked in (("analyze", *MONTE_1), ("advise", *MONTE_1, "--own", "Jd"), ("session", *MONTE_1, "--rounds", "3")):
        plain, named, dear = (
            json.loads(croupier(*asked, "--stake", stake, "--json").out)["conditions"]["options"]["stake"]
            for stake in ("10", "initial=10", "$10.00")
        )
        assert plain == named == dear == ["initial=10"]
        ran = croupier(*asked, "--stake", "much")
        assert (ran.status, ran.err.startswith('croupier: --stake: "much" is not an amount of money')) == (2, True)


def test_a_paytable_of_no_wager_is_answered_with_those_there_are(croupier: Command) -> None:
    ran = croupier("analyze", "bac", "--paytable", "tie=9")
    assert ran.err == ('croupier: --paytable: there is no paytable of "tie"; Baccarat has those of lucky_monkey.\n')


def test_one_line_of_a_paytable_is_changed_alone(croupier: Command) -> None:
    alone, whole = (
        json.loads(croupier("analyze", *MONTE_1, "--paytable", f"full_monte={odds}", "--json").out)
        for odds in ("pair:2", "100,25,10,5,3,2")
    )
    assert alone == whole


def test_house_rules_are_printed_as_they_are_typed(croupier: Command) -> None:
    told = croupier("advise", "tcp", "-p", "exposed_card=no", "--hand", "Qs 6d 4c", "--paytable", "pair_plus=pair:2")
    assert "exposed_card = no" in told.out
    assert "pair_plus_paytable = 200,40,30,6,3,2" in told.out


def test_a_card_that_is_missing_is_named_as_an_option(croupier: Command) -> None:
    assert croupier("advise", "tcp", "--hand", "Qs 6d 4c").err.startswith("croupier: --up: ")
    ride = Path(__file__).parents[2] / "examples" / "let_it_ride.py"
    assert croupier("advise", ride, "--known", "shared=Kd").err.startswith("croupier: --own: ")


def test_one_card_is_one_card(croupier: Command) -> None:
    told = croupier("analyze", Path(__file__).parents[2] / "examples" / "games" / "red_dog.py").out
    assert "1 cards" not in told
    assert "combinations" in told


# ── Side by side ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_houses_stand_side_by_side_with_what_differs(croupier: Command) -> None:
    told = croupier("analyze", "monte", "-p", "decks=1", "--beside", "-p", "decks=2")
    assert (told.status, "decks = 1" in told.out, "decks = 2" in told.out) == (0, True, True)
    assert "again: croupier analyze casino-monte -p decks=1 --beside -p decks=2" in told.out
    first, second = (json.loads(croupier("analyze", "monte", "-p", f"decks={decks}", "--json").out) for decks in (1, 2))
    both = json.loads(croupier("analyze", "monte", "-p", "decks=1", "--json", "--beside", "-p", "decks=2").out)
    for alone, beside in zip((first, second), both["beside"], strict=True):
        for id_, figures in alone["wagers"].items():
            assert {name: beside["wagers"][id_][name] for name in figures} == figures
        assert beside["conditions"]["command"] == alone["conditions"]["command"]
    change = both["beside"][1]["wagers"]["initial"]["house_edge_difference"]["value"]
    assert change == pytest.approx(
        second["wagers"]["initial"]["house_edge"]["value"] - first["wagers"]["initial"]["house_edge"]["value"]
    )


def test_what_stands_beside_keeps_all_else(croupier: Command) -> None:
    asked = ("analyze", "monte", "-p", "decks=1", "-p", "ace_low_straight=no", "--beside", "-pdecks=2", "--removed=Ah")
    one, other = json.loads(croupier(*asked, "--json").out)["beside"]
    assert one["conditions"]["house_changed"] == {"decks": 1, "ace_low_straight": False}
    assert other["conditions"]["house_changed"] == {"decks": 2, "ace_low_straight": False}
    assert (one["conditions"]["removed"], other["conditions"]["removed"]) == ([], ["Ah"])


def test_several_values_are_gone_through(croupier: Command) -> None:
    swept = croupier("analyze", "monte", "-p", "decks=1..3", "--csv", "-").out
    listed = croupier("analyze", "monte", "-p", "decks=1,2,3", "--csv", "-").out
    assert swept == listed
    assert [line.split(",")[:2] for line in swept.splitlines()[1:4]] == [["initial", each] for each in "123"]
    both = ("analyze", "monte", "-p", "decks=1..2", "-p", "ace_low_straight=yes,no", "--json")
    assert len(json.loads(croupier(*both).out)["beside"]) == 4


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("-p", "decks=3..1"), "-p decks: 3..1 cannot be gone through"),
        (("-p", "decks=1..1000"), "-p decks: 1..1000 cannot be gone through"),
        (("-p", "decks=15..17"), "house.decks"),
        (("-p", "decks=1..9", "-p", "positions=1..12"), "-p: these are more than 100 sets"),
        (("--beside", "-p", "decks"), "-p: "),
        (("--beside", "--strategy", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_cannot_be_gone_through_is_refused(croupier: Command, asked: tuple[str, ...], why: str) -> None:
    ran = croupier("analyze", "monte", "-p", "procedure=standard", *asked)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"croupier: {why}")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("--beside",), "--beside: say what differs, such as --beside -p decks=8."),
        (
            ("-p", "full_monte_paytable=1", "--paytable", "full_monte=1,2,3,4,5,6"),
            "--paytable: the paytable of full_monte is set here and with -p full_monte_paytable.",
        ),
        (("--wager", "tie"), '--wager: there is no wager "tie"; there are initial, full_monte.'),
        (("--paytable", "full_monte=pear:2"), '--paytable: there is no line "pear"; the closest is pair (CM-FM).'),
        (("--csv", "/nowhere/x.csv"), '--csv: "/nowhere/x.csv" cannot be written: there is no folder "/nowhere".'),
        (("--csv", "/"), '--csv: "/" cannot be written: it is a folder; give a file in it.'),
        (("--paytable",), "Option '--paytable' requires an argument; `croupier analyze --help` says what it takes."),
    ],
)
def test_what_was_left_out_or_said_twice_is_refused(croupier: Command, asked: tuple[str, ...], why: str) -> None:
    ran = croupier("analyze", *MONTE_1, *asked)
    assert (ran.status, ran.out, ran.err) == (2, "", f"croupier: {why}\n")


def test_pair_plus_alone_is_refused_as_at_the_table(croupier: Command) -> None:
    for command in ("analyze", "session"):
        ran = croupier(command, "tcp", "--stake", "pp=10")
        assert (ran.status, ran.err) == (2, "croupier: --stake: pair_plus needs a stake on ante too (TCP-PP1).\n")


def test_a_range_of_odds_is_gone_through_for_one_wager(croupier: Command) -> None:
    asked = ("analyze", *MONTE_1, "--wager", "fm", "--paytable", "full_monte=pair:1..3", "--csv", "-")
    heads, *rows = (line.split(",") for line in croupier(*asked).out.splitlines())
    assert heads[:2] == ["wager", "full_monte_pair"]
    assert [row[:2] for row in rows] == [["full_monte", each] for each in "123"]


def test_the_command_that_gives_a_paytable_again_fits_a_line(croupier: Command) -> None:
    told = croupier("analyze", "monte", "--wager", "fm", "--paytable", "full_monte=pair:2").out
    again = told.splitlines()[-1]
    assert again == "again: croupier analyze casino-monte -p full_monte_paytable=100,25,10,5,3,2 --wager full_monte"


def test_options_after_beside_belong_to_it() -> None:
    typed = ["tcp", "-p", "a=1", "--beside", "-p", "b=2", "--json", "--removed=Ah", "--beside", "--strategy", "simple"]
    assert gathered(typed) == [
        *("tcp", "-p", "a=1", "--json"),
        *("--beside", "-p b=2 --removed Ah"),
        *("--beside", "--strategy simple"),
    ]
