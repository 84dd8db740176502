"""The benchmark of a house over HTTP: its guests play real rounds, and it notices a record that lacks one action."""

import json
from pathlib import Path

import pytest

from benchmarks.figures import Figure
from benchmarks.web import Length, house, of_load, of_memory, proved
from benchmarks.web_guests import ACTS

pytestmark = pytest.mark.server
SHORT = Length(turns=2, seconds=0.5, paced=1, sync=0.1, tables=17, warm=1, growth=0.5)


def test_a_house_is_measured_beside_empty_handlers(tmp_path: Path) -> None:
    *figures, found = of_load(tmp_path, SHORT)
    assert not isinstance(found, Figure)
    assert found.record.rounds > 0
    names = {figure.name.strip() for figure in figures if isinstance(figure, Figure) and figure.bar is not None}
    assert names == {"durable actions against the less of both", "wait against both together"}
    growth = [figure for figure in of_memory(tmp_path, SHORT, found) if figure.bar is not None]
    assert [figure.unit for figure in growth] == ["%"]


def test_an_action_that_is_not_on_record_is_noticed(tmp_path: Path) -> None:
    with house(tmp_path / "house", 1) as made:
        made.turn(0.5)
        made.stop()
    proved(made)
    acknowledged = json.loads(made.acknowledged.read_text())
    for act in ACTS:
        one = next(each for each in acknowledged if each[0] == act)
        made.acknowledged.write_text(json.dumps([*acknowledged, one]))
        with pytest.raises(SystemExit, match="exactly once"):
            proved(made)
