"""The dealer's voice: every event told in a line with its clause, the settlement wager by wager.

Cards are told from the listening seat's view, never from the event, so no line can name a card that lies face down.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from croupier.cli.play import drawing
from croupier.cli.play.round_view import round_view
from croupier.cli.play.screen import Screen
from croupier.money import price
from croupier.rulebook import Deal, Renewal, Rulebook, Step, Wagering, owner_of
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision, awaiting
from croupier.table.state import BANK_WAGER, State, apply
from croupier.table.view import SPECTATOR, View, view

SHUFFLED: Final = {
    Renewal.CONTINUOUS: "The cards come out of the continuous shuffler.",
    Renewal.SHOE: "The shoe is shuffled and cut.",
    Renewal.ALTERNATING: "The {colour} deck comes out of the shuffler, the other goes in.",
}


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
        self.names = names
        """Who the pseudonyms are."""
        self.head = head
        """The head of the journal, where one is kept."""
        self.explains = explains
        self.explained: set[str] = set()
        self.before = state
        """The table before the event being told."""
        self.after = state
        """The table after it."""
        self.announced = (0, -1)
        """The round and step last announced."""
        self.wagers: dict[int, list[Text]] = {}
        self.fees: list[str] = []
        self.settled: list[e.WagerSettled] = []

    @property
    def book(self) -> Rulebook:
        """The rules in force."""
        return self.after.rulebook

    def view(self) -> View:
        """What the listening seat may know, with everybody's name."""
        seen = view(self.after, self.seat)
        return replace(seen, seats=tuple(replace(seat, name=self.name(seat.seat)) for seat in seen.seats))

    def name(self, seat: int) -> str:
        """Who sits at a seat."""
        player = self.after.seated.get(seat) or self.before.seated.get(seat, f"seat {seat}")
        return self.names.get(player, player)

    def padded(self, seat: int) -> str:
        """Who sits at a seat, as wide as the longest name."""
        return self.name(seat).ljust(max(len(self.name(other)) for other in self.after.seated))

    # Speaking

    def say(self, text: str | Text, *clauses: str) -> None:
        """Say a sentence and cite its clauses."""
        line = Text.assemble(text)
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

    def note(self, *parts: str | Text) -> None:
        """Add a detail to what was said."""
        self.screen.note(Text.assemble(*parts))

    def announce(self, step: Step | None, detail: str | Text = "") -> None:
        """Say what a step says, once in a round."""
        here = (self.before.round, self.before.at)
        if step is not None and here != self.announced:
            self.announced = here
            clause = step.clause_now(self.before) if isinstance(step, Deal) else step.clause
            self.say(Text.assemble(step.says, " " if detail else "", detail), clause)

    # Moments at which the table turns to the players

    def opening(self, state: State) -> None:
        """Head a new round and invite wagers."""
        title = f"{self.book.game.title} · round {state.round + 1}"
        if len(self.book.supply.colours) > 1:
            title += f" · {state.colour} deck"
        self.screen.heading(title)
        self.look()
        if state.player_banked:
            self.note(f"Player-dealer: seat {state.bank_holder}, {self.name(state.bank_holder)}")
        first = self.book.procedure[0]
        if self.head:
            self.screen.line(f"Head {self.head()}", "dim")
        if isinstance(first, Wagering):
            self.say(first.says, first.clause)

    def resuming(self, state: State) -> None:
        """Head a round that somebody left open, and show how it stands."""
        self.before = self.after = state
        self.screen.heading(f"{self.book.game.title} · round {state.round}, continued")
        self.look()
        if not isinstance(awaiting(state), AwaitDecision):  # which draws the table itself
            self.screen.show()

    def asking(self, state: State) -> None:
        """Announce the decision that the table has come to."""
        self.before = self.after = state
        self.look()
        self.announce(state.step)

    def tell_seats(self) -> None:
        """Tell who sits where, with what."""
        for seat in sorted(self.after.seated):
            self.note(f"Seat {seat}: {self.padded(seat)}  {price(self.after.chips(seat))}")

    # Hearing

    def hear(self, events: tuple[e.Event, ...], state: State) -> None:
        """Tell the events of one step, and draw the table when all is open, before it is settled.

        Only here is there a table between two events of a step; after the step it is the caller's.
        """
        drawn_after = -1
        if any(isinstance(event, e.SettlementBegan) for event in events):
            opens = (e.SettlementBegan, e.CardsExposed)
            drawn_after = max(place for place, event in enumerate(events) if isinstance(event, opens))
        for place, event in enumerate(events):
            self.before, self.after = self.after, self.after.copy()
            apply(self.after, event)
            self.look()
            self.flush(event)
            TELL[type(event)](self, event, self.before.step)
            if place == drawn_after:
                self.screen.show()
                self.speak(events)
        self.after = state

    def look(self) -> None:
        """Let the screen see how the table looks."""
        self.screen.look(self.view(), self.book)

    def speak(self, events: tuple[e.Event, ...]) -> None:
        """Say what the cards came to and what that pays the listening seat."""
        spoken = self.book.game.spoken
        cards = spoken(round_view(self.view()), self.seat) if spoken else ""
        settled = [event for event in events if isinstance(event, e.WagerSettled) and event.seat == self.seat]
        paid = ", ".join(
            f"{wager.label} {paid_text(event)}"
            for wager in self.book.wagers
            for event in settled
            if event.wager == wager.id
        )
        if cards or paid:
            self.screen.result(Text(". ".join(filter(None, (cards, paid))) + ".", "bold yellow"))
            self.screen.pause()

    def flush(self, event: e.Event) -> None:
        """Tell what was gathered, once an event of another kind comes."""
        if self.fees and not isinstance(event, e.FeeCollected):
            self.note(" · ".join(self.fees))
            self.fees = []
        if self.settled and not isinstance(event, e.WagerSettled):
            self.screen.settlement(settlement(self.settled, self.after, self.name, self.seat, self.screen.width))
            self.explain(clause for settled in self.settled for clause in settled.clauses)
            self.settled = []
            self.screen.pause()

    # One function per event

    def says(self, _: e.Event, step: Step | None) -> None:
        """Let the step speak for the event."""
        self.announce(step)

    def nothing(self, _: e.Event, __: Step | None) -> None:
        """Pass over what needs no words."""

    def seat_taken(self, event: e.SeatTaken, _: Step | None) -> None:
        self.note(f"Seat {event.seat}: {self.name(event.seat)}, {price(event.cents)}")

    def chips_bought(self, event: e.ChipsBought, _: Step | None) -> None:
        self.note(f"{self.name(event.seat)}: {price(event.cents)} more in chips")

    def seat_left(self, event: e.SeatLeft, _: Step | None) -> None:
        self.note(f"{self.name(event.seat)}: leaves with {price(event.cents)}")

    def bank_offered(self, event: e.BankOffered, _: Step | None) -> None:
        self.say(f"The bank is offered to seat {event.seat}, {self.name(event.seat)}.", event.clause)

    def bank_taken(self, event: e.BankTaken, _: Step | None) -> None:
        self.note(f"{self.name(event.seat)}: bank accepted")

    def bank_declined(self, event: e.BankDeclined, _: Step | None) -> None:
        self.note(f"{self.name(event.seat)}: declined")

    def bank_passed(self, event: e.BankPassed, _: Step | None) -> None:
        self.note(f"{self.name(event.seat)}: bank passed on")

    def cards_shuffled(self, event: e.CardsShuffled, _: Step | None) -> None:
        supply = self.book.supply
        self.say(SHUFFLED[supply.renewal].format(colour=event.colour), supply.clause)

    def cards_burned(self, event: e.CardsBurned, _: Step | None) -> None:
        if event.shown is None:
            self.say("One card is burned, unseen.", event.clause)
        else:
            first = drawing.card_inline(event.shown, event.clause)
            self.say(Text.assemble("The first card is ", first, f": {event.count - 1} more are burned."), event.clause)

    def cut_card_appeared(self, event: e.CutCardAppeared, _: Step | None) -> None:
        self.say("The cut card is out.", event.clause)

    def round_opened(self, event: e.RoundOpened, _: Step | None) -> None:
        if event.action_button:
            button = f"seat {event.action_button}, {self.name(event.action_button)}"
            self.say(f"The action button is at {button}.", self.book.button_clause)

    def wager_placed(self, event: e.WagerPlaced, _: Step | None) -> None:
        """Gather wagers until the betting is closed."""
        label = "Bank" if event.wager == BANK_WAGER else self.book.wagers_by_id[event.wager].label
        placed = Text(f"{label} {price(event.cents)}")
        if event.spot:
            placed.append(" on ").append(drawing.spot_sign(self.book.spots[event.spot - 1]))
        self.wagers.setdefault(event.seat, []).append(placed)

    def bets_closed(self, event: e.BetsClosed, step: Step | None) -> None:
        """Tell all wagers, seat by seat, and close the betting."""
        for seat, wagers in sorted(self.wagers.items()):
            self.note(self.padded(seat), "  ", Text(", ").join(wagers))
        self.wagers.clear()
        if isinstance(step, Wagering):
            self.say(step.closing, event.clause)

    def fee_collected(self, event: e.FeeCollected, step: Step | None) -> None:
        self.announce(step)
        self.fees.append(f"{self.name(event.seat)} {price(event.cents)}")

    def cards_dealt(self, event: e.CardsDealt, step: Step | None) -> None:
        seen = self.view()
        dealt = dict(seen.cards)[event.slot][-len(event.cards) :]
        self.announce(step, drawing.cards_inline(dealt, seen.deck) if event.face_up else "")

    def cards_exposed(self, event: e.CardsExposed, step: Step | None) -> None:
        self.announce(step)
        seen = self.view()
        turned = [dict(seen.cards)[event.slot][place] for place in event.places]
        self.note(self.slot_name(event.slot), "  ", drawing.cards_inline(turned, seen.deck))

    def slot_name(self, slot: str) -> str | Text:
        """Whose cards, or which card."""
        if owner_of(slot):
            return self.padded(owner_of(slot))
        return drawing.place_name(slot, self.book)

    def cards_unloaded(self, event: e.CardsUnloaded, step: Step | None) -> None:
        self.announce(step, f"{event.count} cards.")

    def die_rolled(self, event: e.DieRolled, step: Step | None) -> None:
        self.announce(step, Text(f"{drawing.DIE_SIGNS[event.face]} {event.face}", "bold yellow"))

    def decision_made(self, event: e.DecisionMade, step: Step | None) -> None:
        """Tell what a seat decided, and whether the table decided for it."""
        self.announce(step)
        option = next((o for d in self.book.decisions for o in d.options if o.id == event.option), None)
        staked = f" {price(event.cents)}" if event.cents else ""
        silent = ", by the table for a silent player" if event.by == e.TABLE else ""
        self.note(f"{self.padded(event.seat)}  {option.label if option else event.option}{staked}{silent}")
        self.screen.pause()

    def wager_settled(self, event: e.WagerSettled, step: Step | None) -> None:
        """Gather what is settled in one go."""
        self.announce(step)
        self.settled.append(event)

    def round_closed(self, event: e.RoundClosed, _: Step | None) -> None:
        """Tell what the round came to: for the bank, and for you or for all."""
        done = self.before
        nets = dict.fromkeys(done.players, 0)
        for settled in done.settled:
            nets[settled.seat] += settled.result
        bank, used = "the house", ""
        if done.player_banked:
            nets[done.player_dealer] = event.bank_result
            bank = self.name(done.player_dealer)
            used = f", {price(done.bank_used)} of {price(done.bank_wager)} used"
        self.note("Bank: ", bank, " ", drawing.signed(event.bank_result), used)
        if self.seat == SPECTATOR:
            each = (Text.assemble(f"{self.name(seat)} ", drawing.signed(net)) for seat, net in sorted(nets.items()))
            self.note("Players: ", Text(" · ").join(each))
        elif self.seat in nets:
            fee = done.fees.get(self.seat, 0)
            paid = f" less {price(fee)} collection" if fee else ""
            stack = f", and now {price(self.after.chips(self.seat))}"
            self.screen.result(
                Text.assemble((f"{self.name(self.seat)}: ", "bold"), drawing.signed(nets[self.seat]), paid, stack)
            )

    def round_voided(self, event: e.RoundVoided, _: Step | None) -> None:
        self.wagers.clear()
        self.say(f"Round {event.round} is void: {event.reason}. Every wager goes back.", event.clause)


TELL: Final[dict[type, Callable[[Announcer, Any, Step | None], None]]] = {
    e.TableOpened: Announcer.nothing,
    e.TableContinued: Announcer.nothing,
    e.DiceCommitted: Announcer.nothing,
    e.HouseChanged: Announcer.nothing,
    e.SeatTaken: Announcer.seat_taken,
    e.ChipsBought: Announcer.chips_bought,
    e.SeatLeft: Announcer.seat_left,
    e.BankOffered: Announcer.bank_offered,
    e.BankTaken: Announcer.bank_taken,
    e.BankDeclined: Announcer.bank_declined,
    e.BankPassed: Announcer.bank_passed,
    e.CardsShuffled: Announcer.cards_shuffled,
    e.CardsBurned: Announcer.cards_burned,
    e.CutCardAppeared: Announcer.cut_card_appeared,
    e.RoundOpened: Announcer.round_opened,
    e.WagerPlaced: Announcer.wager_placed,
    e.WagerWithdrawn: Announcer.nothing,
    e.BetsClosed: Announcer.bets_closed,
    e.FeeCollected: Announcer.fee_collected,
    e.CardsDealt: Announcer.cards_dealt,
    e.DieRolled: Announcer.die_rolled,
    e.CardsExposed: Announcer.cards_exposed,
    e.CardsUnloaded: Announcer.cards_unloaded,
    e.DecisionMade: Announcer.decision_made,
    e.SettlementBegan: Announcer.says,
    e.WagersStacked: Announcer.says,
    e.WagerSettled: Announcer.wager_settled,
    e.CardsPickedUp: Announcer.says,
    e.RoundClosed: Announcer.round_closed,
    e.RoundVoided: Announcer.round_voided,
}


def paid_text(event: e.WagerSettled) -> str:
    """What became of a wager, in a word or two."""
    if event.result > 0 and event.odds:
        covered = f" ({price(event.covered)} covered)" if event.covered is not None else ""
        return f"pays {event.odds.replace(':', ' to ')}{covered}"
    return "loses" if event.result < 0 else "is not covered" if event.outcome == "uncovered" else "goes back"


def settlement(
    settled: Iterable[e.WagerSettled], state: State, name: Callable[[int], str], you: int, width: int
) -> RenderableType:
    """What every wager won, and why."""
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
