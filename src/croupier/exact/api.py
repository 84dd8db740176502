"""What a mathematician asks first: analyse a game, under any house rules, from any cards, by any strategy."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.cards import card_name
from croupier.errors import Refused
from croupier.exact.count import Notice, count
from croupier.exact.counter import Layout
from croupier.exact.report import Analysis
from croupier.exact.solve import Solver, Stakes, usual_stakes
from croupier.exact.space import Composition, full
from croupier.exact.strategy import own, simple
from croupier.exact.walk import walk, winnings
from croupier.games import game as game_by_id
from croupier.rulebook import Game
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Fixed, Model
from croupier.rulebook.wager import Decision

DECKS_MAX = 16


def model_of(game: str | Game | Model, house: Mapping[str, object] | None = None) -> Model:
    """The model of a game under house rules."""
    if isinstance(game, Model):
        if house:
            raise Refused(f"{game.id} is a model and has no house rules")
        return game
    known = game_by_id(game) if isinstance(game, str) else game
    return known.rulebook(known.house(house)).model


def without(composition: Composition, removed: Iterable[int]) -> Composition:
    """A composition less some cards."""
    left = list(composition)
    for card in removed:
        left[card] -= 1
        if left[card] < 0:
            raise Refused(f"{card_name(card)} is removed more often than the decks hold it")
    return tuple(left)


def solver_of(
    game: str | Game | Model,
    *,
    house: Mapping[str, object] | None = None,
    removed: Iterable[int] = (),
    notice: Notice = lambda _: None,
) -> Solver:
    """Count a game, or read its count back, ready for questions."""
    model = model_of(game, house)
    return Solver(count(model, without(full(model.decks), removed), notice=notice), model)


def analyze(
    game: str | Game | Model,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    notice: Notice = lambda _: None,
) -> Analysis:
    """Analyse a game: every figure of every wager, exactly.

    The strategy is `optimal`, `simple`, or one's own as read from a strategy file. Stakes say which wagers the optimum
    is for, where more than the base wager rides on a decision.
    """
    solver = solver_of(game, house=house, removed=removed, notice=notice)
    if strategy == "optimal":
        return Analysis(solver.play(solver.best_plans(stakes)), "optimal" if solver.model.decisions else "none")
    if strategy == "simple":
        return Analysis(solver.play(simple(solver, stakes).plan_of_row), "simple")
    if isinstance(strategy, str):
        raise Refused(f"{strategy!r} is no strategy; it is optimal, simple, or one of your own")
    return Analysis(solver.play(own(solver, strategy)), "own")


@dataclass(frozen=True)
class Advice:
    """The exact value of each decision in one hand."""

    options: Mapping[str, Fraction]
    """Expected result per initial unit."""
    deals: int

    @property
    def best(self) -> str:
        """The decision worth most."""
        return max(self.options, key=lambda option: self.options[option])

    def cost(self, option: str) -> Fraction:
        """What a decision loses against the best."""
        return self.options[self.best] - self.options[option]


def check_known(model: Model, decision: Decision, fixed: Fixed) -> None:
    """Refuse cards that nobody draws, too few or too many of them, and a sight that is not wholly known."""
    sizes = {drawn.name: 1 if drawn.kind is Draw.DIE else drawn.count for drawn in model.draws}
    for name, cards in fixed.items():
        if name not in sizes:
            raise Refused(f"{model.id} shows nobody a {name}; it has {', '.join(sizes)}", field=name)
        if len(cards) != sizes[name]:
            raise Refused(f"{len(cards)} cards are given where there are {sizes[name]}", field=name)
    missing = [name for name in sizes if name in Layout(model).needs(decision.sees) and name not in fixed]
    if missing:
        raise Refused("it is seen before the decision; give it too", clause=decision.clause, field=missing[0])


def advise(
    game: str | Game | Model,
    known: Mapping[str, tuple[int, ...]],
    *,
    house: Mapping[str, object] | None = None,
    seen: Iterable[int] = (),
    stakes: Stakes | None = None,
) -> Advice:
    """Value every decision in one hand, walking each deal that agrees with what is known."""
    model = model_of(game, house)
    if len(model.decisions) != 1:
        raise Refused(f"{model.id} has {len(model.decisions) or 'no'} decisions; advice is for games with one")
    decision = model.decisions[0]
    fixed = model.sight_from(known)
    check_known(model, decision, fixed)
    units = {id_: Fraction(amount) for id_, amount in (stakes or usual_stakes(model)).items()}
    totals = dict.fromkeys((option.id for option in decision.options), Fraction(0))
    deals = 0
    for facts, weight in walk(model, without(full(model.decks), seen), fixed):
        deals += weight
        for option in totals:
            totals[option] += weight * winnings(model, facts, {decision.id: option}, units)
    if not deals:
        raise Refused("no deal agrees with what is known")
    return Advice({option: total / deals for option, total in totals.items()}, deals)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a ruling, and the edge of each wager under it."""

    ruling: str
    parameter: str
    value: object
    default: bool
    edges: Mapping[str, Fraction]


def readings(game: str | Game, *, notice: Notice = lambda _: None) -> Iterable[Reading]:
    """Price every reading that a house may choose: what the documents' ambiguities are worth."""
    known = game_by_id(game) if isinstance(game, str) else game
    default = known.house().show()
    for ruling in known.rulings:
        for parameter in ruling.parameters:
            for value in alternatives(known, parameter):
                analysis = analyze(known, house={parameter: value}, notice=notice)
                edges = {id_: report.house_edge for id_, report in analysis.wagers.items()}
                yield Reading(ruling.id, parameter, value, default[parameter] == value, edges)


def alternatives(game: Game, name: str) -> tuple[object, ...]:
    """The values of a parameter that are few enough to list."""
    kind = next(parameter.kind for parameter in game.parameters if parameter.name == name)
    listed: Callable[[], tuple[object, ...]] | None = getattr(kind, "values", None)
    return listed() if listed else ()
