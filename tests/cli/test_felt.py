"""The table at a terminal: it stays in view, and at every prompt one sees cards, wagers, chips and what is asked."""

import io
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier.cli.commands import play
from croupier.cli.play.screen import CLEAR_BELOW, CLEAR_LINE, HOME, Felt, Screen
from croupier.cli.play.sitting import Wanted, sit_down
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.games import game as game_by_name
from croupier.record.recorder import NotRecorded, TableRecorder
from croupier.table import events as e
from croupier.table.core import Stepped
from tests.cli.at_the_table import CTRL_C, EVENING, played
from tests.cli.test_play import Stacked, assert_golden, flat

SIGNS_OF_STYLE = re.compile(r"\x1b\[[0-9;]*m")
SIZES = [(80, 24), (60, 20), (100, 30), (40, 12), (24, 10)]


class Watched:
    """A person at a terminal, who types answers and remembers what was in view at each prompt."""

    def __init__(self, *answers: str, width: int = 80, height: int = 24) -> None:
        self.console = Console(
            file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None, highlight=False
        )
        self.answers = iter(answers)
        self.frames: list[str] = []

    @property
    def text(self) -> str:
        """All that was written."""
        assert isinstance(self.console.file, io.StringIO)
        return self.console.file.getvalue()

    @property
    def frame(self) -> str:
        """What is in view, given that every picture begins at the top of the screen."""
        last = self.text.rpartition(HOME)[2]
        plain = SIGNS_OF_STYLE.sub("", last.replace(CLEAR_LINE, "").replace(CLEAR_BELOW, ""))
        return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())

    def read(self) -> str:
        """Look, then type the next answer."""
        self.frames.append(self.frame)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        if answer == CTRL_C:
            raise KeyboardInterrupt
        return answer

    def sit(self, game: str | None, **wanted: Any) -> "Watched":
        """Play until the answers are used up; the last frame is what is left in view."""
        with suppress(KeyboardInterrupt):
            sit_down(
                replace(Wanted(game_by_name(game) if game else None, seed="2"), **wanted), Felt(self.console), self.read
            )
        self.frames.append(self.frame)
        return self


def seen(game: str, *answers: str, width: int = 80, height: int = 24, **wanted: Any) -> list[str]:
    """What was in view at every prompt, and at the end."""
    return Watched(*answers, width=width, height=height).sit(game, **wanted).frames


# ── In view ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_prompt_fits_the_terminal_with_the_question_at_its_foot(game: str, width: int, height: int) -> None:
    for frame in seen(game, *EVENING[game], width=width, height=height)[:-1]:
        lines = frame.splitlines()
        assert len(lines) == height - 1, "the last row is for the answer"
        assert max(map(len, lines)) <= width
        assert flat(frame).endswith("q leave")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("company", [3, 6])
def test_at_80_by_24_every_prompt_shows_cards_wagers_chips_and_the_question(
    game: str, company: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.play.sitting.COMPANY", company)
    frames = seen(game, *EVENING[game])[:-1]
    for frame in frames:
        assert re.search(r"^ +▸?\d You .*\$[\d,.]+$", frame, re.MULTILINE), "your seat, and its chips"
        assert any(asked in frame for asked in ("Your bets?", "Your decision?", "Do you take the bank?", "You bank:"))
    decisions = [frame for frame in frames if "Your decision?" in frame]
    assert (decisions != []) == bool(game_by_name(game).rulebook().decisions)
    for frame in decisions:
        assert "│" in frame, "cards are drawn"
        assert "▸" in frame, "who is asked is marked"
        assert re.search(r"▸\d You .*\$\d+", frame), "with the wager"


@pytest.mark.parametrize(
    ("game", "answers", "told"),
    [
        ("baccarat", ("b 40 l 5",), r"^Round 1: (Player wins|Banker wins|Tie,) \d to \d\. Banker "),
        ("casino-monte", ("w 25 f 5", "3"), r"^Round 1: Spot 2 white: \w+ (loses to|ties|beats) "),
        ("three-card-poker", ("n", "a 20", "p"), r"^Round 1: Player-dealer (qualifies|does not qualify) with "),
    ],
)
def test_the_last_round_stays_in_view_until_the_next_is_bet(game: str, answers: tuple[str, ...], told: str) -> None:
    frame = seen(game, *answers, "q")[len(answers)]
    assert re.search(told, frame, re.MULTILINE)
    assert re.search(r"^You: [+-]?\$", frame, re.MULTILINE)
    assert "▒" not in frame.replace("▒▒ ▒▒ ▒▒", ""), "all cards are open but those of hands that folded"
    assert "│" in frame
    assert re.search(r" 1 You .*[+-]\$\d", frame), "what each wager won or lost stands in its column"


def test_a_hand_that_others_gave_up_stays_face_down() -> None:
    folded = [
        line
        for frame in seen("three-card-poker", "n", "a 20", "p", "", "p", "q", seed="evening")
        for line in frame.splitlines()
        if re.search(r"^ +\d (?!You)\w+ .* fold +– +–", line)  # and nothing on 6 Card Bonus, for which it would be kept
    ]
    assert folded
    assert all("▒▒ ▒▒ ▒▒" in line for line in folded)


@pytest.mark.parametrize("game", EVENING)
def test_the_screens_of_an_evening_read_well(game: str) -> None:
    answers = (*EVENING[game][:-1], "hint", "q") if game == "baccarat" else EVENING[game]
    frames = seen(game, *answers)
    assert_golden(f"terminal-{game}.txt", "".join(f"{frame}>{'=' * 79}\n" for frame in frames))


def test_nothing_that_was_on_the_screen_before_is_wiped_and_the_last_picture_stays() -> None:
    at = Watched("b 5", "q", height=24).sit("baccarat")
    assert at.text.startswith("\n" * 24 + HOME)
    assert at.text.count("\n" * 24) == 1
    assert at.frames[-1].rstrip().endswith(("up.", "down.", "even."))
    assert "│" in at.frames[-1]
    assert "\x1b[?" not in at.text, "no mode of the terminal is left to be restored"


def test_a_table_that_is_refused_leaves_the_screen_alone() -> None:
    at = Watched()
    with pytest.raises(Refused, match="there is no seat 9"):
        at.sit("baccarat", seat=9)
    assert HOME not in at.text


def test_ctrl_c_leaves_the_table_in_view_and_says_what_is_open() -> None:
    frames = seen("casino-monte", "w 5", CTRL_C)
    assert "Round 1 is left open." in frames[-1]
    assert "│" in frames[-1]


def test_nothing_is_in_view_that_could_not_be_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(TableRecorder):
        def record(self, steps: Iterable[Stepped]) -> None:
            steps = tuple(steps)
            if any(isinstance(event, e.DieRolled) for stepped in steps for event in stepped.events):
                raise NotRecorded(self.path, "No space left on device", length=self.chain.length)
            super().record(steps)

    monkeypatch.setattr("croupier.cli.play.sitting.TableRecorder", Full)
    at = Watched("w 5", "c", "q")
    with pytest.raises(NotRecorded):
        at.sit("casino-monte", journal=tmp_path / "j")
    assert "You bet $5 on Initial, ● white" in at.frame, "what was recorded is in view"
    assert "cannot be written: No space left on device." in flat(at.frame)
    assert not re.search("[♣♦♥♠]", at.text), "no card was shown"
    assert "die in the cup" in at.frame


def test_the_cards_of_a_round_keep_the_name_of_whoever_banked_it() -> None:
    frames = seen("three-card-poker", *EVENING["three-card-poker"])
    over = [frame for frame in frames if "Round 2:" in frame and "takes the bank" in frame]
    assert over
    for frame in over:
        assert "player-dealer · You" in frame, "seat 1 banked round 2"
        assert "Player-dealer: seat 2, Blaise" in frame, "and seat 2 banks the next"


def test_a_refusal_stands_right_above_the_question() -> None:
    first, refused, _ = seen("casino-monte", "zebra 5", "q")
    assert '"zebra" is not something to bet on' in refused
    assert refused.index("zebra") < refused.index("Your bets?")
    assert [line for line in first.splitlines() if "Your bets?" in line] == [
        line for line in refused.splitlines() if "Your bets?" in line
    ]


def test_help_is_turned_page_by_page_and_leads_back_to_the_table() -> None:
    frames = seen("three-card-poker", "n", "help", "", "", "q")
    assert frames[2].startswith("Beat the player-dealer's three cards with yours.")
    assert "Enter: more" in frames[2]
    assert "Enter: back to the table" in frames[3]
    assert "Your bets?" in frames[4]
    assert all(len(frame.splitlines()) <= 23 for frame in frames[:-1])


def test_a_single_clause_is_told_below_the_table() -> None:
    frames = seen("casino-monte", "? cm-7d", "q")
    assert "CM-7d: All three of one rank" in frames[1]
    assert "Your bets?" in frames[1]


def test_a_short_terminal_draws_the_cards_small_rather_than_cut_a_hint() -> None:
    hint = seen("casino-monte", "w 20", "hint", "c", "q", width=60, height=20)[2]
    assert re.findall(r"^(Check|Raise \d×) +[+-]\$", hint, re.MULTILINE) == [
        "Raise 3×",
        "Raise 2×",
        "Raise 1×",
        "Check",
    ]
    assert re.search(r"● white  \S+", hint), "the cards are in a line"


@pytest.mark.parametrize(
    ("game", "answers", "swaps"),
    [
        ("three-card-poker", ("n", "a 10", "hint"), ((3, 40), (4, 41), (7, 42), (9, 43), (10, 44), (30, 31))),
        ("casino-monte", ("w 10", "hint"), ((40, 41),)),
    ],
)
def test_a_face_down_card_changes_no_byte_of_any_picture_or_hint(
    game: str, answers: tuple[str, ...], swaps: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.play.sitting.Chance", Stacked)
    before = Watched(*answers, CTRL_C).sit(game, seed="8")
    monkeypatch.setattr(Stacked, "swaps", swaps)
    after = Watched(*answers, CTRL_C).sit(game, seed="8")
    assert "on average" in before.frames[-2]
    assert before.text == after.text


def test_only_a_terminal_that_can_move_its_cursor_keeps_the_table_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def kind(term: str, height: int, *, at_table: bool = True) -> type:
        console = Console(file=io.StringIO(), force_terminal=True, width=80, height=height, _environ={"TERM": term})
        monkeypatch.setattr("croupier.cli.console.console", lambda: console)
        return type(play.screen_for(at_table=at_table))

    assert kind("xterm", 24) is Felt
    assert kind("dumb", 24) is Screen
    assert kind("xterm", 8) is Screen
    assert kind("xterm", 24, at_table=False) is Screen


def test_without_colour_nothing_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Watched("b 5", "q")
    at.console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, no_color=True)
    at.sit("baccarat")
    assert not re.search(r"\x1b\[(?:\d+;)*3\d", at.text)


# ── Both ways to be shown ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("show", [played, lambda *given, **wanted: "".join(seen(*given, **wanted))])
def test_last_tells_how_the_last_round_was_settled(show: Callable[..., str]) -> None:
    text = show("three-card-poker", "last", "n", "a 20 p 5", "p", "last", "", "q")
    assert "No round has been settled yet." in text
    assert re.search(r"1 You +Pair Plus +\$5 .* TCP-PP", text)


def test_pictures_follow_one_another_as_the_cards_come() -> None:
    at = Watched("b 5", "q").sit("baccarat")
    pictures = [SIGNS_OF_STYLE.sub("", part) for part in at.text.split(HOME)]
    empty = [len(re.findall("╭╌", picture)) for picture in pictures if "╭" in picture]
    assert all(later <= before for before, later in pairwise(empty))
    assert empty[-1] == 0 < empty[0]
