"""Parameters of a command, read without Pydantic.

Typer reads every value through a Pydantic adapter, and importing Pydantic takes longer than most commands do. All that
our commands take is texts, paths, switches and what a parser of our own reads, so these are read here; anything else is
left to Typer.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer
from typer._click import Context
from typer._coercion import RuntimeParam
from typer.core import TyperCommand, TyperGroup, _TyperParameter

READERS = {str: str, Path: Path, bool: bool, list[str]: str}


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

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read what was typed."""
        read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)


class Group(TyperGroup):
    """All commands; its own parameters are read plainly too."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read what was typed before the command's name."""
        read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)


def read_plainly(params: Iterable[Any]) -> None:
    """Let parameters of a known kind be read here."""
    for param in params:
        wanted = getattr(param, "type_descriptor", None)
        if wanted is not None and (wanted.parameter_info.parser or wanted.annotation in READERS):
            param._runtime_param = Plain(wanted.parameter_info, wanted.annotation)  # noqa: SLF001  # there is no other way in
