"""Routes of earlier rounds for people: the own ones, sharing them, and what others share."""

from secrets import token_hex
from typing import Annotated

from fastapi import Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from croupier.house import requests as r
from croupier.house.house import House
from croupier.house.own_round import OwnRound
from croupier.house.requests import Asked
from croupier.house.unit import TABLE
from croupier.pages import round_page
from croupier.pages.round_page import Recall
from croupier.web.desk import CurrentDesk, CurrentGuest, Desk, TableId, answered, paced_work
from croupier.web.forms import SEE_OTHER, SentForm, key_of, page, page_router, sentence
from croupier.web.guests import RoundNumber, Skip
from croupier.web.problem import Problem
from croupier.web.shares import Secret, ShareId

router = page_router()

Step = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/rounds")
async def rounds(desk: CurrentDesk, guest: CurrentGuest, skip: Skip = 0) -> Response:
    """The rounds that a guest had a part in, the latest first."""
    now, played = desk.running.now(), await desk.running.rounds(guest.id, skip)
    tables = {id_: await desk.running.store.document(TABLE, id_) for id_ in {each["table"] for each in played}}

    def named(house: House) -> list[dict[str, object]]:
        bodies = {id_: (document and document.body) or {} for id_, document in tables.items()}
        games = {id_: house.games.get(body.get("game", "")) for id_, body in bodies.items()}
        at_hand = {id_: house.memory.tables.get(id_) for id_ in tables}
        return [
            {
                **each,
                "title": game.title if (game := games[each["table"]]) else "A game",
                "name": table.state.name if (table := at_hand[each["table"]]) else "",
            }
            for each in played
        ]

    me, listed = await desk.running.look(lambda house: (house.guest_view(guest.id, now), named(house)))
    return page(round_page.rounds(me, listed, skip))


async def recalled(desk: Desk, guest: str, table: str, number_: int, **more: object) -> Recall:
    """One of a guest's own rounds, with the links to it."""
    own = await desk.running.round(guest, table, number_)

    def known(house: House) -> tuple[str, list[object]]:
        at = house.memory.tables.get(table)
        shares = [each for each in house.shares_of(guest) if (each["table"], each["round"]) == (table, number_)]
        return at.state.name if at else "", [*shares]

    name, shares = await desk.running.look(known)
    address = f"/rounds/{table}/{number_}"
    return Recall(own, address, table_name=name, shares=shares, key=token_hex(16), **more)  # type: ignore[arg-type]


def shown(request: Request, recall: Recall) -> Response:
    """A round as a page, or as the parts of it that change from step to step."""
    if "application/json" not in request.headers.get("accept", ""):
        return page(round_page.page(recall), 422 if recall.problem else 200)
    parts = {id_: str(element) for id_, element in round_page.fragments(recall).items()}
    return answered({"step": recall.at, "steps": recall.steps, "fragments": parts})


@router.get("/rounds/{table}/{number}")
async def own_round(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber, step: Step = 0
) -> Response:
    """One of a guest's own rounds, up to a step."""
    return shown(request, await recalled(desk, guest.id, table, number, step=step))


@router.get("/rounds/{table}/{number}/round.json")
async def own_json(desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber) -> Response:
    """The same as the API gives it, to keep."""
    own = await desk.running.round(guest.id, table, number)
    return kept(await desk.running.look(lambda house: own.listing(house.name_of)))


@router.get("/rounds/{table}/{number}/openings.jsonl")
async def own_openings(desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber) -> Response:
    """The proofs of its cards, to keep."""
    return openings(await desk.running.round(guest.id, table, number))


def kept(body: object) -> Response:
    """Something to be downloaded."""
    response = answered(body)
    response.headers["content-disposition"] = 'attachment; filename="round.json"'
    return response


def openings(own: OwnRound) -> Response:
    if not own.openings:
        raise Problem(404, "the cards of this round are not opened yet")
    headers = {"content-disposition": 'attachment; filename="openings.jsonl"'}
    return Response("".join(own.openings), media_type="application/jsonl", headers=headers)


# ── Sharing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post("/rounds/{table}/{number}/share")
async def share(
    request: Request, desk: CurrentDesk, guest: CurrentGuest, table: TableId, number: RoundNumber, form: SentForm
) -> Response:
    """Make a link to a round; the page that follows shows it this once."""
    await desk.running.round(guest.id, table, number)
    asked = Asked(r.ShareRound(number), guest=guest.id, table=table, key=key_of(form, f"share {table} {number}"))
    unit = await desk.running.ask(asked)
    more: dict[str, object] = {}
    if unit.answer.status != 200:
        more["problem"] = sentence(unit.answer.body["reason"])
    elif "link" in unit.secrets:
        more["link"] = f"{request.headers['origin']}/shared/{unit.secrets['link']}"
    else:
        more["problem"] = "This link was made already, and is shown only once. Revoke it, and make another."
    recall = await recalled(desk, guest.id, table, number, **more)
    return page(round_page.page(recall), unit.answer.status)


@router.post("/shares/{share}/revoke")
async def revoke(desk: CurrentDesk, guest: CurrentGuest, share: ShareId, form: SentForm) -> Response:
    """Share a round no longer."""
    unit = await desk.running.ask(Asked(r.RevokeShare(share), guest=guest.id, key=key_of(form, f"revoke {share}")))
    if unit.answer.status != 200:
        raise Problem(unit.answer.status, unit.answer.body["reason"], field="share")
    body = unit.answer.body
    return RedirectResponse(f"/rounds/{body['table']}/{body['round']}#share", SEE_OTHER)


@router.get("/shared/{secret}", dependencies=[Depends(paced_work)])
async def shared(request: Request, desk: CurrentDesk, secret: Secret, step: Step = 0) -> Response:
    """A round that somebody shares."""
    found, own = await desk.running.shared(secret)
    recall = Recall(
        own, f"/shared/{secret}", step, to_guest=False, until=found["until"], is_provable=found["names_table"]
    )
    return shown(request, recall)


@router.get("/shared/{secret}/round.json")
async def shared_json(desk: CurrentDesk, secret: Secret) -> Response:
    """The same as the API gives it, to keep."""
    share, found = await desk.running.shared(secret)
    return kept(found.shared_listing(names_table=share["names_table"]))


@router.get("/shared/{secret}/openings.jsonl")
async def shared_openings(desk: CurrentDesk, secret: Secret) -> Response:
    """The proofs of its cards, to keep."""
    share, found = await desk.running.shared(secret)
    if not share["names_table"]:
        raise Problem(404, "the table is private, so that its cards can be proved only by who played there")
    return openings(found)
