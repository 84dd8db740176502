"""`croupier games`: what is known by name."""

from croupier.cli.options import CsvOption, JsonOption

EPILOG = "Example: `croupier games --json`"


def games(csv: CsvOption = None, json: JsonOption = False) -> None:
    """The games that are known by name, where each comes from, and the plug-ins that cannot be used.

    Exit status 0, also when a plug-in cannot be used: that stops only commands that need it.
    """
    from croupier.cli.output import check_destinations, deliver
    from croupier.front.catalogue import known_games

    check_destinations(csv, None, as_json=json)
    deliver(known_games(), csv=csv, as_json=json)
