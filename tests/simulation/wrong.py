"""Models with one clause read wrongly, and nothing else: what a verdict has to notice."""

from collections.abc import Callable
from dataclasses import replace

from croupier.cards import JACK, NO_CARD
from croupier.exact.solve import model_of
from croupier.games.baccarat import third_for_banker, total
from croupier.games.casino_monte import Monte, monte
from croupier.games.three_card_poker import Choose, Hand, Showdown, showdown
from croupier.rule import rule
from croupier.rulebook import Model, Rule

JACK_HIGH = Hand.HIGH_CARD << 12 | JACK << 8


@rule
def third_for_a_wrong_banker(p1: int, b1: int, p2: int, b2: int, fifth: int, sixth: int, player_third: int) -> int:
    """BAC-B6 read wrongly: with 6, Banker always stands."""
    if total(b1, b2, NO_CARD) == 6:
        return NO_CARD
    return third_for_banker(p1, b1, p2, b2, fifth, sixth, player_third)


@rule
def a_tie_loses(one: int, two: int, three: int, spot: int) -> int:
    """CM-7c read wrongly: the highest card, tied by one other, loses."""
    found = monte(one, two, three, spot)
    return Monte.BEATEN if found == Monte.TIED_HIGHEST else found


@rule
def qualifies_at_jack(player: int, dealer: int, decision: int) -> int:
    """TCP-D13b read wrongly: jack-high qualifies."""
    if decision == Choose.PLAY and dealer >= JACK_HIGH:
        if player > dealer:
            return Showdown.AHEAD
        return Showdown.TIED if player == dealer else Showdown.BEHIND
    return showdown(player, dealer, decision)


def misread(model: Model, right: Callable[..., int], wrong: Callable[..., int]) -> Model:
    """A model with one rule function put in place of another."""

    def read(ruled: Rule) -> Rule:
        return replace(ruled, function=wrong) if ruled.function is right else ruled

    changed = replace(
        model,
        features=tuple(replace(feature, rule=read(feature.rule)) for feature in model.features),
        wagers=tuple(replace(wager, outcome=read(wager.outcome)) for wager in model.wagers),
    )
    assert changed.rules() != model.rules(), "nothing was changed"
    return changed


WRONG = {
    "baccarat": misread(model_of("baccarat"), third_for_banker, third_for_a_wrong_banker),
    "casino-monte": misread(model_of("casino-monte"), monte, a_tie_loses),
    "three-card-poker": misread(model_of("three-card-poker"), showdown, qualifies_at_jack),
}
