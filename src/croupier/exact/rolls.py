"""Rolls of a few dice by number, where a game offers many wagers on them.

Sic Bo has about fifty wagers on three dice: their outcomes make up more combinations than can be numbered, and yet the
dice fall in 216 ways only. So the roll itself is counted, and what it means for each wager is worked out afterwards.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from croupier.exact.evaluation import Facts
from croupier.rule import rule
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

FACES_END: Final = 21
"""One more than the most faces of a die."""


@rule
def roll_of_one(one: int) -> int:
    """The number of a roll."""
    return one


@rule
def roll_of_two(one: int, two: int) -> int:
    """The number of a roll of two dice."""
    return one * FACES_END + two


@rule
def roll_of_three(one: int, two: int, three: int) -> int:
    """The number of a roll of three dice."""
    return (one * FACES_END + two) * FACES_END + three


@rule
def roll_of_four(one: int, two: int, three: int, four: int) -> int:
    """The number of a roll of four dice."""
    return ((one * FACES_END + two) * FACES_END + three) * FACES_END + four


ROLLS: Final = (roll_of_one, roll_of_two, roll_of_three, roll_of_four)


def roll(model: Model) -> Rule | None:
    """The rule that numbers the rolls of a model, if all it draws is up to four dice and nobody decides anything."""
    dice = [drawn for drawn in model.draws if drawn.kind is Draw.DIE and drawn.count < FACES_END]
    if model.decisions or len(dice) < len(model.draws) or len(dice) > len(ROLLS):
        return None
    return Rule(ROLLS[len(dice) - 1], tuple(die.name for die in dice))


def rolls(model: Model) -> Iterator[Facts]:
    """Every roll, with the constants that rules read."""
    constants: Facts = {name: (value,) for name, value in model.constants.items()}
    for faces in product(*(range(1, die.count + 1) for die in model.draws)):
        yield constants | {die.name: (face,) for die, face in zip(model.draws, faces, strict=True)}
