"""Deals of a model dealt at a table: the same cards, the same decisions, and what the table made of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.exact.evaluation import Facts, result
from croupier.rulebook import Draw, Model
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, awaiting
from croupier.table.core import step
from croupier.table.state import State
from tests.rounds import Script

STAKE = 100
"""Dollars; a commission of 5% on them is paid without rounding."""
AMPLE = 10_000_000

Paid = dict[str, tuple[str, Fraction]]
"""What each wager was called and won per unit staked on it; wagers that were not staked are left out."""

Chosen = Mapping[int, str]
"""An option for each seat."""
BOTTOM_LAST = ("hand", "hole", "up")
"""A hand of which one card is exposed is dealt with that card last."""


@dataclass(frozen=True)
class Table:
    """A table at which every wager is placed and no card is dealt."""

    state: State
    seats: tuple[int, ...]

    def settled(self, deal: Facts, chosen: Chosen) -> dict[int, Paid]:
        """Deal a model's draws, let the seats decide, and settle."""
        state, cards = self.state, cards_in_order(self.state.rulebook.model, deal)
        while True:
            awaits = awaiting(state)
            command: c.Command
            match awaits:
                case AwaitCards():
                    command = c.DealCards(tuple(next(cards) for _ in range(awaits.count)))
                case AwaitDie():
                    command = c.RollDie(deal["die"][0])
                case AwaitDecision():
                    command = c.Decide(awaits.seats[0], chosen[awaits.seats[0]])
                case _:
                    _, events = step(state, c.SettleRound())
                    return paid(events, self.seats)
            state, _ = step(state, command)


def cards_in_order(model: Model, deal: Facts) -> Iterator[int]:
    """The draws of a deal in the order a table asks for them, as far as they are given."""
    names = [drawn.name for drawn in model.draws if drawn.kind is not Draw.DIE]
    for name in sorted(names, key=BOTTOM_LAST.index) if set(names) <= set(BOTTOM_LAST) else names:
        yield from deal.get(name, ())


def paid(events: tuple[e.Event, ...], seats: tuple[int, ...]) -> dict[int, Paid]:
    """What became of every wager, seat by seat."""
    settled = [event for event in events if isinstance(event, e.WagerSettled)]
    return {
        seat: {s.wager: (s.outcome, Fraction(s.result, s.stake)) for s in settled if s.seat == seat} for seat in seats
    }


def table(of: str, house: Mapping[str, object], seats: int) -> Table:
    """A table with a stake on every wager that can be placed before the deal, at so many seats."""
    script = Script(of, house, seats=seats, chips=2 * AMPLE * 100)
    if script.state.player_banked:
        banker = script.state.rulebook.seats
        script.do(c.Sit(banker, "Bank", 2 * AMPLE * 100))
        script.bank(banker)
    script.open()
    if script.state.player_banked:
        script.bet_bank(AMPLE)
    book = script.state.rulebook
    everything = {wager.id: STAKE for wager in book.placed_wagers}
    for seat in range(1, seats + 1):
        script.bet(seat, spot=int(bool(book.spots)), **everything)
    script.close()
    return Table(script.state, tuple(range(1, seats + 1)))


def as_ruled(model: Model, deal: Facts, option: str) -> Paid:
    """The same, by the model's rules alone."""
    known = dict(deal)
    staked = {wager.id for wager in model.wagers} - {decision.wager for decision in model.decisions}
    for decision in model.decisions:
        chosen = decision.option(option)
        assert chosen is not None
        known[decision.id] = (int(chosen.code),)
        if chosen.multiple:
            staked.add(decision.wager)
    lines = {w.id: w.line(result(model, w.outcome, dict(known))) for w in model.wagers if w.id in staked}
    return {id_: (line.called, line.odds) for id_, line in lines.items()}
