"""Chance: fair, repeatable from a seed and from nothing else, and bound before the betting closes."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.chance import DICE, KEY_LENGTH, SALT_LENGTH, SHUFFLE, Chance, Drawn, Subject, below, words
from croupier.errors import Refused
from croupier.table.state import ENTROPY, SEED

WORD = 1 << 32
TABLE = "ab" * 16


def shuffle_of(number: int, decks: int) -> Subject:
    """The n-th shuffle of some table."""
    return Subject(SHUFFLE, "baccarat", TABLE, number, (decks,))


def dice_of(number: int, *faces: int) -> Subject:
    """The dice of a round of some table."""
    return Subject(DICE, "casino-monte", TABLE, number, faces)


# ── Drawing below a bound ────────────────────────────────────────────────────────────────────────────────────────────


@given(bound=st.integers(1, 10_000), word=st.integers(0, WORD - 1))
def test_a_word_is_taken_or_thrown_away_so_that_each_number_has_as_many(bound: int, word: int) -> None:
    words = iter([word, 0])
    number = below(bound, words)
    fair = WORD // bound * bound
    assert number == (word % bound if word < fair else 0)
    assert len(list(words)) == (word < fair)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 416, 2**31 + 1, WORD])
def test_at_the_edge_of_the_words_none_is_favoured(bound: int) -> None:
    fair = WORD // bound * bound
    assert below(bound, iter([fair - 1])) == bound - 1
    if fair < WORD:
        assert below(bound, iter([fair, WORD - 1, 7])) == 7 % bound


@pytest.mark.parametrize("bound", [3, 5, 6, 52, 312])
def test_of_the_words_that_are_taken_each_number_has_as_many(bound: int) -> None:
    fair = WORD // bound * bound
    first = Counter(below(bound, iter([word])) for word in range(10 * bound))
    last = Counter(below(bound, iter([word])) for word in range(fair - 10 * bound, fair))
    assert first == last == dict.fromkeys(range(bound), 10)


# ── Shuffling ────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(seed=st.text(), number=st.integers(0, 10**6), decks=st.integers(1, 8))
def test_a_shuffle_is_a_permutation_of_its_decks(seed: str, number: int, decks: int) -> None:
    shuffled = Chance.seeded(seed).draw(shuffle_of(number, decks))
    assert Counter(shuffled.values) == dict.fromkeys(range(52), decks)
    assert len(shuffled.salts) == len(shuffled.values) == shuffled.subject.length == 52 * decks
    assert {len(salt) for salt in shuffled.salts} == {SALT_LENGTH}


@given(seed=st.text(), decks=st.integers(1, 8), deck=st.sets(st.integers(0, 53), min_size=1))
def test_a_shuffle_of_any_deck_is_a_permutation_of_it(seed: str, decks: int, deck: set[int]) -> None:
    subject = replace(shuffle_of(1, decks), deck=tuple(deck))
    shuffled = Chance.seeded(seed).draw(subject)
    assert Counter(shuffled.values) == dict.fromkeys(deck, decks)
    assert len(shuffled.leaves) == subject.length == decks * len(deck)


def test_a_commitment_names_its_cards_where_they_are_not_the_usual_ones() -> None:
    usual = shuffle_of(1, 6)
    assert usual.text == f'["croupier commitment 2","shuffle","baccarat","{TABLE}",1,[6]]'
    short = replace(usual, deck=(0, 50, 52))
    assert short.text == f'["croupier commitment 3","shuffle","baccarat","{TABLE}",1,[6],["2c","Ah","Jk"]]'


def test_small_choices_come_from_a_stream_of_their_own() -> None:
    chance = Chance.seeded("choices")
    choices = chance.choices("players")
    drawn = [choices.below(6) for _ in range(20)]
    stream = words(chance.key, "players")
    assert drawn == [below(6, stream) for _ in range(20)]


# ── Seeds ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(seed=st.text(), number=st.integers(1, 1_000))
def test_a_seed_repeats_everything(seed: str, number: int) -> None:
    one, other = Chance.seeded(seed), Chance.seeded(seed)
    for subject in (shuffle_of(number, 1), dice_of(number, 6, 6)):
        drawn, again = one.draw(subject), other.draw(subject)
        assert (drawn.values, drawn.salts, drawn.commitment) == (again.values, again.salts, again.commitment)
        assert drawn.face_down_salt(3) == again.face_down_salt(3) != again.face_down_salt(4)
    assert one.token("table") == other.token("table") != one.token("tables")
    assert list(islice(words(one.key, "label"), 5)) == list(islice(words(other.key, "label"), 5))


@given(
    seeds=st.lists(st.text(), min_size=2, max_size=2, unique=True),
    numbers=st.sets(st.integers(), min_size=2, max_size=2),
)
def test_other_seeds_and_other_numbers_give_other_shuffles(seeds: list[str], numbers: set[int]) -> None:
    one, other = (Chance.seeded(seed) for seed in seeds)
    first, second = numbers
    shuffles = [chance.draw(shuffle_of(number, 1)) for chance in (one, other) for number in (first, second)]
    assert len({shuffle.values for shuffle in shuffles}) == 4
    assert len({shuffle.salts for shuffle in shuffles}) == 4


def test_streams_of_different_labels_have_nothing_in_common() -> None:
    chance = Chance.seeded("labels")
    labels = ["shuffle 1", "shuffle 11", "die 1", "players", "salt 1"]
    streams = [frozenset(islice(words(chance.key, label), 2_000)) for label in labels]
    assert all(not one & other for place, one in enumerate(streams) for other in streams[:place])


def test_a_seed_that_is_not_text_is_refused() -> None:
    with pytest.raises(Refused, match="the seed contains characters that cannot be encoded"):
        Chance.seeded("\udcff")


def test_fresh_chance_is_never_the_same() -> None:
    one, other = Chance.fresh(), Chance.fresh()
    assert len(one.key) == len(other.key) == KEY_LENGTH
    assert (one.source, Chance.seeded("x").source) == (ENTROPY, SEED)
    drawn = [chance.draw(shuffle_of(1, 1)).values for chance in (one, one, other)]
    assert len(set(drawn)) == 3, "with entropy even the same shuffle asked for twice has secrets of its own"


def test_a_stream_goes_on_beyond_a_block() -> None:
    drawn = list(islice(words(Chance.seeded("long").key, "x"), 5_000))
    assert len(set(drawn)) > 4_990


# ── Commitments ──────────────────────────────────────────────────────────────────────────────────────────────────────


def opens(published: str, subject: Subject, leaves: tuple[bytes, ...], place: int, salt: bytes, value: int) -> bool:
    """What an auditor checks: the leaves give the commitment, and this card gives its leaf."""
    return subject.commitment(leaves) == published and leaves[place] == subject.leaf(place, salt, value)


@given(seed=st.text(), place=st.integers(0, 51), other=st.integers(0, 51), salt=st.binary(min_size=16, max_size=16))
def test_one_card_opens_alone_and_as_no_other(seed: str, place: int, other: int, salt: bytes) -> None:
    subject = shuffle_of(1, 1)
    shuffled = Chance.seeded(seed).draw(subject)
    published, leaves = shuffled.commitment, shuffled.leaves
    card, own_salt = shuffled.values[place], shuffled.salts[place]
    assert opens(published, subject, leaves, place, own_salt, card)
    assert opens(published, subject, leaves, place, own_salt, other) == (other == card)
    assert opens(published, subject, leaves, place, salt, card) == (salt == own_salt)
    forged = (*leaves[:place], subject.leaf(place, salt, other), *leaves[place + 1 :])
    assert not opens(published, subject, forged, place, salt, other)


def test_a_commitment_binds_the_order_of_the_cards() -> None:
    shuffled = Chance.seeded("order").draw(shuffle_of(1, 1))
    subject, leaves = shuffled.subject, shuffled.leaves
    assert subject.commitment((leaves[1], leaves[0], *leaves[2:])) != shuffled.commitment
    moved = subject.leaf(1, shuffled.salts[0], shuffled.values[0])
    assert moved != leaves[0], "a leaf is of its place"


@pytest.mark.parametrize(
    "other",
    [
        {"of": DICE},
        {"game": "casino-monte"},
        {"table": "cd" * 16},
        {"number": 2},
        {"sizes": (2,)},
        {"deck": tuple(range(51))},
        {"deck": (*range(52), 52)},
        {"deck": tuple(reversed(range(52)))},
    ],
)
def test_a_commitment_is_of_one_game_table_number_and_composition(other: dict[str, object]) -> None:
    shuffled = Chance.seeded("subject").draw(shuffle_of(1, 1))
    subject = replace(shuffled.subject, **other)  # type: ignore[arg-type]  # the fields above
    assert subject.commitment(shuffled.leaves) != shuffled.commitment
    assert subject.leaf(0, shuffled.salts[0], shuffled.values[0]) != shuffled.leaves[0]


def test_a_secret_gives_the_same_again() -> None:
    drawn = Chance.fresh().draw(shuffle_of(3, 8))
    again = Drawn(drawn.subject, drawn.secret)
    assert (again.values, again.commitment) == (drawn.values, drawn.commitment)


def test_equal_cards_have_unequal_hashes_so_that_an_opened_card_tells_nothing_of_its_like() -> None:
    shuffled = Chance.seeded("six decks").draw(shuffle_of(1, 6))
    assert len(set(shuffled.salts)) == len(set(shuffled.leaves)) == 312


def test_a_commitment_is_64_hexadecimal_digits() -> None:
    published = Chance.seeded("hex").draw(dice_of(1, 6)).commitment
    assert len(published) == 64
    assert int(published, 16) >= 0
