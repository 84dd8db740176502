"""Rules of play: complete, in the order of the document, with examples that the settlement pays."""

from fractions import Fraction

import pytest

import croupier
from croupier.errors import Refused
from croupier.figures import Figure
from croupier.money import cents_from
from croupier.odds import odds_text
from croupier.report import rules_of_play
from croupier.report.examples import Finder
from croupier.report.game_report import GameReport
from croupier.rulebook import Game
from croupier.settlement.cases import cases_of
from examples.games.blackjack import BLACKJACK
from examples.games.match_the_dealer import MATCH_THE_DEALER
from examples.games.pai_gow_mania import PAI_GOW_MANIA
from tests.drill.practised import book_of, game_of
from tests.drill.test_questions import paying
from tests.report.documented import DOCUMENTED, cell, made, section, tables, words


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_clause_and_every_ruling_is_told_once_in_order(name: str) -> None:
    game, document = game_of(name), made("rules", name)
    told = [cell(row[0]) for table in tables(section(document, "clauses")) for row in table.rows]
    assert told == [clause.id for clause in game.clauses]
    rulings = [cell(row[0]) for table in tables(section(document, "rulings")) for row in table.rows]
    assert rulings == [ruling.id for ruling in game.rulings]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_line_is_in_a_paytable_with_what_it_pays(name: str) -> None:
    book, document = book_of(name), made("rules", name)
    told = {
        (cell(row[0]), cell(row[1]), cell(row[2]))
        for table in tables(section(document, "wagers"))
        if table.heads[0] == "Outcome"
        for row in table.rows
    }
    for wager in book.wagers:
        for line in wager.lines:
            pays = odds_text(line.pays) if line.pays > 0 else "push" if not line.pays else "loses"
            pays += f" {-line.pays}" if -1 < line.pays < 0 else ""
            less = f" less {100 * line.commission}%" if line.commission else ""
            assert (line.label, ", ".join(line.clauses), f"{pays}{less}") in told


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_wager_has_its_limits(name: str) -> None:
    rows = {cell(row[0]): row for row in next(tables(section(made("rules", name), "wagers"))).rows}
    for wager in book_of(name).wagers:
        if wager.most is not None:
            least, most = rows[wager.label][-2:]
            assert isinstance(least, Figure)
            assert isinstance(most, Figure)
            assert (least.value, most.value) == (Fraction(wager.least, 100), Fraction(wager.most, 100))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_case_is_worked_once_and_pays_what_its_description_pays(name: str) -> None:
    """The descriptions are settled anew, by way of `croupier.settle`."""
    book = book_of(name)
    every, figures = Finder(book).every, set()
    assert [example.case for example in every] == [case for case in cases_of(book) if case.wager]
    for example in every:
        case = example.case
        rows = croupier.settle(example.description, game=game_of(name)).to_rows()
        row = next(row for row in rows if (row["seat"], row["wager"]) == (example.met.seat, case.wager))
        assert (cents_from(row["result"]), cents_from(row["stake"])) == (example.met.result, example.met.stake)
        assert str(row["clauses"]).split() == list(example.met.clauses)
        called = case.line if case.is_short else example.line.label
        figures.add((case.wager, called, example.met.clauses, Fraction(example.met.result, 100)))
    told = {
        (table_of.id.removeprefix("example-"), cell(row[1]), tuple(cell(row[2]).split(", ")), figure.value)
        for table_of in section(made("rules", name), "examples").parts
        for table in tables(table_of)
        for row in table.rows
        if isinstance(figure := row[-1], Figure)
    }
    assert figures == told


def test_examples_follow_the_settlement() -> None:
    wrong = paying(game_of("casino-monte"), "full_monte", Fraction(77))
    document = rules_of_play.document(GameReport(wrong.rulebook()))
    rows = [row for table in tables(section(document, "example-full_monte")) for row in table.rows]
    assert {cell(row[-1]) for row in rows} == {"$770", "-$10"}


# ── House rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


def out_of_force(name: str, **house: object) -> set[str]:
    document = made("rules", name, **house)
    rows = (row for table in tables(section(document, "clauses")) for row in table.rows)
    return {cell(row[0]) for row in rows if cell(row[2]) == "not in force here"}


def test_the_procedure_that_is_not_dealt_is_marked() -> None:
    standard, alternate = out_of_force("casino-monte"), out_of_force("casino-monte", procedure="alternate")
    assert {"CM-A1", "CM-A4", "CM-A6", "CM-A7d"} <= standard
    assert {"CM-1", "CM-2", "CM-6", "CM-7d"} <= alternate
    assert not standard & alternate
    assert "CM-FM" not in standard | alternate


def test_what_a_house_changes_is_beside_what_is_usual() -> None:
    rows = {
        cell(row[0]): row for row in next(tables(section(made("rules", "baccarat", tie_pays=9), "house-rules"))).rows
    }
    assert tuple(map(cell, rows["tie_pays"][-2:])) == ("9", "8")
    assert "9:1" in words(made("rules", "baccarat", tie_pays=9))


def test_steps_follow_the_procedure_that_is_dealt() -> None:
    standard, alternate = (words(made("rules", "casino-monte", procedure=each)) for each in ("standard", "alternate"))
    assert standard.index("One card each, face down") < standard.index("A die of 6 faces")
    assert alternate.index("A die of 6 faces is rolled") < alternate.index("face up to each of")


def test_what_is_not_always_offered_and_what_is_done_again_is_told() -> None:
    round_ = words(rules_of_play.document(GameReport(BLACKJACK.rulebook())))
    assert "Double, where it is offered, with as much as Bet on Double" in round_
    assert "Stand; Hit, where it is offered;" in round_
    assert "The last 2 steps are done again" in round_
    assert "The last step is done again" in round_


@pytest.mark.parametrize(
    ("game", "decks"),
    [
        (PAI_GOW_MANIA, "1 deck of 53 cards, with a joker."),
        (MATCH_THE_DEALER, "6 decks of 48 cards, without tens."),
        (BLACKJACK, "6 decks of 52 cards."),
    ],
)
def test_a_deck_of_other_cards_is_told(game: Game, decks: str) -> None:
    assert decks in words(rules_of_play.document(GameReport(game.rulebook())))


def test_a_limited_bank_and_fees_have_sections_of_their_own() -> None:
    document = made("rules", "three-card-poker")
    assert "Bank left" in {head for table in tables(section(document, "coverage")) for head in table.heads}
    assert "Each Ante | $1" in words(document)
    ids = {each.id for each in made("rules", "baccarat").every_section()}
    assert not ids & {"coverage", "fees"}


def test_the_round_that_shows_the_orders_says_who_plays_and_on_what() -> None:
    captions = {
        name: [table.caption for table in tables(section(made("rules", name), "orders"))]
        for name in ("casino-monte", "three-card-poker", "jacks-or-better")
    }
    assert captions == {
        "casino-monte": ["A round with players at seats 1, 2 and 3", "The same round"],
        "three-card-poker": ["A round with players at seats 1, 2 and 3; seat 7 banks", "The same round"],
        "jacks-or-better": ["A round with a player at seat 1", "The same round"],
    }
    settled = next(tables(section(made("rules", "casino-monte"), "settlement")))
    spots = {cell(row[0])[2:] for row in settled.rows}
    assert spots
    assert spots <= {"▲ red", "● white", "■ blue"}


def test_misdeals_are_open_where_documents_say_nothing() -> None:
    told = words(made("rules", "casino-monte"))
    assert "say nothing about misdeals. This is open" in told
    assert "CM-R11" in told


def test_house_rules_that_are_not_dealt_are_refused() -> None:
    with pytest.raises(Refused, match="rules and guides are for a table that is dealt; 1 may be analysed"):
        rules_of_play.document(GameReport(book_of("casino-monte", decks=1)))


def test_the_same_command_gives_the_same_document() -> None:
    book = book_of("casino-monte")
    assert rules_of_play.document(GameReport(book)) == rules_of_play.document(GameReport(book))
