"""The Python reference: every name of the front door with its signature, its docstring and its examples."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import croupier
from croupier.result import Result
from scripts.docs_text import fenced, table

DEFAULT = re.compile(r"<[^>]*>")


def api(_: str) -> str:
    """All public names: functions first, then classes with what they offer, then results."""
    names = [name for name in sorted(croupier.__all__) if not name.startswith("_")]
    found = {name: getattr(croupier, name) for name in names}
    functions = [entry(f"croupier.{name}", thing) for name, thing in found.items() if inspect.isfunction(thing)]
    classes = {name: thing for name, thing in found.items() if inspect.isclass(thing)}
    results = {name: thing for name, thing in classes.items() if issubclass(thing, Result) and thing is not Result}
    others = [of_class(name, thing) for name, thing in classes.items() if name not in results]
    rows = [(f"`{name}`", first_line(thing), f"`{getattr(thing, 'schema', '')}`") for name, thing in results.items()]
    shown = f"### Results\n\n{table(('class', 'what it is', 'schema'), rows)}"
    return "\n".join((*functions, *others, shown))


def of_class(name: str, thing: type) -> str:
    """A class, and each of its public methods and properties."""
    parts = [f"### `{name}`\n\n{text_of(thing)}"]
    parts += [entry(f"{name}.{member}", value) for member, value in members(thing)]
    return "\n".join(parts)


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public members that a class itself defines, in the order it defines them."""
    for name, value in vars(thing).items():
        if not name.startswith("_") and (inspect.isfunction(value) or hasattr(value, "fget") or hasattr(value, "func")):
            yield name, value


def entry(name: str, thing: Any) -> str:  # noqa: ANN401  # a function or a property
    """A function with its arguments, or a property, and what its docstring says."""
    return f"#### `{name}{arguments(thing)}`\n\n{text_of(thing)}"


def arguments(thing: object) -> str:
    """The arguments of a function, without their types; nothing for a property."""
    if not inspect.isfunction(thing):
        return ""
    parameters = [p.replace(annotation=p.empty) for p in inspect.signature(thing).parameters.values()]
    kept = [
        p.replace(default=...) if DEFAULT.search(repr(p.default)) and p.default is not p.empty else p
        for p in parameters
    ]
    return str(inspect.Signature([p for p in kept if p.name != "self"])).replace("Ellipsis", "...")


def text_of(thing: object) -> str:
    """A docstring as Markdown: paragraphs, and examples in blocks."""
    paragraphs = (inspect.getdoc(thing) or "").split("\n\n")
    return "\n".join(fenced("pycon", each) if each.startswith(">>>") else f"{each}\n" for each in paragraphs if each)


def first_line(thing: object) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(thing) or "").partition("\n")[0]


PARTS: dict[str, Callable[[str], str]] = {"api": api}
