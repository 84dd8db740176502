"""Draws after a decision: counted as every deal of small decks has them, in both ways; what does not fit is refused."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK, NO_CARD, cards_from, rank_of
from croupier.errors import Refused
from croupier.exact.advice import advise
from croupier.exact.analysis import analyze
from croupier.exact.count import Counts, check, count
from croupier.exact.counter import written
from croupier.exact.parts import Sum, interpreted, no_code, parts_of, run
from croupier.exact.pool import Pool, counted
from croupier.exact.solve import Solver
from croupier.exact.space import Composition, Space
from croupier.kernel.effort import effort
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Feature, Model, Option, Rule, Wager, holds
from tests.exact.invented import deck
from tests.simulation.playing import simulate
from tests.three_draw import HOLD, LINES, PAYS, THREE, THREE_DRAW, three, three_seen

TWELVE = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s"
UNEVEN = "2c 2d 2h 3c 3d 3h 3s 4c 4d 5h 5s"

# ── Three cards, of which any may be exchanged ───────────────────────────────────────────────────────────────────────


def cards_of(composition: Composition) -> list[int]:
    return [card for card in DECK for _ in range(composition[card])]


def plainly_counted(model: Model, composition: Composition, *, lumped: bool) -> Counts:
    """Counted by the counter's own lines in plain Python, which takes no compiling."""
    space = Space(model, composition, lumped)
    total = Sum()
    for part in parts_of(space, written(space)):
        used, _, keys, counts = interpreted(part)
        if used < 0:
            raise no_code(model, used)
        total.add(keys, counts)
    check(space, *total.merged)
    return Counts(model, composition, space.total, *total.merged)


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def hold_values(
    cards: list[int], hand: Sequence[int], worth: Callable[..., Fraction]
) -> dict[tuple[int, ...], Fraction]:
    """What each hold of a hand is worth, draw by draw; cards are places in a list, so that copies are told apart."""
    rest = [place for place in range(len(cards)) if place not in hand]
    values = {}
    for size in range(len(hand) + 1):
        for kept in combinations(range(len(hand)), size):
            mine = [cards[hand[place]] for place in kept]
            draws = combinations(rest, len(hand) - size)
            values[kept] = mean([worth(*mine, *(cards[place] for place in new)) for new in draws])
    return values


def paid(a: int, b: int, c: int) -> Fraction:
    return PAYS[three(a, b, c)]


@pytest.mark.parametrize("text", [TWELVE, UNEVEN])
@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("lumped", [True, False])
def test_the_best_of_all_holds_is_found(text: str, *, alike: bool, lumped: bool) -> None:
    model, composition = replace(THREE, suits_alike=alike), deck(text)
    cards = cards_of(composition)
    best = mean([max(hold_values(cards, hand, paid).values()) for hand in combinations(range(len(cards)), 3)])
    solver = Solver(count(model, composition, lumped=lumped), model)
    assert analyze(solver).wagers["bet"].house_edge == -best


@pytest.mark.parametrize("text", [TWELVE, UNEVEN])
@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("lumped", [True, False])
def test_subsets_give_what_loops_give(text: str, *, alike: bool, lumped: bool) -> None:
    model = replace(THREE, suits_alike=alike)
    looped, pooled = plainly_counted(model, deck(text), lumped=lumped), counted(Pool(Space(model, deck(text), lumped)))
    assert np.array_equal(looped.keys, pooled.keys)
    assert np.array_equal(looped.counts, pooled.counts)


@pytest.mark.slow
def test_compiled_loops_give_what_plain_ones_give() -> None:
    space = Space(AGAINST, deck("2c 2d 3c 3d 4h 4s", 2), lumped=True)
    keys, counts = run(space, written(space))
    plain = plainly_counted(AGAINST, space.composition, lumped=True)
    assert np.array_equal(keys, plain.keys)
    assert np.array_equal(counts, plain.counts)


def test_the_best_of_every_strategy_is_found() -> None:
    """Four cards, two of them held or not: six hands, four ways to hold each, 4,096 strategies."""
    two = Model(
        "two",
        1,
        (Drawn("hand", Draw.SET, 2), Drawn("final", Draw.SET, 2, after="hold", of="hand")),
        (Wager("bet", "Bet", Rule(two_paid, ("final",)), LINES),),
        decisions=(Decision("hold", "", "", holds(2), Rule(two_seen, ("hand",)), 52**2),),
    )
    cards = list(cards_from("2c 5d 7h 7s"))
    tables = [
        hold_values(cards, hand, lambda a, b: PAYS[two_paid(a, b)]) for hand in combinations(range(len(cards)), 2)
    ]
    strategies = product(*(table.values() for table in tables))
    totals = [sum(strategy) for strategy in strategies]
    assert len(totals) == 4**6
    found = analyze(Solver(count(two, deck("2c 5d 7h 7s")), two)).wagers["bet"].house_edge
    assert found == -Fraction(max(totals)) / len(tables)


@rule
def two_paid(a: int, b: int) -> int:
    return 3 if rank_of(a) == rank_of(b) else rank_of(a) + rank_of(b) & 1


@rule
def two_seen(a: int, b: int) -> int:
    return min(a, b) * 52 + max(a, b)


def test_advice_counts_places_as_the_cards_are_given() -> None:
    given = cards_from("4s 2c 4d")
    with pytest.MonkeyPatch.context() as patch:
        for is_pooled in (True, False):
            if not is_pooled:
                patch.setattr(Pool, "applies", property(lambda _: False))
            advice = advise(THREE, {"hand": given})
            whole = list(DECK)
            worth = hold_values(whole, [whole.index(card) for card in given], paid)
            assert advice.options == {HOLD.keeping(kept).id: value for kept, value in worth.items()}  # type: ignore[union-attr]
            assert advice.best == "hold_13"


# ── With a card of the dealer's, several copies, and options that take cards ─────────────────────────────────────────


@rule
def beats(a: int, b: int, c: int, up: int) -> int:
    """Whether the three ranks together beat three times the dealer's."""
    return (rank_of(a) + rank_of(b) + rank_of(c) > 3 * rank_of(up)) + three(a, b, c) // 2


@rule
def three_and_up(a: int, b: int, c: int, up: int) -> int:
    return three_seen(a, b, c) * 52 + up


AGAINST = Model(
    "against",
    2,
    (Drawn("hand", Draw.SET, 3), Drawn("up", Draw.SET, 1), Drawn("final", Draw.SET, 3, after="hold", of="hand")),
    (Wager("bet", "Bet", Rule(beats, ("final", "up")), LINES),),
    decisions=(Decision("hold", "", "", holds(3), Rule(three_and_up, ("hand", "up")), 52**4),),
)


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("lumped", [True, False])
def test_an_exchange_beside_the_dealer_s_card(copies: int, *, alike: bool, lumped: bool) -> None:
    model, composition = replace(AGAINST, suits_alike=alike), deck("2c 2d 3c 3d 4h", copies)
    cards = cards_of(composition)
    values = []
    for hand in combinations(range(len(cards)), 3):
        for up in (place for place in range(len(cards)) if place not in hand):
            rest = [place for place in range(len(cards)) if place not in (*hand, up)]
            best = max(
                mean(
                    [
                        PAYS[beats(*(cards[place] for place in (*kept, *new, up)))]
                        for new in combinations(rest, 3 - size)
                    ]
                )
                for size in range(4)
                for kept in combinations(hand, size)
                if 3 - size <= len(rest)
            )
            values.append(best)
    options = tuple(option for option in holds(3) if option.new_cards(3) <= len(cards) - 4)
    model = replace(model, decisions=(replace(model.decisions[0], options=options),))
    found = analyze(Solver(plainly_counted(model, composition, lumped=lumped), model))
    assert found.wagers["bet"].house_edge == -mean(values)


@rule
def total(own: int, one: int, two: int) -> int:
    """0 above nine, else by how near it is."""
    points = rank_of(own) + (rank_of(one) if one != NO_CARD else 0) + (rank_of(two) if two != NO_CARD else 0)
    return 0 if points > 9 else points // 3


@rule
def near(own: int, points: int) -> int:
    return points if rank_of(own) < 8 else 0


HIT = Model(
    "hit",
    1,
    (Drawn("own", Draw.SET, 1), Drawn("more", Draw.ORDERED, 2, after="hit")),
    (
        Wager("bet", "Bet", Rule(near, ("own", "points")), LINES),
        Wager("raise", "Raise", Rule(near, ("own", "points")), LINES),
    ),
    features=(Feature("points", Rule(total, ("own", "more"))),),
    decisions=(
        Decision(
            "hit",
            "raise",
            "bet",
            (
                Option(0, "stand", "Stand", 0, takes=0),
                Option(1, "one", "One card", 0, takes=1),
                Option(2, "two", "Two cards", 1, takes=2),
            ),
            Rule(rank_of, ("own",)),
            13,
        ),
    ),
)


@pytest.mark.parametrize("kind", [Draw.SET, Draw.ORDERED])
@pytest.mark.parametrize("apart", [(), (rank_of,)])
@pytest.mark.parametrize("lumped", [True, False])
def test_options_that_take_so_many_cards(kind: Draw, apart: tuple[Any, ...], *, lumped: bool) -> None:
    draws = (HIT.draws[0], replace(HIT.draws[1], kind=kind))
    model, composition = replace(HIT, draws=draws, told_apart_by=apart), deck("2c 3c 4c 4d 6c 9c Tc", 2)
    cards = cards_of(composition)
    by_rank: dict[int, dict[str, list[Fraction]]] = {}
    for own in range(len(cards)):
        rest = [place for place in range(len(cards)) if place != own]
        for option in model.decisions[0].options:
            for new in permutations(rest, option.takes or 0):
                drawn = (*(cards[place] for place in new), NO_CARD, NO_CARD)[:2]
                won = PAYS[near(cards[own], total(cards[own], *drawn))] * (1 + option.multiple)
                by_rank.setdefault(rank_of(cards[own]), {}).setdefault(option.id, []).append(won)
    sizes = {rank: sum(rank_of(card) == rank for card in cards) for rank in by_rank}
    best = sum(sizes[rank] * max(map(mean, options.values())) for rank, options in by_rank.items()) / len(cards)
    played = analyze(Solver(plainly_counted(model, composition, lumped=lumped), model))
    assert -played.wagers["bet"].house_edge == best


# ── Where nobody is asked ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def has_no_pair(a: int, b: int, c: int) -> int:
    return int(three(a, b, c) != 1)


@rule
def is_low(own: int) -> int:
    return int(rank_of(own) < 3)


PAIRS_STAY = replace(THREE, decisions=(replace(HOLD, asked=Rule(has_no_pair, ("hand",))),))
LOW_ONES_HIT = replace(HIT, decisions=(replace(HIT.decisions[0], asked=Rule(is_low, ("own",))),))


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("lumped", [True, False])
def test_a_hand_that_is_not_asked_stays_as_it_is(*, alike: bool, lumped: bool) -> None:
    model = replace(PAIRS_STAY, suits_alike=alike)
    cards = cards_of(deck(TWELVE))
    values = [
        max(hold_values(cards, hand, paid).values()) if has_no_pair(*dealt) else paid(*dealt)
        for hand in combinations(range(len(cards)), 3)
        for dealt in [[cards[place] for place in hand]]
    ]
    found = analyze(Solver(plainly_counted(model, deck(TWELVE), lumped=lumped), model))
    assert found.wagers["bet"].house_edge == -mean(values)


def test_who_is_not_asked_draws_nothing() -> None:
    composition = deck("2c 3c 4c 4d 6c 9c Tc", 2)
    asked, always = (
        {
            row.outcome: row.combinations
            for row in analyze(Solver(plainly_counted(model, composition, lumped=True), model)).wagers["bet"].rows
        }
        for model in (LOW_ONES_HIT, HIT)
    )
    # of 14 cards the sixes, nines and tens are not asked, and come to 1, 2 and 0 with nothing drawn
    total = sum(asked.values())
    assert total == sum(always.values())
    for code, line in ((1, "p"), (2, "f"), (0, "n")):
        assert asked[line] == total * 2 // 14, code


@rule
def empty_handed(_own: int, one: int, two: int) -> int:
    return 9 if one == two == NO_CARD else 0


def test_a_code_that_only_who_is_not_asked_comes_to_is_told_with_its_deal() -> None:
    some = replace(LOW_ONES_HIT.decisions[0], options=HIT.decisions[0].options[1:])
    nothing = Rule(empty_handed, ("own", "more"))
    wagers = tuple(replace(wager, outcome=nothing) for wager in HIT.wagers)
    with pytest.raises(Refused, match=r"empty_handed gives a code .*: 9 for own \w\w, more none none; add a line"):
        plainly_counted(replace(LOW_ONES_HIT, decisions=(some,), wagers=wagers), deck("2c 3c 9c Tc"), lumped=True)


# ── Simulated ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "model", [THREE, HIT, PAIRS_STAY, LOW_ONES_HIT], ids=["three", "hit", "pairs stay", "low ones hit"]
)
def test_simulated_rounds_agree_with_the_count(model: Model) -> None:
    assert simulate(model, rounds=200_000, seed=11).agrees


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


def refusals() -> Iterator[tuple[dict[str, Any], str]]:
    hand, final = THREE.draws
    option = HOLD.options[1]
    yield {"draws": (hand, replace(final, after="play"))}, "the last decision is hold"
    yield {"draws": (final, hand)}, "write final after the others"
    yield {"draws": (hand, replace(final, after=""))}, "say in `after`"
    yield {"draws": (hand, replace(final, of="deck"))}, "give an earlier draw"
    yield {"draws": (hand, replace(final, kind=Draw.ORDERED))}, "let both be sets"
    yield {"draws": (hand, replace(final, of=""))}, "keeps cards of no draw"
    yield {"draws": (hand, replace(final, kind=Draw.DIE, of="")), "wagers": HIT_LIKE}, "only cards are drawn"
    yield {"draws": (replace(hand, count=4), final), "decisions": (LONGER,)}, "give as many or more"
    yield {"told_apart_by": (rank_of,), "suits_alike": False}, "leave out `told_apart_by`"
    yield {"decisions": (replace(HOLD, sees=Rule(three_seen, ("final",))),)}, "which is drawn after it"
    yield {"decisions": (replace(HOLD, options=(replace(option, keeps=(1, 0)),)),)}, "in order"
    yield {"decisions": (replace(HOLD, options=(replace(option, keeps=(3,)),)),)}, "from 0 to 2"
    yield {"decisions": (replace(HOLD, options=(replace(option, keeps=None),)),)}, "which cards stay"
    yield {"decisions": (replace(HOLD, options=(replace(option, takes=1),)),)}, "names both `takes` and `keeps`"
    yield {"draws": (hand, final, Drawn("more", Draw.SET, 1, after="hold"))}, "more comes after an exchange, of final"


@rule
def face(number: int) -> int:
    return number & 1


@rule
def four_seen(a: int, b: int, c: int, d: int) -> int:
    return a + b + c + d


HIT_LIKE = (Wager("bet", "Bet", Rule(face, ("final",)), LINES),)
LONGER = Decision("hold", "", "", holds(4)[:1], Rule(four_seen, ("hand",)), 208)


@pytest.mark.parametrize(("changes", "reason"), list(refusals()), ids=[reason for _, reason in refusals()])
def test_draws_and_options_that_do_not_fit_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused, match="three") as refused:
        replace(THREE, **changes)
    assert reason in refused.value.reason


@pytest.mark.parametrize("takes", [-1, 3])
def test_an_option_takes_no_more_than_there_are(takes: int) -> None:
    options = (replace(HIT.decisions[0].options[0], takes=takes),)
    with pytest.raises(Refused, match="give 0 to 2"):
        replace(HIT, decisions=(replace(HIT.decisions[0], options=options),))


def test_options_of_one_code_take_the_same_cards() -> None:
    one = HIT.decisions[0].options[1]
    with pytest.raises(Refused, match="give each its own code"):
        replace(HIT, decisions=(replace(HIT.decisions[0], options=(one, replace(one, id="two", multiple=1, takes=2))),))


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(Refused, match="too few to draw final of three"):
        count(THREE, deck("2c 3c 4c 5c"))


@rule
def first_of(a: int, b: int, c: int) -> int:
    return a & 1


@rule
def clubs_of(a: int, b: int, c: int) -> int:
    return (a & 3 == 0) + (b & 3 == 0) + (c & 3 == 0)


@pytest.mark.parametrize(
    ("function", "promise"), [(first_of, "nobody sees the order of a set"), (clubs_of, "suits are alike")]
)
def test_a_promise_about_the_hand_in_the_end_is_tried(function: Any, promise: str) -> None:
    model = replace(THREE, wagers=(Wager("bet", "Bet", Rule(function, ("final",)), LINES),))
    with pytest.raises(Refused, match=promise):
        count(model)


def test_what_is_not_done_with_late_draws_is_refused() -> None:
    with pytest.raises(Refused, match="which a GPU does not count"):
        count(THREE, deck(TWELVE + " 5c"), device="gpu")
    for dealt in ({"seats": 2, "shift": 10, "rounds": 100}, {"dealing": "shuffler", "held_back": 0, "rounds": 100}):
        with pytest.raises(Refused, match="draws cards after a decision"):
            simulate(THREE_DRAW, **dealt)
    with effort(prove=True), pytest.raises(Refused, match="leave out --prove-alike"):
        count(THREE, deck(TWELVE))


def test_holds_are_named_by_the_places_that_are_held() -> None:
    assert holds(5)[31].id == "hold_12345"
    assert [option.id for option in holds(3, draws_most=1)] == ["hold_12", "hold_13", "hold_23", "hold_123"]


@pytest.mark.parametrize("cards", [-1, 0, 11])
def test_holds_are_of_hands_that_somebody_could_choose_from(cards: int) -> None:
    with pytest.raises(Refused, match=f"`holds` is for hands of 1 to 10 cards, not of {cards}"):
        holds(cards)
