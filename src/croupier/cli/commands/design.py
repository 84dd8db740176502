"""`croupier design`: search paytables."""

from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    HouseOption,
    JsonOption,
    RulesOption,
    at_least_one,
    house_rules,
    whole,
)

EPILOG = "Example: `croupier design tcp six_card_bonus --edge 5%..6% --max-top 1000`"


def design(
    game: AnalysedArgument,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="A wager that no decision touches.")],
    edge: Annotated[str, typer.Option(metavar="LOW..HIGH", help="The band of house edges, such as 5%..6%.")],
    hit: Annotated[str | None, typer.Option(metavar="LOW..HIGH", help="A band of hit frequencies.")] = None,
    max_top: Annotated[int, typer.Option(parser=whole, metavar="N", help="The most that any line pays.")] = 100,
    least: Annotated[int, typer.Option(parser=whole, metavar="N", help="The least that a paid line pays.")] = 1,
    payouts: Annotated[str | None, typer.Option(metavar="N,N,…", help="The only payouts to choose from.")] = None,
    count: Annotated[int, typer.Option(parser=at_least_one, metavar="N", help="How many tables to list.")] = 20,
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """Search integer paytables in a band of edges: how many there are, and those nearest to its middle."""
    from croupier.cli.wagers import run_design

    run_design(
        game,
        wager,
        house=house_rules(rules, house),
        edge=edge,
        hit=hit,
        top=max_top,
        least=least,
        payouts=payouts,
        count=count,
        as_json=json,
    )
