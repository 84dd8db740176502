"""Three Card Poker 6 Card Bonus, settled naively."""

from typing import Any

from .money import cents, dollars, loses, pays, pushes, seat_line, wager_line
from .poker_hands import best_five_of_six, qualifies, strength, three_card_hand

PAIR_PLUS_PAYS = {
    "mini_royal": 200,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}

SIX_CARD_BONUS_PAYS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 100,
    "full_house": 20,
    "flush": 15,
    "straight": 10,
    "three_of_a_kind": 7,
}

WAGERS = ["ante", "play", "pair_plus", "six_card_bonus"]


def ante_outcome(player: list[str], dealer: list[str], when_not_qualified: str) -> str:
    """Say what becomes of the Ante of a hand that was played."""
    if not qualifies(dealer) and when_not_qualified == "always_wins":
        return "win"
    if strength(player) > strength(dealer):
        return "win"
    if strength(player) == strength(dealer):
        return "push"
    if not qualifies(dealer) and when_not_qualified == "push_if_dealer_higher":
        return "push"
    return "lose"


def play_outcome(player: list[str], dealer: list[str]) -> str:
    """Say what becomes of a Play wager; without a qualifying player-dealer it has no action."""
    if not qualifies(dealer):
        return "push"
    if strength(player) > strength(dealer):
        return "win"
    if strength(player) == strength(dealer):
        return "push"
    return "lose"


def lines_of_a_seat(bets: dict[str, Any], dealer: list[str], when_not_qualified: str) -> dict[str, Any]:
    """Settle one seat as if the player-dealer's wager had no end."""
    ante = cents(bets["ante"])
    folded = bets["decision"] == "fold"
    lines = {}
    if folded:
        lines["ante"] = wager_line(ante, "forfeited", None, -ante)
    else:
        outcomes = {"ante": ante_outcome(bets["cards"], dealer, when_not_qualified)}
        outcomes["play"] = play_outcome(bets["cards"], dealer)
        for wager, outcome in outcomes.items():
            if outcome == "win":
                lines[wager] = pays(ante, "win", 1)
            elif outcome == "push":
                lines[wager] = pushes(ante)
            else:
                lines[wager] = loses(ante)
    if "pair_plus" in bets:
        stake = cents(bets["pair_plus"])
        hand = three_card_hand(bets["cards"])
        if folded:
            lines["pair_plus"] = wager_line(stake, "forfeited", None, -stake)
        elif hand in PAIR_PLUS_PAYS:
            lines["pair_plus"] = pays(stake, hand, PAIR_PLUS_PAYS[hand])
        else:
            lines["pair_plus"] = loses(stake)
    if "six_card_bonus" in bets:
        stake = cents(bets["six_card_bonus"])
        hand = best_five_of_six(bets["cards"] + dealer)
        if hand in SIX_CARD_BONUS_PAYS:
            lines["six_card_bonus"] = pays(stake, hand, SIX_CARD_BONUS_PAYS[hand])
        else:
            lines["six_card_bonus"] = loses(stake)
    return lines


def clockwise_from(first: int) -> list[int]:
    """List all seven seats clockwise; seat 7 is followed by seat 1."""
    seats: list[int] = []
    seat = first
    while len(seats) < 7:
        seats.append(seat)
        seat = 1 if seat == 7 else seat + 1
    return seats


def settlement_turns(description: dict[str, Any], lines: dict[int, dict[str, Any]]) -> list[tuple[int, str]]:
    """List every wager on the table, as seat and name, in the order in which they are settled."""
    house = description.get("house", {})
    left_of_player_dealer = clockwise_from(description["player_dealer"]["seat"])[1]
    first = left_of_player_dealer
    if house.get("first_action", "left_of_player_dealer") == "action_button":
        first = description["action_button"]
    turns = []
    if house.get("forfeits", "in_turn") == "at_fold":
        # Hands are decided from the player-dealer's left (TCP-D11) wherever the action button is: the button is
        # named only where hands are revealed and wagers settled. A house may let forfeits follow the settlement.
        follows_settlement = house.get("forfeit_order", "as_folded") == "as_settled"
        for seat in clockwise_from(first if follows_settlement else left_of_player_dealer):
            forfeited = [wager for wager, line in lines.get(seat, {}).items() if line["outcome"] == "forfeited"]
            turns += [(seat, wager) for wager in forfeited]
        if follows_settlement and house.get("settlement_order", "by_seat") == "by_wager":
            turns.sort(key=lambda turn: WAGERS.index(turn[1]))  # a sort that leaves seats in their order
    if house.get("settlement_order", "by_seat") == "by_seat":
        rest = [(seat, wager) for seat in clockwise_from(first) for wager in WAGERS]
    else:
        rest = [(seat, wager) for wager in WAGERS for seat in clockwise_from(first)]
    for seat, wager in rest:
        if wager in lines.get(seat, {}) and (seat, wager) not in turns:
            turns.append((seat, wager))
    return turns


def collection_fee(collection: int, total_ante_action: int) -> int:
    """Give the player-dealer's fee in cents for a total of Ante wagers in cents."""
    if collection == 1:
        return 1_00 if total_ante_action <= 100_00 else 2_00
    return 1_00 if total_ante_action <= 200_00 else 2_00


def settle(description: dict[str, Any]) -> dict[str, Any]:
    """Settle a described round of Three Card Poker: all wagers first, then as far as the bank goes, in order."""
    house = description.get("house", {})
    bank = cents(description["player_dealer"]["wager"])
    dealer = description["player_dealer"]["cards"]
    when_not_qualified = house.get("ante_when_dealer_not_qualified", "push_if_dealer_higher")
    lines = {}
    for bets in sorted(description["seats"], key=lambda bets: bets["seat"]):
        lines[bets["seat"]] = lines_of_a_seat(bets, dealer, when_not_qualified)

    dealer_result = 0
    used = 0
    for seat, wager in settlement_turns(description, lines):
        line = lines[seat][wager]
        full = cents(line["result"])
        if full == 0:
            continue
        if house.get("coverage", "action") == "action":
            room = bank - used
        elif full > 0:
            room = bank + dealer_result
        else:
            room = bank - dealer_result
        moved = min(abs(full), room)
        result = moved if full > 0 else -moved
        line["result"] = dollars(result)
        line["returned"] = dollars(cents(line["stake"]) + result)
        if moved == 0:
            line["outcome"] = "uncovered"
            line["odds"] = None
        elif moved < abs(full):
            line["covered"] = dollars(moved)
        dealer_result -= result
        used = used + moved if house.get("coverage", "action") == "action" else max(used, abs(dealer_result))

    seats = [seat_line(seat, lines[seat], fee=1_00) for seat in lines]
    total_ante_action = sum(cents(bets["ante"]) for bets in description["seats"])
    dealer_fee = collection_fee(house.get("collection", 1), total_ante_action)
    return {
        "game": "three-card-poker",
        "seats": seats,
        "bank": {
            "net": dollars(dealer_result),
            "wager": dollars(bank),
            "used": dollars(used),
            "fee": dollars(dealer_fee),
        },
        "drop_box": dollars(1_00 * len(seats) + dealer_fee),
    }
