"""Casino Monte: the decks, the shoe with its cut card and burn, and the continuous shuffler."""

from itertools import cycle

import pytest

from croupier.cards import card_from
from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBurn, AwaitRound, AwaitShuffle
from croupier.table.core import open_table
from tests.clauses import guards, proves
from tests.games.described import monte, refusal
from tests.rounds import Script

DECK = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


def play_round(table: Script, *cards: str) -> list[e.Event]:
    """Deal a round of three cards to one player who checks, and give its events."""
    before = len(table.events)
    table.do(c.OpenRound())
    table.bet(1, spot=1, initial=1)
    table.close()
    table.deal(*cards)
    table.roll(1)
    table.decide(seat_1="check")
    table.settle()
    return table.events[before:]


@proves("CM-I1", "CM-R6")
@pytest.mark.parametrize("decks", [6, 8])
def test_CM_I1_six_or_eight_decks_hold_that_many_of_each_card(decks: int) -> None:
    table = Script("casino-monte", {"decks": decks, "shuffle": "shoe"}, seats=1)
    table.do(c.Shuffle("shoe", ""))
    assert isinstance(table.awaits, AwaitBurn)
    table.do(c.BurnCards(None))
    play_round(table, "As", "As", "As")
    play_round(table, "As", "As", "As")
    table.open()
    table.bet(1, spot=1, initial=1)
    table.close()
    for _ in range(decks - 6):
        table.deal("As")
    refused = table.refused(c.DealCards((card_from("As"),)))
    assert refused.clause == "CM-I1"
    assert refused.reason == f"As would be dealt more often than the {decks} decks hold it"
    table.deal("Ks")


@proves("CM-I1")
@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (8, 416)])
def test_CM_I1_a_shuffle_brings_all_the_decks(decks: int, cards: int) -> None:
    table = Script("casino-monte", {"decks": decks})
    assert table.awaits == AwaitShuffle(cards)


@guards("CM-I1", "CM-R6")
@pytest.mark.parametrize("decks", [1, 2, 5, 7, 9, 16])
def test_CM_I1_no_table_deals_another_number_of_decks(decks: int) -> None:
    with pytest.raises(Refused) as refused:
        open_table(game("casino-monte"), {"decks": decks})
    assert (refused.value.clause, refused.value.field) == ("CM-I1", "house.decks")
    assert refused.value.reason == f"{decks} may be analysed but not dealt; at a table give 6 or 8"
    assert refusal(monte("As Kd Qh", {"spot": 1, "initial": 1}, decks=decks)).clause == "CM-I1"


@guards("CM-I1")
def test_CM_I1_an_open_table_cannot_change_to_seven_decks() -> None:
    refused = Script("casino-monte").refused(c.ChangeHouse({"decks": 7}))
    assert (refused.clause, refused.field) == ("CM-I1", "house.decks")


@proves("CM-R6")
@pytest.mark.parametrize("decks", [1, 2, 7, 16])
def test_CM_R6_the_analysis_takes_one_to_sixteen_decks(decks: int) -> None:
    monte_game = game("casino-monte")
    assert monte_game.rulebook(monte_game.house({"decks": decks})).supply.size == 52 * decks


@guards("CM-R6")
@pytest.mark.parametrize("decks", [0, 17, "six", True])
def test_CM_R6_the_analysis_takes_no_other_number_of_decks(decks: object) -> None:
    with pytest.raises(Refused, match="give 1 to 16") as refused:
        game("casino-monte").house({"decks": decks})
    assert (refused.value.clause, refused.value.field) == ("CM-I1", "house.decks")


@proves("CM-I2", "CM-R6")
def test_CM_I2_a_continuous_shuffler_deals_every_round_from_all_the_cards() -> None:
    table = Script("casino-monte", seats=1)
    for _ in range(3):
        table.do(c.Shuffle("shoe", ""))
        play_round(table, "As", "As", "As")
        assert table.awaits == AwaitShuffle(312)
    table.do(c.Shuffle("shoe", ""))
    assert table.state.remaining[card_from("As")] == 6  # nine aces of spades have come out of six decks


@proves("CM-I2")
def test_CM_I2_a_shoe_is_dealt_on_without_a_shuffle() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"}, seats=1)
    table.shuffle()
    play_round(table, "As", "As", "As")
    assert isinstance(table.awaits, AwaitRound)
    assert table.state.remaining[card_from("As")] == 3


@guards("CM-I2")
@pytest.mark.parametrize("shuffle", ["continuous", "shoe"])
def test_CM_I2_no_round_opens_before_the_cards_are_shuffled(shuffle: str) -> None:
    refused = Script("casino-monte", {"shuffle": shuffle}).refused(c.OpenRound())
    assert refused.clause == "CM-I2"
    assert refused.reason == "the cards are not ready; they are shuffled first"


@guards("CM-I2")
def test_CM_I2_cards_are_not_shuffled_in_the_middle_of_a_round() -> None:
    table = Script("casino-monte")
    table.open()
    refused = table.refused(c.Shuffle("shoe", ""))
    assert refused.clause == "CM-I2"
    assert refused.reason == "shuffled cards come in only between rounds, and round 1 is open"


@guards("CM-I2", "CM-R6")
def test_CM_I2_cards_come_from_a_shoe_or_a_continuous_shuffler_and_nothing_else() -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1, "initial": 1}, shuffle="by hand"))
    assert (refused.clause, refused.field) == ("CM-R6", "house.shuffle")
    assert refused.reason == '"by hand" is not one of continuous, shoe'


@proves("CM-I3", "CM-R10")
def test_CM_I3_a_shoe_is_shuffled_then_one_card_is_burned_unseen_then_it_is_dealt() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"}, seats=1)
    happened = table.do(c.Shuffle("shoe", "sealed"), c.BurnCards(None))
    assert happened == (e.CardsShuffled("shoe", "sealed", 1), e.CardsBurned(None, 1, "CM-R10"))
    assert table.state.drawn == 1
    assert isinstance(table.awaits, AwaitRound)


@proves("CM-I3")
def test_CM_I3_the_cards_of_a_round_are_picked_up_position_by_position() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"}, seats=1)
    table.shuffle()
    assert play_round(table, "4h", "As", "Jc")[-2] == e.CardsPickedUp(
        ("position 1", "position 2", "position 3"), "CM-I3"
    )
    assert table.state.rack.pile == (card_from("4h"), card_from("As"), card_from("Jc"))


@guards("CM-I3", "CM-R10")
def test_CM_I3_no_round_opens_between_the_shuffle_and_the_burn() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"})
    table.do(c.Shuffle("shoe", ""))
    assert table.awaits == AwaitBurn()
    assert table.refused(c.OpenRound()).clause == "CM-I2"


@guards("CM-R10")
def test_CM_R10_the_burned_card_is_not_shown_and_only_one_is_burned() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"})
    table.do(c.Shuffle("shoe", ""))
    refused = table.refused(c.BurnCards(card_from("As")))
    assert (refused.clause, refused.reason) == ("CM-R10", "the burned card is not shown")
    table.do(c.BurnCards(None))
    refused = table.refused(c.BurnCards(None))
    assert (refused.clause, refused.reason) == ("CM-R10", "no card is to be burned now")


@guards("CM-R10")
def test_CM_R10_a_continuous_shuffler_burns_nothing() -> None:
    table = Script("casino-monte")
    table.do(c.Shuffle("shoe", ""))
    assert isinstance(table.awaits, AwaitRound)
    refused = table.refused(c.BurnCards(None))
    assert (refused.clause, refused.reason) == ("CM-R10", "no card is to be burned now")


@guards("CM-R10")
def test_CM_R10_a_burn_that_was_due_is_due_no_more_once_the_house_changes_its_cards() -> None:
    table = Script("casino-monte", {"shuffle": "shoe"})
    table.do(c.Shuffle("shoe", ""), c.ChangeHouse({"shuffle": "continuous"}))
    assert isinstance(table.awaits, AwaitShuffle)
    refused = table.refused(c.BurnCards(card_from("As")))
    assert (refused.clause, refused.reason) == ("CM-R10", "no card is to be burned now")


def dealt_until_the_cut_card(table: Script) -> tuple[int, list[e.Event]]:
    """Deal rounds until the cut card comes out; how many rounds before, and the events of that round."""
    table.shuffle()
    deck = cycle(DECK)
    for before in range(1_000):
        events = play_round(table, next(deck), next(deck), next(deck))
        if any(isinstance(event, e.CutCardAppeared) for event in events):
            return before, events
        assert isinstance(table.awaits, AwaitRound)
    raise AssertionError("the cut card never came out")


def around_the_cut(events: list[e.Event]) -> list[tuple[str, str]]:
    """Cards and cut card of a round in the order they came out."""
    return [
        (type(event).__name__, getattr(event, "slot", ""))
        for event in events
        if isinstance(event, e.CardsDealt | e.CutCardAppeared)
    ]


@proves("CM-R6")
@pytest.mark.parametrize(
    ("house", "rounds_before", "position"),
    [
        ({"decks": 6}, 77, 3),  # 312 − 78 = 234 = 1 burned + 77 × 3 + 2
        ({"decks": 8}, 112, 2),  # 416 − 78 = 338 = 1 burned + 112 × 3 + 1
        ({"decks": 6, "cut_card": 260}, 17, 1),  # 312 − 260 = 52 = 1 burned + 17 × 3
        ({"decks": 6, "cut_card": 3}, 102, 3),  # 312 − 3 = 309 = 1 burned + 102 × 3 + 2
    ],
)
def test_CM_R6_the_round_in_which_the_cut_card_comes_out_is_finished_and_then_the_shoe_is_shuffled(
    house: dict[str, object], rounds_before: int, position: int
) -> None:
    table = Script("casino-monte", {"shuffle": "shoe", **house}, seats=1)
    before, events = dealt_until_the_cut_card(table)
    assert before == rounds_before
    expected = [("CardsDealt", f"position {number}") for number in (1, 2, 3)]
    expected.insert(position, ("CutCardAppeared", ""))
    assert around_the_cut(events) == expected
    assert e.CutCardAppeared("CM-R6") in events
    assert [event.wager for event in events if isinstance(event, e.WagerSettled)] == ["initial"]
    assert isinstance(events[-1], e.RoundClosed)
    assert isinstance(table.awaits, AwaitShuffle)


@guards("CM-R6")
def test_CM_R6_behind_the_cut_card_no_further_round_opens_without_a_shuffle_and_a_burn() -> None:
    table = Script("casino-monte", {"shuffle": "shoe", "cut_card": 260}, seats=1)
    dealt_until_the_cut_card(table)
    refused = table.refused(c.OpenRound())
    assert (refused.clause, refused.reason) == ("CM-I2", "the cards are not ready; they are shuffled first")
    table.do(c.Shuffle("shoe", ""), c.BurnCards(None))
    assert dealt_until_the_cut_card(table)[0] == 17


@guards("CM-R6")
@pytest.mark.parametrize("cut_card", [2, 261])
def test_CM_R6_a_cut_card_that_leaves_no_whole_round_or_hardly_a_shoe_is_refused(cut_card: int) -> None:
    refused = refusal(monte("As Kd Qh", {"spot": 1, "initial": 1}, cut_card=cut_card))
    assert (refused.clause, refused.field) == ("CM-R6", "house.cut_card")
    assert refused.reason == f"{cut_card} is out of range; give 3 to 260"
