"""A table prepared for simulation: who bets what, and what the table's own core makes of it.

Limits, fees and the order of settlement are not worked out here: wagers are placed, fees taken and rounds settled at a
table of `croupier.table`, and what it did is read off. The simulation then does the same many times.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from typing import Final

import numpy as np

from croupier.errors import Refused
from croupier.exact.counter import Layout, Plan
from croupier.exact.solve import Solver, base_wagers
from croupier.exact.space import Ints
from croupier.money import CENTS_PER_DOLLAR, cents_from
from croupier.rulebook import Burn, Decision, Game, Rulebook
from croupier.rulebook.model import Model
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting, awaiting
from croupier.table.core import next_colour, open_table, step
from croupier.table.driver import drive
from croupier.table.state import BANK_WAGER, State, offers

AMPLE: Final = 10**15
"""Cents that no shift uses up, small enough for a kernel to add them."""
USUAL_MAIN: Final = 25 * CENTS_PER_DOLLAR
USUAL_SIDE: Final = 5 * CENTS_PER_DOLLAR
PATTERNS_MAX: Final = 1 << 12
"""Ways the seats may decide together, each with its order of settlement."""
WITNESSES: Final = 8
"""Deals by which the order of settlement is found for every way to decide."""
NO_LINE: Final = -(1 << 62)
"""Stands for a payment where a wager has no line."""


@dataclass(frozen=True)
class Seat:
    """What a seat bets in every round, and how it decides."""

    stakes: Mapping[str, int]
    """Cents on the wagers that are bet before the deal."""
    spot: int = 0
    strategy: str | Mapping[str, object] = "optimal"

    def placed_in(self, model: Model) -> dict[str, int]:
        """Cents on every wager as the cards are dealt."""
        return {wager.id: self.stakes.get(wager.equals or wager.id, 0) for wager in model.placed}


def seat(*, spot: int = 0, strategy: str | Mapping[str, object] = "optimal", **wagers: object) -> Seat:
    """A seat that bets so many dollars on each wager named: `seat(ante=25, pair_plus=5)`."""
    return Seat({id_: cents_from(dollars) for id_, dollars in wagers.items()}, spot, strategy)


def usual_seats(book: Rulebook, count: int, strategy: str | Mapping[str, object]) -> tuple[Seat, ...]:
    """Seats of mixed wagers: $25 on the main one, and $5 on the side bets that the binary ones of its number name."""
    main, *sides = base_wagers(book.model)

    def stakes(number: int) -> dict[str, int]:
        betting = [wager for place, wager in enumerate(sides) if number >> place & 1]
        return {main.id: max(USUAL_MAIN, main.least)} | {wager.id: max(USUAL_SIDE, wager.least) for wager in betting}

    spots = len(book.spots)
    return tuple(Seat(stakes(n), (n - 1) % spots + 1 if spots else 0, strategy) for n in range(1, count + 1))


@dataclass(frozen=True)
class Laid:
    """A table at which every wager lies and the betting is closed."""

    state: State
    fees: Mapping[int, int]
    """What each seat paid to the drop box."""

    @property
    def player_dealer_fee(self) -> int:
        return self.fees.get(self.state.player_dealer, 0)


def lay(game: Game, house: Mapping[str, object], seats: Sequence[Seat], wager: int, button: int) -> Laid:
    """Sit down, bank with a wager, bet and close, at a table that refuses what its clauses refuse."""
    state, _ = open_table(game, dict(house))
    book = state.rulebook
    room = book.seats - 1 if state.player_banked else book.seats
    if not 1 <= len(seats) <= room:
        raise Refused(f"{len(seats)} seats cannot play; 1 to {room} can", clause=book.seats_clause, field="seats")
    for number, each in enumerate(seats, 1):
        if not any(each.stakes.values()):
            raise Refused(f"seat {number} bets nothing; give it a wager or leave it out", field="seats")
    for command in opening(state, seats, button):
        state, _ = step(state, command)
    fees: list[e.FeeCollected] = []
    for command in betting(state, seats, wager):
        state, events = step(state, command)
        fees += [event for event in events if isinstance(event, e.FeeCollected)]
    return Laid(state, {fee.seat: sum(f.cents for f in fees if f.seat == fee.seat) for fee in fees})


def opening(state: State, seats: Sequence[Seat], button: int) -> Iterator[c.Command]:
    """All sit down, the last place banks where a player does, and a round opens."""
    book = state.rulebook
    for number in range(1, len(seats) + 1):
        yield c.Sit(number, f"Seat {number}", AMPLE)
    if state.player_banked:
        yield c.Sit(book.seats, "Player-dealer", 4 * AMPLE)
        yield c.OfferBank()
        yield from (c.DeclineBank(number) for number in range(1, len(seats) + 1))
        yield c.TakeBank(book.seats)
    if book.supply.decks:
        yield c.Shuffle(next_colour(state), "")
    if book.supply.burn is not Burn.NONE:
        yield c.BurnCards(0 if book.supply.burn is Burn.BY_VALUE else None)
    yield c.OpenRound((button or 1) if book.action_button else button)


def betting(state: State, seats: Sequence[Seat], wager: int) -> Iterator[c.Command]:
    """All bet, and the betting is closed; a player-dealer's wager is first heard as given, and then made ample."""
    if state.player_banked:
        yield c.PlaceWager(state.player_dealer, BANK_WAGER, wager)
        yield c.PlaceWager(state.player_dealer, BANK_WAGER, AMPLE)
    for number, each in enumerate(seats, 1):
        ids = [known.id for known in state.rulebook.wagers if known.id in each.stakes]
        unknown = [id_ for id_ in each.stakes if id_ not in ids]
        for id_ in (*ids, *unknown):  # the table says what is wrong with one it does not know
            chooses = id_ == state.rulebook.wagers[0].id
            if each.stakes[id_]:
                yield c.PlaceWager(number, id_, each.stakes[id_], each.spot if chooses else 0)
    yield c.CloseBets()


# ── The order of settlement ──────────────────────────────────────────────────────────────────────────────────────────

Chosen = dict[int, Plan]
"""The places of the options that each seat decided on, in turn."""
Moved = list[tuple[int, int]]
"""The wagers of a round in the order they were settled, each as its place and the cents it won."""


def passed_over(decisions: Sequence[Decision], chosen: Plan) -> Plan:
    """What a seat decided, and that it was not asked the other decisions of these."""
    return (*chosen, *(len(decision.options) for decision in decisions[len(chosen) :]))


def orders(laid: Laid, layout: Layout, seats: int) -> Ints:
    """The order in which wagers are settled for every way the seats may decide, as the table settles them.

    The table is asked with a few deals. Its order may depend on the cards only for wagers that move no money then, such
    as a Play that goes back at once; a game for which that is not so is refused.
    """
    plans = layout.plans
    if len(plans) ** seats > PATTERNS_MAX:
        raise Refused(f"{seats} seats can decide in more than {PATTERNS_MAX:,} ways; seat fewer", field="seats")
    settled: dict[int, list[Moved]] = {}
    for witness in range(WITNESSES):
        for chosen, moved in settlements(laid.state, witness_deal(witness, laid.state.rulebook.supply.deck), {}):
            pattern = 0
            for seat_ in range(1, seats + 1):
                pattern = pattern * len(plans) + plans.index(passed_over(layout.model.decisions, chosen.get(seat_, ())))
            settled.setdefault(pattern, []).append(moved)
    if layout.offers and len(settled) < len(layout.path_of_plan) ** seats:
        raise Refused("what is offered depends on the cards; such a bank cannot be simulated")
    longest = max(len(moved) for seen in settled.values() for moved in seen)
    table = np.full((len(plans) ** seats, longest), -1, dtype=np.int64)
    for pattern, seen in settled.items():
        order = order_of(seen)
        table[pattern, : len(order)] = order
    return table


def order_of(seen: list[Moved]) -> list[int]:
    """The one order that holds for the wagers that moved money in every deal."""
    for moved in seen:
        order = [item for item, _ in moved]
        others = [[item for item, cents in other if cents] for other in seen]
        if all(other == [item for item in order if item in other] for other in others):
            return order
    raise Refused("the order of settlement depends on the cards; such a bank cannot be simulated")


def witness_deal(number: int, deck: tuple[int, ...]) -> tuple[int, ...]:
    """All cards in an order of no meaning."""
    return tuple(sorted(deck, key=lambda card: blake2b(f"{number} {card}".encode()).digest()))


def settlements(laid: State, cards: tuple[int, ...], chosen: Chosen) -> Iterator[tuple[Chosen, Moved]]:
    """Every way the seats may decide in one deal, and what the table settles then."""

    def chance(state: State, waiting: Awaiting) -> tuple[c.Command, ...]:
        match waiting:
            case AwaitCards(count=count):
                return (c.DealCards(cards[state.drawn : state.drawn + count]),)
            case AwaitDie(faces=faces):
                return (c.RollDie(1 + cards[state.drawn] % faces),)
            case _:
                return ()

    state = drive(laid, chance)
    match awaiting(state):
        case AwaitDecision(decision=id_, seats=(seat_, *_)):
            decision = state.rulebook.decisions_by_id[id_]
            before = state.rulebook.decisions[: state.rulebook.decisions.index(decision)]
            for option in offers(state, seat_, decision):
                plan = (*passed_over(before, chosen.get(seat_, ())), decision.options.index(option))
                decided, _ = step(state, c.Decide(seat_, option.id))
                yield from settlements(decided, cards, {**chosen, seat_: plan})
        case _:
            _, events = step(state, c.SettleRound())
            yield chosen, [(place_of(state.rulebook, s), s.result) for s in events if isinstance(s, e.WagerSettled)]


def place_of(book: Rulebook, settled: e.WagerSettled) -> int:
    """The number of a seat's wager among all seats' wagers."""
    ids = [wager.id for wager in book.wagers]
    return (settled.seat - 1) * len(ids) + ids.index(settled.wager)


# ── Money ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def payments(book: Rulebook, solver: Solver, seats: Sequence[Seat]) -> Ints:
    """The cents that each seat's wagers win, by wager, plan and outcome code or roll, as the table pays them."""
    model = book.model
    codes = 1 + max(int(line.code) for line in chain.from_iterable(wager.lines for wager in model.wagers))
    layout = solver.counts.layout
    codes = max(codes, *(size for _, size in layout.rules))
    told = layout.joints if layout.by_roll else codes
    pays = np.zeros((len(seats), len(model.wagers), len(solver.plans), told), dtype=np.int64)
    for row, each in enumerate(seats):
        for number, plan in enumerate(solver.plans):
            units = solver.units(plan, each.stakes)
            for column, wager in enumerate(model.wagers):
                stake = int(units[wager.id])
                if not stake:
                    continue
                terms = [book.terms.get((wager.id, code)) for code in range(codes)]
                paid = [NO_LINE if each is None else each.due(stake, book.commission_rounding) for each in terms]
                due = np.array(paid, dtype=np.int64)
                pays[row, column, number] = due[solver.code_of_joint[wager.id]] if layout.by_roll else due
    return pays
