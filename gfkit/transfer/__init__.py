"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from gfkit.transfer.auxiliary import AuxiliaryGraph, auxiliary_graph, independence_polynomial
from gfkit.transfer.bar import BarMatrix, TileSet
from gfkit.transfer.count import count

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "TileSet",
    "auxiliary_graph",
    "count",
    "independence_polynomial",
]
