"""What wagers are worth by the cards that are left: polynomials in how many there are of each kind.

The chance of an ordered deal is a product of falling factorials, n(n - 1)…, one for each kind of card in it, so a
wager's value is a polynomial in the numbers of cards, over the number of all deals. Its coefficients are collected once
from the rule functions, by looking at one deal of every sequence of kinds. Nothing here knows how a game is played.

There are two sorts of kinds. The *coarse* ones tell what is needed to play the round (in baccarat the ten values). The
*fine* ones also tell what some wager pays on (which jack, queen or king). Where an outcome depends on the fine kinds of
some cards, the deal is counted with those cards set apart: whatever else the round holds, they are any cards of their
coarse kind, so their fine kinds fall by what is left of each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import lcm, perm, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.space import Composition, Ints
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule, Wager

SEQUENCES_MAX: Final = 1 << 25
"""So many sequences of coarse kinds are looked at, at most: seconds of one core's work."""
SET_APART_MAX: Final = 2
"""So many cards of a round are looked at by their fine kinds, at most."""
NUMBER_MAX: Final = 1 << 62
PATTERNS_MAX: Final = 256


@dataclass(frozen=True)
class Kinds:
    """Cards sorted by what tells them apart: coarsely to play a round, finely to pay its wagers."""

    coarse_of_card: tuple[int, ...]
    fine_of_card: tuple[int, ...]
    """The place of a card's fine kind within its coarse one."""

    @cached_property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """For each coarse kind, one card of each of its fine kinds."""
        found: list[dict[int, int]] = [{} for _ in range(1 + max(self.coarse_of_card))]
        for card, (coarse, fine) in enumerate(zip(self.coarse_of_card, self.fine_of_card, strict=True)):
            found[coarse].setdefault(fine, card)
        return tuple(tuple(each.values()) for each in found)

    @cached_property
    def widest(self) -> int:
        """The most fine kinds that a coarse one has."""
        return max(map(len, self.cards))

    @cached_property
    def table(self) -> Ints:
        """The cards as the collecting kernel reads them, -1 where a coarse kind has no more fine ones."""
        rows = [(*cards, *(-1,) * (max(self.widest, 2) - len(cards))) for cards in self.cards]
        return np.array(rows, dtype=np.int64)


def kinds_by(rules: Sequence[Callable[[int], int]], coarse: Sequence[Callable[[int], int]]) -> Kinds:
    """Kinds told apart by all rules, and by some of them coarsely."""
    groups: dict[object, dict[object, int]] = {}
    places: list[tuple[int, int]] = []
    for card in range(52):
        key = tuple(int(rule(card)) for rule in coarse)
        fine = tuple(int(rule(card)) for rule in rules)
        within = groups.setdefault(key, {})
        places.append((list(groups).index(key), within.setdefault(fine, len(within))))
    return Kinds(tuple(coarse for coarse, _ in places), tuple(fine for _, fine in places))


class Collector(Source):
    """Writes the kernel that looks at one deal of every sequence of kinds."""

    SIGNATURE: Final = (
        "int64(int64, int64, int64[:,::1], int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1])"
    )

    def __init__(self, model: Model, rule: Rule) -> None:
        super().__init__(model)
        self.rule = rule
        needed = self.needs(rule)
        self.dice = [drawn for drawn in model.draws if drawn.kind is Draw.DIE and drawn.name in needed]
        self.cards = sum(drawn.count for drawn in model.draws if drawn.kind is not Draw.DIE)

    def outcome(self, cards: Sequence[str]) -> None:
        """A function of a round's cards and faces that gives the outcome's code."""
        faces = [f"d_{drawn.name}" for drawn in self.dice]
        self.emit("@numba.njit", f"def outcome({', '.join((*cards, *faces))}):")
        self.depth = 1
        place = 0
        for drawn in self.model.draws:
            if drawn.kind is Draw.DIE:
                if drawn in self.dice:
                    self.known[drawn.name] = [f"d_{drawn.name}"]
                continue
            self.known[drawn.name] = list(cards[place : place + drawn.count])
            place += drawn.count
        self.features(set(), set(self.rule.inputs))
        self.emit(f"return {self.call(self.rule)}", "")
        self.depth = 0

    def kernel(self) -> Kernel:
        """For sequences `first` to `last`: the multiset, which cards are set apart, and the codes of their fine kinds.

        `noted[row]` gets the place of the pattern, or -1; a pattern is the places set apart and its codes.
        """
        cards = [f"c{place}" for place in range(self.cards)]
        self.outcome(cards)
        arguments = [f"cards[{place}]" for place in range(self.cards)]
        faces = [f"d_{drawn.name}" for drawn in self.dice]
        called = f"outcome({', '.join((*arguments, *faces))})"
        self.emit(
            "def collect(first, last, kinds, faces, noted, apart, patterns, found, scratch):",
            f"    places, widest = {self.cards}, kinds.shape[1]",
            f"    cards = scratch[:{self.cards}]",
            f"    coarse = scratch[{self.cards} : {2 * self.cards}]",
            f"    is_apart = scratch[{2 * self.cards} : {3 * self.cards}]",
            f"    chosen = scratch[{3 * self.cards} : {3 * self.cards + SET_APART_MAX}]",
            f"    codes = scratch[{3 * self.cards + SET_APART_MAX} :]",
        )
        self.depth = 1
        for number, name in enumerate(faces):
            self.emit(f"{name} = faces[{number}]")
        self.emit(
            "for index in range(first, last):",
            "    rest = index",
            "    for place in range(places):",
            "        coarse[place] = rest % kinds.shape[0]",
            "        rest //= kinds.shape[0]",
            "    for place in range(places):",
            "        is_apart[place] = 0",
            "    bases = 1",
            "    for place in range(places):",
            "        while bases < widest and kinds[coarse[place], bases] >= 0:",
            "            bases += 1",
            "    for base in range(bases if bases > 1 else 0):",  # whatever fine kinds the others are
            "        for place in range(places):",
            "            card = kinds[coarse[place], base]",
            "            cards[place] = card if card >= 0 else kinds[coarse[place], 0]",
            f"        code = {called}",
            "        for place in range(places):",
            "            held = cards[place]",
            "            for fine in range(widest):",
            "                if kinds[coarse[place], 1] < 0 or kinds[coarse[place], fine] < 0 or is_apart[place]:",
            "                    break",
            "                cards[place] = kinds[coarse[place], fine]",
            f"                if {called} != code:",
            "                    is_apart[place] = 1",
            "            cards[place] = held",
            "    number = 0",
            "    for place in range(places):",
            "        cards[place] = kinds[coarse[place], 0]",
            "        number += is_apart[place]",
            f"    if number > {SET_APART_MAX}:",
            "        return -1",
            "    number = 0",
            "    for place in range(places):",
            "        if is_apart[place]:",
            "            chosen[number] = place",
            "            number += 1",
            "    size = 1",
            "    for each in range(number):",
            "        size *= widest",
            "    for each in range(size):",
            "        rest = each",
            "        exists = True",
            "        for nth in range(number):",
            "            card = kinds[coarse[chosen[nth]], rest % widest]",
            "            exists = exists and card >= 0",
            "            cards[chosen[nth]] = card",
            "            rest //= widest",
            "        if exists:",
            f"            codes[each] = {called}",
            "        else:",
            "            codes[each] = -1",
            "    for each in range(size, len(codes)):",
            "        codes[each] = -2",
            "    at = -1",
            "    for pattern in range(found[0]):",
            "        same = apart[pattern, 0] == number",
            "        for nth in range(number):",
            "            same = same and apart[pattern, 1 + nth] == coarse[chosen[nth]]",
            "        for each in range(size):",
            "            same = same and patterns[pattern, each] == codes[each]",
            "        if same:",
            "            at = pattern",
            "            break",
            "    if at < 0:",
            "        at = found[0]",
            "        if at == len(patterns):",
            "            return -2",
            "        found[0] += 1",
            "        apart[at, 0] = number",
            "        for nth in range(number):",
            "            apart[at, 1 + nth] = coarse[chosen[nth]]",
            "        for each in range(len(codes)):",
            "            patterns[at, each] = codes[each]",
            "    noted[index - first] = at",
            "return 0",
        )
        self.depth = 0
        return Kernel("collect", self.SIGNATURE, HEADING + self.text, tuple(self.rules.items()))


HEADING: Final = '"""Generated: collects the outcomes of every sequence of kinds of cards."""\n\n\n'


@dataclass(frozen=True)
class Pattern:
    """How an outcome depends on the fine kinds of the cards that are set apart."""

    apart: tuple[int, ...]
    """The coarse kinds of those cards."""
    codes: tuple[int, ...]
    """The outcome for each choice of their fine kinds, the first card's changing fastest; -1 where there is none."""


@dataclass(frozen=True)
class Collected:
    """One outcome rule: how many sequences of kinds lead to each pattern, by how many cards there are of each kind."""

    kinds: Kinds
    cards: int
    faces: int
    """How many ways the dice can fall."""
    sums: Mapping[Pattern, Mapping[tuple[int, ...], int]]
    """By pattern and by the coarse kinds of the other cards, in order: how many sequences, for all faces of dice."""

    @property
    def widest(self) -> int:
        return self.kinds.widest


def collected(model: Model, rule: Rule, kinds: Kinds) -> Collected | None:
    """Look at every sequence of coarse kinds; None where too many cards would have to be set apart."""
    collector = Collector(model, rule)
    size = len(kinds.cards) ** collector.cards
    if size > SEQUENCES_MAX:
        raise Refused(
            f"{model.id} has {size:,} sequences of kinds of cards, more than are looked at; name in `told_apart_by` "
            "the rules of a single card by which its wagers tell cards apart"
        )
    kernel = collector.kernel().compiled
    width = kinds.table.shape[1] ** SET_APART_MAX
    sums: dict[Pattern, dict[tuple[int, ...], int]] = {}
    sequences = np.indices((len(kinds.cards),) * collector.cards, dtype=np.uint8)
    coarse = np.ascontiguousarray(sequences.reshape(collector.cards, size)[::-1].T)  # the first place changes fastest
    ways = [range(1, drawn.count + 1) for drawn in collector.dice]
    for faces in product(*ways):
        noted = np.zeros(size, dtype=np.int64)
        apart = np.zeros((PATTERNS_MAX, 1 + SET_APART_MAX), dtype=np.int64)
        patterns = np.zeros((PATTERNS_MAX, width), dtype=np.int64)
        found = np.zeros(1, dtype=np.int64)
        scratch = np.zeros(3 * collector.cards + SET_APART_MAX + width, dtype=np.int64)
        given = np.array(faces, dtype=np.int64)
        if kernel(0, size, kinds.table, given, noted, apart, patterns, found, scratch) < 0:
            return None
        for number in range(int(found[0])):
            own = tuple(int(each) for each in apart[number, 1 : 1 + apart[number, 0]])
            pattern = Pattern(own, tuple(int(each) for each in patterns[number] if each != NOTHING))
            add_multisets(sums.setdefault(pattern, {}), coarse[noted == number], own, len(kinds.cards))
    return Collected(kinds, collector.cards, prod(map(len, ways)), sums)


NOTHING: Final = -2


def add_multisets(
    sums: dict[tuple[int, ...], int], sequences: npt.NDArray[np.uint8], apart: tuple[int, ...], kinds: int
) -> None:
    """Add up sequences by how often each coarse kind is in them, without the cards that are set apart."""
    ordered = np.sort(sequences, axis=1).astype(np.int64)
    for kind in apart:  # the first of its kind makes room, by moving behind all others
        at = np.argmax(ordered == kind, axis=1)
        ordered[np.arange(len(ordered)), at] = kinds
        ordered.sort(axis=1)
    powers = (kinds + 1) ** np.arange(ordered.shape[1])
    for key, count in zip(*(each.tolist() for each in np.unique(ordered @ powers, return_counts=True)), strict=True):
        multiset = tuple(key // int(power) % (kinds + 1) for power in powers[: ordered.shape[1] - len(apart)])
        sums[multiset] = sums.get(multiset, 0) + count


def itself(card: int) -> int:
    """A card is told apart from every other."""
    return card


def collected_by(model: Model, rules: Sequence[Rule]) -> dict[Rule, Collected]:
    """Collect outcome rules by the coarsest kinds under which few cards must be set apart for any of them."""
    apart = model.told_apart_by or (rank_of, itself)
    choices = [kinds_by(apart, some) for size in range(len(apart) + 1) for some in combinations(apart, size)]
    for kinds in sorted(choices, key=lambda each: len(each.cards)):
        found: dict[Rule, Collected] = {}
        for rule in rules if len(kinds.cards) > 1 else ():
            if (one := collected(model, rule, kinds)) is None:
                break
            found[rule] = one
        if len(found) == len(rules):
            return found
    raise Refused(f"{model.id}: too many cards of a round decide a wager by their fine kinds")


# ── Values ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Column:
    """One sum over multisets: of a wager where no card is set apart, of a pattern where some are."""

    wager: int
    coefficients: Mapping[tuple[int, ...], int]
    apart: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    """What each choice of fine kinds wins, scaled; nothing for a choice that there is not."""


@dataclass(frozen=True)
class Values:
    """What wagers are worth, by the cards that are left."""

    model: Model
    wagers: tuple[Wager, ...]
    kinds: Kinds
    cards: int
    faces: int
    scale: int
    columns: tuple[Column, ...]
    most: int
    """The most that a round can win or lose, scaled."""
    found: Mapping[Rule, Collected]
    """What was collected, before any odds."""

    def repriced(self, wager: Wager) -> "Values":
        """The same deals at the odds of one wager, whose outcome was collected."""
        return priced(self.model, (wager,), {wager.outcome: self.found[wager.outcome]})

    @cached_property
    def fine_of_card(self) -> Ints:
        """For each card the number of its fine kind, counted through all coarse ones."""
        firsts = np.cumsum([0, *map(len, self.kinds.cards)])
        coarse, fine = (np.array(each) for each in (self.kinds.coarse_of_card, self.kinds.fine_of_card))
        return np.asarray(firsts[coarse] + fine, dtype=np.int64)

    @cached_property
    def evaluator(self) -> "Evaluator":
        return Evaluator(self)

    def check(self, fewest: int, most: int) -> None:
        """Refuse fewer cards than a round may need, and more than sums in a machine's integers can hold."""
        if fewest < self.cards:
            raise Refused(f"{fewest} cards are left; a round of {self.model.id} may take {self.cards}")
        if self.most * perm(most, self.cards) * self.faces >= NUMBER_MAX:
            raise Refused(f"{most} cards are too many to sum what {self.model.id} pays in a machine's integers")

    def deals(self, cards: int) -> int:
        """What a sum over all deals from so many cards is divided by to give a value."""
        return self.scale * perm(cards, self.cards) * self.faces

    def of(self, composition: Composition) -> dict[str, Fraction]:
        """The exact value of a unit on each wager, from these cards."""
        (row,) = self.sums(np.array([composition], dtype=np.int64)).tolist()
        deals = self.deals(sum(composition))
        return {wager.id: Fraction(each, deals) for wager, each in zip(self.wagers, row, strict=True)}

    def sums(self, compositions: Ints) -> Ints:
        """For every composition (of 52 cards) and wager the sum of winnings over all deals, scaled."""
        sizes = compositions.sum(axis=1)
        self.check(int(sizes.min()), int(sizes.max()))
        fine = np.zeros((len(compositions), int(self.fine_of_card.max()) + 1), dtype=np.int64)
        for card, kind in enumerate(self.fine_of_card.tolist()):
            fine[:, kind] += compositions[:, card]
        return self.evaluator(fine)


@dataclass(frozen=True)
class PlainValue:
    """One wager that no decision concerns, by the cards that are left."""

    values: Values
    wager: Wager

    @property
    def model(self) -> Model:
        return self.values.model

    @property
    def fine_of_card(self) -> Ints:
        return self.values.fine_of_card

    @cached_property
    def number(self) -> int:
        return self.values.wagers.index(self.wager)

    def of(self, composition: Composition) -> Fraction:
        """The exact value of a unit, from these cards."""
        return self.values.of(composition)[self.wager.id]

    def worth(self, left: Ints) -> tuple[npt.NDArray[np.float64], None]:
        """For every row of numbers of kinds the value of a unit; its square is not worked out."""
        sizes = left.sum(axis=1)
        self.values.check(int(sizes.min()), int(sizes.max()))
        of_size = {size: self.values.deals(size) for size in set(sizes.tolist())}
        deals = np.array([float(of_size[size]) for size in sizes.tolist()])
        return self.values.evaluator(left)[:, self.number] / deals, None


def values_of(model: Model) -> Values:
    """Collect what every wager is worth that depends on no decision."""
    decided = {decision.id for decision in model.decisions}
    raised = {decision.wager for decision in model.decisions}
    source = Source(model)
    wagers = tuple(w for w in model.wagers if w.id not in raised and not source.needs(w.outcome) & decided)
    if not wagers:
        raise Refused(f"every wager of {model.id} depends on a decision")
    return priced(model, wagers, collected_by(model, tuple(dict.fromkeys(wager.outcome for wager in wagers))))


def priced(model: Model, wagers: tuple[Wager, ...], found: Mapping[Rule, Collected]) -> Values:
    """What was collected, at the odds of these wagers."""
    kinds = next(iter(found.values())).kinds
    faces = lcm(*(each.faces for each in found.values()))
    scale = lcm(*(line.odds.denominator for wager in wagers for line in wager.lines))
    columns: list[Column] = []
    most = 0
    for number, wager in enumerate(wagers):
        of = found[wager.outcome]
        pays = {int(line.code): int(line.odds * scale) for line in wager.lines}
        most = max(most, *map(abs, pays.values()))
        times = faces // of.faces
        plain: dict[tuple[int, ...], int] = {}
        for pattern, sums in of.sums.items():
            if pattern.apart:
                weights = tuple(0 if code < 0 else pays[code] for code in pattern.codes)
                scaled = {multiset: count * times for multiset, count in sums.items()}
                columns.append(Column(number, scaled, pattern.apart, weights))
                continue
            won = pays[pattern.codes[0]] * times
            for multiset, count in sums.items():
                plain[multiset] = plain.get(multiset, 0) + won * count
        columns.append(Column(number, plain))
    cards = next(iter(found.values())).cards
    return Values(model, wagers, kinds, cards, faces, scale, tuple(columns), most, found)


class Evaluator:
    """Evaluates all columns for many compositions: a tree of products for each way to set cards apart."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.nodes: list[tuple[int, int, int, int]] = []
        self.coefficients: list[int] = []
        self.weights: list[int] = []
        self.spans: dict[tuple[int, ...], tuple[slice, slice]] = {}
        """Where the nodes and the coefficients of each way to set cards apart are."""
        lines: list[str] = []
        for group in dict.fromkeys(column.apart for column in values.columns):
            lines += self.group(group, [column for column in values.columns if column.apart == group])
        self.body = [f"        {line}" for line in lines]
        """What is done for each row."""
        entry = [line.replace("{}", str(len(values.kinds.cards))) for line in ENTRY]
        text = "\n".join((*entry, *self.body, "    return 0")) + "\n"
        self.kernel = Kernel("evaluate", EVALUATE_SIGNATURE, HEADING + text, ())
        table = np.array(self.nodes or [(0, 0, 0, 0)], dtype=np.int64)
        whole = (*table.T, self.coefficients or [0], self.weights or [0])
        self.arrays: tuple[Ints, ...] = tuple(np.array(column, dtype=np.int64) for column in whole)

    def group(self, apart: tuple[int, ...], columns: Sequence[Column]) -> list[str]:
        """Lines that add the columns of one way to set cards apart to the wagers' sums."""
        kinds, degree = len(self.values.kinds.cards), self.values.cards - len(apart)
        first, first_coefficient = len(self.nodes), len(self.coefficients)
        sizes = [len(cards) for cards in self.values.kinds.cards]
        firsts = np.cumsum([0, *sizes]).tolist()
        lines = [
            f"left[{kind}] = {' + '.join(f'fine[row, {at}]' for at in range(firsts[kind], firsts[kind + 1]))}"
            f"{f' - {apart.count(kind)}' if kind in apart else ''}"
            for kind in range(kinds)
        ]
        names = [f"a{number}" for number in range(len(columns))]
        lines.append(f"{' = '.join(names)} = 0")
        if degree < 2:  # no tree of so small a degree
            for multiset in dict.fromkeys(each for column in columns for each in column.coefficients):
                product_of = "".join(f" * left[{kind}]" for kind in multiset)
                lines += [
                    f"{name} += {column.coefficients.get(multiset, 0)}{product_of}"
                    for name, column in zip(names, columns, strict=True)
                ]
        else:
            self.tree(columns, degree - 1, (), kinds)
            lines += [
                f"for node in range({first}, {len(self.nodes)}):",
                "    kind = kinds[node]",
                "    here = stack[depths[node]] * (left[kind] - taken[node])",
                "    stack[depths[node] + 1] = here",
                "    leaf = leaves[node]",
                "    if leaf < 0 or here == 0:",
                "        continue",
                "    number = left[kind] - taken[node] - 1",
                *(f"    s{at} = coefficients[leaf + {at}] * number" for at in range(len(columns))),
                f"    for kind in range(kind + 1, {kinds}):",
                f"        leaf += {len(columns)}",
                "        number = left[kind]",
                *(f"        s{at} += coefficients[leaf + {at}] * number" for at in range(len(columns))),
                *(f"    {name} += here * s{at}" for at, name in enumerate(names)),
            ]
        self.spans[apart] = slice(first, len(self.nodes)), slice(first_coefficient, len(self.coefficients))
        for name, column in zip(names, columns, strict=True):
            lines += self.weighted(name, column, firsts, sizes)
        return lines

    def tree(self, columns: Sequence[Column], degree: int, before: tuple[int, ...], kinds: int) -> None:
        """Products of falling factorials, each made from the one that is a card shorter."""
        for kind in range(before[-1] if before else 0, kinds):
            here = (*before, kind)
            leaf = -1
            if len(here) == degree:
                leaf = len(self.coefficients)
                for last in range(kind, kinds):
                    self.coefficients += [column.coefficients.get((*here, last), 0) for column in columns]
            self.nodes.append((len(before), kind, before.count(kind), leaf))
            if len(here) < degree:
                self.tree(columns, degree, here, kinds)

    def weighted(self, name: str, column: Column, firsts: Sequence[int], sizes: Sequence[int]) -> list[str]:
        """Lines that add a column to its wager: weighted by what is left of the fine kinds that are set apart."""
        target = f"sums[row, {column.wager}]"
        if not column.apart:
            return [f"{target} += {name}"]
        first = len(self.weights)
        self.weights += column.weights
        width = self.values.kinds.table.shape[1]
        one = column.apart[0]
        if len(column.apart) == 1:
            return [
                "total = 0",
                f"for one in range({sizes[one]}):",
                f"    total += weights[{first} + one] * fine[row, {firsts[one]} + one]",
                f"{target} += {name} * total",
            ]
        other = column.apart[1]
        same = " - (1 if one == other else 0)" if one == other else ""
        return [
            "total = 0",
            f"for other in range({sizes[other]}):",
            f"    for one in range({sizes[one]}):",
            f"        ways = fine[row, {firsts[one]} + one] * (fine[row, {firsts[other]} + other]{same})",
            f"        total += weights[{first} + other * {width} + one] * ways",
            f"{target} += {name} * total",
        ]

    def __call__(self, fine: Ints) -> Ints:
        """For every row of numbers of fine kinds, the wagers' sums."""
        sums = np.zeros((len(fine), len(self.values.wagers)), dtype=np.int64)
        scratch = np.zeros(len(self.values.kinds.cards) + self.values.cards + 1, dtype=np.int64)
        self.kernel.compiled(np.ascontiguousarray(fine), *self.arrays, sums, scratch)
        return sums


EVALUATE_SIGNATURE: Final = "int64(int64[:,::1], " + "int64[::1], " * 6 + "int64[:,::1], int64[::1])"
ENTRY: Final = (
    "def evaluate(fine, depths, kinds, taken, leaves, coefficients, weights, sums, scratch):",
    "    left, stack = scratch[:{}], scratch[{}:]",
    "    stack[0] = 1",
    "    for row in range(len(fine)):",
)
