"""gfkit takes a rule and a board to a theorem.

>>> import gfkit
>>> gfkit.count("domineering", "4x3").count
823
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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
    from gfkit.transfer.theorems.complexes import LegalComplex, legal_complex
    from gfkit.values import ShortGame, value
    from gfkit.values.family_values import ValuesOfFamily, family_values
    from gfkit.values.impartial import NimValues
    from gfkit.values.impartial.misere import Genus, MisereQuotient, genus, misere_quotient
    from gfkit.values.impartial.nim import nim
    from gfkit.values.outcome import Outcomes, outcomes
    from gfkit.values.scoring import Scores, scores
    from gfkit.version import __version__

_HOMES = {
    "AuxiliaryGraph": "gfkit.transfer",
    "BarMatrix": "gfkit.transfer",
    "Board": "gfkit.boards",
    "CompleteLaw": "gfkit.transfer",
    "Count": "gfkit.sequences",
    "Derived": "gfkit.transfer",
    "Equilibrium": "gfkit.equilibria",
    "Evidence": "gfkit.sequences",
    "Family": "gfkit.boards",
    "Finding": "gfkit.guessing",
    "GfkitError": "gfkit.errors",
    "Guess": "gfkit.guessing",
    "Genus": "gfkit.values.impartial.misere",
    "MisereQuotient": "gfkit.values.impartial.misere",
    "NimValues": "gfkit.values.impartial",
    "Outcomes": "gfkit.values.outcome",
    "Scores": "gfkit.values.scoring",
    "PlaneConstant": "gfkit.constants",
    "Polynomial": "gfkit.sequences",
    "Question": "gfkit.games",
    "RationalGF": "gfkit.sequences",
    "Recurrence": "gfkit.sequences",
    "Rule": "gfkit.games",
    "ShortGame": "gfkit.values",
    "ValuesOfFamily": "gfkit.values.family_values",
    "TileSet": "gfkit.transfer",
    "auxiliary_graph": "gfkit.transfer",
    "board_widget": "gfkit.lab.widget",
    "brute_force": "gfkit.oracle",
    "certify_file": "gfkit.proofs",
    "chromatic_polynomial": "gfkit.transfer",
    "orbits": "gfkit.transfer.questions.orbits",
    "constant": "gfkit.constants",
    "count": "gfkit.transfer.count",
    "derive": "gfkit.transfer.derive",
    "family_values": "gfkit.values.family_values",
    "legal_complex": "gfkit.transfer.theorems.complexes",
    "LegalComplex": "gfkit.transfer.theorems.complexes",
    "family": "gfkit.boards.slicefile",
    "flow_polynomial": "gfkit.transfer",
    "graph": "gfkit.boards",
    "graph_polynomial": "gfkit.transfer.questions.graph_polynomial",
    "equilibrium": "gfkit.equilibria",
    "find_rule": "gfkit.games",
    "guess": "gfkit.guessing",
    "independence_polynomial": "gfkit.transfer",
    "genus": "gfkit.values.impartial.misere",
    "misere_quotient": "gfkit.values.impartial.misere",
    "nim": "gfkit.values.impartial.nim",
    "optimum": "gfkit.transfer.questions.optimum",
    "outcomes": "gfkit.values.outcome",
    "scores": "gfkit.values.scoring",
    "parse_board": "gfkit.boards",
    "potts_polynomial": "gfkit.transfer",
    "reliability_polynomial": "gfkit.transfer",
    "report": "gfkit.show.report",
    "sample": "gfkit.transfer.questions.sampling",
    "samples": "gfkit.transfer.questions.sampling",
    "save_derived": "gfkit.proofs",
    "tutte_polynomial": "gfkit.transfer",
    "value": "gfkit.values",
    "verify": "gfkit.claims",
    "__version__": "gfkit.version",
}

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


def __getattr__(name: str) -> object:
    """Names are imported when first used, so that importing gfkit costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gfkit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
