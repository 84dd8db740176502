"""A repeat: one decision that is asked again and again, with cards drawn between, against a hand that is drawn by rule.

A hand is *folded* card by card into one small number, which is all that rules read of it: `fold(hand, card)` gives the
hand with one card more. Whether the seat is asked (`asked` of the decision) and what it is offered (`offered` of an
option) are rules of its own folded hand. When all hands are played the bank draws for as long as a rule says.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.rulebook.part import check_fields
from croupier.rulebook.wager import Decision, RuleFunction

PAIR: Final = 2


@dataclass(frozen=True)
class Repeat:
    """A decision that is asked until it ends the seat's hand, or until the hand is not asked any more."""

    decision: str
    fold: RuleFunction
    """Gives a folded hand with one card more, from the hand so far and the card."""
    drawing: RuleFunction
    """Whether the bank takes another card, from its folded hand."""
    draws: tuple[str, ...]
    """The options that draw a card."""
    ends: tuple[str, ...]
    """The options after which the hand is played; every other one is followed by the same decision."""
    over: RuleFunction | None = None
    """Whether the bank's first cards end the round before anybody decides, from its folded hand; None: never."""
    splits: str = ""
    """The option that makes two hands of two cards that are alike; it stakes as much again."""
    halves: RuleFunction | None = None
    """Gives each of these two hands as it is before its second card comes, from the hand that is split."""
    hand: str = "hand"
    """What rules call the seat's folded hand."""
    up: str = "up"
    """What rules call the bank's hand of its first card alone, which everybody sees."""
    bank: str = "dealer"
    """What rules call the bank's folded hand, and the slot where its cards lie."""
    empty: int = 0
    """The folded hand without cards."""
    cards: int = 2
    """How many cards each hand has before anybody decides."""

    def __post_init__(self) -> None:
        """Refuse fields of wrong types."""
        check_fields(self)

    @property
    def names(self) -> tuple[str, str, str]:
        """What rules may read besides the decision."""
        return self.hand, self.up, self.bank

    @property
    def functions(self) -> tuple[tuple[RuleFunction, int], ...]:
        """Its rule functions, with how many values each is given."""
        named = ((self.fold, 2), (self.drawing, 1), (self.over, 1), (self.halves, 1))
        return tuple((function, count) for function, count in named if function is not None)

    def folded(self, cards: Iterable[int]) -> int:
        """Some cards as one hand."""
        hand = self.empty
        for card in cards:
            hand = self.fold(hand, card)
        return hand


def check_repeat(model: str, repeat: Repeat, decisions: tuple[Decision, ...], wagers: tuple[str, ...]) -> None:
    """Refuse a repeat that does not fit its decision and wagers, and say what would."""
    if [decision.id for decision in decisions] != [repeat.decision]:
        raise Refused(f"{model}: a model with a repeat has one decision, {repeat.decision!r}, and no other")
    (decision,) = decisions
    for reason in (*moves(repeat, decision), *splitting(repeat), *reading(repeat, decision)):
        raise Refused(f"{model}: {reason}")
    if sorted(wagers) != sorted({decision.wager, decision.base}):
        raise Refused(
            f"{model}: a model with a repeat has the wagers of its decision, {decision.base} and {decision.wager}, and "
            "no others"
        )


def moves(repeat: Repeat, decision: Decision) -> Iterator[str]:
    """What is wrong with what options do."""
    ids = [option.id for option in decision.options]
    for id_ in (*repeat.draws, *repeat.ends, *filter(None, [repeat.splits])):
        if id_ not in ids:
            yield f"the repeat names the option {id_!r}; options are {', '.join(ids)}"
    for option in decision.options:
        if option.id == repeat.splits:
            continue
        if option.id not in (*repeat.draws, *repeat.ends):
            yield f"the option {option.id} neither draws a card nor ends the hand; let it do one"
        if option.multiple and option.id not in repeat.ends:
            yield f"the option {option.id} stakes more, so it must be among `ends` of the repeat"


def splitting(repeat: Repeat) -> Iterator[str]:
    """What is wrong with splits and first cards."""
    if bool(repeat.splits) != (repeat.halves is not None):
        yield "a repeat with `splits` needs `halves`, and one without has none"
    if repeat.cards < 1 or (repeat.splits and repeat.cards != PAIR):
        yield f"hands of the repeat begin with {repeat.cards} cards; give 1 or more, and 2 where one may split"


def reading(repeat: Repeat, decision: Decision) -> Iterator[str]:
    """What is wrong with what the rules of a decision read."""
    for rule in (decision.asked, *(option.offered for option in decision.options)):
        if rule is not None and rule.inputs != (repeat.hand,):
            yield f"what a repeat offers depends on {repeat.hand!r} alone, not on {', '.join(rule.inputs)}"
    for name in decision.sees.inputs:
        if name not in (repeat.hand, repeat.up):
            yield f"a seat sees {repeat.hand!r} and {repeat.up!r} as it decides, not {name!r}"
