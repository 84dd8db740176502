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

    Console(stderr=True).print(Text(f"{line} …", style="dim"))


class Bar:
    """Drawn when work first tells how far it is, and taken away when it is done."""

    def __init__(self, called: str, *, counts: str = "") -> None:
        """Draw nothing yet; what is counted without a known end has a name of its own."""
        self.called = called
        self.counts = counts
        self.bar: Progress | None = None

    def tell(self, done: float) -> None:
        """Show the share that is done, or how much is."""
        if self.bar is None and (self.counts or done < 1):
            self.begin()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done)
            if not self.counts and done >= 1:
                self.end()

    def begin(self) -> None:
        """Draw the bar, unless nobody watches."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        err = Console(stderr=True)
        if not err.is_terminal:
            return
        how_far = (
            (TextColumn(f"{{task.completed:,.0f}} {self.counts}"),)
            if self.counts
            else (TaskProgressColumn("{task.percentage:>5.1f}%"), TimeRemainingColumn())
        )
        self.bar = Progress(TextColumn(self.called), BarColumn(), *how_far, console=err, transient=True)
        self.bar.add_task(self.called, total=None if self.counts else 1.0)
        self.bar.start()

    def end(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


@contextmanager
def bar(called: str, *, counts: str = "") -> Iterator[Callable[[float], None]]:
    """A bar that is gone at the end, however it comes."""
    drawn = Bar(called, counts=counts)
    try:
        yield drawn.tell
    finally:
        drawn.end()
