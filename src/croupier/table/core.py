"""The table: `step(state, command)` gives the events that follow and the state they lead to.

No input or output, no clock, no chance: cards, dice and time-outs come in as commands. A command is first checked
against its clause; what it causes is told as events, which are applied to a copy of the state one by one, the books
proved after each. Steps of the procedure that need nobody go on by themselves. A command that is refused, and a step
that fails, change nothing.
"""

import re
from collections.abc import Callable, Iterable
from types import NoneType
from typing import Any, Final, NamedTuple

from croupier.cards import EVERY_CARD, card_name, deck_words
from croupier.errors import Refused, listed, quoted, visible
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.rulebook import (
    Burn,
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
    Roll,
    Settle,
    Stack,
    Unload,
    Wager,
    Wagering,
    clockwise,
    next_clockwise,
)
from croupier.rulebook.deal import behind_the_cut
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import needs_bank, needs_dice, needs_shuffle
from croupier.table.ledger import stack
from croupier.table.settlement import settlements
from croupier.table.state import APPLY, BANK_WAGER, ENTROPY, GIVEN, SEED, UNRECORDED, State, offers

Events = Iterable[e.Event]
"""What follows, event by event: the state has taken each one in before the next is asked for."""
NAME_LENGTH_MAX: Final = 40
REASON_LENGTH_MAX: Final = 200
SOURCES: Final = (ENTROPY, SEED, GIVEN)
COMMITMENT_LENGTH: Final = 64
HASH: Final = re.compile("[0-9a-f]{64}")
TABLE_ID: Final = re.compile("[0-9a-f]{32}")
SALT: Final = re.compile("[0-9a-f]{32}")


class Stepped(NamedTuple):
    """A state and the events that led to it."""

    state: State
    events: tuple[e.Event, ...]


class Origin(NamedTuple):
    """What a table is told about itself as it opens: a name no other has, the digest of its rules, its chance."""

    table: str = ""
    digest: str = ""
    chance: str = GIVEN


UNBOUND: Final = Origin()
"""A table whose cards and dice are given by whoever drives it, and proved by nobody."""


def open_table(
    game: Game, house: dict[str, object] | None = None, name: str = "Table 1", origin: Origin = UNBOUND
) -> Stepped:
    """Open a table under house rules that may be dealt."""
    rules = game.house(house)
    rules.check_dealable()
    check_words("a table's name", name, NAME_LENGTH_MAX)
    check_origin(origin.table, origin.digest, origin.chance)
    opened = e.TableOpened(
        game.id, rules.show(), name, origin.table, game.version, game.composition, origin.digest, origin.chance
    )
    book = game.rulebook(rules)
    _ = book.slots  # refuses a procedure that cannot say where its cards go
    return Stepped(State(game, book, opened), (opened,))


def check_origin(table: str, digest: str, chance: str) -> None:
    """Refuse a source of chance that there is not, and a bound table that lacks what its commitments cover."""
    if not all(map(c.is_text, (table, digest, chance))):
        raise Refused("a table's id, rulebook digest and source of chance are texts")
    if chance not in (*SOURCES, UNRECORDED):
        raise Refused(f"{quoted(chance)} is not a source of chance; there are {', '.join(SOURCES)}")
    if chance == UNRECORDED and not table and not digest:  # as in journals of version 1
        return
    is_given = chance == GIVEN
    is_named = TABLE_ID.fullmatch(table) or (is_given and not table)
    if chance == UNRECORDED or not (is_named and (HASH.fullmatch(digest) or (is_given and not digest))):
        raise Refused("a table has an id of 32 hexadecimal digits and a rulebook digest of 64")


def continue_table(state: State, command: c.Continue) -> Events:
    check_origin(command.table, command.digest, command.chance)
    check_words("a game's version", command.version, NAME_LENGTH_MAX)
    if command.cut < 0:
        raise Refused(f"{command.cut} bytes cannot be cut off; the number must be 0 or more")
    if state.table and command.table != state.table:
        raise Refused(f"this is the table {state.table}, not {quoted(command.table)}")
    if state.chance == ENTROPY and command.chance != ENTROPY:
        raise Refused("a table that was dealt from entropy is dealt from entropy to its end")
    if command.chance == UNRECORDED or (command.chance == GIVEN and state.chance != GIVEN):
        raise Refused("a table that goes on is committed to its cards and dice: from entropy, or from a seed")
    if state.in_round and state.digest and command.digest != state.digest:
        raise Refused(
            f"round {state.round} was opened under another rulebook ({state.digest[:12]}, not {command.digest[:12]}); "
            "complete or void it under that one first"
        )
    return (e.TableContinued(command.table, command.version, command.digest, command.chance, command.cut),)


def check_words(what: str, text: str, length_max: int, clause: str = "") -> None:
    """Refuse words that could not be shown in a line: a terminal obeys some characters instead of printing them."""
    if not c.is_text(text) or not 1 <= len(text) <= length_max or not text.isprintable() or text != text.strip():
        raise Refused(f"{what} has 1 to {length_max} printable characters and no blank at either end", clause=clause)


def step(state: State, command: c.Command) -> Stepped:
    """Do what a command asks, or refuse it and change nothing."""
    door = DOORS.get(type(command))
    if door is None:
        raise Refused(f"a table knows no command {type(command).__name__}")
    is_right, handle = door
    if not is_right(command):
        c.refuse_types(command)
    draft = state.copy()
    prove = draft.ledger.check
    events: list[e.Event] = []
    following = handle(draft, command)
    while True:
        for event in following:
            APPLY[type(event)](draft, event)
            prove()
            events.append(event)
        if draft.at < 0 or not (do := UNASKED.get(type(draft.step))):
            break
        following = do(draft, draft.step)
    return Stepped(draft, tuple(events))


# ── Steps that need nobody ───────────────────────────────────────────────────────────────────────────────────────────


def settle_wagers(state: State, _: Settle) -> Events:
    return settlements(state)


def expose_cards(state: State, step: Expose) -> Events:
    for slot, places in state.agenda:
        cards = state.dealt.get(slot, ())
        if places and not 0 <= max(places) < len(cards):
            raise Refused(
                f"card {max(places)} of {slot!r} is to be exposed, counted from 0, but {len(cards)} lie there",
                clause=step.clause,
            )
        yield e.CardsExposed(slot, places, tuple([cards[place] for place in places]), step.clause)


def collect_fees(state: State, step: CollectFees) -> Events:
    for seat, cents in state.agenda:
        yield e.FeeCollected(seat, cents, step.clause)


def discard_cards(state: State, step: Discard) -> Events:
    check_left(state, step.count)
    yield e.CardsDiscarded(step.count, step.clause)
    if cut_card_comes(state):
        yield e.CutCardAppeared(state.rulebook.supply.cut_clause)


def unload_cards(state: State, step: Unload) -> Events:
    return (e.CardsUnloaded(state.rulebook.supply.size - state.drawn, step.clause),)


def stack_wagers(state: State, step: Stack) -> Events:
    return (e.WagersStacked(state.agenda[0], step.wager, step.on, step.clause),)


def pick_up_cards(state: State, step: PickUp) -> Events:
    return (e.CardsPickedUp(state.agenda[0], step.clause),)


def check_settled(state: State) -> None:
    """Refuse to close a round in which a wager was forgotten."""
    settled = {(event.seat, event.wager) for event in state.settled}
    for seat, wager in state.stakes:
        if (seat, wager) not in settled and wager != BANK_WAGER:
            raise Refused(f"no Settle step names the wager {wager} of seat {seat}; add it to the order of one")


def close_round(state: State, _: None) -> Events:
    """Close a round whose procedure is done; a bank that was held long enough is offered on."""
    if len(state.settled) + state.player_banked < len(state.stakes):
        check_settled(state)
    yield e.RoundClosed(state.round, state.bank_result)
    if needs_bank(state):
        yield from offer_bank(state)


UNASKED: Final[dict[type, Callable[[State, Any], Events]]] = {
    Settle: settle_wagers,
    Expose: expose_cards,
    CollectFees: collect_fees,
    Discard: discard_cards,
    Unload: unload_cards,
    Stack: stack_wagers,
    PickUp: pick_up_cards,
    NoneType: close_round,
}


# ── Seats and house ──────────────────────────────────────────────────────────────────────────────────────────────────


def check_seat(state: State, seat: int) -> None:
    """Refuse a seat the table does not have."""
    if not 1 <= seat <= state.rulebook.seats:
        raise Refused(
            f"there is no seat {seat}; seats are 1 to {state.rulebook.seats}", clause=state.rulebook.seats_clause
        )


def check_occupied(state: State, seat: int) -> None:
    """Refuse a seat where nobody sits."""
    if seat not in state.seated:
        check_seat(state, seat)
        raise Refused(f"nobody sits at seat {seat}", clause=state.rulebook.seats_clause)


def check_chips(cents: int) -> None:
    """Refuse chips that are not above 0."""
    if cents <= 0:
        raise Refused(f"the chips must be above 0, not {price(cents)}")


def check_between_rounds(state: State, what: str, clause: str) -> None:
    """Refuse what may not be done during a round."""
    if state.in_round:
        raise Refused(f"{what} only between rounds, and round {state.round} is open", clause=clause)


def check_free(state: State, seat: int) -> None:
    """Refuse a seat where somebody sits."""
    check_seat(state, seat)
    if seat in state.seated:
        raise Refused(f"seat {seat} is taken by {state.seated[seat]}", clause=state.rulebook.seats_clause)


def sit(state: State, command: c.Sit) -> Events:
    check_free(state, command.seat)
    check_words("a player's name", command.player, NAME_LENGTH_MAX)
    check_chips(command.cents)
    return (e.SeatTaken(command.seat, command.player, command.cents, command.house_run),)


def buy_chips(state: State, command: c.BuyChips) -> Events:
    check_occupied(state, command.seat)
    check_chips(command.cents)
    return (e.ChipsBought(command.seat, command.cents),)


def check_leaving(state: State, seat: int) -> None:
    """Refuse to let a seat go that has a part in the round."""
    check_occupied(state, seat)
    if state.in_round and (seat == state.player_dealer or any(owner == seat for owner, _ in state.stakes)):
        raise Refused(f"seat {seat} has a part in round {state.round} and leaves after it")


def leave(state: State, command: c.Leave) -> Events:
    check_leaving(state, command.seat)
    if state.bank_offer == command.seat:
        yield from decline(state, command.seat, e.TABLE)
    yield e.SeatLeft(command.seat, state.chips(command.seat))


def change_house(state: State, command: c.ChangeHouse) -> Events:
    check_between_rounds(state, "house rules change", state.rulebook.change_clause)
    house = state.rulebook.house.with_changes(command.changes)
    house.check_dealable()
    seats = state.game.rulebook(house).seats
    if any(seat > seats for seat in state.seated):
        raise Refused(f"somebody sits beyond seat {seats}", clause=state.rulebook.seats_clause)
    if not HASH.fullmatch(command.digest) and (state.is_bound or command.digest):
        raise Refused("changed house rules come with their rulebook digest, 64 hexadecimal digits")
    check_acting(command.actor, command.reason, state.rulebook.change_clause)
    return (e.HouseChanged(house.show(), command.digest, command.actor, command.reason),)


def check_acting(actor: str, reason: str, clause: str) -> None:
    """Refuse an actor or a reason that could not be shown in a line; a reason may be left out."""
    check_words("the name of who acts", actor, NAME_LENGTH_MAX, clause)
    if reason:
        check_words("a reason", reason, REASON_LENGTH_MAX, clause)


# ── The bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def player_dealer_bank(state: State) -> PlayerDealerBank:
    """The bank of a game that a player banks, or a refusal."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        raise Refused("the house banks this game; there is no bank to take", clause=bank.clause)
    return bank


def next_to_ask(state: State) -> int:
    """The next seat clockwise that has not been asked, the last banker's own coming last; 0 when all have."""
    seats = state.rulebook.seats
    in_turn = clockwise(seats, next_clockwise(seats, state.bank_holder))
    return next((seat for seat in in_turn if seat in state.seated and seat not in state.bank_asked), 0)


def offer_bank(state: State) -> Events:
    """Offer the bank to the next seat clockwise, if there is one left to ask."""
    seat = next_to_ask(state)
    if seat:
        yield e.BankOffered(seat, player_dealer_bank(state).offer_clause)


def start_offering(state: State, _: c.OfferBank) -> Events:
    bank = player_dealer_bank(state)
    check_between_rounds(state, "the bank is offered", bank.offer_clause)
    if state.bank_offer:
        raise Refused(f"the bank is being offered to seat {state.bank_offer} already", clause=bank.offer_clause)
    if not needs_bank(state):
        left = bank.rounds - state.bank_rounds
        rounds = "1 more round" if left == 1 else f"{left} more rounds"
        raise Refused(f"seat {state.bank_holder} has the bank for {rounds}", clause=bank.offer_clause)
    if not state.seated:
        raise Refused("nobody sits at the table to take the bank", clause=bank.offer_clause)
    return offer_bank(state)


def check_offered(state: State, seat: int) -> None:
    """Refuse an answer from a seat that was not asked."""
    bank = player_dealer_bank(state)
    if state.bank_offer != seat or not seat:
        whose = f"it is offered to seat {state.bank_offer}" if state.bank_offer else "it is not being offered"
        raise Refused(f"the bank is not seat {seat}'s to answer; {whose}", clause=bank.offer_clause)


def take_bank(state: State, command: c.TakeBank) -> Events:
    check_offered(state, command.seat)
    return (e.BankTaken(command.seat),)


def decline_bank(state: State, command: c.DeclineBank) -> Events:
    check_offered(state, command.seat)
    return decline(state, command.seat, e.PLAYER)


def decline(state: State, seat: int, by: str) -> Events:
    """Let a seat decline, and ask the next that has not been asked."""
    last = not set(state.seated) - {*state.bank_asked, seat}
    yield e.BankDeclined(seat, by)
    if not last:
        yield from offer_bank(state)


def check_passing(state: State, seat: int) -> None:
    """Refuse to pass a bank that the seat does not have, or during a round."""
    bank = player_dealer_bank(state)
    check_between_rounds(state, "the bank is passed", bank.offer_clause)
    if needs_bank(state) or state.bank_holder != seat:
        raise Refused(f"seat {seat} does not have the bank", clause=bank.offer_clause)


def pass_bank(state: State, command: c.PassBank) -> Events:
    check_passing(state, command.seat)
    yield e.BankPassed(command.seat)
    yield from offer_bank(state)


# ── Cards and dice ───────────────────────────────────────────────────────────────────────────────────────────────────


def next_colour(state: State) -> str:
    """The colour of the deck whose turn it is; one that is ready but unused may be shuffled again."""
    colours = state.rulebook.supply.colours
    if state.deck_ready:
        return state.colour
    return colours[(colours.index(state.colour) + 1) % len(colours)] if state.colour in colours else colours[0]


def shuffle(state: State, command: c.Shuffle) -> Events:
    supply = state.rulebook.supply
    check_between_rounds(state, "shuffled cards come in", supply.clause)
    if not supply.decks:
        raise Refused(f"{state.game.title} is played without cards; there is nothing to shuffle")
    if command.colour != next_colour(state):
        raise Refused(
            f"the {visible(command.colour[:NAME_LENGTH_MAX])} cards are not next; "
            f"it is the turn of the {next_colour(state)} cards",
            clause=supply.clause,
        )
    check_commitment(state, command.commitment, supply.clause)
    return (e.CardsShuffled(command.colour, command.commitment, state.shuffles + 1),)


def check_commitment(state: State, commitment: str, clause: str) -> None:
    """Refuse a commitment that binds nobody: a malformed one, or one that was used before."""
    if state.chance == UNRECORDED:  # version 1 took any
        return
    is_right = HASH.fullmatch(commitment) if state.is_bound else len(commitment) <= COMMITMENT_LENGTH
    if not is_right:
        raise Refused(f"a commitment is 64 hexadecimal digits, not {quoted(commitment)}", clause=clause)
    if state.is_bound and state.has_spent(commitment):
        raise Refused("this commitment was used before; every shuffle and every round's dice have their own")


def commit_dice(state: State, command: c.CommitDice) -> Events:
    clause = next((step.clause for step in state.rulebook.procedure if isinstance(step, Roll)), "")
    check_between_rounds(state, "dice are committed to", clause)
    if not needs_dice(state):
        why = "are committed to already" if state.dice_commitment else "need no commitment here"
        raise Refused(f"the dice of round {state.round + 1} {why}", clause=clause)
    check_commitment(state, command.commitment, clause)
    return (e.DiceCommitted(state.round + 1, command.commitment),)


def burn_cards(state: State, command: c.BurnCards) -> Events:
    supply = state.rulebook.supply
    if not state.burn_due or state.in_round:
        raise Refused("no card is to be burned now", clause=supply.burn_clause)
    if supply.burn is Burn.ONE:
        if command.shown is not None:
            raise Refused("the burned card is not shown", clause=supply.burn_clause)
        return (e.CardsBurned(None, 1, supply.burn_clause),)
    if command.shown is None:
        raise Refused("the first card is shown, and burns by its value", clause=supply.burn_clause)
    check_cards(state, (command.shown,))
    return (e.CardsBurned(command.shown, 1 + supply.burn_count(command.shown), supply.burn_clause),)


def check_cards(state: State, cards: tuple[int, ...]) -> None:
    """Refuse cards that the decks do not hold any more."""
    supply = state.rulebook.supply
    remaining = state.remaining
    for card in cards:
        if not 0 <= card < len(remaining):
            no_joker = "; the deck has no joker" if card in EVERY_CARD else ""
            raise Refused(
                f"a card is a number from 0 to {len(remaining) - 1}, not {card}{no_joker}", clause=supply.decks_clause
            )
        if cards.count(card) > remaining[card]:
            if card not in supply.deck:
                why = f"{card_name(card)} is not in the deck, which has {deck_words(supply.deck)}"
                raise Refused(why, clause=supply.decks_clause)
            decks = "deck holds" if supply.decks == 1 else f"{supply.decks} decks hold"
            raise Refused(
                f"{card_name(card)} would be dealt more often than the {decks} it", clause=supply.decks_clause
            )
    check_left(state, len(cards))


def check_left(state: State, count: int) -> None:
    """Refuse more cards than are left."""
    supply = state.rulebook.supply
    if state.drawn + count > supply.size:
        raise Refused("no cards are left to deal", clause=supply.decks_clause)


def cut_card_comes(state: State) -> bool:
    """Whether the cut card lay ahead of the cards that came last."""
    supply = state.rulebook.supply
    return not state.cut_card_out and behind_the_cut(state.drawn, supply.size, supply.cut_from_end)


def deal_cards(state: State, command: c.DealCards) -> Events:
    step, supply = state.step, state.rulebook.supply
    if not isinstance(step, Deal):
        raise Refused("no card is dealt now", clause=step.clause if step else supply.clause)
    cards = command.cards
    due = state.rulebook.dealt_to(step, state, state.agenda[0]) if step.after else step.count
    if len(cards) != due:
        raise Refused(f"{len(cards)} cards came where {due} are dealt", clause=step.clause)
    check_cards(state, cards)
    if command.salt or not step.face_up:
        check_salt(state, command.salt, step.clause, face_up=step.face_up)
    yield e.CardsDealt(state.agenda[0], cards, step.face_up, step.clause_now(state), command.salt)
    if supply.cut_from_end and cut_card_comes(state):
        yield e.CutCardAppeared(supply.cut_clause)


def check_salt(state: State, salt: str, clause: str, *, face_up: bool) -> None:
    """Refuse face-down cards that hashes of the record would tell, and a salt that hides nothing."""
    if face_up and salt:
        raise Refused("cards that lie face up take no salt", clause=clause)
    if not face_up and not SALT.fullmatch(salt) and (state.is_bound or salt):
        raise Refused("cards that lie face down are recorded with a salt of 32 hexadecimal digits", clause=clause)


def roll_die(state: State, command: c.RollDie) -> Events:
    match state.step:
        case Roll(clause=clause, faces=faces):
            if not 1 <= command.face <= faces:
                raise Refused(f"a die does not show {command.face}; it shows 1 to {faces}", clause=clause)
            return (e.DieRolled(command.face, clause, len(state.dice) + 1),)
        case other:
            raise Refused("the die is not rolled now", clause=getattr(other, "clause", ""))


# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def open_round(state: State, command: c.OpenRound) -> Events:
    book = state.rulebook
    check_between_rounds(state, "a round opens", book.procedure[0].clause)
    if isinstance(book.bank, PlayerDealerBank) and (state.bank_offer or needs_bank(state)):
        raise Refused(
            "without a player-dealer no round is dealt; somebody has to take the bank", clause=book.bank.needed_clause
        )
    if needs_shuffle(state) or state.burn_due:
        raise Refused("the cards are not ready; they are shuffled first", clause=book.supply.clause)
    if needs_dice(state):
        raise Refused(f"the dice of round {state.round + 1} are committed to before it opens")
    if book.action_button and not command.action_button:
        raise Refused("the action button is placed as a round opens; say at which seat", clause=book.button_clause)
    if book.action_button:
        check_occupied(state, command.action_button)
    elif command.action_button:
        raise Refused("this house uses no action button", clause=book.button_clause)
    dealer = state.bank_holder if state.player_banked else 0
    return (e.RoundOpened(state.round + 1, state.colour, dealer, command.action_button),)


def wagering(state: State, what: str) -> Wagering:
    """The wagering step, or a refusal because betting is closed."""
    step = state.step
    if not isinstance(step, Wagering):
        first = state.rulebook.procedure[0]
        clause = first.closes if isinstance(first, Wagering) else first.clause
        why = "betting is closed" if state.in_round else "no round is open"
        raise Refused(f"{what} now: {why}", clause=clause)
    return step


def place_wager(state: State, command: c.PlaceWager) -> Events:
    seat, wager, cents = command.seat, command.wager, command.cents
    wagering(state, "no wager is taken")
    check_occupied(state, seat)
    if wager == BANK_WAGER:
        bank = check_banker(state, seat, command.by)
        check_bank_wager(bank, cents, command.spot)
        reserve = bank.fee_reserve
    else:
        placed = check_bettor(state, seat, wager, command.by)
        check_amount(placed, cents)
        check_spot(state, placed, seat, command.spot)
        reserve = state.rulebook.seat_fee
    at_hand, ids = chips_at_hand(state, seat, wager), placed_with(state, wager)
    if at_hand < cents * len(ids) + reserve:
        fee = f" and {price(reserve)} of collection" if reserve else ""
        raise Refused(f"seat {seat} has {price(at_hand)}, not the {price(cents * len(ids))} for {listed(ids)}{fee}")
    first = e.WagerPlaced(seat, wager, cents, command.spot)
    return (first,) if len(ids) == 1 else (first, *[e.WagerPlaced(seat, id_, cents, 0) for id_ in ids[1:]])


def placed_with(state: State, wager: str) -> tuple[str, ...]:
    """A wager, and those that are placed with it."""
    return state.rulebook.placed_with.get(wager) or (wager,)


def chips_at_hand(state: State, seat: int, wager: str) -> int:
    """The cents a seat has for a wager and those placed with it: its chips, and what lies on them already."""
    at_hand, stakes = state.ledger.balance(stack(seat)), state.stakes
    for id_ in placed_with(state, wager):
        at_hand += stakes.get((seat, id_), 0)
    return at_hand


def check_banker(state: State, seat: int, by: int | None) -> PlayerDealerBank:
    """Refuse a wager to bank with from anybody but the player-dealer."""
    bank = player_dealer_bank(state)
    for acting in (seat, by):
        if acting not in (None, state.player_dealer):
            raise Refused(f"seat {acting} is not the player-dealer; seat {state.player_dealer} is", clause=bank.clause)
    return bank


def check_bank_wager(bank: PlayerDealerBank, cents: int, spot: int) -> None:
    check_whole_dollars(cents, bank.whole_dollars)
    if cents < bank.least:
        raise Refused(f"{price(cents)} is below the least wager {price(bank.least)}", clause=bank.least_clause)
    if spot:
        raise Refused("the player-dealer's wager does not name a spot", clause=bank.clause)


def check_whole_dollars(cents: int, clause: str) -> None:
    """Refuse odd cents where wagers are whole dollars."""
    if clause and cents % CENTS_PER_DOLLAR:
        raise Refused(f"{price(cents)} is not a whole number of dollars", clause=clause)


def check_bettor(state: State, seat: int, id_: str, by: int | None) -> Wager:
    """Refuse a wager that this seat may not place now; gives the wager."""
    book = state.rulebook
    wager = book.wagers_by_id.get(id_)
    if wager is None:
        raise Refused(f"there is no wager {quoted(id_)}; there are {', '.join(book.wagers_by_id)}")
    if id_ in book.decision_of_wager:
        raise Refused(f"{wager.label} is not bet before the cards; it is decided later", clause=wager.clause)
    if wager.equals:
        raise Refused(f"{wager.label} is placed with {wager.equals}, at the same stake; bet that", clause=wager.clause)
    if by not in (None, seat):
        raise Refused(f"seat {by} may not bet on seat {seat}'s spot", clause=wager.back_line)
    if seat == state.player_dealer:
        raise Refused(f"seat {seat} is the player-dealer and bets on no hand", clause=book.seats_clause)
    if wager.needs and not [needed for needed in wager.needs if (seat, needed) in state.stakes]:
        needed = " or ".join(book.wagers_by_id[id_].label for id_ in wager.needs)
        raise Refused(f"{wager.label} needs a wager on {needed} at the same seat", clause=wager.needs_clause)
    return wager


def check_amount(wager: Wager, cents: int) -> None:
    """Check a stake against the wager's limits."""
    if cents <= 0:
        raise Refused(f"the stake on {wager.label} must be above 0, not {price(cents)}", clause=wager.clause)
    check_whole_dollars(cents, wager.whole_dollars)
    if cents < wager.least or (wager.most is not None and cents > wager.most):
        most = f"to {price(wager.most)}" if wager.most is not None else "up"
        raise Refused(
            f"{price(cents)} on {wager.label} is outside the limits; bet {price(wager.least)} {most}",
            clause=wager.limit_clause,
        )


def spots_open(state: State, wager: Wager, seat: int) -> tuple[int, ...]:
    """The betting spots a seat may name with a wager: the first wager chooses one, once; the others name none."""
    book = state.rulebook
    if not book.spots or wager is not book.wagers[0]:
        return ()
    chosen = state.spot(seat)
    return (chosen,) if chosen else tuple(range(1, len(book.spots) + 1))


def check_spot(state: State, wager: Wager, seat: int, spot: int) -> None:
    book = state.rulebook
    if not (spot or book.spots):
        return
    open_to_it = spots_open(state, wager, seat)
    if spot in open_to_it or not (spot or open_to_it):
        return
    if not open_to_it:
        raise Refused(f"{wager.label} does not name a spot", clause=wager.clause)
    if not 1 <= spot <= len(book.spots):
        raise Refused(f"there is no spot {spot}; choose 1 to {len(book.spots)}", clause=wager.clause)
    raise Refused(f"seat {seat} has bet on spot {state.spot(seat)}; only one spot may be bet", clause=book.spots_clause)


def withdraw_wager(state: State, command: c.WithdrawWager) -> Events:
    wagering(state, "no wager is withdrawn")
    check_occupied(state, command.seat)
    check_withdrawable(state, command.seat, command.wager)
    cents = state.stake(command.seat, command.wager)
    return tuple([e.WagerWithdrawn(command.seat, id_, cents) for id_ in placed_with(state, command.wager)])


def check_withdrawable(state: State, seat: int, id_: str) -> None:
    """Refuse to withdraw nothing, or a wager that another at the seat needs."""
    if not state.stake(seat, id_):
        raise Refused(f"seat {seat} has nothing on {visible(id_[:NAME_LENGTH_MAX])}")
    known = state.rulebook.wagers_by_id.get(id_)
    if known and known.equals:
        raise Refused(f"{known.label} goes with {known.equals}; withdraw that", clause=known.clause)
    for wager in state.rulebook.wagers:
        others = (other for other in wager.needs if other != id_)
        leans = id_ in wager.needs and not any(state.stake(seat, other) for other in others)
        if leans and state.stake(seat, wager.id):
            raise Refused(f"{wager.label} needs it; withdraw {wager.id} first", clause=wager.needs_clause)


def close_bets(state: State, _: c.CloseBets) -> Events:
    step = wagering(state, "betting cannot be closed")
    if state.player_banked and not state.bank_wager:
        bank = player_dealer_bank(state)
        raise Refused(f"seat {state.player_dealer} banks and has placed no wager", clause=bank.limit_clause)
    if not any(wager != BANK_WAGER for _, wager in state.stakes):
        raise Refused("nobody has bet", clause=step.clause)
    return (e.BetsClosed(step.closes),)


def decision_at(state: State, seat: int) -> tuple[Decide, Decision]:
    """The decision that waits for a seat, or a refusal."""
    step = state.step
    if not isinstance(step, Decide):
        raise Refused("nothing is to be decided now", clause=decision_clause(state))
    decision = state.rulebook.decisions_by_id[step.decision]
    if seat not in state.agenda:
        if state.decided(seat, decision.id):
            why = "has decided"
        else:
            why = f"is not asked for {decision.id}" if seat in step.order(state) else "has no hand in this round"
        raise Refused(f"seat {seat} {why}", clause=step.clause)
    if decision.in_order and state.agenda[0] != seat:
        raise Refused(f"seat {seat} decides after seat {state.agenda[0]}", clause=step.clause)
    return step, decision


def decision_clause(state: State) -> str:
    """The clause under which players decide, if they ever do."""
    return next((step.clause for step in state.rulebook.procedure if isinstance(step, Decide)), "")


def decide(state: State, command: c.Decide) -> Events:
    step, decision = decision_at(state, command.seat)
    if command.by not in (None, command.seat):
        raise Refused(f"seat {command.by} may not decide for seat {command.seat}", clause=decision.only_by_player)
    turn = state.turn(command.seat)
    if command.decision not in ("", decision.id) or command.turn not in (0, turn):
        raise Refused(f"seat {command.seat} is asked to decide on {decision.id}, turn {turn}", clause=step.clause)
    option = decision.option(command.option)
    offered = offers(state, command.seat, decision)
    if option is None or (decision.depends and option not in offered):
        ids = ", ".join(known.id for known in offered)
        why = "cannot be decided" if option is None else f"is not offered to seat {command.seat}"
        raise Refused(f"{quoted(command.option)} {why}; decide {ids}", clause=step.clause)
    cents = cost_of(state, command.seat, decision, option)
    if cents > state.chips(command.seat):
        raise Refused(
            f"seat {command.seat} has {price(state.chips(command.seat))}, not the {price(cents)} for {option.label}",
            clause=step.clause,
        )
    return (e.DecisionMade(command.seat, option.id, cents, e.PLAYER, step.clause, decision.id, turn),)


def cost_of(state: State, seat: int, decision: Decision, option: Option) -> int:
    """The cents an option takes from a seat's chips; below zero where it gives them back."""
    return option.multiple * state.stake(seat, decision.base)


def time_out(state: State, command: c.TimeOut) -> Events:
    if state.bank_offer and state.bank_offer == command.seat:
        return decline(state, command.seat, e.TABLE)
    step, decision = decision_at(state, command.seat)
    option = decision.option(decision.default)
    cents = cost_of(state, command.seat, decision, option) if option else 0
    turn = state.turn(command.seat)
    return (e.DecisionMade(command.seat, decision.default, cents, e.TABLE, step.clause, decision.id, turn),)


def settle_round(state: State, _: c.SettleRound) -> Events:
    match state.step:
        case Ready(clause=clause):
            return (e.SettlementBegan(clause),)
        case None:
            raise Refused("no round is open")
        case other:
            raise Refused("there is nothing to settle yet", clause=other.clause)


def void_round(state: State, command: c.VoidRound) -> Events:
    clause = state.rulebook.void_clause
    if not state.in_round:
        raise Refused("no round is open; a round is voided before it is settled, never after", clause=clause)
    check_words("the reason for voiding a round", command.reason, REASON_LENGTH_MAX, clause)
    check_acting(command.actor, "", clause)
    return (e.RoundVoided(state.round, command.reason, clause, command.actor),)


HANDLERS: Final[dict[type, Callable[[State, Any], Events]]] = {
    c.Continue: continue_table,
    c.ChangeHouse: change_house,
    c.Sit: sit,
    c.BuyChips: buy_chips,
    c.Leave: leave,
    c.OfferBank: start_offering,
    c.TakeBank: take_bank,
    c.DeclineBank: decline_bank,
    c.PassBank: pass_bank,
    c.Shuffle: shuffle,
    c.CommitDice: commit_dice,
    c.BurnCards: burn_cards,
    c.OpenRound: open_round,
    c.PlaceWager: place_wager,
    c.WithdrawWager: withdraw_wager,
    c.CloseBets: close_bets,
    c.DealCards: deal_cards,
    c.RollDie: roll_die,
    c.Decide: decide,
    c.TimeOut: time_out,
    c.SettleRound: settle_round,
    c.VoidRound: void_round,
}
DOORS: Final = {kind: (c.IS_RIGHT[kind], handle) for kind, handle in HANDLERS.items()}
"""By kind of command: whether its fields are of their types, and what it does."""
