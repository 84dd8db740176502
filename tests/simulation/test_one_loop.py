"""Four kinds of simulation, one loop: asked for, interrupted, kept, taken up and shown alike."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import game
from croupier.rulebook import Rulebook
from croupier.simulation import simulate
from croupier.simulation.checkpoint import Checkpoint
from croupier.simulation.result import SimulationResult
from croupier.simulation.run import Interrupted, run
from croupier.simulation.tables.trial import table_trial
from tests.simulation.test_checkpoints import opened, sealed

LINE_MAX = 200
KINDS: dict[str, tuple[float, Mapping[str, Any], str]] = {
    "rounds": (3_000, {"exact": True}, ""),
    "shoes": (2_000, {"dealing": "shoe"}, ".shoes"),
    "sittings": (3_000, {"dealing": "shuffler", "held_back": 4}, ".shoes"),
    "bankrolls": (20, {"bankroll": "$200", "stakes": {"banker": 10}, "paths": 50}, ".bankrolls"),
    "tables": (400, {"seats": 2, "shift": 20}, ".tables"),
}


def played(kind: str, **more: Any) -> SimulationResult:
    rounds, asked, _ = KINDS[kind]
    return simulate("baccarat", rounds, seed="one", **{**asked, **more})


def figures(result: SimulationResult) -> dict[str, object]:
    """All but how long it took, as a reader of JSON gets it."""
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    return {name: value for name, value in data.items() if name not in ("seconds", "rounds_per_second")}


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_keeps_the_protocol(kind: str) -> None:
    result = played(kind)
    assert "\n" not in repr(result)
    assert len(repr(result)) < LINE_MAX
    assert repr(result).startswith(f"<{type(result).__name__} of Baccarat: ")
    data = result.to_dict()
    assert data["schema"] == f"croupier.simulation{KINDS[kind][2]}/1"
    assert {"game", "house", "seed", "interrupted", "seconds", "conditions"} <= set(data)
    heads, *lines = result.to_csv().splitlines()
    assert len(lines) == len(result.to_rows())
    assert heads.split(",") == [*result.to_rows()[0], "software", "rulebook", "command"]
    assert "<table>" in result._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_interrupted_kept_and_taken_up_alike(kind: str, tmp_path: Path) -> None:
    file, told = tmp_path / "kept", []

    def stop(so_far: SimulationResult) -> None:
        told.append(so_far.run.share)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as cut:
        played(kind, checkpoint=file, progress=stop)
    known = cut.value.result
    assert isinstance(known, SimulationResult)
    assert known.to_dict()["interrupted"] is True
    assert "Interrupted: this is what is known so far." in known._repr_html_()
    assert Checkpoint(file, known.trial).read().progress == known.progress
    assert len(told) == 1
    assert 0 < told[0] <= 1
    assert figures(played(kind, checkpoint=file)) == figures(played(kind, workers=1))
    assert json.loads(file.read_bytes().splitlines()[0])["units"] > 0


def test_a_rulebook_is_played_as_its_game_under_its_house_rules() -> None:
    book: Rulebook = game("baccarat").rulebook(game("baccarat").house({"decks": 6}))
    assert figures(simulate(book, 500)) == figures(simulate("baccarat", 500, house={"decks": 6}))


def test_a_shift_or_a_path_is_not_cut_off() -> None:
    trial = table_trial("baccarat", seats=1, shift=20)
    with pytest.raises(Refused, match="a shift cannot be cut off; give a number of shifts"):
        run(trial, rounds=30, result=SimulationResult)
    with pytest.raises(Refused, match="give a number of shifts"):
        run(trial, result=SimulationResult)


def test_a_checkpoint_of_a_table_is_read_whatever_module_the_bank_was_written_in(tmp_path: Path) -> None:
    trial, file = table_trial("baccarat", seats=2, shift=20), tmp_path / "kept"
    begun = Checkpoint(file, trial).read()
    kept = opened(file)
    for rules in trial.also_known_by["rules"]:
        assert rules != trial.known_by["rules"]
        file.write_bytes(sealed(kept | {"of": kept["of"] | {"rules": rules}}))
        assert Checkpoint(file, trial).read() == begun
    file.write_bytes(sealed(kept | {"of": kept["of"] | {"rules": "others"}}))
    with pytest.raises(Refused, match="whose rules are not the same"):
        Checkpoint(file, trial).read()
