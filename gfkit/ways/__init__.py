"""Ways to answer queries without a sweep: theorems, values modulo primes, tree decompositions and branching.

The engine does not import them. It asks its registry for the tables ``boards``, ``families``, ``strips`` and
``sweeps`` of this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.ways.theorems.complete import CompleteLaw
    from gfkit.ways.theorems.counters import HolonomicLaw
else:
    __getattr__ = when_used(
        __name__, {"theorems.complete": "CompleteLaw", "theorems.counters": "HolonomicLaw"}
    )

__all__ = ["CompleteLaw", "HolonomicLaw"]


def own_ways(table: str) -> Any:
    """Return the ways of a table, which ``gfkit.core.engine.registry`` describes."""
    return import_module(f"gfkit.ways.{table}").WAYS
