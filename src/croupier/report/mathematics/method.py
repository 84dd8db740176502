"""Method: what was enumerated, by how many ways, and how figures are printed."""

from typing import Final

from croupier.cards import deck_words
from croupier.exact.wager_report import cards_text
from croupier.figures import CHANCE_PLACES, PLACES, SHARE_PLACES, count
from croupier.report.document import Block, Bullets, Cell, Facts, Reference, Run, Section, Strong
from croupier.report.game_report import GameReport
from croupier.report.mathematics.summary import counted
from croupier.report.words import say
from croupier.rulebook.deal import Draw, Drawn

NOTES: Final[tuple[tuple[str, tuple[Run, ...]], ...]] = (
    (
        "Independent ways",
        say(
            "Counting and simulation are two ways from the rules to a figure: the first settles every deal, the second "
            "deals by chance, with its own dealing and its own loop. ",
            Reference("Simulation", "simulation"),
            " sets them side by side where that was asked for. The package's tests settle rounds a third time, with a "
            "plain implementation written from the documents alone, for the games that it has.",
        ).runs,
    ),
    (
        "Classes of deals",
        say(
            "Deals that no rule can tell apart are counted once and weighted by their number. That no rule can tell "
            "them apart is checked on samples at every count, and on every deal by --prove-alike."
        ).runs,
    ),
    (
        "Arithmetic",
        say(
            "Combinations are whole numbers and every figure is an exact fraction of them. Roots alone (standard "
            "deviation, skewness, volatility index, correlation, bands) are floating-point numbers of about 16 digits."
        ).runs,
    ),
    (
        "Printed precision",
        say(
            f"Percentages have {SHARE_PLACES} decimals, probabilities of outcomes {CHANCE_PLACES}, others {PLACES}, "
            "unless fewer are shown. Every figure is rounded once, half to even, from its exact value when it is "
            "printed. Sums are of exact values, so printed parts may not add up to a printed sum in the last place."
        ).runs,
    ),
    (
        "Presumed",
        say(
            "One seat, an ample bank, and every round from all the cards, freshly shuffled, unless a section says "
            "otherwise."
        ).runs,
    ),
)


def drawn_told(drawn: Drawn) -> str:
    """What a draw takes, in words."""
    if drawn.kind is Draw.DIE:
        return f"a die with {drawn.count} faces"
    order = f", in {'any order' if drawn.kind is Draw.SET else 'order'}" if drawn.count > 1 else ""
    return f"{cards_text(drawn.count)}{order}"


def method(report: GameReport) -> Section:
    """How every figure came about."""
    book = report.book
    facts: list[tuple[str, Cell]] = (
        [("Decks", f"{book.model.decks} of {deck_words(book.model.deck)}")] if book.model.decks else []
    )
    facts += [(f"Draw {drawn.name.replace('_', ' ')}", drawn_told(drawn)) for drawn in book.model.draws]
    if not report.repeats and report.solver.counts.total:
        facts.append(("All deals", count(report.solver.counts.total)))
    blocks: list[Block] = [
        say(
            "The rules of this document are also a program, and what decides a round at the table is the code that "
            "decided it here. ",
            "Every hand that can come about was solved from the last card back, and weighted by the orders of cards "
            "that lead to it. "
            if report.repeats
            else "Every deal that the cards and dice can make was settled by it, and counted in whole numbers. ",
            counted(report),
        ),
        *((Facts(tuple(facts)),) if facts else ()),
        Bullets(tuple((Strong(f"{name}. "), *runs) for name, runs in NOTES)),
    ]
    return Section("method", "Method", tuple(blocks))
