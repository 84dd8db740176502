"""The history of a table: every round that a journal tells of, and what it settles to again."""

import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused, Unproved
from croupier.games import GAMES
from croupier.record.audit import audit
from croupier.record.history import CLOSED, FAULTED, OPEN, VOIDED, History, RoundHistory, history
from croupier.settlement.round import settle
from croupier.sheet import NO_BREAK, Grid
from croupier.table import events as e
from tests.random_tables import any_house, lines_of, played

KEPT = Path(__file__).parent / "data" / "journal-v1"
NOT_A_JOURNAL = r"^this is not a journal\.$"
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
    found = told(of, seed, rounds=12)
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
        results = [str(row["result"]) for row in rows if row["kind"] != "fee"]
        assert all(result == "" for result in results) if one.status == OPEN else "" not in results
        assert sum(round(100 * float(result or 0)) for result in results) == 0
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
    assert sum(len(one.records) for one in found) == found.audit.length - 1, "no record is left out or told twice"


def test_cards_of_a_folded_hand_are_marked_as_not_shown() -> None:
    for seed in range(20):
        for one in told("three-card-poker", seed, 4):
            folded = [seat for seat in one.seats if one.table.decided(seat) == "fold" and not bonus(one, seat)]
            if one.status == CLOSED and folded:
                assert all(not shown for _, shown in one.dealt[f"seat {folded[0]}"])
                assert all(shown for _, shown in one.dealt["player-dealer"])
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
    assert one.fees == {}
    assert {one.bank_result, *(one.result(seat) for seat in one.seats)} == {0}
    assert one.told()[-1].text.endswith("a card was exposed. Every wager and fee goes back.")
    reason = rf"^ROUND: round {one.number} is voided and was never settled; choose another\.$"
    with pytest.raises(Refused, match=reason):
        one.describe()


def test_the_last_round_may_be_open() -> None:
    lines = lines_of(played("baccarat", 3, Random("open"), {}))
    kinds = ["bets_closed" in line for line in lines]
    found = history(lines[: len(kinds) - kinds[::-1].index(True)])
    assert (found.audit.verdict, found.rounds[-1].status) == ("open", OPEN)
    assert found.rounds[-1].to_rows()[0]["outcome"] == ""


def unjudged(one: RoundHistory) -> list[dict[str, object]]:
    """The rows of a round without the verdict on the journal."""
    return [{name: value for name, value in row.items() if name != "verdict"} for row in one.to_rows()]


def test_a_damaged_journal_is_told_up_to_the_fault() -> None:
    lines = lines_of(played("baccarat", 4, Random("damaged"), {}))
    whole = history(lines)
    at = whole.rounds[2].records[3].number
    lines[at] = lines[at].replace('"n":', '"m":')
    found = history(lines)
    assert [one.number for one in found] == [1, 2, 3]
    assert (found.audit.verdict, found.rounds[-1].status) == ("fault", FAULTED)
    assert [unjudged(one) for one in found.rounds[:2]] == [unjudged(one) for one in whole.rounds[:2]]
    assert found.sheet.text.startswith(f"Not in order: record {at}:")
    assert repr(found).startswith(f"<History: 3 rounds; record {at}: ")


def test_a_journal_without_rounds_and_an_empty_one_have_no_round_to_tell() -> None:
    opened = lines_of(played("baccarat", 1, Random("none"), {}))[:3]
    for lines, says in ((opened, r"^ROUND: the journal has no round 1; it has none\.$"), ([], NOT_A_JOURNAL)):
        found = history(lines)
        assert len(found) == 0
        with pytest.raises(Refused, match=says):
            found.round(1)
        assert found.to_csv() == ""
        assert found.to_dict()["rounds"] == []


def test_a_round_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refused, match=r"^ROUND: the journal has no round 9; it has rounds 1 to 8\.$"):
        told("baccarat", 0).round(9)


@pytest.mark.parametrize("name", sorted(file.stem for file in KEPT.glob("*.jsonl")))
def test_a_journal_of_version_1_is_told_and_settled_too(name: str) -> None:
    found = history(KEPT / f"{name}.jsonl")
    assert found.audit.passed
    assert found.rounds
    for one in found:
        assert one.told()
        if one.status == CLOSED:
            assert_settles_alike(one)


# ── A journal that is wrong ──────────────────────────────────────────────────────────────────────────────────────────


def damaged(of: str, round_: int, event: str) -> tuple[History, int]:
    """A table of which one record in a round was changed, and that record's number."""
    lines = lines_of(played(of, 4, Random("behind"), {}))
    records = history(lines).round(round_).records
    at = next(record.number for record in records if f'"{event}"' in lines[record.number])
    lines[at] = lines[at].replace('"seat":', '"seat":1')
    return history(lines), at


def test_a_round_behind_a_fault_is_refused_with_the_fault() -> None:
    found, at = damaged("three-card-poker", 1, "wager_placed")
    says = rf"^record {at}: the hash does not fit: .*; round 3 would come after it and cannot be told\.$"
    with pytest.raises(Unproved, match=says):
        found.round(3)
    with pytest.raises(Refused, match=r"^ROUND: the journal has no round 0; it has rounds 1 to 1\.$"):
        found.round(0)


def test_a_fault_within_a_round_is_not_an_open_round() -> None:
    found, at = damaged("three-card-poker", 3, "wager_settled")
    one = found.round(3)
    assert (one.status, one.status_told) == (FAULTED, f"faulted at record {at}")
    assert one.sheet.title.endswith(f"round 3, faulted at record {at}")
    assert one.sheet.text.startswith(f"Not in order: record {at}: the hash does not fit")
    for asked in (one.describe, one.settle):
        with pytest.raises(Unproved, match=rf"^record {at}: the hash .*; round 3 cannot be settled again\.$"):
            asked()


def test_what_is_exported_of_a_faulty_journal_says_so() -> None:
    found, at = damaged("three-card-poker", 3, "wager_settled")
    for data in (found.to_dict(), *(one.to_dict() for one in found)):
        assert data["verdict"] == "fault"
        fault = data["fault"]
        assert isinstance(fault, dict)
        assert fault["record"] == at
    assert {row["verdict"] for row in found.to_rows()} == {"fault"}
    assert {(row["status"], row["result"]) for row in found.round(3).to_rows() if row["kind"] != "fee"} == {
        ("faulted", "")
    }


def test_a_text_that_is_not_a_journal_is_called_so() -> None:
    for lines in (["round,opened_at\n"], ['{"game": "tcp"}\n'], []):
        found = history(lines)
        assert found.sheet.title == "this is not a journal."
        for asked in (found.check, lambda of=found: of.round(3)):
            with pytest.raises(Unproved, match=NOT_A_JOURNAL):
                asked()
    assert audit(["round,opened_at\n"]).headline.startswith("this is not a journal; record 0: the line is not a record")


# ── Why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY
def test_a_round_tells_how_it_was_decided_and_the_wording_of_its_clauses(of: str) -> None:
    for one in told(of, 4):
        if one.status != CLOSED:
            continue
        began = next(each for each in one.told() if isinstance(each.record.event, e.SettlementBegan))
        assert one.spoken()
        assert began.text.endswith(one.spoken())
        legend = {id_: text for id_, text in one.sheet.parts[-1].rows}  # noqa: C416  # rows of two
        assert set(legend) == {id_ for settled in one.table.settled for id_ in settled.clauses}
        assert all(legend[id_] == one.table.game.clause(id_).text for id_ in legend)


def test_totals_and_hands_are_named() -> None:
    coup = next(one for one in told("baccarat", 4) if one.status == CLOSED)
    assert re.fullmatch(r"(Tie,|Player wins|Banker wins) \d to \d\.", coup.spoken())
    hand = next(one for one in told("three-card-poker", 4) if one.status == CLOSED)
    assert re.match(r"Player-dealer (qualifies|does not qualify) with ", hand.spoken(hand.seats[0]))
    part = next(part for part in hand.sheet.parts if part.title == "How it was decided")
    assert any(hand.spoken(hand.seats[0]) in fact for fact in part.facts)


def test_a_round_settled_again_says_whether_it_agrees_with_the_journal() -> None:
    one, other = (one for one in told("baccarat", 5) if one.status == CLOSED for _ in (0, 1)), told("baccarat", 6)
    again = next(one).settle()
    assert again.agrees
    assert again.to_dict()["agrees_with_journal"] is True
    assert again.sheet.parts[-1].text == "Agrees with the journal, wager by wager."
    elsewhere = replace(again, recorded=next(each for each in other if each.status == CLOSED).table)
    assert not elsewhere.agrees
    assert elsewhere.comparison.startswith("Does NOT agree with the journal: first seat ")


# ── As data ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def closed_poker() -> RoundHistory:
    """A settled round with a bank, fees and losers."""
    return next(
        one
        for seed in range(20)
        for one in told("three-card-poker", seed)
        if one.status == CLOSED and one.fees and any(one.result(seat) < 0 for seat in one.seats)
    )


def test_a_round_as_data_is_tied_to_its_journal() -> None:
    one = closed_poker()
    data = one.to_dict()
    assert data["head"] == one.audit.head
    assert data["game"] == "three-card-poker"
    assert data["table"] == one.table.name
    assert (data["verdict"], data["fault"]) == (one.audit.verdict, None)


def test_a_round_as_data_has_nulls_and_lists_and_one_sign_for_fees() -> None:
    one = closed_poker()
    data = json.loads(json.dumps(one.to_dict()))
    assert str(one.table.player_dealer) in data["players"]
    assert {wager["odds"] for wager in data["wagers"] if wager["outcome"] == "lose"} == {None}
    assert all(isinstance(wager["clauses"], list) for wager in data["wagers"])
    rows = {row["seat"]: row for row in one.to_rows() if row["kind"] == "fee"}
    assert {fee["seat"]: fee["result"] for fee in data["fees"]} == {seat: row["result"] for seat, row in rows.items()}
    assert all(fee["clauses"] == [rows[fee["seat"]]["clauses"]] and fee["clauses"] != [""] for fee in data["fees"])


def test_rows_hold_the_cards_of_the_seat_and_of_the_table() -> None:
    one = closed_poker()
    row = one.to_rows()[0]
    assert row["cards"] == one.hands[f"seat {row['seat']}"]
    assert row["table_cards"] == f"player-dealer: {one.hands['player-dealer']}"


def test_money_and_cards_of_a_round_are_as_everywhere_in_the_library() -> None:
    one = closed_poker()
    money = [one.bank_result, *one.fees.values(), *(one.result(seat) for seat in one.seats)]
    assert all(isinstance(each, Decimal) for each in money)
    assert one.bank_result + sum(one.result(seat) for seat in one.seats) == 0
    assert cards_from(one.hands["player-dealer"]) == tuple(card for card, _ in one.dealt["player-dealer"])


# ── One seat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_seat_is_told_without_the_others() -> None:
    one = closed_poker()
    seat = one.seats[0]
    alone = one.of_seat(seat)
    assert alone.seats == (seat,)
    assert set(alone.hands) == {f"seat {seat}", "player-dealer"}
    assert {row["seat"] for row in alone.to_rows()} == {seat}
    told_of = {getattr(each.record.event, "seat", 0) for each in alone.told()}
    assert told_of <= {0, seat}
    assert alone.result(seat) == one.result(seat)
    assert one.of_seat(one.table.player_dealer).to_rows()[0]["kind"] == "bank"
    with pytest.raises(Refused, match=rf"^seat: seat 99 is not in round {one.number}; seats .* are\.$"):
        one.of_seat(99)


def test_the_list_of_one_seat_has_the_rounds_it_was_in() -> None:
    found = told("three-card-poker", 1)
    seat = found.rounds[0].seats[0]
    rounds = [one.number for one in found if seat in (*one.seats, *one.bank_seats)]
    assert [one.number for one in found.of_seat(seat)] == rounds
    with pytest.raises(Refused, match=r"^seat: seat 99 is in no round; seats .* are\.$"):
        found.of_seat(99)


# ── Reading it ───────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY
def test_only_commitments_to_dice_have_no_line_and_the_page_says_so(of: str) -> None:
    for one in told(of, 6):
        lines = {each.record.number for each in one.told()}
        assert {type(r.event) for r in one.records if r.number not in lines} <= {e.DiceCommitted}
    page = (Path(__file__).parents[1] / "docs" / "history.md").read_text()
    assert "`dice_committed` has no line" in page


def test_the_list_names_the_cards_and_breaks_within_no_seat() -> None:
    found = told("baccarat", 7)
    sheet = found.sheet
    assert "Player · Banker" in sheet.heads
    grid = Grid(sheet.heads, sheet.rows, sheet.words, sheet.marked)
    lines = [line for line, _ in grid.lines(80)]
    seats = [seat for row in sheet.rows for seat in row[sheet.heads.index("seats: staked and won")].split("; ")]
    for seat in seats:
        assert any(seat.replace(NO_BREAK, " ") in line for line in lines)
    assert not any(NO_BREAK in line for line in lines)


def test_a_pseudonym_is_not_a_name() -> None:
    one = told("baccarat", 8).rounds[0]
    seat = one.seats[0]
    one.table.seated[seat] = "6d715d76e4908961"
    assert one.called(seat) == str(seat)
    known = replace(one, audit=replace(one.audit, names={"6d715d76e4908961": "Ada"}))
    assert known.called(seat) == f"{seat} Ada"
