"""The rulebook digest: changed by whatever could change a cent or a card, and by nothing else."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import __version__, identity
from croupier.games import GAMES, game
from croupier.identity import Description, rulebook_digest, software_version
from croupier.kernel import fingerprint
from croupier.rulebook import Model, Option, Rulebook

RULES = '''
"""A game of one card."""
from fractions import Fraction
from croupier.cards import rank_of
from croupier.rule import rule
from croupier.rulebook import Draw, Drawn, Line, Model, Rule, Wager

HIGH = 11

def is_high(card: int) -> bool:
    """Whether a card is high."""
    return rank_of(card) >= HIGH

def threshold(least: int):
    @rule
    def outcome(card: int) -> int:
        """LM-1: high cards win."""
        return 1 if is_high(card) and card >= least else 0
    return outcome

GAME = Model(
    "one-card", 1, (Drawn("card", Draw.SET, 1),),
    (Wager("bet", "Bet", Rule(threshold(3), ("card",)), (
        Line(0, "lose", "Lose", Fraction(-1)), Line(1, "win", "Win", Fraction(1)),
    )),),
)
'''


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Model]:
    """Write a game to a file of its own and load it."""
    count = iter(range(100))

    def load(source: str) -> Model:
        name = f"one_card_{next(count)}"
        file = tmp_path / f"{name}.py"
        file.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found = module.GAME
        assert isinstance(found, Model)
        return found

    return load


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("HIGH = 11", "HIGH = 10"),
        ("rank_of(card) >= HIGH", "rank_of(card) > HIGH"),
        ("threshold(3)", "threshold(4)"),
        ("and card >= least", "or card >= least"),
        ('"Win", Fraction(1)', '"Win", Fraction(2)'),
        ('Line(1, "win"', 'Line(1, "won"'),
        ('"one-card", 1,', '"one-card", 2,'),
        ("Draw.SET, 1", "Draw.ORDERED, 1"),
    ],
)
def test_whatever_could_change_a_cent_or_a_card_changes_the_digest(
    written: Callable[[str], Model], old: str, new: str
) -> None:
    assert old in RULES
    assert rulebook_digest(written(RULES)) != rulebook_digest(written(RULES.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Whether a card is high.", "High cards only."),
        ("return rank_of(card) >= HIGH", "return (\n        rank_of(card)  # why not\n        >= HIGH\n    )"),
        ('"Win", Fraction', '"You win", Fraction'),
        ("card: int) -> bool", "card) -> bool"),
        ("HIGH = 11", "UNUSED = 3\nHIGH = 11"),
    ],
)
def test_words_comments_and_layout_do_not(written: Callable[[str], Model], old: str, new: str) -> None:
    assert old in RULES
    assert rulebook_digest(written(RULES)) == rulebook_digest(written(RULES.replace(old, new)))


@pytest.mark.parametrize("id_", GAMES)
def test_every_house_rule_has_a_digest_of_its_own(id_: str) -> None:
    found = game(id_)
    digests = [rulebook_digest(found.rulebook())]
    for parameter in found.parameters:
        values: tuple[object, ...] = getattr(parameter.kind, "values", tuple)()
        others = [value for value in values if value != parameter.kind.show(parameter.default)]
        digests += [rulebook_digest(found.rulebook(found.house({parameter.name: value}))) for value in others]
    assert len(set(digests)) == len(digests) > (3 if len(found.parameters) > 4 else 1)


@pytest.mark.parametrize("id_", GAMES)
def test_procedure_and_supply_are_part_of_it(id_: str) -> None:
    book = game(id_).rulebook()
    one_more = replace(book.supply, decks=book.supply.decks + 1)
    changed: list[Rulebook] = [
        replace(book, procedure=book.procedure[:-1]),
        replace(book, supply=one_more),
        replace(book, seat_fee=book.seat_fee + 1),
        replace(book, facts=lambda _round, _seat: {}),
    ]
    digests = {rulebook_digest(each) for each in (book, *changed)}
    assert len(digests) == 1 + len(changed)


def test_a_line_that_pays_a_cent_more_changes_it() -> None:
    book = game("baccarat").rulebook()
    tie = book.wagers_by_id["tie"]
    lines = tuple(replace(line, pays=line.pays + Fraction(1, 100)) for line in tie.lines)
    wagers = tuple(replace(tie, lines=lines) if wager is tie else wager for wager in book.wagers)
    assert rulebook_digest(replace(book, model=replace(book.model, wagers=wagers))) != rulebook_digest(book)


def test_another_process_gives_the_same_digest() -> None:
    here = rulebook_digest(game("three-card-poker").rulebook())
    program = (
        "from croupier.games import game; from croupier.identity import rulebook_digest as d;"
        "game('baccarat').rulebook(); print(d(game('three-card-poker').rulebook()))"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == here
    assert re.fullmatch("[0-9a-f]{64}", here)


def test_the_software_version_names_the_release_and_its_sources() -> None:
    assert re.fullmatch(re.escape(__version__) + r"\+[0-9a-f]{12}", software_version())


@pytest.mark.parametrize("id_", GAMES)
def test_a_function_read_alone_is_the_function_that_its_whole_file_has(
    id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = game(id_).rulebook()
    alone = Description.of(book)
    monkeypatch.setattr(identity, "written_alone", lambda _: None)
    among = Description.of(book)
    assert alone == among
    assert not [line for line in alone if line.startswith("code (")], "the source of every rule is found"


@pytest.mark.parametrize(
    "made", ["rank_of(np.int64(card)) >= HIGH", "rank_of(card) >= HIGH and len(npt.NDArray[np.int64].__args__) > 0"]
)
def test_a_rule_may_name_a_type_of_numpy(written: Callable[[str], Model], made: str) -> None:
    imported = "import numpy as np\nimport numpy.typing as npt\nfrom fractions import Fraction"
    source = RULES.replace("rank_of(card) >= HIGH", made).replace("from fractions import Fraction", imported)
    model = written(source)
    assert len(rulebook_digest(model)) == 64
    assert len(fingerprint.identity([model.wagers[0].outcome.function])) == 64


def test_a_rule_whose_type_of_number_is_another_is_compiled_again() -> None:
    def of(number: type[np.integer[Any]]) -> Callable[[int], int]:
        return lambda card: int(number(card))

    assert fingerprint.identity([of(np.int8)]) != fingerprint.identity([of(np.int64)])


def test_two_functions_on_one_line_are_told_apart() -> None:
    one, other = (lambda x: x + 1), (lambda x: x - 1)
    assert Description.of(one) != Description.of(other)


def test_a_word_that_is_left_out_leaves_the_digest_and_one_that_is_used_does_not() -> None:
    plain, nothing = Option(0, "stand", "Stand", 0), Option(0, "stand", "Stand", 0, takes=0)
    none, kept = Option(0, "stand", "Stand", 0, keeps=()), Option(0, "stand", "Stand", 0, keeps=(0,))
    described = ["\n".join(Description.of(option)) for option in (plain, nothing, none, kept)]
    assert len(set(described)) == 4
    assert "takes" not in described[0]
    assert "keeps" not in described[0]
