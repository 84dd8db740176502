"""Measure the exact engine: beside plain C, beside poker evaluators, and by the clock on the wall.

What is compared takes turns within every repetition, and a ratio is the median of the ratios within one. Times are
processor time except where threads or waiting are measured; those are by the clock on the wall and the best of all
repetitions, the one in which nobody else took the processor. Figures that can be wrong are checked first: every
contender must have counted the same.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, islice
from math import nan
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Final

import eval7
import numpy as np
import phevaluator
from numpy.typing import NDArray
from rich.console import Console

from benchmarks.figures import Figure, table_of, write
from croupier.exact.analysis import analyze
from croupier.exact.counter import written
from croupier.exact.parts import Sum, run, summed
from croupier.exact.solve import Solver, model_of, solver_of
from croupier.exact.space import Ints, Space, full
from croupier.exact.wager_report import repriced
from croupier.games import GAMES
from croupier.hands import Poker, seven_card_strength
from croupier.kernel.kernel import Kernel
from croupier.odds import PUSHED
from croupier.rulebook import Model
from tests.exact.all_hands import loops as all_hands
from tests.exact.foreign import six_cards_alone

HERE: Final = Path(__file__).parent
C_BAR, THREADS_BAR, EVALUATORS_BAR, START_BAR = 1.5, 1.8, 20.0, 1.5
SIDE_BAR, MAIN_BAR = 0.001, 0.050
COLD_BAR, WARM_BAR, BEYOND_BAR, KEPT_BAR = 12.0, 1.5, 0.6, 0.5

TCP_FLOOR: Final = 55_190_538
"""So many deals of Three Card Poker differ by more than the names of suits."""
SIX_CARDS: Final = replace(six_cards_alone(), suits_alike=False)  # every hand by itself


def seconds(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """How long something takes."""
    start = clock()
    work()
    return clock() - start


# ── Counting, beside plain C ─────────────────────────────────────────────────────────────────────────────────────────


def counter_of(model: Model) -> tuple[Space, Kernel]:
    """A model's space and its counter."""
    space = Space(model, full(model.decks), lumped=True)
    return space, written(space)


def c_program(name: str, folder: Path, *options: str) -> Path:
    """One of the programs in C, compiled at -O3."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("no C compiler was found; cc, gcc and clang would do")
    program = folder / "".join((name, *options))
    subprocess.run([compiler, "-O3", *options, "-o", program, HERE / "c" / f"{name}.c"], check=True)  # noqa: S603  # our own source
    return program


def c_answer(program: Path, *arguments: Path) -> tuple[list[int], float]:
    """What a program in C counted, and its seconds of processor time."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)  # noqa: S603  # compiled just now
    *counted, took = done.stdout.split()
    return [int(each) for each in counted], float(took)


def checksum(keys: Ints, counts: Ints) -> int:
    """A sum that depends on every key and every count, as the program in C works it out."""
    return int((keys.astype(np.uint64) * counts.astype(np.uint64)).sum(dtype=np.uint64))


def beside_c(folder: Path, repetitions: int) -> Iterator[Figure]:
    """Three Card Poker's whole joint count: 63,193 kinds of hand and exposed card, 1,128 pairs of hidden ones each.

    The floor is 55,190,538 deals, by Burnside's lemma: so many are left when suits are alike, and the counter looks at
    no others. The program in C, which merges no hidden cards, looks at 71,281,704; before, both looked at 97,002,360.
    """
    program = c_program("three_card_poker", folder)
    space, counter = counter_of(model_of("three-card-poker"))
    keys, counts = run(space, counter, 1)
    (deals, sum_), _ = c_answer(program)
    if (deals, sum_) != (int(counts.sum()), checksum(keys, counts)):
        sys.exit("the program in C and the counter do not count the same")
    in_c, ours = [], []
    waited: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(repetitions):
        in_c.append(c_answer(program)[1])
        ours.append(seconds(lambda: run(space, counter, 1)))
        for _ in range(2):  # one thread, two threads, one thread, two threads
            for workers, each in waited.items():
                start = perf_counter()
                run(space, counter, workers)
                each.append(perf_counter() - start)
    yield Figure("Three Card Poker, all deals, plain C -O3", median(in_c), "s")
    yield Figure("Three Card Poker, all deals, compiled counter, one thread", median(ours), "s")
    looked = Sum()
    for _ in summed(looked, space, counter):
        pass
    yield Figure("  deals looked at, beside as few as there can be", looked.leaves / TCP_FLOOR, "×", 1.0)
    yield Figure("  times plain C", median(o / c for o, c in zip(ours, in_c, strict=True)), "×", C_BAR)
    alone, both = (min(each) for each in waited.values())
    cores = f"  one thread / two, on {os.cpu_count()} cores, best of each"
    yield Figure(cores, alone / both, "×", THREADS_BAR, at_most=False)


# ── All six-card hands, beside evaluators ────────────────────────────────────────────────────────────────────────────

PHEVALUATOR_WORST: Final = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
"""The last of phevaluator's ranks that is a straight flush, four of a kind, a full house and so on."""


def by_eval7(hands: int | None) -> list[int]:
    """Categories counted by eval7: high card first, royal and other straight flushes together."""
    deck = eval7.Deck().cards
    categories, evaluate = [0] * 9, eval7.evaluate
    for hand in islice(combinations(deck, 6), hands):
        categories[evaluate(hand) >> 24] += 1
    return categories


def by_phevaluator(hands: int | None) -> list[int]:
    """The same by phevaluator, whose ranks are sorted into categories afterwards."""
    ranks, evaluate = [0] * 7463, phevaluator.evaluate_cards
    for hand in islice(combinations(range(52), 6), hands):
        ranks[evaluate(*hand)] += 1
    categories = [0] * 9
    for rank, times in enumerate(ranks):
        if times:
            categories[8 - bisect_left(PHEVALUATOR_WORST, rank)] += times
    return categories


def beside_evaluators(folder: Path, repetitions: int, *, quick: bool) -> Iterator[Figure]:
    """The categories of all C(52,6) hands; in a quick run the peers take 200,000 of them and the rest is reckoned."""
    space, counter = counter_of(SIX_CARDS)
    keys, counts = run(space, counter, 1)
    by_code = dict(zip(keys.tolist(), counts.tolist(), strict=True))
    ours = [by_code[hand] for hand in Poker]
    in_c, _ = c_answer(c_program("six_cards", folder))
    if in_c != ours:
        sys.exit("the program in C and the counter do not count the same")
    hands = 200_000 if quick else None
    took = {}
    for name, peer in (("eval7", by_eval7), ("phevaluator", by_phevaluator)):
        start = process_time()
        categories = peer(hands)
        took[name] = process_time() - start
        if not quick and categories != [*ours[:8], ours[8] + ours[9]]:
            sys.exit(f"{name} and the counter do not count the same")
    whole = space.total / hands if hands else 1
    mine = median(seconds(lambda: run(space, counter, 1)) for _ in range(repetitions))
    yield Figure("all C(52,6) hands by category, compiled counter, one thread", mine, "s")
    yield Figure("all C(52,6) hands by category, plain C -O3", c_answer(folder / "six_cards")[1], "s")
    for name, each in took.items():
        yield Figure(f"all C(52,6) hands by category, {name}", each * whole, "s")
    yield Figure("  the faster of them takes", min(took.values()) * whole / mine, "×", EVALUATORS_BAR, at_most=False)


# ── Strengths of seven cards, beside plain C ─────────────────────────────────────────────────────────────────────────

COUNTED: Final = ("out[strength >> 26] += 1", "at += strength")
"""What is done with each strength: so many of each category, and the sum of all."""
SEVEN: Final = "strength = seven(a, b, c, d, e, f, g)"
ALL_SEVENS: Final = all_hands(7, lambda letters: (SEVEN, *COUNTED) if letters.endswith("g") else ())
DEALT_SEVENS: Final = "\n        ".join(
    (
        "def entry(out, cards):\n    at = 0\n    for n in range(0, len(cards), 7):",
        *(f"{letter} = int(cards[n + {place}])" for place, letter in enumerate("abcdefg")),
        SEVEN,
        *COUNTED,
        "\n    return at\n",
    )
)
DEALT: Final = 4_000_000


def sevens(kernel: Kernel, cards: NDArray[np.uint8]) -> tuple[list[int], float]:
    """What the compiled rule counted, and its seconds of processor time."""
    out = np.zeros(10, np.int64)
    start = process_time()
    sum_ = kernel.compiled(out, cards)
    return [*out.tolist(), sum_], process_time() - start


def strengths(folder: Path, repetitions: int) -> Iterator[Figure]:
    """The strengths of all C(52,7) hands in order, and of dealt ones, whose category no processor foresees.

    The program in C does the same, once as the rules are written and once with tables of 64 KiB.
    """
    dealt = np.random.default_rng(7).permuted(np.tile(np.arange(52, dtype=np.uint8), (DEALT, 1)), axis=1)[:, :7]
    cards = np.ascontiguousarray(dealt).reshape(-1)
    file = folder / "dealt"
    cards.tofile(file)
    programs = {"plain C -O3": c_program("seven_cards", folder)}
    programs["plain C -O3 with tables"] = c_program("seven_cards", folder, "-DTABLES")
    for what, source, given in (
        ("all C(52,7) strengths", ALL_SEVENS, ()),
        ("dealt hands of seven", DEALT_SEVENS, (file,)),
    ):
        kernel = Kernel("entry", "(int64[::1], uint8[::1])", source, (("seven", seven_card_strength),))
        counted, _ = sevens(kernel, cards)
        took: dict[str, list[float]] = {name: [] for name in ("compiled rule", *programs)}
        for _ in range(repetitions):
            took["compiled rule"].append(sevens(kernel, cards)[1])
            for name, program in programs.items():
                in_c, spent = c_answer(program, *given)
                if in_c != counted:
                    sys.exit("the program in C and the compiled rule do not rank the same")
                took[name].append(spent)
        for name, each in took.items():
            yield Figure(f"{what}, {name}", median(each) * 1e9 / sum(counted[:10]), "ns")
            if name in programs:
                ratios = (ours / theirs for ours, theirs in zip(took["compiled rule"], each, strict=True))
                yield Figure(f"  the compiled rule, times {name}", median(ratios), "×", C_BAR)


# ── Another paytable ─────────────────────────────────────────────────────────────────────────────────────────────────


def repricing(repetitions: int) -> Iterator[Figure]:
    """What another paytable costs, a count being at hand."""
    solver = solver_of("three-card-poker")
    bonus = analyze(solver).wagers["six_card_bonus"]
    odds = {"royal_flush": Fraction(500), "straight": Fraction(9)}
    times = [seconds(lambda: repriced(bonus, odds).house_edge) for _ in range(10 * repetitions)]
    yield Figure("6 Card Bonus under another paytable", 1000 * median(times), "ms", 1000 * SIDE_BAR)
    ante = next(wager for wager in solver.model.wagers if wager.id == "ante")
    paid = tuple(replace(line, pays=PUSHED if line.id == "behind_unqualified" else line.pays) for line in ante.lines)
    model = replace(solver.model, wagers=(replace(ante, lines=paid), *solver.model.wagers[1:]))
    times = [seconds(lambda: edge_under(solver, model)) for _ in range(repetitions)]
    yield Figure("Ante and Play under other odds, decided anew", 1000 * median(times), "ms", 1000 * MAIN_BAR)


def edge_under(solver: Solver, model: Model) -> Fraction:
    """The edge of a count under other odds."""
    return -analyze(solver.repriced(model)).distribution({"ante": 1}).mean


# ── From a shell ─────────────────────────────────────────────────────────────────────────────────────────────────────

EMPTY_APP: Final = "import typer\napp = typer.Typer()\n@app.command()\ndef main() -> None: ...\napp()\n"
OURS: Final = "from croupier.cli.main import main; main()"
ROUND: Final = '{"game":"casino-monte","cards":["Jd","As","4c"],"seats":[{"seat":1,"spot":2,"initial":10,"raise":30}]}'


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command: Python keeps its bytecode, as it does of what is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | changes


def command(program: str, *arguments: str, given: str = "", **changes: str) -> tuple[float, float]:
    """Seconds of processor time and by the clock that a Python program takes in a process of its own.

    No numbers where it fails.
    """
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(  # noqa: S603  # our own programs
        [sys.executable, "-c", program, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env=environment(**changes),
    )
    waited, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (nan, nan) if done.returncode else (spent, waited)


BARE: Final = "a bare interpreter"
FIRST: Final = "the first croupier.game('tcp')"
FIRST_BAR: Final = 150
"""Milliseconds of processor time beyond a bare interpreter."""
FOREIGN: Final = Path(__file__).parents[1] / "examples" / "games" / "casino_war.py"
FROM_FILE: Final = "then a game of a file"
FROM_PACKAGE: Final = "then a game of an installed package"
FOREIGN_BAR: Final = 50
"""Milliseconds of processor time that a game from elsewhere adds."""
STARTS: Final[dict[str, tuple[str, tuple[str, ...], str]]] = {
    "an empty Typer app, --help": (EMPTY_APP, ("--help",), ""),
    "an empty Typer app": (EMPTY_APP, (), ""),
    "croupier --help": (OURS, ("--help",), "an empty Typer app, --help"),
    "croupier settle --json": (OURS, ("settle", "-", "--json"), "an empty Typer app"),
    "croupier settle": (OURS, ("settle", "-"), "an empty Typer app"),
    BARE: ("pass", (), ""),
    FIRST: ("import croupier; croupier.game('tcp')", (), ""),
    FROM_FILE: (f"import croupier; croupier.game('tcp'); croupier.game({str(FOREIGN)!r})", (), ""),
    FROM_PACKAGE: ("import croupier; croupier.game('tcp'); croupier.game('casino-war')", (), ""),
}
"""Programs, what they are given, and which of them each is held against: help against help, a command against one."""
BEYOND: Final = (
    (FIRST, BARE, FIRST_BAR),
    (FROM_FILE, FIRST, FOREIGN_BAR),
    (FROM_PACKAGE, FIRST, FOREIGN_BAR),
)


def installed(folder: Path) -> Path:
    """A folder that holds a game as pip installs it: its module, and the entry point that names it."""
    site = folder / "site"
    about = site / "casino_war_game-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: casino-war-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[croupier.games]\ncasino-war = casino_war_game:CASINO_WAR\n")
    shutil.copyfile(FOREIGN, site / "casino_war_game.py")
    return site


def starting(folder: Path, repetitions: int) -> Iterator[Figure]:
    """How long commands take to start, beside an app that does nothing; what a game from elsewhere adds."""
    site = str(installed(folder))
    spent: dict[str, list[float]] = {name: [] for name in STARTS}
    for repetition in range(repetitions + 1):
        for name, (program, arguments, _) in STARTS.items():
            took = command(program, *arguments, given=ROUND, PYTHONPATH=site)[0]
            if repetition:  # the first leaves bytecode behind
                spent[name].append(took)
    for name, (_, _, beside) in STARTS.items():
        yield Figure(name, 1000 * median(spent[name]), "ms")
        if beside:
            times = median(a / b for a, b in zip(spent[name], spent[beside], strict=True))
            yield Figure(f"  times {beside}", times, "×", START_BAR)
    for name, before, bar in (
        (FIRST, BARE, FIRST_BAR),
        (FROM_FILE, FIRST, FOREIGN_BAR),
        (FROM_PACKAGE, FIRST, FOREIGN_BAR),
    ):
        yield Figure(f"  {name}, beyond {before}", 1000 * (median(spent[name]) - median(spent[before])), "ms", bar)


def analyses(folder: Path, repetitions: int) -> Iterator[Figure]:
    """How long an analysis takes from a shell: never made before, its counter compiled before, and made before.

    What it takes beyond the counting itself is processor time, which others on the machine do not change; it is spent
    on one thread, so that nobody waits longer than that.
    """
    for id_ in GAMES:
        cache = folder / f"cache-{id_}"
        space, counter = counter_of(model_of(id_))
        ask = ("analyze", id_, "--json")
        _, cold = command(OURS, *ask, CROUPIER_CACHE=str(cache))
        warm, again, counting = [], [], []
        for _ in range(repetitions):
            for kept in cache.rglob("count-*.npz"):
                kept.unlink()
            warm.append(command(OURS, *ask, CROUPIER_CACHE=str(cache)))
            counting.append(seconds(partial(run, space, counter, os.cpu_count() or 1)))
            again.append(command(OURS, *ask, CROUPIER_CACHE=str(cache)))
        beyond = min(spent for spent, _ in warm) - min(counting)
        yield Figure(f"croupier analyze {id_}, cold", cold, "s", COLD_BAR)
        yield Figure(f"croupier analyze {id_}, compiled before", min(waited for _, waited in warm), "s", WARM_BAR)
        yield Figure("  of processor time: the counting itself", min(counting), "s")
        yield Figure("  of processor time: beyond the counting", beyond, "s", BEYOND_BAR)
        yield Figure(f"croupier analyze {id_}, counted before", min(waited for _, waited in again), "s", WARM_BAR)
        yield Figure("  of processor time", min(spent for spent, _ in again), "s", KEPT_BAR)


# ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def figures(*, quick: bool) -> Iterator[Figure]:
    """Everything, one after the other."""
    repetitions = 3 if quick else 9
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from beside_c(folder, repetitions)
        yield from beside_evaluators(folder, repetitions, quick=quick)
        yield from strengths(folder, repetitions)
        yield from repricing(repetitions)
        yield from starting(folder, repetitions)
        yield from analyses(folder, repetitions)


def main() -> None:
    """Read the arguments, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, and part of what the peers do")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args()
    console = Console()
    with console.status("measuring"):
        found = list(figures(quick=given.quick))
    console.print(table_of(found))
    console.print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores.")
    if given.json:
        write(found, given.json)


if __name__ == "__main__":
    main()
