"""`croupier settle GAME`: a round asked for question by question, and put to a table as it is answered."""

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeVar

import typer

from croupier.cards import cards_from
from croupier.cli.output import harmless
from croupier.cli.play.answers import bet_keys, exchange_told, option_keys, read_bets, read_option
from croupier.cli.signs import charset, spelled
from croupier.errors import Refused, quoted
from croupier.money import cents_from, price
from croupier.rulebook import Deal, Rulebook, owner_of, seat_slot
from croupier.settlement.dealing import ORDINALS, unburned
from croupier.settlement.shape import Shape, shape_of
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting
from croupier.table.core import next_colour, open_table
from croupier.table.driver import act, drive
from croupier.table.legal import legal
from croupier.table.state import BANK_WAGER, State, offers

T = TypeVar("T")
WIDTH_MAX: Final = 100
ANSWER_LENGTH_MAX: Final = 400
HELP: Final = ("?", "help")
LEAVE: Final = ("q", "quit")


class Questions:
    """Asks its way through a round; every answer is tried at the table, and asked for again where it is refused."""

    def __init__(self, book: Rulebook, read: Callable[[], str] = input) -> None:
        """Begin at an open table under some house rules."""
        self.state = open_table(unburned(book.game), book.house.show()).state
        self.book = self.state.rulebook
        self.shape: Shape = shape_of(self.book)
        self.read = read

    def ask_all(self) -> State:
        """Ask for a whole round; gives the table that can settle it."""
        tell(f"{self.book.game.title}. ? explains a question, Ctrl-C leaves.")
        banker = self.seat_bank() if self.state.player_banked else 0
        seats = self.seat_players()
        self.open_round()
        if banker:
            self.bank_wager(banker)
        for seat in seats:
            self.bets(seat)
        self.state = act(self.state, (c.CloseBets(),))
        return drive(self.state, self.answer, self.keep)

    # Asking

    def ask(self, question: str, clauses: Sequence[str], right: str, read: Callable[[str], T]) -> T:
        """Ask until there is an answer that can be taken."""
        tell(question)
        while True:
            text = self.typed().strip()
            try:
                if text.lower() in LEAVE:
                    leave()
                if text.lower() in HELP:
                    self.explain(clauses, right)
                    continue
                if len(text) > ANSWER_LENGTH_MAX:
                    raise Refused(f"an answer has at most {ANSWER_LENGTH_MAX} characters")
                return read(text)
            except Refused as refused:
                sentence = str(refused)
                tell(f"  {sentence[0].upper()}{sentence[1:]}")

    def typed(self) -> str:
        """A line that somebody types; who ends the input or interrupts it leaves."""
        try:
            return self.read()
        except (EOFError, KeyboardInterrupt):
            leave()

    def explain(self, clauses: Sequence[str], right: str) -> None:
        """Say what may be answered, and the clauses behind the question."""
        tell(f"  {right}")
        for id_ in dict.fromkeys(filter(None, clauses)):
            tell(f"  {id_}: {self.book.game.clause(id_).text}")

    def keep(self, _: State, commands: Sequence[c.Command]) -> State:
        """Go on to what the answers led to; the table has taken them already."""
        self.state = act(self.state, commands)
        return self.state

    def take(self, *commands: c.Command) -> None:
        """Put an answer to the table: all of it, or nothing where it is refused."""
        self.state = act(self.state, commands)

    # Seats and wagers

    def seat_from(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise Refused(f"{quoted(text)} is not the number of a seat; give 1 to {self.book.seats}")
        return int(text)

    def seat_bank(self) -> int:
        def read(text: str) -> int:
            seat = self.seat_from(text)
            self.take(c.Sit(seat, "the player-dealer", c.AMPLE_CENTS), c.OfferBank(), c.TakeBank(seat))
            return seat

        right = f"The number of one seat, 1 to {self.book.seats}."
        return self.ask(f"Which seat banks? (1 to {self.book.seats})", (self.book.bank.clause,), right, read)

    def seat_players(self) -> list[int]:
        def read(text: str) -> list[int]:
            seats = [self.seat_from(word) for word in text.replace(",", " ").split()]
            if not seats:
                raise Refused("at least one seat plays; give its number")
            self.take(*(c.Sit(seat, f"Seat {seat}", c.AMPLE_CENTS) for seat in seats))
            return seats

        right = f"The numbers of the seats that bet, 1 to {self.book.seats}, with blanks between them: 1 3 5."
        return self.ask(
            f"Which seats play? (1 to {self.book.seats}, such as 1 or 1 2)", (self.book.seats_clause,), right, read
        )

    def open_round(self) -> None:
        """Open the round; where the house uses an action button, ask where it lies."""
        if self.book.supply.decks:
            self.take(c.Shuffle(next_colour(self.state), ""))
        if not self.book.action_button:
            self.take(c.OpenRound())
            return
        right = "The number of one of the seats that play."
        question = "Which seat has the action button?"
        self.ask(question, (self.book.button_clause,), right, lambda text: self.take(c.OpenRound(self.seat_from(text))))

    def bank_wager(self, seat: int) -> None:
        bank = self.shape.bank
        clauses = (bank.bank.limit_clause, bank.bank.least_clause) if bank else ()
        (offer,) = legal(self.state, seat).wagers
        self.ask(
            f"With how much does seat {seat} bank? ({price(offer.least)} or more)",
            clauses,
            "An amount of dollars, such as 200 or $1,000.",
            lambda text: self.take(c.PlaceWager(seat, BANK_WAGER, cents_from(text))),
        )

    def bets(self, seat: int) -> None:
        """Ask for a seat's wagers."""
        words = ", ".join(f"{key} {name}" for key, name in bet_keys(self.book))
        example = f"{bet_keys(self.book)[0][0]} {price(max(10_00, self.book.placed_wagers[0].least))}"

        def read(text: str) -> None:
            bets = read_bets(text.lower(), self.book, seat)
            if not bets:
                raise Refused(f"seat {seat} plays, so it bets; such as {example}")
            self.take(*bets)

        limits = "; ".join(
            f"{wager.label} {price(wager.least)} {f'to {price(wager.most)}' if wager.most is not None else 'or more'}"
            for wager in self.book.placed_wagers
        )
        right = f"What is bet on and how many dollars, all on one line: {example}. Limits: {limits}."
        clauses = [wager.clause for wager in self.book.placed_wagers]
        self.ask(f"What does seat {seat} bet? {words}; such as {example}", clauses, right, read)

    # Cards, dice and decisions

    def answer(self, state: State, waiting: Awaiting) -> Sequence[c.Command]:
        """Ask for what the table awaits; nothing once the round can be settled."""
        self.state = state
        match waiting:
            case AwaitCards(slot=slot, count=count):
                return (self.cards(slot, count),)
            case AwaitDie(faces=faces):
                return (self.die(faces) if self.shape.dice else c.RollDie(1),)
            case AwaitDecision(decision=id_, seats=(seat, *_)):
                return (self.decision(seat, id_),)
            case _:
                return ()

    def tried(self, command: c.Command) -> c.Command:
        """A command that the table takes."""
        act(self.state, (command,))
        return command

    def cards(self, slot: str, count: int) -> c.Command:
        step = self.state.step
        clause = step.clause_now(self.state) if isinstance(step, Deal) else ""
        known = self.book.slots[slot]
        if count > 1:
            what, right = f"{count} cards", f"{count} cards, a rank and a suit each: Qs 6d 4c."
        else:
            nth = f"{ORDINALS[len(self.state.cards(slot))]} " if known.most > 1 else ""
            what, right = f"the {nth}card", "One card, a rank and a suit: Qs, 10c or Q♠."

        def read(text: str) -> c.Command:
            cards = cards_from(text)
            if len(cards) != count:
                raise Refused(f"{quoted(text)} is {len(cards)} cards; give {count}", clause=clause)
            return self.tried(c.DealCards(cards))

        whose = f"Seat {owner_of(slot)}" if owner_of(slot) else slot.capitalize()
        return self.ask(f"{whose}: {what}?{self.named(slot, count)}", (clause,), right, read)

    def named(self, slot: str, count: int) -> str:
        """Which place the card takes that a description names."""
        fields = (*self.shape.held, *([self.shape.bank.held] if self.shape.bank and self.shape.bank.held else ()))
        for held in fields:
            if slot in held.field.slots and held.field.names:
                named = held.field.names
                where = "last" if named.place == count - 1 else f"as number {named.place + 1}"
                return f" (the {named.name} one {where})"
        return ""

    def die(self, faces: int) -> c.Command:
        def read(text: str) -> c.Command:
            if not (text.isascii() and text.isdigit() and len(text) < 4):
                raise Refused(f"{quoted(text)} is not the face of a die; give 1 to {faces}")
            return self.tried(c.RollDie(int(text)))

        step = self.state.step
        which = f"Die {len(self.state.dice) + 1}" if len(self.book.dice) > 1 else "The die"
        return self.ask(
            f"{which}? (1 to {faces})", (step.clause if step else "",), f"A number from 1 to {faces}.", read
        )

    def decision(self, seat: int, id_: str) -> c.Command:
        decision = self.book.decisions_by_id[id_]
        offered = offers(self.state, seat, decision)
        keys = {key: option for key, option in option_keys(decision).items() if option in offered}
        words = ", ".join(f"{key} = {option.label}" for key, option in keys.items())
        one_of = f"One of {', '.join(keys)}, or an option's name."
        if decision.exchanges:
            words, one_of = "", f"Type {exchange_told(decision)}."
        hand = self.state.cards(seat_slot(seat))
        about = self.book.wagers_by_id.get(decision.wager)
        on = f" on {about.label}" if about and len(self.book.decisions) > 1 else ""
        return self.ask(
            f"What does seat {seat} {'hold' if decision.exchanges else f'decide{on}'}? {words}".rstrip(),
            (decision.clause,),
            one_of,
            lambda text: self.tried(c.Decide(seat, read_option(text.lower(), decision, hand).id)),
        )


def tell(text: str) -> None:
    """Print a question or a remark for people, apart from the result."""
    indent = " " * (len(text) - len(text.lstrip()))
    width = min(shutil.get_terminal_size().columns, WIDTH_MAX)
    shown = textwrap.fill(text.strip(), width, initial_indent=indent, subsequent_indent=indent or "  ")
    encoding = charset(sys.stderr.encoding or "utf-8", at_terminal=sys.stderr.isatty())
    print(spelled(harmless(shown), encoding), file=sys.stderr, flush=True)


def read_line() -> str:
    """Read a line from the terminal, with its history where the system has one."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it is what makes `input` edit lines
    return input("> " if sys.stdin.isatty() and sys.stdout.isatty() else "")


def leave() -> NoReturn:
    """Leave before the round is complete."""
    tell("")
    tell("Nothing was settled.")
    raise typer.Abort
