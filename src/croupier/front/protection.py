"""Questions of protection as people put them: texts are read, and the answer gets the command that gives it again."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeVar

from croupier.conditions import Conditions, conditions_of
from croupier.errors import Mismatch, Refused, quoted
from croupier.exact.session import dollars_text
from croupier.exact.solve import base_wagers
from croupier.front import inputs
from croupier.protect.errors import ErrorCost, error_cost
from croupier.protect.first_seat import WrongFirstSeat, check_limited, wrong_first_seat
from croupier.protect.glimpse_text import glimpse_from, glimpse_text
from croupier.protect.knowledge import Glimpse, Knowledge, knowledge
from croupier.protect.mistake_text import mistake_from
from croupier.protect.shared_hands import DEALS_MAX, WITHIN, SharedHands, shared_hands
from croupier.rulebook import Model, Rulebook
from croupier.simulation.tables.seats import Seat

Stakes = dict[str, Fraction] | None
Tell = Callable[[float], None]
T = TypeVar("T", Knowledge, SharedHands, ErrorCost, WrongFirstSeat)
SEATS_MAX: Final = 100
ALWAYS: Final = ("1", "1.0", "1/1", "100%", "always")
USUAL: Final = Fraction(10)
"""Dollars that a seat bets on the first wager, where nobody says."""


def asked(answer: T, book: Rulebook | Model, place: str, *, seed: int | str | None = None, **options: object) -> T:
    """An answer with the command that gives it again."""
    named = {f"--{name.replace('_', '-')}": value for name, value in options.items()}
    conditions: Conditions = conditions_of(book, place=place).asked("protect", seed=seed, options=named)
    return replace(answer, conditions=conditions)


def staked(stakes: Stakes) -> tuple[str, ...]:
    """Stakes as the command line takes them."""
    return tuple(f"{id_}={dollars_text(each)}" for id_, each in (stakes or {}).items())


def frequency(value: inputs.Share, field: str) -> Fraction:
    """Read how often something happens: a share, or always."""
    text = str(value).strip()
    if text in ALWAYS:
        return Fraction(1)
    try:
        return inputs.share_from(value, field)
    except Refused:
        reason = f"{quoted(text)} is not a share of rounds; give one from 0 to 1, such as 1/3, 5% or 1 for always"
        raise Refused(reason, field=field) from None


def known_cards(
    book: Rulebook | Model, known: Iterable[str | Glimpse], often: inputs.Share, stakes: Stakes, place: str
) -> Knowledge:
    """What it is worth to know something of hidden cards."""
    listed = [known] if isinstance(known, str | Glimpse) else [*known]
    glimpses = [each if isinstance(each, Glimpse) else glimpse_from(each) for each in listed]
    seen = frequency(often, "often")
    found = knowledge(book, *glimpses, often=seen, stakes=stakes)
    sees = tuple(map(glimpse_text, glimpses))
    return asked(found, book, place, sees=sees, often=None if seen == 1 else str(seen), stake=staked(stakes))


def hands_shared(  # one for each thing that may be said
    book: Rulebook | Model,
    seats: str | int,
    within: inputs.Share | None,
    deals: str | float | None,
    stakes: Stakes,
    seed: int | str,
    place: str,
    progress: Tell,
) -> SharedHands:
    """What seats gain that share their hands."""
    if within is not None and deals is not None:
        raise Mismatch("within", "does not go with", "deals")
    number = inputs.whole_from(seats, "seats", "seats", SEATS_MAX)
    narrow = WITHIN if within is None else inputs.share_from(within, "within")
    if not narrow:
        raise Refused("an interval cannot be 0 wide; give a share above 0, such as 0.02%", field="within")
    dealt = 0 if deals is None else inputs.whole_from(deals, "deals", "deals", DEALS_MAX)
    found = shared_hands(book, number, stakes=stakes, within=narrow, deals=dealt, seed=seed, progress=progress)
    said = {"within": None if within is None else str(narrow), "deals": dealt or None}
    return asked(found, book, place, seed=seed, shared=number, **said, stake=staked(stakes))


def errors_made(
    book: Rulebook | Model, errors: Iterable[str], rate: inputs.Share, stakes: Stakes, place: str
) -> ErrorCost:
    """What errors cost that are made together."""
    listed = [errors] if isinstance(errors, str) else [*errors]
    model = book.model if isinstance(book, Rulebook) else book
    often = frequency(rate, "rate")
    found = error_cost(book, mistake_from(model, listed), often, stakes=stakes)
    return asked(found, book, place, error=tuple(listed), rate=str(often), stake=staked(stakes))


def begun_late(  # as above
    book: Rulebook,
    later: str | int,
    seats: str | int,
    bank: inputs.Money | None,
    rate: inputs.Share,
    stakes: Stakes,
    seed: int | str,
    place: str,
    progress: Tell,
) -> WrongFirstSeat:
    """What a settlement costs whom that begins at the wrong seat."""
    check_limited(book)
    number = inputs.whole_from(seats, "seats", "seats", SEATS_MAX)
    behind = inputs.whole_from(later, "seats", "late", SEATS_MAX)
    often = frequency(rate, "rate")
    if bank is None:
        raise Refused("say how large the bank is that pays too little, such as 80", field="bank")
    cents = inputs.cents(bank, "bank")
    if cents <= 0 or cents % 100:
        raise Refused(f"{quoted(str(bank))} is not a bank of whole dollars; give such as 80", field="bank")
    bet = stakes or {base_wagers(book.model)[0].id: USUAL}
    sat = [Seat({id_: inputs.cents(each, "stake") for id_, each in bet.items()})] * number
    found = wrong_first_seat(book, sat, cents // 100, often, later=behind, seed=seed, progress=progress)
    said = {"--seats": number, "--stake": staked(stakes), "--bank": str(cents // 100)}
    conditions = conditions_of(book, place=place).asked(
        "bank", seed=seed, options={**said, "--late": behind, "--rate": str(often)}
    )
    return replace(found, conditions=conditions)
