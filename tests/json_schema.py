"""A validator for the part of JSON Schema (draft 2020-12) that our schemas use; a keyword it does not know fails."""

import re
from collections.abc import Iterator
from typing import Any

TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int}
SAID = {"$schema", "$defs", "title", "description", "examples", "default"}


def faults(value: Any, schema: Any, root: Any = None, at: str = "$") -> Iterator[str]:
    """Every way in which a value is not what a schema asks for."""
    root = schema if root is None else root
    if schema is False:
        yield f"{at}: nothing belongs here"
        return
    for keyword, wanted in schema.items():
        if keyword not in SAID:
            yield from CHECKS[keyword](value, wanted, schema, root, at)


def is_valid(value: Any, schema: Any, root: Any) -> bool:
    """Whether a value is what a part of a schema asks for."""
    return not list(faults(value, schema, root))


def fault(at: str, wrong: bool, what: object) -> Iterator[str]:
    """One fault, or none."""
    if wrong:
        yield f"{at}: {what}"


def of_type(value: Any, wanted: str, _: Any, __: Any, at: str) -> Iterator[str]:
    right = isinstance(value, TYPES[wanted]) and (wanted not in ("number", "integer") or not isinstance(value, bool))
    return fault(at, not right, f"not of type {wanted}")


def properties(value: Any, wanted: Any, _: Any, root: Any, at: str) -> Iterator[str]:
    for name, schema in wanted.items():
        if isinstance(value, dict) and name in value:
            yield from faults(value[name], schema, root, f"{at}.{name}")


def items(value: Any, wanted: Any, schema: Any, root: Any, at: str) -> Iterator[str]:
    for place, part in list(enumerate(value if isinstance(value, list) else ()))[len(schema.get("prefixItems", ())) :]:
        yield from faults(part, wanted, root, f"{at}[{place}]")


def prefix_items(value: Any, wanted: Any, _: Any, root: Any, at: str) -> Iterator[str]:
    for place, (part, schema) in enumerate(zip(value if isinstance(value, list) else (), wanted, strict=False)):
        yield from faults(part, schema, root, f"{at}[{place}]")


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


CHECKS: dict[str, Any] = {
    "type": of_type,
    "properties": properties,
    "items": items,
    "prefixItems": prefix_items,
    "$ref": lambda v, w, _, root, at: faults(v, root["$defs"][w.removeprefix("#/$defs/")], root, at),
    "required": lambda v, w, _, __, at: fault(at, isinstance(v, dict) and not set(w) <= set(v), f"lacks one of {w}"),
    "additionalProperties": lambda v, w, s, __, at: fault(
        at, w is not False or (isinstance(v, dict) and not set(v) <= set(s["properties"])), "has other fields"
    ),
    "oneOf": lambda v, w, _, root, at: fault(at, sum(is_valid(v, s, root) for s in w) != 1, "not just one of several"),
    "anyOf": lambda v, w, _, root, at: fault(at, not any(is_valid(v, s, root) for s in w), "none of several"),
    "enum": lambda v, w, _, __, at: fault(at, not any(v == e and type(v) is type(e) for e in w), f"none of {w}"),
    "pattern": lambda v, w, _, __, at: fault(at, isinstance(v, str) and not re.search(w, v), f"not like {w}"),
    "minimum": lambda v, w, _, __, at: fault(at, number(v) and v < w, f"below {w}"),
    "maximum": lambda v, w, _, __, at: fault(at, number(v) and v > w, f"above {w}"),
    "exclusiveMinimum": lambda v, w, _, __, at: fault(at, number(v) and v <= w, f"not above {w}"),
    "minItems": lambda v, w, _, __, at: fault(at, isinstance(v, list) and len(v) < w, f"fewer than {w}"),
    "maxItems": lambda v, w, _, __, at: fault(at, isinstance(v, list) and len(v) > w, f"more than {w}"),
}
