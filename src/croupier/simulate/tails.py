"""How often chance goes as far as this: the tails that a verdict rests on."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import exp, expm1, fsum, inf, lgamma, log, log1p

ALARM = 1e-4
"""How often a verdict may say that right rules disagree: half of it for the means, half for the frequencies."""
FIT_ALARM = ALARM / 10
"""The p-value below which frequencies disagree.

Counts are no normal variables, so that chi-square goes far out more often than its own tail says: where an outcome is
expected 50 times, three times as often at this level. A fifth of the half leaves room for that.
"""
NEVER = -745.0
"""The logarithm below which a probability is no number any more."""


def chi_square_tail(x: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom exceeds x: an incomplete gamma function."""
    if freedom <= 0 or x <= 0:
        return 1.0
    if x == inf:
        return 0.0
    a, x = freedom / 2, x / 2
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # the series of the lower part
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    # the continued fraction of the upper part, from the front (Lentz)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, scale * h)


def mean_tail(chances: Mapping[Fraction, Fraction], rounds: int, mean: Fraction) -> float:
    """At most how often the mean of so many rounds lies as far from its expectation as this one, on either side.

    Chernoff's bound: no normal curve is assumed, which one prize of a thousand to one would make a fool of. It is the
    least of E exp(t (result - mean)) to the power of the rounds, over all t, once for each side.
    """
    expected = sum(result * chance for result, chance in chances.items())
    if mean == expected:
        return 1.0
    side = 1 if mean > expected else -1
    apart = [(side * float(result - mean), float(chance)) for result, chance in chances.items()]

    def logarithm(t: float) -> float:
        return rounds * log1p(fsum(chance * expm1(t * x) for x, chance in apart))

    if max(x for x, _ in apart) <= 0:  # no round can go so far, or none further
        certain = sum(chance for x, chance in apart if x == 0)
        return min(1.0, 2 * certain**rounds)
    return min(1.0, 2 * exp(max(NEVER, least(logarithm, scale=1 / max(abs(x) for x, _ in apart)))))


def least(convex: Callable[[float], float], scale: float) -> float:
    """The least value of a convex function to the right of nothing, where it falls at first."""
    low, high = 0.0, scale * 1e-9
    while high < scale * 600 and convex(high * 2) < convex(high):
        low, high = high, high * 2
    high *= 2
    for _ in range(100):  # by thirds
        third = (high - low) / 3
        if convex(low + third) < convex(high - third):
            high -= third
        else:
            low += third
    return min(convex(low), 0.0)
