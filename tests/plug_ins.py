"""Plug-ins for tests: packages as an installer leaves them, on the path of this process alone."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import games

HIGH_CARD = Path(__file__).parent.parent / "examples" / "games" / "high_card.py"


class Packages:
    """A folder of packages that can be imported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, source: str, version: str = "1.0", **games_offered: str) -> None:
        """Install a module and offer what is in it: ids with underscores, and the names they stand for."""
        module = name.replace("-", "_")
        (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        info = self.folder / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
        points = "".join(f"{id_.replace('_', '-')} = {module}:{of}\n" for id_, of in games_offered.items())
        (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{points}", encoding="utf-8")
        games.plug_ins.cache_clear()

    def high_card(self, **other: str) -> None:
        """Install High Card with other words here and there."""
        source = HIGH_CARD.read_text(encoding="utf-8")
        for old, new in other.items():
            assert old in source
            source = source.replace(old, new)
        self.install("high-card-game", source, high_card="HIGH_CARD")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    """Packages that are installed while a test runs."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(folder))
    games.plug_ins.cache_clear()
    yield Packages(folder)
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]
    games.plug_ins.cache_clear()
    games.load.cache_clear()
