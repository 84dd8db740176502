"""`croupier settle`: what a described round pays."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.described import ABSENT, COUP, MONTE, POKER, Round, changed


def test_a_round_of_casino_monte_is_settled_in_the_fixed_shape(croupier: Command) -> None:
    ran = croupier("settle", "-", "--json", stdin=json.dumps(MONTE))
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert answer["seats"] == [
        {
            "seat": 1,
            "wagers": {
                "initial": {
                    "stake": "1.00",
                    "outcome": "win",
                    "odds": "3:1",
                    "result": "3.00",
                    "returned": "4.00",
                    "clauses": ["CM-7d", "CM-S3"],
                },
                "raise": {
                    "stake": "3.00",
                    "outcome": "win",
                    "odds": "1:1",
                    "result": "3.00",
                    "returned": "6.00",
                    "clauses": ["CM-7d", "CM-S3"],
                },
                "full_monte": {
                    "stake": "1.00",
                    "outcome": "three_of_a_kind",
                    "odds": "10:1",
                    "result": "10.00",
                    "returned": "11.00",
                    "clauses": ["CM-FM", "CM-FM3"],
                },
            },
            "net": "16.00",
            "total_payout": "21.00",
            "fee": "0.00",
        }
    ]
    assert (answer["bank"], answer["drop_box"]) == ({"net": "-16.00"}, "0.00")


def test_a_short_bank_covers_in_seat_order_and_says_how_far(croupier: Command) -> None:
    described = changed(POKER, "player_dealer.wager", 14)
    answer = json.loads(croupier("settle", "-", "--json", stdin=json.dumps(described)).out)
    wagers = answer["seats"][0]["wagers"]
    assert {id_: (w["outcome"], w["result"], w.get("covered")) for id_, w in wagers.items()} == {
        "ante": ("win", "10.00", None),
        "play": ("win", "4.00", "4.00"),
        "pair_plus": ("uncovered", "0.00", None),
        "six_card_bonus": ("uncovered", "0.00", None),
    }
    assert wagers["pair_plus"]["odds"] is None
    assert answer["bank"] == {"net": "-14.00", "wager": "14.00", "used": "14.00", "fee": "1.00"}
    assert answer["drop_box"] == "2.00"


def test_a_file_and_standard_input_and_toml_say_the_same(croupier: Command, tmp_path: Path) -> None:
    as_json, as_toml = tmp_path / "round.json", tmp_path / "round.toml"
    as_json.write_text(json.dumps(COUP))
    as_toml.write_text(
        """
        # the same coup
        game = "baccarat"
        player = ["9h", "3d", "Kc"]
        banker = ["3s", "Ks", "Kd"]
        [house]
        lucky_monkey_paytable = 4
        [[seats]]
        seat = 1
        banker = "10.00"
        lucky_monkey = 5.0
        """
    )
    answers = {
        croupier("settle", as_json, "--json").out,
        croupier("settle", as_toml, "--json").out,
        croupier("settle", "-", "--json", stdin=as_json.read_bytes()).out,
        croupier("settle", "-", "--json", stdin=b"\xef\xbb\xbf" + as_json.read_bytes()).out,
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["seats"][0]["wagers"]["banker"]["odds"] == "19:20"


TIED = changed(changed(COUP, "banker.0", "2s"), "seats.0.lucky_monkey", ABSENT)


@pytest.mark.parametrize(
    ("described", "sentences"),
    [
        (MONTE, ["Seat 1 is handed $21 and wins $16.", "The house loses $16.", "CM-FM3  Three of a kind pays 10:1."]),
        (COUP, ["Seat 1 is handed $149.50 and wins $134.50.", "The house loses $134.50.", "19:20"]),
        (
            POKER,
            ["Seat 1 is handed $40 and wins $10.", "The player-dealer loses $10; $30 of the $200 wager is used."],
        ),
        (changed(MONTE, "cards", ["2d", "As", "5h"]), ["Seat 1 gets nothing back and loses $5.", "The house wins $5."]),
        (TIED, ["Seat 1 is handed $10 and comes out even.", "The house comes out even."]),
    ],
)
def test_people_are_told_in_plain_words(croupier: Command, described: Round, sentences: list[str]) -> None:
    ran = croupier("settle", "-", stdin=json.dumps(described))
    assert (ran.status, ran.err) == (0, "")
    for sentence in sentences:
        assert sentence in ran.out
    assert "\x1b" not in ran.out, "colours are for terminals"


@pytest.mark.parametrize(
    ("dealt", "shown"), [("2c Qs 7d", "Q 7 2"), ("Kc 3s 3d", "3 3 K"), ("Ac 3s 2d", "3 2 A"), ("2c Ks Ad", "A K 2")]
)
def test_the_player_dealers_hand_is_laid_out_as_it_is_read(croupier: Command, dealt: str, shown: str) -> None:
    dealer = {"seat": 7, "wager": 200, "cards": dealt.split(), "exposed": dealt.split()[1]}
    ran = croupier("settle", "-", stdin=json.dumps(changed(POKER, "player_dealer", dealer)))
    ranks = next(line for line in ran.out.splitlines() if "││" in line)
    assert ranks.replace("│", " ").split() == shown.split()
