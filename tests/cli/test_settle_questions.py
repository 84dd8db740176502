"""`croupier settle GAME`, `--example` and `--schema`: how a round is described, and asked for at a terminal."""

import json
import tomllib
from pathlib import Path

import pytest

import croupier as door
from croupier.games import GAMES
from tests import harbour
from tests.cli.conftest import Command
from tests.plug_ins import HIGH_CARD

POKER = ["7", "1 2", "200", "ante 10 pair 5", "ante 10", "As Kd 4h", "Th Ts Td", "Js 7d 2c", "p", "fold"]
COUP = ["1", "p 10 lucky 5", "9h", "3s", "3d", "Ks", "Kc", "Kd"]
MONTE = ["2", "red 10 full 1", "Jd", "Js", "Jh", "3"]


def answers(*lines: str) -> str:
    """What somebody types."""
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("game", "typed", "described"),
    [
        (
            "tcp",
            POKER,
            {
                "game": "three-card-poker",
                "player_dealer": {"seat": 7, "wager": "200.00", "cards": ["Js", "7d", "2c"], "exposed": "2c"},
                "seats": [
                    {
                        "seat": 1,
                        "cards": ["As", "Kd", "4h"],
                        "ante": "10.00",
                        "pair_plus": "5.00",
                        "decision": "play",
                    },
                    {"seat": 2, "cards": ["Th", "Ts", "Td"], "ante": "10.00", "decision": "fold"},
                ],
            },
        ),
        (
            "bac",
            COUP,
            {
                "game": "baccarat",
                "player": ["9h", "3d", "Kc"],
                "banker": ["3s", "Ks", "Kd"],
                "seats": [{"seat": 1, "player": "10.00", "lucky_monkey": "5.00"}],
            },
        ),
        (
            "monte",
            MONTE,
            {
                "game": "casino-monte",
                "cards": ["Jd", "Js", "Jh"],
                "seats": [{"seat": 2, "spot": 1, "initial": "10.00", "full_monte": "1.00", "raise": "30.00"}],
            },
        ),
    ],
)
def test_a_round_is_asked_for_settled_and_kept(
    croupier: Command, tmp_path: Path, game: str, typed: list[str], described: dict[str, object]
) -> None:
    file = tmp_path / "round.json"
    ran = croupier("settle", game, "--save", file, stdin=answers(*typed))
    assert ran.status == 0
    assert json.loads(file.read_text()) == described
    assert ran.out == croupier("settle", file).out
    printed = croupier("settle", game, stdin=answers(*typed))
    assert json.loads(printed.out.splitlines()[-1]) == described
    assert "--save FILE would keep it" in printed.out
    data = croupier("settle", game, "--json", stdin=answers(*typed))
    assert json.loads(data.out)["seats"] == json.loads(croupier("settle", file, "--json").out)["seats"]


def test_a_wrong_answer_is_refused_in_a_sentence_and_asked_for_again(croupier: Command) -> None:
    wrong = [
        *("nine", "9", "7"),
        *("7", "", "1 1", "1"),
        *("much", "0", "200"),
        *("", "10", "ante ten", "pair 5", "ante 4", "ante 10"),
        *("As Kd", "As Kd Zz", "As Kd As", "As Kd 4h"),
        "Js 7d 2c",
        *("", "maybe", "play"),
    ]
    ran = croupier("settle", "tcp", "--json", stdin=answers(*wrong))
    assert ran.status == 0
    assert json.loads(ran.out)["seats"][0]["wagers"].keys() == {"ante", "play"}
    told = " ".join(ran.err.split())
    for sentence in (
        '"nine" is not the number of a seat; give 1 to 7.',
        "There is no seat 9; seats are 1 to 7 (TCP-L1).",
        "Seat 7 is taken by the player-dealer (TCP-L1).",
        "At least one seat plays; give its number.",
        "Seat 1 is taken by Seat 1 (TCP-L1).",
        '"much" is not an amount of money; write dollars such as 5, 12.50 or $1,000.',
        "$0 is below the least wager $1 (TCP-R9).",
        "Seat 1 plays, so it bets; such as a $10.",
        '"10" has no name; say what it is bet on first, such as a 10.',
        "Pair Plus needs a wager on Ante at the same seat (TCP-PP1).",
        "$4 on Ante is outside the limits; bet $5 to $100 (TCP-FEE1).",
        '"As Kd" is 2 cards; give 3 (TCP-D6).',
        '"Zz" is not a card; write a rank and a suit, such as Qs, Td, 10d or 10♦.',
        "As would be dealt more often than the deck holds it (TCP-K2).",
        "Type one of f, p; nothing is decided for you (TCP-D11).",
        '"maybe" is not one of f, p (TCP-D11).',
    ):
        assert sentence in told


def test_a_card_is_asked_for_only_where_the_rules_give_one(croupier: Command) -> None:
    natural = croupier("settle", "bac", stdin=answers("1", "p 10", "9h", "3s", "Kd", "Ks"))
    assert natural.status == 0
    assert "third card" not in natural.err
    assert natural.err.count("card?") == 4


def test_a_question_mark_explains_the_question_with_its_clause(croupier: Command) -> None:
    ran = croupier("settle", "bac", stdin=answers("?", "1", "?", "p 10", "help", "9h", "3s", "Kd", "Ks"))
    assert ran.status == 0
    told = " ".join(ran.err.split())
    assert "LM-R7: Seven seats, $5 to $1,000 on Player and Banker" in told
    assert "all on one line: p $10. Limits: Player $5 to $1,000;" in told
    assert "One card, a rank and a suit: Qs, 10c or Q♠. BAC-4: Four cards are dealt face up" in told


def test_questions_are_apart_from_the_result_and_fit_80_columns(
    croupier: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = croupier("settle", "tcp", "--csv", "-", stdin=answers("?", *POKER))
    assert ran.out.startswith("seat,wager,stake,")
    assert max(map(len, ran.err.splitlines())) <= 80


@pytest.mark.parametrize("typed", [[], ["1"], ["1", "p 10", "9h"], ["q"], ["1", "quit"]])
def test_who_leaves_has_settled_nothing(croupier: Command, tmp_path: Path, typed: list[str]) -> None:
    ran = croupier("settle", "bac", "--save", tmp_path / "round.json", stdin=answers(*typed))
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.endswith("\nNothing was settled.\n")
    assert not list(tmp_path.iterdir())


def test_house_rules_are_kept_with_the_round(croupier: Command) -> None:
    ran = croupier("settle", "bac", "-p", "decks=6", stdin=answers(*COUP))
    assert json.loads(ran.out.splitlines()[-1])["house"] == {"decks": 6}
    button = ["7", "1", "1", "200", "ante 10", "As Kd 4h", "Js 7d 2c", "f"]
    ran = croupier("settle", "tcp", "-p", "first_action=action_button", "-p", "exposed_card=no", stdin=answers(*button))
    described = json.loads(ran.out.splitlines()[-1])
    assert (described["action_button"], "exposed" in described["player_dealer"]) == (1, False)
    ran = croupier("settle", "bac", "-p", "decks=7")
    assert ran.err.endswith("7 may be analysed but not dealt; at a table give 6 or 8 (BAC-1).\n")


# ── Which file, which game ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_and_a_game_of_one_name_are_told_apart(
    croupier: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example = croupier("settle", "--example", "bac").out
    for name in ("baccarat", "round"):
        Path(name).write_text(example)
    ran = croupier("settle", "baccarat")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == 'croupier: FILE|-|GAME: "baccarat" is a game and a file here; write ./baccarat for the file.\n'
    assert croupier("settle", "./baccarat").status == 0
    assert croupier("settle", "round").status == 0
    ran = croupier("settle", "baccrat")
    assert ran.err.startswith('croupier: FILE|-|GAME: there is no file "baccrat", and "baccrat" is not a game; ')


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["round.json", "-p", "decks=6"], "-p: -p needs a GAME; a described round has its own `house`."),
        (["round.json", "--save", "x"], "--save: --save needs a GAME; a described round has its own `house`."),
        (["bac", "--toml"], "--toml: --toml needs --example."),
        (["bac", "--example", "--schema"], "--example: this prints alone; leave the others out."),
        (["bac", "--schema", "--json"], "--schema: this prints alone; leave the others out."),
        (["bac", "--save", "no/where.json"], '--save: "no/where.json" cannot be written: there is no such folder.'),
    ],
)
def test_options_that_do_not_go_together_are_refused(croupier: Command, arguments: list[str], sentence: str) -> None:
    ran = croupier("settle", *arguments)
    assert (ran.status, ran.out, ran.err) == (2, "", f"croupier: {sentence}\n")


def test_no_file_is_replaced_and_that_is_known_before_the_first_question(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("mine")
    ran = croupier("settle", "bac", "--save", file, stdin=answers(*COUP))
    assert (ran.status, ran.out, file.read_text()) == (2, "", "mine")
    assert ran.err.count("\n") == 1


# ── Examples and schemas ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_printed_in_json_and_toml_and_settles(croupier: Command, tmp_path: Path, game: str) -> None:
    ran = croupier("settle", "--example", game)
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == door.game(game).example()
    as_toml = croupier("settle", "--example", game, "--toml").out
    paid = [croupier("settle", "-", "--json", stdin=text).out for text in (ran.out, as_toml)]
    assert json.loads(paid[0])["seats"]
    assert paid[0] == paid[1]


def test_an_example_follows_the_house_rules(croupier: Command) -> None:
    example = json.loads(croupier("settle", "--example", "tcp", "-p", "exposed_card=no").out)
    assert (example["house"], "exposed" in example["player_dealer"]) == ({"exposed_card": False}, False)


@pytest.mark.parametrize("game", GAMES)
def test_a_schema_is_printed(croupier: Command, game: str) -> None:
    ran = croupier("settle", "--schema", game)
    assert (ran.status, ran.err) == (0, "")
    printed = json.loads(ran.out)
    assert printed == door.game(game).schema()
    assert printed["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_several_dice_and_decisions_are_told_apart_and_the_dice_are_shown(croupier: Command) -> None:
    typed = answers("1", "ante 10", "Qs 6d", "7h", "sail", "3", "press", "7c 8c", "4")
    ran = croupier("settle", f"{harbour.__file__}:HARBOUR", stdin=typed)
    asked = [line for line in ran.err.splitlines() if line.endswith("(1 to 6)") or "decide" in line]
    assert asked == [
        "What does seat 1 decide on First? fo = Fold, s = Sail, fu = Full sail",
        "Die 1? (1 to 6)",
        "What does seat 1 decide on Second? h = Hold, p = Press",
        "Die 2? (1 to 6)",
    ]
    assert "  dice 3 4\n" in ran.out
    assert "dice" not in croupier("settle", "monte", stdin=answers(*MONTE)).out.partition("The round as")[0]


def test_nothing_that_a_game_is_called_steers_a_terminal(croupier: Command, tmp_path: Path) -> None:
    hostile = "High\\x1b[2J\\x9b\\u202eCard\\nsecond = 1"
    source = HIGH_CARD.read_text(encoding="utf-8").replace('title="High Card"', f'title="{hostile}"')
    file = tmp_path / "hostile.py"
    file.write_text(source.replace("how many seats", "how many\\x1b[2J seats"), encoding="utf-8")
    shown = [croupier("settle", option, file) for option in ("--schema", "--example")]
    shown += [croupier("house", file, "--toml"), croupier("analyze", file), croupier("settle", file)]
    for ran in shown:
        assert ran.out or ran.err
        for text in (ran.out, ran.err):
            assert all(letter.isprintable() or letter == "\n" for letter in text), text
    assert json.loads(shown[0].out)["title"] == "A round of High\x1b[2J\x9b\u202eCard\nsecond = 1"
    assert set(tomllib.loads(shown[2].out)) == {"seats", "ties", "minimum", "maximum"}
