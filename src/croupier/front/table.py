"""A table for scripts and notebooks: the pure core with chance, chips as people write them, and nothing to drive.

Every act is a command of the core, which checks it; whatever chance has to answer is answered in between. No rule is
written here.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from croupier.cards import card_names
from croupier.chance import Chance
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused, quoted
from croupier.front import inputs
from croupier.money import dollars, price
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table import view as views
from croupier.table.awaiting import (
    AwaitBank,
    AwaitDecision,
    Awaiting,
    AwaitRound,
    AwaitSettlement,
    AwaitWagers,
    awaiting,
)
from croupier.table.core import Stepped
from croupier.table.events import ChipsBought, Event, SeatTaken
from croupier.table.legal import Legal, legal
from croupier.table.state import BANK_WAGER, State

if TYPE_CHECKING:
    from rich.console import RenderableType

SHOWN: Final = (
    *("bank", "bet", "buy", "chips", "close", "deal", "decide", "do", "events", "hands", "leave"),
    *("legal", "round", "settle", "sit", "state", "view", "waiting", "withdraw"),
)


def open_table(
    game: Game, house: Mapping[str, object], *, seed: str | int | None, journal: str | Path | None, name: str
) -> "Table":
    """Open a table."""
    chance = Chance.fresh() if seed is None else Chance.seeded(str(seed))
    opened = open_bound(chance, game, dict(house), name)
    return Table(opened, chance, None if journal is None else Path(journal))


class Table:
    """One table, dealt as it goes.

    >>> import croupier
    >>> table = croupier.game("monte").table(seed="demo")
    >>> table.sit(1, "Ada", "$500")
    >>> table.bet(1, initial=10, spot="red")
    >>> table.deal()
    >>> table.waiting
    'seat 1 to decide on raise'
    >>> table.decide(1, "check")
    >>> table.settle()
    {1: Decimal('-10.00')}
    >>> table.chips
    {1: Decimal('490.00')}
    """

    def __init__(self, opened: Stepped, chance: Chance, journal: Path | None = None) -> None:
        """Take a table that was opened just now; `Variant.table` opens one."""
        self._events: list[Event] = list(opened.events)
        self._held: dict[int, Decimal] = {}
        """The chips of each seat before the round, and what it bought since."""
        self._recorder = None
        if journal is not None:
            from croupier.record.recorder import TableRecorder  # noqa: PLC0415  # for those who record

            self._recorder = TableRecorder(journal, game=opened.state.game)
            if self._recorder.found is not None:
                self._recorder.close()
                raise Refused("there is a table in this journal; name a new file", field=str(journal))
            self._recorder.record([opened])
        self._dealer = Dealer(opened.state, chance, recorder=self._recorder, listener=self._heard)

    def _heard(self, events: tuple[Event, ...], _: State) -> None:
        self._events += events
        for event in events:
            if isinstance(event, SeatTaken):
                self._held[event.seat] = Decimal(dollars(event.cents))
            elif isinstance(event, ChipsBought):
                self._held[event.seat] += Decimal(dollars(event.cents))

    def __dir__(self) -> Iterable[str]:
        return SHOWN

    # ── Acts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def do(self, *commands: c.Command) -> tuple[Event, ...]:
        """Hand commands of the core to the table, and give what followed."""
        before = len(self._events)
        self._dealer.do(*commands)
        return tuple(self._events[before:])

    def sit(self, seat: int, name: str, chips: inputs.Money) -> None:
        """Let somebody sit down with chips."""
        self.do(c.Sit(seat, name, inputs.cents(chips, "chips")))

    def buy(self, seat: int, chips: inputs.Money) -> None:
        """Bring more chips to a seat."""
        self.do(c.BuyChips(seat, inputs.cents(chips, "chips")))

    def leave(self, seat: int) -> None:
        """Let a seat's player leave with the chips."""
        self.do(c.Leave(seat))

    def bank(self, seat: int, wager: inputs.Money | None = None) -> None:
        """Let a seat take the bank, the seats that are asked before it declining, and place the bank's wager."""
        if seat not in self.state.seated:
            raise Refused(f"nobody sits at seat {seat}", field="seat")
        while isinstance(waiting := awaiting(self.state), AwaitBank):
            if waiting.seat is None:
                self.do(c.OfferBank())
            else:
                self.do(c.TakeBank(seat) if waiting.seat == seat else c.DeclineBank(waiting.seat))
        if wager is not None:
            self._place(c.PlaceWager(seat, BANK_WAGER, inputs.cents(wager, "wager")))

    def bet(self, seat: int, *, spot: int | str = 0, button: int = 0, **wagers: inputs.Money) -> None:
        """Place a seat's wagers, by their names; the first bets open the round.

        `spot` is the number or the colour of a betting spot, where a game has them; `button` the seat of the action
        button, where a house uses one.
        """
        book = self.state.rulebook
        placed = []
        for id_, amount in wagers.items():
            chooses = bool(book.spots) and id_ == book.wagers[0].id
            placed.append(c.PlaceWager(seat, id_, inputs.cents(amount, id_), self._spot(spot) if chooses else 0))
        if not placed:
            raise Refused(f"name a wager; there are {', '.join(book.wagers_by_id)}", field="bet")
        self._place(*placed, button=button)

    def withdraw(self, seat: int, wager: str) -> None:
        """Take a wager back before the deal."""
        self.do(c.WithdrawWager(seat, wager))

    def deal(self) -> None:
        """Close the betting, and deal until somebody is asked."""
        self.do(c.CloseBets())
        self._dealer.go_on()

    def decide(self, seat: int, option: str) -> None:
        """Decide for a seat, and deal on."""
        self.do(c.Decide(seat, option))
        self._dealer.go_on()

    def settle(self) -> dict[int, Decimal]:
        """Settle the round, and give what each seat won or lost in it, fees included."""
        self.do(c.SettleRound())
        return {seat: chips - self._held.get(seat, chips) for seat, chips in self.chips.items()}

    def close(self) -> None:
        """Close the journal, where one is written."""
        if self._recorder is not None:
            self._recorder.close()

    def __enter__(self) -> Self:
        """Use the table, and close its journal afterwards."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place(self, *wagers: c.PlaceWager, button: int = 0) -> None:
        """Place wagers, all or none, in a round that they open where none is open."""
        self._dealer.go_on()
        if isinstance(awaiting(self.state), AwaitRound):
            held = self.chips
            self.do(c.OpenRound(button), *wagers)
            self._held = held
        else:
            self.do(*wagers)

    def _spot(self, spot: int | str) -> int:
        """A betting spot by its number or its colour."""
        if isinstance(spot, int):
            return spot
        for known in self.state.rulebook.spots:
            if spot.lower() in (known.colour.lower(), str(known.number)):
                return known.number
        colours = ", ".join(known.colour for known in self.state.rulebook.spots)
        raise Refused(f"there is no spot {quoted(spot)}; there are {colours}", field="spot")

    # ── What is there to see ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> State:
        """The core's own state."""
        return self._dealer.state

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(self._events)

    @property
    def round(self) -> int:
        """The number of the round that is open, or was last."""
        return self.state.round

    @property
    def chips(self) -> dict[int, Decimal]:
        """The dollars that each seat has before it."""
        return {seat: Decimal(dollars(self.state.chips(seat))) for seat in sorted(self.state.seated)}

    @property
    def hands(self) -> dict[str, str]:
        """The cards on the table, face up or down, by where they lie."""
        return {slot: " ".join(card_names(self.state.cards(slot))) for slot in self.state.dealt}

    @property
    def waiting(self) -> str:
        """What the table waits for, in words."""
        if not self.state.seated:
            return "players"
        return in_words(awaiting(self.state))

    def legal(self, seat: int) -> Legal:
        """What a seat may do now, with limits in cents.

        >>> import croupier
        >>> table = croupier.game("monte").table(seed="demo")
        >>> table.sit(1, "Ada", "$500")
        >>> table.bet(1, initial=10, spot="red")
        >>> [wager.wager for wager in table.legal(1).wagers], table.legal(1).withdraw
        (['initial', 'full_monte'], ('initial',))
        """
        return legal(self.state, seat)

    def view(self, seat: int = views.SPECTATOR) -> views.View:
        """The table as one seat sees it; as a spectator does where none is named."""
        return views.view(self.state, seat)

    def __repr__(self) -> str:
        there = ", ".join(f"{name} {price(self.state.chips(seat))}" for seat, name in sorted(self.state.seated.items()))
        return f"<Table of {self.state.game.title}: {there or 'nobody sits'}; it waits for {self.waiting}>"

    def __rich__(self) -> "RenderableType":
        from rich.text import Text  # noqa: PLC0415  # only who shows something waits for Rich

        return Text("\n".join(self._lines()))

    def _repr_html_(self) -> str:
        title, *lines = map(escape, self._lines())
        return f"<p><b>{title}</b><br>{'<br>'.join(lines)}</p>"

    def _lines(self) -> list[str]:
        """The table in lines: who sits, what is bet, what was dealt, what it waits for."""
        state = self.state
        lines = [f"{state.game.title}, round {state.round}"]
        for seat in views.view(state).seats:
            bets = ", ".join(f"{wager} {price(cents)}" for wager, cents in seat.wagers)
            lines.append(f"seat {seat.seat}: {seat.name} {price(seat.chips)}{f', bets {bets}' if bets else ''}")
        lines += [f"{slot}: {cards}" for slot, cards in self.hands.items()]
        return [*lines, f"waits for {self.waiting}"]


def in_words(waiting: Awaiting) -> str:
    """What a table waits for, in words; chance is answered as soon as somebody bets."""
    match waiting:
        case AwaitBank(seat=None):
            return "somebody to take the bank"
        case AwaitBank(seat=seat):
            return f"seat {seat} to take or decline the bank"
        case AwaitWagers():
            return "bets, and the deal"
        case AwaitDecision(decision=decision, seats=seats):
            return f"seat {' and '.join(map(str, seats))} to decide on {decision}"
        case AwaitSettlement():
            return "the round to be settled"
        case _:
            return "bets"
