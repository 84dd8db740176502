"""`croupier play`: a table in the terminal, or rounds dealt and explained where there is none."""

import contextlib
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from rich.rule import Rule as Line
from rich.text import Text

from croupier.chance import Chance
from croupier.cli.console import console
from croupier.cli.play.announce import Announcer
from croupier.cli.play.person import Ask, Left, Person
from croupier.cli.play.players import COMPANY, NAMES, Company
from croupier.cli.play.record import Recorder, finish_step, holds_records, shuffles_before
from croupier.cli.play.screen import Screen
from croupier.cli.play.table import Table
from croupier.dealer import Dealer
from croupier.errors import Refused, quoted
from croupier.games import GAMES
from croupier.games import game as game_by_id
from croupier.money import price
from croupier.openings import openings as openings_of
from croupier.table import BANK_WAGER, SPECTATOR, State, open_table, step
from croupier.table import commands as c
from croupier.table import events as e

YOU: Final = "You"
TABLE_NAME: Final = "Table 1"
SEED_WHEN_WATCHED: Final = "croupier"
PAUSE_SECONDS: Final = 0.12
LEFT_OPEN: Final = "the table was left in mid-round"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line."""

    game: str | None = None
    seed: str | None = None
    journal: Path | None = None
    openings: Path | None = None
    rounds: int | None = None
    seat: int | None = None
    chips: int = 1_000_00
    house: dict[str, object] | None = None


def run(
    game: str | None,
    *,
    seed: str | None,
    journal: Path | None,
    openings: Path | None,
    rounds: int | None,
    seat: int | None,
    chips: int,
    house: dict[str, object],
    watch: bool,
) -> None:
    """Play at a terminal; without one, or to watch, deal and explain."""
    wanted = Wanted(game, seed, journal, openings, rounds, seat, chips, house)
    if openings and not journal:
        raise Refused("openings are proved against a journal; give --journal too", field="--openings")
    shown = console()
    at_terminal = all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if watch or not at_terminal:
        explain(wanted, Screen(shown))
    else:
        sit_down(wanted, Screen(shown, lambda: time.sleep(PAUSE_SECONDS)), read_line)


def read_line() -> str:
    """Read a line from the terminal, with its history where the system has one."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it is what makes `input` edit lines
    return input("> ")


# ── Two ways to be at a table ────────────────────────────────────────────────────────────────────────────────────────


def explain(wanted: Wanted, screen: Screen) -> None:
    """Deal and explain rounds of house-run players: of one game, or of each."""
    if wanted.game is None and wanted.journal is None:
        check_no_house(wanted)
        for place, id_ in enumerate(GAMES):
            if place:
                screen.print(Text(""))
            one_table(wanted, id_, screen, None)
    else:
        one_table(wanted, wanted.game, screen, None)


def sit_down(wanted: Wanted, screen: Screen, ask: Ask) -> None:
    """Play one table, chosen from a menu where none was named."""
    game = wanted.game
    if game is None and (wanted.journal is None or not holds_records(wanted.journal)):
        check_no_house(wanted)
        try:
            game = choose_game(screen, ask)
        except (Left, EOFError):
            return
    one_table(wanted, game, screen, ask)


def check_no_house(wanted: Wanted) -> None:
    """Refuse house rules for no game in particular."""
    if wanted.house:
        raise Refused("house rules belong to one game; name it, such as `croupier play baccarat`")


def choose_game(screen: Screen, ask: Ask) -> str:
    """Ask which game to play."""
    games = list(GAMES)
    while True:
        screen.print(Text("Which game?", "bold"))
        for number, id_ in enumerate(games, 1):
            screen.print(Text.assemble("  ", (str(number), "bold cyan"), f" {game_by_id(id_).title}"))
        screen.print(Text.assemble("  ", ("q", "bold cyan"), " leave"))
        word = ask().strip().lower()
        if word in ("q", "quit"):
            raise Left
        if word in [str(number) for number in range(1, len(games) + 1)]:
            return games[int(word) - 1]
        named = [id_ for id_ in games if word and word in id_]
        if len(named) == 1:
            return named[0]
        screen.print(Text(f"{quoted(word)} is no game of this house; give its number.", "red"))


# ── One table ────────────────────────────────────────────────────────────────────────────────────────────────────────


def one_table(wanted: Wanted, game: str | None, screen: Screen, ask: Ask | None) -> None:
    """Play one table to its end, and say where its journal is."""
    seed = SEED_WHEN_WATCHED if wanted.seed is None and ask is None else wanted.seed
    chance = Chance.fresh() if seed is None else Chance.seeded(seed)
    with recording(wanted.journal, dated=seed is None) as recorder, opening(wanted.openings) as opened:
        table = seated(wanted, game, screen, ask, chance, recorder)
        try:
            table.play(wanted.rounds or (1 if ask is None else None))
            farewell(screen, table)
        except KeyboardInterrupt:
            screen.print(Text(""))
            if table.state.in_round:
                then = "; whoever continues the journal voids it first" if recorder else ""
                screen.print(Text(f"Round {table.state.round} is left open{then}.", "yellow"))
            raise
        finally:
            if recorder and opened:
                opened.writelines(openings_of(table.dealer.used, recorder.events()))
            if recorder:
                tell_journal(screen, recorder)


@contextlib.contextmanager
def recording(path: Path | None, *, dated: bool) -> Iterator[Recorder | None]:
    """Hold a journal while a table is played; seeded ones have no dates, so that they repeat to the byte."""
    if path is None:
        yield None
        return
    recorder = Recorder(path, now if dated else None)
    try:
        yield recorder
    finally:
        recorder.close()


@contextlib.contextmanager
def opening(path: Path | None) -> Iterator[TextIO | None]:
    """Hold a new file for the openings of a session's shuffles; one that holds none in the end is removed."""
    if path is None:
        yield None
        return
    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"openings go to a new file: {error.strerror}", field=str(path)) from None
    try:
        with file:
            yield file
    finally:
        if not path.stat().st_size:
            path.unlink()


def now() -> str:
    """The time of a record."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def seated(
    wanted: Wanted, game: str | None, screen: Screen, ask: Ask | None, chance: Chance, recorder: Recorder | None
) -> Table:
    """Open a table or go on with a journal's, seat everybody, and record it all in one go."""
    found = recorder.found if recorder else None
    shuffles = 0
    if found and recorder:
        before, unwritten = finish_step(found)
        check_continues(wanted, game, before, recorder.path, playing=ask is not None)
        shuffles = shuffles_before(found)
        past = [record.event for record in found.records]
        heading = f"Continued after {found.length} proved records."
    elif game is None:
        raise Refused("a new journal needs a game; name it, such as `croupier play baccarat --journal FILE`")
    else:
        before, unwritten = open_table(game_by_id(game), wanted.house, TABLE_NAME)
        past = []
        heading = ""
    company = Company(before.rulebook, chance)
    state, arrivals = arrive(wanted, before, company, playing=ask is not None)
    if recorder:
        recorder.write((*unwritten, *arrivals))
    seat = your_seat(state) if ask else wanted.seat or SPECTATOR
    announcer = Announcer(screen, before, seat, explains=ask is None)
    head(screen, before, heading)
    announcer.hear(arrivals, state)
    if found:
        announcer.tell_seats()
    you = Person(screen, ask, wanted.chips, last=last_bets(past, seat)) if ask else None
    return Table(Dealer(state, chance, shuffles=shuffles), company, announcer, recorder=recorder, you=you)


def check_continues(wanted: Wanted, game: str | None, state: State, path: Path, *, playing: bool) -> None:
    """Refuse to go on with another game, other rules or another seat than the journal's."""
    if game is not None and game != state.game.id:
        raise Refused(f"this is a journal of {state.game.id}, not of {game}", field=str(path))
    if wanted.house:
        raise Refused("this journal has its own house rules; leave -p and --house out to continue it", field=str(path))
    if playing and your_seat(state) and wanted.seat not in (None, your_seat(state)):
        raise Refused(f"you sit at seat {your_seat(state)} of this table; leave --seat out", field=str(path))


def arrive(wanted: Wanted, state: State, company: Company, *, playing: bool) -> tuple[State, tuple[e.Event, ...]]:
    """Void a round that was left open, and seat whoever is not there yet: you or the first player, then company."""
    commands: list[c.Command] = [c.VoidRound(LEFT_OPEN)] if state.in_round else []
    taken, seats = state.names, state.rulebook.seats
    names = (name for name in NAMES if name not in taken.values())
    free = (seat for seat in range(1, seats + 1) if seat not in taken)
    first = (your_seat(state) if playing else 0) or wanted.seat or next(free, 1)
    missing = not your_seat(state) if playing else not taken or wanted.seat not in (None, *taken)
    if missing:
        commands.append(c.Sit(first, YOU if playing else next(names), wanted.chips))
    here = {*taken, first} if missing else set(taken)
    if len(here) == 1:
        beside = ((min(here) - 1 + distance) % seats + 1 for distance in range(1, min(COMPANY + 1, seats)))
        commands += [c.Sit(seat, next(names), company.stack) for seat in beside]
    events: list[e.Event] = []
    for command in commands:
        state, happened = step(state, command)
        events += happened
    return state, tuple(events)


def your_seat(state: State) -> int:
    """The seat that is yours, 0 where none is."""
    return next((seat for seat, name in state.names.items() if name == YOU), 0)


def last_bets(events: Iterable[e.Event], seat: int) -> tuple[c.PlaceWager, ...]:
    """What a seat bet last."""
    bets: dict[str, c.PlaceWager] = {}
    fresh = True
    for event in events:
        if isinstance(event, e.RoundOpened):
            fresh = True
        elif isinstance(event, e.WagerPlaced) and event.seat == seat and event.wager != BANK_WAGER:
            bets = {} if fresh else bets
            fresh = False
            bets[event.wager] = c.PlaceWager(seat, event.wager, event.cents, event.spot)
    return tuple(bets.values())


# ── What is said before and after ────────────────────────────────────────────────────────────────────────────────────


def head(screen: Screen, state: State, heading: str) -> None:
    """Head a table's transcript."""
    title = Text(f"{state.game.title} · {state.name}", "bold")
    screen.print(Line(title, style="green", characters="═"))
    if heading:
        screen.print(Text(heading))


def farewell(screen: Screen, table: Table) -> None:
    """Say what you leave with."""
    if table.you:
        chips = table.state.chips(table.announcer.seat)
        result = chips - table.brought - table.you.bought
        word = f"{price(result)} up" if result > 0 else f"{price(-result)} down" if result else "even"
        screen.print(Text(f"You leave with {price(chips)}, {word}.", "bold"))


def tell_journal(screen: Screen, recorder: Recorder) -> None:
    """Say how long the journal is, its head to be kept elsewhere, and how to prove it."""
    length, end = recorder.end()
    screen.line(f"Journal: {length} records; keep its head elsewhere:")
    screen.line(end)
    screen.line(f"Prove it: croupier audit {shlex.quote(str(recorder.path))} --head {end}")
