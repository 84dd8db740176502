"""Shoes of the simulation dealt again at a table, card by card."""

from fractions import Fraction

from croupier.rulebook import Burn, Game
from croupier.simulation.shoes.trial import Shoes
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBurn,
    AwaitCards,
    AwaitDecision,
    AwaitDie,
    AwaitRound,
    AwaitSettlement,
    AwaitShuffle,
)
from tests.rounds import Script
from tests.simulation.recorded_shoes import Told, ToldRound

STAKE = 100
"""Dollars on every wager; a commission of 5% is paid without rounding."""


class Replay:
    """A table at which told shoes are dealt."""

    def __init__(self, of: str | Game, house: dict[str, object], trial: Shoes) -> None:
        self.table = Script(of, house, seats=1, chips=10**12)
        self.trial = trial
        made = {decision.wager for decision in trial.model.decisions}
        self.wagers = {wager.id: STAKE for wager in trial.model.wagers if wager.id not in made}

    def shoe(self, shoe: Told) -> None:
        """Deal a shoe and hold every round against what was told of it."""
        table = self.table
        assert isinstance(table.awaits, AwaitShuffle)
        table.do(c.Shuffle("shoe", ""))
        if isinstance(table.awaits, AwaitBurn):
            by_value = table.state.rulebook.supply.burn is Burn.BY_VALUE
            table.do(c.BurnCards(shoe.order[0] if by_value else None))
        assert table.state.drawn == shoe.burned
        for told in shoe.rounds:
            assert isinstance(table.awaits, AwaitRound), "the table would have shuffled"
            assert table.state.drawn == told.start
            self.round(shoe, told)
            assert table.state.drawn == told.start + len(told.cards)
        assert isinstance(table.awaits, AwaitShuffle), "the table would have dealt on"

    def round(self, shoe: Told, told: ToldRound) -> None:
        """Deal one round with a stake on every wager."""
        table, faces = self.table, iter(told.faces)
        table.events.clear()  # nobody folds them again
        table.do(c.OpenRound())
        table.bet(1, spot=1 if table.state.rulebook.spots else 0, **self.wagers)
        dealt: list[int] = []
        table.close()
        while not isinstance((awaits := table.awaits), AwaitSettlement):
            match awaits:
                case AwaitCards():
                    at = told.start + len(dealt)
                    cards = shoe.order[at : at + awaits.count]
                    dealt += cards
                    table.do(c.DealCards(cards))
                case AwaitDie():
                    table.roll(next(faces))
                case _:
                    assert isinstance(awaits, AwaitDecision)
                    options = (d.options[at].id for d, at in zip(self.trial.model.decisions, told.plan, strict=True))
                    chosen = dict(zip(table.state.rulebook.decisions_by_id, options, strict=True))
                    table.do(c.Decide(1, chosen[awaits.decision]))
        burned = sum(event.count for event in table.all(e.CardsDiscarded))
        assert tuple(dealt) == told.cards[: len(told.cards) - burned]
        paid = {settled.wager: settled.result for settled in table.settle().values()}
        assert paid == self.expected(told)

    def expected(self, told: ToldRound) -> dict[str, int]:
        """What every wager won in cents, by the outcome that was told."""
        solver = self.trial.fresh.solver
        units = solver.units(told.plan, dict.fromkeys(self.wagers, STAKE))
        results = {
            wager.id: wager.line(int(solver.code_of_joint[wager.id][told.joint])).odds * units[wager.id] * 100
            for wager in self.trial.model.wagers
            if units[wager.id]
        }
        assert all(result == int(result) for result in results.values())
        return {id_: int(Fraction(result)) for id_, result in results.items()}
