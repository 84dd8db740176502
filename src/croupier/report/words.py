"""Short cuts for the parts that many sections are made of."""

from fractions import Fraction
from typing import Any

from croupier.errors import listed
from croupier.figures import money, text_of
from croupier.report.document import Paragraph, Run
from croupier.rulebook import Clause, Document, Kind, Parameter
from croupier.rulebook.house import Money, Rate, rule_text
from croupier.rulebook.wager import Wager

KINDS = {Kind.RULE: "rule", Kind.PROCEDURE: "procedure", Kind.PHYSICAL: "physical", Kind.NOTICE: "notice"}


def value_shown(parameter: Parameter[Any], value: object) -> str:
    """A value of a house rule as a person writes it: money in dollars, a rate in percent."""
    return rule_shown(parameter, parameter.kind.show(value))


def rule_shown(parameter: Parameter[Any], shown: object) -> str:
    """The same of a value as house rules show it."""
    text = rule_text(shown)
    if isinstance(parameter.kind, Money):
        return str(money(Fraction(text) * 100, 2))
    if isinstance(parameter.kind, Rate):
        return f"{text_of(Fraction(text) * 100, 4).rstrip('0').rstrip('.')}%"
    return text


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
