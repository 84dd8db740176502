"""Paytables as people write them: by line, whole, in ranges, and what is said to those who mistype."""

from collections.abc import Callable
from fractions import Fraction

import pytest

import croupier
from croupier.errors import Refused
from croupier.front.sweep import tables_of
from croupier.odds import odds_from
from croupier.rulebook.house import rule_text
from croupier.spelling import meant

PRINTED = ["200:1", "40:1", "30:1", "6:1", "3:1", "1:1"]
LINES = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
TCP = croupier.game("tcp")


def pair_plus(paytable: object) -> object:
    """The odds of Pair Plus under a paytable."""
    return TCP.with_rules(paytable=paytable).house["pair_plus_paytable"]  # type: ignore[arg-type]  # whatever somebody gives


# ── How they are written ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "given",
    [
        "pair_plus=straight:8",
        "pair_plus=straight=8",
        "Pair Plus = straight : 8 to 1",
        "pairplus=Straight:8",
        "pp=straight:8:1",
        {"pair_plus": {"straight": 8}},
        {"pp": {"straight": Fraction(8)}},
        {"pair_plus": "straight:8"},
        "pair_plus=200,40,30,8,3,1",
        {"pair_plus": [200, 40, 30, "8:1", 3, 1]},
    ],
)
def test_a_line_is_changed_however_it_is_spelled(given: object) -> None:
    assert pair_plus(given) == [*PRINTED[:3], "8:1", *PRINTED[4:]]


def test_a_line_of_several_words_may_be_written_with_spaces() -> None:
    assert pair_plus("pair_plus=three of a kind:8") == [*PRINTED[:2], "8:1", *PRINTED[3:]]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("pair_plus=strait:8", 'there is no line "strait"; the closest is straight'),
        ("pair_plus=xyz:8", f'there is no line "xyz"; the lines are {", ".join(LINES)}'),
        ("straight:8", '"straight:8" cannot be read; give such as pair_plus=straight:8'),
        ("three of a kind:8", '"three of a kind:8" cannot be read; give such as pair_plus=three of a kind:8'),
        ("full_house:8", "give such as six_card_bonus=full_house:8"),
        ("rubbish", "give such as pair_plus=mini_royal:40"),
        ("pair_plus=straight:1.5", '"1.5" is not odds; write 3:2'),
        ({"pair_plus": {"straight": 8.5}}, "8.5 is not odds; write 17:2"),
        ("pair_plus=straight:-5", "odds of -5 are below 0"),
        ("pair_plus=2", '"2" is not the number of a printed paytable; give 1, or odds for mini_royal'),
        ("pair_plus=1,2", "2 odds for 6 lines"),
        ("pair_plus=straight:5,straight:6", 'odds are given twice for "straight"'),
        ("pair_plus=straight:5,Straight:6", 'odds are given twice for "straight"'),
        (["pair_plus=straight:5", "pp=flush:6"], '"pair_plus" is given twice'),
        ("ante=straight:8", 'there is no paytable of "ante"'),
    ],
)
def test_what_cannot_be_priced_is_refused_with_what_would_be_right(given: object, why: str) -> None:
    with pytest.raises(Refused) as refused:
        pair_plus(given)
    assert (refused.value.field, why in refused.value.reason) == ("paytable", True), refused.value


def test_the_number_of_a_printed_paytable_is_one_of_those_there_are() -> None:
    for rules in ({"pair_plus_paytable": 2}, {"pair_plus_paytable": "50"}):
        with pytest.raises(Refused, match="is not the number of a printed paytable; give 1, or odds for mini_royal"):
            TCP.with_rules(**rules)
    with pytest.raises(Refused, match="50 is not the number of a printed paytable"):
        TCP.sweep(pair_plus_paytable=[50, 50, 30, 6, 3, 1])


def test_odds_that_are_a_decimal_or_a_fraction_are_answered_with_how_they_are_written() -> None:
    for given, right in (("1.5", "write 3:2"), ("1/2", "write 1:2"), ("many", "such as 40 or 3:2")):
        with pytest.raises(Refused, match=right):
            odds_from(given)


def test_a_name_is_known_by_its_spelling_or_its_initials_and_never_guessed() -> None:
    wagers = ("ante", "pair_plus", "pass_play", "pairs")
    known = {"PAIRS": "pairs", "pair plus": "pair_plus", "Ante": "ante", "pp": None, "pair": None, "a": None, "": None}
    assert {given: meant(given, wagers) for given in known} == known
    assert meant("pp", wagers[:2]) == "pair_plus"


def test_the_odds_of_every_line_can_be_looked_up_and_given_back() -> None:
    assert TCP.paytables["pair_plus"] == dict(zip(LINES, PRINTED, strict=True))
    assert TCP.with_rules(paytable=TCP.paytables).house == TCP.house


def test_a_paytable_is_told_as_briefly_as_it_can_be_typed() -> None:
    assert rule_text(["200:1", "3:2"]) == "200,3:2"
    assert rule_text(["9:1"]) == "9:1"  # a number alone would be that of a printed paytable


def test_a_range_of_odds_is_every_one_of_them() -> None:
    assert tables_of("pair_plus=straight:5..6,flush:3..4") == [
        [f"pair_plus=straight:{straight},flush:{flush}"] for straight in (5, 6) for flush in (3, 4)
    ]
    assert tables_of(["a=1,2..3", "b=x:4"]) == [["a=1,2", "b=x:4"], ["a=1,3", "b=x:4"]]
    for given in ("a=x:8..5", "a=x:1..1000", "a=x:1..50,y:1..50"):
        with pytest.raises(Refused, match="100"):
            tables_of(given)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: TCP.design("pair_plus", edge=0.05), "edge: 0.05 is not a band; give two shares, such as 5%..6%"),  # type: ignore[arg-type]  # as somebody may
        (lambda: TCP.design("pair_plus", edge="2..3"), "for 2 percent write 2%"),
        (lambda: TCP.design("pair_plus", edge="2%..3%", max_top="50:1"), 'max_top: "50:1" is not a whole number'),  # type: ignore[arg-type]  # as above
        (lambda: TCP.design("pear_plus", edge="2%..3%"), 'there is no wager "pear_plus"'),
        (lambda: TCP.analyze(wager="pear_plus"), 'there is no wager "pear_plus"'),
        (lambda: TCP.analyze(stake={"pair_plus": 10}), r"pair_plus needs a stake on ante too \(TCP-PP1\)"),
        (lambda: croupier.compare(5), "5 is not an analysis"),  # type: ignore[arg-type]  # as above
        (lambda: croupier.compare("tcp"), '"tcp" is not an analysis'),  # type: ignore[arg-type]  # as above
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_counted(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        ask()
