"""`croupier play`: at the table, from the first bet to the journal's head."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from croupier import company
from croupier.chance import SHUFFLE, Chance, Drawn, Subject
from croupier.errors import Refused
from croupier.games import GAMES, ids
from croupier.games import game as game_by_name
from croupier.record.journal import Chain
from croupier.record.recorder import TableRecorder
from croupier.table import events as e
from tests.cli.at_the_table import CTRL_C, EVENING, SHORT_SHOE, audited, played, sitting, watched
from tests.cli.conftest import Command
from tests.interrupts import hear_interrupts

GOLDEN = Path(__file__).parent.parent / "golden"
UPDATE = "UPDATE_GOLDEN"


def assert_golden(name: str, text: str) -> None:
    """Assert that a transcript is the one kept; with UPDATE_GOLDEN set, keep this one."""
    kept = GOLDEN / name
    if os.environ.get(UPDATE):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8"), f"{UPDATE}=1 pytest {__file__} keeps the new transcript"


def flat(text: str) -> str:
    """A transcript with every run of blanks as one."""
    return " ".join(text.split())


def last_line(text: str, beginning: str) -> str:
    """The last line with this beginning."""
    return [line for line in text.splitlines() if line.startswith(beginning)][-1]


# ── Without a terminal ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", EVENING)
def test_a_round_of_each_game_is_dealt_and_explained(game: str) -> None:
    assert_golden(f"play-{game}.txt", watched(game))


def test_without_a_game_one_round_of_each_is_dealt() -> None:
    assert watched(None) == "\n".join(watched(game) for game in ids())


def test_the_command_deals_without_a_terminal(croupier: Command) -> None:
    ran = croupier("play")
    assert (ran.status, ran.err) == (0, "")
    assert [game for game in ids() if watched(game) in ran.out] == ids()


def test_a_log_has_no_trailing_blanks_and_no_colours() -> None:
    text = watched(None)
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("game", GAMES)
def test_every_announcement_cites_a_clause_that_is_explained(game: str) -> None:
    text = watched(game, rounds=3)
    cited = set(re.findall(r"\(([A-Z]+-\w+)\)$", text, re.MULTILINE))
    assert len(cited) >= min(6, len({step.clause for step in game_by_name(game).rulebook().procedure}))
    assert all(f"    {clause}: " in text for clause in cited)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [60, 80, 100])
def test_every_screen_fits_its_width(game: str, width: int) -> None:
    for seed in ("1", "2", "3"):
        text = watched(game, width=width, seed=seed, rounds=4)
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text


def test_house_rules_need_a_game(croupier: Command) -> None:
    ran = croupier("play", "-p", "decks=8")
    assert (ran.status, ran.out) == (2, "")
    assert "house rules belong to one game" in ran.err


def test_the_alternate_procedure_rolls_the_die_before_any_card() -> None:
    text = watched("casino-monte", house={"procedure": "alternate"})
    assert text.index("(CM-A2)") < text.index("(CM-A4)") < text.index("(CM-A5)") < text.index("(CM-A6)")
    assert "╎" in text, "the empty positions are drawn"


def test_the_action_button_goes_round() -> None:
    text = watched("three-card-poker", house={"first_action": "action_button"}, rounds=4)
    buttons = re.findall(r"The action button is at seat (\d)", text)
    assert len(buttons) == 4
    assert all(one != two for one, two in pairwise(buttons))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "house"),
    [
        ("casino-monte", {"positions": 1}),
        ("casino-monte", {"full_monte_minimum": 5_000, "full_monte_maximum": 5_000}),
        ("casino-monte", {"initial_minimum": "0.01", "shuffle": "shoe"}),
        ("baccarat", {"seats": 2, "burn": False, "minimum": 500}),
        ("baccarat", {"lucky_monkey_alone": True, "lucky_monkey_paytable": 4}),
        ("three-card-poker", {"collection": 2, "coverage": "net", "settlement_order": "by_wager"}),
        ("three-card-poker", {"player_dealer_minimum": 50_000, "exposed_card": False}),
        ("three-card-poker", {"forfeits": "at_fold", "first_action": "action_button"}),
        ("three-card-poker", {"player_dealer_minimum": "1.50", "bonus_minimum": "1.50"}),
    ],
)
def test_house_run_players_play_under_any_house_rules(game: str, house: dict[str, object], tmp_path: Path) -> None:
    for seed in ("1", "2", "3"):
        watched(game, house=house, seed=seed, rounds=5, journal=tmp_path / seed)
        assert audited(tmp_path / seed).rounds == 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [20, 40])
def test_a_tiny_screen_is_no_reason_to_fall_over(game: str, width: int) -> None:
    assert flat(watched(game, rounds=2, width=width)).count("Bank: ") == 2


# ── At the table ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_menu_offers_the_games_where_none_is_named() -> None:
    text = played(None, "9", "", "baccarat", "q")
    assert text.count("is not a game of this house") == 2
    assert "Baccarat · Table 1" in text
    assert "Which game?" in played(None, "q")


def test_casino_monte_is_bet_raised_and_settled() -> None:
    text = played("casino-monte", "w 25 f 5", "3", "q")
    assert "You bet $25 on Initial, ● white, $5 on Full Monte" in flat(text)
    assert "You: Raise 3×, $75" in flat(text)
    assert re.search(r"1 You Raise \$75 (win|lose)", flat(text))
    assert re.search(r"^You: [+-]\$\d+, and now \$[\d,]+$", text, re.MULTILINE)


def test_three_card_poker_is_banked_by_you_when_you_take_the_bank() -> None:
    text = played("three-card-poker", "y", "150", "pass", "q")
    assert "Player-dealer: seat 1, You" in text
    assert "You bank with $150" in flat(text)
    assert re.search(r"Bank: You \S+, \$\d+ of \$150 used", text)
    assert "You pass the bank on" in text
    assert "Player-dealer: seat" in text.rpartition("pass the bank on")[2]


def test_a_whole_evening_at_three_card_poker_reads_well() -> None:
    answers = ("?", "n", "a 20 p5 s5", "p", "", "f", "-", "", "p", "y", "300", "", "q")
    assert_golden("play-at-the-table.txt", played("three-card-poker", *answers, seed="evening"))


def test_declining_the_bank_hands_it_on_clockwise() -> None:
    text = played("three-card-poker", "n", "q")
    assert "You decline the bank The bank is offered to seat 2" in flat(text)


def test_enter_repeats_the_last_bets() -> None:
    text = played("baccarat", "b 40 l 5", "", "q")
    assert flat(text).count(" You bet $40 on Banker, $5 on Lucky Monkey") == 2
    assert "Enter Banker $40, Lucky Monkey $5" in text


def test_a_round_may_be_sat_out() -> None:
    text = played("baccarat", "-", "q")
    assert "You leave with $1,000, even." in text
    assert "Wagers are settled." in text


def test_you_sit_where_you_ask_to_with_what_you_bring() -> None:
    text = played("baccarat", "p 5", "q", seat=6, chips=50_00)
    assert "You sit down at seat 6 with $50" in text
    assert "sits down at seat 1 with" in text, "company sits clockwise of you"
    with pytest.raises(Refused, match="there is no seat 8"):
        played("baccarat", seat=8)


def test_rounds_end_the_evening() -> None:
    text = played("baccarat", "", "", "", rounds=2)
    assert "round 2" in text
    assert "round 3" not in text
    assert "You leave with" in text


BAD_BETS = {
    "zebra 5": '"zebra" is not something to bet on; bet on r ▲ red, w ● white, b ■ blue, f Full Monte.',
    "x": '"x" is not something to bet on',
    "w": "W lacks an amount; put the dollars after it, such as w 10.",
    "25": '"25" has no name; say what it is bet on first, such as r 25.',
    "initial 25": "Initial needs a spot: red, white, blue, such as red 25 (CM-1).",
    "w 25 b 5": "Only one spot may be bet; name one (CM-1d).",
    "w 25 w 5": "Initial is named twice; name each wager once, with all that is bet.",
    "w 10 20": "W has two amounts, 10 and 20; give each name one amount.",
    "w 5,50": '"5,50" is not an amount of money',
    "w 1_0": '"_" is not something to bet on',
    "f 5": "Full Monte needs a wager on Initial at the same seat (CM-R5).",
    "w 1000": "$1,000 on Initial is outside the limits; bet $1 to $500 (CM-R8).",
    "w 0": "The stake on Initial must be above 0, not $0",
    "w 1.005": '"1.005" is not a whole number of cents',
    "w 1..5": '"1..5" is not an amount of money',
    "w 10 raise 30": "Raise is not bet before the cards; it is decided later (CM-5).",
    "w -5": '"w -" is not something to bet on',
    "\x1b[2J 5": '"\\u001b [" is not something to bet on',
    "9" * 300: "An answer has at most 200 characters.",
    "? nonsense": 'Casino Monte has no clause "nonsense"',
}


@pytest.mark.parametrize("answer", BAD_BETS)
def test_a_bad_bet_is_refused_in_one_sentence_and_asked_for_again(answer: str) -> None:
    typed = sitting("casino-monte", answer, "q")
    before, after = typed.screens[0], typed.screens[1]
    said = after.removeprefix(before).removeprefix(f"> {answer}\n")
    assert flat(said).startswith(BAD_BETS[answer])
    assert said.count("\n") <= 2
    assert "\x1b" not in said
    assert "You leave with $1,000" in typed.screens[-1], "nothing was bet"


def test_a_bad_decision_is_refused_in_one_sentence_and_asked_for_again() -> None:
    text = played("casino-monte", "w 10", "4", "fold", "raise", "RAISE 2", "q")
    assert text.count("is not one of c, 1, 2, 3 (CM-5).") == 3
    assert "You: Raise 2×, $20" in flat(text)


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [("casino-monte", ("w 10",), ("c", "q")), ("three-card-poker", ("n", "a 10"), ("f", "q"))],
)
def test_enter_never_decides(game: str, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    typed = sitting(game, *before, "", " ", *after)
    asked = typed.screens[len(before)]
    for screen in typed.screens[len(before) + 1 : len(before) + 3]:
        said = screen.removeprefix(asked)
        assert said.startswith(">")
        assert "; nothing is decided for you" in flat(said)
        assert "You  " not in said, "nothing was decided"
    assert "Enter" not in last_line(asked, "Your decision?")


def test_enter_neither_takes_nor_declines_the_bank() -> None:
    text = played("three-card-poker", "", "y", "q")
    assert "> \nType y or n; nothing is decided for you.\n> y".replace("> \n", ">\n") in text


def test_help_begins_with_the_object_of_the_game_and_then_says_what_may_be_typed() -> None:
    for word in ("?", "help", "HELP"):
        text = flat(played("casino-monte", word, "w 10", word, "c", "q"))
        goal = "Choose one of three cards by betting on its spot."
        assert f"> {word} {goal}" in text
        assert text.index(goal) < text.index("Name what you bet on and then how much") < text.index("CM-1: ")
        assert text.rindex(goal) < text.index("Type c or 1 or 2 or 3.") < text.index("CM-5: Once the first card")


@pytest.mark.parametrize(
    ("game", "chips", "offered"),
    [
        ("three-card-poker", 10_00, "Ante $5"),
        ("three-card-poker", 16_00, "Ante $7"),
        ("three-card-poker", 21_00, "Ante $10"),
        ("casino-monte", 10_00, "Initial $5 on red"),
        ("casino-monte", 1_00, "Initial $1 on red"),
        ("baccarat", 10_00, "Player $10"),
        ("baccarat", 6_00, "Player $6"),
        ("baccarat", 3_00, "Tie $3"),
    ],
)
def test_enter_bets_what_can_be_paid_with_its_fee_and_a_raise(game: str, chips: int, offered: str) -> None:
    answers = ("n", "") if game == "three-card-poker" else ("",)
    typed = sitting(game, *answers, chips=chips)
    assert f"Enter {offered} ·" in typed.screens[len(answers) - 1]
    wager, dollars, *spot = offered.replace("on red", "▲ red").split(" ", 2)
    assert f"You bet {dollars} on {', '.join((wager, *spot))}" in flat(typed.screens[len(answers)])


def test_bets_that_can_no_longer_be_paid_are_not_repeated() -> None:
    text = played("baccarat", "t 6", "", "q", chips=10_00, seed="1")
    assert "Your last bets take $6; Enter bets less." in text
    assert "Enter Tie $4 ·" in text
    assert "$6 and you have" not in text


def test_with_few_chips_help_says_what_can_still_be_bet() -> None:
    text = flat(played("three-card-poker", "n", "?", "q", chips=10_00))
    assert "Ante $5 to $9 " in text, "the fee is set aside"
    assert "Tie $1 to $3 " in flat(played("baccarat", "?", "q", chips=3_00))
    assert "Player $5, too few chips" in flat(played("baccarat", "?", "q", chips=3_00))


def test_an_option_that_cannot_be_paid_says_so_before_it_is_chosen() -> None:
    text = played("casino-monte", "w 400", "c", "q")
    assert "1 Raise 1× $400 · 2 Raise 2× $800, too few chips · 3 Raise 3× $1,200, too few chips" in flat(text)


def test_the_bank_is_handed_on_by_the_word_that_is_shown() -> None:
    text = played("three-card-poker", "y", "150", "pass", "q")
    assert "· pass = hand the bank on ·" in text
    assert "You pass the bank on" in text


def test_a_shoe_is_drawn_only_where_cards_come_from_one() -> None:
    assert "◁" not in watched("casino-monte")
    assert "◁ shoe" in watched("casino-monte", house={"shuffle": "shoe"})


def test_a_question_mark_explains_with_the_clauses() -> None:
    text = played("casino-monte", "?", "? cm-7d", "w 10", "?", "c", "q")
    assert "Full Monte  $1 to $100  Three of a kind suited 100:1" in text
    assert "CM-1a: A player may also bet on the Full Monte side wager." in text
    assert "CM-7d: All three of one rank" in text
    assert "CM-5: Once the first card is seen" in text
    assert "TCP-T2: " in played("three-card-poker", "?", "y", "?", "q")


def test_leaving_in_mid_round_waits_for_the_round_to_end() -> None:
    text = played("casino-monte", "w 10", "q", "c")
    assert "You leave when this round is over; decide first." in text
    assert "Wagers are settled." in text
    assert "round 2" not in text


def test_a_silent_player_is_decided_for_by_the_table(tmp_path: Path) -> None:
    text = played("three-card-poker", "n", "a 10", journal=tmp_path / "j")  # and then the input ends
    assert "You: Fold, by the table for a silent player" in flat(text)
    decisions = [r.event for r in audited(tmp_path / "j").records if isinstance(r.event, e.DecisionMade)]
    assert (1, "fold", "table") in [(d.seat, d.option, d.by) for d in decisions]


def test_chips_that_run_out_can_be_bought_anew() -> None:
    text = played("baccarat", "p 5", "nothing", "100", "q", chips=5_00, seed="1")
    if "the least bet takes" not in text:
        pytest.fail("the seed no longer loses the first coup; choose another")
    assert '"nothing" is not an amount of money' in text
    assert "You buy $100 more in chips" in text
    assert last_line(text, "You leave with") == "You leave with $100, $5 down."


def test_chips_can_be_bought_at_any_prompt() -> None:
    text = played("casino-monte", "buy", "w 400", "3", "buy 5000", "3", "q")
    assert "You buy $1,000 more in chips" in text
    assert "$1,600, not the $1,200" not in text
    assert "You buy $5,000 more in chips" in played("casino-monte", "w 400", "3", "buy 5000", "3", "q")


def test_nobody_buys_or_banks_less_than_nothing() -> None:
    bought = played("casino-monte", "buy -5", "q")
    assert "The chips must be above 0, not -$5." in bought
    banked = played("three-card-poker", "y", "-5", "q", seed="7")
    assert "-$5 is below the least wager $1 (TCP-R9)." in banked
    assert all("You leave with $1,000, even." in text for text in (bought, banked))
    assert "Seat 1 has $600, not the $1,200 for Raise 3× (CM-5)." in played("casino-monte", "w 400", "3", "c", "q")


# ── What you may see ─────────────────────────────────────────────────────────────────────────────────────────────────


class Stacked(Chance):
    """Chance in which places of every shuffle are swapped."""

    swaps: tuple[tuple[int, int], ...] = ()

    def draw(self, subject: Subject) -> Drawn:
        drawn = super().draw(subject)
        if subject.of == SHUFFLE:
            order = list(drawn.values)
            for one, other in self.swaps:
                order[one], order[other] = order[other], order[one]
            drawn.values = tuple(order)
        return drawn


@pytest.mark.parametrize(
    ("game", "answers", "swaps"),
    [
        # You bank nothing at seat 1 and seat 4 banks: stacks go to seats 1, 2, 3, then to the player-dealer.
        ("three-card-poker", ("a 10", "p"), ((3, 40), (4, 41), (7, 42), (9, 43), (10, 44), (30, 31))),
        ("casino-monte", ("w 10", "c"), ((40, 41),)),
    ],
)
def test_a_face_down_card_changes_no_byte_before_you_decide(
    game: str, answers: tuple[str, ...], swaps: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.play.sitting.Chance", Stacked)
    journal_answers = (*(("n",) if game == "three-card-poker" else ()), *answers, "q")
    seed = "8"
    before = sitting(game, *journal_answers, seed=seed)
    monkeypatch.setattr(Stacked, "swaps", swaps)
    after = sitting(game, *journal_answers, seed=seed)
    asked = len(journal_answers) - 2  # the screen at the decision
    assert "Your decision?" in before.screens[asked]
    assert before.screens[asked] == after.screens[asked]
    if game == "three-card-poker":
        assert "seat 4, " in before.screens[1], "seat 4 banks, as the places above suppose"
        assert before.screens[-1] != after.screens[-1], "the swapped cards were dealt"


def test_a_spectator_sees_no_folded_hand() -> None:
    text = watched("three-card-poker", seed="7", rounds=4)
    folded = re.findall(r"^    (\w+): Fold$", text, re.MULTILINE)
    assert folded
    assert "▒▒ ▒▒ ▒▒" in text


# ── The journal ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_bets_write_the_same_bytes(game: str, tmp_path: Path) -> None:
    texts = [played(game, *EVENING[game], journal=tmp_path / name) for name in ("one", "two")]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert texts[0].replace(str(tmp_path / "one"), str(tmp_path / "two")) == texts[1]
    assert b'"at"' not in (tmp_path / "one").read_bytes()
    other = tmp_path / "other"
    played(game, *EVENING[game], journal=other, seed="another")
    assert other.read_bytes() != (tmp_path / "one").read_bytes()


def test_a_journal_without_a_seed_is_dated(tmp_path: Path) -> None:
    played("baccarat", "", "q", seed=None, journal=tmp_path / "j")
    records = audited(tmp_path / "j").records
    assert all(record.at and record.at.endswith("+00:00") for record in records)


@pytest.mark.parametrize("game", GAMES)
def test_the_journal_of_an_evening_passes_its_audit(game: str, tmp_path: Path) -> None:
    text = played(game, *EVENING[game], journal=tmp_path / "j")
    found = audited(tmp_path / "j")
    assert found.passed
    assert f"Journal: {found.length} records; keep its head elsewhere:\n{found.head}\n" in text
    assert f"Prove it: croupier audit {tmp_path / 'j'} --head {found.head}" in text


@pytest.mark.parametrize("game", GAMES)
def test_ctrl_c_at_any_prompt_leaves_a_journal_that_is_continued(game: str, tmp_path: Path) -> None:
    for place in range(len(EVENING[game])):
        path = tmp_path / f"{place}"
        text = played(game, *EVENING[game][:place], CTRL_C, journal=path)
        left = audited(path)
        assert left.passed
        assert ("is left open; continue the journal to finish it" in text) == (left.open_after is not None)
        assert f"{left.length} records" in text
        again = played(None, "q", journal=path)
        assert f"Continued after {left.length} proved records." in again
        assert audited(path).passed
        assert audited(path).open_after is None
        assert audited(path).voided == 0


def test_a_continued_table_has_the_same_seats_chips_and_bank(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("three-card-poker", "y", "100", CTRL_C, journal=path)
    before = audited(path).state
    text = played(None, "q", journal=path)
    after = audited(path).state
    assert before
    assert after
    assert before.seated == after.seated
    assert after.bank_holder == 1
    assert "You take the bank" not in text
    assert "Player-dealer: seat 1, You" in text
    assert f"Seat 1: You, ${before.chips(1) // 100:,}" in flat(text)


def events_of(path: Path) -> list[e.Event]:
    """What a journal tells, less who took it over when."""
    return [r.event for r in audited(path).records if not isinstance(r.event, e.TableContinued)]


@pytest.mark.parametrize("seed", ["2", None])
def test_a_round_left_open_is_finished_as_it_would_have_been(
    seed: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "TAKES_BANK_ONE_IN", 1)  # by chance all may decline, and nothing is dealt
    path = tmp_path / "j"
    played("three-card-poker", "n", "a 10 s 5", CTRL_C, journal=path, seed=seed)
    left = events_of(path)
    text = played(None, "p", "q", journal=path, seed=seed)
    assert "round 1, continued" in text
    assert "You Play $10" in flat(text)
    assert events_of(path)[: len(left)] == left
    found = audited(path)
    assert (found.rounds, found.voided) == (1, 0)
    assert "Enter Ante $10, 6 Card Bonus $5" in text, "the last bets are remembered"


@pytest.mark.parametrize("game", ["casino-monte", "baccarat"])
def test_a_round_whose_cards_are_sealed_is_dealt_on(game: str, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "j"
    watched(game, journal=whole, seed="sealed")
    lines = whole.read_bytes().splitlines(keepends=True)
    closed = next(place for place, line in enumerate(lines) if b'"bets_closed"' in line) + 1
    secrets = secrets_of(whole, game, tmp_path)
    path.write_bytes(b"".join(lines[:closed]))
    (tmp_path / "j.sealed").write_bytes(secrets)
    watched(None, journal=path, seed=None)
    assert chance_of(path) == chance_of(whole)
    assert audited(path).voided == 0


def chance_of(path: Path) -> list[e.Event]:
    """The cards and dice that a journal tells."""
    return [event for event in events_of(path) if isinstance(event, e.CardsDealt | e.DieRolled | e.CardsShuffled)]


def secrets_of(whole: Path, game: str, folder: Path) -> bytes:
    """The sealed secrets of a seeded table before its round is over."""
    kept: list[bytes] = []
    again = folder / "again"

    class Watching(TableRecorder):
        def finish(self) -> None:
            kept.append((folder / "again.sealed").read_bytes() if (folder / "again.sealed").exists() else b"")
            super().finish()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.cli.play.sitting.TableRecorder", Watching)
        watched(game, journal=again, seed="sealed")
    assert again.read_bytes() == whole.read_bytes()
    return next(data for data in kept if data)


def test_only_what_nobody_can_know_any_more_voids_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "TAKES_BANK_ONE_IN", 1)  # as above
    whole, path = tmp_path / "whole", tmp_path / "j"
    played("three-card-poker", "n", "a 10 s 5", CTRL_C, journal=whole, seed=None)
    lines = whole.read_bytes().splitlines(keepends=True)
    dealt = next(place for place, line in enumerate(lines) if b'"cards_dealt"' in line)
    path.write_bytes(b"".join(lines[:dealt]))  # its sealed secrets are gone
    (tmp_path / "j.names").write_bytes((tmp_path / "whole.names").read_bytes())
    text = played(None, "q", journal=path, seed=None)
    assert "is void: its cards or dice can no longer be known. Every wager and fee goes back." in flat(text)
    assert "(TCP-R13)" in text
    found = audited(path)
    assert found.state
    assert found.state.chips(1) == 1_000_00, "wagers and fees came back"
    (voided,) = (r.event for r in found.records if isinstance(r.event, e.RoundVoided))
    assert voided.actor == e.TABLE


def test_a_decided_round_is_settled_though_its_secrets_are_lost(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "j"
    played("casino-monte", "w 10", "c", "q", journal=whole, seed=None)
    lines = whole.read_bytes().splitlines(keepends=True)
    ready = next(place for place, line in enumerate(lines) if b'"settlement_began"' in line)
    path.write_bytes(b"".join(lines[:ready]))
    (tmp_path / "j.names").write_bytes((tmp_path / "whole.names").read_bytes())
    text = played(None, "q", journal=path, seed=None)
    assert "Wagers are settled." in text
    found = audited(path)
    assert (found.rounds, found.voided) == (1, 0)
    assert "can no longer be proved" in played(None, "q", journal=path, seed=None)


def test_a_shoe_is_picked_up_where_it_was_with_its_seed_or_its_seal(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    played("baccarat", "", "", "", "q", journal=whole)
    for _ in range(3):
        played("baccarat", "", "q", journal=parts)
    assert events_of(whole) == events_of(parts)
    sealed = tmp_path / "sealed"
    for _ in range(3):
        played("baccarat", "", "q", journal=sealed, seed=None)
    assert sum(isinstance(event, e.CardsShuffled) for event in events_of(sealed)) == 1


def test_without_seed_and_seal_a_lost_shoe_is_shuffled_anew(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("baccarat", "", "q", journal=path)
    (tmp_path / "j.sealed").unlink()
    played("baccarat", "", "q", journal=path, seed=None)
    shuffles = [event for event in events_of(path) if isinstance(event, e.CardsShuffled)]
    assert len(shuffles) == 2


def test_a_table_dealt_from_entropy_never_goes_on_from_a_seed(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path, seed=None)
    state = audited(path).state
    assert state
    assert state.chance == "seed", "without a terminal a round is dealt from a seed, and that is recorded"
    played("baccarat", "", "q", journal=tmp_path / "k", seed=None)
    with pytest.raises(Refused, match="dealt from entropy; leave --seed out"):
        played(None, "q", journal=tmp_path / "k", seed="2")
    played(None, "", "q", journal=tmp_path / "k", seed=None)
    state = audited(tmp_path / "k").state
    assert state
    assert state.chance == "entropy"
    with pytest.raises(Refused, match="dealt from another seed"):
        watched(None, journal=path, seed="something else")


def test_nobody_bets_with_a_persons_chips(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 10", "c", "q", journal=path)
    written = path.read_bytes()
    for options in ((), ("--watch",)):
        ran = croupier("play", "--journal", path, *options)
        assert (ran.status, ran.out) == (2, "")
        assert "a person sits at seat 1 of this table" in ran.err
    assert path.read_bytes() == written
    (tmp_path / "j.names").unlink()
    assert "a person sits at seat 1" in croupier("play", "--journal", path).err, "the mark is in the chain"


CUT_SHORT = pytest.mark.parametrize(
    ("game", "house"),
    [
        ("casino-monte", {"shuffle": "shoe", **SHORT_SHOE}),
        ("baccarat", SHORT_SHOE),
        ("three-card-poker", {"forfeits": "at_fold", "coverage": "net"}),
    ],
)


def assert_continued_when_cut(game: str, house: dict[str, object], folder: Path, every: int) -> None:
    """Assert that a journal cut after every so-many-th record, and after each cut card, is continued in good order."""
    whole, path = folder / "whole", folder / "cut"
    watched(game, journal=whole, house=house, rounds=18 if game == "casino-monte" else 12)
    lines = whole.read_bytes().splitlines(keepends=True)
    cut_cards = [place for place, line in enumerate(lines, 1) if b'"cut_card_appeared"' in line]
    assert cut_cards or game == "three-card-poker"
    for place in sorted({*range(1, 12), *range(1, len(lines) + 1, every), *cut_cards}):
        path.write_bytes(b"".join(lines[:place]))
        (folder / "cut.openings").unlink(missing_ok=True)
        watched(None, journal=path, seed=None)
        assert path.read_bytes().startswith(b"".join(lines[:place]))
        found = audited(path)
        assert found.passed, f"cut after {place}: {found.fault}"
        assert found.open_after is None
        assert found.rounds >= 1


@pytest.mark.slow
@CUT_SHORT
def test_a_journal_cut_after_a_record_is_continued(game: str, house: dict[str, object], tmp_path: Path) -> None:
    assert_continued_when_cut(game, house, tmp_path, every=13)


@CUT_SHORT
@pytest.mark.torture
def test_a_journal_cut_after_any_record_is_continued(game: str, house: dict[str, object], tmp_path: Path) -> None:
    assert_continued_when_cut(game, house, tmp_path, every=1)


def test_a_journal_with_a_fault_is_not_continued(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path)
    text = path.read_text()
    path.write_text(text.replace('"cents":100000', '"cents":900000', 1))
    ran = croupier("play", "--journal", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "is not continued, for it is not in order: record 1: the hash does not fit" in ran.err
    path.write_text(text + "and a note by hand")
    assert "something else was written after its end" in croupier("play", "--journal", path).err
    assert path.read_text() == text + "and a note by hand"
    path.write_bytes(b"\xff\xfe\x00 no journal")
    assert croupier("play", "--journal", path).status == 2
    assert path.read_bytes() == b"\xff\xfe\x00 no journal"


@pytest.mark.parametrize("lost", [1, 10, 400])
def test_a_torn_last_record_is_cut_off_and_that_is_recorded(lost: int, tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path, rounds=2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    kept = whole[:-lost].rpartition(b"\n")[0] + b"\n"
    text = watched(None, journal=path)
    cut = len(whole) - lost - len(kept)
    assert f"The last record was torn; {cut} bytes are cut off, and that is recorded." in flat(text)
    assert path.read_bytes().startswith(kept)
    found = audited(path)
    assert found.passed
    assert [r.event.cut for r in found.records if isinstance(r.event, e.TableContinued)] == [cut]


def test_a_journal_is_continued_with_its_own_game_rules_and_seat(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 10", "c", "q", journal=path, house={"decks": 8})
    written = path.read_bytes()
    assert "this is a journal of casino-monte, not of baccarat" in croupier("play", "bac", "--journal", path).err
    assert "leave -p and --house out" in croupier("play", "--journal", path, "-p", "decks=6").err
    with pytest.raises(Refused, match="you sit at seat 1 of this table"):
        played("casino-monte", journal=path, seat=3)
    assert path.read_bytes() == written
    assert "Casino Monte" in played(None, "q", journal=path)
    state = audited(path).state
    assert state
    assert state.rulebook.house.changes() == {"decks": 8}


def test_a_journal_that_ends_in_an_impossible_cut_card_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path)
    lines = path.read_text().splitlines(keepends=True)
    dealt = next(place for place, line in enumerate(lines) if '"cards_dealt"' in line)
    records = audited(path).records[:dealt]
    chain = Chain(dealt, records[-1].hash)
    path.write_text("".join(lines[:dealt]) + chain.line(e.CutCardAppeared("LM-R6")))
    with pytest.raises(Refused, match=f"record {dealt}: cut card appeared follows from nothing before it"):
        watched(None, journal=path)


def test_you_may_sit_down_at_a_table_that_was_watched(tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path)
    assert "Seat 5: You, $1,000" in played(None, "q", journal=path, seed=None)
    watched("casino-monte", journal=tmp_path / "k")
    with pytest.raises(Refused, match="seat 2 is taken"):
        played(None, journal=tmp_path / "k", seat=2, seed=None)


def test_a_new_journal_needs_a_game_and_leaves_no_empty_file(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    assert "a new journal needs a game" in croupier("play", "--journal", path).err
    assert "there is no seat 9" in croupier("play", "monte", "--seat", 9, "--journal", path).err
    assert "house.decks" in croupier("play", "monte", "-p", "decks=7", "--journal", path).err
    assert not path.exists()


def test_a_journal_that_cannot_be_one_is_refused(croupier: Command, tmp_path: Path) -> None:
    assert "Is a directory" in croupier("play", "monte", "--journal", tmp_path).err
    assert "No such file" in croupier("play", "monte", "--journal", tmp_path / "no" / "j").err
    assert "this is not a regular file" in croupier("play", "monte", "--journal", os.devnull).err


def test_two_tables_cannot_write_one_journal(croupier: Command, tmp_path: Path) -> None:
    path = tmp_path / "j"
    watched("baccarat", journal=path)
    other = TableRecorder(path)
    ran = croupier("play", "--journal", path)
    assert (ran.status, ran.out) == (2, "")
    assert "another table is writing this journal" in ran.err
    other.close()
    assert croupier("play", "--journal", path).status == 0


FULL_DISK = """
import resource, sys
from pathlib import Path
from croupier.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
main(["play", "baccarat", "--rounds", "5", "--journal", sys.argv[1]])
"""


@pytest.mark.parametrize("bytes_left", [5_000, 7_500, 9_999])
def test_a_full_disk_ends_the_table_with_a_whole_journal(bytes_left: int, tmp_path: Path) -> None:
    path = tmp_path / "j"
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path), str(bytes_left)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 74
    assert "j cannot be written: File too large" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert f"What its {audited(path).length} records tell is what happened:" in flat(ran.stdout)
    assert audited(path).passed
    assert path.stat().st_size > bytes_left - 2_000


# ── A real terminal ──────────────────────────────────────────────────────────────────────────────────────────────────


PATIENCE_SECONDS = 900
"""After which a command is taken to hang; a busy machine may be slow, and that is not a fault."""


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.side, inside = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from croupier.cli.main import main; main()", "play", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            preexec_fn=hear_interrupts,  # noqa: PLW1509  # no threads here
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "40"},
        )
        os.close(inside)
        self.text = ""

    def read(self) -> bool:
        """Read what the command has printed; False once it has closed its side."""
        if select.select([self.side], [], [], 0.1)[0]:
            try:
                self.text += os.read(self.side, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def wait_for(self, words: str) -> None:
        """Read until words appear after all that was waited for before."""
        until = time.monotonic() + PATIENCE_SECONDS
        while words not in self.text and self.read():
            assert time.monotonic() < until, f"no {words!r} in {self.text!r}"
        assert words in self.text
        self.text = self.text.partition(words)[2]

    def wait_for_silence(self) -> None:
        """Wait until the command neither works nor waits for its turn: it sleeps, and uses no more of a processor."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        alike, before = 0, ("", "")
        while alike < 10:
            fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
            now = fields[0], " ".join(fields[11:13])  # its state, and the time it has used
            alike = alike + 1 if now == before and now[0] == "S" else 0
            before = now
            time.sleep(0.03)

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.side, f"{text}\n".encode())

    def leave(self) -> int:
        """Wait for the command to end, and give its status."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self.read():
            assert time.monotonic() < until, f"the command goes on after {self.text!r}"
        os.close(self.side)
        return self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Run commands at terminals of their own, and end those that a failed test leaves behind."""
    opened: list[Terminal] = []

    def open_terminal(*arguments: object) -> Terminal:
        opened.append(Terminal(*map(str, arguments)))
        return opened[-1]

    yield open_terminal
    for at in opened:
        at.process.kill()
        at.process.wait()


def test_at_a_terminal_the_table_is_played_in_colour(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("monte", "--seed", 1, "--journal", tmp_path / "j")
    at.wait_for("Your bets?")
    at.wait_for("> ")
    at.type("w 25")
    at.wait_for("\x1b[")
    at.wait_for("Your decision?")
    at.wait_for("> ")
    at.type("q")
    at.wait_for("decide first")
    at.wait_for("> ")
    at.type("2")
    at.wait_for("You leave with")
    at.wait_for("records")
    assert at.leave() == 0
    assert audited(tmp_path / "j").rounds == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_table_that_is_interrupted_or_killed_leaves_a_whole_journal(
    how: signal.Signals, terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    path = tmp_path / "j"
    at = terminal("monte", "--journal", path)
    at.wait_for("Your bets?")
    at.wait_for("> ")
    at.type("w 25")
    at.wait_for("Your decision?")
    at.wait_for("> ")
    at.wait_for_silence()  # a signal between the prompt and the reading of its answer is heard only with the answer
    at.process.send_signal(how)
    assert at.leave() == (130 if how is signal.SIGINT else -how)
    assert audited(path).passed
    assert audited(path).open_after is not None
    assert "round 1, continued" in played(None, "c", "q", journal=path, seed=None)
    assert (audited(path).open_after, audited(path).rounds, audited(path).voided) == (None, 1, 0)


def test_the_revealed_hand_of_the_player_dealer_is_laid_out_as_it_is_read() -> None:
    told = watched("three-card-poker", rounds=12)
    drawn = re.findall(r"│(\w+) *││(\w+) *││(\w+) *│", told)
    hands = [tuple("23456789TJQKA".index("T" if rank == "10" else rank) for rank in ranks) for ranks in drawn]
    assert len(hands) == 12
    for one, two, three in hands:
        assert one == two or one > two > three or (one, two, three) == (1, 0, 12)


def test_what_lay_on_the_layout_counts_to_what_you_brought_to_a_continued_table(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 25 f 5", CTRL_C, journal=path)
    text = played(None, "c", "q", journal=path)
    state = audited(path).state
    assert state
    result = (state.chips(1) - 1_000_00) // 100
    word = f"${result} up" if result > 0 else f"${-result} down"
    assert last_line(text, "You leave with") == f"You leave with ${state.chips(1) // 100:,}, {word}."
    assert text.count("▸1 You") == 1, "the table is drawn once before the decision"


def test_whoever_leaves_a_round_they_have_not_bet_in_leaves_it_to_the_others(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("casino-monte", "w 25", CTRL_C, journal=path)
    lines = path.read_bytes().splitlines(keepends=True)
    placed = next(place for place, line in enumerate(lines) if b'"wager_placed"' in line) + 1
    path.write_bytes(b"".join(lines[:placed]))
    text = played(None, "q", journal=path)
    found = audited(path)
    assert (found.rounds, found.voided, found.open_after) == (1, 0, None)
    assert "You leave with $1,000, even." in text


def test_the_bank_of_a_round_left_open_is_not_passed_on(tmp_path: Path) -> None:
    path = tmp_path / "j"
    played("three-card-poker", "y", "100", CTRL_C, journal=path)
    lines = path.read_bytes().splitlines(keepends=True)
    opened = next(place for place, line in enumerate(lines) if b'"round_opened"' in line) + 1
    path.write_bytes(b"".join(lines[:opened]))
    text = played(None, "pass", "100", "q", journal=path)
    assert "> pass\nThe bank is passed only between rounds, and round 1 is open (TCP-T4).\n> 100\n" in text
    found = audited(path)
    assert (found.rounds, found.voided, found.open_after) == (1, 0, None)
