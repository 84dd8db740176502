"""Runs a notebook's cells in this process, and shows each cell's last value as a notebook would."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "notebooks"


class Ran(NamedTuple):
    """A notebook after its cells were run."""

    names: dict[str, Any]
    """The variables of the notebook."""
    printed: str
    shown: tuple[str, ...]
    """The last values of cells, in HTML where they have it."""


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def run(path: Path) -> Ran:
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = io.StringIO()
    shown: list[str] = []
    for cell in read(path)["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), path.name)
        last = ast.parse("None").body[0]
        if isinstance(tree.body[-1], ast.Expr):
            last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, path.name, "exec"), names)  # noqa: S102  # our own notebook
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)  # noqa: S307  # as above
        if value is not None:
            shown.append(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    return Ran(names, printed.getvalue(), tuple(shown))
