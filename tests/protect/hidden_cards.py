"""Small games with hidden cards, and slow ways to value knowledge of them: every deal walked, every strategy played."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from croupier.cards import DECK, cards_from, rank_of
from croupier.exact.evaluation import Facts, result
from croupier.exact.solve import Stakes
from croupier.exact.space import Composition
from croupier.odds import EVEN, LOST, PUSHED
from croupier.protect.knowledge import Glimpse
from croupier.protect.shared_hands import SharedHands
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, SightField, Wager
from tests.exact.enumeration import walk, winnings


@rule
def own_rank(own: int) -> int:
    """The rank of the own card."""
    return rank_of(own)


@rule
def highest_of_two(one: int, two: int) -> int:
    """The higher rank of two cards."""
    return max(rank_of(one), rank_of(two))


@rule
def duel(own: int, held: int, decision: int) -> int:
    """3 folded; 2 ahead, 1 level, 0 behind."""
    if decision == 0:
        return 3
    return 1 + (rank_of(own) > held) - (rank_of(own) < held)


@rule
def above_seven(own: int, decision: int) -> int:
    """A side wager on the own card, which a fold forfeits."""
    if decision == 0:
        return 2
    return int(rank_of(own) > 5)


FOLD = Fraction(-3, 4)
DUEL_RULE = Rule(duel, ("own", "held", "call"))
DUEL_LINES = (
    Line(2, "ahead", "Ahead", EVEN),
    Line(1, "level", "Level", PUSHED),
    Line(0, "behind", "Behind", LOST),
    Line(3, "folded", "Folded", FOLD),
)
DUEL = Model(
    id="duel",
    decks=1,
    draws=(Drawn("own", Draw.SET, 1), Drawn("bank", Draw.SET, 2), Drawn("spare", Draw.SET, 1)),
    features=(Feature("held", Rule(highest_of_two, ("bank",))),),
    decisions=(
        Decision(
            "call",
            wager="raise",
            base="ante",
            options=(Option(0, "fold", "Fold", 0), Option(1, "call", "Call", 1)),
            sees=Rule(own_rank, ("own",)),
            codes=13,
            fields=(SightField("own", int, str, int, ordered=True),),
        ),
    ),
    wagers=(
        Wager("ante", "Ante", DUEL_RULE, DUEL_LINES),
        Wager("raise", "Raise", DUEL_RULE, DUEL_LINES[:3]),
        Wager(
            "side",
            "Side",
            Rule(above_seven, ("own", "call")),
            (
                Line(1, "high", "High", EVEN),
                Line(0, "low", "Low", LOST),
                Line(2, "forfeited", "Folded", LOST),
            ),
            needs=("ante",),
        ),
    ),
    per_seat=("own",),
)
"""One card against the higher of two; a fold saves a quarter. A spare card is dealt that nothing depends on."""

IN_ORDER = replace(
    DUEL,
    id="duel-in-order",
    draws=(Drawn("own", Draw.SET, 1), Drawn("bank", Draw.ORDERED, 2), Drawn("spare", Draw.SET, 1)),
    features=(Feature("held", Rule(highest_of_two, ("bank",))),),
)
"""The same with the bank's cards in order."""

FEW = cards_from("2c 5d 8h Js Kc Ad")


def gone(cards: Sequence[int] = FEW) -> tuple[int, ...]:
    """All cards but a few."""
    return tuple(card for card in DECK if card not in cards)


def only(cards: Sequence[int] = FEW) -> Composition:
    return tuple(int(card in cards) for card in DECK)


def known_ways(model: Model, facts: Facts, glimpses: Sequence[Glimpse]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The classes that may be known in one deal, with their chances: any cards of a set, those in place of a run."""
    kinds = {drawn.name: drawn for drawn in model.draws}
    sets = sorted({glimpse.draw for glimpse in glimpses if kinds[glimpse.draw].kind is Draw.SET})
    every = [list(permutations(facts[name])) for name in sets]
    for order in product(*every):
        shuffled = {**facts, **dict(zip(sets, order, strict=True))}
        classes = tuple(int(each.by.of(shuffled[each.draw][each.place - 1])) for each in glimpses)
        yield classes, Fraction(1, len(list(product(*every))))


def best_of_every_strategy(
    model: Model, composition: Composition, glimpses: Sequence[Glimpse], stakes: Stakes
) -> tuple[Fraction, int]:
    """The value of the best of all strategies with one decision and this knowledge, and how many there are."""
    (decision,) = model.decisions
    units = {id_: Fraction(each) for id_, each in stakes.items()}
    won: dict[tuple[int, ...], dict[str, Fraction]] = {}
    total = Fraction(0)
    for facts, ways in walk(model, composition):
        results = {option.id: winnings(model, facts, {decision.id: option.id}, units) for option in decision.options}
        for known, chance in known_ways(model, facts, glimpses):
            total += ways * chance
            sums = won.setdefault(
                (result(model, decision.sees, dict(facts)), *known), dict.fromkeys(results, Fraction(0))
            )
            for option, each in results.items():
                sums[option] += ways * chance * each
    strategies = product(*([option.id for option in decision.options] for _ in won))
    values = [
        sum((sums[option] for sums, option in zip(won.values(), strategy, strict=True)), Fraction(0))
        for strategy in strategies
    ]
    return max(values) / total, len(values)


class Shared(NamedTuple):
    """A seat alone, and one that shares."""

    alone: SharedHands
    shared: SharedHands
