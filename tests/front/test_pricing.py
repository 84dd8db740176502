"""What a paytable comes to: exact in text, data and spreadsheets, alone and beside others."""

import csv
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.exact.wager_report import repriced
from croupier.result import is_ours

pytestmark = pytest.mark.slow
TCP = croupier.game("tcp")

# ── What they come to ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def analysis() -> croupier.Analysis:
    return analysed()


def analysed(**asked: str) -> croupier.Analysis:
    """Three Card Poker analysed, deal by deal."""
    found = TCP.analyze(**asked)  # type: ignore[arg-type]  # texts, as the options are given here
    assert isinstance(found, croupier.Analysis)
    return found


def test_a_wager_is_found_however_it_is_spelled(analysis: croupier.Analysis) -> None:
    report = analysis.wagers["pair_plus"]
    assert analysis["Pair Plus"] is analysis.wagers["pairplus"] is analysis["pp"] is report
    with pytest.raises(Refused, match='there is no wager "tie"; there are ante, pair_plus, six_card_bonus'):
        analysis["tie"]
    assert "pairplus" not in analysis.wagers
    assert (report.variance, report.standard_deviation) == (
        report.distribution.variance,
        report.distribution.standard_deviation,
    )


def test_figures_stay_exact_wherever_they_are_told(analysis: croupier.Analysis) -> None:
    report = analysis["pair_plus"]
    assert str(report.variance) in str(report)
    data = report.to_dict()
    assert data["shares_exact"] == {"win": "283/1105", "push": "0/1", "lose": "822/1105"}
    straight = next(row for row in report.to_rows() if row["outcome"] == "straight")
    assert straight["probability_exact"] == "36/1105"
    assert straight["return_exact"] == "216/1105"
    assert (straight["pays"], straight["pays_value"]) == ("6", 6.0)
    assert (straight["house_edge_exact"], straight["variance_exact"]) == ("242/5525", "460129736/30525625")
    for name in ("house_edge", "hit_frequency", "variance", "probability", "return"):
        assert float(Fraction(str(straight[f"{name}_exact"]))) == straight[name], name


def test_other_odds_for_the_same_outcomes_do_not_claim_a_command(analysis: croupier.Analysis) -> None:
    other = repriced(analysis["pair_plus"], {"straight": Fraction(7)})
    assert (other.house_edge, other.conditions) == (Fraction(62, 5525), None)
    assert analysed(paytable="pair_plus=straight:7", wager="pp")["pair_plus"].house_edge == other.house_edge
    assert not hasattr(analysis["pair_plus"], "repriced")


def test_one_wager_is_reported_alone(analysis: croupier.Analysis) -> None:
    alone = analysed(wager="Pair Plus")
    assert list(alone.wagers) == ["pair_plus"]
    assert alone["pair_plus"].data() == analysis["pair_plus"].data()
    assert {row["wager"] for row in alone.to_rows()} == {"pair_plus"}
    assert alone.conditions.command == "croupier analyze three-card-poker --wager pair_plus"
    assert "Ante" not in str(alone)
    assert "worth exactly the same" not in str(alone)  # no decision touches it
    assert "worth exactly the same" in str(TCP.analyze(wager="ante"))


def test_games_are_compared_as_they_are_or_analysed(analysis: croupier.Analysis) -> None:
    offered = TCP.with_rules(paytable="pair_plus=straight:5")
    one = croupier.compare(TCP, offered)
    assert croupier.compare([analysis, offered]).to_dict() == one.to_dict()
    assert one.labels == ("pair_plus_straight = 6", "pair_plus_straight = 5")
    assert "pair_plus_straight = 5" in str(one)


def test_paytables_side_by_side_are_told_apart_by_their_lines(analysis: croupier.Analysis) -> None:
    swept = TCP.sweep(paytable="pair_plus=straight:5..7")
    assert swept.labels == tuple(f"pair_plus_straight = {odds}" for odds in (5, 6, 7))
    listed = TCP.sweep(paytable=[f"pair_plus=straight:{odds}" for odds in (5, 6, 7)])
    assert listed.to_dict() == swept.to_dict()
    rows = [row for row in swept.to_rows() if row["wager"] == "pair_plus"]
    assert [row["pair_plus_straight"] for row in rows] == ["5", "6", "7"]
    assert rows[1]["house_edge_exact"] == "242/5525"
    assert rows[1]["difference_exact"] == "-36/1105"
    assert rows[1]["variance_exact"] == f"{analysis['pair_plus'].variance}"
    told = str(swept)
    assert "variance" in told
    assert "element of risk" in told  # of Ante, where it is not the house edge
    assert max(map(len, told.splitlines())) <= 80


def test_print_gives_the_tables_and_the_prompt_one_line(analysis: croupier.Analysis) -> None:
    assert "\n" not in repr(analysis)
    assert {"Pair Plus", "strategy: optimal"} <= set(str(analysis).splitlines())


def test_stakes_are_told_above_the_figures_they_are_for() -> None:
    staked = TCP.analyze(stake=["ante=10", "pp=5"], wager="ante")
    assert "stakes: ante=10, pair_plus=5" in staked.conditions.heading()


# ── Spreadsheets ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_csv_says_what_made_it(analysis: croupier.Analysis) -> None:
    first, *others = csv.DictReader(StringIO(analysis["pair_plus"].to_csv()))
    made = analysis.conditions
    assert (first["software"], first["rulebook"], first["command"]) == (made.software, made.digest, made.command)
    assert {row["command"] for row in others} == {""}


@pytest.mark.parametrize("saved", [str, lambda text: text.replace("\n", "\r\n"), lambda text: text.replace(",", ";")])
def test_a_csv_of_ours_is_replaced_by_another_of_ours(
    analysis: croupier.Analysis, saved: Callable[[str], str], tmp_path: Path
) -> None:
    file = tmp_path / "x.csv"
    compared = croupier.compare(analysis, TCP.with_rules(paytable="pair_plus=straight:5"))
    for before, after in ((analysis, compared), (compared, analysis)):
        file.write_text(saved(before.to_csv()), encoding="utf-8-sig", newline="")
        assert after.to_csv(file) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "theirs", ["wager,amount\nmine,5\n", "wager;stake;won\n", "decision,\n", "notes", "command,text\n", '"', "\0"]
)
def test_a_csv_of_somebody_else_is_not(theirs: str) -> None:
    assert not is_ours(theirs.encode())


@pytest.mark.parametrize(
    "head",
    [
        "wager,outcome,combinations,probability,pays,return",
        "wager,pair_plus_paytable,house_edge,element_of_risk,hit_frequency,variance,standard_deviation,difference",
        "wager,pair,flush,house_edge,hit_frequency,standard_deviation",
        "decision,exposed,from,below,above",
    ],
)
def test_a_csv_of_an_earlier_version_is_ours(head: str) -> None:
    assert is_ours(f"{head}\nx\n".encode())


def test_a_file_that_cannot_be_is_refused_with_the_reason(analysis: croupier.Analysis, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="it is a folder; give a file in it"):
        analysis.to_csv(tmp_path)
    with pytest.raises(Refused, match="there is no folder"):
        analysis.to_csv(tmp_path / "nowhere" / "x.csv")
