"""Skill, luck and edge: they add up to what the round came to, and the mean of luck is 0 however somebody plays."""

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import pytest

from croupier.cards import DECK
from croupier.exact.advice import Advice, counted_in
from croupier.exact.analysis import analyze
from croupier.exact.solve import Solver
from croupier.exact.space import Space, full, without
from croupier.games import GAMES, game
from croupier.games.casino_monte import position_exposed
from croupier.hint import Known, advice_on, hint, known_at
from croupier.house import requests as r
from croupier.house.own_round import Choice, OwnRound
from croupier.house.tally import BANKED, NO_WAGERS, VOIDED, Reckoning, Tally, Weighing, reckoned
from croupier.rulebook import Rulebook
from croupier.table import events as e
from tests.house.small_house import SmallHouse
from tests.house.test_own_round import recalled, two_at_three_card_poker
from tests.web.test_advice import hidden

EDGE = Fraction(-1, 7)
"""Of a dollar, in tests where another would do as well."""


def valued(own: OwnRound) -> Callable[[Choice], Mapping[str, Fraction]]:
    """What the options of a choice are worth."""

    def weighed(choice: Choice) -> Mapping[str, Fraction]:
        found = hint(own.book, choice.seen, own.book.decisions_by_id[choice.decision])
        return {option: found.cents(option) for option in found.advice.options}

    return weighed


def taken_apart(own: OwnRound) -> Reckoning:
    return reckoned(own, lambda stakes: EDGE * sum(stakes.values()), valued(own))


def played(id_: str, seed: int, rounds: int = 3) -> Iterator[OwnRound]:
    """Rounds of somebody who bets and decides by chance."""
    small, rng = SmallHouse(seed), random.Random(seed)
    table = small.open(id_, house_run=2)
    guest = small.seated(table)
    for _ in range(400):
        mine = [row for row in small.store.played.values() if row.guest == guest]
        if len(mine) >= rounds:
            break
        may = small.house.view(table, guest)["you"]["legal"]
        state, seat = small.table(table).state, small.table(table).seat_of(guest)
        if may["answer_bank"]:
            small.act(table, guest, r.AnswerOffer(take=False))
        elif may["decision"]:
            small.decide(table, guest, rng.randrange(len(may["decision"]["options"])))
        elif may["wagers"] and not any(owner == seat for owner, _ in state.stakes):
            small.bet(table, guest)
        else:
            small.wait(1)
    for row in mine:
        yield recalled(small, table, guest, row.round)


# ── What adds up ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_skill_luck_and_edge_add_up_to_the_chips_won_or_lost(id_: str, seed: int) -> None:
    found = [(own, taken_apart(own)) for own in played(id_, seed)]
    assert found
    for own, reckoning in found:
        if reckoning.why_not == NO_WAGERS:
            assert own.played.after == own.played.before
            continue
        assert not reckoning.why_not
        assert reckoning.result == own.played.after - own.played.before
        assert reckoning.skill + reckoning.luck + reckoning.edge == reckoning.result
        assert len(reckoning.choices) == len(own.choices()) <= len(own.book.decisions)
        assert (reckoning.skill == 0) is all(each.value == each.best for each in reckoning.choices)
        assert reckoning.skill <= 0
    assert any(reckoning.result for _, reckoning in found)


def test_a_fee_is_part_of_the_edge_and_not_of_luck() -> None:
    small, table, people = two_at_three_card_poker(2)
    own = recalled(small, table, people[0])
    fees = sum(each.event.cents for each in own.seen if isinstance(each.event, e.FeeCollected) and each.event.seat == 1)
    staked: list[Mapping[str, int]] = []

    def value_of(stakes: Mapping[str, int]) -> Fraction:
        staked.append(stakes)
        return Fraction(0)

    found = reckoned(own, value_of, valued(own))
    assert fees > 0
    assert found.edge == -fees
    placed = {
        each.event.wager: each.event.cents
        for each in own.seen
        if isinstance(each.event, e.WagerPlaced) and each.event.seat == 1
    }
    assert staked == [placed]
    assert "play" not in placed, "what a decision stakes is no wager placed before the deal"


def test_a_bank_and_a_round_called_off_are_left_out_with_a_reason() -> None:
    small, table, people = two_at_three_card_poker(2)
    own = recalled(small, table, people[0])

    def banking(line: str) -> str:
        return line.replace('"player_dealer":3', '"player_dealer":1')

    banks = recalled(small, table, people[0], change=banking)
    dealer = next(each.event.player_dealer for each in own.seen if isinstance(each.event, e.RoundOpened))
    assert dealer == 3
    assert taken_apart(banks).why_not == BANKED
    voided = SmallHouse(1)
    id_ = voided.open("casino-monte")
    guest = voided.seated(id_)
    voided.until_betting(id_)
    voided.bet(id_, guest)
    voided.operate(r.VoidRound("a card fell"), id_)
    assert taken_apart(recalled(voided, id_, guest)).why_not == VOIDED


def test_a_choice_of_the_table_counts_and_says_whose_it_was() -> None:
    small = SmallHouse(3)
    table = small.open("casino-monte")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    while not small.table(table).recorder.track.closed.round:
        small.wait(1)
    (choice,) = taken_apart(recalled(small, table, guest)).choices
    assert (choice.option, choice.by) == ("check", e.TABLE)
    assert Tally([Reckoning(choices=(choice,))]).by_the_clock == 1


def test_cards_that_the_seat_never_saw_change_no_choice() -> None:
    small, table, people = two_at_three_card_poker(2)
    mine, other = (recalled(small, table, people[1], change=change) for change in (str, hidden))
    assert [each.event for each in mine.seen] != [each.event for each in other.seen]
    assert taken_apart(mine).choices == taken_apart(other).choices


def test_equal_sights_are_known_alike_whatever_else_differs() -> None:
    known = []
    for own in played("casino-monte", 4, rounds=6):
        for choice in own.choices():
            decision = own.book.decisions_by_id[choice.decision]
            known.append(known_at(own.book, choice.seen, decision))
    sights = {(each.chosen, each.drawn, each.stakes) for each in known}
    assert len(sights) == len(set(known)), "nothing else tells two decisions apart"


# ── The mean of luck ─────────────────────────────────────────────────────────────────────────────────────────────────

Deal = tuple[Mapping[str, tuple[int, ...]], Known]
Plan = Callable[[Advice], str]
STAKES = {
    "casino-monte": {"initial": 1, "full_monte": 1},
    "three-card-poker": {"ante": 2, "pair_plus": 3, "six_card_bonus": 1},
}
PLANS: Mapping[str, Plan] = {
    "the best": lambda advice: advice.best,
    "the worst": lambda advice: min(advice.options, key=lambda option: advice.options[option]),
    "always the same": lambda advice: min(advice.options),
}


def left(decks: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """All cards but a few: what is gone from a small deck."""
    gone = sorted([*DECK] * decks)
    for card in cards:
        gone.remove(card)
    return tuple(gone)


def monte_deals(gone: tuple[int, ...], cards: tuple[int, ...], stakes: Mapping[str, int]) -> Iterator[Deal]:
    for three in permutations(cards, 3):
        for die in range(1, 7):
            shown = position_exposed(die)
            seen = tuple(card if place == shown else None for place, card in enumerate(three, 1))
            known = (("cards", seen), ("die", (die,)))
            yield {"cards": three, "die": (die,), "spot": (2,)}, at("raise", known, gone, stakes, "initial", spot=2)


def poker_deals(gone: tuple[int, ...], cards: tuple[int, ...], stakes: Mapping[str, int]) -> Iterator[Deal]:
    for hand in combinations(cards, 3):
        rest = [card for card in cards if card not in hand]
        for up in rest:
            for hole in combinations([card for card in rest if card != up], 2):
                known = (("hand", hand), ("up", (up,)))
                yield {"hand": hand, "up": (up,), "hole": hole}, at("play", known, gone, stakes, "ante")


def at(
    decision: str,
    drawn: tuple[tuple[str, tuple[int | None, ...]], ...],
    gone: tuple[int, ...],
    stakes: Mapping[str, int],
    base: str,
    **chosen: int,
) -> Known:
    units = tuple((id_, Fraction(cents, stakes[base])) for id_, cents in stakes.items())
    return Known(decision, tuple(chosen.items()), drawn, gone, units, ())


SMALL = {
    "casino-monte": (monte_deals, (0, 1, 12, 12, 25, 50)),
    "three-card-poker": (poker_deals, (1, 5, 9, 38, 45, 50, 51)),
}


def result_of(book: Rulebook, facts: Mapping[str, tuple[int, ...]], option: str, stakes: Mapping[str, int]) -> Fraction:
    """What the wagers of one deal win, by the rules themselves."""
    (decision,) = book.decisions
    chosen = next(each for each in decision.options if each.id == option)
    constants = {name: (value,) for name, value in book.model.constants.items()}
    all_facts = {**constants, **facts, decision.id: (int(chosen.code),)}
    staked = {**stakes, decision.wager: chosen.multiple * stakes[decision.base]}
    total = Fraction(0)
    for wager in book.model.wagers:
        if staked.get(wager.id):
            code = book.outcome(wager.outcome, dict(all_facts))
            total += staked[wager.id] * next(line.odds for line in wager.lines if int(line.code) == code)
    return total


@cache
def advice_at(id_: str, known: Known) -> Advice:
    return advice_on(game(id_).rulebook(), known)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("id_", SMALL)
def test_over_all_deals_of_a_small_deck_luck_is_exactly_nothing(id_: str, plan: Plan) -> None:
    book, (deals_of, cards), stakes = game(id_).rulebook(), SMALL[id_], STAKES[id_]
    gone = left(book.model.decks, cards)
    small = Space(book.model, without(full(book.model.decks), gone), lumped=False)
    edge = analyze(Solver(counted_in(small), book.model), stakes=stakes).distribution(stakes).mean
    (decision,) = book.decisions
    deals = lucky = 0
    skill = luck = Fraction(0)
    for facts, known in deals_of(gone, cards, stakes):
        advice = advice_at(id_, known)
        option = plan(advice)
        cost = -advice.cost(option) * stakes[decision.base]
        found = result_of(book, facts, option, stakes) - cost - edge
        deals, lucky, skill, luck = deals + 1, lucky + (found > 0), skill + cost, luck + found
    assert luck == 0
    assert 0 < lucky < deals
    assert (skill == 0) is (plan is PLANS["the best"])


# ── Sums ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_tally_sums_what_is_counted_and_says_what_is_not() -> None:
    good = Reckoning(500, Fraction(-5, 3), (Weighing("play", "fold", e.PLAYER, Fraction(1), Fraction(3)),))
    bad = Reckoning(-500, Fraction(-5, 3))
    tally = Tally([good, None, bad, Reckoning(why_not=BANKED)])
    assert tally.counted == [good, bad]
    assert (tally.waiting, tally.left_out, tally.result) == (1, {BANKED: 1}, 0)
    assert tally.sums == {"skill": -2, "edge": Fraction(-10, 3), "luck": Fraction(16, 3)}
    assert sum(tally.sums.values()) == tally.result
    assert tally.running("skill") == [0, -2, -2]
