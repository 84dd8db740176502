"""`croupier history`: the rounds that a journal tells of."""

from typing import Annotated

import typer

from croupier.cli.options import CsvOption, GameOption, JournalArgument, JsonOption, at_least_one

EPILOG = "Examples: `croupier history table.jsonl` · `croupier history table.jsonl 3 --settle`"


def history(
    file: JournalArgument,
    number: Annotated[
        int | None, typer.Argument(metavar="ROUND", parser=at_least_one, help="Tell this round step by step.")
    ] = None,
    describe: Annotated[
        bool, typer.Option("--describe", help="Print the round as a description that `croupier settle` takes.")
    ] = False,
    settle: Annotated[bool, typer.Option("--settle", help="Settle the round again from its description.")] = False,
    game: GameOption = None,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """What happened at a table: its rounds in a list, or one of them step by step with clauses.

    The journal is proved first. Exit status as of `croupier audit`: what stands before a fault is told, with status 1.
    """
    import json as text

    from croupier.cli.output import check_destinations, deliver
    from croupier.errors import Refused
    from croupier.record.history import history as told

    for option, given in (("--describe", describe), ("--settle", settle)):
        if given and number is None:
            raise Refused(f"{option} needs a ROUND", field=option)
    if describe and (settle or csv or json):
        raise Refused("--describe prints a description alone; leave --settle, --csv and --json out", field="--describe")
    check_destinations(csv, None, as_json=json)
    found = told(file, game=game)
    if number is None:
        deliver(found, csv=csv, as_json=json)
    elif describe:
        print(text.dumps(found.round(number).describe(), indent=2))
    else:
        chosen = found.round(number)
        deliver(chosen.settle() if settle else chosen, csv=csv, as_json=json)
    if found.found.fault and number:
        typer.echo(f"croupier: the journal is not in order: {found.found.headline}.", err=True)
    raise typer.Exit(found.found.status)
