"""How a simulation shows itself: estimates beside exact figures, outcome counts, drawings, and a verdict in words."""

from fractions import Fraction
from typing import Final

from croupier.errors import listed
from croupier.odds import PUSHED, loss_text, odds_text
from croupier.sheet import Sheet
from croupier.simulation.rounds.estimates import Estimate, Estimates, Fit, Seen
from croupier.simulation.rounds.trial import OtherOdds
from croupier.simulation.statistics import ALARM, FIT_ALARM, POWER
from croupier.simulation.text import NOT_COUNTED, UNCOUNTED, in_short, percent, rounded_up, signed

BAR_SIDE: Final = 10
"""Columns on either side of a bar's middle, two to a standard error."""
COLUMNS: Final = 64
LEAST_COLUMNS: Final = 8
ROWS: Final = 15


def sheet(run: Estimates) -> Sheet:
    """All that is shown of a run: the mean of every wager beside what is exact, then the outcomes and the verdict."""
    counted = (outcomes(id_, estimate) for id_, estimate in run.wagers.items())
    rows = tuple(
        (
            id_ + "".join(f" with {other}" for other in each.seen.includes),
            percent(each.mean),
            f"± {each.half_width:.4%}",
            f"{each.standard_error:.5%}",
            NOT_COUNTED if each.expected is None else percent(each.expected),
            signed(each.z),
        )
        for id_, each in run.wagers.items()
    )
    strategy = f", strategy {run.trial.strategy}" if run.trial.model.decisions else ""
    return Sheet(
        f"{run.trial.model.id}: {run.rounds:,} rounds{strategy}, seed {run.trial.seed}",
        (("played in", f"{run.seconds:,.1f} s, {run.rounds_per_second / 1e6:,.1f} million rounds a second"),),
        ("wager", "mean", "99% interval", "standard error", "exact", "z"),
        rows,
        words=1,
        drawing=bars(run) if run.trial.is_counted else (),
        parts=(*counted, *on_its_way(run), Sheet(verdict(run)), *run.cut_short),
    )


def outcomes(id_: str, estimate: Estimate) -> Sheet:
    """How often each outcome of a wager came, beside how often it should where that is known."""
    if estimate.exact is None:
        seen = tuple((each.outcome, f"{each.count:,}", f"{each.count / each.rounds:.8f}") for each in estimate.outcomes)
        return Sheet(id_, heads=("outcome", "count", "share"), rows=seen, words=1)
    rows = tuple(
        (
            each.outcome,
            f"{each.count:,}",
            f"{each.expected or 0.0:,.1f}",
            f"{each.count / each.rounds:.8f}",
            f"{float(each.probability or 0):.8f}",
            signed(each.z),
        )
        for each in estimate.outcomes
    )
    return Sheet(id_, heads=("outcome", "count", "expected", "share", "exact", "z"), rows=rows, words=1)


def on_its_way(run: Estimates) -> tuple[Sheet, ...]:
    """How the estimate came to where it is, where the run is long enough to say."""
    drawn = convergence(run)
    return (Sheet(f"The mean of {run.trial.main} on its way", drawing=drawn),) if drawn else ()


# ── In words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def odds_of(probability: float) -> str:
    return f"{probability:.2g}" if probability >= 1e-12 else "0"


def verdict(run: Estimates) -> str:
    """Whether a run agrees with the exact figures, where it does not, and what it could not have found."""
    if run.fit is None:
        return UNCOUNTED
    rate = f"Rules that are right are called wrong in at most one of {round(1 / ALARM):,} runs."
    if run.disagrees:
        return f"Disagrees with the exact figures: {'; '.join(faults(run))} ({frequencies(run.fit)}). {rate}"
    if not run.is_tested:
        return "Not tested: no error could be found by so few rounds."
    tested = [id_ for id_, each in run.wagers.items() if each.is_tested]
    which = "every wager's mean" if len(tested) == len(run.wagers) else f"the mean of {listed(tested)}"
    if run.fit.is_tested:
        which = f"{which} and" if tested else ""
        found = f"{which} the frequencies of all outcomes lie within chance ({frequencies(run.fit)})."
    else:
        found = f"{which} lies within chance. The {frequencies(run.fit)}."
    return f"Agrees with the exact figures: {found.strip()} {rate} {missed(run)}"


def frequencies(fit: Fit) -> str:
    """How well the frequencies fit, or that there is nothing to tell it by."""
    if fit.p_value is None or not fit.is_tested:
        return "frequencies of outcomes were not tested: no two of them are expected 50 times in so few rounds"
    return f"chi-square {fit.chi_square:,.1f} on {fit.freedom} degrees of freedom, p = {odds_of(fit.p_value)}"


def missed(run: Estimates) -> str:
    """Wager by wager the error that these rounds could have missed."""
    tested = [f"{rounded_up(each.detectable)} on {id_}" for id_, each in run.wagers.items() if each.is_tested]
    untested = [id_ for id_, each in run.wagers.items() if not each.is_tested]
    told = []
    if tested:
        told.append(
            f"Of the house edge, an error of {listed(tested)} is found in at least {POWER * 100:.0f} of 100 such runs; "
            f"a smaller one may have been missed."
        )
    if untested:
        told.append(f"Not tested: the house edge of {listed(untested)}; so few rounds cannot find any error in it.")
    return " ".join(told)


def faults(run: Estimates) -> list[str]:
    """All that speaks against the exact figures, or against the rules that were played."""
    fit = run.fit
    found = [odds_off(odds) for odds in run.trial.other_odds]
    found += [mean_off(id_, run.wagers[id_]) for id_ in run.unlikely]
    if fit is not None and fit.impossible:
        found.append(f"{fit.impossible:,} rounds came to what no deal comes to")
    if not found or (run.p_value is not None and run.p_value < FIT_ALARM):
        wager, worst = farthest(run)
        found.append(
            f"farthest off is {worst.outcome} of {wager}, seen {worst.count:,} times instead of "
            f"{worst.expected or 0.0:,.1f}"
        )
    return found


def odds_off(odds: OtherOdds) -> str:
    """What an outcome pays, and what it should."""
    return f"{odds.outcome} of {odds.wager} {paid(odds.pays)} where it {paid(odds.exact)} in the exact figures"


def paid(odds: Fraction | None) -> str:
    """What odds do to a wager."""
    if odds is None:
        return "has no odds"
    return loss_text(odds) if odds < 0 else "pushes" if odds == PUSHED else f"pays {odds_text(odds)}"


def mean_off(id_: str, estimate: Estimate) -> str:
    z = "" if estimate.z is None else f", z = {estimate.z:+.1f}"
    return f"{id_} comes to {percent(estimate.mean)} where {percent(estimate.expected or 0.0)} is exact{z}"


def farthest(run: Estimates) -> tuple[str, Seen]:
    """The outcome that is farthest from how often it should come."""
    every = [(id_, seen) for id_, estimate in run.wagers.items() for seen in estimate.outcomes]
    return max(every, key=lambda pair: pair[1].off)


# ── In pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────


def bars(run: Estimates) -> tuple[str, ...]:
    """The z-score of every wager as a bar, on a common scale from -5 to 5."""
    width = max(len(id_) for id_ in run.wagers)
    scale = f"{'':{width}}  {'-5':<{BAR_SIDE}}0{'+5':>{BAR_SIDE}}  standard errors off"
    return ("", *(f"{id_:{width}}  {bar(each.z)}".rstrip() for id_, each in run.wagers.items()), scale)


def bar(z: float | None) -> str:
    """A z-score as a bar to the left or right of nothing; an arrow where it goes on."""
    if z is None:
        return ""
    length = min(round(abs(z) * 2), BAR_SIDE)
    drawn = "━" * length
    if z < 0:
        drawn = ("◀" + drawn[1:]) if z < -BAR_SIDE / 2 else drawn
        return f"{drawn:>{BAR_SIDE}}│{'':{BAR_SIDE}}"
    drawn = (drawn[:-1] + "▶") if z > BAR_SIDE / 2 else drawn
    return f"{'':{BAR_SIDE}}│{drawn:<{BAR_SIDE}}"


def convergence(run: Estimates) -> tuple[str, ...]:
    """The main wager's mean after ever more rounds, a column for each mark, and the 99% band around what is exact.

    Where nothing was counted the band lies around the mean of all rounds.
    """
    id_, main = run.trial.main, run.main
    counted = main.expected is not None
    about = main.mean if main.expected is None else main.expected
    points = [(point.rounds, float(point.won[id_] / point.rounds)) for point in run.run.trail]
    if len(points) < LEAST_COLUMNS:
        return ()
    if points[-1][0] < run.rounds:
        points.append((run.rounds, main.mean))
    points = points[-COLUMNS:]
    at_one = main.half_width * run.rounds**0.5
    bands = [at_one / rounds**0.5 for rounds, _ in points]
    offs = [mean - about for _, mean in points]
    top = max(*bands, *map(abs, offs)) or 1.0
    middle = ROWS // 2
    columns = [
        column(round(off / top * middle), band / top * middle, middle) for off, band in zip(offs, bands, strict=True)
    ]
    labels = {0: percent(about + top), middle: percent(about), ROWS - 1: percent(about - top)}
    width = max(map(len, labels.values()))
    lines = [f"{labels.get(row, ''):>{width}} ┤{''.join(each[row] for each in columns)}" for row in range(ROWS)]
    first, last = (in_short(rounds) for rounds, _ in (points[0], points[-1]))
    axis = f"{first}{last:>{max(len(columns) - len(first), len(last) + 1)}}"
    signs = "░ 99% of right runs   ─ exact" if counted else "░ 99% of runs   ─ mean of all rounds"
    legend = ("rounds, on a logarithmic scale", f"● mean so far   {signs}")
    return (*lines, *(f"{'':{width}}  {below}" for below in (axis, *legend)))


def column(mean: int, band: float, middle: int) -> str:
    """One column from the top: the mean, the exact value in the middle, and the band about it."""
    signs = []
    for height in range(middle, -middle - 1, -1):
        if height == mean:
            signs.append("●")
        elif height == 0:
            signs.append("─")
        else:
            signs.append("░" if abs(height) <= band else " ")
    return "".join(signs)
