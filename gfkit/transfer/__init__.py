"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from gfkit.transfer.auxiliary import AuxiliaryGraph, auxiliary_graph, independence_polynomial
from gfkit.transfer.bar import BarMatrix, TileSet
from gfkit.transfer.complete import CompleteLaw
from gfkit.transfer.count import count
from gfkit.transfer.derive import derive
from gfkit.transfer.derived import Derived
from gfkit.transfer.graph_polynomial import graph_polynomial
from gfkit.transfer.tutte import (
    chromatic_polynomial,
    flow_polynomial,
    potts_polynomial,
    reliability_polynomial,
    tutte_polynomial,
)

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "CompleteLaw",
    "Derived",
    "TileSet",
    "auxiliary_graph",
    "chromatic_polynomial",
    "count",
    "derive",
    "flow_polynomial",
    "graph_polynomial",
    "independence_polynomial",
    "potts_polynomial",
    "reliability_polynomial",
    "tutte_polynomial",
]
