"""Leferink: Optimal strategies in dominogames."""
