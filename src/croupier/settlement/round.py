"""A settled round: what every wager of a described round pays, and why.

A description is read strictly, turned into the commands that would have dealt it, and handed to the table: every check
is the table's, made where a live round makes it, and named by the field that described it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.conditions import Conditions, conditions_of
from croupier.money import dollars
from croupier.naming import dealt_game, finder
from croupier.result import Result, Row
from croupier.rulebook import Game
from croupier.settlement.coverage import Left, coverage
from croupier.settlement.dealing import Dealing, unburned
from croupier.settlement.description import put_to
from croupier.settlement.reading import Fields, check_sane, parse, read_text
from croupier.settlement.text import comes_out, rules_in_force, sheet_of, wagers_of
from croupier.sheet import Sheet
from croupier.table import commands as c
from croupier.table.core import open_table
from croupier.table.events import Event, WagerSettled
from croupier.table.state import State

if TYPE_CHECKING:
    from rich.console import RenderableType


def settle(description: object, *, game: object = None) -> "Settlement":
    """Settle one described round: a mapping of fields, or a file of them in JSON or TOML.

    The description names a known game; one of your own is given as `game`, itself or as `FILE.py:NAME`.

    >>> seat = {"seat": 1, "spot": "red", "initial": 1, "raise": 3}
    >>> settle({"game": "monte", "cards": "J♦ J♠ J♥", "seats": [seat]})
    <Settlement of Casino Monte: seat 1 wins $6>
    """
    file = str(description) if isinstance(description, str | Path) else ""
    if not file:
        check_sane(description)
    fields = Fields(parse(read_text(file)) if file else description, "")
    of = dealt_game(game) if game is not None and "game" not in fields.left else finder(game)(fields.take("game"))
    dealt = settled(of, fields)
    return Settlement(dealt.state, of, file, events=tuple(dealt.events))


def settled(game: Game, fields: Fields) -> Dealing:
    """Deal and settle one described round."""
    house = Fields(fields.left.pop("house", {}), "house").left
    dealing = Dealing(open_table(unburned(game), house).state)
    put_to(dealing, fields)
    dealing.deal()
    dealing.do(c.SettleRound(), "seats")
    return dealing


@dataclass(frozen=True, repr=False)
class Settlement(Result):
    """One settled round.

    >>> import croupier
    >>> seat = {"seat": 1, "spot": "red", "initial": 1, "raise": 3}
    >>> paid = croupier.game("monte").settle({"cards": "J♦ J♠ J♥", "seats": [seat]})
    >>> [(row["wager"], row["outcome"], row["result"]) for row in paid.to_rows()]
    [('initial', 'win', '3.00'), ('raise', 'win', '3.00')]
    """

    state: State
    """The table after it."""
    game: Game
    """The game as the house deals it: at the table of a described round no card is burned."""
    file: str = ""
    """Where it was described."""
    asked: tuple[str, ...] = ("settle",)
    """The command that gives it again, and what follows the file."""
    events: tuple[Event, ...] = ()
    """What happened from the first to the last, where it was dealt from a description."""
    schema: ClassVar[str] = "croupier.settlement/1"

    @cached_property
    def conditions(self) -> Conditions:  # type: ignore[override]  # worked out when somebody asks
        """What made it; the file stands for the game and its house rules in the command that gives it again."""
        made = conditions_of(self.game.rulebook(self.state.rulebook.house))
        if not self.file or not made.place:
            return replace(made, place="")
        own = None if made.place == self.game.id else made.place
        return replace(made.asked(*self.asked, options={"--game": own}), place=self.file, changed={})

    @property
    def summary(self) -> str:
        nets = {seat: sum(s.result for s in wagers_of(self.state, seat)) for seat in self.state.players}
        return ", ".join(f"seat {seat} {comes_out(net)}" for seat, net in nets.items())

    @cached_property
    def bank_left(self) -> tuple[Left, ...]:
        """What was left of a player-dealer's wager after each wager; empty where the house banks."""
        return coverage(self.state)

    def data(self) -> dict[str, Any]:
        """Everything the round paid, with money in dollars."""
        state = self.state
        bank: dict[str, str] = {"net": dollars(state.bank_result)}
        if state.player_banked:
            bank |= {
                "wager": dollars(state.bank_wager),
                "used": dollars(state.bank_used),
                "fee": dollars(state.fees.get(state.player_dealer, 0)),
            }
        return {
            "game": state.game.id,
            "house": state.rulebook.house.show(),
            "rules": rules_in_force(state),
            "seats": [self._seat(seat) for seat in state.players],
            "bank": bank,
            "settlement": [self._met(place, settled) for place, settled in enumerate(state.settled)],
            "drop_box": dollars(sum(state.fees.values())),
        }

    def _seat(self, seat: int) -> dict[str, object]:
        wagers = wagers_of(self.state, seat)
        return {
            "seat": seat,
            "wagers": {
                s.wager: {
                    "stake": dollars(s.stake),
                    "outcome": s.outcome,
                    "odds": s.odds,
                    "result": dollars(s.result),
                    "returned": dollars(s.stake + s.result),
                    **({} if s.covered is None else {"covered": dollars(s.covered)}),
                    "clauses": list(s.clauses),
                }
                for s in wagers
            },
            "net": dollars(sum(s.result for s in wagers)),
            # CM-R7: what comes back to a winner, minus what a loser lost
            "total_payout": dollars(sum(s.result if s.result < 0 else s.stake + s.result for s in wagers)),
            "fee": dollars(self.state.fees.get(seat, 0)),
        }

    def _met(self, place: int, settled: WagerSettled) -> dict[str, object]:
        """A wager in the order of settlement, with what was left of a player-dealer's wager after it."""
        met = {"seat": settled.seat, "wager": settled.wager, "result": dollars(settled.result)}
        if not self.bank_left:
            return met
        left = self.bank_left[place]
        return met | {"bank_left": {"to_pay": dollars(left.to_pay), "to_take": dollars(left.to_take)}}

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data; house rules that are not usual are named though the file has them."""
        made = self.conditions.to_dict() | {"house_changed": self.state.rulebook.house.changes()}
        return super().to_dict() | {"conditions": made}

    def to_rows(self) -> list[Row]:
        return [
            {
                "seat": s.seat,
                "wager": s.wager,
                "stake": dollars(s.stake),
                "outcome": s.outcome,
                "odds": s.odds or "",
                "result": dollars(s.result),
                "returned": dollars(s.stake + s.result),
                "covered": "" if s.covered is None else dollars(s.covered),
                "clauses": " ".join(s.clauses),
            }
            for s in self.state.settled
        ]

    @property
    def sheet(self) -> Sheet:
        """The cards, every wager, what each seat is handed, and why."""
        return sheet_of(self.state)

    def footing(self) -> "RenderableType":
        """For a terminal; a round that a program described is given again by no command."""
        from rich.text import Text  # noqa: PLC0415  # who asks for data does not wait for Rich

        return super().footing() if self.file else Text(self.conditions.footing()[0], "dim")

    def headed(self) -> "RenderableType":
        """For a terminal; the house rules are on the sheet itself."""
        return self.sheet
