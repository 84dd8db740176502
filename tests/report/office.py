"""LibreOffice without a window: it works every formula of a workbook out again, whatever value the file has for it."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import isclose
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

TOLERANCE: Final = 1e-12
ALWAYS: Final = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""
"""Settings under which every formula is worked out anew when a file is opened."""


@dataclass(frozen=True)
class Cell:
    """A formula: what it is, and what it comes to."""

    sheet: str
    at: str
    formula: str
    value: object


def recalculated(workbooks: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    """Every workbook as it is after a hard recalculation."""
    program = shutil.which("soffice")
    if program is None:
        pytest.fail("LibreOffice is not here: apt-get install -y --no-install-recommends libreoffice-calc")
    profile, out = folder / "profile", folder / "out"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS, encoding="utf-8")
    files = [folder / f"{name}.xlsx" for name in workbooks]
    for file, data in zip(files, workbooks.values(), strict=True):
        file.write_bytes(data)
    words = [program, "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", "xlsx"]
    ran = subprocess.run([*words, "--outdir", out, *files], capture_output=True, text=True, check=False, timeout=150)
    missing = [file.name for file in files if not (out / file.name).is_file()]
    assert not missing, f"LibreOffice wrote no {missing}: {ran.stdout}{ran.stderr}"
    return {name: (out / file.name).read_bytes() for name, file in zip(workbooks, files, strict=True)}


@cache
def opened(data: bytes, *, values: bool = True) -> Workbook:
    """A workbook to read in: its values, or its formulas."""
    return load_workbook(BytesIO(data), data_only=values)


def formulas(data: bytes) -> Iterator[Cell]:
    """Every formula of a workbook with the value that the file has for it."""
    written, known = opened(data, values=False), opened(data)
    for sheet in written.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    yield Cell(sheet.title, cell.coordinate, str(cell.value), known[sheet.title][cell.coordinate].value)


def named(data: bytes, name: str) -> object:
    """The value of a cell that has a name."""
    book = opened(data)
    ((sheet, cell),) = book.defined_names[name].destinations
    value: object = book[sheet][cell.replace("$", "")].value
    return value


def number(value: object) -> float:
    assert isinstance(value, int | float), f"{value!r} is no number"
    return float(value)


def near(one: object, other: object) -> bool:
    """Whether two values of a cell agree, numbers to 1e-12."""
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    if not numbers or isinstance(one, bool) or isinstance(other, bool):
        return one is other or one == other
    return isclose(number(one), number(other), rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def wrong_values(before: bytes, after: bytes) -> list[str]:
    """The formulas that came to something else than the file had for them."""
    found = opened(after)
    return [
        f"{cell.sheet}!{cell.at} has {cell.value!r} for {cell.formula}, which is {now!r}"
        for cell in formulas(before)
        if not near(cell.value, now := found[cell.sheet][cell.at].value)
    ]
