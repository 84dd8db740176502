"""The route of the rules: any game that is allowed here, as usual or as a table has it."""

from typing import Annotated

from fastapi import Depends, Path, Query
from starlette.responses import Response

from croupier.identity import rulebook_digest
from croupier.pages import rules_page
from croupier.web.desk import CurrentDesk, paced_work
from croupier.web.forms import Visitor, page, page_router
from croupier.web.lobby_pages import edges_of, me_of
from croupier.web.problem import Problem

router = page_router()


@router.get("/rules/{game}", dependencies=[Depends(paced_work)])
async def rules(
    desk: CurrentDesk,
    guest: Visitor,
    game: Annotated[str, Path(max_length=200)],
    table: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The rules of a game; with a table, under its house rules."""
    house = desk.running.house
    found = house.games.get(game)
    if found is None:
        raise Problem(404, "this game is not played here", field="game")
    book, name = found.rulebook(), ""
    if table:
        if guest is None:
            raise Problem(401, "there is no session, or it is over; enter first")
        at = house.table(table)
        if at.state.game is not found:
            raise Problem(404, "another game is played at this table", field="table")
        book, name = at.state.rulebook, at.state.name
    me = await desk.running.look(lambda house: me_of(house, guest.id)) if guest else None
    edges, why = edges_of(desk, book, rulebook_digest(book))
    return page(rules_page.page(rules_page.Rules(book, edges, why, me, table, name)))
