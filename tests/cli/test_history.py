"""`croupier history`: what happened at a table, from its journal."""

import csv
import io
import json
import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from croupier.record.history import history
from tests.cli.conftest import Command
from tests.test_version_1 import KEPT

POKER = KEPT / "three-card-poker.jsonl"


def test_rounds_are_listed_with_cards_seats_bank_and_fees(croupier: Command) -> None:
    ran = croupier("history", POKER)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Table 1, Three Card Poker 6 Card Bonus"
    assert [line.split()[0] for line in lines[2:] if line[:1].isdigit()] == ["1", "2", "3", "4"]
    assert max(map(len, lines)) <= 80


def test_what_round_3_paid_and_why_is_told_step_by_step_with_clauses(croupier: Command) -> None:
    ran = croupier("history", POKER, "3")
    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert "Round 3 opens." in text
    assert "What it came to" in text
    assert "pays 1:1: +$" in text
    assert "TCP-W2a" in text
    assert "Round 3 closes. Bank: Seat" in text
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["casino-monte", "baccarat", "three-card-poker"])
def test_a_round_is_handed_to_settle_and_gives_the_same_cents(croupier: Command, name: str, tmp_path: Path) -> None:
    journal = KEPT / f"{name}.jsonl"
    told = json.loads(croupier("history", journal, "2", "--json").out)
    file = tmp_path / "round.json"
    file.write_text(croupier("history", journal, "2", "--describe").out)
    by_hand = json.loads(croupier("settle", file, "--json").out)
    at_once = json.loads(croupier("history", journal, "2", "--settle", "--json").out)
    assert {name: at_once[name] for name in ("seats", "bank", "drop_box")} == {
        name: by_hand[name] for name in ("seats", "bank", "drop_box")
    }
    paid = {(seat["seat"], id_): wager["result"] for seat in by_hand["seats"] for id_, wager in seat["wagers"].items()}
    assert paid == {(wager["seat"], wager["wager"]): wager["result"] for wager in told["wagers"]}
    assert told["bank"]["net"] == by_hand["bank"]["net"]
    assert at_once["conditions"]["command"] == f"croupier history {journal} 2 --settle --json"
    assert told["schema"] == "croupier.round/2"


def test_all_wagers_are_written_as_csv(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    printed = croupier("history", POKER, "--csv", "-").out
    assert croupier("history", POKER, "--csv", file).status == 0
    assert croupier("history", POKER, "--csv", file).status == 0, "a file of ours may be replaced"
    assert file.read_text() == printed
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert {row["kind"] for row in rows} == {"wager", "bank", "fee"}
    assert {row["round"] for row in rows} == {"1", "2", "3", "4"}
    of_round_3 = list(csv.DictReader(io.StringIO(croupier("history", POKER, "3", "--csv", "-").out)))
    assert of_round_3 == [row for row in rows if row["round"] == "3"]


def test_names_beside_the_journal_are_told(croupier: Command, tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    journal.write_bytes(POKER.read_bytes())
    player = next(iter(history(journal).round(1).table.seated.values()))
    (tmp_path / "table.jsonl.names").write_text(json.dumps({"croupier names 1": {player: "Grace"}}))
    assert "Grace" in croupier("history", journal).out
    assert "(Grace)" in croupier("history", journal, "3").out


def test_a_damaged_journal_is_told_up_to_the_fault_and_fails(croupier: Command, tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    lines = POKER.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"round_opened"' in line and '"round":3' in line)
    journal.write_text("".join(lines[:at]) + lines[at].replace('"round":3', '"round":4') + "".join(lines[at + 1 :]))
    ran = croupier("history", journal)
    assert ran.status == 1
    assert f"Not in order: record {at}: the hash does not fit" in " ".join(ran.out.split())
    one = croupier("history", journal, "2")
    assert one.status == 1
    assert "Round 2 closes." in one.out
    assert one.err.startswith(f"croupier: the journal is not in order: record {at}: the hash does not fit")
    missing = croupier("history", journal, "3")
    assert (missing.status, missing.out) == (1, "")
    assert missing.err.startswith(f"croupier: {journal}: record {at}: the hash does not fit")
    assert missing.err.endswith("; round 3 would come after it and cannot be told.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("0",), "ROUND: the journal has no round 0; it has rounds 1 to 4."),
        (("x",), "'x' is not the number of a round; write `croupier history FILE ROUND`, the file first"),
        (("99",), "ROUND: the journal has no round 99; it has rounds 1 to 4."),
        (("--settle",), "croupier: --settle needs a ROUND: croupier history FILE ROUND --settle."),
        (("--describe",), "croupier: --describe needs a ROUND: croupier history FILE ROUND --describe."),
        (("1", "--settle", "--seat", "1"), "croupier: --settle takes the whole round; leave --seat out."),
        (("1", "--seat", "9"), "--seat: seat 9 is not in round 1; seats "),
        (("--seat", "x"), "'x' is not a valid integer"),
        (("--round", "3"), "croupier: There is no --round; write `croupier history FILE ROUND`; "),
        (("--jso",), "No such option: --jso (Possible options: --json)"),
        (("1", "--describe", "--json"), "croupier: --describe prints a description alone; leave --settle, --csv"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(croupier: Command, arguments: tuple[str, ...], says: str) -> None:
    ran = croupier("history", POKER, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_not_there_is_refused(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("history", tmp_path / "none.jsonl")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"croupier: {tmp_path / 'none.jsonl'}: there is no such file.\n"
    folder = croupier("history", tmp_path)
    assert folder.err == f"croupier: {tmp_path}: this is a folder, not a file.\n"


def test_a_file_that_is_not_a_journal_is_called_so(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    for text in ("", "round,opened_at\n"):
        file.write_text(text)
        for arguments in ((), ("3",), ("--json",)):
            ran = croupier("history", file, *arguments)
            assert (ran.status, ran.out, ran.err) == (1, "", f"croupier: {file}: this is not a journal.\n")
    audited = croupier("settle", POKER)
    assert (audited.status, audited.err) == (
        2,
        "croupier: this is a journal; `croupier history FILE ROUND --settle` settles a round of it.\n",
    )


def test_a_file_and_a_round_in_the_wrong_order_are_told_apart(croupier: Command) -> None:
    ran = croupier("history", "3", POKER)
    assert ran.status == 2
    assert "write `croupier history FILE ROUND`, the file first" in ran.err


def test_a_fault_within_a_round_is_told_first_and_fails(croupier: Command, tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    lines = POKER.read_text().splitlines(keepends=True)
    at = max(n for n, line in enumerate(lines) if '"wager_settled"' in line)
    lines[at] = lines[at].replace('"result":', '"result":1')
    journal.write_text("".join(lines))
    number = str(len(history(journal)))
    ran = croupier("history", journal, number)
    assert ran.status == 1
    assert ran.out.splitlines()[0].endswith(f"round {number}, faulted at record {at}")
    assert ran.out.splitlines()[1].startswith(f"Not in order: record {at}: the hash does not fit")
    settled = croupier("history", journal, number, "--settle")
    assert (settled.status, settled.out) == (1, "")
    assert f"record {at}: the hash does not fit" in settled.err
    assert json.loads(croupier("history", journal, number, "--json").out)["fault"]["record"] == at


def test_a_round_settled_again_agrees_with_the_journal(croupier: Command) -> None:
    assert "Agrees with the journal, wager by wager." in croupier("history", POKER, "3", "--settle").out


def test_one_seat_is_told_alone(croupier: Command) -> None:
    seat = history(POKER).round(3).seats[0]
    rows = list(csv.DictReader(io.StringIO(croupier("history", POKER, "3", "--seat", str(seat), "--csv", "-").out)))
    assert {row["seat"] for row in rows} == {str(seat)}
    listed = json.loads(croupier("history", POKER, "--seat", str(seat), "--json").out)
    assert {wager["seat"] for one in listed["rounds"] for wager in one["wagers"]} == {seat}


def test_a_file_that_was_written_is_named(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    ran = croupier("history", POKER, "3", "--csv", file)
    rows = len(list(csv.DictReader(io.StringIO(file.read_text()))))
    assert ran.err == f"croupier: {rows} rows written to {file}.\n"


def test_the_what_if_of_the_page_folds_a_hand(croupier: Command, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "history.md").read_text()
    script = re.search(r"--describe \| sed '([^']+)' \| croupier settle -", page)
    assert script
    described = croupier("history", POKER, "3", "--describe").out
    assert '"play"' in described
    folded = subprocess.run(
        [which("sed") or "sed", script[1]], input=described, capture_output=True, text=True, check=True
    ).stdout
    assert folded.count('"fold"') == described.count('"fold"') + 1
    file = tmp_path / "round3.json"
    file.write_text(folded)
    assert croupier("settle", file).status == 0
