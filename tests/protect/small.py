"""Small invented games whose every deal can be dealt by hand."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

from croupier.cards import rank_of
from croupier.exact.evaluation import Facts, result
from croupier.exact.space import Composition
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, Wager


@rule
def value(card: int) -> int:
    return rank_of(card) % 3


@rule
def red(card: int) -> int:
    return card & 1


@rule
def higher(first: int, second: int, third: int) -> int:
    """The second card's value beats the first's; the third decides where they are equal."""
    if value(first) == value(second):
        return 2 if value(third) == 0 else 0
    return 1 if value(second) > value(first) else 0


@rule
def last_card(first: int, second: int, third: int) -> int:
    return third if value(first) == value(second) else -1


@rule
def painted(last: int, die: int) -> int:
    """Pays by the colour of the third card, where there is one, and by a die."""
    if last < 0:
        return 0
    return 1 + red(last) * (1 if die == 1 else 0)


LINES = (Line(0, "lose", "Lose", LOST), Line(1, "win", "Win", EVEN), Line(2, "bonus", "Bonus", Fraction(5, 2)))
PLAIN = Model(
    id="plain",
    decks=1,
    draws=(Drawn("cards", Draw.ORDERED, 3), Drawn("die", Draw.DIE, 2)),
    features=(Feature("last", Rule(last_card, ("cards",))),),
    wagers=(
        Wager("higher", "Higher", Rule(higher, ("cards",)), LINES),
        Wager("painted", "Painted", Rule(painted, ("last", "die")), LINES),
    ),
    told_apart_by=(value, red),
)


@rule
def outcome(own: int, other: int, die: int) -> int:
    if rank_of(own) == rank_of(other):
        return 1 if die == 1 else 2
    return 2 if rank_of(own) > rank_of(other) else 0


@rule
def seen(own: int, die: int) -> int:
    return rank_of(own) * 2 + (die == 1)


DECIDED = Model(
    id="decided",
    decks=1,
    draws=(Drawn("own", Draw.ORDERED, 1), Drawn("other", Draw.ORDERED, 1), Drawn("die", Draw.DIE, 3)),
    decisions=(
        Decision(
            "raise",
            wager="raise",
            base="ante",
            options=(Option(0, "check", "Check", 0), Option(1, "raise", "Raise", 2)),
            sees=Rule(seen, ("own", "die")),
            codes=26,
            default="check",
        ),
    ),
    wagers=tuple(
        Wager(
            id_,
            id_,
            Rule(outcome, ("own", "other", "die")),
            (Line(0, "lose", "Lose", LOST), Line(1, "tie", "Tie", PUSHED), Line(2, "win", "Win", EVEN)),
        )
        for id_ in ("ante", "raise")
    ),
)


@rule
def as_chosen(own: int, choice: int) -> int:
    return choice if own % 2 else 0


CHOSEN = replace(
    DECIDED,
    wagers=tuple(
        Wager(id_, id_, Rule(as_chosen, ("own", "raise")), (Line(0, "lose", "Lose", LOST), Line(1, "win", "Win", EVEN)))
        for id_ in ("ante", "raise")
    ),
)


def deals(model: Model, composition: Composition) -> Iterator[Facts]:
    """Every ordered deal, each as likely as every other, card by card."""
    cards = [card for card, copies in enumerate(composition) for _ in range(copies)]
    sizes = [drawn.count for drawn in model.draws if drawn.kind is not Draw.DIE]
    dice = [range(1, drawn.count + 1) for drawn in model.draws if drawn.kind is Draw.DIE]
    for dealt, faces in product(permutations(cards, sum(sizes)), product(*dice)):
        left, rolled = list(dealt), list(faces)
        facts: Facts = {name: (v,) for name, v in model.constants.items()}
        for drawn in model.draws:
            if drawn.kind is Draw.DIE:
                facts[drawn.name] = (rolled.pop(0),)
            else:
                facts[drawn.name] = tuple(left[: drawn.count])
                del left[: drawn.count]
        yield facts


def worth(model: Model, wager: Wager, composition: Composition) -> Fraction:
    """What a unit on a wager wins on average, deal by deal."""
    every = [wager.line(result(model, wager.outcome, dict(facts))).odds for facts in deals(model, composition)]
    return sum(every, Fraction(0)) / len(every)


def composed(*cards: int) -> Composition:
    return tuple(cards.count(card) for card in range(52))
