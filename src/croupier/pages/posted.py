"""What is posted beside the felt: paytables, limits, and what else the layout says."""

from collections.abc import Iterable, Iterator

import htpy as h

from croupier.money import price
from croupier.odds import odds_text
from croupier.pages.clause_link import clause_marks
from croupier.rulebook import Fixture, PlayerDealerBank, Rulebook


def posted(book: Rulebook, rules: str | None = None) -> Iterator[h.Element]:
    """Everything that is posted, each in a box of its own; `rules` is where its clauses stand."""
    for fixture in book.felt.posted:
        yield sheet(str(fixture.sign), paytable(book, fixture), clause_marks(book.game, fixture.clauses, rules))
    yield sheet("Limits", limits(book), clause_marks(book.game, limit_clauses(book), rules))
    for notice in book.felt.notices:
        yield sheet(str(notice.sign), notice.lines, clause_marks(book.game, notice.clauses, rules))


def paytable(book: Rulebook, fixture: Fixture) -> Iterator[tuple[str, str]]:
    """A paytable in force: each line, and what it pays."""
    lines = (line for line in book.wagers_by_id[fixture.wager].lines if line.pays > 0)
    yield from ((line.label, odds_text(line.pays).replace(":", " to ")) for line in lines)


def sheet(title: str, lines: Iterable[tuple[str, str]], marks: h.Node) -> h.Element:
    """A small table of names and what is said of each."""
    return h.section(".box.posted")[
        h.h2[title, h.small[marks]],
        h.table[h.tbody[(h.tr[h.th(scope="row")[name], h.td[said]] for name, said in lines)]],
    ]


def limits(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The least and the most of every wager that is placed, and of the bank's."""
    for wager in book.placed_wagers:
        most = f" to {price(wager.most)}" if wager.most else " or more"
        yield wager.label, f"{price(wager.least)}{most}"
        yield from ((other.label, f"as much as {wager.label}") for other in book.companions[wager.id])
    if isinstance(book.bank, PlayerDealerBank):
        yield "Bank’s wager", f"{price(book.bank.least)} or more"


def limit_clauses(book: Rulebook) -> list[str]:
    """The clauses that set them, each once."""
    bank = [book.bank.least_clause] if isinstance(book.bank, PlayerDealerBank) else []
    cited = [*(wager.limit_clause for wager in book.placed_wagers), *bank]
    return list(dict.fromkeys(filter(None, cited)))
