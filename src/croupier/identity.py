"""Which rules, and which program: the two names that results, journals and kept counts carry.

The *rulebook digest* changes with whatever could change a cent or a card: rules and all they call, lines, draws,
procedure, bank, supply, limits and house rules. Words (labels, announcements, docstrings, comments), the layout of the
source and the version of Python do not change it. The *software version* names the whole program, engines included.
"""

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, EnumType
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import croupier
from croupier.rulebook import Game, House, Model, Rulebook

PACKAGE: Final = Path(croupier.__file__).parent
SAID: Final = frozenset({"closing", "fields", "help", "label", "says", "shown", "sight_from"})
"""Fields that are said, shown or asked, and decide nothing."""
UNREAD: Final = frozenset({"annotation", "ctx", "decorator_list", "kind", "returns", "type_comment", "type_params"})
"""Parts of a syntax tree that change nothing that is done."""


@cache
def software_version() -> str:
    """The version of this program, with a digest of all its sources."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + sha256(path.read_bytes()).digest())
    return f"{croupier.__version__}+{digest.hexdigest()[:12]}"


def rulebook_digest(book: Rulebook | Model) -> str:
    """The digest of the rules in force: 64 hexadecimal digits, alike wherever the same rules are written."""
    kept: str | None = vars(book).get("_digest")
    if kept is None:
        kept = sha256("\n".join(Description().of(book)).encode()).hexdigest()
        vars(book)["_digest"] = kept  # a rulebook never changes, so neither does this
    return kept


class Description:
    """Describes a value in lines of text; a function that is met again is named, not described again."""

    def __init__(self) -> None:
        """Begin with nothing met."""
        self.met: dict[int, int] = {}
        self.kept: list[object] = []
        """What was met, so that no other thing takes its identity."""

    def of(self, thing: object) -> Iterator[str]:  # noqa: C901, PLR0912  # one case per kind of value
        """Describe a value and all that it is made of."""
        match thing:
            case Enum():
                yield f"{type(thing).__name__}.{thing.name} {thing.value!r}"
            case None | bool() | int() | float() | str() | bytes() | Fraction():
                yield f"{type(thing).__name__} {thing!r}"
            case tuple() | list():
                yield f"sequence of {len(thing)}"
                for part in thing:
                    yield from self.of(part)
            case frozenset() | set():
                yield f"set of {len(thing)}"
                yield from sorted("|".join(Description().of(part)) for part in thing)
            case Mapping():
                yield f"mapping of {len(thing)}"
                for key in sorted(thing, key=repr):
                    yield from (*self.of(key), *self.of(thing[key]))
            case House():
                yield from self.of(thing.show())
            case Game():
                yield f"game {thing.id}"
            case FunctionType():
                yield from self.once(thing, self.function)
            case MethodType():
                yield from (*self.of(thing.__func__), *self.of(thing.__self__))
            case partial():
                yield from (*self.of(thing.func), *self.of(thing.args), *self.of(thing.keywords))
            case EnumType():
                members: Mapping[str, Enum] = thing.__members__
                yield from (f"{thing.__name__}.{name} {member.value!r}" for name, member in members.items())
            case type() | ModuleType():
                yield f"name {thing.__name__}"
            case _ if is_dataclass(thing):
                yield from self.once(thing, self.data)
            case _ if hasattr(thing, "__wrapped__"):  # a function behind a cache
                yield from self.of(thing.__wrapped__)
            case _ if hasattr(thing, "tobytes"):  # an array
                yield f"{type(thing).__name__} {getattr(thing, 'dtype', '')} {sha256(thing.tobytes()).hexdigest()}"
            case _:
                yield f"{type(thing).__name__} {getattr(thing, '__qualname__', '')}"

    def once(self, thing: Any, describe: Callable[[Any], Iterator[str]]) -> Iterator[str]:  # noqa: ANN401  # any value
        """Describe a thing where it is met first, and count back to it where it is met again."""
        number = self.met.get(id(thing))
        if number is not None:
            yield f"thing {number}"
            return
        self.met[id(thing)] = len(self.met)
        self.kept.append(thing)
        yield from describe(thing)

    def data(self, thing: Any) -> Iterator[str]:  # noqa: ANN401  # any dataclass
        """Describe a dataclass by the fields that decide something."""
        yield f"{type(thing).__name__} of"
        for field in fields(thing):
            if field.init and field.name not in SAID:
                yield f"field {field.name}"
                yield from self.of(getattr(thing, field.name))

    def function(self, function: FunctionType) -> Iterator[str]:
        """Describe a function: what it does, its defaults, and every value of ours that it names."""
        if foreign(function):
            yield f"name {function.__module__}.{function.__qualname__}"
            return
        yield from meaning(function)
        yield from self.of(function.__defaults__)
        for name, value in named(function):
            yield f"names {name}"
            yield from self.of(value)


def foreign(function: FunctionType) -> bool:
    """Whether a function comes with Python and not with rules."""
    return (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names - {"__main__"}


def named(function: FunctionType) -> Iterator[tuple[str, object]]:
    """The names that a function reads from outside, with what they stand for, in the order of the alphabet."""
    codes = [function.__code__]
    names: set[str] = set()
    for code in codes:
        codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        names.update(code.co_names)
    scope = function.__globals__
    for name in sorted(names & scope.keys()):
        yield name, scope[name]
        if isinstance(scope[name], ModuleType):
            found = ((other, vars(scope[name]).get(other)) for other in sorted(names))
            yield from ((f"{name}.{other}", value) for other, value in found if value is not None)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


# ── What a function does ─────────────────────────────────────────────────────────────────────────────────────────────


def meaning(function: FunctionType) -> Iterator[str]:
    """A function's syntax tree without words; its code where no source is at hand, as for one typed at a prompt."""
    code = function.__code__
    found = definitions(code.co_filename, linecache.getline(code.co_filename, 1)).get(code.co_firstlineno, ())
    alike = [node for node in found if arguments_of(node) == code.co_varnames[: len(arguments_of(node))]]
    if not alike:
        yield f"code {sys.version_info[:2]} {code.co_code.hex()} {code.co_names} {code.co_varnames}"
        return
    for node in alike:
        yield from tree(node)


@cache
def definitions(file: str, _first: str) -> Mapping[int, tuple[ast.AST, ...]]:
    """The functions that a file defines, by the line they begin on, decorators included."""
    try:
        root = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    by_line: dict[int, tuple[ast.AST, ...]] = {}
    for node in ast.walk(root):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            by_line[first] = (*by_line.get(first, ()), node)
    return by_line


def arguments_of(node: ast.AST) -> tuple[str, ...]:
    """The names of a function's positional arguments."""
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]  # only functions are looked at
    return tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args))


def tree(node: ast.AST) -> Iterator[str]:
    """A syntax tree as lines of text without docstrings, types and empty parts, so alike in every version of Python."""
    yield type(node).__name__
    for name in node._fields:
        value = getattr(node, name, None)
        if name in UNREAD or value is None or value == []:
            continue
        yield name
        if isinstance(value, list):
            parts = [part for part in value if not is_docstring(part)]
            yield str(len(parts))
            for part in parts:
                yield from tree(part) if isinstance(part, ast.AST) else (repr(part),)
        elif isinstance(value, ast.AST):
            yield from tree(value)
        else:
            yield repr(value)


def is_docstring(node: object) -> bool:
    """Whether a statement is only words."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
