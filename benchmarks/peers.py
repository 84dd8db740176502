"""Other people's games under random play, as benchmarks time them."""

from random import Random

import gymnasium
import pyspiel


def open_spiel(rounds: int) -> None:
    """OpenSpiel's blackjack as its documentation plays any game: chance by its outcomes' probabilities."""
    random = Random(1)
    blackjack = pyspiel.load_game("blackjack")
    for _ in range(rounds):
        state = blackjack.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, probabilities)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))


def open_spiel_by_hand(rounds: int) -> None:
    """The same with chance picked by the standard library among the cards that are left."""
    choice = Random(1)
    blackjack = pyspiel.load_game("blackjack")
    for _ in range(rounds):
        state = blackjack.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))


def gymnasium_random(name: str, rounds: int) -> None:
    """Episodes of a Gymnasium environment under random play."""
    environment = gymnasium.make(name)
    environment.action_space.seed(1)
    environment.reset(seed=1)
    for _ in range(rounds):
        environment.reset()
        over = False
        while not over:
            _, _, terminated, truncated, _ = environment.step(environment.action_space.sample())
            over = terminated or truncated
