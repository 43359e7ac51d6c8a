"""The oracle: enumeration of every position, slow and simple, without shared code with the engine."""

from gfkit.oracle.brute import brute_force

__all__ = ["brute_force"]
