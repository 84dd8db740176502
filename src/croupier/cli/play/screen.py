"""Where a table is shown: line after line in a log, or as one picture that is drawn again and again on a terminal.

A `Screen` prints and never takes back. A `Felt` keeps the table, the last announcements and the question within the
height of the terminal, so that nobody has to scroll back for the cards.

Ctrl-C waits until something is printed whole: a console that is stopped in the middle keeps back all it is given later.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.segment import Segment, Segments
from rich.text import Text

from croupier.cli.play import drawing
from croupier.cli.play.interruption import uninterrupted
from croupier.rulebook import Rulebook
from croupier.table.view import View

WIDTH_MAX: Final = 100
HEIGHT_MAX: Final = 30
HEIGHT_LEAST: Final = 10
"""With fewer rows than this a terminal is a log."""
INDENT: Final = 4
LOG_MAX: Final = 40
SHORT: Final = 3
"""Up to so many lines are shown below the table."""
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"

Ask = Callable[[], str]
"""Reads one line; raises EOFError at the end of input."""
Lines = list[list[Segment]]


def no_pause() -> None:
    """Go on at once."""


class Screen:
    """A console to print on, and a pause after each announcement."""

    def __init__(self, console: Console, pause: Callable[[], None] = no_pause) -> None:
        self.console = console
        self.wait = pause
        self.seen: tuple[View, Rulebook] | None = None
        """How the table looks now."""
        self.settled: list[RenderableType] = []
        """How the last round was settled."""

    @property
    def width(self) -> int:
        """How many columns are used."""
        return min(self.console.width, WIDTH_MAX)

    @uninterrupted()
    def print(self, *parts: RenderableType) -> None:
        """Print renderables one below the other, without trailing blanks where it is a log."""
        width = self.width
        if self.console.is_terminal:
            self.console.print(*parts, sep="\n", width=width)
            return
        with self.console.capture() as captured:
            self.console.print(*parts, sep="\n", width=width)
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))

    @uninterrupted()
    def line(self, text: str, style: str = "") -> None:
        """Print a line that is not broken, so that it can be copied whole."""
        self.console.print(Text(text, style), soft_wrap=True)

    def note(self, part: RenderableType) -> None:
        """Print a detail below what was said."""
        self.print(Padding(part, (0, 0, 0, INDENT)))

    def clause(self, book: Rulebook, id_: str) -> None:
        self.note(Text(f"{id_}: {book.game.clause(id_).text}", "dim italic"))

    def pause(self) -> None:
        """Let what was said be read."""
        self.wait()

    # The table

    @contextmanager
    def table(self) -> Iterator[None]:
        """Show a table within; afterwards lines are printed below it."""
        yield

    def banner(self, title: str) -> None:
        self.print(Line(Text(title, "bold"), style="green", characters="═"))

    def heading(self, title: str) -> None:
        self.print(Text(""), Line(Text(title, "bold"), style="green"))

    def look(self, view: View, book: Rulebook) -> None:
        """Take note of how the table looks now."""
        if self.seen and self.seen[0].round != view.round:
            self.clear()
        self.seen = view, book

    def clear(self) -> None:
        """Clear the table for a new round."""
        self.settled = []

    def show(self) -> None:
        if self.seen:
            self.print(Padding(drawing.table(*self.seen, self.width), (1, 0, 1, 2)))

    def result(self, text: Text) -> None:
        """Say what a round came to."""
        self.print(text)

    def settlement(self, grid: RenderableType) -> None:
        """Tell what every wager won."""
        self.settled.append(grid)
        self.note(grid)

    # Questions

    def ask(self, question: Text | None, read: Ask) -> str:
        """Ask a question and read the answer; None repeats a question after an answer that could not be taken."""
        if question is not None:
            self.print(question)
        return read()

    @uninterrupted()
    def counting(self, share: float) -> None:
        """Show how far a count is, where somebody watches."""
        if self.console.is_terminal:
            self.console.file.write(f"\rCounting: {share:.0%}" if share < 1 else f"\r{CLEAR_LINE}")
            self.console.file.flush()

    @contextmanager
    def page(self, _: Ask) -> Iterator[None]:
        """Show something long within."""
        yield


class Felt(Screen):
    """A terminal on which the table stays in view."""

    def __init__(self, console: Console, pause: Callable[[], None] = no_pause) -> None:
        """Print below what is there until a table is opened."""
        super().__init__(console, pause)
        self.is_open = False
        self.is_painted = False
        self.title = ""
        self.laid: dict[str, tuple[int | None, ...]] = {}
        """The cards of the round, those that were picked up as they lay before."""
        self.results: list[RenderableType] = []
        self.log: list[RenderableType] = []
        self.fresh: list[RenderableType] = []
        """What was said since the last pause or question, such as a hint: it is never cut off."""
        self.question = Text("")
        self.paged: list[RenderableType] | None = None

    # What is kept

    def print(self, *parts: RenderableType) -> None:
        """Keep what is said, to be shown with the table."""
        if self.paged is not None:
            self.paged += parts
        elif self.is_open:
            self.log = [*self.log, *parts][-LOG_MAX:]
            self.fresh += parts
        else:
            super().print(*parts)

    def line(self, text: str, style: str = "") -> None:
        """Print a line that is not broken; within a table it is broken where the terminal is narrow."""
        if self.is_open:
            self.print(Text(text, style))
        else:
            super().line(text, style)

    def pause(self) -> None:
        """Draw the table with all that was said, and let it be read."""
        self.paint()
        self.fresh = []
        super().pause()

    @contextmanager
    def table(self) -> Iterator[None]:
        """Draw a table on an empty screen; what stood there is scrolled away, and the last picture stays."""
        self.is_open = True
        try:
            yield
        finally:
            self.paged = None
            if self.is_painted:
                self.paint()
                self.console.file.write("\n")
            self.is_open = False
            if not self.is_painted and self.log:
                super().print(*self.log)

    def banner(self, title: str) -> None:
        self.title = title

    def heading(self, title: str) -> None:
        self.title = title

    def look(self, view: View, book: Rulebook) -> None:
        """Take note of how the table looks now; the cards of a round lie there until the next is opened."""
        before = self.seen
        super().look(view, book)
        if before and self.laid and not view.cards:  # the round is over, and whoever banks next did not hold these
            self.seen = replace(view, player_dealer=before[0].player_dealer), book
        self.laid |= dict(view.cards)

    def clear(self) -> None:
        """Clear the table for a new round."""
        super().clear()
        self.laid, self.results = {}, []

    def show(self) -> None:
        """Leave it to the next pause or question, which shows the table anyway."""

    def result(self, text: Text) -> None:
        """Keep what a round came to in view until the next is opened."""
        told = f"Round {self.seen[0].round}: " if self.seen and not self.results else ""
        self.results.append(Text.assemble(told, text))

    def settlement(self, grid: RenderableType) -> None:
        """Keep what every wager won for whoever asks; the table shows the results."""
        self.settled.append(grid)

    # What is drawn

    @property
    def height(self) -> int:
        """How many rows are used."""
        return max(2, min(self.console.height, HEIGHT_MAX))

    @uninterrupted()
    def rendered(self, *parts: RenderableType) -> Lines:
        return self.console.render_lines(Group(*parts), self.console.options.update(width=self.width), pad=False)

    def drawn(self, rows: int) -> Lines:
        """The table: cards drawn large where there is room, else in a line."""
        lines: Lines = []
        if self.seen:
            view, book = self.seen
            seen = drawing.with_cards(view, self.laid)
            for layout in (drawing.table, drawing.close_table, drawing.small_table):
                lines = self.rendered(Padding(layout(seen, book, self.width), (0, 0, 0, 2)))
                if len(lines) <= rows:
                    break
        return lines

    @uninterrupted()
    def paint(self, asked: Text | None = None) -> None:
        """Draw everything anew, what is asked at the foot of the picture."""
        if not self.is_open:
            return
        question = self.rendered(asked) if asked else []
        title = self.rendered(Line(Text(self.title, "bold"), style="green")) if self.title else []
        results = self.rendered(*self.results) if self.results else []
        rows = self.height - 1 - len(question) - len(title)
        fresh = len(self.rendered(*self.fresh)) if self.fresh and question else 1
        table = self.drawn(rows - len(results) - fresh)
        room = max(0, rows - len(table) - len(results))
        said = self.rendered(*self.log)[-room:] if room and self.log else []
        gap: Lines = [[] for _ in range(room - len(said))] if question else []
        self.put([*title, *table, *results, *said, *gap, *question])

    @uninterrupted()
    def put(self, lines: Lines) -> None:
        """Put lines on the screen from its top, and the cursor below them."""
        shown = lines[-(self.height - 1) :]
        with self.console.capture() as captured:
            self.console.print(Segments(joined(shown)), end="")
        text = captured.get().replace("\n", f"{CLEAR_LINE}\n")
        away = "" if self.is_painted else "\n" * self.console.height
        self.is_painted = True
        self.console.file.write(f"{away}{HOME}{text}{CLEAR_BELOW}")
        self.console.file.flush()

    # Questions

    def ask(self, question: Text | None, read: Ask) -> str:
        if self.is_open:
            self.question = self.question if question is None else question
            self.paint(self.question)
            self.fresh = []
            return read()
        return super().ask(question, read)

    def counting(self, share: float) -> None:
        """Show how far a count is in place of the question."""
        if self.is_open:
            self.paint(Text(f"Counting: {share:.0%}", "bold cyan"))

    @contextmanager
    def page(self, read: Ask) -> Iterator[None]:
        """Show something long instead of the table, page by page; what is short enough goes below the table."""
        if not self.is_open:
            yield
            return
        self.paged = []
        try:
            yield
            parts, self.paged = self.paged, None
            lines = self.rendered(*parts) if parts else []
            if len(lines) > SHORT:
                self.turn(lines, read)
            else:
                self.print(*parts)
        finally:
            self.paged = None

    def turn(self, lines: Lines, read: Ask) -> None:
        """Turn pages until the last has been read."""
        rows = self.height - 2
        while lines:
            shown, lines = lines[:rows], lines[rows:]
            more = "Enter: more" if lines else "Enter: back to the table"
            self.put([*shown, *self.rendered(Text(more, "bold cyan"))])
            read()


def joined(lines: Lines) -> list[Segment]:
    return [segment for line in lines for segment in (*line, Segment.line())]
