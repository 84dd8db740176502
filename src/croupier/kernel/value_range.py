"""How large the numbers in a rule can get: every value of every expression, bounded from what the rule can be given.

Rules are small plain functions of integers, so they can be run once with ranges in place of numbers: both branches are
taken, loops over cards are followed card by card, and other loops until nothing grows any more. What cannot be followed
has no bounds, which is always safe to say.
"""

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import product
from types import FunctionType
from typing import Any, Final

from croupier.rule import is_rule


@dataclass(frozen=True, slots=True)
class Range:
    """All integers from one to another; as large as they like where nothing is known."""

    low: float
    high: float

    def fits(self, bits: int) -> bool:
        """Whether all of them are signed integers of so many bits."""
        return -(1 << bits - 1) <= self.low and self.high < 1 << bits - 1


ANY: Final = Range(float("-inf"), float("inf"))
TRUTH: Final = Range(0, 1)
Value = Range | tuple[Range, ...]
"""What is known of a number, or of each number of a tuple."""
Names = dict[str, Value]

LOOP_MAX: Final = 16
"""A loop is followed so many times; what still grows then has no bounds."""
SHIFT_MAX: Final = 62
DEPTH_MAX: Final = 24


class NotFollowedError(Exception):
    """A function is written in a way that is not followed."""


@dataclass(frozen=True)
class Written:
    """A rule function as it is written."""

    tree: ast.FunctionDef
    names: Mapping[str, Any]
    """What the names in it stand for that it does not assign: those of its module, and of functions around it."""


@cache
def written(function: Callable[..., Any]) -> Written:
    """Read a function's source."""
    if not isinstance(function, FunctionType):
        raise NotFollowedError
    try:
        parsed = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError) as error:
        raise NotFollowedError from error
    if not isinstance(parsed, ast.FunctionDef) or parsed.name != function.__name__:
        raise NotFollowedError
    around = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return Written(parsed, {**function.__globals__, **{name: cell.cell_contents for name, cell in around}})


class Ranges:
    """The ranges of all expressions of some rules, over every call that was followed."""

    def __init__(self) -> None:
        self.of: dict[ast.expr, Value] = {}
        """By expression, of the trees that `written` gives."""
        self.given: dict[Callable[..., Any], tuple[Value, ...]] = {}
        """What each function was given, over all calls."""
        self.given_by: dict[tuple[Callable[..., Any], tuple[str, ...]], Value] = {}
        """What a rule gives, by its function and its inputs."""
        self.unfollowed: set[Callable[..., Any]] = set()
        self._answers: dict[tuple[object, ...], Value] = {}
        self._depth = 0

    def __repr__(self) -> str:
        """What tells these ranges from others: they follow from what each function was given."""
        return repr(sorted((f"{each.__module__}.{each.__qualname__}", given) for each, given in self.given.items()))

    def call(self, function: Callable[..., Any], arguments: Sequence[Value]) -> Value:
        """Follow a call, and give the range of its result."""
        key = (function, *arguments)
        if key not in self._answers:
            if self._depth > DEPTH_MAX:
                self.unfollowed.add(function)
                return ANY
            self._depth += 1
            try:
                self._answers[key] = self._followed(function, tuple(arguments))
            except NotFollowedError:
                self.unfollowed.add(function)
                self._answers[key] = ANY
            finally:
                self._depth -= 1
        return self._answers[key]

    def _followed(self, function: Callable[..., Any], arguments: tuple[Value, ...]) -> Value:
        source = written(function)
        arg = source.tree.args
        if len(arguments) != len(arg.args) or arg.vararg or arg.kwarg or arg.kwonlyargs:
            raise NotFollowedError
        before = self.given.get(function)
        self.given[function] = arguments if before is None else tuple(map(joined, before, arguments))
        following = Following(self, source.names)
        names: Names = dict(zip((each.arg for each in arg.args), arguments, strict=True))
        following.block(source.tree.body, names)
        if not following.returned:
            raise NotFollowedError
        found = following.returned[0]
        for other in following.returned[1:]:
            found = joined(found, other)
        return found

    def note(self, node: ast.expr, value: Value) -> Value:
        """Remember what an expression can be."""
        before = self.of.get(node)
        self.of[node] = value if before is None else joined(before, value)
        return value


def joined(one: Value, other: Value) -> Value:
    """What is known of a number that is one or the other."""
    if isinstance(one, Range) and isinstance(other, Range):
        return Range(min(one.low, other.low), max(one.high, other.high))
    if isinstance(one, Range) or isinstance(other, Range) or len(one) != len(other):
        raise NotFollowedError
    return tuple(Range(min(a.low, b.low), max(a.high, b.high)) for a, b in zip(one, other, strict=True))


def number(value: Value) -> Range:
    if not isinstance(value, Range):
        raise NotFollowedError
    return value


class Following:
    """One call that is followed."""

    def __init__(self, ranges: Ranges, outer: Mapping[str, Any]) -> None:
        self.ranges = ranges
        self.outer = outer
        self.returned: list[Value] = []

    # ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────────

    def block(self, statements: Sequence[ast.stmt], names: Names) -> bool:
        """Follow statements in turn; whether what comes after them can be reached."""
        return all(self.statement(each, names) for each in statements)

    def statement(self, node: ast.stmt, names: Names) -> bool:
        match node:
            case ast.Return(value=ast.expr() as value):
                self.returned.append(self.value(value, names))
                return False
            case ast.Expr(value=ast.Constant()):
                return True
            case ast.Assign(targets=targets, value=value):
                found = self.value(value, names)
                for target in targets:
                    assign(target, found, names)
                return True
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                found = combined(op, number(names.get(name, ANY)), number(self.value(value, names)))
                names[name] = self.ranges.note(target, found)
                return True
            case ast.If(test=test, body=body, orelse=orelse):
                self.value(test, names)
                return self.either(body, orelse, names)
            case ast.For() | ast.While():
                return self.loop(node, names)
        raise NotFollowedError

    def either(self, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], names: Names) -> bool:
        """Follow two branches, and join what is known where both go on."""
        one, other = dict(names), dict(names)
        reached = [each for each, statements in ((one, body), (other, orelse)) if self.block(statements, each)]
        if not reached:
            return False
        names.clear()
        names.update(reached[0] if len(reached) == 1 else met(one, other))
        return True

    def loop(self, node: ast.For | ast.While, names: Names) -> bool:
        """Follow a loop card by card, or until nothing grows any more; it may end at any time but as a tuple does."""
        if node.orelse:
            raise NotFollowedError
        items = self.value(node.iter, names) if isinstance(node, ast.For) and not is_range(node.iter) else None
        if isinstance(node, ast.For) and items is not None:
            if isinstance(items, Range):
                raise NotFollowedError
            for item in items:
                assign(node.target, item, names)
                if not self.block(node.body, names):
                    raise NotFollowedError
            return True
        for turn in range(LOOP_MAX + 2):
            after = dict(names)
            self.head(node, after)
            if not self.block(node.body, after):
                after = dict(names)  # it returned; otherwise it was not entered
            grown = met(names, after)
            if grown == names:
                return True
            if turn >= LOOP_MAX:
                grown = {name: grown[name] if names.get(name) == grown[name] else ANY for name in grown}
            names.clear()
            names.update(grown)
        raise NotFollowedError

    def head(self, node: ast.For | ast.While, names: Names) -> None:
        """What is asked or counted at each turn."""
        if isinstance(node, ast.While):
            self.value(node.test, names)
            return
        assert isinstance(node.iter, ast.Call)  # noqa: S101  # `is_range` has seen it
        ends = [number(self.value(each, names)) for each in node.iter.args]
        first, last = (Range(0, 0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
        assign(node.target, Range(first.low, max(first.low, last.high - 1)), names)

    # ── Expressions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def value(self, node: ast.expr, names: Names) -> Value:
        """The range of an expression, which is noted for it."""
        return self.ranges.note(node, self._value(node, names))

    def _value(self, node: ast.expr, names: Names) -> Value:
        match node:
            case ast.Constant() | ast.Name() | ast.Attribute():
                return self.named(node, names)
            case ast.Tuple(elts=elts):
                return tuple(number(self.value(each, names)) for each in elts)
            case ast.BoolOp(values=values):
                return self.one_of(values, names)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.value(test, names)
                return self.one_of((body, orelse), names)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.called(self.outer.get(name, name), [self.value(each, names) for each in args])
        return self.worked_out(node, names)

    def named(self, node: ast.expr, names: Names) -> Value:
        match node:
            case ast.Constant(value=bool() | int() as value):
                return Range(int(value), int(value))
            case ast.Name(id=name):
                return names[name] if name in names else constant(self.outer.get(name))
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                of = self.outer.get(name)
                return constant(getattr(of, attr, None)) if isinstance(of, type) and issubclass(of, IntEnum) else ANY
        raise NotFollowedError

    def worked_out(self, node: ast.expr, names: Names) -> Value:
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return combined(op, number(self.value(left, names)), number(self.value(right, names)))
            case ast.UnaryOp(op=op, operand=operand):
                return negated(op, number(self.value(operand, names)))
            case ast.Compare(left=left, comparators=others):
                for each in (left, *others):
                    self.value(each, names)
                return TRUTH
        raise NotFollowedError

    def one_of(self, nodes: Sequence[ast.expr], names: Names) -> Value:
        found = self.value(nodes[0], names)
        for each in nodes[1:]:
            found = joined(found, self.value(each, names))
        return found

    def called(self, function: object, arguments: list[Value]) -> Value:
        """A call to a rule, or to one of the few functions of Python's own that rules use."""
        if isinstance(function, FunctionType) and is_rule(function):
            return self.ranges.call(function, arguments)
        match function, arguments:
            case "int", [Range() as one]:
                return one
            case "bool", [Range()]:
                return TRUTH
            case "len", [tuple() as many]:
                return Range(len(many), len(many))
            case "min" | "max", [_, _, *_]:
                pick = min if function == "min" else max
                several = [number(each) for each in arguments]
                return Range(pick(each.low for each in several), pick(each.high for each in several))
            case "abs", [Range(low, high)]:
                return Range(0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))
        raise NotFollowedError


def is_range(node: ast.expr) -> bool:
    """Whether a loop counts from one number to another, one by one."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "range"
        and len(node.args) in (1, 2)
        and not node.keywords
    )


def assign(target: ast.expr, value: Value, names: Names) -> None:
    if isinstance(target, ast.Name):
        names[target.id] = value
        return
    targets = target.elts if isinstance(target, ast.Tuple) else []
    values = () if isinstance(value, Range) else value
    if not targets or len(targets) != len(values):
        raise NotFollowedError
    for each, one in zip(targets, values, strict=True):
        assign(each, one, names)


def met(one: Names, other: Names) -> Names:
    """What is known of every name after one way or another; a name that only one of them sets may be anything."""
    return {
        name: joined(one[name], other[name]) if name in one and name in other else ANY
        for name in dict.fromkeys((*one, *other))
    }


def constant(value: object) -> Value:
    if isinstance(value, int):
        return Range(int(value), int(value))
    if isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
        return tuple(Range(int(each), int(each)) for each in value)
    raise NotFollowedError


def negated(op: ast.unaryop, of: Range) -> Range:
    match op:
        case ast.Not():
            return TRUTH
        case ast.USub():
            return Range(-of.high, -of.low)
        case ast.Invert():
            return Range(-of.high - 1, -of.low - 1)
    return of


def combined(op: ast.operator, one: Range, other: Range) -> Range:
    """The range of two numbers put together."""
    if not (one.fits(128) and other.fits(128)):
        return ANY
    low, high, least, most = int(one.low), int(one.high), int(other.low), int(other.high)
    if (put := MONOTONE.get(type(op))) is not None:
        least_taken, most_taken = TAKEN.get(type(op), (least, most))
        if least < least_taken or most > most_taken:
            return ANY
        ends = [put(a, b) for a, b in product((low, high), (least, most))]
        return Range(min(ends), max(ends))
    if isinstance(op, ast.Mod) and least > 0:
        return one if low >= 0 and high < least else Range(0, most - 1)
    return bitwise(op, (low, high), (least, most))


MONOTONE: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
"""Where one number stays, these grow or shrink with the other, so they are extreme at the ends of both ranges."""
TAKEN: Final = {ast.FloorDiv: (1, 1 << 128), ast.LShift: (0, SHIFT_MAX), ast.RShift: (0, SHIFT_MAX)}
"""What is taken as the second number of some of them."""


def bitwise(op: ast.operator, one: tuple[int, int], other: tuple[int, int]) -> Range:
    """The range of two numbers put together bit by bit."""
    bottoms, tops = zip(one, other, strict=True)
    if isinstance(op, ast.BitAnd) and max(bottoms) >= 0:
        return Range(0, min(top for bottom, top in (one, other) if bottom >= 0))
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
        bits = max(abs(each).bit_length() for each in (*bottoms, *tops))
        return Range(0 if min(bottoms) >= 0 else -(1 << bits), (1 << bits) - 1)
    return ANY
