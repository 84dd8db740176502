"""Short Change, made up for tests: one card each against a bank that a player puts up, small enough to try everything.

House rules are named otherwise than in any game of ours: what counts against the bank, in which turn, and when.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Final

from croupier.cards import DECK, rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    Choice,
    CollectFees,
    Deal,
    Decide,
    Decision,
    Document,
    Draw,
    Drawn,
    Facts,
    Game,
    House,
    Kind,
    Line,
    Model,
    Option,
    Parameter,
    PickUp,
    PlayerDealerBank,
    Ready,
    Renewal,
    Round,
    Rule,
    Rulebook,
    Settle,
    Slot,
    Supply,
    Wager,
    Wagering,
    YesNo,
    seat_slot,
    section,
)
from croupier.simulation.tables.seats import AMPLE
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitCards, AwaitDecision, Awaiting
from croupier.table.core import open_table, step
from croupier.table.driver import drive
from croupier.table.state import BANK_WAGER, State

DOCUMENT: Final = Document("short-change", "Short Change", "nobody")
CLAUSES: Final = section(
    DOCUMENT,
    "Short Change",
    ("SC-1", Kind.RULE, "Four places, one of them the bank's; a stake from $1 to $100, and one on a low card."),
    ("SC-2", Kind.PROCEDURE, "A card to each player and one to the bank."),
    ("SC-3", Kind.RULE, "Each in turn backs the stake with as much again, or gives it up."),
    ("SC-4", Kind.RULE, "The higher card wins even money; a bank below nine plays for the stake alone and takes none."),
    ("SC-5", Kind.RULE, "A bank may lose or win no more than it put up."),
    ("SC-6", Kind.RULE, "A dollar of each player and two of the bank go to the house."),
)
COUNTS: Final = Parameter("counts", Choice(("action", "net")), "action", "SC-5", "what is covered", decides=(EVERY,))
TURN: Final = Parameter("turn", Choice(("seats", "kinds")), "seats", "SC-5", "whose turn it is", decides=(EVERY,))
EARLY: Final = Parameter("early", YesNo(), default=False, clause="SC-5", help="given up stakes first", decides=(EVERY,))
BANK: Final = "bank"
FIVE: Final = tuple(card for card in DECK if card % 4 == 0 and rank_of(card) in (1, 3, 8, 10, 12))
"""Five cards of one suit, low and high."""
ALL_BUT_FIVE: Final = tuple(card for card in DECK if card not in FIVE)
NINE: Final = 7


class Shown(IntEnum):
    GIVEN_UP = 0
    AHEAD = 1
    BEHIND = 2
    AHEAD_ALONE = 3
    BEHIND_ALONE = 4


@rule
def shown(own: int, bank: int, back: int) -> int:
    if back == 0:
        return Shown.GIVEN_UP
    ahead = rank_of(own) > rank_of(bank)
    if rank_of(bank) < NINE:
        return Shown.AHEAD_ALONE if ahead else Shown.BEHIND_ALONE
    return Shown.AHEAD if ahead else Shown.BEHIND


@rule
def low(own: int) -> int:
    return 1 if rank_of(own) < 5 else 0


@rule
def own_rank(own: int) -> int:
    return rank_of(own)


LOW_LINES: Final = (Line(1, "low", "Low", EVEN * 2), Line(0, "lose", "High", LOST))
ORDER: Final = ("stake", "backing", "low")


def players(so_far: Round) -> tuple[int, ...]:
    return tuple(sorted(so_far.players))


def slots(so_far: Round) -> tuple[Slot, ...]:
    return (*map(seat_slot, players(so_far)), BANK)


def seat_by_seat(so_far: Round) -> tuple[tuple[int, str], ...]:
    return tuple((seat, wager) for seat in players(so_far) for wager in ORDER)


def kind_by_kind(so_far: Round) -> tuple[tuple[int, str], ...]:
    return tuple((seat, wager) for wager in ORDER for seat in players(so_far))


def given_up(so_far: Round) -> tuple[tuple[int, str], ...]:
    return tuple((seat, "stake") for seat in players(so_far) if so_far.decided(seat) == "drop")


def facts(so_far: Round, seat: int) -> Facts:
    back = 0 if so_far.decided(seat) == "drop" else 1
    return {"own": so_far.cards(seat_slot(seat)), "bank": so_far.cards(BANK), "back": (back,)}


def lines(*pays: Fraction | None) -> tuple[Line, ...]:
    told = zip(Shown, pays, strict=True)
    return tuple(Line(code, code.name.lower(), code.name, odds) for code, odds in told if odds is not None)


def build(game: Game, house: House) -> Rulebook:
    rule_ = Rule(shown, ("own", "bank", "back"))
    settled = Settle("SC-4", seat_by_seat if house[TURN] == "seats" else kind_by_kind, "Settled.")
    early = (Settle("SC-5", given_up, "Given up."),) if house[EARLY] else ()
    return Rulebook(
        game=game,
        house=house,
        seats=4,
        seats_clause="SC-1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("own", Draw.SET, 1), Drawn("bank", Draw.SET, 1)),
            wagers=(
                Wager("stake", "Stake", rule_, lines(LOST, EVEN, LOST, EVEN, PUSHED), "SC-1", 1_00, 100_00, "SC-1"),
                Wager("backing", "Backing", rule_, lines(None, EVEN, LOST, PUSHED, PUSHED), "SC-3"),
                Wager("low", "Low", Rule(low, ("own",)), LOW_LINES, "SC-1", 1_00, 100_00, "SC-1"),
            ),
            decisions=(
                Decision(
                    *("back", "backing", "stake", (Option(0, "drop", "Drop", 0), Option(1, "back", "Back", 1))),
                    *(Rule(own_rank, ("own",)), 13),
                    clause="SC-3",
                    default="drop",
                    in_order=True,
                ),
            ),
            per_seat=("own",),
        ),
        procedure=(
            Wagering("SC-1", "SC-1", "Stakes.", "No more."),
            CollectFees("SC-6", lambda r: (*((s, 1_00) for s in players(r)), (r.player_dealer, 2_00)), "Fees."),
            Deal("SC-2", slots, 1, face_up=False, says="Cards."),
            Decide("SC-3", "back", players, "Back it?"),
            Ready("SC-4", "All is known."),
            *early,
            settled,
            PickUp("SC-2", slots, "Picked up."),
        ),
        bank=PlayerDealerBank(
            *("SC-5", "SC-5", "SC-5", "SC-5"),
            rounds=2,
            least=1_00,
            least_clause="SC-5",
            whole_dollars="SC-5",
            fee_reserve=2_00,
            coverage=house[COUNTS],
            uncovered_clauses=("SC-5",),
        ),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="SC-2", decks_clause="SC-2"),
        facts=facts,
        seat_fee=1_00,
        void_clause="SC-2",
    )


SHORT_CHANGE: Final = Game(
    "short-change", "Short Change", (DOCUMENT,), CLAUSES, rulings=(), parameters=(COUNTS, TURN, EARLY), build=build
)


# ── The same at a table ──────────────────────────────────────────────────────────────────────────────────────────────


def opening(stakes: Sequence[Mapping[str, int]], wager: int) -> Iterator[c.Command]:
    """All sit down, the last place banks with a wager, and all bet."""
    seats = range(1, len(stakes) + 1)
    yield from (c.Sit(seat, f"Seat {seat}", AMPLE) for seat in seats)
    yield c.Sit(4, "Bank", AMPLE)
    yield c.OfferBank()
    yield from (c.DeclineBank(seat) for seat in seats)
    yield c.TakeBank(4)
    yield c.Shuffle("shoe", "")
    yield c.OpenRound(0)
    yield c.PlaceWager(4, BANK_WAGER, wager)
    for seat, placed in zip(seats, stakes, strict=True):
        yield from (c.PlaceWager(seat, id_, cents, 0) for id_, cents in placed.items())
    yield c.CloseBets()


def settled_at_table(
    house: Mapping[str, object],
    stakes: Sequence[Mapping[str, int]],
    wager: int,
    cards: Sequence[int],
    plans: Sequence[int],
) -> tuple[int, ...]:
    """What the bank and every seat won, and what the drop box got, in a round that the table core deals."""
    state, _ = open_table(SHORT_CHANGE, dict(house))
    found: list[e.Event] = []
    for command in opening(stakes, wager):
        state, events = step(state, command)
        found += events

    def chance(at: State, waiting: Awaiting) -> tuple[c.Command, ...]:
        match waiting:
            case AwaitCards(count=count):
                return (c.DealCards(tuple(cards[at.drawn : at.drawn + count])),)
            case AwaitDecision(seats=(seat, *_), options=options):
                return (c.Decide(seat, options[plans[seat - 1]]),)
            case _:
                return ()

    _, events = step(drive(state, chance), c.SettleRound())
    won = [0] * (len(stakes) + 2)
    for event in (*found, *events):
        if isinstance(event, e.WagerSettled):
            won[event.seat] += event.result
            won[0] -= event.result
        elif isinstance(event, e.FeeCollected):
            won[-1] += event.cents
    return tuple(won)
