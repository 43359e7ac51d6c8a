"""Parser of rule files that read labels: it separates the constraints and weights that mention a label."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from gfkit.core.boards.labels import BLANKS, GEOMETRIC, read_value
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import RuleError, known_choices
from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.expression import FUNCTIONS, check_predicate
from gfkit.core.rules.kind import check_table_keys
from gfkit.core.rules.kinds.array.file import KEYS as ARRAY_KEYS, read_condition
from gfkit.core.rules.kinds.array.rule import ArrayRule, WindowPredicate
from gfkit.core.rules.kinds.edges.rule import VERTEX, EdgeRule
from gfkit.core.rules.kinds.labelled.rule import (
    GroupRule,
    LabelledRule,
    LabelName,
    Reading,
    ReadingDegree,
    ReadingLine,
    ReadingPart,
    filled,
    label_at,
    names_in,
    places_in,
)
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import MOST_TIMES, RuleTable
from gfkit.core.rules.values import Pin, Predicate

Tables = Mapping[str, Any]
_NAME, _NUMBERS = regex(r"[a-z][a-z_]{0,20}"), regex(r"\d{1,6}(?:\s*,\s*\d{1,6})*")
_RESERVED = frozenset(
    {
        *"xysdabcionk",
        "near",
        "all",
        "rows",
        "columns",
        "and",
        "or",
        "not",
        "in",
        "if",
        "else",
        "for",
        *FUNCTIONS,
        *GEOMETRIC,
    }
)
_PREDICATES = (
    "require",
    "forbid",
    "when",
    "sum",
    "next",
    "accept",
    "start",
    "number",
    "match",
    "pairs",
    "map",
)
_PARTS = ("near", "window", "pin")
KEYS: dict[str, dict[str, str]] = {
    "array": {
        "": "labels",
        "[rules]": "distinct",
        "[[rules.distinct]]": "each",
        "[[rules.exactly]]": "each",
        "[[rules.line]]": "runs",
    },
    "edges": {
        "": "labels",
        "[edges]": "weight_left exactly distinct",
        "[[edges.exactly]]": "each when sum number at_least at_most",
        "[[edges.distinct]]": "each",
    },
}
"""Keys of rules that read labels, in addition to the keys of their kind, by kind and table."""
_KEYS_OF = {
    "distinct": "each",
    "exactly": "each when sum number at_least at_most",
    "line": "along start next require accept read",
    "runs": "along runs",
}
"""Keys of the tables that read labels, by the name of the table or a key."""
_MOST_CAP = 12
"""Degree that no predicate distinguishes from larger ones, in a rule without constraints on degrees."""
_EXAMPLE = 1
"""Value of every label in the test of an expression when the rule is read."""


def read(where: str, data: Tables, rule_of: Callable[[Tables], Rule]) -> LabelledRule:
    """Parse the tables of a rule that reads labels; ``rule_of`` parses tables without labels."""
    if "cells" not in data and "edges" not in data:
        raise RuleError(
            f"{where}: labels are read by arrays, with [cells], and by sets of edges, with [edges]; a file"
            " with a board and its labels is no rule, and is written as the board @FILE.toml"
        )
    labels = _parse_names(where, data["labels"])
    names = tuple(label.name for label in labels)
    plain = {key: value for key, value in data.items() if key != "labels"}
    home = "edges" if "edges" in data else "rules"
    own = data.get(home, {})
    if not isinstance(own, Mapping):
        raise RuleError(f"{where} [{home}]: expected a table, got {own!r}")
    kept: dict[str, Any] = {}
    read_by: list[tuple[str, int, Mapping[str, Any]]] = []
    for key, items in own.items():
        tables = items if isinstance(items, list) and all(isinstance(item, Mapping) for item in items) else []
        with_labels = [
            item
            for item in tables
            if key == "distinct" or ("each" in item and key == "exactly") or _mentions(item, names)
        ]
        read_by += [(key, number, item) for number, item in enumerate(tables, 1) if item in with_labels]
        if not tables or len(with_labels) < len(tables):
            kept[key] = [item for item in tables if item not in with_labels] if tables else items
    texts, kept = _split_weights(where, home, data, kept, names)
    vertex = kept.get("vertex") if home == "edges" else None
    if isinstance(vertex, str) and names_in(vertex, names):
        del kept["vertex"]
    else:
        vertex = None
    if home == "edges" and not {*kept} & {
        "vertex",
        "taken",
        "left",
        "near",
        "components",
        "cycles",
        "joins",
        "apart",
        "each",
    }:
        kept = {**({} if "modulo" in kept else {"cap": _MOST_CAP}), **kept, "vertex": "d >= 0"}
    plain[home] = kept
    if texts and home == "rules":
        plain["cells"] = {key: value for key, value in data["cells"].items() if key != "weight"}
    rule: Any = rule_of(plain)
    _check_plain(where, rule)
    for name in filter(None, (label_at(place.text)[0] for place in places_in(rule))):
        if name not in (*names, *GEOMETRIC):
            raise RuleError(f"{where}: {name!r} is not a label of the rule; {known_choices(name, names)}")
    texts_read = f"{own} {data.get('cells')}"
    if unread := [name for name in names if name not in names_in(texts_read, names)]:
        raise RuleError(f"{where}: no constraint and no weight reads the label {unread[0]!r}")
    readings: list[Reading] = []
    for key, number, item in read_by:
        table = RuleTable(where, item, f"{home}.{key}", number)
        readings += _read_one(table, key, rule, names)
    if vertex is not None:
        if rule.pins:
            raise RuleError(f"{where} [edges] vertex reads labels, which cannot be combined with pin")
        used = names_in(vertex, names)
        check_predicate(
            where,
            Predicate(filled(vertex, dict.fromkeys(used, _EXAMPLE))),
            VERTEX,
            tuple(rule.every),
            "vertex",
        )
        readings.append(ReadingDegree(Predicate(vertex), used))
    return LabelledRule(rule.name, rule, labels, tuple(readings), texts, rule.about, factors=rule.factors)


def _parse_names(where: str, given: object) -> tuple[LabelName, ...]:
    """Return the labels: a list of names, or a table of names with marks of further blanks."""
    listed: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    if isinstance(given, list) and all(isinstance(name, str) for name in given):
        listed = dict.fromkeys(given, "")
    needed = (
        'a list of names such as ["clue"], or a table such as { clue = "0" } with the marks of a blank place'
    )
    if not listed or not all(isinstance(marks, str) for marks in listed.values()):
        raise RuleError(f"{where}: labels must be {needed}, got {given!r:.60}")
    for name in listed:
        if not _NAME.fullmatch(name) or name in _RESERVED:
            raise RuleError(
                f"{where}: label {name!r} must have 1 to 21 small letters or underscores, and not be a"
                " word of expressions such as x, d or near"
            )
    return tuple(
        LabelName(name, frozenset(read_value(mark) for mark in marks.split() if mark not in BLANKS))
        for name, marks in listed.items()
    )


def _mentions(item: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Return True if an expression of a table mentions a label."""
    texts = [value for key, value in item.items() if key in _PREDICATES and isinstance(value, str)]
    return "runs" in item or any(names_in(text, names) for text in texts)


def _check_plain(where: str, rule: Rule) -> None:
    """Raise RuleError if labels cannot be combined with a property of the rule."""
    odd = ""
    if isinstance(rule, ArrayRule):
        odd = "image" if rule.image is not None else "count_up_to" if rule.new_values == "classes" else ""
        odd = odd or (
            "new_values"
            if rule.new_values
            else "divide"
            if rule.divide > 1
            else "least"
            if any(rule.least)
            else ""
        )
        odd = odd or ("values = n" if rule.grows is not None else "")
    elif isinstance(rule, EdgeRule):
        odd = "wraps" if rule.linkage.wraps else ""
    if odd:
        raise RuleError(f"{where}: labels cannot be combined with {odd}")


# Constraints


def _read_one(table: RuleTable, key: str, rule: Any, names: Sequence[str]) -> Iterator[Reading]:
    """Yield the constraints in one table that mentions labels."""
    is_array = isinstance(rule, ArrayRule)
    values = rule.values if is_array else (0, 1)
    known = _KEYS_OF.get("runs" if key == "line" and "runs" in table else key) or ARRAY_KEYS.get(
        f"[[rules.{key}]]"
    )
    if known is not None:
        check_table_keys(table, known, rule.kind)
    if key in ("exactly", "distinct"):
        yield from _read_groups(table, key, names, values)
    elif key in _PARTS and is_array:
        if "weight" in table:
            raise table.error(": the predicate of a weight cannot read labels", "weight")
        used = names_in(" ".join(str(table.raw(word, "")) for word in ("require", "forbid")), names)
        part = read_condition(key, _with_example(table, used), values)
        if isinstance(part, Pin) and part.text.startswith("label"):
            raise table.error(": the predicate at a place of a label cannot read labels", "at")
        if isinstance(part, WindowPredicate) and (odd := {*used} & {letter for _, letter in part.cells}):
            raise table.error(f": {min(odd)!r} is a label and a letter of the shape", "shape")
        text = table.text(part.predicate.key).strip()
        yield ReadingPart(replace(part, predicate=replace(part.predicate, text=text)), used)
    elif key == "line" and is_array:
        yield _read_line(table, names, values)
    else:
        raise table.error(
            f": [[{key}]] cannot read labels; near, window, pin, line, exactly and distinct of arrays can,"
            " and vertex, exactly, distinct of sets of edges"
        )


def _with_example(table: RuleTable, names: Sequence[str]) -> RuleTable:
    """Return a table in which a number replaces each label, to test its expressions."""
    return table.with_texts(lambda text: filled(text, dict.fromkeys(names, _EXAMPLE)))


def _read_line(table: RuleTable, names: Sequence[str], values: tuple[int, ...]) -> ReadingLine:
    used = names_in(" ".join(str(table.raw(word, "")) for word in ("next", "require", "accept")), names)
    is_backwards = table.raw("read", "forwards") == "backwards"
    if "runs" in table:
        runs = table.text("runs")
        if runs not in names:
            raise table.error_for("runs", f"a label; {known_choices(runs, names)}")
        line = read_condition("line", _replaced(table, {"along": table.raw("along"), "match": "0*"}), (0, 1))
        return ReadingLine(replace(line, match=""), (runs,), runs)
    if table.raw("read", "forwards") not in ("forwards", "backwards"):
        raise table.error_for("read", "forwards or backwards")
    tried = _with_example(table, used)
    tried = _replaced(
        tried,
        {key: tried.raw(key) for key in ("along", "start", "next", "require", "accept") if key in tried},
    )
    line = read_condition("line", tried, values)
    texts = {key: table.text(key).strip() for key in ("next", "require", "accept") if key in table}
    made: LineRule = replace(line, **texts)
    return ReadingLine(made, used, is_backwards=is_backwards)


def _replaced(table: RuleTable, data: Mapping[str, Any]) -> RuleTable:
    return RuleTable(table.where, data)


def _read_groups(
    table: RuleTable, key: str, names: Sequence[str], values: Sequence[int]
) -> Iterator[GroupRule]:
    given = table.raw("each")
    each = [given] if isinstance(given, str) else given
    if not isinstance(each, list) or not each or not all(isinstance(name, str) for name in each):
        raise table.error_for("each", 'a label, or a list of labels such as ["row", "column", "region"]')
    odd = next((name for name in each if name not in (*names, *GEOMETRIC)), None)
    if odd is not None:
        raise table.error(
            f": each contains {odd!r}, not a label; {known_choices(odd, (*names, *GEOMETRIC))}", "each"
        )
    if key == "distinct":
        yield from (GroupRule(name, is_distinct=True) for name in each)
        return
    asked = [word for word in ("number", "at_least", "at_most") if word in table]
    if len(asked) != 1 or ("when" in table) == ("sum" in table):
        raise table.error(": give one of when and sum, and one of number, at_least and at_most")
    word = "sum" if "sum" in table else "when"
    what, number = table.text(word).strip(), table.raw(asked[0])
    text = ", ".join(map(str, number)) if isinstance(number, list) else str(number).strip()
    what_names, number_names = names_in(what, names), names_in(text, names)
    is_listed = _NUMBERS.fullmatch(text) is not None
    if not is_listed or max(map(int, text.split(","))) > MOST_TIMES:
        if is_listed or isinstance(number, bool | list) or ("," in text) or not number_names:
            raise table.error_for(asked[0], f"integers from 0 to {MOST_TIMES}, or an expression in labels")
        with table.reading(asked[0]):
            check_predicate(
                table.where,
                Predicate(filled(text, dict.fromkeys(number_names, _EXAMPLE))),
                (),
                (0,),
                asked[0],
            )
    with table.reading(word):
        check_predicate(
            table.where,
            Predicate(filled(what, dict.fromkeys(what_names, _EXAMPLE))),
            (("x", 0),),
            values,
            word,
        )
    bound = asked[0].removeprefix("number").removeprefix("at_")
    for name in each:
        yield GroupRule(name, Predicate(what), word == "sum", text, bound, False, what_names, number_names)


# Weights


def _split_weights(
    where: str, home: str, data: Tables, kept: dict[str, Any], names: Sequence[str]
) -> tuple[tuple[tuple[int, str], ...], dict[str, Any]]:
    """Return the weights in labels, by the values of a variable, and the other keys."""
    if home == "edges":
        found = {value: kept.get(key) for value, key in ((1, "weight"), (0, "weight_left"))}
        is_placed = "weight_left" in kept or bool(names_in(str(found[1]), names))
        kept = {
            key: value
            for key, value in kept.items()
            if key != "weight_left" and (key != "weight" or not is_placed)
        }
        given = {value: text for value, text in found.items() if text is not None} if is_placed else {}
    else:
        cells = data["cells"]
        weight = cells.get("weight", {}) if isinstance(cells, Mapping) else {}
        texts = weight.values() if isinstance(weight, Mapping) else ()
        is_placed = any(names_in(str(text), names) for text in texts)
        given = {}
        for value, text in weight.items() if is_placed else ():
            if not re.fullmatch(r"-?\d{1,7}", str(value)):
                raise RuleError(f"{where} [cells] weight: {value!r} is not a value of a cell")
            given[int(value)] = text
    for text in given.values():
        check_weight(where, str(text), names)
    return tuple((value, str(text)) for value, text in given.items()), kept


POWER = regex(r"\b([A-Za-z])\s*\^\s*(\w+|\([^()]*\))")
"""Power of a letter in a weight, such as x^length."""
_LETTERS = "LETTERS"
"""Name that replaces a power of a letter in the test of a weight."""


def check_weight(where: str, text: str, names: Sequence[str]) -> None:
    """Raise RuleError unless a weight is a product of powers of letters and of an expression in labels."""
    if any(match[1] in names for match in POWER.finditer(text)):
        raise RuleError(f"{where}: weight {text!r}: the base of a power must be a letter that is not a label")
    parts = [POWER.sub(_LETTERS, text), *(match[2] for match in POWER.finditer(text))]
    factors = [_factors_of(part) for part in parts]
    nodes = [node for each in factors for factor in each for node in ast.walk(factor)]
    names_used = [node.id for node in nodes if isinstance(node, ast.Name)]
    odd = next((name for name in names_used if name not in names and name != _LETTERS), None)
    if odd is not None and len(odd) > 1:
        raise RuleError(f"{where}: weight {text!r}: unknown label {odd!r}; {known_choices(odd, names)}")
    inner = [factor for factor in factors[0] if not isinstance(factor, ast.Name)]
    is_inside = any(
        isinstance(node, ast.Name) and node.id == _LETTERS for one in inner for node in ast.walk(one)
    )
    if odd or is_inside or not all(factors) or not all(map(_is_in_weights, nodes)):
        raise RuleError(
            f"{where}: weight {text!r} must be a product of powers of letters such as x^length, and of"
            " labels, numbers, and expressions with + - * / in parentheses"
        )


def _factors_of(text: str) -> list[ast.expr]:
    """Return the factors of an expression, or [] if it cannot be parsed."""
    try:
        todo = [ast.parse(text.strip(), mode="eval").body] if len(text) <= _LONGEST else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[ast.expr] = []
    while todo:
        node = todo.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            todo += [node.left, node.right]
        else:
            found.append(node)
    return found


_LONGEST = 200
"""Maximum length of the expression of a weight, in characters."""
_IN_WEIGHTS = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Load, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.USub)


def _is_in_weights(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is int or (isinstance(node.value, float) and isfinite(node.value))
    return isinstance(node, _IN_WEIGHTS)
