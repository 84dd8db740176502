"""What the docs take from the rest of the code: events, commands, the command line, source."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

from croupier.cli.app import app
from croupier.record.journal import CARD_FIELDS, CODECS, VERSION
from croupier.table.commands import Command
from croupier.table.events import TableOpened
from croupier.table.replay import CAUSE
from scripts.docs_text import code, codes, fenced, table

JSON_TYPES = {
    int: "integer",
    str: "text",
    bool: "true or false",
    int | None: "integer or null",
    str | None: "text or null",
    tuple[int, ...]: "list of integers",
    tuple[str, ...]: "list of texts",
    Mapping[str, object]: "object",
}


def event_fields() -> Iterator[tuple[str, str, str]]:
    """Every kind of event with each of its fields and the JSON it is written as."""
    for kind, known in CODECS[VERSION].items():
        for field, hint in get_type_hints(kind).items():
            if (kind, field) in CARD_FIELDS:
                yield known.name, field, "list of cards" if hint == tuple[int, ...] else "card or null"
            else:
                yield known.name, field, JSON_TYPES[hint]


def events(_: str) -> str:
    """Every kind of event, its fields in order, and the command that causes it."""
    of_event: dict[str, list[str]] = {}
    for name, field, written in event_fields():
        of_event.setdefault(name, []).append(f"`{field}` {written}")
    rows = (
        (code(known.name), ", ".join(of_event[known.name]), causes(kind)) for kind, known in CODECS[VERSION].items()
    )
    return table(("event", "fields, in order", "caused by"), rows)


def causes(kind: type) -> str:
    """The table's commands whose first event this is, as the audit takes them back."""
    if kind not in CAUSE:
        return "the opening of the table" if kind is TableOpened else "follows another"
    blanks = [dict.fromkeys(get_type_hints(kind)) | {"by": by} for by in ("player", "table")]
    found = {type(CAUSE[kind](type("Blank", (), blank))).__name__: None for blank in blanks}
    return codes(found, " or ")


def commands(_: str) -> str:
    """Every command of the table."""
    rows = (
        (code(kind.__name__), codes(field.name for field in fields(kind)) or "–", inspect.getdoc(kind) or "")
        for kind in get_args(Command)
    )
    return table(("command", "fields", "what it asks"), rows)


def source(words: str) -> str:
    """A function as it stands in the code, `croupier.cards:rank_of`; marked `py`, so that no check runs it."""
    module, _, name = words.partition(":")
    return fenced("py", inspect.getsource(getattr(import_module(module), name)))


def cli_commands() -> dict[str, Any]:
    """The commands of the command line by name."""
    found: dict[str, Any] = vars(typer.main.get_command(app))["commands"]
    return found


def synopsis(words: str) -> str:
    """One command of the command line, as its help tells it."""
    found = cli_commands()[words]
    arguments = [p for p in found.params if p.param_type_name == "argument"]
    options = [p for p in found.params if p.param_type_name == "option"]
    takes = [p.metavar if p.required else f"[{p.metavar}]" for p in arguments]
    usage = " ".join(("croupier", words, *takes, *(["[OPTIONS]"] if options else [])))
    rows = [(code(p.metavar), p.help) for p in arguments]
    rows += [(code(f"{', '.join(p.opts)} {p.metavar or ''}".strip()), p.help) for p in options]
    return f"{fenced('text', usage)}\n{found.help.strip()}\n\n{table(('takes', 'which'), rows)}\n{found.epilog}\n"


def decisions(_: str) -> str:
    """The decision records, by title."""
    records = sorted((Path(__file__).resolve().parent.parent / "docs/decisions").glob("*.md"))
    titles = ((page.read_text(encoding="utf-8").splitlines()[0].lstrip("# "), page.name) for page in records)
    return "".join(f"- [{title}](decisions/{name})\n" for title, name in titles)


PARTS: dict[str, Callable[[str], str]] = {
    part.__name__: part for part in (commands, decisions, events, source, synopsis)
}
