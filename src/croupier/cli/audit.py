"""`croupier audit`: a journal in, its verdict out."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from croupier.audit import Audit
from croupier.audit import audit as prove
from croupier.cli import printable, sentence
from croupier.cli.console import console
from croupier.errors import Refused
from croupier.journal import LINE_LENGTH_MAX
from croupier.money import dollars
from croupier.openings import check
from croupier.table import State, fold
from croupier.table.ledger import CAGE, DROP_BOX

LARGE: Final = 1_000_000
"""Bytes from which on a journal takes long enough to be watched."""
STRIDE: Final = 50_000
HASH: Final = re.compile(r"[0-9a-f]{64}")


class Opened(NamedTuple):
    """What openings proved: so many cards, or why they do not fit the journal."""

    proved: int
    fault: str | None


def run(file: Path, *, head: str | None, openings: Path | None, as_json: bool) -> None:
    """Audit a journal, print what was found, and leave with status 1 when it is wrong."""
    if head is not None and not HASH.fullmatch(head := head.strip().lower()):
        raise Refused("a head is 64 hexadecimal digits, as an audit prints them", field="--head")
    found = audited(file, head or "")
    opened = proved(openings, found) if openings and found.passed else None
    if as_json:
        answer = data(found) | ({"openings": opened._asdict()} if opened else {})
        print(json.dumps(answer, indent=2))
    else:
        console(soft_wrap=True).print(told(file, found, head, opened))
    if not found.passed or (opened and opened.fault):
        raise typer.Exit(1)


def proved(openings: Path, found: Audit) -> Opened:
    """Check the openings of a journal's shuffles."""
    try:
        with openings.open(encoding="utf-8", errors="replace") as lines_:
            return Opened(check(lines_, [record.event for record in found.records]), None)
    except OSError as error:
        raise Refused(f"this cannot be read: {error.strerror}", field=str(openings)) from None
    except Refused as refused:
        return Opened(0, sentence(str(refused)))


def audited(file: Path, head: str) -> Audit:
    """Audit a file, with a progress bar where somebody waits for a large one."""
    try:
        with file.open("rb") as opened:
            size = os.fstat(opened.fileno()).st_size
            if size < LARGE or not sys.stderr.isatty():
                return prove(lines(opened), head=head)
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task(file.name, total=size)
                return prove(lines(opened, lambda read: progress.update(task, completed=read)), head=head)
    except OSError as error:
        raise Refused(f"this cannot be read: {error.strerror}", field=str(file)) from None


def lines(opened: BinaryIO, tell: Callable[[int], None] = lambda _: None) -> Iterator[str]:
    """The lines of a journal, each of bounded length; bytes that are no text spoil their line's hash."""
    read = told_at = 0
    while line := opened.readline(LINE_LENGTH_MAX + 1):
        read += len(line)
        if read - told_at >= STRIDE:
            told_at = read
            tell(read)
        yield line.decode("utf-8", errors="replace")


# ── For machines ─────────────────────────────────────────────────────────────────────────────────────────────────────


def verdict(found: Audit) -> str:
    """The verdict in a word."""
    if found.fault:
        return "fault"
    return "in order" if found.open_after is None else "open"


def data(found: Audit) -> dict[str, object]:
    """What was found, as plain data with money in dollars."""
    state = last_state(found)
    return {
        "verdict": verdict(found),
        "records": found.length,
        "rounds": found.rounds,
        "voided": found.voided,
        "head": found.head,
        "open_after": found.open_after,
        "beyond_head": found.beyond_head,
        "fault": {"record": found.fault.number, "reason": sentence(found.fault.reason)} if found.fault else None,
        "game": state.game.id if state else None,
        "table": state.name if state else None,
        "balances": {account: dollars(cents) for account, _, cents in balances(state)} if state else None,
    }


def last_state(found: Audit) -> State | None:
    """The table after the last record; where that is in mid-step, what the journal has yet to tell has not happened."""
    if not found.passed or not found.state:
        return None
    return fold(found.state.game, (record.event for record in found.records)) if found.pending else found.state


def balances(state: State) -> list[tuple[str, str, int]]:
    """Every account with whose it is and what is in it: seats first, then the layout, the bank, the box, the cage."""
    accounts = dict(state.ledger.accounts)
    for seat in state.names:
        accounts.setdefault(f"seat {seat}", 0)
    accounts.setdefault(DROP_BOX, 0)
    last = (DROP_BOX, CAGE)
    whose = {f"seat {seat}": name for seat, name in state.names.items()} | {CAGE: "owes the chips that came from it"}
    kinds = ("seat", "layout", "bank", *last)
    order = sorted(
        accounts, key=lambda account: (next(k for k, of in enumerate(kinds) if account.startswith(of)), account)
    )
    return [(account, whose.get(account, ""), accounts[account]) for account in order]


# ── For people ───────────────────────────────────────────────────────────────────────────────────────────────────────


def told(file: Path, found: Audit, head: str | None, opened: Opened | None) -> RenderableType:
    """What was found, as people read it."""
    parts: list[RenderableType] = [headline(file, found), Padding(figures(found, head, opened), (0, 2), expand=False)]
    state = last_state(found)
    if state:
        parts += [Text(""), Padding(books(state), (0, 2), expand=False)]
    return Group(*parts)


def headline(file: Path, found: Audit) -> Text:
    """The verdict, and at a fault where and why."""
    line = Text(printable(f"{file}: "), "bold")
    if found.fault:
        return line.append(f"{found.fault.place}: ", "bold red").append(f"{sentence(found.fault.reason)}.")
    if found.open_after is None:
        return line.append("in order", "bold green")
    return line.append(f"open after event {found.open_after}", "bold yellow").append(", in order up to there")


def figures(found: Audit, head: str | None, opened: Opened | None) -> Table:
    """How much there is, and the head to be kept elsewhere."""
    table = Table.grid(padding=(0, 2, 0, 0))
    if found.state and found.passed:
        table.add_row("table", Text(f"{found.state.name}, {found.state.game.title}"))
    before = " in order before it" if found.fault and found.fault.number is not None else ""
    table.add_row("records", f"{found.length:,}{before}")
    table.add_row("rounds", f"{found.rounds:,} closed, {found.voided:,} voided")
    table.add_row("head", found.head)
    if head and found.passed:
        follows = f"{found.beyond_head:,} records follow it" if found.beyond_head else "it is the last record"
        table.add_row("--head", f"is in the chain; {follows}")
    if opened:
        cards = f"prove {opened.proved:,} cards, all that were exposed"
        table.add_row("--openings", Text(opened.fault, "bold red") if opened.fault else Text(cards))
    return table


def books(state: State) -> Table:
    """The final balances, which sum to nothing."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("account")
    table.add_column("")
    table.add_column("balance", justify="right")
    for account, whose, cents in balances(state):
        table.add_row(account, Text(whose, "dim"), dollars(cents))
    table.add_row("sum", "", dollars(sum(state.ledger.accounts.values())), style="bold")
    return table
