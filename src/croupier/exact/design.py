"""Paytables by design: every integer paytable of a wager within bounds, counted exactly.

A wager that no decision touches returns Σ cᵢ·vᵢ for its lines' combinations cᵢ and payouts vᵢ, less what the other
outcomes lose; an edge between two bounds is a *band* lo ≤ Σ cᵢ·vᵢ ≤ hi of whole numbers. Tables are walked from the
commonest line, which moves the edge most, to the rarest, and payouts never fall on the way. A beginning is left as soon
as the least or the most that can follow it misses the band. The two rarest lines are never walked: how many pairs
x ≤ y of payouts have a·x + b·y in a band is a count of lattice points in a polygon, which Euclid's algorithm gives in
O(log a) steps, the same steps for all beginnings, so that a chunk of beginnings is a few dozen array operations. The
floor is one such count for each beginning of all lines but two, some 0.1 µs: the seven lines of 6 Card Bonus with
payouts up to 1000 and an edge of 5% to 6% have 1.7·10¹¹ tables and 4.4·10⁶ beginnings.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, groupby, islice, pairwise
from math import ceil, floor, gcd, lcm, sqrt
from typing import ClassVar, Final, NamedTuple

import numpy as np

from croupier.chart import Chart, Line, Points, percent, said, words_of
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted
from croupier.exact.space import Ints
from croupier.exact.wager_report import OutcomeRow, WagerReport
from croupier.figures import share
from croupier.odds import LOST
from croupier.result import Result, Row, figure, in_columns
from croupier.rulebook.wager import Wager
from croupier.sheet import Sheet, share_text

PAYOUT_MAX: Final = 10**6
SUM_MAX: Final = 1 << 61
COUNT_MAX: Final = 10**5
"""The most tables that are listed; some seconds."""
WORK_MAX: Final = 10**8
"""The most beginnings of paytables that are met; ten seconds or so."""
SEARCHES_MAX: Final = 1000
"""The most sets of lines that may go unpaid; lines that are equally common have as many as they have subsets."""
CHUNK: Final = 1 << 15
"""How many beginnings are looked at together: few enough to stay in the processor's cache."""
LISTED_MAX: Final = 4096
"""How many tables are listed to find the nearest; where more are as near, they are counted and picked by number."""

NOTHING: Final = np.zeros(1, dtype=np.int64)
Band = tuple[int, int]
Pays = tuple[int, ...]
"""What each line pays, commonest first."""
Bound = int | tuple[int, int]
Progress = Callable[[int], None]
"""Is told how many beginnings of paytables were looked at so far."""


@dataclass(frozen=True, slots=True)
class Table:
    """One paytable and its figures."""

    pays: tuple[int, ...]
    """What each line pays, in the wager's order; a line that is not paid loses the wager, −1."""
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def data(self, lines: Sequence[str]) -> dict[str, object]:
        return {
            "pays": dict(zip(lines, self.pays, strict=True)),
            "house_edge": figure(self.house_edge),
            "return_to_player": figure(1 - self.house_edge),
            "hit_frequency": figure(self.hit_frequency),
            "variance": figure(self.variance),
            "standard_deviation": self.standard_deviation,
        }


@dataclass(frozen=True, repr=False)
class Design(Result):
    """Paytables that keep within bounds: how many there are, and those nearest to the middle.

    >>> import croupier
    >>> croupier.game("monte").design("full_monte", edge="5%..6%")
    <Design of Casino Monte: full_monte, 89,215 paytables>
    """

    schema: ClassVar[str] = "croupier.design/1"

    wager: str
    lines: tuple[str, ...]
    """The lines that are designed, in the wager's order."""
    edge: tuple[Fraction, Fraction]
    total: int
    tables: tuple[Table, ...]
    """Nearest to the middle of the band first; of tables equally near, that with the lower edge first, then that which
    leaves fewer lines unpaid, then that which pays less on the commonest line, on the next, and so on. Where more are
    equally near than there is room for, those listed are spread evenly over them."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def summary(self) -> str:
        return f"{self.wager}, {self.total:,} {'paytable' if self.total == 1 else 'paytables'}"

    def data(self) -> dict[str, object]:
        return {
            "game": self.conditions.game if self.conditions else None,
            "wager": self.wager,
            "total": self.total,
            "tables": [table.data(self.lines) for table in self.tables],
        }

    def to_rows(self) -> list[Row]:
        """A row for each paytable, a column for each line."""
        return [
            {
                "wager": self.wager,
                **dict(zip(self.lines, table.pays, strict=True)),
                **in_columns("house_edge", table.house_edge),
                **in_columns("hit_frequency", table.hit_frequency),
                **in_columns("variance", table.variance),
                "standard_deviation": table.standard_deviation,
            }
            for table in self.tables
        ]

    def charts(self) -> dict[str, Chart]:
        """The edge of each paytable against its hit frequency, or against its deviation where all hit as often."""
        if not self.tables:
            return {}
        hits = {table.hit_frequency for table in self.tables}
        edge, hit, deviation = "house edge (%)", "hit frequency (%)", "standard deviation (units)"
        low, high = (said(percent(bound), edge) for bound in self.edge)
        rows = tuple(
            {
                "pays (to 1)": ", ".join("loses" if pays < 0 else str(pays) for pays in table.pays),
                edge: percent(table.house_edge),
                hit: percent(table.hit_frequency),
                deviation: table.standard_deviation,
            }
            for table in self.tables
        )
        chart = Chart(
            title=f"{words_of(self.wager).capitalize()}: paytables by edge and {'hits' if len(hits) > 1 else 'spread'}",
            alt=f"{len(self.tables):,} of the {self.total:,} paytables with a house edge from {low} to {high}; the one "
            f"nearest its middle has {said(percent(self.tables[0].house_edge), edge, 4)} and hits "
            f"{said(percent(self.tables[0].hit_frequency), hit)} of the time.",
            rows=rows,
            marks=Points(
                x=hit if len(hits) > 1 else deviation,
                y=edge,
                lines=(Line(percent(sum(self.edge) / 2), "the middle asked for"),),
            ),
            note=self.drawn_from,
        )
        return {"tables": chart}

    @property
    def sheet(self) -> Sheet:
        low, high = (share(bound, 2) for bound in self.edge)
        found = f"{self.total:,} {'paytable keeps' if self.total == 1 else 'paytables keep'}"
        return Sheet(
            f"{self.wager}: {found} the house edge from {low} to {high}",
            facts=(("lines", ", ".join(self.lines)),),
            heads=("pays", "edge", "hit", "sd"),
            rows=tuple(
                (
                    ",".join("–" if pays < 0 else str(pays) for pays in table.pays),
                    share(table.house_edge),
                    share(table.hit_frequency, 2),
                    f"{table.standard_deviation:.3f}",
                )
                for table in self.tables
            ),
            note="– is a line that loses." if any(pays < 0 for table in self.tables for pays in table.pays) else "",
        )


def design(
    report: WagerReport,
    *,
    edge: tuple[Fraction, Fraction],
    hit: tuple[Fraction, Fraction] | None = None,
    top_max: int = 100,
    least: int = 1,
    bounds: Mapping[str, Bound] | None = None,
    payouts: Iterable[int] | None = None,
    lines: Sequence[str] | None = None,
    count: int = 20,
    progress: Progress = lambda _: None,
) -> Design:
    """Search the integer paytables of a wager in which a rarer outcome never pays less than a commoner one.

    The lines are those that the wager pays now, unless others are named; whatever else happens keeps its result. Each
    pays from `least` to `top_max`, or within its own `bounds`, or exactly its own bound; `payouts` are all there is to
    choose from, if given. Where a hit frequency is asked for, the commonest lines may go unpaid to meet it, save those
    that are bound to one payout; otherwise every line is paid. `progress` is called with how many beginnings of
    paytables were looked at, again and again.
    """
    payouts = None if payouts is None else tuple(payouts)
    wanted = Wanted(edge, hit, top_max, least, bounds or {}, payouts, lines, count)
    wanted.check(report.wager, is_decided=report.is_decided or bool(report.includes))
    rows = designed(report, lines)
    low, high = edge
    domains = choices(rows, least, top_max, bounds or {}, payouts)
    scale = Scale.of(report, rows)
    sums = scale.band(low, high)
    searches = [
        Search(tuple(scale.counts[i] for i in paid), tuple(domains[i] for i in paid), unpaid, scale.without(unpaid))
        for unpaid in islice(unpaid_lines(report, rows, bounds or {}, hit), SEARCHES_MAX + 1)
        if (paid := [i for i in range(len(rows)) if i not in unpaid])
    ]
    if len(searches) > SEARCHES_MAX:
        raise Refused(
            f"more than {SEARCHES_MAX:,} sets of equally common lines could go unpaid; bound some to one payout",
            field="hit",
        )
    for search in searches:
        search.check()
    tables = Tables(searches, scale.counts, sums, scale.middle(low, high), progress)
    return Design(
        wager=report.wager.id,
        lines=in_order(report, rows),
        edge=(Fraction(low), Fraction(high)),
        total=tables.total,
        tables=tuple(map(Pricing(report, rows).table, tables.nearest(count))),
        conditions=None if report.conditions is None else asked_for(report.conditions, report.wager.id, wanted),
    )


def asked_for(of: Conditions, wager: str, wanted: "Wanted") -> Conditions:
    """What a search presumes; one that binds single lines can be asked for in Python alone."""
    options = {
        "--edge": "..".join(map(share_text, wanted.edge)),
        "--hit": None if wanted.hit is None else "..".join(map(share_text, wanted.hit)),
        "--max-top": wanted.top_max,
        "--least": wanted.least,
        "--payouts": None if wanted.payouts is None else ",".join(map(str, wanted.payouts)),
        "--count": wanted.count,
    }
    return of.asked("" if wanted.bounds or wanted.lines is not None else "design", wager, options=options)


@dataclass(frozen=True)
class Wanted:
    """What is wanted of paytables, so far as it can be judged before anything is counted."""

    edge: tuple[Fraction, Fraction]
    hit: tuple[Fraction, Fraction] | None
    top_max: int
    least: int
    bounds: Mapping[str, Bound]
    payouts: tuple[int, ...] | None
    lines: Sequence[str] | None
    count: int

    def check(self, wager: Wager, *, is_decided: bool) -> None:
        """Refuse what no paytable of this wager can be, and a wager whose decisions follow it."""
        if is_decided:
            raise Refused(
                f"{wager.id} rests on a decision, which follows the paytable; design a wager without decisions"
            )
        for name, band in (("edge", self.edge), ("hit", self.hit or (0, 1))):
            if band[0] > band[1]:
                raise Refused(f"nothing lies from {band[0]} to {band[1]}; give the lower bound first", field=name)
        if not 0 <= self.count <= COUNT_MAX:
            raise Refused(f"{self.count:,} paytables cannot be listed; list up to {COUNT_MAX:,}", field="count")
        known = [line.id for line in wager.lines]
        for name in self.lines or ():
            if name not in known or list(self.lines or ()).count(name) != 1:
                raise Refused(
                    f"{quoted(name)} is not one line of {wager.id}; there are {', '.join(known)}", field="lines"
                )
        paid = list(self.lines) if self.lines is not None else [line.id for line in wager.lines if line.odds > 0]
        if not paid:
            raise Refused(f"{wager.id} pays no line; name those to be paid", field="lines")
        unknown = sorted(set(self.bounds) - set(paid))
        if unknown:
            listed = ", ".join(paid)
            raise Refused(f"{', '.join(unknown)} is not a line that is paid; there are {listed}", field="bounds")
        self.check_payouts()

    def check_payouts(self) -> None:
        if not 1 <= self.least <= self.top_max <= PAYOUT_MAX:
            raise Refused(
                f"payouts from {self.least} to {self.top_max} cannot be searched; a line pays 1 to {PAYOUT_MAX:,}",
                field="top_max",
            )
        if self.payouts is not None and not all(1 <= each <= PAYOUT_MAX for each in self.payouts or (0,)):
            raise Refused(f"a line pays 1 to {PAYOUT_MAX:,}, not {quoted(sorted(set(self.payouts)))}", field="payouts")
        for name, bound in self.bounds.items():
            low, high = (bound, bound) if isinstance(bound, int) else bound
            if not 1 <= low <= high <= PAYOUT_MAX:
                raise Refused(f"{name} cannot pay {low} to {high}; a line pays 1 to {PAYOUT_MAX:,}", field="bounds")


def designed(report: WagerReport, lines: Sequence[str] | None) -> tuple[OutcomeRow, ...]:
    """The rows of the lines to be paid, commonest first."""
    names = [row.outcome for row in report.rows if row.pays > 0] if lines is None else lines
    rows = [row for row in report.rows if row.outcome in names and row.combinations]
    return tuple(sorted(rows, key=lambda row: -row.combinations))


def choices(
    rows: Sequence[OutcomeRow],
    least: int,
    top_max: int,
    bounds: Mapping[str, Bound],
    payouts: Iterable[int] | None,
) -> list[Ints]:
    unknown = set(bounds) - {row.outcome for row in rows}
    if unknown:
        known = ", ".join(row.outcome for row in rows)
        raise Refused(f"{', '.join(sorted(unknown))} is not a line that is paid; there are {known}", field="bounds")
    chosen = None if payouts is None else sorted(set(payouts))
    listed = None if chosen is None else np.array(chosen, dtype=np.int64)
    domains = []
    for row in rows:
        bound = bounds.get(row.outcome, (least, top_max))
        low, high = (bound, bound) if isinstance(bound, int) else bound
        domain = np.arange(low, high + 1, dtype=np.int64)
        domains.append(domain if listed is None or low == high else listed[(listed >= low) & (listed <= high)])
    return domains


def unpaid_lines(
    report: WagerReport, rows: Sequence[OutcomeRow], bounds: Mapping[str, Bound], hit: tuple[Fraction, Fraction] | None
) -> Iterator[tuple[int, ...]]:
    """The sets of lines that may go unpaid: the commonest, as far as the hit frequency allows, fewest first."""
    if hit is None:
        yield ()
        return
    low, high = hit
    names = {row.outcome for row in rows}
    sure = sum((row.probability for row in report.rows if row.pays > 0 and row.outcome not in names), Fraction(0))
    all_paid = sure + sum((row.probability for row in rows), Fraction(0))
    commoner: tuple[int, ...] = ()
    if low <= all_paid <= high:
        yield ()
    for _, alike in groupby(range(len(rows)), key=lambda i: rows[i].combinations):
        group = tuple(alike)
        for size in range(1, len(group) + 1):
            gone = sum((rows[i].probability for i in (*commoner, *group[:size])), Fraction(0))
            if low <= all_paid - gone <= high:
                for some in combinations(group, size):
                    unpaid = (*commoner, *some)
                    if not any(isinstance(bounds.get(rows[i].outcome), int) for i in unpaid):
                        yield unpaid
        commoner += group


@dataclass(frozen=True)
class Scale:
    """Returns as whole numbers: a table returns `fixed + unit × (Σ counts × pays)` of `whole` units staked."""

    counts: tuple[int, ...]
    fixed: int
    unit: int
    whole: int

    @classmethod
    def of(cls, report: WagerReport, rows: Sequence[OutcomeRow]) -> "Scale":
        names = {row.outcome for row in rows}
        others = [row for row in report.rows if row.outcome not in names]
        parts = lcm(*(row.pays.denominator for row in others))
        unit = gcd(*(row.combinations for row in rows)) * parts
        return cls(
            counts=tuple(row.combinations * parts // unit for row in rows),
            fixed=int(sum((row.pays * row.combinations for row in others), Fraction(0)) * parts),
            unit=unit,
            whole=report.combinations * parts,
        )

    def at(self, edge: Fraction) -> Fraction:
        """The sum of counts times pays that an edge asks for."""
        return (-edge * self.whole - self.fixed) / self.unit

    def band(self, low: Fraction, high: Fraction) -> Band:
        """The whole sums between two edges."""
        return ceil(self.at(high)), floor(self.at(low))

    def middle(self, low: Fraction, high: Fraction) -> Fraction:
        """The sum in the middle between two edges."""
        return self.at(Fraction(low + high) / 2)

    def without(self, unpaid: Iterable[int]) -> int:
        """What lines that are not paid add to the sum."""
        return int(LOST) * sum(self.counts[i] for i in unpaid)


def in_order(report: WagerReport, rows: Sequence[OutcomeRow]) -> tuple[str, ...]:
    """The names of lines in the order in which the wager lists them."""
    names = {row.outcome for row in rows}
    return tuple(line.id for line in report.wager.lines if line.id in names)


class Pricing:
    """The figures of a wager's tables: sums over the lines that are designed, added to those of the others."""

    def __init__(self, report: WagerReport, rows: Sequence[OutcomeRow]) -> None:
        names = [row.outcome for row in rows]
        others = [row for row in report.rows if row.outcome not in names]
        self.order = [names.index(name) for name in in_order(report, rows)]
        self.counts = [row.combinations for row in rows]
        self.whole = report.combinations
        self.returned = sum((row.combinations * row.pays for row in others), Fraction(0))
        self.squares = sum((row.combinations * row.pays**2 for row in others), Fraction(0))
        self.hits = sum(row.combinations for row in others if row.pays > 0)

    def table(self, pays: Pays) -> Table:
        each = list(zip(self.counts, pays, strict=True))
        mean = (self.returned + sum(count * paid for count, paid in each)) / self.whole
        squares = (self.squares + sum(count * paid**2 for count, paid in each)) / self.whole
        hits = self.hits + sum(count for count, paid in each if paid > 0)
        return Table(tuple(pays[i] for i in self.order), -mean, Fraction(hits, self.whole), squares - mean**2)


# ── The search ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Front(NamedTuple):
    """Beginnings of tables, all equally long, in order."""

    sums: Ints
    floors: Ints
    """The most that a commoner line pays: no line pays less. Lines as common as each other need not be in order."""
    tops: Ints
    """The most that any line pays so far."""
    values: Ints = NOTHING
    """What the last line pays."""
    parents: Ints = NOTHING
    """The place of the rest in the front before."""
    before: "Front | None" = None

    def table(self, place: int) -> tuple[int, ...]:
        if self.before is None:
            return ()
        return (*self.before.table(int(self.parents[place])), int(self.values[place]))


@dataclass(frozen=True)
class Search:
    """The tables of some lines, commonest first; the other lines go unpaid."""

    counts: tuple[int, ...]
    domains: tuple[Ints, ...]
    unpaid: tuple[int, ...]
    offset: int
    """What the unpaid lines add to every sum."""

    def check(self) -> None:
        """Every sum fits a machine word, or nothing is answered."""
        most = sum(count * int(domain.max(initial=1)) for count, domain in zip(self.counts, self.domains, strict=True))
        if most >= SUM_MAX:
            raise Refused(
                f"returns of up to {most:,} cannot be searched, {SUM_MAX:,} being the limit; lower the payouts"
            )

    @cached_property
    def empty(self) -> bool:
        """Whether a line has nothing to choose from."""
        return any(not len(domain) for domain in self.domains)

    @cached_property
    def starts(self) -> tuple[bool, ...]:
        """Whether each line is rarer than the one before."""
        return (True, *(one > other for one, other in pairwise(self.counts)))

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least that each line may pay, given those that are commoner."""
        lows = [(count, int(domain[0])) for count, domain in zip(self.counts, self.domains, strict=True)]
        return tuple(max([low, *(other for more, other in lows if more > count)]) for count, low in lows)

    @cached_property
    def most(self) -> tuple[int, ...]:
        """The most that each line may pay, given those that are rarer."""
        highs = [(count, int(domain[-1])) for count, domain in zip(self.counts, self.domains, strict=True)]
        return tuple(min([high, *(other for less, other in highs if less < count)]) for count, high in highs)

    @cached_property
    def walked(self) -> int:
        """How many lines are walked; the others are counted at once: two where their payouts have no gaps."""
        plain = all(len(domain) == int(domain[-1] - domain[0]) + 1 for domain in self.domains[-2:])
        return len(self.counts) - (2 if len(self.counts) > 1 and plain and all(self.starts[-2:]) else 1)

    def fronts(self, band: Band, work: list[int]) -> Iterator[Front]:
        """The beginnings that may end in a band, in order and a chunk at a time."""
        if not self.empty:
            yield from self._grown(Front(NOTHING, NOTHING, NOTHING), 0, band, work)

    def _grown(self, front: Front, line: int, band: Band, work: list[int]) -> Iterator[Front]:
        if line == self.walked:
            yield front
            return
        first, ways = self.ranges(front, line, band)
        reached = np.cumsum(ways)
        work[0] += int(reached[-1])
        if work[0] > WORK_MAX:
            raise Refused(
                f"more than {WORK_MAX:,} beginnings of paytables would have to be looked at; pay less than "
                f"{max(self.most):,} at the top, bound single lines, or name the payouts to choose from"
            )
        cuts = np.flatnonzero(np.diff(reached // CHUNK)) + 1
        for begin, end in pairwise([0, *cuts.tolist(), len(reached)]):
            if ways[begin:end].any():
                yield from self._grown(self._longer(front, line, first, ways, slice(begin, end)), line + 1, band, work)

    def _longer(self, front: Front, line: int, first: Ints, ways: Ints, part: slice) -> Front:
        """Some beginnings with every choice for one more line."""
        some = ways[part]
        parents = np.repeat(np.arange(part.start, part.stop), some)
        nth = np.arange(len(parents)) - np.repeat(np.cumsum(some) - some, some)
        values = self.domains[line][first[parents] + nth]
        tops = front.tops[parents]
        return Front(
            sums=front.sums[parents] + self.counts[line] * values,
            floors=tops if self.starts[line] else front.floors[parents],
            tops=np.maximum(tops, values),
            values=values,
            parents=parents,
            before=front,
        )

    def ranges(self, front: Front, line: int, band: Band) -> tuple[Ints, Ints]:
        """Where in its domain the next line's choices start, and how many they are."""
        own = self.counts[line]
        rest = range(line + 1, len(self.counts))
        alike = sum(self.counts[i] for i in rest if self.counts[i] == own)
        rarer = sum(self.counts[i] for i in rest) - alike
        floors = front.tops if self.starts[line] else front.floors
        need = band[0] - front.sums - sum(self.counts[i] * self.most[i] for i in rest)
        room = band[1] - front.sums
        room_above = room - alike * floors  # what the lines as common as this one leave at least
        low = np.maximum(np.maximum(floors, self.least[line]), -(-need // own))
        high = np.minimum((room - sum(self.counts[i] * self.least[i] for i in rest)) // own, self.most[line])
        high = np.minimum(high, room_above // (own + rarer))  # rarer lines pay no less than this one,
        high = np.minimum(high, (room_above - rarer * front.tops) // own)  # and no less than any before
        first = np.searchsorted(self.domains[line], low)
        return first, np.maximum(np.searchsorted(self.domains[line], high, side="right") - first, 0)

    def ways(self, front: Front, band: Band) -> Ints:
        """How many tables in a band each beginning has."""
        if self.walked == len(self.counts) - 1:
            return self.ranges(front, self.walked, band)[1]
        return self._pairs(front, band[1]) - self._pairs(front, band[0] - 1)

    def whole(self, paid: Pays) -> Pays:
        """A table of the lines that are paid with those that are not."""
        each = iter(paid)
        return tuple(int(LOST) if i in self.unpaid else next(each) for i in range(len(paid) + len(self.unpaid)))

    def _pairs(self, front: Front, most: int) -> Ints:
        """How many payouts of the last two lines keep a sum at or below a bound."""
        a, b = self.counts[-2:]
        most_x, most_y = self.most[-2:]
        turn = self.least[-1]  # for lesser x, y is bounded below by itself, from there on by x
        room = most - front.sums
        start = np.maximum(np.maximum(front.tops, self.least[-2]), turn)
        stop = np.minimum(most_x, room // (a + b))
        found = points(a, b, most_y, room, start, stop)
        found -= np.maximum(stop - start + 1, 0) * (start + stop - 2) // 2
        if turn > self.least[-2]:
            start = np.maximum(front.tops, self.least[-2])
            stop = np.minimum(min(most_x, turn - 1), (room - b * turn) // a)
            found += points(a, b, most_y, room, start, stop) - (turn - 1) * np.maximum(stop - start + 1, 0)
        return found

    def ends(self, front: Front, place: int, band: Band) -> list[tuple[int, ...]]:
        """Every way to end one beginning, in order."""
        here = slice(place, place + 1)
        one = Front(front.sums[here], front.floors[here], front.tops[here])
        if self.walked == len(self.counts) - 1:
            first, ways = self.ranges(one, self.walked, band)
            return [(int(value),) for value in self.domains[-1][int(first[0]) : int(first[0] + ways[0])]]
        a, b = self.counts[-2:]
        x = np.arange(max(int(one.tops[0]), self.least[-2]), self.most[-2] + 1)
        low = np.maximum(np.maximum(x, self.least[-1]), -((a * x + one.sums - band[0]) // b))
        high = np.minimum(self.most[-1], (band[1] - one.sums - a * x) // b)
        some = np.flatnonzero(high >= low)
        return [(int(x[i]), y) for i in some for y in range(int(low[i]), int(high[i]) + 1)]


def points(a: int, b: int, most: int, room: Ints, start: Ints, stop: Ints) -> Ints:
    """Σ min(most, ⌊(room − a·x) / b⌋) for x from start to stop, elementwise; stop is such that no term is negative."""
    terms = np.maximum(stop - start + 1, 0)
    full = np.clip((room - b * most) // a - start + 1, 0, terms)
    least: Ints = np.maximum(room - a * stop, 0)
    found: Ints = full * most
    return found + floor_sum(terms - full, a, b, least)


def floor_sum(terms: Ints, factor: int, divisor: int, start: Ints) -> Ints:
    """Σ ⌊(factor·i + start) / divisor⌋ for i from 0 to terms − 1, elementwise, by Euclid's algorithm.

    Whole multiples of the divisor are taken out of factor and start; what is left counts the lattice points under a
    line of slope less than one, which are those beside a line of the inverse slope.
    """
    found = np.zeros_like(terms)
    while True:
        found += terms * (terms - 1) // 2 * (factor // divisor) + terms * (start // divisor)
        factor, start = factor % divisor, start % divisor
        if not factor:
            return found
        reach = factor * terms + start
        terms, start = reach // divisor, reach % divisor
        factor, divisor = divisor, factor


# ── All searches together ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Tables:
    """The tables of several searches, one after the other, whose sums lie in a band."""

    searches: Sequence[Search]
    counts: tuple[int, ...]
    band: Band
    middle: Fraction
    progress: Progress
    met: list[int] = field(default_factory=lambda: [0])
    """How many beginnings were looked at in all walks so far."""

    @cached_property
    def total(self) -> int:
        return self.counted(self.band)

    def counted(self, band: Band, enough: int | None = None) -> int:
        """How many there are in a band, or `enough` where there are more."""
        found = 0
        for _, _, ways, _ in self._met(band):
            found += int(ways.sum())
            if enough is not None and found >= enough:
                return enough
        return found

    def picked(self, bands: Iterable[Band], numbers: Iterable[int]) -> list[Pays]:
        """The tables with these numbers, counting from 0 through some bands one after the other; numbers ascend."""
        wanted = sorted(numbers, reverse=True)
        tables: list[Pays] = []
        passed = 0
        for search, front, ways, own in chain.from_iterable(self._met(band) for band in bands):
            if not wanted:
                break
            reached = np.cumsum(ways)
            while wanted and wanted[-1] < passed + int(reached[-1]):
                place = int(np.searchsorted(reached, wanted[-1] - passed, side="right"))
                begun, ends = front.table(place), search.ends(front, place, own)
                first = passed + int(reached[place]) - len(ends)
                while wanted and wanted[-1] < first + len(ends):
                    tables.append(search.whole((*begun, *ends[wanted.pop() - first])))
            passed += int(reached[-1])
        return tables

    def _met(self, band: Band) -> Iterator[tuple[Search, Front, Ints, Band]]:
        """All beginnings that may end in a band, in how many ways they do, and the band as their search sees it."""
        work = [0]
        for search in self.searches:
            low, high = (bound - search.offset for bound in band)
            own = (min(max(low, 0), SUM_MAX), min(max(high, -1), SUM_MAX))  # no sum is outside, and a word holds them
            for front in search.fronts(own, work):
                self.met[0] += len(front.sums)
                self.progress(self.met[0])
                yield search, front, search.ways(front, own), own

    def sum(self, pays: Pays) -> int:
        return sum(count * each for count, each in zip(self.counts, pays, strict=True))

    def radius(self, nth: int) -> Fraction:
        """How far the nth nearest sum is from the middle, counting from 1."""
        beyond = self.middle - floor(self.middle)
        nearer = nth % 2 == 1
        return (nth - 1) // 2 + (min if nearer else max)(beyond, 1 - beyond)

    def within(self, radius: Fraction) -> Band:
        """The sums at most so far from the middle."""
        return ceil(self.middle - radius), floor(self.middle + radius)

    def nearest(self, count: int) -> list[Pays]:
        """The tables nearest to the middle, in the order that `Design.tables` states."""
        listed_max = max(count, LISTED_MAX)
        if not count or self.total <= listed_max:
            return self._first(self.picked([self.band], range(self.total if count else 0)), count)
        # The `low` nearest sums have too few tables, the `high` nearest enough, the `nth` nearest perhaps just so.
        low, high = 0, self.band[1] - self.band[0] + 1
        nth = max(1, min(high - 1, 4 * count * high // self.total))
        while high - low > 1:
            band = self.within(self.radius(nth))
            found = self.counted(band, listed_max + 1)
            if count <= found <= listed_max:
                return self._first(self.picked([band], range(found)), count)
            low, high = (nth, high) if found < count else (low, nth)
            nth = 8 * nth if 8 * nth < high and found < count else (low + high) // 2
        inner = [self.within(self.radius(low))] if low else []
        nearer = self._first(self.picked(inner, range(sum(map(self.counted, inner)))), count)
        radius = self.radius(high)
        outer = [
            (int(z), int(z)) for z in sorted({self.middle + radius, self.middle - radius}, reverse=True) if z == int(z)
        ]
        return nearer + self.picked(outer, spread(sum(map(self.counted, outer)), count - len(nearer)))

    def _first(self, tables: list[Pays], count: int) -> list[Pays]:
        """So many of all tables that are near enough; they come in order of unpaid lines and payouts."""
        near = sorted(tables, key=lambda pays: (abs(self.sum(pays) - self.middle), -self.sum(pays)))
        if len(near) <= count:
            return near
        last = abs(self.sum(near[count - 1]) - self.middle)
        nearer = [pays for pays in near if abs(self.sum(pays) - self.middle) < last]
        alike = [pays for pays in near if abs(self.sum(pays) - self.middle) == last]
        return nearer + [alike[number] for number in spread(len(alike), count - len(nearer))]


def spread(total: int, count: int) -> list[int]:
    """So many numbers below a total, spread evenly from 0 on."""
    return [number * total // count for number in range(min(count, total))]
