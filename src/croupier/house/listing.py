"""What one viewer may know of a live table, as plain values: built by listing, like the view of the core."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.cards import card_name
from croupier.company import NAMES
from croupier.house.plain import by_name
from croupier.house.recorder import Recent
from croupier.house.table import FAULTED, Table
from croupier.identity import rulebook_digest, software_version
from croupier.rulebook import PlayerDealerBank
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitDecision, Awaiting, AwaitWagers
from croupier.table.legal import Legal, bank_least, legal
from croupier.table.state import State
from croupier.table.view import SPECTATOR, SeatView, View, may_see, view

NameOf = Callable[[str], str]
"""Gives the name of a guest, empty where it was erased."""
Shown = dict[str, Any]
FAULT: Final = "something went wrong; an operator has to look at it"
"""What is told of a fault: what went wrong may tell what nobody may know, and is for operators."""


def lobby_listing(table: Table) -> Shown:
    """A table as it is listed for everybody."""
    state = table.state
    return {
        "table": table.id,
        "name": state.name,
        "game": state.game.id,
        "title": state.game.title,
        "status": table.status,
        "reason": FAULT if table.status == FAULTED else table.reason,
        "seats": state.rulebook.seats,
        "free": max(0, min(state.rulebook.seats - len(state.seated), table.settings.persons - len(table.people))),
        "people": len(table.people),
        "house_run": table.company_count,
        "opened_by": "guest" if table.owner else "house",
        "is_private": table.is_private,
        "round": state.round,
    }


def table_listing(table: Table, guest: str, name_of: NameOf) -> Shown:
    """Everything that a guest, or a spectator, may know of a table now."""
    state, track = table.state, table.recorder.track
    seat = table.seat_of(guest)
    seen = view(state, seat if table.has_hand(seat) else SPECTATOR)
    closed, names = track.closed, names_at(table, name_of)
    return {
        **lobby_listing(table),
        "edition": table.edition,
        "number": table.recorder.length - 1,
        "step": state.at,
        "awaiting": awaiting_listing(seen.awaiting),
        "deadlines": {str(place): clock.ends for place, clock in sorted(table.clocks.items())},
        "settings": by_name(table.settings),
        "house": state.rulebook.house.show(),
        "places": [seat_listing(table, each, names.get(each.seat, "")) for each in seen.seats],
        "player_dealer": seen.player_dealer,
        "action_button": seen.action_button,
        "bank": bank_listing(state, seen),
        "dice": list(seen.dice),
        "deck": seen.deck,
        "cards": {slot: [None if card is None else card_name(card) for card in cards] for slot, cards in seen.cards},
        "stacked": list(seen.stacked),
        "road": road_listing(table),
        "settled": [settled_listing(each) for each in seen.settled],
        "commitment": seen.commitment,
        "dice_commitment": state.dice_commitment,
        "digest": rulebook_digest(state.rulebook),
        "software": software_version(),
        "closed": {"round": closed.round, "number": closed.number, "head": closed.head} if closed.round else None,
        "you": own_listing(table, seat) if seat else None,
    }


def road_listing(table: Table) -> list[str]:
    """The results of the rounds from these cards, each by its letter, the last at the end."""
    road = table.state.rulebook.felt.road
    return [road.marks[mark].letter for mark in table.recorder.track.road] if road else []


def awaiting_listing(waiting: Awaiting) -> Shown:
    """What a table waits for."""
    kind = type(waiting).__name__.removeprefix("Await").lower()
    match waiting:
        case AwaitBank(seat=seat):
            return {"kind": kind, "seats": [seat] if seat else []}
        case AwaitWagers(seats=seats):
            return {"kind": kind, "seats": list(seats)}
        case AwaitDecision(decision=decision, seats=seats, options=options):
            return {"kind": kind, "seats": list(seats), "decision": decision, "options": list(options)}
        case _:
            return {"kind": kind, "seats": []}


def names_at(table: Table, name_of: NameOf) -> dict[int, str]:
    """What everybody at a table is called, by seat; no house-run player is called like somebody else there."""
    names = {seat: name_of(person.guest) for seat, person in table.people.items()}
    taken = {name.casefold() for name in names.values()}
    for seat, name in sorted(table.company_names.items()):
        free = (other for other in (name, *NAMES) if other.casefold() not in taken)
        others = {other for place, other in table.company_names.items() if place != seat}
        names[seat] = next((other for other in free if other == name or other not in others), f"House {seat}")
        taken.add(names[seat].casefold())
    return names


def seat_listing(table: Table, seat: SeatView, name: str) -> Shown:
    """A seat as everybody sees it."""
    person = table.people.get(seat.seat)
    return {
        "seat": seat.seat,
        "name": name,
        "house_run": seat.house_run,
        "away": bool(person and not person.is_present),
        "connected": not (person and person.lost),
        "standing": bool(person and person.standing),
        "done": bool(person and person.done),
        "chips": seat.chips,
        "spot": seat.spot,
        "wagers": dict(seat.wagers),
        "decision": seat.decision,
        "decided_by": seat.decided_by,
        "decisions": [list(each) for each in seat.decisions],
    }


def bank_listing(state: State, seen: View) -> Shown | None:
    """The bank of a game that players bank."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        return None
    return {
        "wager": seen.bank_wager,
        "used": seen.bank_used,
        "result": seen.bank_result,
        "holder": state.bank_holder if state.bank_holder in state.seated else 0,
        "rounds": state.bank_rounds,
        "rounds_most": bank.rounds,
        "offered": state.bank_offer,
        "needs": bank_least(state),
        "drop_box": seen.drop_box,
    }


def settled_listing(settled: e.WagerSettled) -> Shown:
    """A settlement, which everybody sees."""
    return {**by_name(settled), "clauses": list(settled.clauses)}


def own_listing(table: Table, seat: int) -> Shown:
    """What only the own seat is told: where it stands and what it may do."""
    person = table.people[seat]
    return {
        "seat": seat,
        "version": table.version(seat),
        "pace": person.pace,
        "banks": person.banks,
        "away": not person.is_present,
        "legal": legal_listing(table.state, legal(table.state, seat)),
    }


def legal_listing(state: State, may: Legal) -> Shown:
    """What a seat may do, with its limits."""
    decision = may.decision
    return {
        "stand": True,
        "leave_now": may.leave,
        "buy": may.buy_chips,
        "answer_bank": may.answer_bank,
        "take_bank": may.answer_bank and state.chips(may.seat) >= bank_least(state),
        "pass_bank": may.pass_bank,
        "wagers": [{**by_name(wager), "spots": list(wager.spots)} for wager in may.wagers],
        "withdraw": list(may.withdraw),
        "decision": decision and {**by_name(decision), "options": [by_name(option) for option in decision.options]},
    }


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────────

TOLD: Final[Mapping[type, tuple[str, ...]]] = {
    e.TableOpened: ("game", "house", "name", "table", "version", "composition", "digest", "chance"),
    e.TableContinued: ("table", "version", "digest", "chance", "cut"),
    e.HouseChanged: ("house", "digest", "actor", "reason"),
    e.SeatTaken: ("seat", "cents", "house_run"),
    e.ChipsBought: ("seat", "cents"),
    e.SeatLeft: ("seat", "cents"),
    e.BankOffered: ("seat", "clause"),
    e.BankTaken: ("seat",),
    e.BankDeclined: ("seat", "by"),
    e.BankPassed: ("seat",),
    e.CardsShuffled: ("colour", "commitment"),
    e.DiceCommitted: ("round", "commitment"),
    e.CardsBurned: ("shown", "count", "clause"),
    e.CutCardAppeared: ("clause",),
    e.RoundOpened: ("round", "colour", "player_dealer", "action_button"),
    e.WagerPlaced: ("seat", "wager", "cents", "spot"),
    e.WagerWithdrawn: ("seat", "wager", "cents"),
    e.BetsClosed: ("clause",),
    e.FeeCollected: ("seat", "cents", "clause"),
    e.CardsDealt: ("slot", "face_up", "clause"),
    e.DieRolled: ("face", "clause", "die"),
    e.CardsExposed: ("slot", "places", "clause"),
    e.CardsDiscarded: ("count", "clause"),
    e.CardsUnloaded: ("count", "clause"),
    e.DecisionMade: ("seat", "option", "cents", "by", "clause", "decision", "turn", "hand"),
    e.SettlementBegan: ("clause",),
    e.WagersStacked: ("seats", "wager", "on", "clause"),
    e.WagerSettled: ("seat", "wager", "stake", "outcome", "odds", "result", "covered", "clauses", "hand"),
    e.CardsPickedUp: ("slots", "clause"),
    e.RoundClosed: ("round", "bank_result"),
    e.RoundVoided: ("round", "reason", "clause", "actor"),
}
"""By kind of event: the fields that everybody may know."""
KINDS: Final[Mapping[type, str]] = {
    kind: "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]
    for kind in e.Event.__args__
}


def event_listing(recent: Recent, seat: int, name_of: NameOf) -> Shown:
    """An event as a viewer may know it."""
    number, at, event = recent
    shown: Shown = {"number": number, "at": at, "event": KINDS[type(event)]}
    shown |= {name: plain(getattr(event, name)) for name in TOLD[type(event)]}
    match event:
        case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
            known = may_see(seat, slot, face_up=face_up)
            shown["cards"] = [card_name(card) if known else None for card in cards]
        case e.CardsExposed(cards=cards):
            shown["cards"] = [card_name(card) for card in cards]
        case e.CardsBurned(shown=int(card)):
            shown["shown"] = card_name(card)
        case e.CardsShuffled(number=shuffle):
            shown["shuffle"] = shuffle  # `number` is the record's
        case e.SeatTaken(player=player):
            shown["name"] = name_of(player)
        case _:
            pass
    return shown


def plain(value: object) -> object:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
