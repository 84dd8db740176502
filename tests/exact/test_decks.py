"""Other decks than the usual 52 cards: fewer, with jokers, several, or none at all."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import croupier
from croupier.cards import DECK, JOKER, RED_JOKER, TEN, cards_from, is_joker, rank_of, suit_of
from croupier.errors import Refused
from croupier.exact import space as spaces
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.counter import JOINTS_MAX, Layout
from croupier.exact.estimate import random_head
from croupier.exact.solve import Solver, solver_of
from croupier.exact.space import Space, full, without
from croupier.exact.symmetry import check_alike
from croupier.exact.symmetry_proof import prove_alike
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Game, House, Line, Model, Option, Rule, Rulebook, Wager
from croupier.simulation.request import simulate
from croupier.table import commands as c
from examples.games.match_the_dealer import MATCH_THE_DEALER, SPANISH_DECK
from examples.games.pai_gow_mania import PAI_GOW_DECK
from examples.games.sic_bo import SIC_BO
from tests.exact.enumeration import walk
from tests.exact.invented import by_tree
from tests.exact.test_symmetry import at_best, counts_of
from tests.rounds import Script

JOKERS = (JOKER, RED_JOKER)


def cards(text: str, *more: int) -> tuple[int, ...]:
    """A deck of a few cards."""
    return (*cards_from(text), *more)


@rule
def told_of(one: int, two: int) -> int:
    """How two cards go together; a joker goes with everything."""
    if is_joker(one) or is_joker(two):
        return 2 if is_joker(one) and is_joker(two) else 1 + (rank_of(min(one, two)) & 1) * 4
    return 3 * (suit_of(one) == suit_of(two)) + 2 * (rank_of(one) == rank_of(two))


@rule
def pattern(a: int, b: int, c: int, d: int, e: int) -> int:
    """A number from 0 to 6 that depends on ranks, on which suits are the same, and on jokers."""
    inner = told_of(a, b) + told_of(b, c) + told_of(a, c)
    return (inner + 2 * told_of(d, e) + told_of(a, d) + told_of(b, d) + told_of(c, d) + rank_of(e)) % 7


@rule
def two_cards(a: int, b: int) -> int:
    """What is seen of two cards: all of it."""
    return max(a, b) * 54 + min(a, b)


@rule
def against(a: int, b: int, c: int, d: int, choice: int) -> int:
    """Which pair is better; a player who stays out has no part in it."""
    own, other = 10 * told_of(a, b) + rank_of(max(a, b)) % 5, 10 * told_of(c, d) + rank_of(max(c, d)) % 5
    if choice == 0:
        return 3
    met = told_of(a, c) + told_of(a, d) + told_of(b, c) + told_of(b, d)
    return 2 if own + met > other else int(own + met == other)


LINES = tuple(Line(code, f"line_{code}", "", Fraction(code - 3)) for code in range(7))
FIVE = Model(
    "five",
    1,
    (Drawn("hand", Draw.SET, 3), Drawn("board", Draw.ORDERED, 2)),
    (Wager("bet", "Bet", Rule(pattern, ("hand", "board")), LINES),),
    suits_alike=True,
)
DUEL = Model(
    "duel",
    1,
    (Drawn("hand", Draw.SET, 2), Drawn("dealer", Draw.SET, 2)),
    (
        Wager(
            "bet",
            "Bet",
            Rule(against, ("hand", "dealer", "play")),
            (
                Line(2, "win", "", EVEN),
                Line(1, "tie", "", PUSHED),
                Line(0, "lose", "", LOST),
                Line(3, "out", "", Fraction(-1, 1)),
            ),
        ),
        Wager(
            "raise",
            "Raise",
            Rule(against, ("hand", "dealer", "play")),
            (
                Line(2, "win", "", EVEN),
                Line(1, "tie", "", PUSHED),
                Line(0, "lose", "", LOST),
                Line(3, "out", "", PUSHED),
            ),
        ),
    ),
    decisions=(
        Decision(
            "play",
            "raise",
            "bet",
            (Option(0, "out", "Out", 0), Option(1, "play", "Play", 1)),
            Rule(two_cards, ("hand",)),
            54 * 54,
        ),
    ),
    suits_alike=True,
)
THREE_RANKS = cards("2c 2d 2h 2s 7c 7d 7h 7s Ac Ad Ah As")
SMALL = {
    "a joker": ((*THREE_RANKS[:8], JOKER), 1),
    "two jokers": ((*THREE_RANKS[:8], *JOKERS), 1),
    "two decks with a joker": ((*THREE_RANKS[:8], JOKER), 2),
    "two jokers twice": ((*THREE_RANKS[:4], *JOKERS), 2),
    "the red joker alone": ((*THREE_RANKS[4:], RED_JOKER), 1),
    "suits that are not all there": (cards("2c 2d 7c 7d 7h As", JOKER), 2),
    "a short deck": (THREE_RANKS, 1),
    "short decks": (THREE_RANKS[:8], 2),
}


def classes(model: Model) -> int:
    """How many deals there are if those that differ by a renaming of suits are one: a joker has no suit."""
    columns = [tuple(model.composition[suit:JOKER:4]) for suit in range(4)]
    renamings = [each for each in permutations(range(4)) if [columns[suit] for suit in each] == columns]
    sets = {drawn.name for drawn in model.draws if drawn.kind is Draw.SET}

    def named(name: str, dealt: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
        other = tuple(card if is_joker(card) else card & ~3 | suits[card & 3] for card in dealt)
        return tuple(sorted(other)) if name in sets else other

    return len(
        {
            min(tuple(named(name, dealt, suits) for name, dealt in deal.items()) for suits in renamings)
            for deal, _ in walk(model, model.composition)
        }
    )


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("model", [FIVE, DUEL], ids=lambda model: model.id)
@pytest.mark.parametrize("of", SMALL)
@pytest.mark.parametrize("head_leaves", [1 << 20, 10])
def test_merging_suits_changes_no_figure_of_another_deck(
    monkeypatch: pytest.MonkeyPatch, of: str, model: Model, head_leaves: int
) -> None:
    monkeypatch.setattr(spaces, "HEAD_LEAVES", head_leaves)
    deck, decks = SMALL[of]
    game = replace(model, deck=deck, decks=decks)
    merged, unmerged = (counts_of(game, game.composition, lumped=lumped) for lumped in (True, False))
    assert at_best(merged).deals == at_best(unmerged).deals
    assert merged.total == unmerged.total == Space(game, game.composition, lumped=False).total
    assert merged.classes == classes(game) < unmerged.classes
    check_alike(Space(game, game.composition, lumped=True))


@pytest.mark.parametrize("of", ["a joker", "two jokers twice", "suits that are not all there"])
def test_the_best_play_with_jokers_is_what_the_tree_gives(of: str) -> None:
    deck, decks = SMALL[of]
    game = replace(DUEL, deck=deck, decks=decks)
    solver = Solver(counts_of(game, game.composition, lumped=True), game)
    best = Analysis(solver.play(solver.best_plans()), "optimal").distribution({"bet": 1})
    assert best.mean == by_tree(game, game.composition, {"bet": 1})


def test_as_many_hands_are_left_as_suits_and_a_joker_make() -> None:
    game = replace(FIVE, draws=(Drawn("hand", Draw.SET, 3), Drawn("board", Draw.ORDERED, 2)), deck=PAI_GOW_DECK)
    rows, weights = Space(game, game.composition, lumped=True).rows(3)
    assert int(weights.sum()) == comb(53, 3)
    assert len(rows) == 1_755 + 169  # without the joker, and beside it


def test_a_joker_keeps_its_name_when_suits_are_renamed() -> None:
    space = Space(replace(FIVE, deck=(*DECK, *JOKERS)), (*full(1), 1, 1), lumped=True)
    assert len(space.renamings()) == 24
    assert {tuple(row[52:]) for row in space.renamed.tolist()} == {JOKERS}
    assert {tuple(sorted(row)) for row in space.renamed.tolist()} == {tuple(range(54))}


@rule
def joker_has_a_suit(a: int, b: int, c: int, d: int, e: int) -> int:
    """Broken: it takes a joker for a club."""
    same = (suit_of(a) == suit_of(b)) + (suit_of(b) == suit_of(c)) + (suit_of(a) == suit_of(c))
    return same + 0 * (d + e)


def test_a_rule_that_gives_a_joker_a_suit_breaks_the_promise_that_suits_are_alike() -> None:
    broken = Wager("bet", "Bet", Rule(joker_has_a_suit, ("hand", "board")), LINES[:4])
    game = replace(FIVE, wagers=(broken,), deck=(*THREE_RANKS[:4], JOKER))
    with pytest.raises(Refused, match="suits are alike"):
        check_alike(Space(game, game.composition, lumped=True))
    with pytest.raises(Refused, match="suits are alike"):
        prove_alike(Space(game, game.composition, lumped=True))
    plain = replace(game, deck=THREE_RANKS)
    check_alike(Space(plain, plain.composition, lumped=True))


@rule
def second_joker_has_a_suit(a: int, b: int, c: int, d: int, e: int) -> int:
    """Broken where both jokers are in the hand."""
    return int(is_joker(a) + is_joker(b) + is_joker(c) == 2 and suit_of(d) == 0) + 0 * e


def test_a_promise_that_fails_only_with_both_jokers_is_tried_too() -> None:
    broken = Wager("bet", "Bet", Rule(second_joker_has_a_suit, ("hand", "board")), LINES[:4])
    game = replace(FIVE, wagers=(broken,), deck=(*DECK, *JOKERS))
    with pytest.raises(Refused, match="suits are alike"):
        check_alike(Space(game, game.composition, lumped=True))


def test_cards_that_rules_do_not_tell_apart_are_one_kind_in_other_decks_too() -> None:
    game = replace(MATCH_THE_DEALER.rulebook().model, told_apart_by=(rank_of,), suits_alike=False)
    kinds = Space(game, game.composition, lumped=True).kinds
    assert [(rank_of(card), copies) for card, copies in kinds] == [(rank, 24) for rank in range(13) if rank != TEN]


@pytest.mark.parametrize("of", SMALL)
def test_heads_dealt_at_random_are_heads_of_the_count(of: str) -> None:
    deck, decks = SMALL[of]
    game = replace(FIVE, deck=deck, decks=decks)
    space = Space(game, game.composition, lumped=True)
    listed = {tuple(row) for rows in space.heads() for row in rows.tolist()}
    chance = Random(1)
    assert all(tuple(random_head(space, chance)) in listed for _ in range(200)) or decks > 1


# ── Compositions ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_composition_has_two_more_cards_where_a_deck_holds_a_joker() -> None:
    assert replace(FIVE, deck=DECK, decks=6).composition == full(6) == (6,) * 52
    assert replace(FIVE, deck=PAI_GOW_DECK).composition == (1,) * 53 + (0,)
    spanish = replace(FIVE, deck=SPANISH_DECK, decks=6).composition
    assert (len(spanish), sum(spanish), set(spanish[4 * TEN : 4 * TEN + 4])) == (52, 288, {0})


def test_removed_cards_are_those_of_the_deck() -> None:
    assert sum(without((1,) * 53 + (0,), [JOKER])) == 52
    with pytest.raises(Refused, match="Jk is given more often than the decks hold it"):
        without((1,) * 53 + (0,), [JOKER, JOKER])
    with pytest.raises(Refused, match="cards are numbered 0 to 51, as the deck has no joker"):
        without(full(1), [JOKER])
    with pytest.raises(Refused, match="Tc is given more often than the decks hold it"):
        croupier.game(MATCH_THE_DEALER).analyze(removed="Tc")


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"deck": (*DECK, 5)}, "five: a deck holds 3d 2 times; name each card once, and say by `decks` how often"),
        ({"deck": (*DECK, 54)}, "five: a deck holds 54, which is not a card; cards are numbered 0 to 53"),
        ({"deck": (-1,)}, "a deck holds -1, which is not a card"),
        ({"deck": ()}, "a deck holds no cards; give at least one, or decks=0 where no card is dealt"),
        ({"decks": 0}, "five has 0 decks; a model has 1 to 16; it draws hand"),
        ({"decks": -1, "draws": (Drawn("die", Draw.DIE, 6),)}, "five has -1 decks; a model has 1 to 16, or 0 if it dr"),
        ({"deck": 52}, "`deck` must be"),
    ],
)
def test_a_deck_that_there_is_not_is_refused_in_a_sentence(parts: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused) as refused:
        replace(FIVE, **parts)
    assert why in str(refused.value)


def with_book(change: Callable[[Rulebook], Rulebook]) -> Game:
    """Match the Dealer with something else in its rulebook."""
    return replace(MATCH_THE_DEALER, build=lambda of, house: change(MATCH_THE_DEALER.build(of, house)))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda book: replace(book, supply=replace(book.supply, deck=DECK)),
            "the model's deck holds 48 cards, without tens, and the supply's 52 cards; give both the same `deck`",
        ),
        (
            lambda book: replace(book, supply=replace(book.supply, deck=(*SPANISH_DECK[1:], JOKER))),
            "and the supply's 48 cards, without tens and 2c, with a joker;",
        ),
        (
            lambda book: replace(book, supply=replace(book.supply, decks=0), model=dice_alone(book.model)),
            "Deal (MD-4) deals cards, and there are no decks; give the model `decks`",
        ),
    ],
)
def test_a_table_and_its_model_have_the_same_cards(change: Callable[[Rulebook], Rulebook], why: str) -> None:
    with pytest.raises(Refused) as refused:
        with_book(change).rulebook()
    assert why in str(refused.value)


@rule
def high(die: int) -> int:
    """Whether a die shows more than three."""
    return int(die > 3)


HIGH = (Line(0, "lose", "", LOST), Line(1, "win", "", EVEN))


def dice_alone(model: Model) -> Model:
    """A model of one die."""
    wager = replace(
        model.wagers[0], outcome=Rule(high, ("die",)), lines=(Line(0, "lose", "", LOST), Line(1, "win", "", EVEN))
    )
    return replace(model, decks=0, draws=(Drawn("die", Draw.DIE, 6),), wagers=(wager,), per_seat=(), suits_alike=False)


# ── A table deals what was counted ───────────────────────────────────────────────────────────────────────────────────


def small_game(deck: tuple[int, ...], decks: int) -> Game:
    """Match the Dealer from a few cards."""

    def build(of: Game, house: House) -> Rulebook:
        book = MATCH_THE_DEALER.build(of, house)
        supply = replace(book.supply, deck=deck, decks=decks, cut_from_end=0)
        return replace(book, model=replace(book.model, deck=deck, decks=decks), supply=supply)

    return replace(MATCH_THE_DEALER, build=build)


@pytest.mark.parametrize(
    ("deck", "decks"), [(cards("2c 2d 7h 7s", JOKER), 1), (cards("2c 2d 7h", *JOKERS), 2), (cards("9c 9d Th"), 2)]
)
def test_what_is_counted_is_what_a_table_pays_for_every_deal_of_a_small_deck(deck: tuple[int, ...], decks: int) -> None:
    game = small_game(deck, decks)
    model = game.rulebook(game.house({"shuffle": "continuous", "seats": 1})).model
    won = total = 0
    for deal, weight in walk(model, model.composition):
        table = Script(game, {"shuffle": "continuous", "seats": 1}, seats=1)
        table.open()
        table.bet(1, match=1)
        table.close()
        table.do(c.DealCards(deal["cards"]), c.DealCards(deal["dealer"]))
        won, total = won + weight * table.settle()[1, "match"].result, total + weight
    assert Fraction(-won, 100 * total) == analyze(solver_of(model)).wagers["match"].house_edge


def test_a_table_deals_no_card_that_its_deck_lacks() -> None:
    table = Script(MATCH_THE_DEALER, seats=1)
    table.open()
    table.bet(1, match=1)
    table.close()
    assert "Tc is not in the deck, which has 48 cards, without tens" in str(
        table.refused(c.DealCards(cards_from("Tc 2c")))
    )
    assert "not 52; the deck has no joker" in str(table.refused(c.DealCards((JOKER, 0))))
    table.deal("2c 2c")


def test_a_deck_is_used_up_after_its_own_cards() -> None:
    game = small_game(cards("2c 2d 7h"), 1)
    table = Script(game, {"shuffle": "continuous", "seats": 1}, seats=1)
    table.open()
    table.bet(1, match=1)
    table.close()
    table.deal("2c 2d")
    assert "would be dealt more often than the deck holds it" in str(table.refused(c.DealCards(cards_from("2c"))))


def test_a_table_that_could_not_deal_to_all_its_seats_is_refused() -> None:
    game = small_game(cards("2c 2d 7h 7s"), 1)
    with pytest.raises(Refused, match="a round of 2 seats is dealt 5 cards or more, and there are 4; give the table"):
        game.rulebook(game.house({"shuffle": "continuous", "seats": 2}))
    assert game.rulebook(game.house({"shuffle": "continuous", "seats": 1})).seats == 1


# ── Simulation, advice ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow  # compiles
@pytest.mark.parametrize("of", ["two jokers", "two jokers twice", "suits that are not all there"])
def test_rounds_simulated_with_jokers_agree_with_the_count(of: str) -> None:
    deck, decks = SMALL[of]
    game = replace(DUEL, deck=deck, decks=decks)
    result = cast("Any", simulate(game, rounds=200_000, seed=1, workers=1))
    assert all(abs(wager.z) < 5 for wager in result.wagers.values())


def test_advice_knows_a_joker() -> None:
    game = replace(DUEL, deck=PAI_GOW_DECK)
    told = advise(game, {"hand": (JOKER, 0)})
    deals = list(walk(game, game.composition, {"hand": (JOKER, 0)}))
    assert told.deals == sum(weight for _, weight in deals) == comb(51, 2)
    with pytest.raises(Refused, match="hand: 53 is neither a card nor a face"):
        advise(game, {"hand": (RED_JOKER, 0)})


# ── Dice alone ───────────────────────────────────────────────────────────────────────────────────────────────────────


ALL_OF_SIC_BO = SIC_BO.rulebook(SIC_BO.house({"wagers_offered": "all"})).model


def test_rolls_are_counted_where_wagers_are_too_many_to_count_together() -> None:
    model = ALL_OF_SIC_BO
    layout = Layout(model)
    assert layout.by_roll
    few = replace(model, wagers=model.wagers[:5])
    assert not Layout(few).by_roll
    assert int(np.prod([codes for _, codes in layout.rules], dtype=object)) > JOINTS_MAX
    every, some = analyze(Solver(count(model), model)), analyze(Solver(count(few), few))
    for wager in few.wagers:
        assert every.wagers[wager.id].house_edge == some.wagers[wager.id].house_edge
        assert every.wagers[wager.id].standard_deviation == some.wagers[wager.id].standard_deviation
    stakes = {"small": 2, "any_triple": 1}
    assert every.distribution(stakes).deals == some.distribution(stakes).deals


def test_a_roll_without_a_line_is_told() -> None:
    model = ALL_OF_SIC_BO
    (*wagers, last) = model.wagers
    broken = replace(model, wagers=(*wagers, replace(last, lines=last.lines[1:])))
    with pytest.raises(Refused, match=r"times_shown gives the codes \[3\], and the wager single_6 has no lines"):
        analyze(Solver(count(broken), broken)).distribution({"single_6": 1})


def test_every_roll_is_counted_once() -> None:
    model = ALL_OF_SIC_BO
    counts = count(model)
    assert counts.total == 216
    assert sorted(counts.counts.tolist()) == [1] * 216
    faces = {(a * 21 + b) * 21 + c for a, b, c in product(range(1, 7), repeat=3)}
    assert set(counts.keys.tolist()) == faces


@pytest.mark.slow  # compiles
def test_a_game_of_dice_is_simulated() -> None:
    game = croupier.game(SIC_BO)
    rounds = cast("Any", game.simulate(rounds=20_000, seed=1, workers=1, exact=True))
    assert all(abs(wager.z) < 5 for wager in rounds.wagers.values())
