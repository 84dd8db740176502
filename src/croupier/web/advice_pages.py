"""Routes of advice: what each choice is worth now, and what those of an earlier round cost."""

from fastapi import Request
from starlette.responses import Response

from croupier.house.house import House
from croupier.pages import advice_page
from croupier.pages.advice_page import Weighed
from croupier.rulebook import Rulebook, seat_slot
from croupier.rulebook.house import rule_text
from croupier.table.awaiting import AwaitDecision, awaiting
from croupier.table.view import View, view
from croupier.web.advice import Wanted
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, TableId, answered
from croupier.web.forms import page, page_router
from croupier.web.guests import RoundNumber

router = page_router()


async def weighed(desk: Desk, guest: str, book: Rulebook, decision: str, seen: View, chosen: str = "") -> Weighed:
    """What the options of a decision are worth to the seat that saw this."""
    place = desk.running.own_games.get(book.game.id, book.game.id)
    house = tuple((name, rule_text(value)) for name, value in book.house.changes().items())
    found = await desk.advice.worth(guest, Wanted(place, house, decision, seen))
    return Weighed(book.decisions_by_id[decision], found.options, chosen, found.notes, found.why_not)


@router.get("/table/{table}/advice")
async def now(request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId) -> Response:
    """What each choice is worth that the guest has now."""

    def asked(house: House) -> tuple[Rulebook, View | None, str]:
        at = house.table(table)
        seat, waiting = at.seat_of(guest.id), awaiting(at.state)
        is_own = at.has_hand(seat) or not at.state.dealt.get(seat_slot(seat))
        is_asked = isinstance(waiting, AwaitDecision) and seat in waiting.seats and is_own
        decision = waiting.decision if isinstance(waiting, AwaitDecision) and is_asked else ""
        return at.state.rulebook, view(at.state, seat) if decision else None, decision

    book, seen, decision = await desk.running.look(asked)
    found = [await weighed(desk, guest.id, book, decision, seen)] if seen else []
    if wants_json(request):
        options = [{"option": id_, "cents": float(cents)} for each in found for id_, cents in each.options.items()]
        notes = [note for each in found for note in each.notes]
        return answered({"decision": decision, "options": options, "notes": notes, **shown(found)})
    return page(advice_page.page(book.game, "What is each choice worth now?", f"/table/{table}", found))


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def shown(found: list[Weighed]) -> dict[str, str]:
    """What a page shows of it, and what it says."""
    return {"fragment": str(advice_page.panel(found)), "says": advice_page.spoken(found)}


@router.get("/rounds/{table}/{number}/advice")
async def afterwards(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber
) -> Response:
    """What the choices of an earlier round cost."""
    own = await desk.running.round(guest.id, table, number)
    found = [
        await weighed(desk, guest.id, own.book, choice.decision, choice.seen, choice.option) for choice in own.choices()
    ]
    if wants_json(request):
        return answered(shown(found))
    return page(advice_page.page(own.game, "What did these choices cost?", f"/rounds/{table}/{number}", found))
