"""Shoes to the cut card and shufflers that hold discards back, held against the table and the exact engine.

Where chance has a say seeds are fixed, and each check is passed by all but one in a hundred thousand seeds (|z| < 4.42)
unless it says otherwise; each has a control that must fail.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb, isclose, sqrt
from pathlib import Path

import pytest

from croupier.cards import KING as KING_RANK
from croupier.cards import card_from, rank_of
from croupier.errors import Refused
from croupier.exact.evaluation import result
from croupier.exact.solve import model_of
from croupier.exact.space import Composition
from croupier.games.baccarat import PLAIN_BACCARAT as PLAIN
from croupier.kernel.work import threads
from croupier.rule import rule
from croupier.rulebook import Burn, Game, Renewal, Supply
from croupier.simulation.job import Chunk, played
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.run import Crew, cut_off, follow, rounds_goal
from croupier.simulation.shoes.result import ShoeSimulation
from croupier.simulation.shoes.trial import Shoes, Sittings, shoes, sittings
from croupier.simulation.statistics import chi_square_tail
from croupier.simulation.trial import Progress, Run
from tests.clauses import guards, proves
from tests.exact.enumeration import walk
from tests.simulation.compositions import Compositions, less
from tests.simulation.playing import simulate_rounds, simulate_units
from tests.simulation.recorded_shoes import Told, given, told, told_sittings
from tests.simulation.replayed import Replay

pytestmark = pytest.mark.slow

Z_MAX = 4.42

TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "baccarat": ("baccarat", {}),
    "baccarat, six decks, deep cut, no burn": ("baccarat", {"decks": 6, "cut_card": 12, "burn": False}),
    "baccarat, the cut card first and last": ("baccarat", {"cut_card_first": "this_only"}),
    "baccarat, two more coups": ("baccarat", {"decks": 6, "cut_card": 18, "cut_card_first": "this_and_two_more"}),
    "casino-monte": ("casino-monte", {"shuffle": "shoe"}),
    "casino-monte, alternate": ("casino-monte", {"shuffle": "shoe", "procedure": "alternate", "cut_card": 3}),
}


# ── The table deals the same shoes ───────────────────────────────────────────────────────────────────────────────────


def replay(name: str, first: int, last: int) -> int:
    """Deal some shoes of the simulation at a table, and hold every round against it; gives how many there were."""
    game, house = TABLES[name]
    trial = shoes(game, house=house, seed="replayed")
    dealt, _ = told(trial, first, last)
    table = Replay(game, house, trial)
    for shoe in dealt:
        assert Counter(shoe.order) == Counter(dict.fromkeys(range(52), trial.model.decks))
        table.shoe(shoe)
    return sum(len(shoe.rounds) for shoe in dealt)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_deals_the_simulated_shoes_round_for_round_to_the_cent(name: str) -> None:
    assert replay(name, 0, 2) > 2


@pytest.mark.torture
@pytest.mark.parametrize("name", TABLES)
def test_a_table_deals_a_thousand_simulated_shoes_of_each_kind_to_the_cent(name: str) -> None:
    for first in range(0, 1_000, 50):
        assert replay(name, first, first + 50) > 50


def test_a_table_notices_a_shoe_of_which_something_else_is_told() -> None:
    trial = shoes("baccarat", seed="replayed")
    (shoe,), _ = told(trial, 0, 1)
    rounds = shoe.rounds
    changed = rounds[3].joint + 1
    other = Told(shoe.order, (*rounds[:3], type(rounds[3])(rounds[3].start, rounds[3].cards, (), (), changed)))
    for wrong in (Told(shoe.order, rounds[:-1]), Told(shoe.order, (*rounds, rounds[-1])), other):
        with pytest.raises(AssertionError):
            Replay("baccarat", {}, trial).shoe(wrong)


@pytest.mark.parametrize("name", TABLES)
def test_told_shoes_are_those_that_are_added_up(name: str) -> None:
    game, house = TABLES[name]
    trial = shoes(game, house=house, seed=5)
    dealt, progress = told(trial, 40, 60)
    assert progress.tally == tuple(played(Chunk(trial.job, 40, 60)).tolist())
    seen = ShoeSimulation(trial, Run(progress, 1.0))
    assert seen.lengths == dict(sorted(Counter(len(shoe.rounds) for shoe in dealt).items()))
    assert all(len(shoe.rounds) >= trial.common for shoe in dealt)


# ── The cut card before the first card of a coup ─────────────────────────────────────────────────────────────────────

COUPS_PER_SHOE = {"this_and_one_more": 81.079, "this_only": 80.876}
"""What others have found with eight decks, the cut card 16 from the end and a burn by the first card's value."""


def coups_in(house: dict[str, object], count: int) -> list[int]:
    """How many coups the shoes of one seed have, one after the other."""
    dealt, _ = told(shoes("baccarat", house=house, seed="first"), 0, count)
    return [len(shoe.rounds) for shoe in dealt]


@proves("LM-R6")
def test_LM_R6_shoes_differ_where_the_cut_card_comes_before_a_coup_and_nowhere_else() -> None:
    cut, size = 18, 416
    trial = shoes("baccarat", house={"cut_card": cut}, seed="first")
    dealt, _ = told(trial, 0, 300)
    comes_first = [any(coup.start == size - cut for coup in shoe.rounds) for shoe in dealt]
    assert 30 < sum(comes_first) < 100  # about every fifth
    usual = [len(shoe.rounds) for shoe in dealt]
    for reading, more in (("this_only", -1), ("this_and_one_more", 0), ("this_and_two_more", 1)):
        coups = coups_in({"cut_card": cut, "cut_card_first": reading}, 300)
        assert coups == [n + more * first for n, first in zip(usual, comes_first, strict=True)]


@proves("LM-R6")
@pytest.mark.parametrize("reading", COUPS_PER_SHOE)
def test_LM_R6_the_coups_of_a_shoe_are_as_many_as_others_have_found(reading: str) -> None:
    units = 40_000
    seen = simulate_units(shoes("baccarat", house={"cut_card_first": reading}, seed="first"), units)
    spread = sum(count * (n - seen.rounds_per_unit) ** 2 for n, count in seen.lengths.items()) / units
    off = {known: (seen.rounds_per_unit - coups) / sqrt(spread / units) for known, coups in COUPS_PER_SHOE.items()}
    assert abs(off[reading]) < Z_MAX
    assert all(abs(z) > 2 * Z_MAX for known, z in off.items() if known != reading)  # the control


# ── All orders of a small deck ───────────────────────────────────────────────────────────────────────────────────────

KING, FOUR = card_from("Kc"), card_from("4c")
KINGS, FOURS = 8, 7
SMALL_SIZE = KINGS + FOURS
VALUE = {KING: 0, FOUR: 4}
MORE = {KING: 3, FOUR: 1}


@rule
def more_to_burn(shown: int) -> int:
    """A burn that leaves something of a small deck."""
    return 3 if rank_of(shown) == KING_RANK else 1


def small(burn: Burn) -> Shoes:
    """Baccarat from eight kings and seven fours: coups of four to six cards, shoes of one to three coups."""
    model = model_of("baccarat")
    gone = [card for card in range(52) for _ in range({KING: 8 - KINGS, FOUR: 8 - FOURS}.get(card, 8))]
    supply = Supply(8, Renewal.SHOE, "", "", cut_from_end=6, burn=burn, burn_count=more_to_burn)
    return shoes(model, removed=gone, supply=supply, exact=True)


def all_orders() -> Iterator[tuple[int, ...]]:
    """Every order of the small deck, all equally likely."""
    for places in combinations(range(SMALL_SIZE), KINGS):
        kings = set(places)
        yield tuple(KING if place in kings else FOUR for place in range(SMALL_SIZE))


def by_hand(trial: Shoes, order: tuple[int, ...]) -> list[dict[str, Fraction]]:
    """The rounds of a shoe in plain Python: what a unit on each wager won in each."""
    model, rounds = trial.model, []
    place = {Burn.NONE: 0, Burn.ONE: 1, Burn.BY_VALUE: 1 + MORE[order[0]]}[trial.supply.burn]
    while True:
        player, banker = (
            VALUE[order[place]] + VALUE[order[place + 2]],
            VALUE[order[place + 1]] + VALUE[order[place + 3]],
        )
        facts = {"coup": order[place : place + 6]}
        rounds.append({w.id: w.line(result(model, w.outcome, dict(facts))).odds for w in model.wagers})
        place += 4
        if player < 8 and banker < 8:  # Player has 0 or 4 and draws; so does Banker on 0, and on 4 against a four
            place += 2 if banker == 0 or order[place] == FOUR else 1
        if place > SMALL_SIZE - 6:
            return rounds


@pytest.mark.parametrize("burn", list(Burn))
def test_all_orders_of_a_small_deck_add_up_exactly_as_by_hand(burn: Burn) -> None:
    trial = small(burn)
    seen = ShoeSimulation(trial, Run(given(trial, all_orders()), 1.0))
    shoes_by_hand = [by_hand(trial, order) for order in all_orders()]
    assert seen.units == comb(SMALL_SIZE, KINGS) == len(shoes_by_hand)
    assert seen.lengths == dict(sorted(Counter(map(len, shoes_by_hand)).items()))
    assert len(seen.lengths) > 1, "a deck whose shoes are all of one length shows little"
    for id_, spread in seen.wagers.items():
        won = [sum((coup[id_] for coup in shoe), Fraction(0)) for shoe in shoes_by_hand]
        rest = [sum((coup[id_] for coup in shoe[trial.common :]), Fraction(0)) for shoe in shoes_by_hand]
        lengths = [len(shoe) for shoe in shoes_by_hand]
        scale = trial.scale
        assert spread.ratio == sum(won) / sum(lengths)
        assert spread.moments == (
            scale * sum(x * n for x, n in zip(won, lengths, strict=True)),
            scale**2 * sum(x * x for x in won),
            scale * sum(y * (n - trial.common) for y, n in zip(rest, lengths, strict=True)),
            scale**2 * sum(y * y for y in rest),
        )


@pytest.mark.parametrize("most", [1, 2, 3])
def test_shoes_that_are_cut_off_add_up_exactly_as_by_hand(most: int) -> None:
    trial = small(Burn.ONE)
    seen = ShoeSimulation(trial, Run(given(trial, all_orders(), most=most), 1.0))
    cut = [by_hand(trial, order)[:most] for order in all_orders()]
    assert (trial.common, seen.lengths) == (2, dict(sorted(Counter(map(len, cut)).items())))
    for id_, spread in seen.wagers.items():
        won = [sum((coup[id_] for coup in shoe), Fraction(0)) for shoe in cut]
        rest = [sum((coup[id_] for coup in shoe[trial.common :]), Fraction(0)) for shoe in cut]
        beyond = [max(len(shoe) - trial.common, 0) for shoe in cut]
        scale = trial.scale
        assert spread.ratio == sum(won) / sum(map(len, cut))
        assert spread.moments == (
            scale * sum(x * len(shoe) for x, shoe in zip(won, cut, strict=True)),
            scale**2 * sum(x * x for x in won),
            scale * sum(y * m for y, m in zip(rest, beyond, strict=True)),
            scale**2 * sum(y * y for y in rest),
        )


def test_cutting_the_last_shoe_off_hardly_moves_the_mean() -> None:
    """The exact expectation of N rounds, the last shoe cut off: off by less than what two shoes can be off, over N."""
    trial = small(Burn.BY_VALUE)
    dealt = [by_hand(trial, order) for order in all_orders()]
    share = Fraction(1, len(dealt))
    for id_ in ("player", "lucky_monkey"):
        fresh = -trial.fresh.exact.wagers[id_].house_edge
        mean = Fraction(sum(coup[id_] for shoe in dealt for coup in shoe), sum(map(len, dealt)))
        assert mean != fresh, "the cut card would have no effect at all"
        # what a shoe that is cut off after so many rounds comes to beyond fresh ones: nothing before they can differ
        longest = max(map(len, dealt))
        beyond = [
            share * sum(coup[id_] - fresh for shoe in dealt for coup in shoe[:most]) for most in range(longest + 1)
        ]
        assert not any(beyond[: trial.common + 1])
        lengths = Counter(map(len, dealt))
        expected = [Fraction(0)]  # by how many rounds are left when a shoe begins
        for left in range(1, 60):
            after = sum(share * n * expected[left - size] for size, n in lengths.items() if size < left)
            expected.append(beyond[min(left, longest)] + after)
        worst = max(map(abs, beyond))
        for rounds in range(1, 60):
            assert abs(fresh + expected[rounds] / rounds - mean) <= 2 * worst / rounds


def test_a_number_of_rounds_is_kept_to_whoever_plays() -> None:
    trial = shoes("baccarat", house={"decks": 1}, seed="exactly")
    dealt, _ = told(trial, 0, 200)
    lengths = [len(shoe.rounds) for shoe in dealt]
    for rounds in (1, lengths[0], lengths[0] + 1, 500):
        before = next(n for n in range(200) if sum(lengths[: n + 1]) > rounds)
        left = rounds - sum(lengths[:before])
        seen = simulate_rounds(trial, rounds, workers=1)
        assert (seen.rounds, seen.cut_off, seen.units) == (rounds, left, before + bool(left))
        assert seen.lengths == dict(sorted(Counter(lengths[:before]).items()))
        plans = trial.fresh.solver.plans
        firsts = [each for shoe in dealt[:before] for each in shoe.rounds] + list(dealt[before].rounds[:left])
        assert seen.seen.table == Counter((each.plan, each.joint) for each in firsts)
        assert {plan for plan, _ in seen.seen.table} <= set(plans)
        for workers, chunk in ((1, 7), (3, 40), (2, 1000)):
            with threads(workers) as executor:
                crew = Crew(executor, workers=workers)
                vars(trial)["chunk"] = chunk
                goal = rounds_goal(trial, rounds)
                *_, again = follow(trial, Run(trial.start, 0.0), goal, crew)
                last = cut_off(trial, again.progress, goal, crew)
            assert replace(again, cut_off=last, seconds=seen.seconds) == seen.run, (workers, chunk)


def test_a_run_of_so_many_rounds_goes_on_from_its_whole_shoes(tmp_path: Path) -> None:
    trial = shoes("baccarat", seed="further")
    first = simulate_rounds(trial, 1_000, checkpoint=tmp_path / "kept")
    further = simulate_rounds(trial, 3_000, checkpoint=tmp_path / "kept")
    assert (first.rounds, further.rounds) == (1_000, 3_000)
    assert replace(further.run, seconds=1.0) == replace(simulate_rounds(trial, 3_000).run, seconds=1.0)
    with pytest.raises(Refused, match="rounds are played already, more than the 500 asked for"):
        simulate_rounds(trial, 500, checkpoint=tmp_path / "kept")


@pytest.mark.parametrize("burn", list(Burn))
def test_all_orders_of_a_small_deck_come_to_the_exact_values_of_their_compositions(burn: Burn) -> None:
    trial, exact = small(burn), Compositions(small(burn))
    seen = ShoeSimulation(trial, Run(given(trial, all_orders()), 1.0))
    taken = trial.model.taken
    assert taken is not None

    @cache
    def still_to_come(left: Composition, unseen: int, wager: str) -> Fraction:
        """What a shoe is expected to win from here on: this round by the exact engine, then every way it may fall.

        Cards that were burned unseen might be any, as if they lay at the end of the shoe.
        """
        value, ways, later = exact.of(left, wager).mean, 0, Fraction(0)
        for facts, weight in walk(trial.model, left):
            after = less(left, facts["coup"][: result(trial.model, taken, dict(facts))])
            ways += weight
            if SMALL_SIZE - sum(after) + unseen <= SMALL_SIZE - trial.supply.cut_from_end:
                later += weight * still_to_come(after, unseen, wager)
        return value + later / ways

    def whole(wager: str) -> Fraction:
        """What a shoe is expected to win, whatever its first card shows."""
        if burn is not Burn.BY_VALUE:
            return still_to_come(trial.composition, int(burn is Burn.ONE), wager)
        shown = ((KING, KINGS), (FOUR, FOURS))
        parts = (n * still_to_come(less(trial.composition, [card]), MORE[card], wager) for card, n in shown)
        return sum(parts, Fraction(0)) / SMALL_SIZE

    for id_, spread in seen.wagers.items():
        assert spread.ratio * seen.rounds / seen.units == whole(id_)


@pytest.mark.parametrize("burn", list(Burn))
def test_every_round_that_all_shoes_have_is_worth_what_a_fresh_one_is(burn: Burn) -> None:
    trial = small(burn)
    seen = ShoeSimulation(trial, Run(given(trial, all_orders()), 1.0))
    for spread in seen.wagers.values():
        for place in range(trial.common):
            value = Fraction(spread.won[place], spread.reached[place] * trial.scale)
            assert spread.exact
            assert value == -spread.exact.house_edge
    main = seen.wagers["player"]
    assert main.exact
    beyond = Fraction(sum(main.won[trial.common :]), sum(main.reached[trial.common :]) * trial.scale)
    assert beyond != -main.exact.house_edge, "the cut card would have no effect at all"
    assert isclose(main.effect, main.difference)  # over all orders there is no chance left to tell them apart


# ── Recorded shoes and the exact values of what is left in them ──────────────────────────────────────────────────────


def dealt_again(trial: Shoes, shoe: Told, times: int, number: int) -> dict[str, float]:
    """What each wager wins in all in a shoe's last round, when the cards nobody has seen are dealt again so often."""
    shown = {0} if trial.supply.burn is Burn.BY_VALUE else set()
    shown |= set(range(shoe.burned, shoe.rounds[-1].start))
    unseen = [place for place in range(trial.size) if place not in shown]
    chance, orders = random.Random(number), []
    for _ in range(times):
        order = list(shoe.order)
        for place, card in zip(unseen, chance.sample([order[place] for place in unseen], len(unseen)), strict=True):
            order[place] = card
        orders.append(order)
    seen = ShoeSimulation(trial, Run(given(trial, orders, number * times), 1.0))
    place = len(shoe.rounds) - 1
    assert seen.reached[place] == times
    return {id_: spread.won[place] / trial.scale for id_, spread in seen.wagers.items()}


def standing(
    trial: Shoes, won: list[dict[str, float]], lefts: list[Composition], times: int, wager: str
) -> tuple[float, float]:
    """Two scores of what rounds won, less their exact values from the cards that were left.

    The first says whether that averages to nothing; the second whether it has nothing to do with those values, as it
    would where they are not those of the rounds.
    """
    exact, mean = Compositions(trial), float(-trial.fresh.exact.wagers[wager].house_edge)
    off = spread = leaning = leaning_spread = 0.0
    for result_of, left in zip(won, lefts, strict=True):
        one = exact.of(left, wager)
        value, variance = float(one.mean), times * float(one.variance)
        apart = result_of[wager] - times * value
        off, spread = off + apart, spread + variance
        leaning, leaning_spread = leaning + apart * (value - mean), leaning_spread + variance * (value - mean) ** 2
    return off / sqrt(spread), leaning / sqrt(leaning_spread)


def left_before(trial: Shoes, shoe: Told, place: int) -> Composition:
    """The cards that are not dealt yet before a round, those that were burned unseen among them."""
    shown = shoe.order[:1] if trial.supply.burn is Burn.BY_VALUE else ()
    return less(trial.composition, (*shown, *chain.from_iterable(dealt.cards for dealt in shoe.rounds[: place - 1])))


"""Baccarat without Lucky Monkey, which tells faces apart and takes a hundred times as long to count."""
ONE_DECK: dict[str, object] = {"decks": 1, "cut_card": 12, "burn": False}
MONTE: dict[str, object] = {"decks": 1, "shuffle": "shoe", "cut_card": 3}
RECORDED: list[tuple[str | Game, dict[str, object]]] = [(PLAIN, ONE_DECK), ("casino-monte", MONTE)]


def check_last_rounds(game: str | Game, house: dict[str, object], count: int, times: int) -> None:
    """Hold the last rounds of recorded shoes against the exact values of the cards that were left for them."""
    trial = shoes(game, house=house, seed="late", exact=True)
    dealt, _ = told(trial, 0, count)
    won = [dealt_again(trial, shoe, times, number) for number, shoe in enumerate(dealt)]
    lefts = [left_before(trial, shoe, len(shoe.rounds)) for shoe in dealt]
    wrong = [*lefts[1:], lefts[0]]  # the cards left in the next shoe
    for wager in trial.wagers:
        assert max(map(abs, standing(trial, won, lefts, times, wager))) < Z_MAX
    # tie hangs most on which cards are left, so it tells other cards even in few rounds
    assert min(standing(trial, won, wrong, times, wager)[1] for wager in trial.wagers) < -Z_MAX


@pytest.mark.parametrize(("game", "house"), RECORDED)
def test_the_last_rounds_of_recorded_shoes_win_what_is_exact_for_the_cards_left(
    game: str | Game, house: dict[str, object]
) -> None:
    check_last_rounds(game, house, 20, 500)


@pytest.mark.torture
@pytest.mark.parametrize(
    ("game", "house"), [*RECORDED, ("baccarat", {"decks": 1}), ("baccarat", {}), ("casino-monte", {"shuffle": "shoe"})]
)
def test_the_last_rounds_of_recorded_shoes_win_what_is_exact_for_the_cards_left_at_length(
    game: str | Game, house: dict[str, object]
) -> None:
    check_last_rounds(game, house, 100, 20_000)


def test_whole_recorded_shoes_win_what_is_exact_for_the_cards_left_round_by_round() -> None:
    trial = shoes(PLAIN, house=ONE_DECK, seed="whole")
    exact = Compositions(trial)
    dealt, progress = told(trial, 0, 20)
    seen = ShoeSimulation(trial, Run(progress, 1.0))
    for wager in ("player", "tie"):
        off = spread = values = 0.0
        for shoe in dealt:
            for place, told_round in enumerate(shoe.rounds, 1):
                one = exact.of(left_before(trial, shoe, place), wager)
                values += float(one.mean)
                off += float(exact.won(told_round.plan, told_round.joint, wager)) - float(one.mean)
                spread += float(one.variance)
        assert isclose(seen.wagers[wager].mean * seen.rounds, off + values)
        assert abs(off / sqrt(spread)) < Z_MAX
        assert abs((off + 10 * sqrt(spread)) / sqrt(spread)) > Z_MAX


# ── A shuffler ───────────────────────────────────────────────────────────────────────────────────────────────────────


def outside(sitting: Told, place: int, held_back: int) -> tuple[int, ...]:
    """The discards that are held back in a round, the oldest first."""
    discards = tuple(chain.from_iterable(told_round.cards for told_round in sitting.rounds[: place - 1]))
    return discards[max(0, len(discards) - held_back) :]


@pytest.mark.parametrize("held_back", [1, 7, 46])
def test_no_card_that_is_held_back_is_dealt_in_the_next_round(held_back: int) -> None:
    trial = sittings(PLAIN, held_back, rounds=200, house={"decks": 1})
    (sitting,), _ = told_sittings(trial, 3, 4)
    back = 0
    for place, told_round in enumerate(sitting.rounds, 1):
        assert len(set(told_round.cards)) == len(told_round.cards)
        assert not set(told_round.cards) & set(outside(sitting, place, held_back))
        back += bool(set(told_round.cards) & set(outside(sitting, place, held_back + 6)))
    assert back, "cards just older than those held back come back at once"


def ages(trial: Sittings, sitting: Told) -> Counter[int]:
    """For the first cards of rounds, how many cards of a single deck were discarded after their last discard."""
    order: list[int] = []
    found: Counter[int] = Counter()
    for told_round in sitting.rounds:
        if len(order) == trial.size:
            found[order[::-1].index(told_round.cards[0])] += 1
        for card in told_round.cards:
            if card in order:
                order.remove(card)
            order.append(card)
    return found


def test_every_card_in_the_shuffler_is_as_likely_whenever_it_came_back() -> None:
    trial = sittings("casino-monte", 20, rounds=2_000, house={"decks": 1}, seed="ages")
    dealt, _ = told_sittings(trial, 0, 10)
    seen: Counter[int] = Counter()
    for sitting in dealt:
        seen += ages(trial, sitting)
    assert set(seen) == set(range(20, 52))
    expected = seen.total() / 32
    chi_square = sum((n - expected) ** 2 / expected for n in seen.values())
    assert chi_square_tail(chi_square, 31) > 1e-5
    older = sum((n * (1 + (age >= 36) / 5) - expected) ** 2 / expected for age, n in seen.items())
    assert chi_square_tail(older, 31) < 1e-5  # a fifth more of the cards that have lain longest


def test_rounds_at_a_shuffler_win_what_is_exact_for_the_cards_inside() -> None:
    trial = sittings(PLAIN, 40, rounds=60, house={"decks": 1}, seed="inside")
    exact = Compositions(trial)
    dealt, _ = told_sittings(trial, 0, 20)
    off = spread = 0.0
    for sitting in dealt:
        for place in (30, 45, 60):
            inside = less(trial.composition, outside(sitting, place, 40))
            one, told_round = exact.of(inside, "tie"), sitting.rounds[place - 1]
            assert sum(inside) == 12
            off += float(exact.won(told_round.plan, told_round.joint, "tie")) - float(one.mean)
            spread += float(one.variance)
    assert abs(off / sqrt(spread)) < Z_MAX


@pytest.mark.parametrize("game", ["baccarat", "casino-monte"])
def test_a_shuffler_that_holds_nothing_back_deals_fresh_rounds(game: str) -> None:
    trial = sittings(game, 0, seed="nothing", exact=True)
    tally = played(Chunk(trial.job, 0, 500))[: trial.cells.joints]
    rounds = Run(Progress(500_000, tuple(tally.tolist())), 1.0)
    assert (Simulation(trial.fresh, rounds).p_value or 0) > 1e-5
    aces = [card for card in range(48, 52) for _ in range(3)]
    assert Simulation(experiment(game, removed=aces, exact=True), rounds).disagrees


def test_a_shuffler_whose_rounds_take_all_their_cards_is_worth_what_fresh_cards_are() -> None:
    seen = simulate_units(sittings("casino-monte", 200, seed=1), 300)
    for spread in seen.wagers.values():
        assert abs(spread.z) < Z_MAX
        assert (spread.effect, spread.effect_error) == (0.0, 0.0)


# ── Every place of the shoe gets every card alike ────────────────────────────────────────────────────────────────────


def test_every_place_of_a_shoe_holds_every_card_alike() -> None:
    trial = shoes(PLAIN, house={"decks": 1}, seed="uniform")
    dealt, _ = told(trial, 0, 5_200)
    for place in (0, 1, 2, 25, 26, 50, 51):  # the first, one of each half of a word, and those after the last round
        seen = Counter(shoe.order[place] for shoe in dealt)
        assert chi_square_tail(sum((seen[card] - 100) ** 2 / 100 for card in range(52)), 51) > 1e-5 / 7
    pairs = Counter((shoe.order[4] < shoe.order[5], shoe.order[5] < shoe.order[6]) for shoe in dealt)
    orders = {(True, True): 1, (True, False): 2, (False, True): 2, (False, False): 1}  # of six
    expected = {order: 5_200 * ways / 6 for order, ways in orders.items()}
    assert chi_square_tail(sum((pairs[o] - n) ** 2 / n for o, n in expected.items()), 3) > 1e-5
    biased = Counter(min(shoe.order[:2]) for shoe in dealt)
    assert chi_square_tail(sum((biased[card] - 100) ** 2 / 100 for card in range(52)), 51) < 1e-5


# ── What is made of it ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_totals_are_the_same_however_the_work_is_cut_spread_and_interrupted() -> None:
    for trial in (shoes("baccarat", seed=3), sittings("casino-monte", 20, rounds=50, seed=3)):
        whole = tuple(played(Chunk(trial.job, 0, 300)).tolist())
        for workers, chunk in ((1, 7), (2, 64), (2, 1_000)):
            with threads(workers) as executor:
                *_, last = Crew(executor, played, chunk=chunk, workers=workers).play(trial, 300)
            assert last == Progress(300, whole)
        with threads(1) as executor:
            *_, half = Crew(executor, played, chunk=50).play(trial, 123)
            *_, last = Crew(executor, played, chunk=11).play(trial, 300, since=half)
        assert last == Progress(300, whole)
        assert replace(trial, fresh=replace(trial.fresh, seed=4)).key != trial.key


def test_the_standard_errors_are_those_of_whole_shoes() -> None:
    trial = shoes("baccarat", house={"decks": 1}, seed="errors", exact=True)
    exact = Compositions(trial)
    dealt, progress = told(trial, 0, 400)
    seen = ShoeSimulation(trial, Run(progress, 1.0))
    for wager, spread in seen.wagers.items():
        mean = spread.expected
        won = [[float(exact.won(r.plan, r.joint, wager)) for r in shoe.rounds] for shoe in dealt]
        rounds = sum(map(len, won))
        ratio = sum(map(sum, won)) / rounds
        off = [sum(shoe) - ratio * len(shoe) for shoe in won]
        beyond = [sum(x - mean for x in shoe[trial.common :]) for shoe in won]
        assert isclose(spread.mean, ratio)
        assert isclose(spread.standard_error, sqrt(sum(x * x for x in off) * 400 / 399) / rounds, rel_tol=1e-9)
        assert isclose(spread.effect, sum(beyond) / rounds, rel_tol=1e-9)
        assert isclose(spread.effect_error, sqrt(sum(x * x for x in beyond) * 400 / 399) / rounds, rel_tol=1e-9)
        assert spread.effect_error < spread.standard_error
        assert isclose(spread.at(1), sum(shoe[0] for shoe in won) / 400)


def test_the_effect_of_the_cut_card_is_measured_as_all_orders_have_it() -> None:
    trial = small(Burn.BY_VALUE)
    every = ShoeSimulation(trial, Run(given(trial, all_orders()), 1.0))
    seen = simulate_units(trial, 1_000_000)
    for wager in trial.wagers:
        exact, measured = every.wagers[wager], seen.wagers[wager]
        assert abs(measured.effect - exact.effect) < Z_MAX * measured.effect_error
        assert abs(measured.mean - exact.mean) < Z_MAX * measured.standard_error
        assert measured.effect_error < measured.standard_error
    assert abs(seen.wagers["lucky_monkey"].effect_z) > Z_MAX, "fresh cards are told from a shoe"


def test_a_report_has_the_keys_of_other_simulations_and_no_chi_square() -> None:
    seen = simulate_units(shoes("casino-monte", house={"shuffle": "shoe"}), 100)
    data = seen.data()
    assert data["rounds"] == seen.rounds == 100 * 78
    assert data["shoes"] == 100
    assert data["rounds_per_shoe"] == {"mean": 78.0, "counts": {"78": 100}}
    assert data["chi_square"] is None
    assert data["p_value"] is None
    wagers = data["wagers"]
    assert isinstance(wagers, dict)
    assert {"mean", "standard_error", "exact", "z"} <= set(wagers["initial"])
    assert seen.analysis.wagers["initial"].house_edge == -seen.wagers["initial"].ratio
    assert "full_monte" in seen.sheet.html()


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_that_is_not_dealt_from_a_shoe_is_refused() -> None:
    with pytest.raises(Refused, match="set shuffle=shoe"):
        shoes("casino-monte")
    with pytest.raises(Refused, match="three-card-poker does not deal from a shoe"):
        shoes("three-card-poker")
    with pytest.raises(Refused, match="does not say how a shoe is cut"):
        shoes(model_of("baccarat"))


def test_a_shoe_that_might_run_out_is_refused() -> None:
    model = model_of("baccarat", {"decks": 1})
    for cut, after in ((5, 0), (11, 1), (0, 0)):
        supply = Supply(1, Renewal.SHOE, "", "", cut_from_end=cut, rounds_after_cut=after)
        with pytest.raises(Refused, match="cut card"):
            shoes(model, supply=supply)
    shoes(model, supply=Supply(1, Renewal.SHOE, "", "", cut_from_end=12, rounds_after_cut=1))


@guards("LM-R6")
def test_a_shoe_that_might_run_out_after_a_cut_card_that_comes_first_is_refused() -> None:
    model = model_of("baccarat", {"decks": 1})
    for cut, after, first, fits in ((18, 1, 2, True), (17, 1, 2, False), (11, 1, 0, True), (10, 1, 0, False)):
        supply = Supply(1, Renewal.SHOE, "", "", cut_from_end=cut, rounds_after_cut=after, rounds_after_cut_first=first)
        if fits:
            shoes(model, supply=supply)
        else:
            with pytest.raises(Refused, match="may run out in the middle of a round"):
                shoes(model, supply=supply)


@pytest.mark.parametrize(("held_back", "rounds"), [(-1, 10), (47, 10), (3, 0), (3, 10**6)])
def test_a_shuffler_without_cards_to_deal_and_endless_sittings_are_refused(held_back: int, rounds: int) -> None:
    with pytest.raises(Refused):
        sittings(PLAIN, held_back, rounds=rounds, house={"decks": 1})


def test_no_units_and_more_than_there_are_words_for_are_refused() -> None:
    trial = shoes("baccarat")
    for units in (0, 1 << 41):
        with pytest.raises(Refused, match="shoes cannot be played"):
            simulate_units(trial, units)
