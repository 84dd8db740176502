"""What a bankroll pays for: levels of affordable play, held against a walk through every deal in fractions."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import product

import pytest

from croupier.errors import Refused
from croupier.exact.bankroll import Level, levels, stated_plans
from croupier.exact.count import count
from croupier.exact.session import session
from croupier.exact.solve import Solver, Stakes, checked_mix, solver_of
from croupier.exact.space import Composition
from croupier.rulebook import Model
from tests.exact.by_hand import monte_pays, ways
from tests.exact.enumeration import winnings
from tests.exact.invented import (
    CLIMB,
    CLIMB_TOLD,
    ORACLE,
    ORACLE_TOLD,
    TWO_ON_ONE,
    WAR,
    Deals,
    alike,
    chosen,
    deals_of,
    deck,
    units_of,
)

PROMISED = Fraction(1, 10**12)
Stated = Callable[[int, int], str]
"""By decision and sight, an option."""

# ── A slow player who counts his money ───────────────────────────────────────────────────────────────────────────────


class Walker:
    """Plays every deal with so much money, choosing among what he can pay for."""

    def __init__(self, model: Model, composition: Composition, stakes: Stakes, stated: Stated | None = None) -> None:
        """Take the game, the mix and, where one is stated, a strategy."""
        self.model, self.units, self.stated = model, units_of(model, stakes), stated
        self.deals = deals_of(model, composition)
        self.total = sum(weight for _, _, weight in self.deals)

    def laid(self, decided: tuple[str, ...]) -> Iterator[Fraction]:
        """What lies on the layout before the deal and after each decision."""
        placed = dict(self.units)
        yield sum(placed.values(), Fraction(0))
        for decision, id_ in zip(self.model.decisions, decided, strict=False):
            multiple = next(option.multiple for option in decision.options if option.id == id_)
            more = multiple * placed.get(decision.base, Fraction(0))
            placed[decision.wager] = placed.get(decision.wager, Fraction(0)) + more
            yield sum(placed.values(), Fraction(0))

    def pays(self, money: Fraction, decided: tuple[str, ...]) -> bool:
        """Whether there is a way to go on from here that the money pays for."""
        left = self.model.decisions[len(decided) :]
        ends = product(*([option.id for option in decision.options] for decision in left))
        return any(max(self.laid((*decided, *end))) <= money for end in ends)

    def results(self, money: Fraction) -> dict[Fraction, int]:
        """Over all deals, how many come to each result."""
        return self.branch(self.deals, (), money)

    def branch(self, deals: Deals, decided: tuple[str, ...], money: Fraction) -> dict[Fraction, int]:
        """The results of some deals after these decisions."""
        found: dict[Fraction, int] = {}
        if len(decided) == len(self.model.decisions):
            for _, deal, weight in deals:
                won = winnings(self.model, deal, chosen(self.model, decided), self.units)
                found[won] = found.get(won, 0) + weight
            return found
        for same in alike(deals, len(decided)):
            for won, weight in self.decide(same, decided, money).items():
                found[won] = found.get(won, 0) + weight
        return found

    def decide(self, deals: Deals, decided: tuple[str, ...], money: Fraction) -> dict[Fraction, int]:
        """The results of deals that look alike: the stated option's if it can be paid for, else the best one's."""
        decision = self.model.decisions[len(decided)]
        open_ = [option.id for option in decision.options if self.pays(money, (*decided, option.id))]
        if self.stated is not None:
            wanted = self.stated(len(decided), deals[0][0][len(decided)])
            open_ = [wanted] if wanted in open_ else open_
        open_.sort(key=lambda id_: (-next(o.multiple for o in decision.options if o.id == id_), id_))
        branches = [self.branch(deals, (*decided, id_), money) for id_ in open_]  # of those worth the same, the first
        return max(branches, key=lambda results: sum(won * weight for won, weight in results.items()))


def solver_from(model: Model, composition: Composition) -> Solver:
    """A game counted from a few cards."""
    return Solver(count(model, composition), model)


def level_at(found: tuple[Level, ...], money: Fraction) -> Level | None:
    """The level of somebody who holds so much."""
    return next((level for level in reversed(found) if level.needs <= money), None)


def always(*options: str) -> Stated:
    """The same options at every sight."""
    return lambda depth, _: options[depth]


SMALL = [
    pytest.param(WAR, deck("2c 3c 4c 4d 9s Qs"), {"ante": Fraction(3)}, None, None, id="war"),
    pytest.param(CLIMB, deck("2c 5c 9c As"), {"ante": Fraction(2)}, None, None, id="climb"),
    pytest.param(TWO_ON_ONE, deck("2c 5c 9c As"), {"ante": Fraction(1)}, None, None, id="two on one"),
    pytest.param(ORACLE, deck("2c 5c 9d"), {"bet": Fraction(1)}, None, None, id="oracle"),
    pytest.param(
        CLIMB_TOLD,
        deck("2c 9c As", copies=2),
        {"ante": Fraction(1)},
        {"otherwise": {"stay": "stay", "climb": "climb"}},
        always("stay", "climb"),
        id="always climb",
    ),
    pytest.param(
        ORACLE_TOLD,
        deck("2c 5c 9d"),
        {"bet": Fraction(1)},
        {"otherwise": {"press": "press", "hedge": "hedge", "guess": "high"}},
        always("press", "hedge", "high"),
        id="always high",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "composition", "stakes", "own", "stated"), SMALL)
def test_whoever_cannot_afford_an_option_takes_the_best_that_he_can(
    model: Model,
    composition: Composition,
    stakes: Stakes,
    own: Mapping[str, object] | None,
    stated: Stated | None,
) -> None:
    solver = solver_from(model, composition)
    found = levels(solver, stakes, stated_plans(solver, stakes, own or "optimal"))
    walker = Walker(model, composition, stakes, stated)
    unit = sum((Fraction(units) for units in stakes.values()), Fraction(0))
    assert len(found) > 1
    for halves in range(2 * 9 + 1):
        money = unit * Fraction(halves, 2)
        level = level_at(found, money)
        assert (level is None) == (money < unit)
        if level is not None:
            right = walker.results(money)
            assert level.one.deals.keys() == right.keys()
            assert all(Fraction(level.one.deals[x], level.one.total) == Fraction(right[x], walker.total) for x in right)


@pytest.mark.slow
@pytest.mark.parametrize(("model", "composition", "stakes", "own", "stated"), SMALL)
def test_a_session_is_as_when_every_deal_of_every_round_is_walked(
    model: Model,
    composition: Composition,
    stakes: Stakes,
    own: Mapping[str, object] | None,
    stated: Stated | None,
) -> None:
    walker = Walker(model, composition, stakes, stated)
    unit = sum((Fraction(units) for units in stakes.values()), Fraction(0))
    for bankroll, rounds in ((unit, 3), (unit * Fraction(7, 2), 4), (9 * unit, 5)):
        now: dict[Fraction, Fraction] = {bankroll: Fraction(1)}
        seen: dict[Fraction, dict[Fraction, int]] = {}
        ruined = []
        for _ in range(rounds):
            after: dict[Fraction, Fraction] = {}
            for money, p in now.items():
                if money < unit:
                    after[money] = after.get(money, Fraction(0)) + p
                    continue
                if money not in seen:
                    seen[money] = walker.results(money)
                for won, weight in seen[money].items():
                    after[money + won] = after.get(money + won, Fraction(0)) + p * Fraction(weight, walker.total)
            now = after
            ruined.append(sum(p for money, p in now.items() if money < unit))
        solver = solver_from(model, composition)
        played = session(solver, rounds=rounds, stake=stakes, bankroll=bankroll, strategy=own or "optimal")
        stated_ = dict(played.results())
        lacking = {money: p - stated_.get(money - bankroll, Fraction(0)) for money, p in now.items()}
        assert {bankroll + result for result in stated_} <= now.keys()
        assert min(lacking.values()) >= 0
        assert sum(lacking.values()) == played.error <= PROMISED
        for number, right in enumerate(ruined, 1):
            assert 0 <= right - played.ruined_by(number) <= PROMISED


def test_casino_monte_at_every_level_is_worth_what_a_second_count_says() -> None:
    found = levels(solver_of("casino-monte"), {"initial": 10}, None)
    assert [level.needs for level in found] == [10, 20, 30, 40]
    worth: dict[tuple[str, int, int], int] = {}
    for own, second, third in product(range(13), repeat=3):
        initial, raised = monte_pays(own, second, third)
        deals = ways((own, second, third), 24) * 2  # two faces of the die expose each position
        for whose, rank in (("own", own), ("other", second), ("other", third)):
            for times in range(4):
                key = whose, rank, times
                worth[key] = worth.get(key, 0) + deals * (initial + times * raised)
    for most, level in enumerate(found):
        best = sum(
            max(worth[whose, rank, times] for times in range(most + 1))
            for whose, rank in product(("own", "other"), range(13))
        )
        assert level.one.mean == Fraction(10 * best, 6 * 312 * 311 * 310)


def test_a_level_is_told_only_where_it_is_played_otherwise() -> None:
    plain = levels(solver_of("baccarat"), {"banker": 10, "tie": 5}, None)
    assert [level.needs for level in plain] == [15]
    solver = solver_of("casino-monte")
    never = levels(solver, {"initial": 10}, stated_plans(solver, {"initial": 10}, {"otherwise": "check"}))
    assert [level.needs for level in never] == [10], "who never raises needs no more"
    poker = levels(solver_of("three-card-poker"), {"ante": 10, "pair_plus": 5}, None)
    assert [level.needs for level in poker] == [15, 25]


# ── What can be placed ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_mix_is_played_by_the_strategy_that_is_best_for_it() -> None:
    stakes = {"ante": 1, "pair_plus": 1000}  # who folds forfeits Pair Plus
    solver = solver_of("three-card-poker")
    mixed = levels(solver, stakes, None)[-1].one
    for other in ({"ante": 1}, {"ante": 1, "pair_plus": 1}):
        plans = solver.best_plans(other)
        assert levels(solver, stakes, plans)[-1].one.mean <= mixed.mean
    folding = levels(solver, stakes, stated_plans(solver, stakes, {"otherwise": "fold"}))[-1].one
    assert folding.mean == -1001


@pytest.mark.parametrize(
    ("game", "stakes", "why"),
    [
        ("three-card-poker", {"pair_plus": 5}, r"stake: pair_plus needs a stake on ante too \(TCP-"),
        ("casino-monte", {"full_monte": 5}, r"stake: full_monte needs a stake on initial too \(CM-R5\)"),
        (
            "baccarat",
            {"lucky_monkey": 5},
            r"stake: lucky_monkey needs a stake on player or banker or tie too \(LM-R4\)",
        ),
        ("baccarat", {"insurance": 5}, 'stake: there is no wager "insurance" to stake on; there are player, banker'),
        ("three-card-poker", {"ante": 5, "play": 5}, 'stake: there is no wager "play" to stake on'),
        ("baccarat", {"player": 0}, "stake: the stake on player must be above 0"),
        ("baccarat", {"player": -5}, "stake: the stake on player must be above 0"),
        ("baccarat", {}, "stake: stake on at least one wager"),
    ],
)
def test_wagers_that_cannot_be_placed_are_refused_with_their_clause(
    game: str, stakes: dict[str, int | Fraction], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        checked_mix(solver_of(game).model, stakes)
    with pytest.raises(Refused, match=why):
        session(game, rounds=10, stake=stakes)


def test_what_cannot_be_is_refused_before_anything_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def count_nothing(*_: object, **__: object) -> None:
        pytest.fail("this was counted")

    monkeypatch.setattr(import_module("croupier.exact.session"), "solver_of", count_nothing)
    asked: dict[str, dict[str, object]] = {
        "rounds: ": {"rounds": 10**7},
        "rounds_per_hour: ": {"rounds_per_hour": 0},
        "stake: ": {"stake": {"pair_plus": 5}},
        "bankroll: 9 does not pay for the first round, which takes 10": {"stake": 10, "bankroll": 9},
    }
    for why, how in asked.items():
        with pytest.raises(Refused, match=why):
            session("three-card-poker", **{"rounds": 10, **how})  # type: ignore[arg-type]


@pytest.mark.parametrize("bankroll", [10, 15, 39])
def test_who_cannot_afford_every_option_still_plays(bankroll: int) -> None:
    played = session("casino-monte", rounds=1, stake=10, bankroll=bankroll)
    assert min(result for result, _ in played.results()) >= -bankroll
    everything = session("casino-monte", rounds=1, stake=10, bankroll=40)
    assert everything.ruin is not None
    assert f"{float(everything.ruin):.4f}" == "0.1196"
    assert played.ruin is not None
    assert played.ruin >= everything.ruin
