"""Paytables as documents print them: wagers that pay alike stand together."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from croupier.figures import Figure
from croupier.odds import odds_text
from croupier.report.document import Table
from croupier.rulebook import Line, Rulebook, Wager
from croupier.sheet import share_text


def pays(line: Line) -> str:
    """What a line pays, to one; a push, or what it loses."""
    if line.pays == 0:
        return "push"
    if line.pays < 0:
        return "loses" if line.pays == -1 else Figure(line.pays, f"loses {-line.pays}")
    if not line.commission:
        return odds(line.pays)
    return Figure(line.odds, f"{odds(line.pays)} less {share_text(line.commission)}")


def odds(value: Fraction) -> Figure:
    """Odds to one, in lowest terms."""
    return Figure(value, odds_text(value))


def alike(wagers: Iterable[Wager]) -> Iterator[tuple[tuple[Wager, ...], tuple[Line, ...]]]:
    """Wagers with the same lines and odds, together."""
    groups: dict[object, list[Wager]] = {}
    for wager in wagers:
        groups.setdefault(tuple((line.label, line.pays, line.commission) for line in wager.lines), []).append(wager)
    for group in groups.values():
        yield tuple(group), group[0].lines


def names(wagers: Iterable[Wager]) -> str:
    return ", ".join(wager.label for wager in wagers)


def every_paying(book: Rulebook) -> Iterator[tuple[Wager, Line]]:
    """Every line that pays something."""
    for wager in book.wagers:
        for line in wager.lines:
            if line.pays > 0:
                yield wager, line


def posted(book: Rulebook) -> Iterator[Table]:
    """What is posted beside the felt, such as the fees of a collection."""
    for notice in book.felt.notices:
        if notice.lines:
            yield Table((str(notice.sign) or "Posted", "Amount"), notice.lines, words=2)
