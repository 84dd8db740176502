"""Ctrl-C and hang-ups as a terminal sends them, also where tests in the background were born deaf to them."""

import signal


def hear_interrupts() -> None:
    """Have a process that is about to start hear Ctrl-C and the end of its terminal; for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
