"""What does this pay? One described round, settled by the table itself.

A description is read strictly, turned into the commands that would have dealt it, and handed to the table: every check
is the table's, made where a live round makes it, and named by the field that described it.
"""

from collections.abc import Callable
from typing import Any

from croupier.games import game as game_by_id
from croupier.money import dollars
from croupier.rulebook import Game
from croupier.settlement.coverage import Left, coverage
from croupier.settlement.dealing import Dealing, unburned
from croupier.settlement.described import DESCRIBED
from croupier.settlement.reading import Fields, parse
from croupier.table import commands as c
from croupier.table.core import open_table, step
from croupier.table.state import State

__all__ = ["answer", "parse", "rules_in_force", "settle", "settled"]


def settle(description: object, *, games: Callable[[object], Game] = game_by_id) -> dict[str, object]:
    """Settle one described round; the answer is plain data with money in dollars."""
    return answer(settled(description, games=games))


def settled(description: object, *, games: Callable[[object], Game] = game_by_id) -> State:
    """Give the table after one described round."""
    fields = Fields(description, "")
    game = games(fields.take("game"))
    house = Fields(fields.left.pop("house", {}), "house").left
    dealing = Dealing(open_table(unburned(game), house).state)
    DESCRIBED[game.id](dealing, fields)
    dealing.deal()
    return step(dealing.state, c.SettleRound()).state


def answer(state: State) -> dict[str, object]:
    """Everything a settled round paid, as plain data."""
    seats: list[dict[str, Any]] = []
    for seat in state.players:
        settled = {s.wager: s for s in state.settled if s.seat == seat}
        in_order = [settled[w.id] for w in state.rulebook.wagers if w.id in settled]
        seats.append(
            {
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
                    for s in in_order
                },
                "net": dollars(sum(s.result for s in in_order)),
                # CM-R7: what comes back to a winner, minus what a loser lost
                "total_payout": dollars(sum(s.result if s.result < 0 else s.stake + s.result for s in in_order)),
                "fee": dollars(state.fees.get(seat, 0)),
            }
        )
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
        "seats": seats,
        "bank": bank,
        "settlement": course(state),
        "drop_box": dollars(sum(state.fees.values())),
    }


def rules_in_force(state: State) -> dict[str, object]:
    """The house rules that decide what this round's wagers pay or take, and others that are not usual."""
    return state.rulebook.house.deciding({settled.wager for settled in state.settled})


def course(state: State) -> list[dict[str, object]]:
    """Every wager in the order of settlement, with what was left of a player-dealer's wager after it."""
    lefts = coverage(state)
    return [
        {
            "seat": settled.seat,
            "wager": settled.wager,
            "result": dollars(settled.result),
            **({"bank_left": bank_left(lefts[place])} if lefts else {}),
        }
        for place, settled in enumerate(state.settled)
    ]


def bank_left(left: Left) -> dict[str, str]:
    """What a player-dealer's wager could still pay and take."""
    return {"to_pay": dollars(left.to_pay), "to_take": dollars(left.to_take)}
