"""Marks that tie a test to the clauses it is about; `croupier rules` and the contract tests read them from source."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


def proves(*clauses: str) -> Callable[[T], T]:
    """The test shows a clause at work; it fails when the clause is wrong."""
    return lambda test: test


def guards(*clauses: str) -> Callable[[T], T]:
    """The test shows what a clause forbids being refused, or what it does not cover going without."""
    return lambda test: test
