"""A case of a family: a rule as the data of its file, a family, and what is asked. And how a case ended."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

RuleData = Mapping[str, Any]
"""A rule file as TOML reads it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One family to derive, with everything that derive takes."""

    rule: RuleData
    board: str
    positions: str = "all"
    weights: str = "none"
    method: str = "auto"

    @property
    def kind(self) -> str:
        """The kind of rule: placement, array, tiles, cover, pointers, edges, orientations."""
        keys = (
            ("cells", "array"),
            ("tile", "tiles"),
            *((word, word) for word in ("cover", "pointers", "edges", "orientations")),
        )
        return next((kind for key, kind in keys if key in self.rule), "placement")

    @property
    def word(self) -> str:
        """The family without its sizes: mxn, nxm, cylinder:mxn, path:n ..."""
        return "".join("m" if mark.isdigit() else mark for mark in self.board)

    @property
    def command(self) -> str:
        """The command line that shows the case, the rule being in a file."""
        asked = (("positions", self.positions, "all"), ("weights", self.weights, "none"))
        options = [f"--{name} {value}" for name, value, usual in asked if value != usual]
        options += [f"--method {self.method}"] * (self.method != "auto")
        return " ".join(["gfkit derive rule.toml", self.board, *options])

    def __str__(self) -> str:
        return f"{self.command}\n{rule_file(self.rule)}"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a case ended.

    ``word`` is agreed, refused, slow or wrong; ``text`` says which refusal, or what is wrong; ``fault`` is
    what a smaller case must share to be the same find.
    """

    word: str
    text: str = ""
    fault: str = ""
    tags: tuple[str, ...] = field(default=())
    """What the case was, for the table of counts."""
    compared: int = 0
    """How many boards, statements or files were compared in it."""


def rule_file(rule: RuleData) -> str:
    """The rule as the text of its file."""
    lines = [f"{key} = {_value(value)}" for key, value in rule.items() if not _is_table(value)]
    for key, value in rule.items():
        if isinstance(value, Mapping):
            lines += _table(f"[{key}]", value)
            for inner, items in value.items():
                lines += _tables(f"{key}.{inner}", items) if _is_table(items) else []
        elif _is_table(value):
            lines += _tables(key, value)
    return "\n".join(lines) + "\n"


def read_rule_file(text: str) -> RuleData:
    """The data in the text of a rule file."""
    return tomllib.loads(text)


def _is_table(value: object) -> bool:
    listed = isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    return listed or isinstance(value, Mapping)


def _table(head: str, table: Mapping[str, Any]) -> list[str]:
    tables = [key for key, value in table.items() if isinstance(value, list) and _is_table(value)]
    return [head, *(f"{key} = {_value(value)}" for key, value in table.items() if key not in tables)]


def _tables(head: str, tables: Any) -> list[str]:
    return [line for table in tables if isinstance(tables, list) for line in _table(f"[[{head}]]", table)]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value)
