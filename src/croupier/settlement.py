"""What does this pay? One described round, settled by the table itself.

A description is read strictly, turned into the commands that would have dealt it, and handed to the table: every check
is the table's, made where a live round makes it, and named by the field that described it.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from croupier.cards import card_from
from croupier.errors import Refused
from croupier.games import game as game_by_id
from croupier.money import cents_from, dollars
from croupier.rulebook import owner_of
from croupier.table import BANK_WAGER, State, awaiting, open_table, step
from croupier.table import commands as c
from croupier.table.core import next_colour

AMPLE: Final = 10**17
"""Cents a described seat sits down with: its real chips are unknown and never the question."""
TEXT_LENGTH_MAX: Final = 1_000_000


def parse(text: str) -> object:
    """Read a description written in JSON or TOML."""
    if len(text) > TEXT_LENGTH_MAX:
        raise Refused(f"the description is longer than {TEXT_LENGTH_MAX:,} characters")
    try:
        if text.lstrip()[:1] in ("{", "["):
            return json.loads(text, parse_float=Decimal, parse_constant=not_a_number, object_pairs_hook=without_twins)
        return tomllib.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise Refused(f"this is no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"this is neither JSON nor TOML: {error}") from None
    except (RecursionError, ValueError):
        raise Refused("this is no description of a round: it is nested too deep or holds an absurd number") from None


def not_a_number(word: str) -> object:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise Refused(f"{word} is no number")


def without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that names a field twice."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise Refused("the field is given twice", field=name[:60])
        fields[name] = value
    return fields


class Fields:
    """An object of a description: fields are taken by name, and one that nobody takes is refused."""

    def __init__(self, value: object, path: str) -> None:
        """Read an object at a place in the description."""
        if not isinstance(value, Mapping):
            raise Refused("an object with fields belongs here", field=path or "round")
        self.left = dict(value)
        self.path = path

    def where(self, name: str) -> str:
        """The place of a field."""
        return f"{self.path}.{name}" if self.path else name

    def take(self, name: str, clause: str = "") -> object:
        """Take a field that has to be there."""
        if name not in self.left:
            raise Refused("the field is missing", field=self.where(name), clause=clause)
        return self.left.pop(name)

    def take_or(self, name: str, default: object) -> object:
        """Take a field that may be absent."""
        return self.left.pop(name, default)

    def seat(self, name: str) -> int:
        """Take a seat number."""
        value = self.take(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused(f"{value!r:.40} is no seat number", field=self.where(name))
        return value

    def money(self, name: str) -> int:
        """Take an amount of money as cents, 0 when absent; an amount of nothing is refused."""
        if name not in self.left:
            return 0
        try:
            cents = cents_from(self.left.pop(name))
        except Refused as refused:
            raise refused.at(self.where(name)) from None
        if cents == 0:
            raise Refused("a wager of nothing is left out, not given as 0", field=self.where(name))
        return cents

    def cards(self, name: str, least: int, most: int, clause: str) -> list[int]:
        """Take a list of cards."""
        value = self.take(name, clause)
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            count = str(least) if least == most else f"{least} or {most}"
            raise Refused(f"{count} cards belong here", field=self.where(name), clause=clause)
        cards = []
        for place, text in enumerate(value):
            try:
                cards.append(card_from(text))
            except Refused as refused:
                raise refused.at(f"{self.where(name)}[{place}]") from None
        return cards

    def close(self, known: str) -> None:
        """Refuse fields that nobody took."""
        for name in self.left:
            raise Refused(f"there is no such field; known are {known}", field=self.where(str(name)[:60]))


class Dealing:
    """A described round on its way through the table."""

    def __init__(self, state: State) -> None:
        """Begin at an open table."""
        self.state = state
        self.slots: dict[str, tuple[list[int], str]] = {}
        """Cards still to be dealt to each slot, and the field that described them."""
        self.decisions: dict[int, tuple[str, str]] = {}
        """What each seat decides, and the field that says so."""

    def do(self, command: c.Command, field: str) -> None:
        """Hand a command to the table; a refusal is the field's."""
        try:
            self.state = step(self.state, command).state
        except Refused as refused:
            raise refused.at(field) from None

    def place(self, seat: int, fields: Fields, spot: int = 0) -> None:
        """Place the wagers that a seat's fields describe, in the order of the layout."""
        book = self.state.rulebook
        for wager in book.wagers:
            if wager.id not in book.decision_of_wager:
                cents = fields.money(wager.id)
                if cents:
                    chooses = spot if wager is book.wagers[0] else 0
                    self.do(c.PlaceWager(seat, wager.id, cents, chooses), fields.where(wager.id))

    def deal(self) -> None:
        """Let the table take the described cards and decisions until it can settle."""
        self.do(c.CloseBets(), "seats")
        while (waiting := awaiting(self.state)).what != "settlement":
            match waiting.what:
                case "cards":
                    self.deal_to(waiting.slot, waiting.count)
                case "die":
                    self.do(c.RollDie(1), "die")  # no settlement depends on the face
                case _:
                    seat = waiting.seats[0]
                    option, field = self.decisions[seat]
                    self.do(c.Decide(seat, option), field)
        for slot, (cards, field) in self.slots.items():
            if cards:
                clause = "BAC-5" if slot == "player" else "BAC-B"
                raise Refused(f"the drawing rules give the {slot} no third card here", field=field, clause=clause)

    def deal_to(self, slot: str, count: int) -> None:
        """Deal the described cards to a slot."""
        cards, field = self.slots[slot]
        if len(cards) < count:
            clause = getattr(self.state.step, "clause", "")
            raise Refused(f"the {slot} draws a third card here and none is described", field=field, clause=clause)
        self.do(c.DealCards(tuple(cards[:count])), field)
        del cards[:count]


def settle(description: object) -> dict[str, object]:
    """Settle one described round; the answer is plain data with money in dollars."""
    fields = Fields(description, "")
    game = game_by_id(fields.take("game"))
    house = Fields(fields.take_or("house", {}), "house").left
    state, _ = open_table(game, house)
    unseen = {"burn": False} if "burn" in state.rulebook.house.show() else {}
    dealing = Dealing(open_table(game, {**house, **unseen}).state)  # the cards that came before are not described
    DESCRIBED[game.id](dealing, fields)
    dealing.deal()
    settled = step(dealing.state, c.SettleRound()).state
    return answer(settled)


def begin(dealing: Dealing, action_button: int = 0) -> None:
    """Shuffle and open the round."""
    dealing.do(c.Shuffle(next_colour(dealing.state), ""), "house")
    if awaiting(dealing.state).what == "burn":
        dealing.do(c.BurnCards(None), "house")
    dealing.do(c.OpenRound(action_button), "action_button")


def seats_of(fields: Fields) -> Iterator[Fields]:
    """The described seats."""
    value = fields.take("seats")
    if not isinstance(value, list | tuple) or not value:
        raise Refused("a list of at least one seat belongs here", field="seats")
    for place, seat in enumerate(value):
        yield Fields(seat, f"seats[{place}]")


def sit_down(dealing: Dealing, fields: Fields) -> list[tuple[int, Fields]]:
    """Seat everybody that is described."""
    seated = []
    for entry in seats_of(fields):
        seat = entry.seat("seat")
        dealing.do(c.Sit(seat, f"Seat {seat}", AMPLE), entry.where("seat"))
        seated.append((seat, entry))
    return seated


def casino_monte(dealing: Dealing, fields: Fields) -> None:
    """Describe a round of Casino Monte."""
    cards = fields.cards("cards", 3, 3, "CM-2")
    for place, card in enumerate(cards):
        dealing.slots[f"position {place + 1}"] = ([card], f"cards[{place}]")
    seated = sit_down(dealing, fields)
    begin(dealing)
    for seat, entry in seated:
        spot = entry.seat("spot")
        dealing.place(seat, entry, spot)
        dealing.decisions[seat] = (raise_option(dealing, seat, entry), entry.where("raise"))
        entry.close("seat, spot, initial, raise, full_monte")
    fields.close("game, house, cards, seats")


def raise_option(dealing: Dealing, seat: int, entry: Fields) -> str:
    """The option that a raise in dollars stands for."""
    cents, initial = entry.money("raise"), dealing.state.stake(seat, "initial")
    if not initial:
        raise Refused("a player bets an initial wager first", field=entry.where("initial"), clause="CM-1")
    decision = dealing.state.rulebook.decisions[0]
    for option in decision.options:
        if cents == option.multiple * initial:
            return option.id
    raise Refused(
        f"${dollars(cents)} is not 1, 2 or 3 times the initial ${dollars(initial)}",
        field=entry.where("raise"),
        clause="CM-R4",
    )


def baccarat(dealing: Dealing, fields: Fields) -> None:
    """Describe a coup of baccarat."""
    for side in ("player", "banker"):
        dealing.slots[side] = (fields.cards(side, 2, 3, "BAC-4"), side)
    seated = sit_down(dealing, fields)
    begin(dealing)
    wagers = ", ".join(wager.id for wager in dealing.state.rulebook.wagers)
    for seat, entry in seated:
        dealing.place(seat, entry)
        entry.close(f"seat, {wagers}")
    fields.close("game, house, player, banker, seats")


def three_card_poker(dealing: Dealing, fields: Fields) -> None:
    """Describe a round of Three Card Poker."""
    banker = Fields(fields.take("player_dealer", "TCP-T1"), "player_dealer")
    dealer = banker.seat("seat")
    dealing.do(c.Sit(dealer, "Player-dealer", AMPLE), "player_dealer.seat")
    dealing.do(c.OfferBank(), "player_dealer.seat")
    dealing.do(c.TakeBank(dealer), "player_dealer.seat")
    dealing.slots["player-dealer"] = (dealer_stack(dealing, banker), "player_dealer.cards")
    wager = banker.money("wager")
    banker.close("seat, wager, cards, exposed")
    seated = sit_down(dealing, fields)
    button = fields.seat("action_button") if dealing.state.rulebook.action_button else 0
    begin(dealing, button)
    dealing.do(c.PlaceWager(dealer, BANK_WAGER, wager), "player_dealer.wager")
    for seat, entry in seated:
        dealing.slots[f"seat {seat}"] = (entry.cards("cards", 3, 3, "TCP-D6"), entry.where("cards"))
        dealing.place(seat, entry)
        dealing.decisions[seat] = (play_or_fold(dealing, seat, entry), entry.where("decision"))
        entry.close("seat, cards, ante, play, pair_plus, six_card_bonus, decision")
    fields.close("game, house, player_dealer, action_button, seats")


def dealer_stack(dealing: Dealing, banker: Fields) -> list[int]:
    """The player-dealer's stack, its exposed card at the bottom (TCP-D8)."""
    cards = banker.cards("cards", 3, 3, "TCP-D6")
    exposes = any(getattr(s, "clause", "") == "TCP-D8" for s in dealing.state.rulebook.procedure)
    if not exposes:
        if "exposed" in banker.left:
            raise Refused("this house exposes no card", field="player_dealer.exposed", clause="TCP-R6")
        return cards
    try:
        exposed = card_from(banker.take("exposed", "TCP-D8"))
    except Refused as refused:
        raise refused.at("player_dealer.exposed") from None
    if exposed not in cards:
        raise Refused("it is not among the player-dealer's cards", field="player_dealer.exposed", clause="TCP-D8")
    cards.remove(exposed)
    return [*cards, exposed]


def play_or_fold(dealing: Dealing, seat: int, entry: Fields) -> str:
    """The decision that is described, checked against a Play that is given too."""
    ante = dealing.state.stake(seat, "ante")
    if not ante:
        raise Refused("a player places an Ante first", field=entry.where("ante"), clause="TCP-D3")
    decision = entry.take("decision", "TCP-D11")
    if decision not in ("play", "fold"):
        raise Refused(f"{decision!r:.40} is neither play nor fold", field=entry.where("decision"), clause="TCP-D11")
    play = entry.money("play")
    if play and (decision == "fold" or play != ante):
        right = "a folded hand has no Play" if decision == "fold" else f"Play equals the Ante, ${dollars(ante)}"
        raise Refused(f"${dollars(play)} is wrong; {right}", field=entry.where("play"), clause="TCP-D11")
    return str(decision)


DESCRIBED: Final = {"casino-monte": casino_monte, "baccarat": baccarat, "three-card-poker": three_card_poker}


def answer(state: State) -> dict[str, object]:
    """Everything a settled round paid, as plain data."""
    seats: list[dict[str, Any]] = []
    for seat in state.players:
        settled = {s.wager: s for s in state.settled if s.seat == seat}
        in_order = [settled[w.id] for w in state.rulebook.wagers if w.id in settled]
        seats.append(
            {
                "seat": seat,
                "wagers": {
                    s.wager: {
                        "stake": dollars(s.stake),
                        "outcome": s.outcome,
                        "odds": s.odds,
                        "result": dollars(s.result),
                        "returned": dollars(s.stake + s.result),
                        **({} if s.covered is None else {"covered": dollars(s.covered)}),
                        "clauses": list(s.clauses),
                    }
                    for s in in_order
                },
                "net": dollars(sum(s.result for s in in_order)),
                # CM-R7: what comes back to a winner, minus what a loser lost
                "total_payout": dollars(sum(s.result if s.result < 0 else s.stake + s.result for s in in_order)),
                "fee": dollars(state.fees.get(seat, 0)),
            }
        )
    bank: dict[str, str] = {"net": dollars(state.bank_result)}
    if state.player_banked:
        bank |= {
            "wager": dollars(state.bank_wager),
            "used": dollars(state.bank_used),
            "fee": dollars(state.fees.get(state.player_dealer, 0)),
        }
    return {
        "game": state.game.id,
        "house": state.rulebook.house.show(),
        "seats": seats,
        "bank": bank,
        "drop_box": dollars(sum(state.fees.values())),
    }
