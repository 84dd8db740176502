"""The exact engine at the command line: its contract, its answers and its refusals."""

import json
from fractions import Fraction
from math import comb, perm
from pathlib import Path

import pytest

from tests.cli.conftest import Command

FIGURES = {
    *("includes", "combinations", "combinations_of", "house_edge", "element_of_risk", "average_wager"),
    *("hit_frequency", "shares", "standard_deviation", "skewness", "maximum_exposure", "outcomes"),
}


def test_an_analysis_has_the_fixed_shape_and_its_rows_add_up(croupier: Command) -> None:
    ran = croupier("analyze", "monte", "--json")
    assert (ran.status, ran.err.count("\n") <= 1) == (0, True)
    data = json.loads(ran.out)
    assert set(data) == {"game", "house", "strategy", "wagers"}
    assert (data["game"], data["strategy"], data["house"]["decks"]) == ("casino-monte", "optimal", 6)
    spaces = {"initial": perm(312, 3) * 6, "full_monte": comb(312, 3)}
    assert {id_: wager["combinations"] for id_, wager in data["wagers"].items()} == spaces
    for id_, wager in data["wagers"].items():
        assert set(wager) == FIGURES
        assert sum(row["combinations"] for row in wager["outcomes"]) == spaces[id_]
        mean = sum(Fraction(row["pays"]) * row["combinations"] for row in wager["outcomes"]) / spaces[id_]
        assert Fraction(wager["house_edge"]["exact"]) == -mean
        assert wager["house_edge"]["value"] == float(-mean)
        assert sum(wager["shares"].values()) == pytest.approx(1, abs=1e-15)
    assert data["wagers"]["initial"]["includes"] == ["raise"]
    assert data["wagers"]["initial"]["maximum_exposure"] == 6


def test_decisions_come_only_when_asked_for_and_each_says_what_is_best(croupier: Command) -> None:
    decisions = json.loads(croupier("analyze", "monte", "--json", "--decisions").out)["decisions"]
    assert len(decisions) == 26
    for decision in decisions:
        values = {option: Fraction(value["exact"]) for option, value in decision["values"].items()}
        assert values[decision["best"]] == max(values.values())
        assert set(decision["sees"]) == {"exposed", "rank"}


def test_both_dealing_procedures_give_the_same_figures(croupier: Command) -> None:
    standard, alternate = (
        json.loads(croupier("analyze", "monte", "-p", f"procedure={procedure}", "--json").out)["wagers"]
        for procedure in ("standard", "alternate")
    )
    assert standard == alternate


def test_advice_agrees_with_the_strategy(croupier: Command) -> None:
    decisions = json.loads(croupier("analyze", "monte", "--json", "--decisions").out)["decisions"]
    told = {(d["sees"]["exposed"], d["sees"]["rank"]): d for d in decisions}
    for side, card in (("own", "Jd"), ("own", "Tc"), ("other", "5c"), ("other", "6h")):
        advice = json.loads(croupier("advise", "monte", f"--{side}", card, "--json").out)
        assert advice["values"] == told[side, card[0]]["values"]
        assert advice["best"] == told[side, card[0]]["best"]


def test_a_strategy_of_ones_own_is_priced(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'game = "casino-monte"\notherwise = "check"\n'
        '[[rule]]\ndecide = "raise_3"\nexposed = "own"\nrank = "J or better"\n'
        '[[rule]]\ndecide = "raise_3"\nexposed = "other"\nrank = "5 or worse"\n'
    )
    own = json.loads(croupier("analyze", "monte", "--strategy", file, "--json").out)
    best = json.loads(croupier("analyze", "monte", "--json").out)
    assert own["strategy"] == "own"
    assert own["wagers"]["initial"]["house_edge"] == best["wagers"]["initial"]["house_edge"]
    file.write_text('otherwise = "check"\n')
    never = json.loads(croupier("analyze", "monte", "--strategy", file, "--json").out)
    assert never["wagers"]["initial"]["house_edge"]["value"] > best["wagers"]["initial"]["house_edge"]["value"]
    assert never["wagers"]["initial"]["average_wager"]["exact"] == "1/1"


def test_people_read_tables(croupier: Command) -> None:
    assert "house edge" in croupier("analyze", "monte").out
    assert "Raise 3×" in croupier("strategy", "monte").out
    assert "closest calls" in croupier("strategy", "monte").out
    assert "paytables keep the house edge" in croupier("design", "monte", "full_monte", "--edge", "5%..6%").out
    session = croupier("session", "monte", "--rounds", 20, "--stake", 25, "--bankroll", 500).out
    assert "20 rounds at 25" in session
    assert "ruined with 500" in session
    assert "ace_low_straight = no" in croupier("rulings", "monte").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("analyze", "whist"), "is no game"),
        (("analyze", "monte", "-p", "decks=0"), "give 1 to 16 (CM-I1)"),
        (("analyze", "monte", "-p", "decks=17"), "give 1 to 16 (CM-I1)"),
        (("analyze", "monte", "--paytable", "full_monte=1,2"), "2 odds for 6 lines"),
        (("analyze", "monte", "--paytable", "full_monte"), "--paytable"),
        (("analyze", "tcp", "--removed", "Ah Ah"), "Ah is removed more often than the decks hold it"),
        (("analyze", "monte", "--removed", "Ax"), "--removed"),
        (("analyze", "monte", "--strategy", "nowhere.toml"), "nowhere.toml"),
        (("design", "monte", "initial", "--edge", "1%..2%"), "rests on a decision"),
        (("design", "monte", "full_monte", "--edge", "1%"), "--edge"),
        (("design", "monte", "tie", "--edge", "1%..2%"), "there is no wager"),
        (("session", "monte", "--stake", "much"), "--stake"),
        (("session", "monte", "--rounds", "0"), "rounds"),
        (("advise", "tcp", "--hand", "Qs"), "1 cards are given where there are 3"),
        (("advise", "tcp", "--hand", "Qs 6d 4c"), "give it too (TCP-D11)"),
        (("advise", "tcp", "--hand", "Qs 6d 4c", "--up", "Qs"), "more often than the decks hold"),
        (("advise", "bac", "--own", "Qs"), "no decisions"),
        (("advise", "monte"), "(CM-4)"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_one_sentence(
    croupier: Command, arguments: tuple[str, ...], why: str
) -> None:
    ran = croupier(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.strip().splitlines()[-1].startswith("croupier: ")
    assert "Traceback" not in ran.err


def test_a_strategy_file_with_an_unknown_hand_is_refused(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    for text, why in (
        ('otherwise = "fold"\n[[rule]]\ndecide = "play"\nhand = "Z-6-4"\n', "rule 1.hand"),
        ('otherwise = "fold"\n[[rule]]\ndecide = "raise"\n', "rule 1.decide"),
        ('otherwise = "fold"\n[[rule]]\ndecide = "play"\ncolour = "red"\n', "is not seen"),
        ('otherwise = "fold"\nelse = 1\n', "no such field"),
        ('game = "baccarat"\notherwise = "fold"\n', "is for 'baccarat'"),
        ("otherwise = ", "no TOML"),
    ):
        file.write_text(text)
        ran = croupier("analyze", "tcp", "--strategy", file)
        assert (ran.status, ran.out, why in ran.err) == (2, "", True), ran.err
