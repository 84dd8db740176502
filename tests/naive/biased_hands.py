"""Three-card hands from one deck that are rarer than dealt ones, so that few rounds meet every line and every tie."""

from random import Random

RANKS = "23456789TJQKA"
SUITS = "cdhs"

# A-2-3 first; A-2-3-4-5 for five cards likewise.
RUN = "A" + RANKS


def any_hand(rng: Random) -> list[str]:
    """Choose three cards, perhaps the same one twice."""
    return [rng.choice(RANKS) + rng.choice(SUITS) for _ in range(3)]


def weak_hand(rng: Random) -> list[str]:
    """Choose cards below the queen: mostly hands that do not qualify."""
    return [rank + rng.choice(SUITS) for rank in rng.sample("23456789TJ", 3)]


def near_queen_hand(rng: Random) -> list[str]:
    """Choose a jack-high or queen-high hand, on either side of the qualifier."""
    return [rank + rng.choice(SUITS) for rank in [rng.choice("JQ"), *rng.sample("23456789", 2)]]


def straight_hand(rng: Random) -> list[str]:
    """Choose a straight, suited or not, A-2-3 and Q-K-A included."""
    low = rng.choice([0, rng.randrange(12), 11])
    suits = rng.choice([rng.choice(SUITS) * 3, "".join(rng.choice(SUITS) for _ in range(3))])
    return [rank + suit for rank, suit in zip(RUN[low : low + 3], suits, strict=True)]


def flush_hand(rng: Random) -> list[str]:
    """Choose three cards of one suit."""
    suit = rng.choice(SUITS)
    return [rank + suit for rank in rng.sample(RANKS, 3)]


def trips_hand(rng: Random) -> list[str]:
    """Choose three of a kind."""
    rank = rng.choice(RANKS)
    return [rank + suit for suit in rng.sample(SUITS, 3)]


def pair_hand(rng: Random) -> list[str]:
    """Choose a pair and another card."""
    pair, other = rng.sample(RANKS, 2)
    return [pair + suit for suit in rng.sample(SUITS, 2)] + [other + rng.choice(SUITS)]


def equal_hand(rng: Random, dealer: list[str]) -> list[str]:
    """Choose the player-dealer's ranks in other suits: a tie, if suitedness does not decide."""
    turn = rng.randint(1, 3)
    return [card[0] + SUITS[(SUITS.index(card[1]) + turn) % 4] for card in dealer]


def completing_hand(rng: Random, dealer: list[str]) -> list[str]:
    """Choose cards near the player-dealer's in rank and suit, for the best five of all six."""
    suit = dealer[0][1]
    at = RUN.rindex(dealer[0][0])
    near = RUN[max(0, at - 4) : at + 5]
    ranks = rng.choice([near, [card[0] for card in dealer]])
    suits = rng.choice([suit, SUITS])
    return [rng.choice(ranks) + rng.choice(suits) for _ in range(3)]


def two_hands_for_the_bonus(rng: Random) -> list[list[str]]:
    """Choose two hands whose six cards hold a royal flush, a straight flush, four of a kind or a full house."""
    suit = rng.choice(SUITS)
    low = rng.choice([rng.randrange(10), 0, 9])
    straight_flush = [rank + suit for rank in RUN[low : low + 5]]
    first, second = rng.sample(RANKS, 2)
    quads = [first + each for each in SUITS] + [second + suit]
    full_house = [first + each for each in rng.sample(SUITS, 3)] + [second + each for each in rng.sample(SUITS, 2)]
    six = rng.choice([straight_flush, straight_flush, quads, full_house])
    six.append(rng.choice([card for card in deck() if card not in six]))
    rng.shuffle(six)
    return [six[:3], six[3:]]


def deck() -> list[str]:
    """List the 52 cards."""
    return [rank + suit for rank in RANKS for suit in SUITS]


def wished_hands(rng: Random, count: int) -> list[list[str]]:
    """Choose hands without regard to whether one deck can deal them together, the player-dealer's first."""
    if count >= 2 and rng.random() < 0.3:
        wishes = two_hands_for_the_bonus(rng)
    else:
        wishes = [rng.choice([weak_hand, weak_hand, near_queen_hand, any_hand, pair_hand, straight_hand])(rng)]
    while len(wishes) < count:
        if rng.random() < 0.4:
            wishes.append(rng.choice([equal_hand, completing_hand])(rng, wishes[0]))
        else:
            wishes.append(rng.choice([any_hand, pair_hand, flush_hand, straight_hand, trips_hand, weak_hand])(rng))
    return wishes


def three_card_poker_hands(rng: Random, count: int) -> list[list[str]]:
    """Deal hands from one deck, the player-dealer's first; a wish that the deck cannot grant is dealt at random."""
    left = deck()
    rng.shuffle(left)
    hands = []
    for wish in wished_hands(rng, count):
        grantable = len(set(wish)) == 3 and all(card in left for card in wish)
        hand = wish if grantable else left[:3]
        left = [card for card in left if card not in hand]
        hands.append(hand)
    return hands
