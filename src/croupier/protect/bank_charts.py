"""Charts of a player-dealer's bank: what seats win by position, what the bank wins and needs by the wager put up."""

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.chart import Chart, Dots, Line, Lines, between, interval, interval_rows, percent, said, signed
from croupier.simulation.statistics import Z_99
from croupier.simulation.tables.tally import Mean

PER_UNIT: Final = "won (% of what the seat wagers)"
BANK: Final = "wager of the bank ($)"
WON: Final = "won a round after fees ($)"
CAPITAL: Final = "capital ($)"
NOTE: Final = "± is half a 99% interval"
CENTS: Final = 100


def positions_chart(seats: Sequence[tuple[Mean, int]], note: str) -> Chart:
    """What each seat wins of what it wagers, by its position from the bank's left."""
    low, high = between(PER_UNIT)
    told = [
        (str(n), percent(mean.value / placed), percent(Z_99 * mean.standard_error / placed))
        for n, (mean, placed) in enumerate(seats, 1)
    ]
    best, worst = max(told, key=lambda each: each[1]), min(told, key=lambda each: each[1])
    return Chart(
        title="What each seat wins, from the player-dealer’s left",
        alt=f"Seat {best[0]} does best, {signed(best[1], PER_UNIT)} of what it wagers, and seat {worst[0]} worst, "
        f"{signed(worst[1], PER_UNIT)}."
        if best[1] > worst[1]
        else f"Every seat wins {signed(best[1], PER_UNIT)} of what it wagers.",
        rows=interval_rows("seat", PER_UNIT, told),
        marks=Dots(of="seat", value=PER_UNIT, low=low, high=high, lines=(Line(0, "nothing"),)),
        note=f"{note}; before the seat’s fee; {NOTE}",
    )


def wagers_chart(wagers: Sequence[tuple[int, Mean]], note: str) -> Chart:
    """What the bank wins a round, by the wager put up."""
    low, high = between(WON)
    best, most = max(wagers, key=lambda each: each[1].value)
    return Chart(
        title="What the bank wins a round, by the wager put up",
        alt=f"A bank of {said(best / CENTS, BANK, 0)} wins most by round after fees: "
        f"{signed(float(most.value) / CENTS, WON, 3)}.",
        rows=tuple(
            {BANK: wager / CENTS, **interval(WON, float(mean.value) / CENTS, Z_99 * mean.standard_error / CENTS)}
            for wager, mean in wagers
        ),
        marks=Lines(x=BANK, y=WON, low=low, high=high),
        note=f"{note}; {NOTE}",
    )


def capital_chart(wagers: Sequence[tuple[int, Mapping[float, int]]], note: str) -> Chart:
    """The capital for each risk of ruin in a shift, by the wager put up."""
    risks = list(wagers[0][1])
    first, last = wagers[0], wagers[-1]
    return Chart(
        title="Capital for a shift, by the wager put up and the risk of ruin",
        alt=f"For a risk of {said(percent(risks[0]), '(%)', 1)}, a bank of {said(first[0] / CENTS, BANK, 0)} needs "
        f"{said(first[1][risks[0]] / CENTS, CAPITAL, 0)} and one of {said(last[0] / CENTS, BANK, 0)} needs "
        f"{said(last[1][risks[0]] / CENTS, CAPITAL, 0)}.",
        rows=tuple(
            {BANK: wager / CENTS, "risk of ruin": f"risk {said(percent(risk), '(%)', 1)}", CAPITAL: needs[risk] / CENTS}
            for risk in risks
            for wager, needs in wagers
        ),
        marks=Lines(x=BANK, y=CAPITAL, series="risk of ruin", zero=True),
        note=note,
    )


def ruin_chart(wager: int, capital: Mapping[float, Mean], note: str) -> Chart:
    """The capital with which the bank is ruined in a shift with so much risk."""
    low, high = between(CAPITAL)
    told = [
        (said(percent(risk), "(%)", 1), float(mean.value) / CENTS, Z_99 * mean.standard_error / CENTS)
        for risk, mean in capital.items()
    ]
    words = ", ".join(f"{said(value, CAPITAL, 0)} for {risk}" for risk, value, _ in told)
    return Chart(
        title=f"Capital of a bank of {said(wager / CENTS, BANK, 0)} by the risk of ruin in a shift",
        alt=f"What the bank must bring for a risk of ruin: {words}.",
        rows=interval_rows("risk of ruin", CAPITAL, told),
        marks=Dots(of="risk of ruin", value=CAPITAL, low=low, high=high, places=0),
        note=f"{note}; {NOTE}",
    )


def readings_chart(readings: Sequence[tuple[str, Mean]], note: str) -> Chart:
    """What the same bank wins under other readings of the house rules."""
    low, high = between(WON)
    told = [(words, float(mean.value) / CENTS, Z_99 * mean.standard_error / CENTS) for words, mean in readings]
    best, worst = max(told, key=lambda each: each[1]), min(told, key=lambda each: each[1])
    return Chart(
        title="What the bank wins a round under other readings of the house rules",
        alt=f"The bank wins most under {best[0]}, {signed(best[1], WON, 3)} a round, and least under {worst[0]}, "
        f"{signed(worst[1], WON, 3)}.",
        rows=interval_rows("reading", WON, told),
        marks=Dots(of="reading", value=WON, low=low, high=high, places=3),
        note=f"{note}; {NOTE}",
    )
