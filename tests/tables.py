"""Tables of tests, from ``data``: calls with expected results, printed numbers, rows of formulas."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"


def tables(name: str) -> dict[str, Any]:
    """Return the tables of a file of ``data``, by the first part of its name."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def lines(name: str) -> list[str]:
    """Return the lines of a text file in ``data``, without empty lines and comments."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _formulas() -> str:
    return (FOLDER / "read_formulas.txt").read_text("utf-8")


def table(section):
    """Return the rows of a section of ``read_formulas.txt``, each a tuple of strings."""
    _, _, rest = _formulas().partition(f"\n[{section}]\n")
    rows = rest.partition("\n\n[")[0].splitlines()
    assert rows, section
    return [tuple(part.strip() for part in row.split(" | ")) for row in rows]
