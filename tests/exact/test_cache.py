"""The cache: a changed rule is counted again, an unchanged one never, and nothing damaged is believed."""

import ast
import json
import os
import subprocess
import sys
from importlib.util import resolve_name
from pathlib import Path
from random import Random

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact.count import count
from croupier.kernel.cache import kept_bytes_max, replacing, trim
from croupier.kernel.effort import effort
from croupier.kernel.fingerprint import imports_in
from tests.exact.invented import WAR, deck, over

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow

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
from croupier.errors import Refused
from croupier.exact.count import count
from croupier.kernel.effort import effort
from pair_game.game import GAME
said = []
composition = tuple(1 if card < int(sys.argv[1]) else 0 for card in DECK)
with effort(notice=said.append):
    counts = count(GAME, composition)
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
    for place in range(0, len(whole), 19):
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


# ── What a file says of itself ───────────────────────────────────────────────────────────────────────────────────────


def test_a_count_copied_over_another_is_made_again_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # two houses that deal as many cards: each file has keys in order and the right sum for the other
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    low, high = (count(over(line), deck("2c 5c 9c Kc")) for line in (1, 9))
    assert low.counts.tolist() != high.counts.tolist()
    one, other = sorted(tmp_path.rglob("count-*.npz"), key=lambda file: file.stat().st_mtime)
    one.write_bytes(other.read_bytes())
    said: list[str] = []
    with effort(notice=said.append):
        assert count(over(1), deck("2c 5c 9c Kc")).counts.tolist() == low.counts.tolist()
    assert said[0] == "a kept count of over is damaged or belongs to another game; it is made again"


def test_a_count_that_was_edited_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    right = count(over(3), deck("2c 9c Kc"))
    (kept,) = tmp_path.rglob("count-*.npz")
    with np.load(kept) as arrays:
        parts = dict(arrays)
    parts["counts"] = parts["counts"][::-1]  # in order, and the sum is right
    np.savez(kept, **parts)
    said: list[str] = []
    with effort(notice=said.append):
        assert count(over(3), deck("2c 9c Kc")).counts.tolist() == right.counts.tolist()
    assert "made again" in said[0]


def test_a_count_larger_than_the_limit_takes_no_other_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    count(over(3), deck("2c 9c"))
    (small,) = tmp_path.rglob("count-*.npz")
    monkeypatch.setenv("CROUPIER_CACHE_LIMIT", "4100")
    said: list[str] = []
    with effort(notice=said.append):
        count(WAR, deck("2c 3c 4c 5c"))
    assert "more than the 0 MiB that kept counts may take together, and is not kept" in said[-1]
    assert "CROUPIER_CACHE_LIMIT" in said[-1]
    assert list(tmp_path.rglob("count-*.npz")) == [small]


def test_one_large_file_from_before_is_let_go_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name, size in (("count-a.npz", 10), ("count-b.npz", 10), ("count-c.npz", 1 << 20)):
        (home / name).write_bytes(bytes(size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE_LIMIT", "1 KiB")
        trim(tmp_path)
    assert sorted(file.name for file in home.iterdir()) == ["count-a.npz", "count-b.npz"]


def test_the_limit_is_on_all_counts_together_and_the_oldest_go_first(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for age, name in enumerate(("count-c.npz", "count-b.npz", "count-a.npz")):
        (home / name).write_bytes(bytes(400))
        os.utime(home / name, (1_000_000 - age, 1_000_000 - age))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE_LIMIT", "1000")
        trim(tmp_path)
    assert sorted(file.name for file in home.iterdir()) == ["count-b.npz", "count-c.npz"]


@pytest.mark.parametrize("limit", ["much", "-1", "1.5GiB", "9" * 30])
def test_a_limit_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setenv("CROUPIER_CACHE_LIMIT", limit)
    with pytest.raises(Refused, match=r"CROUPIER_CACHE_LIMIT: .* cannot be read; give a size such as 2GiB"):
        kept_bytes_max()


@pytest.mark.parametrize(
    "source",
    [
        "import one\nimport two.three as four, five\n",
        "from one import (\n    two,  \n    three as four,\n)\nfrom .six import seven  # why\n",
        "from one import two, \\\n    three\n",
        "try: import one\nexcept ImportError: import two\n",
        "import one; import two\n",
        "from one import (  # why\n    two,\n)\n",
        '"""Say import here."""\nfrom . import one\n',
        "def later():\n    from one.two import three\n",
    ],
)
def test_every_way_to_import_is_found(source: str) -> None:
    """Where lines tell all, no source is parsed; where they might not, it is."""
    found = imports_in(source, "package.module", False)  # as it is called
    nodes = list(ast.walk(ast.parse(source)))
    assert {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names} <= set(found)
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), "package") if node.level else node.module
            assert {base, *(f"{base}.{alias.name}" for alias in node.names)} <= set(found)


LOADED_LATER = """
import importlib, json, pkgutil, sys
import croupier
from croupier.kernel.fingerprint import fingerprint
from tests.example_games import EXAMPLES

def found():
    models = [each.game.rulebook().model for each in EXAMPLES.values()]
    return [fingerprint([rule.function for rule in model.rules()]) for model in models]

before = found()
loaded = len(sys.modules)
for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps([before == found(), len(set(before)) > 1, len(sys.modules) > loaded]))
"""


def test_what_else_is_loaded_does_not_change_which_count_is_meant() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED_LATER], capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout) == [True, True, True]
