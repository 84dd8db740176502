"""The games that are practised in tests: ours, and two from files."""

from croupier.chance import Chance
from croupier.drill import Drill
from croupier.games import game as game_by_name
from croupier.rulebook import Game, Rulebook
from tests.example_games import EXAMPLES

OURS = ("casino-monte", "baccarat", "three-card-poker")
PRACTISED = (*OURS, "red-dog", "casino-war")


def game_of(name: str) -> Game:
    """One of ours, or one from a file."""
    return EXAMPLES[name].game if name in EXAMPLES else game_by_name(name)


def book_of(name: str, **house: object) -> Rulebook:
    found = game_of(name)
    return found.rulebook(found.house(house))


def drill_of(name: str, *, seed: str = "tests", level: int = 2, only: str = "") -> Drill:
    return Drill(book_of(name), Chance.seeded(seed), level=level, only=only)
