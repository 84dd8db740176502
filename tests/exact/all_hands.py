"""Rule functions of cards, compiled as counts compile them, and called with every set of cards."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category
from croupier.kernel.kernel import Kernel

Ints = NDArray[np.int64]
Strength = Callable[..., int]
LETTERS = "abcdefg"


def loops(cards: int, at_each: Callable[[str], Iterable[str]]) -> str:
    """Source that goes through all sets of so many cards in lexicographic order, and does something at each card.

    `at` begins with 0 and is returned.
    """
    lines = ["def entry(out, met):", "    at = 0"]
    for n, letter in enumerate(LETTERS[:cards]):
        indent = "    " * (n + 1)
        first = f"{LETTERS[n - 1]} + 1" if n else "0"
        lines.append(f"{indent}for {letter} in range({first}, 52):")
        lines += [f"{indent}    {line}" for line in at_each(LETTERS[: n + 1])]
    return "\n".join((*lines, "    return at", ""))


def call(name: str, letters: str) -> str:
    return f"{name}({', '.join(letters)})"


def run(source: str, out: Ints, met: NDArray[np.uint8] | None = None, **rules: Strength) -> Ints:
    """What the source wrote; sets of up to four cards are so few that plain Python will do."""
    kernel = Kernel("entry", "(int64[::1], uint8[::1])", source, tuple(rules.items()))
    entry = kernel.compiled if "for e in" in source else kernel.interpreted
    entry(out, np.zeros(0, np.uint8) if met is None else met)
    return out


def every(strength: Strength, cards: int) -> Ints:
    """The strength of every set of so many cards, in the order of `itertools.combinations`."""

    def store(letters: str) -> Iterator[str]:
        if len(letters) == cards:
            yield f"out[at] = {call('strength', letters)}"
            yield "at += 1"

    return run(loops(cards, store), np.zeros(comb(52, cards), np.int64), strength=strength)


def frequencies(strength: Strength, cards: int, order: type[Category]) -> tuple[dict[str, int], int]:
    """How many sets of so many cards are of each category, and how many strengths there are."""

    def count(letters: str) -> Iterator[str]:
        if len(letters) == cards:
            yield f"value = {call('strength', letters)}"
            yield "out[value >> 26] += 1"
            yield "met[value >> 3] |= 1 << (value & 7)"
            yield "at += 1"

    met = np.zeros(len(order) << 23, np.uint8)
    found = run(loops(cards, count), np.zeros(len(order), np.int64), met, strength=strength)
    strengths = sum(int(byte).bit_count() for byte in met[np.flatnonzero(met)])
    return {hand.id: int(found[hand]) for hand in order}, strengths


def not_the_best(best: Strength, cards: int, strength: Strength, size: int) -> int:
    """In how many sets of so many cards the best is not the highest strength of any `size` of them."""

    def compare(letters: str) -> Iterator[str]:
        last = letters[-1]
        chosen = [call("strength", "".join(each) + last) for each in combinations(letters[:-1], size - 1)]
        before = [f"top_{len(letters) - 1}"] if len(letters) > size else []
        if chosen:
            yield f"top_{len(letters)} = max({', '.join((*before, *chosen, '0'))})"
        if len(letters) == cards:
            yield f"if {call('best', letters)} != top_{cards}:"
            yield "    at = out[0] = out[0] + 1"

    (wrong,) = run(loops(cards, compare), np.zeros(1, np.int64), best=best, strength=strength)
    return int(wrong)
