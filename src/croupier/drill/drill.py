"""A drill: layouts chosen by what has to be practised, and what was answered; chance and time come from outside."""

from dataclasses import dataclass, field
from typing import Final

from croupier.chance import Chance
from croupier.drill.layout import Layout, without_captions
from croupier.drill.question import Question
from croupier.drill.schedule import Answered, Schedule
from croupier.errors import Refused
from croupier.rulebook import Rulebook
from croupier.settlement.cases import cases_of
from croupier.settlement.sampler import Sampler, Stakes

DEALS_EACH: Final = 250
"""So many rounds are dealt at a time for a case that is due, then for another; for most a dozen are enough."""
DEALS_MAX: Final = 5_000
"""So many rounds are dealt for a case in all before it is given up."""
LEVELS: Final = {
    1: Stakes(seats=1),
    2: Stakes(seats=2, multiples=(1, 2, 3, 5, 7, 10, 20), one_in=2),
    3: Stakes(seats=3, multiples=(10, 11, 13, 15, 17, 23, 25, 33, 35, 47), unit=50, one_in=2),
}
"""One seat and round stakes; two seats, and a bank that may be short; three, with stakes that leave half cents."""
USUAL_LEVEL: Final = 2


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given."""

    question: Question
    cents: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether it is right to the cent."""
        return self.cents == self.question.right

    @property
    def answered(self) -> Answered:
        return Answered(self.question.case.key, self.is_right, self.seconds)


@dataclass
class Drill:
    """Practice at one game under its house rules.

    >>> import croupier
    >>> from croupier.chance import Chance
    >>> drill = Drill(croupier.game("monte").rulebook, Chance.seeded("7"))
    >>> asked = drill.questions(drill.next_layout())
    >>> given = drill.answer(asked[0], asked[0].right, seconds=2.5)
    >>> given.is_right, drill.schedule.cards[asked[0].case.key].box
    (True, 2)
    """

    book: Rulebook
    chance: Chance
    schedule: Schedule = field(default_factory=Schedule)
    level: int = USUAL_LEVEL
    only: str = ""
    """A clause; then only what it decides is asked about."""
    given: list[Given] = field(default_factory=list, init=False)
    """Every answer, in order."""
    absent: set[str] = field(default_factory=set, init=False)
    """Cases that were looked for and not found."""

    def __post_init__(self) -> None:
        """Refuse house rules that are not dealt, and a clause that decides no payment."""
        self.book.house.check_dealable()
        every = cases_of(self.book, short=self.level > 1)
        if self.only:
            self.only = self.book.game.clause(self.only).id
        cases = [case for case in every if not self.only or self.only in case.clauses]
        if not cases:
            paying = dict.fromkeys(id_ for case in every for id_ in case.clauses)
            reason = f"{self.only} decides no payment at level {self.level}; those that do are {', '.join(paying)}"
            raise Refused(reason, field="--only")
        self.cases = {case.key: case for case in cases}
        self.sampler = Sampler(self.book, self.chance, LEVELS[self.level])
        self.drawn_by = self.book if self.level == 1 else without_captions(self.book)
        self.choices = self.chance.choices("drill")

    def next_layout(self) -> Layout:
        """A layout on which the case that is due next comes up."""
        while len(self.absent) < len(self.cases):
            passed = set(self.absent)
            while key := self.schedule.next_of(list(self.cases), self.choices.below, passed):
                if sample := self.sampler.find(self.cases[key], DEALS_EACH):
                    return Layout(sample, self.drawn_by)
                passed.add(key)
                if self.sampler.looked[self.cases[key]] >= DEALS_MAX:
                    self.absent.add(key)
        raise Refused(f"{self.only or self.book.game.title}: no round was found that asks for it", field="--only")

    def questions(self, layout: Layout) -> tuple[Question, ...]:
        """What is asked about a layout, in order: every wager, and a fee of each kind when it is due."""
        asked: list[Question] = []
        for question in layout.questions:
            case = question.case
            is_wanted = not question.is_fee or (
                self.schedule.is_due(case.key) and all(case != other.case for other in asked)
            )
            if is_wanted and (not self.only or self.only in question.clauses):
                asked.append(question)
        return tuple(asked)

    def answer(self, question: Question, cents: int, seconds: float = 0.0) -> Given:
        """Take an answer."""
        given = Given(question, cents, seconds)
        self.given.append(given)
        self.schedule = self.schedule.after(given.answered)
        return given
