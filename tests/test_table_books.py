"""The books and the fold of events: a table is what happened at it, and no cent appears or vanishes."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from croupier.errors import BooksDoNotBalance
from croupier.games import game
from croupier.rulebook import Draw
from croupier.rulebook.book import Codes
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitSettlement, AwaitShuffle
from croupier.table.core import open_table, step
from croupier.table.ledger import BANK, CAGE, DROP_BOX, Ledger, layout, stack
from croupier.table.state import State, apply, fold
from croupier.table.view import view
from tests.any_table import EVERY_GAME, answer, bet, opened, play_out, prefixes, rounds_of
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.rounds import Script

# ── States and events ────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
def test_after_every_command_the_events_fold_to_the_state(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    while command := answer(script):
        script.do(command)
        assert script.folded() == script.state
    assert isinstance(script.events[-1], e.RoundClosed)
    assert rounds_of(of).folded() == rounds_of(of).state


@EVERY_GAME
def test_a_state_is_not_changed_by_what_comes_after_it(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1), bet(of, 2))
    kept = [(len(script.events), script.state)]
    while command := answer(script):
        script.do(command)
        kept.append((len(script.events), script.state))
    for length, state in kept:
        assert state == fold(script.game, script.events[:length])


@EVERY_GAME
def test_states_that_differ_in_one_part_are_not_equal(of: str) -> None:
    states = [state for _, state in prefixes(rounds_of(of))]
    for one, other in pairwise(states):
        assert one != other
    assert states[-1] == states[-1].copy()
    assert states[0] != "a table"


@EVERY_GAME
def test_the_first_event_opens_the_table(of: str) -> None:
    with pytest.raises(BooksDoNotBalance, match="first event opens it"):
        fold(game(of), [e.SeatTaken(1, "Ada", 1_00)])
    state, events = open_table(game(of), name="Pit 4, table 2")
    assert events == (
        e.TableOpened(
            of,
            game(of).house().show(),
            "Pit 4, table 2",
            version=game(of).version,
            composition=game(of).composition,
        ),
    )
    assert view(state).table == "Pit 4, table 2"


@EVERY_GAME
def test_an_open_table_says_what_it_waits_for(of: str) -> None:
    script = Script(of, seats=2)
    waits = []
    if script.state.player_banked:
        waits.append(script.awaits)
        script.bank(2)
    waits.append(script.awaits)
    size = script.state.rulebook.supply.size
    assert waits == [*([AwaitBank()] if script.state.player_banked else []), AwaitShuffle(size)]


@EVERY_GAME
def test_what_was_dealt_is_as_many_cards_as_the_rulebook_says_are_drawn(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    while not isinstance(script.awaits, AwaitSettlement) and (command := answer(script)):
        script.do(command)
    rulebook = script.state.rulebook
    facts = rulebook.facts(script.state, 1)
    for drawn in rulebook.model.draws:
        assert len(facts[drawn.name]) == (1 if drawn.kind is Draw.DIE else drawn.count)


# ── The books ────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
def test_after_every_event_the_books_sum_to_zero_and_only_those_owe_who_may(of: str) -> None:
    script = rounds_of(of)
    owes = {CAGE} if script.state.player_banked else {CAGE, BANK}
    for event, state in prefixes(script):
        assert sum(state.ledger.accounts.values()) == 0, event
        assert {account for account, cents in state.ledger.accounts.items() if cents < 0} <= owes, event
    assert not any(account.startswith("layout") for account in script.state.ledger.accounts)


def before_the_last(script: Script, kind: type[e.Event]) -> tuple[State, e.Event]:
    """The state just before the last event of a kind, and that event."""
    at = max(number for number, event in enumerate(script.events) if isinstance(event, kind))
    return fold(script.game, script.events[:at]), script.events[at]


def forfeited_ante(bank: int) -> tuple[State, e.WagerSettled]:
    """A folded Ante of $10 about to be settled against a bank of so many dollars."""
    script = Script("three-card-poker", seats=3)
    script.bank(3)
    script.open()
    script.bet_bank(bank)
    script.do(bet("three-card-poker", 1))
    play_out(script)
    state, settled = before_the_last(script, e.WagerSettled)
    assert isinstance(settled, e.WagerSettled)
    assert (settled.stake, settled.outcome) == (10_00, "forfeited")
    return state, settled


@pytest.mark.parametrize(
    ("tampered", "why"),
    [
        (lambda settled: replace(settled, result=100_01), "bank is 1 cents below nothing"),
        (lambda settled: replace(settled, result=-10_01), "layout 1 ante is 1 cents below nothing"),
        (lambda settled: replace(settled, stake=9_99), "999 cents were settled on ante where another stake lies"),
        (lambda settled: replace(settled, stake=10_01), "1001 cents were settled on ante where another stake lies"),
        (lambda settled: replace(settled, seat=2), "where another stake lies"),
        (lambda settled: replace(settled, wager="play"), "where another stake lies"),
    ],
)
def test_a_settlement_that_cannot_have_happened_does_not_balance(
    tampered: Callable[[e.WagerSettled], e.WagerSettled], why: str
) -> None:
    state, settled = forfeited_ante(bank=100)
    with pytest.raises(BooksDoNotBalance, match=why):
        apply(state, tampered(settled))


def test_a_player_dealer_who_won_more_than_the_wager_does_not_balance() -> None:
    state, settled = forfeited_ante(bank=6)
    assert (settled.result, settled.covered) == (-6_00, 6_00)
    with pytest.raises(BooksDoNotBalance, match="the player-dealer's result 601 is beyond the wager 600"):
        apply(state, replace(settled, result=-6_01))


@EVERY_GAME
def test_a_settlement_told_twice_does_not_balance(of: str) -> None:
    script = rounds_of(of)
    state, settled = before_the_last(script, e.WagerSettled)
    apply(state, settled)
    with pytest.raises(BooksDoNotBalance, match="below nothing"):
        apply(state, settled)


def test_a_decision_told_where_none_is_made_does_not_balance() -> None:
    script = opened("three-card-poker")
    with pytest.raises(BooksDoNotBalance, match="a decision was recorded where none is made"):
        apply(script.state.copy(), e.DecisionMade(1, "play", 10_00, e.PLAYER, "TCP-D11"))


@EVERY_GAME
def test_chips_that_are_not_there_do_not_move(of: str) -> None:
    for kind in (e.WagerPlaced, e.SeatLeft, e.FeeCollected):
        if of == "three-card-poker" or kind is not e.FeeCollected:
            state, event = before_the_last(rounds_of(of), kind)
            assert isinstance(event, e.WagerPlaced | e.SeatLeft | e.FeeCollected)
            with pytest.raises(BooksDoNotBalance, match=r"seat \d is \d+ cents below nothing"):
                apply(state, replace(event, cents=10**9))


def test_a_ledger_that_money_appeared_in_does_not_pass_its_check() -> None:
    ledger = Ledger({stack(1): 5_00, CAGE: -5_00}, frozenset({CAGE}))
    ledger.check()
    ledger.accounts[DROP_BOX] = 1
    with pytest.raises(BooksDoNotBalance, match="the accounts sum to 1 cents"):
        ledger.check()


def test_a_ledger_moves_no_negative_amounts_and_closes_what_is_empty() -> None:
    ledger = Ledger({}, frozenset({CAGE}))
    ledger.move(CAGE, stack(1), 5_00)
    assert ledger.accounts == {CAGE: -5_00, stack(1): 5_00}
    with pytest.raises(BooksDoNotBalance, match="-1 cents cannot move"):
        ledger.move(stack(1), CAGE, -1)
    ledger.move(stack(1), CAGE, 5_00)
    assert ledger.accounts == {}


@EVERY_GAME
def test_a_step_that_fails_leaves_the_state_as_it_was(of: str) -> None:
    script = opened(of)
    script.do(bet(of, 1))
    tampered = script.state.copy()
    tampered.ledger.accounts[stack(2)] += 1  # a cent from nowhere
    before = dict(tampered.ledger.accounts)
    with pytest.raises(BooksDoNotBalance):
        step(tampered, c.BuyChips(1, 5_00))
    assert tampered.ledger.accounts == before


# ── Working out who won ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rule_is_asked_once_for_the_same_cards() -> None:
    asked: list[tuple[int, ...]] = []

    def highest(*cards: int) -> int:
        asked.append(cards)
        return max(cards)

    codes = Codes()
    assert [codes[highest, 3, 9], codes[highest, 3, 9], codes[highest, 9, 3]] == [9, 9, 9]
    assert asked == [(3, 9), (9, 3)]


@EVERY_GAME
def test_what_seats_share_in_a_settlement_is_what_each_would_be_told_alone(of: str) -> None:
    for before, after in pairwise(state for _, state in prefixes(rounds_of(of))):
        if len(after.settled) > len(before.settled):
            settled, book = after.settled[-1], after.rulebook
            alone = book.outcome(book.wagers_by_id[settled.wager].outcome, book.facts(before, settled.seat))
            terms = book.terms[settled.wager, alone]
            assert settled.outcome in (terms.called, "uncovered")
            assert set(terms.clauses) <= set(settled.clauses)


def test_a_wager_is_settled_for_what_lies_there_and_loses_no_more() -> None:
    books = {stack(1): 5_00, layout(1, "ante"): 10_00, CAGE: -15_00}
    for stake, result in ((9_00, 0), (11_00, 0), (10_00, -11_00)):
        ledger = Ledger(dict(books), frozenset({CAGE, BANK}))
        with pytest.raises(BooksDoNotBalance, match="layout 1 ante"):
            ledger.settle(layout(1, "ante"), stack(1), stake, result)
    ledger = Ledger(dict(books), frozenset({CAGE, BANK}))
    ledger.settle(layout(1, "ante"), stack(1), 10_00, -10_00)
    assert ledger.accounts == {stack(1): 5_00, BANK: 10_00, CAGE: -15_00}
