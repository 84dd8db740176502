"""What a count takes: reckoned before it is begun, refused where it is hopeless, stopped and taken up again."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from croupier.errors import Refused
from croupier.exact import estimate as estimates
from croupier.exact import parts
from croupier.exact.advice import INTERPRETED_MAX, Advice, advise
from croupier.exact.analysis import analyze
from croupier.exact.count import count
from croupier.exact.counter import Layout, written
from croupier.exact.estimate import Estimate, distinct, estimated, in_words
from croupier.exact.evaluation import result
from croupier.exact.parts import interpreted, part_of, sum_of
from croupier.exact.solve import solver_of, usual_stakes
from croupier.exact.space import Ints, Space, full
from croupier.kernel.effort import EFFORT, effort
from croupier.kernel.kernel import Kernel
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager
from tests.exact.enumeration import walk, winnings
from tests.exact.invented import CLIMB, ORACLE, WAR, deck
from tests.exact.symmetric import invented

counting = sys.modules["croupier.exact.count"]  # the module, whose name the function has


@rule
def higher_sum(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
    """Whether four cards have more points than four others."""
    return int((a >> 2) + (b >> 2) + (c >> 2) + (d >> 2) > (e >> 2) + (f >> 2) + (g >> 2) + (h >> 2))


def hands_of(cards: int) -> Model:
    """Two hands of four cards, dealt one card after the other."""
    lines = (Line(1, "win", "", Fraction(1)), Line(0, "lose", "", Fraction(-1)))
    wager = Wager("bet", "Bet", Rule(higher_sum, ("mine", "its")), lines)
    kind = Draw.ORDERED if cards == 52 else Draw.SET
    return Model("two-hands", 1, (Drawn("mine", kind, 4), Drawn("its", kind, 4)), (wager,), suits_alike=True)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let every kernel run as plain Python, and find no count that another run of the tests has kept."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(counting, "counted", interpreted)
    monkeypatch.setattr(parts, "counted", interpreted)
    monkeypatch.setattr(Kernel, "compiled", property(lambda kernel: kernel.interpreted))


# ── Reckoned beforehand ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_sample_foresees_how_many_deals_are_looked_at(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Space.heads.__globals__, "HEAD_LEAVES", 30)
    monkeypatch.setattr(estimates, "HEADS_MIN", 400)
    monkeypatch.setattr(estimates, "SAMPLE_SECONDS", 60)
    game = invented(seed)
    space = Space(game.model, game.composition, lumped=True)
    counter = written(space)
    looked, paths = 0, Layout(game.model).paths

    def one(head: Sequence[int]) -> tuple[int, int, Ints]:
        _, leaves, keys, counts = interpreted(part_of(space, counter, np.array([head])))
        return sum_of(counts) // len(paths), leaves, keys

    for heads in space.heads():
        looked += interpreted(part_of(space, counter, heads))[1]
    found = estimated(space, one, workers=1)
    assert abs(found.leaves / looked - 1) < 0.25  # the seed is fixed, so that chance has no say


def test_entries_are_reckoned_whether_or_not_heads_share_them() -> None:
    assert distinct([10, 10, 10], 30, 5000.0, 500.0) == 5000
    assert 10 <= distinct([10, 10, 10], 10, 5000.0, 500.0) < 11
    assert 95 < distinct([50] * 6, 98, 25_000.0, 500.0) < 110


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (70, "70 seconds"),
        (600, "10 minutes"),
        (9000, "2 hours"),
        (2e6, "23 days"),
        (1e12, "31,688 years"),
    ],
)
def test_a_time_is_said_as_people_say_it(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_a_hopeless_count_is_refused_before_it_is_begun_with_what_would_help() -> None:
    told: list[float] = []
    with (
        pytest.raises(Refused, match="counting 30,342,338,208,000 deals of two-hands would take about") as refused,
        effort(anyway=False, progress=told.append),
    ):
        solver_of(replace(hands_of(52), suits_alike=False))
    for helps in ("croupier simulate", "--device gpu", "--cluster", "--anyway"):
        assert helps in str(refused.value)
    assert told == []


def test_more_memory_than_is_free_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "memory_available", lambda: 1 << 30)
    Estimate(1.0, 2, 10**9, 10**7).check("counting")
    with pytest.raises(Refused, match=r"counting would take about 93 GiB of memory, and 1 GiB are free; .*simulate"):
        Estimate(1.0, 2, 10**9, 10**9).check("counting")


def test_a_long_count_says_what_it_takes_and_a_short_one_does_not(plain: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SAMPLED_FROM", 1)
    said: list[str] = []
    with effort(notice=said.append):
        count(WAR, deck("2c 3c 4c 7c"), lumped=False)
    monkeypatch.setattr(counting, "LONG_SECONDS", 0)
    with effort(notice=said.append):
        count(WAR, deck("2c 3c 4c 8c"), lumped=False)
    assert said[0] == "counting 12 deals of war"
    assert "counting 12 deals of war, which takes about 1 second on" in said[1]


def test_what_was_said_for_all_counts_holds_for_each_and_ends(plain: None) -> None:
    told: list[float] = []
    with effort(progress=told.append, anyway=True) as given:
        assert given.anyway
        count(WAR, deck("2c 5c 9c"), lumped=False)
    assert told == [0, 1]
    assert not EFFORT.get().anyway


# ── Stopped, and taken up again ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def in_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: None) -> Path:
    """A cache of its own, and counts of many parts."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(parts, "PART_LEAVES_MIN", 1)
    monkeypatch.setitem(Space.heads.__globals__, "HEAD_LEAVES", 1)
    return tmp_path


TWELVE = tuple(int(card >> 2 < 3) for card in range(52))


def stop_at(share: float) -> None:
    """Ctrl-C, when half of it is counted."""
    if share > 0.5:
        raise KeyboardInterrupt


def test_a_count_that_is_stopped_is_taken_up_where_it_was(in_many_parts: Path) -> None:
    game = hands_of(12)
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt), effort(notice=said.append, progress=stop_at):
        count(game, TWELVE)
    assert said[-1] == "stopped; what is counted is kept, and the same count goes on from there"
    assert [file.name[:5] for file in in_many_parts.rglob("*.npz")] == ["part-"]
    shares: list[float] = []
    with effort(notice=said.append, progress=shares.append):
        resumed = count(game, TWELVE)
    assert "were counted before it was stopped" in said[-1]
    assert shares[0] > 0.4
    assert shares[-1] == 1
    assert [file.name[:6] for file in in_many_parts.rglob("*.npz")] == ["count-"]
    whole = count(game, TWELVE, lumped=False)
    assert resumed.total == whole.total
    assert resumed.counts.tolist() == whole.counts.tolist()


def test_half_a_count_that_is_damaged_is_not_taken_up(in_many_parts: Path) -> None:
    game = hands_of(12)
    with pytest.raises(KeyboardInterrupt), effort(progress=stop_at):
        count(game, TWELVE)
    (half,) = in_many_parts.rglob("part-*.npz")
    data = bytearray(half.read_bytes())
    data[len(data) // 2] ^= 1
    half.write_bytes(data)
    said: list[str] = []
    shares: list[float] = []
    with effort(notice=said.append, progress=shares.append):
        found = count(game, TWELVE)
    assert "made again" in said[0]
    assert shares[0] == 0
    assert int(found.counts.sum()) == found.total


def test_a_refused_rule_leaves_nothing_half_counted(in_many_parts: Path) -> None:
    game = hands_of(12)
    broken = replace(game, wagers=(replace(game.wagers[0], lines=game.wagers[0].lines[1:]),))
    with pytest.raises(Refused, match="gives a code that is not among the lines"):
        count(broken, TWELVE)
    assert not list(in_many_parts.rglob("*.npz"))


# ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def by_walking(model: Model, known: dict[str, tuple[int, ...]], at_hand: int) -> dict[str, Fraction]:
    """What each option is worth, every deal walked in plain Python and later decisions made at their best."""
    stakes = {id_: Fraction(amount) for id_, amount in usual_stakes(model).items()}
    earlier = [decision.options[0].id for decision in model.decisions[:at_hand]]
    deals = list(walk(model, full(model.decks), known))

    def best(some: list[tuple[dict[str, tuple[int, ...]], int]], way: list[str]) -> Fraction:
        if len(way) == len(model.decisions):
            options = {d.id: id_ for d, id_ in zip(model.decisions, way, strict=True)}
            return sum((n * winnings(model, deal, options, stakes) for deal, n in some), Fraction(0))
        decision = model.decisions[len(way)]
        seen: dict[int, list[tuple[dict[str, tuple[int, ...]], int]]] = {}
        for deal, n in some:
            seen.setdefault(result(model, decision.sees, dict(deal)), []).append((deal, n))
        return sum((max(best(s, [*way, o.id]) for o in decision.options) for s in seen.values()), Fraction(0))

    total = sum(n for _, n in deals)
    return {o.id: best(deals, [*earlier, o.id]) / total for o in model.decisions[at_hand].options}


@pytest.mark.parametrize(
    ("game", "known", "at_hand"),
    [
        (WAR, {"own": (17,)}, 0),
        (CLIMB, {"own": (30,)}, 0),
        (CLIMB, {"own": (30,), "first": (9,)}, 1),
        pytest.param(replace(ORACLE, decks=1), {"die": (3,)}, 0, marks=pytest.mark.torture),
        (replace(ORACLE, decks=1), {"die": (2,), "own": (44,)}, 1),
    ],
)
def test_advice_is_what_walking_every_deal_gives(
    game: Model, known: dict[str, tuple[int, ...]], at_hand: int, plain: None
) -> None:
    decided = {decision.id: decision.options[0].id for decision in game.decisions[:at_hand]}
    found = advise(game, known, decided=decided)
    assert dict(found.options) == by_walking(game, known, at_hand)
    assert found.deals == sum(n for _, n in walk(game, full(game.decks), known))


def test_advice_over_many_deals_is_compiled_and_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"own": (30,)}
    few = advise(CLIMB, known)
    assert few.deals < INTERPRETED_MAX
    monkeypatch.setitem(advise.__globals__, "INTERPRETED_MAX", 0)
    ran: list[Kernel] = []

    def noted(kernel: Kernel) -> object:
        ran.append(kernel)
        return kernel.found()

    monkeypatch.setattr(Kernel, "compiled", property(noted))
    many: Advice = advise(CLIMB, known)
    assert ran
    assert many == few


def test_advice_that_would_take_too_long_is_refused_first(monkeypatch: pytest.MonkeyPatch, plain: None) -> None:
    monkeypatch.setitem(advise.__globals__, "INTERPRETED_MAX", 0)
    monkeypatch.setitem(advise.__globals__, "SAMPLED_FROM", 1)
    monkeypatch.setattr(estimates, "MOST_SECONDS", 0)
    with pytest.raises(Refused, match="deals of climb would take about"):
        advise(CLIMB, {"own": (30,)})
    with effort(anyway=True):
        assert advise(CLIMB, {"own": (30,)}).best in ("fold", "stay")


def test_an_analysis_says_as_how_many_deals_it_was_counted(plain: None) -> None:
    counts = analyze(WAR, removed=range(12, 52)).played.solver.counts
    assert (counts.total, counts.classes) == (132, 9)
