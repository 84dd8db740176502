"""What holds for every game: any that can be put together from a pool of rules, and all that are known."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.exact.count import count
from croupier.exact.evaluation import Facts
from croupier.exact.solve import Solver, base_wagers
from croupier.games import GAMES, game
from croupier.record.audit import audit
from croupier.rulebook import Deal, Game, House, Rulebook, owner_of, seat_slot
from croupier.settlement.description import description_of
from croupier.settlement.round import settle
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, awaiting
from croupier.table.core import open_table, step
from croupier.table.legal import legal
from croupier.table.seen import SeenCards
from croupier.table.state import State, apply, fold
from croupier.table.view import SPECTATOR, view
from tests import contract
from tests.exact.enumeration import walk
from tests.exact.invented import ways
from tests.example_games import EXAMPLES
from tests.random_games import EVERYTHING, OTHER_STAKES, SPARING, Bet, Recipe, game_of, recipes
from tests.random_tables import lines_of, played
from tests.test_table_properties import assert_books_balance, assert_settled_exactly

RECIPES = recipes(decisions=2, dice=2)
SEEDS = st.integers(0, 2**32 - 1)
FEW, MORE = (settings(max_examples=max(few, settings().max_examples // 100)) for few in (3, 25))
"""A game is compiled before it is counted."""
STAKE = 100_00
Tally = Counter[tuple[tuple[str, ...], str, str, Fraction]]
"""Deals by options, wager, outcome and what a unit won."""


# ── At the table, and in the journal ─────────────────────────────────────────────────────────────────────────────────


@given(RECIPES)
@example(EVERYTHING)
@example(OTHER_STAKES)
@example(SPARING)
def test_it_keeps_the_contract_of_all_games(recipe: Recipe) -> None:
    found = game_of(recipe)
    book = found.rulebook()
    contract.check_clauses(found)
    for check in (
        *(contract.check_cited, contract.check_rules, contract.check_lines, contract.check_wagers),
        *(contract.check_decisions, contract.check_procedure),
    ):
        check(book)
    contract.check_outcomes(book, samples=20)


def assert_played_by_the_book(found: Game, events: list[e.Event], chance: Random) -> None:
    """The ledger balances after every event, the journal proves itself, and a changed amount is found."""
    state = fold(found, events[:1])
    for event in events[1:]:
        before = state.copy()
        apply(state, event)
        assert_books_balance(state)
        if isinstance(event, e.WagerSettled):
            assert_settled_exactly(before, event, state)
    lines = lines_of(events)
    proved = audit(lines, games=lambda _: found)
    assert (proved.fault, proved.length) == (None, len(lines))
    assert proved.state == state
    settled = [place for place, event in enumerate(events) if isinstance(event, e.WagerSettled)]
    if settled:
        place = chance.choice(settled)
        event = events[place]
        assert isinstance(event, e.WagerSettled)
        forged = [*events[:place], replace(event, result=event.result + 1), *events[place + 1 :]]
        fault = audit(lines_of(forged), games=lambda _: found).fault
        assert fault is not None
        assert fault.number == place


@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_whatever_is_played_balances_and_is_proved_and_a_forged_cent_is_found(recipe: Recipe, seed: int) -> None:
    found, chance = game_of(recipe), Random(seed)
    assert_played_by_the_book(found, played(found, 2, chance), chance)


def assert_hidden_cards_stay_hidden(found: Game, events: list[e.Event], chance: Random) -> int:
    """Another card in the place of one that lies face down changes nothing that others are shown, until it is turned.

    Gives how many cards were changed.
    """
    shown = {card for event in events if isinstance(event, e.CardsDealt | e.CardsExposed) for card in event.cards}
    changed = 0
    for place, event in enumerate(events):
        if not isinstance(event, e.CardsDealt) or event.face_up:
            continue
        other = replace(event, cards=(chance.choice([card for card in DECK if card not in shown]), *event.cards[1:]))
        one = fold(found, events[:place])
        two, number, changed = one.copy(), len(one.dealt.get(event.slot, ())), changed + 1
        owner = owner_of(event.slot)
        others = [seat for seat in (SPECTATOR, *one.seated) if seat != owner]
        seen = [[SeenCards(seat) for seat in others] for _ in (one, two)]
        for each in (*seen[0], *seen[1]):
            each.hear(events[:place])
        for mine, theirs in zip((event, *events[place + 1 :]), (other, *events[place + 1 :]), strict=True):
            if isinstance(mine, e.RoundOpened) or (
                isinstance(mine, e.CardsExposed) and mine.slot == event.slot and number in mine.places
            ):
                break
            for state, told, heard in ((one, mine, seen[0]), (two, theirs, seen[1])):
                apply(state, told)
                for each in heard:
                    each.hear([told])
            for seat, first, second in zip(others, *seen, strict=True):
                assert view(one, seat) == view(two, seat)
                assert (first.slots, first.gone) == (second.slots, second.gone)
                assert seat == SPECTATOR or legal(one, seat) == legal(two, seat)
            assert not owner or event.slot not in one.dealt or view(one, owner) != view(two, owner)
    return changed


@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_a_card_that_lies_face_down_is_told_to_nobody_else(recipe: Recipe, seed: int) -> None:
    found, chance = game_of(recipe), Random(seed)
    changed = assert_hidden_cards_stay_hidden(found, played(found, 1, chance), chance)
    assert changed or recipe.face_up or not (recipe.own or recipe.board)


# ── Described ────────────────────────────────────────────────────────────────────────────────────────────────────────


def assert_described_rounds_settle_alike(found: Game, events: list[e.Event]) -> None:
    """Each round that was settled, described as it was before it closed, pays the same."""
    state = fold(found, events[:1])
    for event in events[1:]:
        if isinstance(event, e.RoundClosed):
            described = json.loads(json.dumps(description_of(state)))
            again = settle(described, game=found).state
            assert [(s.seat, s.wager, s.stake, s.outcome, s.result, s.clauses) for s in again.settled] == [
                (s.seat, s.wager, s.stake, s.outcome, s.result, s.clauses) for s in state.settled
            ]
        apply(state, event)


@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_a_described_round_pays_what_the_dealt_one_paid(recipe: Recipe, seed: int) -> None:
    found = game_of(recipe)
    assert_described_rounds_settle_alike(found, played(found, 2, Random(seed)))


# ── Counted, and walked deal by deal ─────────────────────────────────────────────────────────────────────────────────


def betting(found: Game, seats: tuple[int, ...]) -> State:
    """A table at which every seat has staked on everything."""
    state = open_table(found, {}).state
    todo: list[c.Command] = [c.Sit(seat, f"Player {seat}", 10**9) for seat in seats]
    todo += [c.Shuffle("shoe", ""), c.OpenRound()]
    placed = found.rulebook().placed_wagers
    todo += [c.PlaceWager(seat, wager.id, STAKE) for seat in seats for wager in placed]
    for command in (*todo, c.CloseBets()):
        state = step(state, command).state
    return state


def settled(state: State, deals: dict[int, Facts], options: tuple[str, ...]) -> tuple[e.WagerSettled, ...]:
    """Deal what is given for each seat, decide alike everywhere as far as it is offered, and settle."""
    rolled, ids = 0, [decision.id for decision in state.rulebook.decisions]
    while True:
        command: c.Command = c.SettleRound()
        match awaiting(state):
            case AwaitCards(slot=slot):
                seat = owner_of(slot)
                command = c.DealCards(deals[seat]["own"] if seat else next(iter(deals.values()))[slot])
            case AwaitDie():
                rolled += 1
                command = c.RollDie(next(iter(deals.values()))[f"die_{rolled}"][0])
            case AwaitDecision(decision=id_, seats=(seat, *_)):
                asked = legal(state, seat).decision
                wanted = options[ids.index(id_)]
                is_offered = asked and wanted in [option.option for option in asked.options]
                command = c.Decide(seat, wanted if is_offered else state.rulebook.decisions_by_id[id_].default)
            case _:
                pass
        state, events = step(state, command)
        if isinstance(command, c.SettleRound):
            return tuple(event for event in events if isinstance(event, e.WagerSettled))


def small(found: Game, chance: Random) -> tuple[int, ...]:
    """A few cards out of the decks, so that every deal can be walked."""
    cards = chance.sample(DECK, 5)
    return tuple(min(found.rulebook().model.decks, 2) if card in cards else 0 for card in DECK)


def walked(found: Game, composition: tuple[int, ...]) -> Tally:
    """Every deal of a few cards with every choice that is offered, dealt at a table."""
    model, start, tally = found.rulebook().model, betting(found, (1,)), Tally()
    for deal, weight in walk(model, composition):
        for options in ways(model, deal):
            for one in settled(start, {1: deal}, options):
                tally[options, one.wager, one.outcome, Fraction(one.result, one.stake)] += weight
    return tally


def counted(found: Game, composition: tuple[int, ...]) -> Tally:
    """The same out of the exact count."""
    model, tally = found.rulebook().model, Tally()
    solver = Solver(count(model, composition), model)
    for plan in solver.possible_plans:
        options = tuple(option.id for option in solver.options(plan))
        stakes = solver.units(plan, {wager.id: 1 for wager in base_wagers(model)})
        joints, counts, _, _ = solver.counts.by_path[solver.path_of(plan)]
        for joint, deals in zip(joints.tolist(), counts.tolist(), strict=True):
            for wager in model.wagers:
                if stakes.get(wager.id):
                    line = wager.line(int(solver.code_of_joint[wager.id][joint]))
                    tally[options, wager.id, line.called, line.odds] += deals
    return tally


def assert_counted_as_it_is_paid(recipe: Recipe, seed: int) -> None:
    found = game_of(recipe)
    composition = small(found, Random(seed))
    assert counted(found, composition) == walked(found, composition)


@pytest.mark.slow
@FEW
@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_the_count_is_what_the_table_pays_over_every_deal_and_choice(recipe: Recipe, seed: int) -> None:
    assert_counted_as_it_is_paid(recipe, seed)


@pytest.mark.slow
@MORE
@given(RECIPES, SEEDS)
def test_so_it_is_of_many_games(recipe: Recipe, seed: int) -> None:
    assert_counted_as_it_is_paid(recipe, seed)


# ── Others at the table ──────────────────────────────────────────────────────────────────────────────────────────────


def deals_for(found: Game, seats: tuple[int, ...], chance: Random) -> tuple[dict[int, Facts], tuple[str, ...]]:
    """Cards and dice for some seats, and what all of them choose."""
    model = found.rulebook().model
    cards = iter(chance.sample(DECK, 8))
    shared: Facts = {
        drawn.name: (chance.randint(1, drawn.count),)
        if drawn.name.startswith("die")
        else tuple(next(cards) for _ in range(drawn.count))
        for drawn in model.draws
        if drawn.name != "own"
    }
    own = next((drawn.count for drawn in model.draws if drawn.name == "own"), 0)
    deals = {seat: shared | {"own": tuple(next(cards) for _ in range(own))} for seat in seats}
    return deals, tuple(chance.choice(decision.options).id for decision in model.decisions)


@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_another_player_changes_nothing_for_a_seat(recipe: Recipe, seed: int) -> None:
    found, chance = game_of(recipe), Random(seed)
    deals, options = deals_for(found, (1, 2), chance)
    alone = settled(betting(found, (1,)), {1: deals[1]}, options)
    together = settled(betting(found, (1, 2)), deals, options)
    assert [one for one in together if one.seat == 1] == list(alone)
    assert {one.seat for one in together} == {1, 2}
    assert seat_slot(1) in found.rulebook().slots or not recipe.own


# ── In the order of the game ─────────────────────────────────────────────────────────────────────────────────────────


@given(RECIPES, SEEDS)
@example(EVERYTHING, 0)
@example(OTHER_STAKES, 0)
@example(SPARING, 0)
def test_wagers_are_settled_in_the_game_s_order_and_side_bets_before_or_after_it(recipe: Recipe, seed: int) -> None:
    found, chance = game_of(recipe), Random(seed)
    seats = (2, 1) if recipe.last_first else (1, 2)
    own = ["main", *(f"raise_{n}" for n, _ in enumerate(recipe.raises, 1))]
    side_bets = [(f"side_{n}", bet.first) for n, bet in enumerate(recipe.side_bets, 1)]
    before, after = ([id_ for id_, first in side_bets if first is early] for early in (True, False))
    between = [(seat, id_) for id_ in own for seat in seats] if recipe.by_wager else list(product(seats, own))
    deals, options = deals_for(found, (1, 2), chance)
    paid = [(one.seat, one.wager) for one in settled(betting(found, (1, 2)), deals, options)]
    assert paid == [pair for pair in (*product(seats, before), *between, *product(seats, after)) if pair in paid]
    assert len(paid) >= 2 * (1 + len(side_bets))


@pytest.mark.parametrize("cards", ["2c", "2d"])
def test_seats_with_the_same_numbers_under_other_names_are_told_apart(cards: str) -> None:
    bet = Bet(rule=0, reads=(0, 0), odds=(Fraction(1), Fraction(2)))
    found = game_of(replace(EVERYTHING, board=0, dice=(), main=bet, raises=(bet,), side_bets=()))

    def turned(of: Game, house: House) -> Rulebook:
        book = found.build(of, house)
        return replace(book, facts=lambda so_far, seat: dict(list(book.facts(so_far, seat).items())[:: 3 - 2 * seat]))

    folds = {"seat": 1, "cards": cards, "main": 10, "choice_1": "times_0"}
    plays = {"seat": 2, "cards": "2c", "main": 10, "choice_1": "times_1"}  # the first card of a deck, and the code 1
    paid, again = (
        settle({"game": found.id, "seats": [folds, plays]}, game=of).state.settled
        for of in (found, replace(found, build=turned))
    )
    assert [one.outcome for one in paid if one.wager == "main"] == ["lose", "forfeited"]
    assert again == paid


# ── All known games ──────────────────────────────────────────────────────────────────────────────────────────────────


WHOLE_GAMES = [*map(game, GAMES), *(example.game for example in EXAMPLES.values())]


@pytest.mark.parametrize("found", WHOLE_GAMES, ids=lambda found: found.id)
@pytest.mark.parametrize("seed", range(3))
def test_known_games_and_examples_are_held_to_the_same(found: Game, seed: int) -> None:
    chance = Random(seed)
    events = played(found, 2, chance)
    assert_played_by_the_book(found, events, chance)
    assert_described_rounds_settle_alike(found, events)
    changed = assert_hidden_cards_stay_hidden(found, events, chance)
    assert bool(changed) == any(isinstance(deal, Deal) and not deal.face_up for deal in found.rulebook().procedure)
