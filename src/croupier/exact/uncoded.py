"""A deal for which a rule fails, or gives a code that nobody expects, found by dealing at random until one does."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Final

from croupier.cards import NO_CARD
from croupier.errors import Refused, error_text
from croupier.exact.evaluation import Facts, result
from croupier.kernel.kernel import RuleFailed
from croupier.rulebook.deal import Draw, Drawn, deal_text
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

TRIES: Final = 20_000


def deal_without_code(model: Model, rule: Rule, codes: Collection[int] = ()) -> tuple[str, int] | None:
    """A deal in words, and the code that a rule gives for it: one of these, or one that has no line."""
    chance = Random(0)  # noqa: S311  # the same deal is named every time
    lines = {int(line.code) for wager in model.wagers if wager.outcome == rule for line in wager.lines}
    sights = max((decision.codes for decision in model.decisions if decision.sees == rule), default=0)
    for _ in range(TRIES):
        drawn = deal(model, chance)
        for facts in decided(model, drawn):
            code = result(model, rule, dict(facts))
            if code in codes if codes else code not in lines and not 0 <= code < sights:
                read = {name: facts[name] for name in facts if name in drawn or name in rule.inputs}
                return deal_text(model.draws, read), code
    return None


def decided(model: Model, drawn: Facts) -> Iterator[Facts]:
    """What was drawn, with every way to decide."""
    ways = [
        [(decision.id, int(decision.at(place).code)) for place in range(decision.places)]
        for decision in model.decisions
    ]
    for chosen in product(*ways):
        facts = drawn | {id_: (code,) for id_, code in chosen}
        yield facts | {each.name: drawn_after(model, each, facts) for each in model.late}


@contextmanager
def rules_named(model: Model) -> Iterator[None]:
    """Where a compiled rule fails, refuse it by its name and with a deal for which it does."""
    try:
        yield
    except RuleFailed as failed:
        raise failing_rule(model) or failed from failed


def failing_rule(model: Model) -> Refused | None:
    """What is wrong with the first rule that is found to fail."""
    chance = Random(0)  # noqa: S311  # as above
    for _ in range(TRIES):
        drawn = deal(model, chance)
        for facts in decided(model, drawn):
            for rule in model.rules():
                try:
                    result(model, rule, dict(facts))
                except (Refused, ArithmeticError, LookupError) as error:
                    read = deal_text(model.draws, {name: facts[name] for name in facts if name in drawn})
                    if isinstance(error, Refused):
                        what, mark, right = error.reason.partition("; ")
                        return Refused(f"{what} for {read}{mark}{right}")
                    return Refused(f"{model.id}: {rule.function.__name__} fails for {read}: {error_text(error)}")
    return None


def deal(model: Model, chance: Random) -> Facts:
    """Constants, and draws by chance."""
    cards = [drawn.count for drawn in model.draws if drawn.kind is not Draw.DIE]
    pack = chance.sample(model.deck * model.decks, sum(cards))
    facts: Facts = {}
    for drawn in model.draws:
        if drawn.kind is Draw.DIE:
            facts[drawn.name] = (chance.randint(1, drawn.count),)
        else:
            facts[drawn.name] = tuple(pack[: drawn.count])
            del pack[: drawn.count]
    return facts | {name: (value,) for name, value in model.constants.items()}


def drawn_after(model: Model, drawn: Drawn, facts: Facts) -> tuple[int, ...]:
    """A draw after the last decision, by what was decided: what is kept of a hand, and the new cards."""
    last = model.decisions[-1]
    option = next((option for option in last.options if (int(option.code),) == facts[last.id]), None)
    if option is None:  # which was not asked
        return facts[drawn.of] if drawn.of else (NO_CARD,) * drawn.count
    kept = tuple(facts[drawn.of][place] for place in option.keeps or ()) if drawn.of else ()
    cards = (*kept, *facts[drawn.name][: option.new_cards(drawn.count)])
    return (*cards, *(NO_CARD,) * (drawn.count - len(cards)))
