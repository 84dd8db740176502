"""The roads of a table: what the layout's marks make of the rounds from the same cards."""

import re
from dataclasses import replace
from itertools import pairwise

from croupier.cards import NO_CARD, card_name
from croupier.games import game
from croupier.house import requests as r
from croupier.pages.road import big_road, road
from croupier.rulebook import Game, House, Mark, Road, Round, Rulebook, Sign, seat_slot
from croupier.table import events as e
from tests.clauses import proves
from tests.house.small_house import SmallHouse
from tests.pages.table_story import TableStory

MARKS = {mark.letter: mark for mark in (Mark("P", Sign("Player")), Mark("B", Sign("Banker")))}
MARKS["T"] = Mark("T", Sign("Tie"), crosses=True)


def places(letters: str) -> list[tuple[str, int, int]]:
    return [(mark.letter, column, row) for column, row, mark, _ in big_road([MARKS[letter] for letter in letters])]


def test_the_big_road_begins_a_column_with_each_change() -> None:
    assert places("PPBPP") == [("P", 0, 0), ("P", 0, 1), ("B", 1, 0), ("P", 2, 0), ("P", 2, 1)]


def test_a_tie_is_noted_across_the_mark_before_it_and_one_at_the_start_across_the_first() -> None:
    crossed = [each.crossed for each in big_road([MARKS[letter] for letter in "TPPTTB"])]
    assert crossed == [1, 2, 0]
    assert big_road([MARKS["T"]]) == []


def test_a_column_that_is_full_turns_to_the_right_and_stays_in_its_row() -> None:
    assert places("B" * 9)[5:] == [("B", 0, 5), ("B", 1, 5), ("B", 2, 5), ("B", 3, 5)]
    after = places("B" * 8 + "P" * 6)
    assert after[8:] == [("P", 1, 0), ("P", 1, 1), ("P", 1, 2), ("P", 1, 3), ("P", 1, 4), ("P", 2, 4)]
    assert len({place[1:] for place in after}) == len(after), "no two marks share a place"


def test_no_two_marks_of_a_long_road_share_a_place() -> None:
    found = places("B" * 7 + "P" * 7 + "BP" * 20 + "B" * 14 + "P" * 9)
    assert len({place[1:] for place in found}) == len(found)
    assert max(row for _, _, row in found) == 5


WORTH = {str(number): number for number in range(2, 10)} | {"A": 1}


def results(small: SmallHouse, table: str) -> list[str]:
    """The winner of every coup since the last shuffle, worked out here from the cards."""
    found: list[str] = []
    sums: dict[str, int] = {}
    for event in small.events(table):
        match event:
            case e.CardsShuffled():
                found = []
            case e.RoundOpened():
                sums = {"player": 0, "banker": 0}
            case e.CardsDealt(slot=slot, cards=cards):
                worth = (WORTH.get(card_name(card)[0], 0) for card in cards)
                sums[slot] = (sums[slot] + sum(worth)) % 10
            case e.RoundClosed():
                found.append("T" if sums["player"] == sums["banker"] else max(sums, key=sums.__getitem__)[0].upper())
            case _:
                pass
    return found


@proves("BAC-6", "BAC-8")
def test_a_house_notes_every_coup_of_the_shoe_and_still_knows_them_after_a_restart() -> None:
    story = TableStory("baccarat", seed=4)
    for _ in story.moves(rounds=9):
        pass
    small, table = story.small, story.table
    noted = small.house.view(table)["road"]
    assert noted == results(small, table)
    assert len(noted) == 9
    assert len(set(noted)) > 1
    small.restart()
    assert small.house.view(table)["road"] == noted


def test_a_new_shoe_begins_a_new_road() -> None:
    story = TableStory("baccarat", {"decks": 6, "cut_card": 260}, seed=4)
    lengths = []
    for _ in story.moves(rounds=14):
        lengths.append(len(story.small.house.view(story.table)["road"]))
        assert story.small.house.view(story.table)["road"] == results(story.small, story.table)
    assert any(later < before for before, later in pairwise(lengths))


def test_a_round_that_is_called_off_leaves_no_mark() -> None:
    story = TableStory("baccarat", seed=4)
    for _ in story.moves(rounds=2):
        pass
    small, table = story.small, story.table
    small.until_betting(table, *story.people)
    before = small.house.view(table)["road"]
    assert small.table(table).state.in_round
    small.operate(r.VoidRound("a card fell"), table)
    assert small.house.view(table)["road"] == before
    assert len(before) == 2


def test_both_roads_are_drawn_with_letters_and_in_words() -> None:
    book = game("baccarat").rulebook()
    drawn = str(road(book, ["P", "B", "T", "B"]))
    assert re.findall(r"<text[^>]*>([A-Z])</text>", drawn) == ["P", "B", "T", "B"]
    assert "Player 1, Banker 2, Tie 1. Latest first: Banker, Tie, Banker, Player." in drawn
    assert drawn.count('class="ring') == 3
    assert drawn.count("crossing") == 1


def test_a_game_that_notes_no_results_has_no_road() -> None:
    assert str(road(game("casino-monte").rulebook(), [])) == '<section id="road" hidden></section>'


def test_what_notes_a_round_is_told_only_of_cards_that_everybody_saw() -> None:
    heard: list[tuple[int, ...]] = []

    def noted(so_far: Round) -> int:
        heard.extend(so_far.cards(seat_slot(seat)) for seat in so_far.players)
        return 0

    def build(of: Game, house: House) -> Rulebook:
        book = poker.build(of, house)
        return replace(book, layout=replace(book.felt, road=Road((Mark("R", Sign("Round")),), noted)))

    poker = game("three-card-poker")
    story = TableStory(replace(poker, build=build), seed=3)
    for _ in story.moves(rounds=6):
        pass
    shown = {event.slot: set(event.cards) for event in story.small.events(story.table) if type(event) is e.CardsExposed}
    assert shown
    hands = [hand for hand in heard if hand]
    assert any(set(hand) == {NO_CARD} for hand in hands), "a hand that was folded stays unknown"
    assert any(NO_CARD not in hand for hand in hands)
    assert story.small.house.view(story.table)["road"] == ["R"], "each round has another deck"
