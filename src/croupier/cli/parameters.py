"""Parameters of a command, read without Pydantic.

Typer reads every value through a Pydantic adapter, and importing Pydantic takes longer than most commands do. All that
our commands take is texts, paths, switches and what a parser of our own reads, so these are read here; anything else is
left to Typer.
"""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import typer
from typer._click import Context
from typer._coercion import RuntimeParam
from typer.core import TyperCommand, TyperGroup, _TyperParameter

READERS = {str: str, Path: Path, bool: bool, list[str]: str, list[Path]: Path}


class Plain(RuntimeParam):
    """Reads a text, a path, a switch, or what a parser reads."""

    def _coerce_value(self, value: Any, param: _TyperParameter, ctx: Context) -> Any:  # noqa: ANN401  # as Typer has it
        read = self.parameter_info.parser or READERS[self.annotation]
        try:
            return [read(each) for each in value] if param.multiple or param.nargs == -1 else read(value)
        except typer.BadParameter as refused:
            refused.ctx, refused.param = ctx, param
            raise


class Command(TyperCommand):
    """A command whose plain parameters are read plainly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # as Typer calls it
        """Make a command, and name our games in its help."""
        from croupier.cli.options import OUR_GAMES
        from croupier.games import GAMES

        super().__init__(*args, **kwargs)
        ours = ", ".join(f"{id_} ({', '.join(entry.aliases)})" for id_, entry in GAMES.items())
        for param in self.params:
            told = getattr(param, "help", None)
            if told and OUR_GAMES in told:
                vars(param)["help"] = told.replace(OUR_GAMES, ours)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read what was typed; options that follow `--beside` belong to it, and a game's own names are options too."""
        params = self.get_params(ctx)
        read_plainly(params)
        options = {option for param in params for option in (*param.opts, *param.secondary_opts)}
        if "--beside" in options:
            args = gathered(args)
        if "--known" in options:
            args = by_name(args, options | set(ctx.help_option_names))
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as misuse:
            if getattr(misuse, "ctx", ctx) is None:
                misuse.ctx = ctx  # type: ignore[attr-defined]  # so that the help of this command is named
            raise


class Group(TyperGroup):
    """All commands; its own parameters are read plainly too."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read what was typed before the command's name."""
        read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)


BESIDE: Final = ("-p", "--house", "--paytable", "--removed", "--strategy")
"""The options of which each side of a comparison has its own."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison, as it was typed."""

    house: dict[str, object]
    paytables: list[str]
    removed: str
    strategy: str

    def beside(self, text: str) -> "Side":
        """Another side, from the options that differ."""
        from croupier.cli.options import house_rules
        from croupier.errors import Refused

        given: dict[str, list[str]] = {name: [] for name in BESIDE}
        words = shlex.split(text)
        if not words:
            raise Refused("say what differs, such as --beside -p decks=8", field="--beside")
        for name, value in zip(words[::2], words[1::2], strict=True):
            given[name].append(value)
        paytables = given["--paytable"]
        file = Path(given["--house"][-1]) if given["--house"] else None
        return Side(
            {**self.house, **house_rules(given["-p"], file, paytables)},
            [*(each for each in self.paytables if wager_of(each) not in map(wager_of, paytables)), *paytables],
            given["--removed"][-1] if given["--removed"] else self.removed,
            given["--strategy"][-1] if given["--strategy"] else self.strategy,
        )


def wager_of(paytable: str) -> str:
    return paytable.partition("=")[0].strip()


def gathered(args: list[str]) -> list[str]:
    """A command line in which the options after each `--beside` are its one value; all others stay as they are."""
    first, sides = list[str](), list[list[str]]()
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--beside":
            sides.append([])
        elif sides and (name in BESIDE or word.startswith("-p")):
            if word.startswith("-p") and word != "-p":
                sides[-1] += ["-p", word.removeprefix("-p")]
            else:
                sides[-1] += [name, value if equals else next(words, "")]
        else:
            first.append(word)
    return [*first, *(word for side in sides for word in ("--beside", shlex.join(side)))]


def by_name(args: list[str], options: set[str]) -> list[str]:
    """A command line in which options that no command has, such as `--hand`, name what is seen in a game."""
    words = iter(args)
    found: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*found, word, *words]
        if name.startswith("--") and name not in options:
            found += ["--known", f"{name[2:].replace('-', '_')}={value if equals else next(words, '')}"]
        else:
            found.append(word)
    return found


def read_plainly(params: Iterable[Any]) -> None:
    """Let parameters of a known kind be read here; a switch and an argument have no type that help would tell."""
    for param in params:
        if getattr(param, "is_flag", False) or param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None  # noqa: ARG005  # as Typer calls it
        wanted = getattr(param, "type_descriptor", None)
        if wanted is not None and (wanted.parameter_info.parser or wanted.annotation in READERS):
            param._runtime_param = Plain(wanted.parameter_info, wanted.annotation)  # noqa: SLF001  # there is no other way in
