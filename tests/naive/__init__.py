"""A second settlement, written naively from the rule documents, to hold the first one against.

It shares no code with the package under test: cards stay text, hands are compared by explicit tuples, every rule is an
`if`. It takes a described round as `croupier settle` does and gives the same answer without the clauses. It believes
what it is given: refusing impossible rounds is not its work.
"""

from typing import Any

from . import baccarat, casino_monte, three_card_poker


def settle(description: dict[str, Any]) -> dict[str, Any]:
    """Settle one described round."""
    if description["game"] == "casino-monte":
        return casino_monte.settle(description)
    if description["game"] == "baccarat":
        return baccarat.settle(description)
    if description["game"] == "three-card-poker":
        return three_card_poker.settle(description)
    raise ValueError(description["game"])
