"""The table as one seat sees it: cards, chips and the layout of each game, drawn from a `View` and nothing else."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards import NO_CARD, RANKS, rank_of, suit_of
from croupier.money import price
from croupier.rulebook import Facts, Renewal, Roll, Rulebook, Spot, Stack, Wager, owner_of, seat_slot
from croupier.table.awaiting import AwaitDecision
from croupier.table.view import SeatView, View

SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
SUIT_STYLES: Final = ("bold", "bold red", "bold red", "bold")
DIE_SIGNS: Final = " ⚀⚁⚂⚃⚄⚅"
BACK_STYLES: Final = {"red": "red", "blue": "blue"}  # TCP-K3a: the backs of the two decks differ in colour
SPOT_STYLES: Final = {"red": "bold red", "white": "bold", "blue": "bold blue"}
CHIPS: Final = ((100_00, "bright_black"), (25_00, "green"), (5_00, "red"), (1_00, "default"))
"""The chips of a table and their colours, largest first."""
NOTHING: Final = "–"
EMPTY_PLACE: Final = ("╭╌╌╌╮", "╎   ╎", "╎   ╎", "╰╌╌╌╯")
WIDE: Final = 72
"""From this many columns on there is room between the columns of a grid."""
Seen = int | None
"""A card, or None for one that lies face down."""


# ── Cards, dice and chips ────────────────────────────────────────────────────────────────────────────────────────────


def rank_sign(card: int) -> str:
    """A rank as it is printed on a card."""
    rank = RANKS[rank_of(card)]
    return "10" if rank == "T" else rank


def card_inline(card: Seen, deck: str) -> Text:
    """A card within a line of text."""
    if card is None:
        return Text("▒▒", BACK_STYLES.get(deck, "green"))
    return Text(f"{rank_sign(card)}{SUIT_SIGNS[suit_of(card)]}", SUIT_STYLES[suit_of(card)])


def cards_inline(cards: Iterable[Seen], deck: str) -> Text:
    """Cards within a line of text."""
    return Text(" ").join(card_inline(card, deck) for card in cards)


def card_rows(card: Seen, deck: str) -> tuple[Text, ...]:
    """The four rows of a drawn card."""
    if card is None:
        back = BACK_STYLES.get(deck, "green")
        return tuple(Text(row, back) for row in ("╭───╮", "│▒▒▒│", "│▒▒▒│", "╰───╯"))
    style = SUIT_STYLES[suit_of(card)]
    rank, suit = Text(f"{rank_sign(card):<3}", style), Text(f" {SUIT_SIGNS[suit_of(card)]} ", style)
    edge = Text("│")
    return Text("╭───╮"), edge + rank + edge, edge + suit + edge, Text("╰───╯")


def hand(cards: Sequence[Seen], deck: str, places: int = 0) -> Text:
    """Cards side by side, with empty places up to so many."""
    drawn = [card_rows(card, deck) for card in cards]
    drawn += [tuple(Text(row, "dim") for row in EMPTY_PLACE)] * (places - len(cards))
    return Text("\n").join(Text("").join(rows) for rows in zip(*drawn, strict=True))


def spot_sign(spot: Spot) -> Text:
    """CM-1c, CM-A1c: a betting spot and its card position carry one colour and symbol."""
    return Text(f"{spot.symbol} {spot.colour}", SPOT_STYLES.get(spot.colour, "bold"))


def chips(cents: int) -> Text:
    """A stack of chips by their colours."""
    piles, left = [], cents
    for value, colour in CHIPS:
        count, left = divmod(left, value)
        if count:
            piles.append(Text.assemble(("◉", colour), (f" {count:,} × {price(value)}", "dim")))
    if left:
        piles.append(Text(f"{left}¢", "dim"))
    return Text("  ").join(piles)


def signed(cents: int) -> Text:
    """What was won or lost, with its sign and colour."""
    if cents == 0:
        return Text(price(0), "dim")
    return Text(f"+{price(cents)}", "green") if cents > 0 else Text(price(cents), "red")


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def grid_of(width: int, *, headed: bool = True) -> Grid:
    """An open grid of columns, closer together where the screen is narrow."""
    spacing = 2 if width >= WIDE else 1
    return Grid(box=None, pad_edge=False, padding=(0, spacing, 0, 0), show_header=headed, header_style="dim")


def seats(view: View, book: Rulebook, width: int) -> RenderableType:
    """Every seat and what lies on its marked areas, whose labels head the columns.

    TCP-La Ante, TCP-Lb Play, TCP-Lc Pair Plus, TCP-Ld 6 Card Bonus; LM-C Lucky Monkey; CM-5c, CM-A5c the raise.
    """
    held = dict(view.cards)
    with_cards = any(seat_slot(seat.seat) in held for seat in view.seats)
    grid = grid_of(width)
    grid.add_column("seat", no_wrap=True)
    if book.spots:
        grid.add_column("spot", no_wrap=True)
    if with_cards:
        grid.add_column("cards", no_wrap=True)
    for wager in book.wagers:
        grid.add_column(wager.label, justify="right")
    grid.add_column("chips", justify="right", no_wrap=True)
    for seat in view.seats:
        row = [seat_name(view, seat)]
        if book.spots:
            row.append(spot_sign(book.spots[seat.spot - 1]) if seat.spot else Text(NOTHING, "dim"))
        if with_cards:
            row.append(cards_inline(held.get(seat_slot(seat.seat), ()), view.deck))
        row += [on_area(view, book, seat, wager) for wager in book.wagers]
        grid.add_row(*row, Text(price(seat.chips), "dim"), style="bold" if seat.seat == view.seat else "")
    return grid


def seat_name(view: View, seat: SeatView) -> Text:
    """A seat with a mark for whoever is asked and for the action button."""
    asked = isinstance(view.awaiting, AwaitDecision) and seat.seat in view.awaiting.seats
    name = Text.assemble(("▸" if asked else " ", "yellow"), f"{seat.seat} {seat.name}")
    if seat.seat == view.action_button:
        name.append(" ◎", "yellow")
    if seat.seat == view.player_dealer:
        name.append(" bank", "yellow")
    return name


def on_area(view: View, book: Rulebook, seat: SeatView, wager: Wager) -> Text:
    """What lies on one area of a seat: chips, what they won or lost, a decision that staked none, or nothing."""
    settled = {event.wager: event.result for event in view.settled if event.seat == seat.seat}
    if wager.id in settled:
        return signed(settled[wager.id])
    placed = dict(seat.wagers)
    stacked = next((step for step in book.procedure if isinstance(step, Stack)), None)
    if stacked and seat.seat in view.stacked:
        if wager.id == stacked.on:  # TCP-W2: Play is stacked on the Ante
            return Text(f"{price(placed[stacked.on])}+{price(placed[stacked.wager])}", no_wrap=True)
        if wager.id == stacked.wager:
            return Text("↖", "dim")
    if wager.id in placed:
        return Text(price(placed[wager.id]))
    decision = book.decision_of_wager.get(wager.id)
    option = decision.option(seat.decision) if decision else None
    return Text(option.label.lower() if option and not option.multiple else NOTHING, "dim")


# ── The layout of each game ──────────────────────────────────────────────────────────────────────────────────────────


def table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table: the dealer's side above, the seats below (TCP-L2)."""
    return Group(dealers_side(view, book), Text(""), seats(view, book, width))


def close_table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table without a blank line."""
    return Group(dealers_side(view, book), seats(view, book, width))


def small_table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table with the cards of each place in a line; those of the seats are beside the seats."""
    places = [
        Text.assemble(place_name(slot, book), "  ", cards_inline(cards, view.deck))
        for slot, cards in view.cards
        if not owner_of(slot)
    ]
    return Group(Text("   ").join(places), seats(view, book, width))


def dealers_side(view: View, book: Rulebook) -> RenderableType:
    """What lies before the dealer."""
    return LAYOUTS.get(book.game.id, any_layout)(view, book)


def place_name(slot: str, book: Rulebook) -> str | Text:
    """What a place of the table's is called: a spot has a sign."""
    number = slot.removeprefix("position ")
    return spot_sign(book.spots[int(number) - 1]) if book.spots and number.isdigit() else slot


def with_cards(view: View, cards: Mapping[str, tuple[Seen, ...]]) -> View:
    """A view with these cards on the table."""
    return replace(view, cards=tuple(cards.items()))


def side_by_side(*columns: RenderableType) -> RenderableType:
    """Blocks beside each other."""
    grid = Grid.grid(padding=(0, 3))
    for _ in columns:
        grid.add_column(justify="center")
    grid.add_row(*columns)
    return grid


def casino_monte(view: View, book: Rulebook) -> RenderableType:
    """The three card positions, their spots above, and below each the die faces printed on the felt (CM-4b, CM-A3b).

    Position 1 is farthest from the shoe (CM-2); the die and its cup are the dealer's (CM-I7).
    """
    from croupier.games.casino_monte import position_exposed

    held = dict(view.cards)
    faces = next(step.faces for step in book.procedure if isinstance(step, Roll))
    columns = []
    for spot in book.spots:
        printed = Text(" ").join(
            Text(DIE_SIGNS[face], "bold yellow" if face == view.die else "dim")
            for face in range(1, faces + 1)
            if position_exposed(face) == spot.number
        )
        cards = hand(held.get(f"position {spot.number}", ()), view.deck, places=1)
        columns.append(Text("\n", justify="center").join((spot_sign(spot), cards, printed)))
    cup = Text(f"die {DIE_SIGNS[view.die]} {view.die}" if view.die else "die in the cup", "yellow")
    source = Text("◁ shoe" if book.supply.renewal is Renewal.SHOE else "", "dim")
    return side_by_side(*columns, Text("\n").join((Text(""), source, Text(""), cup)))


def baccarat(view: View, _: Rulebook) -> RenderableType:
    """Player's and Banker's hands with their totals."""
    from croupier.games.baccarat import total

    held = dict(view.cards)
    hands = []
    for slot in ("player", "banker"):
        cards = held.get(slot, ())
        known = [card for card in cards if card is not None]
        of = Text(slot.upper(), "bold")
        if known:
            of.append(f"  {total(*(*known, NO_CARD, NO_CARD, NO_CARD)[:3])}", "bold yellow")
        hands.append(Text("\n", justify="center").join((of, hand(cards, view.deck, places=2))))
    return side_by_side(*hands)


def three_card_poker(view: View, book: Rulebook) -> RenderableType:
    """The player-dealer's hand and wager, the drop box (TCP-L3), and the looking seat's own hand."""
    from croupier.games.three_card_poker import laid_out

    held = dict(view.cards)
    names = {seat.seat: seat.name for seat in view.seats}
    who = Text(" · ".join(("player-dealer", *filter(None, (names.get(view.player_dealer),)))), "bold")
    bank = Text(f"banks {price(view.bank_wager)}" if view.bank_wager else "", "yellow")
    if view.bank_used:
        bank.append(f", {price(view.bank_used)} used")
    dealt = held.get("player-dealer", ())
    known = tuple(card for card in dealt if card is not None)
    columns = [hand_block(who, laid_out(known) if known == dealt else dealt, bank, view, book)]  # TCP-D13c
    own = held.get(seat_slot(view.seat), ())
    if own:
        title = Text(f"seat {view.seat} · {names.get(view.seat, '')}", "bold")
        columns.append(hand_block(title, own, Text(""), view, book))
    columns.append(Text(f"\n\ndrop box\n{price(view.drop_box)}", "dim"))
    return side_by_side(*columns)


def hand_block(title: Text, cards: Sequence[Seen], below: Text, view: View, book: Rulebook) -> Text:
    """A three-card hand under its title, named where it is fully known."""
    rows = [title, hand(cards, view.deck, places=3)]
    known = tuple(card for card in cards if card is not None)
    if len(known) == 3:
        rows.append(Text(hand_label(known, book), "italic"))
    if below.plain:
        rows.append(below)
    return Text("\n", justify="center").join(rows)


def hand_label(cards: tuple[int, ...], book: Rulebook) -> str:
    """A three-card hand as the Pair Plus paytable names it."""
    playing = max(option.code for option in book.decisions[0].options)
    facts: Facts = {"hand": cards, "play": (playing,)}
    return book.line(book.wagers_by_id["pair_plus"], facts).label


def any_layout(view: View, _: Rulebook) -> RenderableType:
    """Every place with cards; for a game that has no drawing of its own."""
    placed = [Text("\n").join((Text(slot), hand(cards, view.deck))) for slot, cards in view.cards]
    return side_by_side(*placed) if placed else Text("no cards yet", "dim")


LAYOUTS: Final[dict[str, Callable[[View, Rulebook], RenderableType]]] = {
    "casino-monte": casino_monte,
    "baccarat": baccarat,
    "three-card-poker": three_card_poker,
}
