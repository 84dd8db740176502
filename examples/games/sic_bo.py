"""Sic Bo: three dice in a cage, and wagers on what they show. There are no cards.

This file is the whole game, in the order of its document: dice, wagers, payment, limits. Every command takes it:
`croupier play examples/games/sic_bo.py`. Sic Bo is an old game that nobody owns; the two printed paytables are those
that casinos of Atlantic City and of Macau publish.
"""

from enum import IntEnum
from fractions import Fraction
from itertools import combinations

from croupier.odds import EVEN, LOST
from croupier.rule import rule
from croupier.rulebook import (
    EVERY,
    Choice,
    Circle,
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
    Model,
    Money,
    Parameter,
    Ready,
    Roll,
    Round,
    Rule,
    Rulebook,
    Ruling,
    Settle,
    Shape,
    Sign,
    Step,
    Wager,
    Wagering,
    Whole,
    check_limits,
    section,
)

DOCUMENT = Document("sic-bo", "Sic Bo, as casinos publish its rules", "nobody")

# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

THE_DICE = section(
    DOCUMENT,
    "Dice",
    ("SB-1", Kind.RULE, "Three dice of six faces are used."),
    ("SB-2", Kind.PROCEDURE, "Wagers are placed, then the three dice are shaken and shown."),
    ("SB-3", Kind.RULE, "Three dice that show one number are a triple."),
)

FACES = 6
DICE = ("die_1", "die_2", "die_3")  # SB-1
NUMBERS = {f"number_{number}": number for number in range(1, 18)}
"""What wagers name: faces from 1 to 6, and totals from 4 to 17."""


@rule
def total_of(one: int, two: int, three: int) -> int:
    """SB-5: the sum of the three dice."""
    return one + two + three


@rule
def triple_of(one: int, two: int, three: int) -> int:
    """SB-3: the number of a triple, or 0."""
    return one if one == two and two == three else 0


# ── Wagers ───────────────────────────────────────────────────────────────────────────────────────────────────────────

THE_WAGERS = section(
    DOCUMENT,
    "Wagers",
    ("SB-4", Kind.RULE, "Small wins with a total of 4 to 10 and Big with 11 to 17, Odd and Even with such a total."),
    ("SB-5", Kind.RULE, "A wager on a total from 4 to 17 wins if the dice add up to it, as a triple too."),
    ("SB-6", Kind.RULE, "A triple loses Small, Big, Odd and Even."),
    ("SB-7", Kind.RULE, "A wager on a triple wins with that triple, and Any triple with every one."),
    ("SB-8", Kind.RULE, "A wager on a double wins if its number shows twice or three times."),
    ("SB-9", Kind.RULE, "A wager on two numbers wins if both of them show."),
    ("SB-10", Kind.RULE, "A wager on a single number wins if it shows, and more if it shows twice or three times."),
)

LARGEST_SMALL = 10


class Won(IntEnum):
    """Whether a wager wins."""

    NO = 0
    YES = 1


@rule
def small(total: int, triple: int) -> int:
    """SB-4, SB-6: up to 10, and no triple."""
    return Won.YES if total <= LARGEST_SMALL and triple == 0 else Won.NO


@rule
def big(total: int, triple: int) -> int:
    """SB-4, SB-6: from 11 on, and no triple."""
    return Won.YES if total > LARGEST_SMALL and triple == 0 else Won.NO


@rule
def odd(total: int, triple: int) -> int:
    """SB-4, SB-6: an odd total, and no triple."""
    return Won.YES if total % 2 == 1 and triple == 0 else Won.NO


@rule
def even(total: int, triple: int) -> int:
    """SB-4, SB-6: an even total, and no triple."""
    return Won.YES if total % 2 == 0 and triple == 0 else Won.NO


@rule
def is_number(shown: int, number: int) -> int:
    """SB-5, SB-7: whether a total or a triple is the one that is bet on."""
    return Won.YES if shown == number else Won.NO


@rule
def is_triple(triple: int) -> int:
    """SB-7: any triple."""
    return Won.YES if triple else Won.NO


@rule
def times_shown(one: int, two: int, three: int, number: int) -> int:
    """SB-8, SB-10: on how many dice a number shows."""
    return (one == number) + (two == number) + (three == number)


@rule
def both_shown(one: int, two: int, three: int, number: int, other: int) -> int:
    """SB-9: whether two numbers show."""
    both = times_shown(one, two, three, number) > 0 and times_shown(one, two, three, other) > 0
    return Won.YES if both else Won.NO


# ── Payment ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PAYMENT = section(
    DOCUMENT,
    "Payment",
    ("SB-11", Kind.RULE, "Small, Big, Odd and Even pay 1:1."),
    ("SB-12", Kind.RULE, "All other wagers pay by the table's printed odds."),
    ("SB-13", Kind.RULE, "A wager that does not win loses."),
)

TOTALS = tuple(range(4, 11))
"""A total pays as the one as far from the other end: 4 as 17, 10 as 11."""
PAID = (
    *(f"total_{total}" for total in TOTALS),
    *("double", "triple", "any_triple", "two_numbers", "single", "single_twice"),
)
ATLANTIC_CITY = (60, 30, 17, 12, 8, 6, 6, 10, 180, 30, 5, 1, 2)
MACAU = (50, 18, 14, 12, 8, 6, 6, 8, 150, 24, 5, 1, 2)
PRINTED = {"atlantic-city": ATLANTIC_CITY, "macau": MACAU}
ODDS = Parameter(
    "odds", Choice(tuple(PRINTED)), "atlantic-city", "SB-12", "whose printed odds are paid", decides=(EVERY,)
)
THREE_SINGLES_PAY = Parameter(
    "three_singles_pay", Whole(1, 100), 3, "SB-10", "what a single number pays to one that shows three times"
)

# ── What published rules leave open ──────────────────────────────────────────────────────────────────────────────────

RULINGS = (
    Ruling(
        "SB-R1",
        "Three seats, and $1 to $500 on any wager; every wager may be placed by itself. A seat's spots are for its own "
        "player.",
        ("seats", "minimum", "maximum"),
    ),
    Ruling(
        "SB-R2",
        "A round may be called off until it is settled, and then every wager goes back. House rules change only "
        "between rounds.",
    ),
    Ruling(
        "SB-R3",
        "A table may leave out wagers. This one takes those on triples, totals and two numbers only if its house says "
        "so: before several seats, 52 places are too small for a finger.",
        ("wagers_offered",),
    ),
)

OFFERED = Parameter(
    "wagers_offered",
    Choice(("few", "all")),
    "few",
    "SB-R3",
    "whether the table also takes wagers on triples, totals and two numbers",
)
SEATS = Parameter("seats", Whole(1, 7), 3, "SB-R1", "how many seats the table has")
MINIMUM = Parameter("minimum", Money(1, 10**9), 1_00, "SB-R1", "least wager")
MAXIMUM = Parameter("maximum", Money(1, 10**9), 500_00, "SB-R1", "largest wager")

# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def wager(house: House, id_: str, label: str, outcome: Rule, clause: str, *lines: Line) -> Wager:
    """A wager within the table's limits."""
    return Wager(
        id=id_,
        label=label,
        clause=clause,
        outcome=outcome,
        lines=lines,
        least=house[MINIMUM],
        most=house[MAXIMUM],
        limit_clause="SB-R1",
        back_line="SB-R1",
    )


def won_or_lost(label: str, pays: Fraction, *clauses: str) -> tuple[Line, Line]:
    """The lines of a wager that wins or loses."""
    return Line(Won.YES, "win", label, pays, clauses), Line(Won.NO, "lose", "Any other roll", LOST, ("SB-13",))


def by_count(number: int, once: Fraction, twice: Fraction, thrice: Fraction, clause: str) -> tuple[Line, ...]:
    """The lines of a wager on how often a number shows."""
    return (
        Line(3, "three", f"Three {number}s", thrice, (clause, "SB-12")),
        Line(2, "two", f"Two {number}s", twice, (clause, "SB-12")),
        Line(1, "one", f"One {number}", once, (clause, "SB-12"))
        if once > LOST
        else Line(1, "one", f"One {number}", LOST, (clause, "SB-13"), "lose"),
        Line(0, "none", f"No {number}", LOST, ("SB-13",), "lose"),
    )


def wagers(house: House) -> tuple[Wager, ...]:
    """The wagers that the table takes, in the order of the layout."""
    return tuple(each for each in every_wager(house) if house[OFFERED] == "all" or each.id.startswith(FEW))


FEW = ("small", "odd", "even", "big", "any_triple", "double", "single")
"""SB-R3: what every table takes."""


def every_wager(house: House) -> tuple[Wager, ...]:
    """All wagers, in the order of the layout."""
    pays = {what: Fraction(odds) for what, odds in zip(PAID, PRINTED[house[ODDS]], strict=True)}
    faces = range(1, FACES + 1)
    halves = (
        ("small", "Small", small, "4 to 10"),
        ("odd", "Odd", odd, "An odd total"),
        ("even", "Even", even, "An even total"),
        ("big", "Big", big, "11 to 17"),
    )
    return (
        *(
            wager(
                house,
                id_,
                label,
                Rule(is_so, ("total", "triple")),
                "SB-4",
                Line(Won.YES, "win", f"{when}, no triple", EVEN, ("SB-4", "SB-11")),
                Line(Won.NO, "lose", "Any other roll", LOST, ("SB-6", "SB-13")),
            )
            for id_, label, is_so, when in halves
        ),
        wager(
            house,
            "any_triple",
            "Any triple",
            Rule(is_triple, ("triple",)),
            "SB-7",
            *won_or_lost("Any triple", pays["any_triple"], "SB-7", "SB-12"),
        ),
        *(
            wager(
                house,
                f"triple_{face}",
                f"Triple {face}",
                Rule(is_number, ("triple", f"number_{face}")),
                "SB-7",
                *won_or_lost(f"Three {face}s", pays["triple"], "SB-7", "SB-12"),
            )
            for face in faces
        ),
        *(
            wager(
                house,
                f"double_{face}",
                f"Double {face}",
                Rule(times_shown, (*DICE, f"number_{face}")),
                "SB-8",
                *by_count(face, LOST, pays["double"], pays["double"], "SB-8"),
            )
            for face in faces
        ),
        *(
            wager(
                house,
                f"total_{total}",
                f"Total {total}",
                Rule(is_number, ("total", f"number_{total}")),
                "SB-5",
                *won_or_lost(f"A total of {total}", pays[f"total_{min(total, 21 - total)}"], "SB-5", "SB-12"),
            )
            for total in range(4, 18)
        ),
        *(
            wager(
                house,
                f"numbers_{one}_{other}",
                f"{one} and {other}",
                Rule(both_shown, (*DICE, f"number_{one}", f"number_{other}")),
                "SB-9",
                *won_or_lost(f"{one} and {other} show", pays["two_numbers"], "SB-9", "SB-12"),
            )
            for one, other in combinations(faces, 2)
        ),
        *(
            wager(
                house,
                f"single_{face}",
                f"Single {face}",
                Rule(times_shown, (*DICE, f"number_{face}")),
                "SB-10",
                *by_count(face, pays["single"], pays["single_twice"], Fraction(house[THREE_SINGLES_PAY]), "SB-10"),
            )
            for face in faces
        ),
    )


# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def settlement_order(so_far: Round) -> tuple[tuple[int, str], ...]:
    """Seat by seat, wager by wager."""
    return tuple((seat, id_) for seat in so_far.players for id_ in WAGER_IDS)


PROCEDURE: tuple[Step, ...] = (
    Wagering("SB-2", "SB-2", "Place your bets.", "No more bets."),
    *(Roll("SB-2", FACES, f"The {nth} die is shown.") for nth in ("first", "second", "third")),
    Ready("SB-12", "The dice are shown."),
    Settle("SB-12", settlement_order, "Wagers are settled."),
)


def facts(so_far: Round, _: int) -> Facts:
    """The dice, which are the same for every seat."""
    known: Facts = {name: (number,) for name, number in NUMBERS.items()}
    return known | {name: (face,) for name, face in zip(DICE, so_far.dice, strict=False)}


def spoken(so_far: Round, _: int) -> str:
    """The dice and their total."""
    one, two, three = so_far.dice
    said = f"{one}, {two} and {three}"
    return f"Triple {one}" if triple_of(one, two, three) else f"{said}: a total of {total_of(one, two, three)}"


COLUMNS, ROWS = 5, 4
COLUMNS_OF_ALL, ROWS_OF_ALL = 9, 6
DEEP = 0.83
"""How much of a seat's square is for wagers; the rest is for its name."""


def printed(id_: str) -> str:
    """What is printed in the place of a wager: the dice that win, as far as they fit."""
    kind, *numbers = id_.split("_")
    match kind:
        case "triple" | "double":
            return " ".join(numbers * (3 if kind == "triple" else 2))
        case "numbers" | "single":
            return " ".join(numbers)
        case "total":
            return f"= {numbers[0]}"
        case _:
            return id_.replace("_", " ").capitalize()


def layout(of: tuple[Wager, ...]) -> Layout:
    """The felt: the cage of dice, and before each seat a place for every wager."""
    columns, rows = (COLUMNS, ROWS) if len(of) <= COLUMNS * ROWS else (COLUMNS_OF_ALL, ROWS_OF_ALL)
    size = 0.85 / columns
    circles = tuple(
        Circle(
            each.id,
            Sign(printed(each.id)),
            at=(size / 2 + place % columns * (1 - size) / (columns - 1), DEEP * (place // columns + 0.5) / rows),
            size=size,
            shape=Shape.BOX,
            clauses=(each.clause,),
        )
        for place, each in enumerate(of)
    )
    return Layout(
        rows=((Fixture(FixtureKind.DIE_CUP, Sign("dice"), clauses=("SB-2",)),),),
        seat=circles,
    )


HABITS = Habits(wagers={"small": 30, "big": 30, "odd": 10, "even": 10})


def build(game: Game, house: House) -> Rulebook:
    """Build the rulebook of Sic Bo under these house rules."""
    check_limits(house, MINIMUM, MAXIMUM)
    placed = wagers(house)
    return Rulebook(
        game=game,
        house=house,
        seats=house[SEATS],
        seats_clause="SB-R1",
        model=Model(
            id=game.id,
            decks=0,
            draws=tuple(Drawn(name, Draw.DIE, FACES) for name in DICE),
            features=(Feature("total", Rule(total_of, DICE)), Feature("triple", Rule(triple_of, DICE))),
            wagers=placed,
            constants=NUMBERS,
        ),
        procedure=PROCEDURE,
        bank=HouseBank("SB-12"),
        facts=facts,
        void_clause="SB-R2",
        change_clause="SB-R2",
        layout=layout(placed),
        habits=HABITS,
    )


SIC_BO = Game(
    id="sic-bo",
    title="Sic Bo",
    documents=(DOCUMENT,),
    clauses=(*THE_DICE, *THE_WAGERS, *PAYMENT),
    rulings=RULINGS,
    parameters=(OFFERED, SEATS, ODDS, THREE_SINGLES_PAY, MINIMUM, MAXIMUM),
    build=build,
    vocabulary="1.1",
    goal="Say what three dice will show: a total, a number, two numbers, a double or a triple.",
    spoken=spoken,
)
WAGER_IDS = tuple(each.id for each in every_wager(SIC_BO.house()))
