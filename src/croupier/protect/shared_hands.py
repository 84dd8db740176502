"""Shared hands: what seats gain that tell each other their cards.

Deals are sampled: every seat's own cards, and what all of them may see. Each deal is then valued exactly, over all that
the bank may still hold: the sum of every option's results, for each seat. The best option for somebody who knows all
these cards is compared, deal by deal, with the one that best ordinary play takes; only where they differ is anything
gained. What ordinary play is worth is known exactly, so that only the gain is estimated, and few deals tell it well.

As a check the value itself is estimated too, without the exact figure, and every run begins with seats that sit alone:
their sampled values must be the exact engine's, to the last unit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb, inf, perm, sqrt
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from croupier.chart import Chart, Dots, Line, between, interval_rows, percent, said, signed
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused
from croupier.exact.solve import Solver, Stakes, checked_mix, rules_of, solver_of, usual_stakes
from croupier.exact.space import Ints
from croupier.figures import share
from croupier.kernel.effort import Progress, effort
from croupier.kernel.kernel import Kernel
from croupier.kernel.work import across, threads
from croupier.protect.knowledge import Departure, cut_words, staked_alone
from croupier.protect.shared_tell import SharedTell, Watched
from croupier.result import Result, Row, figure
from croupier.rulebook import PlayerDealerBank, Rulebook
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.sheet import Sheet
from croupier.simulation.job import checked
from croupier.simulation.random_words import TEMPLATE, drawing, key_of
from croupier.simulation.rounds.kernel import RoundSource, bounds
from croupier.simulation.sights import namings, sights_looked_up
from croupier.simulation.statistics import Z_99

WITHIN: Final = Fraction(1, 5_000)
"""The interval's half width that is asked for, where nobody says: 0.02 points."""
DEALS_LEAST: Final = 4_096
DEALS_MAX: Final = 10_000_000
WAYS_MAX: Final = 1 << 22
"""So many hands of the bank, at most, are gone through for every deal."""
CHUNK: Final = 512
ALONE: Final = 64
"""So many deals to seats that sit alone are held against the exact engine."""
SIGNATURE: Final = "int64(int64, int64, int64, uint8[::1], int64[:,::1], int64[:,:,::1], int64[:,::1], int64[::1])"


# ── The kernel ───────────────────────────────────────────────────────────────────────────────────────────────────────


class SharedSource(RoundSource):
    """Lines that deal to several seats, and go through everything that none of them sees."""

    def __init__(self, solver: Solver, seats: int) -> None:
        model = solver.model
        super().__init__(model)
        self.solver, self.seats = solver, seats
        self.size = sum(solver.counts.composition)
        self.namings = namings(model, solver.counts.composition)
        seen = set().union(*(self.needs(decision.sees) for decision in model.decisions))
        self.own = tuple(drawn for drawn in model.draws if drawn.name in model.per_seat)
        others = [drawn for drawn in model.draws if drawn not in self.own]
        self.open = tuple(drawn for drawn in others if drawn.name in seen)
        self.hidden = tuple(drawn for drawn in others if drawn.name not in seen)
        self.dealt = (*self.own * seats, *self.open)
        self.kept: list[str] = []

    @property
    def ways(self) -> int:
        """In how many ways the rest may fall after each deal."""
        left, ways = self.size - cards_of(self.dealt), 1
        for drawn in self.hidden:
            if drawn.kind is Draw.DIE:
                ways *= drawn.count
                continue
            if drawn.count > left:
                raise Refused(f"{self.size} cards are too few for {self.seats} seats of {self.model.id}", field="seats")
            ways *= comb(left, drawn.count) if drawn.kind is Draw.SET else perm(left, drawn.count)
            left -= drawn.count
        return ways

    def write(self) -> None:
        plans = len(self.layout.plans)
        self.emit("def play(key, first, last, shoe, pays, sums, seen_at, scratch):")
        self.depth = 1
        taken, width = cards_of(self.dealt), width_of(self.dealt)
        at = 0
        kept = self.seats * len(self.model.features)
        for name, size in (("deck", self.size), ("drawn", width), ("falls", taken), ("places", taken), ("kept", kept)):
            self.emit(f"{name} = scratch[{at} : {at + size}]")
            at += size
        self.scratch = at
        self.emit("bad = 0", "for index in range(first, last):")
        self.depth = 2
        self.deal_seats()
        self.emit(f"for seat in range({self.seats}):")
        self.depth = 3
        self.emit(*(f"sums[index - first, seat, {plan}] = 0" for plan in range(plans)))
        self.tell(self.own, "own", f"seat * {width_of(self.own)}")
        self.features(set(), set().union(*(decision.sees.inputs for decision in self.model.decisions)))
        self.see()
        self.emit("seen_at[index - first, seat] = seen")
        self.keep_features()
        self.forget_seat()
        self.depth = 2
        self.features(set())  # those of what all see
        self.loops([(drawn, place) for drawn in self.hidden for place in range(width_of((drawn,)))], [])
        self.depth = 1
        self.emit("return bad")

    def deal_seats(self) -> None:
        """Let the cards of all seats, and what they see, fall; the rest of the deck stays in front."""
        self.emit(f"for n in range({self.size}):", "    deck[n] = shoe[n]")
        self.emit(*drawing(bounds(self.dealt, self.size), "index"))
        taken = place = 0
        for each in self.dealt:
            for _ in range(width_of((each,))):
                if each.kind is Draw.DIE:
                    self.emit(f"drawn[{place}] = d{place} + 1")
                else:
                    self.emit(f"falls[{taken}] = d{place}", f"places[{taken}] = {place}")
                    taken += 1
                place += 1
        self.emit(
            f"for n in range({taken}):",
            f"    fall, end = falls[n], {self.size - 1} - n",
            "    card = deck[fall]",
            "    deck[fall], deck[end] = deck[end], card",
            "    drawn[places[n]] = card",
        )
        self.tell(self.open, "open", f"{self.seats * width_of(self.own)}")

    def tell(self, draws: tuple[Drawn, ...], name: str, start: str) -> None:
        """Make draws known that lie in `drawn` from a place on."""
        number = 0
        for each in draws:
            self.known[each.name] = []
            for _ in range(width_of((each,))):
                self.emit(f"{name}_{number} = drawn[{start} + {number}]")
                self.known[each.name].append(f"{name}_{number}")
                number += 1

    def forget_seat(self) -> None:
        self.forget({drawn.name for drawn in self.own})

    def keep_features(self) -> None:
        """Note the features of a seat that do not depend on what is hidden, so that they are computed once."""
        self.features(set())
        own = {drawn.name for drawn in self.own}
        self.kept = [f.name for f in self.model.features if f.name in self.known and self.needs(f.rule) & own]
        for number, name in enumerate(self.kept):
            self.emit(f"kept[seat * {len(self.model.features)} + {number}] = {self.known[name][0]}")

    def loops(self, left: list[tuple[Drawn, int]], places: list[str]) -> None:
        """Write a loop for each card and die that nobody sees, over the rest of the deck; inside, value every seat."""
        if not left:
            self.value()
            return
        (drawn, place), depth = left[0], self.depth
        name = f"h{self.hidden.index(drawn)}_{place}"
        if drawn.kind is Draw.DIE:
            self.emit(f"for {name} in range(1, {drawn.count + 1}):")
            self.depth += 1
            mine = places
        else:
            start = f"p_{places[-1]} + 1" if drawn.kind is Draw.SET and place else "0"
            self.emit(f"for p_{name} in range({start}, {self.size - cards_of(self.dealt)}):")
            self.depth += 1
            earlier = places[: len(places) - place] if drawn.kind is Draw.SET else places
            if earlier:
                self.emit(f"if {' or '.join(f'p_{name} == p_{other}' for other in earlier)}:", "    continue")
            self.emit(f"{name} = deck[p_{name}]")
            mine = [*places, name]
        self.known.setdefault(drawn.name, []).append(name)
        self.features(set())
        self.loops(left[1:], mine)
        self.forget_last(drawn, name)
        self.depth = depth

    def forget_last(self, drawn: Drawn, name: str) -> None:
        """Leave a loop: its card, and the features that needed it, are not known any more."""
        kept = [each for each in self.known[drawn.name] if each != name]
        self.forget({drawn.name})
        self.known[drawn.name] = kept

    def value(self) -> None:
        """Add what each plan wins to the sums of every seat."""
        self.emit(f"for seat in range({self.seats}):")
        self.depth += 1
        self.tell(self.own, "own", f"seat * {width_of(self.own)}")
        for number, name in enumerate(self.kept):
            self.emit(f"k{number} = kept[seat * {len(self.model.features)} + {number}]")
            self.known[name] = [f"k{number}"]
        self.features(set())
        numbers = {rule: number for number, (rule, _) in enumerate(self.layout.outcomes)}
        for path in self.layout.paths:
            with self.deciding(self.layout.path_decisions, path):
                for rule, number in numbers.items():
                    self.emit(f"o{number} = {self.call(rule)}")
                    self.within(f"o{number}", self.layout.outcomes[number][1])
                for plan in range(len(self.solver.plans)):
                    if self.layout.paths[self.solver.path_of(self.solver.plans[plan])] != path:
                        continue
                    first = plan * len(numbers)
                    won = " + ".join(f"pays[{first + number}, o{number}]" for number in numbers.values())
                    self.emit(f"sums[index - first, seat, {plan}] += {won}")
        self.forget_seat()
        self.depth -= 1

    def kernel(self) -> Kernel:
        self.write()
        return Kernel("play", SIGNATURE, TEMPLATE + self.text, tuple(self.rules.items()), self.scratch)


def width_of(draws: tuple[Drawn, ...]) -> int:
    return sum(1 if drawn.kind is Draw.DIE else drawn.count for drawn in draws)


def cards_of(draws: tuple[Drawn, ...]) -> int:
    return sum(drawn.count for drawn in draws if drawn.kind is not Draw.DIE)


def check(model: Model) -> None:
    """Refuse a game in which nothing can be shared."""
    if len(model.decisions) != 1:
        raise Refused(f"{model.id} has {len(model.decisions)} decisions; hands are shared before one", field="game")
    if not any(drawn.name in model.per_seat for drawn in model.draws):
        raise Refused(f"seats of {model.id} hold no cards of their own; there is nothing to share", field="game")


EDGE: Final = "player’s edge (% of the stakes before the deal)"


@dataclass(frozen=True)
class Sampled:
    """Deals to some seats, each valued over all that is hidden."""

    solver: Solver
    seats: int
    stakes: Mapping[str, Fraction]
    seed: int | str

    def __post_init__(self) -> None:
        """Refuse more than can be gone through."""
        model = self.solver.model
        if len(model.decisions) != 1:
            raise Refused(
                f"{model.id} has {len(model.decisions)} decisions; shared hands are valued for one", field="game"
            )
        if not self.source.own:
            raise Refused(f"seats of {model.id} hold no cards of their own; there is nothing to share", field="game")
        if self.source.ways > WAYS_MAX:
            raise Refused(
                f"after each deal of {model.id} the hidden cards fall in {self.source.ways:,} ways; "
                f"{WAYS_MAX:,} can be gone through",
                field="game",
            )

    @property
    def source(self) -> SharedSource:
        return SharedSource(self.solver, self.seats)

    @cached_property
    def ways(self) -> int:
        return self.source.ways

    @cached_property
    def kernel(self) -> Kernel:
        return self.source.kernel()

    @cached_property
    def pays(self) -> tuple[Ints, int]:
        """By plan and outcome rule what every code wins, scaled, and the scale."""
        layout, solver = self.solver.counts.layout, self.solver
        width = max(codes for _, codes in layout.outcomes)
        won: list[list[Fraction]] = []
        for plan in solver.plans:
            units = solver.units(plan, self.stakes)
            for rule, _ in layout.outcomes:
                by_code = [Fraction(0)] * width
                for wager in solver.model.wagers:
                    if wager.outcome == rule:
                        for line in wager.lines:
                            by_code[int(line.code)] += line.odds * units.get(wager.id, 0)
                won.append(by_code)
        scale = np.lcm.reduce([each.denominator for row in won for each in row])
        return np.array([[int(each * int(scale)) for each in row] for row in won], dtype=np.int64), int(scale)

    @cached_property
    def looked_up(self) -> tuple[Ints, Ints]:
        """Sights as rounds look them up, and their rows."""
        counts = self.solver.counts
        return sights_looked_up(counts, self.solver.model, np.arange(len(counts.sights)))

    @cached_property
    def shoe(self) -> npt.NDArray[np.uint8]:
        return np.repeat(np.arange(52, dtype=np.uint8), self.solver.counts.composition)

    def deals(self, first: int, last: int) -> tuple[Ints, Ints]:
        """For some deals: by seat and plan the sum of results over all that is hidden, and the row of each sight."""
        sums = np.zeros((last - first, self.seats, len(self.solver.plans)), dtype=np.int64)
        seen = np.zeros((last - first, self.seats), dtype=np.int64)
        key = key_of(self.seed, f"shared hands of {self.solver.model.id}")
        checked(self.kernel.compiled(key, first, last, self.shoe, self.pays[0], sums, seen))
        codes, rows = self.looked_up
        return sums, rows[np.searchsorted(codes, seen)]

    def check_alone(self) -> None:
        """Hold seats that sit alone against the exact engine: a sight must tell the cards that it reads."""
        alone = replace(self, seats=1)
        sums, rows = alone.deals(0, ALONE)
        values, scale = self.solver.values(self.stakes)
        deals = self.solver.counts.deals_of_row
        for ours, row in zip(sums[:, 0], rows[:, 0], strict=True):
            for plan in range(len(self.solver.plans)):
                exactly = Fraction(int(values[row, plan]), scale * int(deals[row]))
                if Fraction(int(ours[plan]), alone.pays[1] * alone.ways) != exactly:
                    raise Refused(
                        f"what a seat of {self.solver.model.id} sees does not tell the cards it depends on; "
                        "what is shared cannot be valued by cards",
                        field="game",
                    )


# ── What it is worth ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, and how sure it is."""

    mean: Fraction
    error: float
    """One standard error."""

    @property
    def half_width(self) -> float:
        """Half the width of the 99% interval."""
        return Z_99 * self.error

    def covers(self, value: Fraction) -> bool:
        """Whether the 99% interval covers a value."""
        return abs(float(self.mean - value)) <= self.half_width

    def data(self) -> dict[str, object]:
        return {**figure(self.mean), "standard_error": self.error, "half_width_99": self.half_width}


class Tally:
    """Sums over deals, in whole units."""

    def __init__(self, unit: int) -> None:
        self.unit = unit
        """What a result of 1 is counted as."""
        self.deals = self.total = 0
        self.squares = 0.0

    def add(self, by_deal: Ints) -> None:
        """Add the sums of some deals."""
        self.deals += len(by_deal)
        self.total += sum(int(each) for each in by_deal)
        self.squares += float(np.square(by_deal / self.unit).sum())

    @property
    def estimate(self) -> Estimate:
        if not self.deals:
            return Estimate(Fraction(0), inf)
        mean = Fraction(self.total, self.unit * self.deals)
        variance = max(self.squares / self.deals - float(mean) ** 2, 0.0)
        return Estimate(mean, sqrt(variance / (self.deals - 1)) if self.deals > 1 else inf)


@dataclass(frozen=True, repr=False)
class SharedHands(Result):
    """What a seat is worth that knows the hands of some others.

    >>> import croupier
    >>> croupier.game("tcp").shared_hands(2, deals=512).beaten
    False
    """

    schema: ClassVar[str] = "croupier.shared-hands/1"

    seats: int
    """How many seats share their hands, each seat's own among them."""
    deals: int
    ways: int
    """How many hands of the bank each deal was valued over."""
    alone: Fraction
    """A seat's exact edge without sharing, per unit placed before the deal."""
    gain: Estimate
    """What sharing adds to it."""
    unaided: Estimate
    """The edge itself, estimated without the exact figure: a check."""
    table: tuple[SharedTell, ...]
    """Where a seat decides otherwise than ordinary play would, how often, and with which hands."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def edge(self) -> Estimate:
        """The player's edge with all these hands known."""
        return Estimate(self.alone + self.gain.mean, self.gain.error)

    @property
    def departures(self) -> tuple[Departure, ...]:
        """How often a seat decides otherwise than ordinary play would, whatever it sees."""
        sums: dict[tuple[str, str, str], Fraction] = {}
        for each in (odd.departure for tell in self.table for odd in tell.odd):
            of = each.decision, each.ordinary, each.informed
            sums[of] = sums.get(of, Fraction(0)) + each.per_100
        return tuple(Departure(*of, often) for of, often in sorted(sums.items()))

    @property
    def departures_per_100(self) -> Fraction:
        return sum((each.per_100 for each in self.departures), Fraction(0))

    @property
    def beaten(self) -> bool:
        """Whether the player is ahead, beyond the 99% interval."""
        return float(self.edge.mean) > self.edge.half_width

    @property
    def summary(self) -> str:
        edge = self.edge
        return f"{self.seats} seats: player's edge {points(edge)}, gained {points(self.gain)}, {self.deals:,} deals"

    def data(self) -> dict[str, object]:
        return {
            "seats": self.seats,
            "deals": self.deals,
            "hands_of_the_bank": self.ways,
            "alone": figure(self.alone),
            "gain": self.gain.data(),
            "players_edge": self.edge.data(),
            "players_edge_unaided": self.unaided.data(),
            "departures_per_100": figure(self.departures_per_100),
            "departures": [
                {"ordinary": each.ordinary, "informed": each.informed, "per_100": figure(each.per_100)}
                for each in self.departures
            ],
            "table": [tell.data() for tell in self.table],
        }

    def to_rows(self) -> list[Row]:
        return [
            {
                "seats": self.seats,
                "deals": self.deals,
                "alone": float(self.alone),
                "gain": float(self.gain.mean),
                "players_edge": float(self.edge.mean),
                "standard_error": self.edge.error,
                "departures_per_100": float(self.departures_per_100),
            }
        ]

    def charts(self) -> dict[str, Chart]:
        """The player's edge alone, exactly, and with shared hands, within its interval."""
        low, high = between(EDGE)
        told = [("alone", percent(self.alone), 0.0), ("shared", percent(self.edge.mean), 100 * self.edge.half_width)]
        chart = Chart(
            title=f"What it is worth when {self.seats} seats share their hands",
            alt=f"The player’s edge is {signed(told[0][1], EDGE, 4)} alone and {signed(told[1][1], EDGE, 4)} ± "
            f"{said(told[1][2], EDGE, 4)} with the hands of {self.seats} seats known.",
            rows=interval_rows("hands", EDGE, told),
            marks=Dots(of="hands", value=EDGE, low=low, high=high, lines=(Line(0, "even"),), places=4),
            note=f"{self.drawn_from}; {self.deals:,} deals; ± is half a 99% interval",
        )
        return {"edges": chart}

    @property
    def sheet(self) -> Sheet:
        departing = "; ".join(f"{each.words} {float(each.per_100):.2f}" for each in self.departures)
        return Sheet(
            f"{self.seats} seats share their hands",
            facts=(
                ("player's edge", points(self.edge)),
                ("alone", f"{float(100 * self.alone):+.4f}%", "exact"),
                ("gained by sharing", points(self.gain)),
                ("estimated without it", points(self.unaided), "a check"),
                ("departures in 100 hands", f"{float(self.departures_per_100):.2f}", departing),
            ),
            parts=(self.tells,),
            note=f"{self.deals:,} deals, each over all {self.ways:,} hands of the bank; ± is half a 99% interval.",
        )

    @property
    def tells(self) -> Sheet:
        """The strategy as surveillance can recognise it."""
        groups = [name for name, _ in self.table[0].group] if self.table else []
        return Sheet(
            "The play to recognise",
            heads=(*groups, "ordinary", "departs, in 100 hands, with which", "hands", "in 100"),
            rows=tuple(
                (
                    *(value for _, value in tell.group),
                    cut_words(tell.ordinary) if tell.ordinary else "",
                    "; ".join(each.words for each in tell.odd) or "–",
                    share(tell.hands, 2),
                    f"{float(tell.per_100):.2f}",
                )
                for tell in self.table
            ),
            words=len(groups) + 2,
        )


def points(estimate: Estimate) -> str:
    return f"{float(100 * estimate.mean):+.4f}% ± {100 * estimate.half_width:.4f}"


def shared_hands(
    game: Model | Rulebook,
    seats: int,
    *,
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    within: Fraction = WITHIN,
    deals: int = 0,
    seed: int | str = 0,
    progress: Progress | None = None,
) -> SharedHands:
    """Estimate what a seat gains that knows the hands of all seats that share, its own included.

    So many deals as are given, or as many as the interval needs to be as narrow as asked for.
    """
    model, book = rules_of(game)
    gone = tuple(removed)
    room = 0 if book is None else book.seats - isinstance(book.bank, PlayerDealerBank)  # who banks sits there too
    if seats < 1 or (room and seats > room):
        raise Refused(f"{seats} seats cannot share their hands; give 1 to {room or 'as many as sit'}", field="seats")
    if deals > DEALS_MAX:
        raise Refused(f"{deals:,} deals are too many; give {DEALS_MAX:,} or fewer", field="deals")
    check(model)
    staked = checked_mix(model, stakes or usual_stakes(model))
    with effort(progress=lambda _: None):
        solver = solver_of(staked_alone(model, staked), removed=gone)
    sampled = Sampled(solver, seats, staked, seed)
    sampled.check_alone()
    return summed(sampled, deals, within, progress or (lambda _: None), conditions_of(book or model, removed=gone))


def summed(sampled: Sampled, deals: int, within: Fraction, progress: Progress, conditions: Conditions) -> SharedHands:
    """Sample until the interval is narrow enough, or for so many deals."""
    solver, seats = sampled.solver, sampled.seats
    placed = sum(sampled.stakes.values(), Fraction(0))
    unit = sampled.pays[1] * sampled.ways * seats
    gained, unaided = Tally(unit), Tally(unit)
    usual = solver.best_plans(sampled.stakes)
    watched = Watched(solver)
    for sums, rows in parts(sampled, deals or DEALS_MAX):
        plan = usual[rows]
        ordinary = np.take_along_axis(sums, plan[:, :, None], axis=2)[:, :, 0]
        best = sums.max(axis=2)
        chosen = np.where(best > ordinary, sums.argmax(axis=2), plan)
        watched.add(rows, plan, chosen)
        gained.add((best - ordinary).sum(axis=1))
        unaided.add(best.sum(axis=1))
        half = gained.estimate.half_width
        reached = gained.deals / deals if deals else min(1.0, (float(within * placed) / half) ** 2 if half else 1.0)
        progress(reached)
        if not deals and gained.deals >= DEALS_LEAST and half <= within * placed:
            break
    return SharedHands(
        seats,
        gained.deals,
        sampled.ways,
        exact_value(solver, sampled.stakes) / placed,
        per_unit(gained.estimate, placed),
        per_unit(unaided.estimate, placed),
        tuple(watched.tells(sampled.stakes)),
        conditions,
    )


def parts(sampled: Sampled, deals: int) -> Iterator[tuple[Ints, Ints]]:
    """Deals from the first on, some at a time, on all cores."""

    def one(first: int) -> tuple[Ints, Ints]:
        return sampled.deals(first, min(first + CHUNK, deals))

    _ = sampled.kernel.compiled, sampled.looked_up  # once, before threads ask for it
    with threads() as at:
        yield from across(at, one, range(0, deals, CHUNK))


def per_unit(estimate: Estimate, placed: Fraction) -> Estimate:
    return Estimate(estimate.mean / placed, estimate.error / float(placed))


def exact_value(solver: Solver, stakes: Stakes) -> Fraction:
    """What best ordinary play wins in a round, exactly."""
    solved = solver.solved(stakes)
    return Fraction(sum(int(each) for each in solved.values[0].max(axis=-1)), solved.scale * solver.counts.total)
