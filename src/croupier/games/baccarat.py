"""Baccarat: Player, Banker and Tie, without side bets.

The drawing rules are stated by the Lucky Monkey document; what it takes for granted as standard baccarat is stated by
ruling LM-R3. Side bets that read the same coup are files of their own.
"""

from enum import IntEnum
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

from croupier.cards import ACE, EIGHT, FOUR, NO_CARD, SEVEN, SIX, TEN, TWO, rank_of
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Burn,
    CardPlaces,
    Choice,
    Circle,
    Deal,
    Document,
    Draw,
    Drawn,
    Facts,
    Feature,
    Fixture,
    FixtureKind,
    Game,
    Habits,
    House,
    HouseBank,
    Kind,
    Layout,
    Line,
    Mark,
    Model,
    Money,
    Parameter,
    PickUp,
    Rate,
    Ready,
    Renewal,
    Road,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    Sign,
    Step,
    Supply,
    Wager,
    Wagering,
    Whole,
    Words,
    YesNo,
    section,
)
from croupier.rulebook.house import check_limits

DOCUMENT: Final = Document("lucky-monkey", "Lucky Monkey Side Bet, Rules of Play", "the owners of Lucky Monkey")
STANDARD: Final = Document("baccarat", "Standard baccarat, as ruling LM-R3 reads it", "nobody")

# ── The standard game ────────────────────────────────────────────────────────────────────────────────────────────────

STANDARD_SECTION: Final = section(
    STANDARD,
    "Ruling LM-R3",
    ("BAC-1", Kind.RULE, "Eight or six standard decks are used."),
    ("BAC-2", Kind.RULE, "Aces count 1, deuces to nines their number, tens and court cards 0; tens of a total drop."),
    ("BAC-3", Kind.PROCEDURE, "Wagers are placed on Player, Banker or Tie before any card is dealt."),
    ("BAC-4", Kind.PROCEDURE, "Four cards are dealt face up: Player, Banker, Player, Banker."),
    ("BAC-5", Kind.RULE, "A total of 8 or 9 in two cards is a natural: nobody draws."),
    ("BAC-6", Kind.RULE, "The higher total wins; Player pays 1:1."),
    ("BAC-7", Kind.RULE, "Banker pays 1:1 less a commission of 5%."),
    ("BAC-8", Kind.RULE, "Equal totals are a tie: Tie pays 8:1, Player and Banker push."),
    ("BAC-9", Kind.PROCEDURE, "A cut card near the end of the shoe ends it; a new shoe is shuffled and burned."),
)

DECKS: Final = Parameter("decks", Whole(1, 16), 8, "BAC-1", "how many decks are in use", table=(6, 8))
SEATS: Final = Parameter("seats", Whole(1, 14), 7, "LM-R7", "how many seats the table has")
COMMISSION: Final = Parameter(
    "commission", Rate(), Fraction(1, 20), "BAC-7", "the bank's share of a Banker win", decides=("banker",)
)
COMMISSION_ROUNDING: Final = Parameter(
    "commission_rounding",
    Choice(("half_up", "up", "down")),
    "half_up",
    "LM-R5",
    "how a commission is rounded to the cent",
    decides=("banker",),
)
TIE_PAYS: Final = Parameter("tie_pays", Whole(1, 50), 8, "BAC-8", "what Tie pays to one", decides=("tie",))
CUT_CARD: Final = Parameter("cut_card", Whole(12, 260), 16, "LM-R6", "how many cards lie behind the shoe's cut card")
COUPS_AFTER_CUT: Final = 1
COUPS_AFTER_CUT_FIRST: Final = {"this_and_one_more": 1, "this_only": 0, "this_and_two_more": 2}
"""How many coups follow the one in which the cut card appeared, if it came before that coup's first card."""
COUP_CARDS_MAX: Final = 6


def room_behind_the_cut(house: House) -> str:
    """LM-R6: why a shoe might run out in the middle of its last coup; empty if it cannot."""
    coups = 1 + COUPS_AFTER_CUT_FIRST[house[CUT_CARD_FIRST]]
    if COUP_CARDS_MAX * coups <= house[CUT_CARD]:
        return ""
    return f"{coups} coups may take {COUP_CARDS_MAX * coups} cards; set cut_card to at least {COUP_CARDS_MAX * coups}"


CUT_CARD_FIRST: Final = Parameter(
    "cut_card_first",
    Choice(tuple(COUPS_AFTER_CUT_FIRST)),
    "this_and_one_more",
    "LM-R6",
    "which coups are dealt when the cut card comes before the first card of a coup",
    at_a_table=room_behind_the_cut,
)
BURN: Final = Parameter(
    "burn", YesNo(), default=True, clause="LM-R6", help="whether a new shoe is burned by its first card's value"
)
MINIMUM: Final = Parameter("minimum", Money(1, 10**9), 5_00, "LM-R7", "least Player or Banker wager")
MAXIMUM: Final = Parameter("maximum", Money(1, 10**9), 1_000_00, "LM-R7", "largest Player or Banker wager")
TIE_MINIMUM: Final = Parameter("tie_minimum", Money(1, 10**9), 1_00, "LM-R7", "least Tie wager")
TIE_MAXIMUM: Final = Parameter("tie_maximum", Money(1, 10**9), 100_00, "LM-R7", "largest Tie wager")


@rule
def value_of(card: int) -> int:
    """BAC-2: the value of a card; 0 for no card."""
    if card == NO_CARD:
        return 0
    rank = rank_of(card)
    if rank == ACE:
        return 1
    return rank + 2 if rank < TEN else 0


@rule
def total(first: int, second: int, third: int) -> int:
    """BAC-2: the last digit of the sum."""
    return (value_of(first) + value_of(second) + value_of(third)) % 10


@rule
def cards_to_burn(shown: int) -> int:
    """LM-R6: how many more cards a new shoe's first card burns; tens and court cards count ten here."""
    return value_of(shown) or 10


@rule
def natural(player: int, banker: int) -> bool:
    """BAC-5: an 8 or 9 in the first two cards of either hand."""
    return player >= 8 or banker >= 8


# ── Baccarat Draw Rules ──────────────────────────────────────────────────────────────────────────────────────────────

DRAW_SECTION: Final = section(
    DOCUMENT,
    "Baccarat Draw Rules",
    ("BAC-P", Kind.RULE, "Player stands on 6 or 7 and draws on 0 to 5."),
    ("BAC-B7", Kind.RULE, "Banker stands on 7."),
    ("BAC-B", Kind.RULE, "When Player has not drawn, Banker draws on 0 to 5."),
    ("BAC-B0", Kind.RULE, "When Player has drawn, Banker draws on 0 to 2 whatever Player's third card."),
    ("BAC-B3", Kind.RULE, "Banker draws on 3 unless Player's third card is an 8."),
    ("BAC-B4", Kind.RULE, "Banker draws on 4 if Player's third card is 2 to 7."),
    ("BAC-B5", Kind.RULE, "Banker draws on 5 if Player's third card is 4 to 7."),
    ("BAC-B6", Kind.RULE, "Banker draws on 6 if Player's third card is 6 or 7."),
)


@rule
def player_draws(player: int, banker: int) -> bool:
    """BAC-P: Player draws on 0 to 5, unless a natural ended the draw."""
    return player <= 5 and not natural(player, banker)


@rule
def banker_draws(player: int, banker: int, player_third: int) -> bool:
    """BAC-B to BAC-B7: Banker draws by its own total and Player's third card."""
    if natural(player, banker):
        return False
    if player_third == NO_CARD:
        return banker <= 5  # BAC-B
    third = rank_of(player_third)
    if banker <= 2:
        return True  # BAC-B0
    if banker == 3:
        return third != EIGHT  # BAC-B3
    if banker == 4:
        return TWO <= third <= SEVEN  # BAC-B4
    if banker == 5:
        return FOUR <= third <= SEVEN  # BAC-B5
    if banker == 6:
        return SIX <= third <= SEVEN  # BAC-B6
    return False  # BAC-B7


@rule
def third_for_player(p1: int, b1: int, p2: int, b2: int, fifth: int, _sixth: int) -> int:
    """Player's third card, which is the fifth card of the coup."""
    if player_draws(total(p1, p2, NO_CARD), total(b1, b2, NO_CARD)):
        return fifth
    return NO_CARD


@rule
def third_for_banker(p1: int, b1: int, p2: int, b2: int, fifth: int, sixth: int, player_third: int) -> int:
    """Banker's third card: the sixth card of the coup, or the fifth when Player stood."""
    if not banker_draws(total(p1, p2, NO_CARD), total(b1, b2, NO_CARD), player_third):
        return NO_CARD
    return fifth if player_third == NO_CARD else sixth


@rule
def cards_taken(player_third: int, banker_third: int) -> int:
    """BAC-4, BAC-P, BAC-B to BAC-B7: a coup takes four cards, and one more for each hand that draws."""
    return 4 + (player_third != NO_CARD) + (banker_third != NO_CARD)


@rule
def player_total(p1: int, _b1: int, p2: int, _b2: int, _fifth: int, _sixth: int, player_third: int) -> int:
    """Player's final total."""
    return total(p1, p2, player_third)


@rule
def banker_total(_p1: int, b1: int, _p2: int, b2: int, _fifth: int, _sixth: int, banker_third: int) -> int:
    """Banker's final total."""
    return total(b1, b2, banker_third)


class Coup(IntEnum):
    """Who has the higher total."""

    PLAYER = 0
    BANKER = 1
    TIE = 2


@rule
def coup_result(player: int, banker: int) -> int:
    """BAC-6, BAC-8: the higher total wins, equal totals tie."""
    if player == banker:
        return Coup.TIE
    return Coup.PLAYER if player > banker else Coup.BANKER


FEATURES: Final = (
    Feature("player_third", Rule(third_for_player, ("coup",))),
    Feature("banker_third", Rule(third_for_banker, ("coup", "player_third"))),
    Feature("player_total", Rule(player_total, ("coup", "player_third"))),
    Feature("banker_total", Rule(banker_total, ("coup", "banker_third"))),
    Feature("result", Rule(coup_result, ("player_total", "banker_total"))),
)

RULINGS: Final = (
    Ruling(
        "LM-R3",
        "The base game is standard baccarat: Player 1:1, Banker 1:1 less 5% commission, Tie 8:1, a tie pushes "
        "Player and Banker, an 8 or 9 in two cards ends the draw; eight decks or six at a table, 1 to 16 in "
        "analysis.",
        ("decks", "commission", "tie_pays"),
    ),
    Ruling(
        "LM-R5",
        "A commission is worked out to the cent for each wager and rounded half up; the exact analysis keeps 19/20.",
        ("commission_rounding",),
    ),
    Ruling(
        "LM-R6",
        "Cards come from a shoe whose cut card lies 16 from the end; the coup in which it comes out is finished "
        "and one more is dealt. Where it comes before the first card of a coup, as in every fifth shoe, that coup and "
        "one more are dealt (81.08 coups a shoe of eight decks); a house may deal that coup only (80.88), or two more "
        "if at least 18 cards lie behind the cut card. A new shoe is burned by its first card: an ace burns one more, "
        "a ten or court card ten.",
        ("cut_card", "cut_card_first", "burn"),
    ),
    Ruling(
        "LM-R7",
        "Seven seats, $5 to $1,000 on Player and Banker, $1 to $100 on Tie and Lucky Monkey; cards go Player, "
        "Banker, Player, Banker. Losing Lucky Monkey wagers are taken at once, before the others are settled, "
        "when no third card was drawn, and otherwise after them. A seat's spots are for its own player.",
        ("seats", "minimum", "maximum", "tie_minimum", "tie_maximum"),
    ),
    Ruling("LM-R9", "Odds of a house's own that give a part of a cent are paid down to the cent."),
    Ruling(
        "LM-R8",
        "A coup may be called off until it is settled, and then every wager goes back. House rules change only between "
        "coups.",
    ),
    Ruling(
        "LM-R10",
        "Of a burn the first card alone is turned up, for all to see. The cards that it burns lie face down and are "
        "never shown, so that nobody who counts knows them.",
    ),
)

# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def coup_cards(so_far: Round) -> tuple[int, ...]:
    """The six cards of the coup in the order dealt, `NO_CARD` for a card that was not dealt."""
    player, banker = so_far.cards("player"), so_far.cards("banker")
    thirds = (*player[2:], *banker[2:], NO_CARD, NO_CARD)[:2]
    return (player[0], banker[0], player[1], banker[1], *thirds)


def two_card_totals(so_far: Round) -> tuple[int, int]:
    """The totals on which the third cards depend."""
    player, banker = so_far.cards("player"), so_far.cards("banker")
    return total(player[0], player[1], NO_CARD), total(banker[0], banker[1], NO_CARD)


def player_draws_now(so_far: Round) -> bool:
    """Whether Player draws a third card."""
    return player_draws(*two_card_totals(so_far))


def banker_draws_now(so_far: Round) -> bool:
    """Whether Banker draws a third card."""
    return banker_draws(*two_card_totals(so_far), (*so_far.cards("player"), NO_CARD)[2])


def player_decided_by(so_far: Round) -> str:
    """The clause that decides whether Player draws."""
    return "BAC-5" if natural(*two_card_totals(so_far)) else "BAC-P"


def banker_decided_by(so_far: Round) -> str:
    """The clause that decides whether Banker draws."""
    player, banker = two_card_totals(so_far)
    if natural(player, banker):
        return "BAC-5"
    if banker == 7:
        return "BAC-B7"
    return BANKER_CLAUSES[banker] if so_far.cards("player")[2:] else "BAC-B"


BANKER_CLAUSES: Final = ("BAC-B0", "BAC-B0", "BAC-B0", "BAC-B3", "BAC-B4", "BAC-B5", "BAC-B6")
"""By Banker's total, when Player has drawn."""


def facts(so_far: Round, _: int) -> Facts:
    """Every seat's draws: the coup."""
    return {"coup": coup_cards(so_far)}


def totals(so_far: Round) -> tuple[int, int]:
    """The final totals of Player and Banker."""
    player, banker = (total(*(*so_far.cards(side), NO_CARD)[:3]) for side in ("player", "banker"))
    return player, banker


def spoken(so_far: Round, _: int) -> str:
    """Who won, and by which totals."""
    player, banker = totals(so_far)
    match coup_result(player, banker):
        case Coup.TIE:
            return f"Tie, {player} to {banker}"
        case Coup.PLAYER:
            return f"Player wins {player} to {banker}"
        case _:
            return f"Banker wins {banker} to {player}"


MAIN_WAGERS: Final = ("player", "banker", "tie")
HABITS: Final = Habits(wagers={"player": 8, "banker": 9})


def known_total(known: tuple[int, ...]) -> str:
    """BAC-2: the total of the cards that are known."""
    return str(total(*(*known, NO_CARD, NO_CARD, NO_CARD)[:3]))


def result_of(so_far: Round) -> int:
    """BAC-6, BAC-8: who won a coup, from the cards that everybody saw."""
    return coup_result(*totals(so_far))


ROAD: Final = Road(
    (  # in the order of `Coup`
        Mark("P", Sign("Player", "●", "blue")),
        Mark("B", Sign("Banker", "○", "red")),
        Mark("T", Sign("Tie", "/", "green"), crosses=True),
    ),
    result_of,
    ("BAC-6", "BAC-8"),
)


def layout(house: House) -> Layout:
    """The felt: both hands before the dealer, and bands of wagers along the seats; side bets lie farthest from them."""
    hands = tuple(
        CardPlaces(
            label.lower(),
            2,
            Sign(label),
            caption=known_total,
            room=3,
            across=(2,),
            leftward=label == "Player",  # so that third cards lie on the outside
            clauses=("BAC-4",),
        )
        for label in ("Player", "Banker")
    )
    odds = f"Tie pays {house[TIE_PAYS]} to 1"
    return Layout(
        rows=(
            (
                Fixture(FixtureKind.DISCARD_RACK, Sign("discards"), clauses=("BAC-9",)),
                *hands,
                Fixture(FixtureKind.SHOE, Sign("shoe"), clauses=("BAC-9",)),
            ),
            (Words(f"{odds} · Banker pays 1 to 1 less {float(100 * house[COMMISSION]):g}%", ("BAC-7", "BAC-8")),),
        ),
        seat=(*(Circle(side, Sign(side.capitalize()), clauses=("BAC-3",)) for side in MAIN_WAGERS),),
        seat_shape=0.45,
        bands=True,
        road=ROAD,
    )


def main_wagers(house: House) -> tuple[Wager, ...]:
    """Player, Banker and Tie."""
    result = Rule(coup_result, ("player_total", "banker_total"))

    def wager(side: Coup, label: str, lines: tuple[Line, ...], least: int, most: int) -> Wager:
        return Wager(
            id=side.name.lower(),
            label=label,
            clause="BAC-3",
            outcome=result,
            lines=lines,
            least=least,
            most=most,
            limit_clause="LM-R7",
            back_line="LM-R7",
        )

    return (
        wager(
            Coup.PLAYER,
            "Player",
            (
                Line(Coup.PLAYER, "player", "Player wins", EVEN, ("BAC-6",), "win"),
                Line(Coup.TIE, "tie", "Tie", PUSHED, ("BAC-8",), "push"),
                Line(Coup.BANKER, "banker", "Banker wins", LOST, ("BAC-6",), "lose"),
            ),
            house[MINIMUM],
            house[MAXIMUM],
        ),
        wager(
            Coup.BANKER,
            "Banker",
            (
                Line(Coup.BANKER, "banker", "Banker wins", EVEN, ("BAC-7", "LM-R5"), "win", house[COMMISSION]),
                Line(Coup.TIE, "tie", "Tie", PUSHED, ("BAC-8",), "push"),
                Line(Coup.PLAYER, "player", "Player wins", LOST, ("BAC-6",), "lose"),
            ),
            house[MINIMUM],
            house[MAXIMUM],
        ),
        wager(
            Coup.TIE,
            "Tie",
            (
                Line(Coup.TIE, "tie", "Tie", Fraction(house[TIE_PAYS]), ("BAC-8",), "win"),
                Line(Coup.PLAYER, "player", "Player wins", LOST, ("BAC-8",), "lose"),
                Line(Coup.BANKER, "banker", "Banker wins", LOST, ("BAC-8",), "lose"),
            ),
            house[TIE_MINIMUM],
            house[TIE_MAXIMUM],
        ),
    )


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat."""
    return tuple(product(so_far.players, MAIN_WAGERS))


def procedure() -> tuple[Step, ...]:
    """A coup from the first wager to the discards."""
    player, banker = ("player",), ("banker",)
    third = partial(Deal, count=1, face_up=True)
    return (
        Wagering("BAC-3", "BAC-4", "Place your bets: Player, Banker, Tie and the side bets.", "No more bets."),
        Deal("BAC-4", player, 1, face_up=True, says="Card for the Player."),
        Deal("BAC-4", banker, 1, face_up=True, says="Card for the Banker."),
        Deal("BAC-4", player, 1, face_up=True, says="Card for the Player."),
        Deal("BAC-4", banker, 1, face_up=True, says="Card for the Banker."),
        third("BAC-P", player, says="The Player draws.", when=player_draws_now, decided_by=player_decided_by),
        third("BAC-B", banker, says="The Banker draws.", when=banker_draws_now, decided_by=banker_decided_by),
        Ready("BAC-6", "The coup is complete."),
        Settle("BAC-6", settlement_order, "Wagers are settled."),
        PickUp("BAC-9", lambda _: ("player", "banker"), "The cards are picked up."),
    )


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of baccarat under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    check_limits(house, TIE_MINIMUM, TIE_MAXIMUM)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="LM-R7",
        model=Model(
            id=game.id,
            decks=house[DECKS],
            draws=(Drawn("coup", Draw.ORDERED, 6),),
            wagers=main_wagers(house),
            features=FEATURES,
            told_apart_by=(value_of,),
            taken=Rule(cards_taken, ("player_third", "banker_third")),
        ),
        procedure=procedure(),
        bank=HouseBank("BAC-6"),
        supply=Supply(
            decks=house[DECKS],
            renewal=Renewal.SHOE,
            clause="BAC-9",
            decks_clause="BAC-1",
            cut_from_end=house[CUT_CARD],
            rounds_after_cut=COUPS_AFTER_CUT,
            rounds_after_cut_first=COUPS_AFTER_CUT_FIRST[house[CUT_CARD_FIRST]],
            cut_clause="LM-R6",
            burn=Burn.BY_VALUE if house[BURN] else Burn.NONE,  # the first card alone is shown (LM-R10)
            burn_clause="LM-R6",
            burn_count=cards_to_burn,
        ),
        facts=facts,
        void_clause="LM-R8",
        change_clause="LM-R8",
        commission_rounding=house[COMMISSION_ROUNDING],
        layout=layout(house),
        habits=HABITS,
    )


PLAIN_BACCARAT: Final = Game(
    id="plain-baccarat",
    title="Plain Baccarat",
    documents=(STANDARD, DOCUMENT),
    clauses=(*STANDARD_SECTION, *DRAW_SECTION),
    rulings=RULINGS,
    parameters=(
        *(DECKS, SEATS, COMMISSION, COMMISSION_ROUNDING, TIE_PAYS, CUT_CARD, CUT_CARD_FIRST, BURN),
        *(MINIMUM, MAXIMUM, TIE_MINIMUM, TIE_MAXIMUM),
    ),
    build=build,
    goal="Bet on the hand, Player or Banker, whose total will be nearer to 9, or on a tie. Aces count 1, tens and "
    "court cards nothing, and of a total only the last digit; the cards are drawn by fixed rules.",
    spoken=spoken,
)
