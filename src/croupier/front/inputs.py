"""Values as people write them: cards, money, shares, rounds, stakes, paytables, strategies.

Each is read from text or taken as a Python value, and refused under the name of its argument. The commands read their
options here too, so that a program and a command line mean the same by the same words.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.cards import EVERY_CARD, cards_from
from croupier.errors import Refused, quoted
from croupier.money import cents_from
from croupier.rulebook import Game, Model, Parameter, Paytable, Rate
from croupier.rulebook.deal import Draw
from croupier.spelling import meant

if TYPE_CHECKING:
    from croupier.simulation.tables.seats import Seat

Cards = str | Iterable[int | str]
"""`"Qs 6d 4c"`, a list of such, or cards as numbers."""
Money = str | int | float | Decimal | Fraction
"""Dollars: `"$1,000"`, `12.50`."""
Share = str | int | float | Decimal | Fraction
"""`"5%"`, `"1/20"`, `0.05`."""
Band = str | tuple[Share, Share]
"""`"5%..6%"`, or two shares."""
Stake = Money | Mapping[str, Money] | Iterable[str]
"""An amount on the first wager, amounts by wager, or several `"WAGER=AMOUNT"`."""
Paytables = str | Iterable[str] | Mapping[str, object]
"""`"pair_plus=40,30,6,3,1"`, `"pair_plus=pair:2"` for one line alone, or the same by wager."""
Strategy = str | Path | Mapping[str, object]
"""`"optimal"`, `"simple"`, a file, or a strategy itself."""
Seats = str | int | Path | Iterable["Mapping[str, object] | Seat"]
"""A number of seats, the file that lists them, or what each bets: `[{"ante": 25}, {"ante": 100, "pair_plus": 5}]`."""

RATIO: Final = re.compile(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}")
PAYOUTS: Final = re.compile(r" *-?[0-9]{1,18} *(, *-?[0-9]{1,18} *)*")
WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
NUMBER: Final = re.compile(r"[+-]?[0-9]+")
SEATS_END: Final = 100
"""No table has so many seats."""
STRATEGIES: Final = ("optimal", "simple")


# ── Cards, money, shares, numbers ────────────────────────────────────────────────────────────────────────────────────


def cards(value: Cards, field: str) -> tuple[int, ...]:
    """Read cards: a text, or a list of cards as texts or numbers.

    >>> cards("Qs 6d", "hand")
    (43, 17)
    """
    try:
        if isinstance(value, str):
            return cards_from(value)
        listed = [cards_from(each) if isinstance(each, str) else (each,) for each in value]
    except Refused as refused:
        raise refused.at(field) from None
    except TypeError:
        raise Refused(f"{quoted(value)} cannot be read; give cards such as 'Qs 6d 4c'", field=field) from None
    found = tuple(card for some in listed for card in some)
    for card in found:
        if isinstance(card, bool) or card not in EVERY_CARD:
            raise Refused(f"{quoted(card)} is not a card; cards are numbered 0 to {EVERY_CARD[-1]}", field=field)
    return found


def cents(value: Money, field: str) -> int:
    """Read an amount of dollars into cents.

    >>> cents("$1,000", "bankroll")
    100000
    """
    try:
        if isinstance(value, Fraction):
            value = Decimal(value.numerator) / Decimal(value.denominator)
        return cents_from(value.strip() if isinstance(value, str) else value)
    except Refused as refused:
        raise refused.at(field) from None


def dollars_from(value: Money, field: str) -> Fraction:
    """Read an amount of dollars exactly; a ratio such as 1/2 is read too."""
    if isinstance(value, Fraction) or (isinstance(value, int) and not isinstance(value, bool)):
        return Fraction(value)
    if isinstance(value, str) and RATIO.fullmatch(value.strip()):
        return Fraction(value.strip())
    return Fraction(cents(value, field), 100)


def share_from(value: Share, field: str) -> Fraction:
    """Read a share from 0 to 1, such as 5%, 1/20 or 0.05."""
    try:
        return Rate().read(value)
    except Refused as refused:
        raise refused.at(field) from None


def edge_from(value: Share, field: str) -> Fraction:
    """Read a house edge, which is below 0 where a game favours the player."""
    text = str(value).strip()
    return -share_from(text[1:], field) if text.startswith("-") else share_from(text, field)


def band_from(value: Band, field: str) -> tuple[Fraction, Fraction]:
    """Read a band of house edges or other shares, `5%..6%`."""
    bounds: object = value.split("..") if isinstance(value, str) else value
    if not isinstance(bounds, list | tuple) or len(bounds) != 2:  # a band has two ends
        raise Refused(f"{quoted(value)} is not a band; give two shares, such as 5%..6%", field=field)
    low, high = bounds
    return edge_from(low, field), edge_from(high, field)


def whole_from(value: str | float, called: str, field: str, most: int, least: int = 1) -> int:
    """Read a whole number from 1 or more on, also as 1e9 or 2.5e6."""
    text = str(value)
    try:
        number = Decimal("" if "_" in text or not text.isascii() or isinstance(value, bool) else text.strip())
    except InvalidOperation:
        raise Refused(f"{quoted(value)} is not a number of {called}; give one such as 1e5", field=field) from None
    if not number.is_finite() or not least <= number <= most or number != number.to_integral_value():
        raise Refused(f"{quoted(value)} {called} cannot be played; give {least:,} to {most:,}", field=field)
    return int(number)


def number_from(value: object, field: str) -> int:
    """Read a whole number as it stands."""
    if not WHOLE.fullmatch(str(value)) or isinstance(value, bool):
        raise Refused(f"{quoted(value)} is not a whole number; give one such as 50", field=field)
    return int(str(value))


def rate_from(value: str | float | Fraction, field: str) -> Fraction:
    """Read rounds per hour: 60, 72.5 with two decimals at most, or 145/2."""
    try:
        return dollars_from(value, field)
    except Refused:
        raise Refused(f"{quoted(value)} is not a number of rounds; give one such as 60", field=field) from None


def payouts_from(value: str | Iterable[int], field: str) -> tuple[int, ...]:
    """Read the payouts that a line may have, `1,2,3,5,10`."""
    if isinstance(value, str):
        if not PAYOUTS.fullmatch(value):
            raise Refused(f"{quoted(value)} cannot be read; give payouts such as 1,2,3,5,10", field=field)
        return tuple(int(each) for each in value.split(","))
    return tuple(value)


# ── What is said by wager, decision or draw ──────────────────────────────────────────────────────────────────────────


def pairs_from(given: str | Iterable[str] | Mapping[str, str], field: str, example: str) -> dict[str, str]:
    """Read several NAME=VALUE, or take a mapping."""
    if isinstance(given, Mapping):
        return dict(given)
    pairs: dict[str, str] = {}
    for text in [given] if isinstance(given, str) else given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Refused(f"{quoted(text)} cannot be read; give such as {example}", field=field)
        if name.strip() in pairs:
            raise Refused(f"{quoted(name.strip())} is given twice; give it once", field=field)
        pairs[name.strip()] = value.strip()
    return pairs


def stakes_from(given: Stake, first: str, field: str = "stake") -> dict[str, Fraction]:
    """Read stakes: an amount is on the first wager, `ante=10` on that which is named.

    >>> stakes_from(["$10", "pair_plus=2.50"], "ante")
    {'ante': Fraction(10, 1), 'pair_plus': Fraction(5, 2)}
    """
    if isinstance(given, Mapping):
        named = list(given.items())
    elif isinstance(given, str | int | float | Decimal | Fraction):
        named = [stake_named(given, first)]
    else:
        named = [stake_named(each, first) for each in given]
    stakes: dict[str, Fraction] = {}
    for wager, amount in named:
        if wager in stakes:
            raise Refused(f"{quoted(wager)} is staked on twice; give one amount for each wager", field=field)
        stakes[wager] = dollars_from(amount, field)
        if stakes[wager] <= 0:
            raise Refused(f"the stake on {wager} must be above 0", field=field)
    return stakes


def stake_named(given: Money, first: str) -> tuple[str, Money]:
    """A stake and its wager; one without a name is on the first wager."""
    wager, named, amount = given.rpartition("=") if isinstance(given, str) else ("", "", given)
    return (wager.strip() if named else first), amount


def known_from(model: Model, given: Mapping[str, Cards | int]) -> dict[str, tuple[int, ...]]:
    """Read the cards that are known of each draw, or the face of a die."""
    dice = {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}
    known: dict[str, tuple[int, ...]] = {}
    for name, value in given.items():
        if name in dice and str(value).isdecimal():
            known[name] = (int(str(value)),)
        else:
            known[name] = cards((value,) if isinstance(value, int) else value, name)
    return known


def with_paytables(game: Game | Model, house: Mapping[str, object], given: Paytables) -> dict[str, object]:
    """House rules with other paytables: all lines of one, or some lines alone where they are named."""
    if isinstance(game, Model):
        if given:
            raise Refused(f"{game.id} is a model and has no house rules", field="paytable")
        return dict(house)
    rules = paytable_rules(game)
    named = given if isinstance(given, Mapping) else pairs_from(given, "paytable", example(rules, given))
    changed: dict[str, object] = {}
    for name, odds in named.items():
        wager = meant(name, rules)
        if wager is None:
            there = f"has those of {', '.join(rules)}" if rules else "has none"
            raise Refused(f"there is no paytable of {quoted(name)}; {game.title} {there}", field="paytable")
        rule, kind = rules[wager]
        if rule.name in changed:
            raise Refused(f"{quoted(wager)} is given twice; give it once", field="paytable")
        if isinstance(odds, str) and len(kind.lines) == 1:
            odds = odds.split(",")  # noqa: PLW2901  # a number alone is odds here, and not a printed paytable
        now = game.house(house)[rule]
        try:
            changed[rule.name] = kind.show(kind.changed(now, odds))
        except (TypeError, ValueError, RecursionError):
            reason = f"{quoted(odds)} cannot be read; give {kind.allowed()}"
            raise Refused(reason, clause=rule.clause, field="paytable") from None
        except Refused as refused:
            raise Refused(refused.reason, clause=rule.clause, field="paytable") from None
    return {**house, **changed}


def paytable_rules(game: Game) -> dict[str, tuple[Parameter[Any], Paytable]]:
    return {p.name.removesuffix("_paytable"): (p, p.kind) for p in game.parameters if isinstance(p.kind, Paytable)}


def example(rules: Mapping[str, tuple[Parameter[Any], Paytable]], given: object) -> str:
    """A paytable as it could be given: what was typed with the first wager that has such a line, if any has."""
    for text in [given] if isinstance(given, str) else given if isinstance(given, list | tuple) else ():
        for wager, (_, kind) in rules.items():
            with suppress(Refused):
                if kind.by_line(text):
                    return f"{wager}={text}"
    return next((f"{wager}={kind.lines[0]}:40" for wager, (_, kind) in rules.items()), "WAGER=ODDS")


def strategy_from(given: Strategy, field: str = "strategy") -> str | Mapping[str, object]:
    """Read a strategy: `optimal`, `simple`, a file, JSON itself, or a mapping as it is."""
    if isinstance(given, Mapping) or given in STRATEGIES:
        return given if isinstance(given, Mapping) else str(given)
    if not str(given).strip():
        raise Refused("name a strategy: optimal, simple, or the file of one of your own", field=field)
    return described_in(str(given))


def file_of(strategy: Strategy) -> str:
    """The file that a strategy is read from, if it is one that can be read again."""
    if isinstance(strategy, Mapping) or strategy in (*STRATEGIES, "-") or is_json(str(strategy)):
        return ""
    return str(strategy)


def seats_from(given: Seats, strategy: str | Mapping[str, object]) -> "int | tuple[Seat, ...]":
    """Read so many seats, those of a file with a `[[seat]]` for each, or a list of what each bets."""
    if not isinstance(given, str | Path | int):
        try:
            return tuple(seat_from(each, strategy) if isinstance(each, Mapping) else each for each in given)
        except Refused as refused:
            raise refused.at("seats") from None
    text = str(given)
    if not text.strip():
        raise Refused("give a number of seats, or the file that lists them", field="seats")
    if NUMBER.fullmatch(text):
        if not 1 <= (number := int(text[:9])) < SEATS_END:
            raise Refused(f"{quoted(text)} seats cannot play; give their number, such as 6", field="seats")
        return number
    data = described_in(text)
    listed = data.get("seat")
    if set(data) != {"seat"} or not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise Refused("this lists no seats; begin each with [[seat]]", field=text)
    try:
        return tuple(seat_from(each, strategy) for each in listed)
    except Refused as refused:
        raise refused.at(text) from None


def seat_from(given: Mapping[str, object], strategy: str | Mapping[str, object]) -> "Seat":
    """Read one seat: dollars by wager, and a spot or a strategy of its own."""
    from croupier.simulation.tables.seats import Seat  # noqa: PLC0415  # for those who simulate tables

    stakes = dict(given)
    spot, own = stakes.pop("spot", 0), stakes.pop("strategy", None)
    if not isinstance(spot, int) or isinstance(spot, bool):
        raise Refused(f"{quoted(spot)} is not a spot; give its number")
    if own is not None and not isinstance(own, str | Mapping):
        raise Refused(f"{quoted(own)} is not a strategy; give optimal, simple, or the file of your own")
    staked = {id_: cents_from(dollars) for id_, dollars in stakes.items()}
    return Seat(staked, spot, strategy if own is None else strategy_from(own))


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def house_from(given: str | Path | Mapping[str, object] | None) -> dict[str, object]:
    """Read house rules: those of a file, or a mapping; a text of JSON in it is read."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        return described_in(str(given))
    return {name: value_of(name, value) for name, value in given.items()}


def value_of(name: str, value: object) -> object:
    """The value of a house rule; a text of JSON is read."""
    if not isinstance(value, str) or not is_json(value):
        return value
    from croupier.settlement.reading import parse  # noqa: PLC0415  # few houses have a rule in JSON

    try:
        return parse(value)
    except Refused as refused:
        raise refused.at(f"house.{name}") from None


def is_json(text: str) -> bool:
    """Whether somebody wrote an object of JSON itself and not a file's name."""
    return text.lstrip().startswith("{")


def described_in(file: str) -> dict[str, object]:
    """Read a file of fields in TOML or JSON, standard input for `-`, or an object of JSON as it stands."""
    from croupier.settlement.reading import Fields, parse, read_text  # noqa: PLC0415  # for those who read a file

    name = quoted(file) if is_json(file) else "standard input" if file == "-" else file
    text = file if is_json(file) else read_text(file)
    try:
        return Fields(parse(text), name).left
    except Refused as refused:
        raise refused.at(name) from None
