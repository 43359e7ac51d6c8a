"""Constants of the plane: how fast counts grow for each cell, with bounds that are proved."""

from gfkit.constants.plane import PlaneConstant, constant

__all__ = ["PlaneConstant", "constant"]
