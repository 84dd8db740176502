"""What the simulation's functions are given and cannot use is refused in a sentence, never with a bare error."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.errors import Refused
from croupier.simulation.rounds.replay import replay
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.shoes.trial import shoes, sittings
from croupier.simulation.tables.seats import seat
from tests.simulation.playing import bankrolls, simulate, simulate_table, simulate_units

BANKER = {"banker": 1}
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: simulate("baccarat", until=float("nan")), "nan is not a share"),
    (lambda: simulate("baccarat", until=float("inf")), "inf is not a share"),
    (lambda: simulate("baccarat", until="wide"), "until: "),
    (lambda: simulate("baccarat", 10, removed=[99]), "99 is not a card"),
    (lambda: simulate("baccarat", 10, workers=1.5), "workers: 1.5 is not a whole number"),
    (lambda: simulate("baccarat", 10, strategy="foo"), '"foo" is not a strategy'),
    (lambda: simulate("baccarat", 10, strategy=5), "5 is not a strategy"),
    (lambda: simulate("baccarat", 10, cluster="localhost:8786", device="gpu"), "a cluster or a GPU, not both"),
    (lambda: replay(experiment("baccarat"), 5, 3), "there are no rounds 5 to 3"),
    (lambda: replay(experiment("baccarat"), -5, -3), "there are no rounds -5 to -3"),
    (lambda: replay(experiment("baccarat"), 0, 1.5), "last: 1.5 is not a whole number"),  # type: ignore[arg-type]
    (lambda: sittings("baccarat", 1.5), "held_back: 1.5 is not a whole number"),  # type: ignore[arg-type]
    (lambda: sittings("baccarat", 3, rounds=2.5), "sitting: 2.5 is not a whole number"),  # type: ignore[arg-type]
    (lambda: simulate_units(shoes("baccarat"), 1.5), "shoes: 1.5 shoes cannot be played; give a whole number"),  # type: ignore[arg-type]
    (lambda: simulate_units(shoes("baccarat"), 2, workers=-1), "there cannot be -1 workers"),
    (lambda: simulate_table("baccarat", shifts=2, workers=-1), "there cannot be -1 workers"),
    (lambda: simulate_table("baccarat", shift=1.5), "shift: 1.5 is not a whole number"),
    (lambda: simulate_table("baccarat", seats=1.5), "seats: 1.5 is not a whole number"),
    (lambda: simulate_table("baccarat", seats=[seat(player=5)], button=True), "button: true is not a whole number"),
    (lambda: bankrolls(experiment("baccarat"), stakes=BANKER, bankroll=9, workers=-1), "there cannot be -1 workers"),
    (lambda: bankrolls(experiment("baccarat"), stakes=BANKER, bankroll=9, paths=1.5), "paths: 1.5"),  # type: ignore[arg-type]
    (lambda: bankrolls(experiment("baccarat"), stakes=BANKER, bankroll=9, rounds=True), "rounds: true"),
]


@pytest.mark.parametrize(("ask", "why"), REFUSED)
def test_what_cannot_be_used_is_refused(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        ask()


def test_what_can_be_used_is_not() -> None:
    assert simulate("baccarat", until=Fraction(1, 10)).rounds > 100
    assert len(list(replay(experiment("baccarat"), 3, 5))) == 2
    assert list(replay(experiment("baccarat"), 3, 3)) == []
