"""Shuffles opened to an auditor: what was exposed is proved, what was not stays hidden."""

import json
from collections.abc import Callable

import pytest

from croupier.cards import card_name
from croupier.chance import Chance, Shuffled
from croupier.dealer import Dealer
from croupier.errors import Refused
from croupier.games import game
from croupier.openings import check, openings, uses
from croupier.table import BANK_WAGER, awaiting, open_table
from croupier.table import commands as c
from croupier.table import events as e

WAGERS = {"casino-monte": ("initial", 1), "baccarat": ("banker", 0), "three-card-poker": ("ante", 0)}


def played(of: str, rounds: int = 3) -> tuple[list[Shuffled], list[e.Event]]:
    """Some seeded rounds with two players, everybody folding or checking."""
    state, opened = open_table(game(of))
    events: list[e.Event] = list(opened)
    dealer = Dealer(state, Chance.seeded("openings"), listener=lambda happened, _: events.extend(happened))
    for seat in (1, 2, 3):
        dealer.do(c.Sit(seat, f"Player {seat}", 1_000_00))
    wager, spot = WAGERS[of]
    while dealer.state.round < rounds or dealer.state.in_round:
        dealer.go_on()
        waiting = awaiting(dealer.state)
        match waiting.what:
            case "bank":
                dealer.do(c.TakeBank(waiting.seats[0]) if waiting.seats else c.OfferBank())
            case "round":
                dealer.do(c.OpenRound())
            case "wagers":
                banker = dealer.state.player_dealer
                if banker:
                    dealer.do(c.PlaceWager(banker, BANK_WAGER, 50_00))
                for seat in {1, 2, 3} - {banker}:
                    dealer.do(c.PlaceWager(seat, wager, 5_00, spot))
                dealer.do(c.CloseBets())
            case "decision":
                dealer.do(c.TimeOut(waiting.seats[0]))
            case _:
                dealer.do(c.SettleRound())
    return dealer.used, events


@pytest.mark.parametrize("of", WAGERS)
def test_every_exposed_card_is_proved_against_its_commitment(of: str) -> None:
    shuffles, events = played(of)
    exposed = sum(len(use.exposed) for use in uses(events))
    assert check(openings(shuffles, events), events) == exposed > 0


def test_an_opening_tells_no_card_that_was_never_exposed() -> None:
    shuffles, events = played("three-card-poker")
    for line, use in zip(openings(shuffles, events), uses(events), strict=True):
        told = {place for place, _, _ in json.loads(line)["cards"]}
        folded = set(use.drawn) - use.exposed
        assert folded, "everybody folded, so the players' hands were never exposed"
        assert told == use.exposed
        assert not told & folded


def test_an_opening_of_another_card_is_refused() -> None:
    shuffles, events = played("baccarat")
    read = json.loads(next(openings(shuffles, events)))
    place, name, salt = read["cards"][0]
    read["cards"][0] = [place, "As" if name != "As" else "Kd", salt]
    with pytest.raises(Refused, match="is not the one committed to"):
        check([json.dumps(read)], events)


def test_a_journal_that_records_another_card_than_was_committed_to_is_refused() -> None:
    shuffles, events = played("baccarat")
    place = next(i for i, event in enumerate(events) if isinstance(event, e.CardsDealt))
    dealt = events[place]
    assert isinstance(dealt, e.CardsDealt)
    wrong = (dealt.cards[0] + 1) % 52
    changed = [*events[:place], e.CardsDealt(dealt.slot, (wrong,), dealt.face_up, dealt.clause), *events[place + 1 :]]
    with pytest.raises(Refused, match=f"recorded as {card_name(wrong)} and opens as {card_name(dealt.cards[0])}"):
        check(openings(shuffles, events), changed)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda lines: lines[1:], "are not opened"),
        (lambda lines: [*lines, lines[0]], "opened twice"),
        (lambda lines: ["{}\n", *lines], "no opening"),
        (lambda lines: [lines[0].replace('"leaves":["', '"leaves":["00'), *lines[1:]], "do not make the commitment"),
        (lambda lines: ["[" * 50_000, *lines], "no opening"),
    ],
)
def test_openings_that_are_missing_doubled_or_malformed_are_refused(
    spoil: Callable[[list[str]], list[str]], why: str
) -> None:
    shuffles, events = played("casino-monte")
    with pytest.raises(Refused, match=why):
        check(spoil(list(openings(shuffles, events))), events)
