"""The generated simulation: one round after the other, written from a model's draws and rules.

For every round the draws fall by chance, the strategy is looked up by what is seen, and one is added to
tally[plan, joint outcome]. What the tally holds is what the exact count of a strategy holds, so every figure of a
simulation is worked out by the same code as the exact figure beside it.
"""

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final

from croupier.cards import DECK, JOKER, NO_CARD
from croupier.errors import Refused
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
NAMED_OR_JOKER: Final = f"{{0}} if {{0}} >= {JOKER} else ({NAMED})"
"""The same in a deck with a joker, which keeps its name."""


def chosen_by(place: str, values: Sequence[int]) -> str:
    """An expression that gives the value at a place."""
    if list(values) == list(range(len(values))):
        return place
    expression = str(values[-1])
    for each in reversed(range(len(values) - 1)):
        expression = f"{values[each]} if {place} == {each} else {expression}"
    return expression


def check_drawn_ahead(model: Model, what: str) -> None:
    """Refuse to play a model that draws cards after a decision where all are drawn ahead."""
    if model.late:
        raise Refused(f"{model.id} draws cards after a decision, which {what} cannot do yet; simulate rounds instead")


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

    small = "{}"
    """How a number is written that fits 32 bits."""
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
        decks = size // len(DECK)
        whole = decks > 0 and composition == full(decks)
        card = "{}" if decks == 1 and whole else f"{{}} // {decks}" if whole else "int(np.int64(shoe[{}]))"
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
            self.emit(f"plan = {self.small.format(f'plan_at(seen, sights, plans, {self.start})')}")
            self.within("plan", len(self.layout.plans))
        self.decide()
        if self.model.late:
            self.draw_late(f"plan % {decisions[-1].places}" if len(decisions) > 1 else "plan")
        self.features({decision.id for decision in decisions})
        self.emit("joint = plan")
        for number, (rule, codes) in enumerate(self.layout.outcomes):
            self.emit(f"o{number} = {self.call(rule)}")
            if not self.always_within(rule, codes):
                self.within(f"o{number}", codes)
            self.emit(f"joint = {self.small.format(f'joint * {codes} + o{number}')}")

    def see(self) -> None:
        """Work out `seen`, under which the strategy is looked up."""
        if self.namings:
            named = NAMED_OR_JOKER if max(self.model.deck) >= JOKER else NAMED
            self.lowest_sight(self.within_namings, str(self.namings), named)
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
            places, after = self.layout.shape[number], prod(self.layout.shape[number + 1 :])
            codes = [int(decision.at(place).code) for place in range(places)]
            if len(self.model.decisions) == 1 and codes == list(range(places)):
                self.known[decision.id] = ["plan"]
                continue
            place = f"plan // {after} % {places}" if after > 1 else f"plan % {places}"
            self.emit(f"place_{number} = {place if len(self.layout.plans) > places else 'plan'}")
            chosen = str(codes[-1])
            for each, code in reversed(list(enumerate(codes[:-1]))):
                chosen = f"{code} if place_{number} == {each} else {chosen}"
            self.emit(f"option_{number} = {chosen}")
            self.known[decision.id] = [f"option_{number}"]

    def places(self) -> list[str]:
        """The cards of the hand that is exchanged, in the order in which the options of a sight count its places."""
        of = next((drawn.of for drawn in self.model.late if drawn.of), "")
        by = NAMED.replace("naming", "sight_naming") if self.namings else "{0}"
        return self.in_places(self.known[of], by) if of else []

    def draw_late(self, last: str) -> None:
        """Put together the draws after the last decision, by an expression of the place of its option.

        As many cards lie ready as an option may take; it takes the first of them.
        """
        decision, hand = self.model.decisions[-1], self.places()
        ways = [decision.options[place] if place < len(decision.options) else None for place in range(decision.places)]
        self.emit(f"last = {last}")
        for drawn in self.model.late:
            names = self.known[drawn.name]
            self.emit(f"fresh = ({', '.join(names)},)", "taken = 0")
            if drawn.of:
                masks = [sum(1 << place for place in way.keeps or ()) if way else -1 for way in ways]
                self.emit(f"kept = {chosen_by('last', masks)}")
            else:
                self.emit(f"kept = {chosen_by('last', [way.new_cards(drawn.count) if way else 0 for way in ways])}")
            for place, name in enumerate(names):
                if place < len(hand) and drawn.of:
                    self.emit(f"if kept >> {place} & 1:", f"    {name} = {hand[place]}", "else:")
                    self.emit(f"    {name} = fresh[taken]", "    taken += 1")
                elif drawn.of:
                    self.emit(f"{name} = fresh[taken]", "taken += 1")
                else:
                    self.emit(f"if kept <= {place}:", f"    {name} = {NO_CARD}")

    def always_within(self, rule: Rule, codes: int) -> bool:  # noqa: ARG002  # a source that knows ranges reads both
        """Whether a rule is known to give no other code."""
        return False

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
