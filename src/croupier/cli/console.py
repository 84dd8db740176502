"""The console that commands print on."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from croupier.cli.signs import charset, spelled


class SafeConsole(Console):
    """A console that obeys nothing in what it prints: a name or a seed may hold signs that steer a terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render with a mark in place of every sign that is not printable, and letters for what cannot be shown."""
        encoding = charset(self.encoding, at_terminal=self.is_terminal)
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                text = segment.text
                safe = text if text.isprintable() or text == "\n" else "".join(map(harmless, text))
                yield Segment(spelled(safe, encoding), segment.style)


def harmless(letter: str) -> str:
    """A letter, or a mark for one that could steer a terminal."""
    return letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}"


def console(*, soft_wrap: bool = False) -> Console:
    """A console that prints text as it stands: brackets and colons that somebody wrote are not markup."""
    return SafeConsole(highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)
