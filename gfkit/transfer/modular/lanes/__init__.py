"""Vectors over the states of a strip, modulo eight primes side by side."""
