"""Orientations: every edge points one way."""
