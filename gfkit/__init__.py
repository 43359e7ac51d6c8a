"""gfkit takes a rule and a board to a theorem.

>>> import gfkit
>>> gfkit.count("domineering", "4x3").count
823
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.boards import Board, Family, graph, parse_board
    from gfkit.boards.slicefile import family
    from gfkit.claims import verify
    from gfkit.constants import PlaneConstant, constant
    from gfkit.equilibria import Equilibrium, equilibrium
    from gfkit.errors import GfkitError
    from gfkit.games import Question, Rule, find_rule
    from gfkit.guessing import Finding, Guess, guess
    from gfkit.lab.widget import board_widget
    from gfkit.oracle import brute_force
    from gfkit.proofs import certify_file, save_derived
    from gfkit.sequences import Count, Evidence, Polynomial, RationalGF, Recurrence
    from gfkit.show.report import report
    from gfkit.transfer import (
        AuxiliaryGraph,
        BarMatrix,
        CompleteLaw,
        Derived,
        TileSet,
        auxiliary_graph,
        chromatic_polynomial,
        flow_polynomial,
        independence_polynomial,
        potts_polynomial,
        reliability_polynomial,
        tutte_polynomial,
    )
    from gfkit.transfer.count import count
    from gfkit.transfer.derive import derive
    from gfkit.transfer.questions.graph_polynomial import graph_polynomial
    from gfkit.transfer.questions.optimum import optimum
    from gfkit.transfer.questions.orbits import orbits
    from gfkit.transfer.questions.sampling import sample, samples
    from gfkit.transfer.theorems.complexes import LegalComplex, legal_complex
    from gfkit.values import ShortGame, value
    from gfkit.values.family_values import ValuesOfFamily, family_values
    from gfkit.values.impartial import NimValues
    from gfkit.values.impartial.misere import Genus, MisereQuotient, genus, misere_quotient
    from gfkit.values.impartial.nim import nim
    from gfkit.values.outcome import Outcomes, outcomes
    from gfkit.values.scoring import Scores, scores
    from gfkit.version import __version__
else:
    __getattr__ = when_used(
        __name__,
        {
            "boards": "Board Family graph parse_board",
            "boards.slicefile": "family",
            "claims": "verify",
            "constants": "PlaneConstant constant",
            "equilibria": "Equilibrium equilibrium",
            "errors": "GfkitError",
            "games": "Question Rule find_rule",
            "guessing": "Finding Guess guess",
            "lab.widget": "board_widget",
            "oracle": "brute_force",
            "proofs": "certify_file save_derived",
            "sequences": "Count Evidence Polynomial RationalGF Recurrence",
            "show.report": "report",
            "transfer": "AuxiliaryGraph BarMatrix CompleteLaw Derived TileSet auxiliary_graph"
            " chromatic_polynomial flow_polynomial independence_polynomial potts_polynomial"
            " reliability_polynomial tutte_polynomial",
            "transfer.count": "count",
            "transfer.derive": "derive",
            "transfer.questions.graph_polynomial": "graph_polynomial",
            "transfer.questions.optimum": "optimum",
            "transfer.questions.orbits": "orbits",
            "transfer.questions.sampling": "sample samples",
            "transfer.theorems.complexes": "legal_complex LegalComplex",
            "values": "ShortGame value",
            "values.family_values": "ValuesOfFamily family_values",
            "values.impartial": "NimValues",
            "values.impartial.misere": "Genus MisereQuotient genus misere_quotient",
            "values.impartial.nim": "nim",
            "values.outcome": "Outcomes outcomes",
            "values.scoring": "Scores scores",
            "version": "__version__",
        },
    )

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "Board",
    "CompleteLaw",
    "Count",
    "Derived",
    "Equilibrium",
    "Evidence",
    "Family",
    "Finding",
    "Genus",
    "GfkitError",
    "Guess",
    "LegalComplex",
    "MisereQuotient",
    "NimValues",
    "Outcomes",
    "PlaneConstant",
    "Polynomial",
    "Question",
    "RationalGF",
    "Recurrence",
    "Rule",
    "Scores",
    "ShortGame",
    "TileSet",
    "ValuesOfFamily",
    "__version__",
    "auxiliary_graph",
    "board_widget",
    "brute_force",
    "certify_file",
    "chromatic_polynomial",
    "constant",
    "count",
    "derive",
    "equilibrium",
    "family",
    "family_values",
    "find_rule",
    "flow_polynomial",
    "genus",
    "graph",
    "graph_polynomial",
    "guess",
    "independence_polynomial",
    "legal_complex",
    "misere_quotient",
    "nim",
    "optimum",
    "orbits",
    "outcomes",
    "parse_board",
    "potts_polynomial",
    "reliability_polynomial",
    "report",
    "sample",
    "samples",
    "save_derived",
    "scores",
    "tutte_polynomial",
    "value",
    "verify",
]


def __dir__() -> list[str]:
    return list(__all__)
