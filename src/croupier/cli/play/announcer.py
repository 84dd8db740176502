"""The dealer's voice: every event told in a line with its clause, the settlement wager by wager.

What is said comes from `croupier.record.narration`, which names only cards that everybody at the table sees.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from croupier.cli.play import drawing
from croupier.cli.play.screen import Screen
from croupier.money import price
from croupier.record.narration import Narrator, Sentence, StepWords, clauses_of, signed
from croupier.rulebook import Decide, Rulebook, Step, Wagering
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision, awaiting
from croupier.table.seen import SeenCards, SeenRound
from croupier.table.state import State
from croupier.table.view import SPECTATOR, View, view

NEVER_TOLD: Final = (e.TableContinued, e.HouseChanged, e.WagerWithdrawn, e.WagersStacked)
"""What whoever does it knows, or what the table shows."""


class Announcer:
    """Tells one seat, or a spectator, what happens at a table."""

    def __init__(
        self,
        screen: Screen,
        state: State,
        seat: int,
        *,
        explains: bool,
        names: Mapping[str, str],
        head: Callable[[], str] | None = None,
    ) -> None:
        """Listen for a seat from this state on; one that explains adds the text of each clause once."""
        self.screen = screen
        self.seat = seat
        self.narrator = Narrator(names, sees_all=False)
        self.dealer = StepWords()
        self.head = head
        """The head of the journal, where one is kept."""
        self.explains = explains
        self.explained: set[str] = set()
        self.seen = SeenCards(seat)
        """The cards that have been told."""
        self.resume(state)
        self.bets: dict[int, list[Sentence]] = {}
        """What each seat bet, to be told together."""
        self.fees: list[Sentence] = []
        self.settled: list[e.WagerSettled] = []

    @property
    def book(self) -> Rulebook:
        return self.state.rulebook

    def view(self, state: State) -> View:
        """What the listening seat may know, with everybody's name."""
        seen = view(state, self.seat)
        return replace(seen, seats=tuple(replace(seat, name=self.name(seat.seat)) for seat in seen.seats))

    def name(self, seat: int) -> str:
        return self.narrator.who(seat, self.state)

    def resume(self, state: State) -> None:
        """Listen from a table on that others left."""
        self.state = state
        self.seen.slots = {slot: list(cards) for slot, cards in view(state, self.seat).cards}

    # Speaking

    def say(self, text: str | Text, *clauses: str) -> None:
        """Say a sentence and cite its clauses."""
        line = drawing.coloured(text, self.book) if isinstance(text, str) else text
        if any(clauses):
            line.append(f"  ({', '.join(clauses)})", "dim")
        self.screen.print(line)
        self.explain(clauses)
        self.screen.pause()

    def explain(self, clauses: Iterable[str]) -> None:
        """Add the text of clauses that have not been cited before."""
        for id_ in clauses:
            if self.explains and id_ and id_ not in self.explained:
                self.explained.add(id_)
                self.screen.clause(self.book, id_)

    def note(self, text: str) -> None:
        """Add a detail to what was said."""
        self.screen.note(drawing.coloured(text, self.book))

    # Moments at which the table turns to the players

    def opening(self, state: State) -> None:
        """Head a new round and invite wagers."""
        title = f"{self.book.game.title} · round {state.round + 1}"
        if len(self.book.supply.colours) > 1:
            title += f" · {state.colour} deck"
        self.screen.heading(title)
        self.look(self.view(state))
        if state.player_banked:
            self.note(f"Player-dealer: seat {state.bank_holder}, {self.name(state.bank_holder)}")
        first = self.book.procedure[0]
        if self.head:
            self.screen.line(f"Head {self.head()}", "dim")
        if isinstance(first, Wagering):
            self.say(first.says, first.clause)

    def resuming(self, state: State) -> None:
        """Head a round that somebody left open, and show how it stands."""
        self.resume(state)
        self.screen.heading(f"{self.book.game.title} · round {state.round}, continued")
        self.look(self.view(state))
        if not isinstance(awaiting(state), AwaitDecision):  # which draws the table itself
            self.screen.show()

    def asking(self, state: State) -> None:
        """Announce the decision that the table has come to."""
        self.state = state
        self.look(self.view(state))
        if isinstance(state.step, Decide):
            self.dealer.at = (state.round, state.at)
            self.announce(state.step)

    def tell_seats(self) -> None:
        """Tell who sits where, with what."""
        for seat in sorted(self.state.seated):
            self.note(f"Seat {seat}: {self.name(seat)}, {price(self.state.chips(seat))}")

    # Hearing

    def hear(self, events: tuple[e.Event, ...], state: State) -> None:
        """Tell the events of one step, and draw the table when all is open, before it is settled."""
        settles = any(isinstance(event, e.SettlementBegan) for event in events)
        opens = (e.SettlementBegan, e.CardsExposed)
        drawn_after = max((at for at, event in enumerate(events) if settles and isinstance(event, opens)), default=-1)
        table = self.view(self.state if settles else state)
        for place, event in enumerate(events):
            self.seen.hear((event,))
            table = advanced(table, event) if settles else table
            self.look(table)
            self.tell(event, state)
            if place == drawn_after:
                self.screen.show()
                self.speak(table, events)
        self.flush_settled(state)
        self.state = state
        self.look(self.view(state))

    def look(self, table: View) -> None:
        """Let the screen see how the table looks, with the cards that have been told."""
        told = tuple((slot, tuple(self.seen.slots.get(slot, ()))) for slot, _ in table.cards)
        self.screen.look(replace(table, cards=told), self.book)

    def announce(self, step: Step | None, detail: str = "", clause: str = "") -> None:
        """Say what a step says, once in a round."""
        if step and (says := self.dealer.speaks(step)):
            self.say(f"{says} {detail}".rstrip(), clause or step.clause)

    def tell(self, event: e.Event, after: State) -> None:
        """Tell one event: what its step says, then what happened."""
        self.flush(event)
        step = self.dealer.step(event, self.state)
        told = None if isinstance(event, NEVER_TOLD) else self.narrator.tell(event, self.state, after)
        clause = getattr(event, "clause", "")
        match event:
            case e.WagerPlaced(seat=seat) if told:
                self.bets.setdefault(seat, []).append(told)
            case e.FeeCollected() if told:
                self.announce(step)
                self.fees.append(told)
            case e.DieRolled(face=face):
                self.announce(step, drawing.die_text(face))
            case e.CardsDiscarded() | e.CardsUnloaded():
                self.announce(step, str(told), clause)
            case e.CardsDealt() if told and len(self.state.agenda) == 1 and not self.dealer.has_spoken:
                self.announce(step, told.what, clause)
            case e.WagerSettled():
                self.announce(step)
                self.settled.append(event)
            case e.RoundClosed():
                self.round_closed(event, str(told), after)
            case _:
                self.announce(step, clause=clause)
                self.tell_sentence(event, told)

    def tell_sentence(self, event: e.Event, told: Sentence | None) -> None:
        """Tell a sentence: with its clauses what the table does, as a detail what somebody at it does."""
        if told and told.who:
            self.note(str(told).removesuffix("."))
            if isinstance(event, e.DecisionMade):
                self.screen.pause()
        elif told:
            self.say(str(told), *clauses_of(event, self.book))

    def flush(self, event: e.Event) -> None:
        """Tell what was gathered, once an event of another kind comes: wagers seat by seat, fees in a line."""
        if self.bets and not isinstance(event, e.WagerPlaced):
            for bets in (self.bets[seat] for seat in sorted(self.bets)):
                self.note(f"{bets[0].start} {', '.join(bet.what for bet in bets)}")
            self.bets = {}
        if self.fees and not isinstance(event, e.FeeCollected):
            first, *others = self.fees
            self.note(" · ".join((f"{first.start} {first.what}", *(f"{fee.who} {fee.what}" for fee in others))))
            self.fees = []
        if not isinstance(event, e.WagerSettled):
            self.flush_settled(self.state)

    def flush_settled(self, state: State) -> None:
        """Tell what every wager won, and why."""
        if self.settled:
            self.screen.settlement(settlement(self.settled, state, self.name, self.seat, self.screen.width))
            self.explain(clause for settled in self.settled for clause in settled.clauses)
            self.settled = []
            self.screen.pause()

    def speak(self, table: View, events: tuple[e.Event, ...]) -> None:
        """Say what the cards came to, if the game has words for it, and what that pays the listening seat."""
        spoken = self.book.game.spoken
        cards = spoken(SeenRound(table, self.seen.slots), self.seat) if spoken else ""
        settled = {
            event.wager: event for event in events if isinstance(event, e.WagerSettled) and event.seat == self.seat
        }
        paid = [f"{wager.label} {paid_text(settled[wager.id])}" for wager in self.book.wagers if wager.id in settled]
        if cards or paid:
            self.screen.result(Text(". ".join(filter(None, (cards, ", ".join(paid)))) + ".", "bold yellow"))
            self.screen.pause()

    def round_closed(self, event: e.RoundClosed, told: str, done: State) -> None:
        """Tell what the round came to: for the bank, and for you or for all."""
        nets = dict.fromkeys(done.players, 0)
        for settled in done.settled:
            nets[settled.seat] += settled.result
        if done.player_banked:
            nets[done.player_dealer] = event.bank_result
        self.note(told.removesuffix("."))
        if self.seat == SPECTATOR:
            self.note(
                "Players: " + " · ".join(f"{self.name(seat)} {signed(net)}" for seat, net in sorted(nets.items()))
            )
        elif self.seat in nets:
            fee = done.fees.get(self.seat, 0)
            paid = f" less {price(fee)} collection" if fee else ""
            stack = f", and now {price(done.chips(self.seat))}"
            self.screen.result(
                Text.assemble((f"{self.name(self.seat)}: ", "bold"), drawing.signed(nets[self.seat]), paid, stack)
            )


def advanced(table: View, event: e.Event) -> View:
    """How a table looks after one event of its settlement: what was stacked, and what was won."""
    match event:
        case e.WagersStacked(seats=seats):
            return replace(table, stacked=seats)
        case e.WagerSettled(seat=seat, stake=stake, result=result):
            paid = tuple(
                replace(each, chips=each.chips + stake + result) if each.seat == seat else each for each in table.seats
            )
            return replace(table, settled=(*table.settled, event), seats=paid)
        case _:
            return table


def paid_text(event: e.WagerSettled) -> str:
    """What became of a wager, in a word or two."""
    if event.result > 0 and event.odds:
        covered = f" ({price(event.covered)} covered)" if event.covered is not None else ""
        return f"pays {event.odds.replace(':', ' to ')}{covered}"
    if -event.stake < event.result < 0 and event.covered is None:
        return f"loses {price(-event.result)} of it"
    return "loses" if event.result < 0 else "is not covered" if event.outcome == "uncovered" else "goes back"


def settlement(
    settled: Iterable[e.WagerSettled], state: State, name: Callable[[int], str], you: int, width: int
) -> RenderableType:
    grid = drawing.grid_of(width)
    for heading in ("seat", "wager", "stake", "outcome", "odds", "result", "clause"):
        number = heading in ("stake", "odds", "result")
        grid.add_column(heading, justify="right" if number else "left", no_wrap=number, overflow="fold")
    for event in settled:
        covered = f", {price(event.covered)} covered" if event.covered is not None else ""
        grid.add_row(
            Text(f"{event.seat} {name(event.seat)}"),
            state.rulebook.wagers_by_id[event.wager].label,
            price(event.stake),
            event.outcome.replace("_", " ") + covered,
            event.odds or drawing.NOTHING,
            drawing.signed(event.result),
            Text(" ".join(event.clauses), "dim"),
            style="bold" if event.seat == you else "",
        )
    return grid
