"""`croupier settle`: one sentence for a round that cannot have happened, and nothing else."""

import json
from pathlib import Path

import pytest

from croupier.money import NOT_MONEY
from tests.cli.conftest import Command
from tests.cli.described import ABSENT, COUP, MONTE, POKER, ROUNDS, changed

IMPOSSIBLE: list[tuple[str, str, object, str, str]] = [
    # round, place, value there, field named, clause named
    ("monte", "game", "casino-moth", "game", ""),
    ("monte", "game", ["casino-monte"], "game", ""),
    ("monte", "game", ABSENT, "game", ""),
    ("monte", "player", ["As"], "player", ""),
    ("monte", "house", None, "house", ""),
    ("monte", "house", [], "house", ""),
    ("monte", "house.deck", 6, "house.deck", ""),
    ("monte", "house.decks", 5, "house.decks", "CM-I1"),
    ("monte", "house.decks", True, "house.decks", "CM-I1"),
    ("monte", "house.decks", "--6", "house.decks", "CM-I1"),
    ("monte", "house.decks", [6], "house.decks", "CM-I1"),
    ("monte", "house.procedure", "odd", "house.procedure", "CM-R8"),
    ("monte", "house.initial_minimum", 1000, "house.initial_minimum", "CM-R8"),
    ("monte", "house.full_monte_paytable", [100, 25], "house.full_monte_paytable", "CM-FM"),
    ("monte", "cards", ABSENT, "cards", "CM-2"),
    ("monte", "cards", ["Jd", "Js"], "cards", "CM-2"),
    ("monte", "cards", ["Jd", "Js", "Jh", "Jc"], "cards", "CM-2"),
    ("monte", "cards", "JdJs", "cards", "CM-2"),
    ("monte", "cards", {"1": "Jd"}, "cards", "CM-2"),
    ("monte", "cards.1", "Jx", "cards[1]", "CM-I1"),
    ("monte", "cards.1", "1d", "cards[1]", "CM-I1"),
    ("monte", "cards.1", ["Js"], "cards[1]", "CM-I1"),
    ("monte", "cards.1", None, "cards[1]", "CM-I1"),
    ("monte", "cards.1", 12, "cards[1]", "CM-I1"),
    ("monte", "seats", ABSENT, "seats", ""),
    ("monte", "seats", [], "seats", ""),
    ("monte", "seats", {"seat": 1}, "seats", ""),
    ("monte", "seats.0", 1, "seats[0]", ""),
    ("monte", "seats.0", None, "seats[0]", ""),
    ("monte", "seats.0.seat", 0, "seats[0].seat", "CM-R8"),
    ("monte", "seats.0.seat", 7, "seats[0].seat", "CM-R8"),
    ("monte", "seats.0.seat", True, "seats[0].seat", "CM-R8"),
    ("monte", "seats.0.seat", "1", "seats[0].seat", "CM-R8"),
    ("monte", "seats.0.seat", 1.0, "seats[0].seat", "CM-R8"),
    ("monte", "seats.0.seat", ABSENT, "seats[0].seat", "CM-R8"),
    ("monte", "seats", [MONTE["seats"][0], MONTE["seats"][0]], "seats[1].seat", "CM-R8"),
    ("monte", "seats.0.spot", 0, "seats[0].spot", "CM-1"),
    ("monte", "seats.0.spot", 4, "seats[0].spot", "CM-1"),
    ("monte", "seats.0.spot", [1, 2], "seats[0].spot", "CM-1d"),
    ("monte", "seats.0.spot", ABSENT, "seats[0].spot", "CM-1d"),
    ("monte", "seats.0.initial", 0, "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", "0.00", "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", -1, "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", 1.005, "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", "1.000", "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", "1e999999", "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", "$1 000", "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", True, "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", None, "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", [1], "seats[0].initial", "CM-1"),
    ("monte", "seats.0.initial", "0.99", "seats[0].initial", "CM-R8"),
    ("monte", "seats.0.initial", "500.01", "seats[0].initial", "CM-R8"),
    ("monte", "seats.0", {"seat": 1, "spot": 1, "raise": 3}, "seats[0].initial", "CM-1"),
    ("monte", "seats.0", {"seat": 1, "spot": 1, "full_monte": 1}, "seats[0].full_monte", "CM-R5"),
    ("monte", "seats.0.raise", 4, "seats[0].raise", "CM-R4"),
    ("monte", "seats.0.raise", "1.50", "seats[0].raise", "CM-R4"),
    ("monte", "seats.0.raise", -1, "seats[0].raise", "CM-R4"),
    ("monte", "seats.0.raise", 0, "seats[0].raise", "CM-5"),
    ("monte", "seats.0.raise", "check", "seats[0].raise", "CM-5"),
    ("monte", "seats.0.full_monte", "100.01", "seats[0].full_monte", "CM-R8"),
    ("monte", "seats.0.insurance", 1, "seats[0].insurance", ""),
    ("coup", "player", ["9h", "3d"], "player", "BAC-P"),
    ("coup", "banker", ["3s", "Ks"], "banker", "BAC-B3"),
    ("coup", "player", ["9h", "7d", "Kc"], "player", "BAC-P"),
    ("coup", "player", ["9h", "9d", "Kc"], "player", "BAC-5"),
    ("coup", "player.2", "8c", "banker", "BAC-B3"),
    ("coup", "banker", ["4s", "Ks", "Kd"], "banker", "BAC-B4"),
    ("coup", "banker", ["5s", "Ks", "Kd"], "banker", "BAC-B5"),
    ("coup", "banker", ["6s", "Ks", "Kd"], "banker", "BAC-B6"),
    ("coup", "banker", ["7s", "Ks", "Kd"], "banker", "BAC-B7"),
    ("coup", "banker", ["2s", "Ks"], "banker", "BAC-B0"),
    ("coup", "player", ["9h"], "player", "BAC-4"),
    ("coup", "player", ["9h", "3d", "Kc", "2c"], "player", "BAC-4"),
    ("coup", "banker", ABSENT, "banker", "BAC-4"),
    ("coup", "banker.0", "3x", "banker[0]", "BAC-1"),
    ("coup", "house.decks", 7, "house.decks", "BAC-1"),
    ("coup", "house.commission", "1/0", "house.commission", "BAC-7"),
    ("coup", "house.commission", "105%", "house.commission", "BAC-7"),
    ("coup", "house.lucky_monkey_paytable", 5, "house.lucky_monkey_paytable", "LM-T"),
    ("coup", "house.burn", "maybe", "house.burn", "LM-R6"),
    ("coup", "seats.0.seat", 8, "seats[0].seat", "LM-R7"),
    ("coup", "seats.0.banker", "4.99", "seats[0].banker", "LM-R7"),
    ("coup", "seats.0.banker", "1000.01", "seats[0].banker", "LM-R7"),
    ("coup", "seats.0.tie", "100.01", "seats[0].tie", "LM-R7"),
    ("coup", "seats.0.lucky_monkey", "0.99", "seats[0].lucky_monkey", "LM-R7"),
    ("coup", "seats.0.banker", ABSENT, "seats[0].lucky_monkey", "LM-R4"),
    ("coup", "seats.0.dragon_7", 5, "seats[0].dragon_7", ""),
    ("coup", "seats.0", {"seat": 1}, "seats[0]", "BAC-3"),
    ("coup", "die", 3, "die", ""),
    ("poker", "player_dealer", ABSENT, "player_dealer", "TCP-R8"),
    ("poker", "player_dealer", 7, "player_dealer", ""),
    ("poker", "player_dealer.seat", 8, "player_dealer.seat", "TCP-L1"),
    ("poker", "player_dealer.seat", 1, "seats[0].seat", "TCP-L1"),
    ("poker", "player_dealer.wager", ABSENT, "player_dealer.wager", "TCP-T2"),
    ("poker", "player_dealer.wager", 0, "player_dealer.wager", "TCP-R9"),
    ("poker", "player_dealer.wager", -200, "player_dealer.wager", "TCP-R9"),
    ("poker", "player_dealer.wager", "0.50", "player_dealer.wager", "TCP-R7"),
    ("poker", "player_dealer.name", "Ann", "player_dealer.name", ""),
    ("poker", "player_dealer.cards", ["Qs", "7d"], "player_dealer.cards", "TCP-D6"),
    ("poker", "player_dealer.exposed", ABSENT, "player_dealer.exposed", "TCP-D8"),
    ("poker", "player_dealer.exposed", "2d", "player_dealer.exposed", "TCP-D8"),
    ("poker", "player_dealer.exposed", ["2c"], "player_dealer.exposed", "TCP-D8"),
    ("poker", "house.exposed_card", False, "player_dealer.exposed", "TCP-R6"),
    ("poker", "house.first_action", "action_button", "action_button", "TCP-R2"),
    ("poker", "action_button", 1, "action_button", "TCP-R2"),
    ("poker", "house.collection", 3, "house.collection", "TCP-FEE"),
    ("poker", "house.collection", 1.0, "house.collection", "TCP-FEE"),
    ("poker", "house.collection", {"minimum": 5}, "house.collection", "TCP-FEE"),
    ("poker", "seats.0.cards.0", "Qs", "player_dealer.cards", "TCP-K2"),
    ("poker", "seats.0.cards", ["As", "As", "4h"], "seats[0].cards", "TCP-K2"),
    ("poker", "seats.0.cards", ABSENT, "seats[0].cards", "TCP-D6"),
    ("poker", "seats.0.seat", 0, "seats[0].seat", "TCP-L1"),
    ("poker", "seats.0.seat", 7, "seats[0].seat", "TCP-L1"),
    ("poker", "seats.0.ante", ABSENT, "seats[0].pair_plus", "TCP-PP1"),
    ("poker", "seats.0", {"seat": 1, "cards": ["As", "Kd", "4h"], "decision": "play"}, "seats[0].ante", "TCP-D3"),
    ("poker", "seats.0.ante", 4, "seats[0].ante", "TCP-FEE1"),
    ("poker", "seats.0.ante", 101, "seats[0].ante", "TCP-FEE1"),
    ("poker", "house.collection", 2, "seats[0].ante", "TCP-FEE2"),
    ("poker", "seats.0.ante", "10.50", "seats[0].ante", "TCP-R7"),
    ("poker", "seats.0.pair_plus", 101, "seats[0].pair_plus", "TCP-R9"),
    ("poker", "house.bonus_minimum", 6, "seats[0].pair_plus", "TCP-R9"),
    ("poker", "seats.0.six_card_bonus", 101, "seats[0].six_card_bonus", "TCP-R9"),
    ("poker", "seats.0.play", 11, "seats[0].play", "TCP-D11"),
    ("poker", "seats.0.play", 0, "seats[0].play", "TCP-D11"),
    ("poker", "seats.0.decision", ABSENT, "seats[0].decision", "TCP-D11"),
    ("poker", "seats.0.decision", "check", "seats[0].decision", "TCP-D11"),
    ("poker", "seats.0.decision", ["play"], "seats[0].decision", "TCP-D11"),
    ("poker", "seats.0.spot", 1, "seats[0].spot", ""),
]


@pytest.mark.parametrize(("described", "place", "value", "field", "clause"), IMPOSSIBLE)
def test_an_impossible_round_is_refused_by_field_and_clause(
    croupier: Command, described: str, place: str, value: object, field: str, clause: str
) -> None:
    ran = croupier("settle", "-", "--json", stdin=json.dumps(changed(ROUNDS[described], place, value)))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {field}: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith(".\n")
    if clause:
        assert ran.err.endswith(f" ({clause}).\n")


@pytest.mark.parametrize(
    ("described", "place", "value", "sentence"),
    [
        ("monte", "seats.0.seat", 1.0, "seats[0].seat: 1.0 is not the number of a seat (CM-R8)."),
        ("monte", "seats.0.seat", True, "seats[0].seat: true is not the number of a seat (CM-R8)."),
        ("monte", "house.decks", None, "house.decks: null is not a whole number; give 1 to 16 (CM-I1)."),
        ("poker", "seats.0.decision", ["play"], 'seats[0].decision: ["play"] is neither fold nor play (TCP-D11).'),
        ("poker", "player_dealer.wager", 0, "player_dealer.wager: $0 is below the least wager $1 (TCP-R9)."),
        ("monte", "seats.0.initial", "+1", f'seats[0].initial: "+1" {NOT_MONEY} (CM-1).'),
    ],
)
def test_a_refusal_quotes_what_was_described_as_it_was_written(
    croupier: Command, described: str, place: str, value: object, sentence: str
) -> None:
    ran = croupier("settle", "-", stdin=json.dumps(changed(ROUNDS[described], place, value)))
    assert (ran.status, ran.out, ran.err) == (2, "", f"croupier: {sentence}\n")


@pytest.mark.parametrize(("described", "wager"), [("coup", "palyer"), ("monte", "intial")])
def test_a_misspelled_wager_is_named_before_the_missing_one(croupier: Command, described: str, wager: str) -> None:
    """A seat whose only wager is misspelled has no wager, which is not what is wrong."""
    seat = {**ROUNDS[described]["seats"][0]}
    kept = {name: seat[name] for name in ("seat", "spot") if name in seat}
    ran = croupier("settle", "-", stdin=json.dumps(ROUNDS[described] | {"seats": [{**kept, wager: 10}]}))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: seats[0].{wager}: there is no such field; there are seat")


def test_a_date_in_toml_is_quoted_as_text(croupier: Command) -> None:
    ran = croupier("settle", "-", stdin="game = 2020-01-02")
    games = "casino-monte, baccarat, three-card-poker"
    own = "name a game of your own with --game FILE.py:NAME"
    assert ran.err == f'croupier: game: "2020-01-02" is not a game; there are {games}; {own}.\n'


def test_a_folded_hand_has_no_play(croupier: Command) -> None:
    described = changed(changed(POKER, "seats.0.decision", "fold"), "seats.0.play", 10)
    ran = croupier("settle", "-", stdin=json.dumps(described))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "croupier: seats[0].play: $10 is wrong; fold stakes nothing on Play (TCP-D11).\n"


@pytest.mark.parametrize(
    ("player", "banker", "field", "clause"),
    [
        (["9h", "7d"], ["6s", "Ks", "Kd"], "banker", "BAC-B"),
        (["9h", "7d"], ["7s", "Ks", "Kd"], "banker", "BAC-B7"),
        (["9h", "7d"], ["5s", "Ks"], "banker", "BAC-B"),
        (["9h", "7d"], ["8s", "Ks", "Kd"], "banker", "BAC-5"),
        (["9h", "7d", "2c"], ["5s", "Ks"], "player", "BAC-P"),
        (["9h", "7d", "2c"], ["6s", "Ks", "Kd"], "player", "BAC-P"),
    ],
)
def test_the_first_card_that_the_drawing_rules_do_not_give_is_named(
    croupier: Command, player: list[str], banker: list[str], field: str, clause: str
) -> None:
    ran = croupier("settle", "-", stdin=json.dumps({**COUP, "player": player, "banker": banker}))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"croupier: {field}: ")
    assert ran.err.endswith(f" ({clause}).\n")


@pytest.mark.parametrize(
    ("place", "value", "clause"),
    [
        ("cards", [], "CM-A4"),
        ("seats.0.spot", 4, "CM-A1"),
        ("seats.0.spot", [1, 3], "CM-A1b"),
        ("seats.0.initial", 0, "CM-A1"),
        ("seats.0.raise", 0, "CM-A5"),
        ("seats.0.raise", 4, "CM-R4"),
    ],
)
def test_a_round_of_the_alternate_procedure_is_refused_by_its_own_clauses(
    croupier: Command, place: str, value: object, clause: str
) -> None:
    alternate = changed(MONTE, "house.procedure", "alternate")
    ran = croupier("settle", "-", stdin=json.dumps(changed(alternate, place, value)))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f" ({clause}).\n")


NO_ROUND: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t ",
    "binary": bytes(range(256)),
    "latin-1": '{"game": "café"}'.encode("latin-1"),
    "prose": b"the banker won, I think",
    "a list": b"[1, 2, 3]",
    "a number": b"12",
    "null": b"null",
    "text": b'"casino-monte"',
    "cut off": b'{"game": "casino-monte", "cards": ["Jd"',
    "two objects": b'{"game": "baccarat"} {}',
    "not a number": json.dumps(MONTE).replace('"initial": 1', '"initial": NaN').encode(),
    "endless": json.dumps(MONTE).replace('"initial": 1', '"initial": Infinity').encode(),
    "a field twice": json.dumps(MONTE).replace('"spot": 1', '"spot": 1, "spot": 2').encode(),
    "a huge exponent": json.dumps(MONTE).replace('"initial": 1', '"initial": 1e99999999999999999999').encode(),
    "a large exponent": json.dumps(MONTE).replace('"initial": 1', '"initial": 1e999999').encode(),
    "a small exponent": json.dumps(MONTE).replace('"initial": 1', '"initial": 1e-999999').encode(),
    "a number of 5,000 digits": json.dumps(MONTE).replace('"seat": 1', f'"seat": {"9" * 5_000}').encode(),
    "a number of 400 digits": json.dumps(MONTE).replace('"seat": 1', f'"seat": {"9" * 400}').encode(),
    "a field of 90,000 letters": json.dumps({**MONTE, "x" * 90_000: 1}).encode(),
    "a name of 90,000 letters": json.dumps({**MONTE, "game": "x" * 90_000}).encode(),
    "a house rule of 90,000 letters": json.dumps(changed(MONTE, "house.procedure", "x" * 90_000)).encode(),
    "a megabyte": b" " * 1_000_001,
    "deep nesting": b"[" * 100_000,
    "nested 900 deep": b'{"game": ' + b"[" * 900 + b"]" * 900 + b"}",
    "nested 30 deep": json.dumps(MONTE).replace('"initial": 1', '"initial": ' + "[" * 30 + "]" * 30).encode(),
    "lines in a field": json.dumps({**MONTE, "a\nb\x1b[31m": 1}).encode(),
    "half a letter": json.dumps({**MONTE, "\ud800": 1}).encode(),
    "TOML with a field twice": b'game = "baccarat"\ngame = "casino-monte"\n',
    "TOML with a date": b'game = "casino-monte"\ncards = [2020-01-01, 2020-01-01, 2020-01-01]\n',
    "TOML that is not a number": b'game = "casino-monte"\nhouse = {initial_minimum = nan}\n',
    "TOML in hexadecimal without end": b'game = "casino-monte"\nhouse = {decks = 0x' + b"f" * 9_000 + b"}\n",
    "TOML nested deep": b"game = " + b"[" * 5_000 + b"]" * 5_000,
}


@pytest.mark.parametrize("name", NO_ROUND)
def test_text_that_is_no_round_is_refused_in_one_short_sentence(croupier: Command, name: str) -> None:
    ran = croupier("settle", "-", stdin=NO_ROUND[name])
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("croupier: ")
    assert ran.err.endswith(".\n")
    assert ran.err.count("\n") == 1
    assert ran.err[:-1].isprintable()
    assert len(ran.err) < 600


def test_a_file_that_cannot_be_read_is_named(croupier: Command, tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    assert croupier("settle", missing).err == f"croupier: {missing}: there is no such file.\n"
    ran = croupier("settle", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert str(tmp_path) in ran.err
