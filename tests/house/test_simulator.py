"""The house under a simulator: nothing is lost, doubled or shown, whatever the network, the disk and the clock do."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import pytest

from croupier.games import every_game
from croupier.house import requests as r
from croupier.house.house import House
from croupier.house.rows import Line, Row
from croupier.rulebook import Game
from croupier.table import events as e
from croupier.table.awaiting import awaiting
from tests.example_games import EXAMPLES
from tests.house.memory_store import MemoryStore
from tests.house.simulator import Odds, Simulation
from tests.house.small_house import SmallHouse
from tests.lengths import WANTED, told

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
    """The round that each table of the house is at."""
    tables = {id_: simulated.house.table(id_) for id_ in simulated.house.tables()}
    return {id_: table.state.round for id_, table in tables.items() if not table.owner}


def go_on(simulated: Simulation) -> None:
    """Prove that every table can go on: with people who come for it, over a network that works, it plays more rounds.

    People who only look around may all sit down at the tables of guests, of which there are dozens in the end.
    """
    simulated.odds = CALM
    for id_ in simulated.house.tables():
        if simulated.house.table(id_).status == "paused":
            simulated.operate(r.ResumeTable(), id_)
    before = rounds(simulated)
    stuck = set(before)
    for turn in range(80):
        if turn % 20 == 0:
            for id_ in sorted(stuck):
                simulated.come(2, id_)
        simulated.run(100)
        after = rounds(simulated)
        stuck = {id_ for id_, number in before.items() if after[id_] <= number + 1}
        if not stuck:
            return
    tables = [simulated.house.table(id_) for id_ in sorted(stuck)]
    found = [(table.state.game.id, table.status, awaiting(table.state), table.people, table.clocks) for table in tables]
    raise AssertionError(f"a table does not go on: {found}")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_nothing_is_lost_doubled_or_shown(seed: int) -> None:
    simulated = simulation(seed, people=6)
    simulated.run(3_000)
    assert simulated.crashes
    assert sum(rounds(simulated).values()) > 30
    go_on(simulated)
    simulated.check()


def test_a_table_goes_on_among_many_that_guests_have_opened() -> None:
    simulated = simulation(2, people=0, odds=CALM)
    for number in range(30):
        guest = simulated.house.handle(r.Asked(r.Enter(f"Host {number}")), simulated.now)
        assert simulated.store.commit(guest.rows)
        for game in ("casino-monte", "three-card-poker"):
            opened = r.Asked(r.OpenOwnTable(game, "Mine"), guest=guest.answer.body["guest"], key=f"{number} {game}")
            assert simulated.store.commit(simulated.house.handle(opened, simulated.now).rows)
    assert len(simulated.house.tables()) == len(GAMES) + 60
    go_on(simulated)


def test_a_table_at_which_nothing_happens_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the check above fails where no tick is served, so that no round opens."""
    simulated = simulation(2, people=0, odds=CALM)
    monkeypatch.setattr(House, "overdue", lambda *_: [])
    with pytest.raises(AssertionError, match="a table does not go on"):
        go_on(simulated)


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


def test_an_acknowledged_command_that_is_not_kept_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: the store says that it has written a bet, and a crash then shows that it has not."""
    write, forgotten = MemoryStore.commit, list[Row]()

    def forget_a_bet(store: MemoryStore, rows: Sequence[Row]) -> bool:
        if not forgotten and any(isinstance(row, Line) and '"wager_placed"' in row.text for row in rows):
            forgotten.extend(rows)
            return True
        return write(store, rows)

    monkeypatch.setattr(MemoryStore, "commit", forget_a_bet)
    simulated = simulation(1, 5, replace(CALM, crash=2), {"casino-monte": GAMES["casino-monte"]})
    with pytest.raises((AssertionError, KeyError)):
        play_and_check(simulated)
    assert forgotten


def test_a_hidden_card_that_is_shown_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control, in what is seen of a table and in what is told of it."""
    for place in ("croupier.table.view.may_see", "croupier.house.listing.may_see"):
        with monkeypatch.context() as patch:
            patch.setattr(place, lambda *_, **__: True)
            simulated = simulation(1, 5, CALM, {"three-card-poker": GAMES["three-card-poker"]})
            with pytest.raises(AssertionError):
                simulated.run(600)


def play_and_check(simulated: Simulation) -> None:
    simulated.run(600)
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


FAST_ROUNDS: Final = 5_000
"""Rounds that are played as fast as they can be, at each table."""


@pytest.mark.torture
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(100, 100 + -(-WANTED["fast_rounds"] // FAST_ROUNDS // len(GAMES))))
def test_a_million_rounds_are_played_and_proved(game: str, seed: int) -> None:
    play_fast(game, seed, FAST_ROUNDS)


ROUNDS: Final = 2_000
"""Rounds with all that can go wrong, from each seed."""


SEEDS: Final = range(WANTED["seed"], WANTED["seed"] + -(-WANTED["rounds"] // ROUNDS))


@contextmanager
def again_with(seed: int) -> Iterator[None]:
    """Say of whatever fails how it is seen again, and alone."""
    try:
        yield
    except Exception as error:
        said = f"CROUPIER_TORTURE='seed={seed} rounds={ROUNDS}'"
        error.add_note(f"Again: {said} .venv/bin/pytest -m torture -k in_a_million tests/house/test_simulator.py")
        raise


@pytest.mark.torture
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_doubled_or_shown_in_a_million_rounds(seed: int) -> None:
    """Crashes, lost, doubled and late messages, clocks that jump, and operators who meddle."""
    with again_with(seed):
        simulated = simulation(seed, people=8)
        while simulated.rounds < ROUNDS:
            simulated.run(1_000)
            simulated.meddle()
            simulated.check_wallets()
        assert simulated.crashes > 20
        go_on(simulated)
        simulated.check()
    place = f"seed {seed}, {seed - SEEDS.start + 1} of {len(SEEDS)}"
    told(f"{place}: {simulated.rounds} rounds, {len(simulated.store.answers)} answers, {simulated.crashes} crashes")
