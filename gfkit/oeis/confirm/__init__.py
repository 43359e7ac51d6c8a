"""Hedged lines of entries settled: confirmed from n on, false, or neither, and the lines to add."""

from gfkit.oeis.confirm.confirmation import Confirmation, Line
from gfkit.oeis.confirm.judge import Answer
from gfkit.oeis.confirm.settle import confirm

__all__ = ["Answer", "Confirmation", "Line", "confirm"]
