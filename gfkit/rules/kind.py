"""The kinds of rules: a package for each, whose parts say all that is its own.

A kind has the parts ``file`` (its tables of a rule file), ``constraints``, ``definition`` (what a legal
configuration is, for the oracle), ``words`` and ``picture``. Files are read where the rule is, and pictures
stand beside the words, where they have no module of their own. A kind that is one module has all parts in it.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from gfkit.hooks import KINDS as OWN_KINDS
from gfkit.hooks import load_plug_in, plug_ins


class KindEntry(NamedTuple):
    """A kind of rule: its package, and which tables of a rule file are its own."""

    package: str
    tables: frozenset[str]
    phrase: str
    """These tables and what they are for, in words."""


_PART_OF = {"spaced": "placement"}
"""Rules that go by a name of their own, and the kind in whose package they are."""
_HOME = {"file": "rule", "plain": "rule", "picture": "words"}
"""Where a part is that has no module of its own."""
_FOLDER = os.path.join(os.path.dirname(__file__), "kinds")
_ENTRIES = {
    name: KindEntry(f"gfkit.rules.kinds.{name}", frozenset(tables), phrase)
    for name, (tables, phrase) in OWN_KINDS.items()
}
KINDS = {name: kind for name, kind in _ENTRIES.items() if os.path.isdir(os.path.join(_FOLDER, name))}
"""The kinds that come with gfkit, in the order in which they are named."""
MISSING_KINDS = {name: kind for name, kind in _ENTRIES.items() if name not in KINDS}
"""Kinds whose folders this installation leaves out."""


def other_kinds() -> dict[str, KindEntry]:
    """Kinds that other packages bring.

    Such a package has the names of its tables as ``TABLES``. A name that gfkit has itself is not taken.
    """
    kinds = {}
    for name, point in plug_ins("gfkit.kinds").items():
        tables = tuple(load_plug_in(point).TABLES)
        kinds[name] = KindEntry(point.module, frozenset(tables), f"[{tables[0]}] for {name}")
    return kinds


def from_kind(name: str, part: str, what: str, default: Any = None) -> Any:
    """What a part of a kind has under a name; the default where the kind leaves it out.

    >>> from_kind("edges", "words", "NOUN"), from_kind("edges", "words", "nothing", 3)
    ('set of edges', 3)
    """
    name = _PART_OF.get(name, name)
    package = KINDS[name].package if name in KINDS else plug_ins("gfkit.kinds")[name].module
    module = _part_of(package, part)
    return default if module is None else getattr(module, what, default)


@cache
def _part_of(package: str, part: str) -> ModuleType | None:
    """The module of a package that has a part: the package itself, where it is one module."""
    whole = import_module(package)
    if not hasattr(whole, "__path__"):
        return whole
    names = [f"{package}.{name}" for name in (part, _HOME.get(part, part)) if find_spec(f"{package}.{name}")]
    return import_module(names[0]) if names else None


@cache
def library_files() -> dict[str, str]:
    """The rule files that come with kinds, by their names without ending."""
    folders = [os.path.join(_FOLDER, name, "library") for name in KINDS]
    return {
        file.removesuffix(".toml"): os.path.join(folder, file)
        for folder in folders
        if os.path.isdir(folder)
        for file in os.listdir(folder)
    }
