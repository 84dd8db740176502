"""Openings: proof that the cards a table exposed are those its shuffles were committed to.

A journal holds each shuffle's commitment from before the betting closed. An opening names, for one shuffle, the salted
hash of every card and the card and salt of those that were exposed; whoever has the journal can check the one against
the other. Cards that the rules never exposed stay hashes.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from croupier.cards import card_from, card_name
from croupier.chance import Shuffled, commitment, leaf
from croupier.errors import Refused
from croupier.table import events as e


@dataclass(slots=True)
class Use:
    """What a table did with one shuffle: the cards it drew, by place, and which of them it exposed."""

    commitment: str
    drawn: dict[int, int] = field(default_factory=dict)
    exposed: set[int] = field(default_factory=set)
    next: int = 0
    slots: dict[str, list[int]] = field(default_factory=dict)


def uses(events: Iterable[e.Event]) -> list[Use]:
    """What became of every shuffle."""
    found: list[Use] = []
    for event in events:
        if isinstance(event, e.CardsShuffled):
            found.append(Use(event.commitment))
        elif found:
            follow(found[-1], event)
    return found


def follow(use: Use, event: e.Event) -> None:
    """Note what an event does with a shuffle's cards."""
    match event:
        case e.RoundOpened():
            use.slots = {}
        case e.CardsBurned(shown=shown, count=count):
            if shown is not None:
                use.drawn[use.next] = shown
                use.exposed.add(use.next)
            use.next += count
        case e.CardsUnloaded(count=count):
            use.next += count
        case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
            places = range(use.next, use.next + len(cards))
            use.drawn.update(zip(places, cards, strict=True))
            use.slots.setdefault(slot, []).extend(places)
            use.next += len(cards)
            if face_up:
                use.exposed.update(places)
        case e.CardsExposed(slot=slot, places=places):
            use.exposed.update(use.slots[slot][place] for place in places)


def opening(shuffled: Shuffled, use: Use) -> str:
    """The opening of one shuffle, as a line of JSON."""
    cards = [[place, card_name(shuffled.order[place]), shuffled.salts[place].hex()] for place in sorted(use.exposed)]
    leaves = [each.hex() for each in shuffled.leaves]
    return json.dumps({"commitment": use.commitment, "cards": cards, "leaves": leaves}, separators=(",", ":")) + "\n"


def openings(shuffles: Iterable[Shuffled], events: Iterable[e.Event]) -> Iterator[str]:
    """The openings of all shuffles whose secrets are at hand."""
    by_commitment = {shuffled.commitment: shuffled for shuffled in shuffles}
    for use in uses(events):
        if use.commitment in by_commitment and use.exposed:
            yield opening(by_commitment[use.commitment], use)


def check(lines: Iterable[str], events: Iterable[e.Event]) -> int:
    """Prove that every exposed card of a journal is the one committed to; gives how many cards were proved."""
    wanted = {use.commitment: use for use in uses(events) if use.exposed}
    proved = 0
    for number, line in enumerate(lines, 1):
        try:
            proved += check_one(line, wanted)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise Refused("this is no opening of a shuffle", field=f"opening {number}") from None
        except Refused as refused:
            raise refused.at(f"opening {number}") from None
    if wanted:
        raise Refused(f"{len(wanted)} shuffles that exposed cards are not opened, the first being {min(wanted)}")
    return proved


def check_one(line: str, wanted: dict[str, Use]) -> int:
    """Prove one opening against the journal, and take its shuffle off those still wanted."""
    read = json.loads(line)
    leaves = tuple(bytes.fromhex(each) for each in read["leaves"])
    if commitment(leaves) != read["commitment"]:
        raise Refused("its hashes do not make the commitment")
    use = wanted.pop(read["commitment"], None)
    if use is None:
        raise Refused("the journal knows no such shuffle that exposed a card, or it is opened twice")
    opened = {place: (card_from(name), bytes.fromhex(salt)) for place, name, salt in read["cards"]}
    if set(opened) != use.exposed:
        raise Refused("it does not open exactly the cards that were exposed")
    for place, (card, salt) in opened.items():
        if leaf(salt, card) != leaves[place]:
            raise Refused(f"card {place} is not the one committed to")
        if card != use.drawn[place]:
            raise Refused(f"card {place} was recorded as {card_name(use.drawn[place])} and opens as {card_name(card)}")
    return len(opened)
