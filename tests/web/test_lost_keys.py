"""A house whose sealing key is missing, or another one, says what would be lost before it goes on."""

import asyncio
import os
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.requests import Asked, CloseTable, Enter, OpenTable, Sit
from croupier.house.settings import HouseSettings
from croupier.record.seal import key_from
from croupier.store.loading import running
from croupier.store.location import open_store
from croupier.web.serve import Wanted, check_keys

START = 1_800_000_000_000
TABLE = OpenTable("baccarat", "A table", {}, {"house_run": 2, "between": 0})


async def play(wanted: Wanted, *, closes: bool = False) -> None:
    """Open a table at which cards are shuffled, in the folder of a house; and close it, where that is asked for."""
    now = START
    store = await open_store(wanted.folder)
    keys = SealKeys(tuple(key_from(file) for file in wanted.keys))
    house = House(HouseSettings(), keys, os.urandom, {"baccarat": game("baccarat")})
    committer = await running(house, store, lambda: now)
    writing = asyncio.create_task(committer.run())
    table = (await committer.ask(Asked(TABLE, operator="ada"))).answer.body["table"]
    if closes:
        await committer.ask(Asked(CloseTable("enough"), operator="ada", table=table))
    else:
        guest = (await committer.ask(Asked(Enter("Ada")))).answer.body["guest"]
        await committer.ask(Asked(Sit(0, 50_000), guest=guest, table=table))
        assert await store.sealed(table)
    await committer.stop()
    await writing
    await store.close()


@pytest.fixture
def wanted(tmp_path: Path) -> Wanted:
    return Wanted("127.0.0.1", 0, tmp_path / "house", keys=(tmp_path / "seal.key",))


def test_a_new_house_and_one_with_its_key_start(wanted: Wanted) -> None:
    asyncio.run(check_keys(wanted))
    assert not wanted.folder.exists()
    asyncio.run(play(wanted))
    asyncio.run(check_keys(wanted))


@pytest.mark.parametrize("is_replaced", [False, True])
def test_without_the_key_that_sealed_cards_in_use_nothing_starts(wanted: Wanted, is_replaced: bool) -> None:
    asyncio.run(play(wanted))
    (file,) = wanted.keys
    saved = file.rename(file.with_name("saved.key"))
    if is_replaced:
        key_from(file)
    with pytest.raises(Refused, match="the cards in use at one table were sealed with a key that is not here") as told:
        asyncio.run(check_keys(wanted))
    assert "--without-key" in str(told.value)
    assert file.exists() == is_replaced, "no key is made in the place of the one that is missing"
    saved_too = Wanted(wanted.host, 0, wanted.data, keys=(file, saved))
    asyncio.run(check_keys(saved_too))


def test_whoever_goes_on_without_it_says_so_once(wanted: Wanted) -> None:
    asyncio.run(play(wanted))
    (file,) = wanted.keys
    file.unlink()
    asyncio.run(check_keys(Wanted(wanted.host, 0, wanted.data, keys=wanted.keys, without_key=True)))
    asyncio.run(check_keys(wanted))
    asyncio.run(play(wanted))
    file.unlink()
    with pytest.raises(Refused, match="one table"):  # another key is another loss
        asyncio.run(check_keys(wanted))


def test_a_table_that_is_closed_needs_no_key(wanted: Wanted) -> None:
    asyncio.run(play(wanted, closes=True))
    (file,) = wanted.keys
    file.unlink()
    asyncio.run(check_keys(wanted))
