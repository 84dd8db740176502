"""Pair Plus and 6 Card Bonus: every line, and what they do and do not depend on."""

import pytest

from croupier.games.three_card_poker import PAIR_PLUS_LINES, SIX_CARD_LINES, THREE_CARD_POKER
from croupier.rulebook import Wager
from tests.clauses import guards, proves
from tests.games.poker_rounds import BEATS, CHIPS, JACK_HIGH, LOSES, QUEEN_HIGH, Hand, paid, play

# A hand for each line of Pair Plus, the lowest and the highest of its kind, with what $2 on it wins.
PAIR_PLUS = [
    ("Ah Kh Qh", "mini_royal", "200:1", 400_00),
    ("Ah 2h 3h", "straight_flush", "40:1", 80_00),
    ("Kh Qh Jh", "straight_flush", "40:1", 80_00),
    ("2s 2d 2h", "three_of_a_kind", "30:1", 60_00),
    ("As Ad Ah", "three_of_a_kind", "30:1", 60_00),
    ("Ah 2d 3h", "straight", "6:1", 12_00),
    ("Ah Kd Qh", "straight", "6:1", 12_00),
    ("5h 3h 2h", "flush", "3:1", 6_00),
    ("Ah Kh Jh", "flush", "3:1", 6_00),
    ("2s 2d 3h", "pair", "1:1", 2_00),
    ("As Ad Kh", "pair", "1:1", 2_00),
]
# A player's and a player-dealer's hand for each line of 6 Card Bonus, with what $3 on it wins.
SIX_CARDS = [
    ("As Ks 2d", "Qs Js Ts", "royal_flush", "1000:1", 3_000_00),
    ("9s Ks 2d", "Qs Js Ts", "straight_flush", "200:1", 600_00),
    ("Ah 2h 3h", "4h 5h Kd", "straight_flush", "200:1", 600_00),
    ("9d 9h 2d", "9s 9c Kd", "four_of_a_kind", "100:1", 300_00),
    ("9d 9h 9c", "Ks Kd 2c", "full_house", "20:1", 60_00),
    ("9d 9h 9c", "Ks Kd Kc", "full_house", "20:1", 60_00),
    ("2s 4s 9d", "Qs Js 8s", "flush", "15:1", 45_00),
    ("Ah 2d 3c", "4s 5d Kd", "straight", "10:1", 30_00),
    ("Ad Kh 2c", "Qs Jd Ts", "straight", "10:1", 30_00),
    ("9d 9h 2c", "9s Kd 4c", "three_of_a_kind", "7:1", 21_00),
    ("Qd Qh Qc", "As Kd 4c", "three_of_a_kind", "7:1", 21_00),
]
SIX_CARD_LOSERS = [
    ("9d 9h 2c", "Ks Kd 4c"),  # two pair
    ("9d 9h 2c", "2s Kd Kc"),  # three pairs are two
    ("9d 9h 2c", "Qs Kd 4c"),  # one pair
    ("Ah 2d 3c", "4s 6d Kd"),  # four to a straight
    ("2s 4s 9d", "Qs Js 8d"),  # four to a flush
]


def wager_of(id_: str) -> Wager:
    """A wager under the document's own rules."""
    return THREE_CARD_POKER.rulebook().wagers_by_id[id_]


# ── Pair Plus ────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("TCP-PP", "TCP-PP4", "TCP-PP6", "TCP-PP3")
@pytest.mark.parametrize(("cards", "line", "odds", "won"), PAIR_PLUS)
def test_TCP_PP_each_line_pays_its_odds_out_of_the_player_dealers_wager(
    cards: str, line: str, odds: str, won: int
) -> None:
    script = play("Qs 7c 4c", {1: Hand(cards, pair_plus=2)})
    settled = script.settle()[1, "pair_plus"]
    assert (settled.outcome, settled.odds, settled.result) == (line, odds, won)
    assert settled.clauses == ("TCP-PP", "TCP-PP4")
    assert script.state.bank_result == -won - sum(s.result for s in script.state.settled if s.wager != "pair_plus")


def test_the_rounds_here_hit_every_line_of_both_paytables() -> None:
    assert {line for _, line, _, _ in PAIR_PLUS} == {id_ for _, id_, _ in PAIR_PLUS_LINES}
    assert {line for _, _, line, _, _ in SIX_CARDS} == {id_ for _, id_, _ in SIX_CARD_LINES}


@proves("TCP-PP5", "TCP-PP6")
@guards("TCP-PP", "TCP-PP4")
@pytest.mark.parametrize("cards", ["Ah Kd Jh", "Kd Ah 2h", "5h 3d 2h", "4h 5h 7d"])
def test_TCP_PP5_a_hand_below_a_pair_loses_to_the_player_dealer(cards: str) -> None:
    script = play("Qs 7c 4c", {1: Hand(cards, pair_plus=2)})
    settled = script.settle()[1, "pair_plus"]
    assert (settled.outcome, settled.odds, settled.result, settled.clauses) == ("lose", None, -2_00, ("TCP-PP5",))


@guards("TCP-PP5")
def test_TCP_PP5_the_lowest_pair_does_not_lose() -> None:
    assert paid(play(QUEEN_HIGH, {1: Hand("2s 2d 3h", pair_plus=2)}))[1, "pair_plus"] == ("pair", 2_00)


@guards("TCP-PP3")
@pytest.mark.parametrize("dealer", ["Ad Kd Qd", "Js Jd 4c", "Jc 9s 4h"])
def test_TCP_PP3_the_player_dealers_cards_make_nothing_of_a_pair_plus(dealer: str) -> None:
    # Jack, nine, four: the player-dealer could pair any of them.
    assert paid(play(dealer, {1: Hand("Jh 9d 4s", pair_plus=2)}))[1, "pair_plus"] == ("lose", -2_00)


@proves("TCP-PP7")
@pytest.mark.parametrize("dealer", [QUEEN_HIGH, JACK_HIGH, "As Ks Qs", "Ah Ad Ac"])
def test_TCP_PP7_pair_plus_wins_or_loses_whatever_the_base_game_does(dealer: str) -> None:
    hands = {1: Hand("5s 5d 3h", pair_plus=2), 2: Hand("Th 9c 4h", pair_plus=2)}
    settled = paid(play(dealer, hands))
    assert settled[1, "pair_plus"] == ("pair", 2_00)
    assert settled[2, "pair_plus"] == ("lose", -2_00)


@guards("TCP-PP7")
def test_TCP_PP7_a_fold_forfeits_even_the_best_hand() -> None:
    folded = paid(play(QUEEN_HIGH, {1: Hand("Ah Kh Qh", pair_plus=2, decision="fold")}))
    assert folded == {(1, "ante"): ("forfeited", -10_00), (1, "pair_plus"): ("forfeited", -2_00)}


@proves("TCP-PP6", "TCP-6CB6")
def test_TCP_PP6_the_player_dealer_pays_every_winner_and_collects_from_every_loser() -> None:
    # Pairs Plus: +2, -2, -2. Six cards: 7 x 3 = 21 for trip nines, -3. Base game: +20, -20, -20.
    hands = {
        1: Hand("9d 9h 2s", pair_plus=2, six_card_bonus=3),
        2: Hand("Jh 8c 4d", pair_plus=2, six_card_bonus=3),
        3: Hand("Jd 8h 4h", pair_plus=2),
    }
    script = play("Qs 9c 3d", hands)
    settled = paid(script)
    assert [settled[seat, "pair_plus"][1] for seat in (1, 2, 3)] == [2_00, -2_00, -2_00]
    assert [settled[seat, "six_card_bonus"][1] for seat in (1, 2)] == [21_00, -3_00]
    assert script.state.bank_result == (-2 + 2 + 2 - 21 + 3 - 20 + 20 + 20) * 100
    assert script.state.chips(7) == CHIPS + 4_00 - 1_00


# ── 6 Card Bonus ─────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("TCP-6CB", "TCP-6CB3", "TCP-6CB4", "TCP-6CB6")
@pytest.mark.parametrize("exposed", [True, False])
@pytest.mark.parametrize(("cards", "dealer", "line", "odds", "won"), SIX_CARDS)
def test_TCP_6CB_each_line_pays_its_odds_on_the_best_five_of_both_hands(
    cards: str, dealer: str, line: str, odds: str, won: int, exposed: bool
) -> None:
    for player, bank in ((cards, dealer), (dealer, cards)):  # it does not matter whose cards they are
        script = play(bank, {1: Hand(player, six_card_bonus=3)}, house={"exposed_card": exposed})
        settled = script.settle()[1, "six_card_bonus"]
        assert (settled.outcome, settled.odds, settled.result) == (line, odds, won)
        assert settled.clauses == ("TCP-6CB", "TCP-6CB4")


@proves("TCP-6CB5", "TCP-6CB6")
@guards("TCP-6CB", "TCP-6CB3", "TCP-6CB4")
@pytest.mark.parametrize(("cards", "dealer"), SIX_CARD_LOSERS)
def test_TCP_6CB5_less_than_three_of_a_kind_loses_to_the_player_dealer(cards: str, dealer: str) -> None:
    settled = play(dealer, {1: Hand(cards, six_card_bonus=3)}).settle()[1, "six_card_bonus"]
    assert (settled.outcome, settled.odds, settled.result, settled.clauses) == ("lose", None, -3_00, ("TCP-6CB5",))


@guards("TCP-6CB5")
def test_TCP_6CB5_three_of_a_kind_does_not_lose() -> None:
    settled = paid(play("9s Kd 4c", {1: Hand("9d 9h 2c", six_card_bonus=3)}))
    assert settled[1, "six_card_bonus"] == ("three_of_a_kind", 21_00)


@proves("TCP-6CB7")
@pytest.mark.parametrize("decision", ["play", "fold"])
@pytest.mark.parametrize(
    ("dealer", "six_cards"),
    [
        ("9s 7d 3c", ("three_of_a_kind", 21_00)),  # not qualified
        ("9s Kd 4c", ("three_of_a_kind", 21_00)),  # beaten by the pair
        ("9s As Ad", ("full_house", 60_00)),  # beats the pair
        ("Ks Ad 4c", ("lose", -3_00)),
    ],
)
def test_TCP_6CB7_it_wins_or_loses_whatever_the_ante_does_folded_or_not(
    decision: str, dealer: str, six_cards: tuple[str, int]
) -> None:
    settled = paid(play(dealer, {1: Hand("9d 9h 2s", six_card_bonus=3, decision=decision)}))
    assert settled[1, "six_card_bonus"] == six_cards


@guards("TCP-6CB7")
def test_TCP_6CB7_it_is_the_only_wager_a_fold_leaves_standing() -> None:
    hand = Hand("9d 9h 2s", pair_plus=2, six_card_bonus=3, decision="fold")
    settled = paid(play("9s Kd 4c", {1: hand}))
    assert [key for key, (outcome, _) in settled.items() if outcome == "forfeited"] == [(1, "ante"), (1, "pair_plus")]


# ── Paytables, limits of both ────────────────────────────────────────────────────────────────────────────────────────


@proves("TCP-PP", "TCP-6CB")
def test_TCP_PP_the_paytables_are_the_printed_ones() -> None:
    assert [(line.id, int(line.pays)) for line in wager_of("pair_plus").lines] == [
        *(("mini_royal", 200), ("straight_flush", 40), ("three_of_a_kind", 30)),
        *(("straight", 6), ("flush", 3), ("pair", 1)),
        *(("lose", -1), ("folded", -1)),
    ]
    assert [(line.id, int(line.pays)) for line in wager_of("six_card_bonus").lines] == [
        *(("royal_flush", 1000), ("straight_flush", 200), ("four_of_a_kind", 100), ("full_house", 20)),
        *(("flush", 15), ("straight", 10), ("three_of_a_kind", 7)),
        *(("two_pair", -1), ("pair", -1), ("high_card", -1)),
    ]


@guards("TCP-PP", "TCP-6CB")
def test_TCP_PP_a_house_of_its_own_odds_pays_those_and_only_there() -> None:
    house = {"pair_plus_paytable": [50, 40, 30, 6, 4, 1], "six_card_bonus_paytable": "1000,200,100,20,15,10,5"}
    script = play("9s Kd 4c", {1: Hand("Ah 9h 2h", pair_plus=2), 2: Hand("9d 9c 2s", six_card_bonus=3)}, house=house)
    settled = paid(script)
    assert settled[1, "pair_plus"] == ("flush", 8_00)
    assert settled[2, "six_card_bonus"] == ("three_of_a_kind", 15_00)


# ── TCP-R12: what the strategy has to know ───────────────────────────────────────────────────────────────────────────


def value_of_playing(dealer: str, cards: str, **bonuses: int) -> int:
    """What playing a hand brings over folding it."""
    results = [
        sum(result for _, result in paid(play(dealer, {1: Hand(cards, decision=decision, **bonuses)})).values())
        for decision in ("play", "fold")
    ]
    return results[0] - results[1]


@proves("TCP-R12")
@pytest.mark.parametrize(("cards", "worth"), [("5s 5d 3h", 2 * 5_00), ("5s 4s 2s", 4 * 5_00), (LOSES[0], 0)])
def test_TCP_R12_a_pair_plus_weighs_on_the_decision_by_what_the_fold_would_forfeit(cards: str, worth: int) -> None:
    # A pair's $5 wins $5 when played and is forfeited when folded: 10 apart. A losing one is lost either way.
    without = value_of_playing(QUEEN_HIGH, cards)
    assert value_of_playing(QUEEN_HIGH, cards, pair_plus=5) - without == worth


@guards("TCP-R12")
@pytest.mark.parametrize("cards", ["Qd Qh 3h", BEATS[0], LOSES[0]])
def test_TCP_R12_a_six_card_bonus_does_not_weigh_on_the_decision(cards: str) -> None:
    assert value_of_playing(QUEEN_HIGH, cards, six_card_bonus=5) == value_of_playing(QUEEN_HIGH, cards)
