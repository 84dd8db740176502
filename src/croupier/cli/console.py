"""The console that commands print on, and how a result's conditions look on it."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from croupier.errors import visible

if TYPE_CHECKING:
    from croupier.conditions import Conditions


def console(*, soft_wrap: bool = False) -> Console:
    """A console that prints text as it stands: brackets and colons that somebody wrote are no markup."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)


def heading_of(conditions: "Conditions") -> Text:
    """What stands above a result."""
    title, *lines = conditions.heading()
    return Text("\n").join((Text(visible(title), "bold"), *(Text(visible(line), "dim") for line in lines)))


def footing_of(conditions: "Conditions") -> Text:
    """What stands below a result: a blank line, who made it from what, and how to get it again."""
    return Text("\n").join((Text(""), *(Text(visible(line), "dim") for line in conditions.footing())))
