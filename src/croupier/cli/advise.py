"""`croupier advise`: the exact value of each decision in one hand, and what the wrong one costs."""

import json
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cards import card_words, cards_from
from croupier.cli.figures import exact
from croupier.cli.options import game_id
from croupier.errors import Refused
from croupier.exact.api import Advice, advise
from croupier.games import game as game_by_id


def known_cards(given: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """The cards that each option names."""
    known = {}
    for option, text in given.items():
        try:
            known[option] = cards_from(text)
        except Refused as refused:
            raise refused.at(f"--{option}") from None
    return known


def run(name: str, given: Mapping[str, str], *, house: dict[str, object], as_json: bool) -> None:
    """Advise on one hand."""
    game = game_by_id(game_id(name))
    known = known_cards(given)
    seen = known.pop("seen", ())
    advice = advise(game, known, house=game.house(house).show(), seen=seen)
    if as_json:
        print(json.dumps(advice_data(advice), indent=2))
        return
    console = Console()
    for option, cards in known.items():
        console.print(Text(f"{option}: {', '.join(card_words(card) for card in cards)}", style="dim"))
    console.print(advice_table(advice))
    console.print(f"Best: {advice.best}, over {advice.deals:,} deals that agree with what is seen.")


def advice_table(advice: Advice) -> Table:
    """Each decision, what it is worth and what it costs, best first."""
    table = Table()
    for column in ("decision", "worth per unit", "exactly", "costs"):
        table.add_column(column, justify="left" if column == "decision" else "right")
    for option in sorted(advice.options, key=lambda option: -advice.options[option]):
        value, cost = advice.options[option], advice.cost(option)
        style = "bold green" if not cost else ""
        table.add_row(
            Text(option, style=style), f"{float(value):+.6f}", str(value), f"{float(cost):.6f}" if cost else "–"
        )
    return table


def advice_data(advice: Advice) -> dict[str, object]:
    """Advice as data."""
    return {
        "best": advice.best,
        "deals": advice.deals,
        "values": {option: exact(value) for option, value in advice.options.items()},
        "costs": {option: exact(advice.cost(option)) for option in advice.options},
    }
