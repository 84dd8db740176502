"""`croupier drill`: practise what each wager pays."""

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from croupier.cli.options import GameArgument, HouseOption, JsonOption, RulesOption, at_least_one, text_from, variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cli.play.screen import Screen
    from croupier.drill import Drill, Given

EPILOG = "Examples: `croupier drill tcp` · `croupier drill baccarat --only BAC-7 --level 3 --questions 50`"
QUESTIONS: Final = 20


def level_from(text: str) -> int:
    """Read a level."""
    if str(text) not in ("1", "2", "3"):
        raise typer.BadParameter(f"{text!r} is not a level; give 1, 2 or 3")
    return int(text)


def drill(
    game: GameArgument,
    questions: Annotated[
        int, typer.Option(parser=at_least_one, metavar="N", help="Stop after so many questions.")
    ] = QUESTIONS,
    level: Annotated[
        int,
        typer.Option(
            parser=level_from,
            metavar="1|2|3",
            help="1: one seat, round stakes. 2: two seats, and a bank that may be short. 3: three seats, odd stakes.",
        ),
    ] = 2,
    only: Annotated[
        str, typer.Option(metavar="CLAUSE", help="Ask only what this clause decides, such as TCP-W1b.")
    ] = "",
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Deal the same layouts again.")] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Forget what was kept of this game, and begin anew.")] = False,
    no_keep: Annotated[
        bool, typer.Option("--no-keep", help="Neither read nor keep any progress; with --seed all is repeated.")
    ] = False,
    rules: RulesOption = None,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Practise what each wager pays: layouts are dealt by the rules, answers are checked to the cent.

    What you miss is asked again after 3 questions, then after 8, 20, 50 and 120. Answers are read from standard input
    where there is no terminal. What was answered is kept in `~/.local/share/croupier/drill`. Exit status 130 when
    Ctrl-C ended it; what was answered by then is kept.
    """
    import time

    from croupier.chance import Chance
    from croupier.cli.output import deliver
    from croupier.cli.trainer import Trainer
    from croupier.drill import Drill, Score
    from croupier.drill.progress import Progress, progress_file
    from croupier.errors import Refused

    of = variant(game, rules, house)
    if of.rulebook is None:
        raise Refused(f"{of.id} is a model; only a game can be practised", field="GAME")
    if reset and no_keep:
        raise Refused("--no-keep keeps nothing that could be forgotten; leave one of them out", field="--reset")
    chance = Chance.fresh() if seed is None else Chance.seeded(text_from(seed, "--seed"))
    kept = None if no_keep else Progress(progress_file(of.id))
    if kept and reset:
        kept.forget()
    begun = Drill(of.rulebook, chance, level=level, only=only)
    if kept:
        begun.schedule = kept.read()
    keep: Callable[[Given], None] = (lambda given: kept.add([given.answered])) if kept else lambda _: None
    trainer = Trainer(begun, screen_for(aside=json), reader(aside=json), time.monotonic, keep)
    conditions = of.conditions.asked("drill", seed=seed, options=options_of(begun, questions, no_keep=no_keep))

    def score() -> None:
        deliver(Score(begun.book.game, tuple(begun.given), begun.schedule, conditions), csv=None, as_json=json)

    try:
        trainer.run(questions)
    except KeyboardInterrupt:
        score()
        raise
    score()


def options_of(begun: "Drill", questions: int, *, no_keep: bool) -> dict[str, object]:
    """The options that ask for the same drill."""
    from croupier.drill.drill import USUAL_LEVEL

    return {
        "--questions": questions if questions != QUESTIONS else None,
        "--level": begun.level if begun.level != USUAL_LEVEL else None,
        "--only": begun.only or None,
        "--no-keep": no_keep,
    }


def screen_for(*, aside: bool) -> "Screen":
    """Where questions are asked: on standard error where standard output is for data."""
    from croupier.cli.console import SafeConsole, console
    from croupier.cli.play.screen import Screen

    return Screen(SafeConsole(stderr=True, highlight=False, markup=False, emoji=False) if aside else console())


def reader(*, aside: bool) -> "Callable[[], str]":
    """How answers are read: at a terminal as at a table, else line by line, each shown after its question."""
    from croupier.cli.commands.play import read_line

    if sys.stdin is not None and sys.stdin.isatty() and not aside:
        return read_line

    def read() -> str:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        print(f"> {line.rstrip()}", file=sys.stderr if aside else sys.stdout)
        return line

    return read
