"""The mark by which a document of ours is known again, so that nothing else is ever replaced by one."""

import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.report.document import Document

MARK: Final = "croupier report"
"""Stands in every document, followed by its kind: among the keywords of a PDF, in the head of a page of HTML and of
Markdown, among the properties of a workbook."""
BEGINNINGS: Final = {".pdf": b"%PDF-", ".html": b"<!doctype html>", ".md": b"<!-- "}


def mark_of(document: Document) -> str:
    return f"{MARK} {document.kind}"


def ours(file: Path) -> Callable[[bytes], bool]:
    """What says of a file, whose first bytes it is given, whether it is a document of ours."""

    def is_ours(head: bytes) -> bool:
        with suppress(OSError, zipfile.BadZipFile, KeyError):
            if head.startswith(b"PK"):
                with zipfile.ZipFile(file) as parts:
                    return MARK.encode() in parts.read("docProps/core.xml")
            beginning = BEGINNINGS.get(file.suffix.lower(), b"%")
            return head.startswith(beginning) and MARK.encode() in file.read_bytes()
        return False

    return is_ours
