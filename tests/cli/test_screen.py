"""What is printed at a table, and Ctrl-C in the middle of it."""

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from rich.text import Text

from croupier.cli.play.screen import Felt, Screen
from tests.cli.at_the_table import console_of, shown

TOLD = "The cards come out of the shoe."


def interrupted(act: Callable[[], None], at: int) -> bool:
    """Do something with Ctrl-C at one of its lines, its callees' included; whether it had so many."""
    lines = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        if (
            event == "line"
            and "signal" not in frame.f_code.co_filename
            and "contextlib" not in frame.f_code.co_filename
        ):
            lines += 1
            if lines == at:
                signal.raise_signal(signal.SIGINT)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    return lines >= at


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("kind", [Screen, Felt])
def test_ctrl_c_at_any_moment_of_a_line_keeps_back_nothing_that_is_printed_later(kind: type[Screen]) -> None:
    at = 1
    while True:
        console = console_of()
        screen = kind(console)
        struck = interrupted(lambda: screen.print(Text(TOLD)), at)  # noqa: B023  # called at once
        screen.print(Text("Journal: 3 records"))
        assert shown(console).endswith("Journal: 3 records\n"), at
        if not struck:
            break
        at += 1
    assert at > 100, "the console's own lines were among them"


@pytest.mark.usefixtures("interruptible")
def test_a_console_alone_keeps_back_what_follows_an_interruption() -> None:
    """The control: without the delay, Ctrl-C at one of the lines silences the console."""

    def silenced(at: int) -> bool:
        console = console_of()

        def tell() -> None:
            with console.capture():
                console.print(TOLD)

        interrupted(tell, at)
        console.print("later")
        return "later" not in shown(console)

    assert any(silenced(at) for at in range(1, 400))
