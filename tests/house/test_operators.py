"""Operators: tables opened, paused, closed, changed, voided and faulted, all of it on record."""

import json
from typing import Any

import pytest

from croupier.house import requests as r
from croupier.house.rows import Document, Entry
from croupier.house.settings import SECOND
from croupier.house.table import Table
from croupier.table import events as e
from tests.house.simulator import OPERATOR
from tests.house.small_house import SmallHouse

MONTE = "casino-monte"


def test_only_an_operator_operates() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    requests: list[r.Request] = [
        r.OpenTable(MONTE, "Mine"),
        r.PauseTable("why"),
        r.ResumeTable(),
        r.CloseTable("why"),
        r.ChangeRules({}, "why"),
        r.ChangeSettings({}, "why"),
        r.VoidRound("why"),
        r.EndGuest(guest, "why"),
    ]
    for request in requests:
        small.ask(request, guest=guest, table=table, status=403)
    assert small.table(table).status == "open"
    assert len(small.logged("refused")) == len(requests)


def test_a_table_opens_with_house_rules_settings_and_an_entry_in_the_log() -> None:
    small = SmallHouse()
    table = small.open(MONTE, {"decks": 8}, bet=15)
    seen = small.house.view(table)
    assert (seen["house"]["decks"], seen["settings"]["bet"], seen["status"]) == (8, 15, "open")
    (entry,) = small.logged("opened")
    assert (entry.who, entry.subject, entry.at) == (OPERATOR, table, small.now)
    assert [each["table"] for each in small.house.lobby()] == [table]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (r.OpenTable("roulette", "T"), "game"),
        (r.OpenTable(MONTE, "T", {"decks": 99}), "house.decks"),
        (r.OpenTable(MONTE, "T", {}, {"bet": 1}), "settings.bet"),
        (r.OpenTable(MONTE, "T", {}, {"bet": True}), "settings.bet"),
        (r.OpenTable(MONTE, "T", {}, {"allow_off": 1}), "settings.allow_off"),
        (r.OpenTable(MONTE, "T", {}, {"colour": "red"}), "settings.colour"),
        (r.OpenTable(MONTE, "T", {}, {"least_chips": 200, "most_chips": 100}), "settings.least_chips"),
        (r.OpenTable(MONTE, "\x1b[2J"), ""),
    ],
    ids=repr,
)
def test_a_table_that_is_not_right_is_not_opened(request_: r.Request, field: str) -> None:
    small = SmallHouse()
    assert small.operate(request_, status=422).answer.body["field"] == field
    assert not small.house.tables()


def test_there_are_no_more_tables_than_the_house_is_set_to() -> None:
    small = SmallHouse(tables=1)
    table = small.open(MONTE)
    small.operate(r.OpenTable(MONTE, "T"), status=409)
    assert small.house.tables() == [table]
    small.operate(r.CloseTable("over"), table)
    assert small.open(MONTE) != table


def test_a_paused_table_concludes_the_round_and_opens_no_other() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.PauseTable("the dealer rests"), table)
    assert small.house.view(table)["reason"] == "the dealer rests"
    small.decide(table, guest)
    assert small.house.view(table)["closed"]["round"] == 1
    small.wait(100)
    assert small.table(table).due is None
    small.ask(r.Sit(0, 100_00), guest=small.enter("Bob"), table=table)  # who comes waits with the others
    small.operate(r.ResumeTable(), table)
    small.until_betting(table)
    assert [entry.before for entry in small.logged("paused")] == ["open"]


def test_a_pause_in_a_betting_without_bets_calls_the_round_off() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    small.seated(table)
    small.until_betting(table)
    small.operate(r.PauseTable("tea"), table)
    small.wait(30)
    assert not small.table(table).state.in_round
    assert small.last(table, e.RoundVoided).actor == e.TABLE


def test_a_closed_table_sends_chips_back_and_opens_what_was_sealed() -> None:
    small = SmallHouse()
    table = small.open("baccarat", house_run=2)
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.CloseTable("the night is over"), table)
    assert small.table(table).status == "closed"
    assert not small.table(table).state.seated
    assert not small.store.sealed
    assert small.store.opened(table)
    _, proof = small.audited(table)
    assert proof.sealed == 0
    assert not small.house.lobby()
    small.operate(r.ResumeTable("again"), table, status=409)
    assert small.store.postings[-1].why == "leave"
    lines = len(small.store.lines[table])
    small.restart()
    assert len(small.store.lines[table]) == lines  # a closed table is left alone


def test_a_closed_table_is_seen_to_close_and_then_left_to_the_store() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.CloseTable("the night is over"), table)
    assert small.house.view(table, guest)["status"] == "closed"
    small.wait(59)
    assert small.house.tables() == [table]
    small.wait(61)
    assert small.house.tables() == []
    small.ask(r.Stand(), guest=guest, table=table, status=404)
    small.restart()
    assert small.house.tables() == []
    (played,) = small.store.played.values()
    lines = small.store.lines[table][played.first : played.last + 1]
    openings = small.store.openings.values()
    own = small.house.own_round(small.store.documents["table", table], played, lines, openings)
    seen = own.listing(small.house.name_of)
    assert seen["events"][-1]["event"] == "round_closed"
    assert seen["openings"]


def test_house_rules_change_between_rounds_with_a_reason() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    before = small.house.view(table)["digest"]
    small.operate(r.ChangeRules({"decks": 8}, ""), table, status=422)
    small.operate(r.ChangeRules({"decks": 99}, "more"), table, status=422)
    small.operate(r.ChangeRules({"decks": 8}, "more cards"), table)
    changed = small.last(table, e.HouseChanged)
    assert (changed.actor, changed.reason, changed.house["decks"]) == (OPERATOR, "more cards", 8)
    assert small.house.view(table)["digest"] != before
    (entry,) = small.logged("rules changed")
    assert (json.loads(entry.before), json.loads(entry.after)) == ({"decks": 6}, {"decks": 8})
    small.until_betting(table)
    small.operate(r.ChangeRules({"decks": 6}, "fewer"), table, status=422)
    small.bet(table, guest)
    small.decide(table, guest)
    small.audited(table)


def test_settings_change_with_a_reason_and_paces_that_are_no_longer_allowed_end() -> None:
    small = SmallHouse()
    table = small.open(MONTE, allow_off=True)
    guest = small.seated(table)
    small.ask(r.SetClock("off"), guest=guest, table=table)
    small.operate(r.ChangeSettings({"allow_off": False, "bet": 10}, "faster"), table)
    assert small.house.view(table, guest)["you"]["pace"] == "usual"
    (entry,) = small.logged("settings changed")
    assert json.loads(entry.after) == {"bet": 10, "allow_off": False}
    assert json.loads(entry.before) == {"bet": 30, "allow_off": True}


def test_a_round_is_voided_before_its_settlement_and_everything_goes_back() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table, cents=200_00)
    small.operate(r.VoidRound("nothing there"), table, status=422)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.VoidRound("a card fell"), table)
    assert small.table(table).state.chips(1) == 200_00
    assert small.last(table, e.RoundVoided).actor == OPERATOR
    assert small.logged("voided")[0].who == OPERATOR
    small.operate(r.VoidRound("again"), table, status=422)
    small.until_betting(table)
    small.audited(table)


def test_an_operator_ends_a_session() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    unit = small.operate(r.EndGuest(guest, "rude"))
    assert unit.ended == {guest}
    assert not small.table(table).people
    assert small.logged("session ended")[0] == Entry(small.now, OPERATOR, "session ended", guest, "rude")
    small.operate(r.EndGuest(guest, "rude"), status=409)
    small.operate(r.EndGuest("nobody", "rude"), status=404)


def test_a_table_at_which_a_step_fails_stops_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallHouse()
    broken, sound = small.open(MONTE), small.open(MONTE)
    guest, other = small.seated(broken), small.seated(sound, name="Bob")
    small.until_betting(broken)
    small.until_betting(sound)
    lines = len(small.store.lines[broken])
    move = Table.move

    def fails(self: Table) -> bool:
        if self.id == broken and self.state.stakes:
            raise ZeroDivisionError("a bug")
        return move(self)

    monkeypatch.setattr(Table, "move", fails)
    unit = small.act(broken, guest, r.Bet({"initial": 25_00}, 1), status=503)
    assert {type(row) for row in unit.rows} == {Entry, Document}
    assert len(small.store.lines[broken]) == lines
    assert small.table(broken).reason == "ZeroDivisionError: a bug"
    assert "bug" not in str(small.house.view(broken))  # what went wrong is for operators
    assert small.table(broken).due is None
    assert [entry.why for entry in small.logged("faulted")] == ["ZeroDivisionError: a bug"]
    small.act(broken, guest, r.Done(), status=409)
    small.bet(sound, other)
    monkeypatch.undo()
    small.operate(r.ResumeTable("mended"), broken)
    small.bet(broken, guest)
    small.decide(broken, guest)
    small.audited(broken)


def test_a_session_ends_even_where_a_table_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallHouse()
    broken, sound = small.open(MONTE), small.open(MONTE)
    guest = small.seated(broken, cents=100_00)
    small.ask(r.Sit(0, 100_00), guest=guest, table=sound)

    def fails(table: Table, *_: Any) -> bool:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(small.house.table(broken), "free_seats", lambda: fails(small.house.table(broken)))
    small.ask(r.EndSession(), guest=guest)
    assert (small.table(broken).status, small.table(sound).status) == ("faulted", "open")
    assert not small.table(sound).people
    small.restart()
    small.operate(r.CloseTable("broken"), broken)
    assert small.wallet(guest) == small.settings.welcome


def test_starts_and_self_checks_are_noted() -> None:
    small = SmallHouse()
    small.ask(r.Note("self-check", "software", after="in order"))
    small.ask(r.Connected(is_there=False), guest="somebody")
    assert [(entry.who, entry.what) for entry in small.store.log] == [
        ("house", "self-check"),
        ("somebody", "disconnected"),
    ]
    assert small.store.log[0].at == small.now // SECOND * SECOND
