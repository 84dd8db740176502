"""A game that declares nothing but its rules is drawn, told and played like any other."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from croupier import history
from croupier.chance import Chance
from croupier.cli.play import drawing
from croupier.cli.play.announcer import Announcer
from croupier.company import Company
from croupier.games import GAMES, Entry, game
from croupier.rulebook import CardPlaces, Circle, Habits, Layout, Rulebook, Sign, Words
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table import state as states
from croupier.table.awaiting import AwaitDecision
from croupier.table.state import State
from croupier.table.view import View, view
from tests.any_table import answer, opened
from tests.cli.at_the_table import console_of, played, shown, watched
from tests.cli.test_felt import seen
from tests.high_card import HIGH_CARD
from tests.rounds import Script

COMPANY = "croupier.cli.play.sitting.COMPANY"
NO_HABITS = Habits()
ANSWERS = ("bet 10 pair 5 suited 5", "d", "", "s", "q")


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "high-card", Entry("high-card", "tests.high_card:HIGH_CARD"))
    monkeypatch.setattr(COMPANY, 6)


# ── Drawn ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 40), (40, 12)])
def test_seven_seats_with_four_circles_are_in_view_at_every_prompt(width: int, height: int) -> None:
    frames = seen("high-card", *ANSWERS, width=width, height=height)[:-1]
    for frame in frames:
        lines = frame.splitlines()
        assert len(lines) <= height - 1
        assert max(map(len, lines)) <= width
        if height > 12:
            for seat in range(1, 8):
                assert re.search(rf"^ +▸?{seat} \w+ .*\$[\d,.]+$", frame, re.MULTILINE), f"seat {seat}, and its chips"
            assert re.search("Bet +Double +Pair +Suited", frame), "a column for each circle"
    decision = next(frame for frame in frames if "Your decision?" in frame)
    assert re.search(r"▸1 You +\S+ \S+ +\$10 +– +\$5 +\$5", decision) or height == 12


def test_places_that_do_not_fit_beside_each_other_go_below() -> None:
    frame = seen("high-card", "b 5", "s", "q", width=30, height=40)[1]
    assert "left" in frame
    assert frame.index("left") < frame.index("hidden") < frame.index("seat 1")
    assert all(len(line) <= 30 for line in frame.splitlines())


# ── Told ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cards_dealt_face_up_to_several_slots_are_announced_in_full() -> None:
    text = watched("high-card", rounds=1)
    told = re.search(r"Two cards for the house\.  \(HC-2\)\n    Left: (\S+)\n    Right: (\S+)\n", text)
    assert told
    assert re.search(rf"│{told[1][:-1]:<3}│ +│{told[2][:-1]:<3}│", text), "the cards that are drawn"
    assert "One face down.  (HC-2)\nTwo cards for everybody." in text, "no card that lies face down is told"


def test_steps_that_share_a_clause_speak_for_themselves() -> None:
    text = watched("high-card")
    assert re.search(r"The hidden card\.  \(HC-4\)\n    Hidden shows \S+\nThe hands\.  \(HC-4\)\n    \w+ shows", text)


def test_a_game_without_words_of_its_own_says_what_each_wager_pays() -> None:
    text = played("high-card", "b 5 p 1", "s", "q")
    assert re.search(r"^Bet (pays 1 to 1|goes back|loses), Pair (pays 11 to 1|loses)\.$", text, re.MULTILINE)


@pytest.mark.parametrize("of", [*GAMES, "high-card"])
def test_a_journal_tells_what_was_told_at_the_table_in_the_same_words(of: str, tmp_path: Path) -> None:
    text = watched(of, rounds=2, journal=tmp_path / "table.jsonl", width=200).partition("round 2")[0]
    steps = [told.text for each in history(tmp_path / "table.jsonl") for told in each.told()]
    whole = re.sub(r"seat (\d) \((\w+)\)", r"seat \1, \2", re.sub(r"Seat \d \((\w+)\)", r"\1", " ".join(steps)))
    said = re.findall(r"^([A-Z][^.\n]*\.).*  \(", text, re.MULTILINE)
    details = re.findall(r"^    ((?!Players:)(?:\w+ (?:shows|bets|takes|declines)|\w+:) .*)$", text, re.MULTILINE)
    assert len(said) >= min(11, len(game(of).rulebook().procedure) + 3)
    assert len(details) > 3
    invited = game(of).rulebook().procedure[0].says
    for sentence in (*said, *(detail.partition(", $")[0] for detail in details)):
        assert sentence in whole or invited.startswith(sentence)


@pytest.mark.parametrize("of", [*GAMES, "high-card"])
def test_the_announcer_applies_no_event(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[tuple[e.Event, ...], State]] = []
    hear = Announcer.hear

    def without_applying(self: Announcer, events: tuple[e.Event, ...], state: State) -> None:
        with monkeypatch.context() as patch:
            for kind in states.APPLY:
                patch.setitem(states.APPLY, kind, None)
            hear(self, events, state)
        steps.append((events, state))

    monkeypatch.setattr(Announcer, "hear", without_applying)
    assert "Bank: " in watched(of, rounds=2)
    assert len(steps) > 10


# ── Played ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def deciding(chips: int, habits: Habits = NO_HABITS) -> Iterator[str]:
    """What house-run players decide with the same cards, by chance of their own."""
    book = replace(HIGH_CARD.rulebook(), habits=habits)
    for seed in range(60):
        script = Script(HIGH_CARD, seats=1, chips=chips)
        script.open()
        script.do(c.PlaceWager(1, "bet", 10_00))
        while not isinstance(script.awaits, AwaitDecision):
            script.do(answer(script) or c.CloseBets())
        yield Company(book, Chance.seeded(str(seed))).decides(view(script.state, 1), book.decisions[0])


def test_without_habits_house_run_players_decide_at_random_as_far_as_their_chips_go() -> None:
    assert set(deciding(1_000_00)) == {"stand", "double"}
    assert set(deciding(15_00)) == {"stand"}


def test_habits_decide_by_what_a_seat_sees() -> None:
    sights: list[int] = []

    def habit(sight: int) -> str:
        sights.append(sight)
        return "double"

    decided = list(deciding(1_000_00, Habits(decisions={"double": habit})))
    assert decided.count("double") > 50, "but for a whim now and then"
    assert set(sights) == {1}, "the better of the two cards that were dealt"


@pytest.mark.parametrize("of", GAMES)
def test_habits_name_wagers_decisions_and_options_that_there_are(of: str) -> None:
    book = game(of).rulebook()
    assert set(book.habits.wagers) <= {wager.id for wager in book.placed_wagers}
    assert set(book.habits.decisions) == set(book.decisions_by_id)
    for id_, habit in book.habits.decisions.items():
        decision = book.decisions_by_id[id_]
        options = {habit(code) for code in range(0, decision.codes, max(1, decision.codes // 1000))}
        assert options <= {option.id for option in decision.options}
        assert len(options) > 1


@pytest.mark.parametrize(("like", "often"), [(1, 20), (30, 50)])
def test_a_wager_that_is_liked_is_bet_more_often(like: int, often: int) -> None:
    book = replace(game("baccarat").rulebook(), habits=Habits(wagers={"tie": like}))
    script = opened("baccarat", seats=1)
    bets = [next(Company(book, Chance.seeded(str(seed))).bets(view(script.state, 1))).wager for seed in range(60)]
    ties = bets.count("tie")
    assert ties >= often if like > 1 else 5 < ties < 35


def shown_table(view: View, book: Rulebook, width: int = 80) -> str:
    """A table as a terminal shows it, without colours."""
    console = console_of(width)
    console.print(drawing.table(view, book, width))
    return shown(console)


def test_a_layout_of_ones_own_is_drawn_with_its_signs_captions_faces_and_words() -> None:
    felt = Layout(
        rows=(
            (
                CardPlaces("left", 1, Sign("L", "◆", "green"), caption=lambda known: f"first of {len(known)}"),
                CardPlaces("right", 1, Sign("R"), faces=(4, 5)),
            ),
            (Words("printed for good"), Words(lambda so_far: f"the die shows {so_far.die}" if so_far.die else "")),
        ),
        seat=(Circle("bet", Sign("Ante")),),
    )
    book = replace(HIGH_CARD.rulebook(), layout=felt)
    script = Script(HIGH_CARD, seats=2)
    script.open()
    script.do(c.PlaceWager(1, "bet", 10_00))
    before = shown_table(view(script.state, 1), book)
    assert "the die" not in before
    while not isinstance(script.awaits, AwaitDecision):
        script.do(answer(script) or c.CloseBets())
    text = shown_table(view(script.state, 1), book)
    assert "◆ L" in text
    assert "first of 1" in text
    assert "⚃ ⚄" in text
    assert "the die shows 4" in text
    assert "printed for good" not in text, "the rules tell it"
    assert "hidden" in text, "the slot that the layout leaves out"
    assert re.search("Ante +Double +Pair +Suited", text)
