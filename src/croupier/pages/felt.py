"""The felt of any game as HTML: what its layout names, with what a scene has laid there.

Everything keeps the number of the record that put it there (`data-n`), and the page shows what is new in that order.
Nothing here knows a game: places, names, shapes and captions come from the layout, which cites their clauses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import htpy as h
from markupsafe import Markup

from croupier.cards import card_name, card_words
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.pages.art import BACKS, FIXTURES, printed_face
from croupier.pages.scene import Laid, Pile, Scene
from croupier.rulebook import CardPlaces, Circle, Fixture, FixtureKind, Words
from croupier.rulebook.layout import Item

DENOMINATIONS: Final = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Chips in cents, the largest first."""
ART: Final = "/art/"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it."""

    seat: int
    name: str = ""
    """Empty for a seat that is free."""
    says: str = ""
    """What it does now, in a word or two."""
    chips: int | None = None
    is_mine: bool = False
    house_run: bool = False
    away: bool = False
    is_asked: bool = False
    """Whether the table waits for it."""


@dataclass(frozen=True, slots=True)
class Felt:
    """What is drawn: a scene, who sits where, and what may be bet on by whoever looks."""

    scene: Scene
    places: Mapping[int, Place] = field(default_factory=dict)
    bets: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """By wager and spot: the value that its button sends; without one a place cannot be bet on now."""
    drop_box: int = 0

    def dealer(self) -> h.Element:
        """Everything on the dealer's side."""
        items = enumerate(self.scene.book.felt.table)
        return h.div("#dealer.dealer")[[self.on_table(place, item) for place, item in items]]

    # ── The dealer's side ────────────────────────────────────────────────────────────────────────────────────────────

    def on_table(self, place: int, item: CardPlaces | Fixture | Words) -> h.Node:
        """Something on the dealer's side."""
        match item:
            case CardPlaces():
                return self.hand_of_table(place, item)
            case Words():
                return h.p(class_=f"words t{place}", data_clause=cited(item))[
                    item.says if isinstance(item.says, str) else ""
                ]
            case Fixture(kind=FixtureKind.PAYTABLE):
                return None  # posted beside the felt, where it can be read
            case Fixture(kind=FixtureKind.BANK_WAGER):
                return self.bank_bar(place, item)
            case Fixture(kind=FixtureKind.DIE_CUP):
                return self.die_cup(place, item)
            case Fixture(kind=kind) if kind in FIXTURES:
                return h.figure(class_=f"fixture t{place}", data_clause=cited(item))[
                    h.img(src=f"{ART}{kind.value.replace(' ', '-')}.svg", alt=""),
                    h.figcaption[str(item.sign) or kind.value, self.fixture_note(kind)],
                ]
            case _:
                return None

    def fixture_note(self, kind: FixtureKind) -> h.Node:
        """What there is to say of a fixture now."""
        match kind:
            case FixtureKind.DROP_BOX if self.scene.fees:
                return h.small(data_n=self.scene.fees_number)[f"fees {price(sum(self.scene.fees.values()))}"]
            case FixtureKind.DISCARD_RACK if self.scene.discarded:
                return h.small[f"{self.scene.discarded} undealt, unseen"]
            case _:
                return None

    def hand_of_table(self, place: int, item: CardPlaces) -> h.Element:
        """Cards on the dealer's side, with their name above, and below it what they come to."""
        scene = self.scene
        laid = scene.slots.get(item.slot, [])
        is_open = any(rolled.face in item.faces for rolled in scene.dice)
        return h.figure(class_=["hand", f"t{place}", {"open": is_open}], data_clause=cited(item))[
            h.figcaption[h.b[self.title(item)], called(item, scene)],
            h.div(".cards")[self.cards(item, laid)],
            item.faces
            and h.div(".faces", aria_label=f"Die faces {', '.join(map(str, item.faces))}", role="img")[
                (Markup(printed_face(face)) for face in item.faces)  # noqa: S704  # made of numbers alone
            ],
        ]

    def title(self, item: CardPlaces) -> h.Node:
        """What is printed at a hand; the bank's has its player's name."""
        dealer = self.places.get(self.scene.player_dealer)
        if item.banks and dealer and dealer.name:
            return f"{dealer.name}, seat {dealer.seat}: player-dealer"
        sign = item.sign
        return [
            sign.symbol and h.i(class_=f"symbol {sign.colour}", aria_hidden="true")[sign.symbol],
            sign.text.capitalize(),
        ]

    def cards(self, item: CardPlaces, laid: list[Laid]) -> Iterator[h.Element | h.VoidElement]:
        """Cards in their places, and the empty places printed."""
        order = laid
        if item.arranged and laid and all(each.card is not None for each in laid):
            by_card = {each.card: each for each in laid}
            order = [by_card[card] for card in item.laid(tuple(each.card for each in laid if each.card is not None))]
        for place, each in enumerate(order):
            yield card(each, self.scene.colour, is_across=place in item.across)
        for _ in range(len(order), item.places):
            yield h.span(".card.empty")

    def bank_bar(self, place: int, item: Fixture) -> h.Element:
        """The bank's wager: what is used and what is left."""
        wager, used = self.scene.bank_wager, self.scene.bank_used
        said = f"Bank's wager {price(wager)}: {price(used)} used, {price(wager - used)} left"
        return h.div("#bank", class_=f"bank t{place}", data_clause=cited(item))[
            bool(wager)
            and [
                h.svg(viewBox="0 0 100 4", preserveAspectRatio="none", role="img", aria_label=said)[
                    h.rect(width="100", height="4", class_="left"),
                    h.rect(width=f"{100 * used / wager:.2f}", height="4", class_="used"),
                ],
                h.p(aria_hidden="true")[
                    h.span[h.i(".key.used"), "Used ", h.b[price(used)]],
                    h.span["Bank’s wager ", h.b[price(wager)]],
                    h.span[h.i(".key.left"), "Left ", h.b[price(wager - used)]],
                ],
            ]
        ]

    def die_cup(self, place: int, item: Fixture) -> h.Element:
        """The cup, with its lid on until the die is shown."""
        rolled = self.scene.dice
        return h.figure(
            "#cup", class_=["fixture", "cup", f"t{place}", {"shown": bool(rolled)}], data_clause=cited(item)
        )[
            h.span(".well")[
                [
                    h.img(src=f"{ART}die-{each.face}.svg", alt=f"die shows {each.face}", data_n=each.number)
                    for each in rolled
                ]
                or h.span(".lid")
            ],
            h.figcaption[f"{item.sign}: {' '.join(str(each.face) for each in rolled)}" if rolled else str(item.sign)],
        ]

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def seat(self, seat: int) -> h.Element:
        """What lies before a seat, and who sits there."""
        scene, place = self.scene, self.places.get(seat, Place(seat))
        marks = {"mine": place.is_mine, "free": not place.name, "asked": place.is_asked, "away": place.away}
        return h.li(f"#seat-{seat}", class_=["place", f"s{seat}", marks])[
            h.div(".square")[
                (
                    self.before_seat(number, item, place)
                    for number, (item, _) in enumerate(scene.book.felt.before_seat())
                ),
            ],
        ]

    def before_seat(self, number: int, item: Item, place: Place) -> h.Node:
        """One thing before a seat."""
        match item:
            case CardPlaces():
                return self.own_hand(number, item, place)
            case Circle():
                return self.circle(number, item, place)
            case Fixture(kind=FixtureKind.NAME):
                return self.plate(number, place)
            case _:
                return None

    def own_hand(self, number: int, item: CardPlaces, place: Place) -> h.Element:
        slot = f"seat {place.seat}"
        laid = self.scene.slots.get(slot, [])
        is_over = slot in self.scene.picked_up
        return h.div(class_=["own", f"i{number}", {"picked-up": is_over}], data_clause=cited(item))[
            h.span(".cards")[(card(each, self.scene.colour) for each in laid)],
            place.seat == self.scene.player_dealer and h.span(".button")["Bank"],
            place.seat == self.scene.action_button and h.span(".button")["Action"],
        ]

    def circle(self, number: int, item: Circle, place: Place) -> h.Element:
        """The place of a wager: what is printed, and the chips on it."""
        pile = self.scene.piles.get((place.seat, item.wager))
        if pile and item.spot and pile.spot != item.spot:
            pile = None
        value = self.bets.get((item.wager, item.spot), "") if place.is_mine else ""
        printed = [
            item.sign.symbol and h.i(class_=f"symbol {item.sign.colour}", aria_hidden="true")[item.sign.symbol],
            not item.sign.symbol and h.span(".printed")[item.sign.text],
        ]
        label = f"{self.scene.book.wagers_by_id[item.wager].label}{f', {item.sign.text}' if item.spot else ''}"
        marks = [f"i{number}", item.shape.value, {"won": is_won(pile), "lost": is_lost(pile)}]
        inside = [printed, pile and chips(pile, item)]
        if value:
            said = f"Bet on {label}" + (f", {price(pile.cents)} there" if pile else "")
            return h.button(
                class_=["spot", *marks], form="bets", name="on", value=value, aria_label=said, data_clause=cited(item)
            )[inside]
        held = f"{label}: {pile_words(pile)}" if pile else None
        return h.span(class_=["spot", *marks], role=pile and "img", aria_label=held, data_clause=cited(item))[inside]

    def plate(self, number: int, place: Place) -> h.Element:
        """Who sits there and what goes on."""
        if not place.name:
            return h.p(class_=f"plate i{number}")[h.span(".no")[str(place.seat)], h.span(".free")["free"]]
        return h.p(class_=f"plate i{number}")[
            h.b[h.span(".no")[str(place.seat)], " ", "You" if place.is_mine else place.name],
            place.house_run and h.abbr(".run", title="a player of the house")["house"],
            h.span(".says")[place.says],
        ]


def cited(item: Item) -> str | None:
    """The clauses that something on the felt carries out."""
    return " ".join(item.clauses) or None


def called(item: CardPlaces, scene: Scene) -> h.Node:
    """What cards come to, once there is something to say."""
    name = item.called(scene.known(item.slot))
    return name and h.span(".called", data_n=max(laid.number for laid in scene.slots[item.slot]))[name]


def card(laid: Laid, colour: str, *, is_across: bool = False) -> h.VoidElement:
    """A card, face up or face down."""
    marks: list[str | bool | dict[str, bool] | None] = ["card", {"across": is_across, "down": laid.card is None}]
    if laid.card is None:
        back = colour if colour in BACKS else "red"
        return h.img(class_=marks, src=f"{ART}back-{back}.svg", alt="card face down", data_n=laid.number)
    return h.img(class_=marks, src=f"{ART}{card_name(laid.card)}.svg", alt=card_words(laid.card), data_n=laid.number)


def chips(pile: Pile, item: Circle) -> h.Node:
    """A stack of chips in the colour of the largest, with its whole amount; what it came to beside it."""
    worth = pile.cents
    largest = next((each for each in DENOMINATIONS if each <= worth), DENOMINATIONS[-1]) // CENTS_PER_DOLLAR
    height = min(3, sum(divmod(worth, each)[0] for each in DENOMINATIONS[:1]) + 1)
    settled = pile.settled
    mark = item.sign.symbol and h.i(class_=f"symbol {item.sign.colour}", aria_hidden="true")[item.sign.symbol]
    stack = h.span(class_=f"chip c{largest} h{height}", data_n=pile.number)[amount(worth), mark]
    if settled is None:
        return stack
    if settled.result < 0:
        return h.span(".taken", data_n=pile.settled_number)[f"−{amount(-settled.result)}"]
    won = h.span(".paid", data_n=pile.settled_number)[f"+{amount(settled.result)}" if settled.result else "back"]
    return [stack, won]


def amount(cents: int) -> str:
    """Dollars as they stand on a chip, without the sign."""
    return price(cents).removeprefix("$")


def is_won(pile: Pile | None) -> bool:
    return bool(pile and pile.settled and pile.settled.result > 0)


def is_lost(pile: Pile | None) -> bool:
    return bool(pile and pile.settled and pile.settled.result < 0)


def pile_words(pile: Pile) -> str:
    """Chips on a wager, as they are spoken of."""
    if pile.settled is None:
        return price(pile.cents)
    result = pile.settled.result
    came_to = f"won {price(result)}" if result > 0 else f"lost {price(-result)}" if result else "came back"
    return f"{price(pile.cents)}, {came_to}"
