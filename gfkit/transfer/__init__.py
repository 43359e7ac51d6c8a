"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.transfer.derived import Derived
    from gfkit.transfer.questions.auxiliary import AuxiliaryGraph, auxiliary_graph, independence_polynomial
    from gfkit.transfer.questions.bar import BarMatrix, TileSet
    from gfkit.transfer.questions.faults import fault_free
    from gfkit.transfer.questions.tutte import (
        chromatic_polynomial,
        flow_polynomial,
        potts_polynomial,
        reliability_polynomial,
        tutte_polynomial,
    )
    from gfkit.transfer.sizes.alphabets import derive_in_values
    from gfkit.transfer.sizes.law import SizeLaw
    from gfkit.transfer.sizes.squares import (
        derive_on_squares,
    )
    from gfkit.transfer.theorems.complete import CompleteLaw
    from gfkit.transfer.theorems.counters import CounterLaw
else:
    __getattr__ = when_used(
        __name__,
        {
            "questions.auxiliary": "AuxiliaryGraph auxiliary_graph independence_polynomial",
            "questions.bar": "BarMatrix TileSet",
            "questions.faults": "fault_free",
            "sizes.alphabets": "derive_in_values",
            "sizes.law": "SizeLaw",
            "sizes.squares": "derive_on_squares",
            "theorems.complete": "CompleteLaw",
            "theorems.counters": "CounterLaw",
            "derived": "Derived",
            "questions.tutte": "chromatic_polynomial flow_polynomial potts_polynomial reliability_polynomial"
            " tutte_polynomial",
        },
    )

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "CompleteLaw",
    "CounterLaw",
    "Derived",
    "SizeLaw",
    "TileSet",
    "auxiliary_graph",
    "chromatic_polynomial",
    "derive_in_values",
    "derive_on_squares",
    "fault_free",
    "flow_polynomial",
    "independence_polynomial",
    "potts_polynomial",
    "reliability_polynomial",
    "tutte_polynomial",
]
