"""Orientations: every edge has one of two directions."""
