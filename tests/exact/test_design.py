"""Paytables by design: none is missed, none is counted twice, and the nearest come first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from croupier.errors import Refused
from croupier.exact.analysis import analyze
from croupier.exact.design import Design, design, floor_sum
from croupier.exact.wager_report import Distribution, OutcomeRow, WagerReport, repriced
from croupier.rulebook.wager import Line, Rule, Wager

DESIGN = import_module("croupier.exact.design")
Bands = tuple[Fraction, Fraction]


def wager(paid: Sequence[int], lost: int, pushed: int = 0) -> WagerReport:
    """A wager of lines a, b, c and so on with these combinations; the others lose or push."""
    lines = {chr(ord("a") + i): (count, Fraction(1)) for i, count in enumerate(paid)}
    lines |= {"lose": (lost, Fraction(-1)), "push": (pushed, Fraction(0))}
    lines = {name: line for name, line in lines.items() if line[0]}
    total = sum(count for count, _ in lines.values())
    deals: dict[Fraction, int] = {}
    for count, pays in lines.values():
        deals[pays] = deals.get(pays, 0) + count
    return WagerReport(
        wager=Wager(
            id="side",
            label="Side",
            outcome=Rule(lambda card: card, ("card",)),
            lines=tuple(Line(i, name, name, pays) for i, (name, (_, pays)) in enumerate(lines.items())),
        ),
        includes=(),
        combinations=total,
        combinations_of="deals",
        rows=tuple(OutcomeRow(name, count, Fraction(count, total), pays) for name, (count, pays) in lines.items()),
        distribution=Distribution(deals, total),
        average_wager=Fraction(1),
    )


def tried(
    report: WagerReport,
    edge: Bands,
    domains: Mapping[str, Sequence[int]],
    hit: Bands | None = None,
    held: Sequence[str] = (),
) -> list[tuple[Any, ...]]:
    """Every paytable there could be, one after the other; those that keep within bounds, in the order promised."""
    rows = sorted((row for row in report.rows if row.outcome in domains), key=lambda row: -row.combinations)
    choices = [
        ([-1] if hit and row.outcome not in held else []) + [*domains[row.outcome]] for row in rows
    ]  # commonest first
    middle = (edge[0] + edge[1]) / 2
    found = []
    for pays in product(*choices):
        rarer_pays_less = any(
            one.combinations > other.combinations and pays[i] > pays[j]
            for i, one in enumerate(rows)
            for j, other in enumerate(rows)
        )
        if rarer_pays_less or max(pays) < 0:
            continue
        priced = repriced(report, {row.outcome: Fraction(pay) for row, pay in zip(rows, pays, strict=True)})
        if edge[0] <= priced.house_edge <= edge[1] and (hit is None or hit[0] <= priced.hit_frequency <= hit[1]):
            unpaid = tuple(i for i, pay in enumerate(pays) if pay < 0)
            order = (abs(priced.house_edge - middle), priced.house_edge, len(unpaid), unpaid, pays)
            by_name = {row.outcome: pay for row, pay in zip(rows, pays, strict=True)}
            found.append((order, tuple(by_name[line.id] for line in report.wager.lines if line.id in by_name)))
    return sorted(found)


def first(found: Sequence[tuple[Any, ...]], count: int) -> list[tuple[int, ...]]:
    """The nearest, and of those that are equally far and do not all fit, some spread evenly."""
    if len(found) <= count:
        return [pays for _, pays in found]
    limit = found[count - 1][0][0] if count else -1
    nearer = [pays for order, pays in found if order[0] < limit]
    alike = [pays for order, pays in found if order[0] == limit]
    room = count - len(nearer)
    return nearer + [alike[n * len(alike) // room] for n in range(room)]


def pays_of(found: Design) -> list[tuple[int, ...]]:
    """The paytables that were listed."""
    return [table.pays for table in found.tables]


# ── All are found ────────────────────────────────────────────────────────────────────────────────────────────────────

counts = st.lists(st.integers(1, 30), min_size=1, max_size=4)
edges = st.tuples(st.fractions(-2, 1, max_denominator=20), st.fractions(0, 2, max_denominator=20)).map(
    lambda band: (band[0], band[0] + band[1])
)


@given(counts, st.integers(1, 120), edges, st.integers(1, 7), st.integers(1, 2), st.integers(0, 12))
def test_no_paytable_is_missed(paid: list[int], lost: int, edge: Bands, top: int, least: int, count: int) -> None:
    report = wager(paid, lost)
    domain = range(least, max(top, least) + 1)
    expected = tried(report, edge, {row.outcome: domain for row in report.rows if row.pays > 0})
    found = design(report, edge=edge, top_max=domain[-1], least=least, count=count)
    assert found.total == len(expected)
    assert pays_of(found) == first(expected, count)


@given(counts, st.integers(1, 120), st.integers(0, 20), edges, st.fractions(0, 1), st.fractions(0, 1))
def test_no_paytable_is_missed_whose_commonest_lines_go_unpaid(
    paid: list[int], lost: int, pushed: int, edge: Bands, one: Fraction, other: Fraction
) -> None:
    report, hit = wager(paid, lost, pushed), (min(one, other), max(one, other))
    expected = tried(report, edge, {row.outcome: range(1, 6) for row in report.rows if row.pays > 0}, hit)
    found = design(report, edge=edge, hit=hit, top_max=5, count=8)
    assert found.total == len(expected)
    assert pays_of(found) == first(expected, 8)


@given(
    counts,
    st.integers(1, 120),
    edges,
    st.sets(st.integers(1, 9), min_size=1, max_size=4),
    st.booleans(),
)
def test_no_paytable_of_listed_payouts_is_missed(
    paid: list[int], lost: int, edge: Bands, payouts: set[int], may_miss: bool
) -> None:
    report, hit = wager(paid, lost), (Fraction(0), Fraction(1)) if may_miss else None
    expected = tried(report, edge, {row.outcome: sorted(payouts) for row in report.rows if row.pays > 0}, hit)
    found = design(report, edge=edge, hit=hit, payouts=payouts, count=8)
    assert found.total == len(expected)
    assert pays_of(found) == first(expected, 8)


@given(
    counts,
    st.integers(1, 120),
    edges,
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 4)), min_size=4, max_size=4),
    st.booleans(),
)
def test_no_paytable_within_bounds_of_its_own_for_each_line_is_missed(
    paid: list[int], lost: int, edge: Bands, ranges: list[tuple[int, int]], may_miss: bool
) -> None:
    report, hit = wager(paid, lost), (Fraction(0), Fraction(1)) if may_miss else None
    names = [row.outcome for row in report.rows if row.pays > 0]
    within = {name: (low, low + more) for name, (low, more) in zip(names, ranges, strict=False)}
    held = [name for name, (low, high) in within.items() if low == high]
    expected = tried(report, edge, {name: range(low, high + 1) for name, (low, high) in within.items()}, hit, held)
    bounds = {name: low if low == high else (low, high) for name, (low, high) in within.items()}
    found = design(report, edge=edge, hit=hit, bounds=bounds, count=8)
    assert found.total == len(expected)
    assert pays_of(found) == first(expected, 8)


@given(counts, st.integers(1, 120), edges, st.integers(0, 12))
def test_large_searches_find_the_same_as_small_ones(paid: list[int], lost: int, edge: Bands, count: int) -> None:
    report, hit = wager(paid, lost), (Fraction(0), Fraction(1))
    whole = design(report, edge=edge, hit=hit, top_max=6, count=count)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DESIGN, "LISTED_MAX", 3)
        patch.setattr(DESIGN, "CHUNK", 2)
        assert design(report, edge=edge, hit=hit, top_max=6, count=count) == whole


@pytest.mark.parametrize("count", range(1, 15))
@pytest.mark.parametrize("off", [Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
def test_sums_on_either_side_of_the_middle_are_equally_near(
    count: int, off: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = wager([2, 5, 9], 84)
    middle, half = Fraction(20 + off, 100), Fraction(5, 100)  # every sum is a hundredth
    edge = (middle - half, middle + half)
    expected = tried(report, edge, {name: range(1, 10) for name in "abc"})
    for listed_max in (0, 10_000):
        monkeypatch.setattr(DESIGN, "LISTED_MAX", listed_max)
        assert pays_of(design(report, edge=edge, top_max=9, count=count)) == first(expected, count)


@given(
    st.lists(st.integers(0, 60), min_size=1, max_size=5),
    st.integers(1, 50),
    st.integers(1, 50),
    st.integers(0, 200),
)
def test_sums_of_floors(terms: list[int], factor: int, divisor: int, start: int) -> None:
    sums = floor_sum(np.array(terms), factor, divisor, np.full(len(terms), start))
    assert sums.tolist() == [sum((factor * i + start) // divisor for i in range(n)) for n in terms]


def counted_by_increments(paid: Sequence[int], low: int, high: int, top: int) -> int:
    """How many paytables there are, another way: by how much each line pays more than the commoner one.

    Σ cᵢ·vᵢ is Σ uⱼ·(cⱼ + … + cₘ) for increments u, and the increments sum to the top payout: coins of so many kinds,
    counted by how many are used and what they are worth.
    """
    rest = [sum(sorted(paid)[: i + 1]) for i in range(len(paid))]
    room = high - rest[-1]  # every line pays 1 at least
    ways = np.zeros((top, room + 1), dtype=np.int64)
    ways[0, 0] = 1
    for coin in rest:
        for used in range(1, top):
            ways[used, coin:] += ways[used - 1, : room + 1 - coin]
    return int(ways[:, max(low - rest[-1], 0) :].sum())


@pytest.mark.parametrize("top", [1, 2, 10, 100, 1000])
def test_pair_plus_has_as_many_paytables_as_another_method_counts(top: int) -> None:
    paid, lost = [1, 11, 13, 180, 274, 936], 4110  # of C(52,3) hands, four times as many
    report = wager(paid, lost)
    edge = (Fraction(2, 100), Fraction(6, 100))
    low, high = -(-(lost - edge[1] * 5525) // 1), (lost - edge[0] * 5525) // 1
    assert design(report, edge=edge, top_max=top).total == counted_by_increments(paid, low, high, top)


# ── What is found ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def six_card_bonus() -> WagerReport:
    """6 Card Bonus, counted."""
    return analyze("three-card-poker").wagers["six_card_bonus"]


def assert_in_order(found: Design, report: WagerReport) -> None:
    """Every table is what is said of it, all differ, and none is nearer to the middle than the one before."""
    middle = (found.edge[0] + found.edge[1]) / 2
    for table in found.tables:
        odds = {name: Fraction(pays) for name, pays in zip(found.lines, table.pays, strict=True)}
        priced = repriced(report, odds)
        assert table.house_edge == priced.house_edge
        assert table.hit_frequency == priced.hit_frequency
        assert table.standard_deviation == priced.distribution.standard_deviation
        assert found.edge[0] <= table.house_edge <= found.edge[1]
        rarest_first = [
            odds[row.outcome] for row in sorted(report.rows, key=lambda r: r.combinations) if row.outcome in odds
        ]
        assert rarest_first == sorted(rarest_first, reverse=True)
    distances = [abs(table.house_edge - middle) for table in found.tables]
    assert distances == sorted(distances)
    assert len(set(pays_of(found))) == len(found.tables)


@pytest.mark.slow
def test_seven_lines_up_to_a_thousand_take_little_work(
    six_card_bonus: WagerReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    edge = (Fraction(5, 100), Fraction(6, 100))
    monkeypatch.setattr(DESIGN, "WORK_MAX", 10**7)  # beginnings of paytables; beyond, a design is refused
    found = design(six_card_bonus, edge=edge, top_max=1000)
    assert found.total > 10**11
    assert len(found.tables) == 20
    assert_in_order(found, six_card_bonus)
    assert found == design(six_card_bonus, edge=edge, top_max=1000)


def test_bands_side_by_side_add_up(six_card_bonus: WagerReport) -> None:
    def total(low: int, high: int) -> int:
        return design(six_card_bonus, edge=(Fraction(low, 997), Fraction(high, 997)), count=0).total

    bounds = (20, 35, 50, 90)  # no table has an edge that is a whole number of 997ths
    assert sum(total(low, high) for low, high in pairwise(bounds)) == total(bounds[0], bounds[-1])


def test_the_printed_paytable_is_among_those_of_its_own_edge(six_card_bonus: WagerReport) -> None:
    edge = six_card_bonus.house_edge
    found = design(
        six_card_bonus,
        edge=(edge, edge),
        payouts=[5, 7, 10, 15, 20, 25, 50, 100, 200, 500, 1000],
        top_max=1000,
    )
    printed = tuple(int(line.pays) for line in six_card_bonus.wager.lines if line.pays > 0)
    assert printed in pays_of(found)
    assert_in_order(found, six_card_bonus)


def test_a_line_that_goes_unpaid_lowers_the_hit_frequency(six_card_bonus: WagerReport) -> None:
    hit = (Fraction(1, 100), Fraction(5, 100))
    found = design(six_card_bonus, edge=(Fraction(5, 100), Fraction(6, 100)), hit=hit)
    assert found.total
    assert_in_order(found, six_card_bonus)
    for table in found.tables:
        assert hit[0] <= table.hit_frequency <= hit[1]
        assert table.pays[found.lines.index("three_of_a_kind")] == -1


def test_other_lines_than_those_paid_now_may_be_named(six_card_bonus: WagerReport) -> None:
    lines = [row.outcome for row in six_card_bonus.rows if row.pays > 0] + ["two_pair"]
    found = design(six_card_bonus, edge=(Fraction(5, 100), Fraction(6, 100)), lines=lines, top_max=50)
    assert found.lines == ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
                           "three_of_a_kind", "two_pair")  # fmt: skip
    assert found.total
    assert_in_order(found, six_card_bonus)


def test_bands_wider_than_any_edge_are_no_trouble() -> None:
    for width in (10**3, 10**30):
        found = design(wager([1, 5], 40), edge=(Fraction(-width), Fraction(width)), top_max=50, count=3)
        assert found.total == 50 * 51 // 2
        assert len(found.tables) == 3
    assert design(wager([1, 5], 40), edge=(Fraction(10**29), Fraction(10**30))).total == 0
    assert design(wager([1, 5], 40), edge=(Fraction(-(10**30)), Fraction(-(10**29)))).total == 0


def test_lines_as_common_as_each_other_need_not_be_in_order() -> None:
    found = design(wager([5, 5], 40), edge=(Fraction(0), Fraction(1)), top_max=3, count=9)
    assert {(1, 3), (3, 1)} <= set(pays_of(found))
    assert found.total == 9


# ── What is refused, and how it shows itself ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"edge": (Fraction(1, 2), Fraction(1, 4))}, "edge: .* lower bound first"),
        ({"hit": (Fraction(1, 2), Fraction(1, 4))}, "hit: .* lower bound first"),
        ({"payouts": [3, 0]}, r"payouts: a line pays 1 to 1,000,000, not \[0, 3\]"),
        ({"payouts": []}, "a line pays 1 to 1,000,000"),
        ({"payouts": [10**23]}, "a line pays 1 to 1,000,000"),
        ({"count": 10**9}, "list up to 100,000"),
        ({"top_max": 0}, "a line pays 1 to 1,000,000"),
        ({"least": 0}, "a line pays 1 to 1,000,000"),
        ({"top_max": 10**7}, "a line pays 1 to 1,000,000"),
        ({"bounds": {"a": (0, 3)}}, "a cannot pay 0 to 3"),
        ({"bounds": {"z": 3}}, "z is not a line that is paid; there are"),
        ({"lines": ["z"]}, '"z" is not one line of side; there are a, b, lose'),
        ({"lines": []}, "pays no line"),
        ({"lines": ["a", "a"]}, '"a" is not one line'),
        ({"count": -1}, "list up to 100,000"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], reason: str) -> None:
    band: dict[str, Any] = {"edge": (Fraction(0), Fraction(1, 2))}
    with pytest.raises(Refused, match=reason):
        design(wager([1, 5], 40), **(band | asked))


def test_a_wager_with_decisions_is_refused() -> None:
    with pytest.raises(Refused, match="side rests on a decision"):
        design(replace(wager([1, 5], 40), includes=("raise",)), edge=(Fraction(0), Fraction(1, 2)))


def test_a_search_too_long_is_refused_with_how_to_narrow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DESIGN, "WORK_MAX", 1000)
    with pytest.raises(
        Refused, match=r"more than 1,000 beginnings .* pay less than 500 at the top, bound single lines"
    ):
        design(wager([1, 2, 3, 4, 5], 4000), edge=(Fraction(0), Fraction(1, 2)), top_max=500)


def test_too_many_ways_to_leave_lines_unpaid_are_refused() -> None:
    with pytest.raises(Refused, match=r"hit: more than 1,000 sets of equally common lines could go unpaid"):
        design(wager([7] * 20, 400), edge=(Fraction(0), Fraction(1, 2)), hit=(Fraction(0), Fraction(1)))


def test_returns_beyond_a_machine_word_are_refused() -> None:
    with pytest.raises(Refused, match="lower the payouts"):
        design(wager([1, 10**18], 10**18), edge=(Fraction(0), Fraction(1, 2)))


def test_a_design_without_paytables_is_an_answer() -> None:
    found = design(wager([1], 1000), edge=(Fraction(1, 10), Fraction(2, 10)), top_max=5)
    assert (found.total, found.tables) == (0, ())
    assert design(wager([1], 10), edge=(Fraction(0), Fraction(1)), payouts=[500]).total == 0


def test_a_design_shows_itself() -> None:
    found = design(wager([1, 5], 40), edge=(Fraction(0), Fraction(1, 2)), hit=(Fraction(0), Fraction(1)), count=2000)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(found)
    for text in (shown.get(), found._repr_html_()):
        assert f"{found.total:,} paytables keep the house edge from 0.00% to 50.00%" in text
        assert "a, b" in text
        assert "8,5" in text
        assert "30,–" in text


def test_progress_tells_how_many_beginnings_were_looked_at() -> None:
    report = analyze("three-card-poker").wagers["six_card_bonus"]
    told: list[int] = []
    found = design(report, edge=(Fraction(5, 100), Fraction(6, 100)), top_max=200, count=0, progress=told.append)
    assert found.total > 0
    assert len(told) > 1
    assert told == sorted(told)
