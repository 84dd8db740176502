"""Valid described rounds for tests that hold two settlements against each other; all chance comes from the caller."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from .baccarat import banker_draws, player_draws, total
from .biased_hands import three_card_poker_hands

RANKS = "23456789TJQKA"
SUITS = "cdhs"
Description = dict[str, Any]

# One suit for each of three cards, for every way in which suits of three cards can be equal.
SUIT_PATTERNS = ["sss", "ssh", "shs", "hss", "shd"]

THREE_CARD_POKER_HOUSE: dict[str, list[Any]] = {
    "coverage": ["action", "net"],
    "settlement_order": ["by_seat", "by_wager"],
    "first_action": ["left_of_player_dealer", "action_button"],
    "forfeits": ["in_turn", "at_fold"],
    "forfeit_order": ["as_folded", "as_settled"],
    "ante_when_dealer_not_qualified": ["push_if_dealer_higher", "lose_if_dealer_higher", "always_wins"],
    "exposed_card": [True, False],
    "collection": [1, 2],
    "bonus_minimum": [1, 2, 5],
    "player_dealer_minimum": [1, 3, 10],
}


def some_house_rules(rng: Random, choices: dict[str, list[Any]]) -> dict[str, Any]:
    """State about half of the house rules, leaving the others to their defaults."""
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.5}


def written(rng: Random, cents: int) -> int | float | str:
    """Write an amount in one of the ways a described round may write it."""
    text = f"{cents // 100}.{cents % 100:02d}"
    ways: list[int | float | str] = [text, float(text)]
    if cents % 100 == 0:
        ways += [cents // 100, cents // 100, str(cents // 100)]
    return rng.choice(ways)


def stake(rng: Random, lowest: int, highest: int) -> int:
    """Choose an amount in cents between two amounts in dollars, both limits included."""
    ways = [
        lowest * 100,
        highest * 100,
        rng.randint(lowest, min(highest, lowest + 20)) * 100,
        rng.randint(lowest, highest) * 100,
        rng.randint(lowest * 100, highest * 100),
        min(lowest * 100 + rng.randint(0, 99), highest * 100),
    ]
    return rng.choice(ways)


def some_seats(rng: Random, seats: list[int]) -> list[int]:
    """Choose at least one of the seats, in no particular order."""
    return rng.sample(seats, rng.randint(1, len(seats)))


def casino_monte_round(rng: Random) -> Description:
    """Make up a round of Casino Monte, with equal ranks, equal suits and straights far more often than dealt ones."""
    house = some_house_rules(
        rng,
        {
            "decks": [6, 8],
            "procedure": ["standard", "alternate"],
            "shuffle": ["continuous", "shoe"],
            "ace_low_straight": [True, False],
            "positions": [1, 3, 5, 6],
        },
    )
    low = rng.randrange(13)
    straight = [RANKS[low], RANKS[(low + 1) % 13], RANKS[(low + 2) % 13]]  # K-A-2 comes up too, and is none
    rng.shuffle(straight)
    any_ranks = [rng.choice(RANKS), rng.choice(RANKS), rng.choice(RANKS)]
    few_ranks = [rng.choice(RANKS[low : low + 2]) for _ in range(3)]
    ranks = rng.choice([straight, any_ranks, few_ranks, [RANKS[low]] * 3])
    suits = rng.choice([*SUIT_PATTERNS, "".join(rng.choice(SUITS) for _ in range(3))])
    seats = []
    for seat in some_seats(rng, list(range(1, house.get("positions", 6) + 1))):
        initial = stake(rng, 1, 500)
        bets = {"seat": seat, "spot": rng.randint(1, 3), "initial": written(rng, initial)}
        times = rng.randint(0, 3)
        if times:
            bets["raise"] = written(rng, initial * times)
        if rng.random() < 0.7:
            bets["full_monte"] = written(rng, stake(rng, 1, 100))
        seats.append(bets)
    cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
    return {"game": "casino-monte", "house": house, "cards": cards, "seats": seats}


def baccarat_round(rng: Random) -> Description:
    """Make up a coup, with court cards as third cards and ties more often than dealt ones."""
    house = some_house_rules(
        rng,
        {
            "decks": [8, 6],
            "commission": ["1/20", "1/25", "1/40", "5%", "4%"],
            "tie_pays": [8, 9],
            "lucky_monkey_paytable": [1, 2, 3, 4],
            "lucky_monkey_alone": [True, False],
            "commission_rounding": ["half_up", "down", "up"],
            "seats": [1, 4, 7],
        },
    )
    # Six cards at most, so no card can come up more often than six decks hold it.
    ranks = rng.choice([RANKS, RANKS, "2A3TJQK", "2A35K"])
    suits = rng.choice([SUITS, "hs", "s"])
    third_ranks = rng.choice([ranks, "JQK", "TK"])
    player = [rng.choice(ranks) + rng.choice(suits) for _ in range(2)]
    banker = [rng.choice(ranks) + rng.choice(suits) for _ in range(2)]
    if player_draws(player, banker):
        player.append(rng.choice(third_ranks) + rng.choice(suits))
    if banker_draws(player, banker):
        banker.append(rng.choice(third_ranks) + rng.choice(suits))
    seats = []
    for seat in some_seats(rng, list(range(1, house.get("seats", 7) + 1))):
        bets: dict[str, Any] = {"seat": seat}
        if house.get("lucky_monkey_alone", False) and rng.random() < 0.3:
            bets["lucky_monkey"] = written(rng, stake(rng, 1, 100))
        else:
            for wager in rng.choice([["player"], ["banker"], ["banker"], ["tie"], ["player", "banker", "tie"]]):
                bets[wager] = written(rng, stake(rng, 1, 100) if wager == "tie" else stake(rng, 5, 1000))
            if rng.random() < 0.7:
                bets["lucky_monkey"] = written(rng, stake(rng, 1, 100))
        seats.append(bets)
    return {"game": "baccarat", "house": house, "player": player, "banker": banker, "seats": seats}


def antes(rng: Random, collection: int, seats: int) -> list[int]:
    """Choose an Ante in dollars for each seat, sometimes to the dollar where the player-dealer's fee changes."""
    lowest, highest, changes_above = (5, 100, 100) if collection == 1 else (50, 400, 200)
    placed = [rng.randint(lowest, rng.choice([lowest + 5, highest])) for _ in range(seats)]
    for changing in [changes_above, changes_above + 1]:
        last = changing - sum(placed[:-1])
        if lowest <= last <= highest and rng.random() < 0.5:
            placed[-1] = last
    return placed


def three_card_poker_round(rng: Random) -> Description:
    """Make up a round of Three Card Poker, with strong hands, ties and banks that run out far more often than dealt."""
    house = some_house_rules(rng, THREE_CARD_POKER_HOUSE)
    collection = house.get("collection", 1)
    player_dealer, *others = rng.sample(range(1, 8), 7)
    occupied = some_seats(rng, others)
    dealer, *hands = three_card_poker_hands(rng, 1 + len(occupied))

    seats = []
    action = 0
    for seat, hand, ante in zip(occupied, hands, antes(rng, collection, len(occupied)), strict=True):
        bets = {"seat": seat, "cards": hand, "ante": written(rng, ante * 100)}
        for bonus in ["pair_plus", "six_card_bonus"]:
            if rng.random() < 0.6:
                lowest = house.get("bonus_minimum", 1)
                highest = rng.choice([lowest + 4, 100 if collection == 1 else 600])
                placed = rng.randint(lowest, highest)
                bets[bonus] = written(rng, placed * 100)
                action += placed
        bets["decision"] = rng.choice(["play", "play", "play", "fold"])
        if bets["decision"] == "play" and rng.random() < 0.3:
            bets["play"] = written(rng, ante * 100)
        action += 2 * ante
        seats.append(bets)

    # From a bank that hardly meets the first wager to one that no round can exhaust.
    lowest = house.get("player_dealer_minimum", 1)
    banks = [rng.randint(lowest, lowest + 30), rng.randint(lowest, lowest + action), lowest + 7 * action, 1_000_000]
    bank = rng.choice(banks)
    description: Description = {
        "game": "three-card-poker",
        "house": house,
        "player_dealer": {"seat": player_dealer, "wager": written(rng, bank * 100), "cards": dealer},
        "seats": seats,
    }
    if house.get("exposed_card", True):
        description["player_dealer"]["exposed"] = rng.choice(dealer)
    if house.get("first_action") == "action_button":
        description["action_button"] = rng.choice(occupied)
    return description


def every_casino_monte_layout() -> Iterator[list[str]]:
    """Give one layout of three cards for every order of ranks and every way in which their suits can be equal."""
    for ranks in product(RANKS, repeat=3):
        for suits in SUIT_PATTERNS:
            yield [rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def casino_monte_layout_round(cards: list[str]) -> Description:
    """Describe a round in which each of the three spots has a seat with all its wagers."""
    seats = [{"seat": spot, "spot": spot, "initial": 1, "raise": spot, "full_monte": 1} for spot in [1, 2, 3]]
    return {"game": "casino-monte", "house": {}, "cards": cards, "seats": seats}


def every_baccarat_draw_path() -> Iterator[tuple[list[str], list[str]]]:
    """Give the Player's and the Banker's cards of coups that go every way a coup can go.

    Every pair of two-card totals comes with every rank of third card on either side that draws; where both draw, the
    third cards come in one suit and in two.
    """
    two_cards = {total([first + "c", "7d"]): [first + "c", "7d"] for first in "A23456789T"}
    for player_two, banker_two in product(two_cards.values(), repeat=2):
        player_thirds = [[rank + "h"] for rank in RANKS] if player_draws(player_two, banker_two) else [[]]
        for player_third in player_thirds:
            player = player_two + player_third
            banker_thirds: list[list[str]] = [[]]
            if banker_draws(player, banker_two):
                suits = "hs" if player_third else "h"
                banker_thirds = [[rank + suit] for rank in RANKS for suit in suits]
            for banker_third in banker_thirds:
                yield player, banker_two + banker_third


def baccarat_coup_round(player: list[str], banker: list[str], lucky_monkey_paytable: int) -> Description:
    """Describe a coup on which one seat has all four wagers."""
    house = {"lucky_monkey_paytable": lucky_monkey_paytable}
    seats = [{"seat": 1, "player": 10, "banker": "10.10", "tie": 1, "lucky_monkey": 1}]
    return {"game": "baccarat", "house": house, "player": player, "banker": banker, "seats": seats}
