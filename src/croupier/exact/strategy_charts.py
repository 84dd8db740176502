"""Charts of strategies: what is best at each sight, and what each option is worth there.

What a decision sees is put in classes: by what cannot be ordered, and by what can, the neighbours of which are taken
together where there are many. A class tells how often each option is the best in it, and what each is worth on average.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.chart import Bars, Chart, Heat, Lines, percent, said, signed, words_of
from croupier.exact.decision_values import first_rows, ways_of
from croupier.exact.solve import Solved, Solver
from croupier.exact.strategy import codes_of, ordered_field
from croupier.rulebook.wager import Decision
from croupier.spelling import APART

LEVELS_MAX: Final = 13
GROUPS_MAX: Final = 24
GROUPS_APART: Final = 3
"""So few groups have a chart of values each."""
ACROSS_LETTERS: Final = 4
"""Names of so many letters stand side by side."""
VALUE: Final = "value (% of the initial wager)"
EDGE: Final = "house edge (%)"
TAKEN: Final = "taken (%)"
DEALS: Final = "deals (%)"


@dataclass
class Class:
    """All sights of a class: how many deals come to it, what is taken, and what options win in all."""

    deals: int
    taken: dict[int, int]
    won: dict[int, tuple[int, int]]
    """By option what it wins, times a scale, and in how many deals it is offered."""

    def add(self, other: "Class") -> None:
        self.deals += other.deals
        for place, deals in other.taken.items():
            self.taken[place] = self.taken.get(place, 0) + deals
        for place, (won, deals) in other.won.items():
            before = self.won.get(place, (0, 0))
            self.won[place] = before[0] + won, before[1] + deals

    @property
    def best(self) -> tuple[int, Fraction]:
        """The option that is taken most often, and how often."""
        place = max(self.taken, key=lambda each: self.taken[each])
        return place, Fraction(self.taken[place], self.deals)


Key = tuple[tuple[int, ...], int]
"""What cannot be ordered, and what can."""


def classes_of(solver: Solver, solved: Solved, depth: int) -> dict[Key, Class]:
    """The sights of one decision that best play leads to, by what it sees."""
    decision = solver.model.decisions[depth]
    ordered = ordered_field(decision)
    grouped = [field for field in decision.fields if not field.ordered]
    *way, _ = ways_of(solver, solved, solved.plan_of_row)[depth]
    at = (np.arange(len(solved.deals[depth])), *way)
    codes = codes_of(solver)[depth][first_rows(solved)[depth]].tolist()
    best, deals = solved.best[depth][at].tolist(), solved.deals[depth].tolist()
    values, offered = (each[depth][at].tolist() for each in (solved.values, solved.offered))
    found: dict[Key, Class] = {}
    for code, place, count, worth, open_ in zip(codes, best, deals, values, offered, strict=True):
        if sum(open_[: len(decision.options)]) < 2 or not count:
            continue  # there is nothing to decide
        won = {n: (int(worth[n]), int(count)) for n in range(len(decision.options)) if open_[n]}
        key = tuple(field.value(code) for field in grouped), ordered.value(code) if ordered else 0
        one = Class(int(count), {int(place): int(count)}, won)
        if key in found:
            found[key].add(one)
        else:
            found[key] = one
    return found


def together(classes: Mapping[Key, Class]) -> tuple[dict[Key, Class], dict[int, tuple[int, int]]]:
    """Classes with neighbouring levels as one where they are many, and the levels from and to that each stands for.

    Groups are one where they are too many to be drawn.
    """
    many = len({group for group, _ in classes}) > GROUPS_MAX
    levels = sorted({level for _, level in classes})
    count = dict.fromkeys(levels, 0)
    for (_, level), each in classes.items():
        count[level] += each.deals
    place = dict(zip(levels, range(len(levels)), strict=True))
    if len(levels) > LEVELS_MAX:
        total, below = sum(count.values()), 0
        for level in levels:
            place[level] = min(below * LEVELS_MAX // total, LEVELS_MAX - 1)
            below += count[level]
    found: dict[Key, Class] = {}
    for (group, level), each in sorted(classes.items()):
        key = () if many else group, place[level]
        if key in found:
            found[key].add(each)
        else:
            found[key] = Class(each.deals, dict(each.taken), dict(each.won))
    spans = {
        number: (min(within), max(within))
        for number in sorted(set(place.values()))
        if (within := [level for level in levels if place[level] == number])
    }
    return found, spans


@dataclass(frozen=True)
class Drawn:
    """One decision, ready to be drawn."""

    decision: Decision
    classes: Mapping[Key, Class]
    spans: Mapping[int, tuple[int, int]]
    scale: int
    total: int

    @property
    def ordered(self) -> str:
        field = ordered_field(self.decision)
        return words_of(field.name) if field else "any"

    @property
    def grouped(self) -> str:
        """What cannot be ordered, by name; nothing where it is taken together."""
        names = [words_of(field.name) for field in self.decision.fields if not field.ordered]
        return ", ".join(names) if any(group for group, _ in self.classes) else ""

    def level(self, number: int) -> str:
        """A level in words, or what it reaches from and to."""
        field = ordered_field(self.decision)
        if field is None:
            return "any"
        low, high = (words_of(field.show(level)) for level in self.spans[number])
        return low if low == high else f"{low} to {high}"

    def group(self, values: tuple[int, ...]) -> str:
        fields = [field for field in self.decision.fields if not field.ordered]
        shown = ", ".join(words_of(field.show(value)) for field, value in zip(fields, values, strict=False))
        return shown or words_of(self.decision.id)

    def worth(self, won: int, deals: int) -> float:
        return percent(Fraction(won, self.scale * deals))

    def heat(self, title: str, note: str) -> Chart:
        """What is best in each class."""
        down, across = self.ordered, self.grouped or "decision"
        short = max((len(self.level(number)) for number in self.spans), default=0) <= ACROSS_LETTERS
        labels = [option.label for option in self.decision.options]
        rows = []
        for (group, number), each in self.classes.items():
            place, often = each.best
            words = labels[place] if often == 1 else f"{labels[place]} {said(percent(often), '(%)', 0)}"
            rows.append(
                {
                    across: self.group(group),
                    down: self.level(number),
                    "best": words,
                    "option": place,
                    TAKEN: percent(often),
                    DEALS: percent(Fraction(each.deals, self.total)),
                    **{f"{labels[n]}, {VALUE}": self.worth(*each.won[n]) for n in each.won},
                }
            )
        every = Class(0, {}, {})
        for each in self.classes.values():
            every.add(each)
        told = ", ".join(
            f"{labels[place]} {said(percent(Fraction(deals, every.deals)), '(%)')}"
            for place, deals in sorted(every.taken.items(), key=lambda one: -one[1])
        )
        columns = dict.fromkeys(name for row in rows for name in row)
        return Chart(
            title=title,
            alt=f"What is best at {len(rows)} classes of sights. Of all deals that are asked, the best is: {told}.",
            rows=tuple({name: row.get(name, "") for name in columns} for row in rows),
            marks=Heat(x=down if short else across, y=across if short else down, text="best", level="option"),
            note=f"{note}; a percentage: how often within the class"
            if any(row[TAKEN] != 100 for row in rows)
            else note,
        )

    def values(self, title: str, note: str) -> Iterator[tuple[str, Chart]]:
        """What each option is worth, for each of a few groups or on average over them."""
        groups = list(dict.fromkeys(group for group, _ in self.classes))
        if 1 < len(groups) <= GROUPS_APART and ordered_field(self.decision):
            for group in groups:
                name, seen = self.group(group), f"{self.grouped}: {self.group(group)}"
                own = {key: each for key, each in self.classes.items() if key[0] == group}
                yield f"_{'_'.join(APART.split(name.lower()))}", self.worth_chart(f"{title}, {seen}", own, note)
        else:
            over = f"; averaged over {self.grouped}" if self.grouped and ordered_field(self.decision) else ""
            yield "", self.worth_chart(title, self.classes, note + over)

    def worth_chart(self, title: str, classes: Mapping[Key, Class], note: str) -> Chart:
        """What each option is worth over what can be ordered, or over the groups where nothing can."""
        by_group = ordered_field(self.decision) is None
        found: dict[str, Class] = {}
        for (group, number), each in sorted(classes.items(), key=lambda one: (one[0][1], one[0][0])):
            name = self.group(group) if by_group else self.level(number)
            found.setdefault(name, Class(0, {}, {})).add(each)
        x = (self.grouped if by_group else self.ordered) or "decision"
        labels = [option.label for option in self.decision.options]
        rows = tuple(
            {x: name, "option": label, VALUE: self.worth(*each.won[place])}
            for place, label in enumerate(labels)
            for name, each in found.items()
            if place in each.won
        )
        if len(found) == 1:
            told = ", ".join(f"{row['option']} {signed(float(str(row[VALUE])), VALUE)}" for row in rows)
            alone = Bars(of="option", value=VALUE)
            return Chart(title=title, alt=f"What each option is worth: {told}.", rows=rows, marks=alone, note=note)
        ends = "; ".join(
            f"{label} from {signed(of[0], VALUE)} to {signed(of[-1], VALUE)}"
            for place, label in enumerate(labels)
            if (of := [self.worth(*each.won[place]) for each in found.values() if place in each.won])
        )
        return Chart(
            title=title,
            alt=f"What each option is worth from {x} {next(iter(found))} to {list(found)[-1]}: {ends}.",
            rows=rows,
            marks=Lines(x=x, y=VALUE, series="option"),
            note=note,
        )


def strategy_charts(solver: Solver, note: str) -> Iterator[tuple[str, Chart]]:
    """For each decision, what is best at each sight, and what each option is worth."""
    solved = solver.solved()
    several = len(solver.model.decisions) > 1
    for depth, decision in enumerate(solver.model.decisions):
        classes, spans = together(classes_of(solver, solved, depth))
        if not classes:
            continue
        of, end = words_of(decision.id).capitalize(), f"_{decision.id}" if several else ""
        drawn = Drawn(decision, classes, spans, solved.scale, solver.counts.total)
        yield f"strategy{end}", drawn.heat(f"{of}: the best option at each sight", note)
        for group, chart in drawn.values(f"{of}: what each option is worth", note):
            yield f"values{end}{group}", chart


def cost_chart(of: str, edges: Iterable[tuple[str, Fraction]], note: str) -> Chart:
    """The house edge of a wager, by its label, under the best strategy and under simpler ones."""
    told = list(edges)
    return Chart(
        title=f"House edge of {of} by strategy",
        alt="; ".join(f"{name}: {said(percent(edge), EDGE, 4)}" for name, edge in told) + ".",
        rows=tuple({"strategy": name, EDGE: percent(edge)} for name, edge in told),
        marks=Bars(of="strategy", value=EDGE, places=4),
        note=note,
    )


def sights_chart(title: str, columns: tuple[str, str], cells: Iterable[tuple[str, str, str, int]], note: str) -> Chart:
    """A table of what is best: the options by what is seen down and across."""
    down, across = columns
    rows = tuple({down: y, across: x, "best": label, "option": place} for y, x, label, place in cells)
    count: dict[str, int] = {}
    for row in rows:
        count[str(row["best"])] = count.get(str(row["best"]), 0) + 1
    told = ", ".join(f"{label} at {number}" for label, number in sorted(count.items(), key=lambda one: -one[1]))
    return Chart(
        title=title,
        alt=f"What is best at {len(rows)} sights: {told}.",
        rows=rows,
        marks=Heat(x=across, y=down, text="best", level="option"),
        note=note,
    )
