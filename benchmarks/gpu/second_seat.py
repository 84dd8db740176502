"""The second seat's best response to a short bank on one GPU, through every deal of two seats, beside a simulation.

python -m benchmarks.gpu.second_seat [BANK ...]
"""

import sys
from dataclasses import replace
from time import perf_counter

import numpy as np

from benchmarks.gpu.launch import timed  # first: it makes what follows importable

from croupier.games import game  # isort: skip
from croupier.protect.bank_table import BankTable, Play, bank_table, same_seats
from croupier.protect.best_response import best_first, best_second
from croupier.protect.second_seat import second_values

ROUNDS, BANKS = 1 << 26, (70,)


def simulated(table: BankTable, wager: int, play: Play) -> tuple[float, float]:
    """What the second seat wins by round in many rounds, in dollars, and one standard error."""
    mean = table.values((wager,), rounds=ROUNDS, play=play).mean(0, 2)
    return float(mean.value) / 100, mean.standard_error / 100


def main() -> None:
    book = game("three-card-poker").rulebook()
    table = bank_table(book, same_seats(book, 6, None, "optimal"))
    for bank in [int(each) for each in sys.argv[1:]] or BANKS:
        wager = 100 * bank
        first, won, _ = best_first(table, wager)
        started = perf_counter()
        found = second_values(table, wager, first)
        whole = perf_counter() - started
        again = timed(lambda: second_values(table, wager, first), 1)  # noqa: B023  # called at once
        play = replace(table.ordinary, by_row=np.concatenate([first[None], table.ordinary.by_row[1:]]))
        second = best_second(table, found, play)
        exact = float(second.won) / 100
        mean, error = simulated(table, wager, second.play)
        print(
            f"bank ${bank}: {found.total:,} deals in {again:.1f} s ({whole:.1f} s with compiling); first seat "
            f"${float(won) / 100:+.5f}, second ${exact:+.6f} a round ({second.won} cents), "
            f"simulated {mean:+.5f} ± {error:.5f}, z {(mean - exact) / error:+.2f}"
        )


if __name__ == "__main__":
    main()
