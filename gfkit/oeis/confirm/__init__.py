"""Hedged lines of entries settled: confirmed from n on, false, or neither, and the lines to add."""

from gfkit.oeis.confirm.settle import Answer, Confirmation, SettledLine, confirm

__all__ = ["Answer", "Confirmation", "SettledLine", "confirm"]
