"""The audit: finds the first thing that is not so, names it exactly, and finds nothing where all is in order."""

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.games import game
from croupier.record.audit import Audit, audit
from croupier.record.journal import CODECS, GENESIS, VERSION, Chain, Fault
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import fold
from tests.any_event import JSON_VALUES, any_event
from tests.any_table import EVERY_GAME, HOUSE_RULES
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import any_house, likely, lines_of, played
from tests.rounds import Script

E = TypeVar("E", bound=e.Event)

SEEDS = st.integers(0, 2**32)


def monte() -> Script:
    """A settled round of Casino Monte: jack, ace, four; seat 2 raised."""
    script = Script("casino-monte", seats=2)
    script.open()
    script.bet(1, spot=1, initial=10, full_monte=5)
    script.bet(2, spot=2, initial=20)
    script.close()
    script.deal("Jd", "As", "4c")
    script.roll(1)
    script.decide(seat_1="check", seat_2="raise_2")
    script.settle()
    return script


def baccarat() -> Script:
    """A settled coup that Banker wins with 9 over 8."""
    script = Script("baccarat", {"burn": False}, seats=2)
    script.open()
    script.bet(1, banker=10, lucky_monkey=5)
    script.bet(2, player=25, tie=5)
    script.close()
    script.deal("Kd", "9s", "8c", "Ts")
    script.settle()
    return script


def poker(bank: int = 18) -> Script:
    """A settled round of Three Card Poker whose player-dealer, seat 7, cannot cover everything."""
    script = Script("three-card-poker", seats=(1, 2, 7))
    script.bank(7)
    script.open()
    script.bet(1, ante=10, pair_plus=5)
    script.bet(2, ante=10, six_card_bonus=5)
    script.bet_bank(bank)
    script.close()
    script.deal("As Ad 4h", "9c 7d 2h", "Qs 8d 3c")
    script.decide(seat_1="play", seat_2="fold")
    script.settle()
    return script


def number_of(events: Sequence[e.Event], kind: type[E], **fields_: object) -> tuple[int, E]:
    """The first event of a kind with these fields, and its number."""
    for number, event in enumerate(events):
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields_.items()):
            return number, event
    raise LookupError(kind)


def fault_in(lines: list[str], head: str = "") -> Fault:
    """The fault that an audit finds; all before it is in order."""
    found = audit(lines, heads=[head] if head else [])
    assert found.fault is not None
    assert not found.passed
    assert found.length == (len(lines) if found.fault.number is None else found.fault.number)
    assert found.open_after is None
    return found.fault


def in_order(lines: list[str], head: str = "") -> Audit:
    """An audit that finds nothing."""
    found = audit(lines, heads=[head] if head else [])
    assert found.fault is None
    assert found.passed
    assert found.length == len(lines)
    return found


# ── All in order ─────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
@given(seed=SEEDS)
def test_whatever_a_table_does_passes(of: str, seed: int) -> None:
    chance = Random(seed)
    events = played(of, 3, chance, any_house(of, chance))
    found = in_order(lines_of(events))
    assert found.state == fold(game(of), events)
    assert found.open_after is None
    assert found.rounds == sum(isinstance(event, e.RoundClosed) for event in events)
    assert found.voided == sum(isinstance(event, e.RoundVoided) for event in events)
    assert found.rounds + found.voided == 3
    assert found.pending == ()


@pytest.mark.parametrize("script", [monte, baccarat, poker])
def test_a_journal_may_end_anywhere(script: Any) -> None:
    assert_every_prefix_is_no_fault(script().events)


@pytest.mark.slow
@EVERY_GAME
@given(seed=SEEDS)
def test_any_journal_may_end_anywhere(of: str, seed: int) -> None:
    chance = Random(seed)
    assert_every_prefix_is_no_fault(played(of, 1, chance, any_house(of, chance)))


def assert_every_prefix_is_no_fault(events: Sequence[e.Event]) -> None:
    lines = lines_of(events)
    of = game(events[0].game) if isinstance(events[0], e.TableOpened) else None
    assert of is not None
    for length in range(1, len(lines) + 1):
        found = in_order(lines[:length])
        told = fold(of, events[:length])
        open_ = told.in_round or bool(found.pending)
        assert found.open_after == (length - 1 if open_ else None)
        assert (*events[:length], *found.pending) == tuple(events[: length + len(found.pending)])
        assert found.state == fold(of, events[: length + len(found.pending)])


def test_a_cut_card_at_the_very_end_of_a_journal_is_no_fault() -> None:
    script = Script("casino-monte", {"shuffle": "shoe", "cut_card": 260}, seats=1)
    chance = Random(1)
    while not script.all(e.CutCardAppeared):
        script.do(likely(script.state, chance))
    number, _ = number_of(script.events, e.CutCardAppeared)
    assert in_order(lines_of(script.events[: number + 1])).open_after == number
    assert in_order(lines_of(script.events[:number])).open_after == number - 1


def test_an_empty_journal_is_a_fault() -> None:
    assert fault_in([]).reason == "this is empty"


# ── Tampering ────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
@given(seed=SEEDS)
def test_one_changed_byte_is_found_in_its_record(of: str, seed: int) -> None:
    chance = Random(seed)
    lines = lines_of(played(of, 2, chance))
    number = chance.randrange(len(lines))
    position = chance.randrange(len(lines[number]) - 1)
    byte = ord(lines[number][position]) ^ 1 << chance.randrange(7)
    lines[number] = lines[number][:position] + chr(byte) + lines[number][position + 1 :]
    assert fault_in(lines).number == number


def test_a_first_record_whose_hash_is_not_called_so_is_a_record_still() -> None:
    lines = lines_of(played("baccarat", 1, Random(1)))
    lines[0] = lines[0].replace('"hash"', '"hush"')
    assert fault_in(lines).number == 0


@EVERY_GAME
@given(seed=SEEDS)
def test_a_dropped_doubled_or_moved_record_is_found(of: str, seed: int) -> None:
    chance = Random(seed)
    lines = lines_of(played(of, 2, chance))
    number, other = sorted(chance.sample(range(len(lines) - 1), 2))
    assert fault_in(lines[:number] + lines[number + 1 :]).number == number
    assert fault_in([*lines[: number + 1], *lines[number:]]).number == number + 1
    moved = lines.copy()
    moved.insert(other, moved.pop(number))
    assert fault_in(moved).number == number
    swapped = lines.copy()
    swapped[number], swapped[other] = lines[other], lines[number]
    assert fault_in(swapped).number == number


@EVERY_GAME
def test_a_head_kept_elsewhere_finds_truncation_and_a_whole_journal_written_anew(of: str) -> None:
    events = played(of, 2, Random(5))
    lines = lines_of(events)
    chain = Chain()
    heads = [(chain.line(event), chain.head)[1] for event in events]
    for place, head in enumerate(heads):
        found = in_order(lines, head=head)
        assert found.head == heads[-1]
        assert found.beyond_head == len(lines) - 1 - place
    assert in_order(lines[:-1]).head == heads[-2], "no chain can show what was cut off it"
    cut = fault_in(lines[:-1], head=heads[-1])
    assert cut.number is None
    assert cut.reason == "no record has the head kept elsewhere: records were cut off, or all were written anew"
    anew = lines_of([replace(events[0], name="Table 2"), *events[1:]])  # type: ignore[arg-type]  # a TableOpened
    in_order(anew)
    assert fault_in(anew, head=heads[-1]).reason == cut.reason


# ── Journals written anew that tell what cannot have happened ────────────────────────────────────────────────────────


def retold(script: Script, kind: type[E], find: dict[str, object], **changes: Any) -> str:
    """Change one event, bind the journal anew, and give the fault that is found at that very record."""
    events = list(script.events)
    number, event = number_of(events, kind, **find)
    events[number] = replace(event, **changes)
    fault = fault_in(lines_of(events))
    assert fault.number == number
    return fault.reason


@pytest.mark.parametrize(
    ("script", "kind", "find", "changes", "reason"),
    [
        (
            *(monte, e.WagerSettled, {"seat": 2, "wager": "raise"}, {"result": 120_00}),
            "wager settled of seat 2 on raise records result 12000 where the rules give result 4000 (CM-7a, CM-S1)",
        ),
        (
            *(
                monte,
                e.WagerSettled,
                {"seat": 1, "wager": "full_monte"},
                {"outcome": "pair", "odds": "1:1", "result": 500},
            ),
            (
                'wager settled of seat 1 on full_monte records outcome "pair", odds "1:1", result 500 where the rules '
                'give outcome "lose", odds null, result -500 (CM-FM)'
            ),
        ),
        (
            *(baccarat, e.WagerSettled, {"seat": 1, "wager": "banker"}, {"result": 10_00}),
            "wager settled of seat 1 on banker records result 1000 where the rules give result 950 (BAC-7, LM-R5)",
        ),
        (
            *(poker, e.WagerSettled, {"seat": 1, "wager": "play"}, {"result": 10_00, "covered": None}),
            (
                "wager settled of seat 1 on play records result 1000, covered null where the rules give result 800, "
                "covered 800 (TCP-W2a, TCP-T3, TCP-W4, TCP-R1)"
            ),
        ),
        (
            *(poker, e.WagerSettled, {"seat": 2, "wager": "ante"}, {"outcome": "forfeited", "result": -10_00}),
            (
                'wager settled of seat 2 on ante records outcome "forfeited", result -1000 where the rules give '
                'outcome "uncovered", result 0 (TCP-D11, TCP-R4, TCP-T3, TCP-W4, TCP-R1)'
            ),
        ),
        (
            *(poker, e.FeeCollected, {"seat": 7}, {"cents": 2_00}),
            "fee collected of seat 7 records cents 200 where the rules give cents 100 (TCP-FEE5)",
        ),
        (
            *(poker, e.CardsExposed, {"slot": "player-dealer"}, {"places": (0,), "cards": (42,)}),
            "cards exposed records places [0], cards Qh where the rules give places [2], cards 3c (TCP-D8)",
        ),
        (
            *(poker, e.CardsUnloaded, {}, {"count": 40}),
            "cards unloaded records count 40 where the rules give count 43 (TCP-D8b)",
        ),
        (
            *(poker, e.RoundClosed, {}, {"bank_result": 0}),
            "round closed records bank_result 0 where the rules give bank_result -1800",
        ),
        (
            *(poker, e.DecisionMade, {"seat": 1}, {"cents": 20_00}),
            "decision made of seat 1 records cents 2000 where the rules give cents 1000 (TCP-D11)",
        ),
        (
            *(monte, e.CardsDealt, {"slot": "position 2"}, {"slot": "position 3"}),
            'cards dealt records slot "position 3" where the rules give slot "position 2" (CM-2)',
        ),
        (
            *(monte, e.CardsDealt, {"slot": "position 1"}, {"face_up": True}),
            "cards dealt records face_up true where the rules give face_up false (CM-2)",
        ),
        (
            *(poker, e.CardsDealt, {"slot": "seat 2"}, {"cards": (51, 21, 2)}),
            "cards dealt could not have happened: As would be dealt more often than the deck holds it (TCP-K2).",
        ),
        (
            *(poker, e.CardsDealt, {"slot": "seat 2"}, {"cards": (51,)}),
            "cards dealt could not have happened: 1 cards came where 3 are dealt (TCP-D6).",
        ),
        (
            *(monte, e.DieRolled, {}, {"face": 7}),
            "die rolled could not have happened: a die does not show 7; it shows 1 to 6 (CM-3).",
        ),
        (
            *(monte, e.WagerPlaced, {"seat": 2}, {"cents": 501_00}),
            "wager placed could not have happened: $501 on Initial is outside the limits; bet $1 to $500 (CM-R8).",
        ),
        (
            *(poker, e.WagerPlaced, {"seat": 1, "wager": "ante"}, {"cents": 10_50}),
            "wager placed could not have happened: $10.50 is not a whole number of dollars (TCP-R7).",
        ),
        (
            *(monte, e.SeatTaken, {"seat": 2}, {"seat": 1}),
            "seat taken could not have happened: seat 1 is taken by Player 1 (CM-R8).",
        ),
        (
            *(poker, e.BankTaken, {"seat": 7}, {"seat": 1}),
            "bank taken could not have happened: the bank is not seat 1's to answer; it is offered to seat 7 (TCP-T4).",
        ),
        (
            *(monte, e.RoundOpened, {}, {"round": 2}),
            "round opened records round 2 where the rules give round 1",
        ),
    ],
)
def test_a_lie_is_named_with_its_record_its_field_and_its_clause(
    script: Any, kind: type[e.Event], find: dict[str, object], changes: dict[str, Any], reason: str
) -> None:
    assert retold(script(), kind, find, **changes) == reason


def without(script: Script, kind: type[e.Event], **find: object) -> Fault:
    """Leave one event out, bind the journal anew, and give the fault that is found in its place."""
    number, _ = number_of(script.events, kind, **find)
    fault = fault_in(lines_of([*script.events[:number], *script.events[number + 1 :]]))
    assert fault.number == number
    return fault


def test_an_event_left_out_is_missed_where_it_should_stand() -> None:
    assert without(poker(), e.FeeCollected, seat=2).reason == (
        "fee collected of seat 2 records seat 7 where the rules give seat 2 (TCP-FEE5)"
    )
    assert without(poker(), e.CardsUnloaded).reason == "decision made is recorded where the rules give cards unloaded"
    assert without(monte(), e.WagerSettled, seat=2, wager="raise").reason == (
        "cards picked up is recorded where the rules give wager settled"
    )
    assert without(monte(), e.SettlementBegan).reason == "wager settled follows from nothing before it"
    assert without(monte(), e.CardsShuffled).reason == (
        "round opened could not have happened: the cards are not ready; they are shuffled first (CM-I2)."
    )
    assert without(monte(), e.TableOpened).reason == "a journal begins with the opening of its table"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            e.WagerSettled(1, "initial", 10_00, "win", "1:1", 10_00, None, ()),
            "wager settled follows from nothing before it",
        ),
        (e.CutCardAppeared("CM-R6"), "cut card appeared follows from nothing before it"),
        (
            e.RoundVoided(1, "changed my mind", "CM-R11"),
            (
                "round voided could not have happened: no round is open; a round is voided before it is settled, never "
                "after (CM-R11)."
            ),
        ),
        (e.SeatLeft(3, 0), "seat left could not have happened: nobody sits at seat 3 (CM-R8)."),
        (e.SeatLeft(1, 0), "seat left of seat 1 records cents 0 where the rules give cents 998500"),
        (e.ChipsBought(1, -5), "chips bought could not have happened: the chips must be above 0, not -$0.05."),
        (e.TableOpened("casino-monte", {}, "Table 1"), "table opened follows from nothing before it"),
    ],
)
def test_an_event_added_at_the_end_is_judged_like_any_other(event: e.Event, reason: str) -> None:
    script = monte()
    fault = fault_in(lines_of([*script.events, event]))
    assert (fault.number, fault.reason) == (len(script.events), reason)


@pytest.mark.parametrize(
    ("opened", "reason"),
    [
        (e.TableOpened("casino-monte", {"decks": 4}, "Table 1"), "house.decks: 4 may be analysed but not dealt"),
        (e.TableOpened("casino-monte", {"jokers": 2}, "Table 1"), "house.jokers: unknown house rule"),
        (e.TableOpened("casino-monte", {"decks": [[]]}, "Table 1"), "house.decks: [[]] is not a whole number"),
        (e.TableOpened("casino-monte", {}, "Table 1"), "table opened records house {} where the rules give house {"),
    ],
)
def test_a_table_that_cannot_have_been_opened_is_the_first_fault(opened: e.TableOpened, reason: str) -> None:
    fault = fault_in(lines_of([opened]))
    assert fault.number == 0
    assert reason in fault.reason


def test_a_journal_of_a_game_that_is_not_known_is_refused_and_not_called_wrong() -> None:
    with pytest.raises(Refused, match=r'"blackjack" is not a game; .* name a game of your own with --game'):
        audit(lines_of([e.TableOpened("blackjack", {}, "Table 1")]))


DERIVED = (
    e.WagerSettled,
    e.FeeCollected,
    e.CardsExposed,
    e.CardsDiscarded,
    e.CardsUnloaded,
    e.WagersStacked,
    e.CardsPickedUp,
    e.RoundClosed,
)
"""Kinds of events that nobody asks for: all of every one of them follows from what was recorded before."""


def other_than(value: Any, chance: Random) -> Any:
    """Another value of the same type."""
    match value:
        case None:
            return None
        case int():
            return value + chance.choice((-100, -1, 1, 100))
        case str():
            return value + "x"
        case (int(), *_):
            return value[1:] if chance.random() < 0.5 else (*value, 0)
        case (str(), *_):
            return value[1:] if chance.random() < 0.5 else (*value, "x")
        case _:
            return (*value, "x")


@EVERY_GAME
@given(seed=SEEDS)
def test_no_field_of_what_follows_by_itself_can_be_other_than_it_is(of: str, seed: int) -> None:
    chance = Random(seed)
    events = played(of, 2, chance, any_house(of, chance))
    derived = [number for number, event in enumerate(events) if isinstance(event, DERIVED)]
    if not derived:
        return
    number = chance.choice(derived)
    changeable = [field.name for field in fields(events[number]) if getattr(events[number], field.name) is not None]
    changeable = [name for name in changeable if (type(events[number]), name) != (e.CardsExposed, "cards")]
    name = chance.choice(changeable)
    events[number] = replace(events[number], **{name: other_than(getattr(events[number], name), chance)})
    fault = fault_in(lines_of(events))
    assert fault.number == number
    assert f" {name} " in fault.reason


@EVERY_GAME
@given(seed=SEEDS)
def test_any_event_retold_either_could_have_happened_or_is_a_fault_not_before_it(of: str, seed: int) -> None:
    chance = Random(seed)
    events = played(of, 2, chance, any_house(of, chance))
    number = chance.randrange(1, len(events))
    event = events[number]
    name = chance.choice([field.name for field in fields(event)])
    if (type(event), name) in {(e.CardsDealt, "cards"), (e.CardsExposed, "cards"), (e.CardsBurned, "shown")}:
        changed: Any = tuple(chance.sample(range(52), 3)) if name == "cards" else chance.randrange(52)
    elif isinstance(getattr(event, name), dict):
        changed = {}
    else:
        changed = other_than(getattr(event, name), chance)
    events[number] = replace(event, **{name: changed})
    found = audit(lines_of(events))
    if found.fault is None:
        assert found.state == fold(game(of), events)
    else:
        assert number <= found.length == found.fault.number


@HOUSE_RULES
@given(data=st.data())
def test_no_house_rules_can_crash_an_audit(of: str, data: st.DataObject) -> None:
    names = st.sampled_from([parameter.name for parameter in game(of).parameters])
    house = data.draw(st.dictionaries(names, JSON_VALUES, min_size=1, max_size=3))
    opened = e.TableOpened(of, game(of).house().show(), "Table 1", composition=game(of).composition)
    assert fault_in(lines_of([e.TableOpened(of, house, "Table 1")])).number == 0
    assert fault_in(lines_of([opened, e.HouseChanged(house)])).number == 1


@EVERY_GAME
@given(data=st.data(), seed=SEEDS)
def test_no_event_can_crash_an_audit(of: str, data: st.DataObject, seed: int) -> None:
    chance = Random(seed)
    events = played(of, 1, chance)
    number = chance.randrange(1, len(events))
    event = data.draw(st.sampled_from(list(CODECS[VERSION])).flatmap(any_event))
    found = audit(lines_of([*events[:number], event]))
    assert found.fault is None or found.fault.number == number


def test_balanced_books_are_part_of_the_proof() -> None:
    script = monte()
    script.do(c.Leave(1))
    number, left = number_of(script.events, e.SeatLeft)
    events = [*script.events]
    events[number] = replace(left, cents=left.cents + 1)
    assert fault_in(lines_of(events)).reason == (
        f"seat left of seat 1 records cents {left.cents + 1} where the rules give cents {left.cents}"
    )


def test_nothing_before_the_first_record_can_be_its_head() -> None:
    assert fault_in(lines_of(monte().events), head=GENESIS).reason.startswith("no record has the head kept elsewhere")
