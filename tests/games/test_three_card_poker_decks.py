"""Description of the Deck: two decks of 52 that take turns, and where their cards lie."""

from dataclasses import asdict

import pytest

from croupier.cards import DECK, cards_from
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitRound, AwaitShuffle, awaiting
from croupier.table.state import Rack, State, apply, fold
from tests.clauses import guards, proves
from tests.games.poker_rounds import BEATS, JACK_HIGH, LOSES, QUEEN_HIGH, Hand, banked, deal, finish, play, wager
from tests.rounds import Script

ONE_HAND = {1: Hand(LOSES[0])}
SIX_HANDS = {
    1: Hand("Ks 3d 4h", six_card_bonus=5),
    2: Hand("Kd 3h 4c", decision="fold"),
    3: Hand("Kh 3c 4d", decision="fold", six_card_bonus=5),
    4: Hand("Js 9d 4s"),
    5: Hand("Jd 9h 5d", decision="fold"),
    6: Hand("Jh 9c 5h", pair_plus=5),
}


def cards_seen_in(state: State) -> int:
    """How many cards lie on the layout or in the discard rack."""
    return sum(map(len, state.held.values())) + len(state.rack.pile) + state.rack.unseen


def states_after_each_event(script: Script) -> list[State]:
    """Every state a table went through."""
    state = fold(script.game, script.events[:1])
    states = []
    for event in script.events[1:]:
        apply(state, event)
        states.append(state.copy())
    return states


@proves("TCP-K1", "TCP-D6")
def test_TCP_K1_every_round_waits_for_one_shuffled_deck() -> None:
    script = banked()
    for _ in range(2):
        assert script.awaits == AwaitShuffle(52)
        script.shuffle()
        assert awaiting(script.state) == AwaitRound()
        finish(script, ONE_HAND)


@guards("TCP-K1", "TCP-D6")
def test_TCP_K1_no_round_is_opened_with_cards_that_have_been_dealt() -> None:
    script = banked()
    finish(script, ONE_HAND)
    refused = script.refused(c.OpenRound())
    assert refused.clause == "TCP-K3c"
    assert "the cards are not ready; they are shuffled first" in str(refused)
    script.shuffle()
    script.do(c.OpenRound())
    assert script.state.round == 2


@proves("TCP-K2")
def test_TCP_K2_seven_stacks_and_the_unloaded_cards_are_fifty_two() -> None:
    script = play(QUEEN_HIGH, SIX_HANDS)
    dealt = [card for event in script.all(e.CardsDealt) for card in event.cards]
    assert len(dealt) == len(set(dealt)) == 21
    assert set(dealt) < set(DECK)
    assert script.all(e.CardsUnloaded) == [e.CardsUnloaded(31, "TCP-D8b")]


@guards("TCP-K2")
@pytest.mark.parametrize("joker", [52, 53, -1])
def test_TCP_K2_there_are_no_jokers(joker: int) -> None:
    script = wager(banked(), ONE_HAND)
    script.close()
    refused = script.refused(c.DealCards((0, 1, joker)))
    assert refused.clause == "TCP-K2"
    assert f"a card is a number from 0 to 51, not {joker}" in str(refused)


@guards("TCP-K2", "TCP-R10")
def test_TCP_K2_no_card_is_dealt_twice_in_a_round() -> None:
    script = wager(banked(), ONE_HAND)
    script.close()
    refused = script.refused(c.DealCards(cards_from("As Kd As")))
    assert refused.clause == "TCP-K2"
    script.deal("As Kd 4h")
    refused = script.refused(c.DealCards(cards_from("Qs 7d 4h")))
    assert refused.clause == "TCP-K2"
    assert "4h would be dealt more often than the deck holds it" in str(refused)


@proves("TCP-R10")
def test_TCP_R10_each_round_has_all_fifty_two_cards_again() -> None:
    script = banked()
    for _ in range(2):
        finish(script, ONE_HAND)
    first, second = ([event.cards for event in script.all(e.CardsDealt)[at : at + 2]] for at in (0, 2))
    assert first == second == [cards_from(LOSES[0]), cards_from(QUEEN_HIGH)]


@proves("TCP-K3", "TCP-K3c", "TCP-R10")
def test_TCP_K3c_the_two_decks_take_turns_round_by_round() -> None:
    script = banked()
    for _ in range(5):
        if isinstance(script.awaits, AwaitBank):
            script.bank(7)
        finish(script, ONE_HAND)
    assert [opened.colour for opened in script.all(e.RoundOpened)] == ["red", "blue", "red", "blue", "red"]


@guards("TCP-K3", "TCP-K3c")
def test_TCP_K3c_the_same_deck_does_not_come_twice_in_a_row_nor_a_third_deck_at_all() -> None:
    script = banked()
    finish(script, ONE_HAND)
    for colour in ("red", "green"):
        refused = script.refused(c.Shuffle(colour, "commitment"))
        assert refused.clause == "TCP-K3c"
        assert f"the {colour} cards are not next; it is the turn of the blue cards" in str(refused)


@guards("TCP-K3c")
def test_TCP_K3c_a_deck_shuffled_again_before_its_round_keeps_its_turn() -> None:
    script = banked()
    script.do(c.Shuffle("red", "first"), c.Shuffle("red", "second"))
    refused = script.refused(c.Shuffle("blue", "third"))
    assert refused.clause == "TCP-K3c"
    assert "it is the turn of the red cards" in str(refused)
    script.do(c.OpenRound())
    assert (script.state.colour, script.state.commitment) == ("red", "second")


@guards("TCP-K3c")
def test_TCP_K3c_a_voided_round_has_used_its_deck_too() -> None:
    script = deal(wager(banked(), ONE_HAND), QUEEN_HIGH, ONE_HAND)
    script.do(c.VoidRound("a stack was misdealt"))
    assert script.refused(c.Shuffle("red", "commitment")).clause == "TCP-K3c"
    script.do(c.Shuffle("blue", "commitment"))


@proves("TCP-K3b")
def test_TCP_K3b_a_deck_has_the_whole_round_of_the_other_one_to_be_shuffled() -> None:
    script = banked()
    finish(script, ONE_HAND)  # red
    script.shuffle()
    assert script.state.colour == "blue"
    finish(script, ONE_HAND)  # blue is in play, red in the shuffler
    script.shuffle()
    assert script.state.colour == "red"


@guards("TCP-K3b")
def test_TCP_K3b_neither_deck_enters_while_the_other_is_in_play() -> None:
    script = wager(banked(), ONE_HAND)
    for colour in ("red", "blue"):
        refused = script.refused(c.Shuffle(colour, "commitment"))
        assert refused.clause == "TCP-K3c"
        assert "only between rounds, and round 1 is open" in str(refused)


@proves("TCP-K3d")
def test_TCP_K3d_after_a_round_the_rack_holds_that_rounds_deck_and_nothing_else() -> None:
    script = banked(seats=(1, 2, 3, 4, 5, 6, 7))
    for dealer in (QUEEN_HIGH, JACK_HIGH):
        finish(script, SIX_HANDS if dealer == QUEEN_HIGH else ONE_HAND, dealer)
        assert script.state.held == {}
        assert len(script.state.rack.pile) == len(set(script.state.rack.pile))
        assert len(script.state.rack.pile) + script.state.rack.unseen == 52


@guards("TCP-K3d")
def test_TCP_K3d_the_rack_is_emptied_before_the_other_deck_is_dealt() -> None:
    script = banked()
    finish(script, ONE_HAND)
    assert script.state.rack.unseen == 46
    wager(script, ONE_HAND)
    assert script.state.rack == Rack()
    finish_ = deal(script, QUEEN_HIGH, ONE_HAND)
    assert max(map(cards_seen_in, states_after_each_event(finish_))) == 52


@proves("TCP-D8b")
@pytest.mark.parametrize(("players", "left"), [(1, 46), (2, 43), (3, 40)])
def test_TCP_D8b_the_cards_left_in_the_shuffler_go_to_the_rack(players: int, left: int) -> None:
    hands = {seat: Hand(cards) for seat, cards in zip(range(1, players + 1), BEATS, strict=False)}
    script = deal(wager(banked(), hands), QUEEN_HIGH, hands)
    assert script.events[-1:] == [e.CardsUnloaded(left, "TCP-D8b")]
    assert script.state.rack == Rack(unseen=left)


@guards("TCP-D8b")
def test_TCP_D8b_no_card_that_was_unloaded_is_told_by_any_event() -> None:
    script = play(QUEEN_HIGH, SIX_HANDS)
    script.settle()
    told = {card for event in script.events for card in asdict(event).get("cards", ())}
    dealt = {card for cards in (QUEEN_HIGH, *(hand.cards for hand in SIX_HANDS.values())) for card in cards_from(cards)}
    assert told == dealt
    assert set(script.state.rack.pile) == dealt
    assert asdict(script.all(e.CardsUnloaded)[0]) == {"count": 31, "clause": "TCP-D8b"}


@guards("TCP-D8b")
def test_TCP_D8b_after_the_unloading_no_card_is_dealt() -> None:
    script = deal(wager(banked(), ONE_HAND), QUEEN_HIGH, ONE_HAND)
    refused = script.refused(c.DealCards(cards_from("As Ad Ah")))
    assert refused.clause == "TCP-D11"
    assert "no card is dealt now" in str(refused)
