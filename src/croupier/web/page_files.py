"""What pages are made with: pictures, styles and scripts, kept by browsers."""

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query
from starlette.responses import Response

from croupier.errors import Refused
from croupier.pages.art import pictures
from croupier.pages.places import stylesheet, stylesheet_name
from croupier.web.desk import CurrentDesk, paced_work
from croupier.web.problem import Problem

router = APIRouter(include_in_schema=False)

FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
FOR_A_WHILE: Final = {"Cache-Control": "public, max-age=300"}
TYPES: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@cache
def art() -> Mapping[str, str]:
    return pictures()


@cache
def static() -> Mapping[str, str]:
    """Styles and scripts by their file names."""
    files = resources.files("croupier.pages").joinpath("static").iterdir()
    return {file.name: file.read_text(encoding="utf-8") for file in files if suffix(file.name) in TYPES}


def suffix(name: str) -> str:
    return name.rpartition(".")[2]


@router.get("/art/{name}")
async def picture(name: Annotated[str, Path(max_length=40)]) -> Response:
    """A card, a die, or something that stands on the felt."""
    if name not in art():
        raise Problem(404, "there is no such picture")
    return Response(art()[name], media_type="image/svg+xml", headers=FOR_EVER)


@router.get("/static/{name}")
async def static_file(name: Annotated[str, Path(max_length=40)]) -> Response:
    """Styles and scripts."""
    if name not in static():
        raise Problem(404, "there is no such file")
    return Response(static()[name], media_type=TYPES[suffix(name)], headers=FOR_A_WHILE)


@router.get("/felt/{name}.css")
async def felt_style(desk: CurrentDesk, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Where things lie on a felt."""
    for table in desk.running.house.memory.tables.values():
        book = table.state.rulebook
        if stylesheet_name(book.felt, book.seats) == name:
            return Response(stylesheet(book.felt, book.seats), media_type="text/css", headers=FOR_EVER)
    raise Problem(404, "there is no such felt")


@router.get("/felt/of/{game}", dependencies=[Depends(paced_work)])
async def any_felt(
    desk: CurrentDesk, game: Annotated[str, Path(max_length=60)], house: Annotated[str, Query(max_length=4000)] = "{}"
) -> Response:
    """Where things lie on the felt of a game, under any house rules."""
    found = desk.running.house.games.get(game)
    if found is None:
        raise Problem(404, "there is no such game")
    try:
        given = json.loads(house)
        if not isinstance(given, dict):
            raise TypeError
        book = await asyncio.to_thread(lambda: found.rulebook(found.house(given)))
    except (Refused, ValueError, TypeError, RecursionError):
        raise Problem(422, "these are not house rules of this game", field="house") from None
    return Response(stylesheet(book.felt, book.seats), media_type="text/css", headers=FOR_EVER)
