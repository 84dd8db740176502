"""The games under `examples/games`, as tests take them."""

from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from croupier.odds import PUSHED
from croupier.rulebook import Game, Line, Model, Wager
from examples.games import (
    blackjack,
    caribbean_stud,
    casino_war,
    crazy_4_poker,
    dragon_7,
    dragon_bonus,
    high_card,
    jacks_or_better,
    let_it_ride,
    match_the_dealer,
    mississippi_stud,
    pai_gow_mania,
    pairs,
    panda_8,
    sic_bo,
    ultimate_texas_holdem,
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
        Example(let_it_ride.LET_IT_RIDE, FOLDER / "let_it_ride.py", "LET_IT_RIDE"),
        Example(mississippi_stud.MISSISSIPPI_STUD, FOLDER / "mississippi_stud.py", "MISSISSIPPI_STUD"),
        Example(sic_bo.SIC_BO, FOLDER / "sic_bo.py", "SIC_BO"),
        Example(match_the_dealer.MATCH_THE_DEALER, FOLDER / "match_the_dealer.py", "MATCH_THE_DEALER"),
        Example(pai_gow_mania.PAI_GOW_MANIA, FOLDER / "pai_gow_mania.py", "PAI_GOW_MANIA"),
        Example(jacks_or_better.JACKS_OR_BETTER, FOLDER / "jacks_or_better.py", "JACKS_OR_BETTER"),
        Example(blackjack.BLACKJACK, FOLDER / "blackjack.py", "BLACKJACK"),
        Example(crazy_4_poker.CRAZY_4_POKER, FOLDER / "crazy_4_poker.py", "CRAZY_4_POKER"),
        Example(
            ultimate_texas_holdem.ULTIMATE_TEXAS_HOLDEM, FOLDER / "ultimate_texas_holdem.py", "ULTIMATE_TEXAS_HOLDEM"
        ),
        Example(mississippi_stud.MISSISSIPPI_STUD, FOLDER / "mississippi_stud.py", "MISSISSIPPI_STUD"),
        Example(dragon_7.GAME, FOLDER / "dragon_7.py", "GAME"),
        Example(panda_8.GAME, FOLDER / "panda_8.py", "GAME"),
        Example(dragon_bonus.GAME, FOLDER / "dragon_bonus.py", "GAME"),
        Example(pairs.GAME, FOLDER / "pairs.py", "GAME"),
        Example(high_card.HIGH_CARD, FOLDER / "high_card.py", "HIGH_CARD"),
    )
}
"""By the game's id."""


def red_dog_asking_all(decks: int) -> Model:
    """Red Dog if everybody were asked to raise, also where a raise goes back."""
    of = red_dog(decks)
    codes = {int(line.code) for wager in of.wagers for line in wager.lines}

    def paying_all(wager: Wager) -> Wager:
        missing = sorted(codes - {int(line.code) for line in wager.lines})
        return replace(wager, lines=(*wager.lines, *(Line(code, f"back_{code}", "Back", PUSHED) for code in missing)))

    decisions = tuple(replace(decision, asked=None) for decision in of.decisions)
    return replace(of, decisions=decisions, wagers=tuple(map(paying_all, of.wagers)))


def red_dog(decks: int) -> Model:
    """The model of Red Dog from so many decks."""
    of = red_dog_file.RED_DOG
    return of.rulebook(of.house({"decks": decks})).model
