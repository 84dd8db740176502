"""What a dealer says when a round is over, for rounds whose cards are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from croupier.cards import cards_from
from croupier.games import GAMES, game


@dataclass(frozen=True)
class Told:
    """A round that is over."""

    held: Mapping[str, str]
    spots: Mapping[int, int] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    decisions: Mapping[int, str] = field(default_factory=dict)
    dice: tuple[int, ...] = (1,)
    player_dealer: int = 4
    action_button: int = 0

    @property
    def die(self) -> int:
        return self.dice[-1]

    def cards(self, slot: str) -> tuple[int, ...]:
        return cards_from(self.held[slot])

    def spot(self, seat: int) -> int:
        return self.spots.get(seat, 0)

    def decided(self, seat: int, decision: str = "") -> str:
        return "".join(self.choices(seat, decision))

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        return (self.decisions[seat],) if seat in self.decisions and decision in ("", "play", "raise") else ()

    def stake(self, _seat: int, _wager: str) -> int:
        return 0


def said(id_: str, told: Told, seat: int = 0) -> str:
    """What is said to a seat."""
    spoken = game(id_).spoken
    assert spoken
    return spoken(told, seat)


@pytest.mark.parametrize("id_", GAMES)
def test_every_game_tells_its_object_and_its_result(id_: str) -> None:
    assert game(id_).goal.endswith(".")
    assert game(id_).spoken


@pytest.mark.parametrize(
    ("player", "banker", "words"),
    [
        ("2c Ks 2d", "8c 9d", "Banker wins 7 to 4"),
        ("3c 5s", "Td Qh Kc", "Player wins 8 to 0"),
        ("3c 3s", "2d 4h", "Tie, 6 to 6"),
        ("9c Ts", "Ah 2d 5c", "Player wins 9 to 8"),
    ],
)
def test_baccarat_tells_the_winner_and_both_totals(player: str, banker: str, words: str) -> None:
    assert said("baccarat", Told({"player": player, "banker": banker})) == words


@pytest.mark.parametrize(
    ("cards", "spot", "words"),
    [
        ("7c 4d 2h", 1, "Spot 1 red: 7 beats 4 and 2"),
        ("4c 7d 2h", 2, "Spot 2 white: 7 beats 4 and 2"),
        ("Tc 4d Ah", 1, "Spot 1 red: 10 loses to A"),
        ("Kc 4d Kh", 3, "Spot 3 blue: K ties K and beats 4"),
        ("Jc Jd Jh", 2, "Spot 2 white: J ties J and J"),
        ("7c 9d 2h", 0, "Spot 2 white: 9 beats 7 and 2"),
    ],
)
def test_casino_monte_tells_how_a_card_stands(cards: str, spot: int, words: str) -> None:
    held = {f"position {number}": card for number, card in enumerate(cards.split(), 1)}
    assert said("casino-monte", Told(held, spots={1: spot}), 1 if spot else 0) == words


@pytest.mark.parametrize(
    ("dealer", "hand", "decided", "words"),
    [
        ("Jc 9d 4h", "Qs 9h 7d", "play", "Player-dealer does not qualify with J-9-4 against Q-9-7"),
        ("Qc 9d 4h", "Ks Kh 7d", "play", "Player-dealer qualifies with Q-9-4 against pair K-K-7"),
        ("6c 6d Th", "Qs 9h 7d", "fold", "Player-dealer qualifies with pair 6-6-10"),
    ],
)
def test_three_card_poker_tells_whether_the_player_dealer_qualifies(
    dealer: str, hand: str, decided: str, words: str
) -> None:
    told = Told({"player-dealer": dealer, "seat 1": hand}, players=(1,), decisions={1: decided})
    assert said("three-card-poker", told, 1) == words
    assert said("three-card-poker", told) == words.partition(" against")[0], "a spectator is told of no hand"
