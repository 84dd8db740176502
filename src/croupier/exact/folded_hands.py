"""The hands of a repeat: every hand that a seat can come to, by the cards that are gone and the folded hand.

Cards that the model's card rules do not tell apart are one *kind*. A hand is two things: what is *gone* (how many cards
of each kind the seat knows to be out of the decks, the bank's first card apart) and what it was *folded* to. Hands that
agree in both are one: whatever follows is the same for all ways to draw them. After a split, what is gone includes the
first card of the other hand.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from croupier.cards import card_name
from croupier.errors import Refused
from croupier.exact.space import Composition
from croupier.rulebook.model import Model
from croupier.rulebook.repeat import Repeat
from croupier.rulebook.wager import NOT_ASKED, Decision, Rule, RuleFunction, not_whole

Gone = tuple[int, ...]
"""How many cards of each kind are gone."""
HANDS_MAX: Final = 1 << 18
"""So many hands of a seat, or of a bank behind one first card, at most."""


class Hand(NamedTuple):
    """A hand that a seat can come to."""

    gone: Gone
    folded: int


def one_more(gone: Gone, kind: int) -> Gone:
    return (*gone[:kind], gone[kind] + 1, *gone[kind + 1 :])


def applied(function: RuleFunction, *values: int) -> int:
    """What a rule gives, or a refusal of one that gives no whole number."""
    code: object = function(*values)
    if not isinstance(code, int):
        raise Refused(not_whole(function, code))
    return int(code)


@dataclass(frozen=True)
class Kinds:
    """Kinds of cards, how many cards of each there are, and hands folded by them."""

    repeat: Repeat
    cards: tuple[tuple[int, ...], ...]
    """The cards of each kind."""
    full: Gone
    """How many of each there are in all."""
    _folded: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, model: Model, repeat: Repeat, composition: Composition) -> "Kinds":
        """The kinds of cards that the model's card rules tell apart, as far as some are in the decks."""
        kinds: dict[tuple[int, ...], list[int]] = {}
        for card in range(len(composition)):
            if composition[card]:
                told_by = tuple(int(rule(card)) for rule in model.told_apart_by) or (card,)
                kinds.setdefault(told_by, []).append(card)
        listed = [tuple(kinds[key]) for key in sorted(kinds)]
        return cls(repeat, tuple(listed), tuple(sum(composition[card] for card in kind) for kind in listed))

    @property
    def none(self) -> Gone:
        return (0,) * len(self.full)

    @cached_property
    def of_card(self) -> dict[int, int]:
        """The kind of each card."""
        return {card: kind for kind, cards in enumerate(self.cards) for card in cards}

    def folded(self, hand: int) -> tuple[int, ...]:
        """A folded hand with one card more of each kind; refused if cards of a kind are not alike to it."""
        found = self._folded.get(hand)
        if found is None:
            found = self._folded[hand] = tuple(self.with_kind(hand, cards) for cards in self.cards)
        return found

    def with_kind(self, hand: int, cards: tuple[int, ...]) -> int:
        first = applied(self.repeat.fold, hand, cards[0])
        for card in cards[1:]:
            if applied(self.repeat.fold, hand, card) != first:
                name = getattr(self.repeat.fold, "__name__", "fold")
                raise Refused(
                    f"{name} tells {card_name(cards[0])} from {card_name(card)}, no rule of `told_apart_by` does; add "
                    "one that does"
                )
        return first

    def left(self, gone: Gone) -> Iterator[tuple[int, int]]:
        """Each kind of which cards are left, and how many."""
        for kind, (all_, out) in enumerate(zip(self.full, gone, strict=True)):
            if all_ > out:
                yield kind, all_ - out


class Offers:
    """What a folded hand is offered: the places of the options, none where it is not asked."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.known: dict[int, tuple[int, ...]] = {}

    def __getitem__(self, hand: int) -> tuple[int, ...]:
        found = self.known.get(hand)
        if found is None:
            found = self.known[hand] = tuple(self.places(hand))
        return found

    def places(self, hand: int) -> Iterator[int]:
        if says(self.decision.asked, hand):
            for place, option in enumerate(self.decision.options):
                if says(option.offered, hand):
                    yield place


def says(rule: Rule | None, hand: int) -> bool:
    """Whether a rule of the hand says yes; without one, always."""
    return rule is None or bool(applied(rule.function, hand))


class Moves(NamedTuple):
    """What the options of a decision do, by their places."""

    draws: frozenset[int]
    ends: frozenset[int]
    splits: int
    """The place of the option that splits; -1 without one."""


def moves_of(repeat: Repeat, decision: Decision) -> Moves:
    ids = [option.id for option in decision.options]
    return Moves(
        frozenset(map(ids.index, repeat.draws)),
        frozenset(map(ids.index, repeat.ends)),
        ids.index(repeat.splits) if repeat.splits else NOT_ASKED,
    )


@dataclass(frozen=True)
class Hands:
    """Every hand that can be reached from some, those with most cards gone first."""

    kinds: Kinds
    offers: Offers
    moves: Moves
    reached: tuple[Hand, ...]

    @classmethod
    def of(cls, kinds: Kinds, decision: Decision, first: Iterable[Hand]) -> "Hands":
        """Every hand that follows from the first ones by any options, as far as the decks have the cards."""
        offers, moves = Offers(decision), moves_of(kinds.repeat, decision)
        waiting = list(dict.fromkeys(first))
        reached = set(waiting)
        while waiting:
            if len(reached) > HANDS_MAX:
                raise Refused(
                    f"there are more than {HANDS_MAX:,} hands; let `asked` or `ends` end them, and name the game's "
                    "card rules in `told_apart_by`, so that cards which they do not tell apart count as one"
                )
            hand = waiting.pop()
            for place in offers[hand.folded]:
                for after in followers(kinds, moves, hand, place):
                    if after not in reached:
                        reached.add(after)
                        waiting.append(after)
        return cls(kinds, offers, moves, tuple(sorted(reached, key=lambda hand: (-sum(hand.gone), hand))))


def followers(kinds: Kinds, moves: Moves, hand: Hand, place: int) -> list[Hand]:
    """The hands that may be decided on after an option, one for each kind of card that is left."""
    if place == moves.splits:
        return drawn(kinds, hand.gone, halved(kinds, hand))
    return drawn(kinds, hand.gone, hand.folded) if place in moves.draws - moves.ends else []


def drawn(kinds: Kinds, gone: Gone, folded: int) -> list[Hand]:
    """A hand with one card more, for each kind that is left."""
    after = kinds.folded(folded)
    return [Hand(one_more(gone, kind), after[kind]) for kind, _ in kinds.left(gone)]


def halved(kinds: Kinds, hand: Hand) -> int:
    """Each of the two hands that a split makes, before its second card; refused unless two cards alike are split."""
    if max(hand.gone) != kinds.repeat.cards or sum(hand.gone) != kinds.repeat.cards or kinds.repeat.halves is None:
        option = kinds.repeat.splits
        raise Refused(
            f"{option} is offered to a hand of other cards than two that are alike, or after a split; offer it to the "
            "first two cards alone, where they are alike"
        )
    return applied(kinds.repeat.halves, hand.folded)
