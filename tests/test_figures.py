"""Numbers as they are printed."""

from fractions import Fraction

import pytest

from croupier.figures import money


@pytest.mark.parametrize(
    ("cents", "places", "signed", "printed"),
    [
        (-274_300, 2, True, "-$2,743.00"),
        (Fraction(5, 3), 3, True, "+$0.017"),
        (500, None, False, "$5"),
        (-550, None, False, "-$5.50"),
        (Fraction(-1, 100), 3, True, "$0.000"),
        (Fraction(1, 100), 3, True, "$0.000"),
        (0, 2, True, "$0.00"),
    ],
)
def test_an_amount_bears_its_sign_before_the_dollar_unless_it_rounds_to_nothing(
    cents: Fraction | int, places: int | None, signed: bool, printed: str
) -> None:
    assert money(cents, places, signed=signed) == printed
    assert money(cents, places, signed=signed).value == Fraction(cents) / 100
