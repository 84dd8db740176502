"""Every count a second time: without lumping, by walking, by hand, and at the table."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, perm, prod
from pathlib import Path
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, cards_from
from croupier.exact.analysis import Analysis, analyze
from croupier.exact.count import Counts, count
from croupier.exact.counter import written
from croupier.exact.evaluation import Facts, result
from croupier.exact.parts import run
from croupier.exact.solve import Solver, Stakes, base_wagers, model_of, solver_of, usual_stakes
from croupier.exact.space import Composition, Space, full
from croupier.games import GAMES
from croupier.games.three_card_poker import UNQUALIFIED_PAYS
from croupier.odds import PUSHED
from croupier.rulebook import Decision, Draw, Model
from tests.exact import by_hand, foreign
from tests.exact.dealt import as_ruled, table
from tests.exact.enumeration import walk, winnings
from tests.naive.casino_monte import FULL_MONTE_PAYS

pytestmark = pytest.mark.slow

House = Mapping[str, object]
Tally = Counter[tuple[int, tuple[int, ...], tuple[int, ...]]]
"""Deals by sight, by the path of decisions, and by the outcome code of every wager."""

HOUSES: dict[str, tuple[House, ...]] = {
    "casino-monte": tuple(
        {"procedure": procedure, "ace_low_straight": low, "decks": decks}
        for procedure, low, decks in product(("standard", "alternate"), (True, False), (1, 6))
    ),
    "baccarat": ({"decks": 1}, {"decks": 6}, {"decks": 8}),
    "three-card-poker": ({"exposed_card": True}, {"exposed_card": False}),
}
"""House rules that change what is counted; all others change what is paid."""
COUNTED = [
    pytest.param(of, house, id=f"{of}-{'-'.join(map(str, house.values()))}")
    for of in GAMES
    for house in HOUSES.get(of, ({},))
]

SOME_CARDS = "2c 3c 9s Jh Jd Qs Kc"
SMALL_DECKS = {
    "casino-monte": "2c 3c 4c 4d 4h Qs Ks As Ad",
    "baccarat": "Ah 2c 3d 6s 8d Jc Jd Ts",
    "three-card-poker": "2c 2d 3c 9s Jh Qs Qc Kc As",
}
"""Cards, as often as the decks hold them, that reach every line of every wager or nearly so."""


def small(of: str, house: House) -> Composition:
    """A small deck of a game; where there are several decks, each card is there two or three times."""
    decks = model_of(of, house).decks
    cards = cards_from(SMALL_DECKS.get(of, SOME_CARDS))
    if of == "baccarat" and decks > 1:
        cards = cards_from("Ah 6s 8d Jc Jd")
    copies = {card: min(decks, 2 + place % 2) for place, card in enumerate(cards)}
    return tuple(copies.get(card, 0) for card in DECK)


# ── Without lumping, and by walking ──────────────────────────────────────────────────────────────────────────────────


def walked(model: Model, composition: Composition) -> Tally:
    """Deals found one by one, in plain Python."""
    hinging = [d for d in model.decisions if any(hinges(model, wager.outcome.inputs, d) for wager in model.wagers)]
    tally: Tally = Counter()
    for deal, weight in walk(model, composition):
        sight = 0
        for decision in model.decisions:
            sight = sight * decision.codes + result(model, decision.sees, dict(deal))
        for path in product(*([int(option.code) for option in decision.options] for decision in hinging)):
            known = {**deal, **{d.id: (code,) for d, code in zip(hinging, path, strict=True)}}
            codes = tuple(result(model, wager.outcome, dict(known)) for wager in model.wagers)
            tally[sight, path, codes] += weight
    return tally


def hinges(model: Model, inputs: Iterable[str], decision: Decision) -> bool:
    """Whether anything named, or what makes it, is a decision."""
    features = {feature.name: feature.rule.inputs for feature in model.features}
    return any(name == decision.id or hinges(model, features.get(name, ()), decision) for name in inputs)


def counted(counts: Counts) -> Tally:
    """Deals as the engine counted them."""
    solver = Solver(counts, counts.model)
    tally: Tally = Counter()
    for path, (joints, deals, rows, _) in zip(counts.layout.paths, counts.by_path, strict=True):
        for joint, times, row in zip(joints.tolist(), deals.tolist(), rows.tolist(), strict=True):
            codes = tuple(int(solver.code_of_joint[wager.id][joint]) for wager in counts.model.wagers)
            tally[int(counts.sights[row]), path, codes] += times
    return tally


@pytest.mark.parametrize(("of", "house"), COUNTED)
def test_walking_a_small_deck_finds_every_deal_where_the_engine_counts_it(of: str, house: House) -> None:
    model, composition = model_of(of, house), small(of, house)
    assert counted(count(model, composition, lumped=False)) == walked(model, composition)


@pytest.mark.parametrize(("of", "house"), COUNTED)
@pytest.mark.parametrize("whole", [True, False])
def test_without_lumping_every_card_and_every_first_draw_stands_for_itself(
    of: str, house: House, *, whole: bool
) -> None:
    # or else what follows would hold one lumped count against another
    model = model_of(of, house)
    composition = full(model.decks) if whole else small(of, house)
    space = Space(model, composition, lumped=False)
    assert [(card, copies) for card, copies in enumerate(composition) if copies] == list(space.kinds)
    heads, ways = space.rows(1 if model.draws[0].kind is Draw.DIE else min(3, model.draws[0].count))
    assert len({tuple(head) for head in heads.tolist()}) == len(heads)
    for head, each in zip(heads.tolist(), ways.tolist(), strict=True):
        fall = perm if model.draws[0].kind is Draw.ORDERED else comb
        assert each == prod(fall(space.kinds[kind][1], head.count(kind)) for kind in set(head))


def assert_lumps(lumped: Counts, unlumped: Counts) -> None:
    """Every sight that was counted stands for a whole number of sights alike, and all deals are there."""
    places = np.searchsorted(unlumped.keys, lumped.keys)
    assert np.array_equal(unlumped.keys[places], lumped.keys)
    alike, rest = np.divmod(lumped.counts, unlumped.counts[places])
    if lumped.model.decisions:
        assert not rest.any()
        assert np.array_equal(alike, alike[np.searchsorted(lumped.sight_of_entry, lumped.sight_of_entry)])
    assert lumped.total == unlumped.total
    assert by_outcome(lumped) == by_outcome(unlumped)


def by_outcome(counts: Counts) -> dict[tuple[int, int], int]:
    """Deals by path and joint outcome, whatever was seen."""
    sums: dict[tuple[int, int], int] = {}
    for path, (joints, deals, _, _) in enumerate(counts.by_path):
        for joint in np.unique(joints).tolist():
            sums[path, joint] = int(deals[joints == joint].sum())
    return sums


@pytest.mark.parametrize(("of", "house"), COUNTED)
def test_lumping_changes_no_count_of_a_small_deck(of: str, house: House) -> None:
    model, composition = model_of(of, house), small(of, house)
    assert_lumps(count(model, composition), count(model, composition, lumped=False))


FIVE_RANKS = tuple(int(card >> 2 in (0, 1, 2, 10, 11)) for card in DECK)


@pytest.mark.parametrize("removed", [(), (0,), (0, 5), (0, 1, 5, 46)], ids=str)
@pytest.mark.parametrize("house", HOUSES["three-card-poker"], ids=str)
def test_lumping_suits_changes_no_count_of_three_card_poker(house: House, removed: tuple[int, ...]) -> None:
    # twenty cards of five ranks, whole or with holes that leave fewer renamings of suits, or none
    model = model_of("three-card-poker", house)
    composition = tuple(0 if card in removed else there for card, there in enumerate(FIVE_RANKS))
    assert_lumps(count(model, composition), count(model, composition, lumped=False))


@pytest.mark.parametrize("house", HOUSES["three-card-poker"], ids=str)
def test_renaming_suits_leaves_1755_kinds_of_three_card_hands(house: House) -> None:
    heads, hands = Space(model_of("three-card-poker", house), full(1), lumped=True).rows(3)
    assert len(heads) == 1_755
    assert int(hands.sum()) == 22_100


@pytest.mark.parametrize("house", HOUSES["casino-monte"], ids=str)
def test_all_triples_of_casino_monte_by_kind_of_card(house: House) -> None:
    model = model_of("casino-monte", house)
    unlumped = count(model, lumped=False)
    assert_lumps(count(model), unlumped)
    assert unlumped.total == perm(52 * model.decks, 3) * 6


def test_lucky_monkey_needs_every_face_told_apart_and_nothing_else() -> None:
    # all cards of a value are alike to the main wagers, so their shoe may be lumped further; the counts stay
    model = model_of("baccarat", {"decks": 6})
    composition = small("baccarat", {"decks": 6})
    main = replace(model, wagers=model.wagers[:3])
    values = replace(foreign.baccarat(6), wagers=model.wagers[:3])
    assert by_outcome(count(main, composition)) == by_outcome(count(values, composition))


@pytest.mark.torture
@pytest.mark.parametrize("house", HOUSES["three-card-poker"], ids=str)
def test_all_deals_of_three_card_poker_one_by_one(house: House) -> None:
    model = model_of("three-card-poker", house)
    unlumped = count(model, lumped=False)
    assert_lumps(count(model), unlumped)
    assert unlumped.total == (1_221_511_200 if house["exposed_card"] else 407_170_400)


# ── By hand ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 16])
def test_casino_monte_counted_by_hand(decks: int) -> None:
    for procedure in ("standard", "alternate"):
        analysis = analyze("casino-monte", house={"decks": decks, "procedure": procedure})
        assert analysis.wagers["initial"].house_edge == by_hand.monte_edge(decks)


@pytest.mark.parametrize("low", [True, False])
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_full_monte_counted_by_hand(decks: int, *, low: bool) -> None:
    hands = analyze("casino-monte", house={"decks": decks, "ace_low_straight": low}).wagers["full_monte"]
    by_name = {row.outcome: 6 * row.combinations for row in hands.rows}  # stated as sets, counted by hand in order
    assert Counter(by_name) == by_hand.full_monte_hands(decks, ace_low=low)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_baccarat_and_lucky_monkey_counted_by_hand(decks: int) -> None:
    wagers = analyze("baccarat", house={"decks": decks}).wagers
    won, lines = by_hand.coups(decks)
    assert Counter({row.outcome: row.combinations for row in wagers["tie"].rows}) == won
    assert Counter({row.outcome: row.combinations for row in wagers["lucky_monkey"].rows}) == lines


READINGS = {name: (int(behind), int(tied)) for name, (behind, tied) in UNQUALIFIED_PAYS.items()}


def assert_three_card_poker_by_hand(*, one_of_a_kind: bool) -> None:
    worth = by_hand.poker_worth(READINGS.values(), one_of_a_kind=one_of_a_kind)
    deals = comb(52, 3) * 49 * comb(48, 2), comb(52, 3) * comb(49, 3)
    for name, pays in READINGS.items():
        for place, exposed in enumerate((True, False)):
            house = {"ante_when_dealer_not_qualified": name, "exposed_card": exposed}
            edge = analyze("three-card-poker", house=house).wagers["ante"].house_edge
            assert edge == Fraction(-worth[pays][place], deals[place])


def test_three_card_poker_counted_by_hand_under_every_reading() -> None:
    assert_three_card_poker_by_hand(one_of_a_kind=True)


@pytest.mark.torture
def test_three_card_poker_counted_by_hand_with_every_hand() -> None:
    assert_three_card_poker_by_hand(one_of_a_kind=False)


# ── Every house rule that moves money, priced by walking ─────────────────────────────────────────────────────────────

PRICED: dict[str, tuple[House, ...]] = {
    "casino-monte": (*HOUSES["casino-monte"][:2], {"full_monte_paytable": "50,40,9,4,4,1"}),
    "baccarat": (
        *({"lucky_monkey_paytable": paytable} for paytable in (1, 2, 3, 4)),
        {"commission": "4%", "tie_pays": 9},
    ),
    "three-card-poker": (
        *(
            {"ante_when_dealer_not_qualified": reading, "exposed_card": exposed}
            for reading, exposed in product(READINGS, (True, False))
        ),
        {"pair_plus_paytable": "100,40,30,5,4,1", "six_card_bonus_paytable": "1000,200,50,25,20,10,5"},
    ),
}


def best_by_walking(model: Model, composition: Composition, stakes: Stakes) -> Fraction:
    """The expectation of stakes when every decision is the best, each deal settled in turn."""
    units = {id_: Fraction(amount) for id_, amount in stakes.items()}
    options = [option.id for decision in model.decisions for option in decision.options] or [""]
    worth: dict[tuple[int, str], Fraction] = {}
    total = 0
    for deal, weight in walk(model, composition):
        total += weight
        sight = result(model, model.decisions[0].sees, dict(deal)) if model.decisions else 0
        for option in options:
            won = winnings(model, deal, {decision.id: option for decision in model.decisions}, units)
            worth[sight, option] = worth.get((sight, option), Fraction(0)) + weight * won
    sights = {sight for sight, _ in worth}
    return sum((max(worth[sight, option] for option in options) for sight in sights), Fraction(0)) / total


def missing(composition: Composition, decks: int) -> list[int]:
    """The cards to remove from whole decks to leave a composition."""
    return [card for card in DECK for _ in range(decks - composition[card])]


@pytest.mark.parametrize(
    ("of", "house"), [pytest.param(of, house, id=f"{of}-{house}") for of in GAMES for house in PRICED.get(of, ({},))]
)
def test_walking_prices_every_house_rule_as_the_engine_does(of: str, house: House) -> None:
    model, composition = model_of(of, house), small(of, house)
    solver = solver_of(of, house=house, removed=missing(composition, model.decks))
    made = {decision.wager for decision in model.decisions}
    for stakes in ({wager.id: 1 for wager in model.wagers if wager.id not in made}, usual_stakes(model)):
        mixed = Analysis(solver.play(solver.best_plans(stakes)), "optimal").distribution(stakes)
        assert mixed.mean == best_by_walking(model, composition, stakes)


# ── At the table ─────────────────────────────────────────────────────────────────────────────────────────────────────

DEALABLE: dict[str, tuple[House, ...]] = {
    "casino-monte": tuple(
        {"procedure": procedure, "ace_low_straight": low, "initial_maximum": "500", "full_monte_maximum": "500"}
        for procedure, low in product(("standard", "alternate"), (True, False))
    ),
    "baccarat": ({"burn": False, "lucky_monkey_paytable": 4},),
    "three-card-poker": tuple(
        {"ante_when_dealer_not_qualified": reading, "exposed_card": exposed, "collection": 2}
        for reading, exposed in product(READINGS, (True, False))
    ),
}
AT_A_TABLE = {
    "casino-monte": "2c 3c 4c 4d 4h Ks",
    "baccarat": "Ah 3d 6s 8d Jd",
    "three-card-poker": "2c 3c 9s Jh Jd Qs Kc",
}
TABLES = [pytest.param(of, house, id=f"{of}-{house}") for of in GAMES for house in DEALABLE.get(of, ({},))]


def seats_for(model: Model) -> int:
    """How many seats are tried at once: one for every option where all seats share the cards."""
    shared = not {drawn.name for drawn in model.draws} & set(model.per_seat)
    return max([1, *(len(decision.options) for decision in model.decisions)]) if shared else 1


def decisions_to_try(model: Model, seats: Iterable[int]) -> list[dict[int, str]]:
    """Options for the seats, so that every option is taken by somebody in one of the rounds."""
    options = [option.id for decision in model.decisions for option in decision.options] or [""]
    places = list(seats)
    return [
        {seat: options[(start + place) % len(options)] for place, seat in enumerate(places)}
        for start in range(0, len(options), len(places))
    ]


@pytest.mark.parametrize(("of", "house"), TABLES)
def test_every_deal_of_a_small_deck_settles_at_the_table_as_it_was_counted(of: str, house: House) -> None:
    model = model_of(of, house)
    copies = {card: min(model.decks, 2) for card in cards_from(AT_A_TABLE.get(of, SOME_CARDS))}
    composition = tuple(copies.get(card, 0) for card in DECK)
    at = table(of, house, seats_for(model))
    tally: Counter[tuple[str, str, str, Fraction]] = Counter()
    for deal, weight in walk(model, composition):
        for chosen in decisions_to_try(model, at.seats):
            for seat, paid in at.settled(deal, chosen).items():
                assert paid == as_ruled(model, deal, chosen[seat])
                for wager, (called, odds) in paid.items():
                    tally[chosen[seat], wager, called, odds] += weight
    assert tally == settled_by_the_count(Solver(count(model, composition), model))


def settled_by_the_count(solver: Solver) -> Counter[tuple[str, str, str, Fraction]]:
    """Deals by option, wager, outcome and odds, out of the count."""
    tally: Counter[tuple[str, str, str, Fraction]] = Counter()
    for number, plan in enumerate(solver.plans):
        option = "".join(option.id for option in solver.options(plan))
        staked = {
            wager
            for wager, units in solver.units(plan, {wager.id: 1 for wager in base_wagers(solver.model)}).items()
            if units
        }
        always = np.full(len(solver.counts.sights), number, dtype=np.int64)
        for (_, joint), deals in solver.play(always).table.items():
            for wager in solver.model.wagers:
                if wager.id in staked:
                    line = wager.line(int(solver.code_of_joint[wager.id][joint]))
                    tally[option, wager.id, line.called, line.odds] += deals
    return tally


def dealt_at_random(model: Model, random: Random) -> Facts:
    """One deal of whole decks."""
    taken = random.sample([card for card in DECK for _ in range(model.decks)], 6)
    deal: Facts = {name: (value,) for name, value in model.constants.items()}
    for drawn in model.draws:
        if drawn.kind is Draw.DIE:
            deal[drawn.name] = (random.randint(1, drawn.count),)
        else:
            deal[drawn.name], taken = tuple(taken[: drawn.count]), taken[drawn.count :]
    return deal


def assert_a_sample_settles_as_ruled(of: str, house: House, rounds: int) -> None:
    model, random = model_of(of, house), Random(f"{of} {house}")
    at = table(of, house, seats_for(model))
    for _ in range(rounds):
        deal = dealt_at_random(model, random)
        for chosen in decisions_to_try(model, at.seats):
            for seat, paid in at.settled(deal, chosen).items():
                assert paid == as_ruled(model, deal, chosen[seat])


@pytest.mark.parametrize(("of", "house"), TABLES)
def test_deals_of_whole_decks_settle_at_the_table_as_ruled(of: str, house: House) -> None:
    assert_a_sample_settles_as_ruled(of, house, 500)


@pytest.mark.torture
@pytest.mark.parametrize(("of", "house"), TABLES)
def test_very_many_deals_of_whole_decks_settle_at_the_table_as_ruled(of: str, house: House) -> None:
    assert_a_sample_settles_as_ruled(of, house, 50_000)


@pytest.mark.parametrize("procedure", ["standard", "alternate"])
@pytest.mark.parametrize("spot", [2, 3])
def test_the_spots_of_casino_monte_and_its_procedures_are_alike(procedure: str, spot: int) -> None:
    # the count is made for spot 1; another spot, and the other procedure, fall in the same outcomes equally often
    model = model_of("casino-monte", {"procedure": procedure})
    mine = replace(model, constants={**model.constants, "spot": spot})
    composition = small("casino-monte", {})
    assert walked(mine, composition) == walked(model_of("casino-monte"), composition)


# ── What holds of every analysis ─────────────────────────────────────────────────────────────────────────────────────

EVERY_GAME = pytest.mark.parametrize("of", list(GAMES))


@EVERY_GAME
def test_probabilities_sum_to_one_exactly(of: str) -> None:
    for report in analyze(of).wagers.values():
        assert sum(row.probability for row in report.rows) == 1
        assert sum(row.combinations for row in report.rows) == report.combinations
        assert report.distribution.win + report.distribution.push + report.distribution.lose == 1


def reversed_odds(model: Model) -> Model:
    """The same game paid the other way round."""
    return replace(
        model,
        wagers=tuple(
            replace(wager, lines=tuple(replace(line, pays=-line.odds, commission=PUSHED) for line in wager.lines))
            for wager in model.wagers
        ),
    )


@EVERY_GAME
def test_reversing_the_odds_reverses_the_sign(of: str) -> None:
    solver = solver_of(of)
    plans = solver.best_plans()
    other = solver.repriced(reversed_odds(solver.model))
    ours, theirs = Analysis(solver.play(plans), "optimal"), Analysis(other.play(plans), "the same")
    for wager, report in ours.wagers.items():
        assert theirs.wagers[wager].house_edge == -report.house_edge
        assert theirs.wagers[wager].distribution.variance == report.distribution.variance


def assert_converges(edges: Iterable[Fraction], limit: Fraction) -> None:
    """Each doubling of the decks brings the edge nearer, by about half of what was left."""
    left = [abs(edge - limit) for edge in edges]
    for fewer, more in pairwise(left):
        assert fewer * Fraction(2, 5) < more < fewer * Fraction(3, 5)


DECKS = (2, 4, 8, 16)


def test_more_decks_of_casino_monte_come_to_endless_ones() -> None:
    analyses = [analyze("casino-monte", house={"decks": decks}).wagers for decks in DECKS]
    assert_converges((a["initial"].house_edge for a in analyses), by_hand.monte_edge_of_endless_decks())
    endless = by_hand.full_monte_of_endless_decks(FULL_MONTE_PAYS)
    assert_converges((a["full_monte"].house_edge for a in analyses), endless)


def test_more_decks_of_baccarat_come_to_endless_ones() -> None:
    analyses = [analyze(foreign.baccarat(decks)).wagers for decks in DECKS]
    endless = by_hand.coups_of_endless_decks()
    for side in ("player", "banker", "tie"):
        shares = (next(row.probability for row in a[side].rows if row.outcome == side) for a in analyses)
        assert_converges(shares, endless[side])


@pytest.mark.parametrize(
    ("of", "stakes"),
    [
        ("casino-monte", {"initial": 1}),
        ("three-card-poker", {"ante": 1}),
        ("three-card-poker", {"ante": 1, "pair_plus": 1}),
        ("three-card-poker", {"ante": 5, "pair_plus": 2, "six_card_bonus": 1}),
    ],
    ids=str,
)
def test_no_change_in_any_one_information_set_improves_the_optimum(of: str, stakes: Stakes) -> None:
    solver = solver_of(of)
    values, _ = solver.values(stakes)
    best = np.take_along_axis(values, solver.best_plans(stakes)[:, None], axis=1)
    assert (values <= best).all()


@EVERY_GAME
def test_the_price_of_a_change_is_what_the_values_say(of: str) -> None:
    # the same, the long way round: change the plan at one sight, play it, and look at the edge
    solver = solver_of(of)
    if not solver.model.decisions:
        return
    values, scale = solver.values()
    best, total = solver.best_plans(), solver.counts.total
    base = solver.model.decisions[0].base
    edge = Analysis(solver.play(best), "optimal").wagers[base].house_edge
    random = Random(of)
    for row, plan in product(random.sample(range(len(best)), 8), range(len(solver.plans))):
        changed = best.copy()
        changed[row] = plan
        lost = Analysis(solver.play(changed), "changed").wagers[base].house_edge - edge
        assert lost == Fraction(int(values[row, best[row]] - values[row, plan]), scale * total) >= 0


def test_counting_on_one_thread_or_many_gives_the_same(tmp_path: Path) -> None:
    model = model_of("three-card-poker", {"exposed_card": False})
    space = Space(model, FIVE_RANKS, lumped=True)
    counter = written(space)
    once = run(space, counter, 1)
    for workers in (2, 3, 16):
        for kept, again in zip(once, run(space, counter, workers), strict=True):
            assert np.array_equal(kept, again)
