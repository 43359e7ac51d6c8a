"""Placement games: pieces are placed on free cells and never move."""
