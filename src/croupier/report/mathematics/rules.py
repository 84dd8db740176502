"""The rules in our own words, the round in order, equipment and house rules."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from croupier.cards import deck_words
from croupier.figures import money
from croupier.report.clauses_in_force import in_words, kind_here, not_in_force, set_here
from croupier.report.document import Block, Facts, Illustration, Reference, Section, Strong, Table
from croupier.report.game_report import GameReport
from croupier.report.layout_sketch import Sketch
from croupier.report.paytables import posted
from croupier.report.plain_text import unquoted
from croupier.report.procedure_words import RENEWALS, words_of
from croupier.report.words import owner_of, say, value_shown
from croupier.rulebook import Clause, Fixture, FixtureKind, Game, Rulebook, Supply
from croupier.rulebook.procedure import Step, Wagering
from croupier.sheet import number_of

NOT_EQUIPMENT: Final = (FixtureKind.PAYTABLE, FixtureKind.NAME, FixtureKind.BANK_WAGER)
"""What is only printed on the felt."""


def rules(report: GameReport) -> Section:
    """Every clause, document by document."""
    game = report.book.game
    out, here = not_in_force(report.book), set_here(report.book)
    parts = [Section("round", "A round in order", (steps(report.book),))]
    for place, (document, clauses) in enumerate(groupby(game.clauses, lambda clause: clause.document), 1):
        title = f"{document.title} ({owner_of(document)})"
        parts.append(Section(f"clauses-{place}", title, tuple(by_section(tuple(clauses), out, here))))
    told = say(
        "The clauses of the game's documents, in our own words and in the order of the documents. A clause is a ",
        Strong("rule"),
        " (it decides an outcome or forbids something), a ",
        Strong("procedure"),
        " (who does what, when), ",
        Strong("physical"),
        " (felt, chips and hands) or a ",
        Strong("notice"),
        ". One that only other house rules carry out is not in force here; where the house has set something else ",
        "than a clause says, that stands beside it. ",
        Reference("Trace of clauses", "trace"),
        " says where each is carried out and tested.",
    )
    return Section("rules", "Rules", (told,), tuple(parts))


def by_section(clauses: tuple[Clause, ...], out: frozenset[str], here: Mapping[str, str]) -> Iterator[Block]:
    for title, of_section in groupby(clauses, lambda clause: clause.section):
        yield Table(
            ("Clause", "Kind", "What it says"),
            tuple((clause.id, kind_here(clause, out), in_words(clause, here)) for clause in of_section),
            words=3,
            caption=title,
        )


def steps(book: Rulebook) -> Table:
    """What happens when, and what the dealer says."""
    return Table(
        ("Step", "What is done", "Clause", "The dealer says"),
        tuple(
            (str(place + 1), words_of(book, place, step), step.clause, says(step))
            for place, step in enumerate(book.procedure)
        ),
        words=4,
        caption="The procedure of a round",
    )


def says(step: Step) -> str:
    return " ".join(filter(None, (step.says, step.closing))) if isinstance(step, Wagering) else step.says


def layout(report: GameReport) -> Section:
    """The layout as a sketch, and what it is drawn from."""
    book = report.book
    sketch = Sketch(book)
    circles = tuple(
        (circle.sign.text or book.wagers_by_id[circle.wager].label, ", ".join(circle.clauses) or "–")
        for circle in book.felt.circles
    )
    blocks: list[Block] = [Illustration(sketch, "The layout: a sketch from the game's own layout data")]
    if circles:
        blocks.append(Table(("Place of a wager before each seat", "Clauses"), circles, words=2))
    blocks.append(say("A sketch is not to scale; artwork, colours and measures of the felt are the owner's to add."))
    return Section("layout", "Layout", tuple(blocks))


def equipment(report: GameReport) -> Section:
    """What the game is played with."""
    book, game = report.book, report.book.game
    supply = book.supply
    facts: list[tuple[str, str]] = []
    if supply.size:
        facts.append(("Decks", decks_shown(supply)))
        facts.append(("Dealing", f"{RENEWALS[supply.renewal]}{f' ({supply.clause})' if supply.clause else ''}"))
        if supply.cut_from_end:
            facts.append(("Cut card", f"{supply.cut_from_end} cards from the end"))
        if len(supply.colours) > 1:
            facts.append(("Backs", ", ".join(supply.colours)))
    facts += [("Die", f"{faces} faces") for faces in book.dice]
    fixtures = dict.fromkeys(
        str(i.sign) or i.kind.value for i in book.felt.table if isinstance(i, Fixture) and i.kind not in NOT_EQUIPMENT
    )
    if fixtures:
        facts.append(("On the felt", ", ".join(fixtures)))
    blocks: list[Block] = [Facts(tuple(facts))] if facts else []
    if game.equipment:
        blocks.append(Table(("Clause", "What it says"), told(game, game.equipment), words=2))
    else:
        blocks.append(say("The game's documents list no equipment; the above follows from its rules."))
    return Section("equipment", "Equipment", tuple(blocks))


def decks_shown(supply: Supply) -> str:
    of_each = f"{number_of(supply.decks, 'deck')} of {deck_words(supply.deck)}"
    return of_each if supply.decks == 1 else f"{of_each}, {supply.size} cards in all"


def told(game: Game, ids: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Clauses by their ids, with what they say."""
    return tuple((id_, unquoted(game.clause(id_).text)) for id_ in ids)


def house_rules(report: GameReport) -> Section:
    """Every house rule, with what else it may be."""
    book = report.book
    rows = []
    marked = set()
    for place, parameter in enumerate(book.game.parameters):
        value, default = book.house[parameter], parameter.default
        rows.append(
            (
                parameter.name,
                value_shown(parameter, value)
                + (f" (usually {value_shown(parameter, default)})" if value != default else ""),
                parameter.allowed(),
                f"{parameter.help} ({parameter.clause})" if parameter.clause else parameter.help,
            )
        )
        if value != default:
            marked.add(place)
    table = Table(
        ("House rule", "Here", "May be", "What it decides"),
        tuple(rows),
        words=4,
        caption="House rules in full; those that differ from the usual ones stand out",
        marked=frozenset(marked),
    )
    blocks: list[Block] = [table if rows else say("The game has no house rules.")]
    limits = [wager for wager in book.placed_wagers if wager.least or wager.most is not None]
    if limits:
        blocks.append(
            Table(
                ("Wager", "Least", "Most"),
                tuple((w.label, money(w.least), "–" if w.most is None else money(w.most)) for w in limits),
                caption="Limits under these house rules",
            )
        )
    fees = tuple(posted(book))
    if book.seat_fee and not fees:
        blocks.append(say("Each seat pays a fee of ", money(book.seat_fee), " with its first wager."))
    blocks += fees
    return Section("house-rules", "House rules", tuple(blocks))
