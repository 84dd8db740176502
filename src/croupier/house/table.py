"""A live table: people, house-run players and clocks around the table's core.

Whatever is asked of a table, and every tick, leads to `advance`: it does what has to be done now, one thing after the
other (offer the bank, shuffle, open a round, close the betting, deal, time somebody out, settle, free a seat), until
the table waits for somebody or for a clock. Nothing here knows a rule of a game: what may happen is asked of the
core, and what chance decides of the dealer.

A request works on a copy, which takes the table's place when all went well. What has to be written, the chips that go
back to people and the events for the log gather in the copy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from croupier.chance import Chance, Entropy
from croupier.company import NAMES, Company
from croupier.dealer import Dealer, button_seat
from croupier.house.clock import TABLE, Clock
from croupier.house.plain import by_name, twin
from croupier.house.recorder import HOUSE, RowRecorder
from croupier.house.rows import Entry
from croupier.house.settings import SECOND, HouseSettings, TableSettings
from croupier.house.snapshot import snapshot_of
from croupier.identity import rulebook_digest
from croupier.record.names import PSEUDONYM_LENGTH
from croupier.rulebook import Wagering
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBank,
    AwaitDecision,
    AwaitRound,
    AwaitSettlement,
    AwaitWagers,
    awaiting,
    needs_bank,
)
from croupier.table.core import check_leaving
from croupier.table.legal import bank_least, passes
from croupier.table.state import BANK_WAGER, State
from croupier.table.view import view

OPEN: Final = "open"
PAUSED: Final = "paused"
CLOSING: Final = "closing"
CLOSED: Final = "closed"
FAULTED: Final = "faulted"
STILL: Final = frozenset({CLOSED, FAULTED})
"""Tables at which nothing goes on."""
KEPT: Final = attrgetter(
    *("status", "reason", "opened_at", "settings", "people", "company_names", "clocks", "rules"),
    *("stale_shuffle", "stale_dice", "graced", "digest", "owner", "is_private", "set_by", "empty_since"),
)
"""The parts of a table that its document keeps and may change."""
STEPS_MAX: Final = 1000
"""More than any table does before it waits for somebody."""
UNKNOWN_CARDS: Final = "its cards or dice can no longer be known"
RESTORED: Final = "the house was restored from a backup, and its cards may have been seen"
OTHER_RULES: Final = "the rules it was opened under are not those of this program"
NO_BANK_WAGER: Final = "the player-dealer placed no wager"
DESERTED: Final = "nobody has sat here for a while"
NOBODY_THERE: Final = "nobody is left to bet"
NOBODY_BET: Final = "nobody has bet, and the table is paused or closes"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a seat."""

    guest: str
    sat: int
    """The number of the record that says so."""
    pace: str = "usual"
    silent: int = 0
    """How often in a row nothing was heard."""
    away_since: int = 0
    """In milliseconds; 0 for somebody who is there."""
    lost: int = 0
    """Since when nothing of theirs is connected, in milliseconds; 0 while something is, or never was."""
    standing: bool = False
    """Leaves as soon as there is no part in a round any more."""
    gone: bool = False
    """The session is over: nobody can answer."""
    done: bool = False
    """Has no more to bet in this round."""
    acted: bool = False
    """Was heard in this round's betting."""
    banks: bool = True
    """Is asked when the bank is offered; somebody who is not has declined beforehand."""

    @property
    def is_present(self) -> bool:
        return not (self.away_since or self.gone)


class Table:
    """One live table."""

    def __init__(self, dealer: Dealer, recorder: RowRecorder, settings: TableSettings, house: HouseSettings) -> None:
        self.dealer = dealer
        self.recorder = recorder
        self.settings = settings
        self.house = house
        self.company = Company(dealer.state.rulebook, dealer.chance)
        self.status = OPEN
        self.reason = ""
        self.opened_at = 0
        self.people: dict[int, Person] = {}
        self.company_names: dict[int, str] = {}
        self.clocks: dict[int, Clock] = {}
        self.rules: dict[str, Mapping[str, object]] = {}
        """House rules by the digest of the rulebook they make: all that were ever in force here."""
        self.stale_shuffle = self.stale_dice = 0
        """The shuffle, and the round whose dice, may have been seen, so that nothing is dealt from them any more."""
        self.graced = 0
        """Until when clocks that start get a grace, in milliseconds."""
        self.owner = ""
        """The guest who opened it; empty for one of the house."""
        self.is_private = False
        """Whether it is listed only for its owner and who sits there."""
        self.set_by = ""
        """The guest who paused or resumed it last; empty for an operator."""
        self.empty_since = 0
        """Since when nobody sits at a guest's table, in milliseconds; 0 while somebody does."""
        self.edition = 0
        """The version of the document that this is kept in, 0 for one that is not kept yet."""
        self.now = 0
        self.returned: list[tuple[str, int]] = []
        """Chips that go back to wallets: guest and cents."""
        self.entries: list[Entry] = []

    @property
    def id(self) -> str:
        return self.state.table

    @property
    def state(self) -> State:
        """The table's core."""
        return self.dealer.state

    @property
    def digest(self) -> str:
        """Of the rulebook in force."""
        return self.state.digest

    def copy(self) -> "Table":
        """A table that can go on, or be dropped, without the other's noticing."""
        other = twin(self)
        other.recorder = self.recorder.copy()
        other.dealer = twin(self.dealer)
        other.dealer.recorder = other.recorder
        other.people, other.clocks = self.people.copy(), self.clocks.copy()
        other.company_names, other.rules = self.company_names.copy(), self.rules.copy()
        other.returned, other.entries = [], []
        return other

    def body(self) -> dict[str, Any]:
        """What changes about a table beside its journal, as it is kept."""
        return {
            "id": self.id,
            "name": self.state.name,
            "game": self.state.game.id,
            "status": self.status,
            "reason": self.reason,
            "opened_at": self.opened_at,
            "settings": by_name(self.settings),
            "people": {str(seat): by_name(person) for seat, person in self.people.items()},
            "company_names": {str(seat): name for seat, name in self.company_names.items()},
            "clocks": {str(place): by_name(clock) for place, clock in self.clocks.items()},
            "rules": self.rules,
            "digest": self.digest,
            "stale_shuffle": self.stale_shuffle,
            "stale_dice": self.stale_dice,
            "graced": self.graced,
            "owner": self.owner,
            "is_private": self.is_private,
            "set_by": self.set_by,
            "empty_since": self.empty_since,
        }

    def is_kept_like(self, other: "Table") -> bool:
        """Whether both would be kept in the same document."""
        return bool(KEPT(self) == KEPT(other))

    def take(self, body: Mapping[str, Any], edition: int) -> None:
        """Take over what is kept."""
        self.status, self.reason, self.opened_at = body["status"], body["reason"], body["opened_at"]
        self.settings = TableSettings(**body["settings"])
        self.people = {int(seat): Person(**person) for seat, person in body["people"].items()}
        self.company_names = {int(seat): name for seat, name in body["company_names"].items()}
        self.clocks = {int(place): Clock(**clock) for place, clock in body["clocks"].items()}
        self.rules = dict(body["rules"])
        self.stale_shuffle, self.stale_dice = body["stale_shuffle"], body["stale_dice"]
        self.graced, self.edition = body["graced"], edition
        for name in ("owner", "is_private", "set_by", "empty_since"):  # tables of an earlier version lack them
            setattr(self, name, body.get(name, getattr(self, name)))
        self.drop_stale()

    def drop_stale(self) -> None:
        """Deal no more from cards that may have been seen: the dealer shuffles instead."""
        if self.state.shuffles == self.stale_shuffle and not self.state.in_round:
            self.dealer.cards = None

    # Who is there

    def is_listed(self, guest: str) -> bool:
        """Whether a guest sees it in the lobby."""
        return not self.is_private or bool(guest and (self.owner == guest or self.seat_of(guest)))

    def seat_of(self, guest: str) -> int:
        """Where a guest sits; 0 for nowhere."""
        return next((seat for seat, person in self.people.items() if person.guest == guest), 0) if guest else 0

    @property
    def present(self) -> list[int]:
        """The seats of people who are there."""
        return [seat for seat, person in sorted(self.people.items()) if person.is_present]

    @property
    def is_dealing(self) -> bool:
        """Whether another round may begin."""
        return self.status == OPEN and any(not self.people[seat].standing for seat in self.present)

    @property
    def may_bet(self) -> bool:
        """Whether somebody is there who may still bet in this round: not who stands up, and not who banks."""
        return any(not self.people[seat].standing for seat in self.present if seat != self.state.player_dealer)

    def has_hand(self, seat: int) -> bool:
        """Whether the hand at a seat was dealt to who sits there now, and not to somebody before."""
        person, dealt = self.people.get(seat), self.recorder.track.hands.get(seat)
        return person is not None and dealt is not None and person.sat < dealt

    def version(self, seat: int) -> int:
        """The number of the last record that was about a seat."""
        return self.recorder.track.versions.get(seat, -1)

    def change(self, seat: int, **changes: Any) -> None:  # noqa: ANN401  # fields of a person
        """Change what is known of somebody at a seat."""
        self.people[seat] = replace(self.people[seat], **changes)

    def hear(self, seat: int) -> None:
        """Somebody was heard: is there again, and not silent."""
        person = self.people[seat]
        if person.away_since:
            self.log("back", f"seat {seat}", who=person.guest)
        if person.away_since or person.silent or person.lost:
            self.change(seat, silent=0, away_since=0, lost=0)

    def lose(self, seat: int) -> None:
        """The last connection of somebody has ended; it may come back."""
        self.change(seat, lost=self.now)

    def reconnect(self, seat: int) -> None:
        """Somebody is connected again, and there again unless it was silence that they were marked away for."""
        person = self.people[seat]
        if person.lost and person.away_since and person.silent < self.settings.silent:
            self.log("back", f"seat {seat}", "connected again", who=person.guest)
            self.change(seat, away_since=0)
        if person.lost:
            self.change(seat, lost=0)

    def mark_lost(self) -> bool:
        """Mark away whoever has not been connected for too long."""
        for seat, person in sorted(self.people.items()):
            until = person.lost + self.settings.disconnected * SECOND
            if person.lost and not person.away_since and self.now >= until:
                self.change(seat, away_since=self.now)
                self.log("away", f"seat {seat}", f"disconnected for {self.settings.disconnected} s")
                return True
        return False

    def fall_silent(self, seat: int) -> None:
        """Nothing was heard from a seat in time."""
        person = self.people[seat]
        silent = person.silent + 1
        is_away = silent >= self.settings.silent
        self.change(seat, silent=silent, away_since=person.away_since or (self.now if is_away else 0))
        if is_away and not person.away_since:
            self.log("away", f"seat {seat}", f"silent {silent} times in a row")

    def log(self, what: str, subject: str = "", why: str = "", **more: str) -> None:
        """Note a significant event."""
        who = more.pop("who", HOUSE)
        self.entries.append(Entry(self.now, who, what, f"{self.id} {subject}".strip(), why, **more))

    # Doing

    def do(self, *commands: c.Command) -> None:
        """Put commands to the table, and record what follows."""
        self.recorder.now = self.now
        self.dealer.do(*commands)

    def advance(self, now: int) -> None:
        """Do what has to be done now, until the table waits for somebody or for a clock."""
        self.now = self.recorder.now = now
        if any(clock.is_odd(now, self.house.late) for clock in self.clocks.values()) or self.is_ahead(now):
            self.grant_grace()
        for _ in range(STEPS_MAX):
            self.take_snapshot()
            if not self.move():
                return
        raise RuntimeError("the table does not come to rest")

    def is_ahead(self, now: int) -> bool:
        """Whether somebody is away, or nobody is there, since a time that is yet to come: time went backwards."""
        since = (at for person in self.people.values() for at in (person.away_since, person.lost))
        return any(at > now + SECOND for at in (*since, self.empty_since))

    def take_snapshot(self) -> None:
        """Now and then keep how the table stands between rounds, even if the next one opens at once."""
        is_due = self.recorder.track.rounds >= self.house.snapshot_every
        if is_due and not self.state.in_round and self.status != CLOSED:
            self.recorder.rows.append(snapshot_of(self.state, self.recorder))

    def grant_grace(self) -> None:
        """Start every clock again, with a grace: nobody ran the table, or time jumped."""
        self.clocks = {
            place: replace(clock, since=self.now, grace=self.settings.grace * SECOND)
            for place, clock in self.clocks.items()
        }
        self.people = {
            seat: replace(
                person,
                away_since=self.now if person.away_since else 0,
                lost=self.now if person.lost else 0,
            )
            for seat, person in self.people.items()
        }
        self.empty_since = self.now if self.empty_since else 0

    def move(self) -> bool:
        """Do one thing; gives whether there was something to do."""
        if self.status in STILL:
            return False
        if self.is_left_alone() or self.mark_lost():
            return True
        if self.free_seats() or (not self.state.in_round and self.make_ready()):
            return True
        state = self.state
        match awaiting(state):
            case AwaitBank(seat=None):
                return self.offer_bank()
            case AwaitBank(seat=int(seat)):
                return self.answer_offer(seat)
            case AwaitRound() if self.dealer.knows_cards:
                return self.open_round()
            case AwaitWagers():
                return self.take_wagers()
            case AwaitDecision(decision=decision, seats=seats):
                return self.hear_decisions(decision, seats)
            case AwaitSettlement():
                self.do(c.SettleRound())
                return True
            case _:
                return self.deal()

    def deal(self) -> bool:
        """Let chance answer; a round whose cards can no longer be known is called off."""
        if not self.state.in_round and not self.is_dealing:
            self.keep_clocks()
            return False
        before = self.recorder.length
        self.dealer.go_on()
        if self.recorder.length == before:
            self.call_off(UNKNOWN_CARDS)
        return True

    def call_off(self, reason: str) -> None:
        """Void the round: the table does so by itself."""
        self.do(c.VoidRound(reason, e.TABLE))
        self.log("voided", f"round {self.state.round}", reason)

    # Clocks

    def clock(self, place: int, occasion: str, seconds: int) -> Clock:
        """The clock for an occasion, started if it does not run yet."""
        running = self.clocks.get(place)
        if running is None or running.occasion != occasion:
            pace = self.people[place].pace if place in self.people else "usual"
            running = Clock.started(occasion, self.now, seconds, pace, self.grace)
            self.clocks[place] = running
        return running

    @property
    def grace(self) -> int:
        """Seconds that come on top of a clock that starts now."""
        return self.settings.grace if self.now < self.graced else 0

    def keep_clocks(self, *places: int) -> None:
        """Stop all clocks but those of some places."""
        self.clocks = {place: clock for place, clock in self.clocks.items() if place in places}

    def set_pace(self, seat: int, pace: str) -> None:
        """Have another time to answer, from when the clock that runs was started."""
        clock, before = self.clocks.get(seat), self.people[seat].pace
        self.change(seat, pace=pace)
        if clock and pace != before:
            kind = clock.occasion.partition(" ")[0]
            seconds: int = getattr(self.settings, kind)
            self.clocks[seat] = replace(Clock.started(clock.occasion, clock.since, seconds, pace), grace=clock.grace)

    @property
    def due(self) -> int | None:
        """When something has to be done by itself; None while nothing has."""
        if self.status in STILL:
            return None
        ends = [clock.ends for clock in self.clocks.values()]
        if isinstance(self.state.step, Wagering):  # the betting is over when everybody's time is
            ends = [None if None in ends else max(end for end in ends if end is not None)] if ends else []
        times = [end for end in ends if end is not None]
        times += [
            person.away_since + self.settings.freed * SECOND
            for seat, person in self.people.items()
            if person.away_since and passes(check_leaving, self.state, seat)
        ]
        times += [self.empty_since + self.house.deserted * SECOND] if self.empty_since else []
        times += [
            person.lost + self.settings.disconnected * SECOND
            for person in self.people.values()
            if person.lost and not person.away_since
        ]
        return min(times, default=None)

    # Between rounds

    def is_left_alone(self) -> bool:
        """Note since when nobody sits at a guest's table; gives whether it closes for that now."""
        if self.people or not self.owner:
            self.empty_since = 0
            return False
        self.empty_since = self.empty_since or self.now
        if self.status == CLOSING or self.now < self.empty_since + self.house.deserted * SECOND:
            return False
        self.log("closing", "", DESERTED, before=self.status, after=CLOSING)
        self.status, self.reason = CLOSING, DESERTED
        return True

    def free_seats(self) -> bool:
        """Let go whoever stands up, or has been away for long, and has no part in a round."""
        for seat, person in sorted(self.people.items()):
            is_freed = bool(person.away_since) and self.now >= person.away_since + self.settings.freed * SECOND
            leaves = person.standing or person.gone or is_freed or (self.status == CLOSING and not self.state.in_round)
            if leaves and passes(check_leaving, self.state, seat):
                why = "away for too long" if is_freed and not (person.standing or person.gone) else ""
                self.leave(seat, why)
                return True
        return False

    def leave(self, seat: int, why: str = "") -> None:
        """Let somebody leave, with the chips."""
        person, cents = self.people.pop(seat), self.state.chips(seat)
        self.do(c.Leave(seat))
        self.clocks.pop(seat, None)
        self.returned.append((person.guest, cents))
        self.log("left", f"seat {seat}", why, who=HOUSE if why else person.guest, before=str(cents))

    def make_ready(self) -> bool:
        """Let house-run players come, go and bring chips; close a table that closes."""
        if self.pass_bank_on():
            return True
        house_run, wanted = sorted(self.state.house_run), self.company_wanted()
        if len(house_run) > wanted:
            idle = [seat for seat in house_run if seat != self.state.bank_holder or not self.is_dealing]
            if idle:
                self.do(c.Leave(idle[-1]))
                del self.company_names[idle[-1]]
                return True
        if len(house_run) < wanted:
            free = next(seat for seat in range(1, self.state.rulebook.seats + 1) if seat not in self.state.seated)
            self.seat_company(free)
            return True
        short = {seat: self.company.buys(self.state.chips(seat)) for seat in house_run}
        if any(short.values()):
            self.do(*(c.BuyChips(seat, cents) for seat, cents in short.items() if cents))
            return True
        if self.status == CLOSING:
            self.close()
            return True
        return False

    def pass_bank_on(self) -> bool:
        """Pass the bank of somebody who is not there."""
        holder = self.people.get(self.state.bank_holder)
        if holder is None or holder.is_present or needs_bank(self.state) or not self.is_dealing:
            return False
        self.do(c.PassBank(self.state.bank_holder))
        return True

    def company_wanted(self) -> int:
        """How many house-run players should sit: those that are set, and one who can bank for somebody alone."""
        return self.company_for(len(self.people), len(self.present)) if self.is_dealing else 0

    @property
    def company_count(self) -> int:
        """How many house-run players sit, or will when somebody comes."""
        is_waiting = self.status == OPEN and not self.people
        return len(self.state.house_run) or (self.company_for(1, 1) if is_waiting else 0)

    def company_for(self, people: int, present: int) -> int:
        """How many house-run players sit beside so many people, of whom some are there."""
        alone = self.state.player_banked and present == 1
        free = self.state.rulebook.seats - people
        return min(max(self.settings.house_run, int(alone)), max(free - 1, 1 if alone and free else 0))

    def seat_company(self, seat: int) -> None:
        """Seat a house-run player, marked as such."""
        taken = set(self.company_names.values())
        self.company_names[seat] = next((name for name in NAMES if name not in taken), f"House {seat}")
        player = self.recorder.entropy(PSEUDONYM_LENGTH).hex()
        self.do(c.Sit(seat, player, self.company.stack, house_run=True))

    def close(self) -> None:
        """Open what is still sealed: the table is over."""
        self.recorder.open_all()
        self.status, self.clocks = CLOSED, {}
        self.log("closed", "", self.reason)

    # The bank

    def offer_bank(self) -> bool:
        """Offer the bank; when all have declined, after a while."""
        if not self.is_dealing:
            self.keep_clocks()
            return False
        recent = self.recorder.recent
        if recent and isinstance(recent[-1].event, e.BankDeclined):
            self.keep_clocks(TABLE)
            if not self.clock(TABLE, f"between {recent[-1].number}", self.settings.between).is_over(self.now):
                return False
        self.do(c.OfferBank())
        return True

    def answer_offer(self, seat: int) -> bool:
        """Answer for a house-run player, or for somebody who is not there or did not answer in time."""
        self.keep_clocks(*([seat] if self.is_dealing else []))
        if not self.is_dealing:
            return False
        person = self.people.get(seat)
        if person and not person.banks:
            self.do(c.DeclineBank(seat))
            return True
        if person is None:
            is_last = set(self.state.seated) <= {*self.state.bank_asked, seat}
            takes = is_last or self.company.takes_bank(view(self.state, seat))
            self.do(c.TakeBank(seat) if takes else c.DeclineBank(seat))
            return True
        waits = person.is_present and not person.standing
        if waits and not self.clock(seat, f"bank {self.version(seat)}", self.settings.bank).is_over(self.now):
            return False
        if waits:
            self.fall_silent(seat)
        self.do(c.TimeOut(seat))
        return True

    # A round

    def open_round(self) -> bool:
        """Open a round after a pause; house-run players bet at once."""
        others = [seat for seat in self.state.seated if seat != self.state.bank_holder or not self.state.player_banked]
        if not self.is_dealing or not others:
            self.keep_clocks()
            return False
        self.keep_clocks(TABLE)
        occasion = f"between {self.state.round}"
        if not self.clock(TABLE, occasion, self.settings.between).is_over(self.now):
            return False
        self.keep_clocks()
        holder = self.state.bank_holder
        if holder in self.people and self.state.chips(holder) < bank_least(self.state):
            self.log("bank passed", f"seat {holder}", "too few chips to bank", before=str(self.state.chips(holder)))
            self.do(c.PassBank(holder))
            return True
        self.do(c.OpenRound(button_seat(self.state)))
        if self.stale_dice == self.state.round:
            self.call_off(RESTORED)
            return True
        for seat in self.people:
            self.change(seat, done=False, acted=False)
        bets = self.company.bets_of(self.state, sorted(self.state.house_run))
        if bets:
            self.do(*bets)
        return True

    def take_wagers(self) -> bool:
        """Close the betting when nobody present has more to bet, or has the time."""
        waiting = [seat for seat in self.present if not self.people[seat].done and not self.people[seat].standing]
        self.keep_clocks(*waiting)
        round_ = self.state.round
        clocks = {seat: self.clock(seat, f"bet {round_}", self.settings.bet) for seat in waiting}
        if not all(clock.is_over(self.now) for clock in clocks.values()):
            return False
        for seat in waiting:
            if not self.people[seat].acted:
                self.fall_silent(seat)
        self.end_wagers()
        return True

    def end_wagers(self) -> None:
        """Close the betting, begin it again where nobody has bet, or call the round off."""
        self.keep_clocks()
        state = self.state
        has_bets = any(wager != BANK_WAGER for _, wager in state.stakes)
        if state.player_banked and not state.bank_wager:
            self.call_off(NO_BANK_WAGER)
            if not needs_bank(self.state):
                self.do(c.PassBank(state.player_dealer))
        elif has_bets:
            self.do(c.CloseBets())
        elif not self.may_bet:
            self.call_off(NOBODY_THERE)
        elif self.status != OPEN:
            self.call_off(NOBODY_BET)
        else:
            for seat in self.people:
                self.change(seat, done=False, acted=False)

    def hear_decisions(self, decision: str, seats: Sequence[int]) -> bool:
        """Decide for house-run players, and by default for whoever is not there or did not answer in time."""
        self.keep_clocks(*seats)
        rule = self.state.rulebook.decisions_by_id[decision]
        for seat in seats:
            person = self.people.get(seat)
            if person is None:
                option = self.company.decides(view(self.state, seat), rule)
                self.do(c.Decide(seat, option, decision=decision))
                return True
            occasion = f"decide {self.state.round} {self.state.at} {self.state.turn(seat)}"
            if person.is_present:
                if not self.clock(seat, occasion, self.settings.decide).is_over(self.now):
                    continue
                self.fall_silent(seat)
            self.do(c.TimeOut(seat))
            self.clocks.pop(seat, None)
            return True
        return False

    # Operators and outages

    def restart(self, now: int, *, is_restored: bool) -> None:
        """Go on after an outage: clocks start again with a grace, and what may have been seen is not used any more."""
        self.now = self.recorder.now = now
        state = self.state
        digest = rulebook_digest(state.rulebook)
        if state.in_round and (is_restored or digest != state.digest):
            self.call_off(RESTORED if is_restored else OTHER_RULES)
        self.do(c.Continue(state.table, state.game.version, digest, self.dealer.chance.source))
        self.rules.setdefault(digest, state.rulebook.house.show())
        if is_restored:
            self.stale_shuffle = self.state.shuffles
            self.stale_dice = self.state.round + 1 if self.state.dice_commitment else 0
            self.drop_stale()
        self.graced = now + self.settings.grace * SECOND
        self.grant_grace()
        self.log("restored" if is_restored else "continued")


def dealer_of(state: State, recorder: RowRecorder, entropy: Entropy) -> Dealer:
    """A dealer with fresh chance for whatever is not sealed yet."""
    return Dealer(state, Chance.fresh(entropy), recorder=recorder)
