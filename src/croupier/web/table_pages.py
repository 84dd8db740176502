"""Routes of a table for people: its page, the forms on it, and the stream that keeps the page up to date."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from croupier.house import requests as r
from croupier.house.house import House
from croupier.house.requests import Against, Asked, TableRequest
from croupier.house.telling import last_bets, round_seen, round_told
from croupier.pages import table_page
from croupier.pages.scene import Scene
from croupier.pages.table_page import Sight
from croupier.web.desk import CurrentDesk, CurrentGuest, TableId, answered
from croupier.web.events import Feed, LastId, Watched, opened
from croupier.web.forms import SEE_OTHER, Form, SentForm, amount, key_of, number, page, sentence
from croupier.web.problem import Problem
from croupier.web.stream import cursor_text, written

router = APIRouter(include_in_schema=False)


def sight_of(house: House, id_: str, guest: str, now: int, problem: str = "") -> Sight:
    """A table as one viewer may see it."""
    table = house.table(id_)
    bets, spot = last_bets(table, guest)
    return Sight(
        view=house.view(id_, guest),
        scene=Scene(table.state.rulebook).hear_all(round_seen(table, guest)),
        said=tuple(round_told(table, guest, house.name_of)),
        now=now,
        guest=guest,
        wallet=house.guest_view(guest, now)["chips"] if guest else 0,
        problem=problem,
        last_bets=bets,
        last_spot=spot,
    )


@router.get("/table/{table}")
async def table(desk: CurrentDesk, guest: CurrentGuest, table: TableId) -> Response:
    """A table."""
    now = desk.running.now()
    return page(table_page.page(await desk.running.look(lambda house: sight_of(house, table, guest.id, now))))


def bet(form: Form, house: House, id_: str, guest: str) -> r.Bet:
    """A chip more on a wager, or wagers set to amounts."""
    if "set" in form:
        pairs = [pair.partition(":") for pair in form["set"].split()]
        if not all(cents.isdecimal() and len(cents) < 16 for _, _, cents in pairs):
            raise Problem(422, "wagers are named with their cents", field="set")
        return r.Bet({wager: int(cents) for wager, _, cents in pairs}, number(form, "spot") if "spot" in form else 0)
    wager, _, spot = form.get("on", "").partition(":")
    may = next((each for each in house.view(id_, guest)["you"]["legal"]["wagers"] if each["wager"] == wager), None)
    state, seat = house.table(id_).state, house.table(id_).seat_of(guest)
    had = state.stake(seat, wager) if may else 0
    least = may["least"] if may else 0
    spot_number = int(spot) if spot.isdecimal() and len(spot) < 4 else 0
    return r.Bet({wager: max(had + number(form, "chip", 1), least)}, spot_number)


Reader = Callable[[Form, House, str, str], TableRequest]
READERS: Final[Mapping[str, Reader]] = {
    "bet": bet,
    "done": lambda *_: r.Done(),
    "choose": lambda form, *_: r.Choose(form.get("option", ""), form.get("decision", "")),
    "bank": lambda form, *_: r.AnswerOffer(form.get("answer") == "take"),
    "pass": lambda *_: r.GiveUpBank(),
    "buy": lambda form, *_: r.Buy(amount(form)),
    "sit": lambda form, *_: r.Sit(number(form, "seat") if "seat" in form else 0, amount(form)),
    "stand": lambda *_: r.Stand(),
    "return": lambda *_: r.Return(),
    "clock": lambda form, *_: r.SetClock(form.get("pace", "")),
}
UNTIMED: Final = ("sit", "stand", "return", "clock")


@router.post("/table/{table}/{what}")
async def act(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, what: str, form: SentForm
) -> Response:
    """A command, from a form."""
    if what not in READERS:
        raise Problem(404, "there is no such command")
    asks = await desk.running.look(lambda house: READERS[what](form, house, table, guest.id))
    against = None if what in UNTIMED else Against(*(number(form, name, -1) for name in ("round", "step", "version")))
    unit = await desk.running.ask(Asked(asks, guest=guest.id, table=table, key=key_of(form, what), against=against))
    desk.news.tell([guest.id])
    status, body = unit.answer.status, unit.answer.body
    if "application/json" in request.headers.get("accept", ""):
        return answered({"status": status, "reason": body.get("reason", "")}, status)
    if status == 200:
        return RedirectResponse(f"/table/{table}", SEE_OTHER)
    now = desk.running.now()
    sight = await desk.running.look(lambda house: sight_of(house, table, guest.id, now, sentence(body["reason"])))
    return page(table_page.page(sight), status)


# ── The stream ─────────────────────────────────────────────────────────────────────────────────────────────────────


class PageFeed(Feed):
    """What one page is told: the fragments that changed, as its viewer may see them."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401  # as a feed's
        """Take what a feed takes; nothing is sent yet."""
        super().__init__(*args)
        self.sent: dict[tuple[str, str], bytes] = {}
        """By table and fragment: the hash of what was sent last."""

    def tell(self, house: House, table: str) -> str:
        sight = sight_of(house, table, self.listener.guest, self.desk.running.now())
        self.cursor[table] = sight.view["number"]
        changed = {}
        for id_, element in table_page.fragments(sight).items():
            text = str(element)
            digest = sha256(text.encode()).digest()[:8]
            if self.sent.get((table, id_)) != digest:
                self.sent[table, id_] = digest
                changed[id_] = text
        body = {"table": table, "number": sight.view["number"], "now": sight.now, "fragments": changed}
        return written("fragments", body, cursor_text(self.cursor))


@router.get("/stream")
async def stream(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, watch: Watched = None, last_event_id: LastId = ""
) -> Response:
    """Follow tables as pages show them."""
    return opened(PageFeed, request, desk, guest, watch, last_event_id)
