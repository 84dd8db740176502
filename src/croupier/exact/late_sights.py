"""Which games have more sights than can be kept, so that late decisions are made while deals are counted.

There all deals of a last sight are found together by the cards that are seen, so a sight must tell these cards. That is
tried on some deals whenever such a game is counted: each is held against others in which seen cards differ.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import prod
from random import Random
from typing import Final

from croupier.cards import JOKER
from croupier.errors import Refused
from croupier.exact.evaluation import Facts, result
from croupier.exact.space import Composition, Space, without
from croupier.rulebook.deal import Draw, Drawn, deal_text
from croupier.rulebook.model import Model

SIGHTS_MAX: Final = 1 << 28
"""With more sights than this, late decisions are made while counting."""
KEPT_MAX: Final = 1 << 16
"""Sights are kept up to so many; those of later decisions are not."""
DEALS: Final = 256
"""So many deals are held against others."""


def sights_up_to(space: Space, depth: int) -> int:
    """About how many sights there are at a decision and those before it, suits being alike."""
    seen = set().union(*(space.model.needs(each.sees) for each in space.model.decisions[:depth]))
    first = tuple(drawn for drawn in space.model.draws if drawn.name in seen)
    model = replace(space.model, draws=(*first, *(drawn for drawn in space.model.draws if drawn.name not in seen)))
    ordered = Space(model, space.composition, lumped=True)
    length = sum(slot.draw in seen for slot in ordered.slots)
    cards = ordered.leaves_after(0) // max(ordered.leaves_after(length), 1) // len(ordered.renamed)
    return min(cards, prod(each.codes for each in space.model.decisions[:depth]))


def late_from(model: Model, composition: Composition) -> int | None:
    """The first decision whose sights are too many to keep; None where all sights can be kept."""
    space = Space(model, composition, lumped=True)
    decisions = len(model.decisions)
    if not decisions or not space.one_of_each or sights_up_to(space, decisions) <= SIGHTS_MAX:
        return None
    return next(depth for depth in range(decisions) if sights_up_to(space, depth + 1) > KEPT_MAX)


def check_sights(model: Model, removed: Iterable[int] = ()) -> None:
    """Refuse to look up what is best at every sight of a game that has too many."""
    if late_from(model, without(model.composition, removed)) is not None:
        raise Refused(
            f"{model.id} has too many sights to keep what is best at each; `croupier analyze` gives the figures of "
            "best play, and `croupier advise` what is best in one hand",
            field="strategy",
        )


# ── Sights that tell the cards ───────────────────────────────────────────────────────────────────────────────────────


def check_told_apart(space: Space) -> None:
    """Refuse late decisions that go by less than the cards which are seen by then."""
    model, chance = space.model, Random(0)  # noqa: S311  # the same deals are named every time
    seen = set().union(*(model.needs(decision.sees) for decision in model.decisions))
    draws = tuple(drawn for drawn in model.draws if drawn.name in seen)
    constants: Facts = {name: (value,) for name, value in model.constants.items()}
    known: dict[tuple[int, ...], Facts] = {}
    for _ in range(DEALS):
        first, left = dealt_from(space, draws, chance)
        for dealt in (first, *beside(first, draws, left, chance)):
            facts = dealt | constants
            other = known.setdefault(tuple(result(model, each.sees, facts) for each in model.decisions), dealt)
            if other is not dealt and not is_renamed(space, draws, dealt, other):
                raise Refused(
                    f"{model.id} has too many sights to keep, and then they must tell all cards that are seen, but "
                    f"{deal_text(draws, dealt)} and {deal_text(draws, other)} look alike; let `sees` tell them apart, "
                    "or have smaller `codes`"
                )


def dealt_from(space: Space, draws: tuple[Drawn, ...], chance: Random) -> tuple[Facts, list[int]]:
    """Some draws by chance, and the cards that are left."""
    left = [card for card, copies in enumerate(space.composition) for _ in range(copies)]
    chance.shuffle(left)
    dealt: Facts = {}
    for drawn in draws:
        if drawn.kind is Draw.DIE:
            dealt[drawn.name] = (chance.randint(1, drawn.count),)
        else:
            dealt[drawn.name] = tuple(left.pop() for _ in range(drawn.count))
    return dealt, left


def beside(dealt: Facts, draws: tuple[Drawn, ...], left: list[int], chance: Random) -> Iterator[Facts]:
    """Deals of which one card or face is another, one draw has other suits, or two cards have changed places."""
    places = []
    for drawn in draws:
        mine = dealt[drawn.name]
        if drawn.kind is Draw.DIE:
            yield dealt | {drawn.name: (mine[0] % drawn.count + 1,)}
            continue
        places += [(drawn, place) for place in range(drawn.count)]
        for suits in (1, 2, 3):
            other = tuple(card if card >= JOKER else card ^ suits for card in mine)
            if set(other) <= {*mine, *left}:
                yield dealt | {drawn.name: other}
    for drawn, place in places if left else ():
        yield dealt | {drawn.name: changed(dealt[drawn.name], place, chance.choice(left))}
    for (one, at), (another, there) in combinations(places, 2):
        if one.name != another.name or one.kind is Draw.ORDERED:
            first, second = dealt[one.name][at], dealt[another.name][there]
            swapped = dealt | {one.name: changed(dealt[one.name], at, second)}
            yield swapped | {another.name: changed(swapped[another.name], there, first)}


def changed(cards: tuple[int, ...], place: int, card: int) -> tuple[int, ...]:
    return (*cards[:place], card, *cards[place + 1 :])


def is_renamed(space: Space, draws: tuple[Drawn, ...], dealt: Facts, other: Facts) -> bool:
    """Whether two deals are the same but for the order of sets and the names of suits."""

    def told(facts: Facts, names: list[int]) -> list[tuple[int, ...]]:
        named = [facts[d.name] if d.kind is Draw.DIE else tuple(names[card] for card in facts[d.name]) for d in draws]
        return [
            tuple(sorted(each)) if drawn.kind is Draw.SET else each for drawn, each in zip(draws, named, strict=True)
        ]

    plain = told(other, list(range(space.renamed.shape[1])))
    return any(told(dealt, names) == plain for names in space.renamed.tolist())
