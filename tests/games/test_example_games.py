"""The games and side bets under `examples/games`: whole games of one file each, in every way that ours are."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier as front
from croupier.envs import TableEnv
from croupier.envs.env import Action, Observation
from croupier.games import GAMES, Entry, game
from croupier.rulebook import Game, Kind
from croupier.settlement.description import description_of
from croupier.settlement.round import settle
from croupier.table import commands as c
from croupier.table.awaiting import AwaitSettlement, awaiting
from croupier.table.core import open_table, step
from croupier.table.state import State
from croupier.trace import places_of
from examples.games.casino_war import CASINO_WAR
from tests.cli.conftest import Command
from tests.cli.conftest import croupier as croupier  # noqa: PLC0414  # a fixture
from tests.cli.test_felt import seen
from tests.contract import assert_rulebook_contract, clause_ids
from tests.example_games import EXAMPLES, FOLDER, Example
from tests.random_tables import likely
from tests.test_layout import assert_apart

EVERY = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
MADE_UP = "high-card"
"""It shows how small a game can be; its clauses have no tests of their own."""
UNCOUNTED = ("caribbean-stud", "crazy-4-poker", "pai-gow-mania", "ultimate-texas-holdem")
"""They have too many deals to count here."""
LEFT_OUT = ("left out", "not offered", "is the usual one")
"""Words of rulings that no code carries: they say what there is not."""
REPEATED = "blackjack"
"""It is not simulated by chance; `tests/games/test_blackjack.py` deals it at the table."""


def test_every_file_is_an_example() -> None:
    assert {example.file for example in EXAMPLES.values()} == set(FOLDER.glob("*.py"))


@pytest.mark.slow
@EVERY
def test_it_keeps_the_contract(example: Example) -> None:
    assert_rulebook_contract(example.game)


def test_no_two_share_a_clause_with_each_other_or_with_our_games() -> None:
    whole = [game(id_) for id_ in GAMES] + [EXAMPLES[id_].game for id_ in EXAMPLES if "+" not in id_]
    ids = [id_ for of in whole for id_ in clause_ids(of)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("id_", [id_ for id_ in EXAMPLES if id_ != MADE_UP])
def test_every_clause_has_code_a_proof_and_a_guard(id_: str) -> None:
    of = EXAMPLES[id_].game
    kinds = {clause.id: clause.kind for clause in of.clauses} | {ruling.id: Kind.RULE for ruling in of.rulings}
    lacking = {}
    for clause, kind in kinds.items():
        needed = {"code"} if kind is Kind.PHYSICAL else {"code", "proves", "guards"}
        if missing := needed - {place.kind for place in places_of(of, clause)}:
            lacking[clause] = sorted(missing)
    texts = {ruling.id: ruling.text for ruling in of.rulings}
    assert not {
        clause: missing
        for clause, missing in lacking.items()
        if missing != ["code"] or not any(words in texts.get(clause, "") for words in LEFT_OUT)
    }


# ── Dealt, recorded, audited, settled ────────────────────────────────────────────────────────────────────────────────


def rounds_of(of: Game, house: dict[str, object], rounds: int, chance: Random) -> Iterator[State]:
    """Tables after rounds of anything legal."""
    state = open_table(of, house).state
    for seat in range(1, state.rulebook.seats + 1):
        state = step(state, c.Sit(seat, f"Player {seat}", 100_000_00)).state
    while state.round < rounds or state.in_round:
        is_over = isinstance(awaiting(state), AwaitSettlement)
        state = step(state, likely(state, chance)).state
        if is_over:
            yield state


HOUSES: dict[str, tuple[dict[str, object], ...]] = {
    "casino-war": ({}, {"tied_war": "bonus", "shuffle": "continuous", "seats": 2}),
    "red-dog": ({}, {"decks": 1, "shuffle": "continuous"}),
}


@EVERY
def test_rounds_that_are_described_settle_to_the_same_cents(example: Example) -> None:
    chance, dealt = Random(f"{example.game.id} described"), 0
    for house in HOUSES.get(example.game.id, ({},)):
        for state in rounds_of(example.game, house, 25, chance):
            described = json.loads(json.dumps(description_of(state)))
            again = settle(described, game=example.game).state
            assert again.settled == state.settled, described
            assert description_of(again) == described
            dealt += 1
    assert dealt >= 20


@EVERY
def test_it_is_played_recorded_audited_told_and_settled_again(
    croupier: Command, example: Example, tmp_path: Path
) -> None:
    journal = tmp_path / "table.jsonl"
    assert croupier("play", example.place, "--seed", "7", "--rounds", 3, "--journal", journal).status == 0
    audited = json.loads(croupier("audit", journal, "--game", example.place, "--json").out)
    assert (audited["rounds"], audited["game"]) == (3, example.game.id)
    for number in (1, 2, 3):
        told = croupier("history", journal, number, "--game", example.place)
        assert (told.status, told.err) == (0, "")
        described = croupier("history", journal, number, "--describe", "--game", example.place).out
        paid = json.loads(croupier("settle", "-", "--game", example.place, "--json", stdin=described).out)
        again = json.loads(croupier("history", journal, number, "--settle", "--game", example.place, "--json").out)
        assert paid["seats"] == again["seats"]


@EVERY
def test_an_example_of_a_round_is_settled(croupier: Command, example: Example) -> None:
    written = croupier("settle", example.place, "--example").out
    settled = croupier("settle", "-", "--game", example.place, "--json", stdin=written)
    assert settled.status == 0
    assert json.loads(settled.out)["game"] == example.game.id


def test_a_war_is_described_with_its_cards_and_without_what_was_not_asked() -> None:
    described = {
        "game": "casino-war",
        "dealer": "9c Td",
        "seats": [
            {"seat": 1, "cards": "9d Jh", "ante": 10, "tie": 5, "war": "war"},
            {"seat": 2, "cards": "Kd", "ante": 20},
            {"seat": 3, "cards": "9h", "ante": 30, "war": "surrender"},
        ],
    }
    paid = json.loads(json.dumps(front.settle(described, game=CASINO_WAR).to_dict()))
    assert [(each["seat"], each["wager"], each["result"]) for each in paid["settlement"]] == [
        (1, "ante", "0.00"),
        (1, "raise", "10.00"),
        (1, "tie", "50.00"),
        (2, "ante", "20.00"),
        (3, "ante", "-15.00"),
    ]


@pytest.mark.parametrize(
    ("seat", "dealer", "why"),
    [
        ({"cards": "9d", "ante": 10}, "9c", "seats[0].war: seat 1 decides here and no decision is described"),
        ({"cards": "9d Jh", "ante": 10, "war": "surrender"}, "9c", "seats[0].cards: the rules give seat 1 no second"),
        ({"cards": "Kd", "ante": 10, "war": "war"}, "9c", "seats[0].war: seat 1 is not asked to decide this"),
        ({"cards": "9d Jh", "ante": 10, "war": "war"}, "9c", "dealer: the dealer gets a second card here"),
    ],
    ids=["no decision", "a card too many", "no war", "no card for the dealer"],
)
def test_a_war_that_cannot_have_been_is_refused(seat: dict[str, object], dealer: str, why: str) -> None:
    described = {"game": "casino-war", "dealer": dealer, "seats": [{"seat": 1, **seat}]}
    with pytest.raises(front.Refused) as refused:
        front.settle(described, game=CASINO_WAR)
    assert str(refused.value).startswith(why)


# ── Drawn and told ───────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY
def test_it_lies_on_the_felt_without_an_overlap(example: Example) -> None:
    book = example.game.rulebook()
    assert_apart(book.felt.regions(book.seats), book.felt.aspect)
    assert {circle.wager for circle in book.felt.circles} == set(book.wagers_by_id)
    assert set(book.felt.cited()) <= set(clause_ids(example.game))


ANSWERS = {  # a seed under which something is decided, and what a person types
    "casino-war": ("23", "ante 10 tie 5", "w", "", "q"),
    "red-dog": ("2", "ante 10", "r", "", "c", "q"),
    "blackjack": ("2", "bet 10", "s", "", "q"),
    "caribbean-stud": ("2", "ante 10", "r", "", "f", "q"),
    "let-it-ride": ("2", "bet 10 bonus 5", "l", "t", "", "t", "t", "q"),
    "mississippi-stud": ("2", "ante 10", "1", "3", "2", "", "f", "q"),
}


@pytest.mark.parametrize("id_", ANSWERS)
def test_it_is_played_at_a_terminal_of_80_by_24(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    example = EXAMPLES[id_]
    monkeypatch.setitem(GAMES, id_, Entry(id_, f"examples.games.{example.file.stem}:{example.name}"))
    seed, *answers = ANSWERS[id_]
    frames = seen(id_, *answers, width=80, height=24, seed=seed)[:-1]
    assert len(frames) >= 3
    for frame in frames:
        assert max(map(len, frame.splitlines())) <= 80
        assert len(frame.splitlines()) <= 23
    decision = next(frame for frame in frames if "Your decision?" in frame)
    assert re.search(r"▸1 You .*\$10", decision)


@pytest.mark.parametrize("id_", ANSWERS)
def test_every_round_has_a_spoken_result_for_each_seat_and_for_everybody(id_: str) -> None:
    of, said = EXAMPLES[id_].game, set()
    assert of.spoken
    for state in rounds_of(of, {}, 40, Random(id_)):
        for seat in (0, *state.players):
            words = of.spoken(state, seat)
            assert words
            assert words.isprintable()
            said.add(re.sub(r"\b(deuce|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)s?\b", "*", words))
    assert len(said) >= 6


# ── Analysed, simulated, learned ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow  # compiles for each
@pytest.mark.parametrize("id_", [id_ for id_ in EXAMPLES if id_ not in (*UNCOUNTED, REPEATED)])
def test_it_is_analysed_and_a_simulation_agrees(croupier: Command, id_: str) -> None:
    place = EXAMPLES[id_].place
    rounds = ("--rounds", "2e5", "--workers", 1, "--seed", 1)
    assert croupier("analyze", place).status == 0
    simulated = json.loads(croupier("simulate", place, *rounds, "--json").out)
    for wager in simulated["wagers"].values():
        assert abs(wager["z"]) < 5  # once in a million for each, and the seed is fixed


class TakesWhatIsOffered(TableEnv):
    """Gymnasium's checker tries any action: one that the mask rules out is the first that it allows."""

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        mask = self.action_mask()
        refused = isinstance(mask, np.ndarray) and not mask[self.read(action)]
        return super().step(int(np.argmax(mask)) if refused else action)


@EVERY
def test_gymnasium_finds_nothing_wrong(example: Example) -> None:
    wagers = [wager.id for wager in example.game.rulebook().placed_wagers]
    if len(wagers) > 1:
        check_env(TableEnv(example.game), skip_render_check=True)
    if example.game.rulebook().decisions:
        options = [option for decision in example.game.rulebook().decisions for option in decision.options]
        kind = TakesWhatIsOffered if any(option.offered for option in options) else TableEnv
        env = kind(example.game, wagers=wagers[:1], rounds=3, bankroll=1_000, render_mode="ansi")
        check_env(env, skip_render_check=True)
        env.reset(seed=1)
        assert example.game.title in str(env.render())


def test_rounds_of_casino_war_that_ask_nothing_are_paid_like_any_others() -> None:
    env = TableEnv(CASINO_WAR, wagers=["ante"])
    rewards, asked = [], 0
    for seed in range(2_000):
        _, info = env.reset(seed=seed)
        asked += info["asked"] == "war"
        _, reward, over, *_ = env.step(1)
        assert over
        rewards.append(reward)
    ante = front.game(CASINO_WAR).analyze().wagers["ante"]
    spread = float(ante.standard_deviation) / len(rewards) ** 0.5
    assert abs(np.mean(rewards) + float(ante.house_edge)) < 4 * spread
    tied = 23 / 311
    assert abs(asked / len(rewards) - tied) < 4 * (tied * (1 - tied) / len(rewards)) ** 0.5


def test_an_agent_learns_to_go_to_war() -> None:
    env, chance = TableEnv(CASINO_WAR, wagers=["ante"]), Random(3)
    worth: dict[int, list[float]] = {0: [], 1: []}
    for seed in range(2_000):
        _, info = env.reset(seed=seed)
        action = chance.randrange(2)
        _, reward, *_ = env.step(action)
        if info["asked"]:
            worth[action].append(reward)
    assert set(worth[0]) == {-0.5}
    assert np.mean(worth[1]) > -0.5


# ── Installed ────────────────────────────────────────────────────────────────────────────────────────────────────────

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "croupier-example-games"
version = "1.0"
dependencies = ["croupier"]

[project.entry-points."croupier.games"]
{points}

[tool.hatch.build.targets.wheel]
only-include = {files}
"""


@pytest.mark.slow  # installs a package and runs commands of their own
def test_all_of_them_are_installed_as_a_plug_in_package(tmp_path: Path) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    project.mkdir()
    for example in EXAMPLES.values():
        (project / example.file.name).write_bytes(example.file.read_bytes())
    points = "\n".join(f'"{id_}" = "{each.file.stem}:{each.name}"' for id_, each in EXAMPLES.items())
    files = json.dumps([each.file.name for each in EXAMPLES.values()])
    (project / "pyproject.toml").write_text(PROJECT.format(points=points, files=files), encoding="utf-8")
    where = {
        **os.environ,
        "PIP_TARGET": str(site),
        "PIP_NO_INDEX": "1",
        "PYTHONPATH": str(site),
        "CROUPIER_CACHE": str(tmp_path / "cache"),
    }

    def run(*words: object) -> str:
        ran = subprocess.run(
            [sys.executable, "-m", *map(str, words)],
            cwd=tmp_path,
            env=where,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("pip", "install", "-q", "--no-deps", "--no-build-isolation", project)
    known = {entry["id"]: entry for entry in json.loads(run("croupier", "games", "--json"))["games"]}
    for id_ in EXAMPLES:
        assert "croupier-example-games 1.0" in str(known[id_])
        journal = tmp_path / f"{id_}.jsonl"
        run("croupier", "play", id_, "--seed", 7, "--rounds", 2, "--journal", journal)
        assert json.loads(run("croupier", "audit", journal, "--json"))["rounds"] == 2
        described = tmp_path / f"{id_}.json"
        described.write_text(run("croupier", "history", journal, 2, "--describe"), encoding="utf-8")
        assert json.loads(run("croupier", "settle", described, "--json"))["game"] == id_
    war = json.loads(run("croupier", "analyze", "casino-war", "--json"))
    assert round(100 * war["wagers"]["ante"]["house_edge"]["value"], 4) == 2.8771
    learned = "import gymnasium; print(gymnasium.make('croupier.envs:croupier/CasinoWar-v0').reset(seed=1)[1]['asked'])"
    ran = subprocess.run([sys.executable, "-c", learned], env=where, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "bet\n"), ran.stderr
