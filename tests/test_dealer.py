"""The dealer: answers for chance, deals what was shuffled and committed to, and picks a table up where it was left."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from croupier.chance import SHUFFLE, Chance, Drawn, Subject
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused
from croupier.games import game
from croupier.rulebook import Burn
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitChance, AwaitDie, Awaiting, AwaitRound, awaiting
from croupier.table.core import Stepped
from croupier.table.state import State, fold
from tests.any_table import EVERY_GAME
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import likely


class Record:
    """A listener that keeps all it hears, and a recorder that keeps nothing but what was drawn."""

    def __init__(self, *events: e.Event) -> None:
        self.events = list(events)
        self.states: list[State] = []
        self.drawn: list[Drawn] = []

    def keep_secret(self, drawn: Drawn) -> None:
        self.drawn.append(drawn)

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        return None

    def record(self, steps: Iterable[Stepped]) -> None:
        pass

    def finish(self) -> None:
        pass

    def __call__(self, events: tuple[e.Event, ...], state: State) -> None:
        self.events += events
        self.states.append(state)


def seated(of: str, seed: str = "dealer", house: dict[str, object] | None = None) -> tuple[Dealer, Record]:
    """A dealer at a table with three players, and what has happened there."""
    chance = Chance.seeded(seed)
    state, opened = open_bound(chance, game(of), house)
    heard = Record(*opened)
    dealer = Dealer(state, chance, recorder=heard, listener=heard)
    for seat in (1, 2, 3):
        dealer.do(c.Sit(seat, f"Player {seat}", 10_000_00))
    return dealer, heard


def deal_until(dealer: Dealer, over: Callable[[State], bool], seed: int) -> None:
    """Let the dealer answer for chance and players for themselves, until it is over."""
    chance = Random(seed)
    for _ in range(2_000):
        if over(dealer.state):
            return
        dealer.do(dealer.next() or likely(dealer.state, chance))
    pytest.fail("nothing comes of it")


def deal(dealer: Dealer, rounds: int, seed: int) -> None:
    """Deal so many rounds."""
    deal_until(dealer, lambda state: state.round == rounds and not state.in_round, seed)


def waits_for(what: type[Awaiting]) -> Callable[[State], bool]:
    """Whether a table waits for this."""
    return lambda state: isinstance(awaiting(state), what)


@EVERY_GAME
def test_the_dealer_goes_on_until_somebody_else_is_asked(of: str) -> None:
    dealer, heard = seated(of)
    chance = Random(1)
    for _ in range(200):
        dealer.go_on()
        assert not isinstance(awaiting(dealer.state), AwaitChance)
        assert dealer.next() is None
        assert dealer.go_on() == ()
        dealer.do(likely(dealer.state, chance))
    assert fold(game(of), heard.events) == dealer.state


@EVERY_GAME
def test_the_listener_hears_every_event_once_and_in_order(of: str) -> None:
    dealer, heard = seated(of)
    before = len(heard.events)
    happened = dealer.do(c.BuyChips(1, 5_00))
    assert tuple(heard.events[before:]) == happened
    deal(dealer, 3, seed=1)
    assert fold(game(of), heard.events) == dealer.state == heard.states[-1]


@EVERY_GAME
def test_what_is_dealt_is_what_was_shuffled_card_by_card(of: str) -> None:
    dealer, heard = seated(of)
    deal(dealer, 5, seed=2)
    shuffles = iter(drawn for drawn in heard.drawn if drawn.subject.of == SHUFFLE)
    order: tuple[int, ...] = ()
    drawn = 0
    for event in heard.events:
        match event:
            case e.CardsShuffled(commitment=commitment):
                shuffled = next(shuffles)
                assert commitment == shuffled.commitment
                order, drawn = shuffled.values, 0
            case e.CardsBurned(shown=shown, count=count):
                assert shown in (None, order[0])
                drawn += count
            case e.CardsDiscarded(count=count):
                drawn += count
            case e.CardsDealt(cards=cards):
                assert cards == order[drawn : drawn + len(cards)]
                drawn += len(cards)
            case _:
                pass


@EVERY_GAME
def test_the_commitment_is_told_before_any_wager_of_the_round(of: str) -> None:
    dealer, heard = seated(of)
    deal(dealer, 4, seed=3)
    committed = False
    for event in heard.events:
        committed = committed or isinstance(event, e.CardsShuffled)
        if isinstance(event, e.WagerPlaced | e.CardsDealt | e.CardsBurned):
            assert committed


def test_the_dice_of_every_round_are_committed_to_before_it_opens() -> None:
    dealer, heard = seated("casino-monte")
    deal(dealer, 4, seed=3)
    committed = {event.round: place for place, event in enumerate(heard.events) if isinstance(event, e.DiceCommitted)}
    opened = {event.round: place for place, event in enumerate(heard.events) if isinstance(event, e.RoundOpened)}
    assert len(opened) == 4
    assert all(committed[number] < place for number, place in opened.items())
    faces = [drawn.values for drawn in heard.drawn if drawn.subject.of != SHUFFLE]
    assert faces == [(event.face,) for event in heard.events if isinstance(event, e.DieRolled)]


@EVERY_GAME
def test_a_seed_deals_the_same_again_and_another_seed_does_not(of: str) -> None:
    told = []
    for seed in ("one", "one", "two"):
        dealer, heard = seated(of, seed)
        deal(dealer, 3, seed=4)
        told.append(heard.events)
    assert told[0] == told[1]
    assert told[0] != told[2]


@pytest.mark.parametrize(
    ("of", "house"),
    [
        ("casino-monte", {"shuffle": "shoe"}),
        ("casino-monte", {"shuffle": "continuous"}),
        ("baccarat", {}),
        ("three-card-poker", {}),
    ],
)
def test_with_its_seed_a_dealer_takes_a_table_over_at_any_moment(of: str, house: dict[str, object]) -> None:
    dealer, heard = seated(of, "handed over", house)
    deal(dealer, 3, seed=5)
    for length in range(5, len(heard.events)):
        events = heard.events[:length]
        state = fold(game(of), events)
        again = Dealer(state, Chance.seeded("handed over"))
        following = heard.events[length]
        command = again.next()
        match following:
            case e.CardsDealt(cards=cards, salt=salt):
                assert command == c.DealCards(cards, salt)
            case e.DieRolled(face=face):
                assert command == c.RollDie(face)
            case e.DiceCommitted(commitment=commitment):
                assert command == c.CommitDice(commitment)
            case e.CardsShuffled(colour=colour, commitment=commitment):
                assert command == c.Shuffle(colour, commitment)
            case e.CardsBurned(shown=shown):
                assert command == c.BurnCards(shown)
            case _:
                pass


@EVERY_GAME
def test_without_the_seed_the_cards_that_lie_ready_are_shuffled_again(of: str) -> None:
    dealer, _ = seated(of)
    deal_until(dealer, waits_for(AwaitRound), seed=6)
    other = Dealer(dealer.state, Chance.seeded("somebody else"))
    assert other.cards is None
    command = other.next()
    assert isinstance(command, c.Shuffle)
    assert command.colour == dealer.state.colour
    assert command.commitment != dealer.state.commitment


def test_a_dealer_who_does_not_know_the_cards_deals_none() -> None:
    dealer, _ = seated("casino-monte")
    deal_until(dealer, waits_for(AwaitCards), seed=7)
    stranger = Dealer(dealer.state, Chance.seeded("a stranger"))
    assert stranger.next() is None
    with pytest.raises(LookupError, match="not known to this dealer"):
        stranger.draw(stranger.state, 1)


def test_a_dealer_who_does_not_know_the_dice_rolls_none() -> None:
    dealer, _ = seated("casino-monte", house={"procedure": "alternate"})
    deal_until(dealer, waits_for(AwaitDie), seed=7)
    stranger = Dealer(dealer.state, Chance.seeded("a stranger"))
    assert stranger.next() is None


class Broken(Record):
    """A recorder whose disk is full."""

    def record(self, steps: Iterable[Stepped]) -> None:
        raise OSError(28, "No space left on device")


def test_what_cannot_be_recorded_has_not_happened() -> None:
    dealer, heard = seated("baccarat")
    dealer.go_on()
    before, told = dealer.state, len(heard.events)
    dealer.recorder = Broken()
    with pytest.raises(OSError, match="No space"):
        dealer.do(c.OpenRound(), c.PlaceWager(1, "player", 10_00))
    assert dealer.state is before
    assert len(heard.events) == told
    with pytest.raises(RuntimeError, match="deals no more"):
        dealer.do(c.OpenRound())


def test_of_commands_done_together_none_is_done_when_one_is_refused() -> None:
    dealer, heard = seated("baccarat")
    dealer.go_on()
    before, told = dealer.state, len(heard.events)
    with pytest.raises(Refused, match="outside the limits"):
        dealer.do(c.OpenRound(), c.PlaceWager(1, "player", 1))
    assert dealer.state is before
    assert len(heard.events) == told
    dealer.do(c.OpenRound(), c.PlaceWager(1, "player", 10_00))
    assert dealer.state.stake(1, "player") == 10_00


def test_a_baccarat_shoe_is_burned_by_its_first_card() -> None:
    dealer, heard = seated("baccarat")
    dealer.go_on()
    (burned,) = (event for event in heard.events if isinstance(event, e.CardsBurned))
    assert dealer.cards is not None
    assert dealer.state.rulebook.supply.burn is Burn.BY_VALUE
    assert burned.shown == dealer.cards.values[0]
    assert dealer.state.drawn == burned.count


def test_a_poker_dealer_takes_the_two_decks_in_turn() -> None:
    dealer, heard = seated("three-card-poker")
    deal(dealer, 4, seed=9)
    colours = [event.colour for event in heard.events if isinstance(event, e.CardsShuffled)]
    assert colours[:4] == ["red", "blue", "red", "blue"]
    assert dealer.state.shuffles == len(colours) == len(heard.drawn)
