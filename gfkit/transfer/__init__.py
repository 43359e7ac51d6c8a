"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from gfkit.transfer.auxiliary import AuxiliaryGraph, auxiliary_graph, independence_polynomial
from gfkit.transfer.bar import BarMatrix, TileSet
from gfkit.transfer.complete import CompleteLaw
from gfkit.transfer.count import count
from gfkit.transfer.derive import derive
from gfkit.transfer.derived import Derived

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "CompleteLaw",
    "Derived",
    "TileSet",
    "auxiliary_graph",
    "count",
    "derive",
    "independence_polynomial",
]
