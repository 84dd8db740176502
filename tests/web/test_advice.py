"""Advice: what choices are worth, exactly, from what the seat could see; not too often, and never on the event loop."""

import asyncio
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.games import every_game
from croupier.hint import hint
from croupier.house.house import House
from croupier.table.view import view
from croupier.web import advice
from croupier.web.advice import Adviser, Wanted, Worth, worth
from croupier.web.problem import Problem
from croupier.web.settings import Rate
from tests.house.small_house import SmallHouse
from tests.house.test_own_round import recalled, two_at_three_card_poker
from tests.web.live import Live
from tests.web.test_round_pages import browse, played, told

GAMES = {game.id: game for game in every_game()}


def wanted(small: SmallHouse, table: str, guest: str) -> Wanted:
    """The decision that somebody has to make."""
    state, seat = small.table(table).state, small.table(table).seat_of(guest)
    decision = small.house.view(table, guest)["you"]["legal"]["decision"]["decision"]
    return Wanted(state.game.id, (), decision, view(state, seat))


def deciding(seed: int) -> Wanted:
    small = SmallHouse(seed)
    table = small.open("casino-monte")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    return wanted(small, table, guest)


def test_the_worth_of_options_is_what_a_hint_counts() -> None:
    asked = deciding(1)
    book = GAMES["casino-monte"].rulebook()
    found, expected = worth(asked), hint(book, asked.view, book.decisions_by_id[asked.decision])
    assert found.options == {id_: expected.cents(id_) for id_ in expected.advice.options}
    assert found.options["check"] != found.options["raise_3"]


def test_what_was_counted_is_remembered_and_asking_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "EACH_GUEST", Rate(2, 0.001))

    async def story() -> None:
        adviser, asked = Adviser(), [deciding(seed) for seed in range(3)]
        try:
            first = await adviser.worth("ada", asked[0])
            assert first.options
            assert await adviser.worth("ada", asked[0]) is first
            assert (await adviser.worth("ada", asked[1])).options
            with pytest.raises(Problem) as refused:
                await adviser.worth("ada", asked[2])
            assert refused.value.status == 429
            assert await adviser.worth("ada", asked[0]) is first, "what is known may always be asked"
            assert (await adviser.worth("bob", asked[2])).options
        finally:
            adviser.close()

    asyncio.run(story())


def test_a_count_that_takes_too_long_holds_nobody_else_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("while True:\n    pass\n")

    async def story() -> None:
        adviser, asked = Adviser(), deciding(0)
        try:
            monkeypatch.setattr(advice, "SECONDS_MAX", 0.1)
            assert (await adviser.worth("ada", replace(asked, game=str(endless)))).why_not
            monkeypatch.setattr(advice, "SECONDS_MAX", 120)
            assert (await adviser.worth("bob", asked)).options
        finally:
            adviser.close()

    asyncio.run(story())


def hidden(line: str) -> str:
    """Exchange two cards of the other player's hand, which the seat never saw before it decided."""
    if '"event":"cards_dealt"' not in line or '"slot":"seat 1"' not in line:
        return line
    head, _, rest = line.partition('"cards":[')
    cards, _, tail = rest.partition("]")
    return f'{head}"cards":[{",".join(reversed(cards.split(",")))}]{tail}'


def test_a_choice_is_weighed_by_what_its_seat_could_see_alone() -> None:
    small, table, people = two_at_three_card_poker(2)
    (mine,), (other,) = (recalled(small, table, people[1], change=change).choices() for change in (str, hidden))
    assert mine.option == "fold"
    assert mine == other
    known = dict(mine.seen.cards)
    assert None not in known["seat 2"]
    assert set(known["seat 1"]) == {None}


def test_a_page_tells_what_the_choices_of_a_round_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def counted(_: Adviser, __: str, asked: Wanted) -> Worth:
        return Worth(
            {"check": Fraction(50), "raise_1": Fraction(-25), "raise_2": Fraction(-100), "raise_3": Fraction(-175)}
        )

    monkeypatch.setattr(Adviser, "worth", counted)

    async def story(live: Live) -> None:
        table, ada = await played(live)
        own = await live.desk.running.round((await ada.get("/api/me")).json["guest"], table, 1)
        (choice,) = own.choices()
        heard = await browse(live, "GET", f"/rounds/{table}/1/advice", ada.cookie)
        text = heard.body.decode()
        assert heard.status == 200
        cost = {
            "check": "No choice could have been better",
            "raise_1": "cost $0.75",
            "raise_2": "cost $1.5",
            "raise_3": "cost $2.25",
        }
        assert cost[choice.option] in text
        now = await browse(live, "GET", f"/table/{table}/advice", ada.cookie)
        assert "There is no decision here to weigh" in now.body.decode()

    told(story)


def test_a_decision_is_weighed_at_the_table_and_only_for_who_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Wanted] = []

    async def counted(_: Adviser, __: str, asked: Wanted) -> Worth:
        seen.append(asked)
        return Worth({"check": Fraction(50), "raise_3": Fraction(-175)})

    monkeypatch.setattr(Adviser, "worth", counted)

    async def story(live: Live) -> None:
        table, ada, bob = await live.open("casino-monte"), await live.visitor("Ada"), await live.visitor("Bob")
        await ada.sit(table, 1)
        against = await ada.against(table)
        await ada.post(f"/api/tables/{table}/bet", {"wagers": {"initial": 500}, "spot": 1, "against": against})
        await ada.post(f"/api/tables/{table}/done", {"against": await ada.against(table)})
        json_ = {"accept": "application/json"}
        heard = await browse(live, "GET", f"/table/{table}/advice", ada.cookie, headers=json_)
        assert heard.json["options"][0] == {"option": "check", "cents": 50.0}
        assert [asked.view.seat for asked in seen] == [1]
        nothing = await browse(live, "GET", f"/table/{table}/advice", bob.cookie, headers=json_)
        assert nothing.json["options"] == []
        assert len(seen) == 1

        def shown(house: House) -> set[object]:
            return {card for _, cards in view(house.table(table).state, 1).cards for card in cards}

        assert None in await live.desk.running.look(shown), "cards lie face down"
        assert any(card is None for _, cards in seen[0].view.cards for card in cards)

    told(story)
