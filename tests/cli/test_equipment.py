"""What a game's documents say of equipment and of misdeals, as `croupier rules` lists it."""

import json
from pathlib import Path

import pytest

from croupier.games import GAMES, game
from croupier.trace import places_of
from tests.cli.conftest import Command
from tests.plug_ins import HIGH_CARD


@pytest.mark.parametrize(
    ("id_", "equipment"),
    [
        ("casino-monte", ["CM-I1", "CM-I2", "CM-I7"]),
        ("three-card-poker", ["TCP-K1", "TCP-K2", "TCP-K3", "TCP-K3a", "TCP-K3d", "TCP-L2", "TCP-L3"]),
        ("baccarat", []),
    ],
)
def test_a_game_lists_what_its_document_says_of_equipment_and_nothing_where_it_is_silent(
    croupier: Command, id_: str, equipment: list[str]
) -> None:
    listed = json.loads(croupier("rules", id_, "--json").out)
    assert (listed["equipment"], listed["remedies"]) == (equipment, [])
    _, head, told = croupier("rules", id_).out.partition("\nEquipment\n")
    assert [line.split()[0] for line in told.splitlines() if line[2:3].isalpha()] == equipment
    assert bool(head) == bool(equipment)


def test_remedies_are_listed_where_a_document_has_them_and_name_its_clauses(croupier: Command, tmp_path: Path) -> None:
    source = HIGH_CARD.read_text(encoding="utf-8")
    file = tmp_path / "own.py"
    file.write_text(source.replace("spoken=spoken,", 'spoken=spoken, remedies=("HC-5",),'), encoding="utf-8")
    told = " ".join(croupier("rules", str(file)).out.split())
    assert told.endswith("Misdeals and irregularities HC-5 One deck, shuffled for every round.")
    file.write_text(source.replace("spoken=spoken,", 'spoken=spoken, remedies=("HC-9",),'), encoding="utf-8")
    assert 'High Card has no clause "HC-9"' in croupier("rules", str(file)).err
    assert 'High Card: remedies cites the clause "HC-9"' in croupier("play", str(file), "--rounds", "1").err


@pytest.mark.slow
@pytest.mark.parametrize("id_", GAMES)
def test_a_clause_that_is_only_listed_is_not_carried(id_: str) -> None:
    for clause in game(id_).equipment:
        assert game(id_).id.replace("-", "_").upper() not in {place.name for place in places_of(game(id_), clause)}
