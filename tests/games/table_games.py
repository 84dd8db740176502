"""Games made up for tests of the table, each whole in a few lines and each with something that ours do not have.

Streets has three decisions, the last two of which raise one wager. Three Dice rolls one die after the other. Burned
War burns cards in mid-round, only where somebody ties, and deals from a shoe. Press asks the same decision twice.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from croupier import games
from croupier.cards import NO_CARD, rank_of
from croupier.games import Entry
from croupier.odds import EVEN, LOST, PUSHED
from croupier.rule import rule
from croupier.rulebook import (
    Deal,
    Decide,
    Decision,
    Discard,
    Document,
    Draw,
    Drawn,
    Expose,
    Facts,
    Feature,
    Game,
    House,
    HouseBank,
    Kind,
    Line,
    Model,
    Option,
    Parameter,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Round,
    Rule,
    Rulebook,
    Settle,
    Slot,
    Supply,
    Wager,
    Wagering,
    Whole,
    seat_slot,
    section,
)

SEATS: Final = 5


def hands(so_far: Round) -> tuple[Slot, ...]:
    """The slots of all players."""
    return tuple(seat_slot(seat) for seat in so_far.players)


def placed(id_: str, label: str, rule_: Rule, lines: tuple[Line, ...], clause: str) -> Wager:
    """A wager from $1 to $1,000."""
    limits = {"least": 1_00, "most": 1_000_00, "limit_clause": clause, "back_line": clause}
    return Wager(id_, label, rule_, lines, clause, **limits)  # type: ignore[arg-type]  # one type for each field


# ── Streets: three decisions, two of which raise one wager ───────────────────────────────────────────────────────────

STREETS_DOCUMENT: Final = Document("streets", "Streets", "nobody")
STREETS_CLAUSES: Final = section(
    STREETS_DOCUMENT,
    "Streets",
    ("ST-1", Kind.RULE, "One deck, five seats, an ante from $1 to $1,000."),
    ("ST-2", Kind.PROCEDURE, "Two cards to each player and three streets, all face down, then street by street."),
    ("ST-3", Kind.RULE, "Before each street a player folds, or bets one or three antes."),
    ("ST-4", Kind.RULE, "Streets that match a card of the player pay all bets 1:1, 3:1 and 10:1; a fold loses them."),
)
STREETS: Final = ("third", "fourth", "fifth")
STREET_SLOTS: Final = ("street 3", "street 4", "street 5")
BETS: Final = (Option(0, "fold", "Fold", 0), Option(1, "bet_1", "Bet", 1), Option(2, "bet_3", "Bet three", 3))


class Matched(IntEnum):
    NONE = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOLDED = 4


@rule
def matches(one: int, other: int, third: int, fourth: int, fifth: int) -> int:
    first, second, found = rank_of(one), rank_of(other), 0
    for card in (third, fourth, fifth):
        if rank_of(card) == first or rank_of(card) == second:
            found += 1
    return found


@rule
def streets_paid(matched: int, third: int, fourth: int, fifth: int) -> int:
    if third == 0 or fourth == 0 or fifth == 0:
        return Matched.FOLDED
    return matched


@rule
def own_ranks(one: int, other: int) -> int:
    return min(rank_of(one), rank_of(other)) * 13 + max(rank_of(one), rank_of(other))


@rule
def street_rank(card: int) -> int:
    return rank_of(card)


def streets_facts(so_far: Round, seat: int) -> Facts:
    """The cards, and each decision by its own id; one that was never asked is as good as a fold."""
    drawn: Facts = {"own": so_far.cards(seat_slot(seat))}
    drawn |= {f"street_{at}": so_far.cards(slot) for at, slot in enumerate(STREET_SLOTS, 3)}
    codes = {option.id: (option.code,) for option in BETS}
    return drawn | {street: codes.get(so_far.decided(seat, street), (0,)) for street in STREETS}


def still_in(so_far: Round) -> tuple[int, ...]:
    """The players who have not folded."""
    return tuple(seat for seat in so_far.players if "fold" not in so_far.choices(seat))


def streets(game: Game, house: House) -> Rulebook:
    outcome = Rule(streets_paid, ("matched", *STREETS))
    lines = (
        Line(Matched.THREE, "three", "Three matches", Fraction(10), ("ST-4",)),
        Line(Matched.TWO, "two", "Two matches", Fraction(3), ("ST-4",)),
        Line(Matched.ONE, "one", "One match", EVEN, ("ST-4",)),
        Line(Matched.NONE, "none", "No match", LOST, ("ST-4",), "lose"),
        Line(Matched.FOLDED, "folded", "Folded", LOST, ("ST-4",), "lose"),
    )
    sights = (
        (Rule(own_ranks, ("own",)), 169),
        (Rule(street_rank, ("street_3",)), 13),
        (Rule(street_rank, ("street_4",)), 13),
    )
    decisions = tuple(
        Decision(
            *(street, wager, "ante", BETS, sees, codes),
            clause="ST-3",
            default="fold",
            in_order=street == "fourth",
            only_by_player="ST-3",
        )
        for street, wager, (sees, codes) in zip(STREETS, ("third_bet", "late_bet", "late_bet"), sights, strict=True)
    )
    ids = ("ante", "third_bet", "late_bet")

    def turned(slot: Slot) -> Expose:
        return Expose("ST-2", lambda _: ((slot, (0,)),), f"The card on {slot}.")

    def asked(decision: str) -> Decide:
        return Decide("ST-3", decision, still_in, "Fold, or bet one or three antes.")

    return Rulebook(
        game=game,
        house=house,
        seats=SEATS,
        seats_clause="ST-1",
        model=Model(
            id=game.id,
            decks=1,
            draws=(Drawn("own", Draw.SET, 2), *(Drawn(f"street_{at}", Draw.ORDERED, 1) for at in (3, 4, 5))),
            wagers=(
                placed("ante", "Ante", outcome, lines, "ST-1"),
                *(Wager(id_, id_.capitalize().replace("_", " "), outcome, lines, "ST-3") for id_ in ids[1:]),
            ),
            features=(Feature("matched", Rule(matches, ("own", "street_3", "street_4", "street_5"))),),
            decisions=decisions,
            per_seat=("own",),
            told_apart_by=(rank_of,),
        ),
        procedure=(
            Wagering("ST-1", "ST-2", "Place your antes.", "No more bets."),
            Deal("ST-2", hands, 2, face_up=False, says="Two cards to each player."),
            Deal("ST-2", STREET_SLOTS, 1, face_up=False, says="Three streets."),
            asked("third"),
            turned("street 3"),
            asked("fourth"),
            turned("street 4"),
            asked("fifth"),
            turned("street 5"),
            Ready("ST-4", "All is known."),
            Settle("ST-4", lambda so_far: tuple(product(so_far.players, ids)), "Settled."),
            PickUp("ST-2", lambda so_far: (*hands(so_far), *STREET_SLOTS), "Cards are picked up."),
        ),
        bank=HouseBank("ST-4"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="ST-2", decks_clause="ST-1"),
        facts=streets_facts,
        void_clause="ST-2",
    )


STREETS_GAME: Final = Game("streets", "Streets", (STREETS_DOCUMENT,), STREETS_CLAUSES, (), (), streets)

# ── Three Dice: one after the other, and no card ─────────────────────────────────────────────────────────────────────

DICE_DOCUMENT: Final = Document("three-dice", "Three Dice", "nobody")
DICE_CLAUSES: Final = section(
    DICE_DOCUMENT,
    "Three Dice",
    ("TD-1", Kind.RULE, "Five seats, wagers from $1 to $1,000 on low, high, or the first and the last die."),
    ("TD-2", Kind.PROCEDURE, "Two dice of six faces are rolled, and then one of four."),
    ("TD-3", Kind.RULE, "Low wins on 3 to 8 and High on 9 to 16, even money; both lose on any triple."),
    ("TD-4", Kind.RULE, "Ends wins 4:1 if the first die and the last are equal."),
)
FACES: Final = (6, 6, 4)


class Thrown(IntEnum):
    LOW = 0
    HIGH = 1
    TRIPLE = 2


@rule
def thrown(first: int, second: int, last: int) -> int:
    if first == second and second == last:
        return Thrown.TRIPLE
    return Thrown.LOW if first + second + last <= 8 else Thrown.HIGH


@rule
def equal_ends(first: int, last: int) -> int:
    return 1 if first == last else 0


def dice_facts(so_far: Round, _seat: int) -> Facts:
    first, second, last = (*so_far.dice, 0, 0, 0)[:3]
    return {"first": (first,), "second": (second,), "last": (last,)}


def three_dice(game: Game, house: House) -> Rulebook:
    total, ends = Rule(thrown, ("first", "second", "last")), Rule(equal_ends, ("first", "last"))

    def lines(wins: Thrown) -> tuple[Line, ...]:
        return tuple(
            Line(code, code.name.lower(), code.name.title(), EVEN if code == wins else LOST, ("TD-3",), called)
            for code, called in ((code, "win" if code == wins else "lose") for code in Thrown)
        )

    equal = (
        Line(1, "equal", "Equal ends", Fraction(4), ("TD-4",)),
        Line(0, "lose", "Other ends", LOST, ("TD-4",)),
    )
    wagers = (
        placed("low", "Low", total, lines(Thrown.LOW), "TD-1"),
        placed("high", "High", total, lines(Thrown.HIGH), "TD-1"),
        placed("ends", "Ends", ends, equal, "TD-1"),
    )
    names = ("first", "second", "last")
    return Rulebook(
        game=game,
        house=house,
        seats=SEATS,
        seats_clause="TD-1",
        model=Model(
            id=game.id,
            decks=1,
            draws=tuple(Drawn(name, Draw.DIE, faces) for name, faces in zip(names, FACES, strict=True)),
            wagers=wagers,
        ),
        procedure=(
            Wagering("TD-1", "TD-2", "Place your bets.", "No more bets."),
            *(Roll("TD-2", faces, f"The {name} die.") for name, faces in zip(names, FACES, strict=True)),
            Ready("TD-3", "All is known."),
            Settle("TD-3", lambda so_far: tuple(product(so_far.players, ("low", "high", "ends"))), "Settled."),
            PickUp("TD-2", lambda _: (), "The dice go back."),
        ),
        bank=HouseBank("TD-3"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="TD-2", decks_clause="TD-1"),
        facts=dice_facts,
        void_clause="TD-2",
    )


DICE_GAME: Final = Game("three-dice", "Three Dice", (DICE_DOCUMENT,), DICE_CLAUSES, (), (), three_dice)

# ── Burned War: three cards are burned before a war, from a shoe ─────────────────────────────────────────────────────

WAR_DOCUMENT: Final = Document("burned-war", "Burned War", "nobody")
WAR_CLAUSES: Final = section(
    WAR_DOCUMENT,
    "Burned War",
    ("BW-1", Kind.RULE, "Two decks in a shoe, five seats, wagers from $1 to $1,000 on the card and on a tie."),
    ("BW-2", Kind.PROCEDURE, "A card face up to each player and to the dealer."),
    ("BW-3", Kind.PROCEDURE, "If any tie, three cards are burned, then each who ties and the dealer get one more."),
    ("BW-4", Kind.RULE, "The higher card wins even money; in a war a card as high as the dealer's wins too."),
    ("BW-5", Kind.RULE, "The tie pays 10:1."),
    ("BW-6", Kind.RULE, "The cut card lies so many cards from the end; the round in which it comes is the last."),
    ("BW-7", Kind.RULE, "So many cards are burned."),
)
CUT: Final = Parameter("cut_card", Whole(30, 100), default=40, clause="BW-6", help="cards behind the cut card")
BURNED: Final = Parameter("burned", Whole(2, 3), default=3, clause="BW-7", help="cards burned before a war")


class Fought(IntEnum):
    LOWER = 0
    HIGHER = 1
    WAR_LOST = 2
    WAR_WON = 3


@rule
def fought(own: int, dealer: int, own_war: int, dealer_war: int) -> int:
    if rank_of(own) != rank_of(dealer):
        return Fought.HIGHER if rank_of(own) > rank_of(dealer) else Fought.LOWER
    return Fought.WAR_WON if rank_of(own_war) >= rank_of(dealer_war) else Fought.WAR_LOST


@rule
def tied(own: int, dealer: int) -> int:
    return 1 if rank_of(own) == rank_of(dealer) else 0


@rule
def taken_with_two_burned(tie: int) -> int:
    return 6 if tie else 2


@rule
def taken_with_three_burned(tie: int) -> int:
    return 7 if tie else 2


TAKEN: Final = {2: taken_with_two_burned, 3: taken_with_three_burned}


def ties(so_far: Round, slot: Slot) -> bool:
    return rank_of(so_far.cards(slot)[0]) == rank_of(so_far.cards("dealer")[0])


def war(so_far: Round) -> bool:
    return any(ties(so_far, slot) for slot in hands(so_far))


def war_facts(so_far: Round, seat: int) -> Facts:
    own, dealer = so_far.cards(seat_slot(seat)), so_far.cards("dealer")
    more = ((*own, NO_CARD)[1:2], (*dealer, NO_CARD)[1:2])
    return {"own": own[:1], "dealer": dealer[:1], "own_war": more[0], "dealer_war": more[1]}


def burned_war(game: Game, house: House) -> Rulebook:
    rule_, tie = Rule(fought, ("own", "dealer", "own_war", "dealer_war")), Rule(tied, ("own", "dealer"))
    burned = house[BURNED]
    lines = (
        Line(Fought.HIGHER, "higher", "Higher card", EVEN, ("BW-4",), "win"),
        Line(Fought.WAR_WON, "war_won", "War won", EVEN, ("BW-4",), "win"),
        Line(Fought.WAR_LOST, "war_lost", "War lost", LOST, ("BW-4",), "lose"),
        Line(Fought.LOWER, "lower", "Lower card", LOST, ("BW-4",), "lose"),
    )
    tie_lines = (
        Line(1, "tie", "A tie", Fraction(10), ("BW-5",)),
        Line(0, "lose", "No tie", LOST, ("BW-5",)),
    )
    return Rulebook(
        game=game,
        house=house,
        seats=SEATS,
        seats_clause="BW-1",
        model=Model(
            id=game.id,
            decks=2,
            draws=tuple(Drawn(name, Draw.ORDERED, 1) for name in ("own", "dealer", "own_war", "dealer_war")),
            wagers=(
                placed("card", "Card", rule_, lines, "BW-1"),
                placed("tie_bet", "Tie", tie, tie_lines, "BW-1"),
            ),
            features=(Feature("tie", tie),),
            per_seat=("own", "own_war"),
            told_apart_by=(rank_of,),
            taken=Rule(TAKEN[burned], ("tie",)),
            burned=burned,
        ),
        procedure=(
            Wagering("BW-1", "BW-2", "Place your bets.", "No more bets."),
            Deal("BW-2", lambda so_far: (*hands(so_far), "dealer"), 1, face_up=True, says="A card to each."),
            Discard("BW-3", burned, "Cards are burned.", when=war),
            Deal("BW-3", hands, 1, face_up=True, says="To war.", only_to=ties),
            Deal("BW-3", ("dealer",), 1, face_up=True, says="One for the dealer.", when=war),
            Ready("BW-4", "All is known."),
            Settle("BW-4", lambda so_far: tuple(product(so_far.players, ("card", "tie_bet"))), "Settled."),
            PickUp("BW-2", lambda so_far: (*hands(so_far), "dealer"), "Cards are picked up."),
        ),
        bank=HouseBank("BW-4"),
        supply=Supply(
            decks=2,
            renewal=Renewal.SHOE,
            clause="BW-6",
            decks_clause="BW-1",
            cut_from_end=house[CUT],
            cut_clause="BW-6",
        ),
        facts=war_facts,
        void_clause="BW-2",
    )


WAR_GAME: Final = Game("burned-war", "Burned War", (WAR_DOCUMENT,), WAR_CLAUSES, (), (CUT, BURNED), burned_war)

# ── Press: the same decision, asked twice ────────────────────────────────────────────────────────────────────────────

PRESS_DOCUMENT: Final = Document("press", "Press", "nobody")
PRESS_CLAUSES: Final = section(
    PRESS_DOCUMENT,
    "Press",
    ("PR-1", Kind.RULE, "One deck, five seats, a wager from $1 to $1,000."),
    ("PR-2", Kind.PROCEDURE, "A card to each player, a shared card face up, and another, face up."),
    ("PR-3", Kind.RULE, "After each shared card a player may press the wager once or twice."),
    ("PR-4", Kind.RULE, "A card above both shared ones wins even money on everything; below both it loses."),
)


class Placed(IntEnum):
    BELOW = 0
    BETWEEN = 1
    ABOVE = 2


@rule
def against_both(own: int, shared: int, last: int) -> int:
    low, high = min(rank_of(shared), rank_of(last)), max(rank_of(shared), rank_of(last))
    if rank_of(own) > high:
        return Placed.ABOVE
    return Placed.BELOW if rank_of(own) < low else Placed.BETWEEN


@rule
def own_rank(own: int) -> int:
    return rank_of(own)


def press_facts(so_far: Round, seat: int) -> Facts:
    shared = so_far.cards("shared")
    return {"own": so_far.cards(seat_slot(seat)), "shared": shared[:1], "last": shared[1:]}


def press(game: Game, house: House) -> Rulebook:
    outcome = Rule(against_both, ("own", "shared", "last"))
    lines = (
        Line(Placed.ABOVE, "above", "Above both", EVEN, ("PR-4",), "win"),
        Line(Placed.BETWEEN, "between", "Between", PUSHED, ("PR-4",), "push"),
        Line(Placed.BELOW, "below", "Below both", LOST, ("PR-4",), "lose"),
    )
    options = (Option(0, "stay", "Stay", 0), Option(1, "press", "Press", 1), Option(2, "press_2", "Press twice", 2))
    more = {"clause": "PR-3", "default": "stay", "only_by_player": "PR-3"}
    decision = Decision("raise", "pressed", "bet", options, Rule(own_rank, ("own",)), 13, **more)  # type: ignore[arg-type]
    asked = Decide("PR-3", "raise", lambda so_far: so_far.players, "Stay or press.")
    shared = Deal("PR-2", ("shared",), 1, face_up=True, says="A shared card.")
    return Rulebook(
        game=game,
        house=house,
        seats=SEATS,
        seats_clause="PR-1",
        model=Model(
            id=game.id,
            decks=1,
            draws=tuple(Drawn(name, Draw.ORDERED, 1) for name in ("own", "shared", "last")),
            wagers=(placed("bet", "Bet", outcome, lines, "PR-1"), Wager("pressed", "Press", outcome, lines, "PR-3")),
            decisions=(decision,),
            per_seat=("own",),
            told_apart_by=(rank_of,),
        ),
        procedure=(
            Wagering("PR-1", "PR-2", "Place your bets.", "No more bets."),
            Deal("PR-2", hands, 1, face_up=False, says="A card to each player."),
            shared,
            asked,
            replace(shared, says="Another."),
            replace(asked, says="Stay, or press again."),
            Ready("PR-4", "All is known."),
            Settle("PR-4", lambda so_far: tuple(product(so_far.players, ("bet", "pressed"))), "Settled."),
            PickUp("PR-2", lambda so_far: (*hands(so_far), "shared"), "Cards are picked up."),
        ),
        bank=HouseBank("PR-4"),
        supply=Supply(decks=1, renewal=Renewal.CONTINUOUS, clause="PR-2", decks_clause="PR-1"),
        facts=press_facts,
        void_clause="PR-2",
    )


PRESS_GAME: Final = Game("press", "Press", (PRESS_DOCUMENT,), PRESS_CLAUSES, (), (), press)

TABLE_GAMES: Final = {game.id: game for game in (STREETS_GAME, DICE_GAME, WAR_GAME, PRESS_GAME)}
NAMES: Final = {"streets": "STREETS_GAME", "three-dice": "DICE_GAME", "burned-war": "WAR_GAME", "press": "PRESS_GAME"}
ENTRIES: Final = {id_: Entry(id_, f"{__name__}:{name}", source="tests") for id_, name in NAMES.items()}


@pytest.fixture(scope="module", autouse=True)
def table_games() -> Iterator[None]:
    """Let these games be known by their ids, as if a package offered them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "plug_ins", lambda: ENTRIES)
        yield
