"""Side bets: wagers that are added to a game, with everything they need.

A side bet reads the draws and features that its game has, and features of its own; the game's own wagers, decisions and
procedure stay as they are. Where it is settled follows from the game's procedure: before the game's own wagers if
it `settles_first` in this round, otherwise after them, seat by seat in the order in which the game settles seats.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from croupier.errors import Refused
from croupier.rulebook.clause import Clause, Document, Ruling
from croupier.rulebook.deal import Feature
from croupier.rulebook.house import House, Parameter
from croupier.rulebook.layout import Circle
from croupier.rulebook.model import CardRule, Model
from croupier.rulebook.part import Part
from croupier.rulebook.procedure import Round, Settle, Step
from croupier.rulebook.wager import Wager

T = TypeVar("T")
Order = tuple[tuple[int, str], ...]
"""Seats and wagers in the order in which they are settled."""


def never(_: Round) -> bool:
    """In no round."""
    return False


@dataclass(frozen=True)
class SideBet(Part):
    """One or more wagers added to a game."""

    id: str
    title: str
    wagers: Callable[[House], tuple[Wager, ...]]
    clauses: tuple[Clause, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    parameters: tuple[Parameter[Any], ...] = ()
    documents: tuple[Document, ...] = ()
    features: tuple[Feature, ...] = ()
    """What its rules read besides the draws and features of the game."""
    tells_apart: tuple[CardRule, ...] = ()
    """Rules of a single card that tell apart what the game itself takes to be alike."""
    suits_alike: bool = False
    """Whether swapping suits leaves its outcomes the same."""
    settles_first: Callable[[Round], bool] = never
    """Whether it is settled before the game's own wagers."""
    circles: tuple[Circle, ...] = ()
    """Where its wagers are placed on the felt, if its clauses say so."""


def merged(what: str, id_of: Callable[[T], str], *parts: Iterable[T]) -> tuple[T, ...]:
    """Everything in order, a thing that is shared only once; two things with one name are refused."""
    found: dict[str, T] = {}
    for part in parts:
        for thing in part:
            if found.setdefault(id_of(thing), thing) != thing:
                raise Refused(f"{what}: two are called {id_of(thing)!r}; give each its own name")
    return tuple(found.values())


def model_with(model: Model, side_bets: tuple[SideBet, ...], wagers: tuple[Wager, ...]) -> Model:
    """A model with the wagers of side bets after its own."""
    features = [side_bet.features for side_bet in side_bets]
    tells_apart = (rule for side_bet in side_bets for rule in side_bet.tells_apart)
    return replace(
        model,
        wagers=(*model.wagers, *wagers),
        features=merged(f"{model.id}: features", lambda feature: feature.name, model.features, *features),
        told_apart_by=tuple(dict.fromkeys((*model.told_apart_by, *tells_apart))) if model.told_apart_by else (),
        suits_alike=model.suits_alike and all(side_bet.suits_alike for side_bet in side_bets),
    )


# ── Settled with the others ──────────────────────────────────────────────────────────────────────────────────────────

Settled = tuple[tuple[tuple[str, ...], Callable[[Round], bool]], ...]
"""The wagers of each side bet, and whether they are settled first."""


def procedure_with(procedure: tuple[Step, ...], added: Settled) -> tuple[Step, ...]:
    """A procedure that settles side bets too: in its first step of settlement, or in its last."""
    steps = list(procedure)
    places = [place for place, step in enumerate(steps) if isinstance(step, Settle)]
    last = steps[places[-1]] if places else None
    if not isinstance(last, Settle):
        raise Refused("a game without a step `Settle` cannot take side bets")
    order = last.order
    steps[places[-1]] = last = replace(last, order=partial(settled_last, order, added))
    first = steps[places[0]]
    if isinstance(first, Settle):
        steps[places[0]] = replace(first, order=partial(settled_first, first.order, order, added))
    return tuple(steps)


def settled_first(own: Callable[[Round], Order], seats: Callable[[Round], Order], added: Settled, now: Round) -> Order:
    """The side bets that are settled first, then a step's own wagers."""
    ids = [id_ for ids, is_first in added if is_first(now) for id_ in ids]
    return (*((seat, id_) for seat in seats_in(seats, now) for id_ in ids), *own(now))


def settled_last(own: Callable[[Round], Order], added: Settled, now: Round) -> Order:
    """A step's own wagers, then the side bets that are not settled first."""
    ids = [id_ for ids, is_first in added if not is_first(now) for id_ in ids]
    return (*own(now), *((seat, id_) for seat in seats_in(own, now) for id_ in ids))


def seats_in(order: Callable[[Round], Order], now: Round) -> tuple[int, ...]:
    """The seats in the order in which a game settles them."""
    return tuple(dict.fromkeys((*(seat for seat, _ in order(now)), *now.players)))
