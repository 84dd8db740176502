"""The exact engine at the command line: its contract, its answers and its refusals."""

import json
from fractions import Fraction
from math import comb, perm
from pathlib import Path

import pytest

from croupier.cards import CARD_NAMES
from croupier.exact.analysis import analyze
from croupier.exact.wager_report import repriced
from tests.cli.conftest import Command

ROOT = Path(__file__).parents[2]
RIDE, INVENTED = str(ROOT / "examples" / "let_it_ride.py"), str(ROOT / "tests" / "exact" / "invented.py")
FIGURES = {
    *("includes", "combinations", "combinations_of", "house_edge", "return_to_player", "element_of_risk"),
    *("average_wager", "hit_frequency", "shares", "variance", "standard_deviation", "volatility_index", "skewness"),
    *("top_win", "outcomes", "shares_exact"),
}


def test_an_analysis_has_the_fixed_shape_and_its_rows_add_up(croupier: Command) -> None:
    ran = croupier("analyze", "monte", "--json")
    assert (ran.status, ran.err.count("\n") <= 1) == (0, True)
    data = json.loads(ran.out)
    told = {
        "schema",
        "game",
        "house",
        "strategy",
        "conditions",
        "ties",
        "deals",
        "classes",
        "wagers",
        "covariance",
        "exposure",
    }
    assert set(data) == told
    assert (data["game"], data["strategy"], data["house"]["decks"]) == ("casino-monte", "optimal", 6)
    spaces = {"initial": perm(312, 3) * 6, "full_monte": comb(312, 3)}
    assert {id_: wager["combinations"] for id_, wager in data["wagers"].items()} == spaces
    for id_, wager in data["wagers"].items():
        assert set(wager) == FIGURES
        assert sum(row["combinations"] for row in wager["outcomes"]) == spaces[id_]
        mean = sum(Fraction(row["pays"]) * row["combinations"] for row in wager["outcomes"]) / spaces[id_]
        assert Fraction(wager["house_edge"]["exact"]) == -mean
        assert wager["house_edge"]["value"] == float(-mean)
        assert Fraction(wager["return_to_player"]["exact"]) == 1 + mean
        spread = sum((Fraction(row["pays"]) - mean) ** 2 * row["combinations"] for row in wager["outcomes"])
        assert Fraction(wager["variance"]["exact"]) == spread / spaces[id_]
        assert wager["volatility_index"] == pytest.approx(1.645 * float(spread / spaces[id_]) ** 0.5)
        assert sum(wager["shares"].values()) == pytest.approx(1, abs=1e-15)
    assert data["wagers"]["initial"]["includes"] == ["raise"]
    assert data["wagers"]["initial"]["top_win"] == {"exact": "6/1", "value": 6.0}


def test_decisions_come_only_when_asked_for_and_each_says_what_is_best(croupier: Command) -> None:
    decisions = json.loads(croupier("analyze", "monte", "--json", "--decisions").out)["decisions"]
    assert len(decisions) == 26
    for decision in decisions:
        values = {option: Fraction(value["exact"]) for option, value in decision["values"].items()}
        assert values[decision["best"]] == max(values.values())
        assert set(decision["sees"]) == {"exposed", "rank"}


@pytest.mark.slow
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


# ── A game of one's own, and several decisions ───────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_game_of_ones_own_is_named_by_its_file(croupier: Command) -> None:
    data = json.loads(croupier("analyze", f"{RIDE}:LET_IT_RIDE", "--json").out)
    assert (data["game"], data["house"], data["strategy"]) == ("let-it-ride", {}, "optimal")
    assert round(100 * data["wagers"]["bet_3"]["house_edge"]["value"], 4) == 3.5057  # Wizard of Odds
    assert "House edge of the bet_3 wager: optimal 3.505679%, this 3.505679%." in croupier("strategy", RIDE).out
    assert "10 rounds at 1" in croupier("session", RIDE, "--rounds", 10).out
    spread = ("design", f"{INVENTED}:FIVE", "spread", "--edge", "5%..6%", "--max-top", 3, "--count", 1, "--json")
    assert json.loads(croupier(*spread).out)["game"] == "five"


@pytest.mark.slow
def test_every_decision_of_several_says_what_was_decided_before(croupier: Command) -> None:
    data = json.loads(croupier("analyze", f"{INVENTED}:CLIMB_TOLD", "--json", "--decisions").out)
    decisions = data["decisions"]
    assert [d["decision"] for d in decisions].count("stay") == 13
    assert [d["decision"] for d in decisions].count("climb") == 2 * 169
    later = next(d for d in decisions if d["decision"] == "climb")
    assert (later["decided"], set(later["sees"])) == ({"stay": "fold"}, {"stay rank", "first", "climb rank"})
    for decision in decisions:
        values = {option: Fraction(value["exact"]) for option, value in decision["values"].items()}
        assert values[decision["best"]] == max(values.values())


def test_the_strategy_of_several_decisions_is_told(croupier: Command) -> None:
    data = json.loads(croupier("strategy", f"{INVENTED}:CLIMB_TOLD", "--json").out)
    assert (data["decisions"], data["jointly"]) == (["stay", "climb"], True)
    assert {cut["decision"] for cut in data["simple"]} == {"stay", "climb"}
    told = croupier("strategy", f"{INVENTED}:CLIMB_TOLD").out
    assert "stay: the best table of one cut in rank" in told
    assert "climb: the best table of one cut in rank" in told


def test_advice_is_on_the_decision_at_hand(croupier: Command) -> None:
    hand = ("advise", RIDE, "--known", "own=Th Jh Qd")
    first = json.loads(croupier(*hand, "--json").out)
    assert (first["best"], first["deals"], "decided" in first) == ("take_back", 49 * 48, False)
    second = json.loads(croupier(*hand, "--known", "shared=Kd", "--decided", "first=ride", "--json").out)
    assert (second["decision"], second["decided"]) == ("second", {"first": "ride"})
    assert (second["best"], second["values"]["ride"]["exact"]) == ("ride", "3/2")
    assert "Best: ride, first being ride" in croupier(*hand, "--known", "shared=Kd", "--decided", "first=ride").out


def test_a_die_is_known_by_its_face(croupier: Command) -> None:
    told = croupier("advise", f"{INVENTED}:ORACLE", "--known", "die=4", "--seen", seen_but("2c 5c 9d Kd"))
    assert told.status == 0
    assert "die: 4" in told.out.splitlines()


def seen_but(cards: str) -> str:
    """Two decks but for these cards."""
    return " ".join(name for name in CARD_NAMES[:52] for _ in range(2 - cards.split().count(name)))


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("GAME = 1 / 0\n", "this cannot be loaded: ZeroDivisionError in line 1: division by zero"),
        ("GAME = (\n", "this cannot be loaded: SyntaxError"),
        ("import nothing_of_that_name\n", "this cannot be loaded: ModuleNotFoundError"),
        ("GAME = 1\n", "there is no `Game` or `Model` in it; give one a name at the top level"),
        ("raise SystemExit(7)\n", "this cannot be loaded: SystemExit"),
    ],
)
def test_a_file_that_is_no_game_is_refused(croupier: Command, tmp_path: Path, source: str, why: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(source)
    ran = croupier("analyze", file)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"{file}: {why}" in ran.err


def test_a_game_may_import_its_neighbours(croupier: Command, tmp_path: Path) -> None:
    (tmp_path / "odds_of_mine.py").write_text("from fractions import Fraction\nPAYS = Fraction(2)\n")
    (tmp_path / "my-game.py").write_text(
        "from odds_of_mine import PAYS\n"
        "from croupier.odds import LOST\n"
        "from croupier.rule import rule\n"
        "from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager\n"
        "@rule\n"
        "def high(die: int) -> int:\n"
        "    return int(die > 4)\n"
        "LINES = (Line(1, 'high', 'High', PAYS), Line(0, 'low', 'Low', LOST))\n"
        "GAME = Model('dice', 1, (Drawn('die', Draw.DIE, 6),), (Wager('bet', 'Bet', Rule(high, ('die',)), LINES),))\n"
    )
    data = json.loads(croupier("analyze", tmp_path / "my-game.py", "--json").out)
    assert data["wagers"]["bet"]["house_edge"]["exact"] == "0/1"


@pytest.mark.slow
def test_TCP_R12_is_answered_by_the_engine(croupier: Command) -> None:
    said = "A Pair Plus wager of any size changes no decision: at all 63,193 sights"
    told = " ".join(croupier("strategy", "tcp").out.split())
    assert said in told
    assert "(TCP-R12)" in told
    data = json.loads(croupier("strategy", "tcp", "--json").out)
    assert data["ties"] == 16
    assert (
        "At 16 sights, 0.0222% of deals, two options are worth exactly the same. The strategy takes the option" in told
    )
    assert data["riding"] == [{"wager": "pair_plus", "changed": 0, "whatever_its_size": True}]


@pytest.mark.slow
def test_every_decision_of_a_large_game_is_printed_line_by_line(croupier: Command) -> None:
    lines = croupier("analyze", "tcp", "--decisions").out.splitlines()
    listed = lines[lines.index("Every decision") :]
    assert sum(line.split()[-3:-2] in (["fold"], ["play"]) for line in listed) == 63_193


def test_people_read_tables(croupier: Command) -> None:
    assert "house edge" in croupier("analyze", "monte").out
    assert "Raise 3×" in croupier("strategy", "monte").out
    strategy = croupier("strategy", "monte").out
    assert "closest calls" in strategy
    every = strategy.partition("Every decision")[2]
    assert [side for side in ("own", "other") for rank in "23456789TJQKA" if f"{side:7}  {rank:4}" not in every] == []
    assert "No two options are ever equally good" in strategy
    assert "paytables keep the house edge" in croupier("design", "monte", "full_monte", "--edge", "5%..6%").out
    assert "ace_low_straight = no" in croupier("rulings", "monte").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("analyze", "whist"), "is not a game"),
        (("analyze", "monte", "-p", "decks=0"), "give 1 to 16 (CM-I1)"),
        (("analyze", "monte", "-p", "decks=17"), "give 1 to 16 (CM-I1)"),
        (("analyze", "monte", "--paytable", "full_monte=1,2"), "2 odds for 6 lines"),
        (("analyze", "monte", "--paytable", "full_monte"), "--paytable"),
        (("analyze", "tcp", "--removed", "Ah Ah"), "Ah is given more often than the decks hold it"),
        (("analyze", "monte", "--removed", "Ax"), "--removed"),
        (("analyze", "monte", "--strategy", "nowhere.toml"), "nowhere.toml"),
        (("design", "monte", "initial", "--edge", "1%..2%"), "rests on a decision"),
        (("design", "monte", "full_monte", "--edge", "1%"), "--edge"),
        (("design", "monte", "tie", "--edge", "1%..2%"), "there is no wager"),
        (("design", "monte", "full_monte", "--edge", "1%..2%", "--payouts", ""), "--payouts"),
        (("design", "monte", "full_monte", "--edge", "1%..2%", "--payouts", "9" * 23), '--payouts: "999'),
        (("design", "monte", "full_monte", "--edge", "1%..2%", "--hit", ""), "--hit"),
        (("design", "monte", "full_monte", "--edge", "1%..2%", "--hit", "50%..10%"), "--hit: nothing lies from"),
        (("design", "monte", "full_monte", "--edge", "1%..2%", "--max-top", "0"), "--max-top"),
        (("rulings", ""), "is not a game"),
        (("advise", "monte", "--own", "Jd", "--hand", "2c 3c 4c"), "and nothing else (CM-4)"),
        (("advise", "tcp", "--own", "Jd"), "--own: nobody sees this in three-card-poker; there are hand, up, hole"),
        (("advise", "tcp", "--hand", "Qs"), "--hand: 1 card is given where there are 3"),
        (("advise", "tcp", "--hand", "Qs 6d 4c"), "give it too (TCP-D11)"),
        (("advise", "tcp", "--hand", "Qs 6d 4c", "--up", "Qs"), "more often than the decks hold"),
        (("advise", "bac", "--own", "Qs"), "no decisions"),
        (("advise", "monte"), "(CM-4)"),
        (("strategy", "bac"), "baccarat has no decisions"),
        (("advise", RIDE, "--known", "own"), "--known"),
        (("advise", RIDE, "--known", "own=Qs 6d 4c", "--decided", "second=ride"), "second is not decided before first"),
        (("analyze", RIDE, "-p", "decks=2"), "let-it-ride is a model and has no house rules"),
        (("analyze", RIDE, "--paytable", "bet_1=1,2"), "let-it-ride is a model and has no house rules"),
        (("analyze", "nowhere.py:GAME"), "nowhere.py: there is no such file"),
        (("analyze", f"{RIDE}:RED_DOG"), 'there is no game or model "RED_DOG" in it; it has LET_IT_RIDE'),
        (("session", f"{INVENTED}"), "say which game, FILE.py:NAME; it has"),
        (("strategy", f"{INVENTED}:CLIMB"), "the decision stay does not say what its sight tells"),
        (("design", f"{INVENTED}:CLIMB", "ante", "--edge", "1%..2%"), "rests on a decision"),
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


def test_a_line_that_the_cards_cannot_make_is_listed_with_none(croupier: Command) -> None:
    one = json.loads(croupier("analyze", "monte", "-p", "decks=1", "--json").out)["wagers"]["full_monte"]
    suited = next(row for row in one["outcomes"] if row["outcome"] == "three_of_a_kind_suited")
    assert (suited["combinations"], suited["probability"], suited["return"]) == (0, 0, 0)
    paid = [int(row["pays"]) for row in one["outcomes"] if row["combinations"]]
    assert one["top_win"]["value"] == max(paid) < int(suited["pays"])
    analysis = analyze("casino-monte", house={"decks": 1})
    dearer = repriced(analysis.wagers["full_monte"], {"three_of_a_kind_suited": Fraction(9999)})
    assert dearer.house_edge == analysis.wagers["full_monte"].house_edge
    assert dearer.top_win == max(paid)


LINES = "one_face, player_face, banker_face, both_faces, same_rank, same_rank_and_suit"


def test_a_paytable_is_given_in_the_order_that_house_names_or_by_name(croupier: Command) -> None:
    assert LINES in " ".join(croupier("house", "bac").out.split())
    names = "same_rank_and_suit=75,one_face=1,player_face=3,banker_face=8,both_faces=10,same_rank=10"
    by_number, in_order, by_name = (
        json.loads(croupier("analyze", "bac", *given, "--json").out)["wagers"]["lucky_monkey"]
        for given in (
            ("-p", "lucky_monkey_paytable=3"),
            ("--paytable", "lucky_monkey=1,3,8,10,10,75"),
            ("--paytable", f"lucky_monkey={names}"),
        )
    )
    assert by_number == in_order == by_name
    ran = croupier("analyze", "bac", "--paytable", "lucky_monkey=one_face=1,two_faces=2")
    assert ran.err == 'croupier: --paytable: there is no line "two_faces"; the closest is both_faces (LM-T).\n'


def test_a_band_of_edges_may_favour_the_player(croupier: Command) -> None:
    found = json.loads(croupier("design", "tcp", "pair_plus", "--edge", "-2%..1%", "--count", 1, "--json").out)
    assert found["total"]
    assert round(found["tables"][0]["house_edge"]["value"], 3) == -0.005


def test_a_strategy_file_with_an_unknown_hand_is_refused(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    for text, why in (
        ('otherwise = "fold"\n[[rule]]\ndecide = "play"\nhand = "Z-6-4"\n', "rule 1.hand"),
        ('otherwise = "fold"\n[[rule]]\ndecide = "raise"\n', "rule 1.decide"),
        ('otherwise = "fold"\n[[rule]]\ndecide = "play"\ncolour = "red"\n', "is not seen"),
        ('otherwise = "fold"\nelse = 1\n', "no such field"),
        ('game = "baccarat"\notherwise = "fold"\n', 'is for "baccarat"'),
        ("otherwise = ", "nor TOML"),
        ("otherwise = " + "[" * 2000 + "]" * 2000, "own.toml: this is nested deeper than 8 levels"),
        ('otherwise = "fold"\n[[rule]]\ndecide = "play"\nup = []\n', "rule 1.up: an empty list"),
        ('[[rule]]\ndecide = "play"\n', "otherwise: this is left out; decide fold, play"),
    ):
        file.write_text(text)
        ran = croupier("analyze", "tcp", "--strategy", file)
        assert (ran.status, ran.out, why in ran.err) == (2, "", True), ran.err
