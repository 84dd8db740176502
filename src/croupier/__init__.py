"""Casino table games written once as rulebooks: counted exactly, simulated, dealt, settled and audited.

>>> import croupier
>>> tcp = croupier.game("tcp", collection=2)
>>> tcp.analyze().wagers["ante"].house_edge
Fraction(4373389, 101792600)
>>> tcp.advise(hand="Qs 6d 4c", up="2h").best
'play'

`dir(croupier)` lists what there is; each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.chart import Chart as Chart
    from croupier.errors import Refused as Refused
    from croupier.exact.advice import Advice as Advice
    from croupier.exact.analysis import Analysis as Analysis
    from croupier.exact.best_strategy import Strategy as Strategy
    from croupier.exact.comparison import Comparison as Comparison
    from croupier.exact.comparison import compare as compare
    from croupier.exact.design import Design as Design
    from croupier.exact.session import Session as Session
    from croupier.exact.wager_report import WagerReport as WagerReport
    from croupier.front.catalogue import Catalogue as Catalogue
    from croupier.front.catalogue import known_games as known_games
    from croupier.front.rulings import Rulings as Rulings
    from croupier.front.table import Table as Table
    from croupier.front.variant import Variant as Variant
    from croupier.front.variant import game as game
    from croupier.protect.bank import BankReport as BankReport
    from croupier.protect.errors import ErrorCost as ErrorCost
    from croupier.protect.first_seat import WrongFirstSeat as WrongFirstSeat
    from croupier.protect.knowledge import Knowledge as Knowledge
    from croupier.protect.protection import Protection as Protection
    from croupier.protect.shared_hands import SharedHands as SharedHands
    from croupier.record.audit import Audit as Audit
    from croupier.record.audit import audit as audit
    from croupier.record.history import History as History
    from croupier.record.history import RoundHistory as RoundHistory
    from croupier.record.history import history as history
    from croupier.result import Result as Result
    from croupier.settlement.round import Settlement as Settlement
    from croupier.settlement.round import settle as settle

__version__ = "0.1.0.dev0"

_PLACES = {
    "Advice": "croupier.exact.advice",
    "Analysis": "croupier.exact.analysis",
    "Audit": "croupier.record.audit",
    "BankReport": "croupier.protect.bank",
    "Catalogue": "croupier.front.catalogue",
    "Chart": "croupier.chart",
    "Comparison": "croupier.exact.comparison",
    "Design": "croupier.exact.design",
    "ErrorCost": "croupier.protect.errors",
    "History": "croupier.record.history",
    "Knowledge": "croupier.protect.knowledge",
    "Protection": "croupier.protect.protection",
    "Refused": "croupier.errors",
    "Result": "croupier.result",
    "RoundHistory": "croupier.record.history",
    "Rulings": "croupier.front.rulings",
    "Session": "croupier.exact.session",
    "Settlement": "croupier.settlement.round",
    "SharedHands": "croupier.protect.shared_hands",
    "Strategy": "croupier.exact.best_strategy",
    "Table": "croupier.front.table",
    "Variant": "croupier.front.variant",
    "WagerReport": "croupier.exact.wager_report",
    "WrongFirstSeat": "croupier.protect.first_seat",
    "audit": "croupier.record.audit",
    "compare": "croupier.exact.comparison",
    "game": "croupier.front.variant",
    "history": "croupier.record.history",
    "known_games": "croupier.front.catalogue",
    "settle": "croupier.settlement.round",
}
"""Where each name is; a test holds that no module has one of them."""

__all__ = [*_PLACES, "__version__"]  # noqa: PLE0604  # texts, all of them


def __getattr__(name: str) -> Any:  # noqa: ANN401  # whatever the name stands for
    """Load a name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"croupier has no {name!r}; it has {', '.join(_PLACES)}")
    found = getattr(import_module(_PLACES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
