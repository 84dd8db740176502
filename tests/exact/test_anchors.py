"""Perft for casinos: what others have published, counted again, to the last card and the last printed digit."""

from fractions import Fraction

import pytest

from croupier.exact.analysis import analyze
from croupier.exact.solve import model_of, solver_of
from croupier.exact.strategy import simple
from croupier.exact.wager_report import WagerReport
from croupier.games.baccarat import PLAIN_BACCARAT
from examples.games.dragon_7 import DRAGON_7
from tests.exact import foreign


def combinations(report: WagerReport) -> dict[str, int]:
    """How often each outcome comes up."""
    return {row.outcome: row.combinations for row in report.rows}


def percent(share: Fraction, like: str) -> str:
    """A share in per cent with as many digits as somebody printed."""
    return f"{float(100 * share):.{len(like.partition('.')[2])}f}"


# ── Baccarat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        # Wizard of Odds, casinoexploit.com
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
        # casinoexploit.com
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    ],
)
def test_every_coup_of_a_shoe(decks: int, banker: int, player: int, tie: int) -> None:
    coups = analyze("baccarat", house={"decks": decks}).wagers["banker"]
    assert combinations(coups) == {"banker": banker, "player": player, "tie": tie}
    assert coups.combinations == banker + player + tie


def test_all_six_card_sequences_of_eight_decks() -> None:
    # Wizard of Odds
    assert analyze("baccarat").wagers["tie"].combinations == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("wager", "edge"),
    [("banker", "1.0579"), ("player", "1.2351"), ("tie", "14.3596")],  # Wizard of Odds: commission 5%, Tie 8:1
)
def test_the_edge_of_eight_decks(wager: str, edge: str) -> None:
    assert percent(analyze("baccarat").wagers[wager].house_edge, edge) == edge


def test_banker_wins_by_the_total_they_are_won_with() -> None:
    # excelpunks.com
    published = (
        *(24_291_119_898_624, 44_681_581_871_104, 72_927_778_568_192),
        *(163_359_790_133_248, 216_715_928_915_968, 269_232_304_455_680),
        *(384_279_324_919_808, 529_914_458_673_152, 586_850_279_002_112),
    )
    totals = combinations(analyze(foreign.baccarat(8, foreign.BANKER_WINS_WITH)).wagers["banker_wins_with"])
    assert tuple(totals[str(total)] for total in range(1, 10)) == published


def test_lucky_6_at_12_and_20() -> None:
    lucky = analyze(foreign.baccarat(8, foreign.LUCKY_6)).wagers["lucky_6"]
    assert percent(lucky.house_edge, "16.6836") == "16.6836"  # Wizard of Odds


def test_panda_8_at_25() -> None:
    panda = analyze(foreign.baccarat(8, foreign.PANDA_8)).wagers["panda_8"]
    assert percent(panda.house_edge, "10.1876") == "10.1876"  # Wizard of Odds, from a mirror


def test_dragon_7_at_40_as_a_side_bet_of_the_rulebook() -> None:
    dragon = analyze(PLAIN_BACCARAT.with_side_bets(DRAGON_7)).wagers["dragon_7"]
    assert percent(dragon.house_edge, "7.6113") == "7.6113"  # Wizard of Odds, from a mirror


# ── Three Card Poker ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_all_three_card_hands() -> None:
    # Wizard of Odds; of the 48 straight flushes 4 are mini royals
    hands = analyze(foreign.pair_plus_alone(40, 30, 6, 4, 1)).wagers["pair_plus"]
    assert hands.combinations == 22_100
    assert combinations(hands) == {
        "mini_royal": 4,
        "straight_flush": 48 - 4,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_the_hands_of_pair_plus_where_folding_forfeits_it() -> None:
    # the same counts, out of the whole game played at its best: no hand that Pair Plus pays is ever folded
    hands = combinations(analyze("three-card-poker").wagers["pair_plus"])
    assert hands == {
        "mini_royal": 4,
        "straight_flush": 48 - 4,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "lose": 16_440,
    }


@pytest.mark.parametrize(
    ("odds", "edge"),
    [((40, 30, 6, 4, 1), "2.32"), ((40, 30, 6, 3, 1), "7.28"), ((50, 40, 30, 6, 3, 1), "7.10")],  # casinocity.com
)
def test_pair_plus_paytables(odds: tuple[int, ...], edge: str) -> None:
    assert percent(analyze(foreign.pair_plus_alone(*odds)).wagers["pair_plus"].house_edge, edge) == edge


def test_nevada_rules() -> None:
    # Wizard of Odds, apheat.net: no card seen, Ante bonus 5/4/1, Ante paid whenever the dealer does not qualify
    edge = analyze(foreign.nevada(card_seen=False)).wagers["ante"].house_edge
    assert percent(edge, "3.3730") == "3.3730"


def test_queen_six_four_is_the_whole_strategy_of_nevada_rules() -> None:
    # Wizard of Odds, apheat.net: play Q-6-4 or better; the optimum is that cut and nothing else
    solver = solver_of(foreign.nevada(card_seen=False))
    cut = simple(solver)
    (line,) = cut.cuts
    assert (line.below, line.at, line.above) == ("fold", "Q-6-4", "play")
    assert cut.cost == 0


def test_nevada_rules_with_a_dealer_card_seen() -> None:
    # apheat.net: the player has the edge
    edge = analyze(foreign.nevada(card_seen=True)).wagers["ante"].house_edge
    assert percent(-edge, "3.4829") == "3.4829"


def test_california_rules_with_every_ante_paid_that_meets_no_qualified_hand() -> None:
    # discountgambling.net: a card up, no Ante bonus
    model = model_of("three-card-poker", {"ante_when_dealer_not_qualified": "always_wins"})
    assert percent(analyze(model).wagers["ante"].house_edge, "1.80") == "1.80"


# ── 6 Card Bonus ─────────────────────────────────────────────────────────────────────────────────────────────────────

SIX_CARD_HANDS = {  # Wizard of Odds, Alspach
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
}


def test_the_hands_of_the_six_card_bonus() -> None:
    bonus = analyze("three-card-poker").wagers["six_card_bonus"]
    assert bonus.combinations == 20_358_520
    assert combinations(bonus).items() >= SIX_CARD_HANDS.items()


def test_the_same_hands_dealt_as_six_cards_alone() -> None:
    hands = analyze(foreign.six_cards_alone()).wagers["best"]
    assert hands.combinations == 20_358_520
    assert combinations(hands).items() >= SIX_CARD_HANDS.items()


def test_the_printed_figures_of_the_six_card_bonus() -> None:
    # the rules of Three Card Poker 6 Card Bonus print them for paytable TCB-6B4
    bonus = analyze("three-card-poker").wagers["six_card_bonus"]
    assert percent(bonus.house_edge, "8.56") == "8.56"
    assert percent(bonus.hit_frequency, "7.2798") == "7.2798"
