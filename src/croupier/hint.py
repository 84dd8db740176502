"""A hint: what each option is worth, counted over all deals that agree with what the seat can see, and nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from croupier.cards import NO_CARD
from croupier.exact.advice import Advice, advise
from croupier.kernel.effort import effort
from croupier.rulebook import Decision, Draw, PlayerDealerBank, Renewal, Rulebook
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


def hint(book: Rulebook, view: View, decision: Decision, progress: Callable[[float], None] = lambda _: None) -> Hint:
    """Work out what each option is worth to the seat that looks, and tell the share that is counted."""
    seen = SeenRound(view, dict(view.cards))
    facts = book.drawn(seen, view.seat)
    model = as_seated(book.model, facts)
    known = known_draws(model, facts)
    own = [card for name in known if name not in dice(model) for card in known[name] if card is not None]
    others = [card for _, cards in view.cards for card in cards if card is not None]
    for card in own:
        if card in others:
            others.remove(card)
    base = seen.stake(view.seat, decision.base)
    placed = [wager.id for wager in book.wagers if wager.id not in book.decision_of_wager]
    stakes = {id_: Fraction(cents, base) for id_ in placed if (cents := seen.stake(view.seat, id_))}
    earlier = book.decisions[: book.decisions.index(decision)]
    decided = {each.id: option for each in earlier if (option := seen.decided(view.seat, each.id))}
    with effort(progress=progress):
        advice = advise(
            model,
            known,  # type: ignore[arg-type]  # some cards are None
            seen=others,
            stakes=stakes,
            decided=decided,
            decision=decision.id,
        )
    return Hint(decision, advice, base, tuple(notes(book)))


def notes(book: Rulebook) -> list[str]:
    """What a hint presumes that the table may not."""
    said = []
    if isinstance(book.bank, PlayerDealerBank):
        said.append("The bank is taken to cover every wager.")
    if book.supply.renewal is Renewal.SHOE:
        said.append("Cards of earlier rounds are not counted.")
    return said


def as_seated(model: Model, facts: Mapping[str, tuple[int, ...]]) -> Model:
    """A model with what one seat has chosen, such as its spot, and whose draws are named as they are."""
    chosen = {name: facts[name][0] for name in model.constants if name in facts}
    return replace(model, constants={**model.constants, **chosen}, sight_from=dict)


def dice(model: Model) -> set[str]:
    return {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}


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
