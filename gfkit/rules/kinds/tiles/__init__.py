"""Tile sets: every cell has a tile, and shared edges have one label."""
