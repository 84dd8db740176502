"""The running tally: counted beside the house, for its guest alone, and never more than is known."""

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from croupier.house.rows import Played
from croupier.house.tally import BANKED, NO_WAGERS, PlayedRound, Reckoning, Tally, Weighing
from croupier.web import reckoner, tallies
from croupier.web.advice import Adviser, reckon
from croupier.web.edges import Edges, Wanted
from croupier.web.reckoner import NotCountedError
from croupier.web.settings import Rate
from croupier.web.tallies import NOT_KEPT
from tests.web.live import Live, Visitor
from tests.web.test_round_pages import browse, played, told

EDGE = Fraction(-1, 7)


async def here(_: Adviser, work: Callable[[Any], Any], asked: object) -> object:
    """In this process, which has loaded the engine already."""
    return work(asked)


async def no_reason(_: Wanted) -> Edges:
    return Edges({"initial": Fraction(1, 50)})


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts are made here, and every wager is worth the same."""
    monkeypatch.setattr(Adviser, "run", here)
    monkeypatch.setattr(reckoner, "value_of_mix", lambda _, __, mix: EDGE * sum(units for _, units in mix))


async def tally_of(live: Live, who: Visitor) -> dict[str, Any]:
    """A tally once all of it is counted."""
    while True:
        heard = await who.get("/api/me/tally")
        assert heard.status == 200
        found: dict[str, Any] = heard.json
        if not found["waiting"]:
            return found
        await asyncio.gather(*live.desk.tallies.tasks.values(), *live.desk.edges.waiting.values())


def exact(figure: dict[str, Any]) -> Fraction:
    return Fraction(figure["exact"])


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("game", ["casino-monte", "baccarat", "three-card-poker"])
def test_a_tally_adds_up_round_by_round_and_in_all(game: str) -> None:
    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        _, ada = await played(live, game, rounds=4)
        found = await tally_of(live, ada)
        assert found["rounds"] == len(found["latest"]) >= 4
        counted = [each for each in found["latest"] if not each["why_not"]]
        assert found["counted"] == len(counted)
        left_out = {each["why_not"] for each in found["latest"]} - {""}
        may_bank = game == "three-card-poker"  # by chance, in some rounds or in all
        assert left_out <= {BANKED, NO_WAGERS} if may_bank else counted and not left_out
        for part in ("skill", "luck", "edge"):
            assert exact(found[part]) == sum(exact(each[part]) for each in counted)
        for each in (found, *counted):
            assert sum(exact(each[part]) for part in ("skill", "luck", "edge")) == each["result"]
        for each in counted:
            assert exact(each["skill"]) == sum(exact(choice["skill"]) for choice in each["choices"])
        if game == "baccarat":
            assert exact(found["skill"]) == 0
        listed = (await ada.get("/api/rounds")).json["rounds"]
        net = {(each["table"], each["round"]): each["after"] - each["before"] for each in listed}
        assert all(each["result"] == net[each["table"], each["round"]] for each in counted)

    told(story)


@pytest.mark.usefixtures("counting")
def test_pages_show_the_tally_and_each_round_taken_apart() -> None:
    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        table, ada = await played(live, rounds=3)
        found = await tally_of(live, ada)
        for path in ("/rounds", "/rounds/tally"):
            text = (await browse(live, "GET", path, ada.cookie)).body.decode()
            assert "Skill, luck and edge of 3 rounds add up to the result" in text
            assert 'role="img"' in text
            assert "data-later" not in text
        text = (await browse(live, "GET", f"/rounds/{table}/1", ada.cookie)).body.decode()
        assert "the wagers under best play, less fees" in text
        assert "data-later" not in text
        assert found["latest"][-1]["round"] == 1

    told(story)


@pytest.mark.usefixtures("counting")
def test_nobody_sees_the_tally_of_another() -> None:
    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        table, ada = await played(live)
        bob = await live.visitor("Bob")
        assert (await tally_of(live, ada))["counted"] == 1
        assert (await tally_of(live, bob))["rounds"] == 0
        assert "nothing to add up" in (await browse(live, "GET", "/rounds/tally", bob.cookie)).body.decode()
        assert (await browse(live, "GET", f"/rounds/{table}/1", bob.cookie)).status == 404
        assert (await browse(live, "GET", f"/rounds/{table}/1/advice", bob.cookie)).status == 404
        assert {guest for guest, _, _ in live.desk.tallies.known} == {(await ada.get("/api/me")).json["guest"]}

    told(story)


@pytest.mark.usefixtures("counting")
def test_until_a_game_is_counted_its_rounds_wait_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(live: Live) -> None:
        may_count = asyncio.Event()

        async def slowly(_: Wanted) -> Edges:
            await may_count.wait()
            return Edges({})

        monkeypatch.setattr(live.desk.edges, "count", slowly)
        table, ada = await played(live)
        for path in ("/rounds", "/rounds/tally", f"/rounds/{table}/1"):
            text = (await browse(live, "GET", path, ada.cookie)).body.decode()
            assert "Counting…" in text
            assert "data-later" in text
        waits = (await ada.get("/api/me/tally")).json
        assert (waits["waiting"], waits["counted"], waits["result"]) == (1, 0, 0)
        may_count.set()
        assert (await tally_of(live, ada))["counted"] == 1

    told(story)


@pytest.mark.usefixtures("counting")
def test_a_game_that_cannot_be_counted_is_left_out_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> Fraction:
        raise NotCountedError

    async def story(live: Live) -> None:
        table, ada = await played(live)
        assert (await tally_of(live, ada))["latest"][0]["why_not"] == "this is a test"
        text = (await browse(live, "GET", f"/rounds/{table}/1", ada.cookie)).body.decode()
        assert "This round is not counted: this is a test." in text
        live.desk.tallies.known.clear()
        live.desk.edges.known.clear()
        live.desk.edges.count = no_reason
        monkeypatch.setattr(reckoner, "value_of_mix", unknown)
        assert (await tally_of(live, ada))["latest"][0]["why_not"] == NOT_KEPT

    told(story)


@pytest.mark.usefixtures("counting")
def test_each_round_is_counted_once_one_at_a_time_and_again_when_it_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []
    at_once: list[int] = []

    async def noted(_: Adviser, work: Callable[[Any], Any], asked: PlayedRound) -> Reckoning:
        assert work is reckon
        at_once.append(1)
        assert len(at_once) == 1
        await asyncio.sleep(0)
        at_once.pop()
        counted.append(asked.played.round)
        return Reckoning(why_not=BANKED)

    monkeypatch.setattr(Adviser, "run", noted)

    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        _, ada = await played(live, rounds=3)
        await tally_of(live, ada)
        assert sorted(counted) == [1, 2, 3]
        assert counted == [3, 2, 1], "the latest first"
        await asyncio.gather(*(tally_of(live, ada) for _ in range(3)))
        assert len(counted) == 3
        monkeypatch.setattr(tallies, "KEPT", 1)
        live.desk.tallies.known.clear()
        assert (await ada.get("/api/me/tally")).json["waiting"] == 2, "more than is kept is not remembered"

    told(story)


@pytest.mark.usefixtures("counting")
def test_a_house_counts_the_rounds_of_so_many_guests_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "GUESTS_MAX", 0)

    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        _, ada = await played(live)
        assert (await ada.get("/api/me/tally")).json["waiting"] == 1
        assert not live.desk.tallies.tasks
        monkeypatch.setattr(tallies, "GUESTS_MAX", 1)
        assert (await tally_of(live, ada))["counted"] == 1

    told(story)


@pytest.mark.usefixtures("counting")
def test_a_round_in_which_too_much_happened_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "ROUND_RECORDS", 5)

    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        _, ada = await played(live)
        found = await tally_of(live, ada)
        assert {each["why_not"] for each in found["latest"]} == {"too much has happened in it"}

    told(story)


def test_nobody_has_thousands_of_rounds_added_up_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "EACH_GUEST", Rate(3, 0.01))

    async def story(live: Live) -> None:
        ada, bob = await live.visitor("Ada"), await live.visitor("Bob")
        heard = [(await ada.get("/api/me/tally")).status for _ in range(4)]
        assert heard == [200, 200, 200, 429]
        assert (await browse(live, "GET", "/rounds", ada.cookie)).status == 429
        assert (await bob.get("/api/me/tally")).status == 200

    told(story)


def test_adding_up_thousands_of_rounds_takes_no_time_that_others_notice() -> None:
    """The same sums as one after the other, in a tenth of the time; and what is asked again is known."""
    denominators = (311, 96_410, 1_116_765, 101_792_600)
    choices = [
        (Weighing("raise", "check", "player", Fraction(number, denominators[number % 4]), Fraction(1)),)
        for number in range(5_000)
    ]
    tally = Tally([Reckoning(500, EDGE, each) for each in choices])
    plain = sum((each.value - each.best for (each,) in choices), Fraction(0))
    assert tally.sums == {"skill": plain, "luck": 2_500_000 - plain - 5_000 * EDGE, "edge": 5_000 * EDGE}
    first = tally.rounds[0]
    assert first
    assert first.skill is first.skill
    assert first.luck is first.luck


def test_only_the_latest_rounds_are_told_one_by_one() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        guest = (await ada.get("/api/me")).json["guest"]
        rounds = [Played(guest, "t1", number, 1, 0, 1, 1, 0, "d", 1, 1, 1) for number in range(1, 131)]
        await live.store.commit([rounds])
        for each in rounds[:-5]:
            live.desk.tallies.remember(each, Reckoning(each.round, EDGE))
        live.desk.tallies.tasks[guest] = asyncio.create_task(asyncio.sleep(0))  # nothing is counted now
        latest = (await ada.get("/api/me/tally")).json["latest"]
        assert [each["round"] for each in latest] == [*range(125, 25, -1)]

    told(story)


def test_a_tally_ends_with_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Adviser, "run", never)
    monkeypatch.setattr(tallies, "PATIENCE_SECONDS", 0)

    async def story(live: Live) -> None:
        live.desk.edges.count = no_reason
        _, ada = await played(live)
        while not live.desk.tallies.tasks:
            await ada.get("/api/me/tally")
            await asyncio.gather(*live.desk.edges.waiting.values())
        (task,) = live.desk.tallies.tasks.values()
        live.desk.tallies.close()
        await asyncio.wait([task])
        assert task.cancelled()

    told(story)
