"""Rounds for whoever needs one of a kind: dealt by the rules at a table, over and over, until a case comes up.

A case that is rare is waited for with favoured cards: a few ranks and suits, different ones in every round, come out
more often than they should. That makes a royal flush a matter of a second; it changes no rule, and nothing here says
how often anything happens. All chance comes from outside.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

from croupier.cards import RANKS, is_joker, rank_of, suit_of
from croupier.chance import Chance
from croupier.company import NAMES, Company
from croupier.rulebook import Decision, Line, Rulebook, Wager, next_clockwise, owner_of
from croupier.settlement.cases import Case, case_of, case_of_fee
from croupier.settlement.dealing import unburned
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting
from croupier.table.core import next_colour, open_table, step
from croupier.table.driver import act, drive
from croupier.table.events import Event, FeeCollected, WagerSettled
from croupier.table.legal import LegalWager, legal
from croupier.table.state import BANK_WAGER, State, offers
from croupier.table.view import view

FAIR: Final = 24
"""So many rounds are dealt from all cards alike before some are favoured."""
RANKS_FAVOURED: Final = (1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 13)
SUITS_FAVOURED: Final = (1, 1, 2, 4, 4)
HOW_OFTEN: Final = (5, 7, 8, 8)
"""How many of eight cards are favoured ones."""
EIGHTHS: Final = 8
REPEATS_ONE_IN: Final = 4
STACK: Final = 5_000_00
"""The chips before a player, or as many as house-run players have if that is more."""
TOGETHER: Final = 8
"""So many rounds are dealt with the same wagers before others are placed."""
KEPT: Final = 2
"""So many rounds of each case are kept that came up while another was looked for."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is bet in a round that is made up."""

    seats: int = 1
    multiples: tuple[int, ...] = (1, 2, 3, 4, 5, 10)
    """Stakes in units."""
    unit: int = 5_00
    """In cents; where a wager takes no such stake, the least that it takes stands for it."""
    one_in: int = 1
    """Every wager that may be left out is placed in one of so many rounds."""


@dataclass(frozen=True)
class Sample:
    """One round: the table before it was settled and after."""

    before: State
    after: State
    events: tuple[Event, ...]
    """Everything from the first wager on."""

    @property
    def book(self) -> Rulebook:
        return self.before.rulebook

    @property
    def settled(self) -> tuple[WagerSettled, ...]:
        """The wagers in the order of settlement."""
        return self.after.settled

    @cached_property
    def fees(self) -> tuple[FeeCollected, ...]:
        """The fees in the order in which they were collected."""
        return tuple(event for event in self.events if isinstance(event, FeeCollected))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The line of each settled wager."""
        book = self.book
        drawn = {seat: book.drawn(self.after, seat) for seat in {met.seat for met in self.settled}}
        return tuple(book.line(book.wagers_by_id[met.wager], drawn[met.seat]) for met in self.settled)

    @cached_property
    def wager_cases(self) -> tuple[Case, ...]:
        """The case of each settled wager."""
        return tuple(case_of(met, line, self.book) for met, line in zip(self.settled, self.lines, strict=True))

    @cached_property
    def cases(self) -> frozenset[Case]:
        """Every case that came up."""
        fees = (case_of_fee(fee, self.before.player_dealer, self.book) for fee in self.fees)
        return frozenset((*self.wager_cases, *fees))


class Sampler:
    """Deals rounds of one game under its house rules."""

    def __init__(self, book: Rulebook, chance: Chance, stakes: Stakes | None = None) -> None:
        """Chance decides everything, so a seed repeats it."""
        self.game = unburned(book.game)
        self.house = book.house.show()
        self.book = self.game.rulebook(book.house)
        self.stakes = stakes or Stakes()
        self.choices = chance.choices("samples")
        self.company = Company(self.book, chance)
        self.kept: dict[Case, list[Sample]] = {}
        """Rounds that came up while others were looked for."""
        self.looked: Counter[Case] = Counter()
        """How many rounds were dealt for a case since it last came up."""
        self.favoured: frozenset[int] = frozenset()
        self.how_often = 0
        self.repeats = False
        """Whether ranks that lie on the table are favoured: two hands are then often equal."""
        self.first = 0
        """The seat that favoured cards go to, besides those of the table."""
        self.events: list[Event] = []
        self.tables: dict[tuple[int, tuple[int, ...]], State] = {}

    def find(self, case: Case, most: int) -> Sample | None:
        """A round in which a case comes up; None if that takes more than so many rounds."""
        if self.kept.get(case):
            return self.kept[case].pop(0)
        for dealt in range(most):
            if not dealt % TOGETHER:
                seated = self.seated(case)
            self.favour(self.looked[case])
            self.looked[case] += 1
            sample = self.dealt(*seated, case)
            if case in sample.cases:
                self.looked[case] = 0
                return sample
            for other in sample.cases:
                if len(known := self.kept.setdefault(other, [])) < KEPT:
                    known.append(sample)
        return None

    def deal(self) -> Sample:
        """Deal one round, whatever comes up."""
        return self.dealt(*self.seated(None), None)

    def dealt(self, state: State, events: Sequence[Event], case: Case | None) -> Sample:
        """Deal a round whose wagers are placed."""
        self.events = [*events]
        before = drive(state, lambda now, waiting: self.answer(now, waiting, case), self.do)
        after = self.do(before, (c.SettleRound(),))
        return Sample(before, after, tuple(self.events))

    def do(self, state: State, commands: Sequence[c.Command]) -> State:
        """Put commands to the table and keep what happens."""
        for command in commands:
            stepped = step(state, command)
            state = stepped.state
            self.events += stepped.events
        return state

    # ── Who bets what ────────────────────────────────────────────────────────────────────────────────────────────────

    def seated(self, case: Case | None) -> tuple[State, Sequence[Event]]:
        """A table whose wagers are placed, with those that a case needs, and what has happened at it."""
        self.events = []
        banker = self.choices.below(self.book.seats) + 1 if self.book.player_banked else 0
        players = self.players(banker)
        self.first = players[0]
        state = self.opened(banker, tuple(players))
        bets = list(self.every_bet(state, players, case))
        if banker:
            state = self.do(state, (c.PlaceWager(banker, BANK_WAGER, self.bank_wager(bets, case)),))
        state = self.do(state, (*bets, c.CloseBets()))
        return state, tuple(self.events)

    def opened(self, banker: int, players: tuple[int, ...]) -> State:
        """A table with a round opened for these players, once for each table."""
        if (banker, players) not in self.tables:
            state = open_table(self.game, self.house).state
            if banker:
                state = act(state, (c.Sit(banker, name_of(banker), c.AMPLE_CENTS), c.OfferBank(), c.TakeBank(banker)))
            state = act(state, [c.Sit(seat, name_of(seat), max(STACK, self.company.stack)) for seat in players])
            button = players[0] if self.book.action_button else 0
            shuffle = (c.Shuffle(next_colour(state), ""),) if self.book.supply.decks else ()
            self.tables[banker, players] = act(state, (*shuffle, c.OpenRound(button)))
        return self.tables[banker, players]

    def players(self, banker: int) -> list[int]:
        """Who plays: neighbours, clockwise from the bank's left or from anywhere."""
        seats = self.book.seats
        first = next_clockwise(seats, banker) if banker else self.choices.below(seats) + 1
        players = []
        for _ in range(min(self.stakes.seats, seats - bool(banker)) or 1):
            players.append(first)
            first = next_clockwise(seats, first)
        return players

    def every_bet(self, state: State, players: Iterable[int], case: Case | None) -> Iterator[c.PlaceWager]:
        """What all players bet, the first of them what a case needs."""
        for place, seat in enumerate(players):
            yield from self.bets(state, seat, self.placed_for(case) if case and not place else "")

    def bets(self, state: State, seat: int, wanted: str) -> Iterator[c.PlaceWager]:
        """What one player bets: a wager that stands alone, and some of the others."""
        alone = [wager for wager in self.book.placed_wagers if not wager.needs]
        wager = self.book.wagers_by_id.get(wanted)
        may = [each for each in alone if wager is None or not wager.needs or each.id in wager.needs] or alone
        main = wager if wager and not wager.needs else may[self.choices.below(len(may))]
        for each in (main, *(other for other in self.book.placed_wagers if other is not main)):
            offer = legal(state, seat).wager(each.id)
            is_placed = each.id in (main.id, wanted) or not self.choices.below(self.odds_against(each, alone))
            if offer and is_placed:
                bet = c.PlaceWager(seat, each.id, self.stake(offer), self.spot(offer))
                state = act(state, (bet,))
                yield bet

    def odds_against(self, wager: Wager, alone: Sequence[Wager]) -> int:
        """In one of how many rounds a wager is placed that may be left out; two that stand alone less often."""
        return self.stakes.one_in * (2 if wager in alone and self.stakes.one_in > 1 else 1)

    def placed_for(self, case: Case) -> str:
        """The wager that has to be bet before the deal for a case to come up."""
        id_ = case.wager
        while id_ in self.book.decision_of_wager:
            id_ = self.book.decision_of_wager[id_].base
        wager = self.book.wagers_by_id.get(id_)
        return wager.equals or id_ if wager else ""

    def spot(self, offer: LegalWager) -> int:
        return offer.spots[self.choices.below(len(offer.spots))] if offer.spots else 0

    def stake(self, offer: LegalWager) -> int:
        """Some units, or the nearest that is taken."""
        multiples = self.stakes.multiples
        wanted = self.stakes.unit * multiples[self.choices.below(len(multiples))]
        cents = min(max(wanted, offer.least), offer.most)
        return cents - cents % offer.unit

    def bank_wager(self, bets: Sequence[c.PlaceWager], case: Case | None) -> int:
        """A wager that covers all that can be won, or one that is short of it."""
        staked = sum(bet.cents for bet in bets)
        if case and case.is_short:
            wager = staked * (1 + self.choices.below(2 * EIGHTHS)) // EIGHTHS
        else:
            wager = sum(self.most_due(bet.wager) * bet.cents for bet in bets)
        least = getattr(self.book.bank, "least", 0)
        wager = max(wager, least, 100)
        return wager + -wager % 100

    def most_due(self, wager: str) -> int:
        """How many times its stake a wager can win or lose, with what decisions add to it."""
        made = [w for w in self.book.wagers if w.id == wager or self.rests_on(w, wager)]
        return sum(max(1, *(-(-line.pays.numerator // line.pays.denominator) for line in w.lines)) for w in made)

    def rests_on(self, wager: Wager, base: str) -> bool:
        decision = self.book.decision_of_wager.get(wager.id)
        return wager.equals == base or (decision is not None and decision.base == base)

    # ── What comes then ──────────────────────────────────────────────────────────────────────────────────────────────

    def answer(self, state: State, waiting: Awaiting, case: Case | None) -> Sequence[c.Command]:
        """Cards and dice by chance; decisions by habit, or by chance too."""
        match waiting:
            case AwaitCards(slot=slot, count=count):
                return (c.DealCards(self.cards(state, count, self.favoured_in(state, slot))),)
            case AwaitDie(faces=faces):
                return (c.RollDie(self.face(state, faces)),)
            case AwaitDecision(decision=id_, seats=(seat, *_)):
                return (c.Decide(seat, self.option(state, seat, self.book.decisions_by_id[id_], case)),)
            case _:
                return ()

    def option(self, state: State, seat: int, decision: Decision, case: Case | None) -> str:
        """What a seat decides: by habit, by chance one time in three, and so that a wager is made that a case needs."""
        offered = offers(state, seat, decision)
        if case and case.wager == decision.wager:
            offered = tuple(option for option in offered if option.multiple > 0) or offered
        elif self.choices.below(3):
            return self.company.decides(view(state, seat), decision)
        return offered[self.choices.below(len(offered))].id

    def face(self, state: State, faces: int) -> int:
        """The face of a die; among favoured rounds often the same again."""
        if self.how_often and state.die and self.choices.below(2):
            return min(state.die, faces)
        return self.choices.below(faces) + 1

    def cards(self, state: State, count: int, favoured: frozenset[int]) -> tuple[int, ...]:
        """Cards out of those that are left."""
        left, drawn = bytearray(state.remaining), []
        for _ in range(count):
            pool = favoured if self.choices.below(EIGHTHS) < self.how_often else ()
            weights = [(card, left[card]) for card in pool if left[card]]
            weights = weights or [(card, copies) for card, copies in enumerate(left) if copies]
            ends = list(accumulate(copies for _, copies in weights))
            card, _ = weights[bisect(ends, self.choices.below(ends[-1]))]
            left[card] -= 1
            drawn.append(card)
        return tuple(drawn)

    def favoured_in(self, state: State, slot: str) -> frozenset[int]:
        """The cards that come out more often here; where ranks repeat, those of the ranks that lie on the table."""
        if owner_of(slot) not in (0, self.first):
            return frozenset()
        if not self.repeats:
            return self.favoured
        ranks = {rank_of(card) for cards in state.dealt.values() for card in cards}
        return frozenset(card for card in range(len(state.remaining)) if rank_of(card) in ranks)

    def favour(self, dealt: int) -> None:
        """Choose the cards that come out more often in the next round; none in the first ones."""
        self.how_often = 0
        if dealt < FAIR:
            return
        pick = self.choices.below
        self.repeats = not pick(REPEATS_ONE_IN)
        self.how_often = HOW_OFTEN[pick(len(HOW_OFTEN))]
        first, number = pick(len(RANKS)), RANKS_FAVOURED[pick(len(RANKS_FAVOURED))]
        suit = pick(4)
        suits = {(suit + place) % 4 for place in range(SUITS_FAVOURED[pick(len(SUITS_FAVOURED))])}
        in_a_row = pick(3)
        ranks = {(first + place) % len(RANKS) if in_a_row else pick(len(RANKS)) for place in range(number)}
        joker = not pick(2)
        self.favoured = frozenset(
            card
            for card in range(len(self.book.supply.composition))
            if (joker if is_joker(card) else suit_of(card) in suits and rank_of(card) in ranks)
        )


def name_of(seat: int) -> str:
    """Who sits at a seat."""
    return NAMES[(seat - 1) % len(NAMES)]
