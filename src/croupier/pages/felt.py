"""The felt of any game as HTML: what its layout names, with what a scene has laid there.

Everything keeps the number of the record that put it there (`data-n`), and the page shows what is new in that order.
Nothing here knows a game: places, names, shapes and captions come from the layout, which cites their clauses.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import htpy as h
from markupsafe import Markup

from croupier.cards import card_name, card_words
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.pages.art import BACKS, FIXTURES, fixture_name, printed_face
from croupier.pages.bands import bands
from croupier.pages.drawings import drawn
from croupier.pages.scene import Laid, Pile, Scene
from croupier.rulebook import CardPlaces, Circle, Fixture, FixtureKind, Rulebook, Words
from croupier.rulebook.layout import Item
from croupier.table import events as e

DENOMINATIONS: Final = (500_00, 100_00, 25_00, 5_00, 1_00)
"""Chips in cents, the largest first."""
ART: Final = "/art/"
Class = str | bool | dict[str, bool] | None
"""A class of an element, or several with whether each applies."""
HATCH: Final = h.defs[
    h.pattern(id="hatch", width="6", height="6", patternUnits="userSpaceOnUse", patternTransform="rotate(45)")[
        h.rect(width="6", height="6", class_="ground"), h.rect(width="2.6", height="6", class_="line")
    ]
]
TAGS: Final = {
    "away": "bets nothing, and the table decides",
    "leaves": "leaves after this round",
    "offline": "has lost the connection, which may come back",
}
"""What the tag of a seat means."""
SHORT: Final = 3
"""The most letters that a chip has room for."""


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
    tag: str = ""
    """`away`, `leaves` or `offline` for a seat where soon nobody may answer."""
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
    said: Mapping[int, str] = field(default_factory=dict)
    """By place on the dealer's side: what its words say now, where that is known already."""

    def dealer(self) -> Markup:
        """Everything on the dealer's side, and what is printed across the felt."""
        return drawn(Felt.dealer_drawn, self.aside())

    def seat(self, seat: int) -> Markup:
        """What lies before a seat, and who sits there."""
        return drawn(Felt.seat_drawn, self.before(seat), seat)

    # ── What a part is drawn from ────────────────────────────────────────────────────────────────────────────────────

    def aside(self) -> "Felt":
        """The felt without what lies before the seats."""
        layout, dealer = self.scene.book.felt, self.places.get(self.scene.player_dealer)
        words = ((place, item) for place, item in enumerate(layout.on_felt) if isinstance(item, Words))
        places = {place.seat: Place(place.seat, is_mine=True) for place in self.places.values() if place.is_mine}
        if not layout.bands:
            places = {}
        if dealer:
            places[dealer.seat] = Place(dealer.seat, dealer.name, is_mine=dealer.is_mine)
        said = {place: item.said(self.scene.so_far) for place, item in words}
        return Felt(self.scene.aside(), places, {}, self.drop_box, said)

    def before(self, seat: int) -> "Felt":
        """The felt with nothing but what lies before a seat."""
        place = self.places.get(seat, Place(seat))
        return Felt(self.scene.before(seat), {seat: place}, self.bets if place.is_mine else {})

    def dealer_drawn(self) -> h.Element:
        layout = self.scene.book.felt
        mine = next((place.seat for place in self.places.values() if place.is_mine), 0)
        return h.div("#dealer.dealer", data_clause=" ".join(layout.clauses) or None)[
            layout.bands and bands(layout, self.scene.book.seats, mine),
            (self.on_table(place, item) for place, item in enumerate(layout.on_felt)),
            self.ribbon(),
        ]

    # ── The dealer's side ────────────────────────────────────────────────────────────────────────────────────────────

    def on_table(self, place: int, item: CardPlaces | Fixture | Words) -> h.Node:
        """Something on the dealer's side."""
        match item:
            case CardPlaces():
                return self.hand_of_table(place, item)
            case Words():
                return self.words(place, item)
            case Fixture(kind=FixtureKind.BANK_WAGER):
                return self.bank_bar(place, item)
            case Fixture(kind=FixtureKind.DIE_CUP):
                return self.die_cup(place, item)
            case Fixture(kind=kind) if kind in FIXTURES:
                notes = list(self.notes(kind))
                return h.figure(class_=f"fixture t{place}", data_clause=cited(item))[
                    h.img(src=f"{ART}{fixture_name(kind, self.colour_in(kind))}", alt=""),
                    kind is FixtureKind.SHOE
                    and bool(self.scene.cut_card and not self.scene.shuffled)
                    and h.span(".cut", role="img", aria_label="the cut card", data_n=self.scene.cut_card),
                    h.figcaption[str(item.sign) or kind.value, (h.small(data_n=n or None)[said] for n, said in notes)],
                ]
            case _:
                return None

    def colour_in(self, kind: FixtureKind) -> str:
        """The colour of the cards in a fixture: in a shuffler lies the deck that is not in play."""
        colours, now = self.scene.book.supply.colours, self.scene.colour
        if kind is FixtureKind.SHUFFLER and now in colours:
            now = next((other for other in colours if other != now), now)
        return now if now in BACKS else "red"

    def notes(self, kind: FixtureKind) -> Iterator[tuple[int, str]]:
        """What there is to say of a fixture now, with the record that says so."""
        scene, colours = self.scene, self.scene.book.supply.colours
        deck = f" {scene.colour}" if len(colours) > 1 else ""
        every: dict[FixtureKind, tuple[tuple[object, int, str], ...]] = {
            FixtureKind.DROP_BOX: (
                (scene.fees, scene.fees_number, f"fees {price(sum(scene.fees.values()))}"),
                (self.drop_box, 0, f"{price(self.drop_box)} in the box"),
            ),
            FixtureKind.DISCARD_RACK: (
                (scene.discarded, 0, f"{scene.discarded}{deck} undealt, unseen"),
                (scene.burned, 0, f"{scene.burned} burned"),
            ),
            FixtureKind.SHOE: (
                (scene.shuffled, scene.shuffled, "shuffled and cut"),
                (scene.cut_card and not scene.shuffled, scene.cut_card, "the cut card is out"),
            ),
            FixtureKind.SHUFFLER: (
                (scene.colour and len(colours) > 1, 0, f"{self.colour_in(kind)} deck inside"),
                (scene.shuffled and len(colours) <= 1, scene.shuffled, "shuffled"),
            ),
        }
        yield from ((number, said) for is_so, number, said in every.get(kind, ()) if is_so)

    def words(self, place: int, item: Words) -> h.Element:
        """A line on the felt, along a curve."""
        text = self.said[place]
        size = min(25, 1350 // max(len(text), 1))
        return h.svg(class_=f"words t{place}", viewBox="0 0 700 40", data_clause=cited(item))[
            h.path(id=f"curve-{place}", d="M0 8Q350 92 700 8", fill="none"),
            h.text(font_size=str(size))[
                h.textpath(href=f"#curve-{place}", startOffset="50%", text_anchor="middle")[text]
            ],
        ]

    def ribbon(self) -> h.Node:
        """That the round was called off, across the felt."""
        scene = self.scene
        return (
            scene.void
            and h.p(".ribbon", data_n=scene.closed, data_clause=scene.void_clause or None)[
                h.b["The round is called off. "], f"Every wager goes back: {scene.void}."
            ]
        )

    def hand_of_table(self, place: int, item: CardPlaces) -> h.Element:
        """Cards on the dealer's side, with their name, and what they come to."""
        scene = self.scene
        laid = scene.slots.get(item.slot, [])
        is_open = any(rolled.face in item.faces for rolled in scene.dice)
        marks = {"open": is_open, "crossed": bool(item.across), "leftward": item.leftward}
        return h.figure(class_=["hand", f"t{place}", marks], data_clause=cited(item))[
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
            name = "You" if dealer.is_mine else dealer.name
            return [h.span(".name")[name], f", seat {dealer.seat}: {item.sign.text or item.slot}"]
        sign = item.sign
        return [
            sign.symbol and h.i(class_=f"symbol {sign.colour}", aria_hidden="true")[sign.symbol],
            sign.text.capitalize(),
            item.note and h.small[item.note],
        ]

    def cards(self, item: CardPlaces, laid: list[Laid]) -> Iterator[h.Element | h.VoidElement]:
        """Cards in their places, and the empty places printed."""
        order = laid
        if item.arranged and laid and all(each.card is not None for each in laid):
            by_card = {each.card: each for each in laid}
            order = [by_card[card] for card in item.laid(tuple(each.card for each in laid if each.card is not None))]
        for place, each in enumerate(order):
            yield card(each, place, self.scene.colour, is_across=place in item.across)
        for place in range(len(order), item.places):
            yield h.span(class_=f"card empty k{place}")

    def bank_bar(self, place: int, item: Fixture) -> h.Element:
        """The bank's wager: hatched is used, solid is left."""
        scene = self.scene
        wager, used = scene.bank_wager, scene.bank_used
        said = f"Bank's wager {price(wager)}: {price(used)} used, {price(wager - used)} left"
        if wager and used >= wager:
            said += "; what it does not cover goes back"
        return h.div("#bank", class_=f"bank t{place}", data_clause=cited(item), data_n=scene.bank_number or None)[
            bool(wager)
            and [
                h.svg(role="img", aria_label=said)[
                    HATCH,
                    h.rect(width="100%", height="100%", class_="left"),
                    h.rect(width=f"{100 * used / wager:.2f}%", height="100%", class_="used"),
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

    def seat_drawn(self, seat: int) -> h.Element:
        layout, place = self.scene.book.felt, self.places[seat]
        marks = {"mine": place.is_mine, "free": not place.name, "asked": place.is_asked}
        marks |= {place.tag: True} if place.tag else {}
        return h.li(f"#seat-{seat}", class_=["place", f"s{seat}", marks | {"banded": layout.bands}])[
            h.div(".square")[
                (self.before_seat(number, item, place) for number, (item, _) in enumerate(layout.before_seat())),
            ],
            place.is_mine and not layout.bands and self.in_words(place),
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
        """The cards before a seat, small; those that were picked up unseen leave their outline."""
        slot = f"seat {place.seat}"
        laid = self.scene.lying(slot)
        is_gone = slot in self.scene.picked_up and all(each.card is None for each in laid)
        return h.div(class_=["own", f"i{number}"], data_clause=cited(item))[
            h.span(class_="card empty k0") if is_gone and laid else self.small_cards(item, laid), self.pucks(place)
        ]

    def small_cards(self, item: CardPlaces, laid: list[Laid]) -> Iterator[h.VoidElement]:
        """The cards of a seat; fewer than there is room for lie in the middle."""
        first = (item.most - len(laid)) // 2
        for place, each in enumerate(laid, max(first, 0)):
            yield card(each, place, self.scene.colour, is_small=True)

    def pucks(self, place: Place) -> Iterator[h.Element]:
        """The buttons that lie before a seat: who banks, and where the action begins."""
        scene = self.scene
        if place.seat == scene.player_dealer:
            yield h.span(".puck.bank-puck", title="banks this round")["Bank"]
        if place.seat == scene.action_button:
            clause = scene.book.button_clause
            clauses = " ".join(filter(None, (clause, *scene.book.felt.announced_with(clause))))
            yield h.span(".puck", title="the action begins here", data_clause=clauses or None)["Action"]

    def circle(self, number: int, item: Circle, place: Place) -> Markup:
        """The place of a wager: what is printed, and the chips on it."""
        piles, moved = tuple(self.piles_on(item, place.seat)), self.moved_from(item, place.seat)
        value = self.bets.get((item.wager, item.spot), "") if place.is_mine else ""
        return drawn(circle, self.scene.book, number, item, piles, moved, value, is_void=bool(self.scene.void))

    def piles_on(self, item: Circle, seat: int) -> Iterator[Pile]:
        """The chips in a place, and those that were stacked on them."""
        pile = self.scene.piles.get((seat, item.wager))
        stacked = self.scene.stacked.get(seat)
        if pile is None or (item.spot and pile.spot != item.spot) or (stacked and stacked.wager == item.wager):
            return
        yield pile
        if stacked and stacked.on == item.wager and (other := self.scene.piles.get((seat, stacked.wager))):
            yield other

    def moved_from(self, item: Circle, seat: int) -> tuple[str, int] | None:
        """Where the chips of a place were stacked, and the record that says so."""
        stacked = self.scene.stacked.get(seat)
        if stacked is None or stacked.wager != item.wager:
            return None
        return self.scene.book.wagers_by_id[stacked.on].label, stacked.number

    def plate(self, number: int, place: Place) -> h.Element:
        """Who sits there and what goes on."""
        if not place.name:
            return h.p(class_=f"plate i{number}")[h.span(".no")[str(place.seat)], h.span(".free")[place.says]]
        has_hand = self.scene.book.felt.hand is not None
        made = self.scene.chosen.get(place.seat, [])
        is_silent = bool(made) and made[-1].by == e.TABLE and not self.scene.closed
        chips_text = price(place.chips) if place.is_mine and place.chips is not None else ""
        says = [place.says, "silent" if is_silent else "", chips_text]
        return h.p(class_=f"plate i{number}")[
            not has_hand and self.pucks(place),
            h.b(title=place.name)[h.span(".no")[str(place.seat)], " ", "You" if place.is_mine else place.name],
            h.span(".says")[
                place.house_run and h.abbr(".run", title="a player of the house")["house"],
                place.tag and h.abbr(".run.tag", title=TAGS[place.tag])[place.tag],
                " · ".join(filter(None, says)),
            ],
        ]

    def in_words(self, place: Place) -> h.Element:
        """The viewer's wagers in words, for a narrow screen."""
        book, piles = self.scene.book, self.scene.piles
        return h.ul(".inwords")[
            (
                h.li[h.span[wager.label], h.b[price(pile.cents)], h.small[came_to([pile])]]
                for wager in book.wagers
                if (pile := piles.get((place.seat, wager.id)))
            )
        ]


def circle(
    book: Rulebook,
    number: int,
    item: Circle,
    piles: tuple[Pile, ...],
    moved: tuple[str, int] | None,
    value: str,
    *,
    is_void: bool,
) -> h.Element:
    """The place of a wager: printed, with chips on it, and a button that bets there if it sends something."""
    label = f"{book.wagers_by_id[item.wager].label}{f', {item.sign.text}' if item.spot else ''}"
    printed = [
        item.sign.symbol and h.i(class_=f"symbol {item.sign.colour}", aria_hidden="true")[item.sign.symbol],
        not item.sign.symbol
        and h.span(class_=f"printed {print_size(item.sign.text)}")[
            item.sign.text, item.pays and h.small[item.pays.replace(":", " to ")]
        ],
    ]
    shape = "band" if book.felt.bands else item.shape.value
    result = sum(pile.settled.result for pile in piles if pile.settled)
    is_over = bool(piles) and all(pile.settled for pile in piles)
    marks: list[Class] = [
        "spot",
        f"i{number}",
        shape,
        {"won": is_over and result > 0, "lost": is_over and result < 0},
    ]
    inside = [
        printed,
        moved and h.small(".moved", data_n=moved[1])[f"on {moved[0]}"],
        chips(piles, item, is_void=is_void) if piles else None,
    ]
    if value:
        said = f"Bet on {label}" + (f", {price(piles[0].cents)} there" if piles else "")
        return h.button(class_=marks, form="bets", name="on", value=value, aria_label=said, data_clause=cited(item))[
            inside
        ]
    held = f"{label}: {piles_words(piles)}" if piles else f"{label}: on {moved[0]}" if moved else None
    return h.span(class_=marks, role=held and "img", aria_label=held, data_clause=cited(item))[inside]


def print_size(text: str) -> str:
    """How large a name is printed: by its longest word, so that it stays within its place."""
    longest = max(map(len, text.split()), default=0)
    return next((f"w{most}" for most in (5, 7, 9) if longest <= most), "w12")


def cited(item: Item) -> str | None:
    """The clauses that something on the felt carries out."""
    return " ".join(item.clauses) or None


def called(item: CardPlaces, scene: Scene) -> h.Node:
    """What cards come to, once there is something to say."""
    name = item.called(scene.known(item.slot))
    number = max((laid.number for laid in scene.slots.get(item.slot, ())), default=0)
    return name and h.span(class_=["called", {"total": name.isdecimal()}], data_n=number)[name]


def card(laid: Laid, place: int, colour: str, *, is_across: bool = False, is_small: bool = False) -> h.VoidElement:
    """A card in its place, face up or face down."""
    marks: list[Class] = ["card", f"k{place}", {"across": is_across, "turned": laid.turned}]
    if laid.card is None:
        back = colour if colour in BACKS else "red"
        return h.img(class_=marks, src=f"{ART}back-{back}.svg", alt="card face down", data_n=laid.number)
    file = f"{card_name(laid.card)}{'-small' if is_small else ''}.svg"
    return h.img(class_=marks, src=f"{ART}{file}", alt=card_words(laid.card), data_n=laid.number)


def chips(piles: Sequence[Pile], item: Circle, *, is_void: bool = False) -> h.Node:
    """A stack of chips in the colour of the largest, with its whole amount; what it came to beside it."""
    worth, number = sum(pile.cents for pile in piles), max(pile.number for pile in piles)
    largest = next((each for each in DENOMINATIONS if each <= worth), DENOMINATIONS[-1]) // CENTS_PER_DOLLAR
    mark = item.sign.symbol and h.i(class_=f"symbol {item.sign.colour}", aria_hidden="true")[item.sign.symbol]
    text = amount(worth)
    size = f"n{min(len(text), SHORT + 1)}"
    stack = h.span(class_=f"chip c{largest} h{stack_height(worth, len(piles))} {size}", data_n=number)[
        h.span(".amount")[text], mark
    ]
    settled = [pile.settled for pile in piles if pile.settled]
    if is_void or not settled:
        return stack
    result, last = sum(each.result for each in settled), max(pile.settled_number for pile in piles)
    if result < 0 and len(settled) == len(piles):
        return h.span(class_=f"taken {size}", data_n=last)[f"−{amount(-result)}"]
    if result > 0:
        return [stack, h.span(".paid", data_n=last)[f"+{amount(result)}"]]
    return [stack, h.span(".paid.back", data_n=last)["back"]]


def stack_height(cents: int, stacks: int) -> int:
    """How high a stack is drawn, 1 to 3: by its chips, and higher if one lies on another."""
    count = 0
    for each in DENOMINATIONS:
        count, cents = count + cents // each, cents % each
    return min(3, 1 + (count > 1) + (count > SHORT) + (stacks > 1))


def amount(cents: int) -> str:
    """Dollars as they stand on a chip, without the sign."""
    return price(cents).removeprefix("$")


def piles_words(piles: Sequence[Pile]) -> str:
    """Chips on a wager, as they are spoken of."""
    held = " and ".join(price(pile.cents) for pile in piles)
    result = came_to(piles)
    return f"{held}, {result}" if result else held


def came_to(piles: Sequence[Pile]) -> str:
    """What settled wagers came to, in words."""
    settled = [pile.settled for pile in piles if pile.settled]
    if not settled:
        return ""
    result = sum(each.result for each in settled)
    return f"won {price(result)}" if result > 0 else f"lost {price(-result)}" if result else "came back"
