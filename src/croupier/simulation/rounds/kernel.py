"""The generated simulation: one round after the other, written from a model's draws and rules.

For every round the draws fall by chance, the strategy is looked up by what is seen, and one is added to
tally[plan, joint outcome]. What the tally holds is what the exact count of a strategy holds, so every figure of a
simulation is worked out by the same code as the exact figure beside it.
"""

from collections.abc import Iterable
from typing import Final

from croupier.exact.counter import Layout
from croupier.exact.space import Composition, full
from croupier.kernel.kernel import Kernel
from croupier.kernel.source import Source
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model
from croupier.rulebook.wager import Rule
from croupier.simulation.random_words import TEMPLATE, drawing
from croupier.simulation.sights import namings
from croupier.simulation.strategy_lookup import look_up

ARGUMENTS: Final = ("shoe", "sights", "plans")
SIGNATURE: Final = "int64(int64, int64, int64, uint8[::1], int64[::1], uint8[::1], int64[::1])"
REPLAY_SIGNATURE: Final = SIGNATURE.replace("int64[::1])", "int64[:,::1])")


NAMED: Final = "{0} & ~3 | naming >> 2 * ({0} & 3) & 3"
"""A card under another naming of the suits."""


def bounds(draws: Iterable[Drawn], cards: int) -> tuple[int, ...]:
    """How many ways each card and die of some draws can fall, in turn, from so many cards."""
    found: list[int] = []
    for drawn in draws:
        if drawn.kind is Draw.DIE:
            found.append(drawn.count)
        else:
            found += range(cards, cards - drawn.count, -1)
            cards -= drawn.count
    return tuple(found)


class RoundSource(Source):
    """Lines that deal and play rounds of a model."""

    start = "0"
    """Where among all plans those begin that are followed."""

    namings: tuple[int, ...] = ()
    """Ways to rename the suits, where a sight is looked up by the lowest of them: two bits for each suit."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.layout = Layout(model)

    def bounds(self, cards: int) -> tuple[int, ...]:
        """How many ways each card and die of a round can fall, in turn, from so many cards."""
        return bounds(self.model.draws, cards)

    def deal(self, composition: Composition) -> None:
        """Turn the numbers d0, d1, … into cards and faces; each card leaves the others one fewer.

        A card that was taken is stood in for by the last one that is left, as in a shuffle by swapping.
        """
        size = sum(composition)
        whole = composition == full(size // 52)
        card = "{}" if size == 52 and whole else f"{{}} // {size // 52}" if whole else "int(np.int64(shoe[{}]))"
        taken: list[int] = []
        number = 0
        for drawn in self.model.draws:
            names = []
            for _ in range(1 if drawn.kind is Draw.DIE else drawn.count):
                name = f"x{number}"
                if drawn.kind is Draw.DIE:
                    self.emit(f"{name} = d{number} + 1")
                else:
                    self.emit(f"place = d{number}")
                    for back in reversed(range(len(taken))):
                        self.emit(f"place = {size - 1 - back} if place == d{taken[back]} else place")
                    taken.append(number)
                    self.emit(f"{name} = {card.format('place')}")
                names.append(name)
                number += 1
            self.known[drawn.name] = names

    def play(self) -> None:
        """Work out what is seen, decided and won; gives `joint`, and `bad` where a rule gives a code that is none."""
        decisions = self.model.decisions
        self.features(set())
        self.emit("plan = 0")
        if decisions:
            self.see()
            self.emit(f"plan = plan_at(seen, sights, plans, {self.start})")
            self.within("plan", len(self.layout.plans))
        self.decide()
        self.features({decision.id for decision in decisions})
        self.emit("joint = plan")
        for number, (rule, codes) in enumerate(self.layout.outcomes):
            self.emit(f"o{number} = {self.call(rule)}")
            self.within(f"o{number}", codes)
            self.emit(f"joint = joint * {codes} + o{number}")

    def see(self) -> None:
        """Work out `seen`, under which the strategy is looked up."""
        if self.namings:
            self.lowest_sight(self.within_namings, str(self.namings), NAMED)
            self.emit("if seen < 0:", "    bad += 1", "    continue")
            return
        self.emit("seen = 0")
        for decision in self.model.decisions:
            self.emit(f"sight = {self.call(decision.sees)}")
            self.within("sight", decision.codes)
            self.emit(f"seen = seen * {decision.codes} + sight")

    def within_namings(self, name: str, codes: int, _: Rule) -> None:
        """Note a code that is none, in the loop over namings."""
        self.emit(f"if not 0 <= {name} < {codes}:", "    seen = -1", "    break")

    def decide(self) -> None:
        """Make the plan's option of each decision known to the rules."""
        for number, decision in enumerate(self.model.decisions):
            codes = [int(decision.options[plan[number]].code) for plan in self.layout.plans]
            if codes == list(range(len(codes))):
                self.known[decision.id] = ["plan"]
                continue
            chosen = str(codes[-1])
            for place in reversed(range(len(codes) - 1)):
                chosen = f"{codes[place]} if plan == {place} else {chosen}"
            self.emit(f"option_{number} = {chosen}")
            self.known[decision.id] = [f"option_{number}"]

    def within(self, name: str, codes: int) -> None:
        """Note a code that is none: it would be taken for another, or for none of ours at all."""
        self.emit(f"if not 0 <= {name} < {codes}:", "    bad += 1", "    continue")


def rounds_kernel(model: Model, composition: Composition) -> Kernel:
    """A kernel whose units are rounds, each dealt from the whole composition, of which the outcomes are counted."""
    return loop(model, composition, SIGNATURE, ("tally[joint] += 1",))


def replay_kernel(model: Model, composition: Composition) -> Kernel:
    """A kernel that writes down the same rounds one by one: everything drawn, then the plan and the joint outcome."""
    drawn = len(RoundSource(model).bounds(sum(composition)))
    written = (f"tally[index - first, {number}] = x{number}" for number in range(drawn))
    return loop(model, composition, REPLAY_SIGNATURE, (*written, f"tally[index - first, {drawn}] = joint"))


def loop(model: Model, composition: Composition, signature: str, noted: tuple[str, ...]) -> Kernel:
    """A kernel that deals and plays some rounds, and what it notes of each."""
    source = RoundSource(model)
    source.namings = namings(model, composition)
    source.emit(f"def play(key, first, last, {', '.join(ARGUMENTS)}, tally):")
    source.depth = 1
    source.emit("bad = 0", "for index in range(first, last):")
    source.depth = 2
    source.emit(*drawing(source.bounds(sum(composition)), "index"))
    source.deal(composition)
    source.play()
    source.emit(*noted)
    source.depth = 1
    source.emit("return bad")
    text = TEMPLATE + look_up(source.layout) + source.text
    return Kernel("play", signature, text, tuple(source.rules.items()))
