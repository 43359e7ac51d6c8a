"""A rule on a board as masks of bits: moves, dead cells, components, symmetries."""

from gfkit.values.position.compile import Position, compile_position
from gfkit.values.position.layout import Layout, bits, mask_of
from gfkit.values.position.liberty import LibertyPosition
from gfkit.values.position.masks import MaskPosition

__all__ = ["Layout", "LibertyPosition", "MaskPosition", "Position", "bits", "compile_position", "mask_of"]
