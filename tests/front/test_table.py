"""The friendly table: acts as people say them, checked by the core alone."""

from decimal import Decimal
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.record.audit import audit
from croupier.table.events import RoundClosed, TableOpened
from croupier.table.state import fold


def poker(journal: Path | None = None) -> croupier.Table:
    table = croupier.game("tcp", collection=2).table(seed="demo", journal=journal)
    table.sit(1, "Ada", "$500")
    table.sit(2, "Blaise", "$1,000")
    return table


def test_what_a_seat_won_counts_neither_chips_bought_meanwhile_nor_who_sat_down_first() -> None:
    table = croupier.game("bac").table(seed="demo")
    table.sit(1, "Ada", "$500")
    table.bet(1, player=10)
    table.sit(2, "Blaise", "$300")
    table.bet(2, player=20)
    table.buy(1, "$50")
    table.deal()
    won = table.settle()
    assert won[2] == 2 * won[1] != 0
    assert table.chips == {1: 550 + won[1], 2: 300 + won[2]}


def test_a_round_with_a_player_dealer_is_played_by_a_few_words() -> None:
    table = poker()
    assert table.waiting == "somebody to take the bank"
    table.bank(2, "$200")
    table.bet(1, ante=50, pair_plus="$50")
    assert table.waiting == "bets, and the deal"
    table.deal()
    assert table.waiting == "seat 1 to decide on play"
    assert set(table.hands) == {"seat 1", "player-dealer"} or len(table.hands) >= 2
    table.decide(1, "play")
    assert table.waiting == "the round to be settled"
    won = table.settle()
    assert table.chips == {1: 500 + won[1], 2: 1000 + won[2]}
    assert sum(won.values()) < 0  # the collection goes to the house
    assert table.waiting == "bets"
    assert isinstance(table.events[0], TableOpened)
    assert any(isinstance(event, RoundClosed) for event in table.events)
    assert fold(table.state.game, table.events) == table.state


def test_seats_that_are_asked_before_decline_the_bank() -> None:
    table = poker()
    table.bank(1)
    assert table.view().player_dealer == 1
    with pytest.raises(Refused, match="nobody sits at seat 5"):
        table.bank(5)


def test_the_same_seed_deals_the_same_cards() -> None:
    hands = []
    for _ in range(2):
        table = croupier.game("monte").table(seed="again")
        table.sit(1, "Ada", 100)
        table.bet(1, spot="white", initial=5)
        table.deal()
        hands.append(table.hands)
    assert hands[0] == hands[1]


def test_entropy_deals_where_no_seed_is_given() -> None:
    tables = [croupier.game("monte").table() for _ in range(2)]
    assert tables[0].state.table != tables[1].state.table


def test_what_the_core_refuses_changes_nothing() -> None:
    table = croupier.game("monte").table(seed=1)
    table.sit(1, "Ada", "$20")
    before = table.chips
    for refused, why in (
        (lambda: table.bet(1, tie=5), "there is no wager"),
        (lambda: table.bet(1), "bet: name a wager"),
        (lambda: table.bet(1, spot="green", initial=5), "spot: there is no spot"),
        (lambda: table.bet(1, spot=1, initial="lots"), "initial: "),
        (lambda: table.bet(1, spot=1, initial=500), "has \\$20"),
        (lambda: table.decide(1, "check"), "nothing is to be decided now"),
        (table.settle, "no round is open"),
        (lambda: table.sit(1, "Bob", 5), "seat 1"),
    ):
        with pytest.raises(Refused, match=why):
            refused()
    assert (table.round, table.waiting) == (0, "bets")
    assert table.chips == before == {1: Decimal("20.00")}


def test_a_journal_is_written_where_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    with poker(file) as table:
        table.bank(2, "$200")
        table.bet(1, ante=50)
        table.deal()
        table.decide(1, "fold")
        table.settle()
    with file.open() as lines:
        found = audit(lines)
    assert found.fault is None
    assert found.length == len(table.events)
    with pytest.raises(Refused, match="name a new file"):
        poker(file)


def test_a_table_shows_itself() -> None:
    table = poker()
    table.bank(2, "$200")
    table.bet(1, ante=50)
    assert repr(table) == (
        "<Table of Three Card Poker 6 Card Bonus: Ada $450, Blaise $800; it waits for bets, and the deal>"
    )
    assert "seat 1: Ada $450, bets ante $50" in table._repr_html_()
