"""A dealer who cheats: once the head was shown at the opening of a round he may do and write whatever he likes.

He knows the wagers, holds every secret, chooses cards and dice after the bets, writes the rest of the journal anew and
forges openings. What he cannot do is change what the head covers: the commitments among it. `verdict` is what an
auditor says who has that head, the journal and the openings; `honest` is the dealer who must always pass.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final

from croupier.chance import DICE, SALT_LENGTH, SHUFFLE, Chance, Drawn, Subject
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused
from croupier.games import game
from croupier.record.audit import audit
from croupier.record.journal import Chain
from croupier.record.proofs import Use, check, opening
from croupier.rulebook import Game, House, Rulebook
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitChance, awaiting
from croupier.table.state import ENTROPY, SEED, State
from tests.memory_recorder import Kept
from tests.random_tables import likely

PROVED: Final = "proved"
OPEN: Final = "the round is still open"
SEALED: Final = "cards were shown that are not opened yet"

TABLES: Final[Mapping[str, tuple[str, dict[str, object]]]] = {
    "monte": ("casino-monte", {}),
    "monte, alternate": ("casino-monte", {"procedure": "alternate"}),
    "monte, shoe": ("casino-monte", {"shuffle": "shoe"}),
    "monte, shoe, alternate, 8 decks": ("casino-monte", {"shuffle": "shoe", "procedure": "alternate", "decks": 8}),
    "baccarat": ("baccarat", {"cut_card": 260, "decks": 6}),
    "baccarat, no burn": ("baccarat", {"burn": False}),
    "poker": ("three-card-poker", {}),
    "poker, nothing exposed": ("three-card-poker", {"exposed_card": False, "forfeits": "at_fold"}),
}
"""Every game, both procedures, shoes and continuous shuffling."""


@cache
def quick(of: object) -> Game:
    """A game that writes every rulebook once."""
    plain = game(of)
    books: dict[str, Rulebook] = {}

    def build(whose: Game, house: House) -> Rulebook:
        key = json.dumps(house.show())
        if key not in books:
            books[key] = plain.build(whose, house)
        return books[key]

    return replace(plain, build=build)


class Loaded(Chance):
    """Chance that a test can repeat, whatever the table says of its source."""

    def secret(self, subject: Subject) -> bytes:
        return sha256(self.key + subject.digest).digest()


@dataclass
class Shown:
    """A table at the moment at which a round has opened and its head is shown."""

    state: State
    chance: Chance
    kept: Kept
    lines: list[str]
    head: str

    @property
    def drawn(self) -> Mapping[tuple[str, int], Drawn]:
        """Everything that was drawn so far."""
        return self.kept.drawn

    @property
    def events(self) -> list[e.Event]:
        """Everything that happened so far."""
        return self.kept.events

    @property
    def cards(self) -> Drawn:
        """The cards of the round."""
        return self.drawn[SHUFFLE, self.state.shuffles]

    @property
    def dice(self) -> Drawn | None:
        """The dice of the round."""
        return self.drawn.get((DICE, self.state.round))

    def journal(self, events: Iterable[e.Event]) -> list[str]:
        """The journal that goes on from the head with some events."""
        chain = Chain(len(self.lines), self.head)
        return [*self.lines, *map(chain.line, events)]


def drive(dealer: Dealer, rng: Random, rounds: int, *, opened: bool = False) -> None:
    """Play until so many rounds are over, or until the last of them has opened."""
    while dealer.state.round < rounds or (dealer.state.in_round and not opened):
        if isinstance(awaiting(dealer.state), AwaitChance):
            assert dealer.go_on(), "this dealer does not know the cards or the dice"
        else:
            dealer.do(likely(dealer.state, rng))


def shown(table: str, rng: Random) -> Shown:
    """Play a table honestly until a round opens."""
    of, house = TABLES[table]
    chance = Loaded(rng.randbytes(32), rng.choice((ENTROPY, SEED)))
    state, opened = open_bound(chance, quick(of), house)
    kept = Kept()
    kept.events += opened
    dealer = Dealer(state, chance, recorder=kept)
    for seat in (1, 2, 3):
        dealer.do(c.Sit(seat, f"Player {seat}", 50_000_00))
    drive(dealer, rng, rng.choice((1, 1, 2)), opened=True)
    chain = Chain()
    lines = [*map(chain.line, kept.events)]
    return Shown(dealer.state, chance, kept, lines, chain.head)


# ── Dealing on ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Finished:
    """The rest of a round, however it was dealt."""

    events: list[e.Event]
    drawn: Mapping[tuple[str, int], Drawn]
    uses: list[Use]
    state: State


class Crook(Dealer):
    """Deals cards in an order of his own, and rolls what he likes."""

    order: tuple[int, ...] | None = None
    faces: tuple[int, ...] | None = None

    def again(self, subject: Subject, commitment: str) -> Drawn | None:
        return None

    def draw(self, state: State, count: int) -> tuple[int, ...]:
        if self.order is None:
            return super().draw(state, count)
        return self.order[state.drawn : state.drawn + count]

    def roll(self, state: State) -> int:
        return super().roll(state) if self.faces is None else self.faces[len(state.dice)]


def dealt(
    shown: Shown, players: int, *, order: Iterable[int] | None = None, faces: tuple[int, ...] | None = None
) -> Finished:
    """Deal a round to its end, honestly or not; cards that would be dealt on are shuffled, so that they are opened."""
    kept = Kept()
    kept.drawn |= shown.drawn
    kept.using, kept.used = deepcopy((shown.kept.using, shown.kept.used))
    crook = Crook(shown.state, shown.chance)
    crook.recorder = kept
    crook.cards, crook.dice = shown.cards, shown.dice
    crook.order = tuple(order) if order is not None else None
    crook.faces = faces
    drive(crook, Random(players), shown.state.round)
    crook.order = crook.faces = None
    if crook.state.deck_ready:
        crook.do(crook.shuffle(crook.state))
    return Finished(kept.events, kept.drawn, kept.uses, crook.state)


def honest(shown: Shown, players: int) -> Finished:
    """Deal a round as it was committed to."""
    return dealt(shown, players)


def opened(uses: Iterable[Use], drawn: Mapping[tuple[str, int], Drawn]) -> list[str]:
    """The openings that an honest dealer writes."""
    return [opening(drawn[use.subject.key], use) for use in uses if use.used_up and use.shown]


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def verdict(lines: Iterable[str], openings: Iterable[str], *heads: str) -> str:
    """What an auditor finds who has the journal, the openings, and heads that were shown."""
    found = audit(lines, heads=heads, games=quick)
    if found.fault:
        return str(found.fault)
    try:
        check(openings, found.uses)
    except Refused as refused:
        return str(refused)
    if found.open_after is not None:
        return OPEN
    if any(use.shown and not use.used_up for use in found.uses):
        return SEALED
    return PROVED


def told_true(uses: Iterable[Use], drawn: Mapping[tuple[str, int], Drawn]) -> bool:
    """Whether all that anybody saw is what the dealer had committed to."""
    return all(use.drawn[place] == drawn[use.subject.key].values[place] for use in uses for place in use.known)


# ── Cheating with cards and dice ─────────────────────────────────────────────────────────────────────────────────────

Sleight = Callable[[list[int], int, int, Random], None]
"""Changes the order of the cards, of which those from one place to another will be dealt in this round."""


def second(order: list[int], start: int, end: int, rng: Random) -> None:
    """Deal the second card, and lose the first among those that nobody sees."""
    order.append(order.pop(rng.randrange(start, end)))


def from_the_bottom(order: list[int], start: int, end: int, rng: Random) -> None:
    """Deal the last card."""
    order.insert(rng.randrange(start, end), order.pop())


def swapped(order: list[int], start: int, end: int, rng: Random) -> None:
    """Swap two cards, both dealt in this round."""
    one, other = rng.randrange(start, end), rng.randrange(start, end)
    order[one], order[other] = order[other], order[one]


def exchanged(order: list[int], start: int, end: int, rng: Random) -> None:
    """Exchange a card for one that is still in the deck."""
    one, other = rng.randrange(start, end), rng.randrange(end, len(order))
    order[one], order[other] = order[other], order[one]


def replaced(order: list[int], start: int, end: int, rng: Random) -> None:
    """Put another card in place of one, wherever its like may be."""
    order[rng.randrange(start, end)] = rng.randrange(52)


def cold(order: list[int], start: int, _: int, rng: Random) -> None:
    """Bring another deck."""
    rest = order[start:]
    rng.shuffle(rest)
    order[start:] = rest


SLEIGHTS: Final[tuple[Sleight, ...]] = (second, from_the_bottom, swapped, exchanged, replaced, cold)


def cheated(shown: Shown, players: int, rng: Random) -> Finished:
    """Deal a round in which somebody sees another card or face than was committed to, each step by the rules."""
    start = shown.state.drawn
    end = start + sum(len(event.cards) for event in honest(shown, players).events if isinstance(event, e.CardsDealt))
    while True:
        order, faces = list(shown.cards.values), None
        for _ in range(rng.choice((0, 1, 1, 2, 3)) if shown.dice else rng.choice((1, 1, 2, 3))):
            rng.choice(SLEIGHTS)(order, start, end, rng)
        if shown.dice and rng.random() < 0.5:
            faces = tuple(rng.randint(1, size) for size in shown.dice.subject.sizes)
        try:
            done = dealt(shown, players, order=order, faces=faces)
        except Refused:
            continue  # more of a card than the decks hold: no journal tells of that
        if not told_true(done.uses, done.drawn):
            return done


# ── Forging openings ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Forger:
    """Rewrites the opening of what was dealt otherwise than committed to."""

    use: Use
    drawn: Drawn
    said: dict[str, Any]
    rng: Random

    @property
    def false(self) -> list[int]:
        """Places at which something else was shown."""
        return [place for place in sorted(self.use.known) if self.use.drawn[place] != self.drawn.values[place]]

    def name(self, place: int) -> str:
        """What was shown in a place."""
        return self.use.value_name(self.use.drawn.get(place, 0))

    def show_what_was_dealt(self) -> None:
        """Say that the cards dealt were there, with the salts of those committed to."""
        self.said["shown"] = [[place, self.name(place), salt] for place, _, salt in self.said["shown"]]

    def make_leaves(self) -> None:
        """Make leaves of the cards dealt."""
        self.show_what_was_dealt()
        for place in self.false:
            leaf = self.use.subject.leaf(place, self.drawn.salts[place], self.use.drawn[place])
            self.said["leaves"][place : place + 1] = [leaf.hex()]

    def make_salts(self) -> None:
        """Take other salts."""
        for row in self.said["shown"]:
            if row[0] in self.false or self.rng.random() < 0.2:
                row[1:] = [self.name(row[0]), self.rng.randbytes(SALT_LENGTH).hex()]

    def skip_leaves(self) -> None:
        """Join the leaf of a skipped card to a neighbour, so that the bytes are those committed to."""
        leaves = self.said["leaves"]
        at = min(self.rng.choice((*self.false, 0)), max(0, len(leaves) - 2))
        leaves[at : at + 2] = ["".join(leaves[at : at + 2])]
        if self.rng.random() < 0.5:
            place = self.rng.randrange(len(leaves))
            leaves[place : place + 1] = [leaves[place][:32], leaves[place][32:]]
        for row in self.said["shown"]:
            true = int(row[0]) + 1 if row[0] >= at else int(row[0])
            row[1:] = [self.name(row[0]), self.drawn.salts[true % len(self.drawn.salts)].hex()]

    def split_leaf(self) -> None:
        """Make two of one."""
        leaves = self.said["leaves"]
        place = self.rng.randrange(len(leaves) or 1)
        cut = self.rng.choice((0, 2, 32, 62))
        leaves[place : place + 1] = [part for leaf in leaves[place : place + 1] for part in (leaf[:cut], leaf[cut:])]

    def drop_leaf(self) -> None:
        """Leave one out."""
        if not self.said["leaves"]:
            return
        self.said["leaves"].pop(self.rng.randrange(len(self.said["leaves"])))

    def add_leaf(self) -> None:
        """Put one in that holds nothing, or anything."""
        leaf = self.rng.choice(("", "00", self.rng.randbytes(32).hex(), *self.said["leaves"][:1]))
        self.said["leaves"].insert(self.rng.randrange(len(self.said["leaves"]) + 1), leaf)

    def mix_leaves(self) -> None:
        """Put them in another order."""
        leaves = self.said["leaves"]
        self.rng.shuffle(leaves)

    def open_less(self) -> None:
        """Keep the false places closed."""
        self.said["shown"] = [row for row in self.said["shown"] if row[0] not in self.false]

    def open_more(self) -> None:
        """Open places that nobody saw, or that there are not."""
        place: object = self.rng.choice((-1, len(self.drawn.values), self.rng.randrange(len(self.drawn.values)), 0.0))
        true = place if isinstance(place, int) and 0 <= place < len(self.drawn.values) else 0
        self.said["shown"].append([place, self.use.value_name(self.drawn.values[true]), self.drawn.salts[true].hex()])

    def open_elsewhere(self) -> None:
        """Say that a card lay where its like lies in truth."""
        for row in self.said["shown"]:
            if row[0] in self.false and self.use.drawn[row[0]] in self.drawn.values:
                true = self.drawn.values.index(self.use.drawn[row[0]])
                row[:] = [self.rng.choice((row[0], true)), self.name(row[0]), self.drawn.salts[true].hex()]

    def name_another(self) -> None:
        """Name another table, number, commitment or kind."""
        self.said |= self.rng.choice(
            (
                {"table": "ab" * 16},
                {"number": self.said["number"] + self.rng.choice((-1, 1))},
                {"number": True},
                {"commitment": self.rng.randbytes(32).hex()},
                {"commitment": self.use.subject.commitment(self.remade())},
                {"of": DICE if self.said["of"] == SHUFFLE else SHUFFLE},
                {"opening": 1},
                {"game": "baccarat"},
            )
        )

    def remade(self) -> tuple[bytes, ...]:
        """The leaves that what was dealt would have."""
        values = [self.use.drawn.get(place, value) for place, value in enumerate(self.drawn.values)]
        return tuple(map(self.use.subject.leaf, range(len(values)), self.drawn.salts, values))

    def write_as_before(self) -> None:
        """Write it as version 1 did, which proved less."""
        self.said = {
            "commitment": self.said["commitment"],
            "cards": self.said["shown"],
            "leaves": self.said["leaves"],
        }

    def forge(self) -> str:
        """Use some of these ways; the truth as it is is one of them."""
        for way in self.rng.sample(FORGERIES, self.rng.choice((0, 1, 1, 2, 3))):
            if "opening" in self.said:
                way(self)
        if self.rng.random() < 0.03 and "opening" in self.said:
            self.write_as_before()
        return json.dumps(self.said) + "\n"


FORGERIES: Final[tuple[Callable[[Forger], None], ...]] = (
    Forger.show_what_was_dealt,
    Forger.make_leaves,
    Forger.make_salts,
    Forger.skip_leaves,
    Forger.split_leaf,
    Forger.drop_leaf,
    Forger.add_leaf,
    Forger.mix_leaves,
    Forger.open_less,
    Forger.open_more,
    Forger.open_elsewhere,
    Forger.name_another,
)


def forged(uses: Iterable[Use], drawn: Mapping[tuple[str, int], Drawn], rng: Random) -> list[str]:
    """Openings of a dishonest table: forged where something is to be hidden; some left out, doubled or swapped."""
    lines = []
    for use in uses:
        if not (use.used_up and use.shown):
            continue
        true = drawn[use.subject.key]
        forger = Forger(use, true, json.loads(opening(true, use)), rng)
        lines.append(forger.forge() if forger.false else opening(true, use))
    match rng.randrange(12):
        case 0:
            lines.pop(rng.randrange(len(lines)))
        case 1:
            lines.append(rng.choice(lines))
        case 2 if len(lines) > 1:
            lines[:2] = exchanged_names(lines[0], lines[1])
        case 3:
            rng.shuffle(lines)
        case _:
            pass
    return lines


def exchanged_names(one: str, other: str) -> list[str]:
    """Two openings that each say they are the other."""
    first, second_ = json.loads(one), json.loads(other)
    names = ("of", "number", "commitment")
    theirs = [{name: said[name] for name in names if name in said} for said in (second_, first)]
    return [json.dumps(said | names_) for said, names_ in zip((first, second_), theirs, strict=True)]
