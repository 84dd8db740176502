"""Schedule options 1 and 2, and what becomes of fees and wagers when a round is voided."""

from collections.abc import Callable

import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.ledger import DROP_BOX
from croupier.table.view import view
from tests.clauses import guards, proves
from tests.games.poker_rounds import (
    BEATS,
    CHIPS,
    LOSES,
    QUEEN_HIGH,
    Hand,
    Hands,
    banked,
    deal,
    decide,
    finish,
    kinds,
    play,
    wager,
)
from tests.rounds import Script

ONE_HAND = {1: Hand(LOSES[0], pair_plus=5, six_card_bonus=5)}
SIX = (*BEATS, *LOSES)


def antes(*dollars: int) -> dict[int, Hand]:
    """One hand for each Ante."""
    return {seat: Hand(SIX[seat - 1], ante=ante) for seat, ante in enumerate(dollars, 1)}


def fees_of(hands: Hands, collection: object) -> list[tuple[int, int]]:
    """Seat and cents of every fee that closing the betting collects."""
    script = banked({"collection": collection}, seats=tuple({*hands, 7}))
    return [(event.seat, event.cents) for event in wager(script, hands).close() if isinstance(event, e.FeeCollected)]


def own_schedule(**changes: object) -> dict[str, object]:
    """A house's own schedule of two rates."""
    tiers = [{"up_to": 60, "fee": "0.50"}, {"fee": 3}]
    return {"minimum": 5, "maximum": 100, "player_fee": 2, "tiers": tiers, **changes}


def rates(count: int) -> list[dict[str, int]]:
    """So many rates, the last open."""
    return [*({"up_to": 20 * step, "fee": step} for step in range(1, count)), {"fee": count}]


# ── TCP-FEE to TCP-FEE5, TCP-R7: what is collected, and when ─────────────────────────────────────────────────────────


@proves("TCP-FEE", "TCP-FEE1", "TCP-FEE2", "TCP-FEE4", "TCP-R7")
@pytest.mark.parametrize(
    ("collection", "dollars", "player_dealers"),
    [
        (1, (5,), 1_00),
        (1, (100,), 1_00),
        (1, (50, 50), 1_00),
        (1, (50, 51), 2_00),
        (1, (100, 100, 100), 2_00),
        (2, (50,), 1_00),
        (2, (200,), 1_00),
        (2, (100, 100), 1_00),
        (2, (201,), 2_00),
        (2, (100, 101), 2_00),
        (2, (5_000,), 2_00),
    ],
)
def test_TCP_FEE_each_player_pays_a_dollar_and_the_player_dealer_by_the_total_of_antes(
    collection: int, dollars: tuple[int, ...], player_dealers: int
) -> None:
    players = [(seat, 1_00) for seat in range(1, len(dollars) + 1)]
    assert fees_of(antes(*dollars), collection) == [*players, (7, player_dealers)]


@guards("TCP-FEE", "TCP-FEE1", "TCP-FEE2")
@pytest.mark.parametrize(("collection", "bound"), [(1, 100), (2, 200)])
def test_TCP_FEE_the_second_dollar_is_due_one_dollar_above_the_bound_and_not_at_it(collection: int, bound: int) -> None:
    half = bound // 2
    assert fees_of(antes(half, half), collection)[-1] == (7, 1_00)
    assert fees_of(antes(half, half + 1), collection)[-1] == (7, 2_00)


@proves("TCP-FEE3", "TCP-FEE4")
@guards("TCP-FEE3", "TCP-FEE4")
def test_TCP_FEE3_neither_play_nor_bonus_bets_count_or_pay() -> None:
    # Antes of 100 in all; with Play and bonuses 500 lie on the table.
    hands = {1: Hand(BEATS[0], ante=50, pair_plus=100, six_card_bonus=100), 2: Hand(LOSES[1], ante=50, pair_plus=100)}
    script = play(QUEEN_HIGH, hands)
    script.settle()
    assert script.all(e.FeeCollected) == [
        e.FeeCollected(1, 1_00, "TCP-FEE5"),
        e.FeeCollected(2, 1_00, "TCP-FEE5"),
        e.FeeCollected(7, 1_00, "TCP-FEE5"),
    ]


@guards("TCP-FEE4")
def test_TCP_FEE4_a_seat_without_an_ante_pays_nothing() -> None:
    script = wager(banked(), {1: Hand(LOSES[0])})
    script.close()
    assert script.state.fees == {1: 1_00, 7: 1_00}
    assert script.state.chips(2) == CHIPS


@proves("TCP-FEE5", "TCP-R7")
def test_TCP_FEE5_fees_drop_after_the_wagers_and_before_the_first_card() -> None:
    script = wager(banked(), antes(10, 10))
    assert script.all(e.FeeCollected) == []
    events = script.close()
    assert kinds(events) == ["BetsClosed", "FeeCollected", "FeeCollected", "FeeCollected"]
    assert script.all(e.CardsDealt) == []
    assert kinds(script.deal(SIX[0])) == ["CardsDealt"]


@guards("TCP-FEE5")
def test_TCP_FEE5_an_ante_is_refused_whose_fee_could_not_be_paid() -> None:
    script = banked(chips=10_00)
    script.open()
    refused = script.refused(c.PlaceWager(1, "ante", 10_00))
    assert "seat 1 has $10, not the $10 for ante and $1 of collection" in str(refused)
    script.do(c.PlaceWager(1, "ante", 9_00))
    # The player-dealer sets the largest fee of the schedule aside.
    refused = script.refused(c.PlaceWager(7, "bank", 9_00))
    assert "seat 7 has $10, not the $9 for bank and $2 of collection" in str(refused)
    script.do(c.PlaceWager(7, "bank", 8_00))
    script.close()
    assert (script.state.chips(1), script.state.chips(7)) == (0, 1_00)


@proves("TCP-L3", "TCP-R7")
def test_TCP_L3_fees_go_to_the_drop_box_and_stay_there() -> None:
    script = banked()
    finish(script, antes(10, 10))
    assert script.state.ledger.balance(DROP_BOX) == 3_00
    finish(script, antes(60, 60))
    assert script.state.ledger.balance(DROP_BOX) == 7_00
    assert view(script.state).drop_box == 7_00


@guards("TCP-L3", "TCP-R7")
def test_TCP_R7_a_fee_is_no_part_of_any_result() -> None:
    script = play(QUEEN_HIGH, antes(60, 60))  # both beat queen-high: 60 + 60 each
    settled = script.settle()
    assert [s.result for s in settled.values()] == [60_00, 60_00, 60_00, 60_00]
    assert script.all(e.RoundClosed)[0].bank_result == -240_00
    assert script.state.bank_used == 240_00
    assert script.state.chips(7) == CHIPS - 240_00 - 2_00
    assert script.state.ledger.balance(DROP_BOX) == 4_00


# ── TCP-FEE6, TCP-R14, TCP-FEE7: one schedule, flat fees, at most five rates ─────────────────────────────────────────


@proves("TCP-FEE6", "TCP-R14")
def test_TCP_R14_the_schedule_changes_between_rounds_with_its_limits_and_fees() -> None:
    script = banked()
    finish(script, antes(10))
    (changed,) = script.do(c.ChangeHouse({"collection": 2}))
    assert isinstance(changed, e.HouseChanged)
    assert changed.house["collection"] == 2
    script.open()
    assert script.refused(c.PlaceWager(1, "ante", 10_00)).clause == "TCP-FEE2"
    script.bet(1, ante=200)
    assert script.state.stake(1, "ante") == 200_00


@guards("TCP-FEE6", "TCP-R14")
def test_TCP_R14_the_schedule_does_not_change_during_a_round() -> None:
    stages: tuple[Callable[[Script], object], ...] = (
        lambda script: wager(script, ONE_HAND),
        lambda script: deal(script, QUEEN_HIGH, ONE_HAND),
        lambda script: decide(script, ONE_HAND),
    )
    script = banked()
    for stage in stages:
        stage(script)
        refused = script.refused(c.ChangeHouse({"collection": 2}))
        assert refused.clause == "TCP-R14"
        assert "house rules change only between rounds, and round 1 is open" in str(refused)


@proves("TCP-FEE7")
@pytest.mark.parametrize(("ante", "fee"), [(20, 1_00), (21, 2_00), (40, 2_00), (61, 4_00), (80, 4_00), (81, 5_00)])
def test_TCP_FEE7_a_house_may_set_up_to_five_flat_rates_of_its_own(ante: int, fee: int) -> None:
    assert fees_of(antes(ante), own_schedule(tiers=rates(5))) == [(1, 2_00), (7, fee)]


@proves("TCP-FEE7", "TCP-FEE6")
def test_TCP_FEE7_a_schedule_of_the_houses_own_has_its_own_limits_and_fees() -> None:
    assert fees_of(antes(60), own_schedule()) == [(1, 2_00), (7, 50)]
    assert fees_of(antes(61), own_schedule()) == [(1, 2_00), (7, 3_00)]
    script = banked({"collection": own_schedule(minimum=20)})
    script.open()
    refused = script.refused(c.PlaceWager(1, "ante", 19_00))
    assert refused.clause == "TCP-FEE"
    assert "bet $20 to $100" in str(refused)


@guards("TCP-FEE7")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"tiers": rates(6)}, "there are 6 rates; one table limit may have at most 5"),
        ({"player_fee": "5%"}, '"5%" is a share; a collection fee is a flat amount of dollars'),
        ({"player_fee": "1/20"}, '"1/20" is a share; a collection fee is a flat amount of dollars'),
        ({"tiers": [{"up_to": 60, "fee": "1%"}, {"fee": 2}]}, '"1%" is a share'),
        ({"tiers": [{"fee": "1/100"}]}, '"1/100" is a share'),
    ],
)
def test_TCP_FEE7_a_sixth_rate_and_any_share_are_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(Refused) as refused:
        game("three-card-poker").house({"collection": own_schedule(**changes)})
    assert refused.value.clause == "TCP-FEE7"
    assert refused.value.field == "house.collection"
    assert why in str(refused.value)


@guards("TCP-FEE")
@pytest.mark.parametrize(
    ("collection", "why"),
    [
        (3, "3 is not a collection schedule; give 1, 2 or a table of flat fees"),
        (True, "true is not a collection schedule"),
        (1.5, "1.5 is not a collection schedule"),
        ([1, 2], "[1, 2] is not a collection schedule"),  # not both at once
        (own_schedule(rake=5), "has minimum, player_fee, tiers and optionally maximum"),
        (own_schedule(tiers=[]), "tiers must be a list of {up_to, fee}, the last without up_to"),
        (own_schedule(tiers=[{"up_to": 60, "fee": 1}]), "tier 1 must have fee only; the last tier has no up_to"),
        (own_schedule(tiers=[{"fee": 1}, {"fee": 2}]), "tier 1 must have fee and up_to only"),
        (
            own_schedule(tiers=[{"up_to": 60, "fee": 1}, {"up_to": 60, "fee": 2}, {"fee": 3}]),
            "tier 2 ends at $60; it must end above the tier before it",
        ),
        (own_schedule(player_fee=-1), "the fee is -$1; it must be 0 or more"),
        (own_schedule(minimum=101), "the minimum must be above 0, and the maximum at least the minimum"),
        (own_schedule(minimum=0), "the minimum must be above 0, and the maximum at least the minimum"),
    ],
)
def test_TCP_FEE_a_schedule_that_cannot_be_charged_is_refused(collection: object, why: str) -> None:
    with pytest.raises(Refused) as refused:
        game("three-card-poker").house({"collection": collection})
    assert refused.value.clause == "TCP-FEE"
    assert refused.value.field == "house.collection"
    assert why in str(refused.value)


@guards("TCP-R9")
def test_TCP_R9_a_bonus_minimum_above_the_tables_maximum_is_refused() -> None:
    rules = game("three-card-poker")
    with pytest.raises(Refused) as refused:
        rules.rulebook(rules.house({"bonus_minimum": 101}))
    assert refused.value.clause == "TCP-R9"
    assert "the least bonus wager $101 is above the table's maximum $100" in str(refused.value)
    assert rules.rulebook(rules.house({"bonus_minimum": 100})).wagers_by_id["pair_plus"].least == 100_00
    assert rules.rulebook(rules.house({"bonus_minimum": 101, "collection": 2})).wagers_by_id["pair_plus"].most is None


@proves("TCP-FEE7")
def test_TCP_FEE7_a_schedule_may_be_without_a_maximum_or_have_one_ante_only_or_charge_nothing() -> None:
    unlimited = {name: value for name, value in own_schedule().items() if name != "maximum"}
    assert fees_of(antes(5_000), unlimited) == [(1, 2_00), (7, 3_00)]
    assert fees_of(antes(25), own_schedule(minimum=25, maximum=25)) == [(1, 2_00), (7, 50)]
    assert fees_of(antes(25), own_schedule(player_fee=0)) == [(7, 50)]


@pytest.mark.parametrize("collection", [1, 2, own_schedule(), own_schedule(tiers=rates(5))])
def test_a_schedule_reads_back_as_it_is_shown(collection: object) -> None:
    rules = game("three-card-poker")
    house = rules.house({"collection": collection})
    assert rules.house(house.show()) == house


# ── TCP-R13: voiding ─────────────────────────────────────────────────────────────────────────────────────────────────

TWO_HANDS = {1: Hand(BEATS[0], pair_plus=5, six_card_bonus=5), 2: Hand(LOSES[1], ante=60, decision="fold")}


@proves("TCP-R13")
@pytest.mark.parametrize("stage", ["bets open", "bets closed", "one stack dealt", "dealt", "one decided", "decided"])
@pytest.mark.parametrize("forfeits", ["in_turn", "at_fold"])
def test_TCP_R13_a_voided_round_returns_every_wager_and_fee(stage: str, forfeits: str) -> None:
    script = wager(banked({"forfeits": forfeits}), TWO_HANDS, bank=500)
    if stage == "bets closed":
        script.close()
    elif stage == "one stack dealt":
        script.close()
        script.deal(BEATS[0])
    elif stage != "bets open":
        deal(script, QUEEN_HIGH, TWO_HANDS)
        if stage == "one decided":
            script.decide(seat_1="play")
        elif stage == "decided":
            decide(script, TWO_HANDS)
    assert script.do(c.VoidRound("a card fell")) == (e.RoundVoided(1, "a card fell", "TCP-R13"),)
    assert [script.state.chips(seat) for seat in (1, 2, 3, 7)] == [CHIPS] * 4
    assert script.state.ledger.balance(DROP_BOX) == 0
    assert script.state.stakes == {}
    assert not script.state.in_round


@guards("TCP-R13")
def test_TCP_R13_a_settled_round_is_never_voided() -> None:
    script = play(QUEEN_HIGH, TWO_HANDS)
    script.settle()
    refused = script.refused(c.VoidRound("I object"))
    assert refused.clause == "TCP-R13"
    assert "a round is voided before it is settled, never after" in str(refused)


@guards("TCP-R13")
@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 201])
def test_TCP_R13_a_round_is_not_voided_without_a_reason(reason: str) -> None:
    refused = wager(banked(), TWO_HANDS).refused(c.VoidRound(reason))
    assert refused.clause == "TCP-R13"
    assert "the reason for voiding a round has 1 to 200 printable characters" in str(refused)
