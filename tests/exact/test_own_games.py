"""Games that nobody here wrote a rulebook for: made up and solved by hand, or well known and published."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.evaluation import result
from croupier.exact.solve import Solver, Stakes, solver_of
from croupier.exact.space import Composition, Ints, full
from croupier.exact.strategy import simple
from croupier.hands import Poker, five_card_hand
from croupier.odds import PUSHED
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Feature, Line, Model, Option, Rule, Wager
from examples.let_it_ride import LET_IT_RIDE
from tests.exact.invented import (
    AWKWARD,
    CLIMB,
    FIVE,
    ORACLE,
    TWO_ON_ONE,
    WAR,
    WIN_OR_LOSE,
    by_every_strategy,
    by_tree,
    deals_of,
    deck,
    higher,
    over,
)
from tests.example_games import red_dog

pytestmark = pytest.mark.slow


def optimum(model: Model, composition: Composition, stakes: Stakes | None = None) -> Fraction:
    """What the engine says the best play is worth."""
    solver = Solver(count(model, composition), model)
    return valued(solver, solver.best_plans(stakes), stakes)


def valued(solver: Solver, plans: Ints, stakes: Stakes | None) -> Fraction:
    """What plans are worth, by what they lead to."""
    first = {solver.model.decisions[0].base: 1} if solver.model.decisions else {solver.model.wagers[0].id: 1}
    return Analysis(solver.play(plans), "").distribution(stakes or first).mean


# ── Solved by hand ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_war_with_three_cards_by_hand() -> None:
    # A deuce, a three and a four. The four beats both others: double, +2. The three beats one of two: nothing either
    # way. The deuce loses to both: stand, -1. A third of each: 1/3.
    assert optimum(WAR, deck("2c 3c 4c")) == Fraction(2 - 1, 3)


def test_climb_with_four_cards_by_hand() -> None:
    # 2, 3, 4, 5. The five always wins: stay and climb, 1 + 1 + 4 = 6. The deuce never: fold, -1.
    # The three neither: of the others two come, and only the deuce is below it: fold, -1. The four: a third of the
    # time the five comes first; give up, -2. Else (deuce or three first) the five comes next half the time, and the
    # climb is worth nothing: 0 against -2. So staying is worth (-2 + 0 + 0) / 3 = -2/3, more than folding.
    assert optimum(CLIMB, deck("2c 3c 4c 5c")) == (6 - 1 - 1 - Fraction(2, 3)) / 4


def test_a_greedy_player_folds_where_staying_is_best() -> None:
    # With the four above, a player who does not reckon with deciding again once a card is seen compares folding, -1,
    # with staying and then climbing blindly, (2/3)(-6) + (1/3)(6) = -2, or giving up blindly, -2: and folds.
    solver = Solver(count(CLIMB, deck("2c 3c 4c 5c")), CLIMB)
    values, _ = solver.values()
    first = solver.groups()[0]
    blind = np.array([values[first == group].sum(axis=0).argmax() for group in range(int(first.max()) + 1)])
    greedy = valued(solver, blind[first], None)
    assert greedy == Fraction(6 - 1 - 1 - 1, 4)
    assert greedy < optimum(CLIMB, deck("2c 3c 4c 5c"))


# ── Solved by trying every strategy ──────────────────────────────────────────────────────────────────────────────────


ONE_FACE = replace(ORACLE, draws=(Drawn("die", Draw.DIE, 1), *ORACLE.draws[1:]))
"""The oracle, its die always the same, so that there are few strategies."""


@pytest.mark.parametrize(
    ("model", "composition", "strategies"),
    [
        (WAR, deck("2c 3c 4c"), 2**3),
        (WAR, deck("2c 3c 4c 4d 9s Qs", copies=2), 2**5),
        (AWKWARD, deck("2c 3c 4c 4d 9s Qs"), 2**5),
        (CLIMB, deck("2c 3c 3d"), 2 ** (2 + 2 * 3)),
        (CLIMB, deck("2c 9c", copies=3), 2 ** (2 + 2 * 4)),
        (ONE_FACE, deck("4d 5d 5h"), 2 ** (1 + 2 * 2 + 4 * 3)),
    ],
    ids=["war", "war of two decks", "awkward", "climb", "climb of three decks", "oracle"],
)
def test_no_strategy_of_all_is_better_than_the_engine_says(
    model: Model, composition: Composition, strategies: int
) -> None:
    best, tried = by_every_strategy(model, composition)
    assert tried == strategies
    assert optimum(model, composition) == best == by_tree(model, composition)


@pytest.mark.parametrize(
    ("model", "composition"),
    [
        (WAR, full(1)),
        (CLIMB, deck("2c 3c 4c 5c")),
        (CLIMB, deck("2c 9c As", copies=3)),
        (TWO_ON_ONE, deck("2c 3c 4c 5c")),
        (ORACLE, deck("2c 5c 9d Kd")),
        (ORACLE, deck("2c 5c 9d", copies=2)),
        (ORACLE, deck("2c 2d 2h Kd Ks")),
    ],
    ids=lambda given: given.id if isinstance(given, Model) else str(sum(given)),
)
def test_decisions_are_solved_as_along_the_tree(model: Model, composition: Composition) -> None:
    assert optimum(model, composition) == by_tree(model, composition)


def test_what_is_staked_on_a_stake_is_stated_with_it() -> None:
    assert analyze(ORACLE).wagers.keys() == {"bet"}
    assert analyze(ORACLE).wagers["bet"].includes == ("press", "hedge", "guess")


ODDS = st.fractions(min_value=-2, max_value=4, max_denominator=6)


@given(odds=st.lists(ODDS, min_size=6, max_size=6), units=st.integers(1, 5))
def test_whatever_is_paid_three_decisions_are_solved_backwards(odds: list[Fraction], units: int) -> None:
    guessed, fee = odds[:3], odds[3:]
    paid = {
        "hedge": tuple(replace(line, pays=pays) for line, pays in zip(ORACLE.wagers[3].lines, fee, strict=True)),
        **dict.fromkeys(
            ("bet", "press", "guess"),
            tuple(replace(line, pays=pays) for line, pays in zip(ORACLE.wagers[0].lines, guessed, strict=True)),
        ),
    }
    model = replace(ORACLE, wagers=tuple(replace(wager, lines=paid[wager.id]) for wager in ORACLE.wagers))
    composition = deck("4d 6d", copies=2)
    stakes = {"bet": units}
    solver = Solver(count(ORACLE, composition), ORACLE).repriced(model)
    assert valued(solver, solver.best_plans(stakes), stakes) == by_tree(model, composition, stakes)


def test_odds_too_fine_for_machine_integers_are_exact_too() -> None:
    fine = tuple(replace(line, pays=line.pays + Fraction(1, 10**30)) for line in CLIMB.wagers[0].lines)
    model = replace(CLIMB, wagers=tuple(replace(wager, lines=fine) for wager in CLIMB.wagers))
    composition = deck("2c 3c 4c 5c")
    assert optimum(model, composition) == by_tree(model, composition) != by_tree(CLIMB, composition)


def test_no_single_change_improves_three_decisions() -> None:
    solver = Solver(count(ORACLE, full(1)), ORACLE)
    assert_no_single_change_improves(solver)


def assert_no_single_change_improves(solver: Solver) -> None:
    """Change one decision in one information set to any other option, for all of them: nothing is gained."""
    values, _ = solver.values()
    best = solver.best_plans()
    sizes = [len(decision.options) for decision in solver.model.decisions]
    options = np.array(list(product(*(range(size) for size in sizes))))
    kept = np.take_along_axis(values, best[:, None], axis=1)[:, 0]
    for depth, group in enumerate(solver.groups()):
        for option in range(sizes[depth]):
            changed = options[best].copy()
            changed[:, depth] = option
            plan = np.ravel_multi_index(tuple(changed.T), tuple(sizes))
            gained = np.zeros(int(group.max()) + 1, dtype=values.dtype)
            np.add.at(gained, group, np.take_along_axis(values, plan[:, None], axis=1)[:, 0] - kept)
            assert (gained <= 0).all()


# ── Counted as they are walked ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lumped", [True, False])
def test_a_set_too_large_to_list_is_counted_card_by_card(*, lumped: bool) -> None:
    composition = deck("2c 2d 5c 9d Kd As", copies=2)
    counts = count(FIVE, composition, lumped=lumped)
    walked: dict[int, int] = {}
    for _, deal, weight in deals_of(FIVE, composition):
        code = result(FIVE, FIVE.wagers[0].outcome, dict(deal))
        walked[code] = walked.get(code, 0) + weight
    assert {int(key): int(deals) for key, deals in zip(counts.keys, counts.counts, strict=True)} == walked
    assert counts.total == 6 * 12 * 11 * 10 * 9 * 8 // 120


def test_names_of_a_game_are_its_own_affair() -> None:
    assert optimum(AWKWARD, deck("2c 3c 4c")) == optimum(WAR, deck("2c 3c 4c"))


def test_rules_that_one_source_makes_are_told_apart() -> None:
    for line in (3, 8):
        assert analyze(over(line)).wagers["bet"].hit_frequency == Fraction(12 - line, 13)


# ── What cannot be counted is refused in a sentence ──────────────────────────────────────────────────────────────────


@rule
def too_much(own: int, _dealer: int) -> int:
    """A code that no line has."""
    return rank_of(own)


@rule
def not_compiled(own: int, dealer: int) -> int:
    """Something that Numba does not know."""
    return int(Fraction(own, dealer + 1))


@rule
def seen_by_deciding(own: int, double: int) -> int:
    """What cannot be: a sight that depends on the decision."""
    return rank_of(own) * double


def war_by(function: Rule) -> Model:
    """War, its ante decided by another rule."""
    return replace(WAR, wagers=(replace(WAR.wagers[0], outcome=function), WAR.wagers[1]))


def test_a_code_beyond_the_lines_is_refused() -> None:
    told = "war: too_much gives a code that is not among the lines or codes it was given: [0-9]+ for own ..?, dealer .."
    with pytest.raises(Refused, match=f"{told}.*; add a line for it to the wager {WAR.wagers[0].id}"):
        analyze(war_by(Rule(too_much, ("own", "dealer"))))


def test_a_sight_beyond_its_codes_is_refused() -> None:
    blind = replace(WAR, decisions=(replace(WAR.decisions[0], codes=5),))
    told = f"war: rank_seen gives a code .*; a code must be below `codes` of the decision {WAR.decisions[0].id}, 5"
    with pytest.raises(Refused, match=told):
        analyze(blind)


def test_a_code_without_a_line_is_refused() -> None:
    untied = tuple(line for line in WIN_OR_LOSE if line.id != "tie")
    model = replace(WAR, wagers=tuple(replace(wager, lines=untied) for wager in WAR.wagers))
    with pytest.raises(Refused, match=r"higher gives the codes \[1\], and the wager ante has no lines"):
        analyze(model)


def test_a_rule_that_cannot_be_compiled_is_refused_in_a_line() -> None:
    with pytest.raises(Refused, match="cannot be compiled: they read Fraction") as refused:
        analyze(replace(war_by(Rule(not_compiled, ("own", "dealer"))), told_apart_by=()))
    assert len(str(refused.value).splitlines()) == 1


def test_a_sight_that_hangs_on_a_decision_is_refused() -> None:
    decision = replace(WAR.decisions[0], sees=Rule(seen_by_deciding, ("own", "double")))
    with pytest.raises(Refused, match="what is seen before double depends on double"):
        analyze(replace(WAR, decisions=(decision,)))


def test_parts_that_do_not_fit_are_refused_as_a_model_is_made() -> None:
    with pytest.raises(Refused, match="war: higher reads 'hand', which is not defined"):
        war_by(Rule(higher, ("own", "hand")))
    with pytest.raises(Refused, match="war: higher takes 2 values, but is given 1: own"):
        war_by(Rule(higher, ("own",)))
    with pytest.raises(Refused, match="war: the decision 'double' names the wager 'trouble', which does not exist"):
        replace(WAR, decisions=(replace(WAR.decisions[0], wager="trouble"),))
    with pytest.raises(Refused, match="war: draws, features, constants and decisions: two are called 'own'"):
        replace(WAR, constants={"own": 1})


@rule
def same(code: int) -> int:
    """Nothing new."""
    return code


@rule
def unsure(own: int, dealer: int) -> int | None:
    """Nothing at all where the dealer is not beaten."""
    return 2 if own > dealer else None


@rule
def worded(_own: int, _dealer: int) -> str:
    """A word where a number is due."""
    return "win"


@rule
def worded_by(own: int, dealer: int) -> str:
    """One of two words."""
    return "win" if own > dealer else "lose"


@rule
def apart_by(own: int, dealer: int) -> int:
    """What cannot be divided if the dealer has a deuce."""
    return 2 if rank_of(own) // rank_of(dealer) > 0 else 0


@rule
def no_aces(own: int, dealer: int) -> int:
    """What a list of twelve ranks says, to which aces are unknown."""
    return RANKS_BELOW_ACE[rank_of(own)] * int(own > dealer)


RANKS_BELOW_ACE = (2,) * 12
ANTE, DOUBLE = WAR.wagers
ONCE = WAR.decisions[0]
STAY, CLIMB_ON = CLIMB.decisions
CIRCLE = (Feature("a", Rule(same, ("b",))), Feature("b", Rule(same, ("a",))))


@pytest.mark.parametrize(
    ("model", "parts", "why"),
    [
        (WAR, {"decisions": (replace(ONCE, wager="ante"),)}, "double is a multiple of the stake on ante, which"),
        (CLIMB, {"decisions": (replace(STAY, base="climb"), CLIMB_ON)}, "stay is a multiple of the stake on climb"),
        (CLIMB, {"decisions": (replace(STAY, base="climb"), replace(CLIMB_ON, base="stay"))}, "stay is a multiple of"),
        (WAR, {"wagers": (ANTE, ANTE, DOUBLE)}, "wagers: two are called 'ante'"),
        (WAR, {"wagers": ()}, "wagers: there are none"),
        (WAR, {"draws": ()}, "draws: there are none"),
        (WAR, {"draws": (*WAR.draws, WAR.draws[0])}, "draws: two are called 'own'"),
        (WAR, {"draws": (*WAR.draws, Drawn("die", Draw.DIE, 0))}, "die is a draw of 0; draw at least 1"),
        (WAR, {"decisions": (replace(ONCE, options=()),)}, "options of double: there are none"),
        (WAR, {"features": CIRCLE}, "a, b depend on each other"),
        (WAR, {"wagers": (replace(ANTE, outcome=Rule(max, ("own", "dealer"))), DOUBLE)}, "max must be a function"),
        (WAR, {"decks": 0}, "war has 0 decks; a model has 1 to 16"),
        (WAR, {"decks": 17}, "war has 17 decks; a model has 1 to 16"),
        (WAR, {"decks": 1.0}, r'Model "war": `decks` must be a whole number, but is 1\.0'),
    ],
)
def test_a_model_that_could_not_be_played_is_refused_as_it_is_made(
    model: Model, parts: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        replace(model, **parts)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((), r"has lines for the codes \[\]"),
        ((*ANTE.lines, replace(ANTE.lines[0], id="again")), r"has lines for the codes \[2, 1, 0, 2\]"),
        ((replace(ANTE.lines[0], code=-1), *ANTE.lines), r"has lines for the codes \[-1, 2, 1, 0\]"),
        *(
            (
                (replace(ANTE.lines[0], commission=commission), *ANTE.lines[1:]),
                f"the line win of ante has a commission of {commission}; it must be from 0 to 1",
            )
            for commission in (Fraction(-1, 20), Fraction(2))
        ),
        ((replace(ANTE.lines[0], id="lose"), *ANTE.lines[1:]), 'has two lines called "lose"'),
    ],
)
def test_a_wager_whose_lines_say_nothing_exact_is_refused(lines: tuple[Line, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        replace(ANTE, lines=lines)


@pytest.mark.parametrize("multiple", [0.5, Fraction(1, 2), -1, 1.0])
def test_an_option_that_stakes_a_part_of_a_wager_is_refused(multiple: object) -> None:
    below = "the option more of double stakes -1 times the wager on ante; give 0 or more"
    with pytest.raises(Refused, match=below if multiple == -1 else 'Option "more": `multiple` must be a whole number'):
        replace(ONCE, options=(Option(0, "none", "None", 0), Option(1, "more", "More", cast("int", multiple))))


@rule
def halved(own: int, dealer: int) -> float:
    """What cannot be: a part of a whole."""
    return (own > dealer) / 2


@rule
def half_or_more(half: float) -> int:
    """A whole number of a part."""
    return 2 if half >= 0.5 else 0


def test_a_rule_that_gives_a_part_of_a_whole_is_refused() -> None:
    half = Rule(cast("Any", halved), ("own", "dealer"))
    by_half = replace(ANTE, outcome=Rule(half_or_more, ("half",)))
    for model in (war_by(half), replace(WAR, features=(Feature("half", half),), wagers=(by_half, DOUBLE))):
        with pytest.raises(Refused, match=r"halved returns 0\.5; a rule must return a whole number"):
            analyze(model)


def test_such_a_rule_is_refused_too_where_no_promise_has_it_tried_first() -> None:
    for function, told in (
        (halved, "halved gives numbers with fractions; a rule gives whole numbers, so divide with //"),
        (unsure, r"unsure returns nothing for own \w\w, dealer \w\w; a rule must return a whole number in every case"),
        (worded, "worded returns no whole number; a rule must return a whole number in every case"),
        (worded_by, "these rules cannot be compiled: a rule prints, or makes texts or lists; it may only compute with"),
        (apart_by, r"apart_by fails for own \w\w, dealer \w\w: ZeroDivisionError: .* by zero"),
        (no_aces, r"no_aces fails for own A\w, dealer \w\w: IndexError: tuple index out of range"),
    ):
        model = replace(war_by(Rule(cast("Any", function), ("own", "dealer"))), told_apart_by=(), suits_alike=False)
        with pytest.raises(Refused, match=told):
            count(model, deck("2c 5d 9h As"), lumped=False)


def test_a_rule_that_may_end_without_an_answer_is_refused() -> None:
    with pytest.raises(Refused, match="unsure returns nothing; a rule must return a whole number"):
        analyze(war_by(Rule(cast("Any", unsure), ("own", "dealer"))))


def test_cards_that_there_are_not_are_refused() -> None:
    for card in (-1, 52):
        with pytest.raises(Refused, match=f"{card} is not a card; cards are numbered 0 to 51"):
            analyze(WAR, removed=(card,))
        with pytest.raises(Refused, match=f"own: {card} is neither a card nor a face"):
            advise(WAR, {"own": (card,)})
    for composition in ((), (1, 2), (-1, *[1] * 51)):
        with pytest.raises(Refused, match="a composition says how many there are of each of the 52 cards"):
            count(WAR, composition)


@rule
def alike(_card: int) -> int:
    """All cards are one kind."""
    return 0


@rule
def nothing_new(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
    """One outcome for every eight cards."""
    return 0 * (a + b + c + d + e + f + g + h)


def eight_alike(decks: int) -> Model:
    """Eight of all cards, which nobody tells apart."""
    wager = Wager("bet", "Bet", Rule(nothing_new, ("eight",)), (Line(0, "even", "", PUSHED),))
    return Model("eight", decks, (Drawn("eight", Draw.SET, 8),), (wager,), told_apart_by=(alike,))


def test_weights_that_a_machine_word_cannot_hold_are_refused_before_they_are_counted() -> None:
    assert count(eight_alike(11)).counts.tolist() == [comb(11 * 52, 8)]
    for decks in (14, 15, 16):
        with pytest.raises(Refused, match="deals are more than the engine counts"):
            count(eight_alike(decks))


def test_more_joint_outcomes_than_can_be_kept_are_refused() -> None:
    lines = tuple(Line(code, f"line_{code}", "", PUSHED) for code in range(100))
    wagers = tuple(replace(over(line).wagers[0], id=f"over_{line}", lines=lines) for line in range(4))
    with pytest.raises(Refused, match="many has 100,000,000 joint outcomes; analyse fewer of its wagers together"):
        analyze(Model("many", 1, (Drawn("own", Draw.SET, 1),), wagers))


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(Refused, match="2 cards are too few to deal climb"):
        count(CLIMB, deck("2c 3c"))


# ── Advice for one hand is what the count says of its sight ──────────────────────────────────────────────────────────


def assert_advice_is_the_count(game: str | Model, known: dict[str, tuple[int, ...]], code: int) -> None:
    solver = solver_of(game)
    values, scale = solver.values()
    row = int(np.searchsorted(solver.counts.sights, code))
    assert solver.counts.sights[row] == code
    deals = scale * int(solver.counts.deals_of_row[row])
    advice = advise(game, known)
    options = [option.id for option in solver.model.decisions[0].options]
    assert advice.options == {id_: Fraction(int(value), deals) for id_, value in zip(options, values[row], strict=True)}


@pytest.mark.parametrize("card", range(0, 52, 7))
def test_advice_in_casino_monte_is_what_was_counted(card: int) -> None:
    assert_advice_is_the_count("casino-monte", {"other": (card,)}, rank_of(card))
    assert_advice_is_the_count("casino-monte", {"own": (card,)}, 13 + rank_of(card))


@pytest.mark.parametrize("card", [1, 3])
def test_a_card_that_has_the_number_of_a_face_of_the_die_is_known_once(card: int) -> None:
    assert_advice_is_the_count("casino-monte", {"other": (card,)}, rank_of(card))
    assert_advice_is_the_count("casino-monte", {"own": (card,)}, 13 + rank_of(card))


def test_advice_in_an_own_game_is_what_was_counted() -> None:
    assert_advice_is_the_count(WAR, {"own": (17,)}, rank_of(17))


# ── Red Dog ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("decks", "edge"),
    [(1, "3.155"), (2, "3.077"), (4, "2.884"), (6, "2.798"), (8, "2.751")],  # Wizard of Odds
)
def test_red_dog_has_the_published_edge(decks: int, edge: str) -> None:
    assert f"{float(100 * analyze(red_dog(decks)).wagers['ante'].house_edge):.3f}" == edge


@pytest.mark.parametrize(("decks", "edge"), [(1, "2.67"), (8, "2.34")])  # winnergambling.com
def test_red_dog_has_the_published_edge_of_all_that_is_wagered(decks: int, edge: str) -> None:
    assert f"{float(100 * analyze(red_dog(decks)).wagers['ante'].element_of_risk):.2f}" == edge


SPREADS = (-0.535484, -0.225806, -0.303226, -0.380645, -0.225806, -0.070968, 0.083871, 0.238710, 0.393548)
"""What a raise is worth at spreads 1 to 9 of six decks: Wizard of Odds."""


def test_red_dog_raises_from_a_spread_of_seven() -> None:
    for decks in (1, 6, 8):
        (cut,) = simple(solver_of(red_dog(decks))).cuts
        # a pair is the highest code, and a raise on it goes back: the cut is the same with it or without
        assert (cut.below, cut.at, cut.above) == ("call", "7", "raise")


def test_a_raise_in_red_dog_is_worth_what_was_published() -> None:
    solver = solver_of(red_dog(6))
    values, scale = solver.values()
    raised = (values[:, 1] - values[:, 0]) / (scale * solver.counts.deals_of_row)
    for spread, published in enumerate(SPREADS, 1):
        assert round(float(raised[spread]), 6) == published


def test_red_dog_solved_along_its_tree() -> None:
    composition = deck("2c 4d 5d 7h 9s Ks", copies=2)
    assert optimum(red_dog(2), composition) == by_tree(red_dog(2), composition)


# ── Let It Ride ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_let_it_ride_has_the_published_edge() -> None:
    bet = analyze(LET_IT_RIDE).wagers["bet_3"]
    assert bet.includes == ("bet_1", "bet_2")
    assert bet.combinations == 22_100 * 49 * 48
    assert f"{float(100 * bet.house_edge):.4f}" == "3.5057"  # Wizard of Odds, of one bet


def test_let_it_ride_under_another_paytable_has_the_published_edge() -> None:
    # Wizard of Odds: as once dealt at the Isle of Capri
    odds = {"royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 25, "full_house": 15, "flush": 10}
    wagers = tuple(
        replace(wager, lines=tuple(replace(line, pays=Fraction(odds.get(line.id, line.pays))) for line in wager.lines))
        for wager in LET_IT_RIDE.wagers
    )
    solver = solver_of(LET_IT_RIDE).repriced(replace(LET_IT_RIDE, wagers=wagers))
    bet = Analysis(solver.play(solver.best_plans()), "optimal").wagers["bet_3"]
    assert f"{float(100 * bet.house_edge):.2f}" == "3.43"


def test_no_single_change_improves_let_it_ride() -> None:
    assert_no_single_change_improves(solver_of(LET_IT_RIDE))


def test_let_it_ride_solved_along_its_tree() -> None:
    composition = deck("2c 3c 4c Tc Td Jh Js As")
    assert optimum(LET_IT_RIDE, composition) == by_tree(LET_IT_RIDE, composition)


@pytest.mark.parametrize("removed", ["", "2c", "2c 3d"])
def test_lumping_suits_changes_no_figure_of_let_it_ride(removed: str) -> None:
    cards = " ".join(rank + suit for rank in "29TJA" for suit in "cdhs" if rank + suit not in removed.split())
    lumped, unlumped = (count(LET_IT_RIDE, deck(cards), lumped=lumped) for lumped in (True, False))
    assert lumped.total == unlumped.total
    analyses = [Analysis(s.play(s.best_plans()), "") for s in (Solver(c, LET_IT_RIDE) for c in (lumped, unlumped))]
    assert analyses[0].wagers["bet_3"].rows == analyses[1].wagers["bet_3"].rows


def test_five_card_hands_are_as_many_as_published() -> None:
    lines = tuple(Line(hand, hand.name, "", PUSHED) for hand in Poker)
    five = Model(
        "five-card-hands",
        1,
        (Drawn("hand", Draw.SET, 5),),
        (Wager("hand", "Hand", Rule(five_card_hand, ("hand",)), lines),),
        suits_alike=True,
    )
    rows = {row.outcome: row.combinations for row in analyze(five).wagers["hand"].rows}
    assert [rows[hand.name] for hand in Poker] == [
        *(1_302_540, 1_098_240, 123_552, 54_912, 10_200),  # Wizard of Odds, Alspach
        *(5_108, 3_744, 624, 36, 4),
    ]
