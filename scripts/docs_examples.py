"""What the docs show in action: described rounds, refusals, house rules, code and commands, each run unchanged."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from croupier.errors import Refused
from croupier.games import game
from croupier.settlement.reading import parse
from croupier.settlement.round import settle
from scripts.docs_text import blocks, escaped, fenced, last_block, table

BY_HAND = re.compile(r"<!-- by hand -->\n(?P<table>.*?)<!-- end -->", re.DOTALL)


# ── Described rounds ─────────────────────────────────────────────────────────────────────────────────────────────────


def settled(before: str, words: str) -> str:
    """What the described round pays: its whole answer, or one part of it (`seats 0 wagers ante`)."""
    answer: Any = settle(parse(last_block(before, "json", "toml"))).data()
    for word in words.split():
        answer = answer[int(word) if word.isdigit() else word]
    return fenced("json", json.dumps(answer, indent=2))


def paid(before: str, _: str) -> str:
    """What the described round pays, wager by wager."""
    answer: Any = settle(parse(last_block(before, "json", "toml"))).data()
    rows = [
        (
            str(s["seat"]),
            f"`{id_}`",
            w["stake"],
            w["outcome"],
            w["odds"] or "–",
            w["result"],
            w["returned"],
            ", ".join(w["clauses"]),
        )
        for s in answer["seats"]
        for id_, w in s["wagers"].items()
    ]
    bank = ", ".join(f"{name} {value}" for name, value in answer["bank"].items())
    heads = ("seat", "wager", "stake", "outcome", "odds", "result", "returned", "clauses")
    return f"{table(heads, rows)}\nBank: {bank}. Drop box: {answer['drop_box']}.\n"


def refused(before: str, _: str) -> str:
    """The sentence with which a described round is refused."""
    try:
        settle(parse(last_block(before, "json", "toml")))
    except Refused as refusal:
        return f"> {escaped(str(refusal))}\n"
    raise LookupError("the round before it is not refused")


def by_hand(text: str) -> Iterator[str]:
    """Faults of tables worked out by hand: each row's seat, wager and result against the settled round before it."""
    for found in BY_HAND.finditer(text):
        answer: Any = settle(parse(last_block(text[: found.start()], "json", "toml"))).data()
        right = {(str(s["seat"]), id_): w["result"] for s in answer["seats"] for id_, w in s["wagers"].items()}
        rows = [
            [cell.strip(" `") for cell in line.strip("|").split("|")]
            for line in found["table"].strip().splitlines()[2:]
        ]
        given = {(row[0], row[1]): row[-1] for row in rows}
        for seat, wager in sorted(right.keys() | given.keys()):
            said, is_ = given.get((seat, wager)), right.get((seat, wager))
            if said != is_:
                yield f"seat {seat}, {wager}: by hand {said}, settled {is_}"


def house_read(before: str, words: str) -> str:
    """What a game reads in a TOML file of house rules, or why it refuses it."""
    try:
        house = game(words).house(tomllib.loads(last_block(before, "toml"), parse_float=Decimal))
        game(words).rulebook(house)
    except Refused as refusal:
        return f"> {escaped(str(refusal))}\n"
    return fenced("json", json.dumps(house.changes(), indent=2))


# ── Code and commands ────────────────────────────────────────────────────────────────────────────────────────────────


def output(before: str, _: str) -> str:
    """What the last Python block of a page prints, after all those before it were run too."""
    namespace: dict[str, object] = {"__name__": "docs"}
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for block in blocks(before, "python"):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block, "docs", "exec"), namespace)  # noqa: S102  # it is the page's own code
    return fenced("text", printed.getvalue())


SOURCES = re.compile(r"^(croupier [0-9][^ +]*)\+[0-9a-f]{12}(?=, rulebook )")
"""The digest of the sources in the line that names who made a result."""


def run(before: str, words: str) -> str:
    """What the last of some commands prints; all are run in one empty folder, `-` reads the round described before.

    `| head -n N` and `| tail -n N` at the end keep that many lines. The notice that something is being counted is left
    out, because it appears only the first time; so is the digest of the sources, which changes with every edit.
    """
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"} | plain
    words, _, cut = words.partition(" | ")
    commands = words.split(" && ")
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            arguments = command.split()[1:]
            done = subprocess.run(
                [sys.executable, "-c", "from croupier.cli.main import main; main()", *arguments],
                input=last_block(before, "json", "toml") if "-" in arguments else "",
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
                encoding="utf-8",
                env=environment,
                cwd=folder,
            )
            lines = [SOURCES.sub(r"\1", line.rstrip()) for line in done.stdout.splitlines()]
            lines = [line for line in lines if not (line.startswith("counting ") and line.endswith("…"))]
    if cut:
        lines = lines[: int(cut.split()[-1])] if cut.startswith("head") else lines[-int(cut.split()[-1]) :]
        commands[-1] += f" | {cut}"
    printed = "\n".join(lines)
    asked = "\n".join(f"$ {command}" for command in commands)
    return fenced("text", f"{asked}\n{printed}")


EXAMPLES: dict[str, Callable[[str, str], str]] = {
    "house-read": house_read,
    "output": output,
    "paid": paid,
    "refused": refused,
    "run": run,
    "settled": settled,
}
