"""Where a house is kept."""

import asyncio
import stat
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.store.location import default_folder, open_store


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    async def story() -> None:
        store = await open_store(tmp_path / "a" / "house")
        await store.close()

    asyncio.run(story())
    assert stat.S_IMODE((tmp_path / "a" / "house").stat().st_mode) == 0o700


def test_a_house_of_ones_own_lies_beside_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "seal.key"))
    assert default_folder() == tmp_path / "house"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="the folder cannot be made"):
        asyncio.run(open_store(tmp_path / "file" / "house"))


def test_an_address_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        Refused, match=r"--database: this is not the address of a PostgreSQL database; give postgresql://"
    ):
        asyncio.run(open_store(tmp_path, "mysql://here"))
