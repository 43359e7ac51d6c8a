"""Impartial games: nimbers by mex and search, octal games, strips by end types, periods."""

from gfkit.values.impartial.nim import NimLimitError, NimValues, nim
from gfkit.values.impartial.octal import OctalCode, Periodicity, heap_values

__all__ = ["NimLimitError", "NimValues", "OctalCode", "Periodicity", "heap_values", "nim"]
