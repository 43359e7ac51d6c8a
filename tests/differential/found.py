"""What was found before, in ``tests/data/differential.toml``: each is run again in the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path

from .case import Case, read_rule_file, rule_file

FILE = Path(__file__).parent.parent / "data" / "differential.toml"


def found_families() -> list[Case]:
    """The families on which something was wrong once."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))["families"]
    return [Case(read_rule_file(table.pop("rule")), **table) for table in tables]


def as_found(case: Case) -> str:
    """A case as a table of that file, to be put there."""
    asked = [
        ("positions", case.positions, "all"),
        ("weights", case.weights, "none"),
        ("method", case.method, "auto"),
    ]
    lines = ["[[families]]", f'board = "{case.board}"']
    lines += [f'{key} = "{value}"' for key, value, usual in asked if value != usual]
    return "\n".join([*lines, f"rule = '''\n{rule_file(case.rule)}'''"])
