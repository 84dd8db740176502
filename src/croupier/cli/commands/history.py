"""`croupier history`: the rounds that a journal tells of."""

from typing import Annotated

import typer

from croupier.cli.options import CsvOption, GameOption, JournalArgument, JsonOption, told_as_options, whole

EPILOG = "Examples: `croupier history table.jsonl` · `croupier history table.jsonl 3 --settle`"


def round_number(text: str) -> int:
    """Read the number of a round; which rounds there are, the journal says."""
    try:
        return whole(text)
    except typer.BadParameter:
        raise typer.BadParameter(
            f"{text!r} is not the number of a round; write `croupier history FILE ROUND`, the file first"
        ) from None


def history(
    file: JournalArgument,
    number: Annotated[
        int | None, typer.Argument(metavar="ROUND", parser=round_number, help="Tell this round step by step.")
    ] = None,
    describe: Annotated[
        bool, typer.Option("--describe", help="Print the round as a description that `croupier settle` takes.")
    ] = False,
    settle: Annotated[bool, typer.Option("--settle", help="Settle the round again from its description.")] = False,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", parser=whole, help="Tell only what concerns this seat.")
    ] = None,
    game: GameOption = None,
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """What happened at a table: its rounds in a list, or one of them step by step with clauses.

    The journal is audited first. If a record is wrong, only what comes before it is shown, the fault is named, and the
    exit status is 1; it is 3 if the journal is in order but was written under another rulebook.
    """
    import json as text

    from croupier.cli.output import check_destinations, deliver
    from croupier.errors import Refused, visible
    from croupier.record.history import history as told

    for option, given in (("--describe", describe), ("--settle", settle)):
        if given and number is None:
            raise Refused(f"{option} needs a ROUND: croupier history FILE ROUND {option}")
        if given and seat is not None:
            raise Refused(f"{option} takes the whole round; leave --seat out")
    if describe and (settle or csv or json):
        raise Refused("--describe prints a description alone; leave --settle, --csv and --json out")
    check_destinations(csv, None, as_json=json)
    found = told(file, game=game)
    found.check()
    status = found.audit.status
    shown = found if number is None else found.round(number)
    with told_as_options(seat="--seat"):
        result = shown if seat is None else shown.of_seat(seat)
    if number is not None and describe:
        print(text.dumps(found.round(number).describe(), indent=2))
    elif number is not None and settle:
        again = found.round(number).settle()
        status = status or int(not again.agrees)
        deliver(again, csv=csv, as_json=json)
    else:
        deliver(result, csv=csv, as_json=json)
    if found.audit.fault:
        typer.echo(
            f"croupier: the journal is not in order: {visible(found.audit.headline.removesuffix('.'))}.", err=True
        )
    raise typer.Exit(status)
