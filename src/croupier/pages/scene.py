"""What lies on the felt in one round, as one viewer may know it: folded from the round's events, record by record.

Everything keeps the number of the record that put it there, so that a page can show things in the order in which they
happened. A live table, an earlier round and a described one are drawn from the same scene. Cards are remembered from
the events that show them, face down as None, so that nothing hidden can get in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from croupier.cards import NO_CARD
from croupier.rulebook import CardPlaces, Rulebook, owner_of
from croupier.table import events as e
from croupier.table.known import Known
from croupier.table.state import BANK_WAGER
from croupier.table.view import SPECTATOR, may_see


class Laid(NamedTuple):
    """A card on the felt."""

    card: int | None
    """None if it lies face down."""
    number: int
    """The record that laid it or turned it over."""
    turned: bool = False
    """Whether it lay face down before."""


class Pile(NamedTuple):
    """Chips on a wager."""

    cents: int
    number: int
    spot: int = 0
    settled: e.WagerSettled | None = None
    settled_number: int = 0


class Chosen(NamedTuple):
    """A decision that was made."""

    decision: str
    option: str
    by: str
    number: int


class Stacked(NamedTuple):
    """A seat's wager that lies on top of another."""

    wager: str
    on: str
    number: int


class Rolled(NamedTuple):
    """A die that was rolled."""

    face: int
    number: int


NOT_AT_SEATS: Final[Mapping[str, Any]] = MappingProxyType(
    {"dice": [], "fees": {}, "void_clause": ""}
    | dict.fromkeys(("number", "round", "fees_number", "bank_wager", "bank_used", "bank_result", "bank_number"), 0)
    | dict.fromkeys(("discarded", "shuffled", "cut_card", "burned", "bets_closed"), 0)
)
"""What lies on the dealer's side or nowhere, as it is where there is nothing of it."""


@dataclass
class Scene:
    """A round so far."""

    book: Rulebook
    number: int = -1
    """The last record that was taken in."""
    round: int = 0
    colour: str = ""
    player_dealer: int = 0
    action_button: int = 0
    slots: dict[str, list[Laid]] = field(default_factory=dict)
    picked_up: set[str] = field(default_factory=set)
    piles: dict[tuple[int, str], Pile] = field(default_factory=dict)
    """By seat and wager."""
    stacked: dict[int, Stacked] = field(default_factory=dict)
    """By seat: the wager that lies on top of another."""
    chosen: dict[int, list[Chosen]] = field(default_factory=dict)
    dice: list[Rolled] = field(default_factory=list)
    fees: dict[int, int] = field(default_factory=dict)
    fees_number: int = 0
    bank_wager: int = 0
    bank_used: int = 0
    bank_result: int = 0
    bank_number: int = 0
    discarded: int = 0
    shuffled: int = 0
    """The record that shuffled the cards after the round; 0 if none did."""
    cut_card: int = 0
    """The record that says that the cut card came out; 0 before."""
    burned: int = 0
    bets_closed: int = 0
    """The record that closed the betting; 0 before."""
    closed: int = 0
    """The record that closed the round; 0 before."""
    void: str = ""
    """Why the round was called off."""
    void_clause: str = ""

    def hear(self, number: int, event: e.Event, seat: int = SPECTATOR) -> None:  # noqa: C901, PLR0912  # one case per event
        """Take in a record, as a seat saw it."""
        self.number = number
        match event:
            case e.RoundOpened(round=round_, colour=colour, player_dealer=dealer, action_button=button):
                self.__init__(self.book, number, round_, colour, dealer, button)  # type: ignore[misc]
            case e.WagerPlaced(wager=wager, cents=cents) if wager == BANK_WAGER:
                self.bank_wager, self.bank_number = cents, number
            case e.WagerPlaced(seat=owner, wager=wager, cents=cents, spot=spot):
                self.piles[owner, wager] = Pile(cents, number, spot)
            case e.WagerWithdrawn(seat=owner, wager=wager):
                self.piles.pop((owner, wager), None)
            case e.BetsClosed():
                self.bets_closed = number
            case e.FeeCollected(seat=owner, cents=cents):
                self.fees[owner] = self.fees.get(owner, 0) + cents
                self.fees_number = number
            case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                known = may_see(seat, slot, face_up=face_up)
                self.slots.setdefault(slot, []).extend(Laid(card if known else None, number) for card in cards)
            case e.CardsExposed(slot=slot, places=places, cards=cards):
                for place, card in zip(places, cards, strict=True):
                    self.slots[slot][place] = Laid(card, number, turned=True)
            case e.DieRolled(face=face):
                self.dice.append(Rolled(face, number))
            case e.CardsDiscarded(count=count) | e.CardsUnloaded(count=count):
                self.discarded += count
            case e.DecisionMade(seat=owner, option=option, by=by, decision=decision, cents=cents):
                self.decided(number, owner, Chosen(decision, option, by, number), cents)
            case e.WagersStacked(seats=seats, wager=wager, on=on):
                self.stacked |= dict.fromkeys(seats, Stacked(wager, on, number))
            case e.WagerSettled():
                self.settled(number, event)
            case e.CardsPickedUp(slots=slots):
                self.picked_up.update(slots)
            case e.RoundClosed(bank_result=result):
                self.closed, self.bank_result = number, result
            case e.RoundVoided(reason=reason, clause=clause):
                self.closed, self.void, self.void_clause = number, reason, clause
            case e.CardsShuffled():
                self.shuffled = number
            case e.CutCardAppeared():
                self.cut_card = number
            case e.CardsBurned(count=count):
                self.burned = count
            case _:
                pass

    def hear_all(self, records: Iterable[tuple[int, e.Event, int]]) -> "Scene":
        """Take in several."""
        for number, event, seat in records:
            self.hear(number, event, seat)
        return self

    def decided(self, number: int, seat: int, chosen: Chosen, cents: int) -> None:
        """Remember a decision, and put down what it stakes or take up what it takes back."""
        self.chosen.setdefault(seat, []).append(chosen)
        asked = self.book.decisions_by_id.get(chosen.decision)
        if cents and asked:
            before = self.piles.pop((seat, asked.wager), Pile(0, number))
            if before.cents + cents:
                self.piles[seat, asked.wager] = Pile(before.cents + cents, number)

    def settled(self, number: int, event: e.WagerSettled) -> None:
        """Remember what a wager came to, and what of the bank that used up."""
        placed = self.piles.get((event.seat, event.wager), Pile(event.stake, number))
        self.piles[event.seat, event.wager] = placed._replace(settled=event, settled_number=number)
        self.bank_result -= event.result
        if self.book.coverage:
            self.bank_used = self.book.coverage.uses(self.bank_used, abs(event.result), self.bank_result)

    def lying(self, slot: str) -> list[Laid]:
        """The cards that lie in a slot; those that were exchanged do not."""
        choices = (each.option for each in self.chosen.get(owner_of(slot), ()))
        return list(self.book.lying(slot, self.slots.get(slot, []), choices))

    def known(self, slot: str) -> tuple[int, ...]:
        """The cards lying in a slot that this viewer sees."""
        return tuple(laid.card for laid in self.lying(slot) if laid.card is not None)

    def result_of(self, seat: int) -> int:
        """What a seat has won or lost so far, without fees."""
        return sum(pile.settled.result for (owner, _), pile in self.piles.items() if owner == seat and pile.settled)

    # Parts, so that each is drawn from what it shows and drawn again only if that is another

    def before(self, seat: int) -> "Scene":
        """What lies before a seat; whatever is known not to be drawn there is left out."""
        slot = f"seat {seat}"
        return replace(
            self,
            **NOT_AT_SEATS,
            player_dealer=seat if seat == self.player_dealer else 0,
            action_button=seat if seat == self.action_button else 0,
            slots={slot: self.slots[slot]} if slot in self.slots else {},
            picked_up=self.picked_up & {slot},
            piles={place: pile for place, pile in self.piles.items() if place[0] == seat},
            stacked={seat: self.stacked[seat]} if seat in self.stacked else {},
            chosen={seat: self.chosen[seat]} if seat in self.chosen else {},
        )

    def aside(self) -> "Scene":
        """What lies on the dealer's side; whatever is known not to be drawn there is left out."""
        slots = {item.slot for item in self.book.felt.on_felt if isinstance(item, CardPlaces)}
        return replace(
            self,
            number=0,
            round=0,
            action_button=0,
            bets_closed=0,
            slots={slot: laid for slot, laid in self.slots.items() if slot in slots},
            picked_up=self.picked_up & slots,
            piles={},
            stacked={},
            chosen={},
        )

    @property
    def so_far(self) -> "SceneRound":
        """The round as a rulebook may ask about it."""
        return SceneRound(self)


@dataclass(frozen=True, slots=True)
class SceneRound:
    """What a rulebook may ask about a round (`rulebook.Round`), answered from what one viewer saw."""

    scene: Scene

    @property
    def dice(self) -> tuple[int, ...]:
        return tuple(rolled.face for rolled in self.scene.dice)

    @property
    def die(self) -> int:
        return self.dice[-1] if self.dice else 0

    @property
    def player_dealer(self) -> int:
        return self.scene.player_dealer

    @property
    def action_button(self) -> int:
        return self.scene.action_button

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(sorted({seat for seat, _ in self.scene.piles}))

    def cards(self, slot: str) -> Known:
        """The cards in a place, `NO_CARD` for one that lies face down."""
        return Known(NO_CARD if laid.card is None else laid.card for laid in self.scene.slots.get(slot, ()))

    def stake(self, seat: int, wager: str) -> int:
        pile = self.scene.piles.get((seat, wager))
        return pile.cents if pile else 0

    def spot(self, seat: int) -> int:
        return next((pile.spot for (owner, _), pile in self.scene.piles.items() if owner == seat and pile.spot), 0)

    def decided(self, seat: int, decision: str = "") -> str:
        return next(reversed(self.choices(seat, decision)), "")

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        made = self.scene.chosen.get(seat, ())
        return tuple(chosen.option for chosen in made if not decision or chosen.decision == decision)
