"""`croupier protect` and `croupier bank --late`: every question, its data, and what is refused in one sentence."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import croupier as library
from tests.cli.conftest import Command

GAMES = Path(__file__).resolve().parent.parent.parent / "examples" / "games"
SEES = ("protect", "monte", "--sees", "cards[1]=rank")
SHARED = ("protect", "tcp", "--shared", "2", "--deals", "64")
ERROR = ("protect", "monte", "--error", "twice:full_monte.flush", "--rate", "1/200")
LATE = ("bank", "tcp", "--bank", "80", "--seats", "3", "--late", "1")
COUNTED = ("protect", "bac", "tie", "--shoes", "4")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "schema", "said"),
    [
        (COUNTED, "croupier.protection/1", "What counting wins"),
        (SEES, "croupier.knowledge/1", "The strategy to recognise"),
        (SHARED, "croupier.shared-hands/1", "The play to recognise"),
        (ERROR, "croupier.error-cost/1", "costs in 100 rounds"),
        (
            ("bank", "tcp", "--bank", "80", "--seats", "3", "--late", "1"),
            "croupier.wrong-first-seat/1",
            "begins 1 seat",
        ),
    ],
)
def test_a_question_is_answered_as_text_data_and_rows(
    croupier: Command, asked: tuple[str, ...], schema: str, said: str
) -> None:
    text = croupier(*asked)
    assert (text.status, said in text.out) == (0, True), text.err
    again = next(line for line in text.out.splitlines() if line.startswith("again: "))
    data = json.loads(croupier(*asked, "--json").out)
    assert data["schema"] == schema
    assert data["conditions"]["command"] == f"{again.removeprefix('again: ')} --json"
    rows = list(csv.DictReader(io.StringIO(croupier(*asked, "--csv", "-").out)))
    assert rows
    assert rows[0]["command"] == again.removeprefix("again: ")


@pytest.mark.slow
@pytest.mark.parametrize("asked", [SEES, ERROR, SHARED])
def test_the_command_that_is_told_gives_the_same_again(croupier: Command, asked: tuple[str, ...]) -> None:
    first = json.loads(croupier(*asked, "--json").out)
    command = first["conditions"]["command"].replace("'", "").split()[1:]
    assert json.loads(croupier(*command).out) == first


@pytest.mark.slow
def test_a_known_card_is_worth_what_it_is_in_python(croupier: Command) -> None:
    told = json.loads(croupier(*SEES, "--often", "1/3", "--json").out)
    seen = library.game("monte").knowing("cards[1]=rank", often="1/3")
    assert told == seen.to_dict()
    assert told["players_edge_when_seen"]["exact"] == "4101/9641"


@pytest.mark.slow
def test_errors_that_are_made_together_add_up() -> None:
    monte = library.game("monte")
    both = monte.error_cost("twice:full_monte.flush", "pays:full_monte.straight=flush", rate=1)
    each = [monte.error_cost(error, rate=1) for error in ("twice:full_monte.flush", "pays:full_monte.straight=flush")]
    assert both.cost_per_100 == sum(one.cost_per_100 for one in each)
    assert both.conditions is not None
    assert both.conditions.command.count("--error") == 2


@pytest.mark.slow
def test_always_is_a_share(croupier: Command) -> None:
    for often in ("1", "100%", "always"):
        assert json.loads(croupier(*SEES, "--often", often, "--json").out)["often"]["exact"] == "1/1"


@pytest.mark.slow
def test_one_shoe_says_nothing_of_errors(croupier: Command) -> None:
    ran = croupier("protect", "bac", "tie", "--shoes", "1", "--no-measures")
    assert (ran.status, ran.err) == (0, ""), ran.err
    ways = ran.out[ran.out.index("Tie: ways to bet") : ran.out.index("Tie: by cut card")].splitlines()
    head = next(line for line in ways if line.startswith("way") and "error" in line)
    perfect = next(line for line in ways if line.startswith("perfect"))
    assert perfect[: head.index("error") + len("error")].endswith("–")
    assert "never" not in next(line for line in ways[ways.index("") :] if line.startswith("perfect"))


@pytest.mark.slow
def test_the_cut_card_of_the_house_is_told_wherever_it_lies(croupier: Command) -> None:
    ran = croupier("protect", "bac", "tie", "--shoes", "2", "--no-measures", "-p", "cut_card=220")
    assert "\n220 cards" in ran.out


BAD = (
    # what does not go together
    ("tcp --sees hole --shared 2", "--shared does not go with --sees"),
    ("tcp --sees hole --error twice:ante.ahead", "--error does not go with --sees"),
    ("tcp --sees hole --shoes 5", "--shoes does not go with --sees"),
    ("tcp ante --sees hole", "WAGER does not go with --sees"),
    ("tcp --sees hole --seed 3", "--seed does not go with --sees"),
    ("tcp --often 1/3", "--often needs --sees"),
    ("tcp --rate 1/3", "--rate needs --error"),
    ("tcp --within 1%", "--within needs --shared"),
    ("tcp --deals 9", "--deals needs --shared"),
    ("bac --stake player=5", "--stake needs --sees"),
    ("tcp --shared 3 --spread 1-8", "--spread does not go with --shared"),
    # counting
    ("bac nothing", "there is no wager"),
    ("bac --shoes 0", "--shoes"),
    ("bac --shoes -3", "--shoes"),
    ("bac --shoes 1e99", "--shoes"),
    ("bac --shoes nan", "--shoes"),
    ("bac --shoes inf", "--shoes"),
    ("bac --shoes 2.5", "--shoes"),
    ("bac --shoes x", "--shoes"),
    ("bac tie --spread 8-1", "is not a spread"),
    ("bac tie --spread nan-1", "is not a spread"),
    ("bac tie --spread 0-0", "is not a spread"),
    ("bac tie --spread 1-1e99", "is not a spread"),
    ("bac tie --spread -1-8", "is not a spread"),
    ("bac -p cut_card=9999", "out of range"),
    ("bac -p decks=0", "out of range"),
    ("bac tie -p decks=1 -p cut_card=52", "lies 52 cards from the end of a shoe of 52"),
    ("bac tie -p decks=1 -p cut_card=60 --shoes 2", "give a house rule that puts it nearer"),
    ("tcp", "shuffled before every round"),
    ("monte", "shuffled before every round"),
    (f"{GAMES}/casino_war.py:CASINO_WAR", "depends on a decision; its shoes are not followed.\n"),
    (f"{GAMES}/jacks_or_better.py:JACKS_OR_BETTER", "shuffled before every round"),
    (f"{GAMES}/sic_bo.py:SIC_BO", "shuffled before every round"),
    # hidden cards
    ("tcp --sees hand9", "draws no cards called"),
    ("tcp --sees hole[7]", "has no card 7"),
    ("tcp --sees hole[0]", "has no card 0"),
    ("tcp --sees hole[-1]", "does not name a known card"),
    ("tcp --sees hole=purple", "does not say what is recognised"),
    ("tcp --sees hole=", "does not say what is recognised"),
    ("tcp --sees =QKA", "does not name a known card"),
    ("tcp --sees hole@raise", "has no decision"),
    ("tcp --sees hole --sees hole", "known twice"),
    ("tcp --sees hole --often 3/2", "is not a share of rounds"),
    ("tcp --sees hole --often -1", "is not a share of rounds"),
    ("tcp --sees hole --often nan", "is not a share of rounds"),
    ("bac --sees coup", "nothing to decide"),
    (f"{GAMES}/sic_bo.py:SIC_BO --sees dice", "draws no cards"),
    (f"{GAMES}/jacks_or_better.py:JACKS_OR_BETTER --sees cards", ""),
    ("tcp --sees hole --stake nothing=5", "nothing"),
    # shared hands
    ("tcp --shared 0", "--shared"),
    ("tcp --shared 7", "7 seats cannot share their hands; give 1 to 6.\n"),  # the seventh banks
    ("tcp --shared x", "--shared"),
    ("tcp --shared 2 --deals 0", "--deals"),
    ("tcp --shared 2 --deals 1e12", "--deals"),
    ("tcp --shared 2 --within 0", "--within"),
    ("tcp --shared 2 --within 1% --deals 64", "--within does not go with --deals"),
    ("bac --shared 2", "decisions"),
    ("monte --shared 2", "hold no cards of their own"),
    (f"{GAMES}/mississippi_stud.py:MISSISSIPPI_STUD --shared 2", "decisions"),
    # errors
    ("tcp --error nonsense", "is not an error"),
    ("tcp --error pays:", "is not an error"),
    ("tcp --error pays:ante", "cannot be read"),
    ("tcp --error pays:ante.win=lost", "has no line"),
    ("tcp --error pays:ante.ahead=-5", "neither odds"),
    ("tcp --error twice:ante.behind", "wins nothing"),
    ("tcp --error twice:nothing.win", "has no wager"),
    ("bac --error forgets:player_total", "no round goes without"),
    ("bac --error forgets:nothing", "has no feature"),
    ("bac --error takes:banker_third=999", "was never 999"),
    ("bac --error takes:banker_third=x", "not a whole number"),
    ("tcp --error settles:ante=play", "cannot be read"),
    ("tcp --error settles:six_card_bonus.play=play", "does not depend on play"),
    ("tcp --error settles:ante.play=raise", "has no option"),
    ("tcp --error twice:ante.ahead --rate 2", "is not a share of rounds"),
    ("tcp --error twice:ante.ahead --error twice:ante.ahead", "two errors change ante.ahead; give one"),
    ("tcp --error pays:ante.ahead=3 --error twice:ante.ahead", "two errors change ante.ahead; give one"),
    ("bac --error forgets:banker_third --error takes:banker_third=3", "two errors change banker_third; give one"),
    ("tcp --error settles:ante.play=play --error settles:ante.play=fold", "two errors change ante.play; give one"),
)


@pytest.mark.parametrize(("asked", "said"), BAD)
def test_what_cannot_be_asked_is_refused_in_one_sentence(croupier: Command, asked: str, said: str) -> None:
    ran = croupier("protect", *asked.split())
    assert (ran.status, ran.out) == (2, ""), ran
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("tcp --rate 1/9", "--rate needs --late"),
        ("tcp --device gpu", "--device needs --respond"),
        ("tcp --respond --device tpu", '--device: "tpu" is not a device; give cpu or gpu'),
        ("tcp --late 1 --bank 80 --device gpu", "--device does not go with --late"),
        ("tcp --late 1", "say how large the bank is"),
        ("tcp --late 1 --bank -5", "--bank"),
        ("tcp --late 1 --bank 0", "not a bank of whole dollars"),
        ("tcp --late 1 --bank 80.50", "not a bank of whole dollars"),
        ("tcp --late 6 --bank 80", "begins 0 to 5 seats late"),
        ("tcp --late 0 --bank 80", "--late"),
        ("tcp --late x --bank 80", "--late"),
        ("tcp --late 1 --bank 80 --seats 0", "--seats"),
        ("tcp --late 1 --bank 80 --seats 99", "seat"),
        ("tcp --late 1 --bank 80 --rate 7", "--rate"),
        ("tcp --late 1 --bank 80 --respond", "--respond does not go with --late"),
        ("tcp --late 1 --bank 80 --rounds 10", "--rounds does not go with --late"),
        ("tcp --late 1 --bank 80 --rounds-per-hour 30", "--rounds-per-hour does not go with --late"),
        ("tcp --late 1 --bank 80 --dealt 1000", "--dealt does not go with --late"),
        ("tcp --late 1 --bank 80 --button 2", "--button does not go with --late"),
        ("tcp --late 1 --bank 80 --no-readings", "--readings does not go with --late"),
        ("tcp --late 1 --bank 80 --seats 1", "--late: a settlement of 1 seat cannot begin late"),
        ("bac --late 1 --bank 80", "GAME: the bank of Baccarat has no limit"),
        ("bac --late 1", "GAME: the bank of Baccarat has no limit"),
        ("bac", "GAME: the house banks Baccarat, without limit"),
        ("tcp --bank -1", "--bank"),
        ("tcp --bank nan", "--bank"),
        ("tcp --bank 1e99", "--bank"),
        ("tcp --seats 0", "--seats"),
        ("tcp --seats 7", "seat"),
        ("tcp --rounds 0", "--rounds"),
        ("tcp --rounds 1e9", "give 1 to 10,000"),
        ("tcp --dealt 1e99", "give 16 to 68,719,476,736"),
        ("tcp --rounds-per-hour 0", "--rounds-per-hour"),
        ("tcp --dealt 3", "--dealt"),
        ("tcp --bankroll -9", "--bankroll"),
        ("tcp --stake ante=0", "--stake"),
        ("tcp --stake nothing=5", "nothing"),
        ("tcp --strategy nowhere.toml", "nowhere.toml"),
        ("tcp --button x", '--button: "x" is not a whole number'),
        ("tcp --button 3", "--button: this house uses no action button; leave it out"),
        ("tcp --button 0 -p first_action=action_button", "--button: there is no seat 0"),
        ("tcp --button 9 -p first_action=action_button", "there is no seat 9"),
        (f"{GAMES}/sic_bo.py:SIC_BO", "the house banks"),
    ],
)
def test_a_bank_that_cannot_be_asked_about_is_refused(croupier: Command, asked: str, said: str) -> None:
    ran = croupier("bank", *asked.split())
    assert (ran.status, ran.out) == (2, ""), ran
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        ("protect", "bac", "lucky_monkey", "--shoes", "1e5"),
        ("protect", "tcp", "--sees", "hole"),
        ("protect", "tcp", "--shared", "6", "--deals", "1e7"),
        ("bank", "tcp", "--bank", "80", "--dealt", "1e8"),
    ],
)
def test_ctrl_c_ends_it_without_a_traceback(asked: tuple[str, ...]) -> None:
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # even if the tests run unheard
    code = f"{heard}; from croupier.cli.main import main; main()"
    run = subprocess.Popen(  # our own command
        [sys.executable, "-c", code, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100"},
    )
    time.sleep(3)  # each of them works much longer, and an end may come as early as anybody likes
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, ""), err
    assert "Traceback" not in err
