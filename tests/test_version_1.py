"""Journals of version 1, written before commitments bound the dealer: they still audit, read and continue."""

import shutil
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.record.audit import audit
from croupier.record.journal import read
from croupier.record.proofs import check
from croupier.table import events as e
from croupier.table.state import ENTROPY, SEED, fold
from tests.cli.at_the_table import audited, played, watched

KEPT = Path(__file__).parent / "data" / "journal-v1"
EVERY = pytest.mark.parametrize("name", sorted(file.stem for file in KEPT.glob("*.jsonl")))
ANSWERS = {"three-card-poker-person": ("p", "q"), "casino-monte-person": ("", "c", "q"), "baccarat-person": ("", "q")}
SEEDED = ("casino-monte", "casino-monte-alternate", "baccarat", "three-card-poker")


@EVERY
def test_a_journal_of_version_1_passes_its_audit(name: str) -> None:
    with (KEPT / f"{name}.jsonl").open(encoding="utf-8") as lines:
        found = audit(lines)
    assert found.fault is None
    assert found.others == (), "it names no rulebook, so none can be another"
    assert {record.version for record in found.records} == {1}
    assert (found.open_after is None) == (name != "three-card-poker-person")


def test_the_journals_kept_tell_of_every_kind_of_event_that_version_1_had() -> None:
    kinds: set[type] = set()
    for file in KEPT.glob("*.jsonl"):
        with file.open(encoding="utf-8") as lines:
            kinds |= {type(record.event) for record in read(lines)}
    assert kinds == set(e.Event.__args__) - {e.TableContinued, e.DiceCommitted, e.CardsDiscarded}


def test_a_decision_that_version_1_did_not_name_is_known_by_its_step() -> None:
    with (KEPT / "three-card-poker.jsonl").open(encoding="utf-8") as lines:
        events = [record.event for record in read(lines)]
    last = max(number for number, event in enumerate(events) if isinstance(event, e.DecisionMade))
    made = events[last]
    assert isinstance(made, e.DecisionMade)
    assert made.decision == ""
    state = fold(game("three-card-poker"), events[: last + 1])
    assert state.decided(made.seat, "play") == state.decided(made.seat) == made.option


@EVERY
def test_a_changed_record_of_version_1_is_found(name: str) -> None:
    lines = (KEPT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(place for place, line in enumerate(lines) if '"seat_taken"' in line)
    lines[number] = lines[number].replace('"seat":', '"seat":1')
    fault = audit(lines).fault
    assert fault is not None
    assert fault.number == number


def copied(name: str, folder: Path) -> Path:
    """A journal that may be written to."""
    path = folder / "j"
    shutil.copy(KEPT / f"{name}.jsonl", path)
    return path


@pytest.mark.parametrize("name", SEEDED)
def test_a_journal_of_version_1_is_continued_in_version_2_with_its_seed(name: str, tmp_path: Path) -> None:
    path = copied(name, tmp_path)
    before = audited(path)
    watched(None, journal=path, seed="v1", rounds=2)
    found = audited(path)
    assert found.passed
    assert found.rounds == before.rounds + 2
    assert [record.version for record in found.records] == [1] * before.length + [2] * (found.length - before.length)
    taken_over = found.records[before.length].event
    assert isinstance(taken_over, e.TableContinued)
    assert taken_over.chance == SEED
    assert len(taken_over.table) == 32
    if name == "baccarat":
        shuffles = sum(isinstance(record.event, e.CardsShuffled) for record in found.records)
        assert shuffles == 1, "the seed picks the shoe up where it was"


@pytest.mark.slow
def test_a_shoe_of_version_1_that_is_dealt_on_is_proved_to_its_end(tmp_path: Path) -> None:
    path = copied("baccarat", tmp_path)
    shutil.copy(KEPT / "baccarat.openings", tmp_path / "j.openings")
    watched(None, journal=path, seed="v1", rounds=3)
    found = audited(path)
    lines = (tmp_path / "j.openings").read_text(encoding="utf-8").splitlines()
    proof = check(lines, found.uses)
    assert proof.cards == 21, "what version 1 had opened when it was left is proved"
    watched(None, journal=path, seed="v1", rounds=80)
    found = audited(path)
    first = found.uses[0]
    assert first.used_up
    lines = (tmp_path / "j.openings").read_text(encoding="utf-8").splitlines()
    assert check(lines, found.uses).cards == len(first.shown) > 300
    with pytest.raises(Refused, match="is not opened, first the shuffle 1"):
        check([line for line in lines if '"opening"' in line] + lines[:1], found.uses)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_persons_journal_of_version_1_is_continued(name: str, tmp_path: Path) -> None:
    path = copied(name, tmp_path)
    before = audited(path)
    with pytest.raises(Refused, match="a person sits at seat 1"):
        watched(None, journal=path, seed=None)
    with pytest.raises(Refused, match="dealt from entropy; leave --seed out"):
        played(None, "q", journal=path, seed="2")
    text = played(None, *ANSWERS[name], journal=path, seed=None)
    found = audited(path)
    assert found.passed
    assert found.state
    assert found.state.chance == ENTROPY
    assert (found.rounds, found.voided) == (before.rounds + 1, 0), "the round left open was finished"
    assert "You leave with" in text
    assert before.state
    assert found.state.seated == before.state.seated


def test_a_torn_step_of_version_1_is_finished_in_version_1(tmp_path: Path) -> None:
    path = copied("casino-monte", tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    settled = [place for place, line in enumerate(lines) if b'"wager_settled"' in line]
    path.write_bytes(b"".join(lines[: settled[1]]) + lines[settled[1]][:40])
    watched(None, journal=path, seed="v1")
    found = audited(path)
    assert found.passed
    taken_over = next(place for place, record in enumerate(found.records) if isinstance(record.event, e.TableContinued))
    assert path.read_bytes().startswith(b"".join(lines[:taken_over])), "what the step still had to tell is told as then"
    assert {record.version for record in found.records[:taken_over]} == {1}
    event = found.records[taken_over].event
    assert isinstance(event, e.TableContinued)
    assert event.cut == 40
