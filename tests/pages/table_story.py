"""Rounds at a small house, with the page of every viewer after everything that happens."""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from random import Random
from typing import Any

from croupier.house import requests as r
from croupier.pages import table_page
from croupier.rulebook import Game
from croupier.table.state import BANK_WAGER
from croupier.web.table_pages import sight_of
from tests.house.small_house import SmallHouse


class TableStory:
    """A table with two people and two players of the house, and somebody who watches."""

    def __init__(self, of: str | Game, house: Mapping[str, Any] | None = None, seed: int = 1, people: int = 2) -> None:
        games = None if isinstance(of, str) else {of.id: of}
        self.small = SmallHouse(seed, games)
        self.chance = Random(seed)
        self.table = self.small.open(of if isinstance(of, str) else of.id, house, house_run=2, between=3)
        seats = self.small.table(self.table).state.rulebook.seats
        self.people = self.small.pair(self.table, *range(1, min(people, seats) + 1))
        self.watcher = self.small.enter("Watcher")

    def page(self, guest: str) -> str:
        """The whole page of a viewer."""
        return str(table_page.page(sight_of(self.small.house, self.table, guest, self.small.now)))

    def parts(self, guest: str) -> dict[str, str]:
        """What changes of it, by id."""
        sight = sight_of(self.small.house, self.table, guest, self.small.now)
        return {id_: str(part) for id_, part in table_page.fragments(sight).items()}

    def moves(self, rounds: int) -> Iterator[None]:
        """Let people do anything that they may, or wait, until so many rounds are over; one thing at a time."""
        for _ in range(100 * rounds):
            if self.small.table(self.table).recorder.track.closed.round >= rounds:
                return
            asked = [(guest, request) for guest in self.people for request in self.next_of(guest)]
            if asked:
                guest, request = self.chance.choice(asked)
                self.small.act(self.table, guest, request)
            else:
                self.small.wait(1)
            yield
        raise AssertionError("the rounds do not come to an end")

    def next_of(self, guest: str) -> Iterator[r.Request]:
        """What somebody may do now: everything is bet on that can be."""
        view = self.small.house.view(self.table, guest)
        legal, seat = view["you"]["legal"], view["you"]["seat"]
        place = next(each for each in view["places"] if each["seat"] == seat)
        if legal["answer_bank"]:
            yield r.AnswerOffer(take=self.chance.random() < 0.5)
        elif legal["decision"]:
            options = [each["option"] for each in legal["decision"]["options"] if each["affordable"]]
            yield r.Choose(self.chance.choice(options), legal["decision"]["decision"])
        elif legal["wagers"] and not place["done"]:
            placed = place["wagers"] | ({BANK_WAGER: 1} if view["bank"] and view["bank"]["wager"] else {})
            wagers = {each["wager"]: each["least"] for each in legal["wagers"] if each["wager"] not in placed}
            if BANK_WAGER in wagers:
                wagers[BANK_WAGER] *= self.chance.choice((5, 100))
            spots = next((each["spots"] for each in legal["wagers"] if each["spots"] and each["wager"] in wagers), ())
            yield r.Bet(wagers, self.chance.choice(spots) if spots else 0) if wagers else r.Done()


class ClausesShown(HTMLParser):
    """The clauses that a page draws or announces."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        given = dict(attrs)
        self.found.update((given.get("data-clause") or "").split())
        if tag == "a" and given.get("class") == "clause":
            self.found.update(re.findall(r"#(\S+)$", given.get("href") or ""))


def clauses_shown(page: str) -> set[str]:
    """The clauses that a page draws or announces."""
    parser = ClausesShown()
    parser.feed(page)
    return parser.found
