"""The state of a table: the fold of its events.

`State` is what a procedure may ask about (`rulebook.Round`) and more. It changes only through `apply`, one function per
event, which gives a part of the state anew and never changes it in place, so that a copy may share all parts but the
books; the place in the procedure follows from the events too: on entering a step its *agenda* is laid out (the slots to
deal to, the seats to hear, the wagers to settle), every event does one item of it, and an empty agenda leads to the
next step. Nothing here decides anything: what may happen next is `croupier.table.core`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from croupier.errors import BooksDoNotBalance, Refused, quoted
from croupier.rulebook import (
    Again,
    CollectFees,
    Deal,
    Decide,
    Decision,
    Discard,
    Expose,
    Game,
    Option,
    PickUp,
    PlayerDealerBank,
    Ready,
    Renewal,
    Roll,
    Rulebook,
    Settle,
    Stack,
    Step,
    Unload,
    Wagering,
    owner_of,
)
from croupier.rulebook.deal import rounds_after_this, rounds_at_cut
from croupier.table import events as e
from croupier.table.known import Known
from croupier.table.ledger import BANK, CAGE, DROP_BOX, Ledger, layout, stack

K = TypeVar("K")
V = TypeVar("V")

BANK_WAGER: Final = "bank"
"""The wager with which a player-dealer banks."""

ENTROPY: Final = "entropy"
SEED: Final = "seed"
GIVEN: Final = "given"
UNRECORDED: Final = ""
"""Where chance comes from: the operating system, a seed that repeats it, or whoever drives the table."""
BOUND: Final = frozenset({ENTROPY, SEED})
"""Sources whose shuffles and dice are committed to before a round opens."""


class Held(NamedTuple):
    """A card on the layout."""

    card: int
    face_up: bool


class Made(NamedTuple):
    """A decision that a seat made."""

    decision: str
    option: str
    by: str
    cents: int = 0
    """What it staked, or took back if below zero."""


@dataclass(frozen=True, slots=True)
class Rack:
    """The discard rack: a pile of cards, which pick-ups made it, and how many lie under it unseen."""

    pile: tuple[int, ...] = ()
    picked_up: tuple[tuple[str, int], ...] = ()
    unseen: int = 0

    def hands(self) -> dict[str, tuple[int, ...]]:
        """Rebuild each hand from the pile, in the order it was picked up."""
        rebuilt: dict[str, tuple[int, ...]] = {}
        start = 0
        for slot, count in self.picked_up:
            rebuilt[slot] = self.pile[start : start + count]
            start += count
        return rebuilt


class State:
    """One table at one moment."""

    def __init__(self, game: Game, rulebook: Rulebook, opened: e.TableOpened) -> None:
        self.game = game
        self.name, self.table = opened.name, opened.table
        self.digest, self.chance = opened.digest, opened.chance
        self.seated: dict[int, str] = {}
        """Who sits where, by pseudonym."""
        self.house_run: frozenset[int] = frozenset()
        """The seats that the house plays."""
        self.shuffles = 0
        self.spent: tuple[frozenset[bytes], ...] = ()
        """Every commitment so far."""
        self.dice_commitment = ""
        self.rulebook = rulebook
        self.ledger = Ledger({}, frozenset({CAGE} if self.player_banked else {CAGE, BANK}))
        self.bank_holder = self.bank_offer = self.bank_rounds = 0
        self.bank_asked: tuple[int, ...] = ()
        self.deck_ready = self.cut_card_out = self.burn_due = False
        self.colour = self.commitment = ""
        self.drawn = self.rounds_left = 0
        self.remaining = bytes(rulebook.supply.composition)
        self.rack = Rack()
        self.round = 0
        self.at = -1
        self.step: Step | None = None
        self.agenda: tuple[Any, ...] = ()
        self.clear_layout()

    def clear_layout(self) -> None:
        """Make ready for a round."""
        self.stakes: dict[tuple[int, str], int] = {}
        self.players: tuple[int, ...] = ()
        self.spots: dict[int, int] = {}
        self.decisions: dict[int, tuple[Made, ...]] = {}
        """Every decision of each seat, in the order of its turns."""
        self.dealt: dict[str, tuple[int, ...]] = {}
        """The cards on the layout, by slot, in the order they were dealt."""
        self.face_up: dict[str, tuple[int, ...]] = {}
        """Which of them lie face up, counted from 0."""
        self.settled: tuple[e.WagerSettled, ...] = ()
        self.fees: dict[int, int] = {}
        self.stacked: tuple[int, ...] = ()
        self.dice: tuple[int, ...] = ()
        self.player_dealer = self.action_button = 0
        self.bank_wager = self.bank_used = self.bank_result = 0

    def copy(self) -> "State":
        """Copy the state, so that a step that fails has changed nothing."""
        other = State.__new__(State)
        other.__dict__ = parts = self.__dict__.copy()
        books = self.ledger
        parts["ledger"] = Ledger(books.accounts.copy(), books.may_owe)
        return other

    def __eq__(self, other: object) -> bool:
        """Equal when every part is; rulebooks, and the step that one gives, are compared by game and house."""
        if not isinstance(other, State):
            return NotImplemented
        rules = {"game", "rulebook", "step"}
        same_rules = (self.game.id, self.rulebook.house) == (other.game.id, other.rulebook.house)
        parts = vars(other)
        return same_rules and all(value == parts[name] for name, value in vars(self).items() if name not in rules)

    __hash__ = None  # type: ignore[assignment]  # a table changes, so it has no hash

    # What a procedure may ask: rulebook.Round

    def cards(self, slot: str) -> tuple[int, ...]:
        """The cards dealt to a slot in this round, in order; a hand picked up is rebuilt from the rack (TCP-W3)."""
        cards = self.dealt.get(slot)
        if cards is not None:
            return cards
        slots = self.rulebook.slots
        if slot not in slots and not owner_of(slot):
            known = ", ".join(quoted(each) for each in slots if not owner_of(each)) or "the seats"
            raise Refused(f"the rules look at the cards in {quoted(slot)}, but no Deal goes there; cards go to {known}")
        return self.rack.hands().get(slot, ())

    def stake(self, seat: int, wager: str) -> int:
        """The cents a seat has on a wager, 0 when none."""
        return self.stakes.get((seat, wager), 0)

    def placed(self, seat: int, wager: str) -> int:
        """The cents a seat placed on a wager before the deal, those that it took back since included."""
        about = self.rulebook.decisions_by_id
        changed = [made.cents for made in self.decisions.get(seat, ()) if about[made.decision].wager == wager]
        return self.stake(seat, wager) - sum(changed)

    def spot(self, seat: int) -> int:
        """The betting spot a seat chose, 0 where the game has none."""
        return self.spots.get(seat, 0)

    @property
    def die(self) -> int:
        """The face of the die rolled last, 0 before one is rolled."""
        dice = self.dice
        return dice[-1] if dice else 0

    def decided(self, seat: int, decision: str = "") -> str:
        """The option a seat chose last, in one decision or in any; empty before."""
        made = self.decisions.get(seat, ())
        if decision:
            made = tuple([each for each in made if each.decision == decision])
        return made[-1].option if made else ""

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        """Every option a seat chose, in order; of one decision, or of all."""
        made = self.decisions.get(seat, ())
        return tuple([each.option for each in made if not decision or each.decision == decision])

    # Where the table stands

    @property
    def held(self) -> dict[str, tuple[Held, ...]]:
        """The cards on the layout, and which side of each is up."""
        return {
            slot: tuple([Held(card, place in up) for place, card in enumerate(cards)])
            for slot, cards in self.dealt.items()
            for up in [self.face_up.get(slot, ())]
        }

    @property
    def player_banked(self) -> bool:
        return isinstance(self.rulebook.bank, PlayerDealerBank)

    @property
    def in_round(self) -> bool:
        return self.at >= 0

    @property
    def is_bound(self) -> bool:
        """Whether shuffles and dice are committed to before a round opens."""
        return self.chance in BOUND

    def has_spent(self, commitment: str) -> bool:
        """Whether a commitment was used before."""
        known = bytes.fromhex(commitment)
        return any(known in some for some in self.spent)

    def turn(self, seat: int) -> int:
        """The number of the decision that a seat makes next."""
        return len(self.decisions.get(seat, ())) + 1

    def chips(self, seat: int) -> int:
        """The chips before a seat, in cents."""
        return self.ledger.balance(stack(seat))


class SoFar:
    """A round that is not dealt to its end: asked for a card that is not there yet, it answers `NO_CARD`."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the state has
        """Everything else is the state's."""
        return getattr(self.state, name)

    def cards(self, slot: str) -> Known:
        """The cards dealt to a slot."""
        return Known(self.state.cards(slot))


def offers(state: State, seat: int, decision: Decision) -> tuple[Option, ...]:
    """The options of a decision that a seat is offered; none where it is not asked."""
    return state.rulebook.offers(SoFar(state), seat, decision) if decision.depends else decision.options


# ── The agenda of a step ─────────────────────────────────────────────────────────────────────────────────────────────


def unsettled(state: State, step: Settle) -> tuple[Any, ...]:
    """The wagers that wait for a settlement, in its order."""
    stakes, settled = state.stakes, {(done.seat, done.wager) for done in state.settled}
    return tuple([item for item in step.order(state) if item in stakes and item not in settled])


def slots_dealt_to(state: State, step: Deal) -> tuple[str, ...]:
    """The slots that a deal goes to, those left out whose seats take no card."""
    slots = step.goes_to(state)
    return tuple([slot for slot in slots if state.rulebook.dealt_to(step, state, slot)]) if step.after else slots


def asked(state: State, step: Decide) -> tuple[int, ...]:
    """The seats that a decision is asked, in order."""
    decision = state.rulebook.decisions_by_id[step.decision]
    seats = step.order(state)
    for seat in seats:
        if seat not in state.players:
            raise Refused(f"seat {seat} is to decide on {decision.id} and has not bet", clause=step.clause)
    return tuple([seat for seat in seats if offers(state, seat, decision)]) if decision.asked else seats


def all_at_once(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """An agenda that does several things at once, or nothing."""
    return (items,) if items else ()


LAY_OUT: Final[dict[type, Callable[[State, Any], tuple[Any, ...]]]] = {
    Deal: slots_dealt_to,
    Settle: unsettled,
    Decide: asked,
    Expose: lambda state, step: step.which(state),
    CollectFees: lambda state, step: tuple([fee for fee in step.fees(state) if fee[1]]),
    Stack: lambda state, step: all_at_once(step.seats(state)),
    PickUp: lambda state, step: all_at_once(step.order(state)),
    Wagering: lambda _, step: (step,),
    Roll: lambda _, step: (step,),
    Discard: lambda state, step: (step,) if step.when is None or step.when(state) else (),
    Unload: lambda _, step: (step,),
    Ready: lambda _, step: (step,),
}
"""What a step has to do, item by item."""


def enter(state: State, at: int) -> None:
    """Go to a step, or past those that have nothing to do."""
    procedure = state.rulebook.procedure
    while at < len(procedure):
        step = procedure[at]
        if isinstance(step, Again):
            at += -step.steps if goes_again(state, step, at) else 1
            continue
        agenda = LAY_OUT[type(step)](state, step)
        if agenda:
            state.at, state.step, state.agenda = at, step, agenda
            return
        at += 1
    state.at, state.step, state.agenda = at, None, ()


def goes_again(state: State, step: Again, at: int) -> bool:
    """Whether the steps before are done again; refused where none of them would have anything to do."""
    if not step.when(state):
        return False
    again = [(each, LAY_OUT[type(each)](state, each)) for each in state.rulebook.procedure[at - step.steps : at]]
    if not any(agenda for _, agenda in again):
        raise Refused("steps are to be done again that have nothing to do", clause=step.clause)
    for each, agenda in again:
        check_most(state, step, each, agenda)
    return True


def check_most(state: State, again: Again, step: Step, agenda: tuple[Any, ...]) -> None:
    """Refuse to do a step again once more than a round may do it for a seat or a slot."""
    book = state.rulebook
    for item in agenda:
        match step:
            case Decide(decision=id_) if len(state.choices(item, id_)) >= book.times(id_):
                what = f"seat {item} is to decide on {id_}"
            case Deal() if len(state.dealt.get(item, ())) + book.dealt_to(step, state, item) > book.slots[item].most:
                what = f"{item} is to be dealt to"
            case _:
                continue
        raise Refused(f"{what} once more than {again.most} times again; `most` of Again says so", clause=again.clause)


def done(state: State, item: object) -> None:
    """Take an item off the agenda, and go on when it was the last."""
    agenda = state.agenda
    if agenda and agenda[0] == item:
        state.agenda = agenda[1:]
    else:
        state.agenda = tuple(planned for planned in agenda if planned != item)
    if not state.agenda:
        enter(state, state.at + 1)


def done_first(state: State) -> None:
    """Take the first item off the agenda, and go on when it was the last."""
    state.agenda = rest = state.agenda[1:]
    if not rest:
        enter(state, state.at + 1)


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """Give a mapping without one of its keys."""
    return {other: value for other, value in mapping.items() if other != key}


# ── One function per event ───────────────────────────────────────────────────────────────────────────────────────────


def table_continued(state: State, event: e.TableContinued) -> None:
    state.table, state.digest, state.chance = event.table, event.digest, event.chance


def seat_taken(state: State, event: e.SeatTaken) -> None:
    state.seated = {**state.seated, event.seat: event.player}
    if event.house_run:
        state.house_run |= {event.seat}
    state.ledger.move(CAGE, stack(event.seat), event.cents)


def chips_bought(state: State, event: e.ChipsBought) -> None:
    state.ledger.move(CAGE, stack(event.seat), event.cents)


def seat_left(state: State, event: e.SeatLeft) -> None:
    state.ledger.move(stack(event.seat), CAGE, event.cents)
    state.seated = without(state.seated, event.seat)
    state.house_run -= {event.seat}
    if state.bank_holder == event.seat:
        state.bank_rounds = state.rulebook.bank.rounds if isinstance(state.rulebook.bank, PlayerDealerBank) else 0


def house_changed(state: State, event: e.HouseChanged) -> None:
    before = state.rulebook.supply
    state.digest = event.digest
    state.rulebook = state.game.rulebook(state.game.house(event.house))
    if state.rulebook.supply != before:
        state.deck_ready = state.burn_due = False


def bank_offered(state: State, event: e.BankOffered) -> None:
    state.bank_offer = event.seat


def bank_taken(state: State, event: e.BankTaken) -> None:
    state.bank_holder = event.seat
    state.bank_offer = state.bank_rounds = 0
    state.bank_asked = ()


def bank_declined(state: State, event: e.BankDeclined) -> None:
    state.bank_offer = 0
    asked = (*state.bank_asked, event.seat)
    state.bank_asked = () if set(state.seated) <= set(asked) else asked  # once all have declined, nobody has been asked


def bank_passed(state: State, _: e.BankPassed) -> None:
    bank = state.rulebook.bank
    state.bank_rounds = bank.rounds if isinstance(bank, PlayerDealerBank) else 0


def cards_shuffled(state: State, event: e.CardsShuffled) -> None:
    state.colour, state.commitment = event.colour, event.commitment
    state.shuffles += 1
    spend(state, event.commitment)
    state.remaining = bytes(state.rulebook.supply.composition)
    state.drawn = state.rounds_left = 0
    state.deck_ready, state.cut_card_out = True, False
    state.burn_due = state.rulebook.supply.burn != "none"


def dice_committed(state: State, event: e.DiceCommitted) -> None:
    state.dice_commitment = event.commitment
    spend(state, event.commitment)


def spend(state: State, commitment: str) -> None:
    """Remember a commitment; sets of like sizes are joined, so that a long table's are few and a copy shares them."""
    if not state.is_bound:
        return
    new, kept = frozenset((bytes.fromhex(commitment),)), state.spent
    while kept and len(kept[-1]) <= len(new):
        new, kept = new | kept[-1], kept[:-1]
    state.spent = (*kept, new)


def cards_burned(state: State, event: e.CardsBurned) -> None:
    state.burn_due = False
    state.drawn += event.count
    if event.shown is not None:
        take_out(state, (event.shown,))


def cut_card_appeared(state: State, _: e.CutCardAppeared) -> None:
    supply = state.rulebook.supply
    drawn_before = state.drawn - sum(map(len, state.dealt.values())) - len(state.rack.pile) - state.rack.unseen
    state.cut_card_out = True
    state.rounds_left = rounds_at_cut(drawn_before, supply.size, supply.cut_from_end, *supply.rounds_after)


def take_out(state: State, cards: Iterable[int]) -> None:
    """Count cards out of those that remain."""
    remaining = bytearray(state.remaining)
    for card in cards:
        remaining[card] -= 1
    state.remaining = bytes(remaining)


def round_opened(state: State, event: e.RoundOpened) -> None:
    state.clear_layout()
    state.round = event.round
    state.player_dealer, state.action_button = event.player_dealer, event.action_button
    state.rack = Rack()  # what lies in it goes to the shuffler before this round's cards come (TCP-K3d)
    enter(state, 0)


def wager_placed(state: State, event: e.WagerPlaced) -> None:
    seat, wager, cents = event.seat, event.wager, event.cents
    state.stakes = stakes = state.stakes.copy()
    before = stakes.get((seat, wager), 0)
    stakes[seat, wager] = cents
    if wager == BANK_WAGER:
        state.bank_wager = cents
        spot_account = BANK
    else:
        spot_account = layout(seat, wager)
    if cents >= before:
        state.ledger.move(stack(seat), spot_account, cents - before)
    else:
        state.ledger.move(spot_account, stack(seat), before - cents)
    if event.spot:
        state.spots = {**state.spots, seat: event.spot}


def wager_withdrawn(state: State, event: e.WagerWithdrawn) -> None:
    key = (event.seat, event.wager)
    bank = event.wager == BANK_WAGER
    state.ledger.move(BANK if bank else layout(*key), stack(event.seat), event.cents)
    state.stakes = without(state.stakes, key)
    if bank:
        state.bank_wager = 0
    if not any(seat == event.seat for seat, _ in state.stakes):
        state.spots = without(state.spots, event.seat)


def bets_closed(state: State, _: e.BetsClosed) -> None:
    state.players = tuple(sorted({seat for seat, wager in state.stakes if wager != BANK_WAGER}))
    done_first(state)


def fee_collected(state: State, event: e.FeeCollected) -> None:
    state.ledger.move(stack(event.seat), DROP_BOX, event.cents)
    state.fees = {**state.fees, event.seat: state.fees.get(event.seat, 0) + event.cents}
    done_first(state)


def cards_dealt(state: State, event: e.CardsDealt) -> None:
    slot, cards = event.slot, event.cards
    before = state.dealt.get(slot, ())
    state.dealt = {**state.dealt, slot: before + cards}
    if event.face_up:
        turn_up(state, slot, tuple(range(len(before), len(before) + len(cards))))
    state.drawn += len(cards)
    take_out(state, cards)
    done_first(state)


def die_rolled(state: State, event: e.DieRolled) -> None:
    state.dice += (event.face,)
    done_first(state)


def cards_exposed(state: State, event: e.CardsExposed) -> None:
    turn_up(state, event.slot, event.places)
    done_first(state)


def turn_up(state: State, slot: str, places: tuple[int, ...]) -> None:
    state.face_up = {**state.face_up, slot: state.face_up.get(slot, ()) + places}


def cards_put_away(state: State, event: e.CardsDiscarded | e.CardsUnloaded) -> None:
    rack = state.rack
    state.rack = Rack(rack.pile, rack.picked_up, rack.unseen + event.count)
    state.drawn += event.count
    done_first(state)


def decision_made(state: State, event: e.DecisionMade) -> None:
    seat, cents, step = event.seat, event.cents, state.step
    if not isinstance(step, Decide):
        raise BooksDoNotBalance("a decision was recorded where none is made")
    made = Made(step.decision, event.option, event.by, cents)
    state.decisions = {**state.decisions, seat: (*state.decisions.get(seat, ()), made)}
    if cents:
        key = seat, state.rulebook.decisions_by_id[step.decision].wager
        left = state.stakes.get(key, 0) + cents  # several decisions may raise one wager
        state.stakes = {**state.stakes, key: left} if left else without(state.stakes, key)
        if cents > 0:
            state.ledger.move(stack(seat), layout(*key), cents)
        else:
            state.ledger.move(layout(*key), stack(seat), -cents)
    done(state, seat)


def settlement_began(state: State, _: e.SettlementBegan) -> None:
    done_first(state)


def wager_settled(state: State, event: e.WagerSettled) -> None:
    seat, wager, stake, result = event.seat, event.wager, event.stake, event.result
    if stake != state.stakes.get((seat, wager)):
        raise BooksDoNotBalance(f"{stake} cents were settled on {wager} where another stake lies")
    state.ledger.settle(layout(seat, wager), stack(seat), stake, result)
    state.bank_result = total = state.bank_result - result
    coverage = state.rulebook.coverage
    if coverage:
        state.bank_used = coverage.uses(state.bank_used, abs(result), total)
        if abs(total) > state.bank_wager:
            raise BooksDoNotBalance(f"the player-dealer's result {total} is beyond the wager {state.bank_wager}")
    state.settled += (event,)
    done_first(state)


def wagers_stacked(state: State, event: e.WagersStacked) -> None:
    state.stacked = event.seats
    done_first(state)


def cards_picked_up(state: State, event: e.CardsPickedUp) -> None:
    pick_up(state, event.slots)
    done_first(state)


def pick_up(state: State, slots: tuple[str, ...]) -> None:
    """Lay the cards of some slots in the rack, one slot after the other."""
    pile, picked_up, dealt = list(state.rack.pile), list(state.rack.picked_up), state.dealt
    for slot in slots:
        cards = dealt.get(slot, ())
        pile += cards
        picked_up.append((slot, len(cards)))
    state.dealt = {slot: cards for slot, cards in state.dealt.items() if slot not in slots}
    state.face_up = {slot: places for slot, places in state.face_up.items() if slot not in slots}
    state.rack = Rack(tuple(pile), tuple(picked_up), state.rack.unseen)


def round_closed(state: State, _: e.RoundClosed) -> None:
    if state.player_banked:
        state.ledger.move(BANK, stack(state.player_dealer), state.ledger.balance(BANK))
        state.bank_rounds += 1
    end_round(state)


def round_voided(state: State, _: e.RoundVoided) -> None:
    for seat, wager in state.stakes:
        account = BANK if wager == BANK_WAGER else layout(seat, wager)
        state.ledger.move(account, stack(seat), state.stakes[seat, wager])
    for seat, cents in state.fees.items():
        state.ledger.move(DROP_BOX, stack(seat), cents)
    state.stakes, state.fees, state.bank_wager = {}, {}, 0
    ran_out = lacks_cards(state)
    pick_up(state, tuple(state.dealt))
    end_round(state)
    if ran_out:
        state.deck_ready = False


def lacks_cards(state: State) -> bool:
    """Whether a deal waits for more cards than are left."""
    step, book = state.step, state.rulebook
    return isinstance(step, Deal) and state.drawn + book.dealt_to(step, state, state.agenda[0]) > book.supply.size


def end_round(state: State) -> None:
    """Leave the round; cards that are shuffled every round are used up."""
    state.at, state.step, state.agenda = -1, None, ()
    state.dice_commitment = ""
    if state.rulebook.supply.renewal is not Renewal.SHOE:
        state.deck_ready = False
    elif state.cut_card_out:
        state.rounds_left = rounds_after_this(state.rounds_left)
        state.deck_ready = state.rounds_left > 0


APPLY: Final[dict[type, Callable[[State, Any], None]]] = {
    e.TableContinued: table_continued,
    e.SeatTaken: seat_taken,
    e.ChipsBought: chips_bought,
    e.SeatLeft: seat_left,
    e.HouseChanged: house_changed,
    e.BankOffered: bank_offered,
    e.BankTaken: bank_taken,
    e.BankDeclined: bank_declined,
    e.BankPassed: bank_passed,
    e.CardsShuffled: cards_shuffled,
    e.DiceCommitted: dice_committed,
    e.CardsBurned: cards_burned,
    e.CutCardAppeared: cut_card_appeared,
    e.RoundOpened: round_opened,
    e.WagerPlaced: wager_placed,
    e.WagerWithdrawn: wager_withdrawn,
    e.BetsClosed: bets_closed,
    e.FeeCollected: fee_collected,
    e.CardsDealt: cards_dealt,
    e.DieRolled: die_rolled,
    e.CardsExposed: cards_exposed,
    e.CardsDiscarded: cards_put_away,
    e.CardsUnloaded: cards_put_away,
    e.DecisionMade: decision_made,
    e.SettlementBegan: settlement_began,
    e.WagersStacked: wagers_stacked,
    e.WagerSettled: wager_settled,
    e.CardsPickedUp: cards_picked_up,
    e.RoundClosed: round_closed,
    e.RoundVoided: round_voided,
}


def apply(state: State, event: e.Event) -> None:
    """Let an event happen to a state, and prove the books."""
    APPLY[type(event)](state, event)
    state.ledger.check()


def fold(game: Game, events: Iterable[e.Event]) -> State:
    """Give the state that events lead to; the first opens the table."""
    rest = iter(events)
    opened = next(rest)
    if not isinstance(opened, e.TableOpened):
        raise BooksDoNotBalance("a table's first event opens it")
    state = State(game, game.rulebook(game.house(opened.house)), opened)
    for event in rest:
        apply(state, event)
    return state
