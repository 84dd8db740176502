"""A round recalled: what was seen and said, what was committed to, and nothing that the seat could not know."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from croupier.cards import CARD_NAMES
from croupier.chance import Subject
from croupier.games import GAMES
from croupier.house import requests as r
from croupier.house.own_round import OwnRound
from croupier.house.rows import Opening
from croupier.house.telling import round_told
from croupier.pages.round_page import Recall, page
from croupier.table import events as e
from tests.house.small_house import SmallHouse


def recalled(
    small: SmallHouse, table: str, guest: str, number: int = 1, change: Callable[[str], str] = str
) -> OwnRound:
    """A round of somebody's, from records that may be changed on their way."""
    played = next(row for row in small.store.played.values() if (row.guest, row.round) == (guest, number))
    lines = [change(line) for line in small.store.lines[table]]
    before = [line for line in lines[: played.first] if '"event":"cards_shuffled"' in line]
    openings = [Opening(table, *about(text), text, 0) for text in small.store.opened(table)]
    document = small.store.documents["table", table]
    span = lines[played.first : played.last + 1]
    return small.house.own_round(document, played, span, openings, before[-1] if before else "")


def about(text: str) -> tuple[str, int]:
    said = json.loads(text)
    return said["of"], said["number"]


def two_at_three_card_poker(seed: int) -> tuple[SmallHouse, str, list[str]]:
    """A round between two players, one of whom folds, and a bank that is the house's player."""
    small = SmallHouse(seed)
    table = small.open("three-card-poker", house_run=1)
    people = small.pair(table, 1, 2)
    small.until_betting(table, *people)
    for guest in people:
        small.bet(table, guest)
    for guest, wanted in zip(people, ("play", "fold"), strict=True):
        for _ in range(60):
            may = small.house.view(table, guest)["you"]["legal"]["decision"]
            if may:
                place = [each["option"] for each in may["options"]].index(wanted)
                small.decide(table, guest, place)
                break
            small.wait(1)
    for _ in range(60):
        if small.table(table).recorder.track.closed.round:
            break
        small.wait(1)
    return small, table, people


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_told_afterwards_as_it_was_told_at_the_table(game: str) -> None:
    small = SmallHouse(5)
    table = small.open(game, house_run=2, between=30)
    guest = small.seated(table)
    small.until_betting(table, guest)
    rng = random.Random(5)
    for _ in range(200):
        seen = small.house.view(table, guest)
        if seen["closed"]:
            break
        may = seen["you"]["legal"]
        if may["decision"]:
            small.decide(table, guest, rng.randrange(len(may["decision"]["options"])))
        elif may["wagers"] and not small.table(table).state.stakes.get((1, may["wagers"][0]["wager"])):
            small.bet(table, guest)
        else:
            small.wait(1)
    live = round_told(small.table(table), guest, lambda _: "")
    unnamed = {player: f"Seat {seat}" for seat, player in small.table(table).state.seated.items()}
    for seat, name in small.table(table).company_names.items():
        unnamed[name] = f"Seat {seat}"
    own = recalled(small, table, guest)
    expected = []
    for said in (each for each in live if each.number <= own.played.last):
        text = said.text
        for name, instead in unnamed.items():
            text = text.replace(name, instead)
        expected.append((said.number, text, said.clauses))
    found = own.told(len(own.seen), to_guest=True)
    assert [tuple(each) for each in found][-len(expected) :] == expected
    assert all(each.number <= own.seen[4].number for each in own.told(5, to_guest=True))


def test_to_others_everybody_is_a_seat() -> None:
    small, table, people = two_at_three_card_poker(3)
    own = recalled(small, table, people[0])
    mine, theirs = (json.dumps(own.told(len(own.seen), to_guest=to)) for to in (True, False))
    assert "You bet" in mine
    assert "You" not in theirs
    assert "Seat 1 bets" in theirs
    text = json.dumps(own.shared_listing(names_table=True))
    assert "Player 1" not in text
    assert "Player 2" not in text


def test_what_was_committed_to_stands_before_the_round_and_says_what_it_is_about() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    for _ in range(2):
        small.until_betting(table)
        small.bet(table, guest)
    for number in (1, 2):
        own = recalled(small, table, guest, number)
        (bound,) = own.commitments()
        assert bound["commitment"] == small.last(table, e.CardsShuffled).commitment
        assert bound["record"] < own.seen[0].number
        assert bound["subject"] == Subject("shuffle", "baccarat", table, 1, (8,)).text
    assert bound["drawn"] > 0, "the second round's cards come after the first's"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_whatever_lies_hidden_changes_nothing_of_what_is_recalled_or_shared(seed: int) -> None:
    """The other's folded hand is exchanged in the records: everything that is shown stays the same."""
    small, table, people = two_at_three_card_poker(seed)
    own = recalled(small, table, people[0])
    dealt = [event for _, event, _ in own.seen if isinstance(event, e.CardsDealt) and event.slot == "seat 2"]
    exposed = [event for _, event, _ in own.seen if isinstance(event, e.CardsExposed) and event.slot == "seat 2"]
    assert dealt
    assert not exposed, "a folded hand is not shown"
    hidden = [CARD_NAMES[card] for event in dealt for card in event.cards]
    seen = {card for _, event, _ in own.seen for card in getattr(event, "cards", ())}
    others = [name for card, name in enumerate(CARD_NAMES) if card not in seen][: len(hidden)]

    def exchanged(line: str) -> str:
        if '"slot":"seat 2"' not in line:
            return line
        return re.sub("|".join(hidden), lambda found: others[hidden.index(found[0])], line)

    other = recalled(small, table, people[0], change=exchanged)
    assert other.records != own.records
    assert shown(other) == shown(own)
    assert shown(recalled(small, table, people[1], change=exchanged)) != shown(recalled(small, table, people[1]))


def shown(own: OwnRound) -> Any:
    """All that is shown of it, to its guest and to others, in browsers and to programs."""
    guest = [str(page(Recall(own, "/x", step))) for step in range(1, len(own.seen) + 1)]
    others = [str(page(Recall(own, "/x", step, to_guest=False))) for step in range(1, len(own.seen) + 1)]
    return guest, others, own.listing(lambda _: ""), own.shared_listing(names_table=True)


def test_of_a_private_table_neither_its_id_nor_a_proof_by_it_is_shared() -> None:
    small, table, people = two_at_three_card_poker(3)
    own = recalled(small, table, people[0])
    assert table in json.dumps(own.shared_listing(names_table=True))
    assert table not in json.dumps(own.shared_listing(names_table=False))


def test_a_round_that_was_called_off_can_be_recalled() -> None:
    small = SmallHouse()
    table = small.open("casino-monte")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.VoidRound("a card fell"), table)
    own = recalled(small, table, guest)
    assert "a card fell" in own.told(len(own.seen), to_guest=True)[-1].text
    assert (own.played.before, own.played.after) == (500_00, 500_00)
