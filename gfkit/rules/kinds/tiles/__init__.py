"""Tile sets: every cell takes a tile, and shared edges have one label."""
