"""The kinds of rules: a package for each, whose parts say all that is its own.

A kind has the parts ``file`` (its tables of a rule file), ``constraints``, ``definition`` (what a legal
configuration is, for the oracle), ``words`` and ``picture``. A kind that is one module has all of them in it.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

KINDS = {
    "placement": "gfkit.kinds.placement",
    "array": "gfkit.kinds.array",
    "cover": "gfkit.kinds.cover",
    "pointers": "gfkit.kinds.pointers",
    "tiles": "gfkit.kinds.tiles",
    "edges": "gfkit.kinds.edges",
    "orientations": "gfkit.kinds.orientations",
}
"""By the name of a kind its package."""


def kind_part(kind: str, part: str) -> ModuleType:
    """The module of a kind that has one of its parts.

    >>> kind_part("edges", "constraints").__name__
    'gfkit.kinds.edges.constraints'
    """
    package = import_module(KINDS[kind])
    return import_module(f"{KINDS[kind]}.{part}") if hasattr(package, "__path__") else package
