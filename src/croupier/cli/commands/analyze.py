"""`croupier analyze`: every figure of every wager."""

from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnywayOption,
    ClusterOption,
    DeviceOption,
    HouseOption,
    JsonOption,
    PaytableOption,
    ProveOption,
    RemovedOption,
    RulesOption,
    StakesOption,
    StrategyOption,
    house_rules,
)

EPILOG = "Examples: `croupier analyze tcp` · `croupier analyze bac -p lucky_monkey_paytable=3 --json`"


def analyze(
    game: AnalysedArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    strategy: StrategyOption = "optimal",
    stake: StakesOption = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Add every decision's value at every sight.")] = False,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    prove_alike: ProveOption = False,  # noqa: ARG001  # as above
    json: JsonOption = False,
) -> None:
    """Every figure of every wager, exactly, and what the bank can lose in one round.

    House edge and return to player (RTP) are of the initial wager, the element of risk is of all that is wagered.
    Variance and standard deviation are of one round's result for an initial unit. The volatility index is 1.645
    standard deviations: after n rounds, n large, the actual return lies within index / √n of the RTP in nine of ten
    runs. Where options are worth exactly the same, the one that stakes more is taken.
    """
    from croupier.cli.analyze import run_analyze

    run_analyze(
        game,
        house=house_rules(rules, house),
        paytables=paytable or (),
        removed=removed,
        strategy=strategy,
        stakes=stake or (),
        decisions=decisions,
        as_json=json,
        cluster=cluster,
        device=device,
    )
