"""Rounds of the table kernel dealt again at a table: the same cards, decisions, stakes and bank."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from croupier.exact.evaluation import result
from croupier.games import game
from croupier.kernel.kernel import Kernel
from croupier.rulebook.deal import Draw
from croupier.simulation.job import Chunk, played
from croupier.simulation.random_words import TEMPLATE
from croupier.simulation.sights import all_sights
from croupier.simulation.tables.kernel import BANK, HEAD, ITEM, MOMENTS, TableSource
from croupier.simulation.tables.trial import TableTrial
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, awaiting
from croupier.table.core import step
from croupier.table.state import State
from tests.exact.dealt import cards_in_order
from tests.rounds import Script

Results = dict[tuple[int, str], int]
"""Cents that each seat's wager won."""
RICH = 10**13

Facts = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Replay:
    """A trial whose rounds can be dealt again."""

    trial: TableTrial

    @property
    def of(self) -> str:
        return self.trial.book.game.id

    @cached_property
    def dealing(self) -> Callable[..., int]:
        """The kernel's own dealing, told card by card."""
        source = TableSource(
            self.trial.book.model, self.trial.solver.counts.composition, len(self.trial.seats), self.trial.coverages
        )
        source.emit("def deal(key, index, deck, falls, places, drawn):")
        source.depth = 1
        source.deal_table("index")
        source.emit("return 0")
        signature = "int64(int64, int64, int64[::1], int64[::1], int64[::1], int64[::1])"
        return Kernel("deal", signature, TEMPLATE + source.text, ()).compiled

    def deal(self, index: int) -> tuple[list[Facts], Facts]:
        """Each seat's own draws, and the shared ones, of a round."""
        job, seats = self.trial.job, len(self.trial.seats)
        deck, drawn = job.arrays[0].array.astype(np.int64), np.zeros(64, np.int64)
        self.dealing(job.key, index, deck, np.zeros(64, np.int64), np.zeros(64, np.int64), drawn)
        fell = iter(drawn.tolist())
        draws, own = self.trial.book.model.draws, self.trial.book.model.per_seat

        def take(*, owned: bool) -> Facts:
            return {
                d.name: tuple(next(fell) for _ in range(1 if d.kind is Draw.DIE else d.count))
                for d in draws
                if (d.name in own) == owned
            }

        hands = [take(owned=True) for _ in range(seats)]
        return hands, take(owned=False)

    @cached_property
    def plan_of_sight(self) -> dict[int, int]:
        """The plan at every sight, for seats that all follow one strategy."""
        sights, plans = all_sights(self.trial.solver.counts, self.trial.strategies[0][1])
        return dict(zip(sights.tolist(), plans.tolist(), strict=True))

    def options(self, hands: list[Facts], shared: Facts) -> dict[int, str]:
        """What each seat decides, worked out in plain Python."""
        model = self.trial.book.model
        if not model.decisions:
            return {}
        (decision,) = model.decisions
        chosen = {}
        for number, (hand, seat) in enumerate(zip(hands, self.trial.seats, strict=True), 1):
            facts = {name: (value,) for name, value in model.constants.items()} | hand | shared | {"spot": (seat.spot,)}
            chosen[number] = decision.options[self.plan_of_sight[result(model, decision.sees, facts)]].id
        return chosen

    def by_kernel(self, unit: int) -> dict[str, tuple[Results, int, int, int]]:
        """For each reading of a shift: every wager's cents, the bank's result after fees, coverage used, and rounds."""
        trial, tally = self.trial, played(Chunk(self.trial.job, unit, unit + 1)).tolist()
        cells, ids = trial.cells, [wager.id for wager in trial.book.wagers]
        found = {}
        for number, reading in enumerate(trial.coverages):
            at = number * cells.block
            sums = [tally[at + len(HEAD) + MOMENTS * BANK.index(name)] for name in ("after", "used")]
            items = at + cells.items_at
            results = {
                (seat + 1, id_): tally[items + (seat * len(ids) + n) * len(ITEM)]
                for seat in range(len(trial.seats))
                for n, id_ in enumerate(ids)
            }
            found[reading] = results, sums[0], sums[1], tally[at + HEAD.index("rounds")]
        return found

    def script(self, house: Mapping[str, object], bankroll: int) -> Script:
        """A table with these seats, and a player-dealer in the last place."""
        seats = len(self.trial.seats)
        script = Script(game(self.of), house, seats=seats, chips=RICH)
        if script.state.player_banked:
            script.do(c.Sit(script.state.rulebook.seats, "Bank", bankroll))
        return script

    def bet(self, script: Script) -> None:
        """Every seat bets."""
        for number, seat in enumerate(self.trial.seats, 1):
            spot = seat.spot
            for id_, cents in seat.stakes.items():
                script.do(c.PlaceWager(number, id_, cents, spot))
                spot = 0

    def settled(self, state: State, index: int) -> tuple[State, Results]:
        """Deal a round of the trial at a table where the betting is closed, decide and settle."""
        hands, shared = self.deal(index)
        chosen = self.options(hands, shared)
        every = [card for hand in hands for name in hand for card in hand[name]]
        cards = iter((*every, *cards_in_order(state.rulebook.model, shared)))
        while True:
            awaits = awaiting(state)
            match awaits:
                case AwaitCards():
                    command: c.Command = c.DealCards(tuple(next(cards) for _ in range(awaits.count)))
                case AwaitDie():
                    command = c.RollDie(shared["die"][0])
                case AwaitDecision():
                    command = c.Decide(awaits.seats[0], chosen[awaits.seats[0]])
                case _:
                    state, events = step(state, c.SettleRound())
                    return state, {(s.seat, s.wager): s.result for s in events if isinstance(s, e.WagerSettled)}
            state, _ = step(state, command)
