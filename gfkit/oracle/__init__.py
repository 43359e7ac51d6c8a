"""The oracle: every position written out, one by one; slow, obvious, and nothing shared with the engine."""

from gfkit.oracle.brute import brute_force

__all__ = ["brute_force"]
