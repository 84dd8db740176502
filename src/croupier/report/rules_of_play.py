"""Rules of play: a game under the house rules chosen, from the object of the game to examples of every payment."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from croupier import figures
from croupier.cards import deck_words
from croupier.errors import listed
from croupier.odds import PUSHED
from croupier.report.clauses_in_force import in_words, kind_here, not_in_force, set_here
from croupier.report.document import (
    Block,
    Bullets,
    Cell,
    Document,
    Form,
    Paragraph,
    Run,
    Section,
    Strong,
    Table,
    runs_of,
)
from croupier.report.examples import Example, Finder, check_dealable, shared
from croupier.report.game_report import GameReport
from croupier.report.paytables import alike, names, pays, posted
from croupier.report.plain_text import unquoted
from croupier.report.procedure_words import RENEWALS, StepWords, label, limits, steps_in_words
from croupier.report.rounds import dealing_table, settled_table
from croupier.report.words import rule_shown, value_shown
from croupier.rulebook import Line, Parameter, PlayerDealerBank, Rulebook, Wager
from croupier.rulebook.deal import Burn
from croupier.sheet import number_of

KIND: Final = "rules"
BURNS: Final = {
    Burn.NONE: "",
    Burn.ONE: "The first card of a new shoe is burned, unseen.",
    Burn.BY_VALUE: "The first card of a new shoe is shown, and as many more as its value are burned.",
}


def document(report: GameReport) -> Document:
    """The rules of play."""
    book = report.book
    check_dealable(book)
    found = Finder(book)
    sections = (
        object_of_game(book),
        equipment(book),
        wagers(book),
        the_round(book),
        orders(found),
        *coverage(found),
        *fees(found),
        worked(found),
        called_off(book),
        house_rules(book),
        *clauses(book),
    )
    return Document(
        KIND,
        book.game.title,
        "Rules of play",
        Form.LEAFLET,
        report.facts(KIND),
        tuple(section for section in sections if section.blocks or section.parts),
    )


def says(*runs: Run) -> Paragraph:
    return Paragraph(runs)


def citing(text: str, clauses: Sequence[str]) -> tuple[Run, ...]:
    """A sentence and the clauses that it rests on."""
    cited = [id_ for id_ in dict.fromkeys(clauses) if id_]
    return (text, f" ({', '.join(cited)})") if cited else (text,)


def cites(book: Rulebook, ids: Sequence[str]) -> tuple[tuple[Run, ...], ...]:
    """Clauses in our words, each with its id."""
    here = set_here(book)
    return tuple((Strong(id_), "  ", *runs_of(in_words(book.game.clause(id_), here))) for id_ in ids)


# ── What it is, and what it is played with ───────────────────────────────────────────────────────────────────────────


def object_of_game(book: Rulebook) -> Section:
    bank = book.bank
    who = "A player banks the game" if isinstance(bank, PlayerDealerBank) else "The house banks the game"
    blocks: list[Block] = [says(book.game.goal)] if book.game.goal else []
    seats = f"The table has {number_of(book.seats, 'seat')}. {who}."
    blocks.append(Paragraph(citing(seats, (book.seats_clause, bank.clause))))
    return Section("object", "Object of the game", tuple(blocks))


def equipment(book: Rulebook) -> Section:
    blocks: list[Block] = []
    supply = book.supply
    if supply.decks:
        decks = f"{number_of(supply.decks, 'deck')} of {deck_words(supply.deck)}"
        blocks.append(Paragraph(citing(f"{decks}. {RENEWALS[supply.renewal]}", (supply.decks_clause, supply.clause))))
        if supply.cut_from_end:
            cut = f"The cut card lies {number_of(supply.cut_from_end, 'card')} from the end of the shoe."
            blocks.append(Paragraph(citing(cut, (supply.cut_clause,))))
        if BURNS[supply.burn]:
            blocks.append(Paragraph(citing(BURNS[supply.burn], (supply.burn_clause,))))
    if book.dice:
        of_each = Counter(book.dice)
        dice = listed(
            f"{'one die' if many == 1 else f'{many} dice'} of {faces} faces" for faces, many in of_each.items()
        )
        blocks.append(says(f"{dice[0].upper()}{dice[1:]}."))
    if book.game.equipment:
        blocks.append(Bullets(cites(book, book.game.equipment)))
    return Section("equipment", "Equipment", tuple(blocks))


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def wagers(book: Rulebook) -> Section:
    rows = tuple(
        (wager.label, placed(book, wager), ", ".join(clauses_of(wager)), *limit_cells(wager)) for wager in book.wagers
    )
    table = Table(("Wager", "Placed", "Clauses", "Least", "Most"), rows, words=3)
    return Section("wagers", "Wagers and what they pay", (table,), tuple(paytables(book)))


def placed(book: Rulebook, wager: Wager) -> str:
    """When a wager is placed, and what it needs."""
    if wager.equals:
        return f"with {label(book, wager.equals)}, at the same stake"
    if wager.id in book.decision_of_wager:
        return f"by a decision, in multiples of {label(book, book.decision_of_wager[wager.id].base)}"
    needs = " or ".join(label(book, id_) for id_ in wager.needs)
    whole = ", in whole dollars" if wager.whole_dollars else ""
    return f"before the deal{f', beside {needs}' if needs else ''}{whole}"


def clauses_of(wager: Wager) -> tuple[str, ...]:
    cited = (wager.clause, wager.limit_clause, wager.needs_clause, wager.whole_dollars, wager.back_line)
    return tuple(dict.fromkeys(id_ for id_ in cited if id_))


def limit_cells(wager: Wager) -> tuple[Cell, Cell]:
    if not limits(wager):
        return "–", "–"
    return figures.money(wager.least), "none" if wager.most is None else figures.money(wager.most)


def paytables(book: Rulebook) -> Iterator[Section]:
    """What every line of every wager pays."""
    for place, (group, lines) in enumerate(alike(book.wagers), 1):
        rows = tuple(dict.fromkeys((line.label, ", ".join(line.clauses), pays(line)) for line in lines))
        yield Section(
            f"pays-{place}", names(group), (Table(("Outcome", "Clauses", "Pays"), rows, 2, note=rounding(book, lines)),)
        )


def rounding(book: Rulebook, lines: Sequence[Line]) -> str:
    """What becomes of a part of a cent."""
    said = []
    if any(line.commission for line in lines):
        said.append(f"A commission is rounded {book.commission_rounding.replace('_', ' ')} to the cent.")
    if any(line.pays.denominator > 1 for line in lines):
        said.append("A part of a cent is not paid.")
    return " ".join(said)


# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def the_round(book: Rulebook) -> Section:
    items = tuple(step_runs(step) for step in steps_in_words(book))
    return Section("round", "A round, step by step", (Bullets(items, numbered=True),))


def step_runs(step: StepWords) -> tuple[Run, ...]:
    said = " ".join(f"“{each}”" for each in step.says)
    return citing(f"{step.what} The dealer says: {said}" if said else step.what, step.clauses)


def orders(found: Finder) -> Section:
    """In which order cards are dealt and wagers settled, shown on one round."""
    sample = found.table
    before = sample.before
    banker = f"; seat {before.player_dealer} banks" if before.player_dealer else ""
    seated = listed(map(str, before.players))
    players = f"players at seats {seated}" if len(before.players) > 1 else f"a player at seat {seated}"
    return Section(
        "orders",
        "The order of dealing and of settlement",
        (),
        (
            Section("dealing", "Dealing", (dealing_table(sample, f"A round with {players}{banker}"),)),
            Section("settlement", "Settlement", (settled_table(sample.after, "The same round"),)),
        ),
    )


def coverage(found: Finder) -> Iterator[Section]:
    """How far the wager of a player who banks reaches."""
    book, bank = found.book, found.book.bank
    if not isinstance(bank, PlayerDealerBank):
        return
    ids = dict.fromkeys((bank.clause, bank.limit_clause, bank.offer_clause, bank.least_clause, *bank.uncovered_clauses))
    blocks: list[Block] = [Bullets(cites(book, [id_ for id_ in ids if id_]))]
    example = next((each for each in found.every if each.case.is_short), None)
    if example:
        state = example.state
        told = f"seat {state.player_dealer} banks with {figures.money(state.bank_wager)}; {'; '.join(shared(state))}."
        blocks += [says("An example, in the order of settlement: ", told), settled_table(state)]
    yield Section("coverage", "What the bank covers", tuple(blocks))


def fees(found: Finder) -> Iterator[Section]:
    """What goes to the drop box."""
    sample = found.table
    if not sample.fees:
        return
    banker = sample.before.player_dealer
    rows = tuple(
        ("the bank" if fee.seat == banker else "player", str(fee.seat), fee.clause, figures.money(fee.cents))
        for fee in sample.fees
    )
    table = Table(("From", "Seat", "Clause", "Fee"), rows, words=3, caption="The fees of the round above")
    yield Section("fees", "Fees", (*posted(found.book), table))


# ── Examples ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def worked(found: Finder) -> Section:
    """An example of every way in which every wager can come out."""
    book = found.book
    parts = []
    for id_, of in groupby(found.every, lambda example: example.case.wager):
        known = {(e.line.label, e.case.is_short and e.case.line, e.met.clauses): e for e in of}
        rows = tuple(example_row(example) for example in known.values())
        table = Table(("On the table", "Comes to", "Clauses", "Stake", "Pays", "Wins"), rows, words=3)
        parts.append(Section(f"example-{id_}", label(book, id_), (table,)))
    told = says(
        "Every amount was worked out by the settlement itself, to the cent. A wager that wins is returned with what it "
        "wins; one that pushes is returned."
    )
    return Section("examples", "Worked examples", (told,) if parts else (), tuple(parts))


def example_row(example: Example) -> tuple[Cell, ...]:
    met = example.met
    banked = f"; the bank's wager is {figures.money(example.state.bank_wager)}" if example.case.is_short else ""
    return (
        f"{example.lies}{banked}",
        example.case.line if example.case.is_short else example.line.label,
        ", ".join(met.clauses),
        figures.money(met.stake),
        "–" if example.line.pays <= PUSHED or not met.odds else pays(example.line),
        figures.money(met.result),
    )


# ── House rules and clauses ──────────────────────────────────────────────────────────────────────────────────────────


def called_off(book: Rulebook) -> Section:
    """Misdeals, as far as the documents say anything, and rounds that are called off."""
    blocks: list[Block] = []
    if book.game.remedies:
        blocks.append(Bullets(cites(book, book.game.remedies)))
    else:
        blocks.append(
            says("The documents of this game say nothing about misdeals. This is open, for the house to add.")
        )
    if ids := tuple(dict.fromkeys(id_ for id_ in (book.void_clause, book.change_clause) if id_)):
        blocks += [says("On rounds that are called off and on changes of the rules:"), Bullets(cites(book, ids))]
    return Section("irregularities", "Misdeals and rounds called off", tuple(blocks))


def house_rules(book: Rulebook) -> Section:
    rows = tuple(house_row(book, parameter) for parameter in book.game.parameters)
    if not rows:
        return Section("house-rules", "House rules")
    table = Table(("House rule", "What it sets", "Clause", "Here", "Usual"), rows, words=5)
    return Section("house-rules", "House rules", (table,))


def house_row(book: Rulebook, parameter: Parameter[Any]) -> tuple[Cell, ...]:
    here, usual = (value_shown(parameter, value) for value in (book.house[parameter], parameter.default))
    return parameter.name, parameter.help, parameter.clause, here, usual


def clauses(book: Rulebook) -> Iterator[Section]:
    """Every clause in the order of its document, and every ruling."""
    out, settings = not_in_force(book), set_here(book)
    parts: list[Section] = []
    for document, of_document in groupby(book.game.clauses, lambda clause: clause.document):
        here: list[Section] = []
        for title, of_section in groupby(of_document, lambda clause: clause.section):
            rows = tuple((clause.id, in_words(clause, settings), kind_here(clause, out)) for clause in of_section)
            table = Table(("Clause", "In our words", "Kind"), rows, words=3)
            here.append(Section(f"clauses-{len(parts) + 1}-{len(here) + 1}", title, (table,)))
        owner = "" if document.owner.startswith("nobody") else f" ({document.owner})"
        parts.append(Section(f"clauses-{len(parts) + 1}", f"{document.title}{owner}", (), tuple(here)))
    yield Section("clauses", "Clause by clause", (), tuple(parts))
    rulings = tuple(
        (ruling.id, unquoted(ruling.text), ", ".join(f"{name} = {shown(book, name)}" for name in ruling.parameters))
        for ruling in book.game.rulings
    )
    table = Table(("Ruling", "How the documents are read", "House rules here"), rulings, words=3)
    yield Section("rulings", "Rulings", (table,) if rulings else ())


def shown(book: Rulebook, name: str) -> str:
    parameter = next(each for each in book.game.parameters if each.name == name)
    return rule_shown(parameter, book.house.show()[name])
