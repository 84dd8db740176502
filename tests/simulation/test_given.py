"""What the simulation's functions are given and cannot use is refused in a sentence, never with a bare error."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.errors import Refused
from croupier.simulation import experiment, replay, simulate
from croupier.simulation.bands import bands
from croupier.simulation.shoes import shoes, simulate_units, sittings
from croupier.simulation.tables import seat, simulate_table

BANKER = {"banker": 1}
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: simulate("baccarat", until=float("nan")), "nan is no half-width"),
    (lambda: simulate("baccarat", until=float("inf")), "inf is no half-width"),
    (lambda: simulate("baccarat", until="wide"), "is no half-width"),  # type: ignore[arg-type]
    (lambda: simulate("baccarat", 10, removed=[99]), "99 is no card"),
    (lambda: simulate("baccarat", 10, workers=1.5), "workers: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: simulate("baccarat", 10, strategy="foo"), '"foo" is no strategy'),
    (lambda: simulate("baccarat", 10, strategy=5), "5 is no strategy"),  # type: ignore[arg-type]
    (lambda: simulate("baccarat", 10, cluster="localhost:8786", device="gpu"), "a cluster or a GPU, not both"),
    (lambda: replay(experiment("baccarat"), 5, 3), "there are no rounds 5 to 3"),
    (lambda: replay(experiment("baccarat"), -5, -3), "there are no rounds -5 to -3"),
    (lambda: replay(experiment("baccarat"), 0, 1.5), "last: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: sittings("baccarat", 1.5), "held_back: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: sittings("baccarat", 3, rounds=2.5), "sitting: 2.5 will not do"),  # type: ignore[arg-type]
    (lambda: simulate_units(shoes("baccarat"), 1.5), "units: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: simulate_units(shoes("baccarat"), 2, workers=-1), "-1 workers cannot be had"),
    (lambda: simulate_table("baccarat", shifts=2, workers=-1), "-1 workers cannot be had"),
    (lambda: simulate_table("baccarat", shift=1.5), "shift: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: simulate_table("baccarat", seats=1.5), "seats: 1.5 will not do"),  # type: ignore[arg-type]
    (lambda: simulate_table("baccarat", seats=[seat(player=5)], button=True), "button: true will not do"),
    (lambda: bands(experiment("baccarat"), stakes=BANKER, bankroll=9, workers=-1), "-1 workers cannot be had"),
    (lambda: bands(experiment("baccarat"), stakes=BANKER, bankroll=9, paths=1.5), "paths: 1.5"),  # type: ignore[arg-type]
    (lambda: bands(experiment("baccarat"), stakes=BANKER, bankroll=9, rounds=True), "rounds: true"),
]


@pytest.mark.parametrize(("ask", "why"), REFUSED)
def test_what_cannot_be_used_is_refused(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        ask()


def test_what_can_be_used_is_not() -> None:
    assert simulate("baccarat", until=Fraction(1, 10)).rounds > 100
    assert len(list(replay(experiment("baccarat"), 3, 5))) == 2
    assert list(replay(experiment("baccarat"), 3, 3)) == []
