"""Brute-force enumeration of all configurations: slow, simple, and without code shared with the engine."""

from gfkit.oracle.brute import brute_force

__all__ = ["brute_force"]
