"""The house under a simulator: nothing is lost, doubled or shown, whatever the network, the disk and the clock do."""

from typing import Final

import pytest

from croupier.games import every_game
from croupier.house import requests as r
from croupier.rulebook import Game
from croupier.table import events as e
from tests.example_games import EXAMPLES
from tests.house.simulator import Odds, Simulation
from tests.house.small_house import SmallHouse

GAMES: Final[dict[str, Game]] = {game.id: game for game in (*every_game(), EXAMPLES["casino-war"].game)}
QUICK: Final = {"house_run": 1, "bet": 6, "decide": 5, "bank": 5, "between": 1, "freed": 60}
CALM: Final = Odds(lost=0, doubled=0, crash=0, jump=0, nap=0)


def simulation(seed: int, people: int, odds: Odds | None = None, games: dict[str, Game] = GAMES) -> Simulation:
    """A house with one table of each game."""
    simulated = Simulation(seed, games, people, odds)
    for game in games:
        simulated.operate(r.OpenTable(game, game, settings=QUICK))
    return simulated


def rounds(simulated: Simulation) -> dict[str, int]:
    tables = map(simulated.house.table, simulated.house.tables())
    return {table.state.game.id: table.state.round for table in tables if not table.owner}


def go_on(simulated: Simulation) -> None:
    """Prove that every table can go on: with people who come, over a network that works, each plays more rounds."""
    simulated.odds = CALM
    simulated.come(2 * len(simulated.games))
    for id_ in simulated.house.tables():
        if simulated.house.table(id_).status == "paused":
            simulated.operate(r.ResumeTable(), id_)
    before = rounds(simulated)
    for _ in range(80):
        simulated.run(100)
        if all(number > before[game] + 1 for game, number in rounds(simulated).items()):
            return
    raise AssertionError(f"a table does not go on: {before}, then {rounds(simulated)}")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_nothing_is_lost_doubled_or_shown(seed: int) -> None:
    simulated = simulation(seed, people=6)
    simulated.run(3_000)
    assert simulated.crashes
    assert sum(rounds(simulated).values()) > 30
    go_on(simulated)
    simulated.check()


@pytest.mark.slow
def test_hundreds_of_people_at_few_tables() -> None:
    simulated = simulation(9, people=200)
    simulated.run(2_000)
    assert len(simulated.house.memory.guests) > 100
    simulated.check()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_records() -> None:
    one, other = simulation(5, people=5), simulation(5, people=5)
    one.run(800)
    other.run(800)
    assert one.store.lines == other.store.lines
    assert one.store.log == other.store.log


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("game", ["casino-monte", "three-card-poker"])
def test_a_crash_at_any_write_loses_nothing_that_was_acknowledged(game: str, when: str) -> None:
    games = {game: GAMES[game]}
    reference = simulation(3, 3, CALM, games)
    reference.run(150)
    assert reference.commits > 50
    assert reference.crashes == 0
    for commit in range(1, reference.commits + 1):
        simulated = simulation(3, 3, CALM, games)
        simulated.crash_at = commit, when
        simulated.run(150)
        assert simulated.crashes == 1
        simulated.check()


def test_a_store_that_loses_a_unit_is_found_out() -> None:
    """The control: the checks above do fail where something is lost."""
    simulated = simulation(1, 5, CALM, {"casino-monte": GAMES["casino-monte"]})
    simulated.run(600)
    simulated.check()
    lost = next(key for key, row in simulated.store.answers.items() if row.status == 200)
    del simulated.store.answers[lost]
    with pytest.raises((AssertionError, KeyError)):
        simulated.check()


def test_money_from_nowhere_is_found_out() -> None:
    simulated = simulation(1, 5, CALM, {"casino-monte": GAMES["casino-monte"]})
    simulated.run(600)
    simulated.store.postings.append(simulated.store.postings[0])
    with pytest.raises(AssertionError):
        simulated.check()


@pytest.mark.slow
def test_operators_meddle_while_people_play() -> None:
    simulated = simulation(7, people=6)
    for _ in range(12):
        simulated.run(200)
        simulated.meddle()
    go_on(simulated)
    tables = [id_ for id_ in simulated.house.tables() if simulated.house.table(id_).status != "closed"]
    for id_ in tables:
        simulated.operate(r.CloseTable("over"), id_)
    simulated.run(500)
    simulated.check()
    documents = [simulated.store.documents["table", id_] for id_ in tables]
    assert {document.body and document.body["status"] for document in documents} == {"closed"}
    assert not [key for key in simulated.store.sealed if key[0] in tables], "people may have opened others since"


@pytest.mark.slow
def test_a_backup_in_the_middle_of_everything_can_be_restored() -> None:
    simulated = simulation(4, people=6)
    simulated.run(1_500)
    simulated.restart(is_restored=True)
    simulated.run(500)
    go_on(simulated)
    simulated.check()


def play_fast(game: str, seed: int, rounds: int) -> None:
    """Play rounds as fast as they can be played, and prove all of them."""
    small = SmallHouse(seed, GAMES, snapshot_every=100, welcome=10**9)
    table = small.open(game, house_run=2, between=0, most_chips=10**9)
    guest = small.seated(table, cents=10**8)
    while small.table(table).state.round < rounds:
        small.until_betting(table, guest)
        small.bet(table, guest)
        while small.house.view(table, guest)["you"]["legal"]["decision"]:
            small.decide(table, guest, small.rng.randrange(2))
    found, proof = small.audited(table)
    assert found.rounds >= rounds - 1
    assert proof.cards > 2 * rounds
    assert {e.SeatTaken, e.CardsShuffled, e.RoundOpened, e.WagerPlaced, e.CardsDealt, e.WagerSettled} <= {
        type(record.event) for record in found.records
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_rounds_are_played_as_fast_as_they_can_be(game: str) -> None:
    play_fast(game, seed=8, rounds=400)


@pytest.mark.torture
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(100, 150))
def test_a_million_rounds_are_played_and_proved(game: str, seed: int) -> None:
    play_fast(game, seed, rounds=5_000)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(1_000, 1_500))
def test_nothing_is_lost_doubled_or_shown_in_a_million_rounds(seed: int) -> None:
    """Crashes, lost, doubled and late messages, clocks that jump, and operators who meddle: 2,000 rounds each."""
    simulated = simulation(seed, people=8)
    while sum(rounds(simulated).values()) < 2_000:
        simulated.run(1_000)
        simulated.meddle()
        simulated.check_wallets()
    assert simulated.crashes > 50
    go_on(simulated)
    simulated.check()
