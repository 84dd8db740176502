"""Dealing errors as people write them, each with a word for its kind.

`pays:WAGER.LINE=LINE` or `=ODDS` pays a line otherwise, `twice:WAGER.LINE` a second time; `forgets:CARD` deals a round
without a card that it may take, `takes:FEATURE=NUMBER` takes a feature for the same in every round;
`settles:WAGER.DECISION=OPTION` settles a wager as if a decision had gone so. Errors that are made together are one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

from croupier.cards import NO_CARD
from croupier.errors import Refused, quoted
from croupier.exact.evaluation import result
from croupier.exact.uncoded import deal
from croupier.odds import odds_from
from croupier.protect.errors import Mistake, mispaid, not_forfeited, odds_of, overlooked, paid_twice, wager_of
from croupier.rulebook.model import Model

TRIED: Final = 2_000
DIGITS_END: Final = 10
LISTED: Final = 6
EXAMPLES: Final = (
    "pays:WAGER.LINE=LINE, pays:WAGER.LINE=6:1, twice:WAGER.LINE, forgets:CARD, takes:FEATURE=0 or "
    "settles:WAGER.DECISION=OPTION"
)


def mistake_from(model: Model, texts: Iterable[str]) -> Mistake:
    """Read errors that are made together; each is written of the game as it should be dealt."""
    listed = [texts] if isinstance(texts, str) else [*texts]
    if not listed:
        raise Refused(f"name an error: {EXAMPLES}", field="error")
    said: list[str] = []
    changed: set[tuple[str, str]] = set()
    wrong = model
    for text in listed:
        kind, _, what = str(text).strip().partition(":")
        if kind not in KINDS or not what:
            raise Refused(f"{quoted(text)} is not an error; give {EXAMPLES}", field="error")
        of = ALIKE.get(kind, kind), what.partition("=")[0].strip()
        if of in changed:
            raise Refused(f"two errors change {of[1]}; give one", field="error")
        changed.add(of)
        made = KINDS[kind](wrong, model, what)
        wrong = made.model
        said.append(made.name)
    return Mistake(" and ".join(said), wrong)


def split(text: str, mark: str, example: str) -> tuple[str, str]:
    """Two parts of an error, or a refusal with one as it could be."""
    one, found, other = text.partition(mark)
    if not found or not one.strip() or not other.strip():
        raise Refused(f"{quoted(text)} cannot be read; give such as {example}", field="error")
    return one.strip(), other.strip()


def pays(model: Model, right: Model, text: str) -> Mistake:
    """A line that is paid as another one should be, or at other odds."""
    line, paid = split(text, "=", "pays:WAGER.LINE=LINE")
    wager, id_ = split(line, ".", "pays:WAGER.LINE=LINE")
    of = wager_of(right, wager)
    odds_of(of, id_)
    lines = [each.id for each in of.lines]
    odds = odds_of(of, paid) if paid in lines else read_odds(paid, of.id, lines)
    return replace(mispaid(model, wager, {id_: odds}), name=f"{of.label} pays {id_} as {paid}")


def read_odds(text: str, wager: str, lines: Iterable[str]) -> Fraction:
    """Odds such as 6, 6:1 or −1, the stake that is lost."""
    if text in ("-1", "lost"):
        return Fraction(-1)
    try:
        return odds_from(text)
    except Refused:
        raise Refused(
            f"{quoted(text)} is neither odds such as 6:1 nor a line of {wager}; it has {', '.join(lines)}",
            field="error",
        ) from None


def twice(model: Model, right: Model, text: str) -> Mistake:
    """A winning line that is paid a second time."""
    wager, line = split(text, ".", "twice:WAGER.LINE")
    if odds_of(wager_of(right, wager), line) <= 0:
        raise Refused(f"{line} of {wager} wins nothing that could be paid twice", field="error")
    return paid_twice(model, wager, line)


def forgets(model: Model, _: Model, text: str) -> Mistake:
    """A card that a round may take, and is not dealt."""
    name = text.strip()
    made = overlooked(model, name, NO_CARD)
    if NO_CARD not in values_met(model, name):
        raise Refused(f"no round goes without {name}; give takes:{name}=NUMBER", field="error")
    return Mistake(f"{name} is forgotten", made.model)


def takes(model: Model, _: Model, text: str) -> Mistake:
    """A feature that is taken for the same in every round."""
    feature, number = split(text, "=", "takes:FEATURE=0")
    digits = number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < DIGITS_END):
        raise Refused(f"{quoted(number)} is not a whole number; give such as takes:{feature}=0", field="error")
    made = overlooked(model, feature, int(number))
    met = values_met(model, feature)
    if int(number) not in met:
        some = ", ".join(map(str, met[:LISTED]))
        raise Refused(f"{feature} was never {number} in {TRIED:,} deals; it was {some}, for one", field="error")
    return made


def values_met(model: Model, name: str) -> list[int]:
    """What a feature is in some deals by chance, the commonest first."""
    (of,) = (each for each in model.features if each.name == name)
    if model.needs(of.rule) & {decision.id for decision in model.decisions}:
        raise Refused(f"{name} depends on a decision; an error is made with the cards", field="error")
    chance = Random(0)  # noqa: S311  # tried the same way every time
    met = Counter(int(result(model, of.rule, dict(deal(model, chance)))) for _ in range(TRIED))
    return [value for value, _ in met.most_common()]


def settles(model: Model, _: Model, text: str) -> Mistake:
    """A wager that is settled as if a decision had gone one way."""
    said, option = split(text, "=", "settles:WAGER.DECISION=OPTION")
    wager, decision = split(said, ".", "settles:WAGER.DECISION=OPTION")
    return not_forfeited(model, wager, decision, option)


KINDS: Final[Mapping[str, Callable[[Model, Model, str], Mistake]]] = {
    "pays": pays,
    "twice": twice,
    "forgets": forgets,
    "takes": takes,
    "settles": settles,
}
ALIKE: Final[Mapping[str, str]] = {"twice": "pays", "takes": "forgets"}
"""Kinds of errors that change the same as another kind does."""
