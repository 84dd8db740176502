"""The steps of a round in words: who does what where, under which clause, and what the dealer says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import listed
from croupier.money import price
from croupier.rulebook import (
    Again,
    CollectFees,
    Deal,
    Decide,
    Decision,
    Discard,
    Expose,
    Option,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Rulebook,
    Settle,
    Stack,
    Step,
    Unload,
    Wager,
    Wagering,
)
from croupier.sheet import number_of

RENEWALS: Final = {
    Renewal.CONTINUOUS: "Every round is dealt from all of them, out of a continuous shuffler.",
    Renewal.SHOE: "They are dealt from a shoe until its cut card has come out.",
    Renewal.ALTERNATING: "Two decks take turns, one each round; each round is dealt from a full deck.",
}


@dataclass(frozen=True, slots=True)
class StepWords:
    """One step of a round."""

    what: str
    """What is done, in a sentence."""
    says: tuple[str, ...]
    """What the dealer says; twice where the betting opens and closes."""
    clauses: tuple[str, ...]


def steps_in_words(book: Rulebook) -> Iterator[StepWords]:
    """Every step of a round, in order."""
    for at, step in enumerate(book.procedure):
        clauses = [step.clause, *book.felt.announced_with(step.clause)]
        says = [step.says]
        if isinstance(step, Wagering):
            clauses.append(step.closes)
            says.append(step.closing)
        yield StepWords(
            words_of(book, at, step), tuple(filter(None, says)), tuple(dict.fromkeys(filter(None, clauses)))
        )


ALWAYS: Final[Mapping[type, str]] = {
    CollectFees: "Fees are taken to the drop box.",
    Expose: "Cards that lie face down are turned up.",
    Unload: "The undealt cards leave the game unseen.",
    Ready: "All that decides the round is known; from here on it is not called off.",
    Settle: "Wagers are settled: losing ones are taken, winning ones paid.",
    PickUp: "Cards are picked up in order.",
}
"""What is done at steps that are the same in every game."""


def words_of(book: Rulebook, at: int, step: Step) -> str:
    """What is done at a step."""
    match step:
        case Wagering():
            names = listed(wager.label for wager in book.placed_wagers)
            return f"Players bet on {names}, within the limits. Then the betting is closed."
        case Deal():
            return deal_words(book, at, step)
        case Roll(faces=faces):
            return f"A die of {faces} faces is rolled."
        case Discard(count=count):
            return f"{number_of(count, 'card')} {'is' if count == 1 else 'are'} burned, face down and unseen."
        case Decide(decision=id_):
            return decision_words(book, book.decisions_by_id[id_])
        case Again(steps=steps):
            last = "step is" if steps == 1 else f"{steps} steps are"
            return f"The last {last} done again while there is need."
        case Stack(wager=wager, on=on):
            return f"{label(book, wager)} is put on top of {label(book, on)} where it has action."
        case _:
            return ALWAYS[type(step)]


def deal_words(book: Rulebook, at: int, step: Deal) -> str:
    """How many cards go where, and which side up."""
    slots = [slot for slot in book.slots.values() if at in slot.steps]
    where = list(dict.fromkeys("every seat" if slot.seat else place_name(book, slot.slot) for slot in slots))
    side = "face up" if step.face_up else "face down"
    if step.after:
        return f"{'As many cards as were asked for go'} {side} to {listed(where)}."
    sure = "" if step.is_certain else ", where the rules give one"
    if callable(step.to) and len(where) > 1 and not any(slot.seat for slot in slots):
        return f"{number_in_words(step.count)} {side} to each of {listed(where)} that the rules name{sure}."
    if len(where) == 1:
        return f"{number_in_words(step.count)} {side} to {where[0]}{sure}."
    return f"{number_in_words(step.count)} each, {side}: {listed(where)}{sure}."


def number_in_words(cards: int) -> str:
    return "One card" if cards == 1 else f"{cards} cards"


def place_name(book: Rulebook, slot: str) -> str:
    """What a place of the table's is called on its felt."""
    printed = str(book.felt.cards(slot).sign)
    return printed if printed.lower() == slot else f"{slot}{f' ({printed})' if printed else ''}"


def decision_words(book: Rulebook, decision: Decision) -> str:
    """Who decides what."""
    turn = "one after the other" if decision.in_order else "in any order"
    options = decision.options
    if len(options) > 8:  # such as every way to hold some cards of five
        choices = f"one of {len(options)} ways, from {options[0].label} to {options[-1].label}"
    else:
        choices = "; ".join(option_words(book, decision, option) for option in options)
    default = decision.option(decision.default)
    silent = f" Who does not answer in time: {default.label}." if default else ""
    asked = ", where it is asked" if decision.asked else ""
    return f"Each player decides{asked}, {turn}: {choices}.{silent}"


def option_words(book: Rulebook, decision: Decision, option: Option) -> str:
    """An option, what it stakes, and whether it is always there."""
    offered = ", where it is offered" if option.offered else ""
    if option.multiple == 0 or not decision.wager:
        return f"{option.label}{offered}"
    if option.multiple < 0:
        return f"{option.label}{offered}, which takes {label(book, decision.wager)} back"
    times = "as much as" if option.multiple == 1 else f"{option.multiple} times"
    staked = f"{times} {label(book, decision.base)} on {label(book, decision.wager)}"
    return f"{option.label}{offered}, with {staked}"


def label(book: Rulebook, wager: str) -> str:
    return book.wagers_by_id[wager].label


def limits(wager: Wager) -> str:
    """The least and the most of a wager, in words."""
    if wager.most is None:
        return f"from {price(wager.least)}" if wager.least else ""
    return f"{price(wager.least)} to {price(wager.most)}"
