"""Operators: keys are hashed, wrong ones lock a name, and sessions end."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, Type

from croupier.errors import Refused
from croupier.web import operators as o
from croupier.web.operators import KeyFile, Locked, Operators, add_operator, read_operators
from croupier.web.settings import Lockout

MINUTE = 60_000


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with little work; one test looks at how much it is."""
    monkeypatch.setattr(o, "hasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def test_guessing_a_key_takes_time_and_memory() -> None:
    hasher = PasswordHasher()
    assert (hasher.memory_cost, hasher.time_cost) >= (65_536, 3)
    assert hasher.type is Type.ID


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.operators"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare keys without hashing them, where that is not what the test is about."""
    monkeypatch.setattr(Operators, "is_key", lambda self, name, key: self.hashes().get(name) == key)


def made(hashes: dict[str, str]) -> Operators:
    return Operators(lambda: hashes, Lockout(failures=3, seconds=60), idle_seconds=600, seconds=3600)


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def test_a_key_is_kept_only_as_its_hash(file: Path) -> None:
    key = add_operator(file, "ada")
    other = add_operator(file, "bob")
    text = file.read_text()
    assert len(key) == len(other) == 43
    assert key not in text
    assert other not in text
    assert text.count("$argon2id$") == 2
    assert file.stat().st_mode & 0o777 == 0o600
    known = Operators(KeyFile(file).hashes, Lockout(), idle_seconds=1, seconds=1)
    assert known.is_key("ada", key)
    assert not known.is_key("ada", other)
    assert not known.is_key("eve", key)
    assert not known.is_key("ada", "\ud800")


def test_a_new_key_replaces_the_old_one(file: Path) -> None:
    before, after = add_operator(file, "ada"), add_operator(file, "ada")
    known = Operators(KeyFile(file).hashes, Lockout(), idle_seconds=1, seconds=1)
    assert not known.is_key("ada", before)
    assert known.is_key("ada", after)


@pytest.mark.parametrize("name", ["", "a b", "-x", "a" * 33, "ä", "a\nb"])
def test_a_name_that_could_be_mistaken_is_refused(file: Path, name: str) -> None:
    with pytest.raises(Refused, match="cannot be an operator's name"):
        add_operator(file, name)
    assert not file.exists()


@pytest.mark.parametrize(
    "text", ["", "ada $argon2id$x\n", f"{o.HEADING}\nada plain\n", f"{o.HEADING}\nada\n", "ä", f"{o.HEADING}\n \n"]
)
def test_a_file_that_is_not_of_operators_is_refused(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    with pytest.raises(Refused, match="not a file of operators"):
        read_operators(file)


def test_a_file_that_others_may_write_is_refused(file: Path) -> None:
    add_operator(file, "ada")
    file.chmod(0o622)
    with pytest.raises(Refused, match="others may write"):
        read_operators(file)


def test_another_file_is_not_written_over(file: Path) -> None:
    file.write_text("mine")
    with pytest.raises(Refused):
        add_operator(file, "ada")
    assert file.read_text() == "mine"


def test_several_wrong_keys_lock_a_name_also_for_the_right_one(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right", "bob": "right"})
        for _ in range(3):
            assert await known.enter("ada", "wrong", 0) is None
        with pytest.raises(Locked) as locked:
            await known.enter("ada", "right", 59_000)
        assert locked.value.seconds == 1
        assert await known.enter("bob", "right", 0)
        assert await known.enter("ada", "right", 60_000)

    run(story())


def test_many_guesses_at_once_are_no_better_than_one_after_the_other(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right"})
        told = await asyncio.gather(*(known.enter("ada", "wrong", 0) for _ in range(10)), return_exceptions=True)
        assert [each is None for each in told] == [True] * 3 + [False] * 7
        assert all(isinstance(each, Locked) for each in told[3:])

    run(story())


def test_the_right_key_forgives_what_was_wrong_before(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right"})
        for _ in range(5):
            assert await known.enter("ada", "wrong", 0) is None
            assert await known.enter("ada", "right", 0)

    run(story())


def test_names_that_nobody_has_do_not_fill_the_memory(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(o, "LOCKED_MAX", 5)

    async def story() -> None:
        known = made({})
        for number in range(20):
            assert await known.enter(f"eve{number}", "x", 0) is None
        assert len(known.failures) == 5

    run(story())


def test_a_session_ends_when_idle_when_old_and_when_left(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right"})
        token = await known.enter("ada", "right", 0) or ""
        assert len(token) == 43
        assert token not in str(known.sessions)
        for minute in range(0, 60, 9):
            assert known.operator(token, minute * MINUTE) == "ada"
        assert known.operator(token, 60 * MINUTE) == "", "too old"
        idle = await known.enter("ada", "right", 0) or ""
        assert known.operator(idle, 10 * MINUTE) == "", "idle"
        left = await known.enter("ada", "right", 0) or ""
        known.leave(left)
        assert known.operator(left, 0) == "", "left"
        assert known.operator("", 0) == ""

    run(story())


def test_whoever_guesses_elsewhere_locks_no_operator_out(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right"})
        for _ in range(3):
            assert await known.enter("ada", "wrong", 0, "203.0.113.9") is None
        with pytest.raises(Locked):
            await known.enter("ada", "right", 0, "203.0.113.9")
        assert await known.enter("ada", "right", 0, "192.0.2.1")

    run(story())


def test_a_clock_that_is_set_back_prolongs_no_lock(quick: None) -> None:
    async def story() -> None:
        known = made({"ada": "right"})
        for _ in range(3):
            assert await known.enter("ada", "wrong", 100 * MINUTE) is None
        assert await known.enter("ada", "right", 10 * MINUTE)

    run(story())


def test_a_file_that_changes_is_read_again(file: Path) -> None:
    async def story() -> None:
        old = add_operator(file, "ada")
        known = Operators(KeyFile(file).hashes, Lockout(), idle_seconds=600, seconds=3600)
        ada = await known.enter("ada", old, 0) or ""
        bobs_key = add_operator(file, "bob")
        bob = await known.enter("bob", bobs_key, 0) or ""
        assert (known.operator(ada, 0), known.operator(bob, 0)) == ("ada", "bob"), "nobody loses a session by it"
        new = add_operator(file, "ada")
        assert known.operator(ada, 0) == "", "the key that began it is void"
        assert known.operator(bob, 0) == "bob"
        assert await known.enter("ada", old, 0) is None
        assert await known.enter("ada", new, 0)
        file.unlink()  # noqa: ASYNC240  # nobody else waits
        assert known.operator(bob, 0) == "", "nobody is an operator any more"
        assert await known.enter("ada", new, 0) is None

    run(story())


def test_a_file_that_cannot_be_used_any_more_changes_nothing(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    add_operator(file, "ada")
    keys = KeyFile(file)
    before = keys.hashes()
    file.write_text(file.read_text() + "half a li")
    assert keys.hashes() == before
    assert keys.hashes() == before
    assert [record.message for record in caplog.records] == ["operators cannot be read"]
    file.chmod(0o666)
    assert keys.hashes() == before
