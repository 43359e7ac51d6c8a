"""Interpretation of a parsed sentence: its parts of a rule file are combined, and its boards are
determined.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from gfkit.core.deferred import regex
from gfkit.oeis.reading.grammar import Tree
from gfkit.oeis.reading.terms import (
    Scope,
    UndefinedMeaningError,
    check_fits,
    fill_in,
    inside,
    work_out,
)

_STEPPED = regex(r"(?:^|(?<=[x:]))(?:([1-9][0-9]*)n|\(([1-9][0-9]*)?n([+-][0-9]+)\))(?=x|$)")


def interpret(tree: Tree) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Return the rule that a parse tree denotes, the further values (boards, a factor), and the forms in the
    tree.
    """
    known: dict[str, Any] = {"tall": 0, "wide": 0}
    for node, scope in _nodes(tree, Scope({}, None, known)):
        for name, text in node.form.context.items():
            known[name] = fill_in(text, scope)
    rule: dict[str, Any] = {}
    result: dict[str, Any] = {}
    used: list[str] = []
    for node, scope in _nodes(tree, Scope({}, None, known)):
        try:
            check_fits(node, scope)
            _merge(rule, _repeat(node.form.rule, scope))
            _merge(result, fill_in(node.form.result, scope))
        except UndefinedMeaningError as error:
            error.phrase = error.phrase or node
            raise
        used.append(node.form.id)
    if "rows" in result:
        result |= _boards(result["rows"], result["columns"])
    if "family" in result:
        result |= _step_family(result["family"])
    if not result.get("family") and not result.get("table"):
        raise UndefinedMeaningError("no family of boards is specified")
    if "round" in result and "line" in rule.get("rules", {}):
        raise UndefinedMeaningError("a cyclic board has no line with a beginning")
    if "divide" in rule and result.get("step", 1) > 1:
        raise UndefinedMeaningError(
            "a quotient is supported only if a(n) is defined on every board of a family"
        )
    return rule, result, used


def _boards(rows: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return the family of boards whose numbers of rows and columns are linear in the size variables."""
    if rows["v"] and rows == columns:
        return {"family": "nxn", "shift": rows["b"], "step": rows["a"]}
    if rows["v"] and columns["v"]:
        if {rows["v"], columns["v"]} != {"n", "k"} or rows["a"] * columns["a"] != 1:
            raise UndefinedMeaningError("both sides grow with the same variable, or one grows in steps")
        return {"table": f"{rows['v']}x{columns['v']}", "shifts": [rows["b"], columns["b"]]}
    sides = [side["v"] or str(side["b"]) for side in (rows, columns)]
    grows = rows if rows["v"] else columns
    return {"family": "x".join(sides), "shift": grows["b"] if grows["v"] else 0, "step": max(1, grows["a"])}


def _step_family(family: str) -> dict[str, Any]:
    """Return the family, step and shift of a board whose size is not n, such as ``5x2n`` or
    ``star:(n+1)``.
    """
    match = _STEPPED.search(family)
    if match is None:
        return {}
    stepped: dict[str, Any] = {"family": _STEPPED.sub("n", family), "step": int(match[1] or match[2] or 1)}
    return stepped | ({"shift": int(match[3])} if match[3] else {})


def _nodes(tree: Tree, scope: Scope) -> Iterator[tuple[Tree, Scope]]:
    """Yield the trees that contribute to the meaning directly, from left to right."""
    own = inside(tree, scope)
    yield tree, own
    for slot in tree.slots.values():
        for part in slot if isinstance(slot, tuple) else (slot,):
            if isinstance(part, Tree) and not part.form.is_value:
                yield from _nodes(part, own)


def _repeat(given: Any, scope: Scope) -> Any:
    """Substitute the placeholders in a part of a rule.

    A table with the key ``each`` is repeated for every value of its variables. A list without remaining
    tables is omitted.
    """
    if isinstance(given, Mapping):
        parts = {key: _repeat(value, scope) for key, value in given.items()}
        return {key: part for key, part in parts.items() if part != [] or not isinstance(given[key], list)}
    if not isinstance(given, list):
        return fill_in(given, scope)
    items: list[Any] = []
    for item in given:
        if isinstance(item, Mapping) and "each" in item:
            names, _, source = item["each"].partition(" in ")
            rest = {key: value for key, value in item.items() if key != "each"}
            for value in work_out(f"[[{names}] for {names} in {source}]", scope):
                bound = dict(zip((name.strip() for name in names.split(",")), value, strict=True))
                items += _repeat([rest], scope.inner(bound))
        elif isinstance(item, Mapping) and "if" in item:
            if work_out(item["if"], scope):
                items.append(_repeat({key: value for key, value in item.items() if key != "if"}, scope))
        else:
            value = _repeat(item, scope)
            items += value if isinstance(item, str) and isinstance(value, list) else [value]
    return items


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if key not in into:
            into[key] = value
        elif isinstance(value, Mapping) and isinstance(into[key], dict):
            into[key] = dict(into[key])
            _merge(into[key], value)
        elif isinstance(value, list) and isinstance(into[key], list):
            into[key] = into[key] + [item for item in value if item not in into[key]]
        elif into[key] != value:
            raise UndefinedMeaningError(f"{key} is specified twice, as {into[key]} and as {value}")


def rule_text(rule: Mapping[str, Any]) -> str:
    """Return the data of a rule file as TOML."""
    return "\n".join(_table(rule, "")) + "\n"


def _table(data: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for key, value in data.items():
        if not isinstance(value, Mapping) and not _is_tables(value):
            yield f"{_key(key)} = {_toml(value)}"
    for key, value in data.items():
        name = prefix + _key(key)
        if isinstance(value, Mapping):
            if not value or any(
                not isinstance(part, Mapping) and not _is_tables(part) for part in value.values()
            ):
                yield f"[{name}]"
            yield from _table(value, name + ".")
        elif _is_tables(value):
            for item in value:
                yield f"[[{name}]]"
                yield from _table(item, name + ".")


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(key: str) -> str:
    """Return a key, in quotes if TOML requires them."""
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)  # as TOML has them, too
