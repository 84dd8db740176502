"""Advice for one hand: the exact value of each option, over every deal that agrees with what is known.

The deals are counted as those of a whole game are, what is known being fixed; nothing is taken to be alike.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import ClassVar, Final

import numpy as np

from croupier.cards import card_name
from croupier.chart import Chart, words_of
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.count import Counts, check, foreseen
from croupier.exact.counter import Layout, Plan, written
from croupier.exact.estimate import SAMPLED_FROM
from croupier.exact.offers import is_seen
from croupier.exact.parts import Sum, interpreted, merged, no_code, parts_of, summed
from croupier.exact.pool import Pool
from croupier.exact.pool import counted as pooled
from croupier.exact.solve import (
    TIES,
    Solved,
    Solver,
    Stakes,
    checked_mix,
    decision_of,
    model_of,
    option_place,
    preference,
)
from croupier.exact.space import Space, without
from croupier.exact.wager_charts import values_chart
from croupier.kernel.effort import EFFORT
from croupier.result import Result, Row, figure
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Fixed, Model
from croupier.rulebook.wager import Decision
from croupier.sheet import Sheet

INTERPRETED_MAX: Final = 1 << 13
"""So many deals are over in plain Python before anything would be compiled."""


@dataclass(frozen=True, repr=False)
class Advice(Result):
    """The exact value of each option in one hand; later decisions are made at their best.

    >>> import croupier
    >>> croupier.game("monte").advise(own="Jd")
    <Advice of Casino Monte: raise_3, worth +0.7305 a unit>
    """

    schema: ClassVar[str] = "croupier.advice/1"

    options: Mapping[str, Fraction]
    """Expected result per initial unit; of two that are worth the same, the one that is taken stands first."""
    deals: int
    decision: str = ""
    decided: Mapping[str, str] = field(default_factory=dict)
    """The earlier decisions that the values presume."""
    conditions: Conditions | None = field(default=None, compare=False)
    """What the values presume."""

    @property
    def best(self) -> str:
        return max(self.options, key=lambda option: self.options[option])

    def cost(self, option: str) -> Fraction:
        """What an option loses against the best."""
        return self.options[self.best] - self.options[option]

    @property
    def summary(self) -> str:
        """The best option, and what it is worth."""
        return f"{self.best}, worth {float(self.options[self.best]):+.4f} a unit"

    def data(self) -> dict[str, object]:
        """All of it; what was decided before is told where something was."""
        data: dict[str, object] = {
            "game": self.conditions.game if self.conditions else None,
            "best": self.best,
            "deals": self.deals,
            "values": {option: figure(value) for option, value in self.options.items()},
            "costs": {option: figure(self.cost(option)) for option in self.options},
            "taken": TIES,
        }
        return data | ({"decision": self.decision, "decided": dict(self.decided)} if self.decided else {})

    def to_rows(self) -> list[Row]:
        """A row for each option, best first."""
        return [
            {"option": option, "value": float(value), "exact": str(value), "cost": float(self.cost(option))}
            for option, value in sorted(self.options.items(), key=lambda each: -each[1])
        ]

    def charts(self) -> dict[str, Chart]:
        """What each option is worth."""
        title = f"{words_of(self.decision).capitalize() or 'The decision'}: what each option is worth"
        worth = ((words_of(option), value) for option, value in self.options.items())
        return {"values": values_chart(title, worth, self.drawn_from)}

    @property
    def sheet(self) -> Sheet:
        """What is shown of it: options, what each is worth and what it costs, best first."""
        order = sorted(self.options, key=lambda option: -self.options[option])
        after = "".join(f", {decision} being {option}" for decision, option in self.decided.items())
        return Sheet(
            f"Best: {self.best}{after}",
            heads=(self.decision or "decision", "worth per unit", "exactly", "costs"),
            rows=tuple(
                (
                    option,
                    f"{float(self.options[option]):+.6f}",
                    str(self.options[option]),
                    f"{float(self.cost(option)):.6f}" if self.cost(option) else "–",
                )
                for option in order
            ),
            words=1,
            marked=frozenset({0}),
            note="\n".join((f"Over {self.deals:,} deals that agree with what is seen.", *self.tied())),
        )

    def tied(self) -> Iterator[str]:
        """Whether another option is worth the same."""
        alike = [option for option in self.options if not self.cost(option)]
        if len(alike) > 1:
            yield f"{' and '.join(alike)} are worth exactly the same. The strategy takes {TIES}."


def check_known(model: Model, fixed: Fixed) -> None:
    """Refuse cards that nobody draws, and too few or too many of them."""
    sizes = sizes_of(model)
    for name, cards in fixed.items():
        if name not in sizes:
            raise Refused(f"nobody sees this in {model.id}; there are {', '.join(sizes)}", field=name)
        if len(cards) != sizes[name]:
            given = "1 card is" if len(cards) == 1 else f"{len(cards)} cards are"
            raise Refused(f"{given} given where there are {sizes[name]}", field=name)
    for drawn in model.draws:
        can_be = range(1, drawn.count + 1) if drawn.kind is Draw.DIE else model.deck
        for value in fixed.get(drawn.name, ()):
            if value is not None and value not in can_be:
                raise Refused(f"{quoted(value)} is neither a card nor a face of a die that is there", field=drawn.name)


def sizes_of(model: Model) -> dict[str, int]:
    """How many cards each draw has that can be seen before the last decision; a die is one."""
    return {drawn.name: 1 if drawn.kind is Draw.DIE else drawn.count for drawn in model.draws if not drawn.after}


def decisions_at_hand(model: Model, fixed: Fixed, decided: Mapping[str, str], asked: str = "") -> list[int]:
    """The places of the decision that is asked, or of those that may be: the latest whose sight is wholly known.

    Decisions before it that see the same cards may be at hand as well, unless it is said how they went.
    """
    sees = [
        [name for name in sizes_of(model) if name in Layout(model).needs(decision.sees)] for decision in model.decisions
    ]
    known = (place for place, names in enumerate(sees) if fixed.keys() >= set(names))
    at_hand = model.decisions.index(decision_of(model, asked)) if asked else max(known, default=0)
    for decision, names in zip(model.decisions[: at_hand + 1], sees, strict=False):
        if missing := [name for name in names if name not in fixed]:
            raise Refused("this is seen before the decision; give it too", clause=decision.clause, field=missing[0])
    if asked:
        return [at_hand]
    seen_by = [set().union(*sees[: place + 1]) for place in range(at_hand + 1)]
    unsaid = [place for place, names in enumerate(seen_by) if model.decisions[place].id not in decided]
    return [place for place in unsaid if seen_by[place] == seen_by[at_hand]] or [at_hand]


def check_decided(model: Model, at_hand: int, decided: Mapping[str, str]) -> None:
    """Refuse earlier decisions that are none, and options that they do not have."""
    for id_, option in decided.items():
        decision = decision_of(model, id_)
        if decision not in model.decisions[:at_hand]:
            raise Refused(f"{id_} is not decided before {model.decisions[at_hand].id}", field="decided")
        option_place(decision, option, id_)


def ways_decided(model: Model, at_hand: int, decided: Mapping[str, str], solved: Solved) -> list[Plan]:
    """The ways that the decisions before one may have gone, of those offered and as far as it is said."""
    ways = []
    for way in np.ndindex(*solved.offered[at_hand].shape[1:-1]):
        gone = zip(model.decisions, way, strict=False)
        if solved.offered[at_hand][(0, *way)].any() and all(
            decided.get(decision.id, decision.at(place).id) == decision.at(place).id for decision, place in gone
        ):
            ways.append(way)
    if not ways:
        said = ", ".join(f"{id_} {option}" for id_, option in decided.items())
        raise Refused(f"{said} is not offered with these cards", field="decided")
    return ways


def advise(
    game: str | Game | Model | Rulebook,
    known: Mapping[str, tuple[int, ...]],
    *,
    house: Mapping[str, object] | None = None,
    seen: Iterable[int] = (),
    stakes: Stakes | None = None,
    decided: Mapping[str, str] | None = None,
    decision: str = "",
    place: str = "",
) -> Advice:
    """Value every option in one hand, over each deal that agrees with what is known.

    The decision at hand is the one named, or the latest whose sight is wholly known; of several that see the same
    cards, the first that is asked and not among those `decided`. What was `decided` before, by decision and option, is
    asked for where it matters; where it does not, decisions left unsaid are taken to have gone their first way.
    More deals than this machine can look at are refused before any is.
    """
    model, seen = model_of(game, house), tuple(seen)
    if not model.decisions:
        raise Refused(f"{model.id} has no decisions; there is nothing to advise on")
    fixed = model.sight_from(known)
    check_known(model, fixed)
    may_be = decisions_at_hand(model, fixed, decided or {}, decision)
    check_decided(model, may_be[0], decided or {})
    if stakes:
        checked_mix(model, stakes)
    space = Space(model, without(model.composition, (*seen, *known_cards(model, fixed))), lumped=False, known=fixed)
    counted = counted_in(space)
    for at_hand in may_be:
        at, counts = model.decisions[at_hand], later_sights(counted, at_hand)
        solved = Solver(counts, model).solved(stakes)
        ways = ways_decided(model, at_hand, decided or {}, solved)
        open_ = [way for way in ways if solved.offered[at_hand][(0, *way)][: len(at.options)].any()]
        if open_:
            break
    else:
        raise Refused(f"{at.id} is not asked with these cards, so there is nothing to decide", clause=at.clause)
    valued = [worth(solved, at_hand, way) for way in open_]
    if any(one.keys() != valued[0].keys() or len({one[p] - valued[0][p] for p in one}) > 1 for one in valued):
        unsaid = [(place, d) for place, d in enumerate(model.decisions[:at_hand]) if d.id not in (decided or {})]
        words = "; ".join(f"{d.id}: {', '.join(ids_of(d, [way[place] for way in open_]))}" for place, d in unsaid)
        raise Refused(f"what was decided before matters to {at.id}; say it ({words})", field="decided")
    went = zip(model.decisions, open_[0], strict=False)
    return Advice(
        {at.options[p].id: valued[0][p] / counts.total for p in in_order(solved, model, at_hand, open_[0])},
        counts.total,
        at.id,
        {d.id: d.options[place].id for d, place in went if place < len(d.options)},
        advised_on(conditions_of(game, house, place=place), model, known, seen, decided, stakes),
    )


def ids_of(decision: Decision, places: Iterable[int]) -> list[str]:
    """The options in some places of a decision, each once."""
    return list(dict.fromkeys(decision.at(place).id for place in places))


def advised_on(
    of: Conditions,
    model: Model,
    known: Fixed,
    seen: tuple[int, ...],
    decided: Mapping[str, str] | None,
    stakes: Stakes | None,
) -> Conditions:
    """What advice on one hand presumes; a card that is not known, where others of its draw are, no command can name."""
    dice = {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}
    staked = tuple(f"{id_}={units}" for id_, units in (stakes or {}).items())
    told = {
        name: " ".join("?" if card is None else str(card) if name in dice else card_name(card) for card in cards)
        for name, cards in known.items()
    }
    verb = "" if any(card is None for cards in known.values() for card in cards) else "advise"
    asked = of.asked(verb, options={"--stake": staked})
    return replace(asked, known=told, seen=seen, decided=dict(decided or {}))


def known_cards(model: Model, fixed: Fixed) -> list[int]:
    """The cards that are known, which are no longer in the decks."""
    dealt = (drawn.name for drawn in model.draws if drawn.kind is not Draw.DIE)
    return [card for name in dealt for card in fixed.get(name, ()) if card is not None]


def counted_in(space: Space) -> Counts:
    """Count the deals of one hand: a few of them in plain Python, which is done before anything is compiled."""
    if (pool := Pool(space)).applies:
        found = pooled(pool)
        check(space, found.keys, found.counts)
        return Counts(space.model, space.composition, space.total, found.keys, found.counts, found.leaves)
    counter = written(space)
    total = Sum()
    if space.leaves <= INTERPRETED_MAX:
        for part in parts_of(space, counter):
            used, leaves, keys, counts = interpreted(part)
            if used < 0:
                raise no_code(space.model, used)
            total.add(keys, counts)
            total.leaves += leaves
    else:
        if space.leaves >= SAMPLED_FROM:
            EFFORT.get().notice(f"looking at {space.total:,} deals" + foreseen(space, counter, 0, None))
        for _ in summed(total, space, counter):
            pass
    found = total.kept
    check(space, found.keys, found.counts)
    return Counts(space.model, space.composition, space.total, found.keys, found.counts, found.leaves)


def later_sights(counts: Counts, at_hand: int) -> Counts:
    """A count by what is seen at the decisions yet to come alone."""
    layout = counts.layout
    later = prod(decision.codes for decision in counts.model.decisions[at_hand + 1 :])
    sight, rest = np.divmod(counts.keys, len(layout.paths) * layout.joints)
    keys, deals = merged([(sight % later * (len(layout.paths) * layout.joints) + rest, counts.counts)])
    if layout.offers and not is_seen(layout, keys, deals, counts.total):
        raise Refused(f"what is offered depends on cards that are not given; give all that {layout.model.id} shows you")
    return replace(counts, keys=keys, counts=deals)


def worth(solved: Solved, at_hand: int, way: Plan) -> dict[int, Fraction]:
    """What all deals win together by each option that is offered, later decisions being made at their best."""
    values, offered = solved.values[at_hand][(0, *way)], solved.offered[at_hand][(0, *way)]
    return {place: Fraction(int(values[place]), solved.scale) for place in np.flatnonzero(offered).tolist()}


def in_order(solved: Solved, model: Model, at_hand: int, way: Plan) -> list[int]:
    """The places of the options on offer, of two that are worth the same the one that is taken first."""
    best, values = int(solved.best[at_hand][(0, *way)]), solved.values[at_hand][(0, *way)]
    offered = solved.offered[at_hand][(0, *way)]
    return sorted(
        (place for place in preference(model.decisions[at_hand]) if offered[place]),
        key=lambda place: place != best and values[place] == values[best],
    )
