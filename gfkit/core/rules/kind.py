"""Registry of the rule kinds; the kind of a rule file is detected by its tables.

Each kind is a package with the parts ``file`` (parser of its tables), ``constraints``, ``definition`` (legal
configurations, for the oracle), ``words`` and ``picture``. A part without a module of its own is in ``rule``.
A kind that is a single module contains all its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError, RuleError, close_words, docs_page, known_choices
from gfkit.core.files import TOO_LONG, file_text
from gfkit.core.hooks import KINDS as OWN_KINDS, load_plug_in, plug_ins
from gfkit.core.rules.table import MOST_COPIES, RuleTable

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors


class KindEntry(NamedTuple):
    """Rule kind: its package, and the names of its tables in a rule file."""

    package: str
    tables: frozenset[str]
    phrase: str
    """Description of the tables and of their purpose."""


_PART_OF = {"spaced": "placement"}
"""Package of each kind that has none of its own."""
_WITHOUT_FILES = {
    "function": "gfkit.core.rules.kinds.function",
    "labelled": "gfkit.core.rules.kinds.labelled",
}
"""Package of each kind without tables of its own in rule files."""
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
    folders = [os.path.join(_FOLDER, name, "library") for name in (*KINDS, "labelled")]
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


def needs_rows(rule: str, board: Board, part: str, instead: str = "") -> MismatchError:
    """Return the error for a rule, given by its name, that is not defined on boards without rows and columns.

    For the author of a rule file it names the part of the rule that needs them, and what to write instead.
    """
    names = (re.sub(r"\b[0-9]+\b", "k", rule), rule)
    is_own = not any(f'"{name}"' in _library_texts() for name in names)
    return MismatchError(
        f"board {board.text!r} is a graph without rows and columns, which the rule {rule} needs"
        + f" for {part}" * is_own
        + f"; write {board.gridded}"
        + f", or {instead}" * (is_own and bool(instead))
    )


_WITH_COPIES = ("cover", "tiles")
"""Kinds in which a coefficient may be a number of copies."""


def keys_by_kind() -> dict[str, dict[str, str]]:
    """Return the keys of the tables of every kind, by the headers of the tables, with those of labels."""
    labelled, found = from_kind("labelled", "file", "KEYS"), {}
    for name in KINDS:
        own, more = from_kind(name, "file", "KEYS"), labelled.get(name, {})
        found[name] = {head: f"{own.get(head, '')} {more.get(head, '')}".strip() for head in {**own, **more}}
    return found


def _check_keys(root: RuleTable, kind: str) -> None:
    """Raise RuleError, with the right table, if a table of a file contains an unknown key."""
    keys: Mapping[str, str] = from_kind(kind, "file", "KEYS", {})
    for header, words in keys.items():
        outer, _, last = header.strip("[]").rpartition(".")
        parent = root.table(outer) if outer else root
        inner = parent.tables(last) if header.startswith("[[") else [parent.table(last)]
        for table in inner if header else [root]:
            check_table_keys(table, words, kind)


def check_table_keys(table: RuleTable, words: str, kind: str) -> None:
    """Raise RuleError, with the right table, if a table contains a key that is not among some words."""
    table.only(*words.split(), hint=partial(_right_table, table, words.split(), kind))


def _right_table(table: RuleTable, words: list[str], kind: str, key: str) -> str:
    """Return the table of an unknown key, or of the keys inside it, as a hint."""
    keys = keys_by_kind().get(kind) or from_kind(kind, "file", "KEYS", {})
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


def kind_of_tables(
    where: str, data: Mapping[str, Any], parameter: int | None, name: str
) -> tuple[str, RuleTable, Factors | None]:
    """Return the kind of a rule file, its tables, and the factors of its weights if they have coefficients.

    ``name`` is the name of the rule if the file contains none.
    """
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
    _check_keys(RuleTable(where, data), kind)
    factors = None
    if "weight" in repr(data):
        from gfkit.core.rules.factors import split_weights

        data, factors = split_weights(where, data, MOST_COPIES * (kind in _WITH_COPIES))
    if parameter is not None and isinstance(about := data.get("about"), str):
        data = {**data, "about": re.sub(r"\bk\b", str(parameter), about)}
    return kind, RuleTable(where, data), factors


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
