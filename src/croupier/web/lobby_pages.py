"""Routes of the lobby: come in, see what is played, play alone, open a table, and the stream that follows all that."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from croupier.figures import share
from croupier.house import requests as r
from croupier.house.guest import Guest
from croupier.house.house import House
from croupier.house.listing import Shown
from croupier.house.requests import Asked
from croupier.house.settings import FOR_GUESTS, LIMITS
from croupier.house.table import CLOSED, Table
from croupier.pages import lobby_page, open_page
from croupier.pages.house_rules import bank_words, changes, fees, limit_words
from croupier.pages.lobby_page import GameCard, Hall, Me, TableCard, WagerRow
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.house import rule_text
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, TableId, paced, with_cookie
from croupier.web.events import Feed, opened
from croupier.web.forms import SEE_OTHER, Form, SentForm, Visitor, amount, key_of, number, page, page_router, sentence
from croupier.web.problem import Problem
from croupier.web.stream import LOBBY, written
from croupier.web.suggested_name import suggested_name

router = page_router()

SHOWN_MAX: Final = 120
"""How many tables are listed; beyond that there is only a number."""
FRAGMENTS: Final = "fragments"
PAUSE_SECONDS: Final = 1.0
"""How often at most a lobby is looked at anew for one reader."""
ALONE: Final = {"house_run": 2, "between": 6, "bet": 120, "decide": 60, "bank": 60, "allow_off": True}
"""The settings of a table for somebody alone, whom nobody should hurry."""
CHIPS: Final = 500_00
NEXT: Final = re.compile(r"/table/[A-Za-z0-9_-]{1,64}")
"""Where somebody may be led on to after coming in."""
LISTED: Final = (*("name", "game", "title", "status", "reason", "seats", "free", "people", "house_run", "is_private"),)
COUNTING: Final = "The exact edges are being counted."
REASONS: Final = {"pause": "whoever opened it has paused it", "resume": "go on", "close": "whoever opened it closed it"}


# ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────────────


def edges_of(desk: Desk, book: Rulebook) -> tuple[tuple[WagerRow, ...], str]:
    """The wagers of a rulebook with limits and edges, and why there are no edges."""
    found = desk.edges_of(book)
    rows = tuple(
        WagerRow(
            wager.label,
            limit_words(wager, book),
            share(found.wagers[wager.id], 2) if found and wager.id in found.wagers else "",
            str(found.wagers[wager.id]) if found and wager.id in found.wagers else "",
        )
        for wager in book.placed_wagers
    )
    if found is None:
        return rows, COUNTING
    return rows, f"No exact edges: {found.why_not}." if found.why_not else ""


def card_of(desk: Desk, house: House, shown: Shown, guest: str, origin: str) -> TableCard:
    """A table as a guest may know it."""
    table = house.table(shown["table"])
    book, settings = table.state.rulebook, table.settings
    rows, why = edges_of(desk, book)
    is_own = table.owner == guest
    slow = ", or ten times as long" if settings.allow_slow else ""
    return TableCard(
        id=table.id,
        **{name: shown[name] for name in LISTED},
        bank=bank_words(book).removesuffix("."),
        wagers=rows,
        why_no_edge=why,
        fees=tuple(fees(book)),
        rules=tuple(changes(book)),
        clocks=f"{settings.bet} s to bet{f', {settings.decide} s to decide' if book.decisions else ''}{slow}",
        opened_by=(house.name_of(table.owner) or "a guest") if table.owner else "",
        is_own=is_own,
        seat=table.seat_of(guest),
        address=f"{origin}/table/{table.id}" if table.is_private else "",
        key=sha256(f"{guest} {table.id} {table.edition}".encode()).hexdigest()[:32] if is_own else "",
    )


def me_of(house: House, guest: str) -> Me:
    """The guest, as pages name them."""
    found = house.guest(guest)
    return Me(found.name, found.chips)


def hall_of(desk: Desk, house: House, guest: str, origin: str, problem: str = "") -> Hall:
    """The lobby as a guest sees it: one's own tables first, then those where people sit."""
    cards = [card_of(desk, house, shown, guest, origin) for shown in house.lobby(guest)]
    cards.sort(key=lambda card: (not card.seat, not card.is_own, not card.people))
    games = tuple(GameCard.of(game, alone_at(house, game, guest)) for game in house.games.values())
    left_out = max(0, len(cards) - SHOWN_MAX)
    return Hall(me_of(house, guest), games, tuple(cards[:SHOWN_MAX]), secrets.token_urlsafe(16), left_out, problem)


def alone_at(house: House, game: Game, guest: str) -> str:
    """The private table of a game that a guest opened and sits at; empty where there is none."""
    mine = (table for table in private_tables(house, game, guest) if table.seat_of(guest))
    return next((table.id for table in mine), "")


def private_tables(house: House, game: Game, guest: str) -> Iterator[Table]:
    """The private tables of a game that a guest opened."""
    for table in house.memory.tables.values():
        if table.owner == guest and table.is_private and table.state.game is game and table.status != CLOSED:
            yield table


def origin_of(desk: Desk, request: Request) -> str:
    """The address of this house, as the guest reached it."""
    return f"{'https' if desk.settings.is_secure else 'http'}://{request.headers['host']}"


# ── Coming in ────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_from_elsewhere(request: Request) -> bool:
    """Whether another site led here: a browser then keeps its session's cookie back."""
    return request.headers.get("sec-fetch-site") in ("cross-site", "same-site")


def welcome(
    desk: Desk, request: Request, status: int = 200, problem: str = "", name: str = "", next_page: str = ""
) -> Response:
    """What somebody without a session meets; a browser that comes from another site is asked once more who it is."""
    if request.method == "GET" and is_from_elsewhere(request):
        return page(lobby_page.bounce(request.url.path))
    memory, games = desk.running.house.memory, desk.running.house.games
    people = sum(len(table.people) for table in memory.tables.values() if not table.is_private)
    cards = [GameCard.of(game) for game in games.values()]
    shown = name or suggested_name()
    return page(lobby_page.welcome(cards, name=shown, problem=problem, next_page=next_page, people=people), status)


@router.get("/")
async def lobby(request: Request, desk: CurrentDesk, guest: Visitor) -> Response:
    """The lobby, or the door for who has no session."""
    if guest is None:
        return welcome(desk, request)
    return await lobby_for(desk, request, guest)


async def lobby_for(desk: Desk, request: Request, guest: Guest, problem: str = "", status: int = 200) -> Response:
    """The lobby, with a problem where there is one."""
    origin = origin_of(desk, request)
    hall = await desk.running.look(lambda house: hall_of(desk, house, guest.id, origin, problem))
    return page(lobby_page.page(hall), status)


@router.post("/enter", dependencies=[Depends(paced)])
async def enter(request: Request, desk: CurrentDesk, form: SentForm) -> Response:
    """Begin a session; whoever says so plays alone at once, or goes on to the table of an invitation."""
    next_page = form.get("next", "") if NEXT.fullmatch(form.get("next", "")) else ""
    name = form.get("name", "")
    unit = await desk.running.ask(Asked(r.Enter(name)))
    if unit.answer.status != 200:
        reason = sentence(unit.answer.body["reason"])
        return welcome(desk, request, unit.answer.status, reason, name[:100], next_page)
    where = next_page or "/"
    game = desk.running.house.games.get(form.get("play", ""))
    if game and not next_page:
        asks = Asked(alone(game, CHIPS, banks=False), guest=unit.answer.body["guest"])
        with suppress(Problem):  # whoever is in may still look around
            seated = await desk.open_table(request, asks)
            where = f"/table/{seated.answer.body['table']}" if seated.answer.status == 200 else "/"
    return with_cookie(RedirectResponse(where, SEE_OTHER), desk, unit.secrets["token"])


# ── Tables of one's own ──────────────────────────────────────────────────────────────────────────────────────────────


def alone(game: Game, cents: int, *, banks: bool) -> r.OpenOwnTable:
    """A private table with house-run players."""
    return r.OpenOwnTable(
        game.id, game.title, settings=ALONE, is_private=True, cents=cents, banks=banks, reason="to play alone"
    )


@router.post("/play")
async def play_alone(request: Request, desk: CurrentDesk, guest: CurrentGuest, form: SentForm) -> Response:
    """Sit down at a private table with house-run players; one that was left is closed first."""
    game = desk.running.house.games.get(form.get("game", ""))
    if game is None:
        raise Problem(404, "there is no such game", field="game")
    mine = await desk.running.look(lambda house: [*private_tables(house, game, guest.id)])
    seated = next((table.id for table in mine if table.seat_of(guest.id)), "")
    if seated:
        return RedirectResponse(f"/table/{seated}", SEE_OTHER)
    for left in [table.id for table in mine if not table.people]:
        await desk.running.ask(Asked(r.CloseTable("left for a new one"), guest=guest.id, table=left))
    wallet = await desk.running.look(lambda house: house.guest(guest.id).chips)
    banks = form.get("bank") == "me"
    cents = max(1, min(CHIPS, wallet))
    return await opened_own(request, desk, guest, alone(game, cents, banks=banks), key_of(form, "play"))


async def opened_own(request: Request, desk: Desk, guest: Guest, asks: r.OpenOwnTable, key: str) -> Response:
    """Open a table and go there, or say in the lobby why not."""
    unit = await desk.open_table(request, Asked(asks, guest=guest.id, key=key))
    desk.news.tell([guest.id])
    if unit.answer.status == 200:
        return RedirectResponse(f"/table/{unit.answer.body['table']}", SEE_OTHER)
    return await lobby_for(desk, request, guest, sentence(unit.answer.body["reason"]), unit.answer.status)


GameQuery = Annotated[str, Query(max_length=64)]


@router.get("/open")
async def open_form(desk: CurrentDesk, guest: CurrentGuest, game: GameQuery = "") -> Response:
    """The form that opens a table."""
    return await open_form_for(desk, guest, game, {})


async def open_form_for(
    desk: Desk, guest: Guest, game: str, values: Form, problem: str = "", wrong: str = "", status: int = 200
) -> Response:
    """The form, with what was filled in and what is wrong with it."""
    games = desk.running.house.games
    chosen = games.get(game) or next(iter(games.values()))
    me = await desk.running.look(lambda house: me_of(house, guest.id))
    cards = [GameCard.of(each) for each in games.values()]
    most = {**LIMITS, "persons": (1, min(LIMITS["persons"][1], chosen.rulebook().seats))}
    key = values.get("key") or secrets.token_urlsafe(16)
    form = open_page.OpenForm(me, cards, chosen, key, most, values, problem, wrong)
    return page(open_page.page(form), status)


@router.post("/open")
async def open_table(request: Request, desk: CurrentDesk, guest: CurrentGuest, form: SentForm) -> Response:
    """Open a table as the form says."""
    try:
        asks = asked_of(desk, form)
    except Problem as problem:
        reason, field = sentence(problem.reason), problem.field
        return await open_form_for(desk, guest, form.get("game", ""), form, reason, field, problem.status)
    unit = await desk.open_table(request, Asked(asks, guest=guest.id, key=key_of(form, "open")))
    desk.news.tell([guest.id])
    answer = unit.answer
    if answer.status == 200:
        return RedirectResponse(f"/table/{answer.body['table']}", SEE_OTHER)
    reason, field = sentence(answer.body["reason"]), answer.body["field"]
    again = {**form, "key": secrets.token_urlsafe(16)}
    return await open_form_for(desk, guest, asks.game, again, reason, field or "name", answer.status)


def asked_of(desk: Desk, form: Form) -> r.OpenOwnTable:
    """What a form asks for: what is as usual is left out."""
    game = desk.running.house.games.get(form.get("game", ""))
    if game is None:
        raise Problem(422, "there is no such game", field="game")
    house: dict[str, object] = {}
    for parameter in game.parameters:
        given = form.get(open_page.OWN + parameter.name, "").strip() or form.get(open_page.HOUSE + parameter.name)
        if given is not None and given.strip() != rule_text(parameter.kind.show(parameter.default)):
            house[parameter.name] = given.strip()
    settings: dict[str, bool | int] = {}
    for name in sorted(FOR_GUESTS):
        field = open_page.SETTINGS + name
        if name in open_page.SWITCHES:
            settings[name] = field in form
        elif field in form:
            settings[name] = amount(form, field) if name in open_page.AMOUNTS else number(form, field)
    name = form.get("name", "").strip()
    return r.OpenOwnTable(game.id, name, house, settings, form.get("who") == "private", reason="a table of one's own")


OWNERS: Final = {"pause": r.PauseTable, "resume": r.ResumeTable, "close": r.CloseTable}


@router.post("/own/{table}/{what}")
async def own(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, what: str, form: SentForm
) -> Response:
    """Pause a table that one opened, let it go on, or close it."""
    if what not in OWNERS:
        raise Problem(404, "there is no such command")
    asks = OWNERS[what](REASONS[what])
    unit = await desk.running.ask(Asked(asks, guest=guest.id, table=table, key=key_of(form, what)))
    if unit.answer.status == 200:
        return RedirectResponse("/", SEE_OTHER)
    return await lobby_for(desk, request, guest, sentence(unit.answer.body["reason"]), unit.answer.status)


# ── The stream ───────────────────────────────────────────────────────────────────────────────────────────────────────


class LobbyFeed(Feed):
    """What one lobby is told: the cards that changed, as its guest may see them, once a second at most."""

    def __init__(self, origin: str, *args: Any) -> None:  # noqa: ANN401  # as a feed's
        """Take the address of the house, and what a feed takes."""
        super().__init__(*args)
        self.origin = origin
        self.sent: dict[str, str] = {}
        self.desk.news.follow(self.listener, LOBBY)

    async def messages(self) -> AsyncIterator[str]:
        """Everything to send, with a pause after each message, until the session or the house ends."""
        async for text in super().messages():
            yield text
            if text.startswith(f"event: {FRAGMENTS}"):
                await asyncio.sleep(PAUSE_SECONDS)

    def told(self, _: set[str], house: House) -> list[str]:
        """The cards that are not as they were."""
        before, self.sent = self.sent, lobby_page.fragments(hall_of(self.desk, house, self.listener.guest, self.origin))
        changed = {id_: text for id_, text in self.sent.items() if before.get(id_) != text}
        return [written(FRAGMENTS, {"fragments": changed}, "")] if changed else []


@router.get("/lobby/stream")
async def stream(request: Request, desk: CurrentDesk, guest: CurrentGuest) -> Response:
    """Follow the lobby."""
    return opened(partial(LobbyFeed, origin_of(desk, request)), request, desk, guest, None, "")
