"""The game that docs/write-your-own-game.md writes, and what happens if something in it is wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier import Refused
from croupier.front.variant import Variant
from croupier.naming import dealt_game
from scripts.docs import DOCS
from scripts.docs_examples import write_files
from tests.cli.conftest import Command
from tests.contract import assert_rulebook_contract

PAGE = (DOCS / "write-your-own-game.md").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file that the page shows piece by piece."""
    write_files(PAGE, str(tmp_path))
    return tmp_path / "two_high.py"


def change(file: Path, old: str, new: str) -> None:
    source = file.read_text(encoding="utf-8")
    assert old in source
    file.write_text(source.replace(old, new), encoding="utf-8")


def build(game: Variant) -> None:
    assert game.rulebook


def deal(game: Variant) -> None:
    table = game.table(seed="1")
    table.sit(1, "Ada", "$200")
    table.bet(1, ante=20, pair=5)
    table.deal()
    table.decide(1, "raise")
    table.settle()


def count(game: Variant) -> None:
    game.analyze()


def test_the_game_of_the_page_keeps_the_contract_of_every_rulebook(file: Path) -> None:
    assert_rulebook_contract(dealt_game(str(file)))


def test_a_file_with_a_game_and_its_model_is_the_game(file: Path) -> None:
    assert dealt_game(str(file)).id == "two-high"
    deal(croupier.game(str(file)))


@pytest.mark.parametrize(
    ("old", "new", "act", "said"),
    [
        ('"least": least, ', "", build, "the wager ante has no minimum; give it `least` in cents"),
        (
            '"least": least, ',
            '"least": 5.5, ',
            build,
            "`least` must be a whole number, but is 5.5",
        ),
        ('LOST, ("TH-7",)', 'LOST * 2, ("TH-7",)', build, "the line lose of pair pays -2; a wager cannot lose more"),
        ('    default="stay",\n', "", build, 'the decision raise needs a `default`, such as "stay"'),
        ('default="stay"', 'default="raise"', build, "the decision raise needs a `default`"),
        ('Decide("TH-3", "raise"', 'Decide("TH-3", "double"', build, 'asks for the decision "double"; the model'),
        ('Decide("TH-3"', 'Decide("TH-9"', build, 'Decide cites the clause "TH-9"'),
        ('LOST, ("TH-7",)', 'LOST, ("TH-77",)', build, 'the line lose of pair cites the clause "TH-77"'),
        ('("dealer",), 1, face_up=True, says="One', '("dealer"), 1, face_up=True, says="One', build, '("dealer",)'),
        ("Supply(decks=1", "Supply(decks=6", build, "the model has decks=1 and the supply decks=6"),
        ("    return replace(build(", "    replace(build(", build, "`build` must return a Rulebook, but returns None"),
        ("procedure=PROCEDURE,", "procedure=PROCEDURE[1:],", build, "the first step of the procedure must be Wagering"),
        ("procedure=PROCEDURE,", "procedure=PROCEDURE[:4],", build, "has no Settle step"),
        ("procedure=PROCEDURE,", "procedure=PROCEDURE[:4] + PROCEDURE[5:],", build, "no Decide step asks for"),
        ('equipment=("TH-8",)', 'equipment=("TH-88",)', build, 'equipment cites the clause "TH-88"'),
        (
            '("dealer", (1,))',
            '("dealer", (2,))',
            deal,
            "card 2 of 'dealer' is to be exposed, counted from 0, but",
        ),
        ('("dealer", (1,))', '("deeler", (1,))', deal, "card 1 of 'deeler' is to be exposed"),
        ('"hole": (hole,), ', "", deal, "`facts` leaves out the draw 'hole'"),
        ('"hole": (hole,)', '"hole": hole', deal, "for the draw 'hole'; give a tuple of 1"),
        ('"hole": (hole,)', '"hole": (hole, hole)', deal, "for the draw 'hole'; give a tuple of 1"),
        (
            "return 1 if rank_of(one) == rank_of(two)",
            "return 0.5 if one >= 0",
            deal,
            "is_pair returns 0.5; a rule must return a whole number",
        ),
        ('("ante", "raise", "pair"))', '("ante", "raise"))', deal, "no Settle step names the wager pair of seat 1"),
        ('Deal("TH-2", hands', 'Deal("TH-2", lambda so_far: so_far.players', deal, "the deal goes to (1, 2"),
        ("lambda so_far: so_far.players, ", "lambda so_far: 1, ", deal, "says that 1 decide on raise; give a tuple"),
        ('needs=("ante",)', 'needs=("anti",)', build, 'pair needs "anti", which is not another wager that is placed'),
        ('needs=("ante",)', 'needs=("pair",)', build, 'pair needs "pair", which is not another wager'),
        (
            'needs=("ante",)',
            'needs="ante"',
            build,
            '`needs` must be a tuple of texts, but is the text "ante"; write',
        ),
        ('id="pair"', 'id="a pair"', build, 'wager: the name "a pair" must be one word, such as "a_pair"'),
        ('0, "stay", "Stay"', '0, "stay put", "Stay"', build, 'the name "stay put" must be one word'),
        ('id="two-high",\n    title', 'id="Two High",\n    title', build, 'the id "Two High" must be small letters'),
        ('Choice(("lose", "push")), "lose"', 'Choice(("lose", "push")), "loose"', build, 'house rule ties is "loose"'),
        ("Whole(1, 7), 5", "Whole(1, 7), 9", build, "the default of the house rule seats is 9: 9 is out of range"),
        ("(SEATS, TIES,", "(SEATS,", build, "the house rule ties is not among the game's `parameters`: seats, min"),
        ('5_00, "TH-R1"', '5_00, "TH-R9"', build, 'the house rule minimum cites the clause "TH-R9"'),
        ('HouseBank("TH-5")', 'HouseBank("TH-55")', build, 'the bank cites the clause "TH-55"'),
        ('("minimum", "maximum")', '("minimum", "most")', build, 'TH-R1 names the house rule "most"'),
        ('("TH-8", Kind', '("TH-7", Kind', build, 'two clauses or rulings are called "TH-7"'),
        ('Option(1, "raise", "Raise", 1)', 'Option(0, "raise", "Raise", 0)', build, "have the codes [0, 0]; give each"),
        ('"Raise", 1)', '"Raise", -1)', build, "the option raise of raise stakes -1 times the wager on ante; give"),
        ('"Raise", 1)', '"Raise", 1.5)', build, "`multiple` must be a whole number, but is 1.5"),
        ("codes=12 * 23", "codes=0", build, "`codes` of the decision raise is 0; give 1 or more"),
        ('"A pair", Fraction(15)', '"A pair", 14.5', build, "`pays` must be an exact number, such as Fraction(3, 2)"),
        ('("dealer",), 1, face_up=True, says="One', '("dealer",), 0, face_up=True, says="One', build, "has 0 cards"),
        ("def hands(so_far: Round)", "def hands()", build, "`to` of Deal (TH-2) is called with the round so far"),
        ("def facts(so_far: Round, seat: int)", "def facts(so_far: Round)", build, "`facts` is called with the round"),
        (
            "def build_with_felt(game: Game, house: House)",
            "def build_with_felt(house)",
            build,
            "`build` is called with",
        ),
        ("seats=house[SEATS]", "seats=0", build, "the table has 0 seats; give it 1 or more"),
        (
            'so_far.cards("dealer"), NO',
            'so_far.cards("deeler"), NO',
            deal,
            'in "deeler", but no Deal goes there; cards go',
        ),
        ('    return {"hand"', '    {"hand"', deal, "`facts` must return draws by name, but returns NoneType"),
        (
            "Showdown.AHEAD if own > dealer",
            "own / dealer if own > dealer",
            count,
            "a rule must return a whole number",
        ),
    ],
)
def test_a_part_that_does_not_fit_is_refused_by_name(
    file: Path, old: str, new: str, act: Callable[[Variant], None], said: str
) -> None:
    change(file, old, new)
    with pytest.raises(Refused, match=re.escape(said)):
        act(croupier.game(str(file)))


def test_a_refused_round_is_not_recorded(file: Path, tmp_path: Path) -> None:
    """What only settling shows is refused before anything of it is written."""
    change(file, '("ante", "raise", "pair"))', '("ante", "raise"))')
    journal = tmp_path / "table.jsonl"
    table = croupier.game(str(file)).table(seed="1", journal=str(journal))
    table.sit(1, "Ada", "$200")
    table.bet(1, ante=20, pair=5)
    table.deal()
    table.decide(1, "stay")
    with pytest.raises(Refused, match="pair of seat 1"):
        table.settle()
    table.close()
    assert '"type":"wager_settled"' not in journal.read_text(encoding="ascii")


def test_an_error_in_a_game_s_own_function_is_told_by_its_line(croupier: Command, file: Path) -> None:
    change(file, "third, *_ = (*so_far.cards", "third = (*so_far.cards")
    before, _, _ = file.read_text(encoding="utf-8").partition("third = (*so_far.cards")
    line = before.count("\n") + 1
    ran = croupier("play", str(file), "--seed", "7", "--rounds", "1")
    assert ran.status == 2
    assert ran.err.startswith(f"croupier: {file}: `facts` fails in line {line}: ValueError: too many values")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\ny = nope\n", "this cannot be loaded: NameError in line 2: name 'nope' is not defined"),
        ("x = 1\n", "there is no `Game` or `Model` in it; give one a name at the top level"),
    ],
)
def test_a_file_that_cannot_be_a_game_says_why(croupier: Command, tmp_path: Path, source: str, said: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(source, encoding="utf-8")
    assert said in croupier("analyze", str(file)).err
