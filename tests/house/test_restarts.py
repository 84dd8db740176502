"""After an outage: rounds are completed, clocks start again, and what may have been seen is not used any more."""

import json
from dataclasses import fields, replace
from hashlib import sha256

import pytest

from croupier.chance import KEY_LENGTH
from croupier.house import requests as r
from croupier.house.recorder import SealKeys, key_name
from croupier.house.settings import SECOND
from croupier.house.snapshot import SCHEMA
from croupier.house.table import UNKNOWN_CARDS
from croupier.record.audit import audit
from croupier.record.proofs import Use
from croupier.table import events as e
from croupier.table.state import State, fold
from tests.example_games import EXAMPLES
from tests.house.simulator import KEYS
from tests.house.small_house import SmallHouse

MONTE = "casino-monte"
POKER = "three-card-poker"
GAMES = (MONTE, POKER, "baccarat")


def without_spent(state: State) -> State:
    """A state less which commitments were used before, which a snapshot leaves out."""
    copy = state.copy()
    copy.spent = ()
    return copy


def in_decision(small: SmallHouse, game: str = MONTE) -> tuple[str, str]:
    """A table where somebody has to decide."""
    table = small.open(game)
    guest = small.seated(table, 3)
    small.until_betting(table, guest)
    small.bet(table, guest)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    return table, guest


@pytest.mark.parametrize("game", [MONTE, POKER])
def test_a_restart_completes_the_round_from_the_sealed_shuffle(game: str) -> None:
    small = SmallHouse()
    table, guest = in_decision(small, game)
    before = small.house.view(table, guest)
    small.restart()
    after = small.house.view(table, guest)
    assert after["cards"] == before["cards"]
    assert after["commitment"] == before["commitment"]
    small.decide(table, guest)
    assert small.house.view(table)["closed"]["round"] == 1
    small.audited(table)
    assert not [event for event in small.events(table) if isinstance(event, e.RoundVoided)]


def test_clocks_start_again_with_grace_and_the_journal_says_that_the_table_was_continued() -> None:
    small = SmallHouse()
    table, _ = in_decision(small)
    small.now += 3600 * SECOND
    small.restart()
    assert small.house.view(table)["deadlines"] == {"3": small.now + (20 + 10) * SECOND}
    assert isinstance(small.events(table)[-1], e.TableContinued)
    assert small.logged("continued")
    small.wait(29.9)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    small.wait(0.1)
    assert small.last(table, e.DecisionMade).by == e.TABLE


def test_who_was_away_is_freed_no_sooner_because_of_an_outage() -> None:
    small = SmallHouse()
    table = small.open(MONTE, silent=1)
    guest = small.seated(table)
    small.until_betting(table)
    small.wait(31)
    assert not small.table(table).people[1].is_present
    small.now += 3600 * SECOND
    small.restart()
    assert small.table(table).seat_of(guest)
    small.wait(600)
    assert not small.table(table).seat_of(guest)


@pytest.mark.parametrize("game", GAMES)
def test_a_house_that_is_loaded_knows_what_the_one_before_knew(game: str) -> None:
    small = SmallHouse(snapshot_every=2)
    table = small.open(game, house_run=1)
    guest = small.seated(table, 3)
    for number in range(5):
        small.until_betting(table, guest)
        small.bet(table, guest)
        while small.house.view(table, guest)["you"]["legal"]["decision"]:
            small.decide(table, guest)
        loaded = small.new_house()
        small.store.load(loaded)
        assert bool(small.store.snapshots) == (number > 0)
        assert loaded.view(table, guest) == small.house.view(table, guest)
        mine, other = loaded.table(table), small.table(table)
        assert without_spent(mine.state) == without_spent(other.state)
        assert mine.recorder.track.show() == other.recorder.track.show()
        assert (mine.recorder.head, mine.recorder.length) == (other.recorder.head, other.recorder.length)
        assert mine.recorder.uses.open == other.recorder.uses.open
        latest = mine.recorder.recent
        assert latest == other.recorder.recent[other.recorder.length - len(latest) :]
        assert number or len(latest) == mine.recorder.length


def test_a_snapshot_and_the_lines_after_it_lead_where_all_lines_lead() -> None:
    for game in GAMES:
        small = SmallHouse(seed=3, snapshot_every=1)
        table = small.open(game, house_run=2)
        guest = small.seated(table, 3)
        for _ in range(4):
            small.until_betting(table, guest)
            small.bet(table, guest)
            small.wait(25)
            small.ask(r.Return(), guest=guest, table=table)
        loaded = small.new_house()
        small.store.load(loaded)
        assert [kept.number > 10 for kept in small.store.snapshots.values()] == [True]
        assert len(small.store.kept(loaded, table).lines) < len(small.store.lines[table])  # type: ignore[arg-type]
        folded = fold(small.games[game], small.events(table))
        assert without_spent(loaded.table(table).state) == without_spent(folded)


def test_whoever_lost_a_snapshot_takes_another_when_the_round_is_over() -> None:
    small = SmallHouse(snapshot_every=1)
    table, guest = in_decision(small)
    small.decide(table, guest)
    small.until_betting(table, guest)
    small.bet(table, guest)
    assert small.table(table).state.in_round
    small.store.snapshots.clear()
    small.restart()
    assert small.table(table).state.in_round
    assert not small.store.snapshots
    small.decide(table, guest)
    over = [number for number, event in enumerate(small.events(table)) if isinstance(event, e.RoundClosed)]
    assert [kept.number for kept in small.store.snapshots.values()] == over[-1:]


def test_a_snapshot_of_another_program_is_passed_over() -> None:
    small = SmallHouse(snapshot_every=1)
    table, guest = in_decision(small)
    small.decide(table, guest)
    (kept,) = small.store.snapshots.values()
    assert small.store.kept(small.house, table).snapshot == kept
    small.store.snapshots = {(table, "0" * 64): replace(kept, digest="0" * 64, body="nonsense")}
    assert small.store.kept(small.house, table).snapshot is None
    small.restart()
    assert small.house.view(table)["closed"]["round"] == 1


def test_a_snapshot_is_understood_by_other_software_under_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallHouse(snapshot_every=1)
    table, guest = in_decision(small)
    small.decide(table, guest)
    for module in ("recorder", "listing"):
        monkeypatch.setattr(f"croupier.house.{module}.software_version", lambda: "9.9.9+other")
    assert small.store.kept(small.new_house(), table).snapshot
    document = small.store.documents["table", table]
    assert document.body
    changes: list[dict[str, object]] = [{"rules": {}}, {"digest": "f" * 64}, {"game": "nothing"}]
    for changed in changes:
        other = replace(document, body={**document.body, **changed})
        assert small.house.snapshot_digest(other) == ""


def test_a_snapshot_under_other_house_rules_has_another_digest() -> None:
    small = SmallHouse(snapshot_every=1)
    table, guest = in_decision(small)
    small.decide(table, guest)
    before = small.house.snapshot_digest(small.store.documents["table", table])
    rules = [small.house.view(table)["house"]["decks"], 8]
    for decks in (rules[1], rules[0]):  # and back again
        small.operate(r.ChangeRules({"decks": decks}, "other cards"), table)
        assert (small.house.snapshot_digest(small.store.documents["table", table]) == before) == (decks == rules[0])
    small.restart()
    assert small.house.view(table)["house"]["decks"] == rules[0]


def test_a_table_whose_rounds_follow_at_once_is_kept_in_snapshots_too() -> None:
    small = SmallHouse(snapshot_every=2)
    table = small.open("baccarat", between=0)
    guest = small.seated(table)
    for _ in range(5):
        small.bet(table, guest)
    assert small.house.view(table)["round"] == 6
    (kept,) = small.store.snapshots.values()
    loaded = small.new_house()
    small.store.load(loaded)
    assert without_spent(loaded.table(table).state) == without_spent(fold(small.games["baccarat"], small.events(table)))
    assert len(small.store.lines[table]) - kept.number < kept.number


def test_whoever_changes_what_a_snapshot_holds_gives_it_another_number() -> None:
    """If this fails, raise SCHEMA in `house/snapshot.py`, so that no earlier one is read, and mend the line below."""
    small = SmallHouse(snapshot_every=1)
    table, guest = in_decision(small, POKER)
    small.decide(table, guest)
    (kept,) = small.store.snapshots.values()
    body = json.loads(kept.body)
    names = {part: sorted(body[part]) for part in ("state", "track")} | {
        "snapshot": sorted(body),
        "use": sorted(each.name for each in fields(Use)),
        "held": sorted(vars(small.table(table).state)),
    }
    assert (SCHEMA, sha256(json.dumps(names, sort_keys=True).encode()).hexdigest()[:16]) == (3, "e508b508b477b45d")


def test_without_the_key_the_round_is_called_off_and_the_shuffle_recorded_as_unprovable() -> None:
    small = SmallHouse()
    table, guest = in_decision(small, POKER)
    small.restart(SealKeys((bytes(KEY_LENGTH),)))
    small.decide(table, guest)
    closed = small.house.view(table)["closed"]
    assert closed["round"] == 1
    found = audit(small.store.lines[table])
    assert found.passed
    assert small.logged("unprovable")
    small.until_betting(table, guest)  # and the table goes on with cards that can be proved
    small.bet(table, guest)
    small.decide(table, guest)
    assert audit(small.store.lines[table]).passed


def test_without_the_key_a_round_that_needs_more_cards_is_called_off() -> None:
    red_dog = EXAMPLES["red-dog"].game
    small = SmallHouse(games={red_dog.id: red_dog})
    table = small.open(red_dog.id)
    guest = small.seated(table)
    for _ in range(50):  # some rounds are over before anybody has to decide
        small.until_betting(table)
        small.bet(table, guest)
        if small.house.view(table)["awaiting"]["kind"] == "decision":
            break
    chips = small.table(table).state.chips(1) + sum(small.table(table).state.stakes.values())
    small.restart(SealKeys((bytes(KEY_LENGTH),)))
    small.decide(table, guest)
    assert small.last(table, e.RoundVoided).reason == UNKNOWN_CARDS
    assert small.table(table).state.chips(1) == chips
    small.until_betting(table)


def test_without_the_key_a_shoe_in_use_is_shuffled_anew() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.restart(SealKeys((bytes(KEY_LENGTH),)))
    small.until_betting(table)
    assert small.table(table).state.shuffles == 2
    (entry,) = small.logged("unprovable")
    assert (entry.subject, entry.after) == (table, "shuffle 1")
    small.bet(table, guest)
    assert audit(small.store.lines[table]).passed


def test_keys_can_be_rotated_while_a_shoe_is_in_use() -> None:
    small = SmallHouse()
    table, guest = in_decision(small)
    new = SealKeys((bytes([7]) * KEY_LENGTH, *KEYS.keys))
    small.restart(new)
    small.decide(table, guest)
    small.until_betting(table)
    assert {row.key for row in small.store.sealed.values()} == {key_name(new.keys[0])}
    small.audited(table)


def test_a_key_is_not_told_by_what_is_printed() -> None:
    assert KEYS.keys[0].hex() not in repr(KEYS)


@pytest.mark.parametrize("game", GAMES)
def test_after_restoring_a_backup_rounds_are_voided_and_cards_reshuffled(game: str) -> None:
    """In the time that was lost, cards and dice may have been seen."""
    small = SmallHouse()
    table = small.open(game)
    guest = small.seated(table, 3)
    small.until_betting(table, guest)
    if game == "baccarat":
        small.bet(table, guest)
        small.until_betting(table, guest)
    seen = small.house.view(table)["commitment"]
    small.restart(is_restored=True)
    assert small.last(table, e.RoundVoided).actor == e.TABLE
    small.until_betting(table, guest)
    assert small.house.view(table)["commitment"] != seen
    small.bet(table, guest)
    while small.house.view(table, guest)["you"]["legal"]["decision"]:
        small.decide(table, guest)
    small.audited(table)
    assert small.logged("restored")


def test_dice_that_were_committed_to_before_a_restored_backup_are_never_rolled() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    small.seated(table)
    assert small.table(table).state.dice_commitment  # for the round that is about to open
    committed = small.table(table).state.dice_commitment
    shuffled = small.house.view(table)["commitment"]
    small.restart(is_restored=True)
    small.restart()  # a second outage forgets nothing of that
    small.until_betting(table)
    voided = small.last(table, e.RoundVoided)
    assert (voided.round, voided.actor) == (1, e.TABLE)
    assert small.table(table).state.round == 2
    assert small.table(table).state.dice_commitment != committed
    assert small.house.view(table)["commitment"] != shuffled
    small.audited(table)


def test_a_round_under_other_rules_than_the_programs_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallHouse()
    table, guest = in_decision(small)
    monkeypatch.setattr("croupier.house.table.rulebook_digest", lambda _: "f" * 64)
    small.restart()
    assert small.last(table, e.RoundVoided).reason.startswith("the rules")
    assert small.last(table, e.TableContinued).digest == "f" * 64
    assert small.table(table).seat_of(guest)


def test_what_could_not_be_written_is_forgotten_and_loaded_again() -> None:
    small = SmallHouse()
    table, guest = in_decision(small)
    against = small.moment(table, guest)
    lost = small.house.handle(r.Asked(r.Choose("check"), guest=guest, table=table, key="k", against=against), small.now)
    assert lost.answer.status == 200  # and then the disk was full
    small.house.forget([table, guest])
    small.store.load(small.house)
    assert small.moment(table, guest) == against
    again = small.ask(r.Choose("check"), guest=guest, table=table, key="k", against=against)
    assert again.answer == lost.answer
    small.audited(table)
