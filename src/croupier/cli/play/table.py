"""One table being played: the dealer deals, the house-run players and you answer, everything is heard and recorded."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from croupier.cli.play.announcer import Announcer
from croupier.cli.play.interruption import uninterrupted
from croupier.cli.play.person import Left, Person, Place
from croupier.cli.play.players import Company
from croupier.dealer import Dealer
from croupier.errors import Refused
from croupier.rulebook import Decide, Decision
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import awaiting, step
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
        self.place = Place(self.state.rulebook, lambda: self.view(self.announcer.seat), self.do)
        staked = (cents for (seat, _), cents in self.state.stakes.items() if seat == announcer.seat)
        self.brought = self.state.chips(announcer.seat) + (sum(staked) if self.state.in_round else 0)
        """The chips you sat down with, those on the layout included."""
        self.dealt = 0
        dealer.listener = self.hear

    @property
    def state(self) -> State:
        """The table now."""
        return self.dealer.state

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        return view(self.state, seat)

    def hear(self, events: tuple[e.Event, ...], state: State) -> None:
        """Tell what happened, which the dealer has recorded."""
        self.dealt += sum(isinstance(event, e.RoundClosed) for event in events)
        self.announcer.hear(events, state)

    def do(self, *commands: c.Command) -> None:
        """Hand commands to the table, to be recorded together."""
        with uninterrupted():
            self.dealer.do(*commands)

    def go_on(self) -> None:
        """Let chance answer what only chance can."""
        with uninterrupted():
            self.dealer.go_on()

    def play(self, rounds: int | None) -> None:
        """Deal until so many rounds are over, or you leave."""
        if self.state.in_round:
            self.announcer.resuming(self.state)
        try:
            while self.state.in_round or not ((self.you and self.you.leaving) or self.dealt == rounds):
                self.refill()
                self.go_on()
                if self.dealer.is_able:
                    ANSWER[awaiting(self.state).what](self)
                else:
                    self.do(c.VoidRound(UNKNOWN, e.TABLE))
        except (Left, EOFError):
            return

    def refill(self) -> None:
        """Let house-run players who run low bring chips, between rounds."""
        if not self.state.in_round:
            others = [seat for seat in sorted(self.state.seated) if not self.yours(seat)]
            short = {seat: self.company.buys(self.view(seat)) for seat in others}
            self.do(*(c.BuyChips(seat, cents) for seat, cents in short.items() if cents))

    def yours(self, seat: int) -> Person | None:
        """You, where the seat is yours."""
        return self.you if seat == self.announcer.seat else None

    def offer(self) -> None:
        """Offer the bank round the table, and take one answer."""
        if not awaiting(self.state).seats:
            self.do(c.OfferBank())
            return
        seat = awaiting(self.state).seats[0]
        you = self.yours(seat)
        takes = you.takes_bank(self.place) if you else self.company.takes_bank(self.view(seat))
        self.do(c.TakeBank(seat) if takes else c.DeclineBank(seat))

    def bet(self) -> None:
        """Take everybody's wagers and close the betting; the round opens only when yours are known to stand."""
        self.announcer.opening(self.state)
        opens = c.OpenRound(self.button())
        bets = self.bets_of_company(step(self.state, opens).state)
        if self.you:
            mine = self.you.bets(
                self.place,
                lambda mine: self.attempt(mine if passes_bank(mine) else [opens, *bets, *mine, c.CloseBets()]),
            )
            if passes_bank(mine):
                self.do(*mine)
                return
            bets += mine
        self.do(opens, *bets, c.CloseBets())

    def bet_on(self) -> None:
        """Take the wagers that are missing in a round that was left open, and close the betting."""
        bets = [bet for bet in self.bets_of_company(self.state) if not self.has_bet(bet.seat)]
        if self.you and not self.has_bet(self.announcer.seat):
            try:
                bets += self.you.bets(self.place, lambda mine: self.attempt([*bets, *mine, c.CloseBets()]))
            except (Left, EOFError):
                if self.place.banks:
                    raise  # nobody else can bank this round
                self.you.leaving = True  # and the others play it without you
        self.do(*bets, c.CloseBets())

    def has_bet(self, seat: int) -> bool:
        """Whether a seat has a wager on the layout."""
        return any(owner == seat for owner, _ in self.state.stakes)

    def bets_of_company(self, trial: State) -> list[Any]:
        """What the house-run players bet, less what the table would refuse them."""
        bets: list[Any] = []
        for seat in sorted(trial.seated):
            if not self.yours(seat):
                for bet in self.company.bets(view(trial, seat)):
                    try:
                        trial = step(trial, bet).state
                    except Refused:
                        continue
                    bets.append(bet)
        return bets

    def button(self) -> int:
        """TCP-R15: where the house dealer places the action button, going round the players clockwise."""
        if not self.state.rulebook.action_button:
            return 0
        last = self.state.action_button or self.state.bank_holder
        seats = self.state.rulebook.seats
        clockwise = ((last - 1 + distance) % seats + 1 for distance in range(1, seats + 1))
        return next(seat for seat in clockwise if seat in self.state.seated and seat != self.state.bank_holder)

    def attempt(self, commands: Sequence[c.Command]) -> None:
        """Try commands on a copy of the table, and refuse as the table would."""
        trial = self.state
        for command in commands:
            trial = step(trial, command).state

    def decide(self) -> None:
        """Take one seat's decision."""
        at = self.state.step
        if not isinstance(at, Decide):
            return
        decision = self.state.rulebook.decisions_by_id[at.decision]
        seat = awaiting(self.state).seats[0]
        you = self.yours(seat)
        first = not self.state.decisions
        self.announcer.asking(self.state)
        if you or (first and not self.you):
            self.announcer.screen.show()
        if you:
            self.do(you.decides(self.place, decision, self.attempt))
        else:
            self.do(*self.decisions_of_company(decision))

    def decisions_of_company(self, decision: Decision) -> list[c.Command]:
        """What house-run players decide before you are asked."""
        ahead, decided = self.state, list[c.Command]()
        while awaiting(ahead).what == "decision" and not self.yours(seat := awaiting(ahead).seats[0]):
            decided.append(c.Decide(seat, self.company.decides(view(ahead, seat), decision), decision=decision.id))
            ahead = step(ahead, decided[-1]).state
            if ahead.step is not self.state.step:
                break
        return decided

    def settle(self) -> None:
        """Settle the round."""
        self.do(c.SettleRound())


def passes_bank(commands: Sequence[c.Command]) -> bool:
    """Whether somebody passes the bank on instead of betting."""
    return any(isinstance(command, c.PassBank) for command in commands)


ANSWER: Final[dict[str, Callable[[Table], None]]] = {
    "bank": Table.offer,
    "round": Table.bet,
    "wagers": Table.bet_on,
    "decision": Table.decide,
    "settlement": Table.settle,
}
"""What is done when the table waits for more than chance."""
