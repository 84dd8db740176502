"""A bar on standard error, where somebody watches: how far a count has come."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class CountingBar:
    """Drawn when a count first tells how far it is, and taken away when it is done."""

    def __init__(self) -> None:
        """Draw nothing yet."""
        self.bar: Progress | None = None

    def tell(self, share: float) -> None:
        """Show the share that is counted."""
        if self.bar is None and share < 1:
            self.begin()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=share)
            if share >= 1:
                self.end()

    def begin(self) -> None:
        """Draw the bar, unless nobody watches."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        err = Console(stderr=True)
        if err.is_terminal:
            columns = (TextColumn("counted"), BarColumn(), TaskProgressColumn("{task.percentage:>5.1f}%"))
            self.bar = Progress(*columns, TimeRemainingColumn(), console=err, transient=True)
            self.bar.add_task("counted", total=1.0)
            self.bar.start()

    def end(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


@contextmanager
def counting_bar() -> Iterator[CountingBar]:
    """A bar that is gone at the end, however it comes."""
    bar = CountingBar()
    try:
        yield bar
    finally:
        bar.end()
