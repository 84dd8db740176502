"""What decisions do with stakes: small games with each word, against every strategy there is, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.advice import advise
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.bankroll import levels
from croupier.exact.best_strategy import strategy_of
from croupier.exact.count import count
from croupier.exact.design import design
from croupier.exact.solve import Solver, usual_stakes
from croupier.exact.space import Composition
from croupier.identity import Description, rulebook_digest
from croupier.odds import EVEN, LOST, PUSHED, loss_text
from croupier.rule import rule
from croupier.rulebook import Decision, Draw, Drawn, Line, Model, Option, Rule, Wager
from croupier.rulebook.book import Terms
from tests.exact.enumeration import walk, winnings
from tests.exact.invented import HIGHER, RANK, WAR, WIN_OR_LOSE, by_every_strategy, by_tree, deck, rank_seen

HALF = Fraction(-1, 2)
BACK = (Option(0, "leave", "Leave it", 0), Option(1, "back", "Take it back", -1))


@rule
def given_up(own: int, dealer: int, choice: int) -> int:
    """2 for the higher rank, 1 for the same, 0 for the lower, 3 where the hand was given up."""
    return 3 if choice == 0 else 1 + (rank_of(own) > rank_of(dealer)) - (rank_of(own) < rank_of(dealer))


@rule
def called(own: int, dealer: int, choice: int) -> int:
    """Whether the call, higher or lower, is right."""
    return int((rank_of(own) > rank_of(dealer)) == (choice == 1))


def seen(id_: str, wager: str, base: str, *options: Option) -> Decision:
    """A decision from the rank of the own card."""
    return Decision(
        id_, wager=wager, base=base, options=options, sees=Rule(rank_seen, ("own",)), codes=13, fields=(RANK,)
    )


SURRENDER = replace(
    WAR,
    id="surrender",
    decisions=(seen("play", "", "", Option(0, "surrender", "Surrender", 0), Option(1, "play", "Play", 0)),),
    wagers=(
        Wager(
            "ante",
            "Ante",
            Rule(given_up, ("own", "dealer", "play")),
            (*WIN_OR_LOSE, Line(3, "surrendered", "Surrendered", HALF)),
        ),
    ),
)
"""Give the hand up for half of the ante, or play it: nothing more is staked."""

CALL = replace(
    WAR,
    id="call",
    decisions=(seen("call", "", "", Option(0, "lower", "Lower", 0), Option(1, "higher", "Higher", 0)),),
    wagers=(
        Wager(
            "bet",
            "Bet",
            Rule(called, ("own", "dealer", "call")),
            (Line(1, "right", "Right", EVEN), Line(0, "wrong", "Wrong", LOST)),
        ),
        Wager("side", "Side", HIGHER, WIN_OR_LOSE),
    ),
)
"""Say whether the own card will be higher: a decision alone, which a side bet has no part in."""

REGRET = replace(
    WAR,
    id="regret",
    decisions=(seen("regret", "ante", "ante", *BACK),),
    wagers=(Wager("ante", "Ante", HIGHER, WIN_OR_LOSE),),
)
"""The only wager may be taken back."""

RIDE = replace(
    WAR,
    id="ride",
    draws=(Drawn("own", Draw.SET, 1), Drawn("dealer", Draw.SET, 1), Drawn("third", Draw.SET, 1)),
    decisions=(
        seen("first", "one", "one", *BACK),
        replace(seen("second", "two", "two", *BACK), sees=Rule(rank_seen, ("third",))),
    ),
    wagers=(
        Wager("stays", "Stays", HIGHER, WIN_OR_LOSE),
        Wager("one", "One", HIGHER, WIN_OR_LOSE, equals="stays"),
        Wager(
            "two",
            "Two",
            HIGHER,
            (Line(2, "win", "Higher", EVEN), *(Line(n, f"l{n}", "", LOST) for n in (0, 1))),
            equals="stays",
        ),
    ),
)
"""Three equal bets; one is taken back from the own card, one with a third card seen."""

BLIND = replace(
    WAR,
    id="blind",
    wagers=(
        *WAR.wagers,
        Wager(
            "blind",
            "Blind",
            HIGHER,
            (Line(2, "win", "Higher", Fraction(3, 2)), *(Line(n, f"l{n}", "", HALF) for n in (0, 1))),
            equals="ante",
        ),
    ),
)
"""An ante with a blind wager of the same stake, which pays otherwise, and a raise of the ante."""

FEW = deck("2c 3c 4c 4d 9s")
GAMES: list[tuple[Model, int]] = [
    (SURRENDER, 2**4),
    (CALL, 2**4),
    (REGRET, 2**4),
    (BLIND, 2**4),
    (replace(RIDE, decisions=RIDE.decisions[:1]), 2**4),
]


def solved(model: Model, composition: Composition, *, lumped: bool = True) -> Solver:
    return Solver(count(model, composition, lumped=lumped), model)


def best(solver: Solver) -> Analysis:
    return Analysis(solver.play(solver.best_plans()), "optimal")


# ── Solved by trying every strategy ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow  # each is compiled
@pytest.mark.parametrize(("model", "strategies"), GAMES, ids=lambda of: getattr(of, "id", ""))
def test_no_strategy_of_all_is_better_than_the_engine_says(model: Model, strategies: int) -> None:
    ours = best(solved(model, FEW)).distribution(usual_stakes(model)).mean
    assert (ours, strategies) == by_every_strategy(model, FEW)
    assert ours == by_tree(model, FEW)


@pytest.mark.slow  # compiled
def test_bets_are_taken_back_one_after_the_other_at_their_best() -> None:
    few = deck("2c 3c 9s")
    ours = best(solved(RIDE, few)).distribution({"stays": 1}).mean
    assert ours == by_tree(RIDE, few)
    assert (ours, 2 ** (3 + 2 * 6)) == by_every_strategy(RIDE, few)


@pytest.mark.slow  # compiled
@pytest.mark.parametrize("model", [*(model for model, _ in GAMES), RIDE], ids=lambda of: of.id)
def test_every_plan_wins_in_every_deal_what_it_wins_dealt_by_hand(model: Model) -> None:
    solver, unlumped = solved(model, FEW), solved(model, FEW, lumped=False)
    stakes = {id_: Fraction(3) for id_ in usual_stakes(model)}
    for number, plan in enumerate(solver.plans):
        chosen = {d.id: o.id for d, o in zip(model.decisions, solver.options(plan), strict=True)}
        by_hand: dict[Fraction, int] = {}
        for deal, weight in walk(model, FEW):
            won = winnings(model, deal, chosen, stakes)
            by_hand[won] = by_hand.get(won, 0) + weight
        for of in (solver, unlumped):
            always = np.full(len(of.counts.sights), number, dtype=np.int64)
            found = Analysis(of.play(always), "").distribution(stakes)
            assert {won: Fraction(n, found.total) for won, n in found.deals.items()} == {
                won: Fraction(n, sum(by_hand.values())) for won, n in by_hand.items()
            }


# ── By hand ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow  # compiled
def test_half_is_lost_where_that_is_less_than_is_lost_otherwise() -> None:
    # A deuce loses to both others: -1/2. A three wins once and loses once: nothing. A four wins: 1.
    found = best(solved(SURRENDER, deck("2c 3c 4c"))).wagers["ante"]
    assert found.distribution.mean == Fraction(1, 3) * (Fraction(-1, 2) + 0 + 1)
    assert {row.outcome: (row.pays, row.probability) for row in found.rows} == {
        "win": (EVEN, Fraction(1, 2)),
        "surrendered": (HALF, Fraction(1, 3)),
        "lose": (LOST, Fraction(1, 6)),
    }
    assert (found.includes, found.average_wager, found.is_decided) == ((), Fraction(1), True)


@pytest.mark.slow  # compiled
def test_what_is_finally_staked_is_what_was_not_taken_back() -> None:
    # A deuce goes back, a three is worth the same either way and stays, a four wins.
    found = best(solved(REGRET, deck("2c 3c 4c"))).wagers["ante"]
    assert (found.house_edge, found.average_wager) == (Fraction(-1, 3), Fraction(2, 3))
    assert found.element_of_risk == Fraction(-1, 2)
    assert {row.outcome: row.pays for row in found.rows} == {
        "back:lose": 0,
        "leave:win": 1,
        "leave:lose": -1,
    }


@pytest.mark.slow  # compiled
def test_a_wager_that_is_always_taken_back_has_no_risk() -> None:
    never = replace(
        REGRET, wagers=(replace(REGRET.wagers[0], lines=tuple(replace(line, pays=LOST) for line in WIN_OR_LOSE)),)
    )
    found = best(solved(never, FEW)).wagers["ante"]
    assert found.house_edge == found.average_wager == found.element_of_risk == 0


@pytest.mark.slow  # compiled
def test_a_companion_is_stated_with_its_wager_in_units_of_it() -> None:
    found = best(solved(BLIND, deck("2c 3c 4c"))).wagers
    assert list(found) == ["ante"]
    # Deuce: stands and loses 1, and half on the blind. Three: doubles (worth the same), wins 2 + 3/2 or loses 2 + 1/2.
    # Four: doubles, wins 2 + 3/2.
    expected = Fraction(1, 3) * (Fraction(-3, 2) + (Fraction(7, 2) - Fraction(5, 2)) / 2 + Fraction(7, 2))
    assert (-found["ante"].house_edge, found["ante"].includes) == (expected, ("blind", "double"))
    assert found["ante"].average_wager == Fraction(2 + 3 + 3, 3)


@pytest.mark.slow  # compiled
def test_the_bankroll_pays_for_what_lies_on_the_layout_at_first() -> None:
    of = solved(RIDE, FEW)
    assert [level.needs for level in levels(of, {"stays": Fraction(2)}, None)] == [6]
    blind = solved(BLIND, FEW)
    assert [level.needs for level in levels(blind, {"ante": Fraction(2)}, None)] == [4, 6]


@pytest.mark.slow  # compiled
def test_strategies_and_advice_are_told_of_what_stakes_nothing_and_of_what_goes_back() -> None:
    assert strategy_of(solved(RIDE, FEW)).base == "stays"
    assert strategy_of(solved(CALL, FEW)).base == "bet"
    advice = advise(CALL, {"own": (0,)})
    assert (advice.best, advice.options["lower"]) == ("lower", Fraction(48 + 3, 51))
    back = advise(REGRET, {"own": (0,)})
    assert (back.best, back.options) == ("back", {"leave": Fraction(-48, 51), "back": Fraction(0)})


@pytest.mark.slow  # compiled
def test_no_paytable_is_designed_for_a_wager_whose_decisions_follow_it() -> None:
    for model in (CALL, REGRET, BLIND):
        wager = next(iter(usual_stakes(model)))
        with pytest.raises(Refused, match="rests on a decision, which follows the paytable"):
            design(analyze(solved(model, FEW)).wagers[wager], edge=(Fraction(0), Fraction(1)))
    assert design(analyze(solved(CALL, FEW)).wagers["side"], edge=(Fraction(-1), Fraction(1))).tables


# ── To the cent ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pays", "stake", "due"),
    [
        (HALF, 10_00, -5_00),
        (HALF, 5_01, -2_51),  # half a cent goes to the house, as where odds win one
        (HALF, 1, -1),
        (Fraction(-1, 3), 10_00, -3_34),
        (LOST, 5_01, -5_01),
        (PUSHED, 5_01, 0),
        (Fraction(1, 2), 5_01, 2_50),
    ],
)
def test_a_part_of_a_cent_is_settled_down(pays: Fraction, stake: int, due: int) -> None:
    assert Terms.of_line(Line(0, "line", "Line", pays)).due(stake, "half_up") == due


@pytest.mark.parametrize(("pays", "words"), [(LOST, "loses"), (HALF, "loses half"), (Fraction(-1, 4), "loses 1/4")])
def test_a_loss_is_told_in_words(pays: Fraction, words: str) -> None:
    assert loss_text(pays) == words


# ── Refused ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ANTE, BLIND_WAGER = BLIND.wagers[0], BLIND.wagers[2]


@pytest.mark.parametrize(
    ("wager", "base", "multiple", "why"),
    [
        ("ante", "", 0, 'double names the wager "ante" and the base ""; name both, or neither if it stakes nothing'),
        ("", "ante", 0, 'double names the wager "" and the base "ante"; name both, or neither if it stakes nothing'),
        ("", "", 1, "the option more of double stakes 1 times a wager, but double names none; give 0, or name the"),
        ("double", "ante", -1, "the option more of double stakes -1 times the wager on ante; give 0 or more"),
        ("ante", "ante", -2, "stakes -2 times the wager on ante; give -1, which takes the wager back, or more"),
    ],
)
def test_a_decision_whose_stakes_make_no_sense_is_refused(wager: str, base: str, multiple: int, why: str) -> None:
    with pytest.raises(Refused) as refused:
        seen("double", wager, base, Option(0, "none", "None", 0), Option(1, "more", "More", multiple))
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("wagers", "decisions", "why"),
    [
        (
            (ANTE, replace(BLIND_WAGER, equals="anti")),
            (),
            'blind equals "anti", which is not bet by itself; there are ante',
        ),
        (
            (ANTE, BLIND_WAGER, replace(BLIND_WAGER, id="more", equals="blind")),
            (),
            'more equals "blind", which is not bet',
        ),
        ((replace(ANTE, equals="ante"),), (), 'ante equals "ante", which is not bet by itself; there are none'),
        ((ANTE, replace(BLIND_WAGER, least=1_00)), (), "blind equals ante, so it has its limits; leave out `least`"),
        ((ANTE, replace(BLIND_WAGER, needs=("ante",))), (), "blind equals ante, so it has its limits; leave out"),
        (
            (ANTE, replace(BLIND_WAGER, id="double")),
            WAR.decisions,
            "double equals ante, but a decision makes it; leave out `equals`",
        ),
        (
            (ANTE, BLIND_WAGER),
            (seen("back", "ante", "ante", *BACK),),
            "back changes ante, which blind equals; let the decision be about blind",
        ),
        (
            (ANTE,),
            (seen("more", "ante", "ante", *BACK, Option(2, "more", "More", 1)),),
            "more is a multiple of the stake on ante, which it may only take back; put what a decision adds on its own",
        ),
        (
            WAR.wagers,
            (seen("back", "double", "double", *BACK), *WAR.decisions),
            "back is a multiple of the stake on double, which is not placed before it",
        ),
    ],
)
def test_companions_and_bases_that_do_not_fit_are_refused(
    wagers: tuple[Wager, ...], decisions: tuple[Decision, ...], why: str
) -> None:
    with pytest.raises(Refused) as refused:
        replace(WAR, id="wrong", wagers=wagers, decisions=decisions)
    assert why in str(refused.value)


def test_stakes_are_on_wagers_that_are_bet() -> None:
    with pytest.raises(Refused, match="blind is placed with ante, at the same stake; stake on that"):
        analyze(BLIND, stakes={"blind": 1})


def test_words_that_are_not_used_change_no_digest() -> None:
    alone = replace(BLIND, wagers=(*BLIND.wagers[:2], replace(BLIND_WAGER, equals="")))
    assert rulebook_digest(alone) != rulebook_digest(BLIND)
    assert "field equals" not in Description.of(WAR)
