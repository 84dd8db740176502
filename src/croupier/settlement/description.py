"""A round described by its fields: read and put to a table, and written from a table again."""

from croupier.cards import card_names
from croupier.errors import Refused, quoted
from croupier.money import dollars
from croupier.rulebook import Decision, Rulebook, Wagering, clockwise, owner_of, seat_slot
from croupier.rulebook.description import DecisionField
from croupier.settlement.dealing import Dealing, Said
from croupier.settlement.reading import Fields
from croupier.settlement.shape import (
    BUTTON,
    DICE,
    GAME,
    HOUSE,
    SEAT,
    SEATS,
    SPOT,
    WAGER,
    BankShape,
    Held,
    Shape,
    shape_of,
)
from croupier.table import commands as c
from croupier.table.state import BANK_WAGER, State

Described = dict[str, object]


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def put_to(dealing: Dealing, fields: Fields) -> None:
    """Put a described round to a table: seats and wagers at once, cards, dice and decisions for when it asks."""
    shape = shape_of(dealing.book)
    for held in shape.held:
        take_cards(dealing, fields, held, held.field.slots)
    banker = take_bank(dealing, fields, shape.bank, shape.bank_fields) if shape.bank else (0, 0)
    seated = sit_all(dealing, fields)
    take_dice(dealing, fields, shape)
    dealing.open(take_button(dealing, fields))
    if shape.bank:
        dealing.do(c.PlaceWager(banker[0], BANK_WAGER, banker[1]), f"{shape.bank.name}.{WAGER}")
    for seat, entry in seated:
        if shape.hand:
            take_cards(dealing, entry, shape.hand, (seat_slot(seat),))
        take_wagers(dealing, shape, seat, entry)
        for field in shape.decisions:
            take_decision(dealing, shape, field, seat, entry)
        close(dealing.book, entry, shape.seat_fields)
    close(dealing.book, fields, shape.fields)


def close(book: Rulebook, fields: Fields, known: tuple[str, ...]) -> None:
    """Refuse fields that nobody took; one that another house has, with what this house does instead."""
    for absent in book.description.absent:
        where, _, name = absent.path.rpartition(".")
        if where == fields.path and name in fields.left:
            raise Refused(absent.why, field=absent.path, clause=absent.clause)
    fields.close(", ".join(known))


def take_cards(dealing: Dealing, fields: Fields, held: Held, slots: tuple[str, ...]) -> None:
    name, book = held.field.name, dealing.book
    for slot in slots:
        dealing.described_at[slot] = fields.where(name)
    if not held.least and name not in fields.left:
        return
    cards = fields.cards(name, held.least, held.most, held.clause, book.supply.decks_clause)
    if held.field.names:
        named = held.field.names
        card = fields.card(named.name, fields.take(named.name, named.clause), named.clause)
        if card not in cards:
            raise Refused(
                f"it is not one of the cards in `{name}`", field=fields.where(named.name), clause=named.clause
            )
        cards.remove(card)
        cards.insert(named.place, card)
    if len(slots) == 1:
        dealing.slots[slots[0]] = cards
        return
    at = 0
    for slot in slots:
        dealing.slots[slot] = cards[at : at + book.slots[slot].most]
        dealing.described_at[slot] = fields.where(f"{name}[{at}]")
        at += book.slots[slot].most


def take_bank(dealing: Dealing, fields: Fields, shape: BankShape, known: tuple[str, ...]) -> tuple[int, int]:
    """Seat the banker; gives the seat and the wager that it banks with."""
    banker = Fields(fields.take(shape.name, shape.bank.needed_clause), shape.name)
    seat = dealing.sit(banker, "the player-dealer")
    dealing.do(c.OfferBank(), banker.where(SEAT))
    dealing.do(c.TakeBank(seat), banker.where(SEAT))
    if shape.held:
        take_cards(dealing, banker, shape.held, bank_slots(shape, seat))
    if WAGER not in banker.left:
        reason = "the player-dealer's wager is missing"
        raise Refused(reason, field=banker.where(WAGER), clause=shape.bank.limit_clause)
    wager = banker.cents(WAGER, shape.bank.limit_clause)
    close(dealing.book, banker, known)
    return seat, wager


def bank_slots(shape: BankShape, seat: int) -> tuple[str, ...]:
    """The slots whose cards are described with the bank of a seat."""
    slots = shape.held.field.slots if shape.held else ()
    return tuple(seat_slot(seat) if owner_of(slot) else slot for slot in slots)


def sit_all(dealing: Dealing, fields: Fields) -> list[tuple[int, Fields]]:
    """Seat everybody that is described."""
    value = fields.take(SEATS)
    if not isinstance(value, list | tuple) or not value:
        raise Refused("give a list of at least one seat", field=SEATS)
    entries = [Fields(entry, f"{SEATS}[{place}]") for place, entry in enumerate(value)]
    return [(dealing.sit(entry), entry) for entry in entries]


def take_dice(dealing: Dealing, fields: Fields, shape: Shape) -> None:
    """Take the faces of the dice; where nothing paid depends on them they may be left out."""
    if not shape.dice or (DICE not in fields.left and not shape.dice_matter):
        return
    value, clause = fields.take(DICE, shape.dice[0].clause), shape.dice[0].clause
    if not isinstance(value, list | tuple) or len(value) != len(shape.dice):
        what = "one number" if len(shape.dice) == 1 else f"{len(shape.dice)} numbers"
        raise Refused(f"give a list of {what}: the faces of the dice as rolled", field=DICE, clause=clause)
    for place, face in enumerate(value):
        if isinstance(face, bool) or not isinstance(face, int):
            raise Refused(f"{quoted(face)} is not the face of a die", field=f"{DICE}[{place}]", clause=clause)
        dealing.dice.append(face)


def take_button(dealing: Dealing, fields: Fields) -> int:
    """The seat with the action button, where the house uses one."""
    if dealing.book.action_button:
        return fields.number(BUTTON, dealing.book.button_clause)
    if BUTTON in fields.left and dealing.book.button_clause:
        raise Refused("this house uses no action button", field=BUTTON, clause=dealing.book.button_clause)
    return 0


def take_wagers(dealing: Dealing, shape: Shape, seat: int, entry: Fields) -> None:
    """Place a seat's wagers in the order of the layout; a seat without one has no part in the round."""
    spot = take_spot(dealing.book, entry) if dealing.book.spots else 0
    for name, wager in shape.wagers:
        if cents := entry.money(name, wager.clause):
            chooses = spot if wager is dealing.book.wagers[0] else 0
            dealing.do(c.PlaceWager(seat, wager.id, cents, chooses), entry.where(name))
    if any(dealing.state.stake(seat, wager.id) for _, wager in shape.wagers):
        return
    unknown = {name: value for name, value in entry.left.items() if name not in shape.seat_fields}
    close(dealing.book, Fields(unknown, entry.path), shape.seat_fields)
    first = [(name, wager) for name, wager in shape.wagers if not wager.needs]
    if len(first) == 1:
        name, wager = first[0]
        raise Refused(f"seat {seat} has no wager on {wager.label}", field=entry.where(name), clause=wager.clause)
    clause = next((step.clause for step in dealing.book.procedure if isinstance(step, Wagering)), "")
    names = ", ".join(name for name, _ in shape.wagers)
    raise Refused(f"seat {seat} has no wager; give one of {names}", field=entry.path, clause=clause)


def take_spot(book: Rulebook, entry: Fields) -> int:
    written = entry.take(SPOT, book.spots_clause)
    try:
        return book.spot_from(written)
    except Refused as refused:
        clause = book.wagers[0].clause if type(written) is int else book.spots_clause
        raise Refused(refused.reason, field=entry.where(SPOT), clause=clause) from None


def take_decision(dealing: Dealing, shape: Shape, field: DecisionField, seat: int, entry: Fields) -> None:
    """Take what a seat decides, for when the table asks."""
    decision = dealing.book.decisions_by_id[field.decision]
    where = entry.where(field.name)
    said = dealing.said[seat, decision.id] = Said(decision, where, field.clause or decision.clause)
    if field.in_dollars:
        said.cents = entry.money(field.name, decision.clause)
        said.in_dollars = True
    elif field.name in entry.left:
        value = entry.take(field.name)
        listed = value if shape.book.times(decision.id) > 1 and isinstance(value, list | tuple) else (value,)
        said.options = [option_of(decision, each, where) for each in listed]
    for name, id_ in shape.stakes:
        if id_ == decision.id and name in entry.left:
            said.staked = (entry.money(name, decision.clause), entry.where(name))


def option_of(decision: Decision, value: object, where: str) -> str:
    ids = [option.id for option in decision.options]
    if not isinstance(value, str) or value not in ids:
        wrong = f"is neither {ids[0]} nor {ids[1]}" if len(ids) == 2 else f"is not one of {', '.join(ids)}"
        raise Refused(f"{quoted(value)} {wrong}", field=where, clause=decision.clause)
    return value


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def description_of(state: State) -> Described:
    """Describe the round that is or was last at a table, all its cards known."""
    book, shape = state.rulebook, shape_of(state.rulebook)
    changed = book.house.changes()
    described: Described = {GAME: state.game.id, **({HOUSE: changed} if changed else {})}
    for held in shape.held:
        described |= cards_of(state, held, held.field.slots)
    if shape.bank:
        described[shape.bank.name] = bank_of(state, shape.bank)
    if shape.dice:
        described[DICE] = list(state.dice)
    if book.action_button:
        described[BUTTON] = first_to_act(state)
    return {**described, SEATS: [seat_of(state, shape, seat) for seat in state.players]}


def bank_of(state: State, shape: BankShape) -> Described:
    described: Described = {SEAT: state.player_dealer, WAGER: dollars(state.bank_wager)}
    return described | cards_of(state, shape.held, bank_slots(shape, state.player_dealer))


def seat_of(state: State, shape: Shape, seat: int) -> Described:
    """A seat's spot, cards, wagers and decisions."""
    described: Described = {SEAT: seat}
    if shape.book.spots:
        described[SPOT] = state.spot(seat)
    described |= cards_of(state, shape.hand, (seat_slot(seat),))
    staked = {name: state.placed(seat, wager.id) for name, wager in shape.wagers}
    for field in shape.decisions:
        decision = shape.book.decisions_by_id[field.decision]
        if field.in_dollars:
            staked[field.name] = state.stake(seat, decision.wager)
    described |= {name: dollars(cents) for name, cents in staked.items() if cents}
    for field in shape.decisions:
        chosen = state.choices(seat, field.decision)
        if chosen and not field.in_dollars:
            described[field.name] = list(chosen) if shape.book.times(field.decision) > 1 else chosen[0]
    return described


def cards_of(state: State, held: Held | None, slots: tuple[str, ...]) -> Described:
    """The cards of some slots, and the one among them that is named; nothing where none were dealt."""
    cards = list(card_names(card for slot in slots for card in state.cards(slot)))
    if held is None or not cards:
        return {}
    named = held.field.names
    return {held.field.name: cards, **({named.name: cards[named.place]} if named else {})}


def first_to_act(state: State) -> int:
    """The seat with a wager at the action button or next to it, clockwise: seats without one are not described."""
    return next(seat for seat in clockwise(state.rulebook.seats, state.action_button) if seat in state.players)
