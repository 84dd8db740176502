"""Who may use the pages: every route that is for people in a browser, with a form that would be taken."""

from dataclasses import dataclass
from typing import Final

PUBLIC, GUEST, OWNER = "public", "guest", "owner"


@dataclass(frozen=True)
class PageRow:
    """A route of the pages: who it is for, and a form that would be taken; None for one that only shows."""

    access: str
    form: dict[str, str] | None = None


OPEN: Final = {"key": "k" * 22, "game": "baccarat", "name": "Mine", "who": "private"}
PAGES: Final = {
    "GET /": PageRow(PUBLIC),
    "POST /enter": PageRow(PUBLIC, {"name": "Eve", "play": ""}),
    "POST /play": PageRow(GUEST, {"key": "k" * 22, "game": "baccarat", "bank": "house"}),
    "GET /open": PageRow(GUEST),
    "POST /open": PageRow(GUEST, OPEN),
    "POST /own/{table}/{what}": PageRow(OWNER, {"key": "k" * 22}),
    "GET /lobby/stream": PageRow(GUEST),
    "GET /session": PageRow(GUEST),
    "POST /session/theme": PageRow(GUEST, {"theme": "dark"}),
    "POST /session/{what}": PageRow(GUEST, {"key": "k" * 22, "name": "Fay"}),
    "GET /carry": PageRow(PUBLIC),
    "POST /carry": PageRow(PUBLIC, {"secret": "x" * 43}),
    "GET /rules/{game}": PageRow(PUBLIC),
    "GET /art/{name}": PageRow(PUBLIC),
    "GET /static/{name}": PageRow(PUBLIC),
    "GET /felt/{name}.css": PageRow(PUBLIC),
    "GET /table/{table}": PageRow(GUEST),
    "POST /table/{table}/{what}": PageRow(GUEST, {"key": "k" * 22, "chips": "$50"}),
    "GET /stream": PageRow(GUEST),
}
