"""The table as one seat sees it: cards, chips and the felt, drawn from a `View` and a `Layout` and nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards import RANKS, card_name, is_joker, rank_of, suit_of
from croupier.money import price
from croupier.rulebook import CardPlaces, FixtureKind, Rulebook, Sign, Stack, Wager, Words, owner_of, seat_slot
from croupier.table.awaiting import AwaitDecision
from croupier.table.seen import SeenRound
from croupier.table.view import SeatView, View

SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
JOKER_SIGN: Final = "★"
SUIT_STYLES: Final = ("bold", "bold red", "bold red", "bold")
DIE_SIGNS: Final = " ⚀⚁⚂⚃⚄⚅"
COLOURS: Final = ("red", "blue", "green", "yellow", "magenta", "cyan")
"""Colours that a terminal has; what is printed in any other is bold."""
BACK: Final = "green"
CHIPS: Final = ((100_00, "bright_black"), (25_00, "green"), (5_00, "red"), (1_00, "default"))
"""The chips of a table and their colours, largest first."""
NOTHING: Final = "–"
EMPTY_PLACE: Final = ("╭╌╌╌╮", "╎   ╎", "╎   ╎", "╰╌╌╌╯")
WIDE: Final = 72
"""From this many columns on there is room between the columns of a grid."""
RED_CARD: Final = re.compile(r"\b(?:10|[2-9JQKA])[♦♥]")
BLACK_CARD: Final = re.compile(r"\b(?:10|[2-9JQKA])[♣♠]")
WON: Final = re.compile(r"\+\$[\d,.]*\d")
LOST: Final = re.compile(r"-\$[\d,.]*\d")
Seen = int | None
"""A card, or None for one that lies face down."""


# ── Cards, dice and chips ────────────────────────────────────────────────────────────────────────────────────────────


def rank_sign(card: int) -> str:
    if is_joker(card):
        return card_name(card)
    rank = RANKS[rank_of(card)]
    return "10" if rank == "T" else rank


def suit_sign(card: int) -> str:
    return JOKER_SIGN if is_joker(card) else SUIT_SIGNS[suit_of(card)]


def card_inline(card: Seen, deck: str) -> Text:
    if card is None:
        return Text("▒▒", back_style(deck))
    return Text(f"{rank_sign(card)}{suit_sign(card)}", SUIT_STYLES[suit_of(card)])


def cards_inline(cards: Iterable[Seen], deck: str) -> Text:
    return Text(" ").join(card_inline(card, deck) for card in cards)


def back_style(deck: str) -> str:
    return deck if deck in COLOURS else BACK


def card_rows(card: Seen, deck: str) -> tuple[Text, ...]:
    if card is None:
        return tuple(Text(row, back_style(deck)) for row in ("╭───╮", "│▒▒▒│", "│▒▒▒│", "╰───╯"))
    style = SUIT_STYLES[suit_of(card)]
    rank, suit = Text(f"{rank_sign(card):<3}", style), Text(f" {suit_sign(card)} ", style)
    edge = Text("│")
    return Text("╭───╮"), edge + rank + edge, edge + suit + edge, Text("╰───╯")


def hand(cards: Sequence[Seen], deck: str, places: int = 0) -> Text:
    """Cards side by side, with empty places up to so many."""
    drawn = [card_rows(card, deck) for card in cards]
    drawn += [tuple(Text(row, "dim") for row in EMPTY_PLACE)] * (places - len(cards))
    return Text("\n").join(Text("").join(rows) for rows in zip(*drawn, strict=True))


def sign(printed: Sign) -> Text:
    return Text(str(printed), f"bold {printed.colour}" if printed.colour in COLOURS else "bold")


def coloured(text: str, book: Rulebook) -> Text:
    """A sentence with its cards, and what is printed with a symbol on the felt, in their colours."""
    shown = Text(text)
    shown.highlight_regex(RED_CARD, SUIT_STYLES[1])
    shown.highlight_regex(BLACK_CARD, SUIT_STYLES[0])
    shown.highlight_regex(WON, "green")
    shown.highlight_regex(LOST, "red")
    for circle in book.felt.circles:
        if circle.sign.symbol:
            shown.highlight_words([str(circle.sign)], sign(circle.sign).style)
    return shown


def chips(cents: int) -> Text:
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


def lying(view: View, book: Rulebook) -> dict[str, tuple[Seen, ...]]:
    """The cards that lie in each place; those that were exchanged do not."""
    chosen = {seat_slot(seat.seat): [option for _, option in seat.decisions] for seat in view.seats}
    return {slot: book.lying(slot, cards, chosen.get(slot, ())) for slot, cards in view.cards}


def seats(view: View, book: Rulebook, width: int) -> RenderableType:
    """Every seat and what lies in its circles, whose names head the columns; the circles of spots share a column."""
    held = lying(view, book)
    with_cards = any(seat_slot(seat.seat) in held for seat in view.seats)
    spots = {circle.spot: circle.sign for circle in book.felt.circles if circle.spot}
    names = {circle.wager: str(circle.sign) for circle in book.felt.circles if not circle.spot}
    wagers = [book.wagers_by_id[id_] for id_ in dict.fromkeys(circle.wager for circle in book.felt.circles)]
    grid = grid_of(width)
    grid.add_column("seat", no_wrap=True)
    if spots:
        grid.add_column("spot", no_wrap=True)
    if with_cards:
        grid.add_column("cards", no_wrap=True)
    for wager in wagers:
        grid.add_column(names.get(wager.id, wager.label), justify="right")
    grid.add_column("chips", justify="right", no_wrap=True)
    for seat in view.seats:
        row = [seat_name(view, seat)]
        if spots:
            row.append(sign(spots[seat.spot]) if seat.spot else Text(NOTHING, "dim"))
        if with_cards:
            row.append(cards_inline(held.get(seat_slot(seat.seat), ()), view.deck))
        row += [in_circle(view, book, seat, wager) for wager in wagers]
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


def in_circle(view: View, book: Rulebook, seat: SeatView, wager: Wager) -> Text:
    """What lies in one circle of a seat: chips, what they won or lost, a decision that staked none, or nothing."""
    settled = {event.wager: event.result for event in view.settled if event.seat == seat.seat}
    if wager.id in settled:
        return signed(settled[wager.id])
    placed = dict(seat.wagers)
    stacked = next((step for step in book.procedure if isinstance(step, Stack)), None)
    if stacked and seat.seat in view.stacked:
        if wager.id == stacked.on:
            return Text(f"{price(placed[stacked.on])}+{price(placed[stacked.wager])}", no_wrap=True)
        if wager.id == stacked.wager:
            return Text("↖", "dim")
    if wager.id in placed:
        return Text(price(placed[wager.id]))
    decision = book.decision_of_wager.get(wager.id)
    option = decision.option(seat.decision) if decision else None
    return Text(option.label.lower() if option and option.multiple <= 0 else NOTHING, "dim")


# ── The felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table: the dealer's side above, the seats below."""
    return Group(dealers_side(view, book, width), Text(""), seats(view, book, width))


def close_table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table without a blank line."""
    return Group(dealers_side(view, book, width), seats(view, book, width))


def small_table(view: View, book: Rulebook, width: int) -> RenderableType:
    """The whole table with the cards of each place in a line; those of the seats are beside the seats."""
    places = [
        Text.assemble(sign(book.felt.cards(slot).sign), "  ", cards_inline(cards, view.deck))
        for slot, cards in view.cards
        if not owner_of(slot)
    ]
    return Group(Text("   ").join(places), seats(view, book, width))


def with_cards(view: View, cards: Mapping[str, tuple[Seen, ...]]) -> View:
    return replace(view, cards=tuple(cards.items()))


def dealers_side(view: View, book: Rulebook, width: int) -> RenderableType:
    """Card places from left to right, the looking seat's own hand among them, then what else stands there.

    Places that do not fit beside each other go below.
    """
    held = lying(view, book)
    places = [item for item in book.felt.table if isinstance(item, CardPlaces)]
    blocks = [place_block(place, held.get(place.slot, ()), view, book) for place in places]
    own = held.get(seat_slot(view.seat), ())
    if own and book.felt.hand:
        named = next((seat.name for seat in view.seats if seat.seat == view.seat), "")
        blocks.append(cards_block(Text(f"seat {view.seat} · {named}", "bold"), own, "", book.felt.hand, view))
    beside = fixtures(view, book)
    if beside.plain.strip():
        blocks.append(beside)
    said = words(view, book)
    return Group(*(side_by_side(*row) for row in fitted(blocks, width)), *said)


def fitted(blocks: Sequence[Text], width: int) -> list[list[Text]]:
    """Blocks in rows that fit the screen."""
    rows: list[list[Text]] = [[]]
    left = width - 2
    for block in blocks:
        needs = max(map(len, block.plain.split("\n"))) + 3
        if rows[-1] and needs - 3 > left:
            rows.append([])
            left = width - 2
        rows[-1].append(block)
        left -= needs
    return rows


def side_by_side(*columns: RenderableType) -> RenderableType:
    grid = Grid.grid(padding=(0, 3))
    for _ in columns:
        grid.add_column(justify="center")
    grid.add_row(*columns)
    return grid


def place_block(place: CardPlaces, cards: Sequence[Seen], view: View, book: Rulebook) -> Text:
    """One slot of the table: its sign, its cards, die faces, its caption, and the bank's wager if it is the bank's."""
    title, below = sign(place.sign), ""
    if place.banks and book.player_banked:
        banker = next((seat.name for seat in view.seats if seat.seat == view.player_dealer), "")
        title.append(f" · {banker}" if banker else "")
        below = bank_wager(view)
    block = cards_block(title, cards, below, place, view)
    if place.faces:
        faces = (Text(die_sign(face), "bold yellow" if face in view.dice else "dim") for face in place.faces)
        block = Text("\n", justify="center").join((block, Text(" ").join(faces)))
    return block


def cards_block(title: Text, cards: Sequence[Seen], below: str, place: CardPlaces, view: View) -> Text:
    """Cards under their title, which names them too if that fits, else a line below does."""
    known = tuple(card for card in cards if card is not None)
    if len(known) == len(cards):
        cards = place.laid(known)
    drawn = hand(cards, view.deck, place.places)
    caption = place.called(known)
    rows = [title, drawn]
    if caption and len(title) + 2 + len(caption) <= len(drawn.plain.split("\n")[0]):
        title.append(f"  {caption}", "bold yellow")
    elif caption:
        rows.append(Text(caption, "italic"))
    if below:
        rows.append(Text(below, "yellow"))
    return Text("\n", justify="center").join(rows)


def bank_wager(view: View) -> str:
    """What a player banks with, and how much of it is used."""
    if not view.bank_wager:
        return ""
    return f"banks {price(view.bank_wager)}" + (f", {price(view.bank_used)} used" if view.bank_used else "")


def die_sign(face: int) -> str:
    """The sign of a die's face, or its number where it has none."""
    return DIE_SIGNS[face] if face < len(DIE_SIGNS) else str(face)


def die_text(face: int) -> str:
    """The face of a die, with its sign if there is one."""
    return f"{die_sign(face)} {face}" if face < len(DIE_SIGNS) else str(face)


def fixtures(view: View, book: Rulebook) -> Text:
    """The shoe, the die and the drop box, as far as they say something, level with the cards."""
    felt = book.felt
    shoe = Text("◁ shoe" if felt.fixture(FixtureKind.SHOE) else "", "dim")
    rows = [Text(""), shoe]
    if felt.fixture(FixtureKind.DIE_CUP):
        what = "dice" if len(book.dice) > 1 else "die"
        shown = "  ".join(map(die_text, view.dice)) or "in the cup"
        rows += [Text(""), Text(f"{what} {shown}", "yellow")]
    if felt.fixture(FixtureKind.DROP_BOX):
        rows += [Text("drop box", "dim"), Text(price(view.drop_box), "dim")]
    return Text("\n", justify="center").join(rows)


def words(view: View, book: Rulebook) -> list[Text]:
    """Lines that follow from the round; what is printed for good is told by the rules."""
    so_far = SeenRound(view, dict(view.cards))
    said = (item.said(so_far) for item in book.felt.table if isinstance(item, Words) and not isinstance(item.says, str))
    return [Text(line, "italic") for line in said if line]
