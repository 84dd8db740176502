"""Journals of other rules and other versions: judged and told apart, and continued only between rounds."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.identity import rulebook_digest
from croupier.record.audit import audit
from croupier.record.journal import GENESIS, HASH_FIELD
from croupier.rulebook import Game, House, Rulebook
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import step
from tests.cli.conftest import Command
from tests.cli.conftest import croupier as croupier  # noqa: PLC0414  # a fixture
from tests.crooked_dealer import TABLES, honest, opened, quick, shown

EVERY_TABLE = pytest.mark.parametrize("table", TABLES)
BEFORE = Path(__file__).parent / "data" / "journal-v1"


def variant(plain: Game) -> Game:
    """The same game with a higher limit on its last wager, as another version of it might have."""

    def build(whose: Game, house: House) -> Rulebook:
        book = plain.build(whose, house)
        last = book.model.wagers[-1]
        wagers = (*book.model.wagers[:-1], replace(last, most=(last.most or 0) + 1_000_000_00))
        return replace(book, model=replace(book.model, wagers=wagers))

    return replace(plain, build=build)


@cache
def other_games(of: object) -> Game:
    """The games of a house that changed them all."""
    return variant(quick(of))


def bound(records: list[dict[str, Any]]) -> list[str]:
    """Records as a journal, each bound to those before it."""
    head, lines = GENESIS, []
    for record in records:
        text = json.dumps({name: value for name, value in record.items() if name != "hash"}, separators=(",", ":"))[:-1]
        head = sha256((head + text).encode()).hexdigest()
        lines.append(f'{text}{HASH_FIELD}{head}"}}\n')
    return lines


def records_of(table: str) -> list[dict[str, Any]]:
    """A round of a table, record by record."""
    at = shown(table, Random(table))
    return [*map(json.loads, at.journal(honest(at, 1).events))]


@EVERY_TABLE
def test_a_journal_of_other_rules_is_judged_and_told_as_such(table: str) -> None:
    at = shown(table, Random(table))
    lines = at.journal(honest(at, 1).events)
    same, other = audit(lines, games=quick), audit(lines, games=other_games)
    assert same.passed
    assert not same.others
    assert other.passed
    here = rulebook_digest(variant(at.state.game).rulebook(at.state.rulebook.house))
    assert other.others == ((0, at.state.digest, here),)
    records = [*map(json.loads, lines)]
    settled = next(record for record in records if record["event"] == "wager_settled")
    settled["result"] += 1
    assert not audit(bound(records), games=other_games).passed


@EVERY_TABLE
def test_under_other_rules_a_table_goes_on_between_rounds_and_not_within_one(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    other = rulebook_digest(variant(at.state.game).rulebook(at.state.rulebook.house))
    taken_over = c.Continue(at.state.table, "2", other, at.state.chance)
    with pytest.raises(Refused, match="opened under another rulebook"):
        step(at.state, taken_over)
    voided = step(at.state, c.VoidRound("other rules come")).state
    for state in (rest.state, voided):
        after, (told,) = step(state, taken_over)
        assert after.digest == other
        assert told == e.TableContinued(at.state.table, "2", other, at.state.chance, 0)
    lines = at.journal([*rest.events, told])
    assert [number for number, _, _ in audit(lines, games=quick).others] == [len(lines) - 1]
    assert [number for number, _, _ in audit(lines, games=other_games).others] == [0]


@EVERY_TABLE
def test_house_rules_left_out_are_a_fault_or_told_as_other_rules(table: str) -> None:
    """One left out has its default; where that is another value, the digest recorded is of other rules than those."""
    unusual = TABLES[table][1]
    records = records_of(table)
    for name in records[0]["house"]:
        house = {other: value for other, value in records[0]["house"].items() if other != name}
        found = audit(bound([records[0] | {"house": house}, *records[1:]]), games=quick)
        if name in unusual:
            assert found.others or found.fault
        else:
            assert found.fault
            assert found.fault.number == 0


@pytest.mark.parametrize("composition", [[], ["dragon_7"], ["lucky-monkey", "dragon_7"]])
def test_side_bets_that_the_game_does_not_have_are_a_fault(composition: list[str]) -> None:
    records = records_of("baccarat")
    assert records[0]["composition"] == ["lucky-monkey"]
    found = audit(bound([records[0] | {"composition": composition}, *records[1:]]), games=quick)
    assert found.fault
    assert "side bets" in found.fault.reason


# ── At the command line ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Change the rules of every game from now on."""
    from croupier import games  # noqa: PLC0415

    load = games.load
    return lambda: monkeypatch.setattr(games, "load", lambda place: variant(load(place)))


def test_an_audit_leaves_with_3_for_other_rules_and_with_1_for_a_fault(
    croupier: Command, tmp_path: Path, changed: Callable[[], None]
) -> None:
    at = shown("baccarat", Random("status"))
    rest = honest(at, 1)
    path, proofs = tmp_path / "table.jsonl", tmp_path / "table.jsonl.openings"
    lines = at.journal(rest.events)
    path.write_text("".join(lines))
    proofs.write_text("".join(opened(rest.uses, rest.drawn)))
    assert croupier("audit", path, "--head", at.head).status == 0
    changed()
    ran = croupier("audit", path, "--head", at.head)
    assert ran.status == 3
    assert "written under another rulebook" in ran.out
    records = [*map(json.loads, lines)]
    next(record for record in records if record["event"] == "wager_settled")["result"] += 1
    path.write_text("".join(bound(records)))
    assert croupier("audit", path).status == 1
    path.write_text("".join(lines))
    proofs.write_text("")
    assert croupier("audit", path).status == 1
    assert croupier("audit", path, "--head", "ab" * 32).status == 1


def test_a_table_is_played_on_under_other_rules_between_rounds_alone(
    croupier: Command, tmp_path: Path, changed: Callable[[], None]
) -> None:
    path = tmp_path / "table.jsonl"
    assert croupier("play", "three-card-poker", "--watch", "--seed", "1", "--journal", path).status == 0
    whole = path.read_text().splitlines(keepends=True)
    opened_at = next(place for place, line in enumerate(whole) if '"event":"round_opened"' in line)
    torn = tmp_path / "torn.jsonl"
    torn.write_text("".join(whole[: opened_at + 1]))
    changed()
    ran = croupier("play", "--watch", "--seed", "1", "--journal", torn)
    assert ran.status == 2
    assert "was opened under another rulebook" in ran.err
    assert torn.read_text() == "".join(whole[: opened_at + 1])
    assert croupier("play", "--watch", "--seed", "1", "--journal", path).status == 0
    told = [json.loads(line) for line in path.read_text().splitlines()[len(whole) :]]
    assert told[0]["event"] == "table_continued"
    assert told[0]["digest"] != json.loads(whole[0])["digest"]
    assert croupier("audit", path).status == 3


# ── Versions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", sorted(BEFORE.glob("*.jsonl")), ids=lambda file: file.stem)
def test_no_record_of_one_version_passes_in_a_journal_of_the_other(file: Path) -> None:
    old = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    new = records_of("baccarat")
    assert audit(bound(old), games=quick).passed
    assert audit(bound(new), games=quick).passed
    kinds = (
        "table_opened",
        "seat_taken",
        "cards_shuffled",
        "cards_dealt",
        "die_rolled",
        "decision_made",
        "wager_settled",
    )
    for one, other in ((old, new), (new, old)):
        for kind in kinds:
            place = next((k for k, record in enumerate(one) if record["event"] == kind), None)
            foreign = next((record for record in other if record["event"] == kind), None)
            if place is not None and foreign is not None:
                mixed = [*one[:place], foreign | {"n": place}, *one[place + 1 :]]
                assert not audit(bound(mixed), games=quick).passed


@pytest.mark.parametrize("version", [0, 1, 3, True, "2", 2.0, None])
@EVERY_TABLE
def test_a_version_is_one_of_those_there_are_and_only_its_own_record_begins_one(table: str, version: object) -> None:
    records = records_of(table)
    assert not audit(bound([records[0] | {"journal": version}, *records[1:]]), games=quick).passed
    middle = len(records) // 2
    marked = {"n": middle, "event": records[middle]["event"], "journal": version or 2} | records[middle]
    assert not audit(bound([*records[:middle], marked, *records[middle + 1 :]]), games=quick).passed


def test_a_table_of_version_1_that_goes_on_is_bound_from_then_on() -> None:
    text = (BEFORE / "casino-monte.jsonl").read_text(encoding="utf-8")
    state = audit(io.StringIO(text, newline="\n")).state
    assert state is not None
    assert not state.is_bound
    digest = rulebook_digest(state.rulebook)
    for chance in ("", "given", "luck"):
        with pytest.raises(Refused):
            step(state, c.Continue("ab" * 16, "1", digest, chance))
    with pytest.raises(Refused, match="an id of 32"):
        step(state, c.Continue("", "1", digest, "entropy"))
    after = step(state, c.Continue("ab" * 16, "1", digest, "entropy")).state
    assert after.is_bound
    with pytest.raises(Refused, match="64 hexadecimal"):
        step(after, c.Shuffle("shoe", "any words will do"))
