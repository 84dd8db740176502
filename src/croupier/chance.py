"""Chance for a live table: unbiased, cryptographic, and committed to before a round opens.

Every shuffle, and the dice of every round, come from their own secret: 32 bytes of the operating system's entropy, or
bytes derived from a seed if the game is to be repeated. SHAKE-256 expands the secret into a stream; numbers below n are
drawn by rejection, so that all are equally likely; the shuffle is Fisher-Yates.

A *commitment* is a hash of its subject (game, table, number, what is drawn from) and one salted hash, a *leaf*, for
every card or die in its place. Recorded before the round opens, it binds the dealer. Opening a leaf afterwards (card
and salt, together with the other leaves) proves that card and reveals nothing about the rest.
"""

import json
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256, shake_256
from struct import Struct
from typing import Final

from croupier.cards import DECK, card_names
from croupier.errors import Refused
from croupier.table.state import ENTROPY, SEED, State

KEY_LENGTH: Final = 32
SALT_LENGTH: Final = 16
LEAF_LENGTH: Final = 32
BLOCK: Final = Struct(">1024I")
"""So much of a stream is read at once: words of 32 bits."""
SPAN: Final = 1 << 32
"""How many words there are."""
TO_NEXT: Final = '","'
VALUES: Final = tuple(bytes([value]) for value in range(256))
"""A card or a face as it is hashed."""
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
    """The number of decks, or the number of faces of each die."""
    deck: tuple[int, ...] = DECK
    """The cards of one deck."""

    @classmethod
    def of_shuffle(cls, state: State, number: int) -> "Subject":
        supply = state.rulebook.supply
        return cls(SHUFFLE, state.game.id, state.table, number, (supply.decks,), supply.deck)

    @classmethod
    def of_dice(cls, state: State, number: int) -> "Subject":
        return cls(DICE, state.game.id, state.table, number, state.rulebook.dice)

    @property
    def key(self) -> tuple[str, int]:
        """Unique within one table."""
        return self.of, self.number

    @property
    def length(self) -> int:
        return len(self.deck) * self.sizes[0] if self.of == SHUFFLE else len(self.sizes)

    @property
    def text(self) -> str:
        """The subject as it is hashed; it lists the cards of a deck where those are not the usual 52."""
        said = ["croupier commitment 2", self.of, self.game, self.table, self.number, list(self.sizes)]
        if self.deck != DECK:
            said = ["croupier commitment 3", *said[1:], list(card_names(self.deck))]
        return json.dumps(said, separators=(",", ":"))

    @cached_property
    def digest(self) -> bytes:
        """The hash of the subject, part of every leaf and of the commitment."""
        return sha256(self.text.encode()).digest()

    @cached_property
    def leaf_head(self) -> bytes:
        """What is hashed first in every leaf."""
        return b"leaf" + self.digest

    def leaf(self, place: int, salt: bytes, value: int) -> bytes:
        """The salted hash of one card or die in its place."""
        return sha256(self.leaf_head + place.to_bytes(4, "big") + salt + VALUES[value]).digest()

    def commitment(self, leaves: tuple[bytes, ...]) -> str:
        """The hash of all leaves."""
        return sha256(b"commitment" + self.digest + b"".join(leaves)).hexdigest()


class Drawn:
    """What a secret gives for a subject: cards in order, or faces of dice, and the salts that prove them."""

    def __init__(self, subject: Subject, secret: bytes) -> None:
        """Draw; the same secret always gives the same values."""
        self.subject = subject
        self.secret = secret
        stream = words(secret, subject.of)
        if subject.of == SHUFFLE:
            self.values = shuffled(subject.deck * subject.sizes[0], stream)
        else:
            self.values = tuple(below(faces, stream) + 1 for faces in subject.sizes)

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        """One salt for each place."""
        return pieces(shake_256(self.secret + b" salts").digest(SALT_LENGTH * len(self.values)))

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The salted hash of every card or die, in order."""
        head, places = self.subject.leaf_head, enumerate(zip(self.salts, self.values, strict=True))
        return tuple(  # each is `Subject.leaf`
            [sha256(head + place.to_bytes(4, "big") + salt + VALUES[value]).digest() for place, (salt, value) in places]
        )

    @cached_property
    def commitment(self) -> str:
        """Published before the round opens."""
        return self.subject.commitment(self.leaves)

    @cached_property
    def proof_text(self) -> str:
        """The leaves as an opening lists them, in JSON."""
        return f'["{b"".join(self.leaves).hex(":", LEAF_LENGTH).replace(":", TO_NEXT)}"]'

    def face_down_salt(self, place: int) -> str:
        """Recorded with cards dealt face down from this place on; not used in the proof."""
        return shake_256(self.secret + f" face down {place}".encode()).hexdigest(SALT_LENGTH)


Entropy = Callable[[int], bytes]
"""Gives so many random bytes; `os.urandom` at a table, something repeatable where a house is tested."""


class Chance:
    """The secrets of one table."""

    def __init__(self, key: bytes, source: str, entropy: Entropy = os.urandom) -> None:
        """The key has 32 bytes; secrets are derived from it only if it comes from a seed."""
        self.key = key
        self.source = source
        self.entropy = entropy
        self.ready: dict[Subject, Drawn] = {}
        """What was drawn ahead, and is known to nobody."""

    @classmethod
    def fresh(cls, entropy: Entropy = os.urandom) -> "Chance":
        """Chance from entropy, which nobody can repeat."""
        return cls(entropy(KEY_LENGTH), ENTROPY, entropy)

    @classmethod
    def seeded(cls, seed: str) -> "Chance":
        """Chance from a seed, which can be repeated."""
        try:
            return cls(sha256(f"croupier seed {seed}".encode()).digest(), SEED)
        except UnicodeEncodeError:
            raise Refused("the seed contains characters that cannot be encoded; give ordinary text") from None

    def draw(self, subject: Subject) -> Drawn:
        """Draw from the subject's own secret, once for each commitment."""
        return self.ready.pop(subject, None) or Drawn(subject, self.secret(subject))

    def draw_ahead(self, subjects: Collection[Subject]) -> bool:
        """Draw and hash while there is time, instead of what was drawn ahead before; gives whether anything is new."""
        missing = [subject for subject in subjects if subject not in self.ready]
        if not missing:
            return False
        self.ready = {subject: self.ready.get(subject) or self.hashed(subject) for subject in subjects}
        return True

    def hashed(self, subject: Subject) -> Drawn:
        """What is drawn, with all that follows from it."""
        drawn = Drawn(subject, self.secret(subject))
        drawn.commitment, drawn.proof_text  # noqa: B018  # they stay at hand
        return drawn

    def secret(self, subject: Subject) -> bytes:
        """A new secret, or, with a seed, the secret derived for the subject."""
        return self.entropy(KEY_LENGTH) if self.source == ENTROPY else sha256(self.key + subject.digest).digest()

    def token(self, label: str, length: int = 16) -> str:
        """A name nobody can guess, in hexadecimal; with a seed, derived from the label."""
        return shake_256(self.key + f"token {label}".encode()).hexdigest(length)

    def choices(self, label: str) -> "Choices":
        """A stream of small choices, such as those of house-run players."""
        return Choices(words(self.key, label))


@dataclass(frozen=True, slots=True)
class Choices:
    """Small choices drawn from a stream."""

    words: Iterator[int]

    def below(self, bound: int) -> int:
        """A number below a bound, all equally likely."""
        return below(bound, self.words)


def pieces(text: bytes) -> tuple[bytes, ...]:
    """One salt after the other."""
    return tuple(text[start : start + SALT_LENGTH] for start in range(0, len(text), SALT_LENGTH))


def words(key: bytes, label: str) -> Iterator[int]:
    """An endless stream of 32-bit words."""
    block = 0
    while True:
        yield from BLOCK.unpack(shake_256(key + f"{label} {block}".encode()).digest(BLOCK.size))
        block += 1


def below(bound: int, words: Iterator[int]) -> int:
    """A number below a bound, by rejection: words that would favour small numbers are discarded."""
    fair = SPAN - SPAN % bound
    while (word := next(words)) >= fair:
        pass
    return word % bound


def shuffled(cards: tuple[int, ...], words: Iterator[int]) -> tuple[int, ...]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        fair = SPAN - SPAN % bound
        while (word := next(words)) >= fair:  # `below`, hundreds of times
            pass
        chosen = word % bound
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


# ── Journals of version 1 ──────────────────────────────────────────────────────────────────────────────────


def leaf_before(salt: bytes, card: int) -> bytes:
    """The salted hash of a card in version 1, without table and place."""
    return sha256(salt + bytes([card])).digest()


def commitment_before(leaves: tuple[bytes, ...]) -> str:
    return sha256(b"".join(leaves)).hexdigest()


class DrawnBefore(Drawn):
    """A shuffle of version 1, derived again from its seed so that a table can be continued."""

    def __init__(self, subject: Subject, key: bytes) -> None:
        self.subject = subject
        self.secret = key
        self.values = shuffled(subject.deck * subject.sizes[0], words(key, f"shuffle {subject.number}"))

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        return pieces(
            shake_256(self.secret + f"salt {self.subject.number}".encode()).digest(SALT_LENGTH * len(self.values))
        )

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The salted hash of every card, in order."""
        return tuple(map(leaf_before, self.salts, self.values))

    @cached_property
    def commitment(self) -> str:
        return commitment_before(self.leaves)
