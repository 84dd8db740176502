"""What is offered at a table: the same as was counted, for every deal of a small deck and every way to decide it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.exact.count import count
from croupier.exact.evaluation import Facts
from croupier.exact.solve import Solver, base_wagers
from croupier.exact.space import Composition
from croupier.record.audit import audit
from croupier.rulebook import (
    Deal,
    Decide,
    Draw,
    Game,
    House,
    HouseBank,
    Model,
    PickUp,
    Ready,
    Renewal,
    Round,
    Rulebook,
    Settle,
    Step,
    Supply,
    Wagering,
    seat_slot,
)
from croupier.settlement.description import description_of
from croupier.settlement.round import settle
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, awaiting
from croupier.table.core import step
from croupier.table.legal import legal
from croupier.table.state import State
from croupier.table.view import view
from examples.games.casino_war import CASINO_WAR
from examples.games.mississippi_stud import MISSISSIPPI_STUD
from examples.games.red_dog import RED_DOG
from tests.exact.enumeration import UNASKED, walk
from tests.exact.invented import deck
from tests.exact.invented import ways as ways_offered
from tests.exact.ladder import LADDER
from tests.random_games import CLAUSES, DOCUMENT, RULINGS
from tests.random_tables import lines_of
from tests.rounds import Script

STAKE = 100
Tally = Counter[tuple[tuple[str, ...], str, str, Fraction]]


def ladder(game: Game, house: House) -> Rulebook:
    """The invented game as it would be dealt: the own card face down, two that come face up."""
    ante, *made = (replace(wager, clause="RG-1") for wager in LADDER.wagers)
    placed = replace(ante, least=1_00, most=1_000_00, limit_clause="RG-R1", back_line="RG-R1")
    wagers = (placed, *made)

    def players(so_far: Round) -> tuple[int, ...]:
        return so_far.players

    return Rulebook(
        game=game,
        house=house,
        seats=3,
        seats_clause="RG-R1",
        model=replace(LADDER, wagers=wagers, per_seat=("own",)),
        procedure=(
            Wagering("RG-1", "RG-1", "Place your bets.", "No more bets."),
            Deal("RG-1", lambda so_far: tuple(map(seat_slot, so_far.players)), 1, face_up=False, says="A card each."),
            Decide("RG-1", "stay", players, "Stay?"),
            Deal("RG-1", ("first",), 1, face_up=True, says="A card."),
            Decide("RG-1", "climb", players, "Climb?"),
            Deal("RG-1", ("second",), 1, face_up=True, says="Another."),
            Ready("RG-2", "All is known."),
            Settle("RG-2", lambda so_far: tuple((s, w.id) for s in so_far.players for w in wagers), "Settled."),
            PickUp("RG-1", lambda so_far: (*map(seat_slot, so_far.players), "first", "second"), "Picked up."),
        ),
        bank=HouseBank("RG-2"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="RG-3", decks_clause="RG-3"),
        facts=lambda so_far, seat: {
            "own": so_far.cards(seat_slot(seat)),
            "first": so_far.cards("first"),
            "second": so_far.cards("second"),
        },
        void_clause="RG-R1",
        change_clause="RG-R1",
    )


LADDER_GAME = Game("ladder", "Ladder", (DOCUMENT,), CLAUSES, RULINGS, (), ladder)
DEALT = [
    pytest.param(LADDER_GAME, {}, deck("2c 3c 9c 9d Ts Kh"), id="ladder"),
    pytest.param(CASINO_WAR, {"shuffle": "continuous", "decks": 6}, deck("2c 9c Kc", copies=2), id="casino war"),
    pytest.param(RED_DOG, {"shuffle": "continuous", "decks": 1}, deck("2c 2d 3c 5c 9c Kc"), id="red dog"),
    pytest.param(MISSISSIPPI_STUD, {}, deck("5c 5d 6c 6d Jc Qc"), id="mississippi stud"),
]


def betting(of: Game, house: dict[str, object], seats: int = 1) -> Script:
    """A table at which seats have bet on everything."""
    table = Script(of, house, seats=seats, chips=10**9)
    table.open()
    for seat in range(1, seats + 1):
        table.bet(seat, **{wager.id: STAKE for wager in table.state.rulebook.placed_wagers})
    table.close()
    return table


def played(state: State, cards: list[int], decided: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], e.Event]]:
    """Every way that the seat may decide, and every wager that is settled then."""
    match awaiting(state):
        case AwaitCards(count=number):
            yield from played(step(state, c.DealCards(tuple(cards[:number]))).state, cards[number:], decided)
        case AwaitDecision(decision=id_):
            ids = [decision.id for decision in state.rulebook.decisions]
            before = (*decided, *[UNASKED] * (ids.index(id_) - len(decided)))
            asked = legal(state, 1).decision
            assert asked
            assert asked.options
            for option in asked.options:
                yield from played(step(state, c.Decide(1, option.option)).state, cards, (*before, option.option))
            for other in {each.id for each in state.rulebook.decisions_by_id[id_].options} - {
                each.option for each in asked.options
            }:
                with pytest.raises(Refused, match="is not offered to seat 1; decide"):
                    step(state, c.Decide(1, other))
        case _:
            way = (*decided, *[UNASKED] * (len(state.rulebook.decisions) - len(decided)))
            yield from ((way, event) for event in step(state, c.SettleRound()).events)


def at_the_table(model: Model, start: State, composition: Composition) -> Tally:
    tally = Tally()
    for deal, weight in walk(model, composition):
        found = set()
        for way, event in played(start, in_order(model, deal), ()):
            found.add(way)
            if isinstance(event, e.WagerSettled):
                tally[way, event.wager, event.outcome, Fraction(event.result, event.stake)] += weight
        assert found == set(ways_offered(model, deal))
    return tally


def in_order(model: Model, deal: Facts) -> list[int]:
    return [card for drawn in model.draws if drawn.kind is not Draw.DIE for card in deal[drawn.name]]


def counted(model: Model, composition: Composition) -> Tally:
    tally, solver = Tally(), Solver(count(model, composition), model)
    for plan in solver.possible_plans:
        way = tuple(option.id for option in solver.options(plan))
        stakes = solver.units(plan, {wager.id: 1 for wager in base_wagers(model)})
        joints, deals, _, _ = solver.counts.by_path[solver.path_of(plan)]
        for joint, number in zip(joints.tolist(), deals.tolist(), strict=True):
            for wager in model.wagers:
                if stakes.get(wager.id):
                    line = wager.line(int(solver.code_of_joint[wager.id][joint]))
                    tally[way, wager.id, line.called, line.odds] += number
    return tally


@pytest.mark.slow
@pytest.mark.parametrize(("of", "house", "composition"), DEALT)
def test_every_deal_is_asked_and_settled_as_it_was_counted(
    of: Game, house: dict[str, object], composition: Composition
) -> None:
    start = betting(of, house).state
    model = start.rulebook.model
    tally = at_the_table(model, start, composition)
    assert tally == counted(model, composition)
    assert any(UNASKED in way for way, *_ in tally)


def test_what_a_hidden_card_offers_is_told_to_its_seat_alone() -> None:
    low, high = (betting(LADDER_GAME, {}, seats=2) for _ in range(2))
    low.deal("3c", "2d")
    high.deal("Kc", "2d")
    assert [legal(each.state, 1).decision.options[-1].option for each in (low, high)] == ["stay", "double"]  # type: ignore[union-attr]
    for looks in (0, 2):
        assert view(low.state, looks) == view(high.state, looks)
        assert legal(low.state, looks) == legal(high.state, looks)


def test_rounds_in_which_seats_are_passed_over_are_recorded_proved_and_described() -> None:
    table = betting(LADDER_GAME, {}, seats=3)
    table.deal("9c", "2d", "Kh")
    table.decide(seat_1="double", seat_2="stay", seat_3="fold")
    table.deal("9d")
    assert table.awaited(AwaitDecision) == AwaitDecision("climb", (1,), ("give_up", "climb", "soar"))
    assert table.refused(c.Decide(1, "soar")).reason == '"soar" is not offered to seat 1; decide give_up, climb'
    assert table.refused(c.Decide(2, "climb")).reason == "seat 2 is not asked for climb"
    table.do(c.TimeOut(1))
    table.deal("As")
    table.settle()
    proved = audit(lines_of(table.events), games=lambda _: LADDER_GAME)
    assert proved.fault is None
    described = description_of(table.state)
    assert settle(described, game=LADDER_GAME).state.settled == table.state.settled
    seats: Any = described["seats"]
    assert ["climb" in seat for seat in seats] == [True, False, False]


def test_an_offer_changed_in_a_journal_is_found() -> None:
    table = betting(LADDER_GAME, {})
    table.deal("3c")
    table.decide(seat_1="stay")
    forged = [
        replace(event, option="double", cents=2 * event.cents) if isinstance(event, e.DecisionMade) else event
        for event in table.events
    ]
    fault = audit(lines_of(forged), games=lambda _: LADDER_GAME).fault
    assert fault
    assert "is not offered to seat 1" in str(fault)


def mended(change: Callable[[tuple[Step, ...]], tuple[Step, ...]]) -> Game:
    """Mississippi Stud with another procedure."""

    def build(game: Game, house: House) -> Rulebook:
        book = MISSISSIPPI_STUD.build(game, house)
        return replace(book, procedure=change(book.procedure))

    return replace(MISSISSIPPI_STUD, build=build)


def test_decisions_are_asked_in_the_order_in_which_the_model_makes_them() -> None:
    def swapped(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        first, second, *_ = (step for step in steps if isinstance(step, Decide))
        other = {id(first): second, id(second): first}
        return tuple(other.get(id(step), step) for step in steps)

    with pytest.raises(Refused, match="the procedure asks for fourth, third and fifth, in this order, and"):
        mended(swapped).rulebook()


def test_nobody_decides_by_cards_before_any_card_is_dealt() -> None:
    def early(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (steps[0], *sorted(steps[1:], key=lambda step: not isinstance(step, Decide)))

    with pytest.raises(Refused, match="asks for third before anything is dealt, and a seat sees"):
        mended(early).rulebook()


def test_a_seat_that_has_not_bet_is_not_asked() -> None:
    def anybody(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(replace(step, order=lambda _: (1, 3)) if isinstance(step, Decide) else step for step in steps)

    table = Script(mended(anybody), seats=3)
    table.open()
    table.bet(1, ante=10)
    table.close()
    table.deal("2c 3c")
    with pytest.raises(Refused, match="seat 3 is to decide on third and has not bet"):
        table.deal("4c 5c 6c")
