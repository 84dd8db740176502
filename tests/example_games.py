"""The games under `examples/games`, as tests take them."""

from pathlib import Path
from typing import Final, NamedTuple

from croupier.rulebook import Game, Model
from examples.games import (
    caribbean_stud,
    casino_war,
    dragon_7,
    dragon_bonus,
    high_card,
    pairs,
    panda_8,
)
from examples.games import (
    red_dog as red_dog_file,
)

FOLDER: Final = Path(__file__).resolve().parent.parent / "examples" / "games"


class Example(NamedTuple):
    """A game, the file that writes it, and the name it has there."""

    game: Game
    file: Path
    name: str

    @property
    def place(self) -> str:
        """As a command takes it."""
        return f"{self.file}:{self.name}"


EXAMPLES: Final = {
    example.game.id: example
    for example in (
        Example(casino_war.CASINO_WAR, FOLDER / "casino_war.py", "CASINO_WAR"),
        Example(red_dog_file.RED_DOG, FOLDER / "red_dog.py", "RED_DOG"),
        Example(caribbean_stud.CARIBBEAN_STUD, FOLDER / "caribbean_stud.py", "CARIBBEAN_STUD"),
        Example(dragon_7.GAME, FOLDER / "dragon_7.py", "GAME"),
        Example(panda_8.GAME, FOLDER / "panda_8.py", "GAME"),
        Example(dragon_bonus.GAME, FOLDER / "dragon_bonus.py", "GAME"),
        Example(pairs.GAME, FOLDER / "pairs.py", "GAME"),
        Example(high_card.HIGH_CARD, FOLDER / "high_card.py", "HIGH_CARD"),
    )
}
"""By the game's id."""


def red_dog(decks: int) -> Model:
    """The model of Red Dog from so many decks."""
    of = red_dog_file.RED_DOG
    return of.rulebook(of.house({"decks": decks})).model
