"""Sealed secrets: bound to table, kind, number and commitment, under a key that others cannot read."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.chance import DICE, SHUFFLE, Subject
from croupier.errors import Refused
from croupier.record.seal import BYTES_MAX, FORMAT, Vault, key_from

KEY = bytes(range(32))
SECRET = b"s" * 32
CARDS = Subject(SHUFFLE, "baccarat", "ab" * 16, 1, (8,))
DICE_TOO = Subject(DICE, "baccarat", "ab" * 16, 1, (6,))
COMMITMENT, OTHER = "cd" * 32, "ef" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A vault with a shuffle and some dice in it."""
    vault = Vault(tmp_path / "table.sealed", KEY)
    vault.seal(CARDS.table, CARDS, COMMITMENT, SECRET)
    vault.seal(CARDS.table, DICE_TOO, OTHER, SECRET[::-1])
    vault.write()
    return vault.path


def entries(path: Path) -> list[dict[str, Any]]:
    """What a vault holds, as it is written."""
    found: list[dict[str, Any]] = json.loads(path.read_bytes())[FORMAT]
    return found


def put(path: Path, of: list[dict[str, Any]]) -> Vault:
    """A vault that somebody wrote over."""
    path.write_text(json.dumps({FORMAT: of}))
    return Vault(path, KEY)


def test_a_secret_comes_out_as_it_went_in_and_only_for_what_it_belongs_to(path: Path) -> None:
    vault = Vault(path, KEY)
    assert vault.unseal(CARDS.table, CARDS, COMMITMENT) == SECRET
    assert vault.unseal(CARDS.table, DICE_TOO, OTHER) == SECRET[::-1]
    assert vault.unseal("cd" * 16, CARDS, COMMITMENT) is None
    assert vault.unseal(CARDS.table, CARDS, OTHER) is None
    assert vault.unseal(CARDS.table, replace(CARDS, number=2), COMMITMENT) is None
    assert Vault(path, bytes(32)).unseal(CARDS.table, CARDS, COMMITMENT) is None
    assert SECRET.hex().encode() not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("swapped", [("nonce", "sealed"), ("commitment", "nonce", "sealed"), ("sealed",), ("of",)])
def test_entries_that_are_swapped_give_nothing(path: Path, swapped: tuple[str, ...]) -> None:
    one, other = entries(path)
    first = one | {name: other[name] for name in swapped}
    second = other | {name: one[name] for name in swapped}
    vault = put(path, [first, second])
    for subject, commitment in ((CARDS, COMMITMENT), (CARDS, OTHER), (DICE_TOO, OTHER), (DICE_TOO, COMMITMENT)):
        assert vault.unseal(CARDS.table, subject, commitment) is None


@pytest.mark.parametrize("number", [0, 2, 99])
def test_an_entry_that_is_renumbered_gives_nothing(path: Path, number: int) -> None:
    one, _ = entries(path)
    vault = put(path, [one | {"number": number}])
    assert vault.unseal(CARDS.table, replace(CARDS, number=number), COMMITMENT) is None


def test_an_entry_of_another_table_gives_nothing(path: Path, tmp_path: Path) -> None:
    elsewhere = Vault(tmp_path / "other.sealed", KEY)
    elsewhere.seal("cd" * 16, CARDS, COMMITMENT, bytes(32))
    elsewhere.write()
    vault = put(path, entries(elsewhere.path))
    assert vault.unseal(CARDS.table, CARDS, COMMITMENT) is None


@pytest.mark.parametrize("name", ["nonce", "sealed"])
def test_a_single_flipped_bit_gives_nothing(path: Path, name: str) -> None:
    one, other = entries(path)
    data = bytes.fromhex(one[name])
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        assert put(path, [one | {name: flipped.hex()}, other]).unseal(CARDS.table, CARDS, COMMITMENT) is None


@pytest.mark.parametrize("value", ["", "0", "zz", "ab" * 8, "ab" * 100])
@pytest.mark.parametrize("name", ["nonce", "sealed"])
def test_what_is_no_sealed_secret_gives_nothing(path: Path, name: str, value: str) -> None:
    one, _ = entries(path)
    assert put(path, [one | {name: value}]).unseal(CARDS.table, CARDS, COMMITMENT) is None


def test_a_vault_that_is_cut_off_anywhere_is_refused_and_left_as_it_is(path: Path) -> None:
    data = path.read_bytes()
    for length in range(len(data) - 1):
        path.write_bytes(data[:length])
        with pytest.raises(Refused, match="not sealed secrets, or damaged ones"):
            Vault(path, KEY)
        assert path.read_bytes() == data[:length]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "null",
        "{}",
        f'{{"{FORMAT}":[[]]}}',
        f'{{"{FORMAT}":[{{"of":"shuffle","number":Infinity}}]}}',
        f'{{"{FORMAT}":[{{"of":"shuffle","number":1e999}}]}}',
        f'{{"{FORMAT}":[{{"of":"shuffle","number":NaN}}]}}',
        f'{{"{FORMAT}":[{{"of":"shuffle","number":{"9" * 5_000}}}]}}',
        "[" * 100_000,
        "x" * (BYTES_MAX + 1),
        "\xff",
    ],
)
def test_a_file_that_is_no_vault_is_refused(path: Path, text: str) -> None:
    path.write_text(text, encoding="latin-1")
    with pytest.raises(Refused, match="not sealed secrets, or damaged ones"):
        Vault(path, KEY)


# ── The key ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_key_is_made_once_with_its_directories_for_nobody_else_to_read(tmp_path: Path) -> None:
    file = tmp_path / "not" / "there" / "seal.key"
    key = key_from(file)
    assert key == key_from(file)
    assert len(key) == 32
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="only there do files have modes")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620, 0o666, 0o601])
def test_a_key_that_others_could_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "seal.key"
    key_from(file)
    file.chmod(mode)
    with pytest.raises(Refused, match="chmod 600"):
        key_from(file)
    file.chmod(0o600)
    assert len(key_from(file)) == 32


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.write_text(""),
        lambda file: file.write_text("ab" * 31),
        lambda file: file.write_text("ab" * 33),
        lambda file: file.write_text("z" * 64),
        lambda file: file.write_bytes(b"\xff" * 64),
        lambda file: (file.unlink(), file.mkdir(mode=0o700)),
    ],
)
def test_what_is_no_key_is_refused_and_not_replaced(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    file = tmp_path / "seal.key"
    key_from(file)
    spoil(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(Refused, match=r"key"):
        key_from(file)
    assert (file.read_bytes() if file.is_file() else None) == before
