"""The best strategy and how it was obtained, a simple one and its cost, and the closest calls."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Final

from croupier.cards import RANK_WORDS
from croupier.chart.words import headed, words_of
from croupier.errors import listed
from croupier.exact.best_strategy import others, tied
from croupier.exact.decision_values import Call, closest, riding, ways_of
from croupier.exact.solve import Solved, Solver
from croupier.exact.space import Ints
from croupier.exact.strategy import Cut, ordered_field
from croupier.figures import count, decimal, share
from croupier.report.charts import illustrations
from croupier.report.document import Block, Cell, Facts, Section, Table
from croupier.report.game_report import GameReport
from croupier.report.hold_list import HoldList
from croupier.report.sheet_blocks import blocks_of
from croupier.report.words import say
from croupier.rulebook import Decision

SHOWN: Final = 10
SIDE_BY_SIDE: Final = 8
"""Of more options than these, the two best are told."""
NO_TABLE: Final = (
    "The game does not say which parts of what is seen a short table could go by, so none is looked for. The best "
    "option at every hand is told by croupier advise; how often each is best follows."
)
TOO_MANY: Final = (
    "There are too many sights to keep what is best at each: late decisions were made while the deals were counted, "
    "each at its best, and are not listed. What is best in one hand is told by croupier advise."
)
LATER: Final = "Later decisions were solved first, so that an option is worth what best play makes of it. "


def strategy(report: GameReport) -> Section:
    if not report.book.decisions:
        told = say("Nothing is decided in the middle of a round, so there is no strategy: every figure holds as it is.")
        return Section("strategy", "Strategy", (told,))
    return Section("strategy", "Strategy", (), tuple(repeat_parts(report) if report.repeats else parts(report)))


def parts(report: GameReport) -> Iterator[Section]:
    """What is best, what is simple, and where it is close."""
    obtained = (how(report), say(TOO_MANY)) if report.is_late else tuple(optimal(report))
    yield Section("optimal-strategy", "The best strategy, and how it was obtained", obtained)
    if report.is_late:
        return
    if report.has_simple_strategy:
        yield from simple_parts(report)
    elif report.holds:
        yield Section("hold-list", "What to hold, and what a list of it costs", tuple(held(report, report.holds)))
    else:
        yield Section("simple-strategy", "A simple strategy", (say(NO_TABLE), taken_table(report)))
    close = say("The decisions that matter least, of those to which best play leads:")
    yield Section(
        "closest-calls",
        "The closest calls",
        (close, *calls_tables("The closest calls", report, closest(report.solver, SHOWN))),
    )


def simple_parts(report: GameReport) -> Iterator[Section]:
    """A short table, what it costs, and where the best strategy departs from it."""
    found = report.strategy
    best, easily = found.edges
    simple: list[Block] = [
        say(
            "The best strategy goes by all that is seen. The best one that fits a short table takes one option below a "
            "cut and another from it on:"
        )
    ]
    simple += [
        cuts_table(decision, cuts)
        for decision in report.book.decisions
        if (cuts := [cut for cut in found.table if cut.decision == decision.id])
    ]
    simple.append(costs("under best play", "table", best, easily))
    if not found.simple.jointly:
        simple.append(say("The table was cut one decision at a time, last first, until none could be cut better."))
    yield Section("simple-strategy", "A simple strategy, and what it costs", (*simple, *illustrations(found)))
    if found.departures:
        told = say(found.departing())
        tables = calls_tables(
            "Where the best strategy departs from the table, dearest first", report, found.departures[:SHOWN]
        )
        yield Section("departures", "Where the best strategy departs from the table", (told, *tables))


def costs(best_by: str, of: str, best: Fraction, easily: Fraction) -> Facts:
    """What it costs to play by a table or a list."""
    return Facts(
        (
            (f"House edge {best_by}", share(best, 6)),
            (f"House edge under the {of}", share(easily, 6)),
            (f"Cost of the {of}", (share(easily - best, 6), " of the initial wager")),
        )
    )


def held(report: GameReport, found: HoldList) -> Iterator[Block]:
    """The holds, best first."""
    total = report.solver.counts.total
    yield say(
        "The best strategy goes by every card of the hand. This list goes by what the cards make, or could come to: "
        "hold the first of it that the hand has, and of several alike that of the lowest cards. No two neighbours in "
        "it could change places and win more. High cards are those that are ever best held alone: ",
        listed(RANK_WORDS[rank] for rank in found.high),
        ".",
    )
    yield Table(
        ("Hold", "Best in", "Held by the list in", "Worth where best"),
        tuple(
            (
                hold.words[:1].upper() + hold.words[1:],
                share(Fraction(hold.best, total)),
                share(Fraction(hold.kept, total)),
                decimal(hold.worth, 4, signed=True),
            )
            for hold in found.holds
        ),
        caption="What to hold, best first: in so many of all hands, and what a unit wins on average",
        note="Holds that are best in some hands and never come first in the list are left out.",
    )
    yield costs("under best play", "list", *found.edges)


def taken_table(report: GameReport) -> Table:
    """How often each option is the best."""
    solved, total = report.solver.solved(), report.solver.counts.total
    rows: list[tuple[Cell, ...]] = []
    decisions = report.book.decisions
    for decision, deals, chosen in zip(decisions, solved.deals, taken_at(report.solver, solved), strict=True):
        for place, option in enumerate(decision.options):
            rows.append(
                (name_shown(decision.id), option.label, share(Fraction(int(deals[chosen == place].sum()), total)))
            )
    return Table(
        ("Decision", "Option", "Best in"), tuple(rows), words=2, caption="How often best play takes each option"
    )


def taken_at(solver: Solver, solved: Solved) -> Iterator[Ints]:
    """The option that best play takes at each sight, decision by decision."""
    for *_, chosen in ways_of(solver, solved, solved.plan_of_row):
        yield chosen


def cuts_table(decision: Decision, cuts: list[Cut]) -> Table:
    """The short table of one decision, a line for each thing that is seen and has no order."""
    labels, ordered = labels_of(decision), ordered_field(decision)
    seen = [name_shown(name) for name, _ in (*cuts[0].decided, *cuts[0].group)]
    of = name_shown(ordered.name) if ordered else ""
    heads = (*seen, f"Cut: {of.lower()}", "Below it", "From it on") if ordered else (*seen, "Decide")
    return Table(
        heads,
        tuple(
            (
                *(value for _, value in (*cut.decided, *cut.group)),
                *((cut.at or "–", labels[cut.below] if cut.at else "–") if ordered else ()),
                labels[cut.above],
            )
            for cut in cuts
        ),
        words=len(heads),
        caption=f"{name_shown(decision.id)}: {f'the best cut in {of.lower()}' if of else 'the best option'}",
    )


def labels_of(decision: Decision) -> dict[str, str]:
    return {option.id: option.label for option in decision.options}


def name_shown(id_: str) -> str:
    """A decision, or something that is seen, as the head of a column."""
    return headed(words_of(id_))


def how(report: GameReport) -> Block:
    """How the best strategy was found."""
    return say(
        "A sight is all that a seat can tell apart when it decides. At each, the result of every option was added up "
        "over all deals that look like it, in whole numbers. ",
        LATER if len(report.book.decisions) > 1 else "",
        "The option with the largest sum was taken. Nothing was sampled and nothing rounded.",
    )


def optimal(report: GameReport) -> Iterator[Block]:
    decisions = report.book.decisions
    yield how(report)
    solved = report.solver.solved()
    yield Table(
        ("Decision", "Clause", "Options", "Sights"),
        tuple(
            (
                name_shown(decision.id),
                decision.clause or "–",
                ", ".join(option.label for option in decision.options[:SHOWN])
                + (f" and {len(decision.options) - SHOWN} more" if len(decision.options) > SHOWN else ""),
                count(len(seen)),
            )
            for decision, seen in zip(decisions, solved.deals, strict=True)
        ),
        words=3,
        caption="What is decided, and at how many sights",
    )
    for line in (*tied(report.analysis), *others(report.solver, riding(report.solver))):
        yield say(line)


def calls_tables(caption: str, report: GameReport, calls: Iterable[Call]) -> Iterator[Table]:
    """Calls side by side, a table for each decision."""
    decisions = {decision.id: decision for decision in report.book.decisions}
    labels = {id_: labels_of(decision) for id_, decision in decisions.items()}
    ordered = sorted(calls, key=lambda call: call.decision)
    for decision, of_decision in groupby(ordered, lambda call: call.decision):
        found = list(of_decision)
        if len(decisions[decision].options) > SIDE_BY_SIDE:
            yield best_two_table(caption, decisions[decision], found)
            continue
        names = list(dict.fromkeys(name for call in found for name, _ in (*call.decided, *call.sees)))
        options = list(dict.fromkeys(option for call in found for option, _ in call.values))
        yield Table(
            (*map(name_shown, names), "Best", *(labels[decision][id_] for id_ in options), "Margin", "Deals"),
            tuple(call_row(call, names, options, labels) for call in found),
            words=len(names) + 1,
            caption=f"{caption}: {name_shown(decision)}, what each option is worth per initial unit",
        )


def best_two_table(caption: str, decision: Decision, calls: list[Call]) -> Table:
    """Calls among many options: the best of them and the next best."""
    labels = labels_of(decision)
    names = list(dict.fromkeys(name for call in calls for name, _ in (*call.decided, *call.sees)))
    rows: list[tuple[Cell, ...]] = []
    for call in calls:
        told = dict((*call.decided, *call.sees))
        other, worth = max(((id_, v) for id_, v in call.values if id_ != call.best), key=lambda each: each[1])
        rows.append(
            (
                *(told.get(name, "–") for name in names),
                labels[call.best],
                labels[other],
                decimal(dict(call.values)[call.best], 4, signed=True),
                decimal(worth, 4, signed=True),
                decimal(call.margin),
                count(call.deals),
            )
        )
    return Table(
        (*map(name_shown, names), "Best", "Next best", "Worth", "Next", "Margin", "Deals"),
        tuple(rows),
        words=len(names) + 2,
        caption=f"{caption}: {name_shown(decision.id)}, what the two best options are worth per initial unit",
        note="Cards are numbered as they stand, from the left." if decision.exchanges else "",
    )


def call_row(
    call: Call, names: list[str], options: list[str], labels: Mapping[str, Mapping[str, str]]
) -> tuple[Cell, ...]:
    decided = ((id_, labels[id_][option]) for id_, option in call.decided)
    told, values = dict((*decided, *call.sees)), dict(call.values)
    return (
        *(told.get(name, "–") for name in names),
        labels[call.decision][call.best],
        *(decimal(values[option], 4, signed=True) if option in values else "–" for option in options),
        decimal(call.margin),
        count(call.deals),
    )


def repeat_parts(report: GameReport) -> Iterator[Section]:
    """The same of a game whose decision is asked again and again."""
    found = report.repeat_strategy
    best, easily = found.edges
    told = say(
        "Every hand that can come about was solved from the last card back: each option is worth the mean of all that "
        "may follow it, by the cards that are left, in whole numbers. Hands are told apart by their cards; the table "
        "below goes by what is seen alone, and is the best that does."
    )
    yield Section("optimal-strategy", "The best strategy, and how it was obtained", (told,))
    cost = costs("by the cards of each hand", "table", best, easily)
    tables = [block for sheet in found.tables() for block in blocks_of(sheet)]
    yield Section("simple-strategy", "The strategy as a table, and what it costs", (*tables, cost))
    if found.departures:
        yield Section("departures", "Where the best strategy departs from the table", (departures(report),))


def departures(report: GameReport) -> Table:
    found = report.repeat_strategy
    return Table(
        ("Cards", found.solver.repeat.up, "Table", "Best", "Gains at the hand", "Costs in all"),
        tuple(
            (each.hand, each.up, each.table, each.best, decimal(each.gains), decimal(each.costs, 8))
            for each in found.departures[:SHOWN]
        ),
        words=4,
        caption=f"The dearest of {len(found.departures):,} hands",
    )
