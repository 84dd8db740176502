"""What a typed answer means: bets such as `red 10 full 5`, decisions such as `p` or `2`."""

import re
from collections.abc import Iterable
from typing import Final

from croupier.errors import Refused, quoted
from croupier.money import cents_from
from croupier.rulebook import Decision, Option, Rulebook, Wager
from croupier.table import commands as c

Bets = tuple[c.PlaceWager, ...]
TOKEN: Final = re.compile(r"\$?\d[\d.]*|[^\W\d]+|\S")


# ── Bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def placeable(book: Rulebook) -> list[Wager]:
    """The wagers that are bet before the cards."""
    return [wager for wager in book.wagers if wager.id not in book.decision_of_wager]


def bet_keys(book: Rulebook) -> list[tuple[str, str]]:
    """The keys to bet with and what they stand for: a spot stands for the first wager on it."""
    spots = [(spot.colour, f"{spot.symbol} {spot.colour}") for spot in book.spots]
    wagers = placeable(book)[1:] if book.spots else placeable(book)
    words = [*spots, *((wager.id, wager.label) for wager in wagers)]
    return [(shortest(word, [other for other, _ in words]), name) for word, name in words]


def shortest(word: str, words: Iterable[str]) -> str:
    """The shortest beginning of a word that none of the others shares."""
    others = [other for other in words if other != word]
    beginnings = (word[:length] for length in range(1, len(word) + 1))
    return next((key for key in beginnings if not any(other.startswith(key) for other in others)), word)


def read_bets(text: str, book: Rulebook, seat: int, last: Bets = ()) -> Bets:
    """Read `red 10 full 5`, `r10 f5` or `25`: what is bet on, then how much, as often as wanted."""
    bets: list[c.PlaceWager] = []
    words: list[str] = []
    for token in TOKEN.findall(text.replace(",", " ").replace("_", " ")):
        if token[0].isdigit() or token[0] == "$":
            wager, spot = meaning(words, book, last)
            bets.append(c.PlaceWager(seat, wager.id, cents_from(token.lstrip("$")), spot))
            words = []
        else:
            words.append(token)
    if words:
        wager, _ = meaning(words, book, last)
        raise Refused(f"{' '.join(words)} lacks an amount; put the dollars after it, such as {words[0]} 10")
    return tuple(bets)


def meaning(words: list[str], book: Rulebook, last: Bets) -> tuple[Wager, int]:
    """The wager and spot that words name; no words name the first wager, on the spot it was on before."""
    first = book.wagers[0]
    if not words or fits(words, first.id, first.label):
        spot = next((bet.spot for bet in last if bet.spot), 0)
        if book.spots and not spot:
            names = ", ".join(spot.colour for spot in book.spots)
            right = f"{book.spots[0].colour} 10"
            raise Refused(f"{first.label} needs a spot: {names}, such as {right}", clause=first.clause)
        return first, spot
    named = [(first, spot.number) for spot in book.spots if fits(words, spot.colour, spot.symbol)]
    for wagers in (placeable(book), book.wagers):
        named = named or [(wager, 0) for wager in wagers if fits(words, wager.id, wager.label)]
    if len(named) != 1:
        known = ", ".join(f"{key} {name}" for key, name in bet_keys(book))
        fault = "could be several wagers" if named else "is nothing to bet on"
        raise Refused(f"{quoted(' '.join(words))} {fault}; bet on {known}")
    return named[0]


def fits(words: list[str], id_: str, label: str) -> bool:
    """Whether words name a wager or spot: one letter its beginning, longer words the beginnings of its words."""
    if len(words) == 1 and len(words[0]) == 1:
        return id_.startswith(words[0]) or label == words[0]
    parts = [*id_.split("_"), *label.lower().split()]
    return all(any(part.startswith(word) for part in parts) for word in words)


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def option_keys(decision: Decision) -> dict[str, Option]:
    """A key for each option: its number where it ends in one, else its first letters."""
    ids = [option.id for option in decision.options]
    keys = [id_[-1] if id_[-1].isdigit() else shortest(id_, ids) for id_ in ids]
    return dict(zip(keys, decision.options, strict=True))


def read_option(text: str, decision: Decision) -> Option:
    """Read a key or the beginning of an option's name; nothing is the document's default."""
    keys = option_keys(decision)
    if text in keys:
        return keys[text]
    spelled = text.replace(" ", "_") or decision.default
    found = [option for option in decision.options if option.id.startswith(spelled)]
    if len(found) != 1:
        raise Refused(f"{quoted(text)} is none of {', '.join(keys)}", clause=decision.clause)
    return found[0]
