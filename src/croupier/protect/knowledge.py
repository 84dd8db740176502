"""Exposed information: what the best strategy is worth to somebody who knows something of hidden cards.

Knowledge is a model with other sights. The draw that a known card belongs to is divided, so that the card is a draw of
its own; every rule that read the draw reads its pieces. The sight of a decision then tells what it told before and the
known card's class. Everything else is the exact engine's: it counts this model and solves it.

A strategy that uses knowledge looks odd to those who do not have it. The *tell* is where it departs from the best
ordinary strategy, and how often.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import groupby, product
from random import Random
from typing import ClassVar, Final

import numpy as np

from croupier.cards import JOKER
from croupier.chart import Chart
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.decision_values import sees
from croupier.exact.evaluation import result
from croupier.exact.solve import Solver, Stakes, checked_mix, rules_of, solver_of, taken, usual_stakes
from croupier.exact.space import Ints
from croupier.exact.strategy import Cut, Simple, codes_of, simple
from croupier.exact.uncoded import deal
from croupier.exact.wager_report import Distribution, mixed
from croupier.figures import share
from croupier.kernel.effort import Progress, effort
from croupier.protect.card_class import WHOLE, CardClass
from croupier.protect.counting_charts import players_edge_chart
from croupier.result import Result, Row, figure, in_columns
from croupier.rule import rule
from croupier.rulebook import Rulebook
from croupier.rulebook.deal import Draw, Drawn, Feature
from croupier.rulebook.model import Model, offers_of
from croupier.rulebook.wager import Decision, Rule, SightField
from croupier.sheet import Sheet
from croupier.simulation.sights import all_sights

ALWAYS: Final = Fraction(1)
HUNDRED: Final = 100
TRIED: Final = 300
"""Deals in which faces of a die are held against each other."""


# ── A model with other sights ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Glimpse:
    """One hidden card that somebody knows something of."""

    draw: str
    place: int = 1
    """Which card of an ordered draw, from 1 on; the cards of a set have no order, and differ by it all the same."""
    by: CardClass = WHOLE
    """What is recognised of it."""
    decision: str = ""
    """The decision before which it is seen; the first where none is named."""

    @property
    def card(self) -> str:
        """The name of the draw that the card becomes."""
        return f"{self.draw}[{self.place}]"

    @property
    def words(self) -> str:
        return self.card if self.by is WHOLE else f"{self.card} as {self.by.name}"


@rule
def with_class(sight: int, known: int, classes: int) -> int:
    """What is seen, and the class of a card that should not be."""
    return sight * classes + known


def knowing(model: Model, *glimpses: Glimpse) -> Model:
    """The same game for somebody who knows something of hidden cards."""
    known: dict[str, list[int]] = {}
    for glimpse in glimpses:
        check(model, glimpse)
        if glimpse.place in known.setdefault(glimpse.draw, []):
            raise Refused(f"{glimpse.card} is known twice; give each card once", field="known")
        known[glimpse.draw].append(glimpse.place)
    for draw, places in known.items():
        model = divided(model, draw, sorted(places))
    for glimpse in glimpses:
        model = seeing(model, glimpse)
    return model


def check(model: Model, glimpse: Glimpse) -> None:
    """Refuse a card that is not dealt."""
    if model.repeat is not None:
        raise Refused(
            f"{model.id} asks {model.repeat.decision} again and again; what a hidden card is worth then is open"
        )
    if late := next((drawn for drawn in model.late if drawn.name == glimpse.draw), None):
        raise Refused(f"{late.name} is drawn after {late.after}, so nobody knows it before", field="known")
    cards = {drawn.name: drawn for drawn in model.draws if drawn.kind is not Draw.DIE and not drawn.after}
    if glimpse.draw not in cards:
        raise Refused(
            f"{model.id} draws no cards called {quoted(glimpse.draw)}; it draws {', '.join(cards)}", field="known"
        )
    if max(model.deck) >= JOKER:
        raise Refused(
            f"the deck of {model.id} holds a joker, which is in no class of cards that could be recognised",
            field="known",
        )
    if not 1 <= glimpse.place <= cards[glimpse.draw].count:
        raise Refused(
            f"{glimpse.draw} has no card {glimpse.place}; name one of 1 to {cards[glimpse.draw].count}", field="known"
        )
    if not model.decisions:
        raise Refused(f"{model.id} has nothing to decide once cards are dealt; knowing one of them gains nothing")
    if glimpse.decision and glimpse.decision not in {decision.id for decision in model.decisions}:
        ids = ", ".join(decision.id for decision in model.decisions)
        raise Refused(f"{model.id} has no decision {quoted(glimpse.decision)}; it has {ids}", field="known")


def pieces_of(drawn: Drawn, places: Sequence[int]) -> tuple[Drawn, ...]:
    """A draw in pieces, each known card by itself; the cards of a set come first, as their order says nothing."""
    single = {place: Drawn(f"{drawn.name}[{place}]", drawn.kind, 1) for place in places}
    if drawn.kind is Draw.SET:
        left = drawn.count - len(single)
        return (*single.values(), *((Drawn(f"{drawn.name}[rest]", drawn.kind, left),) if left else ()))
    pieces: list[Drawn] = []
    for is_known, run in groupby(range(1, drawn.count + 1), lambda place: place in single):
        run_places = list(run)
        if is_known:
            pieces += [single[place] for place in run_places]
        else:
            pieces.append(Drawn(f"{drawn.name}[{run_places[0]}-{run_places[-1]}]", drawn.kind, len(run_places)))
    return tuple(pieces)


def divided(model: Model, draw: str, places: Sequence[int]) -> Model:
    """A model in which some cards of a draw are draws of their own, and every rule reads the pieces."""
    pieces = {drawn.name: pieces_of(drawn, places) for drawn in model.draws if drawn.name == draw}
    names = [piece.name for piece in pieces[draw]]

    def expanded(inputs: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for input_ in inputs for name in (names if input_ == draw else [input_]))

    def reading(rule_: Rule) -> Rule:
        return replace(rule_, inputs=expanded(rule_.inputs))

    return replace(
        model,
        draws=tuple(piece for drawn in model.draws for piece in pieces.get(drawn.name, (drawn,))),
        features=tuple(replace(feature, rule=reading(feature.rule)) for feature in model.features),
        decisions=tuple(replace(decision, sees=reading(decision.sees)) for decision in model.decisions),
        wagers=tuple(replace(wager, outcome=reading(wager.outcome)) for wager in model.wagers),
        per_seat=expanded(model.per_seat),
        taken=None if model.taken is None else reading(model.taken),
        sight_from=dict,
    )


def seeing(model: Model, glimpse: Glimpse) -> Model:
    """A model whose decision, from one on, knows the class of a card that is a draw of its own."""
    at = next((d for d in model.decisions if d.id == glimpse.decision), model.decisions[0])
    by = glimpse.by
    told = SightField(glimpse.card, lambda code: by.group(code % by.count), by.words, by.read)
    known = replace(
        model,
        suits_alike=model.suits_alike and by.keeps_suits_alike,
        told_apart_by=(*model.told_apart_by, by.of) if model.told_apart_by else (),
    )
    return telling(known, at, told, Rule(by.of, (glimpse.card,)), by.count)


def telling(model: Model, at: Decision, told: SightField, class_of: Rule, count: int) -> Model:
    """A model in which the sight of a decision also tells which class, of so many, something is of."""
    sight, known, classes = (f"{what} of {told.name}" for what in ("sight", "class", "classes"))
    informed = replace(
        at,
        sees=Rule(with_class, (sight, known, classes)),
        codes=at.codes * count,
        fields=(told, *(outer(each, count) for each in at.fields)),
        shown=shown_with(at, told, count),
    )
    return replace(
        model,
        features=(*model.features, Feature(sight, at.sees), Feature(known, class_of)),
        decisions=tuple(informed if decision is at else decision for decision in model.decisions),
        constants={**model.constants, classes: count},
    )


def outer(part: SightField, classes: int) -> SightField:
    """A part of a sight that a class was added to."""
    value = cache(part.value)  # a sight is looked at again with every class
    return replace(part, value=lambda code: value(code // classes))


def shown_with(decision: Decision, told: SightField, classes: int) -> Callable[[int], tuple[tuple[str, str], ...]]:
    """The whole of a sight that a class was added to."""

    def shown(code: int) -> tuple[tuple[str, str], ...]:
        return ((told.name, told.show(told.value(code))), *sees(decision, code // classes))

    return shown


# ── Dice that lie open ───────────────────────────────────────────────────────────────────────────────────────────────


@rule
def face_index(face: int) -> int:
    """A face, counted from 0."""
    return face - 1


def dice_open(model: Model) -> Model:
    """A model whose sights tell the whole face of each die that they are made from.

    A sight may leave out what makes no difference to ordinary play, such as which of two cards alike is exposed. To
    somebody who knows one of them it does.
    """
    for drawn in model.draws:
        at = next((d for d in model.decisions if drawn.name in model.needs(d.sees)), None)
        if drawn.kind is Draw.DIE and at is not None:
            model = telling(model, at, face_field(model, drawn), Rule(face_index, (drawn.name,)), drawn.count)
    return model


def face_field(model: Model, die: Drawn) -> SightField:
    """A die's face as a part of the sight, faces that lead to the same in one line."""
    same: dict[object, list[int]] = {}
    for face in range(1, die.count + 1):
        same.setdefault(led_to(model, die, face), []).append(face)
    groups = list(same.values())
    words = [" or ".join(map(str, faces)) for faces in groups]
    group_of = {face - 1: place for place, faces in enumerate(groups) for face in faces}

    def read(text: str) -> int:
        if text not in words:
            raise Refused(f"{quoted(text)} is not a face of {die.name}; there are {', '.join(words)}")
        return words.index(text)

    return SightField(die.name, lambda code: group_of[code % die.count], lambda group: words[group], read)


def led_to(model: Model, die: Drawn, face: int) -> object:
    """What sights and outcomes a face leads to, in deals by chance: the same ones for every face."""
    if model.late or any(offers_of(decision) for decision in model.decisions):
        return face
    chance = Random(0)  # noqa: S311  # tried the same way every time
    ids = [decision.id for decision in model.decisions]
    ways = [
        dict(zip(ids, ((int(option.code),) for option in plan), strict=True))
        for plan in product(*(decision.options for decision in model.decisions))
    ]
    rules = (*(decision.sees for decision in model.decisions), *(wager.outcome for wager in model.wagers))
    deals = [{**deal(model, chance), die.name: (face,)} for _ in range(TRIED)]
    return tuple(result(model, rule_, {**dealt, **way}) for dealt in deals for way in ways for rule_ in rules)


def staked_alone(model: Model, stakes: Stakes) -> Model:
    """A model with those wagers alone that are staked on, and those that decisions are about: fewer joint outcomes."""
    decided = {id_ for decision in model.decisions for id_ in (decision.wager, decision.base)}
    return replace(
        model,
        wagers=tuple(wager for wager in model.wagers if wager.id in {*stakes, *decided}),
        decisions=tuple(decision if decision.fields else by_code(decision) for decision in model.decisions),
    )


def by_code(decision: Decision) -> Decision:
    """A decision that does not say what its sight tells, told by the sight's number."""
    return replace(decision, fields=(SightField("sight", int, str, int),))


# ── What it is worth ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Departure:
    """One way to decide otherwise than best ordinary play would."""

    decision: str
    ordinary: str
    """The option that best ordinary play takes."""
    informed: str
    per_100: Fraction
    """How often in a hundred rounds."""

    @property
    def words(self) -> str:
        return f"{self.informed} for {self.ordinary}"


@dataclass(frozen=True)
class Tell:
    """One line of the table that surveillance looks for."""

    cut: Cut
    """From which hand on the informed player takes which option."""
    ordinary: Cut | None
    """The same line of ordinary play."""
    rounds: Fraction
    """The share of rounds that it is about."""
    departures: tuple[Departure, ...]

    @property
    def per_100(self) -> Fraction:
        """Departures in a hundred rounds."""
        return sum((each.per_100 for each in self.departures), Fraction(0))


@dataclass(frozen=True, repr=False)
class Knowledge(Result):
    """What knowing something of hidden cards is worth, and the strategy that uses it.

    >>> import croupier
    >>> seen = croupier.game("monte").knowing("cards[1]=paint")
    >>> seen.table[0].cut.group
    (('cards[1]', 'no paint'), ('die', '1 or 2'), ('exposed', 'own'))
    """

    schema: ClassVar[str] = "croupier.knowledge/1"

    glimpses: tuple[Glimpse, ...]
    often: Fraction
    """The share of rounds in which the cards are seen; the player knows when."""
    stakes: Mapping[str, int | Fraction]
    ordinary: Distribution
    """The result of a round of best ordinary play."""
    informed: Distribution
    """The result of a round in which the cards are seen."""
    table: tuple[Tell, ...]
    """The best table of one cut for each thing that is known or seen, and where the best play departs."""
    table_cost: Fraction
    """What that table loses against the best informed play, per unit staked before the deal."""
    conditions: Conditions | None = field(default=None, compare=False)

    @property
    def staked(self) -> Fraction:
        """What is placed before the deal."""
        return sum(map(Fraction, self.stakes.values()), Fraction(0))

    @cached_property
    def result(self) -> Distribution:
        """The result of a round, seen or not."""
        return blended(self.informed, self.ordinary, self.often)

    @property
    def edge(self) -> Fraction:
        """The player's edge: what a unit placed before the deal wins on average."""
        return self.result.mean / self.staked

    @property
    def gain(self) -> Fraction:
        """What knowledge adds to each unit placed before the deal."""
        return (self.result.mean - self.ordinary.mean) / self.staked

    @property
    def hit_frequency(self) -> Fraction:
        """The probability to win anything."""
        return self.result.win

    @property
    def standard_deviation(self) -> float:
        """Of a round's result."""
        return self.result.standard_deviation

    @property
    def departures_per_100(self) -> Fraction:
        """In how many of a hundred rounds the informed player decides otherwise than best ordinary play."""
        return sum((tell.per_100 for tell in self.table), Fraction(0))

    @property
    def even_at(self) -> Fraction | None:
        """The share of rounds from which on the player is ahead; none where always seeing is not enough."""
        behind, ahead = -self.ordinary.mean, self.informed.mean
        if behind <= 0:
            return Fraction(0)
        return behind / (behind + ahead) if ahead >= 0 else None

    @property
    def known(self) -> str:
        return " and ".join(glimpse.words for glimpse in self.glimpses)

    @property
    def summary(self) -> str:
        often = "" if self.often == ALWAYS else f" in {share(self.often, 2)} of rounds"
        return (
            f"{self.known} seen{often}: player's edge {signed(self.edge)}, "
            f"{float(self.departures_per_100):.2f} departures in 100 rounds"
        )

    def data(self) -> dict[str, object]:
        return {
            "known": [
                {"draw": each.draw, "place": each.place, "as": each.by.name, "decision": each.decision or None}
                for each in self.glimpses
            ],
            "often": figure(self.often),
            "stakes": {id_: str(units) for id_, units in self.stakes.items()},
            "players_edge": figure(self.edge),
            "players_edge_ordinary": figure(self.ordinary.mean / self.staked),
            "players_edge_when_seen": figure(self.informed.mean / self.staked),
            "gain": figure(self.gain),
            "hit_frequency": figure(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "even_at": None if self.even_at is None else figure(self.even_at),
            "departures_per_100": figure(self.departures_per_100),
            "table_cost": figure(self.table_cost),
            "table": [
                {
                    **tell.cut.data(several=True),
                    "ordinary_from": tell.ordinary and (tell.ordinary.at or None),
                    "rounds": figure(tell.rounds),
                    "departures_per_100": figure(tell.per_100),
                    "departures": [
                        {
                            "decision": each.decision,
                            "ordinary": each.ordinary,
                            "informed": each.informed,
                            "per_100": figure(each.per_100),
                        }
                        for each in tell.departures
                    ],
                }
                for tell in self.table
            ],
        }

    def to_rows(self) -> list[Row]:
        """A row for each line of the table."""
        told = dict.fromkeys((name for tell in self.table for name, _ in tell.cut.group), "")
        return [
            {
                "decision": tell.cut.decision,
                **told,
                **dict(tell.cut.group),
                "from": tell.cut.at,
                "below": tell.cut.below,
                "above": tell.cut.above,
                "ordinary_from": tell.ordinary.at if tell.ordinary else "",
                **in_columns("rounds", tell.rounds),
                **in_columns("departures_per_100", tell.per_100),
            }
            for tell in self.table
        ]

    def charts(self) -> dict[str, Chart]:
        """The player's edge without knowledge, with it as often as it is had, and in rounds in which it is had."""
        told = [
            ("best ordinary play", self.ordinary.mean / self.staked),
            (f"seen in {share(self.often, 2)} of rounds", self.edge),
            ("in the rounds in which it is seen", self.informed.mean / self.staked),
        ]
        return {"edges": players_edge_chart(f"What it is worth to know {self.known}", told, self.drawn_from)}

    @property
    def sheet(self) -> Sheet:
        even = "never" if self.even_at is None else share(self.even_at, 2)
        facts = (
            ("known", self.known),
            ("seen in", f"{share(self.often, 2)} of rounds"),
            ("player's edge", signed(self.edge), str(self.edge)),
            ("without it", signed(self.ordinary.mean / self.staked), str(self.ordinary.mean / self.staked)),
            ("gain", signed(self.gain), str(self.gain)),
            ("player ahead from", f"{even} of rounds" if self.even_at is not None else even),
            ("hit frequency", share(self.hit_frequency)),
            ("standard deviation", f"{self.standard_deviation:.4f}"),
            ("departures in 100 rounds", f"{float(self.departures_per_100):.2f}"),
        )
        return Sheet("What is known is worth", facts, parts=(self.tells,))

    @property
    def tells(self) -> Sheet:
        """The strategy as surveillance can recognise it."""
        groups = dict.fromkeys((name for tell in self.table for name, _ in tell.cut.group), "")
        several = len({tell.cut.decision for tell in self.table}) > 1
        rows = tuple(
            (
                *((tell.cut.decision,) if several else ()),
                *(groups | dict(tell.cut.group)).values(),
                cut_words(tell.cut),
                cut_words(tell.ordinary) if tell.ordinary else "",
                "; ".join(f"{each.words} {float(each.per_100):.2f}" for each in tell.departures) or "–",
                share(tell.rounds, 2),
                f"{float(tell.per_100):.2f}",
            )
            for tell in self.table
        )
        heads = (*(("decision",) if several else ()), *groups, "plays", "ordinary", "departs", "rounds", "in 100")
        costs = f"This table loses {share(self.table_cost, 6)} against the best play with this knowledge."
        return Sheet("The strategy to recognise", heads=heads, rows=rows, words=len(heads) - 2, note=costs)


def signed(number: Fraction) -> str:
    return f"{float(100 * number):+.4f}%"


def cut_words(cut: Cut) -> str:
    """A line of a strategy in a few words."""
    return f"{cut.below} below {cut.at}, else {cut.above}" if cut.at else cut.above


def blended(one: Distribution, other: Distribution, share_of_one: Fraction) -> Distribution:
    """A result that is of one distribution so often, and else of the other; exactly."""
    ours, theirs = share_of_one.numerator, share_of_one.denominator - share_of_one.numerator
    deals: dict[Fraction, int] = {}
    for each, weight in ((one, ours * other.total), (other, theirs * one.total)):
        for won, count in each.deals.items():
            if weight:
                deals[won] = deals.get(won, 0) + weight * count
    return Distribution(deals, share_of_one.denominator * one.total * other.total)


# ── The tell ─────────────────────────────────────────────────────────────────────────────────────────────────────────

Group = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Peeled:
    """The sights of one decision without what should not be known: what an ordinary player sees, and the classes."""

    decision: Decision
    """The decision of the ordinary player."""
    codes: Ints
    classes: tuple[tuple[Glimpse, Ints], ...]
    """The class of each known card, the last that was added first."""

    def groups(self) -> tuple[list[Group], Ints]:
        """What a table tells apart, in words, and the number of each row among it."""
        columns: list[tuple[str, Callable[[int], str], Ints]] = []
        for glimpse, known in self.classes:
            group_of = np.array([glimpse.by.group(each) for each in range(glimpse.by.count)], dtype=np.int64)
            columns.append((glimpse.card, glimpse.by.words, group_of[known]))
        codes, place = np.unique(self.codes, return_inverse=True)
        for part in self.decision.fields:
            if not part.ordered:
                values = np.array([part.value(code) for code in codes.tolist()], dtype=np.int64)
                columns.append((part.name, part.show, values[place]))
        number = np.zeros(len(self.codes), dtype=np.int64)
        found: list[Group] = [()]
        for name, show, values in columns:
            each, place = np.unique(values, return_inverse=True)
            number = number * len(each) + place
            found = [(*words, (name, show(value))) for words in found for value in each.tolist()]
        return found, number


def peeled(plain: Solver, informed: Solver, glimpses: Sequence[Glimpse]) -> list[Peeled]:
    """The sights of every decision, ordinary and known."""
    found = []
    first = plain.model.decisions[0].id
    for decision, seen in zip(plain.model.decisions, codes_of(informed), strict=True):
        codes, classes = seen, []
        for glimpse in reversed(glimpses):
            if (glimpse.decision or first) == decision.id:
                codes, known = codes // glimpse.by.count, codes % glimpse.by.count
                classes.append((glimpse, known))
        found.append(Peeled(decision, codes, tuple(classes)))
    return found


def rows_without(plain: Solver, sights: Sequence[Peeled]) -> Ints:
    """For every informed sight the row of what an ordinary player sees."""
    codes = np.zeros(len(sights[0].codes), dtype=np.int64)
    for each in sights:
        codes = codes * each.decision.codes + each.codes
    every = plain.counts.sights
    rows = np.minimum(np.searchsorted(every, codes), len(every) - 1)
    if np.all(every[rows] == codes):
        return rows
    dealt, row = all_sights(plain.counts, np.arange(len(every)))  # under some other naming of suits
    return row[np.searchsorted(dealt, codes)]


def departures(
    plain: Solver, informed: Solver, often: Fraction, stakes: Stakes, glimpses: Sequence[Glimpse]
) -> Iterator[tuple[str, Group, Fraction, tuple[Departure, ...]]]:
    """By decision and by what is told apart at it: the share of rounds, and how the best informed play departs.

    A departure is an option that is better, given what is known, than the one that best ordinary play takes after the
    same earlier options; one that is merely as good is none.
    """
    ours, theirs = informed.solved(stakes), plain.solved(stakes)
    sights = peeled(plain, informed, glimpses)
    row_of = rows_without(plain, sights)
    deals, total = informed.counts.deals_of_row, informed.counts.total
    chosen = np.unravel_index(ours.plan_of_row, [len(decision.options) for decision in plain.model.decisions])
    for depth, sight in enumerate(sights):
        way, options = chosen[:depth], sight.decision.options
        values = ours.values[depth][(ours.groups[depth], *way)]
        usual = theirs.best[depth][(theirs.groups[depth][row_of], *way)]
        departs = taken(values, chosen[depth]) > taken(values, usual)
        groups, group = sight.groups()
        met = added(group, deals, len(groups))
        move = (group * len(options) + usual) * len(options) + chosen[depth]
        moved = added(move[departs], deals[departs], len(groups) * len(options) ** 2)
        by_move = moved.reshape(len(groups), len(options), len(options))
        for number in np.flatnonzero(met).tolist():
            found = tuple(
                Departure(
                    sight.decision.id,
                    options[one].id,
                    options[other].id,
                    HUNDRED * often * Fraction(int(by_move[number, one, other]), total),
                )
                for one, other in np.argwhere(by_move[number]).tolist()
            )
            yield sight.decision.id, groups[number], often * Fraction(int(met[number]), total), found


def added(places: Ints, weights: Ints, size: int) -> Ints:
    """Whole weights added up by place."""
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, places, weights)
    return sums


def tells(
    plain: Solver, informed: Solver, table: Simple, often: Fraction, stakes: Stakes, glimpses: Sequence[Glimpse]
) -> Iterator[Tell]:
    """The best informed table, line by line, beside that of ordinary play."""
    hidden = {glimpse.card for glimpse in glimpses}
    usual = {(cut.decision, cut.group, cut.decided): cut for cut in simple(plain, stakes).cuts}
    found = {
        (id_, words): (rounds, moved)
        for id_, words, rounds, moved in departures(plain, informed, often, stakes, glimpses)
    }
    for cut in table.cuts:
        seen = tuple(part for part in cut.group if part[0] not in hidden)
        ordinary = usual.get((cut.decision, seen, cut.decided), usual.get((cut.decision, seen, ())))
        rounds, moved = found.pop((cut.decision, cut.group), (Fraction(0), ()))
        yield Tell(cut, ordinary, rounds, moved)


def knowledge(
    game: Model | Rulebook,
    *glimpses: Glimpse,
    often: Fraction = ALWAYS,
    stakes: Stakes | None = None,
    removed: Iterable[int] = (),
    progress: Progress | None = None,
) -> Knowledge:
    """Work out what it is worth to know something of hidden cards, exactly."""
    model, book = rules_of(game)
    gone = tuple(removed)
    if not glimpses:
        raise Refused("name at least one card that is known", field="known")
    if not 0 <= often <= 1:
        raise Refused(f"a card cannot be seen in {often} of rounds; give a share from 0 to 1", field="often")
    staked = checked_mix(model, stakes or usual_stakes(model))
    plain = dice_open(staked_alone(model, staked))
    informed = knowing(plain, *glimpses)
    with effort(progress=progress):
        before, after = solver_of(plain, removed=gone), solver_of(informed, removed=gone)
    ordinary_play, informed_play = (solver.play(solver.best_plans(staked)) for solver in (before, after))
    table = simple(after, staked)
    return Knowledge(
        glimpses,
        often,
        staked,
        mixed(ordinary_play, staked),
        mixed(informed_play, staked),
        tuple(tells(before, after, table, often, staked, glimpses)),
        often * table.cost / sum(staked.values()),
        conditions_of(book or model, removed=gone),
    )
