"""`croupier audit`: a journal in, its verdict out."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from croupier.cli.console import console
from croupier.cli.main import printable, sentence
from croupier.errors import Refused
from croupier.identity import rulebook_digest, software_version
from croupier.money import dollars
from croupier.record.audit import Audit
from croupier.record.audit import audit as prove
from croupier.record.journal import LINE_LENGTH_MAX
from croupier.record.proofs import check
from croupier.record.recorder import beside, named, read_names
from croupier.table.ledger import CAGE, DROP_BOX
from croupier.table.state import ENTROPY, GIVEN, SEED, UNRECORDED, State, fold

LARGE: Final = 1_000_000
"""Bytes from which on a journal takes long enough to be watched."""
STRIDE: Final = 50_000
HASH: Final = re.compile(r"[0-9a-f]{64}")


class Opened(NamedTuple):
    """What openings proved: so many cards, or why they do not fit the journal."""

    file: str
    cards: int
    dice: int
    sealed: int
    fault: str | None


OTHER_RULES: Final = 3
"""The status of a journal in order that was written under another rulebook."""


def run(file: Path, *, heads: list[str], openings: Path | None, as_json: bool) -> None:
    """Audit a journal, print what was found, and leave with a status that says so."""
    heads = [head.strip().lower() for head in heads]
    if not all(map(HASH.fullmatch, heads)):
        raise Refused("a head is 64 hexadecimal digits, as an audit prints them", field="--head")
    found = audited(file, heads)
    names = read_names(file)
    proofs = openings or beside(file, "openings")
    opened = proved(proofs, found) if found.passed and (openings or proofs.is_file()) else None
    if as_json:
        print(json.dumps(data(found, names) | {"openings": opened._asdict() if opened else None}, indent=2))
    else:
        console(soft_wrap=True).print(told(file, found, heads, opened, names))
    if not found.passed or (opened and opened.fault):
        raise typer.Exit(1)
    if found.others:
        raise typer.Exit(OTHER_RULES)


def proved(openings: Path, found: Audit) -> Opened:
    """Check the openings of a journal's shuffles."""
    try:
        with openings.open(encoding="utf-8", errors="replace") as lines_:
            proof = check(lines_, found.uses)
            return Opened(str(openings), proof.cards, proof.dice, proof.sealed, None)
    except OSError as error:
        raise Refused(f"this cannot be read: {error.strerror}", field=str(openings)) from None
    except Refused as refused:
        return Opened(str(openings), 0, 0, 0, sentence(str(refused)))


def audited(file: Path, heads: list[str]) -> Audit:
    """Audit a file, with a progress bar where somebody waits for a large one."""
    try:
        with file.open("rb") as opened:
            size = os.fstat(opened.fileno()).st_size
            if size < LARGE or not sys.stderr.isatty():
                return prove(lines(opened), heads=heads)
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task(file.name, total=size)
                return prove(lines(opened, lambda read: progress.update(task, completed=read)), heads=heads)
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


def data(found: Audit, names: Mapping[str, str]) -> dict[str, object]:
    """What was found, as plain data with money in dollars."""
    state = last_state(found)
    last = found.records[-1] if found.records else None
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
        "table_id": state.table if state else None,
        "journal": last.version if last else None,
        "chance": (state.chance or "not recorded") if state else None,
        "digest": (state.digest or None) if state else None,
        "digest_here": rulebook_digest(state.rulebook) if state else None,
        "other_rules": [{"record": number, "digest": was, "here": here} for number, was, here in found.others],
        "software": software_version(),
        "balances": {account: dollars(cents) for account, _, cents in balances(state, names)} if state else None,
    }


def last_state(found: Audit) -> State | None:
    """The table after the last record; where that is in mid-step, what the journal has yet to tell has not happened."""
    if not found.passed or not found.state:
        return None
    return fold(found.state.game, (record.event for record in found.records)) if found.pending else found.state


def balances(state: State, names: Mapping[str, str]) -> list[tuple[str, str, int]]:
    """Every account with whose it is and what is in it: seats first, then the layout, the bank, the box, the cage."""
    accounts = dict(state.ledger.accounts)
    for seat in state.seated:
        accounts.setdefault(f"seat {seat}", 0)
    accounts.setdefault(DROP_BOX, 0)
    last = (DROP_BOX, CAGE)
    whose = {f"seat {seat}": printable(name) for seat, name in named(state, names).items()}
    whose[CAGE] = "owes the chips that came from it"
    kinds = ("seat", "layout", "bank", *last)
    order = sorted(
        accounts, key=lambda account: (next(k for k, of in enumerate(kinds) if account.startswith(of)), account)
    )
    return [(account, whose.get(account, ""), accounts[account]) for account in order]


# ── For people ───────────────────────────────────────────────────────────────────────────────────────────────────────


def told(file: Path, found: Audit, heads: list[str], opened: Opened | None, names: Mapping[str, str]) -> RenderableType:
    """What was found, as people read it."""
    parts: list[RenderableType] = [
        headline(file, found, opened),
        Padding(figures(found, heads, opened), (0, 2), expand=False),
    ]
    state = last_state(found)
    if state:
        parts += [Text(""), Padding(books(state, names), (0, 2), expand=False)]
    return Group(*parts)


def headline(file: Path, found: Audit, opened: Opened | None) -> Text:
    """The verdict, and at a fault where and why."""
    line = Text(printable(f"{file}: "), "bold")
    if found.fault:
        return line.append(f"{found.fault.place}: ", "bold red").append(f"{sentence(found.fault.reason)}.")
    if opened and opened.fault:
        return line.append("in order, but its openings do not prove it", "bold red")
    if found.others:
        line.append("written under another rulebook; judged by the one here it is ", "bold yellow")
    if found.open_after is None:
        return line.append("in order", "bold green")
    return line.append(f"open after event {found.open_after}", "bold yellow").append(", in order up to there")


def figures(found: Audit, heads: list[str], opened: Opened | None) -> Table:
    """How much there is, and the head to be kept elsewhere."""
    table = Table.grid(padding=(0, 2, 0, 0))
    if found.state and found.passed:
        table.add_row("table", Text(f"{found.state.name}, {found.state.game.title}"))
        table.add_row("chance", CHANCE_TOLD[found.state.chance])
    for number, was, here in found.others:
        table.add_row("rulebook", f"record {number} names {was[:16]}…; here it is {here[:16]}…")
    before = " in order before it" if found.fault and found.fault.number is not None else ""
    table.add_row("records", f"{found.length:,}{before}")
    table.add_row("rounds", f"{found.rounds:,} closed, {found.voided:,} voided")
    table.add_row("head", found.head)
    if heads and found.passed:
        follows = f"{found.beyond_head:,} records follow it" if found.beyond_head else "it is the last record"
        which = "is in the chain" if len(heads) == 1 else f"all {len(heads)} are in the chain; of the last"
        table.add_row("--head", f"{which}; {follows}")
    if not opened and found.state and found.state.is_bound and any(use.used_up and use.shown for use in found.uses):
        table.add_row("openings", Text("none at hand: what was shown is not proved against its commitments", "yellow"))
    if opened:
        table.add_row("openings", Text(opened.fault, "bold red") if opened.fault else Text(proof_told(opened)))
    return table


CHANCE_TOLD: Final = {
    ENTROPY: "entropy, committed to before each round",
    SEED: "a seed, committed to before each round",
    GIVEN: "given from outside; nothing binds whoever dealt",
    UNRECORDED: "not recorded, as in journals of version 1; cards are committed to, dice are not",
}


def proof_told(opened: Opened) -> str:
    """What openings prove, in words."""
    dice = f" and {opened.dice:,} dice" if opened.dice else ""
    sealed = f"; {opened.sealed} still sealed" if opened.sealed else ""
    return f"prove {opened.cards:,} cards{dice}, all that anybody saw{sealed}"


def books(state: State, names: Mapping[str, str]) -> Table:
    """The final balances, which sum to nothing."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("account")
    table.add_column("")
    table.add_column("balance", justify="right")
    for account, whose, cents in balances(state, names):
        table.add_row(account, Text(whose, "dim"), dollars(cents))
    table.add_row("sum", "", dollars(sum(state.ledger.accounts.values())), style="bold")
    return table
