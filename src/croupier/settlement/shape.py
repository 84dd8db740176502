"""The shape of a described round: its fields, as they follow from the rulebook and the names that the game prefers.

Everything that knows descriptions reads it: the reader, the writer, the JSON Schema and the questions at a terminal.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.rulebook import Draw, PlayerDealerBank, Roll, Rulebook, Wager, seat_slot
from croupier.rulebook.description import CardsField, DecisionField
from croupier.rulebook.procedure import Decide

GAME: Final = "game"
HOUSE: Final = "house"
SEATS: Final = "seats"
SEAT: Final = "seat"
SPOT: Final = "spot"
CARDS: Final = "cards"
WAGER: Final = "wager"
DICE: Final = "dice"
BUTTON: Final = "action_button"


@dataclass(frozen=True, slots=True)
class Held:
    """A field of cards: how many there may be, and under which clause they are dealt."""

    field: CardsField
    least: int
    most: int
    clause: str


@dataclass(frozen=True, slots=True)
class BankShape:
    """The fields of a player's bank."""

    name: str
    bank: PlayerDealerBank
    held: Held | None


@dataclass(frozen=True, slots=True)
class Shape:
    """All fields of a described round."""

    book: Rulebook
    held: tuple[Held, ...]
    """The cards of the table."""
    bank: BankShape | None
    dice: tuple[Roll, ...]
    """Every roll that may be described."""
    dice_matter: bool
    """Whether what is paid depends on the dice."""
    hand: Held | None
    """The cards of a seat; its slot stands for that of every seat."""
    wagers: tuple[tuple[str, Wager], ...]
    decisions: tuple[DecisionField, ...]
    stakes: tuple[tuple[str, str], ...]
    """Fields for what a decision stakes, which may be given beside the option, and their decisions."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the round, in order."""
        bank = (self.bank.name,) if self.bank else ()
        button = (BUTTON,) if self.book.action_button else ()
        dice = (DICE,) if self.dice else ()
        cards = (name for held in self.held for name in names_of(held))
        return (GAME, HOUSE, *cards, *bank, *dice, *button, SEATS)

    @property
    def bank_fields(self) -> tuple[str, ...]:
        """The fields of a player's bank, in order."""
        held = self.bank.held if self.bank else None
        return (SEAT, WAGER, *names_of(held))

    @property
    def seat_fields(self) -> tuple[str, ...]:
        """The fields of a seat, in order."""
        spot = (SPOT,) if self.book.spots else ()
        made = dict.fromkeys([*(field.name for field in self.decisions), *(name for name, _ in self.stakes)])
        return (SEAT, *spot, *names_of(self.hand), *(name for name, _ in self.wagers), *made)


def names_of(held: Held | None) -> tuple[str, ...]:
    """The field of some cards, and of the one among them that is named."""
    if held is None:
        return ()
    return (held.field.name, held.field.names.name) if held.field.names else (held.field.name,)


def shape_of(book: Rulebook) -> Shape:
    """The fields of a described round, worked out once for a rulebook."""
    kept: Shape | None = vars(book).get("_shape")
    if kept is None:
        kept = vars(book)["_shape"] = shape_from(book)  # a rulebook never changes, so neither does this
    return kept


def shape_from(book: Rulebook) -> Shape:
    """Work out the fields of a described round."""
    kind, slots = book.description, book.slots
    check_names(book)
    bank = book.bank if isinstance(book.bank, PlayerDealerBank) else None
    named = {slot for field in (*kind.cards, *([kind.bank_cards] if kind.bank_cards else ())) for slot in field.slots}
    taken = {GAME, HOUSE, SEATS, DICE, BUTTON, *([kind.bank] if bank else ()), *(field.name for field in kind.cards)}
    others = (slot.slot for slot in slots.values() if not slot.seat and slot.slot not in named)
    fields = [*kind.cards, *(CardsField(free(field_name(slot), "_cards", taken), (slot,)) for slot in others)]
    own = slots.get(seat_slot(1))
    rolls = tuple(step for step in book.procedure if isinstance(step, Roll)) if kind.dice else ()

    at_seat = {SEAT, SPOT, CARDS, *(field.name for field in kind.decisions)}
    wagers = tuple((free(wager.id, "_wager", at_seat), wager) for wager in book.placed_wagers)
    kinder = {field.decision: field for field in kind.decisions}
    asked = dict.fromkeys(step.decision for step in book.procedure if isinstance(step, Decide))
    decisions = tuple(kinder.get(id_) or DecisionField(id_, free(id_, "_decision", at_seat)) for id_ in asked)
    made = ((book.decisions_by_id[field.decision].wager, field.decision) for field in decisions if not field.in_dollars)
    made = ((wager, id_) for wager, id_ in made if wager in book.decision_of_wager)
    raised = raises(book)
    return Shape(
        book=book,
        held=tuple(held_in(book, field) for field in fields),
        bank=BankShape(kind.bank, bank, bank_held(book)) if bank else None,
        dice=rolls,
        dice_matter=bool(rolls) and reads_dice(book),
        hand=held_in(book, CardsField(CARDS, (own.slot,))) if own and own.most else None,
        wagers=wagers,
        decisions=decisions,
        stakes=tuple((wager, id_) for wager, id_ in made if wager not in at_seat and raised[wager] == 1),
    )


def check_names(book: Rulebook) -> None:
    """Refuse a description that names what the rulebook does not have."""
    kind = book.description
    for field in (*kind.cards, *((kind.bank_cards,) if kind.bank_cards else ())):
        for slot in field.slots:
            if slot not in book.slots:
                known = ", ".join(book.slots)
                raise Refused(f"{book.game.id}: the description names the slot {slot!r}; cards are dealt to {known}")
            dealt = book.slots[slot]
            if len(field.slots) > 1 and dealt.least != dealt.most:
                reason = f"{slot!r} may hold {dealt.least} to {dealt.most} cards, so it needs a field of its own"
                raise Refused(f"{book.game.id}: the description puts several slots in {field.name!r}; {reason}")
    for named in kind.decisions:
        if named.decision not in book.decisions_by_id:
            reason = f"the description names the decision {named.decision!r}, which does not exist"
            raise Refused(f"{book.game.id}: {reason}")
        if named.in_dollars and book.decisions_by_id[named.decision].wager not in book.decision_of_wager:
            reason = f"the description gives {named.decision!r} in dollars, but it makes no wager"
            raise Refused(f"{book.game.id}: {reason}; describe it by the options")
        if named.in_dollars and raises(book)[book.decisions_by_id[named.decision].wager] > 1:
            reason = f"the description gives {named.decision!r} in dollars, but its wager may be raised more than once"
            raise Refused(f"{book.game.id}: {reason}; describe it by the options")


def raises(book: Rulebook) -> Counter[str]:
    """How often a round may ask for a decision that raises a wager, by wager."""
    steps = (step.decision for step in book.procedure if isinstance(step, Decide))
    return Counter(book.decisions_by_id[id_].wager for id_ in steps)


def held_in(book: Rulebook, field: CardsField) -> Held:
    """A field of cards, with how many it holds."""
    dealt = [book.slots[slot] for slot in field.slots]
    clause = book.procedure[min(slot.steps[0] for slot in dealt)].clause
    return Held(field, sum(slot.least for slot in dealt), sum(slot.most for slot in dealt), clause)


def bank_held(book: Rulebook) -> Held | None:
    """The cards that are described with a player's bank: those of a slot of the table, or of the banker's seat."""
    if book.description.bank_cards:
        return held_in(book, book.description.bank_cards)
    own = book.slots.get(seat_slot(book.seats))
    if own is None or not own.as_bank[1]:
        return None
    return Held(CardsField(CARDS, (own.slot,)), *own.as_bank, book.procedure[own.steps[0]].clause)


def field_name(slot: str) -> str:
    return slot.replace(" ", "_").replace("-", "_")


def free(name: str, suffix: str, taken: set[str]) -> str:
    """A name that is not taken yet, and is from now on."""
    while name in taken:
        name += suffix
    taken.add(name)
    return name


def reads_dice(book: Rulebook) -> bool:
    """Whether what a wager pays depends on a die, by the names that rules read."""
    dice = {drawn.name for drawn in book.model.draws if drawn.kind is Draw.DIE}
    return any(not dice.isdisjoint(read_by(book, wager.outcome.inputs)) for wager in book.wagers)


def read_by(book: Rulebook, names: Collection[str]) -> Iterator[str]:
    """Names that a rule reads, and all that the features among them read."""
    features = {feature.name: feature.rule.inputs for feature in book.model.features}
    for name in names:
        yield name
        yield from read_by(book, features.get(name, ()))
