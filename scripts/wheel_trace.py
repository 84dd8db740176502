"""Put into a wheel where every clause lives in code and tests: an installed package has no tests to read.

Hatchling runs this when it builds a wheel; nothing is written into the checkout.
"""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TraceHook(BuildHookInterface):  # type: ignore[type-arg]  # of any builder
    """Generates `croupier/trace.json`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Read the source and hand the file over; a checkout that is installed editable reads its own source."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from croupier.trace import shipped_text  # noqa: PLC0415  # found only now

        self.file = Path(mkdtemp()) / "trace.json"
        self.file.write_text(shipped_text(), encoding="utf-8")
        build_data["force_include"][str(self.file)] = "croupier/trace.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # Hatchling's
        """Clean up."""
        if version != "editable":
            self.file.unlink()
            self.file.parent.rmdir()
