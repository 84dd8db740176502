"""Measure values by the cards that are left: how many a second on one core, beside plain C of the same method."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

import numpy as np
from rich.console import Console

from benchmarks.exact import c_program
from benchmarks.figures import Figure, table_of
from croupier.exact.space import Ints
from croupier.games import game
from croupier.protect.polynomial import Values, values_of

RATE_BAR, C_BAR = 30_000, 1.5
ROWS: Final = 20_000
LEAST_LEFT: Final = 20


def left_by_chance(values: Values, decks: int, rows: int) -> Ints:
    """Cards left of a shoe by chance, as numbers of fine kinds."""
    chance = np.random.default_rng(2026)
    fine = np.zeros((rows, int(values.fine_of_card.max()) + 1), dtype=np.int64)
    for row in range(rows):
        size = int(chance.integers(LEAST_LEFT, 52 * decks))
        np.add.at(fine[row], values.fine_of_card, chance.multivariate_hypergeometric([decks] * 52, size))
    return fine


def tables(values: Values, fine: Ints) -> Ints:
    """The polynomials and the compositions as the program in C reads them."""
    kinds = values.kinds.cards
    coarse = [kind for kind, cards in enumerate(kinds) for _ in cards]
    spans = values.evaluator.spans
    numbers = [len(kinds), len(coarse), len(values.wagers), len(spans), len(fine), *coarse]
    depths, of_kind, taken, leaves, coefficients, _ = (array.tolist() for array in values.evaluator.arrays)
    for apart, (nodes, terms) in spans.items():
        columns = [column for column in values.columns if column.apart == apart]
        numbers += [values.cards - len(apart), *(apart.count(kind) for kind in range(len(kinds))), len(columns)]
        for column in columns:
            numbers += [column.wager, len(apart), *apart, len(column.weights), *column.weights]
        numbers += [nodes.stop - nodes.start, terms.stop - terms.start]
        numbers += depths[nodes] + of_kind[nodes] + taken[nodes]
        numbers += [leaf - terms.start if leaf >= 0 else -1 for leaf in leaves[nodes]]
        numbers += coefficients[terms]
    return np.concatenate((np.array(numbers, dtype=np.int64), fine.ravel()))


def checksum(sums: Ints) -> int:
    """A sum that depends on every value, as the program in C works it out."""
    found = 0
    for row in sums.tolist():
        for each in row:
            found = (found * 31 + each) % (1 << 64)
    return found


def figures(repetitions: int) -> list[Figure]:
    book = game("baccarat").rulebook()
    values = values_of(book.model)
    fine = left_by_chance(values, book.supply.decks, ROWS)
    ours: list[float] = []
    in_c: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        program = c_program("compositions", Path(folder))
        data = Path(folder) / "tables"
        data.write_bytes(tables(values, fine).tobytes())
        expected = checksum(values.evaluator(fine))
        for _ in range(repetitions):
            done = subprocess.run([program, data], capture_output=True, text=True, check=True)  # noqa: S603  # ours
            found, took = done.stdout.split()
            if int(found) != expected:
                sys.exit("the program in C and the kernel do not value the same")
            in_c.append(float(took))
            start = process_time()
            values.evaluator(fine)
            ours.append(process_time() - start)
    return [
        Figure("baccarat with Lucky Monkey, all four wagers by the cards left, plain C -O3", ROWS / median(in_c), "/s"),
        Figure("  the compiled kernel", ROWS / median(ours), "/s", RATE_BAR, at_most=False),
        Figure("  times plain C", median(o / c for o, c in zip(ours, in_c, strict=True)), "×", C_BAR),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    quick = parser.parse_args().quick
    Console().print(table_of(figures(3 if quick else 9), "game protection"))


if __name__ == "__main__":
    main()
