"""A wager by the cards that are left, with or without a decision, and what the removal of each card does to it."""

from dataclasses import replace

from croupier.errors import Refused
from croupier.exact.space import full
from croupier.protect.decided import decided_value
from croupier.protect.polynomial import PlainValue, values_of
from croupier.protect.removal import Removal, effects_of_removal
from croupier.protect.walk import Valued
from croupier.rulebook import Rulebook
from croupier.rulebook.wager import Wager


def valued(book: Rulebook, wager: Wager) -> Valued:
    """A wager by the cards that are left; with the decision that stakes more on it, if there is one."""
    model = book.model
    decided = {decision.id for decision in model.decisions}
    if model.taken and model.needs(model.taken) & decided:
        raise Refused(f"how many cards a round of {model.id} takes depends on a decision; its shoes are not followed")
    if wager.id in {decision.base for decision in model.decisions} or model.needs(wager.outcome) & decided:
        return decided_value(model, wager, book.supply.size)
    alone = replace(model, wagers=(wager,), decisions=())
    return PlainValue(values_of(alone), wager)


def removal_of(value: Valued, decks: int) -> Removal:
    """The effects of removal on one wager."""
    if isinstance(value, PlainValue):
        return effects_of_removal(value.values, full(decks))[value.wager.id]
    whole = full(decks)
    at_first = value.of(whole)
    effects = [value.of((*whole[:card], decks - 1, *whole[card + 1 :])) - at_first for card in range(len(whole))]
    return Removal(value.wager.id, at_first, tuple(effects))
