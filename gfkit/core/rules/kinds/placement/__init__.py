"""Placement games: pieces are placed on empty cells and never move."""
