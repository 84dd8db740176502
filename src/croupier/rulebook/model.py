"""A model: the part of a rulebook that decides what a wager is worth.

Draws, features, decisions, wagers and the cards they come from: no table, no seats, no order of events. The exact
engine and the simulation read models; a rulebook contains one, and a game that is only analysed can be written
as a model alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import CO_VARARGS, CO_VARKEYWORDS
from itertools import chain
from types import FunctionType
from typing import Final

from croupier.cards import DECK, composition_of, deck_fault
from croupier.errors import Refused, quoted
from croupier.rulebook.deal import Draw, Drawn, Feature
from croupier.rulebook.part import check_fields
from croupier.rulebook.repeat import Repeat, check_repeat
from croupier.rulebook.wager import Decision, Option, Rule, RuleFunction, Wager

DECKS_MAX: Final = 16
CardRule = Callable[[int], int]
Fixed = Mapping[str, tuple[int | None, ...]]
"""Known cards and dice, draw by draw; None for an unknown card."""


@dataclass(frozen=True)
class Model:
    """What is drawn, seen, decided and won."""

    id: str
    decks: int
    """How many decks the cards come from; 0 in a game of dice alone."""
    draws: tuple[Drawn, ...]
    wagers: tuple[Wager, ...]
    features: tuple[Feature, ...] = ()
    decisions: tuple[Decision, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    """Values that rules read and that are chosen before the deal, such as a betting spot."""
    per_seat: tuple[str, ...] = ()
    """Draws and constants that each seat has for itself, such as its hand or spot; all others are shared."""
    suits_alike: bool = False
    """Whether swapping suits leaves every outcome and every sight the same."""
    told_apart_by: tuple[CardRule, ...] = ()
    """Rules of a single card: cards that agree on all of them are alike to every rule. If empty, all cards differ."""
    taken: Rule | None = None
    """How many cards a round takes from the shoe, drawn ones from the first on and burned ones; None: all of them."""
    burned: int = 0
    """How many cards a round burns unseen between its draws, at most: no outcome depends on them, but a shoe does."""

    deck: tuple[int, ...] = DECK
    """The cards of one deck: the usual 52, fewer, or with a `JOKER` too."""

    sight_from: Callable[[Mapping[str, tuple[int, ...]]], Fixed] = dict
    """Converts what a player asking for advice knows into fixed draws."""
    repeat: Repeat | None = None
    """The decision that is asked again and again, in place of draws; None: each decision is asked once."""

    def __post_init__(self) -> None:
        """Refuse a model whose parts do not fit together, and name the part."""
        check_fields(self)
        for name in self.per_seat:
            if name not in (*self.constants, *(drawn.name for drawn in self.draws)):
                raise Refused(f"{self.id}: `per_seat` names {quoted(name)}, which is not a draw or constant")
        check_cards(self)
        wagers, decisions = [wager.id for wager in self.wagers], [decision.id for decision in self.decisions]
        features = {feature.name: feature.rule.inputs for feature in self.features}
        drawn, folded = [drawn.name for drawn in self.draws], self.repeat.names if self.repeat else ()
        check_named(f"{self.id}: draws", drawn or folded)
        check_named(f"{self.id}: wagers", wagers)
        for decision in self.decisions:
            check_named(f"{self.id}: options of {decision.id}", [option.id for option in decision.options])
            check_options(self.id, decision)
        named = [*drawn, *folded, *(feature.name for feature in self.features), *self.constants, *decisions]
        check_named(f"{self.id}: draws, features, constants and decisions", named)
        if self.burned < 0:
            raise Refused(f"{self.id} burns {self.burned} cards in a round; burn 0 or more")
        for each in self.draws:
            if each.count < 1:
                raise Refused(f"{self.id}: {each.name} is a draw of {each.count}; draw at least 1")
        cards = {each.name: 1 if each.kind is Draw.DIE else each.count for each in self.draws}
        for rule in self.rules():
            check_rule(self.id, rule, dict.fromkeys(named, 1) | cards)
        check_order(self.id, features)
        check_stakes(self.id, wagers, self.decisions)
        check_companions(self)
        check_offers(self)
        check_late(self)
        if self.repeat:
            check_repeated(self, self.repeat)

    @cached_property
    def placed(self) -> tuple[Wager, ...]:
        """The wagers that lie on the layout before the deal; the others are made by decisions."""
        made = made_wagers(self.decisions)
        return tuple(wager for wager in self.wagers if wager.id not in made)

    def companions(self, id_: str) -> tuple[Wager, ...]:
        """The wagers that are placed with one, at the same stake."""
        return tuple(wager for wager in self.wagers if wager.equals == id_)

    @property
    def composition(self) -> tuple[int, ...]:
        """How many there are of each card, by its number."""
        return composition_of(self.deck, self.decks)

    @property
    def late(self) -> tuple[Drawn, ...]:
        """The draws that come after the last decision."""
        return tuple(drawn for drawn in self.draws if drawn.after)

    def needs(self, rule: Rule) -> set[str]:
        """The draws, constants and decisions that a rule depends on, through features and draws after decisions."""
        features = {feature.name: feature.rule for feature in self.features}
        found: set[str] = set()
        for name in rule.inputs:
            found |= self.needs(features[name]) if name in features else {name}
        return found | {drawn.after for drawn in self.late if drawn.name in found}

    def rules(self) -> tuple[Rule, ...]:
        """Every rule, features first."""
        return (
            *(feature.rule for feature in self.features),
            *(decision.sees for decision in self.decisions),
            *(wager.outcome for wager in self.wagers),
            *(() if self.taken is None else (self.taken,)),
            *(rule for decision in self.decisions for rule in offers_of(decision)),
        )


def check_repeated(model: Model, repeat: Repeat) -> None:
    """Refuse a repeat among other draws, with functions that cannot be called, or that does not fit its decision."""
    if model.draws or model.features or model.constants or model.taken or model.burned:
        raise Refused(f"{model.id}: a model with a repeat has no draws, features or constants; rules read its hands")
    for function, count in repeat.functions:
        check_function(model.id, function, count, "cards and hands")
    check_repeat(model.id, repeat, model.decisions, tuple(wager.id for wager in model.wagers))


def offers_of(decision: Decision) -> tuple[Rule, ...]:
    """The rules that say whether a decision is asked and which of its options are offered."""
    return tuple(rule for rule in (decision.asked, *(option.offered for option in decision.options)) if rule)


def check_cards(model: Model) -> None:
    """Refuse cards that no deck holds, and draws of cards without a deck."""
    cards = [drawn for drawn in model.draws if drawn.kind is not Draw.DIE]
    if not (1 if cards else 0) <= model.decks <= DECKS_MAX:
        unless = f"; it draws {cards[0].name}" if cards and not model.decks else ", or 0 if it draws dice alone"
        raise Refused(f"{model.id} has {model.decks} decks; a model has 1 to {DECKS_MAX}{unless}")
    if fault := deck_fault(model.deck):
        raise Refused(f"{model.id}: {fault}")


def check_named(what: str, names: Sequence[str]) -> None:
    """Refuse an empty list, and two things with one name."""
    if not names:
        raise Refused(f"{what}: there are none; give at least one")
    for name in names:
        if names.count(name) > 1:
            raise Refused(f"{what}: two are called {name!r}; give each its own name")


def check_options(model: str, decision: Decision) -> None:
    """Refuse options that nothing tells apart, and a decision without a sight."""
    told_by = [(option.code, option.multiple) for option in decision.options]
    if len(set(told_by)) < len(told_by):
        codes = [option.code for option in decision.options]
        raise Refused(f"{model}: options of {decision.id} have the codes {codes}; give each its own")
    if decision.codes < 1:
        raise Refused(f"{model}: `codes` of the decision {decision.id} is {decision.codes}; give 1 or more")


def check_rule(model: str, rule: Rule, cards: Mapping[str, int]) -> None:
    """Refuse a rule that reads an unknown name, or takes more or fewer values than it is given."""
    name = getattr(rule.function, "__name__", repr(rule.function))
    for input_ in rule.inputs:
        if input_ not in cards:
            known = ", ".join(cards)
            raise Refused(f"{model}: {name} reads {input_!r}, which is not defined; defined are {known}")
    check_function(model, rule.function, sum(cards[input_] for input_ in rule.inputs), ", ".join(rule.inputs))


def check_function(model: str, function: RuleFunction, given: int, of: str) -> None:
    """Refuse a function that cannot be compiled, or takes more or fewer values than it is given."""
    name = getattr(function, "__name__", repr(function))
    if not isinstance(function, FunctionType):
        raise Refused(f"{model}: {name} must be a function written in Python, so that it can be compiled")
    code = function.__code__
    if code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount:
        raise Refused(
            f"{model}: {name} takes *args, **kwargs or arguments by name only, which cannot be compiled; name each of "
            f"the {given} values of {of} as an argument of its own"
        )
    if (takes := code.co_argcount) != given:
        raise Refused(f"{model}: {name} takes {takes} values, but is given {given}: {of}")


def check_late(model: Model) -> None:
    """Refuse draws after decisions, and options that take or keep cards, that do not fit together."""
    for reason in chain(misplaced_draws(model), unfit_options(model)):
        raise Refused(f"{model.id}: {reason}")


def misplaced_draws(model: Model) -> Iterator[str]:
    """What is wrong with the draws that come after a decision."""
    last = model.decisions[-1].id if model.decisions else ""
    late = [drawn.name for drawn in model.late]
    for drawn in model.draws:
        if drawn.of and not drawn.after:
            yield f"the draw {drawn.name} is of {quoted(drawn.of)}; say in `after` which decision keeps its cards"
    for drawn in model.late:
        if drawn.after != last:
            known = f"the last decision is {last}" if last else "the model has no decisions"
            yield f"{drawn.name} is drawn after {quoted(drawn.after)}; draws come after the last decision, and {known}"
        if drawn.kind is Draw.DIE:
            yield f"the die {drawn.name} is rolled after {drawn.after}; only cards are drawn after a decision"
        for decision in model.decisions:
            if drawn.name in model.needs(decision.sees):
                yield f"what is seen before {decision.id} depends on {drawn.name}, which is drawn after it"
    if [drawn.name for drawn in model.draws][len(model.draws) - len(late) :] != late:
        yield f"draws after a decision come last; write {', '.join(late)} after the others"
    yield from unfit_hands(model)


def unfit_hands(model: Model) -> Iterator[str]:
    """What is wrong with the draws that go on from a hand."""
    sets = {drawn.name for drawn in model.draws if not drawn.after and drawn.kind is Draw.SET}
    exchanged = [drawn for drawn in model.late if drawn.of]
    for drawn in exchanged:
        if drawn.of not in sets or drawn.kind is not Draw.SET:
            yield f"{drawn.name} goes on from {quoted(drawn.of)}; give an earlier draw, and let both be sets"
        if model.told_apart_by:
            yield f"{drawn.name} exchanges cards; leave out `told_apart_by`, since every card of a hand is told apart"
        hand = next((each.count for each in model.draws if each.name == drawn.of), drawn.count)
        if drawn.count < hand:
            yield f"{drawn.name} has {drawn.count} cards, fewer than {drawn.of} with {hand}; give as many or more"
        if model.decisions and model.decisions[-1].asked and hand != drawn.count:
            yield f"{drawn.name} has other cards than {drawn.of} where nobody is asked; give both the same count"
    if len(exchanged) > 1:
        yield "two draws go on from a hand; one decision exchanges one hand"
    for drawn in model.late if exchanged else ():
        if not drawn.of:
            yield f"{drawn.name} comes after an exchange, of {exchanged[0].name}; leave one of the two draws out"


def unfit_options(model: Model) -> Iterator[str]:
    """What is wrong with the cards that options take or keep."""
    counts = {drawn.name: drawn.count for drawn in model.draws}
    for decision in model.decisions:
        late = [drawn for drawn in model.late if drawn.after == decision.id]
        of = next((drawn for drawn in late if drawn.of), None)
        by_code: dict[int, tuple[object, object]] = {}
        for option in decision.options:
            named = f"the option {option.id} of {decision.id}"
            if (option.takes is not None or option.keeps is not None) and not late:
                yield f"{named} takes or keeps cards, but nothing is drawn after {decision.id}"
            if option.takes is not None and not 0 <= option.takes <= min((d.count for d in late), default=0):
                yield f"{named} takes {option.takes} cards; give 0 to {min((d.count for d in late), default=0)}"
            if (option.keeps is None) != (of is None):
                yield f"{named} must say in `keeps` which cards stay" if of else f"{named} keeps cards of no draw"
            if of and option.keeps is not None:
                yield from (f"{named} {reason}" for reason in unfit_places(option, of, counts[of.of]))
            if by_code.setdefault(int(option.code), (option.takes, option.keeps)) != (option.takes, option.keeps):
                yield f"{named} takes or keeps other cards than one with the same code; give each its own code"


def unfit_places(option: Option, of: Drawn, cards: int) -> Iterator[str]:
    """What is wrong with the places that an option keeps, of a hand of so many cards."""
    keeps = option.keeps or ()
    if option.takes is not None:
        yield "names both `takes` and `keeps`; leave out `takes`, for new cards make up the count"
    if list(keeps) != [place for place in range(cards) if place in keeps]:
        yield f"keeps the places {keeps}; give places from 0 to {cards - 1}, in order"
    if len(keeps) > of.count:
        yield f"keeps {len(keeps)} cards, more than the {of.count} of {of.name}"


def check_order(model: str, features: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse features that depend on themselves."""
    waiting = dict(features)
    while waiting:
        ready = [name for name, inputs in waiting.items() if not waiting.keys() & set(inputs)]
        if not ready:
            raise Refused(f"{model}: {', '.join(waiting)} depend on each other; let one come first")
        for name in ready:
            del waiting[name]


def made_wagers(decisions: Sequence[Decision]) -> set[str]:
    """The wagers that decisions make; one that is its own base was placed before."""
    return {decision.wager for decision in decisions if decision.wager != decision.base}


def check_stakes(model: str, wagers: Sequence[str], decisions: Sequence[Decision]) -> None:
    """Refuse a decision about an unknown wager, or about a stake that is not placed yet."""
    made = made_wagers(decisions)
    placed = set(wagers) - made
    for decision in decisions:
        if not decision.wager:
            continue
        for wager in (decision.wager, decision.base):
            if wager not in wagers:
                raise Refused(f"{model}: the decision {decision.id!r} names the wager {wager!r}, which does not exist")
        if decision.base not in placed:
            raise Refused(
                f"{model}: {decision.id} is a multiple of the stake on {decision.base}, which is not placed before it; "
                "put what a decision adds on its own wager"
            )
        adds = any(option.multiple > 0 for option in decision.options)
        if adds and decision.wager == decision.base and decision.wager not in made:
            raise Refused(
                f"{model}: {decision.id} is a multiple of the stake on {decision.base}, which it may only take back; "
                "put what a decision adds on its own wager"
            )
        placed.add(decision.wager)


def check_companions(model: Model) -> None:
    """Refuse a companion of a wager that is not bet by itself, and one that has terms of its own."""
    bet = [wager.id for wager in model.placed if not wager.equals]
    for wager in model.wagers:
        if not wager.equals:
            continue
        if wager not in model.placed:
            raise Refused(f"{model.id}: {wager.id} equals {wager.equals}, but a decision makes it; leave out `equals`")
        if wager.equals not in bet:
            known = f"there are {', '.join(bet)}" if bet else "there are none"
            raise Refused(f"{model.id}: {wager.id} equals {quoted(wager.equals)}, which is not bet by itself; {known}")
        if wager.least or wager.most is not None or wager.needs or wager.whole_dollars:
            raise Refused(
                f"{model.id}: {wager.id} equals {wager.equals}, so it has its limits; leave out `least`, `most`, "
                "`needs` and `whole_dollars`"
            )
        for decision in model.decisions:
            if decision.wager == decision.base == wager.equals:
                raise Refused(
                    f"{model.id}: {decision.id} changes {wager.equals}, which {wager.id} equals; let the decision be "
                    f"about {wager.id}"
                )


def check_offers(model: Model) -> None:
    """Refuse an offer by what the seat does not see, or by a decision that comes later."""
    seen = set(model.constants)
    for decision in model.decisions:
        seen |= model.needs(decision.sees)
        for rule in offers_of(decision):
            for name in sorted(model.needs(rule) - seen):
                raise Refused(
                    f"{model.id}: the offer of {decision.id} depends on {name!r}, which the seat does not see by then; "
                    f"let {rule.function.__name__} read what its sights read, constants and earlier decisions"
                )
        seen.add(decision.id)
