"""What tests ask of the second seat on a simulated GPU; a program: the simulator is chosen before Numba is loaded."""

import json
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.games import game
from croupier.protect.bank_kernel import BY_ROW
from croupier.protect.bank_table import BankTable, Play, bank_table
from croupier.protect.best_response import best_first, best_response, learned
from croupier.protect.second_seat import SecondSource, second_values
from croupier.rulebook import Rulebook
from croupier.simulation.tables.seats import Seat
from tests.protect.short_change import ALL_BUT_FIVE, SHORT_CHANGE

STAKE: Final = {"stake": 10_00}
MIXED: Final = ({"stake": 10_00, "low": 5_00}, {"stake": 20_00}, STAKE)
NINE: Final = cards_from("2c 3c 4c 2d 3d Qd Kh Ah As")


def every_deal_alike(table: BankTable, wager: int) -> bool:
    """Whether a core that goes through every deal in order met and won the same, in every situation."""
    first, _, _ = best_first(table, wager)
    found = second_values(table, wager, first)
    seats, plans, groups = len(table.seats), len(table.solver.plans), table.groups
    rows = np.concatenate([first[None], table.ordinary.by_row[1:]])
    by_group = np.full((seats, table.histories * groups), plans, dtype=np.int64)
    play = Play(rows, by_group, np.full(seats, BY_ROW, dtype=np.int64))
    told = learned(replace(table, every_deal=True), wager, play, 1, 0, "learning", lambda _: None)
    grain = table.grain((wager,))
    for one in range(plans):
        for group in range(groups):
            at, here = one * groups + group, table.group_of_row == group
            met = Fraction(int(found.deals[one, here].sum()), found.total)
            won = [Fraction(int(cents), found.total) for cents in found.won[one, here].sum(axis=0)]
            if met != Fraction(int(told.visits[at]), told.rounds):
                return False
            if won != [Fraction(int(grains) * grain, told.rounds) for grains in told.sums[at]]:
                return False
    return True


def best_is_exact(table: BankTable, wager: int) -> bool:
    """Whether the response is worth what it wins in every deal, and no less than what chance teaches."""
    response = best_response(table, wager, rounds=200, device="gpu")
    whole = replace(table, every_deal=True)
    played = whole.values((wager,), rounds=0, play=response.play).mean(0, 2).value
    others = best_response(table, wager, rounds=200)
    taught = whole.values((wager,), rounds=0, play=others.play).mean(0, 2).value
    met = [sum(share for _, _, share in response.options(2)), *(sum(takes) for _, takes, _ in response.options(2))]
    return (
        response.exact_second == played >= taught
        and response.seat(2).standard_error == response.regrets[1] == 0
        and all(each == 1 for each in met)
    )


def short_change(stakes: tuple[dict[str, int], ...], **house: object) -> BankTable:
    book = SHORT_CHANGE.rulebook(SHORT_CHANGE.house(house))
    return bank_table(book, tuple(Seat(each) for each in stakes), removed=ALL_BUT_FIVE)


def nine_cards(book: Rulebook, stakes: tuple[dict[str, int], ...]) -> BankTable:
    return bank_table(book, tuple(Seat(each) for each in stakes), removed=[c for c in range(52) if c not in NINE])


def refusal(table: BankTable) -> str:
    try:
        second_values(table, 10_00, best_first(table, 10_00)[0])
    except Refused as refused:
        return str(refused)
    return ""


def main() -> dict[str, object]:
    poker = game("three-card-poker")
    net = poker.rulebook(poker.house({"coverage": "net"}))
    small = [
        ({"turn": "seats", "counts": counts}, stakes) for counts in ("action", "net") for stakes in (MIXED[:2], MIXED)
    ]
    bets = {"ante": 10_00, "pair_plus": 5_00, "six_card_bonus": 1_00}
    return {
        "short change": all(
            every_deal_alike(short_change(stakes, **house), wager)
            for house, stakes in small
            for wager in (5_00, 15_00, 30_00, 80_00)
        ),
        "short change at best": all(
            best_is_exact(short_change(stakes, **house), wager) for house, stakes in small for wager in (15_00, 30_00)
        ),
        "three-card-poker": every_deal_alike(nine_cards(poker.rulebook(), ({"ante": 10_00}, bets)), 25_00),
        "three-card-poker, net": every_deal_alike(nine_cards(net, ({"ante": 10_00}, {"ante": 20_00})), 30_00),
        "deals of a deck": SecondSource(bank_table(poker.rulebook(), (Seat({"ante": 10_00}),) * 2)).deals(),
        "refused alone": refusal(short_change((STAKE,))),
        "refused by kinds": refusal(short_change((STAKE, STAKE), turn="kinds")),
    }


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
