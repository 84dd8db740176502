"""From an event back to the command that caused it, so that a record can be derived again."""

from collections.abc import Callable
from typing import Any, Final

from croupier.table import commands as c
from croupier.table import events as e

CAUSE: Final[dict[type, Callable[[Any], c.Command]]] = {
    e.TableContinued: lambda x: c.Continue(x.table, x.version, x.digest, x.chance, x.cut),
    e.HouseChanged: lambda x: c.ChangeHouse(x.house, x.digest, x.actor, x.reason),
    e.SeatTaken: lambda x: c.Sit(x.seat, x.player, x.cents, x.house_run),
    e.ChipsBought: lambda x: c.BuyChips(x.seat, x.cents),
    e.SeatLeft: lambda x: c.Leave(x.seat),
    e.BankOffered: lambda _: c.OfferBank(),
    e.BankTaken: lambda x: c.TakeBank(x.seat),
    e.BankDeclined: lambda x: c.TimeOut(x.seat) if x.by == e.TABLE else c.DeclineBank(x.seat),
    e.BankPassed: lambda x: c.PassBank(x.seat),
    e.CardsShuffled: lambda x: c.Shuffle(x.colour, x.commitment),
    e.DiceCommitted: lambda x: c.CommitDice(x.commitment),
    e.CardsBurned: lambda x: c.BurnCards(x.shown),
    e.RoundOpened: lambda x: c.OpenRound(x.action_button),
    e.WagerPlaced: lambda x: c.PlaceWager(x.seat, x.wager, x.cents, x.spot),
    e.WagerWithdrawn: lambda x: c.WithdrawWager(x.seat, x.wager),
    e.BetsClosed: lambda _: c.CloseBets(),
    e.CardsDealt: lambda x: c.DealCards(x.cards, x.salt),
    e.DieRolled: lambda x: c.RollDie(x.face),
    e.DecisionMade: lambda x: c.TimeOut(x.seat) if x.by == e.TABLE else c.Decide(x.seat, x.option),
    e.SettlementBegan: lambda _: c.SettleRound(),
    e.RoundVoided: lambda x: c.VoidRound(x.reason, x.actor),
}


def cause_of(event: e.Event) -> c.Command | None:
    """The command whose first event this is; None for an event that only ever follows another."""
    cause = CAUSE.get(type(event))
    return cause(event) if cause else None
