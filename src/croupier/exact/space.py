"""The space of all deals: kinds of cards, the order in which they are dealt out, and how many deals there are.

Cards that no rule can tell apart are one *kind* with a number of copies. Where suits are alike, deals that differ only
by a renaming of suits are one *class*, and one deal stands for all of them, weighted by how many they are. It is found
draw by draw: two suits are *still alike* when nothing drawn so far tells them apart, the cards of such suits are taken
from the first of them on, and whatever is drawn from one and not from the next tells the two apart from then on. So
every draw of any size is reduced by the suits that the draws before it have left alike.

What is seen has the lowest of the numbers that a renaming of suits gives it: so deals that look alike at a decision are
seen alike by the deals that stand for them, whatever else they hold.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, lcm, perm
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import DECK, EVERY_CARD, JOKER, card_name, composition_of
from croupier.errors import Refused, quoted
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Fixed, Model
from croupier.rulebook.wager import NOT_ASKED, Option

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[Any]
"""Kinds and faces, in integers of any width."""
Composition = tuple[int, ...]
"""How many of each of the 52 cards there are, and of both jokers where a deck holds one."""

WEIGHT_MAX: Final = 1 << 62
HEAD_LEAVES: Final = 1 << 20
"""So many deals, at most, follow a head, if suits are not looked at: a tenth of a second of a core's work."""
WHOLE_DRAW_MAX: Final = 1 << 18
"""A set is listed whole, rather than its first cards, while it can fall in no more ways than this."""
ROWS_AT_ONCE: Final = 1 << 14
APART: Final = -2
"""The kind before the first of a draw: none that another could follow."""


JOKER_BIT: Final = 1 << 4
"""In place of a suit's bit: a joker has no suit, and is alike with nothing."""


def full(decks: int) -> Composition:
    """Plain decks; `Model.composition` has those of a model."""
    return composition_of(DECK, decks)


@dataclass(frozen=True)
class Slot:
    """One card or die of a draw, in the order of the loops."""

    draw: str
    name: str
    kind: Draw
    place: int
    faces: int = 0
    known: int | None = None
    """The card or face that is known to lie here."""
    number: int = 0
    """How many unknown cards of its draw come before it."""


class Alike(NamedTuple):
    """Rows of slots and, for each of them, which suits are still alike; suits are numbered as the kinds have them."""

    rows: Rows
    weights: Ints
    """How many ways a row's cards fall, all deals that it stands for together."""
    links: Ints
    """A bit for every suit that is alike with the one before it."""
    before: Ints
    """The links before the last kind of card came."""
    copies: Ints
    """How many of the last kind have come in this draw."""
    limit: Ints
    """As many may come, for there are no more of a suit than of the one before it that is alike; 0 for no limit."""
    equal: Ints
    """How many suits alike have come as often as the last one."""
    equal_before: Ints
    """The same for the suit before the last one."""


@dataclass(frozen=True)
class Late:
    """How the draws after the last decision fall: in as many ways as its option takes cards.

    Each way is weighted, so that all options share one total.
    """

    model: Model
    left: int
    """How many cards are left for them."""

    def taken(self, option: Option) -> tuple[int, ...]:
        """How many new cards an option takes of each of them."""
        return tuple(option.new_cards(drawn.count) for drawn in self.model.late)

    def ways(self, option: Option) -> int:
        """How many ways they can fall after an option, each card being told apart."""
        left, ways = self.left, 1
        for drawn, count in zip(self.model.late, self.taken(option), strict=True):
            if count > left:
                raise Refused(f"{self.left} cards are too few to draw {drawn.name} of {self.model.id} from")
            ways *= comb(left, count) if drawn.kind is Draw.SET else perm(left, count)
            left -= count
        return ways

    @property
    def options(self) -> tuple[Option, ...]:
        """The options after which they come, one of each code; one more where the decision is not always asked."""
        if not self.model.late:
            return ()
        decision = self.model.decisions[-1]
        by_code = {int(option.code): option for option in reversed(decision.options)}
        return tuple(by_code.values()) if decision.asked is None else (*by_code.values(), self.not_asked)

    @property
    def not_asked(self) -> Option:
        """What happens where the decision is not asked: nothing is drawn, and a hand stays as it is."""
        of = next((drawn for drawn in self.model.late if drawn.of), None)
        return Option(NOT_ASKED, "not_asked", "", 0, takes=0, keeps=tuple(range(of.count)) if of else None)

    def option(self, code: int) -> Option:
        """The option of a code."""
        return next(option for option in self.options if int(option.code) == code)

    @cached_property
    def total(self) -> int:
        """As many ways there are after each option, each being weighted."""
        return lcm(*map(self.ways, self.options))

    @property
    def leaves(self) -> int:
        """How many ways are looked at after all options together."""
        return sum(map(self.ways, self.options)) or 1

    def weight(self, option: Option) -> int:
        """What each way after an option weighs."""
        return self.total // self.ways(option)


@dataclass(frozen=True)
class Space:
    """All deals of a model from a composition, or those that agree with what is known."""

    model: Model
    composition: Composition
    lumped: bool
    """Whether cards and suits that the rules cannot tell apart are counted once, with a weight."""
    known: Fixed | None = None
    """Cards and dice that are known, draw by draw; the cards are out of the composition already."""

    def __post_init__(self) -> None:
        """Refuse an impossible composition."""
        if len(self.composition) not in (len(DECK), len(EVERY_CARD)) or min(self.composition) < 0:
            raise Refused(
                f"a composition says how many there are of each of the {len(DECK)} cards, and of both jokers where a "
                "deck holds one"
            )

    # ── Kinds of cards, and suits ────────────────────────────────────────────────────────────────────────────────

    @property
    def renames_suits(self) -> bool:
        """Whether deals that differ by a renaming of suits are counted as one."""
        return self.lumped and self.model.suits_alike and not self.model.told_apart_by and not self.known

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """The suits, those that the composition has alike beside each other."""
        if not self.renames_suits:
            return (0, 1, 2, 3)
        columns = [self.composition[suit:JOKER:4] for suit in range(4)]
        return tuple(sorted(range(4), key=lambda suit: (columns.index(columns[suit]), suit)))

    @property
    def links(self) -> int:
        """A bit for every suit that is alike with the one before it, nothing being drawn yet."""
        if not self.renames_suits:
            return 0
        columns = [self.composition[suit:JOKER:4] for suit in self.suits]
        return sum(1 << place for place in range(1, 4) if columns[place] == columns[place - 1])

    @cached_property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Each kind's card and how many copies there are of it; of a rank, in the order of the suits; then jokers."""
        apart = self.model.told_apart_by if self.lumped else ()
        copies: dict[object, list[int]] = {}
        in_order = (rank * 4 + suit for rank in range(13) for suit in self.suits)
        for card in (*in_order, *range(JOKER, len(self.composition))):
            if count := self.composition[card]:
                key: object = tuple(int(rule(card)) for rule in apart) if apart else card
                copies.setdefault(key, [card, 0])[1] += count
        return tuple((card, count) for card, count in copies.values())

    @cached_property
    def bits(self) -> Ints:
        """Of each kind, a bit for the place of its suit."""
        bits = [JOKER_BIT if card >= JOKER else 1 << self.suits.index(card & 3) for card, _ in self.kinds]
        return np.array(bits, dtype=np.int64)

    @cached_property
    def copies(self) -> Ints:
        return np.array([count for _, count in self.kinds], dtype=np.int64)

    @property
    def one_of_each(self) -> bool:
        return all(count == 1 for _, count in self.kinds)

    def renamings(self) -> list[Sequence[int]]:
        """The renamings of suits that leave the composition as it is."""
        return [
            suits
            for suits in permutations(range(4))
            if all(self.composition[c] == self.composition[(c & ~3) | suits[c & 3]] for c in DECK)
        ]

    @cached_property
    def renamed(self) -> Ints:
        """For every renaming of suits, each card's other name; the first leaves all as they are."""
        return renamed_cards(self.renamings() if self.renames_suits else [(0, 1, 2, 3)])

    # ── Draws and slots ──────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every card and die that is drawn before the last decision is made; first those that are known."""
        slots = []
        for number, drawn in enumerate(self.model.draws):
            if drawn.after:
                continue
            faces, places = (drawn.count, 1) if drawn.kind is Draw.DIE else (0, drawn.count)
            known = (self.known or {}).get(drawn.name) or (None,) * places
            unknown = 0
            for place, value in enumerate(known):
                name = f"x{number}_{place}"
                slots.append(Slot(drawn.name, name, drawn.kind, place, faces, value, unknown))
                unknown += value is None
        return tuple(sorted(slots, key=lambda slot: slot.known is None))

    @property
    def early(self) -> tuple[Drawn, ...]:
        """The draws that come before the last decision is made."""
        return tuple(drawn for drawn in self.model.draws if not drawn.after)

    @cached_property
    def late(self) -> "Late":
        """How the draws after the last decision fall."""
        unknown = sum(slot.kind is not Draw.DIE and slot.known is None for slot in self.slots)
        return Late(self.model, sum(self.composition) - unknown)

    @cached_property
    def fixed(self) -> int:
        return sum(slot.known is not None for slot in self.slots)

    @cached_property
    def total(self) -> int:
        left = sum(self.composition)
        total = largest = 1
        for drawn in self.early:
            unknown = sum(slot.draw == drawn.name and slot.known is None for slot in self.slots)
            if drawn.kind is Draw.DIE:
                total *= drawn.count if unknown else 1
                continue
            if unknown > left:
                raise Refused(f"{sum(self.composition)} cards are too few to deal {self.model.id}")
            if drawn.kind is Draw.SET:  # a weight is multiplied by copies before it is divided by those alike
                largest = max(largest, *(total * comb(left, n) * n for n in range(1, unknown + 1)), 1)
            total *= comb(left, unknown) if drawn.kind is Draw.SET else perm(left, unknown)
            left -= unknown
        total *= self.late.total
        if self.model.late:
            largest = max(largest * self.late.total, total * max(drawn.count for drawn in self.model.late))
        if max(total, largest) * (4 if self.renames_suits else 1) >= WEIGHT_MAX:
            raise Refused(f"{total:,} deals are more than the engine counts")
        return total

    def ways_after(self, length: int) -> int:
        """How many ways the slots after some whole draws can fall, each card being there once."""
        left = sum(self.composition) - sum(slot.kind is not Draw.DIE for slot in self.slots[:length])
        ways = 1
        for drawn in self.model.draws:
            number = sum(slot.draw == drawn.name for slot in self.slots[length:])
            if number and drawn.kind is Draw.DIE:
                ways *= drawn.count
            elif number:
                ways *= comb(left, number) if drawn.kind is Draw.SET else perm(left, number)
                left -= number
        return ways

    def leaves_after(self, length: int) -> int:
        """About how many deals follow the first slots, cards of a kind counted once and suits not looked at."""
        kinds, leaves, sets = len(self.kinds), self.late.leaves, 0
        single = self.one_of_each
        for place, slot in enumerate(self.slots[length:], length):
            if slot.kind is Draw.DIE:
                leaves *= slot.faces
                continue
            sets = slot.number + 1 if slot.kind is Draw.SET else 1
            drawn = sum(each.kind is not Draw.DIE and each.known is None for each in self.slots[:place])
            leaves = leaves * max(kinds - (drawn if single else 0), 1) // sets
        return leaves

    @cached_property
    def leaves(self) -> int:
        """About how many deals are looked at, one for each class."""
        return self.leaves_after(self.fixed) // len(self.renamed)

    @cached_property
    def head_length(self) -> int:
        """How many slots a *head* fixes, from which a count starts: not much follows it.

        A set is in the head whole, where it can be listed.
        """
        length = self.fixed
        while length < len(self.slots) - 1 and self.leaves_after(length) > HEAD_LEAVES:
            length += 1
        whole = length
        while whole < len(self.slots) - 1 and self.slots[whole].kind is Draw.SET and self.slots[whole].number:
            whole += 1
        listed = self.leaves_after(self.fixed) // max(self.leaves_after(whole), 1)
        return whole if listed // len(self.renamed) <= WHOLE_DRAW_MAX else length

    # ── Rows of slots ────────────────────────────────────────────────────────────────────────────────────────────

    def heads(self) -> Iterator[Rows]:
        """The heads as rows of kinds and faces, a number of them at a time."""
        for alike in self.listed(self.head_length):
            yield alike.rows

    def rows(self, length: int) -> tuple[Rows, Ints]:
        """All rows of the first slots, and how many ways each falls; one of those that a renaming of suits makes."""
        parts = list(self.listed(length))
        return np.concatenate([part.rows for part in parts]), np.concatenate([part.weights for part in parts])

    def listed(self, length: int) -> Iterator[Alike]:
        """The rows of the first slots, not too many at a time; always in the same order."""
        row = np.array([[slot.known for slot in self.slots[: self.fixed]]], dtype=np.uint8).reshape(1, self.fixed)
        one = np.ones(1, dtype=np.int64)
        none = 0 * one
        yield from self.grown(Alike(row, one, self.links * one, none, none, none, none, none), length)

    def grown(self, alike: Alike, length: int) -> Iterator[Alike]:
        """Rows with every slot up to a length."""
        if alike.rows.shape[1] == length:
            if len(alike.rows):
                yield alike
            return
        for first in range(0, len(alike.rows), ROWS_AT_ONCE):
            some = Alike(*(column[first : first + ROWS_AT_ONCE] for column in alike))
            yield from self.grown(self.longer(some), length)

    def longer(self, alike: Alike) -> Alike:
        """Rows with every card or face that the next slot can take, where it stands for those alike."""
        place = alike.rows.shape[1]
        slot = self.slots[place]
        if slot.kind is Draw.DIE:
            row, face = np.divmod(np.arange(len(alike.rows) * slot.faces), slot.faces)
            return Alike(appended(alike.rows, row, face + 1), *(column[row] for column in alike[1:]))
        row, kind, ways = self.extended(alike.rows, place)
        goes_on = slot.kind is Draw.SET and slot.number > 0
        last = alike.rows[row, -1].astype(np.int64) if goes_on else np.full(len(row), APART)
        again = kind == last
        one_more = (alike.limit[row] == 0) | (alike.copies[row] < alike.limit[row])
        stands = np.flatnonzero(np.where(again, one_more, alike.links[row] & self.bits[kind] == 0))
        row, kind, ways, last, again = (column[stands] for column in (row, kind, ways, last, again))
        bit, links, copies = self.bits[kind], alike.links[row], alike.copies[row]
        next_ = ~again & (kind == last + 1) & (alike.before[row] & bit != 0)
        come = np.where(again, copies + 1, 1)
        limit = np.where(again, alike.limit[row], np.where(next_, copies, 0))
        equal_before = np.where(again, alike.equal_before[row], np.where(next_, alike.equal[row], 0))
        levels = (limit > 0) & (come == limit)
        equal = np.where(levels, equal_before + 1, 1)
        size = np.where(again, 1, alike_from(links, bit))
        runs = come if slot.kind is Draw.SET else np.ones_like(come)
        weights: Ints = alike.weights[row] * ways // runs * size // equal
        left: Ints = np.where(again, links, links & ~(bit << 1)) + np.where(levels, bit, 0)  # a bit that is not there
        return Alike(
            appended(alike.rows, row, kind),
            weights,
            left,
            np.where(again, alike.before[row], links),
            come,
            limit,
            equal,
            equal_before,
        )

    def extended(self, rows: Rows, place: int, first: int = 0) -> tuple[Ints, Ints, Ints]:
        """Every row of the slots from a first one on with every kind of card that the next slot can take.

        Gives the row, the kind, and how many copies of that are left. A set is listed in order.
        """
        slot = self.slots[place]
        drawn = enumerate(self.slots[first:place])
        taken = self.holding(rows, [n for n, each in drawn if each.kind is not Draw.DIE and each.known is None])
        possible = taken < self.copies
        if slot.kind is Draw.SET and slot.number and place > first:
            possible &= np.arange(len(self.kinds)) >= rows[:, -1:]
        row, kind = np.nonzero(possible)
        return row, kind, self.copies[kind] - taken[row, kind]

    def holding(self, rows: Rows, places: Sequence[int]) -> Rows:
        """How many of each kind every row holds in some places."""
        held = np.zeros((len(rows), len(self.kinds)), dtype=np.int16)
        for place in places:
            held[np.arange(len(rows)), rows[:, place]] += 1
        return held


def every_card(composition: Composition) -> npt.NDArray[np.uint8]:
    """All cards of a composition, in the order of their numbers."""
    return np.repeat(np.arange(len(composition), dtype=np.uint8), composition)


def without(composition: Composition, removed: Iterable[int]) -> Composition:
    """A composition less some cards."""
    left = list(composition)
    for card in removed:
        if card not in range(len(left)):
            no_joker = ", as the deck has no joker" if card in EVERY_CARD else ""
            raise Refused(f"{quoted(card)} is not a card; cards are numbered 0 to {len(left) - 1}{no_joker}")
        if left[card] < 1:
            raise Refused(f"{card_name(card)} is given more often than the decks hold it")
        left[card] -= 1
    return tuple(left)


def renamed_cards(renamings: Sequence[Sequence[int]]) -> Ints:
    """For every renaming of suits, each card's other name; a joker keeps its own."""
    cards = np.array(EVERY_CARD)
    named = (cards & ~3)[None, :] | np.array(renamings, dtype=np.int64)[:, cards & 3]
    return np.ascontiguousarray(np.where(cards >= JOKER, cards, named))


def alike_from(links: Ints, bit: Ints) -> Ints:
    """How many suits are alike, from one on."""
    after = links // (2 * bit)
    size: Ints = 1 + (after & 1) + (after & 3 == 3) + (after & 7 == 7)
    return size


def appended(rows: Rows, row: Ints, value: Ints) -> Rows:
    """Some rows, each with one more value."""
    return np.column_stack((rows[row], value.astype(rows.dtype)))
