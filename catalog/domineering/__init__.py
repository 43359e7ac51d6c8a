"""Huntemann and McKay: Counting Domineering Positions."""
