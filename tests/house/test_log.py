"""The log: whatever is significant is on record, with who did it, why, before and after."""

import pytest

from croupier.house import requests as r
from croupier.house.rows import Answer, Document, Entry
from croupier.house.settings import HOUR, MINUTE, SECOND
from croupier.house.unit import GUEST, TABLE
from tests.house.simulator import OPERATOR
from tests.house.small_house import SmallHouse

MONTE = "casino-monte"


def told(small: SmallHouse) -> list[tuple[str, ...]]:
    """The log, without times."""
    return [(each.who, each.what, each.subject, each.why, each.before, each.after) for each in small.store.log]


def test_what_guests_do_is_on_record() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.enter("Ada")
    small.ask(r.Rename("Eve"), guest=guest)
    small.ask(r.RotateToken(), guest=guest)
    secret = small.ask(r.MakeLink(), guest=guest).secrets["link"]
    small.ask(r.RedeemLink(secret))
    small.ask(r.Sit(1, 200_00), guest=guest, table=table)
    small.ask(r.TopUp(), guest=guest)
    small.ask(r.Connected(is_there=True), guest=guest)
    small.ask(r.Connected(is_there=False), guest=guest)
    small.ask(r.Stand(), guest=guest, table=table)
    small.ask(r.EndSession(erase=True), guest=guest)
    assert told(small) == [
        (OPERATOR, "opened", table, "", "", MONTE),
        (guest, "entered", "", "", "", ""),
        (guest, "renamed", "", "", "", ""),
        (guest, "token changed", "", "", "", ""),
        (guest, "link made", "", "", "", ""),
        (guest, "link used", "", "", "", ""),
        (guest, "sat", f"{table} seat 1", "", "", "20000"),
        (guest, "topped up", "", "", "80000", "100000"),
        (guest, "connected", "", "", "", ""),
        (guest, "disconnected", "", "", "", ""),
        (guest, "left", f"{table} seat 1", "", "20000", ""),
        (guest, "session ended", guest, "erased", "", ""),
    ]
    assert {each.at for each in small.store.log} == {small.now}


def test_what_operators_do_is_on_record_with_their_reasons() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table, seat=1)
    begun = len(small.store.log)
    small.operate(r.PauseTable("a spill"), table)
    small.operate(r.ChangeRules({"decks": 8}, "a bigger shoe"), table)
    small.operate(r.ChangeSettings({"bet": 60}, "beginners"), table)
    small.operate(r.ResumeTable("dry again"), table)
    small.until_betting(table, guest)
    small.operate(r.VoidRound("a card fell"), table)
    small.operate(r.EndGuest(guest, "rude"))
    small.operate(r.CloseTable("over"), table)
    assert told(small)[begun:] == [
        (OPERATOR, "paused", table, "a spill", "open", "paused"),
        (OPERATOR, "rules changed", table, "a bigger shoe", '{"decks": 6}', '{"decks": 8}'),
        (OPERATOR, "settings changed", table, "beginners", '{"bet": 30}', '{"bet": 60}'),
        (OPERATOR, "resumed", table, "dry again", "paused", "open"),
        (OPERATOR, "voided", f"{table} round 1", "a card fell", "0 cents on the layout", "returned"),
        (OPERATOR, "session ended", guest, "rude", "", ""),
        (guest, "left", f"{table} seat 1", "", "50000", ""),
        (OPERATOR, "closing", table, "over", "open", "closing"),
        ("house", "closed", table, "over", "", ""),
    ]


@pytest.mark.parametrize(
    "request_",
    [
        r.PauseTable(""),
        r.CloseTable(""),
        r.ChangeRules({"decks": 8}, ""),
        r.ChangeSettings({"bet": 60}, ""),
        r.VoidRound(""),
        r.PauseTable("x" * 201),
        r.PauseTable("two\nlines"),
    ],
    ids=repr,
)
def test_operators_give_a_reason_that_can_be_read(request_: r.Request) -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.until_betting(table, guest)
    small.operate(request_, table, status=422)
    small.operate(r.EndGuest(guest, ""), status=422)
    assert [each.what for each in small.store.log[-2:]] == ["refused", "refused"]
    assert small.table(table).status == "open"
    assert small.table(table).seat_of(guest)


def test_what_is_refused_changes_nothing_and_is_on_record() -> None:
    """Whoever is away and sends what is refused was not heard."""
    small = SmallHouse()
    table = small.open(MONTE, silent=1)
    guest = small.seated(table)
    small.until_betting(table, guest)
    small.wait(31)
    assert small.house.view(table, guest)["you"]["away"]
    before = small.table(table).body()
    unit = small.act(table, guest, r.Bet({"roulette": 500}), status=422)
    assert [type(row) for row in unit.rows] == [Entry, Answer]
    assert small.table(table).body() == before
    assert not small.logged("back")


def test_refusals_of_guests_are_kept_but_not_of_those_without_a_session() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.enter()
    kept = small.ask(r.Stand(), guest=guest, table=table, key="a-key", status=403)
    assert [type(row) for row in kept.rows] == [Entry, Answer]
    small.now += 12 * HOUR * SECOND
    unkept = small.ask(r.Stand(), guest=guest, table=table, key="another", status=401)
    assert [type(row) for row in unkept.rows] == [Entry]


def test_everybody_at_the_table_hears_of_another_name_and_bad_ones_are_refused() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    assert small.ask(r.Rename("Eve"), guest=guest).moved == {table}
    assert small.ask(r.Rename("a\u202eb"), guest=guest, status=422).moved == frozenset()
    assert [place["name"] for place in small.house.view(table)["places"]] == ["Eve"]


def test_documents_are_written_when_something_has_changed_and_not_otherwise() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.now += MINUTE * SECOND - 1
    quiet = small.ask(r.SetClock("usual"), guest=guest, table=table)
    assert not [row for row in quiet.rows if isinstance(row, Document) and row.kind == GUEST]
    small.now += 1
    seen = small.ask(r.SetClock("usual"), guest=guest, table=table)
    assert [row.kind for row in seen.rows if isinstance(row, Document) and row.kind != TABLE] == [GUEST]
