"""Rules in 32 bits, for machines on which half as many bits are twice as fast.

Numba works out every integer in 64 bits. Where the ranges of a rule's expressions show that 32 are enough, the rule is
written again with each of these results cut to 32 bits, and the compiler works with so many from there. No rule says
anything of this, and what has no bounds, or needs more bits, stays as it is.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from types import FunctionType
from typing import Any, Final

from croupier.cards import NO_CARD
from croupier.errors import Refused
from croupier.kernel.value_range import ANY, Range, Ranges, Value, written
from croupier.rulebook.deal import Draw
from croupier.rulebook.model import Model
from croupier.rulebook.wager import UNASKED, Rule

BITS: Final = 32
CUT: Final = "_cut"
WHOLE: Final = "_whole"
"""The names under which a rule that was written again finds what cuts a number, and what makes it whole again."""


def ranges_of(model: Model) -> Ranges:
    """The ranges of everything in a model's rules, for whatever cards it may draw."""
    known: dict[str, tuple[Range, ...]] = {name: (Range(int(v), int(v)),) for name, v in model.constants.items()}
    for drawn in model.draws:
        lowest = NO_CARD if drawn.after else min(model.deck, default=0)
        cards = (Range(lowest, max(model.deck, default=0)),) * drawn.count
        known[drawn.name] = (Range(1, drawn.count),) if drawn.kind is Draw.DIE else cards
    for decision in model.decisions:
        codes = [int(option.code) for option in decision.options]
        known[decision.id] = (Range(min(*codes, UNASKED.code), max(*codes, UNASKED.code)),)
    ranges = Ranges()

    def follow(rule: Rule) -> Value:
        if any(name not in known for name in rule.inputs):
            return ANY
        found = ranges.call(rule.function, [each for name in rule.inputs for each in known[name]])
        ranges.given_by[rule.function, rule.inputs] = found
        return found

    for _ in model.features:  # one may stand before those it is made of
        for feature in model.features:
            if feature.name not in known and all(name in known for name in feature.rule.inputs):
                found = follow(feature.rule)
                known[feature.name] = (found if isinstance(found, Range) else ANY,)
    for rule in model.rules():
        follow(rule)
    return ranges


class Narrowing:
    """Writes rules again, by what is known of their ranges."""

    def __init__(self, ranges: Ranges, cut: Callable[[int], int], whole: Callable[[int], int]) -> None:
        """`cut` makes a number one of 32 bits, `whole` one of 64."""
        self.ranges = ranges
        self.made_by = {CUT: cut, WHOLE: whole}

    def __call__(self, function: FunctionType, rebuilt: FunctionType) -> FunctionType:
        """A rule written again, which calls what the rebuilt one calls."""
        if function in self.ranges.unfollowed or function not in self.ranges.given:
            return rebuilt
        source = written(function)
        tree = Cutting(self.ranges.of, self.ranges.given[function]).of(source.tree)
        outer = {**source.names, **rebuilt.__globals__, **self.made_by}
        module = ast.fix_missing_locations(ast.Module([tree], []))
        exec(compile(module, function.__code__.co_filename, "exec"), outer)  # noqa: S102  # a rule, as it is written
        again = outer[function.__name__]
        if not isinstance(again, FunctionType):
            raise TypeError(f"{function!r} is not a plain function")
        return again


class Cutting(ast.NodeTransformer):
    """Cuts every result that fits; a copy is changed, and ranges are those of the original."""

    def __init__(self, ranges: Mapping[ast.expr, Value], given: Iterable[Value]) -> None:
        self.ranges = ranges
        self.given = tuple(given)
        self.original: dict[ast.AST, ast.AST] = {}

    def of(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        copied = deepcopy(tree)
        self.original = dict(zip(ast.walk(copied), ast.walk(tree), strict=True))
        copied.decorator_list, copied.returns = [], None
        body = [each for each in map(self.visit, copied.body) if each is not None]
        given = []
        for each, value in zip(copied.args.args, self.given, strict=True):
            each.annotation = None
            if isinstance(value, Range) and value.fits(BITS):
                name = ast.Name(each.arg, ast.Load())
                given.append(ast.Assign([ast.Name(each.arg, ast.Store())], called(name)))
        copied.body = [*given, *body]
        return copied

    def fits(self, node: ast.AST) -> bool:
        """Whether this was a number that fits."""
        original = self.original.get(node)
        known = self.ranges.get(original) if isinstance(original, ast.expr) else None
        return isinstance(known, Range) and known.fits(BITS)

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401  # as in the library
        """Change what is within, then cut the whole if it fits."""
        match node:
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op):
                fits = self.fits(target)
                self.generic_visit(node)
                whole = ast.BinOp(ast.Name(name, ast.Load()), op, node.value)
                return ast.copy_location(ast.Assign([target], called(whole) if fits else whole), node)
            case ast.Assign(value=ast.expr() as value) | ast.Return(value=ast.expr() as value):
                fits = isinstance(value, ast.Constant | ast.Attribute) and self.fits(value) and not is_truth(value)
                self.generic_visit(node)
                if fits:
                    node.value = called(value)
                return node
            case ast.Tuple(elts=elts, ctx=ast.Load()):
                fitting = [self.fits(each) for each in elts]
                self.generic_visit(node)
                if any(fitting) and not all(fitting):  # loops want numbers of one kind
                    node.elts = [called(each, WHOLE) for each in node.elts]
                return node
            case ast.BinOp() | ast.IfExp() | ast.Call() | ast.UnaryOp(op=ast.USub() | ast.Invert()):
                fits = self.fits(node)
                self.generic_visit(node)
                return ast.copy_location(called(node), node) if fits else node
        return self.generic_visit(node)


def is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def called(node: ast.expr, by: str = CUT) -> ast.Call:
    return ast.Call(ast.Name(by, ast.Load()), [node], [])


def checked_cut(value: int) -> int:
    """Cut a number where nothing is cut: on a device that is only simulated, which shows whether it would have fit."""
    if not -(1 << BITS - 1) <= value < 1 << BITS - 1:
        raise Refused(f"{value:,} was taken to fit {BITS} bits; please report this")
    return int(value)
