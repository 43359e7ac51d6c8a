"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from typing import TYPE_CHECKING

from gfkit.transfer.auxiliary import AuxiliaryGraph, auxiliary_graph, independence_polynomial
from gfkit.transfer.bar import BarMatrix, TileSet
from gfkit.transfer.complete import CompleteLaw
from gfkit.transfer.count import count
from gfkit.transfer.derive import derive
from gfkit.transfer.derived import Derived

if TYPE_CHECKING:
    from gfkit.transfer.count_forecast import foresee_count
    from gfkit.transfer.derive_forecast import foresee_derive

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "CompleteLaw",
    "Derived",
    "TileSet",
    "auxiliary_graph",
    "count",
    "derive",
    "foresee_count",
    "foresee_derive",
    "independence_polynomial",
]


def __getattr__(name: str) -> object:
    """Estimates are loaded when they are asked for: they need numpy, and counting does not."""
    if name == "foresee_count":
        from gfkit.transfer.count_forecast import foresee_count

        return foresee_count
    if name == "foresee_derive":
        from gfkit.transfer.derive_forecast import foresee_derive

        return foresee_derive
    raise AttributeError(f"module 'gfkit.transfer' has no attribute {name!r}")
