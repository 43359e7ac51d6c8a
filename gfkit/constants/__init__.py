"""Growth constants of the plane (growth rate of the count per cell), with proved bounds."""

from gfkit.constants.plane import PlaneConstant, constant

__all__ = ["PlaneConstant", "constant"]
