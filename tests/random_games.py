"""Whole games put together by Hypothesis from a fixed pool of rules: draws, dice, decisions, wagers and side bets.

What is drawn is a `Recipe`, a few numbers and words; `game_of` writes the game that it stands for. Every part of it has
the code, the table and the words that a game written by hand would have.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st

from croupier.cards import rank_of, suit_of
from croupier.odds import LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Deal,
    Decide,
    Decision,
    Discard,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
    Feature,
    Game,
    House,
    HouseBank,
    Kind,
    Line,
    Model,
    Option,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    SideBet,
    Slot,
    Step,
    Supply,
    Wager,
    Wagering,
    seat_slot,
    section,
)

DOCUMENT: Final = Document("random", "A game put together at random", "nobody")
CLAUSES: Final = section(
    DOCUMENT,
    "Rules",
    ("RG-1", Kind.PROCEDURE, "Wagers are placed, cards are dealt and dice are rolled, and players decide."),
    ("RG-2", Kind.RULE, "What is dealt decides every wager."),
    ("RG-3", Kind.RULE, "Decks are shuffled for every round."),
)
RULINGS: Final = (Ruling("RG-R1", "Limits are the house's."),)
BOARD: Final = "board"
SEATS: Final = 3

# ── The pool ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rank_alone(card: int) -> int:
    return rank_of(card)


@rule
def suit_alone(card: int) -> int:
    return suit_of(card) * 4


@rule
def higher_rank(one: int, two: int) -> int:
    return max(rank_of(one), rank_of(two))


@rule
def apart(one: int, two: int) -> int:
    return abs(rank_of(one) - rank_of(two))


@rule
def first_of_two(one: int, _two: int) -> int:
    return rank_of(one)


@rule
def face(die: int) -> int:
    return die * 2


@rule
def compared(one: int, other: int) -> int:
    if one == other:
        return 1
    return 2 if one > other else 0


@rule
def alike(one: int, other: int) -> int:
    return 2 if one == other else 0


@rule
def far_apart(one: int, other: int) -> int:
    return 2 if abs(one - other) > 5 else 1 if abs(one - other) > 2 else 0


@rule
def high(value: int) -> int:
    return 2 if value >= 9 else 1 if value >= 6 else 0


@rule
def odd(value: int) -> int:
    return value % 2 * 2


@rule
def unless_given_up(code: int, chosen: int) -> int:
    return 3 if chosen == 0 else code


@rule
def has_chosen(chosen: int) -> int:
    return 1 if chosen > 0 else 0


@rule
def as_it_is(value: int) -> int:
    return value


Pool = Mapping[int, tuple[Callable[..., int], ...]]
VALUES: Final[Pool] = {1: (rank_alone, suit_alone), 2: (higher_rank, apart)}
"""What cards come to, by how many there are; of cards in order there is more."""
IN_ORDER: Final[Pool] = {1: (rank_alone, suit_alone), 2: (higher_rank, apart, first_of_two)}
OF_ONE: Final = (high, odd)
OF_TWO: Final = (compared, alike, far_apart)
ODDS: Final = (Fraction(1), Fraction(2), Fraction(3, 2), Fraction(8), Fraction(1, 2))
PART_LOST: Final = (Fraction(-1, 2), Fraction(-3, 4))
SIGHTS: Final = 64

# ── Recipes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Bet:
    """How a wager is decided, and what its two better outcomes pay."""

    rule: int
    reads: tuple[int, int]
    odds: tuple[Fraction, Fraction]
    first: bool = False
    """Of a side bet: whether it is settled before the others."""


@dataclass(frozen=True)
class Recipe:
    """What a game is made of."""

    own: int
    """How many cards each seat gets, and how many lie on the board."""
    board: int
    ordered: bool
    dice: tuple[int, ...]
    values: tuple[int, int]
    decks: int
    face_up: bool
    burned: int
    """How many cards are burned after the first deal."""
    main: Bet
    raises: tuple[Bet, ...]
    """A wager for each decision."""
    multiples: tuple[int, ...]
    may_fold: bool
    chained: bool
    """Whether a raise is given up with the choice after it."""
    in_order: bool
    side_bets: tuple[Bet, ...]
    by_wager: bool
    last_first: bool
    """Whether the last seat is settled first."""
    modes: tuple[str, ...] = ()
    """What each decision does with stakes, as far as it does not raise."""
    sparing: bool = False
    """Whether the last option is offered by what is seen, and later decisions only to who did not decline before."""

    def mode(self, number: int) -> str:
        """Whether a decision raises, takes a companion of the main wager back, or only says what becomes of one."""
        return self.modes[number - 1] if number <= len(self.modes) else RAISES


RAISES, TAKES_BACK, IS_FREE = "raises", "takes back", "is free"


def bets() -> st.SearchStrategy[Bet]:
    two = st.tuples(st.integers(0, 3), st.integers(0, 3))
    paid = st.tuples(st.sampled_from((*ODDS, PUSHED, *PART_LOST)), st.sampled_from(ODDS))
    return st.builds(Bet, st.integers(0, 4), two, paid, st.booleans())


def recipes(decisions: int, dice: int) -> st.SearchStrategy[Recipe]:
    """Recipes with at most so many decisions and dice, and at most three cards."""
    cards = st.sampled_from([(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (1, 2), (2, 1)])
    return cards.flatmap(
        lambda drawn: st.builds(
            Recipe,
            own=st.just(drawn[0]),
            board=st.just(drawn[1]),
            ordered=st.booleans(),
            dice=st.lists(st.sampled_from((2, 3, 6)), max_size=dice).map(tuple),
            values=st.tuples(st.integers(0, 2), st.integers(0, 2)),
            decks=st.sampled_from((1, 2, 6)),
            face_up=st.booleans(),
            burned=st.sampled_from((0, 2)),
            main=bets(),
            raises=st.lists(bets(), max_size=decisions).map(tuple),
            multiples=st.sampled_from(((0, 1), (0, 1, 2), (0, 3))),
            may_fold=st.booleans(),
            chained=st.booleans(),
            in_order=st.booleans(),
            side_bets=st.lists(bets(), max_size=2).map(tuple),
            by_wager=st.booleans(),
            last_first=st.booleans(),
            modes=st.lists(st.sampled_from((RAISES, TAKES_BACK, IS_FREE)), max_size=decisions).map(tuple),
            sparing=st.booleans(),
        )
    )


EVERYTHING: Final = Recipe(
    own=1,
    board=2,
    ordered=True,
    dice=(2, 3),
    values=(0, 2),
    decks=2,
    face_up=False,
    burned=2,
    main=Bet(rule=0, reads=(0, 1), odds=(PUSHED, Fraction(3, 2))),
    raises=(
        Bet(rule=2, reads=(0, 3), odds=(Fraction(1), Fraction(2))),
        Bet(rule=0, reads=(1, 2), odds=(PUSHED, Fraction(8))),
    ),
    multiples=(0, 1, 2),
    may_fold=True,
    chained=True,
    in_order=False,
    side_bets=(
        Bet(rule=1, reads=(2, 2), odds=(Fraction(1), Fraction(2)), first=False),
        Bet(rule=1, reads=(3, 3), odds=(Fraction(1), Fraction(1, 2)), first=True),
    ),
    by_wager=False,
    last_first=True,
)
"""A game with a part of every kind, each of which decides something."""
OTHER_STAKES: Final = replace(
    EVERYTHING,
    main=Bet(rule=0, reads=(0, 1), odds=(Fraction(-1, 2), Fraction(3, 2))),
    modes=(TAKES_BACK, IS_FREE),
    chained=False,
)
"""The same, with decisions that take back and that stake nothing, companions, and a wager that may lose half."""
SPARING: Final = replace(EVERYTHING, sparing=True, chained=False)
"""The same with raises, of which not all are always offered."""


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def draws_of(recipe: Recipe) -> tuple[Drawn, ...]:
    kind = Draw.ORDERED if recipe.ordered else Draw.SET
    own = (Drawn("own", Draw.SET, recipe.own),) if recipe.own else ()
    board = (Drawn(BOARD, kind, recipe.board),) if recipe.board else ()
    return (*own, *board, *(Drawn(f"die_{n}", Draw.DIE, faces) for n, faces in enumerate(recipe.dice, 1)))


def features_of(recipe: Recipe) -> tuple[Feature, ...]:
    """What every draw comes to."""
    found = []
    for drawn, chosen in zip(draws_of(recipe), (*recipe.values, 0, 0), strict=False):
        if drawn.kind is Draw.DIE:
            function: Callable[..., int] = face
        else:
            pool = (IN_ORDER if drawn.kind is Draw.ORDERED else VALUES)[drawn.count]
            function = pool[chosen % len(pool)]
        found.append(Feature(f"{drawn.name}_value", Rule(function, (drawn.name,))))
    return tuple(found)


def outcome_of(bet: Bet, names: tuple[str, ...]) -> Rule:
    """A rule of the pool, applied to one value or to two."""
    one, other = (names[place % len(names)] for place in bet.reads)
    if one == other:
        return Rule(OF_ONE[bet.rule % len(OF_ONE)], (one,))
    return Rule(OF_TWO[bet.rule % len(OF_TWO)], (one, other))


def lines_of(bet: Bet, *, may_fold: bool = False) -> tuple[Line, ...]:
    middle, best = bet.odds
    return (
        Line(2, "best", "The best", best, ("RG-2",), "win"),
        Line(1, "middle", "The middle", middle, ("RG-2",), "win" if middle > 0 else "part_lost" if middle else "push"),
        Line(0, "worst", "The worst", LOST, ("RG-2",), "lose"),
        *((Line(3, "given_up", "Given up", LOST, ("RG-2",), "forfeited"),) if may_fold else ()),
    )


def placed(id_: str, outcome: Rule, lines: tuple[Line, ...], *needs: str) -> Wager:
    """A wager from $1 to $1,000."""
    return Wager(
        id=id_,
        label=id_.replace("_", " ").capitalize(),
        outcome=outcome,
        lines=lines,
        clause="RG-1",
        least=1_00,
        most=1_000_00,
        limit_clause="RG-R1",
        needs=needs,
        needs_clause="RG-R1",
        back_line="RG-R1",
    )


def wagers_of(recipe: Recipe) -> tuple[Wager, ...]:
    names = tuple(feature.name for feature in features_of(recipe))
    folds = recipe.may_fold and bool(recipe.raises)
    main = Rule(unless_given_up, ("main_code", "choice_1")) if folds else outcome_of(recipe.main, names)
    raised = (raise_of(recipe, n, bet, outcome_of(bet, names)) for n, bet in enumerate(recipe.raises, 1))
    return placed("main", main, lines_of(recipe.main, may_fold=folds)), *raised


def raise_of(recipe: Recipe, number: int, bet: Bet, outcome: Rule) -> Wager:
    """What a decision adds or is about; an earlier one may hang on the choice after it."""
    free = recipe.mode(number) == IS_FREE
    hangs = free or (recipe.chained and number < len(recipe.raises))
    choice = f"choice_{number if free else number + 1}"
    decided = Rule(unless_given_up, (f"raise_{number}_code", choice)) if hangs else outcome
    equals = "" if recipe.mode(number) == RAISES else "main"
    return Wager(f"raise_{number}", f"Raise {number}", decided, lines_of(bet, may_fold=hangs), "RG-1", equals=equals)


def codes_of(recipe: Recipe) -> tuple[Feature, ...]:
    """What wagers would come to if nobody gave anything up."""
    names = tuple(feature.name for feature in features_of(recipe))
    wagers = {"main": recipe.main, **{f"raise_{n}": bet for n, bet in enumerate(recipe.raises, 1)}}
    return tuple(Feature(f"{id_}_code", outcome_of(bet, names)) for id_, bet in wagers.items())


def decisions_of(recipe: Recipe) -> tuple[Decision, ...]:
    """The first is made from the first value, the others from the last one known by then; they may rest on a raise."""
    names = [feature.name for feature in features_of(recipe)]
    return tuple(
        Decision(
            id=f"choice_{n}",
            **offering(recipe, n, names, staking(recipe, n)),
            sees=Rule(as_it_is, (names[0] if n == 1 else names[-1],)),
            codes=SIGHTS,
            clause="RG-1",
            in_order=recipe.in_order,
            only_by_player="RG-1",
        )
        for n in range(1, len(recipe.raises) + 1)
    )


def offering(recipe: Recipe, number: int, names: list[str], staked: dict[str, Any]) -> dict[str, Any]:
    """When a decision is asked, and an option of it offered."""
    if not recipe.sparing:
        return staked
    *others, last = staked["options"]
    if last.id != staked["default"]:
        rule_ = Rule(high, (names[0] if number == 1 else names[-1],))
        staked = {**staked, "options": (*others, replace(last, offered=rule_))}
    return {**staked, "asked": Rule(has_chosen, (f"choice_{number - 1}",)) if number > 1 else None}


def staking(recipe: Recipe, number: int) -> dict[str, Any]:
    """What a decision does with stakes."""
    free = tuple(Option(times, f"times_{times}", f"{times} times", 0) for times in recipe.multiples)
    match recipe.mode(number):
        case "takes back":
            back = (Option(0, "times_0", "Let it lie", 0), Option(1, "times_1", "Take it back", -1))
            return {"wager": f"raise_{number}", "base": f"raise_{number}", "options": back, "default": "times_1"}
        case "is free":
            return {"wager": "", "base": "", "options": free, "default": "times_0"}
        case _:
            base = f"raise_{number - 1}" if number > 1 and not recipe.by_wager else "main"
            staked = tuple(replace(option, multiple=int(option.code)) for option in free)
            return {"wager": f"raise_{number}", "base": base, "options": staked, "default": "times_0"}


def hands(so_far: Round) -> tuple[Slot, ...]:
    return tuple(seat_slot(seat) for seat in so_far.players)


def order_of(recipe: Recipe, wagers: tuple[str, ...], so_far: Round) -> tuple[tuple[int, str], ...]:
    pairs = tuple(product(so_far.players[::-1] if recipe.last_first else so_far.players, wagers))
    return tuple(sorted(pairs, key=lambda pair: wagers.index(pair[1]))) if recipe.by_wager else pairs


def procedure_of(recipe: Recipe) -> tuple[Step, ...]:
    board = (BOARD,) if recipe.board else ()
    asks = [
        Decide("RG-1", decision.id, lambda so_far: so_far.players, "Your choice, please.")
        for decision in decisions_of(recipe)
    ]
    dealt: list[Step] = []
    burned = [Discard("RG-1", recipe.burned, "Burned:")] if recipe.burned else []
    if recipe.own:
        dealt.append(Deal("RG-1", hands, recipe.own, face_up=recipe.face_up, says="Cards for everybody."))
    if recipe.board:
        dealt.append(Deal("RG-1", board, recipe.board, face_up=recipe.face_up, says="Cards for the board."))
    dealt += [Roll("RG-1", faces, "The die.") for faces in recipe.dice]
    places = tuple(range(recipe.board))
    shown: Step = Expose("RG-1", lambda _: ((BOARD, places),), "The board.")
    first = 1 if recipe.own or recipe.face_up or not asks else 2  # who sees nothing yet decides nothing
    seen = dealt[:1] if first == 1 else [dealt[0], shown]
    steps = [*seen, *asks[:1], *burned, *dealt[1:]]
    hidden = recipe.board and not recipe.face_up and shown not in steps
    wagers = tuple(wager.id for wager in wagers_of(recipe))
    return (
        Wagering("RG-1", "RG-1", "Place your bets.", "No more bets."),
        *steps,
        *((shown,) if hidden else ()),
        *asks[1:],
        Ready("RG-2", "All is known."),
        Settle("RG-2", partial(order_of, recipe, wagers), "Wagers are settled."),
        PickUp("RG-1", lambda so_far: (*(hands(so_far) if recipe.own else ()), *board), "The cards are picked up."),
    )


def facts_of(recipe: Recipe, so_far: Round, seat: int) -> Facts:
    """What was drawn for a seat, and what it chose."""
    facts: Facts = {}
    if recipe.own:
        facts["own"] = so_far.cards(seat_slot(seat))
    if recipe.board:
        facts[BOARD] = so_far.cards(BOARD)
    facts |= {f"die_{n}": (face,) for n, face in enumerate(so_far.dice, 1)}
    for decision in decisions_of(recipe):
        option = decision.option(so_far.decided(seat, decision.id) or ("" if decision.asked else decision.default))
        if option:
            facts[decision.id] = (int(option.code),)
    return facts


def build(recipe: Recipe, game: Game, house: House) -> Rulebook:
    return Rulebook(
        game=game,
        house=house,
        seats=SEATS,
        seats_clause="RG-R1",
        model=Model(
            id=game.id,
            decks=recipe.decks,
            draws=draws_of(recipe),
            wagers=wagers_of(recipe),
            features=(*features_of(recipe), *codes_of(recipe)),
            decisions=decisions_of(recipe),
            per_seat=("own",) if recipe.own else (),
            burned=recipe.burned,
        ),
        procedure=procedure_of(recipe),
        bank=HouseBank("RG-2"),
        supply=Supply(decks=recipe.decks, renewal=Renewal.CONTINUOUS, clause="RG-3", decks_clause="RG-3"),
        facts=partial(facts_of, recipe),
        void_clause="RG-R1",
        change_clause="RG-R1",
    )


def settles_first(first: bool, _: Round) -> bool:
    return first


def side_bet_of(recipe: Recipe, number: int, bet: Bet) -> SideBet:
    names = tuple(feature.name for feature in features_of(recipe))
    code = Feature(f"side_{number}_code", outcome_of(bet, names))
    wager = placed(f"side_{number}", Rule(as_it_is, (code.name,)), lines_of(bet), *(("main",) if bet.first else ()))
    return SideBet(
        id=f"side-{number}",
        title=f"Side {number}",
        wagers=lambda _: (wager,),
        features=(code,),
        settles_first=partial(settles_first, bet.first),
    )


def game_of(recipe: Recipe) -> Game:
    """The game that a recipe stands for."""
    game = Game("random-game", "Random Game", (DOCUMENT,), CLAUSES, RULINGS, (), partial(build, recipe))
    side_bets = [side_bet_of(recipe, number, bet) for number, bet in enumerate(recipe.side_bets, 1)]
    return game.with_side_bets(*side_bets) if side_bets else game
