"""How often chance goes as far as this: the tails that a verdict rests on."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import exp, expm1, fsum, inf, isfinite, lgamma, log, log1p, sqrt
from statistics import NormalDist

ALARM = 1e-4
"""How often a verdict may say that right rules disagree: half of it for the means, half for the frequencies."""
FIT_ALARM = ALARM / 10
"""The p-value below which frequencies disagree.

Counts are not normal variables, so that chi-square goes far out more often than its own tail says: where an outcome is
expected 50 times, three times as often at this level. A fifth of the half leaves room for that.
"""
POWER = 0.99
"""How often an error that is said to be found is found, at least."""
Z_POWER = 2.3263478740408408
"""The normal deviate that falls short of itself as often as an error is then missed."""
Z_99 = 2.5758293035489004
"""Half the width of a 99% interval, in standard errors."""
NEVER = -745.0
"""The logarithm below which a probability is not a number any more."""


def finite(number: float | None) -> float | None:
    """A number that JSON has; none for those it lacks."""
    return number if number is not None and isfinite(number) else None


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


# ── What could have been missed ──────────────────────────────────────────────────────────────────────────────────────


def detectable(chances: Mapping[Fraction, Fraction], rounds: int, alarm: float) -> float:
    """The least error of an expectation that so many rounds bring to light, at this rate of alarms, with `POWER`.

    An error is found where Chernoff's bound for the mean falls below the rate of alarms; so the mean has to go `out`
    this far. Errors are thought of in two ways, and the larger answer is given. Either the wrong results are spread as
    the right ones are, and `back` is how far their mean may fall short by chance. Or one outcome comes in place of the
    commonest, and if that is the highest prize, the results of the wrong rules are spread wider than those of the right
    ones: then the error e solves e = out + z · √(variance(e) / rounds). Infinite where no such error could be found.
    """
    mean = float(sum(result * chance for result, chance in chances.items()))
    apart = [(float(result) - mean, float(chance)) for result, chance in chances.items() if chance]
    enough, short = log(2 / alarm) / rounds, -log(1 - POWER) / rounds
    out = {side: reach(apart, enough, side) for side in (1, -1)}
    back = {side: reach(apart, short, side) for side in (1, -1)}
    spread = [out[side] + back[-side] for side in (1, -1)]
    variance = fsum(chance * x * x for x, chance in apart)
    commonest, _ = max(apart, key=lambda one: one[1])
    for side in (1, -1):
        if out[side] == inf:
            return inf
        farthest = side * (max if side > 0 else min)(x for x, _ in apart)
        spread.append(in_place(out[side], variance, farthest + side * commonest, rounds))
    return max(spread)


def detectable_by(standard_error: float, means: int) -> float:
    """The same for one of several means of which only the standard error is known, taken to be normal."""
    return (NormalDist().inv_cdf(1 - ALARM / 2 / means) + Z_POWER) * standard_error


def reach(apart: list[tuple[float, float]], information: float, side: int) -> float:
    """How far to a side a mean goes that Chernoff's bound gives this much information a round; infinite if none does.

    Of the tilted distribution with weights exp(t x), the mean m and the information t m − log E exp(t x) grow with t.
    """
    ahead = [(side * x, chance) for x, chance in apart]
    most = max(x for x, _ in ahead)
    if most <= 0 or -log(fsum(chance for x, chance in ahead if x == most)) < information:
        return inf

    def tilted(t: float) -> tuple[float, float]:
        weights = [chance * exp(t * (x - most)) for x, chance in ahead]
        total = fsum(weights)
        mean = fsum(weight * x for weight, (x, _) in zip(weights, ahead, strict=True)) / total
        return mean, t * (mean - most) - log(total)

    low, high = 0.0, 1 / most
    while tilted(high)[1] < information and high * most < 1e6:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if tilted(middle)[1] < information else (low, middle)
    return tilted(high)[0]


def in_place(out: float, variance: float, both: float, rounds: int) -> float:
    """The error e of one outcome in place of another, their sum being so far from twice the mean: e = out + z·error(e).

    Of a share p of rounds that come to b instead of a, e = p (b − a), and the variance is V + e (a + b) − e².
    """
    z = Z_POWER**2 / rounds
    a, b, c = 1 + z, 2 * out + z * both, out * out - z * variance  # a·e² − b·e + c = 0, the larger root
    return (b + sqrt(max(b * b - 4 * a * c, 0.0))) / (2 * a)
