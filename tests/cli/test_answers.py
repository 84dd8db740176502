"""Answers typed at the table: what is typed is what is staked, or it is refused in one sentence."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import cards_from
from croupier.cli.play.answers import Bets, bet_keys, option_keys, read_bets, read_option
from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.games.baccarat import PLAIN_BACCARAT
from croupier.money import cents_from
from croupier.rulebook import Rulebook
from examples.games.dragon_7 import DRAGON_7
from tests.example_games import EXAMPLES

BOOKS = {id_: game(id_).rulebook() for id_ in GAMES}
POKER, MONTE, BACCARAT = BOOKS["three-card-poker"], BOOKS["casino-monte"], BOOKS["baccarat"]


def staked(bets: Bets) -> list[tuple[str, int, int]]:
    """Wager, cents and spot of every bet."""
    return [(bet.wager, bet.cents, bet.spot) for bet in bets]


# ── What people type ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "text", "bets"),
    [
        (BACCARAT, "p 1,000", [("player", 1_000_00, 0)]),
        (BACCARAT, "p 5,500", [("player", 5_500_00, 0)]),
        (BACCARAT, "p 5, b 500", [("player", 5_00, 0), ("banker", 500_00, 0)]),
        (BACCARAT, "p5,b10;t1", [("player", 5_00, 0), ("banker", 10_00, 0), ("tie", 1_00, 0)]),
        (BACCARAT, "PLAYER $1,234,567.89", [("player", 1_234_567_89, 0)]),
        (BACCARAT, "b .50", [("banker", 50, 0)]),
        (BACCARAT, "Lucky Monkey $5 banker 7.5", [("lucky_monkey", 5_00, 0), ("banker", 7_50, 0)]),
        (BACCARAT, "lm5", [("lucky_monkey", 5_00, 0)]),
        (POKER, "ante 10 6 card bonus 5", [("ante", 10_00, 0), ("six_card_bonus", 5_00, 0)]),
        (POKER, "6 Card Bonus 5 Ante 10", [("six_card_bonus", 5_00, 0), ("ante", 10_00, 0)]),
        (POKER, "six_card_bonus 5", [("six_card_bonus", 5_00, 0)]),
        (POKER, "6cb5 a10 pp5", [("six_card_bonus", 5_00, 0), ("ante", 10_00, 0), ("pair_plus", 5_00, 0)]),
        (POKER, "pair plus 5", [("pair_plus", 5_00, 0)]),
        (POKER, "pairplus 5", [("pair_plus", 5_00, 0)]),
        (POKER, "p p 5", [("pair_plus", 5_00, 0)]),
        (POKER, "6c 5", [("six_card_bonus", 5_00, 0)]),
        (MONTE, "red 10 full monte 2", [("initial", 10_00, 1), ("full_monte", 2_00, 0)]),
        (MONTE, "▲ red $10", [("initial", 10_00, 1)]),
        (MONTE, "Initial white 10", [("initial", 10_00, 2)]),
        (MONTE, "■10", [("initial", 10_00, 3)]),
    ],
)
def test_bets_are_read_as_they_are_printed_or_shortened(
    book: Rulebook, text: str, bets: list[tuple[str, int, int]]
) -> None:
    assert staked(read_bets(text, book, 1)) == bets


@pytest.mark.parametrize("id_", [*GAMES, *EXAMPLES])
def test_every_key_that_a_prompt_offers_bets_on_its_wager_alone(id_: str) -> None:
    book = BOOKS[id_] if id_ in BOOKS else EXAMPLES[id_].game.rulebook()
    keys = bet_keys(book)
    assert len(dict(keys)) == len(keys) == len(book.placed_wagers) + max(len(book.spots) - 1, 0)
    for key, name in keys:
        (bet,) = read_bets(f"{key} 12", book, 1)
        assert bet.cents == 12_00
        assert name == (str(book.felt.circles[bet.spot - 1].sign) if bet.spot else book.wagers_by_id[bet.wager].label)


def test_wagers_that_begin_alike_are_offered_by_their_initials() -> None:
    keys = bet_keys(EXAMPLES["plain-baccarat+dragon-bonus"].game.rulebook())
    assert [key for key, _ in keys] == ["p", "b", "t", "dbp", "dbb"]


REFUSED = {
    "p 10 20": "p has two amounts, 10 and 20; give each name one amount.",
    "p 10, 20": '"20" has no name; say what it is bet on first, such as p 20.',
    "20": '"20" has no name; say what it is bet on first, such as p 20.',
    "5,500": '"5,500" has no name; say what it is bet on first, such as p 10.',
    "p 5 player 5": "Player is named twice; name each wager once, with all that is bet.",
    "p": "p lacks an amount; put the dollars after it, such as p 10.",
    "p, 5": "p lacks an amount; put the dollars after it, such as p 10.",
    "p 5 b": "b lacks an amount; put the dollars after it, such as b 10.",
    "p 5,50": '"5,50" is not an amount of money',
    "p 1,0000": '"1,0000" is not an amount of money',
    "p 10,00": '"10,00" is not an amount of money',
    "p 5.": '"5." is not an amount of money',
    "p 1.2.3": '"1.2.3" is not an amount of money',
    "p $": '"$" is not an amount of money',
    "p $$5": '"$$5" is not an amount of money',
    "p 1_0": '"_" is not something to bet on; bet on p Player, b Banker, t Tie, l Lucky Monkey.',
    "p 1e3": '"e" is not something to bet on',
    "p -5": '"p -" is not something to bet on',
    "p 0x10": '"x" is not something to bet on',
    "p \uff15": '"p \uff15" is not something to bet on',  # a wide five
    "player banker 5": '"player banker" is not something to bet on',
    "monkey 5": '"monkey" is not something to bet on',
    "p 99999999999999999999": '"99999999999999999999" is too large',
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_a_name_and_an_amount_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_bets(text, BACCARAT, 1)
    assert str(refused.value).startswith(REFUSED[text])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a10 p5 6 5", "p has two amounts, 5 and 6"),
        ("ante 6 card bonus 5", '"card bonus" is not something to bet on'),
        ("6 5", '"6" has no name'),
        ("card bonus 5", '"card bonus" is not something to bet on'),
        ("6 card bonus", "6 card bonus lacks an amount"),
        ("ante 10 6 card bonus", "6 card bonus lacks an amount"),
    ],
)
def test_the_number_in_a_name_is_never_taken_for_an_amount(text: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        read_bets(text, POKER, 1)
    assert str(refused.value).startswith(why)


def test_a_number_that_ends_a_name_is_never_taken_for_an_amount() -> None:
    book = PLAIN_BACCARAT.with_side_bets(DRAGON_7).rulebook()
    assert staked(read_bets("player 5 dragon 7 10", book, 1)) == [("player", 5_00, 0), ("dragon_7", 10_00, 0)]
    assert staked(read_bets("dragon 10", book, 1)) == [("dragon_7", 10_00, 0)]
    for text in ("dragon 7", "d 7", "dragon 7 player 5"):
        with pytest.raises(Refused):
            read_bets(text, book, 1)


@pytest.mark.parametrize(("text", "bets"), [("red 5", [("initial", 5_00, 1)]), ("redwood 5", [("side", 5_00, 0)])])
def test_a_name_that_several_begin_with_is_refused_and_a_name_in_full_is_not(
    text: str, bets: list[tuple[str, int, int]]
) -> None:
    side = replace(MONTE.wagers_by_id["full_monte"], id="side", label="Redwood")
    book = replace(MONTE, model=replace(MONTE.model, wagers=(*MONTE.wagers[:2], side)))
    assert staked(read_bets(text, book, 1)) == bets
    with pytest.raises(Refused, match='"r" could be several wagers; bet on '):
        read_bets("r 5", book, 1)


# ── A second reader ──────────────────────────────────────────────────────────────────────────────────────────────────


def naive(text: str, book: Rulebook) -> list[tuple[str, int, int]]:
    """Read bets from the right: an amount, then the words before it, which only a name may begin with a number."""
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", text.lower()).replace("$", " ").replace("_", " ")
    text = re.sub(r"(?<=[0-9])(?=[^0-9.\s])|(?<=[^0-9.\s])(?=[.0-9])", " ", text)
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    names = [(w.id, 0, name.lower().replace("_", " ")) for w in book.placed_wagers for name in (w.label, w.id)]
    for marked in book.spots:
        here = (marked.colour, marked.symbol, f"{marked.symbol} {marked.colour}")
        first = book.wagers[0]
        names += [(first.id, marked.number, name) for name in (*here, *(f"{first.id} {one}" for one in here))]

    def meant(said: list[str]) -> set[tuple[str, int]]:
        glued = "".join(said)
        full = {(wager, spot) for wager, spot, name in names if name.replace(" ", "") == glued}
        if full or glued.isdigit():
            return full
        short = set()
        for wager, spot, name in names:
            parts = name.split()
            begun = len(said) <= len(parts) and all(parts[place].startswith(word) for place, word in enumerate(said))
            if begun or (len(parts) > 1 and glued == "".join(part[0] for part in parts)):
                short.add((wager, spot))
        return short

    bets: list[tuple[str, int, int]] = []
    while words:
        cents = Fraction(words.pop()) * 100
        said: list[str] = []
        while words and not re.fullmatch(r"[0-9.]+", words[-1]):
            said.insert(0, words.pop())
        if words and len(meant([words[-1], *said])) == 1:
            said.insert(0, words.pop())
        ((wager, spot),) = meant(said)
        assert cents.denominator == 1
        bets.insert(0, (wager, int(cents), spot))
    assert len({wager for wager, _, _ in bets}) == len(bets)
    return bets


ODD = ("6cb", "pp", "6 c", "6", "play", "zebra", "-", "$", "_", "1_0", "e", "and", "")


def names_in(book: Rulebook) -> list[str]:
    """Names as people type them, in full and cut short."""
    spots = [
        name for spot in book.spots for name in (spot.colour, spot.symbol, f"initial {spot.colour}", spot.colour[0])
    ]
    wagers = [
        name
        for wager in book.placed_wagers
        for name in (wager.id, wager.label, wager.label.upper(), wager.id[0], wager.label[:4], wager.label[:-2])
    ]
    return [*spots, *wagers]


AMOUNTS = st.one_of(
    st.integers(0, 2_000).map(str),
    st.integers(0, 9_999_999).map(lambda n: f"{n:,}"),
    st.integers(0, 9_999).map(lambda n: f"${n / 100:.2f}"),
    st.sampled_from([".50", "5.5", "6", "5,50", "1,0000", "1.005", "00", "5,", "$1,000", "1e3", "5."]),
)
GAPS = st.sampled_from(["", " ", " ", ",", ", ", "; ", "  "])


def lines(book: Rulebook) -> st.SearchStrategy[str]:
    """Bets, nearly bets, and any text at all."""
    names = st.sampled_from(names_in(book))
    parts = st.one_of(names, names, AMOUNTS, AMOUNTS, st.sampled_from(ODD))
    return st.one_of(
        st.lists(st.tuples(names, GAPS, AMOUNTS, GAPS).map("".join), max_size=4).map("".join),
        st.lists(st.tuples(parts, GAPS).map("".join), max_size=8).map("".join),
        st.text(alphabet="apbtlrwf6cs5,.$ 0_-;▲", max_size=14),
        st.text(max_size=12),
    )


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@given(data=st.data())
def test_any_text_is_staked_as_a_second_reader_reads_it_or_refused(book: Rulebook, data: st.DataObject) -> None:
    text = data.draw(lines(book))
    try:
        bets = staked(read_bets(text, book, 1))
    except Refused:
        return
    if any(wager in book.decision_of_wager for wager, _, _ in bets):
        return  # the table says that it is decided later
    assert bets == naive(text, book)
    assert bets or not re.sub(r"[\s,;]", "", text), "nothing that was typed is dropped"


WRITTEN = st.sampled_from(["{}", "${}"])


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@given(data=st.data())
def test_every_line_of_names_and_amounts_is_read_to_the_cent(book: Rulebook, data: st.DataObject) -> None:
    wagers = data.draw(st.lists(st.sampled_from(book.placed_wagers), unique_by=lambda wager: wager.id, min_size=1))
    typed, bets = [], []
    for wager in wagers:
        spot = data.draw(st.sampled_from(book.spots)) if book.spots and wager is book.wagers[0] else None
        names = [spot.colour, f"{spot.symbol} {spot.colour}"] if spot else [wager.label, wager.id, wager.label.upper()]
        cents = data.draw(st.integers(1, 10**9))
        dollars = f"{cents // 100:,}" if data.draw(st.booleans()) else f"{cents // 100}"
        amount = data.draw(WRITTEN).format(f"{dollars}.{cents % 100:02d}" if cents % 100 else dollars)
        typed.append(f"{data.draw(st.sampled_from(names))} {amount}")
        bets.append((wager.id, cents, spot.number if spot else 0))
    line = data.draw(st.sampled_from([" ", ", ", "; ", "  "])).join(typed)
    assert staked(read_bets(line, book, 1)) == bets


def test_the_second_reader_is_not_the_first_one() -> None:
    """A control: the second reader reads on where the first refuses."""
    assert naive("p, 5", BACCARAT) == [("player", 5_00, 0)]
    with pytest.raises(Refused):
        read_bets("p, 5", BACCARAT, 1)


# ── Other answers ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "option"),
    [
        *(("c", "check"), ("Check", "check"), ("2", "raise_2"), ("raise 2", "raise_2")),
        *(("raise_2", "raise_2"), ("RAISE 2×", "raise_2"), ("raise  2x", "raise_2")),
    ],
)
def test_a_decision_is_read_by_its_key_its_printed_name_or_its_id(text: str, option: str) -> None:
    assert read_option(text, MONTE.decisions[0]).id == option


def test_no_decision_is_chosen_by_saying_nothing() -> None:
    with pytest.raises(Refused, match=r"type one of c, 1, 2, 3; nothing is decided for you \(CM-5\)"):
        read_option("", MONTE.decisions[0])


@pytest.mark.parametrize("text", ["raise", "r", "4", "2 3", "1.0", "+2", "c 2", "x2", "²", "check 2", "_"])
def test_a_decision_that_could_be_two_or_none_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not one of c, 1, 2, 3"):
        read_option(text, MONTE.decisions[0])


@pytest.mark.parametrize(
    ("text", "cents"),
    [("$1,000", 1_000_00), ("1,000,000.05", 1_000_000_05), (".5", 50), ("0012", 12_00), ("$.50", 50), ("0", 0)],
)
def test_amounts_are_read_as_people_type_them(text: str, cents: int) -> None:
    assert cents_from(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$",
        ".",
        ",",
        "1,00",
        "1,0000",
        ",100",
        "1,000,00",
        "1000,000",
        "+5",
        "5 ",
        "1_0",
        "1e3",
        "\u0665",
        "5\n",
    ],
)
def test_what_is_not_an_amount_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not an amount of money"):
        cents_from(text)


# ── Cards that are held ──────────────────────────────────────────────────────────────────────────────────────────────

HOLD = EXAMPLES["jacks-or-better"].game.rulebook().decisions[0]
FIVE_CARDS = cards_from("Ks 3d Qs Js Ts")


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("hold 1 3 5", "hold_135"),
        ("1 3 5", "hold_135"),
        ("531", "hold_135"),
        ("1,3", "hold_13"),
        ("Ks Qs", "hold_13"),
        ("hold TsKs", "hold_15"),
        ("all", "hold_12345"),
        ("hold all", "hold_12345"),
        ("none", "hold_none"),
    ],
)
def test_cards_are_held_by_number_or_by_name(text: str, option: str) -> None:
    assert read_option(text, HOLD, FIVE_CARDS).id == option


@pytest.mark.parametrize("text", ["", "6", "1 7", "Ac", "some", "hold"])
def test_what_does_not_say_which_cards_are_held_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="does not say what you hold; type the cards you hold by number"):
        read_option(text, HOLD, FIVE_CARDS)


def test_every_hold_has_a_key_of_its_own() -> None:
    assert len(option_keys(HOLD)) == 32
