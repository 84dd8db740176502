"""Bars and notices on standard error, where somebody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def notice(line: str) -> None:
    """Say what takes its time."""
    from rich.console import Console
    from rich.text import Text

    from croupier.errors import visible

    Console(stderr=True).print(Text(f"{visible(line)} …", style="dim"))


def is_watched() -> bool:
    """Whether somebody sees what is written to standard error."""
    from rich.console import Console

    return Console(stderr=True).is_terminal


class Bar:
    """Drawn when work first tells how far it is, and taken away when it is done."""

    def __init__(self, called: str, *, counts: str = "") -> None:
        """Draw nothing yet; what is counted without a known end has a name of its own."""
        self.called = called
        self.counts = counts
        self.bar: Progress | None = None
        self.unseen = False

    def tell(self, done: float, called: str = "", also: str = "") -> None:
        """Show the share that is done, or how much is, and what may be said with it."""
        if self.bar is None and not self.unseen and (self.counts or done < 1):
            self.begin()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done, description=called or self.called, also=also)
            if not self.counts and done >= 1:
                self.end()

    def begin(self) -> None:
        """Draw the bar, unless nobody watches."""
        self.unseen = not is_watched()
        if self.unseen:
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        how_far = (
            (TextColumn(f"{{task.completed:,.0f}} {self.counts}"),)
            if self.counts
            else (TaskProgressColumn("{task.percentage:>5.1f}%"), TimeRemainingColumn())
        )
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            *how_far,
            TextColumn("{task.fields[also]}"),
        )
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self.bar.add_task(self.called, total=None if self.counts else 1.0, also="")
        self.bar.start()

    def end(self) -> None:
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


@contextmanager
def bar(called: str, *, counts: str = "") -> Iterator[Callable[..., None]]:
    """A bar that is gone at the end, however it comes."""
    drawn = Bar(called, counts=counts)
    try:
        yield drawn.tell
    finally:
        drawn.end()
