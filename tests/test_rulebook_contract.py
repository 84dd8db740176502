"""The contract that every rulebook keeps, the games' own and one with a side bet from elsewhere."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from croupier.cards import rank_of
from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.games.baccarat import PLAIN_BACCARAT
from croupier.games.casino_monte import CASINO_MONTE, full_monte
from croupier.games.lucky_monkey import LUCKY_MONKEY
from croupier.rule import rule
from croupier.rulebook import Game, House, Kind, Line, Model, Parameter, Rule, Rulebook, Wager
from croupier.trace import found, places_of
from examples.games.dragon_7 import DRAGON_7
from tests.contract import assert_compilable, assert_rulebook_contract, clause_ids
from tests.example_games import EXAMPLES

NEED_TESTS = (Kind.RULE, Kind.PROCEDURE)


@pytest.mark.parametrize("id_", GAMES)
def test_every_rulebook_keeps_the_contract(id_: str) -> None:
    assert game(id_).id == id_
    assert_rulebook_contract(game(id_))


MODEL_FIELDS = {field.name for field in fields(Model)}


@pytest.mark.slow
def test_a_rulebook_with_a_side_bet_from_elsewhere_keeps_the_contract() -> None:
    assert_rulebook_contract(PLAIN_BACCARAT.with_side_bets(LUCKY_MONKEY, DRAGON_7))
    assert_rulebook_contract(PLAIN_BACCARAT)


def test_no_two_games_share_a_clause_or_a_title() -> None:
    ids = [id_ for name in GAMES for id_ in clause_ids(game(name))]
    assert len(ids) == len(set(ids))
    assert len({game(name).title for name in GAMES}) == len(GAMES)


# ── The contract can be broken ───────────────────────────────────────────────────────────────────────────────────────


def broken(**changes: Any) -> Game:
    """Casino Monte with its rulebook spoiled."""

    def build(of: Game, house: House) -> Rulebook:
        book = CASINO_MONTE.build(of, house)
        changed = {name: change(getattr(book, name)) for name, change in changes.items()}
        of_model = {name: value for name, value in changed.items() if name in MODEL_FIELDS}
        of_book = {name: value for name, value in changed.items() if name not in MODEL_FIELDS}
        return replace(book, model=replace(book.model, **of_model), **of_book)

    return replace(CASINO_MONTE, build=build)


def again(wager: Wager) -> Line:
    """A wager's first line under another code."""
    return replace(wager.lines[0], code=99)


def with_full_monte(**changes: Any) -> Game:
    """Casino Monte with its side bet spoiled."""
    return broken(wagers=lambda wagers: (*wagers[:2], replace(wagers[2], **changes)))


def dearer(parameter: Parameter[Any]) -> Parameter[Any]:
    """A paytable whose default is none that is printed."""
    if parameter.name != "full_monte_paytable":
        return parameter
    return replace(parameter, default=(Fraction(50), *parameter.default[1:]))


def unmarked(one: int, two: int, three: int) -> int:
    return one + two + three


@rule
def nothing_but_pairs(one: int, two: int, three: int) -> int:
    return rank_of(one) == rank_of(two) or rank_of(two) == rank_of(three)


@pytest.mark.parametrize(
    ("found_by", "spoiled"),
    [
        ("check_clauses", replace(CASINO_MONTE, clauses=(*CASINO_MONTE.clauses, CASINO_MONTE.clauses[0]))),
        ("check_clauses", replace(CASINO_MONTE, documents=CASINO_MONTE.documents[:1])),
        ("check_parameters", replace(CASINO_MONTE, clauses=CASINO_MONTE.clauses[1:])),
        ("check_paytables", replace(CASINO_MONTE, parameters=tuple(dearer(p) for p in CASINO_MONTE.parameters))),
        ("check_cited", broken(void_clause=lambda _: "")),
        ("check_fit", broken(void_clause=lambda _: "CM-99")),
        ("check_rules", with_full_monte(outcome=Rule(unmarked, ("cards",)))),
        ("__post_init__", broken(wagers=lambda w: (replace(w[0], lines=(*w[0].lines, again(w[0]))), *w[1:]))),
        ("check_fit", with_full_monte(needs=("ante",))),
        ("check_wagers", with_full_monte(limit_clause="")),
        ("check_fit", broken(decisions=lambda decisions: (replace(decisions[0], default="raise_3"),))),
        ("check_decisions", broken(decisions=lambda decisions: (replace(decisions[0], only_by_player=""),))),
        ("check_fit", broken(procedure=lambda steps: steps[1:])),
        ("check_procedure", broken(procedure=lambda steps: (*steps[:-3], steps[-2], steps[-3], steps[-1]))),
        ("check_outcomes", broken(wagers=lambda w: (replace(w[0], lines=w[0].lines[1:]), *w[1:]))),
        ("check_every_line_is_hit", with_full_monte(outcome=Rule(nothing_but_pairs, ("cards",)))),
    ],
)
def test_a_spoiled_rulebook_breaks_the_contract(found_by: str, spoiled: Game) -> None:
    with pytest.raises((AssertionError, Refused)) as found:
        assert_rulebook_contract(spoiled)
    assert found_by in {entry.name for entry in found.traceback}


HOUSE_TAKES = {"one": 1}


@rule
def reads_a_table(card: int) -> int:
    return HOUSE_TAKES["one"] + card


@rule
def calls_no_rule(card: int) -> int:
    return unmarked(card, card, card)


@rule
def has_a_default(card: int, decks: int = 6) -> int:
    return card + decks


def test_a_rule_that_no_compiler_could_take_breaks_the_contract() -> None:
    many = 6

    @rule
    def holds_on(card: int) -> int:
        return card + many

    for function in (unmarked, reads_a_table, calls_no_rule, has_a_default, holds_on):
        with pytest.raises(AssertionError):
            assert_compilable(function)


# ── Evidence ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", [entry.id for entry in GAMES.values() if entry.address.startswith("croupier.games.")])
def test_every_rule_procedure_and_ruling_has_code_a_proof_and_a_guard(id_: str) -> None:
    need = [clause.id for clause in game(id_).clauses if clause.kind in NEED_TESTS]
    need += [ruling.id for ruling in game(id_).rulings]
    lacking = {}
    for clause in need:
        found = {place.kind for place in places_of(game(id_), clause)}
        if missing := {"code", "proves", "guards"} - found:
            lacking[clause] = sorted(missing)
    assert not lacking


@pytest.mark.parametrize("id_", GAMES)
def test_physical_clauses_are_drawn_or_announced_and_no_test_is_pretended(id_: str) -> None:
    for clause in game(id_).clauses:
        kinds = {place.kind for place in places_of(game(id_), clause.id)}
        if clause.kind not in NEED_TESTS:
            assert kinds <= {"code"}, f"{clause.id} is {clause.kind} and has a test"
        if clause.kind is Kind.PHYSICAL:
            assert "code" in kinds, f"{clause.id} is neither drawn nor announced"


def test_every_clause_that_code_or_a_test_names_is_declared() -> None:
    declared = {id_ for name in GAMES for id_ in clause_ids(game(name))}
    declared |= {id_ for example in EXAMPLES.values() for id_ in clause_ids(example.game)}
    for id_, places in found().items():
        assert id_ in declared, f"{places[0].file}:{places[0].line} names {id_}, which no game declares"


def test_a_rule_that_reads_what_nobody_draws_is_refused_when_the_rulebook_is_written() -> None:
    with pytest.raises(Refused, match="full_monte reads 'hand', which is not defined"):
        with_full_monte(outcome=Rule(full_monte, ("hand",))).rulebook()


@pytest.mark.parametrize(
    ("said", "meant"), [("yes", True), ("true", True), (True, True), ("no", False), ("false", False)]
)
def test_yes_and_no_may_be_said_as_files_say_them(said: object, meant: object) -> None:
    assert game("three-card-poker").house({"exposed_card": said}).show()["exposed_card"] is meant


def test_what_a_house_shows_may_be_changed_without_changing_the_house() -> None:
    odds = ["50:1", "30:1", "20:1", "6:1", "3:1", "1:1"]
    house = game("three-card-poker").house({"pair_plus_paytable": odds, "exposed_card": "no"})
    shown = house.show()
    paytable = shown["pair_plus_paytable"]
    assert isinstance(paytable, list)
    paytable.append(1000)
    shown["exposed_card"] = True
    assert house.show()["pair_plus_paytable"] == odds
    assert house.show()["exposed_card"] is False
