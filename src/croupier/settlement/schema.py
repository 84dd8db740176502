"""The JSON Schema of a described round, from its shape: what `settle` would take, as far as a schema can say it."""

from typing import Any, Final

from croupier.cards import JOKER, RANKS, SUIT_MARKS
from croupier.money import CENTS_MAX, CENTS_PER_DOLLAR
from croupier.rulebook import Choice, Money, Parameter, Rulebook, Whole, YesNo
from croupier.rulebook.description import DecisionField
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

Schema = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
CARD: Final = f"(10|[{RANKS}{RANKS.lower()}])[{SUIT_MARKS}]\ufe0f?"
CARD_OR_JOKER: Final = f"({CARD}|[Jj][KkRr]|[Jj]oker)"
"""Where a deck holds a joker."""
DOLLARS: Final = r"\$?(?=\.?[0-9])([0-9]{1,3}(,[0-9]{3})+|[0-9]*)(\.[0-9]{1,2})?"
DEFS: Final[Schema] = {
    "card": {"type": "string", "pattern": rf"^\s*{CARD}\s*$", "description": "A rank and a suit: Qs, 10c, Q♠."},
    "money": {
        "description": "Dollars with at most two decimals: 5, 12.50, $1,000.",
        "oneOf": [
            {"type": "number", "exclusiveMinimum": 0, "maximum": CENTS_MAX // CENTS_PER_DOLLAR},
            {"type": "string", "pattern": f"^(?=.*[1-9]){DOLLARS}$"},
        ],
    },
}
MONEY: Final[Schema] = {"$ref": "#/$defs/money"}


def schema_of(book: Rulebook) -> Schema:
    """The JSON Schema (draft 2020-12) of descriptions of one game under one set of house rules."""
    shape, game = shape_of(book), book.game
    cards = [held_schema(held, book) for held in shape.held]
    properties: Schema = {
        GAME: {
            "type": "string",
            "description": f"The game: {game.id}, or another of its names.",
            "examples": [game.id],
        },
        HOUSE: house_schema(book),
        **{name: field for fields, _ in cards for name, field in fields.items()},
    }
    required = [GAME, *(name for _, needed in cards for name in needed)]
    if shape.bank:
        properties[shape.bank.name] = bank_schema(shape, shape.bank)
        required.append(shape.bank.name)
    if shape.dice:
        faces = [{"type": "integer", "minimum": 1, "maximum": roll.faces} for roll in shape.dice]
        properties[DICE] = {"type": "array", "prefixItems": faces, "items": False, "minItems": len(faces)}
        required += [DICE] * shape.dice_matter
    if book.action_button:
        properties[BUTTON] = seat_number(book)
        required.append(BUTTON)
    properties[SEATS] = {"type": "array", "minItems": 1, "items": seat_schema(shape)}
    return {
        "$schema": DRAFT,
        "title": f"A round of {game.title}",
        "description": "What `croupier settle` takes.",
        **closed(properties, [*required, SEATS]),
        "$defs": defs(book),
    }


def card_of(book: Rulebook) -> str:
    """The pattern of a card."""
    return CARD_OR_JOKER if max(book.supply.deck) >= JOKER else CARD


def defs(book: Rulebook) -> Schema:
    """What a card and an amount look like."""
    if card_of(book) == CARD:
        return DEFS
    joker = "A rank and a suit, or a joker: Qs, 10c, Q♠, Jk."
    return DEFS | {"card": {"type": "string", "pattern": rf"^\s*{CARD_OR_JOKER}\s*$", "description": joker}}


def closed(properties: Schema, required: list[str]) -> Schema:
    """An object that has these fields and no others."""
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def seat_number(book: Rulebook) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": book.seats}


def cards_schema(held: Held, book: Rulebook) -> Schema:
    """Cards in a list, or in one text."""
    count = f"{held.least}" if held.least == held.most else f"{held.least} to {held.most}"
    cards = "card" if held.most == 1 else "cards"
    text = rf"^[\s,]*({card_of(book)}[\s,]*){{{held.least},{held.most}}}$"
    return {
        "description": f"{count} {cards}, in the order dealt: {', '.join(held.field.slots)}.",
        "oneOf": [
            {"type": "array", "items": {"$ref": "#/$defs/card"}, "minItems": held.least, "maxItems": held.most},
            {"type": "string", "pattern": text},
        ],
    }


def held_schema(held: Held | None, book: Rulebook) -> tuple[Schema, list[str]]:
    """The fields of some cards, and which of them have to be there."""
    if held is None:
        return {}, []
    fields: Schema = {held.field.name: cards_schema(held, book)}
    if held.field.names:
        fields[held.field.names.name] = {"$ref": "#/$defs/card"}
    return fields, list(fields) if held.least else []


def bank_schema(shape: Shape, bank: BankShape) -> Schema:
    cards, needed = held_schema(bank.held, shape.book)
    return closed({SEAT: seat_number(shape.book), WAGER: MONEY, **cards}, [SEAT, WAGER, *needed])


def seat_schema(shape: Shape) -> Schema:
    """One seat: where it is, its spot, cards, wagers and decisions."""
    book = shape.book
    cards, needed = held_schema(shape.hand, book)
    properties: Schema = {
        SEAT: seat_number(book),
        **({SPOT: spot_schema(book)} if book.spots else {}),
        **cards,
        **{name: {**MONEY, "description": wager.label} for name, wager in shape.wagers},
        **{name: {**MONEY, "description": f"What {decision} stakes."} for name, decision in shape.stakes},
        **{field.name: decision_schema(shape, field) for field in shape.decisions},
    }
    seat = closed(properties, [SEAT, *([SPOT] if book.spots else []), *needed])
    return seat | {"anyOf": [{"required": [name]} for name, _ in shape.wagers]}


def spot_schema(book: Rulebook) -> Schema:
    """A betting spot by its number, colour or symbol, in capitals or not."""
    words = [each for spot in book.spots for each in (str(spot.number), spot.colour, spot.symbol)]
    known = "|".join("".join(either_case(letter) for letter in word) for word in words)
    return {
        "oneOf": [{"enum": [spot.number for spot in book.spots]}, {"type": "string", "pattern": rf"^\s*({known})\s*$"}]
    }


def either_case(letter: str) -> str:
    """A pattern for a letter, small or capital."""
    if letter.lower() != letter.upper():
        return f"[{letter.lower()}{letter.upper()}]"
    return f"\\{letter}" if letter in r"^$\.*+?()[]{}|/" else letter  # no others may be escaped in a schema


def decision_schema(shape: Shape, field: DecisionField) -> Schema:
    """A decision: an option by its id, or the dollars that stand for it."""
    decision = shape.book.decisions_by_id[field.decision]
    if field.in_dollars:
        labels = ", ".join(option.label for option in decision.options)
        return {**MONEY, "description": f"The stake, left out where there is none: {labels}."}
    option: Schema = {"enum": [option.id for option in decision.options]}
    times = shape.book.times(decision.id)
    if times == 1:
        return option
    return {"oneOf": [option, {"type": "array", "items": option, "minItems": 1, "maxItems": times}]}


# ── House rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


def house_schema(book: Rulebook) -> Schema:
    return closed({parameter.name: rule_schema(parameter) for parameter in book.game.parameters}, [])


def rule_schema(parameter: Parameter[Any]) -> Schema:
    """What a house rule may be, where its kind is a simple one; any value of another kind is left to its reader."""
    told = {
        "description": f"{parameter.help} ({parameter.clause}): {parameter.allowed()}",
        "default": parameter.kind.show(parameter.default),
    }
    match parameter.kind:
        case Whole(least=least, most=most):
            return {**told, "oneOf": [number(least, most), {"type": "string", "pattern": "^-?[0-9]{1,8}$"}]}
        case Choice(words=words):
            return {**told, "enum": list(words)}
        case YesNo():
            return {**told, "enum": [True, False, "yes", "no", "true", "false"]}
        case Money(least=least) if least > 0:
            return {**told, **MONEY}
        case _:
            return told


def number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}
