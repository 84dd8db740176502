"""`croupier protect`: what card counters could win, what hidden cards, shared hands and dealing errors are worth."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli import options

if TYPE_CHECKING:
    from croupier.front.variant import Variant
    from croupier.result import Result

EPILOG = (
    "Examples: `croupier protect bac lucky_monkey` · `croupier protect monte initial -p shuffle=shoe --spread 1-8` · "
    "`croupier protect tcp --sees hole=QKA --often 1/3` · `croupier protect tcp --shared 6` · "
    "`croupier protect tcp --error pays:pair_plus.flush=straight --rate 1/200`"
)
QUESTIONS = ("--sees", "--shared", "--error")
BELONGS = {
    "--shoes": "",
    "--spread": "",
    "--measures": "",
    "WAGER": "",
    "--often": "--sees",
    "--within": "--shared",
    "--deals": "--shared",
    "--rate": "--error",
}
"""The question that an option belongs to; nothing where it is counting."""


def protect(  # as many as there are options
    game: options.GameArgument,
    wager: Annotated[
        list[str] | None, typer.Argument(metavar="[WAGER]...", help="Wagers to look at; every one if none is named.")
    ] = None,
    shoes: Annotated[
        str | None, typer.Option(metavar="N", help="How many shoes are dealt, such as 2000 (the default) or 1e5.")
    ] = None,
    spread: Annotated[
        str | None,
        typer.Option(metavar="LOW-HIGH", help="What is bet without an advantage, and what with one; 0-1 by default."),
    ] = None,
    measures: Annotated[
        bool | None,
        typer.Option(
            "--measures/--no-measures", help="Also try what the house can do about it; the default where it is beaten."
        ),
    ] = None,
    sees: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CARD[=CLASS]",
            help="Instead, value the play of somebody who sees a hidden card: a draw of the game, such as hole, or one "
            "card of it, cards[2]; whole, or as a class: rank, suit, colour, paint, QKA. May be repeated.",
        ),
    ] = None,
    often: Annotated[
        str | None, typer.Option(metavar="SHARE", help="In what share of rounds it is seen; in all by default.")
    ] = None,
    shared: Annotated[
        str | None, typer.Option(metavar="SEATS", help="Instead, value so many seats that show each other their hands.")
    ] = None,
    within: Annotated[
        str | None, typer.Option(metavar="SHARE", help="How sure that must be; 0.02% by default.")
    ] = None,
    deals: Annotated[
        str | None, typer.Option(metavar="N", help="How many deals are sampled, in place of --within.")
    ] = None,
    error: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND:…",
            help="Instead, price a dealing error: pays:WAGER.LINE=LINE (or =6:1), twice:WAGER.LINE, forgets:CARD, "
            "takes:FEATURE=0, settles:WAGER.DECISION=OPTION. Repeated, they are made together.",
        ),
    ] = None,
    rate: Annotated[
        str | None, typer.Option(metavar="SHARE", help="How often it is made where it can be; 1/100 by default.")
    ] = None,
    stake: options.StakeOption = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Other shoes or deals for another seed.")] = None,
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: options.CsvOption = None,
    plot: options.PlotOption = None,
    chart: options.ChartOption = "",
    json: options.JsonOption = False,
) -> None:
    """What could beat a game: card counting, or with an option hidden cards, shared hands or dealing errors.

    Counting values every wager exactly from the cards unseen before each round of many shoes, and then tries what the
    house can do. Exit status 130 when Ctrl-C ended it, 74 when the output cannot be written.
    """
    from croupier.cli.output import check_destinations, deliver

    check_destinations(csv, None, as_json=json, plot=plot, chart=chart)
    given = {
        "WAGER": wager or None,
        "--shoes": shoes,
        "--spread": spread,
        "--measures": measures,
        "--sees": sees,
        "--often": often,
        "--shared": shared,
        "--within": within,
        "--deals": deals,
        "--error": error,
        "--rate": rate,
        "--stake": stake,
        "--seed": seed,
    }
    asked = question({name: value for name, value in given.items() if value is not None})
    named = {"known": "--sees", "as": "--sees", "seats": "--shared", "line": "--error", "feature": "--error"}
    named |= dict.fromkeys(("decision", "option"), "--error") | {"wager": "--error" if asked == "--error" else "WAGER"}
    with options.told_as_options(**named, error="--error", game="GAME"):
        variant = options.variant(game, rules, house, paytable)
        deliver(answer(variant, asked, given), csv=csv, as_json=json, plot=plot, chart=chart)


def question(given: dict[str, Any]) -> str:
    """Which question is asked; options of two do not go together."""
    from croupier.errors import Mismatch

    asked = [name for name in QUESTIONS if name in given]
    if len(asked) > 1:
        raise Mismatch(asked[1], "does not go with", asked[0])
    of = asked[0] if asked else ""
    for name in given:
        belongs = BELONGS.get(name)
        if belongs is None or belongs == of:
            continue
        if belongs:
            raise Mismatch(name, "needs", belongs)
        raise Mismatch(name, "does not go with", of)
    if "--stake" in given and not of:
        raise Mismatch("--stake", "needs", "--sees, --shared or --error")
    if "--seed" in given and of in ("--sees", "--error"):
        raise Mismatch("--seed", "does not go with", of)
    return of


def answer(variant: "Variant", asked: str, given: dict[str, Any]) -> "Result":
    """Put the question to the game."""
    from croupier.cli.progress import bar

    def said(*names: str) -> dict[str, Any]:
        return {name: given[f"--{name}"] for name in names if given[f"--{name}"] is not None}

    with bar("dealt") as tell:
        match asked:
            case "--sees":
                return variant.knowing(*given["--sees"], **said("often", "stake"))
            case "--shared":
                told = said("within", "deals", "stake", "seed")
                return variant.shared_hands(given["--shared"], **told, progress=tell)
            case "--error":
                return variant.error_cost(*given["--error"], **said("rate", "stake"))
            case _:
                told = said("shoes", "spread", "measures", "seed")
                return variant.protect(*(given["WAGER"] or ()), **told, progress=tell)
