"""The dishonest dealer: whoever shows a head as a round opens is found when anything else is dealt than was fixed then.

An auditor has the head, the journal and the openings, as the dealer cares to write them. The honest dealer always
passes. What no proof can find is here too, so that nobody promises it.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from croupier.cards import DECK
from croupier.chance import DICE, SHUFFLE, Chance, Drawn, Subject
from croupier.errors import Refused
from croupier.record.audit import audit
from croupier.record.journal import CARD_FIELDS, Chain
from croupier.record.proofs import Use, Uses, check, opening
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import step
from croupier.table.state import ENTROPY, GIVEN, SEED, UNRECORDED
from tests.crooked_dealer import (
    FORGERIES,
    OPEN,
    PROVED,
    SEALED,
    SLEIGHTS,
    TABLES,
    Crook,
    Finished,
    Forger,
    Shown,
    Sleight,
    cheated,
    dealt,
    drive,
    forged,
    honest,
    opened,
    quick,
    shown,
    told_true,
    verdict,
)
from tests.memory_recorder import Kept
from tests.random_tables import likely

EVERY_TABLE = pytest.mark.parametrize("table", TABLES)
WITH_DICE = [table for table in TABLES if table.startswith("monte")]
WITH_SHOES = [table for table in TABLES if "shoe" in table or "baccarat" in table]


def judged(at: Shown, rest: Finished, *heads: str) -> str:
    """The verdict on a table with the openings that belong to it."""
    return verdict(at.journal(rest.events), opened(rest.uses, rest.drawn), at.head, *heads)


def assert_honesty_passes(at: Shown, players: int) -> None:
    """The control: dealt as committed to, a round is proved."""
    rest = honest(at, players)
    assert told_true(rest.uses, rest.drawn)
    assert judged(at, rest) == PROVED


def assert_cheats_are_found(table: str, seed: object, deals: int, forgeries: int) -> None:
    """Deal one round falsely in several ways, and forge the openings of each in several."""
    rng = Random(f"{table} {seed}")
    at = shown(table, rng)
    players = rng.randrange(1_000)
    assert_honesty_passes(at, players)
    for _ in range(deals):
        rest = cheated(at, players, rng)
        assert not told_true(rest.uses, rest.drawn), "nobody cheated"
        found = audit(at.journal(rest.events), heads=[at.head], games=quick)
        assert found.passed, "each step was by the rules, so that only openings can find it"
        assert found.open_after is None
        for _ in range(forgeries):
            with pytest.raises(Refused):
                check(forged(rest.uses, rest.drawn, rng), found.uses)


@EVERY_TABLE
@pytest.mark.parametrize("seed", range(5))
def test_whoever_deals_otherwise_than_committed_is_found_whatever_is_opened(table: str, seed: int) -> None:
    assert_cheats_are_found(table, seed, deals=3, forgeries=5)


@pytest.mark.torture
@EVERY_TABLE
@pytest.mark.parametrize("part", range(10))
def test_whoever_deals_otherwise_is_found_a_hundred_thousand_times(table: str, part: int) -> None:
    for seed in range(50):
        assert_cheats_are_found(table, f"torture {part} {seed}", deals=5, forgeries=5)


@EVERY_TABLE
@pytest.mark.parametrize("seed", range(5))
def test_the_honest_dealer_always_passes(table: str, seed: int) -> None:
    assert_honesty_passes(shown(table, Random(f"honest {table} {seed}")), seed)


# ── One sleight, one forgery at a time ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("sleight", SLEIGHTS)
@EVERY_TABLE
def test_each_sleight_of_hand_is_found(table: str, sleight: Sleight) -> None:
    rng = Random(f"{table} {sleight.__name__}")
    at = shown(table, rng)
    start = at.state.drawn
    dealt_here = sum(len(event.cards) for event in honest(at, 1).events if isinstance(event, e.CardsDealt))
    for _ in range(200):
        order = list(at.cards.values)
        sleight(order, start, start + dealt_here, rng)
        try:
            rest = dealt(at, 1, order=order)
        except Refused:
            continue
        if not told_true(rest.uses, rest.drawn):
            break
    else:
        pytest.fail("this sleight shows nobody another card")
    assert re.search("recorded as .* and opens as", judged(at, rest))


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__)
@EVERY_TABLE
def test_each_forgery_of_an_opening_is_found(table: str, forgery: Callable[[Forger], None]) -> None:
    rng = Random(f"{table} {forgery.__name__}")
    at = shown(table, rng)
    rest = cheated(at, 1, rng)
    lines = []
    for use in rest.uses:
        if use.used_up and use.shown:
            true = rest.drawn[use.subject.key]
            forger = Forger(use, true, json.loads(opening(true, use)), rng)
            if forger.false:
                forgery(forger)
            lines.append(json.dumps(forger.said))
    assert verdict(at.journal(rest.events), lines, at.head) not in (PROVED, OPEN, SEALED)


@pytest.mark.parametrize("table", WITH_DICE)
def test_a_die_that_is_rolled_again_is_found(table: str) -> None:
    at = shown(table, Random(table))
    assert at.dice is not None
    true = at.dice.values[0]
    for face in range(1, 7):
        rest = dealt(at, 1, faces=(face,))
        found = judged(at, rest)
        assert (found == PROVED) == (face == true)
        if face != true:
            assert f"was recorded as {face} and opens as {true}" in found


def test_a_worse_hand_for_somebody_who_folds_it_is_found() -> None:
    """A folded hand is shown to nobody else, yet its player knows it, and so it is opened."""
    for seed in range(50):
        at = shown("poker", Random(seed))
        use = next(use for use in honest(at, seed).uses if use.subject == at.cards.subject)
        if use.known > use.exposed:
            break
    place = min(use.known - use.exposed)
    order = list(at.cards.values)
    order[place], order[-1] = order[-1], order[place]
    rest = dealt(at, seed, order=order)
    use = next(use for use in rest.uses if use.subject == at.cards.subject)
    assert place in use.known - use.exposed, "nobody but the player saw it"
    assert f"place {place} of the shuffle" in judged(at, rest)


# ── Withholding ──────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_TABLE
def test_openings_that_are_withheld_are_missed(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    lines = opened(rest.uses, rest.drawn)
    assert lines
    for number in range(len(lines)):
        less = lines[:number] + lines[number + 1 :]
        assert "not opened" in verdict(at.journal(rest.events), less, at.head)


@EVERY_TABLE
def test_a_round_that_is_never_finished_is_never_proved(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    over = next(place for place, event in enumerate(rest.events) if isinstance(event, e.RoundClosed))
    for length in range(over):
        events = rest.events[:length]
        assert verdict(at.journal(events), opened(rest.uses, rest.drawn), at.head) != PROVED
        assert audit(at.journal(events), heads=[at.head], games=quick).open_after is not None
    assert "no record has the head kept elsewhere" in verdict(at.lines[:-1], (), at.head)


@pytest.mark.parametrize("table", WITH_SHOES)
def test_a_shoe_that_is_never_used_up_is_never_called_proved(table: str) -> None:
    at = shown(table, Random(table))
    rest = cheated(at, 1, Random(1))
    while not isinstance(rest.events[-1], e.RoundClosed):
        rest.events.pop()
    lines = at.journal(rest.events)
    found = audit(lines, heads=[at.head], games=quick)
    others = [use for use in found.uses if use.used_up]
    honest_dice = [line for line in opened(others, rest.drawn) if json.loads(line)["of"] == SHUFFLE]
    assert verdict(lines, opened(others, rest.drawn), at.head) != PROVED
    assert len(honest_dice) < at.state.shuffles, "the shoe in use is the one that is not opened"


# ── Lies in the record ───────────────────────────────────────────────────────────────────────────────────────────────

WHAT_PEOPLE_DID = {
    (e.WagerPlaced, "seat"),
    (e.WagerPlaced, "wager"),
    (e.WagerPlaced, "cents"),
    (e.WagerPlaced, "spot"),
    (e.WagerWithdrawn, "seat"),
    (e.WagerWithdrawn, "wager"),
    (e.DecisionMade, "option"),
    (e.DecisionMade, "by"),
    (e.DecisionMade, "cents"),
    (e.BankTaken, "seat"),
    (e.BankDeclined, "by"),
}
"""What only those who did it can know: a head shown after it binds it, one shown before cannot."""
OF_NO_CONSEQUENCE = {(e.CardsDealt, "salt"), (e.CardsShuffled, "commitment")}
"""The salt hides and proves nothing; the commitment is of cards for rounds that have not opened yet."""


def another(value: Any, rng: Random, *, cards: bool) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return rng.randrange(52) if cards else value + rng.choice((-100, -1, 1, 100))
        case None:
            return rng.randrange(52) if cards else None
        case str() if re.fullmatch("[0-9a-f]{32,64}", value):
            return rng.randbytes(len(value) // 2).hex()
        case str():
            return rng.choice(("", value + "x", "player", "table", "fold", "play", "check", "raise_1"))
        case tuple() if cards:
            changed = list(value)
            changed[rng.randrange(len(changed))] = rng.randrange(52)
            return tuple(changed)
        case tuple():
            return rng.choice((value[1:], value[::-1], (*value, *value[:1])))
    return value


def lied(events: list[e.Event], rng: Random) -> tuple[list[e.Event], set[tuple[type, str]]]:
    """Records of which some are untrue, and which fields those are; none where their order is."""
    told, places = list(events), range(len(events))
    fields_changed: set[tuple[type, str]] = set()
    match rng.randrange(6):
        case 0:
            del told[rng.choice(places)]
        case 1:
            told.insert(rng.choice(places), rng.choice(told))
        case 2:
            one, other = rng.choice(places), rng.choice(places)
            told[one], told[other] = told[other], told[one]
        case _:
            for _ in range(rng.choice((1, 1, 2))):
                place = rng.choice(places)
                event = told[place]
                name = rng.choice([field.name for field in fields(event)])
                cards = (type(event), name) in CARD_FIELDS
                told[place] = replace(event, **{name: another(getattr(event, name), rng, cards=cards)})
                fields_changed.add((type(event), name))
    return told, fields_changed


def assert_lies_are_found(table: str, seed: object, lies: int) -> int:
    """Retell a round in several ways; gives how many of them were lies."""
    rng = Random(f"lies {table} {seed}")
    at = shown(table, rng)
    rest = honest(at, 1) if rng.random() < 0.5 else cheated(at, 1, rng)
    last = Chain(len(at.lines), at.head)
    for event in rest.events:
        last.line(event)
    count = 0
    for _ in range(lies):
        events, where = lied(rest.events, rng)
        if events == rest.events:
            continue
        count += 1
        lines = at.journal(events)
        found = audit(lines, heads=[at.head], games=quick)
        result = verdict(lines, opened(rest.uses, rest.drawn), at.head)
        if result == PROVED:
            assert told_true(found.uses, rest.drawn)
            assert not where or where & (WHAT_PEOPLE_DID | OF_NO_CONSEQUENCE), (where, "a lie about chance passed")
            assert where or by_people(events, rest.events), "a lie about the order of things passed"
        assert verdict(lines, opened(rest.uses, rest.drawn), at.head, last.head) != PROVED, "the last head binds it all"
    return count


def by_people(events: Iterable[e.Event], others: Iterable[e.Event]) -> bool:
    """Whether two records differ only in when people bet and decided."""
    people = e.WagerPlaced | e.WagerWithdrawn | e.DecisionMade | e.BankTaken | e.BankDeclined
    return [x for x in events if not isinstance(x, people)] == [x for x in others if not isinstance(x, people)]


@EVERY_TABLE
@pytest.mark.parametrize("seed", range(4))
def test_a_lie_in_the_record_is_found_unless_it_is_about_what_people_did(table: str, seed: int) -> None:
    assert assert_lies_are_found(table, seed, lies=12) > 5


@pytest.mark.torture
@EVERY_TABLE
@pytest.mark.parametrize("part", range(10))
def test_lies_in_the_record_are_found_in_many_ways(table: str, part: int) -> None:
    for seed in range(5):
        assert_lies_are_found(table, f"torture {part} {seed}", lies=20)


# ── What the head covers ─────────────────────────────────────────────────────────────────────────────────────────────


def written(events: Iterable[e.Event]) -> list[str]:
    """A journal written anew from its first record."""
    return [*map(Chain().line, events)]


def recommitted(event: e.Event, commitment: str) -> e.Event:
    """A shuffle or dice with another commitment."""
    assert isinstance(event, e.CardsShuffled | e.DiceCommitted)
    return replace(event, commitment=commitment)


def committed_anew(at: Shown, secret: bytes) -> Shown:
    """The same table, its last shuffle exchanged for another in the record."""
    drawn = Drawn(at.cards.subject, secret)
    kept = Kept()
    kept.drawn |= {**at.drawn, drawn.subject.key: drawn}
    kept.events = [
        replace(event, commitment=drawn.commitment)
        if isinstance(event, e.CardsShuffled) and event.number == drawn.subject.number
        else event
        for event in at.events
    ]
    lines = written(kept.events)
    state = at.state.copy()
    state.commitment = drawn.commitment
    kept.using, kept.used = at.kept.using, at.kept.used
    assert kept.using.cards is not None
    kept.using.cards.commitment = drawn.commitment
    return Shown(state, at.chance, kept, lines, json.loads(lines[-1])["hash"])


@pytest.mark.parametrize("table", ["monte", "monte, alternate", "poker"])
def test_a_commitment_that_is_written_anew_after_the_wagers_is_found_by_the_head_alone(table: str) -> None:
    at = shown(table, Random(table))
    head = at.head
    anew = committed_anew(at, bytes(32))
    rest = honest(anew, 1)
    assert judged(anew, rest) == PROVED, "nothing else is wrong with it, which is why a head is kept"
    assert "no record has the head kept elsewhere" in judged(anew, rest, head)


def test_a_head_binds_the_rounds_up_to_the_one_it_opened_and_no_later_one() -> None:
    at = shown("poker", Random("later"))
    kept = Kept()
    crook = Crook(at.state, at.chance)
    crook.recorder, crook.cards = kept, at.cards
    drive(crook, Random(1), at.state.round + 1, opened=True)
    true = at.journal(kept.events)
    shuffled = max(place for place, event in enumerate(kept.events) if isinstance(event, e.CardsShuffled))
    kept.events[shuffled] = recommitted(kept.events[shuffled], "ab" * 32)
    lines = at.journal(kept.events)
    assert audit(lines, heads=[at.head], games=quick).passed
    later = json.loads(true[-1])["hash"]
    assert audit(true, heads=[at.head, later], games=quick).passed
    assert not audit(lines, heads=[at.head, later], games=quick).passed


@EVERY_TABLE
def test_two_journals_of_one_table_cannot_both_hold_the_heads_that_were_shown(table: str) -> None:
    at = shown(table, Random(table))
    one, other = honest(at, 1), honest(at, 2)
    assert one.events != other.events
    heads = [json.loads(at.journal(rest.events)[-1])["hash"] for rest in (one, other)]
    assert judged(at, one, heads[0]) == judged(at, other, heads[1]) == PROVED
    assert "no record has the head kept elsewhere" in judged(at, one, *heads)
    assert "no record has the head kept elsewhere" in judged(at, other, *heads)


@pytest.mark.parametrize("chance", [GIVEN, UNRECORDED, "luck"])
@EVERY_TABLE
def test_a_table_that_says_nobody_is_bound_is_not_proved(table: str, chance: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    first, *others = (*at.events, *rest.events)
    assert isinstance(first, e.TableOpened)
    lines = written([replace(first, chance=chance), *others])
    assert verdict(lines, opened(rest.uses, rest.drawn)) != PROVED
    assert verdict(lines, opened(rest.uses, rest.drawn), at.head) != PROVED


# ── Commitments ──────────────────────────────────────────────────────────────────────────────────────────────────────

MALFORMED = ["", "0", "ab" * 31, "ab" * 33, "AB" * 32, "g" * 64, " " + "a" * 63, "a" * 63 + "\n", "\uff10" * 64]


@EVERY_TABLE
def test_malformed_and_repeated_commitments_are_refused(table: str) -> None:
    at = shown(table, Random(table))
    after = honest(at, 1).state
    spent = [event.commitment for event in at.events if isinstance(event, e.CardsShuffled | e.DiceCommitted)]
    assert at.cards.commitment in spent
    colour = c.Shuffle(Crook(after, at.chance).shuffle(after).colour, "").colour
    for commitment in MALFORMED:
        with pytest.raises(Refused, match="a commitment is 64 hexadecimal digits"):
            step(after, c.Shuffle(colour, commitment))
    for commitment in spent:
        with pytest.raises(Refused, match="used before"):
            step(after, c.Shuffle(colour, commitment))
    if table in WITH_DICE:
        ready = step(after, c.Shuffle(colour, "ab" * 32)).state
        for commitment in (*MALFORMED, *spent, "ab" * 32):
            with pytest.raises(Refused, match=r"a commitment is 64|used before"):
                step(ready, c.CommitDice(commitment))


@EVERY_TABLE
def test_a_commitment_that_is_used_again_is_found(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    if not isinstance(rest.events[-1], e.CardsShuffled):
        rest.events.append(e.CardsShuffled(Crook(rest.state, at.chance).shuffle(rest.state).colour, "", 99))
    again = recommitted(rest.events[-1], at.cards.commitment)
    lines = at.journal([*rest.events[:-1], again])
    assert "used before" in verdict(lines, opened(rest.uses, rest.drawn), at.head)


class Mistaken(Crook):
    """Commits to something else than what is asked for."""

    about: dict[str, Any]

    def new(self, subject: Subject) -> Drawn:
        drawn = Drawn(replace(subject, **self.about), self.chance.secret(subject))
        assert self.recorder is not None
        self.recorder.keep_secret(Drawn(subject, drawn.secret))
        return drawn


@pytest.mark.parametrize(
    "about",
    [{"game": "another"}, {"table": "ab" * 16}, {"number": 99}, {"sizes": (3,)}, {"of": DICE, "sizes": (6,)}],
    ids=str,
)
@EVERY_TABLE
def test_a_commitment_of_another_game_table_number_or_size_is_found(table: str, about: dict[str, Any]) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    kept = Kept()
    kept.using, kept.used = rest_of_uses(at, rest)
    liar = Mistaken(rest.state, at.chance)
    liar.about, liar.recorder = about, kept
    liar.order = tuple(DECK) * 8  # he does not keep to what he committed to either
    liar.go_on()  # which shuffles, for the cards that lie ready are not known here
    drive(liar, Random(2), rest.state.round + 1)
    if liar.state.deck_ready:
        liar.do(liar.shuffle(liar.state))
    lines = at.journal([*rest.events, *kept.events])
    found = audit(lines, heads=[at.head], games=quick)
    assert found.passed, "a commitment is opaque, so that only its opening can tell"
    truths = {**rest.drawn, **kept.drawn}
    with pytest.raises(Refused, match=r"do not make the commitment|not an opening|leaves where"):
        check([opening(truths[use.subject.key], use) for use in found.uses if use.used_up and use.shown], found.uses)
    for use in found.uses:
        committed = Drawn(replace(use.subject, **about), truths[use.subject.key].secret)
        is_wrong = committed.subject != use.subject and committed.commitment == use.commitment
        if is_wrong and use.shown and use.used_up:
            said = json.loads(opening(truths[use.subject.key], use))
            said["leaves"] = [leaf.hex() for leaf in committed.leaves]  # those that were committed to in truth
            with pytest.raises(Refused):
                check([json.dumps(said)], [use])
            return
    pytest.fail("nothing was committed to wrongly")


def rest_of_uses(at: Shown, rest: Finished) -> tuple[Uses, list[Use]]:
    """What follows a table from where an honest round left it."""
    kept = Kept()
    kept.using, kept.used = at.kept.using, []
    for use in rest.uses:
        if not use.used_up:
            setattr(kept.using, "cards" if use.subject.of == SHUFFLE else "dice", use)
    return kept.using, kept.used


@pytest.mark.parametrize("table", WITH_DICE)
def test_dice_that_are_not_committed_to_before_the_round_opens_are_found(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    events = [*at.events, *rest.events]
    place = max(k for k, event in enumerate(at.events) if isinstance(event, e.DiceCommitted))
    committed = events[place]
    opening_ = next(k for k in range(place, len(events)) if isinstance(events[k], e.RoundOpened))
    lines = opened(rest.uses, rest.drawn)
    dropped = events[:place] + events[place + 1 :]
    assert "committed to before it opens" in verdict(written(dropped), lines)
    for later in range(opening_, len(dropped)):
        moved = [*dropped[:later], committed, *dropped[later:]]
        assert verdict(written(moved), lines) != PROVED
    inside = [*rest.events[:1], recommitted(committed, "ab" * 32), *rest.events[1:]]
    assert "dice are committed to only between rounds" in verdict(at.journal(inside), lines, at.head)


@EVERY_TABLE
def test_cards_shuffled_or_house_rules_changed_in_mid_round_are_found(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    lines = opened(rest.uses, rest.drawn)
    over = next(place for place, event in enumerate(rest.events) if isinstance(event, e.RoundClosed))
    house = at.events[0]
    assert isinstance(house, e.TableOpened)
    for place in range(over):
        shuffled = e.CardsShuffled(at.state.colour, "ab" * 32, at.state.shuffles + 1)
        for intruder in (shuffled, e.HouseChanged(house.house, house.digest)):
            events = [*rest.events[:place], intruder, *rest.events[place:]]
            assert verdict(at.journal(events), lines, at.head) != PROVED


@pytest.mark.parametrize("table", ["monte", "monte, shoe", "baccarat"])
def test_decks_that_are_changed_after_the_commitment_make_it_void(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    shuffled = Crook(rest.state, at.chance)
    if not rest.state.deck_ready:
        shuffled.go_on()
    decks = 14 - shuffled.state.rulebook.supply.decks
    changed = step(shuffled.state, c.ChangeHouse({"decks": decks}, "ab" * 32)).state
    with pytest.raises(Refused, match="they are shuffled first"):
        step(changed, c.OpenRound())


# ── Sources of chance ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("when", ["in the round", "after it"])
@EVERY_TABLE
def test_no_table_leaves_its_commitments_behind(table: str, when: str) -> None:
    for seed in range(4):
        at = shown(table, Random(f"{table} {seed}"))
        rest = honest(at, 1)
        before, state = ([], at.state) if when == "in the round" else (rest.events, rest.state)
        weaker = {ENTROPY: (SEED, GIVEN, UNRECORDED), SEED: (GIVEN, UNRECORDED)}[state.chance]
        right = c.Continue(state.table, "1", state.digest, state.chance)
        assert step(state, right).state.is_bound
        wrong = [replace(right, chance=chance) for chance in weaker]
        wrong += [replace(right, chance="luck"), replace(right, table="ab" * 16), replace(right, table="")]
        wrong += [replace(right, cut=-1), replace(right, digest=""), replace(right, version="")]
        wrong += [replace(right, digest="ab" * 32)] if state.in_round else []
        for command in wrong:
            with pytest.raises(Refused):
                step(state, command)
            told = e.TableContinued(command.table, command.version, command.digest, command.chance, command.cut)
            lines = at.journal([*before, told])
            assert "could not have happened" in verdict(lines, opened(rest.uses, rest.drawn), at.head)


# ── The procedure ────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_TABLE
def test_lies_about_what_is_burned_unloaded_turned_up_or_behind_the_cut_are_found(table: str) -> None:
    at = shown(table, Random(table))
    rest = honest(at, 1)
    events = [*at.events, *rest.events]
    lines = opened(rest.uses, rest.drawn)
    assert verdict(written(events), lines) == PROVED
    lies = 0
    for place, event in enumerate(events):
        others: list[e.Event] = []
        match event:
            case e.CardsBurned(count=count):
                others = [replace(event, count=count + 1), replace(event, count=0), replace(event, shown=7)]
                others += [replace(event, shown=None)] if event.shown is not None else []
            case e.CardsDiscarded(count=count) | e.CardsUnloaded(count=count):
                others = [replace(event, count=count - 1)]
            case e.CardsDealt(face_up=face_up, cards=cards):
                others = [replace(event, face_up=not face_up), replace(event, slot="nowhere")]
                others += [replace(event, cards=(*cards, cards[0])), replace(event, cards=cards[1:])]
            case e.CardsExposed(places=places):
                others = [replace(event, places=places[1:], cards=event.cards[1:])]
            case _:
                pass
        for other in others:
            if other != event:
                lies += 1
                assert verdict(written([*events[:place], other, *events[place + 1 :]]), lines) != PROVED
        if isinstance(event, e.CardsDealt):
            lies += 1
            cut = e.CutCardAppeared(at.state.rulebook.supply.cut_clause)
            following = events[place + 1 : place + 2]
            told = events[place + 2 :] if following == [cut] else [cut, *events[place + 1 :]]
            assert verdict(written([*events[: place + 1], *told]), lines) != PROVED
    assert lies > 3


# ── What nobody can find, and what is therefore not promised ─────────────────────────────────────────────────────────


@EVERY_TABLE
def test_a_voided_round_is_told_as_voided_and_what_was_seen_of_it_is_proved(table: str) -> None:
    """Whether the reason is true, no proof tells; that a round was voided, by whom and why, the record does."""
    at = shown(table, Random(table))
    kept = Kept()
    kept.drawn |= at.drawn
    kept.using, kept.used = at.kept.using, at.kept.used
    loser = Crook(at.state, at.chance)
    loser.recorder, loser.cards, loser.dice = kept, at.cards, at.dice
    rng = Random(3)
    while not any(isinstance(event, e.CardsDealt) for event in kept.events):
        drive_once(loser, rng)
    chips = {seat: at.state.chips(seat) for seat in at.state.seated}
    loser.do(c.VoidRound("the bank would lose", "floor"))
    assert chips == {seat: loser.state.chips(seat) for seat in loser.state.seated}
    if loser.state.deck_ready:
        loser.do(loser.shuffle(loser.state))
    lines = at.journal(kept.events)
    found = audit(lines, heads=[at.head], games=quick)
    assert found.voided == sum(isinstance(event, e.RoundVoided) for event in at.events) + 1
    assert verdict(lines, opened(kept.uses, kept.drawn), at.head) == PROVED
    hidden = [event for event in kept.events if not isinstance(event, e.RoundVoided)]
    assert verdict(at.journal(hidden), opened(kept.uses, kept.drawn), at.head) != PROVED
    with pytest.raises(Refused, match="no round is open"):
        step(loser.state, c.VoidRound("again"))


def drive_once(dealer: Crook, rng: Random) -> None:
    """Let a table take one step."""
    if dealer.next() is not None:
        dealer.do(dealer.next() or c.CloseBets())
    else:
        dealer.do(likely(dealer.state, rng))


class Stacked(Chance):
    """Chance that is drawn again until the first card suits the dealer: chosen, and then committed to."""

    def draw(self, subject: Subject) -> Drawn:
        for tries in range(1_000):
            drawn = Drawn(subject, sha256(f"{tries}".encode() + subject.digest).digest())
            if drawn.values[0] % 13 == 0 or subject.of == DICE:
                return drawn
        raise AssertionError


def test_cards_that_are_chosen_before_they_are_committed_to_cannot_be_found() -> None:
    at = shown("poker", Random("stacked"))
    rest = honest(at, 1)
    kept = Kept()
    kept.using, kept.used = rest_of_uses(at, rest)
    stacked = Crook(rest.state, Stacked(bytes(32), at.chance.source))
    stacked.recorder = kept
    drive(stacked, Random(1), rest.state.round + 3)
    lines = at.journal([*rest.events, *kept.events])
    firsts = [drawn.values[0] % 13 for drawn in kept.drawn.values()]
    assert firsts == [0, 0, 0]
    assert verdict(lines, opened([*rest.uses, *kept.used], {**rest.drawn, **kept.drawn}), at.head) == PROVED


def test_a_player_timed_out_against_the_truth_is_found_by_a_head_shown_after_the_decision_and_by_nothing_else() -> None:
    for seed in range(50):
        at = shown("poker", Random(f"silent {seed}"))
        rest = honest(at, seed)
        folds = [x for x in rest.events if isinstance(x, e.DecisionMade) and x.option == "fold"]
        if folds:
            break
    made = rest.events.index(folds[0])
    other = replace(folds[0], by=e.TABLE if folds[0].by == e.PLAYER else e.PLAYER)
    events = [*rest.events[:made], other, *rest.events[made + 1 :]]
    proof = opened(rest.uses, rest.drawn)
    after = json.loads(at.journal(rest.events[: made + 1])[-1])["hash"]
    assert verdict(at.journal(events), proof, at.head) == PROVED
    assert verdict(at.journal(rest.events), proof, at.head, after) == PROVED
    assert "no record has the head kept elsewhere" in verdict(at.journal(events), proof, at.head, after)
