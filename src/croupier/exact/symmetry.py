"""Promises about alike cards, tried on deals: always on some, on all of them where that is asked for.

A model may promise that suits are alike (`suits_alike`) or that cards are told apart by some rules alone
(`told_apart_by`), and a set of cards promises that nobody sees their order. The engine counts one deal for all that are
alike, so a promise that does not hold gives a wrong edge. Each is therefore held against the rules: a deal and the same
deal under other names must have the same outcomes, and what looks the same must look the same under other names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

from croupier.cards import JOKER, NO_CARD, card_name
from croupier.errors import Refused
from croupier.exact.counter import Layout
from croupier.exact.evaluation import Facts, result
from croupier.exact.space import Slot, Space, renamed_cards
from croupier.rulebook.deal import Draw, Drawn
from croupier.rulebook.model import Model

DEALS: Final = 128
"""So many deals are tried whenever something is counted: some hundredths of a second."""
RENAMED: Final = 2
"""Each of them under so many other names."""
EXCHANGES: Final = 4
"""Where cards of a hand are exchanged, each with so many other new cards."""

KNOWN: Final = 16
"""So many deals are remembered: each is asked for several times, soon after one another."""

IN_ORDER: Final = "that nobody sees the order of a set"

Deal = tuple[int, ...]
"""A card or a face for each slot."""
Sights = tuple[int, ...]
Outcomes = tuple[tuple[int, ...], ...]
"""For each path of decisions, the code of every wager; none where it is not offered."""


@dataclass(frozen=True)
class Names:
    """Other names for cards, under which the rules are promised to give the same."""

    promise: str
    cards: tuple[int, ...]
    """Each card's other name."""
    keeps_sights: bool
    """Whether what is seen stays the same too, and is not only named otherwise."""


@dataclass
class Trial:
    """The rules of a space, and what has been seen of them."""

    space: Space
    seen: dict[tuple[Names, Sights], tuple[Deal, Sights]] = field(default_factory=dict)
    """Under other names: what was seen, the deal it was seen in, and what is seen there."""
    last: tuple[Deal, Outcomes] = ((), ())
    known: dict[Deal, Facts] = field(default_factory=dict)
    """The facts of the last deals, features included once a rule has asked for them."""

    @property
    def model(self) -> Model:
        return self.space.model

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.model)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every card and die of a deal, those that may be drawn after the last decision included."""
        return slots_of(self.space)

    def facts(self, deal: Deal) -> Facts:
        """A deal by its draws."""
        if deal in self.known:
            return self.known[deal]
        facts: Facts = {name: (value,) for name, value in self.model.constants.items()}
        for slot, value in zip(self.space.slots, deal, strict=False):
            facts[slot.draw] = (*facts.get(slot.draw, ()), value)
        if len(self.known) == KNOWN:
            self.known.clear()
        self.known[deal] = facts
        return facts

    def sights(self, deal: Deal) -> Sights:
        facts = self.facts(deal)
        return tuple(result(self.model, decision.sees, facts) for decision in self.model.decisions)

    def once(self, deal: Deal) -> Outcomes:
        """The outcomes of a deal that is held against several others."""
        if self.last[0] != deal:
            self.last = (deal, self.outcomes(deal))
        return self.last[1]

    def outcomes(self, deal: Deal, named: Deal = (), *, backwards: bool = False) -> Outcomes:
        """The code of every wager on every path of decisions; places of a hand are those of the deal it is named by."""
        facts = self.facts(deal)
        codes = []
        for way, path in zip(self.layout.ways, self.layout.paths, strict=True):
            known = facts | {d.id: (code,) for d, code in zip(self.layout.path_decisions, path, strict=True)}
            for late, new in self.drawn_late(deal, named or deal, path):
                lying = new[::-1] if backwards and late.kind is Draw.SET else new
                known[late.name] = (*lying, *[NO_CARD] * (late.count - len(new)))
            wanted = (each for _, offer in way for each in offer)
            if all(bool(result(self.model, rule, known)) is said for rule, said in wanted):
                codes.append(tuple(result(self.model, wager.outcome, known) for wager in self.model.wagers))
            else:
                codes.append(())
        return tuple(codes)

    def drawn_late(self, deal: Deal, named: Deal, path: tuple[int, ...]) -> Iterator[tuple[Drawn, Deal]]:
        """The draws after the last decision: what is kept, then the cards at the end of the deal in turn."""
        if not self.model.late:
            return
        last, new = self.model.decisions[-1], iter(deal[len(self.space.slots) :])
        code = path[-1] if last in self.layout.path_decisions else int(last.options[0].code)
        option = self.space.late.option(code)
        for drawn in self.model.late:
            hand = [place for place, slot in enumerate(self.slots) if slot.draw == drawn.of]
            hand.sort(key=lambda place: named[place])
            kept = [deal[hand[place]] for place in (option.keeps or ()) if drawn.of]
            yield drawn, (*kept, *(next(new) for _ in range(option.new_cards(drawn.count))))

    def renamed(self, deal: Deal, names: Names) -> Deal:
        pairs = zip(self.slots, deal, strict=True)
        return tuple(value if slot.kind is Draw.DIE else names.cards[value] for slot, value in pairs)

    def hold(self, deal: Deal, names: Names) -> None:
        """Refuse a promise that does not hold for a deal."""
        self.same_outcomes(deal, self.renamed(deal, names), names.promise, deal)
        self.hold_sights(deal, names)
        if self.exchanged:
            self.hold_places(deal, names)

    def hold_sights(self, deal: Deal, names: Names) -> None:
        """Refuse a promise that does not hold for what is seen in a deal, and in those before it."""
        other = self.renamed(deal, names)
        mine, theirs = self.sights(deal), self.sights(other)
        if names.keeps_sights:
            self.same_sights(deal, other, mine, theirs, names.promise)
            return
        for depth in range(1, len(mine) + 1):
            first, known = self.seen.setdefault((names, mine[:depth]), (deal, theirs[:depth]))
            if known != theirs[:depth]:
                self.refuse_sights(first, deal, names, depth)

    @cached_property
    def exchanged(self) -> str:
        """The hand of which some cards are exchanged; none in most games."""
        return next((drawn.of for drawn in self.model.late if drawn.of), "")

    def drawn(self, deal: Deal) -> list[Deal]:
        """What is drawn before the last decision, draw by draw, sets in ascending order."""
        facts = self.facts(deal)
        early = (drawn for drawn in self.model.draws if not drawn.after)
        return [tuple(sorted(facts[d.name])) if d.kind is Draw.SET else tuple(facts[d.name]) for d in early]

    def hold_places(self, deal: Deal, names: Names) -> None:
        """Refuse what looks the same under other names where the places of a hand are not the same cards.

        Options count places in ascending order, which other names may change. Whoever sees that they are other names
        takes other places; whoever does not must come to the same with the same ones.
        """
        other = self.renamed(deal, names)
        if self.sights(deal) != self.sights(other) or self.drawn(deal) == self.drawn(other):
            return
        if self.outcomes(deal) != self.outcomes(other):
            raise Refused(
                f"{self.model.id} promises {names.promise}, but {self.words(deal)} and {self.words(other)} look the "
                f"same while the cards of {self.exchanged} lie in another order; leave suits_alike out, or let all "
                "suits be seen"
            )

    def same_outcomes(self, deal: Deal, other: Deal, promise: str, named: Deal = ()) -> None:
        """Refuse two deals that are promised to have the same outcomes and do not."""
        others = self.outcomes(other, named, backwards=promise == IN_ORDER)
        for path, ours, theirs in zip(self.layout.paths, self.once(deal), others, strict=True):
            decided = "".join(
                f", {d.id} being {next((o.id for o in d.options if int(o.code) == code), 'not asked')}"
                for d, code in zip(self.layout.path_decisions, path, strict=True)
            )
            if len(ours) != len(theirs):
                with_, without = (deal, other) if ours else (other, deal)
                raise Refused(
                    f"{self.model.id} promises {promise}, but what is offered with {self.words(with_)} is not offered "
                    f"with {self.words(without)}{decided}"
                )
            for wager, mine, its in zip(self.model.wagers, ours, theirs, strict=False):
                if mine != its:
                    names = [line_name({int(x.code): x.id for x in wager.lines}, code) for code in (mine, its)]
                    raise Refused(
                        f"{self.model.id} promises {promise}, but {wager.id} gives {names[0]} with {self.words(deal)} "
                        f"and {names[1]} with {self.words(other)}{decided}"
                    )

    def same_sights(self, deal: Deal, other: Deal, mine: Sights, theirs: Sights, promise: str) -> None:
        """Refuse two deals that are promised to look the same and do not."""
        for decision, ours, its in zip(self.model.decisions, mine, theirs, strict=True):
            if ours != its:
                raise Refused(
                    f"{self.model.id} promises {promise}, but before {decision.id} sight {ours} is seen with "
                    f"{self.words(deal)} and sight {its} with {self.words(other)}"
                )

    def refuse_sights(self, one: Deal, other: Deal, names: Names, depth: int) -> None:
        """Refuse a sight of which a renaming of suits makes two."""
        decision = self.model.decisions[depth - 1]
        under = [self.renamed(deal, names) for deal in (one, other)]
        raise Refused(
            f"{self.model.id} promises {names.promise}, but before {decision.id} the deals {self.words(one)} and "
            f"{self.words(other)} look the same, and with suits renamed, {self.words(under[0])} and "
            f"{self.words(under[1])}, they do not"
        )

    def words(self, deal: Deal) -> str:
        """A deal as it is written: hand 2c 3c 4c, up Kh."""
        draws: dict[str, list[str]] = {}
        for slot, value in zip(self.slots, deal, strict=True):
            draws.setdefault(slot.draw, []).append(str(value) if slot.kind is Draw.DIE else card_name(value))
        return ", ".join(f"{name} {' '.join(cards)}" for name, cards in draws.items())

    def reordered(self, deal: Deal, random: Random) -> Deal:
        """A deal with the cards of its sets in another order."""
        changed = list(deal)
        for drawn in self.model.draws:
            if drawn.after:
                continue  # with fewer new cards others would come
            places = [n for n, slot in enumerate(self.slots) if slot.draw == drawn.name]
            if drawn.kind is Draw.SET:
                for place, value in zip(places, random.sample([deal[n] for n in places], len(places)), strict=True):
                    changed[place] = value
        return tuple(changed)


def line_name(lines: Mapping[int, str], code: int) -> str:
    """A line's name, or its code where it has none."""
    return lines.get(code, f"code {code}")


# ── Which promises there are ─────────────────────────────────────────────────────────────────────────────────────────


def promised(space: Space) -> list[Names]:
    """The other names under which all is promised to stay the same; all others follow from these."""
    if space.model.told_apart_by and space.lumped:
        apart = space.model.told_apart_by
        stands: dict[object, int] = {}
        cards = tuple(
            stands.setdefault(tuple(int(rule(card)) for rule in apart), card) if there else card
            for card, there in enumerate(space.composition)
        )
        by = ", ".join(getattr(rule, "__name__", "a rule") for rule in apart)
        return [Names(f"that cards are told apart by {by} alone", cards, keeps_sights=True)]
    if not space.renames_suits:
        return []
    names = []
    for place in range(1, 4):
        if space.links >> place & 1:
            one, other = space.suits[place - 1 : place + 1]
            swap = {one: other, other: one}
            suits = [swap.get(suit, suit) for suit in range(4)]
            cards = tuple(renamed_cards([suits])[0].tolist())
            names.append(Names("that suits are alike", cards, keeps_sights=False))
    return names


def slots_of(space: Space) -> tuple[Slot, ...]:
    """The slots of a space, and as many as options may take after the last decision."""
    late = (
        Slot(drawn.name, "", drawn.kind, place)
        for drawn in space.model.late
        for place in range(max(option.new_cards(drawn.count) for option in space.late.options))
    )
    return (*space.slots, *late)


# ── On some deals ────────────────────────────────────────────────────────────────────────────────────────────────────


def check_alike(space: Space) -> None:
    """Refuse a model whose promises about alike cards do not hold for some deals; the same ones each time."""
    if not space.lumped:
        return
    trial, random = Trial(space), Random(space.total)  # noqa: S311  # a sample, and the same one each time
    names = promised(space)
    for number in range(DEALS):
        deal = dealt(space, random, number)
        other = trial.reordered(deal, random)
        if other != deal:
            trial.same_outcomes(deal, other, IN_ORDER)
            trial.same_sights(deal, other, trial.sights(deal), trial.sights(other), IN_ORDER)
        for each in random.sample(names, min(RENAMED, len(names))):
            trial.hold(deal, each)
            if trial.model.decisions and not each.keeps_sights:
                trial.hold_sights(changed(space, deal, random), each)  # which may look the same
        if trial.exchanged:
            for each in names:
                for _ in range(EXCHANGES):
                    trial.hold_places(drawn_anew(trial, deal, random), each)


def dealt(space: Space, random: Random, number: int) -> Deal:
    """A deal at random: from all cards, or from those of two suits or of a few ranks, so that rare hands come up."""
    deck = [card for card, copies in enumerate(space.composition) for _ in range(copies)]
    slots = slots_of(space)
    needed = sum(slot.kind is not Draw.DIE for slot in slots)
    suits, lowest = random.sample(range(4), 2), random.randrange(10)
    some = (
        deck,
        [card for card in deck if card & 3 in suits or card >= JOKER],
        [card for card in deck if lowest <= card >> 2 < lowest + 5 or card >= JOKER],
    )[number % 3]
    cards = random.sample(some if len(some) >= needed else deck, needed)
    if number % 2 and (jokers := [card for card in deck if card >= JOKER][:needed]):  # rules may expect none, or one
        others = [card for card in cards if card < JOKER]
        more = max(random.randint(1, len(jokers)), needed - len(others))
        cards = random.sample([*jokers[:more], *others[: needed - more]], needed)
    return tuple(random.randint(1, slot.faces) if slot.kind is Draw.DIE else cards.pop() for slot in slots)


def drawn_anew(trial: Trial, deal: Deal, random: Random) -> Deal:
    """A deal with other cards after the last decision."""
    first = len(trial.space.slots)
    left = list(trial.space.composition)
    for slot, card in zip(trial.space.slots, deal, strict=False):
        left[card] -= slot.kind is not Draw.DIE
    cards = [card for card, copies in enumerate(left) for _ in range(copies)]
    return (*deal[:first], *random.sample(cards, len(deal) - first))


def changed(space: Space, deal: Deal, random: Random) -> Deal:
    """A deal with one card or die drawn anew."""
    place = random.randrange(len(deal))
    slots = slots_of(space)
    slot = slots[place]
    if slot.kind is Draw.DIE:
        value = random.randint(1, slot.faces)
    else:
        left = list(space.composition)
        for each, card in zip(slots, deal, strict=True):
            left[card] -= each.kind is not Draw.DIE
        cards = [card for card, copies in enumerate(left) if copies > 0]
        value = random.choice(cards) if cards else deal[place]
    return (*deal[:place], value, *deal[place + 1 :])
