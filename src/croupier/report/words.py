"""Short cuts for the parts that many sections are made of."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.errors import listed
from croupier.figures import money
from croupier.report.document import Paragraph, Run
from croupier.rulebook import Clause, Document, Kind, Parameter, Rulebook
from croupier.rulebook.house import Money, Rate, rule_text
from croupier.rulebook.wager import Wager
from croupier.sheet import share_text

KINDS = {Kind.RULE: "rule", Kind.PROCEDURE: "procedure", Kind.PHYSICAL: "physical", Kind.NOTICE: "notice"}


def value_shown(parameter: Parameter[Any], value: object) -> str:
    """A value of a house rule as a person writes it: money in dollars, a rate in percent where that is exact."""
    return rule_shown(parameter, parameter.kind.show(value))


def rule_shown(parameter: Parameter[Any], shown: object) -> str:
    """The same of a value as house rules show it."""
    text = rule_text(shown)
    if isinstance(parameter.kind, Money):
        return str(money(Fraction(text) * 100, 2))
    if isinstance(parameter.kind, Rate):
        return share_text(Fraction(text))
    return in_plain_words(shown) if isinstance(shown, Mapping) else text


def setting(parameter: Parameter[Any], value: object) -> str:
    """A house rule with its value, such as `tie_pays = 9`."""
    return f"{parameter.name} = {value_shown(parameter, value)}"


def changes_shown(book: Rulebook) -> str:
    """The house rules that are not the usual ones."""
    return ", ".join(setting(p, book.house[p]) for p in book.game.parameters if book.house[p] != p.default)


def in_plain_words(table: Mapping[str, object]) -> str:
    """A house rule that is a table, such as `player_fee 1.00; tiers (up_to 100.00, fee 1.00) (fee 2.00)`."""
    return "; ".join(f"{name} {entry_words(value)}" for name, value in table.items())


def entry_words(value: object) -> str:
    if isinstance(value, Mapping):
        return f"({', '.join(f'{name} {entry_words(each)}' for name, each in value.items())})"
    return " ".join(map(entry_words, value)) if isinstance(value, list) else str(value)


def say(*runs: Run) -> Paragraph:
    return Paragraph(runs)


def kind_of(clause: Clause) -> str:
    return KINDS[clause.kind]


def owner_of(document: Document) -> str:
    """Whose a document is."""
    return "no owner" if document.owner == "nobody" else document.owner


def with_companions(label: str, others: tuple[str, ...], wagers: dict[str, Wager]) -> str:
    """A wager with those that are stated with it, by their printed names."""
    labels = [wagers[id_].label if id_ in wagers else id_ for id_ in others]
    return f"{label} with {listed(labels)}" if labels else label
