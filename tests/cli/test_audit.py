"""`croupier audit`: says that a journal is in order, or where and why it is not."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.games import game
from croupier.identity import rulebook_digest, software_version
from croupier.record.audit import audit
from croupier.record.history import history
from croupier.record.journal import GENESIS, HASH_FIELD, Chain
from croupier.table import commands as c
from tests.cli.conftest import Command
from tests.rounds import Script

Records = list[dict[str, Any]]


def two_rounds_of_monte() -> Script:
    """A round that is settled and one that is voided."""
    table = Script("casino-monte", seats=2)
    table.open()
    table.bet(1, spot=1, initial=10, full_monte=5)
    table.bet(2, spot=2, initial=20)
    table.close()
    table.deal("Jd", "As", "4c")
    table.roll(1)
    table.decide(seat_1="check", seat_2="raise_2")
    table.settle()
    table.open()
    table.bet(1, spot=3, initial=10)
    table.do(c.VoidRound("the shoe fell off the table"))
    return table


def written(table: Script) -> list[str]:
    """A table's journal, line by line."""
    chain = Chain()
    return [chain.line(event) for event in table.events]


def head_of(line: str) -> str:
    """The hash that a line ends in."""
    head: str = json.loads(line)["hash"]
    return head


def forged(records: Records) -> list[str]:
    """Records bound anew, as somebody would who writes the whole journal again."""
    head, lines = GENESIS, []
    for number, record in enumerate(records):
        text = json.dumps({**record, "n": number}, separators=(",", ":"))[:-1]
        head = sha256((head + text).encode()).hexdigest()
        lines.append(f'{text}{HASH_FIELD}{head}"}}\n')
    return lines


def unbound(lines: list[str]) -> Records:
    """Records without their hashes."""
    return [{name: value for name, value in json.loads(line).items() if name != "hash"} for line in lines]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "table.jsonl"
    path.write_text("".join(written(two_rounds_of_monte())))
    return path


def test_a_journal_in_order_shows_its_length_head_and_balances(croupier: Command, journal: Path) -> None:
    lines = journal.read_text().splitlines()
    ran = croupier("audit", journal, "--json")
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert answer.pop("digest_here") == rulebook_digest(game("casino-monte").rulebook())
    assert answer.pop("software") == software_version()
    assert answer == {
        "schema": "croupier.audit/1",
        "verdict": "in order",
        "records": len(lines),
        "rounds": 1,
        "voided": 1,
        "head": head_of(lines[-1]),
        "open_after": None,
        "beyond_head": 0,
        "fault": None,
        "game": "casino-monte",
        "table": "Table 1",
        "table_id": "",
        "journal": 2,
        "chance": "given",
        "digest": None,
        "other_rules": [],
        "openings": None,
        "balances": {
            "seat 1": "9985.00",
            "seat 2": "10060.00",
            "bank": "-45.00",
            "drop box": "0.00",
            "cage": "-20000.00",
        },
    }
    told = croupier("audit", journal)
    assert told.status == 0
    assert f"{journal}: in order" in told.out
    for words in (str(len(lines)), "1 closed, 1 voided", head_of(lines[-1]), "Player 2", "10060.00", "Casino Monte"):
        assert words in told.out


def test_a_journal_that_ends_in_mid_round_is_open_and_no_fault(croupier: Command, journal: Path) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    for length in range(1, len(lines)):
        journal.write_text("".join(lines[:length]))
        answer = json.loads(croupier("audit", journal, "--json").out)
        assert answer["fault"] is None
        assert answer["records"] == length
        assert answer["open_after"] in (None, length - 1)
        assert sum(round(float(dollars) * 100) for dollars in answer["balances"].values()) == 0
    journal.write_text("".join(lines[:8]))
    ran = croupier("audit", journal)
    assert ran.status == 0
    assert f"{journal}: open after record 7, in order up to there" in ran.out


def test_balances_in_mid_settlement_are_those_of_the_last_record(croupier: Command, journal: Path) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if '"event":"wager_settled"' in line)
    journal.write_text("".join(lines[: first + 1]))
    balances = json.loads(croupier("audit", journal, "--json").out)["balances"]
    assert balances == {
        "seat 1": "9985.00",
        "seat 2": "9940.00",
        "layout 1 full_monte": "5.00",
        "layout 2 initial": "20.00",
        "layout 2 raise": "40.00",
        "bank": "10.00",
        "drop box": "0.00",
        "cage": "-20000.00",
    }


@pytest.mark.parametrize("number", [0, 1, 7, 15, -1])
def test_a_changed_record_is_named(croupier: Command, journal: Path, number: int) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    number %= len(lines)
    lines[number] = lines[number].replace('"event"', '"Event"')
    journal.write_text("".join(lines))
    ran = croupier("audit", journal)
    assert ran.status == 1
    assert f"record {number}: the hash does not fit" in ran.out
    assert f"{number} in order before it" in ran.out


@pytest.mark.parametrize("number", [0, 1, 7, 15])
def test_a_dropped_an_inserted_and_a_swapped_record_are_named(croupier: Command, journal: Path, number: int) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    dropped = lines[:number] + lines[number + 1 :]
    inserted = [*lines[:number], lines[number + 1], *lines[number:]]
    swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
    for tampered in (dropped, inserted, swapped):
        journal.write_text("".join(tampered))
        ran = croupier("audit", journal, "--json")
        answer = json.loads(ran.out)
        assert (ran.status, answer["verdict"], answer["fault"]["record"]) == (1, "fault", number)
        assert answer["records"] == number
        assert answer["balances"] is None


def test_a_head_kept_elsewhere_finds_truncation_and_rewriting(croupier: Command, journal: Path) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    head = head_of(lines[-1])
    ran = croupier("audit", journal, "--head", head.upper())
    assert ran.status == 0
    assert "is in the chain; it is the last record" in ran.out
    assert json.loads(croupier("audit", journal, "--head", head_of(lines[-4]), "--json").out)["beyond_head"] == 3
    journal.write_text("".join(lines[:-1]))
    ran = croupier("audit", journal, "--head", head)
    assert ran.status == 1
    assert f"{journal}: no record has the head kept elsewhere" in ran.out
    other = unbound(lines)
    other[1]["player"] = "Somebody else"
    journal.write_text("".join(forged(other)))
    assert croupier("audit", journal).status == 0, "a whole journal written anew is found by its head alone"
    assert croupier("audit", journal, "--head", head).status == 1


def test_a_head_that_is_no_hash_is_refused(croupier: Command, journal: Path) -> None:
    ran = croupier("audit", journal, "--head", "latest")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "croupier: --head: a head is 64 hexadecimal digits, as an audit prints them.\n"


def test_a_forged_payment_is_found_with_what_the_rules_give(croupier: Command, journal: Path) -> None:
    records = unbound(journal.read_text().splitlines())
    number = next(n for n, record in enumerate(records) if record["event"] == "wager_settled" and record["seat"] == 2)
    assert (records[number]["wager"], records[number]["result"]) == ("initial", 2000)
    records[number]["result"] = 6000
    journal.write_text("".join(forged(records)))
    ran = croupier("audit", journal)
    assert ran.status == 1
    assert (
        f"record {number}: wager settled of seat 2 on initial records result 6000 where the rules give result 2000 "
        "(CM-7a, CM-S1)." in ran.out
    )


def test_a_forged_card_is_found_by_the_deck_it_cannot_come_from(croupier: Command, tmp_path: Path) -> None:
    table = Script("three-card-poker", seats=(1, 7))
    table.bank(7)
    table.open()
    table.bet_bank(100)
    table.bet(1, ante=10)
    table.close()
    table.deal("As Kd 4h", "Qs 7d 2c")
    records = unbound(written(table))
    number = next(n for n, r in enumerate(records) if r["event"] == "cards_dealt" and r["slot"] == "player-dealer")
    records[number]["cards"] = ["As", "7d", "2c"]
    path = tmp_path / "forged.jsonl"
    path.write_text("".join(forged(records)))
    ran = croupier("audit", path)
    assert ran.status == 1
    assert f"record {number}: cards dealt could not have happened: As would be dealt more often" in ran.out
    assert "(TCP-K2)" in ran.out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "this is empty"),
        (b"\n", "record 0: the line is not a record"),
        (bytes(range(256)) * 20, "record 0: the line is not a record"),
        (b"x" * 300_000, "record 0: the line is longer than"),
        (b'{"n":0', "record 0: the line is cut off before its end"),
    ],
)
def test_a_file_that_is_no_journal_is_told_so(croupier: Command, tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    ran = croupier("audit", path)
    assert (ran.status, ran.err) == (1, "")
    assert reason in ran.out


def test_line_ends_are_part_of_the_record(croupier: Command, journal: Path) -> None:
    journal.write_bytes(journal.read_bytes().replace(b"\n", b"\r\n"))
    assert croupier("audit", journal).status == 1


def test_a_file_that_cannot_be_read_is_refused(croupier: Command, tmp_path: Path) -> None:
    folder, missing = "this is a folder, not a file", "there is no such file"
    for path, why in ((tmp_path, folder), (tmp_path / "none.jsonl", missing)):
        ran = croupier("audit", path)
        assert (ran.status, ran.out, ran.err) == (2, "", f"croupier: {path}: {why}.\n")


@pytest.mark.parametrize("name", ["[/x]", "[bold]x", ":dice:", "[link=x]"])
def test_names_are_printed_as_they_were_written(croupier: Command, journal: Path, name: str) -> None:
    records = unbound(journal.read_text().splitlines())
    records[0]["name"] = records[1]["player"] = name
    journal.write_text("".join(forged(records)))
    ran = croupier("audit", journal)
    assert (ran.status, ran.err) == (0, "")
    assert f"{name}, Casino Monte" in ran.out
    assert ran.out.count(name) == 2


@pytest.mark.parametrize("text", ["", " ", " x", "x ", "\x1b[2Jx", "x\n", "\u202ex", "x" * 201])
@pytest.mark.parametrize(
    ("event", "field"), [("table_opened", "name"), ("seat_taken", "player"), ("round_voided", "reason")]
)
def test_words_that_could_steer_a_terminal_are_a_fault(
    croupier: Command, journal: Path, event: str, field: str, text: str
) -> None:
    records = unbound(journal.read_text().splitlines())
    number = next(n for n, record in enumerate(records) if record["event"] == event)
    records[number][field] = text
    journal.write_text("".join(forged(records)))
    ran = croupier("audit", journal)
    assert ran.status == 1
    assert f"record {number}: {event.replace('_', ' ')} could not have happened: " in ran.out
    assert "printable characters and no blank at either end" in ran.out
    assert ran.out.replace("\n", "").isprintable()


ODD: list[Any] = [
    *(None, True, 0, -1, 8, 10**30, 1.5, float("nan"), "", "As", "fold", "seat 1", [], ["As"], ["As", "As"], [0], {}),
    {"decks": float("inf")},
]


def test_any_forgery_is_judged_and_never_crashes_the_audit(croupier: Command, journal: Path) -> None:
    whole = unbound(journal.read_text().splitlines())
    rng = Random("forgeries")
    for _ in range(150):
        records = [dict(record) for record in whole]
        record = rng.choice(records)
        record[rng.choice([name for name in record if name != "n"])] = rng.choice(ODD)
        journal.write_text("".join(forged(records)))
        ran = croupier("audit", journal, "--json")
        assert ran.status in (0, 1)
        assert (json.loads(ran.out)["fault"] is None) == (ran.status == 0)


# ── Openings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def opened(croupier: Command, tmp_path: Path) -> tuple[Path, Path]:
    """A journal and the openings of its shuffles, as `croupier play` writes them."""
    journal, openings = tmp_path / "table.jsonl", tmp_path / "table.openings"
    ran = croupier("play", "monte", "--rounds", 2, "--seed", 7, "--journal", journal, "--openings", openings)
    assert (ran.status, ran.err) == (0, "")
    return journal, openings


def test_openings_prove_the_cards_that_were_exposed(croupier: Command, opened: tuple[Path, Path]) -> None:
    journal, openings = opened
    ran = croupier("audit", journal, "--openings", openings)
    assert ran.status == 0
    assert "prove 6 cards and 2 dice, all that anybody saw" in ran.out
    answer = json.loads(croupier("audit", journal, "--openings", openings, "--json").out)
    assert answer["openings"] == {"file": str(openings), "cards": 6, "dice": 2, "sealed": 0, "fault": None}


def test_openings_that_do_not_fit_are_told_and_fail(croupier: Command, opened: tuple[Path, Path]) -> None:
    journal, openings = opened
    lines = openings.read_text().splitlines(keepends=True)
    for spoiled, why in (
        ("".join(lines[1:]), "1 of what was used up is not opened, first the shuffle 1"),
        ("nonsense\n", "opening 1: this is not an opening."),
        (lines[0] + lines[0], "opening 2: this opens nothing in the journal, or opens it twice"),
    ):
        openings.write_text(spoiled)
        ran = croupier("audit", journal, "--openings", openings)
        assert ran.status == 1
        assert why in ran.out
        assert f"{journal}: in order, but its openings do not prove it" in ran.out
        told = json.loads(croupier("audit", journal, "--openings", openings, "--json").out)["openings"]
        assert (told["cards"], told["dice"]) == (0, 0)
        assert why in told["fault"]


def test_openings_beside_a_journal_are_found_and_missing_ones_are_told(croupier: Command, tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    croupier("play", "monte", "--seed", 7, "--journal", journal)
    assert "prove 3 cards and 1 die, all" in croupier("audit", journal).out
    (tmp_path / "table.jsonl.openings").unlink()
    ran = croupier("audit", journal)
    assert ran.status == 0
    assert "none at hand: what was shown is not proved against its commitments" in ran.out


def test_a_shoe_in_use_says_when_its_cards_are_proved_and_names_that_no_hash_binds_them(
    croupier: Command, tmp_path: Path
) -> None:
    journal = tmp_path / "table.jsonl"
    croupier("play", "baccarat", "--seed", 7, "--rounds", 3, "--journal", journal)
    text = " ".join(croupier("audit", journal).out.split())
    assert "openings none yet; the cards of rounds 1 to 3 are proved when the shoe is used up" in text
    assert "names 4, kept beside the journal; no hash binds them" in text


def test_one_round_is_told_in_the_singular(croupier: Command, tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    croupier("play", "baccarat", "--seed", 7, "--journal", journal)
    assert "none yet; the cards of round 1 are proved when the shoe is used up" in croupier("audit", journal).out
    assert repr(audit(journal)).endswith(" records, 1 round>")
    assert repr(history(journal)).startswith("<History: 1 round; ")


def test_openings_need_a_journal_and_a_file_of_their_own(croupier: Command, opened: tuple[Path, Path]) -> None:
    journal, openings = opened
    ran = croupier("play", "monte", "--openings", openings)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "croupier: --openings: openings are proved against a journal; give --journal too.\n"
    letter = openings.with_name("letter")
    letter.write_text("Dear friend,\n")
    ran = croupier("play", "--journal", journal, "--openings", letter)
    assert (ran.status, letter.read_text()) == (2, "Dear friend,\n")
    assert "this file holds something else than openings" in ran.err
    other = openings.with_name("none")
    assert croupier("play", "baccarat", "--journal", journal, "--openings", other).status == 2
    assert not other.exists()
    ran = croupier("audit", journal, "--openings", other)
    assert (ran.status, ran.out) == (2, "")


def test_an_audit_is_a_result_like_any_other(croupier: Command, journal: Path, tmp_path: Path) -> None:
    found = audit(journal)
    assert found.to_dict() == json.loads(croupier("audit", journal, "--json").out)
    assert repr(found).startswith("<Audit: in order; ")
    assert found.to_rows()[0] == {"item": "verdict", "value": "in order"}
    assert {"item": "balance of drop box", "value": "0.00"} in found.to_rows()
    file = tmp_path / "audit.csv"
    ran = croupier("audit", journal, "--csv", file)
    assert (ran.status, file.read_text()) == (0, found.to_csv())
    assert f"{found.length}" in ran.out


def test_a_journal_of_another_version_of_the_game_is_told_as_such(journal: Path) -> None:
    newer = replace(game("casino-monte"), version="2")
    assert not audit(journal).other_version
    found = audit(journal, game=newer)
    assert found.passed
    assert ("version", 'record 0 names version "1" of the game; here it is "2"') in found.facts()


def test_a_fault_that_quotes_a_refusal_ends_with_one_full_stop(croupier: Command, journal: Path) -> None:
    unruled = replace(game("casino-monte"), parameters=game("casino-monte").parameters[1:])
    told = str(audit(journal, game=unruled).sheet.title)
    assert "table opened could not have happened: house.decks: unknown house rule" in told
    assert told.endswith(".")
    assert not told.endswith("..")


def test_in_a_round_before_any_wager_nobody_is(croupier: Command, journal: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    opened = next(number for number, line in enumerate(lines) if '"event":"round_opened"' in line)
    journal.write_text("".join(lines[: opened + 1]), encoding="utf-8")
    ran = croupier("history", journal, 1, "--seat", 1)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "seat 1 is not in round 1; nobody is" in ran.err
