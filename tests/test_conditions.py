"""What made a result, and the command that gives it again."""

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from croupier.cards import cards_from
from croupier.cli.options import house_rules
from croupier.conditions import UNNAMED, Conditions, conditions_of
from croupier.exact.readings import alternatives
from croupier.front.inputs import described_in
from croupier.games import GAMES
from croupier.games import game as game_by_id
from croupier.identity import rulebook_digest, software_version
from tests.exact import invented

FEES = {
    "minimum": "5.00",
    "maximum": "50.00",
    "player_fee": "1.00",
    "tiers": [{"up_to": "100.00", "fee": "1.00"}, {"fee": "2.00"}],
}
PAYTABLES: dict[str, dict[str, object]] = {
    "casino-monte": {"full_monte_paytable": ["100:1", "40:1", "30:1", "7:2", "4:1", "1:1"]},
    "baccarat": {"lucky_monkey_paytable": ["1:1", "3:1", "8:1", "15:2", "15:1", "99:1"], "commission": "1/21"},
    "three-card-poker": {"collection": FEES, "exposed_card": False},
}


def read_back(game: str, command: str) -> object:
    """The house that the -p options of a command line give."""
    words = shlex.split(command)
    rules = [value for option, value in pairwise(words) if option == "-p"]
    return game_by_id(game).house(house_rules(rules, None))


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_in_the_command_reads_back(game: str) -> None:
    of = game_by_id(game)
    houses = [{p.name: value} for p in of.parameters for value in alternatives(p)]
    for given in (*houses, PAYTABLES.get(game, {})):
        house = of.house(given)
        conditions = conditions_of(game, given).asked("analyze")
        assert read_back(game, conditions.command) == house
        assert (conditions.house, conditions.changed) == (house.show(), house.changes())


def test_paytables_and_fees_of_a_houses_own_are_among_the_rules_that_read_back() -> None:
    house = {**PAYTABLES["three-card-poker"], "pair_plus_paytable": 1}
    command = conditions_of("three-card-poker", house).asked("analyze").command
    assert '-p \'collection={"minimum": "5.00"' in command
    assert "-p exposed_card=no" in command
    assert read_back("three-card-poker", command) != game_by_id("three-card-poker").house()


def test_a_command_says_all_that_was_asked_and_is_quoted_for_a_shell() -> None:
    strategy = {"otherwise": "fold", "rule": [{"decide": "play", "hand": "it's a pair"}]}
    conditions = conditions_of("three-card-poker", removed=cards_from("Ah Kd")).asked(
        "simulate",
        strategy=strategy,
        seed="a b; rm -rf $HOME",
        options={
            "--rounds": 1000,
            "--stake": ("ante=10", "pair_plus=5"),
            "--edge": "-1%..2%",
            "--quiet": True,
            "--no": None,
        },
    )
    assert shlex.split(conditions.command) == [
        *("croupier", "simulate", "three-card-poker", "--removed", "Ah Kd"),
        *("--strategy", json.dumps(strategy, separators=(",", ":")), "--seed", "a b; rm -rf $HOME"),
        *("--rounds", "1000", "--stake", "ante=10", "--stake", "pair_plus=5", "--edge=-1%..2%", "--quiet"),
    ]
    assert described_in(shlex.split(conditions.command)[6]) == strategy


def test_the_usual_strategy_and_rules_need_no_words() -> None:
    asked = conditions_of("casino-monte").asked("analyze", strategy="optimal")
    assert asked.command == "croupier analyze casino-monte"
    assert "house rules: the usual ones" in asked.lines()
    assert "strategy: optimal" in asked.lines()


def test_data_has_every_condition_whether_or_not_it_applies() -> None:
    data = conditions_of("baccarat", {"decks": 6}, removed=cards_from("8c")).asked("analyze", strategy=None).to_dict()
    assert list(data) == [
        *("game", "title", "version", "house", "house_changed", "removed", "seen", "known", "decided", "strategy"),
        *("seed", "options", "software", "digest", "command"),
    ]
    assert json.loads(json.dumps(data)) == data
    assert (data["game"], data["house_changed"], data["removed"]) == ("baccarat", {"decks": 6}, ["8c"])
    assert len(data["house"]) == len(game_by_id("baccarat").parameters)  # type: ignore[arg-type]
    assert data["command"] == "croupier analyze baccarat -p decks=6 --removed 8c --json"
    assert data["software"] == software_version()
    assert data["digest"] == rulebook_digest(
        game_by_id("baccarat").rulebook(game_by_id("baccarat").house({"decks": 6}))
    )


def test_people_read_what_differs_and_how_to_get_it_again() -> None:
    asked = conditions_of("three-card-poker", {"exposed_card": False}, removed=cards_from("Ah Kd"))
    lines = asked.asked("analyze", strategy={"otherwise": "fold"}, strategy_file="own.toml", seed=7).lines()
    assert lines == [
        f"Three Card Poker 6 Card Bonus, version {game_by_id('three-card-poker').version}",
        "house rules: exposed_card = no",
        "cards removed: Ah Kd",
        "strategy: own (own.toml)",
        "seed: 7",
        f"croupier {software_version()}, rulebook {asked.digest[:16]}",
        "again: croupier analyze three-card-poker -p exposed_card=no --removed 'Ah Kd' --strategy own.toml --seed 7",
    ]


def test_a_game_of_ones_own_is_named_by_its_file_where_it_has_a_name_there() -> None:
    named = conditions_of(invented.WAR).asked("analyze")
    file, _, name = shlex.split(named.command)[2].partition(":")
    assert (Path(file).resolve(), name) == (Path(invented.__file__).resolve(), "WAR")
    unnamed = conditions_of(replace(invented.WAR, id="war of nowhere")).asked("analyze")
    assert (unnamed.command, unnamed.to_dict()["command"]) == ("", None)
    assert UNNAMED in unnamed.lines()
    assert (unnamed.house, "house rules" in " ".join(unnamed.lines())) == ({}, False)


def test_a_digest_follows_what_can_change_a_cent() -> None:
    def digest(**house: object) -> str:
        return conditions_of("baccarat", house).digest

    assert digest() == digest(decks=8)
    assert len({digest(), digest(decks=6), digest(commission="4%"), digest(lucky_monkey_paytable=2)}) == 4


def test_exact_numbers_stay_exact_in_a_command() -> None:
    conditions = Conditions(game="g", title="G", digest="", software="", place="g.py")
    asked = conditions.asked("design", "side", options={"--least": Fraction(1, 3)})
    assert (asked.command, asked.to_dict()["options"]) == ("croupier design g.py side --least 1/3", {"least": "1/3"})
