"""A workbook in LibreOffice: untouched it is right, and after a change of pays it says what the engine says."""

import re
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO

import pytest

import croupier
from croupier.exact.analysis import Analysis
from croupier.exact.wager_report import Distribution
from croupier.report.workbook.outcomes import followers
from tests.report.office import formulas, named, near, number, opened, recalculated, wrong_values
from tests.report.workbooks import OTHERS, OURS, pay_cells, report_of, repriced, with_pays, workbook_of

pytestmark = pytest.mark.office
GAMES = (*OURS, *OTHERS)
FIGURES = (
    *("house_edge", "return_to_player", "element_of_risk", "average_wager", "hit_frequency", "variance"),
    *("standard_deviation", "top_win"),
)
PAIR_PAYS = 2
PLANTED = 0.0438
STRAIGHTS = 3
"""The place of straights among the outcomes of Pair Plus."""


def changed(name: str) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], Fraction]]:
    """Other numbers for all lines that win, by cell, and by wager and line."""
    report = report_of(name)
    cells, lines = {}, {}
    for place, cell in enumerate(pay_cells(workbook_of(name), report), 1):
        pays = cell.pays + Fraction(place, 4)
        cells[cell.sheet, cell.at] = float(pays)
        lines[cell.wager, cell.line] = pays
    assert cells
    for line, leader in followers(report.book).items():
        if leader in lines:
            lines[line] = lines[leader]
    return cells, lines


def planted(data: bytes) -> bytes:
    """The same workbook with a wrong value for the first edge that a formula gives."""
    with zipfile.ZipFile(BytesIO(data)) as parts:
        files = {name: parts.read(name) for name in parts.namelist()}
    name = "xl/worksheets/sheet3.xml"
    text, times = re.subn(r"(<f>-SUM\(\w+_returns\)</f><v>)[^<]*", rf"\g<1>{PLANTED}", files[name].decode())
    assert times == 1
    files[name] = text.encode()
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        for each, content in files.items():
            parts.writestr(each, content)
    return out.getvalue()


def with_pair(data: bytes) -> bytes:
    """Pair Plus with another number for a pair."""
    (cell,) = [c for c in pay_cells(data, report_of("three-card-poker")) if (c.wager, c.line) == ("pair_plus", "pair")]
    return with_pays(data, {(cell.sheet, cell.at): PAIR_PAYS})


def with_count(data: bytes, **counts: int) -> bytes:
    """Pair Plus with another number of straights, or of hands in all."""
    book = opened(data, values=False)
    cells = {}
    for name, row in (("pair_plus_total", 0), ("pair_plus_combinations", STRAIGHTS)):
        ((sheet, area),) = book.defined_names[name].destinations
        first = book[sheet][area.replace("$", "").partition(":")[0]]
        cells[name] = (sheet, f"{first.column_letter}{first.row + row}")
    return with_pays(data, {cells[f"pair_plus_{name}"]: count for name, count in counts.items()})


@pytest.fixture(scope="module")
def before() -> dict[str, bytes]:
    """Every workbook that is opened, as it is before."""
    found = {name: workbook_of(name) for name in GAMES}
    tcp = found["three-card-poker"]
    found |= {f"{name}-changed": with_pays(found[name], changed(name)[0]) for name in GAMES}
    found |= {"count": with_count(tcp, combinations=730), "counts": with_count(tcp, combinations=730, total=22_110)}
    return {**found, "planted": planted(tcp), "pair": with_pair(tcp)}


@pytest.fixture(scope="module")
def after(before: Mapping[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every workbook as LibreOffice works it out, in one run of it."""
    return recalculated(before, tmp_path_factory.mktemp("office"))


@pytest.mark.parametrize("name", GAMES)
def test_every_formula_comes_to_the_value_that_it_carries(
    name: str, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> None:
    assert len(list(formulas(before[name]))) > 100
    assert wrong_values(before[name], after[name]) == []


def test_a_wrong_value_is_found(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    (found,) = wrong_values(before["planted"], after["planted"])
    assert f"has {PLANTED}" in found


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_moves_with_the_pays_as_the_engine_says(name: str, after: Mapping[str, bytes]) -> None:
    analysis = repriced(report_of(name), changed(name)[1])
    data = after[f"{name}-changed"]
    compare(data, analysis)
    for id_, wager in analysis.wagers.items():
        assert bool(named(data, f"{id_}_adds_up"))
        moved = wager.house_edge != report_of(name).analysis.wagers[id_].house_edge
        assert bool(named(data, f"{id_}_as_computed")) is not moved


def test_a_pair_that_pays_two_is_what_the_game_with_that_paytable_is(after: Mapping[str, bytes]) -> None:
    analysis = croupier.game("tcp", paytable=f"pair_plus=pair:{PAIR_PAYS}").analyze()
    assert isinstance(analysis, Analysis)
    compare(after["pair"], analysis)


def test_figures_move_with_a_count_and_a_count_that_does_not_add_up_is_told(after: Mapping[str, bytes]) -> None:
    assert not named(after["count"], "pair_plus_adds_up")
    assert bool(named(after["counts"], "pair_plus_adds_up"))
    report = report_of("three-card-poker").analysis["pair_plus"]
    assert report.rows[STRAIGHTS].combinations == 720
    deals: dict[Fraction, int] = {}
    for place, row in enumerate(report.rows):
        deals[row.pays] = deals.get(row.pays, 0) + (730 if place == STRAIGHTS else row.combinations)
    spread = Distribution(deals, 22_110)
    data = after["counts"]
    assert near(named(data, "pair_plus_house_edge"), float(-spread.mean))
    assert near(named(data, "pair_plus_hit_frequency"), float(spread.win))
    assert near(named(data, "pair_plus_standard_deviation"), spread.standard_deviation)


def compare(data: bytes, analysis: Analysis) -> None:
    """Hold every derived figure of a workbook against the engine's."""
    for id_, wager in analysis.wagers.items():
        spread = wager.distribution
        exact = {figure: float(getattr(wager, figure)) for figure in FIGURES}
        exact |= {"push": float(spread.push), "loss": float(spread.lose)}
        exact |= {"volatility_index": spread.volatility_index, "skewness": spread.skewness}
        for figure, value in exact.items():
            assert near(named(data, f"{id_}_{figure}"), value), f"{id_} {figure}"
    joint(data, analysis)


def joint(data: bytes, analysis: Analysis) -> None:
    """Hold covariances, correlations and the mix against the engine's."""
    if len(analysis.wagers) < 2:
        return
    sheet = opened(data)["Joint figures"]
    ids = list(analysis.wagers)
    for (one, other), value in analysis.every_covariance.items():
        at = (6 + ids.index(one), 2 + ids.index(other))
        assert near(sheet.cell(*at).value, float(value)), f"{one} and {other}"
    mix = analysis.distribution(dict.fromkeys(ids, 1))
    row = next(cell.row for cell in sheet["A"] if cell.value == "Expected loss, units")
    loss, variance, deviation = (number(sheet.cell(row + place, 2).value) for place in range(3))
    assert near(loss, float(-mix.mean))
    assert near(variance, float(mix.variance))
    assert near(deviation, mix.standard_deviation)
