"""Cards that are exchanged at a table: what is dealt, who sees it, what the record proves, and what is counted."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.exact.advice import advise
from croupier.exact.count import count
from croupier.exact.solve import Solver
from croupier.hint import hint
from croupier.record.audit import audit
from croupier.rulebook import Deal, Decide, Game, House, Rulebook
from croupier.settlement.round import settle
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards
from croupier.table.view import view
from tests.exact.invented import deck
from tests.random_tables import lines_of
from tests.rounds import Script
from tests.three_draw import HOLD, THREE, THREE_DRAW, three_seen

FEW = "2c 2d 3c 3d 3h 5c"


def betting(*seats: int) -> Script:
    """A table at which some seats have bet."""
    script = Script(THREE_DRAW, seats=2)
    script.open()
    for seat in seats:
        script.bet(seat, bet=1)
    script.close()
    return script


def drawn(hand: Sequence[int], option: str, new: Sequence[int]) -> Script:
    """A round of one seat, up to its settlement."""
    script = betting(1)
    script.do(c.DealCards(tuple(hand)), c.Decide(1, option))
    if new:
        script.do(c.DealCards(tuple(new)))
    return script


# ── The table is what is counted ─────────────────────────────────────────────────────────────────────────────────────


def test_every_deal_of_a_small_deck_is_settled_as_it_is_counted() -> None:
    cards = sorted(cards_from(FEW))
    solver = Solver(count(THREE, deck(FEW), lumped=False), THREE)
    values, scale = solver.values({"bet": 1})
    row_of = {int(sight): row for row, sight in enumerate(solver.counts.sights)}
    for hand in combinations(cards, 3):
        rest = [card for card in cards if card not in hand]
        dealt = (hand[1], hand[2], hand[0])
        for place, option in enumerate(HOLD.options):
            at_table = THREE_DRAW.rulebook().as_dealt(HOLD, option.id, {"hand": dealt})
            draws = list(combinations(rest, option.new_cards(3)))
            cents = [drawn(dealt, at_table, new).settle()[1, "bet"].result for new in draws]
            row = row_of[three_seen(*hand)]
            of_all = Fraction(int(values[row, place]), scale * int(solver.counts.deals_of_row[row]))
            assert Fraction(sum(cents), 100 * len(draws)) == of_all


# ── Who sees what ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_else_sees_what_a_seat_holds_or_draws() -> None:
    script = betting(1, 2)
    script.deal("2c 5d 9h", "Kc Kd 4s")
    script.do(c.Decide(2, "hold_12"), c.Decide(1, "hold_none"))
    assert script.awaited(AwaitCards) == AwaitCards("seat 1", 3, face_up=False)
    script.deal("3c 6d Th")
    assert script.awaited(AwaitCards) == AwaitCards("seat 2", 1, face_up=False)
    script.deal("Ks")
    seen = {seat: dict(view(script.state, seat).cards) for seat in (0, 1, 2)}
    assert seen[1]["seat 1"] == cards_from("2c 5d 9h 3c 6d Th")
    assert seen[2]["seat 2"] == cards_from("Kc Kd 4s Ks")
    hidden = [seen[0]["seat 1"], seen[2]["seat 1"], seen[0]["seat 2"], seen[1]["seat 2"]]
    assert hidden == [(None,) * 6, (None,) * 6, (None,) * 4, (None,) * 4]


def test_whoever_holds_all_is_passed_over_in_the_draw() -> None:
    script = betting(1, 2)
    script.deal("2c 5d 9h", "Kc Kd Ks")
    script.do(c.Decide(1, "hold_1"), c.TimeOut(2))
    assert script.state.decided(2) == "hold_123"
    script.deal("2d 2h")
    results = {seat: settled.result for (seat, _), settled in script.settle().items()}
    assert results == {1: 9_00, 2: 9_00}


def test_a_hint_names_the_cards_as_they_lie_before_the_seat() -> None:
    script = betting(1)
    script.deal("4s 2c 4d")
    given = hint(script.state.rulebook, view(script.state, 1), HOLD).advice
    assert (given.best, len(given.options)) == ("hold_13", 8)
    assert given.options == advise(THREE, {"hand": cards_from("4s 2c 4d")}).options


# ── Cards, record and rack ───────────────────────────────────────────────────────────────────────────────────────────


def test_discards_are_used_up_and_the_rack_rebuilds_the_hand_with_them() -> None:
    script = drawn(cards_from("2c 5d 9h"), "hold_2", cards_from("5c 5h"))
    assert script.state.drawn == 5
    assert script.refused(c.DealCards(cards_from("Kc"))).reason
    script.settle()
    assert script.state.rack.hands() == {"seat 1": cards_from("2c 5d 9h 5c 5h")}


@pytest.mark.parametrize("new", ["Kc", "Kc Kd Ks", "2c Kd"])
def test_too_few_too_many_and_discarded_cards_are_refused(new: str) -> None:
    script = betting(1)
    script.do(c.DealCards(cards_from("2c 5d 9h")), c.Decide(1, "hold_2"))
    assert script.refused(c.DealCards(cards_from(new))).clause == "TD-1"


@pytest.mark.parametrize(
    ("cards", "few"), [("2c 2d 3c 3d", "1 is"), ("2c 2d 3c 3d 5c", "2 are"), ("2c 2d 3c", "none is")]
)
def test_a_described_draw_has_as_many_cards_as_its_option_takes(cards: str, few: str) -> None:
    seat = {"seat": 1, "cards": cards, "bet": 10, "hold": "hold_none"}
    with pytest.raises(Refused, match=f"seat 1 gets 3 more cards here and {few} described"):
        settle({"seats": [seat]}, game=THREE_DRAW)


def test_the_audit_follows_an_exchange_and_finds_a_card_too_many() -> None:
    script = drawn(cards_from("2c 5d 9h"), "hold_2", cards_from("5c 5h"))
    script.settle()
    assert audit(lines_of(script.events), game=THREE_DRAW).passed
    dealt = [event for event in script.events if isinstance(event, e.CardsDealt)][-1]
    wrong = [replace(event, cards=event.cards[:1]) if event is dealt else event for event in script.events]
    assert not audit(lines_of(wrong), game=THREE_DRAW).passed


# ── What does not fit ────────────────────────────────────────────────────────────────────────────────────────────────


def changed(**deal: object) -> Game:
    """The game with another draw."""

    def build(game: Game, house: House) -> Rulebook:
        book = THREE_DRAW.build(game, house)
        steps = tuple(replace(s, **deal) if isinstance(s, Deal) and s.after else s for s in book.procedure)  # type: ignore[arg-type]
        return replace(book, procedure=steps)

    return replace(THREE_DRAW, build=build)


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({"after": "draw"}, "which the model does not have"),
        ({"after": ""}, "no Deal follows it"),
        ({"count": 2}, r"follows the decision hold with 2 cards, and the model draws 3; give as many"),
        ({"to": ("dealer",)}, "so it goes to seats alone, not to dealer"),
    ],
)
def test_a_deal_that_does_not_follow_its_decision_is_refused(deal: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        changed(**deal).rulebook()


def test_the_decision_is_asked_before_its_deal() -> None:
    def build(game: Game, house: House) -> Rulebook:
        book = THREE_DRAW.build(game, house)
        steps = sorted(book.procedure, key=lambda step: isinstance(step, Decide))
        return replace(book, procedure=tuple(steps))

    with pytest.raises(Refused, match="put the Decide step that asks it first"):
        replace(THREE_DRAW, build=build).rulebook()
