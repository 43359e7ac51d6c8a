"""Formulas in sizes other than a length: the number of values, or the side of a square."""
