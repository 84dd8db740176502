"""`croupier strategy`: the best way to decide."""

from croupier.cli.options import (
    AnywayOption,
    ClusterOption,
    CsvOption,
    DeviceOption,
    GameArgument,
    HouseOption,
    JsonOption,
    PaytableOption,
    RemovedOption,
    RulesOption,
    house_rules,
    told_as_options,
)

EPILOG = "Example: `croupier strategy monte -p decks=8`"


def strategy(
    game: GameArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    csv: CsvOption = None,
    json: JsonOption = False,
) -> None:
    """The best strategy, the best that a person can remember, what that costs, and the closest calls."""
    from croupier.cli.output import check_destinations, deliver
    from croupier.front.variant import game as named

    check_destinations(csv, None, as_json=json)
    with told_as_options():
        variant = named(game, house=house_rules(rules, house), paytable=paytable or ())
        result = variant.strategy(removed=removed, cluster=cluster, device=device)
    deliver(result, csv=csv, as_json=json)
