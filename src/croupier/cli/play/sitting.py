"""`croupier play`: a table in the terminal, or rounds dealt and explained where there is none."""

import contextlib
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.text import Text

from croupier.chance import Chance
from croupier.cli.play.announcer import Announcer
from croupier.cli.play.interruption import uninterrupted
from croupier.cli.play.person import Left, Person
from croupier.cli.play.screen import Ask, Screen
from croupier.cli.play.table import Table
from croupier.company import COMPANY, NAMES, Company
from croupier.conditions import place_of
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused, quoted
from croupier.games import every_game
from croupier.identity import rulebook_digest
from croupier.money import price
from croupier.record.names import PSEUDONYM, PSEUDONYM_LENGTH, read_names
from croupier.record.narration import YOU
from croupier.record.recorder import NotRecorded, TableRecorder
from croupier.rulebook import Game, Rulebook, clockwise
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import Stepped, step
from croupier.table.state import ENTROPY, GIVEN, SEED, State
from croupier.table.view import SPECTATOR

TABLE_NAME: Final = "Table 1"
SEED_WHEN_WATCHED: Final = "croupier"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line."""

    game: Game | None = None
    seed: str | None = None
    journal: Path | None = None
    openings: Path | None = None
    rounds: int | None = None
    seat: int | None = None
    chips: int = 1_000_00
    house: dict[str, object] | None = None


# ── Two ways to be at a table ────────────────────────────────────────────────────────────────────────────────────────


def explain(wanted: Wanted, screen: Screen) -> None:
    """Deal and explain rounds of house-run players: of one game, or of each."""
    if wanted.game is None and wanted.journal is None:
        check_no_house(wanted)
        for place, game in enumerate(every_game()):
            if place:
                screen.print(Text(""))
            one_table(wanted, game, screen, None)
    else:
        one_table(wanted, wanted.game, screen, None)


def sit_down(wanted: Wanted, screen: Screen, ask: Ask) -> None:
    """Play one table, chosen from a menu where none was named."""
    game = wanted.game
    if game is None and (wanted.journal is None or not holds_something(wanted.journal)):
        check_no_house(wanted)
        try:
            game = choose_game(screen, ask)
        except (Left, EOFError):
            return
    one_table(wanted, game, screen, ask)


def holds_something(path: Path) -> bool:
    """Whether a file exists and is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def check_no_house(wanted: Wanted) -> None:
    """Refuse house rules for no game in particular."""
    if wanted.house:
        raise Refused("house rules belong to one game; name it, such as `croupier play baccarat`")


def choose_game(screen: Screen, ask: Ask) -> Game:
    games = every_game()
    while True:
        screen.print(Text("Which game?", "bold"))
        for number, game in enumerate(games, 1):
            screen.print(Text.assemble("  ", (str(number), "bold cyan"), f" {game.title}"))
        screen.print(Text.assemble("  ", ("q", "bold cyan"), " leave"))
        word = ask().strip().lower()
        if word in ("q", "quit"):
            raise Left
        if word in [str(number) for number in range(1, len(games) + 1)]:
            return games[int(word) - 1]
        named = [game for game in games if word and (word in game.id or word in game.aliases)]
        if len(named) == 1:
            return named[0]
        screen.print(Text(f"{quoted(word)} is not a game of this house; give its number.", "red"))


# ── One table ────────────────────────────────────────────────────────────────────────────────────────────────────────


def one_table(wanted: Wanted, game: Game | None, screen: Screen, ask: Ask | None) -> None:
    """Play one table to its end, and say where its journal is."""
    with recording(wanted) as recorder:
        chance = chance_for(wanted, recorder, watched=ask is None)
        if recorder:
            recorder.clock = now if chance.source == ENTROPY else None
        table: Table | None = None
        try:
            with screen.table():
                with uninterrupted():
                    table = seated(wanted, game, screen, ask, chance, recorder)
                    if recorder:
                        recorder.finish()
                        tell_unproved(screen, recorder)
                table.play(wanted.rounds or (1 if ask is None else None))
            farewell(screen, table)
        except KeyboardInterrupt:
            screen.print(Text(""))
            if table and table.state.in_round:
                then = "; continue the journal to finish it" if recorder else ""
                screen.print(Text(f"Round {table.state.round} is left open{then}.", "yellow"))
            raise
        except NotRecorded as failed:
            tell_unrecorded(screen, table, failed, recorder)
            raise
        finally:
            if recorder and table is not None:
                tell_unproved(screen, recorder)
                tell_journal(screen, recorder)


@contextlib.contextmanager
def recording(wanted: Wanted) -> Iterator[TableRecorder | None]:
    """Hold a table's journal and what goes with it while the table is played."""
    if wanted.journal is None:
        yield None
        return
    recorder = TableRecorder(wanted.journal, wanted.openings, wanted.game)
    try:
        yield recorder
    finally:
        with uninterrupted():
            recorder.close()


def now() -> str:
    """The time of a record; seeded journals have none, so that they repeat to the byte."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def chance_for(wanted: Wanted, recorder: TableRecorder | None, *, watched: bool) -> Chance:
    """Where this sitting's chance comes from; a table that was dealt from entropy never goes on from a seed."""
    seed = SEED_WHEN_WATCHED if wanted.seed is None and watched else wanted.seed
    found = recorder.found if recorder else None
    if found is None or found.state is None:
        return Chance.fresh() if seed is None else Chance.seeded(seed)
    before = found.state.chance or (SEED if found.records[0].at is None else ENTROPY)
    field = str(wanted.journal)
    if before == GIVEN:
        raise Refused("the cards of this table were given from outside; it cannot be dealt on", field=field)
    if before == ENTROPY and wanted.seed is not None:
        raise Refused("this table is dealt from entropy; leave --seed out to continue it", field=field)
    if before == ENTROPY or seed is None:
        return Chance.fresh()
    chance = Chance.seeded(seed)
    if found.state.table in ("", chance.token("table")):
        return chance
    if wanted.seed is not None:
        raise Refused("this table was dealt from another seed; give that one, or none for entropy", field=field)
    return Chance.fresh()


def seated(
    wanted: Wanted, game: Game | None, screen: Screen, ask: Ask | None, chance: Chance, recorder: TableRecorder | None
) -> Table:
    """Open a table or go on with a journal's, seat everybody, and record it all in one go."""
    found = recorder.found if recorder else None
    names = read_names(recorder.path) if recorder else {}
    if found and found.state and recorder:
        before, unwritten = Stepped(found.state, found.pending)
        check_continues(wanted, game, before, names, recorder.path, playing=ask is not None)
        steps = [Stepped(before, unwritten)]
        taken_over = c.Continue(
            before.table or chance.token("table"),
            before.game.version,
            rulebook_digest(before.rulebook),
            chance.source,
            recorder.cut,
        )
        commands: list[c.Command] = [taken_over]
        past = [record.event for record in found.records]
        heading = f"Continued after {found.length} proved records."
    elif game is None:
        raise Refused("a new journal needs a game; name it, such as `croupier play baccarat --journal FILE`")
    else:
        steps = [open_bound(chance, game, wanted.house, TABLE_NAME)]
        before = steps[0].state
        commands, past, heading = [], [], ""
    company = Company(before.rulebook, chance)
    commands += arrivals(wanted, before, company, chance, names, playing=ask is not None)
    for command in commands:
        steps.append(step(steps[-1].state, command))
    state = steps[-1].state
    seat = your_seat(state, names) if ask else wanted.seat or SPECTATOR
    announcer = Announcer(
        screen,
        before,
        seat,
        explains=ask is None,
        names=names,
        head=(lambda: recorder.chain.head) if recorder else None,
    )
    if recorder:
        take_over(recorder, steps, names, screen)
    head(screen, before, heading)
    for stepped in steps[1:]:
        announcer.hear(stepped.events, stepped.state)
    if found:
        announcer.tell_seats()
    you = Person(screen, ask, wanted.chips, last=last_bets(past, seat, state.rulebook)) if ask else None
    return Table(Dealer(state, chance, recorder=recorder), company, announcer, you)


def take_over(recorder: TableRecorder, steps: list[Stepped], names: dict[str, str], screen: Screen) -> None:
    """Mend what a crash left behind, and record who came."""
    recorder.keep_names(names)
    recorder.mend()
    recorder.record(steps)
    if recorder.cut:
        tell_cut(screen, recorder, "and that is recorded" if recorder.found else "with nothing before it")


def check_continues(
    wanted: Wanted, game: Game | None, state: State, names: Mapping[str, str], path: Path, *, playing: bool
) -> None:
    """Refuse to go on with another game, other rules or another seat than the journal's, or without its player."""
    yours = your_seat(state, names)
    if game is not None and game.id != state.game.id:
        raise Refused(f"this is a journal of {state.game.id}, not of {game.id}", field=str(path))
    if wanted.house:
        raise Refused("this journal has its own house rules; leave -p and --house out to continue it", field=str(path))
    if playing and yours and wanted.seat not in (None, yours):
        raise Refused(f"you sit at seat {yours} of this table; leave --seat out", field=str(path))
    if yours and not playing:
        raise Refused(
            f"a person sits at seat {yours} of this table, and nobody else bets with their chips; continue it at a "
            "terminal, without --watch",
            field=str(path),
        )


def arrivals(
    wanted: Wanted, state: State, company: Company, chance: Chance, names: dict[str, str], *, playing: bool
) -> list[c.Command]:
    """Seat whoever is not there yet: you or the first player, then company."""
    taken, seats = state.seated, state.rulebook.seats
    here = {names.get(player, player) for player in taken.values()}
    others = (name for name in NAMES if name not in here)
    free = (seat for seat in range(1, seats + 1) if seat not in taken)
    first = (your_seat(state, names) if playing else 0) or wanted.seat or next(free, 1)
    missing = not your_seat(state, names) if playing else not taken or wanted.seat not in (None, *taken)

    def arrives(seat: int, name: str, cents: int, *, house_run: bool) -> c.Command:
        player = chance.token(f"player {len(names)} {name}", PSEUDONYM_LENGTH)
        names[player] = name
        return c.Sit(seat, player, cents, house_run)

    commands: list[c.Command] = []
    if missing:
        commands.append(arrives(first, YOU if playing else next(others), wanted.chips, house_run=not playing))
    there = {*taken, first} if missing else set(taken)
    if len(there) == 1:
        beside = clockwise(seats, min(there))[1 : COMPANY + 1]
        commands += [arrives(seat, next(others), company.stack, house_run=True) for seat in beside]
    return commands


def your_seat(state: State, names: Mapping[str, str]) -> int:
    """The seat that a person plays, 0 where none does."""
    for seat, player in state.seated.items():
        is_pseudonym = PSEUDONYM.fullmatch(player) is not None  # in version 1 a name, and nobody was marked
        if names.get(player, player) == YOU or (is_pseudonym and seat not in state.house_run):
            return seat
    return 0


def last_bets(events: Iterable[e.Event], seat: int, book: Rulebook) -> tuple[c.PlaceWager, ...]:
    """What a seat bet last, without what was placed with it."""
    bet = {wager.id for wager in book.placed_wagers}
    bets: dict[str, c.PlaceWager] = {}
    fresh = True
    for event in events:
        if isinstance(event, e.RoundOpened):
            fresh = True
        elif isinstance(event, e.WagerPlaced) and event.seat == seat and event.wager in bet:
            bets = {} if fresh else bets
            fresh = False
            bets[event.wager] = c.PlaceWager(seat, event.wager, event.cents, event.spot)
    return tuple(bets.values())


# ── What is said before and after ────────────────────────────────────────────────────────────────────────────────────


def head(screen: Screen, state: State, heading: str) -> None:
    """Head a table's transcript."""
    screen.banner(f"{state.game.title} · {state.name}")
    if heading:
        screen.print(Text(heading))


def farewell(screen: Screen, table: Table) -> None:
    if table.you:
        chips = table.state.chips(table.announcer.seat)
        result = chips - table.brought - table.you.bought
        word = f"{price(result)} up" if result > 0 else f"{price(-result)} down" if result else "even"
        screen.print(Text(f"You leave with {price(chips)}, {word}.", "bold"))


def tell_unrecorded(screen: Screen, table: Table | None, failed: NotRecorded, recorder: TableRecorder | None) -> None:
    """Say what could not be written, and what therefore is so: the chips that the journal holds."""
    screen.print(Text(f"{failed.path} cannot be written: {failed.why}.", "bold red"))
    if table is None:
        if recorder and recorder.is_mended and recorder.cut:
            tell_cut(screen, recorder, "which is not recorded")
        known = f"no more than the {failed.length:,} records before it" if failed.length else "nothing"
        nothing = "Nothing of this sitting was recorded, and nothing of it happened."
        screen.print(Text(nothing if failed.is_certain else doubt("The beginning of this sitting", known)))
        return
    screen.print(Text(f"The table ends here. What its {failed.length:,} records tell is what happened:"))
    tell_chips(screen, table, table.state)
    if table.dealer.ahead and not failed.is_certain:
        screen.print(Text(doubt("The step after that", "nothing") + " If all of it is there:"))
        tell_chips(screen, table, table.dealer.ahead)


def doubt(what: str, least: str) -> str:
    """Say that something may be on the disk or not."""
    return (
        f"{what} could not be written, and could not be taken back either: all of it may be on the disk, a part of it, "
        f"or {least}. `croupier audit` tells."
    )


def tell_cut(screen: Screen, recorder: TableRecorder, then: str) -> None:
    """Say that a torn record was cut off."""
    screen.print(Text(f"The last record was torn; {recorder.cut} bytes are cut off, {then}.", "yellow"))


def tell_unproved(screen: Screen, recorder: TableRecorder) -> None:
    """Say once what can never be opened."""
    if recorder.unproved:
        count, first = len(recorder.unproved), recorder.unproved[0].called
        screen.print(Text(f"{count} can no longer be proved, first the {first}.", "yellow"))
        recorder.unproved = []


def tell_chips(screen: Screen, table: Table, state: State) -> None:
    for seat in sorted(state.seated):
        screen.note(Text(f"Seat {seat}: {table.announcer.name(seat)}, {price(state.chips(seat))}"))


def tell_journal(screen: Screen, recorder: TableRecorder) -> None:
    """Say how long the journal is, its head to be kept elsewhere, and how to prove it."""
    length, end = recorder.chain.length, recorder.chain.head
    if not length:
        return
    screen.line(f"Journal: {length} records; keep its head elsewhere:")
    screen.line(end)
    own = f" --game {shlex.quote(place_of(recorder.own))}" if recorder.own else ""
    screen.line(f"Prove it: croupier audit {shlex.quote(str(recorder.path))} --head {end}{own}")
