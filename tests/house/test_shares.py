"""Sharing a round: by a secret that only its guest hears, until it is revoked, over, or erased with the guest."""

import json

from croupier.house import requests as r
from croupier.house.guest import hash_of
from croupier.house.rows import Document
from croupier.house.settings import SECOND
from tests.house.small_house import SmallHouse


def played(small: SmallHouse, rounds: int = 1) -> tuple[str, str]:
    """A table at which somebody has played some rounds."""
    table = small.open("casino-monte")
    guest = small.seated(table)
    for _ in range(rounds):
        small.until_betting(table)
        small.bet(table, guest)
        small.decide(table, guest)
    return table, guest


def share(small: SmallHouse, table: str, guest: str, number: int = 1, status: int = 200) -> str:
    unit = small.ask(r.ShareRound(number), guest=guest, table=table, key=f"key {next(small.keys)}", status=status)
    return unit.secrets.get("link", "")


def test_a_round_that_is_over_is_shared_by_a_secret_of_256_bits_that_is_kept_as_a_hash() -> None:
    small = SmallHouse()
    table, guest = played(small)
    secret = share(small, table, guest)
    assert len(secret) == 43
    found = small.house.shared(secret, small.now)
    assert found is not None
    assert (found["guest"], found["table"], found["round"]) == (guest, table, 1)
    assert found["until"] == small.now + small.settings.share * SECOND
    assert [each["share"] for each in small.house.shares_of(guest)] == [hash_of(secret)]
    kept = repr([small.store.documents, small.store.answers, small.store.log])
    assert secret not in kept
    assert hash_of(secret) in kept
    assert [entry.subject for entry in small.logged("round shared")] == [f"{table} round 1"]


def test_a_round_in_progress_or_to_come_is_not_shared() -> None:
    small = SmallHouse()
    table, guest = played(small)
    small.until_betting(table)
    for number in (0, 2, 3):
        assert not share(small, table, guest, number, status=409)
    assert not small.house.memory.shares


def test_a_secret_shown_again_under_the_same_key_is_not() -> None:
    small = SmallHouse()
    table, guest = played(small)
    first, again = (small.ask(r.ShareRound(1), guest=guest, table=table, key="a key") for _ in range(2))
    assert first.secrets
    assert not again.secrets
    assert first.answer == again.answer
    assert len(small.house.memory.shares) == 1


def test_only_who_shares_a_round_revokes_it_and_then_it_is_gone() -> None:
    small = SmallHouse()
    table, guest = played(small)
    secret, other = share(small, table, guest), small.enter("Bob")
    small.ask(r.RevokeShare(hash_of(secret)), guest=other, status=404)
    assert small.house.shared(secret, small.now)
    small.ask(r.RevokeShare(hash_of(secret)), guest=guest)
    assert small.house.shared(secret, small.now) is None
    small.ask(r.RevokeShare(hash_of(secret)), guest=guest, status=404)
    assert len(small.logged("share revoked")) == 1
    small.restart()
    assert small.house.shared(secret, small.now) is None


def test_a_share_outlasts_a_restart_and_ends_when_its_time_is_up() -> None:
    small = SmallHouse(share=100)
    table, guest = played(small)
    secret = share(small, table, guest)
    small.restart()
    assert small.house.shared(secret, small.now)
    small.now += 100 * SECOND
    assert small.house.shared(secret, small.now) is None
    small.wait(61)
    assert not small.house.memory.shares, "the sweep has dropped it"
    document = small.store.documents["share", hash_of(secret)]
    assert document == Document("share", hash_of(secret), 2, None)


def test_erasing_a_guest_erases_the_shares_and_no_others() -> None:
    small = SmallHouse()
    table, guest = played(small)
    other_table, other = played(small)
    secrets = [share(small, table, guest), share(small, other_table, other)]
    small.ask(r.EndSession(erase=True), guest=guest)
    assert [bool(small.house.shared(secret, small.now)) for secret in secrets] == [False, True]
    small.ask(r.EndSession(), guest=other)
    assert small.house.shared(secrets[1], small.now), "without erasing it lasts until its time is up"


def test_there_are_limits_to_how_much_is_shared() -> None:
    small = SmallHouse(shares_of_guest=2, shares=3)
    table, guest = played(small)
    other_table, other = played(small)
    share(small, table, guest)
    share(small, table, guest)
    assert not share(small, table, guest, status=409)
    share(small, other_table, other)
    assert not share(small, other_table, other, status=503)


def test_the_secret_of_a_share_opens_no_session_and_that_of_a_link_no_round() -> None:
    small = SmallHouse()
    table, guest = played(small)
    link = small.ask(r.MakeLink(), guest=guest).secrets["link"]
    secret = share(small, table, guest)
    small.ask(r.RedeemLink(secret), status=403)
    assert small.house.shared(link, small.now) is None
    assert "token" in small.ask(r.RedeemLink(link)).secrets


def test_who_has_no_session_shares_nothing() -> None:
    small = SmallHouse()
    table, guest = played(small)
    small.ask(r.EndSession(), guest=guest)
    small.ask(r.ShareRound(1), guest=guest, table=table, status=401)
    assert json.dumps(small.house.shares_of(guest)) == "[]"
