"""Decisions that repeat: the solver against every strategy of a little game, card by card, and against itself."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from types import ModuleType
from typing import Any

import pytest

import croupier
from croupier.cards import card_from, cards_from, rank_of
from croupier.errors import Refused
from croupier.exact import bank_hands, folded_hands
from croupier.exact.folded_hands import Hand
from croupier.exact.repeat_report import RepeatAnalysis, report_of, splits_taken
from croupier.exact.repeat_solver import RepeatSolver
from croupier.exact.repeat_strategy import Followed, by_sights, own_choice, played
from croupier.exact.wager_report import WagerReport
from croupier.rule import rule
from croupier.rulebook import Model, Repeat, Rule, Wager
from tests.exact.little_jack import GOAL, LINES, SNACKS, Result, deck_of, little_jack, outcome, seen, total, worth
from tests.naive.twenty_one import Cards, Play, Rules

SNACK_DECK = {1: 2, 2: 2, 3: 4}
AFTER_A_SPLIT = 1024
SNACK_RULES = Rules(goal=7, ace_adds=3, stands_on=6, split_draws=False)


def strategy_of(followed: Followed) -> dict[tuple[Cards, int, int], str]:
    """What is decided, by the cards of the hand, the first card of the bank, and the card that was split, or 0."""
    found = {}
    options = followed.solver.decision.options
    for solved in followed.solved:
        values = [worth(cards[0]) for cards in solved.against.kinds.cards]
        for hand, place in solved.chosen.items():
            for cards, split in own_cards(hand, values):
                found[cards, values[solved.against.up], split] = options[place].id
    return found


def own_cards(hand: Hand, values: list[int]) -> Iterator[tuple[Cards, int]]:
    """The cards of a hand and the card that was split; one of those that are gone is the first of the other hand."""
    cards = tuple(value for value, count in zip(values, hand.gone, strict=True) for _ in range(count))
    if hand.folded < AFTER_A_SPLIT:
        yield tuple(sorted(cards)), 0
        return
    for value in set(cards):
        if cards.count(value) > 1 and sum(cards) - value == hand.folded % 16:
            rest = list(cards)
            rest.remove(value)
            yield tuple(sorted(rest)), value


def value_of(followed: Followed) -> Fraction:
    """The same strategy played out naively."""
    decided = strategy_of(followed)
    return Play(SNACK_RULES, lambda hand, up, split: "stand" if split else decided[hand, up, 0]).mean(SNACK_DECK)


# ── Every strategy ───────────────────────────────────────────────────────────────────────────────────────────────────


def descendants(hand: Cards) -> list[Cards]:
    """A first hand and every hand below seven that hits lead to."""
    found = [hand]
    for each in found:
        for card in (1, 2, 3):
            more = tuple(sorted((*each, card)))
            is_there = all(more.count(value) <= SNACK_DECK[value] for value in SNACK_DECK)
            if more not in found and is_there and SNACK_RULES.total(more) < 7:
                found.append(more)
    return found


def best_by_trying(up: int, first: Cards) -> Fraction:
    """What the best of all strategies for one first hand adds to the mean."""
    hands = [hand for hand in descendants(first) if SNACK_RULES.total(hand) < 7]
    ways = product(*(SNACK_RULES.options(hand, 0) for hand in hands))
    return max(tried(dict(zip(hands, way, strict=True)), up, first) for way in ways)


def tried(options: dict[Cards, str], up: int, first: Cards) -> Fraction:
    """What one strategy for one first hand adds to the mean."""
    return Play(SNACK_RULES, lambda hand, _, split: "stand" if split else options[hand]).mean(SNACK_DECK, up, first)


def test_no_strategy_of_a_little_game_beats_the_solver_and_its_own_comes_to_what_it_says() -> None:
    best = played(RepeatSolver(little_jack(), SNACKS))
    firsts = list(combinations_with_replacement((1, 2, 3), 2))
    found = sum((best_by_trying(up, first) for up in (1, 2, 3) for first in firsts), Fraction(0))
    assert best.mean == found == Fraction(27, 140)
    assert value_of(best) == found
    assert splits_taken(best)


def test_without_splits_the_solver_is_right_too_and_worth_less() -> None:
    best = played(RepeatSolver(little_jack(splits=False), SNACKS))
    assert value_of(best) == best.mean < played(RepeatSolver(little_jack(), SNACKS)).mean


@pytest.mark.parametrize("doubles", [False, True])
def test_both_hands_of_a_split_played_out_in_turn_win_twice_what_one_is_worth(doubles: bool) -> None:
    deck = deck_of(ace=3, two=4, three=4)
    best = played(RepeatSolver(little_jack(split_draws=True, split_doubles=doubles), deck))
    assert splits_taken(best)
    rules = replace(SNACK_RULES, split_draws=True, split_doubles=doubles)
    decided = strategy_of(best)
    by_hand = Play(rules, lambda hand, up, split: decided[hand, up, split]).mean({1: 3, 2: 4, 3: 4})
    assert by_hand == best.mean


class Staked(Play):
    """What lies on the layout in the end, in place of what is won."""

    def round(self, hand: Cards, dealer: Cards, left: dict[int, int]) -> Fraction:
        if self.rules.natural(hand) or self.rules.natural(dealer):
            return Fraction(1)
        return super().round(hand, dealer, left)

    def settled(self, hands: list[tuple[Cards, int]], dealer: Cards, left: dict[int, int]) -> Fraction:
        return Fraction(sum(stake for _, stake in hands))


@pytest.mark.parametrize("doubles", [False, True])
def test_the_average_wager_counts_both_hands_of_a_split_and_what_is_doubled(doubles: bool) -> None:
    deck = deck_of(ace=3, two=4, three=4)
    best = played(RepeatSolver(little_jack(split_draws=True, split_doubles=doubles), deck))
    report = report_of(best, None)  # type: ignore[arg-type]  # nobody asks for conditions here
    rules, decided = replace(SNACK_RULES, split_draws=True, split_doubles=doubles), strategy_of(best)
    staked = Staked(rules, lambda hand, up, split: decided[hand, up, split]).mean({1: 3, 2: 4, 3: 4})
    assert splits_taken(best)
    assert report.average_wager == staked


# ── The same in other ways ───────────────────────────────────────────────────────────────────────────────────────────


def test_cards_that_are_told_apart_needlessly_change_nothing() -> None:
    model = little_jack(splits=False)
    together = played(RepeatSolver(model, SNACKS))
    apart = played(RepeatSolver(replace(model, told_apart_by=()), SNACKS))
    assert (len(apart.solver.kinds.cards), len(together.solver.kinds.cards)) == (8, 3)
    assert apart.mean == together.mean
    with pytest.raises(Refused, match="two that are alike"):
        played(RepeatSolver(replace(little_jack(), told_apart_by=()), SNACKS))


def test_rows_add_up_to_the_mean_and_to_all_rounds() -> None:
    best = played(RepeatSolver(little_jack(splits=False), SNACKS))
    report = report_of(best, None)  # type: ignore[arg-type]  # nobody asks for conditions here
    assert isinstance(report, WagerReport)
    assert -report.house_edge == best.mean == sum(row.contribution for row in report.rows)
    assert sum(row.combinations for row in report.rows) == report.combinations
    doubled = sum(row.probability for row in report.rows if row.outcome.startswith("double:"))
    assert report.average_wager == 1 + doubled > 1


def test_deals_of_all_cards_are_as_likely_as_naively_counted() -> None:
    model = little_jack(splits=False)
    stands = {"otherwise": "stand"}
    solver = RepeatSolver(model, SNACKS)
    report = report_of(played(solver, own_choice(solver, stands)), None)  # type: ignore[arg-type]  # as above
    assert isinstance(report, WagerReport)
    assert report.average_wager == 1
    naive = Play(SNACK_RULES, lambda *_: "stand").mean(SNACK_DECK)
    assert -report.house_edge == naive


def test_sights_alone_are_never_better_and_no_one_of_them_can_be_changed_for_the_better() -> None:
    solver = RepeatSolver(little_jack(splits=False), deck_of(ace=4, two=8, three=8))
    best = played(solver)
    choice, followed = by_sights(solver, best)
    assert followed.mean <= best.mean
    for sight, place in choice.items():
        for other in sight.offered:
            if other != place:
                assert played(solver, {**choice, sight: other}).mean <= followed.mean


def test_one_hand_alone_is_worth_what_it_is_among_all() -> None:
    model = little_jack(splits=False)
    every = played(RepeatSolver(model, SNACKS))
    two, three = card_from("2c"), card_from("3c")
    alone = RepeatSolver(model, SNACKS, (two, three), three)
    (solved,) = played(alone).solved
    (hand,) = solved.against.first
    among = next(each for each in every.solved if each.against.up == solved.against.up)
    assert solved.values(hand) == among.values(hand)
    assert set(solved.values(hand)) == {"stand", "hit", "double"}


# ── One card each ────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rank_added(hand: int, card: int) -> int:
    """The ranks, and 64 for each card."""
    return hand + 64 + rank_of(card)


@rule
def higher_ranks(hand: int, dealer: int) -> int:
    return Result.WIN if hand % 64 > dealer % 64 else Result.LOSE


@rule
def never(hand: int) -> int:
    return int(hand < 0)


@rule
def is_deuce(hand: int) -> int:
    return int(hand == 64)


@rule
def has_one_card(hand: int) -> int:
    return int(hand // 64 == 1)


@rule
def cards_and_up(hand: int, up: int) -> int:
    return hand % 64 * 16 + up % 64


def one_card_each(**repeated: Any) -> Model:
    """Of deuce to five the seat and the bank get one each; the seat sees both, and may double."""
    won = Rule(higher_ranks, ("hand", "dealer"))
    decision = little_jack(splits=False).decisions[0]
    options = (decision.options[0], replace(decision.options[2], offered=None))
    given: dict[str, Any] = {"fold": rank_added, "drawing": never, "draws": (), "over": None, "cards": 1} | repeated
    return little_jack(
        wagers=(Wager("bet", "Bet", won, LINES), Wager("double", "Double", won, LINES)),
        decisions=(replace(decision, options=options, sees=Rule(cards_and_up, ("hand", "up")), asked=None),),
        told_apart_by=(rank_of,),
        deck=cards_from("2c 3d 4h 5s"),
        repeat=changed(splits="", halves=None, **given),
    )


def test_a_bank_of_one_card_that_does_not_draw_keeps_it() -> None:
    # of 12 pairs 6 are won twice and 6 lost once
    assert played(RepeatSolver(one_card_each())).mean == Fraction(6 * 2 - 6, 12)


def test_a_bank_of_one_card_may_end_the_round_with_it() -> None:
    # against a deuce, which ends the round, three pairs are won once alone
    assert played(RepeatSolver(one_card_each(over=is_deuce))).mean == Fraction(3 * 2 + 3 - 6, 12)


def test_a_bank_of_one_card_may_draw_to_it() -> None:
    # its ranks are added, from 0 for a deuce: a five wins surely against a deuce, and with an even chance against a
    # trey and a four, as a four does against a deuce and a trey; all else loses
    model = one_card_each(drawing=has_one_card)
    assert played(RepeatSolver(model)).mean == Fraction(2 * 2 - 2 - 6 - 6, 24)


# ── What does not fit ────────────────────────────────────────────────────────────────────────────────────────────────


def test_cards_that_may_not_last_are_refused() -> None:
    with pytest.raises(Refused, match="can run out before the bank has drawn"):
        played(RepeatSolver(little_jack(splits=False), deck_of(ace=2, two=4)))
    with pytest.raises(Refused, match="3 cards are too few"):
        RepeatSolver(little_jack(), deck_of(three=3))
    doubles = one_card_each(draws=("double",))
    assert played(RepeatSolver(doubles)).mean > 0
    with pytest.raises(Refused, match="can run out before a hand is played; use more decks"):
        played(RepeatSolver(replace(doubles, deck=cards_from("2c 3d"))))


@rule
def by_suit(hand: int, card: int) -> int:
    return hand + card % 4


def test_a_fold_that_tells_more_cards_apart_than_the_model_says_is_refused() -> None:
    repeat = little_jack(splits=False).repeat
    assert repeat
    model = little_jack(splits=False, repeat=replace(repeat, fold=by_suit))
    with pytest.raises(Refused, match=r"by_suit tells Ac from Ad, no rule of `told_apart_by` does"):
        played(RepeatSolver(model, SNACKS))


@rule
def always(hand: int) -> int:
    return int(hand >= 0)


@rule
def forgets(hand: int, card: int) -> int:
    return 0 * (hand + card)


@rule
def of_two(hand: int, other: int) -> int:
    return hand + other


def changed(**fields: object) -> Repeat:
    repeat = little_jack().repeat
    assert repeat
    return replace(repeat, **fields)  # type: ignore[arg-type]  # of any field


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"repeat": changed(decision="war")}, "has one decision, 'war', and no other"),
        ({"repeat": changed(draws=("take",))}, "names the option 'take'; options are stand, hit, double, split"),
        ({"repeat": changed(draws=("double",))}, "the option hit neither draws a card nor ends the hand"),
        ({"repeat": changed(ends=("stand",))}, "the option double stakes more, so it must be among `ends`"),
        ({"repeat": changed(halves=None)}, "a repeat with `splits` needs `halves`"),
        ({"repeat": changed(cards=3)}, "begin with 3 cards; give 1 or more, and 2 where one may split"),
        ({"repeat": changed(drawing=of_two)}, "of_two takes 2 values, but is given 1"),
        ({"constants": {"spot": 1}}, "a model with a repeat has no draws, features or constants"),
        ({"wagers": little_jack().wagers * 2}, "two are called 'bet'"),
        (
            {"decisions": (replace(little_jack().decisions[0], sees=Rule(seen, ("hand", "dealer"))),)},
            "a seat sees 'hand' and 'up' as it decides, not 'dealer'",
        ),
        (
            {"decisions": (replace(little_jack().decisions[0], asked=Rule(seen, ("hand", "up"))),)},
            "what a repeat offers depends on 'hand' alone, not on hand, up",
        ),
        (
            {"wagers": (*little_jack().wagers, replace(little_jack().wagers[0], id="side"))},
            "has the wagers of its decision, bet and double, and no others",
        ),
    ],
)
def test_a_repeat_that_does_not_fit_is_refused_in_a_sentence(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused) as refused:
        little_jack(**change)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("module", "repeat", "why"),
    [
        (bank_hands, {"drawing": always}, "the bank may come to more than 5 hands; let always end them"),
        (folded_hands, {"fold": forgets}, "there are more than 5 hands; let `asked` or `ends` end them"),
    ],
)
def test_hands_that_never_end_are_refused(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, repeat: dict[str, Any], why: str
) -> None:
    monkeypatch.setattr(module, "HANDS_MAX", 5)
    with pytest.raises(Refused) as refused:
        played(RepeatSolver(little_jack(splits=False, repeat=changed(**repeat, splits="", halves=None)), SNACKS))
    assert why in str(refused.value)


def test_a_sight_beyond_its_codes_is_refused() -> None:
    decision = replace(little_jack(splits=False).decisions[0], codes=64)
    with pytest.raises(Refused, match="a code must be from 0 up and below `codes` of the decision play, 64"):
        played(RepeatSolver(little_jack(splits=False, decisions=(decision,)), SNACKS))


def test_a_round_that_is_always_over_at_once_wins_what_the_first_cards_do_and_asks_nothing() -> None:
    model = little_jack(splits=False, repeat=changed(over=always, splits="", halves=None))
    analysis = croupier.game(model).analyze(removed=REMOVED, decisions=True)
    stands = Play(replace(SNACK_RULES, stands_on=0), lambda *_: "stand").mean(SNACK_DECK)
    assert -analysis.wagers["bet"].house_edge == stands
    assert isinstance(analysis, RepeatAnalysis)
    assert list(analysis.first) == []
    assert "Every first decision" not in str(analysis)
    with pytest.raises(Refused, match="the round is over at once"):
        croupier.game(model).advise(hand="2c 3c", up="3d", seen=REMOVED)


@rule
def at_the_goal(hand: int) -> int:
    return int(total(hand) == GOAL)


def test_only_the_first_cards_of_the_bank_may_end_the_round() -> None:
    ends = little_jack(splits=False, repeat=changed(over=at_the_goal, splits="", halves=None))
    assert played(RepeatSolver(ends, SNACKS)).mean == played(RepeatSolver(little_jack(splits=False), SNACKS)).mean


@rule
def aces_of(hand: int, card: int) -> int:
    """The aces, and 64 for each card."""
    return hand + 64 + int(worth(card) == 1)


@rule
def fewer_than_nine(hand: int) -> int:
    return int(hand // 64 < 9)


@rule
def is_ace(card: int) -> int:
    return int(worth(card) == 1)


def test_orders_that_no_machine_word_holds_are_counted_all_the_same() -> None:
    # the bank draws nine of 416 cards, in some 10**23 orders, and the seat two that it stands on
    stands = changed(
        fold=aces_of, drawing=fewer_than_nine, over=None, draws=(), ends=("stand",), splits="", halves=None
    )
    decision = replace(little_jack().decisions[0], options=little_jack().decisions[0].options[:1])
    model = little_jack(repeat=stands, decisions=(decision,), told_apart_by=(is_ace,), decks=8)
    pays = {int(line.code): line.pays for line in model.wagers[0].lines}
    deals = Fraction(comb(416, 9) * comb(407, 2))
    mean = Fraction(0)
    for theirs, own in product(range(10), range(3)):
        ways = comb(32, theirs) * comb(384, 9 - theirs) * comb(32 - theirs, own) * comb(375 + theirs, 2 - own)
        mean += ways / deals * pays[outcome(2 * 64 + own, 9 * 64 + theirs)]
    assert played(RepeatSolver(model)).mean == mean


def test_a_deck_of_its_own_is_what_hands_are_dealt_from() -> None:
    deck = tuple(card for card in range(52) if SNACKS[card])
    own = croupier.game(little_jack(splits=False, deck=deck))
    usual = croupier.game(little_jack(splits=False))
    assert own.analyze().wagers["bet"].house_edge == usual.analyze(removed=REMOVED).wagers["bet"].house_edge
    assert own.strategy().edges == usual.strategy(removed=REMOVED).edges
    assert own.advise(hand="2c 3c", up="3d").options == usual.advise(hand="2c 3c", up="3d", seen=REMOVED).options
    with pytest.raises(Refused, match="Kc"):
        own.advise(hand="2c Kc", up="3d")


def test_a_split_that_is_offered_again_or_to_other_cards_is_refused() -> None:
    decision = little_jack(split_draws=True).decisions[0]
    *others, split = decision.options
    anywhere = replace(split, offered=Rule(always, ("hand",)))
    model = little_jack(split_draws=True, decisions=(replace(decision, options=(*others, anywhere)),))
    with pytest.raises(Refused, match="offer it to the first two cards alone"):
        played(RepeatSolver(model, SNACKS))


def test_what_lists_every_deal_refuses_a_repeat_in_a_sentence() -> None:
    with pytest.raises(Refused, match="asks play again and again, so its deals cannot be listed"):
        croupier.game(little_jack()).session()


# ── Asked at the front door ──────────────────────────────────────────────────────────────────────────────────────────

REMOVED = tuple(card for card in range(52) if not SNACKS[card])


def test_a_model_with_a_repeat_is_analysed_like_any_other() -> None:
    game = croupier.game(little_jack(splits=False))
    analysis = game.analyze(removed=REMOVED, decisions=True)
    assert str(-analysis.wagers["bet"].house_edge) == "29/210"
    data = analysis.to_dict()
    assert data["strategy"] == "optimal"
    rows = {(row["hand"], row["up"]): row for row in data["decisions"]}  # type: ignore[attr-defined]  # plain data
    assert rows["2 3", "3"]["best"] in ("stand", "hit", "double")
    assert sum(row["probability"] for row in analysis.to_rows()) == pytest.approx(1)  # type: ignore[misc]  # floats
    for words in ("house edge", "Every first decision", "hands solved against each of 3 first cards"):
        assert words in " ".join(str(analysis).split())


def test_splits_leave_the_averages_and_say_why() -> None:
    analysis = croupier.game(little_jack()).analyze(removed=REMOVED)
    report = analysis.wagers["bet"]
    assert -report.house_edge == Fraction(27, 140)
    assert report.average_wager > 1
    assert report.element_of_risk == report.house_edge / report.average_wager
    assert "the variance is not worked out" in " ".join(str(analysis).split())


def test_strategies_are_compared_also_where_one_splits() -> None:
    with_splits, without = (croupier.game(little_jack(splits=splits)) for splits in (True, False))
    best = without.analyze(removed=REMOVED)
    stands = without.analyze(removed=REMOVED, strategy={"otherwise": "stand"})
    both = croupier.compare(best, stands)
    one, other = (row["house_edge"] for row in both.to_rows())
    assert one < other  # type: ignore[operator]  # floats
    assert "variance" in str(both)
    mixed = croupier.compare(best, with_splits.analyze(removed=REMOVED))
    assert "variance" not in str(mixed)
    assert len({tuple(row) for row in mixed.to_rows()}) == 1


def test_the_best_table_of_sights_is_told_with_what_it_costs() -> None:
    strategy = croupier.game(little_jack(splits=False)).strategy(removed=REMOVED)
    best, table = strategy.edges
    assert strategy.cost == table - best >= 0
    assert {row["offered"] for row in strategy.to_rows()} == {"stand hit double", "stand hit"}
    assert "House edge of the bet wager" in str(strategy)
    simple = croupier.game(little_jack(splits=False)).analyze(removed=REMOVED, strategy="simple")
    assert simple.wagers["bet"].house_edge == table
    assert bool(strategy.departures) == bool(strategy.cost)


def test_one_hand_is_advised_on_and_what_cannot_be_is_refused() -> None:
    game = croupier.game(little_jack(splits=False))
    gone = REMOVED
    advice = game.advise(hand="2c 3c", up="3d", seen=gone)
    every = {row["hand"]: row for row in first_rows(game) if row["up"] == "3"}
    assert {id_: float(worth_) for id_, worth_ in advice.options.items()} == {
        id_: every["2 3"][id_] for id_ in advice.options
    }
    for known, why in (
        ({"hand": "2c", "up": "3d"}, "1 cards are given where there are 2 or more"),
        ({"hand": "2c 3c"}, "0 cards are given where there is 1"),
        ({"hand": "2c 3c", "up": "3d", "hole": "3h"}, "nobody sees this in little-jack; there are hand, up"),
        ({"hand": "Ac 3c", "up": "3d"}, "this hand is not asked any more"),
        ({"hand": "2c 2c", "up": "3d"}, "2c"),
    ):
        with pytest.raises(Refused) as refused:
            game.advise(known=known, seen=gone)
        assert why in str(refused.value)
    with pytest.raises(Refused, match="leave out stakes"):
        game.advise(hand="2c 3c", up="3d", stake=5)


def first_rows(game: Any) -> list[dict[str, Any]]:
    """The values of every first decision."""
    return list(game.analyze(removed=REMOVED, decisions=True).first)
