"""Slots: where cards may lie in a round, and how many, found by asking the procedure without dealing.

Every deal is asked for its slots in rounds in which all seats play and no card is known: once for every face of the
dice and every option of the decisions (chosen by all seats alike), or each of them varied alone where that is too many.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Final

from croupier.errors import Refused
from croupier.rulebook.procedure import Again, Deal, Decide, Roll, Slot, Step, owner_of, seat_slot
from croupier.rulebook.wager import UNASKED, Decision, Option, Wager

WALKS_MAX: Final = 500
STAKE: Final = 100


@dataclass(frozen=True, slots=True)
class DealtSlot:
    """A slot, and the cards that may be dealt to it."""

    slot: Slot
    least: int
    most: int
    face_up: bool
    """Whether all its cards are dealt face up."""
    seat: int
    """The seat whose own hand lies in it; 0 for a slot of the table."""
    steps: tuple[int, ...]
    """The deals that may go to it, by their places in the procedure."""
    as_bank: tuple[int, int] = (0, 0)
    """The least and the most cards while the seat banks."""


class Probe:
    """A round in which every seat plays and no card is known."""

    def __init__(self, seats: int, banks: bool, wagers: Sequence[Wager], faces: Sequence[int]) -> None:  # noqa: FBT001
        """Before the first step; where a player banks, the last seat does."""
        self.player_dealer = seats if banks else 0
        self.players = tuple(range(1, seats + 1 - banks))
        self.action_button = 1
        self.faces = tuple(faces)
        self.dice: tuple[int, ...] = ()
        self.stakes = {wager.id: STAKE for wager in wagers}
        self.options: list[tuple[str, str]] = []

    @property
    def die(self) -> int:
        return self.dice[-1] if self.dice else 0

    def cards(self, slot: Slot) -> tuple[int, ...]:  # noqa: ARG002  # none is dealt
        return ()

    def stake(self, seat: int, wager: str) -> int:
        return self.stakes.get(wager, 0) if seat in self.players else 0

    def spot(self, seat: int) -> int:
        return int(seat in self.players)

    def decided(self, seat: int, decision: str = "") -> str:
        return next(reversed(self.choices(seat, decision)), "")

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        made = [option for id_, option in self.options if not decision or id_ == decision]
        return tuple(made) if seat in self.players else ()

    def roll(self) -> None:
        self.dice = self.faces[: len(self.dice) + 1]

    def decide(self, decision: Decision, option: Option) -> None:
        self.options.append((decision.id, option.id))
        if option.multiple:
            staked = option.multiple * self.stakes.get(decision.base, 0)
            self.stakes[decision.wager] = self.stakes.get(decision.wager, 0) + staked


def dealt_slots(
    procedure: tuple[Step, ...], seats: int, wagers: Sequence[Wager], decisions: Mapping[str, Decision], *, banks: bool
) -> dict[Slot, DealtSlot]:
    """Every slot that a procedure may deal to, in the order of the deals; each seat has its own if one does."""
    deals: dict[Slot, dict[int, Deal]] = {}
    counts: list[tuple[Counter[Slot], Counter[Slot]]] = []
    for faces, options in walks(procedure, decisions):
        certain, possible = Counter[Slot](), Counter[Slot]()
        for at, deal, slots in walked(procedure, Probe(seats, banks, wagers, faces), decisions, options):
            count = options[deal.after].new_cards(deal.count) if deal.after else deal.count
            for slot in slots:
                deals.setdefault(slot, {})[at] = deal
                possible[slot] += count
                certain[slot] += count * deal.is_certain
        counts.append((certain, possible))

    def spread(slots: Sequence[Slot]) -> tuple[int, int]:
        """The least and the most cards of slots that are alike."""
        pairs = [(certain[slot], possible[slot]) for certain, possible in counts for slot in slots]
        return min((low for low, _ in pairs), default=0), max((high for _, high in pairs), default=0)

    def dealt(slot: Slot, alike: Sequence[Slot], bank: Sequence[Slot] = ()) -> DealtSlot:
        steps = {at: deal for each in (*alike, *bank) for at, deal in deals.get(each, {}).items()}
        face_up = all(deal.face_up for deal in steps.values())
        return DealtSlot(slot, *spread(alike), face_up, owner_of(slot), tuple(sorted(steps)), spread(bank))

    own = [seat_slot(seats)] if banks else []
    hands = [slot for slot in deals if owner_of(slot) and slot not in own]
    found: dict[Slot, DealtSlot] = {}
    for slot in deals:
        for each in map(seat_slot, range(1, seats + 1)) if owner_of(slot) else (slot,):
            found[each] = dealt(each, hands, own) if owner_of(slot) else dealt(slot, [slot])
    return found


def walked(
    procedure: tuple[Step, ...], probe: Probe, decisions: Mapping[str, Decision], options: Mapping[str, Option]
) -> Iterator[tuple[int, Deal, tuple[Slot, ...]]]:
    """Every deal on one way through a procedure, with the slots that it may go to."""
    for at, step in enumerate(procedure):
        match step:
            case Roll():
                probe.roll()
            case Decide(decision=id_):
                check_order(step, probe)
                if options[id_] is not UNASKED:
                    probe.decide(decisions[id_], options[id_])
            case Deal():
                yield at, step, asked(step, probe)
            case Again(steps=steps, most=most):
                again = [(place, each) for place, each in enumerate(procedure[:at]) if place >= at - steps]
                for place, each in again * most:
                    if isinstance(each, Deal):
                        yield place, each, asked(each, probe)
            case _:
                pass


def walks(
    procedure: tuple[Step, ...], decisions: Mapping[str, Decision]
) -> Iterator[tuple[tuple[int, ...], dict[str, Option]]]:
    """Faces and options to walk through a procedure with."""
    dice = [range(1, step.faces + 1) for step in procedure if isinstance(step, Roll)]
    ids = list(dict.fromkeys(step.decision for step in procedure if isinstance(step, Decide)))
    ways: list[Sequence[int]] = [*dice, *(range(decisions[id_].places) for id_ in ids)]
    total = 1
    for way in ways:
        total *= len(way)
    if total <= WALKS_MAX:
        chosen: Iterator[tuple[int, ...]] = product(*ways)
    else:
        first = tuple(way[0] for way in ways)
        chosen = ((*first[:at], one, *first[at + 1 :]) for at, way in enumerate(ways) for one in way)
    for each in chosen:
        options = zip(ids, each[len(dice) :], strict=True)
        yield each[: len(dice)], {id_: decisions[id_].at(place) for id_, place in options}


def asked(deal: Deal, probe: Probe) -> tuple[Slot, ...]:
    """The slots that a deal may go to, or a refusal of one that looks at cards to find them."""
    try:
        slots = deal.to(probe) if callable(deal.to) else deal.to
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Refused(
            f"{name_of(deal.to)} cannot say where the deal goes before cards are known "
            f"({type(error).__name__}: {error}); let it give every slot that may be dealt to, and say in `when` or "
            "`only_to` what depends on cards",
            clause=deal.clause,
        ) from None
    given: object = slots  # by whoever wrote the game
    if not isinstance(given, tuple) or not all(isinstance(slot, str) for slot in given):
        raise Refused(
            f"{name_of(deal.to)} says that the deal goes to {given!r}; give a tuple of slots, such as (seat_slot(1),)",
            clause=deal.clause,
        )
    return slots


def check_order(step: Decide, probe: Probe) -> None:
    """Refuse a decision of nobody in particular; an order that looks at cards is seen when they are dealt."""
    with suppress(ArithmeticError, LookupError, TypeError, ValueError):
        seats: object = step.order(probe)
        if not isinstance(seats, tuple) or not all(isinstance(seat, int) for seat in seats):
            raise Refused(
                f"{name_of(step.order)} says that {seats!r} decide on {step.decision}; give a tuple of seats, such as "
                "so_far.players",
                clause=step.clause,
            )


def name_of(function: object) -> str:
    return getattr(function, "__name__", repr(function))
