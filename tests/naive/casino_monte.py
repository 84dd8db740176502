"""Casino Monte with Full Monte, settled naively."""

from typing import Any

from .money import cents, house_banked, loses, pays, seat_line

RANKS = "23456789TJQKA"

# Three ranks in the order of RANKS. K-A-2 (CM-R1) is not among them.
STRAIGHTS = ["234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA"]
ACE_LOW_STRAIGHT = "23A"

FULL_MONTE_PAYS = {
    "three_of_a_kind_suited": 100,
    "straight_flush": 25,
    "three_of_a_kind": 10,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}


def full_monte(cards: list[str], ace_low_straight: bool) -> str:
    """Name the best Full Monte hand of the three cards, or `lose`."""
    ranks = "".join(sorted((card[0] for card in cards), key=RANKS.index))
    different_ranks = len(set(ranks))
    one_suit = cards[0][1] == cards[1][1] and cards[1][1] == cards[2][1]
    straight = ranks in STRAIGHTS or (ace_low_straight and ranks == ACE_LOW_STRAIGHT)
    if different_ranks == 1 and one_suit:
        return "three_of_a_kind_suited"
    if straight and one_suit:
        return "straight_flush"
    if different_ranks == 1:
        return "three_of_a_kind"
    if straight:
        return "straight"
    if one_suit:  # also with a pair in it, since several decks are in use (CM-R2)
        return "flush"
    if different_ranks == 2:
        return "pair"
    return "lose"


def settle(description: dict[str, Any]) -> dict[str, Any]:
    """Settle a described round of Casino Monte."""
    cards = description["cards"]
    ace_low_straight = description.get("house", {}).get("ace_low_straight", True)
    ranks = [RANKS.index(card[0]) for card in cards]
    seats = []
    for bets in sorted(description["seats"], key=lambda bets: bets["seat"]):
        chosen = ranks[bets["spot"] - 1]
        wagers = {}

        initial = cents(bets["initial"])
        if ranks[0] == ranks[1] == ranks[2]:
            wagers["initial"] = pays(initial, "win", 3)
        elif chosen == max(ranks):
            wagers["initial"] = pays(initial, "win", 1)
        else:
            wagers["initial"] = loses(initial)

        if "raise" in bets:
            if chosen == max(ranks):
                wagers["raise"] = pays(cents(bets["raise"]), "win", 1)
            else:
                wagers["raise"] = loses(cents(bets["raise"]))

        if "full_monte" in bets:
            hand = full_monte(cards, ace_low_straight)
            if hand == "lose":
                wagers["full_monte"] = loses(cents(bets["full_monte"]))
            else:
                wagers["full_monte"] = pays(cents(bets["full_monte"]), hand, FULL_MONTE_PAYS[hand])

        seats.append(seat_line(bets["seat"], wagers, fee=0))
    return house_banked("casino-monte", seats)
