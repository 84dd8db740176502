"""Exact edges: counted once for each rulebook, one at a time, in a process of their own."""

import asyncio
from fractions import Fraction

import pytest

from croupier.games import game
from croupier.identity import rulebook_digest
from croupier.web import edges
from croupier.web.edges import KEPT, WAITING, EdgeBook, Edges, Wanted, counted_apart
from tests.web.live import running

HIGH_CARD = "examples/games/high_card.py"


def wanted(digest: str) -> Wanted:
    return Wanted(digest, "baccarat", {})


class Counter:
    """Counts when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.running = 0
        self.may = asyncio.Event()

    async def __call__(self, asked: Wanted) -> Edges:
        self.asked.append(asked.digest)
        self.running += 1
        assert self.running == 1, "one at a time"
        await self.may.wait()
        self.running -= 1
        if asked.digest == "broken":
            raise RuntimeError(asked.digest)
        return Edges({"player": Fraction(1, 17)})


def test_a_rulebook_is_counted_once_however_often_somebody_looks() -> None:
    async def story() -> None:
        counter, told = Counter(), []
        book = EdgeBook(counter, lambda: told.append(1))
        for _ in range(3):
            assert book.edges(wanted("one")) is None
            assert book.edges(wanted("other")) is None
            await asyncio.sleep(0)
        counter.may.set()
        await asyncio.gather(*book.waiting.values())
        assert (counter.asked, len(told)) == (["one", "other"], 2)
        assert book.edges(wanted("one")) == Edges({"player": Fraction(1, 17)})
        assert not book.waiting

    asyncio.run(story())


def test_a_count_that_fails_is_said_to_have_failed_and_is_not_tried_for_ever() -> None:
    async def story() -> None:
        counter = Counter()
        counter.may.set()
        book = EdgeBook(counter)
        book.edges(wanted("broken"))
        await asyncio.gather(*book.waiting.values())
        assert book.edges(wanted("broken")) == Edges({}, edges.FAILED)
        assert not book.waiting

    asyncio.run(story())


def test_what_waits_and_what_is_kept_is_bounded() -> None:
    async def story() -> None:
        counter = Counter()
        book = EdgeBook(counter)
        for number in range(3 * WAITING):
            assert book.edges(wanted(str(number))) is None
        assert len(book.waiting) == WAITING
        await book.close()
        assert not book.waiting
        for number in range(KEPT + 5):
            book.remember(str(number), Edges({}))
        assert len(book.known) == KEPT
        assert "0" not in book.known

    asyncio.run(story())


def test_another_process_says_why_something_cannot_be_counted() -> None:
    found = asyncio.run(counted_apart(Wanted("d", "no-such-game.py", {})))
    assert found == Edges({}, "there is no such file")


def test_a_count_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edges, "SECONDS_MAX", 0)
    assert asyncio.run(counted_apart(Wanted("d", "baccarat", {}))) == Edges({}, edges.TOO_LONG)


@pytest.mark.slow
def test_another_process_counts_exactly() -> None:
    found = asyncio.run(counted_apart(Wanted("d", HIGH_CARD, {})))
    assert found == Edges({"bet": Fraction(1, 17)})


def test_programs_are_told_the_edges_of_a_table_and_of_a_game() -> None:
    async def story() -> None:
        async with running() as live:
            book = game("baccarat").rulebook()
            asked: list[Wanted] = []

            async def counted(wanted: Wanted) -> Edges:
                asked.append(wanted)
                if wanted.house["decks"] == 6:
                    return Edges({}, "there are too many deals")
                return Edges({wager.id: Fraction(1, 17) for wager in book.placed_wagers[1:]})

            live.desk.edges.count = counted
            ada, usual = await live.visitor("Ada"), await live.open("baccarat")
            opened = await ada.post("/api/me/tables", {"game": "baccarat", "name": "Mine", "house": {"decks": 6}})
            paths = [f"/api/tables/{usual}/edges", "/api/games/baccarat/edges"]
            paths.append(f"/api/tables/{opened.json['table']}/edges")
            early = [(await ada.get(path)).json for path in paths]
            assert [(each["is_counted"], each["reason"]) for each in early] == [(False, "")] * 3
            assert {wager["edge"] for each in early for wager in each["wagers"]} == {None}
            await asyncio.gather(*live.desk.edges.waiting.values())
            table, same, other = [(await ada.get(path)).json for path in paths]
            assert table == same
            assert len(asked) == 2, "the usual rules are counted once"
            assert table["digest"] == rulebook_digest(book)
            assert [(each["wager"], each["label"], each["edge"]) for each in table["wagers"]] == [
                (wager.id, wager.label, "1/17" if place else None) for place, wager in enumerate(book.placed_wagers)
            ]
            assert (other["is_counted"], other["reason"]) == (True, "there are too many deals")
            assert {wager["edge"] for wager in other["wagers"]} == {None}
            for path in ("/api/games/bridge/edges", "/api/tables/nowhere/edges"):
                assert (await ada.get(path)).status == 404

    asyncio.run(story())
