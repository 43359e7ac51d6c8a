"""Pairings, sequences and permutations of the cells that avoid adjacent cells or moves."""
