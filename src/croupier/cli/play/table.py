"""One table being played: the dealer deals, the house-run players and you answer, everything is heard and recorded."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from croupier.cli.play.announcer import Announcer
from croupier.cli.play.interruption import uninterrupted
from croupier.cli.play.person import Left, Person
from croupier.cli.play.place import Place
from croupier.company import Company
from croupier.dealer import Dealer, button_seat
from croupier.rulebook import Decision
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBank,
    AwaitCards,
    AwaitDecision,
    AwaitDie,
    Awaiting,
    AwaitRound,
    AwaitSettlement,
    AwaitWagers,
    awaiting,
)
from croupier.table.core import step
from croupier.table.driver import act, drive
from croupier.table.legal import Legal, legal
from croupier.table.state import State
from croupier.table.view import View, view

UNKNOWN: Final = "its cards or dice can no longer be known"


class Table:
    """A table and everybody at it."""

    def __init__(self, dealer: Dealer, company: Company, announcer: Announcer, you: Person | None) -> None:
        """Seat nobody yet; without you, house-run players answer for every seat."""
        self.dealer = dealer
        self.company = company
        self.announcer = announcer
        self.you = you
        self.place = Place(self.state.rulebook, lambda: self.view(self.announcer.seat), self.may, self.do)
        staked = (cents for (seat, _), cents in self.state.stakes.items() if seat == announcer.seat)
        self.brought = self.state.chips(announcer.seat) + (sum(staked) if self.state.in_round else 0)
        """The chips you sat down with, those on the layout included."""
        self.dealt = 0
        self.rounds: int | None = None
        dealer.listener = self.hear

    @property
    def state(self) -> State:
        """The table now."""
        return self.dealer.state

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        return view(self.state, seat)

    def may(self) -> Legal:
        """What you may do now; before a round is opened also what you may bet in it."""
        now = legal(self.state, self.announcer.seat)
        if not isinstance(awaiting(self.state), AwaitRound):
            return now
        opened = step(self.state, c.OpenRound(button_seat(self.state))).state
        return replace(now, wagers=legal(opened, self.announcer.seat).wagers)

    def hear(self, events: tuple[e.Event, ...], state: State) -> None:
        """Tell what happened, which the dealer has recorded."""
        self.dealt += sum(isinstance(event, e.RoundClosed) for event in events)
        self.announcer.hear(events, state)

    def do(self, *commands: c.Command) -> None:
        """Hand commands to the table, to be recorded together."""
        with uninterrupted():
            self.dealer.do(*commands)

    def go_on(self) -> State:
        """Let chance answer what only chance can, unless the table is over."""
        if not self.is_over:
            self.refill()
            with uninterrupted():
                self.dealer.go_on()
        return self.state

    def play(self, rounds: int | None) -> None:
        """Deal until so many rounds are over, or you leave."""
        self.rounds = rounds
        if self.state.in_round:
            self.announcer.resuming(self.state)
        with suppress(Left, EOFError):
            drive(self.go_on(), self.answer, self.act)

    @property
    def is_over(self) -> bool:
        """Whether no further round is wanted."""
        return not self.state.in_round and bool((self.you and self.you.leaving) or self.dealt == self.rounds)

    def act(self, _: State, commands: Sequence[c.Command]) -> State:
        """Do what was answered, and deal on."""
        self.do(*commands)
        return self.go_on()

    def answer(self, _: State, waiting: Awaiting) -> Sequence[c.Command]:
        """What everybody at the table answers, nothing once it is over."""
        if self.is_over:
            return ()
        match waiting:
            case AwaitBank(seat=seat):
                return (self.answer_offer(seat) if seat else c.OfferBank(),)
            case AwaitRound():
                return self.open_with_bets()
            case AwaitWagers():
                return self.missing_bets()
            case AwaitDecision(decision=decision, seats=(seat, *_)):
                return self.decide(self.state.rulebook.decisions_by_id[decision], seat)
            case AwaitSettlement():
                return (c.SettleRound(),)
            case AwaitCards() | AwaitDie():
                return (c.VoidRound(UNKNOWN, e.TABLE),)
            case _:
                raise LookupError(f"the dealer did not answer {waiting}")

    def refill(self) -> None:
        """Let house-run players who run low bring chips, between rounds."""
        if not self.state.in_round:
            others = [seat for seat in sorted(self.state.seated) if not self.yours(seat)]
            short = {seat: self.company.buys(self.state.chips(seat)) for seat in others}
            self.do(*(c.BuyChips(seat, cents) for seat, cents in short.items() if cents))

    def yours(self, seat: int) -> Person | None:
        """You, where the seat is yours."""
        return self.you if seat == self.announcer.seat else None

    def answer_offer(self, seat: int) -> c.Command:
        """Take or decline the bank."""
        you = self.yours(seat)
        takes = you.takes_bank(self.place) if you else self.company.takes_bank(self.view(seat))
        return c.TakeBank(seat) if takes else c.DeclineBank(seat)

    def open_with_bets(self) -> list[c.Command]:
        """Open a round with everybody's wagers and close the betting, once yours are known to stand."""
        self.announcer.opening(self.state)
        opens = c.OpenRound(button_seat(self.state))
        bets: list[c.Command] = [*self.bets_of_company(step(self.state, opens).state)]
        if self.you:
            mine = self.you.bets(
                self.place,
                lambda mine: self.attempt(mine if passes_bank(mine) else [opens, *bets, *mine, c.CloseBets()]),
            )
            if passes_bank(mine):
                return [*mine]
            bets += mine
        return [opens, *bets, c.CloseBets()]

    def missing_bets(self) -> list[c.Command]:
        """The wagers that are missing in a round that was left open, and the end of the betting."""
        bets: list[c.Command] = [bet for bet in self.bets_of_company(self.state) if not self.has_bet(bet.seat)]
        if self.you and not self.has_bet(self.announcer.seat):
            try:
                bets += self.you.bets(self.place, lambda mine: self.attempt([*bets, *mine, c.CloseBets()]))
            except (Left, EOFError):
                if self.place.banks:
                    raise  # nobody else can bank this round
                self.you.leaving = True  # and the others play it without you
        return [*bets, c.CloseBets()]

    def has_bet(self, seat: int) -> bool:
        """Whether a seat has a wager on the layout."""
        return any(owner == seat for owner, _ in self.state.stakes)

    def bets_of_company(self, trial: State) -> list[c.PlaceWager]:
        """What the house-run players bet, less what the table would refuse them."""
        return self.company.bets_of(trial, [seat for seat in sorted(trial.seated) if not self.yours(seat)])

    def attempt(self, commands: Sequence[c.Command]) -> None:
        """Try commands on a copy of the table, and refuse as the table would."""
        act(self.state, commands)

    def decide(self, decision: Decision, seat: int) -> Sequence[c.Command]:
        """Your decision, or those of the house-run players before you."""
        you = self.yours(seat)
        first = not self.state.decisions
        self.announcer.asking(self.state)
        if you or (first and not self.you):
            self.announcer.screen.show()
        return (you.decides(self.place, decision, self.attempt),) if you else self.decisions_of_company(decision)

    def decisions_of_company(self, decision: Decision) -> list[c.Command]:
        """What house-run players decide before you are asked."""
        decided: list[c.Command] = []

        def answer(ahead: State, waiting: Awaiting) -> Sequence[c.Command]:
            match waiting:
                case AwaitDecision(seats=(seat, *_)) if ahead.step is self.state.step and not self.yours(seat):
                    option = self.company.decides(view(ahead, seat), decision)
                    decided.append(c.Decide(seat, option, decision=decision.id))
                    return decided[-1:]
                case _:
                    return ()

        drive(self.state, answer)
        return decided


def passes_bank(commands: Sequence[c.Command]) -> bool:
    """Whether somebody passes the bank on instead of betting."""
    return any(isinstance(command, c.PassBank) for command in commands)
