"""The values that gfkit hands out: each frozen, hashable, printable, and knowing how it is known."""

from gfkit.sequences.count import Count
from gfkit.sequences.evidence import Evidence, Status
from gfkit.sequences.polynomial import Polynomial

__all__ = ["Count", "Evidence", "Polynomial", "Status"]
