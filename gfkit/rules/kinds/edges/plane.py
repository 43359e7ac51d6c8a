"""Sets of edges in the plane."""

from __future__ import annotations

from fractions import Fraction

from gfkit.rules import Question
from gfkit.rules.kinds.edges.rule import EdgeRule
from gfkit.rules.kinds.plane import EDGES, Grounds, no_theorem


def grounds(_question: Question, rule: EdgeRule, _weight: Fraction) -> Grounds:
    """What holds where only the degree of a vertex is asked for."""
    if not (rule.asks_ends or rule.linkage.asks or rule.pins or rule.spanning):
        return Grounds(0, None, None, (EDGES,))
    raise no_theorem(rule, "it asks for more than how many edges are taken at a vertex")
