"""Chance for a live table: unbiased, cryptographic, and committed to before a round opens.

Every shuffle, and the dice of every round, come from a secret of their own: 32 bytes of the operating system's entropy,
or of a seed when a game is to be played again. SHAKE-256 of the secret is the stream; numbers below n are drawn by
rejection, so that none is likelier than another; the shuffle is Fisher-Yates.

A *commitment* is a hash over its subject (game, table, number, what is drawn from) and one salted hash, a *leaf*, for
every card or die in its place. Recorded before the round opens it binds whoever deals; opening single leaves afterwards
(card and salt, and the leaves of the others) proves each of them and tells nothing about the rest.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256, shake_256
from typing import Final

from croupier.errors import Refused
from croupier.table.state import ENTROPY, SEED, State

KEY_LENGTH: Final = 32
SALT_LENGTH: Final = 16
LEAF_LENGTH: Final = 32
BLOCK_LENGTH: Final = 4096
SHUFFLE: Final = "shuffle"
DICE: Final = "dice"


@dataclass(frozen=True)
class Subject:
    """What a commitment is about."""

    of: str
    """`shuffle` or `dice`."""
    game: str
    table: str
    number: int
    """The table's n-th shuffle, or the round whose dice these are."""
    sizes: tuple[int, ...]
    """How many decks are shuffled, or how many faces each die has."""

    @classmethod
    def of_shuffle(cls, state: State, number: int) -> "Subject":
        """The table's n-th shuffle."""
        return cls(SHUFFLE, state.game.id, state.table, number, (state.rulebook.supply.decks,))

    @classmethod
    def of_dice(cls, state: State, number: int) -> "Subject":
        """The dice of a round."""
        return cls(DICE, state.game.id, state.table, number, state.rulebook.dice)

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from the others of one table."""
        return self.of, self.number

    @property
    def length(self) -> int:
        """How many leaves its commitment has."""
        return 52 * self.sizes[0] if self.of == SHUFFLE else len(self.sizes)

    @cached_property
    def digest(self) -> bytes:
        """The subject as every leaf and the commitment take it in."""
        said = ["croupier commitment 2", self.of, self.game, self.table, self.number, list(self.sizes)]
        return sha256(json.dumps(said, separators=(",", ":")).encode()).digest()

    def leaf(self, place: int, salt: bytes, value: int) -> bytes:
        """The salted hash of one card or die in its place."""
        return sha256(b"leaf" + self.digest + place.to_bytes(4, "big") + salt + bytes([value])).digest()

    def commitment(self, leaves: tuple[bytes, ...]) -> str:
        """The hash of them all."""
        return sha256(b"commitment" + self.digest + b"".join(leaves)).hexdigest()


class Drawn:
    """What a secret gives for a subject: cards in order or faces, and the salts that prove them."""

    def __init__(self, subject: Subject, secret: bytes) -> None:
        """Draw; the same secret gives the same again."""
        self.subject = subject
        self.secret = secret
        stream = words(secret, subject.of)
        if subject.of == SHUFFLE:
            self.values = shuffled(subject.sizes[0], stream)
        else:
            self.values = tuple(below(faces, stream) + 1 for faces in subject.sizes)

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        """One for every place."""
        text = shake_256(self.secret + b" salts").digest(SALT_LENGTH * len(self.values))
        return tuple(text[start : start + SALT_LENGTH] for start in range(0, len(text), SALT_LENGTH))

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The salted hash of every card or die, in order."""
        return tuple(map(self.subject.leaf, range(len(self.values)), self.salts, self.values))

    @cached_property
    def commitment(self) -> str:
        """What is published before the round opens."""
        return self.subject.commitment(self.leaves)

    def face_down_salt(self, place: int) -> str:
        """What is recorded with cards dealt face down from a place on; it has no part in the proof."""
        return shake_256(self.secret + f" face down {place}".encode()).hexdigest(SALT_LENGTH)


class Chance:
    """The secrets of one table."""

    def __init__(self, key: bytes, source: str) -> None:
        """Take a key of 32 bytes; only with a seed does every secret follow from it."""
        self.key = key
        self.source = source

    @classmethod
    def fresh(cls) -> "Chance":
        """Chance that nobody can repeat."""
        return cls(os.urandom(KEY_LENGTH), ENTROPY)

    @classmethod
    def seeded(cls, seed: str) -> "Chance":
        """Chance that a seed repeats."""
        try:
            return cls(sha256(f"croupier seed {seed}".encode()).digest(), SEED)
        except UnicodeEncodeError:
            raise Refused("a seed must be text that can be written") from None

    def draw(self, subject: Subject) -> Drawn:
        """Draw from a secret of its own."""
        return Drawn(subject, self.secret(subject))

    def secret(self, subject: Subject) -> bytes:
        """A new secret, or with a seed the one that belongs to the subject."""
        return os.urandom(KEY_LENGTH) if self.source == ENTROPY else sha256(self.key + subject.digest).digest()

    def token(self, label: str, length: int = 16) -> str:
        """A name that nobody can guess, or with a seed the one that belongs to the label; two digits to a byte."""
        return shake_256(self.key + f"token {label}".encode()).hexdigest(length)

    def choices(self, label: str) -> "Choices":
        """A stream of small choices, such as those of house-run players."""
        return Choices(words(self.key, label))


@dataclass(frozen=True, slots=True)
class Choices:
    """Small choices drawn from a stream."""

    words: Iterator[int]

    def below(self, bound: int) -> int:
        """A number below a bound, each as likely as the others."""
        return below(bound, self.words)


def words(key: bytes, label: str) -> Iterator[int]:
    """An endless stream of 32-bit words."""
    block = 0
    while True:
        text = shake_256(key + f"{label} {block}".encode()).digest(BLOCK_LENGTH)
        for start in range(0, BLOCK_LENGTH, 4):
            yield int.from_bytes(text[start : start + 4], "big")
        block += 1


def below(bound: int, words: Iterator[int]) -> int:
    """A number below a bound, by rejection: words that would favour small numbers are thrown away."""
    fair = (1 << 32) - (1 << 32) % bound
    while (word := next(words)) >= fair:
        pass
    return word % bound


def shuffled(decks: int, words: Iterator[int]) -> tuple[int, ...]:
    """So many decks in an order that every word has a part in."""
    order = list(range(52)) * decks
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


# ── As journals of version 1 did it ──────────────────────────────────────────────────────────────────────────────────


def leaf_before(salt: bytes, card: int) -> bytes:
    """The salted hash of a card in version 1, which named neither table nor place."""
    return sha256(salt + bytes([card])).digest()


def commitment_before(leaves: tuple[bytes, ...]) -> str:
    """The commitment of version 1."""
    return sha256(b"".join(leaves)).hexdigest()


class DrawnBefore(Drawn):
    """A shuffle of version 1, derived again from its seed so that a table can be continued."""

    def __init__(self, subject: Subject, key: bytes) -> None:
        """Shuffle as version 1 did."""
        self.subject = subject
        self.secret = key
        self.values = shuffled(subject.sizes[0], words(key, f"shuffle {subject.number}"))

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        """One for every place."""
        text = shake_256(self.secret + f"salt {self.subject.number}".encode()).digest(SALT_LENGTH * len(self.values))
        return tuple(text[start : start + SALT_LENGTH] for start in range(0, len(text), SALT_LENGTH))

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The salted hash of every card, in order."""
        return tuple(map(leaf_before, self.salts, self.values))

    @cached_property
    def commitment(self) -> str:
        """What was published."""
        return commitment_before(self.leaves)
