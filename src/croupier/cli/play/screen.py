"""Where a table is shown: in colour on a terminal, as plain lines in a log."""

from collections.abc import Callable
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from croupier.rulebook import Rulebook

WIDTH_MAX: Final = 100
INDENT: Final = 4


def no_pause() -> None:
    """Go on at once."""


class Screen:
    """A console to print on, and a pause after each announcement."""

    def __init__(self, console: Console, pause: Callable[[], None] = no_pause) -> None:
        """Print to a console at this pace."""
        self.console = console
        self.pause = pause

    @property
    def width(self) -> int:
        """How many columns are used."""
        return min(self.console.width, WIDTH_MAX)

    def print(self, *parts: RenderableType) -> None:
        """Print renderables one below the other, without trailing blanks where it is a log."""
        width = self.width
        if self.console.is_terminal:
            self.console.print(*parts, sep="\n", width=width)
            return
        with self.console.capture() as captured:
            self.console.print(*parts, sep="\n", width=width)
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))

    def line(self, text: str, style: str = "") -> None:
        """Print a line that is not broken, so that it can be copied whole."""
        self.console.print(Text(text, style), soft_wrap=True)

    def note(self, part: RenderableType) -> None:
        """Print a detail below what was said."""
        self.print(Padding(part, (0, 0, 0, INDENT)))

    def clause(self, book: Rulebook, id_: str) -> None:
        """Print what a clause says."""
        self.note(Text(f"{id_}: {book.game.clause(id_).text}", "dim italic"))
