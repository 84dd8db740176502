"""`croupier rules`, `rulings` and `house`: the clauses, how they are read, and what a house may set."""

import csv
import io
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from croupier.games import GAMES, game, ids
from croupier.trace import ROLES, trace_of
from tests.cli.conftest import Command


def test_without_a_game_the_games_are_listed_with_their_owners(croupier: Command) -> None:
    ran = croupier("rules")
    assert (ran.status, ran.err) == (0, "")
    for words in (*GAMES, "SHFL Entertainment", "the owners of Casino Monte", "independent implementation"):
        assert words in " ".join(ran.out.split())
    listed = json.loads(croupier("rules", "--json").out)["games"]
    assert [entry["id"] for entry in listed] == ids()
    assert all(document["title"] and document["owner"] for entry in listed for document in entry["documents"])


@pytest.mark.parametrize("id_", GAMES)
def test_every_clause_of_a_game_is_listed_in_the_order_of_its_document(croupier: Command, id_: str) -> None:
    listed = json.loads(croupier("rules", id_, "--json").out)
    assert [clause["id"] for clause in listed["clauses"]] == [clause.id for clause in game(id_).clauses]
    assert [ruling["id"] for ruling in listed["rulings"]] == [ruling.id for ruling in game(id_).rulings]
    ran = croupier("rules", id_)
    assert (ran.status, ran.err) == (0, "")
    begins = [line.split()[0] for line in ran.out.splitlines() if line[:1].isalpha()]
    expected = [c.id for c in game(id_).clauses] + [r.id for r in game(id_).rulings]
    documents = {clause.partition("-")[0] for clause in expected}
    assert [word for word in begins if word.partition("-")[0] in documents and "-" in word] == expected


@pytest.mark.parametrize("arguments", [("casino-monte", "CM-7d"), ("monte", "cm-7D"), ("CM-7d",)])
def test_a_clause_is_shown_with_the_code_and_tests_that_carry_it(croupier: Command, arguments: tuple[str, ...]) -> None:
    one = json.loads(croupier("rules", *arguments, "--json").out)
    assert (one["game"], one["id"], one["kind"], one["section"]) == ("casino-monte", "CM-7d", "rule", "Rules of Play 7")
    assert one["text"] == game("casino-monte").clause("CM-7d").text
    source = Path(__file__).parents[2] / "src"
    for place in one["code"]:
        assert "CM-7d" in (source / place["file"]).read_text().splitlines()[place["line"] - 1]
    assert "monte" in {place["name"] for place in one["code"]}
    told = croupier("rules", *arguments).out
    for place in one["code"]:
        assert f"{place['file']}:{place['line']} {place['name']}" in told


@pytest.mark.parametrize("id_", GAMES)
def test_every_clause_is_traced_to_code_and_tests_at_once(croupier: Command, id_: str) -> None:
    traced = json.loads(croupier("rules", id_, "--trace", "--json").out)
    assert (traced["schema"], traced["game"]) == ("croupier.trace/1", id_)
    assert [c["id"] for c in traced["clauses"]] == [c.id for c in trace_of(id_).clauses]
    for clause in traced["clauses"][::20]:
        one = json.loads(croupier("rules", id_, clause["id"], "--json").out)
        assert clause == {name: one[name] for name in clause}
    rows = list(csv.DictReader(io.StringIO(croupier("rules", id_, "--trace", "--csv", "-").out)))
    places = [(c["id"], p["file"], p["name"]) for c in traced["clauses"] for k in ROLES for p in c[k]]
    assert [(row["clause"], row["file"], row["name"]) for row in rows if row["file"]] == places
    assert {row["clause"] for row in rows} == {c["id"] for c in traced["clauses"]}
    text = croupier("rules", id_, "--trace").out
    assert max(map(len, text.splitlines())) <= 80
    assert all(clause["id"] in text for clause in traced["clauses"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trace",), "--trace: --trace needs a GAME, and no CLAUSE."),
        (("monte", "CM-7d", "--trace"), "--trace: --trace needs a GAME, and no CLAUSE."),
        (("monte", "--csv", "-"), "--csv: --csv needs --trace."),
    ],
)
def test_a_trace_of_nothing_is_refused(croupier: Command, arguments: tuple[str, ...], said: str) -> None:
    ran = croupier("rules", *arguments)
    assert (ran.status, ran.out, ran.err) == (2, "", f"croupier: {said}\n")


@pytest.mark.slow
def test_a_wheel_knows_where_every_clause_lives_without_any_tests(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    assert not (root / "src" / "croupier" / "trace.json").exists(), "building leaves nothing in the checkout"
    code = "from croupier.cli.main import main; main()"
    ran, here = (
        subprocess.run(
            [sys.executable, "-c", code, "rules", "tcp", "--trace", "--json"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for path in (installed, root / "src")
    )
    assert json.loads(ran) == json.loads(here)
    assert any(clause["proves"] for clause in json.loads(ran)["clauses"])


def test_a_ruling_is_shown_with_its_house_rule_default_and_alternatives(croupier: Command) -> None:
    one = json.loads(croupier("rules", "tcp", "TCP-R5", "--json").out)
    assert one["kind"] == "ruling"
    assert one["parameters"] == [
        {
            "name": "ante_when_dealer_not_qualified",
            "help": one["parameters"][0]["help"],
            "clause": "TCP-R5",
            "default": "push_if_dealer_higher",
            "allowed": "push_if_dealer_higher or lose_if_dealer_higher or always_wins",
            "choices": ["push_if_dealer_higher", "lose_if_dealer_higher", "always_wins"],
        }
    ]
    assert "ante_when_dealer_not_qualified push_if_dealer_higher" in croupier("rules", "tcp", "TCP-R5").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("monte", "CM-7"), 'CLAUSE: Casino Monte has no clause "CM-7"; near it are CM-7a, CM-7b, CM-7c, CM-7d.'),
        (("monte", "CM-7e"), "near it are CM-7a, CM-7b, CM-7c, CM-7d."),
        (("monte", "LM-1"), 'CLAUSE: Casino Monte has no clause "LM-1"'),
        (("bac", "?"), "its clauses and rulings are BAC-"),
        (("bacarat",), 'game: "bacarat" is not a game; the closest is baccarat.'),
        (("TCP-ZZ",), 'CLAUSE: Three Card Poker 6 Card Bonus has no clause "TCP-ZZ"; near it are TCP-'),
        (("lm-zz",), 'CLAUSE: Baccarat has no clause "lm-zz"; near it are LM-'),
        (("poker!",), 'game: "poker!" is not a game'),
        (("",), 'game: "" is not a game'),
        (("a",), 'game: "a" is not a game'),
    ],
)
def test_an_unknown_game_or_clause_is_refused_with_what_is_near(
    croupier: Command, arguments: tuple[str, ...], said: str
) -> None:
    ran = croupier("rules", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("casino-monte", "casino-monte"),
        ("Monte", "casino-monte"),
        ("cm", "casino-monte"),
        ("bac", "baccarat"),
        ("poker", "three-card-poker"),
        ("TCP", "three-card-poker"),
    ],
)
def test_a_game_may_be_named_in_short(croupier: Command, name: str, id_: str) -> None:
    assert json.loads(croupier("rules", name, "--json").out)["game"] == id_


def test_rulings_of_all_games_or_one_are_listed_with_their_house_rules(croupier: Command) -> None:
    listed: list[dict[str, Any]] = json.loads(croupier("rulings", "--json").out)["games"]
    assert [entry["id"] for entry in listed] == ids()
    for entry in listed:
        rulings = game(entry["id"]).rulings
        assert [(r["id"], r["text"]) for r in entry["rulings"]] == [(r.id, r.text) for r in rulings]
        for listing, ruling in zip(entry["rulings"], rulings, strict=True):
            citing = {p.name for p in game(entry["id"]).parameters if p.clause == ruling.id}
            assert {p["name"] for p in listing["parameters"]} == citing | set(ruling.parameters)
    told = croupier("rulings", "monte").out
    assert "CM-R1" in told
    assert "ace_low_straight yes  (yes or no)" in told
    assert "TCP-R1" not in told


@pytest.mark.parametrize("id_", GAMES)
def test_house_rules_as_toml_read_back_as_the_same_house(croupier: Command, id_: str, tmp_path: Path) -> None:
    text = croupier("house", id_, "--toml").out
    assert game(id_).house(tomllib.loads(text)) == game(id_).house()
    assert text.count("\n# ") == 2 * len(game(id_).parameters)
    path = tmp_path / "house.toml"
    path.write_text(text)
    assert croupier("house", id_, "--house", path, "--toml").out == text


def test_a_house_of_ones_own_reads_back_too(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        """
        coverage = "net"
        exposed_card = false
        pair_plus_paytable = ["200:1", 40, 30, 6, "7:2", 1]
        [collection]
        minimum = 10
        maximum = "250.00"
        player_fee = 0.50
        tiers = [{up_to = 100, fee = 1}, {fee = "2.50"}]
        """
    )
    text = croupier("house", "tcp", "--house", path, "--toml").out
    tcp = game("three-card-poker")
    house = tcp.house(tomllib.loads(path.read_text()))
    assert house != tcp.house()
    assert tcp.house(tomllib.loads(text)) == house


def test_the_command_line_wins_over_the_file(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('commission = "4%"\nburn = false\n')
    ran = croupier("house", "bac", "--house", path, "-p", "commission=1/40", "-p", "decks = 6", "--json")
    rules = {rule["name"]: rule for rule in json.loads(ran.out)["house"]}
    assert (rules["commission"]["value"], rules["commission"]["default"]) == ("1/40", "1/20")
    assert (rules["burn"]["value"], rules["decks"]["value"]) == (False, 6)
    assert rules["decks"]["allowed"] == "1 to 16; at a table 6 or 8"
    told = croupier("house", "bac", "-p", "commission=4%").out
    assert "1/25 (default 1/20)" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("bac", "-p", "commission"), '-p: "commission" does not set a house rule; give NAME=VALUE, such as decks=8.'),
        (("bac", "-p", "=5"), '-p: "=5" does not set a house rule'),
        (("bac", "-p", "comission=5%"), "house.comission: unknown house rule"),
        (("bac", "-p", "decks=17"), "house.decks: 17 is out of range; give 1 to 16 (BAC-1)."),
        (("bac", "-p", "minimum=2000"), "house.minimum: the least wager $2,000 is above the largest $1,000 (LM-R7)."),
        (("bac", "--toml", "--json"), "--toml: give one of --toml and --json."),
        (("bac", "--house", "no/such/file"), "no/such/file: there is no such file."),
    ],
)
def test_a_house_that_cannot_be_is_refused(croupier: Command, arguments: tuple[str, ...], said: str) -> None:
    ran = croupier("house", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "content", [b"decks = ", b"[1, 2]", b"\xff", b"decks = 0x" + b"f" * 9_000, b'{"decks": [[[[[[[[[[]']
)
def test_a_house_file_that_is_none_is_named(croupier: Command, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    ran = croupier("house", "bac", "--house", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith((f"croupier: {path}: ", "croupier: house: "))
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["rules", "rulings", "house"])
def test_the_help_names_the_short_names_of_the_games(croupier: Command, command: str) -> None:
    told = croupier(command, "--help").out
    assert all(short in told for short in ("(monte)", "(bac)", "(tcp)"))


def test_a_document_that_is_nobodys_names_no_owner(croupier: Command) -> None:
    text = croupier("rules", "BAC-8").out
    assert "Standard baccarat, as ruling LM-R3 reads it" in text
    assert "nobody" not in text
