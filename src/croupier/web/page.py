"""The page at the address of the house: what it is, its tables, and how to play.

It takes no session, shows nobody's name and has no script. Every text is escaped where it is put in.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from croupier import __version__
from croupier.house.house import House
from croupier.house.listing import Shown, lobby_listing
from croupier.house.table import CLOSED, OPEN, Table
from croupier.money import price
from croupier.web import answers as a
from croupier.web.desk import CurrentDesk
from croupier.web.house import NOTICE
from croupier.web.settings import Settings

router = APIRouter(tags=["page"], responses=a.AT_THE_DOOR)

STATIC: Final = Path(__file__).with_name("static")
STYLE: Final = (STATIC / "page.css").read_bytes()
ICON: Final = (STATIC / "icon.svg").read_bytes()
SHOWN_MAX: Final = 50
"""Tables on the page, which anybody may ask for at no cost."""
PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Croupier</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header>
<h1><img src="/icon.svg" alt="" width="40" height="40"> Croupier</h1>
<p>Casino table games for several people at once, dealt and settled by their written rules.</p>
<p class="notice">{notice}</p>
</header>
<main>
<h2>Tables</h2>
{tables}
<h2>Play</h2>
<p>There are no pages to play on yet. A scripted guest takes a seat and plays three rounds; run it where Croupier is
installed:</p>
<pre tabindex="0"><code>python -m croupier.web.client {origin}</code></pre>
<p>To play in your own way, write a client: commands are sent by POST, and what happens comes as server-sent events.
<a href="/openapi.json">The API document</a> has every field. The pages <code>docs/http-api.md</code> and
<code>docs/serve.md</code> of the checkout tell how to use it, how to check a card, and how to run a house.</p>
</main>
<footer><p>Croupier {version}</p></footer>
</body>
</html>
"""


@router.get(
    "/",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}, "description": "A page for people."}},
    operation_id="page",
)
async def page(request: Request, desk: CurrentDesk) -> Response:
    """What the house is, its tables and how to play, for people."""
    shown = await desk.running.look(tables_text)
    origin = origin_of(request.headers["host"], desk.settings)
    return HTMLResponse(
        PAGE.format(notice=escape(NOTICE), tables=shown, origin=escape(origin), version=escape(__version__))
    )


@router.get(
    "/page.css",
    response_class=Response,
    responses={200: {"content": {"text/css": {"schema": {"type": "string"}}}, "description": "How the page looks."}},
    operation_id="style",
)
async def style() -> Response:
    """The style sheet of the page."""
    return Response(STYLE, media_type="text/css")


@router.get(
    "/icon.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "A picture."}},
    operation_id="icon",
)
async def icon() -> Response:
    """The picture that browsers show beside the title."""
    return Response(ICON, media_type="image/svg+xml")


def origin_of(host: str, settings: Settings) -> str:
    """The address that somebody came by; the door has let in only hosts of ours."""
    return min(each for each in settings.origins if each.partition("://")[2] == host.lower())


def tables_text(house: House) -> str:
    """Every table that is not closed."""
    tables = [table for table in house.memory.tables.values() if table.status != CLOSED]
    tables.sort(key=lambda table: (table.state.game.title, table.state.name, table.id))
    if not tables:
        return "<p>No table is open. An operator opens one.</p>"
    more = len(tables) - SHOWN_MAX
    rest = f"\n<p>There are {more} more.</p>" if more > 0 else ""
    return f'<ul class="tables">\n{"".join(table_text(table) for table in tables[:SHOWN_MAX])}</ul>{rest}'


def table_text(table: Table) -> str:
    """A table: its game, rules, limits, people and free seats."""
    listed, state = lobby_listing(table), table.state
    name = f"<p>{escape(listed['name'])}</p>" if listed["name"] != listed["title"] else ""
    reason = f": {listed['reason']}" if listed["reason"] else ""
    status = "" if listed["status"] == OPEN else f'<p class="status">{escape(listed["status"] + reason)}</p>'
    facts = "".join(f"<dt>{escape(term)}</dt><dd>{escape(fact)}</dd>" for term, fact in facts_of(table, listed))
    return (
        f"<li><h3>{escape(listed['title'])}</h3>{name}{status}<p>{escape(state.game.goal)}</p><dl>{facts}</dl></li>\n"
    )


def facts_of(table: Table, listed: Shown) -> Iterable[tuple[str, str]]:
    """What somebody wants to know before sitting down."""
    rulebook, settings = table.state.rulebook, table.settings
    yield "Free seats", f"{listed['seats'] - listed['people'] - listed['house_run']} of {listed['seats']}"
    yield "People", str(listed["people"])
    yield "House-run", str(listed["house_run"])
    for wager in rulebook.placed_wagers:
        yield wager.label, f"from {price(wager.least)}" + (f" to {price(wager.most)}" if wager.most else "")
    yield "Sit down with", f"{price(settings.least_chips)} to {price(settings.most_chips)}"
    yield "Clocks", f"{settings.bet} s to bet" + (f", {settings.decide} to decide" if rulebook.decisions else "")
    changes = rulebook.house.changes()
    yield "House rules", ", ".join(f"{name} = {value}" for name, value in changes.items()) or "the usual ones"
