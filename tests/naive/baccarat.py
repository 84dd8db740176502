"""Baccarat with Lucky Monkey, settled naively."""

import math
from fractions import Fraction
from typing import Any

from .money import cents, house_banked, loses, pays, pushes, seat_line, wager_line

VALUES = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 0,
    "J": 0,
    "Q": 0,
    "K": 0,
}

# What the Banker does with each total once the Player has drawn, by the Player's third card: D draws, - stands.
#             player's third card: 0123456789
BANKER_AFTER_PLAYERS_THIRD_CARD = {
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDD-D",
    4: "--DDDDDD--",
    5: "----DDDD--",
    6: "------DD--",
    7: "----------",
}

# LM-R1; the lines in the order of the document.
LUCKY_MONKEY_PAYS = {
    1: {"one_face": 1, "player_face": 3, "banker_face": 8, "both_faces": 15, "same_rank": 15, "same_rank_and_suit": 15},
    2: {"one_face": 1, "player_face": 3, "banker_face": 8, "both_faces": 10, "same_rank": 25, "same_rank_and_suit": 25},
    3: {"one_face": 1, "player_face": 3, "banker_face": 8, "both_faces": 10, "same_rank": 10, "same_rank_and_suit": 75},
    4: {"one_face": 1, "player_face": 3, "banker_face": 6, "both_faces": 10, "same_rank": 25, "same_rank_and_suit": 75},
}


def total(cards: list[str]) -> int:
    """Count a hand as baccarat counts it."""
    return sum(VALUES[card[0]] for card in cards) % 10


def player_draws(player: list[str], banker: list[str]) -> bool:
    """Say whether the Player's two cards call for a third."""
    if total(player[:2]) >= 8 or total(banker[:2]) >= 8:
        return False
    return total(player[:2]) <= 5


def banker_draws(player: list[str], banker: list[str]) -> bool:
    """Say whether the Banker's two cards call for a third, after the Player's hand is complete."""
    if total(player[:2]) >= 8 or total(banker[:2]) >= 8:
        return False
    if len(player) == 2:
        return total(banker[:2]) <= 5
    return BANKER_AFTER_PLAYERS_THIRD_CARD[total(banker[:2])][VALUES[player[2][0]]] == "D"


def drawn_as_the_rules_say(player: list[str], banker: list[str]) -> bool:
    """Say whether a coup has exactly the third cards that the drawing rules give it."""
    if (len(player) == 3) != player_draws(player, banker):
        return False
    return (len(banker) == 3) == banker_draws(player, banker)


def lucky_monkey(player: list[str], banker: list[str]) -> str:
    """Name the Lucky Monkey line of a coup, or `lose`."""
    player_third = player[2] if len(player) == 3 else None
    banker_third = banker[2] if len(banker) == 3 else None
    if player_third is None and banker_third is None:
        return "lose"
    if banker_third is None:
        assert player_third is not None
        return "player_face" if player_third[0] in "JQK" else "lose"
    if player_third is None:
        return "banker_face" if banker_third[0] in "JQK" else "lose"
    faces = [third for third in [player_third, banker_third] if third[0] in "JQK"]
    if len(faces) == 0:
        return "lose"
    if len(faces) == 1:
        return "one_face"
    if player_third == banker_third:
        return "same_rank_and_suit"
    if player_third[0] == banker_third[0]:
        return "same_rank"
    return "both_faces"


def rate(text: object) -> Fraction:
    """Read a rate written as a fraction or as per cent."""
    text = str(text)
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text)


def banker_wins(stake: int, commission: Fraction, rounding: str) -> dict[str, str | None]:
    """Pay a winning Banker wager even money less the commission, which alone is rounded to the cent (LM-R5)."""
    exact = stake * commission
    if rounding == "down":
        taken = math.floor(exact)
    elif rounding == "up":
        taken = math.ceil(exact)
    else:
        taken = math.floor(exact + Fraction(1, 2))
    return wager_line(stake, "win", 1 - commission, stake - taken)


def settle(description: dict[str, Any]) -> dict[str, Any]:
    """Settle a described coup."""
    player = description["player"]
    banker = description["banker"]
    house = description.get("house", {})
    commission = rate(house.get("commission", "1/20"))
    rounding = house.get("commission_rounding", "half_up")
    tie_pays = house.get("tie_pays", 8)
    lucky_monkey_pays = LUCKY_MONKEY_PAYS[house.get("lucky_monkey_paytable", 1)]
    tie = total(player) == total(banker)
    seats = []
    for bets in sorted(description["seats"], key=lambda bets: bets["seat"]):
        wagers = {}

        if "player" in bets:
            stake = cents(bets["player"])
            if tie:
                wagers["player"] = pushes(stake)
            elif total(player) > total(banker):
                wagers["player"] = pays(stake, "win", 1)
            else:
                wagers["player"] = loses(stake)

        if "banker" in bets:
            stake = cents(bets["banker"])
            if tie:
                wagers["banker"] = pushes(stake)
            elif total(banker) > total(player):
                wagers["banker"] = banker_wins(stake, commission, rounding)
            else:
                wagers["banker"] = loses(stake)

        if "tie" in bets:
            stake = cents(bets["tie"])
            wagers["tie"] = pays(stake, "win", tie_pays) if tie else loses(stake)

        if "lucky_monkey" in bets:
            stake = cents(bets["lucky_monkey"])
            line = lucky_monkey(player, banker)
            wagers["lucky_monkey"] = loses(stake) if line == "lose" else pays(stake, line, lucky_monkey_pays[line])

        seats.append(seat_line(bets["seat"], wagers, fee=0))
    return house_banked("baccarat", seats)
