"""Advice for one hand: the exact value of each option, walking every deal that agrees with what is known."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product

from croupier.cards import DECK, card_name
from croupier.conditions import Conditions, conditions_of
from croupier.errors import Refused, quoted
from croupier.exact.api import model_of, without
from croupier.exact.counter import Layout
from croupier.exact.sheet import Sheet, Shown
from croupier.exact.solve import TIES, Stakes, check_stakes, decision_of, option_place, usual_stakes
from croupier.exact.space import Composition, full
from croupier.exact.walk import result, walk, winnings
from croupier.rulebook import Game
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Fixed, Model
from croupier.rulebook.wager import Decision, Option


@dataclass(frozen=True)
class Advice(Shown):
    """The exact value of each option in one hand; later decisions are made at their best."""

    options: Mapping[str, Fraction]
    """Expected result per initial unit; of two that are worth the same, the one that is taken stands first."""
    deals: int
    decision: str = ""
    decided: Mapping[str, str] = field(default_factory=dict)
    """The earlier decisions that the values presume."""
    conditions: Conditions | None = field(default=None, compare=False, repr=False)
    """What the values presume."""

    @property
    def best(self) -> str:
        """The option worth most."""
        return max(self.options, key=lambda option: self.options[option])

    def cost(self, option: str) -> Fraction:
        """What an option loses against the best."""
        return self.options[self.best] - self.options[option]

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
            yield f"{' and '.join(alike)} are worth exactly the same. Taken is {TIES}."


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
        can_be = range(1, drawn.count + 1) if drawn.kind is Draw.DIE else DECK
        for value in fixed.get(drawn.name, ()):
            if value is not None and value not in can_be:
                raise Refused(f"{quoted(value)} is neither a card nor a face of a die that is there", field=drawn.name)


def sizes_of(model: Model) -> dict[str, int]:
    """How many cards each draw has; a die is one."""
    return {drawn.name: 1 if drawn.kind is Draw.DIE else drawn.count for drawn in model.draws}


def decision_at_hand(model: Model, fixed: Fixed) -> int:
    """The place of the latest decision whose sight is wholly known; those before it must be known too."""
    unknown = [
        [name for name in sizes_of(model) if name in Layout(model).needs(decision.sees) and name not in fixed]
        for decision in model.decisions
    ]
    at_hand = max((place for place, missing in enumerate(unknown) if not missing), default=0)
    for decision, missing in zip(model.decisions[: at_hand + 1], unknown, strict=False):
        if missing:
            raise Refused("it is seen before the decision; give it too", clause=decision.clause, field=missing[0])
    return at_hand


def ways_decided(model: Model, at_hand: int, decided: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The ways that the decisions before one may have gone, as far as it is said."""
    earlier = model.decisions[:at_hand]
    for id_, option in decided.items():
        decision = decision_of(model, id_)
        if decision not in earlier:
            raise Refused(f"{id_} is not decided before {model.decisions[at_hand].id}", field="decided")
        option_place(decision, option, id_)
    return list(product(*([decided[d.id]] if d.id in decided else [o.id for o in d.options] for d in earlier)))


Way = tuple[str, ...]
Totals = dict[tuple[int, ...], dict[Way, Fraction]]
"""By what is seen at the decisions yet to come: what each way to decide wins in all its deals."""
Alike = set[tuple[str, str]]
"""Two options at a time, in the order in which the decision lists them."""


def advise(
    game: str | Game | Model,
    known: Mapping[str, tuple[int, ...]],
    *,
    house: Mapping[str, object] | None = None,
    seen: Iterable[int] = (),
    stakes: Stakes | None = None,
    decided: Mapping[str, str] | None = None,
) -> Advice:
    """Value every option in one hand, walking each deal that agrees with what is known.

    The decision at hand is the latest whose sight is wholly known. What was `decided` before, by decision and option,
    is asked for where it matters; where it does not, decisions left unsaid are taken to have gone their first way.
    """
    model, seen = model_of(game, house), tuple(seen)
    if not model.decisions:
        raise Refused(f"{model.id} has no decisions; there is nothing to advise on")
    fixed = model.sight_from(known)
    check_known(model, fixed)
    at_hand = decision_at_hand(model, fixed)
    ways = ways_decided(model, at_hand, decided or {})
    decision = model.decisions[at_hand]
    check_stakes(model, stakes or {})
    units = {id_: Fraction(amount) for id_, amount in (stakes or usual_stakes(model)).items()}
    totals, deals, alike = walked(model, without(full(model.decks), seen), fixed, at_hand, ways, units)
    valued = [[at_best(model, totals, at_hand, (*way, option.id)) for option in decision.options] for way in ways]
    if any(len({a - b for a, b in zip(one, valued[0], strict=True)}) > 1 for one in valued):
        unsaid = [d for d in model.decisions[:at_hand] if d.id not in (decided or {})]
        words = "; ".join(f"{d.id}: {', '.join(option.id for option in d.options)}" for d in unsaid)
        raise Refused(f"what was decided before matters to {decision.id}; say it ({words})", field="decided")
    return Advice(
        {decision.options[place].id: valued[0][place] / deals for place in taken_first(decision, alike)},
        deals,
        decision.id,
        {d.id: option for d, option in zip(model.decisions, ways[0], strict=False)},
        advised_on(game, house, known, seen, decided, stakes),
    )


def advised_on(
    game: str | Game | Model,
    house: Mapping[str, object] | None,
    known: Fixed,
    seen: tuple[int, ...],
    decided: Mapping[str, str] | None,
    stakes: Stakes | None,
) -> Conditions:
    """What advice on one hand presumes; a card that is not known, where others of its draw are, no command can name."""
    of = conditions_of(game, house)
    dice = {drawn.name for drawn in model_of(game, house).draws if drawn.kind is Draw.DIE}
    staked = tuple(f"{id_}={units}" for id_, units in (stakes or {}).items())
    told = {
        name: " ".join("?" if card is None else str(card) if name in dice else card_name(card) for card in cards)
        for name, cards in known.items()
    }
    verb = "" if any(card is None for cards in known.values() for card in cards) else "advise"
    asked = of.asked(verb, options={"--stake": staked})
    return replace(asked, known=told, seen=seen, decided=dict(decided or {}))


def walked(
    model: Model, composition: Composition, fixed: Fixed, at_hand: int, ways: list[Way], units: Mapping[str, Fraction]
) -> tuple[Totals, int, Alike]:
    """Walk every deal: what each way to decide wins, by what later decisions see, and how many deals there are.

    And which two options at hand win the same in every deal, whatever is decided later.
    """
    later = model.decisions[at_hand + 1 :]
    plans = [
        (*way, *rest)
        for way in ways
        for rest in product(*([option.id for option in d.options] for d in model.decisions[at_hand:]))
    ]
    ids = [option.id for option in model.decisions[at_hand].options]
    alike: Alike = set(combinations(ids, 2))
    totals: Totals = {}
    deals = 0
    for facts, weight in walk(model, composition, fixed):
        deals += weight
        sight = tuple(result(model, decision.sees, dict(facts)) for decision in later)
        won = totals.setdefault(sight, dict.fromkeys(plans, Fraction(0)))
        each: dict[Way, Fraction] = {}
        for plan in plans:
            options = {decision.id: id_ for decision, id_ in zip(model.decisions, plan, strict=True)}
            each[plan] = winnings(model, facts, options, units)
            won[plan] += weight * each[plan]
        if alike:
            alike -= {
                (plan[at_hand], other)
                for plan in plans
                for other in ids
                if each[plan] != each[(*plan[:at_hand], other, *plan[at_hand + 1 :])]
            }
    if not deals:
        raise Refused("no deal agrees with what is known")
    return totals, deals, alike


def taken_first(decision: Decision, alike: Alike) -> list[int]:
    """The places of a decision's options, of two that are worth the same the one that is taken first, as in `solve`."""
    stakes = {option.id: option.multiple for option in decision.options}

    def at_risk(option: Option) -> int:
        same = {id_ for pair in alike if option.id in pair for id_ in pair}
        return min(stakes[id_] for id_ in {option.id, *same})

    return sorted(
        range(len(stakes)),
        key=lambda place: (
            -at_risk(decision.options[place]),
            decision.options[place].multiple,
            decision.options[place].id,
        ),
    )


def at_best(model: Model, totals: Totals, at_hand: int, way: Way) -> Fraction:
    """What all deals win after decisions went a way, those after them being made at their best."""
    if len(way) == len(model.decisions):
        return sum((won[way] for won in totals.values()), Fraction(0))
    seen: dict[int, Totals] = {}
    for sight, won in totals.items():
        seen.setdefault(sight[len(way) - at_hand - 1], {})[sight] = won
    options = model.decisions[len(way)].options
    return sum(
        (max(at_best(model, alike, at_hand, (*way, o.id)) for o in options) for alike in seen.values()), Fraction(0)
    )
