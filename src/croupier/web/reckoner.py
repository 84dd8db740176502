"""Takes rounds apart into skill, luck and edge, in the process that counts.

The value of wagers before the deal comes from the count that the edges of a table come from; where that is not made
yet, nothing is counted here instead. What was worked out for one sight or one mix of wagers is remembered.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final

from croupier.errors import Refused
from croupier.exact.advice import Advice
from croupier.exact.analysis import analyze
from croupier.exact.count import kept_count
from croupier.exact.solve import Solver
from croupier.hint import Known, advice_on, base_of, known_at, notes
from croupier.house.own_round import Choice, OwnRound
from croupier.house.tally import PlayedRound, Reckoning, reckoned
from croupier.naming import dealt_game
from croupier.rulebook import Rulebook

SIGHTS: Final = 20_000
MIXES: Final = 5_000


class NotCountedError(Exception):
    """The deals of a game were not counted yet."""


def taken_apart(wanted: PlayedRound) -> Reckoning | None:
    """Take a round apart; None where its game was not counted yet."""
    try:
        book = book_of(wanted.game, wanted.house)
        own = OwnRound.read(book.game, json.loads(wanted.house), wanted.played, wanted.lines, ())

        def value_of(stakes: Mapping[str, int]) -> Fraction:
            unit = gcd(*stakes.values())
            mix = tuple(sorted((id_, cents // unit) for id_, cents in stakes.items()))
            return unit * value_of_mix(wanted.game, wanted.house, mix)

        def weighed(choice: Choice) -> Mapping[str, Fraction]:
            decision = book.decisions_by_id[choice.decision]
            advice = advice_of(wanted.game, wanted.house, known_at(book, choice.seen, decision))
            base = base_of(choice.seen, decision)
            return {option: value * base for option, value in advice.options.items()}

        return reckoned(own, value_of, weighed, notes(book))
    except Refused as refused:
        return Reckoning(why_not=refused.reason.partition(";")[0])
    except NotCountedError:
        return None


@lru_cache(64)
def book_of(game: str, house: str) -> Rulebook:
    found = dealt_game(game)
    return found.rulebook(found.house(json.loads(house)))


@lru_cache(4)
def solver_of(game: str, house: str) -> Solver:
    """The game's count, read back; that there is none is not remembered."""
    model = book_of(game, house).model
    counts = kept_count(model, model.composition)
    if counts is None:
        raise NotCountedError
    return Solver(counts, model)


@lru_cache(MIXES)
def value_of_mix(game: str, house: str, mix: tuple[tuple[str, int], ...]) -> Fraction:
    """What wagers are worth before any card is dealt, every decision being made at its best."""
    stakes = dict(mix)
    return analyze(solver_of(game, house), stakes=stakes).distribution(stakes).mean


@lru_cache(SIGHTS)
def advice_of(game: str, house: str, known: Known) -> Advice:
    return advice_on(book_of(game, house), known)
