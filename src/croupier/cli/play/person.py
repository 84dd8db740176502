"""You at the table: questions, and short answers to them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from rich.text import Text

from croupier.cli.play import drawing
from croupier.cli.play.answers import Bets, bet_keys, exchange_told, option_keys, read_bets, read_option
from croupier.cli.play.hint import hint_shown
from croupier.cli.play.place import Place
from croupier.cli.play.screen import Ask, Screen
from croupier.conditions import place_of
from croupier.errors import Refused, quoted
from croupier.money import cents_from, price
from croupier.odds import odds_text
from croupier.rulebook import Decision, PlayerDealerBank, Rulebook, Wager, Wagering, seat_slot
from croupier.table import commands as c
from croupier.table.legal import LegalOption
from croupier.table.state import BANK_WAGER

T = TypeVar("T")
Try = Callable[[Sequence[c.Command]], None]
"""Tries commands on a copy of the table, and raises `Refused` as the table would."""

FIRST_BANK: Final = 200_00
ANSWER_LENGTH_MAX: Final = 200


class Left(Exception):
    """The player leaves the table."""


class Person:
    """The person at the keyboard."""

    def __init__(self, screen: Screen, ask: Ask, buy_in: int, last: Bets = ()) -> None:
        """Sit down with some chips, and perhaps bets to repeat."""
        self.screen = screen
        self.ask = ask
        self.buy_in = buy_in
        self.last = last
        """The bets that Enter repeats."""
        self.last_bank = FIRST_BANK
        self.bought = 0
        self.leaving = False
        """Whether to leave when the round is over."""

    # Asking

    def reply(
        self,
        place: Place,
        question: Callable[[], Text],
        explain: Callable[[], None],
        read: Callable[[str], T],
        hint: Callable[[], None] | None = None,
    ) -> T:
        """Ask until there is an answer that can be taken; `help` explains, `q` leaves, `buy` brings chips."""
        asked: Text | None = question()
        while True:
            text = self.screen.ask(asked, self.ask).strip().lower()
            asked = None
            try:
                if len(text) > ANSWER_LENGTH_MAX:
                    raise Refused(f"an answer has at most {ANSWER_LENGTH_MAX} characters")
                if text in ("q", "quit"):
                    raise Left
                if not self.served(place, text, explain, hint):
                    return read(text)
                asked = question()
            except Refused as refused:
                sentence = str(refused)
                self.screen.print(Text(sentence[0].upper() + sentence[1:], "red"))

    def served(self, place: Place, text: str, explain: Callable[[], None], hint: Callable[[], None] | None) -> bool:
        """Whether the answer asked for help, a hint, the last round or chips, which has then been given."""
        word, _, rest = ("?", "", text[1:].strip()) if text.startswith("?") else text.partition(" ")
        match word:
            case "?" | "help":
                with self.screen.page(self.ask):
                    if rest:
                        self.screen.clause(place.book, place.book.game.clause(rest).id)
                    else:
                        self.screen.print(*([Text(place.book.game.goal)] if place.book.game.goal else []))
                        explain()
            case "hint":
                if hint is None:
                    analyze = f"`croupier analyze {place_of(place.book.game)}`"
                    raise Refused(f"hints are given for decisions; {analyze} tells what every wager costs")
                hint()
            case "last":
                if not self.screen.settled:
                    raise Refused("no round has been settled yet")
                with self.screen.page(self.ask):
                    self.screen.print(*self.screen.settled)
            case "buy":
                self.buy(place, rest)
            case _:
                return False
        return True

    def buy(self, place: Place, amount: str) -> None:
        """Bring more chips."""
        cents = cents_from(amount.strip()) if amount else self.buy_in
        place.do(c.BuyChips(place.look().seat, cents))
        self.bought += cents

    def cite(self, book: Rulebook, ids: Iterable[str]) -> None:
        """Print clauses, each once."""
        for id_ in dict.fromkeys(ids):
            if id_:
                self.screen.clause(book, id_)

    # Chips

    def afford(self, place: Place) -> None:
        """Ask for chips, or leave, while too few are left to bet anything."""

        def question() -> Text:
            short = f"You have {price(place.chips)}, and the least bet takes {price(place.least_needed)}."
            choices = keys(("Enter", f"buys {price(self.buy_in)}"), ("250", "buys that much"))
            return Text.assemble((short, "bold"), "\n", choices)

        while not place.may().wagers:
            self.reply(place, question, lambda: self.explain_bets(place), lambda text: self.buy(place, text))

    # The bank

    def takes_bank(self, place: Place) -> bool:
        bank = place.book.bank
        if not isinstance(bank, PlayerDealerBank):
            return False
        clauses = (bank.clause, bank.limit_clause, bank.offer_clause, bank.needed_clause, bank.least_clause)
        question = Text.assemble(("Do you take the bank? ", "bold"), keys(("y", "yes"), ("n", "no")))
        return self.reply(place, lambda: question, lambda: self.cite(place.book, clauses), yes_or_no)

    def bank_wager(self, place: Place, bank: PlayerDealerBank, attempt: Try) -> tuple[c.Command, ...]:
        seat = place.look().seat

        def usual() -> int:
            (offer,) = place.may().wagers
            return min(max(self.last_bank, offer.least), offer.most)

        def question() -> Text:
            passing = (("pass", "= hand the bank on"),) if place.may().pass_bank else ()
            choices = keys(("Enter", price(usual())), *passing)
            return Text.assemble(stack(place), ("\nYou bank: with how much? ", "bold"), choices)

        def read(text: str) -> tuple[c.Command, ...]:
            if text == "pass":
                attempt((c.PassBank(seat),))
                return (c.PassBank(seat),)
            cents = cents_from(text) if text else usual()
            attempt((c.PlaceWager(seat, BANK_WAGER, cents),))
            self.last_bank = cents
            return (c.PlaceWager(seat, BANK_WAGER, cents),)

        clauses = (bank.limit_clause, *bank.uncovered_clauses, bank.least_clause, bank.offer_clause)
        return self.reply(place, question, lambda: self.cite(place.book, clauses), read)

    # Wagers

    def bets(self, place: Place, attempt: Try) -> tuple[c.Command, ...]:
        """Ask for this round's wagers until the table would take them; none at all sits the round out."""
        self.afford(place)
        if place.banks:
            return self.bank_wager(place, place.banks, attempt)
        seat, book = place.look().seat, place.book

        def usual() -> Bets:
            return self.last if self.last and place.pays(self.last) else place.first_bet()

        def question() -> Text:
            words = ", ".join(f"{key} {name}" for key, name in bet_keys(book))
            repeat = ", ".join(bet_text(book, bet) for bet in usual())
            asked = Text.assemble(short_of(place, self.last), ("\nYour bets? ", "bold"), (words, "cyan"), "\n")
            return Text.assemble(stack(place), asked, keys(("Enter", repeat), ("-", "sit out")))

        def read(text: str) -> Bets:
            bets = usual() if not text else () if text == "-" else read_bets(text, book, seat)
            attempt(bets)
            self.last = bets or self.last
            return bets

        return self.reply(place, question, lambda: self.explain_bets(place), read)

    def explain_bets(self, place: Place) -> None:
        """Explain how to bet, what can be bet now on each wager, paytables and clauses."""
        book = place.book
        example = f"{bet_keys(book)[0][0]} 10"
        self.screen.print(
            Text(
                f"Name what you bet on and then how much, several on one line: {example}. Enter bets what is offered, "
                "- sits the round out, buy 500 brings chips, last tells how the last round was settled, ? and a clause "
                "tells the clause, q leaves."
            )
        )
        grid = drawing.grid_of(self.screen.width, headed=False)
        offers = {offer.wager: offer for offer in place.may().wagers}
        for wager in book.placed_wagers:
            offer = offers.get(wager.id)
            most = offer.most if offer else wager.most
            limits = f"{price(wager.least)} {f'to {price(most)}' if most else 'and up'}"
            if not offer and not wager.needs:
                limits = f"{price(wager.least)}, too few chips"
            with_ = "".join(f", and as much on {other.label}" for other in book.companions[wager.id])
            grid.add_row(Text(wager.label, "bold"), Text(limits, no_wrap=True), Text(pays(wager) + with_, "dim"))
        self.screen.note(grid)
        first = book.procedure[0]
        closes = first.closes if isinstance(first, Wagering) else ""
        of_wagers = (
            id_ for wager in book.placed_wagers for id_ in (wager.clause, wager.needs_clause, wager.limit_clause)
        )
        self.cite(book, (first.clause, closes, *of_wagers))

    # Decisions

    def decides(self, place: Place, decision: Decision, attempt: Try) -> c.Command:
        """Ask for a decision until the table would take it; at the end of input the table decides."""
        view, book = place.look(), place.book

        asked = place.may().decision
        offers = {offer.option: offer for offer in asked.options} if asked else {}
        offered = {key: option for key, option in option_keys(decision).items() if option.id in offers}

        def question() -> Text:
            if decision.exchanges:
                told = Text(exchange_told(decision), "dim")
                return Text.assemble(("You hold? ", "bold"), told, "\n", keys(("hint", "what each is worth")))
            pairs = [(key, option.label + cost_text(offers[option.id])) for key, option in offered.items()]
            choices = Text(" · ", "dim").join(key_text(*pair) for pair in pairs)
            return Text.assemble(("Your decision? ", "bold"), choices, "\n", keys(("hint", "what each is worth")))

        def explain() -> None:
            typed = exchange_told(decision) if decision.exchanges else " or ".join(offered)
            self.screen.print(
                Text(
                    f"Type {typed}. hint tells the exact value of each, counted from what "
                    "you see. Nothing is decided for you; q leaves when the round is over."
                )
            )
            wager = book.wagers_by_id.get(decision.wager, book.wagers[0])
            self.screen.note(Text(f"{wager.label} pays: {pays(wager)}"))
            self.cite(book, (decision.clause, *(id_ for line in wager.lines for id_ in line.clauses)))

        def read(text: str) -> c.Command:
            command = c.Decide(
                view.seat, read_option(text, decision, dict(view.cards).get(seat_slot(view.seat), ())).id
            )
            attempt((command,))
            return command

        def give_hint() -> None:
            from croupier.hint import hint  # the engine is loaded when somebody asks

            given = hint(book, place.look(), decision, self.screen.counting)
            self.screen.print(hint_shown(given, self.screen.width))

        while True:
            try:
                return self.reply(place, question, explain, read, give_hint)
            except Left:
                self.leaving = True
                self.screen.print(Text("You leave when this round is over; decide first.", "yellow"))
            except EOFError:
                self.leaving = True
                return c.TimeOut(view.seat)


def keys(*pairs: tuple[str, str]) -> Text:
    """Keys and what they do, in one line; help and leave are always among them."""
    return Text(" · ", "dim").join(key_text(*pair) for pair in (*pairs, ("?", "help"), ("q", "leave")))


def key_text(key: str, what: str) -> Text:
    return Text.assemble((key, "bold cyan"), f" {what}")


def yes_or_no(text: str) -> bool:
    if text not in ("n", "no", "y", "yes"):
        raise Refused(f"{quoted(text)} is neither y nor n" if text else "type y or n; nothing is decided for you")
    return text.startswith("y")


def stack(place: Place) -> Text:
    """What lies before you."""
    return Text.assemble("You have ", (price(place.chips), "bold"), "  ", drawing.chips(place.chips))


def pays(wager: Wager) -> str:
    """The winning lines of a wager with their odds."""
    return ", ".join(f"{line.label} {odds_text(line.odds)}" for line in wager.lines if line.pays > 0)


def bet_text(book: Rulebook, bet: c.PlaceWager) -> str:
    spot = f" on {book.spots[bet.spot - 1].colour}" if bet.spot else ""
    return f"{book.wagers_by_id[bet.wager].label} {price(bet.cents)}{spot}"


def short_of(place: Place, last: Bets) -> str:
    """Why Enter does not repeat the last bets."""
    if place.pays(last):
        return ""
    fee = f" with the fee of {price(place.book.seat_fee)}" if place.book.seat_fee else ""
    return f"\nYour last bets take {price(place.cost(last))}{fee}; Enter bets less."


def cost_text(offer: LegalOption) -> str:
    short = ", too few chips" if not offer.affordable else ""
    back = " back" if offer.cents < 0 else ""
    return f" {price(abs(offer.cents))}{back}{short}" if offer.cents else ""
