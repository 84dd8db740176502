"""Deals walked one by one in plain Python: a second method.

Nothing here is shared with the generated counter: no kinds, no heads, no keys. Draws are taken card by card from a
composition, each with its weight, and the rules are called as the table calls them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from croupier.errors import Refused, quoted
from croupier.exact.evaluation import Facts, result
from croupier.rulebook import NOT_ASKED
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Fixed, Model

UNASKED = "not_asked"


def open_to(model: Model, facts: Facts, decided: Sequence[str]) -> list[str]:
    """What the next decision may be in one deal after earlier ones, by its rules alone."""
    known = dict(facts)
    for decision, id_ in zip(model.decisions, decided, strict=False):
        option = decision.option(id_)
        known[decision.id] = (int(option.code) if option else NOT_ASKED,)
    decision = model.decisions[len(decided)]
    if decision.asked and not result(model, decision.asked, dict(known)):
        return [UNASKED]
    return [o.id for o in decision.options if o.offered is None or result(model, o.offered, dict(known))]


def walk(model: Model, composition: tuple[int, ...], fixed: Fixed | None = None) -> Iterator[tuple[Facts, int]]:
    """Every deal that agrees with what is fixed, and how many ways it falls."""
    start: Facts = {name: (value,) for name, value in model.constants.items()}
    left = list(composition)
    dealt = [drawn.name for drawn in model.draws if drawn.kind is not Draw.DIE]
    for card in chain.from_iterable((fixed or {}).get(name, ()) for name in dealt):
        if card is not None:
            left[card] -= 1
            if left[card] < 0:
                raise Refused("a card is known more often than the decks hold it")
    yield from fall(model.draws, start, left, 1, fixed or {})


def fall(
    draws: tuple[Drawn, ...], facts: Facts, left: list[int], weight: int, fixed: Fixed
) -> Iterator[tuple[Facts, int]]:
    """Every way the remaining draws can fall."""
    if not draws:
        yield facts, weight
        return
    drawn, rest = draws[0], draws[1:]
    known = fixed.get(drawn.name, ())
    for taken, ways in ways_to_draw(drawn, left, known):
        yield from fall(rest, {**facts, drawn.name: taken}, left, weight * ways, fixed)


def ways_to_draw(drawn: Drawn, left: list[int], known: tuple[int | None, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way one draw can fall; while one is given, its cards are out of those that are left."""
    if drawn.kind is Draw.DIE:
        yield from (((face,), 1) for face in range(1, drawn.count + 1) if not known or known[0] == face)
        return
    wanted = known or (None,) * drawn.count
    yield from take(wanted, (), left, 1, in_order=drawn.kind is Draw.SET)


def take(
    wanted: tuple[int | None, ...], taken: tuple[int, ...], left: list[int], ways: int, *, in_order: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Take the wanted cards one by one; in a set, cards that are not fixed come in ascending order."""
    if len(taken) == len(wanted):
        yield taken, ways
        return
    fixed = wanted[len(taken)]
    if fixed is not None:
        yield from take(wanted, (*taken, fixed), left, ways, in_order=in_order)
        return
    drawn = [card for card, want in zip(taken, wanted, strict=False) if want is None]
    first = drawn[-1] if in_order and drawn else 0
    for card in range(first, len(left)):
        copies = left[card]
        if copies:
            left[card] -= 1
            alike = drawn.count(card) + 1 if in_order else 1
            yield from take(wanted, (*taken, card), left, ways * copies // alike, in_order=in_order)
            left[card] += 1


def winnings(model: Model, facts: Facts, options: Mapping[str, str], stakes: Mapping[str, Fraction]) -> Fraction:
    """What stakes win in one deal when each decision takes the option named; one that is not asked stakes nothing."""
    chosen = {decision.id: decision.option(options[decision.id]) for decision in model.decisions}
    zero = Fraction(0)
    placed = dict(stakes) | {wager.id: stakes.get(wager.equals, zero) for wager in model.wagers if wager.equals}
    known = dict(facts)
    for decision in model.decisions:
        option = chosen[decision.id]
        if options[decision.id] == UNASKED:
            known[decision.id] = (NOT_ASKED,)
            continue
        if option is None:
            raise Refused(f"{quoted(options[decision.id])} is not an option of {decision.id}")
        known[decision.id] = (int(option.code),)
        placed[decision.wager] = placed.get(decision.wager, zero) + option.multiple * placed.get(decision.base, zero)
    total = Fraction(0)
    for wager in model.wagers:
        if placed.get(wager.id):
            total += placed[wager.id] * wager.line(result(model, wager.outcome, dict(known))).odds
    return total
