"""Values by the cards that are left on one GPU, checked against a core.

python -m benchmarks.gpu.protect
"""

import numpy as np

from benchmarks.gpu.launch import timed  # first: it makes what follows importable

from numba import cuda  # isort: skip

from croupier.games import game
from croupier.protect.gpu import DeviceEvaluator
from croupier.protect.polynomial import values_of

ROWS, COPIES, BAR = 4_096, 1_024, 3e7


def main() -> None:
    book = game("baccarat").rulebook()
    values = values_of(book.model)
    chance = np.random.default_rng(2026)
    decks = book.supply.decks
    cards = [
        chance.multivariate_hypergeometric([decks] * 52, int(chance.integers(20, 52 * decks))) for _ in range(ROWS)
    ]
    fine = np.zeros((ROWS, int(values.fine_of_card.max()) + 1), dtype=np.int64)
    for row, each in enumerate(cards):
        np.add.at(fine[row], values.fine_of_card, each)
    evaluator = DeviceEvaluator(values)
    same = np.array_equal(evaluator(fine), values.evaluator(fine))
    many = np.tile(fine, (COPIES, 1))
    given = cuda.to_device(many)
    sums = cuda.to_device(np.zeros((len(many), len(values.wagers)), dtype=np.int64))
    seconds = timed(lambda: evaluator.kernel.launch(given, *evaluator.arrays, sums), 3)
    rate = len(many) / seconds
    print(
        f"{rate / 1e6:.1f} million compositions/s on the device (bar {BAR / 1e6:.0f}: "
        f"{'met' if rate >= BAR else 'missed'}), {len(many):,} in {seconds:.3f} s; "
        f"{'as' if same else 'NOT AS'} on a core"
    )


if __name__ == "__main__":
    main()
