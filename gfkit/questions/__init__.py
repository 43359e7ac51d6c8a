"""Queries other than counts of configurations: optima, samples, orbits, graph polynomials, other sizes."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.questions.edge_sums import (
        AuxiliaryGraph,
        auxiliary_graph,
        chromatic_polynomial,
        flow_polynomial,
        independence_polynomial,
        potts_polynomial,
        reliability_polynomial,
        tutte_polynomial,
    )
    from gfkit.questions.listing import ConfigurationOfBoard, ListOfBoard, list_configurations
    from gfkit.questions.probability import ProbabilitiesOnBoard, ProbabilityOfFamily
    from gfkit.questions.sizes.alphabets import derive_in_values
    from gfkit.questions.sizes.law import SizeLaw
    from gfkit.questions.sizes.rectangles import RectangleLaw, derive_on_rectangles
    from gfkit.questions.sizes.squares import derive_on_squares
    from gfkit.questions.termwise import (
        BINARY_OPERATIONS,
        OPERATIONS_ON_TERMS,
        Operation,
        Recurrent,
        index_text,
        relation_text,
        smallest_n,
    )
    from gfkit.questions.tilings import BarMatrix, TileSet, fault_free
else:
    __getattr__ = when_used(
        __name__,
        {
            "edge_sums": "AuxiliaryGraph auxiliary_graph chromatic_polynomial flow_polynomial"
            " independence_polynomial potts_polynomial reliability_polynomial tutte_polynomial",
            "probability": "ProbabilitiesOnBoard ProbabilityOfFamily",
            "listing": "ConfigurationOfBoard ListOfBoard list_configurations",
            "sizes.alphabets": "derive_in_values",
            "sizes.law": "SizeLaw",
            "sizes.rectangles": "RectangleLaw derive_on_rectangles",
            "sizes.squares": "derive_on_squares",
            "termwise": "BINARY_OPERATIONS OPERATIONS_ON_TERMS Operation Recurrent index_text relation_text"
            " smallest_n",
            "tilings": "BarMatrix TileSet fault_free",
        },
    )

__all__ = [
    "BINARY_OPERATIONS",
    "OPERATIONS_ON_TERMS",
    "AuxiliaryGraph",
    "BarMatrix",
    "ConfigurationOfBoard",
    "ListOfBoard",
    "Operation",
    "ProbabilitiesOnBoard",
    "ProbabilityOfFamily",
    "RectangleLaw",
    "Recurrent",
    "SizeLaw",
    "TileSet",
    "auxiliary_graph",
    "chromatic_polynomial",
    "derive_in_values",
    "derive_on_rectangles",
    "derive_on_squares",
    "fault_free",
    "flow_polynomial",
    "independence_polynomial",
    "index_text",
    "list_configurations",
    "potts_polynomial",
    "relation_text",
    "reliability_polynomial",
    "smallest_n",
    "tutte_polynomial",
]
