"""Every result says what made it, and its own command gives it again."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from croupier.games import game as game_by_id
from croupier.identity import rulebook_digest, software_version
from tests.cli.conftest import Command
from tests.cli.test_exact import seen_but
from tests.test_conditions import FEES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RIDE, INVENTED = ROOT / "examples" / "let_it_ride.py", ROOT / "tests" / "exact" / "invented.py"
OWN = '{"otherwise": "check", "rule": [{"decide": "raise_3", "exposed": "own", "rank": "J or better"}]}'
ODDS = "full_monte=90,25,10,5,3,1"

ASKED = [
    pytest.param(("analyze", "monte", "--removed", "Ah Kd", "-p", "decks=2", "--paytable", ODDS), id="analysis"),
    pytest.param(("analyze", "monte", "-p", "decks=1", "--strategy", OWN, "--decisions"), id="own strategy"),
    pytest.param(("analyze", "monte", "-p", "decks=1", "--strategy", "simple"), id="simple strategy"),
    pytest.param(("analyze", "monte", "--stake", "initial=1", "--stake", "full_monte=1/2"), id="stakes"),
    pytest.param(("analyze", "tcp", "-p", f"collection={json.dumps(FEES)}"), id="own fees"),
    pytest.param(("analyze", f"{INVENTED}:CLIMB_TOLD", "--removed", "2c"), id="own game"),
    pytest.param(("strategy", "monte", "--removed", "As As", "-p", "decks=2"), id="strategy"),
    pytest.param(("advise", "monte", "--own", "Jd", "--seen", "Jc Jh", "-p", "decks=8"), id="advice"),
    pytest.param(("advise", f"{INVENTED}:ORACLE", "--known", "die=4", "--seen", seen_but("2c 5c 9d Kd")), id="a die"),
    pytest.param(
        ("advise", RIDE, "--known", "own=Th Jh Qd", "--known", "shared=Kd", "--decided", "first=ride"),
        id="later advice",
    ),
    pytest.param(
        (
            "session",
            "monte",
            "--stake",
            "2.50",
            "--stake",
            "full_monte=1",
            "--bankroll",
            40,
            "--rounds-per-hour",
            "72.5",
        ),
        id="session",
    ),
    pytest.param(("session", "bac", "--rounds", "1e3", "--stake", "tie=5", "--removed", "As"), id="a session of luck"),
    pytest.param(("design", "monte", "full_monte", "--edge=-1%..2%", "--max-top", 60, "--count", 2), id="design"),
    pytest.param(
        ("design", "monte", "full_monte", "--edge", "5%..6%", "--hit", "5%..30%", "--payouts", "1,2,5,40"), id="hits"
    ),
]


@pytest.mark.parametrize("asked", ASKED)
def test_the_command_of_a_result_gives_it_again(croupier: Command, asked: tuple[object, ...]) -> None:
    first = croupier(*asked, "--json")
    assert (first.status, first.err.count("Traceback")) == (0, 0)
    data = json.loads(first.out)
    name, *words = shlex.split(data["conditions"]["command"])
    assert name == "croupier"
    assert croupier(*words).out == first.out
    told = croupier(*asked)
    again = next(line for line in told.out.splitlines() if line.startswith("again: "))
    name, *words = shlex.split(again.removeprefix("again: "))
    assert croupier(*words).out == told.out


def conditions(croupier: Command, *asked: object) -> dict[str, Any]:
    """The conditions that a result has in its data."""
    found: dict[str, Any] = json.loads(croupier(*asked, "--json").out)["conditions"]
    return found


def test_removed_cards_are_printed_and_in_the_data(croupier: Command) -> None:
    asked = ("analyze", "monte", "-p", "decks=2", "--removed", "Ah Kd")
    assert "cards removed: Kd Ah" in croupier(*asked).out.splitlines()
    assert "house rules: decks = 2" in croupier(*asked).out.splitlines()
    assert conditions(croupier, *asked)["removed"] == ["Kd", "Ah"]
    assert "cards removed: Kd Ah" in croupier("strategy", *asked[1:]).out.splitlines()
    advised = ("advise", "monte", "--own", "Jd", "--seen", "Ah Kd")
    assert "cards seen: Ah Kd" in croupier(*advised).out.splitlines()
    assert conditions(croupier, *advised)["seen"] == ["Ah", "Kd"]


def test_software_and_rulebook_are_named(croupier: Command) -> None:
    game = game_by_id("casino-monte")
    digest = rulebook_digest(game.rulebook(game.house({"decks": 2})))
    for command in (("analyze",), ("strategy",), ("advise", "--own", "Jd")):
        asked = (command[0], "monte", *command[1:], "-p", "decks=2")
        found = conditions(croupier, *asked)
        assert (found["software"], found["digest"]) == (software_version(), digest)
        assert (found["game"], found["title"], found["house"]["decks"]) == ("casino-monte", "Casino Monte", 2)
        assert f"croupier {software_version()}, rulebook {digest[:16]}" in croupier(*asked).out.splitlines()


def test_a_strategy_file_is_named_and_its_rules_are_in_the_data(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('otherwise = "check"\n')
    asked = ("analyze", "monte", "-p", "decks=1", "--strategy", file)
    assert f"strategy:own({file})" in "".join(croupier(*asked).out.split())  # a long name is wrapped
    found = json.loads(croupier(*asked, "--json").out)
    assert found["conditions"]["strategy"] == {"otherwise": "check"}
    file.unlink()  # the command does not need it
    again = json.loads(croupier(*shlex.split(found["conditions"]["command"])[1:]).out)
    assert again["wagers"] == found["wagers"]


def test_prices_of_rulings_say_what_they_presume(croupier: Command) -> None:
    told = croupier("rulings", "monte").out
    assert "all else being usual and play optimal" in " ".join(told.split())
    assert told.splitlines()[-1] == "again: croupier rulings casino-monte"
    (data,) = json.loads(croupier("rulings", "monte", "--json").out)["games"]
    assert data["conditions"]["command"] == "croupier rulings casino-monte --json"
    (unpriced,) = json.loads(croupier("rulings", "monte", "--no-prices", "--json").out)["games"]
    assert "conditions" not in unpriced


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("strategy", f"{INVENTED}:CLIMB"), "the decision stay does not say what its sight tells"),
        (("strategy", "bac"), "baccarat has no decisions"),
        (("analyze", f"{INVENTED}:CLIMB", "--strategy", "simple"), "does not say what its sight tells"),
        (("analyze", "monte", "--strategy", '{"otherwise": "leave"}'), "cannot be decided"),
        (("analyze", "monte", "--strategy", "{"), "this is not JSON"),
        (("analyze", "monte", "--stake", "tie=1"), '--stake: there is no wager "tie" to stake on'),
        (("analyze", "monte", "--stake", "initial"), "--stake: "),
        (("analyze", "monte", "--stake", "initial=0"), "--stake: "),
        (("analyze", "monte", "--stake", "initial=1e9"), "--stake: "),
        (("analyze", "monte", "--stake", "initial=1", "--stake", "initial=2"), '--stake: "initial" is staked on twice'),
        (("analyze", "tcp", "-p", 'collection={"minimum": 5}'), "a collection schedule has"),
        (("analyze", "tcp", "-p", 'collection={"minimum": '), "-p collection: this is not JSON"),
        (("design", f"{INVENTED}:CLIMB", "ante", "--edge", "1%..2%"), "rests on a decision"),
        (("design", "tcp", "nothing", "--edge", "1%..2%"), "there is no wager"),
        (("design", "tcp", "pair_plus", "--edge", "2%..1%"), "--edge: nothing lies from"),
        (("design", "tcp", "pair_plus", "--edge", "1%..2%", "--max-top", 0), "--max-top: payouts from"),
        (("design", "tcp", "pair_plus", "--edge", "1%..2%", "--payouts", "0"), "--payouts: a line pays 1 to 1,000,000"),
        (("design", "tcp", "pair_plus", "--edge", "1%..2%", "--count", 10**6), "--count: 1,000,000 paytables"),
    ],
)
def test_what_can_be_known_is_refused_before_anything_is_counted(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], why: str
) -> None:
    def counted(*_: object, **__: object) -> None:
        raise AssertionError("this was counted")

    monkeypatch.setattr("croupier.exact.solve.count", counted)
    ran = croupier(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.count("\n") == 1


def test_exposure_covariance_and_spread_are_where_an_analyst_looks(croupier: Command) -> None:
    told = croupier("analyze", "monte").out
    for name in ("return to player", "variance", "volatility index", "top win", "covariance", "Maximum exposure"):
        assert name in told
    data = json.loads(croupier("analyze", "monte", "--json").out)
    assert data["exposure"]["one_seat"] == "13000.00"
    assert (data["exposure"]["all_seats"], data["exposure"]["all_seats_is"]) == ("78000.00", "exact")
    (both,) = data["covariance"]
    assert both["wagers"] == ["initial", "full_monte"]
    poker = json.loads(croupier("analyze", "tcp", "-p", "collection=2", "--json").out)["exposure"]
    assert (poker["one_seat"], poker["all_seats"], poker["bank"]) == (None, None, "player-dealer")
    assert poker["unlimited"] == ["ante", "pair_plus", "six_card_bonus"]


# ── Work that shows itself and can be left ───────────────────────────────────────────────────────────────────────────


def test_a_search_for_paytables_shows_how_far_it_is(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("design", "monte", "full_monte", "--edge", "5%..6%", "--count", 1)
    assert "searching" not in croupier(*asked).err  # nobody watches
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    ran = croupier(*asked)
    assert (ran.status, "searching" in ran.err, "beginnings of paytables" in ran.err) == (0, True, True)


@pytest.mark.parametrize(
    ("work", "asked"),
    [
        ("croupier.exact.design.design", ("design", "monte", "full_monte", "--edge", "5%..6%")),
        ("croupier.exact.best_strategy.simple", ("strategy", "monte")),
        ("croupier.exact.analysis.analyze", ("analyze", "monte")),
    ],
)
def test_ctrl_c_leaves_without_a_word(
    croupier: Command, monkeypatch: pytest.MonkeyPatch, work: str, asked: tuple[str, ...]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(work, interrupted)
    ran = croupier(*asked)
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "")
