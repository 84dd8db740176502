"""The sheet of what concerns several wagers: how results go together, what a mix of wagers comes to, what a bank risks.

A joint table says how many deals end in which outcome of every wager. Results in it follow the sheets of the wagers, so
that covariances move with what the lines pay. Where it would be too long, the exact covariances are stated as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Final

from croupier.exact.analysis import Analysis
from croupier.exact.wager_report import WagerReport
from croupier.report.workbook.cells import CHANCE, COUNT, DECIMAL, SHARE, Page, too_long, width_for
from croupier.report.workbook.outcomes import Outcome, joint_rows
from croupier.report.workbook.wager_sheet import NEAR, Written

ROWS_MOST: Final = 4_000
"""A longer joint table is not written."""
NAMED_MOST: Final = 6
"""Outcomes are named beside their results where there are no more wagers."""
FEWEST: Final = 8
ACROSS: Final = 11
"""So many columns are printed side by side."""
TOGETHER: Final = (
    "Every figure is for a unit on each wager, stakes of decisions included; decisions are those that are best for the "
    "pays given here. "
)


@dataclass
class JointSheet:
    """The sheet while it is written."""

    page: Page
    analysis: Analysis
    wagers: Sequence[Written]
    joint: dict[tuple[int, ...], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Join the outcomes of all wagers."""
        self.joint = joint_rows(self.analysis.played, [each.outcomes for each in self.wagers if each.outcomes])

    @property
    def size(self) -> int:
        return len(self.wagers)

    @property
    def live(self) -> bool:
        return len(self.joint) <= ROWS_MOST

    @property
    def long(self) -> bool:
        """Whether a number of deals has more digits than a spreadsheet keeps."""
        return too_long(self.analysis.played.total)

    @property
    def named(self) -> bool:
        return self.size <= NAMED_MOST

    @property
    def results_at(self) -> int:
        """The first column of results in the joint table."""
        return 2 + self.long + self.size * self.named

    @property
    def last(self) -> int:
        """The last column that is used."""
        return max(self.results_at + self.size - 1 if self.live else self.size, FEWEST)

    def write(self) -> None:
        """Write all of it, from the top."""
        page = self.page
        page.set_widths(self.widths())
        page.text(0, 0, "Joint figures", "title")
        followed = (
            "Covariances follow from the joint table below, whose results follow the sheets of the wagers."
            if self.live
            else f"The joint table has {len(self.joint):,} rows and is left out; covariances are stated as computed."
        )
        page.spread(1, (0, self.last), TOGETHER + followed, "note")
        page.sheet.freeze_panes(2, 1)
        page.sheet.repeat_columns(0)
        page.sheet.fit_to_pages(-(-(self.last + 1) // ACROSS), 0)
        row = self.matrix(3)
        row = self.mix(row + 1)
        row = self.pairs(row + 1)
        if self.live:
            self.table(row + 1)

    def widths(self) -> list[float]:
        """Room for heads, and for the names of outcomes where they stand."""
        found = [28.0, *[20.0] * self.last]
        for place, each in enumerate(self.wagers if self.named else ()):
            labels = [outcome.label for outcome in each.outcomes.rows] if each.outcomes else []
            found[2 + self.long + place] = width_for(labels, 20, 40)
        return found

    def covariance(self, one: int, other: int) -> Fraction:
        ids = [each.report.wager.id for each in self.wagers]
        if one == other:
            return self.report(one).variance
        first, second = sorted((one, other))
        return self.analysis.every_covariance[ids[first], ids[second]]

    def report(self, number: int) -> WagerReport:
        report = self.wagers[number].report
        if not isinstance(report, WagerReport):
            raise TypeError(f"{report.wager.id} has averages alone")
        return report

    def heads(self, row: int, first: str) -> None:
        self.page.text(row, 0, first, "head")
        for place, each in enumerate(self.wagers, 1):
            self.page.text(row, place, each.label, "figure_head")

    # ── Covariances ──────────────────────────────────────────────────────────────────────────────────────────────────

    def matrix(self, row: int) -> int:
        """The covariance of every two wagers, and their correlation."""
        page = self.page
        page.text(row, 0, "Covariance", "section")
        self.heads(row + 1, "Wager")
        first = row + 2
        for one, each in enumerate(self.wagers):
            page.text(first + one, 0, each.label, "wrapped")
            for other in range(self.size):
                value = self.covariance(one, other)
                if self.live:
                    page.formula(first + one, 1 + other, self.product(one, other), value, DECIMAL)
                else:
                    page.number(first + one, 1 + other, value, DECIMAL)
        page.name("joint_covariance", (first, first + self.size - 1), (1, self.size))
        row = first + self.size + 1
        page.text(row, 0, "Correlation", "section")
        self.heads(row + 1, "Wager")
        for one, each in enumerate(self.wagers):
            page.text(row + 2 + one, 0, each.label, "wrapped")
            for other in range(self.size):
                both = [page.here(first + place, 1 + place) for place in (one, other)]
                formula = f'IF({both[0]}*{both[1]}=0,"–",{page.here(first + one, 1 + other)}/SQRT({both[0]}*{both[1]}))'
                page.formula(row + 2 + one, 1 + other, formula, self.correlation(one, other), DECIMAL)
        return row + 2 + self.size

    def product(self, one: int, other: int) -> str:
        """The formula of a covariance."""
        parts = [f"({result(place)}-SUMPRODUCT(joint_probability,{result(place)}))" for place in (one, other)]
        return f"SUMPRODUCT(joint_probability*{parts[0]}*{parts[1]})"

    def correlation(self, one: int, other: int) -> float | str:
        spread = sqrt(self.report(one).variance * self.report(other).variance)
        return float(self.covariance(one, other)) / spread if spread else "–"

    # ── A mix of wagers ──────────────────────────────────────────────────────────────────────────────────────────────

    def mix(self, row: int) -> int:
        """What stakes on several wagers come to together."""
        page = self.page
        page.text(row, 0, "A mix of wagers, for stakes of your own", "section")
        self.heads(row + 1, "Wager")
        page.text(row + 2, 0, "Units staked")
        page.text(row + 3, 0, "House edge")
        for place, each in enumerate(self.wagers, 1):
            page.input(row + 2, place, Fraction(1))
            page.formula(row + 3, place, each.names["house_edge"], each.report.house_edge, SHARE)
        stakes = page.name("mix_stakes", (row + 2, row + 2), (1, self.size))
        edges = page.name("mix_edges", (row + 3, row + 3), (1, self.size))
        of = self.analysis.distribution({each.report.wager.id: 1 for each in self.wagers})
        figures: tuple[tuple[str, str, Fraction | float], ...] = (
            ("Expected loss, units", f"SUMPRODUCT({stakes},{edges})", -of.mean),
            ("Variance", f"SUMPRODUCT(MMULT({stakes},joint_covariance),{stakes})", of.variance),
            ("Standard deviation", f"SQRT({page.here(row + 5, 1)})", of.standard_deviation),
        )
        for place, (name, formula, value) in enumerate(figures):
            page.text(row + 4 + place, 0, name)
            page.formula(row + 4 + place, 1, formula, value, DECIMAL)
            exactly = str(value) if isinstance(value, Fraction) else "a root"
            page.spread(row + 4 + place, (2, self.last), f"{exactly} for a unit on each, as computed", "fraction")
        return row + 4 + len(figures)

    # ── As computed ──────────────────────────────────────────────────────────────────────────────────────────────────

    def pairs(self, row: int) -> int:
        """Every covariance beside the exact one."""
        page = self.page
        page.text(row, 0, "Covariances beside what was computed", "section")
        for column, head in enumerate(
            ("Wager", "Other wager", "Live", "As computed", "The same", "Exactly, as computed")
        ):
            page.text(row + 1, column, head, {2: "figure_head", 3: "figure_head", 4: "check_head"}.get(column, "head"))
        row += 2
        matrix = 3 + 2
        for one, other in combinations(range(self.size), 2):
            value = self.covariance(one, other)
            page.text(row, 0, self.wagers[one].label, "wrapped")
            page.text(row, 1, self.wagers[other].label, "wrapped")
            live = page.here(matrix + one, 1 + other)
            page.formula(row, 2, live, value, DECIMAL)
            page.number(row, 3, value, DECIMAL)
            fixed = page.here(row, 3)
            page.check(row, 4, f"ABS({page.here(row, 2)}-{fixed})<={NEAR}*MAX(1,ABS({fixed}))")
            page.spread(row, (5, self.last), str(value), "fraction")
            row += 1
        return row

    # ── The joint table ──────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, row: int) -> None:
        """How many deals end in which outcome of every wager, and what each comes to."""
        page, total = self.page, self.analysis.played.total
        page.text(row, 0, "All deals, by the outcomes of all wagers", "section")
        page.text(row + 1, 0, "Deals in all")
        page.input(row + 1, 1, Fraction(total), COUNT)
        page.text(row + 1, 2, f"{total:,}", "exactly")
        everything = page.name("joint_total", (row + 1, row + 1), (1, 1))
        head = row + 4
        heads = ["Deals", *["Deals exactly"] * self.long, "Probability"]
        heads += [f"{each.label}: outcome" for each in self.wagers] if self.named else []
        heads += [f"{each.label}: result" for each in self.wagers]
        for column, text in enumerate(heads):
            page.text(head, column, text, "beside_head" if text.endswith(": outcome") else "figure_head")
        page.sheet.repeat_rows(head)
        first, last = head + 1, head + len(self.joint)
        for at, (places, count) in enumerate(self.joint.items(), first):
            self.deal(at, places, count, everything)
        deals = page.name("joint_deals", (first, last), (0, 0))
        chance = page.name("joint_probability", (first, last), (1 + self.long, 1 + self.long))
        for place in range(self.size):
            page.name(result(place), (first, last), (self.results_at + place, self.results_at + place))
        equal = f"ABS(SUM({deals})/{everything}-1)<1E-14" if self.long else f"SUM({deals})={everything}"
        page.text(row + 2, 0, "Deals add up to the total")
        page.check(row + 2, 1, equal)
        page.text(row + 3, 0, "Means are those of the wagers")
        means = ",".join(
            f"ABS(SUMPRODUCT({chance},{result(place)})+{each.names['house_edge']})<={NEAR}"
            for place, each in enumerate(self.wagers)
        )
        page.check(row + 3, 1, f"AND({means})")
        page.name("joint_adds_up", (row + 2, row + 3), (1, 1))
        page.sheet.print_area(0, 0, last, self.last)

    def deal(self, row: int, places: tuple[int, ...], count: int, total: str) -> None:
        """One row: which outcomes meet, how often, and what every wager comes to."""
        page = self.page
        page.input(row, 0, Fraction(count), COUNT)
        if self.long:
            page.text(row, 1, f"{count:,}", "exactly")
        chance = Fraction(count, self.analysis.played.total)
        page.formula(row, 1 + self.long, f"{page.here(row, 0)}/{total}", chance, CHANCE)
        for number, (each, place) in enumerate(zip(self.wagers, places, strict=True)):
            outcome = outcome_at(each, place)
            if self.named:
                page.text(row, 2 + self.long + number, outcome.label, "beside")
            page.formula(row, self.results_at + number, each.pays[place], outcome.pays)


def outcome_at(wager: Written, place: int) -> Outcome:
    if wager.outcomes is None:
        raise TypeError(f"{wager.label} has no outcomes")
    return wager.outcomes.rows[place]


def result(place: int) -> str:
    """The name of the results of one wager in the joint table."""
    return f"joint_result_{place + 1}"
