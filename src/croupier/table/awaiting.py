"""What a table awaits: one small class for each thing that has to come in before the table can go on.

Whoever drives a table matches on these; `assert_never` at the end of a match lets the type checker prove that nothing
was forgotten. `AwaitChance` gathers what only chance can answer.
"""

from dataclasses import dataclass

from croupier.rulebook import Deal, Decide, PlayerDealerBank, Ready, Renewal, Roll, Wagering
from croupier.rulebook.deal import rounds_after_this
from croupier.table.state import State


@dataclass(frozen=True, slots=True)
class AwaitBank:
    """Somebody has to take the bank."""

    seat: int | None = None
    """The seat it is offered to; None while it is offered to nobody."""


@dataclass(frozen=True, slots=True)
class AwaitShuffle:
    """Shuffled cards have to come in."""

    count: int


@dataclass(frozen=True, slots=True)
class AwaitBurn:
    """A card has to be burned."""


@dataclass(frozen=True, slots=True)
class AwaitDice:
    """The dice of the next round have to be committed to."""

    count: int


@dataclass(frozen=True, slots=True)
class AwaitRound:
    """A round may be opened."""


@dataclass(frozen=True, slots=True)
class AwaitWagers:
    """Wagers are taken until the betting is closed."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwaitCards:
    """Cards have to be dealt to a slot."""

    slot: str
    count: int
    face_up: bool


@dataclass(frozen=True, slots=True)
class AwaitDie:
    """A die has to be rolled."""

    faces: int


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """Seats have to decide."""

    decision: str
    seats: tuple[int, ...]
    """Those that may answer now: the first in order, or all at once."""
    options: tuple[str, ...]
    """All that the decision has; what a seat is offered may tell of its cards, and `legal` says it of that seat."""


@dataclass(frozen=True, slots=True)
class AwaitSettlement:
    """Everything lies open and the round can be settled."""


AwaitChance = AwaitShuffle | AwaitBurn | AwaitDice | AwaitCards | AwaitDie
Awaiting = AwaitChance | AwaitBank | AwaitRound | AwaitWagers | AwaitDecision | AwaitSettlement


def awaiting(state: State) -> Awaiting:
    """Say what a table waits for."""
    match state.step:
        case Wagering():
            return AwaitWagers(tuple(sorted(state.seated)))
        case Deal(face_up=face_up) as deal:
            slot = state.agenda[0]
            return AwaitCards(slot, state.rulebook.dealt_to(deal, state, slot), face_up)
        case Roll(faces=faces):
            return AwaitDie(faces)
        case Decide(decision=id_):
            decision = state.rulebook.decisions_by_id[id_]
            seats = state.agenda[:1] if decision.in_order else state.agenda
            return AwaitDecision(id_, seats, tuple([option.id for option in decision.options]))
        case Ready():
            return AwaitSettlement()
        case _:
            return awaiting_between_rounds(state)


def awaiting_between_rounds(state: State) -> Awaiting:
    """Say what a table without a round waits for."""
    if state.bank_offer:
        return AwaitBank(state.bank_offer)
    if needs_bank(state):
        return AwaitBank()
    if needs_shuffle(state):
        return AwaitShuffle(state.rulebook.supply.size)
    if state.burn_due:
        return AwaitBurn()
    if needs_dice(state):
        return AwaitDice(len(state.rulebook.dice))
    return AwaitRound()


def needs_shuffle(state: State) -> bool:
    """Whether cards have to be shuffled before a round opens; never where none are dealt."""
    return bool(state.rulebook.supply.decks) and not state.deck_ready


def will_need_shuffle(state: State) -> bool:
    """Whether the cards of this round are the last that are dealt of this shuffle."""
    supply = state.rulebook.supply
    is_last = supply.renewal is not Renewal.SHOE or (state.cut_card_out and rounds_after_this(state.rounds_left) < 1)
    return state.in_round and bool(supply.decks) and is_last


def needs_dice(state: State) -> bool:
    """Whether the dice of the next round have to be committed to before it opens."""
    return state.is_bound and bool(state.rulebook.dice) and not state.dice_commitment


def will_need_dice(state: State) -> bool:
    """Whether dice will have to be committed to after this round."""
    return state.in_round and state.is_bound and bool(state.rulebook.dice)


def needs_bank(state: State) -> bool:
    """Whether somebody has to take the bank before a round can be dealt."""
    bank = state.rulebook.bank
    return isinstance(bank, PlayerDealerBank) and (
        state.bank_holder not in state.seated or state.bank_rounds >= bank.rounds
    )
