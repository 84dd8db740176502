"""Deadlines: the earliest is found without looking at all of them, and each is given until it is set anew."""

from random import Random

from croupier.house.deadlines import SLACK, Deadlines
from croupier.house.house import House
from tests.house.small_house import SmallHouse


class Counted(int):
    """A time that counts how often it is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) < int(other)

    def __le__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) <= int(other)


def test_ten_thousand_tables_cost_nothing_while_nothing_is_due() -> None:
    deadlines = Deadlines()
    for number in range(10_000):
        deadlines.set(f"table {number}", Counted(1_000_000 + number))
    Counted.compared = 0
    for _ in range(1_000):
        assert deadlines.next() == 1_000_000
        assert deadlines.past(999_999) == []
    assert Counted.compared <= 1_000


def test_what_is_due_comes_earliest_first_and_stays_until_it_is_set_anew() -> None:
    deadlines = Deadlines()
    for id_, at in (("c", 30), ("a", 10), ("b", 20), ("d", 40)):
        deadlines.set(id_, at)
    assert deadlines.past(30) == ["a", "b", "c"]
    assert deadlines.past(30) == ["a", "b", "c"]
    deadlines.set("a", None)
    deadlines.set("b", 50)
    deadlines.set("c", 40)
    deadlines.set("c", 30)
    assert (deadlines.next(), deadlines.past(30)) == (30, ["c"])
    deadlines.set("nobody", None)
    assert deadlines.past(100) == ["c", "d", "b"]


def test_it_agrees_with_a_plain_search_and_does_not_grow() -> None:
    rng, deadlines, plain = Random(1), Deadlines(), dict[str, int]()
    for _ in range(20_000):
        id_, at = str(rng.randrange(20)), rng.choice((None, rng.randrange(1_000)))
        deadlines.set(id_, at)
        plain.pop(id_, None)
        if at is not None:
            plain[id_] = at
        now = rng.randrange(1_000)
        assert deadlines.next() == min(plain.values(), default=None)
        assert sorted(deadlines.past(now)) == sorted(each for each, time in plain.items() if time <= now)
    assert len(deadlines.heap) <= 2 * 20 + SLACK


def test_where_a_guest_sits_is_known_without_asking_every_table() -> None:
    small = SmallHouse()
    tables = [small.open("casino-monte") for _ in range(3)]
    guest = small.seated(tables[2], 4)
    assert small.house.seats_of(guest) == {tables[2]: 4}
    loaded: House = small.new_house()
    small.store.load(loaded)
    assert loaded.seats_of(guest) == {tables[2]: 4}
    loaded.forget([tables[2]])
    assert loaded.seats_of(guest) == {}
    assert loaded.memory.seats == {}


def test_nothing_is_due_at_a_table_that_was_forgotten() -> None:
    small = SmallHouse()
    table = small.open("casino-monte")
    small.seated(table)
    house: House = small.house
    at = house.memory.dues.next()
    assert at is not None
    assert table in house.overdue(at)
    house.forget([table])
    assert house.memory.dues.next() is None
    assert table not in house.overdue(at)
