"""The cache: a changed rule is counted again, an unchanged one never, and nothing damaged is believed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from croupier.exact import count
from croupier.kernel.cache import replacing
from tests.exact.invented import WAR, deck, over

# A small game in four files: a rule that calls another, both reading a constant, an enum's member and a table.
GAME = {
    "pair_game/__init__.py": "",
    "pair_game/values.py": """
        from enum import IntEnum

        LEAST = 5
        WORTH = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)


        class Outcome(IntEnum):
            LOSE = 0
            WIN = 1
            BIG = 2
        """,
    "pair_game/helpers.py": """
        from croupier.cards import rank_of
        from croupier.rule import rule

        from .values import WORTH


        @rule
        def worth(card: int) -> int:
            return WORTH[rank_of(card)]
        """,
    "pair_game/game.py": """
        from fractions import Fraction

        import tens
        from croupier.rule import rule
        from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager

        from . import helpers, values
        from .helpers import worth
        from .values import LEAST, Outcome


        @rule
        def outcome(first: int, second: int) -> int:
            total = worth(first) + worth(second)
            if total >= tens.TEN * 2:
                return Outcome.BIG
            return Outcome.WIN if total >= LEAST else Outcome.LOSE


        LINES = tuple(Line(code, code.name, "", Fraction(int(code) - 1)) for code in Outcome)
        GAME = Model(
            "pair-game",
            1,
            (Drawn("two", Draw.SET, 2),),
            (Wager("bet", "Bet", Rule(outcome, ("two",)), LINES),),
        )
        """,
    "tens.py": "TEN = 10\n",  # a file beside the package, of no package itself
}

PROGRAM = """
import json, sys
from croupier.cards import DECK
from croupier.exact import count
from pair_game.game import GAME
said = []
composition = tuple(1 if card < int(sys.argv[1]) else 0 for card in DECK)
counts = count(GAME, composition, notice=said.append)
print(json.dumps([len(said), dict(zip(counts.keys.tolist(), counts.counts.tolist()))]))
"""


class Copy:
    """A copy of the game in a folder of its own, counted in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in GAME.items():
            lines = text.splitlines()
            margin = len(lines[1]) - len(lines[1].lstrip()) if len(lines) > 1 else 0
            file = folder / name
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(line[margin:] for line in lines) + "\n", encoding="utf-8")

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "CROUPIER_CACHE": str(self.folder / "cache"), "PYTHONPATH": str(self.folder)}

    def start(self, cards: int = 52) -> "subprocess.Popen[str]":
        command = [sys.executable, "-B", "-c", PROGRAM, str(cards)]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)

    def count(self, cards: int = 52) -> tuple[bool, dict[str, int]]:
        """Whether it was counted anew, and the counts."""
        process = self.start(cards)
        output, _ = process.communicate()
        assert process.returncode == 0
        counted, counts = json.loads(output)
        return bool(counted), counts

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.folder / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")

    def files(self) -> list[Path]:
        return sorted(path for path in (self.folder / "cache").rglob("*") if path.is_file())


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


EDITS = {
    "a callee in another module": ("pair_game/helpers.py", "WORTH[rank_of(card)]", "WORTH[rank_of(card)] + 1"),
    "a constant": ("pair_game/values.py", "LEAST = 5", "LEAST = 7"),
    "a member of an enum": ("pair_game/values.py", "BIG = 2", "BIG = 3"),
    "a table": ("pair_game/values.py", "(0, 1, 2,", "(9, 1, 2,"),
    "a constant in a file beside the package": ("tens.py", "TEN = 10", "TEN = 11"),
}


def test_a_change_anywhere_in_the_rules_is_counted_again(copy: Copy) -> None:
    # one after the other, so that each must differ from all that are kept
    counted, before = copy.count()
    assert counted
    assert copy.count() == (False, before)
    seen = [before]
    for what, edit in EDITS.items():
        copy.edit(*edit)
        counted, now = copy.count()
        assert counted, what
        assert now not in seen, what
        assert copy.count() == (False, now), what
        seen.append(now)
    for name, old, new in reversed(EDITS.values()):
        copy.edit(name, new, old)
    assert copy.count() == (False, before), "what was counted before any change is still known"


def test_ten_runs_add_no_files(copy: Copy) -> None:
    copy.count()
    files = copy.files()
    for _ in range(10):
        assert not copy.count()[0]
    assert copy.files() == files


def test_another_composition_is_counted_with_the_same_compiled_counter(copy: Copy) -> None:
    # the second process loads what the first compiled
    copy.count()
    compiled = [file for file in copy.files() if not file.name.startswith("count-")]
    assert copy.count(cards=20)[0]
    assert [file for file in copy.files() if not file.name.startswith("count-")] == compiled


def test_a_damaged_count_is_made_again(copy: Copy) -> None:
    _, right = copy.count(cards=12)
    (kept,) = (file for file in copy.files() if file.suffix == ".npz")
    whole = kept.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"nothing of the kind", flipped(whole, len(whole) // 3)):
        kept.write_bytes(damaged)
        assert copy.count(cards=12) == (True, right)
        assert copy.count(cards=12) == (False, right)


def flipped(whole: bytes, place: int) -> bytes:
    """Bytes with one bit changed."""
    return whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


def test_no_changed_byte_of_a_count_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # in one process, so that every part of the file can have its turn
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    right = count(WAR, deck("2c 3c 4c"))
    (kept,) = tmp_path.rglob("count-*.npz")
    whole = kept.read_bytes()
    random = Random(1)
    for place in range(0, len(whole), 3):
        kept.write_bytes(flipped(whole, place) if random.random() < 0.5 else whole[:place])
        again = count(WAR, deck("2c 3c 4c"))
        assert again.keys.tolist() == right.keys.tolist()
        assert again.counts.tolist() == right.counts.tolist()


@pytest.mark.parametrize("damage", ["truncated", "emptied", "gone"])
def test_a_damaged_counter_is_compiled_again(copy: Copy, damage: str) -> None:
    _, right = copy.count()
    for file in copy.files():
        if file.name.startswith("count-") or damage == "gone":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[: 100 if damage == "truncated" else 0])
    assert copy.count() == (True, right)
    assert copy.count() == (False, right)


def test_processes_at_once_do_not_break_each_other(copy: Copy) -> None:
    processes = [copy.start(cards) for cards in (52, 52, 52, 30)]
    answers = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0, 0]
    assert len({json.dumps(json.loads(answer)[1]) for answer in answers[:3]}) == 1
    assert not copy.count()[0]
    assert not [file for file in copy.files() if file.name.startswith("tmp")], "a draft was left behind"


def test_a_cache_that_cannot_be_written_is_done_without(copy: Copy) -> None:
    (copy.folder / "cache").write_text("a file where a folder should be", encoding="utf-8")
    counted, counts = copy.count()
    assert counted
    assert copy.count() == (True, counts)


@pytest.mark.parametrize("cache", ["x" * 300, "nowhere", ""])
def test_a_cache_that_cannot_even_be_looked_at_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    # a name too long is refused to everybody, as a folder that may not be entered is to all but root
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / cache) if cache else "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert count(over(3), deck("2c 9c")).counts.tolist() == [1, 1]
    assert bool(list(tmp_path.rglob("count-*.npz"))) == (cache == "nowhere")


def no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_count_of_another_kind_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    right = count(WAR, deck("2c 3c 4c"))
    (kept,) = tmp_path.rglob("count-*.npz")
    keys, counts = right.keys, right.counts
    moved = counts.copy()
    moved[:2] += (counts[1] + 1, -counts[1] - 1)  # the sum is right, and a count is less than nothing
    for wrong_keys, wrong_counts in (
        (keys.astype(float), counts.astype(float)),
        (keys, counts.astype(float)),
        (keys - keys[0] - 1, counts),
        (keys + 10**9, counts),
        (keys[:, None], counts[:, None]),
        (keys, moved),
    ):
        np.savez(kept, keys=wrong_keys, counts=wrong_counts)
        again = count(WAR, deck("2c 3c 4c"))
        assert (again.keys.tolist(), again.counts.tolist()) == (keys.tolist(), counts.tolist())
        assert again.keys.dtype == again.counts.dtype == np.int64


def test_a_draft_that_cannot_take_its_place_is_not_left_behind(tmp_path: Path) -> None:
    (tmp_path / "taken" / "by a folder").mkdir(parents=True)
    with pytest.raises(OSError, match="taken"), replacing(tmp_path / "taken") as draft:
        draft.write(b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_old_counts_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    for cards in ("2c 3c 4c", "2c 3c 5c", "2c 3c 6c"):
        count(WAR, deck(cards))
    kept = sorted(tmp_path.rglob("count-*.npz"), key=lambda file: file.stat().st_mtime)
    monkeypatch.setattr(sys.modules["croupier.kernel.cache"], "KEPT_BYTES", 3 * kept[0].stat().st_size + 64)
    os.utime(kept[1])
    count(WAR, deck("2c 3c 7c"))
    left = set(tmp_path.rglob("count-*.npz"))
    assert len(left) == 3
    assert kept[0] not in left
    assert kept[1] in left
