"""Writing source over a model's rules: what is known so far, and the calls that this makes possible.

The lines that come out are plain Python over the rules' own names; `Kernel` binds those names to the compiled rules.
"""

from collections.abc import Callable
from typing import Any

from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule

Rules = dict[str, Callable[..., Any]]
"""Names in a source and the rule functions they stand for."""


class Source:
    """Lines of source that apply one model's rules."""

    def __init__(self, model: Model) -> None:
        """Start with nothing known but the model's constants."""
        self.model = model
        self.lines: list[str] = []
        self.depth = 0
        self.rules: Rules = {}
        self.known: dict[str, list[str]] = {name: [repr(int(v))] for name, v in model.constants.items()}
        """For each draw, feature, constant or decision, the names of its values in the source."""

    def emit(self, *lines: str) -> None:
        """Write lines at the present depth."""
        self.lines += ["    " * self.depth + line for line in lines]

    @property
    def text(self) -> str:
        """All that was written."""
        return "\n".join(self.lines) + "\n"

    def complete(self, name: str) -> bool:
        """Whether a draw, feature, constant or decision is wholly known."""
        counts = {d.name: 1 if d.kind is Draw.DIE else d.count for d in self.model.draws}
        return len(self.known.get(name, [])) == counts.get(name, 1)

    def needs(self, rule: Rule) -> set[str]:
        """The draws, constants and decisions that a rule depends on, through features."""
        return needs(self.model, rule)

    def features(self, deciding: set[str]) -> None:
        """Work out every feature that has become possible; those that hang on decisions only while deciding."""
        for number, feature in enumerate(self.model.features):
            if feature.name not in self.known and all(self.complete(name) for name in feature.rule.inputs):
                if not deciding and self.needs(feature.rule) & {d.id for d in self.model.decisions}:
                    continue
                self.emit(f"f{number} = {self.call(feature.rule)}")
                self.known[feature.name] = [f"f{number}"]
                self.features(deciding)  # one that comes earlier may have waited for this one
                return

    def call(self, rule: Rule) -> str:
        """The source of a rule's call."""
        arguments = [argument for input_ in rule.inputs for argument in self.known[input_]]
        return f"{self.name_of(rule.function)}({', '.join(arguments)})"

    def name_of(self, function: Callable[..., Any]) -> str:
        """The name that a rule function has in the source."""
        for name, known in self.rules.items():
            if known is function:
                return name
        name = f"rule_{len(self.rules)}"
        self.rules[name] = function
        return name


def needs(model: Model, rule: Rule) -> set[str]:
    """The draws, constants and decisions that a rule depends on, through features."""
    features = {feature.name: feature.rule for feature in model.features}
    found: set[str] = set()
    for name in rule.inputs:
        found |= needs(model, features[name]) if name in features else {name}
    return found
