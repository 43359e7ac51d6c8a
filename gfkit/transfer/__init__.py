"""Counting by transfer machines: from a rule and a board to numbers and polynomials."""

from gfkit.transfer.bar import BarMatrix, TileSet
from gfkit.transfer.count import count

__all__ = ["BarMatrix", "TileSet", "count"]
