"""What a count may take and who hears of its progress, set once for every count of a command."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

Notice = Callable[[str], None]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Effort:
    """The settings for all counts."""

    anyway: bool = False
    """Whether to count even what is too large for this machine."""
    prove: bool = False
    """Whether promises about alike cards are checked on every deal."""
    progress: Progress = lambda _: None
    """Called with the share counted so far, from 0 to 1."""
    notice: Notice = lambda _: None
    """Called with a few words on what takes its time."""


USUAL: Final = Effort()
EFFORT: Final[ContextVar[Effort]] = ContextVar("effort", default=USUAL)


@contextmanager
def effort(
    *,
    anyway: bool | None = None,
    prove: bool | None = None,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> Iterator[Effort]:
    """Let every count within go on anyway, be proved, or report its progress and what takes its time.

    >>> with effort(anyway=True) as given:
    ...     given.anyway
    True
    """
    was = EFFORT.get()
    given = Effort(
        was.anyway if anyway is None else anyway,
        was.prove if prove is None else prove,
        was.progress if progress is None else progress,
        was.notice if notice is None else notice,
    )
    token = EFFORT.set(given)
    try:
        yield given
    finally:
        EFFORT.reset(token)
