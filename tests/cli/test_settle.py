"""`croupier settle`: what a described round pays."""

import json
from pathlib import Path

import pytest

from croupier.games import game
from croupier.identity import rulebook_digest, software_version
from croupier.settlement.round import settle
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
    first, *others = [
        json.loads(ran.out)
        for ran in (
            croupier("settle", as_json, "--json"),
            croupier("settle", as_toml, "--json"),
            croupier("settle", "-", "--json", stdin=as_json.read_bytes()),
            croupier("settle", "-", "--json", stdin=b"\xef\xbb\xbf" + as_json.read_bytes()),
        )
    ]
    assert first["conditions"].pop("command") == f"croupier settle {as_json} --json"
    for other in others:
        assert other["conditions"].pop("command") in (f"croupier settle {as_toml} --json", "croupier settle - --json")
        assert other == first
    assert first["seats"][0]["wagers"]["banker"]["odds"] == "19:20"


SHORT: Round = {
    "game": "three-card-poker",
    "house": {"coverage": "net"},
    "player_dealer": {"seat": 5, "wager": 50, "cards": ["Qs", "7d", "2c"], "exposed": "2c"},
    "seats": [
        {"seat": 1, "cards": ["Ks", "Kd", "4h"], "ante": 25, "pair_plus": 5, "decision": "play"},
        {"seat": 6, "cards": ["3s", "4d", "9h"], "ante": 25, "decision": "play"},
        {"seat": 7, "cards": ["Js", "3d", "5h"], "ante": 20, "decision": "fold"},
    ],
}
"""The player-dealer takes 25 and 25 from seat 6, nothing more from seat 7, and then pays seat 1."""


def test_wagers_are_told_in_the_order_they_met_the_bank_with_what_was_left(croupier: Command) -> None:
    answer = json.loads(croupier("settle", "-", "--json", stdin=json.dumps(SHORT)).out)
    course = [
        (met["seat"], met["wager"], met["result"], met["bank_left"]["to_pay"], met["bank_left"]["to_take"])
        for met in answer["settlement"]
    ]
    assert course == [
        (6, "ante", "-25.00", "75.00", "25.00"),
        (6, "play", "-25.00", "100.00", "0.00"),
        (7, "ante", "0.00", "100.00", "0.00"),
        (1, "ante", "25.00", "75.00", "25.00"),
        (1, "play", "25.00", "50.00", "50.00"),
        (1, "pair_plus", "5.00", "45.00", "55.00"),
    ]
    by_action = json.loads(croupier("settle", "-", "--json", stdin=json.dumps(changed(SHORT, "house", {}))).out)
    assert [met["bank_left"]["to_pay"] for met in by_action["settlement"]] == ["25.00", *["0.00"] * 5]
    text = croupier("settle", "-", stdin=json.dumps(SHORT)).out
    rows = [line.split()[:2] for line in text.splitlines() if line[:1] in "167" and line[1:5] == "    "]
    assert rows == [["6", "Ante"], ["6", "Play"], ["7", "Ante"], ["1", "Ante"], ["1", "Play"], ["1", "Pair"]]
    assert "seat  wager      stake  outcome      wins  can pay  can take" in text
    assert max(map(len, text.splitlines())) <= 80


def test_net_coverage_is_explained_in_words(croupier: Command) -> None:
    text = " ".join(croupier("settle", "-", stdin=json.dumps(SHORT)).out.split())
    assert (
        "The player-dealer loses $5. Under net coverage never more than the $50 wager is won or lost, and money that "
        "comes back counts again; at the farthest, after seat 6's Play, the player-dealer had won $50."
    ) in text


@pytest.mark.parametrize(
    ("described", "rules"),
    [
        (MONTE, {"ace_low_straight": True, "full_monte_paytable": 1}),
        (changed(MONTE, "seats.0.full_monte", ABSENT), {}),
        (changed(changed(MONTE, "seats.0.full_monte", ABSENT), "house.decks", 8), {"decks": 8}),
        (COUP, {"commission": "1/20", "commission_rounding": "half_up", "lucky_monkey_paytable": 4}),
        (
            changed(POKER, "seats.0.pair_plus", ABSENT),
            {
                "collection": 1,
                "coverage": "action",
                "settlement_order": "by_seat",
                "first_action": "left_of_player_dealer",
                "forfeits": "in_turn",
                "forfeit_order": "as_folded",
                "ante_when_dealer_not_qualified": "push_if_dealer_higher",
                "six_card_bonus_paytable": 1,
            },
        ),
    ],
)
def test_the_house_rules_that_decided_the_money_are_always_told(
    croupier: Command, described: Round, rules: dict[str, object]
) -> None:
    answer = json.loads(croupier("settle", "-", "--json", stdin=json.dumps(described)).out)
    assert answer["rules"] == rules
    text = croupier("settle", "-", stdin=json.dumps(described)).out
    for name in rules:
        assert f"  {name} " in text
    assert rules or "No house rule decides what these wagers pay." in text


def test_a_settlement_says_what_made_it(croupier: Command) -> None:
    made = json.loads(croupier("settle", "-", "--json", stdin=json.dumps(COUP)).out)["conditions"]
    baccarat = game("baccarat")
    digest = rulebook_digest(baccarat.rulebook(baccarat.house(COUP["house"])))
    assert (made["software"], made["digest"]) == (software_version(), digest)
    assert (made["command"], made["house_changed"]) == ("croupier settle - --json", COUP["house"])
    text = croupier("settle", "-", stdin=json.dumps(COUP)).out
    assert text.endswith(f"\ncroupier {software_version()}, rulebook {digest[:16]}\nagain: croupier settle -\n")


TIED = changed(changed(COUP, "banker.0", "2s"), "seats.0.lucky_monkey", ABSENT)


@pytest.mark.parametrize(
    ("described", "sentences"),
    [
        (MONTE, ["Seat 1 is handed $21 and wins $16.", "The house loses $16.", "CM-FM3  Three of a kind pays 10:1."]),
        (COUP, ["Seat 1 is handed $149.50 and wins $134.50.", "The house loses $134.50.", "19:20"]),
        (
            POKER,
            ["Seat 1 is handed $40 and wins $10.", "The player-dealer loses $10; $30 of the $200 wager is used, by"],
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


def test_a_settlement_is_a_result_like_any_other(croupier: Command, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(POKER))
    paid = settle(file)
    assert repr(paid) == "<Settlement of Three Card Poker 6 Card Bonus: seat 1 wins $10>"
    assert paid.to_dict() == json.loads(croupier("settle", file, "--json").out)
    assert paid.to_dict()["schema"] == "croupier.settlement/1"
    assert paid.to_csv() == croupier("settle", file, "--csv", "-").out
    rows = paid.to_rows()
    assert [(row["seat"], row["wager"], row["result"]) for row in rows] == [
        (1, "ante", "10.00"),
        (1, "play", "10.00"),
        (1, "pair_plus", "-5.00"),
        (1, "six_card_bonus", "-5.00"),
    ]
    assert "<pre>" in paid._repr_html_()
    by_program = settle(POKER)
    assert by_program.data() == paid.data()
    assert by_program.conditions.command == "", "no command knows what a program described"


def test_data_and_rows_are_not_printed_into_each_other(croupier: Command) -> None:
    ran = croupier("settle", "-", "--json", "--csv", "-", stdin=json.dumps(COUP))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "croupier: --csv: --json is printed there already; give a file.\n"
