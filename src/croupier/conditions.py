"""Conditions: what made a result, and the command that gives it again.

A figure without its conditions is worthless. Every result therefore carries one value that says which game, under which
house rules, from which cards, by which strategy and from which seed, made by which software from which rulebook. A
command fills it from its options, a Python program from its arguments; the command line that gives the same figures
again follows from the value alone, so both get the same one. Where the work is done (cores, a GPU, a cluster) changes
no figure, so it is not a condition.
"""

import json
import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from croupier.cards import card_names
from croupier.games import game as game_by_id
from croupier.games import is_known
from croupier.identity import rulebook_digest, software_version
from croupier.rulebook import Game, Model, Rulebook
from croupier.rulebook.house import rule_text

DIGEST_SHOWN: Final = 16
"""So many digits of the digest are printed for people; data has them all."""
UNNAMED: Final = "no command gives this again: the game or the strategy is known to a Python program alone"

Strategy = str | Mapping[str, object]
"""`optimal`, `simple`, or one's own as read from a strategy file."""


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What made a result.

    >>> conditions_of("casino-monte", {"decks": 8}).asked("analyze", strategy="optimal").command
    'croupier analyze casino-monte -p decks=8'
    """

    game: str
    title: str
    version: str = ""
    """The game's own version, where it has one."""
    house: Mapping[str, object] = field(default_factory=dict)
    """Every house rule, as plain data; a model alone has none."""
    changed: Mapping[str, object] = field(default_factory=dict)
    """The house rules that are not the usual ones."""
    digest: str
    """Of everything in the rulebook that can change a cent or a card."""
    software: str
    place: str = ""
    """How the game is named at the command line; empty where only a Python program knows it."""
    removed: tuple[int, ...] = ()
    """Cards taken out of the decks before anything else."""
    seen: tuple[int, ...] = ()
    """Further cards that a player has seen."""
    known: Mapping[str, str] = field(default_factory=dict)
    """What is known of the hand: cards or the face of a die, by draw."""
    decided: Mapping[str, str] = field(default_factory=dict)
    """How earlier decisions went."""
    strategy: Strategy | None = None
    """None where nothing is decided, or where every option is valued."""
    strategy_file: str = ""
    """Where a strategy of one's own was read from."""
    seed: str | None = None
    """None where chance has no part."""
    verb: str = ""
    """The command that gives it, such as `analyze`."""
    arguments: tuple[str, ...] = ()
    """What follows the game at the command line, such as a wager."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Further options of the command, such as `--rounds`; several values are a tuple, a switch is True."""
    beside: tuple[tuple[str, ...], ...] = ()
    """What others are set beside it: for each, the options that differ."""

    def asked(
        self,
        verb: str,
        *arguments: str,
        strategy: Strategy | None = None,
        strategy_file: str = "",
        seed: str | int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> "Conditions":
        """The same with what was asked: a command, and the options that decide its figures."""
        return replace(
            self,
            verb=verb,
            arguments=arguments,
            strategy=strategy,
            strategy_file=strategy_file,
            seed=None if seed is None else str(seed),
            options={name: value for name, value in (options or {}).items() if value not in (None, False, ())},
        )

    # ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def command(self) -> str:
        """The command that gives the same figures again, quoted for a shell; it needs no file but the game's own."""
        return self._command(self.strategy if isinstance(self.strategy, str | None) else as_json(self.strategy))

    def _command(self, strategy: str | None) -> str:
        if not (self.place and self.verb):
            return ""
        words = ["croupier", self.verb, self.place, *self.arguments]
        words += option("-p", tuple(f"{name}={rule_text(value)}" for name, value in self.changed.items()))
        words += option("--removed", " ".join(card_names(self.removed)) or None)
        words += option("--seen", " ".join(card_names(self.seen)) or None)
        words += option("--known", tuple(f"{name}={value}" for name, value in self.known.items()))
        words += option("--decided", tuple(f"{name}={value}" for name, value in self.decided.items()))
        words += option("--strategy", None if strategy == "optimal" else strategy)
        words += option("--seed", self.seed)
        for name, value in self.options.items():
            words += option(name, value)
        for other in self.beside:
            words += ["--beside", *other]
        return shlex.join(words)

    # ── For machines ─────────────────────────────────────────────────────────────────────────────────────────────────

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data; its `command` gives the data again."""
        return {
            "game": self.game,
            "title": self.title,
            "version": self.version or None,
            "house": dict(self.house),
            "house_changed": dict(self.changed),
            "removed": list(card_names(self.removed)),
            "seen": list(card_names(self.seen)),
            "known": dict(self.known),
            "decided": dict(self.decided),
            "strategy": dict(self.strategy) if isinstance(self.strategy, Mapping) else self.strategy,
            "seed": self.seed,
            "options": {name.lstrip("-"): plain(value) for name, value in self.options.items()},
            "software": self.software,
            "digest": self.digest,
            "command": f"{self.command} --json" if self.command else None,
        }

    # ── For people ───────────────────────────────────────────────────────────────────────────────────────────────────

    def heading(self) -> list[str]:
        """What stands above a result: the game, and what differs from the usual."""
        lines = [f"{self.title}{f', version {self.version}' if self.version else ''}"]
        if self.house:
            changes = ", ".join(f"{name} = {rule_text(value)}" for name, value in self.changed.items())
            lines.append(f"house rules: {changes or 'the usual ones'}")
        if self.removed:
            lines.append(f"cards removed: {' '.join(card_names(self.removed))}")
        if self.seen:
            lines.append(f"cards seen: {' '.join(card_names(self.seen))}")
        lines += [f"{name}: {value}" for name, value in self.known.items()]
        lines += [f"{name} was decided: {option}" for name, option in self.decided.items()]
        if self.strategy is not None:
            lines.append(f"strategy: {self.strategy_name}")
        if stakes := self.options.get("--stake"):
            lines.append(f"stakes: {', '.join(map(str, stakes)) if isinstance(stakes, tuple) else stakes}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        return lines

    def footing(self) -> list[str]:
        """What stands below a result: who made it from what, and how to get it again."""
        written = self.strategy_file or (
            as_json(self.strategy) if isinstance(self.strategy, Mapping) else self.strategy
        )
        again = self._command(written)
        return [
            f"croupier {self.software}, rulebook {self.digest[:DIGEST_SHOWN]}",
            f"again: {again}" if again else UNNAMED,
        ]

    def lines(self) -> list[str]:
        return [*self.heading(), *self.footing()]

    @property
    def strategy_name(self) -> str:
        if isinstance(self.strategy, Mapping):
            return f"own ({self.strategy_file})" if self.strategy_file else "own"
        return self.strategy or "none"


def as_json(value: object) -> str:
    """Plain data in one line; a number that TOML or JSON gave exactly stays exact."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def plain(value: object) -> object:
    """An option's value as plain data."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value if isinstance(value, bool | int | str) else str(value)


def option(name: str, value: object) -> list[str]:
    """An option as words of a command line: none where nothing is said, and again for each of several values."""
    if value is None or value is False:
        return []
    if value is True:
        return [name]
    if isinstance(value, tuple):
        return [word for one in value for word in option(name, one)]
    return [f"{name}={value}"] if str(value).startswith("-") else [name, str(value)]


# ── Where they come from ─────────────────────────────────────────────────────────────────────────────────────────────


def conditions_of(
    game: str | Game | Model | Rulebook,
    house: Mapping[str, object] | None = None,
    *,
    removed: Iterable[int] = (),
    place: str = "",
) -> Conditions:
    """The conditions of a game under house rules, before anything is asked of it.

    `place` is how the game was named at the command line; where nobody says it, it is found if it can be.
    """
    if isinstance(game, Model):
        return Conditions(
            game=game.id,
            title=game.id,
            digest=rulebook_digest(game),
            software=software_version(),
            place=place or place_of(game),
            removed=tuple(removed),
        )
    book = game if isinstance(game, Rulebook) else rulebook_of(game, house)
    return Conditions(
        game=book.game.id,
        title=book.game.title,
        version=book.game.version,
        house=book.house.show(),
        changed=book.house.changes(),
        digest=rulebook_digest(book),
        software=software_version(),
        place=place or place_of(book.game),
        removed=tuple(removed),
    )


def rulebook_of(game: str | Game, house: Mapping[str, object] | None) -> Rulebook:
    """A game's rulebook under house rules."""
    known = game_by_id(game) if isinstance(game, str) else game
    return known.rulebook(known.house(house))


def place_of(game: Game | Model) -> str:
    """How a game is named at the command line: by its id, or as FILE.py:NAME where its module holds it by a name."""
    if isinstance(game, Game):
        if is_known(game):
            return game.id
        modules = {game.build.__module__, *(modules_of(game.rulebook().model))}
    else:
        modules = modules_of(game)
    for name in sorted(modules):
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if file:
            called = next((each for each, value in vars(module).items() if value is game and each[0] != "_"), "")
            if called:
                return f"{near(Path(file))}:{called}"
    return ""


def modules_of(model: Model) -> set[str]:
    return {rule.function.__module__ for rule in model.rules()}


def near(path: Path) -> Path:
    """A path as it is written from here, where it lies below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
