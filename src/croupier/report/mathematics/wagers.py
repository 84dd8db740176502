"""Every wager: its outcomes, and all that follows from them."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

from croupier.exact.repeat_report import AverageReport
from croupier.exact.wager_report import Distribution, OutcomeRow, WagerReport
from croupier.figures import Figure, chance, count, decimal, ratio, share, units
from croupier.odds import loss_text, odds_text
from croupier.report.charts import illustrations
from croupier.report.document import Block, Cell, Facts, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.paytables import odds
from croupier.report.words import say, with_companions
from croupier.rulebook.wager import Wager
from croupier.sheet import share_text

ROUNDS: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
LEVELS: Final = (Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
EXACT_MOST: Final = 120
"""A longer fraction is not printed."""
UNPRINTED: Final = "too long to print"


def wagers(report: GameReport) -> Section:
    parts = tuple(
        wager_section(report, each) if isinstance(each, WagerReport) else averages_section(report, each)
        for each in report.wagers.values()
    )
    told = say(
        "A wager on which a decision rests is stated together with what the decision adds, under the best strategy; "
        "every other wager is stated by itself. What a line pays is the net result for one unit of the wager, stakes "
        "that a decision added included; a unit that is lost is -1. Probabilities and returns are rounded from exact "
        "fractions, which follow from the numbers of combinations."
    )
    return Section("wagers", "Wagers", (told,), parts)


def titled(report: GameReport, wager: Wager, includes: tuple[str, ...]) -> str:
    return with_companions(wager.label, includes, dict(report.book.wagers_by_id))


def wager_section(report: GameReport, each: WagerReport) -> Section:
    """The outcome table of a wager, what it pays, every figure, and how far results stray."""
    title = titled(report, each.wager, each.includes)
    blocks: list[Block] = [outcome_table(each), lines_table(each), figures(each), bands(each)]
    return Section(f"wager-{each.wager.id}", title, (*blocks, *illustrations(each)))


def outcome_table(each: WagerReport) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            each.words(row.outcome),
            count(row.combinations),
            chance(row.probability),
            true_odds(row),
            pays(row.pays),
            decimal(row.contribution, 8, signed=True),
        )
        for row in each.rows
    ]
    whole = sum((row.probability for row in each.rows), Fraction(0))
    rows.append(
        (
            "all",
            count(sum(row.combinations for row in each.rows)),
            chance(whole),
            "",
            "",
            decimal(sum((row.contribution for row in each.rows), Fraction(0)), 8, signed=True),
        )
    )
    return Table(
        ("Outcome", "Combinations", "Probability", "True odds against", "Pays", "Return"),
        tuple(rows),
        caption="Outcomes",
        note=f"{each.combinations:,} combinations: {each.combinations_of}.",
        marked=frozenset({len(rows) - 1}),
    )


def true_odds(row: OutcomeRow) -> Cell:
    """How many rounds without an outcome there are for one with it."""
    if not row.probability:
        return "never"
    against = (1 - row.probability) / row.probability
    return Figure(against, f"{decimal(against, 4)} to 1")


def pays(result: Fraction) -> Cell:
    """What a unit comes to: odds, a push, or a loss."""
    if result > 0:
        return odds(result)
    return Figure(result, "push" if not result else "loses" if result == -1 else loss_text(result))


def lines_table(each: WagerReport) -> Table:
    """The lines of the wager itself, with their clauses."""
    return Table(
        ("Line", "When", "Odds", "Clauses"),
        tuple(
            (
                line.id,
                line.label,
                (odds_text(line.pays) if line.pays > 0 else "push" if not line.pays else loss_text(line.pays))
                + (f", less {share_text(line.commission)} of the win" if line.commission else ""),
                ", ".join(line.clauses) or "–",
            )
            for line in each.wager.lines
        ),
        words=4,
        caption=f"The lines of {each.wager.label}",
    )


def figures(each: WagerReport) -> Table:
    """Every figure, as it is printed and exactly."""
    spread = each.distribution
    exactly: list[tuple[str, Figure, Fraction | None]] = [
        ("House edge", share(each.house_edge), each.house_edge),
        ("Return to player", share(each.return_to_player), each.return_to_player),
        ("Element of risk", share(each.element_of_risk), each.element_of_risk),
        ("Average units wagered", decimal(each.average_wager), each.average_wager),
        ("Hit frequency", share(each.hit_frequency), each.hit_frequency),
        ("Probability of a push", share(spread.push), spread.push),
        ("Probability of a loss", share(spread.lose), spread.lose),
        ("Variance", decimal(spread.variance), spread.variance),
        ("Standard deviation", decimal(spread.standard_deviation), None),
        ("Skewness", decimal(spread.skewness), None),
        ("Volatility index", decimal(spread.volatility_index), None),
        ("Top win, units", units(each.top_win), each.top_win),
    ]
    return Table(
        ("Figure", "Exactly", "Value"),
        tuple((name, exact_cell(exact), value) for name, value, exact in exactly),
        words=2,
        caption="Figures of one round, per unit placed before the deal",
    )


def exact_cell(exact: Fraction | None) -> Cell:
    if exact is None:
        return "a square root"
    found = ratio(exact)
    return found if len(found) <= EXACT_MOST else UNPRINTED


def bands(each: WagerReport) -> Table:
    """Within what the return of so many rounds lies, in so many of a hundred runs."""
    rows: list[tuple[Cell, ...]] = []
    for rounds in ROUNDS:
        ends: list[Cell] = []
        for level in LEVELS:
            low, high = band(each.distribution, rounds, level)
            ends += [share(low, 2), share(high, 2)]
        rows.append((f"{rounds:,}", *ends))
    heads = tuple(f"{float(level):.0%} {end}" for level in LEVELS for end in ("from", "to"))
    return Table(
        ("Rounds", *heads),
        tuple(rows),
        caption="Bands of the actual return to player after so many rounds",
        note=(
            "The return to player, less and plus so many standard deviations over the root of the rounds: "
            + ", ".join(f"{normal(level):.4f} for {float(level):.0%}" for level in LEVELS)
            + ". They are those of a normal distribution, which fits many rounds, and more of them where large wins "
            "are rare; no actual return lies below ",
            share(1 + min(each.distribution.deals), 0),
            ".",
        ),
    )


def normal(level: Fraction) -> float:
    """Within so many standard deviations lies this share of a normal distribution."""
    return NormalDist().inv_cdf(float((1 + level) / 2))


def band(one: Distribution, rounds: int, level: Fraction) -> tuple[float, float]:
    middle, half = float(1 + one.mean), normal(level) * one.standard_deviation / sqrt(rounds)
    return middle - half, middle + half


def averages_section(report: GameReport, each: AverageReport) -> Section:
    """The figures of a wager of which the averages alone are known."""
    names = {name.replace("_", " "): value for name, value in each.averages().items()}
    shown = {"average wager"}
    rows = tuple((name, decimal(v) if name in shown else share(v)) for name, v in names.items())
    told = say(
        "Hands that are split depend on each other, so no table of outcomes, no variance and no chances of single "
        "results are worked out for this game; the averages are exact."
    )
    return Section(f"wager-{each.wager.id}", titled(report, each.wager, each.includes), (told, Facts(rows)))
