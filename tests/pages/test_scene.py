"""A scene is what the view of the table says, at every moment of any game, for a seat and for somebody who watches."""

from random import Random

import pytest

from croupier.games import GAMES, game
from croupier.pages.scene import Scene
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table.core import open_table, step
from croupier.table.state import State
from croupier.table.view import SPECTATOR, view
from tests.example_games import EXAMPLES
from tests.high_card import HIGH_CARD
from tests.random_tables import any_house, likely

EVERY = [*map(game, GAMES), *(EXAMPLES[id_].game for id_ in ("casino-war", "red-dog", "caribbean-stud")), HIGH_CARD]


def assert_shows(scene: Scene, state: State, seat: int) -> None:
    """Assert that a scene has what a seat may see, where it lies."""
    seen = view(state, seat)
    for slot, cards in seen.cards:
        assert tuple(laid.card for laid in scene.slots[slot]) == cards
    lying = {slot for slot, _ in seen.cards}
    assert all(slot in lying or slot in scene.picked_up or scene.closed for slot in scene.slots)
    if state.in_round:
        staked = {(each.seat, wager): cents for each in seen.seats for wager, cents in each.wagers}
        settled = {(each.seat, each.wager) for each in seen.settled}
        piles = {key: pile.cents for key, pile in scene.piles.items()}
        assert {key: cents for key, cents in piles.items() if key not in settled} == {
            key: cents for key, cents in staked.items() if key not in settled
        }
        assert {key for key, pile in scene.piles.items() if pile.settled} == settled
        assert (scene.bank_wager, scene.bank_used) == (seen.bank_wager, seen.bank_used)
        assert set(scene.stacked) == set(seen.stacked)
        assert (scene.player_dealer, scene.action_button) == (seen.player_dealer, seen.action_button)
        assert (scene.round, scene.colour) == (seen.round, seen.deck)
        assert tuple(rolled.face for rolled in scene.dice) == seen.dice
        decided = {seat: [(made.decision, made.option) for made in all_] for seat, all_ in scene.chosen.items()}
        assert decided == {each.seat: list(each.decisions) for each in seen.seats if each.decisions}


@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.id)
def test_a_scene_equals_the_view_at_every_moment_of_random_rounds(of: Game) -> None:
    chance = Random(of.id)
    house = any_house(of.id, chance) if of.id in GAMES else {}
    state, opened = open_table(of, house)
    number = len(opened)
    for seat in range(1, state.rulebook.seats + 1):
        state, _ = step(state, c.Sit(seat, f"Player {seat}", 100_000_00))
    scenes = {seat: Scene(state.rulebook) for seat in (SPECTATOR, 1, 2)}
    moments = 0
    while state.round < 4 or state.in_round:
        called_off = state.in_round and chance.random() < 0.02
        state, happened = step(state, c.VoidRound("a card was exposed") if called_off else likely(state, chance))
        for event in happened:
            number += 1
            for seat, scene in scenes.items():
                scene.hear(number, event, seat)
        for seat, scene in scenes.items():
            assert_shows(scene, state, seat)
        moments += bool(state.dealt)
    assert moments


@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.id)
def test_a_rulebook_can_ask_a_scene_about_the_round(of: Game) -> None:
    chance = Random(2)
    state, _ = open_table(of)
    for seat in (1, 2, 3):
        state, _ = step(state, c.Sit(seat, f"Player {seat}", 100_000_00))
    scene = Scene(state.rulebook)
    while state.round < 2:
        state, happened = step(state, likely(state, chance))
        for event in happened:
            scene.hear(0, event, SPECTATOR)
        if not state.in_round:
            continue
        so_far = scene.so_far
        assert (so_far.dice, so_far.die) == (state.dice, state.die)
        assert (so_far.player_dealer, so_far.action_button) == (state.player_dealer, state.action_button)
        for seat in (1, 2, 3):
            assert so_far.choices(seat) == state.choices(seat)
            assert so_far.decided(seat) == state.decided(seat)
            if not state.settled:
                assert so_far.spot(seat) == state.spot(seat)
                assert [so_far.stake(seat, wager.id) for wager in state.rulebook.wagers] == [
                    state.stake(seat, wager.id) for wager in state.rulebook.wagers
                ]
