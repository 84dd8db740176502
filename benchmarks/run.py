"""Measure the table core beside its peers, and beside the floor under it (see README.md next to this file).

Everything that needs chance or a choice is made before the clock starts: a round is a list of commands. The clock then
runs over `step` with its ledger and one journal line per event. It counts processor time, repetitions of all contenders
are interleaved, and medians are reported, so that a busy machine is as busy for one as for another.
"""

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

from pokerkit import Automation, NoLimitTexasHoldem
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.peers import gymnasium_random, open_spiel_by_hand
from croupier import files, games
from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.files import Disk
from croupier.games import game
from croupier.record.journal import GENESIS, HASH_FIELD, VERSION, WRITERS, Chain, stamp
from croupier.record.recorder import TableRecorder
from croupier.rulebook import Rulebook
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBank,
    AwaitDecision,
    Awaiting,
    AwaitRound,
    AwaitSettlement,
    AwaitWagers,
    awaiting,
)
from croupier.table.core import open_table, step
from croupier.table.driver import drive
from croupier.table.state import BANK_WAGER, State

ROUNDS: Final = 50
PLAYERS: Final = 6
CHIPS: Final = 1_000_000_00
BANK: Final = 1_000_00
WAGER: Final = 5_00
FLOOR_BAR: Final = 2.5
"""The core may take so many times the floor."""

POKERKIT: Final = "PokerKit hold'em"
PEERS: Final = ("open_spiel blackjack", "Gymnasium Blackjack-v1", POKERKIT)
KEPT: Final = ("no journal", "unsynced", "synced")
"""How a table may be kept."""
DISK: Final = files.disk
PARTS: Final = ("core", "table", "floor", "build", "write", "hash", "json")
GAMES: Final = tuple(games.GAMES)


# ── Rounds, made before the clock starts ─────────────────────────────────────────────────────────────────────────────


def make_rounds(id_: str, rounds: int, seed: int = 1) -> list[c.Command]:
    """Play rounds with six players (and a player-dealer where one banks), and keep the commands."""
    state, _ = open_table(game(id_))
    dealer = Dealer(state, Chance.seeded(f"benchmark {seed}"))
    choice = Random(seed)
    commands: list[c.Command] = []
    for command in commands_of(dealer, rounds, choice):
        dealer.do(command)
        commands.append(command)
    return commands


def commands_of(dealer: Dealer, rounds: int, choice: Random) -> Iterator[c.Command]:
    """Give the next command again and again, until so many rounds are closed."""
    for seat in range(1, PLAYERS + 1 + dealer.state.player_banked):
        yield c.Sit(seat, f"Player {seat}", CHIPS)
    while dealer.state.in_round or dealer.state.round < rounds:
        waiting = awaiting(dealer.state)
        match waiting:
            case AwaitBank():
                yield c.TakeBank(waiting.seat) if waiting.seat else c.OfferBank()
            case AwaitWagers():
                yield from bets(dealer.state, choice)
            case AwaitDecision():
                yield c.Decide(waiting.seats[0], choice.choice(waiting.options))
            case AwaitSettlement():
                yield c.SettleRound()
            case _:
                yield dealer.next() or c.OpenRound()


def bets(state: State, choice: Random) -> Iterator[c.Command]:
    """Everybody bets, then betting is closed."""
    for seat in sorted(state.seated):
        if seat == state.player_dealer:
            yield c.PlaceWager(seat, BANK_WAGER, BANK)
            continue
        ways = ways_to_bet(state.rulebook)
        for wager in ways[seat % len(ways)]:
            yield c.PlaceWager(seat, wager, WAGER, spot_for(state.rulebook, wager, choice))
    yield c.CloseBets()


def ways_to_bet(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    """What the players bet before the cards, each the next of these: a wager that stands alone, and what needs it."""
    placed = book.placed_wagers
    alone = [wager.id for wager in placed if not wager.needs]
    return tuple((id_, *(wager.id for wager in placed if id_ in wager.needs)) for id_ in alone)


def spot_for(book: Rulebook, wager: str, choice: Random) -> int:
    """A spot for the wager that chooses one."""
    return choice.randint(1, len(book.spots)) if book.spots and wager == book.wagers[0].id else 0


# ── The core, and the floor under it ─────────────────────────────────────────────────────────────────────────────────


def play(id_: str, commands: list[c.Command]) -> str:
    """Put the commands to a table, write a line for every event, and give the journal's head."""
    chain = Chain()
    lines: list[str] = []
    state, events = open_table(game(id_))
    lines += map(chain.line, events)
    for command in commands:
        state, events = step(state, command)
        for event in events:
            lines.append(chain.line(event))
    return chain.head


def play_unrecorded(id_: str, commands: list[c.Command]) -> None:
    """The same without a journal."""
    state, _ = open_table(game(id_))
    for command in commands:
        state, _ = step(state, command)


@dataclass(frozen=True, slots=True)
class Apart:
    """An event taken apart: its class and values, what writes it, and its record as plain data."""

    build: Callable[..., Any]
    values: tuple[Any, ...]
    write: Callable[[int, str, Any], str]
    record: tuple[tuple[str, object], ...]


def take_apart(events: list[e.Event]) -> list[Apart]:
    """Take events apart, to be built again."""
    apart: list[Apart] = []
    for number, event in enumerate(events):
        write = WRITERS[VERSION][type(event)]
        values = tuple(getattr(event, field.name) for field in fields(event))
        record = json.loads(write(number, stamp(None if number else VERSION, None, None), event) + "}")
        apart.append(Apart(type(event), values, write, tuple(record.items())))
    return apart


def floor(recipes: list[tuple[Callable[..., Any], tuple[Any, ...], Callable[[int, str, Any], str]]]) -> str:
    """Build, serialise and hash the same events, as fast as we know how, and nothing else; gives the same head."""
    head = GENESIS
    stamped = stamp(VERSION, None, None)
    lines: list[str] = []
    for number, (build, values, write) in enumerate(recipes):
        text = write(number, stamped, build(*values))
        head = sha256((head + text).encode()).hexdigest()
        lines.append(f'{text}{HASH_FIELD}{head}"}}\n')
        stamped = ""
    return head


def floor_by_json(recipes: list[tuple[Callable[..., Any], tuple[Any, ...], tuple[tuple[str, object], ...]]]) -> str:
    """The same with the standard library's encoder in place of the journal's compiled writers, for comparison."""
    encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
    head = GENESIS
    lines: list[str] = []
    for build, values, record in recipes:
        build(*values)
        text = encode(dict(record))[:-1]
        head = sha256((head + text).encode()).hexdigest()
        lines.append(f'{text}{HASH_FIELD}{head}"}}\n')
    return head


def build_only(recipes: list[tuple[Callable[..., Any], tuple[Any, ...]]]) -> None:
    """The first part of the floor."""
    for build, values in recipes:
        build(*values)


def serialise_only(written: list[tuple[Callable[[int, str, Any], str], e.Event]]) -> None:
    """The second part of the floor."""
    for number, (write, event) in enumerate(written):
        write(number, "", event)


def hash_only(texts: list[str]) -> None:
    """The last part of the floor."""
    head = GENESIS
    for text in texts:
        head = sha256((head + text).encode()).hexdigest()


def events_of(id_: str, commands: list[c.Command]) -> list[e.Event]:
    """All events that the commands lead to."""
    state, opened = open_table(game(id_))
    events = list(opened)
    for command in commands:
        state, happened = step(state, command)
        events += happened
    return events


# ── A table that is kept ─────────────────────────────────────────────────────────────────────────────────────────────

Batch = tuple[c.Command, ...] | None
"""Commands that are recorded together; None is chance's turn."""


def make_batches(id_: str, rounds: int) -> list[Batch]:
    """Play rounds as `croupier play` does, everybody's commands of one moment together, and keep the batches."""
    choice = Random(1)
    dealer = seated_dealer(id_, None)
    batches: list[Batch] = []
    while dealer.state.in_round or dealer.state.round < rounds:
        dealer.go_on()
        batch = answers(dealer.state, awaiting(dealer.state), choice)
        dealer.do(*batch)
        batches += [None, batch]
    return batches


def answers(state: State, waiting: Awaiting, choice: Random) -> tuple[c.Command, ...]:
    """What everybody at a table answers now."""
    match waiting:
        case AwaitRound():
            opens = c.OpenRound()
            return (opens, *bets(step(state, opens).state, choice))
        case AwaitBank():
            return (c.TakeBank(waiting.seat) if waiting.seat else c.OfferBank(),)
        case AwaitDecision():
            decided: list[c.Command] = []

            def decide(_: State, waiting: Awaiting) -> tuple[c.Command, ...]:
                if not isinstance(waiting, AwaitDecision):
                    return ()
                decided.append(c.Decide(waiting.seats[0], choice.choice(waiting.options)))
                return (decided[-1],)

            drive(state, decide)
            return tuple(decided)
        case _:
            return (c.SettleRound(),)


def seated_dealer(id_: str, recorder: TableRecorder | None) -> Dealer:
    """A dealer at a table where everybody sits."""
    chance = Chance.seeded("benchmark")
    steps = [open_bound(chance, game(id_))]
    for seat in range(1, PLAYERS + 1 + steps[0].state.player_banked):
        steps.append(step(steps[-1].state, c.Sit(seat, f"Player {seat}", CHIPS)))
    if recorder:
        recorder.record(steps)
    return Dealer(steps[-1].state, chance, recorder=recorder)


def play_kept(id_: str, batches: list[Batch], recorder: TableRecorder | None) -> None:
    """Deal and record the batches."""
    dealer = seated_dealer(id_, recorder)
    for batch in batches:
        if batch is None:
            dealer.go_on()
        else:
            dealer.do(*batch)


class Hasty(Disk):
    """A disk that is not waited for, and counts how often it would have been."""

    syncs = 0

    def sync(self, descriptor: int) -> None:  # noqa: ARG002  # nothing is synced
        """Go on at once."""
        self.syncs += 1


def time_kept(id_: str, batches: list[Batch], how: str) -> tuple[float, int]:
    """Seconds by the clock that the batches take, and how often the disk was to be waited for."""
    hasty, files.disk = Hasty(), DISK
    if how == "unsynced":
        files.disk = hasty
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # a disk; the folder of temporary files may be memory
        os.environ["CROUPIER_KEY"] = str(Path(folder) / "key")
        recorder = None if how == "no journal" else TableRecorder(Path(folder) / "table.jsonl")
        start = perf_counter()
        play_kept(id_, batches, recorder)
        seconds = perf_counter() - start
        if recorder:
            recorder.close()
    files.disk = DISK
    return seconds, hasty.syncs


def kept_figures(rounds: int, repetitions: int) -> dict[str, Any]:
    """What keeping a table costs: rounds without a journal, with one, and with one that is synced, in turns."""
    batches = {id_: make_batches(id_, rounds) for id_ in GAMES}
    seconds: dict[str, list[float]] = {f"{id_} {how}": [] for id_ in GAMES for how in KEPT}
    syncs = dict.fromkeys(GAMES, 0)
    for _ in range(repetitions + 1):  # the first to warm up
        for id_ in GAMES:
            for how in KEPT:
                taken, waits = time_kept(id_, batches[id_], how)
                seconds[f"{id_} {how}"].append(taken)
                syncs[id_] = max(syncs[id_], waits)
    seconds = {name: times[1:] for name, times in seconds.items()}
    return {
        id_: {
            "milliseconds_per_round": {how: median(seconds[f"{id_} {how}"]) / rounds * 1e3 for how in KEPT},
            "syncs_per_round": syncs[id_] / rounds,
            "synced_over_unsynced": ratio(seconds, f"{id_} synced", f"{id_} unsynced"),
            "synced_over_none": ratio(seconds, f"{id_} synced", f"{id_} no journal"),
        }
        for id_ in GAMES
    }


# ── Peers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


POKERKIT_DOES: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def pokerkit(rounds: int) -> None:
    """PokerKit's no-limit hold'em: six players check every street down to the showdown."""
    for _ in range(rounds):
        state = NoLimitTexasHoldem.create_state(
            POKERKIT_DOES,
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=200,
            player_count=PLAYERS,
        )
        while state.status:
            state.check_or_call()


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Contender:
    """Something to be timed, and how much one run of it does."""

    name: str
    run: Callable[[], object]
    rounds: int
    seats: int
    events: int = 0


def at_our_tables(rounds: int) -> Iterator[Contender]:
    """Each game through the core, the floor under it, and the parts of both."""
    for id_ in GAMES:
        commands = make_rounds(id_, rounds)
        events = events_of(id_, commands)
        apart = take_apart(events)
        recipes = [(each.build, each.values, each.write) for each in apart]
        by_json = [(each.build, each.values, each.record) for each in apart]
        written = [(each.write, event) for each, event in zip(apart, events, strict=True)]
        if not play(id_, commands) == floor(recipes) == floor_by_json(by_json):
            sys.exit(f"{id_}: the floor does not write the journal that the table writes")
        for part, run in (
            ("core", partial(play, id_, commands)),
            ("floor", partial(floor, recipes)),
            ("json", partial(floor_by_json, by_json)),
            ("table", partial(play_unrecorded, id_, commands)),
            ("build", partial(build_only, [recipe[:2] for recipe in recipes])),
            ("write", partial(serialise_only, written)),
            (
                "hash",
                partial(hash_only, [write(number, "", event) for number, (write, event) in enumerate(written)]),
            ),
        ):
            yield Contender(f"{id_} {part}", run, rounds, PLAYERS, len(events))


def elsewhere(rounds: int) -> Iterator[Contender]:
    """The peers, each with as many rounds as it plays in about the time of the others."""
    yield Contender("open_spiel blackjack", partial(open_spiel_by_hand, 20 * rounds), 20 * rounds, seats=1)
    yield Contender(
        "Gymnasium Blackjack-v1", partial(gymnasium_random, "Blackjack-v1", 5 * rounds), 5 * rounds, seats=1
    )
    yield Contender(POKERKIT, partial(pokerkit, rounds // 10), rounds // 10, PLAYERS)


def time_all(all_: list[Contender], repetitions: int) -> dict[str, list[float]]:
    """Seconds of every contender, once per repetition and side by side."""
    seconds: dict[str, list[float]] = {contender.name: [] for contender in all_}
    for contender in all_:
        contender.run()  # once to warm up
    for _ in range(repetitions):
        for contender in all_:
            start = process_time()
            contender.run()
            seconds[contender.name].append(process_time() - start)
    return seconds


def ratio(seconds: dict[str, list[float]], one: str, other: str) -> float:
    """How many times longer one took than the other: the median of the ratios, each taken within one repetition."""
    return median(a / b for a, b in zip(seconds[one], seconds[other], strict=True))


def figures(all_: list[Contender], seconds: dict[str, list[float]]) -> dict[str, Any]:
    """All that was measured, as plain data."""
    by_name = {contender.name: contender for contender in all_}
    rates = {name: by_name[name].rounds / median(times) for name, times in seconds.items()}
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "repetitions": len(next(iter(seconds.values()))),
        "games": {id_: game_figures(id_, by_name, seconds, rates) for id_ in GAMES},
        "peers": {
            name: {"rounds_per_second": rates[name], "seat_rounds_per_second": rates[name] * by_name[name].seats}
            for name in PEERS
        },
    }


def game_figures(
    id_: str, by_name: dict[str, Contender], seconds: dict[str, list[float]], rates: dict[str, float]
) -> dict[str, Any]:
    """What was measured of one game."""
    core = f"{id_} core"
    each = by_name[core]
    return {
        "rounds_per_second": rates[core],
        "seat_rounds_per_second": rates[core] * each.seats,
        "events_per_round": each.events / each.rounds,
        "microseconds_per_event": {part: median(seconds[f"{id_} {part}"]) / each.events * 1e6 for part in PARTS},
        "core_over_floor": ratio(seconds, core, f"{id_} floor"),
        "core_over_json": ratio(seconds, core, f"{id_} json"),
        "times_pokerkit": rates[core] / rates[POKERKIT],
    }


# ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def tell(found: dict[str, Any], console: Console) -> None:
    """Print what was measured."""
    rates = plain_table("rounds/s", "seat-rounds/s", "core/floor", "× PokerKit")
    for id_, each in found["games"].items():
        rates.add_row(
            id_,
            f"{each['rounds_per_second']:,.0f}",
            f"{each['seat_rounds_per_second']:,.0f}",
            verdict(each["core_over_floor"], met=each["core_over_floor"] <= FLOOR_BAR),
            verdict(each["times_pokerkit"], met=each["times_pokerkit"] > 1),
        )
    for name, each in found["peers"].items():
        rates.add_row(name, f"{each['rounds_per_second']:,.0f}", f"{each['seat_rounds_per_second']:,.0f}")
    spent = plain_table("events", *PARTS)
    for id_, each in found["games"].items():
        per_event = each["microseconds_per_event"]
        spent.add_row(id_, f"{each['events_per_round']:.1f}", *(f"{per_event[part]:.2f}" for part in PARTS))
    console.print(rates)
    by_json = ", ".join(f"{each['core_over_json']:.2f}" for each in found["games"].values())
    console.print(f"Bars: at most {FLOOR_BAR} times the floor, and ahead of PokerKit.")
    console.print(f"Against a floor that writes with the standard library's JSON encoder: {by_json}.\n")
    console.print(spent)
    console.print("Events per round, and microseconds of processor time per event (benchmarks/README.md).\n")
    kept = plain_table(*KEPT, "syncs", "synced/unsynced", "synced/none")
    for id_, each in found["journalled play"].items():
        kept.add_row(
            id_,
            *(f"{each['milliseconds_per_round'][how]:.2f}" for how in KEPT),
            f"{each['syncs_per_round']:.1f}",
            f"{each['synced_over_unsynced']:.2f}",
            f"{each['synced_over_none']:.2f}",
        )
    console.print(kept)
    console.print("Journalled play: milliseconds by the clock per round, and how often the disk is waited for.")


def plain_table(*columns: str) -> Table:
    """A table of numbers, narrow enough for any terminal."""
    table = Table("", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.columns[0].no_wrap = True
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def verdict(times: float, *, met: bool) -> str:
    """A ratio, and whether it meets its bar."""
    return f"{times:.2f} {'[green]met' if met else '[red]missed'}"


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a few seconds instead of a minute; rougher")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args()
    repetitions = 7 if given.quick else 41
    console = Console()
    with console.status("measuring"):
        all_ = [*at_our_tables(ROUNDS), *elsewhere(ROUNDS)]
        gc.freeze()  # what was prepared is nobody's garbage to look through
        found = figures(all_, time_all(all_, repetitions))
        found["journalled play"] = kept_figures(ROUNDS // 5, repetitions // 4)
    tell(found, console)
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
