"""A hint: what each option is worth, counted over all deals that agree with what the seat can see, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from croupier.cards import NO_CARD
from croupier.exact.advice import Advice, advise
from croupier.exact.repeat_report import advise_repeat
from croupier.kernel.effort import effort
from croupier.rulebook import Decision, Draw, PlayerDealerBank, Renewal, Repeat, Rulebook, seat_slot
from croupier.rulebook.model import Fixed, Model
from croupier.table.seen import SeenRound
from croupier.table.view import View


@dataclass(frozen=True)
class Hint:
    """The exact worth of every option at one decision."""

    decision: Decision
    advice: Advice
    base: int
    """The cents that values are counted by."""
    notes: tuple[str, ...]

    def cents(self, option: str) -> Fraction:
        """What an option is worth on average, in cents."""
        return self.advice.options[option] * self.base


class Known(NamedTuple):
    """What a seat knows as it decides, as far as values depend on it: the same for all who see the same."""

    decision: str
    chosen: tuple[tuple[str, int], ...]
    """What the seat chose before the deal, such as its spot."""
    drawn: tuple[tuple[str, tuple[int | None, ...]], ...]
    others: tuple[int, ...]
    """Cards that lie open, apart from the seat's own draws."""
    stakes: tuple[tuple[str, Fraction], ...]
    """Wagers placed before the deal, in units of the wager that the decision rests on."""
    decided: tuple[tuple[str, str], ...]


def hint(book: Rulebook, view: View, decision: Decision, progress: Callable[[float], None] = lambda _: None) -> Hint:
    """Work out what each option is worth to the seat that looks, and tell the share that is counted."""
    with effort(progress=progress):
        advice = advice_on(book, known_at(book, view, decision))
    return Hint(decision, advice, base_of(view, decision), tuple(notes(book)))


def base_of(view: View, decision: Decision) -> int:
    """The cents on the wager that a decision rests on, or on the seat's first if it rests on none."""
    seen = SeenRound(view, dict(view.cards))
    return seen.stake(view.seat, decision.base) or next((cents for _, cents in seen.at(view.seat).wagers), 0)


def known_at(book: Rulebook, view: View, decision: Decision) -> Known:
    """What the seat that looks knows as it decides."""
    seen = SeenRound(view, dict(view.cards))
    facts = book.drawn(seen, view.seat)
    model = book.model
    drawn = known_hands(model.repeat, seen, view.seat) if model.repeat else known_draws(model, facts)
    own = [card for name in drawn if name not in dice(model) for card in drawn[name] if card is not None]
    others = [card for _, cards in view.cards for card in cards if card is not None]
    for card in own:
        if card in others:
            others.remove(card)
    base = base_of(view, decision)
    placed = [wager.id for wager in book.placed_wagers]
    earlier = book.decisions[: book.decisions.index(decision)]
    return Known(
        decision.id,
        tuple((name, facts[name][0]) for name in model.constants if name in facts),
        tuple(drawn.items()),
        tuple(sorted(others)),
        tuple((id_, Fraction(cents, base)) for id_ in placed if (cents := seen.stake(view.seat, id_))),
        tuple((each.id, option) for each in earlier if (option := seen.decided(view.seat, each.id))),
    )


def advice_on(book: Rulebook, known: Known) -> Advice:
    """What each option is worth to whoever knows this."""
    if book.model.repeat:
        hands = {name: tuple(card for card in cards if card is not None) for name, cards in known.drawn}
        return advise_repeat(book.model, hands, known.others)
    return advise(
        replace(book.model, constants={**book.model.constants, **dict(known.chosen)}, sight_from=dict),
        dict(known.drawn),  # type: ignore[arg-type]  # some cards are None
        seen=known.others,
        stakes=dict(known.stakes),
        decided=dict(known.decided),
        decision=known.decision,
    )


def notes(book: Rulebook) -> list[str]:
    """What a hint presumes that the table may not."""
    said = []
    if isinstance(book.bank, PlayerDealerBank):
        said.append("The bank is taken to cover every wager.")
    if book.supply.renewal is Renewal.SHOE:
        said.append("Cards of earlier rounds are not counted.")
    return said


def dice(model: Model) -> set[str]:
    return {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}


def known_hands(repeat: Repeat, seen: SeenRound, seat: int) -> Fixed:
    """The cards of a seat's hand, and the first of the bank's."""
    return {repeat.hand: seen.cards(seat_slot(seat)), repeat.up: seen.cards(repeat.bank)[:1]}


def known_draws(model: Model, facts: Mapping[str, tuple[int, ...]]) -> Fixed:
    """The draws of which something is known, with None for each card that is not."""
    known = {}
    for drawn in model.draws:
        count = 1 if drawn.kind is Draw.DIE else drawn.count
        given = facts.get(drawn.name, ())
        seen = (value if value > (0 if drawn.kind is Draw.DIE else NO_CARD) else None for value in given)
        values = (*seen, *[None] * count)[:count]
        if any(value is not None for value in values):
            known[drawn.name] = values
    return known
