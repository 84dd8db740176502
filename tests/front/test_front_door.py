"""The front door: a handful of names that lead everywhere, loaded when they are used."""

import doctest
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.front import inputs, sweep, variant
from croupier.games import game as game_by_name
from scripts import docs_api

ROOT = Path(__file__).parents[2]
RIDE = str(ROOT / "examples" / "let_it_ride.py")
OPTIONAL = ("croupier.envs", "croupier.kernel.cluster", "croupier.kernel.gpu", "croupier.exact.gpu")
"""Modules that need what is installed only by those who ask for it."""


def fresh(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def submodules() -> Iterator[str]:
    """Every module of the package."""
    for found in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if not found.name.startswith(OPTIONAL):
            yield found.name


CALLS = {
    "game": "croupier.game('tcp').id == 'three-card-poker'",
    "settle": "'wins $6' in repr(croupier.settle({'game': 'monte', 'cards': 'J♦ J♠ J♥', 'seats': [{'seat': 1, "
    "'spot': 'red', 'initial': 1, 'raise': 3}]}))",
    "audit": "not croupier.audit([]).passed",
    "history": "callable(croupier.history)",
    "known_games": "len(croupier.known_games().games) >= 3",
    "compare": "len(croupier.compare(croupier.game('monte', decks=1).analyze()).analyses) == 1",
    "__version__": "isinstance(croupier.__version__, str)",
}


def test_every_name_of_the_front_door_leads_somewhere_whatever_was_imported_before() -> None:
    known = [f"import {name}" for name in submodules()]
    assert len(known) > 100
    checks = [f"assert {CALLS.get(name, f'isinstance(croupier.{name}, type)')}, {name!r}" for name in croupier.__all__]
    assert fresh("\n".join(["import croupier", *known, *checks, "print('all')"])) == "all\n"


def test_no_name_of_the_front_door_is_that_of_a_module() -> None:
    modules = {name.removeprefix("croupier.").partition(".")[0] for name in submodules()}
    assert not modules & set(croupier.__all__)


def test_naming_a_game_waits_for_nothing_that_only_figures_need() -> None:
    code = "import sys, croupier; {}; print([m for m in ('numpy', 'rich', 'numba', 'typer') if m in sys.modules])"
    assert fresh(code.format("croupier")) == "[]\n"
    assert fresh(code.format("croupier.game('tcp', collection=2).house")) == "[]\n"


def test_completion_shows_only_what_is_meant_to_be_used() -> None:
    assert dir(croupier) == sorted(croupier.__all__)
    monte = croupier.game("monte")
    for value in (monte, monte.table(seed=1)):
        assert not [name for name in dir(value) if name.startswith("_") or not hasattr(value, name)]
    public = {name for name in vars(variant.Variant) if not name.startswith("_")}
    assert public <= set(dir(monte))
    with pytest.raises(AttributeError, match="croupier has no 'simulate'; it has Advice"):
        croupier.simulate  # noqa: B018  # the name itself is asked for


@pytest.mark.parametrize("name", ["tcp", "TCP", "three-card-poker", "poker", game_by_name("tcp")])
def test_a_game_is_named_as_people_name_it(name: object) -> None:
    assert croupier.game(name).id == "three-card-poker"  # type: ignore[arg-type]


def test_a_game_of_ones_own_is_named_by_its_file_or_given_as_it_is() -> None:
    ride = croupier.game(RIDE)
    assert (ride.id, ride.house, ride.game) == ("let-it-ride", {}, None)
    assert croupier.game(ride.model).id == "let-it-ride"
    book = game_by_name("monte").rulebook()
    assert croupier.game(book).rulebook is book
    with pytest.raises(Refused, match="has its house rules already"):
        croupier.game(book, decks=2)
    with pytest.raises(Refused, match="has no house rules"):
        croupier.game(RIDE, decks=2)


def test_house_rules_are_read_as_the_command_line_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("decks = 8\n")
    assert croupier.game("monte", house=file).changes == {"decks": 8}
    assert croupier.game("monte", house=str(file), decks="2").changes == {"decks": 2}
    assert croupier.game("bac", commission="4%").changes == {"commission": "1/25"}
    assert croupier.game("tcp", exposed_card="no").changes == {"exposed_card": False}
    fees = {"minimum": 5, "player_fee": 1, "tiers": [{"fee": 2}]}
    same = croupier.game("tcp", collection=json.dumps(fees)).house
    assert same == croupier.game("tcp", house={"collection": fees}).house
    with pytest.raises(Refused, match=r"house\.decks"):
        croupier.game("monte", decks=99)
    assert repr(croupier.game("tcp", exposed_card=False)) == "<Three Card Poker 6 Card Bonus, exposed_card=no>"
    assert "<td>decks</td><td>8</td>" in croupier.game("monte", decks=8)._repr_html_()


def test_one_line_of_a_paytable_is_changed_alone() -> None:
    usual = croupier.game("monte")
    once = usual.with_rules(paytable="full_monte=pair:2")
    assert once.changes["full_monte_paytable"] == ["100:1", "25:1", "10:1", "5:1", "3:1", "2:1"]
    twice = once.with_rules(paytable={"full_monte": {"straight": 4}})
    assert twice.changes["full_monte_paytable"] == ["100:1", "25:1", "10:1", "4:1", "3:1", "2:1"]
    assert croupier.game("monte", paytable=["full_monte=100,25,10,5,3,1"]).changes == {}
    for given, why in (
        ("initial=9", 'paytable: there is no paytable of "initial"; Casino Monte has those of full_monte'),
        ("full_monte", "paytable: "),
        ("full_monte=pair:2,pair:3", "odds are given twice"),
        ("full_monte=pear:2", 'there is no line "pear"; the closest is pair'),
    ):
        with pytest.raises(Refused, match=why):
            usual.with_rules(paytable=given)


@pytest.mark.parametrize(
    ("read", "right"),
    [
        (lambda: inputs.cards("Qs 6d 4c", "hand"), (43, 17, 8)),
        (lambda: inputs.cards("10♣", "hand"), (32,)),
        (lambda: inputs.cards(["Qs", 17], "hand"), (43, 17)),
        (lambda: inputs.cents("$1,000", "chips"), 100_000),
        (lambda: inputs.cents(Fraction(5, 2), "chips"), 250),
        (lambda: inputs.dollars_from("1/2", "stake"), Fraction(1, 2)),
        (lambda: inputs.share_from("5%", "until"), Fraction(1, 20)),
        (lambda: inputs.band_from("-1%..2%", "edge"), (Fraction(-1, 100), Fraction(1, 50))),
        (lambda: inputs.band_from((0.05, "6%"), "edge"), (Fraction(1, 20), Fraction(3, 50))),
        (lambda: inputs.whole_from("1e6", "rounds", "rounds", 10**9), 10**6),
        (lambda: inputs.whole_from(2.5e3, "rounds", "rounds", 10**9), 2500),
        (lambda: inputs.stakes_from("$10", "ante"), {"ante": 10}),
        (lambda: inputs.stakes_from({"ante": "$10", "pair_plus": 5}, "ante"), {"ante": 10, "pair_plus": 5}),
        (lambda: inputs.payouts_from("1, 2,5", "payouts"), (1, 2, 5)),
        (lambda: sweep.values_of(None, "1..3"), ("1..3",)),
    ],
)
def test_values_are_read_as_people_write_them(read: object, right: object) -> None:
    assert callable(read)
    assert read() == right


@pytest.mark.parametrize(
    ("refused", "field"),
    [
        (lambda: inputs.cards("Qx", "hand"), "hand"),
        (lambda: inputs.cards([54], "hand"), "hand"),
        (lambda: inputs.cards(7, "hand"), "hand"),  # type: ignore[arg-type]
        (lambda: inputs.cents("much", "chips"), "chips"),
        (lambda: inputs.share_from("5 percent", "until"), "until"),
        (lambda: inputs.band_from("5%", "edge"), "edge"),
        (lambda: inputs.whole_from("0", "rounds", "rounds", 9), "rounds"),
        (lambda: inputs.whole_from(True, "rounds", "rounds", 9), "rounds"),
        (lambda: inputs.stakes_from(["5", "ante=5"], "ante"), "stake"),
        (lambda: inputs.stakes_from("ante=0", "ante"), "stake"),
        (lambda: inputs.pairs_from(["hand"], "known", "hand=Qs"), "known"),
        (lambda: inputs.payouts_from("1;2", "payouts"), "payouts"),
        (lambda: inputs.strategy_from(""), "strategy"),
    ],
)
def test_what_cannot_be_read_is_refused_under_its_name(refused: object, field: str) -> None:
    assert callable(refused)
    with pytest.raises(Refused) as told:
        refused()
    assert told.value.field == field


MODULES = {getattr(croupier, name).__module__ for name in croupier.__all__ if name != "__version__"}


@pytest.mark.parametrize("module", sorted({"croupier", "croupier.front.inputs", *MODULES}))
def test_examples_run(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write a file
    failed, _ = doctest.testmod(import_module(module))
    assert failed == 0


@pytest.mark.parametrize("name", [name for name in croupier.__all__ if name != "__version__"])
def test_every_name_has_an_example(name: str) -> None:
    assert ">>> " in (getattr(croupier, name).__doc__ or "")


def test_every_method_of_a_variant_has_an_example() -> None:
    for name in dir(croupier.game("monte")):
        member = getattr(variant.Variant, name, None)
        if callable(member):
            assert ">>> " in (member.__doc__ or ""), name


SPOKEN_OF = {"seat": 1, "spot": "red", "initial": 1, "raise": 3}


def test_a_description_may_name_the_game_and_house_rules_that_settle_it() -> None:
    monte = croupier.game("monte", decks=8)
    told = {"cards": "J♦ J♠ J♥", "seats": [SPOKEN_OF]}
    expected = monte.settle(told).to_dict()
    for game in ("casino-monte", "monte"):
        assert monte.settle({"game": game, "house": {"decks": 8}, **told}).to_dict() == expected
    for wrong, says in (
        ({"game": "tcp"}, r"^this is of \"tcp\", not of casino-monte; "),
        ({"house": {"decks": 6}}, r"^house: these are not the house rules here; leave them out\.$"),
        ({"house": 8}, r"^house: these are not the house rules here; leave them out\.$"),
    ):
        with pytest.raises(Refused, match=says):
            monte.settle({**wrong, **told})


def test_the_reference_tells_what_a_round_of_a_history_has() -> None:
    reference = docs_api.api("results")
    _, _, of_round = reference.partition("### `croupier.RoundHistory`")
    for name in ("told", "describe", "settle", "result", "hands", "fees", "of_seat", "spoken"):
        assert f"- `{name}`: " in of_round.partition("\n### ")[0]
    assert reference.count("`audit` is what the audit of the journal found") == 2


def test_the_readme_leads_to_the_history() -> None:
    assert "**`croupier history FILE [ROUND]`**" in (ROOT / "README.md").read_text()
