"""Dragon 7, Panda 8, Dragon Bonus and pairs: side bets of one file each, clause by clause, and all of them at once."""

from fractions import Fraction
from itertools import product

import pytest

import croupier
from croupier.errors import Refused
from croupier.games.baccarat import PLAIN_BACCARAT
from croupier.games.lucky_monkey import BACCARAT
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards
from examples.games import dragon_7, dragon_bonus, pairs, panda_8
from tests.clauses import guards, proves
from tests.contract import assert_rulebook_contract
from tests.rounds import Script

ALL = BACCARAT.with_side_bets(dragon_7.DRAGON_7, panda_8.PANDA_8, dragon_bonus.DRAGON_BONUS, pairs.PAIRS)
WAGERS = (
    *("dragon_7", "panda_8", "dragon_bonus_player", "dragon_bonus_banker"),
    *("player_pair", "banker_pair"),
)


def betting(**house: object) -> Script:
    """A table that takes bets."""
    table = Script(ALL, house, seats=2)
    table.open()
    return table


def played(cards: str, **house: object) -> dict[str, int]:
    """What $1 on every side bet won in a coup dealt in this order, as far as it won or lost anything but its stake."""
    table = betting(**house)
    table.bet(1, player=10, **dict.fromkeys(WAGERS, 1))
    table.close()
    for card in cards.split():
        if isinstance(table.awaits, AwaitCards):  # a coup takes four to six
            table.deal(card)
    won = {wager: settled.result // 100 for (_, wager), settled in table.settle().items() if wager in WAGERS}
    return {wager: cents for wager, cents in won.items() if cents != -1}


@pytest.mark.slow
def test_all_of_them_lie_on_one_layout() -> None:
    assert_rulebook_contract(ALL)
    assert ALL.id == "baccarat+dragon-7+panda-8+dragon-bonus+pairs"
    assert [wager.id for wager in ALL.rulebook().placed_wagers][-6:] == list(WAGERS)


# ── Each where it wins ───────────────────────────────────────────────────────────────────────────────────────────────


@proves("P8-2")
def test_a_winning_three_card_eight_of_player_s_is_a_panda() -> None:
    assert played("Kh Ks 2d 6d 6c Jd")["panda_8"] == 25
    assert played("Kh Ks 2d 6d 6c Jd", panda_8_pays=30)["panda_8"] == 30


@guards("P8-2")
@proves("P8-3", "P8-R2")
@pytest.mark.parametrize(
    "cards",
    ["Kh Ks 8d 7d", "Kh 2s 2d 5d 5c", "Kh 3s 2d Kd 6c 5d", "Kh Ks 3d 7d 4c", "Kh 4s 3d Kd 5c 4d"],
    ids=["two cards", "seven", "a tie", "beaten", "an eight of both"],
)
def test_no_other_eight_is(cards: str) -> None:
    assert "panda_8" not in played(cards)


@guards("P8-3", "P8-R2", "D7-R2")
@proves("D7-R2")
def test_banker_s_three_card_seven_wins_for_banker_and_dragon_7_and_not_for_panda_8() -> None:
    table = betting()
    table.bet(1, banker=10, dragon_7=1, panda_8=1)
    table.close()
    table.deal("9h", "3s", "3d", "Ks", "Kc", "4d")
    won = {wager: settled.result for (_, wager), settled in table.settle().items()}
    assert won == {"banker": 9_50, "dragon_7": 40_00, "panda_8": -1_00}


@proves("DB-2", "DB-R3")
@pytest.mark.parametrize(
    "cards", ["Kh Ks 8d 7d", "Kh Ks 9d 8d", "Kh Ks 9d Kd"], ids=["by one", "of naturals", "by nine"]
)
def test_a_natural_wins_even_money_by_any_margin(cards: str) -> None:
    assert played(cards) == {"dragon_bonus_player": 1, **({"banker_pair": 11} if cards.endswith("Ks 9d Kd") else {})}


@guards("DB-2", "DB-R3")
@proves("DB-3", "DB-6")
@pytest.mark.parametrize(
    ("side", "cards", "odds"),
    [
        ("player", "Kh 4d Jh 6c 9d Td", 30),
        ("player", "Js Kc 4s 3h 5h 8d", 10),
        ("player", "7s 9s Kh 2d 9h", 6),
        ("player", "9s 2d 7c Js 8d", 4),
        ("player", "6s Kd Js Jd Ac", 2),
        ("player", "Ah 5d 3h 9s 2d 8c", 1),
        ("banker", "Ah 4h Th 7h 9s 8h", 30),
        ("banker", "Qd 5d 4h Kc 6s 3d", 10),
        ("banker", "Th 6h Qs Ac Kh", 6),
        ("banker", "5c 6s 6h Jd 9s", 4),
        ("banker", "4c Jc Ac 3c 6c 3s", 2),
        ("banker", "Td 5h Ac 9c 9s", 1),
    ],
)
def test_a_win_by_four_points_or_more_is_paid_by_its_margin(side: str, cards: str, odds: int) -> None:
    assert played(cards) == {f"dragon_bonus_{side}": odds}


@proves("DB-4")
@pytest.mark.parametrize("cards", ["Kh Qs 8d 8c", "Kh Qs 9d 9c"])
def test_a_tie_of_naturals_pushes_both(cards: str) -> None:
    assert played(cards) == {"dragon_bonus_player": 0, "dragon_bonus_banker": 0}


@guards("DB-3", "DB-4")
@proves("DB-5")
@pytest.mark.parametrize("cards", ["Kh Qs 7d 7c", "Kh Qs 7d 6c"], ids=["another tie", "by one"])
def test_any_other_coup_loses_both(cards: str) -> None:
    assert played(cards) == {}


@guards("DB-5", "DB-6")
@proves("DB-R2")
def test_a_house_may_print_other_odds() -> None:
    table = betting(dragon_bonus_paytable=[30, 10, 4, 4, 2, 2, 1])
    lines = {line.id: int(line.pays) for line in table.state.rulebook.wagers_by_id["dragon_bonus_banker"].lines}
    assert (lines["by_7"], lines["by_4"], lines["natural_tie"], lines["lose"]) == (4, 2, 0, -1)


@guards("DB-R2")
def test_a_paytable_has_seven_odds() -> None:
    with pytest.raises(Refused, match="7"):
        ALL.house({"dragon_bonus_paytable": [30, 10, 6]})


@proves("PR-2", "PR-3")
def test_a_pair_of_either_hand_pays_its_own_wager() -> None:
    assert played("7h Qs 7d 6c 2d 3h")["player_pair"] == 11
    assert played("7h Qs Kd Qc 2d")["banker_pair"] == 11
    both = played("7h Qs 7d Qc 2d 3h", pair_pays=12)
    assert (both["player_pair"], both["banker_pair"]) == (12, 12)


@guards("PR-2", "PR-3", "PR-R2")
@proves("PR-R2")
def test_two_cards_of_one_value_are_not_a_pair() -> None:
    assert not played("Kh Qs Qd Jc 2d 3h").keys() & {"player_pair", "banker_pair"}


# ── Placed ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@proves("P8-1", "DB-1", "PR-1", "P8-R1", "DB-R1", "PR-R1")
@pytest.mark.parametrize("wager", WAGERS)
def test_a_side_bet_is_placed_beside_a_main_wager_within_its_limits(wager: str) -> None:
    table = betting()
    table.bet(1, tie=1)
    table.do(c.PlaceWager(1, wager, 100_00))
    assert table.state.stake(1, wager) == 100_00


@guards("D7-1", "P8-1", "DB-1", "PR-1", "P8-R1", "DB-R1", "PR-R1")
@pytest.mark.parametrize("wager", WAGERS)
def test_it_is_refused_alone_beyond_its_limits_and_once_cards_are_dealt(wager: str) -> None:
    table = betting()
    alone = table.refused(c.PlaceWager(1, wager, 1_00))
    table.bet(1, player=10)
    beyond = table.refused(c.PlaceWager(1, wager, 100_01))
    assert alone.clause == beyond.clause == f"{CLAUSES[wager]}-R1"
    table.close()
    assert table.refused(c.PlaceWager(1, wager, 1_00)).reason
    limits = {"DB": "dragon_bonus_minimum", "PR": "pair_minimum"}.get(CLAUSES[wager], f"{wager}_minimum")
    with pytest.raises(Refused) as refused:
        ALL.rulebook(ALL.house({limits: 500}))
    assert refused.value.clause == f"{CLAUSES[wager]}-R1"


CLAUSES = dict(zip(WAGERS, ("D7", "P8", "DB", "DB", "PR", "PR"), strict=True))

# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PUBLISHED = {  # eight decks: Wizard of Odds
    "dragon_7": "7.6113",
    "panda_8": "10.1876",
    "dragon_bonus_player": "2.6517",
    "dragon_bonus_banker": "9.3731",
    "player_pair": "10.3614",
    "banker_pair": "10.3614",
}


def edges(of: Game) -> dict[str, str]:
    """The house edges of a game in percent, by wager."""
    return {id_: f"{float(100 * wager.house_edge):.4f}" for id_, wager in croupier.game(of).analyze().wagers.items()}


def test_side_bets_have_their_published_edges_and_leave_the_others_theirs() -> None:
    of = PLAIN_BACCARAT.with_side_bets(dragon_7.DRAGON_7, panda_8.PANDA_8, dragon_bonus.DRAGON_BONUS, pairs.PAIRS)
    assert edges(of) == {"player": "1.2351", "banker": "1.0579", "tie": "14.3596", **PUBLISHED}


@pytest.mark.slow  # compiles a count for each
@pytest.mark.parametrize("of", [dragon_7.GAME, panda_8.GAME, dragon_bonus.GAME, pairs.GAME], ids=lambda of: of.id)
def test_each_file_s_own_game_has_them_too(of: Game) -> None:
    every = {"player": "1.2351", "banker": "1.0579", "tie": "14.3596", **PUBLISHED}
    assert edges(of) == {wager.id: every[wager.id] for wager in of.rulebook().wagers}


@pytest.mark.parametrize("decks", [1, 8])
def test_a_pair_is_counted_by_hand(decks: int) -> None:
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    assert croupier.game(pairs.GAME, decks=decks).analyze().wagers["player_pair"].house_edge == 1 - 12 * pair


def test_the_margin_is_read_as_a_person_reads_it() -> None:
    none, card = -1, 5
    for own, other in product(range(10), repeat=2):
        margin = own - other
        expected = margin if margin >= 4 else 0
        assert dragon_bonus.dragon_bonus(own, card, other, card) == expected
        if own >= 8:
            natural = 1 if own > other else 2 if own == other else 0
            assert dragon_bonus.dragon_bonus(own, none, other, none) == natural
