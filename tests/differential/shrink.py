"""Reduction of a failure: delete parts as long as the same class of failure remains."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from json_places import at, places, plainly

from .case import Case, Ending, RuleData

Judge = Callable[[Case], Ending]


def shrunk(found: Case, ending: Ending, judge: Judge, seconds: float = 8.0) -> tuple[Case, Ending]:
    """Return the smallest case reached by deleting single parts while the class of failure is unchanged."""
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
    """Yield cases with one part less, the largest cuts first; invalid rules are rejected by all methods."""
    for name, usual in (("method", "auto"), ("weights", "none"), ("positions", "all")):
        if getattr(case, name) != usual:
            changes: dict[str, Any] = {name: usual}
            yield replace(case, **changes)
    for board in _boards(case.board):
        yield replace(case, board=board)
    for path in [path for path in places(case.rule) if path != ("name",)]:
        for new in (None, *_less(at(case.rule, path))):
            rule: RuleData = plainly(case.rule)
            table, key = at(rule, path[:-1]), path[-1]
            if new is None:
                del table[key]
            else:
                table[key] = new
            if new is None or not isinstance(table, list) or table.count(new) == 1:
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


def _less(value: Any) -> Iterator[Any]:
    """Yield a smaller number, False, or a drawing without a row, a column or a mark."""
    if value is True or (isinstance(value, int) and value > 0):
        yield value - 1 if type(value) is int else False
    rows = value.split("/") if isinstance(value, str) else []
    for kept in (rows[1:], rows[:-1], [row[1:] for row in rows], [row[:-1] for row in rows]):
        if kept and all(kept) and any(row.strip(".?") for row in kept):
            yield "/".join(kept)
    if isinstance(value, str):
        for k, mark in enumerate(value):
            changed = value[:k] + ("." if mark == "?" else "?" if mark.isalnum() else mark) + value[k + 1 :]
            yield from (text for text in (changed, changed.replace("?", ".")) if text != value)
