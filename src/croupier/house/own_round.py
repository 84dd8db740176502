"""A guest's own view of a round that is over, from the records of that round.

It holds what the guest's seat could know: the events, the rules and paytables, the chips before and after, the head
of the journal after the round, and openings of the cards and dice that the seat saw. These have the format that the
audit reads, and open no place that somebody else alone could see. Who the others were is not kept with a round: they
are told by their seats.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from croupier.chance import DICE, SHUFFLE, Subject
from croupier.house.listing import NameOf, Shown, event_listing
from croupier.house.recorder import Recent, json_text
from croupier.house.rows import Opening, Played
from croupier.house.telling import Said, Seen, Teller
from croupier.record.journal import HASH_FIELD, VERSION, Record, decode
from croupier.record.narration import YOU, Narrator
from croupier.rulebook import Game, Rulebook
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import State, apply, fold
from croupier.table.view import View, may_see, view

HASH_LENGTH: Final = 64


class Choice(NamedTuple):
    """A decision of the own seat, and what the seat could see before it."""

    decision: str
    option: str
    seen: View
    by: str
    """Who made it: the player, or the table for a player whose time was up."""


@dataclass(frozen=True)
class OwnRound:
    """What a guest may know of a round he had a part in."""

    game: Game
    house: Mapping[str, object]
    played: Played
    records: tuple[Record, ...]
    """All after the round before, up to its end."""
    shuffled: Record | None
    """The record of the shuffle that the cards came from."""
    openings: tuple[str, ...]

    @classmethod
    def read(
        cls,
        game: Game,
        house: Mapping[str, object],
        played: Played,
        lines: Iterable[str],
        openings: Iterable[Opening],
        shuffled: str = "",
    ) -> "OwnRound":
        """From the lines of its records, the table's openings, and the record of its shuffle if it came before."""
        records = tuple(record_of(number, line) for number, line in enumerate(lines, played.first))
        last = next((each for each in reversed(records) if isinstance(each.event, e.CardsShuffled)), None)
        before = record_of(json.loads(shuffled)["n"], shuffled) if shuffled and not last else None
        opened = own_openings(played, [each.event for each in records], openings)
        return cls(game, house, played, records, last or before, tuple(opened))

    @cached_property
    def book(self) -> Rulebook:
        return self.game.rulebook(self.game.house(self.house))

    def listing(self, name_of: NameOf) -> Shown:
        """All of it, as programs are told."""
        played, records = self.played, self.records
        return {
            "table": played.table,
            "round": played.round,
            "seat": played.seat,
            "game": self.game.id,
            "at": played.at,
            "chips_before": played.before,
            "chips_after": played.after,
            "digest": played.digest,
            "house": dict(self.house),
            "paytables": paytables(self.book),
            "events": [
                event_listing(Recent(each.number, each.at or "", each.event), played.seat, name_of) for each in records
            ],
            "number": records[-1].number,
            "head": records[-1].hash,
            "commitments": self.commitments(),
            "openings": list(self.openings),
        }

    def shared_listing(self, *, names_table: bool) -> Shown:
        """All of it, without who anybody is; of a table that is not for everybody, without its id and proofs by it."""
        shown = self.listing(lambda _: "")
        shown |= {"events": [{**event, **UNNAMED.get(event["event"], {})} for event in shown["events"]]}
        return shown if names_table else {**shown, "table": "", "commitments": [], "openings": []}

    def commitments(self) -> list[Shown]:
        """What was committed to before the round, where that stands in the journal, and what exactly it is about."""
        played, book = self.played, self.book
        found = []
        if self.shuffled and isinstance(self.shuffled.event, e.CardsShuffled):
            cards = Subject(SHUFFLE, self.game.id, played.table, played.shuffle, (book.supply.decks,), book.supply.deck)
            found.append((cards, self.shuffled.event.commitment, self.shuffled.number, played.drawn))
        for record in self.records:
            if isinstance(record.event, e.DiceCommitted) and record.event.round == played.round:
                dice = Subject(DICE, self.game.id, played.table, played.round, book.dice)
                found.append((dice, record.event.commitment, record.number, 0))
        return [
            {
                "of": subject.of,
                "number": subject.number,
                "subject": subject.text,
                "commitment": commitment,
                "record": number,
                "drawn": drawn,
            }
            for subject, commitment, number, drawn in found
        ]

    # ── As people see it ─────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def seen(self) -> tuple[Seen, ...]:
        """The records since the round opened, as the seat saw them."""
        opened = [place for place, each in enumerate(self.records) if isinstance(each.event, e.RoundOpened)]
        records = self.records[opened[-1] :] if opened else ()
        return tuple(Seen(each.number, each.event, self.played.seat) for each in records)

    def told(self, steps: int, *, to_guest: bool) -> list[Said]:
        """What was said in the first so many records; to the guest, or to somebody he shares the round with."""
        names = {self.played.guest: YOU} if to_guest else {}
        teller = Teller(self.opened(), Narrator(names, sees_all=False))
        for number, event, _ in self.seen[:steps]:
            teller.hear(number, event)
        return teller.said

    def choices(self) -> list[Choice]:
        """What the own seat decided, or the table for it, in order."""
        state, found = self.opened(), []
        for _, event, seat in self.seen:
            if isinstance(event, e.DecisionMade) and event.seat == seat:
                found.append(Choice(event.decision, event.option, view(state, seat), event.by))
            apply(state, event)
        return found

    def opened(self) -> State:
        """A table at which the round can be told: everybody who has a part in it sits there, with ample chips."""
        played = self.played
        seats = {seat for _, event, _ in self.seen if (seat := getattr(event, "seat", 0))} | {played.seat}
        seats |= {event.player_dealer for _, event, _ in self.seen if isinstance(event, e.RoundOpened)} - {0}
        begun: list[e.Event] = [e.TableOpened(self.game.id, self.house, "")]
        begun += [
            e.SeatTaken(seat, played.guest if seat == played.seat else f"Seat {seat}", c.AMPLE_CENTS) for seat in seats
        ]
        state = fold(self.game, [*begun, e.CardsShuffled("", "")])
        state.drawn = played.drawn
        return state


UNNAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "house_changed": {"actor": "", "reason": ""},
    "table_continued": {"table": ""},
    "table_opened": {"table": "", "name": ""},
    "round_voided": {"actor": ""},
}
"""What strangers are not told, by kind of event."""


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
