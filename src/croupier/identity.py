"""Which rules, and which program: the two identifiers in every result, journal and cached count.

The *rulebook digest* changes with anything that could change a cent or a card: rules and all they call, lines, draws,
procedure, bank, supply, limits and house rules. Text (labels, announcements, docstrings, comments), the formatting of
the source and the version of Python do not change it. The *software version* covers the whole program.
"""

import ast
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from enum import Enum, EnumType
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType, GenericAlias, MethodType, ModuleType
from typing import Any, Final

import croupier
from croupier.rulebook import Game, House, Model, Rulebook

PACKAGE: Final = Path(croupier.__file__).parent
SAID: Final = frozenset(
    {"circles", "closing", "description", "fields", "habits", "help", "label", "layout", "says", "shown", "sight_from"}
)
"""Fields that are only shown or asked and decide nothing."""
LATER: Final = frozenset({"after", "asked", "deck", "equals", "keeps", "of", "offered", "repeat", "takes"})
"""Fields that older rules do not have: where they are left out they are not described, so those keep their digest."""
UNREAD: Final = frozenset(
    {"annotation", "ctx", "decorator_list", "defaults", "kind", "kw_defaults", "returns", "type_comment", "type_params"}
)
"""Parts of a syntax tree that do not change behaviour; defaults are described by their values."""
CLOSING_LINES: Final = 4


@cache
def software_version() -> str:
    """The version of this program, with a digest of all its sources."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + sha256(path.read_bytes()).digest())
    return f"{croupier.__version__}+{digest.hexdigest()[:12]}"


def rulebook_digest(book: Rulebook | Model) -> str:
    """The digest of the rules in force: 64 hexadecimal digits, the same for the same rules everywhere."""
    kept: str | None = vars(book).get("_digest")
    if kept is None:
        kept = sha256("\n".join(Description.of(book)).encode()).hexdigest()
        vars(book)["_digest"] = kept  # a rulebook never changes, so neither does this
    return kept


class Description:
    """Describes a value in lines of text; a function met again is referred to, not described again."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.met: dict[int, int] = {}
        self.kept: list[object] = []
        """Everything met so far, kept alive so that its `id` stays unique."""

    @classmethod
    def of(cls, thing: object) -> list[str]:
        """Describe a value and everything in it."""
        description = cls()
        description.add(thing)
        return description.lines

    def add(self, thing: object) -> None:  # noqa: C901, PLR0912  # one case per kind of value
        say = self.lines.append
        match thing:
            case Enum():
                say(f"{type(thing).__name__}.{thing.name} {thing.value!r}")
            case None | bool() | int() | float() | str() | bytes() | Fraction():
                say(f"{type(thing).__name__} {thing!r}")
            case tuple() | list():
                say(f"sequence of {len(thing)}")
                self.add_all(thing)
            case frozenset() | set():
                say(f"set of {len(thing)}")
                self.lines += sorted("|".join(Description.of(part)) for part in thing)
            case Mapping():
                say(f"mapping of {len(thing)}")
                for key in sorted(thing, key=repr):
                    self.add_all((key, thing[key]))
            case House():
                self.add(thing.show())
            case Game():
                say(f"game {thing.id}")
            case FunctionType():
                self.add_once(thing, self.add_function)
            case MethodType():
                self.add_all((thing.__func__, thing.__self__))
            case partial():
                self.add_all((thing.func, thing.args, thing.keywords))
            case EnumType():
                members: Mapping[str, Enum] = thing.__members__
                self.lines += [f"{thing.__name__}.{name} {member.value!r}" for name, member in members.items()]
            case type() | ModuleType() | GenericAlias():
                say(f"name {thing.__name__}")
            case _ if is_dataclass(thing):
                self.add_once(thing, self.add_data)
            case _ if hasattr(thing, "__wrapped__"):  # a function behind a cache
                self.add(thing.__wrapped__)
            case _ if hasattr(thing, "tobytes"):  # an array
                say(f"{type(thing).__name__} {getattr(thing, 'dtype', '')} {sha256(thing.tobytes()).hexdigest()}")
            case _:
                say(f"{type(thing).__name__} {getattr(thing, '__qualname__', '')}")

    def add_all(self, things: Iterable[object]) -> None:
        for thing in things:
            self.add(thing)

    def add_once(self, thing: Any, describe: Callable[[Any], None]) -> None:  # noqa: ANN401  # any value
        """Describe a thing when first met, and give its number when met again."""
        number = self.met.get(id(thing))
        if number is not None:
            self.lines.append(f"thing {number}")
            return
        self.met[id(thing)] = len(self.met)
        self.kept.append(thing)
        describe(thing)

    def add_data(self, thing: Any) -> None:  # noqa: ANN401  # any dataclass
        """Describe a dataclass by the fields that decide something."""
        self.lines.append(f"{type(thing).__name__} of")
        for field in fields(thing):
            value = getattr(thing, field.name)
            if field.init and field.name not in SAID and not is_left_out(thing, field):
                self.lines.append(f"field {field.name}")
                self.add(value)

    def add_function(self, function: FunctionType) -> None:
        """Describe a function: its syntax tree, its defaults, and every value it names."""
        if foreign(function):
            self.lines.append(f"name {function.__module__}.{function.__qualname__}")
            return
        self.lines += meaning(function)
        self.add_all((function.__defaults__, function.__kwdefaults__))
        for name, value in named(function):
            self.lines.append(f"names {name}")
            self.add(value)


def is_left_out(thing: object, field: Field[Any]) -> bool:
    """Whether a field that older rules do not have is left out."""
    return field.name in LATER and getattr(thing, field.name) == field.default


def foreign(function: FunctionType) -> bool:
    """Whether a function belongs to the standard library."""
    return (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names - {"__main__"}


def named(function: FunctionType) -> Iterator[tuple[str, object]]:
    """The outside names that a function reads, with their values, in alphabetical order."""
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
    """A function's syntax tree without text, or its bytecode if there is no source."""
    code = function.__code__
    node = written_alone(code)
    alike = [node] if node else written_among(code)
    if not alike:
        yield f"code {sys.version_info[:2]} {code.co_code.hex()} {code.co_names} {code.co_varnames}"
        return
    for found in alike:
        yield from tree(found)


def written_alone(code: CodeType) -> ast.AST | None:
    """A function's syntax tree from its own lines if possible, which is faster than parsing the file."""
    spans = [span for span in positions(code) if None not in span and span[2:] != (0, 0)]
    if not spans:
        return None
    first, last = (
        min((line, column) for line, _, column, _ in spans),
        max((line, column) for _, line, _, column in spans),
    )
    lines = linecache.getlines(code.co_filename)
    if code.co_name == "<lambda>":
        names = ", ".join(code.co_varnames[: code.co_argcount])
        return parsed(f"lambda {names}: ({between(lines, first, last)})", ast.Expr)
    for end in range(last[0], last[0] + CLOSING_LINES):  # a closing bracket may stand below the last instruction
        node = parsed(dedent("".join(lines[code.co_firstlineno - 1 : end])), ast.FunctionDef)
        if node is not None:
            return node if getattr(node, "name", "") == code.co_name else None
    return None


def positions(code: CodeType) -> Iterator[tuple[Any, Any, Any, Any]]:
    """The source positions of a function's instructions, inner functions included."""
    yield from code.co_positions()
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from positions(inner)


def between(lines: list[str], first: tuple[int, int], last: tuple[int, int]) -> str:
    """The text from one position to another; columns count bytes."""
    data = [line.encode() for line in lines[first[0] - 1 : last[0]]]
    if not data:
        return ""
    data[-1] = data[-1][: last[1]]
    data[0] = data[0][first[1] :]
    return b"".join(data).decode(errors="replace")


def parsed(text: str, kind: type[ast.stmt]) -> ast.AST | None:
    """The text as one statement of this kind, or None; for an expression statement, the expression."""
    try:
        (found,) = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(found, kind):
        return None
    return found.value if isinstance(found, ast.Expr) else found


def written_among(code: CodeType) -> list[ast.AST]:
    """The functions of a file that match this code's first line and arguments."""
    found = definitions(code.co_filename, linecache.getline(code.co_filename, 1)).get(code.co_firstlineno, ())
    return [node for node in found if arguments_of(node) == code.co_varnames[: len(arguments_of(node))]]


@cache
def definitions(file: str, _first: str) -> Mapping[int, tuple[ast.AST, ...]]:
    """The functions that a file defines, by first line, decorators included."""
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
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]  # only functions are looked at
    return tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args))


def tree(node: ast.AST) -> list[str]:
    """A syntax tree as lines of text, without docstrings, types and empty parts: the same in every Python."""
    lines = [type(node).__name__]
    for name in node._fields:
        value = getattr(node, name, None)
        if name in UNREAD or value is None or value == []:
            continue
        lines.append(name)
        if isinstance(value, list):
            parts = [part for part in value if not is_docstring(part)]
            lines.append(str(len(parts)))
            for part in parts:
                lines += tree(part) if isinstance(part, ast.AST) else [repr(part)]
        elif isinstance(value, ast.AST):
            lines += tree(value)
        else:
            lines.append(repr(value))
    return lines


def is_docstring(node: object) -> bool:
    """Whether a statement is only a string."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
