"""Pointing cells: every cell points at a cell, and every cell is the target of exactly one cell."""
