"""The outcomes of a wager with the lines that pay them, so that a change of one line moves every outcome it is in.

An outcome of a wager on which decisions rest is paid by several lines: that of the wager itself, of what is placed with
it, and of what the decisions staked. Its result is the sum of what each line pays times the units on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from croupier.errors import Refused
from croupier.exact.counter import Plan
from croupier.exact.solve import Played
from croupier.exact.wager_report import WagerReport, riders_of, row_name
from croupier.rulebook import Paytable, Rulebook
from croupier.rulebook.wager import UNASKED, Line, Wager

PROBED: Final = 100_003
"""Odds from here on tell the lines of a paytable apart."""


@dataclass(frozen=True, slots=True)
class Share:
    """Units on one line."""

    wager: str
    line: str
    units: Fraction


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way for a wager to end."""

    name: str
    """As the report of the wager calls it."""
    label: str
    """In words."""
    combinations: int
    probability: Fraction
    pays: Fraction
    shares: tuple[Share, ...] = ()
    """What it is paid by; empty where that is not known, or where it is one line of the wager itself."""
    line: Line | None = None
    """That line."""

    @property
    def contribution(self) -> Fraction:
        return self.probability * self.pays

    @property
    def units(self) -> Fraction:
        """All units that were staked."""
        return sum((share.units for share in self.shares), Fraction(0)) if self.shares else Fraction(1)


@dataclass(frozen=True)
class Outcomes:
    """Every outcome of one wager."""

    report: WagerReport
    rows: tuple[Outcome, ...]
    paid_by: tuple[Wager, ...] = ()
    """The wagers whose lines pay together, the wager itself first; empty where it stands alone."""
    row_of: Mapping[tuple[Plan, int], int] = field(default_factory=dict)
    """By plan and joint outcome: which row a deal belongs to."""


Key = tuple[str, Fraction, tuple[Share, ...]]


def outcomes_of(report: WagerReport, played: Played | None) -> Outcomes:
    """The outcomes of a wager; without what was played, as the report has them."""
    if played is None:
        return Outcomes(
            report, tuple(Outcome(r.outcome, r.outcome, r.combinations, r.probability, r.pays) for r in report.rows)
        )
    model, wager = played.solver.model, report.wager
    riders = riders_of(model, wager.id)
    together = bool(riders or report.includes)
    deals: dict[Key, int] = {}
    labels: dict[Key, str] = {}
    key_of: dict[tuple[Plan, int], Key] = {}
    for (plan, joint), count in played.table.items():
        shares = shares_of(played, wager, plan, joint)
        pays = sum((share.units * line_of(played, share).odds for share in shares), Fraction(0))
        key = (row_name(played, wager, riders, plan, joint), pays, shares if together else ())
        deals[key] = deals.get(key, 0) + count
        key_of[plan, joint] = key
        labels.setdefault(key, label_of(played, wager, plan, joint, shares, key[0]))
    order = {(row.outcome, row.pays): place for place, row in enumerate(report.rows)}
    seen = {(name, pays) for name, pays, _ in deals}
    for row in report.rows:
        if (row.outcome, row.pays) not in seen:  # a line that these cards cannot make
            key = (row.outcome, row.pays, ())
            deals[key] = 0
            labels[key] = line_label(wager, row.outcome)
    keys = sorted(deals, key=lambda key: (order[key[0], key[1]], labels[key], str(key[2])))
    rows = tuple(
        Outcome(
            name,
            labels[name, pays, shares],
            deals[name, pays, shares] * report.combinations // played.total,
            Fraction(deals[name, pays, shares], played.total),
            pays,
            shares,
            None if together else next((line for line in wager.lines if line.id == name), None),
        )
        for name, pays, shares in keys
    )
    place = {key: number for number, key in enumerate(keys)}
    paid_by = tuple(model_wager for model_wager in model.wagers if model_wager.id in {wager.id, *report.includes})
    first = sorted(paid_by, key=lambda each: each.id != wager.id)
    return Outcomes(report, rows, tuple(first) if together else (), {deal: place[key] for deal, key in key_of.items()})


def shares_of(played: Played, wager: Wager, plan: Plan, joint: int) -> tuple[Share, ...]:
    """The units on each line when a plan meets a joint outcome."""
    solver = played.solver
    units = {id_: each for id_, each in solver.units(plan, {wager.id: 1}).items() if each}
    return tuple(
        Share(each.id, each.line(int(solver.code_of_joint[each.id][joint])).id, units[each.id])
        for each in solver.model.wagers
        if each.id in units
    )


def line_of(played: Played, share: Share) -> Line:
    wager = next(each for each in played.solver.model.wagers if each.id == share.wager)
    return next(line for line in wager.lines if line.id == share.line)


def label_of(played: Played, wager: Wager, plan: Plan, joint: int, shares: tuple[Share, ...], name: str) -> str:
    """An outcome in words: what was decided, the line of the wager, and lines of others that are called otherwise."""
    solver = played.solver
    riders = riders_of(solver.model, wager.id)
    options = zip(solver.model.decisions, solver.options(plan), strict=True)
    chosen = [option.label for decision, option in options if decision in riders and option is not UNASKED]
    own = wager.line(int(solver.code_of_joint[wager.id][joint]))
    label = own.label if name.endswith(own.id) else line_label(wager, name)
    others = {line_of(played, share).label for share in shares if share.wager != wager.id} - {own.label}
    return ", ".join([*chosen, label, *sorted(others)])


def line_label(wager: Wager, name: str) -> str:
    """What a line is called in words; what several lines come to is called as it is."""
    return next((line.label for line in wager.lines if line.id == name), name.replace("_", " ").capitalize())


def followers(book: Rulebook) -> dict[tuple[str, str], tuple[str, str]]:
    """Lines that one line of a paytable sets together: each, by wager and id, with the first of them.

    A paytable of the house rules is built with odds that no line else has; the lines that have them then are its.
    """
    first: dict[tuple[str, str, Fraction, Fraction], tuple[str, str]] = {}
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for parameter in book.game.parameters:
        if not isinstance(parameter.kind, Paytable):
            continue
        odds = [f"{PROBED + place}:1" for place in range(len(parameter.kind.lines))]
        try:
            probed = book.game.rulebook(book.house.with_changes({parameter.name: odds}))
        except Refused:
            continue  # then its lines are changed one by one
        for wager in book.wagers:
            for line, then in zip(wager.lines, probed.wagers_by_id[wager.id].lines, strict=True):
                if line.pays != then.pays:
                    key = (parameter.name, line.id, line.pays, then.pays)
                    found[wager.id, line.id] = first.setdefault(key, (wager.id, line.id))
    return {line: leader for line, leader in found.items() if line != leader}


def joint_rows(played: Played, wagers: Sequence[Outcomes]) -> dict[tuple[int, ...], int]:
    """How many of all deals end in which outcome of every wager."""
    deals: dict[tuple[int, ...], int] = {}
    for deal, count in played.table.items():
        key = tuple(each.row_of[deal] for each in wagers)
        deals[key] = deals.get(key, 0) + count
    return dict(sorted(deals.items()))
