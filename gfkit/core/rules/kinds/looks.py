"""The key ``look`` of rule files: symbols for the values of cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gfkit.core.errors import docs_page, known_choices
from gfkit.core.rules.table import RuleTable

CHESSMEN = ("king", "queen", "rook", "bishop", "knight")
SYMBOLS = ("blank", "dot", "ring", "cross", "square", "colour", *CHESSMEN, "plus", "minus")
"""Symbols for the values of a rule file."""
Looks = tuple[tuple[str, str], ...]
"""Marks with their symbols, from a rule file."""


def read_looks(table: RuleTable, marks: Collection[str]) -> Looks:
    """Parse the key ``look`` of a rule file, a table from values to symbols."""
    given = table.raw("look", {})
    if not isinstance(given, Mapping) or not given.keys() <= set(marks):
        raise table.error_for("look", 'a table from values to symbols, such as { 1 = "dot" }')
    for symbol in given.values():
        if symbol not in SYMBOLS:
            listed = known_choices(str(symbol), SYMBOLS, docs_page("rule-files.html"))
            raise table.error(f" look: unknown symbol {symbol!r}; {listed}", "look")
    return tuple(given.items())
