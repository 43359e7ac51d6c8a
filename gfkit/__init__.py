"""gfkit takes a rule and a board to a theorem.

>>> import gfkit
>>> gfkit.count("domineering", "4x3").count
823
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.boards import Board, Family, parse_board
    from gfkit.errors import GfkitError
    from gfkit.games import find_rule
    from gfkit.oracle import brute_force
    from gfkit.sequences import Count, Evidence, Polynomial, RationalGF, Recurrence
    from gfkit.transfer import (
        AuxiliaryGraph,
        BarMatrix,
        CompleteLaw,
        Derived,
        TileSet,
        auxiliary_graph,
        count,
        derive,
        independence_polynomial,
    )
    from gfkit.verify import certify_file, save_derived

__version__ = "0.1.0"

_HOMES = {
    "AuxiliaryGraph": "gfkit.transfer",
    "BarMatrix": "gfkit.transfer",
    "Board": "gfkit.boards",
    "CompleteLaw": "gfkit.transfer",
    "Count": "gfkit.sequences",
    "Derived": "gfkit.transfer",
    "Evidence": "gfkit.sequences",
    "Family": "gfkit.boards",
    "GfkitError": "gfkit.errors",
    "Polynomial": "gfkit.sequences",
    "RationalGF": "gfkit.sequences",
    "Recurrence": "gfkit.sequences",
    "TileSet": "gfkit.transfer",
    "auxiliary_graph": "gfkit.transfer",
    "brute_force": "gfkit.oracle",
    "certify_file": "gfkit.verify",
    "count": "gfkit.transfer",
    "derive": "gfkit.transfer",
    "find_rule": "gfkit.games",
    "independence_polynomial": "gfkit.transfer",
    "parse_board": "gfkit.boards",
    "save_derived": "gfkit.verify",
}

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "Board",
    "CompleteLaw",
    "Count",
    "Derived",
    "Evidence",
    "Family",
    "GfkitError",
    "Polynomial",
    "RationalGF",
    "Recurrence",
    "TileSet",
    "__version__",
    "auxiliary_graph",
    "brute_force",
    "certify_file",
    "count",
    "derive",
    "find_rule",
    "independence_polynomial",
    "parse_board",
    "save_derived",
]


def __getattr__(name: str) -> object:
    """Names are imported when first used, so that importing gfkit costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gfkit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
