"""The drill at a terminal, or from a file of answers: layouts drawn, wagers asked about, answers explained."""

from collections.abc import Callable, Iterable
from typing import Final

from rich.text import Text

from croupier.cli.play.screen import Ask, Screen
from croupier.drill import Drill, Given, Layout, Question
from croupier.drill.question import RIGHT, off_by
from croupier.errors import Refused
from croupier.report.clauses_in_force import set_here

LEAVE: Final = ("q", "quit")
HELP: Final = ("?", "help")


class Left(Exception):  # nothing went wrong
    """Whoever answers has had enough."""


class Trainer:
    """Asks what each wager pays."""

    def __init__(
        self,
        drill: Drill,
        screen: Screen,
        read: Ask,
        clock: Callable[[], float],
        keep: Callable[[Given], None] = lambda _: None,
    ) -> None:
        """Read answers from `read`, time them by `clock`, and hand each to `keep`."""
        self.drill = drill
        self.screen = screen
        self.read = read
        self.clock = clock
        self.keep = keep
        self.layouts = 0

    def run(self, questions: int) -> None:
        """Ask so many questions, or as many as are answered."""
        title = f"{self.drill.book.game.title}: what does each wager pay?"
        self.screen.banner(title)
        self.screen.note(Text(f"{RIGHT}; ? repeats this, q leaves.", "dim"))
        try:
            while len(self.drill.given) < questions:
                self.ask_all(self.drill.next_layout(), questions)
        except (Left, EOFError):
            self.screen.print(Text(""))

    def ask_all(self, layout: Layout, questions: int) -> None:
        """Draw a layout and ask about its wagers, one after the other."""
        self.layouts += 1
        self.screen.heading(f"Layout {self.layouts}")
        self.screen.look(layout.view, layout.book)
        self.screen.show()
        for question in self.drill.questions(layout):
            if len(self.drill.given) == questions:
                return
            self.ask(question)

    def ask(self, question: Question) -> None:
        """Ask about one wager until there is an answer, and say what is right."""
        asked = Text.assemble((f"{len(self.drill.given) + 1}. ", "dim"), (f"{question}?", "bold cyan"))
        begun = self.clock()
        cents = self.answer(question, asked)
        given = self.drill.answer(question, cents, max(0.0, self.clock() - begun))
        self.keep(given)
        self.tell(given)

    def answer(self, question: Question, asked: Text | None) -> int:
        """What somebody types, in cents."""
        while True:
            text = self.screen.ask(asked, self.read).strip()
            asked = None
            if text.lower() in LEAVE:
                raise Left
            try:
                if not text or text.lower() in HELP:
                    raise Refused(question.wanted)
                return question.read(text)
            except Refused as refused:
                self.screen.note(Text(str(refused), "yellow"))

    def tell(self, given: Given) -> None:
        """Say whether an answer is right, and of a wrong one what would have been, with its clauses."""
        question = given.question
        cited = Text(f" ({', '.join(question.clauses)})", "dim")
        if given.is_right:
            self.screen.note(
                Text.assemble(("Right. ", "bold green"), f"{question.why[:1].upper()}{question.why[1:]}.", cited)
            )
            return
        off = off_by(question, given.cents)
        no = f"No, {off}. " if off else "No. "
        said = f"{question.right_text[0].upper()}{question.right_text[1:]}"
        self.screen.note(Text.assemble((no, "bold red"), f"{said}: {question.why}.", cited))
        self.explain(question.clauses)

    def explain(self, clauses: Iterable[str]) -> None:
        """Tell what clauses say, and what the house has set in their place."""
        here = set_here(self.drill.book)
        for id_ in clauses:
            self.screen.clause(self.drill.book, id_)
            if id_ in here:
                self.screen.note(Text(f"Here {here[id_]}.", "dim"))
