"""The score of a drill: how many answers were right, how long they took, and the same for every clause."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from croupier.conditions import Conditions
from croupier.drill.drill import Given
from croupier.drill.schedule import Schedule
from croupier.money import dollars
from croupier.result import Result, Row
from croupier.rulebook import Game
from croupier.sheet import Sheet, number_of


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers counted."""

    asked: int
    right: int
    seconds: float

    @classmethod
    def of(cls, given: Sequence[Given]) -> "Tally":
        return cls(len(given), sum(each.is_right for each in given), sum(each.seconds for each in given))

    @property
    def share(self) -> str:
        """How many of all were right, to the whole percent."""
        return f"{round(100 * self.right / self.asked)}%" if self.asked else "–"

    @property
    def pace(self) -> str:
        """Seconds for an answer."""
        return f"{self.seconds / self.asked:.1f} s" if self.asked else "–"

    def data(self) -> dict[str, object]:
        return {"asked": self.asked, "right": self.right, "seconds": round(self.seconds, 1)}


@dataclass(frozen=True, repr=False)
class Score(Result):
    """What a drill came to."""

    game: Game
    given: tuple[Given, ...]
    schedule: Schedule
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.drill/1"

    @property
    def tally(self) -> Tally:
        return Tally.of(self.given)

    @property
    def by_clause(self) -> Mapping[str, Tally]:
        """The answers to every clause that was asked about; those with the most mistakes first."""
        of: dict[str, list[Given]] = {}
        for each in self.given:
            for id_ in each.question.clauses:
                of.setdefault(id_, []).append(each)
        tallies = {id_: Tally.of(given) for id_, given in of.items()}
        return dict(sorted(tallies.items(), key=lambda item: item[1].right - item[1].asked))

    @property
    def missed(self) -> tuple[Given, ...]:
        """The answers that were wrong."""
        return tuple(each for each in self.given if not each.is_right)

    @property
    def summary(self) -> str:
        told = self.tally
        return f"{told.right} of {told.asked} right, {told.share}, {told.pace} an answer"

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "score": self.tally.data(),
            "clauses": {id_: tally.data() for id_, tally in self.by_clause.items()},
            "missed": [
                {
                    "seat": each.question.seat,
                    "wager": each.question.case.wager or None,
                    "outcome": each.question.case.line,
                    "stake": dollars(each.question.stake),
                    "answer": dollars(each.cents),
                    "right": dollars(each.question.right),
                    "clauses": list(each.question.clauses),
                }
                for each in self.missed
            ],
            "answered_in_all": self.schedule.asked,
            "boxes": {key: card.box for key, card in self.schedule.cards.items()},
        }

    def to_rows(self) -> list[Row]:
        """A row for every answer."""
        return [
            {
                "question": number,
                "seat": each.question.seat,
                "wager": each.question.case.wager,
                "outcome": each.question.case.line,
                "stake": dollars(each.question.stake),
                "answer": dollars(each.cents),
                "right": dollars(each.question.right),
                "is_right": each.is_right,
                "seconds": round(each.seconds, 1),
                "clauses": " ".join(each.question.clauses),
            }
            for number, each in enumerate(self.given, 1)
        ]

    @property
    def sheet(self) -> Sheet:
        if not self.given:
            return Sheet("Nothing was answered.")
        told = self.tally
        rows = tuple(
            (id_, self.game.clause(id_).text, str(tally.right), str(tally.asked), tally.pace)
            for id_, tally in self.by_clause.items()
        )
        return Sheet(
            f"{told.right} of {number_of(told.asked, 'answer')} right ({told.share}), {told.pace} an answer",
            heads=("clause", "in our words", "right", "of", "each took"),
            rows=rows,
            words=2,
            marked=frozenset(place for place, tally in enumerate(self.by_clause.values()) if tally.right < tally.asked),
            note=self.what_comes_again(),
        )

    def what_comes_again(self) -> str:
        """How many cases lie in the first box, and how many have been learned."""
        boxes = [card.box for card in self.schedule.cards.values()]
        first = boxes.count(1)
        return f"{number_of(len(boxes), 'case')} met so far; {first} in the first box, to be asked again soonest."
