"""The games that are known, and where each comes from."""

from dataclasses import dataclass
from typing import ClassVar

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.games import Entry, everything
from croupier.result import Result, Row
from croupier.rulebook import VOCABULARY, Game
from croupier.sheet import Sheet


@dataclass(frozen=True, repr=False)
class Catalogue(Result):
    """Every known game, and every plug-in that cannot be used.

    >>> import croupier
    >>> croupier.known_games().games[0].title
    'Casino Monte'
    """

    schema: ClassVar[str] = "croupier.games/1"
    found: tuple[tuple[Entry, Game | Refused], ...]
    conditions: Conditions | None = None

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that can be used."""
        return tuple(found for _, found in self.found if isinstance(found, Game))

    @property
    def failed(self) -> tuple[tuple[Entry, Refused], ...]:
        """The plug-ins that cannot be used, each with the reason."""
        return tuple((entry, found) for entry, found in self.found if isinstance(found, Refused))

    @property
    def summary(self) -> str:
        failed = f", {len(self.failed)} that cannot be used" if self.failed else ""
        return f"{len(self.games)} games{failed}"

    def data(self) -> dict[str, object]:
        games = [(entry, found) for entry, found in self.found if isinstance(found, Game)]
        return {
            "vocabulary": VOCABULARY,
            "games": [game_data(entry, found) for entry, found in games],
            "failed": [
                {"id": entry.id, "from": entry.source, "address": entry.address, "reason": why.reason}
                for entry, why in self.failed
            ],
        }

    def to_rows(self) -> list[Row]:
        """A row for each game, and for each plug-in that cannot be used."""
        return [
            {
                "id": entry.id,
                "title": found.title if isinstance(found, Game) else "",
                "version": found.version if isinstance(found, Game) else "",
                "aliases": " ".join(found.aliases) if isinstance(found, Game) else "",
                "side_bets": " ".join(found.composition) if isinstance(found, Game) else "",
                "wagers": len(found.rulebook().wagers) if isinstance(found, Game) else "",
                "from": entry.source,
                "fault": found.reason if isinstance(found, Refused) else "",
            }
            for entry, found in self.found
        ]

    @property
    def sheet(self) -> Sheet:
        rows = tuple(
            (
                ", ".join((found.id, *found.aliases)),
                "; side bet ".join((f"{found.title}, version {found.version}", *found.composition)),
                entry.source,
            )
            for entry, found in self.found
            if isinstance(found, Game)
        )
        wrong = "".join(f"\n{str(why)[0].upper()}{str(why)[1:]}" for _, why in self.failed)
        return Sheet(
            "Known games",
            heads=("name", "game", "from"),
            rows=rows,
            words=3,
            note=f"A game of your own is named as FILE.py:NAME wherever a game is asked for.{wrong}",
        )


def game_data(entry: Entry, game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "aliases": list(game.aliases),
        "side_bets": list(game.composition),
        "wagers": [wager.id for wager in game.rulebook().wagers],
        "from": entry.source,
        "address": entry.address,
    }


def known_games() -> Catalogue:
    """Every game that is known by a name: those of Croupier, and those of installed plug-ins.

    >>> import croupier
    >>> [game.id for game in croupier.known_games().games][:3]
    ['casino-monte', 'baccarat', 'three-card-poker']
    """
    return Catalogue(tuple(everything()))
