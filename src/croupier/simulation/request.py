"""A simulation as it is asked for: which of the four kinds it is, what goes with what, and what is usual.

Rounds are dealt from all the cards each, unless `dealing` says shoe or shuffler. With a `bankroll`, paths of so many
rounds are followed; with `seats`, a table is played against its bank.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from croupier.errors import Mismatch, Refused, quoted
from croupier.exact.solve import Stakes, base_wagers
from croupier.kernel.effort import EFFORT
from croupier.money import cents_from
from croupier.rulebook import Game, Rate, Rulebook
from croupier.rulebook.model import Model
from croupier.simulation.bankrolls.result import Bankrolls
from croupier.simulation.bankrolls.trial import Paths
from croupier.simulation.result import SimulationResult
from croupier.simulation.rounds.result import Simulation
from croupier.simulation.rounds.trial import Experiment, experiment
from croupier.simulation.run import check_place, rounds_from, run
from croupier.simulation.shoes.result import ShoeSimulation
from croupier.simulation.shoes.trial import shoes, sittings
from croupier.simulation.tables.result import TableSimulation
from croupier.simulation.tables.seats import Seat
from croupier.simulation.tables.trial import SHIFT, TableTrial, table_trial
from croupier.simulation.trial import Run, Trial

DEALINGS: Final = ("fresh", "shoe", "shuffler")
ROUNDS: Final = 10_000_000
TABLE_ROUNDS: Final = 1_000_000
PATH_ROUNDS: Final = 1_000
PATHS: Final = 10_000
STAKE: Final = 10
"""What is played when nobody says how much."""
NEEDS: Final = {
    "bank": "seats",
    "shift": "seats",
    "button": "seats",
    "stakes": "bankroll",
    "paths": "bankroll",
    "held_back": "dealing=shuffler",
}
"""What says nothing without another."""
APART: Final = {
    "seats": ("stakes", "paths", "until", "dealing", "held_back", "removed", "beside"),
    "dealing": ("bankroll", "until", "beside"),
    "bankroll": ("until", "beside"),
}
"""What cannot be asked for together."""

Money = str | float | Decimal | Fraction
"""Dollars: `"$1,000"`, `12.5`."""


def check_together(given: Mapping[str, object]) -> None:
    """Refuse what does not go together; what nobody gave is None, or as usual."""
    asked = {name for name, value in given.items() if value is not None and value not in ((), "fresh")}
    for name, needed in NEEDS.items():
        other, _, value = needed.partition("=")
        if name in asked and (other not in asked or (value and given[other] != value)):
            raise Mismatch(name, "needs", needed)
    for name, others in APART.items():
        for other in others:
            if name in asked and other in asked:
                raise Mismatch(other, "does not go with", name)


def simulate(
    game: str | Game | Rulebook | Model,
    rounds: float | None = None,
    *,
    dealing: str = "fresh",
    held_back: int | None = None,
    seats: int | Sequence[Seat] | None = None,
    bank: Money | None = None,
    shift: int | None = None,
    button: int | None = None,
    bankroll: Money | None = None,
    stakes: Money | Mapping[str, Money] | None = None,
    paths: float | None = None,
    until: Fraction | float | str | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    house: Mapping[str, object] | None = None,
    removed: Iterable[int] = (),
    exact: bool = False,
    beside: str | Game | Model | None = None,
    seed: int | str = 0,
    workers: int = 0,
    cluster: str | None = None,
    device: str = "cpu",
    checkpoint: str | Path | None = None,
    progress: Callable[[Any], object] | None = None,
) -> SimulationResult:
    """Play by chance with the rules themselves; the kind of simulation follows from what is asked for.

    Rounds dealt from all the cards each are read beside the exact figures: so many, or as many as it takes `until` the
    99% interval of the main wager is this wide on either side, whichever comes first. Every deal is counted where the
    strategy has to be found that way, or `exact` figures are asked for. With `beside`, another game or model is counted
    and its strategy followed, while rounds are dealt by the rules of the first.

    `dealing="shoe"` deals shoes to the cut card, `"shuffler"` from a shuffler that holds so many discards back. With a
    `bankroll`, `paths` of so many rounds are followed, with `stakes` on each. With `seats`, a number of them or what
    each bets, shifts of so many rounds are played against the `bank`. Amounts are in dollars.

    Everything is played on this machine's cores, on a `cluster` or, rounds alone, on a GPU. A `checkpoint` file keeps
    the run and lets it go on. `progress` is called with the result so far. Ctrl-C raises `KeyboardInterrupt` with a
    `result` once something was played.
    """
    removed = tuple(removed)
    check_dealing(dealing, held_back)
    check_together(locals())
    check_place(workers, cluster, device)
    if device == "gpu" and (seats is not None or bankroll is not None or dealing != "fresh"):
        raise Refused("a GPU plays only rounds that are dealt from all the cards", field="device")
    number = None if rounds is None else rounds_from(rounds)
    if isinstance(game, Rulebook):
        house = game.house.show()
        game = game.game
    of: dict[str, Any] = {"house": house, "strategy": strategy, "seed": seed}
    if seats is None:
        of["removed"] = removed
    if seats is not None:
        table = table_at(game, seats, bank=bank, bankroll=bankroll, shift=shift, button=button, exact=exact, **of)
        asked = Asked(table, TableSimulation, shifts_of(table.shift, number or TABLE_ROUNDS))
    elif bankroll is not None:
        fresh = experiment(game, exact=True, **of)  # what a round may lose and win comes from the count
        brought, staked = dollars(bankroll, "bankroll"), stakes_from(stakes, fresh.model)
        asked = Asked(
            Paths(fresh, staked, brought, number or PATH_ROUNDS), Bankrolls, PATHS if paths is None else paths
        )
    elif dealing == "fresh":
        trial = experiment(game, exact=exact, beside=beside, **of)
        asked = Asked(trial, Simulation, rounds_until(trial, number, until))
    elif dealing == "shoe":
        asked = Asked(shoes(game, exact=exact, **of), ShoeSimulation, rounds=number or ROUNDS)
    else:
        asked = Asked(sittings(game, held_back or 0, exact=exact, **of), ShoeSimulation, rounds=number or ROUNDS)
    found: SimulationResult = run(
        asked.trial,
        asked.units,
        result=asked.result,
        rounds=asked.rounds,
        workers=workers,
        cluster=cluster,
        device=device,
        checkpoint=checkpoint,
        progress=progress,
    )
    return found


@dataclass(frozen=True)
class Asked:
    """A trial, how its run is read, and how many units or rounds of it are played."""

    trial: Trial
    result: Callable[[Any, Run], SimulationResult]
    units: float | None = None
    rounds: int | None = None


def check_dealing(dealing: str, held_back: int | None) -> None:
    """Refuse a way to deal that there is not, and a shuffler of which too little is known."""
    if dealing not in DEALINGS:
        raise Refused(f"{quoted(dealing)} is not a way to deal; give {', '.join(DEALINGS)}", field="dealing")
    if dealing == "shuffler" and held_back is None:
        raise Refused("give how many discards the shuffler holds back, 0 for none", field="held_back")


def rounds_until(trial: Experiment, rounds: int | None, until: Fraction | float | str | None) -> int:
    if until is None:
        return rounds or ROUNDS
    try:
        needed = trial.rounds_until(Rate().read(until) if isinstance(until, str) else until)
    except Refused as refused:
        raise refused.at("until") from None
    return needed if rounds is None else min(rounds, needed)


def stakes_from(stakes: Money | Mapping[str, Money] | None, model: Model) -> Stakes:
    """Dollars on each wager; an amount alone is on the first."""
    if not isinstance(stakes, Mapping):
        stakes = {base_wagers(model)[0].id: STAKE if stakes is None else stakes}
    return {id_: dollars(each, "stakes") for id_, each in stakes.items()}


def table_at(
    game: str | Game | Model,
    seats: int | Sequence[Seat],
    *,
    bank: Money | None,
    bankroll: Money | None,
    shift: int | None,
    button: int | None,
    **of: Any,  # noqa: ANN401  # the rest is a table's own
) -> TableTrial:
    if isinstance(game, Model):
        raise Refused(f"{game.id} is a model and has no seats, limits or bank; give a game", field="seats")
    if button is not None and button < 1:
        raise Refused("seats are counted from 1", field="button")
    return table_trial(
        game,
        seats=seats,
        bank=None if bank is None else money(dollars(bank, "bank")),
        bankroll=None if bankroll is None else money(dollars(bankroll, "bankroll")),
        shift=SHIFT if shift is None else shift,
        button=button or 0,
        **of,
    )


def shifts_of(shift: int, rounds: int) -> int:
    shifts = -(-rounds // shift)
    if shifts * shift != rounds:
        EFFORT.get().notice(f"shifts are whole: {shifts * shift:,} rounds are played, {shifts:,} shifts of {shift:,}")
    return shifts


def money(amount: Fraction) -> Decimal:
    """An amount of whole cents."""
    return Decimal(int(amount * 100)) / 100


def dollars(amount: Money, field: str) -> Fraction:
    try:
        found = amount if isinstance(amount, Fraction) else Fraction(cents_from(amount), 100)
    except Refused as refused:
        raise refused.at(field) from None
    if found <= 0:
        raise Refused(f"{quoted(amount)} must be above 0; give dollars, such as 500", field=field)
    return found
