"""The history of a table: every round that a journal tells of, and what it settles to again."""

import json
from pathlib import Path
from random import Random

import pytest

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.record.history import CLOSED, OPEN, VOIDED, History, RoundHistory, history
from croupier.settlement.round import settle
from croupier.table import events as e
from tests.random_tables import any_house, lines_of, played

KEPT = Path(__file__).parent / "data" / "journal-v1"
EVERY = pytest.mark.parametrize("of", GAMES)


def told(of: str, seed: int, rounds: int = 8) -> History:
    """The history of a random table under random house rules."""
    chance = Random(f"{of} {seed}")
    return history(lines_of(played(of, rounds, chance, any_house(of, chance))))


def assert_settles_alike(one: RoundHistory) -> None:
    """Describing a recorded round and settling that gives the same cents for every wager, fee and bank."""
    again = settle(json.loads(json.dumps(one.describe()))).state
    assert again.settled == one.table.settled
    assert again.fees == one.table.fees
    assert (again.bank_result, again.bank_used) == (one.table.bank_result, one.table.bank_used)


@EVERY
@pytest.mark.parametrize("seed", range(14))
def test_a_recorded_round_is_settled_again_to_the_same_cents(of: str, seed: int) -> None:
    found = told(of, seed)
    closed = [one for one in found if one.status == CLOSED]
    assert len(closed) >= 5
    for one in closed:
        assert_settles_alike(one)


@EVERY
def test_a_round_settled_otherwise_would_be_noticed(of: str) -> None:
    one = next(one for one in told(of, 1) if one.status == CLOSED and len(one.seats) > 1)
    changed = one.describe()
    seats = changed["seats"]
    assert isinstance(seats, list)
    seats.pop()
    assert settle(changed).state.settled != one.table.settled


@EVERY
def test_results_of_wagers_and_bank_sum_to_nothing_and_every_row_has_the_same_columns(of: str) -> None:
    found = told(of, 2)
    for one in found:
        rows = one.to_rows()
        assert sum(round(100 * float(str(row["result"]))) for row in rows if row["kind"] != "fee") == 0
    assert len({tuple(row) for row in found.to_rows()}) == 1
    assert found.to_csv().count("\n") == len(found.to_rows()) + 1


@EVERY
def test_every_round_tells_every_wager_and_cites_clauses_that_the_game_has(of: str) -> None:
    found = told(of, 3)
    for one in found:
        steps = one.told()
        assert [told.record.number for told in steps] == sorted({told.record.number for told in steps})
        settled = [record for record in one.records if isinstance(record.event, e.WagerSettled)]
        assert {record.number for record in settled} <= {told.record.number for told in steps}
        for told_ in steps:
            for clause in told_.clauses:
                assert one.table.game.clause(clause).id == clause
        json.dumps(one.to_dict())
    assert sum(len(one.records) for one in found) == found.found.length - 1, "no record is left out or told twice"


def test_cards_of_a_folded_hand_are_marked_as_not_shown() -> None:
    for seed in range(20):
        for one in told("three-card-poker", seed, 4):
            folded = [seat for seat in one.seats if one.table.decided(seat) == "fold" and not bonus(one, seat)]
            if one.status == CLOSED and folded:
                assert all(not shown for _, shown in one.hands[f"seat {folded[0]}"])
                assert all(shown for _, shown in one.hands["player-dealer"])
                text = "".join(" ".join(fact) for fact in one.sheet.parts[1].facts)
                assert "(not shown at the table)" in text
                return
    pytest.fail("no hand was folded")


def bonus(one: RoundHistory, seat: int) -> int:
    """What a seat has on the bonus that is settled, and its cards shown, even where it folds."""
    return one.table.stake(seat, "six_card_bonus")


def voided() -> RoundHistory:
    """A round that was called off."""
    for seed in range(40):
        for one in told("three-card-poker", seed, 4):
            if one.status == VOIDED and one.table.stakes:
                return one
    raise LookupError


def test_a_voided_round_gives_everything_back_and_cannot_be_described() -> None:
    one = voided()
    assert (one.bank_result, one.fees, [one.result(seat) for seat in one.seats]) == (0, {}, [0] * len(one.seats))
    assert one.told()[-1].text.endswith("a card was exposed. Every wager and fee goes back.")
    reason = rf"^ROUND: round {one.number} is voided and was never settled; choose another\.$"
    with pytest.raises(Refused, match=reason):
        one.describe()


def test_the_last_round_may_be_open() -> None:
    lines = lines_of(played("baccarat", 3, Random("open"), {}))
    kinds = ["bets_closed" in line for line in lines]
    found = history(lines[: len(kinds) - kinds[::-1].index(True)])
    assert (found.found.verdict, found.rounds[-1].status) == ("open", OPEN)
    assert found.rounds[-1].to_rows()[0]["outcome"] == ""


def test_a_damaged_journal_is_told_up_to_the_fault() -> None:
    lines = lines_of(played("baccarat", 4, Random("damaged"), {}))
    whole = history(lines)
    at = whole.rounds[2].records[3].number
    lines[at] = lines[at].replace('"n":', '"m":')
    found = history(lines)
    assert [one.number for one in found] == [1, 2, 3]
    assert (found.found.verdict, found.rounds[-1].status) == ("fault", OPEN)
    assert [one.to_rows() for one in found.rounds[:2]] == [one.to_rows() for one in whole.rounds[:2]]
    assert f"Not in order: record {at}:" in found.sheet.note
    assert repr(found).startswith(f"<History: 3 rounds; record {at}: ")


def test_a_journal_without_rounds_and_an_empty_one_have_no_round_to_tell() -> None:
    opened = lines_of(played("baccarat", 1, Random("none"), {}))[:3]
    for lines in (opened, []):
        found = history(lines)
        assert len(found) == 0
        with pytest.raises(Refused, match=r"^ROUND: the journal has no round 1; it has none\.$"):
            found.round(1)
        assert found.to_csv() == ""
        assert found.to_dict()["rounds"] == []


def test_a_round_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refused, match=r"^ROUND: the journal has no round 9; it has rounds 1 to 8\.$"):
        told("baccarat", 0).round(9)


@pytest.mark.parametrize("name", sorted(file.stem for file in KEPT.glob("*.jsonl")))
def test_a_journal_of_version_1_is_told_and_settled_too(name: str) -> None:
    found = history(KEPT / f"{name}.jsonl")
    assert found.found.passed
    assert found.rounds
    for one in found:
        assert one.told()
        if one.status == CLOSED:
            assert_settles_alike(one)
