"""Guests: names, sessions, tokens, links and wallets."""

from collections.abc import Callable

import pytest

from croupier.house import requests as r
from croupier.house.guest import hash_of
from croupier.house.recorder import SealKeys
from croupier.house.settings import DAY, HOUR, MINUTE, SECOND
from tests.house.simulator import KEYS
from tests.house.small_house import SmallHouse


def test_a_guest_enters_with_a_token_that_is_kept_hashed_and_with_practice_chips() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("  Ada "))
    guest, token = unit.answer.body["guest"], unit.secrets["token"]
    assert len(token) >= 43  # 256 bits
    assert unit.answer.body["name"] == "Ada"
    assert token not in str(unit.rows)
    found = small.house.guest_by_token(hash_of(token), small.now)
    assert found is not None
    assert (found.id, found.chips) == (guest, small.settings.welcome)
    assert small.wallet(guest) == small.settings.welcome
    assert [posting.why for posting in small.store.postings] == ["welcome"]


@pytest.mark.parametrize(
    "name",
    ["", " ", "x" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u2066a", "a\u00a0b", "...", "e\u0301\u0301\u0301\u0301", 7],
    ids=ascii,
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    unit = SmallHouse().ask(r.Enter(name), status=422)
    assert unit.answer.body["field"] == "name"


@pytest.mark.parametrize("name", ["Ada", "Зоя", "小林", "José-María", "O'Neil 2"])
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert SmallHouse().ask(r.Enter(name)).answer.body["name"] == name


def test_a_session_ends_when_idle_and_after_a_week_in_any_case() -> None:
    small = SmallHouse()
    token = small.ask(r.Enter("Ada")).secrets["token"]
    start = small.now
    assert small.house.guest_by_token(hash_of(token), start + 12 * HOUR * SECOND - 1)
    assert not small.house.guest_by_token(hash_of(token), start + 12 * HOUR * SECOND)
    guest = small.enter("Bob")
    for _ in range(15):  # never idle for long
        small.now += 11 * HOUR * SECOND
        small.ask(r.Rename("Bob"), guest=guest)
    small.now = start + 7 * DAY * SECOND - 1
    small.ask(r.Rename("Bob"), guest=guest)
    small.now += 1
    unit = small.ask(r.Rename("Bob"), guest=guest, status=401)
    assert unit.answer.body["error"] == "session"


def test_the_sweep_ends_sessions_that_are_over_and_their_streams() -> None:
    small = SmallHouse()
    guest = small.enter()
    small.now += 12 * HOUR * SECOND
    assert small.house.overdue(small.now) == [""]
    unit = small.ask(r.Tick())
    assert unit.ended == {guest}
    assert small.logged("session ended")[0].why == "expired"
    for name in ("Ada", ""):
        document = small.store.documents["guest", guest]
        assert document.body
        assert document.body["name"] == name  # which is erased a minute later
        small.now += MINUTE * SECOND
        assert not small.ask(r.Tick()).ended
    assert guest not in small.house.memory.guests  # the store has it


def test_that_a_guest_was_seen_is_written_at_most_once_a_minute() -> None:
    small = SmallHouse()
    guest = small.enter()
    table = small.open("baccarat")
    small.ask(r.Sit(0, 1_000), guest=guest, table=table)
    small.now += 10 * SECOND
    rows = small.ask(r.SetClock("slow"), guest=guest, table=table).rows
    assert not [row for row in rows if getattr(row, "kind", "") == "guest"]
    small.now += 60 * SECOND
    rows = small.ask(r.SetClock("usual"), guest=guest, table=table).rows
    assert [row for row in rows if getattr(row, "kind", "") == "guest"]


def test_a_token_that_was_rotated_is_dead_at_once() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("Ada"))
    guest, old = str(unit.answer.body["guest"]), unit.secrets["token"]
    rotated = small.ask(r.RotateToken(), guest=guest)
    assert rotated.ended == {guest}
    assert not small.house.guest_by_token(hash_of(old), small.now)
    assert small.house.guest_by_token(hash_of(rotated.secrets["token"]), small.now)


def test_a_new_token_whose_answer_was_lost_can_be_asked_for_again_with_the_old_one_and_the_key() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("Ada"))
    guest, old = str(unit.answer.body["guest"]), unit.secrets["token"]
    rotated = small.ask(r.RotateToken(), guest=guest, key="k", token=old)  # and the answer is lost
    small.restart()
    for asker in (guest, ""):  # who asks with the old token is nobody any more
        again = small.ask(r.RotateToken(), guest=asker, key="k", token=old)
        assert (again.answer, again.secrets) == (rotated.answer, rotated.secrets)
        assert not again.rows
    for asked in ({"key": "other", "token": old}, {"key": "k", "token": "guessed"}, {"key": "k"}, {"token": old}):
        assert "token" not in small.ask(r.RotateToken(), status=401, **asked).secrets
    assert not small.house.guest_by_token(hash_of(old), small.now)
    small.now += 2 * MINUTE * SECOND
    small.ask(r.RotateToken(), key="k", token=old, status=401)
    assert small.house.guest_by_token(hash_of(rotated.secrets["token"]), small.now)


def test_a_token_that_was_exchanged_since_is_not_given_again() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("Ada"))
    guest, old = str(unit.answer.body["guest"]), unit.secrets["token"]
    first = small.ask(r.RotateToken(), guest=guest, key="k1", token=old).secrets["token"]
    second = small.ask(r.RotateToken(), guest=guest, key="k2", token=first).secrets["token"]
    assert len({old, first, second}) == 3
    small.ask(r.RotateToken(), key="k1", token=old, status=401)
    small.ask(r.RotateToken(), guest=guest, key="k3", token=first, status=401)  # sent before, and too late
    assert small.house.guest_by_token(hash_of(second), small.now)


def test_the_sealing_key_may_change_between_a_new_token_and_the_question_for_it() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("Ada"))
    old = unit.secrets["token"]
    rotated = small.ask(r.RotateToken(), guest=str(unit.answer.body["guest"]), key="k", token=old)
    small.restart(SealKeys((bytes(32), *KEYS.keys)))
    assert small.ask(r.RotateToken(), key="k", token=old).secrets == rotated.secrets


def test_a_link_whose_answer_was_lost_can_be_used_again_by_whoever_used_it() -> None:
    small = SmallHouse()
    guest = small.enter()
    secret = small.ask(r.MakeLink(), guest=guest).secrets["link"]
    redeemed = small.ask(r.RedeemLink(secret), key="k")
    again = small.ask(r.RedeemLink(secret), key="k")
    assert (again.answer, again.secrets, again.rows) == (redeemed.answer, redeemed.secrets, ())
    for key in ("", "other"):  # whoever else saw the link comes too late
        small.ask(r.RedeemLink(secret), key=key, status=403)
    small.now += 2 * MINUTE * SECOND
    small.ask(r.RedeemLink(secret), key="k", status=403)


def test_a_link_carries_the_session_over_once_and_soon() -> None:
    small = SmallHouse()
    unit = small.ask(r.Enter("Ada"))
    guest, old = str(unit.answer.body["guest"]), unit.secrets["token"]
    link = small.ask(r.MakeLink(), guest=guest)
    secret = link.secrets["link"]
    assert secret not in str(link.rows) + str(link.answer)
    small.restart()  # links are kept
    redeemed = small.ask(r.RedeemLink(secret))
    assert redeemed.answer.body["guest"] == guest
    assert not small.house.guest_by_token(hash_of(old), small.now)
    assert small.house.guest_by_token(hash_of(redeemed.secrets["token"]), small.now)
    assert small.ask(r.RedeemLink(secret), status=403).answer.body["error"] == "link"
    late = small.ask(r.MakeLink(), guest=guest).secrets["link"]
    small.now += 5 * MINUTE * SECOND
    small.ask(r.RedeemLink(late), status=403)
    small.ask(r.RedeemLink("guessed"), status=403)


def test_a_new_link_replaces_the_one_before() -> None:
    small = SmallHouse()
    guest = small.enter()
    first, second = (small.ask(r.MakeLink(), guest=guest).secrets["link"] for _ in range(2))
    assert small.ask(r.RedeemLink(first), status=403).answer.body["error"] == "link"
    assert small.ask(r.RedeemLink(second)).answer.body["guest"] == guest


def test_a_top_up_fills_the_wallet_and_is_on_record() -> None:
    small = SmallHouse()
    guest = small.enter()
    assert small.ask(r.TopUp(), guest=guest, status=409).answer.body["error"] == "chips"
    table = small.open("baccarat")
    small.ask(r.Sit(0, 400_00), guest=guest, table=table)
    assert small.ask(r.TopUp(), guest=guest).answer.body["chips"] == small.settings.welcome
    assert [posting.why for posting in small.store.postings] == ["welcome", "sit", "top-up"]
    assert small.logged("topped up")


def test_who_ends_the_session_leaves_every_table_with_the_chips() -> None:
    small = SmallHouse()
    tables = [small.open("baccarat"), small.open("casino-monte")]
    guest = small.enter()
    for table in tables:
        small.ask(r.Sit(0, 100_00), guest=guest, table=table)
    unit = small.ask(r.EndSession(), guest=guest)
    assert unit.ended == {guest}
    assert unit.moved == set(tables)
    assert small.wallet(guest) == small.settings.welcome
    small.ask(r.TopUp(), guest=guest, status=401)


def test_who_ends_the_session_in_a_round_leaves_after_it_and_the_hand_is_played_by_default() -> None:
    small = SmallHouse()
    table = small.open("casino-monte")
    guest, other = small.seated(table), small.seated(table, name="Bob")
    small.wait(4)
    small.bet(table, guest)
    small.bet(table, other)
    small.ask(r.EndSession(), guest=guest)
    assert small.table(table).seat_of(guest)
    assert small.table(table).state.decisions[1][0].by == "table"
    small.decide(table, other)
    assert not small.table(table).seat_of(guest)
    assert small.store.postings[-1].why == "leave"


def erased_by_guest(small: SmallHouse, guest: str) -> None:
    small.ask(r.EndSession(erase=True), guest=guest)


def erased_by_operator(small: SmallHouse, guest: str) -> None:
    small.operate(r.EndGuest(guest, "asked for by letter", erase=True))
    assert small.logged("session ended")[-1].after == "erased"


def erased_after_the_end(small: SmallHouse, guest: str) -> None:
    small.ask(r.EndSession(), guest=guest)
    small.operate(r.EndGuest(guest, "asked for by letter", erase=True))
    assert small.logged("name erased")[-1].why == "asked for by letter"
    small.operate(r.EndGuest(guest, "asked for twice", erase=True), status=409)


@pytest.mark.parametrize("erase", [erased_by_guest, erased_by_operator, erased_after_the_end])
def test_an_erased_name_is_nowhere_in_what_is_kept(erase: Callable[[SmallHouse, str], None]) -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    small.ask(r.Rename("Zebulon"), guest=guest, key="rename-1")
    small.ask(r.Rename("Zebulon of the far too long name"), guest=guest, key="rename-2", status=422)
    erase(small, guest)
    document = small.store.documents["guest", guest]
    assert document.body is not None
    assert document.body["name"] == ""
    assert len(small.store.answers) == 2
    assert "Zebulon" not in str(vars(small.store))
    assert guest in "".join(small.store.lines[table])  # the pseudonym stays


def test_nobody_sits_down_with_chips_that_are_not_there() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.enter()
    unit = small.ask(r.Sit(0, small.settings.welcome + 1), guest=guest, table=table, status=409)
    assert unit.answer.body["chips"] == small.settings.welcome
    assert not small.table(table).people
    assert small.wallet(guest) == small.settings.welcome


def test_sessions_that_were_never_used_keep_nobody_out() -> None:
    small = SmallHouse(guests=3)
    table = small.open("baccarat")
    seated, idle, busy = small.seated(table), small.enter(), small.enter()
    small.now += small.settings.seen_every * SECOND
    small.ask(r.SetPace("slow"), guest=busy)
    small.now += small.settings.unused * SECOND
    small.enter("Bob")
    (entry,) = small.logged("session ended")
    assert (entry.who, entry.subject) == ("house", idle)
    assert not small.house.guest(seated).is_ended
    assert small.ask(r.Enter("Cyd"), status=503).answer.body["error"] == "full"


def test_a_full_house_takes_nobody_in() -> None:
    small = SmallHouse(guests=1)
    small.enter()
    assert small.ask(r.Enter("Bob"), status=503).answer.body["error"] == "full"
