"""Formulas as people print them, in plain text or LaTeX, read into trees, and what the trees mean."""
