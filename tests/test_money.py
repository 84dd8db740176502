"""Amounts of money are read as people write them and no further, and refusals quote values as JSON writes them."""

import datetime as dt
from decimal import Decimal

import pytest

from croupier.errors import Refused, quoted
from croupier.money import CENTS_MAX, cents_from


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        *((10, 1000), (10.5, 1050), (Decimal("1e2"), 10000), (Decimal("1.0"), 100), (-3, -300)),
        *(("10", 1000), ("0.05", 5), ("-1.5", -150), ("12.50", 1250), (CENTS_MAX // 100, CENTS_MAX)),
        *(("$1,000", 100_000), ("1,000.00", 100_000), ("$.50", 50), (".5", 50), ("-$4", -400)),
    ],
)
def test_dollars_are_read_as_numbers_or_as_people_write_them(value: object, cents: int) -> None:
    assert cents_from(value) == cents


@pytest.mark.parametrize(
    "value", ["1e0", "+1", " 1 ", "1.", "1_0", "", "$", "$ 1", "1,00", "1\n", "\u0661", "NaN", True, None, [1]]
)
def test_anything_else_is_no_amount_of_money(value: object) -> None:
    with pytest.raises(Refused, match="is not an amount of money; write dollars such as"):
        cents_from(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_no_amount_of_money(value: float) -> None:
    with pytest.raises(Refused, match="is not an amount of money"):
        cents_from(value)


@pytest.mark.parametrize("value", [CENTS_MAX // 100 + 1, "9" * 40, "-" + "9" * 40, Decimal("1e999999"), 1e30])
def test_an_absurd_amount_is_told_to_be_one(value: object) -> None:
    with pytest.raises(Refused, match=r"is too large; the most is \$10,000,000,000,000\.$"):
        cents_from(value)


@pytest.mark.parametrize("value", ["1.005", "1.000", 1.005, Decimal("1e-999999")])
def test_parts_of_a_cent_are_refused(value: object) -> None:
    with pytest.raises(Refused, match="is not a whole number of cents; give at most two decimals"):
        cents_from(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((True, "true"), (None, "null"), (Decimal("1.0"), "1.0"), ("text", '"text"'), (1.5, "1.5"), ("♠", '"♠"')),
        ([Decimal("0.5"), False], "[0.5, false]"),
        ({"a": dt.date(2020, 1, 2)}, '{"a": "2020-01-02"}'),
        (dt.date(2020, 1, 2), '"2020-01-02"'),
        ("\x1b[2J\u202e", '"\\u001b[2J\\u202e"'),
        ("x" * 100, '"' + "x" * 59 + "…"),
    ],
)
def test_a_refusal_quotes_a_value_as_json_writes_it(value: object, text: str) -> None:
    assert quoted(value) == text
