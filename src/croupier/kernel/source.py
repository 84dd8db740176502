"""Generates source from a model's rules: what is known so far, and the calls this makes possible.

The generated lines are plain Python over the rules' own names; `Kernel` binds those names to the compiled rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Decision, Rule

Rules = dict[str, Callable[..., Any]]
"""Names in a source and the rule functions they stand for."""


RENAMED: Final = "int(renamed[naming, {0}])"
"""A card's other name, where an array holds all of them."""


class Source:
    """Lines of source that apply one model's rules."""

    def __init__(self, model: Model) -> None:
        """At first only the model's constants are known."""
        self.model = model
        self.lines: list[str] = []
        self.depth = 0
        self.letter = "f"
        """The first letter of features' names."""
        self.rules: Rules = {}
        self.known: dict[str, list[str]] = {name: [repr(int(v))] for name, v in model.constants.items()}
        """For each draw, feature, constant or decision, the names of its values in the source."""

    def emit(self, *lines: str) -> None:
        """Write lines at the current depth."""
        self.lines += ["    " * self.depth + line for line in lines]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def complete(self, name: str) -> bool:
        """Whether a draw, feature, constant or decision is completely known."""
        counts = {d.name: 1 if d.kind is Draw.DIE else d.count for d in self.model.draws}
        return len(self.known.get(name, [])) == counts.get(name, 1)

    def needs(self, rule: Rule) -> set[str]:
        """The draws, constants and decisions that a rule depends on, through features."""
        return self.model.needs(rule)

    def features(self, deciding: set[str], wanted: set[str] | None = None) -> None:
        """Compute every feature that has become possible; those that depend on decisions only while deciding.

        If only some are wanted, compute those and what they depend on.
        """
        wanted = None if wanted is None else self.made_of(wanted)
        for number, feature in enumerate(self.model.features):
            if wanted is not None and feature.name not in wanted:
                continue
            if feature.name not in self.known and all(self.complete(name) for name in feature.rule.inputs):
                if not deciding and self.needs(feature.rule) & {d.id for d in self.model.decisions}:
                    continue
                self.emit(f"{self.letter}{number} = {self.call(feature.rule)}")
                self.known[feature.name] = [f"{self.letter}{number}"]
                self.features(deciding, wanted)  # an earlier one may have waited for this one
                return

    @contextmanager
    def deciding(
        self, decisions: Sequence[Decision], codes: Sequence[int], wanted: set[str] | None = None
    ) -> Iterator[None]:
        """Take decisions to have gone one way: what follows from it is known within, and forgotten after."""
        ids = {decision.id for decision in decisions}
        self.known |= {decision.id: [str(code)] for decision, code in zip(decisions, codes, strict=True)}
        self.features(ids, wanted)
        yield
        self.forget(ids)

    def forget(self, names: set[str]) -> None:
        """Leave what some names made known: they and all features that depend on them are known no more."""
        for name in names:
            self.known.pop(name, None)
        for feature in self.model.features:
            if feature.name in self.known and self.needs(feature.rule) & names:
                del self.known[feature.name]

    def made_of(self, names: set[str]) -> set[str]:
        """Some names, and all features they depend on."""
        found = set(names)
        for feature in self.model.features:
            if feature.name in names:
                found |= self.made_of(set(feature.rule.inputs) - {feature.name})
        return found

    def renamed(self, by: str, cards: Mapping[str, Iterable[str]]) -> "Source":
        """A source that continues the same lines with renamed cards; `by` is the expression that renames `{0}`."""
        other = Source(self.model)
        other.lines, other.depth, other.rules, other.letter = self.lines, self.depth, self.rules, "g"
        dice = {drawn.name for drawn in self.model.draws if drawn.kind is Draw.DIE}
        for draw, names in cards.items():
            if draw in dice:
                other.known[draw] = list(names)
                continue
            for name in names:
                other.emit(f"c_{name} = {by.format(name)}")
            other.known[draw] = [f"c_{name}" for name in names]
        return other

    def sights(self, within: Callable[[str, int, Rule], None]) -> None:
        """Compute the sights of all decisions as one number."""
        self.features(set(), set().union(*(decision.sees.inputs for decision in self.model.decisions)))
        self.emit("combined = 0")
        for decision in self.model.decisions:
            self.emit(f"sight = {self.call(decision.sees)}")
            within("sight", decision.codes, decision.sees)
            self.emit(f"combined = combined * {decision.codes} + sight")

    def lowest_sight(
        self,
        within: Callable[[str, int, Rule], None],
        namings: str = "range(len(renamed))",
        by: str = RENAMED,
    ) -> None:
        """Compute the lowest sight over all ways to rename the suits."""
        drawn = [each.name for each in self.model.draws if self.complete(each.name)]
        needed = set().union(*(self.needs(decision.sees) for decision in self.model.decisions))
        self.emit("seen = -1", f"for naming in {namings}:")
        self.depth += 1
        other = self.renamed(by, {name: self.known[name] for name in drawn if name in needed})
        other.sights(within)
        self.emit("if seen < 0 or combined < seen:", "    seen = combined")
        if self.model.late:
            self.emit("    sight_naming = naming")
        self.depth -= 1

    def in_places(self, cards: Sequence[str], by: str) -> list[str]:
        """Put the cards of a hand in order of an expression of each: that is where an option's places are counted."""
        for place, card in enumerate(cards):
            self.emit(f"h{place} = {card}", f"v{place} = {by.format(card)}")
        for last in reversed(range(1, len(cards))):
            for one, other in ((place, place + 1) for place in range(last)):
                self.emit(
                    f"if v{one} > v{other}:",
                    f"    v{one}, v{other}, h{one}, h{other} = v{other}, v{one}, h{other}, h{one}",
                )
        return [f"h{place}" for place in range(len(cards))]

    def call(self, rule: Rule) -> str:
        arguments = [argument for input_ in rule.inputs for argument in self.known[input_]]
        return f"{self.name_of(rule.function)}({', '.join(arguments)})"

    def name_of(self, function: Callable[..., Any]) -> str:
        for name, known in self.rules.items():
            if known is function:
                return name
        name = f"rule_{len(self.rules)}"
        self.rules[name] = function
        return name
