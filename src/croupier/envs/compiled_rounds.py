"""Rounds by the compiled rules, many at once: dealt and seen, and settled when everything is decided."""

from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.envs.actions import Bet
from croupier.errors import Refused
from croupier.exact.solve import Solver
from croupier.exact.space import every_card
from croupier.kernel.kernel import Kernel
from croupier.rulebook import Decision, Rulebook
from croupier.rulebook.model import Model, offers_of
from croupier.simulation.job import checked
from croupier.simulation.random_words import ROUNDS_MAX, TEMPLATE, drawing, key_of
from croupier.simulation.rounds.kernel import RoundSource, bounds
from croupier.simulation.sights import Uncounted

Ints = npt.NDArray[np.int64]

SPOT: Final = "spot"
"""The constant of a model that stands for a seat's betting spot."""
DEAL_SIGNATURE: Final = "int64(int64, int64, uint8[::1], int64[::1], int64[:,::1], int64[:,::1])"
SETTLE_SIGNATURE: Final = "int64(int64[:,::1], int64[::1], int64[:,::1], int64[::1])"
OFFERS_SIGNATURE: Final = "int64(int64[:,::1], int64[::1], int64[:,::1], int8[:,::1])"
NO_LINE: Final = -(1 << 60)


class CompiledRounds:
    """One round at each of many tables, each with a bet of its own."""

    def __init__(self, book: Rulebook, bets: tuple[Bet, ...], stake: int, tables: int) -> None:
        self.book = book
        self.bets = bets
        self.stake = stake
        self.model = played_model(book, bets)
        self.solver = Solver(Uncounted(self.model, self.model.composition), self.model)
        """For the money of each plan; nothing is counted."""
        self.spots = np.array([bet.spot for bet in bets], dtype=np.int64)
        self.key = self.next = 0
        source = DealSource(self.model)
        self.drawn = np.zeros((tables, len(source.bounds(source.size))), dtype=np.int64)
        """By table: all cards and faces of its round, in the order of the draws."""
        self.sights = np.zeros((tables, len(self.model.decisions)), dtype=np.int64)
        """By table: what is seen at each decision."""
        self.joints = np.zeros(tables, dtype=np.int64)
        self.offerers: dict[int, Kernel] = {}

    def shuffle(self, seed: int) -> None:
        """Start anew with the rounds of a seed."""
        self.key, self.next = key_of(seed, f"tables of {self.model.id}"), 0

    def deal(self, bet: Ints) -> None:
        """Deal the next round at every table."""
        if self.next + len(bet) > ROUNDS_MAX:
            raise Refused(f"all {ROUNDS_MAX:,} rounds of this seed are played; reset with another")
        checked(self.dealer.compiled(self.key, self.next, self.shoe, self.spots[bet], self.drawn, self.sights))
        self.next += len(bet)

    def settle(self, bet: Ints, decided: Ints) -> Ints:
        """What every table pays to the seat, in cents."""
        checked(self.settler.compiled(self.drawn, self.spots[bet], decided, self.joints))
        plans = np.zeros(len(bet), dtype=np.int64)
        for number, decision in enumerate(self.model.decisions):
            plans = plans * decision.places + decided[:, number]
        paid = self.paid[bet, plans, self.joints]
        if np.any(paid <= NO_LINE // 2):
            raise Refused(
                f"a rule of {self.model.id} gave a code for which the wager has no line; `analyze` says which"
            )
        return paid

    @cached_property
    def shoe(self) -> npt.NDArray[np.uint8]:
        return every_card(self.model.composition)

    @cached_property
    def paid(self) -> Ints:
        """By bet, plan and joint outcome: the cents that a table pays, or takes if below zero."""
        solver, layout = self.solver, self.solver.counts.layout
        paid = np.zeros((len(self.bets), len(layout.plans), layout.joints), dtype=np.int64)
        for number, bet in enumerate(self.bets):
            for place, plan in enumerate(layout.plans):
                for id_, units in solver.units(plan, dict.fromkeys(bet.wagers, 1)).items():
                    if units:
                        paid[number, place] += self.due(id_, int(units * self.stake))[solver.code_of_joint[id_]]
        return paid

    def due(self, wager: str, stake: int) -> Ints:
        """By outcome code: what a stake on a wager wins; far too little where it has no line."""
        codes = range(int(self.solver.code_of_joint[wager].max()) + 1)
        terms = [self.book.terms.get((wager, code)) for code in codes]
        return np.array([each.due(stake, self.book.commission_rounding) if each else NO_LINE for each in terms])

    @cached_property
    def dealer(self) -> Kernel:
        source = DealSource(self.model)
        source.each_table("def deal(key, first, shoe, spots, drawn, sights):")
        source.emit("index = first + table", *drawing(source.bounds(source.size), "index"))
        source.deal(self.model.composition)
        source.emit(*(f"drawn[table, {number}] = x{number}" for number in range(self.drawn.shape[1])))
        source.at_spot()
        for number, decision in enumerate(self.model.decisions):
            source.features(set(), set(decision.sees.inputs))
            source.emit(f"sight = {source.call(decision.sees)}")
            source.within("sight", decision.codes)
            source.emit(f"sights[table, {number}] = sight")
        return source.kernel("deal", DEAL_SIGNATURE, TEMPLATE)

    @cached_property
    def settler(self) -> Kernel:
        source = DealSource(self.model)
        source.each_table("def settle(drawn, spots, decided, joints):")
        source.read_back()
        source.at_spot()
        for number, decision in enumerate(self.model.decisions):
            source.take_option(number, decision)
        if self.model.late:
            source.draw_late(f"decided[table, {len(self.model.decisions) - 1}]")
        source.features({decision.id for decision in self.model.decisions})
        source.emit("joint = 0")
        for number, (rule, size) in enumerate(self.solver.counts.layout.outcomes):
            source.emit(f"o{number} = {source.call(rule)}")
            source.within(f"o{number}", size)
            source.emit(f"joint = joint * {size} + o{number}")
        source.emit("joints[table] = joint")
        return source.kernel("settle", SETTLE_SIGNATURE, '"""Generated: settles rounds."""\n\n\n')

    def offers(self, number: int, bet: Ints, decided: Ints) -> npt.NDArray[np.int8]:
        """By table and option of a decision: whether it is offered; at a table that is not asked, none is."""
        decision = self.model.decisions[number]
        mask = np.ones((len(bet), len(decision.options)), dtype=np.int8)
        if offers_of(decision):
            checked(self.offerer(number).compiled(self.drawn, self.spots[bet], decided, mask))
        return mask

    def offerer(self, number: int) -> Kernel:
        """A kernel that says what one decision offers at every table."""
        if number not in self.offerers:
            decision = self.model.decisions[number]
            source = DealSource(self.model)
            source.each_table("def offers(drawn, spots, decided, mask):")
            source.read_back()
            source.at_spot()
            for place, earlier in enumerate(self.model.decisions[:number]):
                source.take_option(place, earlier)
            reads = set().union(*(rule.inputs for rule in offers_of(decision)))
            source.features({each.id for each in self.model.decisions[:number]}, reads)
            source.emit(f"asked = {source.call(decision.asked) if decision.asked else 1} != 0")
            for place, option in enumerate(decision.options):
                offered = f"{source.call(option.offered)} != 0" if option.offered else "asked"
                source.emit(f"mask[table, {place}] = 1 if asked and {offered} else 0")
            self.offerers[number] = source.kernel(
                "offers", OFFERS_SIGNATURE, '"""Generated: says what is offered."""\n\n\n'
            )
        return self.offerers[number]


class DealSource(RoundSource):
    """Lines that deal the round of one table, or take up one that was dealt."""

    def take_option(self, number: int, decision: Decision) -> None:
        """Have what a table decided known."""
        codes = tuple(int(decision.at(place).code) for place in range(decision.places))
        self.emit(f"option_{number} = {codes}[decided[table, {number}]]")
        self.known[decision.id] = [f"option_{number}"]

    @property
    def size(self) -> int:
        return sum(self.model.composition)

    def each_table(self, heading: str) -> None:
        """Begin a function that goes from table to table."""
        self.emit(heading)
        self.depth = 1
        self.emit("bad = 0", "for table in range(len(spots)):")
        self.depth = 2

    def at_spot(self) -> None:
        """Have the table's own spot known in place of the model's."""
        if SPOT in self.model.constants:
            self.emit("spot = spots[table]")
            self.known[SPOT] = ["spot"]

    def read_back(self) -> None:
        """Have the cards and faces of a table known that were written down."""
        number = 0
        for drawn in self.model.draws:
            places = len(bounds((drawn,), self.size))
            self.known[drawn.name] = [f"x{number + place}" for place in range(places)]
            number += places
        self.emit(*(f"x{place} = drawn[table, {place}]" for place in range(number)))

    def kernel(self, entry: str, signature: str, template: str) -> Kernel:
        self.depth = 1
        self.emit("return bad")
        return Kernel(entry, signature, template + self.text, tuple(self.rules.items()))


def played_model(book: Rulebook, bets: tuple[Bet, ...]) -> Model:
    """The model without wagers that no bet is on: nothing is worked out for them."""
    model = book.model
    bet_on = {id_ for bet in bets for id_ in bet.wagers} | {decision.wager for decision in model.decisions}
    bet_on |= {wager.equals for wager in model.wagers if wager.id in bet_on}
    return replace(model, wagers=tuple(wager for wager in model.wagers if {wager.id, wager.equals} & bet_on))


class SightReader:
    """Takes the sights of a decision apart; what was read once is kept."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.known = {field.name: np.zeros(0, dtype=np.int64) for field in decision.fields}
        self.is_read = np.zeros(0, dtype=np.bool_)

    def read(self, sights: Ints) -> dict[str, Ints]:
        """The parts of some sights, by name."""
        codes = np.asarray(sights, dtype=np.int64)
        if not len(self.is_read):
            self.is_read = np.zeros(self.decision.codes, dtype=np.bool_)
            self.known = {name: np.zeros(self.decision.codes, dtype=np.int32) for name in self.known}
        for code in np.unique(codes[~self.is_read[codes]]).tolist():
            for field in self.decision.fields:
                self.known[field.name][code] = field.value(code)
            self.is_read[code] = True
        return {name: column[codes].astype(np.int64) for name, column in self.known.items()}
