"""Trees as plain data for JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from gfkit.errors import InputError
from gfkit.formula.tree import Node, Rounding, part_names
from gfkit.sequences.number import number_text, read_number, short_repr

_LARGEST = 2**53
"""Integers beyond are text, as programs read them as floating-point numbers."""


def tree_as_json(node: Node) -> dict[str, Any]:
    """A tree as an object with its kind and its parts by name; fractions and large numbers are text.

    >>> from gfkit.formula.tree import N, Number, Power
    >>> tree_as_json(Power(Number(Fraction(1, 2)), N))["base"]
    {'kind': 'number', 'value': {'number': '1/2'}, 'digits': ''}
    """
    return {"kind": node.kind} | {name: _written(getattr(node, name)) for name in part_names(node.kind)}


def _written(value: Any) -> Any:
    if isinstance(value, Node):
        return tree_as_json(value)
    if isinstance(value, tuple):
        return [_written(part) for part in value]
    if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) > _LARGEST):
        return {"number": number_text(value)}
    return str(value) if isinstance(value, Rounding) else value


def tree_from_json(data: object) -> Node:
    """The tree that ``tree_as_json`` has written.

    >>> from gfkit.formula.tree import N, Root
    >>> tree_from_json(tree_as_json(Root(N)))
    Root(body=Letter(name='n'))
    """
    known = _kinds()
    if not isinstance(data, Mapping) or data.get("kind") not in known:
        raise InputError(f"formula {short_repr(data)}: expected an object with the kind of a part")
    kind = known[data["kind"]]
    hints, names = get_type_hints(kind), part_names(kind.kind)
    if data.keys() != {"kind", *names}:
        raise InputError(f"formula of kind {kind.kind!r}: expected {', '.join(names)} in it")
    parts = {name: _read(data[name]) for name in names}
    for name, value in parts.items():
        if hints[name] is Rounding and value in list(Rounding):
            parts[name] = Rounding(value)
        elif not _fits(value, hints[name]):
            raise InputError(f"formula of kind {kind.kind!r}: {name} cannot be {short_repr(data[name])}")
    return kind(**parts)


@cache
def _kinds() -> dict[str, type[Node]]:
    return {one.kind: one for one in Node.__subclasses__()}


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_read, value))
    if isinstance(value, Mapping):
        return read_number(value["number"]) if "number" in value else tree_from_json(value)
    return value


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of the type that a part has."""
    if get_origin(hint) is UnionType:
        return any(_fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        kinds = (inner[0],) * len(value) if isinstance(value, tuple) and inner[-1] is ... else inner
        return isinstance(value, tuple) and len(value) == len(kinds) and all(map(_fits, value, kinds))
    return type(value) is hint if hint in (int, bool) else isinstance(value, hint)
