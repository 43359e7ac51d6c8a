"""Exact covers in the plane."""

from __future__ import annotations

from fractions import Fraction

from gfkit.rules import Question
from gfkit.rules.kinds.cover.rule import CoverRule
from gfkit.rules.kinds.plane import BONDS, Grounds, is_flat, no_theorem


def grounds(_question: Question, rule: CoverRule, _weight: Fraction) -> Grounds:
    """What holds of covers by pieces that are flat."""
    if all(is_flat(lie.cells) for piece in rule.pieces for lie in rule.lies(piece)):
        return Grounds(0, None, None, (BONDS,))
    raise no_theorem(rule, "its pieces span three rows, or two and are not their own reflections")
