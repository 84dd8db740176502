"""The table: a pure core, commands in and events out."""

from croupier.table.core import Awaiting, Origin, Stepped, awaiting, open_table, step
from croupier.table.state import BANK_WAGER, State, fold
from croupier.table.view import SPECTATOR, SeatView, View, view

__all__ = [
    "BANK_WAGER",
    "SPECTATOR",
    "Awaiting",
    "Origin",
    "SeatView",
    "State",
    "Stepped",
    "View",
    "awaiting",
    "fold",
    "open_table",
    "step",
    "view",
]
