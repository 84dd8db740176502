"""House rules, limits and fees in words, from the rulebook alone."""

from fractions import Fraction
from typing import Any, NamedTuple

from croupier.money import price
from croupier.odds import odds_text
from croupier.rulebook import (
    CollectFees,
    Game,
    Money,
    Parameter,
    Paytable,
    PlayerDealerBank,
    Rate,
    Rulebook,
    Wager,
    YesNo,
)
from croupier.rulebook.house import rule_text
from croupier.sheet import share_text


class InWords(NamedTuple):
    """Something in words, and the clauses that say it."""

    text: str
    clauses: tuple[str, ...] = ()


def caption(name: str) -> str:
    """A name as people read it: `tie_pays` is *Tie pays*."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def value_words(parameter: Parameter[Any], value: Any) -> str:  # noqa: ANN401  # the parameter's own type
    """A value of a house rule in words."""
    match parameter.kind:
        case Money():
            return price(value)
        case YesNo():
            return "yes" if value else "no"
        case Rate():
            return share_text(value)
        case Paytable(lines=lines):
            shown = parameter.kind.show(value)
            if not isinstance(shown, list):
                return f"printed paytable {shown}"
            odds = zip(lines, value, strict=True)
            return ", ".join(f"{caption(line).lower()} {odds_text(pays).replace(':', ' to ')}" for line, pays in odds)
        case _:
            return rule_text(parameter.kind.show(value)).replace("_", " ")


def changes(book: Rulebook) -> list[tuple[str, str, str]]:
    """The house rules that are not the usual ones: name, value and usual value, in words."""
    return [
        (caption(each.name), value_words(each, book.house[each]), value_words(each, each.default))
        for each in book.game.parameters
        if book.house[each] != each.default
    ]


def limit_words(wager: Wager, book: Rulebook) -> str:
    """What may be put on a wager."""
    if wager.equals:
        return f"as much as {book.wagers_by_id[wager.equals].label}"
    if not wager.least:
        return ""
    return f"{price(wager.least)} to {price(wager.most)}" if wager.most is not None else f"from {price(wager.least)}"


def fees(book: Rulebook) -> list[InWords]:
    """What the house takes whatever the cards: flat fees and commissions."""
    clause = next((step.clause for step in book.procedure if isinstance(step, CollectFees)), "")
    clauses = (clause,) if clause else ()
    found = []
    if book.seat_fee:
        found.append(InWords(f"{price(book.seat_fee)} a round from each seat that bets", clauses))
    bank = book.bank
    if isinstance(bank, PlayerDealerBank) and bank.fee_reserve:
        found.append(InWords(f"up to {price(bank.fee_reserve)} a round from whoever banks", clauses))
    for wager in book.wagers:
        rates: dict[Fraction, tuple[str, ...]] = {}
        for line in wager.lines:
            if line.commission:
                rates.setdefault(line.commission, line.clauses)
        found += [
            InWords(f"{share_text(rate)} commission on what {wager.label} wins", clauses)
            for rate, clauses in rates.items()
        ]
    return found


def bank_words(book: Rulebook) -> str:
    """Who banks, in a sentence."""
    bank = book.bank
    if isinstance(bank, PlayerDealerBank):
        times = f"for {bank.rounds} rounds in a row" if bank.rounds > 1 else "for one round"
        return f"Players bank in turn, {times}, with a wager of {price(bank.least)} or more."
    return "The house banks."


def parameters_by_clause(game: Game) -> dict[str, list[Parameter[Any]]]:
    """House rules by the clause or ruling that they belong to."""
    found: dict[str, list[Parameter[Any]]] = {}
    for parameter in game.parameters:
        found.setdefault(parameter.clause, []).append(parameter)
    return found
