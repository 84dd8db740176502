"""Rules called in plain Python, as the table calls them: what each gives for the facts of a deal."""

from itertools import chain

from croupier.errors import Refused
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule, not_whole

Facts = dict[str, tuple[int, ...]]


def fact(model: Model, name: str, facts: Facts) -> tuple[int, ...]:
    """A named fact, through the features that make it."""
    if name not in facts:
        rule = next(feature.rule for feature in model.features if feature.name == name)
        facts[name] = (result(model, rule, facts),)
    return facts[name]


def result(model: Model, rule: Rule, facts: Facts) -> int:
    """What a rule gives for these facts."""
    code = rule.function(*chain.from_iterable([fact(model, name, facts) for name in rule.inputs]))
    if not isinstance(code, int):
        raise Refused(f"{model.id}: {not_whole(rule.function, code)}")
    return int(code)
