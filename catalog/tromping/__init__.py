"""Blanco and Fraenkel: Tromping games, tiling with trominoes."""
