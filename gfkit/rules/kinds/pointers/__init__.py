"""Pointing cells: every cell points at one, and is pointed at once."""
