"""Positions of single cells with liberties, each group shrunk to its liberties, board and all forgotten."""

from gfkit.values.impartial.blocks.parts import Blocks, opening, plays_cells

__all__ = ["Blocks", "opening", "plays_cells"]
