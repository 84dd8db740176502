"""Analyses side by side: what another house rule does to every wager."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from croupier.cards import card_names
from croupier.chart import Chart, Dots, Lines, percent, said, words_of
from croupier.conditions import Conditions, as_json, option
from croupier.errors import Refused, quoted
from croupier.exact.analysis import Analysis
from croupier.exact.wager_report import WagerReport
from croupier.figures import share
from croupier.odds import odds_text
from croupier.result import Result, Row, figure, in_columns
from croupier.rulebook.house import Paytable, rule_text
from croupier.sheet import Sheet

if TYPE_CHECKING:
    from croupier.exact.repeat_report import RepeatAnalysis

    Analysed = Analysis | RepeatAnalysis


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    """Several analyses of one game, each beside the first.

    >>> import croupier
    >>> croupier.game("monte").sweep(decks=(1, 2))
    <Comparison of Casino Monte: 2 side by side, decks = 1 to decks = 2>
    """

    schema: ClassVar[str] = "croupier.comparison/1"
    analyses: "tuple[Analysed, ...]"

    @cached_property
    def conditions(self) -> Conditions:  # type: ignore[override]  # worked out when first asked for
        """Those of the first analysis, and what is different in the others."""
        first, *others = (analysis.conditions for analysis in self.analyses)
        return replace(first, beside=tuple(tuple(words_beside(first, other)) for other in others))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What tells the analyses apart, in words."""
        words = [[f"{name} = {value}" for name, value in each.items()] for each in self.what_differs]
        return tuple(", ".join(each) or "the same" for each in words)

    @cached_property
    def what_differs(self) -> tuple[dict[str, str], ...]:
        """For each analysis, the house rules and all else that is not the same in all of them."""
        every = [told(analysis) for analysis in self.analyses]
        apart = [name for name in every[0] if len({each[name] for each in every}) > 1]
        return tuple({name: each[name] for name in apart} for each in every)

    @property
    def summary(self) -> str:
        return f"{len(self.analyses)} side by side, {self.labels[0]} to {self.labels[-1]}"

    def wager(self, id_: str) -> tuple[WagerReport, ...]:
        """The figures of one wager in every analysis."""
        return tuple(analysis.wagers[id_] for analysis in self.analyses)

    def data(self) -> dict[str, object]:
        first = self.analyses[0]
        return {
            "game": self.conditions.game,
            "beside": [
                {
                    "label": label,
                    "strategy": analysis.strategy,
                    "wagers": {
                        id_: {
                            **report.data(),
                            "house_edge_difference": figure(report.house_edge - first.wagers[id_].house_edge),
                        }
                        for id_, report in analysis.wagers.items()
                    },
                    "conditions": analysis.conditions.to_dict(),
                }
                for label, analysis in zip(self.labels, self.analyses, strict=True)
            ],
        }

    def to_rows(self) -> list[Row]:
        known = [set(report.figures()) for id_ in self.analyses[0].wagers for report in self.wager(id_)]
        return [
            {
                "wager": id_,
                **apart,
                **{name: each for name, each in report.figures().items() if all(name in of for of in known)},
                **in_columns("difference", report.house_edge - self.analyses[0].wagers[id_].house_edge),
            }
            for id_ in self.analyses[0].wagers
            for apart, report in zip(self.what_differs, self.wager(id_), strict=True)
        ]

    def charts(self) -> dict[str, Chart]:
        """The house edges over what is different: of all wagers, and of each by itself."""
        wagers = list(self.analyses[0].wagers)
        own = {f"edge_{id_}": self.edges_chart([id_]) for id_ in wagers}
        return {"edges": self.edges_chart(wagers), **(own if len(wagers) > 1 else {})}

    def edges_chart(self, wagers: Sequence[str]) -> Chart:
        """The house edge of some wagers in every analysis: lines over numbers, and dots by words otherwise."""
        edge, over = "house edge (%)", self.swept
        x, places = as_axis(over, [each[over] for each in self.what_differs]) if over else ("under", self.labels)
        rows = tuple(
            {x: place, "wager": report.label, edge: percent(report.house_edge)}
            for id_ in wagers
            for place, report in zip(places, self.wager(id_), strict=True)
        )
        ends = "; ".join(
            f"{reports[0].label} from {said(percent(reports[0].house_edge), edge, 4)} to "
            f"{said(percent(reports[-1].house_edge), edge, 4)}"
            for reports in map(self.wager, wagers)
        )
        numbers = over and all(not isinstance(place, str) for place in places)
        return Chart(
            title=f"House edge by {words_of(over)}" if over else "House edges side by side",
            alt=f"House edges from {self.labels[0]} to {self.labels[-1]}: {ends}.",
            rows=rows,
            marks=Lines(x=x, y=edge, series="wager")
            if numbers
            else Dots(of=x, value=edge, series="wager" if len(wagers) > 1 else "", places=4),
            note=self.drawn_from,
        )

    @property
    def drawn_from(self) -> str:
        """The game, and what is the same in all analyses and differs from the usual."""
        apart = {name for each in self.what_differs for name in each}
        changed = {name: value for name, value in self.conditions.changed.items() if name not in apart}
        strategy = None if "strategy" in apart else self.conditions.strategy
        return "; ".join(replace(self.conditions, changed=changed, strategy=strategy).heading())

    @property
    def swept(self) -> str:
        """The only thing that is different; empty where there are several."""
        names = list(self.what_differs[0])
        return names[0] if len(names) == 1 else ""

    @property
    def sheet(self) -> Sheet:
        """What is shown of it: a table for each wager."""
        return Sheet("", parts=tuple(self.parts()))

    def parts(self) -> Iterator[Sheet]:
        """The figures of each wager, one analysis below the other."""
        for id_ in self.analyses[0].wagers:
            first, *others = self.wager(id_)
            reports = (first, *others)
            columns = {
                "": self.labels,
                "house edge": [share(report.house_edge) for report in reports],
                "change": ["", *(f"{float(report.house_edge - first.house_edge):+.4%}" for report in others)],
                "element of risk": [share(report.element_of_risk) for report in reports],
            }
            if all(isinstance(report, WagerReport) for report in reports):  # of splits the averages alone are known
                columns["hit"] = [share(report.hit_frequency, 2) for report in reports]
                columns["variance"] = [f"{float(report.variance):.4f}" for report in reports]
                columns["sd"] = [f"{report.standard_deviation:.4f}" for report in reports]
            if all(report.average_wager == 1 for report in reports):
                del columns["element of risk"]  # it is the house edge
            yield Sheet(
                first.label,
                heads=tuple(columns),
                rows=tuple(zip(*columns.values(), strict=True)),
                words=1,
            )


def as_axis(name: str, values: Sequence[str]) -> tuple[str, Sequence[float | str]]:
    """A house rule with its unit, and its values as numbers where they are: a fraction is a rate, in percent."""
    try:
        numbers = [Fraction(value) for value in values]
    except (ValueError, ZeroDivisionError):
        return words_of(name), values
    if any(number.denominator > 1 for number in numbers):
        return f"{words_of(name)} (%)", [percent(number) for number in numbers]
    return words_of(name), [float(number) for number in numbers]


@runtime_checkable
class Analysable(Protocol):
    """A game under house rules, which is analysed to be compared."""

    def analyze(self) -> "Analysed": ...


def compare(*analyses: "Analysed | Analysable | Iterable[Analysed | Analysable]") -> Comparison:
    """Set analyses of one game side by side, each beside the first; a game under house rules is analysed first.

    >>> import croupier
    >>> six, eight = (croupier.game("monte", decks=decks).analyze() for decks in (6, 8))
    >>> croupier.compare(six, eight)
    <Comparison of Casino Monte: 2 side by side, decks = 6 to decks = 8>
    """
    found = tuple(each for given in analyses for each in analysed(given))
    if not found:
        raise Refused("give at least one analysis")
    first = found[0]
    for other in found:
        if list(other.wagers) != list(first.wagers):
            raise Refused(f"{other.model.id} has other wagers than {first.model.id}; compare one game with itself")
    return Comparison(found)


def analysed(given: object) -> "Iterator[Analysed]":
    """The analyses that are meant by one argument: itself, that of a game, or those of a list."""
    from croupier.exact.repeat_report import RepeatAnalysis  # noqa: PLC0415  # of no use to an analysis alone

    if isinstance(given, Analysis | RepeatAnalysis):
        yield given
    elif isinstance(given, Analysable):
        yield given.analyze()
    elif isinstance(given, Iterable) and not isinstance(given, str):
        for each in given:
            yield from analysed(each)
    else:
        raise Refused(f"{quoted(given)} is not an analysis; give analyses, or games as `croupier.game` gives them")


def told(analysis: "Analysed") -> dict[str, str]:
    """All that can tell two analyses of one game apart, in words; a paytable by its lines."""
    of, book = analysis.conditions, analysis.book
    rules: dict[str, str] = {}
    for p in book.house.parameters if book else ():
        if isinstance(p.kind, Paytable):
            wager = p.name.removesuffix("_paytable")
            odds = zip(p.kind.lines, book.house[p] if book else (), strict=True)
            rules |= {f"{wager}_{line}": odds_text(each).removesuffix(":1") for line, each in odds}
        else:
            rules[p.name] = rule_text(of.house[p.name])
    return {**rules, "removed": " ".join(card_names(of.removed)) or "none", "strategy": of.strategy_name}


def words_beside(first: Conditions, other: Conditions) -> Iterator[str]:
    """What leads from one analysis to another at the command line."""
    changed = {name: value for name, value in other.house.items() if value != first.house.get(name)}
    yield from option("-p", tuple(f"{name}={rule_text(value)}" for name, value in changed.items()))
    if other.removed != first.removed:
        yield from option("--removed", " ".join(card_names(other.removed)))
    if other.strategy != first.strategy:
        strategy = other.strategy if isinstance(other.strategy, str) else as_json(other.strategy)
        yield from option("--strategy", strategy)
