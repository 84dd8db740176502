"""`croupier backup` and `croupier restore`: what they say, and how they refuse."""

import asyncio
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from croupier.store.location import open_store
from croupier.store.sqlite import OURS
from tests.cli.conftest import Command
from tests.store.units import EVERYTHING


@pytest.fixture
def house(tmp_path: Path) -> Path:
    async def made() -> None:
        store = await open_store(tmp_path / "house")
        await store.commit([EVERYTHING])
        await store.close()

    asyncio.run(made())
    return tmp_path / "house"


def test_a_house_is_backed_up_and_restored(croupier: Command, house: Path, tmp_path: Path) -> None:
    ran = croupier("backup", tmp_path / "backup", "--data", house)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Backed up 0 tables, 2 records and 1 guest in ")
    assert "The key that seals shuffles is not in the backup; save it apart." in ran.out
    ran = croupier("restore", tmp_path / "backup", "--data", tmp_path / "again")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Restored 0 tables, 2 records and 1 guest in ")
    assert "it voids open rounds and shuffles anew" in ran.out
    assert (tmp_path / "again" / "house.sqlite").is_file()


def test_refusals_are_one_sentence(croupier: Command, house: Path, tmp_path: Path) -> None:
    ran = croupier("backup", tmp_path / "backup", "--data", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"croupier: {tmp_path}: there is no house in this folder.\n"
    ran = croupier("backup", tmp_path / "no" / "backup", "--data", house)
    assert (ran.status, ran.out) == (74, "")
    ran = croupier("restore", tmp_path / "none", "--data", house)
    assert (ran.status, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("backup", "new", "--data", "file"), "file: there is no house in this folder."),
        (("backup", "new", "--data", "later"), "later/house.sqlite: this was written by a later Croupier (schema 99;"),
        (("backup", "new", "--database", "mysql://here"), "--database: this is not the address of a PostgreSQL data"),
        (("backup", "file", "--data", "house"), "file: this file exists already; give another name."),
        (("backup",), "Missing argument 'FILE'; `croupier backup --help` says what it takes."),
        (("restore", "none", "--data", "new"), "none: there is no such backup."),
        (("restore", "house", "--data", "new"), "house: there is no such backup."),
        (("restore", "file", "--data", "new"), "file: this is not a store of Croupier, or it is damaged"),
        (("restore", "empty", "--data", "new"), "empty: this file is empty; a backup is not."),
        (("restore", "later/house.sqlite", "--data", "new"), "this was written by a later Croupier"),
        (("restore", "file", "--data", "file"), "file: this is not a folder; give a folder, or the name of a new one."),
        (("restore", "file", "--data", "house"), "there is a house here already; move house.sqlite and the like away"),
        (("restore", "file", "--data", "no/where"), "no/where: there is no folder no to make it in."),
        (("restore", "file", "--database", "mysql://here"), "--database: this is not the address of a PostgreSQL data"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    croupier: Command,
    house: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("hello")
    (tmp_path / "empty").touch()
    (tmp_path / "later").mkdir()
    with closing(apsw.Connection(str(tmp_path / "later" / "house.sqlite"))) as db:
        db.pragma("application_id", OURS)
        db.execute("CREATE TABLE meta (name, value); INSERT INTO meta VALUES ('schema', '99')")
    before = sorted(tmp_path.rglob("*"))
    ran = croupier(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_house_is_in_one_place(croupier: Command, house: Path, tmp_path: Path) -> None:
    ran = croupier("backup", tmp_path / "backup", "--data", house, "--database", "postgresql://here")
    assert (ran.status, ran.err) == (2, "croupier: --data does not go with --database.\n")


def test_a_house_of_ones_own_is_meant_if_no_folder_is_named(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "seal.key"))
    ran = croupier("backup", tmp_path / "backup")
    assert ran.err == f"croupier: {tmp_path / 'house'}: there is no house in this folder.\n"


def test_without_its_packages_a_command_says_what_to_install(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "croupier.store.backup", None)
    ran = croupier("backup", tmp_path / "backup")
    assert ran.status == 2
    assert "this needs croupier.store.backup; in a checkout install it with: `pip install '.[serve]'`." in ran.err
