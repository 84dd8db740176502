"""The journal: one way to write an event, and no way to change a record without being found."""

import json
from collections.abc import Iterable
from dataclasses import fields
from hashlib import sha256
from io import StringIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.record import journal
from croupier.record.journal import GENESIS, HASH_FIELD, LINE_LENGTH_MAX, VERSION, Chain, Fault, Record, read
from croupier.table import events as e
from tests.any_event import JSON_VALUES, any_event
from tests.random_tables import lines_of, played

CODECS = journal.CODECS[VERSION]

SMALL: list[e.Event] = [
    e.TableOpened("casino-monte", {"decks": 6}, "Table 1"),
    e.SeatTaken(1, "Zoë", 100_00),
    e.CardsDealt("position 1", (51, 0), face_up=False, clause="CM-2"),
    e.CardsBurned(None, 1, "CM-R10"),
    e.WagerSettled(1, "initial", 5_00, "win", "1:1", 5_00, None, ("CM-7a", "CM-S1")),
]


def bound(texts: Iterable[str]) -> list[str]:
    """Texts bound into a chain, whatever they say."""
    head, lines = GENESIS, []
    for text in texts:
        head = sha256((head + text).encode()).hexdigest()
        lines.append(f'{text}{HASH_FIELD}{head}"}}\n')
    return lines


def read_text(text: str) -> list[Record]:
    """Read a journal as a file gives it: lines end at line feeds and nowhere else."""
    return list(read(StringIO(text, newline="\n")))


def fault_in(text: str) -> Fault:
    """The fault that reading a journal ends in."""
    with pytest.raises(Fault) as found:
        read_text(text)
    return found.value


def read_one(text: str) -> Record | Fault:
    """Read a text as a journal's only record, its hash fitting."""
    try:
        (record,) = read(bound([text]))
    except Fault as fault:
        return fault
    return record


# ── Writing and reading ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", CODECS, ids=lambda kind: kind.__name__)
@given(data=st.data(), at=st.none() | st.text())
def test_what_is_written_of_an_event_reads_back_as_that_event(kind: type, data: st.DataObject, at: str | None) -> None:
    event = data.draw(any_event(kind))
    chain = Chain(clock=None if at is None else lambda: at)
    line = chain.line(event)
    assert line.isascii()
    assert line.count("\n") == 1
    (record,) = read_text(line)
    assert record == Record(0, event, at, chain.head)
    assert type(record.event) is kind


@pytest.mark.parametrize("kind", CODECS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_record_is_the_json_that_the_standard_library_writes(kind: type, data: st.DataObject) -> None:
    line = Chain(7, GENESIS).line(data.draw(any_event(kind)))
    record = json.loads(line)
    assert json.dumps(record, separators=(",", ":")) + "\n" == line
    begins = ["journal"] if kind in journal.BEGINS else []
    assert list(record) == ["n", "event", *begins, *(field.name for field in fields(kind)), "hash"]
    assert record["n"] == 7


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    names = [codec.name for codec in CODECS.values()]
    assert len(set(names)) == len(names) == len(e.Event.__args__)
    assert CODECS[e.WagerSettled].name == "wager_settled"


def test_a_small_journal_is_written_as_the_format_says() -> None:
    lines = lines_of(SMALL)
    assert lines[0].startswith('{"n":0,"event":"table_opened","journal":2,"game":"casino-monte","house":{"decks":6},')
    assert lines[1].startswith(
        '{"n":1,"event":"seat_taken","seat":1,"player":"Zo\\u00eb","cents":10000,"house_run":false,'
    )
    assert '"cards":["As","2c"],"face_up":false' in lines[2]
    assert '"shown":null,"count":1' in lines[3]
    assert '"odds":"1:1","result":500,"covered":null,"clauses":["CM-7a","CM-S1"]' in lines[4]
    assert [record.event for record in read(lines)] == SMALL


def test_a_chain_goes_on_where_another_ended() -> None:
    first = Chain()
    lines = [first.line(event) for event in SMALL[:2]]
    second = Chain(first.length, first.head)
    assert lines + [second.line(event) for event in SMALL[2:]] == lines_of(SMALL)


def test_the_time_of_a_record_is_bound_by_its_hash() -> None:
    line = Chain(clock=lambda: "2031-04-05T06:07:08Z").line(SMALL[0])
    assert '"journal":2,"at":"2031-04-05T06:07:08Z","game"' in line
    assert read_text(line)[0].at == "2031-04-05T06:07:08Z"
    assert fault_in(line.replace("06:07", "06:17")).number == 0


# ── Tampering ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("change", [1, 2, 32, 64])
def test_a_changed_byte_is_found_at_every_position(change: int) -> None:
    text = "".join(lines_of(SMALL))
    number = 0
    for position, character in enumerate(text):
        changed = chr(ord(character) ^ change)
        assert fault_in(text[:position] + changed + text[position + 1 :]).number == number, (position, character)
        number += character == "\n"


def test_a_dropped_byte_is_found_at_every_position() -> None:
    text = "".join(lines_of(SMALL))
    number = 0
    for position, character in enumerate(text):
        assert fault_in(text[:position] + text[position + 1 :]).number == number
        number += character == "\n"


@given(position=st.floats(0, 1), character=st.characters(exclude_categories=["Cs"]))
def test_an_inserted_character_is_found_anywhere(position: float, character: str) -> None:
    text = "".join(lines_of(SMALL))
    at = round(position * len(text))
    fault = fault_in(text[:at] + character + text[at:])
    assert fault.number == text[:at].count("\n")


def test_dropped_inserted_doubled_and_swapped_records_are_found_at_every_place() -> None:
    lines = lines_of(SMALL)
    foreign = lines_of([SMALL[0], e.ChipsBought(1, 100)])[1]
    for at in range(len(lines)):
        doubled = [*lines[: at + 1], *lines[at:]]
        assert fault_in("".join(doubled)).number == at + 1
        inserted = [*lines[:at], foreign, *lines[at:]]
        assert fault_in("".join(inserted)).number == (at if at != 1 else 2)  # it follows the first as well as the next
        if at + 1 < len(lines):
            dropped = lines[:at] + lines[at + 1 :]
            assert fault_in("".join(dropped)).number == at
        for other in range(at + 1, len(lines)):
            swapped = lines.copy()
            swapped[at], swapped[other] = lines[other], lines[at]
            assert fault_in("".join(swapped)).number == at


@given(seed=st.integers(0, 2**32), of=st.sampled_from(["casino-monte", "baccarat", "three-card-poker"]))
def test_a_changed_byte_of_a_long_journal_is_found_where_it_is(seed: int, of: str) -> None:
    chance = Random(seed)
    text = "".join(lines_of(played(of, 3, chance)))
    assert read_text(text)
    position = chance.randrange(len(text))
    changed = chr(ord(text[position]) ^ 1 << chance.randrange(7))
    assert fault_in(text[:position] + changed + text[position + 1 :]).number == text[:position].count("\n")


def test_a_line_that_is_cut_off_is_found_and_one_that_is_gone_is_not() -> None:
    text = "".join(lines_of(SMALL))
    for length in range(len(text)):
        kept = text[:length]
        if kept.endswith("\n") or not kept:
            assert len(read_text(kept)) == kept.count("\n")  # a head kept elsewhere finds it: test_audit
        else:
            assert fault_in(kept).reason == "the line is cut off before its end"
            assert fault_in(kept).number == kept.count("\n")


# ── Records that are none ────────────────────────────────────────────────────────────────────────────────────────────

FIRST = '{"n":0,"event":"chips_bought","journal":2,"seat":1,"cents":100'
STACKED = '{"n":0,"event":"wagers_stacked","journal":2,"seats":[1],"wager":"play","on":"ante","clause":"CM-1"'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "does not have its number"),
        ("null", "not JSON"),
        ("[1", "not JSON"),
        ('{"n":0', "not a journal of version 1 or 2"),
        ('{"n":1,"event":"chips_bought","journal":2,"seat":1,"cents":100', "does not have its number"),
        ('{"n":"0","event":"chips_bought","journal":2,"seat":1,"cents":100', "does not have its number"),
        ('{"event":"chips_bought","journal":2,"seat":1,"cents":100', "does not have its number"),
        (FIRST.replace('"journal":2', '"journal":3'), "not a journal of version 1 or 2"),
        (FIRST.replace(',"journal":2', ""), "not a journal of version 1 or 2"),
        (FIRST.replace("chips_bought", "chips_found"), "no known kind of event"),
        (FIRST.replace('"chips_bought"', "null"), "no known kind of event"),
        (FIRST.replace('"chips_bought"', "[]"), "no known kind of event"),
        (FIRST.replace(',"cents":100', ""), "has the fields seat, cents and no others"),
        (FIRST + ',"tip":1', "has the fields seat, cents and no others"),
        (FIRST.replace('"journal":2', '"journal":2,"at":7'), "time and software must be texts"),
        (FIRST.replace('"journal":2', '"journal":true'), "not a journal of version 1 or 2"),
        (
            FIRST.replace('"journal":2', '"journal":1,"software":"x"').replace("chips_bought", "dice_committed"),
            "no known",
        ),
        (FIRST.replace('"n":0', '"n":false'), "not written as a journal writes it"),
        (FIRST.replace('"n":0', '"n":-0.0'), "not written as a journal writes it"),
        (FIRST.replace('"cents":100', '"cents":99,"cents":100'), "not written as a journal writes it"),
        (FIRST.replace('"seat":1,"cents":100', '"cents":100,"seat":1'), "not written as a journal writes it"),
        (FIRST.replace('"cents":100', '"cents": 100'), "not written as a journal writes it"),
        (FIRST.replace("chips", "\\u0063hips"), "not written as a journal writes it"),
        (FIRST + "\n", "not written as a journal writes it"),
        (FIRST.replace("100", "1e2"), "the field cents of chips_bought is malformed"),
        (FIRST.replace("100", "100.0"), "the field cents of chips_bought is malformed"),
        (FIRST.replace("100", "true"), "the field cents of chips_bought is malformed"),
        (FIRST.replace("100", "NaN"), "the field cents of chips_bought is malformed"),
        (FIRST.replace("100", "9" * 5_000), "not JSON"),
        (FIRST.replace("100", "[" * 50_000), "not JSON"),
        ('{"n":0,"event":"house_changed","journal":1,"house":{"a":NaN}', "not written as a journal writes it"),
        ('{"n":0,"event":"house_changed","journal":1,"house":{"a":1e999}', "not written as a journal writes it"),
        ('{"n":0,"event":"house_changed","journal":1,"house":[]', "the field house of house_changed is malformed"),
        (STACKED.replace("[1]", "[1,true]"), "the field seats of wagers_stacked is malformed"),
        (STACKED.replace("[1]", '["1"]'), "the field seats of wagers_stacked is malformed"),
        (STACKED.replace("[1]", "1"), "the field seats of wagers_stacked is malformed"),
    ],
)
def test_a_text_that_is_no_record_is_named_for_what_it_is(text: str, reason: str) -> None:
    assert isinstance(read_one(FIRST), Record)
    assert isinstance(read_one(STACKED), Record)
    fault = read_one(text)
    assert isinstance(fault, Fault)
    assert fault.number == 0
    assert reason in fault.reason


WRONG: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    0.5,
    "",
    "As",
    "Xx",
    [],
    [0],
    ["As"],
    ["Xx"],
    [None],
    [["As"]],
    {},
    {"a": 1},
)


@pytest.mark.parametrize("kind", CODECS, ids=lambda kind: kind.__name__)
def test_a_field_of_another_type_is_malformed(kind: type) -> None:
    codec = CODECS[kind]
    event = next(x for x in EVERY_KIND if type(x) is kind)
    right = json.loads(Chain().line(event))
    del right["hash"]
    for field in codec.hints:
        refused = 0
        for value in WRONG:
            found = read_one(json.dumps({**right, field: value}, separators=(",", ":"))[:-1])
            if isinstance(found, Fault):
                refused += 1
                assert f"the field {field} of" in found.reason or "not written as" in found.reason
            else:
                assert json.loads(Chain().line(found.event))[field] == value
        assert refused >= len(WRONG) // 2


EVERY_KIND: tuple[e.Event, ...] = (
    e.TableOpened("baccarat", {}, "Table 1"),
    e.TableContinued("ab" * 16, "1", "cd" * 32, "entropy", 0),
    e.HouseChanged({"decks": 6}),
    e.SeatTaken(1, "Ann", 1),
    e.ChipsBought(1, 1),
    e.SeatLeft(1, 0),
    e.BankOffered(1, "TCP-T4"),
    e.BankTaken(1),
    e.BankDeclined(1, e.PLAYER),
    e.BankPassed(1),
    e.CardsShuffled("red", "ab"),
    e.DiceCommitted(1, "ab" * 32),
    e.CardsBurned(0, 3, "LM-R6"),
    e.CutCardAppeared("LM-R6"),
    e.RoundOpened(1, "red", 7, 0),
    e.WagerPlaced(1, "ante", 500, 0),
    e.WagerWithdrawn(1, "ante", 500),
    e.BetsClosed("TCP-D5"),
    e.FeeCollected(1, 100, "TCP-FEE5"),
    e.CardsDealt("seat 1", (1, 2, 3), face_up=False, clause="TCP-D6"),
    e.DieRolled(6, "CM-3"),
    e.CardsExposed("player-dealer", (2,), (3,), "TCP-D8"),
    e.CardsDiscarded(3, "XX-4"),
    e.CardsUnloaded(31, "TCP-D8b"),
    e.DecisionMade(1, "fold", 0, e.TABLE, "TCP-D11"),
    e.SettlementBegan("TCP-W1"),
    e.WagersStacked((1, 2), "play", "ante", "TCP-W2"),
    e.WagerSettled(1, "ante", 500, "win", "1:1", 300, 300, ("TCP-W2a",)),
    e.CardsPickedUp(("seat 1",), "TCP-W3"),
    e.RoundClosed(1, -300),
    e.RoundVoided(1, "a misdeal", "TCP-R13"),
)


def test_a_line_longer_than_any_record_is_refused_before_it_is_read() -> None:
    line = bound([FIRST + " " * LINE_LENGTH_MAX])[0]
    assert fault_in(line).reason == "the line is longer than 100,000 characters"


@pytest.mark.parametrize(
    "line", ["\n", "{}\n", '{"n":0}\n', f'{FIRST}{HASH_FIELD}"}}\n', f"{FIRST}{HASH_FIELD}{GENESIS}\n"]
)
def test_a_line_without_its_hash_is_no_record(line: str) -> None:
    assert fault_in(line).reason == "the line is not a record: it does not end in its hash"


@pytest.mark.parametrize("character", ["é", "\u2028", "\ud800", "\U0001f0a1"])
def test_a_character_that_is_not_escaped_is_a_fault_and_no_crash(character: str) -> None:
    line = f'{FIRST}{character}{HASH_FIELD}{GENESIS}"}}\n'
    assert fault_in(line).reason == "the line holds characters that a journal escapes"


@given(lines=st.lists(st.text(alphabet=st.characters()).map(lambda text: text + "\n"), min_size=1))
def test_any_text_at_all_raises_nothing_but_a_fault(lines: list[str]) -> None:
    with pytest.raises(Fault):
        list(read(lines))


@given(value=JSON_VALUES, cut=st.integers(0, 3))
def test_any_json_at_all_raises_nothing_but_a_fault(value: object, cut: int) -> None:
    text = json.dumps(value, separators=(",", ":"))
    with pytest.raises(Fault):
        list(read(bound([text[: len(text) - cut]])))


@given(name=st.sampled_from([codec.name for codec in CODECS.values()]), rest=st.dictionaries(st.text(), JSON_VALUES))
def test_any_record_of_a_known_kind_reads_back_or_is_a_fault(name: str, rest: dict[str, object]) -> None:
    text = json.dumps({"n": 0, "event": name, "journal": VERSION, **rest}, separators=(",", ":"))[:-1]
    found = read_one(text)
    assert isinstance(found, Fault) or Chain().line(found.event) == bound([text])[0]
