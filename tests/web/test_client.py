"""The scripted guest at the command line."""

import re

import pytest

from croupier.web import client
from tests.web.house_process import free_port
from tests.web.served import served

pytestmark = pytest.mark.server


def test_it_plays_a_round_and_tells_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    with served() as house:
        assert client.main([house.url, "--game", "baccarat", "--rounds", "1"]) == 0
        assert house.live
        (guest,) = house.live.house.memory.guests.values()
        assert guest.is_ended
        assert guest.name == ""
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "At a table of Baccarat with $500.00 of practice chips."
    assert re.fullmatch(r"Round \d+ is over: \$[\d,]+\.\d\d\.", told[1])


def test_a_game_without_a_seat_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with served() as house:
        assert client.main([house.url, "--game", "chess"]) == 2
    assert capsys.readouterr().err == "There is no free seat at a table of chess.\n"


def test_a_house_that_is_not_there_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TRIES", 2)
    url = f"http://127.0.0.1:{free_port()}"
    assert client.main([url]) == 2
    assert capsys.readouterr().err == f"There is no house at {url}, or it does not answer.\n"
