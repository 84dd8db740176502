"""What a mathematician asks first: analyse a game, under any house rules, from any cards, by any strategy."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor

from croupier.cards import DECK, card_name
from croupier.errors import Refused, quoted
from croupier.exact.count import count
from croupier.exact.report import Analysis
from croupier.exact.solve import Solver, Stakes, check_stakes
from croupier.exact.space import Composition, full
from croupier.exact.strategy import check_strategy, own, simple
from croupier.games import game as game_by_id
from croupier.kernel.effort import Notice
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.model import Model


def model_of(game: str | Game | Model | Rulebook, house: Mapping[str, object] | None = None) -> Model:
    """The model of a game under house rules."""
    return rules_of(game, house)[0]


def rules_of(
    game: str | Game | Model | Rulebook, house: Mapping[str, object] | None = None
) -> tuple[Model, Rulebook | None]:
    """The model of a game under house rules, and the rulebook that it is part of; a model alone has none."""
    if isinstance(game, Model):
        if house:
            raise Refused(f"{game.id} is a model and has no house rules")
        return game, None
    if isinstance(game, Rulebook):
        if house:
            raise Refused(f"{game.game.id} has its house rules already; give other ones with the game")
        return game.model, game
    known = game_by_id(game) if isinstance(game, str) else game
    book = known.rulebook(known.house(house))
    return book.model, book


def without(composition: Composition, removed: Iterable[int]) -> Composition:
    """A composition less some cards."""
    left = list(composition)
    for card in removed:
        if card not in DECK:
            raise Refused(f"{quoted(card)} is not a card; cards are numbered 0 to {len(DECK) - 1}")
        left[card] -= 1
        if left[card] < 0:
            raise Refused(f"{card_name(card)} is removed more often than the decks hold it")
    return tuple(left)


def solver_of(
    game: str | Game | Model | Rulebook,
    *,
    house: Mapping[str, object] | None = None,
    removed: Iterable[int] = (),
    executor: Executor | None = None,
    device: str = "cpu",
    notice: Notice = lambda _: None,
    anyway: bool | None = None,
    prove: bool | None = None,
    place: str = "",
) -> Solver:
    """Count a game, or read its count back, ready for questions; see `count` for what may be asked of that."""
    model, book = rules_of(game, house)
    left = without(full(model.decks), removed)
    counts = count(model, left, executor=executor, device=device, notice=notice, anyway=anyway, prove=prove)
    return Solver(counts, model, book, place)


def check_counted(solver: Solver) -> None:
    """Refuse a solver that was made to play a strategy, without a count."""
    if not solver.counts.total:
        raise Refused(f"the deals of {solver.model.id} were not counted; give the game, or a solver of `solver_of`")


def analyze(
    game: str | Game | Model | Rulebook | Solver,
    *,
    house: Mapping[str, object] | None = None,
    strategy: str | Mapping[str, object] = "optimal",
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    executor: Executor | None = None,
    device: str = "cpu",
    notice: Notice = lambda _: None,
    anyway: bool | None = None,
    prove: bool | None = None,
    strategy_file: str = "",
    decisions: bool = False,
) -> Analysis:
    """Analyse a game, or a count of it: every figure of every wager, exactly.

    The strategy is `optimal`, `simple`, or one's own as read from a strategy file. Stakes say which wagers the optimum
    is for, where more than the base wager rides on a decision. What a count may take, and whether promises about alike
    cards are proved, is as for `count`.
    """
    if isinstance(game, Solver):
        if house or tuple(removed):
            raise Refused(f"{game.model.id} is counted already; other house rules or cards need another count")
        check_counted(game)
        model = game.model
    else:
        model = model_of(game, house)
    check_strategy(model, strategy)
    check_stakes(model, stakes or {})
    solver = (
        game
        if isinstance(game, Solver)
        else solver_of(
            game,
            house=house,
            removed=removed,
            executor=executor,
            device=device,
            notice=notice,
            anyway=anyway,
            prove=prove,
        )
    )
    if strategy == "optimal":
        played, named = solver.play(solver.best_plans(stakes)), "optimal" if model.decisions else "none"
    elif isinstance(strategy, str):
        played, named = solver.play(simple(solver, stakes).plan_of_row), "simple"
    else:
        played, named = solver.play(own(solver, strategy)), "own"
    rules = None if isinstance(strategy, str) else strategy
    return Analysis(played, named, rules, stakes, strategy_file, decisions)
