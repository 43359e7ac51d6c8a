"""Tile sets: every cell has a tile, and adjacent tiles have equal colours on their common edge."""
