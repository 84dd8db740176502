"""Rack card: one sheet, folded once. How to play, what pays, how to decide, and what the bank keeps of every wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from croupier import figures
from croupier.cards import RANK_WORDS
from croupier.errors import Refused, listed
from croupier.exact.strategy import Cut, ordered_field
from croupier.money import price
from croupier.report.document import Block, Bullets, Cell, Document, Form, Paragraph, Run, Section, Strong, Table
from croupier.report.game_report import GameReport
from croupier.report.hold_list import HoldList
from croupier.report.paytables import alike, names, pays
from croupier.report.procedure_words import limits
from croupier.report.words import changes_shown
from croupier.rulebook import Deal, Decide, Decision, Expose, Roll, Rulebook, Wager

KIND: Final = "rack-card"
TOLD: Final = (Deal, Roll, Expose, Decide)
"""The steps of a round that a player wants to know about."""
LINES_MAX: Final = 30
"""A longer table of what to do is not for a card."""


def document(report: GameReport) -> Document:
    """The rack card; each section is a panel."""
    book = report.book
    left = Section("how-to-play", "How to play", tuple(how_to_play(book)), tuple(strategy(report)))
    right = Section("what-pays", "What pays", (paying(book),), (edges(report),))
    return Document(KIND, book.game.title, "", Form.FOLDED, footing(report), (left, right))


def footing(report: GameReport) -> tuple[tuple[str, Cell], ...]:
    """What a card has room for: the edition, and what made it."""
    made = report.conditions
    dated = f", {report.date}" if report.date else ""
    changed = changes_shown(report.book)
    rules = (("House rules", changed),) if changed else ()
    return (("Edition", f"{report.edition}{dated}; {report.software}; rulebook {made.digest[:16]}"), *rules)


# ── How to play ──────────────────────────────────────────────────────────────────────────────────────────────────────


def how_to_play(book: Rulebook) -> Iterator[Block]:
    """The object of the game and a round, in a few lines."""
    if book.game.goal:
        yield Paragraph((book.game.goal,))
    lines = [*bets(book)]
    lines += [step.says for step in book.procedure if isinstance(step, TOLD) and step.says]
    yield Bullets(tuple((line,) for line in dict.fromkeys(lines)), numbered=True)


def bets(book: Rulebook) -> Iterator[str]:
    """What is bet before the deal, with its limits."""
    alone = [wager for wager in book.placed_wagers if not wager.needs]
    beside = [wager for wager in book.placed_wagers if wager.needs]
    one_of = " or ".join((", ".join(wager_words(alone[:-1])), *wager_words(alone[-1:]))).removeprefix(" or ")
    if len(alone) > FEW:
        one_of = f"any of {len(alone)} wagers"
    yield f"{one_of}." if [wager.label for wager in alone] == ["Bet"] else f"Bet on {one_of}."
    if beside:
        yield f"You may add {listed(wager_words(beside))}."
    if book.seat_fee:
        yield f"Each round costs a seat {price(book.seat_fee)}, which goes to the drop box."


FEW: Final = 6


def wager_words(wagers: Sequence[Wager]) -> list[str]:
    """Wagers with their limits."""
    return [f"{wager.label}{f' ({limits(wager)})' if limits(wager) else ''}" for wager in wagers]


# ── What to do ───────────────────────────────────────────────────────────────────────────────────────────────────────


def strategy(report: GameReport) -> Iterator[Section]:
    """The simple strategy in words; none where nothing is decided, and no table that is too long for a card."""
    model = report.book.model
    if not model.decisions:
        return
    if not report.repeats and not report.is_late and report.holds:
        yield Section("strategy", "What to hold", tuple(holding(report.holds)))
        return
    try:
        items, cost = ((), Fraction(0)) if report.repeats else simple(report)
    except Refused:  # a decision that does not say what its sight tells
        items, cost = (), Fraction(0)
    if not 0 < len(items) <= LINES_MAX:
        told = (TOO_LONG, MATHEMATICS) if report.has_strategy_table else (TOO_LONG,)
        yield Section("strategy", "What to do", (Paragraph(told),))
        return
    yield Section("strategy", "What to do", (Bullets(items), given_away(cost)))


def holding(found: HoldList) -> Iterator[Block]:
    """What to hold of five cards, best first."""
    high = listed(RANK_WORDS[rank] for rank in found.high)
    yield Paragraph((f"Hold the first of these that your hand has. High cards are {high}.",))
    yield Bullets(tuple((figures.capitalized(hold.words),) for hold in found.holds), numbered=True)
    yield given_away(found.cost)


def given_away(cost: Fraction) -> Paragraph:
    """What a strategy costs."""
    if not cost:
        return Paragraph((NOTHING_LOST,))
    return Paragraph(("It gives away ", figures.share(cost), " of the first bet against the best play."))


TOO_LONG: Final = "What is best depends on more than a card has room for."
MATHEMATICS: Final = " The mathematics report has a table of it."
NOTHING_LOST: Final = "No way of playing is better."


def simple(report: GameReport) -> tuple[tuple[tuple[Run, ...], ...], Fraction]:
    """The simple strategy, line by line, and what it costs."""
    found = report.strategy
    lines = [line for decision in report.book.decisions for line in decision_lines(decision, found.table)]
    return tuple(lines), found.cost


def decision_lines(decision: Decision, table: Sequence[Cut]) -> Iterator[tuple[Run, ...]]:
    """What to do at one decision; what is seen alike is told once."""
    cuts = [cut for cut in table if cut.decision == decision.id]
    doing: dict[tuple[tuple[tuple[str, str], ...], str, str, str], list[Cut]] = {}
    for cut in cuts:
        doing.setdefault((cut.decided, cut.below, cut.at, cut.above), []).append(cut)
    ordered = ordered_field(decision)
    for (decided, below, at, above), alike_cuts in doing.items():
        when = [f"after {value}" for _, value in decided]
        when += seen_words([cut.group for cut in alike_cuts], every=len(cuts) == len(alike_cuts))
        start = f"{', '.join(when)}: " if when else ""
        labels = {option.id: option.label for option in decision.options}
        if not at or ordered is None:
            yield sentence(start, (Strong(labels[above]), "."))
        else:
            up = f" with {ordered.name} {at} or higher, "
            yield sentence(start, (Strong(labels[above]), up, Strong(labels[below]), " below."))


def seen_words(groups: Sequence[tuple[tuple[str, str], ...]], *, every: bool) -> list[str]:
    """What is seen, by name: `up 2, 3 or 4`; nothing where it makes no difference."""
    if every or not groups[0]:
        return []
    told = []
    for place, (name, _) in enumerate(groups[0]):
        values = list(dict.fromkeys(group[place][1] for group in groups))
        told.append(f"{name} {' or '.join((', '.join(values[:-1]), values[-1])) if values[1:] else values[0]}")
    return told


def sentence(start: str, runs: tuple[Run, ...]) -> tuple[Run, ...]:
    return (f"{start[:1].upper()}{start[1:]}", *runs) if start else runs


# ── What pays, and what the bank keeps ───────────────────────────────────────────────────────────────────────────────


def paying(book: Rulebook) -> Table:
    """Every line that pays something, wagers that pay alike together."""
    rows: list[tuple[Cell, ...]] = []
    for group, lines in alike(book.wagers):
        called = names(group)
        for line in dict.fromkeys((line.label, pays(line)) for line in lines if line.pays > 0):
            rows.append((called, *line))
            called = ""
    return Table(("Wager", "Wins with", "Pays"), tuple(rows), words=2)


def edges(report: GameReport) -> Section:
    """The house edge of every wager that is bet before the deal."""
    found = report.repeat_analysis.wagers if report.repeats else report.analysis.wagers
    groups: dict[tuple[Fraction, tuple[str, ...]], list[str]] = {}
    for each in found.values():
        beside = tuple(report.book.wagers_by_id[id_].label for id_ in each.includes if id_ in report.book.wagers_by_id)
        groups.setdefault((each.house_edge, beside), []).append(each.wager.label)
    rows = tuple(
        (f"{', '.join(labels)}{f' with {listed(beside)}' if beside else ''}", figures.share(edge, 2))
        for (edge, beside), labels in groups.items()
    )
    told = (
        "Of every dollar bet first, on average, over many rounds of best play." if report.book.decisions else ON_AVERAGE
    )
    keeps = "What the player-dealer keeps" if report.book.player_banked else "What the house keeps"
    return Section("edge", keeps, (Table(("Wager", "House edge"), rows, words=1, note=told),))


ON_AVERAGE: Final = "Of every dollar bet, on average, over many rounds."
