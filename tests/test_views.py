"""What each seat may know, at every moment of every game.

A card that nobody has been shown is swapped for another: until it is shown, no view may change by a byte, but the view
of the player whose own hand it is in. The commitment to the shuffle is left out: it proves the deck without showing it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from croupier.cards import card_from, cards_from
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision
from croupier.table.state import State, apply, fold
from croupier.table.view import SPECTATOR, SeatView, View, view
from tests.clauses import guards, proves
from tests.games.poker_rounds import CHIPS, QUEEN_HIGH, Hand, banked, deal, finish, play, wager
from tests.rounds import Script


def history(script: Script) -> list[State]:
    """The state after every event."""
    states = [fold(script.game, script.events[:1])]
    for event in script.events[1:]:
        states.append(states[-1].copy())
        apply(states[-1], event)
    return states


def as_bytes(state: State, seat: int) -> str:
    """A seat's view, written out without the commitment."""
    return repr(replace(view(state, seat), commitment=""))


def shown_at(script: Script, slot: str, place: int) -> int:
    """The number of events before a card is shown to the table; all of them if it never is."""
    dealt = 0
    for number, event in enumerate(script.events):
        if isinstance(event, e.CardsDealt) and event.slot == slot:
            if event.face_up and dealt <= place < dealt + len(event.cards):
                return number
            dealt += len(event.cards)
        if isinstance(event, e.CardsExposed) and event.slot == slot and place in event.places:
            return number
    return len(script.events)


def assert_unseen(one: Script, other: Script, slot: str, place: int, strangers: tuple[int, ...]) -> int:
    """Assert that no stranger can tell two tables apart until the card is shown; give when that was."""
    shown = shown_at(one, slot, place)
    assert shown == shown_at(other, slot, place)
    for number, (state, twin) in enumerate(zip(history(one), history(other), strict=False)):
        if number < shown:
            for seat in strangers:
                assert as_bytes(state, seat) == as_bytes(twin, seat), (number, seat, one.events[number])
    return shown


# ── Three Card Poker ─────────────────────────────────────────────────────────────────────────────────────────────────

HANDS = {
    1: Hand("Ks 3d 4h", pair_plus=5),
    2: Hand("Kd 3h 4c", decision="fold"),
    3: Hand("Kh 3c 4d", six_card_bonus=5, decision="fold"),
}
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"exposed_card": False},
    {"forfeits": "at_fold", "settlement_order": "by_wager"},
    {"first_action": "action_button"},
)
EVERYBODY = (SPECTATOR, 1, 2, 3, 7)


def poker(house: Mapping[str, object], hands: dict[int, Hand], dealer: str = QUEEN_HIGH) -> Script:
    """A settled round."""
    script = play(dealer, hands, house=house, button=2 if "first_action" in house else 0)
    script.settle()
    return script


def swapped(cards: str, place: int) -> str:
    """A stack with one card changed for one that no stack here holds."""
    stack = cards.split()
    stack[place] = "8s"
    return " ".join(stack)


@proves("TCP-D9", "TCP-D8")
@guards("TCP-D9", "TCP-D8", "TCP-D12")
@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_players_card_is_known_to_that_player_alone_until_it_is_shown(
    house: dict[str, object], place: int, seat: int
) -> None:
    one = poker(house, HANDS)
    other = poker(house, {**HANDS, seat: replace(HANDS[seat], cards=swapped(HANDS[seat].cards, place))})
    strangers = tuple(stranger for stranger in EVERYBODY if stranger != seat)
    shown = assert_unseen(one, other, f"seat {seat}", place, strangers)
    folded_for_good = seat == 2  # nobody ever sees it: it goes from the player to the rack
    assert (shown == len(one.events)) == folded_for_good
    dealt = next(at for at, event in enumerate(one.events) if getattr(event, "slot", "") == f"seat {seat}")
    assert as_bytes(history(one)[dealt], seat) != as_bytes(history(other)[dealt], seat)


@guards("TCP-D13", "TCP-R6")
@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_face_down_card_of_the_player_dealers_is_known_to_nobody_not_even_the_player_dealer(
    house: dict[str, object], place: int
) -> None:
    one, other = poker(house, HANDS), poker(house, HANDS, swapped(QUEEN_HIGH, place))
    shown = assert_unseen(one, other, "player-dealer", place, EVERYBODY)
    decisions = [number for number, event in enumerate(one.events) if isinstance(event, e.DecisionMade)]
    bottom_card_exposed = place == 2 and house.get("exposed_card", True)
    assert shown < decisions[0] if bottom_card_exposed else shown > decisions[-1]


@proves("TCP-D8", "TCP-D9")
def test_during_the_decisions_each_seat_lists_its_own_hand_and_the_exposed_card() -> None:
    script = deal(wager(banked(), HANDS), QUEEN_HIGH, HANDS)
    hidden = (None, None, None)
    exposed = (None, None, card_from("2c"))
    own = {seat: cards_from(hand.cards) for seat, hand in HANDS.items()}
    for seat in EVERYBODY:
        assert dict(view(script.state, seat).cards) == {
            **{f"seat {other}": own[other] if other == seat else hidden for other in HANDS},
            "player-dealer": exposed,
        }


@proves("TCP-W2", "TCP-D13")
def test_when_hands_are_revealed_every_seat_lists_them_and_never_the_hand_that_was_given_up() -> None:
    script = poker({}, HANDS)
    revealed = [state for state, event in zip(history(script), script.events, strict=True) if is_last_reveal(event)]
    for seat in EVERYBODY:
        assert dict(view(revealed[0], seat).cards) == {
            "seat 1": cards_from(HANDS[1].cards),
            "seat 3": cards_from(HANDS[3].cards),
            "player-dealer": cards_from(QUEEN_HIGH),
        }


def is_last_reveal(event: e.Event) -> bool:
    """Whether the last hand of the round has just been revealed."""
    return isinstance(event, e.CardsExposed) and event.slot == "seat 3"


@guards("TCP-W3", "TCP-D12")
def test_cards_that_were_picked_up_are_listed_for_nobody_not_even_their_player() -> None:
    script = play(QUEEN_HIGH, HANDS)
    assert "seat 2" not in dict(view(script.state, 2).cards)
    script.settle()
    for seat in EVERYBODY:
        assert view(script.state, seat).cards == ()


@guards("TCP-D9")
def test_the_cards_of_a_voided_round_are_gone_so_that_no_newcomer_finds_them() -> None:
    script = deal(wager(banked(), HANDS), QUEEN_HIGH, HANDS)
    script.do(c.VoidRound("a stack fell"), c.Leave(1), c.Sit(1, "Newcomer", 100_00))
    for seat in EVERYBODY:
        assert view(script.state, seat).cards == ()
    assert view(script.state, 1).bank_wager == 0
    assert script.state.rack.hands()["seat 1"] == cards_from(HANDS[1].cards)


def test_two_views_of_one_moment_differ_in_the_seat_and_its_own_hand_and_nothing_else() -> None:
    for state in history(poker({}, HANDS)):
        public = replace(view(state, SPECTATOR), cards=())
        for seat in EVERYBODY:
            seen = view(state, seat)
            assert replace(seen, seat=SPECTATOR, cards=()) == public
            others = {slot: cards for slot, cards in seen.cards if slot != f"seat {seat}"}
            known = {slot: cards for slot, cards in view(state, SPECTATOR).cards if slot != f"seat {seat}"}
            assert others == known


def test_a_view_lists_what_lies_in_plain_sight() -> None:
    script = deal(wager(banked(), HANDS, bank=500), QUEEN_HIGH, HANDS)
    script.decide(seat_1="play")
    script.do(c.TimeOut(2))
    seen = view(script.state, 2)
    assert (seen.seat, seen.game, seen.round, seen.deck) == (2, "three-card-poker", 1, "red")
    assert (seen.player_dealer, seen.bank_wager, seen.drop_box) == (7, 500_00, 4_00)
    assert seen.awaiting == AwaitDecision("play", (3,), ("fold", "play"))
    assert seen.seats[:2] == (
        SeatView(
            seat=1,
            name="Player 1",
            house_run=False,
            chips=CHIPS - 26_00,  # Ante, Play, Pair Plus and the fee
            spot=0,
            wagers=(("ante", 10_00), ("pair_plus", 5_00), ("play", 10_00)),
            decision="play",
            decided_by="player",
            decisions=(("play", "play"),),
        ),
        SeatView(2, "Player 2", False, CHIPS - 11_00, 0, (("ante", 10_00),), "fold", "table", (("play", "fold"),)),
    )
    assert [other.seat for other in seen.seats] == [1, 2, 3, 7]
    assert seen.seats[-1].wagers == ()


def test_before_the_first_round_the_seat_that_took_the_bank_is_shown_as_player_dealer() -> None:
    assert view(banked(player_dealer=3).state).player_dealer == 3


def test_between_rounds_the_seat_that_takes_the_bank_on_is_shown_as_player_dealer() -> None:
    script = banked()
    for _ in range(2):
        finish(script, {1: HANDS[1]})
    assert view(script.state).player_dealer == 7
    script.do(c.TakeBank(1))
    assert view(script.state).player_dealer == 1


def test_a_new_round_shows_nothing_of_the_last() -> None:
    script = banked()
    finish(script, {1: HANDS[1]})
    settled = view(script.state, 1)
    assert (settled.player_dealer, settled.bank_result, settled.bank_used) == (7, -20_00 + 5_00, 25_00)
    assert len(settled.settled) == 3
    assert settled.stacked == (1,)
    script.open()
    fresh = view(script.state, 1)
    assert (fresh.settled, fresh.stacked, fresh.cards, fresh.bank_result, fresh.bank_used) == ((), (), (), 0, 0)
    assert all(seat.wagers == () and not seat.decision for seat in fresh.seats)


def test_another_commitment_is_all_that_another_shuffle_shows() -> None:
    views: list[View] = []
    for commitment in ("one", "other"):
        script = banked()
        script.do(c.Shuffle("red", commitment), c.OpenRound())
        views.append(view(script.state, 1))
    assert views[0] != views[1]
    assert replace(views[0], commitment="") == replace(views[1], commitment="")
    assert [seen.commitment for seen in views] == ["one", "other"]


# ── Casino Monte ─────────────────────────────────────────────────────────────────────────────────────────────────────


def monte_standard(cards: list[str], die: int) -> Script:
    """A settled round by the standard procedure."""
    script = Script("casino-monte", seats=2)
    script.open()
    script.bet(1, spot=1, initial=10, full_monte=5)
    script.bet(2, spot=3, initial=10)
    script.close()
    script.deal(*cards)
    script.roll(die)
    script.decide(seat_1="raise_2", seat_2="check")
    script.settle()
    return script


def monte_alternate(cards: list[str], die: int) -> Script:
    """A settled round by the alternate procedure; cards by position."""
    script = Script("casino-monte", {"procedure": "alternate"}, seats=2)
    script.open()
    script.bet(1, spot=1, initial=10, full_monte=5)
    script.bet(2, spot=3, initial=10)
    script.close()
    script.roll(die)
    first = (die - 1) // 2
    script.deal(cards[first])
    script.decide(seat_1="raise_2", seat_2="check")
    script.deal(*(card for position, card in enumerate(cards) if position != first))
    script.settle()
    return script


@guards("CM-2", "CM-4", "CM-6", "CM-A6")
@pytest.mark.parametrize("procedure", [monte_standard, monte_alternate])
@pytest.mark.parametrize("die", [1, 4, 5])
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_monte_card_is_known_to_nobody_until_it_is_turned(
    procedure: Callable[[list[str], int], Script], die: int, position: int
) -> None:
    cards = ["Jd", "As", "4h"]
    one, other = procedure(cards, die), procedure([*cards[:position], "8s", *cards[position + 1 :]], die)
    shown = assert_unseen(one, other, f"position {position + 1}", 0, (SPECTATOR, 1, 2))
    decisions = [number for number, event in enumerate(one.events) if isinstance(event, e.DecisionMade)]
    chosen_by_the_die = position == (die - 1) // 2
    assert shown < decisions[0] if chosen_by_the_die else shown > decisions[-1]


@proves("CM-4", "CM-6")
def test_monte_cards_face_up_are_listed_for_all_and_face_down_for_none() -> None:
    script = Script("casino-monte", seats=2)
    script.open()
    script.bet(1, spot=1, initial=10)
    script.close()
    script.deal("Jd", "As", "4h")
    seats = (SPECTATOR, 1, 2)
    assert [[cards for _, cards in view(script.state, seat).cards] for seat in seats] == [[(None,)] * 3] * 3
    script.roll(3)
    exposed = [(None,), cards_from("As"), (None,)]
    assert [[cards for _, cards in view(script.state, seat).cards] for seat in seats] == [exposed] * 3
    assert view(script.state).die == 3
    script.decide(seat_1="check")
    turned = [cards_from("Jd"), cards_from("As"), cards_from("4h")]
    assert [[cards for _, cards in view(script.state, seat).cards] for seat in seats] == [turned] * 3
    script.settle()
    assert view(script.state).cards == ()


@guards("CM-R10")
def test_the_card_burned_from_a_monte_shoe_is_told_to_nobody() -> None:
    script = Script("casino-monte", {"shuffle": "shoe"}, seats=1)
    script.shuffle()
    assert script.all(e.CardsBurned) == [e.CardsBurned(None, 1, "CM-R10")]
    assert view(script.state, 1).cards == ()


# ── Baccarat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("BAC-4")
def test_baccarat_cards_are_listed_for_all_as_they_are_dealt() -> None:
    script = Script("baccarat", seats=2)
    script.open()
    script.bet(1, player=10, lucky_monkey=5)
    script.close()
    dealt: dict[str, tuple[int, ...]] = {}
    for slot, card in (("player", "9h"), ("banker", "3s"), ("player", "3d"), ("banker", "Ks"), ("player", "Kc")):
        script.deal(card)
        dealt[slot] = (*dealt.get(slot, ()), card_from(card))
        for seat in (SPECTATOR, 1, 2):
            assert dict(view(script.state, seat).cards) == dealt
    script.deal("Kd")
    script.settle()
    assert view(script.state, 1).cards == ()
    assert script.state.bank_result == 10_00 - 15 * 5_00  # Player lost; two kings pay 15:1
    assert view(script.state, 1).bank_result == 0  # what the house has won is its own affair


@guards("LM-R6")
def test_the_card_shown_at_a_baccarat_burn_tells_no_view_how_the_shoe_lies() -> None:
    seen = []
    for shown in (0, 7):
        script = Script("baccarat", seats=1)
        script.do(c.Shuffle("shoe", "commitment"), c.BurnCards(shown), c.OpenRound())
        seen.append(as_bytes(script.state, 1))
    assert seen[0] == seen[1]
