"""Coverage: how far a player-dealer's wager W goes, worked by hand.

The player-dealer has queen-high and sits in 7, so seats settle 1, 2, 3. A hand of `BEATS` wins its Ante and Play, one
of `LOSES` loses both, one of `TIES` pushes both; none makes anything on a paytable.
"""

import pytest

from croupier.table import events as e
from tests.clauses import guards, proves
from tests.games.poker_rounds import BEATS, CHIPS, JACK_HIGH, LOSES, QUEEN_HIGH, TIES, Hand, paid, play
from tests.rounds import Script

ACTION = {"coverage": "action"}
NET = {"coverage": "net"}
BOTH = pytest.mark.parametrize("house", [ACTION, NET], ids=["action", "net"])


def bank_of(script: Script) -> tuple[int, int]:
    """The player-dealer's result and how much of the wager was used."""
    return script.state.bank_result, script.state.bank_used


# ── TCP-R1: action, everything that changes hands uses up the wager ──────────────────────────────────────────────────


@proves("TCP-R1", "TCP-T3", "TCP-W4")
def test_TCP_R1_action_losers_and_winners_alike_use_up_the_wager() -> None:
    # W 45. Seat 1 loses 10 + 10: 20 used. Seat 2 wins 10 + 10: 40 used. Seat 3 loses 5 of 10; its Play goes back.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(BEATS[1]), 3: Hand(LOSES[2])}, bank=45)
    assert paid(script) == {
        (1, "ante"): ("lose", -10_00),
        (1, "play"): ("lose", -10_00),
        (2, "ante"): ("win", 10_00),
        (2, "play"): ("win", 10_00),
        (3, "ante"): ("lose", -5_00),
        (3, "play"): ("uncovered", 0),
    }
    assert bank_of(script) == (5_00, 45_00)  # 20 - 20 + 5


@proves("TCP-R1")
def test_TCP_R1_action_a_wager_used_up_exactly_covers_the_last_wager_whole_and_the_next_not_at_all() -> None:
    # W 30: seat 1 wins 20, seat 2's Ante loses the last 10 whole; its Play meets nothing.
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: Hand(LOSES[1])}, bank=30)
    settled = script.settle()
    ante, play_ = settled[2, "ante"], settled[2, "play"]
    assert (ante.outcome, ante.result, ante.covered, ante.clauses) == ("lose", -10_00, None, ("TCP-W2b",))
    assert (play_.outcome, play_.result, play_.covered, play_.odds) == ("uncovered", 0, None, None)
    assert bank_of(script) == (-10_00, 30_00)


@proves("TCP-R1", "TCP-T3")
@pytest.mark.parametrize("left", [1, 9])
def test_TCP_R1_action_a_loser_covered_in_part_gets_the_uncovered_part_back(left: int) -> None:
    # Seat 1's Ante uses 10 of W = 10 + left; of its Play only `left` is lost.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0])}, bank=10 + left)
    settled = script.settle()[1, "play"]
    assert (settled.stake, settled.outcome, settled.result, settled.covered) == (10_00, "lose", -left * 100, left * 100)
    assert settled.clauses == ("TCP-W2b", "TCP-T3", "TCP-W4", "TCP-R1")
    assert script.state.chips(1) == CHIPS - (10 + left) * 100 - 1_00
    assert bank_of(script) == ((10 + left) * 100, (10 + left) * 100)


@proves("TCP-R1", "TCP-T3")
@pytest.mark.parametrize("left", [1, 9])
def test_TCP_R1_action_a_winner_covered_in_part_is_paid_what_is_left_and_keeps_the_stake(left: int) -> None:
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0])}, bank=10 + left)
    settled = script.settle()[1, "play"]
    assert (settled.stake, settled.outcome, settled.result, settled.covered) == (10_00, "win", left * 100, left * 100)
    assert settled.odds == "1:1"
    assert script.state.chips(1) == CHIPS + (10 + left) * 100 - 1_00
    assert bank_of(script) == (-(10 + left) * 100, (10 + left) * 100)


@guards("TCP-R1")
def test_TCP_R1_action_a_wager_won_does_not_refill_the_bank() -> None:
    # W 20: seat 1 loses 20, so all of W has met a wager; seat 2 wins nothing although the player-dealer is 20 ahead.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(BEATS[1])}, bank=20)
    assert paid(script)[2, "ante"] == ("uncovered", 0)
    assert bank_of(script) == (20_00, 20_00)


# ── TCP-R1: net, the running result is held within the wager ─────────────────────────────────────────────────────────


@proves("TCP-R1")
def test_TCP_R1_net_money_won_pays_later_winners() -> None:
    # W 20. Seat 1 loses 20: +20. Seat 2 wins 20: 0. Seat 3 wins 20: -20. The largest amount reached is 20.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(BEATS[1]), 3: Hand(BEATS[2])}, bank=20, house=NET)
    assert [result for _, result in paid(script).values()] == [-10_00, -10_00, 10_00, 10_00, 10_00, 10_00]
    assert bank_of(script) == (-20_00, 20_00)


@proves("TCP-R1")
def test_TCP_R1_net_a_bound_met_in_mid_wager_covers_a_part_and_is_not_final() -> None:
    # W 15. Seat 1 wins 10, then 5 to the bound -15. Seat 2 loses 20 of 20: +5. Seat 3 loses 10 to the bound +15; its
    # Play is not covered.
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: Hand(LOSES[1]), 3: Hand(LOSES[2])}, bank=15, house=NET)
    settled = script.settle()
    assert [(s.outcome, s.result, s.covered) for s in settled.values()] == [
        ("win", 10_00, None),
        ("win", 5_00, 5_00),
        ("lose", -10_00, None),
        ("lose", -10_00, None),
        ("lose", -10_00, None),
        ("uncovered", 0, None),
    ]
    assert bank_of(script) == (15_00, 15_00)


@proves("TCP-R1")
def test_TCP_R1_net_a_loser_in_mid_wager_loses_only_to_the_upper_bound() -> None:
    # W 15. Seat 1 loses 10, then 5 of 10.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0])}, bank=15, house=NET)
    settled = script.settle()[1, "play"]
    assert (settled.outcome, settled.result, settled.covered) == ("lose", -5_00, 5_00)


@proves("TCP-R1")
def test_TCP_R1_net_used_is_the_largest_amount_reached_not_the_last() -> None:
    # W 100. +20 after seat 1, then 10 after seat 2's $5 Ante and Play.
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(BEATS[1], ante=5)}, bank=100, house=NET)
    script.settle()
    assert bank_of(script) == (10_00, 20_00)


@guards("TCP-R1")
def test_TCP_R1_the_two_readings_part_where_a_winner_follows_a_loser() -> None:
    hands = {1: Hand(LOSES[0]), 2: Hand(BEATS[1])}
    by_action, by_net = (paid(play(QUEEN_HIGH, hands, bank=20, house=house)) for house in (ACTION, NET))
    assert by_action[2, "ante"] == ("uncovered", 0)
    assert by_net[2, "ante"] == ("win", 10_00)


# ── Both readings ────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("TCP-R1")
@guards("TCP-R1")
@BOTH
def test_TCP_R1_pushes_and_refunds_use_nothing(house: dict[str, str]) -> None:
    # W 20: seat 1 ties, seat 2 then has all of W. Unqualified: three Plays go back and W still has 10 for the one Ante.
    script = play(QUEEN_HIGH, {1: Hand(TIES[0]), 2: Hand(LOSES[1])}, bank=20, house=house)
    assert [result for _, result in paid(script).values()] == [0, 0, -10_00, -10_00]
    assert bank_of(script) == (20_00, 20_00)
    behind = {1: Hand("9s 8h 4c"), 2: Hand("9d 8s 4h"), 3: Hand("Ks 4s 3d")}
    script = play(JACK_HIGH, behind, bank=10, house=house)
    assert paid(script)[3, "ante"] == ("win", 10_00)
    assert bank_of(script) == (-10_00, 10_00)


@guards("TCP-T2", "TCP-R1")
@BOTH
def test_TCP_R1_a_push_stays_a_push_after_the_bank_is_used_up(house: dict[str, str]) -> None:
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0]), 2: Hand(TIES[1])}, bank=5, house=house)
    assert paid(script) == {
        (1, "ante"): ("lose", -5_00),
        (1, "play"): ("uncovered", 0),
        (2, "ante"): ("push", 0),
        (2, "play"): ("push", 0),
    }


@proves("TCP-PP8", "TCP-6CB8", "TCP-T2")
@BOTH
def test_TCP_PP8_a_bonus_is_paid_only_as_far_as_the_bank_goes(house: dict[str, str]) -> None:
    # W 130. Trips against queen-high: Ante and Play win 20, Pair Plus at 30:1 on 3 is due 90: 110. Three of a kind of
    # the six cards is due 7 x 5 = 35 and meets 20.
    script = play(QUEEN_HIGH, {1: Hand("9s 9d 9h", pair_plus=3, six_card_bonus=5)}, bank=130, house=house)
    settled = script.settle()
    pair_plus, six_cards = settled[1, "pair_plus"], settled[1, "six_card_bonus"]
    assert (pair_plus.outcome, pair_plus.result, pair_plus.covered) == ("three_of_a_kind", 90_00, None)
    assert (six_cards.outcome, six_cards.result, six_cards.covered) == ("three_of_a_kind", 20_00, 20_00)
    assert six_cards.odds == "7:1"
    assert six_cards.clauses[-4:] == ("TCP-6CB8", "TCP-T3", "TCP-W4", "TCP-R1")
    assert bank_of(script) == (-130_00, 130_00)


@guards("TCP-PP8", "TCP-6CB8")
@BOTH
def test_TCP_PP8_losing_bonuses_beyond_the_bank_go_back_whole(house: dict[str, str]) -> None:
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0], pair_plus=7, six_card_bonus=9)}, bank=20, house=house)
    settled = script.settle()
    for bonus, clause in (("pair_plus", "TCP-PP8"), ("six_card_bonus", "TCP-6CB8")):
        assert (settled[1, bonus].outcome, settled[1, bonus].result) == ("uncovered", 0)
        assert settled[1, bonus].clauses[1:] == (clause, "TCP-T3", "TCP-W4", "TCP-R1")
    assert script.state.chips(1) == CHIPS - 20_00 - 1_00


@proves("TCP-PP8")
@BOTH
def test_TCP_PP8_a_pair_plus_met_in_part_is_paid_in_part(house: dict[str, str]) -> None:
    # W 50: 20 for Ante and Play, 30 of the 40 x 5 = 200 of a straight flush; seat 2 is not met at all.
    script = play(QUEEN_HIGH, {1: Hand("9s 8s 7s", pair_plus=5), 2: Hand(BEATS[1], pair_plus=5)}, bank=50, house=house)
    settled = script.settle()
    assert (settled[1, "pair_plus"].result, settled[1, "pair_plus"].covered) == (30_00, 30_00)
    assert settled[1, "pair_plus"].clauses[-4:] == ("TCP-PP8", "TCP-T3", "TCP-W4", "TCP-R1")
    assert settled[2, "ante"].outcome == "uncovered"


@guards("TCP-T1", "TCP-PP6", "TCP-6CB6")
@BOTH
@pytest.mark.parametrize("bank", [1, 2, 9, 10, 11, 19, 20, 33, 64, 65, 66, 300, 520])
def test_TCP_T1_whatever_the_bank_what_players_win_is_what_the_player_dealer_loses(
    house: dict[str, str], bank: int
) -> None:
    hands = {
        1: Hand(LOSES[0], pair_plus=5),
        2: Hand("8s 8h 8c", pair_plus=4, six_card_bonus=4),
        3: Hand(LOSES[1], six_card_bonus=6, decision="fold"),
    }
    script = play(QUEEN_HIGH, hands, bank=bank, house=house)
    settled = script.settle().values()
    assert script.state.bank_result == -sum(s.result for s in settled)
    assert abs(script.state.bank_result) <= bank * 100
    assert script.state.bank_used <= bank * 100
    assert all(s.result >= -s.stake for s in settled)
    assert script.state.chips(7) == CHIPS + script.state.bank_result - 1_00


# ── The order decides who is covered: TCP-R2, TCP-R4 ─────────────────────────────────────────────────────────────────


@guards("TCP-R2", "TCP-D7")
@pytest.mark.parametrize(
    ("house", "button", "covered"),
    [
        ({}, 0, [(2, "ante"), (2, "play")]),
        ({"settlement_order": "by_wager"}, 0, [(2, "ante"), (6, "ante")]),
        ({"first_action": "action_button"}, 6, [(6, "ante"), (6, "play")]),
        ({"first_action": "action_button", "settlement_order": "by_wager"}, 7, [(7, "ante"), (2, "ante")]),
    ],
)
def test_TCP_R2_a_short_bank_covers_those_who_settle_first(
    house: dict[str, object], button: int, covered: list[tuple[int, str]]
) -> None:
    # The player-dealer in 1 has W 20 for three seats that lose 10 + 10 each.
    hands = {seat: Hand(cards) for seat, cards in zip((2, 6, 7), LOSES, strict=True)}
    script = play(QUEEN_HIGH, hands, bank=20, house=house, player_dealer=1, button=button)
    assert [key for key, (_, result) in paid(script).items() if result] == covered


@proves("TCP-R4")
@guards("TCP-R4", "TCP-D12")
@pytest.mark.parametrize(
    ("house", "covered"),
    [
        ({}, {(1, "ante"): -10_00, (1, "play"): -5_00}),
        ({"forfeits": "at_fold"}, {(2, "ante"): -10_00, (2, "pair_plus"): -5_00}),
        ({"settlement_order": "by_wager"}, {(1, "ante"): -10_00, (2, "ante"): -5_00}),
        ({"forfeits": "at_fold", "settlement_order": "by_wager"}, {(2, "ante"): -10_00, (2, "pair_plus"): -5_00}),
    ],
)
def test_TCP_R4_forfeits_meet_the_bank_in_turn_or_first(
    house: dict[str, object], covered: dict[tuple[int, str], int]
) -> None:
    # W 15. Seat 1 loses 10 + 10; seat 2 folds 10 and a Pair Plus of 5.
    hands = {1: Hand(LOSES[0]), 2: Hand(LOSES[1], pair_plus=5, decision="fold")}
    script = play(QUEEN_HIGH, hands, bank=15, house=house)
    assert {key: result for key, (_, result) in paid(script).items() if result} == covered


@guards("TCP-R4")
def test_TCP_R4_at_fold_a_forfeit_uses_the_wager_that_a_winner_then_misses() -> None:
    # W 20: the fold's 10 is counted first, so seat 1 wins only 10 of 20.
    hands = {1: Hand(BEATS[0]), 2: Hand(LOSES[1], decision="fold")}
    in_turn, at_fold = (
        paid(play(QUEEN_HIGH, hands, bank=20, house={"forfeits": when})) for when in ("in_turn", "at_fold")
    )
    assert [in_turn[key] for key in ((1, "ante"), (1, "play"), (2, "ante"))] == [
        ("win", 10_00),
        ("win", 10_00),
        ("uncovered", 0),
    ]
    assert [at_fold[key] for key in ((1, "ante"), (1, "play"), (2, "ante"))] == [
        ("win", 10_00),
        ("uncovered", 0),
        ("forfeited", -10_00),
    ]


@proves("TCP-R4")
def test_TCP_R4_at_fold_forfeits_go_from_the_player_dealers_left_wherever_the_button_is() -> None:
    hands = {seat: Hand(LOSES[seat], decision="fold") for seat in (1, 2)}
    house = {"forfeits": "at_fold", "first_action": "action_button"}
    script = play(QUEEN_HIGH, hands, bank=10, house=house, button=2)
    assert paid(script) == {(1, "ante"): ("forfeited", -10_00), (2, "ante"): ("uncovered", 0)}


TWO_FOLDS = {seat: Hand(LOSES[seat], pair_plus=5, decision="fold") for seat in (1, 2)}


@proves("TCP-R17", "TCP-D12")
@guards("TCP-R17")
@pytest.mark.parametrize(
    ("order", "house", "covered"),
    [
        # W 18 meets Antes of 10 and Pair Plus of 5 from seats 1 and 2; the player-dealer is at 7, the button at 2.
        ("as_folded", {}, {(1, "ante"): -10_00, (1, "pair_plus"): -5_00, (2, "ante"): -3_00}),
        ("as_settled", {}, {(1, "ante"): -10_00, (1, "pair_plus"): -5_00, (2, "ante"): -3_00}),
        (
            "as_folded",
            {"settlement_order": "by_wager", "first_action": "action_button"},
            {(1, "ante"): -10_00, (1, "pair_plus"): -5_00, (2, "ante"): -3_00},
        ),
        (
            "as_settled",
            {"first_action": "action_button"},
            {(2, "ante"): -10_00, (2, "pair_plus"): -5_00, (1, "ante"): -3_00},
        ),
        ("as_settled", {"settlement_order": "by_wager"}, {(1, "ante"): -10_00, (2, "ante"): -8_00}),
        (
            "as_settled",
            {"settlement_order": "by_wager", "first_action": "action_button"},
            {(2, "ante"): -10_00, (1, "ante"): -8_00},
        ),
    ],
)
def test_TCP_R17_forfeits_at_the_fold_meet_the_bank_as_hands_folded_or_as_wagers_are_settled(
    order: str, house: dict[str, object], covered: dict[tuple[int, str], int]
) -> None:
    house = {"forfeits": "at_fold", "forfeit_order": order, **house}
    script = play(QUEEN_HIGH, TWO_FOLDS, bank=18, house=house, button=2 if "first_action" in house else 0)
    moved = {key: result for key, (_, result) in paid(script).items() if result}
    assert list(moved.items()) == list(covered.items())


@proves("TCP-R17")
def test_TCP_R17_forfeits_in_turn_know_no_order_of_their_own() -> None:
    answers = [
        paid(play(QUEEN_HIGH, TWO_FOLDS, bank=18, house={"forfeit_order": order}))
        for order in ("as_folded", "as_settled")
    ]
    assert answers[0] == answers[1]


@guards("TCP-T3")
def test_TCP_T3_an_ample_bank_returns_nothing_as_uncovered() -> None:
    script = play(QUEEN_HIGH, {1: Hand(LOSES[0], pair_plus=5, six_card_bonus=5), 2: Hand(BEATS[1])})
    settled = script.settle().values()
    assert [s.covered for s in settled] == [None] * 6
    assert "uncovered" not in {s.outcome for s in settled}
    assert script.all(e.RoundClosed)[0].bank_result == 10_00  # 10 + 10 + 5 + 5 - 10 - 10


# ── TCP-R19: what a fold gave up and nobody covers ───────────────────────────────────────────────────────────────────


@proves("TCP-R19", "TCP-T3")
@BOTH
def test_TCP_R19_what_a_fold_gave_up_goes_back_where_the_wager_is_used_up(house: dict[str, str]) -> None:
    # W 20: seat 1 wins it all. Seat 2's folded Ante and Pair Plus meet nothing.
    folded = Hand(LOSES[1], pair_plus=5, decision="fold")
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: folded}, house=house, bank=20)
    settled = script.settle()
    if house == ACTION:
        assert [(settled[2, id_].outcome, settled[2, id_].result) for id_ in ("ante", "pair_plus")] == [
            ("uncovered", 0),
            ("uncovered", 0),
        ]
        assert settled[2, "ante"].clauses == ("TCP-D11", "TCP-R4", "TCP-T3", "TCP-W4", "TCP-R1")
        assert script.state.chips(2) == CHIPS - 1_00  # the fee alone
    else:  # under net the bank has lost 20 and may win as much back
        assert (settled[2, "ante"].outcome, settled[2, "ante"].result) == ("forfeited", -10_00)
        assert script.state.chips(2) == CHIPS - 15_00 - 1_00


@guards("TCP-R19")
def test_TCP_R19_of_what_a_fold_gave_up_the_covered_part_is_lost() -> None:
    # W 26: seat 1 wins 20, and 6 of seat 2's folded Ante are taken; neither the player-dealer nor the house has more.
    script = play(QUEEN_HIGH, {1: Hand(BEATS[0]), 2: Hand(LOSES[1], decision="fold")}, house=ACTION, bank=26)
    settled = script.settle()
    assert (settled[2, "ante"].outcome, settled[2, "ante"].result) == ("forfeited", -6_00)
    assert script.state.chips(2) == CHIPS - 6_00 - 1_00
    assert bank_of(script) == (-14_00, 26_00)
