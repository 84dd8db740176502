"""Routes of "what does this pay?": a described round of any game, as a form whose address has all of it."""

import asyncio
from typing import Annotated, Final
from urllib.parse import parse_qsl

from fastapi import Depends, Path, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.pages import settle_page
from croupier.pages.settle_form import CHANGED_NUMBER, NUMBER, Given, described, example, house_of, with_seats
from croupier.pages.settle_page import Question
from croupier.rulebook import Game
from croupier.settlement.round import settle as settled
from croupier.web.desk import CurrentDesk, paced_work
from croupier.web.forms import page, page_router
from croupier.web.problem import Problem

router = page_router()

GameId = Annotated[str, Path(max_length=60)]
QUERY_LENGTH_MAX: Final = 16_000
FIELDS_MAX: Final = 600
VALUE_LENGTH_MAX: Final = 300


@router.get("/settle")
async def games(desk: CurrentDesk) -> Response:
    """All games whose rounds can be settled."""
    return page(settle_page.index(list(desk.running.house.games.values())))


@router.get("/settle/{game}", dependencies=[Depends(paced_work)])
async def settle(request: Request, desk: CurrentDesk, game: GameId) -> Response:
    """The form of a game, and what the round in it pays."""
    found = desk.running.house.games.get(game)
    if found is None:
        raise Problem(404, "there is no such game here", field="game")
    given = given_in(request)
    return await asyncio.to_thread(answered, found, given)  # a rulebook under new house rules takes a while


def answered(game: Game, given: Given) -> Response:
    """The page with the form, and what the round in it pays."""
    question = asked(game, given)
    return page(settle_page.page(question), 422 if question.refused else 200)


def given_in(request: Request) -> Given:
    """The fields of the form, within bounds."""
    query = request.url.query
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=FIELDS_MAX)
    except ValueError:
        raise Problem(422, f"a form has {FIELDS_MAX} fields at most") from None
    if len(query) > QUERY_LENGTH_MAX or any(len(value) > VALUE_LENGTH_MAX for _, value in pairs):
        raise Problem(422, "this round is described at too great a length")
    if len(dict(pairs)) < len(pairs):
        raise Problem(422, "a field of this form is there twice")
    return dict(pairs)


def asked(game: Game, given: Given) -> Question:
    """Settle what a form describes, or say why that is refused; an empty form has an example in it."""
    try:
        book = game.rulebook(game.house(house_of(given)))
    except Refused as refused:
        return Question(game.rulebook(), given, refused=refused.at("house") if not refused.field else refused)
    if not set(given) - {name for name in given if name.startswith("house.")}:
        given = {**example(book), **given}
        return Question(book, given, is_example=True, settlement=settled(described(book, given), game=game))
    if set(given) <= {NUMBER, CHANGED_NUMBER}:
        return Question(book, given)
    try:
        return Question(book, given, settlement=settled(described(book, given), game=game))
    except Refused as refused:
        if CHANGED_NUMBER in given:  # not asked yet: the form has only become longer or shorter
            return Question(book, with_seats(book, given))
        return Question(book, given, refused=refused)
