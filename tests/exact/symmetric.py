"""Invented models whose rules look at suits and cannot tell one suit from another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from croupier.exact.space import Composition
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Line, Model, Option, Rule, Wager

OUTCOMES = 5


def made(arguments: Sequence[str], lines: Sequence[str]) -> Callable[..., Any]:
    """A rule of so many arguments, written as source, since a compiled rule takes no list of them."""
    names: dict[str, Any] = {}
    source = "\n    ".join([f"def made({', '.join(arguments)}):", *lines]) + "\n"
    exec(source, {"__name__": __name__}, names)  # noqa: S102  # our own source
    return rule(names["made"])


def by_pattern(draws: Sequence[Drawn], decisions: int, codes: int, random: Random) -> Rule:
    """A rule of ranks, of which cards are of one suit, of dice and of decisions: no suit has a name in it."""
    cards, values = [], []
    factor: dict[tuple[int, int], int] = {}
    for number, drawn in enumerate(draws):
        if drawn.kind is Draw.DIE:
            values.append((f"d{number}", random.randrange(1, 50)))
            continue
        for place in range(drawn.count):
            of = (number, place if drawn.kind is Draw.ORDERED else -1)
            cards.append((f"c{number}_{place}", of))
            factor[of] = factor.get(of) or random.randrange(1, 50)
    lines = ["total = 0"]
    lines += [f"total += {factor[of] ** 2} * ({name} >> 2)" for name, of in cards]
    for (one, first), (other, second) in combinations(cards, 2):
        both = factor[first] * factor[second]
        lines.append(f"total += {both} * (({one} & 3) == ({other} & 3)) * (1 + ({one} >> 2) * ({other} >> 2))")
        lines.append(f"total += {both + 1} * ({one} >> 2) * ({other} >> 2)")
    decided = [(f"e{number}", random.randrange(1, 50)) for number in range(decisions)]
    lines += [f"total += {times} * {name}" for name, times in (*values, *decided)]
    lines.append(f"return total * 7919 % 104729 % {codes}")
    arguments = [name for number, d in enumerate(draws) for name in names_of(number, d)]
    function = made([*arguments, *(name for name, _ in decided)], lines)
    return Rule(function, (*(drawn.name for drawn in draws), *(f"decision_{n}" for n in range(decisions))))


def names_of(number: int, drawn: Drawn) -> list[str]:
    """The arguments of a draw."""
    return [f"d{number}"] if drawn.kind is Draw.DIE else [f"c{number}_{place}" for place in range(drawn.count)]


def by_cards(draws: Sequence[Drawn]) -> tuple[Rule, int]:
    """A sight that shows every card of some draws, suit and all, and how many codes it has."""
    lines, codes = ["code = 0"], 1
    for number, drawn in enumerate(draws):
        names = names_of(number, drawn)
        if drawn.kind is Draw.SET and drawn.count > 1:  # whatever their order
            lines += [f"seen = {' + '.join(f'{name} * {name}' for name in names)}", "code = code * 8192 + seen"]
            lines += [f"code = code * 256 + {' + '.join(names)}"]
            lines += [f"code = code * 52 + max({', '.join(names)})"]
            codes *= 8192 * 256 * 52
        else:
            lines += [f"code = code * 53 + {name}" for name in names]
            codes *= 53 ** len(names)
    lines.append("return code")
    arguments = [name for number, d in enumerate(draws) for name in names_of(number, d)]
    return Rule(made(arguments, lines), tuple(drawn.name for drawn in draws)), codes


@dataclass(frozen=True)
class Invented:
    """A model and the cards it is dealt from."""

    model: Model
    composition: Composition


def invented(seed: int, *, cards_max: int = 4, copies_max: int = 1, deals_max: int = 30_000) -> Invented:
    """A random model that is small enough to be dealt out by hand."""
    from croupier.exact.space import Space  # noqa: PLC0415  # as its own tests import it

    random = Random(seed)
    while True:
        draws = []
        for number in range(random.randrange(1, 4)):
            kind = random.choice([Draw.SET, Draw.SET, Draw.ORDERED, Draw.DIE])
            count = 2 if kind is Draw.DIE else random.randrange(1, cards_max + 1)
            draws.append(Drawn(f"draw_{number}", kind, count))
        ranks = random.randrange(1, 4)
        composition = [0] * 52
        for rank in random.sample(range(13), ranks):
            for suit in range(4):
                composition[rank * 4 + suit] = copies_max
        for _ in range(random.choice([0, 0, 0, 1, 2])):  # so that fewer suits are alike
            card = random.choice([card for card, n in enumerate(composition) if n])
            composition[card] -= 1
        dealt = sum(drawn.count for drawn in draws if drawn.kind is not Draw.DIE)
        if not dealt or dealt > sum(composition):
            continue
        model = modelled(draws, random)
        if Space(model, tuple(composition), lumped=False).total <= deals_max:
            return Invented(model, tuple(composition))


def modelled(draws: Sequence[Drawn], random: Random) -> Model:
    """A model of some draws, with up to two decisions."""
    number = random.randrange(3)
    decisions = []
    seen: list[Drawn] = []
    for place in range(number):
        seen += [drawn for drawn in random.sample(list(draws), len(draws)) if drawn not in seen][: random.randrange(3)]
        shown = [drawn for drawn in seen if drawn.count <= 3]
        if random.random() < 0.6 and shown:
            sees, codes = by_cards(shown[:2])
        else:
            sees, codes = by_pattern(shown or list(draws), 0, 4, random), 4
        options = (Option(0, "no", "No", 0), Option(1, "yes", "Yes", random.randrange(1, 4)))
        decisions.append(
            Decision(f"decision_{place}", wager=f"more_{place}", base="bet", options=options, sees=sees, codes=codes)
        )
    outcome = by_pattern(draws, number, OUTCOMES, random)
    lines = tuple(Line(code, f"line_{code}", "", Fraction(random.randrange(-4, 4), 2)) for code in range(OUTCOMES))
    extra = tuple(Wager(f"more_{place}", "More", outcome, lines) for place in range(number))
    return Model(
        "invented",
        4,
        tuple(draws),
        (Wager("bet", "Bet", outcome, lines), *extra),
        decisions=tuple(decisions),
        suits_alike=True,
    )
