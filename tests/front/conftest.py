"""The command, run as the tests of the commands run it."""

from tests.cli.conftest import croupier

__all__ = ["croupier"]
