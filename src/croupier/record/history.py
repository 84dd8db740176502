"""The history of a table: its rounds, told from the journal.

The journal is audited first; what comes before a fault is told, and the fault with it. A round begins where the one
before it ended, so shuffles and changes of seats belong to the round that they prepare.
"""

import shlex
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, Final

from croupier.cards import card_names, card_sign
from croupier.conditions import Conditions, place_of
from croupier.errors import Refused, Unproved, listed
from croupier.games import is_known
from croupier.money import dollars, price
from croupier.record.audit import Audit, Journal, audit
from croupier.record.journal import Record
from croupier.record.names import named
from croupier.record.narration import Told, signed, told_records
from croupier.result import Result, Row
from croupier.rulebook import owner_of
from croupier.settlement.description import description_of
from croupier.settlement.round import Settlement, settle
from croupier.sheet import NO_BREAK, Sheet, number_of
from croupier.table import events as e
from croupier.table.state import BANK_WAGER, State, apply

CLOSED: Final = "closed"
VOIDED: Final = "voided"
OPEN: Final = "open"
FAULTED: Final = "faulted"


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
            yield RoundHistory(found, before, last, records[start : place + 1])
            before, start, had_round = state.copy(), place + 1, False
    if had_round:
        yield RoundHistory(found, before, state, records[start:])


@dataclass(frozen=True, repr=False)
class RoundHistory(Result):
    """One round, as the journal tells it; `audit` is what the audit of the journal found.

    >>> import croupier
    >>> with croupier.game("bac").table(seed="demo", journal="one.jsonl") as table:
    ...     table.sit(1, "Ada", "$500")
    ...     table.bet(1, banker=10)
    ...     table.deal()
    ...     _ = table.settle()
    >>> one = croupier.history("one.jsonl").round(1)
    >>> one.audit.passed, one.status
    (True, 'closed')
    >>> one.hands
    {'player': 'Th Jh 4d', 'banker': '4h 6h 9s'}
    >>> one.result(1), one.bank_result, one.fees
    (Decimal('9.50'), Decimal('-9.50'), {})
    >>> one.told()[-1].text
    'Round 1 closes. Bank: the house -$9.50.'
    >>> one.settle().agrees
    True
    """

    audit: Audit
    before: State
    """The table when the round before it had ended."""
    table: State
    """The table with everything in place: before a round closed or was called off, or where the journal ends."""
    records: tuple[Record, ...]
    seat: int = 0
    """The seat that it is told for; 0 for all."""
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.round/2"

    def of_seat(self, seat: int) -> "RoundHistory":
        """The round as far as it concerns one seat."""
        seats = sorted({*self.seats, *self.bank_seats})
        if seat not in seats:
            there = f"seats {listed(seats)} are" if seats else "nobody is"
            raise Refused(f"seat {seat} is not in round {self.number}; {there}", field="seat")
        return replace(self, seat=seat)

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return self.table.round

    @cached_property
    def status(self) -> str:
        """`closed`, `voided`, `open` where the journal ends in it, or `faulted` where a record of it is wrong."""
        match self.records[-1].event:
            case e.RoundClosed():
                return CLOSED
            case e.RoundVoided():
                return VOIDED
            case _:
                return FAULTED if self.audit.fault else OPEN

    @property
    def status_told(self) -> str:
        """The status in words, with the record that is wrong."""
        fault = self.audit.fault
        return f"{FAULTED} at record {fault.number}" if fault and self.status == FAULTED else self.status

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
        return tuple(seat for seat in sorted(self._staked) if self._concerns(seat))

    @property
    def bank_seats(self) -> tuple[int, ...]:
        """The seat that banks; empty where the house does."""
        banks = self.table.player_banked and self.table.player_dealer
        return (self.table.player_dealer,) if banks and self._concerns(self.table.player_dealer) else ()

    @cached_property
    def names(self) -> dict[int, str]:
        """Who sat where, as far as the names are known."""
        return named(self.table, self.audit.names)

    @property
    def hands(self) -> dict[str, str]:
        """The cards by where they lay, in the order they were dealt."""
        return {slot: " ".join(card_names(card for card, _ in cards)) for slot, cards in self.dealt.items()}

    @cached_property
    def dealt(self) -> dict[str, tuple[tuple[int, bool], ...]]:
        """The number of every card by where it lay, and whether it was shown at the table."""
        dealt: dict[str, list[tuple[int, bool]]] = {}
        for record in self.records:
            match record.event:
                case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                    dealt.setdefault(slot, []).extend((card, face_up) for card in cards)
                case e.CardsExposed(slot=slot, places=places):
                    for place in places:
                        dealt[slot][place] = (dealt[slot][place][0], True)
        return {slot: tuple(cards) for slot, cards in dealt.items() if self._concerns(owner_of(slot))}

    def result(self, seat: int) -> Decimal:
        """The dollars that a seat won with its wagers, below 0 for a loss; a bank's result is not among them."""
        return in_dollars(self._won(seat))

    @property
    def bank_result(self) -> Decimal:
        """The dollars that the bank won."""
        return in_dollars(self._bank_won)

    @property
    def fees(self) -> dict[int, Decimal]:
        """The dollars of collection that every seat paid; a voided round gives them back."""
        return {seat: in_dollars(cents) for seat, cents in self._fees.items()}

    @property
    def summary(self) -> str:
        if not self.is_settled:
            return f"round {self.number}, {self.status_told}"
        each = ", ".join(f"{self.called(seat)} {signed(self._won(seat))}" for seat in self.seats)
        return f"round {self.number}: {each}; bank {signed(self._bank_won)}"

    def called(self, seat: int) -> str:
        """A seat with who sits there."""
        known = self.names.get(seat, "")
        return f"{seat} {known}" if known and known != f"Seat {seat}" else f"{seat}"

    def spoken(self, seat: int = 0) -> str:
        """How it was decided, for one seat or for the table: totals, hands, who qualified."""
        speak = self.table.game.spoken
        return f"{speak(self.table, seat)}." if speak and self.is_settled else ""

    def told(self) -> tuple[Told, ...]:
        """Every record that needs words, as a sentence with its clauses."""
        every = told_records(self.records, self.before.copy(), self.audit.names)
        return tuple(
            told._replace(text=f"{told.text} {self.spoken()}".rstrip())
            if isinstance(told.record.event, e.SettlementBegan)
            else told
            for told in every
            if self._concerns(seat_of(told.record.event))
        )

    def describe(self) -> dict[str, object]:
        """The round as a description that `settle` takes."""
        if self.status == FAULTED:
            raise behind(self.audit, f"round {self.number} cannot be settled again")
        if not self.is_settled:
            raise Refused(f"round {self.number} is {self.status} and was never settled; choose another", field="ROUND")
        return description_of(self.table)

    def settle(self) -> "SettledAgain":
        """Settle the round again from its description, and compare what it pays with the journal."""
        again = settle(self.describe(), game=self.table.game)
        asked = ("history", str(self.number), "--settle")
        return SettledAgain(again.state, again.game, self.audit.file, asked, recorded=self.table)

    def data(self) -> dict[str, Any]:
        """All that the journal tells of it and what the audit found, with money in dollars."""
        return journal_data(self.audit) | self.told_data()

    def told_data(self) -> dict[str, Any]:
        """All that the journal tells of it, with money in dollars."""
        state = self.table
        return {
            "round": self.number,
            "status": self.status,
            "opened_at": self.opened_at or None,
            "records": [self.records[0].number, self.records[-1].number],
            "players": {str(seat): self.names.get(seat) for seat in sorted({*self.seats, *self.bank_seats})},
            "hands": {
                slot: [{"card": card_names((card,))[0], "shown": shown} for card, shown in cards]
                for slot, cards in self.dealt.items()
            },
            "wagers": [data_of(row, WAGER_FIELDS) for row in self._wager_rows()],
            "bank": {
                "seat": state.player_dealer or None,
                "wager": dollars(state.bank_wager) if state.player_banked else None,
                "used": dollars(state.bank_used) if state.player_banked else None,
                "net": dollars(self._bank_won) if self._has_ended else None,
            },
            "fees": [data_of(row, FEE_FIELDS) for row in self._fee_rows()],
            "spoken": {str(seat): self.spoken(seat) for seat in self.seats} if self.is_settled else {},
            "steps": [
                {"record": told.record.number, "at": told.record.at, "text": told.text, "clauses": list(told.clauses)}
                for told in self.told()
            ],
            "description": self.describe() if self.is_settled and not self.seat else None,
        }

    def to_rows(self) -> list[Row]:
        """One row for every wager, the bank and every fee; results of wagers and bank sum to nothing."""
        rows = self._wager_rows()
        if not self.seat or self.bank_seats:
            stake = self.table.bank_wager if self.table.player_banked else None
            rows.append(self._row("bank", self.table.player_dealer, stake=stake, result=self._bank_won))
        return [*rows, *self._fee_rows()]

    # ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _concerns(self, seat: int) -> bool:
        """Whether something of a seat, or of the table (0), is told."""
        return not (self.seat and seat) or seat == self.seat

    @property
    def _has_ended(self) -> bool:
        return self.status in (CLOSED, VOIDED)

    @cached_property
    def _staked(self) -> dict[int, int]:
        """What every seat has on its wagers, in cents."""
        staked: dict[int, int] = {}
        for (seat, wager), cents in self.table.stakes.items():
            if wager != BANK_WAGER:
                staked[seat] = staked.get(seat, 0) + cents
        return staked

    @property
    def _bank_won(self) -> int:
        return self.table.bank_result if self.is_settled else 0

    @property
    def _fees(self) -> dict[int, int]:
        if self.status == VOIDED:
            return {}
        return {seat: cents for seat, cents in self.table.fees.items() if self._concerns(seat)}

    def _won(self, seat: int) -> int:
        return sum(s.result for s in self.table.settled if s.seat == seat) if self.is_settled else 0

    def _wager_rows(self) -> list[Row]:
        if self.is_settled:
            settled = (s for s in self.table.settled if self._concerns(s.seat))
            return [
                self._row("wager", s.seat, wager=s.wager, stake=s.stake, result=s.result, settled=s) for s in settled
            ]
        return [
            self._row("wager", seat, wager=wager, stake=cents)
            for (seat, wager), cents in self.table.stakes.items()
            if wager != BANK_WAGER and self._concerns(seat)
        ]

    def _fee_rows(self) -> list[Row]:
        clause_of = {r.event.seat: r.event.clause for r in self.records if isinstance(r.event, e.FeeCollected)}
        fees = self._fees.items()
        return [self._row("fee", seat, result=-cents, cited=(clause_of[seat],)) for seat, cents in fees]

    def _row(  # the columns that differ
        self,
        kind: str,
        seat: int,
        *,
        wager: str = "",
        stake: int | None = None,
        result: int = 0,
        settled: e.WagerSettled | None = None,
        cited: tuple[str, ...] = (),
    ) -> Row:
        covered = settled.covered if settled else None
        shared = (f"{slot}: {cards}" for slot, cards in self.hands.items() if not owner_of(slot))
        own = (cards for slot, cards in self.hands.items() if seat and owner_of(slot) == seat)
        return {
            "round": self.number,
            "opened_at": self.opened_at,
            "status": self.status,
            "kind": kind,
            "seat": seat or "",
            "player": self.table.seated.get(seat, ""),
            "name": self.names.get(seat, "house" if kind == "bank" and not seat else ""),
            "wager": wager,
            "stake": "" if stake is None else dollars(stake),
            "outcome": settled.outcome if settled else "",
            "odds": (settled.odds or "") if settled else "",
            "result": dollars(result) if self._has_ended or kind == "fee" else "",
            "covered": "" if covered is None else dollars(covered),
            "clauses": " ".join(settled.clauses if settled else cited),
            "cards": next(own, ""),
            "table_cards": "; ".join(shared),
            "verdict": self.audit.verdict,
        }

    @property
    def sheet(self) -> Sheet:
        """The round step by step, then its cards, what every seat won, and the clauses that say so."""
        heading = f"{self.table.game.title}, {self.table.name}, round {self.number}, {self.status_told}"
        steps = [(told.text, ", ".join(told.clauses), str(told.record.number)) for told in self.told()]
        settled = self.table.settled if self.is_settled else ()
        cited = dict.fromkeys(id_ for s in settled if self._concerns(s.seat) for id_ in s.clauses)
        legend = tuple((id_, self.table.game.clause(id_).text) for id_ in cited)
        parts = (
            Sheet("", heads=("what happened", "clauses", "record"), rows=tuple(steps), words=2),
            *((Sheet("Cards", facts=tuple(self._hands_told())),) if self.dealt else ()),
            *((Sheet("How it was decided", facts=tuple(self._spoken_told())),) if self.spoken() else ()),
            Sheet("What it came to", facts=tuple(self._results_told())),
            *((Sheet("", heads=("clause", "in our words"), rows=legend, words=2),) if cited else ()),
        )
        opened = f"Opened {self.opened_at}. " if self.opened_at else ""
        again = "; --settle settles the round again" if self.is_settled else ""
        game = self.table.game
        own = "" if is_known(game) else f" {shlex.quote(place_of(game) or game.id)}"
        why = f"{opened}`croupier rules{own} CLAUSE` prints a clause{again}."
        return Sheet(heading, text=warning(self.audit), parts=parts, note=why)

    def line(self, *, dated: bool) -> tuple[str, ...]:
        """The round in a line of the list, which breaks within no seat."""
        cards = (
            " ".join(marked(card, shown=shown) for card, shown in held)
            for slot, held in self.dealt.items()
            if not owner_of(slot)
        )
        won = {seat: f" {signed(self._won(seat))}" if self.is_settled else "" for seat in self.seats}
        seats = (f"{self.called(seat)} {price(self._staked[seat])}{won[seat]}" for seat in self.seats)
        return (
            str(self.number),
            *((short_time(self.opened_at),) if dated else ()),
            " · ".join(cards),
            "; ".join(seat.replace(" ", NO_BREAK) for seat in seats),
            signed(self._bank_won) if self.is_settled else self.status,
            price(sum(self._fees.values())),
        )

    def _hands_told(self) -> Iterator[tuple[str, str]]:
        """Every hand and what it is called, with what nobody saw marked."""
        for slot, cards in self.dealt.items():
            whose = f"seat {self.called(owner_of(slot))}" if owner_of(slot) else slot_name(slot, self.table)
            hidden = sum(not shown for _, shown in cards)
            mark = "" if not hidden else "  (not shown at the table)" if hidden == len(cards) else ""
            called = self.table.rulebook.felt.cards(slot).called(tuple(card for card, _ in cards))
            told = " ".join(marked(card, shown=shown or bool(mark)) for card, shown in cards)
            yield whose, f"{told}{f', {called}' if called else ''}{mark}"

    def _spoken_told(self) -> Iterator[tuple[str, ...]]:
        """How it was decided: once where that is the same for all."""
        each = {seat: self.spoken(seat) for seat in self.seats}
        if len(set(each.values())) <= 1:
            yield (next(iter(each.values()), self.spoken()),)
        else:
            yield from ((f"seat {self.called(seat)}", said) for seat, said in each.items())

    def _results_told(self) -> Iterator[tuple[str, ...]]:
        """What every seat and the bank won, and the fees."""
        if not self.is_settled:
            yield ("every wager and fee went back" if self.status == VOIDED else "not settled", "")
            return
        for seat in self.seats:
            yield f"seat {self.called(seat)}", signed(self._won(seat)), f"of {price(self._staked[seat])} staked"
        bank = f"bank, seat {self.called(self.table.player_dealer)}" if self.table.player_banked else "bank, the house"
        if not self.seat or self.bank_seats:
            yield bank, signed(self._bank_won), ""
        for seat, cents in self._fees.items():
            yield f"fee of seat {self.called(seat)}", price(cents), "not counted in the result"


@dataclass(frozen=True, repr=False)
class SettledAgain(Settlement):
    """A recorded round, settled again from its description."""

    _: KW_ONLY
    recorded: State
    """The table of the journal."""

    @property
    def agrees(self) -> bool:
        """Whether every wager, every fee and the bank came to what the journal says."""
        again = self.state
        return (again.settled, again.fees, again.bank_result) == (
            self.recorded.settled,
            self.recorded.fees,
            self.recorded.bank_result,
        )

    @property
    def comparison(self) -> str:
        """Whether it agrees with the journal, in words."""
        if self.agrees:
            return "Agrees with the journal, wager by wager."
        recorded = {(s.seat, s.wager): s for s in self.recorded.settled}
        differing = [s for s in self.state.settled if recorded.get((s.seat, s.wager)) != s]
        first = f": first seat {differing[0].seat}'s {differing[0].wager}" if differing else ""
        return f"Does NOT agree with the journal{first}."

    def data(self) -> dict[str, Any]:
        """Everything the round paid, and whether the journal says the same."""
        return super().data() | {"agrees_with_journal": self.agrees}

    @property
    def sheet(self) -> Sheet:
        """What it pays, and whether the journal says the same."""
        paid = super().sheet
        return replace(paid, parts=(*paid.parts, Sheet("", text=self.comparison)))


# ── Words and data ───────────────────────────────────────────────────────────────────────────────────────────────────

WAGER_FIELDS: Final = ("seat", "wager", "stake", "outcome", "odds", "result", "covered", "clauses")
FEE_FIELDS: Final = ("seat", "result", "clauses")


def data_of(row: Row, names: tuple[str, ...]) -> dict[str, object]:
    """Some columns of a row as data: nothing is null, and clauses are a list."""
    return {name: str(row[name]).split() if name == "clauses" else row[name] or None for name in names}


def in_dollars(cents: int) -> Decimal:
    """An amount as the library gives it."""
    return Decimal(dollars(cents))


def journal_data(found: Audit) -> dict[str, object]:
    state = found.state
    return {
        "file": found.file or None,
        "game": state.game.id if state else None,
        "table": state.name if state else None,
        "table_id": state.table if state else None,
        "verdict": found.verdict,
        "fault": {"record": found.fault.number, "reason": found.fault.reason} if found.fault else None,
        "head": found.head,
    }


def warning(found: Audit) -> str:
    """What is wrong with the journal, if something is."""
    if found.fault:
        return f"Not in order: {found.headline}. Only what comes before it is shown."
    if found.status == 1:
        return f"The journal is {found.headline}; `croupier audit` says why."
    return "Written under another rulebook than the one here; `croupier audit` names it." if found.others else ""


def behind(found: Audit, consequence: str) -> Unproved:
    """Refuse what lies behind a fault of the journal."""
    if not found.records:
        why = "" if found.fault is None or found.fault.number is None else f" in order: {found.headline}"
        return Unproved(f"this is not a journal{why}", field=found.file)
    return Unproved(f"{found.headline}; {consequence}", field=found.file)


def seat_of(event: e.Event) -> int:
    """The seat that an event is about; 0 for the whole table."""
    return getattr(event, "seat", 0) or owner_of(getattr(event, "slot", ""))


def slot_name(slot: str, state: State) -> str:
    """What a place of cards that all share is called on the felt."""
    return str(state.rulebook.felt.cards(slot).sign) or slot


def marked(card: int, *, shown: bool) -> str:
    """A card as it is printed, in brackets where nobody saw it."""
    return card_sign(card) if shown else f"[{card_sign(card)}]"


@dataclass(frozen=True, repr=False)
class History(Result):
    """The rounds of a table; `audit` is what the audit of the journal found.

    >>> import croupier
    >>> with croupier.game("monte").table(seed="demo", journal="rounds.jsonl") as table:
    ...     table.sit(1, "Ada", "$500")
    ...     table.bet(1, initial=10, spot="red")
    ...     table.deal()
    ...     table.decide(1, "check")
    ...     _ = table.settle()
    >>> told = croupier.history("rounds.jsonl")
    >>> told.audit.passed, len(told.rounds)
    (True, 1)
    """

    audit: Audit
    rounds: tuple[RoundHistory, ...]
    conditions: Conditions | None = None
    schema: ClassVar[str] = "croupier.history/2"

    def check(self) -> None:
        """Refuse a file that is not a journal, or is wrong from its first record on."""
        if not self.audit.records:
            raise behind(self.audit, "")

    def round(self, number: int) -> RoundHistory:
        """One round by its number."""
        for told in self.rounds:
            if told.number == number:
                return told
        if self.audit.fault and number > 0:
            raise behind(self.audit, f"round {number} would come after it and cannot be told")
        there = f"it has rounds {self.rounds[0].number} to {self.rounds[-1].number}" if self.rounds else "it has none"
        raise Refused(f"the journal has no round {number}; {there}", field="ROUND")

    def of_seat(self, seat: int) -> "History":
        """The rounds in which a seat had a wager or banked, as far as they concern it."""
        seats = {each for told in self.rounds for each in (*told.seats, *told.bank_seats)}
        if seat not in seats:
            there = f"seats {listed(sorted(seats))} are" if seats else "nobody is"
            raise Refused(f"seat {seat} is in no round; {there}", field="seat")
        rounds = (told for told in self.rounds if seat in (*told.seats, *told.bank_seats))
        return replace(self, rounds=tuple(told.of_seat(seat) for told in rounds))

    def __len__(self) -> int:
        return len(self.rounds)

    def __iter__(self) -> Iterator[RoundHistory]:
        return iter(self.rounds)

    @property
    def summary(self) -> str:
        """How many rounds, and whether the journal is in order."""
        return f"{number_of(len(self.rounds), 'round')}; {self.audit.headline}"

    def data(self) -> dict[str, object]:
        """Every round, with money in dollars."""
        return journal_data(self.audit) | {"rounds": [told.told_data() for told in self.rounds]}

    def to_rows(self) -> list[Row]:
        """One row for every wager, bank and fee of every round."""
        return [row for told in self.rounds for row in told.to_rows()]

    @property
    def sheet(self) -> Sheet:
        if not self.audit.records:
            return Sheet(str(behind(self.audit, "")))
        state = self.rounds[0].table if self.rounds else self.audit.state
        title = f"{state.name}, {state.game.title}" if state else ""
        dated = any(told.opened_at for told in self.rounds)
        slots = dict.fromkeys(slot for told in self.rounds for slot in told.dealt if not owner_of(slot))
        cards = " · ".join(slot_name(slot, state) for slot in slots) if state else ""
        heads = ("round", *(("opened",) if dated else ()), cards or "cards", "seats: staked and won", "bank", "fees")
        rows = [told.line(dated=dated) for told in self.rounds]
        return Sheet(title, text=warning(self.audit), heads=heads, rows=tuple(rows), words=len(heads) - 2)


def short_time(at: str) -> str:
    """A time of the clock without its seconds' parts and zone."""
    return at[:19].replace("T", " ")
