"""Connections: whoever loses the last one is shown so, later marked away and freed, and back when it comes back."""

from typing import Any

import pytest

from croupier.house import requests as r
from croupier.house.settings import SECOND
from croupier.house.table import Table
from croupier.table import events as e
from tests.house.simulator import Player, Simulation
from tests.house.small_house import SmallHouse
from tests.house.test_simulator import GAMES, QUICK, go_on

MONTE = "casino-monte"


def place(small: SmallHouse, table: str, seat: int = 1) -> Any:
    return next(each for each in small.house.view(table)["places"] if each["seat"] == seat)


def at_table(small: SmallHouse, **settings: Any) -> tuple[str, str]:
    """A table with somebody who has a clock that is switched off."""
    table = small.open(MONTE, allow_off=True, **settings)
    guest = small.seated(table)
    small.ask(r.SetClock("off"), guest=guest, table=table)
    small.ask(r.Connected(is_there=True), guest=guest)
    return table, guest


def test_whoever_is_disconnected_is_shown_so_and_after_a_while_marked_away_and_freed() -> None:
    small = SmallHouse()
    table, guest = at_table(small)
    assert place(small, table)["connected"]
    unit = small.ask(r.Connected(is_there=False), guest=guest)
    assert unit.moved == {table}
    assert (place(small, table)["connected"], place(small, table)["away"]) == (False, False)
    small.wait(59.9)
    assert not place(small, table)["away"]
    small.wait(0.1)
    assert place(small, table)["away"]
    assert [entry.why for entry in small.logged("away")] == ["disconnected for 60 s"]
    small.wait(600)
    assert not small.table(table).people
    assert small.wallet(guest) == small.settings.welcome
    assert [entry.what for entry in small.store.log if entry.what.endswith("connected")] == [
        "connected",
        "disconnected",
    ]


def test_a_table_does_not_wait_for_ever_for_a_clock_that_is_off_where_nobody_is_connected() -> None:
    """WCAG 2.2.1 lets people take their time; it does not let them keep others waiting from elsewhere."""
    small = SmallHouse()
    table, guest = at_table(small)
    small.until_betting(table)
    small.bet(table, guest)
    small.wait(3600)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    small.ask(r.Connected(is_there=False), guest=guest)
    small.wait(60)
    assert small.last(table, e.DecisionMade).by == e.TABLE


@pytest.mark.parametrize("seconds", [1, 59, 61, 300])
def test_whoever_connects_again_is_there_again(seconds: int) -> None:
    small = SmallHouse()
    table, guest = at_table(small)
    small.ask(r.Connected(is_there=False), guest=guest)
    small.wait(seconds)
    small.ask(r.Connected(is_there=True), guest=guest)
    assert (place(small, table)["connected"], place(small, table)["away"]) == (True, False)
    assert len(small.logged("back")) == (seconds > 60)
    small.wait(3600)
    assert small.table(table).seat_of(guest)


def test_a_browser_that_connects_by_itself_does_not_bring_back_whoever_was_silent() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.wait(4 + 61)
    assert place(small, table)["away"]
    small.ask(r.Connected(is_there=False), guest=guest)
    small.ask(r.Connected(is_there=True), guest=guest)
    assert (place(small, table)["connected"], place(small, table)["away"]) == (True, True)
    small.ask(r.Return(), guest=guest, table=table)
    assert not place(small, table)["away"]


def test_who_acts_without_a_stream_is_there() -> None:
    small = SmallHouse()
    table, guest = at_table(small)
    small.ask(r.Connected(is_there=False), guest=guest)
    small.wait(50)
    small.ask(r.Return(), guest=guest, table=table)
    small.wait(50)
    assert (place(small, table)["connected"], place(small, table)["away"]) == (True, False)


def test_an_outage_is_not_counted_as_somebodys_own() -> None:
    small = SmallHouse()
    table, guest = at_table(small)
    small.ask(r.Connected(is_there=False), guest=guest)  # as the house stopped
    small.now += 3600 * SECOND
    small.restart()
    small.wait(59)
    assert not place(small, table)["away"]
    small.wait(1)
    assert place(small, table)["away"]


def test_a_table_that_fails_when_somebody_disconnects_stops_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallHouse()
    table, guest = at_table(small)
    sound = small.open(MONTE)
    small.ask(r.Sit(0, 100_00), guest=guest, table=sound)
    move = Table.move

    def fails(self: Table) -> bool:
        if self.id == table:
            raise ZeroDivisionError("a bug")
        return move(self)

    monkeypatch.setattr(Table, "move", fails)
    small.ask(r.Connected(is_there=False), guest=guest)
    assert (small.table(table).status, small.table(sound).status) == ("faulted", "open")
    assert not place(small, sound)["connected"]


class Flaky(Simulation):
    """People whose connections come and go while everything else goes wrong too."""

    def act(self, player: Player) -> None:
        if player.guest and self.one_in(8):
            connected = r.Connected(is_there=self.one_in(2))
            self.serve([(r.Asked(connected, guest=player.guest), None)])
        super().act(player)


def test_nothing_is_lost_where_connections_come_and_go() -> None:
    simulated = Flaky(4, GAMES, people=6)
    for game in GAMES:
        simulated.operate(r.OpenTable(game, game, settings={**QUICK, "disconnected": 5, "allow_off": True}))
    simulated.run(2_500)
    assert [entry for entry in simulated.store.log if entry.what == "away" and entry.why.startswith("disconnected")]
    assert [entry for entry in simulated.store.log if entry.what == "back" and entry.why == "connected again"]
    go_on(simulated)
    simulated.check()
