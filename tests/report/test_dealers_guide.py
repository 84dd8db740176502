"""Dealer's guide: what is paid on each stake, worked out a second way; the hard cases; the order of things."""

from fractions import Fraction
from math import floor

import pytest

import croupier
from croupier.figures import Figure
from croupier.money import cents_from
from croupier.rulebook import Rulebook
from tests.drill.practised import book_of
from tests.report.documented import DOCUMENTED, cell, made, section, tables, words


def paid(book: Rulebook, stake: Fraction, pays: Fraction, commission: Fraction) -> Fraction:
    """What a stake wins in dollars, worked out from the odds alone: down to the cent, the commission half up."""
    won = floor(stake * 100 * pays)
    taken = floor(won * commission + Fraction(1, 2)) if won > 0 else 0
    assert book.commission_rounding == "half_up"
    return Fraction(won - taken, 100)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_paying_line_has_its_payouts(name: str) -> None:
    book = book_of(name)
    told = {}
    for part in section(made("dealers-guide", name), "payouts").parts:
        for table in tables(part):
            stakes = [Fraction(cents_from(head), 100) for head in table.heads[2:]]
            for row in table.rows:
                for called in part.title.split(", "):
                    told[called, cell(row[0])] = dict(zip(stakes, row[2:], strict=True))
    for wager in book.wagers:
        for line in wager.lines:
            if line.pays > 0:
                for stake, figure in told[wager.label, line.label].items():
                    assert isinstance(figure, Figure)
                    assert figure.value == paid(book, stake, line.pays, line.commission)


def test_stakes_are_within_the_limits() -> None:
    for table in tables(section(made("dealers-guide", "baccarat"), "payouts-1")):
        assert table.heads[2:] == ("$5", "$10", "$15", "$25", "$50", "$100", "$500", "$1,000")


def test_half_cents_of_a_commission_are_settled_as_the_table_settles_them() -> None:
    rows = next(tables(section(made("dealers-guide", "baccarat"), "commission"))).rows
    assert rows
    for stake, exact, taken, paid_out in rows:
        assert isinstance(exact, Figure)
        assert (exact.value * 100).denominator > 1  # type: ignore[union-attr]
        seat = {"seat": 1, "banker": cell(stake)}
        settled = croupier.settle({"game": "baccarat", "player": "Ks Qs", "banker": "9s Kh", "seats": [seat]})
        won = cents_from(settled.to_rows()[0]["result"])
        assert cents_from(cell(paid_out)) == won
        assert cents_from(cell(taken)) == cents_from(cell(stake)) - won


def test_rounding_is_the_house_s_own() -> None:
    usual, up = (made("dealers-guide", "baccarat", commission_rounding=each) for each in ("half_up", "down"))
    assert [cell(row[2]) for row in next(tables(section(usual, "commission"))).rows] != [
        cell(row[2]) for row in next(tables(section(up, "commission"))).rows
    ]
    assert "rounded down to the cent" in words(up)


def test_a_game_without_commission_has_none() -> None:
    assert all(each.id != "commission" for each in made("dealers-guide", "casino-monte").every_section())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_step_is_there_with_what_is_said(name: str) -> None:
    book = book_of(name)
    rows = next(tables(section(made("dealers-guide", name), "procedure"))).rows
    assert len(rows) == len(book.procedure)
    for row, step in zip(rows, book.procedure, strict=True):
        assert step.says in cell(row[2])
        assert step.clause in cell(row[3])


def test_a_short_bank_a_forfeit_and_an_unqualified_dealer_are_worked() -> None:
    told = "\n".join(
        cell(each)
        for table in tables(section(made("dealers-guide", "three-card-poker"), "hard-cases"))
        for row in table.rows
        for each in row
    )
    for outcome in ("uncovered", "forfeited", "TCP-W1a", "TCP-W2c", "TCP-R3"):
        assert outcome in told


def test_the_rarest_line_of_a_paytable_is_worked() -> None:
    told = "\n".join(words(made("dealers-guide", "baccarat")).split())
    assert "same" in told
    assert any(
        "same rank and suit" in part.title for part in section(made("dealers-guide", "baccarat"), "hard-cases").parts
    )


def test_what_a_wager_comes_to_in_most_rounds_is_no_hard_case() -> None:
    report = croupier.game("casino-monte").analyze().wagers["full_monte"]
    rare, *_, usual = sorted(report.rows, key=lambda row: row.probability)
    assert usual.probability > Fraction(1, 2)
    labels = {line.id: line.label.lower() for line in report.wager.lines}
    worked = {part.title.lower() for part in section(made("dealers-guide", "casino-monte"), "hard-cases").parts}
    assert f"full monte: {labels[rare.outcome]}" in worked
    assert f"full monte: {labels[usual.outcome]}" not in worked


def test_only_a_bank_that_can_be_short_is_told_of() -> None:
    assert "a bank that is short" in words(made("dealers-guide", "three-card-poker"))
    assert "a bank that is short" not in words(made("dealers-guide", "casino-monte"))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_hands_are_picked_up_in_the_order_of_the_procedure(name: str) -> None:
    assert list(section(made("dealers-guide", name), "pick-up").blocks)
