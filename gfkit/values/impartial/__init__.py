"""Impartial games: nimbers by mex and search, octal games, strips by end types, periods."""

from gfkit.values.impartial.nim import nim
from gfkit.values.impartial.nim_values import NimLimitError, NimValues
from gfkit.values.impartial.octal import OctalCode, heap_values
from gfkit.values.impartial.periodicity import Periodicity

__all__ = ["NimLimitError", "NimValues", "OctalCode", "Periodicity", "heap_values", "nim"]
