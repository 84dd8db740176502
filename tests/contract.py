"""What every rulebook must keep, present and future: `assert_rulebook_contract(game)`."""

import builtins
import dis
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import IntEnum
from fractions import Fraction
from itertools import chain, product
from random import Random
from typing import Any

from croupier.cards import JOKER, RED_JOKER
from croupier.rule import is_rule
from croupier.rulebook import (
    NOT_ASKED,
    Choice,
    Deal,
    Decide,
    Decision,
    Discard,
    Draw,
    Facts,
    Game,
    House,
    Line,
    Option,
    Paytable,
    PickUp,
    PlayerDealerBank,
    Ready,
    Repeat,
    Roll,
    Rule,
    Rulebook,
    Settle,
    Stack,
    Wager,
    Wagering,
    YesNo,
)
from croupier.rulebook.wager import UNASKED

CLAUSE_ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9A-Z][0-9A-Za-z]*")
COMPILABLE = {"max", "min", "range", "int", "bool", "abs", "len"}
"""Builtins that a compiled rule may call."""
SAMPLES = 12_000


def assert_rulebook_contract(game: Game) -> None:
    """Hold a game, and its rulebook under every combination of chosen house rules, to the contract."""
    check_clauses(game)
    check_parameters(game)
    check_paytables(game)
    for house in every_choice(game):
        book = game.rulebook(house)
        check_house(game, house)
        check_cited(book)
        check_rules(book)
        check_lines(book)
        check_wagers(book)
        check_decisions(book)
        check_procedure(book)
        check_outcomes(book, samples=100)
    check_every_line_is_hit(game.rulebook())


def every_choice(game: Game) -> Iterator[House]:
    """A house for every combination of the rules that are a choice of words or a yes or no."""
    named: dict[str, tuple[object, ...]] = {}
    for parameter in game.parameters:
        match parameter.kind:
            case Choice(words=words):
                named[parameter.name] = words
            case YesNo():
                named[parameter.name] = (True, False)
    for values in product(*named.values()):
        yield game.house(dict(zip(named, values, strict=True)))


# ── Clauses ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def clause_ids(game: Game) -> list[str]:
    """The ids of all clauses and rulings."""
    return [clause.id for clause in game.clauses] + [ruling.id for ruling in game.rulings]


def check_clauses(game: Game) -> None:
    """Clauses are declared once, well-formed, with document, section and a sentence of their own."""
    ids = clause_ids(game)
    assert len(ids) == len({id_.lower() for id_ in ids}), "a clause is declared twice"
    assert all(CLAUSE_ID.fullmatch(id_) for id_ in ids)
    assert game.documents
    assert all(document.title and document.owner for document in game.documents)
    for clause in game.clauses:
        assert clause.document in game.documents, clause.id
        assert clause.section.strip(), clause.id
        assert clause.text.endswith("."), clause.id
    names = {parameter.name for parameter in game.parameters}
    for ruling in game.rulings:
        assert "-R" in ruling.id
        assert ruling.text.endswith("."), ruling.id
        assert set(ruling.parameters) <= names, ruling.id


def cited_in(value: object) -> Iterator[str]:
    """Every clause id that a value made of dataclasses, tuples and mappings holds."""
    if isinstance(value, Game | House):
        return
    if isinstance(value, str):
        if CLAUSE_ID.fullmatch(value):
            yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cited_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        yield from chain.from_iterable(cited_in(part) for part in value)


def check_cited(book: Rulebook) -> None:
    """Every clause that a rulebook cites is declared, and nothing stands without one."""
    assert set(cited_in(book)) <= set(clause_ids(book.game))
    cite = [book.seats_clause, book.void_clause, book.bank.clause]
    cite += [book.supply.clause, book.supply.decks_clause] if book.supply.decks else []
    cite += [step.clause for step in book.procedure] + [decision.clause for decision in book.decisions]
    cite += [clause for wager in book.wagers for line in wager.lines for clause in line.clauses or ("",)]
    cite += [wager.clause for wager in book.wagers]
    assert all(cite), "something is done under no clause"
    if book.supply.cut_from_end:
        assert book.supply.cut_clause
    if book.supply.burn != "none":
        assert book.supply.burn_clause
    if book.spots:
        assert book.spots_clause
    if book.action_button:
        assert book.button_clause


# ── House rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


def check_parameters(game: Game) -> None:
    """Every house rule has a default that reads back, a clause, and words."""
    names = [parameter.name for parameter in game.parameters]
    assert len(names) == len(set(names))
    for parameter in game.parameters:
        assert parameter.clause in clause_ids(game), parameter.name
        assert parameter.help, parameter.name
        assert parameter.allowed(), parameter.name
        assert parameter.read(parameter.kind.show(parameter.default)) == parameter.default, parameter.name
        for value in parameter.table:
            assert parameter.read(parameter.kind.show(value)) == value, parameter.name
        if parameter.table:
            assert parameter.default in parameter.table, f"the default of {parameter.name} cannot be dealt"


def check_paytables(game: Game) -> None:
    """A paytable's default is the first that is printed, and each printed one pays its wager's lines."""
    book = game.rulebook()
    for parameter in game.parameters:
        kind = parameter.kind
        if not isinstance(kind, Paytable):
            continue
        assert parameter.kind.show(parameter.default) == 1
        wagers = [
            wager.id
            for wager in book.wagers
            if tuple(line.id for line in wager.lines if line.id in kind.lines) == kind.lines
            and all(line.id in kind.lines for line in wager.lines if line.pays > 0)
        ]
        assert wagers, parameter.name
        for number, printed in enumerate(kind.printed, 1):
            other = game.rulebook(game.house({parameter.name: number}))
            for wager in wagers:  # those that share the paytable
                lines = other.wagers_by_id[wager].lines
                paid = [line.pays for line in lines if line.id in kind.lines]
                to_one, for_one = [Fraction(odds) for odds in printed], [Fraction(odds) - 1 for odds in printed]
                assert paid in (to_one, for_one), (parameter.name, number, wager)
                assert all(line.pays <= 0 for line in lines if line.id not in kind.lines), (parameter.name, wager)
            assert parameter.kind.show(other.house[parameter]) == number


def check_house(game: Game, house: House) -> None:
    """A house shown reads back equal, through JSON too."""
    assert game.house(house.show()) == house
    assert game.house(json.loads(json.dumps(house.show()))) == house
    assert game.house(house.changes()) == house
    assert hash(game.house(house.show())) == hash(house)


# ── Rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def rules_of(book: Rulebook) -> list[Rule]:
    """Every rule that a rulebook applies to facts."""
    outcomes = [wager.outcome for wager in book.wagers]
    return outcomes + [feature.rule for feature in book.model.features] + [decision.sees for decision in book.decisions]


def check_rules(book: Rulebook) -> None:
    """Rules are marked, fit to be compiled as they stand, and read facts that exist when they are needed."""
    known = {drawn.name for drawn in book.model.draws} | {decision.id for decision in book.decisions}
    known |= set(book.model.constants)
    if book.model.repeat:
        known |= set(book.model.repeat.names)
        for function, _ in book.model.repeat.functions:
            assert_compilable(function)
    for feature in book.model.features:
        assert set(feature.rule.inputs) <= known, feature.name
        assert feature.name not in known
        known.add(feature.name)
    for rule in rules_of(book):
        assert set(rule.inputs) <= known, rule.function.__name__
        assert_compilable(rule.function)


def assert_compilable(function: Callable[..., Any]) -> None:
    """A rule takes positional integers and reads only integers, tuples of them, enumerations, rules and builtins."""
    name = function.__name__
    code = function.__code__
    assert is_rule(function), f"{name} is not marked as a rule"
    assert function.__closure__ is None, f"{name} holds on to something"
    assert not function.__defaults__, f"{name} has a default, and defaults are house rules"
    assert not code.co_kwonlyargcount, f"{name} takes keywords"
    assert not code.co_flags & 0x0C, f"{name} takes any number of arguments"
    assert not {"STORE_GLOBAL", "IMPORT_NAME", "STORE_ATTR"} & {op.opname for op in dis.get_instructions(code)}, name
    for read in {op.argval for op in dis.get_instructions(code) if op.opname == "LOAD_GLOBAL"}:
        value: Any = function.__globals__.get(read, getattr(builtins, read, None))
        if is_rule(value):
            assert_compilable(value)
        else:
            is_enumeration = isinstance(value, type) and issubclass(value, IntEnum)
            numbers = value if isinstance(value, tuple) else (value,)
            are_numbers = all(isinstance(number, int) for number in numbers)
            assert are_numbers or is_enumeration or read in COMPILABLE, f"{name} reads {read}"


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_lines(book: Rulebook) -> None:
    """Each outcome of a wager has one line, with a name and a fair word for what became of it."""
    for wager in book.wagers:
        ids = [line.id for line in wager.lines]
        assert len(ids) == len(set(ids)), wager.id
        for line in wager.lines:
            check_line(wager, line)


def check_line(wager: Wager, line: Line) -> None:
    """A line says truly whether it wins, pushes or loses."""
    of = (wager.id, line.id)
    assert line.label, of
    assert isinstance(line.pays, Fraction), of
    assert 0 <= line.commission < 1, of
    if line.pays > 0:
        assert line.called in ("win", line.id), of
        assert line.called not in ("lose", "push", "forfeited", "uncovered"), of
        return
    assert line.commission == 0, of
    if line.pays in (0, -1):
        assert line.called in {0: ("push",), -1: ("lose", "forfeited")}[int(line.pays)], of
    else:
        assert -1 < line.pays < 0, of
        assert line.called not in ("win", "push", "lose", "forfeited", "uncovered"), of


def check_wagers(book: Rulebook) -> None:
    """Wagers have limits under a clause, unless a decision makes them."""
    assert len(book.wagers_by_id) == len(book.wagers)
    for wager in book.wagers:
        assert set(wager.needs) <= set(book.wagers_by_id), wager.id
        assert bool(wager.needs_clause) >= bool(wager.needs), wager.id
        if wager.id in book.decision_of_wager or wager.equals:
            assert (wager.least, wager.most, wager.limit_clause) == (0, None, ""), wager.id
        else:
            assert wager.least > 0, wager.id
            assert wager.most is None or wager.least <= wager.most, wager.id
            assert wager.limit_clause, wager.id
            assert wager.back_line, wager.id


def check_decisions(book: Rulebook) -> None:
    """A decision stakes on a wager by another, or takes it back, or neither; its default stakes no more."""
    for decision in book.decisions:
        assert {decision.wager, decision.base} <= {*book.wagers_by_id, ""}
        # options that only stake more may share a code: no rule tells them apart
        assert len({(option.code, option.multiple) for option in decision.options}) == len(decision.options) > 1
        assert len({option.code for option in decision.options}) > 1
        assert len({option.id for option in decision.options}) == len(decision.options)
        default = decision.option(decision.default)
        assert default is not None
        assert default.multiple <= 0, "a silent player would be made to bet"
        assert default.offered is None, "a silent player would not be offered what is taken"
        assert decision.only_by_player


# ── Procedure ────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_procedure(book: Rulebook) -> None:
    """A round opens with wagers, is dealt, is ready once, and only then settles; cards are picked up last."""
    steps = book.procedure
    kinds = [type(step) for step in steps]
    assert isinstance(steps[0], Wagering)
    assert isinstance(steps[-1], PickUp if book.supply.decks else Settle)
    assert (kinds.count(Wagering), kinds.count(Ready)) == (1, 1)
    ready = kinds.index(Ready)
    assert {Deal, Roll} & set(kinds[:ready])
    assert Settle in kinds[ready:]
    assert not {Settle, Stack} & set(kinds[:ready]), "something is settled while the round can still be voided"
    assert not {Deal, Roll, Discard, Decide} & set(kinds[ready:]), "chance or a choice comes after the round is ready"
    assert [step.decision for step in steps if isinstance(step, Decide)] == [d.id for d in book.decisions]
    assert list(book.dice) == [drawn.count for drawn in book.model.draws if drawn.kind is Draw.DIE]
    assert all(step.says for step in steps)
    for step in steps:
        if isinstance(step, Stack):
            assert {step.wager, step.on} <= set(book.wagers_by_id)
    if isinstance(book.bank, PlayerDealerBank):
        assert book.bank.least > 0
        assert book.bank.uncovered_clauses


# ── Outcomes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def some_facts(book: Rulebook, rng: Random) -> Facts:
    """One seat's facts: cards of a few ranks and suits, so that rare hands are not rare."""
    ranks = rng.sample(range(13), rng.randint(3, 13))
    if rng.random() < 0.3:
        lowest = rng.randrange(-1, 9)  # five in a row, the ace at either end
        ranks = [(lowest + step) % 13 for step in range(5)]
    suits = rng.sample(range(4), rng.randint(1, 4))
    deck = [rank * 4 + suit for rank in ranks for suit in suits] + [JOKER, RED_JOKER]
    cards = [card for card in deck if card in book.supply.deck] * book.supply.decks
    wanted = sum(drawn.count for drawn in book.model.draws if drawn.kind is not Draw.DIE)
    if len(cards) < wanted:
        cards = list(book.supply.deck)
    if book.model.repeat:
        return repeated_facts(book, book.model.repeat, rng, rng.sample(range(52), 52) if len(cards) < 24 else cards)
    dealt = iter(rng.sample(cards, wanted))
    facts: Facts = {name: (value,) for name, value in book.model.constants.items()}
    for drawn in book.model.draws:
        die = drawn.kind is Draw.DIE
        facts[drawn.name] = (rng.randint(1, drawn.count),) if die else tuple(next(dealt) for _ in range(drawn.count))
    if book.spots:
        facts["spot"] = (rng.randint(1, len(book.spots)),)
    for decision in book.decisions:
        facts[decision.id] = (int(rng.choice(open_to(book, decision, facts)).code),)
    return facts


def repeated_facts(book: Rulebook, repeat: Repeat, rng: Random, cards: list[int]) -> Facts:
    """One seat's folded hands after any options that are offered, and the bank's as it draws."""
    decision, seat = book.decisions[0], rng.choices(cards, k=repeat.cards)
    first = rng.choices(cards, k=repeat.cards)
    bank = repeat.folded(first)
    code = NOT_ASKED
    while not (repeat.over and repeat.over(bank)):
        hand = repeat.folded(seat)
        if decision.asked and not decision.asked.function(hand):
            break
        offered = [each for each in decision.options if each.offered is None or each.offered.function(hand)]
        option = rng.choice([each for each in offered if each.id != repeat.splits])
        code = int(option.code)
        seat += rng.choices(cards, k=option.id in repeat.draws)
        if option.id in repeat.ends:
            break
    while repeat.drawing(bank) and not (repeat.over and repeat.over(repeat.folded(first))):
        bank = repeat.fold(bank, rng.choice(cards))
    named = zip(repeat.names, (repeat.folded(seat), repeat.folded(first[:1]), bank), strict=True)
    return {**{name: (hand,) for name, hand in named}, decision.id: (code,)}


def open_to(book: Rulebook, decision: Decision, facts: Facts) -> list[Option]:
    """What a decision offers with these facts, those decisions being made that come before it."""
    if decision.asked and not book.outcome(decision.asked, dict(facts)):
        return [UNASKED]
    return [each for each in decision.options if not each.offered or book.outcome(each.offered, dict(facts))]


def staked(book: Rulebook, wager: Wager, facts: Facts) -> bool:
    """Whether a wager can lie on the layout with these facts: one that a decision makes needs the decision."""
    raising = [each for each in book.decisions if each.wager == wager.id != each.base]
    codes = [(facts[decision.id][0], option) for decision in raising for option in decision.options]
    return not raising or any(option.code == chosen and option.multiple for chosen, option in codes)


def check_outcomes(book: Rulebook, samples: int) -> dict[str, set[str]]:
    """Every outcome that comes up has a line, the same each time; gives the lines that came up."""
    rng = Random(f"{book.game.id} {book.house}")
    hit: dict[str, set[str]] = {wager.id: set() for wager in book.wagers}
    for _ in range(samples):
        facts = some_facts(book, rng)
        for wager in book.wagers:
            if staked(book, wager, facts):
                line = book.line(wager, dict(facts))
                assert book.line(wager, dict(facts)) is line
                hit[wager.id].add(line.id)
        for decision in book.decisions:
            seen = decision.sees.function(*chain.from_iterable(book.fact(name, facts) for name in decision.sees.inputs))
            assert isinstance(seen, int)
    return hit


def check_every_line_is_hit(book: Rulebook) -> None:
    """No line is there that nothing leads to."""
    hit = check_outcomes(book, SAMPLES)
    assert hit == {wager.id: {line.id for line in wager.lines} for wager in book.wagers}
