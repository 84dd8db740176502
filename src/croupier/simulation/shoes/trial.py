"""Rounds that depend on each other: dealt from a shoe to its cut card, or from a shuffler that holds discards back.

The cards of one round tell of the next, so rounds are no longer independent, and what chance draws is a whole unit: a
*shoe*, or a *sitting* at a shuffler. By symmetry a round at a fixed place of a shoe is worth what a round from all the
cards is worth, whatever came before it. What a cut card changes is *how many* rounds a shoe has, which depends on its
cards: a shoe that uses few cards a round has a round more. A strategy is the one for all the cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Final

import numpy as np

from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.exact.space import Composition
from croupier.games import game as game_by_id
from croupier.kernel.kernel import Kernel
from croupier.rulebook import Game, Renewal, Supply
from croupier.rulebook.model import Model
from croupier.simulation.job import Job, Packed, check_whole
from croupier.simulation.random_words import key_of
from croupier.simulation.rounds.trial import Experiment, experiment, known_beside
from croupier.simulation.shoes.kernel import (
    UNITS_MAX,
    Cells,
    ShoeSource,
    SittingSource,
    UnitSource,
    burns_of,
    cards_of,
    check_lasts,
)
from croupier.simulation.trial import Progress, Run, Trial

CHUNK_ROUNDS: Final = 1 << 22
"""About as many rounds are handed out together."""
SUM_MAX: Final = 1 << 62
"""No sum of a chunk may come near the end of a machine's integers."""
SITTING: Final = 1_000
SITTING_MAX: Final = 100_000


@dataclass(frozen=True)
class ShoeTrial(Trial, ABC):
    """Units of rounds that depend on each other, under one strategy and one seed."""

    fresh: Experiment
    """The same game, strategy and cards, each round from all of them: what the units are read beside."""

    units_max = UNITS_MAX

    @property
    @abstractmethod
    def how(self) -> str:
        """How the cards are dealt, in words."""

    @property
    @abstractmethod
    def asked_for(self) -> Mapping[str, object]:
        """The options that deal the cards like this at the command line; none where no option does."""

    def conditions(self, run: Run) -> Conditions:
        """What made a run, and the command that gives it again."""
        of = self.fresh.asked
        rounds = self.rounds_in(run.progress) + (self.rounds_in(run.cut_off) if run.cut_off else 0)
        options = {**self.asked_for, "--rounds": rounds, **of.options}
        return replace(of, options=options, place=of.place if self.asked_for else "")

    @property
    @abstractmethod
    def places(self) -> int:
        """How many rounds a unit can have, at most."""

    @property
    @abstractmethod
    def common(self) -> int:
        """How many rounds at the start of every unit are worth exactly what a round from all the cards is."""

    @property
    def rounds_least(self) -> int:  # type: ignore[override]  # a shoe's follows from its cards
        return self.common

    @property
    @abstractmethod
    def source(self) -> UnitSource:
        """What plays a unit."""

    @property
    def model(self) -> Model:
        return self.fresh.model

    @property
    def composition(self) -> Composition:
        return self.fresh.solver.counts.composition

    @property
    def size(self) -> int:
        return sum(self.composition)

    @property
    def cards(self) -> int:
        """How many cards a round takes, at most."""
        return cards_of(self.model)

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that are stated."""
        return tuple(self.fresh.pays)

    @cached_property
    def cells(self) -> Cells:
        """Where in a tally what is added up lies."""
        layout = self.fresh.solver.counts.layout
        return Cells(len(layout.plans) * layout.joints, self.places, len(self.wagers))

    @cached_property
    def scale(self) -> int:
        """Winnings are whole numbers of so small a part of the stake."""
        return lcm(*(scale for _, scale in self.fresh.pays.values()))

    @cached_property
    def winnings(self) -> list[list[int]]:
        """What a unit on each wager wins, in such parts, by plan and joint outcome."""
        return [[pay * (self.scale // scale) for pay in cells] for cells, scale in self.fresh.pays.values()]

    @cached_property
    def chunk(self) -> int:
        most = self.places * max(1, *(abs(pay) for each in self.winnings for pay in each))
        if most**2 >= SUM_MAX:
            raise Refused(f"what {self.model.id} pays has too fine a common part to be added up; choose rounder odds")
        return max(1, min(CHUNK_ROUNDS // self.rounds_least, SUM_MAX // most**2))

    @cached_property
    def kernel(self) -> Kernel:
        """What plays units, ready to be compiled."""
        source = self.source
        source.write()
        return source.kernel()

    @cached_property
    def pays(self) -> Packed:
        """The winnings as the kernel reads them."""
        return Packed.of(np.ascontiguousarray(np.array(self.winnings, dtype=np.int64).T))

    @property
    def key(self) -> int:
        return key_of(self.fresh.seed, f"{self.unit}s of {self.model.id}")

    @cached_property
    def job(self) -> Job:
        return self.job_of(self.places)

    def job_of(self, rounds: int) -> Job:
        """What a worker needs for units that have so many rounds at most."""
        limit = Packed.of(np.array([rounds], dtype=np.int64))
        return Job(self.kernel, self.key, (*self.fresh.job.arrays, self.pays, limit), self.cells.all)

    def rounds_in(self, progress: Progress) -> int:
        return sum(progress.tally[self.cells.at_places : self.cells.moments : 1 + len(self.wagers)])

    @cached_property
    def known_by(self) -> Mapping[str, str]:
        return known_beside(self.fresh, self.job, dealing=f"{self.how}, {self.places}")


@dataclass(frozen=True)
class Shoes(ShoeTrial):
    """Shoes dealt to a cut card."""

    supply: Supply

    def __post_init__(self) -> None:
        """Refuse a shoe that might run out in the middle of a round."""
        check_lasts(self.model, self.composition, self.supply)

    unit = "shoe"

    @property
    def asked_for(self) -> Mapping[str, object]:
        """A shoe as the house rules have it; a supply that a program gives is known to it alone."""
        book = self.fresh.solver.book
        return {"--dealing": "shoe"} if book is not None and book.supply == self.supply else {}

    @property
    def how(self) -> str:
        shoe = f"shoes of {self.size} cards, the cut card {self.supply.cut_from_end} from the end"
        within, first = self.supply.rounds_after
        return shoe if within == first else f"{shoe} (where it comes before a round, {first} more follow that round)"

    @property
    def places(self) -> int:
        """At most a round for every card before the cut, the last of them, and those after it."""
        return max(0, self.size - self.supply.cut_from_end) + 1 + max(self.supply.rounds_after)

    @property
    def common(self) -> int:
        """As many rounds as there are where each takes all the cards that it can."""
        before = self.size - self.supply.cut_from_end - burns_of(self.composition, self.supply)[1]
        return max(0, before) // self.cards + 1 + min(self.supply.rounds_after)

    @property
    def source(self) -> ShoeSource:
        return ShoeSource(self.model, self.composition, self.cells, self.common, self.supply)


@dataclass(frozen=True)
class Sittings(ShoeTrial):
    """Sittings at a shuffler whose last discards cannot come back in the next round."""

    held_back: int
    rounds: int

    def __post_init__(self) -> None:
        """Refuse to hold back so many that no round can be dealt."""
        check_whole(held_back=self.held_back, sitting=self.rounds)
        if not 0 <= self.held_back <= self.size - self.cards:
            raise Refused(
                f"{self.held_back} discards cannot be held back; with {self.size} cards and {self.cards} to a round "
                f"0 to {self.size - self.cards} can",
                field="held_back",
            )
        if not 1 <= self.rounds <= SITTING_MAX:
            raise Refused(
                f"a sitting of {self.rounds:,} rounds is not played; 1 to {SITTING_MAX:,} are", field="sitting"
            )

    unit = "sitting"

    @property
    def asked_for(self) -> Mapping[str, object]:
        """A shuffler, and sittings of the usual length."""
        return {"--dealing": "shuffler", "--held-back": self.held_back} if self.rounds == SITTING else {}

    @property
    def how(self) -> str:
        return f"a shuffler with {self.size} cards that holds the last {self.held_back} discards back"

    @property
    def places(self) -> int:
        return self.rounds

    @property
    def common(self) -> int:
        """Rounds until a discard may have come back; all, where a round always takes the same number of cards.

        Discards that are held back are then any cards, like those of a shoe. Where the cards say how many are taken,
        the last few of a round are not just any.
        """
        if self.model.taken is None or self.held_back == 0:
            return self.rounds
        return min(self.rounds, self.held_back // self.cards + 1)

    @property
    def rounds_least(self) -> int:  # type: ignore[override]  # as above
        return self.rounds

    @property
    def source(self) -> SittingSource:
        return SittingSource(self.model, self.composition, self.cells, self.common, self.held_back, self.rounds)


# ── Prepared ─────────


def supply_of(game: str | Game | Model, house: Mapping[str, object] | None) -> Supply:
    """The supply of cards of a game under house rules that have it deal from a shoe."""
    if isinstance(game, Model):
        raise Refused(f"{game.id} is a model and does not say how a shoe is cut and burned", field="dealing")
    known = game_by_id(game) if isinstance(game, str) else game
    supply = known.rulebook(known.house(house)).supply
    if supply.renewal is not Renewal.SHOE:
        offered = (p.name for p in known.parameters if Renewal.SHOE in getattr(p.kind, "words", ()))
        how = "".join(f" (set {name}={Renewal.SHOE})" for name in offered)
        why = f"{known.id} does not deal from a shoe under these house rules{how}"
        raise Refused(why, clause=supply.clause, field="dealing")
    return supply


def shoes(
    game: str | Game | Model,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    supply: Supply | None = None,
    exact: bool = False,
) -> Shoes:
    """Prepare shoes dealt to the cut card; a model says by its supply how it is cut and burned."""
    dealt = supply or supply_of(game, house)
    fresh = experiment(game, house=house, strategy=strategy, removed=removed, seed=seed, exact=exact)
    return Shoes(fresh, dealt)


def sittings(
    game: str | Game | Model,
    held_back: int,
    *,
    rounds: int = SITTING,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    removed: Iterable[int] = (),
    seed: int | str = 0,
    exact: bool = False,
) -> Sittings:
    """Prepare sittings of so many rounds at a shuffler that holds its last discards back for a round."""
    fresh = experiment(game, house=house, strategy=strategy, removed=removed, seed=seed, exact=exact)
    return Sittings(fresh, held_back, rounds)
