"""What one seat wins and sees depends on nothing that it must not: seats elsewhere, seats after it, cards face down."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie
from croupier.table.state import State, apply, fold
from croupier.table.view import SPECTATOR, view
from tests.random_tables import houses
from tests.rounds import Script


@dataclass(frozen=True)
class Player:
    """What one player does in a round, wherever he or she sits."""

    wagers: tuple[tuple[str, int], ...]
    """In dollars, before the cards."""
    decision: str = ""
    spot: int = 0
    cards: tuple[int, ...] = ()
    """The player's own stack, in Three Card Poker."""


Won = dict[str, tuple[str, str | None, int, tuple[str, ...]]]
"""By wager: outcome, odds, result and clauses."""

DOLLARS = st.integers(5, 60)
OPTIONAL_DOLLARS = st.one_of(st.just(0), DOLLARS)
DECISION = st.sampled_from(["play", "play", "fold"])


def wagers(**dollars: int) -> tuple[tuple[str, int], ...]:
    """The wagers that are placed at all."""
    return tuple((wager, amount) for wager, amount in dollars.items() if amount)


MONTE_PLAYER = st.builds(
    lambda initial, full_monte, decision, spot: Player(wagers(initial=initial, full_monte=full_monte), decision, spot),
    DOLLARS,
    OPTIONAL_DOLLARS,
    st.sampled_from([option.id for option in game("casino-monte").rulebook().decisions[0].options]),
    st.integers(1, 3),
)
BACCARAT_PLAYER = st.builds(
    lambda main, dollars, lucky: Player(wagers(**{main: dollars}, lucky_monkey=lucky)),
    st.sampled_from(["player", "banker", "tie"]),
    DOLLARS,
    OPTIONAL_DOLLARS,
)


def poker_players(most: int) -> st.SearchStrategy[tuple[tuple[int, ...], tuple[Player, ...]]]:
    """A player-dealer's stack, and players with theirs, all from one deck."""

    def with_hands(
        cards: list[int], bets: list[tuple[int, int, int, str]]
    ) -> tuple[tuple[int, ...], tuple[Player, ...]]:
        players = tuple(
            Player(
                wagers(ante=ante, pair_plus=pair_plus, six_card_bonus=bonus), decision, cards=tuple(cards[at : at + 3])
            )
            for at, (ante, pair_plus, bonus, decision) in zip(range(3, 99, 3), bets, strict=False)
        )
        return tuple(cards[:3]), players

    bet = st.tuples(DOLLARS, OPTIONAL_DOLLARS, OPTIONAL_DOLLARS, DECISION)
    few_cards = st.permutations(range(52)).map(lambda deck: deck[: 3 * (most + 1)])
    return st.builds(with_hands, few_cards, st.lists(bet, min_size=1, max_size=most))


def settle_at(
    script: Script, seated: dict[int, Player], cards: Mapping[str, tuple[int, ...]], die: int = 4
) -> dict[int, Won]:
    """Play the round that is open to its end, with these players at these seats, and give what each won."""
    for seat, player in seated.items():
        script.bet(seat, spot=player.spot, **dict(player.wagers))
    script.close()
    coming = {slot: list(stack) for slot, stack in cards.items()}
    while script.state.in_round:
        waiting = script.awaits
        match waiting:
            case AwaitCards():
                stack = coming[waiting.slot]
                script.do(c.DealCards(tuple(stack[: waiting.count])))
                del stack[: waiting.count]
            case AwaitDie():
                script.roll(die)
            case AwaitDecision():
                script.do(c.Decide(waiting.seats[0], seated[waiting.seats[0]].decision))
            case _:
                script.do(c.SettleRound())
    won: dict[int, Won] = {seat: {} for seat in seated}
    for settled in script.state.settled:
        won[settled.seat][settled.wager] = (settled.outcome, settled.odds, settled.result, settled.clauses)
    return won


def poker_round(
    house: dict[str, Any],
    dealer: int,
    stack: tuple[int, ...],
    bank: int,
    seated: dict[int, Player],
    button: int = 0,
) -> dict[int, Won]:
    """One round of Three Card Poker with a player-dealer's wager in dollars."""
    rules = {**house, "first_action": "action_button" if button else "left_of_player_dealer"}
    script = Script("three-card-poker", rules, tuple(sorted({*seated, dealer})), chips=10**9)
    script.bank(dealer)
    script.open(button)
    script.bet_bank(bank)
    hands = {f"seat {seat}": player.cards for seat, player in seated.items()}
    return settle_at(script, seated, {**hands, "player-dealer": stack})


def seats_for(count: int, of: int) -> st.SearchStrategy[list[int]]:
    """Different seats for so many players at a table of so many."""
    return st.permutations(range(1, of + 1)).map(lambda seats: seats[:count])


# ── With an ample bank the order of seats changes nothing ────────────────────────────────────────────────────────────


@given(data=st.data(), dealt=poker_players(6))
def test_with_an_ample_bank_the_order_of_poker_seats_changes_nothing(
    data: st.DataObject, dealt: tuple[tuple[int, ...], tuple[Player, ...]]
) -> None:
    stack, players = dealt
    rule_ = data.draw(st.sampled_from(["push_if_dealer_higher", "lose_if_dealer_higher", "always_wins"]))
    results = []
    for _ in range(2):
        dealer, *places = data.draw(seats_for(len(players) + 1, 7))
        house = {
            "ante_when_dealer_not_qualified": rule_,
            "settlement_order": data.draw(st.sampled_from(["by_seat", "by_wager"])),
            "forfeits": data.draw(st.sampled_from(["in_turn", "at_fold"])),
            "coverage": data.draw(st.sampled_from(["action", "net"])),
        }
        button = data.draw(st.sampled_from([0, *places]))
        seated = dict(zip(places, players, strict=True))
        won = poker_round(house, dealer, stack, 1_000_000, seated, button)
        results.append([won[seat] for seat in places])
    assert results[0] == results[1]


@given(
    data=st.data(),
    players=st.lists(MONTE_PLAYER, min_size=1, max_size=6),
    cards=st.lists(st.integers(0, 51), min_size=3, max_size=3),
    die=st.integers(1, 6),
)
def test_the_order_of_monte_seats_changes_nothing(
    data: st.DataObject, players: list[Player], cards: list[int], die: int
) -> None:
    slots = {f"position {place}": (card,) for place, card in enumerate(cards, 1)}
    results = []
    for _ in range(2):
        places = data.draw(seats_for(len(players), 6))
        script = Script("casino-monte", seats=6)
        script.open()
        won = settle_at(script, dict(zip(places, players, strict=True)), slots, die)
        results.append([won[seat] for seat in places])
    assert results[0] == results[1]


@given(
    data=st.data(),
    players=st.lists(BACCARAT_PLAYER, min_size=1, max_size=7),
    cards=st.lists(st.integers(0, 51), min_size=6, max_size=6),
)
def test_the_order_of_baccarat_seats_changes_nothing(
    data: st.DataObject, players: list[Player], cards: list[int]
) -> None:
    results = []
    for _ in range(2):
        places = data.draw(seats_for(len(players), 7))
        script = Script("baccarat", {"burn": False}, seats=7)
        script.open()
        slots = {"player": tuple(cards[:3]), "banker": tuple(cards[3:])}
        won = settle_at(script, dict(zip(places, players, strict=True)), slots)
        results.append([won[seat] for seat in places])
    assert results[0] == results[1]


# ── With a short bank a seat depends only on those before it ─────────────────────────────────────────────────────────


@given(data=st.data(), dealt=poker_players(6), bank=st.integers(1, 400), coverage=st.sampled_from(["action", "net"]))
def test_with_a_short_bank_a_seat_depends_only_on_seats_before_it(
    data: st.DataObject, dealt: tuple[tuple[int, ...], tuple[Player, ...]], bank: int, coverage: str
) -> None:
    stack, players = dealt
    house = {"coverage": coverage}
    dealer, *places = data.draw(seats_for(len(players) + 1, 7))
    button = data.draw(st.sampled_from([0, *places]))
    first = button or dealer + 1
    in_order = sorted(places, key=lambda seat: (seat - first) % 7)
    full = dict(zip(in_order, players, strict=True))
    before = in_order[: data.draw(st.integers(1, len(players)))]
    fewer = {seat: full[seat] for seat in before}
    for seat in in_order[len(before) :]:
        if data.draw(st.booleans()):
            fewer[seat] = Player(wagers(ante=data.draw(DOLLARS)), data.draw(DECISION), cards=full[seat].cards)
    all_won = poker_round(house, dealer, stack, bank, full, button)
    fewer_won = poker_round(house, dealer, stack, bank, fewer, button)
    assert [fewer_won[seat] for seat in before] == [all_won[seat] for seat in before]


@given(dealt=poker_players(6), bank=st.integers(1, 400), coverage=st.sampled_from(["action", "net"]))
def test_settled_by_wager_a_bonus_changes_nothing_that_is_settled_before_it(
    dealt: tuple[tuple[int, ...], tuple[Player, ...]], bank: int, coverage: str
) -> None:
    stack, players = dealt
    house = {"coverage": coverage, "settlement_order": "by_wager"}
    seated = dict(enumerate(players, 1))
    without_bonus = {
        seat: Player(tuple(w for w in player.wagers if w[0] != "six_card_bonus"), player.decision, cards=player.cards)
        for seat, player in seated.items()
    }
    full = poker_round(house, 7, stack, bank, seated)
    for won in full.values():
        won.pop("six_card_bonus", None)
    assert poker_round(house, 7, stack, bank, without_bonus) == full


# ── A card that lies face down is in no view that may not know it ────────────────────────────────────────────────────


def shown_to(seat: int, state: State) -> str:
    """What a seat may know, as text; the commitment to the shuffle left out."""
    return json.dumps({**asdict(view(state, seat)), "commitment": None})


def assert_told_to_nobody(scripts: list[Script], slot: str, place: int, onlookers: Collection[int]) -> int:
    """Two tables that differ in a card face down look the same until it is exposed; gives how many events differ."""
    one, other = scripts
    left, right = fold(one.game, one.events[:1]), fold(other.game, other.events[:1])
    hidden = 0
    for a, b in zip(one.events[1:], other.events[1:], strict=False):
        if isinstance(a, e.CardsExposed) and a.slot == slot and place in a.places:
            break
        apply(left, a)
        apply(right, b)
        hidden += a != b
        assert [shown_to(seat, left) for seat in onlookers] == [shown_to(seat, right) for seat in onlookers]
    return hidden


@given(
    data=st.data(),
    dealt=poker_players(6),
    house=houses("three-card-poker"),
    bank=st.integers(1, 400),
)
def test_a_face_down_poker_card_changes_no_byte_of_another_view(
    data: st.DataObject, dealt: tuple[tuple[int, ...], tuple[Player, ...]], house: dict[str, Any], bank: int
) -> None:
    stack, players = dealt
    house = {key: value for key, value in house.items() if key not in {"collection", "first_action"}}
    used = {*stack, *(card for player in players for card in player.cards)}
    slot = data.draw(st.sampled_from(["player-dealer", *(f"seat {seat}" for seat in range(1, len(players) + 1))]))
    place = data.draw(st.integers(0, 1 if slot == "player-dealer" and house.get("exposed_card", True) else 2))
    instead = data.draw(st.sampled_from([card for card in range(52) if card not in used]))
    scripts = []
    for swap in (False, True):
        hands = {f"seat {seat}": list(player.cards) for seat, player in enumerate(players, 1)}
        hands["player-dealer"] = list(stack)
        if swap:
            hands[slot][place] = instead
        script = Script("three-card-poker", house, 7, chips=10**9)
        script.bank(7)
        script.open()
        script.bet_bank(bank)
        settle_at(script, dict(enumerate(players, 1)), {name: tuple(cards) for name, cards in hands.items()})
        scripts.append(script)
    others = [seat for seat in range(1, 8) if slot != f"seat {seat}"]
    onlookers = {SPECTATOR, *data.draw(st.lists(st.sampled_from(others), min_size=2, max_size=2))}
    assert assert_told_to_nobody(scripts, slot, place, onlookers) >= 1


@given(
    data=st.data(),
    players=st.lists(MONTE_PLAYER, min_size=1, max_size=6),
    cards=st.lists(st.integers(0, 51), min_size=3, max_size=3),
    die=st.integers(1, 6),
    procedure=st.sampled_from(["standard", "alternate"]),
)
def test_a_face_down_monte_card_changes_no_byte_of_any_view(
    data: st.DataObject, players: list[Player], cards: list[int], die: int, procedure: str
) -> None:
    exposed = (die + 1) // 2
    place = data.draw(st.sampled_from([place for place in (1, 2, 3) if place != exposed]))
    instead = data.draw(st.integers(0, 51))
    scripts = []
    for swap in (False, True):
        slots = {f"position {at}": (instead if swap and at == place else card,) for at, card in enumerate(cards, 1)}
        script = Script("casino-monte", {"procedure": procedure}, seats=6)
        script.open()
        settle_at(script, dict(enumerate(players, 1)), slots, die)
        scripts.append(script)
    onlookers = {SPECTATOR, *data.draw(st.lists(st.integers(1, 6), min_size=2, max_size=2))}
    hidden = assert_told_to_nobody(scripts, f"position {place}", 0, onlookers)
    assert hidden == (instead != cards[place - 1])
