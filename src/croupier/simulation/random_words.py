"""Chance by counting: the words of a round are a function of the seed and the round's number, and of nothing else.

Word number n of a seed is SplitMix64's: a counter times an odd constant, mixed twice. No state is carried from round
to round, so rounds can be played in any order, anywhere, and again. A round's cards come out of one word by repeated
multiplication (Lemire's method for several bounds at once); a word that would favour some deals is passed over, so
every deal is exactly as likely as every other.
"""

from hashlib import blake2b
from math import prod
from typing import Final

GAMMA: Final = 0x9E3779B97F4A7C15
WORD: Final = 1 << 64
HALF: Final = (1 << 32) - 1
TRY_BIT: Final = 50
"""A round's further words lie this many counters apart, beyond all rounds that are ever played."""
ROUNDS_MAX: Final = 1 << TRY_BIT
PRODUCT_MAX: Final = 1 << 57
"""Bounds are taken from one word while their product is below this; so at most one word in 128 is passed over."""


def key_of(seed: int | str, use: str) -> int:
    """The key of a seed for one use, as a signed word.

    Keys are points by chance on one circle of counters; that two runs of a billion words meet on it is less likely
    than one in a billion.
    """
    digest = blake2b(f"{use}\n{seed}".encode(errors="surrogatepass"), digest_size=8).digest()
    return signed(int.from_bytes(digest, "little"))


def signed(word: int) -> int:
    """A word as the signed integer that compiled code works with."""
    return (word + WORD // 2) % WORD - WORD // 2


def shifted(value: str, places: int) -> str:
    """The source of a logical shift to the right; integers are signed."""
    return f"({value} >> {places}) & {(1 << (64 - places)) - 1}"


TEMPLATE: Final = f'''"""Generated: plays rounds; lies in a cache and is made again whenever a rule changes."""


@inline
def word_of(key, counter):
    z = key + counter * {signed(GAMMA)}
    z = (z ^ ({shifted("z", 30)})) * {signed(0xBF58476D1CE4E5B9)}
    z = (z ^ ({shifted("z", 27)})) * {signed(0x94D049BB133111EB)}
    return z ^ ({shifted("z", 31)})


'''


def batches(bounds: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Bounds by the word that they are drawn from."""
    found: list[tuple[int, ...]] = []
    for bound in bounds:
        if found and prod(found[-1]) * bound < PRODUCT_MAX:
            found[-1] = (*found[-1], bound)
        else:
            found.append((bound,))
    return found


def drawing(bounds: tuple[int, ...], index: str) -> list[str]:
    """Source that draws d0, d1, … below some bounds, all together uniform, for the round of this index."""
    lines = [f"counter = {index}"]
    number = 0
    for batch in batches(bounds):
        least = WORD % prod(batch)  # remainders below it come once too often
        lines += ["while True:", "    word = word_of(key, counter)", f"    counter += {1 << TRY_BIT}"]
        for bound in batch:
            lines.append(f"    d{number}, word = product(word, {bound})")
            number += 1
        lines += [
            f"    high, low = (word >> 32) & {HALF}, word & {HALF}",
            f"    if high > {least >> 32} or (high == {least >> 32} and low >= {least & HALF}):",
            "        break",
        ]
    return lines
