"""Late decisions made while deals are counted: the same strategy, table and figures as where every sight is kept."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import croupier
from croupier.cards import DECK, rank_of
from croupier.errors import Refused
from croupier.exact import late_decisions, late_sights
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import count
from croupier.exact.evaluation import result
from croupier.exact.late_counter import Arrangement
from croupier.exact.late_decisions import BOARDS_AT_ONCE, CorePass, both_passes, counted_late
from croupier.exact.late_sights import late_from
from croupier.exact.solve import Played, Solver, payoffs_of, usual_stakes
from croupier.exact.space import Composition, Space, full, without
from croupier.odds import EVEN, LOST
from croupier.rule import rule
from croupier.rulebook import NOT_ASKED, Decision, Draw, Drawn, Line, Model, Rule, Wager
from croupier.simulation.rounds.trial import experiment
from examples.games.ultimate_texas_holdem import ULTIMATE_TEXAS_HOLDEM
from tests.exact.small_holdem import CHECK, FOLD, RAISE, SMALL_HOLDEM, short_deck
from tests.three_draw import THREE

DECK_20 = short_deck(0, 5, 8, 11, 12)
DECK_9 = without(full(1), (card for card in DECK if rank_of(card) not in (3, 8, 12) or card & 3 == 0))


_played: dict[tuple[object, ...], Played] = {}
"""What was played before: several tests ask for the same."""


def played(model: Model, deck: Composition) -> Played:
    """Best play, every sight being kept."""
    if (model.id, deck) not in _played:
        solver = Solver(count(model, deck), model)
        _played[model.id, deck] = solver.play(solver.best_plans())
    return _played[model.id, deck]


def played_late(model: Model, deck: Composition, kept: int) -> Played:
    """Best play, only the first sights being kept."""
    if (model.id, deck, kept) not in _played:
        counts = counted_late(model, deck, payoffs_of(model, deck), kept)
        solver = Solver(counts, counts.model)
        _played[model.id, deck, kept] = solver.play(solver.best_plans())
    return _played[model.id, deck, kept]


def edge(table: Played) -> Fraction:
    stakes = usual_stakes(table.solver.model)
    won = {plan: table.solver.winnings(plan, stakes) for plan, _ in table.table}
    return -sum((won[plan][joint] * deals for (plan, joint), deals in table.table.items()), Fraction(0)) / table.total


@pytest.mark.parametrize("kept", [1, pytest.param(0, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_best_play_is_the_same_deal_by_deal(kept: int) -> None:
    every = played(SMALL_HOLDEM, DECK_20)
    assert played_late(SMALL_HOLDEM, DECK_20, kept).table == every.table
    assert {(0, 0, 0), (0, 0, 1), (0, 1, 2), (1, 2, 2)} == {plan for plan, _ in every.table}  # all are best somewhere


def test_fewer_entries_are_kept() -> None:
    every, late = (
        len(each.solver.counts.keys) for each in (played(SMALL_HOLDEM, DECK_20), played_late(SMALL_HOLDEM, DECK_20, 1))
    )
    assert late < every / 10


# ── By going through every deal in plain Python ──────────────────────────────────────────────────────────────────────


def by_hand() -> Fraction:
    """What best play wins, by backward induction over the cards themselves."""
    cards = [card for card in DECK if DECK_9[card]]

    def shown(hand: tuple[int, ...], board: tuple[int, ...], turn: tuple[int, ...], codes: tuple[int, int, int]) -> int:
        """What all hands of the dealer's win together for an ante and what is played, in halves."""
        left = [card for card in cards if card not in (*hand, *board, *turn)]
        won = 0
        for dealer in combinations(left, 2):
            facts = {"hand": hand, "board": board, "turn": turn, "dealer": dealer}
            decided = {"preflop": (codes[0],), "flop": (codes[1],), "river": (codes[2],)}
            code = result(SMALL_HOLDEM, SMALL_HOLDEM.wagers[0].outcome, {**facts, **decided})
            won += {0: -2, 1: -2, 2: 0, 3: 2, 4: 3}[code]
        return won

    total = deals = 0
    for hand in combinations(cards, 2):
        high = max(map(rank_of, hand)) >= 11
        raise_early = check = 0
        for flop in (card for card in cards if card not in hand):
            raise_now = go_on = 0
            for turn in (card for card in cards if card not in (*hand, flop)):
                won = shown(hand, (flop,), (turn,), (RAISE, NOT_ASKED, NOT_ASKED))
                folded = shown(hand, (flop,), (turn,), (CHECK, CHECK, FOLD))
                deals += 10
                raise_early += won
                raise_now += 3 * won
                go_on += max(2 * won, folded)
            check += max(raise_now, go_on)
        early = max(4 * raise_early, 3 * raise_early) if high else 3 * raise_early
        total += max(early, check)
    return Fraction(total, 2 * deals)


def test_it_is_what_going_through_every_deal_gives() -> None:
    assert -edge(played_late(SMALL_HOLDEM, DECK_9, 1)) == -edge(played(SMALL_HOLDEM, DECK_9)) == by_hand()


# ── Other shapes of games ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def lucky(end: int, other: int, face: int) -> int:
    return int(rank_of(end) == rank_of(other) and face > 2)


READS_ENDS = replace(
    SMALL_HOLDEM,
    id="small-holdem-with-cards-and-dice",
    draws=(*SMALL_HOLDEM.draws, Drawn("die", Draw.DIE, 3)),
    wagers=(
        *SMALL_HOLDEM.wagers,
        Wager(
            "lucky", "Lucky", Rule(lucky, ("dealer", "die")), (Line(0, "no", "No", LOST), Line(1, "yes", "Yes", EVEN))
        ),
    ),
    suits_alike=False,
)
ONE_DECISION = replace(
    SMALL_HOLDEM,
    id="small-holdem-of-one-decision",
    draws=(
        Drawn("hand", Draw.SET, 2),
        Drawn("board", Draw.SET, 1),
        Drawn("turn", Draw.ORDERED, 1),
        Drawn("dealer", Draw.SET, 2),
    ),
    decisions=(replace(SMALL_HOLDEM.decisions[2], asked=None),),
    per_seat=(),
)


@pytest.mark.slow
@pytest.mark.parametrize(("model", "kept"), [(READS_ENDS, 1), (ONE_DECISION, 0)], ids=["reads ends", "one decision"])
def test_other_shapes_of_games(model: Model, kept: int) -> None:
    assert played_late(model, DECK_9, kept).table == played(model, DECK_9).table


# ── When it is done, and what it says ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def few_sights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that keeps next to nothing."""
    monkeypatch.setattr(late_sights, "SIGHTS_MAX", 100)
    monkeypatch.setattr(late_sights, "KEPT_MAX", 20)


def test_our_games_keep_every_sight() -> None:
    assert late_from(SMALL_HOLDEM, full(1)) is None


@pytest.mark.usefixtures("few_sights")
def test_an_analysis_needs_not_know_of_it() -> None:
    assert late_from(SMALL_HOLDEM, DECK_20) == 1
    removed = [card for card in DECK if not DECK_20[card]]
    late = analyze(SMALL_HOLDEM, removed=removed)
    every = Analysis(played(SMALL_HOLDEM, DECK_20), "optimal")
    assert late.played.solver.counts.decided_for == (("ante", Fraction(1)),)
    assert {id_: wager.rows for id_, wager in late.wagers.items()} == {
        id_: wager.rows for id_, wager in every.wagers.items()
    }


@pytest.mark.usefixtures("few_sights")
def test_what_is_best_at_every_sight_cannot_be_looked_up() -> None:
    removed = [card for card in DECK if not DECK_20[card]]
    with pytest.raises(Refused, match="too many sights to keep what is best at each"):
        experiment(SMALL_HOLDEM, removed=removed)
    with pytest.raises(Refused, match="too many sights"):
        analyze(SMALL_HOLDEM, strategy={"otherwise": "check"})


def test_other_stakes_are_refused_where_they_matter() -> None:
    solver = played_late(SMALL_HOLDEM, DECK_20, 1).solver
    assert np.array_equal(solver.best_plans({"ante": 10, "good": 3}), solver.best_plans())
    with pytest.raises(Refused, match="were made while its deals were counted, for stakes of 1 on ante"):
        solver.solved({"good": 1})


def test_other_odds_are_refused_where_they_matter() -> None:
    solver = played_late(SMALL_HOLDEM, DECK_20, 1).solver
    ante, play, good = SMALL_HOLDEM.wagers
    dearer = tuple(replace(line, pays=LOST) for line in good.lines)
    aside = solver.repriced(replace(SMALL_HOLDEM, wagers=(ante, play, replace(good, lines=dearer))))
    assert Analysis(aside.play(aside.best_plans()), "optimal").wagers["good"].house_edge == 1
    with pytest.raises(Refused, match="for the odds of play then; count it anew"):
        solver.repriced(replace(SMALL_HOLDEM, wagers=(ante, replace(play, lines=play.lines[:-1]), good)))


@rule
def beyond(player: int) -> int:
    return 3 if player > 150 else 0


@pytest.mark.slow
def test_a_code_without_a_line_is_refused() -> None:
    ante, play, good = SMALL_HOLDEM.wagers
    wrong = replace(SMALL_HOLDEM, wagers=(ante, play, replace(good, outcome=Rule(beyond, ("player",)))))
    with pytest.raises(Refused, match="beyond gives a code that is not among the lines or codes it was given"):
        counted_late(wrong, DECK_9, payoffs_of(wrong, DECK_9), 1)


def test_the_class_of_a_sight_says_what_is_best() -> None:
    model = played_late(SMALL_HOLDEM, DECK_20, 1).solver.model
    shown = model.decisions[2].shown
    assert shown is not None
    assert [shown(code) for code in (5, 7, 8)] == [
        (("best", "raise"),),
        (("best", "fold"),),
        (("best", "fold or raise"),),
    ]


# ── Ultimate Texas Hold'em ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_values_after_the_flop_are_those_of_the_ordinary_counter() -> None:
    """All boards of one flop, by the counter of late decisions, against advice for hands of three kinds."""
    model = ULTIMATE_TEXAS_HOLDEM.rulebook().model
    arranged = Arrangement(model, full(1), 1)
    boards, weights = arranged.boards
    assert int(weights.sum()) == 22_100 * 1_176
    flop = boards[:3, len(weights) // 2]
    same = np.flatnonzero((boards[:3] == flop[:, None]).all(axis=0))
    some = Arrangement(model, full(1), 1)
    some.__dict__["boards"] = (np.ascontiguousarray(boards[:, same]), np.ascontiguousarray(weights[same]))
    keys, sums = CorePass(some, payoffs_of(model, full(1)))(
        collects=False, seen=late_decisions.NOTHING, classes=late_decisions.NOTHING
    )
    ways = list(arranged.prefixes)
    worth: dict[int, dict[tuple[int, ...], int]] = {}
    for key, value in zip(keys.tolist(), sums.tolist(), strict=True):
        worth.setdefault(key // len(ways), {})[ways[key % len(ways)]] = value
    for seen in list(worth)[:: len(worth) // 3]:
        hand, on_board = divmod(seen, 52**3)
        advice = croupier.game(ULTIMATE_TEXAS_HOLDEM).advise(
            hand=[hand // 52, hand % 52], flop=[on_board // 52**2, on_board // 52 % 52, on_board % 52]
        )
        ratio = Fraction(worth[seen][0, 0], worth[seen][0, 1])
        assert ratio == advice.options["check"] / advice.options["raise_2"]


def test_several_decks_are_refused() -> None:
    model = replace(SMALL_HOLDEM, decks=2)
    with pytest.raises(Refused, match="is dealt from more than one deck"):
        counted_late(model, full(2), payoffs_of(model, full(2)), 1)
    assert late_from(model, full(2)) is None


@pytest.mark.usefixtures("few_sights")
def test_cards_drawn_after_the_last_decision_are_refused() -> None:
    with pytest.raises(
        Refused, match="three has too many sights to keep, and draws final after hold; let its decisions"
    ):
        analyze(THREE)


@rule
def ranks_and_suited(a: int, b: int) -> int:
    """Two ranks, and whether they are of one suit: which suit it is, the board's card would have to tell."""
    low, high = sorted_two(rank_of(a), rank_of(b))
    return (low * 13 + high) * 2 + int(a & 3 == b & 3)


@rule
def sorted_two(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


@rule
def lower_rank(a: int, b: int) -> int:
    return min(rank_of(a), rank_of(b))


@rule
def either_way(a: int, b: int) -> int:
    """The board's card and the turn's, whichever is which."""
    return min(a, b) * 52 + max(a, b)


@rule
def nothing_new(_card: int) -> int:
    return 0


PREFLOP, FLOP, RIVER = SMALL_HOLDEM.decisions


@pytest.mark.parametrize(
    "decisions",
    [
        (PREFLOP, FLOP, replace(RIVER, sees=Rule(rank_of, ("turn",)))),
        (replace(PREFLOP, sees=Rule(lower_rank, ("hand",))), FLOP, RIVER),
        (replace(PREFLOP, sees=Rule(ranks_and_suited, ("hand",))), FLOP, RIVER),
        (
            PREFLOP,
            replace(FLOP, sees=Rule(nothing_new, ("board",))),
            replace(RIVER, sees=Rule(either_way, ("board", "turn")), codes=52**2),
        ),
    ],
    ids=["a rank alone", "one card of two", "suits told for themselves", "two cards in any order"],
)
def test_late_sights_that_do_not_tell_all_cards_are_refused(decisions: tuple[Decision, ...]) -> None:
    model = replace(SMALL_HOLDEM, decisions=decisions)
    with pytest.raises(Refused, match=r"must tell all cards that are seen, but hand .* and hand .* look alike; let"):
        counted_late(model, DECK_20, payoffs_of(model, DECK_20), 1)


def test_sights_of_few_codes_are_all_kept() -> None:
    many = ULTIMATE_TEXAS_HOLDEM.rulebook().model
    few = replace(many, decisions=(*many.decisions[:2], replace(many.decisions[2], codes=10)))
    first = replace(few, decisions=(many.decisions[0], replace(many.decisions[1], codes=10), few.decisions[2]))
    assert [late_from(each, full(1)) for each in (many, few, first)] == [1, 1, None]


def test_parts_that_are_sent_elsewhere_take_along_what_they_need() -> None:
    arranged, payoffs = Arrangement(SMALL_HOLDEM, DECK_20, 1), payoffs_of(SMALL_HOLDEM, DECK_20)
    here = both_passes(arranged, CorePass(arranged, payoffs))
    with ThreadPoolExecutor(2) as executor:
        run = CorePass(arranged, payoffs, executor=executor)
        there = both_passes(arranged, run)
    assert len(run.seen_by_part) == -(-len(arranged.boards[1]) // BOARDS_AT_ONCE)
    assert np.array_equal(here.keys, there.keys)
    assert np.array_equal(here.counts, there.counts)


def test_both_passes_look_at_every_deal_once() -> None:
    arranged = Arrangement(SMALL_HOLDEM, DECK_9, 1)
    found = both_passes(arranged, CorePass(arranged, payoffs_of(SMALL_HOLDEM, DECK_9)))
    assert found.leaves == len(arranged.boards[1]) * 21 * 10
    assert Space(SMALL_HOLDEM, DECK_9, lumped=True).total == 36 * 7 * 6 * 10
