"""Faults at every write, sync, truncate and rename: screen, table and journal agree to the cent, and play goes on.

An evening is played at each game, by a person or by the house, from a seed or from entropy. Each of its disk operations
in turn goes wrong in every way, or ends the process with all that a crash may leave behind. Whatever happens, what was
told is on the disk, the journal passes its audit, every secret is opened or sealed, and the table can be continued to
an end that its openings prove.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from croupier.cli.play.announcer import Announcer
from croupier.cli.play.screen import Screen
from croupier.cli.play.sitting import Wanted, explain, sit_down
from croupier.cli.play.table import Table
from croupier.errors import Unwritten
from croupier.games import game as game_by_name
from croupier.money import price
from croupier.record.audit import Audit, audit
from croupier.record.recorder import NotRecorded, terminated
from croupier.record.seal import key_file, key_from
from croupier.rulebook import Game
from croupier.table import events as e
from croupier.table.state import State, fold
from tests.cli.at_the_table import EVENING, SHORT_SHOE, Typed, assert_opened, console_of, held, proved, shown
from tests.faulty_disk import FAILURES, INTERRUPTED, KILLED, FaultyDisk, Image, Killed, disk_in_place

FILES = {"j", "j.openings", "j.sealed", "j.names"}
SEED = "2"
BANKS = {"three-card-poker": ("",)}
"""What is typed before leaving, where a round that was left open needs its bank."""
STRIDE = 101
"""Every so many points are tried in `make test`; all of them in `make torture`."""


# ── An evening ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Evening:
    """What is played."""

    game: str
    person: bool
    seed: str | None = SEED

    def __str__(self) -> str:
        who = "person" if self.person else "house"
        return f"{self.game}-{who}-{'entropy' if self.seed is None else 'seed'}"

    @property
    def house(self) -> dict[str, object]:
        return dict(SHORT_SHOE) if self.game == "baccarat" and not self.person else {}

    @property
    def rounds(self) -> int | None:
        return None if self.person else 9 if self.game == "baccarat" else 2


EVENINGS = [
    *(Evening(game, person) for game in EVENING for person in (True, False)),
    *(Evening(game, person=True, seed=None) for game in EVENING),
]
"""Whoever only watches always watches a seeded table."""


@dataclass
class Sat:
    """What came of a sitting."""

    text: str = ""
    told: int = 0
    """How many events were told."""
    table: Table | None = None
    failure: Unwritten | None = None
    interrupted: bool = False


def sit(evening: Evening, folder: Path, *, again: bool = False) -> Sat:
    """Play an evening, or take its table over and bring it to an end."""
    sat = Sat()
    journal = folder / "j"
    console = console_of()
    is_new = b"\n" not in held(journal)
    wanted = Wanted(
        game_by_name(evening.game),
        evening.seed,
        journal,
        rounds=1 if again and not evening.person else evening.rounds,
        house=evening.house if is_new else None,
    )
    with watching(sat):
        try:
            if evening.person:
                answers = (*BANKS.get(evening.game, ()), "q") if again else EVENING[evening.game]
                sit_down(wanted, Screen(console), Typed(console, iter(answers)))
            else:
                explain(wanted, Screen(console))
        except Unwritten as failure:
            sat.failure = failure
        except (KeyboardInterrupt, Killed):
            sat.interrupted = True
        finally:
            sat.text = shown(console)
    return sat


@contextmanager
def watching(sat: Sat) -> Iterator[None]:
    """Keep the table that is made, and count the events that are told."""

    class Watched(Table):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            sat.table = self

    class Counting(Announcer):
        def hear(self, events: tuple[e.Event, ...], state: State) -> None:
            super().hear(events, state)
            sat.told += len(events)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.cli.play.sitting.Table", Watched)
        patch.setattr("croupier.cli.play.sitting.Announcer", Counting)
        yield


@dataclass(frozen=True)
class Reference:
    """An evening without a fault."""

    operations: tuple[str, ...]
    journal: bytes = field(repr=False)
    chips: tuple[dict[int, str], ...] = field(repr=False)
    """What everybody had after each record."""


@cache
def reference(evening: Evening) -> Reference:
    """How an evening goes when nothing fails."""
    key_from(key_file())
    with TemporaryDirectory() as name:
        disk = FaultyDisk(Path(name))
        with disk_in_place(disk):
            sat = sit(evening, Path(name))
        assert sat.failure is None
        journal = held(Path(name) / "j")
    found = audit(journal.decode().splitlines(keepends=True))
    lengths = range(1, found.length + 1)
    return Reference(tuple(disk.done), journal, tuple(chips(state_after(found, length)) for length in lengths))


# ── What must hold ───────────────────────────────────────────────────────────────────────────────────────────────────


def judged(evening: Evening, folder: Path) -> Audit | None:
    """Prove what a journal holds before anybody continues it."""
    whole, _ = terminated(held(folder / "j"))
    if whole and evening.seed is not None:
        assert reference(evening).journal.startswith(whole), "the journal is not the beginning of what was played"
    return proved(folder / "j")


def chips(state: State) -> dict[int, str]:
    """The chips of every seat, as they are told."""
    return {seat: price(state.chips(seat)) for seat in state.seated}


def place(state: State) -> tuple[object, ...]:
    """Where a table is."""
    return (
        *(chips(state), dict(state.stakes), state.seated, state.round, state.at, state.in_round, state.bank_holder),
        *(state.drawn, state.shuffles, state.commitment, state.dice_commitment, state.dice),
    )


def told_chips(text: str) -> dict[int, str]:
    """The chips that lines of a screen tell."""
    return {int(seat): cents for seat, cents in re.findall(r"^ +Seat (\d+): .*?(\$[\d,.]+)$", text, re.MULTILINE)}


def agreed(evening: Evening, folder: Path, sat: Sat) -> None:
    """Prove that screen, table and journal say the same after a sitting that the process lived through."""
    found = judged(evening, folder)
    assert {file.name for file in folder.iterdir()} <= FILES
    if sat.table is None:
        assert sat.told == 0
        if found is None:
            assert "nothing of it happened" in sat.text or not sat.text or "taken back" in sat.text
            assert not held(folder / "j") or "taken back" in sat.text
            return
        assert isinstance(sat.failure, NotRecorded)
        assert not sat.failure.is_certain
        assert "The beginning of this sitting could not be written, and could not be taken" in sat.text
        return
    assert found
    assert found.state
    length, rest = told_truly(folder, sat, sat.table, found)
    assert sat.told + 1 == length, "only the opening of a table is not told"
    if rest and evening.seed is not None:
        assert told_chips(rest) in reference(evening).chips[length:]


def told_truly(folder: Path, sat: Sat, table: Table, found: Audit) -> tuple[int, str]:
    """Prove what was told of the chips and records; give how many there are, and what was told of a step in doubt."""
    is_certain = not isinstance(sat.failure, NotRecorded) or sat.failure.is_certain
    length = sat.failure.length if isinstance(sat.failure, NotRecorded) else found.length
    rest = ""
    assert f"Journal: {length} records" in sat.text
    assert found.state
    if sat.failure:
        said, _, rest = sat.text.partition("The table ends here. ")[2].partition("The step after that")
        assert f"What its {length} records tell is what happened:" in said
        before = state_after(found, length)
        assert told_chips(said) == chips(before)
        assert place(before) == place(table.state)
        assert bool(rest) == (not is_certain and table.dealer.ahead is not None)
    if is_certain:
        assert found.length == length
        assert not terminated(held(folder / "j"))[1]
        assert place(found.state) == place(table.state)
    return length, rest


def game_of(found: Audit) -> Game:
    """The game of a journal."""
    assert found.state
    return found.state.game


def state_after(found: Audit, length: int) -> State:
    """The table after so many records."""
    return fold(game_of(found), [record.event for record in found.records[:length]])


def continued(evening: Evening, folder: Path) -> None:
    """Prove that a table can be taken over and brought to an end that is proved."""
    before = held(folder / "j")
    whole, torn = terminated(before)
    drafts = {file.name for file in folder.iterdir()} - FILES
    sat = sit(evening, folder, again=True)
    assert sat.failure is None
    after = held(folder / "j")
    assert after.startswith(whole)
    found = audit(after.decode().splitlines(keepends=True))
    assert found.passed, found.fault
    assert (found.open_after, found.voided) == (None, 0)
    assert found.state
    assert sat.table
    assert place(found.state) == place(sat.table.state)
    assert "no longer be proved" not in sat.text
    assert ("was torn" in sat.text) == bool(torn)
    if whole:
        (taken_over,) = (r.event for r in found.records[whole.count(b"\n") :] if isinstance(r.event, e.TableContinued))
        assert taken_over.cut == len(torn)
    assert {file.name for file in folder.iterdir()} - FILES == drafts
    assert_opened(folder / "j")


# ── Every operation ──────────────────────────────────────────────────────────────────────────────────────────────────


def points(evening: Evening, way: str, stride: int) -> Iterator[int]:
    """The operations that are tried, other ones for each evening and way."""
    start = (EVENINGS.index(evening) * 7 + [*FAILURES, KILLED, INTERRUPTED].index(way) * 5) % stride
    return iter(range(1 + start, len(reference(evening).operations) + 1, stride))


def sat_with_fault(evening: Evening, folder: Path, at: int, way: str) -> tuple[Sat, FaultyDisk]:
    """Play an evening on a disk that fails."""
    disk = FaultyDisk(folder, at, way)
    with disk_in_place(disk):
        sat = sit(evening, folder)
    assert len(disk.done) >= at or evening.seed is None, "only chance may end an evening before its fault"
    return sat, disk


STRIDES = [pytest.param(STRIDE, id="some"), pytest.param(1, id="all", marks=pytest.mark.torture)]


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("way", FAILURES)
@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_screen_table_and_journal_agree_whatever_operation_fails(
    evening: Evening, way: str, stride: int, tmp_path: Path
) -> None:
    for at in points(evening, way, stride):
        folder = tmp_path / str(at)
        folder.mkdir()
        sat, _ = sat_with_fault(evening, folder, at, way)
        agreed(evening, folder, sat)
        continued(evening, folder)


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_a_table_goes_on_from_whatever_a_crash_leaves_behind(evening: Evening, stride: int, tmp_path: Path) -> None:
    for at in points(evening, KILLED, stride):
        folder = tmp_path / str(at)
        folder.mkdir()
        sat, disk = sat_with_fault(evening, folder, at, KILLED)
        for name, image in disk.images.items():
            left = tmp_path / f"{at} {name}"
            restore(image, left)
            found = judged(evening, left)
            length = found.length if found else 0
            assert sat.told <= max(length - 1, 0), "what was told must survive"
            heads = re.findall(r"^Head ([0-9a-f]{64})", sat.text, re.MULTILINE)
            assert set(heads) <= {record.hash for record in (found.records if found else ())}
            continued(evening, left)


def restore(image: Image, folder: Path) -> None:
    """Make a folder what a crash left."""
    folder.mkdir()
    for name, data in image.items():
        (folder / name).write_bytes(data)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("evening", EVENINGS, ids=str)
def test_ctrl_c_in_the_middle_of_a_step_waits_for_its_end(evening: Evening, stride: int, tmp_path: Path) -> None:
    for at in points(evening, INTERRUPTED, stride):
        folder = tmp_path / str(at)
        folder.mkdir()
        sat, disk = sat_with_fault(evening, folder, at, INTERRUPTED)
        assert sat.interrupted == (len(disk.done) >= at)
        agreed(evening, folder, sat)
        found = judged(evening, folder)
        is_open = found is not None and found.open_after is not None
        assert ("is left open; continue the journal to finish it" in sat.text) == is_open
        continued(evening, folder)


# ── Taking a table over ──────────────────────────────────────────────────────────────────────────────────────────────


@cache
def torn(evening: Evening, file: str) -> Image:
    """What is left of an evening when the process is killed while it writes to a file for the second last time."""
    at = [number for number, done in enumerate(reference(evening).operations, 1) if done == f"write {file}"][-2]
    with TemporaryDirectory() as name:
        _, disk = sat_with_fault(evening, Path(name), at, KILLED)
    return disk.images["all"]


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("file", ["j", "j.openings"])
@pytest.mark.parametrize("game", ["casino-monte", "three-card-poker"])
def test_a_table_that_is_taken_over_survives_whatever_operation_fails(
    game: str, file: str, stride: int, tmp_path: Path
) -> None:
    evening = Evening(game, person=True)
    left = torn(evening, file)
    assert not left[file].endswith(b"\n")
    restore(left, tmp_path / "whole")
    disk = FaultyDisk(tmp_path / "whole")
    with disk_in_place(disk):
        continued(evening, tmp_path / "whole")
    cases = [(at, way) for at in range(1, len(disk.done) + 1) for way in FAILURES]
    for at, way in cases[len(file) :: stride]:
        folder = tmp_path / f"{at} {way}"
        restore(left, folder)
        with disk_in_place(FaultyDisk(folder, at, way)):
            sat = sit(evening, folder, again=True)
        found = proved(folder / "j")
        assert found
        assert {name.name for name in folder.iterdir()} <= FILES | set(left)
        whole, _ = terminated(left["j"])
        if sat.table:
            told_truly(folder, sat, sat.table, found)
        elif isinstance(sat.failure, NotRecorded) and not sat.failure.is_certain:
            assert "The beginning of this sitting could not be written, and could not be taken" in sat.text
            assert held(folder / "j").startswith(whole)
        else:
            assert sat.failure
            assert "nothing of it happened" in sat.text or not sat.text
            assert held(folder / "j") in (whole, left["j"])
            was_cut = held(folder / "j") != left["j"]
            text = " ".join(sat.text.split())
            assert ("which is not recorded" in text) == was_cut or "it is not certain that the" in text
        continued(evening, folder)
