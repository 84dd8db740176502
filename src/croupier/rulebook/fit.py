"""Whether the parts of a game fit together: asked once, when its rulebook is built, and answered in a sentence.

A model checks its own parts. What is checked here concerns the table: steps, wagers, limits, clauses and the cards.
What only a round can show, such as facts that leave out a draw, is refused in that round.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from inspect import signature
from itertools import chain, takewhile
from typing import Any, Final, Protocol

from croupier.cards import deck_words
from croupier.errors import Refused, listed, quoted
from croupier.odds import LOST
from croupier.rulebook.clause import Clause, Ruling
from croupier.rulebook.deal import Draw, Supply
from croupier.rulebook.house import Parameter
from croupier.rulebook.layout import CardPlaces, Circle, Fixture, Layout
from croupier.rulebook.model import Model
from croupier.rulebook.part import one_word
from croupier.rulebook.procedure import Again, Deal, Decide, Discard, Roll, Settle, Spot, Step, Wagering, owner_of
from croupier.rulebook.slots import DealtSlot
from croupier.rulebook.wager import Decision, Wager


class Cited(Protocol):
    """Something that cites a clause."""

    @property
    def clause(self) -> str: ...


class Book(Protocol):
    """What is checked of a rulebook."""

    @property
    def model(self) -> Model: ...
    @property
    def procedure(self) -> tuple[Step, ...]: ...
    @property
    def supply(self) -> Supply: ...
    @property
    def placed_wagers(self) -> tuple[Wager, ...]: ...
    @property
    def void_clause(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def seats_clause(self) -> str: ...
    @property
    def change_clause(self) -> str: ...
    @property
    def bank(self) -> Cited: ...
    @property
    def facts(self) -> Callable[..., object]: ...
    @property
    def spots(self) -> tuple[Spot, ...]: ...
    @property
    def layout(self) -> Layout | None: ...
    @property
    def slots(self) -> Mapping[str, DealtSlot]: ...


class Clauses(Protocol):
    """What is checked of a game."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def clauses(self) -> tuple[Clause, ...]: ...
    @property
    def rulings(self) -> tuple[Ruling, ...]: ...
    @property
    def equipment(self) -> tuple[str, ...]: ...
    @property
    def remedies(self) -> tuple[str, ...]: ...
    @property
    def parameters(self) -> tuple[Parameter[Any], ...]: ...


ID: Final = re.compile(r"[a-z0-9]+([-_+][a-z0-9]+)*")


def check_names(game: Clauses) -> None:
    """Refuse a game whose id nobody could type, or that has no title."""
    if not game.title.strip():
        raise Refused(f'the game {quoted(game.id)} needs a title, such as "High Card"')
    if not ID.fullmatch(game.id):
        raise Refused(
            f"{game.title}: the id {quoted(game.id)} must be small letters and digits, with hyphens between words, "
            "such as three-card-poker"
        )


def check_fit(game: Clauses, book: Book) -> None:
    """Refuse a rulebook that could not be dealt, and name the part."""
    parts = (names(book), steps(book), limits(book), decisions(book), too_few_cards(book), drawn(book))
    for reason in (*chain(*parts), *cited(game, book)):
        raise Refused(f"{game.title}: {reason}")


def names(book: Book) -> Iterator[str]:
    """The names that nobody could type, or give as a field."""
    model = book.model
    draws, wagers = [("draw", drawn.name) for drawn in model.draws], [("wager", wager.id) for wager in model.wagers]
    asked = [("decision", decision.id) for decision in model.decisions]
    options = [(f"option of {decision.id}", option.id) for decision in model.decisions for option in decision.options]
    for what, name in (*draws, *wagers, *asked, *options):
        if why := one_word(name):
            yield f"{what}: {why}"


def steps(book: Book) -> Iterator[str]:
    """What is wrong with the procedure and the cards it deals."""
    if not book.procedure or not isinstance(book.procedure[0], Wagering):
        yield "the first step of the procedure must be Wagering, in which wagers are placed"
    if not any(isinstance(step, Settle) for step in book.procedure):
        yield "the procedure has no Settle step, so no wager is ever paid; add one after the last card"
    for step in book.procedure:
        if isinstance(step, Deal | Discard) and step.count < 1:
            yield f"{type(step).__name__} ({step.clause}) has {step.count} cards; give 1 or more"
        for name, function in functions_of(step):
            takes = 2 if name == "only_to" else 1
            if not can_take(function, takes):
                given = "the round so far and the slot" if takes > 1 else "the round so far"
                yield f"`{name}` of {type(step).__name__} ({step.clause}) is called with {given}; let it take that"
    if not can_take(book.facts, 2):
        yield "`facts` is called with the round so far and the seat; let it take these two"
    if book.seats < 1:
        yield f"the table has {book.seats} seats; give it 1 or more"
    yield from cards(book)
    yield from dice(book)
    yield from repeated(book.procedure)


def cards(book: Book) -> Iterator[str]:
    """What is wrong with the cards that are dealt from."""
    model, supply = book.model, book.supply
    if model.decks != supply.decks:
        yield f"the model has decks={model.decks} and the supply decks={supply.decks}; both must be the same"
    if supply.decks and sorted(model.deck) != sorted(supply.deck):
        yield (
            f"the model's deck holds {deck_words(model.deck)}, and the supply's {deck_words(supply.deck)}; "
            "give both the same `deck`"
        )
    for step in book.procedure:
        if isinstance(step, Deal | Discard) and not supply.decks:
            yield f"{type(step).__name__} ({step.clause}) deals cards, and there are no decks; give the model `decks`"


def too_few_cards(book: Book) -> Iterator[str]:
    """Whether a full table is dealt more cards than there are, whatever they are."""
    deals = [step for step in book.procedure if isinstance(step, Deal)]
    if sum(step.count for step in deals) * (book.seats + 1) > book.supply.size > 0:
        least = sum(slot.least for slot in book.slots.values())
        if least > book.supply.size:
            yield (
                f"a round of {book.seats} seats is dealt {least} cards or more, and there are {book.supply.size}; give "
                "the table fewer seats"
            )


AGAIN_MAX: Final = 100
"""How often steps may be done again, at most: slots are found by walking through all of it."""


def repeated(procedure: tuple[Step, ...]) -> Iterator[str]:
    """What is wrong with steps that are done again."""
    for at, step in enumerate(procedure):
        if not isinstance(step, Again):
            continue
        before = procedure[max(0, at - step.steps) : at]
        if not 1 <= step.steps <= at or not all(isinstance(each, Deal | Decide) for each in before):
            yield f"Again ({step.clause}) repeats {step.steps} steps; it needs 1 or more before it, all Deal or Decide"
        if not 1 <= step.most <= AGAIN_MAX:
            yield f"Again ({step.clause}) repeats at most {step.most} times; give 1 to {AGAIN_MAX}"


def functions_of(step: Step) -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions of a step, by their fields."""
    for field in fields(step):
        value = getattr(step, field.name)
        if callable(value):
            yield field.name, value


def can_take(function: Callable[..., object], count: int) -> bool:
    """Whether a function can be called with so many values."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # one of Python's own, which does not say
        return True
    return True


def dice(book: Book) -> Iterator[str]:
    """The dice of the model that nobody rolls."""
    rolled = Counter(step.faces for step in book.procedure if isinstance(step, Roll))
    for drawn in book.model.draws:
        if drawn.kind is Draw.DIE:
            if not rolled[drawn.count]:
                yield f"the model draws {drawn.name}, a die of {drawn.count} faces, and no Roll step rolls one; add it"
            rolled[drawn.count] -= 1


def limits(book: Book) -> Iterator[str]:
    """Which wagers could be placed with nothing, need what is not there, or could lose more than is staked."""
    for wager in book.placed_wagers:
        if wager.least < 1:
            yield f"the wager {wager.id} has no minimum; give it `least` in cents, such as least=5_00"
        others = [other.id for other in book.placed_wagers if other.id != wager.id]
        for id_ in wager.needs:
            if id_ not in others:
                there_are = f"; there are {listed(others)}" if others else ""
                yield f"the wager {wager.id} needs {quoted(id_)}, which is not another wager that is placed{there_are}"
    for wager in book.model.wagers:
        for line in wager.lines:
            if line.pays < LOST:
                yield f"the line {line.id} of {wager.id} pays {line.pays}; a wager cannot lose more than its stake"


def decisions(book: Book) -> Iterator[str]:
    """What is wrong with the decisions and the steps that ask for them."""
    known = {decision.id: decision for decision in book.model.decisions}
    asked = {step.decision for step in book.procedure if isinstance(step, Decide)}
    for id_ in asked - known.keys():
        there_are = f"the model's decisions are {listed(known)}" if known else "the model has no decisions"
        yield f"a Decide step asks for the decision {quoted(id_)}; {there_are}"
    for id_ in known.keys() - asked:
        yield f"no Decide step asks for the decision {id_}; add one to the procedure"
    yield from out_of_order(book)
    yield from late_deals(book, known)
    for decision in known.values():
        if (option := decision.option(decision.default)) is None or option.multiple > 0:
            yield f"the decision {decision.id} needs a `default`, {free_options(decision)}, for a player who is silent"


def out_of_order(book: Book) -> Iterator[str]:
    """The decisions that are asked before those that the model has before them, or before any card is dealt."""
    model = book.model
    first = list(dict.fromkeys(step.decision for step in book.procedure if isinstance(step, Decide)))
    in_model = [decision.id for decision in model.decisions if decision.id in first]
    if [id_ for id_ in first if id_ in in_model] != in_model:
        yield f"the procedure asks for {listed(first)}, in this order, and the model decides {listed(in_model)}"
    drawn = {each.name for each in model.draws}
    for step in takewhile(lambda each: not isinstance(each, Deal | Roll), book.procedure):
        if isinstance(step, Decide):
            for decision in model.decisions:
                if decision.id == step.decision and (sees := sorted(model.needs(decision.sees) & drawn)):
                    yield (
                        f"Decide ({step.clause}) asks for {decision.id} before anything is dealt, and a seat sees "
                        f"{listed(sees)} by then; put the deal first"
                    )


def late_deals(book: Book, known: Mapping[str, Decision]) -> Iterator[str]:
    """What is wrong with the deals that follow a decision."""
    asked: set[str] = set()
    dealt: Counter[str] = Counter()
    late = {id_: [drawn.count for drawn in book.model.late if drawn.after == id_] for id_ in known}
    for step in book.procedure:
        if isinstance(step, Decide):
            asked.add(step.decision)
        if not isinstance(step, Deal) or not step.after:
            continue
        dealt[step.after] += step.is_certain
        if step.after not in known:
            yield f"Deal ({step.clause}) follows the decision {quoted(step.after)}, which the model does not have"
        elif step.after not in asked:
            yield f"Deal ({step.clause}) follows the decision {step.after}; put the Decide step that asks it first"
        elif dealt[step.after] > len(late[step.after]) > 0:
            yield f"Deal ({step.clause}) is one more after {step.after} than the model draws; leave one out"
        else:
            yield from unlike_its_draw(step, late[step.after])
    for drawn in book.model.late:
        if drawn.after not in dealt:
            yield f"the model draws {drawn.name} after {drawn.after}, and no Deal follows it; give one `after`"


def unlike_its_draw(step: Deal, counts: list[int]) -> Iterator[str]:
    """What is wrong with a deal that follows a decision, after which the model draws so many cards."""
    named = f"Deal ({step.clause}) follows the decision {step.after}"
    if not counts:
        yield f"{named}, after which the model draws nothing; leave out `after`"
    elif step.count not in counts:
        yield f"{named} with {step.count} cards, and the model draws {' or '.join(map(str, counts))}; give as many"
    elif isinstance(step.to, tuple) and not all(map(owner_of, step.to)):
        yield f"{named}, so it goes to seats alone, not to {listed(step.to)}"


def free_options(decision: Decision) -> str:
    """The options that stake no more."""
    free = [option.id for option in decision.options if option.multiple <= 0]
    return f"such as {quoted(free[0])}" if free else "an option that stakes nothing"


SHAPES: Final = (0.1, 10.0)
"""How wide a felt, or the place of a seat, may be for its height."""
CARDS_MAX: Final = 52
"""The most cards that may lie in one place of a layout."""


def drawn(book: Book) -> Iterator[str]:
    """What of a layout could not be drawn."""
    if book.layout is None:
        return
    for name in ("aspect", "seat_shape"):
        if not SHAPES[0] <= (shape := getattr(book.layout, name)) <= SHAPES[1]:
            yield f"`{name}` of the layout is {shape}; give a number from {SHAPES[0]} to {SHAPES[1]}"
    if book.layout.bands and book.layout.hand:
        yield "a layout with bands has no room for a seat's own cards; leave out `bands` or the cards"
    for item in (*book.layout.table, *book.layout.seat):
        if isinstance(item, CardPlaces):
            yield from card_places(item)
        elif isinstance(item, Circle | Fixture) and item.wager:
            yield from places_of_wager(item, book)


def card_places(item: CardPlaces) -> Iterator[str]:
    """What is wrong with the places of some cards."""
    slot = quoted(item.slot)
    if not (0 <= item.places <= CARDS_MAX and 0 <= item.room <= CARDS_MAX):
        yield f"the layout has {item.places} places and room {item.room} for {slot}; give 0 to {CARDS_MAX}"
    if min(item.faces, default=1) < 1:
        yield f"the layout prints the die faces {listed(item.faces)} at {slot}; the first face is 1"


def places_of_wager(item: Circle | Fixture, book: Book) -> Iterator[str]:
    """What is wrong with the circle or the paytable of a wager."""
    wager, wagers = quoted(item.wager), {each.id for each in book.model.wagers}
    what = f"a circle for {wager}" if isinstance(item, Circle) else f"the paytable of {wager}"
    if item.wager not in wagers:
        yield f"the layout has {what}; the wagers are {listed(sorted(wagers))}"
    if isinstance(item, Fixture):
        return
    if item.spot not in {0, *(spot.number for spot in book.spots)}:
        yield f"the layout has {what} on spot {item.spot}, which does not exist"
    if not 0 < item.size <= 1 or not all(0 <= part <= 1 for part in item.at or ()):
        where = f"size {item.size} at {item.at}"
        yield f"the circle for {wager} has {where}; give parts of the seat's square, from 0 to 1"


def cited(game: Clauses, book: Book) -> Iterator[str]:
    """Clauses that are cited and that the game does not have."""
    known = {clause.id.lower() for clause in game.clauses} | {ruling.id.lower() for ruling in game.rulings}
    ids = [*(clause.id for clause in game.clauses), *(ruling.id for ruling in game.rulings)]
    for id_ in ids:
        if ids.count(id_) > 1:
            yield f"two clauses or rulings are called {quoted(id_)}; give each its own id"
    citing = [(type(step).__name__, step.clause) for step in book.procedure]
    citing += [(f"the house rule {parameter.name}", parameter.clause) for parameter in game.parameters]
    citing += [(f"the decision {decision.id}", decision.clause) for decision in book.model.decisions]
    citing += [
        ("seats_clause", book.seats_clause),
        ("change_clause", book.change_clause),
        ("the bank", book.bank.clause),
    ]
    for wager in book.model.wagers:
        citing += [(f"the wager {wager.id}", id_) for id_ in (wager.clause, wager.limit_clause, wager.needs_clause)]
        citing += [(f"the line {line.id} of {wager.id}", id_) for line in wager.lines for id_ in line.clauses]
    citing += [("void_clause", book.void_clause), ("the supply of cards", book.supply.clause)]
    citing += [("the layout", id_) for id_ in (book.layout.cited() if book.layout else ())]
    citing += [*(("equipment", id_) for id_ in game.equipment), *(("remedies", id_) for id_ in game.remedies)]
    house_rules = [parameter.name for parameter in game.parameters]
    for ruling in game.rulings:
        for name in ruling.parameters:
            if name not in house_rules:
                yield f"the ruling {ruling.id} names the house rule {quoted(name)}, which is not one of the game"
    for what, id_ in citing:
        if id_ and id_.lower() not in known:
            yield f"{what} cites the clause {quoted(id_)}, which is not among the game's clauses and rulings"


def check_facts(title: str, model: Model, facts: Mapping[str, object]) -> None:
    """Refuse facts of a seat that do not give every draw, each as a tuple of its cards."""
    for name in (*model.constants, *(decision.id for decision in model.decisions)):
        if name in facts and not is_code(facts[name]):
            raise Refused(
                f"{title}: `facts` gives {facts[name]!r} for {name!r}; give its code in a tuple of 1, such as (0,)"
            )
    for name in model.repeat.names if model.repeat else ():
        if name in facts and not is_code(facts[name]):
            raise Refused(
                f"{title}: `facts` gives {facts[name]!r} for {name!r}; give the folded hand in a tuple of 1, as (0,)"
            )
    for drawn in model.draws:
        count = 1 if drawn.kind is Draw.DIE else drawn.count
        given = facts.get(drawn.name)
        if given is None:
            raise Refused(f"{title}: `facts` leaves out the draw {drawn.name!r}; it gives {listed(facts)}")
        if not isinstance(given, tuple) or len(given) != count:
            raise Refused(
                f"{title}: `facts` gives {given!r} for the draw {drawn.name!r}; give a tuple of {count}, with NO_CARD "
                "for a card that was not dealt"
            )


def is_code(given: object) -> bool:
    """Whether a fact is one number, as those are that are not drawn."""
    return isinstance(given, tuple) and len(given) == 1 and isinstance(given[0], int)


def left_out(title: str, model: Model, name: str) -> str:
    """What to tell of a fact that a rule reads and nobody gives."""
    for decision in model.decisions:
        if decision.id == name:
            codes = listed(f"{option.code} for {option.id}" for option in decision.options)
            return (
                f"{title}: a rule reads the decision {name!r}, which `facts` leaves out; give a tuple of 1 with {codes}"
            )
    return f"{title}: `facts` gives nothing for {name!r}, which a rule reads"
