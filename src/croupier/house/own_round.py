"""A guest's own view of a round that is over, from the records of that round.

It holds what the guest's seat could know: the events, the rules and paytables, the chips before and after, the head
of the journal after the round, and openings of the cards and dice that the seat saw. These have the format that the
audit reads, and open no place that somebody else alone could see.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.chance import DICE, SHUFFLE
from croupier.house.listing import NameOf, Shown, event_listing
from croupier.house.recorder import Recent, json_text
from croupier.house.rows import Opening, Played
from croupier.record.journal import HASH_FIELD, VERSION, Record, decode
from croupier.rulebook import Game, Rulebook
from croupier.table import events as e
from croupier.table.view import may_see

HASH_LENGTH: Final = 64


def own_round(
    game: Game,
    house: Mapping[str, object],
    played: Played,
    lines: Iterable[str],
    openings: Iterable[Opening],
    name_of: NameOf,
) -> Shown:
    """What a guest may know of a round he had a part in, from its records and the table's openings."""
    records = [record_of(number, line) for number, line in enumerate(lines, played.first)]
    seat, book = played.seat, game.rulebook(game.house(house))
    return {
        "table": played.table,
        "round": played.round,
        "seat": seat,
        "game": game.id,
        "at": played.at,
        "chips_before": played.before,
        "chips_after": played.after,
        "digest": played.digest,
        "house": dict(house),
        "paytables": paytables(book),
        "events": [event_listing(Recent(each.number, each.at or "", each.event), seat, name_of) for each in records],
        "number": records[-1].number,
        "head": records[-1].hash,
        "openings": own_openings(played, [each.event for each in records], openings),
    }


def record_of(number: int, line: str) -> Record:
    """A record by itself: the chain is proved elsewhere."""
    text, _, rest = line.rpartition(HASH_FIELD)
    return decode(number, text, rest[:HASH_LENGTH], VERSION)


def paytables(book: Rulebook) -> list[Shown]:
    """What every wager pays."""
    return [
        {
            "wager": wager.id,
            "label": wager.label,
            "least": wager.least,
            "most": wager.most,
            "lines": [
                {"outcome": terms.called, "odds": terms.odds}
                for (id_, _), terms in book.terms.items()
                if id_ == wager.id
            ],
        }
        for wager in book.wagers
    ]


def own_openings(played: Played, events: list[e.Event], openings: Iterable[Opening]) -> list[str]:
    """The openings of the round's shuffle and dice as far as they are written, reduced to what the seat saw."""
    wanted = {(SHUFFLE, played.shuffle): seen_places(played, events), (DICE, played.round): None}
    return [
        reduced(opening.text, wanted[opening.of, opening.number])
        for opening in openings
        if (opening.of, opening.number) in wanted
    ]


def reduced(text: str, places: set[int] | None) -> str:
    """An opening of some places only, or of all."""
    said: dict[str, Any] = json.loads(text)
    if places is not None:
        said["shown"] = [shown for shown in said["shown"] if shown[0] in places]
    return json_text(said) + "\n"


def seen_places(played: Played, events: Iterable[e.Event]) -> set[int]:
    """The places of the shuffle whose cards a seat came to see in a round."""
    seen: set[int] = set()
    slots: dict[str, list[int]] = {}
    following = played.drawn
    for event in events:
        match event:
            case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                places = range(following, following + len(cards))
                slots.setdefault(slot, []).extend(places)
                following += len(cards)
                if may_see(played.seat, slot, face_up=face_up):
                    seen.update(places)
            case e.CardsExposed(slot=slot, places=turned):
                seen.update(slots[slot][place] for place in turned)
            case e.CardsDiscarded(count=count) | e.CardsUnloaded(count=count):
                following += count
            case _:
                pass
    return seen
