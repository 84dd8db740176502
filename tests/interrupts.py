"""Ctrl-C as a terminal sends it, also where the tests run in the background and were born deaf to it."""

import signal


def hear_interrupts() -> None:
    """Have a process that is about to start hear Ctrl-C; for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
