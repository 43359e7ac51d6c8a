"""What was found before, in ``tests/data/differential.toml``: each is run again in the tests."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from pathlib import Path

from .case import Case, read_rule_file, rule_file

FILE = Path(__file__).parent.parent / "data" / "differential.toml"
_ALIKE = ("arrays", "covers", "hanging")
"""Kinds whose cases are families, or boards, like any other, and stand in the same table."""


def table_of(kind: str) -> str:
    """The table of a kind in the file."""
    return "families" if kind in _ALIKE else kind


def found_cases(table: str, make: type[Case]) -> list[Case]:
    """The cases of a table on which something was wrong once."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8")).get(table, [])
    return [make(read_rule_file(entry.pop("rule")), **entry) for entry in tables]


def as_found(case: Case, table: str = "families") -> str:
    """A case as an entry of a table of that file, to be put there."""
    asked = [field for field in fields(case) if field.name not in ("rule", "board")]
    lines = [f"[[{table}]]", f"board = {json.dumps(case.board)}"]
    lines += [
        f"{field.name} = {json.dumps(getattr(case, field.name))}"
        for field in asked
        if getattr(case, field.name) != field.default
    ]
    return "\n".join([*lines, f"rule = '''\n{rule_file(case.rule)}'''"])
