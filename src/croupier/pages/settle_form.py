"""The form of a described round: its fields follow from the shape of descriptions, so that every game has one.

A field is named by its path in the description, with dots: `seats.0.ante`, `player_dealer.cards.2`, `house.decks`. What
is left blank is left out of the description. Nothing is checked here: the table says what is wrong, with the field.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from croupier.errors import Refused
from croupier.money import cents_from, dollars
from croupier.rulebook import Rulebook
from croupier.rulebook.house import rule_text
from croupier.settlement.example import example_of
from croupier.settlement.shape import BUTTON, DICE, HOUSE, SEAT, SEATS, SPOT, WAGER, Held, Shape, shape_of

Given = Mapping[str, str]
NUMBER: Final = "n"
"""The field that says how many seats the form has."""
CHANGED_NUMBER: Final = "seats"
"""The button that changes it."""
INDEX: Final = re.compile(r"\[(\d+)\]")


def field_of(path: str) -> str:
    """The field of the form that a path of a refusal names."""
    return INDEX.sub(r".\1", path)


def seats_in(book: Rulebook, given: Given) -> int:
    """How many seats the form has."""
    text = given.get(CHANGED_NUMBER) or given.get(NUMBER, "")
    return min(max(int(text), 1), book.seats) if text.isdecimal() and len(text) < 4 else 1


def with_seats(book: Rulebook, given: Given) -> Given:
    """The form with a number for every seat in it: those that have none yet get the first that are free."""
    taken = {value for name, value in given.items() if name.endswith(f".{SEAT}")}
    free = (str(seat) for seat in range(1, book.seats + 1) if str(seat) not in taken)
    fields = (f"{SEATS}.{place}.{SEAT}" for place in range(seats_in(book, given)))
    return {**given, **{field: next(free, "") for field in fields if not given.get(field)}}


# ── From the form ────────────────────────────────────────────────────────────────────────────────────────────────────


def house_of(given: Given) -> dict[str, object]:
    """The house rules that the form sets."""
    start = f"{HOUSE}."
    return {name.removeprefix(start): value for name, value in given.items() if name.startswith(start) and value}


def described(book: Rulebook, given: Given) -> dict[str, object]:
    """The description that a form makes."""
    shape = shape_of(book)
    made: dict[str, object] = {"game": book.game.id}
    house = house_of(given)
    if house:
        made[HOUSE] = house
    for held in shape.held:
        made |= cards_in(given, held, "")
    if shape.bank:
        start = f"{shape.bank.name}."
        bank = plain(given, start, SEAT) | text(given, start, WAGER)
        made[shape.bank.name] = bank | cards_in(given, shape.bank.held, start)
    if shape.dice:
        faces = [whole(value) for place in range(len(shape.dice)) if (value := given.get(f"{DICE}.{place}", ""))]
        made |= {DICE: faces} if faces else {}
    if book.action_button:
        made |= plain(given, "", BUTTON)
    return {**made, SEATS: [seat_in(shape, given, f"{SEATS}.{place}.") for place in range(seats_in(book, given))]}


def seat_in(shape: Shape, given: Given, start: str) -> dict[str, object]:
    """One seat of the form."""
    made = plain(given, start, SEAT) | (plain(given, start, SPOT) if shape.book.spots else {})
    made |= cards_in(given, shape.hand, start)
    for name, _ in shape.wagers:
        made |= text(given, start, name)
    for field in shape.decisions:
        times = shape.book.times(field.decision)
        chosen = [value for turn in range(times) if (value := given.get(f"{start}{field.name}.{turn}", ""))]
        if not chosen:
            continue
        if field.in_dollars:
            made |= staked(shape, field.decision, field.name, made, chosen[0])
        else:
            made[field.name] = chosen if times > 1 else chosen[0]
    return made


def staked(shape: Shape, id_: str, name: str, seat: Mapping[str, object], option: str) -> dict[str, object]:
    """The dollars that stand for an option: so many times the wager that it is about."""
    decision = shape.book.decisions_by_id[id_]
    chosen = decision.option(option)
    base = next((field for field, wager in shape.wagers if wager.id == decision.base), "")
    try:
        cents = cents_from(seat.get(base, "0"))
    except Refused:
        return {}  # the wager itself is refused
    multiple = chosen.multiple if chosen else 0
    return {name: dollars(multiple * cents)} if multiple * cents else {}


def cards_in(given: Given, held: Held | None, start: str) -> dict[str, object]:
    """The cards of a field, and which of them is named."""
    if held is None:
        return {}
    name, named = held.field.name, held.field.names
    cards = [given.get(f"{start}{name}.{place}", "") for place in range(held.most)]
    found = [card for card in cards if card]
    if not found and not held.least:
        return {}
    made: dict[str, object] = {name: found}
    if named:
        place = given.get(f"{start}{named.name}", "") or str(named.place)
        at = int(place) if place.isdecimal() and len(place) < 3 else -1
        made |= {named.name: cards[at]} if 0 <= at < len(cards) and cards[at] else {}
    return made


def plain(given: Given, start: str, name: str) -> dict[str, object]:
    """A number, if there is one."""
    value = given.get(start + name, "")
    return {name: whole(value)} if value else {}


def text(given: Given, start: str, name: str) -> dict[str, object]:
    """Something that was written, if it was."""
    value = given.get(start + name, "").strip()
    return {name: value} if value else {}


def whole(value: str) -> object:
    """A number where one was given, else what was given, which the table refuses."""
    return int(value) if value.isdecimal() and value.isascii() and len(value) < 9 else value


# ── To the form ──────────────────────────────────────────────────────────────────────────────────────────────────────


def example(book: Rulebook) -> dict[str, str]:
    """A form that is filled in with an example."""
    return filled(book, example_of(book))


def filled(book: Rulebook, description: Mapping[str, Any]) -> dict[str, str]:
    """A form with what a description says."""
    return dict(entries(shape_of(book), description))


def entries(shape: Shape, description: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in description.get(HOUSE, {}).items():
        yield f"{HOUSE}.{name}", rule_text(value)
    for held in shape.held:
        yield from card_entries(held, description, "")
    if shape.bank:
        bank = description[shape.bank.name]
        yield f"{shape.bank.name}.{SEAT}", str(bank[SEAT])
        yield f"{shape.bank.name}.{WAGER}", short(bank[WAGER])
        yield from card_entries(shape.bank.held, bank, f"{shape.bank.name}.")
    for place, face in enumerate(description.get(DICE, ())):
        yield f"{DICE}.{place}", str(face)
    if BUTTON in description:
        yield BUTTON, str(description[BUTTON])
    yield NUMBER, str(len(description[SEATS]))
    for place, seat in enumerate(description[SEATS]):
        yield from seat_entries(shape, seat, f"{SEATS}.{place}.")


def seat_entries(shape: Shape, seat: Mapping[str, Any], start: str) -> Iterator[tuple[str, str]]:
    yield start + SEAT, str(seat[SEAT])
    if SPOT in seat:
        yield start + SPOT, str(seat[SPOT])
    yield from card_entries(shape.hand, seat, start)
    for name, _ in shape.wagers:
        if name in seat:
            yield start + name, short(seat[name])
    for field in shape.decisions:
        decision = shape.book.decisions_by_id[field.decision]
        if field.in_dollars:
            base = next((name for name, wager in shape.wagers if wager.id == decision.base), "")
            multiple = cents_from(seat.get(field.name, "0")) // max(1, cents_from(seat.get(base, "0")))
            option = next((each for each in decision.options if each.multiple == multiple), decision.options[0])
            yield f"{start}{field.name}.0", option.id
            continue
        chosen = seat.get(field.name, ())
        for turn, id_ in enumerate([chosen] if isinstance(chosen, str) else chosen):
            yield f"{start}{field.name}.{turn}", id_


def card_entries(held: Held | None, described_: Mapping[str, Any], start: str) -> Iterator[tuple[str, str]]:
    if held is None:
        return
    cards = described_.get(held.field.name, ())
    for place, card in enumerate(cards):
        yield f"{start}{held.field.name}.{place}", str(card)
    if held.field.names and held.field.names.name in described_:
        yield f"{start}{held.field.names.name}", str(cards.index(described_[held.field.names.name]))


def short(amount: str) -> str:
    """Dollars without cents that are none."""
    return amount.removesuffix(".00")
