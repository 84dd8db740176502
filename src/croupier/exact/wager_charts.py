"""Charts of wagers: house edges side by side, what each outcome returns, and how often each result comes."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.chart import Bars, Chart, Dots, percent, said, signed, words_of

OUTCOMES_MAX: Final = 24
"""More outcomes or results than these are taken together where they matter least."""
EDGE: Final = "house edge (%)"
RETURN: Final = "return (% of the wager before the deal)"
PROBABILITY: Final = "probability (%)"
RESULT: Final = "result (units of the wager before the deal)"


class Outcome(NamedTuple):
    """One outcome: how many combinations there are of it, how often it comes, and what it pays."""

    name: str
    combinations: int
    probability: Fraction
    pays: Fraction

    @property
    def contribution(self) -> Fraction:
        return self.probability * self.pays


def edges_chart(edges: Mapping[str, Fraction], note: str) -> Chart:
    """The house edges of wagers, by their labels."""
    edges = {words_of(label): edge for label, edge in edges.items()}
    told = ", ".join(f"{label} {said(percent(edge), EDGE)}" for label, edge in edges.items())
    return Chart(
        title="House edge by wager",
        alt=f"House edge by wager, exactly: {told}.",
        rows=tuple({"wager": label, EDGE: percent(edge)} for label, edge in edges.items()),
        marks=Bars(of="wager", value=EDGE, places=4),
        note=note,
    )


def returns_chart(label: str, rows: Sequence[Outcome], edge: Fraction, note: str) -> Chart:
    """What each outcome of a wager gives to its return, or takes from it."""
    label, told = words_of(label), few(rows)
    most = max(told, key=lambda row: abs(row.contribution))
    return Chart(
        title=f"{label}: what each outcome returns",
        alt=f"What each of {len(rows)} outcomes adds to the mean result of {label}, which is "
        f"{signed(percent(-edge), RETURN, 4)} of the wager before the deal. The largest part is "
        f"{signed(percent(most.contribution), RETURN, 4)}, of {most.name}.",
        rows=tuple(
            {
                "outcome": row.name,
                "combinations": row.combinations,
                PROBABILITY: percent(row.probability),
                "pays (to 1)": float(row.pays),
                RETURN: percent(row.contribution),
            }
            for row in told
        ),
        marks=Bars(of="outcome", value=RETURN, places=3),
        note=note,
    )


def few(rows: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes that matter most, in their order, and all others as one."""
    if len(rows) <= OUTCOMES_MAX:
        return list(rows)
    kept = sorted(rows, key=lambda row: -abs(row.contribution))[: OUTCOMES_MAX - 1]
    others = [row for row in rows if row not in kept]
    often = sum((row.probability for row in others), Fraction(0))
    worth = sum((row.contribution for row in others), Fraction(0))
    joined = Outcome(
        f"{len(others)} other outcomes",
        sum(row.combinations for row in others),
        often,
        worth / often if often else Fraction(0),
    )
    return [row for row in rows if row in kept] + [joined]


def results_chart(label: str, deals: Mapping[Fraction, int], total: int, note: str) -> Chart:
    """How often a round comes to each result; neighbours are taken together where there are many."""
    won = sum(count for result, count in deals.items() if result > 0)
    kept = sum(count for result, count in deals.items() if result == 0)
    shares = [percent(Fraction(count, total)) for count in (won, kept, total - won - kept)]
    win, push, lose = (said(each, PROBABILITY) for each in shares)
    label = words_of(label)
    return Chart(
        title=f"{label}: how often a round comes to each result",
        alt=f"A round of {label} wins {win} of the time, comes to nothing {push} and loses {lose}. The results go from "
        f"{units(min(deals))} to {units(max(deals))} units of the wager before the deal.",
        rows=tuple(
            {
                RESULT: span(low, high),
                "deals": count,
                PROBABILITY: percent(Fraction(count, total)),
                "once in (rounds)": total / count,
            }
            for low, high, count in joined(deals)
        ),
        marks=Dots(of=RESULT, value=PROBABILITY, log=True, places=4),
        note=note,
    )


def joined(deals: Mapping[Fraction, int]) -> list[tuple[Fraction, Fraction, int]]:
    """Results from the highest down, from and to and how often; the rarest neighbours together while they are many."""
    found = [(result, result, deals[result]) for result in sorted(deals, reverse=True) if deals[result]]
    while len(found) > OUTCOMES_MAX:
        pairs = [
            (found[place][2] + found[place + 1][2], place)
            for place in range(len(found) - 1)
            if (found[place + 1][0] > 0) == (found[place][1] > 0) and (found[place + 1][0] < 0) == (found[place][1] < 0)
        ]
        count, place = min(pairs)
        found[place : place + 2] = [(found[place + 1][0], found[place][1], count)]
    return found


def span(low: Fraction, high: Fraction) -> str:
    return units(low) if low == high else f"{units(low)} to {units(high)}"


def units(result: Fraction) -> str:
    """A result with its sign, and as many decimals as it has."""
    places = next((each for each in range(4) if (result * 10**each).denominator == 1), 4)
    return signed(float(result), places=places)


def values_chart(title: str, worth: Iterable[tuple[str, Fraction]], note: str) -> Chart:
    """What each option is worth in one hand, best first."""
    column = "value (% of the initial wager)"
    order = sorted(worth, key=lambda each: -each[1])
    told = ", ".join(f"{name} {signed(percent(value), column)}" for name, value in order)
    return Chart(
        title=title,
        alt=f"What each option is worth, per initial wager: {told}.",
        rows=tuple({"option": name, column: percent(value)} for name, value in order),
        marks=Bars(of="option", value=column, places=4),
        note=note,
    )
