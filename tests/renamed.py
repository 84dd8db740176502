"""The same game with every id renamed, to prove that nothing outside a game knows it by name.

Letters are turned by thirteen places, so that the same function leads there and back. Wagers, decisions and options get
names that differ from each other, also where a game gives them one. The seats' own slots belong to the vocabulary, not
to a game, and keep theirs; so do draws, features, house rules and fields of a description.
"""

from codecs import encode
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, TypeVar

from croupier.rulebook import (
    EVERY,
    OWN_HAND,
    Again,
    CardPlaces,
    CardsField,
    Circle,
    CollectFees,
    Deal,
    Decide,
    Decision,
    DecisionField,
    Description,
    Discard,
    Expose,
    Facts,
    Feature,
    Fixture,
    Game,
    Habits,
    House,
    Layout,
    Model,
    Option,
    PickUp,
    Repeat,
    Round,
    Rule,
    Rulebook,
    Settle,
    Slot,
    Stack,
    Step,
    Wager,
    Words,
    owner_of,
)
from croupier.table.state import BANK_WAGER
from tests.contract import clause_ids

T = TypeVar("T")
Order = tuple[tuple[int, str], ...]
"""Seats and wagers."""


def turned(text: str) -> str:
    """Every letter thirteen places on."""
    return encode(text, "rot13")


def wager_id(id_: str) -> str:
    return id_ if id_ in (BANK_WAGER, EVERY) else turned(id_)


def decision_id(id_: str) -> str:
    return f"decides_{turned(id_)}" if id_ else ""


def option_id(id_: str) -> str:
    return f"takes_{turned(id_)}" if id_ else ""


def option_before(id_: str) -> str:
    return turned(id_.removeprefix("takes_"))


def slot_id(slot: Slot) -> Slot:
    return slot if owner_of(slot) or slot == OWN_HAND else turned(slot)


def clause_id(id_: str) -> str:
    """`CM-R8` becomes `PZ-R8`: what a clause is called within its document stays."""
    document, _, rest = id_.partition("-")
    return f"{turned(document)}-{rest}"


class Back:
    """A round as a game's own functions know it, in the names that they have."""

    def __init__(self, so_far: Round) -> None:
        self.so_far = so_far

    def __getattr__(self, name: str) -> Any:  # seats, dice and the bank have no names
        return getattr(self.so_far, name)

    def cards(self, slot: Slot) -> tuple[int, ...]:
        return self.so_far.cards(slot_id(slot))

    def stake(self, seat: int, wager: str) -> int:
        return self.so_far.stake(seat, wager_id(wager))

    def decided(self, seat: int, decision: str = "") -> str:
        return option_before(self.so_far.decided(seat, decision_id(decision)))

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        return tuple(map(option_before, self.so_far.choices(seat, decision_id(decision))))


def asked(function: Callable[..., T], so_far: Round, *others: Any) -> T:  # whatever it takes
    """A function of the round, asked in its own names."""
    return function(Back(so_far), *others)


# ── The parts of a rulebook ──────────────────────────────────────────────────────────────────────────────────────────


def slots_asked(function: Callable[[Round], tuple[Slot, ...]], so_far: Round) -> tuple[Slot, ...]:
    return tuple(map(slot_id, function(Back(so_far))))


def slot_asked(function: Callable[[Round, Slot], bool], so_far: Round, slot: Slot) -> bool:
    return function(Back(so_far), slot_id(slot))


def cards_asked(
    function: Callable[[Round], tuple[tuple[Slot, tuple[int, ...]], ...]], so_far: Round
) -> tuple[tuple[Slot, tuple[int, ...]], ...]:
    return tuple((slot_id(slot), which) for slot, which in function(Back(so_far)))


def wagers_asked(
    function: Callable[[Round], tuple[tuple[int, str], ...]], so_far: Round
) -> tuple[tuple[int, str], ...]:
    return tuple((seat, wager_id(wager)) for seat, wager in function(Back(so_far)))


def clause_asked(function: Callable[[Round], str], so_far: Round) -> str:
    return clause_id(function(Back(so_far)))


def facts_asked(function: Callable[[Round, int], Facts], book: Rulebook, so_far: Round, seat: int) -> Facts:
    """A seat's facts; decisions are among them by id, and a bank's folded hand by its slot."""
    found = function(Back(so_far), seat)
    names = {decision.id: decision_id(decision.id) for decision in book.decisions}
    if book.model.repeat:
        names[book.model.repeat.bank] = slot_id(book.model.repeat.bank)
    return {names.get(name, name): value for name, value in found.items()}


def habit_asked(function: Callable[[int], str], sight: int) -> str:
    return option_id(function(sight))


def step_of(step: Step) -> Step:  # one kind of step after the other
    match step:
        case Deal():
            return replace(
                step,
                to=partial(slots_asked, step.to) if callable(step.to) else tuple(map(slot_id, step.to)),
                when=partial(asked, step.when) if step.when else None,
                only_to=partial(slot_asked, step.only_to) if step.only_to else None,
                decided_by=partial(clause_asked, step.decided_by) if step.decided_by else None,
                after=decision_id(step.after),
            )
        case CollectFees():
            return replace(step, fees=partial(asked, step.fees))
        case Discard():
            return replace(step, when=partial(asked, step.when) if step.when else None)
        case Again():
            return replace(step, when=partial(asked, step.when))
        case Expose():
            return replace(step, which=partial(cards_asked, step.which))
        case Decide():
            return replace(step, decision=decision_id(step.decision), order=partial(asked, step.order))
        case Settle():
            return replace(step, order=partial(wagers_asked, step.order))
        case Stack():
            on, seats = wager_id(step.on), partial(asked, step.seats)
            return replace(step, wager=wager_id(step.wager), on=on, seats=seats)
        case PickUp():
            return replace(step, order=partial(slots_asked, step.order))
        case _:
            return step


def model_of(model: Model) -> Model:
    decisions = [decision.id for decision in model.decisions]
    bank = model.repeat.bank if model.repeat else ""

    def name_of(name: str) -> str:
        return decision_id(name) if name in decisions else slot_id(name) if name == bank else name

    def rule(of: Rule) -> Rule:
        return replace(of, inputs=tuple(map(name_of, of.inputs)))

    def option(of: Option) -> Option:
        return replace(of, id=option_id(of.id), offered=rule(of.offered) if of.offered else None)

    def repeat(of: Repeat) -> Repeat:
        return replace(
            of,
            decision=decision_id(of.decision),
            draws=tuple(map(option_id, of.draws)),
            ends=tuple(map(option_id, of.ends)),
            splits=option_id(of.splits),
            bank=slot_id(of.bank),
        )

    def wager(of: Wager) -> Wager:
        needs, equals = tuple(map(wager_id, of.needs)), wager_id(of.equals)
        return replace(of, id=wager_id(of.id), outcome=rule(of.outcome), needs=needs, equals=equals)

    def decision(of: Decision) -> Decision:
        return replace(
            of,
            id=decision_id(of.id),
            wager=wager_id(of.wager),
            base=wager_id(of.base),
            options=tuple(map(option, of.options)),
            asked=rule(of.asked) if of.asked else None,
            default=option_id(of.default),
            sees=rule(of.sees),
        )

    return replace(
        model,
        id=turned(model.id),
        draws=tuple(replace(drawn, after=decision_id(drawn.after)) for drawn in model.draws),
        wagers=tuple(map(wager, model.wagers)),
        features=tuple(Feature(feature.name, rule(feature.rule)) for feature in model.features),
        decisions=tuple(map(decision, model.decisions)),
        taken=rule(model.taken) if model.taken else None,
        repeat=repeat(model.repeat) if model.repeat else None,
    )


def item_of(item: Any) -> Any:  # anything that lies on a felt
    match item:
        case CardPlaces():
            return item._replace(slot=slot_id(item.slot))
        case Circle() | Fixture():
            return item._replace(wager=wager_id(item.wager))
        case Words() if callable(item.says):
            return item._replace(says=partial(asked, item.says))
        case _:
            return item


def layout_of(layout: Layout) -> Layout:
    rows = tuple(tuple(map(item_of, row)) for row in layout.rows)
    road = layout.road and layout.road._replace(of=partial(asked, layout.road.of))
    return replace(layout, rows=rows, seat=tuple(map(item_of, layout.seat)), road=road)


def habits_of(habits: Habits) -> Habits:
    return Habits(
        {wager_id(wager): times for wager, times in habits.wagers.items()},
        {decision_id(id_): partial(habit_asked, habit) for id_, habit in habits.decisions.items()},
    )


def description_of(description: Description) -> Description:
    def cards(of: CardsField) -> CardsField:
        return replace(of, slots=tuple(map(slot_id, of.slots)))

    def decision(of: DecisionField) -> DecisionField:
        return replace(of, decision=decision_id(of.decision))

    return replace(
        description,
        cards=tuple(map(cards, description.cards)),
        bank_cards=cards(description.bank_cards) if description.bank_cards else None,
        decisions=tuple(map(decision, description.decisions)),
    )


def cited(thing: T, clauses: frozenset[str]) -> T:
    """The same value with every clause that it cites renamed."""
    found: Any = thing
    if isinstance(thing, str) and thing in clauses:
        found = clause_id(thing)
    elif isinstance(thing, Game | House | Mapping | type):
        pass
    elif is_dataclass(thing):
        parts = {field.name: cited(getattr(thing, field.name), clauses) for field in fields(thing) if field.init}
        found = replace(thing, **parts)  # type: ignore[type-var]  # it is an instance
    elif isinstance(thing, tuple):
        within = [cited(part, clauses) for part in thing]
        found = type(thing)(*within) if hasattr(thing, "_fields") else tuple(within)
    return found  # type: ignore[no-any-return]


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def rulebook_of(before: Game, clauses: frozenset[str], game: Game, house: House) -> Rulebook:
    """The rulebook that a game has, renamed."""
    book = before.build(before, house)
    renamed_book = replace(
        book,
        model=model_of(book.model),
        procedure=tuple(map(step_of, book.procedure)),
        facts=partial(facts_asked, book.facts, book),
        layout=layout_of(book.layout) if book.layout else None,
        habits=habits_of(book.habits),
        description=description_of(book.description),
    )
    return replace(cited(renamed_book, clauses), game=game)


def renamed(game: Game) -> Game:
    """The same game under other names."""
    clauses = frozenset(clause_ids(game))
    parameters = tuple(  # a value belongs to the house, which may have set it otherwise
        replace(each, clause=clause_id(each.clause), decides=tuple(map(wager_id, each.decides)))
        for each in game.parameters
    )
    return replace(
        game,
        id=turned(game.id),
        title=turned(game.title),
        aliases=tuple(map(turned, game.aliases)),
        composition=tuple(map(turned, game.composition)),
        documents=tuple(replace(each, id=turned(each.id)) for each in game.documents),
        clauses=tuple(
            replace(each, id=clause_id(each.id), document=replace(each.document, id=turned(each.document.id)))
            for each in game.clauses
        ),
        rulings=tuple(replace(each, id=clause_id(each.id)) for each in game.rulings),
        parameters=parameters,
        equipment=tuple(map(clause_id, game.equipment)),
        remedies=tuple(map(clause_id, game.remedies)),
        build=partial(rulebook_of, game, clauses),
        spoken=partial(asked, game.spoken) if game.spoken else None,
    )
