"""A deal for which a rule gives a code that nobody expects, found by dealing at random until one does."""

from collections.abc import Collection
from itertools import product
from random import Random
from typing import Final

from croupier.cards import NO_CARD
from croupier.exact.evaluation import Facts, result
from croupier.rulebook.deal import Draw, Drawn, deal_text
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

TRIES: Final = 20_000


def deal_without_code(model: Model, rule: Rule, codes: Collection[int] = ()) -> tuple[str, int] | None:
    """A deal in words, and the code that a rule gives for it: one of these, or one that has no line."""
    chance = Random(0)  # noqa: S311  # the same deal is named every time
    lines = {int(line.code) for wager in model.wagers if wager.outcome == rule for line in wager.lines}
    sights = max((decision.codes for decision in model.decisions if decision.sees == rule), default=0)
    ways = [
        [(decision.id, int(decision.at(place).code)) for place in range(decision.places)]
        for decision in model.decisions
    ]
    for _ in range(TRIES):
        drawn = deal(model, chance)
        for chosen in product(*ways):
            facts = drawn | {id_: (code,) for id_, code in chosen}
            facts |= {each.name: drawn_after(model, each, facts) for each in model.late}
            code = result(model, rule, dict(facts))
            if code in codes if codes else code not in lines and not 0 <= code < sights:
                read = {name: facts[name] for name in facts if name in drawn or name in rule.inputs}
                return deal_text(model.draws, read), code
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
