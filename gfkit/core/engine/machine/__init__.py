"""Automata that sweep a board, constructed from a rule and a board."""
