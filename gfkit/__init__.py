"""Counts configurations on grids, strips and graphs, and proves the formula for every length.

Ten functions do most of the work:

    count(game, board)               the number of configurations on a board
    derive(game, family)             the generating function of a family of boards, with proof
    verify(formula, game, family)    check a printed formula; if it is wrong, the correct one
    guess(terms)                     recurrences and formulas that fit the terms of a sequence
    optimum(game, board)             the minimum and maximum size, and how many configurations attain them
    sample(game, board)              a configuration drawn uniformly at random
    graph_polynomial(kind, graph)    the chromatic, the Tutte and other polynomials of a graph
    value(game, board)               the value of a combinatorial game
    outcomes(game, board)            the outcome class of each board
    certify_file(path)               check a saved proof by an independent program

A game is a name such as "domino-tilings" or "domineering", or the path of a rule file. A board is "4x3",
"cycle:9", "petersen" or a networkx graph. With n instead of a size, as in "4xn", it is a family of boards.

>>> import gfkit
>>> gfkit.count("domino-tilings", "8x8") == 12988816
True
>>> law = gfkit.derive("domino-tilings", "4xn")
>>> law.terms(6), law.evidence.status.value
([1, 1, 5, 11, 36, 95], 'proved')

``help(gfkit.count)`` documents a function in full, and ``dir(gfkit)`` lists all names.
"""

from __future__ import annotations

from contextlib import suppress
from sys import _getframe, meta_path
from types import FrameType
from typing import TYPE_CHECKING

from gfkit.core.hooks import PLACES, when_used

PLACES |= {
    "advice": "gfkit.help.search:advice",
    "checkpoint": "gfkit.runs.checkpoint:Checkpoint",
    "checker_script": "gfkit.lab.modules:checker_script",
    "copy_script": "gfkit.lab.modules:copy_script",
    "counter_law": "gfkit.specifications.paths:counter_law",
    "described_object": "gfkit.oeis.export.draft:described_object",
    "formula_reader": "gfkit.claims.statement",
    "graph_polynomial_named": "gfkit.questions.graph_polynomial:graph_polynomial_named",
    "has_room": "gfkit.runs.files:has_room",
    "is_game": "gfkit.play.short.reading:is_game",
    "is_specification": "gfkit.specifications:is_specification",
    "law_of_specification": "gfkit.specifications:law_named",
    "named_classes": "gfkit.specifications:named_classes",
    "offers": "gfkit.help.search:offers",
    "positions_by": "gfkit.play.positions_by_outcome:positions_by",
    "read_sentence": "gfkit.oeis.reading:read_sentence",
    "shown_as": "gfkit.show.notebook:shown_as",
    "similar_sentence": "gfkit.oeis.reading:similar_sentence",
    "spill_directory": "gfkit.runs.files:spill_directory",
    "steps_hold": "gfkit.proofs.identities:steps_hold",
    "ways": "gfkit.ways:own_ways",
    "work": "gfkit.runs.batch:Work",
}
"""Functions of optional subpackages that the core, and other subpackages below them, request by name."""

with suppress(ModuleNotFoundError):
    from gfkit.former_names import FormerNames

    meta_path.insert(0, FormerNames())  # first, because the parent of a former name has the present path

if TYPE_CHECKING:
    from gfkit.atlas import Identification, identify
    from gfkit.claims import Verdict, verify
    from gfkit.constants import PlaneConstant, constant
    from gfkit.core.algebra import ClosedForm, Count, Evidence, Growth, Polynomial, RationalGF, Recurrence
    from gfkit.core.boards import Board, Family, graph, parse_board
    from gfkit.core.boards.slicefile import family
    from gfkit.core.engine import Derived
    from gfkit.core.engine.count import count
    from gfkit.core.engine.derive import derive
    from gfkit.core.errors import (
        BoardError,
        CatalogError,
        DivisionError,
        GfkitError,
        InputError,
        Interrupted,
        LimitError,
        MismatchError,
        OptionError,
        PartialLimitError,
        RuleError,
        SelfCheckError,
        ShortOfMemoryError,
        TermError,
        UndecidedError,
        WorkerError,
    )
    from gfkit.core.oracle import brute_force
    from gfkit.core.rules import Question, Rule, find_rule
    from gfkit.core.version import __version__
    from gfkit.guessing import Finding, Guess, guess
    from gfkit.lab.widget import board_card, board_widget
    from gfkit.play import BoardValue, ShortGame, value
    from gfkit.play.equilibria import Equilibrium, equilibrium
    from gfkit.play.family_outcomes import Outcomes, outcomes
    from gfkit.play.family_values import ValuesOfFamily, family_values
    from gfkit.play.impartial import NimValues
    from gfkit.play.impartial.misere import Genus, MisereQuotient, genus, misere_quotient
    from gfkit.play.impartial.nim import nim
    from gfkit.proofs import Certification, certify_file, save_derived
    from gfkit.questions import (
        AuxiliaryGraph,
        BarMatrix,
        RectangleLaw,
        SizeLaw,
        TileSet,
        auxiliary_graph,
        chromatic_polynomial,
        flow_polynomial,
        independence_polynomial,
        potts_polynomial,
        reliability_polynomial,
        tutte_polynomial,
    )
    from gfkit.questions.compare import RuleComparison, compare
    from gfkit.questions.graph_polynomial import PolynomialOfBoard, PolynomialOfFamily, graph_polynomial
    from gfkit.questions.listing import ConfigurationOfBoard, configurations
    from gfkit.questions.optimum import OptimumOfBoard, OptimumOfFamily, optimum
    from gfkit.questions.orbit_laws import OrbitsOfFamily
    from gfkit.questions.orbits import orbits
    from gfkit.questions.plays import plays
    from gfkit.questions.probability import ProbabilitiesOnBoard, ProbabilityOfFamily, probability
    from gfkit.questions.reliability import reliability
    from gfkit.questions.rule_groups import RuleGroups, twins
    from gfkit.questions.sampling import Sample, sample, samples
    from gfkit.questions.sizes.alphabets import derive_in_values
    from gfkit.questions.sizes.rectangles import derive_on_rectangles
    from gfkit.questions.sizes.squares import derive_on_squares
    from gfkit.questions.steps import from_steps
    from gfkit.show.picture import draw
    from gfkit.show.report import report
    from gfkit.ways import CompleteLaw
else:
    __getattr__ = when_used(
        __name__,
        {
            "atlas": "Identification identify",
            "core.boards": "Board Family graph parse_board",
            "core.boards.slicefile": "family",
            "claims": "Verdict verify",
            "constants": "PlaneConstant constant",
            "play.equilibria": "Equilibrium equilibrium",
            "core.errors": "BoardError CatalogError DivisionError GfkitError InputError Interrupted"
            " LimitError MismatchError OptionError TermError PartialLimitError RuleError"
            " SelfCheckError ShortOfMemoryError UndecidedError WorkerError",
            "core.rules": "Question Rule find_rule",
            "guessing": "Finding Guess guess",
            "lab.widget": "board_card board_widget",
            "core.oracle": "brute_force",
            "proofs": "Certification certify_file save_derived",
            "core.algebra": "ClosedForm Count Evidence Growth Polynomial RationalGF Recurrence",
            "show.picture": "draw",
            "show.report": "report",
            "core.engine": "Derived",
            "ways": "CompleteLaw",
            "core.engine.count": "count",
            "core.engine.derive": "derive",
            "questions": "AuxiliaryGraph BarMatrix RectangleLaw SizeLaw TileSet auxiliary_graph"
            " chromatic_polynomial flow_polynomial independence_polynomial potts_polynomial"
            " reliability_polynomial tutte_polynomial",
            "questions.compare": "RuleComparison compare",
            "questions.graph_polynomial": "PolynomialOfBoard PolynomialOfFamily graph_polynomial",
            "questions.listing": "ConfigurationOfBoard configurations",
            "questions.optimum": "OptimumOfBoard OptimumOfFamily optimum",
            "questions.orbit_laws": "OrbitsOfFamily",
            "questions.orbits": "orbits",
            "questions.reliability": "reliability",
            "questions.rule_groups": "RuleGroups twins",
            "questions.plays": "plays",
            "questions.probability": "ProbabilitiesOnBoard ProbabilityOfFamily probability",
            "questions.sampling": "Sample sample samples",
            "questions.sizes.alphabets": "derive_in_values",
            "questions.sizes.rectangles": "derive_on_rectangles",
            "questions.sizes.squares": "derive_on_squares",
            "questions.steps": "from_steps",
            "play": "BoardValue ShortGame value",
            "play.family_values": "ValuesOfFamily family_values",
            "play.impartial": "NimValues",
            "play.impartial.misere": "Genus MisereQuotient genus misere_quotient",
            "play.impartial.nim": "nim",
            "play.family_outcomes": "Outcomes outcomes",
            "core.version": "__version__",
        },
    )

__all__ = [
    "AuxiliaryGraph",
    "BarMatrix",
    "Board",
    "BoardError",
    "BoardValue",
    "CatalogError",
    "Certification",
    "ClosedForm",
    "CompleteLaw",
    "ConfigurationOfBoard",
    "Count",
    "Derived",
    "DivisionError",
    "Equilibrium",
    "Evidence",
    "Family",
    "Finding",
    "Genus",
    "GfkitError",
    "Growth",
    "Guess",
    "Identification",
    "InputError",
    "Interrupted",
    "LimitError",
    "MisereQuotient",
    "MismatchError",
    "NimValues",
    "OptimumOfBoard",
    "OptimumOfFamily",
    "OptionError",
    "OrbitsOfFamily",
    "Outcomes",
    "PartialLimitError",
    "PlaneConstant",
    "Polynomial",
    "PolynomialOfBoard",
    "PolynomialOfFamily",
    "ProbabilitiesOnBoard",
    "ProbabilityOfFamily",
    "Question",
    "RationalGF",
    "RectangleLaw",
    "Recurrence",
    "Rule",
    "RuleComparison",
    "RuleError",
    "RuleGroups",
    "Sample",
    "SelfCheckError",
    "ShortGame",
    "ShortOfMemoryError",
    "SizeLaw",
    "TermError",
    "TileSet",
    "UndecidedError",
    "ValuesOfFamily",
    "Verdict",
    "WorkerError",
    "__version__",
    "auxiliary_graph",
    "board_card",
    "board_widget",
    "brute_force",
    "certify_file",
    "chromatic_polynomial",
    "compare",
    "configurations",
    "constant",
    "count",
    "derive",
    "derive_in_values",
    "derive_on_rectangles",
    "derive_on_squares",
    "draw",
    "equilibrium",
    "family",
    "family_values",
    "find_rule",
    "flow_polynomial",
    "from_steps",
    "genus",
    "graph",
    "graph_polynomial",
    "guess",
    "identify",
    "independence_polynomial",
    "misere_quotient",
    "nim",
    "optimum",
    "orbits",
    "outcomes",
    "parse_board",
    "plays",
    "potts_polynomial",
    "probability",
    "reliability",
    "reliability_polynomial",
    "report",
    "sample",
    "samples",
    "save_derived",
    "tutte_polynomial",
    "twins",
    "value",
    "verify",
]


def __dir__() -> list[str]:
    """Return all names, but no names for ``help``, whose page would otherwise describe each of them."""
    frame: FrameType | None = _getframe(1)
    for _ in range(3):  # inspect's, for pydoc
        if frame is not None and frame.f_globals.get("__name__") == "pydoc":
            return []
        frame = frame and frame.f_back
    return list(__all__)
