"""How a round of each game is described."""

from collections.abc import Callable
from typing import Final

from croupier.errors import Refused, quoted
from croupier.money import price
from croupier.settlement.dealing import Dealing
from croupier.settlement.reading import Fields
from croupier.table import commands as c
from croupier.table.state import BANK_WAGER


def casino_monte(dealing: Dealing, fields: Fields) -> None:
    """Describe a round of Casino Monte."""
    cards = dealing.cards(fields, "cards", 3, 3)
    for place, card in enumerate(cards):
        dealing.slots[f"position {place + 1}"] = ([card], f"cards[{place}]")
    seated = dealing.sit_all(fields)
    dealing.open()
    for seat, entry in seated:
        dealing.place(seat, entry, spot_of(dealing, entry))
        dealing.decisions[seat] = (raise_option(dealing, seat, entry), entry.where("raise"))
        entry.close("seat, spot, initial, raise and full_monte")
    fields.close("game, house, cards and seats")


def spot_of(dealing: Dealing, entry: Fields) -> int:
    """The one betting spot that is described."""
    written = entry.take("spot", dealing.book.spots_clause)
    try:
        return dealing.book.spot_from(written)
    except Refused as refused:
        clause = dealing.book.wagers_by_id["initial"].clause if type(written) is int else dealing.book.spots_clause
        raise Refused(refused.reason, field=entry.where("spot"), clause=clause) from None


def raise_option(dealing: Dealing, seat: int, entry: Fields) -> str:
    """The option that a raise in dollars stands for."""
    decision = dealing.book.decisions_by_id["raise"]
    cents, initial = entry.money("raise", decision.clause), dealing.state.stake(seat, "initial")
    if not initial:
        clause = dealing.book.wagers_by_id["initial"].clause
        raise Refused("a player bets an initial wager first", field=entry.where("initial"), clause=clause)
    for option in decision.options:
        if cents == option.multiple * initial:
            return option.id
    raise Refused(
        f"{price(cents)} is not 1, 2 or 3 times the initial {price(initial)}",
        field=entry.where("raise"),
        clause="CM-R4",
    )


def baccarat(dealing: Dealing, fields: Fields) -> None:
    """Describe a coup of baccarat."""
    for side in ("player", "banker"):
        dealing.slots[side] = (dealing.cards(fields, side, 2, 3), side)
    seated = dealing.sit_all(fields)
    dealing.open()
    wagers = ", ".join(wager.id for wager in dealing.book.wagers)
    for seat, entry in seated:
        dealing.place(seat, entry)
        entry.close(f"seat, {wagers}")
        if not any(dealing.state.stake(seat, wager.id) for wager in dealing.book.wagers):
            raise Refused(f"seat {seat} has no wager; give one of {wagers}", field=entry.path, clause="BAC-3")
    fields.close("game, house, player, banker and seats")


def three_card_poker(dealing: Dealing, fields: Fields) -> None:
    """Describe a round of Three Card Poker."""
    banker = Fields(fields.take("player_dealer", "TCP-R8"), "player_dealer")
    dealer = dealing.sit(banker, "the player-dealer")
    dealing.do(c.OfferBank(), "player_dealer.seat")
    dealing.do(c.TakeBank(dealer), "player_dealer.seat")
    dealing.slots["player-dealer"] = (dealer_stack(dealing, banker), "player_dealer.cards")
    wager = bank_wager(banker)
    banker.close("seat, wager, cards and exposed")
    seated = dealing.sit_all(fields)
    dealing.open(action_button(dealing, fields))
    dealing.do(c.PlaceWager(dealer, BANK_WAGER, wager), "player_dealer.wager")
    for seat, entry in seated:
        dealing.slots[f"seat {seat}"] = (dealing.cards(entry, "cards", 3, 3), entry.where("cards"))
        dealing.place(seat, entry)
        dealing.decisions[seat] = (play_or_fold(dealing, seat, entry), entry.where("decision"))
        entry.close("seat, cards, ante, play, pair_plus, six_card_bonus and decision")
    fields.close("game, house, player_dealer, action_button (where the house uses one) and seats")


def bank_wager(banker: Fields) -> int:
    """The player-dealer's wager."""
    if "wager" not in banker.left:
        raise Refused("the player-dealer banks with a wager", field="player_dealer.wager", clause="TCP-T2")
    return banker.cents("wager", "TCP-T2")


def action_button(dealing: Dealing, fields: Fields) -> int:
    """The seat with the action button, where the house uses one."""
    if dealing.book.action_button:
        return fields.number("action_button", dealing.book.button_clause)
    if "action_button" in fields.left:
        raise Refused("this house uses no action button", field="action_button", clause=dealing.book.button_clause)
    return 0


def dealer_stack(dealing: Dealing, banker: Fields) -> list[int]:
    """The player-dealer's stack, its exposed card at the bottom (TCP-D8)."""
    cards = dealing.cards(banker, "cards", 3, 3)
    exposes = any(getattr(s, "clause", "") == "TCP-D8" for s in dealing.book.procedure)
    if not exposes:
        if "exposed" in banker.left:
            raise Refused("this house exposes no card", field="player_dealer.exposed", clause="TCP-R6")
        return cards
    exposed = banker.card("exposed", banker.take("exposed", "TCP-D8"), "TCP-D8")
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
        raise Refused(f"{quoted(decision)} is neither play nor fold", field=entry.where("decision"), clause="TCP-D11")
    play = entry.money("play", "TCP-D11")
    if play and (decision == "fold" or play != ante):
        right = "a folded hand has no Play" if decision == "fold" else f"Play equals the Ante, {price(ante)}"
        raise Refused(f"{price(play)} is wrong; {right}", field=entry.where("play"), clause="TCP-D11")
    return str(decision)


DESCRIBED: Final[dict[str, Callable[[Dealing, Fields], None]]] = {
    "casino-monte": casino_monte,
    "baccarat": baccarat,
    "three-card-poker": three_card_poker,
}
