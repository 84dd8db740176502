"""What a checkpoint file may be and hold: links are followed, absurd numbers refused, other files left alone."""

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.simulation.checkpoint import BYTES_MAX, CELL_BYTES_MAX, Checkpoint
from croupier.simulation.rounds.trial import experiment
from croupier.simulation.shoes.trial import shoes
from tests.simulation.playing import simulate, simulate_units

ROUNDS = 5_000


def sealed(kept: dict[str, Any]) -> bytes:
    """A file that says of itself that it is whole."""
    body = json.dumps(kept).encode()
    return body + b"\n" + sha256(body).hexdigest().encode() + b"\n"


def opened(file: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(file.read_bytes().splitlines()[0])
    return kept


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "kept", tmp_path / "link"
    link.symlink_to(real)
    simulate("baccarat", ROUNDS, checkpoint=link)
    assert link.is_symlink()
    assert opened(real)["units"] == ROUNDS
    simulate("baccarat", 2 * ROUNDS, checkpoint=link)
    assert link.is_symlink()
    assert opened(real)["units"] == 2 * ROUNDS
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["elsewhere", "kept", "link"], "no draft is left"


def test_a_link_that_leads_nowhere_leads_there_afterwards(tmp_path: Path) -> None:
    trial = shoes("baccarat")
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    simulate_units(trial, 3, checkpoint=tmp_path / "link")
    assert Checkpoint(tmp_path / "kept", trial).read().progress.units == 3


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    with pytest.raises(Refused, match="links lead in a circle"):
        simulate("baccarat", ROUNDS, checkpoint=tmp_path / "one")


def test_something_else_is_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    simulate("baccarat", ROUNDS, checkpoint=file)
    trial = experiment("baccarat")
    run = Checkpoint(file, trial).read()
    file.write_text('{"event": "table_opened"}\n')  # somebody puts a journal there while it runs
    with pytest.raises(Refused, match="holds something else and is not replaced"):
        Checkpoint(file, trial).write(run)
    assert file.read_text() == '{"event": "table_opened"}\n'


Change = Callable[[dict[str, Any]], object]
ABSURD: dict[str, Change] = {
    "a fraction with a million digits to work out": lambda kept: kept["trail"][0][1].update(player="1e99999999"),
    "a fraction with an exponent below": lambda kept: kept["trail"][0][1].update(player="1e-99999999"),
    "a number as text": lambda kept: kept.update(units="5000"),
    "a number with a point": lambda kept: kept.update(units=5e3),
    "a number beyond all rounds": lambda kept: kept.update(units=10**300),
    "true for a number": lambda kept: kept["tally"].__setitem__(0, True),
    "a tally below nothing": lambda kept: kept["tally"].__setitem__(0, -1),
    "a tally of other rounds": lambda kept: kept["tally"].__setitem__(0, kept["tally"][0] + 1),
    "a tally too short": lambda kept: kept["tally"].pop(),
    "endless time": lambda kept: kept.update(seconds=1e999),
    "time as text": lambda kept: kept.update(seconds="nan"),
    "marks where there are none": lambda kept: kept["trail"][0].__setitem__(0, 1025),
    "marks left out": lambda kept: kept["trail"].pop(0),
    "a mark of another wager": lambda kept: kept["trail"][0].__setitem__(1, {"ante": "1"}),
    "no trail": lambda kept: kept.update(trail=5),
}


@pytest.mark.parametrize("absurd", ABSURD)
def test_a_resealed_checkpoint_with_absurd_numbers_is_refused_at_once(absurd: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    simulate("baccarat", ROUNDS, checkpoint=file)
    kept = opened(file)
    file.write_bytes(sealed(kept))
    assert simulate("baccarat", ROUNDS, checkpoint=file).rounds == ROUNDS, "the control: resealed as it was"
    ABSURD[absurd](kept)
    file.write_bytes(sealed(kept))
    with pytest.raises(Refused, match="not a checkpoint of a simulation, or it is damaged"):
        simulate("baccarat", ROUNDS, checkpoint=file)


def test_of_an_endless_file_no_more_is_read_than_a_checkpoint_can_have(tmp_path: Path) -> None:
    trial = experiment("baccarat")
    file = tmp_path / "kept"
    with file.open("wb") as sparse:
        sparse.write(b'{"format": "croupier simulation 1", ')
        sparse.truncate(1 << 40)
    assert BYTES_MAX + CELL_BYTES_MAX * trial.job.cells < 1 << 24
    with pytest.raises(Refused, match="damaged"):
        Checkpoint(file, trial).read()


CROUPIER = (sys.executable, "-c", "from croupier.cli.main import main; main()", "simulate", "bac", "--rounds", "1000")


def test_an_absurd_checkpoint_is_one_sentence_at_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    assert subprocess.run([*CROUPIER, "--checkpoint", file], capture_output=True, check=False).returncode == 0
    kept = opened(file)
    kept["trail"] = [[1024, {"player": "1e99999999"}]]
    file.write_bytes(sealed(kept))
    ran = subprocess.run([*CROUPIER, "--checkpoint", file], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"croupier: {file}: this is not a checkpoint of a simulation, or it is damaged.\n"
