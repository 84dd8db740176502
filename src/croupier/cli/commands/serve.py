"""`croupier serve`: run a house with live tables."""

import re
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import DatabaseOption, DataOption, installed, named_files

PORT_MAX = 65_535
EPILOG = "Example: `croupier serve --port 8777 --data house`"


def port_from(text: str) -> int:
    """Read the number of a port; a default comes as a number."""
    digits = str(text)
    if not re.fullmatch(r"[0-9]{1,5}", digits) or int(digits) > PORT_MAX:
        raise typer.BadParameter(f"{digits!r} is not a port; give a number from 0 to {PORT_MAX}")
    return int(digits)


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Listen on this address.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(parser=port_from, metavar="N", help="Listen on this port; 0 for any that is free.")
    ] = 8777,
    data: DataOption = None,
    database: DatabaseOption = None,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address that people use, if TLS is in front: https://….")
    ] = None,
    operators: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Who may run the house; DIR.operators if left out.")
    ] = None,
    new_operator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Make a key for an operator, print it once, and stop.")
    ] = None,
    key: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A key that seals shuffles; the first seals, all unseal. May be repeated."),
    ] = None,
    without_key: Annotated[
        bool,
        typer.Option("--without-key", help="Go on although a key is lost: what it sealed can never be proved."),
    ] = False,
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Allow this game; all known games if left out. May be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Trust this proxy to say where requests come from. May be repeated."),
    ] = None,
) -> None:
    """Run a house: tables for several people, with practice chips, over HTTP.

    On this machine alone it needs nothing else. Elsewhere it needs an operator's key, and TLS in front of it.
    """
    with installed("serve"):
        from croupier.web.serve import Wanted, add, run
    keys, games, proxies = tuple(key or ()), tuple(game or ()), tuple(proxy or ())
    wanted = Wanted(host, port, data, database, url, operators, keys, games, proxies, without_key=without_key)
    with named_files():
        if new_operator is not None:
            typer.echo(add(wanted, new_operator))
        else:
            run(wanted, typer.echo)
