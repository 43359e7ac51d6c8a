"""Rule files: from TOML to a rule, with an error for everything that does not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gfkit.errors import RuleError, RuleSpot, docs_page, known_choices
from gfkit.rules.kind import KINDS, MISSING_KINDS, KindEntry, from_kind, other_kinds
from gfkit.rules.rule import Rule
from gfkit.rules.table import RuleTable, locate_spot
from gfkit.runs.files import TOO_LONG, TomlError, read_toml

_STOPPED = r"\(at line (\d+), column (\d+)\)"


def read_rule(source: str, content: str, parameter: int | None = None) -> Rule:
    """The rule in a rule file's content; ``source`` names it in errors.

    ``parameter`` is the number after the colon in names such as ``cis:3``.
    """
    try:
        data = read_toml(content)
    except TomlError as error:
        refusal = RuleError(f"rule file {source!r} {error}")
        raise (refusal.at(_error_spot(str(error), content)) if "(at " in str(error) else refusal) from None
    try:
        return _rule_of(f"rule file {source!r}", data, parameter)
    except RuleError as error:
        if error.spot is not None:
            error.spot = locate_spot(error.spot, content)
        raise


def _error_spot(message: str, content: str) -> RuleSpot:
    """Line and column of a TOML error, which Python's parser gives only in its message."""
    at = re.search(_STOPPED, message)
    lines = content.split("\n")
    return RuleSpot(line=int(at[1]) if at else len(lines), column=int(at[2]) if at else len(lines[-1]) + 1)


def read_rule_data(where: str, given: str | Mapping[str, Any]) -> Rule:
    """The rule that is given in Python, by the text of a file or by its tables."""
    if isinstance(given, str):
        return read_rule(where, given)
    if not isinstance(given, Mapping):
        raise RuleError(f"{where}: expected the text of a rule file or its tables, got {given!r}")
    return _rule_of(where, given, None)


def _rule_of(where: str, data: Mapping[str, Any], parameter: int | None) -> Rule:
    """The rule in the tables of a file."""
    if _has_long_number(data):
        raise RuleError(f"{where} {TOO_LONG}")
    fitting = _kinds_with_tables(KINDS, data) or _kinds_with_tables(other_kinds(), data)
    if not fitting and (missing := _kinds_with_tables(MISSING_KINDS, data)):
        raise RuleError(f"{where}: rules of the kind {missing[0]!r} are not installed here")
    if len(fitting) != 1:
        given = ", ".join(f"[{key}]" for key in data if key not in ("name", "about")) or "no table"
        phrases = [kind.phrase for kind in (KINDS | other_kinds()).values()]
        listed = known_choices("", phrases, docs_page("rule-files.html"))
        raise RuleError(f"{where}: found {given}, and needs tables of one kind; {listed}")
    rule = from_kind(fitting[0], "file", "read")(RuleTable(where, data), parameter)
    assert isinstance(rule, Rule), "kinds read rules"
    return rule


def _kinds_with_tables(kinds: Mapping[str, KindEntry], data: Mapping[str, Any]) -> list[str]:
    """Names of the kinds that own at least one table of the file."""
    return [name for name, kind in kinds.items() if kind.tables & data.keys()]


def _has_long_number(data: object) -> bool:
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, Mapping):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, int) and value.bit_length() > 63:
            return True
    return False
