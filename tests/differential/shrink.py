"""Making a find small: whatever can be left out while the same thing stays wrong."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .case import Case, Ending, RuleData

Judge = Callable[[Case], Ending]
Drawings = Iterator[str]
_MAY_BE_EMPTY = ("forbid", "count", "window", "near", "pin", "exactly", "line", "forbid_adjacent", "pieces")


def shrunk(found: Case, ending: Ending, judge: Judge, seconds: float = 8.0) -> tuple[Case, Ending]:
    """The smallest case reached by leaving things out one by one, each step being wrong in the same way."""
    stop = time.monotonic() + seconds
    while True:
        for case in smaller(found):
            if time.monotonic() > stop:
                return found, ending
            again = judge(case)
            if again.word == "wrong" and again.fault == ending.fault:
                found, ending = case, again
                break
        else:
            return found, ending


def smaller(case: Case) -> Iterator[Case]:
    """Cases with one thing less, the largest cuts first."""
    for name, usual in (("method", "auto"), ("weights", "none"), ("positions", "all")):
        if getattr(case, name) != usual:
            changes: dict[str, Any] = {name: usual}
            yield replace(case, **changes)
    for board in _boards(case.board):
        yield replace(case, board=board)
    for rule in _rules(case.rule):
        yield replace(case, rule=rule)


def _boards(board: str) -> Iterator[str]:
    if board.startswith("torus:"):
        yield board.replace("torus:", "cylinder:")
    if board.startswith("cylinder:"):
        yield board.replace("cylinder:", "")
    if board in ("path:n", "cycle:n"):
        yield "1xn"
    width = re.search(r"\d+", board)
    if width is not None and int(width[0]) > 1:
        yield board.replace(width[0], str(int(width[0]) - 1))


def _rules(rule: RuleData) -> Iterator[RuleData]:
    """The rule with one entry of one of its lists left out, or one of its drawings made smaller."""
    for path in _lists(rule, ()):
        items = _at(rule, path)
        for index, item in enumerate(items):
            if len(items) > 1 or path[-1] in _MAY_BE_EMPTY:
                yield _with(rule, path, items[:index] + items[index + 1 :])
            if isinstance(item, str) and path[-1] in ("forbid", "pieces"):
                for drawing in _drawings(item, path[-1] == "forbid"):
                    if drawing not in items:
                        yield _with(rule, (*path, index), drawing)
            if isinstance(item, dict):
                yield from _tables(rule, (*path, index))
    if rule.get("rules", {}).get("liberties"):
        yield _with(rule, ("rules", "liberties"), False)
    yield from _fewer_colours(rule)


def _tables(rule: RuleData, path: tuple[Any, ...]) -> Iterator[RuleData]:
    """A count with a smaller neighbourhood, a tile without weight or with a label 0."""
    table = _at(rule, path)
    if "weight" in table:
        yield _with(rule, path, {key: value for key, value in table.items() if key != "weight"})
    for side in ("top", "right", "bottom", "left"):
        if table.get(side, 0) != 0:
            yield _with(rule, (*path, side), 0)
    neighbours = table.get("neighbours", "")
    if neighbours == "king":
        yield _with(rule, (*path, "neighbours"), "ooo/oXo/ooo")
    elif neighbours not in ("", "rook"):
        for drawing in _drawings(neighbours, False, "o"):
            if "X" in drawing and "o" in drawing:
                yield _with(rule, (*path, "neighbours"), drawing)


def _fewer_colours(rule: RuleData) -> Iterator[RuleData]:
    if "cells" in rule:
        for key in ("weight", "outside", "new_values", "count_up_to"):
            if key in rule["cells"]:
                yield _with(rule, ("cells",), {name: v for name, v in rule["cells"].items() if name != key})
        if rule["cells"].get("colours", 1) > 1:
            yield _with(rule, ("cells", "colours"), rule["cells"]["colours"] - 1)
    if "colours" in rule and rule["colours"]["number"] > 1:
        yield _with(rule, ("colours", "number"), rule["colours"]["number"] - 1)


def _drawings(text: str, window: bool, mark: str = "X") -> Drawings:
    """Drawings with a row or column less, or with one mark less."""
    rows = text.split("/")
    for kept in (rows[1:], rows[:-1], [row[1:] for row in rows], [row[:-1] for row in rows]):
        if kept and all(kept) and any(row.strip(".?") for row in kept):
            yield "/".join(kept)
    for index, char in enumerate(text):
        less = {"/": "", ".": "", "?": "."}.get(char, "?" if window else "." if char == mark else "")
        changed = text[:index] + less + text[index + 1 :]
        if less and changed.strip("./?"):
            yield changed


def _lists(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Where in a rule there are lists, outer ones first."""
    if isinstance(value, list):
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _lists(inner, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(rule: RuleData, path: tuple[Any, ...], value: Any) -> RuleData:
    """The rule with something else at one place."""
    copy: RuleData = json.loads(json.dumps(rule))
    _at(copy, path[:-1])[path[-1]] = value
    return copy
