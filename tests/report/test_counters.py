"""The section on protection and bank: every number that it prints is one of the engine's, in every format."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.cards import RANKS
from croupier.figures import Figure
from croupier.protect.bank import BankReport, bank_report
from croupier.protect.protection import Protection, protect
from croupier.report.document import (
    Document,
    Facts,
    Form,
    Paragraph,
    Section,
    Table,
    cells_of,
    runs_of,
    text_of,
)
from croupier.report.game_report import GameReport
from croupier.report.html import html
from croupier.report.markdown import markdown
from croupier.report.mathematics import counters
from croupier.report.pdf import pdf
from croupier.rulebook import Rulebook
from tests.report.reading import Page, is_rounded, markdown_text, pdf_text, squeezed

NUMBER = re.compile(r"[-+]?\$?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?%?")
WORKED_OUT = re.compile(r"[0-9][.,][0-9]|[0-9]%")
"""What is written so was worked out; whole dollars, such as the size of a bank, may be given."""
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
CENTS = Fraction(1, 100)
Number = int | float | str | Fraction
Shown = Sequence[Number]
"""The numbers of one line, in the order in which they are printed; words are told as they are."""


def rounds_to(text: str, value: Number) -> bool:
    """Whether a text is a value, rounded at the last digit that is printed."""
    return is_rounded(Figure(Fraction(value), text))


def agree(text: str, shown: Shown) -> None:
    """All numbers of a text are those that are expected, and there are no others."""
    numbers = NUMBER.findall(text)
    assert len(numbers) == len(shown), text
    for number, value in zip(numbers, shown, strict=True):
        assert rounds_to(number, value), f"{number} of “{text}” is not {value}"


def rows_agree(table: Table, expected: Sequence[Mapping[str, Shown]]) -> None:
    """Every cell of a table has the numbers that its column has in the engine's figures."""
    assert len(table.rows) == len(expected)
    for row, told in zip(table.rows, expected, strict=True):
        assert list(told) == list(table.heads)
        for cell, (head, shown) in zip(row, told.items(), strict=True):
            try:
                agree(text_of(cell), shown)
            except AssertionError as error:
                raise AssertionError(f"{table.caption}, {head}: {error}") from None


def tables_of(section: Section) -> dict[str, Table]:
    return {block.caption: block for block in section.blocks if isinstance(block, Table) and block.heads}


def facts_of(section: Section) -> dict[str, str]:
    return {name: text_of(cell) for block in section.blocks if isinstance(block, Facts) for name, cell in block.rows}


def paragraphs_of(section: Section) -> list[str]:
    return [text_of(block.runs) for block in section.blocks if isinstance(block, Paragraph)]


def document(section: Section) -> Document:
    return Document("mathematics", "A game", "A test", Form.REPORT, (), (section,))


def words_of(section: Section) -> Iterator[str]:
    """All that a section says, block by block."""
    for block in section.blocks:
        match block:
            case Paragraph(runs):
                yield text_of(runs)
            case Facts(rows):
                yield from (text for name, cell in rows for text in (name, text_of(cell)))
            case Table() as table:
                yield from (table.caption, text_of(table.note), *(text_of(cell) for row in table.rows for cell in row))


def every_number_is_a_figure(section: Section) -> None:
    """Whatever was worked out knows its value and is rounded from it; the words have only whole numbers that name."""
    made = document(section)
    assert all(is_rounded(figure) for figure in made.figures())
    for block in section.blocks:
        for cell in cells_of(block):
            words = " ".join(str(run) for run in runs_of(cell) if not isinstance(run, Figure))
            assert not WORKED_OUT.search(words), words


def every_format_says(section: Section) -> None:
    """Each format has all numbers of a section, word for word and in its order."""
    made = document(section)
    for text in (squeezed(Page(html(made)).text), markdown_text(markdown(made)), pdf_text(pdf(made))):
        for words in words_of(section):
            assert squeezed(words) in text, words


# ── Card counters ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def counted() -> tuple[Protection, Section]:
    """What counters win in few shoes, and the section that tells it."""
    found: list[Protection] = []

    def few(book: Rulebook, _: object, **options: Any) -> Protection:  # as it is asked for
        found.append(protect(book, ("tie", "lucky_monkey"), shoes=40, **options))
        return found[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counters, "protect", few)
        section = counters.protection(GameReport(book("baccarat"), protection=True))
    return found[0], section


def book(name: str) -> Rulebook:
    file = EXAMPLES / f"{name}.py"
    found = croupier.game(str(file) if file.is_file() else name).rulebook
    assert found is not None
    return found


def of_way(way: Mapping[str, Any]) -> dict[str, Shown]:
    level = NUMBER.findall(way["way"])
    tags = way["tags"] is not None
    return {
        "way": level,
        "correlation": [way["betting_correlation"]],
        "from": [way["threshold"]] if tags and way["threshold"] is not None else [],
        "bets": [way["frequency"]],
        "advantage": [way["mean_advantage"]],
        "a shoe": [way["units_per_shoe"]],
        "error": [way["standard_error"]],
        "100 rounds": [way["units_per_100_rounds"]],
        "sd": [way["standard_deviation_per_shoe"]],
        "N0 shoes": [] if way["n0_shoes"] is None else [way["n0_shoes"]],
    }


def of_cut(cut: str, perfect: Mapping[str, Any], simple: Mapping[str, Any]) -> dict[str, Shown]:
    return {
        "behind it": [cut],
        "rounds": [perfect["rounds_per_shoe"]],
        "perfect, a shoe": [perfect["units_per_shoe"]],
        "bets": [perfect["frequency"]],
        "advantage": [perfect["mean_advantage"]],
        "N0 shoes": [] if perfect["n0_shoes"] is None else [perfect["n0_shoes"]],
        "simple, a shoe": [simple["units_per_shoe"]],
    }


def of_depth(depth: Mapping[str, Any]) -> dict[str, Shown]:
    return {
        "cards dealt": [depth["cards_dealt_from"], depth["cards_dealt_from"] + 25],
        "favours the player": [depth["frequency"]],
        "advantage then": [depth["mean_advantage"]],
        "a unit then wins, a shoe": [depth["units_per_shoe"]],
    }


def wager_agrees(section: Section, label: str, data: Mapping[str, Any]) -> None:
    """The tables of one wager are its data."""
    tables = tables_of(section)
    effects = [effect["value"] * 100 for effect in data["effects_of_removal"].values()]
    (row,) = tables[f"{label}: effects of removal"].rows
    for cell, effect in zip(row, effects, strict=True):
        assert rounds_to(f"{text_of(cell)}%", effect)  # in hundredths of a percent
    rows_agree(tables[f"{label}: ways to bet"], [of_way(way) for way in data["ways"]])
    cuts = [of_cut(cut, each["perfect"], each["simple"]) for cut, each in data["by_cut_card"].items()]
    rows_agree(tables[f"{label}: by cut card"], cuts)
    rows_agree(tables[f"{label}: by depth of the shoe"], [of_depth(depth) for depth in data["by_depth"]])


def test_counting_is_told_with_the_figures_of_the_engine(counted: tuple[Protection, Section]) -> None:
    found, section = counted
    assert tables_of(section)
    for id_, each in found.wagers.items():
        data = each.data()
        wager_agrees(section, each.wager.label, data)
        ways: Any = data["ways"]
        agree(
            facts_of(section)[each.wager.label],
            [each.removal.value, ways[0]["units_per_shoe"], each.best_simple.per_shoe],
        )
        if each.leaving is not None:
            leaving: Any = data["leaving"]
            (words,) = [text for text in paragraphs_of(section) if f"{each.leaving.per_100:+.3f}" in text]
            agree(words, [leaving["mark"], leaving["units_per_100_rounds"], 100, leaving["rounds_watched"]])
        assert id_ in book("baccarat").wagers_by_id


def test_every_number_on_counting_is_a_figure(counted: tuple[Protection, Section]) -> None:
    every_number_is_a_figure(counted[1])


def test_counting_is_told_alike_in_every_format(counted: tuple[Protection, Section]) -> None:
    every_format_says(counted[1])


def test_a_number_that_is_not_the_engine_s_is_found(counted: tuple[Protection, Section]) -> None:
    found, section = counted
    id_, each = next(iter(found.wagers.items()))
    data: Any = each.data()
    wrong = [
        {**data, "by_depth": [{**data["by_depth"][0], "units_per_shoe": 0.5}, *data["by_depth"][1:]]},
        {**data, "ways": [*data["ways"][:-1], {**data["ways"][-1], "betting_correlation": 0.123}]},
        {**data, "effects_of_removal": {key: {"value": 1} for key in data["effects_of_removal"]}},
        {**data, "by_cut_card": dict(reversed(data["by_cut_card"].items()))},
    ]
    wager_agrees(section, each.wager.label, data)
    for other in wrong:
        with pytest.raises(AssertionError):
            wager_agrees(section, each.wager.label, other)
    assert len(data["effects_of_removal"]) == len(RANKS)
    assert id_ in found.wagers


# ── The bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def banked() -> tuple[BankReport, Section]:
    """What a bank is worth against two seats, and the section that tells it."""
    found: list[BankReport] = []

    def few(book: Rulebook, **options: Any) -> BankReport:  # as it is asked for
        found.append(bank_report(book, seats=2, dealt=20_000, **options))
        return found[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counters, "bank_report", few)
        section = counters.protection(GameReport(book("three-card-poker"), protection=True))
    return found[0], section


def dollars(mean: Mapping[str, float]) -> list[Number]:
    """A mean of cents in dollars, with its error."""
    return [mean["mean"] / 100, mean["standard_error"] / 100]


def of_wager(each: Mapping[str, Any]) -> dict[str, Shown]:
    after = each["after_fees_by_round"]
    return {
        "bank": [each["wager"] * CENTS],
        "by round": dollars(after),
        "by hour": [after["mean"] / 100 * 60],
        "spread": [round(each["deviation_by_round"]) * CENTS],
        "short": [each["rounds_short"]],
        "capital 1%": [each["capital"]["0.01"] * CENTS],
    }


def of_seat(seat: Mapping[str, Any], placed: int, fee: int, covered: float) -> dict[str, Shown]:
    result = seat["result_by_round"]
    return {
        "seat": [seat["position"]],
        "per unit": [result["mean"] / placed, result["standard_error"] / placed],
        "by position": [(result["mean"] - covered) / placed],
        "by round": dollars(result),
        "fee": [fee * CENTS],
        "uncovered": [seat["share_returned"]],
        "given up": [seat["given_up_and_returned_by_round"] / 100],
    }


def facts_of_bank(data: Mapping[str, Any]) -> dict[str, list[Number]]:
    bank, shift = data["bank"], data["shift"]
    facts: dict[str, list[Number]] = {
        "by round before fees": [*dollars(bank["before_fees_by_round"]), round(bank["deviation_by_round"]) * CENTS],
        "fee by round": [data["fee"] * CENTS],
        "by round after fees": dollars(bank["after_fees_by_round"]),
        "by hour after fees": [*dollars(data["after_fees_by_hour"]), data["rounds_per_hour"]],
        "rounds that leave wagers uncovered": [bank["rounds_short"]],
        f"by shift of {shift['rounds']} rounds": [*dollars(shift["mean"]), round(shift["deviation"]) * CENTS],
        "shifts that end behind": list(shift["behind"].values()),
    }
    facts |= {f"{float(q):.0%} of shifts end at or below": dollars(mean) for q, mean in shift["quantiles"].items()}
    facts |= {f"capital for a risk of {float(risk):.1%}": dollars(mean) for risk, mean in shift["capital"].items()}
    return facts


def bank_agrees(section: Section, found: BankReport, data: Mapping[str, Any]) -> None:
    """The tables and facts of the bank are its data."""
    tables, facts = tables_of(section), facts_of(section)
    expected = facts_of_bank(data)
    assert list(facts) == list(expected)
    for name, shown in expected.items():
        agree(facts[name], shown)
    rows_agree(tables["By the wager put up, after fees"], [of_wager(each) for each in data["wagers"]])
    best, frugal = data["best_wager"], data["best_wager_on_capital"]
    agree(
        text_of(tables["By the wager put up, after fees"].note),
        [each * CENTS for each in (best, frugal, data["covers_everything_from"]) if each is not None],
    )
    covered = [float(found.table.covered_means[place]) for place in range(1, len(data["seats"]) + 1)]
    seats = [
        of_seat(seat, sum(asked["stakes"].values()), asked["fee"], alone)
        for seat, asked, alone in zip(data["bank"]["seats"], data["seats"], covered, strict=True)
    ]
    rows_agree(tables["The seats from the player-dealer's left, ordinary play"], seats)


def test_the_bank_is_told_with_the_figures_of_the_engine(banked: tuple[BankReport, Section]) -> None:
    found, section = banked
    data: Any = found.data()
    bank_agrees(section, found, data)
    (summary,) = [text for text in paragraphs_of(section) if "after fees" in text]
    agree(summary, [data["bank"]["wager"] * CENTS, 2, *dollars(data["bank"]["after_fees_by_round"])])
    assert "The bank of a player: every seat bets $10 on Ante." in paragraphs_of(section)
    assert f"{data['rounds_dealt']:,} rounds were dealt" in " ".join(paragraphs_of(section))
    # A seat whose wagers are all covered wins what the analysis says.
    edge = croupier.game("three-card-poker").analyze().wagers["ante"].house_edge
    (row, _) = tables_of(section)["The seats from the player-dealer's left, ordinary play"].rows
    agree(text_of(row[1]), [-edge, 0])


def test_every_number_on_the_bank_is_a_figure(banked: tuple[BankReport, Section]) -> None:
    every_number_is_a_figure(banked[1])


def test_the_bank_is_told_alike_in_every_format(banked: tuple[BankReport, Section]) -> None:
    every_format_says(banked[1])


def test_a_number_that_is_not_the_bank_s_is_found(banked: tuple[BankReport, Section]) -> None:
    found, section = banked
    data: Any = found.data()
    wrong = [
        {**data, "fee": 900},
        {**data, "best_wager": 1},
        {**data, "wagers": list(reversed(data["wagers"]))},
        {**data, "shift": {**data["shift"], "behind": {"mean": 0.9, "standard_error": 0.0}}},
        {
            **data,
            "bank": {**data["bank"], "seats": [{**each, "share_returned": 0.5} for each in data["bank"]["seats"]]},
        },
    ]
    for other in wrong:
        with pytest.raises(AssertionError):
            bank_agrees(section, found, other)


def test_a_game_without_a_bank_or_a_shoe_says_so() -> None:
    told = " ".join(paragraphs_of(counters.protection(GameReport(book("high_card"), protection=True))))
    assert "The house banks the game" in told
    assert "shuffled before every round" in told
