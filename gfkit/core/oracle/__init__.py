"""Brute-force enumeration of all configurations: slow, simple, and without code shared with the engine."""

from gfkit.core.oracle.brute import brute_force

__all__ = ["brute_force"]
