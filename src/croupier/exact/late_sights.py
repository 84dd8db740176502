"""Which games have more sights than can be kept, so that late decisions are made while deals are counted."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from croupier.errors import Refused
from croupier.exact.space import Composition, Space, without
from croupier.rulebook.model import Model

SIGHTS_MAX: Final = 1 << 28
"""With more sights than this, late decisions are made while counting."""
KEPT_MAX: Final = 1 << 16
"""Sights are kept up to so many; those of later decisions are not."""


def sights_up_to(space: Space, depth: int) -> int:
    """About how many sights there are at a decision and those before it, suits being alike."""
    seen = set().union(*(space.model.needs(each.sees) for each in space.model.decisions[:depth]))
    first = tuple(drawn for drawn in space.model.draws if drawn.name in seen)
    model = replace(space.model, draws=(*first, *(drawn for drawn in space.model.draws if drawn.name not in seen)))
    ordered = Space(model, space.composition, lumped=True)
    length = sum(slot.draw in seen for slot in ordered.slots)
    return ordered.leaves_after(0) // max(ordered.leaves_after(length), 1) // len(ordered.renamed)


def late_from(model: Model, composition: Composition) -> int | None:
    """The first decision whose sights are too many to keep; None where all sights can be kept."""
    space = Space(model, composition, lumped=True)
    decisions = len(model.decisions)
    if not decisions or not space.one_of_each or sights_up_to(space, decisions) <= SIGHTS_MAX:
        return None
    return next(depth for depth in range(decisions) if sights_up_to(space, depth + 1) > KEPT_MAX)


def check_sights(model: Model, removed: Iterable[int] = ()) -> None:
    """Refuse to look up what is best at every sight of a game that has too many."""
    if late_from(model, without(model.composition, removed)) is not None:
        raise Refused(
            f"{model.id} has too many sights to keep what is best at each; `croupier analyze` gives the figures of "
            "best play, and `croupier advise` what is best in one hand",
            field="strategy",
        )
