"""Any game takes side bets: its own wagers stay as they are, and the bets are dealt, settled, audited and counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.cards import DECK, card_names, rank_of, suit_of
from croupier.errors import Refused
from croupier.games.casino_monte import CASINO_MONTE
from croupier.games.lucky_monkey import BACCARAT, LUCKY_MONKEY
from croupier.games.three_card_poker import THREE_CARD_POKER
from croupier.identity import rulebook_digest
from croupier.odds import LOST
from croupier.record.audit import audit
from croupier.rule import rule
from croupier.rulebook import Feature, Game, Line, Rule, SideBet, Wager
from croupier.table import commands as c
from croupier.table.core import open_table, step
from examples.games.dragon_7 import DRAGON_7
from examples.games.high_card import HIGH_CARD
from tests.contract import assert_rulebook_contract
from tests.games.invented_side_bets import ACE_OUT, DEALERS_PAIR, NO_FACE, ONE_SUIT, PAIR_MAXIMUM, ace_out, alike

MONTE = CASINO_MONTE.with_side_bets(ONE_SUIT, ACE_OUT)
POKER = THREE_CARD_POKER.with_side_bets(DEALERS_PAIR)
HEARTS = 2
COMPOSED = {
    "casino-monte+one-suit+ace-out": (CASINO_MONTE, MONTE),
    "three-card-poker+dealers-pair": (THREE_CARD_POKER, POKER),
    "baccarat+dragon-7": (BACCARAT, BACCARAT.with_side_bets(DRAGON_7)),
}
EVERY = pytest.mark.parametrize(("id_", "base", "composed"), [(id_, *both) for id_, both in COMPOSED.items()])


# ── Identity ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@EVERY
def test_a_composed_game_has_an_id_and_a_composition_of_its_own(id_: str, base: Game, composed: Game) -> None:
    assert composed.id == composed.rulebook().model.id == id_
    assert "+".join((base.id, *composed.composition[len(base.composition) :])) == id_
    assert composed.composition[: len(base.composition)] == base.composition
    assert composed.title.startswith(f"{base.title} with ")
    assert not composed.aliases
    assert rulebook_digest(composed.rulebook()) != rulebook_digest(base.rulebook())


def test_titles_of_several_are_joined_and_both_names_can_be_given() -> None:
    assert MONTE.title == "Casino Monte with One Suit and Ace Out"
    own = CASINO_MONTE.with_side_bets(ONE_SUIT, id="monte-suits", title="Monte of Suits")
    assert (own.id, own.title, own.composition) == ("monte-suits", "Monte of Suits", ("one-suit",))


def test_side_bets_may_be_added_one_after_another() -> None:
    twice = CASINO_MONTE.with_side_bets(ONE_SUIT).with_side_bets(ACE_OUT)
    assert (twice.id, twice.composition) == (MONTE.id, MONTE.composition)
    assert [w.id for w in twice.rulebook().wagers] == [w.id for w in MONTE.rulebook().wagers]


@pytest.mark.slow
@EVERY
def test_everything_of_the_side_bets_belongs_to_the_game(id_: str, base: Game, composed: Game) -> None:
    assert id_
    assert_rulebook_contract(composed)
    for part in ("documents", "clauses", "rulings", "parameters"):
        own, all_ = getattr(base, part), getattr(composed, part)
        assert all_[: len(own)] == own
    assert composed.house().show().keys() - base.house().show().keys() == {p.name for p in composed.parameters} - {
        p.name for p in base.parameters
    }


def test_our_baccarat_is_plain_baccarat_with_lucky_monkey() -> None:
    assert (BACCARAT.id, BACCARAT.title, BACCARAT.composition) == ("baccarat", "Baccarat", ("lucky-monkey",))
    assert [ruling.id for ruling in BACCARAT.rulings] == [f"LM-R{number}" for number in range(1, 11)]


# ── Refused ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_side_bet_is_added_once() -> None:
    for game, side_bets in ((BACCARAT, (LUCKY_MONKEY,)), (CASINO_MONTE, (ONE_SUIT, ONE_SUIT)), (MONTE, (ACE_OUT,))):
        with pytest.raises(Refused, match="on its layout already; add each side bet once"):
            game.with_side_bets(*side_bets)
    with pytest.raises(Refused, match="name a side bet to put on the layout"):
        CASINO_MONTE.with_side_bets()


def test_names_that_clash_are_refused_in_one_sentence() -> None:
    taken_clause = replace(ONE_SUIT, clauses=(replace(CASINO_MONTE.clauses[0], text="Something else."),))
    with pytest.raises(Refused, match=r"clauses: two are called 'CM-[^']+'; give each its own name"):
        CASINO_MONTE.with_side_bets(taken_clause)
    taken_rule = replace(DEALERS_PAIR, parameters=(replace(PAIR_MAXIMUM, name="coverage"),))
    with pytest.raises(Refused, match="parameters: two are called 'coverage'; give each its own name"):
        THREE_CARD_POKER.with_side_bets(taken_rule)
    taken_wager = SideBet("x", "X", lambda _: (replace(initial_like(), id="initial"),))
    with pytest.raises(Refused, match="wagers: two are called 'initial'; give each its own name"):
        CASINO_MONTE.with_side_bets(taken_wager).rulebook()
    taken_feature = replace(DEALERS_PAIR, features=(Feature("dealer", Rule(alike, ("player",))),))
    with pytest.raises(Refused, match="features: two are called 'dealer'; give each its own name"):
        THREE_CARD_POKER.with_side_bets(taken_feature).rulebook()


def initial_like() -> Wager:
    """A wager on an ace."""
    lines = (Line(1, "win", "An ace", Fraction(3)), Line(0, "lose", "None", Fraction(-1)))
    return Wager("ace", "Ace", Rule(ace_out, ("cards",)), lines)


def test_two_side_bets_may_share_a_feature_and_a_document() -> None:
    def trips_only(side_bet: SideBet) -> SideBet:
        return replace(side_bet, id="trips", clauses=(), rulings=(), wagers=lambda house: side_bet.wagers(house)[1:])

    pair_only = replace(DEALERS_PAIR, wagers=lambda house: DEALERS_PAIR.wagers(house)[:1])
    both = THREE_CARD_POKER.with_side_bets(pair_only, trips_only(DEALERS_PAIR))
    assert [w.id for w in both.rulebook().wagers] == [w.id for w in POKER.rulebook().wagers]
    assert [d.id for d in both.documents].count("dealers-pair") == 1


# ── Counted ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def assert_same_figures(base: Game, composed: Game, house: Mapping[str, object]) -> None:
    """Hold every wager of a game to the figures that it has without side bets."""
    before, after = croupier.game(base, house=house).analyze(), croupier.game(composed, house=house).analyze()
    assert set(before.wagers) < set(after.wagers)
    for id_, report in before.wagers.items():
        assert after.wagers[id_].distribution == report.distribution
        assert [row.probability for row in after.wagers[id_].rows] == [row.probability for row in report.rows]
        assert after.wagers[id_].house_edge == report.house_edge


def test_casino_monte_keeps_every_figure() -> None:
    assert_same_figures(CASINO_MONTE, MONTE, {"decks": 1})


@pytest.mark.slow
def test_three_card_poker_and_baccarat_keep_every_figure() -> None:
    assert_same_figures(THREE_CARD_POKER, POKER, {})
    assert_same_figures(BACCARAT, BACCARAT.with_side_bets(DRAGON_7), {"decks": 6})


def test_the_order_of_side_bets_moves_no_figure() -> None:
    one, other = (
        croupier.game(CASINO_MONTE.with_side_bets(*side_bets), decks=1).analyze()
        for side_bets in ((ONE_SUIT, ACE_OUT), (ACE_OUT, ONE_SUIT))
    )
    for id_, report in one.wagers.items():
        assert other.wagers[id_].distribution == report.distribution


def test_side_bets_are_counted_as_by_hand() -> None:
    wagers = croupier.game(MONTE, decks=1).analyze().wagers
    deals = comb(52, 3)
    assert wagers["one_suit"].house_edge == 1 - Fraction(16 * 4 * comb(13, 3), deals)
    assert wagers["ace_out"].house_edge == 1 - Fraction(4 * (deals - comb(48, 3)), deals)


@pytest.mark.slow
def test_both_wagers_of_one_side_bet_are_counted_as_by_hand() -> None:
    wagers = croupier.game(POKER).analyze().wagers
    found = Counter(max(Counter(map(rank_of, cards)).values()) for cards in combinations(DECK, 3))
    deals = comb(52, 3)
    assert wagers["dealers_pair"].house_edge == 1 - Fraction(5 * (found[2] + found[3]), deals)
    assert wagers["dealers_trips"].house_edge == 1 - Fraction(201 * found[3], deals)


@given(
    side_bets=st.permutations([ONE_SUIT, ACE_OUT, NO_FACE]).flatmap(
        lambda order: st.integers(1, len(order)).map(lambda many: tuple(order[:many]))
    ),
    cards=st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True),
    stakes=st.lists(st.integers(1, 100), min_size=5, max_size=5),
    spot=st.integers(1, 3),
    raised=st.integers(0, 3),
)
@settings(deadline=None, max_examples=60)
def test_whatever_is_added_in_whatever_order_every_wager_wins_what_it_wins_alone(
    side_bets: tuple[SideBet, ...], cards: list[int], stakes: list[int], spot: int, raised: int
) -> None:
    initial, full_monte, *others = stakes
    own = {"seat": 1, "spot": spot, "initial": initial, "full_monte": full_monte}
    own |= {"raise": raised * initial} if raised else {}
    dealt = " ".join(card_names(cards))

    def results(game: Game, seat: dict[str, int]) -> dict[str, int]:
        settled = croupier.game(game).settle({"cards": dealt, "seats": [seat]}).state.settled
        return {each.wager: each.result for each in settled}

    added = {side_bet.id.replace("-", "_"): stake for side_bet, stake in zip(side_bets, others, strict=False)}
    together = results(CASINO_MONTE.with_side_bets(*side_bets), own | added)
    assert {id_: won for id_, won in together.items() if id_ not in added} == results(CASINO_MONTE, own)
    for side_bet in side_bets:
        id_ = side_bet.id.replace("-", "_")
        alone = results(CASINO_MONTE.with_side_bets(side_bet), own | {id_: added[id_]})
        assert together[id_] == alone[id_]


@rule
def is_heart(card: int) -> int:
    """A rule that tells one suit from the others."""
    return int(suit_of(card) == HEARTS)


def test_a_side_bet_on_a_suit_is_counted_beside_a_game_whose_suits_are_alike() -> None:
    lines = (Line(1, "heart", "A heart", Fraction(2)), Line(0, "other", "Another suit", LOST))
    wager = Wager("heart", "Heart", Rule(is_heart, ("own",)), lines, least=1_00)
    base, hearts = HIGH_CARD.rulebook(), HIGH_CARD.with_side_bets(SideBet("heart", "Heart", lambda _: (wager,)))
    assert (base.model.suits_alike, hearts.rulebook().model.suits_alike) == (True, False)
    assert croupier.game(hearts).analyze().wagers["heart"].house_edge == Fraction(1, 4)


# ── Dealt, settled, audited, simulated ───────────────────────────────────────────────────────────────────────────────


def monte_rounds(table: croupier.Table, rounds: int) -> Iterator[None]:
    """Rounds of Casino Monte in which two seats bet on everything."""
    for seat in (1, 2):
        table.sit(seat, f"Player {seat}", "$5,000")
    for _ in range(rounds):
        for seat, spot in ((1, "red"), (2, "blue")):
            table.bet(seat, spot=spot, initial=10, full_monte=5, one_suit=seat, ace_out=2)
        table.deal()
        for seat in (1, 2):
            table.decide(seat, "check")
        table.settle()
        yield


def poker_rounds(table: croupier.Table, rounds: int) -> Iterator[None]:
    """Rounds of Three Card Poker in which two seats bet on everything against a third."""
    for seat in (1, 2, 3):
        table.sit(seat, f"Player {seat}", "$50,000")
    for _ in range(rounds):
        for seat in (3, 1, 2):  # the bank moves on after two rounds
            with suppress(Refused):
                table.bank(seat, "$20,000")
        for seat in {1, 2, 3} - {table.state.player_dealer}:
            table.bet(seat, ante=10, pair_plus=5, six_card_bonus=5, dealers_pair=5, dealers_trips=1)
        table.deal()
        while "decide" in table.waiting:
            seat = int(table.waiting.split()[1])
            table.decide(seat, "play" if seat == 1 else "fold")
        table.settle()
        yield


@pytest.mark.parametrize(("game", "rounds"), [(MONTE, monte_rounds), (POKER, poker_rounds)], ids=["monte", "poker"])
def test_it_is_dealt_recorded_audited_told_and_settled_again(
    game: Game, rounds: Callable[[croupier.Table, int], Iterator[None]], tmp_path: Path
) -> None:
    journal = tmp_path / "table.jsonl"
    with croupier.game(game).table(seed="side bets", journal=journal) as table:
        for _ in rounds(table, 12):
            pass
        settled = list(table.state.settled)
    assert game.rulebook().wagers[-1].id in {each.wager for each in settled}
    found = croupier.audit(journal, game=game)
    assert found.passed
    assert found.rounds == 12
    with pytest.raises(Refused, match="is not a game"):
        croupier.audit(journal)
    told = croupier.history(journal, game=game)
    for each in told.rounds:
        again = each.settle().state
        assert [(s.seat, s.wager, s.result) for s in again.settled] == [
            (s.seat, s.wager, s.result) for s in each.table.settled
        ]
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if f'"wager":"{game.rulebook().wagers[-1].id}"' in line)
    changed = [*lines[:place], lines[place].replace("00,", "01,", 1), *lines[place + 1 :]]
    assert not audit(changed, game=game).passed


def test_a_side_bet_that_settles_first_is_settled_before_all_others_and_otherwise_after_them() -> None:
    assert settled_order("Kc Qd 2s") == ["ace_out", "initial", "full_monte", "one_suit"]
    assert settled_order("Ac Qd 2s") == ["initial", "full_monte", "one_suit", "ace_out"]


def settled_order(cards: str) -> list[str]:
    """The wagers of a round in the order in which they are settled."""
    seat = {"seat": 1, "spot": "red", "initial": 10, "full_monte": 1, "one_suit": 1, "ace_out": 1}
    return [s.wager for s in croupier.game(MONTE).settle({"cards": cards, "seats": [seat]}).state.settled]


def test_seats_are_met_in_the_order_in_which_the_game_settles_them() -> None:
    wagers = {"ante": 10, "dealers_pair": 5, "dealers_trips": 1, "decision": "play"}
    described = {
        "player_dealer": {"seat": 2, "wager": 500, "cards": "Qs 7d 2c", "exposed": "2c"},
        "seats": [{"seat": 1, "cards": "As Kd 4h", **wagers}, {"seat": 3, "cards": "5c 5d 5h", **wagers}],
    }
    own, added = ("ante", "play"), ("dealers_pair", "dealers_trips")
    assert [(s.seat, s.wager) for s in croupier.game(POKER).settle(described).state.settled] == [
        *product((3, 1), own),
        *product((3, 1), added),
    ]


def test_a_side_bet_has_its_limits_and_house_rules() -> None:
    state = open_table(POKER, {"dealers_pair_maximum": 50}).state
    assert state.rulebook.wagers_by_id["dealers_trips"].most == 50_00
    table = croupier.game(POKER).table(seed="limits")
    for seat in (1, 2):
        table.sit(seat, "Ada", "$500")
    table.bank(1, "$100")
    with pytest.raises(Refused, match=r"\$26 on Dealer's Pair is outside the limits; bet \$1 to \$25"):
        table.bet(2, ante=10, dealers_pair=26)
    with pytest.raises(Refused):
        step(table.state, c.PlaceWager(2, "dealers_trips", 99))


def test_it_is_simulated_beside_its_exact_figures() -> None:
    found = croupier.game(MONTE, decks=1).simulate("2e5", seed="side bets", workers=1)
    assert found.to_dict()["agrees"]


@pytest.mark.slow
def test_a_table_with_a_limited_bank_pays_it_as_others() -> None:
    game = croupier.game(POKER)
    assert game.simulate("2e5", seed="side bets", workers=1).to_dict()["agrees"]
    assert game.simulate(5_000, seats=3, bank="500", seed="side bets", workers=1).rounds


def test_the_front_door_composes_under_the_same_house_rules() -> None:
    variant = croupier.game("monte", decks=2).with_side_bets(ONE_SUIT)
    assert (variant.id, variant.changes) == ("casino-monte+one-suit", {"decks": 2})
    assert variant.wagers == ("initial", "full_monte", "one_suit")
