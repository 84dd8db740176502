"""A wager's protection: whether it can be beaten by counting, by whom, and what stops that."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from typing import ClassVar, Final

from croupier.cards import DECK as USUAL_DECK
from croupier.cards import RANKS
from croupier.chart import Chart
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.solve import base_wagers
from croupier.figures import Figure, Phrase, count, decimal, joined, share
from croupier.protect.counting import (
    Dealt,
    Leaving,
    Stakes,
    Way,
    best_leaving,
    counted,
    dealt_shoes,
    perfect,
)
from croupier.protect.counting_charts import cuts_chart, depth_chart, removal_chart, units_chart, ways_chart
from croupier.protect.depth import STEP, Depth, depths
from croupier.protect.measures import Measure, measures
from croupier.protect.removal import Count, Removal, linear_count, simple_counts
from croupier.protect.valued import removal_of, valued
from croupier.protect.walk import Walk
from croupier.result import Result, Row, figure
from croupier.rulebook import Renewal, Rulebook
from croupier.rulebook.wager import Wager
from croupier.sheet import Sheet

SHOES: Final = 2_000
SHOES_MAX: Final = 200_000
STAKE_MAX: Final = 1_000_000
CUTS: Final = tuple(decks * len(USUAL_DECK) // 2 for decks in (1, 2, 3, 4, 6))
"""Cut cards that are set beside the house's own."""
Tell = Callable[[float], None]


@dataclass(frozen=True, repr=False)
class Counted(Result):
    """One wager under card counters; its rows are its advantage by depth of the shoe."""

    schema: ClassVar[str] = "croupier.counted/1"

    wager: Wager
    removal: Removal
    ways: tuple[Way, ...]
    by_cut: Mapping[int, tuple[Way, Way]]
    """By how many cards lie behind the cut card: perfect play, and the best simple count."""
    leaving: Leaving | None
    by_depth: tuple[Depth, ...]
    """Half a deck after half a deck of the shoe."""
    measures: tuple[Measure, ...] = ()
    """What the house can do, and what that leaves; the first is the wager as it is."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def summary(self) -> str:
        """What perfect play and the best simple count win."""
        return (
            f"{self.wager.id}: perfect play wins {self.ceiling.per_shoe:+.4f} units a shoe, the best simple count "
            f"{self.best_simple.per_shoe:+.4f}"
        )

    def to_rows(self) -> list[Row]:
        """A row for each half deck that was dealt."""
        return [depth.row() for depth in self.by_depth]

    @property
    def ceiling(self) -> Way:
        return self.ways[0]

    @cached_property
    def best_simple(self) -> Way:
        """The count with whole tags that wins most."""
        return max((way for way in self.ways if is_simple(way)), key=lambda way: way.units)

    @property
    def beaten(self) -> bool:
        """Whether perfect play wins, beyond three standard errors."""
        return self.ceiling.per_shoe > 3 * self.ceiling.error

    def data(self) -> dict[str, object]:
        return {
            "value": figure(self.removal.value),
            "effects_of_removal": {
                rank: figure(effect) for rank, effect in zip(RANKS, self.removal.by_rank, strict=True)
            },
            "suits_matter": self.removal.suits_matter,
            "ways": [way_data(way) for way in self.ways],
            "by_cut_card": {
                str(cut): {"perfect": way_data(best), "simple": way_data(simple)}
                for cut, (best, simple) in self.by_cut.items()
            },
            "leaving": None
            if self.leaving is None
            else {
                "mark": finite(self.leaving.mark),
                "units_per_100_rounds": self.leaving.per_100,
                "rounds_watched": self.leaving.rounds,
            },
            "by_depth": [depth.row() for depth in self.by_depth],
            "measures": [measure.data() for measure in self.measures],
        }

    def charts(self) -> dict[str, Chart]:
        """What is won by cut card, by way to bet and by depth, and the effects of removal."""
        return self.drawn("")

    def drawn(self, note: str) -> dict[str, Chart]:
        """Its charts, with a note of what they are of."""
        label, cuts = self.wager.label, [(cut, *ways) for cut, ways in sorted(self.by_cut.items())]
        charts = {"cut_cards": cuts_chart(label, cuts, note)} if len(cuts) > 1 else {}
        if len(self.by_depth) > 1:
            charts["depth"] = depth_chart(label, self.by_depth, note)
        charts["ways"] = ways_chart(label, self.ways, note)
        charts["removal"] = removal_chart(label, self.removal.by_rank, note)
        return charts

    @property
    def sheet(self) -> Sheet:
        """Its effects of removal, the ways to bet, and the cut card."""
        effects = Sheet(
            f"{self.wager.label}: effects of removal",
            text="What the value of a unit gains, in hundredths of a percent, when one card of a rank is gone.",
            heads=tuple(RANKS),
            rows=(tuple(decimal(effect * 10_000, 2, signed=True) for effect in self.removal.by_rank),),
        )
        ways = Sheet(
            f"{self.wager.label}: ways to bet",
            heads=(
                "way",
                "correlation",
                "from",
                "bets",
                "advantage",
                "a shoe",
                "error",
                "100 rounds",
                "sd",
                "N0 shoes",
            ),
            rows=tuple(way_row(way) for way in self.ways),
            words=1,
            marked=frozenset({self.ways.index(self.best_simple)}),
            note="; ".join(
                f"{way.name}: {way.count}" for way in self.ways if is_simple(way) and "running" not in way.name
            ),
        )
        parts = (effects, ways, self.cuts_sheet, self.depths_sheet, *([self.measures_sheet] if self.measures else ()))
        return Sheet("", parts=parts, note=self.leaving_note)

    @property
    def cuts_sheet(self) -> Sheet:
        """What is won where the cut card lies farther from the end."""
        return Sheet(
            f"{self.wager.label}: by cut card",
            heads=("behind it", "rounds", "perfect, a shoe", "bets", "advantage", "N0 shoes", "simple, a shoe"),
            rows=tuple(
                (
                    f"{cut} cards",
                    decimal(best.rounds / best.shoes, 1),
                    decimal(best.per_shoe, 4, signed=True),
                    share(best.frequency, 2),
                    share(best.advantage, 3, signed=True),
                    spread_row(best)[1],
                    decimal(simple.per_shoe, 4, signed=True),
                )
                for cut, (best, simple) in self.by_cut.items()
            ),
            words=1,
        )

    @property
    def depths_sheet(self) -> Sheet:
        """When in a shoe the wager favours the player."""
        return Sheet(
            f"{self.wager.label}: by depth of the shoe",
            heads=("cards dealt", "favours the player", "advantage then", "a unit then wins, a shoe"),
            rows=tuple(
                (
                    f"{depth.dealt_from} to {depth.dealt_from + STEP - 1}",
                    share(depth.frequency, 2),
                    share(depth.advantage, 3, signed=True),
                    decimal(depth.per_shoe, 4, signed=True),
                )
                for depth in self.by_depth
            ),
            words=1,
        )

    @property
    def measures_sheet(self) -> Sheet:
        """What the house can do about it."""
        some = self.measures[0].perfect
        dealt = f"{some.shoes:,} shoes each, from the same seed. " if some else ""
        return Sheet(
            f"{self.wager.label}: what the house can do, and what that leaves to win",
            heads=("measure", "perfect, a shoe", "error", "simple, a shoe", "at the largest bet"),
            rows=tuple(measure.row() for measure in self.measures),
            words=1,
            marked=frozenset({0}),
            note=f"{dealt}The cut card has its own table above.",
        )

    @property
    def leaving_note(self) -> str:
        if self.leaving is None or not isfinite(self.leaving.mark):
            return ""
        return Phrase(
            "Leaving a shoe when the best simple count's true count falls below ",
            Figure(self.leaving.mark, f"{self.leaving.mark:g}"),
            " comes to ",
            decimal(self.leaving.per_100, 3, signed=True),
            " units in 100 rounds, with ",
            decimal(self.leaving.rounds, 0),
            " rounds of a shoe watched.",
        )


def is_simple(way: Way) -> bool:
    return way.count is not None and all(isinstance(tag, int) for tag in way.count.tags)


def finite(number: float) -> float | None:
    return number if isfinite(number) else None


def way_data(way: Way) -> dict[str, object]:
    return {
        "way": way.name,
        "tags": None if way.count is None else [str(tag) for tag in way.count.tags],
        "betting_correlation": way.correlation,
        "threshold": finite(way.threshold),
        "frequency": way.frequency,
        "mean_advantage": way.advantage,
        "units_per_shoe": way.per_shoe,
        "standard_error": finite(way.error),
        "units_per_100_rounds": way.per_100,
        "standard_deviation_per_shoe": finite(way.deviation),
        "n0_shoes": finite(way.n0),
        "rounds_per_shoe": way.rounds / way.shoes,
    }


def spread_row(way: Way) -> tuple[str, ...]:
    """A way's standard deviation of a shoe and its N0; neither is known of one shoe."""
    if way.deviation == inf:
        return "–", "–"
    return decimal(way.deviation, 2), "never" if way.n0 == inf else decimal(way.n0, 0)


def way_row(way: Way) -> tuple[str, ...]:
    threshold = "never" if way.threshold == inf else Figure(way.threshold, f"{way.threshold:g}")
    return (
        way.name,
        decimal(way.correlation, 4),
        threshold if way.count else "",
        share(way.frequency, 2),
        share(way.advantage, 3, signed=True),
        decimal(way.per_shoe, 4, signed=True),
        "–" if way.error == inf else decimal(way.error, 4),
        decimal(way.per_100, 3, signed=True),
        *spread_row(way),
    )


@dataclass(frozen=True, repr=False)
class Protection(Result):
    """What card counters can win from a game, wager by wager.

    >>> import croupier
    >>> croupier.game("baccarat").protect("tie", shoes=10)
    <Protection of Baccarat: counting beats no wager>
    """

    schema: ClassVar[str] = "croupier.protection/1"
    conditions: Conditions
    stakes: Stakes
    shoes: int
    wagers: Mapping[str, Counted]
    not_counted: Mapping[str, str]
    """Wagers that could not be valued by the cards that are left, and why."""

    @property
    def summary(self) -> str:
        beaten = [
            Phrase(id_, " by ", decimal(each.ceiling.per_shoe, 2), " a shoe")
            for id_, each in self.wagers.items()
            if each.beaten
        ]
        return Phrase("counting beats ", joined(", ", beaten)) if beaten else "counting beats no wager"

    def data(self) -> dict[str, object]:
        return {
            "shoes": self.shoes,
            "spread": [self.stakes.least, self.stakes.most],
            "wagers": {id_: each.data() for id_, each in self.wagers.items()},
            "not_counted": dict(self.not_counted),
        }

    def to_rows(self) -> list[Row]:
        return [
            {"wager": id_, **{name: value for name, value in way_data(way).items() if name != "tags"}}
            for id_, each in self.wagers.items()
            for way in each.ways
        ]

    def charts(self) -> dict[str, Chart]:
        """What counting wins of all wagers, then each wager’s own charts."""
        of = f"{self.drawn_from}; {self.shoes:,} shoes, bets of {self.stakes} units"
        units = units_chart(((each.wager.label, each.ceiling, each.best_simple) for each in self.wagers.values()), of)
        own = {f"{name}_{id_}": chart for id_, each in self.wagers.items() for name, chart in each.drawn(of).items()}
        return {"units": units, **own}

    @property
    def sheet(self) -> Sheet:
        facts: list[tuple[str, ...]] = [
            (
                each.wager.label,
                Phrase(share(each.removal.value), " a unit"),
                Phrase(
                    "perfect ",
                    decimal(each.ceiling.per_shoe, 4, signed=True),
                    " a shoe, best simple count ",
                    decimal(each.best_simple.per_shoe, 4, signed=True),
                ),
            )
            for each in self.wagers.values()
        ]
        facts += [(id_, "not counted", why) for id_, why in self.not_counted.items()]
        return Sheet(
            "What counting wins",
            facts=tuple(facts),
            parts=tuple(each.sheet for each in self.wagers.values()),
            note=Phrase(
                count(self.shoes),
                f" shoes; bets of {self.stakes} units, the larger where the signal says so. Values are exact for the "
                "cards unseen before every round; errors are of whole shoes.",
            ),
        )


def protect(
    book: Rulebook,
    wagers: Iterable[str] = (),
    *,
    shoes: int = SHOES,
    stakes: Stakes | None = None,
    seed: int | str = 0,
    measured: bool = True,
    place: str = "",
    progress: Tell = lambda _: None,
) -> Protection:
    """Value wagers before every round of many shoes, and follow counters through them.

    Of a wager that can be beaten it is also found what measures leave, unless `measured` is False.
    """
    check_dealing(book, shoes)
    known = {wager.id: wager for wager in base_wagers(book.model)}
    for id_ in wagers:
        if id_ not in tuple(known):
            raise Refused(f"there is no wager {quoted(id_)} to protect; there are {', '.join(known)}", field="wager")
    asked = {id_: known[id_] for id_ in (tuple(wagers) or known)}
    found: dict[str, Counted] = {}
    refused: dict[str, Refused] = {}
    for number, (id_, wager) in enumerate(asked.items()):

        def tell(part: float, number: int = number) -> None:
            progress((number + part) / len(asked))

        try:
            found[id_] = counted_wager(book, wager, shoes, stakes or Stakes(), seed, tell, measured=measured)
        except Refused as error:
            if wagers:
                raise
            refused[id_] = error
    if not found:
        why = dict.fromkeys((each.reason, each.clause) for each in refused.values())
        raise Refused("; ".join(reason for reason, _ in why), clause=next(iter(why))[1] if len(why) == 1 else "")
    spread = None if stakes in (None, Stakes()) else f"{stakes.least:g}-{stakes.most:g}"
    options = {"--shoes": None if shoes == SHOES else shoes, "--spread": spread, "--no-measures": not measured}
    asked_for = conditions_of(book, place=place).asked("protect", *wagers, seed=seed, options=options)
    left_out = {id_: str(why) for id_, why in refused.items()}
    return Protection(asked_for, stakes or Stakes(), shoes, found, left_out)


def check_dealing(book: Rulebook, shoes: int) -> None:
    """Refuse a game that is not dealt from a shoe of usual decks, and a number of shoes that cannot be dealt."""
    if book.supply.renewal is not Renewal.SHOE:
        raise Refused(
            f"{book.game.title} is shuffled before every round under these house rules, so nothing can be counted; "
            "what hidden cards, shared hands and errors are worth can be asked",
            clause=book.supply.clause,
        )
    if book.supply.deck != USUAL_DECK:
        raise Refused(f"{book.game.title} is dealt from other decks than the usual ones; its counts are not looked for")
    if book.supply.cut_from_end >= book.supply.size:
        raise Refused(
            f"the cut card lies {book.supply.cut_from_end} cards from the end of a shoe of {book.supply.size}; give a "
            "house rule that puts it nearer, or more decks",
            clause=book.supply.cut_clause,
        )
    if not 1 <= shoes <= SHOES_MAX:
        raise Refused(f"{shoes:,} shoes are not dealt; give 1 to {SHOES_MAX:,}", field="shoes")


def spread_from(text: str) -> Stakes:
    """Read a spread such as `0-1` or `1-8`: what is bet without an advantage, and what with one."""
    low, dash, high = str(text).partition("-")
    try:
        found = Stakes(float(low), float(high))
    except ValueError:
        found = None
    if not dash or found is None or not 0 <= found.least <= found.most <= STAKE_MAX or not found.most:
        raise Refused(
            f"{quoted(text)} is not a spread; give the smaller and the larger bet, such as 1-8", field="spread"
        )
    return found


def counted_wager(
    book: Rulebook, wager: Wager, shoes: int, stakes: Stakes, seed: int | str, tell: Tell, *, measured: bool
) -> Counted:
    """Follow counters of one wager through many shoes."""
    decks, supply = book.supply.decks, book.supply
    value = valued(book, wager)
    removal = removal_of(value, decks)
    counts: dict[str, Count] = {"linear": linear_count(removal), **simple_counts(removal)}
    dealt = dealt_shoes(Walk(value, supply, seed), shoes, lambda done: tell(done / 2 if measured else done))
    ways = [perfect(dealt, stakes)]
    for way in counted(dealt, counts, decks, stakes):
        correlation = way.count.correlation(removal) if way.count else 1.0
        ways.append(replace(way, correlation=correlation))
    best = max((way for way in ways if is_simple(way)), key=lambda way: way.units)
    found = Counted(
        wager,
        removal,
        tuple(ways),
        by_cut(dealt, book, best, stakes),
        left(dealt, best, decks, stakes),
        tuple(depths(dealt)),
    )
    if measured and found.beaten:
        there = measures(book, wager, value, stakes, seed, shoes, lambda done: tell(0.5 + done / 2))
        found = replace(found, measures=tuple(there))
    tell(1.0)
    return found


def by_cut(dealt: Dealt, book: Rulebook, best: Way, stakes: Stakes) -> dict[int, tuple[Way, Way]]:
    """Perfect play and the best simple count, if the cut card lay farther from the end."""
    supply = book.supply
    found: dict[int, tuple[Way, Way]] = {}
    for cut in (supply.cut_from_end, *CUTS):
        if cut < supply.cut_from_end or supply.cut_from_end < cut > supply.size // 2:
            continue
        some = dealt.up_to(supply, cut)
        assert best.count is not None  # noqa: S101  # a simple count has tags
        ways = counted(some, {best.count.name: best.count}, supply.decks, stakes)
        way = next(each for each in ways if each.name == best.name)  # by the true count or the running one
        found[cut] = perfect(some, stakes), replace(way, correlation=best.correlation)
    return found


def left(dealt: Dealt, best: Way, decks: int, stakes: Stakes) -> Leaving | None:
    """Leaving bad shoes, for whoever bets by the best simple count."""
    if best.count is None or best.threshold == inf or "running" in best.name:
        return None
    return best_leaving(dealt, best.count, decks, best.threshold, stakes)
