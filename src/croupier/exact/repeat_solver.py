"""The solver of a repeat: what every option of every hand is worth, exactly, by recursion over hands and cards left.

Against each first card of the bank the hands are gone through from those with most cards to those with fewest. To stop
is worth what the bank's hands make of it; to draw is worth what follows, for each card that is left. All of it is
counted in orders of the cards that are left, so values are whole numbers: nothing is divided, nothing is rounded.
Orders in which the bank's first cards end the round before anybody decides are left out of every option alike, so each
is worth what it is once the bank is known not to have them.

A seat decides by the cards of its own hand, the bank's first card and, after a split, the first card of its other hand:
best by all of these, or by the sights of the decision alone. Both hands of a split are played alike, neither by what
the other has drawn; so both are worth the same, for the cards of one are as likely as those of the other.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, perm, prod
from typing import NamedTuple

from croupier.errors import Refused
from croupier.exact.bank_hands import Orders, bank_hands, bank_ways
from croupier.exact.folded_hands import Gone, Hand, Hands, Kinds, applied, drawn, halved, one_more
from croupier.exact.solve import preference
from croupier.exact.space import Composition
from croupier.rulebook.model import Model
from croupier.rulebook.repeat import Repeat
from croupier.rulebook.wager import NOT_ASKED, Decision, Line, Wager


class How(NamedTuple):
    """How a hand came to its end, as far as its wagers depend on it."""

    code: int
    """What rules read of the decision."""
    multiple: int
    """What was staked on the decision's wager."""


class Sight(NamedTuple):
    """What a seat sees that decides by sights alone: the code of its decision, and what it is offered."""

    code: int
    offered: tuple[int, ...]


Choice = Mapping[Sight, int]
"""The place of an option at each sight."""


class Payoffs:
    """What a hand wins against the bank's, in whole numbers."""

    def __init__(self, model: Model, repeat: Repeat) -> None:
        self.repeat = repeat
        self.decision: Decision = model.decisions[0]
        self.base, self.raised = (self.wager(model, id_) for id_ in (self.decision.base, self.decision.wager))
        self.scale = lcm(*(line.odds.denominator for wager in model.wagers for line in wager.lines))
        self.reads_decision = any(self.decision.id in wager.outcome.inputs for wager in (self.base, self.raised))
        self.lines: dict[tuple[int, int, int, How], tuple[Line, ...]] = {}
        self.hows = {place: self.how_of(place) for place in range(NOT_ASKED, len(self.decision.options))}

    def wager(self, model: Model, id_: str) -> Wager:
        return next(wager for wager in model.wagers if wager.id == id_)

    def how(self, place: int) -> How:
        return self.hows[place]

    def how_of(self, place: int) -> How:
        """How a hand ends after an option, or with none; what a split stakes lies on a hand of its own."""
        if place == NOT_ASKED:
            return How(NOT_ASKED, 0)
        option = self.decision.options[place]
        multiple = 0 if option.id == self.repeat.splits else option.multiple
        return How(int(option.code) if self.reads_decision else NOT_ASKED, multiple)

    def lines_of(self, hand: int, up: int, bank: int, how: How) -> tuple[Line, ...]:
        """The line of the base wager and, where more was staked, that of the decision's."""
        key = hand, up, bank, how
        found = self.lines.get(key)
        if found is None:
            known = dict(zip(self.repeat.names, (hand, up, bank), strict=True)) | {self.decision.id: how.code}
            wagers = (self.base, self.raised) if how.multiple else (self.base,)
            found = self.lines[key] = tuple(
                wager.line(applied(wager.outcome.function, *(known[name] for name in wager.outcome.inputs)))
                for wager in wagers
            )
        return found

    def won(self, lines: tuple[Line, ...], how: How) -> int:
        """What these lines win for a unit on the base wager, times the scale."""
        stakes = (1, how.multiple)
        odds = (line.odds * stake for line, stake in zip(lines, stakes, strict=False))
        return int(sum(odds, Fraction(0)) * self.scale)


class Row(NamedTuple):
    """What a hand that has ended wins against each group of the bank's hands."""

    wins: tuple[int, ...]
    is_alike: bool
    """Whether it ends alike against all of them."""


class Against:
    """All hands of a seat against one first card of the bank."""

    def __init__(self, solver: "RepeatSolver", up: int) -> None:
        self.solver, self.up = solver, up
        self.kinds, self.hands, self.payoffs = solver.kinds, solver.hands, solver.payoffs
        self.folded_up = self.kinds.folded(self.kinds.repeat.empty)[up]
        self.bank = bank_hands(self.kinds, up)
        self.at_once = [hand for hand in self.bank if hand.is_over]
        self.full = tuple(count - (kind == up) for kind, count in enumerate(self.kinds.full))
        self.cards = sum(self.full)
        self.possible = [hand for hand in self.hands.reached if self.has(hand.gone)]
        self.first = {
            hand: orders * prod(map(perm, self.full, hand.gone))
            for hand, orders in solver.first_hands.items()
            if self.has(hand.gone)
        }
        """The hands that a seat begins with, and in how many ways their cards may be drawn."""
        self.ended: dict[Gone, int] = {}
        self.rows: dict[tuple[int, How], Row] = {}
        self.sights: dict[int, Sight] = {}

    def has(self, gone: Gone) -> bool:
        return all(out <= all_ for out, all_ in zip(gone, self.full, strict=True))

    def left(self, gone: Gone) -> Iterator[tuple[int, int]]:
        """Each kind of which cards are left, and how many."""
        for kind, (all_, out) in enumerate(zip(self.full, gone, strict=True)):
            if all_ > out:
                yield kind, all_ - out

    @cached_property
    def orders(self) -> Orders:
        return self.solver.orders

    def all_orders(self, gone: Gone) -> int:
        return self.orders.of(self.cards - sum(gone))

    # ── The bank ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def over(self, gone: Gone) -> Iterator[tuple[int, int]]:
        """The bank's hands that end the round at once, and the orders that lead to each."""
        for hand in self.at_once:
            left = [all_ - out for all_, out in zip(self.full, gone, strict=True)]
            ways = hand.orders * prod(map(perm, left, hand.gone))
            yield hand.folded, ways and ways * self.orders.of(sum(left) - hand.cards)

    def played(self, gone: Gone) -> int:
        """The orders in which the round is played."""
        found = self.ended.get(gone)
        if found is None:
            found = self.ended[gone] = self.all_orders(gone) - sum(ways for _, ways in self.over(gone))
        return found

    @cached_property
    def ends(self) -> dict[tuple[int, How], set[Gone]]:
        """Every way in which a hand may end, and what is gone then."""
        found: dict[tuple[int, How], set[Gone]] = {}
        moves, how = self.hands.moves, self.payoffs.how
        unasked = {how(place) for place in (NOT_ASKED, *(moves.draws - moves.ends), moves.splits)}
        for hand in self.possible:
            offered = self.hands.offers[hand.folded]
            if not offered:
                for each in unasked:
                    found.setdefault((hand.folded, each), set()).add(hand.gone)
            for place in offered:
                if place in moves.ends:
                    drawing = place in moves.draws
                    for after in drawn(self.kinds, hand.gone, hand.folded) if drawing else (hand,):
                        if self.has(after.gone):
                            found.setdefault((after.folded, how(place)), set()).add(after.gone)
        return found

    @cached_property
    def groups(self) -> tuple[dict[int, int], list[int]]:
        """The bank's folded hands by what they do to every hand of the seat: a number for each, and one of each."""
        signs: dict[tuple[tuple[Line, ...], ...], int] = {}
        group_of: dict[int, int] = {}
        of_each: list[int] = []
        for bank in sorted({hand.folded for hand in self.bank if not hand.is_over}):
            sign = tuple(self.lines(hand, bank, how) for hand, how in self.ends)
            if sign not in signs:
                signs[sign] = len(signs)
                of_each.append(bank)
            group_of[bank] = signs[sign]
        return group_of, of_each

    def lines(self, hand: int, bank: int, how: How) -> tuple[Line, ...]:
        return self.payoffs.lines_of(hand, self.folded_up, bank, how)

    def won(self, hand: int, bank: int, how: How) -> int:
        return self.payoffs.won(self.lines(hand, bank, how), how)

    @cached_property
    def ways(self) -> dict[Gone, dict[int, int]]:
        """The orders that lead to each group of the bank's hands, by what is gone, where it matters which it is."""
        group_of, _ = self.groups
        matter = {gone for key, each in self.ends.items() if not self.row(key).is_alike for gone in each}
        gone = sorted(matter)
        found = bank_ways(self.kinds, self.up, self.bank, gone, self.orders, group_of)
        return dict(zip(gone, found, strict=True))

    def row(self, key: tuple[int, How]) -> "Row":
        """What a hand that ended so wins against each group of the bank's hands."""
        found = self.rows.get(key)
        if found is None:
            folded, how = key
            lines = [self.lines(folded, bank, how) for bank in self.groups[1]]
            found = self.rows[key] = Row(tuple(self.payoffs.won(each, how) for each in lines), len(set(lines)) == 1)
        return found

    def end(self, gone: Gone, folded: int, place: int) -> int:
        """What a hand is worth that has ended, in orders of the cards that are left."""
        row = self.row((folded, self.payoffs.how(place)))
        if row.is_alike:
            return row.wins[0] * self.played(gone)
        wins = row.wins
        return sum(wins[group] * number for group, number in self.ways[gone].items() if wins[group])

    def bank_at(self, gone: Gone, folded: int, place: int) -> Iterator[tuple[int, int]]:
        """A hand of the bank for each group that a hand which has ended may meet, and the orders that lead to it."""
        if self.row((folded, self.payoffs.how(place))).is_alike:
            yield self.groups[1][0], self.played(gone)
            return
        for group, number in self.ways[gone].items():
            yield self.groups[1][group], number

    # ── The seat ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def sight(self, hand: Hand) -> Sight:
        """What a seat sees that decides by sights alone."""
        found = self.sights.get(hand.folded)
        if found is None:
            found = self.sights[hand.folded] = self.seen(hand)
        return found

    def seen(self, hand: Hand) -> Sight:
        decision, repeat = self.payoffs.decision, self.kinds.repeat
        seen = {repeat.hand: hand.folded, repeat.up: self.folded_up}
        code = applied(decision.sees.function, *(seen[name] for name in decision.sees.inputs))
        if not 0 <= code < decision.codes:
            raise Refused(
                f"{decision.sees.function.__name__} gives the sight {code}; a code must be from 0 up and below `codes` "
                f"of the decision {decision.id}, {decision.codes}"
            )
        return Sight(code, self.hands.offers[hand.folded])

    def solved(self, choice: Choice | None = None) -> "Solved":
        """What every option of every hand is worth, later ones being chosen at their best or as it is said."""
        order = self.solver.preferred
        worth: dict[Hand, int] = {}
        options: dict[Hand, dict[int, int]] = {}
        chosen: dict[Hand, int] = {}
        for hand in self.possible:
            offered = self.hands.offers[hand.folded]
            if not offered:
                continue
            sight = self.sight(hand)
            values = {place: self.value(hand, place, worth) for place in offered}
            if choice is None:
                best = max(values.values())
                taken = next(place for place in order if values.get(place) == best)
            else:
                taken = choice[sight]
            worth[hand], options[hand], chosen[hand] = values[taken], values, taken
        return Solved(self, options, chosen)

    def value(self, hand: Hand, place: int, worth: Mapping[Hand, int]) -> int:
        """What an option is worth, what follows being known."""
        moves = self.hands.moves
        if place == moves.splits:
            folded, times = halved(self.kinds, hand), 2
        elif place in moves.draws:
            folded, times = hand.folded, 1
        else:
            return self.end(hand.gone, hand.folded, place)
        if sum(hand.gone) == self.cards:
            raise Refused("the cards can run out before a hand is played; use more decks, or remove fewer cards")
        after, total = self.kinds.folded(folded), 0
        for kind, left in self.left(hand.gone):
            next_ = Hand(one_more(hand.gone, kind), after[kind])
            known = None if place in moves.ends else worth.get(next_)
            total += left * (self.end(*next_, place) if known is None else known)
        return times * total


@dataclass(frozen=True)
class Solved:
    """What every option is worth against one first card of the bank, and which is taken."""

    against: Against
    options: Mapping[Hand, Mapping[int, int]]
    """By hand and place, in orders of the cards that are left times the scale of payoffs."""
    chosen: Mapping[Hand, int]

    def total(self) -> int:
        """What all rounds with this first card win together, those that are over at once included."""
        return sum(ways * (self.worth(hand) + self.over(hand)) for hand, ways in self.against.first.items())

    def worth(self, hand: Hand) -> int:
        if hand in self.options:
            return self.options[hand][self.chosen[hand]]
        return self.against.end(*hand, NOT_ASKED)

    def over(self, hand: Hand) -> int:
        """What a first hand wins where the bank's first cards end the round."""
        how = self.against.payoffs.how(NOT_ASKED)
        return sum(self.against.won(hand.folded, bank, how) * ways for bank, ways in self.against.over(hand.gone))

    def values(self, hand: Hand) -> dict[str, Fraction]:
        """What each option of a hand is worth for a unit, once the round is not over at once."""
        options = self.against.payoffs.decision.options
        unit = self.against.played(hand.gone) * self.against.payoffs.scale
        return {options[place].id: Fraction(won, unit) for place, won in self.options[hand].items()}

    def reached(self, *, everywhere: bool = False) -> dict[Hand, int]:
        """How often each hand is decided on, in ways to draw its cards; each hand of a split counts by itself.

        That is by the options taken, or as if every option that leads on were.
        """
        moves = self.against.hands.moves
        leading = (moves.draws - moves.ends) | {moves.splits}
        found = {hand: ways for hand, ways in self.against.first.items() if hand in self.options}
        for hand in reversed(self.against.possible):
            ways = found.get(hand, 0)
            if ways:
                for place in leading & self.options[hand].keys() if everywhere else {self.chosen[hand]} & leading:
                    for after, times in self.following(hand, place):
                        if after in self.options:
                            found[after] = found.get(after, 0) + ways * times
        return found

    def following(self, hand: Hand, place: int) -> Iterator[tuple[Hand, int]]:
        """The hands that are drawn after an option, with how many ways lead to each."""
        moves, kinds = self.against.hands.moves, self.against.kinds
        times = 2 if place == moves.splits else 1
        after = kinds.folded(halved(kinds, hand) if place == moves.splits else hand.folded)
        for kind, left in self.against.left(hand.gone):
            yield Hand(one_more(hand.gone, kind), after[kind]), left * times

    def ended(self) -> Iterator[tuple[Gone, int, int, int]]:
        """Every end that hands come to: what is gone, the folded hand, the place of the last option, and the ways."""
        for hand, ways in self.against.first.items():
            if hand not in self.options:
                yield *hand, NOT_ASKED, ways
        moves = self.against.hands.moves
        for hand, ways in self.reached().items():
            place = self.chosen[hand]
            if place in moves.ends and place not in moves.draws:
                yield *hand, place, ways
                continue
            for after, times in self.following(hand, place):
                if place in moves.ends or after not in self.options:
                    yield *after, place, ways * times


class RepeatSolver:
    """A model with a repeat, solved from some composition of cards."""

    def __init__(
        self, model: Model, composition: Composition | None = None, first: Iterable[int] = (), up: int | None = None
    ) -> None:
        """Take a model; with the cards of one hand and of the bank's first card, that hand alone is looked at."""
        if model.repeat is None:
            raise Refused(f"{model.id} repeats no decision")
        self.model, self.repeat = model, model.repeat
        self.composition = model.composition if composition is None else composition
        self.decision: Decision = model.decisions[0]
        self.kinds = Kinds.of(model, self.repeat, self.composition)
        self.payoffs = Payoffs(model, self.repeat)
        self.preferred = [place for place in preference(self.decision) if place < len(self.decision.options)]
        self.cards = sum(self.kinds.full)
        if self.cards < 2 * self.repeat.cards:
            raise Refused(f"{self.cards} cards are too few; a round begins with {2 * self.repeat.cards}")
        self.known = tuple(self.kinds.of_card[card] for card in first)
        self.ups = range(len(self.kinds.full)) if up is None else (self.kinds.of_card[up],)

    @cached_property
    def first_hands(self) -> dict[Hand, int]:
        """The hands that a seat may begin with, or the one that is known, and in how many orders of kinds they come."""
        found: dict[Hand, int] = {}
        every = [self.known] if self.known else product(range(len(self.kinds.full)), repeat=self.repeat.cards)
        for cards in every:
            gone, folded = self.kinds.none, self.repeat.empty
            for kind in cards:
                gone, folded = one_more(gone, kind), self.kinds.folded(folded)[kind]
            if all(out <= all_ for out, all_ in zip(gone, self.kinds.full, strict=True)):
                hand = Hand(gone, folded)
                found[hand] = found.get(hand, 0) + 1
        return found

    @cached_property
    def hands(self) -> Hands:
        return Hands.of(self.kinds, self.decision, self.first_hands)

    @cached_property
    def orders(self) -> Orders:
        """As many cards are put in order as the longest hand, one card more and the longest hand of the bank take."""
        most = max(sum(hand.gone) for hand in self.hands.reached) + 1
        bank = max(hand.cards for against in self.against for hand in against.bank)
        return Orders(max(0, self.cards - 1 - most - bank))

    @cached_property
    def against(self) -> tuple[Against, ...]:
        """All hands against each first card of the bank."""
        return tuple(Against(self, up) for up in self.ups)
