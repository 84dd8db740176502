"""Wagers and games of other houses, for tests: what others have published about is counted from these.

They belong to their owners. Each is written from the words a rulebook is written in, and touches no engine.
"""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from itertools import product

from croupier.cards import NO_CARD
from croupier.exact.solve import model_of
from croupier.games.baccarat import value_of
from croupier.games.three_card_poker import (
    PAIR_PLUS_LINES,
    QUALIFIED_LINES,
    Hand,
    Showdown,
    hand_of,
    showdown,
    strength,
)
from croupier.hands import Poker, best_five_of_six
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Feature, Line, Model, Rule, Wager

# ── Side bets on baccarat ────────────────────────────────────────────────────────────────────────────────────────────


@rule
def lucky_6(player_total: int, banker_total: int, banker_third: int) -> int:
    """Banker wins with a six: 1 in two cards, 2 in three."""
    if banker_total != 6 or player_total >= 6:
        return 0
    return 1 if banker_third == NO_CARD else 2


LUCKY_6 = Wager(
    "lucky_6",
    "Lucky 6",
    Rule(lucky_6, ("player_total", "banker_total", "banker_third")),
    (
        Line(2, "three_cards", "Banker's six of three cards wins", Fraction(20)),
        Line(1, "two_cards", "Banker's six of two cards wins", Fraction(12)),
        Line(0, "lose", "Anything else", LOST),
    ),
)


@rule
def panda_8(player_total: int, banker_total: int, player_third: int) -> int:
    """Player wins with an eight of three cards."""
    return int(player_total == 8 and banker_total < 8 and player_third != NO_CARD)


PANDA_8 = Wager(
    "panda_8",
    "Panda 8",
    Rule(panda_8, ("player_total", "banker_total", "player_third")),
    (Line(1, "panda_8", "Player's eight of three cards wins", Fraction(25)), Line(0, "lose", "Anything else", LOST)),
)


@rule
def banker_wins_with(player_total: int, banker_total: int) -> int:
    """The total that Banker wins with, 1 to 9; 0 where Banker does not win."""
    return banker_total if banker_total > player_total else 0


BANKER_WINS_WITH = Wager(
    "banker_wins_with",
    "Banker's winning total",
    Rule(banker_wins_with, ("player_total", "banker_total")),
    tuple(Line(total, str(total), f"Banker wins with {total}", EVEN if total else LOST) for total in range(10)),
)


def baccarat(decks: int, *side_bets: Wager) -> Model:
    """Baccarat with other wagers than ours; none of them tells cards of one value apart."""
    model = model_of("baccarat", {"decks": decks})
    main = tuple(wager for wager in model.wagers if wager.id != "lucky_monkey")
    return replace(model, wagers=(*main, *side_bets), told_apart_by=(value_of,))


# ── Three Card Poker as others deal it ───────────────────────────────────────────────────────────────────────────────


class Bonus(IntEnum):
    """Hands that an Ante bonus is paid for."""

    NONE = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    STRAIGHT_FLUSH = 3


ANTE_BONUS = {
    Bonus.NONE: Fraction(0),
    Bonus.STRAIGHT: Fraction(1),
    Bonus.THREE_OF_A_KIND: Fraction(4),
    Bonus.STRAIGHT_FLUSH: Fraction(5),
}


@rule
def ante_with_bonus(player: int, dealer: int, decision: int) -> int:
    """How the hand fared, and which bonus it is paid for whether or not it wins."""
    fared = showdown(player, dealer, decision)
    hand = hand_of(player)
    if fared == Showdown.FOLDED or hand < Hand.STRAIGHT:
        return fared
    if hand == Hand.STRAIGHT:
        return fared + 7 * Bonus.STRAIGHT
    if hand == Hand.THREE_OF_A_KIND:
        return fared + 7 * Bonus.THREE_OF_A_KIND
    return fared + 7 * Bonus.STRAIGHT_FLUSH


NEVADA_ANTE = {
    **{Showdown(int(line.code)): line.pays for line in QUALIFIED_LINES},
    Showdown.AHEAD_UNQUALIFIED: EVEN,
    Showdown.TIED_UNQUALIFIED: EVEN,
    Showdown.BEHIND_UNQUALIFIED: EVEN,
    Showdown.FOLDED: LOST,
}


def nevada(*, card_seen: bool) -> Model:
    """Three Card Poker as Nevada deals it, with an Ante bonus of 5, 4 and 1; with or without a dealer's card seen."""
    house = {"ante_when_dealer_not_qualified": "always_wins", "exposed_card": card_seen}
    model = model_of("three-card-poker", house)
    ante = Wager(
        "ante",
        "Ante",
        Rule(ante_with_bonus, ("player", "dealer", "play")),
        tuple(
            Line(fared + 7 * bonus, f"{fared.name}_{bonus.name}".lower(), "", pays + ANTE_BONUS[bonus])
            for (fared, pays), bonus in product(NEVADA_ANTE.items(), Bonus)
        ),
    )
    play = next(wager for wager in model.wagers if wager.id == "play")
    return replace(model, wagers=(ante, play))


# ── Cards alone ──────────────────────────────────────────────────────────────────────────────────────────────────────


def pair_plus_alone(*odds: int) -> Model:
    """Three cards and nothing to decide, paid 40/30/6/4/1, or with a mini royal's odds before these."""
    from_the_top = odds if len(odds) == len(PAIR_PLUS_LINES) else (odds[0], *odds)
    lines = (
        *(
            Line(code, id_, label, Fraction(pays))
            for (code, id_, label), pays in zip(PAIR_PLUS_LINES, from_the_top, strict=True)
        ),
        Line(Hand.HIGH_CARD, "high_card", "High card", LOST),
    )
    return Model(
        id="pair-plus",
        decks=1,
        draws=(Drawn("hand", Draw.SET, 3),),
        features=(Feature("strength", Rule(strength, ("hand",))),),
        wagers=(Wager("pair_plus", "Pair Plus", Rule(hand_of, ("strength",)), lines),),
        suits_alike=True,
    )


def six_cards_alone() -> Model:
    """Six cards and the best five of them."""
    return Model(
        id="six-cards",
        decks=1,
        draws=(Drawn("cards", Draw.SET, 6),),
        wagers=(
            Wager(
                "best",
                "Best five of six",
                Rule(best_five_of_six, ("cards",)),
                tuple(Line(hand, hand.name.lower(), "", PUSHED) for hand in Poker),
            ),
        ),
        suits_alike=True,
    )
