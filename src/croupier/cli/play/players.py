"""House-run players: they bet, decide and bank by simple habits, from what their seat may see and from chance."""

from collections.abc import Callable, Iterator
from typing import Final

from croupier.cards import FIVE, JACK, NINE, SEVEN, cards_from, rank_of
from croupier.chance import Chance, Choices
from croupier.rulebook import Decision, PlayerDealerBank, Rulebook, Wager, seat_slot
from croupier.table import commands as c
from croupier.table.state import BANK_WAGER
from croupier.table.view import SeatView, View

NAMES: Final = (
    *("Blaise", "Ada", "Jacob", "Sofia", "Pierre", "Emmy", "Thomas", "Maryam", "Abraham", "Hypatia"),
    *("Carl", "Emilie", "Leonhard", "Florence", "Andrey"),
)
COMPANY: Final = 3
"""How many house-run players sit down beside you."""

UNITS: Final = (1, 1, 2, 2, 3, 5)
"""Stakes in units of the least wager."""
KEENNESS: Final = {"player": 8, "banker": 9}
"""How often a main wager is chosen where there are several; 1 where nothing is said."""
SIDE_BET_ONE_IN: Final = 3
TAKES_BANK_ONE_IN: Final = 2
BANK_UNITS: Final = (20, 30, 40, 60)
"""A player-dealer's wager in units of the least first wager."""
STACK_UNITS: Final = 100
STACK_LEAST: Final = 1_000_00


class Company:
    """The house-run players of one table; a seed repeats all they do."""

    def __init__(self, book: Rulebook, chance: Chance) -> None:
        """Take the rules to play by and the chance to choose with."""
        self.book = book
        self.chance = chance
        self.streams: dict[tuple[int, int], Choices] = {}

    def choices(self, view: View) -> Choices:
        """This seat's own chance for this round."""
        key = (view.round, view.seat)
        if key not in self.streams:
            self.streams = {k: stream for k, stream in self.streams.items() if k[0] == view.round}
            self.streams[key] = self.chance.choices(f"round {view.round} seat {view.seat}")
        return self.streams[key]

    @property
    def unit(self) -> int:
        """What habits are measured in: the least first wager."""
        return self.book.wagers[0].least

    @property
    def stack(self) -> int:
        """The chips a house-run player sits down with: enough to bet for a while, and to bank."""
        bank = self.book.bank
        to_bank = 2 * (bank.least + bank.fee_reserve) if isinstance(bank, PlayerDealerBank) else 0
        return max(STACK_LEAST, STACK_UNITS * self.unit, to_bank)

    def buys(self, view: View) -> int:
        """The chips a seat brings when it runs low, else 0."""
        return self.stack if me(view).chips < self.stack // 2 else 0

    # The bank

    def takes_bank(self, view: View) -> bool:
        """Answer an offer; whoever had the bank takes it again when all others have declined."""
        if me(view).chips < self.bank_wager(view):
            return False
        return view.player_dealer == view.seat or self.choices(view).below(TAKES_BANK_ONE_IN) == 0

    def bank_wager(self, view: View) -> int:
        """The wager to bank with, as far as the chips go."""
        bank = self.book.bank
        if not isinstance(bank, PlayerDealerBank):
            return 0
        wanted = BANK_UNITS[self.choices(view).below(len(BANK_UNITS))] * self.unit
        return max(bank.least + -bank.least % 100, min(wanted, me(view).chips - bank.fee_reserve) // 100 * 100)

    # Wagers

    def bets(self, view: View) -> Iterator[c.PlaceWager]:
        """Place a main wager, and now and then a side bet."""
        choices = self.choices(view)
        if view.player_dealer == view.seat:
            yield c.PlaceWager(view.seat, BANK_WAGER, self.bank_wager(view))
            return
        open_now = self.book.placed_wagers
        main = choose([wager for wager in open_now if not wager.needs], choices)
        spot = choices.below(len(self.book.spots)) + 1 if self.book.spots else 0
        yield c.PlaceWager(view.seat, main.id, self.stake(main, choices), spot)
        for wager in open_now:
            if main.id in wager.needs and choices.below(SIDE_BET_ONE_IN) == 0:
                yield c.PlaceWager(view.seat, wager.id, self.stake(wager, choices))

    def stake(self, wager: Wager, choices: Choices) -> int:
        """A few units of a wager, within its limits."""
        cents = wager.least * UNITS[choices.below(len(UNITS))]
        if wager.whole_dollars:
            cents += -cents % 100
        return cents if wager.most is None else min(cents, wager.most)

    # Decisions

    def decides(self, view: View, decision: Decision) -> str:
        """Decide by habit; by the document's default where the game has none or chips are short."""
        habit = HABITS.get((self.book.game.id, decision.id))
        option = decision.option(habit(view, self.book, self.choices(view))) if habit else None
        base = dict(me(view).wagers).get(decision.base, 0)
        if option is None or option.multiple * base > me(view).chips:
            return decision.default
        return option.id


def me(view: View) -> SeatView:
    """A seat's own place in its view."""
    return next(seat for seat in view.seats if seat.seat == view.seat)


def choose(wagers: list[Wager], choices: Choices) -> Wager:
    """Choose a wager, the keener the likelier."""
    weighed = [wager for wager in wagers for _ in range(KEENNESS.get(wager.id, 1))]
    return weighed[choices.below(len(weighed))]


def raise_habit(view: View, _: Rulebook, choices: Choices) -> str:
    """Raise when the card seen makes a win likelier than not, sometimes when it nearly does, else check."""
    own_slot = f"position {me(view).spot}"
    for slot, cards in view.cards:
        for card in cards:
            if card is not None:
                rank = rank_of(card)
                likely = rank >= JACK if slot == own_slot else rank <= FIVE
                nearly = rank >= NINE if slot == own_slot else rank <= SEVEN
                if likely:
                    return ("raise_3", "raise_3", "raise_2")[choices.below(3)]
                return "raise_1" if nearly and choices.below(3) == 0 else "check"
    return "check"


QUEEN_SIX_FOUR: Final = cards_from("Qs 6h 4d")


def play_habit(view: View, book: Rulebook, choices: Choices) -> str:
    """Play queen-six-four or better, as the books advise; now and then hope for more."""
    own = dict(view.cards)[seat_slot(view.seat)]
    known = tuple(card for card in own if card is not None)
    strong = book.fact("player", {"hand": known}) >= book.fact("player", {"hand": QUEEN_SIX_FOUR})
    return "play" if strong or choices.below(12) == 0 else "fold"


Habit = Callable[[View, Rulebook, Choices], str]
HABITS: Final[dict[tuple[str, str], Habit]] = {
    ("casino-monte", "raise"): raise_habit,
    ("three-card-poker", "play"): play_habit,
}
