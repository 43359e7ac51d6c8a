"""Machines for rules with liberties: groups of cells and the free cells they touch."""
