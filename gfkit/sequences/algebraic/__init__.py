"""Sequences with algebraic generating functions."""

from gfkit.sequences.algebraic.algebraic import Algebraic

__all__ = ["Algebraic"]
