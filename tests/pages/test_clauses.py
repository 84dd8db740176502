"""Every clause about the table and about what is done there is drawn on its page, or announced.

A mark that cites a clause is not enough: what is drawn is looked at, and an announcement is something that was said.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest

from croupier.cards import RANK_WORDS
from croupier.games import GAMES, game
from croupier.house.telling import round_told
from croupier.rulebook import Kind
from tests.clauses import proves
from tests.pages.markup import Markup, markup
from tests.pages.table_story import TableStory

READINGS: dict[str, tuple[Mapping[str, Any], ...]] = {
    "casino-monte": ({}, {"shuffle": "shoe"}, {"procedure": "alternate"}),
    "baccarat": ({},),
    "three-card-poker": ({}, {"first_action": "action_button"}, {"forfeits": "at_fold"}),
}
"""House rules under which other clauses come into play."""
ROUNDS = 4


@dataclass(frozen=True)
class Shown:
    """What pages of some rounds show."""

    pages: tuple[Markup, ...]
    announced: frozenset[str]
    """The clauses of what was said."""
    cited: frozenset[str]
    """All clauses that are marked anywhere."""


@cache
def shown_by(of: str) -> Shown:
    """What pages of some rounds of a game show."""
    pages, announced = [], set[str]()
    for seed, rules in enumerate(READINGS.get(of, ({},)), 5):
        story = TableStory(of, rules, seed)
        for _ in story.moves(rounds=ROUNDS):
            pages.append(markup(story.page(story.people[0])))
            said = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
            announced |= {id_ for each in said for id_ in each.clauses}
    cited = {id_ for page in pages for id_ in page.clauses}
    return Shown(tuple(pages), frozenset(announced), frozenset(cited))


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_every_procedure_is_announced_or_can_be_seen(of: str) -> None:
    wanted = {clause.id for clause in game(of).clauses if clause.kind is Kind.PROCEDURE}
    assert wanted
    assert sorted(wanted - shown_by(of).announced - DRAWN.keys()) == []


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES)
def test_every_clause_that_is_shown_is_one_of_the_game(of: str) -> None:
    assert all(game(of).clause(id_) for id_ in shown_by(of).cited)


# ── What is drawn ────────────────────────────────────────────────────────────────────────────────────────────────────

Check = Callable[[Sequence[Markup]], bool]
"""Whether some pages draw something. They are given what each page marks with a clause, one thing after the other."""


def a_cup_with_its_lid_and_then_the_die(cups: Sequence[Markup]) -> bool:
    lids = [bool(cup.having("lid")) for cup in cups]
    dice = [any("/die-" in image.given["src"] for image in cup.of("img")) for cup in cups]
    return all(lid != die for lid, die in zip(lids, dice, strict=True)) and any(lids) and any(dice)


def the_same_symbols_at_positions_and_spots(marked: Sequence[Markup]) -> bool:
    signs = {
        kind: {
            (sign.given["class"], sign.text)
            for each in marked
            if each.tag == "figure" or "spot" in each.classes
            if (each.tag == "figure") is (kind == "position")
            for sign in each.having("symbol")
        }
        for kind in ("position", "spot")
    }
    return len(signs["position"]) == 3 and signs["position"] == signs["spot"]


def two_faces_below_each_position(positions: Sequence[Markup]) -> bool:
    printed = {faces.given["aria-label"] for each in positions for faces in each.having("faces")}
    pips = [
        sum(len(faces.of("circle")) for faces in each.having("faces")) for each in positions if len(each.of("svg")) == 2
    ]
    return printed == {f"Die faces {one}, {one + 1}" for one in (1, 3, 5)} and sorted(set(pips)) == [3, 7, 11]


def named(text: str) -> Check:
    """A place with a name printed in it."""
    return lambda places: all(each.having("printed")[0].text.startswith(text) for each in places)


def backs_of_two_colours(felts: Sequence[Markup]) -> bool:
    return {src for felt in felts for src in felt.sources if "back-" in src} == {
        "/art/back-red.svg",
        "/art/back-blue.svg",
    }


def the_dealer_opposite_of_seven_seats(felts: Sequence[Markup]) -> bool:
    return all(felt.by_id("dealer") and len(felt.having("place")) == 7 for felt in felts)


def cards_before_their_players(places: Sequence[Markup]) -> bool:
    return any(len(place.of("img")) == 3 for place in places)


def laid_out_as_the_best_hand(hands: Sequence[Markup]) -> bool:
    """Cards of one rank lie together, the others from high to low; an ace below a deuce and a three comes last."""
    ranks = [
        [RANK_WORDS.index(alt.split()[0]) for alt in hand.alts] for hand in hands if "card face down" not in hand.alts
    ]
    full = [each for each in ranks if len(each) == 3]
    return bool(full) and all(
        each[1] in (each[0], each[2]) if len(set(each)) < 3 else each in (sorted(each, reverse=True), [1, 0, 12])
        for each in full
    )


def where_the_second_and_third_card_go(positions: Sequence[Markup]) -> bool:
    notes = {note.text for each in positions for note in each.of("small")}
    return {note.partition(" the ")[0] for note in notes} >= {"middle", "nearest"}


def fixture(picture: str, *captions: str) -> Check:
    """Something that stands on the felt, with its picture and what is said of it in turn."""
    return lambda all_: (
        all(any(f"/art/{picture}" in src for src in each.sources) for each in all_)
        and all(any(caption in each.text for each in all_) for caption in captions)
    )


def the_rack_of_one_deck(racks: Sequence[Markup]) -> bool:
    said = [rack.text for rack in racks if "undealt" in rack.text]
    return bool(said) and all(("red" in each) != ("blue" in each) for each in said)


DRAWN: Final[Mapping[str, Check]] = {
    "CM-I7": a_cup_with_its_lid_and_then_the_die,
    "CM-3b": a_cup_with_its_lid_and_then_the_die,
    "CM-A2b": a_cup_with_its_lid_and_then_the_die,
    "CM-1c": the_same_symbols_at_positions_and_spots,
    "CM-A1c": the_same_symbols_at_positions_and_spots,
    "CM-4b": two_faces_below_each_position,
    "CM-A3b": two_faces_below_each_position,
    "CM-5c": named("Raise"),
    "CM-A5c": named("Raise"),
    "CM-2b": where_the_second_and_third_card_go,
    "LM-C": named("Lucky Monkey"),
    "TCP-K3a": backs_of_two_colours,
    "TCP-L2": the_dealer_opposite_of_seven_seats,
    "TCP-La": named("Ante"),
    "TCP-Lb": named("Play"),
    "TCP-Lc": named("Pair Plus"),
    "TCP-Ld": named("6 Card Bonus"),
    "TCP-D10b": cards_before_their_players,
    "TCP-D13c": laid_out_as_the_best_hand,
    "TCP-K1": fixture("shuffler", "shuffler"),
    "TCP-K3": fixture("shuffler", "red deck inside", "blue deck inside"),
    "TCP-K3b": fixture("shuffler", "red deck inside", "blue deck inside"),
    "TCP-K3d": the_rack_of_one_deck,
    "TCP-L3": fixture("drop-box", "drop box", "in the box"),
}
"""What can be seen of a clause, whatever is said."""
WHOLE_FELT: Final = ("TCP-K3a", "TCP-L2")
"""What the felt as a whole shows."""


@pytest.mark.slow
@pytest.mark.parametrize("clause", DRAWN)
def test_what_a_clause_says_of_the_table_can_be_seen_there(clause: str) -> None:
    of = next(id_ for id_ in GAMES if any(each.id == clause for each in game(id_).clauses))
    pages = shown_by(of).pages
    marked = [each for page in pages for each in page.marked(clause)]
    assert marked
    assert DRAWN[clause]([page.by_id("felt")[0] for page in pages] if clause in WHOLE_FELT else marked)


def test_every_physical_clause_can_be_seen() -> None:
    wanted = {clause.id for of in GAMES for clause in game(of).clauses if clause.kind is Kind.PHYSICAL}
    assert sorted(wanted - DRAWN.keys()) == []


@proves("LM-5")
def test_a_side_bet_that_is_collected_at_once_is_announced_with_its_owners() -> None:
    story = TableStory("baccarat", seed=5)
    for _ in story.moves(rounds=4):
        said = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
        told = [each for each in said if "LM-5" in each.clauses]
        if told:
            break
    assert len(told) == 1
    assert told[0].text.startswith("You lose $1 on Lucky Monkey, Player 2 $1 on Lucky Monkey")


@proves("BAC-9")
@pytest.mark.slow
def test_the_cut_card_and_the_new_shoe_are_announced() -> None:
    story = TableStory("baccarat", {"decks": 6, "cut_card": 260}, seed=5)
    said = set()
    for _ in story.moves(rounds=16):
        told = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
        said |= {(each.text, *each.clauses) for each in told}
    assert {("The cut card is out.", "LM-R6"), ("The shoe is shuffled and cut.", "BAC-9")} <= said


@proves("TCP-D7c")
def test_where_the_action_begins_is_announced_as_the_round_opens() -> None:
    story = TableStory("three-card-poker", {"first_action": "action_button"})
    for _ in story.moves(rounds=1):
        said = round_told(story.small.table(story.table), story.people[0], story.small.house.name_of)
        if said:
            break
    assert said[0].text.startswith("The action button is at seat ")
    assert said[0].clauses == ("TCP-R2", "TCP-D7c", "TCP-R15")
