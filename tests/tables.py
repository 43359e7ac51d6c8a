"""Rows of formulas and predicates, by section, from ``data/read_formulas.txt``."""

from __future__ import annotations

from pathlib import Path

TEXT = (Path(__file__).parent / "data" / "read_formulas.txt").read_text("utf-8")


def table(section):
    """The rows of a section, each a tuple of texts."""
    _, _, rest = TEXT.partition(f"\n[{section}]\n")
    rows = rest.partition("\n\n[")[0].splitlines()
    assert rows, section
    return [tuple(part.strip() for part in row.split(" | ")) for row in rows]
