"""Countermeasures: what house rules leave to card counters, found by what each changes.

A house rule is a measure against counting on a wager if another value of it deals other shoes, pays or decides the
wager otherwise, or changes how much may be bet on it. Every such value is tried on shoes from the same seed. Two
more are told beside them, whether or not a house rule sets them: a shuffle before every round leaves nothing to count,
and burned cards that somebody sees are worth so much more.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from croupier.errors import Refused
from croupier.exact.readings import alternatives
from croupier.figures import decimal, money
from croupier.identity import rulebook_digest
from croupier.money import price
from croupier.protect.counting import Stakes, Way, counted, dealt_shoes, perfect
from croupier.protect.decided import decided_value, involved
from croupier.protect.polynomial import PlainValue
from croupier.protect.removal import simple_counts
from croupier.protect.valued import removal_of
from croupier.protect.walk import Valued, Walk
from croupier.rulebook import Burn, Money, Parameter, Renewal, Rulebook
from croupier.rulebook.house import rule_text
from croupier.rulebook.wager import Wager

SHOES_MAX: Final = 400
"""So many shoes are dealt for each measure, at most."""
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Measure:
    """What counters win of a wager if the house does something."""

    words: str
    changes: Mapping[str, object]
    """The house rules that do it; none where no house rule does."""
    perfect: Way | None
    """None where nothing can be counted."""
    simple: Way | None
    most: int | None
    """The largest bet, in cents."""
    stakes: Stakes

    @property
    def per_shoe(self) -> float:
        return self.perfect.per_shoe if self.perfect else 0.0

    @property
    def simple_per_shoe(self) -> float:
        return self.simple.per_shoe if self.simple else 0.0

    @property
    def dollars(self) -> float | None:
        """What perfect play wins in a shoe, if the larger bet is the largest that may be made."""
        return None if self.most is None else self.per_shoe / self.stakes.most * self.most / 100

    def data(self) -> dict[str, object]:
        return {
            "measure": self.words,
            "house": dict(self.changes),
            "units_per_shoe": self.per_shoe,
            "standard_error": self.perfect.error if self.perfect and self.perfect.shoes > 1 else None,
            "simple_units_per_shoe": self.simple_per_shoe,
            "rounds_per_shoe": self.perfect.rounds / self.perfect.shoes if self.perfect else None,
            "maximum_cents": self.most,
            "dollars_per_shoe": self.dollars,
        }

    def row(self) -> tuple[str, ...]:
        return (
            self.words,
            decimal(self.per_shoe, 4, signed=True) if self.perfect else "nothing",
            decimal(self.perfect.error, 4) if self.perfect else "exact",
            decimal(self.simple_per_shoe, 4, signed=True) if self.simple else "nothing",
            "" if self.dollars is None else money(100 * self.dollars, 2, signed=True),
        )


@dataclass(frozen=True)
class Tried:
    """The wager under counters, with some house rules changed."""

    book: Rulebook
    wager: Wager
    value: Valued
    stakes: Stakes
    seed: int | str
    shoes: int

    def measure(self, words: str, changes: Mapping[str, object], *, burns_seen: bool = False) -> Measure:
        """Deal shoes and follow perfect play and the best simple count."""
        decks = self.book.supply.decks
        dealt = dealt_shoes(Walk(self.value, self.book.supply, self.seed, burns_seen), self.shoes)
        counts = simple_counts(removal_of(self.value, decks))
        ways = list(counted(dealt, counts, decks, self.stakes))
        best = max(ways, key=lambda way: way.units)
        return Measure(words, changes, perfect(dealt, self.stakes), best, self.wager.most, self.stakes)


def measures(
    book: Rulebook,
    wager: Wager,
    value: Valued,
    stakes: Stakes,
    seed: int | str,
    shoes: int,
    tell: Tell = lambda _: None,
) -> Iterator[Measure]:
    """The wager as it is, and then with every measure there is."""
    usual = Tried(book, wager, value, stakes, seed, min(shoes, SHOES_MAX))
    as_is = usual.measure("as it is", {})
    yield as_is
    others = list(moving(book, wager))
    for done, (name, shown, other) in enumerate(others):
        tell((1 + done) / (2 + len(others)))
        changed = next(each for each in other.model.wagers if each.id == wager.id)
        words, changes = f"{name} = {rule_text(shown)}", {name: shown}
        if other.supply.renewal is not Renewal.SHOE:
            yield Measure(words, changes, None, None, changed.most, stakes)
        elif is_alike(book, wager, other, changed):
            yield replace(as_is, words=f"largest bet {price(changed.most or 0)}", changes=changes, most=changed.most)
        else:
            with suppress(Refused):  # what cannot be followed has no price
                worth = valued_again(value, other, changed)
                yield replace(usual, book=other, wager=changed, value=worth).measure(words, changes)
    if book.supply.burn is not Burn.NONE:
        yield usual.measure("burned cards are seen", {}, burns_seen=True)
    yield Measure("shuffled before every round", {}, None, None, wager.most, stakes)


def valued_again(value: Valued, book: Rulebook, wager: Wager) -> Valued:
    """The wager's value under other house rules; what was collected is not collected again."""
    if isinstance(value, PlainValue) and wager.outcome in value.values.found:
        return PlainValue(value.values.repriced(wager), wager)
    if isinstance(value, PlainValue):
        raise Refused(f"{wager.id} is decided by other cards there")
    return decided_value(book.model, wager, book.supply.size)


def moving(book: Rulebook, wager: Wager) -> Iterator[tuple[str, object, Rulebook]]:
    """House rules and values that change what counters of a wager meet, each with the game under it."""
    game, usual = book.game, book.house.show()
    for parameter in book.house.parameters:
        for shown in values_of_rule(book, parameter, wager):
            if shown == usual[parameter.name]:
                continue
            try:
                other = game.rulebook(game.house({**book.house.changes(), parameter.name: shown}))
            except Refused:
                continue
            changed = next((each for each in other.model.wagers if each.id == wager.id), None)
            if changed is None:
                continue
            if is_alike(book, wager, other, changed) and not is_lower(changed.most, wager.most):
                continue
            if only_cuts(book, wager, other, changed):
                continue  # cut cards have a table of their own
            yield parameter.name, shown, other


def values_of_rule(book: Rulebook, parameter: Parameter[Any], wager: Wager) -> tuple[object, ...]:
    """The values of a house rule that are tried; of the largest bet, half of it."""
    if isinstance(parameter.kind, Money):
        limits = wager.most is not None and book.house[parameter] == wager.most
        return (parameter.kind.show((wager.most or 0) // 2),) if limits else ()
    return alternatives(parameter)


def is_lower(one: int | None, other: int | None) -> bool:
    return one is not None and (other is None or one < other)


def is_alike(book: Rulebook, wager: Wager, other: Rulebook, changed: Wager) -> bool:
    """Whether the same shoes are dealt, and the wager is decided and paid alike."""
    return book.supply == other.supply and decided_by(book, wager) == decided_by(other, changed)


def only_cuts(book: Rulebook, wager: Wager, other: Rulebook, changed: Wager) -> bool:
    """Whether nothing but the place of the cut card differs."""
    at = replace(other.supply, cut_from_end=book.supply.cut_from_end)
    return at == book.supply != other.supply and decided_by(book, wager) == decided_by(other, changed)


def decided_by(book: Rulebook, wager: Wager) -> str:
    """A digest of all that decides and pays a wager, whatever may be bet on it."""
    model = book.model
    decisions = tuple(each for each in model.decisions if wager.id in (each.base, each.wager))
    about = [each for decision in decisions for each in involved(model, decision)] or [wager]
    free = tuple(replace(each, least=0, most=None, needs=()) for each in about)
    return rulebook_digest(replace(model, decks=1, wagers=free, decisions=decisions))
