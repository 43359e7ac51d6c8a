"""Registry of the rule kinds, and the parser of rule files, which detects the kind of a file by its tables.

Each kind is a package with the parts ``file`` (parser of its tables), ``constraints``, ``definition`` (legal
configurations, for the oracle), ``words`` and ``picture``. A part without a module of its own is in ``rule``.
A kind that is a single module contains all its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from gfkit.core.boards import Board
from gfkit.core.errors import (
    GfkitError,
    MismatchError,
    RuleError,
    RuleSpot,
    close_words,
    docs_page,
    known_choices,
)
from gfkit.core.files import TOO_LONG, TomlError, file_text, read_toml
from gfkit.core.hooks import KINDS as OWN_KINDS, load_plug_in, plug_ins
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import MOST_COPIES, RuleTable, locate_spot


class KindEntry(NamedTuple):
    """Rule kind: its package, and the names of its tables in a rule file."""

    package: str
    tables: frozenset[str]
    phrase: str
    """Description of the tables and of their purpose."""


_PART_OF = {"spaced": "placement"}
"""Package of each kind that has none of its own."""
_WITHOUT_FILES = {"function": "gfkit.core.rules.kinds.function"}
"""Package of each kind whose rules are in no rule file."""
_HOME = {"picture": "words", "plane": "theorems", "letters": "theorems"}
"""Module of each part that has no module of its own, unless it is ``rule``."""
_FOLDER = os.path.join(os.path.dirname(__file__), "kinds")
_ENTRIES = {
    name: KindEntry(f"gfkit.core.rules.kinds.{name}", frozenset(tables), phrase)
    for name, (tables, phrase) in OWN_KINDS.items()
}
KINDS = {name: kind for name, kind in _ENTRIES.items() if os.path.isdir(os.path.join(_FOLDER, name))}
"""Built-in kinds in listing order."""
MISSING_KINDS = {name: kind for name, kind in _ENTRIES.items() if name not in KINDS}
"""Built-in kinds whose directories are not installed."""


def other_kinds() -> dict[str, KindEntry]:
    """Return the rule kinds that other installed packages provide.

    Such a package lists the names of its tables as ``TABLES``. Table names of gfkit itself are rejected.
    """
    kinds = {}
    for name, point in plug_ins("gfkit.kinds", OWN_KINDS).items():
        tables = tuple(load_plug_in(point).TABLES)
        kinds[name] = KindEntry(point.module, frozenset(tables), f"[{tables[0]}] for {name}")
    return kinds


def from_kind(name: str, part: str, what: str, default: Any = None) -> Any:
    """Return an object that the package of a rule kind defines, or the default if the package does not define
    it.

    >>> from_kind("edges", "words", "NOUN"), from_kind("edges", "words", "nothing", 3)
    ('set of edges', 3)
    """
    name = _PART_OF.get(name, name)
    package = KINDS[name].package if name in KINDS else _WITHOUT_FILES.get(name)
    package = package or plug_ins("gfkit.kinds", OWN_KINDS)[name].module
    module = _part_of(package, part)
    return default if module is None else getattr(module, what, default)


@cache
def _part_of(package: str, part: str) -> ModuleType | None:
    """Return the module that contains a part of a kind; if the kind is a single module, return this
    module.
    """
    whole = import_module(package)
    if not hasattr(whole, "__path__"):
        return whole
    parts = (part, _HOME.get(part, part), "rule")
    names = [f"{package}.{name}" for name in parts if find_spec(f"{package}.{name}")]
    return import_module(names[0]) if names else None


@cache
def library_files() -> dict[str, str]:
    """Return the built-in rule files, by name without extension."""
    folders = [os.path.join(_FOLDER, name, "library") for name in KINDS]
    return {
        file.removesuffix(".toml"): os.path.join(folder, file)
        for folder in folders
        if os.path.isdir(folder)
        for file in os.listdir(folder)
    }


@cache
def _library_texts() -> str:
    """Return the contents of the built-in rule files; this is slow, and only for error messages."""
    return "".join(map(file_text, library_files().values()))


def needs_rows(rule: Rule, board: Board, part: str, instead: str = "") -> MismatchError:
    """Return the error for a rule that is not defined on boards without rows and columns.

    For the author of a rule file it names the part of the rule that needs them, and what to write instead.
    """
    names = (re.sub(r"\b[0-9]+\b", "k", rule.name), rule.name)
    is_own = not any(f'"{name}"' in _library_texts() for name in names)
    return MismatchError(
        f"board {board.text!r} is a graph without rows and columns, which the rule {rule.name} needs"
        + f" for {part}" * is_own
        + f"; write {board.gridded}"
        + f", or {instead}" * (is_own and bool(instead))
    )


_WITH_COPIES = ("cover", "tiles")
"""Kinds in which a coefficient may be a number of copies."""
_STOPPED = r"\(at line (\d+), column (\d+)\)"


def read_rule(source: str, content: str, parameter: int | None = None, name: str = "") -> Rule:
    """Parse the content of a rule file; ``source`` names the file in error messages.

    ``parameter`` is the number after the colon in names such as ``cis:3``. ``name`` is the name of a rule
    whose content specifies none, by default that of the file.
    """
    try:
        data = read_toml(content)
    except TomlError as error:
        refusal = RuleError(f"rule file {source!r} {error}")
        raise (refusal.at(_error_spot(str(error), content)) if "(at " in str(error) else refusal) from None
    stem = os.path.splitext(os.path.basename(source))[0].strip() or "unnamed"
    try:
        return _rule_of(
            f"rule file {source!r}", data, parameter, name or (stem if stem.isprintable() else "unnamed")
        )
    except RuleError as error:
        if error.spot is not None:
            error.spot = locate_spot(error.spot, content)
        raise


def _error_spot(message: str, content: str) -> RuleSpot:
    """Return the line and column of a TOML error, which Python's parser reports only in its message."""
    at = re.search(_STOPPED, message)
    lines = content.split("\n")
    return RuleSpot(line=int(at[1]) if at else len(lines), column=int(at[2]) if at else len(lines[-1]) + 1)


def read_rule_data(where: str, given: str | Mapping[str, Any]) -> Rule:
    """Parse a rule given in Python as the content of a rule file or as its tables."""
    if isinstance(given, str):
        return read_rule(where, given, name="unnamed")
    if not isinstance(given, Mapping):
        raise RuleError(f"{where}: expected the content of a rule file or its tables, got {given!r}")
    return _rule_of(where, given, None, "unnamed")


def keys_by_kind() -> dict[str, dict[str, str]]:
    """Return the keys of the tables of every kind, by the headers of the tables."""
    return {name: from_kind(name, "file", "KEYS") for name in KINDS}


def _check_keys(root: RuleTable, keys: Mapping[str, str]) -> None:
    """Raise RuleError, with the right table, if a table of a file contains an unknown key."""
    for header, words in keys.items():
        outer, _, last = header.strip("[]").rpartition(".")
        parent = root.table(outer) if outer else root
        inner = parent.tables(last) if header.startswith("[[") else [parent.table(last)]
        for table in inner if header else [root]:
            table.only(*words.split(), hint=partial(_right_table, table, words.split(), keys))


def _right_table(table: RuleTable, words: list[str], keys: Mapping[str, str], key: str) -> str:
    """Return the table of an unknown key, or of the keys inside it, as a hint."""
    near = close_words(key, words) or [one for one in words if one.startswith(f"{key}_")]
    near = near or close_words(key, " ".join(keys.values()).split())
    inner = table.raw(key) if isinstance(table.raw(key), Mapping) else {}
    return (
        _place(key, keys)
        or " ".join(f"did you mean {one}?" for one in near[:1] if one in words and _misplaced(key))
        + f" {_misplaced(key)}".rstrip()
        or "; ".join(filter(None, (_place(str(one), keys, str(one)) for one in inner)))
        or "".join(f"did you mean {one}? {_place(one, keys)}" for one in near[:1] if one not in words)
    ).strip()


def _place(key: str, keys: Mapping[str, str], it: str = "it") -> str:
    """Return where a key must be written, or "" if it belongs to no table.

    >>> _place("tatami", {"[cover]": "tatami"}), _place("pin", {"[rules]": "pin", "[[rules.pin]]": "at"})
    ('write it in [cover]', 'write it as [[rules.pin]]')
    """
    places = [f"as {header}" for header in keys if header.strip("[]").rpartition(".")[2] == key]
    places = places or [
        f"in {header}" if header else "at the top of the file, above all tables"
        for header, words in keys.items()
        if key in words.split()
    ]
    return f"write {it} {' or '.join(places)}" if places else ""


def _misplaced(key: str) -> str:
    """Return the tables of all kinds of rules that have a key, as a hint, or an empty string."""
    every = [pair for keys in keys_by_kind().values() for pair in keys.items()]
    headers = dict.fromkeys(header for header, words in every if header and key in words.split())
    return f"{key} is a key of {', '.join(headers)}" if headers else ""


def _rule_of(where: str, data: Mapping[str, Any], parameter: int | None, name: str) -> Rule:
    """Return the rule defined by the tables of a file; ``name`` is its name if the file contains none."""
    if _has_long_number(data):
        raise RuleError(f"{where} {TOO_LONG}")
    tables = {
        key: part
        for key, part in data.items()
        if isinstance(part[0] if isinstance(part, list) and part else part, Mapping)
    }
    found = _kinds_with_tables(KINDS, tables) or _kinds_with_tables(other_kinds(), tables)
    fitting = found or _kinds_with_tables(KINDS, data)
    if not fitting and (missing := _kinds_with_tables(MISSING_KINDS, data)):
        raise RuleError(f"{where}: rules of kind {missing[0]!r} are not installed")
    hints = [] if found else [_misplaced(str(key)) for key in data if key not in ("name", "about", *tables)]
    if len(fitting) != 1 or any(hints):
        given = ", ".join(f"[{key}]" for key in tables) or "no table"
        phrases = [kind.phrase for kind in (KINDS | other_kinds()).values()]
        listed = "; ".join(filter(None, hints[:2])) or known_choices(
            "", phrases, docs_page("rule-files.html")
        )
        raise RuleError(f"{where}: found {given}, but tables of exactly one kind are needed; {listed}")
    kind, data = fitting[0], {"name": name, **data}
    _check_keys(RuleTable(where, data), from_kind(kind, "file", "KEYS", {}))
    factors = None
    if "weight" in repr(data):
        from gfkit.core.rules.factors import split_weights

        data, factors = split_weights(where, data, MOST_COPIES * (kind in _WITH_COPIES))
    if parameter is not None and isinstance(about := data.get("about"), str):
        data = {**data, "about": re.sub(r"\bk\b", str(parameter), about)}
    try:
        rule = from_kind(kind, "file", "read")(RuleTable(where, data), parameter)
        assert isinstance(rule, Rule), "the parser of a kind must return a rule"
    except Exception as error:
        if isinstance(error, GfkitError) or kind in KINDS:
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise RuleError(f"{where}: the plug-in {kind!r} failed with {what}") from error
    if factors is None:
        return rule
    if not is_dataclass(rule) or "factors" not in {field.name for field in fields(rule)}:
        raise RuleError(f"{where}: weights of this kind of rule are products of powers of x and y")
    return replace(rule, factors=factors)


def _kinds_with_tables(kinds: Mapping[str, KindEntry], data: Mapping[str, Any]) -> list[str]:
    """Return the names of the kinds to which at least one table of the file belongs."""
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
