"""Tile sets: every cell has a tile, and adjacent tiles have equal labels on their common edge."""
