"""`croupier strategy`: the best way to decide."""

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    HouseOption,
    JsonOption,
    RemovedOption,
    RulesOption,
    house_rules,
)

EPILOG = "Example: `croupier strategy monte -p decks=8`"


def strategy(
    game: AnalysedArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    removed: RemovedOption = "",
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """The best strategy, the best that a person can remember, what that costs, and the closest calls."""
    from croupier.cli.analyze import run_strategy

    run_strategy(game, house=house_rules(rules, house), removed=removed, as_json=json)
