"""Tables that guests open: who may ask what of them, who sees them, and how they end."""

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.house import requests as r
from croupier.house.settings import FOR_GUESTS, LIMITS, MINUTE, TableSettings
from croupier.house.table import CLOSED, OPEN, PAUSED
from croupier.table import events as e
from tests.house.small_house import SmallHouse


def opened(small: SmallHouse, guest: str, game: str = "baccarat", **more: Any) -> str:
    """A table of a guest's own."""
    unit = small.ask(r.OpenOwnTable(game, "Mine", **more), guest=guest, key=f"open {next(small.keys)}")
    return str(unit.answer.body["table"])


def kept(small: SmallHouse, table: str) -> Mapping[str, Any]:
    """A table as the store has it: one that is closed is not at hand any more."""
    body = small.store.documents["table", table].body
    assert body is not None
    return body


def test_a_guest_opens_a_table_and_the_record_says_who_and_why() -> None:
    small = SmallHouse()
    ada = small.enter()
    table = opened(small, ada, house={"tie_pays": 9}, settings={"bet": 60, "house_run": 1}, reason="a lesson")
    found = small.table(table)
    assert (found.owner, found.settings.bet, found.state.rulebook.house.show()["tie_pays"]) == (ada, 60, 9)
    (entry,) = small.logged("opened")
    assert (entry.who, entry.why, entry.after) == (ada, "a lesson", "baccarat")


def test_whoever_names_chips_sits_at_once() -> None:
    small = SmallHouse()
    ada = small.enter()
    table = opened(small, ada, cents=200_00, settings={"house_run": 2})
    assert small.table(table).seat_of(ada) == 1
    assert small.wallet(ada) == small.settings.welcome - 200_00
    small.until_betting(table)
    small.bet(table, ada)
    small.wait(60)
    small.audited(table)


def test_chips_that_are_not_there_open_no_table() -> None:
    small = SmallHouse()
    ada = small.enter()
    before = len(small.store.documents)
    unit = small.ask(r.OpenOwnTable("baccarat", "Mine", cents=5_000_00), guest=ada, status=409)
    assert unit.answer.body["error"] == "chips"
    assert not small.house.tables()
    assert len(small.store.documents) == before


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (r.OpenOwnTable("poker", "Mine"), "game"),
        (r.OpenOwnTable("baccarat", ""), ""),
        (r.OpenOwnTable("baccarat", "Mine\x1b[31m"), ""),
        (r.OpenOwnTable("baccarat", "Mine", {"decks": 99}), "house.decks"),
        (r.OpenOwnTable("baccarat", "Mine", {"decs": 8}), "house.decs"),
        (r.OpenOwnTable("casino-monte", "Mine", {"decks": 1}), "house.decks"),
        (r.OpenOwnTable("baccarat", "Mine", {}, {"bet": 1}), "settings.bet"),
        (r.OpenOwnTable("baccarat", "Mine", {}, {"grace": 1}), "settings.grace"),
        (r.OpenOwnTable("baccarat", "Mine", {}, {"freed": 86_400}), "settings.freed"),
        (r.OpenOwnTable("baccarat", "Mine", cents=-1), "cents"),
        (r.OpenOwnTable("baccarat", "Mine", reason="x" * 201), ""),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(asked: r.OpenOwnTable, field: str) -> None:
    small = SmallHouse()
    unit = small.ask(asked, guest=small.enter(), status=422)
    assert unit.answer.body["field"] == field
    assert unit.answer.body["reason"]
    assert not small.house.tables()


def test_guests_may_set_what_concerns_their_game_and_no_more() -> None:
    assert set(LIMITS) - FOR_GUESTS == {"grace", "silent", "disconnected", "freed"}
    assert set(TableSettings.__slots__) >= FOR_GUESTS


def test_without_a_session_nothing_is_opened() -> None:
    small = SmallHouse()
    small.ask(r.OpenOwnTable("baccarat", "Mine"), guest="nobody", status=401)
    small.ask(r.OpenOwnTable("baccarat", "Mine"), status=401)
    assert not small.house.tables()


def test_a_guest_may_have_so_many_and_all_guests_so_many() -> None:
    small = SmallHouse(own_tables=3, own_tables_of_guest=2)
    ada, bob = small.enter(), small.enter("Bob")
    for _ in range(2):
        opened(small, ada)
    refused = small.ask(r.OpenOwnTable("baccarat", "Mine"), guest=ada, status=409).answer.body
    assert refused["reason"] == "you may have 2 tables of your own at once; close one first"
    table = opened(small, bob)
    assert small.ask(r.OpenOwnTable("baccarat", "Mine"), guest=bob, status=409).answer.body["error"] == "tables"
    small.ask(r.CloseTable("enough"), guest=bob, table=table)
    opened(small, bob)


def test_who_opened_it_may_pause_resume_and_close_it_and_nothing_else() -> None:
    small = SmallHouse()
    ada, bob = small.enter(), small.enter("Bob")
    table = opened(small, ada)
    small.ask(r.PauseTable("tea"), guest=bob, table=table, status=403)
    small.ask(r.PauseTable("tea"), guest=ada, table=table)
    assert small.table(table).status == PAUSED
    assert small.logged("paused")[0].who == ada
    small.ask(r.ResumeTable("back"), guest=ada, table=table)
    assert small.table(table).status == OPEN
    for request in (
        r.ChangeRules({"decks": 6}, "why"),
        r.ChangeSettings({"bet": 60}, "why"),
        r.VoidRound("why"),
        r.EndGuest(bob, "why"),
        r.OpenTable("baccarat", "Another"),
    ):
        small.ask(request, guest=ada, table=table, status=403)
    small.ask(r.CloseTable("enough"), guest=ada, table=table)
    assert small.table(table).status == CLOSED


def test_a_table_of_the_house_is_nobodys_to_pause() -> None:
    small = SmallHouse()
    table, ada = small.open("baccarat"), small.enter()
    for request in (r.PauseTable("x"), r.ResumeTable("x"), r.CloseTable("x")):
        small.ask(request, guest=ada, table=table, status=403)
    small.ask(r.PauseTable("x"), table=table, status=403)
    assert small.table(table).status == OPEN


def test_what_an_operator_paused_only_an_operator_resumes() -> None:
    small = SmallHouse()
    ada = small.enter()
    table = opened(small, ada)
    small.operate(r.PauseTable("a complaint"), table)
    small.ask(r.ResumeTable("please"), guest=ada, table=table, status=409)
    small.restart()
    small.ask(r.ResumeTable("please"), guest=ada, table=table, status=409)
    small.operate(r.ResumeTable(), table)
    assert small.table(table).status == OPEN


def test_closing_sends_the_chips_of_everybody_back_after_the_round() -> None:
    small = SmallHouse()
    ada, bob = small.enter(), small.enter("Bob")
    table = opened(small, ada, cents=100_00)
    small.ask(r.Sit(0, 100_00), guest=bob, table=table)
    small.until_betting(table)
    small.bet(table, bob)
    small.ask(r.CloseTable("enough"), guest=ada, table=table)
    small.wait(120)
    assert kept(small, table)["status"] == CLOSED
    assert small.wallet(ada) + small.wallet(bob) == sum(
        small.house.guest_view(guest, small.now)["chips"] for guest in (ada, bob)
    )
    assert small.wallet(ada) == small.settings.welcome


def test_a_table_closes_by_itself_when_nobody_has_sat_there_for_a_while() -> None:
    small = SmallHouse(deserted=10 * MINUTE)
    ada = small.enter()
    empty, used, theirs = opened(small, ada), opened(small, ada, cents=50_00), small.open("baccarat")
    small.wait(9 * MINUTE)
    assert small.table(empty).status == OPEN
    small.ask(r.Return(), guest=ada, table=used)
    small.wait(1 * MINUTE)
    assert kept(small, empty)["status"] == CLOSED
    assert small.table(used).status == OPEN
    small.ask(r.Stand(), guest=ada, table=used)
    small.wait(11 * MINUTE)
    body = kept(small, used)
    assert (body["status"], body["reason"]) == (CLOSED, "nobody has sat here for a while")
    assert small.table(theirs).status == OPEN, "the house's own stay"


def test_an_outage_does_not_count_against_a_table() -> None:
    small = SmallHouse(deserted=10 * MINUTE)
    table = opened(small, small.enter())
    small.now += 60 * MINUTE * 1000
    small.restart()
    small.wait(9 * MINUTE)
    assert small.table(table).status == OPEN
    small.wait(2 * MINUTE)
    assert kept(small, table)["status"] == CLOSED


def test_a_closed_table_is_put_away_and_makes_room() -> None:
    small = SmallHouse()
    ada = small.enter()
    mine, theirs = opened(small, ada), small.open("baccarat")
    small.ask(r.CloseTable("enough"), guest=ada, table=mine)
    small.operate(r.CloseTable("enough"), theirs)
    small.wait(3 * MINUTE)
    assert small.house.tables() == []
    assert small.store.lines[mine], "the store has its journal"


def test_a_private_table_is_listed_for_who_opened_it_and_who_sits_there() -> None:
    small = SmallHouse()
    ada, bob, cyd = (small.enter(name) for name in ("Ada", "Bob", "Cyd"))
    table = opened(small, ada, is_private=True)
    public = opened(small, ada)

    def listed(guest: str) -> set[str]:
        return {each["table"] for each in small.house.lobby(guest)}

    assert listed(ada) == {table, public}
    assert listed(bob) == listed("") == {public}
    small.ask(r.Sit(0, 100_00), guest=bob, table=table)  # whoever has the address may come
    assert listed(bob) == {table, public}
    assert listed(cyd) == {public}
    small.restart()
    assert listed(cyd) == {public}
    assert listed(ada) == {table, public}


def test_the_address_of_a_table_cannot_be_guessed() -> None:
    small = SmallHouse(own_tables_of_guest=50)
    ada = small.enter()
    ids = {opened(small, ada, is_private=True) for _ in range(20)}
    assert len(ids) == 20
    assert {len(bytes.fromhex(each)) for each in ids} == {16}


@pytest.mark.parametrize("changes", [False, True])
@pytest.mark.parametrize("banks", [True, False])
def test_who_does_not_bank_is_not_asked(banks: bool, changes: bool) -> None:
    small = SmallHouse()
    ada = small.enter()
    said = banks is not changes
    table = opened(small, ada, "three-card-poker", cents=500_00, banks=said, settings={"house_run": 3})
    assert small.house.view(table, ada)["you"]["banks"] is said
    if changes:
        small.ask(r.SetBanking(banks), guest=ada, table=table)
    assert small.house.view(table, ada)["you"]["banks"] is banks
    asked = 0
    for _ in range(400):
        seen = small.house.view(table, ada)
        if seen["you"]["legal"]["answer_bank"]:
            asked += 1
            small.act(table, ada, r.AnswerOffer(take=False))
        elif seen["you"]["legal"]["wagers"] and not seen["places"][0]["done"]:
            small.bet(table, ada)
        elif seen["you"]["legal"]["decision"]:
            small.decide(table, ada)
        else:
            small.wait(1)
    assert small.table(table).state.round > 8
    assert bool(asked) is banks
    small.audited(table)


def test_an_offer_is_declined_by_who_wants_none_any_more() -> None:
    small = SmallHouse()
    ada = small.enter()
    table = opened(small, ada, "three-card-poker", cents=500_00, settings={"house_run": 3})
    while not small.house.view(table, ada)["you"]["legal"]["answer_bank"]:
        small.wait(1)
    small.ask(r.SetBanking(banks=False), guest=ada, table=table)
    declined = [event.seat for event in small.events(table) if isinstance(event, e.BankDeclined)]
    assert small.table(table).seat_of(ada) in declined
    assert not small.house.view(table, ada)["you"]["legal"]["answer_bank"]
    small.audited(table)


def test_nobody_is_offered_the_bank_where_the_house_has_it() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    refused = small.ask(r.SetBanking(banks=True), guest=guest, table=table, status=422).answer.body
    assert "the house banks this game" in refused["reason"]
    small.ask(r.SetBanking(banks=True), guest=small.enter("Bob"), table=table, status=403)


def test_a_guests_pace_is_taken_to_tables_that_allow_it() -> None:
    small = SmallHouse()
    ada = small.enter()
    small.ask(r.SetPace("off"), guest=ada)
    small.ask(r.SetPace("faster"), guest=ada, status=422)
    small.restart()
    assert small.house.guest_view(ada, small.now)["pace"] == "off"
    mine = opened(small, ada, cents=50_00, settings={"allow_off": True})
    theirs = small.open("baccarat")
    small.ask(r.Sit(0, 50_00), guest=ada, table=theirs)
    paces = [small.house.view(table, ada)["you"]["pace"] for table in (mine, theirs)]
    assert paces == ["off", "usual"]
