"""Questions: what does this wager pay? The answer is what the table itself settled, and no other code works it out."""

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused, quoted
from croupier.money import CENTS_PER_DOLLAR, cents_from, price
from croupier.rulebook import Line, Rulebook
from croupier.settlement.cases import NOTHING, Case, case_of_fee
from croupier.settlement.sampler import Sample
from croupier.table.events import FeeCollected, WagerSettled

PUSH: Final = ("push", "p")
LOSE: Final = ("lose", "l")
RIGHT: Final = "Type what the wager wins, such as 10 or $12.50, a loss as -5, or `push` or `lose`"
COLLECTED: Final = "Type what is collected, such as 1 or $2"
ANSWER_LENGTH_MAX: Final = 40


@dataclass(frozen=True, slots=True)
class Question:
    """One wager on a resolved layout, or one fee, and what it comes to."""

    case: Case
    seat: int
    label: str
    stake: int
    """In cents; for a fee 0."""
    right: int
    """What the wager wins, or loses if below zero; the fee that is collected."""
    clauses: tuple[str, ...]
    why: str
    """What became of it, in a few words."""

    def __str__(self) -> str:
        """The wager that is asked about."""
        return f"Seat {self.seat}, {f'{price(self.stake)} on ' if self.stake else ''}{self.label}"

    @property
    def is_fee(self) -> bool:
        return not self.case.wager

    @property
    def wanted(self) -> str:
        """What may be typed."""
        return COLLECTED if self.is_fee else RIGHT

    def read(self, text: str) -> int:
        """What somebody typed, in cents; refused if it is not an answer."""
        word = text.strip().lower()
        if len(word) > ANSWER_LENGTH_MAX:
            raise Refused(f"An answer has at most {ANSWER_LENGTH_MAX} characters")
        if word in PUSH:
            return 0
        if word in LOSE and not self.is_fee:
            return -self.stake
        try:
            return cents_from(word.removeprefix("+"))
        except Refused:
            raise Refused(f"{quoted(text.strip())} is not an answer. {self.wanted}") from None

    @property
    def right_text(self) -> str:
        """The right answer in words."""
        if self.is_fee:
            return f"{price(self.right)} is collected"
        if self.right:
            return f"it wins {price(self.right)}" if self.right > 0 else f"it loses {price(-self.right)}"
        return "nothing is won or lost"


def questions_of(sample: Sample) -> tuple[Question, ...]:
    """Every fee and every wager of a round, in the order in which they are collected and settled."""
    banker = sample.before.player_dealer
    return (
        *(of_fee(fee, banker, sample.book) for fee in sample.fees),
        *(of_wager(*each, sample.book) for each in zip(sample.settled, sample.lines, sample.wager_cases, strict=True)),
    )


def of_fee(fee: FeeCollected, banker: int, book: Rulebook) -> Question:
    case = case_of_fee(fee, banker, book)
    label = "Collection from the player-dealer" if fee.seat == banker else "Collection"
    return Question(case, fee.seat, label, 0, fee.cents, case.clauses, "a flat fee, into the drop box")


def of_wager(met: WagerSettled, line: Line, case: Case, book: Rulebook) -> Question:
    label = book.wagers_by_id[met.wager].label
    return Question(case, met.seat, label, met.stake, met.result, met.clauses, why(met, line, case))


def why(met: WagerSettled, line: Line, case: Case) -> str:
    """What became of a wager: its line, what that pays, and how much of it a limited bank covers."""
    said = [f"{line.label[:1].lower()}{line.label[1:]}"]
    said += [f"pays {met.odds.replace(':', ' to ')}"] if met.odds else []
    said += ["not covered"] if case.line == NOTHING and case.is_short else []
    said += [f"{price(met.covered)} of it covered"] if met.covered is not None else []
    return ", ".join(said)


def off_by(question: Question, answer: int) -> str:
    """How far an answer is from the right one, where it is close enough to be a slip."""
    off = abs(answer - question.right)
    return f"by {off}¢" if 0 < off < CENTS_PER_DOLLAR else ""
