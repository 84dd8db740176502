"""What a typed answer means: bets such as `red 10, full monte 5`, decisions such as `p` or `raise 2`.

Bets are read by a small grammar, and what does not fit it is refused, never guessed:

    bets    = bet { [","] bet }
    bet     = name amount
    name    = a wager or a betting spot: its printed name, its id, their words shortened, or their initials
    amount  = ["$"] dollars, such as 1000, 1,000 or 12.50

The longest name is taken, so that the 6 of `6 card bonus 5` is not an amount; a number alone is not a name. Words may
be cut short (`pair`, `p p`) as long as no other wager begins so; a name in full comes before one that is cut short.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.cards import card_name
from croupier.errors import Refused, quoted
from croupier.money import cents_from
from croupier.rulebook import Decision, Option, Rulebook, Wager
from croupier.table import commands as c

Bets = tuple[c.PlaceWager, ...]
Words = tuple[str, ...]

NUMBER: Final = r"[$0-9][$0-9.,]*|\.[0-9][$0-9.,]*"
TOKEN: Final = re.compile(rf"{NUMBER}|[^\W\d_]+|\S")
"""A number as it stands, a word of letters, or any other sign."""
PARTS_WORDS: Final = re.compile(r"(?<=[^\W\d_])_(?=[^\W\d_])")
"""An underscore between letters, as in an id."""
SEPARATORS: Final = (",", ";")


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Target:
    """What a bet may be on: a wager, and a spot where the wager is placed on one of several."""

    wager: Wager
    spot: int
    names: tuple[Words, ...]

    def named(self, words: Words) -> bool:
        """Whether words are one of its names in full, in one piece or in several."""
        return any("".join(words) == "".join(name) for name in self.names)

    def meant(self, words: Words) -> bool:
        """Whether words are one of its names cut short."""
        return any(begins(words, name) or initials(words, name) for name in self.names)


def begins(words: Words, name: Words) -> bool:
    """Whether words are the beginnings of a name's first words; a number is whole, and no name by itself."""
    if len(words) > len(name) or all(map(is_number, words)):
        return False
    pairs = zip(words, name[: len(words)], strict=True)
    return all(word == known if is_number(word) else known.startswith(word) for word, known in pairs)


def initials(words: Words, name: Words) -> bool:
    return len(name) > 1 and "".join(words) == "".join(word[0] for word in name)


def tokens_of(text: str) -> Words:
    """The numbers, words and signs of a text; a comma behind a number parts bets."""
    tokens: list[str] = []
    for token in TOKEN.findall(PARTS_WORDS.sub(" ", text.lower())):
        number = token.rstrip(",") if is_number(token) else token
        tokens += (number, *("," * (len(token) - len(number))))
    return tuple(tokens)


def is_number(token: str) -> bool:
    """Whether a token is a number, well written or not."""
    return re.match(NUMBER, token) is not None


def targets(book: Rulebook) -> list[Target]:
    """All that can be named, with every wager; a wager on spots is named by the spot, and then has no name alone."""
    first = book.wagers[0]
    on_spots = [
        Target(first, spot.number, tuple((*wager, *where) for wager in ((), *names_of(first)) for where in names))
        for spot in book.spots
        for names in [((spot.colour.lower(),), (spot.symbol,), (spot.symbol, spot.colour.lower()))]
    ]
    return [*on_spots, *(Target(wager, 0, names_of(wager)) for wager in book.wagers)]


def names_of(wager: Wager) -> tuple[Words, ...]:
    """A wager's printed name and its id, in words."""
    return tuple(dict.fromkeys((tokens_of(wager.label), tokens_of(wager.id))))


def bet_keys(book: Rulebook) -> list[tuple[str, str]]:
    """The keys to bet with and what they stand for: a spot stands for the first wager on it."""
    spots = [(spot.colour, f"{spot.symbol} {spot.colour}") for spot in book.spots]
    wagers = book.placed_wagers[1:] if book.spots else book.placed_wagers
    words = [*spots, *((wager.id, wager.label) for wager in wagers)]
    return [(shortest(word, [other for other, _ in words]), name) for word, name in words]


def shortest(word: str, words: list[str]) -> str:
    """The shortest key that stands for a word and for none of the others: its beginning, or its initials."""
    others = [other for other in words if other != word]
    beginnings = [word[:length] for length in range(1, len(word) + 1) if word[length - 1] != "_"]
    begun = next((key for key in beginnings if not any(other.startswith(key) for other in others)), word)
    short = "".join(part[:1] for part in word.split("_"))
    taken = any(initials((short,), tokens_of(other)) or other.startswith(short) for other in others)
    return short if 1 < len(short) < len(begun) and not taken else begun


# ── Bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_bets(text: str, book: Rulebook, seat: int) -> Bets:
    """Read `red 10 full 5`, `p 1,000, b5` or `6 card bonus 5`: what is bet on, then how much, as often as wanted."""
    known, tokens = targets(book), tokens_of(text)
    bets: dict[str, c.PlaceWager] = {}
    typed: tuple[Words, str] = ((), "")
    at = 0
    while at < len(tokens):
        if tokens[at] in SEPARATORS:
            typed = ((), "")
            at += 1
            continue
        name, found = name_at(tokens[at:], known)
        if not name and is_number(tokens[at]):
            raise nameless(tokens[at], typed, book)
        end = at + len(name)
        if not name or (end < len(tokens) and not is_number(tokens[end]) and tokens[end] not in SEPARATORS):
            raise unknown(tokens[at:], book)
        if end == len(tokens) or tokens[end] in SEPARATORS:
            short = " ".join(name)
            raise Refused(f"{short} lacks an amount; put the dollars after it, such as {short} 10")
        bet = placed(name, found, tokens[end], book, seat)
        if bet.wager in bets:
            raise twice(bets[bet.wager], bet, book)
        bets[bet.wager] = bet
        typed = (name, tokens[end])
        at = end + 1
    return tuple(bets.values())


def name_at(tokens: Words, known: list[Target]) -> tuple[Words, list[Target]]:
    """The longest name that tokens begin with, and what it may be; none where they begin with no name."""
    longest = max(len(name) for target in known for name in target.names)
    for length in range(min(longest, len(tokens)), 0, -1):
        words = tokens[:length]
        found = [target for target in known if target.named(words)] or [t for t in known if t.meant(words)]
        if found:
            return words, found
    return (), []


def placed(name: Words, found: list[Target], amount: str, book: Rulebook, seat: int) -> c.PlaceWager:
    """The one bet that a name and an amount are; wagers that are bet now come before those that are decided later."""
    now = [target for target in found if target.wager in book.placed_wagers] or found
    if len(now) > 1:
        raise Refused(f"{quoted(' '.join(name))} could be several wagers; bet on {keys_told(book)}")
    target = now[0]
    if book.spots and target.wager is book.wagers[0] and not target.spot:
        spots = ", ".join(spot.colour for spot in book.spots)
        right = f"{book.spots[0].colour} {amount}"
        raise Refused(f"{target.wager.label} needs a spot: {spots}, such as {right}", clause=target.wager.clause)
    return c.PlaceWager(seat, target.wager.id, cents_from(amount), target.spot)


def nameless(amount: str, before: tuple[Words, str], book: Rulebook) -> Refused:
    """Refuse an amount that follows another, or nothing."""
    name, first = before
    if name:
        return Refused(f"{' '.join(name)} has two amounts, {first} and {amount}; give each name one amount")
    key = bet_keys(book)[0][0]
    return Refused(f"{quoted(amount)} has no name; say what it is bet on first, such as {key} {cut(amount)}")


def cut(amount: str) -> str:
    """An amount that can serve as an example."""
    return amount if amount.isdigit() and len(amount) < 6 else "10"


def unknown(tokens: Words, book: Rulebook) -> Refused:
    """Refuse words that name nothing."""
    ends = (place for place, token in enumerate(tokens) if place and (is_number(token) or token in SEPARATORS))
    words = " ".join(tokens[: next(ends, len(tokens))])
    return Refused(f"{quoted(words)} is not something to bet on; bet on {keys_told(book)}")


def twice(one: c.PlaceWager, other: c.PlaceWager, book: Rulebook) -> Refused:
    if one.spot != other.spot:
        return Refused("only one spot may be bet; name one", clause=book.spots_clause)
    return Refused(f"{book.wagers_by_id[one.wager].label} is named twice; name each wager once, with all that is bet")


def keys_told(book: Rulebook) -> str:
    return ", ".join(f"{key} {name}" for key, name in bet_keys(book))


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def option_keys(decision: Decision) -> dict[str, Option]:
    """A key for each option: its number where it ends in one, else its first letters; the cards that it holds."""
    if decision.exchanges:
        return {held_key(option.keeps or ()): option for option in decision.options}
    ids = [option.id for option in decision.options]
    keys = [id_[-1] if id_[-1].isdigit() else shortest(id_, ids) for id_ in ids]
    return dict(zip(keys, decision.options, strict=True))


def held_key(places: Iterable[int]) -> str:
    """The places of cards that are held, counted from 1, or that none is."""
    return "".join(str(place + 1) for place in places) or "none"


def held_places(spelled: str, decision: Decision, hand: Sequence[int | None]) -> str:
    """The cards that somebody holds by their places, from `hold 1 3 5`, `135`, `ks qs`, `all` or `none`."""
    said = "".join(spelled.removeprefix("hold").replace(",", " ").split())
    if said == "all":
        return held_key(range(decision.hand_cards))
    names = {card_name(card).lower(): place for place, card in enumerate(hand) if card is not None}
    cards = [said[at : at + 2] for at in range(0, len(said), 2)]
    if cards and all(card in names for card in cards):
        return held_key(sorted({names[card] for card in cards}))
    return "".join(sorted(set(said))) if said.isdecimal() else said


def exchange_told(decision: Decision) -> str:
    """What can be typed where cards are held."""
    return f"the cards you hold by number, such as 1 3 of 1 to {decision.hand_cards}, or by name; or all, or none"


def read_option(text: str, decision: Decision, hand: Sequence[int | None] = ()) -> Option:
    """Read a key, an option's printed name or id, or the beginning of one; cards that are held, by place or name."""
    keys = option_keys(decision)
    spelled = plain(text)
    if decision.exchanges:
        found = keys.get(held_places(spelled, decision, hand))
        if found is None:
            raise Refused(
                f"{quoted(text)} does not say what you hold; type {exchange_told(decision)}", clause=decision.clause
            )
        return found
    if not text:
        raise Refused(f"type one of {', '.join(keys)}; nothing is decided for you", clause=decision.clause)
    if spelled in keys:
        return keys[spelled]
    names = {option.id: (plain(option.id), plain(option.label)) for option in decision.options}
    named = [option for option in decision.options if spelled in names[option.id]]
    begun = [option for option in decision.options if any(name.startswith(spelled) for name in names[option.id])]
    options = named or begun
    if len(options) != 1:
        raise Refused(f"{quoted(text)} is not one of {', '.join(keys)}", clause=decision.clause)
    return options[0]


def plain(text: str) -> str:
    """A name as it can be typed: small letters, single blanks, an x for the sign that multiplies."""
    return " ".join(text.lower().replace("_", " ").replace("×", "x").split())
