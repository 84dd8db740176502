"""A limited bank: against every deal and every strategy of a small game, the table core, and what must show nothing.

Where chance is tested, the seed is fixed; the bounds are 4.5 standard errors, which chance alone exceeds once in
150,000 comparisons, and fewer than a hundred are made here.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt
import pytest

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.exact.session import session
from croupier.exact.wager_report import Distribution
from croupier.games import game
from croupier.protect.bank import BankReport, bank_report, moving_rules, shift_at
from croupier.protect.bank_kernel import BY_GROUP
from croupier.protect.bank_table import BankTable, Play, bank_table, same_seats
from croupier.protect.best_response import FIXED_POINT, IN_TURN, best_response, learned, regret
from croupier.protect.shift import shift_of
from croupier.simulation.job import Chunk, played
from croupier.simulation.tables.kernel import BANK, HEAD, MOMENTS
from croupier.simulation.tables.seats import Seat, seat
from croupier.simulation.tables.trial import table_trial
from croupier.table import commands as c
from croupier.table.state import BANK_WAGER, State
from tests.protect.short_change import ALL_BUT_FIVE, FIVE, SHORT_CHANGE, settled_at_table
from tests.simulation.dealt_tables import RICH, Replay

Z = 4.5
STAKE = {"stake": 10_00}
MIXED = ({"stake": 10_00, "low": 5_00}, {"stake": 20_00})
WAGERS = (0, 5_00, 10_00, 15_00, 20_00, 30_00, 40_00, 80_00)
HOUSES = tuple(
    {"counts": counts, "turn": turn, "early": early}
    for counts, turn, early in product(("action", "net"), ("seats", "kinds"), (False, True))
)
DEALS = tuple(permutations(FIVE, 3))
RANKS = sorted(rank_of(card) for card in FIVE)


def small(
    house: Mapping[str, object],
    stakes: tuple[Mapping[str, int], ...] = (STAKE, STAKE),
    *,
    every_deal: bool = True,
    seed: int = 0,
) -> BankTable:
    book = SHORT_CHANGE.rulebook(SHORT_CHANGE.house(house))
    seats = tuple(Seat(each) for each in stakes)
    return bank_table(book, seats, removed=ALL_BUT_FIVE, every_deal=every_deal, seed=seed)


@cache
def dealt(counts: str, turn: str, early: int, wager: int) -> npt.NDArray[np.int64]:
    """What two seats win at the table core, by deal, by how they decide, and by seat."""
    house = {"counts": counts, "turn": turn, "early": bool(early)}
    ways = product(DEALS, product((0, 1), repeat=2))
    results = [settled_at_table(house, (STAKE, STAKE), wager, cards, plans)[1:3] for cards, plans in ways]
    return np.array(results, dtype=np.int64).reshape(len(DEALS), 2, 2, 2)


PLACES = np.array([[RANKS.index(rank_of(card)) for card in cards] for cards in DEALS])


def strategies(situations: int) -> Iterator[tuple[int, ...]]:
    return product((0, 1), repeat=situations)


def won(
    house: Mapping[str, object], wager: int, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[Fraction, Fraction]:
    """What two seats win by round with these strategies; the second hears the first and has ten situations."""
    table = dealt(str(house["counts"]), str(house["turn"]), int(bool(house["early"])), wager)
    one = np.array(first)[PLACES[:, 0]]
    two = np.array(second)[5 * one + PLACES[:, 1]]
    total = table[np.arange(len(DEALS)), one, two].sum(axis=0)
    return Fraction(int(total[0]), len(DEALS)), Fraction(int(total[1]), len(DEALS))


# ── Against the table core ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_every_deal_is_settled_as_the_table_settles_it(house: Mapping[str, object]) -> None:
    table = small(house, MIXED)
    values = table.values(WAGERS, rounds=0)
    plan_of_rank = [dict(zip(RANKS, row.tolist(), strict=True)) for row in table.ordinary.by_row]
    for number, wager in enumerate(WAGERS):
        if not wager:
            continue  # no table lets anybody bank with nothing
        total = [0, 0, 0]
        for cards in DEALS:
            plans = tuple(of[rank_of(card)] for of, card in zip(plan_of_rank, cards, strict=False))
            results = settled_at_table(house, MIXED, wager, cards, plans)
            total = [a + b for a, b in zip(total, results, strict=False)]
        assert [values.mean(number, who).value for who in range(3)] == [Fraction(t, len(DEALS)) for t in total]


def test_what_the_bank_and_the_seats_win_and_what_is_dropped_comes_from_them_alone() -> None:
    values = small(HOUSES[0], MIXED).values(WAGERS, rounds=0)
    for number in range(len(WAGERS)):
        assert sum(values.mean(number, who).value for who in range(3)) == 0
    assert settled_at_table(HOUSES[0], MIXED, 15_00, FIVE[:3], (1, 1))[-1] == 2 * 1_00 + 2_00
    assert small(HOUSES[0], MIXED).laid.fees == {1: 1_00, 2: 1_00, 4: 2_00}


@pytest.mark.slow
@pytest.mark.parametrize("wager", [70, 75, 200])
def test_the_same_rounds_come_to_the_same_cents_as_in_the_table_simulation(wager: int) -> None:
    """Which deals the same cards as the table core (tests/simulation/test_tables.py)."""
    seats = (seat(ante=10), seat(ante=25, pair_plus=5), seat(ante=10, six_card_bonus=5), seat(ante=5))
    trial = table_trial("three-card-poker", seats=seats, bank=wager, shift=1, seed="same")
    rounds = 5_000
    tally = played(Chunk(trial.job, 0, rounds))
    for reading, coverage in enumerate(("action", "net")):
        book = game("tcp").rulebook(game("tcp").house({"coverage": coverage}))
        table = bank_table(book, seats)
        grain = table.grain((trial.bank.wager,))
        reach = min(trial.bank.wager, table.due_max) // grain
        numbers = table.numbers((trial.bank.wager,), grain=grain, reach=reach)
        ours = np.zeros(200_000, dtype=np.int64)
        assert not table.value_kernel.compiled(trial.job.key, 0, rounds, *table.arrays(table.ordinary), numbers, ours)
        at = trial.cells.block * reading + len(HEAD)
        first = 2 * (len(seats) + 1) + 3
        assert ours[first] * grain == tally[at + BANK.index("before") * MOMENTS]
        for number in range(len(seats)):
            place = len(BANK) + number * trial.cells.by_seat + len(trial.cells.bases)
            assert ours[first + 3 * (number + 1)] * grain == tally[at + place * MOMENTS]


@pytest.mark.slow
@pytest.mark.parametrize(("bank", "forfeits"), [(70, "in_turn"), (180, "in_turn"), (30, "at_fold")])
def test_what_comes_back_uncovered_is_what_the_table_gives_back(
    bank: int, forfeits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report's two figures of each seat, in rounds that the table core deals, also with an ample bank."""
    house, rounds = {"forfeits": forfeits}, 300
    seats = (seat(ante=10, pair_plus=5, six_card_bonus=5),) * 6
    trial = table_trial("tcp", house=house, seats=seats, bank=bank, shift=1, seed="back")
    monkeypatch.setattr("croupier.protect.bank_table.key_of", lambda *_: trial.job.key)  # so that both deal the same
    book = game("tcp").rulebook(game("tcp").house(house))
    found = bank_report(book, seats=seats, bank=bank, dealt=rounds, readings=False)
    replay = Replay(trial)
    short, ample = (betting_closed(replay, house, cents) for cents in (trial.bank.wager, RICH // 2))
    due, uncovered, given_back = [0] * 6, [0] * 6, [0] * 6
    for number in range(rounds):
        paid = replay.settled(short, number)[1]
        for full in replay.settled(ample, number)[0].settled:
            missing = abs(full.result) - abs(paid[full.seat, full.wager])
            due[full.seat - 1] += abs(full.result)
            uncovered[full.seat - 1] += missing
            given_back[full.seat - 1] += missing if full.outcome == "forfeited" else 0
    assert found.bank.wager == trial.bank.wager
    assert found.bank.returned == tuple(Fraction(part, all_) for part, all_ in zip(uncovered, due, strict=True))
    assert found.bank.given_back == tuple(Fraction(cents, rounds) for cents in given_back)
    assert sum(given_back) > 0


def betting_closed(replay: Replay, house: Mapping[str, object], wager: int) -> State:
    """A table at which all have bet, against a bank of a wager."""
    script = replay.script(house, RICH)
    script.bank(script.state.rulebook.seats)
    script.open()
    script.do(c.PlaceWager(script.state.player_dealer, BANK_WAGER, wager))
    replay.bet(script)
    script.close()
    return script.state


# ── Best responses, by trying every strategy ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "wager", [15_00, *(pytest.param(each, marks=pytest.mark.slow) for each in (10_00, 20_00, 30_00, 40_00))]
)
@pytest.mark.parametrize("counts", ["action", "net"])
def test_in_turn_no_strategy_of_any_seat_wins_more_than_its_response(counts: str, wager: int) -> None:
    house = {"counts": counts, "turn": "seats", "early": False}
    response = best_response(small(house), wager, rounds=0)
    assert response.concept == IN_TURN
    best_one = max(won(house, wager, first, (0,) * 10)[0] for first in strategies(5))
    assert response.seat(1).value == best_one
    first = plans(response.table, response.play, 0)[:5]
    assert won(house, wager, first, (0,) * 10)[0] == best_one
    assert response.seat(2).value == max(won(house, wager, first, second)[1] for second in strategies(10))
    assert not any(response.regrets)


def plans(table: BankTable, play: Play, number: int) -> tuple[int, ...]:
    """A seat's plan after each history and at each sight."""
    if play.kinds[number] != BY_GROUP:
        return tuple(play.by_row[number].tolist())
    usual = np.tile(play.by_row[number], table.histories)
    return tuple(np.where(play.by_group[number] < 2, play.by_group[number], usual).tolist())


@pytest.mark.parametrize("wager", [10_00, 15_00, 20_00])
def test_what_a_seat_might_still_gain_is_what_its_best_strategy_wins_more(wager: int) -> None:
    house = {"counts": "action", "turn": "seats", "early": False}
    table = small(house)
    first, second = (tuple(row.tolist()) for row in table.ordinary.by_row)
    found = learned(table, wager, table.ordinary, 1, 0, "regret", lambda _: None)
    usual = np.full(len(found.visits), len(table.solver.plans))
    best = max(won(house, wager, first, each)[1] for each in strategies(10))
    gain = best - won(house, wager, first, second * 2)[1]
    assert regret(table, found, usual, table.grain((wager,))) == gain


@pytest.mark.parametrize("wager", [15_00, 20_00, 30_00])
@pytest.mark.parametrize("changes", [{"turn": "kinds"}, {"early": True}], ids=str)
def test_where_later_seats_matter_no_seat_gains_by_another_strategy(changes: Mapping[str, object], wager: int) -> None:
    house = {"counts": "action", "turn": "seats", "early": False, **changes}
    response = best_response(small(house), wager, rounds=0)
    first, second = (plans(response.table, response.play, number) for number in range(2))
    ours = won(house, wager, first[:5], second)
    assert response.concept == FIXED_POINT
    assert (response.seat(1).value, response.seat(2).value) == ours
    assert max(won(house, wager, other, second)[0] for other in strategies(5)) == ours[0]
    assert max(won(house, wager, first[:5], other)[1] for other in strategies(10)) == ours[1]


@pytest.mark.slow
def test_the_first_seat_from_the_count_is_the_first_seat_from_all_deals() -> None:
    for wager in (5_00, 15_00, 40_00):
        counted = best_response(small(HOUSES[0], every_deal=False), wager, rounds=1 << 10)
        assert counted.exact_first == best_response(small(HOUSES[0]), wager, rounds=0).seat(1).value


@pytest.mark.slow
def test_responses_learned_by_chance_are_those_of_all_deals() -> None:
    by_chance = best_response(small(HOUSES[0], every_deal=False, seed=5), 15_00, rounds=1 << 15)
    exact = best_response(small(HOUSES[0]), 15_00, rounds=0)
    learned = by_chance.seat(2)
    assert abs(float(learned.value - exact.seat(2).value)) < Z * learned.standard_error
    assert exact.seat(2).value > exact.ordinary.mean(0, 2).value


# ── Controls ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_bank_that_covers_everything_gives_no_position_a_gain(house: Mapping[str, object]) -> None:
    table = small(house, every_deal=False)
    values = table.values((table.due_max,), rounds=1 << 12)
    assert [values.mean(0, who).value for who in (1, 2)] == list(table.covered_means[1:])
    assert values.mean(0, 1) == values.mean(0, 2)
    assert values.mean(0, 1).standard_error == 0
    assert values.head(0, "short") == 0


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_bank_of_nothing_covers_nothing(house: Mapping[str, object]) -> None:
    values = small(house).values((0,), rounds=0)
    assert [values.mean(0, who).value for who in range(3)] == [0, 0, 0]
    assert values.returned(0, 0) == values.returned(0, 1) == 1


def test_what_never_came_up_is_not_taken_for_impossible() -> None:
    table = small(HOUSES[0], every_deal=False)
    nearly, wholly = table.values((table.due_max - 5_00, table.due_max), rounds=16), table.due_max
    assert table.covering(1) == 20_00
    assert table.covering(2) == table.covering(0) == wholly == 40_00
    assert nearly.mean(0, 1).standard_error == nearly.mean(1, 2).standard_error == 0
    assert nearly.mean(0, 2).standard_error >= 5_00 / 16 * (nearly.head(0, "short") == 0)
    assert nearly.mean(0, 2).standard_error > 0


def test_a_seat_that_no_round_reached_may_win_no_more_than_the_bank_has() -> None:
    table = small(HOUSES[0], every_deal=False)
    for wager in (0, 5_00):
        second = table.values((wager,), rounds=16).mean(0, 2)
        assert second.value == 0
        assert second.standard_error == wager / 16


def test_dealt_rounds_agree_with_all_deals() -> None:
    exact, by_chance = small(HOUSES[0]), small(HOUSES[0], every_deal=False, seed=8)
    some, every = by_chance.values(WAGERS, rounds=1 << 14), exact.values(WAGERS, rounds=0)
    steadied = 0
    for number in range(1, len(WAGERS)):
        for who in range(3):
            mean, truth = some.mean(number, who), every.mean(number, who).value
            assert abs(float(mean.value - truth)) <= Z * mean.standard_error
            steadied += mean.standard_error == 0
    assert steadied >= 6  # where all is covered nothing is left to chance


# ── A shift ──────────────────────────────────────────────────────────────────────────────────────────────────────────


ROUND = {-20_00: 3, 0: 2, 10_00: 4, 25_00: 1}


def test_a_shift_and_its_worst_moment_are_those_of_all_its_courses() -> None:
    rounds, fee = 4, 1_00
    shift = shift_of(ROUND, fee, rounds)
    ends: dict[int, float] = {}
    falls: dict[int, float] = {}
    for course in product(ROUND, repeat=rounds):
        chance = float(np.prod([ROUND[cents] / 10 for cents in course]))
        sums = np.concatenate([[0], np.cumsum([cents - fee for cents in course])])
        ends[int(sums[-1])] = ends.get(int(sums[-1]), 0) + chance
        fall = -int(sums[:-1].min())
        falls[fall] = falls.get(fall, 0) + chance
    for cents in (-50_00, -20_00, 0, 31_00):
        assert shift.below(cents) == pytest.approx(sum(p for end, p in ends.items() if end < cents))
    for share in (0.015, 0.33, 0.51, 0.83, 0.999):
        at_or_below = [end for end in sorted(ends) if sum(p for each, p in ends.items() if each <= end) >= share]
        assert shift.quantile(share) == at_or_below[0]
    for bankroll in (30_00, 45_00, 66_00, 90_00):
        lost = sum(p for fall, p in falls.items() if bankroll - fall < 20_00 + 2_00)
        assert shift.ruin(bankroll, 20_00, 2_00) == pytest.approx(lost)
    for risk in (0.5, 0.1, 0.01):
        capital = shift.capital(risk, 20_00, 2_00)
        assert shift.ruin(capital, 20_00, 2_00) <= risk + 1e-12
        assert shift.ruin(capital - shift.unit, 20_00, 2_00) > risk


def test_a_shift_has_the_quantiles_of_the_exact_session() -> None:
    one = Distribution({Fraction(cents): count for cents, count in ROUND.items()}, 10)
    exact, shift = session(one, rounds=150, stake=1), shift_of(ROUND, 0, 150)
    for share in (0.01, 0.25, 0.5, 0.95):
        assert shift.quantile(share) == exact.quantile(share)
    assert shift.below(0) == pytest.approx(float(exact.behind), abs=1e-9)


def test_more_capital_is_never_a_larger_risk() -> None:
    shift = shift_of(ROUND, 3_00, 60)
    risks = [shift.ruin(bankroll, 20_00, 2_00) for bankroll in range(0, 400_00, 7_00)]
    assert risks == sorted(risks, reverse=True)
    assert risks[0] == 1


# ── The report ───────────────────────────────────────────────────────────────────────────────────────────────────────


def report(**options: object) -> BankReport:
    book = SHORT_CHANGE.rulebook(SHORT_CHANGE.house({}))
    return bank_report(book, **{"seats": 3, "stakes": {"stake": 10}, "bank": 25, "dealt": 1 << 12, **options})  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_report_is_shown_and_becomes_data() -> None:
    found = report(bankroll=300, respond=True, readings=False, seed=3)
    data = json.loads(json.dumps(found.to_dict()))
    assert data["schema"] == "croupier.bank/1"
    assert data["bank"]["wager"] == 25_00
    assert data["covers_everything_from"] == 60_00
    assert len(data["best_play"]["seats"]) == 3
    assert "a bank of $25 against 3 seats" in repr(found)
    assert "How the seats should play against this bank" in str(found)
    assert {row["position"] for row in found.to_rows()} == {0, 1, 2, 3}
    assert found.to_csv().startswith("bank,position,by_round")
    assert found.conditions is not None
    assert found.conditions.options["--bank"] == "25"
    assert found.conditions.options["--respond"] is True


@pytest.mark.slow
def test_house_rules_that_move_money_are_found_by_what_they_do() -> None:
    found = report()
    moving, _ = moving_rules(found.table)
    assert moving == {"counts": ["action", "net"], "turn": ["seats", "kinds"], "early": [False, True]}
    assert "Other readings" in str(found)
    assert found.readings[0].changes == {}
    assert found.fairest is min(found.readings, key=lambda each: each.spread)
    assert len({reading.words for reading in found.readings}) == len(found.readings)


@pytest.mark.slow
def test_one_seat_is_exact() -> None:
    alone = report(seats=1, bank=15)
    assert alone.dealt == 0
    assert alone.bank.before.standard_error == 0
    assert alone.bank.before.value == -alone.bank.seats[0].value
    assert report(seats=1, bank=15, seed=9).bank.before == alone.bank.before


def test_by_hour_and_shift_it_comes_to_what_its_rounds_do() -> None:
    found = report(readings=False, rounds=50, rounds_per_hour=40)
    bank = found.bank
    fee = found.table.dealer_fee
    assert bank.fee == fee == 2_00
    assert bank.after.value == bank.before.value - fee
    assert found.per_hour.value == 40 * bank.after.value
    assert found.per_hour.standard_error == pytest.approx(40 * bank.after.standard_error)
    assert found.shift.mean.value == 50 * bank.after.value
    assert found.shift.mean.standard_error == pytest.approx(50 * bank.after.standard_error)
    assert found.shift.deviation == pytest.approx(50**0.5 * bank.deviation)


def test_a_shift_against_several_seats_pays_the_fee_of_every_round() -> None:
    """The mean of a shift's results is what its rounds win, less two dollars each."""
    found = report(readings=False, rounds=50)
    values = found.table.values((found.bank.wager,), rounds=found.dealt)
    shift = shift_at(values, 0, 50)
    unit, chances = shift.ends
    ends = shift.quantile(0) + unit * np.arange(len(chances))
    by_round = Fraction(sum((at - values.reach) * n for at, n in enumerate(values.results(0))), values.rounds)
    assert float(ends @ chances) == pytest.approx(50 * (float(by_round) * values.grain - 2_00))
    assert float(ends**2 @ chances) - float(ends @ chances) ** 2 == pytest.approx(50 * float(values.variance(0)))


def test_the_best_wager_on_capital_wins_most_for_each_dollar_of_it() -> None:
    found = report(readings=False)
    earned = {each.wager: each.after.value / each.capital[0.01] for each in found.wagers if each.wager}
    best = found.best_on_capital
    assert best is not None
    assert earned[best.wager] == max(earned.values()) > 0 > min(earned.values())


def test_the_best_wager_wins_most() -> None:
    found = report(readings=False)
    assert found.best.before.value == max(each.before.value for each in found.wagers)
    assert found.bank.wager == 25_00


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    report(respond=True, readings=False, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bank": "0"}, "a bank of $0 is below the least, $1"),
        ({"bank": "10.50"}, "not whole dollars"),
        ({"seats": 4}, "4 seats cannot play; 1 to 3 can"),
        ({"stakes": {"hope": 5}}, "there is no wager"),
        ({"stakes": {"stake": 500}}, "outside the limits"),
        ({"rounds": 0}, "a shift of 0 rounds is not worked out"),
        ({"dealt": 3}, "3 rounds cannot be dealt"),
        ({"rounds_per_hour": 0}, "rounds per hour must be above 0"),
    ],
    ids=str,
)
def test_what_no_table_has_is_refused_in_a_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said.replace("$", r"\$")):
        report(**options)


def test_a_game_that_the_house_banks_has_no_such_report() -> None:
    with pytest.raises(Refused, match="the house banks Casino Monte, without limit"):
        bank_report(game("monte").rulebook())


# ── Three Card Poker ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_at_70_to_80_dollars_the_last_two_of_six_seats_are_ahead_by_7_to_18_percent() -> None:
    book = game("tcp").rulebook()
    table = bank_table(book, same_seats(book, 6, {"ante": 10}, "optimal"), seed=14)
    values = table.values((70_00, 80_00, 120_00), rounds=1 << 19)
    for number in (0, 1):
        for who in (5, 6):
            mean = values.mean(number, who) / 10_00
            assert Fraction(7, 100) < mean.value < Fraction(18, 100)
            assert mean.standard_error < 0.002
        assert values.mean(number, 0).value < 0
    for who in range(1, 7):
        assert values.mean(2, who).value == table.covered_means[1]
        assert values.mean(2, who).standard_error == 0


@pytest.mark.slow
def test_against_a_full_bank_the_best_response_of_the_first_seat_is_the_optimal_strategy() -> None:
    book = game("tcp").rulebook()
    table = bank_table(book, same_seats(book, 1, {"ante": 10}, "optimal"))
    full = best_response(table, 20_00, rounds=1 << 12)
    assert full.exact_first == table.covered_means[1]
    short = best_response(table, 10_00, rounds=1 << 12)
    assert short.exact_first is not None
    assert short.exact_first > full.exact_first
    always = int(table.first_values(10_00)[:, 1].sum())  # a hand that stays where it cannot win loses what a fold does
    assert short.exact_first == Fraction(always, table.solver.counts.total)
    assert f"{float(short.exact_first / 10_00):.4%}" == "4.3461%"
    ordinary = table.first_distribution(10_00, table.ordinary.by_row[0])
    assert (short.usual(1).value, short.usual(1).standard_error) == (-ordinary.mean, 0)
    assert (short.bank.value, short.bank.standard_error) == (-short.exact_first, 0)


@pytest.mark.slow
def test_an_action_button_stays_where_it_is_under_every_reading_that_has_one() -> None:
    tcp = game("tcp")
    book = tcp.rulebook(tcp.house({"first_action": "action_button"}))
    found = bank_report(book, seats=3, bank=35, button=2, dealt=1 << 14)
    assert ("action button", "seat 2") in found.bank_sheet.facts
    as_it_is, *others = found.readings
    assert (as_it_is.words, as_it_is.button) == ("as it is, button at seat 2", 2)
    told = [float(mean.value) for mean in as_it_is.figures.seats]
    assert told == pytest.approx([float(mean.value) for mean in found.bank.seats])
    by_changes = {tuple(each.changes.items()): each for each in others}
    assert by_changes[("coverage", "net"),].button == 2
    usual = by_changes[("first_action", "left_of_player_dealer"),]
    assert usual.button == 0
    left = bank_report(tcp.rulebook(), seats=3, bank=35, dealt=1 << 14, readings=False)
    assert [mean.value for mean in usual.figures.seats] == pytest.approx([mean.value for mean in left.bank.seats])
