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
from pathlib import Path
from typing import Any

from croupier.errors import Refused
from croupier.games import game
from croupier.settlement.reading import parse
from croupier.settlement.round import settle
from scripts.docs_text import escaped, fenced, last_block, table

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


BLOCK = re.compile(r"(?:<!-- file: (?P<file>[\w.-]+) -->\n)?^```python\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
"""A block of Python; it may be a part of a file, which those of one name make up one after the other."""


def write_part(folder: str, name: str, text: str) -> None:
    """Add a part to a file that a page shows piece by piece."""
    file = Path(folder, name)
    before = f"{file.read_text(encoding='utf-8')}\n\n" if file.exists() else ""
    file.write_text(before + text, encoding="utf-8")


def write_files(before: str, folder: str) -> None:
    """Write the files that a page has shown so far."""
    for block in BLOCK.finditer(before):
        if block["file"]:
            write_part(folder, block["file"], block["text"])


def output(before: str, _: str) -> str:
    """What the last Python block of a page prints, after all those before it were run too."""
    return fenced("text", printed(before))


def markdown(before: str, _: str) -> str:
    """The same where it is Markdown, such as a table; its block may stand in a comment."""
    return printed(before)


def printed(before: str) -> str:
    """Run the blocks of a page, and keep what the last one prints."""
    namespace: dict[str, object] = {"__name__": "docs"}
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for block in BLOCK.finditer(before):
            if block["file"]:
                write_part(folder, block["file"], block["text"])
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(block["text"], "docs", "exec"), namespace)  # noqa: S102  # it is the page's own code
    return out.getvalue()


SOURCES = re.compile(r"^(croupier [0-9][^ +]*)\+[0-9a-f]{12}(?=, rulebook )")
"""The digest of the sources in the line that names who made a result."""


def run(before: str, words: str) -> str:
    """What the last of some commands prints; `-` reads the round described before.

    All are run in one folder, which has nothing in it but the files that the page shows.

    `| head -n N` and `| tail -n N` at the end keep that many lines. The notice that something is being counted is left
    out, because it appears only the first time; so is the digest of the sources, which changes with every edit.
    """
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"} | plain
    words, _, cut = words.partition(" | ")
    commands = words.split(" && ")
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        write_files(before, folder)
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
    told = "\n".join(lines)
    asked = "\n".join(f"$ {command}" for command in commands)
    return fenced("text", f"{asked}\n{told}")


EXAMPLES: dict[str, Callable[[str, str], str]] = {
    "house-read": house_read,
    "markdown": markdown,
    "output": output,
    "paid": paid,
    "refused": refused,
    "run": run,
    "settled": settled,
}
