"""Whatever is asked is answered: nothing raises, no table stops, and an export passes its audit."""

import json
from pathlib import Path
from typing import Any, Final, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.house import requests as r
from croupier.house.rows import Answer, Line
from croupier.table import events as e
from tests.house.simulator import OPERATOR
from tests.house.small_house import SmallHouse

WORDS: Final = (
    *(
        "initial",
        "ante",
        "bank",
        "check",
        "fold",
        "play",
        "raise_1",
        "raise",
        "slow",
        "off",
        "decks",
        "bet",
        "",
        "\ud800",
    ),
    *("casino-monte", "three-card-poker", "Ada", "\x00", "💥", "x" * 300),
)
NUMBERS: Final = st.sampled_from((-1, 0, 1, 2, 7, 99, 100, 500, 25_00, 10**6, 10**19, True, 1.5, None))
TEXTS: Final = st.sampled_from(WORDS) | st.text(max_size=5)
ANYTHING: Final[st.SearchStrategy[Any]] = NUMBERS | TEXTS | st.just([]) | st.just({})
BY_TYPE: Final[dict[Any, st.SearchStrategy[Any]]] = {
    int: NUMBERS,
    str: TEXTS,
    bool: st.booleans() | st.just(1),
}
MAPPINGS: Final = st.dictionaries(TEXTS, ANYTHING, max_size=3)
KINDS: Final = [kind for kind in r.Request.__args__ if kind not in (r.CloseTable, r.EndSession, r.EndGuest)]


@st.composite
def requests(draw: st.DrawFn) -> Any:  # any request, with whatever in its fields
    """A request of any kind with anything in its fields, mostly of the right type."""
    kind = draw(st.sampled_from(KINDS))
    return kind(**{name: draw(BY_TYPE.get(hint, MAPPINGS)) for name, hint in get_type_hints(kind).items()})


@pytest.mark.slow
@pytest.mark.parametrize("game", ["casino-monte", "three-card-poker"])
@given(asked=st.lists(st.tuples(requests(), st.sampled_from(("", "guest", "operator")), st.booleans()), max_size=25))
def test_whatever_is_asked_is_answered_and_stops_no_table(game: str, asked: list[tuple[Any, str, bool]]) -> None:
    small = SmallHouse()
    table = small.open(game)
    guest, other = small.pair(table, 1, 2)
    small.until_betting(table, guest, other, bank=other)
    for number, (request, who, at_table) in enumerate(asked):
        who_asks = {"guest": guest} if who == "guest" else {"operator": OPERATOR} if who else {}
        against = small.moment(table, guest) if small.table(table).seat_of(guest) else None
        unit = small.house.handle(
            r.Asked(request, table=table if at_table else "", key=str(number), against=against, **who_asks), small.now
        )
        assert unit.answer.status in (200, 401, 403, 404, 409, 422), (request, unit.answer)
        json.dumps(unit.answer.body)
        if unit.answer.status != 200:
            assert not [row for row in unit.rows if isinstance(row, Line)]
            assert unit.answer.body["reason"]
        assert small.store.commit(unit.rows)
        assert small.table(table).status in ("open", "paused")
        json.dumps([small.house.view(table, guest), small.house.since(table, guest, -1), small.house.lobby()])
        small.now += 1_000
    small.audited(table)


def test_a_request_of_each_kind_is_handled() -> None:
    small = SmallHouse()
    for kind in r.Request.__args__:
        values = {int: 1, str: "x", bool: True}
        fields = {name: values.get(hint, {}) for name, hint in get_type_hints(kind).items()}
        unit = small.house.handle(r.Asked(kind(**fields), operator=OPERATOR, table="0" * 32), small.now)
        assert unit.answer.status in (200, 401, 403, 404, 409, 422)


def test_an_export_passes_croupier_audit_with_its_openings(tmp_path: Path) -> None:
    small = SmallHouse()
    table = small.open("casino-monte", house_run=2)
    guest = small.seated(table)
    for _ in range(3):
        small.until_betting(table)
        small.bet(table, guest)
        small.decide(table, guest)
    small.restart()
    small.operate(r.CloseTable("over"), table)
    journal, openings = tmp_path / "table.jsonl", tmp_path / "table.jsonl.openings"
    journal.write_text("".join(small.store.lines[table]), encoding="ascii", newline="")
    openings.write_text("".join(small.store.opened(table)), encoding="ascii", newline="")
    found = croupier.audit(journal)
    assert (found.status, found.verdict, found.rounds) == (0, "in order", 3)
    assert found.opened is not None
    assert (found.opened.fault, found.opened.sealed) == (None, 0)
    assert (found.opened.cards, found.opened.dice) == (9, 3)


def test_every_unit_seals_a_secret_before_the_line_that_commits_to_it() -> None:
    small = SmallHouse()
    table = small.open("casino-monte")
    unit = small.ask(r.Sit(0, 100_00), guest=small.enter(), table=table, key="k")
    kinds = [type(row).__name__ for row in unit.rows]
    committed = [
        place
        for place, row in enumerate(unit.rows)
        if isinstance(row, Line) and ('"cards_shuffled"' in row.text or '"dice_committed"' in row.text)
    ]
    assert len(committed) == kinds[: committed[-1]].count("Sealed") == 2
    assert kinds.index("Sealed") < committed[0]
    assert isinstance(unit.rows[-1], Answer)
    assert isinstance(small.last(table, e.DiceCommitted), e.DiceCommitted)
