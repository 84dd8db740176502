"""Dealer's guide: what every line pays on common stakes, the hard cases worked, and the procedure with what is said."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier import figures
from croupier.figures import Figure
from croupier.report.clauses_in_force import in_words, set_here
from croupier.report.document import (
    Bullets,
    Cell,
    Document,
    Form,
    Paragraph,
    Run,
    Section,
    Table,
    runs_of,
)
from croupier.report.examples import Example, Finder, cards_text, check_dealable, shared
from croupier.report.game_report import GameReport
from croupier.report.paytables import alike, names, pays
from croupier.report.procedure_words import label, limits, place_name, steps_in_words
from croupier.report.rounds import dealing_table, settled_table
from croupier.rulebook import Line, Rulebook, Wager, owner_of
from croupier.rulebook.book import Terms
from croupier.settlement.cases import Case, cases_of
from croupier.settlement.sampler import Sample
from croupier.table.events import CardsPickedUp

KIND: Final = "dealers-guide"
CHIPS: Final = (5_00, 25_00, 100_00, 1_00, 10_00, 50_00, 500_00, 1_000_00, 15_00, 75_00, 2_00, 20_00, 200_00)
"""Stakes in cents, those that dealers meet most first."""
COLUMNS: Final = 8
STEPS: Final = (2_50, 50, 25, 5, 1)
"""The stakes that are looked through for half cents: by chips first, by single cents last."""
HALVES: Final = 8
"""So many stakes are shown whose commission has a part of a cent."""
SURVEYED: Final = 250
"""So many rounds are dealt to see what is rare."""
OFTEN: Final = 2
"""What one settled wager in so many comes to is not hard."""
HARD: Final = 12
"""So many rounds are worked."""


def document(report: GameReport) -> Document:
    """The dealer's guide."""
    book = report.book
    check_dealable(book)
    found = Finder(book)
    sections = (
        Section("payouts", "Payouts by stake", (), tuple(payouts(book))),
        Section("commission", "Commission to the cent", tuple(commissions(book))),
        procedure(found),
        pick_up(found.table),
        hard_cases(found),
    )
    kept = tuple(section for section in sections if section.blocks or section.parts)
    return Document(KIND, book.game.title, "Dealer's guide", Form.LEAFLET, report.facts(KIND), kept)


# ── Payouts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def payouts(book: Rulebook) -> Iterator[Section]:
    """What every line pays on common stakes, by the terms that the settlement uses."""
    for place, (group, lines) in enumerate(alike(book.wagers), 1):
        moving = list(dict.fromkeys((line.label, line.pays, line.commission) for line in lines if is_worked(line)))
        if not moving:
            continue
        by_terms = {(line.label, line.pays, line.commission): line for line in lines}
        stakes = stakes_of(book, group[0])
        rows = tuple(payout_row(book, by_terms[each], stakes) for each in moving)
        heads = ("Outcome", "Pays", *map(figures.money, stakes))
        note = f"Within {limits(group[0])}." if limits(group[0]) else ""
        yield Section(f"payouts-{place}", names(group), (Table(heads, rows, words=1, note=note),))


def is_worked(line: Line) -> bool:
    """Whether what a line moves has to be worked out: it pays, or takes a part."""
    return line.pays > 0 or -1 < line.pays < 0


def payout_row(book: Rulebook, line: Line, stakes: Sequence[int]) -> tuple[Cell, ...]:
    terms = Terms.of_line(line)
    return (line.label, pays(line), *(figures.money(terms.due(stake, book.commission_rounding)) for stake in stakes))


def stakes_of(book: Rulebook, wager: Wager) -> tuple[int, ...]:
    """The common stakes within a wager's limits; of one that a decision makes, those of what it rests on."""
    base = wager
    while base.id in book.decision_of_wager:
        base = book.wagers_by_id[book.decision_of_wager[base.id].base]
    base = book.wagers_by_id.get(base.equals, base)
    within = [stake for stake in CHIPS if base.least <= stake and (base.most is None or stake <= base.most)]
    return tuple(sorted(within[:COLUMNS])) or (base.least,)


def commissions(book: Rulebook) -> Iterator[Table | Paragraph]:
    """Stakes whose commission has a part of a cent, and what is taken."""
    for wager in book.wagers:
        for line in wager.lines:
            stakes = list(uneven(wager, line)) if line.commission else []
            if not stakes:
                continue
            rounding = book.commission_rounding.replace("_", " ")
            text = f"{label(book, wager.id)}, {line.label}: the commission is rounded {rounding} to the cent"
            yield Paragraph((f"{text} ({', '.join(line.clauses)}).",))
            rows = tuple(commission_row(book, line, stake) for stake in stakes)
            yield Table(("Stake", "Exact commission", "Taken", "Pays"), rows, words=0)


def uneven(wager: Wager, line: Line) -> Iterator[int]:
    """Stakes, of the largest chips that have any, whose commission has a part of a cent."""
    least, unit = wager.least or 1_00, 100 if wager.whole_dollars else 1
    for step in STEPS:
        first = least + -least % step
        stakes = range(first, first + 400 * step, step)
        found = [stake for stake in stakes if stake % unit == 0 and exact_commission(line, stake).denominator > 1]
        if found:
            yield from found[:HALVES]
            return


def exact_commission(line: Line, stake: int) -> Fraction:
    """What a commission would be if cents could be parted."""
    return stake * line.pays * line.commission


def commission_row(book: Rulebook, line: Line, stake: int) -> tuple[Cell, ...]:
    paid = Terms.of_line(line).due(stake, book.commission_rounding)
    won = Terms.of_line(replace(line, commission=Fraction(0))).due(stake, book.commission_rounding)
    exact = exact_commission(line, stake) / 100
    in_full = Figure(exact, f"${figures.text_of(exact, 4)}")
    return figures.money(stake), in_full, figures.money(won - paid), figures.money(paid)


# ── Procedure ────────────────────────────────────────────────────────────────────────────────────────────────────────


def procedure(found: Finder) -> Section:
    """What is done and said at each step, and one round dealt so."""
    rows = tuple(
        (str(number), step.what, " ".join(f"“{said}”" for said in step.says), ", ".join(step.clauses))
        for number, step in enumerate(steps_in_words(found.book), 1)
    )
    table = Table(("Step", "Do", "Say", "Clauses"), rows, words=4)
    parts = (
        Section("dealing", "A round as it is dealt", (dealing_table(found.table),)),
        Section("settling", "The same round as it is settled", (settled_table(found.table.after),)),
    )
    return Section("procedure", "Procedure and announcements", (table,), parts)


def pick_up(sample: Sample) -> Section:
    """In which order the cards of that round are picked up."""
    items = []
    for event in sample.events:
        if isinstance(event, CardsPickedUp):
            for slot in event.slots:
                where = f"seat {owner_of(slot)}" if owner_of(slot) else place_name(sample.book, slot)
                cards = cards_text(sample.after.cards(slot))
                items.append((f"{where[0].upper()}{where[1:]}: {cards} ({event.clause})",))
    rows: tuple[tuple[Run, ...], ...] = tuple(items)
    return Section("pick-up", "The order of pick-up in that round", (Bullets(rows, numbered=True),) if rows else ())


# ── Hard cases ───────────────────────────────────────────────────────────────────────────────────────────────────────


def hard_cases(found: Finder) -> Section:
    """Rounds that exercise what is rare: each with its layout and every wager settled."""
    parts: list[Section] = []
    shown: set[Case] = set()
    told: set[str] = set()
    for case in rare(found):
        if case in shown or len(parts) == HARD:
            continue
        if example := found.busy_example(case):
            new = [id_ for id_ in example.met.clauses if id_ not in told]
            parts.append(Section(f"case-{len(parts) + 1}", title_of(example), tuple(case_blocks(example, new))))
            shown |= example.also
            told |= set(new)
    if not parts:
        return Section("hard-cases", "Hard cases")
    least = f"hat came up least in {SURVEYED} rounds dealt at random, the rarest first."
    short = any(case.is_short for case in shown)
    text = f"What a bank that is short leaves open, then w{least}" if short else f"W{least}"
    return Section("hard-cases", "Hard cases", (Paragraph((text,)),), tuple(parts))


def rare(found: Finder) -> list[Case]:
    """The cases of wagers: what a short bank makes first, then the rarest; of lines with the same clauses one.

    What a wager comes to often is not among them.
    """
    met = Counter(case for _ in range(SURVEYED) for case in found.survey().wager_cases)
    settled: Counter[str] = Counter()
    for case, times in met.items():
        settled[case.wager] += times
    every = (case for case in cases_of(found.book) if case.wager)
    cases = (case for case in every if case.is_short or met[case] * OFTEN < settled[case.wager])
    apart: dict[tuple[object, ...], Case] = {}
    for case in sorted(cases, key=lambda case: (not case.is_short, met[case])):
        apart.setdefault((case.line if case.is_short else case.wager, case.clauses), case)
    return list(apart.values())


def title_of(example: Example) -> str:
    """What a hard case is about."""
    what = example.case.line if example.case.is_short else example.line.label
    return f"{label(example.state.rulebook, example.case.wager)}: {what[0].lower()}{what[1:]}"


def case_blocks(example: Example, clauses: Sequence[str]) -> Iterator[Paragraph | Table]:
    """A round and every wager of it, and clauses in our words that were not told before."""
    state = example.state
    lies = "; ".join(shared(state))
    banks = f"seat {state.player_dealer} banks with {figures.money(state.bank_wager)}" if state.player_dealer else ""
    yield settled_table(state, "; ".join(filter(None, (lies, banks))))
    if clauses:
        here = set_here(state.rulebook)
        told = (
            (f"{' ' if place else ''}{id_}: ", *runs_of(in_words(state.game.clause(id_), here)))
            for place, id_ in enumerate(clauses)
        )
        yield Paragraph(tuple(run for runs in told for run in runs))
