"""Routes of a table for people: its page, the forms on it, and the stream that keeps the page up to date."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from croupier.house import requests as r
from croupier.house.house import House
from croupier.house.own_bets import last_bets, last_change, result
from croupier.house.requests import Against, Asked, TableRequest
from croupier.house.telling import round_seen, round_told
from croupier.pages import table_page
from croupier.pages.scene import Scene
from croupier.pages.sight import Sight
from croupier.web.desk import CurrentDesk, CurrentGuest, TableId, answered
from croupier.web.events import Feed, LastId, Watched, opened
from croupier.web.forms import SEE_OTHER, Form, SentForm, amount, key_of, number, page, page_router, sentence
from croupier.web.problem import Problem
from croupier.web.stream import cursor_text, written

router = page_router()


def sight_of(house: House, id_: str, guest: str, now: int, problem: str = "", clause: str = "") -> Sight:
    """A table as one viewer may see it."""
    table = house.table(id_)
    seat = table.seat_of(guest)
    came_to = result(table, guest)
    is_before = not came_to.number and not any(owner == seat for owner, _ in table.state.stakes)
    came_to = result(table, guest, before=True) if is_before else came_to
    return Sight(
        view=house.view(id_, guest),
        scene=Scene(table.state.rulebook).hear_all(round_seen(table, guest)),
        said=round_told(table, guest, house.name_of),
        now=now,
        guest=guest,
        wallet=house.guest_view(guest, now)["chips"] if guest else 0,
        problem=problem,
        problem_clause=clause,
        last_bets=last_bets(table, guest),
        undo=last_change(table, guest),
        result=came_to,
        is_before=is_before and bool(came_to.number),
    )


@router.get("/table/{table}")
async def table(desk: CurrentDesk, guest: CurrentGuest, table: TableId) -> Response:
    """A table."""
    now = desk.running.now()
    return page(table_page.page(await desk.running.look(lambda house: sight_of(house, table, guest.id, now))))


def bet(form: Form) -> r.Bet:
    """A chip more on a wager than the page saw there, and at first what it takes at least; or wagers set to amounts."""
    if "set" in form:
        pairs = [pair.partition(":") for pair in form["set"].split()]
        wagers = {wager: number({"set": cents}, "set") for wager, _, cents in pairs}
        return r.Bet(wagers, number(form, "spot") if "spot" in form else 0)
    wager, *rest = form.get("on", "").split(":")
    if len(rest) != 3:
        raise Problem(422, "choose what to bet on", field="on")
    spot, had, least = (number({"on": each}, "on") for each in rest)
    return r.Bet({wager: max(had + number(form, "chip", 1), least)}, spot)


def choose(form: Form) -> r.Choose:
    """The option of a button; or of the boxes that are ticked, where cards are held."""
    if "holds" not in form:
        return r.Choose(form.get("option", ""), form.get("decision", ""))
    ids = {mask: id_ for mask, _, id_ in (each.partition(":") for each in form["holds"].split())}
    places = (name.removeprefix("keep-") for name in form if name.startswith("keep-"))
    mask = sum(1 << int(place) for place in places if place.isdecimal() and len(place) == 1)
    if str(mask) not in ids:
        raise Problem(422, "these cards cannot be held together; hold others", field="holds")
    return r.Choose(ids[str(mask)], form.get("decision", ""))


READERS: Final[Mapping[str, Callable[[Form], TableRequest]]] = {
    "bet": bet,
    "done": lambda _: r.Done(),
    "choose": choose,
    "bank": lambda form: r.AnswerOffer(form.get("answer") == "take"),
    "pass": lambda _: r.GiveUpBank(),
    "buy": lambda form: r.Buy(amount(form)),
    "sit": lambda form: r.Sit(number(form, "seat") if "seat" in form else 0, amount(form)),
    "stand": lambda _: r.Stand(),
    "return": lambda _: r.Return(),
    "banking": lambda form: r.SetBanking(form.get("banks") == "yes"),
    "clock": lambda form: r.SetClock(form.get("pace", "")),
}
UNTIMED: Final = ("sit", "stand", "return", "banking", "clock")


@router.post("/table/{table}/{what}")
async def act(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, what: str, form: SentForm
) -> Response:
    """A command, from a form."""
    if what not in READERS:
        raise Problem(404, "there is no such command")
    asks = READERS[what](form)
    against = None if what in UNTIMED else Against(*(number(form, name, -1) for name in ("round", "step", "version")))
    unit = await desk.running.ask(Asked(asks, guest=guest.id, table=table, key=key_of(form, what), against=against))
    desk.news.tell([guest.id])
    status, body = unit.answer.status, unit.answer.body
    reason, clause = sentence(body.get("reason", "")), body.get("clause", "")
    if "application/json" in request.headers.get("accept", ""):
        return answered({"reason": reason, "clause": clause, "number": body.get("number", -1)}, status)
    if status == 200:
        return RedirectResponse(f"/table/{table}", SEE_OTHER)
    now = desk.running.now()
    sight = await desk.running.look(lambda house: sight_of(house, table, guest.id, now, reason, clause))
    return page(table_page.page(sight), status)


# ── The stream ─────────────────────────────────────────────────────────────────────────────────────────────────────


class PageFeed(Feed):
    """What one page is told: the fragments that changed, as its viewer may see them."""

    def __init__(self, *args: Any) -> None:  # noqa: ANN401  # as a feed's
        """Take what a feed takes; nothing is sent yet."""
        super().__init__(*args)
        self.sent: dict[tuple[str, str], bytes] = {}
        """By table and fragment: the hash of what was sent last."""

    def follow(self, house: House, seats: Iterable[str], news: set[str]) -> list[str]:  # noqa: ARG002  # as a feed's
        """Follow what the page shows, and not the guest's other tables."""
        return super().follow(house, (), news)

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
