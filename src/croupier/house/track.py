"""What a live table remembers of its journal beside the state: folded from the records, like the state itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.house.plain import by_name
from croupier.house.rows import Played
from croupier.rulebook import Road, Slot, owner_of
from croupier.table import events as e
from croupier.table.seen import SeenRound
from croupier.table.state import State
from croupier.table.view import view

ROAD_MOST: Final = 120
"""How many results are noted: more rounds than a shoe of eight decks has."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The last round that is over, and the head of the journal after it."""

    round: int = 0
    number: int = -1
    head: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a table stood as its last round opened."""

    first: int = 0
    shuffle: int = 0
    drawn: int = 0
    chips: Mapping[int, int] = field(default_factory=dict)
    """The chips of each seat, in cents."""


@dataclass(slots=True)
class Track:
    """Folded record by record; its parts are never changed in place, so that a copy shares them."""

    versions: Mapping[int, int] = field(default_factory=dict)
    """By seat: the number of the last record that was about it."""
    closed: Closed = Closed()
    begun: Begun = Begun()
    took_part: frozenset[int] = frozenset()
    """The seats that had chips on the layout in the last round."""
    hands: Mapping[int, int] = field(default_factory=dict)
    """By seat: the number of the record that dealt the first cards of the hand that lies there, or did last."""
    road: tuple[int, ...] = ()
    """The marks of the rounds that were dealt from these cards, as the layout notes them, the last at the end."""
    shown: Mapping[Slot, tuple[int | None, ...]] = field(default_factory=dict)
    """The cards of this round that everybody saw, where a layout notes results; None for one that lies face down."""
    rounds: int = 0
    """How many rounds are over since the last snapshot."""
    bets: Mapping[int, int] = field(default_factory=dict)
    """By seat: how often its wagers were changed in this round."""

    def copy(self) -> "Track":
        parts = (self.versions, self.closed, self.begun, self.took_part, self.hands, self.road, self.shown, self.rounds)
        return Track(*parts, self.bets)

    def follow(self, number: int, head: str, event: e.Event, after: State) -> None:
        """Take in a record; the state is the one after the step that it belongs to, or after itself."""
        seat: int | None = getattr(event, "seat", None)
        if seat is not None:
            self.versions = {**self.versions, seat: number}
        match event:
            case e.RoundOpened(player_dealer=dealer):
                chips = {seat: after.chips(seat) for seat in after.seated}
                self.begun = Begun(self.closed.number + 1, after.shuffles, after.drawn, chips)
                self.took_part, self.hands, self.shown, self.bets = frozenset({dealer} - {0}), {}, {}, {}
            case e.WagerPlaced(seat=seat) | e.WagerWithdrawn(seat=seat):
                self.bets = {**self.bets, seat: self.bets.get(seat, 0) + 1}
                if isinstance(event, e.WagerPlaced):
                    self.took_part |= {seat}
            case e.CardsDealt(slot=slot) if (owner := owner_of(slot)) and owner not in self.hands:
                self.hands = {**self.hands, owner: number}
            case e.RoundClosed(round=round_) | e.RoundVoided(round=round_):
                self.closed = Closed(round_, number, head)
                self.rounds += 1
            case _:
                pass
        if after.rulebook.felt.road:
            self.note(event, after, after.rulebook.felt.road)

    def note(self, event: e.Event, after: State, road: Road) -> None:
        """Note the result of a round that is over, from the cards that everybody saw."""
        match event:
            case e.CardsShuffled():
                self.road = ()
            case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                seen = cards if face_up else (None,) * len(cards)
                self.shown = {**self.shown, slot: (*self.shown.get(slot, ()), *seen)}
            case e.CardsExposed(slot=slot, places=places, cards=cards):
                turned = dict(zip(places, cards, strict=True))
                before = enumerate(self.shown.get(slot, ()))
                self.shown = {**self.shown, slot: tuple(turned.get(place, card) for place, card in before)}
            case e.RoundClosed():
                mark = road.of(SeenRound(view(after), self.shown))
                self.road = (*self.road, mark)[-ROAD_MOST:] if 0 <= mark < len(road.marks) else self.road
            case _:
                pass

    def played(self, after: State, at: int) -> list[Played]:
        """The parts that people had in the round that has just closed."""
        begun, closed = self.begun, self.closed
        return [
            Played(
                guest=after.seated[seat],
                table=after.table,
                round=closed.round,
                seat=seat,
                first=begun.first,
                last=closed.number,
                shuffle=begun.shuffle,
                drawn=begun.drawn,
                digest=after.digest,
                before=begun.chips.get(seat, 0),
                after=after.chips(seat),
                at=at,
            )
            for seat in sorted(self.took_part)
            if seat in after.seated and seat not in after.house_run
        ]

    def show(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "versions": {str(seat): number for seat, number in self.versions.items()},
            "closed": by_name(self.closed),
            "begun": by_name(self.begun) | {"chips": {str(seat): cents for seat, cents in self.begun.chips.items()}},
            "took_part": sorted(self.took_part),
            "hands": {str(seat): number for seat, number in self.hands.items()},
            "road": list(self.road),
        }

    @classmethod
    def read(cls, shown: Mapping[str, Any]) -> "Track":
        """From what `show` gave."""
        begun = dict(shown["begun"])
        chips = {int(seat): cents for seat, cents in begun.pop("chips").items()}
        return cls(
            {int(seat): number for seat, number in shown["versions"].items()},
            Closed(**shown["closed"]),
            Begun(chips=chips, **begun),
            frozenset(shown["took_part"]),
            {int(seat): number for seat, number in shown["hands"].items()},
            tuple(shown["road"]),
        )
