"""Machines: what a sweep must remember, found from a rule and a board."""
