"""A recorder that keeps a table in memory."""

from collections.abc import Iterable

from croupier.chance import Drawn, Subject
from croupier.record.proofs import Use, Uses, opening
from croupier.table import events as e
from croupier.table.core import Stepped


class Kept:
    """A recorder in memory."""

    def __init__(self) -> None:
        self.events: list[e.Event] = []
        self.drawn: dict[tuple[str, int], Drawn] = {}
        self.using = Uses()
        self.used: list[Use] = []

    def keep_secret(self, drawn: Drawn) -> None:
        self.drawn[drawn.subject.key] = drawn

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        return None

    def record(self, steps: Iterable[Stepped]) -> None:
        for stepped in steps:
            self.events += stepped.events
            self.used += self.using.follow(stepped.events, stepped.state)

    @property
    def uses(self) -> list[Use]:
        """What became of every shuffle and all dice."""
        return [*self.used, *self.using.open]

    def finish(self) -> None:
        pass

    def openings(self) -> list[str]:
        """The openings of what is used up."""
        return [opening(self.drawn[use.subject.key], use) for use in self.used if use.shown]
