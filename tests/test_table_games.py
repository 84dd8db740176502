"""Several decisions, several dice and burns in mid-round: dealt, recorded, proved, described, counted and simulated."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.chance import DICE, SHUFFLE, Chance, Subject
from croupier.cli.play.drawing import fixtures
from croupier.dealer import Dealer, open_bound
from croupier.envs import TableEnv
from croupier.errors import BooksDoNotBalance, Refused
from croupier.exact.analysis import analyze
from croupier.exact.evaluation import Facts, result
from croupier.exact.solve import solver_of
from croupier.games import game
from croupier.record.audit import audit
from croupier.record.names import beside
from croupier.record.narration import told_records
from croupier.record.recorder import TableRecorder
from croupier.rulebook import CardsField, DecisionField, Description, Draw, Game, House, Model, Rulebook, owner_of
from croupier.settlement.description import description_of
from croupier.settlement.round import settle
from croupier.settlement.shape import shape_of
from croupier.simulation.shoes.trial import shoes
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, AwaitSettlement, awaiting
from croupier.table.core import step
from croupier.table.legal import legal
from croupier.table.replay import cause_of
from croupier.table.state import State, apply, fold
from croupier.table.view import view
from tests.contract import assert_rulebook_contract
from tests.exact.enumeration import walk
from tests.games.table_games import BETS, STREETS, TABLE_GAMES, WAR_GAME
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import any_house, likely, lines_of, played
from tests.rounds import Script
from tests.simulation.recorded_shoes import Told, told
from tests.simulation.replayed import Replay

EVERY = pytest.mark.parametrize("of", TABLE_GAMES)


@pytest.mark.parametrize("of", [of for of in TABLE_GAMES if of != "press"])  # which asks its one decision twice
def test_games_made_for_the_table_keep_the_contract_of_all_games(of: str) -> None:
    assert_rulebook_contract(game(of))


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def streets(*seats: int) -> Script:
    """Streets, dealt: seat 1 has aces, seat 2 a king and a queen, and the streets are an ace, a king and a four."""
    script = Script("streets", seats=2)
    script.open()
    for seat in seats:
        script.bet(seat, ante=10)
    script.close()
    script.deal(*["As Ad", "Ks Qs"][: len(seats)], "Ah", "Kd", "4c")
    return script


def test_every_decision_of_a_seat_is_remembered_by_its_id_and_in_order() -> None:
    script = streets(1, 2)
    script.decide(seat_2="bet_1", seat_1="bet_3")
    script.decide(seat_1="bet_1", seat_2="fold")
    state = script.state
    assert state.choices(1) == ("bet_3", "bet_1")
    assert [state.decided(1, street) for street in STREETS] == ["bet_3", "bet_1", ""]
    assert [state.decided(2, street) for street in STREETS] == ["bet_1", "fold", ""]
    assert (state.decided(1), state.decided(2), state.decided(3)) == ("bet_1", "fold", "")
    assert script.awaits == AwaitDecision("fifth", (1,), ("fold", "bet_1", "bet_3"))
    asked = legal(state, 1).decision
    assert asked is not None
    assert (asked.decision, asked.turn) == ("fifth", 3)
    assert [made.turn for made in script.all(e.DecisionMade)] == [1, 1, 2, 2]
    everybody = [view(state, seat).seats for seat in (0, 1, 2)]
    assert everybody[0] == everybody[1] == everybody[2]
    assert everybody[0][0].decisions == (("third", "bet_3"), ("fourth", "bet_1"))


def test_several_decisions_may_raise_one_wager_and_it_is_settled_as_a_whole() -> None:
    script = streets(1)
    script.decide(seat_1="bet_3")
    script.decide(seat_1="bet_1")
    script.decide(seat_1="bet_3")
    assert script.state.stakes == {(1, "ante"): 10_00, (1, "third_bet"): 30_00, (1, "late_bet"): 40_00}
    paid = script.settle()
    assert {wager: (each.stake, each.outcome, each.result) for (_, wager), each in paid.items()} == {
        "ante": (10_00, "one", 10_00),
        "third_bet": (30_00, "one", 30_00),
        "late_bet": (40_00, "one", 40_00),
    }
    assert script.folded() == script.state


def test_who_folded_is_not_asked_again_and_loses_what_lies_there() -> None:
    script = streets(1, 2)
    script.decide(seat_1="bet_1", seat_2="fold")
    assert script.awaits == AwaitDecision("fourth", (1,), ("fold", "bet_1", "bet_3"))
    refused = script.refused(c.Decide(2, "bet_1"))
    assert (refused.clause, refused.reason) == ("ST-3", "seat 2 has no hand in this round")
    script.do(c.TimeOut(1))
    paid = script.settle()
    assert {key: each.result for key, each in paid.items()} == {
        (1, "ante"): -10_00,
        (1, "third_bet"): -10_00,
        (2, "ante"): -10_00,
    }


def test_a_decision_may_name_which_and_whose_turn_it_is_and_another_is_refused() -> None:
    script = streets(1)
    script.do(c.Decide(1, "bet_1", decision="third", turn=1))
    for wrong in (c.Decide(1, "bet_1", decision="third"), c.Decide(1, "bet_1", turn=1), c.Decide(1, "bet_1", turn=3)):
        assert "seat 1 is asked to decide on fourth, turn 2" in str(script.refused(wrong))
    script.do(c.Decide(1, "bet_1", decision="fourth", turn=2))


def test_one_decision_may_be_asked_again_and_every_turn_is_kept() -> None:
    script = Script("press", seats=2)
    script.open()
    script.bet(1, bet=10)
    script.bet(2, bet=20)
    script.close()
    script.deal("As", "2s", "9c")
    script.decide(seat_2="press", seat_1="press_2")
    script.deal("Tc")
    assert script.awaits == AwaitDecision("raise", (1, 2), ("stay", "press", "press_2"))
    script.decide(seat_1="press", seat_2="stay")
    assert script.state.choices(1, "raise") == ("press_2", "press")
    assert (script.state.decided(1), script.state.decided(2, "raise")) == ("press", "stay")
    assert "seat 1 has decided" in str(replace_awaits(script).refused(c.Decide(1, "press")))
    paid = script.settle()
    assert {key: each.result for key, each in paid.items()} == {
        (1, "bet"): 10_00,
        (1, "pressed"): 30_00,
        (2, "bet"): -20_00,
        (2, "pressed"): -20_00,
    }


def replace_awaits(script: Script) -> Script:
    """A table one decision earlier, where a seat that has decided twice waits for another."""
    other = Script("press", seats=2)
    other.events = [event for event in script.events if not (isinstance(event, e.DecisionMade) and is_last(event))]
    other.state = other.folded()
    return other


def is_last(made: e.DecisionMade) -> bool:
    """Whether it is what seat 2 decides last."""
    return (made.seat, made.turn) == (2, 2)


def test_a_decision_that_is_recorded_where_none_is_made_does_not_fold() -> None:
    script = Script("streets", seats=1)
    script.open()
    with pytest.raises(BooksDoNotBalance, match="recorded where none is made"):
        fold(script.game, [*script.events, e.DecisionMade(1, "fold", 0, e.PLAYER, "ST-3", "third")])


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_dice_are_rolled_one_after_the_other_and_all_are_seen() -> None:
    script = Script("three-dice", seats=1)
    script.open()
    script.bet(1, low=10, ends=5)
    script.close()
    assert (script.state.dice, script.state.die) == ((), 0)
    for number, (face, faces) in enumerate(((2, 6), (3, 6), (2, 4)), 1):
        assert script.awaits == AwaitDie(faces)
        assert f"it shows 1 to {faces}" in str(script.refused(c.RollDie(faces + 1)))
        assert script.roll(face) == (e.DieRolled(face, "TD-2", number),)
        assert (script.state.die, view(script.state).die) == (face, face)
    assert script.state.dice == view(script.state).dice == (2, 3, 2)
    assert {wager: each.result for (_, wager), each in script.settle().items()} == {"low": 10_00, "ends": 20_00}


def test_one_commitment_covers_all_dice_of_a_round() -> None:
    chance = Chance.seeded("dice")
    dealer = Dealer(open_bound(chance, game("three-dice")).state, chance)
    dealer.do(c.Sit(1, "Ada", 100_00))
    dealer.go_on()
    state = dealer.state
    drawn = chance.draw(Subject.of_dice(state, 1))
    assert (drawn.subject.sizes, state.dice_commitment) == ((6, 6, 4), drawn.commitment)
    dealer.do(c.OpenRound(), c.PlaceWager(1, "low", 10_00), c.CloseBets())
    dealer.go_on()
    assert dealer.state.dice == drawn.values


# ── Burns in mid-round ───────────────────────────────────────────────────────────────────────────────────────────────


def war(*cards: str, house: Mapping[str, object] | None = None) -> Script:
    """A card each for seat 1, seat 2 and the dealer."""
    script = Script("burned-war", house, seats=2)
    script.open()
    script.bet(1, card=10)
    script.bet(2, card=10, tie_bet=5)
    script.close()
    script.deal(*cards)
    return script


def test_cards_are_burned_before_a_war_and_nobody_sees_them() -> None:
    script = war("7s", "9s", "9d")
    assert script.events[-1] == e.CardsDiscarded(3, "BW-3")
    assert (script.state.drawn, script.state.rack.unseen) == (6, 3)
    assert sum(script.state.remaining) == 101, "what nobody saw is not counted out"
    assert [slot for slot, _ in view(script.state, 2).cards] == ["seat 1", "seat 2", "dealer"]
    assert script.awaits == AwaitCards("seat 2", 1, face_up=True)
    script.deal("4c", "4d")
    assert {key: each.result for key, each in script.settle().items()} == {
        (1, "card"): -10_00,
        (2, "card"): 10_00,
        (2, "tie_bet"): 50_00,
    }
    assert script.state.drawn == 8


def test_without_a_tie_nothing_is_burned() -> None:
    script = war("7s", "9s", "8d")
    assert script.awaits == AwaitSettlement()
    assert (script.all(e.CardsDiscarded), script.state.drawn) == ([], 3)


def test_a_cut_card_among_burned_cards_comes_out_with_them() -> None:
    script = war("7s", "9s", "9d", house={"cut_card": 99})
    assert script.events[-2:] == [e.CardsDiscarded(3, "BW-3"), e.CutCardAppeared("BW-6")]
    script.deal("4c", "4d")
    script.settle()
    assert not script.state.deck_ready, "the round in which it comes is the last"
    earlier = war("7s", "9s", "9d", house={"cut_card": 98})
    assert earlier.events[-1] == e.CardsDiscarded(3, "BW-3")


def test_no_more_cards_are_burned_than_there_are() -> None:
    script = war("7s", "9s")
    script.state.drawn = 102  # nobody deals so far: the cut card comes before
    with pytest.raises(Refused, match="no cards are left to deal"):
        step(script.state, c.DealCards((28,)))
    assert script.state.drawn == 102


def test_a_voided_round_returns_no_card_that_was_burned() -> None:
    script = war("7s", "9s", "9d")
    script.do(c.VoidRound("a card fell off the table"))
    assert (script.state.drawn, script.state.rack.unseen, len(script.state.rack.pile)) == (6, 3, 3)
    assert script.folded() == script.state


def test_a_model_that_burns_other_than_its_procedure_is_refused() -> None:
    book = WAR_GAME.rulebook()
    with pytest.raises(Refused, match="a round burns up to 3 cards, but its model says 0"):
        replace(book, model=replace(book.model, burned=0))
    with pytest.raises(Refused, match="a round burns up to 3 cards, but its model says 4"):
        replace(book, model=replace(book.model, burned=4))
    with pytest.raises(Refused, match="burns -1 cards in a round; burn 0 or more"):
        replace(book.model, burned=-1)


# ── Recorded, audited, opened ────────────────────────────────────────────────────────────────────────────────────────


def bound(of: str, rounds: int, chance: Random, path: Path) -> list[e.Event]:
    """A table that is committed to its cards and dice, with a journal and openings."""
    source = Chance.seeded(f"{of} {chance.random()}")
    opened = open_bound(source, game(of), any_house(of, chance))
    recorder = TableRecorder(path)
    heard: list[e.Event] = []
    dealer = Dealer(opened.state, source, recorder=recorder, listener=lambda events, _: heard.extend(events))
    dealer.commit([opened])
    for seat in (1, 2, 3):
        dealer.do(c.Sit(seat, f"Player {seat}", 100_000_00))
    while dealer.state.round < rounds or dealer.state.in_round:
        if not dealer.go_on():
            dealer.do(likely(dealer.state, chance))
    recorder.close()
    return heard


@EVERY
def test_a_table_is_recorded_audited_and_proved_with_all_that_anybody_saw(of: str, tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    events = bound(of, 30, Random(of), path)
    found = audit(path)
    assert (found.verdict, found.rounds) == ("in order", 30)
    assert found.opened is not None
    assert found.opened.fault is None
    rolled = sum(isinstance(event, e.DieRolled) for event in events)
    assert found.opened.dice == rolled == (90 if of == "three-dice" else 0)
    opened = {use.subject.number for use in found.uses if use.subject.of == SHUFFLE and use.used_up}
    assert found.opened.cards == sum(cards_seen(event) for number, event in by_shuffle(events) if number in opened)
    burned = {place for use in found.uses if use.subject.of == SHUFFLE for place in range(use.next)}
    known = {place for use in found.uses if use.subject.of == SHUFFLE for place in use.drawn}
    assert bool(burned - known) == (of == "burned-war"), "burned cards take their places and stay hashes"


def cards_seen(event: e.Event) -> int:
    """How many cards somebody came to know by an event."""
    match event:
        case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
            return len(cards) if face_up or owner_of(slot) else 0
        case e.CardsExposed(cards=cards):
            return len(cards)
        case _:
            return 0


def by_shuffle(events: list[e.Event]) -> Iterator[tuple[int, e.Event]]:
    """Every event with the number of the last shuffle before it."""
    number = 0
    for event in events:
        number += isinstance(event, e.CardsShuffled)
        yield number, event


@EVERY
def test_a_record_with_another_die_card_or_count_is_found_out(of: str, tmp_path: Path) -> None:
    events = bound(of, 6, Random(f"{of} told otherwise"), tmp_path / "table.jsonl")
    kinds = {"streets": e.DecisionMade, "press": e.DecisionMade, "three-dice": e.DieRolled}
    for number, event in enumerate(events):
        others: list[e.Event] = []
        match event:
            case e.DieRolled(die=die):
                others = [replace(event, die=die + 1), replace(event, die=1 if die > 1 else 2)]
            case e.CardsDiscarded(count=count):
                others = [replace(event, count=count + 1), replace(event, count=count - 1)]
            case e.DecisionMade(turn=turn, cents=cents):
                others = [replace(event, turn=turn + 1), replace(event, cents=cents + 1), replace(event, decision="")]
            case _:
                pass
        for other in others:
            fault = audit(lines_of([*events[:number], other, *events[number + 1 :]])).fault
            assert fault is not None
            assert fault.number == number
    assert any(isinstance(event, kinds.get(of, e.CardsDiscarded)) for event in events)
    without = [event for event in events if not isinstance(event, e.CardsDiscarded)]
    assert (audit(lines_of(without)).fault is None) == (of != "burned-war")


@EVERY
def test_another_face_of_any_die_or_another_card_is_not_what_was_committed_to(of: str, tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    bound(of, 30 if of == "burned-war" else 3, Random(f"{of} opened"), path)  # a shoe is opened at its end
    openings = beside(path, "openings").read_text().splitlines(keepends=True)
    assert audit(path).opened is not None
    kind = f'"of":"{DICE if of == "three-dice" else SHUFFLE}"'
    for number, line in enumerate(openings):
        head, found, rest = line.partition('"shown":[[')
        if kind not in line or not found:
            continue
        place, _, values = rest.partition(",")
        value, _, more = values.partition(",")
        other = '"1"' if value != '"1"' else '"2"'
        lie = other if of == "three-dice" else ('"As"' if value != '"As"' else '"Ks"')
        changed = tmp_path / "changed.openings"
        changed.write_text("".join([*openings[:number], f"{head}{found}{place},{lie},{more}", *openings[number + 1 :]]))
        opened = audit(path, openings=changed).opened
        assert opened is not None
        assert opened.fault is not None
        assert "is not what was committed to" in opened.fault


@EVERY
def test_a_record_gives_the_same_bytes_when_it_is_played_again(of: str) -> None:
    chance = Random(f"{of} again")
    events = played(of, 8, chance, any_house(of, chance))
    assert isinstance(events[0], e.TableOpened)
    state = fold(game(of), events[:1])
    again: list[e.Event] = [events[0]]
    while len(again) < len(events):
        command = cause_of(events[len(again)])
        assert command is not None
        state, happened = step(state, command)
        again += happened
    assert lines_of(again) == lines_of(events)
    assert state == fold(game(of), events)


# ── A card face down is in no view that may not know it ──────────────────────────────────────────────────────────────


def test_a_street_face_down_and_another_hand_change_no_view_until_they_are_shown() -> None:
    def dealt(own: str, last: str) -> Script:
        script = Script("streets", seats=2)
        script.open()
        script.bet(1, ante=10)
        script.bet(2, ante=10)
        script.close()
        script.deal("As Ad", own, "Ah", "Kd", last)
        script.decide(seat_1="bet_1", seat_2="bet_1")
        script.decide(seat_1="bet_1", seat_2="bet_1")
        return script

    one, other, third = dealt("Ks Qs", "4c"), dealt("Ks Qs", "5c"), dealt("Js Ts", "4c")
    for seat in (0, 1, 2):
        assert views(one, seat) == views(other, seat)
        assert (views(one, seat) == views(third, seat)) == (seat != 2)
    for script in (one, other):
        script.decide(seat_1="fold", seat_2="bet_1")
    assert views(one, 0) != views(other, 0)


def views(script: Script, seat: int) -> list[object]:
    """What a seat may know after each event."""
    state = fold(script.game, script.events[:1])
    seen: list[object] = []
    for event in script.events[1:]:
        state = state.copy()
        apply(state, event)
        seen.append(view(state, seat))
    return seen


# ── Told and observed ────────────────────────────────────────────────────────────────────────────────────────────────


def told_of(script: Script) -> list[str]:
    """A table in words."""
    found = audit(lines_of(script.events))
    state = fold(script.game, script.events[:1])
    return [told.text for told in told_records(found.records[1:], state, {})]


def test_every_die_and_every_burned_card_is_told() -> None:
    script = war("7s", "9s", "9d")
    script.deal("4c", "4d")
    assert "Cards are burned. 3 cards." in told_of(script)
    dice = Script("three-dice", seats=1)
    dice.open()
    dice.bet(1, low=10)
    dice.close()
    for face in (2, 3, 4):
        dice.roll(face)
    rolled = [f"The {name} die. Die {n} shows {n + 1}." for n, name in enumerate(("first", "second", "last"), 1)]
    assert [text for text in told_of(dice) if "shows" in text] == rolled
    assert "dice ⚁ 2  ⚂ 3  ⚃ 4" in fixtures(view(dice.state), dice.state.rulebook).plain


def test_an_agent_sees_how_each_of_its_decisions_went() -> None:
    env = TableEnv(game("streets"))
    env.reset(seed=1)
    observed, _, is_over, _, info = env.step(np.array([2, 0, 0]))
    assert (info["asked"], observed["decided"].tolist(), is_over) == ("fourth", [3, 0, 0], False)
    observed, _, _, _, info = env.step(np.array([0, 1, 0]))
    assert (info["asked"], observed["decided"].tolist()) == ("fifth", [3, 2, 0])
    observed, reward, is_over, _, _ = env.step(np.array([0, 0, 0]))
    assert (observed["decided"].tolist(), reward, is_over) == ([3, 2, 1], -5.0, True)


# ── Described ────────────────────────────────────────────────────────────────────────────────────────────────────────


def settled_rounds(of: str, rounds: int, chance: Random) -> Iterator[State]:
    """Tables after rounds of anything legal."""
    script = Script(of, any_house(of, chance), seats=3, chips=100_000_00)
    while script.state.round < rounds or script.state.in_round:
        is_over = isinstance(script.awaits, AwaitSettlement)
        script.do(likely(script.state, chance))
        if is_over:
            yield script.state


@EVERY
def test_a_round_that_is_described_settles_to_the_same_cents(of: str) -> None:
    for dealt in settled_rounds(of, 25, Random(f"{of} described")):
        described = description_of(dealt)
        again = settle(described).state
        assert again.settled == dealt.settled, described
        assert description_of(again) == described
        assert [again.choices(seat) for seat in dealt.players] == [dealt.choices(seat) for seat in dealt.players]
        assert (again.dice, again.drawn - len(again.rack.pile)) == (dealt.dice, dealt.rack.unseen)


def test_a_description_names_every_decision_and_every_die() -> None:
    assert shape_of(game("streets").rulebook()).seat_fields == ("seat", "cards", "ante", *STREETS, "third_bet")
    assert shape_of(game("press").rulebook()).seat_fields == ("seat", "cards", "bet", "raise")
    dealt = next(iter(settled_rounds("press", 1, Random(3))))
    described: Any = description_of(dealt)
    assert [entry["raise"] for entry in described["seats"]] == [list(dealt.choices(seat)) for seat in dealt.players]
    assert all(len(entry["raise"]) == 2 for entry in described["seats"])
    dice = next(iter(settled_rounds("three-dice", 1, Random(3))))
    assert description_of(dice)["dice"] == list(dice.dice)
    with pytest.raises(Refused, match="give a list of 3 numbers: the faces of the dice as rolled"):
        settle({**description_of(dice), "dice": [1]})


def test_a_wager_that_is_raised_more_than_once_is_not_described_in_dollars() -> None:
    def build(of: Game, house: House) -> Rulebook:
        named = Description(
            cards=(CardsField("shared", ("shared",)),), decisions=(DecisionField("raise", "raise", in_dollars=True),)
        )
        return replace(TABLE_GAMES["press"].build(of, house), description=named)

    in_dollars = replace(TABLE_GAMES["press"], build=build)
    with pytest.raises(Refused, match="gives 'raise' in dollars, but its wager may be raised more than once"):
        shape_of(in_dollars.rulebook())


# ── Counted as dealt ─────────────────────────────────────────────────────────────────────────────────────────────────

FEW: Mapping[str, tuple[int, ...]] = {
    "streets": (0, 1, 4, 8, 9),
    "three-dice": tuple(range(52)),
    "burned-war": (0, 4, 8, 12),
}
"""The cards that are left in the decks, few enough to deal every deal at a table."""


Way = tuple[tuple[str, str], ...]
"""The option of every decision."""


def cards_to(state: State, deal: Facts, dealt: Counter[str], count: int, slot: str) -> tuple[int, ...]:
    """The next cards of a deal for a slot."""
    own = {"seat 1": ("own", "own_war"), "dealer": ("dealer", "dealer_war")}
    names = own.get(slot, (slot.replace(" ", "_"),))
    cards = [card for name in names for card in deal.get(name, ())]
    at = dealt[slot]
    dealt[slot] += count
    assert state.in_round
    return tuple(cards[at : at + count])


def won_at_the_table(opened: State, deal: Facts, way: Mapping[str, str]) -> Fraction:
    """What seat 1 wins in units of its first wager when it decides one way."""
    state, dealt = opened, Counter[str]()
    faces = [deal[name][0] for name in ("first", "second", "last") if name in deal]
    while not isinstance(waiting := awaiting(state), AwaitSettlement):
        command: c.Command
        match waiting:
            case AwaitCards():
                command = c.DealCards(cards_to(state, deal, dealt, waiting.count, waiting.slot))
            case AwaitDie():
                command = c.RollDie(faces[len(state.dice)])
            case AwaitDecision():
                command = c.Decide(1, way[waiting.decision])
            case _:
                raise AssertionError(waiting)
        state = step(state, command).state
    after = step(state, c.SettleRound()).state
    return Fraction(after.chips(1) - opened.chips(1) - sum(opened.stakes.values()), 100_00)


@pytest.mark.slow
@pytest.mark.parametrize("of", FEW)
def test_what_is_counted_is_what_a_table_pays_over_every_deal_and_every_decision(of: str) -> None:
    left = Counter(FEW[of])
    book = game(of).rulebook()
    model = book.model
    removed = [card for card in range(52) for _ in range(book.supply.decks - min(1, left[card]))]
    solver = solver_of(book, removed=removed)
    script = Script(of, seats=1, chips=10**9)
    script.open()
    wager = book.placed_wagers[0].id
    script.bet(1, **{wager: 100})
    script.close()
    composition = tuple(min(1, left[card]) for card in range(52))
    ways = [dict(zip(book.decisions_by_id, way, strict=True)) for way in ways_of(model)]
    walked = [(deal, weight) for deal, weight in walk(model, composition)]
    assert sum(weight for _, weight in walked) == solver.counts.total
    worth: dict[Way, dict[tuple[int, ...], Fraction]] = {}
    for way in ways:
        by_sight = worth.setdefault(tuple(way.items()), {})
        for deal, weight in walked:
            sight = tuple(result(model, decision.sees, dict(deal)) for decision in model.decisions)
            by_sight[sight] = by_sight.get(sight, Fraction(0)) + weight * won_at_the_table(script.state, deal, way)
    best = best_of(worth, list(book.decisions_by_id)) / solver.counts.total
    assert best == analyze(solver).distribution({wager: 1}).mean


def ways_of(model: Model) -> list[tuple[str, ...]]:
    """Every way the decisions can go, folds ending them: what comes after one makes no difference."""
    assert all(decision.options == BETS for decision in model.decisions)
    ways = list(product(*([option.id for option in decision.options] for decision in model.decisions)))
    return [
        way for way in ways if all(after == "fold" for at, one in enumerate(way) if one == "fold" for after in way[at:])
    ]


def best_of(
    worth: Mapping[tuple[tuple[str, str], ...], Mapping[tuple[int, ...], Fraction]], left: list[str]
) -> Fraction:
    """What the best play wins: at each decision the option that is best given all that was seen up to there."""

    def best(way: dict[str, str], seen: tuple[int, ...]) -> Fraction:
        if len(way) == len(left):
            sums = worth.get(tuple(way.items()), {})
            return sum((won for sight, won in sums.items() if sight[: len(seen)] == seen), Fraction(0))
        if "fold" in way.values():
            return best(way | {left[len(way)]: "fold"}, seen)
        depth = len(way)
        sights = {sight[: depth + 1] for sums in worth.values() for sight in sums if sight[:depth] == seen}
        options = [option.id for option in BETS]
        return sum((max(best(way | {left[depth]: o}, sight) for o in options) for sight in sights), Fraction(0))

    return best({}, ())


def test_burned_cards_change_no_figure_of_a_fresh_deal() -> None:
    two, three = (analyze(solver_of("burned-war", house={"burned": burned})) for burned in (2, 3))
    assert [two.wagers[id_].house_edge for id_ in two.wagers] == [three.wagers[id_].house_edge for id_ in three.wagers]


# ── Simulated shoes take burned cards too ────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("burned", [2, 3])
def test_a_table_deals_the_simulated_shoes_with_their_burns_to_the_cent(burned: int) -> None:
    house: dict[str, object] = {"burned": burned, "cut_card": 30}
    trial = shoes(game("burned-war"), house=house, seed="burned")
    dealt, _ = told(trial, 0, 12)
    deal_all(Replay(game("burned-war"), house, trial), dealt)
    lengths = Counter(len(one.cards) for shoe in dealt for one in shoe.rounds)
    assert set(lengths) == {2, 4 + burned}


@pytest.mark.slow
def test_a_rule_that_forgets_burned_cards_deals_other_shoes_than_a_table() -> None:
    def build(of: Game, house: House) -> Rulebook:
        book = WAR_GAME.build(of, house)
        fewer = WAR_GAME.rulebook(WAR_GAME.house({"burned": 2})).model.taken
        return replace(book, model=replace(book.model, taken=fewer))

    trial = shoes(replace(WAR_GAME, build=build), house={"cut_card": 30}, seed="burned")
    dealt, _ = told(trial, 0, 6)
    table = Replay(game("burned-war"), {"cut_card": 30}, trial)
    with pytest.raises(AssertionError):
        deal_all(table, dealt)


def deal_all(table: Replay, dealt: Iterable[Told]) -> None:
    """Deal simulated shoes at a table."""
    for shoe in dealt:
        table.shoe(shoe)


def test_draws_of_dice_are_as_many_as_are_rolled() -> None:
    book = game("three-dice").rulebook()
    assert book.dice == tuple(drawn.count for drawn in book.model.draws if drawn.kind is Draw.DIE)
