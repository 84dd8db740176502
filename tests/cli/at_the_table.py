"""A person at a table in tests: typed answers in, the transcript and the journal out."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from croupier.chance import Drawn
from croupier.cli.play.screen import Screen
from croupier.cli.play.sitting import Wanted, explain, sit_down
from croupier.games import game as game_by_name
from croupier.money import dollars
from croupier.naming import dealt_game
from croupier.record.audit import Audit, audit
from croupier.record.names import beside
from croupier.record.proofs import check, opened
from croupier.record.recorder import terminated
from croupier.record.seal import Vault, key_file, key_from
from croupier.rulebook import Game

CTRL_C = "^C"
WIDTH = 80
SHORT_SHOE = {"decks": 6, "cut_card": 260}
"""House rules under which the cut card comes out within a dozen rounds."""


class Evenings(dict[str, tuple[str, ...]]):
    """What a person types at each game, from sitting down to leaving; at others, what their rulebooks ask for."""

    def __missing__(self, of: str) -> tuple[str, ...]:
        book = game_by_name(of).rulebook()
        wager = book.placed_wagers[0]
        bet = f"{wager.label.lower()} {dollars(max(wager.least, 10_00))}"
        decided = (option.label.lower() for decision in book.decisions for option in decision.options[-1:])
        return *(("n",) if book.player_banked else ()), bet, *decided, "", "q"


EVENING = Evenings(
    {
        "casino-monte": ("w 25 f 5", "3", "", "c", "r 10", "1", "q"),
        "baccarat": ("b 40 l 5", "", "t 5 p 10", "q"),
        "three-card-poker": ("y", "100", "50", "a 20 p 5", "p", "", "f", "q"),
    }
)


class Typed:
    """Answers typed one after the other, then the end of input; what was on the screen when each was asked for."""

    def __init__(self, console: Console, answers: Iterator[str]) -> None:
        self.console = console
        self.answers = answers
        self.screens: list[str] = []

    def __call__(self) -> str:
        self.screens.append(shown(self.console))
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        self.console.file.write(f"> {answer}".rstrip() + "\n")
        if answer == CTRL_C:
            raise KeyboardInterrupt
        return answer


def shown(console: Console) -> str:
    """All that a console has shown."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def console_of(width: int = WIDTH) -> Console:
    """A console that keeps what is printed."""
    return Console(file=io.StringIO(), width=width, highlight=False)


def sitting(game: str | Game | None, *answers: str, width: int = WIDTH, **wanted: Any) -> Typed:
    """Sit at a table and type answers; Ctrl-C ends the table, as it does the command."""
    console = console_of(width)
    typed = Typed(console, iter(answers))
    try:
        sit_down(replace(Wanted(dealt_game(game) if game else None, seed="2"), **wanted), Screen(console), typed)
    except KeyboardInterrupt:
        console.file.write("interrupted\n")
    typed.screens.append(shown(console))
    return typed


def played(game: str | Game | None, *answers: str, width: int = WIDTH, **wanted: Any) -> str:
    """Sit at a table, type answers, and give the transcript."""
    return sitting(game, *answers, width=width, **wanted).screens[-1]


def watched(game: str | Game | None, *, width: int = WIDTH, **wanted: Any) -> str:
    """Watch house-run players, and give the transcript."""
    console = console_of(width)
    explain(replace(Wanted(dealt_game(game) if game else None), **wanted), Screen(console))
    return shown(console)


def audited(path: Path) -> Audit:
    """The audit of a journal file."""
    with path.open(encoding="utf-8", newline="\n") as lines:
        return audit(lines)


def held(file: Path) -> bytes:
    """What a file holds; nothing where it is not there."""
    return file.read_bytes() if file.exists() else b""


def proved(journal: Path) -> Audit | None:
    """The audit of a journal's whole lines, which must pass; each of its secrets must be opened or sealed."""
    whole, _ = terminated(held(journal))
    if not whole:
        return None
    found = audit(whole.decode().splitlines(keepends=True))
    assert found.passed, found.fault
    there = {key for key, _ in opened(held(beside(journal, "openings")).decode().splitlines())}
    vault = Vault(beside(journal, "sealed"), key_from(key_file()))
    for use in found.uses:
        if use.subject.key not in there and (use.shown or not use.used_up):
            secret = vault.unseal(use.subject.table, use.subject, use.commitment)
            assert secret is not None, f"the secret of the {use.called} was lost"
            assert Drawn(use.subject, secret).commitment == use.commitment
    return found


def assert_opened(journal: Path) -> None:
    """Assert that a journal is in order, and that its openings prove all that was used up."""
    found = audited(journal)
    assert found.passed, found.fault
    check(held(beside(journal, "openings")).decode().splitlines(), found.uses)
