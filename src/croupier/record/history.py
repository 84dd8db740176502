"""The history of a table: its rounds, told from the journal.

The journal is proved first, as an audit proves it; what stands before a fault is told, and the fault with it. A round
begins where the one before it ended, so shuffles and changes of seats belong to the round that they prepare.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from croupier.cards import card_names, card_sign
from croupier.conditions import Conditions
from croupier.errors import Refused
from croupier.money import dollars, price
from croupier.record.audit import Audit, Journal, audit
from croupier.record.journal import Record
from croupier.record.names import named
from croupier.record.narration import Narrator, Told, signed
from croupier.result import Result, Row
from croupier.rulebook import owner_of
from croupier.settlement.description import description_of
from croupier.settlement.round import Settlement, settle
from croupier.sheet import Sheet
from croupier.table import events as e
from croupier.table.state import BANK_WAGER, State, apply

CLOSED: Final = "closed"
VOIDED: Final = "voided"
OPEN: Final = "open"
NOT_SHOWN: Final = "not shown"
"""Marks cards that nobody at the table saw."""


def history(journal: Journal, *, game: object = None) -> "History":
    """Tell the rounds of a journal: a file, or its lines; a game of your own is given, itself or as `FILE.py:NAME`.

    >>> import croupier
    >>> with croupier.game("bac").table(seed="demo", journal="told.jsonl") as table:
    ...     table.sit(1, "Ada", "$500")
    >>> croupier.history("told.jsonl").rounds
    ()
    """
    found = audit(journal, game=game)
    return History(found, tuple(rounds_of(found)))


def rounds_of(found: Audit) -> "Iterator[RoundHistory]":
    """Every round of proved records, the last perhaps open."""
    records = found.records
    if not records or found.state is None or not isinstance(opened := records[0].event, e.TableOpened):
        return
    game = found.state.game
    state = State(game, game.rulebook(game.house(opened.house)), opened)
    before, start, had_round = state.copy(), 1, False
    for place, record in enumerate(records[1:], 1):
        had_round |= isinstance(record.event, e.RoundOpened)
        ends = isinstance(record.event, e.RoundClosed | e.RoundVoided)
        last = state.copy() if ends else state
        apply(state, record.event)
        if ends:
            yield RoundHistory(before, last, records[start : place + 1], found.names, found.file)
            before, start, had_round = state.copy(), place + 1, False
    if had_round:
        yield RoundHistory(before, state, records[start:], found.names, found.file)


@dataclass(frozen=True, repr=False)
class RoundHistory(Result):
    """One round, as the journal tells it."""

    before: State
    """The table when the round before it had ended."""
    table: State
    """The table with everything in place: before a round closed or was called off, or where the journal ends."""
    records: tuple[Record, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.round/1"

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return self.table.round

    @cached_property
    def status(self) -> str:
        """`closed`, `voided` or `open`."""
        match self.records[-1].event:
            case e.RoundClosed():
                return CLOSED
            case e.RoundVoided():
                return VOIDED
            case _:
                return OPEN

    @property
    def is_settled(self) -> bool:
        """Whether every wager was settled and the round closed."""
        return self.status == CLOSED

    @cached_property
    def opened_at(self) -> str:
        """When the round opened; empty where the journal keeps no clock."""
        return next((r.at or "" for r in self.records if isinstance(r.event, e.RoundOpened)), "")

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats with a wager, in ascending order."""
        return tuple(sorted({seat for seat, wager in self.table.stakes if wager != BANK_WAGER}))

    @cached_property
    def who(self) -> dict[int, str]:
        """Who sat where, by name where it is known."""
        return named(self.table, self.names)

    @cached_property
    def hands(self) -> dict[str, tuple[tuple[int, bool], ...]]:
        """The cards of every slot in the order they were dealt, each with whether it was shown at the table."""
        hands: dict[str, list[tuple[int, bool]]] = {}
        for record in self.records:
            match record.event:
                case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                    hands.setdefault(slot, []).extend((card, face_up) for card in cards)
                case e.CardsExposed(slot=slot, places=places):
                    for place in places:
                        hands[slot][place] = (hands[slot][place][0], True)
        return {slot: tuple(cards) for slot, cards in hands.items()}

    def result(self, seat: int) -> int:
        """The cents that a seat won with its wagers, below 0 for a loss; a bank's result is not among them."""
        return sum(s.result for s in self.table.settled if s.seat == seat) if self.is_settled else 0

    @property
    def bank_result(self) -> int:
        """The cents that the bank won."""
        return self.table.bank_result if self.is_settled else 0

    @property
    def fees(self) -> dict[int, int]:
        """The cents of collection that every seat paid; a voided round gives them back."""
        return {} if self.status == VOIDED else self.table.fees

    @property
    def summary(self) -> str:
        """How it ended."""
        if not self.is_settled:
            return f"round {self.number}, {self.status}"
        each = ", ".join(f"{self.called(seat)} {signed(self.result(seat))}" for seat in self.seats)
        return f"round {self.number}: {each}; bank {signed(self.bank_result)}"

    def called(self, seat: int) -> str:
        """A seat with who sits there."""
        known = self.who.get(seat, "")
        return f"{seat} {known}" if known and known != f"Seat {seat}" else f"{seat}"

    def told(self) -> tuple[Told, ...]:
        """Every record in words, with its clauses."""
        return tuple(Narrator(self.before.copy(), self.names).tell(self.records))

    def describe(self) -> dict[str, object]:
        """The round as a description that `settle` takes."""
        if not self.is_settled:
            raise Refused(f"round {self.number} is {self.status} and was never settled; choose another", field="ROUND")
        return description_of(self.table)

    def settle(self) -> Settlement:
        """Settle the round again from its description."""
        settled = settle(self.describe(), game=self.table.game)
        return replace(settled, file=self.file, asked=("history", str(self.number), "--settle"))

    def data(self) -> dict[str, Any]:
        """All that the journal tells of it, with money in dollars."""
        state = self.table
        return {
            "round": self.number,
            "status": self.status,
            "opened_at": self.opened_at or None,
            "records": [self.records[0].number, self.records[-1].number],
            "players": {str(seat): self.who.get(seat) for seat in self.seats},
            "player_dealer": state.player_dealer or None,
            "hands": {
                slot: [{"card": name, "shown": shown} for name, (_, shown) in zip(names_of(cards), cards, strict=True)]
                for slot, cards in self.hands.items()
            },
            "wagers": [dict(row) for row in self.to_rows()],
            "bank": dollars(self.bank_result),
            "fees": {str(seat): dollars(cents) for seat, cents in self.fees.items()},
            "steps": [
                {"record": told.record.number, "at": told.record.at, "text": told.text, "clauses": list(told.clauses)}
                for told in self.told()
            ],
            "description": self.describe() if self.is_settled else None,
        }

    def to_rows(self) -> list[Row]:
        """One row for every wager, the bank and every fee; results of wagers and bank sum to nothing."""
        state = self.table
        rows = [self._row("wager", s.seat, s) for s in state.settled] if self.is_settled else []
        if not self.is_settled:
            rows = [
                self._row("wager", seat, wager=wager, stake=cents)
                for (seat, wager), cents in state.stakes.items()
                if wager != BANK_WAGER
            ]
        stake = state.bank_wager if state.player_banked else None
        rows.append(self._row("bank", state.player_dealer, stake=stake, result=self.bank_result))
        return [*rows, *(self._row("fee", seat, result=-cents) for seat, cents in self.fees.items())]

    def _row(
        self,
        kind: str,
        seat: int,
        settled: e.WagerSettled | None = None,
        *,
        wager: str = "",
        stake: int | None = None,
        result: int = 0,
    ) -> Row:
        if settled:
            wager, stake, result = settled.wager, settled.stake, settled.result
        covered = settled.covered if settled else None
        return {
            "round": self.number,
            "opened_at": self.opened_at,
            "status": self.status,
            "kind": kind,
            "seat": seat or "",
            "player": self.table.seated.get(seat, ""),
            "name": self.who.get(seat, "house" if kind == "bank" and not seat else ""),
            "wager": wager,
            "stake": "" if stake is None else dollars(stake),
            "outcome": settled.outcome if settled else "",
            "odds": (settled.odds or "") if settled else "",
            "result": dollars(result),
            "covered": "" if covered is None else dollars(covered),
            "clauses": " ".join(settled.clauses) if settled else "",
        }

    @property
    def sheet(self) -> Sheet:
        """The round step by step, then its cards, and what every seat won."""
        heading = f"{self.table.game.title}, {self.table.name}, round {self.number}, {self.status}"
        steps = [(told.text, ", ".join(told.clauses), str(told.record.number)) for told in self.told()]
        parts = (
            Sheet("", heads=("what happened", "clauses", "record"), rows=tuple(steps), words=2),
            *((Sheet("Cards", facts=tuple(self._hands_told())),) if self.hands else ()),
            Sheet("What it came to", facts=tuple(self._results_told())),
        )
        opened = f"Opened {self.opened_at}. " if self.opened_at else ""
        again = "; --settle settles the round again" if self.is_settled else ""
        why = f"{opened}`croupier rules CLAUSE` prints a clause{again}."
        return Sheet(heading, parts=parts, note=why)

    def _hands_told(self) -> Iterator[tuple[str, str]]:
        """Every hand, with what nobody saw marked."""
        for slot, cards in self.hands.items():
            whose = f"seat {self.called(owner_of(slot))}" if owner_of(slot) else slot
            hidden = sum(not shown for _, shown in cards)
            mark = "" if not hidden else f"  ({NOT_SHOWN} at the table)" if hidden == len(cards) else ""
            yield whose, " ".join(marked(card, shown=shown or bool(mark)) for card, shown in cards) + mark

    def _results_told(self) -> Iterator[tuple[str, ...]]:
        """What every seat and the bank won, and the fees."""
        if not self.is_settled:
            yield ("every wager and fee went back" if self.status == VOIDED else "not settled yet", "")
            return
        for seat in self.seats:
            staked = sum(s.stake for s in self.table.settled if s.seat == seat)
            yield f"seat {self.called(seat)}", signed(self.result(seat)), f"of {price(staked)} staked"
        bank = f"bank, seat {self.called(self.table.player_dealer)}" if self.table.player_banked else "bank, the house"
        yield bank, signed(self.bank_result), ""
        for seat, cents in self.fees.items():
            yield f"fee of seat {self.called(seat)}", price(cents), "no part of the result"


def names_of(cards: Iterable[tuple[int, bool]]) -> tuple[str, ...]:
    """The names of cards that may have been shown or not."""
    return card_names(card for card, _ in cards)


def marked(card: int, *, shown: bool) -> str:
    """A card as it is printed, in brackets where nobody saw it."""
    return card_sign(card) if shown else f"[{card_sign(card)}]"


@dataclass(frozen=True, repr=False)
class History(Result):
    """The rounds of a table.

    >>> import croupier
    >>> with croupier.game("monte").table(seed="demo", journal="rounds.jsonl") as table:
    ...     table.sit(1, "Ada", "$500")
    ...     table.bet(1, initial=10, spot="red")
    ...     table.deal()
    ...     table.decide(1, "check")
    ...     _ = table.settle()
    >>> len(croupier.history("rounds.jsonl").rounds)
    1
    """

    found: Audit
    """What the audit of the journal found."""
    rounds: tuple[RoundHistory, ...]
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.history/1"

    def round(self, number: int) -> RoundHistory:
        """One round by its number."""
        for told in self.rounds:
            if told.number == number:
                return told
        there = f"it has rounds {self.rounds[0].number} to {self.rounds[-1].number}" if self.rounds else "it has none"
        raise Refused(f"the journal has no round {number}; {there}", field="ROUND")

    def __len__(self) -> int:
        """How many rounds there are."""
        return len(self.rounds)

    def __iter__(self) -> Iterator[RoundHistory]:
        """The rounds in order."""
        return iter(self.rounds)

    @property
    def summary(self) -> str:
        """How many rounds, and whether the journal is in order."""
        return f"{len(self.rounds)} rounds; {self.found.headline}"

    def data(self) -> dict[str, object]:
        """Every round, with money in dollars."""
        fault = self.found.fault
        return {
            "verdict": self.found.verdict,
            "fault": {"record": fault.number, "reason": fault.reason} if fault else None,
            "head": self.found.head,
            "rounds": [told.data() for told in self.rounds],
        }

    def to_rows(self) -> list[Row]:
        """One row for every wager, bank and fee of every round."""
        return [row for told in self.rounds for row in told.to_rows()]

    @property
    def sheet(self) -> Sheet:
        """The rounds in a list."""
        state = self.rounds[0].table if self.rounds else self.found.state
        title = f"{state.name}, {state.game.title}" if state else "no table"
        dated = any(told.opened_at for told in self.rounds)
        heads = ("round", *(("opened",) if dated else ()), "cards", "seats: staked and won", "bank", "fees")
        rows = [
            (
                str(told.number),
                *((short_time(told.opened_at),) if dated else ()),
                shared_cards(told),
                seats_told(told),
                signed(told.bank_result) if told.is_settled else told.status,
                price(sum(told.fees.values())),
            )
            for told in self.rounds
        ]
        note = "" if self.found.passed else f"Not in order: {self.found.headline}. What stands before it is told here."
        if self.found.passed and self.found.others:
            note = "Written under another rulebook than the one here; `croupier audit` names it."
        return Sheet(title, heads=heads, rows=tuple(rows), words=len(heads) - 2, note=note)


def short_time(at: str) -> str:
    """A time of the clock without its seconds' parts and zone."""
    return at[:19].replace("T", " ")


def shared_cards(told: RoundHistory) -> str:
    """The cards that belong to no seat."""
    return " · ".join(
        " ".join(marked(card, shown=shown) for card, shown in cards)
        for slot, cards in told.hands.items()
        if not owner_of(slot)
    )


def seats_told(told: RoundHistory) -> str:
    """What every seat staked and won."""
    staked = dict.fromkeys(told.seats, 0)
    for (seat, wager), cents in told.table.stakes.items():
        if wager != BANK_WAGER:
            staked[seat] += cents
    if not told.is_settled:
        return "; ".join(f"{told.called(seat)} {price(cents)}" for seat, cents in staked.items()) or told.status
    return "; ".join(f"{told.called(seat)} {price(staked[seat])} {signed(told.result(seat))}" for seat in told.seats)
