"""Routes about the house itself: what it is, what may be played, and whether it is well."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.web import answers as a
from croupier.web.client_address import is_from_this_machine
from croupier.web.desk import CurrentDesk, CurrentGuest, answered
from croupier.web.metrics import TEXT
from croupier.web.problem import Problem
from croupier.web.settings import is_loopback

router = APIRouter(tags=["house"], responses=a.AT_THE_DOOR)

NOTICE = (
    "Practice chips only: they are given away, cannot be bought and are worth nothing. There are no accounts: a "
    "session ends by itself, and your name can be erased with it."
)


@router.get("/api/house", responses={200: {"model": a.House}}, operation_id="house")
async def house(desk: CurrentDesk) -> Response:
    """What this house is, what it keeps of you and for how long."""
    return answered({"notice": NOTICE, **desk.running.about()})


@router.get("/api/games", responses={200: {"model": a.Games}}, operation_id="games")
async def games(desk: CurrentDesk) -> Response:
    """The games that the operator allows."""
    return answered({"games": desk.running.games()})


@router.get(
    "/api/games/{game}/edges",
    responses={200: {"model": a.Edges}, **a.refusals(401, 404)},
    operation_id="gameEdges",
)
async def edges(desk: CurrentDesk, guest: CurrentGuest, game: str) -> Response:  # noqa: ARG001  # for guests
    """The exact edge of each wager of a game, under the usual house rules."""
    book = desk.running.usual_rules(game)
    if book is None:
        raise Problem(404, "there is no such game here", field="game")
    return answered(desk.edges_shown(book))


@router.get("/healthz", responses={200: {"model": a.Health}}, operation_id="healthz")
async def healthz() -> Response:
    """Whether the process answers."""
    return answered({"status": "ok"})


@router.get(
    "/readyz",
    responses={200: {"model": a.Health}, 503: {"model": a.Health, "description": "Not now."}},
    operation_id="readyz",
)
async def readyz(desk: CurrentDesk) -> Response:
    """Whether the house takes commands: not while it cannot write, and not while it stops."""
    if desk.is_draining:
        return answered({"status": "stopping"}, 503)
    return answered({"status": "ready"}) if desk.running.is_ready() else answered({"status": "read-only"}, 503)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "For Prometheus."}},
    operation_id="metrics",
)
async def metrics(request: Request, desk: CurrentDesk) -> Response:
    """Counters for Prometheus; only for programs on the same machine, and not through a proxy."""
    if not (is_from_this_machine(request.scope) and is_loopback(request.url.hostname or "")):
        raise Problem(403, "metrics are for programs on the same machine")
    gauges = {**desk.running.gauges(), "streams": ("Streams that are open.", desk.news.number)}
    return Response(desk.metrics.text(gauges), media_type=TEXT)
