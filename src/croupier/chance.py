"""Chance for a live table: an unbiased, cryptographic shuffle that is committed to before the betting closes.

All chance of a table comes from one key: 32 bytes of the operating system's entropy, or a seed when a game is to be
played again. SHAKE-256 of the key and a label is the stream; numbers below n are drawn by rejection, so that none is
likelier than another; the shuffle is Fisher-Yates.

A shuffle's *commitment* is the hash of one salted hash per card. Publishing it before wagers close binds the order;
opening single cards afterwards (their salts, and the hashes of the others) proves each of them and tells nothing about
cards that were never exposed.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256, shake_256
from typing import Final

KEY_LENGTH: Final = 32
SALT_LENGTH: Final = 16
BLOCK_LENGTH: Final = 4096


@dataclass(frozen=True, slots=True)
class Shuffled:
    """An order of cards and the secrets that prove it."""

    order: tuple[int, ...]
    salts: tuple[bytes, ...]

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """The salted hash of every card, in order."""
        return tuple(leaf(salt, card) for salt, card in zip(self.salts, self.order, strict=True))

    @property
    def commitment(self) -> str:
        """What is published before wagers close."""
        return commitment(self.leaves)


def leaf(salt: bytes, card: int) -> bytes:
    """The salted hash of one card."""
    return sha256(salt + bytes([card])).digest()


def commitment(leaves: tuple[bytes, ...]) -> str:
    """The hash of all the cards' hashes."""
    return sha256(b"".join(leaves)).hexdigest()


class Chance:
    """The shuffles and dice of one table."""

    def __init__(self, key: bytes) -> None:
        """Take a key of 32 bytes."""
        self.key = key

    @classmethod
    def fresh(cls) -> "Chance":
        """Chance that nobody can repeat."""
        return cls(os.urandom(KEY_LENGTH))

    @classmethod
    def seeded(cls, seed: str) -> "Chance":
        """Chance that a seed repeats."""
        return cls(sha256(f"croupier seed {seed}".encode()).digest())

    def words(self, label: str) -> Iterator[int]:
        """An endless stream of 32-bit words."""
        block = 0
        while True:
            text = shake_256(self.key + f"{label} {block}".encode()).digest(BLOCK_LENGTH)
            for start in range(0, BLOCK_LENGTH, 4):
                yield int.from_bytes(text[start : start + 4], "big")
            block += 1

    def shuffle(self, number: int, decks: int) -> Shuffled:
        """The table's n-th shuffle of so many decks."""
        words = self.words(f"shuffle {number}")
        order = list(range(52)) * decks
        for last in range(len(order) - 1, 0, -1):
            chosen = below(last + 1, words)
            order[last], order[chosen] = order[chosen], order[last]
        salt = shake_256(self.key + f"salt {number}".encode()).digest(SALT_LENGTH * len(order))
        salts = tuple(salt[start : start + SALT_LENGTH] for start in range(0, len(salt), SALT_LENGTH))
        return Shuffled(tuple(order), salts)

    def die(self, number: int, faces: int) -> int:
        """The face of the die in the table's n-th round."""
        return below(faces, self.words(f"die {number}")) + 1

    def choices(self, label: str) -> "Choices":
        """A stream of small choices, such as those of house-run players."""
        return Choices(self.words(label))


@dataclass(frozen=True, slots=True)
class Choices:
    """Small choices drawn from a stream."""

    words: Iterator[int]

    def below(self, bound: int) -> int:
        """A number below a bound, each as likely as the others."""
        return below(bound, self.words)


def below(bound: int, words: Iterator[int]) -> int:
    """A number below a bound, by rejection: words that would favour small numbers are thrown away."""
    fair = (1 << 32) - (1 << 32) % bound
    while (word := next(words)) >= fair:
        pass
    return word % bound
