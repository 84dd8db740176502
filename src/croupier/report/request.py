"""What is asked of documents, checked before anything is worked out."""

import re
from datetime import date
from typing import Final

from croupier.errors import Refused, either, quoted
from croupier.report.pdf import Sheet

EDITION_LENGTH_MAX: Final = 60
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def date_from(text: str) -> str:
    """Read a date as it is printed; none is empty."""
    try:
        if text and not DAY.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise Refused(
            f"{quoted(text)} is not a date; give year, month and day, such as 2026-01-31", field="date"
        ) from None


def edition_from(text: str) -> str:
    """Read the edition: a number, or a few words."""
    if not text.strip() or len(text) > EDITION_LENGTH_MAX or not text.isprintable():
        raise Refused(
            f"{quoted(text)} is not an edition; give a number or a few words, {EDITION_LENGTH_MAX} characters at most",
            field="edition",
        )
    return text.strip()


def sheet_from(text: str) -> Sheet:
    """Read the size of a sheet."""
    try:
        return Sheet(text.strip().lower())
    except ValueError:
        raise Refused(f"there is no paper size {quoted(text)}; give {either(Sheet)}", field="paper") from None
