"""The console that commands print on."""

from rich.console import Console


def console(*, soft_wrap: bool = False) -> Console:
    """A console that prints text as it stands: brackets and colons that somebody wrote are no markup."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)
