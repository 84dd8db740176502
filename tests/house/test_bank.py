"""The bank of Three Card Poker among people, with time-outs."""

from croupier.house import requests as r
from croupier.house.settings import SECOND
from croupier.house.table import NOBODY_THERE
from croupier.money import price
from croupier.table import events as e
from tests.house.small_house import SmallHouse

POKER = "three-card-poker"


def ada_banks(small: SmallHouse) -> tuple[str, str, str]:
    """A table at which Ada has the bank and Bob may bet."""
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    small.until_betting(table, ada, bob, bank=ada)
    return table, ada, bob


def bank_wager(small: SmallHouse, table: str, guest: str) -> None:
    """Bank with the least."""
    (wager,) = small.house.view(table, guest)["you"]["legal"]["wagers"]
    assert wager["wager"] == "bank"
    small.act(table, guest, r.Bet({"bank": wager["least"]}))
    small.act(table, guest, r.Done())


def test_the_bank_is_offered_clockwise_taken_and_banks_a_round() -> None:
    """TCP-T4."""
    small = SmallHouse()
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    assert small.house.view(table)["bank"]["offered"] == 2
    small.act(table, bob, r.AnswerOffer(take=True), status=422)
    small.act(table, ada, r.AnswerOffer(take=False))
    assert small.house.view(table)["bank"]["offered"] == 5
    small.act(table, bob, r.AnswerOffer(take=True))
    small.wait(4)
    assert small.house.view(table)["player_dealer"] == 5
    small.bet(table, ada)
    assert small.house.view(table)["awaiting"]["kind"] == "wagers"
    bank_wager(small, table, bob)
    small.decide(table, ada)
    assert small.house.view(table)["closed"]["round"] == 1
    small.audited(table)


def test_an_offer_that_is_not_answered_in_time_is_declined_by_the_table() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    small.pair(table, 2, 5)
    assert small.house.view(table)["deadlines"] == {"2": small.now + 20 * SECOND}
    small.wait(20)
    assert small.last(table, e.BankDeclined) == e.BankDeclined(2, e.TABLE)
    assert small.house.view(table)["bank"]["offered"] == 5
    assert small.table(table).people[2].silent == 1


def test_when_all_have_declined_the_bank_is_offered_again_after_a_while() -> None:
    """TCP-T4: without a player-dealer no round is dealt."""
    small = SmallHouse()
    table = small.open(POKER)
    people = small.pair(table, 2, 5)
    for guest in people:
        small.act(table, guest, r.AnswerOffer(take=False))
    seen = small.house.view(table)
    assert seen["awaiting"] == {"kind": "bank", "seats": []}
    assert seen["deadlines"] == {"0": small.now + 4 * SECOND}
    small.wait(4)
    assert small.house.view(table)["bank"]["offered"]


def test_somebody_alone_is_joined_by_a_marked_house_run_player_who_banks() -> None:
    """TCP-R8: the house never banks."""
    small = SmallHouse()
    table = small.open(POKER)
    ada = small.seated(table, 4)
    (house_run,) = small.table(table).state.house_run
    small.until_betting(table, ada)
    seen = small.house.view(table)
    assert seen["player_dealer"] == house_run
    assert next(place for place in seen["places"] if place["seat"] == house_run)["house_run"]
    small.bet(table, ada)
    small.decide(table, ada)
    assert small.house.view(table)["closed"]["round"] == 1
    bob = small.seated(table, 6, name="Bob")
    small.until_betting(table, ada, bob, bank=bob)
    if small.house.view(table)["player_dealer"] == house_run:  # for another round
        small.bet(table, ada)
        small.act(table, bob, r.Done())
        small.decide(table, ada)
        small.until_betting(table, ada, bob, bank=bob)
    assert small.house.view(table)["player_dealer"] == 6
    assert not small.table(table).state.house_run  # no longer needed


def test_a_player_dealer_who_places_no_wager_loses_the_bank_and_the_round_is_called_off() -> None:
    """TCP-T2."""
    small = SmallHouse()
    table, _, bob = ada_banks(small)
    small.bet(table, bob)
    chips = small.table(table).state.chips(5)
    small.wait(30)
    voided = small.last(table, e.RoundVoided)
    assert (voided.round, voided.actor) == (1, e.TABLE)
    assert small.last(table, e.BankPassed).seat == 2
    assert small.table(table).state.chips(5) > chips  # the stake and the collection came back
    assert small.house.view(table)["bank"]["offered"] == 5
    small.audited(table)


def test_a_player_dealer_who_stands_up_while_nobody_else_can_bet_does_not_stop_the_table() -> None:
    small = SmallHouse()
    table, ada, bob = ada_banks(small)
    bank_wager(small, table, ada)
    small.ask(r.Stand(), guest=bob, table=table)
    small.ask(r.Stand(), guest=ada, table=table)
    assert small.last(table, e.RoundVoided).reason == NOBODY_THERE
    assert not small.table(table).people
    cay = small.seated(table, 4, name="Cay")
    small.until_betting(table, cay)
    small.audited(table)


def test_a_player_dealer_whom_the_others_leave_is_joined_by_a_house_run_player() -> None:
    small = SmallHouse()
    table, ada, bob = ada_banks(small)
    small.ask(r.Stand(), guest=bob, table=table)
    bank_wager(small, table, ada)
    assert small.last(table, e.RoundVoided).reason == NOBODY_THERE
    small.until_betting(table, ada)
    assert small.house.view(table)["player_dealer"] == 2
    bank_wager(small, table, ada)
    assert small.house.view(table)["closed"]["round"] == 2
    small.audited(table)


def test_a_player_dealer_passes_the_bank_on() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    small.act(table, ada, r.AnswerOffer(take=True))
    small.act(table, bob, r.GiveUpBank(), status=422)
    small.act(table, ada, r.GiveUpBank())
    assert small.house.view(table)["bank"]["offered"] == 5


def test_a_player_dealer_has_the_bank_for_as_many_rounds_as_the_document_says() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    most = small.house.view(table)["bank"]["rounds_most"]
    for number in range(1, most + 1):
        small.until_betting(table, ada, bob, bank=ada)
        bank_wager(small, table, ada)
        small.bet(table, bob)
        small.decide(table, bob)
        assert small.house.view(table)["closed"]["round"] == number
    assert small.house.view(table)["bank"]["offered"] == 5


def test_the_bank_of_somebody_who_went_away_is_passed_on() -> None:
    small = SmallHouse()
    table = small.open(POKER, silent=1)
    ada, bob, cay = small.pair(table, 2, 5, 6)
    small.until_betting(table, ada, bob, cay, bank=ada)
    small.bet(table, bob)
    small.bet(table, cay)
    small.wait(30)  # Ada is silent, and away
    assert not small.table(table).people[2].is_present
    small.until_betting(table, bob, cay, bank=bob)
    assert small.house.view(table)["player_dealer"] == 5


def test_the_bank_of_somebody_who_leaves_is_offered_on() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    small.act(table, ada, r.AnswerOffer(take=True))
    small.ask(r.Stand(), guest=ada, table=table)
    small.until_betting(table, bob)
    assert small.house.view(table)["player_dealer"] in small.table(table).state.house_run


def test_nobody_takes_the_bank_without_the_chips_for_its_least_wager() -> None:
    """TCP-R9: the player-dealer's wager has a minimum."""
    small = SmallHouse()
    table = small.open(POKER, {"player_dealer_minimum": "200.00"})
    small.operate(r.PauseTable("wait for all"), table)
    ada, bob = small.seated(table, 2, 100_00), small.seated(table, 5, 150_00, "Bob")
    small.operate(r.ResumeTable(), table)
    seen = small.house.view(table, ada)
    needs = seen["bank"]["needs"]
    assert needs >= 200_00
    assert (seen["you"]["legal"]["answer_bank"], seen["you"]["legal"]["take_bank"]) == (True, False)
    refused = small.act(table, ada, r.AnswerOffer(take=True), status=422).answer.body
    assert price(needs) in refused["reason"]
    assert "you have $100" in refused["reason"]
    assert refused["clause"]
    other = small.act(table, bob, r.AnswerOffer(take=True), status=422).answer.body
    assert "offered to seat 2" in other["reason"]  # which comes before how many chips he has
    small.act(table, ada, r.Buy(needs - 100_00))
    assert small.house.view(table, ada)["you"]["legal"]["take_bank"]
    small.act(table, ada, r.AnswerOffer(take=True))
    small.until_betting(table, ada, bob)
    (wager,) = small.house.view(table, ada)["you"]["legal"]["wagers"]
    assert (wager["least"], wager["most"]) == (200_00, 200_00)  # all that was needed, and no more


def test_the_bank_of_somebody_with_too_few_chips_left_is_passed_on_before_a_round_opens() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    ada, bob = small.pair(table, 2, 5)
    small.act(table, ada, r.AnswerOffer(take=True))
    small.operate(r.ChangeRules({"player_dealer_minimum": "600.00"}, "higher"), table)
    small.wait(4)
    assert small.last(table, e.BankPassed).seat == 2
    assert small.house.view(table)["bank"]["offered"] == 5
    assert not [event for event in small.events(table) if isinstance(event, e.RoundOpened)]
    assert [entry.why for entry in small.logged("bank passed")] == ["too few chips to bank"]
    assert small.table(table).seat_of(bob) == 5
