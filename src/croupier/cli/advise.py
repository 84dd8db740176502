"""`croupier advise`: the exact value of each option in one hand, and what the wrong one costs."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from croupier.cards import cards_from
from croupier.cli.analyze import notice, stakes_from
from croupier.cli.console import console, footing_of, heading_of
from croupier.cli.figures import exact
from croupier.cli.games import Asked, asked
from croupier.cli.options import told_as_options
from croupier.conditions import Conditions
from croupier.errors import Refused, quoted
from croupier.exact.advice import Advice, advise
from croupier.exact.solve import TIES
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model


def pairs_from(texts: Iterable[str], field: str, example: str) -> dict[str, str]:
    """Several NAME=VALUE as a mapping."""
    pairs = {}
    for text in texts:
        name, given, value = text.partition("=")
        if not given or not name.strip():
            raise Refused(f"{quoted(text)} says nothing; give such as {example}", field=field)
        pairs[name.strip()] = value.strip()
    return pairs


def known_from(model: Model, given: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """The cards that each option names, or the face of a die."""
    dice = {drawn.name for drawn in model.draws if drawn.kind is Draw.DIE}
    known = {}
    for option, text in given.items():
        try:
            known[option] = (int(text),) if option in dice and text.isdecimal() else cards_from(text)
        except Refused as refused:
            raise refused.at(f"--{option}") from None
    return known


def run(
    name: str,
    given: Mapping[str, str],
    *,
    known: Iterable[str],
    decided: Iterable[str],
    stakes: Iterable[str],
    house: dict[str, object],
    as_json: bool,
) -> None:
    """Advise on one hand."""
    about = asked(name, house)
    texts = {**given, **pairs_from(known, "--known", "hand='Qs 6d 4c'")}
    cards = known_from(about.model, texts)
    seen = cards.pop("seen", ())
    before = pairs_from(decided, "--decided", "first=ride")
    staked = stakes_from(stakes)
    with told_as_options(*given, "decided"):
        advice = advise(about.model, cards, seen=seen, decided=before, stakes=staked, notice=notice)
    conditions = conditions_on(about, advice)
    if as_json:
        print(json.dumps(advice_data(advice, conditions), indent=2, ensure_ascii=False))
        return
    out = console()
    out.print(heading_of(conditions))
    out.print()
    out.print(advice)
    out.print(footing_of(conditions), soft_wrap=True)


def conditions_on(about: Asked, advice: Advice) -> Conditions:
    """What advice presumes: the game as it was named here, and what was known of the hand."""
    of = advice.conditions
    if of is None:
        raise ValueError("advice has no conditions")
    return replace(about.conditions, verb=of.verb, known=of.known, seen=of.seen, decided=of.decided, options=of.options)


def advice_data(advice: Advice, conditions: Conditions) -> dict[str, object]:
    """Advice as data; what was decided before is told where something was."""
    data: dict[str, object] = {
        "game": conditions.game,
        "best": advice.best,
        "deals": advice.deals,
        "values": {option: exact(value) for option, value in advice.options.items()},
        "costs": {option: exact(advice.cost(option)) for option in advice.options},
        "taken": TIES,
        "conditions": conditions.to_dict(),
    }
    return data | ({"decision": advice.decision, "decided": dict(advice.decided)} if advice.decided else {})
