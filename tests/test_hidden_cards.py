"""A card that lies face down cannot be found from the heads that everybody sees."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from random import Random

from croupier.cards import DECK
from croupier.record.journal import WRITERS_NOW
from croupier.table import events as e
from tests.crooked_dealer import Shown, honest, shown


def hidden(seed: int) -> tuple[Shown, int, e.CardsDealt]:
    """A hand dealt face down, and where in its journal it is told."""
    at = shown("poker", Random(seed))
    for place, event in enumerate(honest(at, seed).events):
        if isinstance(event, e.CardsDealt) and not event.face_up:
            return at, place, event
    raise AssertionError


def found(before: str, after: str, number: int, guess: e.CardsDealt) -> Iterator[tuple[int, ...]]:
    """The hands whose record leads from one head to the next, of 22,100 in the order in which hands are sorted."""
    write = WRITERS_NOW[e.CardsDealt]
    for hand in combinations(DECK, 3):
        text = write(number, "", replace(guess, cards=hand))
        if sha256((before + text).encode()).hexdigest() == after:
            yield hand


def test_heads_tell_a_face_down_hand_to_whoever_has_its_salt_and_to_nobody_else() -> None:
    at, place, event = hidden(1)
    events = honest(at, 1).events
    sorted_hand = replace(event, cards=tuple(sorted(event.cards)))  # so that 22,100 tries are all there are
    events[place] = sorted_hand
    lines = at.journal(events)
    heads = [line[-67:-3] for line in lines]
    number = len(at.lines) + place
    before, after = heads[number - 1], heads[number]
    assert [*found(before, after, number, sorted_hand)] == [sorted_hand.cards]
    assert not [*found(before, after, number, replace(sorted_hand, salt=""))]
    assert not [*found(before, after, number, replace(sorted_hand, salt="00" * 16))]


def test_without_a_salt_the_same_search_finds_the_hand() -> None:
    at, place, event = hidden(1)
    events = honest(at, 1).events
    bare = events[place] = replace(event, cards=tuple(sorted(event.cards)), salt="")
    heads = [line[-67:-3] for line in at.journal(events)]
    number = len(at.lines) + place
    assert [*found(heads[number - 1], heads[number], number, bare)] == [bare.cards]


def test_every_hand_dealt_face_down_has_a_salt_of_its_own() -> None:
    salts: list[str] = []
    for table in ("poker", "poker, nothing exposed", "monte", "monte, alternate", "monte, shoe"):
        for seed in range(3):
            at = shown(table, Random(f"{table} {seed}"))
            dealt = [x for x in (*at.events, *honest(at, 1).events) if isinstance(x, e.CardsDealt)]
            assert all(bool(event.salt) != event.face_up for event in dealt)
            salts += [event.salt for event in dealt if event.salt]
    assert len(salts) > 20
    assert len(set(salts)) == len(salts)
