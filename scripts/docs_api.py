"""The reference for users: every name of the front door, with its docstring and examples."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import croupier
from scripts.docs_text import fenced

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def api(words: str) -> str:
    """The names of one kind: `functions`, `variant`, `table` or `results`."""
    return "\n".join(KINDS[words]())


def functions() -> Iterator[str]:
    for name in croupier.__all__:
        value = getattr(croupier, name)
        if inspect.isfunction(value):
            yield entry(f"croupier.{name}", value)


def results() -> Iterator[str]:
    """The classes of results, the protocol first, each with what it has beside that; and their charts."""
    protocol = set(dir(croupier.Result))
    yield entry("croupier.Result", croupier.Result, members(croupier.Result, set(dir(object))))
    for name in croupier.__all__:
        value = getattr(croupier, name)
        if inspect.isclass(value) and issubclass(value, croupier.Result) and value is not croupier.Result:
            yield entry(f"croupier.{name}", value, members(value, protocol))
    yield entry("croupier.Chart", croupier.Chart, members(croupier.Chart, set(dir(object))))
    yield entry("croupier.Refused", croupier.Refused)


def of_class(value: type, variable: str) -> Callable[[], Iterator[str]]:
    """A class and its members, each with its examples."""

    def entries() -> Iterator[str]:
        yield entry(f"croupier.{value.__name__}", value)
        for name in sorted(vars(value)):
            member = vars(value)[name]
            if not name.startswith("_") and inspect.getdoc(member):
                yield entry(f"{variable}.{name}", member)

    return entries


def members(value: type, known: set[str]) -> list[str]:
    """What a class has that is not known already, a line each."""
    found = []
    for name in sorted(set(dir(value)) - known):
        doc = inspect.getdoc(getattr(value, name)) if not name.startswith("_") else None
        if doc and callable_or_property(getattr(value, name)):
            found.append(f"- `{name}`: {first_line(doc)}")
    return found


def callable_or_property(member: Any) -> bool:  # noqa: ANN401  # whatever a class has
    return inspect.isfunction(member) or isinstance(member, property) or hasattr(member, "func")


def entry(title: str, value: Any, lines: list[str] | None = None) -> str:  # noqa: ANN401  # a function, class or property
    """A heading, what it takes, what it says, its examples, and further lines."""
    doc = inspect.getdoc(value) or ""
    example = EXAMPLE.search(doc)
    words = (doc[: example.start()] if example else doc).strip()
    takes = f"Takes {parameters(value)}.\n\n" if inspect.isfunction(value) and parameters(value) else ""
    shown = fenced("pycon", doc[example.start() :]) if example else ""
    more = "\n".join(lines or [])
    parts = (f"### `{title}`\n\n{words}\n\n", takes, shown, f"\n{more}\n" if more else "")
    return "".join(parts)


def parameters(function: Any) -> str:  # noqa: ANN401  # as above
    """The parameters of a function by name."""
    named = [name for name in inspect.signature(function).parameters if name != "self"]
    return ", ".join(f"`{name}`" for name in named)


def first_line(doc: str) -> str:
    return doc.partition("\n")[0]


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    "functions": functions,
    "variant": of_class(croupier.Variant, "variant"),
    "table": of_class(croupier.Table, "table"),
    "results": results,
}
PARTS: dict[str, Callable[[str], str]] = {"api": api}
