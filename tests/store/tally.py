"""A house that only counts, for the tests of what runs a house: one line for each request, at its table."""

from collections import Counter

from croupier.house.requests import Asked, Buy, Tick
from croupier.house.rows import Answer, Line, Row
from croupier.house.unit import Answered, Unit
from croupier.store.store import Place, Store


class Tally:
    """Counts what each table was asked; a negative amount fails, and one of 0 cannot be written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.counts: dict[str, int] = {}
        self.kept = Counter[str]()
        """Lines that were found in the store; nobody takes any away."""
        self.answers: dict[tuple[str, str], Answer] = {}
        self.dues: dict[str, int] = {}
        """When tables want a tick."""
        self.handled: list[Asked] = []
        self.reloaded: list[frozenset[Place]] = []

    def handle(self, asked: Asked, now: int) -> Unit:
        self.handled.append(asked)
        cents = asked.request.cents if isinstance(asked.request, Buy) else 1
        if cents < 0:
            raise ArithmeticError("a bug")
        known = self.answers.get((asked.guest, asked.key))
        if known:
            return Unit((), Answered(known.status, {"number": int(known.body)}))
        number = self.counts.get(asked.table, 0)
        self.counts[asked.table] = number + 1
        if isinstance(asked.request, Tick):
            del self.dues[asked.table]
        who = f"{asked.guest} {asked.key}" if isinstance(asked.request, Buy) else type(asked.request).__name__
        rows: list[Row] = [Line(asked.table, number, f"{who if cents else chr(0xD800)}\n")]
        if asked.key:
            rows.append(Answer(asked.guest, asked.key, str(cents), 200, str(number), now))
            self.answers[asked.guest, asked.key] = rows[-1]  # type: ignore[assignment]  # just made
        moved = frozenset({asked.table})
        return Unit(tuple(rows), Answered(200, {"number": number}), {"token": "secret"}, moved)

    def due(self) -> int | None:
        return min(self.dues.values(), default=None)

    def overdue(self, now: int) -> list[str]:
        return [table for table, due in self.dues.items() if due <= now]

    def tables(self) -> list[str]:
        return list(self.counts)

    def prepare(self) -> bool:
        return False

    async def reload(self, places: frozenset[Place]) -> None:
        self.reloaded.append(places)
        for kind, id_ in places:
            if kind == "table":
                self.kept[id_] += len([text async for text in self.store.lines(id_, self.kept[id_])])
                self.counts[id_] = self.kept[id_]
            else:
                self.answers = {key: answer for key, answer in self.answers.items() if key[0] != id_}


def bought(table: str = "t1", guest: str = "g1", key: str = "", cents: int = 1) -> Asked:
    return Asked(Buy(cents), guest=guest, table=table, key=key)
