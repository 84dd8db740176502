"""Events with anything in their fields, and anything that JSON can hold."""

from dataclasses import fields
from typing import Any, get_type_hints

from hypothesis import strategies as st

from croupier.record.journal import CARD_FIELDS

JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=6,
)
OF_HINT: dict[object, st.SearchStrategy[Any]] = {
    int: st.integers(),
    str: st.text(),
    bool: st.booleans(),
    int | None: st.none() | st.integers(),
    str | None: st.none() | st.text(),
    tuple[int, ...]: st.lists(st.integers(), max_size=4).map(tuple),
    tuple[str, ...]: st.lists(st.text(), max_size=4).map(tuple),
}
CARDS: dict[object, st.SearchStrategy[Any]] = {
    tuple[int, ...]: st.lists(st.integers(0, 51), max_size=4).map(tuple),
    int | None: st.none() | st.integers(0, 51),
}
MAPPINGS = st.dictionaries(st.text(), JSON_VALUES, max_size=4)


def any_event(kind: type) -> st.SearchStrategy[Any]:
    """Events of a kind, with anything in their fields."""
    hints = get_type_hints(kind)
    return st.builds(
        kind,
        **{
            field.name: (CARDS if (kind, field.name) in CARD_FIELDS else OF_HINT).get(hints[field.name], MAPPINGS)
            for field in fields(kind)
        },
    )
