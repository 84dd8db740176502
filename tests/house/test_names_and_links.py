"""Names have one spelling, and a link carries one session, while there is one."""

import pytest

from croupier.house import requests as r
from tests.house.small_house import SmallHouse


def test_a_link_takes_the_place_of_the_guests_own_earlier_one_and_of_no_other() -> None:
    small = SmallHouse()
    ada, bob = small.enter("Ada"), small.enter("Bob")
    first, other, second = (small.ask(r.MakeLink(), guest=guest).secrets["link"] for guest in (ada, bob, ada))
    small.ask(r.RedeemLink(first), status=403)
    for guest, secret in ((bob, other), (ada, second)):
        assert small.ask(r.RedeemLink(secret)).answer.body["guest"] == guest


@pytest.mark.parametrize("erase", [True, False])
def test_a_link_of_a_session_that_is_over_carries_it_nowhere(erase: bool) -> None:
    small = SmallHouse()
    guest = small.enter()
    secret = small.ask(r.MakeLink(), guest=guest).secrets["link"]
    small.ask(r.EndSession(erase), guest=guest)
    unit = small.ask(r.RedeemLink(secret), status=401)
    assert not unit.secrets
    assert not small.house.memory.tokens


def test_a_name_is_kept_in_one_spelling() -> None:
    small = SmallHouse()
    assert small.ask(r.Enter("Jose\u0301")).answer.body["name"] == "Jos\u00e9"
    assert small.ask(r.Enter("e\u0301" * 24)).answer.body["name"] == "\u00e9" * 24
