"""The generated simulation of rounds that depend on each other: those of one shoe, or of one sitting at a shuffler.

A unit is a whole shoe or sitting; its chance is word number `unit + (n << 40)` for n = 0, 1, 2, … A shoe is shuffled as
far as it is dealt (Fisher-Yates from the front, two cards to a word: each half of the word times a bound, rejected
where it would favour a card). What is added up:

- tally[plan, joint outcome], as for rounds that stand alone;
- for every place in the unit, how many rounds were played there and what each wager won in them;
- for every wager the products that the spread of a mean over units needs: what a unit won times its rounds, and
  squared; and the same of the rounds beyond those that every unit has.

Winnings are whole numbers of a common part of the stake. `limit` says how many rounds a unit has at most, so that the
last one of a run can be cut off.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from croupier.errors import Refused
from croupier.exact.space import Composition
from croupier.kernel.kernel import Kernel
from croupier.rulebook.deal import Burn, Draw, Supply, behind_the_cut, rounds_after_this, rounds_at_cut
from croupier.rulebook.model import Model
from croupier.simulation.random_words import HALF, TEMPLATE
from croupier.simulation.rounds.kernel import RoundSource, check_drawn_ahead
from croupier.simulation.strategy_lookup import look_up

UNIT_BIT: Final = 40
"""A unit's further words lie this many counters apart."""
UNITS_MAX: Final = 1 << UNIT_BIT
WORDS_MAX: Final = 1 << 64 - UNIT_BIT

SIGNATURE: Final = (
    "int64(int64, int64, int64, uint8[::1], int64[::1], uint8[::1], int64[:,::1], int64[::1], int64[::1], uint8[::1])"
)
ENTRY: Final = "def play(key, first, last, shoe, sights, plans, pays, limit, tally, scratch):"

MOMENTS: Final = 4
"""What is added up of each wager over whole units: winnings × rounds, winnings², and both of the rounds beyond."""


@dataclass(frozen=True)
class Cells:
    """Where in a tally what is added up lies."""

    joints: int
    """Plans times joint outcomes."""
    places: int
    """How many rounds a unit can have, at most."""
    wagers: int

    @property
    def at_places(self) -> int:
        """Where the places begin: for each, how often it was reached and what each wager won there."""
        return self.joints

    @cached_property
    def moments(self) -> int:
        """Where the sums over whole units begin."""
        return self.joints + self.places * (1 + self.wagers)

    @cached_property
    def all(self) -> int:
        return self.moments + MOMENTS * self.wagers


def cards_of(model: Model) -> int:
    """How many cards a round draws and burns, at most."""
    return sum(drawn.count for drawn in model.draws if drawn.kind is not Draw.DIE) + model.burned


class UnitSource(RoundSource, ABC):
    """Lines that play one unit's rounds after the other."""

    entry = ENTRY

    def __init__(self, model: Model, composition: Composition, cells: Cells, common: int) -> None:
        check_drawn_ahead(model, "a simulation of shoes")
        super().__init__(model)
        self.size = sum(composition)
        self.cells = cells
        self.common = common
        self.cards = cards_of(model)
        self.scratch = self.size + 1
        """For the cards of a shoe, and those outside it; one more place is never dealt from."""

    @abstractmethod
    def write(self) -> None:
        """Write the whole kernel."""

    def within(self, name: str, codes: int) -> None:
        """Note a code that is none, and leave the unit."""
        self.emit(f"if not 0 <= {name} < {codes}:", "    bad += 1", "    break")

    def shuffle(self, end: str, size: str) -> None:
        """Lay cards open up to a place, each any of those left; the last of an odd number swaps with nothing."""
        self.emit(
            f"while ready < {end}:",
            "    word = word_of(key, counter)",
            f"    counter += {1 << UNIT_BIT}",
            f"    one = {size} - ready",
            "    other = one - 1 if one > 1 else 1",
            f"    high = ((word >> 32) & {HALF}) * one",
            f"    low = (word & {HALF}) * other",
            *self.rejected("high", "one"),
            *self.rejected("low", "other"),
            *swapped("ready", "ready + (high >> 32)"),
            *swapped("ready + 1", "ready + 1 + (low >> 32)"),
            "    ready += 2",
        )

    @staticmethod
    def rejected(value: str, bound: str) -> tuple[str, ...]:
        """Lines that pass a word over where it would favour some numbers; hardly ever is a remainder worked out."""
        return (
            f"    if ({value} & {HALF}) < {bound} and ({value} & {HALF}) < {HALF + 1} % {bound}:",
            "        continue",
        )

    def draws(self, place: str) -> None:
        """Name the cards from a place on, and roll the dice."""
        number = 0
        for drawn in self.model.draws:
            names = []
            for _ in range(1 if drawn.kind is Draw.DIE else drawn.count):
                if drawn.kind is Draw.DIE:
                    self.roll(f"face_{drawn.name}", drawn.count)
                    names.append(f"face_{drawn.name}")
                else:
                    self.emit(f"x{number} = np.int64(cards[{place} + {number}])")
                    names.append(f"x{number}")
                    number += 1
            self.known[drawn.name] = names

    def roll(self, name: str, faces: int) -> None:
        """Roll a die, with a word of its own."""
        self.emit(
            "while True:",
            f"    high = ((word_of(key, counter) >> 32) & {HALF}) * {faces}",
            f"    counter += {1 << UNIT_BIT}",
            f"    if (high & {HALF}) >= {(HALF + 1) % faces}:",
            "        break",
            f"{name} = (high >> 32) + 1",
        )

    def take(self) -> None:
        """Work out how many cards the round takes; gives `taken`."""
        if self.model.taken is None:
            self.emit(f"taken = {self.cards}")
            return
        self.emit(f"taken = {self.call(self.model.taken)}")
        self.emit(f"if not 1 <= taken <= {self.cards}:", "    bad += 1", "    break")

    def start_sums(self) -> None:
        """Nothing is won yet in this unit."""
        self.emit("rounds = 0")
        for wager in range(self.cells.wagers):
            self.emit(f"won_{wager} = 0", f"sure_{wager} = 0")

    def add_round(self) -> None:
        """Add a round up, by what came out and by its place; `sure` is what the rounds every unit has have won."""
        self.emit("tally[joint] += 1")
        self.emit(f"cell = {self.cells.at_places} + rounds * {1 + self.cells.wagers}", "tally[cell] += 1")
        for wager in range(self.cells.wagers):
            self.emit(f"pay = pays[joint, {wager}]", f"tally[cell + {1 + wager}] += pay", f"won_{wager} += pay")
        self.emit("rounds += 1", f"if rounds == {self.common}:")
        for wager in range(self.cells.wagers):
            self.emit(f"    sure_{wager} = won_{wager}")

    def add_unit(self) -> None:
        """Add the products of a unit up; one that was cut off early has no rounds beyond those that every unit has."""
        self.emit(f"beyond = max(rounds - {self.common}, 0)")
        for wager in range(self.cells.wagers):
            cell = self.cells.moments + MOMENTS * wager
            self.emit(
                f"if rounds < {self.common}:",
                f"    sure_{wager} = won_{wager}",
                f"rest = won_{wager} - sure_{wager}",
                f"tally[{cell}] += won_{wager} * rounds",
                f"tally[{cell + 1}] += won_{wager} * won_{wager}",
                f"tally[{cell + 2}] += rest * beyond",
                f"tally[{cell + 3}] += rest * rest",
            )

    def kernel(self, signature: str = SIGNATURE) -> Kernel:
        """What was written, ready to be compiled."""
        text = TEMPLATE + look_up(self.layout) + self.text
        return Kernel("play", signature, text, tuple(self.rules.items()), self.scratch)


def swapped(one: str, other: str) -> tuple[str, ...]:
    """Lines that swap two cards."""
    return (
        f"    place_two = {other}",
        f"    held = cards[{one}]",
        f"    cards[{one}] = cards[place_two]",
        "    cards[place_two] = held",
    )


def burns_of(composition: Composition, supply: Supply) -> tuple[int, int]:
    """The fewest and the most cards that are burned of a new shoe."""
    match supply.burn:
        case Burn.NONE:
            return 0, 0
        case Burn.ONE:
            return 1, 1
        case Burn.BY_VALUE:
            counts = [1 + int(supply.burn_count(card)) for card, n in enumerate(composition) if n]
            return min(counts), max(counts)


def latest_start(composition: Composition, supply: Supply) -> int:
    """The most cards that can be gone when the round begins in which the cut card comes out."""
    return max(burns_of(composition, supply)[1], sum(composition) - supply.cut_from_end)


def check_lasts(model: Model, composition: Composition, supply: Supply) -> None:
    """Refuse a shoe that might run out in the middle of a round: nothing in compiled code would stop it."""
    if supply.cut_from_end <= 0:
        raise Refused(f"{model.id} has no cut card; a shoe that is shuffled at its end needs one")
    size, cards, latest = sum(composition), cards_of(model), latest_start(composition, supply)
    within, first = supply.rounds_after
    if max(latest + cards * (1 + first), latest - 1 + cards * (1 + within)) > size:
        raise Refused(
            f"a shoe of {size} cards whose cut card lies {supply.cut_from_end} from its end may run out in the middle "
            "of a round; put the cut card farther from the end, or take more decks"
        )


class ShoeSource(UnitSource):
    """Lines that deal shoes to the cut card."""

    def __init__(self, model: Model, composition: Composition, cells: Cells, common: int, supply: Supply) -> None:
        check_lasts(model, composition, supply)
        super().__init__(model, composition, cells, common)
        self.supply = supply

    def write(self) -> None:
        self.emit(self.entry)
        self.depth = 1
        self.emit("bad, most = 0, limit[0]", f"cards = scratch[:{self.size + 1}]")
        self.emit("for index in range(first, last):")
        self.depth = 2
        self.new_shoe()
        self.burn()
        self.start_sums()
        self.emit("cut_out, left = False, 0", "while True:")
        self.depth = 3
        self.lay_open(f"place + {self.cards}")
        self.draws("place")
        self.play()
        self.take()
        self.add_round()
        self.emit("began = place", "place += taken")
        self.end_round()
        self.emit("if rounds >= most:", "    break")
        self.depth = 2
        self.add_unit()
        self.depth = 1
        self.emit("return bad")

    def new_shoe(self) -> None:
        """All the cards, of which none is in its place yet."""
        self.emit(f"for place in range({self.size}):", "    cards[place] = shoe[place]", "counter, ready = index, 0")

    def lay_open(self, end: str) -> None:
        """Bring the cards before a place into their places."""
        self.shuffle(end, str(self.size))

    def burn(self) -> None:
        """Burn as the supply says; gives `place`, the first card's of the first round."""
        match self.supply.burn:
            case Burn.NONE:
                self.emit("place = 0")
            case Burn.ONE:
                self.emit("place = 1")
            case Burn.BY_VALUE:
                self.lay_open("1")
                self.emit(f"place = 1 + {self.name_of(self.supply.burn_count)}(np.int64(cards[0]))")

    def end_round(self) -> None:
        """Count rounds down once the cut card is out, and leave the shoe after the last."""
        cut = f"{self.size}, {self.supply.cut_from_end}"
        behind = f"{self.name_of(behind_the_cut)}(place, {cut})"
        within, first = self.supply.rounds_after
        self.emit(
            f"if not cut_out and {behind}:",
            "    cut_out = True",
            f"    left = {self.name_of(rounds_at_cut)}(began, {cut}, {within}, {first})",
            "if cut_out:",
            f"    left = {self.name_of(rounds_after_this)}(left)",
            "    if left <= 0:",
            "        break",
        )


class SittingSource(UnitSource):
    """Lines that deal sittings at a continuous shuffler, whose last discards stay outside for a round."""

    def __init__(
        self, model: Model, composition: Composition, cells: Cells, common: int, held_back: int, rounds: int
    ) -> None:
        super().__init__(model, composition, cells, common)
        self.held_back = held_back
        self.scratch += max(held_back, 1)
        self.rounds = rounds

    def write(self) -> None:
        self.emit(self.entry)
        self.depth = 1
        self.emit("bad, most = 0, limit[0]", f"cards = scratch[:{self.size + 1}]")
        self.emit(f"outside = scratch[{self.size + 1} :]", "for index in range(first, last):")
        self.depth = 2
        self.emit(f"for place in range({self.size}):", "    cards[place] = shoe[place]")
        self.emit(f"counter, inside, oldest = index, {self.size}, 0")
        self.start_sums()
        self.emit(f"while rounds < min(most, {self.rounds}):")
        self.depth = 3
        self.emit("ready = 0")
        self.shuffle(str(self.cards), "inside")
        self.draws("0")
        self.play()
        self.take()
        self.add_round()
        if self.held_back:
            self.discard()
        self.depth = 2
        self.add_unit()
        self.depth = 1
        self.emit("return bad")

    def discard(self) -> None:
        """Hold the round's cards back in the order dealt, and let as many of the oldest into the machine."""
        self.emit(
            "for number in range(taken):",
            "    card = cards[number]",
            f"    if inside > {self.size - self.held_back}:",
            f"        outside[{self.size} - inside] = card",
            "        inside -= 1",
            "        cards[number] = cards[inside]",
            "    else:",
            "        cards[number] = outside[oldest]",
            "        outside[oldest] = card",
            f"        oldest = oldest + 1 if oldest < {self.held_back - 1} else 0",
        )
