"""Openings: proof that the cards and dice a table showed are those it had committed to.

A journal holds each commitment from before its round opened. An opening names, for one shuffle or one round's dice,
every leaf, and value and salt of those that somebody at the table came to know: what lay face up, and the hands that
players held. Whoever has the journal checks the one against the other; it is the journal that says how many leaves
there must be and what they are about. Cards that nobody saw stay hashes. A folded hand is known to its player, and is
opened, so openings are for whoever may read the journal, which holds it too.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.cards import CARD_OF_NAME, card_name
from croupier.chance import (
    DICE,
    LEAF_LENGTH,
    SALT_LENGTH,
    SHUFFLE,
    Drawn,
    Subject,
    commitment_before,
    leaf_before,
)
from croupier.errors import Refused
from croupier.rulebook import owner_of
from croupier.table import events as e
from croupier.table.state import State

VERSION: Final = 2
FIELDS: Final = {"opening", "of", "table", "number", "commitment", "shown", "leaves"}
FIELDS_BEFORE: Final = {"commitment", "cards", "leaves"}
LINE_LENGTH_MAX: Final = 1_000_000


@dataclass(slots=True)
class Use:
    """What a table did with one shuffle, or with one round's dice."""

    subject: Subject
    commitment: str
    version: int
    """How it was committed to: 2, or 1 in old journals; 0 where nobody is bound."""
    drawn: dict[int, int] = field(default_factory=dict)
    """Cards or faces by their place."""
    exposed: set[int] = field(default_factory=set)
    """Places that all could see."""
    known: set[int] = field(default_factory=set)
    """Those and the ones that a player held."""
    next: int = 0
    slots: dict[str, list[int]] = field(default_factory=dict)
    used_up: bool = False

    @property
    def shown(self) -> set[int]:
        """The places that an opening opens."""
        return self.exposed if self.version == 1 else self.known

    @property
    def called(self) -> str:
        """What it is, in words."""
        return (
            f"shuffle {self.subject.number}" if self.subject.of == SHUFFLE else f"dice of round {self.subject.number}"
        )

    def value_name(self, value: int) -> str:
        """A card or a face as it is written."""
        return card_name(value) if self.subject.of == SHUFFLE else str(value)


NOTED: Final = frozenset(
    {
        *(e.CardsShuffled, e.DiceCommitted, e.DieRolled, e.RoundOpened, e.CardsBurned, e.CardsDealt, e.CardsExposed),
        *(e.CardsDiscarded, e.CardsUnloaded),
    }
)
"""Events that tell of cards and dice."""


class Uses:
    """Follows a table and tells which of its shuffles and dice are used up."""

    def __init__(self) -> None:
        self.cards: Use | None = None
        self.dice: Use | None = None

    @property
    def open(self) -> tuple[Use, ...]:
        """What is still in use."""
        return tuple(use for use in (self.cards, self.dice) if use)

    def follow(self, events: Iterable[e.Event], after: State) -> Iterator[Use]:
        """Note what the events of one step did, and give what was used up by them."""
        for event in events:
            if type(event) in NOTED:
                yield from self.note(event, after)
        if self.cards and not after.in_round and not after.deck_ready:
            yield from used_up(self.cards)
            self.cards = None
        if self.dice and not after.in_round and not after.dice_commitment:
            yield from used_up(self.dice)
            self.dice = None

    def note(self, event: e.Event, after: State) -> Iterator[Use]:
        """Note what one event did."""
        version = 2 if after.is_bound else 0 if after.chance else 1
        match event:
            case e.CardsShuffled(commitment=commitment):
                if self.cards:
                    yield from used_up(self.cards)
                self.cards = Use(Subject.of_shuffle(after, after.shuffles), commitment, version)
            case e.DiceCommitted(round=number, commitment=commitment):
                self.dice = Use(Subject.of_dice(after, number), commitment, version)
            case e.DieRolled(face=face, die=die) if self.dice:
                self.dice.drawn[die - 1] = face
                self.dice.exposed.add(die - 1)
                self.dice.known.add(die - 1)
            case _ if self.cards:
                note_cards(self.cards, event)
            case _:
                pass


def used_up(use: Use) -> Iterator[Use]:
    """Mark what will not be used again."""
    use.used_up = True
    yield use


def note_cards(use: Use, event: e.Event) -> None:
    match event:
        case e.RoundOpened():
            use.slots = {}
        case e.CardsBurned(shown=shown, count=count):
            if shown is not None:
                use.drawn[use.next] = shown
                use.exposed.add(use.next)
                use.known.add(use.next)
            use.next += count
        case e.CardsDiscarded(count=count) | e.CardsUnloaded(count=count):
            use.next += count
        case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
            places = range(use.next, use.next + len(cards))
            use.drawn.update(zip(places, cards, strict=True))
            use.slots.setdefault(slot, []).extend(places)
            use.next += len(cards)
            if face_up:
                use.exposed.update(places)
            if face_up or owner_of(slot):
                use.known.update(places)
        case e.CardsExposed(slot=slot, places=places):
            turned = {use.slots[slot][place] for place in places}
            use.exposed |= turned
            use.known |= turned
        case _:
            pass


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def opening(drawn: Drawn, use: Use) -> str:
    """The opening of one shuffle or one round's dice, as a line of JSON."""
    shown = [[place, use.value_name(drawn.values[place]), drawn.salts[place].hex()] for place in sorted(use.shown)]
    if use.version == 1:
        said: dict[str, object] = {"commitment": use.commitment, "cards": shown}
    else:
        subject = use.subject
        said = {"opening": VERSION, "of": subject.of, "table": subject.table, "number": subject.number}
        said |= {"commitment": use.commitment, "shown": shown}
    text = json.dumps(said, separators=(",", ":"))
    return f'{text[:-1]},"leaves":{drawn.proof_text}}}\n'


def opened(lines: Iterable[str]) -> Iterator[tuple[tuple[str, int], str]]:
    """What some lines of openings open and under which commitment, as far as they say so themselves."""
    for line in lines:
        try:
            read = json.loads(line)
            yield (str(read["of"]), int(read["number"])), str(read["commitment"])
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            continue


# ── Checking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Proof:
    """What openings prove."""

    cards: int
    dice: int
    sealed: int
    """Shuffles and dice still in use, which are opened when they are used up."""


def check(lines: Iterable[str], uses: Iterable[Use]) -> Proof:
    """Prove that every card and die that somebody saw is the one committed to, or refuse and say which is not."""
    uses = list(uses)
    wanted: dict[object, Use] = {}
    for use in uses:
        if not use.version:
            raise Refused("cards and dice of this table were given from outside; no commitment binds them")
        name = use.subject.key if use.version == VERSION else use.commitment
        if name in wanted:
            raise Refused(f"the {use.called} was committed to like one before it")
        wanted[name] = use
    opened: dict[tuple[str, int], set[int]] = {}
    for number, line in enumerate(lines, 1):
        try:
            use, places = check_one(line, wanted)
        except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError):
            raise Refused("this is not an opening", field=f"opening {number}") from None
        except Refused as refused:
            raise refused.at(f"opening {number}") from None
        opened[use.subject.key] = opened.get(use.subject.key, set()) | places
    missing = [use for use in wanted.values() if use.used_up and opened.get(use.subject.key, set()) != use.shown]
    if missing:
        raise Refused(f"{len(missing)} of what was used up is not opened, first the {missing[0].called}")
    proved = {kind: sum(len(places) for (of, _), places in opened.items() if of == kind) for kind in (SHUFFLE, DICE)}
    sealed = sum(not use.used_up and use.subject.key not in opened for use in uses)
    return Proof(proved[SHUFFLE], proved[DICE], sealed)


def check_one(line: str, wanted: dict[object, Use]) -> tuple[Use, set[int]]:
    """Prove one opening against the journal, and give the places it opens; what is opened is no longer wanted.

    Version 1 opened a shoe in use at the end of every sitting, so that several openings tell of one of its shuffles.
    """
    if len(line) > LINE_LENGTH_MAX:
        raise ValueError
    read: dict[str, Any] = json.loads(line)
    before = "opening" not in read
    if set(read) != (FIELDS_BEFORE if before else FIELDS) or not (before or read["opening"] == VERSION):
        raise ValueError
    name = read["commitment"] if before else (read["of"], read["number"])
    use = wanted.get(name) if before else wanted.pop(name, None)
    if use is None:
        raise Refused("this opens nothing in the journal, or opens it twice")
    if not before and (read["table"], read["commitment"]) != (use.subject.table, use.commitment):
        raise Refused(f"the {use.called} of another table, or under another commitment")
    leaves = check_leaves(read["leaves"], use)
    shown = {
        whole(place): (name, unhex(salt, SALT_LENGTH)) for place, name, salt in read["cards" if before else "shown"]
    }
    told = set(shown)
    if len(shown) != len(read["cards" if before else "shown"]) or not (
        told <= use.shown if before else told == use.shown
    ):
        raise Refused(f"it does not open exactly what was seen of the {use.called}")
    for place, (name, salt) in shown.items():
        value = CARD_OF_NAME[name] if use.subject.of == SHUFFLE else int(name)
        if use.subject.of == SHUFFLE and value not in use.subject.deck:
            raise Refused(f"place {place} of the {use.called} opens as {name}, which is not a card of the deck")
        leaf = leaf_before(salt, value) if before else use.subject.leaf(place, salt, value)
        if leaf != leaves[place]:
            raise Refused(f"place {place} of the {use.called} is not what was committed to")
        if value != use.drawn[place]:
            recorded = use.value_name(use.drawn[place])
            raise Refused(f"place {place} of the {use.called} was recorded as {recorded} and opens as {name}")
    return use, told


def check_leaves(read: list[str], use: Use) -> tuple[bytes, ...]:
    """Give the leaves, all of them and each whole, and prove that they make the commitment."""
    if len(read) != use.subject.length:
        raise Refused(f"it has {len(read)} leaves where the {use.called} has {use.subject.length}")
    leaves = tuple(unhex(leaf, LEAF_LENGTH) for leaf in read)
    made = commitment_before(leaves) if use.version == 1 else use.subject.commitment(leaves)
    if made != use.commitment:
        raise Refused(f"its leaves do not make the commitment of the {use.called}")
    return leaves


def unhex(text: str, length: int) -> bytes:
    """Read so many bytes, written in one way only."""
    data = bytes.fromhex(text)
    if len(data) != length or data.hex() != text:
        raise ValueError
    return data


def whole(place: object) -> int:
    """Read a place."""
    if type(place) is not int:
        raise TypeError
    return place
