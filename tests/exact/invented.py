"""Small games made up for tests, and two slow ways to solve any game: its tree, and every strategy there is."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import lcm

from croupier.cards import DECK, RANKS, cards_from, rank_of
from croupier.exact.evaluation import Facts, result
from croupier.exact.solve import Stakes, usual_stakes
from croupier.exact.space import Composition
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Line, Model, Option, Rule, SightField, Wager
from tests.exact.enumeration import open_to, walk, winnings


def deck(text: str, copies: int = 1) -> Composition:
    """A composition of a few cards, each so many times over; a card named twice is there twice as often."""
    cards = cards_from(text)
    return tuple(copies * cards.count(card) for card in DECK)


# ── Two slow solvers ─────────────────────────────────────────────────────────────────────────────────────────────────

Deals = list[tuple[tuple[int, ...], Facts, int]]
"""Deals with what is seen at each decision, and how many ways each falls."""
InformationSet = tuple[tuple[int, ...], tuple[str, ...]]
"""All that was seen so far, and what was decided so far."""


def deals_of(model: Model, composition: Composition) -> Deals:
    """Every deal, walked."""
    return [
        (tuple(result(model, decision.sees, dict(deal)) for decision in model.decisions), deal, weight)
        for deal, weight in walk(model, composition)
    ]


def units_of(model: Model, stakes: Stakes | None) -> dict[str, Fraction]:
    """Stakes as fractions."""
    return {id_: Fraction(units) for id_, units in (stakes or usual_stakes(model)).items()}


def by_tree(model: Model, composition: Composition, stakes: Stakes | None = None) -> Fraction:
    """The expectation of the best play: at each information set, the option whose branch is worth most."""
    deals, units = deals_of(model, composition), units_of(model, stakes)

    def worth(branch: Deals, decided: tuple[str, ...]) -> Fraction:
        depth = len(decided)
        if depth == len(model.decisions):
            chosen = {decision.id: id_ for decision, id_ in zip(model.decisions, decided, strict=True)}
            return sum((n * winnings(model, deal, chosen, units) for _, deal, n in branch), Fraction(0))
        seen: dict[int, Deals] = {}
        for deal in branch:
            seen.setdefault(deal[0][depth], []).append(deal)
        return sum(
            (
                max(worth(same, (*decided, option)) for option in open_to(model, same[0][1], decided))
                for same in seen.values()
            ),
            Fraction(0),
        )

    return worth(deals, ()) / sum(weight for _, _, weight in deals)


def by_every_strategy(model: Model, composition: Composition, stakes: Stakes | None = None) -> tuple[Fraction, int]:
    """The expectation of the best of all pure strategies, each played in every deal, and how many there are."""
    deals, units = deals_of(model, composition), units_of(model, stakes)
    paid = [
        {way: n * winnings(model, deal, chosen(model, way), units) for way in ways(model, deal)} for _, deal, n in deals
    ]
    unit = lcm(*(won.denominator for each in paid for won in each.values()))
    cents = [{options: int(won * unit) for options, won in each.items()} for each in paid]
    totals = [
        sum(each[followed(strategy, seen)] for each, (seen, _, _) in zip(cents, deals, strict=True))
        for strategy in strategies(model, deals)
    ]
    return Fraction(max(totals), unit * sum(weight for _, _, weight in deals)), len(totals)


def by_information_set(
    model: Model, composition: Composition, stakes: Stakes | None = None
) -> dict[InformationSet, dict[str, Fraction]]:
    """What each option is worth at every information set, per deal that leads there, later ones made at their best."""
    deals, units = deals_of(model, composition), units_of(model, stakes)
    values: dict[InformationSet, dict[str, Fraction]] = {}

    def worth(branch: Deals, decided: tuple[str, ...]) -> Fraction:
        depth = len(decided)
        if depth == len(model.decisions):
            return sum((n * winnings(model, deal, chosen(model, decided), units) for _, deal, n in branch), Fraction(0))
        return sum((at(same, decided) for same in alike(branch, depth)), Fraction(0))

    def at(branch: Deals, decided: tuple[str, ...]) -> Fraction:
        depth = len(decided)
        won = {option: worth(branch, (*decided, option)) for option in open_to(model, branch[0][1], decided)}
        weight = sum(n for _, _, n in branch)
        values[branch[0][0][: depth + 1], decided] = {option: total / weight for option, total in won.items()}
        return max(won.values())

    worth(deals, ())
    return values


def ways(model: Model, deal: Facts, decided: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way that the decisions of one deal may go."""
    if len(decided) == len(model.decisions):
        yield decided
        return
    for option in open_to(model, deal, decided):
        yield from ways(model, deal, (*decided, option))


def chosen(model: Model, decided: tuple[str, ...]) -> dict[str, str]:
    """Options by decision."""
    return dict(zip(ids(model), decided, strict=True))


def alike(deals: Deals, depth: int) -> Iterator[Deals]:
    """Deals by what is seen at a decision."""
    seen: dict[int, Deals] = {}
    for deal in deals:
        seen.setdefault(deal[0][depth], []).append(deal)
    yield from seen.values()


def by_every_simple_strategy(model: Model, composition: Composition) -> tuple[Fraction, int]:
    """The expectation of the best of all strategies with one cut per decision, way and group, and how many there are.

    A strategy is an option for every decision, way, group and level that can come up, changing once at most on the way
    up the levels of a group. Each is played in every deal.
    """
    deals, units = deals_of(model, composition), units_of(model, None)
    options = [[option.id for option in decision.options] for decision in model.decisions]
    paid = [
        {way: n * winnings(model, deal, chosen(model, way), units) for way in product(*options)} for _, deal, n in deals
    ]
    unit = lcm(*(won.denominator for each in paid for won in each.values()))
    cents = [{way: int(won * unit) for way, won in each.items()} for each in paid]
    levels: dict[tuple[int, tuple[int, ...]], set[int]] = {}
    for seen, _, _ in deals:
        for depth, code in enumerate(seen):
            group, level = told(model, depth, code)
            levels.setdefault((depth, group), set()).add(level)
    keys = [(depth, group, way) for depth, group in levels for way in product(*options[:depth])]
    cuts = [list(one_cut(sorted(levels[depth, group]), options[depth])) for depth, group, _ in keys]
    every = [dict(zip(keys, strategy, strict=True)) for strategy in product(*cuts)]
    totals = [
        sum(each[decided(model, strategy, seen)] for each, (seen, _, _) in zip(cents, deals, strict=True))
        for strategy in every
    ]
    return Fraction(max(totals), unit * sum(n for _, _, n in deals)), len(totals)


def told(model: Model, depth: int, code: int) -> tuple[tuple[int, ...], int]:
    """What of a sight cannot be ordered, and what can."""
    fields = model.decisions[depth].fields
    level = next((field.value(code) for field in fields if field.ordered), 0)
    return tuple(field.value(code) for field in fields if not field.ordered), level


def one_cut(levels: list[int], options: list[str]) -> Iterator[dict[int, str]]:
    """Every way to give levels an option that changes at most once."""
    for option in options:
        yield dict.fromkeys(levels, option)
    for cut, low, high in product(range(1, len(levels)), options, options):
        if low != high:
            yield {level: low if place < cut else high for place, level in enumerate(levels)}


SimpleKey = tuple[int, tuple[int, ...], tuple[str, ...]]


def decided(model: Model, strategy: Mapping[SimpleKey, Mapping[int, str]], seen: tuple[int, ...]) -> tuple[str, ...]:
    """What a simple strategy decides in one deal."""
    so_far: tuple[str, ...] = ()
    for depth, code in enumerate(seen):
        group, level = told(model, depth, code)
        so_far = (*so_far, strategy[depth, group, so_far][level])
    return so_far


def ids(model: Model) -> list[str]:
    """The decisions' ids."""
    return [decision.id for decision in model.decisions]


def strategies(model: Model, deals: Deals) -> Iterator[Mapping[InformationSet, str]]:
    """Every pure strategy: an option for every information set."""
    sets: dict[InformationSet, list[str]] = {}
    for seen, deal, _ in deals:
        for way in ways(model, deal):
            for depth in range(len(way)):
                sets[seen[: depth + 1], way[:depth]] = open_to(model, deal, way[:depth])
    for chosen in product(*sets.values()):
        yield dict(zip(sets, chosen, strict=True))


def followed(strategy: Mapping[InformationSet, str], seen: tuple[int, ...]) -> tuple[str, ...]:
    """What a strategy decides in one deal."""
    decided: tuple[str, ...] = ()
    for depth in range(len(seen)):
        decided = (*decided, strategy[seen[: depth + 1], decided])
    return decided


# ── One decision ─────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rank_seen(card: int) -> int:
    """A card's rank."""
    return rank_of(card)


@rule
def higher(own: int, dealer: int) -> int:
    """2 for the higher rank, 1 for the same, 0 for the lower."""
    return 1 + (rank_of(own) > rank_of(dealer)) - (rank_of(own) < rank_of(dealer))


HIGHER = Rule(higher, ("own", "dealer"))
WIN_OR_LOSE = (Line(2, "win", "Higher", EVEN), Line(1, "tie", "Same", PUSHED), Line(0, "lose", "Lower", LOST))

WAR = Model(
    id="war",
    decks=1,
    draws=(Drawn("own", Draw.SET, 1), Drawn("dealer", Draw.SET, 1)),
    decisions=(
        Decision(
            "double",
            wager="double",
            base="ante",
            options=(Option(0, "stand", "Stand", 0), Option(1, "double", "Double", 1)),
            sees=Rule(rank_seen, ("own",)),
            codes=13,
        ),
    ),
    wagers=(Wager("ante", "Ante", HIGHER, WIN_OR_LOSE), Wager("double", "Double", HIGHER, WIN_OR_LOSE)),
    told_apart_by=(rank_of,),
)
"""One card each; the player, having seen his own, may double. By ranks alone, so any number of decks will do."""

# ── Two decisions, and a fold that a greedy player makes too early ───────────────────────────────────────────────────


@rule
def climbed(own: int, first: int, second: int, stay: int, climb: int) -> int:
    """0 folded, 1 given up, 2 beaten, 3 higher than both cards that came."""
    if stay == 0:
        return 0
    if climb == 0:
        return 1
    return 3 if rank_of(own) > max(rank_of(first), rank_of(second)) else 2


CLIMBED = Rule(climbed, ("own", "first", "second", "stay", "climb"))
CLIMB_LINES = (
    Line(3, "win", "Highest", EVEN),
    Line(2, "lose", "Beaten", LOST),
    Line(1, "given_up", "Given up", LOST),
    Line(0, "folded", "Folded", LOST),
)
TO_STAY = (Option(0, "fold", "Fold", 0), Option(1, "stay", "Stay", 1))
TO_CLIMB = (Option(0, "give_up", "Give up", 0), Option(1, "climb", "Climb", 4))

CLIMB = Model(
    id="climb",
    decks=1,
    draws=(Drawn("own", Draw.SET, 1), Drawn("first", Draw.SET, 1), Drawn("second", Draw.SET, 1)),
    decisions=(
        Decision("stay", wager="stay", base="ante", options=TO_STAY, sees=Rule(rank_seen, ("own",)), codes=13),
        Decision("climb", wager="climb", base="ante", options=TO_CLIMB, sees=Rule(rank_seen, ("first",)), codes=13),
    ),
    wagers=(
        Wager("ante", "Ante", CLIMBED, CLIMB_LINES),
        Wager("stay", "Stay", CLIMBED, CLIMB_LINES),
        Wager("climb", "Climb", CLIMBED, CLIMB_LINES),
    ),
    told_apart_by=(rank_of,),
)
"""Pay one to stay, see a card, and then give up or put four more on being the highest of three."""

TWO_ON_ONE = replace(
    CLIMB,
    id="two-on-one",
    decisions=(replace(CLIMB.decisions[0], wager="climb"), CLIMB.decisions[1]),
    wagers=(CLIMB.wagers[0], CLIMB.wagers[2]),
)
"""The same, what is paid to stay being put on the climb."""

RANK = SightField("rank", lambda code: code % 13, lambda rank: RANKS[rank], RANKS.index, ordered=True)


@rule
def own_and_first(own: int, first: int) -> int:
    """The ranks of the own card and of the first that came."""
    return rank_of(first) * 13 + rank_of(own)


CLIMB_TOLD = replace(
    CLIMB,
    id="climb-told",
    decisions=(
        replace(CLIMB.decisions[0], fields=(RANK,)),
        replace(
            CLIMB.decisions[1],
            sees=Rule(own_and_first, ("own", "first")),
            codes=169,
            fields=(
                SightField("first", lambda code: int(code // 13 > code % 13), ("no higher", "higher").__getitem__, int),
                RANK,
            ),
        ),
    ),
)
"""The same with words for what is seen: of the second sight, whether the card that came is higher, and the own rank."""

# ── Three decisions, a die first, shared cards, several decks ────────────────────────────────────────────────────────


@rule
def face(die: int) -> int:
    """The face of the die, from 0."""
    return die - 1


@rule
def first_shared(first: int, _second: int) -> int:
    """The rank of the first shared card."""
    return rank_of(first)


@rule
def points(own: int, first: int, second: int, die: int) -> int:
    """How many of the shared cards the own card beats, and one more if the die is high."""
    beaten = (rank_of(own) > rank_of(first)) + (rank_of(own) > rank_of(second))
    return beaten + (die >= 3)


@rule
def guessed(points_: int, guess: int, hedge: int) -> int:
    """2 when the guess (high from two points) is right, 1 when it is wrong and was hedged, 0 when it is wrong."""
    if (points_ >= 2) == (guess == 1):
        return 2
    return 1 if hedge == 1 else 0


GUESSED = Rule(guessed, ("points", "guess", "hedge"))
GUESS_LINES = (
    Line(2, "right", "Right", Fraction(3, 2)),
    Line(1, "hedged", "Wrong, hedged", Fraction(-1, 2)),
    Line(0, "wrong", "Wrong", LOST),
)
FEE = tuple(Line(code, f"fee_{code}", "The hedge's price", Fraction(-1, 4)) for code in range(3))

ORACLE = Model(
    id="oracle",
    decks=2,
    draws=(Drawn("die", Draw.DIE, 4), Drawn("own", Draw.SET, 1), Drawn("shared", Draw.ORDERED, 2)),
    features=(
        Feature("points", Rule(points, ("own", "shared", "die"))),
        # not used by any wager, and named before what it is made of
        Feature("late", Rule(face, ("early",))),
        Feature("early", Rule(face, ("die",))),
    ),
    decisions=(
        Decision(
            "press",
            wager="press",
            base="bet",
            options=(Option(0, "keep", "Keep", 0), Option(1, "press", "Press", 2)),
            sees=Rule(face, ("die",)),
            codes=4,
        ),
        Decision(
            "hedge",
            wager="hedge",
            base="bet",
            options=(Option(0, "dare", "Dare", 0), Option(1, "hedge", "Hedge", 1)),
            sees=Rule(rank_seen, ("own",)),
            codes=13,
        ),
        Decision(
            "guess",
            wager="guess",
            base="press",
            options=(Option(0, "low", "Low", 0), Option(1, "high", "High", 1)),
            sees=Rule(first_shared, ("shared",)),
            codes=13,
        ),
    ),
    wagers=(
        Wager("bet", "Bet", GUESSED, GUESS_LINES),
        Wager("press", "Press", GUESSED, GUESS_LINES),
        Wager("guess", "Guess", GUESSED, GUESS_LINES),
        Wager("hedge", "Hedge", GUESSED, FEE),
    ),
    told_apart_by=(rank_of,),
)
"""A die, an own card and two shared ones, seen in turn: press the bet, hedge it for a quarter, then guess.

A guess of high puts as much again on the guess as was pressed, so that what a later decision stakes depends on an
earlier one.
"""

ORACLE_TOLD = replace(
    ORACLE,
    id="oracle-told",
    decisions=(
        replace(ORACLE.decisions[0], fields=(SightField("face", lambda code: code, str, int, ordered=True),)),
        replace(ORACLE.decisions[1], fields=(RANK,)),
        replace(ORACLE.decisions[2], fields=(RANK,)),
    ),
)
"""The same with words for what is seen."""

# ── A set too large to be listed, from several decks ─────────────────────────────────────────────────────────────────


@rule
def spread_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """How far the highest of five ranks lies above the lowest."""
    return max(rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e)) - min(
        rank_of(a), rank_of(b), rank_of(c), rank_of(d), rank_of(e)
    )


FIVE = Model(
    id="five",
    decks=2,
    draws=(Drawn("five", Draw.SET, 5), Drawn("die", Draw.DIE, 6)),
    wagers=(
        Wager(
            "spread",
            "Spread",
            Rule(spread_of, ("five",)),
            tuple(Line(far, f"apart_{far}", "", EVEN if far < 6 else LOST) for far in range(13)),
        ),
    ),
    told_apart_by=(rank_of,),
)
"""Five cards and a die that says nothing."""

# ── Names that a counter uses itself ─────────────────────────────────────────────────────────────────────────────────

AWKWARD = Model(
    id="awkward",
    decks=1,
    draws=(Drawn("head", Draw.DIE, 2), Drawn("used", Draw.SET, 1), Drawn("o 0", Draw.SET, 1)),
    features=(Feature("joint", Rule(higher, ("used", "o 0"))), Feature("class", Rule(rank_seen, ("joint",)))),
    decisions=(
        Decision(
            "seen",
            wager="more",
            base="keys",
            options=(Option(0, "no", "No", 0), Option(1, "yes", "Yes", 1)),
            sees=Rule(rank_seen, ("used",)),
            codes=13,
        ),
    ),
    wagers=(
        Wager("keys", "Keys", Rule(higher, ("used", "o 0")), WIN_OR_LOSE),
        Wager("more", "More", Rule(higher, ("used", "o 0")), WIN_OR_LOSE),
    ),
)
"""The game of war, its parts called as they should not be."""

# ── A rule that is made again and again ──────────────────────────────────────────────────────────────────────────────


def over(line: int) -> Model:
    """A game whose rule is one of several that the same source makes."""

    @rule
    def above(own: int) -> int:
        return int(rank_of(own) > line)

    lines = (Line(1, "above", "", EVEN), Line(0, "below", "", LOST))
    return Model("over", 1, (Drawn("own", Draw.SET, 1),), (Wager("bet", "Bet", Rule(above, ("own",)), lines),))
