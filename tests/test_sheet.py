"""A table in a terminal: it fits, whatever it tells."""

import pytest

from croupier.sheet import Grid

HEADS = ("hole[1]", "up", "plays", "ordinary", "departs", "rounds", "in 100")
ROWS = (
    ("not QKA", "2", "play", "fold below T-3-2, else play", "play for fold 0.65", "5.88%", "0.65"),
    ("not QKA", "6", "fold below 6-3-2, else play", "fold below T-9-5, else play", "play for fold 1", "5.88%", "1.01"),
    ("QKA", "A", "fold below K-9-2, else play", "fold below A-9-2, else play", "–", "1.70%", "0.00"),
)


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120])
def test_several_columns_of_words_are_wrapped_until_all_is_there(width: int) -> None:
    lines = [line for line, _ in Grid(HEADS, ROWS, 5, frozenset()).lines(width)]
    assert max(map(len, lines)) <= width
    shown = " ".join(lines)
    for row in (HEADS, *ROWS):
        for cell in row:
            assert all(word in shown for word in cell.split())


def test_words_alone_take_the_whole_width() -> None:
    said = "What is said here takes eighty columns, with its clause and the gap between the two"
    grid = Grid(("clause", "in our words"), (("CM-1", said), ("CM-2", "less")), 2, frozenset())
    assert max(len(line) for line, _ in grid.lines(len("clause") + 2 + len(said) - 4)) <= len(said) + 4
    assert [line for line, _ in grid.lines(len("clause") + 2 + len(said))][1] == f"CM-1    {said}"


def test_words_are_not_wrapped_where_there_is_room() -> None:
    assert len([*Grid(HEADS, ROWS, 5, frozenset()).lines(120)]) == 1 + len(ROWS)
