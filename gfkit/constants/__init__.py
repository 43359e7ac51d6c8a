"""Growth constants per cell of the square lattice, with proved bounds."""

from gfkit.constants.plane import PlaneConstant, constant

__all__ = ["PlaneConstant", "constant"]
