"""Figures that the mathematics report works out of others: each is worked out here a second way, from its tables."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import NormalDist

import pytest

from croupier.figures import Figure
from croupier.report.document import Cell, Facts, Section, Table, text_of
from croupier.report.game_report import GameReport
from croupier.report.mathematics.sessions import ROUNDS, sessions
from croupier.report.mathematics.strategy import costs
from croupier.report.mathematics.together import together
from croupier.report.mathematics.wagers import wagers
from tests.drill.practised import book_of
from tests.report.documented import made, section, tables

TOLD = ("casino-monte", "casino-war")


@cache
def report(name: str) -> GameReport:
    return GameReport(book_of(name))


def value(cell: Cell) -> Fraction:
    assert isinstance(cell, Figure)
    return Fraction(cell.value)


@cache
def of_wager(name: str, wager: str) -> dict[str, Table]:
    """The tables of a wager by the first words of their captions."""
    (part,) = (part for part in wagers(report(name)).parts if part.id == f"wager-{wager}")
    return {table.caption.split(maxsplit=1)[0]: table for table in tables(part)}


@cache
def outcomes(name: str, wager: str) -> tuple[tuple[Fraction, Fraction], ...]:
    """What each outcome pays and how probable it is, as they stand in the table."""
    return tuple((value(row[4]), value(row[2])) for row in of_wager(name, wager)["Outcomes"].rows[:-1])


def figures_told(name: str, wager: str) -> dict[str, Fraction]:
    return {text_of(row[0]): value(row[2]) for row in of_wager(name, wager)["Figures"].rows}


def every_wager(name: str) -> tuple[str, ...]:
    return tuple(wager.id for wager in book_of(name).placed_wagers)


EVERY = [(name, wager) for name in TOLD for wager in every_wager(name)]


@pytest.mark.parametrize(("name", "wager"), EVERY)
def test_true_odds_are_the_rounds_without_for_each_with(name: str, wager: str) -> None:
    for row in of_wager(name, wager)["Outcomes"].rows[:-1]:
        probability = value(row[2])
        assert value(row[3]) * probability == 1 - probability


@pytest.mark.parametrize(("name", "wager"), EVERY)
def test_what_is_won_kept_and_lost_follows_from_the_outcomes(name: str, wager: str) -> None:
    told, found = figures_told(name, wager), outcomes(name, wager)
    assert told["Hit frequency"] == sum(chance for pays, chance in found if pays > 0)
    assert told["Probability of a push"] == sum(chance for pays, chance in found if not pays)
    assert told["Probability of a loss"] == sum(chance for pays, chance in found if pays < 0)
    assert told["Top win, units"] == max(pays for pays, _ in found)
    assert float(told["Volatility index"]) == pytest.approx(1.645 * sqrt(told["Variance"]), rel=1e-4)
    assert told["Element of risk"] * told["Average units wagered"] == told["House edge"]


@pytest.mark.parametrize(("name", "wager"), EVERY)
def test_a_band_holds_the_share_of_runs_that_its_head_names(name: str, wager: str) -> None:
    told, table = figures_told(name, wager), of_wager(name, wager)["Bands"]
    assert table.heads == ("Rounds", "90% from", "90% to", "95% from", "95% to", "99% from", "99% to")
    for row in table.rows:
        rounds = int(text_of(row[0]).replace(",", ""))
        spread = NormalDist(float(told["Return to player"]), sqrt(told["Variance"] / rounds))
        for place, level in enumerate((0.90, 0.95, 0.99)):
            low, high = (float(value(cell)) for cell in row[1 + 2 * place : 3 + 2 * place])
            assert spread.cdf(low) == pytest.approx((1 - level) / 2)
            assert spread.cdf(high) == pytest.approx((1 + level) / 2)


# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def after(rounds: int, name: str, wager: str) -> dict[int, float]:
    """How probable each result is after so many rounds, round by round."""
    found = {0: 1.0}
    for _ in range(rounds):
        then: dict[int, float] = defaultdict(float)
        for result, chance in found.items():
            for pays, probability in outcomes(name, wager):
                assert pays.denominator == 1
                then[result + int(pays)] += chance * float(probability)
        found = then
    return found


@pytest.mark.parametrize("name", TOLD)
def test_sessions_are_what_rounds_come_to_one_after_the_other(name: str) -> None:
    wager = every_wager(name)[0]
    told = figures_told(name, wager)
    (table,) = tables(sessions(report(name)))
    rows = {text_of(row[0]): [value(cell) for cell in row[1:]] for row in table.rows}
    assert rows["N0, rounds"] == [told["Variance"] / told["House edge"] ** 2] * len(ROUNDS)
    for place, rounds in enumerate(ROUNDS[:2]):
        at = {what: float(cells[place]) for what, cells in rows.items()}
        spread = after(rounds, name, wager)
        assert at["Expected result"] == pytest.approx(float(-rounds * told["House edge"]))
        assert at["Standard deviation"] == pytest.approx(sqrt(rounds * told["Variance"]))
        assert at["Ahead"] == pytest.approx(sum(chance for result, chance in spread.items() if result > 0))
        assert at["Level"] == pytest.approx(spread[0])
        assert at["Behind"] == pytest.approx(sum(chance for result, chance in spread.items() if result < 0))
        for part in (1, 5, 25, 50, 75, 95, 99):
            end = at[f"{part}% end at or below"]
            assert sum(chance for result, chance in spread.items() if result < end) < part / 100
            assert sum(chance for result, chance in spread.items() if result <= end) >= part / 100


# ── Together ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", TOLD)
def test_a_correlation_is_the_covariance_by_both_deviations(name: str) -> None:
    table = next(tables(together(report(name))))
    labels = {wager.label: wager.id for wager in book_of(name).placed_wagers}
    assert len(table.rows) == 1
    for one, other, covariance, correlation in table.rows:
        both = (
            figures_told(name, labels[text_of(one)])["Variance"]
            * figures_told(name, labels[text_of(other)])["Variance"]
        )
        assert float(value(correlation)) == pytest.approx(float(value(covariance)) / sqrt(both))
        assert -1 <= value(correlation) <= 1


def exposed(name: str) -> tuple[dict[str, Cell], str]:
    """What is told of the most that the bank can lose, and the sentence below."""
    found: Section = together(report(name))
    (facts,) = (block for block in found.blocks if isinstance(block, Facts))
    return dict(facts.rows), text_of(found.blocks[-1].runs)  # type: ignore[union-attr]  # a paragraph


def test_the_most_that_the_bank_can_lose_is_exact_where_all_share_the_cards() -> None:
    facts, told = exposed("casino-monte")
    assert text_of(facts["To one seat"]) == "$13,000"  # three aces alike: 3 × $500, 1 × $1,500 and 100 × $100
    assert text_of(facts["To 6 seats"]) == "$78,000, exactly"
    assert "share the cards" in told
    facts, told = exposed("casino-war")
    assert text_of(facts["To one seat"]) == "$1,500"  # a war that is won: $500 on the raise, and 10 × $100 on Tie
    assert text_of(facts["To 7 seats"]) == "$10,500, at most"
    assert "upper bound" in told


# ── What a simple strategy costs, and parts of a cent ────────────────────────────────────────────────────────────────


def test_a_simple_strategy_costs_what_it_leaves_to_the_house() -> None:
    told = {
        name: text_of(cell) for name, cell in costs("under best play", "table", Fraction(1, 25), Fraction(1, 20)).rows
    }
    assert told == {
        "House edge under best play": "4.000000%",
        "House edge under the table": "5.000000%",
        "Cost of the table": "1.000000% of the initial wager",
    }


def test_parts_of_a_cent_are_told_of_where_a_line_can_come_to_one() -> None:
    notes = {
        part.title: text_of(table.note)
        for part in section(made("rules", "casino-war"), "wagers").parts
        for table in tables(part)
    }
    assert notes == {"Ante": "A part of a cent is not paid.", "Raise": "", "Tie": ""}
